"""tf.experimental.StructuredTensor: tensors of records with named fields, which may be ragged and hold records again."""

from __future__ import annotations

import re
import typing
from typing import TYPE_CHECKING, Any

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged import construction
from graphwright._src.composite.ragged.dynamic_shape import DynamicRaggedShape, DynamicRaggedShapeSpec
from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.ragged.row_partition import RowPartition, RowPartitionSpec, checked
from graphwright._src.graph.scopes import get_static_value
from graphwright._src.ops import array as array_module
from graphwright._src.ops.array import constant, expand_dims, reshape
from graphwright._src.ops.array_join import concat
from graphwright._src.ops.assertions import assert_equal
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import reduce_prod
from graphwright._src.tensor import dtypes, filling
from graphwright._src.tensor.extension_type import (
    BatchableExtensionType,
    ExtensionType,
    ExtensionTypeBatchEncoder,
    with_specs,
)
from graphwright._src.tensor.tensor import Tensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.type_spec import TypeSpec
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_Value = typing.Union[Tensor, RaggedTensor, ExtensionType]  # noqa: UP007 (a runtime value)


class _Encoder(ExtensionTypeBatchEncoder):
    """Rows of records are the rows of their fields; without any, of zeros in their place."""

    def batch(self, spec: Any, batch_size: int | None) -> Any:
        def change(part: Any) -> Any:
            return _batched(part, batch_size) if isinstance(part, DynamicRaggedShapeSpec) else part._batch(batch_size)

        return with_specs(spec, change)

    def unbatch(self, spec: Any) -> Any:
        if spec.rank == 0:
            raise ValueError("Unbatching a StructuredTensor is only supported for rank >= 1")
        return with_specs(
            spec, lambda part: _unbatched(part) if isinstance(part, DynamicRaggedShapeSpec) else part._unbatch()
        )

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> Any:
        return dict(value._fields) or {"": value._zeros()}

    def decode(self, spec: Any, encoded_value: Any) -> Any:
        if "" in encoded_value:
            return StructuredTensor._of({}, spec.rank, encoded_value[""])
        return StructuredTensor._of(encoded_value, spec.rank)

    def encoding_specs(self, spec: Any) -> Any:
        if spec._fields:
            return dict(spec._fields)
        if spec.rank > 1:
            return {"": RaggedTensorSpec(spec.shape, dtypes.bool, spec.rank - 1, spec._ragged_shape.dtype)}
        return {"": TensorSpec(spec.shape, dtypes.bool)}


def _batched(shape: Any, batch_size: int | None) -> Any:
    inner = shape._static_inner_shape
    if inner.rank == 0:
        return DynamicRaggedShapeSpec((), TensorShape([batch_size]), shape.dtype)
    length = inner[0] if not shape._row_partitions else None
    outer = RowPartitionSpec(nrows=batch_size, uniform_row_length=length, dtype=shape.dtype)
    parts = (
        outer,
        *[
            RowPartitionSpec(uniform_row_length=part.uniform_row_length, dtype=shape.dtype)
            for part in shape._row_partitions
        ],
    )
    return DynamicRaggedShapeSpec(parts, TensorShape([None]), shape.dtype)


def _unbatched(shape: Any) -> Any:
    first, *rest = shape._row_partitions or (None,)
    if first is None:
        return DynamicRaggedShapeSpec((), TensorShape([]), shape.dtype)
    parts = tuple(RowPartitionSpec(uniform_row_length=part.uniform_row_length, dtype=shape.dtype) for part in rest)
    if parts:
        parts = (
            RowPartitionSpec(
                nrows=first.uniform_row_length, uniform_row_length=rest[0].uniform_row_length, dtype=shape.dtype
            ),
            *parts[1:],
        )
    return DynamicRaggedShapeSpec(parts, TensorShape([None if rest else first.uniform_row_length]), shape.dtype)


