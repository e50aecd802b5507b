"""Function: what `tf.function` makes - one Python function, and the traces of it."""

from __future__ import annotations

import functools
import inspect
import operator
import sys
import time
import weakref

from graphwright import _core
from graphwright._src.base.call_signature import call_signature, with_signature_of
from graphwright._src.base.hooks import late
from graphwright._src.base.logger import get_logger
from graphwright._src.function import lifting, locks, retracing, signature, tracing
from graphwright._src.function.cache import FunctionCache
from graphwright._src.function.concrete import inputs_for, kept_of, note_attributes
from graphwright._src.graph import devices as config
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.scopes import plain_graph
from graphwright._src.state.trackable import Trackable
from graphwright._src.tensor import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from graphwright._src.explain.reports import FunctionReport, TraceReport
    from graphwright._src.explain.retracing import Retracing
    from graphwright._src.explain.stance import Stance
    from graphwright._src.function.concrete import ConcreteFunction

_DEFAULT_NAME = "function"
_STAGES_OF_XLA = (
    "hlo",
    "hlo_serialized",
    "optimized_hlo",
    "optimized_hlo_serialized",
    "optimized_hlo_proto_serialized",
    "optimized_hlo_dot",
    "stablehlo",
    "stablehlo_serialized",
)

_retracing_of = late("explain.retracing", "Retracing")
_set_function_stance = late("explain.stance", "set_function_stance")
_report_of = late("explain.reports", "FunctionReport")
_html_of = late("explain.picture", "html_of_function")
_optimized, _assembly = late("explain.jit.llvm", "optimized"), late("explain.jit.llvm", "assembly")

_MOST_INSTANCES = 1000
# What the core calls the ways of dealing with machine code; see cpp/function/machine_code.h.
_WHERE_POSSIBLE, _REQUIRED = 1, 2
# What `experimental_attributes` may name.
_ATTRIBUTES = frozenset(
    (
        "api_implements",
        "api_preferred_device",
        "backward_function_name",
        "disable_summaries_at_runtime",
        "experimental_ints_on_device",
        "forward_function_name",
        "function_runs_at_most_once",
        "go_backwards",
        "runtime_constant_optimization",
        "shared_rendezvous",
        "time_major",
        "tf_quant.composite_function",
        "tf_quant.quantized_ops",
        "_disable_acd",
        "_disable_call_shape_inference",
        "_implements",
        "_noinline",
        "_original_func_name",
        "_tf_data_function",
        "_tftrt_convert_function",
        "_XlaMustCompile",
        "_xla_compile_optional",
    )
)


class Options:
    """The arguments of `tf.function` but the function."""

    __slots__ = (
        "input_signature",
        "autograph",
        "jit_compile",
        "reduce_retracing",
        "experimental_implements",
        "experimental_autograph_options",
        "experimental_attributes",
    )

    def __init__(self, **values: object) -> None:
        for name in self.__slots__:
            setattr(self, name, values.get(name))

    def as_dict(self) -> dict[str, Any]:
        """Returns the values by name."""
        return {name: getattr(self, name) for name in self.__slots__}


