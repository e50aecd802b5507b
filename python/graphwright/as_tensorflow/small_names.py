"""Small functions that libraries import from `tensorflow.python.…` and no public namespace has."""

from __future__ import annotations

import re
from typing import Any

import graphwright as tf
from graphwright._src.composite.composite_values import IndexedSlicesValue as IndexedSlicesValue
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def is_broadcast_compatible(shape_x: Any, shape_y: Any) -> bool:
    """Tells whether shapes broadcast; nothing is said of unknown ranks."""
    if shape_x.rank is None or shape_y.rank is None:
        return False
    try:
        tf.broadcast_static_shape(shape_x, shape_y)
    except ValueError:
        return False
    return True


def replace_composites_with_components(structure: Any) -> Any:
    """Returns a structure with the parts of what is made of several tensors."""
    if isinstance(structure, tf.__internal__.CompositeTensor) and not isinstance(structure, tf.Tensor):
        return replace_composites_with_components(structure._type_spec._to_components(structure))
    if not nest.is_nested(structure):
        return structure
    return nest.map_structure(replace_composites_with_components, structure)


def is_constant(tensor_or_op: Any) -> bool:
    """Tells whether a tensor of a graph, or an operation, is a constant."""
    op = tensor_or_op if isinstance(tensor_or_op, tf.Operation) else tensor_or_op.op
    return op.type == "Const"


def smart_constant_value(pred: Any) -> bool | None:
    """Returns what is known of a truth value. Raises TypeError for what is none."""
    if isinstance(pred, tf.Tensor):
        return tf.get_static_value(pred)
    if pred in (0, 1):
        return bool(pred)
    raise TypeError(f"Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received: {pred!r}")


def is_sparse(x: Any) -> bool:
    """Tells whether a value is a sparse tensor, or the plain values of one."""
    return isinstance(x, (tf.SparseTensor, tf.compat.v1.SparseTensorValue))


def as_dimension(value: Any) -> Any:
    """Returns a Dimension of a size."""
    return value if isinstance(value, tf.compat.v1.Dimension) else tf.compat.v1.Dimension(value)


def unknown_shape(rank: int | None = None, **kwargs: Any) -> Any:
    """Returns a shape of which at most the rank is known."""
    rank = kwargs.pop("ndims", rank)
    if kwargs:
        raise TypeError(f"Unknown argument: {kwargs}")
    return tf.TensorShape(None if rank is None else [None] * rank)


def camel_to_snake(value: str) -> str:
    """Returns a name of a class as one of a variable."""
    return re.sub(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))", r"_\1", value).lower()


def valid_identifier(name: str) -> bool:
    """Tells whether a name may be that of a module."""
    return bool(re.match(r"^[a-zA-Z_]([a-zA-Z0-9_])*$", name))


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """As tf.compat.v1.cond."""
    return tf.compat.v1.cond(pred, true_fn, false_fn, strict, name, fn1, fn2)


def squeeze_or_expand_dimensions(y_pred: Any, y_true: Any = None, sample_weight: Any = None) -> Any:
    """Returns predictions, labels and weights of one rank: without a last axis of 1, or with one for the weights."""
    from graphwright.as_tensorflow import metric_names, ops_names

    rank = y_pred.shape.rank
    if y_true is not None:
        ranks = y_true.shape.rank, rank
        if None in ranks or ranks[1] - ranks[0] != 0 or y_pred.shape[-1] == 1:
            y_true, y_pred = ops_names.remove_squeezable_dimensions(y_true, y_pred)
    if sample_weight is None:
        return y_pred, y_true
    weights = sample_weight.shape.rank
    if weights == 0 or (weights is not None and weights == rank):
        return y_pred, y_true, sample_weight
    if weights is not None and rank is not None:
        if weights - rank == 1:
            sample_weight = tf.squeeze(sample_weight, [-1])
        elif rank - weights == 1:
            sample_weight = tf.expand_dims(sample_weight, [-1])
        return y_pred, y_true, sample_weight
    _, _, sample_weight = metric_names.remove_squeezable_with_weights(y_pred, None, sample_weight)
    return y_pred, y_true, sample_weight


