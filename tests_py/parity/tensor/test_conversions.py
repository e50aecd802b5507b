"""Python and NumPy values become tensors as TensorFlow makes them, eagerly and while tracing: all kinds beside each other."""

import functools
import itertools

import numpy as np
import pytest

from support.selection import some

LEAVES = {
    "True": True,
    "1": 1,
    "-3": -3,
    "2**40": 2**40,
    "1.5": 1.5,
    "1e39": 1e39,
    "nan": float("nan"),
    "1j": 1j,
    "'a'": "a",
    "b'b'": b"b",
    "None": None,
    "object": object,
    "np.bool_": np.bool_(True),
    "np.int8": np.int8(2),
    "np.int32": np.int32(2),
    "np.int64": np.int64(2),
    "np.int64(2**40)": np.int64(2**40),
    "np.uint8": np.uint8(2),
    "np.float16": np.float16(1.5),
    "np.float32": np.float32(1.5),
    "np.float64": np.float64(1.5),
    "np.complex64": np.complex64(1j),
    "np.str_": np.str_("a"),
    "array of bools": np.array([True, False]),
    "array of ints": np.array([1, 2]),
    "array of int8": np.array([1, 2], np.int8),
    "array of floats": np.array([1.5, 2.0]),
    "array of complex64": np.array([1j, 2.0], np.complex64),
    "array of strings": np.array(["a", "b"]),
    "array of uint64": np.array([2**63, 1], np.uint64),
    "np.longdouble": np.longdouble(1.5),
    "array of long doubles": np.array([1.5, 2.0], np.longdouble),
    "array of objects": np.array([1.5, 2], object),
    "array of rank 0": np.array(1.5),
}
DTYPES = (
    *("float16", "bfloat16", "float32", "float64", "int8", "uint8", "int32", "int64", "uint64"),
    *("bool", "complex64", "complex128", "string"),
)


def tensor_or_classes(convert, *args, **kwargs):
    """The dtype, shape and elements of a tensor, or the classes of what is raised, and a text."""
    try:
        tensor = convert(*args, **kwargs)
    except Exception as error:
        return [cls.__name__ for cls in type(error).__mro__], str(error)
    return tensor.dtype.name, tensor.shape.as_list(), tensor


def converted(tf, values, traced):
    """What becomes of each value alone, asked for as each dtype and with each as a hint."""
    found = []

    def convert_all():
        for value in values:
            found.append(tensor_or_classes(tf.constant, value))
            for dtype in DTYPES:
                found.append(tensor_or_classes(tf.constant, value, dtype))
                found.append(tensor_or_classes(tf.convert_to_tensor, value, dtype_hint=dtype))
        return [one[2] for one in found if len(one) == 3]

    tensors = iter(tf.function(convert_all, autograph=False)() if traced else convert_all())
    return [(*one[:2], np.asarray(next(tensors).numpy())) if len(one) == 3 else one for one in found]


def requests():
    yield "alone"
    for dtype in DTYPES:
        yield f"as {dtype}"
        yield f"hint {dtype}"


def is_tensorflows_own(theirs, text):
    """What only TensorFlow does: it fails inside, or refuses arrays and long doubles in lists while it traces."""
    own = ("float128", "complex256", "to be a dense tensor with shape", "of type 'ndarray'")
    return "SystemError" in theirs or any(part in text for part in own)


def are_alike(name, theirs, ours):
    """Whether exceptions are of one class; of values in which more than one thing is wrong, any of two."""
    if theirs[0] in ours:
        return True
    either = {"TypeError", "ValueError"}
    return ("array of" in name or "None" in name or "object" in name) and {theirs[0], *ours} >= either


