"""Image files are read as TensorFlow reads them, JPEG files to the last bit, and files written here are TensorFlow's."""

import io

import numpy as np
import pytest

from support.compare import evaluated, same_outcome

Image = pytest.importorskip("PIL.Image")
RNG = np.random.default_rng(3)
STEPS = RNG.normal(0, 2, (17, 22, 3)).cumsum(0).cumsum(1)
PICTURE = np.clip(STEPS + 128, 0, 255).astype("uint8")
CLEAR = np.concatenate([PICTURE, np.where(PICTURE[..., :1] > PICTURE[..., :1].mean(), 255, 40).astype("uint8")], -1)


def written(pixels, kind, mode=None, **options):
    file = io.BytesIO()
    image = Image.fromarray(pixels)
    (image if mode is None else image.convert(mode)).save(file, kind, **options)
    return file.getvalue()


def animated(**options):
    file = io.BytesIO()
    frames = [Image.fromarray(np.roll(PICTURE, 5 * i, 1)).convert("P") for i in range(3)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], **options)
    return file.getvalue()


FILES = {
    "rgb.png": written(PICTURE, "PNG"),
    "grey.png": written(PICTURE[..., 0], "PNG"),
    "rgba.png": written(CLEAR, "PNG"),
    "la.png": written(PICTURE, "PNG", "LA"),
    "palette.png": written(PICTURE, "PNG", "P"),
    "bits.png": written(PICTURE, "PNG", "1"),
    "key.png": written(PICTURE, "PNG", transparency=tuple(int(n) for n in PICTURE[3, 3])),
    "clear palette.png": written(PICTURE, "PNG", "P", transparency=3),
    "rgb.jpeg": written(PICTURE, "JPEG", quality=90),
    "grey.jpeg": written(PICTURE[..., 0], "JPEG"),
    "full.jpeg": written(PICTURE, "JPEG", subsampling=0),
    "progressive.jpeg": written(PICTURE, "JPEG", progressive=True),
    "inks.jpeg": written(PICTURE, "JPEG", "CMYK"),
    "unmixed.jpeg": written(PICTURE, "JPEG", keep_rgb=True),
    "restarts.jpeg": written(PICTURE, "JPEG", restart_marker_blocks=2),
    "one.gif": written(PICTURE, "GIF"),
    "many.gif": animated(),
    "rgb.bmp": written(PICTURE, "BMP"),
    "grey.bmp": written(PICTURE[..., 0], "BMP"),
    "rgba.bmp": written(CLEAR, "BMP"),
    "nothing": b"",
    "text": b"hello",
    "half.png": written(PICTURE, "PNG")[:200],
    "half.jpeg": written(PICTURE, "JPEG")[:200],
}
CALLS = [
    f"tf.io.decode_{call}"
    for call in (
        "png(f)", "png(f,channels=1)", "png(f,channels=3)", "png(f,channels=4)", "png(f,channels=2)", "png(f,dtype=tf.uint16)",
        "image(f)", "image(f,channels=1)", "image(f,channels=3)", "image(f,channels=4)", "image(f,expand_animations=False)",
        "image(f,dtype=tf.float32)", "image(f,dtype=tf.uint16)", "image(f,dtype=tf.float64)", "gif(f)", "bmp(f)",
        "bmp(f,channels=3)",
"jpeg(f)", "jpeg(f,channels=1)", "jpeg(f,channels=3)", "jpeg(f,channels=4)", "jpeg(f,dct_method='INTEGER_ACCURATE')",
        "jpeg(f,dct_method='INTEGER_FAST')", "jpeg(f,dct_method='none')", "jpeg(f,ratio=2)", "jpeg(f,ratio=3)", "jpeg(f,ratio=8)",
        "jpeg(f,fancy_upscaling=False)", "jpeg(f,acceptable_fraction=.9)", "and_crop_jpeg(f,[3,5,10,11])",
        "and_crop_jpeg(f,[3,15,2,1])", "and_crop_jpeg(f,[10,5,10,11])", "and_crop_jpeg(f,[1,2])",
        "and_crop_jpeg(f,[0,1,5,2],ratio=2,channels=1)", "and_crop_jpeg(f,[0,1,5,2],dct_method='INTEGER_ACCURATE')",
    )
] + ["tf.io.is_jpeg(f)", "tf.io.extract_jpeg_shape(f)", "tf.io.extract_jpeg_shape(f,output_type=tf.int64)"]  # fmt: skip
WRITING = """
tf.io.decode_png(tf.io.encode_png(x))
tf.io.decode_png(tf.io.encode_png(x[...,:1]))
tf.io.decode_png(tf.io.encode_png(x[...,:2]))
tf.io.decode_png(tf.io.encode_png(tf.concat([x,x[...,:1]],-1),compression=9))
tf.io.decode_png(tf.io.encode_png(tf.cast(x,tf.uint16)*200),dtype=tf.uint16)
tf.io.decode_png(tf.io.encode_png(tf.cast(x[...,:1],tf.uint16)*200),dtype=tf.uint16)
tf.io.encode_png(tf.stack([x,x])).shape
tf.io.encode_png(x,compression=10)
tf.io.encode_png(tf.cast(x,tf.float32))
tf.io.decode_jpeg(tf.io.encode_jpeg(x))
tf.io.decode_jpeg(tf.io.encode_jpeg(x,format="rgb",quality=30))
tf.io.decode_jpeg(tf.io.encode_jpeg(x[...,:1],format="grayscale",quality=30))
tf.io.decode_jpeg(tf.io.encode_jpeg(x,progressive=True,optimize_size=True,chroma_downsampling=False))
tf.io.encode_jpeg(x)
tf.io.encode_jpeg(x,density_unit="cm",x_density=7,y_density=80000)
tf.io.encode_jpeg(x[...,:1],xmp_metadata="about it",quality=0)
tf.raw_ops.EncodeJpegVariableQuality(images=x,quality=33)
tf.io.encode_jpeg(x,format="grayscale")
tf.io.encode_jpeg(x,format="none")
tf.io.encode_jpeg(x,quality=101)
tf.io.encode_jpeg(x[...,:2])
tf.image.adjust_jpeg_quality(x,50)
tf.image.adjust_jpeg_quality(tf.cast(x,tf.float32)/255.,50)
tf.image.adjust_jpeg_quality(x,101)
[tf.image.stateless_random_jpeg_quality(x,20,90,(1,k)) for k in range(3)]
[tf.random.set_seed(3),[tf.image.random_jpeg_quality(x,20,90) for k in range(3)]][1]
tf.image.random_jpeg_quality(x,20,10)
tf.image.stateless_random_jpeg_quality(x,-20,90,(1,2))
tf.function(lambda f: tf.io.decode_png(f,channels=3))(tf.io.encode_png(x))
"""


