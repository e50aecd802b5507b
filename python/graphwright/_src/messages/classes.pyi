"""The classes of messages, with their fields. Written by tools/write_stubs.py, not by hand."""
from collections.abc import MutableMapping, MutableSequence
from typing import Any, ClassVar, Generic, TypeVar

from google.protobuf.message import Message as _Message

_T = TypeVar("_T")
_K = TypeVar("_K")

class _Messages(MutableSequence[_T], Generic[_T]):
    def add(self, **fields: Any) -> _T: ...
    def MergeFrom(self, other: Any) -> None: ...

class _MessageMap(MutableMapping[_K, _T], Generic[_K, _T]):
    def get_or_create(self, key: _K) -> _T: ...
    def MergeFrom(self, other: Any) -> None: ...

class _Enum:
    def Name(self, number: int) -> str: ...
    def Value(self, name: str) -> int: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[int]: ...
    def items(self) -> list[tuple[str, int]]: ...
    @property
    def DESCRIPTOR(self) -> Any: ...

DataType: _Enum

FullTypeId: _Enum

class AdviceProto(_Message):
    """Advice, by the name of what found it."""
    class Checker(_Message):
        reports: MutableSequence[str]
        def __init__(self, **fields: Any) -> None: ...
    checkers: _MessageMap[str, AdviceProto.Checker]
    def __init__(self, **fields: Any) -> None: ...

class AllocationDescription(_Message):
    requested_bytes: int
    allocated_bytes: int
    allocator_name: str
    allocation_id: int
    has_single_reference: bool
    ptr: int
    def __init__(self, **fields: Any) -> None: ...

class AllocationRecord(_Message):
    alloc_micros: int
    alloc_bytes: int
    def __init__(self, **fields: Any) -> None: ...

class AllocatorMemoryUsed(_Message):
    allocator_name: str
    total_bytes: int
    peak_bytes: int
    live_bytes: int
    allocation_records: _Messages[AllocationRecord]
    allocator_bytes_in_use: int
    def __init__(self, **fields: Any) -> None: ...

class AssetFileDef(_Message):
    tensor_info: TensorInfo
    filename: str
    def __init__(self, **fields: Any) -> None: ...

class AttrValue(_Message):
    """The value of an attr: of one of several kinds, which `WhichOneof("value")` tells."""
    class ListValue(_Message):
        s: MutableSequence[bytes]
        i: MutableSequence[int]
        f: MutableSequence[float]
        b: MutableSequence[bool]
        type: MutableSequence[int]
        shape: _Messages[TensorShapeProto]
        tensor: _Messages[TensorProto]
        func: _Messages[NameAttrList]
        def __init__(self, **fields: Any) -> None: ...
    s: bytes
    i: int
    f: float
    b: bool
    type: int
    shape: TensorShapeProto
    tensor: TensorProto
    list: AttrValue.ListValue
    func: NameAttrList
    placeholder: str
    def __init__(self, **fields: Any) -> None: ...

class AutoParallelOptions(_Message):
    enable: bool
    num_replicas: int
    def __init__(self, **fields: Any) -> None: ...

class AutotuneOptions(_Message):
    enabled: bool
    cpu_budget: int
    ram_budget: int
    autotune_algorithm: int
    initial_parallelism: int
    min_parallelism: int
    def __init__(self, **fields: Any) -> None: ...

class BoundedTensorSpecProto(_Message):
    name: str
    shape: TensorShapeProto
    dtype: int
    minimum: TensorProto
    maximum: TensorProto
    def __init__(self, **fields: Any) -> None: ...

class BytesList(_Message):
    """Strings of bytes (tf.train.BytesList)."""
    value: MutableSequence[bytes]
    def __init__(self, **fields: Any) -> None: ...

class CalibrationOptions(_Message):
    CalibrationMethod: ClassVar[_Enum]
    CALIBRATION_METHOD_UNSPECIFIED: ClassVar[int]
    CALIBRATION_METHOD_MIN_MAX: ClassVar[int]
    CALIBRATION_METHOD_AVERAGE_MIN_MAX: ClassVar[int]
    CALIBRATION_METHOD_HISTOGRAM_PERCENTILE: ClassVar[int]
    CALIBRATION_METHOD_HISTOGRAM_MSE_BRUTEFORCE: ClassVar[int]
    CALIBRATION_METHOD_HISTOGRAM_MSE_MAX_FREQUENCY: ClassVar[int]
    CALIBRATION_METHOD_HISTOGRAM_MSE_SYMMETRIC: ClassVar[int]
    class CalibrationParameters(_Message):
        num_bins: int
        min_percentile: float
        max_percentile: float
        def __init__(self, **fields: Any) -> None: ...
    calibration_method: int
    calibration_parameters: CalibrationOptions.CalibrationParameters
    representative_datasets: _Messages[RepresentativeDatasetConfig]
    calibration_data_dir: str
    force_regenerate_calibration_data: bool
    def __init__(self, **fields: Any) -> None: ...

class CapturedTensor(_Message):
    name: str
    concrete_function: str
    def __init__(self, **fields: Any) -> None: ...

class CheckpointState(_Message):
    model_checkpoint_path: str
    all_model_checkpoint_paths: MutableSequence[str]
    all_model_checkpoint_timestamps: MutableSequence[float]
    last_preserved_timestamp: float
    def __init__(self, **fields: Any) -> None: ...

class ClusterDef(_Message):
    """The jobs of a cluster (tf.train.ClusterDef)."""
    job: _Messages[JobDef]
    def __init__(self, **fields: Any) -> None: ...

class ClusterDeviceFilters(_Message):
    jobs: _Messages[JobDeviceFilters]
    def __init__(self, **fields: Any) -> None: ...

class CodeDef(_Message):
    class Trace(_Message):
        file_id: int
        lineno: int
        function_id: int
        line_id: int
        func_start_line: int
        def __init__(self, **fields: Any) -> None: ...
    traces: _Messages[CodeDef.Trace]
    def __init__(self, **fields: Any) -> None: ...

class CollectionDef(_Message):
    class NodeList(_Message):
        value: MutableSequence[str]
        def __init__(self, **fields: Any) -> None: ...
    class BytesList(_Message):
        value: MutableSequence[bytes]
        def __init__(self, **fields: Any) -> None: ...
    class Int64List(_Message):
        value: MutableSequence[int]
        def __init__(self, **fields: Any) -> None: ...
    class FloatList(_Message):
        value: MutableSequence[float]
        def __init__(self, **fields: Any) -> None: ...
    class AnyList(_Message):
        value: _Messages[Any]
        def __init__(self, **fields: Any) -> None: ...
    node_list: CollectionDef.NodeList
    bytes_list: CollectionDef.BytesList
    int64_list: CollectionDef.Int64List
    float_list: CollectionDef.FloatList
    any_list: CollectionDef.AnyList
    def __init__(self, **fields: Any) -> None: ...

