"""The public names of tf. Written by tools/write_stubs.py, not by hand."""
from graphwright import (
    __internal__ as __internal__,
    __operators__ as __operators__,
    audio as audio,
    autodiff as autodiff,
    autograph as autograph,
    bitwise as bitwise,
    compat as compat,
    config as config,
    data as data,
    debugging as debugging,
    distribute as distribute,
    dtensor as dtensor,
    dtypes as dtypes,
    errors as errors,
    experimental as experimental,
    feature_column as feature_column,
    graph_util as graph_util,
    image as image,
    io as io,
    keras as keras,
    linalg as linalg,
    lite as lite,
    lookup as lookup,
    math as math,
    mlir as mlir,
    nest as nest,
    nn as nn,
    profiler as profiler,
    quantization as quantization,
    queue as queue,
    ragged as ragged,
    random as random,
    raw_ops as raw_ops,
    saved_model as saved_model,
    security as security,
    sets as sets,
    signal as signal,
    sparse as sparse,
    strings as strings,
    summary as summary,
    sysconfig as sysconfig,
    test as test,
    tools as tools,
    tpu as tpu,
    train as train,
    types as types,
    version as version,
    xla as xla,
)
from graphwright._core import Tensor as Tensor, Tensor as _Tensor
from graphwright._src.base.build_info import load_library as load_library, load_op_library as load_op_library
from graphwright._src.base.logger import get_logger as get_logger
from graphwright._src.composite.maps import (
    foldl as foldl,
    foldr as foldr,
    map_fn as map_fn,
    scan as scan,
    vectorized_map as vectorized_map,
)
from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec as RaggedTensorSpec
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from graphwright._src.composite.sparse.sparse_tensor import (
    SparseTensor as SparseTensor,
    SparseTensorSpec as SparseTensorSpec,
)
from graphwright._src.control_flow.assertion import Assert as Assert
from graphwright._src.control_flow.branches_and_loops import (
    case as case,
    cond as cond,
    switch_case as switch_case,
    while_loop as while_loop,
)
from graphwright._src.control_flow.tensor_array import TensorArray as TensorArray, TensorArraySpec as TensorArraySpec
from graphwright._src.data.optional import OptionalSpec as OptionalSpec
from graphwright._src.explain.profiling import profile_functions as profile_functions
from graphwright._src.explain.row_fallbacks import row_fallbacks as row_fallbacks
from graphwright._src.explain.stance import get_stance as get_stance, set_stance as set_stance
from graphwright._src.function import function as function
from graphwright._src.function.batching import nondifferentiable_batch_function as nondifferentiable_batch_function
from graphwright._src.function.cache import set_trace_limit as set_trace_limit, trace_limit as trace_limit
from graphwright._src.gradients.custom_gradient import (
    RegisterGradient as RegisterGradient,
    custom_gradient as custom_gradient,
    grad_pass_through as grad_pass_through,
    no_gradient as no_gradient,
    recompute_grad as recompute_grad,
)
from graphwright._src.gradients.tape import (
    AggregationMethod as AggregationMethod,
    GradientTape as GradientTape,
    UnconnectedGradients as UnconnectedGradients,
    gradients as gradients,
    hessians as hessians,
)
from graphwright._src.graph.graph import Graph as Graph, no_op as no_op
from graphwright._src.graph.grouping import group as group, tuple_ as tuple
from graphwright._src.graph.memory import (
    memory_info as memory_info,
    release_memory as release_memory,
    set_memory_limit as set_memory_limit,
)
from graphwright._src.graph.operation import Operation as Operation
from graphwright._src.graph.scopes import (
    control_dependencies as control_dependencies,
    device as device,
    executing_eagerly as executing_eagerly,
    get_name_scope as get_current_name_scope,
    get_static_value as get_static_value,
    init_scope as init_scope,
    inside_function as inside_function,
    is_symbolic_tensor as is_symbolic_tensor,
    name_scope as name_scope,
)
from graphwright._src.graph.values import make_ndarray as make_ndarray, make_tensor_proto as make_tensor_proto
from graphwright._src.graph_import.import_graph import import_graph_def as import_graph_def
from graphwright._src.ops.absent_ops import (
    check_pinned as check_pinned,
    conv2d_backprop_filter_v2 as conv2d_backprop_filter_v2,
    conv2d_backprop_input_v2 as conv2d_backprop_input_v2,
)
from graphwright._src.ops.array import (
    bitcast as bitcast,
    broadcast_dynamic_shape as broadcast_dynamic_shape,
    broadcast_static_shape as broadcast_static_shape,
    broadcast_to as broadcast_to,
    constant as constant,
    ensure_shape as ensure_shape,
    expand_dims as expand_dims,
    eye as eye,
    guarantee_const as guarantee_const,
    identity as identity,
    identity_n as identity_n,
    rank as rank,
    reshape as reshape,
    shape as shape,
    shape_n as shape_n,
    size as size,
    squeeze as squeeze,
    stop_gradient as stop_gradient,
    unravel_index as unravel_index,
)
from graphwright._src.ops.array_index import (
    boolean_mask as boolean_mask,
    gather as gather,
    gather_nd as gather_nd,
    one_hot as one_hot,
    scatter_nd as scatter_nd,
    sequence_mask as sequence_mask,
    slice_ as slice,
    strided_slice as strided_slice,
    tensor_scatter_nd_update as tensor_scatter_nd_update,
)
from graphwright._src.ops.array_join import (
    concat as concat,
    dynamic_partition as dynamic_partition,
    dynamic_stitch as dynamic_stitch,
    meshgrid as meshgrid,
    parallel_stack as parallel_stack,
    repeat as repeat,
    split as split,
    stack as stack,
    tile as tile,
    unstack as unstack,
)
from graphwright._src.ops.array_layout import (
    batch_to_space as batch_to_space,
    pad as pad,
    required_space_to_batch_paddings as required_space_to_batch_paddings,
    reverse as reverse,
    reverse_sequence as reverse_sequence,
    roll as roll,
    space_to_batch as space_to_batch,
    space_to_batch_nd as space_to_batch_nd,
    transpose as transpose,
)
from graphwright._src.ops.assertions import assert_rank as assert_rank
from graphwright._src.ops.clip import (
    clip_by_global_norm as clip_by_global_norm,
    clip_by_norm as clip_by_norm,
    clip_by_value as clip_by_value,
)
from graphwright._src.ops.critical_section import CriticalSection as CriticalSection
from graphwright._src.ops.image_crop import extract_volume_patches as extract_volume_patches
from graphwright._src.ops.initializers import (
    Constant as constant_initializer,
    Ones as ones_initializer,
    RandomNormal as random_normal_initializer,
    RandomUniform as random_uniform_initializer,
    Zeros as zeros_initializer,
)
from graphwright._src.ops.linalg_norm import norm as norm
from graphwright._src.ops.linalg_product import einsum as einsum, matmul as matmul, tensordot as tensordot
from graphwright._src.ops.linalg_solve import eig as eig, eigvals as eigvals, sqrtm as matrix_square_root
from graphwright._src.ops.math import abs as abs, round as round
from graphwright._src.ops.math_binary import (
    add as add,
    add_n as add_n,
    atan2 as atan2,
    divide as divide,
    scalar_mul as scalar_mul,
    truediv as truediv,
)
from graphwright._src.ops.math_convert import (
    cast as cast,
    complex as complex,
    linspace as linspace,
    range as range,
    saturate_cast as saturate_cast,
    where as where,
)
from graphwright._src.ops.math_count import (
    histogram_fixed_width as histogram_fixed_width,
    histogram_fixed_width_bins as histogram_fixed_width_bins,
)
from graphwright._src.ops.math_reduce import argmax as argmax, argmin as argmin, reduce_logsumexp as reduce_logsumexp
from graphwright._src.ops.random_index_shuffle import random_index_shuffle as random_index_shuffle
from graphwright._src.ops.raw_names import (
    approx_top_k as approx_top_k,
    conv as conv,
    fftnd as fftnd,
    ifftnd as ifftnd,
    irfftnd as irfftnd,
    ragged_fill_empty_rows as ragged_fill_empty_rows,
    ragged_fill_empty_rows_grad as ragged_fill_empty_rows_grad,
    rfftnd as rfftnd,
)
from graphwright._src.ops.script import numpy_function as numpy_function, py_function as py_function
from graphwright._src.ops.sort import (
    argsort as argsort,
    searchsorted as searchsorted,
    sort as sort,
    unique as unique,
    unique_with_counts as unique_with_counts,
)
from graphwright._src.state.module import Module as Module
from graphwright._src.state.variable import Variable as Variable
from graphwright._src.state.variable_creation import (
    VariableAggregationV2 as VariableAggregation,
    VariableSynchronization as VariableSynchronization,
    variable_creator_scope as variable_creator_scope,
)
from graphwright._src.tensor.composite_tensor import is_tensor as is_tensor
from graphwright._src.tensor.conversion import convert_to_tensor as convert_to_tensor
from graphwright._src.tensor.device_spec import DeviceSpec as DeviceSpec
from graphwright._src.tensor.dtypes import DType as DType, DType as _DType, as_dtype as as_dtype
from graphwright._src.tensor.filling import (
    fill as fill,
    ones as ones,
    ones_like as ones_like,
    zeros as zeros,
    zeros_like as zeros_like,
)
from graphwright._src.tensor.indexed_slices import (
    IndexedSlices as IndexedSlices,
    IndexedSlicesSpec as IndexedSlicesSpec,
)
from graphwright._src.tensor.tensor import register_tensor_conversion_function as register_tensor_conversion_function
from graphwright._src.tensor.tensor_shape import TensorShape as TensorShape
from graphwright._src.tensor.tensor_spec import TensorSpec as TensorSpec
from graphwright._src.tensor.type_spec import (
    NoneTensorSpec as NoneTensorSpec,
    TypeSpec as TypeSpec,
    type_spec_from_value as type_spec_from_value,
)
from graphwright._src.tensor.typing import TensorLike
from graphwright._src.text.edit_distance import edit_distance as edit_distance, fingerprint as fingerprint
from graphwright._src.text.printing import print_v2 as print, timestamp as timestamp
from graphwright._src.text.strings import as_string as as_string
from graphwright.debugging import (
    assert_equal as assert_equal,
    assert_greater as assert_greater,
    assert_less as assert_less,
)
from graphwright.keras import (
    initializers as initializers,
    losses as losses,
    metrics as metrics,
    optimizers as optimizers,
)
from graphwright.math import (
    acos as acos,
    acosh as acosh,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atanh as atanh,
    cos as cos,
    cosh as cosh,
    cumsum as cumsum,
    equal as equal,
    exp as exp,
    floor as floor,
    greater as greater,
    greater_equal as greater_equal,
    less as less,
    less_equal as less_equal,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    maximum as maximum,
    minimum as minimum,
    multiply as multiply,
    negative as negative,
    not_equal as not_equal,
    pow as pow,
    reduce_all as reduce_all,
    reduce_any as reduce_any,
    reduce_max as reduce_max,
    reduce_mean as reduce_mean,
    reduce_min as reduce_min,
    reduce_prod as reduce_prod,
    reduce_sum as reduce_sum,
    sigmoid as sigmoid,
    sign as sign,
    sin as sin,
    sinh as sinh,
    sqrt as sqrt,
    square as square,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
)

