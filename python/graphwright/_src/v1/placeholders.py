"""tf.compat.v1.placeholder and its siblings: tensors of graphs whose values are fed."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.graph.graph_parts import keep_placeholder
from graphwright._src.graph.scopes import name_scope_v1, plain_graph
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


@export("compat.v1.placeholder")
def placeholder(dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> Tensor:
    """Returns a tensor of a graph whose value is given when that is run (tf.compat.v1.placeholder).

    Args:
      dtype: of its elements.
      shape: what is known of its shape; None for nothing.
      name: the wanted name.

    Raises:
      RuntimeError: no graph is being built.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.compat.v1.placeholder(tf.float32, [None, 2], name="x"))
    Tensor("x:0", shape=(None, 2), dtype=float32)
    """
    if _core.executing_eagerly():
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    return _core.op("Placeholder")(dtype=dtype, shape=shape, name=name)


@export("compat.v1.placeholder_with_default")
def placeholder_with_default(input: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Returns a tensor that is `input` unless another value is fed (tf.compat.v1.placeholder_with_default).

    Args:
      input: the default value.
      shape: what is known of the shape of all values; None for nothing.
      name: the wanted name.
    """
    result = _core.op("PlaceholderWithDefault")(input, shape=TensorShape(shape), name=name)
    graph = plain_graph()
    if graph is not None:
        keep_placeholder(graph, result)
    return result


@export("compat.v1.sparse_placeholder", "compat.v1.sparse.placeholder")
def sparse_placeholder(dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None) -> SparseTensor:
    """Returns a sparse tensor of a graph whose value is given when that is run (tf.compat.v1.sparse_placeholder).

    Args:
      dtype: of its elements.
      shape: what is known of its shape; None for nothing.
      name: put before the names of its parts.

    Raises:
      RuntimeError: no graph is being built.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.sparse_placeholder(tf.float32, [2, 3])
    ...     value = tf.compat.v1.SparseTensorValue([[0, 1], [1, 2]], [1.0, 2.0], [2, 3])
    ...     session.run(tf.sparse.reduce_sum(x), {x: value})
    np.float32(3.0)
    """
    if _core.executing_eagerly():
        raise RuntimeError("`sparse_placeholder` is not compatible with eager execution.")
    part_name = (lambda part: f"{name}/{part}") if name is not None else (lambda part: None)
    if shape is None:
        rank, known = None, None
        dense_shape = placeholder(dtypes.int64, [None], part_name("shape"))
    else:
        known = shape if isinstance(shape, _core.Tensor) else TensorShape(shape)
        if isinstance(known, _core.Tensor):
            rank = None if known.shape.rank is None else known.shape.as_list()[0]
            dense_shape = known
        else:
            rank = known.rank
            sizes = known.as_list()
            default = _core.convert_to_tensor([-1 if size is None else size for size in sizes], dtypes.int64)
            dense_shape = _core.op("PlaceholderWithDefault")(default, shape=[len(sizes)], name=part_name("shape"))
    values = placeholder(dtype, [None], part_name("values"))
    indices = placeholder(dtypes.int64, [None, rank], part_name("indices"))
    result = SparseTensor(indices, values, dense_shape)
    if isinstance(known, TensorShape):
        result.set_shape(known)
    return result


@export("compat.v1.ragged.placeholder")
def ragged_placeholder(
    dtype: DTypeLike, ragged_rank: int, value_shape: ShapeLike | None = None, name: str | None = None
) -> Any:
    """Returns a ragged tensor of a graph whose value is given when that is run (tf.compat.v1.ragged.placeholder).

    Args:
      dtype: of its elements.
      ragged_rank: the number of ragged axes.
      value_shape: the shape of one element of the innermost values.
      name: put before the names of its parts.
    """
    if ragged_rank == 0:
        return placeholder(dtype, value_shape, name)
    with name_scope_v1(name, "RaggedPlaceholder", []):
        flat_shape = TensorShape([None]).concatenate(TensorShape(value_shape))
        result = placeholder(dtype, flat_shape, "flat_values")
        for axis in reversed(range(ragged_rank)):
            splits = placeholder(dtypes.int64, [None], f"row_splits_{axis}")
            result = RaggedTensor.from_row_splits(result, splits, validate=False)
    return result
