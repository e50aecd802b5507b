"""tf.compat.v1.test: folders of tests, attributes replaced for a while, and gradients of graphs checked by differences."""

from __future__ import annotations

import os
import re
import sys
import tempfile

from graphwright._src.base.export import export
from graphwright._src.gradients.tape import gradients
from graphwright._src.session.default_session import get_default_session
from graphwright._src.testing import testing
from graphwright._src.v1.placeholders import placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.messages.classes import GraphDef


_PART = re.compile(rb"_temp_[0-9a-z]{32}/part")  # where checkpoints of several files are written at first


# ---- folders ----


@export("compat.v1.test.get_temp_dir")
def get_temp_dir() -> str:
    """Returns a folder for what tests write, which goes with the process (tf.compat.v1.test.get_temp_dir)."""
    global _temporary
    if _temporary is None:
        _temporary = tempfile.TemporaryDirectory()
    return _temporary.name


_temporary: tempfile.TemporaryDirectory | None = None


@export("compat.v1.test.test_src_dir_path")
def test_src_dir_path(relative_path: str) -> str:
    """Returns a path below the folder in which the program lies (tf.compat.v1.test.test_src_dir_path)."""
    return os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), relative_path)


@export("compat.v1.test.assert_equal_graph_def")
def assert_equal_graph_def(
    actual: GraphDef, expected: GraphDef, checkpoint_v2: bool = False, hash_table_shared_name: bool = False
) -> None:
    """Raises an AssertionError unless two GraphDefs have equal nodes (tf.compat.v1.test.assert_equal_graph_def).

    Args:
      actual: a GraphDef.
      expected: another one.
      checkpoint_v2: whether the names of temporary files in nodes of checkpoints are made equal first.
      hash_table_shared_name: whether the attr `shared_name` of tables is left out.

    Raises:
      TypeError: one of them is no GraphDef.
    """
    both = []
    for graph_def in (expected, actual):
        if (checkpoint_v2 or hash_table_shared_name) and hasattr(graph_def, "SerializeToString"):
            graph_def = type(graph_def).FromString(graph_def.SerializeToString())
            _without_names(graph_def, checkpoint_v2, hash_table_shared_name)
        both.append(graph_def)
    testing.assert_equal_graph_def(*both)


def _without_names(graph_def: GraphDef, checkpoint_v2: bool, tables: bool) -> None:
    for node in graph_def.node:
        if tables and node.op == "HashTableV2" and "shared_name" in node.attr:
            del node.attr["shared_name"]
        if checkpoint_v2 and node.op == "Const" and "value" in node.attr:
            strings = node.attr["value"].tensor.string_val
            if strings and _PART.search(strings[0]):
                del node.attr["value"]


# ---- attributes replaced for a while ----

_NOTHING = object()


@export("compat.v1.test.StubOutForTesting")
class StubOutForTesting:
    """Replaces attributes, and puts the old ones back (tf.compat.v1.test.StubOutForTesting).

    >>> import os
    >>> import graphwright as tf
    >>> with tf.compat.v1.test.StubOutForTesting() as stubs:
    ...     stubs.Set(os.path, "exists", lambda path: True)
    ...     os.path.exists("/no/such/file")
    True
    >>> os.path.exists("/no/such/file")
    False
    """

    def __init__(self) -> None:
        self._set: list[tuple[Any, str, Any]] = []
        self._smart: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> StubOutForTesting:
        return self

    def __exit__(self, *unused: object) -> None:
        self.CleanUp()

    def __del__(self) -> None:
        self.CleanUp()

    def CleanUp(self) -> None:  # noqa: N802
        """Puts back everything."""
        self.SmartUnsetAll()
        self.UnsetAll()

    def SmartSet(self, obj: object, attr_name: str, new_attr: object) -> None:  # noqa: N802
        """Replaces an attribute: of a module, a class, an object that has it itself, or else of the object's class.

        Raises:
          AttributeError: there is none.
        """
        owner = obj if isinstance(obj, (type, type(sys))) or attr_name in vars(obj) else type(obj)
        if not hasattr(owner, attr_name):
            raise AttributeError("Attribute not found.")
        self._smart.append((owner, attr_name, vars(owner).get(attr_name, _NOTHING)))
        setattr(owner, attr_name, new_attr)

    def SmartUnsetAll(self) -> None:  # noqa: N802
        """Puts back what `SmartSet` has replaced, the last one first."""
        _put_back(self._smart)

    def Set(self, parent: object, child_name: str, new_child: object) -> None:  # noqa: N802
        """Replaces an attribute of an object.

        Raises:
          AttributeError: it has none.
        """
        if not hasattr(parent, child_name):
            raise AttributeError(f"{parent!r} has no attribute {child_name!r}")
        own = getattr(parent, "__dict__", None)
        old = getattr(parent, child_name) if own is None else own.get(child_name, _NOTHING)
        self._set.append((parent, child_name, old))
        setattr(parent, child_name, new_child)

    def UnsetAll(self) -> None:  # noqa: N802
        """Puts back what `Set` has replaced, the last one first."""
        _put_back(self._set)


def _put_back(replaced: list[tuple[Any, str, Any]]) -> None:
    while replaced:
        owner, name, old = replaced.pop()
        if old is _NOTHING:
            delattr(owner, name)  # a base or the class has it
        else:
            setattr(owner, name, old)


