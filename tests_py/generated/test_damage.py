"""No bytes make a decoder or a loader end otherwise than in a value or an error of `tf.errors` (damage.py)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import environment

COUNT = os.environ.get("GRAPHWRIGHT_DAMAGED", "60")  # for each decoder; loaders get a fifth
SEED = os.environ.get("GRAPHWRIGHT_DAMAGED_SEED", "1")


def test_damaged_files_end_in_errors_of_tensorflow():
    run = subprocess.run(
        [sys.executable, Path(__file__).resolve().parent / "damage.py", "--count", COUNT, "--seed", SEED],
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert run.returncode == 0, f"{run.stdout[-8000:]}\n{run.stderr[-2000:]}"


def png_with(gw, width, height):
    import struct
    import zlib

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_images_that_claim_to_be_huge(gw):
    import pytest

    for size in ((1 << 15, 1 << 14), (1 << 26, 1 << 26), (20_000, 20_000)):
        with pytest.raises(gw.errors.InvalidArgumentError):
            gw.io.decode_png(png_with(gw, *size))


@pytest.mark.parametrize("key", ["a b", "class", "_hidden", ""])
def test_fields_of_a_named_tuple_that_are_no_names(key, gw):
    from graphwright._src.messages.classes import StructuredValue
    from graphwright._src.saved_model.structured_value import decode

    message = StructuredValue()
    message.named_tuple_value.name = "Pair"
    message.named_tuple_value.values.add().key = key
    message.named_tuple_value.values[0].value.int64_value = 1
    with pytest.raises(gw.errors.DataLossError, match="Pair"):
        decode(message)


def test_references_in_the_spec_of_a_saved_data_set(gw, tmp_path):
    from graphwright._src.saved_model.structured_value import encode

    gw.data.Dataset.range(3).save(str(tmp_path))
    message = encode((gw.TensorSpec([], gw.int64), gw.TensorSpec([], gw.float32)))
    message.tuple_value.values[1].tensor_spec_value.dtype += 100
    (tmp_path / "dataset_spec.pb").write_bytes(message.SerializeToString())
    with pytest.raises(gw.errors.DataLossError, match="references"):
        gw.data.Dataset.load(str(tmp_path))


def test_what_the_handler_of_a_signal_raises_is_left_alone(gw, monkeypatch):
    import pytest

    from graphwright._src.ops import image_codecs

    class Enough(OSError):
        pass

    def stop():
        raise Enough

    def decode(contents):
        stop()

    monkeypatch.setitem(image_codecs._CODECS, "DecodeGif", decode)
    with pytest.raises(Enough):
        gw.io.decode_gif(b"GIF89a")