@export("experimental.StructuredTensor")
class StructuredTensor(BatchableExtensionType):
    """Records with named fields, as scalars, in vectors or in ragged tensors of more axes (tf.experimental.StructuredTensor).

    Fields are tensors, ragged tensors and structured tensors, whose first axes are those of the records; the fields of
    all records have the same names and dtypes. Make one with `from_fields` or `from_pyval`.

    >>> import graphwright as tf
    >>> people = tf.experimental.StructuredTensor.from_pyval([{"age": 3, "scores": [1.5, 2.0]}, {"age": 5, "scores": []}])
    >>> people.shape, people.field_names()
    (TensorShape([2]), ('age', 'scores'))
    >>> people.field_value("scores")
    <tf.RaggedTensor [[1.5, 2.0], []]>
    >>> int(people[1, "age"])
    5
    """

    __name__ = "tf.StructuredTensor"
    _fields: typing.Mapping[str, _Value]
    _ragged_shape: DynamicRaggedShape

    def __init__(self, fields: Mapping[str, Any], ragged_shape: DynamicRaggedShape) -> None:
        self._fields = fields
        self._ragged_shape = ragged_shape

    __batch_encoder__ = _Encoder()
    FieldName = typing.Union[str, typing.Sequence[str]]  # noqa: UP007 (as TensorFlow shows it)

    class Spec:
        """The spec of a structured tensor: the specs of its fields, and its shape."""

        def __validate__(self) -> None:
            if self._ragged_shape is None:  # type: ignore[attr-defined]
                raise TypeError("_ragged_shape: expected 'DynamicRaggedShape.Spec', got None")

        @property
        def shape(self) -> TensorShape:
            """The shape, as far as it is known."""
            parts = self._ragged_shape._row_partitions  # type: ignore[attr-defined]
            inner = self._ragged_shape._static_inner_shape  # type: ignore[attr-defined]
            if not parts:
                return inner
            return TensorShape([parts[0].nrows, *[part.uniform_row_length for part in parts], *inner.as_list()[1:]])

        @property
        def rank(self) -> int:
            """The number of axes."""
            return len(self.shape)

    @classmethod
    def _of(
        cls, fields: Mapping[str, Any], rank: int, template: Any = None, dtype: DTypeLike | None = None
    ) -> StructuredTensor:
        """Returns the records of `rank` axes with these fields, whose shape is that of the template or of the first field."""
        found: Any = next(iter(fields.values())) if template is None else template
        return cls(fields, _shape_of(found, rank, dtype))

    @classmethod
    def from_fields(
        cls,
        fields: Mapping[str, Any],
        shape: ShapeLike = (),
        nrows: TensorLike | None = None,
        row_partitions: Sequence[RowPartition] | None = None,
        validate: bool = False,
    ) -> StructuredTensor:
        """Returns the records with these fields.

        Args:
          fields: by name, the tensors, whose first axes have the form of `shape`.
          shape: of the records, with None for what is not known; its rank must be.
          nrows: the length of the first axis, for records without fields.
          row_partitions: how all axes but the first are divided; by default as those of a field are.
          validate: whether to check that the fields are divided alike.

        Raises:
          TypeError: `fields` is no dictionary, or a name no text.
          ValueError: shapes do not fit, or a name is not made of letters, digits and _.
        """
        shape = TensorShape(shape)
        if shape.rank is None:
            raise ValueError("StructuredTensor's shape must have known rank.")
        if not isinstance(fields, dict):
            raise TypeError(f"fields must be a dictionary, got {type(fields).__name__}")
        if row_partitions and shape.rank < 2:
            raise ValueError("row_partitions must be None or [] if shape.rank<2")
        for name in fields:
            if not isinstance(name, str):
                raise TypeError(f"Unexpected type for key in `fields`: {name!r}")
            if not _NAME.fullmatch(name):
                raise ValueError(f"Field name {name!r} is not currently allowed.")
        values = {name: _converted(value) for name, value in fields.items()}
        if row_partitions is not None and row_partitions:
            ragged = DynamicRaggedShape.from_row_partitions(tuple(row_partitions))
        elif values:
            ragged = _fullest(values, shape)
        else:
            ragged = _without_fields(shape, nrows)
        for name, value in values.items():
            _check(name, value, shape, ragged)
        if nrows is not None and shape.rank == 0:
            raise ValueError("nrows must be None if shape.rank==0")
        if validate:
            ragged = _validated(ragged, values, shape.rank)
        return cls(values, ragged)

    @classmethod
    def from_fields_and_rank(
        cls, fields: Mapping[str, Any], rank: int, validate: bool = False, dtype: DTypeLike | None = None
    ) -> StructuredTensor:
        """Returns the records of `rank` axes with these fields, of which there must be one; `dtype` is that of the shape."""
        if not fields:
            raise ValueError("Must provide at least one field")
        if not isinstance(rank, int):
            raise ValueError(f"rank must be an integer, got {rank!r}")
        if rank < 0:
            raise ValueError(f"rank must be nonnegative, got {rank}")
        found = cls.from_fields(dict(fields), [None] * rank, validate=validate)
        return found if dtype is None else found.with_shape_dtype(dtype)

    @classmethod
    def from_shape(cls, ragged_shape: DynamicRaggedShape) -> StructuredTensor:
        """Records without fields, of that shape."""
        return cls({}, _of_axes(ragged_shape))

    @classmethod
    def from_pyval(cls, pyval: object, typespec: TypeSpec | None = None) -> Any:
        """Returns what nested lists and dictionaries hold: records for dictionaries, tensors for all else.

        Args:
          pyval: a dictionary, or nested lists of dictionaries with the same keys, or of numbers or texts.
          typespec: the spec of the result, which tells the dtype where lists are empty.

        Raises:
          KeyError: dictionaries differ in their keys.
        """
        return _from_python(pyval, typespec)

    @property
    def rank(self) -> int:
        """The number of axes of records."""
        return self._ragged_shape.rank  # type: ignore[return-value]  # that of records is known

    @property
    def shape(self) -> TensorShape:
        """The shape of the records, with None where it is ragged or not known."""
        return self._ragged_shape._to_tensor_shape()

    @property
    def row_partitions(self) -> tuple:
        """The partition of each axis but the first."""
        return self._ragged_shape.row_partitions

    def nrows(self) -> Any:
        """Returns the length of the first axis, a scalar; None for a scalar record."""
        if self.rank == 0:
            return None
        parts = self.row_partitions
        return parts[0].nrows() if parts else self._ragged_shape.inner_shape[0]

    def field_names(self) -> tuple[str, ...]:
        """Returns the names of the fields."""
        return tuple(self._fields)

    def field_value(self, field_name: str | Sequence[str]) -> Any:
        """Returns the values of a field: a tensor, ragged or structured one. A sequence of names leads into inner records.

        Raises:
          KeyError: there is none.
        """
        path = field_name if isinstance(field_name, (list, tuple)) else (field_name,)
        value: Any = self
        for at, name in enumerate(path):
            if not isinstance(value, StructuredTensor) or name not in value._fields:
                raise KeyError(
                    name if len(path) == 1 or isinstance(value, StructuredTensor) else f"{path[:at]}: {name}"
                )
            value = value._fields[name]  # type: ignore[index]  # a name, as it is there
        return value

    def with_updates(self, updates: Mapping[Any, Any], validate: bool = False) -> StructuredTensor:
        """Returns these records with other fields.

        Args:
          updates: by name, or by a sequence of names for inner records: the new value, a function of the old one, or
            None to leave the field out.
          validate: whether to check that new values are divided as the records are.

        Raises:
          ValueError: a field to be changed or left out is not there, or a value does not fit.
        """
        paths = {(name,) if isinstance(name, str) else tuple(name): value for name, value in updates.items()}
        for path in paths:
            if not path:
                raise ValueError("`StructuredTensor.with_updates` does not allow empty names of fields")
            if any(path[:n] in paths for n in range(1, len(path))):
                raise ValueError(
                    f"`StructuredTensor.with_updates` does not allow both parent and child updates: {path}"
                )
        return self._updated(paths, (), validate)

    def _updated(self, paths: dict, above: tuple, validate: bool) -> StructuredTensor:
        fields: dict[str, Any] = dict(self._fields)
        inner: dict[str, dict] = {}
        for path, value in paths.items():
            name, rest, whole = path[0], path[1:], above + path
            if rest:
                inner.setdefault(name, {})[rest] = value
            elif value is None:
                if name not in fields:
                    raise ValueError(
                        f"`StructuredTensor.with_updates` cannot delete field {whole} because it is not present."
                    )
                del fields[name]
            elif callable(value):
                if name not in fields:
                    raise ValueError(
                        f"`StructuredTensor.with_updates` cannot update the field {whole} because a transforming "
                        "function was given, but that field does not already exist."
                    )
                fields[name] = value(fields[name])
            else:
                fields[name] = value
        for name, changes in inner.items():
            if not isinstance(fields.get(name), StructuredTensor):
                raise ValueError(f"`StructuredTensor.with_updates`: {above + (name,)} is no structured tensor")
            fields[name] = fields[name]._updated(changes, (*above, name), validate)
        try:
            return self._with_fields(fields, validate)
        except ValueError as error:
            raise ValueError(f"`StructuredTensor.with_updates` failed: {error}") from error

    def _with_fields(self, fields: dict, validate: bool = False) -> StructuredTensor:
        values = {name: _converted(value) for name, value in fields.items()}
        for name, value in values.items():
            if not _NAME.fullmatch(name):
                raise ValueError(f"Field name {name!r} is not currently allowed.")
            _check(name, value, self.shape, self._ragged_shape)
        shape = _validated(self._ragged_shape, values, self.rank) if validate else self._ragged_shape
        return StructuredTensor(values, shape)

    def promote(self, source_path: Sequence[str], new_name: str) -> StructuredTensor:
        """Returns these records with the values of an inner field as a field `new_name` of the records around it.

        Axes of the inner records are joined with those of the values.

        Raises:
          ValueError: the path has fewer than two names.
          KeyError: there is no such field.
        """
        path = tuple(source_path)
        if len(path) < 2:
            raise ValueError(f"source_path must have length at least two, got {path}")
        around, inner = self.field_value(path[:-2]), self.field_value(path[:-1])
        if not isinstance(inner, StructuredTensor):
            raise ValueError(f"{path[:-1]} is no structured tensor")
        value = inner.field_value(path[-1])
        if inner.rank > around.rank and (_rank(value) or 0) > inner.rank:
            value = _merged(value, around.rank, inner.rank)
        return self.with_updates({(*path[:-2], new_name): value})

    def merge_dims(self, outer_axis: int, inner_axis: int) -> StructuredTensor:
        """Returns these records with the axes from `outer_axis` to `inner_axis` joined to one.

        Raises:
          ValueError: there are no such axes.
        """
        first, last = (
            _axis(axis, self.rank, name) for axis, name in ((outer_axis, "outer_axis"), (inner_axis, "inner_axis"))
        )
        if first > last:
            raise ValueError(
                f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis})"
            )
        if first == last:
            return self
        return self._each(lambda value: _merged(value, first, last), self.rank - (last - first))

    def partition_outer_dimension(self, row_partition: RowPartition) -> StructuredTensor:
        """Returns these records in rows: the first axis becomes two.

        Raises:
          TypeError: `row_partition` is none.
          ValueError: this is a scalar.
        """
        if not isinstance(row_partition, RowPartition):
            raise TypeError("row_partition must be a RowPartition.")
        if self.rank == 0:
            raise ValueError("Shape () must have rank at least 1")
        return self._each(lambda value: _divided(value, row_partition), self.rank + 1)

    def with_shape_dtype(self, dtype: DTypeLike) -> StructuredTensor:
        """Returns these records with int32 or int64 numbers for how rows are divided."""
        dtype = dtypes.as_dtype(dtype)
        if dtype == self._ragged_shape.dtype:
            return self
        fields = {name: _with_splits_of(value, dtype) for name, value in self._fields.items()}
        return StructuredTensor(fields, self._ragged_shape.with_dtype(dtype))

    def to_pyval(self) -> Any:
        """Returns the records as nested lists of dictionaries."""
        parts = {name: _to_python(value) for name, value in self._fields.items()}
        if self.rank == 0:
            return parts
        form = _to_python(self._zeros())
        return _records(form, parts, self.rank)

    def _zeros(self) -> Any:
        """Returns a tensor of False with the shape of the records."""
        shape = self._ragged_shape
        zeros = filling.zeros(shape.inner_shape, dtypes.bool)
        return shape._add_row_partitions(zeros) if self.row_partitions else zeros

    def _each(self, change: Callable[[Any], Any], rank: int) -> StructuredTensor:
        fields = {name: change(value) for name, value in self._fields.items()}
        return StructuredTensor._of(fields, rank, change(self._zeros()), self._ragged_shape.dtype)

    def __getitem__(self, key: object) -> Any:
        """Records, or values of a field: an index or slice for each axis, then the field's name, then what it takes."""
        keys = list(key) if isinstance(key, (list, tuple)) else [key]
        if any(one is Ellipsis or one is None for one in keys):
            raise ValueError(f"Slicing not supported for {next(one for one in keys if one is Ellipsis or one is None)}")
        outer, rest = keys[: self.rank], keys[self.rank :]
        if any(isinstance(one, str) for one in outer):
            raise TypeError(f"Only integers and slices are valid indices of an axis of records, got {outer}")
        if rest and not isinstance(rest[0], str):
            if not (isinstance(rest[0], slice) and rest[0] == slice(None)):
                raise ValueError("Key for indexing a StructuredTensor must be a string or a full slice (':')")
            rest = rest[1:]
        if rest:
            name: Any = rest[0]
            if name not in self._fields:
                raise KeyError(name)
            inner: Any = self._fields[name]
            others = tuple(outer + rest[1:])
            return inner[others] if others else inner
        if not outer:
            return self
        lost = sum(not isinstance(one, slice) for one in outer)
        return self._each(lambda value: value[tuple(outer)], self.rank - lost)

    def __repr__(self) -> str:
        names = sorted(self._fields)
        lines = []
        for name in names:
            indent = " " * (len(name) + 11)
            lines.append(f'        "{name}": ' + str(_shown(self._fields[name])).replace("\n", "\n" + indent))
        fields = ",\n".join(lines)
        return f"<StructuredTensor(\n    fields={{\n{fields}}},\n    shape={self.shape})>"


