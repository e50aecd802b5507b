"""Data sets that are made of one other: what the methods of `tf.data.Dataset` give."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.errors import INVALID_ARGUMENT, TYPE_ERROR, class_of_code
from graphwright._src.data import structure
from graphwright._src.data.dataset import Dataset, UnaryDataset, map_may_end
from graphwright._src.data.dataset_spec import DatasetSpec
from graphwright._src.data.functions import TracedFunction, is_debugging
from graphwright._src.data.seeds import data_seeds
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import NoneTensorSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.data.options import Options
    from graphwright._src.tensor.type_spec import TypeSpec
    from graphwright._src.tensor.typing import TensorLike


def int64(value: TensorLike) -> Tensor:
    """Returns an int64 tensor."""
    return _core.convert_to_tensor(value, dtypes.int64)


def determinism(deterministic: bool | None) -> str:
    """Returns the `deterministic` attribute of ops."""
    return "default" if deterministic is None else "true" if deterministic else "false"


class _Unchanged(UnaryDataset):
    """A data set with elements of the same kind as its input's, by an op of the input and further tensors."""

    def __init__(
        self, op: str, input_dataset: Dataset, *tensors: TensorLike, name: str | None = None, **attrs: Any
    ) -> None:
        variant = _core.op(op)(
            input_dataset._variant_tensor, *tensors, name=name, **attrs, **input_dataset._flat_structure
        )
        super().__init__(input_dataset, variant)


# ---- map, flat_map, interleave, scan ----


def warn_of_no_effect(deterministic: bool | None) -> None:
    """Warns where an order is asked of what runs one after another."""
    if deterministic is not None:
        import warnings

        warnings.warn(
            "The `deterministic` argument has no effect unless the `num_parallel_calls` argument is specified.",
            stacklevel=4,
        )


def map_dataset(
    input_dataset: Dataset,
    map_func: Callable[..., Any],
    num_parallel_calls: TensorLike | None,
    deterministic: bool | None,
    synchronous: bool | None,
    use_unbounded_threadpool: bool,
    name: str | None,
) -> Dataset:
    """See `tf.data.Dataset.map`."""
    if num_parallel_calls is None or is_debugging():
        warn_of_no_effect(deterministic)
        return _MapDataset(input_dataset, map_func, force_synchronous=bool(synchronous), name=name)
    if synchronous:
        raise ValueError(
            "`synchronous` is not supported with `num_parallel_calls`, but `num_parallel_calls` was set to "
            f"{num_parallel_calls}."
        )
    return _ParallelMapDataset(
        input_dataset,
        map_func,
        num_parallel_calls,
        deterministic=determinism(deterministic),
        use_unbounded_threadpool=use_unbounded_threadpool,
        name=name,
    )


class _MapDataset(UnaryDataset):
    """The results of a function of each element, by an op that may take further numbers."""

    _op = "MapDataset"

    def __init__(
        self,
        input_dataset: Dataset,
        map_func: Callable[..., Any],
        *numbers: TensorLike,
        name: str | None = None,
        **attrs: Any,
    ) -> None:
        function = TracedFunction(map_func, "Dataset.map()", input_dataset.element_spec)
        variant = _core.op(self._op)(
            input_dataset._variant_tensor,
            function.captured,
            *map(int64, numbers),
            f=function.function,
            preserve_cardinality=not map_may_end(input_dataset),
            name=name,
            **attrs,
            **function.attrs,
        )
        super().__init__(input_dataset, variant, function.output_spec)


class _ParallelMapDataset(_MapDataset):
    """The results of a function of each element, of several at a time."""

    _op = "ParallelMapDatasetV2"