class ConfigProto(_Message):
    """Options of a session."""
    class Experimental(_Message):
        MlirBridgeRollout: ClassVar[_Enum]
        MLIR_BRIDGE_ROLLOUT_UNSPECIFIED: ClassVar[int]
        MLIR_BRIDGE_ROLLOUT_ENABLED: ClassVar[int]
        MLIR_BRIDGE_ROLLOUT_DISABLED: ClassVar[int]
        collective_group_leader: str
        executor_type: str
        recv_buf_max_chunk: int
        use_numa_affinity: bool
        collective_deterministic_sequential_execution: bool
        collective_nccl: bool
        share_session_state_in_clusterspec_propagation: bool
        disable_thread_spinning: bool
        share_cluster_devices_in_session: bool
        session_metadata: SessionMetadata
        optimize_for_static_graph: bool
        enable_mlir_bridge: bool
        mlir_bridge_rollout: int
        enable_mlir_graph_optimization: bool
        disable_output_partition_graphs: bool
        xla_fusion_autotuner_thresh: int
        use_tfrt: bool
        enable_multi_host: bool
        tfrt_use_ifrt: bool
        backend_server_port: int
        target_tpu: bool
        target_gpu: bool
        stream_merge_threshold: int
        disable_functional_ops_lowering: bool
        xla_prefer_single_graph_cluster: bool
        coordination_config: CoordinationServiceConfig
        disable_optimize_for_static_graph: bool
        disable_eager_executor_streaming_enqueue: bool
        finalize_function_library_runtime: bool
        finalize_resource_manager: bool
        tf2xla_dump_dir: str
        online_cost_analysis: bool
        def __init__(self, **fields: Any) -> None: ...
    device_count: MutableMapping[str, int]
    intra_op_parallelism_threads: int
    inter_op_parallelism_threads: int
    use_per_session_threads: bool
    session_inter_op_thread_pool: _Messages[ThreadPoolOptionProto]
    placement_period: int
    device_filters: MutableSequence[str]
    gpu_options: GPUOptions
    pluggable_device_options: GPUOptions
    allow_soft_placement: bool
    log_device_placement: bool
    graph_options: GraphOptions
    operation_timeout_in_ms: int
    rpc_options: RPCOptions
    cluster_def: ClusterDef
    isolate_session_state: bool
    share_cluster_devices_in_session: bool
    experimental: ConfigProto.Experimental
    def __init__(self, **fields: Any) -> None: ...

class CoordinatedJob(_Message):
    name: str
    num_tasks: int
    def __init__(self, **fields: Any) -> None: ...

class CoordinationServiceConfig(_Message):
    service_type: str
    service_leader: str
    enable_health_check: bool
    cluster_register_timeout_in_ms: int
    cluster_register_with_barrier: bool
    heartbeat_timeout_in_ms: int
    coordinated_job_list: _Messages[CoordinatedJob]
    shutdown_barrier_timeout_in_ms: int
    agent_destruction_without_shutdown: bool
    recoverable_jobs: MutableSequence[str]
    allow_new_incarnation_to_reconnect: bool
    force_disable: bool
    poll_for_error_from_service_at_startup: bool
    def __init__(self, **fields: Any) -> None: ...

class CostGraphDef(_Message):
    class Node(_Message):
        class InputInfo(_Message):
            preceding_node: int
            preceding_port: int
            def __init__(self, **fields: Any) -> None: ...
        class OutputInfo(_Message):
            size: int
            alias_input_port: int
            shape: TensorShapeProto
            dtype: int
            def __init__(self, **fields: Any) -> None: ...
        name: str
        device: str
        id: int
        input_info: _Messages[CostGraphDef.Node.InputInfo]
        output_info: _Messages[CostGraphDef.Node.OutputInfo]
        temporary_memory_size: int
        persistent_memory_size: int
        host_temp_memory_size: int
        device_temp_memory_size: int
        device_persistent_memory_size: int
        compute_cost: int
        compute_time: int
        memory_time: int
        is_final: bool
        control_input: MutableSequence[int]
        inaccurate: bool
        def __init__(self, **fields: Any) -> None: ...
    class AggregatedCost(_Message):
        cost: float
        dimension: str
        def __init__(self, **fields: Any) -> None: ...
    node: _Messages[CostGraphDef.Node]
    cost: _Messages[CostGraphDef.AggregatedCost]
    def __init__(self, **fields: Any) -> None: ...

class DebugOptions(_Message):
    debug_tensor_watch_opts: _Messages[DebugTensorWatch]
    global_step: int
    reset_disk_byte_usage: bool
    def __init__(self, **fields: Any) -> None: ...

class DebugTensorWatch(_Message):
    node_name: str
    output_slot: int
    debug_ops: MutableSequence[str]
    debug_urls: MutableSequence[str]
    tolerate_debug_op_creation_failures: bool
    def __init__(self, **fields: Any) -> None: ...

class DebuggerConfig(_Message):
    DebuggerType: ClassVar[_Enum]
    DEBUGGER_TYPE_UNSPECIFIED: ClassVar[int]
    DEBUGGER_TYPE_WHOLE_MODEL: ClassVar[int]
    DEBUGGER_TYPE_INT_PER_LAYER: ClassVar[int]
    DEBUGGER_TYPE_FLOAT_PER_LAYER: ClassVar[int]
    debugger_type: int
    unquantized_dump_model_path: str
    log_dir_path: str
    def __init__(self, **fields: Any) -> None: ...

class DeviceAttributes(_Message):
    name: str
    device_type: str
    memory_limit: int
    locality: DeviceLocality
    incarnation: int
    physical_device_desc: str
    xla_global_id: int
    def __init__(self, **fields: Any) -> None: ...

class DeviceLocality(_Message):
    bus_id: int
    numa_node: int
    links: LocalLinks
    def __init__(self, **fields: Any) -> None: ...

class DeviceStepStats(_Message):
    device: str
    node_stats: _Messages[NodeExecStats]
    thread_names: MutableMapping[int, str]
    def __init__(self, **fields: Any) -> None: ...

class DictValue(_Message):
    fields: _MessageMap[str, StructuredValue]
    def __init__(self, **fields: Any) -> None: ...

class DistributeOptions(_Message):
    auto_shard_policy: int
    num_devices: int
    def __init__(self, **fields: Any) -> None: ...

class Event(_Message):
    """One record of an event file."""
    wall_time: float
    step: int
    file_version: str
    graph_def: bytes
    summary: Summary
    log_message: LogMessage
    session_log: SessionLog
    tagged_run_metadata: TaggedRunMetadata
    meta_graph_def: bytes
    source_metadata: SourceMetadata
    def __init__(self, **fields: Any) -> None: ...

class Example(_Message):
    """One record of data (tf.train.Example), which `tf.io.parse_example` reads.

    >>> import graphwright as tf
    >>> one = tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"seven": one}))
    >>> tf.train.Example.FromString(example.SerializeToString()).features.feature["seven"].int64_list.value[0]
    7
    """
    features: Features
    def __init__(self, **fields: Any) -> None: ...

