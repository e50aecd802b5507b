"""RowPartition: how a sequence of values is divided into rows; and the spec of such partitions."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.composite_parts import part_of
from graphwright._src.graph.scopes import control_dependencies, executing_eagerly, get_static_value
from graphwright._src.ops import math_convert
from graphwright._src.ops.array import constant, ensure_shape, identity, reshape
from graphwright._src.ops.array_join import concat, repeat
from graphwright._src.ops.assertions import assert_equal, assert_less, assert_less_equal, assert_non_negative
from graphwright._src.ops.math_binary import maximum
from graphwright._src.ops.math_convert import cast
from graphwright._src.ops.math_reduce import cumsum, reduce_max
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.filling import ones, ones_like, zeros, zeros_like
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_KEY = object()  # what only this module passes to the constructor


def static_value(tensor: Tensor | None) -> Any:
    """Returns the elements of a tensor as an int or a NumPy array; None while they are not known."""
    if tensor is None or isinstance(tensor, int):
        return tensor
    value = get_static_value(tensor)
    if value is None:
        return None
    return int(value) if getattr(value, "ndim", 0) == 0 else value


def static_size(tensor: Tensor | RaggedTensor) -> int | None:
    """Returns the number of rows of a tensor where it is known."""
    return tensor.shape[0] if tensor.shape.rank else None


def size_of(tensor: Tensor | RaggedTensor, dtype: DType) -> Tensor:
    """Returns the number of rows of a tensor (or ragged tensor) as a scalar tensor."""
    known = static_size(tensor)
    if known is not None:
        return constant(known, dtype)
    if hasattr(tensor, "nrows"):
        return tensor.nrows(out_type=dtype)  # type: ignore[union-attr]  # a ragged one
    return _core.op("Shape")(tensor, out_type=dtype)[0]


def partition_tensor(value: TensorLike, what: str, dtype: DType | None = None, hint: DType | None = None) -> Tensor:
    """Returns what a caller gave as row splits, lengths … as an int32 or int64 tensor.

    Raises:
      ValueError: it is of another dtype.
    """
    if dtype is not None:
        tensor = part_of(value, dtype)
    else:
        kind = str(getattr(value, "dtype", ""))
        exact = not isinstance(value, _core.Tensor) and kind in ("int32", "int64")
        tensor = part_of(value, kind if exact else None, hint or dtypes.int64)
    if tensor.dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"{what} must have dtype int32 or int64, got {tensor.dtype!r}")
    return tensor


def check_rank(tensor: Tensor, rank: int, what: str) -> None:
    """Raises ValueError where a tensor is known to have another rank."""
    if tensor.shape.rank not in (None, rank):
        raise ValueError(f"Shape {tensor.shape} must have rank {rank}: {what}")


def checked(tensor: Any, tests: list) -> Any:
    """Returns the tensor, whose use waits for the assertions `tests` where a graph is built."""
    made = [test() for test in tests]
    if executing_eagerly() or not made:
        return tensor
    with control_dependencies([op for op in made if op is not None]):
        return identity(tensor)


@export("experimental.RowPartition")
class RowPartition(CompositeTensor):
    """A division of the values 0 … `nvals()` - 1 into rows that follow each other (tf.experimental.RowPartition).

    It is made by `from_row_splits`, `from_value_rowids` and their siblings, and answers in all their terms.

    >>> import graphwright as tf
    >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 3])
    >>> partition.row_splits().numpy()
    array([0, 2, 2, 5])
    >>> partition.value_rowids().numpy()
    array([0, 0, 2, 2, 2])
    """

    __slots__ = (
        "__weakref__", "_nrows", "_nvals", "_row_lengths", "_row_splits", "_uniform_row_length", "_value_rowids",
    )  # fmt: skip

    def __init__(
        self,
        row_splits: Tensor,
        row_lengths: Tensor | None = None,
        value_rowids: Tensor | None = None,
        nrows: Tensor | None = None,
        uniform_row_length: Tensor | None = None,
        nvals: Tensor | None = None,
        internal: object = False,
    ) -> None:
        if internal is not _KEY:
            raise ValueError(
                "RowPartition constructor is private; please use one of the factory methods instead (e.g., "
                "RowPartition.from_row_lengths())"
            )
        check_rank(row_splits, 1, "row_splits")
        self._row_splits = row_splits
        self._row_lengths = row_lengths
        self._value_rowids = value_rowids
        self._nrows = nrows
        self._uniform_row_length = uniform_row_length
        self._nvals = nvals

    # ---- making one ----

    @classmethod
    def from_row_splits(
        cls, row_splits: TensorLike, validate: bool = True, dtype: DType | None = None, dtype_hint: DType | None = None
    ) -> RowPartition:
        """Row `i` holds the values `row_splits[i]` to `row_splits[i + 1]` - 1."""
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        splits = partition_tensor(row_splits, "row_splits", dtype, dtype_hint)
        check_rank(splits, 1, "row_splits")
        if splits.shape.rank == 1 and splits.shape[0] == 0:
            raise ValueError("row_splits tensor may not be empty.")
        if validate:
            message = "Arguments to from_row_splits do not form a valid RaggedTensor:"
            splits = checked(
                splits,
                [
                    lambda: assert_equal(splits[:1], zeros([1], splits.dtype), f"{message}zero"),
                    lambda: assert_non_negative(splits[1:] - splits[:-1], f"{message}monotonic"),
                ],
            )
        return cls(splits, internal=_KEY)

    @classmethod
    def from_value_rowids(
        cls,
        value_rowids: TensorLike,
        nrows: TensorLike | None = None,
        validate: bool = True,
        dtype: DType | None = None,
        dtype_hint: DType | None = None,
    ) -> RowPartition:
        """Value `i` belongs to row `value_rowids[i]`; these numbers never decrease."""
        ids = partition_tensor(value_rowids, "value_rowids", dtype, dtype_hint)
        check_rank(ids, 1, "value_rowids")
        known = None
        rows: Any = None
        if nrows is not None:
            rows = _core.convert_to_tensor(nrows, None, ids.dtype)
            if rows.dtype != ids.dtype:
                rows = cast(rows, ids.dtype)
            known = static_value(rows)
            if known is not None and known < 0:
                raise ValueError(f"Expected nrows >= 0; got {known}")
            last = static_value(ids[-1]) if static_size(ids) else None
            if known is not None and last is not None and last + 1 > known:
                raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={known}, value_rowids[-1]={last}")
            check_rank(rows, 0, "nrows")
        if validate:
            message = "Arguments to from_value_rowids do not form a valid RowPartition"
            tests = [
                lambda: assert_non_negative(ids[:1], message),
                lambda: assert_non_negative(ids[1:] - ids[:-1], message),
            ]
            if rows is not None:
                tests.append(lambda: assert_less(ids[-1:], reshape(rows, [1]), message))
            ids = checked(ids, tests)
        if rows is None:
            # As many rows as the last value says; none where there is no value.
            count = concat([zeros([1], ids.dtype), ids[-1:] + 1], 0)
            rows = reduce_max(count)
        lengths = _core.op("UnsortedSegmentSum")(ones_like(ids), ids, rows)
        if known is not None:
            lengths = ensure_shape(lengths, [known])
        return cls(_splits_of(lengths), lengths, ids, rows, internal=_KEY)

    @classmethod
    def from_row_lengths(
        cls, row_lengths: TensorLike, validate: bool = True, dtype: DType | None = None, dtype_hint: DType | None = None
    ) -> RowPartition:
        """Row `i` holds the next `row_lengths[i]` values."""
        lengths = partition_tensor(row_lengths, "row_lengths", dtype, dtype_hint)
        check_rank(lengths, 1, "row_lengths")
        if validate:
            message = "Arguments to from_row_lengths do not form a valid RowPartition"
            lengths = checked(lengths, [lambda: assert_non_negative(lengths, message)])
        return cls(_splits_of(lengths), lengths, internal=_KEY)

    @classmethod
    def from_row_starts(
        cls,
        row_starts: TensorLike,
        nvals: TensorLike,
        validate: bool = True,
        dtype: DType | None = None,
        dtype_hint: DType | None = None,
    ) -> RowPartition:
        """Row `i` begins at value `row_starts[i]`, the last one ends at `nvals`."""
        starts = partition_tensor(row_starts, "row_starts", dtype, dtype_hint)
        check_rank(starts, 1, "row_starts")
        nvals = cast(_core.convert_to_tensor(nvals, None, starts.dtype), starts.dtype)
        if validate:
            message = "Arguments to from_row_starts do not form a valid RaggedTensor"
            starts = checked(
                starts,
                [
                    lambda: assert_equal(starts[:1], zeros_like(starts[:1]), message),
                    lambda: assert_non_negative(starts[1:] - starts[:-1], message),
                    lambda: assert_less_equal(starts[-1:], reshape(nvals, [1]), message),
                ],
            )
        return cls(concat([starts, reshape(nvals, [1])], 0), nvals=nvals, internal=_KEY)

    @classmethod
    def from_row_limits(
        cls, row_limits: TensorLike, validate: bool = True, dtype: DType | None = None, dtype_hint: DType | None = None
    ) -> RowPartition:
        """Row `i` ends before value `row_limits[i]`, where the next one begins."""
        limits = partition_tensor(row_limits, "row_limits", dtype, dtype_hint)
        check_rank(limits, 1, "row_limits")
        if validate:
            message = "Arguments to from_row_limits do not form a valid RaggedTensor"
            limits = checked(
                limits,
                [
                    lambda: assert_non_negative(limits[:1], message),
                    lambda: assert_non_negative(limits[1:] - limits[:-1], message),
                ],
            )
        return cls(concat([zeros([1], limits.dtype), limits], 0), internal=_KEY)

    @classmethod
    def from_uniform_row_length(
        cls,
        uniform_row_length: TensorLike,
        nvals: TensorLike | None = None,
        nrows: TensorLike | None = None,
        validate: bool = True,
        dtype: DType | None = None,
        dtype_hint: DType | None = None,
    ) -> RowPartition:
        """Every row holds `uniform_row_length` of the `nvals` values; `nrows` is needed where that is 0."""
        if nvals is None and nrows is None:
            raise ValueError("Either (or both) of nvals and nrows must be specified")
        given = next((v for v in (uniform_row_length, nvals, nrows) if isinstance(v, _core.Tensor)), None)
        if dtype is None and given is not None:
            dtype = given.dtype
        length = partition_tensor(uniform_row_length, "uniform_row_length", dtype, dtype_hint)
        check_rank(length, 0, "uniform_row_length")
        length_known = static_value(length)
        values, rows = (
            None if value is None else cast(_core.convert_to_tensor(value, None, length.dtype), length.dtype)
            for value in (nvals, nrows)
        )
        nvals_known: Any = static_value(values)
        nrows_known: Any = static_value(rows)
        if validate and length_known is not None and length_known < 0:
            raise ValueError(f"uniform_row_length must be >= 0; got {length_known}")
        if rows is None and length_known is not None and nvals_known is not None:
            nrows_known = nvals_known // length_known if length_known != 0 else 0
        known = length_known is not None and nvals_known is not None and nrows_known is not None
        fits = nrows_known is None or length_known is None or nvals_known == nrows_known * length_known
        if validate and known and not fits:
            raise ValueError(
                f"uniform_row_length={length_known} does not divide evenly into nvals={nvals_known}"
                if rows is None
                else f"nvals={nvals_known} is not nrows={nrows_known} times uniform_row_length={length_known}"
            )
        if rows is None:
            rows = constant(nrows_known, length.dtype) if nrows_known is not None else _divided(values, length)
        elif nrows_known is not None:
            rows = constant(nrows_known, length.dtype)
        if validate and values is not None and not known:
            message = "uniform_row_length does not divide evenly into the number of values"
            checks = [lambda rows=rows, values=values: assert_equal(rows * length, values, message)]
            rows = checked(rows, checks)
        if values is None or known:
            values = rows * length  # values that fill no row belong to none
        splits = math_convert.range(rows + 1) * length
        if nrows_known is not None:
            splits = ensure_shape(splits, [nrows_known + 1])
        return cls(splits, nrows=rows, uniform_row_length=length, nvals=values, internal=_KEY)

    # ---- what it is ----

    @property
    def dtype(self) -> DType:
        """int32 or int64: of the numbers that it gives."""
        return self._row_splits.dtype

    @property
    def static_nrows(self) -> int | None:
        """The number of rows where it is known."""
        size = static_size(self._row_splits)
        if size is not None:
            return size - 1
        return static_value(self._nrows)

    @property
    def static_nvals(self) -> int | None:
        """The number of values where it is known."""
        if self._nvals is not None and static_value(self._nvals) is not None:
            return static_value(self._nvals)
        if self._value_rowids is not None and static_size(self._value_rowids) is not None:
            return static_size(self._value_rowids)
        if isinstance(self._row_splits, _core.EagerTensor):
            return int(self._row_splits[-1])
        return None

    @property
    def static_uniform_row_length(self) -> int | None:
        """The length of all rows where it is known to be one."""
        return static_value(self._uniform_row_length)

    def is_uniform(self) -> bool:
        """Tells whether all rows are known to be of one length."""
        return self._uniform_row_length is not None

    def row_splits(self) -> Tensor:
        """Returns where rows begin, and the number of values after them: a vector of `nrows() + 1` numbers."""
        return self._row_splits

    def row_lengths(self) -> Tensor:
        """Returns the number of values in each row."""
        if self._row_lengths is not None:
            return self._row_lengths
        return self._row_splits[1:] - self._row_splits[:-1]

    def row_starts(self) -> Tensor:
        """Returns where each row begins."""
        return self._row_splits[:-1]

    def row_limits(self) -> Tensor:
        """Returns where each row ends."""
        return self._row_splits[1:]

    def value_rowids(self) -> Tensor:
        """Returns the row of each value."""
        if self._value_rowids is not None:
            return self._value_rowids
        rows = math_convert.range(self.nrows())
        return repeat(rows, self.row_lengths())

    def offsets_in_rows(self) -> Tensor:
        """Returns the place of each value in its row."""
        lengths = self.row_lengths()
        return _core.op("RaggedRange")(zeros([], self.dtype), lengths, ones([], self.dtype), Tsplits=self.dtype)[1]

    def nrows(self) -> Tensor:
        """Returns the number of rows, a scalar tensor."""
        if self._nrows is not None:
            return self._nrows
        return size_of(self._row_splits, self.dtype) - 1

    def nvals(self) -> Tensor:
        """Returns the number of values, a scalar tensor."""
        return self._nvals if self._nvals is not None else self._row_splits[-1]

    def uniform_row_length(self) -> Any:
        """Returns the length of all rows as a scalar tensor; None where rows may differ."""
        return self._uniform_row_length

    def with_dtype(self, dtype: DType) -> RowPartition:
        """Returns the same partition with numbers of `dtype`, int32 or int64."""
        dtype = dtypes.as_dtype(dtype)
        if dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"Expected dtype to be int32 or int64, got {dtype!r}")
        if self.dtype == dtype:
            return self
        parts = [
            None if part is None else cast(part, dtype)
            for part in (
                self._row_splits,
                self._row_lengths,
                self._value_rowids,
                self._nrows,
                self._uniform_row_length,
                self._nvals,
            )
        ]
        return RowPartition(*parts, internal=_KEY)  # type: ignore[arg-type]  # there always are splits

    @property
    def _type_spec(self) -> RowPartitionSpec:
        return RowPartitionSpec(self.static_nrows, None, self.static_uniform_row_length, self.dtype)

    def __repr__(self) -> str:
        if self._uniform_row_length is not None:
            return (
                f"tf.RowPartition(nrows={_plain(self.nrows())}, uniform_row_length={_plain(self._uniform_row_length)})"
            )
        return f"tf.RowPartition(row_splits={_plain(self._row_splits)})"


def of_splits(row_splits: Tensor) -> RowPartition:
    """Returns the partition with these splits, which are not checked."""
    return RowPartition(row_splits, internal=_KEY)


def some_rows(partition: RowPartition, row_splits: Tensor) -> RowPartition:
    """Returns some rows of a partition: their splits are others, their length, where it is one, is not."""
    return RowPartition(row_splits, uniform_row_length=partition._uniform_row_length, internal=_KEY)


def _plain(tensor: Tensor) -> Any:
    return tensor.numpy() if isinstance(tensor, _core.EagerTensor) else tensor


def _splits_of(lengths: Tensor) -> Any:
    """[0, and the sums of the first lengths]."""
    return concat([zeros([1], lengths.dtype), cumsum(lengths)], 0)


def _divided(nvals: Any, length: Any) -> Any:
    """nvals // length, 0 where the length is 0."""
    return nvals // maximum(length, ones([], length.dtype)) * cast(length > 0, length.dtype)


