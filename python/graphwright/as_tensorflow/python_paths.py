"""The public namespaces with the names that programs import from TensorFlow's inner modules, `tensorflow.python.…`."""

from __future__ import annotations

# Module path below `tensorflow.python` -> namespaces of `tf`, "" for `tf` itself; the first that has a name serves it.
PATHS: dict[str, tuple[str, ...]] = {
    "autograph": ("autograph",),
    "autograph.impl.api": ("autograph",),
    "autograph.lang.directives": ("autograph.experimental",),
    "checkpoint.checkpoint": ("train",),
    "checkpoint.checkpoint_management": ("train",),
    "data.ops.dataset_ops": ("data",),
    "distribute.distribute_lib": ("distribute",),
    "distribute.input_lib": ("distribute",),
    "distribute.mirrored_strategy": ("distribute",),
    "distribute.one_device_strategy": ("distribute",),
    "distribute.reduce_util": ("distribute",),
    "distribute.values": ("distribute",),
    "eager.backprop": ("",),
    "eager.context": ("", "config"),
    "eager.def_function": ("", "config"),
    "eager.forwardprop": ("autodiff",),
    "eager.monitoring": ("__internal__.monitoring",),
    "eager.polymorphic_function.def_function": ("", "config"),
    "eager.polymorphic_function.polymorphic_function": ("", "config"),
    "eager.wrap_function": ("compat.v1",),
    "data.experimental.ops.distribute": (),
    "feature_column.feature_column_v2": ("feature_column",),
    "framework.composite_tensor": ("__internal__",),
    "framework.config": ("config", "config.experimental", "__internal__.config"),
    "framework.constant_op": ("",),
    "framework.convert_to_constants": ("__internal__.graph_util", "compat.v1.graph_util"),
    "framework.device_spec": ("",),
    "framework.dtypes": ("dtypes", "dtypes.experimental", ""),
    "framework.errors": ("errors",),
    "framework.errors_impl": ("errors",),
    "framework.func_graph": ("__internal__",),
    "framework.graph_util": ("graph_util", "compat.v1"),
    "framework.importer": ("graph_util",),
    "framework.indexed_slices": ("",),
    "framework.ops": ("", "__internal__", "compat.v1"),
    "framework.random_seed": ("random",),
    "framework.sparse_tensor": ("sparse",),
    "framework.tensor": ("",),
    "framework.tensor_conversion": ("",),
    "framework.tensor_shape": ("",),
    "framework.tensor_spec": ("",),
    "framework.tensor_util": ("", "dtypes"),
    "framework.smart_cond": ("__internal__.smart_cond",),
    "framework.type_spec": ("", "experimental"),
    "framework.type_spec_registry": (),
    "lib.io.file_io": ("io.gfile",),
    "lib.io.tf_record": ("io",),
    "module.module": ("",),
    "ops.array_ops": ("", "linalg", "quantization"),
    "ops.array_ops_stack": ("",),
    "ops.bitwise_ops": ("bitwise",),
    "ops.check_ops": ("debugging", ""),
    "ops.clip_ops": ("",),
    "ops.cond": ("",),
    "ops.control_flow_assert": ("debugging",),
    "ops.control_flow_case": ("",),
    "ops.control_flow_ops": ("",),
    "ops.control_flow_switch_case": ("",),
    "ops.custom_gradient": ("",),
    "ops.data_flow_ops": ("", "queue"),
    "ops.embedding_ops": ("nn",),
    "ops.functional_ops": ("",),
    "ops.gradient_checker_v2": ("test",),
    "ops.gradients": ("",),
    "ops.gradients_impl": ("",),
    "ops.gradients_util": ("",),
    "ops.image_ops": ("image", "io"),
    "ops.image_ops_impl": ("image", "io"),
    "ops.init_ops": ("compat.v1", "compat.v1.initializers"),
    "ops.init_ops_v2": ("",),
    "ops.io_ops": ("io",),
    "ops.linalg.linalg": ("linalg",),
    "ops.linalg.linalg_impl": ("linalg",),
    "ops.linalg_ops": ("linalg", ""),
    "ops.logging_ops": ("",),
    "ops.lookup_ops": ("lookup",),
    "ops.manip_ops": ("",),
    "ops.map_fn": ("",),
    "ops.math_ops": ("math", "", "dtypes"),
    "ops.nn": ("nn", "compat.v1.nn", "math", "linalg"),
    "ops.nn_impl": ("nn",),
    "ops.nn_ops": ("nn",),
    "ops.parallel_for.control_flow_ops": ("",),
    "ops.parsing_ops": ("io",),
    "ops.ragged.ragged_factory_ops": ("ragged",),
    "ops.ragged.ragged_map_ops": ("",),
    "ops.ragged.ragged_tensor": ("",),
    "ops.random_ops": ("random",),
    "ops.resource_variable_ops": ("",),
    "ops.script_ops": ("",),
    "ops.sets": ("sets",),
    "ops.sort_ops": ("",),
    "ops.sparse_ops": ("sparse",),
    "ops.special_math_ops": ("math", ""),
    "ops.state_ops": ("",),
    "ops.stateful_random_ops": ("random",),
    "ops.stateless_random_ops": ("random",),
    "ops.string_ops": ("strings",),
    "ops.summary_ops_v2": ("summary",),
    "ops.tensor_array_ops": ("",),
    "ops.unconnected_gradients": ("",),
    "ops.variable_scope": ("compat.v1", ""),
    "ops.variables": ("",),
    "ops.while_loop": ("",),
    "platform.gfile": ("io.gfile",),
    "platform.test": ("test",),
    "platform.tf_logging": ("compat.v1.logging", "compat.v1"),
    "profiler.profiler_v2": ("profiler.experimental",),
    "saved_model.load": ("saved_model",),
    "saved_model.save": ("saved_model",),
    "saved_model.model_utils.mode_keys": (),
    "tf2": ("__internal__.tf2",),
    "pywrap_tensorflow": ("compat.v1.train",),
    "saved_model.builder": ("compat.v1.saved_model.builder", "compat.v1.saved_model"),
    "tpu.topology": ("tpu.experimental",),
    "tpu.tpu": ("tpu", "compat.v1.tpu"),
    "tpu.tpu_embedding_for_serving": ("tpu.experimental.embedding",),
    "tpu.tpu_embedding_v1": ("tpu.experimental.embedding",),
    "tpu.tpu_embedding_v2": ("tpu.experimental.embedding",),
    "tpu.tpu_embedding_v2_utils": ("tpu.experimental.embedding",),
    "tpu.tpu_embedding_v3": ("tpu.experimental.embedding",),
    "trackable.autotrackable": ("__internal__.tracking",),
    "trackable.base": ("__internal__.tracking",),
    "trackable.data_structures": ("__internal__.tracking",),
    "trackable.resource": ("saved_model.experimental",),
    "summary.summary": ("compat.v1.summary",),
    "training.checkpoint_management": ("train",),
    "types.core": ("types.experimental",),
    "util.compat": ("compat",),
    "util.nest": ("nest", "__internal__.nest"),
    "util.tf_decorator": ("__internal__.decorator", "compat.v1.flags.tf_decorator"),
}

