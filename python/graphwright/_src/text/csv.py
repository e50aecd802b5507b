"""Comma separated values: tf.io.decode_csv."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

_decode_csv = _core.op("DecodeCSV")
_ALLOWED = ("float32", "float64", "int32", "int64", "string")


def csv_default(default: TensorLike) -> Any:
    """Returns a default value as a tensor: a float without a dtype becomes float32, an int int32 or, where it must be, int64."""
    return convert_to_tensor(default)


@export("io.decode_csv", v1="")
def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> Any:
    """Returns the columns of records of comma separated values (tf.io.decode_csv).

    Args:
      records: strings of any shape, each of them a record.
      record_defaults: for each column a tensor of its dtype (float32, float64, int32, int64 or string): a value for fields
        that are empty, or an empty vector where a field is required.
      field_delim: what stands between fields.
      use_quote_delim: whether fields may stand in double quotes.
      na_value: what stands for an empty field, too.
      select_cols: the columns that are wanted, in rising order; all of them by default.
      name: of the op.

    Returns:
      A list of tensors in the shape of `records`, one for each column.

    Raises:
      ValueError: `select_cols` do not rise, or are not as many as the defaults; a default has more than one value.
      tf.errors.InvalidArgumentError: a record has another number of fields, or a field is no such value.

    >>> import graphwright as tf
    >>> numbers, names = tf.io.decode_csv(["1,a", "2,b"], [0, ""])
    >>> numbers.numpy().tolist(), names.numpy().tolist()
    ([1, 2], [b'a', b'b'])
    """
    if select_cols is not None:
        if any(left >= right for left, right in zip(select_cols, list(select_cols)[1:], strict=False)):
            raise ValueError("select_cols is not strictly increasing.")
        if len(select_cols) and select_cols[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(select_cols) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    columns = _decode_csv(
        records,
        [csv_default(default) for default in record_defaults],
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=list(select_cols or []),
        name=name,
    )
    return columns if isinstance(columns, list) else [columns]


@export("compat.v1.decode_csv", "compat.v1.io.decode_csv")
def decode_csv_v1(
    records: TensorLike,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
) -> Any:
    """Returns the same as tf.io.decode_csv, with other places of its arguments (tf.compat.v1.decode_csv)."""
    return decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value, select_cols, name)


def is_csv_dtype(value: object) -> bool:
    """Tells whether it is a dtype that a column may have, in place of a default."""
    return isinstance(value, dtypes.DType) and value.name in _ALLOWED
