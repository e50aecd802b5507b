"""The public names of tf.compat.v1. Written by tools/write_stubs.py, not by hand."""
import builtins
from collections.abc import Iterable
from graphwright import (
    Tensor as _Tensor,
    keras as keras,
    realdiv as realdiv,
    tensor_scatter_nd_add as tensor_scatter_add,
    tensor_scatter_nd_add as tensor_scatter_nd_add,
    tensor_scatter_nd_max as tensor_scatter_nd_max,
    tensor_scatter_nd_min as tensor_scatter_nd_min,
    tensor_scatter_nd_sub as tensor_scatter_nd_sub,
    tensor_scatter_nd_sub as tensor_scatter_sub,
    truncatediv as truncatediv,
    truncatemod as truncatemod,
)
from graphwright._core import Tensor as Tensor
from graphwright._src.base.build_info import load_library as load_library, load_op_library as load_op_library
from graphwright._src.base.errors import OpError as OpError
from graphwright._src.base.logger import get_logger as get_logger
from graphwright._src.composite.composite_values import SparseTensorValue as SparseTensorValue
from graphwright._src.composite.maps import (
    foldl as foldl,
    foldr as foldr,
    map_fn as map_fn,
    scan as scan,
    vectorized_map as vectorized_map,
)
from graphwright._src.composite.ragged.ragged_spec import RaggedTensorSpec as RaggedTensorSpec
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from graphwright._src.composite.sparse.elements import (
    fill_empty_rows as sparse_fill_empty_rows,
    mask as sparse_mask,
    reorder as sparse_reorder,
    reset_shape as sparse_reset_shape,
    reshape as sparse_reshape,
    retain as sparse_retain,
    softmax as sparse_softmax,
    to_dense as sparse_tensor_to_dense,
    to_indicator as sparse_to_indicator,
    transpose as sparse_transpose,
)
from graphwright._src.composite.sparse.joining import (
    slice as sparse_slice,
    sparse_dense_matmul as sparse_tensor_dense_matmul,
)
from graphwright._src.composite.sparse.messages import deserialize_many_sparse as deserialize_many_sparse
from graphwright._src.composite.sparse.sparse_tensor import (
    SparseTensor as SparseTensor,
    SparseTensor as _SparseTensor,
    SparseTensorSpec as SparseTensorSpec,
)
from graphwright._src.control_flow.assertion import Assert as Assert
from graphwright._src.control_flow.branches_and_loops import switch_case as switch_case
from graphwright._src.control_flow.tensor_array import TensorArray as TensorArray, TensorArraySpec as TensorArraySpec
from graphwright._src.data.optional import OptionalSpec as OptionalSpec
from graphwright._src.function import function as function
from graphwright._src.function.batching import nondifferentiable_batch_function as nondifferentiable_batch_function
from graphwright._src.function.wrap_function import wrap_function as wrap_function
from graphwright._src.gradients.custom_gradient import (
    RegisterGradient as RegisterGradient,
    custom_gradient as custom_gradient,
    grad_pass_through as grad_pass_through,
    no_gradient as NoGradient,
    no_gradient as NotDifferentiable,
    no_gradient as no_gradient,
    recompute_grad as recompute_grad,
)
from graphwright._src.gradients.tape import (
    AggregationMethod as AggregationMethod,
    GradientTape as GradientTape,
    UnconnectedGradients as UnconnectedGradients,
    hessians_v1 as hessians,
)
from graphwright._src.graph.graph import (
    Graph as Graph,
    get_default_graph as get_default_graph,
    no_op as no_op,
    reset_default_graph as reset_default_graph,
)
from graphwright._src.graph.grouping import group as group
from graphwright._src.graph.operation import Operation as Operation
from graphwright._src.graph.scopes import (
    executing_eagerly as executing_eagerly,
    executing_eagerly_outside_functions as executing_eagerly_outside_functions,
    get_static_value as get_static_value,
    init_scope as init_scope,
    is_symbolic_tensor as is_symbolic_tensor,
    name_scope_v1 as name_scope,
)
from graphwright._src.graph.seeds import set_seed as set_random_seed
from graphwright._src.graph.values import make_ndarray as make_ndarray, make_tensor_proto as make_tensor_proto
from graphwright._src.graph_import.import_graph import import_graph_def as import_graph_def
from graphwright._src.messages.classes import (
    AttrValue as AttrValue,
    ConfigProto as ConfigProto,
    Event as Event,
    GPUOptions as GPUOptions,
    GraphDef as GraphDef,
    GraphOptions as GraphOptions,
    HistogramProto as HistogramProto,
    LogMessage as LogMessage,
    MetaGraphDef as MetaGraphDef,
    NameAttrList as NameAttrList,
    NodeDef as NodeDef,
    OptimizerOptions as OptimizerOptions,
    RunMetadata as RunMetadata,
    RunOptions as RunOptions,
    SessionLog as SessionLog,
    Summary as Summary,
    SummaryMetadata as SummaryMetadata,
    TensorInfo as TensorInfo,
)
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
    ensure_shape as ensure_shape,
    eye as eye,
    guarantee_const as guarantee_const,
    identity as identity,
    identity_n as identity_n,
    rank as rank,
    reshape as reshape,
    shape_n as shape_n,
    stop_gradient as stop_gradient,
    unravel_index as unravel_index,
)
from graphwright._src.ops.array_index import (
    one_hot as one_hot,
    scatter_nd as scatter_nd,
    sequence_mask as sequence_mask,
    slice_ as slice,
    strided_slice as strided_slice,
    tensor_scatter_nd_update as tensor_scatter_nd_update,
    tensor_scatter_nd_update as tensor_scatter_update,
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
    invert_permutation as invert_permutation,
    required_space_to_batch_paddings as required_space_to_batch_paddings,
    reverse as reverse,
    reverse as reverse_v2,
    roll as roll,
    space_to_batch_nd as space_to_batch_nd,
)
from graphwright._src.ops.assertions import (
    assert_proper_iterable as assert_proper_iterable,
    assert_same_float_dtype as assert_same_float_dtype,
    check_numerics as check_numerics,
    is_numeric_tensor as is_numeric_tensor,
)
from graphwright._src.ops.clip import (
    clip_by_global_norm as clip_by_global_norm,
    clip_by_norm as clip_by_norm,
    clip_by_value as clip_by_value,
    global_norm as global_norm,
)
from graphwright._src.ops.critical_section import CriticalSection as CriticalSection
from graphwright._src.ops.files import (
    decode_compressed as decode_compressed,
    matching_files as matching_files,
    parse_tensor as parse_tensor,
    read_file as read_file,
    serialize_tensor as serialize_tensor,
    write_file as write_file,
)
from graphwright._src.ops.image_crop import extract_volume_patches as extract_volume_patches
from graphwright._src.ops.image_random import random_crop as random_crop
from graphwright._src.ops.linalg_product import (
    cross as cross,
    einsum as einsum,
    matmul as matmul,
    tensordot as tensordot,
)
from graphwright._src.ops.linalg_solve import (
    cholesky as cholesky,
    cholesky_solve as cholesky_solve,
    det as matrix_determinant,
    eigh as self_adjoint_eig,
    eigvalsh as self_adjoint_eigvals,
    inv as matrix_inverse,
    lstsq as matrix_solve_ls,
    matrix_transpose as matrix_transpose,
    qr as qr,
    solve as matrix_solve,
    sqrtm as matrix_square_root,
    svd as svd,
    trace as trace,
    triangular_solve as matrix_triangular_solve,
)
from graphwright._src.ops.math import abs as abs, log_sigmoid as log_sigmoid, round as round
from graphwright._src.ops.math_binary import (
    accumulate_n as accumulate_n,
    add as add,
    add_n as add_n,
    atan2 as atan2,
    divide as divide,
    divide_no_nan as div_no_nan,
    logical_xor as logical_xor,
    truediv as truediv,
)
from graphwright._src.ops.math_convert import (
    angle as angle,
    cast as cast,
    complex as complex,
    conj as conj,
    imag as imag,
    linspace as lin_space,
    linspace as linspace,
    range as range,
    real as real,
    saturate_cast as saturate_cast,
    where as where_v2,
)
from graphwright._src.ops.math_count import (
    histogram_fixed_width as histogram_fixed_width,
    histogram_fixed_width_bins as histogram_fixed_width_bins,
)
from graphwright._src.ops.math_reduce import (
    is_non_decreasing as is_non_decreasing,
    is_strictly_increasing as is_strictly_increasing,
)
from graphwright._src.ops.math_segment import (
    unsorted_segment_mean as unsorted_segment_mean,
    unsorted_segment_sqrt_n as unsorted_segment_sqrt_n,
)
from graphwright._src.ops.math_special import betainc as betainc, lbeta as lbeta
from graphwright._src.ops.matrix_diag import (
    band_part as matrix_band_part,
    diag as matrix_diag,
    diag_part as matrix_diag_part,
    set_diag as matrix_set_diag,
    tensor_diag as diag,
    tensor_diag_part as diag_part,
)
from graphwright._src.ops.quantization import (
    dequantize as dequantize,
    fake_quant_with_min_max_args as fake_quant_with_min_max_args,
    fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient,
    fake_quant_with_min_max_vars as fake_quant_with_min_max_vars,
    fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient,
    fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel,
    fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient,
    quantize as quantize,
    quantized_concat as quantized_concat,
)
from graphwright._src.ops.queue import (
    FIFOQueue as FIFOQueue,
    PaddingFIFOQueue as PaddingFIFOQueue,
    PriorityQueue as PriorityQueue,
    QueueBase as QueueBase,
    RandomShuffleQueue as RandomShuffleQueue,
)
from graphwright._src.ops.random import (
    gamma as random_gamma,
    normal as random_normal,
    shuffle as random_shuffle,
    truncated_normal as truncated_normal,
    uniform as random_uniform,
)
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
from graphwright._src.ops.signal import (
    fft as fft,
    fft2d as fft2d,
    fft3d as fft3d,
    ifft as ifft,
    ifft2d as ifft2d,
    ifft3d as ifft3d,
)
from graphwright._src.ops.sort import (
    argsort as argsort,
    searchsorted as searchsorted,
    sort as sort,
    unique as unique,
    unique_with_counts as unique_with_counts,
)
from graphwright._src.session.collections import (
    GraphKeys as GraphKeys,
    add_to_collection as add_to_collection,
    add_to_collections as add_to_collections,
    colocate_with as colocate_with,
    control_dependencies as control_dependencies,
    device as device,
    get_collection as get_collection,
    get_collection_ref as get_collection_ref,
    get_seed as get_seed,
)
from graphwright._src.session.default_session import get_default_session as get_default_session
from graphwright._src.session.session import InteractiveSession as InteractiveSession, Session as Session
from graphwright._src.state.module import Module as Module
from graphwright._src.state.partitioners import (
    fixed_size_partitioner as fixed_size_partitioner,
    min_max_variable_partitioner as min_max_variable_partitioner,
    variable_axis_size_partitioner as variable_axis_size_partitioner,
)
from graphwright._src.state.variable_creation import (
    VariableAggregation as VariableAggregation,
    VariableSynchronization as VariableSynchronization,
)
from graphwright._src.tensor.composite_tensor import is_tensor as is_tensor
from graphwright._src.tensor.device_spec import DeviceSpec as DeviceSpec
from graphwright._src.tensor.dtypes import DType as DType, DType as _DType, as_dtype as as_dtype
from graphwright._src.tensor.filling import fill as fill, ones as ones, zeros as zeros
from graphwright._src.tensor.indexed_slices import (
    IndexedSlices as IndexedSlices,
    IndexedSlicesSpec as IndexedSlicesSpec,
)
from graphwright._src.tensor.tensor import register_tensor_conversion_function as register_tensor_conversion_function
from graphwright._src.tensor.tensor_shape import (
    Dimension as Dimension,
    TensorShape as TensorShape,
    dimension_at_index as dimension_at_index,
    dimension_value as dimension_value,
)
from graphwright._src.tensor.tensor_spec import TensorSpec as TensorSpec
from graphwright._src.tensor.type_spec import (
    NoneTensorSpec as NoneTensorSpec,
    TypeSpec as TypeSpec,
    type_spec_from_value as type_spec_from_value,
)
from graphwright._src.tensor.typing import AxisLike, DTypeLike, TensorLike
from graphwright._src.text.csv import decode_csv_v1 as decode_csv
from graphwright._src.text.edit_distance import edit_distance as edit_distance, fingerprint as fingerprint
from graphwright._src.text.parsing_config import (
    FixedLenFeature as FixedLenFeature,
    FixedLenSequenceFeature as FixedLenSequenceFeature,
    SparseFeature as SparseFeature,
    VarLenFeature as VarLenFeature,
)
from graphwright._src.text.parsing_sequences import (
    decode_json_example as decode_json_example,
    parse_single_sequence_example as parse_single_sequence_example,
)
from graphwright._src.text.printing import print_v2 as print, timestamp as timestamp
from graphwright._src.text.strings import (
    as_string as as_string,
    decode_base64 as decode_base64,
    encode_base64 as encode_base64,
    join as string_join,
    regex_replace as regex_replace,
    strip as string_strip,
    to_hash_bucket_fast as string_to_hash_bucket_fast,
    to_hash_bucket_strong as string_to_hash_bucket_strong,
)
from graphwright._src.v1.absent import LMDBReader as LMDBReader
from graphwright._src.v1.accumulators import (
    ConditionalAccumulator as ConditionalAccumulator,
    ConditionalAccumulatorBase as ConditionalAccumulatorBase,
    SparseConditionalAccumulator as SparseConditionalAccumulator,
)
from graphwright._src.v1.array import (
    batch_gather as batch_gather,
    batch_to_space as batch_to_space,
    batch_to_space_nd as batch_to_space_nd,
    boolean_mask as boolean_mask,
    constant as constant,
    convert_to_tensor as convert_to_tensor,
    convert_to_tensor_or_indexed_slices as convert_to_tensor_or_indexed_slices,
    convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor,
    depth_to_space as depth_to_space,
    expand_dims as expand_dims,
    gather as gather,
    gather_nd as gather_nd,
    ones_like as ones_like,
    pad as pad,
    reverse_sequence as reverse_sequence,
    setdiff1d as setdiff1d,
    shape as shape,
    size as size,
    space_to_batch as space_to_batch,
    space_to_depth as space_to_depth,
    squeeze as squeeze,
    transpose as transpose,
    where as where,
    zeros_like as zeros_like,
)
from graphwright._src.v1.assertions import (
    add_check_numerics_ops as add_check_numerics_ops,
    assert_scalar as assert_scalar,
)
from graphwright._src.v1.control_flow import (
    case as case,
    clip_by_average_norm as clip_by_average_norm,
    cond as cond,
    gradients as gradients,
    tuple_ as tuple,
    verify_tensor_all_finite as verify_tensor_all_finite,
    while_loop as while_loop,
)
from graphwright._src.v1.create_partitioned_variables import (
    create_partitioned_variables as create_partitioned_variables,
)
from graphwright._src.v1.image import extract_image_patches as extract_image_patches
from graphwright._src.v1.initializers import (
    Constant as constant_initializer,
    GlorotNormal as glorot_normal_initializer,
    GlorotUniform as glorot_uniform_initializer,
    Ones as ones_initializer,
    Orthogonal as orthogonal_initializer,
    RandomNormal as random_normal_initializer,
    RandomUniform as random_uniform_initializer,
    TruncatedNormal as truncated_normal_initializer,
    UniformUnitScaling as uniform_unit_scaling_initializer,
    VarianceScaling as variance_scaling_initializer,
    Zeros as zeros_initializer,
)
from graphwright._src.v1.io import (
    decode_raw as decode_raw,
    parse_example as parse_example,
    parse_single_example as parse_single_example,
    quantize_v2 as quantize_v2,
    reduce_join as reduce_join,
    serialize_many_sparse as serialize_many_sparse,
    serialize_sparse as serialize_sparse,
    sparse_matmul as sparse_matmul,
)
from graphwright._src.v1.logs import Print as Print
from graphwright._src.v1.math import (
    bincount as bincount,
    confusion_matrix as confusion_matrix,
    div as div,
    floor_div as floor_div,
    multinomial as multinomial,
    py_func as py_func,
    random_poisson as random_poisson,
    scalar_mul as scalar_mul,
    string_split as string_split,
    string_to_hash_bucket as string_to_hash_bucket,
    string_to_number as string_to_number,
    substr as substr,
)
from graphwright._src.v1.modes import (
    control_flow_v2_enabled as control_flow_v2_enabled,
    disable_control_flow_v2 as disable_control_flow_v2,
    disable_eager_execution as disable_eager_execution,
    disable_tensor_equality as disable_tensor_equality,
    disable_v2_behavior as disable_v2_behavior,
    disable_v2_tensorshape as disable_v2_tensorshape,
    enable_control_flow_v2 as enable_control_flow_v2,
    enable_eager_execution as enable_eager_execution,
    enable_tensor_equality as enable_tensor_equality,
    enable_v2_behavior as enable_v2_behavior,
    enable_v2_tensorshape as enable_v2_tensorshape,
)
from graphwright._src.v1.placeholders import (
    placeholder as placeholder,
    placeholder_with_default as placeholder_with_default,
    sparse_placeholder as sparse_placeholder,
)
from graphwright._src.v1.readers import (
    FixedLengthRecordReader as FixedLengthRecordReader,
    IdentityReader as IdentityReader,
    ReaderBase as ReaderBase,
    TFRecordReader as TFRecordReader,
    TextLineReader as TextLineReader,
    WholeFileReader as WholeFileReader,
)
from graphwright._src.v1.reductions import (
    arg_max as arg_max,
    arg_min as arg_min,
    argmax as argmax,
    argmin as argmin,
    count_nonzero as count_nonzero,
    norm as norm,
)
from graphwright._src.v1.scopes import (
    container as container,
    load_file_system_library as load_file_system_library,
    op_scope as op_scope,
)
from graphwright._src.v1.session_handles import (
    delete_session_tensor as delete_session_tensor,
    get_session_handle as get_session_handle,
    get_session_tensor as get_session_tensor,
)
from graphwright._src.v1.sparse import (
    sparse_add as sparse_add,
    sparse_concat as sparse_concat,
    sparse_merge as sparse_merge,
    sparse_split as sparse_split,
    sparse_to_dense as sparse_to_dense,
)
from graphwright._src.v1.template import make_template as make_template
from graphwright._src.v1.variable_scope import (
    VariableScope as VariableScope,
    _ReuseMode as ReuseMode,
    get_local_variable as get_local_variable,
    get_variable as get_variable,
    get_variable_scope as get_variable_scope,
    no_regularizer as no_regularizer,
    variable_op_scope as variable_op_scope,
    variable_scope as variable_scope,
)
from graphwright._src.v1.variables import (
    VariableV1 as Variable,
    all_variables as all_variables,
    assert_variables_initialized as assert_variables_initialized,
    assign as assign,
    assign_add as assign_add,
    assign_sub as assign_sub,
    batch_scatter_update as batch_scatter_update,
    count_up_to as count_up_to,
    disable_resource_variables as disable_resource_variables,
    enable_resource_variables as enable_resource_variables,
    global_variables as global_variables,
    global_variables_initializer as global_variables_initializer,
    global_variables_initializer as initialize_all_variables,
    is_variable_initialized as is_variable_initialized,
    local_variables as local_variables,
    local_variables_initializer as initialize_local_variables,
    local_variables_initializer as local_variables_initializer,
    model_variables as model_variables,
    moving_average_variables as moving_average_variables,
    report_uninitialized_variables as report_uninitialized_variables,
    resource_variables_enabled as resource_variables_enabled,
    tables_initializer as initialize_all_tables,
    tables_initializer as tables_initializer,
    trainable_variables as trainable_variables,
    variable_creator_scope as variable_creator_scope,
    variables_initializer as initialize_variables,
    variables_initializer as variables_initializer,
)
from graphwright.compat.v1 import (
    app as app,
    audio as audio,
    autograph as autograph,
    bitwise as bitwise,
    compat as compat,
    config as config,
    data as data,
    debugging as debugging,
    distribute as distribute,
    distributions as distributions,
    dtypes as dtypes,
    errors as errors,
    experimental as experimental,
    feature_column as feature_column,
    flags as flags,
    gfile as gfile,
    graph_util as graph_util,
    image as image,
    initializers as initializers,
    io as io,
    linalg as linalg,
    lite as lite,
    logging as logging,
    lookup as lookup,
    losses as losses,
    manip as manip,
    math as math,
    metrics as metrics,
    mixed_precision as mixed_precision,
    mlir as mlir,
    nest as nest,
    nn as nn,
    profiler as profiler,
    python_io as python_io,
    quantization as quantization,
    queue as queue,
    ragged as ragged,
    random as random,
    raw_ops as raw_ops,
    resource_loader as resource_loader,
    saved_model as saved_model,
    sets as sets,
    signal as signal,
    sparse as sparse,
    spectral as spectral,
    strings as strings,
    summary as summary,
    sysconfig as sysconfig,
    test as test,
    tpu as tpu,
    train as train,
    types as types,
    user_ops as user_ops,
    version as version,
    xla as xla,
)
from graphwright.math import (
    acos as acos,
    acosh as acosh,
    asin as asin,
    asinh as asinh,
    atan as atan,
    atanh as atanh,
    ceil as ceil,
    cos as cos,
    cosh as cosh,
    cumprod as cumprod,
    cumsum as cumsum,
    digamma as digamma,
    equal as equal,
    erf as erf,
    erfc as erfc,
    exp as exp,
    expm1 as expm1,
    floor as floor,
    floordiv as floordiv,
    floormod as floormod,
    floormod as mod,
    greater as greater,
    greater_equal as greater_equal,
    igamma as igamma,
    igammac as igammac,
    is_finite as is_finite,
    is_inf as is_inf,
    is_nan as is_nan,
    less as less,
    less_equal as less_equal,
    lgamma as lgamma,
    log as log,
    log1p as log1p,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    maximum as maximum,
    minimum as minimum,
    multiply as multiply,
    negative as negative,
    not_equal as not_equal,
    polygamma as polygamma,
    pow as pow,
    reciprocal as reciprocal,
    rint as rint,
    rsqrt as rsqrt,
    segment_max as segment_max,
    segment_mean as segment_mean,
    segment_min as segment_min,
    segment_prod as segment_prod,
    segment_sum as segment_sum,
    sigmoid as sigmoid,
    sign as sign,
    sin as sin,
    sinh as sinh,
    sqrt as sqrt,
    square as square,
    squared_difference as squared_difference,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
    unsorted_segment_max as unsorted_segment_max,
    unsorted_segment_min as unsorted_segment_min,
    unsorted_segment_prod as unsorted_segment_prod,
    unsorted_segment_sum as unsorted_segment_sum,
    zeta as zeta,
)
from graphwright.sparse import maximum as sparse_maximum, minimum as sparse_minimum
from typing import Any