# More of these: namespaces, "." for `tf` itself -> modules that look there, too, after those above.
_MORE: dict[str, str] = {
    ".": "framework.none_tensor framework.tensor_conversion_registry ops.critical_section_ops ops.histogram_ops",
    ". experimental": "data.ops.optional_ops",
    "__internal__": "distribute.load_context ops.control_flow_switch_case util.keras_deps",
    "__internal__.autograph": "autograph.core.ag_ctx",
    "__internal__.distribute": "distribute.sharded_variable",
    "__internal__.distribute.combinations __internal__.test.combinations": (
        "distribute.combinations distribute.strategy_combinations"
    ),
    "__internal__.test.combinations": "framework.test_combinations",
    "__internal__.distribute __internal__.distribute.interim": "distribute.merge_call_interim",
    "__internal__.feature_column": "feature_column.feature_column_v2_types feature_column.serialization",
    "__internal__.function": "eager.polymorphic_function.polymorphic_function",
    "__internal__.mixed_precision": "training.experimental.mixed_precision",
    "__internal__.ops": "ops.resource_variable_ops ops.weights_broadcast_ops",
    "__internal__.saved_model": "saved_model.load saved_model.nested_structure_coder",
    "__internal__.saved_model.load": "saved_model.revived_types",
    "__internal__.tracking": "checkpoint.graph_view trackable.base_delegate",
    "__internal__.tracking compat.v1.train": "checkpoint.checkpoint",
    "__internal__.train": "training.experimental.mixed_precision_global_state",
    "__internal__.types": "types.core",
    "autograph": "autograph.utils.ag_logging",
    "autograph.experimental": "autograph.core.converter",
    "compat": "compat.compat",
    "compat.v1": (
        "client.session compat.v2_compat framework.constant_op framework.device_spec framework.indexed_slices "
        "framework.random_seed framework.sparse_tensor framework.stack framework.tensor framework.tensor_shape "
        "framework.versions ops.clip_ops ops.control_flow_v2_toggles ops.data_flow_ops ops.io_ops ops.linalg_ops "
        "ops.logging_ops ops.numerics ops.parsing_ops ops.partitioned_variables ops.random_ops "
        "ops.resource_variables_toggle ops.script_ops ops.session_ops ops.state_ops ops.string_ops ops.template "
        "ops.variable_v1 ops.variables"
    ),
    "compat.v1 .": "ops.standard_ops",
    "compat.v1 experimental": "framework.load_library",
    "compat.v1 io": "ops.sparse_ops",
    "compat.v1 linalg sparse": "ops.math_ops",
    "compat.v1 nn": "ops.array_ops",
    "compat.v1.app": "platform.app",
    "compat.v1.autograph __internal__.autograph autograph.experimental": "autograph.impl.api",
    "compat.v1.data.experimental": "data.experimental.ops.batching",
    "compat.v1.distribute": "distribute.distribute_utils distribute.mirrored_strategy distribute.one_device_strategy",
    "compat.v1.distribute __internal__.distribute distribute.experimental": "distribute.distribute_lib",
    "compat.v1.distribute.experimental": "distribute.parameter_server_strategy",
    "compat.v1.distributions": (
        "ops.distributions.bernoulli ops.distributions.beta ops.distributions.categorical ops.distributions.dirichlet "
        "ops.distributions.dirichlet_multinomial ops.distributions.distribution ops.distributions.distributions "
        "ops.distributions.exponential ops.distributions.gamma ops.distributions.kullback_leibler "
        "ops.distributions.laplace ops.distributions.multinomial ops.distributions.normal "
        "ops.distributions.student_t ops.distributions.uniform"
    ),
    "compat.v1.errors": "framework.errors_impl",
    "compat.v1.feature_column": "feature_column.feature_column",
    "compat.v1.gfile": "platform.gfile",
    "compat.v1.graph_util __internal__.graph_util": "framework.graph_util_impl",
    "compat.v1.image": "ops.image_ops_impl",
    "compat.v1.io": "lib.io.tf_record",
    "compat.v1.losses": "ops.losses.losses ops.losses.losses_impl ops.losses.util",
    "compat.v1.metrics": "ops.metrics ops.metrics_impl",
    "compat.v1.nn": "ops.candidate_sampling_ops ops.ctc_ops ops.rnn",
    "compat.v1.nn linalg": "ops.nn_impl",
    "compat.v1.nn nn.experimental": "ops.nn_ops",
    "compat.v1.profiler": "profiler.model_analyzer profiler.option_builder profiler.tfprof_logger",
    "compat.v1.ragged": "ops.ragged.ragged_factory_ops ops.ragged.ragged_tensor_value",
    "compat.v1.resource_loader": "platform.resource_loader",
    "compat.v1.saved_model": (
        "saved_model.constants saved_model.signature_def_utils_impl saved_model.simple_save saved_model.utils_impl"
    ),
    "compat.v1.saved_model saved_model __internal__.saved_model": "saved_model.loader_impl",
    "compat.v1.saved_model.builder": "saved_model.builder_impl",
    "compat.v1.saved_model.loader compat.v1.saved_model": "saved_model.loader",
    "compat.v1.saved_model.main_op": "saved_model.main_op saved_model.main_op_impl",
    "compat.v1.saved_model.signature_def_utils": "saved_model.signature_def_utils",
    "compat.v1.saved_model.utils compat.v1.saved_model": "saved_model.utils",
    "compat.v1.python_io io": "lib.io.python_io",
    "compat.v1 errors": "client.client_lib",
    "compat.v1 . errors": "framework.framework_lib",
    "saved_model compat.v1.saved_model saved_model.experimental": "saved_model.saved_model",
    "data.experimental.service data.experimental": (
        "data.experimental.ops.data_service_ops data.experimental.service data.experimental.service.server_lib"
    ),
    "compat.v1.initializers": "ops.initializers_ns",
    "compat.v1.layers": "layers.layers",
    "compat.v1.nn.rnn_cell": "ops.rnn_cell ops.rnn_cell_impl",
    "test compat.v1.test": "eager.test",
    "compat.v1.sets": "ops.sets_impl",
    "compat.v1.summary": "summary.summary summary.writer.writer summary.writer.writer_cache",
    "compat.v1.test": "ops.gradient_checker platform.googletest platform.test",
    "compat.v1.train": (
        "checkpoint.checkpoint_management summary.summary_iterator training.adadelta training.adagrad "
        "training.adagrad_da training.adam training.basic_loops training.basic_session_run_hooks "
        "training.checkpoint_utils training.coordinator training.device_setter training.ftrl "
        "training.gradient_descent training.learning_rate_decay training.summary_io "
        "training.input training.momentum training.monitored_session training.optimizer "
        "training.proximal_adagrad training.proximal_gradient_descent training.py_checkpoint_reader "
        "training.queue_runner training.queue_runner_impl training.rmsprop training.saver training.server_lib "
        "training.session_manager training.session_run_hook training.supervisor training.sync_replicas_optimizer "
        "training.training training.training_util training.warm_starting_util"
    ),
    "compat.v1.user_ops": "user_ops.user_ops",
    "config": "eager.polymorphic_function.eager_function_run",
    "config.threading": "framework.config",
    "data compat.v1.data": "data.ops.readers",
    "data data.experimental compat.v1.data": "data.ops.iterator_ops",
    "data.experimental": (
        "data.experimental.ops.cardinality data.experimental.ops.distribute "
        "data.experimental.ops.distributed_save_op data.experimental.ops.enumerate_ops "
        "data.experimental.ops.error_ops data.experimental.ops.from_list data.experimental.ops.get_single_element "
        "data.experimental.ops.grouping data.experimental.ops.io data.experimental.ops.iterator_model_ops "
        "data.experimental.ops.iterator_ops data.experimental.ops.lookup_ops "
        "data.experimental.ops.pad_to_cardinality data.experimental.ops.parsing_ops "
        "data.experimental.ops.prefetching_ops data.experimental.ops.random_access data.experimental.ops.resampling "
        "data.experimental.ops.scan_ops data.experimental.ops.shuffle_ops data.experimental.ops.snapshot "
        "data.experimental.ops.take_while_ops data.experimental.ops.unique data.experimental.ops.writers "
        "data.ops.debug_mode"
    ),
    "data.experimental compat.v1.data": "data.ops.dataset_ops",
    "data.experimental compat.v1.data.experimental": (
        "data.experimental.ops.counter data.experimental.ops.interleave_ops data.experimental.ops.random_ops "
        "data.experimental.ops.readers"
    ),
    "data.experimental data": "data.ops.options",
    "debugging": "util.traceback_utils",
    "distribute.cluster_resolver": (
        "distribute.cluster_resolver distribute.cluster_resolver.cluster_resolver "
        "distribute.cluster_resolver.gce_cluster_resolver distribute.cluster_resolver.kubernetes_cluster_resolver "
        "distribute.cluster_resolver.slurm_cluster_resolver distribute.cluster_resolver.tfconfig_cluster_resolver "
        "distribute.cluster_resolver.tpu.tpu_cluster_resolver distribute.cluster_resolver.tpu_cluster_resolver"
    ),
    "distribute.experimental": "distribute.collective_util distribute.failure_handling.failure_handling",
    "distribute.experimental.partitioners": "distribute.sharded_variable",
    "distribute": "distribute.cross_device_ops distribute.parameter_server_strategy_v2",
    "distribute.coordinator": "distribute.coordinator.cluster_coordinator distribute.coordinator.remote_value",
    "distribute.experimental compat.v1.distribute.experimental": "distribute.central_storage_strategy",
    "distribute.experimental.coordinator": "distribute.coordinator.values",
    "experimental": (
        "ops.ragged.dynamic_ragged_shape ops.ragged.row_partition ops.structured.structured_tensor util.dispatch"
    ),
    "experimental debugging __internal__.eager_context compat.v1": "eager.context",
    "experimental experimental.extension_type": "framework.extension_type",
    "experimental.dlpack": "dlpack.dlpack",
    "experimental.numpy": (
        "ops.numpy_ops ops.numpy_ops.np_array_ops ops.numpy_ops.np_dtypes ops.numpy_ops.np_math_ops "
        "ops.numpy_ops.np_utils"
    ),
    "experimental.numpy .": "ops.numpy_ops.np_arrays",
    "experimental.numpy.random": "ops.numpy_ops.np_random",
    "feature_column": "feature_column.sequence_feature_column",
    "feature_column __internal__.feature_column compat.v1.feature_column": "feature_column.feature_column_v2",
    "feature_column compat.v1.feature_column": "feature_column.feature_column_lib",
    "image": "ops.random_crop_ops",
    "io": "framework.graph_io ops.parsing_config",
    "linalg": (
        "ops.linalg.linear_operator ops.linalg.linear_operator_adjoint ops.linalg.linear_operator_block_diag "
        "ops.linalg.linear_operator_block_lower_triangular ops.linalg.linear_operator_circulant "
        "ops.linalg.linear_operator_composition ops.linalg.linear_operator_diag "
        "ops.linalg.linear_operator_full_matrix ops.linalg.linear_operator_householder "
        "ops.linalg.linear_operator_identity ops.linalg.linear_operator_inversion "
        "ops.linalg.linear_operator_kronecker ops.linalg.linear_operator_low_rank_update "
        "ops.linalg.linear_operator_lower_triangular ops.linalg.linear_operator_permutation "
        "ops.linalg.linear_operator_toeplitz ops.linalg.linear_operator_tridiag ops.linalg.linear_operator_zeros"
    ),
    "linalg.experimental": "ops.linalg.sparse.conjugate_gradient",
    "lookup.experimental compat.v1 compat.v1.lookup": "ops.lookup_ops",
    "math": "ops.check_ops",
    "math compat.v1": "ops.bincount_ops ops.confusion_matrix",
    "math.special": "ops.special_math_ops",
    "nn": "ops.nn_impl_distribute",
    "ragged . math strings": "ops.ragged.ragged_ops",
    "profiler.experimental": "profiler.trace",
    "profiler.experimental.client": "profiler.profiler_client",
    "ragged": (
        "ops.ragged.ragged_array_ops ops.ragged.ragged_concat_ops ops.ragged.ragged_functional_ops "
        "ops.ragged.ragged_math_ops ops.ragged.segment_id_ops"
    ),
    "random": "ops.random_ops_util",
    "random.experimental compat.v1.random": "ops.stateless_random_ops",
    "saved_model": "saved_model.load_options saved_model.signature_constants saved_model.tag_constants trackable.asset",
    "saved_model saved_model.experimental": "saved_model.save_options",
    "saved_model.experimental": "saved_model.fingerprinting",
    "signal": (
        "ops.signal.dct_ops ops.signal.fft_ops ops.signal.mel_ops ops.signal.mfcc_ops ops.signal.reconstruction_ops "
        "ops.signal.shape_ops ops.signal.signal ops.signal.spectral_ops ops.signal.window_ops"
    ),
    "strings compat.v1": "ops.ragged.ragged_string_ops",
    "summary": "summary.tb_summary",
    "summary.experimental compat.v1.summary": "ops.summary_ops_v2",
    "sysconfig": "platform.sysconfig",
    "test": "platform.benchmark",
    "test test.experimental compat.v1.test": "framework.test_util",
    "train": "checkpoint.checkpoint_options checkpoint.checkpoint_view checkpoint.trackable_view",
    "train __internal__.train": "training.moving_averages",
    "train.experimental": (
        "checkpoint.sharding.sharding_policies checkpoint.sharding.sharding_util trackable.python_state"
    ),
    "types.experimental": "types.trace",
    "types.experimental.distributed distribute": "types.distribute",
    "xla.experimental": "compiler.xla.xla",
}
for _namespaces, _modules in _MORE.items():
    for _module in _modules.split():
        _places = tuple("" if place == "." else place for place in _namespaces.split())
        PATHS[_module] = PATHS.get(_module, ()) + _places

# Module path below `tensorflow.python` -> its names for what has another public name, "name=public.name", or
# that mean what version 1 means by them: TensorFlow's `array_ops.where` is `compat.v1.where`.
OTHER_NAMES: dict[str, str] = {
    "checkpoint.checkpoint_management": "update_checkpoint_state_internal=__internal__.train.update_checkpoint_state",
    "compiler.xla.jit": "experimental_jit_scope=xla.experimental.jit_scope",
    "data.experimental.ops.cardinality": (
        "INFINITE=data.experimental.INFINITE_CARDINALITY UNKNOWN=data.experimental.UNKNOWN_CARDINALITY"
    ),
    "data.ops.dataset_ops": (
        "INFINITE=data.INFINITE_CARDINALITY UNKNOWN=data.UNKNOWN_CARDINALITY _NumpyIterator=data.NumpyIterator "
        "get_legacy_output_classes=compat.v1.data.get_output_classes "
        "get_legacy_output_shapes=compat.v1.data.get_output_shapes "
        "get_legacy_output_types=compat.v1.data.get_output_types"
    ),
    "data.ops.iterator_ops": "IteratorBase=data.Iterator",
    "data.util.structure": (
        "_RaggedTensorStructure=compat.v1.data.experimental.RaggedTensorStructure "
        "_SparseTensorStructure=compat.v1.data.experimental.SparseTensorStructure "
        "_TensorArrayStructure=compat.v1.data.experimental.TensorArrayStructure "
        "_TensorStructure=compat.v1.data.experimental.TensorStructure"
    ),
    "distribute.collective_all_reduce_strategy": (
        "CollectiveAllReduceStrategy=distribute.MultiWorkerMirroredStrategy "
        "CollectiveAllReduceStrategyV1=compat.v1.distribute.experimental.MultiWorkerMirroredStrategy "
        "_CollectiveAllReduceStrategyExperimental=distribute.experimental.MultiWorkerMirroredStrategy"
    ),
    "distribute.distribute_lib": (
        "get_distribution_strategy=distribute.get_strategy has_distribution_strategy=distribute.has_strategy"
    ),
    "eager.remote": (
        "connect_to_cluster=config.experimental_connect_to_cluster "
        "connect_to_remote_host=config.experimental_connect_to_host"
    ),
    "feature_column.feature_column_v2": (
        "_StateManagerImpl=__internal__.feature_column.StateManager "
        "categorical_column_with_vocabulary_file=compat.v1.feature_column.categorical_column_with_vocabulary_file "
        "shared_embedding_columns_v2=feature_column.shared_embeddings"
    ),
    "framework.common_shapes": "broadcast_shape=broadcast_static_shape",
    "framework.config": (
        "get_optimizer_experimental_options=config.optimizer.get_experimental_options "
        "get_optimizer_jit=config.optimizer.get_jit "
        "set_optimizer_experimental_options=config.optimizer.set_experimental_options "
        "set_optimizer_jit=config.optimizer.set_jit"
    ),
    "framework.ops": "_colocate_with=compat.v1.colocate_with",
    "framework.tensor_conversion": "convert_to_tensor_v1_with_dispatch=compat.v1.convert_to_tensor",
    "framework.tensor_util": "constant_value=get_static_value",
    "framework.test_util": (
        "TensorFlowTestCase=test.TestCase assert_equal_graph_def=compat.v1.test.assert_equal_graph_def "
        "assert_equal_graph_def_v1=compat.v1.test.assert_equal_graph_def"
    ),
    "framework.tfrt_utils": "enabled=__internal__.is_tfrt_enabled",
    "lib.io.file_io": (
        "copy=compat.v1.gfile.Copy create_dir=compat.v1.gfile.MkDir create_dir_v2=io.gfile.mkdir "
        "delete_file=compat.v1.gfile.Remove delete_file_v2=io.gfile.remove "
        "delete_recursively=compat.v1.gfile.DeleteRecursively delete_recursively_v2=io.gfile.rmtree "
        "file_exists=compat.v1.gfile.Exists file_exists_v2=io.gfile.exists get_matching_files=compat.v1.gfile.Glob "
        "get_matching_files_v2=io.gfile.glob is_directory=compat.v1.gfile.IsDirectory "
        "is_directory_v2=io.gfile.isdir list_directory=compat.v1.gfile.ListDirectory "
        "list_directory_v2=io.gfile.listdir recursive_create_dir=compat.v1.gfile.MakeDirs "
        "recursive_create_dir_v2=io.gfile.makedirs rename=compat.v1.gfile.Rename stat=compat.v1.gfile.Stat "
        "walk=compat.v1.gfile.Walk"
    ),
    "ops.array_ops": (
        "batch_to_space=compat.v1.batch_to_space boolean_mask=compat.v1.boolean_mask "
        "expand_dims=compat.v1.expand_dims extract_image_patches_v2=image.extract_patches gather=compat.v1.gather "
        "gather_nd=compat.v1.gather_nd ones_like=compat.v1.ones_like pad=compat.v1.pad "
        "reverse_sequence=compat.v1.reverse_sequence shape=compat.v1.shape size=compat.v1.size "
        "space_to_batch=compat.v1.nn.space_to_batch squeeze=compat.v1.squeeze transpose=compat.v1.transpose "
        "where=compat.v1.where zeros_like=compat.v1.zeros_like"
    ),
    "ops.batch_ops": "batch_function=nondifferentiable_batch_function",
    "ops.check_ops": (
        "assert_equal=compat.v1.debugging.assert_equal assert_greater=compat.v1.debugging.assert_greater "
        "assert_greater_equal=compat.v1.debugging.assert_greater_equal "
        "assert_integer=compat.v1.debugging.assert_integer assert_less=compat.v1.debugging.assert_less "
        "assert_less_equal=compat.v1.debugging.assert_less_equal assert_near=compat.v1.debugging.assert_near "
        "assert_negative=compat.v1.debugging.assert_negative "
        "assert_non_negative=compat.v1.debugging.assert_non_negative "
        "assert_non_positive=compat.v1.debugging.assert_non_positive "
        "assert_none_equal=compat.v1.debugging.assert_none_equal "
        "assert_positive=compat.v1.debugging.assert_positive assert_rank=compat.v1.debugging.assert_rank "
        "assert_rank_at_least=compat.v1.debugging.assert_rank_at_least "
        "assert_rank_in=compat.v1.debugging.assert_rank_in assert_scalar=compat.v1.debugging.assert_scalar "
        "assert_shapes=compat.v1.debugging.assert_shapes assert_type=compat.v1.debugging.assert_type"
    ),
    "ops.cond": "cond_for_tf_v2=cond",
    "ops.control_flow_util_v2": "set_output_all_intermediates=compat.v1.experimental.output_all_intermediates",
    "ops.ctc_ops": (
        "ctc_beam_search_decoder=compat.v1.nn.ctc_beam_search_decoder ctc_loss=compat.v1.nn.ctc_loss "
        "ctc_loss_v3=nn.ctc_loss"
    ),
    "ops.embedding_ops": (
        "embedding_lookup=compat.v1.nn.embedding_lookup "
        "embedding_lookup_sparse=compat.v1.nn.embedding_lookup_sparse "
        "safe_embedding_lookup_sparse=compat.v1.nn.safe_embedding_lookup_sparse"
    ),
    "ops.gradients_impl": "HessiansV2=hessians gradients=compat.v1.gradients hessians=compat.v1.hessians",
    "ops.image_ops_impl": (
        "draw_bounding_boxes=compat.v1.image.draw_bounding_boxes extract_glimpse=compat.v1.image.extract_glimpse "
        "non_max_suppression_with_overlaps=image.non_max_suppression_overlaps "
        "resize_image_with_pad_v2=image.resize_with_pad resize_images_v2=image.resize "
        "sample_distorted_bounding_box=compat.v1.image.sample_distorted_bounding_box"
    ),
    "ops.init_ops": (
        "UniformUnitScaling=compat.v1.initializers.uniform_unit_scaling "
        "identity_initializer=compat.v1.initializers.identity"
    ),
    "ops.init_ops_v2": (
        "Constant=constant_initializer Ones=ones_initializer RandomNormal=random_normal_initializer "
        "RandomUniform=random_uniform_initializer Zeros=zeros_initializer constant=constant_initializer "
        "normal=random_normal_initializer one=ones_initializer ones=ones_initializer "
        "random_normal=random_normal_initializer random_uniform=random_uniform_initializer "
        "uniform=random_uniform_initializer zero=zeros_initializer zeros=zeros_initializer"
    ),
    "ops.linalg.linalg_impl": "matrix_exponential=linalg.expm",
    "ops.linalg_ops": "norm=compat.v1.norm",
    "ops.lookup_ops": "HashTable=compat.v1.lookup.StaticHashTable",
    "ops.math_ops": (
        "_add_dispatch=__operators__.add argmax=compat.v1.math.argmax argmin=compat.v1.math.argmin "
        "count_nonzero=compat.v1.math.count_nonzero linspace_nd=linspace scalar_mul=compat.v1.math.scalar_mul "
        "sparse_segment_mean_v2=sparse.segment_mean sparse_segment_sqrt_n_v2=sparse.segment_sqrt_n "
        "sparse_segment_sum_v2=sparse.segment_sum tensor_equals=__operators__.eq tensor_not_equals=__operators__.ne"
    ),
    "ops.nn_impl": (
        "batch_norm_with_global_normalization=compat.v1.nn.batch_norm_with_global_normalization "
        "depthwise_conv2d=compat.v1.nn.depthwise_conv2d moments=compat.v1.nn.moments nce_loss=compat.v1.nn.nce_loss "
        "sampled_softmax_loss=compat.v1.nn.sampled_softmax_loss separable_conv2d=compat.v1.nn.separable_conv2d "
        "sigmoid_cross_entropy_with_logits=compat.v1.nn.sigmoid_cross_entropy_with_logits "
        "sufficient_statistics=compat.v1.nn.sufficient_statistics "
        "weighted_cross_entropy_with_logits=compat.v1.nn.weighted_cross_entropy_with_logits "
        "weighted_moments=compat.v1.nn.weighted_moments"
    ),
    "ops.nn_ops": (
        "avg_pool=compat.v1.nn.avg_pool conv1d=compat.v1.nn.conv1d conv2d=compat.v1.nn.conv2d "
        "conv2d_transpose=compat.v1.nn.conv2d_transpose conv3d_transpose=compat.v1.nn.conv3d_transpose "
        "conv3d=compat.v1.nn.conv3d dilation2d=compat.v1.nn.dilation2d "
        "max_pool_with_argmax=compat.v1.nn.max_pool_with_argmax "
        "convolution=compat.v1.nn.convolution crelu=compat.v1.nn.crelu dropout=compat.v1.nn.dropout "
        "erosion2d=compat.v1.nn.erosion2d fractional_avg_pool=compat.v1.nn.fractional_avg_pool "
        "fractional_max_pool=compat.v1.nn.fractional_max_pool in_top_k=compat.v1.math.in_top_k "
        "log_softmax=compat.v1.nn.log_softmax max_pool=compat.v1.nn.max_pool pool=compat.v1.nn.pool "
        "softmax=compat.v1.nn.softmax "
        "softmax_cross_entropy_with_logits=compat.v1.nn.softmax_cross_entropy_with_logits "
        "softmax_cross_entropy_with_logits_v2_helper=compat.v1.nn.softmax_cross_entropy_with_logits_v2 "
        "sparse_softmax_cross_entropy_with_logits=compat.v1.nn.sparse_softmax_cross_entropy_with_logits"
    ),
    "ops.numerics": "verify_tensor_all_finite_v2=debugging.assert_all_finite",
    "ops.numpy_ops.np_config": "enable_numpy_behavior=experimental.numpy.experimental_enable_numpy_behavior",
    "ops.parsing_ops": (
        "decode_csv=compat.v1.io.decode_csv parse_example=compat.v1.io.parse_example "
        "parse_single_example=compat.v1.io.parse_single_example"
    ),
    "ops.proto_ops": "decode_proto=io.decode_proto encode_proto=io.encode_proto",
    "ops.linalg_ops_impl": "eye=eye",
    "ops.ragged.ragged_batch_gather_ops": "batch_gather=compat.v1.batch_gather",
    "ops.ragged.ragged_embedding_ops": (
        "embedding_lookup=compat.v1.nn.embedding_lookup embedding_lookup_sparse=compat.v1.nn.embedding_lookup_sparse "
        "safe_embedding_lookup_sparse=compat.v1.nn.safe_embedding_lookup_sparse"
    ),
    "ops.ragged.ragged_image_ops": "resize_images_v1=compat.v1.image.resize_images resize_images_v2=image.resize",
    "ops.ragged.ragged_array_ops": (
        "bitcast=bitcast broadcast_dynamic_shape=broadcast_dynamic_shape broadcast_to=broadcast_to "
        "dynamic_partition=dynamic_partition expand_dims=expand_dims fill=fill ones=ones rank=rank reverse=reverse "
        "size=size split=split tile=tile zeros=zeros"
    ),
    "ops.ragged.ragged_concat_ops": "concat=concat stack=stack",
    "ops.ragged.ragged_math_ops": (
        "add_n=add_n dropout_v1=compat.v1.nn.dropout dropout_v2=nn.dropout matmul=matmul reduce_all=reduce_all "
        "reduce_any=reduce_any reduce_mean=reduce_mean reduce_min=reduce_min reduce_prod=reduce_prod "
        "reduce_std=math.reduce_std reduce_sum=reduce_sum reduce_variance=math.reduce_variance "
        "segment_max=math.unsorted_segment_max segment_mean=math.unsorted_segment_mean "
        "segment_min=math.unsorted_segment_min segment_prod=math.unsorted_segment_prod "
        "segment_sqrt_n=math.unsorted_segment_sqrt_n segment_sum=math.unsorted_segment_sum softmax=nn.softmax"
    ),
    "ops.ragged.ragged_squeeze_op": "squeeze=squeeze",
    "ops.ragged.ragged_getitem": "ragged_tensor_getitem=__operators__.ragged_getitem",
    "ops.ragged.ragged_string_ops": (
        "string_bytes_split=strings.bytes_split string_split_v2=strings.split strings_split_v1=compat.v1.strings.split"
    ),
    "ops.random_ops": "random_poisson_v2=random.poisson",
    "ops.script_ops": "eager_py_func=py_function",
    "ops.sparse_ops": (
        "_sparse_cross=sparse.cross _sparse_cross_hashed=sparse.cross_hashed sparse_add_v2=sparse.add "
        "sparse_bincount=sparse.bincount sparse_concat_v2=sparse.concat sparse_cross=sparse.cross "
        "sparse_cross_hashed=sparse.cross_hashed sparse_expand_dims=sparse.expand_dims sparse_eye=sparse.eye "
        "sparse_reduce_max_v2=sparse.reduce_max sparse_reduce_sum_v2=sparse.reduce_sum sparse_split_v2=sparse.split"
    ),
    "ops.special_math_ops": "_einsum_v1=einsum _einsum_v2=einsum",
    "ops.stateless_random_ops": (
        "stateless_random_binomial=random.stateless_binomial stateless_random_gamma=random.stateless_gamma "
        "stateless_random_normal=random.stateless_normal stateless_random_poisson=random.stateless_poisson "
        "stateless_random_uniform=random.stateless_uniform"
    ),
    "ops.string_ops": (
        "reduce_join=compat.v1.strings.reduce_join string_format=strings.format "
        "string_length=compat.v1.strings.length string_length_v2=strings.length "
        "string_to_hash_bucket=strings.to_hash_bucket string_to_number=strings.to_number "
        "substr=compat.v1.strings.substr substr_deprecated=compat.v1.substr"
    ),
    "ops.while_loop": "while_loop=compat.v1.while_loop",
    "ops.tensor_getitem_override": "_slice_helper=__operators__.getitem",
    "platform.benchmark": "TensorFlowBenchmark=test.Benchmark",
    "profiler.profiler_v2": "start_server=profiler.experimental.server.start",
    "trackable.data_structures": "wrap_or_unwrap=__internal__.tracking.wrap",
    "types.distribute": (
        "DistributedDatasetInterface=distribute.DistributedDataset "
        "DistributedIteratorInterface=distribute.DistributedIterator"
    ),
}

# `ops.nn` has the names of these modules.
OTHER_NAMES["ops.nn"] = " ".join(
    OTHER_NAMES[f"ops.{_module}"] for _module in ("ctc_ops", "embedding_ops", "nn_impl", "nn_ops")
)

# The inside of TensorFlow's AutoGraph, which TensorFlow Probability imports and few programs use: ours is written in C++.
_AUTOGRAPH = """
    converters.break_statements converters.continue_statements converters.return_statements core.converter core.naming
    pyct.anno pyct.common_transformers.anf pyct.compiler pyct.inspect_utils pyct.loader pyct.naming pyct.parser
    pyct.qual_names pyct.static_analysis.activity pyct.templates pyct.transformer
"""

# What `as_tensorflow/inner_names.py`, or the file before the colon, has for them besides.
INNER_NAMES: dict[str, str] = {
    "autograph.impl.api": "StackTraceMapper",
    "client.device_lib": "list_local_devices",
    "client.timeline": "Timeline",
    "distribute.ps_values": "AggregatingVariable",
    "feature_column.feature_column_lib": "EmbeddingColumn IndicatorColumn SequenceCategoricalColumn "
    "SequenceNumericColumn",
    "feature_column.feature_column_v2": "SequenceCategoricalColumn SequenceNumericColumn "
    "EmbeddingColumn IndicatorColumn StateManager _StateManagerImpl",
    "framework.convert_to_constants": "convert_variables_to_constants_v2_as_graph",
    "platform.build_info": "build_info",
    "util.all_util": "util_names: make_all remove_undocumented",
    "util.function_utils": "util_names: fn_args get_func_code get_func_name has_kwargs",
    **{f"autograph.{module}": "" for module in _AUTOGRAPH.split()},
    "autograph.pyct.transformer": "Base",
    "data.experimental.ops.distribute": "compute_batch_size",
    "data.util.random_seed": "get_seed",
    "framework.random_seed": "DEFAULT_GRAPH_SEED",
    "eager.context": "Context _reset_context graph_mode async_wait context get_config get_device_name global_seed "
    "internal_operation_seed num_gpus set_global_seed",
    "eager.record": "should_record_backprop",
    "eager.tape": "",
    "framework.ops": "NullContextmanager is_dense_tensor_like name_scope name_scope_v1 numpy_text",
    "framework.tensor_shape": "probability_names: as_shape",
    "framework.tensor_util": "probability_names: constant_value_as_shape try_evaluate_constant",
    "ops.array_ops": "probability_names: prevent_gradient",
    "ops.control_flow_case": "probability_names: _case_helper",
    "ops.data_flow_ops": "Barrier BaseStagingArea MapStagingArea StagingArea",
    "ops.init_ops": "Constant GlorotNormal GlorotUniform Identity Ones Orthogonal RandomNormal RandomUniform "
    "TruncatedNormal VarianceScaling Zeros",
    "ops.linalg.linear_operator": "probability_names: make_composite_tensor",
    "ops.linalg.linear_operator_addition": "",
    "ops.nn_ops": "probability_names: Convolution",
    "ops.parallel_for.control_flow_ops": "probability_names: pfor",
    "ops.list_ops": "list_names: empty_tensor_list tensor_list_concat tensor_list_from_tensor tensor_list_gather "
    "tensor_list_get_item tensor_list_pop_back tensor_list_reserve tensor_list_scatter tensor_list_set_item tensor_list_split "
    "tensor_list_stack",
    "ops.session_ops": "TensorHandle",
    "ops.random_ops": "probability_names: parameterized_truncated_normal",
    "util.nest": "probability_names: flatten_with_joined_string_paths flatten_with_tuple_paths_up_to "
    "is_nested_or_composite is_sequence_or_composite map_structure_with_paths "
    "_is_namedtuple _sequence_like _yield_sorted_items _yield_value "
    "assert_shallow_structure flatten_with_tuple_paths map_structure_with_tuple_paths map_structure_with_tuple_paths_up_to",
    "framework.c_api_util": "ApiDefMap",
    "framework.function_def_to_graph": "function_def_to_graph",
    "grappler.tf_optimizer": "OptimizeGraph",
    "lib.io.tf_record": "tf_record_iterator",
    "framework.type_spec": "BatchableTypeSpec",
    "framework.tensor_spec": "BoundedTensorSpec DenseSpec",
    "framework.type_spec_registry": "_NAME_TO_TYPE_SPEC _TYPE_SPEC_TO_NAME get_name lookup register",
    "ops.clustering_ops": "kmeans_plus_plus_initialization kmc2_chain_initialization nearest_neighbors",
    "ops.control_flow_ops": "get_enclosing_xla_context",
    "ops.control_flow_util": "ENABLE_CONTROL_FLOW_V2 GraphOrParentsInXlaContext IsInXLAContext",
    "ops.lookup_ops": "LookupInterface",
    "ops.ragged.ragged_util": "",
    "ops.resource_variable_ops": "BaseResourceVariable VariableSpec",
    "data.ops.from_generator_op": "_GeneratorDataset",
    "data.ops.from_sparse_tensor_slices_op": "_SparseTensorSliceDataset",
    "data.ops.from_tensor_slices_op": "_TensorSliceDataset",
    "data.ops.from_tensors_op": "_TensorDataset",
    "data.ops.iterator_ops": "OwnedIterator",
    "data.ops.range_op": "_RangeDataset",
    "data.util.structure": "NoneTensorSpec",
    "distribute.values": "DistributedVariable",
    "distribute.distribute_utils": "cache_variable_reads",
    "distribute.input_ops": "",
    "distribute.cluster_resolver": "",
    "keras": "keras_paths: Input Model Sequential",
    "layers.utils": "keras_paths: constant_value conv_input_length conv_output_length convert_data_format "
    "deconv_output_length normalize_data_format normalize_padding normalize_tuple smart_cond",
    "training.moving_averages": "weighted_moving_average",
    "training.server_lib": "",
    "saved_model.model_utils.mode_keys": "KerasModeKeys",
    "saved_model.save": "save_and_return_nodes",
    "ops.variable_scope": "EagerVariableStore _get_default_variable_store",
    "pywrap_tfe": "TF_ListPluggablePhysicalDevices",
    "trackable.base": "no_automatic_dependency_tracking_scope no_manual_dependency_tracking_scope",
    "trackable.data_structures": "ListWrapper NoDependency _DictWrapper",
    "trackable.resource": "RestoredResource",
    "util.deprecation": "util_names: deprecated deprecated_alias deprecated_arg_values deprecated_args "
    "deprecated_argument_lookup deprecated_endpoints silence",
    "util.dispatch": "util_names: GlobalOpDispatcher OpDispatcher add_dispatch_support dispatch_for_types",
    "util.object_identity": "util_names: ObjectIdentityDictionary ObjectIdentitySet Reference",
    "util.tf_contextlib": "util_names: contextmanager",
    "util.tf_export": "util_names: InvalidSymbolNameError KERAS_API_NAME TENSORFLOW_API_NAME api_export "
    "get_canonical_name_for_symbol get_symbol_from_name get_v1_names get_v2_names keras_export tf_export",
    "util.tf_inspect": "util_names: ArgSpec FullArgSpec Parameter Signature currentframe getargspec getcallargs getdoc "
    "getfile getframeinfo getfullargspec getmembers getmodule getmro getsource getsourcefile getsourcelines isanytargetmethod "
    "isbuiltin isclass isdatadescriptor isframe isfunction isgenerator isgeneratorfunction ismethod ismodule isroutine "
    "signature stack",
    "util.variable_utils": "util_names: convert_variables_to_tensors",
}

