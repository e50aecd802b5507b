"""Names of tf.compat.v1 that mean what tf's own names mean; what means something else there has files in v1/."""

# tf.compat.v1.<name> is tf.<name>.
SAME: frozenset[str] = frozenset(
    (
        "AggregationMethod Assert CriticalSection DType GradientTape IndexedSlices IndexedSlicesSpec Module "
        "NoneTensorSpec OptionalSpec RaggedTensor RaggedTensorSpec SparseTensor SparseTensorSpec Tensor "
        "TensorArray TensorArraySpec TensorShape TensorSpec TypeSpec UnconnectedGradients VariableSynchronization "
        "abs acos acosh add add_n approx_top_k argsort as_string asin asinh atan atan2 atanh audio.decode_wav "
        "audio.encode_wav autograph.experimental.Feature autograph.experimental.do_not_convert "
        "autograph.experimental.set_loop_options autograph.set_verbosity autograph.trace bfloat16 bitcast "
        "bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor bitwise.invert bitwise.left_shift "
        "bitwise.right_shift bool broadcast_dynamic_shape broadcast_static_shape broadcast_to cast check_pinned "
        "clip_by_global_norm clip_by_norm clip_by_value compat.as_bytes compat.as_str compat.as_str_any compat.as_text "
        "compat.bytes_or_text_types compat.complex_types compat.dimension_at_index compat.dimension_value "
        "compat.forward_compatibility_horizon compat.forward_compatible compat.integral_types compat.path_to_str "
        "compat.real_types complex complex128 complex64 concat config.LogicalDevice "
        "config.LogicalDeviceConfiguration config.PhysicalDevice config.experimental.ClusterDeviceFilters "
        "config.experimental.VirtualDeviceConfiguration config.experimental.disable_mlir_bridge "
        "config.experimental.enable_mlir_bridge config.experimental.enable_tensor_float_32_execution "
        "config.experimental.get_device_details config.experimental.get_device_policy "
        "config.experimental.get_memory_growth config.experimental.get_memory_info "
        "config.experimental.get_memory_usage config.experimental.get_synchronous_execution "
        "config.experimental.get_virtual_device_configuration config.experimental.get_visible_devices "
        "config.experimental.list_logical_devices config.experimental.list_physical_devices "
        "config.experimental.reset_memory_stats config.experimental.set_device_policy "
        "config.experimental.set_memory_growth config.experimental.set_synchronous_execution "
        "config.experimental.set_virtual_device_configuration config.experimental.set_visible_devices "
        "config.experimental.tensor_float_32_execution_enabled config.experimental_connect_to_cluster "
        "config.experimental_connect_to_host config.experimental_functions_run_eagerly "
        "config.experimental_run_functions_eagerly config.functions_run_eagerly "
        "config.get_logical_device_configuration config.get_soft_device_placement config.get_visible_devices "
        "config.list_logical_devices config.list_physical_devices config.optimizer.get_experimental_options "
        "config.optimizer.get_jit config.optimizer.set_experimental_options config.optimizer.set_jit "
        "config.run_functions_eagerly config.set_logical_device_configuration config.set_soft_device_placement "
        "config.set_visible_devices config.threading.get_inter_op_parallelism_threads "
        "config.threading.get_intra_op_parallelism_threads config.threading.set_inter_op_parallelism_threads "
        "config.threading.set_intra_op_parallelism_threads conv cos cosh cumsum custom_gradient data.AUTOTUNE "
        "data.DatasetSpec data.INFINITE_CARDINALITY data.NumpyIterator data.Options data.ThreadingOptions "
        "data.UNKNOWN_CARDINALITY data.experimental.AUTOTUNE data.experimental.AutoShardPolicy "
        "data.experimental.AutotuneAlgorithm data.experimental.AutotuneOptions "
        "data.experimental.DatasetInitializer data.experimental.DistributeOptions "
        "data.experimental.ExternalStatePolicy data.experimental.INFINITE_CARDINALITY "
        "data.experimental.OptimizationOptions data.experimental.Optional data.experimental.Reducer "
        "data.experimental.SHARD_HINT data.experimental.ServiceOptions data.experimental.TFRecordWriter "
        "data.experimental.ThreadingOptions data.experimental.UNKNOWN_CARDINALITY "
        "data.experimental.assert_cardinality data.experimental.bucket_by_sequence_length "
        "data.experimental.cardinality data.experimental.copy_to_device data.experimental.dense_to_ragged_batch "
        "data.experimental.dense_to_sparse_batch data.experimental.distributed_save "
        "data.experimental.enable_debug_mode data.experimental.enumerate_dataset data.experimental.from_list "
        "data.experimental.from_variant data.experimental.get_model_proto data.experimental.get_next_as_optional "
        "data.experimental.get_single_element data.experimental.get_structure data.experimental.group_by_reducer "
        "data.experimental.group_by_window data.experimental.ignore_errors "
        "data.experimental.index_table_from_dataset data.experimental.make_saveable_from_iterator "
        "data.experimental.map_and_batch data.experimental.pad_to_cardinality "
        "data.experimental.parallel_interleave data.experimental.parse_example_dataset "
        "data.experimental.prefetch_to_device data.experimental.rejection_resample data.experimental.scan "
        "data.experimental.shuffle_and_repeat data.experimental.snapshot data.experimental.table_from_dataset "
        "data.experimental.take_while data.experimental.to_variant data.experimental.unbatch "
        "data.experimental.unique debugging.Assert debugging.assert_proper_iterable "
        "debugging.assert_same_float_dtype debugging.check_numerics debugging.disable_check_numerics "
        "debugging.disable_traceback_filtering debugging.enable_check_numerics "
        "debugging.enable_traceback_filtering debugging.get_log_device_placement debugging.is_numeric_tensor "
        "debugging.is_traceback_filtering_enabled debugging.set_log_device_placement distribute.CrossDeviceOps "
        "distribute.HierarchicalCopyAllReduce distribute.InputContext distribute.InputReplicationMode "
        "distribute.NcclAllReduce distribute.ReduceOp distribute.ReductionToOneDevice distribute.RunOptions "
        "distribute.experimental_set_strategy distribute.get_replica_context distribute.get_strategy "
        "distribute.has_strategy distribute.in_cross_replica_context divide double dtypes.DType "
        "dtypes.QUANTIZED_DTYPES dtypes.as_dtype dtypes.bfloat16 dtypes.bool dtypes.cast dtypes.complex "
        "dtypes.complex128 dtypes.complex64 dtypes.double dtypes.experimental.float4_e2m1fn "
        "dtypes.experimental.float8_e4m3b11fnuz dtypes.experimental.float8_e4m3fn "
        "dtypes.experimental.float8_e4m3fnuz dtypes.experimental.float8_e5m2 dtypes.experimental.float8_e5m2fnuz "
        "dtypes.experimental.int2 dtypes.experimental.int4 dtypes.experimental.uint2 dtypes.experimental.uint4 "
        "dtypes.float16 dtypes.float32 dtypes.float64 dtypes.half dtypes.int16 dtypes.int32 dtypes.int64 "
        "dtypes.int8 dtypes.qint16 dtypes.qint32 dtypes.qint8 dtypes.quint16 dtypes.quint8 dtypes.resource "
        "dtypes.saturate_cast dtypes.string dtypes.uint16 dtypes.uint32 dtypes.uint64 dtypes.uint8 dtypes.variant "
        "dynamic_partition dynamic_stitch edit_distance einsum ensure_shape equal errors.ABORTED "
        "errors.ALREADY_EXISTS errors.AbortedError errors.AlreadyExistsError errors.CANCELLED "
        "errors.CancelledError errors.DATA_LOSS errors.DEADLINE_EXCEEDED errors.DataLossError "
        "errors.DeadlineExceededError errors.FAILED_PRECONDITION errors.FailedPreconditionError errors.INTERNAL "
        "errors.INVALID_ARGUMENT errors.InternalError errors.InvalidArgumentError errors.NOT_FOUND "
        "errors.NotFoundError errors.OK errors.OUT_OF_RANGE errors.OpError errors.OutOfRangeError "
        "errors.PERMISSION_DENIED errors.PermissionDeniedError errors.RESOURCE_EXHAUSTED "
        "errors.ResourceExhaustedError errors.UNAUTHENTICATED errors.UNAVAILABLE errors.UNIMPLEMENTED "
        "errors.UNKNOWN errors.UnauthenticatedError errors.UnavailableError errors.UnimplementedError "
        "errors.UnknownError exp experimental.BatchableExtensionType experimental.DynamicRaggedShape "
        "experimental.ExtensionType experimental.ExtensionTypeBatchEncoder experimental.ExtensionTypeSpec "
        "experimental.Optional experimental.RowPartition experimental.StructuredTensor "
        "experimental.async_clear_error experimental.async_scope experimental.dispatch_for_api "
        "experimental.dispatch_for_binary_elementwise_apis "
        "experimental.dispatch_for_binary_elementwise_assert_apis experimental.dispatch_for_unary_elementwise_apis "
        "experimental.extension_type.as_dict experimental.float4_e2m1fn experimental.float8_e4m3b11fnuz "
        "experimental.float8_e4m3fn experimental.float8_e4m3fnuz experimental.float8_e5m2 "
        "experimental.float8_e5m2fnuz experimental.function_executor_type experimental.int2 experimental.int4 "
        "experimental.register_filesystem_plugin experimental.uint2 experimental.uint4 "
        "experimental.unregister_dispatch_for extract_volume_patches eye fftnd fill fingerprint float16 float32 "
        "float64 floor get_logger grad_pass_through greater greater_equal group guarantee_const half "
        "histogram_fixed_width histogram_fixed_width_bins identity identity_n ifftnd image.adjust_brightness "
        "image.adjust_contrast image.adjust_gamma image.adjust_hue image.adjust_jpeg_quality "
        "image.adjust_saturation image.central_crop image.combined_non_max_suppression image.convert_image_dtype "
        "image.crop_to_bounding_box image.decode_and_crop_jpeg image.decode_bmp image.decode_gif "
        "image.decode_image image.decode_jpeg image.decode_jxl image.decode_png image.decode_webp "
        "image.encode_jpeg image.encode_png image.extract_jpeg_shape image.flip_left_right image.flip_up_down "
        "image.generate_bounding_box_proposals image.grayscale_to_rgb image.hsv_to_rgb image.image_gradients "
        "image.is_jpeg image.non_max_suppression image.non_max_suppression_overlaps "
        "image.non_max_suppression_padded image.non_max_suppression_with_scores image.pad_to_bounding_box "
        "image.per_image_standardization image.psnr image.random_brightness image.random_contrast "
        "image.random_crop image.random_flip_left_right image.random_flip_up_down image.random_hue "
        "image.random_jpeg_quality image.random_saturation image.resize_with_crop_or_pad image.rgb_to_grayscale "
        "image.rgb_to_hsv image.rgb_to_yiq image.rgb_to_yuv image.rot90 image.sobel_edges image.ssim "
        "image.ssim_multiscale image.total_variation image.transpose image.yiq_to_rgb image.yuv_to_rgb init_scope "
        "int16 int32 int64 int8 io.FixedLenFeature io.FixedLenSequenceFeature io.RaggedFeature io.SparseFeature "
        "io.TFRecordOptions io.TFRecordWriter io.VarLenFeature io.decode_and_crop_jpeg io.decode_base64 "
        "io.decode_bmp io.decode_compressed io.decode_gif io.decode_image io.decode_jpeg io.decode_json_example "
        "io.decode_png io.decode_proto io.decode_webp io.deserialize_many_sparse io.encode_base64 io.encode_jpeg "
        "io.encode_png io.encode_proto io.extract_jpeg_shape io.gfile.GFile io.gfile.copy io.gfile.exists "
        "io.gfile.get_registered_schemes io.gfile.glob io.gfile.isdir io.gfile.join io.gfile.listdir "
        "io.gfile.makedirs io.gfile.mkdir io.gfile.remove io.gfile.rename io.gfile.rmtree io.gfile.stat "
        "io.gfile.walk io.is_jpeg io.match_filenames_once io.matching_files io.parse_sequence_example "
        "io.parse_single_sequence_example io.parse_tensor io.read_file io.serialize_tensor io.write_file irfftnd "
        "is_symbolic_tensor is_tensor less less_equal linalg.LinearOperator linalg.LinearOperatorAdjoint "
        "linalg.LinearOperatorBlockDiag linalg.LinearOperatorBlockLowerTriangular linalg.LinearOperatorCirculant "
        "linalg.LinearOperatorCirculant2D linalg.LinearOperatorCirculant3D linalg.LinearOperatorComposition "
        "linalg.LinearOperatorDiag linalg.LinearOperatorFullMatrix linalg.LinearOperatorHouseholder "
        "linalg.LinearOperatorIdentity linalg.LinearOperatorInversion linalg.LinearOperatorKronecker "
        "linalg.LinearOperatorLowRankUpdate linalg.LinearOperatorLowerTriangular linalg.LinearOperatorPermutation "
        "linalg.LinearOperatorScaledIdentity linalg.LinearOperatorToeplitz linalg.LinearOperatorTridiag "
        "linalg.LinearOperatorZeros linalg.adjoint linalg.band_part linalg.cholesky linalg.cholesky_solve "
        "linalg.cross linalg.det linalg.diag linalg.diag_part linalg.eigh linalg.eigh_tridiagonal linalg.eigvalsh "
        "linalg.einsum linalg.experimental.conjugate_gradient linalg.expm linalg.eye linalg.global_norm linalg.inv "
        "linalg.l2_normalize linalg.logdet linalg.logm linalg.lstsq linalg.lu linalg.lu_matrix_inverse "
        "linalg.lu_reconstruct linalg.lu_solve linalg.matmul linalg.matrix_rank linalg.matrix_transpose "
        "linalg.matvec linalg.normalize linalg.pinv linalg.qr linalg.set_diag linalg.slogdet linalg.solve "
        "linalg.sqrtm linalg.svd linalg.tensor_diag linalg.tensor_diag_part linalg.tensordot linalg.trace "
        "linalg.triangular_solve linalg.tridiagonal_matmul linalg.tridiagonal_solve linspace load_library "
        "load_op_library logical_and logical_not logical_or math.abs math.accumulate_n math.acos math.acosh "
        "math.add math.add_n math.angle math.approx_max_k math.approx_min_k math.asin math.asinh math.atan "
        "math.atan2 math.atanh math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.betainc "
        "math.ceil math.conj math.cos math.cosh math.cumprod math.cumsum math.cumulative_logsumexp math.digamma "
        "math.divide math.divide_no_nan math.equal math.erf math.erfc math.erfcinv math.erfinv math.exp math.expm1 "
        "math.floor math.floordiv math.floormod math.greater math.greater_equal math.igamma math.igammac math.imag "
        "math.invert_permutation math.is_finite math.is_inf math.is_nan math.is_non_decreasing "
        "math.is_strictly_increasing math.l2_normalize math.lbeta math.less math.less_equal math.lgamma math.log "
        "math.log1p math.log_sigmoid math.logical_and math.logical_not math.logical_or math.logical_xor "
        "math.maximum math.minimum math.mod math.multiply math.multiply_no_nan math.ndtri math.negative "
        "math.nextafter math.not_equal math.polygamma math.polyval math.pow math.real math.reciprocal "
        "math.reciprocal_no_nan math.reduce_euclidean_norm math.reduce_std math.reduce_variance math.rint "
        "math.round math.rsqrt math.segment_max math.segment_mean math.segment_min math.segment_prod "
        "math.segment_sum math.sigmoid math.sign math.sin math.sinh math.sobol_sample math.softplus math.softsign "
        "math.special.bessel_i0 math.special.bessel_i0e math.special.bessel_i1 math.special.bessel_i1e "
        "math.special.bessel_j0 math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k0e "
        "math.special.bessel_k1 math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1 "
        "math.special.dawsn math.special.expint math.special.fresnel_cos math.special.fresnel_sin "
        "math.special.spence math.sqrt math.square math.squared_difference math.subtract math.tan math.tanh "
        "math.top_k math.truediv math.unsorted_segment_max math.unsorted_segment_mean math.unsorted_segment_min "
        "math.unsorted_segment_prod math.unsorted_segment_sqrt_n math.unsorted_segment_sum math.xdivy math.xlog1py "
        "math.xlogy math.zero_fraction math.zeta matmul matrix_square_root maximum meshgrid minimum multiply "
        "negative nest.assert_same_structure nest.flatten nest.is_nested nest.map_structure nest.pack_sequence_as "
        "newaxis nn.approx_max_k nn.approx_min_k nn.atrous_conv2d nn.atrous_conv2d_transpose nn.avg_pool1d "
        "nn.avg_pool3d nn.batch_normalization nn.bias_add nn.collapse_repeated nn.compute_average_loss "
        "nn.conv1d_transpose nn.conv_transpose nn.ctc_unique_labels nn.depthwise_conv2d_backprop_filter "
        "nn.depthwise_conv2d_backprop_input nn.elu nn.experimental.general_dropout "
        "nn.experimental.stateless_dropout nn.l2_loss nn.l2_normalize nn.leaky_relu "
        "nn.local_response_normalization nn.log_poisson_loss nn.lrn nn.max_pool1d nn.max_pool2d nn.max_pool3d "
        "nn.normalize_moments nn.relu nn.relu6 nn.scale_regularization_loss nn.selu nn.sigmoid nn.silu nn.softplus "
        "nn.softsign nn.swish nn.tanh nn.top_k nn.with_space_to_batch nn.zero_fraction "
        "nondifferentiable_batch_function not_equal numpy_function one_hot ones parallel_stack pow print "
        "py_function qint16 qint32 qint8 quantization.dequantize "
        "quantization.experimental.QuantizationComponentSpec quantization.experimental.QuantizationMethod "
        "quantization.experimental.QuantizationOptions "
        "quantization.experimental.TfRecordRepresentativeDatasetSaver "
        "quantization.experimental.UnitWiseQuantizationSpec quantization.experimental.quantize_saved_model "
        "quantization.fake_quant_with_min_max_args quantization.fake_quant_with_min_max_args_gradient "
        "quantization.fake_quant_with_min_max_vars quantization.fake_quant_with_min_max_vars_gradient "
        "quantization.fake_quant_with_min_max_vars_per_channel "
        "quantization.fake_quant_with_min_max_vars_per_channel_gradient quantization.quantize "
        "quantization.quantize_and_dequantize quantization.quantize_and_dequantize_v2 "
        "quantization.quantized_concat queue.FIFOQueue queue.PaddingFIFOQueue queue.PriorityQueue queue.QueueBase "
        "queue.RandomShuffleQueue quint16 quint8 ragged.boolean_mask ragged.constant ragged.cross "
        "ragged.cross_hashed ragged.map_flat_values ragged.range ragged.row_splits_to_segment_ids "
        "ragged.segment_ids_to_row_splits ragged.stack ragged.stack_dynamic_partitions ragged_fill_empty_rows "
        "ragged_fill_empty_rows_grad random.Algorithm random.Generator random.all_candidate_sampler "
        "random.categorical random.create_rng_state random.experimental.Algorithm random.experimental.Generator "
        "random.experimental.create_rng_state random.experimental.get_global_generator "
        "random.experimental.index_shuffle random.experimental.set_global_generator "
        "random.experimental.stateless_fold_in random.experimental.stateless_shuffle "
        "random.experimental.stateless_split random.fixed_unigram_candidate_sampler random.fold_in random.gamma "
        "random.get_global_generator random.learned_unigram_candidate_sampler random.log_uniform_candidate_sampler "
        "random.normal random.set_global_generator random.shuffle random.split random.stateless_binomial "
        "random.stateless_categorical random.stateless_gamma random.stateless_normal "
        "random.stateless_parameterized_truncated_normal random.stateless_poisson "
        "random.stateless_truncated_normal random.stateless_uniform random.truncated_normal random.uniform "
        "random.uniform_candidate_sampler random_index_shuffle range rank raw_ops realdiv recompute_grad "
        "register_tensor_conversion_function repeat required_space_to_batch_paddings reshape resource reverse "
        "rfftnd roll round saturate_cast saved_model.ASSETS_DIRECTORY saved_model.ASSETS_KEY saved_model.Asset "
        "saved_model.CLASSIFY_INPUTS saved_model.CLASSIFY_METHOD_NAME saved_model.CLASSIFY_OUTPUT_CLASSES "
        "saved_model.CLASSIFY_OUTPUT_SCORES saved_model.DEBUG_DIRECTORY saved_model.DEBUG_INFO_FILENAME_PB "
        "saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY saved_model.GPU saved_model.PREDICT_INPUTS "
        "saved_model.PREDICT_METHOD_NAME saved_model.PREDICT_OUTPUTS saved_model.REGRESS_INPUTS "
        "saved_model.REGRESS_METHOD_NAME saved_model.REGRESS_OUTPUTS saved_model.SAVED_MODEL_FILENAME_PB "
        "saved_model.SAVED_MODEL_FILENAME_PBTXT saved_model.SAVED_MODEL_SCHEMA_VERSION saved_model.SERVING "
        "saved_model.SaveOptions saved_model.TPU saved_model.TRAINING saved_model.VARIABLES_DIRECTORY "
        "saved_model.VARIABLES_FILENAME saved_model.experimental.TrackableResource "
        "saved_model.experimental.VariablePolicy saved_model.save scatter_nd searchsorted sequence_mask "
        "sets.difference sets.intersection sets.size sets.union shape_n sigmoid sign signal.dct signal.fft "
        "signal.fft2d signal.fft3d signal.fftnd signal.fftshift signal.frame signal.hamming_window "
        "signal.hann_window signal.idct signal.ifft signal.ifft2d signal.ifft3d signal.ifftnd signal.ifftshift "
        "signal.inverse_mdct signal.inverse_stft signal.inverse_stft_window_fn signal.irfft signal.irfft2d "
        "signal.irfft3d signal.irfftnd signal.kaiser_bessel_derived_window signal.kaiser_window "
        "signal.linear_to_mel_weight_matrix signal.mdct signal.mfccs_from_log_mel_spectrograms "
        "signal.overlap_and_add signal.rfft signal.rfft2d signal.rfft3d signal.rfftnd signal.stft "
        "signal.vorbis_window sin sinh slice sort space_to_batch_nd sparse.SparseTensor sparse.bincount "
        "sparse.cross sparse.cross_hashed sparse.expand_dims sparse.eye sparse.fill_empty_rows sparse.from_dense "
        "sparse.mask sparse.maximum sparse.minimum sparse.reorder sparse.reset_shape sparse.reshape sparse.retain "
        "sparse.slice sparse.softmax sparse.sparse_dense_matmul sparse.to_dense sparse.to_indicator "
        "sparse.transpose split sqrt square stack stop_gradient strided_slice string strings.as_string "
        "strings.bytes_split strings.format strings.join strings.lower strings.ngrams strings.regex_full_match "
        "strings.regex_replace strings.strip strings.to_hash_bucket_fast strings.to_hash_bucket_strong "
        "strings.unicode_decode strings.unicode_decode_with_offsets strings.unicode_encode strings.unicode_script "
        "strings.unicode_split strings.unicode_split_with_offsets strings.unicode_transcode "
        "strings.unsorted_segment_join strings.upper subtract switch_case sysconfig.CXX11_ABI_FLAG "
        "sysconfig.CXX_VERSION sysconfig.MONOLITHIC_BUILD sysconfig.get_build_info sysconfig.get_compile_flags "
        "sysconfig.get_include sysconfig.get_lib sysconfig.get_link_flags tan tanh tensor_scatter_nd_add "
        "tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update tensordot "
        "test.Benchmark test.TestCase test.benchmark_config test.disable_with_predicate "
        "test.experimental.sync_devices test.gpu_device_name test.is_built_with_cuda "
        "test.is_built_with_gpu_support test.is_built_with_rocm test.is_built_with_xla "
        "test.is_cpu_target_available test.is_gpu_available test.main test.with_eager_op_as_function tile "
        "timestamp train.BytesList train.CheckpointManager train.CheckpointOptions train.ClusterDef "
        "train.ClusterSpec train.Coordinator train.Example train.Feature train.FeatureList train.FeatureLists "
        "train.Features train.FloatList train.Int64List train.JobDef train.SequenceExample train.ServerDef "
        "train.checkpoints_iterator train.experimental.MaxShardSizePolicy train.experimental.PythonState "
        "train.experimental.ShardByTaskPolicy train.experimental.ShardableTensor "
        "train.experimental.ShardingCallback train.get_checkpoint_state train.latest_checkpoint "
        "train.list_variables train.load_checkpoint train.load_variable truediv truncatediv truncatemod "
        "type_spec_from_value types.experimental.FunctionType types.experimental.TensorLike uint16 uint32 uint64 "
        "uint8 unique unique_with_counts unravel_index unstack variant vectorized_map version.COMPILER_VERSION "
        "version.GIT_VERSION version.GRAPH_DEF_VERSION version.GRAPH_DEF_VERSION_MIN_CONSUMER "
        "version.GRAPH_DEF_VERSION_MIN_PRODUCER version.VERSION xla.experimental.jit_scope zeros"
    ).split()
)

