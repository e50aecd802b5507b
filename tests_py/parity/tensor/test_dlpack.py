"""Tensors as arrays of other libraries and back: DLPack capsules, NumPy's array protocol and the buffer protocol."""

import ctypes
import gc
import weakref

import ml_dtypes
import numpy as np
import pytest

DTYPES = "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool complex64 complex128".split()


@pytest.fixture
def dlpack(gw):
    return gw.experimental.dlpack


@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16", "float8_e4m3fn", "float8_e5m2"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0, 2), (2, 1, 4), (700, 3)])
def test_round_trip(gw, dlpack, dtype, shape):
    kind = np.dtype(dtype if dtype in DTYPES else getattr(ml_dtypes, dtype))
    tensor = gw.constant(np.arange(np.prod(shape)).reshape(shape).astype(kind))
    back = dlpack.from_dlpack(dlpack.to_dlpack(tensor))
    assert back.dtype == tensor.dtype and back.shape == tensor.shape
    assert back.numpy().tobytes() == tensor.numpy().tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0, 2), (700, 3)])
def test_numpy_reads_tensors(gw, dtype, shape):
    tensor = gw.constant(np.arange(np.prod(shape)).reshape(shape).astype(dtype))
    array = np.from_dlpack(tensor)
    assert array.dtype == np.dtype(dtype) and array.shape == shape
    np.testing.assert_array_equal(array, tensor.numpy())
    assert not array.flags.writeable, "tensors are immutable"
    view = memoryview(tensor)
    assert view.readonly and view.shape == shape and view.nbytes == array.nbytes and view.c_contiguous
    assert bytes(view) == array.tobytes()


def test_copies_are_the_callers_own(gw):
    tensor = gw.constant([1.0, 2.0])
    array = np.from_dlpack(tensor, copy=True)
    array[0] = 9
    assert tensor.numpy().tolist() == [1.0, 2.0]


def test_memory_is_shared(gw, dlpack):
    tensor = gw.random.normal([1000])
    assert np.from_dlpack(tensor).ctypes.data == np.from_dlpack(tensor).ctypes.data
    array = np.arange(1000.0)
    taken = dlpack.from_dlpack(array.__dlpack__())
    assert np.from_dlpack(taken).ctypes.data == array.ctypes.data
    array[3] = -1
    assert float(taken[3]) == -1, "TensorFlow, too, sees what the owner of the memory changes"


def test_memory_lives_as_long_as_it_is_needed(gw, dlpack):
    array = np.from_dlpack(gw.random.uniform([100_000]))
    want = array.copy()
    gc.collect()
    [gw.random.uniform([100_000]) for _ in range(5)]
    np.testing.assert_array_equal(array, want)

    class Owned(np.ndarray):
        pass

    source = np.arange(1000).view(Owned)
    alive = weakref.ref(source)
    tensor = dlpack.from_dlpack(source.__dlpack__())
    part = gw.reshape(tensor, [10, 100])
    del source, tensor
    gc.collect()
    assert alive() is not None and part.numpy()[9, 99] == 999
    del part
    gc.collect()
    assert alive() is None, "the array must be given back with the last tensor"


def test_capsules_that_nobody_reads_are_given_back(gw, dlpack):
    source = np.arange(10)
    before = len(gc.get_referrers(source))
    for _ in range(100):
        dlpack.to_dlpack(gw.constant([1.0]))
        source.__dlpack__()
    assert len(gc.get_referrers(source)) <= before


def test_kernels_do_not_write_into_taken_memory(gw, dlpack):
    array = np.arange(100_000.0, dtype=np.float32)
    want = array.copy()
    function = gw.function(lambda x: gw.tanh(x * 2 + 1) - x)
    for _ in range(3):
        taken = dlpack.from_dlpack(array.__dlpack__())
        function(taken)
        gw.Variable(taken).assign_add(gw.ones_like(taken))
        gw.raw_ops.InplaceAdd(x=taken + 0, i=[0], v=[[1.0]] if taken.shape.rank == 2 else [1.0])
        np.testing.assert_array_equal(array, want)


def test_kernels_do_not_write_into_lent_memory(gw):
    tensor = gw.ones([100_000])
    array = np.from_dlpack(tensor)
    variable = gw.Variable(tensor)
    del tensor
    variable.assign_add(gw.ones([100_000]))
    assert array.max() == 1.0


