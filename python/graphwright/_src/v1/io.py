"""tf.compat.v1.io: parsing and serializing with version 1's order of arguments, and records of files without data sets."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.sparse import messages
from graphwright._src.data.files import TFRecordDatasetV2
from graphwright._src.graph.scopes import eager_mode, name_scope_v1
from graphwright._src.ops.files import TFRecordOptions, matching_files
from graphwright._src.ops.gfile import stat
from graphwright._src.ops.quantization import quantize
from graphwright._src.ops.random import stateless_categorical
from graphwright._src.session.collections import GraphKeys
from graphwright._src.tensor import dtypes
from graphwright._src.text import parsing, strings
from graphwright._src.v1.renamed import either, needed
from graphwright._src.v1.variables import VariableV1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
    from graphwright._src.state.variable import Variable
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike


@export("compat.v1.decode_raw", "compat.v1.io.decode_raw")
def decode_raw(
    input_bytes: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: TensorLike | None = None,
) -> Tensor:
    """Returns the bytes of strings as elements of another dtype (tf.compat.v1.decode_raw): `tf.io.decode_raw`.

    `bytes` is another name of `input_bytes`.

    >>> import graphwright as tf
    >>> tf.compat.v1.decode_raw(bytes="12", out_type=tf.uint8).numpy()
    array([49, 50], dtype=uint8)
    """
    given = needed("decode_raw", "input_bytes", either("input_bytes", input_bytes, "bytes", bytes))
    if out_type is None:
        raise ValueError("decode_raw_v1() missing 1 positional argument: 'out_type'")
    return strings.decode_raw(given, out_type, little_endian, None, name)


@export("compat.v1.parse_example", "compat.v1.io.parse_example")
def parse_example(
    serialized: TensorLike,
    features: Mapping[str, Any],
    name: str | None = None,
    example_names: TensorLike | None = None,
) -> dict[str, Any]:
    """Parses serialized examples (tf.compat.v1.parse_example): `tf.io.parse_example` with `name` before `example_names`."""
    return parsing.parse_example(serialized, features, example_names, name)


@export("compat.v1.parse_single_example", "compat.v1.io.parse_single_example")
def parse_single_example(
    serialized: TensorLike,
    features: Mapping[str, Any],
    name: str | None = None,
    example_names: TensorLike | None = None,
) -> dict[str, Any]:
    """Parses one serialized example (tf.compat.v1.parse_single_example), see `tf.io.parse_single_example`.

    `name` comes before `example_names`.
    """
    return parsing.parse_single_example(serialized, features, example_names, name)


@export("compat.v1.serialize_sparse", "compat.v1.io.serialize_sparse")
def serialize_sparse(sp_input: SparseTensor, name: str | None = None, out_type: DTypeLike = dtypes.string) -> Tensor:
    """Returns a sparse tensor as three strings (tf.compat.v1.serialize_sparse), see `tf.io.serialize_sparse`.

    `name` comes before `out_type`.
    """
    return messages.serialize_sparse(sp_input, out_type, name)


@export("compat.v1.serialize_many_sparse", "compat.v1.io.serialize_many_sparse")
def serialize_many_sparse(
    sp_input: SparseTensor, name: str | None = None, out_type: DTypeLike = dtypes.string
) -> Tensor:
    """Returns the rows of a sparse tensor as strings (tf.compat.v1.serialize_many_sparse), see `tf.io.serialize_many_sparse`.

    `name` comes before `out_type`.
    """
    return messages.serialize_many_sparse(sp_input, out_type, name)


@export("compat.v1.reduce_join", "compat.v1.strings.reduce_join")
def reduce_join(
    inputs: TensorLike,
    axis: AxisLike | None = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: AxisLike | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Returns the strings along some axes, joined (tf.compat.v1.reduce_join); see `tf.strings.reduce_join`.

    `keep_dims` is another name of `keepdims`, `reduction_indices` of `axis`.

    >>> import graphwright as tf
    >>> tf.compat.v1.reduce_join([["a", "b"], ["c", "d"]], reduction_indices=0).numpy()
    array([b'ac', b'bd'], dtype=object)
    """
    keepdims = either("keepdims", keepdims, "keep_dims", keep_dims)
    axis = either("axis", axis, "reduction_indices", reduction_indices)
    return strings.reduce_join(inputs, axis, bool(keepdims), separator, name)


