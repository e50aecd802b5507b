"""Inverses, determinants, decompositions and what is solved with them: tf.linalg.inv, solve, cholesky, svd …"""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.control_flow import branches_and_loops
from graphwright._src.ops.array import last_of
from graphwright._src.ops.linalg_product import matmul
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.conversion import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.typing import DTypeLike, TensorLike

Tensor = _core.Tensor

LogMatrixDeterminant = namedtuple("LogMatrixDeterminant", ["sign", "log_abs_determinant"])
Qr = namedtuple("Qr", ["q", "r"])
Lu = namedtuple("Lu", ["lu", "p"])

_convert = _core.convert_to_tensor
_inverse = _core.op("MatrixInverse")
_determinant = _core.op("MatrixDeterminant")
_log_determinant = _core.op("LogMatrixDeterminant")
_solve = _core.op("MatrixSolve")
_triangular_solve = _core.op("MatrixTriangularSolve")
_least_squares = _core.op("MatrixSolveLs")
_cholesky = _core.op("Cholesky")
_qr = _core.op("Qr")
_lu = _core.op("Lu")
_svd = _core.op("Svd")
_eigh = _core.op("SelfAdjointEigV2")
_eig = _core.op("Eig")
_square_root = _core.op("MatrixSquareRoot")
_logarithm = _core.op("MatrixLogarithm")
_band = _core.op("MatrixBandPart")
_sum = _core.op("Sum")
_max = _core.op("Max")
_real = _core.op("Real")
_imag = _core.op("Imag")
_log = _core.op("Log")
_abs = _core.op("Abs")
_cast = _core.op("Cast")
_select = _core.op("SelectV2")
_greater = _core.op("Greater")
_less = _core.op("Less")
_expand = _core.op("ExpandDims")
_mul = _core.op("Mul")
_add = _core.op("AddV2")
_sub = _core.op("Sub")
_div = _core.op("RealDiv")
_transpose = _core.op("Transpose")
_conjugate_transpose = _core.op("ConjugateTranspose")
_gather = _core.op("GatherV2")
_pow = _core.op("Pow")
_maximum = _core.op("Maximum")
_ceil = _core.op("Ceil")
_zeros_like = _core.op("ZerosLike")
_ones_like = _core.op("OnesLike")
_shape = _core.op("Shape")
_rank_op = _core.op("Rank")
_range = _core.op("Range")
_concat = _core.op("ConcatV2")
_logical_and = _core.op("LogicalAnd")


def _diag_part(x: Tensor) -> Tensor:
    from graphwright._src.ops.matrix_diag import diag_part

    return diag_part(x)


def _eye_like(x: Tensor) -> Tensor:
    """Identity matrices of x's shape."""
    return _band(_ones_like(x), 0, 0)


