"""tf.signal gives TensorFlow's values, static shapes and errors; what TensorFlow has no kernels of, NumPy's."""

import numpy as np
import pytest

from support.compare import same_results
from support.one_line_cases import short_names

# ruff: noqa: E501 - a table of cases, a line each


CASES = r"""
tf.signal.fft(c())
tf.signal.fft(c(0))
tf.signal.fft(c(3,0))
tf.signal.fft(c(0,3))
tf.signal.fft2d(c(3))
tf.signal.fft2d(c(0,3))
tf.signal.fft([1.,2.])
tf.signal.fft([1,2])
tf.signal.rfft(f(4),[6])
tf.signal.rfft(f(4),6)
tf.signal.rfft(f(4),[3])
tf.signal.rfft(f(4),[-1])
tf.signal.rfft(f(0))
tf.signal.rfft(f(4),[4,4])
tf.signal.rfft(f())
tf.signal.rfft(c(4))
tf.signal.rfft([1,2,3])
tf.signal.rfft(tf.cast(f(4),tf.float16))
tf.signal.irfft(c(4))
tf.signal.irfft(c(4),[5])
tf.signal.irfft(c(4),[9])
tf.signal.irfft(c(4),[4])
tf.signal.irfft(c(0))
tf.signal.irfft(f(4))
tf.signal.rfft2d(f(3,4),[5,6])
tf.signal.rfft2d(f(3,4),[2,6])
tf.signal.rfft2d(f(3,4),[2])
tf.signal.irfft2d(c(3,4))
tf.signal.irfft2d(c(3,4),[4,9])
tf.signal.rfft3d(f(2,3,4))
tf.signal.irfft3d(c(2,3,4))
R.RFFT(input=f(4),fft_length=[6])
R.RFFT(input=f(4),fft_length=[2])
R.RFFT(input=f(4),fft_length=[4],Tcomplex=tf.complex128)
R.RFFT(input=f(4),fft_length=4)
R.RFFT(input=f(4),fft_length=[-2])
R.IRFFT(input=c(4),fft_length=[9])
R.IRFFT(input=c(4),fft_length=[3])
R.IRFFT(input=c(4),fft_length=[4],Treal=tf.float64)
R.RFFT2D(input=f(2,4),fft_length=[3,4])
R.RFFT2D(input=f(2,4),fft_length=[1,3])
g(tf.signal.fft,T([None,3],tf.complex64))
g(tf.signal.fft,T(None,tf.complex64))
g(tf.signal.rfft,T([None,3],tf.float32))
g(tf.signal.rfft,T([None,None],tf.float32))
g(tf.signal.rfft,T(None,tf.float32))
g(lambda x:tf.signal.rfft(x,[5]),T([None,None],tf.float32))
g(lambda x:tf.signal.rfft(x,[5]),T([None,3],tf.float32))
g(lambda x:tf.signal.rfft(x,[5]),T([None,7],tf.float32))
g(lambda x,n:tf.signal.rfft(x,n),T([None,3],tf.float32),T([1],tf.int32))
g(tf.signal.irfft,T([None,3],tf.complex64))
g(lambda x:tf.signal.irfft(x,[5]),T([None,None],tf.complex64))
tf.signal.fftshift(f(5))
tf.signal.fftshift(f(4,5),1)
tf.signal.fftshift(f(4,5),(0,1))
tf.signal.ifftshift(f(5))
tf.signal.fftshift([1,2,3,4,5])
tf.signal.fftshift(["a","b","c"])
tf.signal.fftshift(f(5),3)
tf.signal.dct(f(4))
tf.signal.dct(f(4),type=1)
tf.signal.dct(f(4),type=3)
tf.signal.dct(f(4),type=4)
tf.signal.dct(f(4),type=5)
tf.signal.dct(f(4),norm='ortho')
tf.signal.dct(f(4),type=1,norm='ortho')
tf.signal.dct(f(4),n=6)
tf.signal.dct(f(4),n=2)
tf.signal.dct(f(4),n=0)
tf.signal.dct(f(4,3),axis=0)
tf.signal.dct(f(4),norm='x')
tf.signal.dct(f(1),type=1)
tf.signal.dct(f(2),type=1)
tf.signal.dct([1,2])
tf.signal.dct(tf.cast(f(4),tf.float16))
tf.signal.dct(tf.cast(f(4),tf.float64),3,norm='ortho')
tf.signal.idct(f(4))
tf.signal.idct(f(4),n=3)
tf.signal.idct(f(4),type=1)
tf.signal.idct(f(4),type=3,norm='ortho')
tf.signal.idct(f(4),type=4)
tf.signal.idct(f(4),type=7)
tf.signal.dct(f(4),type=4,n=3)
tf.signal.dct(f(4),type=1,n=3)
tf.signal.frame(f(9),4,2)
tf.signal.frame(f(9),4,2,pad_end=True)
tf.signal.frame(f(9),4,2,pad_end=True,pad_value=7)
tf.signal.frame(f(9),4,3)
tf.signal.frame(f(2,9),4,2,axis=1)
tf.signal.frame(f(9,2),4,2,axis=0)
tf.signal.frame(f(9,2),4,2,axis=0,pad_end=True)
tf.signal.frame(f(2),4,2)
tf.signal.frame(f(0),4,2)
tf.signal.frame(f(0),4,2,pad_end=True)
tf.signal.frame(f(9),0,2)
tf.signal.frame(f(9),4,0)
tf.signal.frame(f(9),-4,2)
tf.signal.frame(f(),4,2)
tf.signal.frame([1,2,3,4,5],2,1)
tf.signal.frame(["a","b","c"],2,1)
tf.signal.frame(f(9),[4],2)
tf.signal.frame(f(9),4,2,axis=3)
g(lambda x: tf.signal.frame(x,4,2),T([None,9],tf.float32))
g(lambda x: tf.signal.frame(x,4,2),T([None,None],tf.float32))
g(lambda x: tf.signal.frame(x,4,2,pad_end=True),T([None,9],tf.float32))
g(lambda x: tf.signal.frame(x,4,2,pad_end=True),T([None,None],tf.float32))
g(lambda x: tf.signal.frame(x,4,2),T(None,tf.float32))
g(lambda x: tf.signal.frame(x,4,2,axis=0),T([9,None],tf.float32))
tf.signal.overlap_and_add(f(3,4),2)
tf.signal.overlap_and_add(f(3,4),4)
tf.signal.overlap_and_add(f(3,4),6)
tf.signal.overlap_and_add(f(3,4),3)
tf.signal.overlap_and_add(f(2,3,4),1)
tf.signal.overlap_and_add(f(3,4),0)
tf.signal.overlap_and_add(f(3,4),-1)
tf.signal.overlap_and_add(f(4),2)
tf.signal.overlap_and_add(f(0,4),2)
tf.signal.overlap_and_add(f(3,0),2)
tf.signal.overlap_and_add([[1,2],[3,4]],1)
tf.signal.overlap_and_add(f(3,4),2.5)
tf.signal.overlap_and_add(f(3,4),[2])
g(lambda x: tf.signal.overlap_and_add(x,2),T([None,3,4],tf.float32))
g(lambda x: tf.signal.overlap_and_add(x,2),T([None,None,4],tf.float32))
g(lambda x: tf.signal.overlap_and_add(x,2),T(None,tf.float32))
tf.signal.hann_window(8)
tf.signal.hann_window(8,periodic=False)
tf.signal.hann_window(7)
tf.signal.hann_window(1)
tf.signal.hann_window(0)
tf.signal.hann_window(-1)
tf.signal.hann_window(8.0)
tf.signal.hann_window([8])
tf.signal.hann_window(8,dtype=tf.float64)
tf.signal.hann_window(8,dtype=tf.float16)
tf.signal.hann_window(8,dtype=tf.bfloat16)
tf.signal.hann_window(8,dtype=tf.int32)
tf.signal.hann_window(8,dtype=tf.complex64)
tf.signal.hamming_window(7,periodic=False)
tf.signal.hamming_window(6)
tf.signal.hamming_window(1)
tf.signal.hann_window(tf.constant(5))
tf.signal.hann_window(5,True,'float64')
tf.signal.vorbis_window(8)
tf.signal.vorbis_window(7)
tf.signal.vorbis_window(0)
tf.signal.kaiser_window(8)
tf.signal.kaiser_window(8,beta=3.)
tf.signal.kaiser_window(1)
tf.signal.kaiser_window(7,0.)
tf.signal.kaiser_window(7,dtype=tf.float64)
tf.signal.kaiser_window(7,dtype=tf.float16)
tf.signal.kaiser_bessel_derived_window(8)
tf.signal.kaiser_bessel_derived_window(8,4.)
tf.signal.kaiser_bessel_derived_window(7)
tf.signal.kaiser_bessel_derived_window(8,dtype=tf.float64)
g(lambda n: tf.signal.hann_window(n),T([],tf.int32))
g(lambda n: tf.signal.kaiser_window(n),T([],tf.int32))
g(lambda n: tf.signal.vorbis_window(n),T([],tf.int32))
tf.signal.stft(f(32),8,4)
tf.signal.stft(f(32),8,4,fft_length=16)
tf.signal.stft(f(32),6,4)
tf.signal.stft(f(32),6,4,window_fn=None)
tf.signal.stft(f(32),6,4,pad_end=True)
tf.signal.stft(f(32),6,4,fft_length=4)
tf.signal.stft(tf.cast(f(32),tf.float64),8,4)
tf.signal.stft(tf.cast(f(32),tf.float16),8,4)
tf.signal.stft(f(),8,4)
g(lambda x: tf.signal.stft(x,8,4),T([None,None],tf.float32))
g(lambda x: tf.signal.stft(x,8,4),T([2,32],tf.float32))
g(lambda x,n: tf.signal.stft(x,n,4),T([2,32],tf.float32),T([],tf.int32))
g(lambda x: tf.signal.stft(x,8,4),T(None,tf.float32))
tf.signal.inverse_stft(c(5,5),8,4)
tf.signal.inverse_stft(c(5,5),6,4)
tf.signal.inverse_stft(c(5,5),8,4,window_fn=None)
tf.signal.inverse_stft(c(5,5),8,4,fft_length=8,window_fn=tf.signal.inverse_stft_window_fn(4))
tf.signal.inverse_stft(c(5,5),10,4)
tf.signal.inverse_stft(c(5,4),8,4)
tf.signal.inverse_stft(c(5,4),8,4,fft_length=6)
tf.signal.inverse_stft(f(5,4),8,4)
tf.signal.inverse_stft(c(4),8,4)
tf.signal.inverse_stft(c(5,5),8,4,fft_length=16)
g(lambda x: tf.signal.inverse_stft(x,8,4),T([None,None,5],tf.complex64))
tf.signal.inverse_stft_window_fn(4)(8,tf.float32)
tf.signal.inverse_stft_window_fn(3)(8,tf.float32)
tf.signal.inverse_stft_window_fn(4,forward_window_fn=tf.signal.hamming_window)(8,dtype=tf.float64)
tf.signal.inverse_stft_window_fn(10)(8,tf.float32)
tf.signal.mdct(f(32),8)
tf.signal.mdct(f(32),8,norm='ortho')
tf.signal.mdct(f(32),8,window_fn=None)
tf.signal.mdct(f(30),8,pad_end=True)
tf.signal.mdct(f(30),8)
tf.signal.mdct(f(32),6)
tf.signal.mdct(f(32),8,tf.signal.kaiser_bessel_derived_window)
tf.signal.mdct(f(32),8,norm='x')
tf.signal.inverse_mdct(f(5,4))
tf.signal.inverse_mdct(f(5,4),norm='ortho')
tf.signal.inverse_mdct(f(5,4),window_fn=None)
tf.signal.inverse_mdct(f(2,5,4))
tf.signal.inverse_mdct(f(5,3))
g(lambda x: tf.signal.mdct(x,8),T([None,None],tf.float32))
g(lambda x: tf.signal.inverse_mdct(x),T([None,None,4],tf.float32))
g(lambda x: tf.signal.inverse_mdct(x),T([None,None,None],tf.float32))
tf.signal.linear_to_mel_weight_matrix()
tf.signal.linear_to_mel_weight_matrix(4,9,8000,20.,3000.)
tf.signal.linear_to_mel_weight_matrix(4,9,8000,20.,3000.,tf.float64)
tf.signal.linear_to_mel_weight_matrix(4,9,8000,20.,3000.,tf.float16)
tf.signal.linear_to_mel_weight_matrix(0)
tf.signal.linear_to_mel_weight_matrix(4,9,-1)
tf.signal.linear_to_mel_weight_matrix(4,9,8000,-1.)
tf.signal.linear_to_mel_weight_matrix(4,9,8000,100.,50.)
tf.signal.linear_to_mel_weight_matrix(4,9,8000,100.,5000.)
tf.signal.linear_to_mel_weight_matrix(4,9,8000,100.,3000.,tf.int32)
tf.signal.linear_to_mel_weight_matrix(4,9,tf.constant(8000),100.,3000.)
tf.signal.linear_to_mel_weight_matrix(4,9,tf.constant(8000.),100.,3000.)
g(lambda r: tf.signal.linear_to_mel_weight_matrix(4,9,r,100.,3000.),T([],tf.float32))
tf.signal.linear_to_mel_weight_matrix(4,0)
tf.signal.linear_to_mel_weight_matrix(4,tf.constant(9))
tf.reduce_sum(tf.signal.linear_to_mel_weight_matrix(),0)
tf.signal.mfccs_from_log_mel_spectrograms(f(2,6))
tf.signal.mfccs_from_log_mel_spectrograms(f(2,3,6))
tf.signal.mfccs_from_log_mel_spectrograms(f(6))
tf.signal.mfccs_from_log_mel_spectrograms(f(2,0))
tf.signal.mfccs_from_log_mel_spectrograms(tf.cast(f(2,6),tf.float64))
g(lambda r: tf.signal.mfccs_from_log_mel_spectrograms(r),T([None,None],tf.float32))
tf.signal.fft(np.array([1,2,3,4],np.float32))
tf.signal.fft(np.array([1,2,3,4],np.float64))
tf.signal.ifft2d(np.array([[1,2],[3,4]]))
tf.signal.rfft(np.array([1,2,3,4],np.float64))
tf.signal.rfft(np.array([1,2,3,4]))
R.IRFFT(input=np.array([1.,2.,3.]),fft_length=[6])
R.Angle(input=np.array([1.,2.,3.]))
R.Sum(input=f(3),axis=np.int16(0))
R.ReverseV2(tensor=f(3),axis=np.array([0],np.int8))
R.Reshape(tensor=f(4),shape=np.array([2,2],np.float32))
tf.reshape(f(4),np.array([2,2],np.int16))
tf.one_hot(np.array([1],np.int16),3)
tf.transpose(f(2,2),np.array([1,0],np.int16))
"""


