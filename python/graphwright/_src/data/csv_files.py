"""Files of comma separated values as data sets: tf.data.experimental.CsvDataset and make_csv_dataset."""

from __future__ import annotations

import csv
from collections import OrderedDict

from graphwright import _core
from graphwright._src.base.errors import InvalidArgumentError
from graphwright._src.base.export import export
from graphwright._src.data.dataset import AUTOTUNE, Dataset, DatasetSource
from graphwright._src.data.files import names_of_files, number, text
from graphwright._src.ops import array as array_module
from graphwright._src.ops.gfile import GFile, glob
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.text.csv import csv_default, is_csv_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import TensorLike

_BUFFER = 4 << 20


def _column_default(value: Any) -> Any:
    """Returns a default as a tensor; an empty one for a dtype, of columns where no field may be empty."""
    if isinstance(value, dtypes.DType):
        if not is_csv_dtype(value):
            raise ValueError(f"CsvDataset: no column can be of dtype {value.name}")
        return array_module.constant([], value)
    return csv_default(value)


@export("data.experimental.CsvDataset", v1="")
class CsvDatasetV2(DatasetSource):
    """The records of CSV files, with a scalar for each column (tf.data.experimental.CsvDataset).

    Args:
      filenames: a path, or several.
      record_defaults: for each column that is wanted its default value, or its dtype (float32, float64, int32, int64 or
        string) where each record must have a value.
      compression_type: "GZIP", "ZLIB", or None.
      buffer_size: how many bytes are read ahead; 4 MB by default.
      header: whether the first line of each file is passed over.
      field_delim: what stands between fields.
      use_quote_delim: whether fields may stand in double quotes.
      na_value: what stands for an empty field, too.
      select_cols: the columns that are wanted, in rising order.
      exclude_cols: the columns that are not wanted, in rising order.

    Raises:
      ValueError: there is no such column's dtype.
      tf.errors.InvalidArgumentError: both `select_cols` and `exclude_cols` are given.
      tf.errors.InvalidArgumentError: while it is read: a field is no such value, or missing.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.csv")
    >>> tf.io.write_file(path, "x,name\\n1.5,one\\n,two\\n")
    >>> records = tf.data.experimental.CsvDataset(path, [0.0, tf.string], header=True)
    >>> [(float(x), name.numpy()) for x, name in records]
    [(1.5, b'one'), (0.0, b'two')]
    """

    def __init__(
        self,
        filenames: TensorLike | Dataset | os.PathLike[str],
        record_defaults: Sequence[Any],
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[int] | None = None,
        exclude_cols: Sequence[int] | None = None,
    ) -> None:
        if select_cols is not None and exclude_cols is not None:
            raise InvalidArgumentError(None, None, "Either select_cols or exclude_cols should be empty")
        defaults = [_column_default(value) for value in record_defaults]
        convert = convert_to_tensor
        spec = tuple(TensorSpec([], default.dtype) for default in defaults)
        variant = _core.op("CSVDatasetV2")(
            names_of_files(filenames),
            text(compression_type),
            number(buffer_size, _BUFFER),
            convert(header, dtypes.bool),
            text(field_delim),
            convert(use_quote_delim, dtypes.bool),
            text(na_value),
            convert([] if select_cols is None else select_cols, dtypes.int64),
            defaults,
            convert([] if exclude_cols is None else exclude_cols, dtypes.int64),
            output_types=[default.dtype for default in defaults],
            output_shapes=[[] for _ in defaults],
        )
        super().__init__(variant, spec)


# ---- what files tell of themselves ----


def _rows(
    paths: list[str], delimiter: str, quotes: bool, compression: TensorLike | None, encoding: str
) -> Iterator[Iterator[list[str]]]:
    """Gives an iterator of rows for each file."""
    import gzip
    import io
    import zlib

    for path in paths:
        with GFile(path, "rb") as file:
            data = file.read()
        if compression == "GZIP":
            data = gzip.decompress(data)
        elif compression == "ZLIB":
            data = zlib.decompress(data)
        lines = io.StringIO(data.decode(encoding), newline="")
        yield csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE)


