"""tf.compat.v1's functions of numbers, random numbers and strings whose names or arguments differ from those of tf."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.ops import math_binary, math_count, raw_ops
from graphwright._src.ops.array import expand_dims
from graphwright._src.ops.math_binary import floordiv, realdiv
from graphwright._src.ops.random import categorical, poisson
from graphwright._src.ops.script import numpy_function
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import convert_to_tensor
from graphwright._src.text import strings
from graphwright._src.text.strings import length, split, to_hash_bucket, to_number
from graphwright._src.v1.renamed import either, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.indexed_slices import IndexedSlices
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike


@export("compat.v1.floor_div")
def floor_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y rounded down (tf.compat.v1.floor_div); see `tf.math.floordiv`."""
    return floordiv(x, y, name=name)


@export("compat.v1.div", ragged="binary")
def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y as Python 2 divides: integers give integers, rounded down (tf.compat.v1.div).

    >>> import graphwright as tf
    >>> tf.compat.v1.div([7, -7], [2, 2]).numpy()
    array([ 3, -4], dtype=int32)
    """
    x = convert_to_tensor(x)
    y = convert_to_tensor(y, x.dtype.base_dtype)
    if x.dtype.is_floating or x.dtype.is_complex:
        return realdiv(x, y, name=name)
    return floordiv(x, y, name=name)


@export("compat.v1.scalar_mul", "compat.v1.math.scalar_mul")
def scalar_mul(scalar: TensorLike, x: TensorLike | IndexedSlices, name: str | None = None) -> Any:
    """Returns a tensor times a scalar (tf.compat.v1.scalar_mul); see `tf.math.scalar_mul`."""
    return math_binary.scalar_mul(scalar, x, name)


@export("compat.v1.bincount", "compat.v1.math.bincount")
def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
) -> Tensor:
    """Returns how often each integer occurs (tf.compat.v1.bincount); see `tf.math.bincount`."""
    return math_count.bincount(arr, weights, minlength, maxlength, dtype)


@export("compat.v1.confusion_matrix", "compat.v1.math.confusion_matrix")
def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
    weights: TensorLike | None = None,
) -> Tensor:
    """Returns how often each class was taken for each (tf.compat.v1.confusion_matrix): `name` comes before `weights`.

    >>> import graphwright as tf
    >>> tf.compat.v1.confusion_matrix([0, 1, 1], [0, 1, 0]).numpy()
    array([[1, 0],
           [1, 1]], dtype=int32)
    """
    return math_count.confusion_matrix(labels, predictions, num_classes, weights, dtype, name)


@export("compat.v1.multinomial", "compat.v1.random.multinomial")
def multinomial(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: int | None = None,
    name: str | None = None,
    output_dtype: DTypeLike | None = None,
) -> Tensor:
    """Draws classes by their unnormalised log-probabilities (tf.compat.v1.multinomial).

    >>> import graphwright as tf
    >>> tf.compat.v1.multinomial([[0.0, 0.0]], 5).shape
    TensorShape([1, 5])
    """
    return categorical(logits, num_samples, output_dtype or dtypes.int64, seed, name)


@export("compat.v1.random_poisson", "compat.v1.random.poisson")
def random_poisson(
    lam: TensorLike,
    shape: ShapeLike,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Draws from Poisson distributions (tf.compat.v1.random_poisson): the rates come first.

    >>> import graphwright as tf
    >>> tf.compat.v1.random_poisson([1.0, 2.0], [3]).shape
    TensorShape([3, 2])
    """
    return poisson(shape, lam, dtype, seed, name)


@export("compat.v1.substr", "compat.v1.strings.substr")
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """Parts of strings (tf.compat.v1.substr): `tf.strings.substr` with `name` before `unit`.

    >>> import graphwright as tf
    >>> tf.compat.v1.substr(["hello"], 1, 3).numpy()
    array([b'ell'], dtype=object)
    """
    return strings.substr(input, pos, len, unit, name)


@export("compat.v1.strings.length")
def string_length(input: TensorLike, name: str | None = None, unit: str = "BYTE") -> Tensor:
    """Lengths of strings (tf.compat.v1.strings.length): `tf.strings.length` with `name` before `unit`.

    >>> import graphwright as tf
    >>> tf.compat.v1.strings.length(["hello"]).numpy()
    array([5], dtype=int32)
    """
    return length(input, unit, name)