class Function(_core.FunctionBase, Trackable):
    """A Python function that runs as a graph (tf.types.experimental.PolymorphicFunction).

    Each call looks for a trace that was made for arguments of the same types, makes one where there is none, and runs it.
    `tf.function` makes objects of this class.
    """

    # One number, the calls that `_note_calls` has found, for those who count functions of the same code.
    _calls_of_place: list[int] | None = None
    # What set_stance() of the function, or of the method that it is bound from, has said.
    _stances: Any = None

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str,
        options: Options | None = None,
        bound_to: Callable[[], Any] | None = None,
        **arguments: object,
    ) -> None:
        if options is None:  # libraries that make objects of the class give the arguments of `tf.function` by name
            unknown = arguments.keys() - set(Options.__slots__)
            if unknown:
                raise TypeError(f"Function() got unexpected keyword arguments {sorted(unknown)}")
            options = Options(**{"autograph": True, **arguments})
        if options.experimental_attributes:
            for attribute in options.experimental_attributes:
                if attribute not in _ATTRIBUTES:
                    raise ValueError(f"`{attribute} is not supported by tf.function as an attribute.")
        self._python_function = python_function
        self._name = name
        self._options = options
        # Of a method: what gives the instance, or None once that is gone.
        self._bound_to = bound_to
        self._function_type, self._default_values = signature.make_function_type(
            self._callable() if bound_to is not None else python_function, options.input_signature
        )
        self._positional = [
            parameter.name
            for parameter in self._function_type.parameters.values()
            if parameter.kind in (signature.POSITIONAL_ONLY, signature.POSITIONAL_OR_KEYWORD)
        ]
        self._varargs = next(
            (p.name for p in self._function_type.parameters.values() if p.kind is signature.VAR_POSITIONAL), None
        )
        self._lock = locks.TraceLock()
        self._history = retracing.History()
        # Whether a first trace was made, in which variables may be created; and those that were.
        self._traced_once = False
        self._created_variables: list[weakref.ref] = []
        mine = weakref.ref(self)

        def forget() -> None:
            function = mine()
            if function is not None:
                function._clear_memo()

        self._cache = FunctionCache(forget)
        self._instances: dict[int, tuple[Any, Function]] = {}
        functools.update_wrapper(self, python_function, updated=())
        # What decorators and programs noted at the Python function, or the public attributes of an object that is called.
        routine = inspect.isroutine(python_function)
        for key, value in getattr(python_function, "__dict__", {}).items():
            if routine or not key.startswith("_"):
                self.__dict__.setdefault(key, value)
        if bound_to is None:
            self.__wrapped__ = python_function
            with_signature_of(python_function, self)
        else:
            del self.__wrapped__
            self.__signature__ = call_signature(self._callable())

    # ---- the Python function ----

    def _callable(self) -> Callable[..., Any]:
        if self._bound_to is None:
            return self._python_function
        instance = self._bound_to()
        if instance is None:
            raise ReferenceError(
                f"{self._name}: the object whose method this is does not exist any more; keep it in a variable while its "
                "tf.function methods are called"
            )
        return self._python_function.__get__(instance)

    def _traceable(self) -> Callable[..., Any]:
        """Returns what is called to make a trace: the function as AutoGraph rewrites it, or the function itself."""
        function = self._callable()
        if not self._options.autograph:
            return function
        from graphwright._src.autograph import api
        from graphwright._src.autograph.options import make_options

        return api.convert_function(function, make_options(features=self._options.experimental_autograph_options))

    @property
    def python_function(self) -> Callable[..., Any]:
        """The Python function; of a method, with its instance."""
        return self._callable()

    @property
    def name(self) -> str:
        """The name of the Python function."""
        return self._name

    @property
    def input_signature(self) -> tuple | None:
        """The specs that all arguments must fit, or None."""
        return signature.input_signature_of(self._function_type) if self._options.input_signature is not None else None

    @property
    def function_type(self) -> signature.FunctionType:
        """The signature: parameters, with the types that an input signature demands."""
        return self._function_type

    @property
    def function_spec(self) -> signature.FunctionSpec:
        """The signature in the forms of older versions."""
        return signature.FunctionSpec(self._function_type, self._default_values, self._options.jit_compile, self._name)

    @property
    def _autograph(self) -> bool:
        return bool(self._options.autograph)

    @property
    def _jit_compile(self) -> bool | None:
        return self._options.jit_compile

    @property
    def _reduce_retracing(self) -> bool:
        return bool(self._options.reduce_retracing)

    # ---- calls; the core calls these three ----

    def _lookup(
        self, args: tuple, kwargs: dict[str, Any], num_leaves: int
    ) -> tuple[ConcreteFunction, tuple[int, ...] | None]:
        """Returns the trace for a call, and which leaves of the arguments are its inputs; None: they must be bound."""
        try:
            bound = signature.bind(self._function_type, args, kwargs, self._default_values)
            concrete = self._concrete_for(bound, has_values=True, is_call=True)
        except Exception as error:
            raise _filtered(error) from error.__cause__
        if concrete.captured_values.borrowed or any(map(signature.is_changeable, self._default_values.values())):
            return concrete, None
        return concrete, self._leaf_order(bound, args, kwargs, num_leaves, concrete)

    def _leaf_order(
        self, bound: signature.Bound, args: tuple, kwargs: dict[str, Any], num_leaves: int, concrete: ConcreteFunction
    ) -> tuple[int, ...] | None:
        arguments = []
        start = 0
        for i, value in enumerate(args):
            name = self._positional[i] if i < len(self._positional) else f"{self._varargs}_{i - len(self._positional)}"
            arguments.append((name, start, value))
            start += signature.count_leaves(value)
        for name, value in signature.named_arguments(self._function_type, kwargs).items():
            arguments.append((name, start, value))
            start += signature.count_leaves(value)
        if start != num_leaves:
            return None
        return signature.leaf_order(bound, iter(arguments), kept_of(concrete))

    def _call_eagerly(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Runs the Python function itself."""
        # As part of a graph, it is what a trace of it would be.
        function = self._callable() if _core.executing_eagerly() else self._traceable()
        return function(*args, **kwargs)

    def _call_slowly(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """Returns a call whose arguments the core cannot hand to a trace as they are."""
        try:
            bound = signature.bind(self._function_type, args, kwargs, self._default_values)
            concrete = self._concrete_for(bound, has_values=True, is_call=True)
        except Exception as error:
            raise _filtered(error) from error.__cause__
        return concrete.call_flat(inputs_for(concrete, bound.values))

    # ---- traces ----

    def _concrete_for(
        self,
        bound: signature.Bound,
        has_values: bool,
        is_call: bool = False,
        creation: lifting.VariableCreation | None = None,
    ) -> ConcreteFunction:
        function_type = bound.function_type
        cache = self._cache.of_context(_core.cache_context())
        with self._lock:
            concrete = cache.find(function_type)
            if concrete is not None and not (concrete.captured_values.borrowed and _is_stale(concrete)):
                return concrete
            if is_call and self._traced_once and retracing.guard is not None:
                retracing.guard(self, function_type)
            given = bound if has_values else None
            if not self._traced_once:
                concrete, found = self._first_trace(function_type, given, creation)
            else:
                if self._options.reduce_retracing:
                    function_type = cache.generalize(function_type)
                concrete, found = self._trace(function_type, given, lifting.VariableCreation(allowed=False))
            cache.add(function_type, concrete)
            if is_call:
                self._maybe_warn(found)
            return concrete

    def _first_trace(
        self,
        function_type: signature.FunctionType,
        given: signature.Bound | None,
        creation: lifting.VariableCreation | None,
    ) -> tuple[ConcreteFunction, list[retracing.Difference]]:
        """Makes the first trace, which may create variables; then it is made again, so that none depends on their creation."""
        creation = creation or lifting.VariableCreation(allowed=True)
        made = self._trace(function_type, given, creation)
        self._traced_once = True
        if not creation.created:
            return made
        self._created_variables += creation.created
        return self._trace(function_type, given, lifting.VariableCreation(allowed=False), after_creation=True)

    def _trace(
        self,
        function_type: signature.FunctionType,
        given: signature.Bound | None,
        creation: lifting.VariableCreation,
        after_creation: bool = False,
    ) -> tuple[ConcreteFunction, list[retracing.Difference]]:
        """Returns a new trace, and how its signature differs from that of the most similar one."""
        start = time.perf_counter()
        with creation.scope():
            concrete = tracing.trace(
                self._traceable(),
                self._name,
                function_type,
                given,
                self._python_function,
                weakref.WeakMethod(self._call_slowly),
            )
        if self._options.jit_compile:
            concrete.function_ref.jit = _REQUIRED
            concrete.function_ref.compute_as_xla()
        elif config.jit_unasked and self._options.jit_compile is None:
            concrete.function_ref.jit = _WHERE_POSSIBLE
        found = self._history.add(function_type, time.perf_counter() - start, after_creation, concrete)
        if retracing.listener is not None:
            retracing.listener(self, self._history.records[-1])
        if self._options.experimental_implements:
            note_attributes(concrete, {"_implements": self._options.experimental_implements})
        note_attributes(concrete, self._options.experimental_attributes or {})
        return concrete, found

    def _maybe_warn(self, found: list[retracing.Difference]) -> None:
        written: Any = self._python_function
        while hasattr(written, "__wrapped__"):  # what decorators share says nothing
            written = written.__wrapped__
        code = getattr(written, "__code__", None)
        text = None
        # A function that is traced as a part of another one is called once by its nature.
        if len(self._cache) == 1 and code is not None and self._bound_to is None and _core.executing_eagerly():
            calls = [1]  # it says how many there were before it goes
            text = retracing.places.first_trace(code, self._python_function, calls, self._note_calls)
            self._calls_of_place = calls
        if _core.executing_eagerly():
            text = self._history.warning(self._num_calls(), found, self._python_function) or text
        if self._cache.num_over_limit == 1:
            text = (
                f"{self._python_function} was traced more than {self._cache.limit} times: traces that were not used lately are "
                "dropped from now on. set_trace_limit(), or trace_limit of the function, changes how many are kept; "
                "explain_retracing() tells why it is traced."
            )
        if text is not None:
            get_logger().warning(text)

    def get_concrete_function(self, *args: object, **kwargs: object) -> ConcreteFunction:
        """Returns the trace for these arguments, made if there is none yet.

        Args:
          *args, **kwargs: arguments, or specs such as `tf.TensorSpec` in place of tensors. Where the function has an input
            signature, none need be given.

        Raises:
          TypeError: they do not fit the signature.

        >>> import graphwright as tf
        >>> f = tf.function(lambda x, y: x + y)
        >>> f.get_concrete_function(tf.TensorSpec([2]), 1.0)
        <ConcreteFunction (x: TensorSpec(shape=(2,), ...), y: Literal[1.0]) -> TensorSpec(shape=(2,), ...) at 0x...>
        """
        try:
            if self._options.input_signature is not None and not args and not kwargs:
                args = self.input_signature or ()
            bound = signature.bind(self._function_type, args, kwargs, self._default_values, specs_allowed=True)
            return self._concrete_for(bound, has_values=_has_values(bound))
        except Exception as error:
            raise _filtered(error) from error.__cause__

    def get_initialization_function(self, *args: object, **kwargs: object) -> ConcreteFunction:
        """Returns a function that gives variables that this one makes on its first call their initial values, again and again.

        The variables are made, and the function is traced, for these arguments.

        Args:
          *args, **kwargs: arguments, or specs such as `tf.TensorSpec` in place of tensors; with an input signature, none.

        Raises:
          RuntimeError: the function was traced before.
          UnliftableError: an initial value depends on an argument.

        >>> import graphwright as tf
        >>> made = []
        >>> @tf.function
        ... def scaled(x):
        ...     if not made:
        ...         made.append(tf.Variable(tf.ones([2]) * 3.0))
        ...     return made[0] * x
        >>> initialize = scaled.get_initialization_function(tf.constant(2.0))
        >>> made[0].assign([7.0, 7.0]).numpy()
        array([7., 7.], dtype=float32)
        >>> initialize()
        >>> made[0].numpy()
        array([3., 3.], dtype=float32)
        """
        with self._lock:
            if self._traced_once:
                raise RuntimeError(
                    f"get_initialization_function of {self._name} cannot be called after the function has been used"
                )
            if self._options.input_signature is not None and not args and not kwargs:
                args = self.input_signature or ()
            creation = lifting.VariableCreation(allowed=True, keeps_values=True)
            bound = signature.bind(self._function_type, args, kwargs, self._default_values, specs_allowed=True)
            self._concrete_for(bound, has_values=_has_values(bound), creation=creation)
        initialize = creation.initializer()
        function_type, _ = signature.make_function_type(initialize, None)
        name = f"{self._name}_initialization"
        return tracing.trace(initialize, name, function_type, None, initialize)

    def _note_calls(self) -> None:
        """Writes down how often the function was called, where someone counts that."""
        if self._calls_of_place is not None:
            self._calls_of_place[0] = self._num_calls()

    __del__ = _note_calls

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        if save_type == "checkpoint":
            return {}
        return {f"trace_{i}": trace for i, trace in enumerate(self._cache.traces())}

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return self._cache.traces()

    def _list_all_concrete_functions_for_serialization(self) -> list[ConcreteFunction]:
        if self._options.input_signature is not None and not len(self._cache):
            self.get_concrete_function()
        plain = plain_graph() is not None  # what it has captured of a plain graph is of use as long as that is built
        return [
            concrete
            for concrete in self._cache.traces()
            if not concrete.captured_values.borrowed or (plain and not _is_stale(concrete))
        ]

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Returns the signatures of all traces as text, with an empty line between them where they take several lines each."""
        return ("\n\n" if verbose else "\n").join(c.pretty_printed_signature(verbose) for c in self._cache.traces())

    def experimental_get_tracing_count(self) -> int:
        """Returns how often the function was traced.

        >>> import graphwright as tf
        >>> f = tf.function(lambda x: x + 1)
        >>> f(tf.constant(1)), f(tf.constant(2)), f(tf.constant(1.0))  # doctest: +ELLIPSIS
        (...)
        >>> f.experimental_get_tracing_count()
        2
        """
        return self._history.count

    @property
    def trace_limit(self) -> int:
        """The number of traces this function keeps; those looked for least recently go. It can be set; None leaves it to
        `graphwright.set_trace_limit`.

        >>> import graphwright as tf
        >>> f = tf.function(lambda x: x + 1)
        >>> f.trace_limit
        1000
        >>> f.trace_limit = 3
        >>> [f(k).numpy() for k in range(10)][-1], len(f._list_all_concrete_functions())
        (np.int32(10), 3)
        """
        return self._cache.limit

    @trace_limit.setter
    def trace_limit(self, limit: int | None) -> None:
        self._cache.set_own_limit(limit)

    def explain_retracing(self) -> Retracing:
        """Returns each trace, the argument that made it different from an earlier one, and what it took.

        Returns:
          A text; its attribute `traces` has the same as data, see `explain.retracing.Retracing`.

        >>> import graphwright as tf
        >>> f = tf.function(lambda step: step + 1)
        >>> f(3).numpy(), f(4).numpy()
        (np.int32(4), np.int32(5))
        >>> print(f.explain_retracing())  # doctest: +ELLIPSIS
        <lambda>: 2 traces in 2 calls, ... ms
          trace 1, ...: first call, ...
            step: 3
          trace 2, ...: new arguments, ...
            argument 'step': 3, then 4: pass a tensor to avoid a new trace
        """
        return _retracing_of(self)

    def set_stance(self, stance: str | None) -> Stance:
        """Says what calls of this function do in place of what `graphwright.set_stance` says, at once and from now on.

        Args:
          stance: "default", "eager" or "fail_on_retrace", see there; None ends it. That of a method holds for all objects that
            have none for their own.

        Returns:
          A context manager: used in a `with` statement, what held before holds again after it.

        >>> import graphwright as tf
        >>> f = tf.function(lambda: tf.executing_eagerly())
        >>> with f.set_stance("eager"):
        ...     f()
        True
        """
        return _set_function_stance(self, stance)

    def inspect(self, *args: object, **kwargs: object) -> FunctionReport | TraceReport:
        """All there is to know of the function's traces: signature, captures, graphs, memory and time.

        Args:
          *args, **kwargs: arguments, or specs, as `get_concrete_function` takes them: then it is about the trace for these.

        Returns:
          An object that prints as text and shows itself in notebooks.

        >>> import graphwright as tf
        >>> f = tf.function(lambda x: tf.exp(x) * 2.0)
        >>> print(f.inspect(tf.TensorSpec([3])).signature)
        (x: TensorSpec(shape=(3,), dtype=tf.float32, name=None)) -> TensorSpec(shape=(3,), dtype=tf.float32, name=None)
        """
        if args or kwargs:
            return self.get_concrete_function(*args, **kwargs).inspect()
        return _report_of(self)

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the traces and why they were made, and their graphs, folded."""
        return _html_of(self)

    def experimental_get_compiler_ir(self, *args: object, **kwargs: object) -> Callable[..., str]:
        """Returns what becomes of the function for these arguments, as text, stage by stage.

        Args:
          *args, **kwargs: arguments, or specs such as `tf.TensorSpec` in place of tensors.

        Returns:
          A function of `stage` and `device_name` (which makes no difference). The stages are "graph", as it was traced,
          "optimized_graph", after the passes, "program", the instructions that run, "llvm", the LLVM IR of what is machine
          code, "optimized_llvm", the same after LLVM's passes, and "assembly". The last three are empty where nothing was
          compiled, as without llvmlite. There is no XLA, and so none of its stages ("hlo", "stablehlo" and the like): these
          raise NotImplementedError.

        Raises:
          ValueError: the function was not made with `jit_compile=True`, or there is no such stage.

        >>> import graphwright as tf
        >>> f = tf.function(lambda x: x * 2.0 + 1.0, jit_compile=True)
        >>> print(f.experimental_get_compiler_ir(tf.TensorSpec([3]))(stage="graph"))  # doctest: +ELLIPSIS
        x...
        """
        if not self._options.jit_compile:
            raise ValueError(
                f"Compiler IR can only be returned for functions marked with 'jit_compile=True', {self._name} is not"
            )
        concrete = self.get_concrete_function(*args, **kwargs)

        def text(stage: str = "program", device_name: str | None = None, platform_name: str | None = None) -> str:
            if stage == "program":
                return concrete.program_text()
            if stage in ("graph", "optimized_graph"):
                return concrete.inspect().graph_text(after_passes=stage == "optimized_graph", most=sys.maxsize)
            if stage in ("llvm", "optimized_llvm", "assembly"):
                ir = _core.machine_code_ir(concrete.function_ref)
                if not ir or stage == "llvm":
                    return ir
                return _optimized(ir) if stage == "optimized_llvm" else _assembly(ir)
            stages = "'graph', 'optimized_graph', 'program', 'llvm', 'optimized_llvm' and 'assembly'"
            if stage in _STAGES_OF_XLA:
                raise NotImplementedError(f"experimental_get_compiler_ir: no XLA, no {stage!r}; there are {stages}")
            raise ValueError(f"experimental_get_compiler_ir: stage {stage!r} is not one of {stages}")

        return text

    # ---- methods ----

    def __get__(self, instance: object, owner: object = None) -> Any:
        if instance is None:
            return self
        entry = self._instances.get(id(instance))
        if entry is not None and entry[0]() is instance:
            return entry[1]
        if sys.getrefcount(instance) == _COUNT_OF_TEMPORARY and (_COUNT_IS_SURE or _follows_call(sys._getframe(1))):
            # `Model().call(x)`: nobody but the method that is returned can keep the object for the call.
            return Function(self._python_function, self._name, self._options, functools.partial(_same, instance))
        return self._bind_instance(instance)

    def _bind_instance(self, instance: object) -> Function:
        """Returns the function with its first argument bound: one for each instance, which it does not keep alive."""
        key = id(instance)
        mine = weakref.ref(self)

        def forget(_: object) -> None:
            function = mine()
            if function is not None:
                entry = function._instances.get(key)
                if entry is not None and entry[0]() is None:
                    del function._instances[key]

        reference = _reference_to(instance, forget)
        if not isinstance(reference, weakref.ref) and len(self._instances) >= _MOST_INSTANCES:
            # Objects without a slot for weak references are kept, as long as there are not too many.
            self._instances = {k: v for k, v in self._instances.items() if isinstance(v[0], weakref.ref)}
        function = Function(self._python_function, self._name, self._options, bound_to=reference)
        if self._stances is not None:
            self._stances.adopt(function)
        self._instances[key] = (reference, function)
        return function

    # ---- copies ----

    def _clone(self, python_function: Callable[..., Any] | None = None) -> Function:
        return Function(python_function or self._python_function, self._name, self._options, self._bound_to)

    def _decorate(self, decorator: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        """Replaces the Python function by `decorator` of it. Raises ValueError after the first trace."""
        if self._history.count:
            raise ValueError("Functions cannot be decorated after they have been traced.")
        self._python_function = decorator(self._python_function)
        self._function_type, self._default_values = signature.make_function_type(
            self._callable(), self._options.input_signature
        )

    def __copy__(self) -> Function:
        return self._clone()

    def __deepcopy__(self, memo: dict) -> Function:
        # A method is the copy's, and so on for whatever the function is made of.
        import copy

        if self._bound_to is None:
            copied = self._clone(copy.deepcopy(self._python_function, memo))
        else:
            instance = copy.deepcopy(self._bound_to(), memo)
            copied = Function(self._python_function, self._name, self._options, bound_to=_reference_to(instance))
        memo[id(self)] = copied
        return copied

    def __reduce__(self) -> Any:
        found: Any = sys.modules.get(self._python_function.__module__)
        for part in self._python_function.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is self:
            return self._python_function.__qualname__
        return _rebuild, (self._python_function, self._name, self._options.as_dict())

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__qualname__} object at 0x{id(self):x}>"


def _count_of_temporary() -> tuple[int, bool]:
    """Returns the number of references that `__get__` sees of an object that nobody keeps, and whether that is a sure sign.

    Since Python 3.14 it sees no more of an object that one variable keeps.
    """

    class Probe:
        def __get__(self, instance: object, owner: object = None) -> int:
            return sys.getrefcount(instance)

    class Owner:
        probe = Probe()

    kept = Owner()
    of_temporary, of_kept = Owner().probe, kept.probe
    return of_temporary, of_temporary < of_kept


_COUNT_OF_TEMPORARY, _COUNT_IS_SURE = _count_of_temporary()


def _follows_call(frame: FrameType) -> bool:
    """Tells whether what a frame takes an attribute of is what the call just before it gave."""
    import opcode

    code = frame.f_code.co_code
    at = frame.f_lasti - 2
    while at > 0 and opcode.opname[code[at]] in ("CACHE", "EXTENDED_ARG"):
        at -= 2
    return at >= 0 and opcode.opname[code[at]].startswith("CALL")


def _same(value: object) -> Any:
    return value


def _reference_to(instance: object, callback: Callable[[Any], object] | None = None) -> Any:
    """Returns what gives the object, without keeping it alive where that is possible."""
    try:
        return weakref.ref(instance, callback)
    except TypeError:
        return functools.partial(_same, instance)


def _rebuild(python_function: Callable[..., Any], name: str, options: dict[str, Any]) -> Function:
    return Function(python_function, name, Options(**options))


def _is_stale(concrete: ConcreteFunction) -> bool:
    """Tells whether a trace took values from a graph that is not being built any more, or is not the one around this
    call.
    """
    active = set()
    graph = _core.current_graph()
    while graph is not None:
        active.add(core_of(graph).key)
        graph = core_of(graph).outer
    return any(
        isinstance(value, _core.SymbolicTensor) and core_of(value.graph).key not in active
        for value in concrete.captured_values.values
    )


def _has_values(bound: signature.Bound) -> bool:
    """Tells whether the arguments are values, and not specs of some."""
    from graphwright._src.tensor import nest
    from graphwright._src.tensor.type_spec import TypeSpec

    return not any(isinstance(leaf, TypeSpec) for leaf in nest.flatten(list(bound.values.values())))


def _filtered(error: Exception) -> BaseException:
    """Returns the error with a traceback without this package's frames."""
    from graphwright._src.autograph import errors

    return errors.filtered(error)


def name_of(python_function: Callable[..., Any]) -> str:
    """Returns the name by which a function and its traces go."""
    return getattr(python_function, "__name__", _DEFAULT_NAME)


# The traces of a function, with what made them necessary.
history_of: Callable[[Function], retracing.History] = operator.attrgetter("_history")
# How often a function was called.
count_calls: Callable[[Function], int] = operator.methodcaller("_num_calls")


def is_bound(function: Function) -> bool:
    """Tells whether the function is a method of an object."""
    return function._bound_to is not None


def methods_bound_from(function: Function) -> list[Function]:
    """Returns the functions of objects that were made of one which is in a class."""
    return [bound for _, bound in list(function._instances.values())]


def run_as(function: Function, mode: int) -> None:
    """Says how calls run: as all functions', always by the Python function, or as if there were no stance of all."""
    function._set_mode(mode)


_core.inherit_vectorcall(Function)
types.PolymorphicFunction.register(Function)
