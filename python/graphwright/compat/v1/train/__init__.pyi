"""The public names of tf.compat.v1.train. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.checkpoint.manager import CheckpointManager as CheckpointManager
from graphwright._src.checkpoint.options import CheckpointOptions as CheckpointOptions
from graphwright._src.checkpoint.reader import (
    list_variables as list_variables,
    load_checkpoint as load_checkpoint,
    load_variable as load_variable,
    new_checkpoint_reader as NewCheckpointReader,
)
from graphwright._src.checkpoint.state import (
    checkpoint_exists as checkpoint_exists,
    checkpoints_iterator as checkpoints_iterator,
    generate_checkpoint_state as generate_checkpoint_state_proto,
    get_checkpoint_mtimes as get_checkpoint_mtimes,
    get_checkpoint_state as get_checkpoint_state,
    latest_checkpoint as latest_checkpoint,
    remove_checkpoint as remove_checkpoint,
    update_checkpoint_state as update_checkpoint_state,
)
from graphwright._src.distribute.cluster_spec import ClusterSpec as ClusterSpec
from graphwright._src.distribute.server import Server as Server
from graphwright._src.graph_import.write_graph import write_graph as write_graph
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
    SaverDef as SaverDef,
    SequenceExample as SequenceExample,
    ServerDef as ServerDef,
)
from graphwright._src.v1.absent import (
    do_quantize_training_on_graphdef as do_quantize_training_on_graphdef,
    sdca_optimizer as sdca_optimizer,
)
from graphwright._src.v1.batches import (
    batch as batch,
    batch_join as batch_join,
    maybe_batch as maybe_batch,
    maybe_batch_join as maybe_batch_join,
    maybe_shuffle_batch as maybe_shuffle_batch,
    maybe_shuffle_batch_join as maybe_shuffle_batch_join,
    shuffle_batch as shuffle_batch,
    shuffle_batch_join as shuffle_batch_join,
)
from graphwright._src.v1.converted import CheckpointV1 as Checkpoint
from graphwright._src.v1.coordinator import Coordinator as Coordinator, LooperThread as LooperThread
from graphwright._src.v1.dual_ascent import sdca_fprint as sdca_fprint, sdca_shrink_l1 as sdca_shrink_l1
from graphwright._src.v1.import_meta_graph import import_meta_graph as import_meta_graph
from graphwright._src.v1.io import match_filenames_once as match_filenames_once
from graphwright._src.v1.meta_graph import export_meta_graph as export_meta_graph
from graphwright._src.v1.monitored_session import (
    ChiefSessionCreator as ChiefSessionCreator,
    MonitoredSession as MonitoredSession,
    MonitoredTrainingSession as MonitoredTrainingSession,
    Scaffold as Scaffold,
    SessionCreator as SessionCreator,
    SessionManager as SessionManager,
    SingularMonitoredSession as SingularMonitoredSession,
    WorkerSessionCreator as WorkerSessionCreator,
)
from graphwright._src.v1.moving_average import ExponentialMovingAverage as ExponentialMovingAverage
from graphwright._src.v1.optimizer import Optimizer as Optimizer
from graphwright._src.v1.optimizers import (
    AdadeltaOptimizer as AdadeltaOptimizer,
    AdagradOptimizer as AdagradOptimizer,
    AdamOptimizer as AdamOptimizer,
    GradientDescentOptimizer as GradientDescentOptimizer,
    MomentumOptimizer as MomentumOptimizer,
    RMSPropOptimizer as RMSPropOptimizer,
)
from graphwright._src.v1.placement import replica_device_setter as replica_device_setter
from graphwright._src.v1.proximal_optimizers import (
    AdagradDAOptimizer as AdagradDAOptimizer,
    FtrlOptimizer as FtrlOptimizer,
    ProximalAdagradOptimizer as ProximalAdagradOptimizer,
    ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer,
)
from graphwright._src.v1.queue_runner import (
    QueueRunner as QueueRunner,
    add_queue_runner as add_queue_runner,
    input_producer as input_producer,
    limit_epochs as limit_epochs,
    range_input_producer as range_input_producer,
    slice_input_producer as slice_input_producer,
    start_queue_runners as start_queue_runners,
    string_input_producer as string_input_producer,
)
from graphwright._src.v1.saver import Saver as Saver
from graphwright._src.v1.session_hooks import (
    CheckpointSaverHook as CheckpointSaverHook,
    CheckpointSaverListener as CheckpointSaverListener,
    FeedFnHook as FeedFnHook,
    FinalOpsHook as FinalOpsHook,
    GlobalStepWaiterHook as GlobalStepWaiterHook,
    LoggingTensorHook as LoggingTensorHook,
    NanLossDuringTrainingError as NanLossDuringTrainingError,
    NanTensorHook as NanTensorHook,
    ProfilerHook as ProfilerHook,
    SecondOrStepTimer as SecondOrStepTimer,
    SessionRunArgs as SessionRunArgs,
    SessionRunContext as SessionRunContext,
    SessionRunHook as SessionRunHook,
    SessionRunValues as SessionRunValues,
    StepCounterHook as StepCounterHook,
    StopAtStepHook as StopAtStepHook,
    SummarySaverHook as SummarySaverHook,
)
from graphwright._src.v1.summary import summary_iterator as summary_iterator
from graphwright._src.v1.supervisor import Supervisor as Supervisor, basic_train_loop as basic_train_loop
from graphwright._src.v1.sync_replicas_optimizer import SyncReplicasOptimizer as SyncReplicasOptimizer
from graphwright._src.v1.training import (
    assert_global_step as assert_global_step,
    cosine_decay as cosine_decay,
    cosine_decay_restarts as cosine_decay_restarts,
    create_global_step as create_global_step,
    exponential_decay as exponential_decay,
    get_global_step as get_global_step,
    get_or_create_global_step as get_or_create_global_step,
    global_step as global_step,
    inverse_time_decay as inverse_time_decay,
    linear_cosine_decay as linear_cosine_decay,
    natural_exp_decay as natural_exp_decay,
    noisy_linear_cosine_decay as noisy_linear_cosine_decay,
    piecewise_constant as piecewise_constant,
    piecewise_constant as piecewise_constant_decay,
    polynomial_decay as polynomial_decay,
)
from graphwright._src.v1.warm_start import (
    VocabInfo as VocabInfo,
    init_from_checkpoint as init_from_checkpoint,
    warm_start as warm_start,
)
from graphwright.compat.v1.train import experimental as experimental, queue_runner as queue_runner

__all__ = [
    "AdadeltaOptimizer", "AdagradDAOptimizer", "AdagradOptimizer", "AdamOptimizer", "BytesList", "Checkpoint",
    "CheckpointManager", "CheckpointOptions", "CheckpointSaverHook", "CheckpointSaverListener", "ChiefSessionCreator",
    "ClusterDef", "ClusterSpec", "Coordinator", "Example", "ExponentialMovingAverage", "Feature", "FeatureList",
    "FeatureLists", "Features", "FeedFnHook", "FinalOpsHook", "FloatList", "FtrlOptimizer", "GlobalStepWaiterHook",
    "GradientDescentOptimizer", "Int64List", "JobDef", "LoggingTensorHook", "LooperThread", "MomentumOptimizer",
    "MonitoredSession", "MonitoredTrainingSession", "NanLossDuringTrainingError", "NanTensorHook",
    "NewCheckpointReader", "Optimizer", "ProfilerHook", "ProximalAdagradOptimizer", "ProximalGradientDescentOptimizer",
    "QueueRunner", "RMSPropOptimizer", "Saver", "SaverDef", "Scaffold", "SecondOrStepTimer", "SequenceExample",
    "Server", "ServerDef", "SessionCreator", "SessionManager", "SessionRunArgs", "SessionRunContext", "SessionRunHook",
    "SessionRunValues", "SingularMonitoredSession", "StepCounterHook", "StopAtStepHook", "SummarySaverHook",
    "Supervisor", "SyncReplicasOptimizer", "VocabInfo", "WorkerSessionCreator", "add_queue_runner",
    "assert_global_step", "basic_train_loop", "batch", "batch_join", "checkpoint_exists", "checkpoints_iterator",
    "cosine_decay", "cosine_decay_restarts", "create_global_step", "do_quantize_training_on_graphdef", "experimental",
    "exponential_decay", "export_meta_graph", "generate_checkpoint_state_proto", "get_checkpoint_mtimes",
    "get_checkpoint_state", "get_global_step", "get_or_create_global_step", "global_step", "import_meta_graph",
    "init_from_checkpoint", "input_producer", "inverse_time_decay", "latest_checkpoint", "limit_epochs",
    "linear_cosine_decay", "list_variables", "load_checkpoint", "load_variable", "match_filenames_once", "maybe_batch",
    "maybe_batch_join", "maybe_shuffle_batch", "maybe_shuffle_batch_join", "natural_exp_decay",
    "noisy_linear_cosine_decay", "piecewise_constant", "piecewise_constant_decay", "polynomial_decay", "queue_runner",
    "range_input_producer", "remove_checkpoint", "replica_device_setter", "sdca_fprint", "sdca_optimizer",
    "sdca_shrink_l1", "shuffle_batch", "shuffle_batch_join", "slice_input_producer", "start_queue_runners",
    "string_input_producer", "summary_iterator", "update_checkpoint_state", "warm_start", "write_graph",
]
