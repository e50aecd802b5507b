"""Products of matrices and tensors: tf.matmul, tf.linalg.matvec, tf.tensordot, tf.einsum, tf.linalg.cross."""

from __future__ import annotations

import collections
import heapq
import itertools
import math

from graphwright import _core
from graphwright._src.base.direct import direct
from graphwright._src.base.export import export
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor
from graphwright._src.tensor.tensor import operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, TensorLike

_MANY_OPERANDS = 64  # of einsum: beyond, not every pair is looked at

Tensor = _core.Tensor
EagerTensor = _core.EagerTensor

_convert = _core.convert_to_tensor
_matmul = _core.op("MatMul")
_mixed_matmul = _core.op("SparseMatMul")
_batch_matmul = _core.op("BatchMatMulV2")
_batch_matmul_into = _core.op("BatchMatMulV3")
_conj = _core.op("Conj")
_expand = _core.op("ExpandDims")
_squeeze = _core.op("Squeeze")
_transpose = _core.op("Transpose")
_reshape = _core.op("Reshape")
_shape = _core.op("Shape")
_gather = _core.op("GatherV2")
_prod = _core.op("Prod")
_pack = _core.op("Pack")
_concat = _core.op("ConcatV2")
_einsum = _core.op("Einsum")
_cross = _core.op("Cross")
_range = _core.op("Range")
_rank_of = _core.op("Rank")
_list_diff = _core.op("ListDiff")
_select = _core.op("SelectV2")
_less = _core.op("Less")
_add = _core.op("AddV2")
_sub = _core.op("Sub")


def _two(a: TensorLike, b: TensorLike) -> tuple[Tensor, Tensor]:
    """Returns both as tensors; a value that is not one adapts to the other's dtype."""
    if not isinstance(a, Tensor):
        a = _convert(a, None, b.dtype if isinstance(b, Tensor) else None)
    if not isinstance(b, Tensor):
        b = _convert(b, None, a.dtype)
    return a, b


def _are_mixed(a: Tensor, b: Tensor) -> bool:
    """Tells whether one is of bfloat16 and the other of float32, whose product is of float32."""
    return a.dtype != b.dtype and {a.dtype, b.dtype} == {dtypes.bfloat16, dtypes.float32}


def _conjugate(x: Tensor) -> Tensor:
    """Returns the complex conjugate: x itself where it is real."""
    if x.dtype == dtypes.string:
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")
    return _conj(x) if x.dtype.is_complex else x


@export("linalg.matmul", "matmul", node="MatMul/=", weak_type="binary")
@direct("MatMul", "tensor:2 tensor:2 @transpose_a @transpose_b - - - - - - - name")
def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """Returns the product of matrices, or of stacks of matrices (tf.matmul).

    Args:
      a: a tensor of numbers of shape [..., m, k]; [..., k, m] where it is to be transposed.
      b: a tensor of a's dtype and of shape [..., k, n]. Axes before the last two broadcast. A matrix of bfloat16 and one of
        float32 make one of float32.
      transpose_a: whether to transpose a's last two axes first.
      transpose_b: the same for b.
      adjoint_a: whether to transpose a and take its complex conjugate first.
      adjoint_b: the same for b.
      a_is_sparse: a hint without effect: dense products are as fast.
      b_is_sparse: the same for b.
      output_type: the dtype of the result where it is to be wider, as int32 for int8.
      grad_a: ignored.
      grad_b: ignored.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., m, n].

    Raises:
      ValueError: both `transpose_a` and `adjoint_a` are set, or both for b.
      tf.errors.InvalidArgumentError: the inner extents differ, or an argument has fewer than two axes.

    >>> import graphwright as tf
    >>> tf.matmul([[1, 2], [3, 4]], [[5], [6]]).numpy()
    array([[17],
           [39]], dtype=int32)
    """
    plain = not (transpose_a or transpose_b or adjoint_a or adjoint_b) and output_type is None
    if plain and type(a) is EagerTensor and type(b) is EagerTensor and a.ndim == 2 and b.ndim == 2:
        return (_mixed_matmul if _are_mixed(a, b) else _matmul)(a, b, name=name)
    a, b = _two(a, b)
    if transpose_a and adjoint_a:
        raise ValueError(
            f"Only one of `transpose_a` and `adjoint_a` can be True. Received {transpose_a=}, {adjoint_a=}."
        )
    if transpose_b and adjoint_b:
        raise ValueError(
            f"Only one of `transpose_b` and `adjoint_b` can be True. Received {transpose_b=}, {adjoint_b=}."
        )
    rank_a, rank_b = a._rank(), b._rank()
    if _are_mixed(a, b) and rank_a == rank_b == 2 and output_type in (None, dtypes.float32):
        return _mixed_matmul(
            a, b, transpose_a=transpose_a or adjoint_a, transpose_b=transpose_b or adjoint_b, name=name
        )
    if output_type is not None and (dtypes.as_dtype(output_type) != a.dtype or a.dtype != b.dtype):
        if (transpose_a or transpose_b) and a.dtype.is_complex:
            a, b = (_conj(a) if transpose_a else a), (_conj(b) if transpose_b else b)
        return _batch_matmul_into(
            a, b, Tout=output_type, adj_x=transpose_a or adjoint_a, adj_y=transpose_b or adjoint_b, name=name
        )
    if rank_a is None or rank_a > 2 or rank_b is None or rank_b > 2:
        if transpose_a:
            a = _conjugate(a)
        if transpose_b:
            b = _conjugate(b)
        return _batch_matmul(a, b, adj_x=transpose_a or adjoint_a, adj_y=transpose_b or adjoint_b, name=name)
    if adjoint_a:
        a, transpose_a = _conjugate(a), True
    if adjoint_b:
        b, transpose_b = _conjugate(b), True
    if not (transpose_a or transpose_b):
        return _matmul(a, b, name=name)
    return _matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, name=name)


