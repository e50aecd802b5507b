"""Data sets that a pipeline begins with: tensors, slices of tensors, ranges, random numbers, Python generators."""

from __future__ import annotations

import itertools
import warnings

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.errors import OpError
from graphwright._src.base.export import export
from graphwright._src.data import structure
from graphwright._src.data.dataset import DatasetSource
from graphwright._src.data.seeds import data_seeds
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import NoneTensorSpec, TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike


class _TensorDataset(DatasetSource):
    """One element.

    Args:
      element: a structure of values.
      name: of the op.
    """

    def __init__(self, element: object, name: str | None = None) -> None:
        element = structure.normalized(element)
        spec = structure.spec_of(element)
        flat = structure.flat_specs(spec)
        super().__init__(
            _core.op("TensorDataset")(
                structure.to_tensors(spec, element), output_shapes=[leaf.shape for leaf in flat], name=name
            ),
            spec,
        )


class _TensorSliceDataset(DatasetSource):
    """The rows of values along their first axis.

    Args:
      element: a structure of values.
      is_files: whether the rows are names of files.
      name: of the op.
    """

    def __init__(self, element: object, is_files: bool = False, name: str | None = None) -> None:
        element = structure.normalized(element)
        batched = structure.spec_of(element)
        leaves = structure.leaves(batched)
        if not leaves:
            raise ValueError("Invalid `tensors`. `tensors` should not be empty.")
        sizes = set()
        for leaf in structure.with_shapes(leaves):
            if leaf.shape.rank == 0:
                raise ValueError("Unbatching a tensor is only supported for rank >= 1")
            if leaf.shape.rank is not None and leaf.shape[0] is not None:
                sizes.add(leaf.shape[0])
        if len(sizes) > 1:
            raise ValueError(f"Dimensions {min(sizes)} and {max(sizes)} are not compatible")
        spec = structure.mapped(batched, lambda leaf: leaf._unbatch())
        super().__init__(
            _core.op("TensorSliceDataset")(
                structure.to_rows(batched, element),
                output_shapes=[leaf.shape for leaf in structure.flat_specs(spec)],
                is_files=is_files,
                name=name,
            ),
            spec,
        )


class _ListDataset(DatasetSource):
    """Elements that are listed.

    Args:
      elements: a list of structures of the same kind.
      name: of the op.
    """

    def __init__(self, elements: object, name: str | None = None) -> None:
        if not elements:
            raise ValueError("Invalid `elements`. `elements` should not be empty.")
        if not isinstance(elements, list):
            raise ValueError("Invalid `elements`. `elements` must be a list.")
        elements = [structure.normalized(element) for element in elements]
        specs = [structure.spec_of(element) for element in elements]
        spec = specs[0]
        for other in specs[1:]:
            try:
                nest.assert_same_structure(spec, other)
                spec = structure.most_specific(spec, other)
            except (TypeError, ValueError) as error:
                raise ValueError(
                    f"The structure of an element is incompatible with that of another one: {spec} and {other}"
                ) from error
        tensors = [tensor for element in elements for tensor in structure.to_tensors(spec, element)]
        super().__init__(_core.op("ListDataset")(tensors, name=name, **structure.attrs_of(spec)), spec)


class _RangeDataset(DatasetSource):
    """The numbers of a range: arguments as those of Python's `range`, and `output_type` and `name`."""

    def __init__(self, *args: TensorLike, output_type: DTypeLike = dtypes.int64, name: str | None = None) -> None:
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
        bounds = [_core.convert_to_tensor(bound, dtypes.int64) for bound in (start, stop, step)]
        spec = TensorSpec([], dtypes.as_dtype(output_type))
        super().__init__(_core.op("RangeDataset")(*bounds, name=name, **structure.attrs_of(spec)), spec)


class _RandomDataset(DatasetSource):
    """Random integers.

    Args:
      seed: of the numbers; None for others in each run.
      rerandomize_each_iteration: whether each iterator gives other numbers.
      name: of the op.
    """

    def __init__(
        self, seed: int | Tensor | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
    ) -> None:
        spec = TensorSpec([], dtypes.int64)
        super().__init__(
            _core.op("RandomDatasetV2")(
                *data_seeds(seed),
                _core.op("DummySeedGenerator")(),
                rerandomize_each_iteration=bool(rerandomize_each_iteration),
                name=name,
                **structure.attrs_of(spec),
            ),
            spec,
        )


