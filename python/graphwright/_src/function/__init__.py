"""tf.function: Python functions that run as graphs."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ParamSpec, TypeVar, overload

    from graphwright._src.function.typed import TypedFunction

    P = ParamSpec("P")
    R = TypeVar("R")

    @overload
    def function(
        func: Callable[P, R],
        input_signature: Sequence[Any] | None = None,
        autograph: bool = True,
        jit_compile: bool | None = None,
        reduce_retracing: bool = False,
        experimental_implements: str | None = None,
        experimental_autograph_options: object = None,
        experimental_attributes: dict[str, Any] | None = None,
        experimental_relax_shapes: bool | None = None,
        experimental_compile: bool | None = None,
        experimental_follow_type_hints: bool | None = None,
    ) -> TypedFunction[P, R]: ...

    @overload
    def function(
        func: None = None,
        input_signature: Sequence[Any] | None = None,
        autograph: bool = True,
        jit_compile: bool | None = None,
        reduce_retracing: bool = False,
        experimental_implements: str | None = None,
        experimental_autograph_options: object = None,
        experimental_attributes: dict[str, Any] | None = None,
        experimental_relax_shapes: bool | None = None,
        experimental_compile: bool | None = None,
        experimental_follow_type_hints: bool | None = None,
    ) -> Callable[[Callable[P, R]], TypedFunction[P, R]]: ...


@export("function")
def function(
    func: Callable[..., Any] | None = None,
    input_signature: Sequence[Any] | None = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: object = None,
    experimental_attributes: dict[str, Any] | None = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Makes a Python function run as a graph (tf.function). Can be used as a decorator, with or without arguments.

    The function is traced: called once with placeholders for each form of its arguments, to make a graph, which then runs in its
    place. A form is the dtypes and shapes of tensors, and the values of other arguments.

    Args:
      func: the function.
      input_signature: specs, such as `tf.TensorSpec`, that all calls must fit; then there is one trace for all of them.
      autograph: whether `if`, `for`, `while` and the like on tensors become part of the graph.
      jit_compile: True: loops, branches and elementwise work become machine code where llvmlite is installed
        (`pip install 'graphwright[jit]'`), with the same results; ops that XLA does not compile raise InvalidArgumentError when
        the function is called.
      reduce_retracing: whether sizes that differ between calls are left open, so that there are fewer traces.
      experimental_implements: the name of a known function that this one implements.
      experimental_autograph_options: `tf.autograph.experimental.Feature`s.
      experimental_attributes: further attributes of the graph's function.
      experimental_relax_shapes: the older name of `reduce_retracing`.
      experimental_compile: the older name of `jit_compile`.
      experimental_follow_type_hints: has no effect.

    Returns:
      A callable with the methods of `tf.types.experimental.PolymorphicFunction`; without `func` a decorator that makes one.

    Raises:
      TypeError: `func` cannot be called.
      ValueError: `jit_compile` and its older name are both given.

    >>> import graphwright as tf
    >>> @tf.function
    ... def total(n):
    ...     s = 0
    ...     for i in tf.range(n):
    ...         s += i
    ...     return s
    >>> total(tf.constant(5)).numpy()
    np.int32(10)
    """
    if experimental_compile is not None:
        if jit_compile is not None:
            raise ValueError("Cannot specify both 'experimental_compile' and 'jit_compile'.")
        jit_compile = experimental_compile
    if experimental_relax_shapes is not None:
        reduce_retracing = bool(reduce_retracing or experimental_relax_shapes)

    def decorate(python_function: Any) -> Any:
        from graphwright._src.function import polymorphic

        # Under the decorator that makes the method: it is put back around the function.
        method = type(python_function) if isinstance(python_function, (staticmethod, classmethod)) else None
        if method is not None:
            python_function = python_function.__func__
        if not callable(python_function):
            raise TypeError(f"{python_function!r} is not a callable object")
        options = polymorphic.Options(
            input_signature=input_signature,
            autograph=autograph,
            jit_compile=jit_compile,
            reduce_retracing=reduce_retracing,
            experimental_implements=experimental_implements,
            experimental_autograph_options=experimental_autograph_options,
            experimental_attributes=experimental_attributes,
        )
        made = polymorphic.Function(python_function, polymorphic.name_of(python_function), options)
        return made if method is None else method(made)

    return decorate if func is None else decorate(func)


def _trace_key(value: object) -> Any:
    from graphwright._src.function import trace_type

    return trace_type.trace_key(value)


_core.register_hook("trace_key", _trace_key)