class _FlatMapDataset(UnaryDataset):
    """The elements of the data sets that a function gives, one after the other; by an op that may take further numbers."""

    _op = "FlatMapDataset"
    _transformation = "Dataset.flat_map()"

    def __init__(
        self,
        input_dataset: Dataset,
        map_func: Callable[..., Any],
        *numbers: TensorLike,
        name: str | None = None,
        **attrs: Any,
    ) -> None:
        function = TracedFunction(map_func, self._transformation, input_dataset.element_spec)
        if not isinstance(function.output_spec, DatasetSpec):
            kind = getattr(function.output_spec, "value_type", type(function.output_spec))
            raise TypeError(f"The `map_func` argument must return a `Dataset` object. Got {kind}.")
        spec = function.output_spec.element_spec
        variant = _core.op(self._op)(
            input_dataset._variant_tensor,
            function.captured,
            *map(int64, numbers),
            f=function.function,
            name=name,
            **attrs,
            **structure.attrs_of(spec),
        )
        super().__init__(input_dataset, variant, spec)


class _InterleaveDataset(_FlatMapDataset):
    """The elements of the data sets that a function gives, some from each in turn."""

    _op = "InterleaveDataset"
    _transformation = "Dataset.interleave()"


class _ParallelInterleaveDataset(_InterleaveDataset):
    """The same with threads that run ahead."""

    _op = "ParallelInterleaveDatasetV4"


def interleave(
    input_dataset: Dataset,
    map_func: Callable[..., Any],
    cycle_length: TensorLike | None,
    block_length: TensorLike | None,
    num_parallel_calls: TensorLike | None,
    deterministic: bool | None,
    name: str | None,
) -> Dataset:
    """See `tf.data.Dataset.interleave`."""
    cycle_length = -1 if cycle_length is None else cycle_length
    block_length = 1 if block_length is None else block_length
    if num_parallel_calls is None or is_debugging():
        warn_of_no_effect(deterministic)
        return _InterleaveDataset(input_dataset, map_func, cycle_length, block_length, name=name)
    return _ParallelInterleaveDataset(
        input_dataset,
        map_func,
        cycle_length,
        block_length,
        -1,
        -1,
        num_parallel_calls,
        deterministic=determinism(deterministic),
        name=name,
    )


def _check_state(spec: object, new: object) -> None:
    """Raises TypeError unless a new state is of the kind of the initial one, shapes apart."""
    try:
        nest.assert_same_structure(spec, new)
    except (TypeError, ValueError):
        # TensorFlow finds out when the op runs.
        both = class_of_code(INVALID_ARGUMENT | TYPE_ERROR << 8)
        raise both(
            None,
            None,
            "The element classes for the new state must match the initial state. Expected "
            f"{_legacy(spec, 'classes')}, got {_legacy(new, 'classes')}.",
        ) from None
    for mine, theirs in zip(structure.leaves(spec), structure.leaves(new), strict=True):
        if type(mine) is not type(theirs):
            raise TypeError(
                "The element classes for the new state must match the initial state. Expected "
                f"{_legacy(spec, 'classes')}, got {_legacy(new, 'classes')}."
            )
        if [tensor.dtype for tensor in mine.flatten()] != [tensor.dtype for tensor in theirs.flatten()]:
            raise TypeError(
                "The element types for the new state must match the initial state. Expected "
                f"{_legacy(spec, 'types')}, got {_legacy(new, 'types')}."
            )


def _legacy(spec: object, kind: str) -> Any:
    return structure.mapped(spec, lambda leaf: getattr(leaf, f"_to_legacy_output_{kind}")())


def _relaxed(spec: object, new: object) -> Any:
    """Returns the spec of a state that may be like either."""
    return nest.map_structure(
        lambda a, b: a if isinstance(a, NoneTensorSpec) or b.is_subtype_of(a) else a.most_specific_compatible_type(b),
        spec,
        new,
    )


def _widened(leaf: TypeSpec) -> Any:
    return TensorSpec(leaf.shape, leaf.dtype) if type(leaf) is TensorSpec else leaf


def _state_of_pair(spec: Any) -> Any:
    if not (type(spec) is tuple and len(spec) == 2):
        raise TypeError(
            "Invalid `scan_func`. `scan_func` should return a pair consisting of new state and the output value "
            f"but its return type is {spec}."
        )
    return spec[0]


