"""Strategies of several devices or machines: they are named, and refused."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.distribute.strategies import Strategy


class _Refused(Strategy):
    _why = "graphwright runs on one machine"

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise NotImplementedError(f"tf.distribute.{type(self).__name__} is not there: {self._why}")


@export(
    "distribute.TPUStrategy",
    "distribute.experimental.TPUStrategy",
    v1="distribute.experimental.TPUStrategy",
)
class TPUStrategy(_Refused):
    """A strategy over TPUs (tf.distribute.TPUStrategy). Raises NotImplementedError: there is no support for TPUs."""

    _why = "graphwright has no support for TPUs"


@export(
    "distribute.MultiWorkerMirroredStrategy",
    "distribute.experimental.MultiWorkerMirroredStrategy",
    v1="distribute.experimental.MultiWorkerMirroredStrategy",
)
class MultiWorkerMirroredStrategy(_Refused):
    """A strategy over machines (tf.distribute.MultiWorkerMirroredStrategy). Raises NotImplementedError."""


@export(
    "distribute.experimental.ParameterServerStrategy",
    "distribute.ParameterServerStrategy",
    v1="distribute.experimental.ParameterServerStrategy",
)
class ParameterServerStrategy(_Refused):
    """A strategy with servers of variables (tf.distribute.ParameterServerStrategy). Raises NotImplementedError."""


@export("distribute.experimental.CentralStorageStrategy")
class CentralStorageStrategy(_Refused):
    """A strategy over several GPUs (tf.distribute.experimental.CentralStorageStrategy). Raises NotImplementedError."""

    _why = "graphwright uses one device at a time"


@export("distribute.experimental.coordinator.RemoteValue", "distribute.coordinator.RemoteValue", v1="")
class RemoteValue:
    """A value of another machine (tf.distribute.coordinator.RemoteValue); there are none, for there is one machine."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise NotImplementedError("RemoteValue: graphwright runs on one machine")


@export("distribute.experimental.coordinator.PerWorkerValues", "distribute.coordinator.PerWorkerValue", v1="")
class PerWorkerValue:
    """A value for each machine (tf.distribute.coordinator.PerWorkerValue). Raises NotImplementedError."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise NotImplementedError("PerWorkerValue: graphwright runs on one machine")


@export("distribute.experimental.coordinator.ClusterCoordinator", "distribute.coordinator.ClusterCoordinator", v1="")
class ClusterCoordinator:
    """Hands out work to machines (tf.distribute.coordinator.ClusterCoordinator). Raises NotImplementedError."""

    def __init__(self, strategy: object) -> None:
        raise NotImplementedError("ClusterCoordinator: graphwright runs on one machine")