def partition_from_splits(
    row_splits: Tensor, uniform_row_length: Tensor | int | None = None, nrows: Tensor | None = None
) -> RowPartition:
    """Returns a partition of what is known to be right."""
    if uniform_row_length is not None and not isinstance(uniform_row_length, _core.Tensor):
        uniform_row_length = constant(uniform_row_length, row_splits.dtype)
    return RowPartition(row_splits, nrows=nrows, uniform_row_length=uniform_row_length, internal=_KEY)


class RowPartitionSpec(TypeSpec):
    """The type of a `RowPartition`.

    Args:
      nrows: the number of rows, or None.
      nvals: the number of values, or None.
      uniform_row_length: the length of all rows, or None.
      dtype: int32 or int64.
    """

    __slots__ = ("_dtype", "_nrows", "_nvals", "_uniform_row_length")

    def __init__(
        self,
        nrows: int | None = None,
        nvals: int | None = None,
        uniform_row_length: int | None = None,
        dtype: DTypeLike = dtypes.int64,
    ) -> None:
        self._nrows = TensorShape([nrows])
        self._nvals = TensorShape([nvals])
        self._uniform_row_length = TensorShape([uniform_row_length])
        self._dtype = dtypes.as_dtype(dtype)

    @property
    def value_type(self) -> type:
        """RowPartition."""
        return RowPartition

    @property
    def dtype(self) -> DType:
        """Of the numbers."""
        return self._dtype

    @property
    def nrows(self) -> int | None:
        """The number of rows, or None."""
        return self._nrows[0]

    @property
    def nvals(self) -> int | None:
        """The number of values, or None."""
        return self._nvals[0]

    @property
    def uniform_row_length(self) -> int | None:
        """The length of all rows, or None."""
        return self._uniform_row_length[0]

    def _serialize(self) -> tuple:
        return self._nrows, self._nvals, self._uniform_row_length, self._dtype

    @classmethod
    def _deserialize(cls, serialization: tuple) -> RowPartitionSpec:
        nrows, nvals, length, dtype = serialization
        return cls(nrows[0], nvals[0], length[0], dtype)

    @property
    def _component_specs(self) -> Any:
        return TensorSpec([None if self.nrows is None else self.nrows + 1], self._dtype)

    def _to_components(self, value: RowPartition) -> Any:
        return value.row_splits()

    def _from_components(self, components: Any) -> RowPartition:
        return partition_from_splits(components, self.uniform_row_length)

    @classmethod
    def from_value(cls, value: RowPartition) -> RowPartitionSpec:
        """Returns the spec of a partition."""
        return value._type_spec

    def __repr__(self) -> str:
        return (
            f"RowPartitionSpec(nrows={self.nrows}, nvals={self.nvals}, uniform_row_length={self.uniform_row_length}, "
            f"dtype={self._dtype!r})"
        )