def _shown(value: Any) -> Any:
    return repr(value) if isinstance(value, (RaggedTensor, StructuredTensor)) else str(value)


def _axis(axis: int, rank: int, name: str) -> int:
    if not -rank <= axis < rank:
        raise ValueError(f"{name}={axis} out of bounds: expected {-rank}<={name}<{rank}")
    return axis % rank


def _rank(value: Any) -> int | None:
    return value.rank if isinstance(value, StructuredTensor) else value.shape.rank


def _converted(value: object) -> Any:
    if isinstance(value, (RaggedTensor, StructuredTensor, _core.Tensor)):
        return value
    if isinstance(value, dict):
        return StructuredTensor.from_fields(value)
    return _core.convert_to_tensor(value)


def _of_axes(shape: DynamicRaggedShape) -> DynamicRaggedShape:
    """Returns the same shape with a row partition for each axis but the first."""
    if shape.rank is None:
        raise ValueError("StructuredTensor's shape must have known rank.")
    parts = list(shape.row_partitions)
    inner = shape.inner_shape
    if shape.rank <= 1 or len(parts) == shape.rank - 1:
        return shape
    known = shape._static_inner_shape
    count = inner[0]
    for axis in range(1, shape.rank - len(parts)):
        length = known[axis] if known[axis] is not None else inner[axis]
        parts.append(
            RowPartition.from_uniform_row_length(cast(length, shape.dtype), nvals=count * inner[axis], nrows=count)
        )
        count = count * inner[axis]
    return DynamicRaggedShape(parts, expand_dims(count, 0))