def _with_state(
    function: Callable[..., Any],
    transformation: str,
    initial_state: object,
    input_dataset: Dataset,
    **state_of: Callable[[Any], Any],
) -> tuple[TracedFunction, Any, Any]:
    """As `function_of_states`, and the initial state."""
    state = structure.normalized(initial_state)
    traced, spec = function_of_states(function, transformation, structure.spec_of(state), input_dataset, **state_of)
    return traced, spec, state


def function_of_states(
    function: Callable[..., Any],
    transformation: str,
    first_spec: object,
    input_dataset: Dataset,
    state_of: Callable[[Any], Any] = lambda spec: spec,
) -> tuple[TracedFunction, Any]:
    """Returns a function of a state, first one of `first_spec`, and an element; and a spec that all states fit.

    `state_of` picks the new state's spec out of what the function returns.
    """
    spec = structure.mapped(first_spec, _widened)
    while True:
        traced = TracedFunction(function, transformation, (spec, input_dataset.element_spec), unpack=True)
        new = state_of(traced.output_spec)
        _check_state(spec, new)
        wider = _relaxed(spec, new)
        if wider == spec:
            return traced, spec
        spec = wider


class _ScanDataset(UnaryDataset):
    """The elements that a function gives beside a state that it hands on."""

    def __init__(
        self, input_dataset: Dataset, initial_state: object, scan_func: Callable[..., Any], name: str | None = None
    ) -> None:
        function, spec, state = _with_state(
            scan_func, "Dataset.scan()", initial_state, input_dataset, state_of=_state_of_pair
        )
        elements = function.output_spec[1]
        variant = _core.op("ScanDataset")(
            input_dataset._variant_tensor,
            structure.to_tensors(spec, state),
            function.captured,
            f=function.function,
            preserve_cardinality=True,
            name=name,
            **structure.attrs_of(elements),
        )
        super().__init__(input_dataset, variant, elements)


def reduce(
    input_dataset: Dataset, initial_state: object, reduce_func: Callable[..., Any], name: str | None = None
) -> Any:
    """See `tf.data.Dataset.reduce`."""
    function, spec, state = _with_state(reduce_func, "Dataset.reduce()", initial_state, input_dataset)
    tensors = _core.op("ReduceDataset")(
        input_dataset._variant_tensor,
        structure.to_tensors(spec, state),
        function.captured,
        f=function.function,
        name=name,
        **structure.attrs_of(spec),
    )
    return structure.from_tensors(spec, tensors)


# ---- which elements, in which order ----


class _ShuffleDataset(_Unchanged):
    """The elements in a random order."""

    def __init__(
        self,
        input_dataset: Dataset,
        buffer_size: TensorLike,
        seed: int | Tensor | None = None,
        reshuffle_each_iteration: bool | None = True,
        name: str | None = None,
    ) -> None:
        super().__init__(
            "ShuffleDatasetV3",
            input_dataset,
            int64(buffer_size),
            *data_seeds(seed),
            _core.op("DummySeedGenerator")(),
            reshuffle_each_iteration=True if reshuffle_each_iteration is None else reshuffle_each_iteration,
            name=name,
        )


class _RepeatDataset(_Unchanged):
    """The elements several times over."""

    def __init__(self, input_dataset: Dataset, count: TensorLike | None, name: str | None = None) -> None:
        super().__init__("RepeatDataset", input_dataset, int64(-1 if count is None else count), name=name)


class _TakeDataset(_Unchanged):
    """The first elements."""

    def __init__(self, input_dataset: Dataset, count: TensorLike, name: str | None = None) -> None:
        super().__init__("TakeDataset", input_dataset, int64(count), name=name)


class _SkipDataset(_Unchanged):
    """All but the first elements."""

    def __init__(self, input_dataset: Dataset, count: TensorLike, name: str | None = None) -> None:
        super().__init__("SkipDataset", input_dataset, int64(count), name=name)


