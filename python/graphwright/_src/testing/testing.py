"""tf.test: TestCase with assertions on tensors, benchmarks, and what tests ask about the machine."""

from __future__ import annotations

import contextlib
import functools
import platform
import re
import sys
import threading
import time
import unittest
from typing import Any

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.composite.composite_values import IndexedSlicesValue, SparseTensorValue
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph import scopes
from graphwright._src.graph.graph import reset_default_graph
from graphwright._src.graph.seeds import set_seed
from graphwright._src.messages.classes import ConfigProto
from graphwright._src.session.default_session import get_default_session
from graphwright._src.session.session import Session
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import is_tensor
from graphwright._src.tensor.device_spec import DeviceSpec
from graphwright._src.tensor.indexed_slices import IndexedSlices
from graphwright._src.testing.assertions import Assertions

try:
    # Tests read the flags that it defines, as `test_tmpdir`.
    from absl.testing import absltest
except ImportError:
    absltest = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    import numpy as np

    from graphwright._src.graph.graph import Graph
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_SEED = 87654321  # of all generators at the start of each test
_SHAPES_DIFFER = "Incompatible shapes|Dimensions must be equal|required broadcastable shapes"


class CapturedWrites:
    """The text that was written to a stream in a context."""

    def __init__(self) -> None:
        self._text = ""

    def contents(self) -> str:
        """Returns all of it."""
        return self._text


class CheckedThread:
    """A thread whose exception is raised where it is joined."""

    def __init__(self, target: Callable[..., Any], args: tuple, kwargs: dict) -> None:
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(target, args, kwargs))

    def _run(self, target: Callable[..., Any], args: tuple, kwargs: dict) -> None:
        try:
            target(*args, **kwargs)
        except BaseException as error:
            self._error = error

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def join(self) -> None:
        """Waits for its end. Raises AssertionError where it raised something."""
        self._thread.join()
        if self._error is not None:
            raise AssertionError(f"Error in checkedThread: {self._error}") from self._error

    def is_alive(self) -> bool:
        """Tells whether it runs."""
        return self._thread.is_alive()


