"""A file leaves alone what others keep to themselves: names with an underscore before them, of another file."""

import ast
import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from house.imports import PACKAGE, modules, private_uses

# What libraries read of TensorFlow's and of Python's classes, with the class or module that has it.
PUBLISHED = {
    "tensorflow.python.framework.ops.EagerTensor": "_id _num_elements _numpy _rank _shape_tuple",
    "tensorflow.python.framework.ops.Graph": "_check_not_finalized _collections _unsafe_unfinalize",
    "tensorflow.python.framework.ops.Operation": "_set_device_from_string",
    "tensorflow.python.framework.dtypes.DType": "_type_enum",
    "tensorflow.python.framework.tensor_shape.TensorShape": "_dims",
    "tensorflow.python.framework.tensor.BoundedTensorSpec": "_maximum _minimum",
    "tensorflow.python.framework.composite_tensor.CompositeTensor": "_shape_invariant_to_type_spec _type_spec",
    "tensorflow.python.framework.type_spec.TypeSpec": "_component_specs _deserialize _from_components _serialize _to_components "
    "_to_legacy_output_types",
    "tensorflow.python.framework.type_spec.BatchableTypeSpec": "_batch _to_tensor_list _unbatch",
    "tensorflow.python.ops.resource_variable_ops.BaseResourceVariable": "_as_graph_element _get_save_slice_info _graph_element "
    "_in_graph_mode _set_save_slice_info _shared_name _unique_id",
    "tensorflow.python.ops.variable_scope": "_get_default_variable_store",
    "tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor": "_from_row_partition _nested_row_partitions _row_partition",
    "tensorflow.python.ops.ragged.row_partition.RowPartition": "_nrows _nvals _row_lengths _row_splits _uniform_row_length "
    "_value_rowids",
    "tensorflow.python.ops.ragged.dynamic_ragged_shape.DynamicRaggedShape": "_add_row_partitions _row_partitions "
    "_static_inner_shape _to_tensor_shape",
    "tensorflow.python.ops.linalg.linear_operator_identity.LinearOperatorScaledIdentity": "_num_rows",
    "tensorflow.python.ops.summary_ops_v2._ResourceSummaryWriter": "_resource",
    "tensorflow.python.eager.polymorphic_function.polymorphic_function.Function": "_clone _list_all_concrete_functions "
    "_list_all_concrete_functions_for_serialization",
    "tensorflow.python.eager.polymorphic_function.concrete_function.ConcreteFunction": "_arg_keywords _call_flat "
    "_num_positional_args",
    "tensorflow.python.trackable.base.Trackable": "_gather_saveables_for_checkpoint _restore_from_tensors _track_trackable "
    "_trackable_children",
    "tensorflow.python.trackable.data_structures": "_DictWrapper",
    "tensorflow.python.saved_model.signature_serialization._SignatureMap": "_signatures",
    "tensorflow.python.training.optimizer.Optimizer": "_create_or_restore_slot_variable",
    "tensorflow.python.data.util.options.OptionsBase": "_set_mutable",
    "tensorflow.python.data.ops.iterator_ops.OwnedIterator": "_iterator_resource",
    "tensorflow.python.data.ops.dataset_ops.DatasetV2": "_flat_structure _inputs _variant_tensor",
    # What the methods of data sets give are objects of classes with TensorFlow's names.
    "tensorflow.python.data.ops.dataset_ops": "_NestedVariant _OptionsDataset _VariantDataset",
    "tensorflow.python.data.ops.batch_op": "_BatchDataset _ParallelBatchDataset",
    "tensorflow.python.data.ops.concatenate_op": "_ConcatenateDataset",
    "tensorflow.python.data.ops.filter_op": "_FilterDataset",
    "tensorflow.python.data.ops.flat_map_op": "_FlatMapDataset",
    "tensorflow.python.data.ops.from_tensor_slices_op": "_TensorSliceDataset",
    "tensorflow.python.data.ops.from_tensors_op": "_TensorDataset",
    "tensorflow.python.data.ops.group_by_window_op": "_GroupByWindowDataset",
    "tensorflow.python.data.ops.ignore_errors_op": "_IgnoreErrorsDataset",
    "tensorflow.python.data.ops.padded_batch_op": "_PaddedBatchDataset",
    "tensorflow.python.data.ops.prefetch_op": "_PrefetchDataset",
    "tensorflow.python.data.ops.random_op": "_RandomDataset",
    "tensorflow.python.data.ops.range_op": "_RangeDataset",
    "tensorflow.python.data.ops.rebatch_op": "_RebatchDataset",
    "tensorflow.python.data.ops.repeat_op": "_RepeatDataset",
    "tensorflow.python.data.ops.scan_op": "_ScanDataset",
    "tensorflow.python.data.ops.shard_op": "_ShardDataset",
    "tensorflow.python.data.ops.shuffle_op": "_ShuffleDataset",
    "tensorflow.python.data.ops.skip_op": "_SkipDataset",
    "tensorflow.python.data.ops.take_op": "_TakeDataset",
    "tensorflow.python.data.ops.take_while_op": "_TakeWhileDataset",
    "tensorflow.python.data.ops.unique_op": "_UniqueDataset",
    "tensorflow.python.data.ops.window_op": "_WindowDataset",
    "tensorflow.python.data.ops.zip_op": "_ZipDataset",
    "tensorflow.python.data.experimental.ops.batching": "_MapAndBatchDataset",
    "tensorflow.python.data.experimental.ops.cardinality": "_AssertCardinalityDataset",
    "tensorflow.python.data.experimental.ops.from_list": "_ListDataset",
    "_thread": "_local",
    "_thread.RLock": "_at_fork_reinit _is_owned",
    "importlib._bootstrap": "_blocking_on _module_locks",
    "inspect.FullArgSpec": "_asdict _fields _replace",
    "inspect": "_ParameterKind",
    "sys": "_getframe",
    "IPython.core.formatters.IPythonDisplayFormatter": "_ipython_display_",
}

