"""The public names of tf.linalg. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.linear_operator.base import LinearOperator as LinearOperator
from graphwright._src.linear_operator.blocks import (
    LinearOperatorBlockDiag as LinearOperatorBlockDiag,
    LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular,
)
from graphwright._src.linear_operator.circulant import (
    LinearOperatorCirculant as LinearOperatorCirculant,
    LinearOperatorCirculant2D as LinearOperatorCirculant2D,
    LinearOperatorCirculant3D as LinearOperatorCirculant3D,
)
from graphwright._src.linear_operator.combined import (
    LinearOperatorAdjoint as LinearOperatorAdjoint,
    LinearOperatorComposition as LinearOperatorComposition,
    LinearOperatorInversion as LinearOperatorInversion,
    LinearOperatorKronecker as LinearOperatorKronecker,
    LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate,
)
from graphwright._src.linear_operator.identity import (
    LinearOperatorIdentity as LinearOperatorIdentity,
    LinearOperatorScaledIdentity as LinearOperatorScaledIdentity,
    LinearOperatorZeros as LinearOperatorZeros,
)
from graphwright._src.linear_operator.simple import (
    LinearOperatorDiag as LinearOperatorDiag,
    LinearOperatorFullMatrix as LinearOperatorFullMatrix,
    LinearOperatorHouseholder as LinearOperatorHouseholder,
    LinearOperatorLowerTriangular as LinearOperatorLowerTriangular,
    LinearOperatorPermutation as LinearOperatorPermutation,
    LinearOperatorToeplitz as LinearOperatorToeplitz,
    LinearOperatorTridiag as LinearOperatorTridiag,
)
from graphwright._src.ops.array import eye as eye
from graphwright._src.ops.clip import global_norm as global_norm
from graphwright._src.ops.linalg_norm import l2_normalize as l2_normalize, norm as norm, normalize as normalize
from graphwright._src.ops.linalg_product import (
    cross as cross,
    einsum as einsum,
    matmul as matmul,
    matvec as matvec,
    tensordot as tensordot,
)
from graphwright._src.ops.linalg_solve import (
    adjoint as adjoint,
    cholesky as cholesky,
    cholesky_solve as cholesky_solve,
    det as det,
    eig as eig,
    eigh as eigh,
    eigvals as eigvals,
    eigvalsh as eigvalsh,
    expm as expm,
    inv as inv,
    logdet as logdet,
    logm as logm,
    lstsq as lstsq,
    lu as lu,
    lu_matrix_inverse as lu_matrix_inverse,
    lu_reconstruct as lu_reconstruct,
    lu_solve as lu_solve,
    matrix_rank as matrix_rank,
    matrix_transpose as matrix_transpose,
    pinv as pinv,
    qr as qr,
    slogdet as slogdet,
    solve as solve,
    sqrtm as sqrtm,
    svd as svd,
    trace as trace,
    triangular_solve as triangular_solve,
)
from graphwright._src.ops.linalg_tridiagonal import (
    banded_triangular_solve as banded_triangular_solve,
    eigh_tridiagonal as eigh_tridiagonal,
    tridiagonal_matmul as tridiagonal_matmul,
    tridiagonal_solve as tridiagonal_solve,
)
from graphwright._src.ops.matrix_diag import (
    band_part as band_part,
    diag as diag,
    diag_part as diag_part,
    set_diag as set_diag,
    tensor_diag as tensor_diag,
    tensor_diag_part as tensor_diag_part,
)
from graphwright.linalg import experimental as experimental

__all__ = [
    "LinearOperator", "LinearOperatorAdjoint", "LinearOperatorBlockDiag", "LinearOperatorBlockLowerTriangular",
    "LinearOperatorCirculant", "LinearOperatorCirculant2D", "LinearOperatorCirculant3D", "LinearOperatorComposition",
    "LinearOperatorDiag", "LinearOperatorFullMatrix", "LinearOperatorHouseholder", "LinearOperatorIdentity",
    "LinearOperatorInversion", "LinearOperatorKronecker", "LinearOperatorLowRankUpdate",
    "LinearOperatorLowerTriangular", "LinearOperatorPermutation", "LinearOperatorScaledIdentity",
    "LinearOperatorToeplitz", "LinearOperatorTridiag", "LinearOperatorZeros", "adjoint", "band_part",
    "banded_triangular_solve", "cholesky", "cholesky_solve", "cross", "det", "diag", "diag_part", "eig", "eigh",
    "eigh_tridiagonal", "eigvals", "eigvalsh", "einsum", "experimental", "expm", "eye", "global_norm", "inv",
    "l2_normalize", "logdet", "logm", "lstsq", "lu", "lu_matrix_inverse", "lu_reconstruct", "lu_solve", "matmul",
    "matrix_rank", "matrix_transpose", "matvec", "norm", "normalize", "pinv", "qr", "set_diag", "slogdet", "solve",
    "sqrtm", "svd", "tensor_diag", "tensor_diag_part", "tensordot", "trace", "triangular_solve", "tridiagonal_matmul",
    "tridiagonal_solve",
]