class _NoSession:
    """A stand-in for a session where ops run at once: each use of it is a mistake of the test."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"`{name}` of a session: there is none while ops run at once; use self.evaluate instead")


class _RunsAtOnce:
    """A session as tests use it, while ops run at once: what it is asked to run has a value already."""

    def __init__(self, case: TestCase) -> None:
        self._case = case

    def run(self, fetches: object, *unused: object, **options: object) -> Any:
        """Returns the values of tensors, or of functions of no arguments that give them."""
        return self._case.evaluate(fetches)


@export("test.TestCase")
class TestCase(Assertions):
    """A unittest.TestCase that compares tensors, arrays and nested structures of them (tf.test.TestCase).

    Each test starts with the same seeds.

    >>> import graphwright as tf
    >>> class Squares(tf.test.TestCase):
    ...     def test_nine(self):
    ...         self.assertAllClose(tf.square([3.0, 0.5]), [9.0, 0.25])
    >>> Squares("test_nine").run().wasSuccessful()
    True
    """

    _cached: tuple[Any, tuple[Any, ...]] | None = None  # the session of this test, and what it was made for

    def setUp(self) -> None:
        """Sets the seeds of Python, NumPy and tf.random, and begins a new default graph."""
        if self._testMethodName == "test_session":
            self.skipTest("Not a test.")
        super().setUp()
        import random

        import numpy as np

        self._cached = None
        random.seed(_SEED)
        np.random.seed(_SEED)
        with contextlib.suppress(AssertionError):  # inside of a graph that somebody else builds
            reset_default_graph()
        set_seed(_SEED)

    # ---- values ----

    def evaluate(self, tensors: Any) -> Any:
        """Returns the values of tensors, variables, or functions of no arguments, nested as they are.

        Where a graph is built, a session runs it: the default one, or that of `cached_session`.

        Raises:
          ValueError: something else is among them.
        """
        if not _core.executing_eagerly():
            session = get_default_session()
            with self.test_session() if session is None else contextlib.nullcontext(session) as session:
                return nest.pack_sequence_as(tensors, session.run(nest.flatten(tensors)))
        if callable(tensors) and not hasattr(tensors, "numpy"):
            return self.evaluate(tensors())
        return nest.map_structure(_value, tensors)

    def evaluate_if_both_tensors(self, a: Any, b: object) -> Any:
        """Returns both values where both are tensors, else both as they are."""
        tensor = is_tensor
        return (self.evaluate(a), self.evaluate(b)) if tensor(a) and tensor(b) else (a, b)

    def _known(self, value: object) -> Any:
        """Returns the value, in which those of symbolic tensors take their places where a session can run them."""
        if _core.executing_eagerly():
            return value
        return nest.map_structure(lambda item: self.evaluate(item) if _symbolic(item) else item, value)

    @contextlib.contextmanager
    def session(
        self,
        graph: Graph | None = None,
        config: ConfigProto | None = None,
        use_gpu: bool = True,
        force_gpu: bool = False,
    ) -> Iterator[Any]:
        """Returns a context with a session of compat.v1; of no use while ops run at once."""
        if _core.executing_eagerly():
            yield _NoSession()
            return
        with Session(graph=graph, config=config) as session, _entered(session, use_gpu):
            yield session

    @contextlib.contextmanager
    def cached_session(
        self,
        graph: Graph | None = None,
        config: ConfigProto | None = None,
        use_gpu: bool = True,
        force_gpu: bool = False,
    ) -> Iterator[Any]:
        """Returns a context with the session of this test, which is made when it is first asked for.

        Raises:
          ValueError: it was first asked for with other arguments.
        """
        if _core.executing_eagerly():
            yield _RunsAtOnce(self)
            return
        given = graph, config, force_gpu
        session, wanted = self._cached_session(*given)
        for name, one, other in zip(("graph", "config", "force_gpu value"), given, wanted, strict=True):
            if one is not other:
                raise ValueError(
                    f"The {name} used to get the cached session is different than the one that was used to create the "
                    "session. Maybe create a new session with self.session()"
                )
        with _entered(session, use_gpu):
            yield session

    def _cached_session(self, *given: Any) -> tuple[Any, tuple[Any, ...]]:
        """Returns the session of this test and what it was made for."""
        if self._cached is None:
            session = Session(graph=given[0], config=given[1])
            self.addCleanup(session.close)
            self._cached = session, given
        return self._cached

    def test_session(
        self,
        graph: Graph | None = None,
        config: ConfigProto | None = None,
        use_gpu: bool = True,
        force_gpu: bool = False,
    ) -> Any:
        """Returns a context with a session: that of this test, or for a given graph a new one; no test."""
        if _core.executing_eagerly() or graph is not None:
            return self.session(graph, config, use_gpu, force_gpu)
        return _entered(self._cached_session(None, config, force_gpu)[0], use_gpu)

    # ---- comparison of arrays ----

    def _array_of(self, value: object) -> np.ndarray:
        return _array(_plain(self._known(value)))

    def assertAllClose(self, a: object, b: object, rtol: float = 1e-6, atol: float = 1e-6, msg: object = None) -> None:
        """Fails unless |a - b| <= atol + rtol |b| everywhere; NaN is near NaN.

        Args:
          a, b: tensors, arrays, numbers, or dicts and sequences of them.
          rtol, atol: relative and absolute tolerance.
          msg: what is said beside.
        """
        self._close(self._known(a), self._known(b), rtol, atol, msg, "")

    def _close(self, a: Any, b: Any, rtol: float, atol: float, msg: object, path: str) -> None:
        a, b = (value._asdict() if hasattr(value, "_asdict") else _plain(value) for value in (a, b))
        if isinstance(a, dict) or isinstance(b, dict):
            if not (isinstance(a, dict) and isinstance(b, dict)):
                self._told(msg, f"Can't compare dict to non-dict, {path or 'the whole'}: {a!r} and {b!r}")
            self.assertCountEqual(a.keys(), b.keys(), self._formatMessage(msg, f"mismatched keys in {path or 'a, b'}"))
            for key in a:
                self._close(a[key], b[key], rtol, atol, msg, f"{path}[{key!r}]")
            return
        if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and (_ragged(a) or _ragged(b)):
            if len(a) != len(b):
                self._told(msg, f"Mismatched length: a{path} has {len(a)} items, b{path} has {len(b)}")
            for place, (one, other) in enumerate(zip(a, b, strict=True)):
                self._close(one, other, rtol, atol, msg, f"{path}[{place}]")
            return
        self._arrays_close(a, b, rtol, atol, msg, path)

    def _arrays_close(self, a: Any, b: Any, rtol: float, atol: float, msg: object, path: str) -> None:
        import numpy as np

        a, b = _array(a), _array(b)
        if a.shape != b.shape:
            self._told(
                msg, f"Shape mismatch{f' at {path}' if path else ''}: expected {a.shape}, got {b.shape} with {b}"
            )
        if "bfloat16" in (a.dtype.name, b.dtype.name):
            a, b = (x.astype(np.float32) if x.dtype.name == "bfloat16" else x for x in (a, b))
        if a.dtype.kind in "OSU" or b.dtype.kind in "OSU":
            self.assertAllEqual(a, b, msg)
            return
        if np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True):
            return
        a, b = np.atleast_1d(a, b)  # a scalar has no places
        with np.errstate(all="ignore"):
            places = np.where(~np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True))
            text = [
                f"Not equal to tolerance rtol={rtol}, atol={atol}",
                f"Mismatched value: a{path} is different from b{path}.",
                f"not close where = {places}",
                f"not close lhs = {a[places]}",
                f"not close rhs = {b[places]}",
                f"not close dif = {np.abs(a[places] - b[places])}",
                f"not close tol = {atol + rtol * np.abs(b[places])}",
                f"dtype = {a.dtype}, shape = {a.shape}",
            ]
        self._told(msg, "\n".join(text))

    def assertAllCloseAccordingToType(
        self,
        a: object,
        b: object,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: object = None,
    ) -> None:
        """assertAllClose with wider tolerances where one side is float32, float16 or bfloat16."""
        a, b = self._array_of(a), self._array_of(b)
        names = (a.dtype.name, b.dtype.name)
        for kinds, wider in (
            (("float32", "complex64"), (float_rtol, float_atol)),
            (("float16",), (half_rtol, half_atol)),
            (("bfloat16",), (bfloat16_rtol, bfloat16_atol)),
        ):
            if any(name in kinds for name in names):
                rtol, atol = max(rtol, wider[0]), max(atol, wider[1])
        self.assertAllClose(a, b, rtol, atol, msg)

    def assertNotAllClose(
        self, a: object, b: object, rtol: float = 1e-6, atol: float = 1e-6, msg: object = None
    ) -> None:
        """Fails where assertAllClose passes."""
        try:
            self.assertAllClose(a, b, rtol, atol)
        except AssertionError:
            return
        self._told(msg, "The two values are close at all elements.")

    def assertAllEqual(self, a: object, b: object, msg: object = None) -> None:
        """Fails unless shapes and elements are equal; NaN equals NaN, strings equal their bytes."""
        import numpy as np

        a, b = _plain(self._known(a)), _plain(self._known(b))
        if isinstance(a, dict) and isinstance(b, dict):
            self.assertEqual(a, b, msg)
            return
        if _ragged(a) or _ragged(b):
            self.assertEqual(_listed(a), _listed(b), msg)
            return
        a, b = _array(a), _array(b)
        if a.shape != b.shape:
            self._told(msg, f"Shape mismatch: expected {a.shape}, got {b.shape}. Contents: {a!r} and {b!r}")
        if a.dtype.kind in "SUO" or b.dtype.kind in "SUO":
            a, b = _bytes(a), _bytes(b)
        same = np.asarray(a == b)
        if a.dtype.kind in "fc" and b.dtype.kind in "fc":
            same = same | (np.isnan(a) & np.isnan(b))
        if same.all():
            return
        a, b, same = np.atleast_1d(a, b, same)  # a scalar has no places
        places = np.where(~same)
        self._told(
            msg,
            f"Arrays are not equal\nnot equal where = {places}\nnot equal lhs = {a[places]}\nnot equal rhs = {b[places]}",
        )

    def assertNotAllEqual(self, a: object, b: object, msg: object = None) -> None:
        """Fails where assertAllEqual passes."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        self._told(msg, "The two values are equal at all elements.")

    def assertAllGreater(self, a: object, comparison_target: Any) -> None:
        """Fails unless all elements are larger."""
        self.assertGreater(self._array_of(a).min(), self._known(comparison_target))

    def assertAllLess(self, a: object, comparison_target: Any) -> None:
        """Fails unless all elements are smaller."""
        self.assertLess(self._array_of(a).max(), self._known(comparison_target))

    def assertAllGreaterEqual(self, a: object, comparison_target: Any) -> None:
        """Fails unless all elements are as large or larger."""
        self.assertGreaterEqual(self._array_of(a).min(), self._known(comparison_target))

    def assertAllLessEqual(self, a: object, comparison_target: Any) -> None:
        """Fails unless all elements are as small or smaller."""
        self.assertLessEqual(self._array_of(a).max(), self._known(comparison_target))

    def assertAllInRange(
        self,
        target: object,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """Fails unless all elements lie between the bounds; open ones are outside. NaN is outside."""
        import numpy as np

        array = self._array_of(target)
        if array.dtype.kind not in "iufb":
            raise AssertionError(f"The value of {target} does not have an ordered numeric type: it has {array.dtype}")
        inside = (array > lower_bound if open_lower_bound else array >= lower_bound) & (
            array < upper_bound if open_upper_bound else array <= upper_bound
        )
        if inside.all():
            return
        brackets = "([)]"[0 if open_lower_bound else 1], "([)]"[2 if open_upper_bound else 3]
        outside = [f"  {list(place)} : {array[tuple(place)]}" for place in np.argwhere(~inside)[:10]]
        raise AssertionError(
            f"{(~inside).sum()} of the {array.size} element(s) are outside the range "
            f"{brackets[0]}{lower_bound}, {upper_bound}{brackets[1]}. Subscript(s) and value(s) of the offending "
            "elements:\n" + "\n".join(outside)
        )

    def assertAllInSet(self, target: object, expected_set: Container[Any]) -> None:
        """Fails unless all elements are in the set."""
        import numpy as np

        array = self._array_of(target)
        outside = [element for element in np.unique(array).tolist() if element not in expected_set]
        if outside:
            raise AssertionError(f"{len(outside)} unique element(s) are not in the set {expected_set}: {outside}")

    def assertShapeEqual(self, input_a: object, input_b: object, msg: object = None) -> None:
        """Fails unless the shapes of two tensors or arrays are equal."""
        shapes = []
        for value in (input_a, input_b):
            shape = getattr(value, "shape", None)
            if shape is None:
                raise TypeError(f"assertShapeEqual takes tensors and arrays, got {type(value)}")
            shapes.append(tuple(shape.as_list() if hasattr(shape, "as_list") else shape))
        if shapes[0] != shapes[1]:
            self._told(msg, f"Shape mismatch: {shapes[0]} and {shapes[1]}")

    def assertDTypeEqual(self, target: object, expected_dtype: DTypeLike) -> None:
        """Fails unless the tensor or array has the dtype."""
        import numpy as np

        actual = getattr(target, "dtype", None)
        if actual is None:
            actual = _array(target).dtype
        wanted = np.dtype(int) if expected_dtype is int else expected_dtype  # which is no dtype of tensors
        if dtypes.as_dtype(actual) != dtypes.as_dtype(wanted):
            raise AssertionError(f"{actual!r} != {expected_dtype!r}")

    def assertArrayNear(self, farray1: Any, farray2: Any, err: float, msg: object = None) -> None:
        """Fails unless two sequences are of one length with items that differ by `err` at most."""
        self.assertEqual(len(farray1), len(farray2), msg)
        for f1, f2 in zip(farray1, farray2, strict=True):
            self.assertNear(float(f1), float(f2), err, msg)

    def assertNDArrayNear(self, ndarray1: TensorLike, ndarray2: TensorLike, err: float, msg: object = None) -> None:
        """Fails unless the Euclidean distance of two arrays is below `err`."""
        import numpy as np

        distance = np.linalg.norm(np.ravel(self._array_of(ndarray1) - self._array_of(ndarray2)))
        if not distance < err:
            self._told(msg, f"the arrays are {distance} apart, more than {err}")

    def assertDeviceEqual(
        self, device1: str | DeviceSpec | None, device2: str | DeviceSpec | None, msg: object = None
    ) -> None:
        """Fails unless two names mean one device."""
        spec = DeviceSpec
        names = [
            device.to_string() if isinstance(device, spec) else spec.from_string(str(device)).to_string()
            for device in (device1, device2)
        ]
        if names[0] != names[1]:
            self._told(msg, f"Devices {device1} and {device2} are not equal.")

    # ---- errors ----

    def assertRaisesOpError(self, expected_err_re_or_predicate: str | Callable[[BaseException], Any]) -> Any:
        """Returns a context that fails unless an error of tf.errors is raised whose text matches, or that a predicate accepts."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    def assertRaisesIncompatibleShapesError(
        self, exception_type: type[BaseException] | tuple[type[BaseException], ...] = errors.InvalidArgumentError
    ) -> Any:
        """Returns a context that fails unless an error tells of shapes that do not fit."""
        return self.assertRaisesWithPredicateMatch(exception_type, _tells_of_shapes)

    # ---- messages ----

    def assertProtoEquals(
        self,
        expected_message_maybe_ascii: Any,
        validate_message: Any,
        msg: object = None,
        relative_tolerance: float | None = None,
    ) -> None:
        """Fails unless two protocol messages are equal; the first may be in text form.

        Raises:
          NotImplementedError: a tolerance is given, or a text for a message that protobuf did not make.
        """
        if relative_tolerance is not None:
            raise NotImplementedError("assertProtoEquals compares exactly: relative_tolerance is not supported")
        expected = expected_message_maybe_ascii
        if isinstance(expected, (str, bytes)):
            if not hasattr(validate_message, "DESCRIPTOR"):
                raise NotImplementedError(f"only protobuf's messages are read from text, not {type(validate_message)}")
            from google.protobuf import text_format

            expected = text_format.Parse(expected, type(validate_message)())
        if expected != validate_message:
            self._told(msg, f"messages differ\nexpected: {expected}\ngot: {validate_message}")

    def assertProtoEqualsVersion(
        self, expected: str, actual: Any, producer: int = 2474, min_consumer: int = 0, msg: object = None
    ) -> None:
        """assertProtoEquals for a GraphDef in text form, to which these versions are added."""
        versions = f"versions {{ producer: {producer} min_consumer: {min_consumer} }};\n"
        self.assertProtoEquals(versions + expected, actual, msg)

    # ---- threads and streams ----

    def checkedThread(
        self, target: Callable[..., Any], args: tuple | None = None, kwargs: dict | None = None
    ) -> CheckedThread:
        """Returns a thread whose exception fails the test where it is joined."""
        return CheckedThread(target, args or (), kwargs or {})

    @contextlib.contextmanager
    def captureWritesToStream(self, stream: Any) -> Iterator[CapturedWrites]:
        """Returns a context that collects what is written to a stream's file, from below Python, too."""
        import os
        import tempfile

        captured = CapturedWrites()
        stream.flush()
        number = stream.fileno()
        saved = os.dup(number)
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), number)
            try:
                yield captured
            finally:
                stream.flush()
                os.dup2(saved, number)
                os.close(saved)
                file.seek(0)
                captured._text = file.read().decode(errors="replace")


