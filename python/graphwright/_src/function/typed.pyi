"""What `tf.function` gives, as type checkers see it: the Python function's parameters, and tensors for its results."""

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from graphwright._core import Tensor
from graphwright._src.function.polymorphic import Function

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")

class TypedFunction(Function, Generic[P, R]):
    """A Python function that runs as a graph (tf.types.experimental.PolymorphicFunction).

    Each call looks for a trace that was made for arguments of the same types, makes one where there is none, and runs it.
    """

    __wrapped__: Callable[P, R]
    __name__: str
    # What is no tensor may become one on its way through the graph: 1, say.
    @overload
    def __call__(self: TypedFunction[P, Tensor], *args: P.args, **kwargs: P.kwargs) -> Tensor: ...
    @overload
    def __call__(self: TypedFunction[P, None], *args: P.args, **kwargs: P.kwargs) -> None: ...
    @overload
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Any: ...
    @overload
    def __get__(self, instance: None, owner: Any = None) -> TypedFunction[P, R]: ...
    @overload
    def __get__(
        self: TypedFunction[Concatenate[Any, Q], R], instance: object, owner: Any = None
    ) -> TypedFunction[Q, R]: ...
