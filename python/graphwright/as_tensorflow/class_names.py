"""TensorFlow's names of classes, for libraries that look at them: `tensorflow.python.data.ops.dataset_ops.DatasetV2`.

Libraries that do not want to import TensorFlow (Keras' data adapters, say) tell its objects by the module and the name of
their classes. Others look at no more than the first part of a module's name, so all other classes are in
`tensorflow.graphwright.…`, which is another name of the very module that defines them: what looks for a class or its source
there finds it.
"""

from __future__ import annotations

import sys
from typing import Any

from graphwright import _core
from graphwright._src.base import export
from graphwright._src.state.trackable import Trackable

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

# Public classes that have subclasses without public names, which are named as they are made.
_FAMILIES = ("data.Dataset", "data.Iterator", "distribute.Strategy", "errors.OpError", "experimental.Optional")


def install() -> None:
    """Gives the classes these names: those that there are now, and the others as soon as they are made."""
    _rename(_core.EagerTensor, "tensorflow.python.framework.ops", "EagerTensor")
    _rename(_core.SymbolicTensor, "tensorflow.python.framework.tensor", "SymbolicTensor")
    export.when_exported({name: lambda cls, to=to: _rename(cls, *to) for name, to in CLASSES.items()})
    export.when_classes_are_exported(_say_tensorflow)
    _say_tensorflow(_core.ResourceVariable)
    _name_subclasses(Trackable)
    export.when_exported(dict.fromkeys(_FAMILIES, _name_subclasses))


def _say_tensorflow(cls: type) -> None:
    """Puts a class of graphwright into `tensorflow.graphwright.…`."""
    home = cls.__module__
    if home == "graphwright._src.messages.classes":
        from graphwright._src.messages import protos

        cls.__module__ = protos.module_of_path(cls.DESCRIPTOR.file.name)  # type: ignore[attr-defined]
    elif home == "graphwright" or home.startswith("graphwright."):
        cls.__module__ = f"tensorflow.{home}"
        sys.modules.setdefault(cls.__module__, sys.modules[home])


def _name_subclasses(base: Any) -> None:
    def name_subclass(cls: type, **arguments: Any) -> None:
        super(base, cls).__init_subclass__(**arguments)
        _say_tensorflow(cls)

    base.__init_subclass__ = classmethod(name_subclass)
    present = [base]
    for cls in present:
        _say_tensorflow(cls)
        present += cls.__subclasses__()


def _rename(cls: type, module: str, name: str) -> None:
    cls.__module__ = module
    if cls.__name__ != name:
        cls.__name__ = cls.__qualname__ = name
