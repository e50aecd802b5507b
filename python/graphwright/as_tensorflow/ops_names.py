"""Names of `tensorflow.python.ops`, `saved_model`, `trackable` and their like that no public namespace has."""

from __future__ import annotations

import hashlib
import os
from typing import Any, NamedTuple

import graphwright as tf
from graphwright import _core
from graphwright._src.ops import raw_ops
from graphwright._src.v1.partitioners import PartitionedVariable as PartitionedVariable
from graphwright._src.v1.variable_scope import with_variable_store as with_variable_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ResourceVariable = _core.ResourceVariable

# ---- ops.array_ops, ops.math_ops, ops.control_flow_ops, ops.confusion_matrix ----


def tensor_scatter_update(
    tensor: Any, indices: Any, updates: Any, name: str | None = None, bad_indices_policy: str = ""
) -> Any:
    """As tf.tensor_scatter_nd_update; `bad_indices_policy` "IGNORE" leaves out indices that are none."""
    return raw_ops.TensorScatterUpdate(
        tensor=tensor, indices=indices, updates=updates, bad_indices_policy=bad_indices_policy, name=name
    )


def _slice_helper_var(var: Any, slice_spec: Any) -> Any:
    """Returns var[slice_spec]: a part of a variable can be assigned to."""
    if isinstance(var, tf.Variable):
        return tf.Variable.__getitem__(var, slice_spec)
    return tf.__operators__.getitem(var.value(), slice_spec)


def get_positive_axis(axis: int, ndims: int | None, axis_name: str = "axis", ndims_name: str = "ndims") -> int:
    """Returns an axis counted from the front. Raises TypeError where it is no int, ValueError where there is none."""
    if not isinstance(axis, int):
        raise TypeError(f"{axis_name} must be an int; got {type(axis).__name__}")
    if ndims is None:
        if axis < 0:
            raise ValueError(f"{axis_name}={axis} may only be negative if {ndims_name} is statically known.")
        return axis
    if not -ndims <= axis < ndims:
        raise ValueError(f"{axis_name}={axis} out of bounds: expected {-ndims}<={axis_name}<{ndims}")
    return axis % ndims


def shape_internal(input: Any, name: str | None = None, optimize: bool = True, out_type: Any = None) -> Any:  # noqa: A002
    """Returns the shape of a tensor; `optimize` has no effect: what is known is a constant anyway."""
    return tf.shape(input, tf.int32 if out_type is None else out_type, name)


def size_internal(input: Any, name: str | None = None, optimize: bool = True, out_type: Any = tf.int32) -> Any:  # noqa: A002
    """Returns how many elements a tensor has; `optimize` has no effect."""
    return tf.size(input, out_type, name)


def rank_internal(input: Any, name: str | None = None, optimize: bool = True) -> Any:  # noqa: A002
    """Returns how many axes a tensor has; `optimize` has no effect."""
    return tf.rank(input, name)


def _bucketize(input: Any, boundaries: Any, name: str | None = None) -> Any:  # noqa: A002
    """Returns between which boundaries numbers are."""
    return raw_ops.Bucketize(input=input, boundaries=boundaries, name=name)


def with_dependencies(dependencies: Sequence[Any], output_tensor: Any, name: str | None = None) -> Any:
    """Returns a tensor that is there after the dependencies."""
    if tf.executing_eagerly():
        return output_tensor
    with (
        tf.name_scope(name or "control_dependency"),
        tf.control_dependencies([each for each in dependencies if not isinstance(each, _core.EagerTensor)]),
    ):
        return tf.nest.map_structure(tf.identity, output_tensor, expand_composites=True)


class XLAControlFlowContext:
    """The base of contexts in which ops become programs of XLA; nothing is ever in one."""

    def __init__(self) -> None:
        self._name = "XLAControlFlowContext"

    def IsXLAContext(self) -> bool:  # noqa: N802 - TensorFlow's name
        """Returns True."""
        return True


def GetContainingWhileContext(ctxt: object, stop_ctxt: object = None) -> None:  # noqa: N802 - TensorFlow's name
    """Returns None: loops are wholes, no op is in the context of one."""


def GetContainingXLAContext(ctxt: object) -> None:  # noqa: N802 - TensorFlow's name
    """Returns None: nothing is in a program of XLA."""