@export("compat.v1.string_to_number", "compat.v1.strings.to_number")
def string_to_number(
    string_tensor: TensorLike | None = None,
    out_type: DTypeLike = dtypes.float32,
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """Numbers that strings write (tf.compat.v1.string_to_number); `input` is another name of `string_tensor`.

    >>> import graphwright as tf
    >>> tf.compat.v1.string_to_number(["1.5"]).numpy()
    array([1.5], dtype=float32)
    """
    given = needed("string_to_number", "string_tensor", either("input", input, "string_tensor", string_tensor))
    return to_number(given, out_type, name)


@export("compat.v1.string_to_hash_bucket", "compat.v1.strings.to_hash_bucket")
def string_to_hash_bucket(
    string_tensor: TensorLike | None = None,
    num_buckets: int | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """Returns the bucket of each string (tf.compat.v1.string_to_hash_bucket); `input` is another name of `string_tensor`."""
    given = needed("string_to_hash_bucket", "string_tensor", either("input", input, "string_tensor", string_tensor))
    return to_hash_bucket(given, needed("string_to_hash_bucket", "num_buckets", num_buckets), name)


@export("compat.v1.strings.split")
def strings_split(
    input: TensorLike | None = None,
    sep: str | None = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: TensorLike | None = None,
    name: str | None = None,
) -> SparseTensor | RaggedTensor:
    """Returns the parts of strings as a sparse or ragged tensor (tf.compat.v1.strings.split).

    Args:
      input: strings, a scalar or vector where the result is sparse; also `source`.
      sep: what stands between parts; white space where None.
      maxsplit: how often a string is parted at most; -1 for no limit.
      result_type: "SparseTensor" or "RaggedTensor".
      source: another name of `input`.
      name: a name for the ops.

    Raises:
      ValueError: `result_type` is something else.

    >>> import graphwright as tf
    >>> tf.compat.v1.strings.split(["a b", "c"]).values.numpy()
    array([b'a', b'b', b'c'], dtype=object)
    """
    input = needed("split", "input", either("input", input, "source", source))
    if not isinstance(input, RaggedTensor):
        input = convert_to_tensor(input, dtypes.string)
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
    if input.shape.rank == 0:
        input = expand_dims(input, 0)
    parts = split(input, sep, maxsplit, name)
    return parts if result_type == "RaggedTensor" else parts.to_sparse()


@export("compat.v1.string_split")
def string_split(
    source: TensorLike,
    sep: TensorLike | None = None,
    skip_empty: bool = True,
    delimiter: TensorLike | None = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> SparseTensor | RaggedTensor:
    """Returns the parts of strings between any of the characters of `sep` (tf.compat.v1.string_split).

    Args:
      source: a vector of strings.
      sep: characters between parts, " " by default; also `delimiter`. Single bytes where it is empty.
      skip_empty: whether empty parts are left out.
      delimiter: another name of `sep`.
      result_type: "SparseTensor" or "RaggedTensor".
      name: a name for the op.

    Raises:
      ValueError: `result_type` is something else.

    >>> import graphwright as tf
    >>> tf.compat.v1.string_split(["a b", "c"]).values.numpy()
    array([b'a', b'b', b'c'], dtype=object)
    """
    sep = either("sep", sep, "delimiter", delimiter)
    if result_type not in ("SparseTensor", "RaggedTensor"):
        raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")
    indices, values, shape = raw_ops.StringSplit(
        input=source, delimiter=" " if sep is None else sep, skip_empty=skip_empty, name=name
    )
    if result_type == "SparseTensor":
        return SparseTensor(indices, values, shape)
    return RaggedTensor.from_value_rowids(values, indices[:, 0], nrows=shape[0], validate=False)


@export("compat.v1.py_func")
def py_func(
    func: Callable[..., Any], inp: Sequence[Any], Tout: Any, stateful: bool = True, name: str | None = None
) -> Any:  # noqa: N803
    """Calls a Python function of arrays (tf.compat.v1.py_func); see `tf.numpy_function`.

    >>> import graphwright as tf
    >>> tf.compat.v1.py_func(lambda x: x + 1, [tf.constant([1, 2])], tf.int32).numpy()
    array([2, 3], dtype=int32)
    """
    return numpy_function(func, inp, Tout, stateful, name)