@pytest.mark.parametrize("case", CASES.strip().split("\n"))
def test_values_and_errors(case, tensorflow, gw):
    """Each line gives TensorFlow's values, dtypes and shapes, or raises an exception of TensorFlow's class."""
    same_results(lambda tf: eval(case, short_names(tf)), tensorflow, gw, 2e-5)


def complex_numbers(rng, *shape):
    return rng.uniform(-1, 1, shape) + 1j * rng.uniform(-1, 1, shape)


@pytest.mark.parametrize(
    "n", [1, 2, 3, 4, 5, 7, 8, 12, 13, 17, 30, 49, 64, 97, 101, 121, 143, 210, 289, 1000, 1009, 4096, 10007]
)
def test_lengths(n, gw):
    """Transforms of lengths with small and large prime factors are NumPy's, to a few units in the last place of the norm."""
    rng = np.random.default_rng(n)
    x, real = complex_numbers(rng, 2, n), rng.uniform(-1, 1, (2, n))
    half = np.fft.rfft(real)
    for dtype, allowed in ((np.complex128, 1e-14), (np.complex64, 4e-7)):
        single = x.astype(dtype)
        exact, scale = single.astype(np.complex128), np.sqrt(n) * 2
        assert np.abs(gw.signal.fft(gw.constant(single)).numpy() - np.fft.fft(exact)).max() <= allowed * scale
        assert np.abs(gw.signal.ifft(gw.constant(single)).numpy() - np.fft.ifft(exact)).max() <= allowed * 2
    assert np.abs(gw.signal.rfft(gw.constant(real)).numpy() - half).max() <= 1e-14 * np.sqrt(n) * 2
    assert np.abs(gw.signal.irfft(gw.constant(half), [n]).numpy() - real).max() <= 1e-14


