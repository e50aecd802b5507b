"""tf.experimental.dtensor: tensors that are spread over meshes of devices, which graphwright does not have.

Programs meet these names on import; who calls one is told.
"""

from __future__ import annotations

from typing import Any

from graphwright._src.base.export import export, export_value

export_value("experimental.dtensor.UNSHARDED", "unsharded")
export_value("experimental.dtensor.MATCH", "match")


def _refuse(name: str) -> None:
    raise NotImplementedError(f"tf.experimental.dtensor.{name} is not there: graphwright uses one device at a time")


class _Refused:
    def __init__(self, *args: object, **kwargs: object) -> None:
        _refuse(type(self).__name__)


@export("experimental.dtensor.Mesh")
class Mesh(_Refused):
    """An arrangement of devices (tf.experimental.dtensor.Mesh). Raises NotImplementedError."""


@export("experimental.dtensor.Layout")
class Layout(_Refused):
    """The division of a tensor over a mesh (tf.experimental.dtensor.Layout). Raises NotImplementedError."""

    @classmethod
    def replicated(cls, mesh: object, rank: int) -> Layout:
        """Returns a layout with a copy on each device."""
        return cls(mesh, rank)

    @classmethod
    def batch_sharded(cls, mesh: object, batch_dim: str, rank: int, axis: int = 0) -> Layout:
        """Returns a layout with parts of the batch."""
        return cls(mesh, batch_dim, rank, axis)


@export("experimental.dtensor.DVariable")
class DVariable(_Refused):
    """A variable that is spread over a mesh (tf.experimental.dtensor.DVariable). Raises NotImplementedError."""


@export("experimental.dtensor.DTensorDataset")
class DTensorDataset(_Refused):
    """A data set whose elements are spread over a mesh (tf.experimental.dtensor.DTensorDataset). Raises NotImplementedError."""


@export("experimental.dtensor.create_mesh")
def create_mesh(
    mesh_dims: object = None,
    mesh_name: str = "",
    devices: object = None,
    device_type: object = None,
    use_xla_spmd: bool = False,
) -> Any:
    """Returns a mesh of local devices (tf.experimental.dtensor.create_mesh). Raises NotImplementedError."""
    _refuse("create_mesh")


@export("experimental.dtensor.create_distributed_mesh")
def create_distributed_mesh(
    mesh_dims: object,
    mesh_name: str = "",
    local_devices: object = None,
    device_type: object = None,
    use_xla_spmd: bool = False,
) -> Any:
    """Returns a mesh over machines (tf.experimental.dtensor.create_distributed_mesh). Raises NotImplementedError."""
    _refuse("create_distributed_mesh")


@export("experimental.dtensor.call_with_layout")
def call_with_layout(fn: object, layout: object, *args: object, **kwargs: object) -> Any:
    """Calls a function whose result is spread (tf.experimental.dtensor.call_with_layout). Raises NotImplementedError."""
    _refuse("call_with_layout")


@export("experimental.dtensor.pack")
def pack(tensors: object, layout: object) -> Any:
    """Returns a tensor made of parts (tf.experimental.dtensor.pack). Raises NotImplementedError."""
    _refuse("pack")


@export("experimental.dtensor.unpack")
def unpack(tensor: object) -> Any:
    """Returns the parts of a tensor (tf.experimental.dtensor.unpack). Raises NotImplementedError."""
    _refuse("unpack")


@export("experimental.dtensor.copy_to_mesh")
def copy_to_mesh(tensor: object, layout: object, source_layout: object = None) -> Any:
    """Returns a copy on each device (tf.experimental.dtensor.copy_to_mesh). Raises NotImplementedError."""
    _refuse("copy_to_mesh")


@export("experimental.dtensor.relayout")
def relayout(tensor: object, layout: object, name: str | None = None) -> Any:
    """Returns the tensor, spread in another way (tf.experimental.dtensor.relayout). Raises NotImplementedError."""
    _refuse("relayout")


@export("experimental.dtensor.fetch_layout")
def fetch_layout(tensor: object) -> Any:
    """Returns how a tensor is spread (tf.experimental.dtensor.fetch_layout). Raises NotImplementedError."""
    _refuse("fetch_layout")
