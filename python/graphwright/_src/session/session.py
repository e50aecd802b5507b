"""tf.compat.v1.Session: runs parts of graphs, each as the function that a WrappedFunction would prune.

The values of a graph's variables belong to the session: it hands its own variables to what it runs.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import re
import weakref
from typing import NamedTuple

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger
from graphwright._src.composite.composite_values import as_value, parts_of_value
from graphwright._src.function import wrap_function as graph_wrap
from graphwright._src.function.wrap_function import unfed_of
from graphwright._src.graph.devices import list_logical_devices
from graphwright._src.graph.graph import Graph, Operation, default_graph
from graphwright._src.graph.graph_parts import core_of, edits_of
from graphwright._src.graph.operation import node_of, operation_in
from graphwright._src.graph.scopes import eager_mode
from graphwright._src.session.default_session import defaults
from graphwright._src.session.session_resources import SessionResources, served, variable_of_value
from graphwright._src.session.tensor_handles import MADE_BY, KeptTensors, TensorHandle
from graphwright._src.session.variable import CHANGING, GraphVariable, is_reference
from graphwright._src.tensor import dtypes, nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.messages.classes import ConfigProto, GraphDef, RunMetadata, RunOptions


class _DeviceAttributes(NamedTuple):
    """A device as a session tells of it."""

    name: str
    device_type: str
    memory_limit_bytes: int = 1 << 28
    incarnation: int = 1

    def __repr__(self) -> str:
        return f"_DeviceAttributes({', '.join(map(str, self))})"


_sessions: weakref.WeakSet[Session] = weakref.WeakSet()  # all that there are


@export("compat.v1.Session")
class Session:
    """Runs operations and evaluates tensors of a `tf.Graph` (tf.compat.v1.Session).

    What was computed for some fetches from some feeds is kept as a function, so that asking for them again is a call of that.
    A context of the session makes it and its graph the defaults.

    Args:
      target: of a `tf.distribute.Server` of this process, whose variables, queues and the like it shares; "" for a session with
        its own.
      graph: is run; the default graph where it is None.
      config: has no effect.

    Raises:
      NotImplementedError: `target` names a server of another process.
      TypeError: `graph` is no graph.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32, [])
    ...     with tf.compat.v1.Session() as session:
    ...         session.run({"double": x * 2.0}, feed_dict={x: 3.0})
    {'double': np.float32(6.0)}
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: ConfigProto | None = None) -> None:
        if graph is not None and not isinstance(graph, Graph):
            raise TypeError(f"Argument `graph` must be a tf.Graph, but got {type(graph).__name__!r}")
        if config is not None and type(config).__name__ != "ConfigProto":  # Google's class will do, too
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        server = _server(target)
        self._graph = default_graph() if graph is None else graph
        self._config = config
        self._running: set[Any] = set()  # the cancellations of what threads run now
        self._reset = False
        self._functions: dict[Any, Any] = {}
        self._states = _core.SharedStates()
        self._edits = edits_of(self._graph)
        self._resources = SessionResources() if server is None else server
        self._owns_resources = server is None
        self._target = target
        self._kept = KeptTensors()
        weakref.finalize(self, self._kept.let_go).atexit = False
        self._opened: contextlib.ExitStack | None = None
        _sessions.add(self)

    @property
    def graph(self) -> Graph:
        """The graph that it runs."""
        return self._graph

    @property
    def graph_def(self) -> GraphDef:
        """The graph as a message."""
        return self._graph.as_graph_def(add_shapes=True)

    @property
    def sess_str(self) -> bytes:
        """The address of the server that it runs on; b"" without one."""
        return self._target.encode()

    def close(self) -> None:
        """Lets go of what it keeps; running anything afterwards raises RuntimeError, what runs now CancelledError."""
        self._kept.close()
        for cancellation in list(self._running):
            cancellation.cancel()
        self._let_go()

    def _let_go(self) -> None:
        self._functions.clear()
        if self._owns_resources:
            self._resources.clear()
        self._kept.let_go()

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Session]:
        """Returns a context in which `Tensor.eval()` and `Operation.run()` use this session."""
        defaults.sessions.append(self)
        try:
            yield self
        finally:
            defaults.sessions.remove(self)

    def __enter__(self) -> Session:
        if self._opened is not None:
            raise RuntimeError(
                "A session's context is open already: `as_default` gives contexts that can be opened several times"
            )
        with contextlib.ExitStack() as stack:
            stack.enter_context(self._graph.as_default())
            stack.enter_context(self.as_default())
            self._opened = stack.pop_all()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.__exit__(*exc_info)
        self.close()

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Returns the values of `fetches`, as NumPy arrays and scalars.

        Args:
          fetches: tensors and operations of the graph, or their names, in lists, tuples and dictionaries.
          feed_dict: values for tensors of the graph, or for their names.
          options: a `RunOptions`, of which `timeout_in_ms` and `trace_level` count.
          run_metadata: a `RunMetadata`; with any `trace_level` but NO_TRACE, its `step_stats` tell what the operations took.

        Returns:
          A structure like `fetches`, with None for operations.

        Raises:
          CancelledError: `Session.reset` was called, or the session was closed meanwhile.
          DeadlineExceededError: it took longer than `timeout_in_ms`, or the config's `operation_timeout_in_ms`.
          InvalidArgumentError: a placeholder that is needed is not fed.
          RuntimeError: the session is closed.
          TypeError: something can be neither fetched nor fed, or a value does not have the tensor's dtype.
          ValueError: something is not in the graph, or a value does not have the tensor's shape.
        """
        self._kept.require_open()
        if not self._graph.version:
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
        if self._reset:
            raise errors.CancelledError(None, None, "Session has been closed.")
        places: list[Any] = []
        read_last: dict[int, Any] = {}
        pick = _placed(self, fetches, places, read_last)
        feeds = {}
        arrays: dict[int, Any] = {}  # what is fed as it comes back where it is asked for
        for key, value in _flat_feeds(feed_dict or {}):
            for tensor, part in self._fed(key, value, places, arrays):
                feeds[tensor._id] = (tensor, part)
        tensors = [tensor for tensor, _ in feeds.values()]
        signature = (tuple(_identity(place) for place in places), tuple(feeds))
        if self._edits != edits_of(self._graph):  # nodes were changed
            self._functions.clear()
            self._edits = edits_of(self._graph)
        function = self._functions.get(signature)
        if function is None:
            _refuse_assignments(tensors, places)
            function = graph_wrap.function_of(
                self._graph,
                tensors,
                places,
                "session_run",
                (),
                may_lack=True,
                handle_of=self._resources.handle_of,
                states=self._states,
            )
            self._functions[signature] = function
        if unfed_of(function) is not None:
            missing = unfed_of(function)
            shape = (
                ""
                if missing.shape.rank is None
                else f" and shape [{','.join(_size(s) for s in missing.shape.as_list())}]"
            )
            raise errors.InvalidArgumentError(
                missing.op.node_def,
                missing.op,
                f"You must feed a value for placeholder tensor '{missing.op.name}' with dtype "
                f"{missing.dtype.name}{shape}",
            )
        _core.push_eager()
        try:
            values = [value for _, value in feeds.values()]
            work = lambda: list(function(*values))  # noqa: E731
            if run_metadata is not None and options is not None and options.trace_level:
                from graphwright._src.session.step_stats import run_measured

                work = functools.partial(run_measured, work, function, self._graph, run_metadata)
            found = self._cancellable(work, self._timeout(options))
            for place, variable in read_last.items():
                if variable.handle._id not in feeds or variable._graph_element._id in feeds:
                    found[place] = _core.op("ReadVariableOp")(
                        self._resources.handle_of(variable.op), dtype=variable.dtype
                    )
        except errors.OpError as error:
            self._note_operation(error)
            raise
        finally:
            _core.pop_eager()
        numbers = [None if value is None else _array_of(value) for value in found]
        for position, place in enumerate(places[: len(numbers)] if arrays else ()):
            if position not in read_last and isinstance(place, _core.Tensor) and place._id in arrays:
                numbers[position] = arrays[place._id]
        return pick(numbers)

    def _timeout(self, options: RunOptions | None) -> int:
        """Returns how many milliseconds a run may take; 0 for any number."""
        own = 0 if options is None else getattr(options, "timeout_in_ms", 0)
        return own or (0 if self._config is None else self._config.operation_timeout_in_ms)

    def _cancellable(self, work: Callable[..., Any], timeout: int) -> Any:
        """Returns what `work` gives, unless the session is closed meanwhile or it takes longer than `timeout`
        milliseconds.
        """
        cancellation = _core.Cancellation()
        self._running.add(cancellation)
        timer, late = None, []
        if timeout > 0:
            import threading

            timer = threading.Timer(timeout / 1000, lambda: (late.append(True), cancellation.cancel()))
            timer.daemon = True
            timer.start()
        try:
            return cancellation.run(work)
        except errors.CancelledError:
            if late:
                raise errors.DeadlineExceededError(None, None, f"The run took longer than {timeout} ms") from None
            raise
        finally:
            self._running.discard(cancellation)
            if timer is not None:
                timer.cancel()

    def _note_operation(self, error: errors.OpError) -> None:
        """Tells an error the operation of the graph that its message names."""
        named = re.search(r"\[\[\{\{node ([^} ]*)\}\}\]\]", error.message)
        node = named and core_of(self._graph).node_named(named[1])
        if node is not None:
            error._op = operation_in(self._graph, node)
            error._node_def = error._op.node_def

    def make_callable(self, fetches: Any, feed_list: list[Any] | None = None, accept_options: bool = False) -> Any:
        """Returns a function of values for the tensors in `feed_list` that gives what `run` does.

        With `accept_options` it has the named arguments `options` and `run_metadata`, too.
        """
        keys = list(feed_list or ())

        def call(*values: object, options: RunOptions | None = None, run_metadata: RunMetadata | None = None) -> Any:
            if len(values) != len(keys):
                text = f"The function takes {len(keys)} values to be fed, but {len(values)} were given"
                raise errors.InvalidArgumentError(None, None, text)
            feeds = dict(zip([_Key(key) for key in keys], values, strict=True))
            return self.run(fetches, feeds, options, run_metadata)

        return call if accept_options else lambda *values: call(*values)

    def _make_callable_from_options(self, callable_options: Any) -> Any:
        """Returns a function of values to be fed that gives a list of arrays, as a `CallableOptions` message tells it.

        Keras 2 runs its models so where nothing runs eagerly.
        """
        feeds, count = list(callable_options.feed), len(callable_options.fetch)
        connections = [(each.from_tensor, each.to_tensor) for each in callable_options.tensor_connection]
        wanted = [*callable_options.fetch, *callable_options.target]
        options = callable_options.run_options if callable_options.HasField("run_options") else None

        def call(*values: object, run_metadata: RunMetadata | None = None) -> list[Any]:
            if len(values) != len(feeds):
                text = f"The callable takes {len(feeds)} values to be fed, but {len(values)} were given"
                raise errors.InvalidArgumentError(None, None, text)
            fed: dict[Any, Any] = dict(zip(feeds, values, strict=True))
            if connections:
                taken = self.run([source for source, _ in connections], fed, options)
                for names, value in zip(connections, taken, strict=True):
                    fed |= dict.fromkeys(names, value)  # what they come from is not run again
            return self.run(wanted, fed, options, run_metadata)[:count]

        return call

    def list_devices(self) -> list[Any]:
        """Returns what sessions can place ops on: objects with `name`, `device_type`, `memory_limit_bytes` and
        `incarnation`.
        """
        found = list_logical_devices()
        task = f"/job:{self._resources.job}/replica:0/task:{self._resources.task}"
        return [_DeviceAttributes(task + device.name, device.device_type) for device in found]

    def partial_run(self, handle: object, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Raises NotImplementedError: runs have no parts."""
        raise NotImplementedError("Session.partial_run is not supported: use run")

    def partial_run_setup(self, fetches: Any, feeds: Sequence[Any] | None = None) -> Any:
        """Raises NotImplementedError: runs have no parts."""
        raise NotImplementedError("Session.partial_run_setup is not supported: use run")

    @staticmethod
    def reset(target: str, containers: Sequence[str | bytes] | None = None, config: ConfigProto | None = None) -> None:
        """Ends the sessions of a server, and lets go of what it keeps; running anything in them raises CancelledError.

        Args:
          target: of the server; "" for all sessions of the process that have none.
          containers: names of what a server lets go of; all without them.
          config: has no effect.

        Raises:
          NotImplementedError: the server is not in this process.
          TypeError: `containers` are no names.
        """
        server = _server(target)
        for name in containers or ():
            if not isinstance(name, (str, bytes)):
                raise TypeError(f"Session.reset: containers must be names, got {name!r}")
        if server is not None:
            server.clear([_text(name) for name in containers or ()])
        for session in list(_sessions):
            if session._target == target:
                session._reset = True
                session._let_go()

    def _fed(self, key: Any, value: Any, places: list[Any], arrays: dict[int, Any]) -> list[tuple[Any, Any]]:
        """Returns the tensors that a key of a feed stands for, where `places` are asked for, and a value for each.

        The arrays that the values were made of come to `arrays`.
        """
        if isinstance(key, _Key):
            key = key.of
        if hasattr(key, "deref"):
            key = key.deref()
        if hasattr(key, "_type_spec") and not isinstance(key, (_core.Tensor, _core.ResourceVariable)):
            tensors = nest.flatten(key, expand_composites=True)
            return [
                pair
                for tensor, part in zip(tensors, parts_of_value(key, value), strict=False)  # those at the end may lack
                if tensor is not None
                for pair in self._fed(_Key(tensor), part, places, arrays)
            ]
        try:
            tensor = self._graph.as_graph_element(key, allow_operation=False)
        except (KeyError, TypeError, ValueError) as error:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error}") from None
        if not self._graph.is_feedable(tensor):
            raise ValueError(f"Tensor {tensor} may not be fed.")
        variable = key if isinstance(key, GraphVariable) and is_reference(key) else self._graph.reference_of(tensor)
        if variable is not None:
            return [(variable.handle, variable_of_value(variable, _value_for(variable, value)))]
        fed = _value_for(tensor, value, arrays)
        variable = self._graph.variable_read_by(tensor)
        if variable is None:
            return [(tensor, fed)]
        uses, others = variable.uses()
        needed = _needed(places)
        if needed.intersection(node_of(op).key for op in others):
            # Loops, branches and lookups see the value through the handle.
            return [(tensor, fed), (variable.handle, variable_of_value(variable, fed))]
        for use in uses:
            if node_of(use.op).key in needed:
                places += use.op.control_inputs  # which in TensorFlow 1 are those of the operation that uses it
        return [(use, fed) for use in uses]


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name