__all__ = [
    "AggregationMethod", "Assert", "CriticalSection", "DType", "DeviceSpec", "GradientTape", "Graph", "IndexedSlices",
    "IndexedSlicesSpec", "Module", "NoneTensorSpec", "Operation", "OptionalSpec", "RaggedTensor", "RaggedTensorSpec",
    "RegisterGradient", "SparseTensor", "SparseTensorSpec", "Tensor", "TensorArray", "TensorArraySpec", "TensorShape",
    "TensorSpec", "TypeSpec", "UnconnectedGradients", "Variable", "VariableAggregation", "VariableSynchronization",
    "__internal__", "__operators__", "abs", "acos", "acosh", "add", "add_n", "approx_top_k", "argmax", "argmin",
    "argsort", "as_dtype", "as_string", "asin", "asinh", "assert_equal", "assert_greater", "assert_less", "assert_rank",
    "atan", "atan2", "atanh", "audio", "autodiff", "autograph", "batch_to_space", "bfloat16", "bitcast", "bitwise",
    "bool", "boolean_mask", "broadcast_dynamic_shape", "broadcast_static_shape", "broadcast_to", "case", "cast",
    "check_pinned", "clip_by_global_norm", "clip_by_norm", "clip_by_value", "compat", "complex", "complex128",
    "complex64", "concat", "cond", "config", "constant", "constant_initializer", "control_dependencies", "conv",
    "conv2d_backprop_filter_v2", "conv2d_backprop_input_v2", "convert_to_tensor", "cos", "cosh", "cumsum",
    "custom_gradient", "data", "debugging", "device", "distribute", "divide", "double", "dtensor", "dtypes",
    "dynamic_partition", "dynamic_stitch", "edit_distance", "eig", "eigvals", "einsum", "ensure_shape", "equal",
    "errors", "executing_eagerly", "exp", "expand_dims", "experimental", "extract_volume_patches", "eye",
    "feature_column", "fftnd", "fill", "fingerprint", "float16", "float32", "float64", "floor", "foldl", "foldr",
    "function", "gather", "gather_nd", "get_current_name_scope", "get_logger", "get_stance", "get_static_value",
    "grad_pass_through", "gradients", "graph_util", "greater", "greater_equal", "group", "guarantee_const", "half",
    "hessians", "histogram_fixed_width", "histogram_fixed_width_bins", "identity", "identity_n", "ifftnd", "image",
    "import_graph_def", "init_scope", "initializers", "inside_function", "int16", "int32", "int64", "int8", "io",
    "irfftnd", "is_symbolic_tensor", "is_tensor", "keras", "less", "less_equal", "linalg", "linspace", "lite",
    "load_library", "load_op_library", "logical_and", "logical_not", "logical_or", "lookup", "losses", "make_ndarray",
    "make_tensor_proto", "map_fn", "math", "matmul", "matrix_square_root", "maximum", "memory_info", "meshgrid",
    "metrics", "minimum", "mlir", "multiply", "name_scope", "negative", "nest", "newaxis", "nn", "no_gradient", "no_op",
    "nondifferentiable_batch_function", "norm", "not_equal", "numpy_function", "one_hot", "ones", "ones_initializer",
    "ones_like", "optimizers", "pad", "parallel_stack", "pow", "print", "profile_functions", "profiler", "py_function",
    "qint16", "qint32", "qint8", "quantization", "queue", "quint16", "quint8", "ragged", "ragged_fill_empty_rows",
    "ragged_fill_empty_rows_grad", "random", "random_index_shuffle", "random_normal_initializer",
    "random_uniform_initializer", "range", "rank", "raw_ops", "realdiv", "recompute_grad", "reduce_all", "reduce_any",
    "reduce_logsumexp", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum",
    "register_tensor_conversion_function", "release_memory", "repeat", "required_space_to_batch_paddings", "reshape",
    "resource", "reverse", "reverse_sequence", "rfftnd", "roll", "round", "row_fallbacks", "saturate_cast",
    "saved_model", "scalar_mul", "scan", "scatter_nd", "searchsorted", "security", "sequence_mask", "set_memory_limit",
    "set_stance", "set_trace_limit", "sets", "shape", "shape_n", "sigmoid", "sign", "signal", "sin", "sinh", "size",
    "slice", "sort", "space_to_batch", "space_to_batch_nd", "sparse", "split", "sqrt", "square", "squeeze", "stack",
    "stop_gradient", "strided_slice", "string", "strings", "subtract", "summary", "switch_case", "sysconfig", "tan",
    "tanh", "tensor_scatter_nd_add", "tensor_scatter_nd_max", "tensor_scatter_nd_min", "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update", "tensordot", "test", "tile", "timestamp", "tools", "tpu", "trace_limit", "train",
    "transpose", "truediv", "truncatediv", "truncatemod", "tuple", "type_spec_from_value", "types", "uint16", "uint32",
    "uint64", "uint8", "unique", "unique_with_counts", "unravel_index", "unstack", "variable_creator_scope", "variant",
    "vectorized_map", "version", "where", "while_loop", "xla", "zeros", "zeros_initializer", "zeros_like",
]