__all__ = [
    "AUTO_REUSE", "AggregationMethod", "Assert", "AttrValue", "COMPILER_VERSION", "CXX11_ABI_FLAG", "CXX_VERSION",
    "ConditionalAccumulator", "ConditionalAccumulatorBase", "ConfigProto", "CriticalSection", "DType", "DeviceSpec",
    "Dimension", "Event", "FIFOQueue", "FixedLenFeature", "FixedLenSequenceFeature", "FixedLengthRecordReader",
    "GIT_VERSION", "GPUOptions", "GRAPH_DEF_VERSION", "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER", "GradientTape", "Graph", "GraphDef", "GraphKeys", "GraphOptions",
    "HistogramProto", "IdentityReader", "IndexedSlices", "IndexedSlicesSpec", "InteractiveSession", "LMDBReader",
    "LogMessage", "MONOLITHIC_BUILD", "MetaGraphDef", "Module", "NameAttrList", "NoGradient", "NodeDef",
    "NoneTensorSpec", "NotDifferentiable", "OpError", "Operation", "OptimizerOptions", "OptionalSpec",
    "PaddingFIFOQueue", "Print", "PriorityQueue", "QUANTIZED_DTYPES", "QueueBase", "RaggedTensor", "RaggedTensorSpec",
    "RandomShuffleQueue", "ReaderBase", "RegisterGradient", "RunMetadata", "RunOptions", "Session", "SessionLog",
    "SparseConditionalAccumulator", "SparseFeature", "SparseTensor", "SparseTensorSpec", "SparseTensorValue", "Summary",
    "SummaryMetadata", "TFRecordReader", "Tensor", "TensorArray", "TensorArraySpec", "TensorInfo", "TensorShape",
    "TensorSpec", "TextLineReader", "TypeSpec", "UnconnectedGradients", "VERSION", "VarLenFeature", "Variable",
    "VariableAggregation", "VariableScope", "VariableSynchronization", "WholeFileReader", "abs", "accumulate_n", "acos",
    "acosh", "add", "add_check_numerics_ops", "add_n", "add_to_collection", "add_to_collections", "all_variables",
    "angle", "app", "approx_top_k", "arg_max", "arg_min", "argmax", "argmin", "argsort", "as_dtype", "as_string",
    "asin", "asinh", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer", "assert_less",
    "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative", "assert_non_positive",
    "assert_none_equal", "assert_positive", "assert_proper_iterable", "assert_rank", "assert_rank_at_least",
    "assert_rank_in", "assert_same_float_dtype", "assert_scalar", "assert_type", "assert_variables_initialized",
    "assign", "assign_add", "assign_sub", "atan", "atan2", "atanh", "audio", "autograph", "batch_gather",
    "batch_scatter_update", "batch_to_space", "batch_to_space_nd", "betainc", "bfloat16", "bincount", "bitcast",
    "bitwise", "bool", "boolean_mask", "broadcast_dynamic_shape", "broadcast_static_shape", "broadcast_to", "case",
    "cast", "ceil", "check_numerics", "check_pinned", "cholesky", "cholesky_solve", "clip_by_average_norm",
    "clip_by_global_norm", "clip_by_norm", "clip_by_value", "colocate_with", "compat", "complex", "complex128",
    "complex64", "concat", "cond", "config", "confusion_matrix", "conj", "constant", "constant_initializer",
    "container", "control_dependencies", "control_flow_v2_enabled", "conv", "conv2d_backprop_filter_v2",
    "conv2d_backprop_input_v2", "convert_to_tensor", "convert_to_tensor_or_indexed_slices",
    "convert_to_tensor_or_sparse_tensor", "cos", "cosh", "count_nonzero", "count_up_to", "create_partitioned_variables",
    "cross", "cumprod", "cumsum", "custom_gradient", "data", "debugging", "decode_base64", "decode_compressed",
    "decode_csv", "decode_json_example", "decode_raw", "delete_session_tensor", "depth_to_space", "dequantize",
    "deserialize_many_sparse", "device", "diag", "diag_part", "digamma", "dimension_at_index", "dimension_value",
    "disable_control_flow_v2", "disable_eager_execution", "disable_resource_variables", "disable_tensor_equality",
    "disable_v2_behavior", "disable_v2_tensorshape", "distribute", "distributions", "div", "div_no_nan", "divide",
    "double", "dtypes", "dynamic_partition", "dynamic_stitch", "edit_distance", "einsum", "enable_control_flow_v2",
    "enable_eager_execution", "enable_resource_variables", "enable_tensor_equality", "enable_v2_behavior",
    "enable_v2_tensorshape", "encode_base64", "ensure_shape", "equal", "erf", "erfc", "errors", "executing_eagerly",
    "executing_eagerly_outside_functions", "exp", "expand_dims", "experimental", "expm1", "extract_image_patches",
    "extract_volume_patches", "eye", "fake_quant_with_min_max_args", "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars", "fake_quant_with_min_max_vars_gradient", "fake_quant_with_min_max_vars_per_channel",
    "fake_quant_with_min_max_vars_per_channel_gradient", "feature_column", "fft", "fft2d", "fft3d", "fftnd", "fill",
    "fingerprint", "fixed_size_partitioner", "flags", "float16", "float32", "float64", "floor", "floor_div", "floordiv",
    "floormod", "foldl", "foldr", "function", "gather", "gather_nd", "get_collection", "get_collection_ref",
    "get_default_graph", "get_default_session", "get_local_variable", "get_logger", "get_seed", "get_session_handle",
    "get_session_tensor", "get_static_value", "get_variable", "get_variable_scope", "gfile", "global_norm",
    "global_variables", "global_variables_initializer", "glorot_normal_initializer", "glorot_uniform_initializer",
    "grad_pass_through", "gradients", "graph_util", "greater", "greater_equal", "group", "guarantee_const", "half",
    "hessians", "histogram_fixed_width", "histogram_fixed_width_bins", "identity", "identity_n", "ifft", "ifft2d",
    "ifft3d", "ifftnd", "igamma", "igammac", "imag", "image", "import_graph_def", "init_scope", "initialize_all_tables",
    "initialize_all_variables", "initialize_local_variables", "initialize_variables", "initializers", "int16", "int32",
    "int64", "int8", "invert_permutation", "io", "irfftnd", "is_finite", "is_inf", "is_nan", "is_non_decreasing",
    "is_numeric_tensor", "is_strictly_increasing", "is_symbolic_tensor", "is_tensor", "is_variable_initialized",
    "keras", "lbeta", "less", "less_equal", "lgamma", "lin_space", "linalg", "linspace", "lite",
    "load_file_system_library", "load_library", "load_op_library", "local_variables", "local_variables_initializer",
    "log", "log1p", "log_sigmoid", "logging", "logical_and", "logical_not", "logical_or", "logical_xor", "lookup",
    "losses", "make_ndarray", "make_template", "make_tensor_proto", "manip", "map_fn", "matching_files", "math",
    "matmul", "matrix_band_part", "matrix_determinant", "matrix_diag", "matrix_diag_part", "matrix_inverse",
    "matrix_set_diag", "matrix_solve", "matrix_solve_ls", "matrix_square_root", "matrix_transpose",
    "matrix_triangular_solve", "maximum", "meshgrid", "metrics", "min_max_variable_partitioner", "minimum",
    "mixed_precision", "mlir", "mod", "model_variables", "moving_average_variables", "multinomial", "multiply",
    "name_scope", "negative", "nest", "newaxis", "nn", "no_gradient", "no_op", "no_regularizer",
    "nondifferentiable_batch_function", "norm", "not_equal", "numpy_function", "one_hot", "ones", "ones_initializer",
    "ones_like", "op_scope", "orthogonal_initializer", "pad", "parallel_stack", "parse_example", "parse_single_example",
    "parse_single_sequence_example", "parse_tensor", "placeholder", "placeholder_with_default", "polygamma", "pow",
    "print", "profiler", "py_func", "py_function", "python_io", "qint16", "qint32", "qint8", "qr", "quantization",
    "quantize", "quantize_v2", "quantized_concat", "queue", "quint16", "quint8", "ragged", "ragged_fill_empty_rows",
    "ragged_fill_empty_rows_grad", "random", "random_crop", "random_gamma", "random_index_shuffle", "random_normal",
    "random_normal_initializer", "random_poisson", "random_shuffle", "random_uniform", "random_uniform_initializer",
    "range", "rank", "raw_ops", "read_file", "real", "realdiv", "reciprocal", "recompute_grad", "reduce_all",
    "reduce_any", "reduce_join", "reduce_logsumexp", "reduce_max", "reduce_mean", "reduce_min", "reduce_prod",
    "reduce_sum", "regex_replace", "register_tensor_conversion_function", "repeat", "report_uninitialized_variables",
    "required_space_to_batch_paddings", "reset_default_graph", "reshape", "resource", "resource_loader",
    "resource_variables_enabled", "reverse", "reverse_sequence", "reverse_v2", "rfftnd", "rint", "roll", "round",
    "rsqrt", "saturate_cast", "saved_model", "scalar_mul", "scan", "scatter_add", "scatter_div", "scatter_max",
    "scatter_min", "scatter_mul", "scatter_nd", "scatter_nd_add", "scatter_nd_sub", "scatter_nd_update", "scatter_sub",
    "scatter_update", "searchsorted", "segment_max", "segment_mean", "segment_min", "segment_prod", "segment_sum",
    "self_adjoint_eig", "self_adjoint_eigvals", "sequence_mask", "serialize_many_sparse", "serialize_sparse",
    "serialize_tensor", "set_random_seed", "setdiff1d", "sets", "shape", "shape_n", "sigmoid", "sign", "signal", "sin",
    "sinh", "size", "slice", "sort", "space_to_batch", "space_to_batch_nd", "space_to_depth", "sparse", "sparse_add",
    "sparse_concat", "sparse_fill_empty_rows", "sparse_mask", "sparse_matmul", "sparse_maximum", "sparse_merge",
    "sparse_minimum", "sparse_placeholder", "sparse_reduce_max", "sparse_reduce_max_sparse", "sparse_reduce_sum",
    "sparse_reduce_sum_sparse", "sparse_reorder", "sparse_reset_shape", "sparse_reshape", "sparse_retain",
    "sparse_segment_mean", "sparse_segment_sqrt_n", "sparse_segment_sum", "sparse_slice", "sparse_softmax",
    "sparse_split", "sparse_tensor_dense_matmul", "sparse_tensor_to_dense", "sparse_to_dense", "sparse_to_indicator",
    "sparse_transpose", "spectral", "split", "sqrt", "square", "squared_difference", "squeeze", "stack",
    "stop_gradient", "strided_slice", "string", "string_join", "string_split", "string_strip", "string_to_hash_bucket",
    "string_to_hash_bucket_fast", "string_to_hash_bucket_strong", "string_to_number", "strings", "substr", "subtract",
    "summary", "svd", "switch_case", "sysconfig", "tables_initializer", "tan", "tanh", "tensor_scatter_add",
    "tensor_scatter_nd_add", "tensor_scatter_nd_max", "tensor_scatter_nd_min", "tensor_scatter_nd_sub",
    "tensor_scatter_nd_update", "tensor_scatter_sub", "tensor_scatter_update", "tensordot", "test", "tile", "timestamp",
    "to_bfloat16", "to_complex128", "to_complex64", "to_double", "to_float", "to_int32", "to_int64", "tpu", "trace",
    "train", "trainable_variables", "transpose", "truediv", "truncated_normal", "truncated_normal_initializer",
    "truncatediv", "truncatemod", "tuple", "type_spec_from_value", "types", "uint16", "uint32", "uint64", "uint8",
    "uniform_unit_scaling_initializer", "unique", "unique_with_counts", "unravel_index", "unsorted_segment_max",
    "unsorted_segment_mean", "unsorted_segment_min", "unsorted_segment_prod", "unsorted_segment_sqrt_n",
    "unsorted_segment_sum", "unstack", "user_ops", "variable_axis_size_partitioner", "variable_creator_scope",
    "variable_op_scope", "variable_scope", "variables_initializer", "variance_scaling_initializer", "variant",
    "vectorized_map", "verify_tensor_all_finite", "version", "where", "where_v2", "while_loop", "wrap_function",
    "write_file", "xla", "zeros", "zeros_initializer", "zeros_like", "zeta",
]