def test_many_lengths_in_turn(gw):
    """What is kept for a length does not stand in the way of others."""
    rng = np.random.default_rng(0)
    for n in [*range(1, 130), 50000, 65536, 3, 20011, 7]:
        x = complex_numbers(rng, n)
        assert np.allclose(gw.signal.fft(gw.constant(x)).numpy(), np.fft.fft(x), atol=1e-10)


@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
@pytest.mark.parametrize(
    "lengths, axes", [(None, None), (None, [1]), (None, [-1, 0]), ([4], None), ([2, 6], [2, 0]), ([5, 2], [0, 1])]
)
def test_any_axes(norm, lengths, axes, gw):
    """The transforms along any axes, with rows cut and filled up, are NumPy's, and so are their gradients."""
    rng = np.random.default_rng(3)
    x, real = complex_numbers(rng, 3, 4, 5), rng.uniform(-1, 1, (3, 4, 5))
    for name, value in (("fft", x), ("ifft", x), ("rfft", real), ("irfft", x)):
        theirs = getattr(np.fft, name + "n")
        if lengths is not None and axes is None:
            want = theirs(value, lengths, list(range(-len(lengths), 0)), norm=norm)
        else:
            want = theirs(value, lengths, axes, norm=norm)
        ours = getattr(gw.signal, name + "nd")
        value = gw.constant(value)  # of arrays without a dtype of complex numbers float32 would be made
        got = ours(value, lengths, axes, norm)
        assert got.shape == want.shape and np.allclose(got.numpy(), want, atol=1e-12), name
        if lengths is not None and axes is not None:
            traced = gw.function(lambda y, ours=ours: ours(y, lengths, axes, norm))
            assert np.allclose(traced(value).numpy(), want, atol=1e-12), name
        _gradient_is_slope(gw, lambda y, ours=ours: ours(y, lengths, axes, norm), value, rng)