def test_arrays_that_start_anywhere(gw, dlpack):
    block = np.arange(4001, dtype=np.uint8)
    for start in (1, 2, 3, 4, 8):
        array = block[start : start + 4 * 900].view(np.float32)
        taken = dlpack.from_dlpack(array.__dlpack__())
        np.testing.assert_array_equal((taken + 0).numpy(), array + np.float32(0))
        np.testing.assert_array_equal(gw.transpose(gw.reshape(taken, [30, 30])).numpy(), array.reshape(30, 30).T)


def test_objects_with_the_protocol(gw, dlpack):
    class Array:
        def __dlpack__(self, **options):
            return np.arange(3).__dlpack__()

    assert dlpack.from_dlpack(Array()).numpy().tolist() == [0, 1, 2]
    assert gw.constant([1.0]).__dlpack_device__() == (1, 0)
    newest = gw.constant([1.0]).__dlpack__(max_version=(1, 0))
    assert "dltensor_versioned" in repr(newest)
    assert "versioned" not in repr(gw.constant([1.0]).__dlpack__())
    assert dlpack.from_dlpack(newest).numpy().tolist() == [1.0]
    with pytest.raises(BufferError):
        gw.constant([1.0]).__dlpack__(dl_device=(2, 0))
    assert gw.constant([1.0]).__dlpack__(dl_device=(1, 0), copy=False)


def test_errors(gw, dlpack):
    invalid = gw.errors.InvalidArgumentError
    for value in ([1.0], 3, None, gw.Variable([1.0]), gw.constant(["a"])):
        with pytest.raises(invalid):
            dlpack.to_dlpack(value)
    for value in ("capsule", 3, None, [1]):
        with pytest.raises(TypeError):
            dlpack.from_dlpack(value)
    capsule = dlpack.to_dlpack(gw.constant([1.0]))
    dlpack.from_dlpack(capsule)
    with pytest.raises(invalid, match="at most once"):
        dlpack.from_dlpack(capsule)
    with pytest.raises(invalid, match="strides"):
        dlpack.from_dlpack(np.arange(6).reshape(2, 3).T.__dlpack__())
    with pytest.raises(invalid, match="strides"):
        dlpack.from_dlpack(np.arange(6)[::2].__dlpack__())
    assert dlpack.from_dlpack(np.arange(6)[:1:2].__dlpack__()).numpy().tolist() == [0]
    other = ctypes.pythonapi.PyCapsule_New
    other.restype, other.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    with pytest.raises(invalid, match="dltensor"):
        dlpack.from_dlpack(other(1, b"something", None))
    with pytest.raises((invalid, NotImplementedError)):
        gw.function(lambda x: dlpack.to_dlpack(x))(gw.constant(1.0))
    with pytest.raises((invalid, NotImplementedError)):
        gw.function(lambda x: x.__dlpack__())(gw.constant(1.0))


def test_buffers(gw):
    tensor = gw.constant([[1, 2], [3, 4]])
    view = memoryview(tensor)
    assert view.tolist() == [[1, 2], [3, 4]] and view.format == "i" and view.strides == (8, 4)
    with pytest.raises(TypeError):
        view[0, 0] = 5
    assert bytearray(gw.constant([1, 255], gw.uint8)) == b"\x01\xff"
    np.testing.assert_array_equal(np.frombuffer(gw.constant([1.5, 2.5]), np.float32), [1.5, 2.5])
    for other in (gw.constant("a"), gw.constant(1, gw.bfloat16)):
        with pytest.raises((BufferError, ValueError)):
            memoryview(other)
    del tensor
    gc.collect()
    assert view[1, 1] == 4, "a view keeps the memory"


def test_what_tensorflow_reads_and_gives(gw, tensorflow):
    ours = gw.constant([[1.0, 2.0], [3.0, 4.0]])
    theirs = tensorflow.experimental.dlpack.from_dlpack(gw.experimental.dlpack.to_dlpack(ours))
    assert theirs.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    back = gw.experimental.dlpack.from_dlpack(tensorflow.experimental.dlpack.to_dlpack(theirs + 1))
    assert back.numpy().tolist() == [[2.0, 3.0], [4.0, 5.0]]
    assert gw.experimental.dlpack.from_dlpack(theirs).shape == [2, 2]
