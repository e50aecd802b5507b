"""tools/compile_times.py: what it reads from ninja's log, and which growth it tells."""

import importlib.util
import json
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOG = """# ninja log v5
0\t4000\t0\tcpp/CMakeFiles/graphwright_core.dir/Unity/unity_ops_3_cxx.cxx.o\tab
4000\t9000\t0\tcpp/CMakeFiles/graphwright_core.dir/ops/linalg/qr.cc.o\tab
0\t99000\t0\tcpp/CMakeFiles/graphwright_core.dir/kernels/sort.cc.o\tab
0\t10000\t0\tcpp/CMakeFiles/graphwright_core.dir/kernels/sort.cc.o\tab
0\t12000\t0\tcpp/CMakeFiles/graphwright_isa_v3.dir/kernels/isa/gemm.cc.o\tab
0\t11000\t0\tcpp/CMakeFiles/_core.dir/Unity/unity_bind_1_cxx.cxx.o\tab
0\t3000\t0\tcpp/CMakeFiles/graphwright_core.dir/cmake_pch.hxx.gch\tab
0\t9000\t0\tstage/graphwright/_core.cpython-311-x86_64-linux-gnu.so\tab
"""


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("compile_times", ROOT / "tools" / "compile_times.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_seconds_by_folder(tool, tmp_path):
    (tmp_path / ".ninja_log").write_text(LOG)
    assert tool.seconds_by_folder(str(tmp_path / ".ninja_log")) == {
        "kernels/isa v3": 12.0,
        "bind": 11.0,
        "kernels": 10.0,
        "ops": 9.0,
    }


def test_what_grows_is_told(tool):
    known = {"ops": 100.0, "bind": 50.0, "data": 20.0, "io": 2.0}
    slower = {name: 3 * seconds for name, seconds in known.items()}  # a slower machine
    assert not tool.grown(slower, known)
    assert not tool.grown({**slower, "io": 60.0}, known)  # noise
    assert [line.split(":")[0] for line in tool.grown({**slower, "data": 75.0}, known)] == ["data"]
    assert [line.split(":")[0] for line in tool.grown({**slower, "new": 30.0}, known)] == ["new"]


def test_record_and_check(tool, tmp_path, capsys):
    (tmp_path / ".ninja_log").write_text(LOG)
    record = tmp_path / "record.json"
    assert tool.main([str(tmp_path), "--record", str(record)]) == 0
    assert tool.main([str(tmp_path), "--check", str(record)]) == 0
    record.write_text(json.dumps({**json.loads(record.read_text()), "bind": 8.0}))
    assert tool.main([str(tmp_path), "--check", str(record)]) == 1
    assert "bind: 11.0 s" in capsys.readouterr().out
