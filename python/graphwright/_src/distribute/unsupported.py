"""Strategies of several devices or machines: they are named, and refused."""

from __future__ import annotations

from graphwright._src.base.absent import absent
from graphwright._src.distribute.strategies import Strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike

_ONE_MACHINE = "graphwright runs on one machine"


@absent(
    "graphwright has no support for TPUs",
    "distribute.TPUStrategy",
    "distribute.experimental.TPUStrategy",
    v1="distribute.experimental.TPUStrategy",
)
class TPUStrategy(Strategy):
    """A strategy over TPUs (tf.distribute.TPUStrategy). Raises NotImplementedError: there is no support for TPUs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...


@absent(
    _ONE_MACHINE,
    "distribute.MultiWorkerMirroredStrategy",
    "distribute.experimental.MultiWorkerMirroredStrategy",
    v1="distribute.experimental.MultiWorkerMirroredStrategy",
)
class MultiWorkerMirroredStrategy(Strategy):
    """A strategy over machines (tf.distribute.MultiWorkerMirroredStrategy). Raises NotImplementedError."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...


@absent(
    _ONE_MACHINE,
    "distribute.experimental.ParameterServerStrategy",
    "distribute.ParameterServerStrategy",
    v1="distribute.experimental.ParameterServerStrategy",
)
class ParameterServerStrategy(Strategy):
    """A strategy with servers of variables (tf.distribute.ParameterServerStrategy). Raises NotImplementedError."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...


@absent("graphwright uses one device at a time", "distribute.experimental.CentralStorageStrategy")
class CentralStorageStrategy(Strategy):
    """A strategy over several GPUs (tf.distribute.experimental.CentralStorageStrategy). Raises NotImplementedError."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...


@absent(_ONE_MACHINE, "distribute.experimental.coordinator.RemoteValue", "distribute.coordinator.RemoteValue", v1="")
class RemoteValue:
    """A value of another machine (tf.distribute.coordinator.RemoteValue); there are none, for there is one machine."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...


@absent(
    _ONE_MACHINE, "distribute.experimental.coordinator.PerWorkerValues", "distribute.coordinator.PerWorkerValue", v1=""
)
class PerWorkerValue:
    """A value for each machine (tf.distribute.coordinator.PerWorkerValue). Raises NotImplementedError."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...


@absent(
    _ONE_MACHINE,
    "distribute.experimental.coordinator.ClusterCoordinator",
    "distribute.coordinator.ClusterCoordinator",
    v1="",
)
class ClusterCoordinator:
    """Hands out work to machines (tf.distribute.coordinator.ClusterCoordinator). Raises NotImplementedError."""

    def __init__(self, strategy: object) -> None: ...


@absent(_ONE_MACHINE, "distribute.experimental.rpc.Server", v1="")
class Server:
    """Runs functions for other processes (tf.distribute.experimental.rpc.Server). Raises NotImplementedError when it is used."""

    @staticmethod
    def create(rpc_layer: str, address: str) -> Server: ...
    def register(self, method_name: str, func: Any) -> None: ...
    def start(self) -> None: ...


@absent(_ONE_MACHINE, "distribute.experimental.rpc.Client", v1="")
class Client:
    """Calls functions of other processes (tf.distribute.experimental.rpc.Client). Raises NotImplementedError when it is used."""

    @staticmethod
    def create(rpc_layer: str, address: str, name: str = "", timeout_in_ms: int = 0) -> Client: ...
    def call(
        self,
        method_name: str,
        args: Sequence[TensorLike] | None = None,
        output_specs: Any = None,
        timeout_in_ms: int = 0,
    ) -> Any: ...


@absent(_ONE_MACHINE, "distribute.coordinator.experimental_get_current_worker_index", v1="")
def experimental_get_current_worker_index() -> int: ...