def names(module, file=b""):
    return {"f": file, "x": module.constant(PICTURE)}


def same_pixels(got, want, most, where="result"):
    if isinstance(want, (list, tuple)):
        assert len(got) == len(want)
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            same_pixels(g, w, most, f"{where}[{i}]")
    elif hasattr(want, "dtype"):
        assert (got.dtype.name, got.shape.as_list()) == (want.dtype.name, want.shape.as_list()), where
        if want.dtype.name == "string" and "JFIF" in str(want):
            assert got.numpy() == want.numpy(), where
        elif want.dtype.name != "string":
            one = {"float32": 1 / 255, "float64": 1 / 255, "uint16": 257}.get(want.dtype.name, 1)
            np.testing.assert_allclose(
                *(x.numpy().astype(float) for x in (got, want)), 0, most * one + 1e-6, err_msg=where
            )
    else:
        assert str(got) == str(want), where


def check(expression, tensorflow, gw, file, most):
    theirs, ours = (evaluated(expression, tf, lambda module: names(module, file)) for tf in (tensorflow, gw))
    same_outcome(theirs, ours, lambda got, want: same_pixels(got, want, most))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("call", CALLS)
def test_reading(call, file, tensorflow, gw):
    if file == "bits.png" and "channels=4" in call:
        pytest.skip("TensorFlow makes such an image all but transparent")
    if file == "half.jpeg" and "extract" in call:
        pytest.skip("TensorFlow wants to see more of the file than its head")
    grey = file.endswith("png") and "channels=1" in call  # libpng rounds a few otherwise
    check(call, tensorflow, gw, FILES[file], 1 if grey else 0)


def test_jpeg_files_of_many_kinds(tensorflow, gw):
    """Sizes, qualities, samplings and ways of reading: the very bytes."""
    noise = RNG.integers(0, 256, (40, 33, 3)).astype("uint8")
    smooth = np.clip(RNG.normal(0, 2, (40, 33, 3)).cumsum(0).cumsum(1) + 128, 0, 255).astype("uint8")
    wishes = [
        {},
        {"dct_method": "INTEGER_ACCURATE"},
        {"fancy_upscaling": False},
        {"ratio": 2},
        {"ratio": 4},
        {"channels": 1},
    ]
    for height, width in ((1, 1), (5, 3), (8, 8), (17, 31), (40, 33), (3, 33), (33, 2)):
        for pixels in (noise[:height, :width], smooth[:height, :width]):
            for options in (
                {"subsampling": k, "progressive": p, "quality": q}
                for k in (0, 1, 2)
                for p in (0, 1)
                for q in (5, 60, 98)
            ):
                file = written(pixels, "JPEG", **options)
                for wish in wishes:
                    want, got = (module.io.decode_jpeg(file, **wish).numpy() for module in (tensorflow, gw))
                    np.testing.assert_array_equal(got, want, err_msg=f"{pixels.shape} {options} {wish}")


