"""Ops that TensorFlow registers and that are not here, with the reason: tf.raw_ops has them as functions that raise."""

from __future__ import annotations

import functools

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.graph.scopes import control_dependencies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.tensor.typing import TensorLike

_assert = _core.op("Assert")
_prevent_gradient = _core.op("PreventGradient")

# Why -> names.
NOT_DONE: dict[str, str] = {
    "several devices or machines take part in it": """
        AnonymousMultiDeviceIterator AnonymousMultiDeviceIteratorV3 AutoShardDataset
        CollectiveAllToAllV2 CollectiveAllToAllV3 CollectiveAssignGroupV2 CollectiveBcastRecv
        CollectiveBcastRecvV2 CollectiveBcastSend CollectiveBcastSendV2 CollectiveGather CollectiveGatherV2
        CollectiveInitializeCommunicator CollectiveReduce CollectiveReduceScatterV2 CollectiveReduceV2
        CollectiveReduceV3 Copy CopyHost DataServiceDataset DataServiceDatasetV2 DataServiceDatasetV3
        DataServiceDatasetV4 DeleteMultiDeviceIterator DeviceIndex DistributedSave
        ExperimentalAutoShardDataset GetSessionHandleV2 MultiDeviceIterator
        MultiDeviceIteratorFromStringHandle MultiDeviceIteratorGetNextFromShard MultiDeviceIteratorInit
        MultiDeviceIteratorToStringHandle Recv RegisterDataset RegisterDatasetV2 RemoteCall Send SyncDevice""",
    "it describes data sets in ways that tf.data has no name for any more": """
        AssertPrevDataset ChooseFastestBranchDataset DatasetFromGraph DatasetToGraph DatasetToGraphV2
        ExperimentalSqlDataset IteratorGetModelProto SqlDataset""",
    "it fails in TensorFlow, too, or waits for files of its service": """
        AnonymousRandomSeedGenerator DeleteRandomSeedGenerator ExperimentalLMDBDataset LMDBDataset
        ListSnapshotChunksDataset SnapshotNestedDatasetReader""",
    "TensorFlow 1's frames have it, which are rebuilt when graphs are imported": """
        Enter Exit For LoopCond Merge NextIteration Switch SymbolicGradient TensorArrayConcatV2""",
    "TensorFlow's summaries in data bases have it": """
        CreateSummaryDbWriter""",
    "it is not done yet": """
        RecordInput SdcaOptimizer SdcaOptimizerV2""",
}

