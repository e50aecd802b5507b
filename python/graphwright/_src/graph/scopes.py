"""The contexts in which ops run - name scopes, devices, control dependencies, init_scope - and questions about them."""

from __future__ import annotations

import _thread
import contextlib

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.graph.graph_parts import ask_contexts, core_of, device_functions_of
from graphwright._src.graph.names import name_patterns
from graphwright._src.graph.operation import Operation, node_of, operation_in
from graphwright._src.tensor.composite_tensor import is_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from graphwright._src.graph.devices import LogicalDevice
    from graphwright._src.graph.graph import Graph
    from graphwright._src.tensor.device_spec import DeviceSpec


class _Eager(_thread._local):
    """This thread's contexts while ops run at once."""

    def __init__(self) -> None:
        self.scope = ""
        self.device = ""
        self.left_graph: Any = None  # that of the function which `init_scope` has left while it is traced


_eager = _Eager()


def _current_core() -> Any:
    graph = _core.current_graph()
    return None if graph is None else core_of(graph)


# ---- where we are ----


@export("executing_eagerly")
def executing_eagerly() -> bool:
    """Tells whether ops run at once: False inside a `tf.function` and inside `with graph.as_default():`
    (tf.executing_eagerly).

    >>> import graphwright as tf
    >>> tf.executing_eagerly(), tf.function(lambda: print(tf.executing_eagerly()))()
    False
    (True, None)
    """
    return _core.executing_eagerly()


def plain_graph() -> Any:
    """Returns the `tf.Graph` for sessions that is being built; None where none is, or a function."""
    graph = _core.current_graph()
    return None if graph is None or graph.building_function else graph


@export("compat.v1.executing_eagerly_outside_functions")
def executing_eagerly_outside_functions() -> bool:
    """Tells whether ops run at once outside of all functions that are being traced."""
    graph = _core.current_graph()
    while graph is not None and graph.building_function:
        graph = core_of(graph).outer
    return graph is None


@export("inside_function", v1="")
def inside_function() -> bool:
    """Tells whether the body of a `tf.function` is being traced (tf.inside_function).

    >>> import graphwright as tf
    >>> tf.inside_function()
    False
    """
    graph = _core.current_graph()
    return _eager.left_graph is not None if graph is None else graph.building_function


def left_graph() -> Any:
    """Returns the graph of the function that `init_scope` has left, or None."""
    return _eager.left_graph


@export("is_symbolic_tensor")
def is_symbolic_tensor(tensor: object) -> bool:
    """Tells whether it is a tensor of a graph, which has no value yet (tf.is_symbolic_tensor).

    >>> import graphwright as tf
    >>> tf.is_symbolic_tensor(tf.constant(1)), tf.is_symbolic_tensor(tf.Variable(1))
    (False, False)
    """
    return isinstance(tensor, _core.SymbolicTensor)


@export("get_static_value")
def get_static_value(tensor: object, partial: bool = False) -> Any:
    """Returns what is known of a tensor's value without running anything (tf.get_static_value).

    Args:
      tensor: a tensor; other objects but variables are returned as they are.
      partial: whether a value of which only some elements are known is given as an object array with None for the others.

    Returns:
      A NumPy array (a NumPy scalar for rank 0 of an eager tensor), or None.

    >>> import graphwright as tf
    >>> tf.get_static_value(tf.constant([1, 2]))
    array([1, 2], dtype=int32)
    """
    if isinstance(tensor, _core.EagerTensor):
        return tensor.numpy()
    if not isinstance(tensor, _core.Tensor):
        if not is_tensor(tensor):
            return tensor
        from graphwright._src.tensor.weak_tensor import strong

        tensor = strong(tensor)
        return get_static_value(tensor, partial) if isinstance(tensor, _core.Tensor) else None
    if tensor.op.type in ("Select", "SelectV2"):
        return None  # TensorFlow knows no choices, and Keras asks so whether an axis is a Python number
    known = _core.constant_value(tensor)
    if known is not None:
        import numpy as np

        return np.asarray(known.numpy(), dtype=object if known.dtype.name == "string" else None)
    if partial and tensor.dtype.is_integer and tensor.shape.rank == 1:
        shape = _core.constant_value_as_shape(tensor)
        if shape.rank is not None and any(size is not None for size in shape.as_list()):
            import numpy as np

            return np.array(shape.as_list(), dtype=object)
    return None


