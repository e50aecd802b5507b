"""tf.experimental.dtensor: tensors that are spread over meshes of devices, which graphwright does not have.

Programs meet these names on import; who makes a mesh is told. What tells of clients and devices tells of the one process.
"""

from __future__ import annotations

from graphwright._src.base.absent import absent
from graphwright._src.base.export import export, export_value
from graphwright._src.graph.devices import list_logical_devices, list_physical_devices
from graphwright._src.tensor.device_spec import DeviceSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    import numpy as np

    from graphwright import Tensor, Variable
    from graphwright._src.messages.classes import LayoutProto, MeshProto
    from graphwright._src.tensor.typing import TensorLike

    Dimensions = Sequence[tuple[str, int]] | Mapping[str, int]
    Devices = Sequence[DeviceSpec | str]

_WHY = "there are no meshes: graphwright uses one device at a time"
_DEVICE_TYPES = ("CPU", "GPU", "TPU")

export_value("experimental.dtensor.UNSHARDED", "unsharded")
export_value("experimental.dtensor.MATCH", "match")


@absent(_WHY, "experimental.dtensor.Mesh")
class Mesh:
    """An arrangement of devices (tf.experimental.dtensor.Mesh). Raises NotImplementedError when one is made."""

    def __init__(
        self,
        dim_names: list[str],
        global_device_ids: np.ndarray,
        local_device_ids: list[int],
        local_devices: Devices,
        mesh_name: str = "",
        global_devices: Devices | None = None,
        use_xla_spmd: bool = False,
    ) -> None: ...

    @classmethod
    def from_device(cls, device: str) -> Mesh: ...
    @classmethod
    def from_proto(cls, proto: MeshProto) -> Mesh: ...
    @classmethod
    def from_string(cls, mesh_str: str) -> Mesh: ...
    def __getitem__(self, dim_name: str) -> Any: ...
    def coords(self, device_idx: int) -> Tensor: ...
    def global_device_ids(self) -> np.ndarray: ...
    def host_mesh(self) -> Mesh: ...
    def local_device_locations(self) -> list[dict[str, int]]: ...
    @property
    def strides(self) -> list[int]: ...
    def unravel_index(self) -> Any: ...


@absent(_WHY, "experimental.dtensor.Layout")
class Layout:
    """The division of a tensor over a mesh (tf.experimental.dtensor.Layout). Raises NotImplementedError when one is made."""

    def __init__(self, sharding_specs: list[str], mesh: Mesh) -> None: ...
    @classmethod
    def batch_sharded(cls, mesh: Mesh, batch_dim: str, rank: int, axis: int = 0) -> Layout: ...
    @classmethod
    def from_device(cls, device: str) -> Layout: ...
    @classmethod
    def from_proto(cls, layout_proto: LayoutProto) -> Layout: ...
    @classmethod
    def from_single_device_mesh(cls, mesh: Mesh) -> Layout: ...
    @classmethod
    def from_string(cls, layout_str: str) -> Layout: ...
    @classmethod
    def inner_sharded(cls, mesh: Mesh, inner_dim: str, rank: int) -> Layout: ...
    @classmethod
    def replicated(cls, mesh: Mesh, rank: int) -> Layout: ...
    def delete(self, dims: list[int]) -> Layout: ...
    @property
    def mesh(self) -> Mesh: ...
    def offset_to_shard(self) -> Any: ...
    def offset_tuple_to_global_index(self, offset_tuple: tuple[int, ...]) -> Any: ...
    @property
    def shape(self) -> Any: ...
    def to_parted(self) -> Layout: ...