# Ops for which TensorFlow's own package for the CPU has no kernel: those of TPUs, of boosted trees, of NCCL.
WITHOUT_KERNEL = """
    AllToAll AssignVariableXlaConcatND BoostedTreesAggregateStats BoostedTreesBucketize
    BoostedTreesCalculateBestFeatureSplit BoostedTreesCalculateBestFeatureSplitV2
    BoostedTreesCalculateBestGainsPerFeature BoostedTreesCenterBias BoostedTreesCreateEnsemble
    BoostedTreesCreateQuantileStreamResource BoostedTreesDeserializeEnsemble BoostedTreesEnsembleResourceHandleOp
    BoostedTreesExampleDebugOutputs BoostedTreesFlushQuantileSummaries BoostedTreesGetEnsembleStates
    BoostedTreesMakeQuantileSummaries BoostedTreesMakeStatsSummary BoostedTreesPredict
    BoostedTreesQuantileStreamResourceAddSummaries BoostedTreesQuantileStreamResourceDeserialize
    BoostedTreesQuantileStreamResourceFlush BoostedTreesQuantileStreamResourceGetBucketBoundaries
    BoostedTreesQuantileStreamResourceHandleOp BoostedTreesSerializeEnsemble BoostedTreesSparseAggregateStats
    BoostedTreesSparseCalculateBestFeatureSplit BoostedTreesTrainingPredict BoostedTreesUpdateEnsemble
    BoostedTreesUpdateEnsembleV2 CollectivePermute ConfigureDistributedTPU ConfigureTPUEmbedding
    Conv2DBackpropFilterV2 Conv2DBackpropInputV2 ConvertToCooTensor ConvertToListOfSparseCoreCooTensors
    ConvertToSparseCoreCsrWrappedCooTensor CrossReplicaSum DynamicEnqueueTPUEmbeddingArbitraryTensorBatch
    DynamicEnqueueTPUEmbeddingRaggedTensorBatch EnqueueTPUEmbeddingArbitraryTensorBatch
    EnqueueTPUEmbeddingIntegerBatch EnqueueTPUEmbeddingRaggedTensorBatch EnqueueTPUEmbeddingSparseBatch
    EnqueueTPUEmbeddingSparseTensorBatch ExperimentalMapDataset FilterByLastComponentDataset
    GetMinibatchSplitsWithPhysicalReplica GetMinibatchesInCsrWithPhysicalReplica
    GetStatsFromListOfSparseCoreCooTensors GlobalIterId InfeedDequeue InfeedDequeueTuple InfeedEnqueue
    InfeedEnqueuePrelinearizedBuffer InfeedEnqueueTuple IsBoostedTreesEnsembleInitialized
    IsBoostedTreesQuantileStreamResourceInitialized IsTPUEmbeddingInitialized LoadTPUEmbeddingADAMParameters
    LoadTPUEmbeddingAdadeltaParameters LoadTPUEmbeddingAdagradMomentumParameters LoadTPUEmbeddingAdagradParameters
    LoadTPUEmbeddingCenteredRMSPropParameters LoadTPUEmbeddingFTRLParameters
    LoadTPUEmbeddingFrequencyEstimatorParameters LoadTPUEmbeddingMDLAdagradLightParameters
    LoadTPUEmbeddingMomentumParameters LoadTPUEmbeddingProximalAdagradParameters
    LoadTPUEmbeddingProximalYogiParameters LoadTPUEmbeddingRMSPropParameters
    LoadTPUEmbeddingStochasticGradientDescentParameters NcclAllReduce NcclBroadcast NcclReduce OutfeedDequeue
    OutfeedDequeueTuple OutfeedDequeueTupleV2 OutfeedDequeueV2 OutfeedEnqueue OutfeedEnqueueTuple Prelinearize
    PrelinearizeTuple QuantizedReluX ReadVariableXlaSplitND RecvTPUEmbeddingActivations
    RetrieveTPUEmbeddingADAMParameters RetrieveTPUEmbeddingAdadeltaParameters
    RetrieveTPUEmbeddingAdagradMomentumParameters RetrieveTPUEmbeddingAdagradParameters
    RetrieveTPUEmbeddingCenteredRMSPropParameters RetrieveTPUEmbeddingFTRLParameters
    RetrieveTPUEmbeddingFrequencyEstimatorParameters RetrieveTPUEmbeddingMDLAdagradLightParameters
    RetrieveTPUEmbeddingMomentumParameters RetrieveTPUEmbeddingProximalAdagradParameters
    RetrieveTPUEmbeddingProximalYogiParameters RetrieveTPUEmbeddingRMSPropParameters
    RetrieveTPUEmbeddingStochasticGradientDescentParameters SendTPUEmbeddingGradients ShutdownDistributedTPU
    SortListOfSparseCoreCooTensors StoreMinibatchStatisticsInFdo TPUAnnotateTensorsWithDynamicShape
    TPUCompilationResult TPUCopyWithDynamicShape TPUDummyInput TPUEmbeddingActivations TPUOrdinalSelector
    TPUPartitionedCall TPUPartitionedInput TPUPartitionedInputV2 TPUPartitionedOutput TPUPartitionedOutputV2
    TPUReplicateMetadata TPUReplicatedInput TPUReplicatedOutput WorkerHeartbeat XlaConcatND XlaSparseCoreAdagrad
    XlaSparseCoreAdagradMomentum XlaSparseCoreAdam XlaSparseCoreFtrl XlaSparseCoreSgd XlaSparseDenseMatmul
    XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput
    XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput
    XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput
    XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput
    XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput
    XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput
    XlaSparseDenseMatmulGradWithAdagradAndCsrInput XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize
    XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput
    XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize XlaSparseDenseMatmulGradWithAdamAndCsrInput
    XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize XlaSparseDenseMatmulGradWithCsrInput
    XlaSparseDenseMatmulGradWithFtrlAndCsrInput XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize
    XlaSparseDenseMatmulGradWithSgdAndCsrInput XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize
    XlaSparseDenseMatmulWithCsrInput XlaSparseDenseMatmulWithStaticBufferSize XlaSplitND"""

# Name -> since which version of graphs it is gone, and what stands in its place.
REMOVED: dict[str, tuple[int, str]] = {
    "AdjustContrast": (2, "AdjustContrastv2"),
    "BatchCholesky": (13, "Cholesky"),
    "BatchCholeskyGrad": (13, "CholeskyGrad"),
    "BatchMatrixBandPart": (14, "MatrixBandPart"),
    "BatchMatrixDeterminant": (13, "MatrixDeterminant"),
    "BatchMatrixDiag": (14, "MatrixDiag"),
    "BatchMatrixDiagPart": (14, "MatrixDiagPart"),
    "BatchMatrixInverse": (13, "MatrixInverse"),
    "BatchMatrixSetDiag": (14, "MatrixSetDiag"),
    "BatchMatrixSolve": (13, "MatrixSolve"),
    "BatchMatrixSolveLs": (13, "MatrixSolveLs"),
    "BatchMatrixTriangularSolve": (13, "MatrixTriangularSolve"),
    "BatchNormWithGlobalNormalization": (9, "tf.nn.batch_normalization()"),
    "BatchNormWithGlobalNormalizationGrad": (9, "tf.nn.batch_normalization()"),
    "BatchSelfAdjointEig": (11, "SelfAdjointEigV2"),
    "BatchSelfAdjointEigV2": (13, "SelfAdjointEigV2"),
    "BatchSvd": (13, "Svd"),
    "Conv3DBackpropFilter": (10, "Conv3DBackpropFilterV2"),
    "Conv3DBackpropInput": (10, "Conv3DBackpropInputV2"),
    "MatrixExponential": (27, "tf.linalg.matrix_exponential"),
    "PlaceholderV2": (23, "Placeholder"),
    "QuantizeAndDequantize": (22, "QuantizeAndDequantizeV2"),
    "RandomCrop": (8, "tf.image.random_crop"),
    "RandomPoisson": (25, "RandomPoissonV2"),
    "SelfAdjointEig": (11, "SelfAdjointEigV2"),
    "TensorArrayCloseV2": (26, "TensorArrayCloseV3"),
    "TensorArrayGatherV2": (26, "TensorArrayGatherV3"),
    "TensorArrayGradV2": (26, "TensorArrayGradV3"),
    "TensorArrayReadV2": (26, "TensorArrayReadV3"),
    "TensorArrayScatterV2": (26, "TensorArrayScatterV3"),
    "TensorArraySizeV2": (26, "TensorArraySizeV3"),
    "TensorArraySplitV2": (26, "TensorArraySplitV3"),
    "TensorArrayV2": (26, "TensorArrayV3"),
    "TensorArrayWriteV2": (26, "TensorArrayWriteV3"),
}


class _RemovedOpError(errors.UnimplementedError, NotImplementedError):
    """An op that TensorFlow has no more either."""


class _OpWithoutKernelError(errors.NotFoundError, NotImplementedError):
    """An op that runs on no device that is here."""


@functools.cache
def _reasons() -> dict[str, str]:
    return {name: why for why, names in NOT_DONE.items() for name in names.split()}


def names() -> set[str]:
    """Returns the names of all of them, but for those with references (`reference_ops`)."""
    return {*_reasons(), *WITHOUT_KERNEL.split(), *REMOVED, "CheckPinned"}


def stand_in(name: str) -> Callable[..., Any] | None:
    """Returns what tf.raw_ops has under the name of an op that is not here: a function that raises; None for other
    names.
    """
    if name == "CheckPinned":
        return _raw_check_pinned
    if name in REMOVED:
        version, successor = REMOVED[name]
        text = f"Op {name} was removed in version {version} of graphs. Use {successor} in its place."
        error: Callable[[], Exception] = lambda: _RemovedOpError(None, None, text)  # noqa: E731
    elif name in WITHOUT_KERNEL.split():
        text = f"Could not find device for node: there is no kernel of {name}."
        error = lambda: _OpWithoutKernelError(None, None, text)  # noqa: E731
    elif name in (reasons := _reasons()):
        text = f"{name} is not implemented: {reasons[name]}."
        error = lambda: NotImplementedError(text)  # noqa: E731
    else:
        return None

    def raw_op(**kwargs: object) -> Any:
        raise error()

    raw_op.__name__ = raw_op.__qualname__ = name
    raw_op.__doc__ = text
    return raw_op


@export("check_pinned")
def check_pinned(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Returns a tensor whose memory is pinned for a GPU; raises an error for any other (tf.check_pinned).

    Args:
      tensor: any tensor; none has such memory here.
      name: of the node.

    Raises:
      InvalidArgumentError: the memory is not pinned; in functions and plain graphs when they run.
    """
    tensor = _core.convert_to_tensor(tensor)
    if _core.executing_eagerly():
        raise errors.InvalidArgumentError(None, None, "CheckPinned: the tensor's memory is not pinned")
    with control_dependencies([_assert(False, ["not pinned"], name="CheckPinned/not_pinned")]):
        return _prevent_gradient(tensor, message="CheckPinned has none.", name=name or "CheckPinned")


def _raw_check_pinned(*, tensor: TensorLike, name: str | None = None) -> Tensor:
    """Returns what `tf.check_pinned` does."""
    return check_pinned(tensor, name)


_raw_check_pinned.__name__ = _raw_check_pinned.__qualname__ = "CheckPinned"


@export("conv2d_backprop_input_v2")
def conv2d_backprop_input_v2(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Raises NotFoundError: the op has no kernel, in TensorFlow neither (tf.conv2d_backprop_input_v2).

    `tf.compat.v1.nn.conv2d_backprop_input` computes a convolution's gradient for its images, from their sizes.

    Raises:
      NotFoundError: always.
      TypeError: `strides` is no list.
    """
    return _convolution("Conv2DBackpropInputV2", strides)


@export("conv2d_backprop_filter_v2")
def conv2d_backprop_filter_v2(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Sequence[int],
    padding: str,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Raises NotFoundError: the op has no kernel, in TensorFlow neither (tf.conv2d_backprop_filter_v2).

    `tf.compat.v1.nn.conv2d_backprop_filter` computes a convolution's gradient for its filter, from its sizes.

    Raises:
      NotFoundError: always.
      TypeError: `strides` is no list.
    """
    return _convolution("Conv2DBackpropFilterV2", strides)


def _convolution(op: str, strides: Sequence[int]) -> Any:
    if not isinstance(strides, (list, tuple)):
        raise TypeError(f"{op}: Expected list for 'strides' argument, not {strides!r}.")
    raise _OpWithoutKernelError(None, None, f"Could not find device for node: there is no kernel of {op}.")
