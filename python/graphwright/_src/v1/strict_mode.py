"""tf.experimental.enable_strict_mode: calls of what TensorFlow calls deprecated raise, where they would only work."""

from __future__ import annotations

import functools
import inspect

from graphwright import _core
from graphwright._src.base import export as export_module
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Namespace -> its deprecated functions. Those with arguments in parentheses are so where one has that value, or, while a graph is
# made, where one is given at all.
DEPRECATED = {
    "": """
        foldl(back_prop=False) foldr(back_prop=False)
        guarantee_const
        import_graph_def(op_dict) map_fn(back_prop=False,dtype) scan(back_prop=False) while_loop(back_prop=False)""",
    "compat.v1": """
        Print accumulate_n all_variables arg_max arg_min argmax(dimension) argmin(dimension) batch_gather
        batch_scatter_update clip_by_average_norm colocate_with cond(fn1,fn2)
        count_nonzero(keep_dims,reduction_indices) count_up_to create_partitioned_variables decode_raw(bytes)
        disable_resource_variables div expand_dims(dim) extract_image_patches(ksizes)
        gather(validate_indices) guarantee_const import_graph_def(op_dict) initialize_all_tables
        initialize_all_variables initialize_local_variables initialize_variables load_file_system_library
        map_fn(dtype) multinomial norm(keep_dims) py_func quantize_v2 reduce_all(keep_dims) reduce_any(keep_dims)
        reduce_join(keep_dims) reduce_logsumexp(keep_dims) reduce_max(keep_dims) reduce_min(keep_dims)
        reduce_prod(keep_dims) reduce_sum(keep_dims) reverse_sequence(seq_dim,batch_dim) setdiff1d
        sparse_add(thresh) sparse_concat(concat_dim) sparse_matmul sparse_merge
        sparse_reduce_max(keep_dims,reduction_axes) sparse_reduce_max_sparse(keep_dims)
        sparse_reduce_sum(keep_dims,reduction_axes) sparse_reduce_sum_sparse(keep_dims) sparse_split(split_dim)
        sparse_to_dense squeeze(squeeze_dims) string_split(delimiter) substr to_bfloat16 to_complex128 to_complex64
        to_double to_float to_int32 to_int64""",
    "compat.v1.config": """
        experimental_functions_run_eagerly experimental_run_functions_eagerly""",
    "compat.v1.config.experimental": """
        get_memory_usage""",
    "compat.v1.config.optimizer": """
        set_jit(jit_config=True)""",
    "compat.v1.data.experimental": """
        Counter RaggedTensorStructure SparseTensorStructure TensorArrayStructure TensorStructure
        bucket_by_sequence_length choose_from_datasets dense_to_ragged_batch dense_to_sparse_batch enumerate_dataset
        get_next_as_optional get_single_element group_by_window ignore_errors make_saveable_from_iterator
        map_and_batch map_and_batch_with_legacy_function parallel_interleave parse_example_dataset
        rejection_resample sample_from_datasets scan shuffle_and_repeat snapshot take_while unbatch unique""",
    "compat.v1.feature_column": """
        bucketized_column categorical_column_with_hash_bucket categorical_column_with_identity
        categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list crossed_column
        embedding_column indicator_column input_layer linear_model make_parse_example_spec numeric_column
        sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity
        sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list
        sequence_numeric_column weighted_categorical_column""",
    "compat.v1.graph_util": """
        convert_variables_to_constants extract_sub_graph import_graph_def(op_dict) must_run_on_cpu
        remove_training_nodes tensor_shape_from_node_def_name""",
    "compat.v1.image": """
        crop_and_resize(box_ind) extract_image_patches(ksizes) resize_area resize_bicubic resize_bilinear
        resize_nearest_neighbor sample_distorted_bounding_box""",
    "compat.v1.io": """
        decode_raw(bytes) tf_record_iterator""",
    "compat.v1.linalg": """
        l2_normalize(dim) norm(keep_dims)""",
    "compat.v1.lite": """
        toco_convert""",
    "compat.v1.lite.experimental": """
        convert_op_hints_to_stubs""",
    "compat.v1.losses": """
        cosine_distance(dim)""",
    "compat.v1.math": """
        accumulate_n argmax(dimension) argmin(dimension) count_nonzero(keep_dims,reduction_indices)
        l2_normalize(dim) log_softmax(dim) reduce_all(keep_dims) reduce_any(keep_dims) reduce_logsumexp(keep_dims)
        reduce_max(keep_dims) reduce_min(keep_dims) reduce_prod(keep_dims) reduce_sum(keep_dims) softmax(dim)""",
    "compat.v1.metrics": """
        auc sparse_average_precision_at_k sparse_precision_at_k""",
    "compat.v1.nn": """
        bidirectional_dynamic_rnn conv1d(data_format='NCHW',data_format='NHWC') dropout(keep_prob) dynamic_rnn
        fractional_avg_pool fractional_max_pool l2_normalize(dim) log_softmax(dim) softmax(dim)
        softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2(dim) static_bidirectional_rnn
        static_rnn static_state_saving_rnn weighted_cross_entropy_with_logits(targets)""",
    "compat.v1.python_io": """
        tf_record_iterator""",
    "compat.v1.quantization": """
        quantize_and_dequantize""",
    "compat.v1.random": """
        multinomial stateless_multinomial""",
    "compat.v1.saved_model": """
        build_tensor_info get_tensor_from_tensor_info load main_op_with_restore simple_save""",
    "compat.v1.saved_model.loader": """
        load""",
    "compat.v1.saved_model.main_op": """
        main_op main_op_with_restore""",
    "compat.v1.saved_model.utils": """
        build_tensor_info get_tensor_from_tensor_info""",
    "compat.v1.sparse": """
        add(thresh) concat(concat_dim) merge reduce_max(keep_dims,reduction_axes) reduce_max_sparse(keep_dims)
        reduce_sum(keep_dims,reduction_axes) reduce_sum_sparse(keep_dims) split(split_dim)""",
    "compat.v1.strings": """
        reduce_join(keep_dims)""",
    "compat.v1.test": """
        compute_gradient compute_gradient_error is_gpu_available""",
    "compat.v1.train": """
        add_queue_runner batch batch_join checkpoint_exists get_checkpoint_mtimes input_producer limit_epochs
        range_input_producer remove_checkpoint shuffle_batch shuffle_batch_join slice_input_producer
        start_queue_runners string_input_producer update_checkpoint_state""",
    "compat.v1.train.queue_runner": """
        add_queue_runner start_queue_runners""",
    "compat.v1.xla.experimental": """
        compile""",
    "config": """
        experimental_functions_run_eagerly experimental_run_functions_eagerly""",
    "config.experimental": """
        get_memory_usage""",
    "config.optimizer": """
        set_jit(jit_config=True)""",
    "data.experimental": """
        Counter RandomDataset bucket_by_sequence_length choose_from_datasets dense_to_ragged_batch
        dense_to_sparse_batch enumerate_dataset get_next_as_optional get_single_element group_by_window
        ignore_errors load make_saveable_from_iterator map_and_batch parallel_interleave parse_example_dataset
        rejection_resample sample_from_datasets save scan shuffle_and_repeat snapshot take_while unbatch unique""",
    "feature_column": """
        bucketized_column categorical_column_with_hash_bucket categorical_column_with_identity
        categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list crossed_column
        embedding_column indicator_column make_parse_example_spec numeric_column
        sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity
        sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list
        sequence_numeric_column shared_embeddings weighted_categorical_column""",
    "graph_util": """
        import_graph_def(op_dict)""",
    "linalg": """
        l2_normalize(dim)""",
    "math": """
        accumulate_n l2_normalize(dim)""",
    "nn": """
        l2_normalize(dim)""",
    "quantization": """
        quantize_and_dequantize""",
    "test": """
        is_gpu_available""",
    "xla.experimental": """
        compile""",
}
_on = False