class Feature(_Message):
    """The values of one feature, of one of three kinds, which `WhichOneof("kind")` tells (tf.train.Feature).

    >>> import graphwright as tf
    >>> tf.train.Feature(float_list=tf.train.FloatList(value=[1.5]))
    float_list {
      value: 1.5
    }
    <BLANKLINE>
    """
    bytes_list: BytesList
    float_list: FloatList
    int64_list: Int64List
    def __init__(self, **fields: Any) -> None: ...

class FeatureList(_Message):
    """The steps of one feature of a sequence (tf.train.FeatureList)."""
    feature: _Messages[Feature]
    def __init__(self, **fields: Any) -> None: ...

class FeatureLists(_Message):
    """Features of a sequence by name (tf.train.FeatureLists)."""
    feature_list: _MessageMap[str, FeatureList]
    def __init__(self, **fields: Any) -> None: ...

class Features(_Message):
    """Features by name (tf.train.Features)."""
    feature: _MessageMap[str, Feature]
    def __init__(self, **fields: Any) -> None: ...

class FingerprintDef(_Message):
    saved_model_checksum: int
    graph_def_program_hash: int
    signature_def_hash: int
    saved_object_graph_hash: int
    checkpoint_hash: int
    uuid: str
    version: VersionDef
    def __init__(self, **fields: Any) -> None: ...

class FloatList(_Message):
    """float32 numbers (tf.train.FloatList)."""
    value: MutableSequence[float]
    def __init__(self, **fields: Any) -> None: ...

class FullTypeDef(_Message):
    type_id: int
    args: _Messages[FullTypeDef]
    s: str
    i: int
    def __init__(self, **fields: Any) -> None: ...

class FunctionDef(_Message):
    class ArgAttrs(_Message):
        attr: _MessageMap[str, AttrValue]
        def __init__(self, **fields: Any) -> None: ...
    signature: OpDef
    attr: _MessageMap[str, AttrValue]
    arg_attr: _MessageMap[int, FunctionDef.ArgAttrs]
    resource_arg_unique_id: MutableMapping[int, int]
    node_def: _Messages[NodeDef]
    ret: MutableMapping[str, str]
    control_ret: MutableMapping[str, str]
    def __init__(self, **fields: Any) -> None: ...

class FunctionDefLibrary(_Message):
    function: _Messages[FunctionDef]
    gradient: _Messages[GradientDef]
    registered_gradients: _Messages[RegisteredGradient]
    def __init__(self, **fields: Any) -> None: ...

class FunctionSpec(_Message):
    JitCompile: ClassVar[_Enum]
    DEFAULT: ClassVar[int]
    ON: ClassVar[int]
    OFF: ClassVar[int]
    fullargspec: StructuredValue
    is_method: bool
    input_signature: StructuredValue
    jit_compile: int
    def __init__(self, **fields: Any) -> None: ...

class GPUOptions(_Message):
    """Options of the use of GPUs."""
    class Experimental(_Message):
        class VirtualDevices(_Message):
            memory_limit_mb: MutableSequence[float]
            priority: MutableSequence[int]
            device_ordinal: MutableSequence[int]
            def __init__(self, **fields: Any) -> None: ...
        class StreamMergeOptions(_Message):
            merge_host_to_device_stream: bool
            merge_device_to_host_stream: bool
            merge_device_to_device_stream: bool
            def __init__(self, **fields: Any) -> None: ...
        virtual_devices: _Messages[GPUOptions.Experimental.VirtualDevices]
        num_virtual_devices_per_gpu: int
        use_unified_memory: bool
        num_dev_to_dev_copy_streams: int
        collective_ring_order: str
        timestamped_allocator: bool
        kernel_tracker_max_interval: int
        kernel_tracker_max_bytes: int
        kernel_tracker_max_pending: int
        internal_fragmentation_fraction: float
        use_cuda_malloc_async: bool
        disallow_retry_on_allocation_failure: bool
        gpu_host_mem_limit_in_mb: float
        gpu_host_mem_disallow_growth: bool
        gpu_system_memory_size_in_mb: int
        populate_pjrt_gpu_client_creation_info: bool
        node_id: int
        stream_merge_options: GPUOptions.Experimental.StreamMergeOptions
        def __init__(self, **fields: Any) -> None: ...
    per_process_gpu_memory_fraction: float
    allow_growth: bool
    allocator_type: str
    deferred_deletion_bytes: int
    visible_device_list: str
    polling_active_delay_usecs: int
    polling_inactive_delay_msecs: int
    force_gpu_compatible: bool
    experimental: GPUOptions.Experimental
    def __init__(self, **fields: Any) -> None: ...

class GradientDef(_Message):
    function_name: str
    gradient_func: str
    def __init__(self, **fields: Any) -> None: ...

class GraphDebugInfo(_Message):
    class FileLineCol(_Message):
        file_index: int
        line: int
        col: int
        func: str
        code: str
        def __init__(self, **fields: Any) -> None: ...
    class StackTrace(_Message):
        file_line_cols: _Messages[GraphDebugInfo.FileLineCol]
        frame_id: MutableSequence[int]
        def __init__(self, **fields: Any) -> None: ...
    files: MutableSequence[str]
    frames_by_id: _MessageMap[int, GraphDebugInfo.FileLineCol]
    traces_by_id: _MessageMap[int, GraphDebugInfo.StackTrace]
    traces: _MessageMap[str, GraphDebugInfo.StackTrace]
    name_to_trace_id: MutableMapping[str, int]
    def __init__(self, **fields: Any) -> None: ...

class GraphDef(_Message):
    """A graph: nodes, and the functions that they refer to."""
    node: _Messages[NodeDef]
    versions: VersionDef
    version: int
    library: FunctionDefLibrary
    debug_info: GraphDebugInfo
    def __init__(self, **fields: Any) -> None: ...

class GraphNodeProto(_Message):
    """Times and sizes of a node, and of all below it."""
    name: str
    tensor_value: TFProfTensorProto
    run_count: int
    exec_micros: int
    accelerator_exec_micros: int
    cpu_exec_micros: int
    requested_bytes: int
    peak_bytes: int
    residual_bytes: int
    output_bytes: int
    parameters: int
    float_ops: int
    devices: MutableSequence[str]
    total_definition_count: int
    total_run_count: int
    total_exec_micros: int
    total_accelerator_exec_micros: int
    total_cpu_exec_micros: int
    total_requested_bytes: int
    total_peak_bytes: int
    total_residual_bytes: int
    total_output_bytes: int
    total_parameters: int
    total_float_ops: int
    shapes: _Messages[TensorShapeProto]
    input_shapes: _MessageMap[int, TensorShapeProto]
    children: _Messages[GraphNodeProto]
    def __init__(self, **fields: Any) -> None: ...