def test_windows_of_jpeg_files(tensorflow, gw):
    for subsampling in (0, 1, 2):
        file = written(np.tile(PICTURE, (3, 3, 1)), "JPEG", subsampling=subsampling)
        for k in range(30):
            top, left = int(RNG.integers(0, 50)), int(RNG.integers(0, 65))
            window = [top, left, int(RNG.integers(1, 52 - top)), int(RNG.integers(1, 67 - left))]
            wish = [{}, {"fancy_upscaling": False}, {"channels": 1}][k % 3]
            want, got = (m.image.decode_and_crop_jpeg(file, window, **wish).numpy() for m in (tensorflow, gw))
            np.testing.assert_array_equal(got, want, err_msg=f"{subsampling} {window} {wish}")


def test_jpeg_files_that_end_too_early(tensorflow, gw):
    """Without recovery: whole rows of blocks, if there are enough of them, and black ones. Recovery makes up what is missing.

    Where a file ends in the last few bytes of a row of blocks TensorFlow may have a row less; what it makes up is not the same.
    """
    for options in ({}, {"subsampling": 0}, {"progressive": True}):
        file = written(np.tile(PICTURE, (3, 1, 1)), "JPEG", **options)
        for missing in (0, 2, 50, len(file) // 4):
            for fraction in (1.0, 0.5, 0.05):
                call = f"tf.io.decode_jpeg(f,acceptable_fraction={fraction})"
                check(call, tensorflow, gw, file[: len(file) - missing], 0)
    check("tf.io.decode_jpeg(f,try_recover_truncated=True)", tensorflow, gw, file[:-2], 0)
    assert gw.io.decode_jpeg(file[:-60], try_recover_truncated=True).shape == [51, 22, 3]


def test_damaged_jpeg_files(gw):
    """Any bytes give an image or an error, and nothing else."""
    for options in ({}, {"progressive": True}, {"restart_marker_blocks": 1}):
        file = written(PICTURE, "JPEG", **options)
        for _ in range(300):
            damaged = bytearray(file)
            for place in RNG.integers(2, len(file), int(RNG.integers(1, 4))):
                damaged[place] = RNG.integers(0, 256)
            try:
                gw.io.decode_jpeg(bytes(damaged), try_recover_truncated=True)
            except (gw.errors.InvalidArgumentError, gw.errors.ResourceExhaustedError):
                pass


@pytest.mark.parametrize("expression", WRITING.strip().splitlines())
def test_writing(expression, tensorflow, gw):
    check(expression, tensorflow, gw, b"", 0)


def test_webp(gw):
    # TensorFlow's own decoder of WebP corrupts memory where it is asked for another number of channels.
    for pixels in (PICTURE, CLEAR):
        file = written(pixels, "WEBP", lossless=True, exact=True)
        np.testing.assert_array_equal(gw.io.decode_webp(file).numpy()[0], pixels)


def test_files_cross_over(tensorflow, gw):
    for pixels in (PICTURE, CLEAR, PICTURE[..., :1], PICTURE.astype("uint16") * 201):
        for writer, reader in ((gw, tensorflow), (tensorflow, gw)):
            file = writer.io.encode_png(pixels).numpy()
            np.testing.assert_array_equal(reader.io.decode_png(file, dtype=pixels.dtype.name).numpy(), pixels)
    file = gw.io.encode_jpeg(PICTURE, quality=95).numpy()
    assert abs(tensorflow.io.decode_jpeg(file).numpy().astype(int) - PICTURE).mean() < 12
    np.testing.assert_array_equal(
        tensorflow.io.extract_jpeg_shape(file).numpy(), gw.io.extract_jpeg_shape(file).numpy()
    )


def test_every_filter_and_interlacing(gw):
    """PNG files of all kinds of rows, which Pillow reads but does not write, against Pillow."""
    from graphwright._src.ops.image_png import read_png

    for mode in ("L", "LA", "RGB", "RGBA", "P", "1"):
        file = written(CLEAR, "PNG", mode)
        image = Image.open(io.BytesIO(file))
        want = np.asarray(image.convert("RGBA") if mode == "P" else image.convert("L") if mode == "1" else image)
        got, _ = read_png(file)
        np.testing.assert_array_equal(got, want if want.ndim == 3 else want[..., None])


def test_without_pillow(gw, monkeypatch):
    import sys

    png = FILES["rgb.png"]
    want = gw.io.decode_png(png).numpy()
    monkeypatch.setitem(sys.modules, "PIL", None)
    np.testing.assert_array_equal(gw.io.decode_png(png).numpy(), want)
    with pytest.raises(gw.errors.UnimplementedError, match="pip install"):
        gw.io.decode_gif(FILES["one.gif"])
    assert gw.io.decode_jpeg(FILES["rgb.jpeg"]).shape == [17, 22, 3]


@pytest.mark.parametrize("shape", [(1, 1, 1), (4, 4, 3), (15, 17, 1), (16, 16, 1), (30, 30, 3), (100, 30, 4)])
def test_bytes_of_png_files(shape, tensorflow, gw):
    """Small images give the same files, which libraries compare and take check sums of."""
    image = (np.arange(np.prod(shape)) // 7 % 11).astype(np.uint8).reshape(shape)
    want, got = (tf.io.encode_png(image).numpy() for tf in (tensorflow, gw))
    assert got == want