@pytest.mark.parametrize("name", ["rfft", "rfft2d", "rfft3d", "irfft", "irfft2d", "irfft3d"])
def test_gradients_of_real_transforms(name, gw):
    """Gradients of transforms with a real side, also where rows are cut or filled up, are slopes."""
    rng = np.random.default_rng(4)
    value = rng.uniform(-1, 1, (2, 3, 4, 5)) if name[0] == "r" else complex_numbers(rng, 2, 3, 4, 5)
    rank = {"2d": 2, "3d": 3}.get(name[-2:], 1)
    for lengths in (None, [6] * rank, [3] * rank, [7] * rank):
        _gradient_is_slope(gw, lambda y, lengths=lengths: getattr(gw.signal, name)(y, lengths), value, rng)


def _gradient_is_slope(gw, function, value, rng):
    source = gw.constant(value)
    with gw.GradientTape() as tape:
        tape.watch(source)
        result = function(source)
    weights = rng.uniform(-1, 1, result.shape)
    if result.dtype.is_complex:
        weights = weights + 1j * rng.uniform(-1, 1, result.shape)
    gradient = tape.gradient(result, source, output_gradients=gw.constant(weights, result.dtype)).numpy()
    step = rng.uniform(-1, 1, value.shape)
    if np.iscomplexobj(value):
        step = step + 1j * rng.uniform(-1, 1, value.shape)

    def loss(x):
        return float(np.real(np.sum(np.conj(weights) * function(gw.constant(x)).numpy())))

    slope = (loss(value + 1e-6 * step) - loss(value - 1e-6 * step)) / 2e-6
    assert np.isclose(np.real(np.sum(np.conj(gradient) * step)), slope, rtol=1e-6, atol=1e-6)


