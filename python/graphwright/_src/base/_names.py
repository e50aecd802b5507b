"""The file that publishes each public name. Written by tools/list_names.py, not by hand."""

# Namespace ("" for `tf` itself) -> module -> its names there.
NAMES: dict[str, dict[str, str]] = {
    "": {
        "base.build_info": "load_library load_op_library",
        "base.logger": "get_logger",
        "composite.maps": "foldl foldr map_fn scan vectorized_map",
        "composite.ragged.ragged_spec": "RaggedTensorSpec",
        "composite.ragged.ragged_tensor": "RaggedTensor",
        "composite.sparse.sparse_tensor": "SparseTensor SparseTensorSpec",
        "control_flow.assertion": "Assert",
        "control_flow.branches_and_loops": "case cond switch_case while_loop",
        "control_flow.tensor_array": "TensorArray TensorArraySpec",
        "data.optional": "OptionalSpec",
        "explain.profiling": "profile_functions",
        "explain.row_fallbacks": "row_fallbacks",
        "explain.stance": "get_stance set_stance",
        "function": "function",
        "function.batching": "nondifferentiable_batch_function",
        "function.cache": "set_trace_limit trace_limit",
        "gradients.custom_gradient": "RegisterGradient custom_gradient grad_pass_through no_gradient recompute_grad",
        "gradients.tape": "AggregationMethod GradientTape UnconnectedGradients gradients hessians",
        "graph.graph": "Graph no_op",
        "graph.grouping": "group tuple",
        "graph.memory": "memory_info release_memory set_memory_limit",
        "graph.operation": "Operation",
        "graph.scopes": (
            "control_dependencies device executing_eagerly get_current_name_scope get_static_value init_scope "
            "inside_function is_symbolic_tensor name_scope"
        ),
        "graph.values": "make_ndarray make_tensor_proto",
        "graph_import.import_graph": "import_graph_def",
        "ops.absent_ops": "check_pinned conv2d_backprop_filter_v2 conv2d_backprop_input_v2",
        "ops.array": (
            "bitcast broadcast_dynamic_shape broadcast_static_shape broadcast_to constant ensure_shape expand_dims "
            "eye guarantee_const identity identity_n newaxis rank reshape shape shape_n size squeeze stop_gradient "
            "unravel_index"
        ),
        "ops.array_index": (
            "boolean_mask gather gather_nd one_hot scatter_nd sequence_mask slice strided_slice tensor_scatter_nd_add "
            "tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update"
        ),
        "ops.array_join": (
            "concat dynamic_partition dynamic_stitch meshgrid parallel_stack repeat split stack tile unstack"
        ),
        "ops.array_layout": (
            "batch_to_space pad required_space_to_batch_paddings reverse reverse_sequence roll space_to_batch "
            "space_to_batch_nd transpose"
        ),
        "ops.assertions": "assert_equal assert_greater assert_less assert_rank",
        "ops.clip": "clip_by_global_norm clip_by_norm clip_by_value",
        "ops.critical_section": "CriticalSection",
        "ops.image_crop": "extract_volume_patches",
        "ops.initializers": (
            "constant_initializer ones_initializer random_normal_initializer random_uniform_initializer "
            "zeros_initializer"
        ),
        "ops.linalg_norm": "norm",
        "ops.linalg_product": "einsum matmul tensordot",
        "ops.linalg_solve": "eig eigvals matrix_square_root",
        "ops.math": (
            "abs acos acosh asin asinh atan atanh cos cosh exp floor logical_not negative round sigmoid sign sin sinh "
            "sqrt square tan tanh"
        ),
        "ops.math_binary": (
            "add add_n atan2 divide equal greater greater_equal less less_equal logical_and logical_or maximum "
            "minimum multiply not_equal pow realdiv scalar_mul subtract truediv truncatediv truncatemod"
        ),
        "ops.math_convert": "cast complex linspace range saturate_cast where",
        "ops.math_count": "histogram_fixed_width histogram_fixed_width_bins",
        "ops.math_reduce": (
            "argmax argmin cumsum reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min "
            "reduce_prod reduce_sum"
        ),
        "ops.random_index_shuffle": "random_index_shuffle",
        "ops.raw_names": (
            "approx_top_k conv fftnd ifftnd irfftnd ragged_fill_empty_rows ragged_fill_empty_rows_grad rfftnd"
        ),
        "ops.script": "numpy_function py_function",
        "ops.sort": "argsort searchsorted sort unique unique_with_counts",
        "state.module": "Module",
        "state.variable": "Variable",
        "state.variable_creation": "VariableAggregation VariableSynchronization variable_creator_scope",
        "tensor.composite_tensor": "is_tensor",
        "tensor.conversion": "convert_to_tensor",
        "tensor.device_spec": "DeviceSpec",
        "tensor.dtypes": (
            "DType as_dtype bfloat16 bool complex128 complex64 double float16 float32 float64 half int16 int32 int64 "
            "int8 qint16 qint32 qint8 quint16 quint8 resource string uint16 uint32 uint64 uint8 variant"
        ),
        "tensor.filling": "fill ones ones_like zeros zeros_like",
        "tensor.indexed_slices": "IndexedSlices IndexedSlicesSpec",
        "tensor.tensor": "Tensor register_tensor_conversion_function",
        "tensor.tensor_shape": "TensorShape",
        "tensor.tensor_spec": "TensorSpec",
        "tensor.type_spec": "NoneTensorSpec TypeSpec type_spec_from_value",
        "text.edit_distance": "edit_distance fingerprint",
        "text.printing": "print timestamp",
        "text.strings": "as_string",
    },
    "__internal__": {
        "function.func_graph": "FuncGraph",
        "graph.scopes": "get_name_scope",
        "internals.registration": (
            "register_call_context_function register_clear_session_function register_get_session_function "
            "register_load_model_function"
        ),
        "internals.tf_internal": (
            "EagerTensor SymbolicTensor execute_fn_for_device get_enclosing_xla_context is_tfrt_enabled load_context"
        ),
        "tensor.composite_tensor": "CompositeTensor",
    },
    "__internal__.autograph": {
        "autograph.api": "tf_convert",
        "base.conversion_status": "control_status_ctx",
    },
    "__internal__.config": {
        "graph.devices": "disable_op_determinism is_op_determinism_enabled",
    },
    "__internal__.decorator": {
        "internals.decorator": "make_decorator unwrap",
    },
    "__internal__.dispatch": {
        "internals.registration": "add_dispatch_support",
        "tensor.library_dispatch": "GlobalOpDispatcher OpDispatcher dispatch_for_types",
    },
    "__internal__.distribute": {
        "distribute.strategies": "strategy_supports_no_merge_call variable_sync_on_read_context",
        "internals.registration": "ShardedVariable",
    },
    "__internal__.distribute.combinations": {
        "testing.combinations": (
            "central_storage_strategy_with_gpu_and_cpu central_storage_strategy_with_two_gpus cloud_tpu_strategy "
            "default_strategy env generate in_main_process mirrored_strategy_with_cpu_1_and_2 "
            "mirrored_strategy_with_gpu_and_cpu mirrored_strategy_with_one_cpu mirrored_strategy_with_one_gpu "
            "mirrored_strategy_with_two_cpus mirrored_strategy_with_two_gpus "
            "mirrored_strategy_with_two_gpus_no_merge_call multi_worker_mirrored_2x1_cpu "
            "multi_worker_mirrored_2x1_gpu multi_worker_mirrored_2x1_gpu_noshare multi_worker_mirrored_2x2_gpu "
            "multi_worker_mirrored_2x2_gpu_no_merge_call one_device_strategy one_device_strategy_gpu "
            "parameter_server_strategy_1worker_2ps_1gpu parameter_server_strategy_1worker_2ps_cpu "
            "parameter_server_strategy_3worker_2ps_1gpu parameter_server_strategy_3worker_2ps_cpu tpu_strategy "
            "tpu_strategy_one_core tpu_strategy_packed_var"
        ),
    },
    "__internal__.distribute.interim": {
        "distribute.strategies": "maybe_merge_call",
    },
    "__internal__.eager_context": {
        "graph.scopes": "eager_mode",
        "internals.tf_internal": "get_device_name set_soft_device_placement",
    },
    "__internal__.feature_column": {
        "feature_column.base": (
            "DenseColumn FeatureColumn FeatureTransformationCache SequenceDenseColumn StateManager "
            "deserialize_feature_column serialize_feature_column"
        ),
    },
    "__internal__.function": {
        "internals.tf_internal": "Function",
    },
    "__internal__.graph_util": {
        "graph_import.freeze": "convert_variables_to_constants_v2",
        "internals.tf_internal": "graph_defs_equal",
    },
    "__internal__.mixed_precision": {
        "internals.registration": "register_loss_scale_wrapper",
    },
    "__internal__.monitoring": {
        "internals.tf_internal": "BoolGauge",
    },
    "__internal__.nest": {
        "internals.tf_internal": (
            "flatten_up_to get_traverse_shallow_structure is_attrs is_mapping list_to_tuple map_structure_up_to "
            "sequence_like yield_flat_paths"
        ),
        "tensor.nest": "assert_same_structure flatten is_nested map_structure pack_sequence_as",
    },
    "__internal__.ops": {
        "internals.tf_internal": "broadcast_weights is_resource_variable",
    },
    "__internal__.saved_model": {
        "saved_model.loading": "load_partial parse_saved_model",
        "saved_model.structured_value": "decode_proto encode_structure",
    },
    "__internal__.saved_model.load": {
        "saved_model.registration": "VersionedTypeRegistration get_setter register_revived_type registered_identifiers",
    },
    "__internal__.smart_cond": {
        "control_flow.branches_and_loops": "smart_cond",
    },
    "__internal__.test": {},
    "__internal__.test.combinations": {
        "testing.combinations": (
            "NamedObject OptionalParameter ParameterModifier TestCombination combine generate times"
        ),
    },
    "__internal__.tf2": {
        "v1.modes": "enabled",
    },
    "__internal__.tracking": {
        "internals.registration": (
            "CheckpointInitialValueCallable DelegatingTrackableMixin ObjectGraphView register_session_provider "
            "sticky_attribute_assignment wrap"
        ),
        "internals.tf_internal": "no_automatic_dependency_tracking",
        "state.trackable": "AutoTrackable Trackable TrackableReference",
        "state.tracked_containers": "TrackableDataStructure",
    },
    "__internal__.train": {
        "internals.registration": "set_using_mixed_precision_policy update_checkpoint_state",
        "internals.tf_internal": "is_mixed_precision_graph_rewrite_enabled",
        "v1.moving_average": "assign_moving_average",
    },
    "__internal__.types": {
        "internals.tf_internal": "Tensor",
    },
    "__operators__": {
        "ops.operator_functions": "add eq getitem ne ragged_getitem",
    },
    "audio": {
        "ops.audio": "decode_wav encode_wav",
    },
    "autodiff": {
        "gradients.forward_accumulator": "ForwardAccumulator",
        "gradients.tape": "GradientTape",
    },
    "autograph": {
        "autograph.api": "to_code to_graph",
        "autograph.verbosity": "set_verbosity trace",
    },
    "autograph.experimental": {
        "autograph.api": "do_not_convert",
        "autograph.directives": "set_loop_options",
        "autograph.feature": "Feature",
    },
    "bitwise": {
        "ops.math": "invert",
        "ops.math_binary": "bitwise_and bitwise_or bitwise_xor left_shift right_shift",
    },
    "compat": {
        "base.compatibility_numbers": "complex_types integral_types real_types",
        "tensor.tensor_shape": "dimension_at_index dimension_value",
        "v1.compatibility": (
            "as_bytes as_str as_str_any as_text bytes_or_text_types forward_compatibility_horizon forward_compatible "
            "path_to_str v2"
        ),
    },
    "compat.v1": {
        "base.build_info": (
            "COMPILER_VERSION CXX11_ABI_FLAG CXX_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER "
            "GRAPH_DEF_VERSION_MIN_PRODUCER MONOLITHIC_BUILD VERSION load_library load_op_library"
        ),
        "base.errors": "OpError",
        "base.logger": "get_logger",
        "composite.composite_values": "SparseTensorValue",
        "composite.maps": "foldl foldr map_fn scan vectorized_map",
        "composite.ragged.ragged_spec": "RaggedTensorSpec",
        "composite.ragged.ragged_tensor": "RaggedTensor",
        "composite.sparse.elements": (
            "sparse_fill_empty_rows sparse_mask sparse_reorder sparse_reset_shape sparse_reshape sparse_retain "
            "sparse_softmax sparse_tensor_to_dense sparse_to_indicator sparse_transpose"
        ),
        "composite.sparse.joining": "sparse_maximum sparse_minimum sparse_slice sparse_tensor_dense_matmul",
        "composite.sparse.messages": "deserialize_many_sparse",
        "composite.sparse.sparse_tensor": "SparseTensor SparseTensorSpec",
        "control_flow.assertion": "Assert",
        "control_flow.branches_and_loops": "switch_case",
        "control_flow.tensor_array": "TensorArray TensorArraySpec",
        "data.optional": "OptionalSpec",
        "function": "function",
        "function.batching": "nondifferentiable_batch_function",
        "function.wrap_function": "wrap_function",
        "gradients.custom_gradient": (
            "NoGradient NotDifferentiable RegisterGradient custom_gradient grad_pass_through no_gradient "
            "recompute_grad"
        ),
        "gradients.tape": "AggregationMethod GradientTape UnconnectedGradients hessians",
        "graph.graph": "Graph get_default_graph no_op reset_default_graph",
        "graph.grouping": "group",
        "graph.operation": "Operation",
        "graph.scopes": (
            "executing_eagerly executing_eagerly_outside_functions get_static_value init_scope is_symbolic_tensor "
            "name_scope"
        ),
        "graph.seeds": "set_random_seed",
        "graph.values": "make_ndarray make_tensor_proto",
        "graph_import.import_graph": "import_graph_def",
        "messages.public": (
            "AttrValue ConfigProto Event GPUOptions GraphDef GraphOptions HistogramProto LogMessage MetaGraphDef "
            "NameAttrList NodeDef OptimizerOptions RunMetadata RunOptions SessionLog Summary SummaryMetadata "
            "TensorInfo"
        ),
        "ops.absent_ops": "check_pinned conv2d_backprop_filter_v2 conv2d_backprop_input_v2",
        "ops.array": (
            "bitcast broadcast_dynamic_shape broadcast_static_shape broadcast_to ensure_shape eye guarantee_const "
            "identity identity_n newaxis rank reshape shape_n stop_gradient unravel_index"
        ),
        "ops.array_index": (
            "one_hot scatter_nd sequence_mask slice strided_slice tensor_scatter_add tensor_scatter_nd_add "
            "tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update "
            "tensor_scatter_sub tensor_scatter_update"
        ),
        "ops.array_join": (
            "concat dynamic_partition dynamic_stitch meshgrid parallel_stack repeat split stack tile unstack"
        ),
        "ops.array_layout": (
            "invert_permutation required_space_to_batch_paddings reverse reverse_v2 roll space_to_batch_nd"
        ),
        "ops.assertions": "assert_proper_iterable assert_same_float_dtype check_numerics is_numeric_tensor",
        "ops.clip": "clip_by_global_norm clip_by_norm clip_by_value global_norm",
        "ops.critical_section": "CriticalSection",
        "ops.files": "decode_compressed matching_files parse_tensor read_file serialize_tensor write_file",
        "ops.image_crop": "extract_volume_patches",
        "ops.image_random": "random_crop",
        "ops.linalg_product": "cross einsum matmul tensordot",
        "ops.linalg_solve": (
            "cholesky cholesky_solve matrix_determinant matrix_inverse matrix_solve matrix_solve_ls "
            "matrix_square_root matrix_transpose matrix_triangular_solve qr self_adjoint_eig self_adjoint_eigvals svd "
            "trace"
        ),
        "ops.math": (
            "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor is_finite is_inf is_nan log log1p "
            "log_sigmoid logical_not negative reciprocal rint round rsqrt sigmoid sign sin sinh sqrt square tan tanh"
        ),
        "ops.math_binary": (
            "accumulate_n add add_n atan2 div_no_nan divide equal floordiv floormod greater greater_equal less "
            "less_equal logical_and logical_or logical_xor maximum minimum mod multiply not_equal pow realdiv "
            "squared_difference subtract truediv truncatediv truncatemod"
        ),
        "ops.math_convert": "angle cast complex conj imag lin_space linspace range real saturate_cast where_v2",
        "ops.math_count": "histogram_fixed_width histogram_fixed_width_bins",
        "ops.math_reduce": "cumprod cumsum is_non_decreasing is_strictly_increasing",
        "ops.math_segment": (
            "segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max unsorted_segment_mean "
            "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum"
        ),
        "ops.math_special": "betainc digamma erf erfc igamma igammac lbeta lgamma polygamma zeta",
        "ops.matrix_diag": "diag diag_part matrix_band_part matrix_diag matrix_diag_part matrix_set_diag",
        "ops.quantization": (
            "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
            "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
            "fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient quantize "
            "quantized_concat"
        ),
        "ops.queue": "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
        "ops.random": "random_gamma random_normal random_shuffle random_uniform truncated_normal",
        "ops.random_index_shuffle": "random_index_shuffle",
        "ops.raw_names": (
            "approx_top_k conv fftnd ifftnd irfftnd ragged_fill_empty_rows ragged_fill_empty_rows_grad rfftnd"
        ),
        "ops.script": "numpy_function py_function",
        "ops.signal": "fft fft2d fft3d ifft ifft2d ifft3d",
        "ops.sort": "argsort searchsorted sort unique unique_with_counts",
        "session.collections": (
            "GraphKeys add_to_collection add_to_collections colocate_with control_dependencies device get_collection "
            "get_collection_ref get_seed"
        ),
        "session.default_session": "get_default_session",
        "session.session": "InteractiveSession Session",
        "state.module": "Module",
        "state.partitioners": "fixed_size_partitioner min_max_variable_partitioner variable_axis_size_partitioner",
        "state.variable_creation": "VariableAggregation VariableSynchronization",
        "tensor.composite_tensor": "is_tensor",
        "tensor.device_spec": "DeviceSpec",
        "tensor.dtypes": (
            "DType QUANTIZED_DTYPES as_dtype bfloat16 bool complex128 complex64 double float16 float32 float64 half "
            "int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource string uint16 uint32 uint64 uint8 "
            "variant"
        ),
        "tensor.filling": "fill ones zeros",
        "tensor.indexed_slices": "IndexedSlices IndexedSlicesSpec",
        "tensor.tensor": "Tensor register_tensor_conversion_function",
        "tensor.tensor_shape": "Dimension TensorShape dimension_at_index dimension_value",
        "tensor.tensor_spec": "TensorSpec",
        "tensor.type_spec": "NoneTensorSpec TypeSpec type_spec_from_value",
        "text.csv": "decode_csv",
        "text.edit_distance": "edit_distance fingerprint",
        "text.parsing_config": "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature",
        "text.parsing_sequences": "decode_json_example parse_single_sequence_example",
        "text.printing": "print timestamp",
        "text.strings": (
            "as_string decode_base64 encode_base64 regex_replace string_join string_strip string_to_hash_bucket_fast "
            "string_to_hash_bucket_strong"
        ),
        "v1.absent": "LMDBReader",
        "v1.accumulators": "ConditionalAccumulator ConditionalAccumulatorBase SparseConditionalAccumulator",
        "v1.array": (
            "batch_gather batch_to_space batch_to_space_nd boolean_mask constant convert_to_tensor "
            "convert_to_tensor_or_indexed_slices convert_to_tensor_or_sparse_tensor depth_to_space expand_dims gather "
            "gather_nd ones_like pad reverse_sequence setdiff1d shape size space_to_batch space_to_depth squeeze "
            "to_bfloat16 to_complex128 to_complex64 to_double to_float to_int32 to_int64 transpose where zeros_like"
        ),
        "v1.assertions": (
            "add_check_numerics_ops assert_equal assert_greater assert_greater_equal assert_integer assert_less "
            "assert_less_equal assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal "
            "assert_positive assert_rank assert_rank_at_least assert_rank_in assert_scalar assert_type"
        ),
        "v1.control_flow": "case clip_by_average_norm cond gradients tuple verify_tensor_all_finite while_loop",
        "v1.create_partitioned_variables": "create_partitioned_variables",
        "v1.image": "extract_image_patches",
        "v1.initializers": (
            "constant_initializer glorot_normal_initializer glorot_uniform_initializer ones_initializer "
            "orthogonal_initializer random_normal_initializer random_uniform_initializer truncated_normal_initializer "
            "uniform_unit_scaling_initializer variance_scaling_initializer zeros_initializer"
        ),
        "v1.io": (
            "decode_raw parse_example parse_single_example quantize_v2 reduce_join serialize_many_sparse "
            "serialize_sparse sparse_matmul"
        ),
        "v1.logs": "Print",
        "v1.math": (
            "bincount confusion_matrix div floor_div multinomial py_func random_poisson scalar_mul string_split "
            "string_to_hash_bucket string_to_number substr"
        ),
        "v1.modes": (
            "control_flow_v2_enabled disable_control_flow_v2 disable_eager_execution disable_tensor_equality "
            "disable_v2_behavior disable_v2_tensorshape enable_control_flow_v2 enable_eager_execution "
            "enable_tensor_equality enable_v2_behavior enable_v2_tensorshape"
        ),
        "v1.placeholders": "placeholder placeholder_with_default sparse_placeholder",
        "v1.readers": "FixedLengthRecordReader IdentityReader ReaderBase TFRecordReader TextLineReader WholeFileReader",
        "v1.reductions": (
            "arg_max arg_min argmax argmin count_nonzero norm reduce_all reduce_any reduce_logsumexp reduce_max "
            "reduce_mean reduce_min reduce_prod reduce_sum"
        ),
        "v1.scopes": "container load_file_system_library op_scope",
        "v1.session_handles": "delete_session_tensor get_session_handle get_session_tensor",
        "v1.sparse": (
            "sparse_add sparse_concat sparse_merge sparse_reduce_max sparse_reduce_max_sparse sparse_reduce_sum "
            "sparse_reduce_sum_sparse sparse_segment_mean sparse_segment_sqrt_n sparse_segment_sum sparse_split "
            "sparse_to_dense"
        ),
        "v1.template": "make_template",
        "v1.variable_scope": (
            "AUTO_REUSE VariableScope get_local_variable get_variable get_variable_scope no_regularizer "
            "variable_op_scope variable_scope"
        ),
        "v1.variables": (
            "Variable all_variables assert_variables_initialized assign assign_add assign_sub batch_scatter_update "
            "count_up_to disable_resource_variables enable_resource_variables global_variables "
            "global_variables_initializer initialize_all_tables initialize_all_variables initialize_local_variables "
            "initialize_variables is_variable_initialized local_variables local_variables_initializer model_variables "
            "moving_average_variables report_uninitialized_variables resource_variables_enabled scatter_add "
            "scatter_div scatter_max scatter_min scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update "
            "scatter_sub scatter_update tables_initializer trainable_variables variable_creator_scope "
            "variables_initializer"
        ),
    },
    "compat.v1.app": {
        "v1.resources": "run",
    },
    "compat.v1.audio": {
        "ops.audio": "decode_wav encode_wav",
    },
    "compat.v1.autograph": {
        "autograph.verbosity": "set_verbosity trace",
        "v1.converted": "to_code to_graph",
    },
    "compat.v1.autograph.experimental": {
        "autograph.api": "do_not_convert",
        "autograph.directives": "set_loop_options",
        "autograph.feature": "Feature",
    },
    "compat.v1.bitwise": {
        "ops.math": "invert",
        "ops.math_binary": "bitwise_and bitwise_or bitwise_xor left_shift right_shift",
    },
    "compat.v1.compat": {
        "base.compatibility_numbers": "complex_types integral_types real_types",
        "tensor.tensor_shape": "dimension_at_index dimension_value",
        "v1.compatibility": (
            "as_bytes as_str as_str_any as_text bytes_or_text_types forward_compatibility_horizon forward_compatible "
            "path_to_str v1 v2"
        ),
    },
    "compat.v1.config": {
        "graph.devices": (
            "LogicalDevice LogicalDeviceConfiguration PhysicalDevice experimental_connect_to_cluster "
            "experimental_connect_to_host experimental_functions_run_eagerly experimental_run_functions_eagerly "
            "functions_run_eagerly get_logical_device_configuration get_soft_device_placement get_visible_devices "
            "list_logical_devices list_physical_devices run_functions_eagerly set_logical_device_configuration "
            "set_soft_device_placement set_visible_devices"
        ),
    },
    "compat.v1.config.experimental": {
        "graph.devices": (
            "ClusterDeviceFilters VirtualDeviceConfiguration disable_mlir_bridge enable_mlir_bridge "
            "enable_op_determinism enable_tensor_float_32_execution get_device_details get_device_policy "
            "get_memory_growth get_memory_info get_memory_usage get_synchronous_execution "
            "get_virtual_device_configuration get_visible_devices list_logical_devices list_physical_devices "
            "reset_memory_stats set_device_policy set_memory_growth set_synchronous_execution "
            "set_virtual_device_configuration set_visible_devices tensor_float_32_execution_enabled"
        ),
    },
    "compat.v1.config.optimizer": {
        "graph.devices": "get_experimental_options get_jit set_experimental_options set_jit",
    },
    "compat.v1.config.threading": {
        "graph.devices": (
            "get_inter_op_parallelism_threads get_intra_op_parallelism_threads set_inter_op_parallelism_threads "
            "set_intra_op_parallelism_threads"
        ),
    },
    "compat.v1.data": {
        "data.dataset": "AUTOTUNE INFINITE_CARDINALITY UNKNOWN_CARDINALITY",
        "data.dataset_spec": "DatasetSpec",
        "data.iterator": "NumpyIterator",
        "data.options": "Options ThreadingOptions",
        "v1.dataset": (
            "Dataset FixedLengthRecordDataset Iterator TFRecordDataset TextLineDataset get_output_classes "
            "get_output_shapes get_output_types make_initializable_iterator make_one_shot_iterator"
        ),
    },
    "compat.v1.data.experimental": {
        "data.as_functions": (
            "SHARD_HINT assert_cardinality bucket_by_sequence_length cardinality dense_to_ragged_batch "
            "dense_to_sparse_batch enumerate_dataset from_list from_variant get_single_element get_structure "
            "group_by_window ignore_errors map_and_batch parallel_interleave prefetch_to_device scan "
            "shuffle_and_repeat snapshot take_while to_variant unbatch unique"
        ),
        "data.dataset": "AUTOTUNE INFINITE_CARDINALITY UNKNOWN_CARDINALITY",
        "data.dataset_spec": "DatasetStructure",
        "data.experimental": (
            "DatasetInitializer Reducer TFRecordWriter copy_to_device distributed_save get_model_proto "
            "group_by_reducer index_table_from_dataset make_saveable_from_iterator pad_to_cardinality "
            "parse_example_dataset rejection_resample table_from_dataset"
        ),
        "data.functions": "enable_debug_mode",
        "data.iterator": "get_next_as_optional",
        "data.optional": "Optional OptionalStructure",
        "data.options": (
            "AutoShardPolicy AutotuneAlgorithm AutotuneOptions DistributeOptions ExternalStatePolicy "
            "OptimizationOptions ServiceOptions ThreadingOptions"
        ),
        "tensor.type_spec": "Structure",
        "v1.dataset": (
            "Counter CsvDataset RaggedTensorStructure RandomDataset SparseTensorStructure SqlDataset "
            "TensorArrayStructure TensorStructure choose_from_datasets make_batched_features_dataset make_csv_dataset "
            "map_and_batch_with_legacy_function sample_from_datasets"
        ),
    },
    "compat.v1.data.experimental.service": {
        "data.service": (
            "CrossTrainerCache DispatcherConfig ShardingPolicy WorkerConfig distribute from_dataset_id "
            "register_dataset"
        ),
    },
    "compat.v1.debugging": {
        "autograph.filtering": "disable_traceback_filtering enable_traceback_filtering is_traceback_filtering_enabled",
        "control_flow.assertion": "Assert",
        "graph.devices": "get_log_device_placement set_log_device_placement",
        "ops.assertions": (
            "assert_proper_iterable assert_same_float_dtype check_numerics disable_check_numerics "
            "enable_check_numerics is_numeric_tensor"
        ),
        "ops.math": "is_finite is_inf is_nan",
        "ops.math_reduce": "is_non_decreasing is_strictly_increasing",
        "v1.assertions": (
            "assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal "
            "assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive "
            "assert_rank assert_rank_at_least assert_rank_in assert_scalar assert_shapes assert_type"
        ),
        "v1.control_flow": "assert_all_finite",
    },
    "compat.v1.debugging.experimental": {
        "summary.debug_dumps": "disable_dump_debug_info enable_dump_debug_info",
    },
    "compat.v1.distribute": {
        "distribute.contexts": (
            "ReplicaContext experimental_set_strategy get_replica_context get_strategy has_strategy "
            "in_cross_replica_context"
        ),
        "distribute.inputs": "InputContext InputReplicationMode RunOptions",
        "distribute.mirrored": "MirroredStrategy",
        "distribute.reductions": (
            "CrossDeviceOps HierarchicalCopyAllReduce NcclAllReduce ReduceOp ReductionToOneDevice get_loss_reduction"
        ),
        "distribute.server": "Server",
        "distribute.strategies": "OneDeviceStrategy Strategy StrategyExtended",
    },
    "compat.v1.distribute.cluster_resolver": {
        "distribute.clusters": (
            "ClusterResolver GCEClusterResolver KubernetesClusterResolver KubernetesExecutableLocation "
            "SimpleClusterResolver SlurmClusterResolver TFConfigClusterResolver TPUClusterResolver UnionResolver"
        ),
    },
    "compat.v1.distribute.experimental": {
        "distribute.communication": (
            "CollectiveCommunication CollectiveHints CommunicationImplementation CommunicationOptions"
        ),
        "distribute.unsupported": (
            "CentralStorageStrategy MultiWorkerMirroredStrategy ParameterServerStrategy TPUStrategy"
        ),
    },
    "compat.v1.distributions": {
        "v1.distributions.discrete": "Bernoulli Categorical DirichletMultinomial Multinomial",
        "v1.distributions.distribution": (
            "Distribution FULLY_REPARAMETERIZED NOT_REPARAMETERIZED ReparameterizationType"
        ),
        "v1.distributions.gammas": "Beta Dirichlet Exponential Gamma",
        "v1.distributions.kullback_leibler": "RegisterKL kl_divergence",
        "v1.distributions.locations": "Laplace Normal StudentT Uniform",
    },
    "compat.v1.dtypes": {
        "ops.math_convert": "cast complex saturate_cast",
        "tensor.dtypes": (
            "DType QUANTIZED_DTYPES as_dtype bfloat16 bool complex128 complex64 double float16 float32 float64 half "
            "int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource string uint16 uint32 uint64 uint8 "
            "variant"
        ),
        "text.strings": "as_string",
    },
    "compat.v1.dtypes.experimental": {
        "tensor.dtypes": (
            "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz int2 int4 "
            "uint2 uint4"
        ),
    },
    "compat.v1.errors": {
        "base.errors": (
            "ABORTED ALREADY_EXISTS AbortedError AlreadyExistsError CANCELLED CancelledError DATA_LOSS "
            "DEADLINE_EXCEEDED DataLossError DeadlineExceededError FAILED_PRECONDITION FailedPreconditionError "
            "INTERNAL INVALID_ARGUMENT InternalError InvalidArgumentError NOT_FOUND NotFoundError OK OUT_OF_RANGE "
            "OpError OutOfRangeError PERMISSION_DENIED PermissionDeniedError RESOURCE_EXHAUSTED "
            "ResourceExhaustedError UNAUTHENTICATED UNAVAILABLE UNIMPLEMENTED UNKNOWN UnauthenticatedError "
            "UnavailableError UnimplementedError UnknownError error_code_from_exception_type "
            "exception_type_from_error_code raise_exception_on_not_ok_status"
        ),
    },
    "compat.v1.experimental": {
        "composite.ragged.dynamic_shape": "DynamicRaggedShape",
        "composite.ragged.row_partition": "RowPartition",
        "composite.structured_tensor": "StructuredTensor",
        "data.optional": "Optional",
        "tensor.dispatch": (
            "dispatch_for_api dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis "
            "dispatch_for_unary_elementwise_apis unregister_dispatch_for"
        ),
        "tensor.dtypes": (
            "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz int2 int4 "
            "uint2 uint4"
        ),
        "tensor.extension_type": "BatchableExtensionType ExtensionType ExtensionTypeBatchEncoder ExtensionTypeSpec",
        "v1.scopes": (
            "async_clear_error async_scope function_executor_type output_all_intermediates register_filesystem_plugin"
        ),
        "v1.strict_mode": "enable_strict_mode",
    },
    "compat.v1.experimental.extension_type": {
        "tensor.extension_type": "as_dict",
    },
    "compat.v1.feature_column": {
        "feature_column.categorical": (
            "categorical_column_with_hash_bucket categorical_column_with_identity "
            "categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list crossed_column "
            "sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity "
            "sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list "
            "weighted_categorical_column"
        ),
        "feature_column.dense": "embedding_column indicator_column",
        "feature_column.layers": "input_layer linear_model",
        "feature_column.numeric": "bucketized_column numeric_column sequence_numeric_column",
        "feature_column.parse_spec": "make_parse_example_spec",
        "feature_column.shared": "shared_embedding_columns",
    },
    "compat.v1.flags": {},
    "compat.v1.flags.tf_decorator": {
        "internals.decorator": "TFDecorator fullargspec_to_signature make_decorator rewrap unwrap",
    },
    "compat.v1.gfile": {
        "ops.gfile": (
            "Copy DeleteRecursively Exists FastGFile GFile Glob IsDirectory ListDirectory MakeDirs MkDir Open Remove "
            "Rename Stat Walk"
        ),
    },
    "compat.v1.graph_util": {
        "graph_import.freeze": (
            "convert_variables_to_constants extract_sub_graph must_run_on_cpu remove_training_nodes "
            "tensor_shape_from_node_def_name"
        ),
        "graph_import.import_graph": "import_graph_def",
    },
    "compat.v1.image": {
        "ops.image_boxes": (
            "combined_non_max_suppression generate_bounding_box_proposals non_max_suppression "
            "non_max_suppression_overlaps non_max_suppression_padded non_max_suppression_with_scores"
        ),
        "ops.image_codecs": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_jxl decode_png decode_webp "
            "encode_jpeg encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.image_color": (
            "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation "
            "convert_image_dtype grayscale_to_rgb hsv_to_rgb per_image_standardization rgb_to_grayscale rgb_to_hsv "
            "rgb_to_yiq rgb_to_yuv yiq_to_rgb yuv_to_rgb"
        ),
        "ops.image_crop": "central_crop crop_to_bounding_box pad_to_bounding_box",
        "ops.image_geometry": "flip_left_right flip_up_down rot90 transpose transpose_image",
        "ops.image_quality": "image_gradients psnr sobel_edges ssim ssim_multiscale total_variation",
        "ops.image_random": (
            "random_brightness random_contrast random_crop random_flip_left_right random_flip_up_down random_hue "
            "random_jpeg_quality random_saturation"
        ),
        "ops.image_resize": "resize_image_with_crop_or_pad resize_with_crop_or_pad",
        "v1.image": (
            "ResizeMethod crop_and_resize draw_bounding_boxes extract_glimpse extract_image_patches extract_patches "
            "resize resize_area resize_bicubic resize_bilinear resize_image_with_pad resize_images "
            "resize_nearest_neighbor sample_distorted_bounding_box"
        ),
    },
    "compat.v1.initializers": {
        "v1.initializers": (
            "constant glorot_normal glorot_uniform he_normal he_uniform identity lecun_normal lecun_uniform ones "
            "orthogonal random_normal random_uniform truncated_normal uniform_unit_scaling variance_scaling zeros"
        ),
        "v1.variables": "global_variables local_variables tables_initializer variables",
    },
    "compat.v1.io": {
        "composite.sparse.messages": "deserialize_many_sparse",
        "graph_import.write_graph": "write_graph",
        "ops.files": (
            "TFRecordOptions TFRecordWriter decode_compressed matching_files parse_tensor read_file serialize_tensor "
            "write_file"
        ),
        "ops.image_codecs": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_jxl decode_png decode_webp "
            "encode_jpeg encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.proto_messages": "decode_proto encode_proto",
        "ops.queue": "PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
        "text.csv": "decode_csv",
        "text.parsing_config": "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature VarLenFeature",
        "text.parsing_sequences": "decode_json_example parse_sequence_example parse_single_sequence_example",
        "text.strings": "decode_base64 encode_base64",
        "v1.io": (
            "TFRecordCompressionType decode_raw match_filenames_once parse_example parse_single_example "
            "serialize_many_sparse serialize_sparse tf_record_iterator"
        ),
    },
    "compat.v1.io.gfile": {
        "ops.gfile": (
            "GFile copy exists get_registered_schemes glob isdir join listdir makedirs mkdir remove rename rmtree "
            "stat walk"
        ),
    },
    "compat.v1.linalg": {
        "linear_operator.base": "LinearOperator",
        "linear_operator.blocks": "LinearOperatorBlockDiag LinearOperatorBlockLowerTriangular",
        "linear_operator.circulant": "LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D",
        "linear_operator.combined": (
            "LinearOperatorAdjoint LinearOperatorComposition LinearOperatorInversion LinearOperatorKronecker "
            "LinearOperatorLowRankUpdate"
        ),
        "linear_operator.identity": "LinearOperatorIdentity LinearOperatorScaledIdentity LinearOperatorZeros",
        "linear_operator.simple": (
            "LinearOperatorDiag LinearOperatorFullMatrix LinearOperatorHouseholder LinearOperatorLowerTriangular "
            "LinearOperatorPermutation LinearOperatorToeplitz LinearOperatorTridiag"
        ),
        "ops.array": "eye",
        "ops.clip": "global_norm",
        "ops.linalg_norm": "l2_normalize normalize",
        "ops.linalg_product": "cross einsum matmul matvec tensordot",
        "ops.linalg_solve": (
            "adjoint cholesky cholesky_solve det eigh eigvalsh expm inv logdet logm lstsq lu lu_matrix_inverse "
            "lu_reconstruct lu_solve matrix_rank matrix_transpose pinv qr slogdet solve sqrtm svd trace transpose "
            "triangular_solve"
        ),
        "ops.linalg_tridiagonal": "eigh_tridiagonal tridiagonal_matmul tridiagonal_solve",
        "ops.matrix_diag": "band_part diag diag_part set_diag tensor_diag tensor_diag_part",
        "v1.reductions": "norm",
    },
    "compat.v1.linalg.experimental": {
        "linear_operator.iteration": "conjugate_gradient",
    },
    "compat.v1.lite": {
        "saved_model.lite": (
            "Interpreter OpHint OpsSet Optimize RepresentativeDataset TFLiteConverter TargetSpec TocoConverter "
            "toco_convert"
        ),
    },
    "compat.v1.lite.constants": {
        "saved_model.lite": "FLOAT FLOAT16 GRAPHVIZ_DOT INT16 INT32 INT64 INT8 QUANTIZED_UINT8 STRING TFLITE",
    },
    "compat.v1.lite.experimental": {
        "saved_model.lite": (
            "Analyzer OpResolverType QuantizationDebugOptions QuantizationDebugger convert_op_hints_to_stubs "
            "load_delegate"
        ),
    },
    "compat.v1.lite.experimental.authoring": {
        "saved_model.lite": "compatible",
    },
    "compat.v1.logging": {
        "v1.logs": (
            "DEBUG ERROR FATAL INFO TaskLevelStatusMessage WARN debug error fatal flush get_verbosity info log "
            "log_every_n log_first_n log_if set_verbosity vlog warn warning"
        ),
    },
    "compat.v1.lookup": {
        "text.lookup": (
            "KeyValueTensorInitializer StaticHashTable StaticVocabularyTable TextFileIndex TextFileInitializer"
        ),
    },
    "compat.v1.lookup.experimental": {
        "text.lookup": "DenseHashTable MutableHashTable",
    },
    "compat.v1.losses": {
        "v1.losses": (
            "Reduction absolute_difference add_loss compute_weighted_loss cosine_distance get_losses "
            "get_regularization_loss get_regularization_losses get_total_loss hinge_loss huber_loss log_loss "
            "mean_pairwise_squared_error mean_squared_error sigmoid_cross_entropy softmax_cross_entropy "
            "sparse_softmax_cross_entropy"
        ),
    },
    "compat.v1.manip": {
        "ops.array": "reshape",
        "ops.array_index": "scatter_nd",
        "ops.array_join": "tile",
        "ops.array_layout": "reverse roll space_to_batch_nd",
        "v1.array": "batch_to_space_nd gather_nd",
    },
    "compat.v1.math": {
        "ops.array_layout": "invert_permutation",
        "ops.linalg_norm": "l2_normalize",
        "ops.math": (
            "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor is_finite is_inf is_nan log log1p "
            "log_sigmoid logical_not negative reciprocal rint round rsqrt sigmoid sign sin sinh sqrt square tan tanh"
        ),
        "ops.math_binary": (
            "accumulate_n add add_n atan2 divide divide_no_nan equal floordiv floormod greater greater_equal less "
            "less_equal logical_and logical_or logical_xor maximum minimum mod multiply multiply_no_nan nextafter "
            "not_equal polyval pow reciprocal_no_nan squared_difference subtract truediv xdivy xlog1py xlogy"
        ),
        "ops.math_convert": "angle conj imag real",
        "ops.math_count": "zero_fraction",
        "ops.math_reduce": (
            "cumprod cumsum cumulative_logsumexp is_non_decreasing is_strictly_increasing reduce_euclidean_norm "
            "reduce_std reduce_variance"
        ),
        "ops.math_segment": (
            "segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max unsorted_segment_mean "
            "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum"
        ),
        "ops.math_sobol": "sobol_sample",
        "ops.math_special": (
            "bessel_i0 bessel_i0e bessel_i1 bessel_i1e betainc digamma erf erfc erfcinv erfinv igamma igammac lbeta "
            "lgamma ndtri polygamma zeta"
        ),
        "ops.nn_activation": "softplus softsign",
        "ops.nn_order": "approx_max_k approx_min_k",
        "ops.sort": "top_k",
        "v1.math": "bincount confusion_matrix scalar_mul",
        "v1.nn": "in_top_k log_softmax softmax",
        "v1.reductions": (
            "argmax argmin count_nonzero reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min "
            "reduce_prod reduce_sum"
        ),
    },
    "compat.v1.math.special": {
        "ops.math_special": (
            "bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e "
            "bessel_y0 bessel_y1 dawsn expint fresnel_cos fresnel_sin spence"
        ),
    },
    "compat.v1.metrics": {
        "v1.metrics": (
            "accuracy false_negatives false_positives mean mean_absolute_error mean_cosine_distance mean_iou "
            "mean_per_class_accuracy mean_relative_error mean_squared_error mean_tensor percentage_below precision "
            "recall root_mean_squared_error true_negatives true_positives"
        ),
        "v1.ranking_metrics": (
            "auc average_precision_at_k false_negatives_at_thresholds false_positives_at_thresholds precision_at_k "
            "precision_at_thresholds precision_at_top_k recall_at_k recall_at_thresholds recall_at_top_k "
            "sensitivity_at_specificity sparse_average_precision_at_k sparse_precision_at_k "
            "specificity_at_sensitivity true_negatives_at_thresholds true_positives_at_thresholds"
        ),
    },
    "compat.v1.mixed_precision": {
        "v1.loss_scale": (
            "DynamicLossScale FixedLossScale LossScale MixedPrecisionLossScaleOptimizer "
            "disable_mixed_precision_graph_rewrite enable_mixed_precision_graph_rewrite"
        ),
    },
    "compat.v1.mixed_precision.experimental": {
        "v1.loss_scale": "DynamicLossScale FixedLossScale LossScale",
    },
    "compat.v1.mlir": {},
    "compat.v1.mlir.experimental": {
        "graph_import.mlir": (
            "convert_function convert_graph_def convert_saved_model convert_saved_model_v1 run_pass_pipeline "
            "tflite_to_tosa_bytecode write_bytecode"
        ),
    },
    "compat.v1.nest": {
        "tensor.nest": "assert_same_structure flatten is_nested map_structure pack_sequence_as",
    },
    "compat.v1.nn": {
        "ops.linalg_norm": "l2_normalize",
        "ops.math": "sigmoid tanh",
        "ops.math_count": "zero_fraction",
        "ops.nn_activation": "elu leaky_relu relu relu6 selu silu softplus softsign swish",
        "ops.nn_conv": (
            "atrous_conv2d atrous_conv2d_transpose conv1d_transpose conv_transpose depthwise_conv2d_backprop_filter "
            "depthwise_conv2d_backprop_input depthwise_conv2d_native_backprop_filter "
            "depthwise_conv2d_native_backprop_input"
        ),
        "ops.nn_loss": "compute_average_loss l2_loss log_poisson_loss scale_regularization_loss",
        "ops.nn_norm": (
            "batch_normalization bias_add fused_batch_norm local_response_normalization lrn normalize_moments"
        ),
        "ops.nn_order": "approx_max_k approx_min_k",
        "ops.nn_pool": "avg_pool1d avg_pool3d avg_pool_v2 max_pool1d max_pool2d max_pool3d max_pool_v2",
        "ops.nn_sampling": (
            "all_candidate_sampler compute_accidental_hits fixed_unigram_candidate_sampler "
            "learned_unigram_candidate_sampler log_uniform_candidate_sampler uniform_candidate_sampler"
        ),
        "ops.nn_space_batch": "with_space_to_batch",
        "ops.sort": "top_k",
        "text.nn_ctc": (
            "collapse_repeated ctc_beam_search_decoder ctc_beam_search_decoder_v2 ctc_greedy_decoder ctc_loss "
            "ctc_loss_v2 ctc_unique_labels"
        ),
        "v1.array": "depth_to_space space_to_batch space_to_depth",
        "v1.embedding": "embedding_lookup_sparse nce_loss safe_embedding_lookup_sparse sampled_softmax_loss",
        "v1.nn": (
            "avg_pool avg_pool2d conv1d conv2d conv2d_backprop_filter conv2d_backprop_input conv2d_transpose conv3d "
            "conv3d_transpose convolution crelu depthwise_conv2d depthwise_conv2d_native dropout embedding_lookup "
            "in_top_k log_softmax max_pool max_pool_with_argmax moments pool quantized_relu_x relu_layer "
            "separable_conv2d sigmoid_cross_entropy_with_logits softmax softmax_cross_entropy_with_logits "
            "softmax_cross_entropy_with_logits_v2 sparse_softmax_cross_entropy_with_logits sufficient_statistics "
            "weighted_cross_entropy_with_logits weighted_moments xw_plus_b"
        ),
        "v1.nn_pooling_and_quantized": (
            "batch_norm_with_global_normalization conv3d_backprop_filter conv3d_backprop_filter_v2 dilation2d "
            "erosion2d fractional_avg_pool fractional_max_pool quantized_avg_pool quantized_conv2d quantized_max_pool"
        ),
        "v1.rnn": (
            "bidirectional_dynamic_rnn dynamic_rnn raw_rnn static_bidirectional_rnn static_rnn "
            "static_state_saving_rnn"
        ),
    },
    "compat.v1.nn.experimental": {
        "ops.nn_activation": "general_dropout stateless_dropout",
    },
    "compat.v1.profiler": {
        "messages.public": "AdviceProto GraphNodeProto MultiGraphNodeProto OpLogProto",
        "v1.profiler": "ProfileOptionBuilder Profiler advise profile write_op_log",
    },
    "compat.v1.python_io": {
        "ops.files": "TFRecordOptions TFRecordWriter",
        "v1.io": "TFRecordCompressionType tf_record_iterator",
    },
    "compat.v1.quantization": {
        "ops.quantization": (
            "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
            "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
            "fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient quantize "
            "quantize_and_dequantize quantize_and_dequantize_v2 quantized_concat"
        ),
    },
    "compat.v1.quantization.experimental": {
        "messages.public": "QuantizationComponentSpec QuantizationMethod QuantizationOptions UnitWiseQuantizationSpec",
        "saved_model.quantization": "TfRecordRepresentativeDatasetSaver quantize_saved_model",
    },
    "compat.v1.queue": {
        "ops.queue": "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
    },
    "compat.v1.ragged": {
        "composite.composite_values": "RaggedTensorValue",
        "composite.ragged.construction": (
            "boolean_mask constant constant_value map_flat_values range row_splits_to_segment_ids "
            "segment_ids_to_row_splits stack_dynamic_partitions"
        ),
        "composite.ragged.joining": "stack",
        "composite.sparse.crossing": "cross cross_hashed",
        "v1.placeholders": "placeholder",
    },
    "compat.v1.random": {
        "graph.seeds": "set_random_seed",
        "ops.nn_sampling": (
            "all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler "
            "log_uniform_candidate_sampler uniform_candidate_sampler"
        ),
        "ops.random": (
            "Algorithm categorical fold_in gamma normal shuffle split stateless_binomial stateless_categorical "
            "stateless_gamma stateless_normal stateless_poisson stateless_truncated_normal stateless_uniform "
            "truncated_normal uniform"
        ),
        "ops.random_generator": "Generator create_rng_state get_global_generator set_global_generator",
        "ops.random_truncated": "stateless_parameterized_truncated_normal",
        "session.collections": "get_seed",
        "v1.io": "stateless_multinomial",
        "v1.math": "multinomial poisson",
    },
    "compat.v1.random.experimental": {
        "ops.random": "Algorithm stateless_fold_in stateless_shuffle stateless_split",
        "ops.random_generator": "Generator create_rng_state get_global_generator set_global_generator",
        "ops.random_index_shuffle": "index_shuffle",
    },
    "compat.v1.resource_loader": {
        "v1.resources": (
            "get_data_files_path get_path_to_datafile get_root_dir_with_all_resources load_resource "
            "readahead_file_path"
        ),
    },
    "compat.v1.saved_model": {
        "saved_model.constants": (
            "ASSETS_DIRECTORY ASSETS_KEY CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES "
            "CLASSIFY_OUTPUT_SCORES DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB DEFAULT_SERVING_SIGNATURE_DEF_KEY GPU "
            "PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS REGRESS_METHOD_NAME REGRESS_OUTPUTS "
            "SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION SERVING TPU TRAINING "
            "VARIABLES_DIRECTORY VARIABLES_FILENAME"
        ),
        "saved_model.graph_models": "get_tensor_from_tensor_info",
        "saved_model.loading": "contains_saved_model load_v2 maybe_saved_model_directory",
        "saved_model.options": "SaveOptions",
        "saved_model.resources": "Asset",
        "saved_model.saving": "save",
        "v1.saved_model": (
            "Builder LEGACY_INIT_OP_KEY MAIN_OP_KEY build_signature_def build_tensor_info "
            "classification_signature_def is_valid_signature load main_op_with_restore predict_signature_def "
            "regression_signature_def simple_save"
        ),
    },
    "compat.v1.saved_model.builder": {
        "v1.saved_model": "SavedModelBuilder",
    },
    "compat.v1.saved_model.constants": {
        "saved_model.constants": (
            "ASSETS_DIRECTORY ASSETS_KEY DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB SAVED_MODEL_FILENAME_PB "
            "SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION VARIABLES_DIRECTORY VARIABLES_FILENAME"
        ),
        "v1.saved_model": "LEGACY_INIT_OP_KEY MAIN_OP_KEY",
    },
    "compat.v1.saved_model.experimental": {
        "saved_model.options": "VariablePolicy",
        "saved_model.resources": "TrackableResource",
        "saved_model.saving": "save",
    },
    "compat.v1.saved_model.loader": {
        "saved_model.loading": "maybe_saved_model_directory",
        "v1.saved_model": "load",
    },
    "compat.v1.saved_model.main_op": {
        "v1.saved_model": "main_op main_op_with_restore",
    },
    "compat.v1.saved_model.signature_constants": {
        "saved_model.constants": (
            "CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES CLASSIFY_OUTPUT_SCORES "
            "DEFAULT_SERVING_SIGNATURE_DEF_KEY PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS "
            "REGRESS_METHOD_NAME REGRESS_OUTPUTS"
        ),
    },
    "compat.v1.saved_model.signature_def_utils": {
        "v1.saved_model": (
            "MethodNameUpdater build_signature_def classification_signature_def is_valid_signature "
            "predict_signature_def regression_signature_def"
        ),
    },
    "compat.v1.saved_model.tag_constants": {
        "saved_model.constants": "GPU SERVING TPU TRAINING",
    },
    "compat.v1.saved_model.utils": {
        "saved_model.graph_models": "get_tensor_from_tensor_info",
        "v1.saved_model": "build_tensor_info",
    },
    "compat.v1.sets": {
        "text.sets": "difference intersection set_difference set_intersection set_size set_union size union",
    },
    "compat.v1.signal": {
        "ops.signal": (
            "dct fft fft2d fft3d fftnd fftshift idct ifft ifft2d ifft3d ifftnd ifftshift irfft irfft2d irfft3d "
            "irfftnd rfft rfft2d rfft3d rfftnd"
        ),
        "ops.signal_frames": (
            "frame hamming_window hann_window inverse_mdct inverse_stft inverse_stft_window_fn "
            "kaiser_bessel_derived_window kaiser_window linear_to_mel_weight_matrix mdct "
            "mfccs_from_log_mel_spectrograms overlap_and_add stft vorbis_window"
        ),
    },
    "compat.v1.sparse": {
        "composite.sparse.counting": "bincount",
        "composite.sparse.crossing": "cross cross_hashed",
        "composite.sparse.elements": (
            "expand_dims eye fill_empty_rows from_dense mask reorder reset_shape reshape retain softmax to_dense "
            "to_indicator transpose"
        ),
        "composite.sparse.joining": "matmul maximum minimum slice sparse_dense_matmul",
        "composite.sparse.sparse_tensor": "SparseTensor",
        "v1.accumulators": "SparseConditionalAccumulator",
        "v1.placeholders": "placeholder",
        "v1.sparse": (
            "add concat merge reduce_max reduce_max_sparse reduce_sum reduce_sum_sparse segment_mean segment_sqrt_n "
            "segment_sum split"
        ),
    },
    "compat.v1.spectral": {
        "ops.signal": "dct fft fft2d fft3d idct ifft ifft2d ifft3d irfft irfft2d irfft3d rfft rfft2d rfft3d",
    },
    "compat.v1.strings": {
        "text.printing": "format",
        "text.strings": (
            "as_string bytes_split join lower regex_full_match regex_replace strip to_hash_bucket_fast "
            "to_hash_bucket_strong unicode_decode unicode_decode_with_offsets unicode_encode unicode_script "
            "unicode_split unicode_split_with_offsets unicode_transcode unsorted_segment_join upper"
        ),
        "text.strings_ngrams": "ngrams",
        "v1.io": "reduce_join",
        "v1.math": "length split substr to_hash_bucket to_number",
    },
    "compat.v1.summary": {
        "messages.public": "Event SessionLog Summary SummaryDescription TaggedRunMetadata",
        "v1.summary": (
            "FileWriter FileWriterCache all_v2_summary_ops audio get_summary_description histogram image initialize "
            "merge merge_all scalar tensor_summary text"
        ),
    },
    "compat.v1.sysconfig": {
        "base.build_info": (
            "CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD get_compile_flags get_include get_lib get_link_flags"
        ),
        "graph.devices": "get_build_info",
    },
    "compat.v1.test": {
        "distribute.server": "create_local_cluster",
        "graph.devices": (
            "gpu_device_name is_built_with_cuda is_built_with_gpu_support is_built_with_rocm is_gpu_available"
        ),
        "testing.testing": (
            "Benchmark TestCase benchmark_config disable_with_predicate is_built_with_xla is_cpu_target_available "
            "main with_eager_op_as_function"
        ),
        "testing.v1": (
            "StubOutForTesting assert_equal_graph_def compute_gradient compute_gradient_error get_temp_dir "
            "test_src_dir_path"
        ),
    },
    "compat.v1.test.experimental": {
        "testing.testing": "sync_devices",
    },
    "compat.v1.tpu": {
        "distribute.tpu_system": "XLAOptions",
        "v1.tpu": (
            "CrossShardOptimizer PaddingSpec batch_parallel bfloat16_scope core cross_replica_sum initialize_system "
            "outside_compilation replicate rewrite shard shutdown_system"
        ),
    },
    "compat.v1.tpu.experimental": {
        "distribute.tpu_system": (
            "DeviceAssignment DeviceOrderMode HardwareFeature TPUSystemMetadata Topology initialize_tpu_system "
            "shutdown_tpu_system"
        ),
        "v1.tpu": "embedding_column shared_embedding_columns",
    },
    "compat.v1.tpu.experimental.embedding": {
        "distribute.tpu_embedding": (
            "Adagrad AdagradMomentum Adam CustomCombiner CustomOptimizer FTRL FeatureConfig QuantizationConfig "
            "RowIdInitializer SGD SparseCoreEmbeddingConfig TPUEmbedding TPUEmbeddingForServing TPUEmbeddingV0 "
            "TPUEmbeddingV2 TableConfig serving_embedding_lookup"
        ),
    },
    "compat.v1.train": {
        "checkpoint.manager": "CheckpointManager",
        "checkpoint.options": "CheckpointOptions",
        "checkpoint.reader": "NewCheckpointReader list_variables load_checkpoint load_variable",
        "checkpoint.state": (
            "checkpoint_exists checkpoints_iterator generate_checkpoint_state_proto get_checkpoint_mtimes "
            "get_checkpoint_state latest_checkpoint remove_checkpoint update_checkpoint_state"
        ),
        "distribute.cluster_spec": "ClusterSpec",
        "distribute.server": "Server",
        "graph_import.write_graph": "write_graph",
        "messages.public": (
            "BytesList ClusterDef Example Feature FeatureList FeatureLists Features FloatList Int64List JobDef "
            "SaverDef SequenceExample ServerDef"
        ),
        "v1.absent": "do_quantize_training_on_graphdef sdca_optimizer",
        "v1.batches": (
            "batch batch_join maybe_batch maybe_batch_join maybe_shuffle_batch maybe_shuffle_batch_join shuffle_batch "
            "shuffle_batch_join"
        ),
        "v1.converted": "Checkpoint",
        "v1.coordinator": "Coordinator LooperThread",
        "v1.dual_ascent": "sdca_fprint sdca_shrink_l1",
        "v1.import_meta_graph": "import_meta_graph",
        "v1.io": "match_filenames_once",
        "v1.meta_graph": "export_meta_graph",
        "v1.monitored_session": (
            "ChiefSessionCreator MonitoredSession MonitoredTrainingSession Scaffold SessionCreator SessionManager "
            "SingularMonitoredSession WorkerSessionCreator"
        ),
        "v1.moving_average": "ExponentialMovingAverage",
        "v1.optimizer": "Optimizer",
        "v1.optimizers": (
            "AdadeltaOptimizer AdagradOptimizer AdamOptimizer GradientDescentOptimizer MomentumOptimizer "
            "RMSPropOptimizer"
        ),
        "v1.placement": "replica_device_setter",
        "v1.proximal_optimizers": (
            "AdagradDAOptimizer FtrlOptimizer ProximalAdagradOptimizer ProximalGradientDescentOptimizer"
        ),
        "v1.queue_runner": (
            "QueueRunner add_queue_runner input_producer limit_epochs range_input_producer slice_input_producer "
            "start_queue_runners string_input_producer"
        ),
        "v1.saver": "Saver",
        "v1.session_hooks": (
            "CheckpointSaverHook CheckpointSaverListener FeedFnHook FinalOpsHook GlobalStepWaiterHook "
            "LoggingTensorHook NanLossDuringTrainingError NanTensorHook ProfilerHook SecondOrStepTimer SessionRunArgs "
            "SessionRunContext SessionRunHook SessionRunValues StepCounterHook StopAtStepHook SummarySaverHook"
        ),
        "v1.summary": "summary_iterator",
        "v1.supervisor": "Supervisor basic_train_loop",
        "v1.sync_replicas_optimizer": "SyncReplicasOptimizer",
        "v1.training": (
            "assert_global_step cosine_decay cosine_decay_restarts create_global_step exponential_decay "
            "get_global_step get_or_create_global_step global_step inverse_time_decay linear_cosine_decay "
            "natural_exp_decay noisy_linear_cosine_decay piecewise_constant piecewise_constant_decay polynomial_decay"
        ),
        "v1.warm_start": "VocabInfo init_from_checkpoint warm_start",
    },
    "compat.v1.train.experimental": {
        "checkpoint.sharding": "MaxShardSizePolicy ShardByTaskPolicy ShardableTensor ShardingCallback",
        "checkpoint.views": "PythonState",
        "v1.loss_scale": (
            "DynamicLossScale FixedLossScale LossScale MixedPrecisionLossScaleOptimizer "
            "disable_mixed_precision_graph_rewrite enable_mixed_precision_graph_rewrite"
        ),
    },
    "compat.v1.train.queue_runner": {
        "v1.queue_runner": "QueueRunner add_queue_runner start_queue_runners",
    },
    "compat.v1.types": {},
    "compat.v1.types.experimental": {
        "function.signature": "FunctionType",
        "tensor.types": "TensorLike",
    },
    "compat.v1.user_ops": {
        "v1.scopes": "my_fact",
    },
    "compat.v1.version": {
        "base.build_info": (
            "COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER "
            "GRAPH_DEF_VERSION_MIN_PRODUCER VERSION"
        ),
    },
    "compat.v1.xla": {},
    "compat.v1.xla.experimental": {
        "v1.scopes": "compile jit_scope",
    },
    "config": {
        "graph.devices": (
            "LogicalDevice LogicalDeviceConfiguration PhysicalDevice experimental_connect_to_cluster "
            "experimental_connect_to_host experimental_functions_run_eagerly experimental_run_functions_eagerly "
            "functions_run_eagerly get_logical_device_configuration get_soft_device_placement get_visible_devices "
            "list_logical_devices list_physical_devices run_functions_eagerly set_logical_device_configuration "
            "set_soft_device_placement set_visible_devices"
        ),
    },
    "config.experimental": {
        "graph.devices": (
            "ClusterDeviceFilters VirtualDeviceConfiguration disable_mlir_bridge enable_mlir_bridge "
            "enable_op_determinism enable_tensor_float_32_execution get_device_details get_device_policy "
            "get_memory_growth get_memory_info get_memory_usage get_synchronous_execution "
            "get_virtual_device_configuration get_visible_devices list_logical_devices list_physical_devices "
            "reset_memory_stats set_device_policy set_memory_growth set_synchronous_execution "
            "set_virtual_device_configuration set_visible_devices tensor_float_32_execution_enabled"
        ),
    },
    "config.optimizer": {
        "graph.devices": "get_experimental_options get_jit set_experimental_options set_jit",
    },
    "config.threading": {
        "graph.devices": (
            "get_inter_op_parallelism_threads get_intra_op_parallelism_threads set_inter_op_parallelism_threads "
            "set_intra_op_parallelism_threads"
        ),
    },
    "data": {
        "data.dataset": "AUTOTUNE Dataset INFINITE_CARDINALITY UNKNOWN_CARDINALITY",
        "data.dataset_spec": "DatasetSpec",
        "data.files": "FixedLengthRecordDataset TFRecordDataset TextLineDataset",
        "data.iterator": "Iterator IteratorSpec NumpyIterator",
        "data.options": "Options ThreadingOptions",
    },
    "data.experimental": {
        "data.as_functions": (
            "Counter SHARD_HINT assert_cardinality bucket_by_sequence_length cardinality choose_from_datasets "
            "dense_to_ragged_batch dense_to_sparse_batch enumerate_dataset from_list from_variant get_single_element "
            "get_structure group_by_window ignore_errors load map_and_batch parallel_interleave prefetch_to_device "
            "sample_from_datasets save scan shuffle_and_repeat snapshot take_while to_variant unbatch unique"
        ),
        "data.csv_files": "CsvDataset make_csv_dataset",
        "data.dataset": "AUTOTUNE INFINITE_CARDINALITY UNKNOWN_CARDINALITY",
        "data.experimental": (
            "DatasetInitializer Reducer SqlDataset TFRecordWriter at copy_to_device distributed_save get_model_proto "
            "group_by_reducer index_table_from_dataset make_batched_features_dataset make_saveable_from_iterator "
            "pad_to_cardinality parse_example_dataset rejection_resample table_from_dataset"
        ),
        "data.functions": "enable_debug_mode",
        "data.iterator": "get_next_as_optional",
        "data.optional": "Optional",
        "data.options": (
            "AutoShardPolicy AutotuneAlgorithm AutotuneOptions DistributeOptions ExternalStatePolicy "
            "OptimizationOptions ServiceOptions ThreadingOptions"
        ),
        "data.sources": "RandomDataset",
    },
    "data.experimental.service": {
        "data.service": (
            "CrossTrainerCache DispatchServer DispatcherConfig ShardingPolicy WorkerConfig WorkerServer distribute "
            "from_dataset_id register_dataset"
        ),
    },
    "debugging": {
        "autograph.filtering": "disable_traceback_filtering enable_traceback_filtering is_traceback_filtering_enabled",
        "control_flow.assertion": "Assert",
        "graph.devices": "get_log_device_placement set_log_device_placement",
        "ops.assertions": (
            "assert_all_finite assert_equal assert_greater assert_greater_equal assert_integer assert_less "
            "assert_less_equal assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal "
            "assert_positive assert_proper_iterable assert_rank assert_rank_at_least assert_rank_in "
            "assert_same_float_dtype assert_scalar assert_shapes assert_type check_numerics disable_check_numerics "
            "enable_check_numerics is_numeric_tensor"
        ),
    },
    "debugging.experimental": {
        "summary.debug_dumps": "disable_dump_debug_info enable_dump_debug_info",
    },
    "distribute": {
        "distribute.contexts": (
            "ReplicaContext experimental_set_strategy get_replica_context get_strategy has_strategy "
            "in_cross_replica_context"
        ),
        "distribute.inputs": (
            "DistributedDataset DistributedIterator InputContext InputOptions InputReplicationMode RunOptions"
        ),
        "distribute.mirrored": "MirroredStrategy",
        "distribute.reductions": "CrossDeviceOps HierarchicalCopyAllReduce NcclAllReduce ReduceOp ReductionToOneDevice",
        "distribute.server": "Server",
        "distribute.strategies": "OneDeviceStrategy Strategy StrategyExtended",
        "distribute.unsupported": "MultiWorkerMirroredStrategy ParameterServerStrategy TPUStrategy",
        "distribute.values": "DistributedValues",
    },
    "distribute.cluster_resolver": {
        "distribute.clusters": (
            "ClusterResolver GCEClusterResolver KubernetesClusterResolver KubernetesExecutableLocation "
            "SimpleClusterResolver SlurmClusterResolver TFConfigClusterResolver TPUClusterResolver UnionResolver"
        ),
    },
    "distribute.coordinator": {
        "distribute.unsupported": "ClusterCoordinator PerWorkerValue RemoteValue experimental_get_current_worker_index",
    },
    "distribute.experimental": {
        "distribute.communication": (
            "CollectiveCommunication CollectiveHints CommunicationImplementation CommunicationOptions "
            "PreemptionCheckpointHandler PreemptionWatcher TerminationConfig"
        ),
        "distribute.unsupported": (
            "CentralStorageStrategy MultiWorkerMirroredStrategy ParameterServerStrategy TPUStrategy"
        ),
        "distribute.values": "ValueContext",
    },
    "distribute.experimental.coordinator": {
        "distribute.unsupported": "ClusterCoordinator PerWorkerValues RemoteValue",
    },
    "distribute.experimental.partitioners": {
        "distribute.communication": "FixedShardsPartitioner MaxSizePartitioner MinSizePartitioner Partitioner",
    },
    "distribute.experimental.rpc": {
        "distribute.unsupported": "Client Server",
    },
    "dtensor": {},
    "dtensor.proto": {},
    "dtensor.proto.layout_pb2": {
        "messages.public": "DESCRIPTOR LayoutProto MeshDimensionProto MeshProto ShardingSpec",
    },
    "dtypes": {
        "ops.math_convert": "cast complex saturate_cast",
        "tensor.dtypes": (
            "DType QUANTIZED_DTYPES as_dtype bfloat16 bool complex128 complex64 double float16 float32 float64 half "
            "int16 int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource string uint16 uint32 uint64 uint8 "
            "variant"
        ),
    },
    "dtypes.experimental": {
        "tensor.dtypes": (
            "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz int2 int4 "
            "uint2 uint4"
        ),
    },
    "errors": {
        "base.errors": (
            "ABORTED ALREADY_EXISTS AbortedError AlreadyExistsError CANCELLED CancelledError DATA_LOSS "
            "DEADLINE_EXCEEDED DataLossError DeadlineExceededError FAILED_PRECONDITION FailedPreconditionError "
            "INTERNAL INVALID_ARGUMENT InternalError InvalidArgumentError NOT_FOUND NotFoundError OK OUT_OF_RANGE "
            "OpError OperatorNotAllowedInGraphError OutOfRangeError PERMISSION_DENIED PermissionDeniedError "
            "RESOURCE_EXHAUSTED ResourceExhaustedError UNAUTHENTICATED UNAVAILABLE UNIMPLEMENTED UNKNOWN "
            "UnauthenticatedError UnavailableError UnimplementedError UnknownError"
        ),
        "explain.stance": "RetraceError",
    },
    "experimental": {
        "composite.ragged.dynamic_shape": "DynamicRaggedShape",
        "composite.ragged.row_partition": "RowPartition",
        "composite.structured_tensor": "StructuredTensor",
        "data.optional": "Optional",
        "tensor.dispatch": (
            "dispatch_for_api dispatch_for_binary_elementwise_apis dispatch_for_binary_elementwise_assert_apis "
            "dispatch_for_unary_elementwise_apis unregister_dispatch_for"
        ),
        "tensor.dtypes": (
            "float4_e2m1fn float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz int2 int4 "
            "uint2 uint4"
        ),
        "tensor.extension_type": "BatchableExtensionType ExtensionType ExtensionTypeBatchEncoder ExtensionTypeSpec",
        "v1.scopes": "async_clear_error async_scope function_executor_type register_filesystem_plugin",
        "v1.strict_mode": "enable_strict_mode",
    },
    "experimental.dlpack": {
        "tensor.dlpack": "from_dlpack to_dlpack",
    },
    "experimental.dtensor": {
        "distribute.dtensor": (
            "DTensorCheckpoint DTensorDataset DVariable Layout MATCH Mesh UNSHARDED barrier call_with_layout "
            "check_layout client_id copy_to_mesh create_distributed_mesh create_mesh create_tpu_mesh default_mesh "
            "device_name enable_save_as_bf16 fetch_layout full_job_name get_default_mesh heartbeat_enabled "
            "initialize_accelerator_system initialize_multi_client initialize_tpu_system is_dtensor job_name jobs "
            "local_devices name_based_restore name_based_save num_clients num_global_devices num_local_devices pack "
            "preferred_device_type relayout relayout_like run_on sharded_save shutdown_accelerator_system "
            "shutdown_tpu_system unpack"
        ),
    },
    "experimental.extension_type": {
        "tensor.extension_type": "as_dict",
    },
    "experimental.numpy": {
        "numpy_interface.behavior": "experimental_enable_numpy_behavior",
        "numpy_interface.creation": (
            "arange array asanyarray asarray ascontiguousarray copy diag diag_indices diagflat diagonal empty "
            "empty_like eye full full_like geomspace identity ix_ linspace logspace meshgrid ones ones_like tri tril "
            "triu vander zeros zeros_like"
        ),
        "numpy_interface.indexing": "compress nonzero select take take_along_axis where",
        "numpy_interface.linear_algebra": "cross dot einsum inner kron matmul outer tensordot trace vdot",
        "numpy_interface.logic": (
            "allclose array_equal bitwise_and bitwise_not bitwise_or bitwise_xor equal greater greater_equal isclose "
            "iscomplex iscomplexobj isinf isneginf isposinf isreal isrealobj isscalar less less_equal logical_and "
            "logical_not logical_or logical_xor not_equal"
        ),
        "numpy_interface.math": (
            "abs absolute add angle arccos arccosh arcsin arcsinh arctan arctan2 arctanh around cbrt ceil clip conj "
            "conjugate cos cosh deg2rad divide divmod exp exp2 expm1 fabs fix float_power floor floor_divide gcd "
            "heaviside hypot imag isfinite isnan lcm log log10 log1p log2 logaddexp logaddexp2 maximum minimum mod "
            "multiply negative nextafter polyval positive power rad2deg real reciprocal remainder round sign signbit "
            "sin sinc sinh sqrt square subtract tan tanh true_divide"
        ),
        "numpy_interface.promotion": (
            "bool_ complex128 complex64 complex_ e finfo float16 float32 float64 float_ iinfo inexact inf int16 int32 "
            "int64 int8 int_ issubdtype ndarray newaxis object_ pi promote_types result_type string_ uint16 uint32 "
            "uint64 uint8 unicode_"
        ),
        "numpy_interface.reduction": (
            "all amax amin any argmax argmin argsort average count_nonzero cumprod cumsum diff max mean min nanmean "
            "nanprod nansum prod ptp sort std sum var"
        ),
        "numpy_interface.shape": (
            "append atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to concatenate dsplit dstack "
            "expand_dims flatten flip fliplr flipud hsplit hstack moveaxis ndim pad ravel repeat reshape roll rot90 "
            "shape size split squeeze stack swapaxes tile transpose vsplit vstack"
        ),
    },
    "experimental.numpy.random": {
        "numpy_interface.random": "poisson rand randint randn random seed standard_normal uniform",
    },
    "experimental.tensorrt": {
        "saved_model.tensorrt": "ConversionParams Converter",
    },
    "feature_column": {
        "feature_column.categorical": (
            "categorical_column_with_hash_bucket categorical_column_with_identity "
            "categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list crossed_column "
            "sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity "
            "sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list "
            "weighted_categorical_column"
        ),
        "feature_column.dense": "embedding_column indicator_column",
        "feature_column.numeric": "bucketized_column numeric_column sequence_numeric_column",
        "feature_column.parse_spec": "make_parse_example_spec",
        "feature_column.shared": "shared_embeddings",
    },
    "graph_util": {
        "graph_import.import_graph": "import_graph_def",
    },
    "image": {
        "ops.image_boxes": (
            "combined_non_max_suppression draw_bounding_boxes generate_bounding_box_proposals non_max_suppression "
            "non_max_suppression_overlaps non_max_suppression_padded non_max_suppression_with_scores "
            "sample_distorted_bounding_box stateless_sample_distorted_bounding_box"
        ),
        "ops.image_codecs": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_jxl decode_png decode_webp "
            "encode_jpeg encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.image_color": (
            "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation "
            "convert_image_dtype grayscale_to_rgb hsv_to_rgb per_image_standardization rgb_to_grayscale rgb_to_hsv "
            "rgb_to_yiq rgb_to_yuv yiq_to_rgb yuv_to_rgb"
        ),
        "ops.image_crop": "central_crop crop_to_bounding_box extract_glimpse extract_patches pad_to_bounding_box",
        "ops.image_geometry": "flip_left_right flip_up_down rot90 transpose",
        "ops.image_quality": "image_gradients psnr sobel_edges ssim ssim_multiscale total_variation",
        "ops.image_random": (
            "random_brightness random_contrast random_crop random_flip_left_right random_flip_up_down random_hue "
            "random_jpeg_quality random_saturation stateless_random_brightness stateless_random_contrast "
            "stateless_random_crop stateless_random_flip_left_right stateless_random_flip_up_down "
            "stateless_random_hue stateless_random_jpeg_quality stateless_random_saturation"
        ),
        "ops.image_resize": "ResizeMethod crop_and_resize resize resize_with_crop_or_pad resize_with_pad",
    },
    "io": {
        "composite.sparse.messages": "deserialize_many_sparse serialize_many_sparse serialize_sparse",
        "graph_import.write_graph": "write_graph",
        "ops.files": (
            "TFRecordOptions TFRecordWriter decode_compressed matching_files parse_tensor read_file serialize_tensor "
            "write_file"
        ),
        "ops.image_codecs": (
            "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_jxl decode_png decode_webp "
            "encode_jpeg encode_png extract_jpeg_shape is_jpeg"
        ),
        "ops.proto_messages": "decode_proto encode_proto",
        "text.csv": "decode_csv",
        "text.parsing": "parse_example parse_single_example",
        "text.parsing_config": "FixedLenFeature FixedLenSequenceFeature RaggedFeature SparseFeature VarLenFeature",
        "text.parsing_sequences": "decode_json_example parse_sequence_example parse_single_sequence_example",
        "text.strings": "decode_base64 decode_raw encode_base64",
        "v1.io": "match_filenames_once",
    },
    "io.gfile": {
        "ops.gfile": (
            "GFile copy exists get_registered_schemes glob isdir join listdir makedirs mkdir remove rename rmtree "
            "stat walk"
        ),
    },
    "linalg": {
        "linear_operator.base": "LinearOperator",
        "linear_operator.blocks": "LinearOperatorBlockDiag LinearOperatorBlockLowerTriangular",
        "linear_operator.circulant": "LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D",
        "linear_operator.combined": (
            "LinearOperatorAdjoint LinearOperatorComposition LinearOperatorInversion LinearOperatorKronecker "
            "LinearOperatorLowRankUpdate"
        ),
        "linear_operator.identity": "LinearOperatorIdentity LinearOperatorScaledIdentity LinearOperatorZeros",
        "linear_operator.simple": (
            "LinearOperatorDiag LinearOperatorFullMatrix LinearOperatorHouseholder LinearOperatorLowerTriangular "
            "LinearOperatorPermutation LinearOperatorToeplitz LinearOperatorTridiag"
        ),
        "ops.array": "eye",
        "ops.clip": "global_norm",
        "ops.linalg_norm": "l2_normalize norm normalize",
        "ops.linalg_product": "cross einsum matmul matvec tensordot",
        "ops.linalg_solve": (
            "adjoint cholesky cholesky_solve det eig eigh eigvals eigvalsh expm inv logdet logm lstsq lu "
            "lu_matrix_inverse lu_reconstruct lu_solve matrix_rank matrix_transpose pinv qr slogdet solve sqrtm svd "
            "trace triangular_solve"
        ),
        "ops.linalg_tridiagonal": "banded_triangular_solve eigh_tridiagonal tridiagonal_matmul tridiagonal_solve",
        "ops.matrix_diag": "band_part diag diag_part set_diag tensor_diag tensor_diag_part",
    },
    "linalg.experimental": {
        "linear_operator.iteration": "conjugate_gradient",
    },
    "lite": {
        "saved_model.lite": "Interpreter OpsSet Optimize RepresentativeDataset TFLiteConverter TargetSpec",
    },
    "lite.experimental": {
        "saved_model.lite": "Analyzer OpResolverType QuantizationDebugOptions QuantizationDebugger load_delegate",
    },
    "lite.experimental.authoring": {
        "saved_model.lite": "compatible",
    },
    "lookup": {
        "text.lookup": (
            "KeyValueTensorInitializer StaticHashTable StaticVocabularyTable TextFileIndex TextFileInitializer"
        ),
    },
    "lookup.experimental": {
        "text.lookup": "DenseHashTable MutableHashTable",
    },
    "math": {
        "ops.array_layout": "invert_permutation",
        "ops.linalg_norm": "l2_normalize",
        "ops.math": (
            "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor is_finite is_inf is_nan log log1p "
            "log_sigmoid logical_not negative reciprocal rint round rsqrt sigmoid sign sin sinh sqrt square tan tanh"
        ),
        "ops.math_binary": (
            "accumulate_n add add_n atan2 divide divide_no_nan equal floordiv floormod greater greater_equal less "
            "less_equal logical_and logical_or logical_xor maximum minimum mod multiply multiply_no_nan nextafter "
            "not_equal polyval pow reciprocal_no_nan scalar_mul squared_difference subtract truediv xdivy xlog1py "
            "xlogy"
        ),
        "ops.math_convert": "angle conj imag real",
        "ops.math_count": "bincount confusion_matrix zero_fraction",
        "ops.math_reduce": (
            "argmax argmin count_nonzero cumprod cumsum cumulative_logsumexp is_non_decreasing is_strictly_increasing "
            "reduce_all reduce_any reduce_euclidean_norm reduce_logsumexp reduce_max reduce_mean reduce_min "
            "reduce_prod reduce_std reduce_sum reduce_variance"
        ),
        "ops.math_segment": (
            "segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max unsorted_segment_mean "
            "unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum"
        ),
        "ops.math_sobol": "sobol_sample",
        "ops.math_special": (
            "bessel_i0 bessel_i0e bessel_i1 bessel_i1e betainc digamma erf erfc erfcinv erfinv igamma igammac lbeta "
            "lgamma ndtri polygamma zeta"
        ),
        "ops.nn_activation": "log_softmax softmax softplus softsign",
        "ops.nn_loss": "in_top_k",
        "ops.nn_order": "approx_max_k approx_min_k",
        "ops.sort": "top_k",
    },
    "math.special": {
        "ops.math_special": (
            "bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e "
            "bessel_y0 bessel_y1 dawsn expint fresnel_cos fresnel_sin spence"
        ),
    },
    "mlir": {},
    "mlir.experimental": {
        "graph_import.mlir": (
            "convert_function convert_graph_def convert_saved_model convert_saved_model_v1 run_pass_pipeline "
            "tflite_to_tosa_bytecode write_bytecode"
        ),
    },
    "nest": {
        "tensor.nest": "assert_same_structure flatten is_nested map_structure pack_sequence_as",
    },
    "nn": {
        "ops.array_layout": "depth_to_space space_to_batch space_to_depth",
        "ops.image_morphology": "dilation2d erosion2d",
        "ops.linalg_norm": "l2_normalize",
        "ops.math": "sigmoid tanh",
        "ops.math_count": "zero_fraction",
        "ops.nn_activation": (
            "crelu dropout elu gelu leaky_relu log_softmax relu relu6 selu silu softmax softplus softsign swish"
        ),
        "ops.nn_conv": (
            "atrous_conv2d atrous_conv2d_transpose conv1d conv1d_transpose conv2d conv2d_transpose conv3d "
            "conv3d_transpose conv_transpose convolution depthwise_conv2d depthwise_conv2d_backprop_filter "
            "depthwise_conv2d_backprop_input separable_conv2d"
        ),
        "ops.nn_embedding": "embedding_lookup",
        "ops.nn_fractional": "fractional_avg_pool fractional_max_pool",
        "ops.nn_loss": (
            "compute_average_loss in_top_k l2_loss log_poisson_loss scale_regularization_loss "
            "sigmoid_cross_entropy_with_logits softmax_cross_entropy_with_logits "
            "sparse_softmax_cross_entropy_with_logits weighted_cross_entropy_with_logits"
        ),
        "ops.nn_norm": (
            "batch_norm_with_global_normalization batch_normalization bias_add local_response_normalization lrn "
            "moments normalize_moments sufficient_statistics weighted_moments"
        ),
        "ops.nn_order": "approx_max_k approx_min_k isotonic_regression",
        "ops.nn_pool": (
            "avg_pool avg_pool1d avg_pool2d avg_pool3d max_pool max_pool1d max_pool2d max_pool3d max_pool_with_argmax "
            "pool"
        ),
        "ops.nn_sampling": (
            "all_candidate_sampler compute_accidental_hits fixed_unigram_candidate_sampler "
            "learned_unigram_candidate_sampler nce_loss sampled_softmax_loss"
        ),
        "ops.nn_space_batch": "with_space_to_batch",
        "ops.sort": "top_k",
        "text.nn_ctc": "collapse_repeated ctc_beam_search_decoder ctc_greedy_decoder ctc_loss ctc_unique_labels",
        "text.nn_embedding_sparse": "embedding_lookup_sparse safe_embedding_lookup_sparse",
        "v1.cell_wrappers": "RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper",
    },
    "nn.experimental": {
        "ops.nn_activation": "general_dropout stateless_dropout",
    },
    "profiler": {},
    "profiler.experimental": {
        "summary.profiler": "Profile ProfilerOptions Trace start stop",
    },
    "profiler.experimental.client": {
        "summary.profiler": "monitor trace",
    },
    "profiler.experimental.server": {
        "summary.profiler": "start",
    },
    "quantization": {
        "ops.quantization": (
            "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
            "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
            "fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient quantize "
            "quantize_and_dequantize quantize_and_dequantize_v2 quantized_concat"
        ),
    },
    "quantization.experimental": {
        "messages.public": "QuantizationComponentSpec QuantizationMethod QuantizationOptions UnitWiseQuantizationSpec",
        "saved_model.quantization": "TfRecordRepresentativeDatasetSaver quantize_saved_model",
    },
    "queue": {
        "ops.queue": "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
    },
    "ragged": {
        "composite.ragged.construction": (
            "boolean_mask constant map_flat_values range row_splits_to_segment_ids segment_ids_to_row_splits "
            "stack_dynamic_partitions"
        ),
        "composite.ragged.joining": "stack",
        "composite.sparse.crossing": "cross cross_hashed",
    },
    "random": {
        "graph.seeds": "set_seed",
        "ops.nn_sampling": (
            "all_candidate_sampler fixed_unigram_candidate_sampler learned_unigram_candidate_sampler "
            "log_uniform_candidate_sampler uniform_candidate_sampler"
        ),
        "ops.random": (
            "Algorithm categorical fold_in gamma normal poisson shuffle split stateless_binomial "
            "stateless_categorical stateless_gamma stateless_normal stateless_poisson stateless_truncated_normal "
            "stateless_uniform truncated_normal uniform"
        ),
        "ops.random_generator": "Generator create_rng_state get_global_generator set_global_generator",
        "ops.random_truncated": "stateless_parameterized_truncated_normal",
    },
    "random.experimental": {
        "ops.random": "Algorithm stateless_fold_in stateless_shuffle stateless_split",
        "ops.random_generator": "Generator create_rng_state get_global_generator set_global_generator",
        "ops.random_index_shuffle": "index_shuffle",
    },
    "saved_model": {
        "saved_model.constants": (
            "ASSETS_DIRECTORY ASSETS_KEY CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES "
            "CLASSIFY_OUTPUT_SCORES DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB DEFAULT_SERVING_SIGNATURE_DEF_KEY GPU "
            "PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS REGRESS_METHOD_NAME REGRESS_OUTPUTS "
            "SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION SERVING TPU TRAINING "
            "VARIABLES_DIRECTORY VARIABLES_FILENAME"
        ),
        "saved_model.loading": "contains_saved_model load",
        "saved_model.options": "LoadOptions SaveOptions",
        "saved_model.resources": "Asset",
        "saved_model.saving": "save",
    },
    "saved_model.experimental": {
        "saved_model.fingerprint": "Fingerprint read_fingerprint",
        "saved_model.options": "VariablePolicy",
        "saved_model.resources": "TrackableResource",
    },
    "security": {},
    "security.fuzzing": {},
    "security.fuzzing.py": {},
    "security.fuzzing.py.annotation_types": {
        "internals.annotation_types": (
            "BFloat16 Bool Complex128 Complex64 DTypeAnnotation Float16 Float32 Float4e2m1fn Float64 "
            "Float8e4m3b11fnuz Float8e4m3fn Float8e4m3fnuz Float8e5m2 Float8e5m2fnuz Half Int16 Int2 Int32 Int4 Int64 "
            "Int8 QInt16 QInt32 QInt8 QUInt16 QUInt8 Resource String UInt16 UInt2 UInt32 UInt4 UInt64 UInt8 Variant"
        ),
    },
    "sets": {
        "text.sets": "difference intersection size union",
    },
    "signal": {
        "ops.signal": (
            "dct fft fft2d fft3d fftnd fftshift idct ifft ifft2d ifft3d ifftnd ifftshift irfft irfft2d irfft3d "
            "irfftnd rfft rfft2d rfft3d rfftnd"
        ),
        "ops.signal_frames": (
            "frame hamming_window hann_window inverse_mdct inverse_stft inverse_stft_window_fn "
            "kaiser_bessel_derived_window kaiser_window linear_to_mel_weight_matrix mdct "
            "mfccs_from_log_mel_spectrograms overlap_and_add stft vorbis_window"
        ),
    },
    "sparse": {
        "composite.sparse.counting": "bincount",
        "composite.sparse.crossing": "cross cross_hashed",
        "composite.sparse.elements": (
            "expand_dims eye fill_empty_rows from_dense map_values mask reorder reset_shape reshape retain softmax "
            "to_dense to_indicator transpose"
        ),
        "composite.sparse.joining": "add concat maximum minimum reduce_max reduce_sum slice sparse_dense_matmul split",
        "composite.sparse.sampling": "sampled_addmm",
        "composite.sparse.sparse_tensor": "SparseTensor",
        "ops.math_segment": "segment_mean segment_sqrt_n segment_sum",
    },
    "strings": {
        "text.printing": "format",
        "text.strings": (
            "as_string bytes_split join length lower reduce_join regex_full_match regex_replace split strip substr "
            "to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong to_number unicode_decode "
            "unicode_decode_with_offsets unicode_encode unicode_script unicode_split unicode_split_with_offsets "
            "unicode_transcode unsorted_segment_join upper"
        ),
        "text.strings_ngrams": "ngrams",
    },
    "summary": {
        "summary.kinds": "audio histogram image scalar text",
        "summary.traces": "trace_export trace_off trace_on",
        "summary.writers": (
            "SummaryWriter create_file_writer create_noop_writer flush record_if should_record_summaries"
        ),
        "summary.writing": "graph write",
    },
    "summary.experimental": {
        "summary.writers": "get_step set_step",
        "summary.writing": "summary_scope write_raw_pb",
    },
    "sysconfig": {
        "base.build_info": (
            "CXX11_ABI_FLAG CXX_VERSION MONOLITHIC_BUILD get_compile_flags get_include get_lib get_link_flags"
        ),
        "graph.devices": "get_build_info",
    },
    "test": {
        "distribute.server": "create_local_cluster",
        "graph.devices": (
            "gpu_device_name is_built_with_cuda is_built_with_gpu_support is_built_with_rocm is_gpu_available"
        ),
        "testing.gradient_check": "compute_gradient",
        "testing.testing": (
            "Benchmark TestCase assert_equal_graph_def benchmark_config disable_with_predicate is_built_with_xla "
            "is_cpu_target_available main with_eager_op_as_function"
        ),
    },
    "test.experimental": {
        "testing.testing": "sync_devices",
    },
    "tools": {},
    "tools.docs": {},
    "tools.docs.doc_controls": {
        "internals.doc_controls": (
            "do_not_doc_in_subclasses do_not_doc_inheritable do_not_generate_docs doc_in_current_and_subclasses "
            "doc_private for_subclass_implementers get_header get_inheritable_header header inheritable_header "
            "set_deprecated"
        ),
    },
    "tpu": {
        "distribute.tpu_system": "XLAOptions",
    },
    "tpu.experimental": {
        "distribute.tpu_system": (
            "DeviceAssignment DeviceOrderMode HardwareFeature TPUSystemMetadata Topology initialize_tpu_system "
            "shutdown_tpu_system"
        ),
    },
    "tpu.experimental.embedding": {
        "distribute.tpu_embedding": (
            "Adagrad AdagradMomentum Adam CustomCombiner CustomOptimizer FTRL FeatureConfig QuantizationConfig "
            "RowIdInitializer SGD SparseCoreEmbeddingConfig TPUEmbedding TPUEmbeddingForServing TPUEmbeddingV0 "
            "TPUEmbeddingV2 TableConfig serving_embedding_lookup"
        ),
    },
    "train": {
        "checkpoint.manager": "CheckpointManager",
        "checkpoint.options": "CheckpointOptions",
        "checkpoint.reader": "list_variables load_checkpoint load_variable",
        "checkpoint.saver": "Checkpoint",
        "checkpoint.state": "checkpoints_iterator get_checkpoint_state latest_checkpoint",
        "checkpoint.views": "CheckpointView TrackableView",
        "distribute.cluster_spec": "ClusterSpec",
        "messages.public": (
            "BytesList ClusterDef Example Feature FeatureList FeatureLists Features FloatList Int64List JobDef "
            "SequenceExample ServerDef"
        ),
        "v1.coordinator": "Coordinator",
        "v1.moving_average": "ExponentialMovingAverage",
    },
    "train.experimental": {
        "checkpoint.sharding": "MaxShardSizePolicy ShardByTaskPolicy ShardableTensor ShardingCallback",
        "checkpoint.views": "PythonState",
    },
    "types": {},
    "types.experimental": {
        "function.signature": "FunctionType",
        "tensor.types": (
            "AtomicFunction Callable ConcreteFunction GenericFunction PolymorphicFunction SupportsTracingProtocol "
            "TensorLike TraceType"
        ),
    },
    "types.experimental.distributed": {
        "tensor.types": "Mirrored PerReplica",
    },
    "version": {
        "base.build_info": (
            "COMPILER_VERSION GIT_VERSION GRAPH_DEF_VERSION GRAPH_DEF_VERSION_MIN_CONSUMER "
            "GRAPH_DEF_VERSION_MIN_PRODUCER VERSION"
        ),
    },
    "xla": {},
    "xla.experimental": {
        "v1.scopes": "compile jit_scope",
    },
}
