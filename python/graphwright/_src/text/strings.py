"""tf.strings: text in tensors - joining, splitting, searching, encodings, numbers - and tf.io's conversions of bytes."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike

_join = _core.op("StringJoin")
_length = _core.op("StringLength")
_substr = _core.op("Substr")
_reduce_join = _core.op("ReduceJoin")


def _ragged(values: TensorLike, row_ids: TensorLike, rows: TensorLike) -> Any:
    return RaggedTensor.from_value_rowids(values, row_ids, nrows=rows, validate=False)


def _as_ragged(strings: Any) -> Any:
    """Returns a string tensor of two axes or more as a ragged tensor of a vector of strings."""
    from graphwright._src.composite.ragged.axes import split_dense

    return split_dense(strings, strings.shape.rank - 1, dtypes.int64)


@export("strings.join", v1="strings.join string_join")
def join(inputs: Iterable[Any], separator: str = "", name: str | None = None) -> Any:
    """Returns the strings of several tensors at each position, one behind the other (tf.strings.join).

    Args:
      inputs: a list of string tensors of one shape; scalars go with every position.
      separator: goes between them.
      name: of the operation.

    Raises:
      InvalidArgumentError: the shapes differ.

    >>> import graphwright as tf
    >>> tf.strings.join([["a", "b"], "c"], separator="-").numpy()
    array([b'a-c', b'b-c'], dtype=object)
    """
    return _join([_core.convert_to_tensor(x, dtypes.string) for x in inputs], separator=separator, name=name)


@export("strings.length", elementwise="unary", v1="")
def length(input: TensorLike, unit: str = "BYTE", name: str | None = None) -> Any:  # noqa: A002
    """Returns how long each string is, int32 (tf.strings.length).

    Args:
      input: a string tensor.
      unit: "BYTE" or "UTF8_CHAR".
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.length(["Hi", "가나"], unit="UTF8_CHAR").numpy()
    array([2, 2], dtype=int32)
    """
    return _length(input, unit=unit, name=name)


@export("strings.upper", elementwise="unary")
def upper(input: TensorLike, encoding: str = "", name: str | None = None) -> Any:  # noqa: A002
    """Strings in upper case (tf.strings.upper).

    Args:
      input: a string tensor.
      encoding: "" changes ASCII letters only, "utf-8" all letters.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.upper("abc").numpy()
    b'ABC'
    """
    return _core.op("StringUpper")(input, encoding=encoding, name=name)


@export("strings.lower", elementwise="unary")
def lower(input: TensorLike, encoding: str = "", name: str | None = None) -> Any:  # noqa: A002
    """Strings in lower case (tf.strings.lower).

    Args:
      input: a string tensor.
      encoding: "" changes ASCII letters only, "utf-8" all letters.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.lower("ABC").numpy()
    b'abc'
    """
    return _core.op("StringLower")(input, encoding=encoding, name=name)


@export("strings.strip", elementwise="unary", v1="strings.strip string_strip")
def strip(input: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """Strings without white space at both ends (tf.strings.strip).

    >>> import graphwright as tf
    >>> tf.strings.strip(["  a b\\n"]).numpy()
    array([b'a b'], dtype=object)
    """
    return _core.op("StringStrip")(input, name=name)


@export("strings.substr", elementwise="unary", v1="")
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, unit: str = "BYTE", name: str | None = None) -> Any:  # noqa: A002
    """Parts of strings (tf.strings.substr).

    Args:
      input: a string tensor.
      pos: where each part begins, from the end where negative; broadcasts with `input`.
      len: how long it is at most, all the rest where negative; of the shape of `pos`.
      unit: "BYTE" or "UTF8_CHAR".
      name: of the operation.

    Raises:
      InvalidArgumentError: a position is outside of its string.

    >>> import graphwright as tf
    >>> tf.strings.substr(["hello", "world"], 1, 3).numpy()
    array([b'ell', b'orl'], dtype=object)
    """
    return _substr(input, pos, len, unit=unit, name=name)


def _split_vector(op: Callable[..., Any], input: TensorLike, any_rank: bool = False) -> Any:  # noqa: A002
    """Splits each string of a tensor: a vector for a scalar, else a ragged tensor; with `any_rank` an unknown one is 1."""
    if isinstance(input, RaggedTensor):
        return input.with_flat_values(_split_vector(op, input.flat_values))
    input = _core.convert_to_tensor(input, dtypes.string)  # noqa: A001
    rank = input.shape.rank
    if rank == 0:
        return op(_core.op("Reshape")(input, [1]))[1]
    if rank is None and not any_rank:
        raise ValueError("input must have a known rank.")
    if rank is not None and rank > 1:
        return _split_vector(op, _as_ragged(input))
    indices, values, shape = op(input)
    return _ragged(values, indices[:, 0], shape[0])


@export("strings.split", v1="")
def split(input: TensorLike, sep: str | None = None, maxsplit: int = -1, name: str | None = None) -> Any:  # noqa: A002
    """Returns the parts of strings between separators (tf.strings.split).

    Args:
      input: a string tensor.
      sep: the separator; white space where it is None or "".
      maxsplit: how often to split at most; -1 for no limit.
      name: of the operation.

    Returns:
      For a scalar a vector of its parts, else a `tf.RaggedTensor`.

    >>> import graphwright as tf
    >>> tf.strings.split("a b  c").numpy()
    array([b'a', b'b', b'c'], dtype=object)
    """
    op = _core.op("StringSplitV2")
    return _split_vector(
        lambda x: op(x, "" if sep is None else sep, maxsplit=maxsplit, name=name), input, any_rank=True
    )


@export("strings.bytes_split")
def bytes_split(input: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """Returns the single bytes of strings (tf.strings.bytes_split).

    Args:
      input: a string tensor.
      name: of the operation.

    Returns:
      For a scalar a vector, else a `tf.RaggedTensor`.

    >>> import graphwright as tf
    >>> tf.strings.bytes_split("abc").numpy()
    array([b'a', b'b', b'c'], dtype=object)
    """
    op = _core.op("StringSplit")
    return _split_vector(lambda x: op(x, "", skip_empty=False, name=name), input)


def _is_text(value: object) -> bool:
    return isinstance(value, (str, bytes))


@export("strings.regex_replace", elementwise="unary", v1="strings.regex_replace regex_replace")
def regex_replace(
    input: TensorLike,
    pattern: TensorLike,
    rewrite: TensorLike,
    replace_global: bool = True,
    name: str | None = None,  # noqa: A002
) -> Any:
    r"""Strings with matches of a regular expression replaced (tf.strings.regex_replace).

    Args:
      input: a string tensor.
      pattern: a regular expression in RE2's syntax.
      rewrite: what takes the place of a match; \1 to \9 are its groups, \0 is all of it.
      replace_global: whether to replace all matches or the first one.
      name: of the operation.

    Raises:
      InvalidArgumentError: the pattern is no regular expression.

    >>> import graphwright as tf
    >>> tf.strings.regex_replace("text 12 and 3", r"(\d+)", r"<\1>").numpy()
    b'text <12> and <3>'
    """
    if _is_text(pattern) and _is_text(rewrite):
        return _core.op("StaticRegexReplace")(
            input, pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name
        )
    return _core.op("RegexReplace")(input, pattern, rewrite, replace_global=replace_global, name=name)


@export("strings.regex_full_match", elementwise="unary")
def regex_full_match(input: TensorLike, pattern: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """Tells whether the whole of each string matches a regular expression (tf.strings.regex_full_match).

    Args:
      input: a string tensor.
      pattern: a regular expression in RE2's syntax.
      name: of the operation.

    Raises:
      InvalidArgumentError: the pattern is no regular expression.

    >>> import graphwright as tf
    >>> tf.strings.regex_full_match(["TF lib", "lib TF"], ".*lib$").numpy()
    array([ True, False])
    """
    if _is_text(pattern):
        return _core.op("StaticRegexFullMatch")(input, pattern=pattern, name=name)
    return _core.op("RegexFullMatch")(input, pattern, name=name)


@export("strings.as_string", "as_string", elementwise="unary", v1="strings.as_string as_string dtypes.as_string")
def as_string(
    input: TensorLike,  # noqa: A002
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Any:
    """Elements as text (tf.strings.as_string).

    Args:
      input: a tensor of numbers, truth values or strings.
      precision: digits behind the point, for floating-point numbers; 6 by default.
      scientific: whether to write exponents.
      shortest: whether to write exponents where that is shorter.
      width: the least length; shorter text is filled up on the left.
      fill: with what: " ", "0", "+" for signs, "-" to fill up on the right.
      name: of the operation.

    Raises:
      InvalidArgumentError: these do not go together.

    >>> import graphwright as tf
    >>> tf.strings.as_string([3.14159, 2.0], precision=2).numpy()
    array([b'3.14', b'2.00'], dtype=object)
    """
    op = _core.op("AsString")
    return op(input, precision=precision, scientific=scientific, shortest=shortest, width=width, fill=fill, name=name)


@export("strings.to_number", elementwise="unary", v1="")
def to_number(input: TensorLike, out_type: DTypeLike = dtypes.float32, name: str | None = None) -> Any:  # noqa: A002
    """Strings read as numbers (tf.strings.to_number).

    Args:
      input: a string tensor.
      out_type: float32, float64, int32, int64, uint32 or uint64.
      name: of the operation.

    Raises:
      InvalidArgumentError: a string is no such number.

    >>> import graphwright as tf
    >>> tf.strings.to_number(["1.5", " 2 "]).numpy()
    array([1.5, 2. ], dtype=float32)
    """
    return _core.op("StringToNumber")(input, out_type=dtypes.as_dtype(out_type or dtypes.float32), name=name)


@export("strings.to_hash_bucket", elementwise="unary", v1="")
def to_hash_bucket(input: TensorLike, num_buckets: int, name: str | None = None) -> Any:  # noqa: A002
    """Returns a number from 0 to num_buckets - 1 for each string, int64 (tf.strings.to_hash_bucket).

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket(["a", "b"], 1000).numpy()
    array([868, 370])
    """
    return _core.op("StringToHashBucket")(input, num_buckets=num_buckets, name=name)


@export("strings.to_hash_bucket_fast", elementwise="unary", v1="strings.to_hash_bucket_fast string_to_hash_bucket_fast")
def to_hash_bucket_fast(input: TensorLike, num_buckets: int, name: str | None = None) -> Any:  # noqa: A002
    """Returns a number from 0 to num_buckets - 1 for each string, int64; fast to compute (tf.strings.to_hash_bucket_fast).

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket_fast(["Hello", "TensorFlow", "2.x"], 3).numpy()
    array([0, 2, 2])
    """
    return _core.op("StringToHashBucketFast")(input, num_buckets=num_buckets, name=name)


@export(
    "strings.to_hash_bucket_strong",
    elementwise="unary",
    v1="strings.to_hash_bucket_strong string_to_hash_bucket_strong",
)
def to_hash_bucket_strong(input: TensorLike, num_buckets: int, key: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """Returns a number from 0 to num_buckets - 1 for each string, int64, that nobody can foresee who does not know the key.

    Args:
      input: a string tensor.
      num_buckets: how many numbers there are.
      key: two ints.
      name: of the operation.

    TensorFlow symbol: tf.strings.to_hash_bucket_strong.

    >>> import graphwright as tf
    >>> tf.strings.to_hash_bucket_strong(["Hello", "TF"], 3, [1, 2]).numpy()
    array([2, 0])
    """
    return _core.op("StringToHashBucketStrong")(input, num_buckets=num_buckets, key=key, name=name)


@export("strings.reduce_join", v1="")
def reduce_join(
    inputs: TensorLike,
    axis: AxisLike | None = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Any:
    """Returns the strings along some axes, joined (tf.strings.reduce_join).

    Args:
      inputs: a string tensor.
      axis: an int or a list of ints; all axes by default. The first one named runs fastest.
      keepdims: whether those axes stay, with size 1.
      separator: goes between the strings.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.reduce_join([["abc", "123"], ["def", "456"]], axis=-1, separator=" ").numpy()
    array([b'abc 123', b'def 456'], dtype=object)
    """
    inputs = _core.convert_to_tensor(inputs, dtypes.string)
    if axis is None:
        rank = inputs.shape.rank
        if rank is None:
            axis = _core.op("Range")(_core.op("Sub")(_core.op("Rank")(inputs), 1), -1, -1)
        else:
            axis = _core.convert_to_tensor(list(reversed(range(rank))), dtypes.int32)
    return _reduce_join(inputs, axis, keep_dims=keepdims, separator=separator, name=name)


@export("strings.unsorted_segment_join")
def unsorted_segment_join(
    inputs: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, separator: str = "", name: str | None = None
) -> Tensor:
    """For each segment the strings with its number, joined in their order (tf.strings.unsorted_segment_join).

    Args:
      inputs: a string tensor.
      segment_ids: an integer tensor whose shape is a prefix of that of `inputs`.
      num_segments: how many segments there are.
      separator: goes between the strings.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.unsorted_segment_join(["a", "b", "c"], [0, 1, 0], 2, separator=":").numpy()
    array([b'a:c', b'b'], dtype=object)
    """
    return _core.op("UnsortedSegmentJoin")(inputs, segment_ids, num_segments, separator=separator, name=name)


# ---- Unicode ----


def _decode(input: TensorLike, offsets: bool, **attrs: Any) -> Any:  # noqa: A002
    ragged = RaggedTensor
    if isinstance(input, ragged):
        return [input.with_flat_values(part) for part in _decode(input.flat_values, offsets, **attrs)]
    input = _core.convert_to_tensor(input, dtypes.string)  # noqa: A001
    rank = input.shape.rank
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    op = _core.op("UnicodeDecodeWithOffsets" if offsets else "UnicodeDecode")
    if rank == 0:
        return op(_core.op("Reshape")(input, [1]), **attrs)[1:]
    if rank > 1:
        return _decode(_as_ragged(input), offsets, **attrs)
    splits, *parts = op(input, **attrs)
    return [ragged.from_row_splits(part, splits, validate=False) for part in parts]


def _characters(values: Any, encoding: str) -> Any:
    """Returns each character as a string of its own; keeps the structure of a ragged tensor."""
    if hasattr(values, "with_flat_values"):
        return values.with_flat_values(_characters(values.flat_values, encoding))
    count = _core.op("Size")(values)
    splits = _core.op("Range")(0, _core.op("AddV2")(count, 1), 1)
    return _core.op("UnicodeEncode")(values, splits, output_encoding=encoding, errors="replace")


@export("strings.unicode_decode")
def unicode_decode(
    input: TensorLike,  # noqa: A002
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """Returns the characters of strings as numbers (tf.strings.unicode_decode).

    Args:
      input: a string tensor.
      input_encoding: "UTF-8", "UTF-16-BE", "UTF-16-LE", "UTF-32-BE", "UTF-32-LE", "US-ASCII" or "ISO-8859-1".
      errors: what to do about bytes that are no characters: "replace", "ignore" or "strict".
      replacement_char: what takes their place.
      replace_control_characters: whether it takes the place of control characters, too.
      name: of the operation.

    Returns:
      For a scalar an int32 vector, else a `tf.RaggedTensor`.

    >>> import graphwright as tf
    >>> tf.strings.unicode_decode("한a", "UTF-8").numpy()
    array([54620,    97], dtype=int32)
    """
    return _decode(
        input,
        False,
        input_encoding=input_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
        name=name,
    )[0]


@export("strings.unicode_decode_with_offsets")
def unicode_decode_with_offsets(
    input: TensorLike,  # noqa: A002
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """As `tf.strings.unicode_decode`, with the byte at which each character begins (int64) as a second result.

    TensorFlow symbol: tf.strings.unicode_decode_with_offsets.

    >>> import graphwright as tf
    >>> tf.strings.unicode_decode_with_offsets("한a", "UTF-8")[1].numpy()
    array([0, 3])
    """
    return tuple(
        _decode(
            input,
            True,
            input_encoding=input_encoding,
            errors=errors,
            replacement_char=replacement_char,
            replace_control_characters=replace_control_characters,
            name=name,
        )
    )


@export("strings.unicode_split")
def unicode_split(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,  # noqa: A002
) -> Any:
    """Returns the characters of strings, each as a string (tf.strings.unicode_split).

    Args:
      input: a string tensor.
      input_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
      errors: what to do about bytes that are no characters: "replace", "ignore" or "strict".
      replacement_char: what takes their place.
      name: of the operation.

    Returns:
      For a scalar a string vector, else a `tf.RaggedTensor`.

    >>> import graphwright as tf
    >>> [c.decode() for c in tf.strings.unicode_split("한a", "UTF-8").numpy()]
    ['한', 'a']
    """
    values = unicode_decode(input, input_encoding, errors, replacement_char, name=name)
    return _characters(values, input_encoding)


@export("strings.unicode_split_with_offsets")
def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,  # noqa: A002
) -> tuple[Any, Any]:
    """As `tf.strings.unicode_split`, with the byte at which each character begins (int64) as a second result.

    TensorFlow symbol: tf.strings.unicode_split_with_offsets.

    >>> import graphwright as tf
    >>> tf.strings.unicode_split_with_offsets("한a", "UTF-8")[1].numpy()
    array([0, 3])
    """
    values, offsets = unicode_decode_with_offsets(input, input_encoding, errors, replacement_char, name=name)
    return _characters(values, input_encoding), offsets


@export("strings.unicode_encode")
def unicode_encode(
    input: TensorLike,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,  # noqa: A002
) -> Any:
    """Strings made of characters given as numbers (tf.strings.unicode_encode).

    Args:
      input: an int32 tensor or `tf.RaggedTensor`; its last axis runs through the characters of a string.
      output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
      errors: what to do about numbers that are no characters: "replace", "ignore" or "strict".
      replacement_char: what takes their place.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.unicode_encode([54620, 97], "UTF-8").numpy().decode()
    '한a'
    """
    encode = _core.op("UnicodeEncode")
    attrs = {"output_encoding": output_encoding, "errors": errors, "replacement_char": replacement_char, "name": name}
    if hasattr(input, "row_splits"):
        rows: Any = input
        if rows.flat_values.shape.rank != 1 or hasattr(rows.values, "row_splits"):
            return rows.with_values(unicode_encode(rows.values, output_encoding, errors, replacement_char, name))
        return encode(rows.values, rows.row_splits, **attrs)
    input = _core.convert_to_tensor(input, None, dtypes.int32)  # noqa: A001
    shape = input.shape
    if shape.rank is None:
        raise ValueError("Rank of input_tensor must be statically known.")
    if shape.rank == 0:
        raise ValueError("input_tensor's rank must be at least 1.")
    extents = _core.op("Shape")(input)
    width = extents[-1]
    front = extents[: shape.rank - 1]
    rows = _core.op("Prod")(front, [0])
    splits = _core.op("Mul")(_core.op("Range")(0, _core.op("AddV2")(rows, 1), 1), width)
    encoded = encode(_core.op("Reshape")(input, [-1]), splits, **attrs)
    return _core.op("Reshape")(encoded, front)


@export("strings.unicode_transcode", elementwise="unary")
def unicode_transcode(
    input: TensorLike,  # noqa: A002
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """Strings in another encoding (tf.strings.unicode_transcode).

    Args:
      input: a string tensor.
      input_encoding: "UTF-8", "UTF-16-BE", "UTF-16-LE", "UTF-32-BE", "UTF-32-LE", "US-ASCII" or "ISO-8859-1".
      output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
      errors: what to do about bytes that are no characters: "replace", "ignore" or "strict".
      replacement_char: what takes their place.
      replace_control_characters: whether it takes the place of control characters, too.
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.strings.unicode_transcode("a", "UTF-8", "UTF-16-BE").numpy()
    b'\\x00a'
    """
    return _core.op("UnicodeTranscode")(
        input,
        input_encoding=input_encoding,
        output_encoding=output_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
        name=name,
    )


@export("strings.unicode_script", elementwise="unary")
def unicode_script(input: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """Returns the number of each character's script, as ICU counts them (tf.strings.unicode_script).

    >>> import graphwright as tf
    >>> tf.strings.unicode_script([ord("a"), ord("한"), ord("图")]).numpy()
    array([25, 18, 17], dtype=int32)
    """
    return _core.op("UnicodeScript")(input, name=name)


# ---- bytes ----


@export("io.decode_raw", v1="")
def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Returns the bytes of strings as elements of another dtype, along a new last axis (tf.io.decode_raw).

    Args:
      input_bytes: a string tensor; all strings have one length where `fixed_length` is None.
      out_type: the dtype.
      little_endian: whether the first byte of an element is the lowest one.
      fixed_length: how many bytes to take of each string; zeros stand behind shorter ones.
      name: of the operation.

    Raises:
      InvalidArgumentError: the lengths differ, or are no multiple of the size of an element.

    >>> import graphwright as tf
    >>> tf.io.decode_raw("1234", tf.uint8).numpy()
    array([49, 50, 51, 52], dtype=uint8)
    """
    out_type = dtypes.as_dtype(out_type)
    if fixed_length is not None:
        op = _core.op("DecodePaddedRaw")
        return op(input_bytes, fixed_length, out_type=out_type, little_endian=little_endian, name=name)
    return _core.op("DecodeRaw")(input_bytes, out_type=out_type, little_endian=little_endian, name=name)


@export("io.encode_base64", elementwise="unary", v1="io.encode_base64 encode_base64")
def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Any:  # noqa: A002
    """Strings in base 64, with "-" and "_" as URLs can hold them (tf.io.encode_base64).

    Args:
      input: a string tensor.
      pad: whether to fill up with "=".
      name: of the operation.

    >>> import graphwright as tf
    >>> tf.io.encode_base64("abcd").numpy()
    b'YWJjZA'
    """
    return _core.op("EncodeBase64")(input, pad=pad, name=name)


@export("io.decode_base64", elementwise="unary", v1="io.decode_base64 decode_base64")
def decode_base64(input: TensorLike, name: str | None = None) -> Any:  # noqa: A002
    """Returns what strings in base 64, with "-" and "_", stand for (tf.io.decode_base64).

    Raises:
      InvalidArgumentError: a string is no base 64.

    >>> import graphwright as tf
    >>> tf.io.decode_base64("YWJjZA").numpy()
    b'abcd'
    """
    return _core.op("DecodeBase64")(input, name=name)
