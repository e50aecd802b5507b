"""tf.DType, its instances and tf.as_dtype behave as TensorFlow's, attribute by attribute."""

import copy
import pickle

import numpy as np
import pytest

from support.compare import assert_same

NAMES = """
float32 float64 int32 uint8 int16 int8 string complex64 int64 bool qint8 quint8 qint32 bfloat16 qint16 quint16 uint16
complex128 float16 resource variant uint32 uint64 float8_e5m2 float8_e4m3fn float8_e4m3fnuz float8_e4m3b11fnuz
float8_e5m2fnuz int4 uint4 int2 uint2 float4_e2m1fn
""".split()
MEMBERS = """
name size as_datatype_enum as_numpy_dtype base_dtype real_dtype is_floating is_integer is_unsigned is_bool is_complex
is_quantized is_numeric is_numpy_compatible min max limits _is_ref_dtype _as_ref
""".split()
CALLS = [
    "repr({})",
    "str({})",
    "hash({})",
    "int({})",
    "pickle.loads(pickle.dumps({0})) is {0}",
    "copy.deepcopy({0}) is {0}",
]

AS_DTYPE = """
tf.as_dtype("float")
tf.as_dtype("double")
tf.as_dtype("half")
tf.as_dtype(float)
tf.as_dtype(int)
tf.as_dtype(bool)
tf.as_dtype(complex)
tf.as_dtype(str)
tf.as_dtype(bytes)
tf.as_dtype(object)
tf.as_dtype(np.float32)
tf.as_dtype(np.dtype("float32"))
tf.as_dtype(np.dtype(">f4"))
tf.as_dtype(np.int64)
tf.as_dtype(np.longlong)
tf.as_dtype(np.ulonglong)
tf.as_dtype(np.uintc)
tf.as_dtype(np.intc)
tf.as_dtype(np.bool_)
tf.as_dtype(np.complex128)
tf.as_dtype(np.longdouble)
tf.as_dtype(np.dtype("S3"))
tf.as_dtype(np.dtype("U3"))
tf.as_dtype(np.str_)
tf.as_dtype(np.bytes_)
tf.as_dtype(np.object_)
tf.as_dtype(np.void)
tf.as_dtype(np.dtype("M8[ns]"))
tf.as_dtype(np.dtype([("a", "i4")]))
tf.as_dtype(np.dtype([("a", "i4"), ("b", "i4")]))
tf.as_dtype(np.array(1.0))
tf.as_dtype(np.float16(1))
tf.as_dtype(1)
tf.as_dtype(20)
tf.as_dtype(101)
tf.as_dtype(999)
tf.as_dtype(0)
tf.as_dtype(True)
tf.as_dtype(None)
tf.as_dtype("foo")
tf.as_dtype("int")
tf.as_dtype("str")
tf.as_dtype(3.5)
tf.as_dtype([1])
tf.as_dtype({})
tf.as_dtype(tf.Tensor)
tf.as_dtype(type(None))
tf.as_dtype("float32_ref")
tf.as_dtype(tf.float32) is tf.float32
tf.as_dtype(tf.constant(1))
tf.DType(1) == tf.float32
tf.DType(99)
tf.DType("float32")
tf.float32 == "float32"
tf.float32 == np.float32
tf.float32 == np.dtype("float32")
tf.float32 == "foo"
tf.float32 == None
tf.float32 != None
tf.float32 != np.float64
tf.float32 == 1
tf.float32 == 3.5
tf.string == str
tf.float32 == float
tf.int32 == int
tf.float32 != "foo"
tf.float32 == [1]
np.float32 == tf.float32
np.dtype("float32") == tf.float32
"float32" == tf.float32
tf.float32 in ["float32"]
tf.float32 in {tf.float32: 1}
tf.float32 < tf.int32
tf.float32.is_compatible_with("float32")
tf.float32.is_compatible_with(np.float32)
tf.float32.is_compatible_with(tf.as_dtype("float32_ref"))
tf.as_dtype("float32_ref").is_compatible_with(tf.float32)
tf.float32.is_compatible_with(tf.float64)
tf.float32.is_compatible_with("foo")
tf.float32.is_subtype_of(tf.float32)
tf.float32.is_subtype_of(tf.float64)
tf.float32.is_subtype_of(3)
tf.float32.most_specific_common_supertype([tf.float32])
tf.float32.most_specific_common_supertype([tf.float64])
tf.float32.most_specific_common_supertype([])
tf.float32.placeholder_value(None)
tf.float32.cast(1, None)
tf.float32.flatten()
tf.float32.to_tensors(1)
tf.float32.from_tensors(iter([]))
tf.float32(1)
tf.float32.foo
f"{tf.float32} {tf.float32!r}"
sorted(dtype.name for dtype in tf.dtypes.QUANTIZED_DTYPES)
tf.dtypes.as_dtype is tf.as_dtype
tf.dtypes.DType is tf.DType
tf.half is tf.float16
tf.double is tf.float64
tf.dtypes.float32 is tf.float32
tf.dtypes.experimental.int4
isinstance(tf.float32, tf.types.experimental.TraceType)
""".strip().splitlines()