class GraphOptions(_Message):
    """Options of the run of graphs."""
    enable_recv_scheduling: bool
    optimizer_options: OptimizerOptions
    build_cost_model: int
    build_cost_model_after: int
    infer_shapes: bool
    place_pruned_graph: bool
    enable_bfloat16_sendrecv: bool
    timeline_step: int
    rewrite_options: RewriterConfig
    def __init__(self, **fields: Any) -> None: ...

class HistogramProto(_Message):
    """The counts of numbers in buckets, with the buckets' upper limits."""
    min: float
    max: float
    num: float
    sum: float
    sum_squares: float
    bucket_limit: MutableSequence[float]
    bucket: MutableSequence[float]
    def __init__(self, **fields: Any) -> None: ...

class Int64List(_Message):
    """int64 numbers (tf.train.Int64List)."""
    value: MutableSequence[int]
    def __init__(self, **fields: Any) -> None: ...

class InterconnectLink(_Message):
    device_id: int
    type: str
    strength: int
    def __init__(self, **fields: Any) -> None: ...

class JobDef(_Message):
    """The processes of one job, by their numbers (tf.train.JobDef)."""
    name: str
    tasks: MutableMapping[int, str]
    def __init__(self, **fields: Any) -> None: ...

class JobDeviceFilters(_Message):
    name: str
    tasks: _MessageMap[int, TaskDeviceFilters]
    def __init__(self, **fields: Any) -> None: ...

class LayoutProto(_Message):
    """The division of a tensor over a mesh (tf.dtensor.proto.layout_pb2.LayoutProto)."""
    LayoutType: ClassVar[_Enum]
    UNKNOWN: ClassVar[int]
    STATIC: ClassVar[int]
    PARTED: ClassVar[int]
    SINGLE_DEVICE: ClassVar[int]
    sharding_specs: _Messages[ShardingSpec]
    mesh_config: MeshProto
    type: int
    def __init__(self, **fields: Any) -> None: ...

class ListValue(_Message):
    values: _Messages[StructuredValue]
    def __init__(self, **fields: Any) -> None: ...

class LocalLinks(_Message):
    link: _Messages[InterconnectLink]
    def __init__(self, **fields: Any) -> None: ...

class LogMessage(_Message):
    """A line of a log."""
    Level: ClassVar[_Enum]
    UNKNOWN: ClassVar[int]
    DEBUGGING: ClassVar[int]
    INFO: ClassVar[int]
    WARN: ClassVar[int]
    ERROR: ClassVar[int]
    FATAL: ClassVar[int]
    level: int
    message: str
    def __init__(self, **fields: Any) -> None: ...

class MemoryStats(_Message):
    temp_memory_size: int
    persistent_memory_size: int
    persistent_tensor_alloc_ids: MutableSequence[int]
    device_temp_memory_size: int
    device_persistent_memory_size: int
    device_persistent_tensor_alloc_ids: MutableSequence[int]
    def __init__(self, **fields: Any) -> None: ...

class MeshDimensionProto(_Message):
    """A dimension of a mesh: its name, and its number of devices (tf.dtensor.proto.layout_pb2.MeshDimensionProto)."""
    name: str
    size: int
    def __init__(self, **fields: Any) -> None: ...

class MeshProto(_Message):
    """Devices in rows (tf.dtensor.proto.layout_pb2.MeshProto).

    >>> MeshProto(name="m", local_device_ids=[0, 1])
    name: "m"
    local_device_ids: 0
    local_device_ids: 1
    <BLANKLINE>
    """
    mesh_dimensions: _Messages[MeshDimensionProto]
    global_device_ids: MutableSequence[int]
    local_device_ids: MutableSequence[int]
    local_devices: MutableSequence[str]
    global_devices: MutableSequence[str]
    name: str
    use_xla_spmd: bool
    single_device: str
    def __init__(self, **fields: Any) -> None: ...

class MetaGraphDef(_Message):
    """A graph with what is needed to run it."""
    class MetaInfoDef(_Message):
        meta_graph_version: str
        stripped_op_list: OpList
        any_info: Any
        tags: MutableSequence[str]
        tensorflow_version: str
        tensorflow_git_version: str
        stripped_default_attrs: bool
        function_aliases: MutableMapping[str, str]
        def __init__(self, **fields: Any) -> None: ...
    meta_info_def: MetaGraphDef.MetaInfoDef
    graph_def: GraphDef
    saver_def: SaverDef
    collection_def: _MessageMap[str, CollectionDef]
    signature_def: _MessageMap[str, SignatureDef]
    asset_file_def: _Messages[AssetFileDef]
    object_graph_def: SavedObjectGraph
    def __init__(self, **fields: Any) -> None: ...

class MultiGraphNodeProto(_Message):
    """Times and sizes of several nodes under one name, and of all below it."""
    name: str
    exec_micros: int
    accelerator_exec_micros: int
    cpu_exec_micros: int
    requested_bytes: int
    peak_bytes: int
    residual_bytes: int
    output_bytes: int
    parameters: int
    float_ops: int
    total_exec_micros: int
    total_accelerator_exec_micros: int
    total_cpu_exec_micros: int
    total_requested_bytes: int
    total_peak_bytes: int
    total_residual_bytes: int
    total_output_bytes: int
    total_parameters: int
    total_float_ops: int
    graph_nodes: _Messages[GraphNodeProto]
    children: _Messages[MultiGraphNodeProto]
    def __init__(self, **fields: Any) -> None: ...

class NameAttrList(_Message):
    """The name of a function, with attrs."""
    name: str
    attr: _MessageMap[str, AttrValue]
    def __init__(self, **fields: Any) -> None: ...

class NamedTupleValue(_Message):
    name: str
    values: _Messages[PairValue]
    def __init__(self, **fields: Any) -> None: ...

class NodeDef(_Message):
    """One node of a graph."""
    class ExperimentalDebugInfo(_Message):
        original_node_names: MutableSequence[str]
        original_func_names: MutableSequence[str]
        def __init__(self, **fields: Any) -> None: ...
    name: str
    op: str
    input: MutableSequence[str]
    device: str
    attr: _MessageMap[str, AttrValue]
    experimental_debug_info: NodeDef.ExperimentalDebugInfo
    experimental_type: FullTypeDef
    def __init__(self, **fields: Any) -> None: ...

class NodeExecStats(_Message):
    node_name: str
    all_start_micros: int
    op_start_rel_micros: int
    op_end_rel_micros: int
    all_end_rel_micros: int
    memory: _Messages[AllocatorMemoryUsed]
    output: _Messages[NodeOutput]
    timeline_label: str
    scheduled_micros: int
    thread_id: int
    referenced_tensor: _Messages[AllocationDescription]
    memory_stats: MemoryStats
    all_start_nanos: int
    op_start_rel_nanos: int
    op_end_rel_nanos: int
    all_end_rel_nanos: int
    scheduled_nanos: int
    def __init__(self, **fields: Any) -> None: ...

