"""Compiles `protos/` into `graphwright/_src/messages/descriptors.bin`: a FileDescriptorSet without comments, packed by zlib.

python tools/compile_protos.py            writes it; needs protoc as the package grpcio-tools has it
python tools/compile_protos.py --check    exit status 1 where it is out of date
"""

from __future__ import annotations

import pathlib
import subprocess
import sys
import tempfile
import zlib
from typing import Any

from google.protobuf import descriptor_pb2

_ROOT = pathlib.Path(__file__).resolve().parents[1]
PROTOS = _ROOT / "protos"
COMPILED = _ROOT / "python" / "graphwright" / "_src" / "messages" / "descriptors.bin"


def compiled() -> descriptor_pb2.FileDescriptorSet:
    """Returns the files below `protos/`, each behind those that it imports, as generated Python code holds them."""
    import grpc_tools

    names = sorted(str(file.relative_to(PROTOS)) for file in PROTOS.rglob("*.proto"))
    inner = pathlib.Path(grpc_tools.__file__).parent / "_proto"  # google/protobuf/any.proto and its kin
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "set"
        command = [
            sys.executable,
            "-m",
            "grpc_tools.protoc",
            f"-I{PROTOS}",
            f"-I{inner}",
            f"--descriptor_set_out={out}",
        ]
        subprocess.run([*command, *names], check=True)
        files = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes())
    for file in files.file:
        for message in file.message_type:
            _drop_json_names(message)
    return files


def _drop_json_names(message: Any) -> None:
    """Drops the names that JSON has for fields: they follow from the fields' own, and generated code is without them."""
    for field in message.field:
        field.ClearField("json_name")
    for inner in message.nested_type:
        _drop_json_names(inner)


def main(arguments: list[str]) -> int:
    """Writes or checks the file. Returns the exit status."""
    data = compiled().SerializeToString(deterministic=True)
    if "--check" in arguments:
        if COMPILED.exists() and zlib.decompress(COMPILED.read_bytes()) == data:
            return 0
        print(f"{COMPILED} is out of date, run python {__file__}", file=sys.stderr)
        return 1
    COMPILED.write_bytes(zlib.compress(data, 9))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