from graphwright._version import __version__ as __version__

__git_version__: str

bfloat16: _DType

bool: _DType

complex128: _DType

complex64: _DType

double: _DType

float16: _DType

float32: _DType

float64: _DType

half: _DType

int16: _DType

int32: _DType

int64: _DType

int8: _DType

newaxis: None

qint16: _DType

qint32: _DType

qint8: _DType

quint16: _DType

quint8: _DType

def realdiv(x: TensorLike, y: TensorLike, name: str | None = None) -> _Tensor:
    """x / y (tf.realdiv).

    Args:
      x: a tensor of floats or complex numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.

    >>> import graphwright as tf
    >>> tf.realdiv([1.0, 2.0], 4.0).numpy()
    array([0.25, 0.5 ], dtype=float32)
    """

resource: _DType

string: _DType

def tensor_scatter_nd_add(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = '', name: str | None = None) -> _Tensor:
    """A tensor in which the slices that vectors of indices name are added to (tf.tensor_scatter_nd_add).

    Args:
      tensor: a tensor; it stays as it is.
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of `tensor`.
      updates: a tensor of shape indices.shape[:-1] + tensor.shape[indices.shape[-1]:].
      bad_indices_policy: "IGNORE" leaves out vectors that are out of bounds; else they are an error.

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.tensor_scatter_nd_add([5, 5, 5], [[0], [2], [2]], [1, 2, 9]).numpy()
    array([ 6,  5, 16], dtype=int32)
    """