__version__: str
__git_version__: str

AUTO_REUSE: ReuseMode

COMPILER_VERSION: str

CXX11_ABI_FLAG: int

CXX_VERSION: int

GIT_VERSION: str

GRAPH_DEF_VERSION: int

GRAPH_DEF_VERSION_MIN_CONSUMER: int

GRAPH_DEF_VERSION_MIN_PRODUCER: int

MONOLITHIC_BUILD: int

QUANTIZED_DTYPES: frozenset[_DType]

VERSION: str

def assert_equal(x: TensorLike, y: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x == y everywhere (tf.compat.v1.assert_equal).

    `data` has no effect; see `tf.debugging.assert_equal`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_greater(x: TensorLike, y: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x > y everywhere (tf.compat.v1.assert_greater).

    `data` has no effect; see `tf.debugging.assert_greater`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_greater_equal(x: TensorLike, y: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x >= y everywhere (tf.compat.v1.assert_greater_equal).

    `data` has no effect; see `tf.debugging.assert_greater_equal`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x has an integer dtype (tf.compat.v1.assert_integer).

    `data` has no effect; see `tf.debugging.assert_integer`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_less(x: TensorLike, y: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x < y everywhere (tf.compat.v1.assert_less).

    `data` has no effect; see `tf.debugging.assert_less`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_less_equal(x: TensorLike, y: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x <= y everywhere (tf.compat.v1.assert_less_equal).

    `data` has no effect; see `tf.debugging.assert_less_equal`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_near(x: TensorLike, y: TensorLike, rtol: TensorLike | None = None, atol: TensorLike | None = None, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that |x - y| <= atol + rtol * |y| everywhere (tf.compat.v1.assert_near).

    `data` has no effect; see `tf.debugging.assert_near`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_negative(x: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x < 0 everywhere (tf.compat.v1.assert_negative).

    `data` has no effect; see `tf.debugging.assert_negative`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_non_negative(x: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x >= 0 everywhere (tf.compat.v1.assert_non_negative).

    `data` has no effect; see `tf.debugging.assert_non_negative`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_non_positive(x: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x <= 0 everywhere (tf.compat.v1.assert_non_positive).

    `data` has no effect; see `tf.debugging.assert_non_positive`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_none_equal(x: TensorLike, y: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x != y everywhere (tf.compat.v1.assert_none_equal).

    `data` has no effect; see `tf.debugging.assert_none_equal`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_positive(x: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x > 0 everywhere (tf.compat.v1.assert_positive).

    `data` has no effect; see `tf.debugging.assert_positive`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_rank(x: TensorLike, rank: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x has a rank (tf.compat.v1.assert_rank).

    `data` has no effect; see `tf.debugging.assert_rank`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_rank_at_least(x: TensorLike, rank: TensorLike, data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x has at least a rank (tf.compat.v1.assert_rank_at_least).

    `data` has no effect; see `tf.debugging.assert_rank_at_least`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_rank_in(x: TensorLike, ranks: Iterable[Any], data: object = None, summarize: int | None = None, message: str | None = None, name: str | None = None) -> Any:
    """Checks that x has one of several ranks (tf.compat.v1.assert_rank_in).

    `data` has no effect; see `tf.debugging.assert_rank_in`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

def assert_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> Any:
    """Checks that a tensor has a dtype (tf.compat.v1.assert_type).

    `data` has no effect; see `tf.debugging.assert_type`.

    Returns:
      An operation that checks it, for `tf.control_dependencies`; None while ops run at once.

    Raises:
      tf.errors.InvalidArgumentError: it does not hold, as far as that is known now.
    """

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

def reduce_all(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """Whether all elements are true along axes (tf.compat.v1.reduce_all).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_any(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """Whether any element is true along axes (tf.compat.v1.reduce_any).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_logsumexp(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """The logarithm of the sum of exponentials along axes (tf.compat.v1.reduce_logsumexp).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_max(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """The greatest element along axes (tf.compat.v1.reduce_max).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_mean(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """The mean of elements along axes (tf.compat.v1.reduce_mean).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_min(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """The smallest element along axes (tf.compat.v1.reduce_min).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_prod(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """The product of elements along axes (tf.compat.v1.reduce_prod).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

def reduce_sum(input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, name: str | None = None, reduction_indices: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> _Tensor:
    """The sum of elements along axes (tf.compat.v1.reduce_sum).

    Args:
      input_tensor: a tensor.
      axis: an axis or several; all where None.
      keepdims: whether axes that were reduced stay with size 1; also `keep_dims`.
      name: a name for the op.
      reduction_indices: another name of `axis`.
      keep_dims: another name of `keepdims`.

    Raises:
      ValueError: an argument was given under both of its names.
    """

resource: _DType

def scatter_add(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Adds to slices of a variable (tf.compat.v1.scatter_add).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_div(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Divides slices of a variable (tf.compat.v1.scatter_div).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_max(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Takes the maximum of slices of a variable and others (tf.compat.v1.scatter_max).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_min(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Takes the minimum of slices of a variable and others (tf.compat.v1.scatter_min).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_mul(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Multiplies slices of a variable (tf.compat.v1.scatter_mul).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_nd_add(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = True, name: str | None = None) -> Any:
    """Adds to parts of a variable (tf.compat.v1.scatter_nd_add).

    Args:
      ref: a variable.
      indices: an integer tensor whose last axis holds index vectors.
      updates: one slice for each index vector.
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_nd_sub(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = True, name: str | None = None) -> Any:
    """Subtracts from parts of a variable (tf.compat.v1.scatter_nd_sub).

    Args:
      ref: a variable.
      indices: an integer tensor whose last axis holds index vectors.
      updates: one slice for each index vector.
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_nd_update(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = True, name: str | None = None) -> Any:
    """Replaces parts of a variable (tf.compat.v1.scatter_nd_update).

    Args:
      ref: a variable.
      indices: an integer tensor whose last axis holds index vectors.
      updates: one slice for each index vector.
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_sub(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Subtracts from slices of a variable (tf.compat.v1.scatter_sub).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def scatter_update(ref: Any, indices: TensorLike, updates: TensorLike, use_locking: builtins.bool = False, name: str | None = None) -> Any:
    """Replaces slices of a variable (tf.compat.v1.scatter_update).

    Args:
      ref: a variable.
      indices: an integer tensor: which slices along the first axis.
      updates: one slice for each index, of shape indices.shape + ref.shape[1:].
      use_locking: has no effect.
      name: of the op.

    Returns:
      The variable after that.
    """

def sparse_reduce_max(sp_input: _SparseTensor, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, reduction_axes: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> Any:
    """The maximum of a sparse tensor along axes (tf.compat.v1.sparse_reduce_max); see `tf.sparse.reduce_max`.

    `reduction_axes` and `keep_dims` are other names of `axis` and `keepdims`.
    """

def sparse_reduce_max_sparse(sp_input: _SparseTensor, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, reduction_axes: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> Any:
    """The maximum of a sparse tensor along axes (tf.compat.v1.sparse_reduce_max_sparse); see `tf.sparse.reduce_max`.

    `reduction_axes` and `keep_dims` are other names of `axis` and `keepdims`.
    """

def sparse_reduce_sum(sp_input: _SparseTensor, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, reduction_axes: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> Any:
    """The sum of a sparse tensor along axes (tf.compat.v1.sparse_reduce_sum); see `tf.sparse.reduce_sum`.

    `reduction_axes` and `keep_dims` are other names of `axis` and `keepdims`.
    """

def sparse_reduce_sum_sparse(sp_input: _SparseTensor, axis: AxisLike | None = None, keepdims: builtins.bool | None = None, reduction_axes: AxisLike | None = None, keep_dims: builtins.bool | None = None) -> Any:
    """The sum of a sparse tensor along axes (tf.compat.v1.sparse_reduce_sum_sparse); see `tf.sparse.reduce_sum`.

    `reduction_axes` and `keep_dims` are other names of `axis` and `keepdims`.
    """

def sparse_segment_mean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = None, num_segments: TensorLike | None = None, sparse_gradient: builtins.bool = False) -> _Tensor:
    """Chosen rows of a tensor by segment (tf.compat.v1.sparse_segment_mean).

    `tf.sparse.segment_mean` with `name` before `num_segments`.
    """

def sparse_segment_sqrt_n(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = None, num_segments: TensorLike | None = None, sparse_gradient: builtins.bool = False) -> _Tensor:
    """Chosen rows of a tensor by segment (tf.compat.v1.sparse_segment_sqrt_n).

    `tf.sparse.segment_sqrt_n` with `name` before `num_segments`.
    """

def sparse_segment_sum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = None, num_segments: TensorLike | None = None, sparse_gradient: builtins.bool = False) -> _Tensor:
    """Chosen rows of a tensor by segment (tf.compat.v1.sparse_segment_sum).

    `tf.sparse.segment_sum` with `name` before `num_segments`.
    """

string: _DType

def to_bfloat16(x: TensorLike, name: str = 'ToBFloat16') -> Any:
    """A tensor's elements as bfloat16 (tf.compat.v1.to_bfloat16); see `tf.cast`."""

def to_complex128(x: TensorLike, name: str = 'ToComplex128') -> Any:
    """A tensor's elements as complex128 (tf.compat.v1.to_complex128); see `tf.cast`."""

def to_complex64(x: TensorLike, name: str = 'ToComplex64') -> Any:
    """A tensor's elements as complex64 (tf.compat.v1.to_complex64); see `tf.cast`."""

def to_double(x: TensorLike, name: str = 'ToDouble') -> Any:
    """A tensor's elements as float64 (tf.compat.v1.to_double); see `tf.cast`."""

def to_float(x: TensorLike, name: str = 'ToFloat') -> Any:
    """A tensor's elements as float32 (tf.compat.v1.to_float); see `tf.cast`."""

def to_int32(x: TensorLike, name: str = 'ToInt32') -> Any:
    """A tensor's elements as int32 (tf.compat.v1.to_int32); see `tf.cast`."""

def to_int64(x: TensorLike, name: str = 'ToInt64') -> Any:
    """A tensor's elements as int64 (tf.compat.v1.to_int64); see `tf.cast`."""

uint16: _DType

uint32: _DType

uint64: _DType

uint8: _DType

variant: _DType
