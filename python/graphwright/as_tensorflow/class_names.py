"""What classes are called where libraries look at names: `tensorflow.python.data.ops.dataset_ops.DatasetV2`, for instance.

Libraries that do not want to import TensorFlow (Keras' data adapters, say) tell its objects by the module and the name of
their classes.
"""

from __future__ import annotations

from typing import Any

from graphwright import _core, export

# Public name -> module and name of TensorFlow's class.
CLASSES: dict[str, tuple[str, str]] = {
    "DType": ("tensorflow.python.framework.dtypes", "DType"),
    "IndexedSlices": ("tensorflow.python.framework.indexed_slices", "IndexedSlices"),
    "Module": ("tensorflow.python.module.module", "Module"),
    "RaggedTensor": ("tensorflow.python.ops.ragged.ragged_tensor", "RaggedTensor"),
    "SparseTensor": ("tensorflow.python.framework.sparse_tensor", "SparseTensor"),
    "Tensor": ("tensorflow.python.framework.tensor", "Tensor"),
    "TensorShape": ("tensorflow.python.framework.tensor_shape", "TensorShape"),
    "TensorSpec": ("tensorflow.python.framework.tensor", "TensorSpec"),
    "Variable": ("tensorflow.python.ops.variables", "Variable"),
    "data.Dataset": ("tensorflow.python.data.ops.dataset_ops", "DatasetV2"),
    "distribute.DistributedDataset": ("tensorflow.python.distribute.input_lib", "DistributedDataset"),
}


def install() -> None:
    """Gives the classes these names: those that there are now, and the others as soon as they are made."""
    _rename(_core.EagerTensor, "tensorflow.python.framework.ops", "EagerTensor")
    _rename(_core.SymbolicTensor, "tensorflow.python.framework.tensor", "SymbolicTensor")
    export.when_exported({name: lambda cls, to=to: _rename(cls, *to) for name, to in CLASSES.items()})


def _rename(cls: Any, module: str, name: str) -> None:
    cls.__module__ = module
    if cls.__name__ != name:
        cls.__name__ = cls.__qualname__ = name
