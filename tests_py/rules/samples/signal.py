"""Rows for Fourier and cosine transforms, frames, windows, sound files."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw
from support.sampling import COMPLEX, Bad, Sample, fixed, uniform

EMPTY = ("empty_and_scalar_inputs",)  # at results of length 0 TensorFlow ends the process
SINGLES = ("float32", "float64")
TRANSFORMS = [
    *(
        Sample(f"signal.{name}", shapes, COMPLEX, ulp=64, bad=[Bad(shapes=(3,) * (rank - 1))])
        for name, rank, shapes in [
            ("fft2d", 2, ((2, 3), (2, 4, 5))), ("ifft2d", 2, ((2, 3), (2, 4, 5))), ("fft3d", 3, ((2, 3, 4), (2, 1, 2, 3))), ("ifft3d", 3, ((2, 3, 4),)),
        ]
    ),
    Sample("signal.fft of odd lengths", ((1,), (7,), (2, 11), (17,), (101,), (0, 3)), COMPLEX, call=lambda tf, x: tf.signal.fft(x), ulp=128, bad=[Bad(shapes=())]),
    Sample("signal.ifft of odd lengths", ((1,), (30,), (2, 11), (23,), (94,)), COMPLEX, call=lambda tf, x: tf.signal.ifft(x), ulp=128),
    Sample("signal.rfft of lengths", numeric=False, shapes=((8,), (2, 7), (1,)), dtypes=SINGLES, kwargs=[{}, {"fft_length": [5]}, {"fft_length": [12]}], ulp=64, second=False, hidden_rank=False,
           call=lambda tf, x, **kw: tf.signal.rfft(x, **kw), bad=[Bad(kwargs={"fft_length": [-1]}), Bad(kwargs={"fft_length": [2, 2]}), Bad(shapes=())]),
    Sample("signal.rfft2d", numeric=False, shapes=((3, 4), (2, 3, 5)), dtypes=SINGLES, kwargs=[{}, {"fft_length": [4, 6]}, {"fft_length": [2, 3]}], ulp=64, second=False, hidden_rank=False,
           bad=[Bad(kwargs={"fft_length": [2]})]),
    # TensorFlow has no gradient of the three-dimensional ones.
    Sample("signal.rfft3d", ((2, 3, 4), (1, 2, 3, 5)), SINGLES, [{}, {"fft_length": [2, 4, 6]}], ulp=64, grad=False, hidden_rank=False),
    Sample("signal.irfft", tensorflow_fails=EMPTY, shapes=((5,), (2, 4)), dtypes=COMPLEX, kwargs=[{}, {"fft_length": [5]}, {"fft_length": [12]}], ulp=64, second=False, hidden_rank=False,
           bad=[Bad(kwargs={"fft_length": [-1]}), Bad(kwargs={"fft_length": [2, 2]}), Bad(shapes=())]),
    Sample("signal.irfft2d", tensorflow_fails=EMPTY, shapes=((3, 4), (2, 3, 5)), dtypes=COMPLEX, kwargs=[{}, {"fft_length": [4, 7]}, {"fft_length": [2, 3]}], ulp=64, second=False, hidden_rank=False),
    Sample("signal.irfft3d", tensorflow_fails=EMPTY, shapes=((2, 3, 4), (1, 2, 3, 5)), dtypes=COMPLEX, kwargs=[{}, {"fft_length": [2, 4, 7]}], ulp=64, grad=False, hidden_rank=False),
    raw("RFFT", "input fft_length", (((6,), (1,)), ((2, 9), (1,))), ("float32",), tensorflow_fails=EMPTY, known_shape=False, args=(uniform(), fixed([6], "int32")), ulp=64, second=False,
        bad=[Bad(shapes=((4,), (1,))), Bad(values=(np.ones(8, np.float32), np.int32(6)))]),
    Sample("signal.fftshift", ((5,), (4, 3)), ("float32", "int32"), [{}, {"axes": 0}, {"axes": [-1]}]),
    Sample("signal.ifftshift", ((5,), (4, 3)), ("float32", "int32"), [{}, {"axes": 0}, {"axes": [-1]}]),
    *(
        Sample(f"signal.{name} of type {kind}", ((6,), (2, 5)), SINGLES, [{"type": kind, "norm": norm, "n": n} for norm in ((None, "ortho") if kind != 1 else (None,)) for n in (None, 4, 9)],
               call=lambda tf, x, name=name, **kw: getattr(tf.signal, name)(x, **kw), ulp=256, second=False, hidden_rank=False, tensorflow_fails=EMPTY)
        for name in ("dct", "idct") for kind in (1, 2, 3, 4)
    ),
]




FRAMES = [
    Sample("signal.frame", ((9,), (2, 8), (2,)), ("float32", "int32", "complex64"), [{"frame_length": 4, "frame_step": 2}, {"frame_length": 3, "frame_step": 4, "pad_end": True, "pad_value": 5}],
           hidden_rank=False, numeric_second=False, second=False, bad=[Bad(shapes=()), Bad(kwargs={"frame_length": [4], "frame_step": 2})]),
    Sample("signal.frame along an axis", ((2, 9, 2), (1, 5, 3)), ("float32",), [{"axis": 1}, {"axis": -2, "pad_end": True}], hidden_rank=False, second=False,
           call=lambda tf, x, **kw: tf.signal.frame(x, 3, 2, **kw)),
    Sample("signal.overlap_and_add", ((3, 4), (2, 3, 5), (1, 2), (0, 3)), ("float32", "int32"), [{"frame_step": 1}, {"frame_step": 2}, {"frame_step": 7}], second=False, ulp=16,
           bad=[Bad(shapes=(4,)), Bad(kwargs={"frame_step": 2.5}), Bad(kwargs={"frame_step": 0}), Bad(kwargs={"frame_step": [1]})], hidden_rank=False),
    Sample("signal.stft", numeric=False, tensorflow_fails=EMPTY, shapes=((20,), (2, 31)), dtypes=SINGLES, kwargs=[{"frame_length": 8, "frame_step": 4}, {"frame_length": 6, "frame_step": 3, "fft_length": 12, "pad_end": True},
                                                     {"frame_length": 5, "frame_step": 5, "window_fn": None}], ulp=256, second=False, hidden_rank=False),
    Sample("signal.inverse_stft", tensorflow_fails=EMPTY, shapes=((4, 5), (2, 3, 5)), dtypes=COMPLEX, kwargs=[{"frame_length": 8, "frame_step": 4}, {"frame_length": 6, "frame_step": 3, "window_fn": None},
                                                                {"frame_length": 9, "frame_step": 3, "fft_length": 8}], ulp=256, second=False, hidden_rank=False),
    Sample("signal.mdct", tensorflow_fails=EMPTY, shapes=((24,), (2, 30)), dtypes=SINGLES, kwargs=[{"frame_length": 8}, {"frame_length": 4, "norm": "ortho", "pad_end": True}, {"frame_length": 12, "window_fn": None}],
           ulp=512, second=False, hidden_rank=False, bad=[Bad(kwargs={"frame_length": 6}), Bad(kwargs={"frame_length": 8, "norm": "x"})]),
    Sample("signal.inverse_mdct", tensorflow_fails=EMPTY, shapes=((4, 4), (2, 3, 6)), dtypes=SINGLES, kwargs=[{}, {"norm": "ortho"}, {"window_fn": None}], ulp=512, second=False, hidden_rank=False, hidden_dims=False,
           bad=[Bad(shapes=(4,)), Bad(shapes=(4, 3))]),
    Sample("signal.mfccs_from_log_mel_spectrograms", tensorflow_fails=EMPTY, shapes=((2, 6), (3, 2, 20)), dtypes=SINGLES, ulp=512, second=False, hidden_rank=False),
]

noise = uniform(-1, 1)
SOUND = [
    Sample("audio.encode_wav", ((5, 1), (3, 2), (0, 1)), ("float32",), [{"sample_rate": 8000}, {"sample_rate": 44100}], args=(noise,), grad=False,
           bad=[Bad(shapes=(4,)), Bad(kwargs={"sample_rate": 0}), Bad(kwargs={"sample_rate": [3]}), Bad(shapes=(3, 0))]),
    Sample("audio.decode_wav", ((6, 1), (4, 3)), ("float32",), [{}, {"desired_channels": 2}, {"desired_samples": 3}, {"desired_channels": 4, "desired_samples": 9}], args=(noise,),
           call=lambda tf, x, **kw: tf.audio.decode_wav(tf.audio.encode_wav(x, 16000), **kw), grad=False, known_shape=False),
    raw("AudioSpectrogram", "input", ((20, 2), (33, 1), (3, 1)), ("float32",), [{"window_size": 8, "stride": 4}, {"window_size": 5, "stride": 7, "magnitude_squared": True}], args=(noise,), grad=False, ulp=256,
        bad=[Bad(shapes=(20,), kwargs={"window_size": 8, "stride": 4}), Bad(kwargs={"window_size": 1, "stride": 4}), Bad(kwargs={"window_size": 8, "stride": 0})]),
    raw("Mfcc", "spectrogram sample_rate", (((1, 3, 65), ()), ((2, 1, 129), ())), ("float32",), [{}, {"upper_frequency_limit": 3000.0, "lower_frequency_limit": 100.0, "filterbank_channel_count": 12, "dct_coefficient_count": 7}],
        args=(uniform(0.1, 2), fixed(16000, "int32")), grad=False, ulp=4096, bad=[Bad(kwargs={"dct_coefficient_count": 41}), Bad(kwargs={"lower_frequency_limit": 5000.0})]),
]

POINTS = [
    Sample("math.sobol_sample", ((),), ("int32",), [{"num_results": 7, "dtype": dtype, "skip": skip} for dtype in (lambda tf: tf.float32, lambda tf: tf.float64) for skip in (0, 5, 2**29)],
           args=(fixed(40, "int32"),), grad=False, known_shape=False, ulp=0,
           bad=[Bad(values=(np.int32(0),), kwargs={"num_results": 7}), Bad(kwargs={"num_results": 0}), Bad(kwargs={"num_results": 7, "skip": -1}), Bad(values=(np.array([2], np.int32),), kwargs={"num_results": 7})]),
    Sample("math.sobol_sample of many dimensions", ((),), ("int32",), [{"num_results": 30, "skip": 100000}], args=(fixed(2560, "int32"),), grad=False, known_shape=False, ulp=0,
           call=lambda tf, d, **kw: tf.math.sobol_sample(d, **kw)),
]

SIGNAL_SAMPLES = [*TRANSFORMS, *FRAMES, *SOUND, *POINTS]
