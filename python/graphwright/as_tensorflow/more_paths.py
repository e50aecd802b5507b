"""Names that no public namespace has, of further inner modules: which file beside this one has them."""

from __future__ import annotations

# File -> module path below `tensorflow.python` -> names.
_NAMES: dict[str, dict[str, str]] = {
    "alias_names": {
        "autograph.impl.api": "ConversionError",
        "checkpoint.checkpoint": "CheckpointLoadStatus InitializationOnlyStatus NameBasedSaverStatus",
        "data.ops.dataset_ops": "DatasetSource DatasetV1Adapter UnaryDataset",
        "distribute.values": "Mirrored MirroredVariable PerReplica PerReplicaSpec SyncOnReadVariable",
        "feature_column.feature_column_v2": "BucketizedColumn CategoricalColumn CrossedColumn HashedCategoricalColumn "
        "IdentityCategoricalColumn NumericColumn SharedEmbeddingColumn SharedEmbeddingColumnCreator "
        "VocabularyFileCategoricalColumn VocabularyListCategoricalColumn WeightedCategoricalColumn",
        "framework.type_spec": "register_type_spec_from_value_converter",
        "ops.lookup_ops": "TableInitializerBase",
    },
    "small_names": {
        "framework.common_shapes": "is_broadcast_compatible",
        "framework.composite_tensor": "replace_composites_with_components",
        "framework.constant_op": "is_constant",
        "framework.indexed_slices": "IndexedSlicesValue",
        "framework.smart_cond": "smart_constant_value",
        "framework.sparse_tensor": "is_sparse",
        "framework.tensor_shape": "as_dimension unknown_shape",
        "module.module": "camel_to_snake valid_identifier",
        "ops.cond": "cond",
        "ops.losses.util": "scale_losses_by_sample_weight squeeze_or_expand_dimensions",
        "ops.ragged.ragged_gather_ops": "gather_nd",
        "ops.ragged.ragged_util": "lengths_to_splits repeat_ranges",
        "ops.variables": "validate_synchronization_aggregation_trainable",
        "platform.googletest": "GetTempDir StatefulSessionAvailable",
        "tf2": "disable enable",
        "tpu.embedding_context_utils": "SequentialEmbeddingContext",
        "util.nest": "flatten_dict_items",
    },
    "combination_names": {
        "distribute.combinations": "ClusterCombination DistributionCombination GPUCombination NamedDistribution NamedObject "
        "TPUCombination combine concat no_tf_function tf_function times",
        "distribute.strategy_combinations": "all_strategies all_strategies_minus_default all_strategy_combinations "
        "all_strategy_combinations_minus_default all_strategy_minus_default_and_tpu_combinations four_replica_strategies "
        "graph_and_eager_modes multi_worker_mirrored_4x1_cpu multidevice_strategies multiworker_strategies "
        "one_device_strategy_gpu_on_worker_1 one_device_strategy_on_worker_1 set_virtual_cpus_to_at_least "
        "strategies_minus_default_and_tpu strategies_minus_tpu strategy_minus_tpu_combinations tpu_strategies "
        "tpu_strategy_combinations tpu_strategy_one_step tpu_strategy_one_step_one_core tpu_strategy_spmd "
        "two_replica_strategies",
        "framework.combinations": "EagerGraphCombination TFVersionCombination",
    },
    "testing_names": {
        "framework.test_util": "InstallStackTraceHandler disable_cudnn_autotune IsBuiltWithROCm IsBuiltWithXLA IsMklEnabled "
        "also_run_as_tf_function "
        "assert_no_garbage_created assert_no_new_pyobjects_executing_eagerly assert_no_new_tensors "
        "deprecated_graph_mode_only disable_if disable_mlir_bridge disable_tfrt disable_xla "
        "enable_control_flow_v2 enable_output_all_intermediates force_cpu is_asan_enabled is_tsan_enabled "
        "is_xla_enabled run_all_in_graph_and_eager_modes run_deprecated_v1 run_functions_eagerly run_gpu_only "
        "run_in_graph_and_eager_modes run_v1_only run_v2_only set_logical_devices_to_at_least skip_if "
        "skip_if_error use_gpu with_control_flow_v2",
    },
    "ops_names": {
        "feature_column.feature_column_lib": "deserialize_feature_columns is_feature_column_v2 serialize_feature_columns",
        "feature_column.feature_column_v2": "is_feature_column_v2",
        "feature_column.serialization": "deserialize_feature_columns serialize_feature_columns",
        "ops.array_ops": "get_positive_axis rank_internal shape_internal size_internal tensor_scatter_update",
        "ops.tensor_getitem_override": "_slice_helper_var",
        "ops.confusion_matrix": "remove_squeezable_dimensions",
        "distribute.input_ops": "auto_shard_dataset",
        "ops.control_flow_ops": "XLAControlFlowContext with_dependencies",
        "ops.control_flow_util": "GetContainingWhileContext GetContainingXLAContext",
        "saved_model.loader_impl": "get_asset_tensors",
        "tpu.tpu_function": "TpuContext get_tpu_context",
        "ops.distributions.util": "gen_new_seed",
        "ops.inplace_ops": "alias_inplace_add alias_inplace_sub alias_inplace_update empty_like inplace_add inplace_sub "
        "inplace_update",
        "ops.linalg.linear_operator_addition": "add_operators",
        "ops.math_ops": "_bucketize",
        "ops.numpy_ops.np_dtypes": "canonicalize_dtype default_float_type is_allow_float64 is_prefer_float32 "
        "set_allow_float64 set_prefer_float32",
        "ops.resource_variable_ops": "ResourceVariable _variable_handle_from_shape_and_dtype",
        "ops.resources": "initialize_resources local_resources register_resource report_uninitialized_resources "
        "shared_resources",
        "ops.rnn_cell": "BasicLSTMCell BasicRNNCell DeviceWrapper DropoutWrapper GRUCell LSTMCell LSTMStateTuple MultiRNNCell "
        "RNNCell ResidualWrapper",
        "ops.rnn_cell_impl": "BasicLSTMCell BasicRNNCell DeviceWrapper DropoutWrapper GRUCell LSTMCell LSTMStateTuple "
        "MultiRNNCell RNNCell ResidualWrapper _zero_state_tensors",
        "ops.script_ops": "_py_funcs",
        "ops.variable_scope": "with_variable_store",
        "ops.variables": "PartitionedVariable",
        "trackable.base": "CheckpointInitialValue",
        "util.protobuf.compare": "assertProtoEqual assertProtoEquals",
    },
    "composite_names": {
        "ops.linalg.sparse.sparse": "CSRSparseMatrix matmul matrix_add",
        "ops.linalg.sparse.sparse_csr_matrix_ops": "CSRSparseMatrix matmul matrix_add",
        "ops.ragged.ragged_conversion_ops": "from_sparse from_tensor ragged_to_dense to_sparse to_tensor",
        "ops.ragged.ragged_gather_ops": "gather",
        "ops.ragged.ragged_math_ops": "reduce_max",
        "ops.ragged.ragged_tensor": "convert_to_tensor_or_ragged_tensor is_ragged match_row_splits_dtypes",
        "ops.ragged.ragged_util": "assert_splits_match",
        "ops.ragged.ragged_where_op": "where where_v2",
    },
    "lookup_names": {
        "ops.lookup_ops": "FastHashSpec HasherSpec IdTableWithHashBuckets InitializableLookupTableBase StrongHashSpec "
        "TextFileIdTableInitializer TextFileStringTableInitializer index_table_from_file index_table_from_tensor "
        "index_to_string_table_from_file index_to_string_table_from_tensor",
    },
    "metric_names": {
        "ops.metrics_impl": "_aggregate_variable _confusion_matrix_at_thresholds "
        "_remove_squeezable_dimensions _safe_scalar_div _streaming_sparse_average_precision_at_top_k metric_variable",
    },
    "training_names": {
        "distribute.summary_op_util": "skip_summary",
        "ops.summary_op_util": "clean_tag collect skip_summary summary_scope",
        "summary.writer.event_file_writer": "EventFileWriter",
        "training.evaluation": "StopAfterNEvalsHook _StopAfterNEvalsHook _evaluate_once _get_or_create_eval_step",
    },
    "framework_names": {
        "data.util.nest": "assert_same_structure assert_shallow_structure flatten flatten_up_to is_nested is_sequence "
        "map_structure map_structure_up_to pack_sequence_as",
        "eager.backprop": "record_gradient",
        "eager.context": "eager_mode ensure_initialized in_eager_mode",
        "eager.def_function": "Function",
        "eager.execute": "args_to_matching_eager make_bool make_float make_int make_shape make_str make_type record_gradient",
        "eager.function": "ConcreteFunction",
        "eager.monitoring": "Counter IntGauge StringGauge",
        "eager.polymorphic_function.concrete_function": "ConcreteFunction",
        "eager.polymorphic_function.polymorphic_function": "Function",
        "eager.wrap_function": "VariableHolder WrappedFunction function_from_graph_def",
        "autograph.core.converter": "ConversionOptions Feature",
        "framework.convert_to_constants": "_FunctionConverterData _FunctionConverterDataInEager "
        "_FunctionConverterDataInGraph _construct_concrete_function _replace_variables_by_constants",
        "framework.constant_op": "_tensor_shape_tensor_conversion_function",
        "framework.dtypes": "bool_ref float16_ref float32_ref float64_ref int32_ref int64_ref string_ref",
        "framework.function": "Defun",
        "framework.graph_util": "tensor_shape_from_node_def_name",
        "framework.graph_util_impl": "tensor_shape_from_node_def_name",
        "framework.ops": "OpStats RegisterStatistics _get_graph_from_inputs _gradient_registry convert_to_tensor "
        "convert_to_tensor_or_composite device get_collection_proto_type get_from_proto_function "
        "get_stats_for_node_def get_to_proto_function internal_convert_to_tensor name_from_scope_name "
        "prepend_name_scope register_proto_function strip_name_scope uid",
        "lib.io.file_io": "FileIO atomic_write_string_to_file read_file_to_string write_string_to_file",
        "platform.flags": "DEFINE_alias DEFINE_bool DEFINE_boolean DEFINE_enum DEFINE_enum_class DEFINE_flag DEFINE_float "
        "DEFINE_integer DEFINE_list DEFINE_multi DEFINE_multi_enum DEFINE_multi_float DEFINE_multi_integer "
        "DEFINE_multi_string DEFINE_spaceseplist DEFINE_string FLAGS mark_flag_as_required mark_flags_as_required",
        "distribute.device_util": "canonicalize canonicalize_without_job_and_task current get_host_for_device resolve",
        "eager.cancellation": "CancellationManager",
        "framework.op_def_registry": "get sync",
        "framework.registry": "Registry",
        "ops.parallel_for.gradients": "batch_jacobian jacobian",
        "platform.analytics": "track_usage",
        "util.is_in_graph_mode": "IS_IN_GRAPH_MODE",
        "util.keyword_args": "keyword_args_only",
        "util.lazy_loader": "LazyLoader",
        "util.tf_should_use": "should_use_result",
        "util.serialization": "get_json_type",
        "util.tf_inspect": "_inspect",
    },
}

