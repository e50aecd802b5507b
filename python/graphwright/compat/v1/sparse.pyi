"""The public names of tf.compat.v1.sparse. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.composite.sparse.counting import bincount as bincount
from graphwright._src.composite.sparse.crossing import cross as cross, cross_hashed as cross_hashed
from graphwright._src.composite.sparse.elements import (
    expand_dims as expand_dims,
    eye as eye,
    fill_empty_rows as fill_empty_rows,
    from_dense as from_dense,
    mask as mask,
    reorder as reorder,
    reset_shape as reset_shape,
    reshape as reshape,
    retain as retain,
    softmax as softmax,
    to_dense as to_dense,
    to_indicator as to_indicator,
    transpose as transpose,
)
from graphwright._src.composite.sparse.joining import (
    slice as slice,
    sparse_dense_matmul as matmul,
    sparse_dense_matmul as sparse_dense_matmul,
)
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor as SparseTensor
from graphwright._src.v1.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from graphwright._src.v1.placeholders import sparse_placeholder as placeholder
from graphwright._src.v1.sparse import (
    sparse_add as add,
    sparse_concat as concat,
    sparse_merge as merge,
    sparse_split as split,
)
from graphwright.compat.v1 import (
    sparse_reduce_max as reduce_max,
    sparse_reduce_max_sparse as reduce_max_sparse,
    sparse_reduce_sum as reduce_sum,
    sparse_reduce_sum_sparse as reduce_sum_sparse,
    sparse_segment_mean as segment_mean,
    sparse_segment_sqrt_n as segment_sqrt_n,
    sparse_segment_sum as segment_sum,
)
from graphwright.sparse import maximum as maximum, minimum as minimum

__all__ = [
    "SparseConditionalAccumulator", "SparseTensor", "add", "bincount", "concat", "cross", "cross_hashed", "expand_dims",
    "eye", "fill_empty_rows", "from_dense", "mask", "matmul", "maximum", "merge", "minimum", "placeholder",
    "reduce_max", "reduce_max_sparse", "reduce_sum", "reduce_sum_sparse", "reorder", "reset_shape", "reshape", "retain",
    "segment_mean", "segment_sqrt_n", "segment_sum", "slice", "softmax", "sparse_dense_matmul", "split", "to_dense",
    "to_indicator", "transpose",
]
