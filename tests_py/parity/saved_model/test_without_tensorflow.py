"""Saved models here alone: the command line, damaged files, and what cannot be saved."""

import os
import random

import numpy as np
import pytest

from graphwright._src.runner import saved_model_command as command
from support.saved_models import MODELS


@pytest.fixture(scope="module")
def folder(gw, tmp_path_factory):
    """A saved model with a signature, variables and a table."""
    path = str(tmp_path_factory.mktemp("model"))
    model = MODELS["mlp"][0](gw)
    model.table = MODELS["tables"][0](gw)
    gw.saved_model.save(model, path, signatures=model.f)
    return path


def test_show(folder, capsys):
    assert command.main(["show", "--dir", folder]) == 0
    assert capsys.readouterr().out == "The given SavedModel contains the following tag-sets:\n'serve'\n"
    assert command.main(["show", "--dir", folder, "--tag_set", "serve"]) == 0
    assert 'SignatureDef key: "serving_default"' in capsys.readouterr().out
    assert command.main(["show", "--dir", folder, "--tag_set", "serve", "--signature_def", "serving_default"]) == 0
    shown = capsys.readouterr().out
    assert "inputs['x'] tensor_info:\n      dtype: DT_FLOAT\n      shape: (-1, 3)\n" in shown
    assert command.main(["show", "--dir", folder, "--all"]) == 0
    assert "Function Name: 'f'" in capsys.readouterr().out
    assert command.main(["show", "--dir", folder + "none"]) == 1
    assert "does not exist" in capsys.readouterr().err


def test_run(gw, folder, tmp_path, capsys):
    x = np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)
    want = gw.saved_model.load(folder).f(gw.constant(x)).numpy()
    np.savez(tmp_path / "x.npz", x=x, y=x)
    for given in (["--inputs", f"x={tmp_path}/x.npz[x]"], ["--input_exprs", f"x={x.tolist()}"]):
        arguments = ["run", "--dir", folder, *given, "--outdir", str(tmp_path / "out"), "--overwrite"]
        assert command.main(arguments) == 0
        assert "Result for output key output_0:" in capsys.readouterr().out
        np.testing.assert_allclose(np.load(tmp_path / "out" / "output_0.npy"), want, rtol=1e-6)
    wrong = (
        ["x=np.ones((2, 3));y=1"],
        ["x=open('/etc/passwd')"],
        ["x=np.load('a')"],
        ["x"],
        [""],
        ["x=__import__('os')"],
    )
    for given in wrong:
        assert command.main(["run", "--dir", folder, "--input_exprs", *given]) == 1
        assert capsys.readouterr().err
    assert command.main([*arguments[:-1]]) == 1  # would replace a file


def test_run_with_inputs_of_any_names(gw, tmp_path, capsys):
    specs = [gw.TensorSpec([], name="user-id"), gw.TensorSpec([], name="1x")]
    module = gw.Module()
    module.f = gw.function(lambda x, y: x - 2 * y, input_signature=specs)
    gw.saved_model.save(module, str(tmp_path), signatures=module.f)
    given = ["--input_exprs", "user-id=1.0;1x=5.0"]
    assert command.main(["run", "--dir", str(tmp_path), *given]) == 0
    assert "-9.0" in capsys.readouterr().out


def test_damaged_models_raise(gw, folder):
    path = os.path.join(folder, "saved_model.pb")
    with open(path, "rb") as file:
        data = file.read()
    rng = random.Random(3)
    raised = 0
    try:
        for _ in range(60):
            at = rng.randrange(len(data))
            bad = (
                data[:at]
                if rng.random() < 0.3
                else data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
            )
            with open(path, "wb") as file:
                file.write(bad)
            try:
                model = gw.saved_model.load(folder)
                model.f(gw.ones([2, 3]))
            except (OSError, ValueError, KeyError, AttributeError, TypeError, AssertionError, RuntimeError) as error:
                assert str(error), repr(error)
                raised += 1
            except (NotImplementedError, gw.errors.OpError) as error:
                assert str(error), repr(error)
                raised += 1
    finally:
        with open(path, "wb") as file:
            file.write(data)
    assert raised > 10


def test_what_cannot_be_saved(gw, tmp_path):
    module = gw.Module()
    f = gw.function(lambda x, y: x if y is None else x + 1.0)
    module.f = f.get_concrete_function(gw.constant(1.0), object())
    with pytest.raises(NotImplementedError, match="no form"):
        gw.saved_model.save(module, str(tmp_path / "m"))
    assert not gw.saved_model.contains_saved_model(str(tmp_path / "m"))
    with pytest.raises(ValueError, match="non-string key"):
        other = gw.Module()
        other.d = {1: gw.Variable(1)}
        gw.saved_model.save(other, str(tmp_path / "m"))


def test_examples_and_scan(gw, tmp_path, capsys):
    module = gw.Module()

    @gw.function(input_signature=[gw.TensorSpec([None], gw.string, name="serialized")])
    def f(serialized):
        features = {name: gw.io.FixedLenFeature([], dtype) for name, dtype in zip("fis", ("float", "int64", "string"))}
        parsed = gw.io.parse_example(serialized, features)
        gw.print(parsed["i"])
        return parsed

    module.f = f
    gw.saved_model.save(module, str(tmp_path))
    given = "serialized=[{'f': [1.5], 'i': [3], 's': ['a']}, {'f': [2.5], 'i': [4], 's': [b'b']}]"
    assert command.main(["run", "--dir", str(tmp_path), "--input_examples", given]) == 0
    shown = capsys.readouterr().out
    assert "key f:\n[1.5 2.5]" in shown and "key i:\n[3 4]" in shown and "key s:\n[b'a' b'b']" in shown
    for wrong in ("serialized=3", "serialized=[3]", "serialized=[{'f': 1.5}]"):
        assert command.main(["run", "--dir", str(tmp_path), "--input_examples", wrong]) == 1
    capsys.readouterr()
    assert command.main(["scan", "--dir", str(tmp_path)]) == 0
    assert "contains the following denylisted ops: ['PrintV2']" in capsys.readouterr().out
    assert command.main(["scan", "--dir", str(tmp_path), "--op_denylist", "WriteFile"]) == 0
    assert "does not contain the denylisted ops: ['WriteFile']" in capsys.readouterr().out