def _server(target: str) -> SessionResources | None:
    """Returns what a server keeps; None without a target."""
    if not target:
        return None
    address = _text(target).removeprefix("grpc://")
    found = served.get(address)
    if found is None:
        raise NotImplementedError(f"Session: there is no server {target!r} in this process")
    return found


def _needed(places: list[Any]) -> set[Any]:
    """Returns the keys of the operations that it takes to compute tensors and to run operations, where nothing is fed."""
    left = [place.op if isinstance(place, _core.Tensor) else place for place in places]
    needed = set()
    while left:
        op = left.pop()
        if node_of(op).key not in needed:
            needed.add(node_of(op).key)
            left += [*(tensor.op for tensor in op.inputs), *op.control_inputs]
    return needed


def _refuse_assignments(feeds: list[Any], places: list[Any]) -> None:
    """Raises InvalidArgumentError where what is to run changes a variable that is fed."""
    handles = [tensor for tensor in feeds if tensor.dtype == dtypes.resource]
    needed = _needed(places) if handles else ()
    for tensor in handles:
        for op in tensor.consumers():
            if op.type.startswith(CHANGING) and node_of(op).key in needed:
                raise errors.InvalidArgumentError(None, op, f"{op.name} changes {tensor.name}, which is fed")


@export("compat.v1.InteractiveSession")
class InteractiveSession(Session):
    """A session that is the default one from its construction to `close` (tf.compat.v1.InteractiveSession).

    Args:
      target: of a `tf.distribute.Server` of this process, whose variables, queues and the like it shares; "" for a session with
        its own.
      graph: is run, and is the default graph until `close`; the default graph where it is None.
      config: has no effect.

    >>> import graphwright as tf
    >>> with tf.Graph().as_default():
    ...     session = tf.compat.v1.InteractiveSession()
    ...     print((tf.constant(2.0) * 3.0).eval())
    ...     session.close()
    6.0
    """

    _open = 0  # how many are

    def __init__(self, target: str = "", graph: Graph | None = None, config: ConfigProto | None = None) -> None:
        super().__init__(target, graph, config)
        InteractiveSession._open += 1
        if InteractiveSession._open > 1:
            get_logger().error(
                "An interactive session is already active. It keeps its memory until its `close` is called, and this one takes "
                "more."
            )
        stack = contextlib.ExitStack()
        if graph is not None:
            stack.enter_context(graph.as_default())
        stack.enter_context(self.as_default())
        self._contexts: contextlib.ExitStack | None = stack

    def close(self) -> None:
        """Ends the session; another one becomes the default."""
        super().close()
        if self._contexts is not None:
            InteractiveSession._open -= 1
            stack, self._contexts = self._contexts, None
            stack.close()