def tensor_scatter_nd_max(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = '', name: str | None = None) -> _Tensor:
    """A tensor in which the slices that vectors of indices name are made the larger of old and new (tf.tensor_scatter_nd_max).

    Args:
      tensor: a tensor; it stays as it is.
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of `tensor`.
      updates: a tensor of shape indices.shape[:-1] + tensor.shape[indices.shape[-1]:].
      bad_indices_policy: "IGNORE" leaves out vectors that are out of bounds; else they are an error.

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.tensor_scatter_nd_max([5, 5, 5], [[0], [2], [2]], [1, 2, 9]).numpy()
    array([5, 5, 9], dtype=int32)
    """

def tensor_scatter_nd_min(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = '', name: str | None = None) -> _Tensor:
    """A tensor in which the slices that vectors of indices name are made the smaller of old and new (tf.tensor_scatter_nd_min).

    Args:
      tensor: a tensor; it stays as it is.
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of `tensor`.
      updates: a tensor of shape indices.shape[:-1] + tensor.shape[indices.shape[-1]:].
      bad_indices_policy: "IGNORE" leaves out vectors that are out of bounds; else they are an error.

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.tensor_scatter_nd_min([5, 5, 5], [[0], [2], [2]], [1, 2, 9]).numpy()
    array([1, 5, 2], dtype=int32)
    """

