"""Names of `tensorflow.python.framework`, `eager`, `data.util`, `util` and `lib` that no public namespace has."""

from __future__ import annotations

import contextlib
import functools
import inspect as _inspect  # noqa: F401 - util.tf_inspect has it
import itertools
import os
import uuid
import weakref
from typing import Any

import graphwright as tf
from graphwright import _core
from graphwright._src.autograph import options
from graphwright._src.autograph.feature import Feature as Feature
from graphwright._src.data import structure
from graphwright._src.function import wrap_function
from graphwright._src.function.concrete import ConcreteFunction as ConcreteFunction
from graphwright._src.function.polymorphic import Function as Function
from graphwright._src.function.wrap_function import WrappedFunction as WrappedFunction
from graphwright._src.graph.flops import STATISTICS, flops_of
from graphwright._src.internals import tf_internal
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# ---- framework.ops ----

_numbers = itertools.count(1)
_PROTO_FUNCTIONS: dict[str, tuple[Any, Any, Any]] = {}


def uid() -> int:
    """Returns a number that no other call gives."""
    return next(_numbers)


def name_from_scope_name(name: str) -> str:
    """Returns the name of an op that has the name of a scope: without the slash at its end."""
    return name[:-1] if name and name.endswith("/") else name


def prepend_name_scope(name: str, import_scope: str | None) -> str:
    """Returns a name below a scope; "^" and "loc:@" stay in front."""
    if not import_scope:
        return name
    scope = import_scope.removesuffix("/")
    for mark in ("^", "loc:@"):
        if name.startswith(mark):
            return f"{mark}{scope}/{name[len(mark) :]}"
    return f"{scope}/{name}"


def strip_name_scope(name: str, export_scope: str | None) -> str:
    """Returns a name without a scope that it is in; "^" and "loc:@" stay in front."""
    if not export_scope:
        return name
    scope = export_scope.removesuffix("/") + "/"
    for mark in ("^", "loc:@", ""):
        if name.startswith(mark + scope):
            return mark + name[len(mark + scope) :]
    return name