class _Key:
    """A fed tensor as a key of a dictionary."""

    def __init__(self, of: object) -> None:
        self.of = of


def _flat_feeds(feed_dict: Mapping[Any, Any]) -> Any:
    """Pairs of what is fed and its value; keys may be tuples, of values that are structured alike.

    Raises:
      ValueError: a tuple has no value for each key, or a key comes twice.
    """
    seen = set()
    for key, value in _pairs_of_feeds(feed_dict):
        name = key if isinstance(key, (str, bytes)) else id(key)
        if name in seen:
            raise ValueError(f"Could not flatten dictionary. The key {key} is not unique.")
        seen.add(name)
        yield key, value


def _pairs_of_feeds(feed_dict: Mapping[Any, Any]) -> Any:
    for key, value in feed_dict.items():
        if isinstance(key, tuple):
            values = nest.flatten(value)
            keys = nest.flatten(key)
            if len(keys) != len(values):
                raise ValueError(
                    f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} elements. "
                    f"Key: {keys}, value: {values}."
                )
            yield from zip(keys, values, strict=True)
        else:
            yield key, value


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)


def _identity(place: Tensor | Operation) -> Any:
    return place._id if isinstance(place, _core.Tensor) else ("operation", node_of(place).key)


def _array_of(value: Tensor) -> Any:
    """Returns a fetched value as an array; of a handle bytes that mean nothing outside, as many as TensorFlow's have."""
    try:
        return value.numpy()
    except errors.InvalidArgumentError:
        if value.dtype == dtypes.variant:
            text = f"Tensorflow type {value.dtype.as_datatype_enum} not convertible to numpy dtype."
            raise errors.InternalError(None, None, text) from None
        if value.shape.rank:
            text = "Fetching of non-scalar resource tensors is not supported."
            raise errors.InvalidArgumentError(None, None, text) from None
    import numpy as np

    words = np.zeros(25, np.uint64)
    words[0] = value._id
    return words.view(np.dtype([("resource", np.ubyte, (1,))]))


