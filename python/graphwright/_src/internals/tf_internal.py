"""tf.__internal__: names that libraries beside TensorFlow (Keras, TensorFlow Probability) take from its inside."""

from __future__ import annotations

import abc
import contextlib
import functools
from typing import Any

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.function.polymorphic import Function
from graphwright._src.graph import devices
from graphwright._src.graph.scopes import executing_eagerly
from graphwright._src.internals.decorator import make_decorator
from graphwright._src.tensor import nest
from graphwright._src.testing.testing import assert_equal_graph_def

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graphwright._core import Tensor
    from graphwright._src.messages.classes import GraphDef
    from graphwright._src.tensor.typing import TensorLike

export_value("__internal__.EagerTensor", _core.EagerTensor)
export_value("__internal__.SymbolicTensor", _core.SymbolicTensor)


@export("__internal__.types.Tensor")
class TensorType(metaclass=abc.ABCMeta):  # noqa: B024 - programs derive classes that say nothing of these
    """The type that isinstance takes for tensors and variables, and for those classes that are registered as such."""

    @property
    def is_tensor_like(self) -> bool:
        """True: `tf.is_tensor` takes it for a tensor."""
        return True

    @property
    def dtype(self) -> Any:
        """The dtype of the elements; None where a class does not say it."""
        return None

    @property
    def shape(self) -> Any:
        """The static shape; None where a class does not say it."""
        return None


TensorType.register(_core.Tensor)
TensorType.register(_core.ResourceVariable)


@export("__internal__.is_tfrt_enabled")
def is_tfrt_enabled() -> bool:
    """False: there is one run time."""
    return False


@export("__internal__.get_enclosing_xla_context")
def get_enclosing_xla_context() -> None:
    """None: code is never inside of a program of XLA."""


@export("__internal__.train.is_mixed_precision_graph_rewrite_enabled")
def is_mixed_precision_graph_rewrite_enabled() -> bool:
    """False: graphs are not rewritten to lower precision."""
    return False


@export("__internal__.load_context")
@contextlib.contextmanager
def load_context(load_options: object) -> Iterator[None]:
    """Returns a context in which models are loaded; it changes nothing, as functions that load get the options, too."""
    yield


@export("__internal__.execute_fn_for_device")
def execute_fn_for_device(
    device_branch_fns: dict[str, Callable[[], Any]], default_fn: Callable[[], Any], name: str = "execute_fn"
) -> Any:
    """Returns the result of the function for the kind of device that ops run on, "CPU" or "GPU", else of the default one."""
    functions = {kind.upper(): function for kind, function in device_branch_fns.items()}
    kind = "GPU" if _core.list_gpus() and not executing_eagerly() else "CPU"
    return functions.get(kind, default_fn)()


# ---- nests ----


@export("__internal__.nest.is_mapping")
def is_mapping(obj: object) -> bool:
    """Tells whether it is a mapping."""
    from collections.abc import Mapping

    return isinstance(obj, Mapping)


@export("__internal__.nest.is_attrs")
def is_attrs(obj: object) -> bool:
    """Tells whether it is an object of a class made by attrs."""
    return hasattr(type(obj), "__attrs_attrs__")


@export("__internal__.nest.list_to_tuple")
def list_to_tuple(structure: Any) -> Any:
    """Returns the structure with tuples in place of its lists."""
    if not nest.is_nested(structure):
        return structure
    if isinstance(structure, list):
        return tuple(list_to_tuple(item) for item in structure)
    return nest.map_one_level(list_to_tuple, structure)


@export("__internal__.nest.sequence_like")
def sequence_like(instance: object, args: Iterable[Any]) -> Any:
    """Returns the items `args` in a structure of one level like `instance`; values of mappings go by sorted keys."""
    items = iter(args)
    return nest.map_one_level(lambda _: next(items), instance)


def _up_to(shallow: object, inputs: tuple[Any, ...], check_types: bool) -> Iterator[tuple[Any, ...]]:
    if not nest.is_nested(shallow):
        yield inputs
        return
    for structure in inputs:
        _check_level(shallow, structure, check_types)
    parts = [_parts(structure) for structure in (shallow, *inputs)]
    for inner, *values in zip(*parts, strict=True):
        yield from _up_to(inner, tuple(values), check_types)


def _parts(structure: Any) -> list[Any]:
    return [structure[key] for key in sorted(structure)] if is_mapping(structure) else nest.flatten_one_level(structure)


def _check_level(shallow: Any, structure: Any, check_types: bool) -> None:
    if not nest.is_nested(structure):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(structure)}."
        )
    if check_types and not nest.may_stand_for(structure, shallow):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(structure)}, while shallow structure has type {type(shallow)}."
        )
    ours, theirs = len(_parts(structure)), len(_parts(shallow))
    if ours != theirs:
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{ours}, while shallow structure has length {theirs}."
        )
    if is_mapping(shallow) and set(shallow) != set(structure):
        raise ValueError(f"The two structures don't have the same keys: {sorted(shallow)} and {sorted(structure)}.")


@export("__internal__.nest.flatten_up_to")
def flatten_up_to(
    shallow_tree: object, input_tree: object, check_types: bool = True, expand_composites: bool = False
) -> list[Any]:
    """Returns the parts of a structure that stand where a shallower one has its leaves.

    Raises:
      TypeError: their classes differ.
      ValueError: their lengths or keys differ.
    """
    return [values[0] for values in _up_to(shallow_tree, (input_tree,), check_types)]


