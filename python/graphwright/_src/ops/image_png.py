"""PNG files, read and written without any image library."""

from __future__ import annotations

import struct

from graphwright._src.base import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np


def wrong(message: str) -> errors.OpError:
    """Returns the error that bytes are no such image."""
    return errors.InvalidArgumentError(None, None, message)


_MOST_PIXELS = 1 << 29
_PNG_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_ADAM7 = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))


def _unfiltered(data: bytes, rows: int, row_bytes: int, step: int) -> np.ndarray:
    """Returns the rows of a PNG image behind its filters: each byte is the difference to one that its neighbours foretell."""
    import numpy as np

    if len(data) < rows * (row_bytes + 1):
        raise wrong("the PNG file ends too early")
    lines = np.frombuffer(data, np.uint8, rows * (row_bytes + 1)).reshape(rows, row_bytes + 1)
    out = np.zeros((rows, row_bytes), np.uint8)
    above = np.zeros(row_bytes, np.uint8)
    for y in range(rows):
        kind, line = lines[y, 0], lines[y, 1:]
        if kind == 0:
            out[y] = line
        elif kind == 1:
            whole = np.zeros(-(-row_bytes // step) * step, np.uint8)
            whole[:row_bytes] = line
            out[y] = np.add.accumulate(whole.reshape(-1, step), axis=0, dtype=np.uint8).ravel()[:row_bytes]
        elif kind == 2:
            out[y] = line + above
        elif kind in (3, 4):
            out[y] = np.frombuffer(_foretold(kind, line.tobytes(), above.tobytes(), step), np.uint8)
        else:
            raise wrong(f"the PNG file has a row with the unknown filter {kind}")
        above = out[y]
    return out


def _foretold(kind: int, line: bytes, above: bytes, step: int) -> bytearray:
    """Returns a row whose bytes depend on those before them in ways that no array operation has."""
    made = bytearray(line)
    for i in range(len(line)):
        left = made[i - step] if i >= step else 0
        up = above[i]
        if kind == 3:
            made[i] = (line[i] + (left + up) // 2) & 255
            continue
        corner = above[i - step] if i >= step else 0
        guess = left + up - corner
        to_left, to_up, to_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
        best = left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
        made[i] = (line[i] + best) & 255
    return made


def _png_samples(data: bytes, height: int, width: int, depth: int, samples: int, interlaced: int) -> np.ndarray:
    """Returns the samples [height, width, samples] in the decompressed data."""
    import numpy as np

    step = max(1, depth * samples // 8)
    wide = np.uint16 if depth == 16 else np.uint8

    def part(data: bytes, rows: int, columns: int) -> tuple[np.ndarray, int]:
        row_bytes = (columns * depth * samples + 7) // 8
        lines = _unfiltered(data, rows, row_bytes, step)
        used = rows * (row_bytes + 1)
        if depth == 16:
            return lines.view(">u2").astype(np.uint16).reshape(rows, columns, samples), used
        if depth == 8:
            return lines.reshape(rows, columns, samples), used
        bits = np.unpackbits(lines, axis=1)[:, : columns * samples * depth].reshape(rows, columns, samples, depth)
        weights = 1 << np.arange(depth - 1, -1, -1, dtype=np.uint8)
        return (bits * weights).sum(-1).astype(np.uint8), used

    if not interlaced:
        return part(data, height, width)[0]
    out = np.zeros((height, width, samples), wide)
    for top, left, down, right in _ADAM7:
        rows, columns = -(-(height - top) // down), -(-(width - left) // right)
        if rows <= 0 or columns <= 0:
            continue
        pixels, used = part(data, rows, columns)
        data = data[used:]
        out[top::down, left::right] = pixels
    return out


def read_png(contents: bytes) -> tuple[np.ndarray, bool]:
    """Returns the image in a PNG file as uint8, or as uint16 where it has 16 bits per sample.

    Also whether its last channel stands for a colour that is transparent.
    """
    import zlib

    import numpy as np

    place, header, palette, clear, packed = 8, None, None, None, []
    while place + 8 <= len(contents):
        length, kind = struct.unpack_from(">I4s", contents, place)
        body = contents[place + 8 : place + 8 + length]
        if len(body) < length:
            raise wrong("the PNG file ends too early")
        place += 12 + length
        if kind == b"IHDR" and length == 13:
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE":
            palette = np.frombuffer(body, np.uint8, len(body) // 3 * 3).reshape(-1, 3)
        elif kind == b"tRNS":
            clear = body
        elif kind == b"IDAT":
            packed.append(body)
        elif kind == b"IEND":
            break
    if header is None or not packed:
        raise wrong("the PNG file has no image")
    width, height, depth, color, _, _, interlaced = header
    if (
        color not in _PNG_SAMPLES
        or depth not in (1, 2, 4, 8, 16)
        or not 0 < width < 1 << 27
        or not 0 < height < 1 << 27
        or height * width >= _MOST_PIXELS
    ):
        raise wrong("the PNG file has a header that makes no sense")
    samples = _PNG_SAMPLES[color]
    most = 8 + (height + 8) * (width * samples * depth // 8 + 16) * 2
    try:
        data = zlib.decompressobj().decompress(b"".join(packed), most)
    except zlib.error as error:
        raise wrong(f"the PNG file is damaged: {error}") from error
    pixels = _png_samples(data, height, width, depth, samples, interlaced)
    if color == 3:
        if palette is None:
            raise wrong("the PNG file lacks its palette")
        index = np.minimum(pixels[:, :, 0], len(palette) - 1)
        colors = palette[index]
        if clear is None:
            return colors, False
        alphas = np.full(256, 255, np.uint8)
        alphas[: min(len(clear), 256)] = np.frombuffer(clear[:256], np.uint8)
        return np.concatenate([colors, alphas[index][:, :, None]], 2), False
    opaque = None
    if clear is not None and color in (0, 2) and len(clear) >= 2 * samples:
        key = np.array(struct.unpack_from(f">{samples}H", clear))
        most_value = 65535 if depth == 16 else 255
        opaque = np.where((pixels == key).all(-1, keepdims=True), 0, most_value).astype(pixels.dtype)
    if depth < 8:
        pixels = (pixels * np.uint8(255 // ((1 << depth) - 1))).astype(np.uint8)
    return (pixels, False) if opaque is None else (np.concatenate([pixels, opaque], 2), True)


def _filtered(lines: np.ndarray, step: int) -> bytes:
    """Rows as a PNG file has them, each by the filter that leaves the smallest bytes."""
    import numpy as np

    rows, row_bytes = lines.shape
    left, above, corner = (np.zeros((rows, row_bytes), np.int16) for _ in range(3))
    left[:, step:] = lines[:, :-step] if row_bytes > step else 0
    above[1:] = lines[:-1]
    corner[1:, step:] = lines[:-1, :-step] if row_bytes > step else 0
    guess = left + above - corner
    to_left, to_above, to_corner = abs(guess - left), abs(guess - above), abs(guess - corner)
    paeth = np.where(
        (to_left <= to_above) & (to_left <= to_corner), left, np.where(to_above <= to_corner, above, corner)
    )
    foretold = (np.zeros_like(left), left, above, (left + above) // 2, paeth)
    kinds = np.stack([(lines - guess).astype(np.uint8) for guess in foretold])
    sizes = np.abs(kinds.view(np.int8).astype(np.int16)).sum(-1, dtype=np.int64)
    best = sizes.argmin(0)
    out = np.empty((rows, row_bytes + 1), np.uint8)
    out[:, 0] = best
    out[:, 1:] = kinds[best, np.arange(rows)]
    return out.tobytes()


_PART = 8192  # bytes of compressed samples that libpng has in a chunk


def write_png(image: np.ndarray, compression: int) -> bytes:
    """Returns an image [height, width, channels] of uint8 or uint16 as a PNG file."""
    import zlib

    height, width, channels = image.shape
    depth = 8 * image.dtype.itemsize
    lines = image.astype(">u2" if depth == 16 else "u1").reshape(height, -1).view("u1")

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    color = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    samples = _filtered(lines, channels * depth // 8)
    stream = zlib.compressobj(compression, strategy=zlib.Z_FILTERED)
    data = _for_small_window(stream.compress(samples) + stream.flush(), len(samples))
    parts = (chunk(b"IDAT", data[at : at + _PART]) for at in range(0, len(data), _PART))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(parts) + chunk(b"IEND", b"")


def _for_small_window(data: bytes, size: int) -> bytes:
    """zlib's stream of so many bytes whose header asks its reader for a window no larger than these, as libpng writes it."""
    bits = min(max((size - 1).bit_length(), 8), 15)
    method, level = (bits - 8) * 16 + 8, data[1] & 0xE0
    return bytes([method, level + 31 - (method * 256 + level) % 31]) + data[2:]