@absent(_WHY, "experimental.dtensor.DVariable")
class DVariable:
    """A variable that is spread over a mesh (tf.experimental.dtensor.DVariable). Raises NotImplementedError when one is made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def save_as_bf16(self) -> bool: ...


@absent(_WHY, "experimental.dtensor.DTensorDataset")
class DTensorDataset:
    """A data set whose elements are spread (tf.experimental.dtensor.DTensorDataset). Making one raises NotImplementedError."""

    def __init__(
        self,
        dataset: Any,
        *,
        mesh: Mesh,
        layouts: Any,
        global_batch_size: int,
        dataset_already_batched: bool = False,
        batch_dim: str | None = None,
        prefetch: int | None = None,
        tf_data_service_config: Any = None,
    ) -> None: ...

    @property
    def element_spec(self) -> Any: ...


@absent(_WHY, "experimental.dtensor.DTensorCheckpoint")
class DTensorCheckpoint:
    """A checkpoint of spread variables (tf.experimental.dtensor.DTensorCheckpoint). Making one raises NotImplementedError."""

    def __init__(self, mesh: Mesh, root: Any = None, **kwargs: Any) -> None: ...


@absent(_WHY, "experimental.dtensor.barrier")
def barrier(mesh: Mesh, barrier_name: str | None = None, timeout_in_ms: int | None = None) -> None: ...


@absent(_WHY, "experimental.dtensor.check_layout")
def check_layout(tensor: Tensor, layout: Layout) -> None: ...


@absent(_WHY, "experimental.dtensor.copy_to_mesh")
def copy_to_mesh(tensor: TensorLike, layout: Layout, source_layout: Layout | None = None) -> Tensor: ...


@absent(_WHY, "experimental.dtensor.create_distributed_mesh")
def create_distributed_mesh(
    mesh_dims: Dimensions,
    mesh_name: str = "",
    local_devices: Devices | None = None,
    device_type: str | None = None,
    use_xla_spmd: bool = False,
) -> Mesh: ...


@absent(_WHY, "experimental.dtensor.create_mesh")
def create_mesh(
    mesh_dims: Dimensions | None = None,
    mesh_name: str = "",
    devices: Devices | None = None,
    device_type: str | None = None,
    use_xla_spmd: bool = False,
) -> Mesh: ...


@absent(_WHY, "experimental.dtensor.create_tpu_mesh")
def create_tpu_mesh(
    mesh_dim_names: list[str],
    mesh_shape: list[int],
    mesh_name: str,
    ring_dims: int | None = None,
    ring_axes: list[str] | None = None,
    ring_bounds: list[int] | None = None,
    can_split_host_across_rings: bool = True,
    build_ring_across_rings: bool = False,
    rotate_ring_across_rings: bool = False,
    use_xla_spmd: bool = False,
) -> Mesh: ...


@absent(_WHY, "experimental.dtensor.default_mesh")
def default_mesh(mesh: Mesh) -> Any: ...


@absent(_WHY, "experimental.dtensor.device_name")
def device_name() -> str: ...


@absent(_WHY, "experimental.dtensor.fetch_layout")
def fetch_layout(tensor: Tensor) -> Layout: ...


@absent(
    _WHY,
    "experimental.dtensor.initialize_accelerator_system",
    "experimental.dtensor.initialize_multi_client",
    "experimental.dtensor.initialize_tpu_system",
)
def initialize_accelerator_system(
    device_type: str | None = None,
    enable_coordination_service: bool | None = True,
    num_logical_cpu_devices: int | None = None,
    experimental_reset_context: bool | None = False,
    experimental_enable_megcore: bool | None = False,
) -> str: ...


@absent(_WHY, "experimental.dtensor.name_based_restore")
def name_based_restore(
    mesh: Mesh, checkpoint_prefix: str, name_tensor_dict: dict[str, Tensor | Variable]
) -> dict[str, Tensor]: ...


@absent(_WHY, "experimental.dtensor.name_based_save")
def name_based_save(
    mesh: Mesh, checkpoint_prefix: str | Tensor, name_tensor_dict: dict[str, Tensor | Variable]
) -> None: ...


@absent(_WHY, "experimental.dtensor.pack")
def pack(tensors: Sequence[TensorLike], layout: Layout) -> Any: ...


@absent(_WHY, "experimental.dtensor.relayout")
def relayout(tensor: Tensor, layout: Layout, name: str | None = None) -> Tensor: ...


@absent(_WHY, "experimental.dtensor.relayout_like")
def relayout_like(tensor: Tensor, layout_tensor: Tensor, name: str | None = None) -> Tensor: ...


@absent(_WHY, "experimental.dtensor.run_on")
def run_on(mesh: Mesh) -> Any: ...


@absent(_WHY, "experimental.dtensor.sharded_save")
def sharded_save(
    mesh: Mesh,
    file_prefix: str | Tensor,
    tensor_names: list[str] | Tensor,
    shape_and_slices: list[str] | Tensor,
    tensors: list[Tensor | Variable],
) -> Any: ...


@absent(_WHY, "experimental.dtensor.unpack")
def unpack(tensor: Any) -> Sequence[Any]: ...


# ---- what can be said of one process ----


@export("experimental.dtensor.call_with_layout")
def call_with_layout(fn: Callable[..., Any], layout: Layout | None, *args: Any, **kwargs: Any) -> Any:
    """Calls a function whose results are spread (tf.experimental.dtensor.call_with_layout).

    Raises:
      NotImplementedError: there is a layout.

    >>> call_with_layout(max, None, 2, 3)
    3
    """
    if layout is not None:
        raise NotImplementedError(f"tf.experimental.dtensor.call_with_layout: {_WHY}")
    return fn(*args, **kwargs)


@export("experimental.dtensor.shutdown_accelerator_system", "experimental.dtensor.shutdown_tpu_system")
def shutdown_accelerator_system() -> None:
    """Ends what `initialize_accelerator_system` began, which is nothing (tf.experimental.dtensor.shutdown_accelerator_system).

    Raises:
      ValueError: always: nothing was begun.
    """
    raise ValueError(
        "Accelerator system is not initialized. Call tf.experimental.dtensor.initialize_accelerator_system first."
    )


@export("experimental.dtensor.client_id")
def client_id() -> int:
    """Returns the number of this client, 0 (tf.experimental.dtensor.client_id).

    >>> client_id()
    0
    """
    return 0


@export("experimental.dtensor.num_clients")
def num_clients() -> int:
    """Returns the number of clients, 1 (tf.experimental.dtensor.num_clients).

    >>> num_clients()
    1
    """
    return 1


@export("experimental.dtensor.job_name")
def job_name() -> str:
    """Returns the name of the job (tf.experimental.dtensor.job_name).

    >>> job_name()
    'localhost'
    """
    return "localhost"


@export("experimental.dtensor.full_job_name")
def full_job_name(task_id: int | None = None) -> str:
    """Returns the name of the job with that of its task (tf.experimental.dtensor.full_job_name).

    Raises:
      ValueError: another task than 0.

    >>> full_job_name()
    'localhost/replica:0/task:0'
    """
    if task_id is None:
        task_id = client_id()
    elif task_id != 0:
        raise ValueError(f"Unexpected task ID {task_id} in local runs")
    return f"{job_name()}/replica:0/task:{task_id}"


@export("experimental.dtensor.jobs")
def jobs() -> list[str]:
    """Returns the addresses of all clients, none for one alone (tf.experimental.dtensor.jobs).

    >>> jobs()
    []
    """
    return []


@export("experimental.dtensor.heartbeat_enabled")
def heartbeat_enabled() -> bool:
    """Returns True, as it is by default (tf.experimental.dtensor.heartbeat_enabled).

    >>> heartbeat_enabled()
    True
    """
    return True


@export("experimental.dtensor.preferred_device_type")
def preferred_device_type() -> str:
    """Returns "GPU" where there is one, or else "CPU" (tf.experimental.dtensor.preferred_device_type).

    >>> preferred_device_type() in ("CPU", "GPU")
    True
    """
    return "GPU" if list_physical_devices("GPU") else "CPU"


@export("experimental.dtensor.local_devices")
def local_devices(device_type: str, for_client_id: int | None = None) -> list[DeviceSpec]:
    """Returns the devices of a kind (tf.experimental.dtensor.local_devices).

    Raises:
      ValueError: a kind that is not "CPU", "GPU" or "TPU".

    >>> [spec.to_string() for spec in local_devices("CPU")]
    ['/job:localhost/replica:0/task:0/device:CPU:0']
    """
    kind = device_type.upper()
    if kind not in _DEVICE_TYPES:
        raise ValueError(f"Device type {device_type} is not CPU, GPU, or TPU.")
    return [
        DeviceSpec(job=job_name(), replica=0, task=for_client_id or 0, device_type=kind, device_index=index)
        for index in range(num_local_devices(device_type))
    ]


@export("experimental.dtensor.num_local_devices")
def num_local_devices(device_type: str) -> int:
    """Returns the number of devices of a kind (tf.experimental.dtensor.num_local_devices).

    >>> num_local_devices("TPU")
    0
    """
    return len(list_logical_devices(device_type.upper()))


@export("experimental.dtensor.num_global_devices")
def num_global_devices(device_type: str) -> int:
    """Returns the number of devices of a kind, those of all clients (tf.experimental.dtensor.num_global_devices).

    >>> num_global_devices("TPU")
    0
    """
    return num_local_devices(device_type) * num_clients()


@export("experimental.dtensor.get_default_mesh")
def get_default_mesh() -> Mesh | None:
    """Returns None: there is no mesh (tf.experimental.dtensor.get_default_mesh).

    >>> get_default_mesh()
    """
    return None


@export("experimental.dtensor.is_dtensor")
def is_dtensor(tensor: object) -> bool:
    """Returns False: no tensor is spread over a mesh (tf.experimental.dtensor.is_dtensor).

    >>> is_dtensor(3)
    False
    """
    return False


@export("experimental.dtensor.enable_save_as_bf16")
def enable_save_as_bf16(variables: list[Variable]) -> None:
    """Returns None: no variable is spread over a mesh (tf.experimental.dtensor.enable_save_as_bf16).

    >>> enable_save_as_bf16([])
    """