# ---- init_scope ----


@export("init_scope")
@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Returns a context outside of all functions that are being traced (tf.init_scope).

    Ops inside run once, at once, and not as a part of the functions; so variables and tables are made here. Tapes do not see
    them. Inside `with graph.as_default():` they become part of that graph.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f():
    ...     with tf.init_scope():
    ...         print(tf.executing_eagerly())
    >>> f()
    True
    """
    graph = innermost = _core.current_graph()
    outer_scope = _eager.scope
    scope = outer_scope.rstrip("/") if graph is None else graph.get_name_scope()
    while graph is not None and graph.building_function:
        graph = core_of(graph).outer
    if graph is None:
        _core.push_eager()
        _eager.scope = scope + "/" if scope else ""
        outer_left = _eager.left_graph
        _eager.left_graph = outer_left if innermost is None else innermost
        try:
            yield
        finally:
            _eager.scope = outer_scope
            _eager.left_graph = outer_left
            _core.pop_eager()
        return
    core = core_of(graph)
    core.push()
    saved = core.swap_control_dependencies(None)
    scopes = core.name_scopes
    core.name_scopes = [scope] if scope else []
    try:
        yield
    finally:
        core.name_scopes = scopes
        core.swap_control_dependencies(saved)
        core.pop()


# ---- names ----


@contextlib.contextmanager
def graph_name_scope(core: _core.FuncGraph, name: str | None) -> Iterator[str]:
    """Returns the name scope of one graph; gives the scope's full name with a slash at its end, or ""."""
    if name is not None and not isinstance(name, str):
        raise TypeError(f"`name` argument must be a string, got {name!r}")
    saved = core.name_scopes
    full = _enter_graph_scope(core, name)
    try:
        yield full + "/" if full else ""
    finally:
        core.name_scopes = saved


def _enter_graph_scope(core: _core.FuncGraph, name: str | None) -> str:
    scopes = core.name_scopes
    if not name:
        core.name_scopes = []
        return ""
    root, inner = name_patterns()
    pattern, kind, article = (inner, "", "A") if scopes else (root, "root ", "A root")
    if not pattern.match(name):
        raise ValueError(
            f"'{name}' is not a valid {kind}scope name. {article} scope name has to match the following pattern: "
            f"{pattern.pattern}"
        )
    # With a slash at its end, a scope that was open before is entered again.
    full = name[:-1] if name.endswith("/") else core.unique_name(name)
    core.name_scopes = [*scopes, full]
    return full


@export("name_scope", v1="")
class name_scope:  # noqa: N801
    """A context in which the names of operations and variables begin with `name` (tf.name_scope).

    Args:
      name: added to the scopes around it and, in a graph, made unique; "scope/", as an earlier context gave it, opens that
        scope again; "" leaves all scopes.

    Raises:
      ValueError: `name` is no string, or cannot be part of a name.

    >>> import graphwright as tf
    >>> with tf.name_scope("layer") as scope:
    ...     print(scope, tf.Variable(1.0, name="w").name)
    layer/ layer/w:0
    """

    __slots__ = ("_name", "_exits")

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._exits: list[Callable[[], object]] = []

    @property
    def name(self) -> str:
        """The name that was given."""
        return self._name

    def __enter__(self) -> str:
        core = _current_core()
        if core is None:
            saved = _eager.scope
            if not self._name:
                scope = ""
            elif self._name.endswith("/"):
                scope = self._name
            else:
                scope = f"{saved}{self._name}/"
            _eager.scope = scope

            def leave() -> None:
                _eager.scope = saved

            self._exits.append(leave)
            return scope
        scopes = core.name_scopes
        full = _enter_graph_scope(core, self._name)

        def leave_graph() -> None:
            core.name_scopes = scopes

        self._exits.append(leave_graph)
        return full + "/" if full else ""

    def __exit__(self, *exc_info: object) -> None:
        self._exits.pop()()