def test_rows_at_once(gw):
    """vectorized_map runs transforms of all rows as one, and TensorFlow's rules for batches hold."""
    rng = np.random.default_rng(5)
    x, real = complex_numbers(rng, 4, 3, 6), rng.uniform(-1, 1, (4, 3, 6))
    s = gw.signal
    for function, value in (
        (s.fft, x),
        (s.ifft2d, x),
        (s.rfft, real),
        (s.rfft2d, real),
        (lambda r: s.irfft(r, [5]), x),
        (lambda r: s.fftnd(r, axes=[0]), x),
        (lambda r: s.stft(r, 4, 2), real),
        (lambda r: s.dct(r), real),
        (lambda r: s.overlap_and_add(r, 2), real),
    ):
        rows = gw.stack([function(gw.constant(row)) for row in value])
        assert np.allclose(gw.vectorized_map(function, gw.constant(value)).numpy(), rows.numpy(), atol=1e-10)


def test_signals_come_back(gw):
    """What is taken apart into frames is put together again."""
    x = np.random.default_rng(6).uniform(-1, 1, (2, 400)).astype(np.float32)
    for length, step in ((32, 8), (64, 16), (30, 10)):
        spectra = gw.signal.stft(x, length, step)
        back = gw.signal.inverse_stft(spectra, length, step, window_fn=gw.signal.inverse_stft_window_fn(step)).numpy()
        assert np.allclose(back[:, length : 400 - 2 * length], x[:, length : 400 - 2 * length], atol=1e-5)
    for window in (gw.signal.vorbis_window, gw.signal.kaiser_bessel_derived_window, None):
        back = gw.signal.inverse_mdct(gw.signal.mdct(x, 40, window), window).numpy()
        assert np.allclose(back[:, 20:380], x[:, 20:380], atol=1e-5)