def _same_header(files: list[Any]) -> list[str]:
    """Returns the first line of all files, which must be the same."""
    names: list[str] | None = None
    for rows in files:
        first = next(rows, None)
        if first is None:
            raise ValueError("Cannot read the column names: a file is empty.")
        if names is not None and first != names:
            raise ValueError("Files have different column names in the header row.")
        names = first
    if names is None:
        raise ValueError("Received no files to read the column names of.")
    return names


def _kind(field: str, na_value: str, known: DType | None) -> Any:
    """Returns the narrowest dtype that holds the field and what was seen before in its column; None where nothing was."""
    if not field or field == na_value:
        return known
    order = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.string)
    for dtype in order[0 if known is None else order.index(known) :]:
        if _holds(dtype, field):
            return dtype
    return dtypes.string


def _holds(dtype: DType, field: str) -> bool:
    if dtype == dtypes.string:
        return True
    try:
        if dtype in (dtypes.int32, dtypes.int64):
            return -(2 ** (dtype.size * 8 - 1)) <= int(field) < 2 ** (dtype.size * 8 - 1)
        # Only the upper bound counts: -inf is a float32, inf and nan are neither kind of float and stay text.
        return float(field) < _FIRST_BEYOND[dtype.name]
    except ValueError:
        return False


# What rounds to infinity. float64 itself has nothing between its largest number and that.
_FIRST_BEYOND = {"float32": 3.4028235677973366e38, "float64": float("inf")}


def _inferred(files: list[Any], columns: list[int], na_value: str, most: int | None, header: bool) -> list[Any]:
    """Returns an empty default of the dtype that fits the first records of each column."""
    kinds: list[Any] = [None] * len(columns)
    seen = 0
    for rows in files:
        if header:
            next(rows, None)
        for row in rows:
            if most is not None and seen >= most:
                break
            seen += 1
            for place, column in enumerate(columns):
                if column >= len(row):
                    raise ValueError("Problem inferring types: CSV row has different number of fields than expected.")
                kinds[place] = _kind(row[column], na_value, kinds[place])
    constant = array_module.constant
    # A column in which a field may be missing has a value in its place.
    return [constant([_NOTHING[kind.name if kind else "string"]], kind or dtypes.string) for kind in kinds]


_NOTHING: dict[str, Any] = {"int32": 0, "int64": 0, "float32": 0.0, "float64": 0.0, "string": ""}


def _places(selected: Iterable[Any], names: list[str]) -> list[int]:
    """Columns by number or name as rising numbers."""
    if not selected:
        raise ValueError("`select_columns` must not be empty.")
    places = []
    for column in selected:
        if isinstance(column, str):
            if column not in names:
                raise ValueError(f"Value for column {column!r} not found in the column names {names}.")
            column = names.index(column)
        elif not 0 <= column < len(names):
            raise ValueError(f"`select_columns` must be between 0 and {len(names) - 1}, got {column}.")
        places.append(column)
    if len(set(places)) != len(places):
        raise ValueError("`select_columns` contains duplicate columns")
    return sorted(places)


