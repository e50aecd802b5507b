"""Switches between TensorFlow 1's and 2's ways: eager execution, comparisons of tensors."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.graph import graph as graph_module
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.session import variable as graph_variable
from graphwright._src.tensor import tensor as tensor_module
from graphwright._src.tensor import tensor_shape

_version_2 = True  # what libraries that know both ways are to take
_opened: list[graph_module.Graph] = []  # the graph that ops go to since `disable_eager_execution`, if any


def _take_default(graph: graph_module.Graph) -> None:
    """Makes another graph the one that ops go to."""
    core_of(_opened.pop()).pop()
    core_of(graph).push()
    _opened.append(graph)


@export("compat.v1.disable_eager_execution")
def disable_eager_execution() -> None:
    """From now on, ops of this thread become part of a graph that sessions run (tf.compat.v1.disable_eager_execution).

    Call it before anything is built.

    Raises:
      ValueError: a graph is being built.
    """
    if _opened:
        return
    if _core.current_graph() is not None:
        raise ValueError("tf.disable_eager_execution must be called outside of graphs and functions")
    graph = graph_module.global_graph()
    core_of(graph).push()
    _opened.append(graph)
    graph_module.default_changes = _take_default


@export("compat.v1.enable_eager_execution")
def enable_eager_execution(config: object = None, device_policy: object = None, execution_mode: object = None) -> None:
    """Makes ops run at once, as they do unless `disable_eager_execution` was called (tf.compat.v1.enable_eager_execution).

    Args:
      config, device_policy, execution_mode: have no effect.

    Raises:
      ValueError: a graph is being built, or the graph that was begun has operations in it.
    """
    if not _opened:
        return
    if _core.current_graph() is not _opened[0] or _opened[0].num_operations():
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    core_of(_opened.pop()).pop()
    graph_module.default_changes = None


@export("compat.v1.enable_v2_behavior")
def enable_v2_behavior() -> None:
    """Switches to TensorFlow 2's ways, which hold anyway unless switched off (tf.compat.v1.enable_v2_behavior)."""
    global _version_2
    enable_eager_execution()
    enable_tensor_equality()
    enable_v2_tensorshape()
    enable_control_flow_v2()
    graph_variable.references = False
    _version_2 = True


@export("compat.v1.disable_v2_behavior")
def disable_v2_behavior() -> None:
    """Switches to TensorFlow 1's ways (tf.compat.v1.disable_v2_behavior).

    That is: graphs and sessions, tensors that are equal to themselves only, sizes with a `value`, Keras 2 with the
    initializers of version 1, and variables that give sessions what they hold when all is done. They have handles all the
    same, and branches and loops stay ops with functions.
    """
    global _version_2
    disable_eager_execution()
    disable_tensor_equality()
    disable_v2_tensorshape()
    disable_control_flow_v2()
    graph_variable.references = True
    _version_2 = False


@export("__internal__.tf2.enabled")
def tf2_enabled() -> bool:
    """Tells whether behaviour is that of TensorFlow 2: `tf.compat.v1.disable_v2_behavior` was not called."""
    return _version_2


@export("compat.v1.enable_tensor_equality")
def enable_tensor_equality() -> None:
    """Makes `==` on tensors compare elements (tf.compat.v1.enable_tensor_equality)."""
    tensor_module.enable_tensor_equality(True)


@export("compat.v1.disable_tensor_equality")
def disable_tensor_equality() -> None:
    """Makes `==` on tensors ask whether they are the same object, and tensors hashable (tf.compat.v1.disable_tensor_equality)."""
    tensor_module.enable_tensor_equality(False)


@export("compat.v1.enable_v2_tensorshape")
def enable_v2_tensorshape() -> None:
    """Makes sizes in shapes ints or None, as they are unless switched off (tf.compat.v1.enable_v2_tensorshape)."""
    tensor_shape.give_dimensions(False)


@export("compat.v1.disable_v2_tensorshape")
def disable_v2_tensorshape() -> None:
    """Makes sizes in shapes `tf.compat.v1.Dimension`s (tf.compat.v1.disable_v2_tensorshape)."""
    tensor_shape.give_dimensions(True)


@export("compat.v1.enable_control_flow_v2")
def enable_control_flow_v2() -> None:
    """Lets branches and loops of plain graphs draw from seeds of their own again (tf.compat.v1.enable_control_flow_v2)."""
    graph_module.control_flow_v2 = True


@export("compat.v1.disable_control_flow_v2")
def disable_control_flow_v2() -> None:
    """Lets branches and loops of plain graphs draw from the graph's own seeds, as in TensorFlow 1
    (tf.compat.v1.disable_control_flow_v2). They stay ops with functions.
    """
    graph_module.control_flow_v2 = False


@export("compat.v1.control_flow_v2_enabled")
def control_flow_v2_enabled() -> bool:
    """Tells whether `disable_control_flow_v2` was not called, or this is a function
    (tf.compat.v1.control_flow_v2_enabled).
    """
    graph = _core.current_graph()
    return graph_module.control_flow_v2 or (graph is not None and graph.building_function)
