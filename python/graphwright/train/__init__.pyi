"""The public names of tf.train. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.checkpoint.manager import CheckpointManager as CheckpointManager
from graphwright._src.checkpoint.options import CheckpointOptions as CheckpointOptions
from graphwright._src.checkpoint.reader import (
    list_variables as list_variables,
    load_checkpoint as load_checkpoint,
    load_variable as load_variable,
)
from graphwright._src.checkpoint.saver import Checkpoint as Checkpoint
from graphwright._src.checkpoint.state import (
    checkpoints_iterator as checkpoints_iterator,
    get_checkpoint_state as get_checkpoint_state,
    latest_checkpoint as latest_checkpoint,
)
from graphwright._src.checkpoint.views import CheckpointView as CheckpointView, TrackableView as TrackableView
from graphwright._src.distribute.cluster_spec import ClusterSpec as ClusterSpec
from graphwright._src.messages.classes import (
    BytesList as BytesList,
    ClusterDef as ClusterDef,
    Example as Example,
    Feature as Feature,
    FeatureList as FeatureList,
    FeatureLists as FeatureLists,
    Features as Features,
    FloatList as FloatList,
    Int64List as Int64List,
    JobDef as JobDef,
    SequenceExample as SequenceExample,
    ServerDef as ServerDef,
)
from graphwright._src.v1.coordinator import Coordinator as Coordinator
from graphwright._src.v1.moving_average import ExponentialMovingAverage as ExponentialMovingAverage
from graphwright.train import experimental as experimental

__all__ = [
    "BytesList", "Checkpoint", "CheckpointManager", "CheckpointOptions", "CheckpointView", "ClusterDef", "ClusterSpec",
    "Coordinator", "Example", "ExponentialMovingAverage", "Feature", "FeatureList", "FeatureLists", "Features",
    "FloatList", "Int64List", "JobDef", "SequenceExample", "ServerDef", "TrackableView", "checkpoints_iterator",
    "experimental", "get_checkpoint_state", "latest_checkpoint", "list_variables", "load_checkpoint", "load_variable",
]