# Module path below `tensorflow.tools`.
TOOLS_NAMES: dict[str, str] = {
    "docs.doc_controls": "util_names: decorate_all_class_attributes do_not_doc_in_subclasses do_not_doc_inheritable "
    "do_not_generate_docs doc_in_current_and_subclasses doc_private for_subclass_implementers get_header "
    "get_inheritable_header header hide_from_search inheritable_header set_deprecated",
}

# Module path below `tensorflow.compiler`: the namespaces, and what `as_tensorflow/compiler_names.py` has for it besides.
COMPILER_PATHS: dict[str, tuple[str, ...]] = {"tf2xla.python.xla": ("math",)}
COMPILER_NAMES: dict[str, str] = {
    "tf2xla.python.xla": "compiler_names: add bitcast_convert_type broadcast clamp complex concatenate convert_element_type "
    "div dot dynamic_slice dynamic_update_slice einsum eq ge gt igamma igammac key_value_sort le lt max min mul ne neg "
    "optimization_barrier polygamma pow rem reshape rev select shift_left shift_right_arithmetic shift_right_logical slice sort "
    "sub transpose zeta",
}

# Module path below `tensorflow.lite`: the namespaces, and what `as_tensorflow/compiler_names.py` has for it besides.
LITE_PATHS: dict[str, tuple[str, ...]] = {
    "python.interpreter": ("lite", "lite.experimental"),
    "python.lite": ("lite", "lite.experimental"),
    "python.op_hint": (),
}
LITE_NAMES: dict[str, str] = {"python.convert": "compiler_names: ConverterError"}

# Names that TensorFlow's inner modules spell otherwise than its public namespaces.
RENAMED: dict[str, str] = {
    "MakeNdarray": "make_ndarray",
    "convert_to_tensor_v2_with_dispatch": "convert_to_tensor",
    "is_tf_type": "is_tensor",
}