def scope_of(name: Any) -> name_scope:
    """Returns the scope of a function's `name`, which may be bytes and, eagerly, anything: it means nothing then."""
    if isinstance(name, bytes):
        name = name.decode()
    return name_scope(name if isinstance(name, str) or not executing_eagerly() else str(name))


@export("compat.v1.name_scope")
class name_scope_v1(name_scope):  # noqa: N801
    """`tf.name_scope` with a name that is used where `name` is None (tf.compat.v1.name_scope).

    Args:
      name: the wanted scope.
      default_name: the scope where that is None; if it is None, too, all scopes are left.
      values: has no effect.

    Raises:
      TypeError: `default_name` is no string, in a graph.
      ValueError: a name is no string, or (as the scope is entered in a graph) there are values, but no name.
    """

    __slots__ = ("_lacks_name",)

    def __init__(self, name: str | None, default_name: str | None = None, values: object = None) -> None:
        if default_name is not None and not isinstance(default_name, str) and _current_core() is not None:
            raise TypeError(f"`default_name` type ({type(default_name)}) is not a string type.")
        chosen = default_name if name is None else name
        super().__init__("" if chosen is None else chosen)
        self._lacks_name = chosen is None and values is not None

    def __enter__(self) -> str:
        if self._lacks_name and _current_core() is not None:
            raise ValueError("At least one of name (None) and default_name (None) must be provided.")
        return super().__enter__()


def current_name_scope() -> str:
    """Returns the name scope of this thread, with a slash at its end, or ""."""
    core = _current_core()
    if core is None:
        return _eager.scope
    return core.name_scopes[-1].rstrip("/") + "/" if core.name_scopes else ""


@export("__internal__.get_name_scope")
def get_name_scope() -> str:
    """Returns the name scope of this thread, without a slash at its end (tf.__internal__.get_name_scope)."""
    return current_name_scope().rstrip("/")


export_value("get_current_name_scope", get_name_scope, v1="")


# ---- devices ----


def _merged(outer: str, device: Any) -> str:
    if device is None:
        return ""
    from graphwright._src.tensor.device_spec import DeviceSpec

    text = device if isinstance(device, str) else device.to_string() if hasattr(device, "to_string") else device.name
    spec = DeviceSpec.from_string(text)
    return (DeviceSpec.from_string(outer).make_merged_spec(spec) if outer else spec).to_string()


def _text_of_device(chosen: Any) -> str:
    """Returns what a device function gave as a string."""
    if hasattr(chosen, "to_string"):
        chosen = chosen.to_string()
    if isinstance(chosen, bytes):
        return chosen.decode()
    if not isinstance(chosen, str):
        raise TypeError(f"a device function must give a string or a tf.DeviceSpec, got {chosen!r}")
    return chosen


class _DeviceFunction:
    """An open context with a function that tells the devices of operations.

    `outer` is the device of the contexts around it, which decide what the function leaves open.
    """

    __slots__ = ("_function", "_outer", "_asked", "paused")

    def __init__(self, function: Callable[[Any], Any], outer: str, first: int) -> None:
        self._function = function
        self._outer = outer
        self._asked = first  # how many of the graph's operations need not be asked for any more
        self.paused = False

    def ask(self, graph: Graph) -> None:
        first, self._asked = self._asked, core_of(graph).num_nodes()
        if first >= self._asked or self.paused:
            return
        for operation in graph.get_operations()[first:]:
            self.ask_for(operation)

    def ask_for(self, op: Any) -> None:
        """Tells one operation, or what is like one, its device; the function sees what contexts inside this one chose."""
        if not self.paused:
            chosen = _text_of_device(self._function(op))
            op._set_device_from_string(_merged(self._outer, chosen) if self._outer else chosen)