# tf.<name> -> its names in tf.compat.v1.
RENAMED: dict[str, str] = {
    "tile": "manip.tile",
    "space_to_batch_nd": "manip.space_to_batch_nd",
    "scatter_nd": "manip.scatter_nd",
    "roll": "manip.roll",
    "OptionalSpec": "data.experimental.OptionalStructure",
    "TypeSpec": "data.experimental.Structure",
    "as_string": "dtypes.as_string",
    "data.DatasetSpec": "data.experimental.DatasetStructure",
    "debugging.assert_proper_iterable": "assert_proper_iterable",
    "debugging.assert_same_float_dtype": "assert_same_float_dtype",
    "debugging.check_numerics": "check_numerics",
    "debugging.is_numeric_tensor": "is_numeric_tensor",
    "image.decode_jxl": "io.decode_jxl",
    "image.random_crop": "random_crop",
    "image.resize_with_crop_or_pad": "image.resize_image_with_crop_or_pad",
    "image.transpose": "image.transpose_image",
    "io.FixedLenFeature": "FixedLenFeature",
    "io.FixedLenSequenceFeature": "FixedLenSequenceFeature",
    "io.SparseFeature": "SparseFeature",
    "io.VarLenFeature": "VarLenFeature",
    "io.decode_base64": "decode_base64",
    "io.decode_compressed": "decode_compressed",
    "io.decode_json_example": "decode_json_example",
    "io.deserialize_many_sparse": "deserialize_many_sparse",
    "io.encode_base64": "encode_base64",
    "io.matching_files": "matching_files",
    "io.parse_single_sequence_example": "parse_single_sequence_example",
    "io.parse_tensor": "parse_tensor",
    "io.read_file": "read_file",
    "io.serialize_tensor": "serialize_tensor",
    "io.write_file": "write_file",
    "linalg.band_part": "matrix_band_part",
    "linalg.cholesky": "cholesky",
    "linalg.cholesky_solve": "cholesky_solve",
    "linalg.cross": "cross",
    "linalg.det": "matrix_determinant",
    "linalg.diag": "matrix_diag",
    "linalg.diag_part": "matrix_diag_part",
    "linalg.eigh": "self_adjoint_eig",
    "linalg.eigvalsh": "self_adjoint_eigvals",
    "linalg.global_norm": "global_norm",
    "linalg.inv": "matrix_inverse",
    "linalg.lstsq": "matrix_solve_ls",
    "linalg.matrix_transpose": "matrix_transpose linalg.transpose",
    "linalg.qr": "qr",
    "linalg.set_diag": "matrix_set_diag",
    "linalg.solve": "matrix_solve",
    "linalg.svd": "svd",
    "linalg.tensor_diag": "diag",
    "linalg.tensor_diag_part": "diag_part",
    "linalg.trace": "trace",
    "linalg.triangular_solve": "matrix_triangular_solve",
    "linspace": "lin_space",
    "math.accumulate_n": "accumulate_n",
    "math.angle": "angle",
    "math.betainc": "betainc",
    "math.ceil": "ceil",
    "math.conj": "conj",
    "math.cumprod": "cumprod",
    "math.digamma": "digamma",
    "math.divide_no_nan": "div_no_nan",
    "math.erf": "erf",
    "math.erfc": "erfc",
    "math.expm1": "expm1",
    "math.floordiv": "floordiv",
    "math.floormod": "floormod mod",
    "math.igamma": "igamma",
    "math.igammac": "igammac",
    "math.imag": "imag",
    "math.invert_permutation": "invert_permutation",
    "math.is_finite": "debugging.is_finite is_finite",
    "math.is_inf": "debugging.is_inf is_inf",
    "math.is_nan": "debugging.is_nan is_nan",
    "math.is_non_decreasing": "debugging.is_non_decreasing is_non_decreasing",
    "math.is_strictly_increasing": "debugging.is_strictly_increasing is_strictly_increasing",
    "math.lbeta": "lbeta",
    "math.lgamma": "lgamma",
    "math.log": "log",
    "math.log1p": "log1p",
    "math.log_sigmoid": "log_sigmoid",
    "math.logical_xor": "logical_xor",
    "math.polygamma": "polygamma",
    "math.real": "real",
    "math.reciprocal": "reciprocal",
    "math.rint": "rint",
    "math.rsqrt": "rsqrt",
    "math.segment_max": "segment_max",
    "math.segment_mean": "segment_mean",
    "math.segment_min": "segment_min",
    "math.segment_prod": "segment_prod",
    "math.segment_sum": "segment_sum",
    "math.squared_difference": "squared_difference",
    "math.unsorted_segment_max": "unsorted_segment_max",
    "math.unsorted_segment_mean": "unsorted_segment_mean",
    "math.unsorted_segment_min": "unsorted_segment_min",
    "math.unsorted_segment_prod": "unsorted_segment_prod",
    "math.unsorted_segment_sqrt_n": "unsorted_segment_sqrt_n",
    "math.unsorted_segment_sum": "unsorted_segment_sum",
    "math.zeta": "zeta",
    "nn.avg_pool": "nn.avg_pool_v2",
    "nn.depthwise_conv2d_backprop_filter": "nn.depthwise_conv2d_native_backprop_filter",
    "nn.depthwise_conv2d_backprop_input": "nn.depthwise_conv2d_native_backprop_input",
    "nn.max_pool": "nn.max_pool_v2",
    "quantization.dequantize": "dequantize",
    "quantization.fake_quant_with_min_max_args": "fake_quant_with_min_max_args",
    "quantization.fake_quant_with_min_max_args_gradient": "fake_quant_with_min_max_args_gradient",
    "quantization.fake_quant_with_min_max_vars": "fake_quant_with_min_max_vars",
    "quantization.fake_quant_with_min_max_vars_gradient": "fake_quant_with_min_max_vars_gradient",
    "quantization.fake_quant_with_min_max_vars_per_channel": "fake_quant_with_min_max_vars_per_channel",
    "quantization.fake_quant_with_min_max_vars_per_channel_gradient": "fake_quant_with_min_max_vars_per_channel_gradient",
    "quantization.quantize": "quantize",
    "quantization.quantized_concat": "quantized_concat",
    "queue.FIFOQueue": "FIFOQueue",
    "queue.PaddingFIFOQueue": "PaddingFIFOQueue io.PaddingFIFOQueue",
    "queue.PriorityQueue": "PriorityQueue io.PriorityQueue",
    "queue.QueueBase": "QueueBase io.QueueBase",
    "queue.RandomShuffleQueue": "RandomShuffleQueue io.RandomShuffleQueue",
    "random.gamma": "random_gamma",
    "random.normal": "random_normal",
    "random.shuffle": "random_shuffle",
    "random.truncated_normal": "truncated_normal",
    "random.uniform": "random_uniform",
    "reverse": "reverse_v2 manip.reverse",
    "sets.difference": "sets.set_difference",
    "sets.intersection": "sets.set_intersection",
    "sets.size": "sets.set_size",
    "sets.union": "sets.set_union",
    "signal.dct": "spectral.dct",
    "signal.fft": "fft spectral.fft",
    "signal.fft2d": "fft2d spectral.fft2d",
    "signal.fft3d": "fft3d spectral.fft3d",
    "signal.idct": "spectral.idct",
    "signal.ifft": "ifft spectral.ifft",
    "signal.ifft2d": "ifft2d spectral.ifft2d",
    "signal.ifft3d": "ifft3d spectral.ifft3d",
    "signal.irfft": "spectral.irfft",
    "signal.irfft2d": "spectral.irfft2d",
    "signal.irfft3d": "spectral.irfft3d",
    "signal.rfft": "spectral.rfft",
    "signal.rfft2d": "spectral.rfft2d",
    "signal.rfft3d": "spectral.rfft3d",
    "sparse.fill_empty_rows": "sparse_fill_empty_rows",
    "sparse.mask": "sparse_mask",
    "sparse.maximum": "sparse_maximum",
    "sparse.minimum": "sparse_minimum",
    "sparse.reorder": "sparse_reorder",
    "sparse.reset_shape": "sparse_reset_shape",
    "sparse.reshape": "sparse_reshape",
    "sparse.retain": "sparse_retain",
    "sparse.slice": "sparse_slice",
    "sparse.softmax": "sparse_softmax",
    "sparse.sparse_dense_matmul": "sparse.matmul sparse_tensor_dense_matmul",
    "sparse.to_dense": "sparse_tensor_to_dense",
    "sparse.to_indicator": "sparse_to_indicator",
    "sparse.transpose": "sparse_transpose",
    "strings.join": "string_join",
    "strings.regex_replace": "regex_replace",
    "strings.strip": "string_strip",
    "strings.to_hash_bucket_fast": "string_to_hash_bucket_fast",
    "strings.to_hash_bucket_strong": "string_to_hash_bucket_strong",
    "tensor_scatter_nd_add": "tensor_scatter_add",
    "tensor_scatter_nd_sub": "tensor_scatter_sub",
    "tensor_scatter_nd_update": "tensor_scatter_update",
    "where": "where_v2",
    "version.VERSION": "VERSION",
    "version.GIT_VERSION": "GIT_VERSION",
    "version.COMPILER_VERSION": "COMPILER_VERSION",
    "version.GRAPH_DEF_VERSION": "GRAPH_DEF_VERSION",
    "version.GRAPH_DEF_VERSION_MIN_CONSUMER": "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "version.GRAPH_DEF_VERSION_MIN_PRODUCER": "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "sysconfig.CXX11_ABI_FLAG": "CXX11_ABI_FLAG",
    "sysconfig.CXX_VERSION": "CXX_VERSION",
    "sysconfig.MONOLITHIC_BUILD": "MONOLITHIC_BUILD",
    "saved_model.ASSETS_DIRECTORY": "saved_model.constants.ASSETS_DIRECTORY",
    "saved_model.ASSETS_KEY": "saved_model.constants.ASSETS_KEY",
    "saved_model.DEBUG_DIRECTORY": "saved_model.constants.DEBUG_DIRECTORY",
    "saved_model.DEBUG_INFO_FILENAME_PB": "saved_model.constants.DEBUG_INFO_FILENAME_PB",
    "saved_model.SAVED_MODEL_FILENAME_PB": "saved_model.constants.SAVED_MODEL_FILENAME_PB",
    "saved_model.SAVED_MODEL_FILENAME_PBTXT": "saved_model.constants.SAVED_MODEL_FILENAME_PBTXT",
    "saved_model.SAVED_MODEL_SCHEMA_VERSION": "saved_model.constants.SAVED_MODEL_SCHEMA_VERSION",
    "saved_model.VARIABLES_DIRECTORY": "saved_model.constants.VARIABLES_DIRECTORY",
    "saved_model.VARIABLES_FILENAME": "saved_model.constants.VARIABLES_FILENAME",
    "saved_model.CLASSIFY_INPUTS": "saved_model.signature_constants.CLASSIFY_INPUTS",
    "saved_model.CLASSIFY_METHOD_NAME": "saved_model.signature_constants.CLASSIFY_METHOD_NAME",
    "saved_model.CLASSIFY_OUTPUT_CLASSES": "saved_model.signature_constants.CLASSIFY_OUTPUT_CLASSES",
    "saved_model.CLASSIFY_OUTPUT_SCORES": "saved_model.signature_constants.CLASSIFY_OUTPUT_SCORES",
    "saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY": "saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "saved_model.PREDICT_INPUTS": "saved_model.signature_constants.PREDICT_INPUTS",
    "saved_model.PREDICT_METHOD_NAME": "saved_model.signature_constants.PREDICT_METHOD_NAME",
    "saved_model.PREDICT_OUTPUTS": "saved_model.signature_constants.PREDICT_OUTPUTS",
    "saved_model.REGRESS_INPUTS": "saved_model.signature_constants.REGRESS_INPUTS",
    "saved_model.REGRESS_METHOD_NAME": "saved_model.signature_constants.REGRESS_METHOD_NAME",
    "saved_model.REGRESS_OUTPUTS": "saved_model.signature_constants.REGRESS_OUTPUTS",
    "saved_model.GPU": "saved_model.tag_constants.GPU",
    "saved_model.SERVING": "saved_model.tag_constants.SERVING",
    "saved_model.TPU": "saved_model.tag_constants.TPU",
    "saved_model.TRAINING": "saved_model.tag_constants.TRAINING",
    "io.TFRecordOptions": "python_io.TFRecordOptions",
    "io.TFRecordWriter": "python_io.TFRecordWriter",
    "reshape": "manip.reshape",
    "io.match_filenames_once": "train.match_filenames_once",
}