def _value_for(tensor: Any, value: Any, arrays: dict[int, Any] | None = None) -> Any:
    """Returns a value to be fed as an eager tensor."""
    if isinstance(value, _core.SymbolicTensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, lists, "
            f"numpy ndarrays, or TensorHandles. For reference, the tensor object was {value} which was passed to the argument "
            f"`feed_dict` with key {tensor}."
        )
    if isinstance(value, TensorHandle):
        value = value.kept()
    _core.push_eager()
    try:
        fed = value if isinstance(value, _core.EagerTensor) else _converted(tensor, value, arrays)
    finally:
        _core.pop_eager()
    if not tensor.shape.is_compatible_with(fed.shape):
        raise ValueError(
            f"Cannot feed value of shape {tuple(fed.shape)} for Tensor {tensor.name}, which has shape {tensor.shape}"
        )
    return fed


def _converted(tensor: Tensor, value: Any, arrays: dict[int, Any] | None) -> Any:
    """Returns a Python value or array as an eager tensor of the tensor's dtype; arrays are cast as NumPy does it."""
    if tensor.dtype.name in ("resource", "variant") or hasattr(value, "__tf_tensor__"):
        return _core.convert_to_tensor(value, tensor.dtype)
    import numpy as np

    kind = tensor.dtype.as_numpy_dtype
    if isinstance(value, int) and (kind is object or np.asarray(value).astype(kind) != value):
        raise TypeError(
            f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type {kind}. Try "
            "explicitly setting the type of the feed tensor to a larger type (e.g. int64)."
        )
    stored = np.dtype(kind)[0] if np.dtype(kind).fields else None  # that of a quantized number's one field
    if stored is not None:
        array = np.asarray(value)
        array = array.view(stored) if array.dtype.fields else array.astype(stored)
        with eager_mode():
            return _core.op("Bitcast")(_core.convert_to_tensor(array), type=tensor.dtype)
    if np.issubdtype(kind, np.number):
        array = np.asarray(value).astype(kind, copy=False)  # complex numbers and those that are too large, too
    else:
        array = np.asarray(value, dtype=kind)
    if arrays is not None:
        arrays[tensor._id] = array
    return _core.convert_to_tensor(array, tensor.dtype)