@contextlib.contextmanager
def graph_device(graph: Graph, device: str | DeviceSpec | LogicalDevice | Callable[..., Any] | None) -> Iterator[None]:
    """Returns the device scope of one graph."""
    core = core_of(graph)
    saved = core.devices
    outer = saved[-1] if saved else ""
    if callable(device) and not hasattr(device, "to_string"):
        # The function is asked when somebody wants to know, at the latest when the context ends.
        context = _DeviceFunction(device, outer, core.num_nodes())
        device_functions_of(graph).append(context)
        core.devices = [*saved, ""]
        try:
            yield
            ask_contexts(graph)
        finally:
            device_functions_of(graph).remove(context)
            core.devices = saved
        return
    # None ends all outer contexts, also those with functions.
    functions = [c for c in device_functions_of(graph) if isinstance(c, _DeviceFunction) and not c.paused]
    paused = functions if device is None else []
    if paused:
        ask_contexts(graph)
    for context in paused:
        context.paused = True
    core.devices = [*saved, _merged(outer, device)]
    try:
        yield
    finally:
        core.devices = saved
        if paused:
            ask_contexts(graph)
        for context in paused:
            context.paused = False


class _Device:
    """The context that `tf.device` gives."""

    __slots__ = ("_device", "_exits")

    def __init__(self, device: str | DeviceSpec | LogicalDevice | None) -> None:
        self._device = device
        self._exits: list[Callable[[], object]] = []

    def __enter__(self) -> None:
        from graphwright._src.graph.devices import get_soft_device_placement, placement_of

        graph = _core.current_graph()
        if graph is None:
            saved, scope = _eager.device, _core.device_scope()
            _eager.device = _merged(saved, self._device)
            _core.set_device_scope(*placement_of(_eager.device))

            def leave() -> None:
                _eager.device = saved
                _core.set_device_scope(*scope)

            self._exits.append(leave)
            return
        devices = core_of(graph).devices
        wanted = _merged(devices[-1] if devices else "", self._device)
        _, missing = placement_of(wanted)  # which looks for a GPU, if that is wanted
        if missing and not get_soft_device_placement() and graph.building_function:
            from graphwright._src.base.errors import InvalidArgumentError

            raise InvalidArgumentError(None, None, missing)
        context = graph_device(graph, self._device)
        context.__enter__()
        self._exits.append(lambda: context.__exit__(None, None, None))

    def __exit__(self, *exc_info: object) -> None:
        self._exits.pop()()


@export("device", v1="")
def device(device_name: str | DeviceSpec | LogicalDevice | None) -> Any:
    """Returns a context whose ops are asked to run on a device (tf.device).

    Args:
      device_name: "CPU:0", "/device:GPU:0", "/job:worker/task:1" …, a logical device, or None for no wish. Scopes add to the
        ones around them.

    Raises:
      RuntimeError: it is a function.
      ValueError: it is no name of a device.
      InvalidArgumentError: from ops that run in the scope, where the device is not there and
        `tf.config.set_soft_device_placement(False)` says that no other will do.

    >>> import graphwright as tf
    >>> with tf.device("/CPU:0"):
    ...     print(tf.constant(1).device)
    /job:localhost/replica:0/task:0/device:CPU:0
    """
    if callable(device_name) and not hasattr(device_name, "to_string"):
        raise RuntimeError("tf.device does not support functions.")
    return _Device(device_name)


def current_device() -> str:
    """Returns the device that ops of this thread are asked to run on, or ""."""
    core = _current_core()
    if core is None:
        return _eager.device
    return core.devices[-1] if core.devices else ""


# ---- control dependencies ----