@export("linalg.inv", v1="linalg.inv matrix_inverse")
def inv(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """Returns the inverse of each matrix (tf.linalg.inv).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n].
      adjoint: whether to invert the adjoint instead.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: a matrix is singular or not square.

    >>> import graphwright as tf
    >>> tf.linalg.inv([[2.0, 0.0], [0.0, 4.0]]).numpy()
    array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32)
    """
    return _inverse(input, adjoint=adjoint, name=name)


@export("linalg.det", v1="linalg.det matrix_determinant")
def det(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the determinant of each matrix (tf.linalg.det).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [...].

    Raises:
      tf.errors.InvalidArgumentError: a matrix is not square.

    >>> import graphwright as tf
    >>> float(tf.linalg.det([[2.0, 0.0], [0.0, 4.0]]))
    8.0
    """
    return _determinant(input, name=name)


@export("linalg.slogdet")
def slogdet(input: TensorLike, name: str | None = None) -> LogMatrixDeterminant:
    """Returns the sign of each matrix's determinant and the logarithm of its size (tf.linalg.slogdet).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A named tuple (sign, log_abs_determinant) of tensors of shape [...].

    Raises:
      tf.errors.InvalidArgumentError: a matrix is not square.

    >>> import graphwright as tf
    >>> [float(x) for x in tf.linalg.slogdet([[-1.0, 0.0], [0.0, 1.0]])]
    [-1.0, 0.0]
    """
    return LogMatrixDeterminant(*_log_determinant(input, name=name))


@export("linalg.logdet", node="logdet/")
def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """Returns the logarithm of the determinant of self-adjoint positive definite matrices (tf.linalg.logdet).

    Args:
      matrix: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A real tensor of shape [...]; NaN where a matrix is not positive definite.

    >>> import graphwright as tf
    >>> float(tf.linalg.logdet([[1.0, 0.0], [0.0, 1.0]]))
    0.0
    """
    diagonal = _diag_part(_cholesky(matrix))
    if diagonal.dtype.is_complex:
        diagonal = _real(diagonal, Tout=diagonal.dtype.real_dtype)
    return _mul(2.0, _sum(_log(diagonal), -1), name=name)


@export("linalg.solve", v1="linalg.solve matrix_solve")
def solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """Returns the X with matrix @ X = rhs (tf.linalg.solve).

    Args:
      matrix: a tensor of floats or complex numbers of shape [..., n, n].
      rhs: a tensor of the same dtype and of shape [..., n, k].
      adjoint: whether to solve with the adjoint of `matrix`.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, k].

    Raises:
      tf.errors.InvalidArgumentError: a matrix is singular or not square, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [8.0]]).numpy()
    array([[1.],
           [2.]], dtype=float32)
    """
    return _solve(matrix, rhs, adjoint=adjoint, name=name)


@export("linalg.triangular_solve", node="triangular_solve/", v1="linalg.triangular_solve matrix_triangular_solve")
def triangular_solve(
    matrix: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """Returns the X with matrix @ X = rhs for triangular matrices (tf.linalg.triangular_solve).

    Args:
      matrix: a tensor of floats or complex numbers of shape [..., n, n], of which one triangle is read.
      rhs: a tensor of the same dtype and of shape [..., n, k]; axes before the last two broadcast.
      lower: whether the lower triangle is read, else the upper.
      adjoint: whether to solve with the adjoint of `matrix`.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, k].

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.linalg.triangular_solve([[2.0, 0.0], [1.0, 1.0]], [[2.0], [3.0]]).numpy()
    array([[1.],
           [2.]], dtype=float32)
    """
    return _triangular_solve(matrix, rhs, lower=lower, adjoint=adjoint, name=name)


@export("linalg.lstsq", node="matrix_solve_ls/", v1="linalg.lstsq matrix_solve_ls")
def lstsq(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: float = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """Returns the X for which |matrix @ X - rhs|^2 + l2_regularizer * |X|^2 is least (tf.linalg.lstsq).

    Args:
      matrix: a tensor of floats or complex numbers of shape [..., m, n].
      rhs: a tensor of the same dtype and of shape [..., m, k].
      l2_regularizer: a number, not negative.
      fast: whether to solve the normal equations, which is fast but takes well-conditioned matrices; else an
        orthogonal decomposition is used, and `l2_regularizer` is ignored.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, k].

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not fit, or a matrix is ill-conditioned.

    >>> import graphwright as tf
    >>> tf.linalg.lstsq([[1.0], [1.0]], [[1.0], [3.0]]).numpy()
    array([[2.]], dtype=float32)
    """
    matrix = as_tensor(matrix)
    weight = _cast(_convert(l2_regularizer, matrix.dtype.real_dtype), DstT=dtypes.float64)
    return _least_squares(matrix, rhs, weight, fast=fast, name=name)


@export("linalg.cholesky", v1="linalg.cholesky cholesky")
def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the lower triangular L with L @ adjoint(L) = input (tf.linalg.cholesky).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n]: self-adjoint positive definite matrices, of
        which the lower triangle is read.
      name: the name of the node in a graph.

    Returns:
      A tensor of input's shape and dtype; NaN where a matrix is not positive definite.

    Raises:
      tf.errors.InvalidArgumentError: a matrix is not square.

    >>> import graphwright as tf
    >>> tf.linalg.cholesky([[4.0, 2.0], [2.0, 2.0]]).numpy()
    array([[2., 0.],
           [1., 1.]], dtype=float32)
    """
    return _cholesky(input, name=name)


