"""The messages with which sessions are configured; what they say has no effect here."""

from __future__ import annotations

from graphwright.export import export_value
from graphwright.messages import Enum, Field, Message

_Level = Enum({0: "L1", -1: "L0"})
_JitLevel = Enum({0: "DEFAULT", -1: "OFF", 1: "ON_1", 2: "ON_2"})
_TraceLevel = Enum({0: "NO_TRACE", 1: "SOFTWARE_TRACE", 2: "HARDWARE_TRACE", 3: "FULL_TRACE"})


class GPUOptions(Message):
    """How GPUs are used."""

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
    """How graphs are made faster."""

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


class GraphOptions(Message):
    """How graphs are run."""

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
    }


class ConfigProto(Message):
    """How a session runs graphs."""

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
    """How one run goes."""

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


for _class in (GPUOptions, OptimizerOptions, GraphOptions, ConfigProto, RunOptions):
    export_value(f"compat.v1.{_class.__name__}", _class)