def _nodes_of(graph: Graph, control_inputs: Iterable[Any]) -> list[Any]:
    """Returns the core nodes that the inputs stand for."""
    core = core_of(graph)
    nodes = []
    for item in control_inputs:
        item = _awaited(item)
        if isinstance(item, Operation):
            nodes.append(node_of(item))
            continue
        if isinstance(item, _core.ResourceVariable):
            operation = getattr(item, "op", None)
            if isinstance(operation, Operation):
                nodes.append(node_of(operation))
            elif operation is not None:  # of a variable with copies, one for each
                nodes += [node_of(getattr(each, "op", each)) for each in operation.values]
            continue
        if isinstance(item, _core.SymbolicTensor):
            nodes.append(node_of(item.op))
        elif core.is_plain and isinstance(item, str):
            element = graph.as_graph_element(item)
            nodes.append(node_of(element) if isinstance(element, Operation) else node_of(element.op))
        elif isinstance(item, _core.Tensor):
            continue
        elif core.is_plain or hasattr(getattr(item, "graph", None), "as_graph_element"):
            # Functions pass over what is in no graph.
            raise TypeError(f"Can not convert a {type(item).__name__} into a Tensor or Operation.")
    foreign = [node for node in nodes if core_of(node.graph).key != core.key]
    if foreign and core.is_plain:
        raise ValueError(f"Operation {foreign[0].name!r} is not an element of this graph.")
    if foreign and core.effects_on_demand:
        further = [operation_in(node.graph, node) for node in foreign]
        graph.control_captures += further  # type: ignore[attr-defined]  # which the graph of a function has
    return [node for node in nodes if core_of(node.graph).key == core.key]


def _awaited(item: Any) -> Any:
    """Returns what is waited for where `item` is given: of slices and ragged tensors their values."""
    from graphwright._src.tensor.indexed_slices import IndexedSlices

    if isinstance(item, IndexedSlices):
        return item.values
    if isinstance(item, _core.ResourceVariable):
        return item
    if hasattr(item, "flat_values"):
        return item.flat_values
    convert = getattr(item, "_as_graph_element", None)
    element = None if convert is None else convert()
    return item if element is None else element


def graph_control_dependencies(graph: Graph, control_inputs: Iterable[Any] | None) -> Any:
    """Returns the control dependencies of one graph."""
    return _ControlDependencies(None if control_inputs is None else list(control_inputs), graph)


class _ControlDependencies:
    """The context that `tf.control_dependencies` gives; for one graph where it is given."""

    __slots__ = ("_inputs", "_graph", "_exits")

    def __init__(self, inputs: list[Any] | None, graph: Graph | None = None) -> None:
        self._inputs = inputs
        self._graph = graph
        self._exits: list[Callable[[], Any]] = []
        if graph is not None and inputs is not None:
            self._inputs = _nodes_of(graph, inputs)

    def __enter__(self) -> None:
        graph = _core.current_graph() if self._graph is None else self._graph
        if graph is None:
            for item in self._inputs or ():
                if callable(item):
                    item()
            self._exits.append(lambda: None)
            return
        core = core_of(graph)
        if self._inputs is None:
            saved = core.swap_control_dependencies(None)
            self._exits.append(lambda: core.swap_control_dependencies(saved))
            return
        nodes = self._inputs
        if self._graph is None:
            inputs = [item() if callable(item) else item for item in self._inputs]
            nodes = _nodes_of(graph, [item for item in inputs if item is not None])
        core.push_control_dependencies(nodes)
        self._exits.append(core.pop_control_dependencies)

    def __exit__(self, *exc_info: object) -> None:
        self._exits.pop()()


@export("control_dependencies", v1="")
def control_dependencies(control_inputs: Iterable[Any] | None) -> Any:
    """Returns a context whose operations run after others (tf.control_dependencies).

    Args:
      control_inputs: a list of operations and tensors; None takes off the dependencies of the contexts around this one. While
        ops run at once, functions in the list are called and nothing else is done.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f(x):
    ...     check = tf.debugging.assert_positive(x)
    ...     with tf.control_dependencies([check]):
    ...         return tf.identity(x)
    >>> f(tf.constant(2)).numpy()
    np.int32(2)
    """
    return _ControlDependencies(None if control_inputs is None else list(control_inputs))


# ---- older names ----


@export("__internal__.eager_context.eager_mode")
@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """Returns a context in which ops run at once (tf.__internal__.eager_context.eager_mode)."""
    _core.push_eager()
    try:
        yield
    finally:
        _core.pop_eager()