@export("linalg.cholesky_solve", node="cholesky_solve/", v1="linalg.cholesky_solve cholesky_solve")
def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """Returns the X with A @ X = rhs, given A's Cholesky factor (tf.linalg.cholesky_solve).

    Args:
      chol: what `tf.linalg.cholesky` gave: a tensor of shape [..., n, n].
      rhs: a tensor of the same dtype and of shape [..., n, k].
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, k].

    >>> import graphwright as tf
    >>> tf.linalg.cholesky_solve([[2.0, 0.0], [0.0, 1.0]], [[4.0], [3.0]]).numpy()
    array([[1.],
           [3.]], dtype=float32)
    """
    chol = as_tensor(chol)
    return _triangular_solve(chol, _triangular_solve(chol, rhs), adjoint=True, name=name)


@export("linalg.qr", v1="linalg.qr qr")
def qr(input: TensorLike, full_matrices: bool = False, name: str | None = None) -> Qr:
    """Returns the QR decomposition of each matrix (tf.linalg.qr).

    Args:
      input: a tensor of floats or complex numbers of shape [..., m, n].
      full_matrices: whether q is to be square.
      name: the name of the node in a graph.

    Returns:
      A named tuple (q, r): q of shape [..., m, k] with orthonormal columns, r of shape [..., k, n], upper triangular;
      k is m for `full_matrices`, else the smaller of m and n.

    >>> import graphwright as tf
    >>> q, r = tf.linalg.qr([[3.0, 1.0], [4.0, 2.0]])
    >>> r.shape
    TensorShape([2, 2])
    """
    return Qr(*_qr(input, full_matrices=full_matrices, name=name))


@export("linalg.lu")
def lu(input: TensorLike, output_idx_type: DTypeLike = dtypes.int32, name: str | None = None) -> Lu:
    """Returns the LU decomposition of each matrix, with rows exchanged for stability (tf.linalg.lu).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n].
      output_idx_type: the dtype of the permutation, int32 or int64.
      name: the name of the node in a graph.

    Returns:
      A named tuple (lu, p): lu of input's shape holds U and, below the diagonal, L without its ones; row i of L @ U is row
      p[..., i] of the input.

    Raises:
      tf.errors.InvalidArgumentError: a matrix is singular or not square.

    >>> import graphwright as tf
    >>> tf.linalg.lu([[0.0, 1.0], [2.0, 3.0]])[1].numpy()
    array([1, 0], dtype=int32)
    """
    return Lu(*_lu(input, output_idx_type=output_idx_type, name=name))