class _ShardDataset(_Unchanged):
    """Every n-th element."""

    def __init__(
        self, input_dataset: Dataset, num_shards: TensorLike, index: TensorLike, name: str | None = None
    ) -> None:
        super().__init__("ShardDataset", input_dataset, int64(num_shards), int64(index), name=name)


class _UniqueDataset(_Unchanged):
    """Each element the first time that it comes."""

    def __init__(self, input_dataset: Dataset, name: str | None = None) -> None:
        for leaf in structure.flat_specs(input_dataset.element_spec):
            if leaf.dtype not in (dtypes.int32, dtypes.int64, dtypes.string):
                raise TypeError(
                    "`tf.data.Dataset.unique()` only supports inputs with a single `tf.int32`, `tf.int64`, or `tf.string` "
                    f"component. Found an input with type {leaf.dtype}."
                )
        super().__init__("UniqueDataset", input_dataset, name=name)


class _PredicateDataset(_Unchanged):
    """Elements of which a predicate decides."""

    def __init__(
        self, op: str, input_dataset: Dataset, predicate: Callable[..., Any], transformation: str, name: str | None
    ) -> None:
        function = TracedFunction(predicate, transformation, input_dataset.element_spec)
        if not function.is_predicate():
            raise ValueError(
                "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its return type is "
                f"{function.output_spec}."
            )
        super().__init__(op, input_dataset, function.captured, predicate=function.function, name=name)


class _FilterDataset(_PredicateDataset):
    """The elements for which a predicate holds."""

    def __init__(self, input_dataset: Dataset, predicate: Callable[..., Any], name: str | None = None) -> None:
        super().__init__("FilterDataset", input_dataset, predicate, "Dataset.filter()", name)


class _TakeWhileDataset(_PredicateDataset):
    """The elements before the first for which a predicate does not hold."""

    def __init__(self, input_dataset: Dataset, predicate: Callable[..., Any], name: str | None = None) -> None:
        super().__init__("TakeWhileDataset", input_dataset, predicate, "Dataset.take_while()", name)


# ---- how elements are computed ----


class _PrefetchDataset(_Unchanged):
    """Elements that a thread makes before they are asked for."""

    def __init__(self, input_dataset: Dataset, buffer_size: TensorLike | None, name: str | None = None) -> None:
        super().__init__("PrefetchDataset", input_dataset, int64(-1 if buffer_size is None else buffer_size), name=name)


class CacheDataset(_Unchanged):
    """Elements that are kept once they were all seen."""

    def __init__(
        self, input_dataset: Dataset, filename: TensorLike | os.PathLike[str] = "", name: str | None = None
    ) -> None:
        super().__init__(
            "CacheDatasetV2",
            input_dataset,
            _core.convert_to_tensor(filename, dtypes.string),
            _core.op("DummyMemoryCache")(),
            name=name,
        )


class _IgnoreErrorsDataset(_Unchanged):
    """The elements that can be computed without an error."""

    def __init__(self, input_dataset: Dataset, log_warning: bool = False, name: str | None = None) -> None:
        super().__init__("IgnoreErrorsDataset", input_dataset, log_warning=log_warning, name=name)


class _AssertCardinalityDataset(_Unchanged):
    """Elements with an error where their number is not the expected one."""

    def __init__(self, input_dataset: Dataset, expected_cardinality: TensorLike) -> None:
        super().__init__("AssertCardinalityDataset", input_dataset, int64(expected_cardinality))


class _OptionsDataset(UnaryDataset):
    """The same elements with other options."""

    def __init__(self, input_dataset: Dataset, options: Options, name: str | None = None) -> None:
        from graphwright._src.data.options_message import message_of

        if not hasattr(options, "_values"):
            raise AttributeError(f"`options` must be a `tf.data.Options`, got {type(options)}")
        variant = _core.op("OptionsDataset")(
            input_dataset._variant_tensor,
            serialized_options=message_of(options).SerializeToString(),
            name=name,
            **input_dataset._flat_structure,
        )
        super().__init__(input_dataset, variant)
        self._own_options = options