def tensor_scatter_nd_sub(tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = '', name: str | None = None) -> _Tensor:
    """A tensor in which the slices that vectors of indices name are subtracted from (tf.tensor_scatter_nd_sub).

    Args:
      tensor: a tensor; it stays as it is.
      indices: an integer tensor; the vectors along its last axis name slices (or elements) of `tensor`.
      updates: a tensor of shape indices.shape[:-1] + tensor.shape[indices.shape[-1]:].
      bad_indices_policy: "IGNORE" leaves out vectors that are out of bounds; else they are an error.

    Raises:
      tf.errors.InvalidArgumentError: a vector is out of bounds, or the shapes do not fit.

    >>> import graphwright as tf
    >>> tf.tensor_scatter_nd_sub([5, 5, 5], [[0], [2], [2]], [1, 2, 9]).numpy()
    array([ 4,  5, -6], dtype=int32)
    """

def truncatediv(x: TensorLike, y: TensorLike, name: str | None = None) -> _Tensor:
    """x / y rounded towards 0 (tf.truncatediv).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.
      tf.errors.InvalidArgumentError: an integer is divided by 0.

    >>> import graphwright as tf
    >>> tf.truncatediv([7, -7], 2).numpy()
    array([ 3, -3], dtype=int32)
    """

def truncatemod(x: TensorLike, y: TensorLike, name: str | None = None) -> _Tensor:
    """The remainder of x / y rounded towards 0, which has x's sign (tf.truncatemod).

    Args:
      x: a tensor of real numbers.
      y: a tensor of x's dtype; their shapes broadcast.
      name: the name of the node in a graph.

    Returns:
      A tensor of the broadcast shape and of their dtype.

    Raises:
      tf.errors.InvalidArgumentError: the shapes do not broadcast, or the dtypes differ.
      tf.errors.InvalidArgumentError: an integer is divided by 0.

    >>> import graphwright as tf
    >>> tf.truncatemod([7, -7], 3).numpy()
    array([ 1, -1], dtype=int32)
    """

uint16: _DType

uint32: _DType

uint64: _DType

uint8: _DType

variant: _DType