def auto_shard_dataset(dataset: Any, num_shards: int, index: int, num_replicas_in_sync: int | None = None) -> Any:
    """Returns the part of a data set that is for one of several workers."""
    return dataset.shard(num_shards, index) if num_shards > 1 else dataset


class TpuContext:
    """The facts known of a program for TPUs while it is made: none."""

    number_of_shards: int | None = None


_tpu_context = TpuContext()


def get_tpu_context() -> TpuContext:
    """Returns the one TpuContext."""
    return _tpu_context


def group(*inputs: Any, **kwargs: Any) -> Any:
    """As tf.group."""
    return tf.group(*inputs, **kwargs)


def remove_squeezable_dimensions(
    labels: Any, predictions: Any, expected_rank_diff: int = 0, name: str | None = None
) -> tuple[Any, Any]:
    """Returns labels and predictions without a last axis of 1 that one of them has more than is expected."""
    with tf.name_scope(name or "remove_squeezable_dimensions"):
        predictions, labels = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
        if predictions.shape.rank is not None and labels.shape.rank is not None:
            difference = predictions.shape.rank - labels.shape.rank
            if difference == expected_rank_diff + 1 and predictions.shape[-1] in (1, None):
                predictions = tf.squeeze(predictions, [-1])
            elif difference == expected_rank_diff - 1 and labels.shape[-1] in (1, None):
                labels = tf.squeeze(labels, [-1])
            return labels, predictions
        difference = tf.rank(predictions) - tf.rank(labels)
        known_1 = predictions.shape.rank is None or predictions.shape[-1] in (1, None)
        if known_1:
            predictions = _squeezed_if(difference == expected_rank_diff + 1, predictions)
        if labels.shape.rank is None or labels.shape[-1] in (1, None):
            labels = _squeezed_if(difference == expected_rank_diff - 1, labels)
        return labels, predictions


def _squeezed_if(condition: Any, tensor: Any) -> Any:
    return tf.cond(condition, lambda: tf.squeeze(tensor, [-1]), lambda: tf.identity(tensor))


def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """Returns a seed that another one and a text make; None without a seed."""
    if seed is None:
        return None
    return int(hashlib.md5((str(seed) + salt).encode()).hexdigest()[:8], 16) & 0x7FFFFFFF


# ---- ops.inplace_ops ----


def _rows_of(x: Any, i: Any, v: Any) -> tuple[Any, Any]:
    x = tf.convert_to_tensor(x)
    v = tf.convert_to_tensor(v, x.dtype)
    if i is None:
        return None, v
    i = tf.convert_to_tensor(i)
    return (tf.reshape(i, [1]), v[tf.newaxis]) if i.shape.rank == 0 else (i, v)


def alias_inplace_update(x: Any, i: Any, v: Any) -> Any:
    """Returns x with rows `i`, all without them, set to v."""
    rows, v = _rows_of(x, i, v)
    return tf.broadcast_to(v, tf.shape(x)) if rows is None else raw_ops.InplaceUpdate(x=x, i=rows, v=v)


def alias_inplace_add(x: Any, i: Any, v: Any) -> Any:
    """Returns x with v added to rows `i`, to all without them."""
    rows, v = _rows_of(x, i, v)
    return tf.add(x, v) if rows is None else raw_ops.InplaceAdd(x=x, i=rows, v=v)


def alias_inplace_sub(x: Any, i: Any, v: Any) -> Any:
    """Returns x with v taken from rows `i`, from all without them."""
    rows, v = _rows_of(x, i, v)
    return tf.subtract(x, v) if rows is None else raw_ops.InplaceSub(x=x, i=rows, v=v)


def inplace_update(x: Any, i: Any, v: Any) -> Any:
    """As alias_inplace_update, of a copy."""
    return alias_inplace_update(tf.identity(x), i, v)


def inplace_add(x: Any, i: Any, v: Any) -> Any:
    """As alias_inplace_add, of a copy."""
    return alias_inplace_add(tf.identity(x), i, v)


def inplace_sub(x: Any, i: Any, v: Any) -> Any:
    """As alias_inplace_sub, of a copy."""
    return alias_inplace_sub(tf.identity(x), i, v)


def empty_like(x: Any, init: bool | None = None) -> Any:
    """Returns a tensor of zeros like x."""
    return tf.zeros_like(x)


# ---- ops.resources, ops.script_ops, ops.variable_scope, ops.resource_variable_ops ----

_SHARED, _LOCAL = "resources", "local_resources"