def _tells_of_shapes(error: BaseException) -> bool:
    return re.search(_SHAPES_DIFFER, str(error)) is not None


def _value(tensor: Any) -> Any:
    if tensor is None:
        return None
    if callable(tensor) and not hasattr(tensor, "numpy"):
        return nest.map_structure(_value, tensor())
    parts = SparseTensor
    if isinstance(tensor, parts):
        value = SparseTensorValue
        return value(tensor.indices.numpy(), tensor.values.numpy(), tensor.dense_shape.numpy())
    if isinstance(tensor, IndexedSlices):
        value = IndexedSlicesValue
        shape = None if tensor.dense_shape is None else tensor.dense_shape.numpy()
        return value(values=tensor.values.numpy(), indices=tensor.indices.numpy(), dense_shape=shape)
    if not hasattr(tensor, "numpy"):
        raise ValueError(f"Unsupported type {type(tensor).__name__!r}.")
    return tensor.numpy()


def _symbolic(value: object) -> bool:
    """Tells whether it is a tensor or variable of a graph, or has such parts."""
    if isinstance(value, _core.ResourceVariable):
        value = value.handle
    return any(isinstance(part, _core.SymbolicTensor) for part in nest.flatten(value, expand_composites=True))


@contextlib.contextmanager
def _entered(session: Any, use_gpu: bool) -> Iterator[Any]:
    """Returns a context in which a session is the default one; without a GPU, ops are made for the processor."""
    device = contextlib.nullcontext() if use_gpu else scopes.device("/device:CPU:0")
    with session.graph.as_default(), session.as_default(), device:
        yield session


