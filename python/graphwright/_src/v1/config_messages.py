"""The messages with which sessions are configured; what they say has no effect here."""

from __future__ import annotations

from graphwright._src.base.export import export, export_value
from graphwright._src.distribute.cluster_spec import ClusterDef
from graphwright._src.messages.wire import Enum, Field, Message

_Level = Enum({0: "L1", -1: "L0"})
_JitLevel = Enum({0: "DEFAULT", -1: "OFF", 1: "ON_1", 2: "ON_2"})
_Toggle = Enum({0: "DEFAULT", 1: "ON", 2: "OFF", 3: "AGGRESSIVE"})
_TraceLevel = Enum({0: "NO_TRACE", 1: "SOFTWARE_TRACE", 2: "HARDWARE_TRACE", 3: "FULL_TRACE"})


class GPUOptions(Message):
    """Options of the use of GPUs."""

    __slots__ = ()
    _table = {
        "per_process_gpu_memory_fraction": Field(1, "double"),
        "allocator_type": Field(2, "string"),
        "deferred_deletion_bytes": Field(3, "int64"),
        "allow_growth": Field(4, "bool"),
        "visible_device_list": Field(5, "string"),
        "polling_active_delay_usecs": Field(6, "int32"),
        "polling_inactive_delay_msecs": Field(7, "int32"),
        "force_gpu_compatible": Field(8, "bool"),
    }


class OptimizerOptions(Message):
    """Options of the rewriting of graphs."""

    __slots__ = ()
    Level = _Level
    GlobalJitLevel = _JitLevel
    L1, L0 = 0, -1
    DEFAULT, OFF, ON_1, ON_2 = 0, -1, 1, 2
    _table = {
        "do_common_subexpression_elimination": Field(1, "bool"),
        "do_constant_folding": Field(2, "bool"),
        "opt_level": Field(3, _Level),
        "do_function_inlining": Field(4, "bool"),
        "global_jit_level": Field(5, _JitLevel),
        "max_folded_constant_in_bytes": Field(6, "int64"),
        "cpu_global_jit": Field(7, "bool"),
    }


class RewriterConfig(Message):
    """The rewrites of graphs that are asked for."""

    __slots__ = ()
    Toggle = _Toggle
    DEFAULT, ON, OFF, AGGRESSIVE = 0, 1, 2, 3
    _table = {
        "layout_optimizer": Field(1, _Toggle),
        "constant_folding": Field(3, _Toggle),
        "shape_optimization": Field(13, _Toggle),
        "remapping": Field(14, _Toggle),
        "common_subgraph_elimination": Field(24, _Toggle),
        "arithmetic_optimization": Field(7, _Toggle),
        "dependency_optimization": Field(8, _Toggle),
        "loop_optimization": Field(9, _Toggle),
        "function_optimization": Field(10, _Toggle),
        "debug_stripper": Field(11, _Toggle),
        "scoped_allocator_optimization": Field(15, _Toggle),
        "pin_to_host_optimization": Field(18, _Toggle),
        "implementation_selector": Field(22, _Toggle),
        "auto_mixed_precision": Field(23, _Toggle),
        "auto_mixed_precision_mkl": Field(25, _Toggle),
        "auto_mixed_precision_onednn_bfloat16": Field(31, _Toggle),
        "auto_mixed_precision_cpu": Field(29, _Toggle),
        "use_plugin_optimizers": Field(28, _Toggle),
        "experimental_conditional_code_motion": Field(30, _Toggle),
        "disable_model_pruning": Field(2, "bool"),
        "disable_meta_optimizer": Field(19, "bool"),
        "disable_tfg_optimizer": Field(32, "bool"),
        "min_graph_nodes": Field(17, "int32"),
        "experimental_disable_compressed_tensor_optimization": Field(26, "bool"),
        "experimental_disable_folding_quantization_emulation": Field(27, "bool"),
        "memory_optimizer_target_node_name_scope": Field(6, "string"),
        "meta_optimizer_timeout_ms": Field(20, "int64"),
        "fail_on_optimizer_errors": Field(21, "bool"),
        "optimizers": Field(100, "string", repeated=True),
    }


class GraphOptions(Message):
    """Options of the run of graphs."""

    __slots__ = ()
    _table = {
        "enable_recv_scheduling": Field(2, "bool"),
        "optimizer_options": Field(3, OptimizerOptions),
        "build_cost_model": Field(4, "int64"),
        "infer_shapes": Field(5, "bool"),
        "place_pruned_graph": Field(6, "bool"),
        "enable_bfloat16_sendrecv": Field(7, "bool"),
        "timeline_step": Field(8, "int32"),
        "build_cost_model_after": Field(9, "int64"),
        "rewrite_options": Field(10, RewriterConfig),
    }


class ConfigProto(Message):
    """Options of a session."""

    __slots__ = ()
    _table = {
        "device_count": Field(1, "int32", key="string"),
        "intra_op_parallelism_threads": Field(2, "int32"),
        "placement_period": Field(3, "int32"),
        "device_filters": Field(4, "string", repeated=True),
        "inter_op_parallelism_threads": Field(5, "int32"),
        "gpu_options": Field(6, GPUOptions),
        "allow_soft_placement": Field(7, "bool"),
        "log_device_placement": Field(8, "bool"),
        "use_per_session_threads": Field(9, "bool"),
        "graph_options": Field(10, GraphOptions),
        "operation_timeout_in_ms": Field(11, "int64"),
        "isolate_session_state": Field(15, "bool"),
        "share_cluster_devices_in_session": Field(17, "bool"),
    }


class RunOptions(Message):
    """Options of one run."""

    __slots__ = ()
    TraceLevel = _TraceLevel
    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = 0, 1, 2, 3
    _table = {
        "trace_level": Field(1, _TraceLevel),
        "timeout_in_ms": Field(2, "int64"),
        "inter_op_thread_pool": Field(3, "int32"),
        "output_partition_graphs": Field(5, "bool"),
        "report_tensor_allocations_upon_oom": Field(7, "bool"),
    }


class TaskDeviceFilters(Message):
    """The devices that a process sees."""

    __slots__ = ()
    _table = {"device_filters": Field(1, "string", repeated=True)}


class JobDeviceFilters(Message):
    """The devices that the processes of a job see, by their numbers."""

    __slots__ = ()
    _table = {"name": Field(1, "string"), "tasks": Field(2, TaskDeviceFilters, key="int32")}


class ClusterDeviceFilters(Message):
    """The devices that the processes of a cluster see."""

    __slots__ = ()
    _table = {"jobs": Field(1, JobDeviceFilters, repeated=True)}


@export("train.ServerDef")
class ServerDef(Message):
    """The place of a process in its cluster (tf.train.ServerDef)."""

    __slots__ = ()
    _table = {
        "cluster": Field(1, ClusterDef),
        "job_name": Field(2, "string"),
        "replica": Field(8, "int32"),
        "task_index": Field(3, "int32"),
        "default_session_config": Field(4, ConfigProto),
        "protocol": Field(5, "string"),
        "port": Field(6, "int32"),
        "cluster_device_filters": Field(7, ClusterDeviceFilters),
    }


for _class in (GPUOptions, OptimizerOptions, GraphOptions, ConfigProto, RunOptions):
    export_value(f"compat.v1.{_class.__name__}", _class)