def _shape_of(value: Any, rank: Any, dtype: DTypeLike | None = None) -> DynamicRaggedShape:
    """Returns the first `rank` axes of a value's shape."""
    if isinstance(value, StructuredTensor):
        full = value._ragged_shape
    else:
        full = _of_axes(DynamicRaggedShape.from_tensor(value))
    if dtype is not None:
        full = full.with_dtype(dtype)
    if rank == full.rank:
        return full
    if rank == 0:
        return DynamicRaggedShape([], constant([], full.dtype))
    parts = full.row_partitions[: rank - 1]
    if parts:
        return DynamicRaggedShape.from_row_partitions(parts)
    first = full.row_partitions[0]
    return DynamicRaggedShape([], expand_dims(first.nrows(), 0), static_inner_shape=TensorShape([first.static_nrows]))


def _fullest(values: dict, shape: TensorShape) -> DynamicRaggedShape:
    rank = shape.rank
    for name, value in values.items():
        own = _rank(value)
        if own is None or rank is None or own < rank:
            raise ValueError(f"Shapes {shape} and {value.shape} are not compatible: {name} has fewer axes")
    ragged = [value for value in values.values() if not isinstance(value, _core.Tensor)]
    kinds = {_shape_of(value, rank).dtype for value in ragged}
    dtype = dtypes.int32 if kinds == {dtypes.int32} else dtypes.int64
    return _shape_of((ragged or list(values.values()))[0], rank, dtype)