class NodeOutput(_Message):
    slot: int
    tensor_description: TensorDescription
    def __init__(self, **fields: Any) -> None: ...

class NoneValue(_Message):
    def __init__(self, **fields: Any) -> None: ...

class OpDef(_Message):
    class ArgDef(_Message):
        name: str
        description: str
        type: int
        type_attr: str
        number_attr: str
        type_list_attr: str
        handle_data: _Messages[ResourceHandleProto.DtypeAndShape]
        is_ref: bool
        experimental_full_type: FullTypeDef
        def __init__(self, **fields: Any) -> None: ...
    class AttrDef(_Message):
        name: str
        type: str
        default_value: AttrValue
        description: str
        has_minimum: bool
        minimum: int
        allowed_values: AttrValue
        def __init__(self, **fields: Any) -> None: ...
    name: str
    input_arg: _Messages[OpDef.ArgDef]
    output_arg: _Messages[OpDef.ArgDef]
    control_output: MutableSequence[str]
    attr: _Messages[OpDef.AttrDef]
    deprecation: OpDeprecation
    summary: str
    description: str
    is_commutative: bool
    is_aggregate: bool
    is_stateful: bool
    allows_uninitialized_input: bool
    is_distributed_communication: bool
    def __init__(self, **fields: Any) -> None: ...

class OpDeprecation(_Message):
    version: int
    explanation: str
    def __init__(self, **fields: Any) -> None: ...

class OpList(_Message):
    op: _Messages[OpDef]
    def __init__(self, **fields: Any) -> None: ...

class OpLogEntry(_Message):
    name: str
    float_ops: int
    types: MutableSequence[str]
    code_def: CodeDef
    def __init__(self, **fields: Any) -> None: ...

class OpLogProto(_Message):
    """Entries of nodes, and the texts that their numbers stand for."""
    log_entries: _Messages[OpLogEntry]
    id_to_string: MutableMapping[int, str]
    def __init__(self, **fields: Any) -> None: ...

class OptimizationOptions(_Message):
    apply_default_optimizations: bool
    filter_fusion: bool
    map_and_batch_fusion: bool
    map_and_filter_fusion: bool
    map_fusion: bool
    map_parallelization: bool
    noop_elimination: bool
    parallel_batch: bool
    shuffle_and_repeat_fusion: bool
    filter_parallelization: bool
    inject_prefetch: bool
    seq_interleave_prefetch: bool
    def __init__(self, **fields: Any) -> None: ...

class OptimizerOptions(_Message):
    """Options of the rewriting of graphs."""
    Level: ClassVar[_Enum]
    L1: ClassVar[int]
    L0: ClassVar[int]
    GlobalJitLevel: ClassVar[_Enum]
    DEFAULT: ClassVar[int]
    OFF: ClassVar[int]
    ON_1: ClassVar[int]
    ON_2: ClassVar[int]
    do_common_subexpression_elimination: bool
    do_constant_folding: bool
    max_folded_constant_in_bytes: int
    do_function_inlining: bool
    opt_level: int
    global_jit_level: int
    cpu_global_jit: bool
    def __init__(self, **fields: Any) -> None: ...

class Options(_Message):
    dataset_name: str
    framework_type: MutableSequence[str]
    deterministic: bool
    autotune_options: AutotuneOptions
    distribute_options: DistributeOptions
    optimization_options: OptimizationOptions
    service_options: ServiceOptions
    slack: bool
    threading_options: ThreadingOptions
    external_state_policy: int
    symbolic_checkpoint: bool
    warm_start: bool
    def __init__(self, **fields: Any) -> None: ...

class PairValue(_Message):
    key: str
    value: StructuredValue
    def __init__(self, **fields: Any) -> None: ...

class QuantizationComponentSpec(_Message):
    """The integers for one part of an op (tf.quantization.experimental.QuantizationComponentSpec)."""
    QuantizationComponent: ClassVar[_Enum]
    COMPONENT_UNSPECIFIED: ClassVar[int]
    COMPONENT_ACTIVATION: ClassVar[int]
    COMPONENT_WEIGHT: ClassVar[int]
    COMPONENT_BIAS: ClassVar[int]
    TensorType: ClassVar[_Enum]
    TENSORTYPE_UNSPECIFIED: ClassVar[int]
    TENSORTYPE_INT_4: ClassVar[int]
    TENSORTYPE_INT_8: ClassVar[int]
    TENSORTYPE_INT_32: ClassVar[int]
    quantization_component: int
    tensor_type: int
    def __init__(self, **fields: Any) -> None: ...

class QuantizationMethod(_Message):
    """A way to find the integers (tf.quantization.experimental.QuantizationMethod)."""
    PresetMethod: ClassVar[_Enum]
    METHOD_UNSPECIFIED: ClassVar[int]
    METHOD_NO_QUANTIZE: ClassVar[int]
    METHOD_STATIC_RANGE_INT8: ClassVar[int]
    METHOD_DYNAMIC_RANGE_INT8: ClassVar[int]
    METHOD_STATIC_RANGE_WEIGHT_ONLY_INT8: ClassVar[int]
    preset_method: int
    quantization_component_specs: _Messages[QuantizationComponentSpec]
    def __init__(self, **fields: Any) -> None: ...

class QuantizationOptions(_Message):
    """A description of how to quantize a model (tf.quantization.experimental.QuantizationOptions).

    >>> QuantizationOptions(tags=["serve"], op_set=1)
    op_set: TF
    tags: "serve"
    <BLANKLINE>
    """
    quantization_method: QuantizationMethod
    op_set: int
    unit_wise_quantization_specs: _Messages[UnitWiseQuantizationSpec]
    tags: MutableSequence[str]
    signature_keys: MutableSequence[str]
    representative_datasets: _MessageMap[str, RepresentativeDatasetFile]
    min_num_elements_for_weights: int
    freeze_all_variables: bool
    enable_per_channel_quantization: bool
    enable_two_input_tensors: bool
    experimental_enable_tpu_model_support: bool
    enable_legacy_weight_only: bool
    force_graph_mode_calibration: bool
    calibration_options: CalibrationOptions
    debugger_config: DebuggerConfig
    def __init__(self, **fields: Any) -> None: ...

class RPCOptions(_Message):
    use_rpc_for_inprocess_master: bool
    compression_algorithm: str
    compression_level: int
    cache_rpc_response: bool
    disable_session_connection_sharing: bool
    num_channels_per_target: int
    def __init__(self, **fields: Any) -> None: ...

class RegisteredGradient(_Message):
    gradient_func: str
    registered_op_type: str
    def __init__(self, **fields: Any) -> None: ...

class RegisteredSaver(_Message):
    name: str
    object_name: str
    def __init__(self, **fields: Any) -> None: ...

class RepresentativeDatasetConfig(_Message):
    tf_record: TfRecordFile
    signature_key: str
    def __init__(self, **fields: Any) -> None: ...