def convert_to_tensor_or_composite(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Returns a value as a tensor; what is made of several tensors stays what it is."""
    if isinstance(value, tf.__internal__.CompositeTensor) and not isinstance(value, tf.Tensor):
        if dtype is not None and not tf.as_dtype(dtype).is_compatible_with(getattr(value, "dtype", dtype)):
            raise RuntimeError(f"Tensor conversion requested dtype {tf.as_dtype(dtype).name} of {value!r}")
        return value
    return tf.convert_to_tensor(value, dtype, name=name)


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    ctx: object = None,
    accepted_result_types: object = None,
) -> Any:
    """As tf.convert_to_tensor; `as_ref`, `ctx` and `accepted_result_types` have no effect."""
    return tf.convert_to_tensor(value, dtype, dtype_hint=preferred_dtype or dtype_hint, name=name)


def internal_convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    dtype_hint: Any = None,
    ctx: object = None,
    accepted_result_types: object = None,
) -> Any:
    """As tf.convert_to_tensor; `as_ref`, `ctx` and `accepted_result_types` have no effect."""
    return convert_to_tensor(value, dtype, name, as_ref, preferred_dtype, dtype_hint)


def _get_graph_from_inputs(op_input_list: Sequence[Any], graph: Any = None) -> Any:
    """Returns the graph that tensors and operations are in: `graph`, or that of the first which is in one.

    Raises:
      TypeError: `graph` is none.
      ValueError: they are in several graphs.
    """
    if graph is not None and not isinstance(graph, tf.Graph):
        raise TypeError(f"The graph must be a tf.Graph, got {graph!r}")
    found = graph
    for item in op_input_list:
        own = None if isinstance(item, _core.EagerTensor) else getattr(item, "graph", None)
        if own is None:
            continue
        if found is None:
            found = own
        elif own is not found:
            where = (
                "is not from the passed-in graph" if graph is not None else "must be from the same graph as the others"
            )
            raise ValueError(f"{item} {where}.")
    return tf.compat.v1.get_default_graph() if found is None else found


class OpStats:
    """A number that is known of an op."""

    def __init__(self, statistic_type: str, value: Any = None) -> None:
        self.statistic_type, self.value = statistic_type, value

    def __iadd__(self, other: OpStats) -> OpStats:
        if other.statistic_type != self.statistic_type:
            raise ValueError(f"Can't add an OpStats of type {other.statistic_type} to one of {self.statistic_type}.")
        if other.value is not None:
            self.value = other.value if self.value is None else self.value + other.value
        return self


class RegisterStatistics:
    """Decorates a function that tells a number of ops of a type."""

    def __init__(self, op_type: str, statistic_type: str) -> None:
        self._key = op_type, statistic_type

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        """Keeps the function. Raises KeyError where there is one already."""
        if self._key in STATISTICS:
            raise KeyError(f"Statistics {self._key} are registered already")
        STATISTICS[self._key] = f
        return f


def get_stats_for_node_def(graph: Any, node: Any, statistic_type: str) -> OpStats:
    """Returns what the function for the node's op tells, or what profiles count; an OpStats without a value for others."""
    found = STATISTICS.get((node.op, statistic_type))
    if found is not None:
        return found(graph, node)
    return OpStats(
        statistic_type, flops_of(graph.get_operation_by_name(node.name)) if statistic_type == "flops" else None
    )


def register_proto_function(
    collection_name: str, proto_type: Any = None, to_proto: Any = None, from_proto: Any = None
) -> None:
    """Says how the values of a collection become messages, and come from these."""
    if to_proto is not None and not callable(to_proto):
        raise TypeError("to_proto must be callable.")
    if from_proto is not None and not callable(from_proto):
        raise TypeError("from_proto must be callable.")
    _PROTO_FUNCTIONS[collection_name] = (proto_type, to_proto, from_proto)


def get_collection_proto_type(collection_name: str) -> Any:
    """Returns the type of the messages of a collection, None where it has none."""
    return _PROTO_FUNCTIONS.get(collection_name, (None,))[0]


def get_to_proto_function(collection_name: str) -> Any:
    """Returns what makes messages of the values of a collection, None where nothing does."""
    return _PROTO_FUNCTIONS.get(collection_name, (None, None))[1]


def get_from_proto_function(collection_name: str) -> Any:
    """Returns what makes values of a collection's messages, None where nothing does."""
    return _PROTO_FUNCTIONS.get(collection_name, (None, None, None))[2]


class _GradientRegistry:
    """Stands for the table of gradients, which are functions of C++: it tells names only."""

    def list(self) -> list[str]:
        """Returns the names of ops."""
        return sorted(_core.registered_ops())

    def lookup(self, name: str) -> Any:
        """Refuses: gradients of ops are no functions of Python."""
        raise NotImplementedError(f"the gradient of {name} is no function of Python")


_gradient_registry = _GradientRegistry()


def device(device_name_or_function: Any) -> Any:
    """Returns tf.device's context; in graphs a function of an op may say where that goes."""
    return tf.compat.v1.device(device_name_or_function)


# ---- eager.context, eager.backprop, eager.execute ----


def ensure_initialized() -> None:
    """Does nothing: there is nothing to be started."""


def in_eager_mode() -> bool:
    """Tells whether ops run at once."""
    return tf.executing_eagerly()


@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """Returns a context in which ops run at once."""
    with tf.init_scope():
        yield


def record_gradient(op_name: str, inputs: Sequence[Any], attrs: object, outputs: Any) -> Any:
    """Returns the outputs: what ops do is recorded by themselves."""
    return outputs


def make_shape(v: Any, arg_name: str) -> list[int | None] | None:
    """Returns a shape as a list of ints and None, None for one of unknown rank. Raises TypeError and ValueError."""
    try:
        shape = tf.TensorShape(v)
    except TypeError as error:
        raise TypeError(f"Error converting {arg_name} to a TensorShape: {error}.") from error
    except ValueError as error:
        raise ValueError(f"Error converting {arg_name} to a TensorShape: {error}.") from error
    return None if shape.rank is None else shape.as_list()


def make_type(v: Any, arg_name: str) -> int:
    """Returns the number of a dtype. Raises TypeError where it is none."""
    try:
        return tf.as_dtype(v).base_dtype.as_datatype_enum
    except TypeError as error:
        raise TypeError(f"Expected DataType for argument '{arg_name}' not {v!r}.") from error


def make_int(v: Any, arg_name: str) -> int:
    """Returns an int. Raises TypeError where it is none."""
    if isinstance(v, str):
        raise TypeError(f"Expected int for argument '{arg_name}' not {v!r}.")
    try:
        return int(v)
    except (ValueError, TypeError) as error:
        raise TypeError(f"Expected int for argument '{arg_name}' not {v!r}.") from error


def make_float(v: Any, arg_name: str) -> float:
    """Returns a float. Raises TypeError where it is none."""
    if not isinstance(v, (int, float)) and not hasattr(v, "__float__"):
        raise TypeError(f"Expected float for argument '{arg_name}' not {v!r}.")
    return float(v)


def make_bool(v: Any, arg_name: str) -> bool:
    """Returns a bool. Raises TypeError where it is none."""
    if not isinstance(v, bool):
        raise TypeError(f"Expected bool for argument '{arg_name}' not {v!r}.")
    return v


def make_str(v: Any, arg_name: str) -> bytes:
    """Returns text as bytes. Raises TypeError where it is none."""
    if not isinstance(v, (str, bytes)):
        raise TypeError(f"Expected string for argument '{arg_name}' not {v!r}.")
    return tf.compat.as_bytes(v)


def args_to_matching_eager(
    l: Sequence[Any],  # noqa: E741 - TensorFlow's name
    ctx: object,
    allowed_dtypes: Sequence[Any],
    default_dtype: Any = None,
) -> tuple[Any, list[Any]]:
    """Returns the one dtype of values, and them as tensors of it."""
    if not l and default_dtype is not None:
        return default_dtype, []
    dtype = next((value.dtype for value in l if isinstance(value, tf.Tensor)), None)
    tensors = []
    for value in l:
        tensor = tf.convert_to_tensor(value, dtype, dtype_hint=default_dtype)
        dtype = tensor.dtype
        tensors.append(tensor)
    return dtype, tensors


# ---- eager.wrap_function ----


class VariableHolder:
    """Keeps the variables that a function makes.

    Args:
      fn: the function.
      share_variables: whether variables of one name are one; here they always are what the function makes of them.
    """

    def __init__(self, fn: Callable[..., Any] | None = None, share_variables: bool = False) -> None:
        self._fn = fn
        self._share_variables = share_variables
        self._variables_by_name: dict[str, Any] = {}

    @property
    def variables(self) -> dict[str, Any]:
        """The variables by their names."""
        return self._variables_by_name

    def variable_creator_scope(self, next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        """Makes a variable, or returns the one of its name where they are shared."""
        name = kwargs.get("name") or "Variable"
        if self._share_variables and name in self._variables_by_name:
            return self._variables_by_name[name]
        made = next_creator(**kwargs)
        self._variables_by_name[made.name.partition(":")[0]] = made
        return made

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call_with_variable_creator_scope(self._fn)(*args, **kwargs)

    def call_with_variable_creator_scope(self, fn: Any) -> Callable[..., Any]:
        """Returns the function; it keeps the variables that it makes here."""

        @functools.wraps(fn)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with tf.variable_creator_scope(self.variable_creator_scope):
                return fn(*args, **kwargs)

        return wrapped


def function_from_graph_def(graph_def: Any, inputs: Any, outputs: Any, captures: Any = None) -> WrappedFunction:
    """Returns a function from the tensors of a GraphDef's names `inputs` to those of `outputs`, in any structure."""

    def import_all() -> None:
        tf.graph_util.import_graph_def(graph_def, name="")

    wrapped = wrap_function.wrap_function(import_all, [])
    graph = wrapped.graph
    return wrapped.prune(
        nest.map_structure(graph.as_graph_element, inputs), nest.map_structure(graph.as_graph_element, outputs)
    )


# ---- autograph.core.converter ----


class ConversionOptions(options.ConversionOptions):
    """The options of a function's conversion.

    Args:
      recursive: whether functions that the function calls are converted, too.
      user_requested, internal_convert_user_code: have no effect.
      optional_features: one feature, or several ones.
    """

    __slots__ = ()

    def __init__(
        self,
        recursive: bool = False,
        user_requested: bool = False,
        internal_convert_user_code: bool = True,
        optional_features: Any = Feature.ALL,
    ) -> None:
        several = isinstance(optional_features, (list, tuple, set, frozenset))
        chosen = optional_features if several else [optional_features] if optional_features is not None else []
        super().__init__(recursive, [each.name for each in chosen])


# ---- framework.function ----


class Defun:
    """Decorates a function that becomes a part of a graph, called as one op.

    Args:
      *input_types: the dtypes of its arguments; without them each call makes a graph for what it gets.
      **kwargs: `func_name`, `shape_func`, `compiled`, `noinline` and the like have no effect; `python_grad_func(op, *grads)`,
        `grad_func(*arguments, *grads)` are its gradient.
    """

    def __init__(self, *input_types: Any, **kwargs: Any) -> None:
        self._input_types = [tf.as_dtype(each) for each in input_types]
        self._grad_func = kwargs.pop("grad_func", None)
        self._python_grad_func = kwargs.pop("python_grad_func", None)
        self._func_name = kwargs.pop("func_name", None)

    def __call__(self, func: Callable[..., Any]) -> Any:
        """Returns the function of tensors.

        Raises:
          TypeError: it is no function.
          ValueError: it takes another number of arguments than there are dtypes.
        """
        if not callable(func):
            raise TypeError(f"Function {func} must be a callable.")
        parameters = _inspect.signature(func).parameters.values()
        takes = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
        more = any(each.kind is each.VAR_POSITIONAL for each in parameters)
        if self._input_types and (
            len(self._input_types) < len(takes) or (len(self._input_types) > len(takes) and not more)
        ):
            raise ValueError(
                f"The function has {len(takes)} arguments, {len(self._input_types)} input types are given."
            )
        return _DefinedFunction(func, self)


class _DefinedFunction:
    """A function as Defun makes it."""

    def __init__(self, func: Callable[..., Any], options: Any) -> None:
        functools.update_wrapper(self, func)
        self._options = options
        self._function = tf.function(func, autograph=False)
        self._func_name = options._func_name

    @property
    def name(self) -> str:
        """The function's name."""
        return self._func_name or self.__name__  # type: ignore[attr-defined]

    @property
    def declared_input_types(self) -> list[Any]:
        """The dtypes of its arguments."""
        return list(self._options._input_types)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        name = kwargs.pop("name", None)
        types = self._options._input_types or [None] * len(args)
        if kwargs:
            raise ValueError(f"Unknown keyword arguments {sorted(kwargs)}.")
        if len(args) != len(types):
            raise ValueError(f"Expected number of arguments: {len(types)}, got: {len(args)}.")
        tensors = [tf.convert_to_tensor(value, dtype) for value, dtype in zip(args, types, strict=True)]
        with tf.name_scope(name) if name else contextlib.nullcontext():
            return self._with_gradient()(*tensors)

    def _with_gradient(self) -> Callable[..., Any]:
        of_tensors, of_op = self._options._grad_func, self._options._python_grad_func
        if of_tensors is None and of_op is None:
            return self._function

        @tf.custom_gradient
        def call(*tensors: Any) -> Any:
            result = self._function(*tensors)

            def gradient(*upstream: Any) -> Any:
                if of_tensors is not None:
                    return of_tensors(*tensors, *upstream)
                return of_op(_Call(tensors, nest.flatten(result)), *upstream)

            return result, gradient

        return call


class _Call:
    """The op that a call of a function is, for its gradient."""

    def __init__(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        self.inputs, self.outputs = list(inputs), list(outputs)


# ---- framework.graph_util, framework.constant_op ----


def tensor_shape_from_node_def_name(graph: Any, input_name: str) -> Any:
    """Returns the shape of a graph's tensor that is called by an op's name, or by an op's name and a number."""
    return graph.get_tensor_by_name(input_name if ":" in input_name else f"{input_name}:0").get_shape()


def _tensor_shape_tensor_conversion_function(
    s: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> Any:
    """Returns a known shape as a vector."""
    if not s.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {s} to a Tensor.")
    return tf.constant(s.as_list(), dtype or tf.int32, name=name or "shape_as_tensor")


# ---- framework.convert_to_constants ----


class _FunctionConverterData:
    """A function whose variables are to be constants.

    Args:
      func: the concrete function.
      lower_control_flow, aggressive_inlining: as for `convert_variables_to_constants_v2`.
      variable_names_allowlist, variable_names_denylist: None; all variables become constants.
    """

    def __init__(
        self,
        func: Any,
        lower_control_flow: bool,
        aggressive_inlining: bool,
        variable_names_allowlist: Any = None,
        variable_names_denylist: Any = None,
    ) -> None:
        if variable_names_allowlist is not None or variable_names_denylist is not None:
            raise NotImplementedError("convert_to_constants: all variables become constants")
        self._func = func
        self.options = lower_control_flow, aggressive_inlining


class _FunctionConverterDataInEager(_FunctionConverterData):
    """One whose variables have values at once."""


class _FunctionConverterDataInGraph(_FunctionConverterData):
    """One whose variables have values in a session."""

    def __init__(
        self,
        func: Any,
        lower_control_flow: bool,
        aggressive_inlining: bool,
        variable_names_allowlist: Any = None,
        variable_names_denylist: Any = None,
        session: Any = None,
    ) -> None:
        raise NotImplementedError("convert_to_constants: freeze graphs with tf.compat.v1.graph_util")


def _replace_variables_by_constants(converter_data: _FunctionConverterData) -> tuple[Any, set[int]]:
    """Returns the message of a function's graph without variables, and which inputs are no more: they are gone already."""
    from graphwright._src.graph_import.freeze import convert_variables_to_constants_v2

    frozen = convert_variables_to_constants_v2(converter_data._func, *converter_data.options)
    return frozen.graph.as_graph_def(), set()


def _construct_concrete_function(func: Any, output_graph_def: Any, converted_input_indices: set[int]) -> Any:
    """Returns a function of a graph's message with the arguments and results of another function."""
    captured = {id(each) for each in func.graph.internal_captures}
    inputs = [each.name for each in func.inputs if id(each) not in captured]
    return function_from_graph_def(output_graph_def, inputs, [each.name for each in func.outputs])


# ---- data.util.nest ----


def flatten(structure: Any) -> list[Any]:
    """Returns the leaves of a structure of a data set's elements: lists are leaves."""
    found: list[Any] = []
    _rebuild(structure, found.append)
    return found


_rebuild = structure.rebuilt


def is_nested(structure: Any) -> bool:
    """Tells whether a value is a structure for data sets: a tuple, a dict and the like, but no list."""
    return not isinstance(structure, (list, range)) and nest.is_nested(structure)


is_sequence = is_nested


def map_structure(func: Callable[..., Any], *structure: Any, **check_types_dict: bool) -> Any:
    """Returns a structure of what a function makes of the leaves of structures, which are alike.

    Raises:
      TypeError: `func` is no function, or the structures have other types.
      ValueError: there is none, or they have other parts.
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}.")
    if not structure:
        raise ValueError("Must provide at least one structure.")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types_dict.get("check_types", True))
    return pack_sequence_as(structure[0], [func(*leaves) for leaves in zip(*map(flatten, structure), strict=True)])


def pack_sequence_as(structure: Any, flat_sequence: Any) -> Any:
    """Returns a structure with these leaves. Raises TypeError and ValueError where they do not fit."""
    if isinstance(flat_sequence, list):
        flat_sequence = list(flat_sequence)
    elif not nest.is_nested(flat_sequence):
        raise TypeError(f"flat_sequence must be a sequence, got {type(flat_sequence).__name__}")
    count = len(flatten(structure))
    if count != len(flat_sequence):
        raise ValueError(
            f"Could not pack sequence. Structure had {count} elements, flat_sequence {len(flat_sequence)}."
        )
    leaves = iter(flat_sequence)
    return _rebuild(structure, lambda _: next(leaves))


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raises where two structures are not alike: ValueError for other parts, TypeError for other types."""
    marked = [pack_sequence_as(each, [0] * len(flatten(each))) for each in (nest1, nest2)]
    if is_nested(marked[0]) != is_nested(marked[1]):
        raise ValueError(f"The two structures don't have the same nested structure: {nest1} and {nest2}")
    tf.nest.assert_same_structure(*marked, check_types=check_types)


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any) -> Any:
    """Returns a structure like `shallow_tree` of what a function makes of what the inputs have where it has leaves."""
    parts = [flatten_up_to(shallow_tree, each) for each in inputs]
    return pack_sequence_as(shallow_tree, [func(*each) for each in zip(*parts, strict=True)])


def flatten_up_to(shallow_tree: Any, input_tree: Any) -> list[Any]:
    """Returns what a structure has where `shallow_tree` has leaves."""
    if not is_nested(shallow_tree):
        return [input_tree]
    assert_shallow_structure(shallow_tree, input_tree)
    pairs = zip(_parts(shallow_tree), _parts(input_tree), strict=True)
    return [leaf for shallow, part in pairs for leaf in flatten_up_to(shallow, part)]


def _parts(value: Any) -> list[Any]:
    found: list[Any] = []
    nest.map_one_level(found.append, value)
    return found


def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> None:
    """Raises where a structure does not begin as `shallow_tree` does: TypeError or ValueError."""
    if not is_nested(shallow_tree):
        return
    if not is_nested(input_tree):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence, got {type(input_tree).__name__}"
        )
    if check_types and not isinstance(input_tree, type(shallow_tree)):
        raise TypeError(f"The two structures are a {type(shallow_tree).__name__} and a {type(input_tree).__name__}")
    ours, theirs = _parts(shallow_tree), _parts(input_tree)
    if len(ours) != len(theirs):
        raise ValueError(f"The two structures have {len(ours)} and {len(theirs)} parts.")
    if isinstance(shallow_tree, dict) and set(shallow_tree) != set(input_tree):
        raise ValueError(f"The two structures have the keys {list(shallow_tree)} and {list(input_tree)}.")
    for shallow, part in zip(ours, theirs, strict=True):
        assert_shallow_structure(shallow, part, check_types)


# ---- lib.io.file_io ----


class FileIO(tf.io.gfile.GFile):
    """A file: tf.io.gfile.GFile with a mode that must be given."""

    def __init__(self, name: Any, mode: str, encoding: str = "utf-8") -> None:
        super().__init__(name, mode)


def write_string_to_file(filename: str, file_content: Any) -> None:
    """Writes a file that has a text, or bytes, and nothing else."""
    with tf.io.gfile.GFile(filename, "wb") as file:
        file.write(tf.compat.as_bytes(file_content))


def read_file_to_string(filename: str, binary_mode: bool = False) -> Any:
    """Returns what a file has: its text, or its bytes."""
    with tf.io.gfile.GFile(filename, "rb" if binary_mode else "r") as file:
        return file.read()


def atomic_write_string_to_file(filename: str, contents: Any, overwrite: bool = True) -> None:
    """Writes a file that is there with all of its contents or not at all."""
    if not tf.io.gfile.exists(os.path.dirname(filename) or "."):
        raise tf.errors.NotFoundError(None, None, f"{os.path.dirname(filename)}; No such file or directory")
    beside = f"{filename}.tmp{uuid.uuid4().hex}"
    write_string_to_file(beside, contents)
    try:
        tf.io.gfile.rename(beside, filename, overwrite)
    except tf.errors.OpError:
        tf.io.gfile.remove(beside)
        raise


# ---- eager.monitoring ----


class _Metric:
    """Numbers that a program shows, one for each tuple of labels."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        self._name, self._description, self._labels = name, description, labels
        self._cells: dict[tuple, Any] = {}

    def get_cell(self, *labels: str) -> Any:
        """Returns the number of these labels. Raises ValueError for another number of labels."""
        if len(labels) != len(self._labels):
            raise ValueError(f"The {self._name} metric must have {len(self._labels)} labels, got {len(labels)}")
        return self._cells.setdefault(labels, self._make())

    def _make(self) -> Any:
        return _Cell()


class _Cell:
    """One of them."""

    def __init__(self, value: Any = 0) -> None:
        self._value = value

    def value(self) -> Any:
        """Returns the value."""
        return self._value

    def set(self, value: Any) -> None:
        """Sets the value."""
        self._value = value

    def increase_by(self, value: int) -> None:
        """Adds to the value. Raises ValueError for less than nothing."""
        if value < 0:
            raise ValueError("A counter can only grow")
        self._value += value


class Counter(_Metric):
    """Numbers that grow."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels)


class IntGauge(_Metric):
    """Whole numbers that change."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels)


class StringGauge(_Metric):
    """Texts that change."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        super().__init__(name, description, *labels)

    def _make(self) -> Any:
        return _Cell("")


# ---- util.serialization, util.object_identity, util.lazy_loader ----


def get_json_type(obj: Any) -> Any:
    """Returns a value as JSON can write it: objects as their configurations, arrays as lists, types by their names.

    Raises:
      TypeError: it cannot be written.
    """
    import numpy as np

    if hasattr(obj, "get_config"):
        return {"class_name": type(obj).__name__, "config": obj.get_config()}
    if isinstance(obj, (np.ndarray, np.generic)):
        return obj.tolist() if isinstance(obj, np.ndarray) else obj.item()
    if isinstance(obj, tf.DType):
        return obj.name
    if isinstance(obj, tf.TensorShape):
        return obj.as_list() if obj.rank is not None else None
    if isinstance(obj, type) or callable(obj):
        return obj.__name__
    if isinstance(obj, tf.TypeSpec):
        return {"class_name": "TypeSpec", "type_spec": type(obj).__name__, "serialized": obj._serialize()}
    raise TypeError(f"Unable to serialize {obj} to JSON: type {type(obj)}.")


class LazyLoader(type(os)):  # type: ignore[misc]
    """A module that is imported when one of its names is asked for."""

    def __init__(self, local_name: str, parent_module_globals: dict, name: str, warning: str | None = None) -> None:
        super().__init__(name)
        self._local_name, self._parent, self._warning = local_name, weakref.ref(self), warning
        self._globals = parent_module_globals

    def __getattr__(self, item: str) -> Any:
        import importlib

        module = importlib.import_module(self.__name__)
        self._globals[self._local_name] = module
        self.__dict__.update(module.__dict__)
        return getattr(module, item)


# ---- distribute.device_util ----


def canonicalize(d: Any, default: str | None = None) -> str:
    """Returns the whole name of a device; what it does not say is that of `default`, or of this machine's CPU."""
    spec = tf.DeviceSpec.from_string(d if isinstance(d, str) else d.name)
    whole = tf.DeviceSpec(replica=0, task=0, device_type="CPU", device_index=0)
    if tf.compat.v1.executing_eagerly_outside_functions():
        whole = whole.replace(job="localhost")
    if default:
        whole = whole.make_merged_spec(tf.DeviceSpec.from_string(default))
    return whole.make_merged_spec(spec).to_string()


def canonicalize_without_job_and_task(d: Any) -> str:
    """Returns the whole name of a device, but for its job and its task."""
    return tf.DeviceSpec.from_string(canonicalize(d)).replace(job=None, task=None, replica=0).to_string()


def current() -> str:
    """Returns the whole name of the device that ops are sent to; empty where none is asked for."""
    name = tf_internal.get_device_name()
    return canonicalize(name) if name else ""


def resolve(d: Any) -> str:
    """Returns the whole name of a device; what it does not say is that of the one that ops are sent to."""
    return canonicalize(d, default=current())


def get_host_for_device(device: str, device_index: int = 0) -> str:
    """Returns the name of the CPU beside a device."""
    spec = tf.DeviceSpec.from_string(device)
    host = tf.DeviceSpec(spec.job, spec.replica, spec.task, device_type="CPU", device_index=device_index)
    return host.to_string()


# ---- framework.registry, framework.op_def_registry, eager.cancellation ----


class Registry:
    """Objects by their names.

    Args:
      name: what the objects are, for errors.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._registry: dict[str, Any] = {}

    def register(self, candidate: Any, name: str | None = None) -> None:
        """Adds an object under a name, its own by default. Raises KeyError where there is one."""
        name = name or candidate.__name__
        if name in self._registry:
            raise KeyError(f"Registering two {self._name} with name '{name}'!")
        self._registry[name] = candidate

    def list(self) -> Any:
        """Returns the names."""
        return self._registry.keys()

    def lookup(self, name: str) -> Any:
        """Returns an object. Raises LookupError where there is none."""
        name = tf.compat.as_str(name)
        if name not in self._registry:
            raise LookupError(f"{self._name} registry has no entry for: {name}")
        return self._registry[name]


def get(name: str) -> Any:
    """Returns the definition of an op as a message; None where there is no such op."""
    from graphwright.as_tensorflow.inner_names import ApiDefMap

    try:
        return ApiDefMap().get_op_def(name)
    except ValueError:
        return None


def sync() -> None:
    """Does nothing: all ops are known."""


class CancellationManager:
    """Ends functions that are at work. Interrupts do that here: objects cannot be asked for it."""

    def __init__(self) -> None:
        self._cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """True where it was asked to end them."""
        return self._cancelled

    def start_cancel(self) -> None:
        """Raises NotImplementedError."""
        raise NotImplementedError("CancellationManager: functions are ended by interrupts")


# ---- ops.parallel_for.gradients ----


def jacobian(output: Any, inputs: Any, use_pfor: bool = True, parallel_iterations: int | None = None) -> Any:
    """Returns the derivatives of each element of a tensor of a graph by each one of others."""
    output = tf.convert_to_tensor(output)
    flat = tf.reshape(output, [-1])
    sources = nest.flatten(inputs)

    def row(index: Any) -> Any:
        found = tf.compat.v1.gradients(tf.gather(flat, index), sources)
        return [tf.zeros_like(each) if one is None else one for one, each in zip(found, sources, strict=True)]

    depends = tf.compat.v1.gradients(flat, sources)
    rows = tf.map_fn(row, tf.range(tf.size(flat)), fn_output_signature=[each.dtype for each in sources])
    shape = tf.shape(output)
    found = [
        None if one is None else tf.reshape(each, tf.concat([shape, tf.shape(each)[1:]], 0))
        for one, each in zip(depends, rows, strict=True)
    ]
    return nest.pack_sequence_as(inputs, found)


def batch_jacobian(output: Any, inp: Any, use_pfor: bool = True, parallel_iterations: int | None = None) -> Any:
    """Returns the derivatives of each element of a row by each one of the same row of another tensor."""
    output, inp = tf.convert_to_tensor(output), tf.convert_to_tensor(inp)
    rows = tf.shape(output)[0]
    flat = tf.reshape(output, [rows, -1])

    def column(index: Any) -> Any:
        return tf.compat.v1.gradients(tf.gather(flat, index, axis=1), inp)[0]

    if tf.compat.v1.gradients(flat, inp)[0] is None:
        return None
    columns = tf.map_fn(column, tf.range(tf.shape(flat)[1]), fn_output_signature=inp.dtype)
    order = tf.concat([[1, 0], tf.range(2, tf.rank(columns))], 0)
    return tf.reshape(tf.transpose(columns, order), tf.concat([tf.shape(output), tf.shape(inp)[1:]], 0))


# ---- util.keyword_args, util.tf_should_use, util.is_in_graph_mode, platform.analytics ----


def keyword_args_only(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a function whose arguments must have names. Its calls raise ValueError for others."""

    @functools.wraps(func)
    def new_func(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise ValueError(f"The function {func.__name__} only accepts keyword arguments.")
        return func(**kwargs)

    return new_func


def should_use_result(fn: Any = None, warn_in_eager: bool = False, error_in_function: bool = False) -> Any:
    """Decorates a function with nothing: that its result is not used is no fault."""
    return (lambda f: f) if fn is None else fn


def IS_IN_GRAPH_MODE() -> bool:  # noqa: N802 - TensorFlow's name
    """Tells whether ops become nodes of a graph."""
    return not tf.executing_eagerly()


def track_usage(*args: Any, **kwargs: Any) -> None:
    """Does nothing."""


# ---- platform.flags ----


def __getattr__(name: str) -> Any:
    if name == "FLAGS" or name.startswith(("DEFINE_", "mark_", "declare_", "disclaim_", "adopt_", "multi_mark_")):
        from absl import flags

        return getattr(flags, name)
    if name in ("float16_ref", "float32_ref", "float64_ref", "int32_ref", "int64_ref", "string_ref", "bool_ref"):
        return tf.as_dtype(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