def _plain(value: Any) -> Any:
    """Returns a value without tensors: arrays, numbers, and dicts and sequences of them."""
    if isinstance(value, dict):
        return value
    if hasattr(value, "to_list") and hasattr(value, "row_splits"):
        return value.to_list()
    if hasattr(value, "numpy") and callable(value.numpy):
        return value.numpy()
    return value


def _ragged(value: object) -> bool:
    """Tells whether a sequence is no array: of several lengths, or with dicts or tensors of several shapes in it."""
    import numpy as np

    if not isinstance(value, (list, tuple)):
        return False
    try:
        return np.asarray([_plain(item) for item in value]).dtype == object and not _strings(value)
    except ValueError:
        return True


def _strings(value: object) -> bool:
    return all(isinstance(item, (str, bytes)) for item in nest.flatten(value))


def _listed(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    return [_listed(_plain(item)) for item in value] if isinstance(value, (list, tuple)) else value


def _array(value: object) -> np.ndarray:
    import numpy as np

    if isinstance(value, (list, tuple)):
        value = [_plain(item) for item in value]
    return np.asarray(value)


def _bytes(array: np.ndarray) -> np.ndarray:
    import numpy as np

    encode = np.frompyfunc(lambda item: item.encode() if isinstance(item, str) else item, 1, 1)
    return np.asarray(encode(array.astype(object)))


# ---- running tests ----


@export("test.main")
def main(argv: list[str] | None = None) -> None:
    """Runs the tests of the program that calls it (tf.test.main).

    Where absl-py is installed, as `absl.testing.absltest.main`, so that the program's flags are read and its options are
    known; elsewhere as `unittest.main`.
    """
    if absltest is None:
        unittest.main(argv=argv)
    elif argv is None:
        absltest.main()
    else:
        absltest.main(argv=argv)


@export("test.disable_with_predicate")
def disable_with_predicate(pred: Callable[[], bool], skip_message: str) -> Callable[[Any], Any]:
    """Returns a decorator of test methods: where `pred()` holds, the test is skipped with that message."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapped(self: unittest.TestCase, *args: Any, **kwargs: Any) -> Any:
            if pred():
                self.skipTest(skip_message)
            return function(self, *args, **kwargs)

        return wrapped

    return decorate


@export("test.with_eager_op_as_function")
def with_eager_op_as_function(cls: type | None = None, only_as_function: bool = False) -> Any:
    """Returns a decorator of test classes that changes nothing: there is one way to run eager ops."""
    return cls if cls is not None else lambda decorated: decorated


@export("test.assert_equal_graph_def", v1="")
def assert_equal_graph_def(expected: Any, actual: Any) -> None:
    """Raises an AssertionError unless two GraphDefs have equal nodes, in any order (tf.test.assert_equal_graph_def).

    Raises:
      TypeError: one of them is no GraphDef.
    """
    for name, graph_def in (("expected", expected), ("actual", actual)):
        if not hasattr(graph_def, "node") or not hasattr(graph_def, "SerializeToString"):
            raise TypeError(f"Expected a GraphDef for `{name}`, got {type(graph_def).__name__}")
    ours, theirs = ({node.name: node for node in graph_def.node} for graph_def in (expected, actual))
    if ours.keys() != theirs.keys():
        raise AssertionError(
            f"nodes that are only expected: {sorted(ours.keys() - theirs.keys())}; only there: "
            f"{sorted(theirs.keys() - ours.keys())}"
        )
    for name, node in ours.items():
        if node != theirs[name]:
            raise AssertionError(f"node {name!r} differs\nexpected: {node}\nactual: {theirs[name]}")


@export("test.is_built_with_xla")
def is_built_with_xla() -> bool:
    """False: there is no XLA here (tf.test.is_built_with_xla)."""
    return False


@export("test.is_cpu_target_available")
def is_cpu_target_available(target: str) -> bool:
    """Tells whether this machine's processor is of the kind named, as 'x86_64' (tf.test.is_cpu_target_available)."""
    names = {"x86_64": ("x86_64", "amd64"), "aarch64": ("aarch64", "arm64")}
    return platform.machine().lower() in names.get(target, (target,))


@export("test.experimental.sync_devices")
def sync_devices() -> None:
    """Waits until all devices have done what they were given (tf.test.experimental.sync_devices)."""
    for number in range(len(_core.list_gpus())):
        scope = _core.device_scope()
        _core.set_device_scope(1 + number, "")
        try:
            _core.op("Identity")(_core.convert_to_tensor(0.0)).numpy()
        finally:
            _core.set_device_scope(*scope)


# ---- benchmarks ----


@export("test.Benchmark")
class Benchmark:
    """A class whose methods named benchmark* measure something and report it (tf.test.Benchmark)."""

    @classmethod
    def is_abstract(cls) -> bool:
        """Tells whether it is the class that others derive from."""
        return cls is Benchmark

    def evaluate(self, tensors: Any) -> Any:
        """Returns the values of tensors, nested as they are."""
        if _core.executing_eagerly():
            return nest.map_structure(_value, tensors)
        session = get_default_session()
        assert session is not None
        return session.run(tensors)

    def report_benchmark(
        self,
        iters: int | None = None,
        cpu_time: float | None = None,
        wall_time: float | None = None,
        throughput: float | None = None,
        extras: dict | None = None,
        name: str | None = None,
        metrics: list | None = None,
    ) -> None:
        """Prints what was measured: times are in seconds."""
        fields = {
            "iters": iters,
            "cpu_time": cpu_time,
            "wall_time": wall_time,
            "throughput": throughput,
            "extras": extras,
            "metrics": metrics,
        }
        told = ", ".join(f"{key}: {value}" for key, value in fields.items() if value is not None)
        print(f"{name or f'{type(self).__module__}.{type(self).__name__}'}: {told}", file=sys.stdout)

    def run_op_benchmark(
        self,
        sess: Session,
        op_or_tensor: object,
        feed_dict: dict | None = None,
        burn_iters: int = 2,
        min_iters: int = 10,
        store_trace: bool = False,
        store_memory_usage: bool = True,
        name: str | None = None,
        extras: dict | None = None,
        mbs: float = 0,
    ) -> dict[str, Any]:
        """Runs an op of a session again and again, reports the median time and returns what was measured.

        Raises:
          NotImplementedError: `store_trace` is asked for.
        """
        if store_trace:
            raise NotImplementedError("run_op_benchmark: traces are not stored")
        for _ in range(burn_iters):
            sess.run(op_or_tensor, feed_dict)
        times = []
        for _ in range(min_iters):
            start = time.perf_counter()
            sess.run(op_or_tensor, feed_dict)
            times.append(time.perf_counter() - start)
        times.sort()
        middle = len(times) // 2
        median = times[middle] if len(times) % 2 else (times[middle - 1] + times[middle]) / 2
        measured = {**(extras or {}), "wall_time_mean": sum(times) / len(times)}
        throughput = mbs / median if mbs else None
        self.report_benchmark(min_iters, None, median, throughput, measured, name)
        return {"iters": min_iters, "wall_time": median, "throughput": throughput, "extras": measured, "name": name}


@export("test.benchmark_config")
def benchmark_config() -> Any:
    """Returns a ConfigProto for benchmarks (tf.test.benchmark_config).

    Raises:
      NotImplementedError: there is no ConfigProto.
    """
    try:
        return ConfigProto()
    except KeyError:
        raise NotImplementedError("benchmark_config: there is no ConfigProto, sessions take no options") from None
