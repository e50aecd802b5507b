"""tf.compat.v1.GraphKeys, and the collections of the graph that is being built."""

from __future__ import annotations

import contextlib

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.scopes import plain_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.graph.operation import Operation


@export("compat.v1.GraphKeys")
class GraphKeys:
    """The names of the collections that the library fills or reads (tf.compat.v1.GraphKeys)."""

    GLOBAL_VARIABLES = "variables"
    LOCAL_VARIABLES = "local_variables"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    SUMMARIES = "summaries"
    QUEUE_RUNNERS = "queue_runners"
    TABLE_INITIALIZERS = "table_initializer"
    ASSET_FILEPATHS = "asset_filepaths"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    REGULARIZATION_LOSSES = "regularization_losses"
    CONCATENATED_VARIABLES = "concatenated_variables"
    SAVERS = "savers"
    WEIGHTS = "weights"
    BIASES = "biases"
    ACTIVATIONS = "activations"
    UPDATE_OPS = "update_ops"
    LOSSES = "losses"
    SAVEABLE_OBJECTS = "saveable_objects"
    RESOURCES = "resources"
    LOCAL_RESOURCES = "local_resources"
    TRAINABLE_RESOURCE_VARIABLES = "trainable_resource_variables"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    READY_OP = "ready_op"
    READY_FOR_LOCAL_INIT_OP = "ready_for_local_init_op"
    SUMMARY_OP = "summary_op"
    GLOBAL_STEP = "global_step"
    EVAL_STEP = "eval_step"
    TRAIN_OP = "train_op"
    COND_CONTEXT = "cond_context"
    WHILE_CONTEXT = "while_context"
    VARIABLES = "variables"


@export("compat.v1.add_to_collection")
def add_to_collection(name: Hashable, value: object) -> None:
    """Appends a value to a collection of the graph that is being built (tf.compat.v1.add_to_collection)."""
    default_graph().add_to_collection(name, value)


@export("compat.v1.add_to_collections")
def add_to_collections(names: Iterable[Hashable] | str, value: object) -> None:
    """Appends a value to several collections of the graph that is being built (tf.compat.v1.add_to_collections)."""
    default_graph().add_to_collections(names, value)


@export("compat.v1.get_collection")
def get_collection(key: Hashable, scope: str | None = None) -> list[Any]:
    """Returns a copy of a collection of the graph that is being built (tf.compat.v1.get_collection).

    Args:
      key: its name; `tf.compat.v1.GraphKeys` has the usual ones.
      scope: a regular expression that the names of the items must match at their beginning.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.add_to_collection("mine", 7)
    ...     tf.compat.v1.get_collection("mine")
    [7]
    """
    return default_graph().get_collection(key, scope)


@export("compat.v1.get_collection_ref")
def get_collection_ref(key: Hashable) -> list[Any]:
    """Returns a collection itself of the graph that is being built (tf.compat.v1.get_collection_ref)."""
    return default_graph().get_collection_ref(key)


def _is_function(device: object) -> bool:
    return callable(device) and not hasattr(device, "to_string")


@export("compat.v1.device")
def device(device_name_or_function: Any) -> Any:
    """Returns a context whose ops are asked to run on a device; a function is asked for each operation (tf.compat.v1.device).

    Args:
      device_name_or_function: what `tf.device` takes, or, in a graph, a function of an operation that gives that.

    Raises:
      RuntimeError: it is a function, and no graph is being built.
    """
    graph = plain_graph()
    if graph is not None:
        return graph.device(device_name_or_function)
    from graphwright._src.graph.scopes import device as device_scope

    if _is_function(device_name_or_function):
        raise RuntimeError("tf.device does not support functions when eager execution is enabled.")
    return device_scope(device_name_or_function)


@export("compat.v1.control_dependencies")
def control_dependencies(control_inputs: Any) -> Any:
    """Returns a context whose operations run after others, see `tf.control_dependencies` (tf.compat.v1.control_dependencies)."""
    from graphwright._src.graph.scopes import control_dependencies as scope

    return scope(control_inputs)


@export("compat.v1.colocate_with")
@contextlib.contextmanager
def colocate_with(op: Operation | Tensor | _core.ResourceVariable, ignore_existing: bool = False) -> Any:
    """Returns a context whose operations are asked to run where `op` does (tf.compat.v1.colocate_with)."""
    graph = _core.current_graph()
    if graph is None:
        yield
        return
    with graph.colocate_with(op, ignore_existing):
        yield


@export("compat.v1.get_seed", "compat.v1.random.get_seed")
def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """Returns the two seeds that a random op with the seed argument `op_seed` would take (tf.compat.v1.get_seed)."""
    from graphwright._src.graph import seeds

    return seeds.get_seed(op_seed)
