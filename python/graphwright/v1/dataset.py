"""tf.compat.v1.data: iterators as functions of data sets, and what their elements are."""

from __future__ import annotations

from graphwright import _core, nest
from graphwright.data.dataset import Dataset
from graphwright.export import export, export_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _in_plain_graph() -> bool:
    graph = _core.current_graph()
    return graph is not None and not graph.building_function


@export("compat.v1.data.make_one_shot_iterator")
def make_one_shot_iterator(dataset: Any) -> Any:
    """An iterator that goes through a data set once (tf.compat.v1.data.make_one_shot_iterator).

    Raises:
      NotImplementedError: a graph for sessions is being built: their iterators are not there yet.

    >>> import graphwright as tf
    >>> tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
    <tf.Tensor: shape=(), dtype=int64, numpy=0>
    """
    if _in_plain_graph():
        raise NotImplementedError("make_one_shot_iterator: iterators over data sets in sessions are not there yet")
    return iter(dataset)


@export("compat.v1.data.make_initializable_iterator")
def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> Any:
    """Raises: iterators that a session initialises are not there yet (tf.compat.v1.data.make_initializable_iterator).

    Raises:
      RuntimeError: ops run at once, where iterators need no initialisation.
      NotImplementedError: in graphs.
    """
    if _core.executing_eagerly():
        raise RuntimeError("make_initializable_iterator() is not supported when eager execution is enabled.")
    raise NotImplementedError("make_initializable_iterator: iterators over data sets in sessions are not there yet")


def _of_elements(dataset_or_iterator: Any, what: str) -> Any:
    return nest.map_structure(lambda spec: getattr(spec, what, None), dataset_or_iterator.element_spec)


@export("compat.v1.data.get_output_types")
def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of the elements (tf.compat.v1.data.get_output_types).

    >>> import graphwright as tf
    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(3))
    tf.int64
    """
    return _of_elements(dataset_or_iterator, "dtype")


@export("compat.v1.data.get_output_shapes")
def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The static shapes of the elements (tf.compat.v1.data.get_output_shapes)."""
    return _of_elements(dataset_or_iterator, "shape")


@export("compat.v1.data.get_output_classes")
def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of the elements (tf.compat.v1.data.get_output_classes)."""
    from graphwright.tensor_spec import TensorSpec

    return nest.map_structure(
        lambda spec: _core.Tensor if type(spec) is TensorSpec else spec.value_type, dataset_or_iterator.element_spec
    )


export_value("compat.v1.data.Dataset", Dataset)  # iterators are made by the functions above