@pytest.mark.parametrize("traced", [False, True], ids=["eagerly", "traced"])
@pytest.mark.parametrize("first", some(LEAVES, 1 / 2))
def test_values(tensorflow, gw, first, traced):
    values = {first: LEAVES[first], f"[{first}]": [LEAVES[first]], f"[[{first}]]": [[LEAVES[first]]]}
    for second in () if first == "1e39" else LEAVES.keys() - {"1e39"}:
        values[f"({first}, {second})"] = (LEAVES[first], LEAVES[second])
    names = [f"{name} {request}" for name, request in itertools.product(values, requests())]
    theirs = converted(tensorflow, values.values(), traced)
    ours = converted(gw, values.values(), traced)
    differ = []
    for name, want, got in zip(names, theirs, ours, strict=True):
        if len(want) == 2:
            same = is_tensorflows_own(*want) or (len(got) == 2 and are_alike(name, want[0], got[0]))
        elif name == "-3 hint uint64" and not traced:
            same = "Cannot convert -3" in got[1]  # TensorFlow wraps it around, but refuses [-3]
        elif name in ("np.str_ hint bool", "array of strings hint bool"):
            same = got[0] == "string"  # TensorFlow gives whether the text has letters
        elif "(np.float16, " in name and "2**40)" in name:
            same = got[:2] == want[:2]  # TensorFlow makes all of half precision first
        else:
            same = len(got) == 3 and got[:2] == want[:2] and got[2].tolist() == want[2].tolist()
            same = same or repr(got) == repr(want)  # not numbers
        if not same:
            differ.append(f"{name}: TensorFlow {want}, graphwright {got}")
    assert not differ, "\n".join(differ)


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "float16", "float64"])
def test_arrays_of_nothing(tensorflow, gw, dtype):
    """Lists of arrays without elements are of float32."""
    nothing = np.zeros([0], dtype)
    for value in ([nothing], (nothing, nothing), [[nothing], [nothing]], nothing):
        got, want = gw.constant(value), tensorflow.constant(value)
        assert (got.dtype.name, got.shape) == (want.dtype.name, tuple(want.shape))


class Endless:
    """Gives items for ever."""

    def __getitem__(self, place):
        return 1.0


@pytest.mark.parametrize("make", ["convert_to_tensor", "constant"])
def test_what_has_no_length_is_no_sequence(make, gw, tensorflow):
    for tf in (gw, tensorflow):
        for value in (Endless(), [Endless()]):
            with pytest.raises(ValueError):
                getattr(tf, make)(value)


@pytest.mark.parametrize("size", [3.0, np.float64(3), np.float32(2.5), 2.5])
def test_floats_as_attrs_of_integers_are_cut_off(size, gw, tensorflow):
    shown = []
    for tf in (gw, tensorflow):
        x = tf.zeros([1, 6, 6, 1])
        patches = tf.image.extract_patches(x, (1, size, size, 1), [1, 1, 1, 1], [1, 1, 1, 1], "VALID")
        shown.append((patches.shape, tf.stack([x, x], axis=size).shape, tf.nn.space_to_depth(x, size).shape))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("traced", [False, True], ids=["eagerly", "traced"])
@pytest.mark.parametrize("dtype", [None, "int32", "float32", "int64", "float64", "bool", "complex64"])
def test_lists_of_tensors(tensorflow, gw, dtype, traced):
    """All are cast where the first is of another dtype than is wanted; else they have to be of one."""

    def found(tf):
        values = [tf.constant(1), tf.constant(1.9), tf.constant(5, tf.int64), tf.constant(True), tf.constant(1j)]
        values += [tf.Variable(2.5), tf.Variable(3), 1, 1.5]
        wanted = None if dtype is None else getattr(tf, dtype)

        def convert(pair):
            try:
                tensor = tf.convert_to_tensor(list(pair), wanted)
            except Exception as error:
                return type(error).__name__
            return tensor

        pairs = list(itertools.product(values, repeat=2))
        texts = []

        def convert_all():
            results = [convert(pair) for pair in pairs]
            texts[:] = [one if isinstance(one, str) else None for one in results]
            return [one for one in results if not isinstance(one, str)]

        tensors = iter(tf.function(convert_all, autograph=False)() if traced else convert_all())
        return [text or (lambda t: (t.dtype.name, t.numpy().tolist()))(next(tensors)) for text in texts]

    assert found(gw) == found(tensorflow)