class _Resource(NamedTuple):
    """Something with a state, how it is started, and whether it is."""

    handle: Any
    create: Any
    is_initialized: Any


def register_resource(handle: Any, create_op: Any, is_initialized_op: Any, is_shared: bool = True) -> None:
    """Adds something with a state to what sessions start."""
    made = _Resource(handle, create_op, is_initialized_op)
    tf.compat.v1.add_to_collection(_SHARED if is_shared else _LOCAL, made)


def shared_resources() -> list[Any]:
    """Returns what has a state that sessions share."""
    return tf.compat.v1.get_collection(_SHARED)


def local_resources() -> list[Any]:
    """Returns what has a state of its own in each session."""
    return tf.compat.v1.get_collection(_LOCAL)


def initialize_resources(resource_list: Sequence[Any], name: str = "init") -> Any:
    """Returns an operation that starts them."""
    if resource_list:
        return tf.group(*[each.create for each in resource_list], name=name)
    return tf.no_op(name=name)


def report_uninitialized_resources(
    resource_list: Sequence[Any] | None = None, name: str = "report_uninitialized_resources"
) -> Any:
    """Returns the names of those that are not started, a vector of strings."""
    if resource_list is None:
        resource_list = shared_resources() + local_resources()
    with tf.name_scope(name):
        if not resource_list:
            return tf.constant([], tf.string)
        names = tf.constant([each.handle.name for each in resource_list])
        return tf.boolean_mask(names, tf.logical_not(tf.stack([each.is_initialized for each in resource_list])))


class _PyFunctions:
    """Stands for the table of Python functions that graphs call: each graph keeps its own."""

    def __init__(self) -> None:
        self._funcs: dict[str, Any] = {}

    def size(self) -> int:
        """Returns how many functions it keeps: none."""
        return 0

    def __call__(self, token: str, device: object, args: Any) -> Any:
        raise NotImplementedError("script_ops._py_funcs: graphs call their functions themselves")


_py_funcs = _PyFunctions()


def _variable_handle_from_shape_and_dtype(
    shape: Any, dtype: Any, shared_name: str | None, name: str | None, graph_mode: bool, initial_value: Any = None
) -> Any:
    """Returns the handle of a new variable, without a value."""
    made = raw_ops.VarHandleOp(dtype=dtype, shape=shape, shared_name=shared_name or "", name=name)
    return made


def _zero_state_tensors(state_size: Any, batch_size: Any, dtype: Any) -> Any:
    """Returns zeros for the state of a recurrent cell."""

    def zeros(size: Any) -> Any:
        known = tf.get_static_value(batch_size) if isinstance(batch_size, tf.Tensor) else batch_size
        rest = tf.TensorShape(size).as_list() if not isinstance(size, int) else [size]
        made = tf.zeros([batch_size, *rest], dtype)
        if not tf.executing_eagerly():
            made.set_shape([known, *rest])
        return made

    return tf.nest.map_structure(zeros, state_size)


# ---- feature_column.feature_column_lib ----


def is_feature_column_v2(feature_columns: Sequence[Any]) -> bool:
    """Tells whether all are columns of version 2: all are here."""
    return True


def serialize_feature_columns(feature_columns: Sequence[Any]) -> list[Any]:
    """Returns the configurations of columns."""
    return [tf.__internal__.feature_column.serialize_feature_column(each) for each in feature_columns]


def deserialize_feature_columns(configs: Sequence[Any], custom_objects: Any = None) -> list[Any]:
    """Returns the columns of configurations."""
    known: dict[str, Any] = {}
    deserialize = tf.__internal__.feature_column.deserialize_feature_column
    return [deserialize(each, custom_objects, known) for each in configs]


# ---- ops.numpy_ops.np_dtypes ----

_NUMPY = {"allow_float64": True, "prefer_float32": False}


def is_allow_float64() -> bool:
    """Tells whether tf.experimental.numpy makes float64."""
    return _NUMPY["allow_float64"]


def set_allow_float64(b: bool) -> None:
    """Says whether `canonicalize_dtype` lets float64 be."""
    _NUMPY["allow_float64"] = b


def is_prefer_float32() -> bool:
    """Tells whether tf.experimental.numpy makes float32 of Python's numbers."""
    return _NUMPY["prefer_float32"]


def set_prefer_float32(b: bool) -> None:
    """Says whether `default_float_type` is float32."""
    _NUMPY["prefer_float32"] = b


def canonicalize_dtype(dtype: Any) -> Any:
    """Returns the NumPy dtype that is made of another one, where 64 bits are not allowed."""
    import numpy as np

    dtype = tf.as_dtype(dtype).as_numpy_dtype if isinstance(dtype, tf.DType) else dtype
    smaller = {np.dtype("float64"): "float32", np.dtype("complex128"): "complex64"}
    if not is_allow_float64() and np.dtype(dtype) in smaller:
        return np.dtype(smaller[np.dtype(dtype)])
    return dtype


def default_float_type() -> Any:
    """Returns the dtype of Python's floats."""
    import numpy as np

    small = is_prefer_float32() or not is_allow_float64()
    return np.float32 if small else np.float64


# ---- linalg ----


def add_operators(
    operators: Sequence[Any], operator_name: str | None = None, addition_tiers: Any = None, name: str | None = None
) -> list[Any]:
    """Returns linear operators that have the same sum: diagonal ones and identities are added up, the others stay.

    Raises:
      ValueError: their shapes do not go together.
    """
    operators = list(operators)
    for one, other in zip(operators, operators[1:]):
        if not (one.domain_dimension == other.domain_dimension) or not (one.range_dimension == other.range_dimension):
            raise ValueError(f"Linear operators must have the same shapes, got {one.shape} and {other.shape}")
    kinds = (tf.linalg.LinearOperatorIdentity, tf.linalg.LinearOperatorScaledIdentity, tf.linalg.LinearOperatorDiag)
    plain = [each for each in operators if isinstance(each, kinds)]
    others = [each for each in operators if not isinstance(each, kinds)]
    dense = [each for each in others if isinstance(each, tf.linalg.LinearOperatorFullMatrix)]
    rest = [each for each in others if each not in dense]
    if dense:
        total = dense[0].to_dense()
        for each in [*dense[1:], *plain]:
            total = total + each.to_dense()
        return [*rest, tf.linalg.LinearOperatorFullMatrix(total, name=operator_name)]
    if len(plain) < 2:
        return operators
    diagonal = plain[0].diag_part()
    for each in plain[1:]:
        diagonal = diagonal + each.diag_part()
    return [*rest, tf.linalg.LinearOperatorDiag(diagonal, name=operator_name)]


# ---- trackable.base, util.protobuf.compare ----


def assertProtoEqual(  # noqa: N802 - TensorFlow's name
    self: Any,
    a: Any,
    b: Any,
    check_initialized: bool = True,
    normalize_numbers: bool = False,
    msg: str | None = None,
    relative_tolerance: float | None = None,
) -> None:
    """Fails a test where two messages, or texts of them, are not equal."""
    if isinstance(a, str):
        from google.protobuf import text_format

        a = text_format.Parse(a, type(b)())
    if a != b:
        self.fail(f"{msg or ''}\n{a}\n{b}")


assertProtoEquals = assertProtoEqual  # noqa: N816


class CheckpointInitialValue:
    """The value that a checkpoint has for a variable that is being made."""

    def __init__(self, checkpoint_position: Any, shape: Any = None, shard_info: Any = None) -> None:
        self._position, self._shape = checkpoint_position, shape
        self.wrapped_value = tf.convert_to_tensor(checkpoint_position.value_tensors()["VARIABLE_VALUE"])
        if shape is not None:
            self.wrapped_value = tf.reshape(self.wrapped_value, shape)

    @property
    def checkpoint_position(self) -> Any:
        """The place of it in the checkpoint."""
        return self._position

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        return tf.cast(self.wrapped_value, dtype) if dtype is not None else self.wrapped_value


# ---- saved_model.loader_impl ----


def get_asset_tensors(export_dir: Any, meta_graph_def_to_load: Any, import_scope: str | None = None) -> dict[str, Any]:
    """Returns the paths of a model's files, as bytes, by the names of the tensors that hold these."""
    folder = os.path.join(tf.compat.as_bytes(export_dir), b"assets")
    prefix = f"{import_scope}/" if import_scope else ""
    return {
        prefix + each.tensor_info.name: os.path.join(folder, tf.compat.as_bytes(each.filename))
        for each in meta_graph_def_to_load.asset_file_def
    }


def __getattr__(name: str) -> Any:
    if name.endswith(("Cell", "Wrapper", "StateTuple")):  # of Keras 2
        import importlib

        return getattr(importlib.import_module("tf_keras.src.layers.rnn.legacy_cells"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