@export("data.experimental.make_csv_dataset", v1="")
def make_csv_dataset(
    file_pattern: str | os.PathLike[str] | Sequence[Any],
    batch_size: int,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: int | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: TensorLike | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    """Batches of the records of CSV files, as dictionaries of columns (tf.data.experimental.make_csv_dataset).

    Args:
      file_pattern: paths or patterns of paths.
      batch_size: the number of records in each batch.
      column_names: the names of all columns; those of the first line by default.
      column_defaults: a default value or a dtype for each wanted column; by default, they follow from the first records.
      label_name: the column that becomes the second part of each element.
      select_columns: the numbers or names of the columns that are wanted.
      field_delim: what stands between fields.
      use_quote_delim: whether fields may stand in double quotes.
      na_value: what stands for an empty field, too.
      header: whether each file begins with a line of names.
      num_epochs: how often the files are gone through; None for without end.
      shuffle: whether files and records are shuffled.
      shuffle_buffer_size: among how many records.
      shuffle_seed: for the shuffle.
      prefetch_buffer_size: how many batches are read ahead.
      num_parallel_reads: how many files are read at a time; 1 by default.
      sloppy: whether the order may differ from run to run, where it is quicker.
      num_rows_for_inference: how many records tell the dtypes; None for all.
      compression_type: "GZIP", "ZLIB", or None.
      ignore_errors: whether records that cannot be read are passed over.
      encoding: of the first lines.

    Returns:
      A data set of OrderedDicts, or pairs of one and the label.

    Raises:
      ValueError: no file fits; names are missing, or differ from file to file; there is no such column.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.csv")
    >>> tf.io.write_file(path, "x,y\\n1,2.5\\n3,4.5\\n")
    >>> batches = tf.data.experimental.make_csv_dataset(path, 2, label_name="y", num_epochs=1, shuffle=False)
    >>> [(features["x"].numpy().tolist(), label.numpy().tolist()) for features, label in batches]
    [([1, 3], [2.5, 4.5])]
    """
    paths = _matching(file_pattern)

    def files() -> list[Any]:
        return list(_rows(paths, field_delim, use_quote_delim, compression_type, encoding))

    if column_names is None:
        if not header:
            raise ValueError("Expected `column_names` or `header` to be set.")
        column_names = _same_header(files())
    names = list(column_names)
    if len(set(names)) != len(names):
        raise ValueError("Cannot have duplicate column names.")
    places = list(range(len(names))) if select_columns is None else _places(select_columns, names)
    if column_defaults is None:
        defaults = _inferred(files(), places, na_value, num_rows_for_inference, header)
    else:
        defaults = [_column_default(value) for value in column_defaults]
    if select_columns is not None and len(defaults) != len(places):
        raise ValueError("Number of columns selected is not equal to number of column defaults.")
    if select_columns is not None:
        names = [names[place] for place in places]
    if label_name is not None and label_name not in names:
        raise ValueError("`label_name` provided must be one of the columns.")

    def read(path: Tensor) -> Dataset:
        dataset: Any = CsvDatasetV2(
            path,
            record_defaults=defaults,
            select_cols=None if select_columns is None else places,
            field_delim=field_delim,
            use_quote_delim=use_quote_delim,
            na_value=na_value,
            header=header,
            compression_type=compression_type,
        )
        return dataset.ignore_errors() if ignore_errors else dataset

    def named(*columns: Tensor) -> Any:
        features = OrderedDict(zip(names, columns, strict=False))
        if label_name is None:
            return features
        label = features.pop(label_name)
        return features, label

    dataset = Dataset.from_tensor_slices(paths)
    if shuffle:
        dataset = dataset.shuffle(len(paths), shuffle_seed)
    if num_parallel_reads and num_parallel_reads > 1:
        dataset = dataset.interleave(
            read, num_parallel_reads, 1, num_parallel_calls=num_parallel_reads, deterministic=not sloppy
        )
    else:
        dataset = dataset.flat_map(read)
    if num_epochs != 1 and shuffle:
        dataset = dataset.shuffle(shuffle_buffer_size, shuffle_seed).repeat(num_epochs)
    elif shuffle:
        dataset = dataset.shuffle(shuffle_buffer_size, shuffle_seed)
    elif num_epochs != 1:
        dataset = dataset.repeat(num_epochs)
    # What goes on without end has full batches only.
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(named)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def _matching(pattern: Any) -> list[str]:
    """Returns the sorted paths that fit. Raises ValueError where none does."""
    patterns = [pattern] if isinstance(pattern, (str, bytes)) or hasattr(pattern, "__fspath__") else list(pattern)
    if not patterns:
        raise ValueError("File pattern is empty.")
    found = sorted({path for one in patterns for path in glob(one)})
    if not found:
        raise ValueError("No files match the given file patterns.")
    return found
