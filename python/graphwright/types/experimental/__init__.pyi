"""The public names of tf.types.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.function.signature import FunctionTypeBase as FunctionType
from graphwright._src.tensor.types import (
    AtomicFunction as AtomicFunction,
    Callable as Callable,
    ConcreteFunction as ConcreteFunction,
    PolymorphicFunction as GenericFunction,
    PolymorphicFunction as PolymorphicFunction,
    SupportsTracingProtocol as SupportsTracingProtocol,
    TensorLike as TensorLike,
    TraceType as TraceType,
)
from graphwright.types.experimental import distributed as distributed

__all__ = [
    "AtomicFunction", "Callable", "ConcreteFunction", "FunctionType", "GenericFunction", "PolymorphicFunction",
    "SupportsTracingProtocol", "TensorLike", "TraceType", "distributed",
]