LENGTHS = [*range(1, 40), 64, 97, 100, 127, 128, 131, 211, 256, 262, 1000, 1009, 1024, 4096, 5040, 10007, 16384, 65536]


def _transforms(numpy, kinds, x, n, axis):
    """What NumPy's functions of these names give, in long double, with its transforms the other way not divided by n."""
    return {
        kind: getattr(numpy.fft, kind)(value, n, axis) * (n if kind[0] == "i" else 1)
        for kind, value in zip(kinds, x, strict=True)
    }


@pytest.mark.parametrize("wide", [False, True], ids=["float32", "float64"])
@pytest.mark.parametrize("batch", [1, 3, 37])
def test_all_lengths_are_exact(gw, wide, batch):
    """Transforms of lengths with small and large factors, of few and many lines, contiguous or not, differ from those in
    long double by the rounding of single steps."""
    rng = np.random.default_rng(0)
    real = np.float64 if wide else np.float32
    make = (gw.float64, gw.complex128) if wide else (gw.float32, gw.complex64)
    worst = 0
    for n in LENGTHS:
        if n * batch > 70_000:
            continue
        x = rng.normal(size=(2, batch, n)).astype(real)
        z = x[0] + 1j * x[1]
        for lines, axis in ((z, 1), (np.ascontiguousarray(z.T), 0)):
            long = lines.astype(np.clongdouble)
            half = np.take(long, range(n // 2 + 1), axis)
            got = {
                "fft": gw.signal.fftnd(gw.constant(lines), [n], [axis]),
                "ifft": gw.signal.ifftnd(gw.constant(lines), [n], [axis]) * n,
                "rfft": gw.signal.rfftnd(gw.constant(np.ascontiguousarray(lines.real)), [n], [axis]),
                "irfft": gw.signal.irfftnd(gw.cast(gw.constant(half.astype(complex)), make[1]), [n], [axis]) * n,
            }
            want = _transforms(np, got, (long, long, long.real, half), n, axis)
            for kind, value in got.items():
                true = want[kind]
                assert value.dtype == make[kind != "irfft"]
                error = np.sqrt(np.mean(np.abs(value.numpy() - true) ** 2) / np.mean(np.abs(true) ** 2))
                error = float(error / np.finfo(real).eps)
                assert error < 2.5, (kind, n, axis, error)
                worst = max(worst, error)
    assert worst > 0.1


def test_lines_keep_to_themselves(gw):
    """Infinities and numbers of another size in one line do not show in its neighbours, and empty sizes are no error."""
    rng = np.random.default_rng(1)
    for n in (7, 64, 1000, 1009, 2048):
        x = (rng.normal(size=(5, n)) + 1j * rng.normal(size=(5, n))).astype(np.complex64)
        alone = gw.signal.fft(gw.constant(x)).numpy()
        x[2] *= np.float32(1e30)
        x[3, n // 2] = np.inf
        both = gw.signal.fft(gw.constant(x)).numpy()
        assert (both[[0, 1, 4]] == alone[[0, 1, 4]]).all()
        assert np.isfinite(both[2]).all() and not np.isfinite(both[3]).any()
        reals = gw.signal.rfft(x.real).numpy()
        assert np.isfinite(reals[[0, 1, 4]]).all()


def test_axes_of_images(gw):
    """Transforms of two and three axes, with sizes that fill the vectors' lanes or do not."""
    rng = np.random.default_rng(2)
    for shape in ((3, 5), (37, 37), (64, 48), (130, 514), (2, 1), (1, 2), (4, 9, 2), (16, 16, 16), (3, 17, 33)):
        rank = len(shape)
        axes = tuple(range(-rank, 0))
        x = rng.normal(size=(2, *shape))
        z = x + 1j * x[::-1]
        suffix = f"{rank}d"
        for kind, value in (("fft", z), ("ifft", z), ("rfft", x)):
            got = getattr(gw.signal, kind + suffix)(gw.constant(value)).numpy()
            assert np.allclose(got, getattr(np.fft, kind + "n")(value, axes=axes), rtol=1e-12, atol=1e-11), (
                kind,
                shape,
            )
        half = np.fft.rfftn(x, axes=axes)
        back = getattr(gw.signal, "irfft" + suffix)(gw.constant(half), list(shape)).numpy()
        assert np.allclose(back, x, atol=1e-13)


def test_old_names(gw):
    """BatchFFT and its kin, which TensorFlow no longer runs, are FFT and its kin."""
    x = np.random.default_rng(3).normal(size=(2, 3, 4, 5)).astype(np.complex64)
    for way in ("", "I"):
        for rank in ("", "2D", "3D"):
            old = getattr(gw.raw_ops, f"Batch{way}FFT{rank}")
            assert (old(input=x).numpy() == getattr(gw.raw_ops, f"{way}FFT{rank}")(input=x).numpy()).all()
            with pytest.raises(gw.errors.InvalidArgumentError):
                old(input=gw.zeros([], gw.complex64))