class RepresentativeDatasetFile(_Message):
    tfrecord_file_path: str
    def __init__(self, **fields: Any) -> None: ...

class ResourceHandleProto(_Message):
    class DtypeAndShape(_Message):
        dtype: int
        shape: TensorShapeProto
        def __init__(self, **fields: Any) -> None: ...
    device: str
    container: str
    name: str
    hash_code: int
    maybe_type_name: str
    dtypes_and_shapes: _Messages[ResourceHandleProto.DtypeAndShape]
    def __init__(self, **fields: Any) -> None: ...

class RewriterConfig(_Message):
    Toggle: ClassVar[_Enum]
    DEFAULT: ClassVar[int]
    ON: ClassVar[int]
    OFF: ClassVar[int]
    AGGRESSIVE: ClassVar[int]
    EXPERIMENTAL_MLIR: ClassVar[int]
    EXPERIMENTAL_BOTH: ClassVar[int]
    CpuLayout: ClassVar[_Enum]
    NO_CONVERSION_ON_CPU: ClassVar[int]
    NCHW_TO_NHWC: ClassVar[int]
    NHWC_TO_NCHW: ClassVar[int]
    NumIterationsType: ClassVar[_Enum]
    DEFAULT_NUM_ITERS: ClassVar[int]
    ONE: ClassVar[int]
    TWO: ClassVar[int]
    MemOptType: ClassVar[_Enum]
    DEFAULT_MEM_OPT: ClassVar[int]
    NO_MEM_OPT: ClassVar[int]
    MANUAL: ClassVar[int]
    SWAPPING_HEURISTICS: ClassVar[int]
    RECOMPUTATION_HEURISTICS: ClassVar[int]
    SCHEDULING_HEURISTICS: ClassVar[int]
    HEURISTICS: ClassVar[int]
    class CustomGraphOptimizer(_Message):
        name: str
        parameter_map: _MessageMap[str, AttrValue]
        def __init__(self, **fields: Any) -> None: ...
    cpu_layout_conversion: int
    layout_optimizer: int
    constant_folding: int
    shape_optimization: int
    remapping: int
    common_subgraph_elimination: int
    arithmetic_optimization: int
    dependency_optimization: int
    loop_optimization: int
    function_optimization: int
    debug_stripper: int
    disable_model_pruning: bool
    scoped_allocator_optimization: int
    pin_to_host_optimization: int
    implementation_selector: int
    auto_mixed_precision: int
    auto_mixed_precision_mkl: int
    auto_mixed_precision_onednn_bfloat16: int
    auto_mixed_precision_cpu: int
    disable_meta_optimizer: bool
    disable_tfg_optimizer: bool
    use_plugin_optimizers: int
    experimental_conditional_code_motion: int
    meta_optimizer_iterations: int
    min_graph_nodes: int
    experimental_disable_compressed_tensor_optimization: bool
    experimental_disable_folding_quantization_emulation: bool
    memory_optimization: int
    memory_optimizer_target_node_name_scope: str
    meta_optimizer_timeout_ms: int
    auto_parallel: AutoParallelOptions
    fail_on_optimizer_errors: bool
    scoped_allocator_opts: ScopedAllocatorOptions
    optimizers: MutableSequence[str]
    custom_optimizers: _Messages[RewriterConfig.CustomGraphOptimizer]
    inter_optimizer_verifier_config: VerifierConfig
    post_optimization_verifier_config: VerifierConfig
    def __init__(self, **fields: Any) -> None: ...

class RunMetadata(_Message):
    """Facts of a run: the graphs of functions."""
    class FunctionGraphs(_Message):
        partition_graphs: _Messages[GraphDef]
        pre_optimization_graph: GraphDef
        post_optimization_graph: GraphDef
        def __init__(self, **fields: Any) -> None: ...
    step_stats: StepStats
    cost_graph: CostGraphDef
    partition_graphs: _Messages[GraphDef]
    function_graphs: _Messages[RunMetadata.FunctionGraphs]
    session_metadata: SessionMetadata
    def __init__(self, **fields: Any) -> None: ...

class RunOptions(_Message):
    """Options of one run."""
    TraceLevel: ClassVar[_Enum]
    NO_TRACE: ClassVar[int]
    SOFTWARE_TRACE: ClassVar[int]
    HARDWARE_TRACE: ClassVar[int]
    FULL_TRACE: ClassVar[int]
    class Experimental(_Message):
        class RunHandlerPoolOptions(_Message):
            priority: int
            def __init__(self, **fields: Any) -> None: ...
        collective_graph_key: int
        use_run_handler_pool: bool
        run_handler_pool_options: RunOptions.Experimental.RunHandlerPoolOptions
        def __init__(self, **fields: Any) -> None: ...
    trace_level: int
    timeout_in_ms: int
    inter_op_thread_pool: int
    output_partition_graphs: bool
    debug_options: DebugOptions
    report_tensor_allocations_upon_oom: bool
    experimental: RunOptions.Experimental
    def __init__(self, **fields: Any) -> None: ...

class SaveSliceInfoDef(_Message):
    full_name: str
    full_shape: MutableSequence[int]
    var_offset: MutableSequence[int]
    var_shape: MutableSequence[int]
    def __init__(self, **fields: Any) -> None: ...

class SaveableObject(_Message):
    save_function: int
    restore_function: int
    def __init__(self, **fields: Any) -> None: ...

class SavedAsset(_Message):
    asset_file_def_index: int
    def __init__(self, **fields: Any) -> None: ...

class SavedBareConcreteFunction(_Message):
    concrete_function_name: str
    argument_keywords: MutableSequence[str]
    allowed_positional_arguments: int
    function_spec: FunctionSpec
    def __init__(self, **fields: Any) -> None: ...

class SavedConcreteFunction(_Message):
    bound_inputs: MutableSequence[int]
    canonicalized_input_signature: StructuredValue
    output_signature: StructuredValue
    def __init__(self, **fields: Any) -> None: ...

class SavedConstant(_Message):
    operation: str
    def __init__(self, **fields: Any) -> None: ...

class SavedFunction(_Message):
    concrete_functions: MutableSequence[str]
    function_spec: FunctionSpec
    def __init__(self, **fields: Any) -> None: ...

class SavedModel(_Message):
    saved_model_schema_version: int
    meta_graphs: _Messages[MetaGraphDef]
    def __init__(self, **fields: Any) -> None: ...

class SavedObject(_Message):
    children: _Messages[TrackableObjectGraph.TrackableObject.ObjectReference]
    dependencies: _Messages[TrackableObjectGraph.TrackableObject.ObjectReference]
    slot_variables: _Messages[TrackableObjectGraph.TrackableObject.SlotVariableReference]
    user_object: SavedUserObject
    asset: SavedAsset
    function: SavedFunction
    variable: SavedVariable
    bare_concrete_function: SavedBareConcreteFunction
    constant: SavedConstant
    resource: SavedResource
    captured_tensor: CapturedTensor
    saveable_objects: _MessageMap[str, SaveableObject]
    registered_name: str
    serialized_user_proto: Any
    registered_saver: str
    def __init__(self, **fields: Any) -> None: ...

