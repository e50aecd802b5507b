"""The deprecated parts of TensorFlow: functions, arguments and values of arguments, and what takes their place."""

from __future__ import annotations

# Module of TensorFlow -> lines of: public names ("v1." for "compat.v1.", "*" for both) | the name there, "-" where it is the
# last of these | deprecated arguments, or none where the whole function is | the date of the end, if there is one | what to do.
TABLE = {
    "checkpoint.checkpoint_management": """
        v1.train.checkpoint_exists | - | | | Look for the files with the usual functions for files.
        v1.train.get_checkpoint_mtimes | - | | | Ask for the times with the usual functions for files.
        v1.train.remove_checkpoint | - | | | Delete the files with the usual functions for files.
        v1.train.update_checkpoint_state | - | | | Use `tf.train.CheckpointManager`.""",
    "checkpoint.checkpoint_options": """
        *train.CheckpointOptions.__init__ | CheckpointOptions.__init__ | experimental_enable_async_checkpoint | \
            | Use `enable_async`.""",
    "compiler.xla.xla": """
        *xla.experimental.compile | - | | | Use `@tf.function(jit_compile=True)`.""",
    "data.experimental.ops.batching": """
        *data.experimental.dense_to_ragged_batch | - | | | Use `tf.data.Dataset.ragged_batch`.
        *data.experimental.dense_to_sparse_batch | - | | | Use `tf.data.Dataset.sparse_batch`.
        *data.experimental.map_and_batch | - | | | Use `tf.data.Dataset.map` with `num_parallel_calls`, then \
            `tf.data.Dataset.batch`.
        v1.data.experimental.map_and_batch_with_legacy_function | - | | | Use \
            `tf.data.experimental.map_and_batch()`.
        *data.experimental.unbatch | - | | | Use `tf.data.Dataset.unbatch()`.""",
    "data.experimental.ops.counter": """
        v1.data.experimental.Counter | CounterV1 | | | Use `tf.data.Dataset.counter`.
        data.experimental.Counter | CounterV2 | | | Use `tf.data.Dataset.counter`.""",
    "data.experimental.ops.enumerate_ops": """
        *data.experimental.enumerate_dataset | - | | | Use `tf.data.Dataset.enumerate()`.""",
    "data.experimental.ops.error_ops": """
        *data.experimental.ignore_errors | - | | | Use `tf.data.Dataset.ignore_errors`.""",
    "data.experimental.ops.get_single_element": """
        *data.experimental.get_single_element | - | | | Use `tf.data.Dataset.get_single_element()`.""",
    "data.experimental.ops.grouping": """
        *data.experimental.bucket_by_sequence_length | - | | | Use `tf.data.Dataset.bucket_by_sequence_length`.
        *data.experimental.group_by_window | - | | | Use `tf.data.Dataset.group_by_window`.""",
    "data.experimental.ops.interleave_ops": """
        v1.data.experimental.choose_from_datasets | choose_from_datasets_v1 | | | Use \
            `tf.data.Dataset.choose_from_datasets`.
        data.experimental.choose_from_datasets | choose_from_datasets_v2 | | | Use \
            `tf.data.Dataset.choose_from_datasets`.
        *data.experimental.parallel_interleave | - | | | Use `tf.data.Dataset.interleave` with \
            `num_parallel_calls`, and `tf.data.Options.deterministic` if the order does not matter.
        v1.data.experimental.sample_from_datasets | sample_from_datasets_v1 | | | Use \
            `tf.data.Dataset.sample_from_datasets`.
        data.experimental.sample_from_datasets | sample_from_datasets_v2 | | | Use \
            `tf.data.Dataset.sample_from_datasets`.""",
    "data.experimental.ops.io": """
        data.experimental.load | - | | | Use `tf.data.Dataset.load`.
        data.experimental.save | - | | | Use `tf.data.Dataset.save`.""",
    "data.experimental.ops.iterator_ops": """
        *data.experimental.make_saveable_from_iterator | - | | | Use `tf.train.Checkpoint`; this is for \
            `tf.compat.v1.train.Saver`.""",
    "data.experimental.ops.parsing_ops": """
        *data.experimental.parse_example_dataset | - | | | Use `tf.data.Dataset.map(tf.io.parse_example(...))`.""",
    "data.experimental.ops.resampling": """
        *data.experimental.rejection_resample | - | | | Use `tf.data.Dataset.rejection_resample`.""",
    "data.experimental.ops.scan_ops": """
        *data.experimental.scan | - | | | Use `tf.data.Dataset.scan`.""",
    "data.experimental.ops.shuffle_ops": """
        *data.experimental.shuffle_and_repeat | - | | | Use `tf.data.Dataset.shuffle`, then \
            `tf.data.Dataset.repeat`.""",
    "data.experimental.ops.snapshot": """
        *data.experimental.snapshot | - | | | Use `tf.data.Dataset.snapshot`.""",
    "data.experimental.ops.take_while_ops": """
        *data.experimental.take_while | - | | | Use `tf.data.Dataset.take_while`.""",
    "data.experimental.ops.unique": """
        *data.experimental.unique | - | | | Use `tf.data.Dataset.unique`.""",
    "data.experimental.ops.writers": """
        *data.experimental.TFRecordWriter.__init__ | TFRecordWriter.__init__ | | | Write records with \
            `tf.io.TFRecordWriter`, data sets with `tf.data.Dataset.save`.""",
    "data.ops.dataset_ops": """
        v1.data.Dataset.filter_with_legacy_function | DatasetV1.filter_with_legacy_function | | | Use \
            `tf.data.Dataset.filter()`.
        v1.data.Dataset.from_sparse_tensor_slices | DatasetV1.from_sparse_tensor_slices | | | Use \
            `tf.data.Dataset.from_tensor_slices`.
        v1.data.Dataset.make_initializable_iterator | DatasetV1.make_initializable_iterator | | | It is for \
            graphs of TensorFlow 1; elsewhere write `for element in dataset`.
        v1.data.Dataset.make_one_shot_iterator | DatasetV1.make_one_shot_iterator | | | It is for graphs of \
            TensorFlow 1; elsewhere write `for element in dataset`.
        v1.data.Dataset.map_with_legacy_function | DatasetV1.map_with_legacy_function | | | Use \
            `tf.data.Dataset.map()`.
        v1.data.Dataset.output_classes | DatasetV1.output_classes | | | Use \
            `tf.compat.v1.data.get_output_classes(dataset)`.
        v1.data.Dataset.output_shapes | DatasetV1.output_shapes | | | Use \
            `tf.compat.v1.data.get_output_shapes(dataset)`.
        v1.data.Dataset.output_types | DatasetV1.output_types | | | Use \
            `tf.compat.v1.data.get_output_types(dataset)`.
        *data.Dataset.from_generator | DatasetV2.from_generator | output_types,output_shapes | | Use \
            `output_signature`.""",
    "data.ops.iterator_ops": """
        v1.data.Iterator.output_classes | Iterator.output_classes | | | Use \
            `tf.compat.v1.data.get_output_classes(iterator)`.
        v1.data.Iterator.output_shapes | Iterator.output_shapes | | | Use \
            `tf.compat.v1.data.get_output_shapes(iterator)`.
        v1.data.Iterator.output_types | Iterator.output_types | | | Use \
            `tf.compat.v1.data.get_output_types(iterator)`.
        *data.experimental.get_next_as_optional | - | | | Use `tf.data.Iterator.get_next_as_optional()`.""",
    "data.util.structure": """
        v1.data.experimental.RaggedTensorStructure | _RaggedTensorStructure | | | Use `tf.RaggedTensorSpec`.
        v1.data.experimental.SparseTensorStructure | _SparseTensorStructure | | | Use `tf.SparseTensorSpec`.
        v1.data.experimental.TensorArrayStructure | _TensorArrayStructure | | | Use `tf.TensorArraySpec`.
        v1.data.experimental.TensorStructure | _TensorStructure | | | Use `tf.TensorSpec`.""",
    "distribute.collective_all_reduce_strategy": """
        distribute.experimental.MultiWorkerMirroredStrategy.__init__ | \
            _CollectiveAllReduceStrategyExperimental.__init__ | | | Use \
            `distribute.MultiWorkerMirroredStrategy`.""",
    "distribute.collective_util": """
        *distribute.experimental.CollectiveHints.__new__ | Hints.__new__ | | | Use \
            `distribute.experimental.CommunicationOptions`.""",
    "distribute.distribute_lib": """
        v1.distribute.StrategyExtended.experimental_run_steps_on_iterator | \
            StrategyExtendedV1.experimental_run_steps_on_iterator | | | Use `run`.
        v1.distribute.Strategy.experimental_run | StrategyV1.experimental_run | | | Use `run`.""",
    "distribute.failure_handling.failure_handling": """
        distribute.experimental.PreemptionCheckpointHandler.total_run_calls | \
            PreemptionCheckpointHandler.total_run_calls | | | Use `a`.""",
    "eager.polymorphic_function.eager_function_run": """
        *config.experimental_functions_run_eagerly | - | | | Use `tf.config.functions_run_eagerly`.
        *config.experimental_run_functions_eagerly | - | | | Use `tf.config.run_functions_eagerly`.""",
    "eager.polymorphic_function.polymorphic_function": """
        *function | - | experimental_compile | | Use `jit_compile`.
        *function | - | experimental_follow_type_hints | | Leave the argument out.
        *function | - | experimental_relax_shapes | | Use `reduce_retracing`.""",
    "feature_column.feature_column": """
        v1.feature_column.input_layer | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        v1.feature_column.linear_model | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        v1.feature_column.make_parse_example_spec | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.""",
    "feature_column.feature_column_v2": """
        *feature_column.bucketized_column | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        *feature_column.categorical_column_with_hash_bucket | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        *feature_column.categorical_column_with_identity | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        v1.feature_column.categorical_column_with_vocabulary_file | - | | | Use preprocessing layers of Keras, \
            or `tf.keras.utils.FeatureSpace`.
        feature_column.categorical_column_with_vocabulary_file | categorical_column_with_vocabulary_file_v2 | | \
            | Use preprocessing layers of Keras, or `tf.keras.utils.FeatureSpace`.
        *feature_column.categorical_column_with_vocabulary_list | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        *feature_column.crossed_column | - | | | Use `tf.keras.layers.HashedCrossing`.
        *feature_column.embedding_column | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        *feature_column.indicator_column | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        feature_column.make_parse_example_spec | make_parse_example_spec_v2 | | | Use preprocessing layers of \
            Keras, or `tf.keras.utils.FeatureSpace`.
        *feature_column.numeric_column | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        v1.feature_column.shared_embedding_columns | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.
        feature_column.shared_embeddings | shared_embedding_columns_v2 | | | Use preprocessing layers of Keras, \
            or `tf.keras.utils.FeatureSpace`.
        *feature_column.weighted_categorical_column | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.""",
    "feature_column.sequence_feature_column": """
        *feature_column.sequence_categorical_column_with_hash_bucket | - | | | Use preprocessing layers of \
            Keras, or `tf.keras.utils.FeatureSpace`.
        *feature_column.sequence_categorical_column_with_identity | - | | | Use preprocessing layers of Keras, \
            or `tf.keras.utils.FeatureSpace`.
        *feature_column.sequence_categorical_column_with_vocabulary_file | - | | | Use preprocessing layers of \
            Keras, or `tf.keras.utils.FeatureSpace`.
        *feature_column.sequence_categorical_column_with_vocabulary_list | - | | | Use preprocessing layers of \
            Keras, or `tf.keras.utils.FeatureSpace`.
        *feature_column.sequence_numeric_column | - | | | Use preprocessing layers of Keras, or \
            `tf.keras.utils.FeatureSpace`.""",
    "framework.config": """
        *config.experimental.get_memory_usage | - | | | Use `tf.config.experimental.get_memory_info(device)`.
        *config.optimizer.set_jit | set_optimizer_jit | jit_config=True | | Use `"autoclustering"`.""",
    "framework.convert_to_constants": """
        v1.graph_util.convert_variables_to_constants | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.""",
    "framework.graph_util_impl": """
        v1.graph_util.extract_sub_graph | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.
        v1.graph_util.must_run_on_cpu | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.
        v1.graph_util.remove_training_nodes | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.
        v1.graph_util.tensor_shape_from_node_def_name | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.""",
    "framework.importer": """
        *graph_util.import_graph_def *import_graph_def | - | op_dict | | The argument has no effect.""",
    "framework.load_library": """
        v1.load_file_system_library | - | | | Use `tf.load_library`.""",
    "framework.ops": """
        *Graph.create_op | Graph.create_op | compute_shapes | | Shapes are always computed; leave the argument \
            out.
        v1.colocate_with | _colocate_with | | | Operations are placed together without it.""",
    "framework.tensor": """
        *Tensor.experimental_ref experimental.numpy.ndarray.experimental_ref | Tensor.experimental_ref | | | Use \
            `ref()`.""",
    "framework.test_util": """
        *test.is_gpu_available | - | | | Use `tf.config.list_physical_devices('GPU')`.""",
    "framework.type_spec": """
        *TypeSpec.most_specific_compatible_type v1.data.experimental.Structure.most_specific_compatible_type | \
            TypeSpec.most_specific_compatible_type | | | Use `most_specific_common_supertype`.""",
    "lib.io.tf_record": """
        v1.io.tf_record_iterator v1.python_io.tf_record_iterator | - | | | Use `tf.data.TFRecordDataset(path)`, \
            eagerly.""",
    "ops.array_ops": """
        v1.batch_gather | - | | 2017-10-25 | Use `tf.gather` with `batch_dims=tf.rank(indices) - 1`.
        v1.expand_dims | - | dim | | Use `axis`.
        v1.extract_image_patches v1.image.extract_image_patches | - | ksizes | | Use `sizes`.
        v1.gather | - | validate_indices | | Leave the argument out: the CPU always checks indices, a GPU never.
        *guarantee_const | - | | | It is for internal use.
        *quantization.quantize_and_dequantize | - | | | Use `tf.quantization.quantize_and_dequantize_v2`.
        v1.quantize_v2 | - | | 2017-10-25 | Use `tf.quantization.quantize`.
        v1.reverse_sequence | - | batch_dim | | Use `batch_axis`.
        v1.reverse_sequence | - | seq_dim | | Use `seq_axis`.
        v1.setdiff1d | - | | 2018-11-30 | Use `tf.sets.difference`.
        v1.squeeze | - | squeeze_dims | | Use `axis`.""",
    "ops.clip_ops": """
        v1.clip_by_average_norm | - | | | Use `tf.clip_by_norm(t, clip_norm * tf.cast(tf.size(t), tf.float32))`.""",
    "ops.cond": """
        v1.cond | - | fn1,fn2 | | Use `true_fn` and `false_fn`.""",
    "ops.distributions.bernoulli": """
        v1.distributions.Bernoulli.__init__ | Bernoulli.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.beta": """
        v1.distributions.Beta.__init__ | Beta.__init__ | | 2019-01-01 | Use `tfp.distributions` of TensorFlow \
            Probability.""",
    "ops.distributions.categorical": """
        v1.distributions.Categorical.__init__ | Categorical.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.dirichlet": """
        v1.distributions.Dirichlet.__init__ | Dirichlet.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.dirichlet_multinomial": """
        v1.distributions.DirichletMultinomial.__init__ | DirichletMultinomial.__init__ | | 2019-01-01 | Use \
            `tfp.distributions` of TensorFlow Probability.""",
    "ops.distributions.distribution": """
        v1.distributions.Distribution.__init__ | Distribution.__init__ | | 2019-01-01 | Use `tfp.distributions` \
            of TensorFlow Probability.
        v1.distributions.ReparameterizationType.__init__ | ReparameterizationType.__init__ | | 2019-01-01 | Use \
            `tfp.distributions` of TensorFlow Probability.""",
    "ops.distributions.exponential": """
        v1.distributions.Exponential.__init__ | Exponential.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.gamma": """
        v1.distributions.Gamma.__init__ | Gamma.__init__ | | 2019-01-01 | Use `tfp.distributions` of TensorFlow \
            Probability.""",
    "ops.distributions.kullback_leibler": """
        v1.distributions.RegisterKL.__init__ | RegisterKL.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.
        v1.distributions.kl_divergence | - | | 2019-01-01 | Use `tfp.distributions` of TensorFlow Probability.""",
    "ops.distributions.laplace": """
        v1.distributions.Laplace.__init__ | Laplace.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.multinomial": """
        v1.distributions.Multinomial.__init__ | Multinomial.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.normal": """
        v1.distributions.Normal.__init__ | Normal.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.student_t": """
        v1.distributions.StudentT.__init__ | StudentT.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.distributions.uniform": """
        v1.distributions.Uniform.__init__ | Uniform.__init__ | | 2019-01-01 | Use `tfp.distributions` of \
            TensorFlow Probability.""",
    "ops.functional_ops": """
        foldl | foldl_v2 | back_prop=False | | Apply `tf.stop_gradient` to the results.
        foldr | foldr_v2 | back_prop=False | | Apply `tf.stop_gradient` to the results.
        scan | scan_v2 | back_prop=False | | Apply `tf.stop_gradient` to the results.""",
    "ops.gen_image_ops": """
        v1.image.resize_area | - | | | Use `tf.image.resize(...method=ResizeMethod.AREA...)`.""",
    "ops.gen_math_ops": """
        v1.arg_max | - | | | Use `tf.math.argmax`.
        v1.arg_min | - | | | Use `tf.math.argmin`.
        v1.sparse_matmul | sparse_mat_mul | | | Use `tf.linalg.matmul`.""",
    "ops.gradient_checker": """
        v1.test.compute_gradient | - | | | Use `tf.test.compute_gradient`.
        v1.test.compute_gradient_error | - | | | Use `tf.test.compute_gradient`.""",
    "ops.image_ops_impl": """
        v1.image.crop_and_resize | crop_and_resize_v1 | box_ind | | Use `box_indices`.
        v1.image.resize_bicubic | - | | | Use `tf.image.resize(...method=ResizeMethod.BICUBIC...)`.
        v1.image.resize_bilinear | - | | | Use `tf.image.resize(...method=ResizeMethod.BILINEAR...)`.
        v1.image.resize_nearest_neighbor | - | | | Use \
            `tf.image.resize(...method=ResizeMethod.NEAREST_NEIGHBOR...)`.
        v1.image.sample_distorted_bounding_box | - | | | Use `tf.image.sample_distorted_bounding_box`, which has \
            no `seed2`.""",
    "ops.init_ops": """
        v1.constant_initializer.__init__ v1.initializers.constant.__init__ | Constant.__init__ | dtype | | Give \
            the dtype to the call of the initializer.
        v1.constant_initializer.__init__ v1.initializers.constant.__init__ | Constant.__init__ | verify_shape | \
            | Objects must have the shape that is asked for, or none must be asked for.
        v1.glorot_normal_initializer.__init__ v1.initializers.glorot_normal.__init__ | GlorotNormal.__init__ | \
            dtype | | Give the dtype to the call of the initializer.
        v1.glorot_uniform_initializer.__init__ v1.initializers.glorot_uniform.__init__ | GlorotUniform.__init__ \
            | dtype | | Give the dtype to the call of the initializer.
        v1.initializers.identity.__init__ | Identity.__init__ | dtype | | Give the dtype to the call of the \
            initializer.
        v1.initializers.ones.__init__ v1.ones_initializer.__init__ | Ones.__init__ | dtype | | Give the dtype to \
            the call of the initializer.
        v1.initializers.orthogonal.__init__ v1.orthogonal_initializer.__init__ | Orthogonal.__init__ | dtype | | \
            Give the dtype to the call of the initializer.
        v1.initializers.random_normal.__init__ v1.random_normal_initializer.__init__ | RandomNormal.__init__ | \
            dtype | | Give the dtype to the call of the initializer.
        v1.initializers.random_uniform.__init__ v1.random_uniform_initializer.__init__ | RandomUniform.__init__ \
            | dtype | | Give the dtype to the call of the initializer.
        v1.initializers.truncated_normal.__init__ v1.truncated_normal_initializer.__init__ | \
            TruncatedNormal.__init__ | dtype | | Give the dtype to the call of the initializer.
        v1.initializers.uniform_unit_scaling.__init__ v1.uniform_unit_scaling_initializer.__init__ | \
            UniformUnitScaling.__init__ | | | Use `tf.initializers.variance_scaling` with \
            `distribution="uniform"`.
        v1.initializers.uniform_unit_scaling.__init__ v1.uniform_unit_scaling_initializer.__init__ | \
            UniformUnitScaling.__init__ | dtype | | Give the dtype to the call of the initializer.
        v1.initializers.variance_scaling.__init__ v1.variance_scaling_initializer.__init__ | \
            VarianceScaling.__init__ | distribution=normal | | Use `truncated_normal`.
        v1.initializers.variance_scaling.__init__ v1.variance_scaling_initializer.__init__ | \
            VarianceScaling.__init__ | dtype | | Give the dtype to the call of the initializer.
        v1.initializers.zeros.__init__ v1.zeros_initializer.__init__ | Zeros.__init__ | dtype | | Give the dtype \
            to the call of the initializer.""",
    "ops.io_ops": """
        v1.FixedLengthRecordReader.__init__ | FixedLengthRecordReader.__init__ | | | Read inputs with `tf.data`: \
            `tf.data.FixedLengthRecordDataset`.
        v1.IdentityReader.__init__ | IdentityReader.__init__ | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.map(...)`.
        v1.LMDBReader.__init__ | LMDBReader.__init__ | | | Read inputs with `tf.data`.
        v1.TFRecordReader.__init__ | TFRecordReader.__init__ | | | Read inputs with `tf.data`: \
            `tf.data.TFRecordDataset`.
        v1.TextLineReader.__init__ | TextLineReader.__init__ | | | Read inputs with `tf.data`: \
            `tf.data.TextLineDataset`.
        v1.WholeFileReader.__init__ | WholeFileReader.__init__ | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.map(tf.read_file)`.""",
    "ops.linalg.linear_operator": """
        *linalg.LinearOperator.__init__ | LinearOperator.__init__ | graph_parents | | Leave the argument out; it \
            is not used.
        *linalg.LinearOperator.graph_parents | LinearOperator.graph_parents | | | Do without it.""",
    "ops.linalg_ops": """
        v1.linalg.norm v1.norm | - | keep_dims | | Use `keepdims`.""",
    "ops.logging_ops": """
        v1.Print | - | | 2018-08-20 | Use `tf.print`; in graphs its operation has to be run, or depended on.""",
    "ops.lookup_ops": """
        v1.initialize_all_tables | - | | | Use `tf.tables_initializer`.""",
    "ops.losses.losses_impl": """
        v1.losses.cosine_distance | - | dim | | Use `axis`.""",
    "ops.map_fn": """
        v1.map_fn | - | dtype | | Use `fn_output_signature`.
        map_fn | map_fn_v2 | back_prop=False | | Apply `tf.stop_gradient` to the results.
        map_fn | map_fn_v2 | dtype | | Use `fn_output_signature`.""",
    "ops.math_ops": """
        v1.accumulate_n *math.accumulate_n | - | | | Use `tf.math.add_n`.
        v1.argmax v1.math.argmax | - | dimension | | Use `axis`.
        v1.argmin v1.math.argmin | - | dimension | | Use `axis`.
        v1.count_nonzero v1.math.count_nonzero | - | keep_dims | | Use `keepdims`.
        v1.count_nonzero v1.math.count_nonzero | - | reduction_indices | | Use `axis`.
        v1.div | - | | | Use `/` or `tf.math.divide`.
        v1.math.reduce_all v1.reduce_all | reduce_all_v1 | keep_dims | | Use `keepdims`.
        v1.math.reduce_any v1.reduce_any | reduce_any_v1 | keep_dims | | Use `keepdims`.
        v1.math.reduce_logsumexp v1.reduce_logsumexp | reduce_logsumexp_v1 | keep_dims | | Use `keepdims`.
        v1.math.reduce_max v1.reduce_max | reduce_max_v1 | keep_dims | | Use `keepdims`.
        v1.math.reduce_min v1.reduce_min | reduce_min_v1 | keep_dims | | Use `keepdims`.
        v1.math.reduce_prod v1.reduce_prod | reduce_prod_v1 | keep_dims | | Use `keepdims`.
        v1.math.reduce_sum v1.reduce_sum | reduce_sum_v1 | keep_dims | | Use `keepdims`.
        v1.to_bfloat16 | - | | | Use `tf.cast`.
        v1.to_complex128 | - | | | Use `tf.cast`.
        v1.to_complex64 | - | | | Use `tf.cast`.
        v1.to_double | - | | | Use `tf.cast`.
        v1.to_float | - | | | Use `tf.cast`.
        v1.to_int32 | - | | | Use `tf.cast`.
        v1.to_int64 | - | | | Use `tf.cast`.""",
    "ops.metrics_impl": """
        v1.metrics.auc | - | | | Use `tf.keras.metrics.AUC`, whose value does not race with updates.
        v1.metrics.sparse_average_precision_at_k | - | | | Use `average_precision_at_k`.
        v1.metrics.sparse_precision_at_k | - | | | Use `precision_at_k`.""",
    "ops.nn_impl": """
        *linalg.l2_normalize *math.l2_normalize *nn.l2_normalize | - | dim | | Use `axis`.
        v1.nn.weighted_cross_entropy_with_logits | - | targets | | Use `labels`.""",
    "ops.nn_ops": """
        v1.nn.conv1d | - | data_format=NCHW | | Use `NCW`.
        v1.nn.conv1d | - | data_format=NHWC | | Use `NWC`.
        v1.nn.dropout | - | keep_prob | | Use `rate`, which is `1 - keep_prob`.
        v1.nn.fractional_avg_pool | - | | | Use `tf.nn.fractional_avg_pool`, which has neither `seed2` nor \
            `deterministic`.
        v1.nn.fractional_max_pool | - | | | Use `tf.nn.fractional_max_pool`, which has neither `seed2` nor \
            `deterministic`.
        v1.math.log_softmax v1.nn.log_softmax | - | dim | | Use `axis`.
        v1.math.softmax v1.nn.softmax | - | dim | | Use `axis`.
        v1.nn.softmax_cross_entropy_with_logits | - | | | Use `tf.nn.softmax_cross_entropy_with_logits_v2`, \
            through which gradients reach the labels, too.
        v1.nn.softmax_cross_entropy_with_logits_v2 | softmax_cross_entropy_with_logits_v2_helper | dim | | Use \
            `axis`.""",
    "ops.parsing_ops": """
        v1.decode_raw v1.io.decode_raw | decode_raw_v1 | bytes | | Use `input_bytes`.""",
    "ops.partitioned_variables": """
        v1.create_partitioned_variables | - | | | Use `tf.get_variable` with a `partitioner`.""",
    "ops.ragged.ragged_string_ops": """
        v1.string_split | - | delimiter | | Use `sep`.""",
    "ops.random_ops": """
        v1.multinomial v1.random.multinomial | - | | | Use `tf.random.categorical`.""",
    "ops.resource_variables_toggle": """
        v1.disable_resource_variables | - | | | Variables that are no resources will not be there for ever.""",
    "ops.rnn": """
        v1.nn.bidirectional_dynamic_rnn | - | | | Use `keras.layers.Bidirectional(keras.layers.RNN(cell))`.
        v1.nn.dynamic_rnn | - | | | Use `keras.layers.RNN(cell)`.
        v1.nn.static_bidirectional_rnn | - | | | Use `keras.layers.Bidirectional(keras.layers.RNN(cell, \
            unroll=True))`.
        v1.nn.static_rnn | - | | | Use `keras.layers.RNN(cell, unroll=True)`.
        v1.nn.static_state_saving_rnn | - | | | Use `keras.layers.RNN(cell, stateful=True)`.""",
    "ops.script_ops": """
        v1.py_func | - | | | Use `tf.py_function`, which takes eager tensors, or `tf.numpy_function`, which \
            takes arrays.""",
    "ops.sparse_ops": """
        v1.sparse.add v1.sparse_add | sparse_add | thresh | | Use `threshold`.
        v1.sparse.concat v1.sparse_concat | sparse_concat | concat_dim | | Use `axis`.
        v1.sparse.merge v1.sparse_merge | sparse_merge | | | Nothing takes its place.
        v1.sparse.reduce_max v1.sparse_reduce_max | sparse_reduce_max | keep_dims | | Use `keepdims`.
        v1.sparse.reduce_max v1.sparse_reduce_max | sparse_reduce_max | reduction_axes | | Use `axis`.
        v1.sparse.reduce_max_sparse v1.sparse_reduce_max_sparse | sparse_reduce_max_sparse | keep_dims | | Use \
            `keepdims`.
        v1.sparse.reduce_sum v1.sparse_reduce_sum | sparse_reduce_sum | keep_dims | | Use `keepdims`.
        v1.sparse.reduce_sum v1.sparse_reduce_sum | sparse_reduce_sum | reduction_axes | | Use `axis`.
        v1.sparse.reduce_sum_sparse v1.sparse_reduce_sum_sparse | sparse_reduce_sum_sparse | keep_dims | | Use \
            `keepdims`.
        v1.sparse.split v1.sparse_split | sparse_split | split_dim | | Use `axis`.
        v1.sparse_to_dense | - | | | Use `tf.sparse.to_dense`.""",
    "ops.state_ops": """
        v1.batch_scatter_update | - | | 2018-11-29 | Use `Variable.batch_scatter_update`.
        v1.count_up_to | - | | | Use `Dataset.range`.""",
    "ops.stateless_random_ops": """
        v1.random.stateless_multinomial | - | | | Use `tf.random.stateless_categorical`.""",
    "ops.string_ops": """
        v1.reduce_join v1.strings.reduce_join | - | keep_dims | | Use `keepdims`.
        v1.substr | substr_deprecated | | | Use `tf.strings.substr`.""",
    "ops.variables": """
        Variable.count_up_to | Variable.count_up_to | | | Use `Dataset.range`.
        Variable.experimental_ref | Variable.experimental_ref | | | Use `ref()`.
        Variable.initialized_value | Variable.initialized_value | | | Use `Variable.read_value`.
        Variable.load | Variable.load | | | Use `Variable.assign`.
        v1.all_variables | - | | 2017-03-02 | Use `tf.global_variables`.
        v1.initialize_all_variables | - | | 2017-03-02 | Use `tf.global_variables_initializer`.
        v1.initialize_local_variables | - | | 2017-03-02 | Use `tf.local_variables_initializer`.
        v1.initialize_variables | - | | 2017-03-02 | Use `tf.variables_initializer`.""",
    "ops.while_loop": """
        while_loop | while_loop_v2 | back_prop=False | | Apply `tf.stop_gradient` to the results.""",
    "platform.gfile": """
        v1.gfile.FastGFile.__init__ | FastGFile.__init__ | | | Use `tf.gfile.GFile`.""",
    "saved_model.builder_impl": """
        v1.saved_model.Builder.add_meta_graph v1.saved_model.builder.SavedModelBuilder.add_meta_graph | \
            SavedModelBuilder.add_meta_graph | legacy_init_op | | Use `main_op`.
        v1.saved_model.Builder.add_meta_graph_and_variables \
            v1.saved_model.builder.SavedModelBuilder.add_meta_graph_and_variables | \
            SavedModelBuilder.add_meta_graph_and_variables | legacy_init_op | | Use `main_op`.""",
    "saved_model.loader_impl": """
        v1.saved_model.load v1.saved_model.loader.load | - | | | Use `tf.saved_model.load`.""",
    "saved_model.main_op_impl": """
        v1.saved_model.main_op.main_op | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.
        v1.saved_model.main_op.main_op_with_restore v1.saved_model.main_op_with_restore | - | | | It is for \
            programs of TensorFlow 1; see https://www.tensorflow.org/guide/migrate.""",
    "saved_model.simple_save": """
        v1.saved_model.simple_save | - | | | It is for programs of TensorFlow 1; see \
            https://www.tensorflow.org/guide/migrate.""",
    "saved_model.utils_impl": """
        v1.saved_model.build_tensor_info v1.saved_model.utils.build_tensor_info | - | | | It is for programs of \
            TensorFlow 1; see https://www.tensorflow.org/guide/migrate.
        v1.saved_model.get_tensor_from_tensor_info v1.saved_model.utils.get_tensor_from_tensor_info | - | | | It \
            is for programs of TensorFlow 1; see https://www.tensorflow.org/guide/migrate.""",
    "training.experimental.loss_scale": """
        v1.mixed_precision.DynamicLossScale.__init__ v1.mixed_precision.experimental.DynamicLossScale.__init__ \
            v1.train.experimental.DynamicLossScale.__init__ | DynamicLossScale.__init__ | | | Use \
            `tf.keras.mixed_precision.LossScaleOptimizer`.
        v1.mixed_precision.FixedLossScale.__init__ v1.mixed_precision.experimental.FixedLossScale.__init__ \
            v1.train.experimental.FixedLossScale.__init__ | FixedLossScale.__init__ | | | Use \
            `tf.keras.mixed_precision.LossScaleOptimizer`.""",
    "training.input": """
        v1.train.batch | - | | | Read inputs with `tf.data`: `tf.data.Dataset.batch(batch_size)`.
        v1.train.batch_join | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.interleave(...).batch(batch_size)`.
        v1.train.input_producer | - | | | Read inputs with `tf.data`: `tf.data.Dataset.from_tensor_slices`.
        v1.train.limit_epochs | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.from_tensors(tensor).repeat(num_epochs)`.
        v1.train.maybe_batch | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.filter(...).batch(batch_size)`.
        v1.train.maybe_batch_join | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.interleave(...).filter(...).batch(batch_size)`.
        v1.train.maybe_shuffle_batch | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.filter(...).shuffle(min_after_dequeue).batch(batch_size)`.
        v1.train.maybe_shuffle_batch_join | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.interleave(...).filter(...).shuffle(min_after_dequeue).batch(batch_size)`.
        v1.train.range_input_producer | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.range(limit).shuffle(limit).repeat(num_epochs)`.
        v1.train.shuffle_batch | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.shuffle(min_after_dequeue).batch(batch_size)`.
        v1.train.shuffle_batch_join | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.interleave(...).shuffle(min_after_dequeue).batch(batch_size)`.
        v1.train.slice_input_producer | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.from_tensor_slices`.
        v1.train.string_input_producer | - | | | Read inputs with `tf.data`: \
            `tf.data.Dataset.from_tensor_slices`.""",
    "training.quantize_training": """
        v1.train.do_quantize_training_on_graphdef | - | | | Nothing takes its place.""",
    "training.queue_runner_impl": """
        v1.train.QueueRunner.__init__ v1.train.queue_runner.QueueRunner.__init__ | QueueRunner.__init__ | | | \
            Read inputs with `tf.data`.
        v1.train.add_queue_runner v1.train.queue_runner.add_queue_runner | - | | | Read inputs with `tf.data`.
        v1.train.queue_runner.start_queue_runners v1.train.start_queue_runners | - | | | Read inputs with \
            `tf.data`.""",
    "training.supervisor": """
        v1.train.Supervisor.__init__ | Supervisor.__init__ | | | Use `tf.train.MonitoredTrainingSession`.""",
    "training.sync_replicas_optimizer": """
        v1.train.SyncReplicasOptimizer.__init__ | SyncReplicasOptimizer.__init__ | | | Use \
            `tf.distribute.Strategy`.""",
    "data.experimental.ops.random_ops": """
        data.experimental.RandomDataset | _RandomDataset.__init__ | | | Use `tf.data.Dataset.random`.""",
}
