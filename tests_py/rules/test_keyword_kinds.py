"""Keyword arguments of the rows of rules/samples/, given as other kinds of numbers and lists than the rows give.

Where TensorFlow takes an int as a NumPy number, a tensor or a variable, a list as an array, a shape or tensors, it is taken
here, with the same result. GRAPHWRIGHT_TESTS=all tries all rows.
"""

import dataclasses

import numpy as np
import pytest

from rules.samples.table import SAMPLES
from support.compare import mismatch
from support.sampling import to_numpy
from support.selection import some

KINDS = {
    bool: {
        "number of NumPy": lambda tf, v: np.bool_(v),
        "tensor": lambda tf, v: tf.constant(v),
        "int": lambda tf, v: int(v),
    },
    int: {
        "int64 of NumPy": lambda tf, v: np.int64(v),
        "int32 of NumPy": lambda tf, v: np.int32(v),
        "float32 of NumPy": lambda tf, v: np.float32(v),
        "array": lambda tf, v: np.array(v),
        "tensor": lambda tf, v: tf.constant(v),
        "int64 tensor": lambda tf, v: tf.constant(v, tf.int64),
        "int16 tensor": lambda tf, v: tf.constant(v, tf.int16),
        "float tensor": lambda tf, v: tf.constant(float(v)),
        "variable": lambda tf, v: tf.Variable(v),
        "float": lambda tf, v: float(v),
        "list": lambda tf, v: [v],
        "vector": lambda tf, v: tf.constant([v]),
    },
    float: {
        "float64 of NumPy": lambda tf, v: np.float64(v),
        "float32 of NumPy": lambda tf, v: np.float32(v),
        "array": lambda tf, v: np.array(v),
        "tensor": lambda tf, v: tf.constant(v),
        "float64 tensor": lambda tf, v: tf.constant(v, tf.float64),
        "float16 tensor": lambda tf, v: tf.constant(v, tf.float16),
        "variable": lambda tf, v: tf.Variable(v),
    },
    list: {
        "tuple": lambda tf, v: tuple(v),
        "list": lambda tf, v: list(v),
        "array": lambda tf, v: np.array(v),
        "int32 array": lambda tf, v: np.array(v, np.int32),
        "tensor": lambda tf, v: tf.constant(v),
        "int64 tensor": lambda tf, v: tf.constant(v, tf.int64),
        "float tensor": lambda tf, v: tf.constant([float(n) for n in v]),
        "shape": lambda tf, v: tf.TensorShape(v),
        "tensors": lambda tf, v: [tf.constant(n) for n in v],
        "int64 tensors": lambda tf, v: [tf.constant(n, tf.int64) for n in v],
        "a tensor and ints": lambda tf, v: [tf.constant(v[0]), *v[1:]],
        "numbers of NumPy": lambda tf, v: [np.int64(n) for n in v],
        "dimensions": lambda tf, v: [tf.compat.v1.Dimension(n) if n >= 0 else n for n in v],
        "floats": lambda tf, v: [float(n) for n in v],
        "variable": lambda tf, v: tf.Variable(v),
    },
}
# What is refused here: variables as axes and sizes where these have to be known, vectors of one number as scalars, floats as
# sizes, sizes of other dtypes in few places.
REFUSED = {
    ("boolean_mask", "axis", "variable"),
    ("strided_slice", "end", "int64 tensor"),
    ("strided_slice", "strides", "int64 tensor"),
    ("zeros", "shape", "floats"),
    ("ones", "shape", "floats"),
    ("eye", "batch_shape", "int64 tensor"),
    ("eye", "batch_shape", "floats"),
    *(("range", name, kind) for name in ("start", "limit", "delta") for kind in ("list", "vector")),
    *(("linspace", "num", kind) for kind in ("list", "vector", "float32 of NumPy")),
    *(("linspace", "axis", kind) for kind in ("tensor", "variable")),
    ("constant", "value", "shape"),
    ("nn.softmax", "axis", "variable"),
    ("nn.log_softmax", "axis", "variable"),
    *(("nn.conv2d_transpose", "output_shape", kind) for kind in ("int64 tensors", "variable")),
    ("math.bincount", "axis", "variable"),
    ("RaggedTensor.to_tensor", "shape", "float tensor"),
    *(("sparse.concat", "axis", kind) for kind in ("tensor", "int64 tensor", "int16 tensor")),
    ("nn.ctc_loss", "blank_index", "vector"),
    ("signal.frame", "axis", "variable"),
    ("signal.stft", "fft_length", "float"),
    ("signal.inverse_stft", "fft_length", "float"),
    ("signal.mdct", "frame_length", "variable"),
    ("image.adjust_gamma", "gamma", "variable"),
    *(("image.ssim", "filter_size", kind) for kind in ("int64 tensor", "int16 tensor", "float tensor")),
    ("nn.experimental.general_dropout", "noise_shape", "variable"),
}

# In functions TensorFlow captures an eager tensor without a look at the dtype that was asked for, and goes on with the
# tensor's own; it refuses the same call eagerly, as it is refused here in both.
DTYPE_LOST_IN_TENSORFLOW = {
    ("random.gamma", "shape", "int64 tensor"),
    ("random.poisson", "shape", "int64 tensor"),
    ("histogram_fixed_width_bins", "nbins", "int64 tensor"),
}


def kinds_of(value):
    if isinstance(value, (list, tuple)):
        return KINDS[list] if value and all(type(number) is int for number in value) else {}
    return KINDS.get(type(value), {})


def arrays_or_none(tf, case, key, make, traced):
    """The tensors of the result with a keyword's value as `make` makes it, or None where the call is refused."""
    try:
        case = dataclasses.replace(case, kwargs={**case.kwargs, key: make(tf, case.kwargs[key])})
        run = lambda *tensors: case.call(tf, *tensors)  # noqa: E731
        found = (tf.function(run, autograph=False) if traced else run)(*case.tensors(tf))
    except Exception:
        return None
    return [to_numpy(part) for part in tf.nest.flatten(found, expand_composites=True) if part is not None]


def near(want, got):
    """Whether two arrays are the same to rounding; of texts only the shapes, which their numbers may change."""
    if want.dtype.kind in "OSU":
        return want.shape == got.shape
    return mismatch(got, want, rtol=1e-3, atol=1e-3) is None


@pytest.mark.parametrize(
    "sample", some([s for s in SAMPLES if any(case.kwargs for case in s.main_cases())], 0.04), ids=repr
)
def test_kinds_of_keyword_arguments(sample, tensorflow, gw):
    tried = set()
    for case in list(sample.main_cases())[:4]:
        for key, value in case.kwargs.items():
            for kind, make in kinds_of(value).items():
                if (key, kind, type(value)) in tried or (sample.name.split(" ")[0], key, kind) in REFUSED:
                    continue
                tried.add((key, kind, type(value)))
                eager_only = not sample.traceable or (sample.name, key, kind) in DTYPE_LOST_IN_TENSORFLOW
                for traced in (False,) if eager_only else (False, True):
                    want = arrays_or_none(tensorflow, case, key, make, traced)
                    if want is None:
                        continue
                    got = arrays_or_none(gw, case, key, make, traced)
                    text = f"{case}: {key} as {kind}, {'traced' if traced else 'eagerly'}"
                    assert got is not None, text
                    assert len(want) == len(got), text
                    assert sample.stateful or all(map(near, want, got)), text