def scale_losses_by_sample_weight(losses: Any, sample_weight: Any) -> Any:
    """Returns losses times weights, as float32."""
    losses, sample_weight = tf.cast(losses, tf.float32), tf.cast(sample_weight, tf.float32)
    losses, _, sample_weight = squeeze_or_expand_dimensions(losses, None, sample_weight)
    return losses * sample_weight


def gather_nd(
    params: Any, indices: Any, batch_dims: int = 0, name: str | None = None, bad_indices_policy: str = ""
) -> Any:
    """As tf.gather_nd."""
    return tf.gather_nd(params, indices, batch_dims, name, bad_indices_policy)


def lengths_to_splits(lengths: Any) -> Any:
    """Returns where rows of these lengths begin, and where the last one ends."""
    return tf.concat([tf.zeros([1], lengths.dtype), tf.cumsum(lengths, axis=-1)], axis=-1)


def repeat_ranges(params: Any, splits: Any, repeats: Any) -> Any:
    """Returns the values of each range of `splits`, as often as `repeats` says."""
    rows = tf.RaggedTensor.from_row_splits(params, splits, validate=False)
    count = tf.convert_to_tensor(repeats)
    many = tf.shape(splits)[0] - 1
    numbers = tf.repeat(tf.range(many), count if count.shape.rank else tf.fill([many], count))
    return tf.gather(rows, numbers).values


def validate_synchronization_aggregation_trainable(
    synchronization: Any, aggregation: Any, trainable: bool | None, name: str | None
) -> tuple[Any, Any, bool]:
    """Returns how copies of a variable are kept and brought together, and whether optimizers change it.

    Raises:
      ValueError: one of them is not what it may be.
    """
    if aggregation is None:
        aggregation = tf.compat.v1.VariableAggregation.NONE
    if not isinstance(aggregation, tf.compat.v1.VariableAggregation):
        try:
            aggregation = tf.VariableAggregation(aggregation)
        except ValueError:
            raise ValueError(f"Invalid variable aggregation mode: {aggregation} for variable: {name}") from None
    try:
        synchronization = tf.VariableSynchronization(synchronization or tf.VariableSynchronization.AUTO)
    except ValueError:
        raise ValueError(f"Invalid variable synchronization mode: {synchronization} for variable: {name}") from None
    if trainable is None:
        trainable = synchronization != tf.VariableSynchronization.ON_READ
    return synchronization, aggregation, trainable


def GetTempDir() -> str:  # noqa: N802 - TensorFlow's name
    """Returns a folder for the files of tests."""
    return tf.compat.v1.test.get_temp_dir()


def StatefulSessionAvailable() -> bool:  # noqa: N802 - TensorFlow's name
    """Returns False."""
    return False


def enable() -> None:
    """As tf.compat.v1.enable_v2_behavior."""
    tf.compat.v1.enable_v2_behavior()


def disable() -> None:
    """As tf.compat.v1.disable_v2_behavior."""
    tf.compat.v1.disable_v2_behavior()


def flatten_dict_items(dictionary: Any) -> dict[Any, Any]:
    """Returns a dict of the leaves of a dict's keys and values, which are structures alike.

    Raises:
      TypeError: it is no dict.
      ValueError: a key and its value have other parts, or a key is there twice.
    """
    if not isinstance(dictionary, dict) and not hasattr(dictionary, "keys"):
        raise TypeError("input must be a dictionary")
    found: dict[Any, Any] = {}
    for key in dictionary:
        nested = nest.is_nested(key)
        if nested:
            nest.assert_same_structure(key, dictionary[key])
        pairs = (
            zip(nest.flatten(key), nest.flatten(dictionary[key]), strict=True) if nested else [(key, dictionary[key])]
        )
        for one, value in pairs:
            if one in found:
                raise ValueError(f"Could not flatten dictionary: key {one} is not unique.")
            found[one] = value
    return found


class SequentialEmbeddingContext:
    """A context in which embeddings of TPUs are looked up one after another: does nothing, there are no TPUs."""

    def __init__(self) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass
