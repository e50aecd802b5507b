"""The public names of tf.distribute.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.communication import (
    CollectiveHints as CollectiveHints,
    CommunicationImplementation as CollectiveCommunication,
    CommunicationImplementation as CommunicationImplementation,
    CommunicationOptions as CommunicationOptions,
    TerminationConfig as TerminationConfig,
)
from graphwright._src.distribute.unsupported import (
    CentralStorageStrategy as CentralStorageStrategy,
    MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy,
    ParameterServerStrategy as ParameterServerStrategy,
    TPUStrategy as TPUStrategy,
)
from graphwright._src.distribute.values import ValueContext as ValueContext
from graphwright.distribute.experimental import coordinator as coordinator, partitioners as partitioners, rpc as rpc

__all__ = [
    "CentralStorageStrategy", "CollectiveCommunication", "CollectiveHints", "CommunicationImplementation",
    "CommunicationOptions", "MultiWorkerMirroredStrategy", "ParameterServerStrategy", "PreemptionCheckpointHandler",
    "PreemptionWatcher", "TPUStrategy", "TerminationConfig", "ValueContext", "coordinator", "partitioners", "rpc",
]

class PreemptionCheckpointHandler:
    """Raises NotImplementedError when one is made: there is one machine (tf.distribute.experimental.PreemptionCheckpointHandler)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...

class PreemptionWatcher:
    """Raises NotImplementedError when one is made: there is one machine (tf.distribute.experimental.PreemptionWatcher)."""
    def __init__(self, *args: object, **kwargs: object) -> None: ...
