"""Image files: tf.io.decode_png and its relations. PNG and BMP are read here, JPEG by the core, the other formats by Pillow."""

from __future__ import annotations

import struct

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.damaged import raised_in
from graphwright._src.base.export import export
from graphwright._src.ops.image_png import read_png, write_png, wrong
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import numpy as np

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor


# ---- the public functions ----

_DECODE_DOC = """The image in {article} file (tf.io.{name}).

    Args:
      contents: a string scalar, the file's bytes.{args}
      name: of the operation.

    Returns:
      {returns}

    Raises:
      tf.errors.InvalidArgumentError: the bytes are no such image.{pillow}
    """
_CHANNELS = """
      channels: 1 for grey, 3 for RGB, 4 for RGBA, 0 for what the file has."""
_PILLOW = """
      tf.errors.UnimplementedError: Pillow, which reads this format, is not installed."""
_IMAGE = "A {} tensor of shape [height, width, channels]."
_JPEG_ARGS = """
      ratio: 1, 2, 4 or 8: by how much the image is made smaller.
      fancy_upscaling: whether colours of less resolution are interpolated.
      try_recover_truncated: whether files that end too early are read as far as they go.
      acceptable_fraction: of the rows that files which end too early must have; the others are black.
      dct_method: 'INTEGER_ACCURATE', or 'INTEGER_FAST', which '' means, too."""


def _describe(function: Callable[..., Any], article: str, args: str, returns: str, pillow: bool = True) -> None:
    function.__doc__ = _DECODE_DOC.format(
        article=article, name=function.__name__, args=args, returns=returns, pillow=_PILLOW if pillow else ""
    )


def decode_png(
    contents: TensorLike, channels: int = 0, dtype: DTypeLike = dtypes.uint8, name: str | None = None
) -> Tensor:
    return _core.op("DecodePng")(contents, channels=channels, dtype=dtype, name=name)


def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    return _core.op("DecodeJpeg")(
        contents,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=acceptable_fraction,
        dct_method=dct_method,
        name=name,
    )


def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    return _core.op("DecodeAndCropJpeg")(
        contents,
        crop_window,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=acceptable_fraction,
        dct_method=dct_method,
        name=name,
    )


def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    return _core.op("DecodeGif")(contents, name=name)


def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> Tensor:
    return _core.op("DecodeBmp")(contents, channels=channels, name=name)


def decode_webp(
    contents: TensorLike, channels: int = 0, dtype: DTypeLike = dtypes.uint8, name: str | None = None
) -> Tensor:
    return _core.op("DecodeWebP")(contents, channels=channels, dtype=dtype, name=name)


def decode_jxl(
    contents: TensorLike, channels: int = 0, dtype: DTypeLike = dtypes.uint8, name: str | None = None
) -> Tensor:
    return _core.op("DecodeJxl")(contents, channels=channels, dtype=dtype, name=name)


def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    dtype = dtypes.as_dtype(dtype)
    channels = 0 if channels is None else channels
    if dtype in (dtypes.uint8, dtypes.uint16, dtypes.float32):
        return _core.op("DecodeImage")(
            contents, channels=channels, dtype=dtype, expand_animations=expand_animations, name=name
        )
    from graphwright._src.ops.image_color import convert_image_dtype

    decoded = _core.op("DecodeImage")(
        contents, channels=channels, dtype=dtypes.uint16, expand_animations=expand_animations
    )
    return convert_image_dtype(decoded, dtype, name=name)