# Classes of data sets, by the file that they are in.
_DATASETS = {
    "batch_op": "_BatchDataset _ParallelBatchDataset",
    "cache_op": "CacheDataset",
    "concatenate_op": "_ConcatenateDataset",
    "directed_interleave_op": "_DirectedInterleaveDataset",
    "filter_op": "_FilterDataset",
    "flat_map_op": "_FlatMapDataset",
    "group_by_window_op": "_GroupByWindowDataset",
    "ignore_errors_op": "_IgnoreErrorsDataset",
    "interleave_op": "_InterleaveDataset _ParallelInterleaveDataset",
    "map_op": "_MapDataset _ParallelMapDataset",
    "padded_batch_op": "_PaddedBatchDataset",
    "prefetch_op": "_PrefetchDataset",
    "random_op": "_RandomDataset",
    "rebatch_op": "_RebatchDataset",
    "repeat_op": "_RepeatDataset",
    "scan_op": "_ScanDataset",
    "shard_op": "_ShardDataset",
    "shuffle_op": "_ShuffleDataset",
    "skip_op": "_SkipDataset",
    "take_op": "_TakeDataset",
    "take_while_op": "_TakeWhileDataset",
    "unbatch_op": "_UnbatchDataset",
    "unique_op": "_UniqueDataset",
    "window_op": "_WindowDataset",
    "zip_op": "_ZipDataset",
}
_NAMES["dataset_names"] = {f"data.ops.{file}": names for file, names in _DATASETS.items()}

# Modules that are imported for what they register, which is registered here anyway.
_EMPTY = """
    data.ops.dataset_autograph data.ops.iterator_autograph framework.constant_tensor_conversion ops.array_grad
    ops.control_flow_grad ops.cudnn_rnn_grad ops.data_flow_grad ops.image_grad ops.linalg_grad ops.lookup_grad
    ops.linalg.sparse.sparse_csr_matrix_grad ops.manip_grad ops.math_grad ops.nn_fused_batch_norm_grad ops.nn_grad
    ops.optional_grad ops.parsing_grad ops.ragged.ragged_autograph ops.ragged.ragged_dispatch
    ops.ragged.ragged_operators ops.random_grad ops.rnn_grad ops.sparse_grad ops.state_grad ops.tensor_array_grad
    ops.tensor_math_operator_overrides ops.weak_tensor_ops
"""
_NAMES["inner_names"] = dict.fromkeys(_EMPTY.split(), "")


def add_to(names: dict[str, str]) -> None:
    """Adds them to a table of modules' names, whose form finder.py tells."""
    for file, modules in _NAMES.items():
        for module, of_file in modules.items():
            known = names.get(module, "")
            names[module] = f"{known}; {file}: {of_file}" if known else f"{file}: {of_file}"