@export("experimental.enable_strict_mode")
def enable_strict_mode() -> None:
    """Lets deprecated functions and arguments raise RuntimeError from now on (tf.experimental.enable_strict_mode).

    It acts on functions as users find them in their namespaces; what was imported from there by name before stays as it is.

    >>> import subprocess, sys
    >>> lines = "import graphwright as tf", "tf.experimental.enable_strict_mode()", "tf.compat.v1.to_float(3)"
    >>> ended = subprocess.run([sys.executable, "-c", "; ".join(lines)], capture_output=True, text=True)
    >>> print(ended.stderr.splitlines()[-1])
    RuntimeError: tf.compat.v1.to_float is deprecated, which raises an error in strict mode (tf.experimental.enable_strict_mode)
    """
    global _on
    if _on:
        return
    for path, names in DEPRECATED.items():
        for entry in names.split():
            last, _, arguments = entry.rstrip(")").partition("(")
            name = f"{path}.{last}" if path else last
            function = export_module.exported(name)
            export_module.replace(name, _strict(function, name, arguments.split(",") if arguments else []))
    _on = True


def _strict(function: Any, name: str, arguments: list[str]) -> Any:
    """Returns a function that raises where the other one is called, or where it gets one of the arguments."""
    signature = inspect.signature(function) if arguments else None
    # Argument -> the one value that is deprecated, or "".
    values = {argument: value for argument, _, value in (each.partition("=") for each in arguments)}

    @functools.wraps(function)
    def strict(*args: Any, **kwargs: Any) -> Any:
        if signature is None:
            raise _error(f"tf.{name}")
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError:
            return function(*args, **kwargs)  # which says what is wrong
        for argument, value in values.items():
            # As in TensorFlow, an argument may have any value while ops run at once.
            if argument in given and (value == repr(given[argument]) if value else not _core.executing_eagerly()):
                raise _error(f"{argument}={given[argument]!r} of tf.{name}")
        return function(*args, **kwargs)

    return strict


def _error(what: str) -> RuntimeError:
    return RuntimeError(
        f"{what} is deprecated, which raises an error in strict mode (tf.experimental.enable_strict_mode)"
    )