def _without_fields(shape: TensorShape, nrows: TensorLike | None) -> DynamicRaggedShape:
    if shape.rank == 0:
        return DynamicRaggedShape([], constant([], dtypes.int64))
    if shape.is_fully_defined():
        return _of_axes(DynamicRaggedShape([], constant(shape.as_list(), dtypes.int64)))
    if len(shape) > 1 or nrows is None:
        raise ValueError("Must specify `nrows`, a fully specified `shape`, or have `fields` if `rank=1`")
    return DynamicRaggedShape([], reshape(cast(nrows, dtypes.int64), [1]))


def _check(name: str, value: Any, shape: TensorShape, ragged: DynamicRaggedShape) -> None:
    """Raises ValueError where a value's first axes are known not to be those of the records."""
    rank = shape.rank
    if rank == 0:
        return
    own = value.shape
    if own.rank is None or own.rank < rank:
        raise ValueError(f"Shapes {shape} and {own} are not compatible")
    known = ragged._to_tensor_shape()
    for mine in (shape, known):
        if not own[:rank].is_compatible_with(mine):
            raise ValueError(f"Error in shape of {name}: {own[:rank]} does not fit {mine}")
    given = _shape_of(value, rank).row_partitions
    for mine, theirs in zip(ragged.row_partitions, given, strict=True):
        a, b = (get_static_value(part.row_splits()) for part in (mine, theirs))
        if a is not None and b is not None and (a.shape != b.shape or (a != b).any()):
            raise ValueError(f"Error in shape of {name}: its rows are divided as {b}, those of others as {a}")


