"""Which public namespaces hold what programs import from TensorFlow's inner modules, `tensorflow.python.…`."""

from __future__ import annotations

# Module path below `tensorflow.python` -> namespaces of `tf`, "" for `tf` itself; the first that has a name serves it.
PATHS: dict[str, tuple[str, ...]] = {
    "autograph": ("autograph",),
    "autograph.impl.api": ("autograph",),
    "autograph.lang.directives": ("autograph.experimental",),
    "checkpoint.checkpoint": ("train",),
    "checkpoint.checkpoint_management": ("train",),
    "client.device_lib": ("config",),
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
    "eager.polymorphic_function.def_function": ("", "config"),
    "eager.polymorphic_function.polymorphic_function": ("", "config"),
    "eager.wrap_function": ("compat.v1",),
    "data.experimental.ops.distribute": (),
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
    "ops.nn": ("nn",),
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
    "trackable.autotrackable": ("__internal__.tracking",),
    "trackable.base": ("__internal__.tracking",),
    "trackable.data_structures": ("__internal__.tracking",),
    "training.checkpoint_management": ("train",),
    "types.core": ("types.experimental",),
    "util.compat": ("compat",),
    "util.nest": ("nest", "__internal__.nest"),
    "util.tf_decorator": ("__internal__.decorator",),
}

_TYPES = (
    "INVALID FLOAT DOUBLE INT32 UINT8 INT16 INT8 STRING COMPLEX64 INT64 BOOL QINT8 QUINT8 QINT32 BFLOAT16 QINT16 QUINT16 "
    "UINT16 COMPLEX128 HALF RESOURCE VARIANT UINT32 UINT64 FLOAT8_E5M2 FLOAT8_E4M3FN INT4 UINT4"
)

# The inside of TensorFlow's AutoGraph, which TensorFlow Probability imports and few programs use: ours is written in C++.
_AUTOGRAPH = """
    converters.break_statements converters.continue_statements converters.return_statements core.converter core.naming
    pyct.anno pyct.common_transformers.anf pyct.compiler pyct.inspect_utils pyct.loader pyct.naming pyct.parser
    pyct.qual_names pyct.static_analysis.activity pyct.templates pyct.transformer
"""