@export("__internal__.nest.map_structure_up_to")
def map_structure_up_to(shallow_tree: object, func: Callable[..., Any], *inputs: object, **kwargs: Any) -> Any:
    """`func` of the parts of structures that stand where a shallower one has its leaves, in a structure like that one.

    Raises:
      ValueError: there are no structures, or lengths or keys differ.
      TypeError: classes differ.
    """
    if not inputs:
        raise ValueError("Argument `inputs` is empty. Cannot map over no sequences.")
    results = [func(*values) for values in _up_to(shallow_tree, inputs, kwargs.get("check_types", True))]
    return nest.pack_sequence_as(shallow_tree, results)


@export("__internal__.nest.yield_flat_paths")
def yield_flat_paths(nest: object, expand_composites: bool = False) -> Iterator[tuple[Any, ...]]:
    """Gives the way to each leaf: keys and places."""
    from graphwright._src.tensor.nest import flatten_with_paths

    for path, _ in flatten_with_paths(nest, expand_composites):
        yield path


@export("__internal__.nest.get_traverse_shallow_structure")
def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: object, expand_composites: bool = False
) -> Any:
    """Returns a structure of bools that is as deep as `traverse_fn` lets it be.

    Raises:
      TypeError: `traverse_fn` returns neither a bool nor a structure of bools.
    """
    deeper = traverse_fn(structure)
    if not nest.is_nested(structure):
        if not isinstance(deeper, bool):
            raise TypeError(f"traverse_fn returned {deeper!r} for a leaf, not a bool")
        return deeper
    if isinstance(deeper, bool):
        if not deeper:
            return False
        return nest.map_one_level(lambda inner: get_traverse_shallow_structure(traverse_fn, inner), structure)
    parts = zip(nest.flatten_one_level(structure), nest.flatten_one_level(deeper), strict=True)
    return sequence_like(
        structure,
        [get_traverse_shallow_structure(traverse_fn, inner) if into else False for inner, into in parts],
    )


# ---- ops ----


@export("__internal__.ops.is_resource_variable")
def is_resource_variable(var: object) -> bool:
    """Tells whether it is a variable."""
    return isinstance(var, _core.ResourceVariable)


@export("__internal__.ops.broadcast_weights")
def broadcast_weights(weights: TensorLike, values: TensorLike) -> Tensor:
    """Weights stretched to the shape of values: a scalar, or of the same rank with extents that are equal or 1.

    Raises:
      ValueError: they do not fit.
    """
    values = _core.convert_to_tensor(values)
    weights = _core.convert_to_tensor(weights, values.dtype)
    ours, theirs = weights.shape, values.shape
    if ours.rank not in (0, None) and theirs.rank is not None:
        fits = ours.rank == theirs.rank and all(
            a in (1, None, b) or b is None for a, b in zip(ours, theirs, strict=True)
        )
        if not fits:
            raise ValueError(f"weights can not be broadcast to values. values.shape={theirs}. weights.shape={ours}.")
    if ours == theirs and ours.is_fully_defined():
        return weights
    return _core.op("Mul")(weights, _core.op("OnesLike")(values), name="broadcast_weights")


@export("__internal__.graph_util.graph_defs_equal")
def graph_defs_equal(graph_def_1: GraphDef, graph_def_2: GraphDef, treat_nan_as_equal: bool = False) -> bool:
    """Tells whether two GraphDefs have equal nodes, in any order.

    Raises:
      TypeError: one of them is no GraphDef.
    """
    try:
        assert_equal_graph_def(graph_def_1, graph_def_2)
    except AssertionError:
        return False
    return True


# ---- devices ----


@export("__internal__.eager_context.get_device_name")
def get_device_name() -> str:
    """Returns the name of the device asked for by the context that is on; empty without one."""
    from graphwright._src.graph.scopes import current_device
    from graphwright._src.tensor.device_spec import DeviceSpec

    device = current_device()
    here = DeviceSpec(job="localhost", replica=0, task=0)
    return here.make_merged_spec(DeviceSpec.from_string(device)).to_string() if device else ""


@export("__internal__.eager_context.set_soft_device_placement")
def set_soft_device_placement(enabled: bool) -> None:
    """Tells whether ops run elsewhere where their device has no kernel."""
    devices.set_soft_device_placement(enabled)


# ---- gauges ----


@export("__internal__.monitoring.BoolGauge")
class BoolGauge:
    """A bool that a program shows, one for each tuple of labels."""

    def __init__(self, name: str, description: str, *labels: str) -> None:
        self.name, self.description = name, description
        self._labels = labels
        self._cells: dict[tuple, BoolGaugeCell] = {}

    def get_cell(self, *labels: str) -> BoolGaugeCell:
        """Returns the bool of these labels. Raises ValueError for another number of labels."""
        if len(labels) != len(self._labels):
            raise ValueError(f"BoolGauge {self.name} has {len(self._labels)} labels, got {len(labels)}")
        return self._cells.setdefault(labels, BoolGaugeCell())


class BoolGaugeCell:
    """One bool."""

    def __init__(self) -> None:
        self._value = False

    def set(self, value: bool) -> None:
        """Sets it."""
        self._value = bool(value)

    def value(self) -> bool:
        """Returns the bool."""
        return self._value


# ---- objects that hold others ----


@export("__internal__.tracking.no_automatic_dependency_tracking")
def no_automatic_dependency_tracking(method: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a decorator of methods: attributes that the method sets are not found as children."""

    @functools.wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = getattr(self, "_self_setattr_tracking", True)
        object.__setattr__(self, "_self_setattr_tracking", False)
        try:
            return method(self, *args, **kwargs)
        finally:
            object.__setattr__(self, "_self_setattr_tracking", before)

    return make_decorator(method, untracked, "no_automatic_dependency_tracking")


export_value("__internal__.function.Function", Function)
