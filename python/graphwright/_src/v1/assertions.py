"""tf.compat.v1's assertions, with TensorFlow 1's order of arguments; `data` is what a failure tells besides."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import get_default_graph, no_op
from graphwright._src.graph.grouping import group
from graphwright._src.graph.scopes import control_dependencies, executing_eagerly
from graphwright._src.ops import assertions
from graphwright._src.ops.assertions import assert_integer, assert_near, assert_type, check_numerics
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.graph.operation import Operation
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


def _checked(check: Operation | None) -> Any:
    """Returns what an assertion returns: the operation; None while ops run at once."""
    if check is None and not _core.executing_eagerly():
        return no_op(name="static_checks_determined_all_ok")
    return check


def _publish(name: str, function: Callable[..., Any], what: str, weak_type: str | None = None) -> None:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{what} (tf.compat.v1.{name}).

    `data` has no effect; see `tf.debugging.{name}`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """
    export(f"compat.v1.{name}", f"compat.v1.debugging.{name}", weak_type=weak_type)(function)


def _pair(name: str, what: str, weak_type: str | None = None) -> None:
    def check(
        x: TensorLike,
        y: TensorLike,
        data: object = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Any:
        return _checked(function(x, y, message=message, summarize=summarize, name=name))

    function = getattr(assertions, name)
    _publish(name, check, what, weak_type)


def _single(name: str, what: str) -> None:
    def check(
        x: TensorLike,
        data: object = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Any:
        return _checked(function(x, message=message, summarize=summarize, name=name))

    function = getattr(assertions, name)
    _publish(name, check, what)


_pair("assert_equal", "Checks that x == y everywhere", weak_type="binary strong")
_pair("assert_none_equal", "Checks that x != y everywhere")
_pair("assert_less", "Checks that x < y everywhere")
_pair("assert_less_equal", "Checks that x <= y everywhere")
_pair("assert_greater", "Checks that x > y everywhere")
_pair("assert_greater_equal", "Checks that x >= y everywhere")
for _name, _what in {
    "assert_negative": "Checks that x < 0 everywhere",
    "assert_positive": "Checks that x > 0 everywhere",
    "assert_non_negative": "Checks that x >= 0 everywhere",
    "assert_non_positive": "Checks that x <= 0 everywhere",
}.items():
    _single(_name, _what)


def _near(
    x: TensorLike,
    y: TensorLike,
    rtol: TensorLike | None = None,
    atol: TensorLike | None = None,
    data: object = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    return _checked(assert_near(x, y, rtol, atol, message, summarize, name))


_publish("assert_near", _near, "Checks that |x - y| <= atol + rtol * |y| everywhere")


def _ranked(name: str, what: str, parameter: str) -> None:
    function = getattr(assertions, name)

    def of_ranks(
        x: TensorLike,
        ranks: Iterable[Any],
        data: object = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Any:
        return _checked(function(x, ranks, message, name))

    def of_rank(
        x: TensorLike,
        rank: TensorLike,
        data: object = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Any:
        return _checked(function(x, rank, message, name))

    _publish(name, of_ranks if parameter == "ranks" else of_rank, what)


_ranked("assert_rank", "Checks that x has a rank", "rank")
_ranked("assert_rank_at_least", "Checks that x has at least a rank", "rank")
_ranked("assert_rank_in", "Checks that x has one of several ranks", "ranks")


def _integer(x: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    assert_integer(x, message, name)
    return _checked(None)


_publish("assert_integer", _integer, "Checks that x has an integer dtype")


def _type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> Any:
    assert_type(tensor, tf_type, message, name)
    return _checked(None)


_publish("assert_type", _type, "Checks that a tensor has a dtype")


@export("compat.v1.assert_scalar", "compat.v1.debugging.assert_scalar")
def assert_scalar(tensor: TensorLike, name: str | None = None, message: str | None = None) -> Tensor:
    """Returns the tensor, which must be a scalar (tf.compat.v1.assert_scalar). Raises ValueError where it is none."""
    tensor = convert_to_tensor(tensor, name=name or "assert_scalar")
    assertions.assert_scalar(tensor, message)
    return tensor


@export("compat.v1.debugging.assert_shapes")
def assert_shapes(
    shapes: Any,
    data: Iterable[Any] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """Checks shapes and relations between them (tf.compat.v1.debugging.assert_shapes). See `tf.debugging.assert_shapes`."""
    checks = assertions.shape_checks(shapes, data, summarize, message, name)
    return None if executing_eagerly() else group(*checks, name=name or "assert_shapes")


@export("compat.v1.add_check_numerics_ops")
def add_check_numerics_ops() -> Any:
    """Returns an operation that fails where a float of the graph is no finite number (tf.compat.v1.add_check_numerics_ops).

    Raises:
      RuntimeError: eager execution is on.
      ValueError: the graph has loops or branches made of frames.
    """
    if executing_eagerly():
        raise RuntimeError(
            "add_check_numerics_ops() is not compatible with eager execution. To check for Inf's and NaN's under eager "
            "execution, call tf.debugging.enable_check_numerics() once before executing the checked operations."
        )
    checks: list[Any] = []
    for operation in get_default_graph().get_operations():
        for output in operation.outputs:
            if output.dtype.name not in ("float16", "float32", "float64"):
                continue
            if operation.type in ("Switch", "Merge", "Enter", "Exit", "NextIteration"):
                raise ValueError(
                    "`tf.add_check_numerics_ops() is not compatible with TensorFlow control flow operations such as "
                    "`tf.cond()` or `tf.while_loop()`."
                )
            with control_dependencies(checks):
                checks = [check_numerics(output, message=output.name)]
    return group(*checks)