def _placed(session: Session, fetches: Any, places: list[Any], read_last: dict[int, Any]) -> Any:
    """Appends what is to be computed to `places`; gives the function that makes the result of its values.

    Variables whose value when all is done is meant come to `read_last`, by their place.
    """
    if fetches is None:
        raise TypeError(f"Argument `fetch` = {fetches} has invalid type NoneType. Cannot be None")
    if isinstance(fetches, (list, tuple)):
        parts = [_placed(session, item, places, read_last) for item in fetches]
        if isinstance(fetches, list):
            return lambda values: [part(values) for part in parts]
        if hasattr(fetches, "_fields"):
            return lambda values: type(fetches)(*[part(values) for part in parts])
        return lambda values: tuple(part(values) for part in parts)
    if isinstance(fetches, dict):
        named = {key: _placed(session, item, places, read_last) for key, item in fetches.items()}
        if isinstance(fetches, collections.defaultdict):
            make = functools.partial(collections.defaultdict, fetches.default_factory)
        else:
            make = type(fetches)
        return lambda values: make((key, part(values)) for key, part in named.items())
    if hasattr(fetches, "_type_spec") and not isinstance(fetches, (_core.Tensor, _core.ResourceVariable)):
        parts = [_placed(session, item, places, read_last) for item in nest.flatten(fetches, expand_composites=True)]
        return lambda values: as_value(fetches, [part(values) for part in parts])
    convert = getattr(fetches, "_as_graph_element", None)
    if not isinstance(fetches, (str, _core.Tensor, Operation)) and (convert is None or convert() is None):
        raise TypeError(
            f"Argument `fetch` = {fetches} has invalid type {type(fetches).__name__!r} must be a string or Tensor. "
            f"(Can not convert a {type(fetches).__name__} into a Tensor or Operation.)"
        )
    graph = session.graph
    try:
        element = graph.as_graph_element(fetches)
    except (KeyError, ValueError) as error:
        text = error.args[0]
        raise ValueError(f"Argument `fetch` = {fetches} cannot be interpreted as a Tensor. ({text})") from None
    if not graph.is_fetchable(element):
        raise ValueError(f"Operation {element.name!r} has been marked as not fetchable.")
    variable = fetches if isinstance(fetches, GraphVariable) else graph.reference_of(element)
    if variable is not None and variable is not fetches:  # by its name
        element = variable._graph_element
    position = len(places)
    places.append(element)
    if variable is not None and is_reference(variable):
        read_last[position] = variable
    if isinstance(element, _core.Tensor) and element.op.type == MADE_BY:
        dtype, kept = element.op.inputs[0].dtype, session._kept
        return lambda values: TensorHandle(values[position], dtype, kept)
    return lambda values: values[position]