def _validated(shape: DynamicRaggedShape, values: dict, rank: int) -> DynamicRaggedShape:
    if rank == 0:
        return shape
    tests = []
    for value in values.values():
        own = _shape_of(value, rank, shape.dtype)
        tests.append(lambda own=own: assert_equal(own.inner_shape, shape.inner_shape, "fields differ in shape"))
        for a, b in zip(own.row_partitions, shape.row_partitions, strict=True):
            tests.append(lambda a=a, b=b: assert_equal(a.row_splits(), b.row_splits(), "fields are divided otherwise"))
    return DynamicRaggedShape(
        shape.row_partitions, checked(shape.inner_shape, tests), static_inner_shape=shape._static_inner_shape
    )


def _merged(value: Any, first: int, last: int) -> Any:
    if isinstance(value, StructuredTensor):
        return value.merge_dims(first, last)
    if isinstance(value, RaggedTensor):
        return value.merge_dims(first, last)
    shape = array_module.shape(value)
    joined = concat([shape[:first], [reduce_prod(shape[first : last + 1])], shape[last + 1 :]], 0)
    return reshape(value, joined)


def _divided(value: Any, partition: RowPartition) -> Any:
    if isinstance(value, StructuredTensor):
        return value.partition_outer_dimension(partition)
    dtype = value._row_partition.dtype if isinstance(value, RaggedTensor) else partition.dtype
    return RaggedTensor._from_row_partition(value, partition.with_dtype(dtype))