class SavedObjectGraph(_Message):
    nodes: _Messages[SavedObject]
    concrete_functions: _MessageMap[str, SavedConcreteFunction]
    def __init__(self, **fields: Any) -> None: ...

class SavedResource(_Message):
    device: str
    def __init__(self, **fields: Any) -> None: ...

class SavedUserObject(_Message):
    identifier: str
    version: VersionDef
    metadata: str
    def __init__(self, **fields: Any) -> None: ...

class SavedVariable(_Message):
    dtype: int
    shape: TensorShapeProto
    trainable: bool
    synchronization: int
    aggregation: int
    name: str
    device: str
    experimental_distributed_variable_components: _Messages[SavedVariable]
    def __init__(self, **fields: Any) -> None: ...

class SaverDef(_Message):
    """The nodes of the graph that write and read its variables."""
    CheckpointFormatVersion: ClassVar[_Enum]
    LEGACY: ClassVar[int]
    V1: ClassVar[int]
    V2: ClassVar[int]
    filename_tensor_name: str
    save_tensor_name: str
    restore_op_name: str
    max_to_keep: int
    sharded: bool
    keep_checkpoint_every_n_hours: float
    version: int
    def __init__(self, **fields: Any) -> None: ...

class ScopedAllocatorOptions(_Message):
    enable_op: MutableSequence[str]
    def __init__(self, **fields: Any) -> None: ...

class SequenceExample(_Message):
    """A sequence and what is known of it as a whole (tf.train.SequenceExample)."""
    context: Features
    feature_lists: FeatureLists
    def __init__(self, **fields: Any) -> None: ...

class SerializedDType(_Message):
    datatype: int
    def __init__(self, **fields: Any) -> None: ...

class ServerDef(_Message):
    """The place of a process in its cluster (tf.train.ServerDef)."""
    cluster: ClusterDef
    job_name: str
    replica: int
    task_index: int
    default_session_config: ConfigProto
    protocol: str
    port: int
    cluster_device_filters: ClusterDeviceFilters
    def __init__(self, **fields: Any) -> None: ...

class ServiceOptions(_Message):
    pinned: bool
    def __init__(self, **fields: Any) -> None: ...

class SessionLog(_Message):
    """The begin or the end of a session."""
    SessionStatus: ClassVar[_Enum]
    STATUS_UNSPECIFIED: ClassVar[int]
    START: ClassVar[int]
    STOP: ClassVar[int]
    CHECKPOINT: ClassVar[int]
    status: int
    checkpoint_path: str
    msg: str
    def __init__(self, **fields: Any) -> None: ...

class SessionMetadata(_Message):
    name: str
    version: int
    def __init__(self, **fields: Any) -> None: ...

class ShardingSpec(_Message):
    """The name of the mesh's dimension that an axis is divided over (tf.dtensor.proto.layout_pb2.ShardingSpec)."""
    sharding_spec: str
    def __init__(self, **fields: Any) -> None: ...

class SignatureDef(_Message):
    inputs: _MessageMap[str, TensorInfo]
    outputs: _MessageMap[str, TensorInfo]
    method_name: str
    defaults: _MessageMap[str, TensorProto]
    def __init__(self, **fields: Any) -> None: ...

class SourceMetadata(_Message):
    writer: str
    def __init__(self, **fields: Any) -> None: ...

class StepStats(_Message):
    dev_stats: _Messages[DeviceStepStats]
    def __init__(self, **fields: Any) -> None: ...

class StructuredValue(_Message):
    none_value: NoneValue
    float64_value: float
    int64_value: int
    string_value: str
    bool_value: bool
    tensor_shape_value: TensorShapeProto
    tensor_dtype_value: int
    tensor_spec_value: TensorSpecProto
    type_spec_value: TypeSpecProto
    bounded_tensor_spec_value: BoundedTensorSpecProto
    list_value: ListValue
    tuple_value: TupleValue
    dict_value: DictValue
    named_tuple_value: NamedTupleValue
    tensor_value: TensorProto
    numpy_value: TensorProto
    def __init__(self, **fields: Any) -> None: ...

class Summary(_Message):
    """Values that were recorded together."""
    class Image(_Message):
        height: int
        width: int
        colorspace: int
        encoded_image_string: bytes
        def __init__(self, **fields: Any) -> None: ...
    class Audio(_Message):
        sample_rate: float
        num_channels: int
        length_frames: int
        encoded_audio_string: bytes
        content_type: str
        def __init__(self, **fields: Any) -> None: ...
    class Value(_Message):
        node_name: str
        tag: str
        metadata: SummaryMetadata
        simple_value: float
        obsolete_old_style_histogram: bytes
        image: Summary.Image
        histo: HistogramProto
        audio: Summary.Audio
        tensor: TensorProto
        def __init__(self, **fields: Any) -> None: ...
    value: _Messages[Summary.Value]
    def __init__(self, **fields: Any) -> None: ...

class SummaryDescription(_Message):
    """The kind of summaries that an operation gives."""
    type_hint: str
    def __init__(self, **fields: Any) -> None: ...

class SummaryMetadata(_Message):
    """The way to show a value."""
    class PluginData(_Message):
        plugin_name: str
        content: bytes
        def __init__(self, **fields: Any) -> None: ...
    plugin_data: SummaryMetadata.PluginData
    display_name: str
    summary_description: str
    data_class: int
    def __init__(self, **fields: Any) -> None: ...

class TFProfTensorProto(_Message):
    dtype: int
    value_double: MutableSequence[float]
    value_int64: MutableSequence[int]
    value_str: MutableSequence[str]
    def __init__(self, **fields: Any) -> None: ...

class TaggedRunMetadata(_Message):
    """Facts of a run, with a tag."""
    tag: str
    run_metadata: bytes
    def __init__(self, **fields: Any) -> None: ...

class TaskDeviceFilters(_Message):
    device_filters: MutableSequence[str]
    def __init__(self, **fields: Any) -> None: ...

class TensorDescription(_Message):
    dtype: int
    shape: TensorShapeProto
    allocation_description: AllocationDescription
    def __init__(self, **fields: Any) -> None: ...

class TensorInfo(_Message):
    """A tensor of the graph: its name, dtype and shape."""
    class CooSparse(_Message):
        values_tensor_name: str
        indices_tensor_name: str
        dense_shape_tensor_name: str
        def __init__(self, **fields: Any) -> None: ...
    class CompositeTensor(_Message):
        type_spec: TypeSpecProto
        components: _Messages[TensorInfo]
        def __init__(self, **fields: Any) -> None: ...
    name: str
    coo_sparse: TensorInfo.CooSparse
    composite_tensor: TensorInfo.CompositeTensor
    dtype: int
    tensor_shape: TensorShapeProto
    def __init__(self, **fields: Any) -> None: ...