_describe(
    decode_png, "a PNG", _CHANNELS + "\n      dtype: tf.uint8 or tf.uint16.", _IMAGE.format("uint8 or uint16"), False
)
_describe(decode_jpeg, "a JPEG", _CHANNELS + _JPEG_ARGS, _IMAGE.format("uint8"), False)
_describe(
    decode_and_crop_jpeg,
    "a JPEG",
    "\n      crop_window: the part that is wanted: y, x, height, width." + _CHANNELS + _JPEG_ARGS,
    _IMAGE.format("uint8"),
    False,
)
_describe(decode_gif, "a GIF", "", "A uint8 tensor of shape [frames, height, width, 3].")
_describe(decode_bmp, "a BMP", _CHANNELS, _IMAGE.format("uint8"), False)
_describe(
    decode_webp,
    "a WebP",
    _CHANNELS + "\n      dtype: tf.uint8.",
    "A uint8 tensor of shape [frames, height, width, channels].",
)
_describe(decode_jxl, "a JPEG XL", _CHANNELS + "\n      dtype: tf.uint8.", _IMAGE.format("uint8"))
_describe(
    decode_image,
    "a PNG, JPEG, GIF, BMP or WebP",
    _CHANNELS + "\n      dtype: of the result; floats go from 0 to 1."
    "\n      expand_animations: whether a GIF gives all its frames, and an axis for them, or the first one only.",
    "A tensor of shape [height, width, channels] or [frames, height, width, channels].",
)
for _function in (
    decode_png,
    decode_jpeg,
    decode_and_crop_jpeg,
    decode_gif,
    decode_bmp,
    decode_image,
    decode_webp,
    decode_jxl,
):
    globals()[_function.__name__] = export(f"io.{_function.__name__}", f"image.{_function.__name__}")(_function)


@export("io.is_jpeg", "image.is_jpeg", ragged="unary")
def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    """Tells whether bytes begin as a JPEG file does (tf.io.is_jpeg).

    Args:
      contents: a string tensor.
      name: of the operation.

    >>> import graphwright as tf
    >>> bool(tf.io.is_jpeg(b"GIF89a"))
    False
    """
    return _core.op("Equal")(_core.op("Substr")(contents, 0, 3), b"\xff\xd8\xff", name=name)


@export("io.extract_jpeg_shape", "image.extract_jpeg_shape")
def extract_jpeg_shape(contents: TensorLike, output_type: DTypeLike = dtypes.int32, name: str | None = None) -> Tensor:
    """Height, width and channels of the image in a JPEG file, without reading all of it (tf.io.extract_jpeg_shape).

    Args:
      contents: a string scalar, the file's bytes.
      output_type: tf.int32 or tf.int64.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: the bytes are no JPEG file.
    """
    return _core.op("ExtractJpegShape")(contents, output_type=output_type, name=name)


@export("io.encode_png", "image.encode_png")
def encode_png(image: TensorLike, compression: int = -1, name: str | None = None) -> Tensor:
    """Images as PNG files (tf.io.encode_png).

    Args:
      image: a uint8 or uint16 tensor of shape [..., height, width, 1 to 4 channels].
      compression: from 0, none, to 9, much; -1 for something between.
      name: of the operation.

    Returns:
      A string tensor of shape [...].

    Raises:
      tf.errors.InvalidArgumentError: the images have another shape, or the compression is out of range.

    >>> import graphwright as tf
    >>> file = tf.io.encode_png(tf.constant([[[1], [2]]], tf.uint8))
    >>> tf.io.decode_png(file)[0, :, 0].numpy()
    array([1, 2], dtype=uint8)
    """
    hint = dtypes.uint8 if isinstance(image, (list, tuple)) else None
    return _core.op("EncodePng")(as_tensor(image, None, hint), compression=compression, name=name)