@export("data.experimental.RandomDataset", v1="")
class RandomDatasetV2(_RandomDataset):
    """See `tf.data.Dataset.random` (tf.data.experimental.RandomDataset)."""

    def __init__(
        self, seed: int | Tensor | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
    ) -> None:
        super().__init__(seed, rerandomize_each_iteration, name)


# ---- generators ----


class _Running:
    """The generators that iterators are going through, by number."""

    def __init__(self, start: Callable[..., Any]) -> None:
        self.start = start
        self.numbers = itertools.count()
        self.open: dict[int, Any] = {}


class _Step:
    """A function of a GeneratorDataset, as the core calls it."""

    def run(self, tensors: list[Any]) -> list[Any]:
        """Returns what the core calls; exceptions become those of ops."""
        try:
            return self._run(tensors)
        except OpError:
            raise
        except Exception as error:
            from graphwright._src.ops.script import op_error

            raise op_error(error) from error

    def _run(self, tensors: list[Any]) -> list[Any]:
        raise NotImplementedError


class _Begin(_Step):
    def __init__(self, running: _Running) -> None:
        self.running = running

    def _run(self, tensors: list[Any]) -> list[Any]:
        number = next(self.running.numbers)
        iterator = iter(self.running.start(*[tensor.numpy() for tensor in tensors]))
        self.running.open[number] = iterator
        return [_core.convert_to_tensor(number, dtypes.int64)]


class _Next(_Step):
    """The next element: of declared ranks by NumPy, which casts it, else by the conversions of tensors."""

    def __init__(self, running: _Running, spec: Any) -> None:
        self.running = running
        self.spec = spec
        self.leaves = structure.leaves(spec)
        self.single = spec if type(spec) is TensorSpec else None
        tensors_only = all(type(leaf) is TensorSpec for leaf in self.leaves)
        self.by_numpy = tensors_only and (self.single is None or spec.shape.rank is not None)
        self.plain = type(spec) is tuple and all(type(leaf) is TensorSpec for leaf in spec)

    def _run(self, tensors: list[Any]) -> list[Any]:
        try:
            value = next(self.running.open[int(tensors[0])])
        except StopIteration:
            return []
        parts = self._parts(value)
        if self.by_numpy:
            return [_cast(part, leaf) for part, leaf in zip(parts, self.leaves, strict=True)]
        return self._converted(parts)

    def _parts(self, value: object) -> Any:
        if self.single is not None:
            return (value,)
        if self.plain and type(value) is tuple and len(value) == len(self.leaves):
            return value
        try:
            return structure.flatten_up_to(self.spec, value)
        except (TypeError, ValueError) as error:
            raise self._other_structure(value) from error

    def _other_structure(self, value: object) -> TypeError:
        types = structure.mapped(self.spec, lambda leaf: leaf._to_legacy_output_types())
        return TypeError(
            "`generator` yielded an element that did not match the expected structure. The expected structure was "
            f"{types}, but the yielded element was {value}."
        )

    def _converted(self, parts: list[Any]) -> list[Any]:
        try:
            values = [
                None if type(leaf) is NoneTensorSpec else structure.normalized_as(leaf, part)
                for leaf, part in zip(self.leaves, parts, strict=True)
            ]
        except (TypeError, ValueError) as error:
            raise self._other_structure(parts) from error
        found = []
        for leaf, value in zip(self.leaves, values, strict=True):
            if not leaf.is_compatible_with(value):
                raise TypeError(
                    f"`generator` yielded an element of {structure.spec_of(value)} where an element of {leaf} was "
                    "expected."
                )
            found += [value] if type(leaf) is TensorSpec else structure.to_tensors(leaf, value)
        return found