# What `as_tensorflow/inner_names.py`, or the file before the colon, has for them besides.
INNER_NAMES: dict[str, str] = {
    **{f"autograph.{module}": "" for module in _AUTOGRAPH.split()},
    "autograph.pyct.transformer": "library_tools: Base",
    "data.experimental.ops.distribute": "compute_batch_size",
    "eager.context": "Context _reset_context async_wait context get_config get_device_name num_gpus",
    "framework.ops": "library_tools: NullContextmanager name_scope_v1",
    "framework.tensor_shape": "probability_names: as_shape",
    "framework.tensor_util": "probability_names: constant_value_as_shape try_evaluate_constant",
    "ops.array_ops": "probability_names: prevent_gradient",
    "ops.init_ops": "library_tools: Constant GlorotNormal GlorotUniform Identity Ones Orthogonal RandomNormal RandomUniform "
    "TruncatedNormal VarianceScaling Zeros",
    "ops.linalg.linear_operator": "probability_names: make_composite_tensor",
    "ops.linalg.linear_operator_addition": "",
    "ops.parallel_for.control_flow_ops": "probability_names: pfor",
    "ops.random_ops": "probability_names: parameterized_truncated_normal",
    "util.nest": "probability_names: _is_namedtuple _sequence_like _yield_sorted_items _yield_value "
    "assert_shallow_structure flatten_with_tuple_paths map_structure_with_tuple_paths map_structure_with_tuple_paths_up_to",
    "framework.c_api_util": "",
    "framework.type_spec": "BatchableTypeSpec",
    "framework.test_util": "library_tools: disable_cudnn_autotune",
    "framework.tensor_spec": "DenseSpec",
    "framework.type_spec_registry": "_NAME_TO_TYPE_SPEC _TYPE_SPEC_TO_NAME get_name lookup register",
    "ops.control_flow_ops": "library_tools: get_enclosing_xla_context",
    "ops.control_flow_util": "library_tools: ENABLE_CONTROL_FLOW_V2 GraphOrParentsInXlaContext IsInXLAContext",
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
    "distribute.distribute_utils": "library_tools: cache_variable_reads",
    "distribute.input_ops": "",
    "distribute.cluster_resolver": "",
    "training.server_lib": "",
    "saved_model.model_utils.mode_keys": "KerasModeKeys",
    "pywrap_tfe": "library_tools: TF_ListPluggablePhysicalDevices",
    "trackable.data_structures": "ListWrapper _DictWrapper",
    "util.deprecation": "library_tools: deprecated deprecated_alias deprecated_arg_values deprecated_args "
    "deprecated_argument_lookup deprecated_endpoints silence",
    "util.dispatch": "library_tools: GlobalOpDispatcher OpDispatcher add_dispatch_support dispatch_for_types",
    "util.object_identity": "library_tools: Reference",
    "util.tf_contextlib": "library_tools: contextmanager",
    "util.tf_export": "library_tools: api_export get_canonical_name_for_symbol get_symbol_from_name keras_export tf_export",
    "util.tf_inspect": "library_tools: ArgSpec FullArgSpec Parameter currentframe getargspec getcallargs getdoc getfile "
    "getfullargspec getmembers getmodule getmro getsource getsourcelines isbuiltin isclass isdatadescriptor isfunction "
    "isgenerator isgeneratorfunction ismethod ismodule isroutine signature stack",
    "util.variable_utils": "library_tools: convert_variables_to_tensors",
}

# Module path below `tensorflow.tools`.
TOOLS_NAMES: dict[str, str] = {
    "docs.doc_controls": "library_tools: decorate_all_class_attributes do_not_doc_in_subclasses do_not_doc_inheritable "
    "do_not_generate_docs doc_in_current_and_subclasses doc_private for_subclass_implementers header hide_from_search "
    "inheritable_header set_deprecated",
}

# Module path below `tensorflow.core`.
CORE_NAMES: dict[str, str] = {
    "framework.attr_value_pb2": "messages: AttrValue NameAttrList",
    "framework.function_pb2": "messages: FunctionDef FunctionDefLibrary GradientDef",
    "framework.graph_pb2": "messages: GraphDef",
    "framework.node_def_pb2": "messages: NodeDef",
    "framework.op_def_pb2": "messages: OpDef",
    "framework.tensor_pb2": "messages: TensorProto",
    "framework.tensor_shape_pb2": "messages: TensorShapeProto",
    "framework.types_pb2": "messages: DataType " + " ".join(f"DT_{name}" for name in _TYPES.split()),
    "framework.versions_pb2": "messages: VersionDef",
    "protobuf.cluster_pb2": "",
    "protobuf.config_pb2": "messages: ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions",
    "protobuf.meta_graph_pb2": "messages: MetaGraphDef SignatureDef TensorInfo",
    "protobuf.saved_model_pb2": "messages: SavedModel",
    "protobuf.trackable_object_graph_pb2": "messages: TrackableObjectGraph",
}

# Module path below `tensorflow.compiler` -> what `as_tensorflow/inner_names.py` has for it.
COMPILER_NAMES: dict[str, str] = {
    "tf2xla.python.xla": "dynamic_update_slice",
}

# Names that TensorFlow's inner modules spell otherwise than its public namespaces.
RENAMED: dict[str, str] = {
    "DatasetV2": "Dataset",
    "convert_to_tensor_v2": "convert_to_tensor",
    "convert_to_tensor_v2_with_dispatch": "convert_to_tensor",
    "is_tf_type": "is_tensor",
    "while_loop_v2": "while_loop",
    "where_v2": "where",
    "cond_v2": "cond",
}