# Uses that are left, above all of members that classes of the core have for their own files here; fewer are welcome.
MOST = 19


def others() -> list[tuple[str, int, str]]:
    """Returns the uses that are not of published names."""
    published = {name for names in PUBLISHED.values() for name in names.split()}
    return [use for use in private_uses() if use[2] not in published]


def test_few_members_of_others_are_used():
    found = others()
    listed = [f"{modules()[module].relative_to(PACKAGE)}:{line}: {name}" for module, line, name in found]
    assert len(found) <= MOST, "\n".join(["make a door in the file that has it:", *listed])


def test_published_names_are_used():
    used = {name for _, _, name in private_uses()}
    assert not [name for names in PUBLISHED.values() for name in names.split() if name not in used]


def owner_of(path: str) -> Any:
    """Returns the class or module of that name."""
    module, _, name = path.rpartition(".")
    try:
        return importlib.import_module(path)
    except ImportError:
        return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("path", PUBLISHED)
def test_published_names_are_theirs(tensorflow, path):
    if path.startswith("IPython"):
        pytest.importorskip("IPython")
    owner = owner_of(path)
    for name in PUBLISHED[path].split():
        # What its objects have is given to them by the class, or by one that it is derived from.
        assert hasattr(owner, name) or any(
            re.search(rf"\bself\.{name}\b.* = |[\"']{name}[\"']", text) for text in map(text_of, inspect.getmro(owner))
        ), (path, name)


def text_of(cls: type) -> str:
    """Returns the source of a class; "" of one in C."""
    file = getattr(sys.modules[cls.__module__], "__file__", "") or ""
    if not file.endswith(".py"):
        return ""
    text = Path(file).read_text(encoding="utf-8")
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and node.name == cls.__name__]
    return "".join(ast.get_source_segment(text, node) or "" for node in found)