@export("io.encode_jpeg", "image.encode_jpeg")
def encode_jpeg(
    image: TensorLike,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    """Returns an image as a JPEG file (tf.io.encode_jpeg).

    Args:
      image: a uint8 tensor of shape [height, width, 1 or 3].
      format: 'grayscale' or 'rgb'; '' for what the image's channels say.
      quality: from 0 to 100.
      progressive: whether the file gives the whole image roughly at first.
      optimize_size: takes longer, and makes the file smaller.
      chroma_downsampling: whether colours are kept at half the resolution.
      density_unit, x_density, y_density: pixels per inch, 'in', or centimetre, 'cm'.
      xmp_metadata: kept in the file.
      name: of the operation.

    Raises:
      tf.errors.InvalidArgumentError: the image has another shape, or an argument is out of range.
      tf.errors.UnimplementedError: Pillow is not installed.
    """
    return _core.op("EncodeJpeg")(
        image,
        format=format,
        quality=quality,
        progressive=progressive,
        optimize_size=optimize_size,
        chroma_downsampling=chroma_downsampling,
        density_unit=density_unit,
        x_density=x_density,
        y_density=y_density,
        xmp_metadata=xmp_metadata,
        name=name,
    )


# ---- what the core calls ----


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise errors.UnimplementedError(
            None, None, "reading and writing this image format needs Pillow: pip install 'graphwright[images]'"
        ) from error
    return Image


def _opened(contents: bytes, kind: str) -> Any:
    """Returns the file as Pillow's image, its pixels not yet read."""
    import io

    try:
        return _pillow().open(io.BytesIO(contents))
    except OSError as error:
        raise wrong(f"the bytes are no {kind} image: {error}") from error


def _format_of(contents: bytes) -> str:
    for start, kind in (
        (b"\xff\xd8\xff", "JPEG"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"GIF8", "GIF"),
        (b"BM", "BMP"),
    ):
        if contents.startswith(start):
            return kind
    if contents[:4] == b"RIFF" and contents[8:12] == b"WEBP":
        return "WebP"
    return ""


def _array(image: Any, kind: str) -> np.ndarray:
    """Returns the pixels as an array of rank 3."""
    import numpy as np

    try:
        pixels = np.asarray(image)
    except (OSError, SyntaxError, ValueError) as error:
        raise wrong(f"the {kind} file cannot be read: {error}") from error
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


# ---- the formats ----


def _read_png(contents: bytes) -> tuple[np.ndarray, bool]:
    """See `read_png`; images of an ordinary kind are read faster by Pillow, where that is installed."""
    plain = contents[24:26] in (b"\x08\x00", b"\x08\x02", b"\x08\x04", b"\x08\x06") and contents[28:29] == b"\0"
    if plain and b"tRNS" not in contents:
        try:
            return _array(_opened(contents, "PNG"), "PNG"), False
        except errors.OpError:
            pass  # there is no Pillow, or it does not like the file
    return read_png(contents)


def _read_bmp(contents: bytes, channels: int) -> np.ndarray:
    import numpy as np

    if not contents.startswith(b"BM") or len(contents) < 32:
        raise wrong("Incomplete bmp content or no BMP file")
    (offset,) = struct.unpack_from("<I", contents, 10)
    width, height = struct.unpack_from("<ii", contents, 18)
    (bits,) = struct.unpack_from("<H", contents, 28)
    if bits not in (8, 24, 32):
        raise wrong(f"Number of channels inherent in the image must be 1, 3 or 4, was {bits / 8:g}")
    samples = bits // 8
    if channels == 1 and samples != 1:
        raise wrong(f"channels attribute {channels} does not match bits per pixel from file {samples}")
    rows = abs(height)
    row_bytes = (bits * width + 31) // 32 * 4
    if width <= 0 or rows == 0 or offset + row_bytes * (rows - 1) + width * samples > len(contents):
        raise wrong("Incomplete bmp content, requires more bytes than there are")
    data = contents[offset : offset + row_bytes * rows].ljust(row_bytes * rows, b"\0")
    pixels = np.frombuffer(data, np.uint8).reshape(rows, row_bytes)[:, : width * samples].reshape(rows, width, samples)
    if height > 0:
        pixels = pixels[::-1]
    return pixels if samples == 1 else pixels[:, :, [2, 1, 0, 3][:samples]]


def _read_frames(contents: bytes, kind: str, mode: str | None = None) -> np.ndarray:
    """Returns all frames of an animation, [frames, height, width, channels]."""
    import numpy as np

    image = _opened(contents, kind)
    from PIL import ImageSequence

    try:
        frames = [
            _array(f.convert(mode or ("RGBA" if "A" in f.mode else "RGB")), kind) for f in ImageSequence.Iterator(image)
        ]
    except (OSError, EOFError, ValueError) as error:
        raise wrong(f"the {kind} file cannot be read: {error}") from error
    if not frames:
        raise wrong(f"the {kind} file has no frames")
    return np.stack(frames)


def _with_channels(pixels: np.ndarray, channels: int) -> np.ndarray:
    """Grey, grey with alpha, RGB or RGBA pixels as another of these."""
    import numpy as np

    have = pixels.shape[-1]
    if channels in (0, have):
        return pixels
    color, alpha = (pixels[..., :-1], pixels[..., -1:]) if have in (2, 4) else (pixels, None)
    if channels == 1:
        if have < 3:
            return color
        # Brightness in the fixed-point numbers that libpng takes.
        r, g, b = (color[..., k].astype(np.uint32) for k in range(3))
        return ((r * 9798 + g * 19235 + b * 3735) >> 15).astype(pixels.dtype)[..., None]
    if color.shape[-1] == 1:
        color = np.repeat(color, 3, -1)
    if channels == 3:
        return color
    most = np.iinfo(pixels.dtype).max
    return np.concatenate([color, np.full_like(color[..., :1], most) if alpha is None else alpha], -1)


def _as_dtype(pixels: np.ndarray, dtype: DType, factor: int = 256) -> np.ndarray:
    """Pixels of another dtype; `factor` makes 16 bits of 8."""
    import numpy as np

    if dtype == dtypes.float32:
        return (pixels.astype(np.float32) * np.float32(1 / np.iinfo(pixels.dtype).max)).astype(np.float32)
    if dtype == dtypes.uint8 and pixels.dtype == np.uint16:
        return (pixels >> 8).astype(np.uint8)
    if dtype == dtypes.uint16 and pixels.dtype == np.uint8:
        return pixels.astype(np.uint16) * np.uint16(factor)
    return pixels


def _decode(contents: bytes, channels: int, dtype: DType, op: str, frames: bool = False) -> np.ndarray:
    """Returns the image in a file of any format that the op takes, but JPEG; with `frames` all that a GIF has."""
    kind = _format_of(contents)
    if kind == "BMP" and op in ("DecodeImage", "DecodeBmp"):
        if channels == 1 and op == "DecodeImage":
            raise wrong("`channels` must be 0, 3 or 4 for BMP, but got 1")
        return _as_dtype(_with_channels(_read_bmp(contents, channels), channels), dtype)
    if kind == "WebP" and op == "DecodeImage":
        pixels = _read_frames(contents, kind)
        return _as_dtype(_with_channels(pixels if frames else pixels[0], channels), dtype)
    if kind not in ("PNG", "GIF") or op == "DecodeBmp":
        start = contents[:16]
        wanted = (
            "BMP" if op == "DecodeBmp" else "JPEG, PNG, GIF, or BMP" if op == "DecodeImage" else "JPEG, PNG, or GIF"
        )
        if not kind:
            raise wrong(
                "Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required: the contents start with "
                f"{start!r}"
            )
        raise wrong(f"Expected image ({wanted}), got {kind} format starting with {start!r}")
    if kind == "PNG":
        pixels, keyed = _read_png(contents)
        if channels == 0 and keyed:
            channels = pixels.shape[-1] - 1  # one colour that is transparent makes no channel
        return _as_dtype(_with_channels(pixels, channels), dtype, 257)
    else:
        if channels not in (0, 3):
            raise wrong(f"channels must be 0 or 3 for GIF, got {channels}")
        pixels = _read_frames(contents, kind, "RGB")
        if not frames:
            if len(pixels) > 1 and op != "DecodeImage":
                raise wrong(
                    f"Got {len(pixels)} frames, but animated gifs can only be decoded by decode_gif or decode_image"
                )
            pixels = pixels[0]
    return _as_dtype(pixels, dtype)


def _decode_png(contents: bytes, channels: int, dtype: DType) -> np.ndarray:
    return _decode(contents, channels, dtype, "DecodePng")


def _decode_jpeg(contents: bytes, channels: int, *rest: object) -> np.ndarray:
    return _decode(contents, channels, dtypes.uint8, "DecodeJpeg")


def _decode_and_crop_jpeg(contents: bytes, window: object, *rest: object) -> np.ndarray:
    raise wrong(f"DecodeAndCropJpeg operation can run on JPEG only, but detected {_format_of(contents) or 'none'}.")


def _decode_gif(contents: bytes) -> np.ndarray:
    pixels = _decode(contents, 0, dtypes.uint8, "DecodeGif", frames=True)
    return _with_channels(pixels if pixels.ndim == 4 else pixels[None], 3)


def _decode_bmp(contents: bytes, channels: int) -> np.ndarray:
    return _decode(contents, channels, dtypes.uint8, "DecodeBmp")


def _decode_image(contents: bytes, channels: int, dtype: DType, expand_animations: bool) -> np.ndarray:
    return _decode(contents, channels, dtype, "DecodeImage", frames=expand_animations)


def _decode_webp(contents: bytes, channels: int, dtype: DType) -> np.ndarray:
    if _format_of(contents) != "WebP":
        raise wrong("the bytes are no WebP image")
    return _with_channels(_read_frames(contents, "WebP"), channels)


def _decode_jxl(contents: bytes, channels: int, dtype: DType) -> np.ndarray:
    if not contents.startswith((b"\xff\x0a", b"\0\0\0\x0cJXL \r\n\x87\n")):
        raise wrong("the bytes are no JPEG XL image")
    try:
        import pillow_jxl  # noqa: F401  # pyright: ignore[reportMissingImports]  # it need not be there
    except ImportError as error:
        raise errors.UnimplementedError(
            None, None, "reading JPEG XL needs Pillow's plugin for it: pip install pillow-jxl-plugin"
        ) from error
    return _with_channels(_read_frames(contents, "JPEG XL")[0], channels)


def _encode_png(images: np.ndarray, compression: int, dtype: DType) -> Any:
    import numpy as np

    if not -1 <= compression <= 9:
        raise wrong(f"compression should be in [-1,9], got {compression}")
    if images.ndim < 3:
        raise wrong(f"images must be at least rank 3, got shape {list(images.shape)}")
    *batch, height, width, channels = images.shape
    if not 1 <= channels <= 4:
        raise wrong(f"image must have 1, 2, 3, or 4 channels, got {channels}")
    if height == 0 or width == 0:
        raise wrong(f"image must not be empty, got shape {list(images.shape)}")
    files = np.empty(batch, object)
    for place in np.ndindex(*batch):
        files[place] = write_png(images[place], compression)
    return files


def _write_jpeg(image: np.ndarray, quality: int, **options: Any) -> bytes:
    import io

    Image = _pillow()  # noqa: N806
    if image.ndim != 3 or image.shape[2] not in (1, 3):
        raise wrong(f"image must be of shape [height, width, 1 or 3], got {list(image.shape)}")
    if 0 in image.shape or max(image.shape[:2]) > 65500:
        raise wrong(f"image must be of sizes from 1 to 65500, got {list(image.shape)}")
    if not 0 <= quality <= 100:
        raise wrong(f"quality must be in [0,100], got {quality}")
    file = io.BytesIO()
    picture = Image.fromarray(image[:, :, 0] if image.shape[2] == 1 else image)
    # Pillow takes 0 for its own default.
    picture.save(file, "JPEG", quality=max(quality, 1), **options)
    return file.getvalue()


def _encode_jpeg(
    image: np.ndarray,
    format: str,
    quality: int,
    progressive: bool,
    optimize: bool,
    downsample: bool,
    unit: str,
    x_density: int,
    y_density: int,
    xmp: str,
) -> bytes:
    channels = image.shape[2] if image.ndim == 3 else None
    wanted = {"": channels, "grayscale": 1, "rgb": 3}[format]
    if wanted != channels:
        raise wrong(f"format '{format}' expects {wanted} channels, got shape {list(image.shape)}")
    more = {"xmp": xmp.encode()} if xmp else {}
    sampling = {"subsampling": "4:2:0" if downsample else "4:4:4"} if channels == 3 else {}
    file = _write_jpeg(image, quality, progressive=progressive, optimize=optimize, dpi=(1, 1), **sampling, **more)
    return _with_densities(file, 1 if unit == "in" else 2, x_density, y_density)


def _with_densities(file: bytes, unit: int, x_density: int, y_density: int) -> bytes:
    """Returns a JPEG file with another unit (1 for inches, 2 for centimetres) and densities: Pillow knows inches only."""
    return file[:13] + struct.pack(">BHH", unit, x_density & 0xFFFF, y_density & 0xFFFF) + file[18:]


def _encode_jpeg_of_quality(image: np.ndarray, quality: int | np.ndarray) -> bytes:
    sampling = {"subsampling": "4:2:0"} if image.ndim == 3 and image.shape[2] == 3 else {}
    return _with_densities(_write_jpeg(image, int(quality), **sampling), 1, 300, 300)


_CODECS: dict[str, Callable[..., Any]] = {
    "DecodePng": _decode_png,
    "DecodeJpeg": _decode_jpeg,
    "DecodeAndCropJpeg": _decode_and_crop_jpeg,
    "DecodeGif": _decode_gif,
    "DecodeBmp": _decode_bmp,
    "DecodeImage": _decode_image,
    "DecodeWebP": _decode_webp,
    "DecodeJxl": _decode_jxl,
    "EncodePng": _encode_png,
    "EncodeJpeg": _encode_jpeg,
    "EncodeJpegVariableQuality": _encode_jpeg_of_quality,
}
_TYPED = {"DecodePng": 1, "DecodeImage": 1, "DecodeWebP": 1, "DecodeJxl": 1, "EncodePng": 1}


_READERS = ("graphwright", "PIL", "numpy", "pillow_jxl", "struct")


def _run(op: str, tensors: list[Any]) -> Tensor:
    """Runs an op on its inputs and, behind them, its attrs; called by the core."""
    import numpy as np

    values: list[Any] = []
    attrs = 2 if op in ("DecodeAndCropJpeg", "EncodeJpegVariableQuality") else 1
    for i, tensor in enumerate(tensors):
        value = tensor.numpy()
        if i >= attrs:
            value = value.decode() if isinstance(value, bytes) else value.item()
            if op in _TYPED and i - attrs == _TYPED[op]:
                value = dtypes.as_dtype(value)
        values.append(value)
    try:
        result = _CODECS[op](*values)
    except Exception as error:
        if isinstance(error, errors.OpError) or not raised_in(error.__traceback__, _READERS):
            raise
        if isinstance(error, MemoryError):
            raise errors.ResourceExhaustedError(None, None, f"{op}: no memory for an image of that size") from error
        raise wrong(f"{op}: the bytes are damaged: {error or type(error).__name__}") from error
    if isinstance(result, np.ndarray) and result.dtype != object:
        return _core.convert_to_tensor(np.ascontiguousarray(result))
    if isinstance(result, np.ndarray):
        return _core.convert_to_tensor(result.tolist() if result.ndim else result.item(), dtypes.string)
    return _core.convert_to_tensor(result, dtypes.string)


_core.register_hook("image_codec", _run)
