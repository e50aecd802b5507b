"""Names of `tensorflow.python.ops.list_ops`: TensorLists as plain functions of handles."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def _shape(shape: Any) -> Any:
    """Returns a shape as ops of lists take it: -1 for what is not known, the scalar -1 for an unknown rank."""
    if isinstance(shape, tf.Tensor):
        return shape
    shape = tf.TensorShape(shape)
    return tf.constant(
        -1 if shape.rank is None else [-1 if size is None else size for size in shape.as_list()], tf.int32
    )


def empty_tensor_list(
    element_shape: Any, element_dtype: Any, max_num_elements: Any = None, name: str | None = None
) -> Any:
    """Returns a list without elements that holds at most `max_num_elements`, any number unless given."""
    most = -1 if max_num_elements is None else max_num_elements
    return tf.raw_ops.EmptyTensorList(
        element_shape=_shape(element_shape),
        max_num_elements=most,
        element_dtype=dtypes.as_dtype(element_dtype),
        name=name,
    )


def tensor_list_reserve(element_shape: Any, num_elements: Any, element_dtype: Any, name: str | None = None) -> Any:
    """Returns a list of so many elements that have no value yet."""
    return tf.raw_ops.TensorListReserve(
        element_shape=_shape(element_shape),
        num_elements=num_elements,
        element_dtype=dtypes.as_dtype(element_dtype),
        name=name,
    )


def tensor_list_from_tensor(tensor: Any, element_shape: Any, name: str | None = None) -> Any:
    """Returns the rows of a tensor as a list."""
    return tf.raw_ops.TensorListFromTensor(tensor=tensor, element_shape=_shape(element_shape), name=name)


def tensor_list_get_item(
    input_handle: Any, index: Any, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> Any:
    """Returns an element."""
    return tf.raw_ops.TensorListGetItem(
        input_handle=input_handle,
        index=index,
        element_shape=_shape(element_shape),
        element_dtype=dtypes.as_dtype(element_dtype),
        name=name,
    )


def tensor_list_set_item(
    input_handle: Any,
    index: Any,
    item: Any,
    resize_if_index_out_of_bounds: bool = False,
    name: str | None = None,
) -> Any:
    """Returns a list with another element; a longer one where that is asked for and the index is beyond its end."""
    if resize_if_index_out_of_bounds:
        size = tf.maximum(tf.raw_ops.TensorListLength(input_handle=input_handle), tf.cast(index, tf.int32) + 1)
        input_handle = tf.raw_ops.TensorListResize(input_handle=input_handle, size=size)
    return tf.raw_ops.TensorListSetItem(input_handle=input_handle, index=index, item=item, name=name)


def tensor_list_pop_back(input_handle: Any, element_dtype: Any, name: str | None = None) -> Any:
    """Returns a list without its last element, and that element."""
    return tf.raw_ops.TensorListPopBack(
        input_handle=input_handle, element_shape=_shape(None), element_dtype=dtypes.as_dtype(element_dtype), name=name
    )


def tensor_list_gather(
    input_handle: Any, indices: Any, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> Any:
    """Returns some elements as the rows of a tensor."""
    return tf.raw_ops.TensorListGather(
        input_handle=input_handle,
        indices=indices,
        element_shape=_shape(element_shape),
        element_dtype=dtypes.as_dtype(element_dtype),
        name=name,
    )


def tensor_list_scatter(
    tensor: Any, indices: Any, element_shape: Any = None, input_handle: Any = None, name: str | None = None
) -> Any:
    """Returns a list with the rows of a tensor at some places, of `input_handle` where it is given."""
    tensor = tf.convert_to_tensor(tensor)
    if input_handle is not None:
        return tf.raw_ops.TensorListScatterIntoExistingList(
            input_handle=input_handle, tensor=tensor, indices=indices, name=name
        )
    return tf.raw_ops.TensorListScatterV2(
        tensor=tensor, indices=indices, element_shape=_shape(element_shape), num_elements=-1, name=name
    )


def tensor_list_stack(
    input_handle: Any, element_dtype: Any, num_elements: int = -1, element_shape: Any = None, name: str | None = None
) -> Any:
    """Returns all elements as the rows of a tensor."""
    return tf.raw_ops.TensorListStack(
        input_handle=input_handle,
        element_shape=_shape(element_shape),
        num_elements=num_elements,
        element_dtype=dtypes.as_dtype(element_dtype),
        name=name,
    )


def tensor_list_concat(
    input_handle: Any, element_dtype: Any, element_shape: Any = None, name: str | None = None
) -> Any:
    """Returns all elements one behind the other, along their first axis."""
    return tf.raw_ops.TensorListConcatV2(
        input_handle=input_handle,
        element_shape=_shape(element_shape),
        leading_dims=tf.constant([], tf.int64),
        element_dtype=dtypes.as_dtype(element_dtype),
        name=name,
    )[0]


def tensor_list_split(tensor: Any, element_shape: Any, lengths: Sequence[int] | Any, name: str | None = None) -> Any:
    """Returns a list of parts of a tensor, which have these lengths."""
    return tf.raw_ops.TensorListSplit(
        tensor=tensor, element_shape=_shape(element_shape), lengths=tf.cast(lengths, tf.int64), name=name
    )