class Giving:
    """An object that is no array, and gives one."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array if dtype is None else self.array.astype(dtype)


class Shown:
    """An object that shows an array's memory."""

    def __init__(self, array):
        self.array, self.__array_interface__ = array, array.__array_interface__


@pytest.mark.parametrize("traced", [False, True], ids=["eagerly", "traced"])
def test_objects_that_give_arrays_follow_hints(traced, gw, tensorflow):
    arrays = [np.array([1, 2], np.int16), np.array([1.5, 2.0]), np.array([True]), np.array(["a"]), np.array(3)]

    def converted(tf):
        found = []
        for kind, array, hint in itertools.product(
            (Giving, Shown), arrays, ("float32", "int64", "int8", "bool", "string")
        ):
            call = functools.partial(tf.convert_to_tensor, kind(array), dtype_hint=getattr(tf, hint))
            found.append((tf.function(call) if traced else call)().numpy())
        found += [tf.reshape([1, 2], Giving(arrays[0])).numpy(), tf.tile([[1]], Giving(arrays[1])).numpy()]
        found += [tf.fill(Giving(np.array([0, 2**40])), 1).shape.as_list(), tf.fill(Giving(np.array([2.0])), 1).numpy()]
        return [(np.asarray(one).dtype, np.asarray(one).tolist()) for one in found]

    assert converted(gw) == converted(tensorflow)


def list_or_class(call):
    """The class of what a call raises, or its result as NumPy has it."""
    try:
        result = call()
    except Exception as error:
        return type(error).__name__
    return None if result is None else result.numpy().tolist()


def test_results_of_registered_conversions(gw, tensorflow):
    """They must be tensors, of the dtype that is asked for; numbers and arrays have conversions already."""

    def registered(tf):
        class Wrapped:
            def __init__(self, value):
                self.value = value

        class Several(int):
            pass

        def convert(value, dtype=None, name=None, as_ref=False):
            return value.value(dtype) if callable(value.value) else value.value

        tf.register_tensor_conversion_function(Wrapped, convert)
        found = []
        kinds = (int, float, bool, np.ndarray, np.int32, np.generic, Several, (Wrapped, int))
        for kind in kinds:
            found.append(list_or_class(functools.partial(tf.register_tensor_conversion_function, kind, convert)))
        values = [
            "bad",
            3,
            [1],
            None,
            np.array(1),
            tf.constant(1),
            tf.constant(1.0),
            lambda dtype: tf.constant(2, dtype),
        ]
        for value in values:
            wrapped = Wrapped(value)
            converted = functools.partial(tf.convert_to_tensor, wrapped)
            calls = [converted, functools.partial(converted, tf.float32)]
            if isinstance(value, tf.Tensor):
                calls += [functools.partial(converted, dtype_hint=tf.float32), functools.partial(tf.add, 1.0, wrapped)]
            found += [list_or_class(call) for call in (*calls, *map(tf.function, calls))]
        return found

    assert registered(gw) == registered(tensorflow)


def test_shapes_too_large_for_int32(gw, tensorflow):
    def converted(tf):
        shape = tf.TensorShape([0, 2**31])
        calls = [functools.partial(tf.convert_to_tensor, shape, dtype) for dtype in (None, tf.int32, tf.int64)]
        calls.append(functools.partial(tf.convert_to_tensor, shape, dtype_hint=tf.int32))
        found = [list_or_class(call) for call in (*calls, *map(tf.function, calls))]
        made = [tf.zeros(shape), tf.fill(shape, 1), tf.random.normal(shape), tf.random.uniform(tf.TensorShape([]))]
        return found, [one.shape.as_list() for one in made]

    assert converted(gw) == converted(tensorflow)