def _with_splits_of(value: Any, dtype: DType) -> Any:
    if isinstance(value, StructuredTensor):
        return value.with_shape_dtype(dtype)
    return value.with_row_splits_dtype(dtype) if isinstance(value, RaggedTensor) else value


def _to_python(value: Any) -> Any:
    if isinstance(value, StructuredTensor):
        return value.to_pyval()
    return (
        value.to_list()
        if isinstance(value, RaggedTensor)
        else value.numpy().tolist()
        if value.shape.rank
        else value.numpy()
    )


def _records(form: Any, parts: dict, rank: int) -> Any:
    if rank == 0:
        return parts
    return [_records(one, {name: part[i] for name, part in parts.items()}, rank - 1) for i, one in enumerate(form)]


def _depth_of_records(value: object) -> int | None:
    """In how many lists the first dictionary lies; None without one."""
    if isinstance(value, dict):
        return 0
    if isinstance(value, (list, tuple)):
        for item in value:
            depth = _depth_of_records(item)
            if depth is not None:
                return depth + 1
    return None


def _from_python(value: Any, spec: Any) -> Any:
    depth = _depth_of_records(value)
    if isinstance(spec, StructuredTensor.Spec):
        depth = spec.rank
    elif spec is not None and depth is not None:
        raise ValueError(f"Value does not match typespec: expected {spec}, got {value!r}")
    if depth is None:
        return _tensor_from_python(value, spec)
    records, levels = [value], []
    for _ in range(depth):
        if not all(isinstance(one, (list, tuple)) for one in records):
            raise ValueError("Expected a list of lists or records of one depth")
        levels.append([len(one) for one in records])
        records = [item for one in records for item in one]
    if not all(isinstance(one, dict) for one in records):
        raise ValueError("Expected records beside records, got other values")
    names = list(spec._fields) if spec is not None else list(dict.fromkeys(name for one in records for name in one))

    fields = {name: _from_python(_column(value, name, depth), spec._fields[name] if spec else None) for name in names}
    if depth == 0:
        return StructuredTensor.from_fields(fields)
    count, *lengths = levels
    if depth == 1:
        return StructuredTensor.from_fields(fields, [count[0]])
    parts = [RowPartition.from_row_lengths(constant(one, dtypes.int64)) for one in lengths]
    return StructuredTensor.from_fields(fields, [count[0], *[None] * (depth - 1)], row_partitions=parts)


def _column(node: Any, name: str, above: int) -> Any:
    """Returns the fields of a name of records that lie in so many levels of lists, in lists as these."""
    return node[name] if above == 0 else [_column(item, name, above - 1) for item in node]


def _tensor_from_python(value: Any, spec: Any) -> Any:
    nested = isinstance(value, (list, tuple)) and any(isinstance(item, (list, tuple)) for item in value)
    if isinstance(spec, RaggedTensorSpec):
        return construction.constant(
            value, dtype=spec.dtype, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype
        )
    if nested and spec is None:
        return construction.constant(value)
    return constant(value, getattr(spec, "dtype", None))