@export("linalg.lu_reconstruct")
def lu_reconstruct(
    lower_upper: TensorLike, perm: TensorLike, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """Returns the matrices whose LU decomposition is given (tf.linalg.lu_reconstruct).

    Args:
      lower_upper: the first result of `tf.linalg.lu`, of shape [..., n, n].
      perm: the second, of shape [..., n].
      validate_args: ignored: arguments are always checked.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, n].

    >>> import graphwright as tf
    >>> tf.linalg.lu_reconstruct(*tf.linalg.lu([[0.0, 1.0], [2.0, 3.0]])).numpy()
    array([[0., 1.],
           [2., 3.]], dtype=float32)
    """
    lower_upper, perm = as_tensor(lower_upper, hint=dtypes.float32), as_tensor(perm, hint=dtypes.int32)
    lower, upper = _factors(lower_upper)
    return matmul(_permutation(perm, lower_upper.dtype), matmul(lower, upper), transpose_a=True, name=name)


def _factors(lower_upper: Tensor) -> tuple[Tensor, Tensor]:
    upper = _band(lower_upper, 0, -1)
    return _add(_sub(lower_upper, upper), _eye_like(lower_upper)), upper


def _permutation(perm: Tensor, dtype: DType) -> Tensor:
    """Returns a matrix whose row i has its one at column perm[i]."""
    from graphwright._src.ops.array_index import one_hot

    sizes = perm._shape_tuple()
    size = sizes[-1] if sizes else None
    return one_hot(perm, size if size is not None else last_of(_shape(perm)), dtype=dtype)


@export("linalg.lu_solve")
def lu_solve(
    lower_upper: TensorLike, perm: TensorLike, rhs: TensorLike, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """Returns the X with A @ X = rhs, given A's LU decomposition (tf.linalg.lu_solve).

    Args:
      lower_upper: the first result of `tf.linalg.lu`, of shape [..., n, n].
      perm: the second, of shape [..., n].
      rhs: a tensor of the same dtype and of shape [..., n, k].
      validate_args: ignored: arguments are always checked.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, k].

    Raises:
      ValueError: `rhs` is no matrix.

    >>> import graphwright as tf
    >>> tf.linalg.lu_solve(*tf.linalg.lu([[0.0, 1.0], [2.0, 0.0]]), [[3.0], [4.0]]).numpy()
    array([[2.],
           [3.]], dtype=float32)
    """
    lower_upper, perm = as_tensor(lower_upper, hint=dtypes.float32), as_tensor(perm, hint=dtypes.int32)
    rhs = _core.convert_to_tensor(rhs, lower_upper.dtype)
    if rhs.shape.rank is not None and rhs.shape.rank < 2:
        raise ValueError(f"Input `rhs` must have at least 2 dimensions, got shape {rhs.shape}.")
    lower, upper = _factors(lower_upper)
    permuted = matmul(_permutation(perm, lower_upper.dtype), rhs)
    return _triangular_solve(upper, _triangular_solve(lower, permuted), lower=False, name=name)


@export("linalg.lu_matrix_inverse")
def lu_matrix_inverse(
    lower_upper: TensorLike, perm: TensorLike, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """Returns the inverse of the matrices whose LU decomposition is given (tf.linalg.lu_matrix_inverse).

    Args:
      lower_upper: the first result of `tf.linalg.lu`, of shape [..., n, n].
      perm: the second, of shape [..., n].
      validate_args: ignored: arguments are always checked.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, n].

    >>> import graphwright as tf
    >>> tf.linalg.lu_matrix_inverse(*tf.linalg.lu([[0.0, 1.0], [2.0, 0.0]])).numpy()
    array([[0. , 0.5],
           [1. , 0. ]], dtype=float32)
    """
    lower_upper = as_tensor(lower_upper, hint=dtypes.float32)
    return lu_solve(lower_upper, perm, _eye_like(lower_upper), name=name)


@export("linalg.svd", v1="linalg.svd svd")
def svd(tensor: TensorLike, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """Returns the singular value decomposition of each matrix: u @ diag(s) @ adjoint(v) (tf.linalg.svd).

    Args:
      tensor: a tensor of floats or complex numbers of shape [..., m, n].
      full_matrices: whether u and v are to be square.
      compute_uv: whether u and v are wanted.
      name: the name of the node in a graph.

    Returns:
      s of shape [..., min(m, n)], real and descending; with `compute_uv` a triple (s, u, v), the vectors being columns.

    >>> import graphwright as tf
    >>> tf.linalg.svd([[3.0, 0.0], [0.0, 4.0]], compute_uv=False).numpy()
    array([4., 3.], dtype=float32)
    """
    tensor = as_tensor(tensor)
    s, u, v = _svd(tensor, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    if s.dtype.is_complex:
        s = _real(s, Tout=s.dtype.real_dtype)
    return (s, u, v) if compute_uv else s


@export("linalg.eigh", v1="linalg.eigh self_adjoint_eig")
def eigh(tensor: TensorLike, name: str | None = None) -> Any:
    """Eigenvalues and eigenvectors of self-adjoint matrices (tf.linalg.eigh).

    Args:
      tensor: a tensor of floats or complex numbers of shape [..., n, n], of which the lower triangle is read.
      name: the name of the node in a graph.

    Returns:
      A pair (e, v) of the dtype of `tensor`: e of shape [..., n], ascending; v of shape [..., n, n], the vectors being columns.

    >>> import graphwright as tf
    >>> tf.linalg.eigh([[2.0, 0.0], [0.0, 1.0]])[0].numpy()
    array([1., 2.], dtype=float32)
    """
    e, v = _eigh(tensor, compute_v=True, name=name)
    return e, v


@export("linalg.eigvalsh", v1="linalg.eigvalsh self_adjoint_eigvals")
def eigvalsh(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues of self-adjoint matrices (tf.linalg.eigvalsh).

    Args:
      tensor: a tensor of floats or complex numbers of shape [..., n, n], of which the lower triangle is read.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n] and of the dtype of `tensor`, ascending.

    >>> import graphwright as tf
    >>> tf.linalg.eigvalsh([[2.0, 0.0], [0.0, 1.0]]).numpy()
    array([1., 2.], dtype=float32)
    """
    return _eigh(tensor, compute_v=False, name=name)[0]


def _complex_of(dtype: DType) -> Any:
    return dtypes.complex64 if dtype in (dtypes.float32, dtypes.complex64) else dtypes.complex128


@export("linalg.eig", "eig", v1="")
def eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of square matrices (tf.linalg.eig).

    Args:
      tensor: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A pair (e, v) of complex tensors: e of shape [..., n], v of shape [..., n, n], the vectors being columns.

    >>> import graphwright as tf
    >>> tf.linalg.eig([[0.0, 1.0], [-1.0, 0.0]])[0].dtype
    tf.complex64
    """
    tensor = as_tensor(tensor)
    return tuple(_eig(tensor, Tout=_complex_of(tensor.dtype), compute_v=True, name=name))


@export("linalg.eigvals", "eigvals", v1="")
def eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues of square matrices (tf.linalg.eigvals).

    Args:
      tensor: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A complex tensor of shape [..., n].

    >>> import graphwright as tf
    >>> tf.linalg.eigvals([[2.0, 0.0], [0.0, 2.0]]).numpy()
    array([2.+0.j, 2.+0.j], dtype=complex64)
    """
    tensor = as_tensor(tensor)
    return _eig(tensor, Tout=_complex_of(tensor.dtype), compute_v=False, name=name)[0]


@export("linalg.sqrtm", "matrix_square_root")
def sqrtm(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the principal square root of each matrix: the X with X @ X = input (tf.linalg.sqrtm).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A tensor of input's shape and dtype.

    >>> import graphwright as tf
    >>> tf.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]).numpy()
    array([[2., 0.],
           [0., 3.]], dtype=float32)
    """
    return _square_root(input, name=name)


@export("linalg.logm")
def logm(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the principal logarithm of each matrix: the X with expm(X) = input (tf.linalg.logm).

    Args:
      input: a tensor of complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A tensor of input's shape and dtype.

    >>> import graphwright as tf
    >>> tf.linalg.logm([[1 + 0j, 0j], [0j, 1 + 0j]]).numpy()
    array([[0.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]])
    """
    return _logarithm(input, name=name)


# exp(x) is about p(x) / p(-x), p being the Padé numerator of this degree; good to float64 for |x| <= _PADE_RADIUS.
_PADE = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
)
_PADE += (670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0)
_PADE_RADIUS = 5.371920351148152
_MOST_SQUARINGS = 1100  # of the largest float64


@export("linalg.expm", node="matrix_exponential/")
def expm(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the exponential of each matrix, the sum of input^k / k! (tf.linalg.expm).

    Args:
      input: a tensor of floats or complex numbers of shape [..., n, n].
      name: the name of the node in a graph.

    Returns:
      A tensor of input's shape and dtype.

    Raises:
      tf.errors.InvalidArgumentError: a matrix is not square.

    >>> import graphwright as tf
    >>> tf.linalg.expm([[0.0, 0.0], [0.0, 0.0]]).numpy()
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """
    x = as_tensor(input)
    real = x.dtype.real_dtype
    size = _abs(x) if not x.dtype.is_complex else _core.op("ComplexAbs")(x, Tout=real)
    # The largest column sum says how often to halve x; the result is squared as often.
    norm = _max(_sum(size, -2), -1)
    # Matrices that are not finite would be refused by the solver below: theirs is NaN.
    finite = _core.op("IsFinite")(norm)
    every = _expand(_expand(finite, -1), -1)
    norm, x = _select(finite, norm, _zeros_like(norm)), _select(every, x, _zeros_like(x))
    two = _convert(2.0, real)
    ratio = _div(norm, _convert(_PADE_RADIUS, real))
    halvings = _maximum(_ceil(_div(_log(_maximum(ratio, _convert(1e-30, real))), _log(two))), _convert(0.0, real))
    factor = _expand(_expand(_pow(two, halvings), -1), -1)
    x = _div(x, _cast(factor, DstT=x.dtype))
    eye = _eye_like(x)

    def times(number: float, matrix: Tensor) -> Tensor:
        return _mul(matrix, _convert(number, x.dtype))

    # Even and odd parts of p, from the powers x^2, x^4 and x^6; coefficients are scaled against overflow.
    b = [value / _PADE[0] for value in _PADE]
    x2 = matmul(x, x)
    x4 = matmul(x2, x2)
    x6 = matmul(x4, x2)

    def part(first: int) -> Tensor:
        high = _add(
            _add(times(b[first + 12], x6) if first + 12 < 14 else _zeros_like(x), times(b[first + 10], x4)),
            times(b[first + 8], x2),
        )
        low = _add(
            _add(times(b[first + 6], x6), times(b[first + 4], x4)), _add(times(b[first + 2], x2), times(b[first], eye))
        )
        return _add(matmul(x6, high), low)

    even, odd = part(0), matmul(x, part(1))
    result = _solve(_sub(even, odd), _add(even, odd))
    while_loop = branches_and_loops.while_loop
    rounds = _max(halvings, _range(0, _rank_op(halvings), 1))
    place = _expand(_expand(halvings, -1), -1)

    def body(i: Tensor, matrix: Tensor) -> tuple[Tensor, Tensor]:
        return _add(i, _convert(1.0, real)), _select(_less(i, place), matmul(matrix, matrix), matrix)

    shape = result.shape
    _, result = while_loop(
        lambda i, matrix: _less(i, rounds), body, (_convert(0.0, real), result), maximum_iterations=_MOST_SQUARINGS
    )
    result = _select(every, result, _cast(_convert(float("nan"), real), DstT=result.dtype))
    result.set_shape(shape) if hasattr(result, "set_shape") else None
    return _core.op("Identity")(result, name=name)


@export("linalg.adjoint", node="adjoint/")
def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """Returns the transpose of the complex conjugate of each matrix (tf.linalg.adjoint).

    Args:
      matrix: a tensor of shape [..., m, n].
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, m].

    >>> import graphwright as tf
    >>> tf.linalg.adjoint([[1 + 1j, 2 + 0j]]).numpy()
    array([[1.-1.j],
           [2.-0.j]])
    """
    return matrix_transpose(matrix, name=name or "adjoint", conjugate=True)


@export(
    "linalg.matrix_transpose",
    node="matrix_transpose/",
    weak_type="unary",
    v1="linalg.matrix_transpose matrix_transpose linalg.transpose",
)
def matrix_transpose(a: TensorLike, name: str | None = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """Returns the last two axes exchanged (tf.linalg.matrix_transpose).

    Args:
      a: a tensor of shape [..., m, n].
      name: the name of the node in a graph.
      conjugate: whether to take the complex conjugate, too.

    Returns:
      A tensor of shape [..., n, m].

    Raises:
      ValueError: `a` has fewer than two axes.

    >>> import graphwright as tf
    >>> tf.linalg.matrix_transpose([[1, 2, 3]]).shape
    TensorShape([3, 1])
    """
    a = as_tensor(a)
    rank = a._rank()
    if rank is None:
        count = _rank_op(a)
        order = _concat([_range(0, _sub(count, 2), 1), _core.op("Pack")([_sub(count, 1), _sub(count, 2)])], 0)
    elif rank < 2:
        raise ValueError(
            f"Argument `a` should be a (batch) matrix with rank >= 2. Received `a` = {a} with shape: {a.shape}"
        )
    else:
        order = _convert([*range(rank - 2), rank - 1, rank - 2], dtypes.int32)
    return (_conjugate_transpose if conjugate and a.dtype.is_complex else _transpose)(a, order, name=name)


@export("linalg.trace", node="Trace/=", weak_type="unary", v1="linalg.trace trace")
def trace(x: TensorLike, name: str | None = None) -> Tensor:
    """Returns the sum of each matrix's diagonal (tf.linalg.trace).

    Args:
      x: a tensor of numbers of shape [..., m, n].
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [...].

    >>> import graphwright as tf
    >>> int(tf.linalg.trace([[1, 2], [3, 4]]))
    5
    """
    return _sum(_diag_part(as_tensor(x)), -1, name=name)


@export("linalg.matrix_rank")
def matrix_rank(
    a: TensorLike, tol: TensorLike | None = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """Returns how many singular values of each matrix are not zero up to rounding (tf.linalg.matrix_rank).

    Args:
      a: a tensor of floats or complex numbers of shape [..., m, n].
      tol: singular values up to this count as zero; by default the largest times max(m, n) times the precision.
      validate_args: ignored: arguments are always checked.
      name: the name of the node in a graph.

    Returns:
      An int32 tensor of shape [...].

    >>> import graphwright as tf
    >>> int(tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]))
    1
    """
    a = as_tensor(a)
    s = svd(a, compute_uv=False)
    if tol is None:
        tol = _mul(_max(s, -1, keep_dims=True), _rounding(a, s.dtype))
    return _sum(_cast(_greater(s, tol), DstT=dtypes.int32), -1, name=name)


def _rounding(a: Tensor, dtype: DType, factor: float = 1.0) -> Tensor:
    """factor * max(m, n) * the precision of a's dtype."""
    import numpy as np

    precision = factor * float(np.finfo(a.dtype.as_numpy_dtype).eps)
    sizes: Any = a._shape_tuple()
    if sizes is None or None in sizes[-2:]:
        extents = _core.op("StridedSlice")(_shape(a), [-2], [0], [1], end_mask=1)
        return _mul(_cast(_max(extents, 0), DstT=dtype), _convert(precision, dtype))
    return _convert(max(sizes[-2:]) * precision, dtype)


@export("linalg.pinv", node="pinv/")
def pinv(
    a: TensorLike, rcond: TensorLike | None = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """Returns the Moore-Penrose pseudo-inverse of each matrix (tf.linalg.pinv).

    Args:
      a: a tensor of floats of shape [..., m, n].
      rcond: singular values up to this part of the largest count as zero; by default 10 * max(m, n) * the precision.
      validate_args: ignored: arguments are always checked.
      name: the name of the node in a graph.

    Returns:
      A tensor of shape [..., n, m].

    Raises:
      TypeError: `a` is not of floats.

    >>> import graphwright as tf
    >>> tf.linalg.pinv([[2.0, 0.0], [0.0, 0.0]]).numpy()
    array([[0.5, 0. ],
           [0. , 0. ]], dtype=float32)
    """
    a = as_tensor(a)
    if not a.dtype.is_floating:
        raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    rank = a._rank()
    if rank is not None and rank < 2:
        raise ValueError(f"Input `a` must have at least 2 dimensions (saw: {rank}).")
    rcond = _rounding(a, a.dtype, 10.0) if rcond is None else _convert(rcond, a.dtype)
    s, u, v = svd(a)
    cutoff = _mul(rcond, _max(s, -1))
    infinite = _convert(float("inf"), a.dtype)
    s = _select(_greater(s, _expand(cutoff, -1)), s, infinite)
    return matmul(_div(v, _expand(s, -2)), u, adjoint_b=True, name=name)