def _cast(value: Any, spec: TensorSpec) -> Any:
    """Returns what was yielded as a tensor of the spec's dtype."""
    if _converts(value, spec.dtype):
        array = _core.convert_to_tensor(value, spec.dtype)
    else:
        array = _array(value, spec.dtype)
    shape = TensorShape(array.shape)
    if not spec.shape.is_compatible_with(shape):
        raise TypeError(
            f"`generator` yielded an element of shape {shape} where an element of shape {spec.shape} was expected."
        )
    if spec.dtype == dtypes.string and not isinstance(array, _core.Tensor):
        other = next((type(item) for item in array.flat if not isinstance(item, (str, bytes))), None)
        if other is not None:
            raise errors.InternalError(None, None, f"Unsupported object type {other.__name__}")
    return _core.convert_to_tensor(array, spec.dtype)


def _converts(value: Any, dtype: DType) -> bool:
    """Tells whether a tensor of the value is what NumPy's cast gives, and sooner; of some dtypes NumPy has no arrays."""
    kind = type(value)
    if kind is int:
        return dtype in (dtypes.int32, dtypes.int64) and -(2**31) <= value < 2**31
    return (
        (kind is float and dtype.is_floating) or (kind in (str, bytes) and dtype == dtypes.string) or dtype.is_quantized
    )


def _array(value: Any, dtype: DType) -> Any:
    import numpy as np

    kind = dtype.as_numpy_dtype
    try:
        if not np.issubdtype(kind, np.number):
            array = np.asarray(value, dtype=kind, order="C")
        else:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of casts that lose something
                array = np.asarray(value, order="C").astype(kind, copy=False)
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"`generator` yielded an element that could not be converted to the expected type. The expected type "
            f"was {dtype.name}, but the yielded element was {value}."
        ) from error
    return array


class _End(_Step):
    def __init__(self, running: _Running) -> None:
        self.running = running

    def _run(self, tensors: list[Any]) -> list[Any]:
        iterator = self.running.open.pop(int(tensors[0]), None)
        close = getattr(iterator, "close", None)
        if close is not None:
            close()
        return []


class _FlatMapDataset(DatasetSource):
    """The elements that a Python generator yields."""

    def __init__(self, generator: Callable[..., Any], spec: object, args: Sequence[Tensor]) -> None:
        running = _Running(generator)
        flat = structure.flat_specs(spec)
        variant = _core.generator_dataset(
            _Begin(running),
            _Next(running, spec),
            _End(running),
            args,
            [leaf.dtype for leaf in flat],
            [leaf.shape for leaf in flat],
        )
        super().__init__(variant, spec)


def from_generator(
    generator: Callable[..., Any],
    output_types: object,
    output_shapes: object,
    args: Iterable[Any] | None,
    output_signature: object,
) -> DatasetSource:
    """See `tf.data.Dataset.from_generator`."""
    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    if output_signature is not None:
        if output_types is not None:
            raise TypeError(
                "The `output_types` argument can not be used together with the `output_signature` argument."
            )
        if output_shapes is not None:
            raise TypeError(
                "The `output_shapes` argument can not be used together with the `output_signature` argument."
            )
        for leaf in structure.flatten_data(output_signature):
            if not isinstance(leaf, TypeSpec):
                raise TypeError(
                    f"`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found {type(leaf)} "
                    "which is not."
                )
        spec = output_signature
    else:
        if output_types is None:
            raise TypeError(
                "To specify the output signature you need to provide either the `output_signature` argument "
                "or the `output_types` argument."
            )
        spec = _legacy_spec(output_types, output_shapes)
    if args is None:
        args = ()
    args = [_core.convert_to_tensor(arg) for arg in args]
    if not structure.flat_specs(spec):
        raise TypeError(f"Elements of a generator must hold something: their structure is {spec}.")
    return _FlatMapDataset(generator, spec, args)


def _legacy_spec(types: object, shapes: object) -> Any:
    if shapes is None:
        return structure.map_data(lambda dtype: TensorSpec(None, dtypes.as_dtype(dtype)), types)
    flat_types = structure.flatten_data(types)
    flat_shapes = structure.flatten_up_to(types, shapes)
    specs = iter(
        [
            TensorSpec(TensorShape(shape), dtypes.as_dtype(dtype))
            for shape, dtype in zip(flat_shapes, flat_types, strict=True)
        ]
    )
    return structure.map_data(lambda _: next(specs), types)