def _matmul_operator(x: TensorLike, y: TensorLike) -> Tensor:
    """`x @ y`, called by the core."""
    try:
        x, y = operands(x, y)
    except (TypeError, ValueError):
        if isinstance(x, Tensor) and hasattr(type(y), "__rmatmul__"):
            return NotImplemented
        if not hasattr(type(y), "_type_spec"):
            raise
    return matmul(x, y)


_core.register_hook("matmul", _matmul_operator)


@export("linalg.matvec", node="MatVec/", weak_type="binary")
def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Returns the product of matrices and vectors (tf.linalg.matvec).

    Args:
      a: a tensor of numbers of shape [..., m, k].
      b: a tensor of a's dtype and of shape [..., k].
      transpose_a: whether to transpose a's last two axes first.
      adjoint_a: whether to transpose a and take its complex conjugate first.
      a_is_sparse: a hint without effect.
      b_is_sparse: a hint without effect.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., m].

    Raises:
      tf.errors.InvalidArgumentError: the inner extents differ.

    >>> import graphwright as tf
    >>> tf.linalg.matvec([[1, 2], [3, 4]], [5, 6]).numpy()
    array([17, 39], dtype=int32)
    """
    a, b = _two(a, b)
    product = matmul(a, _expand(b, -1), transpose_a, False, adjoint_a, a_is_sparse=a_is_sparse)
    return _squeeze(product, squeeze_dims=[-1], name=name)


def _contracted_axes(axes: Any, a: Tensor) -> tuple[Any, Any]:
    """Returns the axes of a and b that are summed, from a number of axes or two lists: lists of ints, or a tensor."""
    rank = a._rank()
    if isinstance(axes, Tensor) and hasattr(axes, "numpy"):
        axes = axes.numpy().tolist()
    if isinstance(axes, int) or getattr(axes, "shape", None) == ():
        count = int(axes)
        if count < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        if rank is None:
            size = _rank_of(a)
            return _range(_sub(size, count), size, 1), list(range(count))
        if count > rank:
            raise ValueError(
                f"`axes` must not be larger than the number of dimensions of tensor {rank}. Received: {axes}"
            )
        return list(range(rank - count, rank)), list(range(count))
    if isinstance(axes, Tensor):
        return _gather(axes, 0, 0), _gather(axes, 1, 0)
    if len(axes) != 2:
        raise ValueError(f"`axes` must be an integer or have length 2. Received: {axes}.")
    first, second = ([int(x)] if not hasattr(x, "__len__") else [int(y) for y in x] for x in axes)
    if len(first) != len(second):
        raise ValueError(f"Different number of contraction axes `a` and `b`, {len(first)} != {len(second)}.")
    return first, second


def _flatten(x: Tensor, summed: Any, summed_last: bool) -> tuple[Tensor, Any]:
    """x as a matrix, and the shape of its axes that are kept: a list of ints, or a tensor where sizes are unknown."""
    rank = x._rank()
    if rank is None or isinstance(summed, Tensor):
        count = _rank_of(x)
        axes = summed if isinstance(summed, Tensor) else _convert(summed, dtypes.int32)
        axes = _select(_less(axes, 0), _add(axes, count), axes)
        kept, _ = _list_diff(_range(0, count, 1), axes)
        order = _concat([kept, axes] if summed_last else [axes, kept], 0)
        shape = _shape(x)
        kept_shape, summed_count = _gather(shape, kept, 0), _prod(_gather(shape, axes, 0), 0)
        kept_count = _prod(kept_shape, 0)
        pair = [kept_count, summed_count] if summed_last else [summed_count, kept_count]
        return _reshape(_transpose(x, order), _pack(pair)), kept_shape
    for axis in summed:
        if not -rank <= axis < rank:
            raise ValueError(f"tensordot: axis {axis} is out of range for a tensor of rank {rank}.")
    summed = [axis % rank for axis in summed]
    kept = [axis for axis in range(rank) if axis not in summed]
    order = kept + summed if summed_last else summed + kept
    sizes: Any = x._shape_tuple()
    shape = _shape(x) if None in sizes else None
    if order != list(range(rank)):
        x = _transpose(x, order)
    if shape is not None:
        kept_shape, summed_shape = (_gather(shape, _convert(axes, dtypes.int32), 0) for axes in (kept, summed))
        pair = [_prod(kept_shape, 0), _prod(summed_shape, 0)]
        return _reshape(x, _pack(pair if summed_last else pair[::-1])), kept_shape
    kept_sizes = [sizes[axis] for axis in kept]
    pair = [math.prod(kept_sizes), math.prod(sizes[axis] for axis in summed)]
    return _reshape(x, pair if summed_last else pair[::-1]), kept_sizes


@export("tensordot", "linalg.tensordot", node="Tensordot/")
def tensordot(a: TensorLike, b: TensorLike, axes: TensorLike, name: str | None = None) -> Tensor:
    """Returns the sum of products over some axes of a and b (tf.tensordot).

    Args:
      a: a tensor of numbers.
      b: a tensor of a's dtype.
      axes: how many of a's last and b's first axes to sum over, or two lists of axes, or two axes.
      name: the name of the node in a graph.

    Returns:
      A tensor whose axes are the other ones of a, then the other ones of b.

    Raises:
      ValueError: `axes` names no such axes.
      tf.errors.InvalidArgumentError: the summed axes have different extents.

    >>> import graphwright as tf
    >>> tf.tensordot([[1, 2], [3, 4]], [10, 20], axes=1).numpy()
    array([ 50, 110], dtype=int32)
    """
    a, b = as_tensor(a), as_tensor(b)
    axes_a, axes_b = _contracted_axes(axes, a)
    left, shape_a = _flatten(a, axes_a, True)
    right, shape_b = _flatten(b, axes_b, False)
    product = (_mixed_matmul if _are_mixed(a, b) else _matmul)(left, right)
    if isinstance(shape_a, list) and isinstance(shape_b, list):
        return _reshape(product, _convert(shape_a + shape_b, dtypes.int32), name=name)
    parts = [part if isinstance(part, Tensor) else _convert(part, dtypes.int32) for part in (shape_a, shape_b)]
    result = _reshape(product, _concat(parts, 0), name=name)
    if not (isinstance(axes_a, Tensor) or isinstance(axes_b, Tensor)) and None not in (a._rank(), b._rank()):
        known = [
            size
            for x, summed in ((a, axes_a), (b, axes_b))
            for axis, size in enumerate(x.shape)
            if axis not in [place % len(x.shape) for place in summed]
        ]
        if not hasattr(result, "numpy"):
            result.set_shape(known)
    return result


def _explicit(equation: str, count: int) -> tuple[list[str], str]:
    """Returns the subscripts of the operands and of the result, which is worked out where the equation has no arrow."""
    equation = equation.replace(" ", "")
    left, arrow, output = equation.partition("->")
    inputs = left.split(",")
    if len(inputs) != count:
        raise ValueError(f"Got {count} inputs for equation '{equation}', expecting {len(inputs)}.")
    if not arrow:
        labels = left.replace(",", "").replace("...", "")
        output = ("..." if "..." in left else "") + "".join(
            sorted(label for label in set(labels) if labels.count(label) == 1)
        )
    for subscripts in (*inputs, output):
        rest = subscripts.replace("...", "", 1)
        if not (rest.isalpha() or not rest) or not rest.isascii():
            raise ValueError(f"Cannot parse equation '{equation}': invalid subscripts '{subscripts}'.")
    for label in output.replace("...", ""):
        if not any(label in subscripts for subscripts in inputs):
            raise ValueError(f"Output subscripts contain the label {label} not present in the input subscripts.")
    if len(set(output.replace("...", ""))) < len(output.replace("...", "")):
        raise ValueError(f"Output subscripts contain a label appearing more than once: '{output}'.")
    return inputs, output


def _contract_to_two(operands: list[Tensor], labels: list[str], output: str) -> tuple[list[Tensor], list[str]]:
    """Contracts operands in pairs, the cheapest pair first and the earliest among equals, until two are left."""
    sizes = _sizes(labels, operands)
    costs: dict[tuple[str, str], int] = {}

    def cost(first: str, second: str) -> int:
        known = costs.get((first, second))
        if known is None:
            known = 1
            for label in set(first + second):
                known *= sizes.get(label, 1)
            costs[first, second] = known
        return known

    # By number, in the order in which they came to be. How many of the subscripts have each letter tells what is summed over.
    left = dict(enumerate(zip(labels, operands, strict=True)))
    uses = collections.Counter(letter for subscripts in (*labels, output) for letter in set(subscripts))
    latest = len(left)

    def contract(i: int, j: int) -> None:
        nonlocal latest
        (first, a), (second, b) = left.pop(i), left.pop(j)
        uses.subtract(set(first))
        uses.subtract(set(second))
        both = first + second
        kept = "".join(dict.fromkeys(letter for letter in both.replace(".", "") if uses[letter] > 0))
        if "..." in both:
            kept = "..." + kept
        uses.update(set(kept))
        left[latest] = kept, _einsum([a, b], equation=f"{first},{second}->{kept}")
        sizes.update(_sizes([kept], [left[latest][1]]))
        latest += 1

    # Those with the same letters, one after another: none of them costs less with others.
    if len(left) > _MANY_OPERANDS:
        alike: dict[str, int] = {}
        for number, subscripts in enumerate(labels):
            if subscripts in alike and len(left) > 2:
                contract(alike.pop(subscripts), number)
                alike[left[latest - 1][0]] = latest - 1
            else:
                alike[subscripts] = number
    pairs = [(cost(left[i][0], left[j][0]), i, j) for i, j in itertools.combinations(left, 2)]
    heapq.heapify(pairs)
    while len(left) > 2:
        _, i, j = heapq.heappop(pairs)
        if i in left and j in left:
            contract(i, j)
            made = left[latest - 1][0]
            for number in left:
                if number != latest - 1:
                    heapq.heappush(pairs, (cost(left[number][0], made), number, latest - 1))
    return [operand for _, operand in left.values()], [subscripts for subscripts, _ in left.values()]


def _sizes(inputs: list[str], operands: list[Tensor]) -> dict[str, int]:
    """Returns the extents of labels, as far as they are known; 32 stands for those that are not."""
    sizes: dict[str, int] = {}
    for subscripts, operand in zip(inputs, operands, strict=True):
        shape = operand._shape_tuple()
        before, dots, after = subscripts.partition("...")
        if shape is None:
            continue
        for label, size in zip(before, shape, strict=False):
            sizes[label] = size if size is not None else sizes.get(label, 32)
        if dots and after:
            for label, size in zip(after, shape[len(shape) - len(after) :], strict=False):
                sizes[label] = size if size is not None else sizes.get(label, 32)
    return sizes


@export("einsum", "linalg.einsum", node="einsum/")
def einsum(equation: str, *inputs: TensorLike, **kwargs: object) -> Tensor:
    """Sums of products over labelled axes (tf.einsum).

    Three operands or more are contracted in pairs, the cheapest pair first.

    Args:
      equation: as in 'ij,jk->ik': a letter for every axis of every operand, and those of the result. Letters that the
        result lacks are summed over; '...' stands for axes that broadcast. Without '->' the result has the letters
        that occur once, sorted.
      *inputs: the operands, tensors of numbers of one dtype.
      **kwargs: `name`, the name of the node in a graph, and `optimize`, which is ignored.

    Returns:
      A tensor with the axes that the equation's right side names.

    Raises:
      ValueError: the equation cannot be read, or does not fit the number of operands.
      tf.errors.InvalidArgumentError: axes of one letter have different extents.

    >>> import graphwright as tf
    >>> tf.einsum("ij,jk->ik", [[1, 2]], [[3], [4]]).numpy()
    array([[11]], dtype=int32)
    >>> tf.einsum("ii", [[1, 2], [3, 4]]).numpy()
    np.int32(5)
    """
    name = kwargs.pop("name", None)
    kwargs.pop("optimize", None)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments for this function: {', '.join(sorted(kwargs))}.")
    if not inputs:
        raise ValueError("einsum needs at least one operand.")
    first = next((x for x in inputs if isinstance(x, Tensor)), None)
    hint = None if first is None else first.dtype
    operands = [x if isinstance(x, Tensor) else _convert(x, None, hint) for x in inputs]
    labels, output = _explicit(equation, len(operands))
    if len(operands) > 2:
        operands, labels = _contract_to_two(operands, labels, output)
    return _einsum(operands, equation=",".join(labels) + "->" + output, name=name)


@export("linalg.cross", v1="linalg.cross cross")
def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """Returns the cross product of 3-vectors in the last axis (tf.linalg.cross).

    Args:
      a: a tensor of real numbers of shape [..., 3].
      b: a tensor of a's dtype and shape.
      name: the name of the node in a graph.

    Returns:
      A tensor of a's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes differ, or the last axis is not 3 long.

    >>> import graphwright as tf
    >>> tf.linalg.cross([1, 0, 0], [0, 1, 0]).numpy()
    array([0, 0, 1], dtype=int32)
    """
    return _cross(a, b, name=name)