@export("io.match_filenames_once", v1="io.match_filenames_once train.match_filenames_once")
def match_filenames_once(pattern: TensorLike, name: str | None = None) -> Variable:
    """Returns a local variable of the names of files that fit a pattern when it is initialised (tf.io.match_filenames_once).

    Args:
      pattern: a pattern or a list of them, as of `tf.io.matching_files`.
      name: of the variable.
    """
    with name_scope_v1(name, "matching_filenames", [pattern]) as scope:
        return VariableV1(
            initial_value=matching_files(pattern),
            trainable=False,
            validate_shape=False,
            name=scope,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )


@export("compat.v1.io.TFRecordCompressionType", "compat.v1.python_io.TFRecordCompressionType")
class TFRecordCompressionType:
    """The ways to compress files of records (tf.compat.v1.io.TFRecordCompressionType)."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


@export("compat.v1.io.tf_record_iterator", "compat.v1.python_io.tf_record_iterator")
def tf_record_iterator(path: str, options: TFRecordOptions | str | None = None) -> Iterator[bytes]:
    """Returns the records of a file, one after another (tf.compat.v1.io.tf_record_iterator).

    Args:
      path: of the file.
      options: a `tf.io.TFRecordOptions`, or a member of `tf.compat.v1.io.TFRecordCompressionType`, with which it was written.

    Raises:
      NotFoundError: there is no such file.
      DataLossError: a record is damaged.

    >>> import os
    >>> import tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     writer.write(b"one")
    ...     writer.write(b"two")
    >>> list(tf.compat.v1.io.tf_record_iterator(path))
    [b'one', b'two']
    """
    kind = TFRecordOptions.get_compression_type_string(options)
    stat(path)  # a file that is missing is told of here, not with the first record
    with eager_mode():
        return _records(iter(TFRecordDatasetV2(path, kind)))


def _records(iterator: Iterator[Any]) -> Iterator[bytes]:
    while True:
        with eager_mode():  # also where graphs are built: that somebody asks for a record does not add to them
            record = next(iterator, None)
        if record is None:
            return
        yield record.numpy()


@export("compat.v1.random.stateless_multinomial")
def stateless_multinomial(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: TensorLike,
    output_dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Draws classes for a seed (tf.compat.v1.random.stateless_multinomial): `tf.random.stateless_categorical`."""
    return stateless_categorical(logits, num_samples, seed, output_dtype, name)


@export("compat.v1.quantize_v2")
def quantize_v2(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> Any:
    """Numbers as integers of a range (tf.compat.v1.quantize_v2), see `tf.quantization.quantize`.

    `name` comes before `round_mode`.
    """
    return quantize(input, min_range, max_range, T, mode, round_mode, name, narrow_range, axis, ensure_minimum_range)


@export("compat.v1.sparse_matmul")
def sparse_matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Returns the product of two matrices, many of whose elements may be zero (tf.compat.v1.sparse_matmul).

    Args:
      a: a float32 or bfloat16 matrix.
      b: another one.
      transpose_a, transpose_b: whether it is transposed first.
      a_is_sparse, b_is_sparse: hints, without an effect on the result.
      name: of the op.
    """
    return _core.op("SparseMatMul")(
        a,
        b,
        transpose_a=transpose_a,
        transpose_b=transpose_b,
        a_is_sparse=a_is_sparse,
        b_is_sparse=b_is_sparse,
        name=name,
    )