# ---- gradients of graphs ----


@export("compat.v1.test.compute_gradient")
def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Any = None,
    extra_feed_dict: dict[Any, Any] | None = None,
) -> Any:
    """Returns the Jacobian of a graph's tensor by its gradient, and by differences (tf.compat.v1.test.compute_gradient).

    Runs in the session that is the default.

    Args:
      x: a tensor of floats or complex numbers, or a list of them.
      x_shape: its shape as a list of ints, or a list of shapes.
      y: what depends on it.
      y_shape: the shape of `y`.
      x_init_value: an array where the derivatives are taken, for a list a list; random numbers unless given.
      delta: how far each element is moved either way for the differences.
      init_targets: operations that are run first.
      extra_feed_dict: what else is fed.

    Returns:
      Two arrays of shape [elements of x, elements of y], the first by the gradient, the second by differences; for a list of
      tensors a list of such pairs. Real and imaginary parts of complex numbers are rows and columns of their own.

    Raises:
      TypeError: a dtype is neither of floats nor of complex numbers.
      ValueError: there is no session; the result has no elements, but there is a gradient.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     x = tf.compat.v1.placeholder(tf.float32, [2])
    ...     by_gradient, _ = tf.compat.v1.test.compute_gradient(x, [2], x * x, [2], [1.0, 3.0])
    >>> by_gradient
    array([[2., 0.],
           [0., 6.]], dtype=float32)
    """

    feeds = dict(extra_feed_dict or {})
    if init_targets is not None:
        for target in init_targets if isinstance(init_targets, (list, tuple)) else [init_targets]:
            target.run()
    if not isinstance(x, list):
        return _pair(x, x_shape, y, y_shape, x_init_value, delta, feeds)
    starts = x_init_value or [None] * len(x)
    return [
        _pair(one, shape, y, y_shape, start, delta, feeds) for one, shape, start in zip(x, x_shape, starts, strict=True)
    ]


def _start(x: Tensor, shape: Sequence[int], given: Any) -> Any:
    import numpy as np

    dtype = x.dtype.base_dtype.as_numpy_dtype
    if given is not None:
        return np.array(given, dtype)
    value = np.random.random_sample(list(shape)).astype(dtype)
    if x.dtype.is_complex:
        value = value + 1j * np.random.random_sample(list(shape)).astype(dtype)
    return value


def _pair(
    x: Tensor, x_shape: Sequence[int], y: Tensor, y_shape: Sequence[int], given: Any, delta: float, feeds: dict
) -> tuple[Any, Any]:
    import numpy as np

    from graphwright._src.testing.gradient_check import parts_of, real_view

    for tensor in (x, y):
        dtype = tensor.dtype.base_dtype
        if not (dtype.is_floating or dtype.is_complex):
            raise TypeError(f"compute_gradient() needs floats or complex numbers, got {dtype.name}")
    session = get_default_session()
    if session is None:
        raise ValueError("compute_gradient() needs a default session")
    start = _start(x, x_shape, given)
    if list(start.shape) != list(x_shape):
        raise ValueError(f"x_init_value has the shape {start.shape}, x_shape is {x_shape}")
    weights = placeholder(y.dtype.base_dtype, list(y_shape))
    (grad,) = gradients(y, [x], grad_ys=weights)
    y_type, x_type = y.dtype.base_dtype, x.dtype.base_dtype
    rows = start.size * parts_of(x_type)
    columns = int(np.prod(list(y_shape), dtype=np.int64)) * parts_of(y_type)
    real = x_type.real_dtype.as_numpy_dtype
    theoretical, numerical = np.zeros((rows, columns), real), np.zeros((rows, columns), real)

    def dense(value: Any) -> Any:
        if not hasattr(value, "indices"):
            return np.array(value)
        whole = np.zeros(list(x_shape), x_type.as_numpy_dtype)
        np.add.at(whole, value.indices, value.values)
        return whole

    def gradient_of(seed: Any) -> Any:
        if grad is None:
            return np.zeros(list(x_shape), x_type.as_numpy_dtype)
        return dense(session.run(grad, {**feeds, x: start, weights: seed}))

    if columns == 0:
        if np.any(gradient_of(np.zeros(list(y_shape), y_type.as_numpy_dtype))):
            raise ValueError("Empty tensor with nonzero gradients")
        return theoretical, numerical
    for column in range(columns):
        seed = np.zeros(list(y_shape), y_type.as_numpy_dtype)
        real_view(seed)[column] = 1
        theoretical[:, column] = real_view(gradient_of(seed))
    for row in range(rows):
        moved = []
        for step in (delta, -delta):
            point = start.copy()
            real_view(point)[row] += step
            moved.append(real_view(np.array(session.run(y, {**feeds, x: point}))))
        numerical[row] = (moved[0] - moved[1]) / (2 * delta)
    return theoretical, numerical


@export("compat.v1.test.compute_gradient_error")
def compute_gradient_error(
    x: Any,
    x_shape: Any,
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Any = None,
    extra_feed_dict: dict[Any, Any] | None = None,
) -> float:
    """Returns how far the two Jacobians of `compute_gradient` are apart at most
    (tf.compat.v1.test.compute_gradient_error).
    """
    pairs = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    error = 0.0
    for one, two in [pairs] if isinstance(pairs, tuple) else pairs:
        if one.size:
            error = max(error, float(abs(one - two).max()))
    return error