class TensorProto(_Message):
    dtype: int
    tensor_shape: TensorShapeProto
    version_number: int
    tensor_content: bytes
    half_val: MutableSequence[int]
    float_val: MutableSequence[float]
    double_val: MutableSequence[float]
    int_val: MutableSequence[int]
    string_val: MutableSequence[bytes]
    scomplex_val: MutableSequence[float]
    int64_val: MutableSequence[int]
    bool_val: MutableSequence[bool]
    dcomplex_val: MutableSequence[float]
    resource_handle_val: _Messages[ResourceHandleProto]
    variant_val: _Messages[VariantTensorDataProto]
    uint32_val: MutableSequence[int]
    uint64_val: MutableSequence[int]
    float8_val: bytes
    def __init__(self, **fields: Any) -> None: ...

class TensorShapeProto(_Message):
    class Dim(_Message):
        size: int
        name: str
        def __init__(self, **fields: Any) -> None: ...
    dim: _Messages[TensorShapeProto.Dim]
    unknown_rank: bool
    def __init__(self, **fields: Any) -> None: ...

class TensorSpecProto(_Message):
    name: str
    shape: TensorShapeProto
    dtype: int
    def __init__(self, **fields: Any) -> None: ...

class TfRecordFile(_Message):
    path: str
    def __init__(self, **fields: Any) -> None: ...

class ThreadPoolOptionProto(_Message):
    num_threads: int
    global_name: str
    def __init__(self, **fields: Any) -> None: ...

class ThreadingOptions(_Message):
    max_intra_op_parallelism: int
    private_threadpool_size: int
    def __init__(self, **fields: Any) -> None: ...

class TrackableObjectGraph(_Message):
    class TrackableObject(_Message):
        class ObjectReference(_Message):
            node_id: int
            local_name: str
            def __init__(self, **fields: Any) -> None: ...
        class SerializedTensor(_Message):
            name: str
            full_name: str
            checkpoint_key: str
            def __init__(self, **fields: Any) -> None: ...
        class SlotVariableReference(_Message):
            original_variable_node_id: int
            slot_name: str
            slot_variable_node_id: int
            def __init__(self, **fields: Any) -> None: ...
        children: _Messages[TrackableObjectGraph.TrackableObject.ObjectReference]
        attributes: _Messages[TrackableObjectGraph.TrackableObject.SerializedTensor]
        slot_variables: _Messages[TrackableObjectGraph.TrackableObject.SlotVariableReference]
        registered_saver: RegisteredSaver
        has_checkpoint_values: Any
        def __init__(self, **fields: Any) -> None: ...
    nodes: _Messages[TrackableObjectGraph.TrackableObject]
    def __init__(self, **fields: Any) -> None: ...

class TupleValue(_Message):
    values: _Messages[StructuredValue]
    def __init__(self, **fields: Any) -> None: ...

class TypeSpecProto(_Message):
    TypeSpecClass: ClassVar[_Enum]
    UNKNOWN: ClassVar[int]
    SPARSE_TENSOR_SPEC: ClassVar[int]
    INDEXED_SLICES_SPEC: ClassVar[int]
    RAGGED_TENSOR_SPEC: ClassVar[int]
    TENSOR_ARRAY_SPEC: ClassVar[int]
    DATA_DATASET_SPEC: ClassVar[int]
    DATA_ITERATOR_SPEC: ClassVar[int]
    OPTIONAL_SPEC: ClassVar[int]
    PER_REPLICA_SPEC: ClassVar[int]
    VARIABLE_SPEC: ClassVar[int]
    ROW_PARTITION_SPEC: ClassVar[int]
    REGISTERED_TYPE_SPEC: ClassVar[int]
    EXTENSION_TYPE_SPEC: ClassVar[int]
    type_spec_class: int
    type_state: StructuredValue
    type_spec_class_name: str
    num_flat_components: int
    def __init__(self, **fields: Any) -> None: ...

class UnitWiseQuantizationSpec(_Message):
    """The method for some nodes (tf.quantization.experimental.UnitWiseQuantizationSpec)."""
    class QuantizationUnit(_Message):
        op_type: str
        node_name: str
        func_name: str
        def __init__(self, **fields: Any) -> None: ...
    unit: _Messages[UnitWiseQuantizationSpec.QuantizationUnit]
    quantization_method: QuantizationMethod
    def __init__(self, **fields: Any) -> None: ...

class VariableDef(_Message):
    variable_name: str
    initial_value_name: str
    initializer_name: str
    snapshot_name: str
    save_slice_info_def: SaveSliceInfoDef
    is_resource: bool
    trainable: bool
    synchronization: int
    aggregation: int
    def __init__(self, **fields: Any) -> None: ...

class VariantTensorDataProto(_Message):
    type_name: str
    metadata: bytes
    tensors: _Messages[TensorProto]
    def __init__(self, **fields: Any) -> None: ...

class VerifierConfig(_Message):
    Toggle: ClassVar[_Enum]
    DEFAULT: ClassVar[int]
    ON: ClassVar[int]
    OFF: ClassVar[int]
    verification_timeout_in_ms: int
    structure_verifier: int
    def __init__(self, **fields: Any) -> None: ...

class VersionDef(_Message):
    producer: int
    min_consumer: int
    bad_consumers: MutableSequence[int]
    def __init__(self, **fields: Any) -> None: ...

class XEvent(_Message):
    metadata_id: int
    offset_ps: int
    num_occurrences: int
    duration_ps: int
    stats: _Messages[XStat]
    def __init__(self, **fields: Any) -> None: ...

class XEventMetadata(_Message):
    id: int
    name: str
    display_name: str
    metadata: bytes
    stats: _Messages[XStat]
    child_id: MutableSequence[int]
    def __init__(self, **fields: Any) -> None: ...

class XLine(_Message):
    id: int
    display_id: int
    name: str
    display_name: str
    timestamp_ns: int
    duration_ps: int
    events: _Messages[XEvent]
    def __init__(self, **fields: Any) -> None: ...

class XPlane(_Message):
    id: int
    name: str
    lines: _Messages[XLine]
    event_metadata: _MessageMap[int, XEventMetadata]
    stat_metadata: _MessageMap[int, XStatMetadata]
    stats: _Messages[XStat]
    def __init__(self, **fields: Any) -> None: ...

class XSpace(_Message):
    planes: _Messages[XPlane]
    errors: MutableSequence[str]
    warnings: MutableSequence[str]
    hostnames: MutableSequence[str]
    def __init__(self, **fields: Any) -> None: ...

class XStat(_Message):
    metadata_id: int
    double_value: float
    uint64_value: int
    int64_value: int
    str_value: str
    bytes_value: bytes
    ref_value: int
    def __init__(self, **fields: Any) -> None: ...

class XStatMetadata(_Message):
    id: int
    name: str
    description: str
    def __init__(self, **fields: Any) -> None: ...