def names(module):
    return {"np": np, "pickle": pickle, "copy": copy}


@pytest.mark.parametrize("suffix", ["", "_ref"])
@pytest.mark.parametrize("name", NAMES)
def test_members_and_texts(name, suffix, tensorflow, gw):
    dtype = f"tf.as_dtype({name + suffix!r})"
    for member in MEMBERS:
        assert_same(f"{dtype}.{member}", tensorflow, gw, names)
    for call in CALLS:
        assert_same(call.format(dtype), tensorflow, gw, names)


@pytest.mark.parametrize("name", NAMES)
def test_numpy_types_come_back(name, tensorflow, gw):
    dtype = gw.as_dtype(name)
    if dtype.is_numpy_compatible:
        assert gw.as_dtype(dtype.as_numpy_dtype) is dtype
        assert gw.as_dtype(np.dtype(dtype.as_numpy_dtype)) is dtype
        assert dtype == dtype.as_numpy_dtype


@pytest.mark.parametrize("expression", AS_DTYPE)
def test_same(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw, names)


def test_members_and_names(tensorflow, gw):
    assert not [name for name in dir(tensorflow.DType) if name[0] != "_" and not hasattr(gw.DType, name)]
    for namespace in ("dtypes", "dtypes.experimental"):
        theirs, ours = tensorflow, gw
        for part in namespace.split("."):
            theirs, ours = getattr(theirs, part), getattr(ours, part)
        wanted = {name for name in dir(theirs) if isinstance(getattr(theirs, name), tensorflow.DType)}
        assert wanted <= set(dir(ours))


def test_arrays_are_not_kept_alive(gw):
    import gc
    import weakref

    class Array(np.ndarray):
        pass

    array = np.ones(3).view(Array)
    alive = weakref.ref(array)
    assert gw.as_dtype(array) is gw.float64
    del array
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    "expression",
    [
        "tf.sequence_mask([1, 2], 2, None)",
        "tf.random.poisson([2], [1.0], None)",
        "tf.random.stateless_categorical([[0.1, 0.2]], 2, [1, 2], None)",
        "tf.random.stateless_normal([2], [1, 2], dtype=None)",
        "tf.random.stateless_truncated_normal([2], [1, 2], dtype=None)",
        "tf.math.bincount([1, 2], dtype=None)",
        "tf.math.confusion_matrix([0, 1], [0, 1], dtype=None)",
    ],
)
def test_dtypes_that_are_left_to_the_op(expression, tensorflow, gw):
    want, got = (eval(expression, {"tf": tf}) for tf in (tensorflow, gw))
    assert got.dtype.name == want.dtype.name
    assert got.shape.as_list() == want.shape.as_list()
