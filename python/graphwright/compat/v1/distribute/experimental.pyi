"""The public names of tf.compat.v1.distribute.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.communication import (
    CollectiveHints as CollectiveHints,
    CommunicationImplementation as CollectiveCommunication,
    CommunicationImplementation as CommunicationImplementation,
    CommunicationOptions as CommunicationOptions,
)
from graphwright._src.distribute.unsupported import (
    CentralStorageStrategy as CentralStorageStrategy,
    MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy,
    ParameterServerStrategy as ParameterServerStrategy,
    TPUStrategy as TPUStrategy,
)

__all__ = [
    "CentralStorageStrategy", "CollectiveCommunication", "CollectiveHints", "CommunicationImplementation",
    "CommunicationOptions", "MultiWorkerMirroredStrategy", "ParameterServerStrategy", "TPUStrategy",
]
