"""The public names of tf.raw_ops. Written by tools/write_stubs.py, not by hand."""
from graphwright._core import Tensor as _Tensor
from typing import Any as _Any, NamedTuple as _NamedTuple

__all__ = [
    "Abort", "Abs", "AccumulateNV2", "AccumulatorApplyGradient", "AccumulatorNumAccumulated",
    "AccumulatorSetGlobalStep", "AccumulatorTakeGradient", "Acos", "Acosh", "Add", "AddManySparseToTensorsMap", "AddN",
    "AddSparseToTensorsMap", "AddV2", "AdjustContrast", "AdjustContrastv2", "AdjustHue", "AdjustSaturation", "All",
    "AllCandidateSampler", "AllToAll", "Angle", "AnonymousHashTable", "AnonymousIterator", "AnonymousIteratorV2",
    "AnonymousIteratorV3", "AnonymousMemoryCache", "AnonymousMultiDeviceIterator", "AnonymousMultiDeviceIteratorV3",
    "AnonymousMutableDenseHashTable", "AnonymousMutableHashTable", "AnonymousMutableHashTableOfTensors",
    "AnonymousRandomSeedGenerator", "AnonymousSeedGenerator", "Any", "ApplyAdaMax", "ApplyAdadelta", "ApplyAdagrad",
    "ApplyAdagradDA", "ApplyAdagradV2", "ApplyAdam", "ApplyAddSign", "ApplyCenteredRMSProp", "ApplyFtrl", "ApplyFtrlV2",
    "ApplyGradientDescent", "ApplyMomentum", "ApplyPowerSign", "ApplyProximalAdagrad", "ApplyProximalGradientDescent",
    "ApplyRMSProp", "ApproxTopK", "ApproximateEqual", "ArgMax", "ArgMin", "AsString", "Asin", "Asinh", "Assert",
    "AssertCardinalityDataset", "AssertNextDataset", "AssertPrevDataset", "Assign", "AssignAdd", "AssignAddVariableOp",
    "AssignSub", "AssignSubVariableOp", "AssignVariableOp", "AssignVariableXlaConcatND", "Atan", "Atan2", "Atanh",
    "AudioSpectrogram", "AudioSummary", "AudioSummaryV2", "AutoShardDataset", "AvgPool", "AvgPool3D", "AvgPool3DGrad",
    "AvgPoolGrad", "BandedTriangularSolve", "Barrier", "BarrierClose", "BarrierIncompleteSize", "BarrierInsertMany",
    "BarrierReadySize", "BarrierTakeMany", "Batch", "BatchCholesky", "BatchCholeskyGrad", "BatchDataset",
    "BatchDatasetV2", "BatchFFT", "BatchFFT2D", "BatchFFT3D", "BatchFunction", "BatchIFFT", "BatchIFFT2D",
    "BatchIFFT3D", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "BatchMatrixBandPart", "BatchMatrixDeterminant",
    "BatchMatrixDiag", "BatchMatrixDiagPart", "BatchMatrixInverse", "BatchMatrixSetDiag", "BatchMatrixSolve",
    "BatchMatrixSolveLs", "BatchMatrixTriangularSolve", "BatchNormWithGlobalNormalization",
    "BatchNormWithGlobalNormalizationGrad", "BatchSelfAdjointEig", "BatchSelfAdjointEigV2", "BatchSvd", "BatchToSpace",
    "BatchToSpaceND", "BesselI0", "BesselI0e", "BesselI1", "BesselI1e", "BesselJ0", "BesselJ1", "BesselK0", "BesselK0e",
    "BesselK1", "BesselK1e", "BesselY0", "BesselY1", "Betainc", "BiasAdd", "BiasAddGrad", "BiasAddV1", "Bincount",
    "Bitcast", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "BlockLSTM", "BlockLSTMGrad", "BlockLSTMGradV2", "BlockLSTMV2",
    "BoostedTreesAggregateStats", "BoostedTreesBucketize", "BoostedTreesCalculateBestFeatureSplit",
    "BoostedTreesCalculateBestFeatureSplitV2", "BoostedTreesCalculateBestGainsPerFeature", "BoostedTreesCenterBias",
    "BoostedTreesCreateEnsemble", "BoostedTreesCreateQuantileStreamResource", "BoostedTreesDeserializeEnsemble",
    "BoostedTreesEnsembleResourceHandleOp", "BoostedTreesExampleDebugOutputs", "BoostedTreesFlushQuantileSummaries",
    "BoostedTreesGetEnsembleStates", "BoostedTreesMakeQuantileSummaries", "BoostedTreesMakeStatsSummary",
    "BoostedTreesPredict", "BoostedTreesQuantileStreamResourceAddSummaries",
    "BoostedTreesQuantileStreamResourceDeserialize", "BoostedTreesQuantileStreamResourceFlush",
    "BoostedTreesQuantileStreamResourceGetBucketBoundaries", "BoostedTreesQuantileStreamResourceHandleOp",
    "BoostedTreesSerializeEnsemble", "BoostedTreesSparseAggregateStats", "BoostedTreesSparseCalculateBestFeatureSplit",
    "BoostedTreesTrainingPredict", "BoostedTreesUpdateEnsemble", "BoostedTreesUpdateEnsembleV2", "BroadcastArgs",
    "BroadcastGradientArgs", "BroadcastTo", "Bucketize", "BytesProducedStatsDataset", "CSRSparseMatrixComponents",
    "CSRSparseMatrixToDense", "CSRSparseMatrixToSparseTensor", "CSVDataset", "CSVDatasetV2", "CTCBeamSearchDecoder",
    "CTCGreedyDecoder", "CTCLoss", "CTCLossV2", "CacheDataset", "CacheDatasetV2", "Case", "Cast", "Ceil",
    "CheckNumerics", "CheckNumericsV2", "CheckPinned", "Cholesky", "CholeskyGrad", "ChooseFastestBranchDataset",
    "ChooseFastestDataset", "ClipByValue", "CloseSummaryWriter", "CollectiveAllToAllV2", "CollectiveAllToAllV3",
    "CollectiveAssignGroupV2", "CollectiveBcastRecv", "CollectiveBcastRecvV2", "CollectiveBcastSend",
    "CollectiveBcastSendV2", "CollectiveGather", "CollectiveGatherV2", "CollectiveInitializeCommunicator",
    "CollectivePermute", "CollectiveReduce", "CollectiveReduceScatterV2", "CollectiveReduceV2", "CollectiveReduceV3",
    "CombinedNonMaxSuppression", "Complex", "ComplexAbs", "CompositeTensorVariantFromComponents",
    "CompositeTensorVariantToComponents", "CompressElement", "ComputeAccidentalHits", "ComputeBatchSize", "Concat",
    "ConcatOffset", "ConcatV2", "ConcatenateDataset", "ConditionalAccumulator", "ConfigureDistributedTPU",
    "ConfigureTPUEmbedding", "Conj", "ConjugateTranspose", "Const", "ConsumeMutexLock", "ControlTrigger", "Conv",
    "Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropFilterV2", "Conv2DBackpropInput", "Conv2DBackpropInputV2",
    "Conv3D", "Conv3DBackpropFilter", "Conv3DBackpropFilterV2", "Conv3DBackpropInput", "Conv3DBackpropInputV2",
    "ConvertToCooTensor", "ConvertToListOfSparseCoreCooTensors", "ConvertToSparseCoreCsrWrappedCooTensor", "Copy",
    "CopyHost", "Cos", "Cosh", "CountUpTo", "CreateSummaryDbWriter", "CreateSummaryFileWriter", "CropAndResize",
    "CropAndResizeGradBoxes", "CropAndResizeGradImage", "Cross", "CrossReplicaSum", "CudnnRNN", "CudnnRNNBackprop",
    "CudnnRNNBackpropV2", "CudnnRNNBackpropV3", "CudnnRNNCanonicalToParams", "CudnnRNNCanonicalToParamsV2",
    "CudnnRNNParamsSize", "CudnnRNNParamsToCanonical", "CudnnRNNParamsToCanonicalV2", "CudnnRNNV2", "CudnnRNNV3",
    "Cumprod", "Cumsum", "CumulativeLogsumexp", "DataFormatDimMap", "DataFormatVecPermute", "DataServiceDataset",
    "DataServiceDatasetV2", "DataServiceDatasetV3", "DataServiceDatasetV4", "DatasetCardinality", "DatasetFingerprint",
    "DatasetFromGraph", "DatasetToGraph", "DatasetToGraphV2", "DatasetToSingleElement", "DatasetToTFRecord", "Dawsn",
    "DebugGradientIdentity", "DebugGradientRefIdentity", "DebugIdentity", "DebugIdentityV2", "DebugIdentityV3",
    "DebugNanCount", "DebugNumericSummary", "DebugNumericSummaryV2", "DecodeAndCropJpeg", "DecodeBase64", "DecodeBmp",
    "DecodeCSV", "DecodeCompressed", "DecodeGif", "DecodeImage", "DecodeJSONExample", "DecodeJpeg", "DecodeJxl",
    "DecodePaddedRaw", "DecodePng", "DecodeProtoV2", "DecodeRaw", "DecodeWav", "DecodeWebP", "DeepCopy",
    "DeleteIterator", "DeleteMemoryCache", "DeleteMultiDeviceIterator", "DeleteRandomSeedGenerator",
    "DeleteSeedGenerator", "DeleteSessionTensor", "DenseBincount", "DenseCountSparseOutput", "DenseToCSRSparseMatrix",
    "DenseToDenseSetOperation", "DenseToSparseBatchDataset", "DenseToSparseSetOperation", "DepthToSpace",
    "DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropFilter", "DepthwiseConv2dNativeBackpropInput", "Dequantize",
    "DeserializeIterator", "DeserializeManySparse", "DeserializeSparse", "DestroyResourceOp",
    "DestroyTemporaryVariable", "DeviceIndex", "Diag", "DiagPart", "Digamma", "Dilation2D", "Dilation2DBackpropFilter",
    "Dilation2DBackpropInput", "DirectedInterleaveDataset", "DisableCopyOnRead", "DistributedSave", "Div", "DivNoNan",
    "DrawBoundingBoxes", "DrawBoundingBoxesV2", "DummyIterationCounter", "DummyMemoryCache", "DummySeedGenerator",
    "DynamicEnqueueTPUEmbeddingArbitraryTensorBatch", "DynamicEnqueueTPUEmbeddingRaggedTensorBatch", "DynamicPartition",
    "DynamicStitch", "EagerPyFunc", "EditDistance", "Eig", "Einsum", "Elu", "EluGrad", "Empty", "EmptyTensorList",
    "EmptyTensorMap", "EncodeBase64", "EncodeJpeg", "EncodeJpegVariableQuality", "EncodePng", "EncodeProto",
    "EncodeWav", "EnqueueTPUEmbeddingArbitraryTensorBatch", "EnqueueTPUEmbeddingIntegerBatch",
    "EnqueueTPUEmbeddingRaggedTensorBatch", "EnqueueTPUEmbeddingSparseBatch", "EnqueueTPUEmbeddingSparseTensorBatch",
    "EnsureShape", "Enter", "Equal", "Erf", "Erfc", "Erfinv", "EuclideanNorm", "Exit", "Exp", "ExpandDims",
    "ExperimentalAssertNextDataset", "ExperimentalAutoShardDataset", "ExperimentalBytesProducedStatsDataset",
    "ExperimentalCSVDataset", "ExperimentalChooseFastestDataset", "ExperimentalDatasetCardinality",
    "ExperimentalDatasetToTFRecord", "ExperimentalDenseToSparseBatchDataset", "ExperimentalDirectedInterleaveDataset",
    "ExperimentalGroupByReducerDataset", "ExperimentalGroupByWindowDataset", "ExperimentalIgnoreErrorsDataset",
    "ExperimentalIteratorGetDevice", "ExperimentalLMDBDataset", "ExperimentalLatencyStatsDataset",
    "ExperimentalMapAndBatchDataset", "ExperimentalMapDataset", "ExperimentalMatchingFilesDataset",
    "ExperimentalMaxIntraOpParallelismDataset", "ExperimentalNonSerializableDataset",
    "ExperimentalParallelInterleaveDataset", "ExperimentalParseExampleDataset", "ExperimentalPrivateThreadPoolDataset",
    "ExperimentalRandomDataset", "ExperimentalRebatchDataset", "ExperimentalScanDataset",
    "ExperimentalSetStatsAggregatorDataset", "ExperimentalSleepDataset", "ExperimentalSlidingWindowDataset",
    "ExperimentalSqlDataset", "ExperimentalStatsAggregatorHandle", "ExperimentalStatsAggregatorSummary",
    "ExperimentalTakeWhileDataset", "ExperimentalThreadPoolDataset", "ExperimentalThreadPoolHandle",
    "ExperimentalUnbatchDataset", "ExperimentalUniqueDataset", "Expint", "Expm1", "ExtractGlimpse", "ExtractGlimpseV2",
    "ExtractImagePatches", "ExtractJpegShape", "ExtractVolumePatches", "FFT", "FFT2D", "FFT3D", "FFTND", "FIFOQueue",
    "FIFOQueueV2", "Fact", "FakeParam", "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxArgsGradient",
    "FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsPerChannel",
    "FakeQuantWithMinMaxVarsPerChannelGradient", "FakeQueue", "FileSystemSetConfiguration", "Fill",
    "FilterByLastComponentDataset", "FilterDataset", "FinalizeDataset", "Fingerprint", "FixedLengthRecordDataset",
    "FixedLengthRecordDatasetV2", "FixedLengthRecordReader", "FixedLengthRecordReaderV2",
    "FixedUnigramCandidateSampler", "FlatMapDataset", "Floor", "FloorDiv", "FloorMod", "FlushSummaryWriter", "For",
    "FractionalAvgPool", "FractionalAvgPoolGrad", "FractionalMaxPool", "FractionalMaxPoolGrad", "FresnelCos",
    "FresnelSin", "FusedBatchNorm", "FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3",
    "FusedBatchNormV2", "FusedBatchNormV3", "FusedPadConv2D", "FusedResizeAndPadConv2D", "GRUBlockCell",
    "GRUBlockCellGrad", "Gather", "GatherNd", "GatherV2", "GenerateBoundingBoxProposals", "GenerateVocabRemapping",
    "GeneratorDataset", "GetElementAtIndex", "GetMinibatchSplitsWithPhysicalReplica",
    "GetMinibatchesInCsrWithPhysicalReplica", "GetOptions", "GetSessionHandle", "GetSessionHandleV2",
    "GetSessionTensor", "GetStatsFromListOfSparseCoreCooTensors", "GlobalIterId", "GlobalShuffleDataset", "Greater",
    "GreaterEqual", "GroupByReducerDataset", "GroupByWindowDataset", "GuaranteeConst", "HSVToRGB", "HashTable",
    "HashTableV2", "HistogramFixedWidth", "HistogramSummary", "IFFT", "IFFT2D", "IFFT3D", "IFFTND", "IRFFT", "IRFFT2D",
    "IRFFT3D", "IRFFTND", "Identity", "IdentityN", "IdentityReader", "IdentityReaderV2", "If", "Igamma", "IgammaGradA",
    "Igammac", "IgnoreErrorsDataset", "Imag", "ImageProjectiveTransformV2", "ImageProjectiveTransformV3",
    "ImageSummary", "ImmutableConst", "ImportEvent", "InTopK", "InTopKV2", "IndexFlatMapDataset", "InfeedDequeue",
    "InfeedDequeueTuple", "InfeedEnqueue", "InfeedEnqueuePrelinearizedBuffer", "InfeedEnqueueTuple", "InitializeTable",
    "InitializeTableFromDataset", "InitializeTableFromTextFile", "InitializeTableFromTextFileV2", "InitializeTableV2",
    "InplaceAdd", "InplaceSub", "InplaceUpdate", "InterleaveDataset", "Inv", "InvGrad", "Invert", "InvertPermutation",
    "IsBoostedTreesEnsembleInitialized", "IsBoostedTreesQuantileStreamResourceInitialized", "IsFinite", "IsInf",
    "IsNan", "IsTPUEmbeddingInitialized", "IsVariableInitialized", "IsotonicRegression", "Iterator",
    "IteratorFromStringHandle", "IteratorFromStringHandleV2", "IteratorGetDevice", "IteratorGetModelProto",
    "IteratorGetNext", "IteratorGetNextAsOptional", "IteratorGetNextSync", "IteratorToStringHandle", "IteratorV2",
    "KMC2ChainInitialization", "KmeansPlusPlusInitialization", "L2Loss", "LMDBDataset", "LMDBReader", "LRN", "LRNGrad",
    "LSTMBlockCell", "LSTMBlockCellGrad", "LatencyStatsDataset", "LeakyRelu", "LeakyReluGrad",
    "LearnedUnigramCandidateSampler", "LeftShift", "LegacyParallelInterleaveDatasetV2", "Less", "LessEqual", "Lgamma",
    "LinSpace", "ListDataset", "ListDiff", "ListSnapshotChunksDataset", "LoadAndRemapMatrix", "LoadDataset",
    "LoadTPUEmbeddingADAMParameters", "LoadTPUEmbeddingAdadeltaParameters", "LoadTPUEmbeddingAdagradMomentumParameters",
    "LoadTPUEmbeddingAdagradParameters", "LoadTPUEmbeddingCenteredRMSPropParameters", "LoadTPUEmbeddingFTRLParameters",
    "LoadTPUEmbeddingFrequencyEstimatorParameters", "LoadTPUEmbeddingMDLAdagradLightParameters",
    "LoadTPUEmbeddingMomentumParameters", "LoadTPUEmbeddingProximalAdagradParameters",
    "LoadTPUEmbeddingProximalYogiParameters", "LoadTPUEmbeddingRMSPropParameters",
    "LoadTPUEmbeddingStochasticGradientDescentParameters", "Log", "Log1p", "LogMatrixDeterminant", "LogSoftmax",
    "LogUniformCandidateSampler", "LogicalAnd", "LogicalNot", "LogicalOr", "LookupTableExport", "LookupTableExportV2",
    "LookupTableFind", "LookupTableFindV2", "LookupTableImport", "LookupTableImportV2", "LookupTableInsert",
    "LookupTableInsertV2", "LookupTableRemoveV2", "LookupTableSize", "LookupTableSizeV2", "LoopCond", "LowerBound",
    "Lu", "MakeIterator", "MapAndBatchDataset", "MapClear", "MapDataset", "MapDefun", "MapIncompleteSize", "MapPeek",
    "MapSize", "MapStage", "MapUnstage", "MapUnstageNoKey", "MatMul", "MatchingFiles", "MatchingFilesDataset",
    "MatrixBandPart", "MatrixDeterminant", "MatrixDiag", "MatrixDiagPart", "MatrixDiagPartV2", "MatrixDiagPartV3",
    "MatrixDiagV2", "MatrixDiagV3", "MatrixExponential", "MatrixInverse", "MatrixLogarithm", "MatrixSetDiag",
    "MatrixSetDiagV2", "MatrixSetDiagV3", "MatrixSolve", "MatrixSolveLs", "MatrixSquareRoot", "MatrixTriangularSolve",
    "Max", "MaxIntraOpParallelismDataset", "MaxPool", "MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad", "MaxPoolGrad",
    "MaxPoolGradGrad", "MaxPoolGradGradV2", "MaxPoolGradGradWithArgmax", "MaxPoolGradV2", "MaxPoolGradWithArgmax",
    "MaxPoolV2", "MaxPoolWithArgmax", "Maximum", "Mean", "Merge", "MergeSummary", "MergeV2Checkpoints", "Mfcc", "Min",
    "Minimum", "MirrorPad", "MirrorPadGrad", "Mod", "ModelDataset", "Mul", "MulNoNan", "MultiDeviceIterator",
    "MultiDeviceIteratorFromStringHandle", "MultiDeviceIteratorGetNextFromShard", "MultiDeviceIteratorInit",
    "MultiDeviceIteratorToStringHandle", "Multinomial", "MutableDenseHashTable", "MutableDenseHashTableV2",
    "MutableHashTable", "MutableHashTableOfTensors", "MutableHashTableOfTensorsV2", "MutableHashTableV2", "MutexLock",
    "MutexV2", "NcclAllReduce", "NcclBroadcast", "NcclReduce", "Ndtri", "NearestNeighbors", "Neg", "NextAfter",
    "NextIteration", "NoOp", "NonDeterministicInts", "NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3",
    "NonMaxSuppressionV4", "NonMaxSuppressionV5", "NonMaxSuppressionWithOverlaps", "NonSerializableDataset", "NotEqual",
    "NthElement", "OneHot", "OneShotIterator", "OnesLike", "OptimizeDataset", "OptimizeDatasetV2", "OptionalFromValue",
    "OptionalGetValue", "OptionalHasValue", "OptionalNone", "OptionsDataset", "OrderedMapClear",
    "OrderedMapIncompleteSize", "OrderedMapPeek", "OrderedMapSize", "OrderedMapStage", "OrderedMapUnstage",
    "OrderedMapUnstageNoKey", "OutfeedDequeue", "OutfeedDequeueTuple", "OutfeedDequeueTupleV2", "OutfeedDequeueV2",
    "OutfeedEnqueue", "OutfeedEnqueueTuple", "Pack", "Pad", "PadV2", "PaddedBatchDataset", "PaddedBatchDatasetV2",
    "PaddingFIFOQueue", "PaddingFIFOQueueV2", "ParallelBatchDataset", "ParallelConcat", "ParallelDynamicStitch",
    "ParallelFilterDataset", "ParallelInterleaveDataset", "ParallelInterleaveDatasetV2", "ParallelInterleaveDatasetV3",
    "ParallelInterleaveDatasetV4", "ParallelMapDataset", "ParallelMapDatasetV2", "ParameterizedTruncatedNormal",
    "ParseExample", "ParseExampleDataset", "ParseExampleDatasetV2", "ParseExampleV2", "ParseSequenceExample",
    "ParseSequenceExampleV2", "ParseSingleExample", "ParseSingleSequenceExample", "ParseTensor", "PartitionedCall",
    "Placeholder", "PlaceholderV2", "PlaceholderWithDefault", "Polygamma", "PopulationCount", "Pow", "PrefetchDataset",
    "Prelinearize", "PrelinearizeTuple", "PreventGradient", "Print", "PrintV2", "PriorityQueue", "PriorityQueueV2",
    "PrivateThreadPoolDataset", "Prod", "PyFunc", "PyFuncStateless", "Qr", "QuantizeAndDequantize",
    "QuantizeAndDequantizeV2", "QuantizeAndDequantizeV3", "QuantizeAndDequantizeV4", "QuantizeAndDequantizeV4Grad",
    "QuantizeDownAndShrinkRange", "QuantizeV2", "QuantizedAdd", "QuantizedAvgPool",
    "QuantizedBatchNormWithGlobalNormalization", "QuantizedBiasAdd", "QuantizedConcat", "QuantizedConv2D",
    "QuantizedConv2DAndRelu", "QuantizedConv2DAndReluAndRequantize", "QuantizedConv2DAndRequantize",
    "QuantizedConv2DPerChannel", "QuantizedConv2DWithBias", "QuantizedConv2DWithBiasAndRelu",
    "QuantizedConv2DWithBiasAndReluAndRequantize", "QuantizedConv2DWithBiasAndRequantize",
    "QuantizedConv2DWithBiasSignedSumAndReluAndRequantize", "QuantizedConv2DWithBiasSumAndRelu",
    "QuantizedConv2DWithBiasSumAndReluAndRequantize", "QuantizedDepthwiseConv2D", "QuantizedDepthwiseConv2DWithBias",
    "QuantizedDepthwiseConv2DWithBiasAndRelu", "QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize",
    "QuantizedInstanceNorm", "QuantizedMatMul", "QuantizedMatMulWithBias", "QuantizedMatMulWithBiasAndDequantize",
    "QuantizedMatMulWithBiasAndRelu", "QuantizedMatMulWithBiasAndReluAndRequantize",
    "QuantizedMatMulWithBiasAndRequantize", "QuantizedMaxPool", "QuantizedMul", "QuantizedRelu", "QuantizedRelu6",
    "QuantizedReluX", "QuantizedReshape", "QuantizedResizeBilinear", "QueueClose", "QueueCloseV2", "QueueDequeue",
    "QueueDequeueMany", "QueueDequeueManyV2", "QueueDequeueUpTo", "QueueDequeueUpToV2", "QueueDequeueV2",
    "QueueEnqueue", "QueueEnqueueMany", "QueueEnqueueManyV2", "QueueEnqueueV2", "QueueIsClosed", "QueueIsClosedV2",
    "QueueSize", "QueueSizeV2", "RFFT", "RFFT2D", "RFFT3D", "RFFTND", "RGBToHSV", "RaggedBincount",
    "RaggedCountSparseOutput", "RaggedCross", "RaggedFillEmptyRows", "RaggedFillEmptyRowsGrad", "RaggedGather",
    "RaggedRange", "RaggedTensorFromVariant", "RaggedTensorToSparse", "RaggedTensorToTensor", "RaggedTensorToVariant",
    "RaggedTensorToVariantGradient", "RandomCrop", "RandomDataset", "RandomDatasetV2", "RandomGamma", "RandomGammaGrad",
    "RandomIndexShuffle", "RandomPoisson", "RandomPoissonV2", "RandomShuffle", "RandomShuffleQueue",
    "RandomShuffleQueueV2", "RandomStandardNormal", "RandomUniform", "RandomUniformInt", "Range", "RangeDataset",
    "Rank", "ReadFile", "ReadVariableOp", "ReadVariableXlaSplitND", "ReaderNumRecordsProduced",
    "ReaderNumRecordsProducedV2", "ReaderNumWorkUnitsCompleted", "ReaderNumWorkUnitsCompletedV2", "ReaderRead",
    "ReaderReadUpTo", "ReaderReadUpToV2", "ReaderReadV2", "ReaderReset", "ReaderResetV2", "ReaderRestoreState",
    "ReaderRestoreStateV2", "ReaderSerializeState", "ReaderSerializeStateV2", "Real", "RealDiv", "RebatchDataset",
    "RebatchDatasetV2", "Reciprocal", "ReciprocalGrad", "RecordInput", "Recv", "RecvTPUEmbeddingActivations",
    "ReduceDataset", "ReduceJoin", "RefEnter", "RefExit", "RefIdentity", "RefMerge", "RefNextIteration", "RefSelect",
    "RefSwitch", "RegexFullMatch", "RegexReplace", "RegisterDataset", "RegisterDatasetV2", "Relu", "Relu6", "Relu6Grad",
    "ReluGrad", "RemoteCall", "RepeatDataset", "RequantizationRange", "RequantizationRangePerChannel", "Requantize",
    "RequantizePerChannel", "Reshape", "ResizeArea", "ResizeBicubic", "ResizeBicubicGrad", "ResizeBilinear",
    "ResizeBilinearGrad", "ResizeNearestNeighbor", "ResizeNearestNeighborGrad", "ResourceAccumulatorApplyGradient",
    "ResourceAccumulatorNumAccumulated", "ResourceAccumulatorSetGlobalStep", "ResourceAccumulatorTakeGradient",
    "ResourceApplyAdaMax", "ResourceApplyAdadelta", "ResourceApplyAdagrad", "ResourceApplyAdagradDA",
    "ResourceApplyAdagradV2", "ResourceApplyAdam", "ResourceApplyAdamWithAmsgrad", "ResourceApplyAddSign",
    "ResourceApplyCenteredRMSProp", "ResourceApplyFtrl", "ResourceApplyFtrlV2", "ResourceApplyGradientDescent",
    "ResourceApplyKerasMomentum", "ResourceApplyMomentum", "ResourceApplyPowerSign", "ResourceApplyProximalAdagrad",
    "ResourceApplyProximalGradientDescent", "ResourceApplyRMSProp", "ResourceConditionalAccumulator",
    "ResourceCountUpTo", "ResourceGather", "ResourceGatherNd", "ResourceScatterAdd", "ResourceScatterDiv",
    "ResourceScatterMax", "ResourceScatterMin", "ResourceScatterMul", "ResourceScatterNdAdd", "ResourceScatterNdMax",
    "ResourceScatterNdMin", "ResourceScatterNdSub", "ResourceScatterNdUpdate", "ResourceScatterSub",
    "ResourceScatterUpdate", "ResourceSparseApplyAdadelta", "ResourceSparseApplyAdagrad",
    "ResourceSparseApplyAdagradDA", "ResourceSparseApplyAdagradV2", "ResourceSparseApplyCenteredRMSProp",
    "ResourceSparseApplyFtrl", "ResourceSparseApplyFtrlV2", "ResourceSparseApplyKerasMomentum",
    "ResourceSparseApplyMomentum", "ResourceSparseApplyProximalAdagrad", "ResourceSparseApplyProximalGradientDescent",
    "ResourceSparseApplyRMSProp", "ResourceStridedSliceAssign", "Restore", "RestoreSlice", "RestoreV2",
    "RetrieveTPUEmbeddingADAMParameters", "RetrieveTPUEmbeddingAdadeltaParameters",
    "RetrieveTPUEmbeddingAdagradMomentumParameters", "RetrieveTPUEmbeddingAdagradParameters",
    "RetrieveTPUEmbeddingCenteredRMSPropParameters", "RetrieveTPUEmbeddingFTRLParameters",
    "RetrieveTPUEmbeddingFrequencyEstimatorParameters", "RetrieveTPUEmbeddingMDLAdagradLightParameters",
    "RetrieveTPUEmbeddingMomentumParameters", "RetrieveTPUEmbeddingProximalAdagradParameters",
    "RetrieveTPUEmbeddingProximalYogiParameters", "RetrieveTPUEmbeddingRMSPropParameters",
    "RetrieveTPUEmbeddingStochasticGradientDescentParameters", "Reverse", "ReverseSequence", "ReverseV2",
    "RewriteDataset", "RightShift", "Rint", "RngReadAndSkip", "RngSkip", "Roll", "Round", "Rsqrt", "RsqrtGrad",
    "SampleDistortedBoundingBox", "SampleDistortedBoundingBoxV2", "SamplingDataset", "Save", "SaveDataset",
    "SaveDatasetV2", "SaveSlices", "SaveV2", "ScalarSummary", "ScaleAndTranslate", "ScaleAndTranslateGrad",
    "ScanDataset", "ScatterAdd", "ScatterDiv", "ScatterMax", "ScatterMin", "ScatterMul", "ScatterNd", "ScatterNdAdd",
    "ScatterNdMax", "ScatterNdMin", "ScatterNdNonAliasingAdd", "ScatterNdSub", "ScatterNdUpdate", "ScatterSub",
    "ScatterUpdate", "SdcaFprint", "SdcaOptimizer", "SdcaOptimizerV2", "SdcaShrinkL1", "SegmentMax", "SegmentMaxV2",
    "SegmentMean", "SegmentMin", "SegmentMinV2", "SegmentProd", "SegmentProdV2", "SegmentSum", "SegmentSumV2", "Select",
    "SelectV2", "SelfAdjointEig", "SelfAdjointEigV2", "Selu", "SeluGrad", "Send", "SendTPUEmbeddingGradients",
    "SerializeIterator", "SerializeManySparse", "SerializeSparse", "SerializeTensor", "SetSize",
    "SetStatsAggregatorDataset", "Shape", "ShapeN", "ShardDataset", "ShardedFilename", "ShardedFilespec",
    "ShuffleAndRepeatDataset", "ShuffleAndRepeatDatasetV2", "ShuffleDataset", "ShuffleDatasetV2", "ShuffleDatasetV3",
    "ShutdownDistributedTPU", "Sigmoid", "SigmoidGrad", "Sign", "Sin", "Sinh", "Size", "SkipDataset", "SleepDataset",
    "Slice", "SlidingWindowDataset", "Snapshot", "SnapshotChunkDataset", "SnapshotDataset", "SnapshotDatasetReader",
    "SnapshotDatasetV2", "SnapshotNestedDatasetReader", "SobolSample", "Softmax", "SoftmaxCrossEntropyWithLogits",
    "Softplus", "SoftplusGrad", "Softsign", "SoftsignGrad", "SortListOfSparseCoreCooTensors", "SpaceToBatch",
    "SpaceToBatchND", "SpaceToDepth", "SparseAccumulatorApplyGradient", "SparseAccumulatorTakeGradient", "SparseAdd",
    "SparseAddGrad", "SparseApplyAdadelta", "SparseApplyAdagrad", "SparseApplyAdagradDA", "SparseApplyAdagradV2",
    "SparseApplyCenteredRMSProp", "SparseApplyFtrl", "SparseApplyFtrlV2", "SparseApplyMomentum",
    "SparseApplyProximalAdagrad", "SparseApplyProximalGradientDescent", "SparseApplyRMSProp", "SparseBincount",
    "SparseConcat", "SparseConditionalAccumulator", "SparseCountSparseOutput", "SparseCross", "SparseCrossHashed",
    "SparseCrossV2", "SparseDenseCwiseAdd", "SparseDenseCwiseDiv", "SparseDenseCwiseMul", "SparseFillEmptyRows",
    "SparseFillEmptyRowsGrad", "SparseMatMul", "SparseMatrixAdd", "SparseMatrixMatMul", "SparseMatrixMul",
    "SparseMatrixNNZ", "SparseMatrixOrderingAMD", "SparseMatrixSoftmax", "SparseMatrixSoftmaxGrad",
    "SparseMatrixSparseCholesky", "SparseMatrixSparseMatMul", "SparseMatrixTranspose", "SparseMatrixZeros",
    "SparseReduceMax", "SparseReduceMaxSparse", "SparseReduceSum", "SparseReduceSumSparse", "SparseReorder",
    "SparseReshape", "SparseSegmentMean", "SparseSegmentMeanGrad", "SparseSegmentMeanGradV2",
    "SparseSegmentMeanWithNumSegments", "SparseSegmentSqrtN", "SparseSegmentSqrtNGrad", "SparseSegmentSqrtNGradV2",
    "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSum", "SparseSegmentSumGrad", "SparseSegmentSumGradV2",
    "SparseSegmentSumWithNumSegments", "SparseSlice", "SparseSliceGrad", "SparseSoftmax",
    "SparseSoftmaxCrossEntropyWithLogits", "SparseSparseMaximum", "SparseSparseMinimum", "SparseSplit",
    "SparseTensorDenseAdd", "SparseTensorDenseMatMul", "SparseTensorSliceDataset", "SparseTensorToCSRSparseMatrix",
    "SparseToDense", "SparseToSparseSetOperation", "Spence", "Split", "SplitV", "SqlDataset", "Sqrt", "SqrtGrad",
    "Square", "SquaredDifference", "Squeeze", "Stack", "StackClose", "StackCloseV2", "StackPop", "StackPopV2",
    "StackPush", "StackPushV2", "StackV2", "Stage", "StageClear", "StagePeek", "StageSize", "StatefulPartitionedCall",
    "StatefulRandomBinomial", "StatefulStandardNormal", "StatefulStandardNormalV2", "StatefulTruncatedNormal",
    "StatefulUniform", "StatefulUniformFullInt", "StatefulUniformInt", "StatelessCase", "StatelessIf",
    "StatelessMultinomial", "StatelessParameterizedTruncatedNormal", "StatelessRandomBinomial",
    "StatelessRandomGammaV2", "StatelessRandomGammaV3", "StatelessRandomGetAlg", "StatelessRandomGetKeyCounter",
    "StatelessRandomGetKeyCounterAlg", "StatelessRandomNormal", "StatelessRandomNormalV2", "StatelessRandomPoisson",
    "StatelessRandomUniform", "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2",
    "StatelessRandomUniformInt", "StatelessRandomUniformIntV2", "StatelessRandomUniformV2",
    "StatelessSampleDistortedBoundingBox", "StatelessShuffle", "StatelessTruncatedNormal", "StatelessTruncatedNormalV2",
    "StatelessWhile", "StaticRegexFullMatch", "StaticRegexReplace", "StatsAggregatorHandle", "StatsAggregatorHandleV2",
    "StatsAggregatorSetSummaryWriter", "StatsAggregatorSummary", "StopGradient", "StoreMinibatchStatisticsInFdo",
    "StridedSlice", "StridedSliceAssign", "StridedSliceGrad", "StringFormat", "StringJoin", "StringLength",
    "StringLower", "StringNGrams", "StringSplit", "StringSplitV2", "StringStrip", "StringToHashBucket",
    "StringToHashBucketFast", "StringToHashBucketStrong", "StringToNumber", "StringUpper", "Sub", "Substr", "Sum",
    "SummaryWriter", "Svd", "Switch", "SymbolicGradient", "SyncDevice", "TFRecordDataset", "TFRecordDatasetV2",
    "TFRecordReader", "TFRecordReaderV2", "TPUAnnotateTensorsWithDynamicShape", "TPUCompilationResult",
    "TPUCopyWithDynamicShape", "TPUDummyInput", "TPUEmbeddingActivations", "TPUOrdinalSelector", "TPUPartitionedCall",
    "TPUPartitionedInput", "TPUPartitionedInputV2", "TPUPartitionedOutput", "TPUPartitionedOutputV2",
    "TPUReplicateMetadata", "TPUReplicatedInput", "TPUReplicatedOutput", "TakeDataset", "TakeManySparseFromTensorsMap",
    "TakeWhileDataset", "Tan", "Tanh", "TanhGrad", "TemporaryVariable", "TensorArray", "TensorArrayClose",
    "TensorArrayCloseV2", "TensorArrayCloseV3", "TensorArrayConcat", "TensorArrayConcatV2", "TensorArrayConcatV3",
    "TensorArrayGather", "TensorArrayGatherV2", "TensorArrayGatherV3", "TensorArrayGrad", "TensorArrayGradV2",
    "TensorArrayGradV3", "TensorArrayGradWithShape", "TensorArrayPack", "TensorArrayRead", "TensorArrayReadV2",
    "TensorArrayReadV3", "TensorArrayScatter", "TensorArrayScatterV2", "TensorArrayScatterV3", "TensorArraySize",
    "TensorArraySizeV2", "TensorArraySizeV3", "TensorArraySplit", "TensorArraySplitV2", "TensorArraySplitV3",
    "TensorArrayUnpack", "TensorArrayV2", "TensorArrayV3", "TensorArrayWrite", "TensorArrayWriteV2",
    "TensorArrayWriteV3", "TensorDataset", "TensorListConcat", "TensorListConcatLists", "TensorListConcatV2",
    "TensorListElementShape", "TensorListFromTensor", "TensorListGather", "TensorListGetItem", "TensorListLength",
    "TensorListPopBack", "TensorListPushBack", "TensorListPushBackBatch", "TensorListReserve", "TensorListResize",
    "TensorListScatter", "TensorListScatterIntoExistingList", "TensorListScatterV2", "TensorListSetItem",
    "TensorListSplit", "TensorListStack", "TensorMapErase", "TensorMapHasKey", "TensorMapInsert", "TensorMapLookup",
    "TensorMapSize", "TensorMapStackKeys", "TensorScatterAdd", "TensorScatterMax", "TensorScatterMin",
    "TensorScatterSub", "TensorScatterUpdate", "TensorSliceDataset", "TensorStridedSliceUpdate", "TensorSummary",
    "TensorSummaryV2", "TextLineDataset", "TextLineReader", "TextLineReaderV2", "ThreadPoolDataset", "ThreadPoolHandle",
    "ThreadUnsafeUnigramCandidateSampler", "Tile", "TileGrad", "Timestamp", "ToBool", "TopK", "TopKV2", "Transpose",
    "TridiagonalMatMul", "TridiagonalSolve", "TruncateDiv", "TruncateMod", "TruncatedNormal", "Unbatch",
    "UnbatchDataset", "UnbatchGrad", "UncompressElement", "UnicodeDecode", "UnicodeDecodeWithOffsets", "UnicodeEncode",
    "UnicodeScript", "UnicodeTranscode", "UniformCandidateSampler", "UniformDequantize", "UniformQuantize",
    "UniformQuantizedAdd", "UniformQuantizedClipByValue", "UniformQuantizedConvolution",
    "UniformQuantizedConvolutionHybrid", "UniformQuantizedDot", "UniformQuantizedDotHybrid", "UniformRequantize",
    "Unique", "UniqueDataset", "UniqueV2", "UniqueWithCounts", "UniqueWithCountsV2", "Unpack", "UnravelIndex",
    "UnsortedSegmentJoin", "UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd", "UnsortedSegmentSum",
    "Unstage", "UnwrapDatasetVariant", "UpperBound", "VarHandleOp", "VarIsInitializedOp", "Variable", "VariableShape",
    "VariableV2", "WeightedFlatMapDataset", "Where", "While", "WholeFileReader", "WholeFileReaderV2", "WindowDataset",
    "WindowOp", "WorkerHeartbeat", "WrapDatasetVariant", "WriteAudioSummary", "WriteFile", "WriteGraphSummary",
    "WriteHistogramSummary", "WriteImageSummary", "WriteRawProtoSummary", "WriteScalarSummary", "WriteSummary", "Xdivy",
    "XlaConcatND", "XlaSparseCoreAdagrad", "XlaSparseCoreAdagradMomentum", "XlaSparseCoreAdam", "XlaSparseCoreFtrl",
    "XlaSparseCoreSgd", "XlaSparseDenseMatmul", "XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput",
    "XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput",
    "XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput",
    "XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput",
    "XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput",
    "XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput",
    "XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput", "XlaSparseDenseMatmulGradWithAdagradAndCsrInput",
    "XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize", "XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput",
    "XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize", "XlaSparseDenseMatmulGradWithAdamAndCsrInput",
    "XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize", "XlaSparseDenseMatmulGradWithCsrInput",
    "XlaSparseDenseMatmulGradWithFtrlAndCsrInput", "XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize",
    "XlaSparseDenseMatmulGradWithSgdAndCsrInput", "XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize",
    "XlaSparseDenseMatmulWithCsrInput", "XlaSparseDenseMatmulWithStaticBufferSize", "XlaSplitND", "Xlog1py", "Xlogy",
    "ZerosLike", "Zeta", "ZipDataset", "_AddMatMul", "_AddToSlice", "_BiasedConv2D", "_BiasedMatMul", "_DenseCTCLoss",
    "_FusedAssign", "_FusedElementwise", "_Gelu", "_Moments", "_NormalizeRows", "_ReadVariablesOp", "_ScaleShift",
    "_SortRows",
]

def Abort(*, error_msg: str | bytes = '', exit_without_error: bool = False, name: str | None = None) -> _Any:
    """Ends the process, with a message or without an error."""

def Abs(*, x: _Any, name: str | None = None) -> _Tensor:
    """|x|; the least integer wraps."""

def AccumulateNV2(*, inputs: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """The sum of all inputs, which have one shape."""

def AccumulatorApplyGradient(**kwargs: _Any) -> _Any:
    """AccumulatorApplyGradient of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def AccumulatorNumAccumulated(**kwargs: _Any) -> _Any:
    """AccumulatorNumAccumulated of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def AccumulatorSetGlobalStep(**kwargs: _Any) -> _Any:
    """AccumulatorSetGlobalStep of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def AccumulatorTakeGradient(**kwargs: _Any) -> _Any:
    """AccumulatorTakeGradient of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def Acos(*, x: _Any, name: str | None = None) -> _Tensor:
    """The angle in [0, pi] whose cosine is x."""

def Acosh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The non-negative inverse of cosh."""

def Add(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x + y; strings are joined."""

def AddManySparseToTensorsMap(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """Keeps the rows of a sparse tensor, each under a number."""

def AddN(*, inputs: _Any, name: str | None = None) -> _Tensor:
    """The sum of all inputs, which have one shape."""

def AddSparseToTensorsMap(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """Keeps a sparse tensor under a number, by which it can be taken."""

def AddV2(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x + y."""

def AdjustContrast(**kwargs: _Any) -> _Any:
    """Op AdjustContrast was removed in version 2 of graphs. Use AdjustContrastv2 in its place."""

def AdjustContrastv2(*, images: _Any, contrast_factor: _Any, name: str | None = None) -> _Tensor:
    """Multiplies how far each pixel is from the mean of its channel of its image."""

def AdjustHue(*, images: _Any, delta: _Any, name: str | None = None) -> _Tensor:
    """The colours with `delta` added to their hues."""

def AdjustSaturation(*, images: _Any, scale: _Any, name: str | None = None) -> _Tensor:
    """The colours with their saturations multiplied by `scale`."""

def All(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """Whether all elements along the axes are true."""

class _AllCandidateSampler(_NamedTuple):
    sampled_candidates: _Tensor
    true_expected_count: _Tensor
    sampled_expected_count: _Tensor

def AllCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, seed: int = 0, seed2: int = 0, name: str | None = None) -> _AllCandidateSampler:
    """All classes."""

def AllToAll(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of AllToAll."""

def Angle(*, input: _Any, Tout: _Any = ..., name: str | None = None) -> _Tensor:
    """The argument, in (-pi, pi]."""

def AnonymousHashTable(*, key_dtype: _Any, value_dtype: _Any, name: str | None = None) -> _Tensor:
    """A new table that gets all of its content once."""

def AnonymousIterator(*, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What AnonymousIteratorV3 does, by an older name."""

class _AnonymousIteratorV2(_NamedTuple):
    handle: _Tensor
    deleter: _Tensor

def AnonymousIteratorV2(*, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _AnonymousIteratorV2:
    """A new iterator, which lives as long as its handle, and what DeleteIterator takes with it."""

def AnonymousIteratorV3(*, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """A new iterator, which lives as long as its handle."""

class _AnonymousMemoryCache(_NamedTuple):
    handle: _Tensor
    deleter: _Tensor

def AnonymousMemoryCache(*, name: str | None = None) -> _AnonymousMemoryCache:
    """A place for elements that data sets keep; those with the same handle share what is kept."""

def AnonymousMultiDeviceIterator(**kwargs: _Any) -> _Any:
    """AnonymousMultiDeviceIterator is not implemented: several devices or machines take part in it."""

def AnonymousMultiDeviceIteratorV3(**kwargs: _Any) -> _Any:
    """AnonymousMultiDeviceIteratorV3 is not implemented: several devices or machines take part in it."""

def AnonymousMutableDenseHashTable(*, empty_key: _Any, deleted_key: _Any, value_dtype: _Any, value_shape: _Any = ..., initial_num_buckets: int = 131072, max_load_factor: float = 0.8, name: str | None = None) -> _Tensor:
    """A new table whose keys may be vectors. Two keys, `empty_key` and `deleted_key`, are not allowed in it."""

def AnonymousMutableHashTable(*, key_dtype: _Any, value_dtype: _Any, name: str | None = None) -> _Tensor:
    """A new table that can be changed."""

def AnonymousMutableHashTableOfTensors(*, key_dtype: _Any, value_dtype: _Any, value_shape: _Any = ..., name: str | None = None) -> _Tensor:
    """A new table whose values are vectors."""

def AnonymousRandomSeedGenerator(**kwargs: _Any) -> _Any:
    """AnonymousRandomSeedGenerator is not implemented: it fails in TensorFlow, too, or waits for files of its service."""

class _AnonymousSeedGenerator(_NamedTuple):
    handle: _Tensor
    deleter: _Tensor

def AnonymousSeedGenerator(*, seed: _Any, seed2: _Any, reshuffle: _Any, name: str | None = None) -> _AnonymousSeedGenerator:
    """The seeds that data sets draw their random numbers from; those with the same handle take turns."""

def Any(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """Whether any element along the axes is true."""

def ApplyAdaMax(**kwargs: _Any) -> _Any:
    """ApplyAdaMax of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyAdadelta(**kwargs: _Any) -> _Any:
    """ApplyAdadelta of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyAdagrad(**kwargs: _Any) -> _Any:
    """ApplyAdagrad of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyAdagradDA(**kwargs: _Any) -> _Any:
    """ApplyAdagradDA of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyAdagradV2(**kwargs: _Any) -> _Any:
    """ApplyAdagradV2 of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyAdam(**kwargs: _Any) -> _Any:
    """ApplyAdam of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyAddSign(**kwargs: _Any) -> _Any:
    """ApplyAddSign of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyCenteredRMSProp(**kwargs: _Any) -> _Any:
    """ApplyCenteredRMSProp of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyFtrl(**kwargs: _Any) -> _Any:
    """ApplyFtrl of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyFtrlV2(**kwargs: _Any) -> _Any:
    """ApplyFtrlV2 of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyGradientDescent(**kwargs: _Any) -> _Any:
    """ApplyGradientDescent of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyMomentum(**kwargs: _Any) -> _Any:
    """ApplyMomentum of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyPowerSign(**kwargs: _Any) -> _Any:
    """ApplyPowerSign of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyProximalAdagrad(**kwargs: _Any) -> _Any:
    """ApplyProximalAdagrad of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyProximalGradientDescent(**kwargs: _Any) -> _Any:
    """ApplyProximalGradientDescent of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ApplyRMSProp(**kwargs: _Any) -> _Any:
    """ApplyRMSProp of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

class _ApproxTopK(_NamedTuple):
    values: _Tensor
    indices: _Tensor

def ApproxTopK(*, input: _Any, k: int, reduction_dimension: int = -1, recall_target: float = 0.95, is_max_k: bool = True, reduction_input_size_override: int = -1, aggregate_to_topk: bool = True, name: str | None = None) -> _ApproxTopK:
    """The `k` largest (or smallest) elements along the last axis, the most extreme first, and their positions."""

def ApproximateEqual(*, x: _Any, y: _Any, tolerance: float = 1e-05, name: str | None = None) -> _Tensor:
    """Whether |x - y| <= tolerance."""

def ArgMax(*, input: _Any, dimension: _Any, output_type: _Any = ..., name: str | None = None) -> _Tensor:
    """Where along the axis the largest element lies; the first of equal ones."""

def ArgMin(*, input: _Any, dimension: _Any, output_type: _Any = ..., name: str | None = None) -> _Tensor:
    """Where along the axis the smallest element lies; the first of equal ones."""

def AsString(*, input: _Any, precision: int = -1, scientific: bool = False, shortest: bool = False, width: int = -1, fill: str | bytes = '', name: str | None = None) -> _Tensor:
    """Elements as text, in the formats of C's printf."""

def Asin(*, x: _Any, name: str | None = None) -> _Tensor:
    """The angle in [-pi/2, pi/2] whose sine is x."""

def Asinh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of sinh."""

def Assert(*, condition: _Any, data: _Any, summarize: int = 3, name: str | None = None) -> _Any:
    """Fails with `data` as the message unless `condition` holds."""

def AssertCardinalityDataset(*, input_dataset: _Any, cardinality: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements, with an error where their number is not the one given."""

def AssertNextDataset(*, input_dataset: _Any, transformations: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements, with an error unless these are the next steps of the pipeline."""

def AssertPrevDataset(**kwargs: _Any) -> _Any:
    """AssertPrevDataset is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def Assign(**kwargs: _Any) -> _Any:
    """Assign of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def AssignAdd(**kwargs: _Any) -> _Any:
    """AssignAdd of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def AssignAddVariableOp(*, resource: _Any, value: _Any, name: str | None = None) -> _Any:
    """Adds `value`, which has the variable's shape, to the variable."""

def AssignSub(**kwargs: _Any) -> _Any:
    """AssignSub of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def AssignSubVariableOp(*, resource: _Any, value: _Any, name: str | None = None) -> _Any:
    """Subtracts `value`, which has the variable's shape, from the variable."""

def AssignVariableOp(*, resource: _Any, value: _Any, validate_shape: bool = False, name: str | None = None) -> _Any:
    """Makes `value` the variable's value."""

def AssignVariableXlaConcatND(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of AssignVariableXlaConcatND."""

def Atan(*, x: _Any, name: str | None = None) -> _Tensor:
    """The angle in (-pi/2, pi/2) whose tangent is x."""

def Atan2(*, y: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The angle of the point (x, y), in radians."""

def Atanh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of tanh."""

def AudioSpectrogram(*, input: _Any, window_size: int, stride: int, magnitude_squared: bool = False, name: str | None = None) -> _Tensor:
    """How loud each frequency is in windows of sounds [samples, channels]: [channels, windows, frequencies]."""

def AudioSummary(*, tag: _Any, tensor: _Any, sample_rate: float, max_outputs: int = 3, name: str | None = None) -> _Tensor:
    """A Summary message of sounds [batch, frames, channels] as WAV files."""

def AudioSummaryV2(*, tag: _Any, tensor: _Any, sample_rate: _Any, max_outputs: int = 3, name: str | None = None) -> _Tensor:
    """A Summary message of sounds [batch, frames, channels] as WAV files."""

def AutoShardDataset(**kwargs: _Any) -> _Any:
    """AutoShardDataset is not implemented: several devices or machines take part in it."""

def AvgPool(*, value: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The mean over each window of each channel."""

def AvgPool3D(*, input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', name: str | None = None) -> _Tensor:
    """The mean over each window of each channel of a volume."""

def AvgPool3DGrad(*, orig_input_shape: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', name: str | None = None) -> _Tensor:
    """The gradient of AvgPool3D."""

def AvgPoolGrad(*, orig_input_shape: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The gradient of AvgPool."""

def BandedTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = True, adjoint: bool = False, name: str | None = None) -> _Tensor:
    """Solves systems of triangular matrices with few diagonals, of which these are given."""

def Barrier(*, component_types: _Any, shapes: _Any = ..., capacity: int = -1, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A place where tuples wait, each under its key, until all their components are there."""

def BarrierClose(*, handle: _Any, cancel_pending_enqueues: bool = False, name: str | None = None) -> _Any:
    """Closes a barrier to new keys, and with `cancel_pending_enqueues` to all values."""

def BarrierIncompleteSize(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many tuples of a barrier are not complete yet."""

def BarrierInsertMany(*, handle: _Any, keys: _Any, values: _Any, component_index: int, name: str | None = None) -> _Any:
    """Gives each key's tuple in a barrier one of its components: a row of `values`."""

def BarrierReadySize(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many tuples of a barrier are complete."""

class _BarrierTakeMany(_NamedTuple):
    indices: _Tensor
    keys: _Tensor
    values: list[_Tensor]

def BarrierTakeMany(*, handle: _Any, num_elements: _Any, component_types: _Any, allow_small_batch: bool = False, wait_for_incomplete: bool = False, timeout_ms: int = -1, name: str | None = None) -> _BarrierTakeMany:
    """Takes complete tuples out of a barrier: the numbers of the calls that brought them, their keys, their values."""

class _Batch(_NamedTuple):
    batched_tensors: list[_Tensor]
    batch_index: _Tensor
    id: _Tensor

def Batch(*, in_tensors: _Any, num_batch_threads: int, max_batch_size: int, batch_timeout_micros: int, grad_timeout_micros: int, max_enqueued_batches: int = 10, allowed_batch_sizes: _Any = ..., container: str | bytes = '', shared_name: str | bytes = '', batching_queue: str | bytes = '', name: str | None = None) -> _Batch:
    """The rows that several threads bring within some time, joined for one of them; the others get none."""

def BatchCholesky(**kwargs: _Any) -> _Any:
    """Op BatchCholesky was removed in version 13 of graphs. Use Cholesky in its place."""

def BatchCholeskyGrad(**kwargs: _Any) -> _Any:
    """Op BatchCholeskyGrad was removed in version 13 of graphs. Use CholeskyGrad in its place."""

def BatchDataset(*, input_dataset: _Any, batch_size: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What BatchDatasetV2 does, by an older name."""

def BatchDatasetV2(*, input_dataset: _Any, batch_size: _Any, drop_remainder: _Any, output_types: _Any, output_shapes: _Any, parallel_copy: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """As many elements at a time as `batch_size` says, as rows of one element."""

def BatchFFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """What the op of this name without `Batch` is, of old graphs."""

def BatchFFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """What the op of this name without `Batch` is, of old graphs."""

def BatchFFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """What the op of this name without `Batch` is, of old graphs."""

def BatchFunction(*, in_tensors: _Any, captured_tensors: _Any, f: _Any, num_batch_threads: int, max_batch_size: int, batch_timeout_micros: int, Tout: _Any, max_enqueued_batches: int = 10, allowed_batch_sizes: _Any = ..., container: str | bytes = '', shared_name: str | bytes = '', batching_queue: str | bytes = '', low_priority_max_batch_size: int = 0, low_priority_batch_timeout_micros: int = 0, low_priority_allowed_batch_sizes: _Any = ..., low_priority_max_enqueued_batches: int = 0, mixed_priority_policy: str | bytes = 'low_priority_padding_with_max_batch_size', batch_padding_policy: str | bytes = 'PAD_UP', enable_large_batch_splitting: bool = False, name: str | None = None) -> list[_Tensor]:
    """Calls `f` once for what several threads bring within some time, and gives each its rows of the results."""

def BatchIFFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """What the op of this name without `Batch` is, of old graphs."""

def BatchIFFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """What the op of this name without `Batch` is, of old graphs."""

def BatchIFFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """What the op of this name without `Batch` is, of old graphs."""

def BatchMatMul(*, x: _Any, y: _Any, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False, name: str | None = None) -> _Tensor:
    """Multiplies the matrices in the last two axes of `x` and `y`, either of them adjoint first where asked for."""

def BatchMatMulV2(*, x: _Any, y: _Any, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False, name: str | None = None) -> _Tensor:
    """Multiplies the matrices in the last two axes of `x` and `y`; the axes before them broadcast."""

def BatchMatMulV3(*, x: _Any, y: _Any, Tout: _Any, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False, name: str | None = None) -> _Tensor:
    """As BatchMatMulV2, with a result type that may be wider than the operands'."""

def BatchMatrixBandPart(**kwargs: _Any) -> _Any:
    """Op BatchMatrixBandPart was removed in version 14 of graphs. Use MatrixBandPart in its place."""

def BatchMatrixDeterminant(**kwargs: _Any) -> _Any:
    """Op BatchMatrixDeterminant was removed in version 13 of graphs. Use MatrixDeterminant in its place."""

def BatchMatrixDiag(**kwargs: _Any) -> _Any:
    """Op BatchMatrixDiag was removed in version 14 of graphs. Use MatrixDiag in its place."""

def BatchMatrixDiagPart(**kwargs: _Any) -> _Any:
    """Op BatchMatrixDiagPart was removed in version 14 of graphs. Use MatrixDiagPart in its place."""

def BatchMatrixInverse(**kwargs: _Any) -> _Any:
    """Op BatchMatrixInverse was removed in version 13 of graphs. Use MatrixInverse in its place."""

def BatchMatrixSetDiag(**kwargs: _Any) -> _Any:
    """Op BatchMatrixSetDiag was removed in version 14 of graphs. Use MatrixSetDiag in its place."""

def BatchMatrixSolve(**kwargs: _Any) -> _Any:
    """Op BatchMatrixSolve was removed in version 13 of graphs. Use MatrixSolve in its place."""

def BatchMatrixSolveLs(**kwargs: _Any) -> _Any:
    """Op BatchMatrixSolveLs was removed in version 13 of graphs. Use MatrixSolveLs in its place."""

def BatchMatrixTriangularSolve(**kwargs: _Any) -> _Any:
    """Op BatchMatrixTriangularSolve was removed in version 13 of graphs. Use MatrixTriangularSolve in its place."""

def BatchNormWithGlobalNormalization(**kwargs: _Any) -> _Any:
    """Op BatchNormWithGlobalNormalization was removed in version 9 of graphs. Use tf.nn.batch_normalization() in its place."""

def BatchNormWithGlobalNormalizationGrad(**kwargs: _Any) -> _Any:
    """Op BatchNormWithGlobalNormalizationGrad was removed in version 9 of graphs. Use tf.nn.batch_normalization() in its place."""

def BatchSelfAdjointEig(**kwargs: _Any) -> _Any:
    """Op BatchSelfAdjointEig was removed in version 11 of graphs. Use SelfAdjointEigV2 in its place."""

def BatchSelfAdjointEigV2(**kwargs: _Any) -> _Any:
    """Op BatchSelfAdjointEigV2 was removed in version 13 of graphs. Use SelfAdjointEigV2 in its place."""

def BatchSvd(**kwargs: _Any) -> _Any:
    """Op BatchSvd was removed in version 13 of graphs. Use Svd in its place."""

def BatchToSpace(*, input: _Any, crops: _Any, block_size: int, name: str | None = None) -> _Tensor:
    """Batches spread over the places within blocks of images, which are then cropped."""

def BatchToSpaceND(*, input: _Any, block_shape: _Any, crops: _Any, name: str | None = None) -> _Tensor:
    """Batches spread over the places within blocks of the axes after the first, which are then cropped."""

def BesselI0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the first kind, order 0."""

def BesselI0e(*, x: _Any, name: str | None = None) -> _Tensor:
    """BesselI0 times e^-|x|."""

def BesselI1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the first kind, order 1."""

def BesselI1e(*, x: _Any, name: str | None = None) -> _Tensor:
    """BesselI1 times e^-|x|."""

def BesselJ0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the first kind, order 0."""

def BesselJ1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the first kind, order 1."""

def BesselK0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the second kind, order 0."""

def BesselK0e(*, x: _Any, name: str | None = None) -> _Tensor:
    """BesselK0 times e^x."""

def BesselK1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the second kind, order 1."""

def BesselK1e(*, x: _Any, name: str | None = None) -> _Tensor:
    """BesselK1 times e^x."""

def BesselY0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the second kind, order 0."""

def BesselY1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the second kind, order 1."""

def Betainc(*, a: _Any, b: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The regularised incomplete beta function I_x(a, b)."""

def BiasAdd(*, value: _Any, bias: _Any, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """Adds the vector `bias` to `value` along the channel axis: the last, or the second of 'NCHW'."""

def BiasAddGrad(*, out_backprop: _Any, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The gradient of BiasAdd with respect to `bias`: `out_backprop` summed over all axes but the channels'."""

def BiasAddV1(*, value: _Any, bias: _Any, name: str | None = None) -> _Tensor:
    """Adds the vector `bias` to `value` along the last axis."""

def Bincount(*, arr: _Any, size: _Any, weights: _Any, name: str | None = None) -> _Tensor:
    """How often each number below `size` occurs, or the sum of the weights it occurs with."""

def Bitcast(*, input: _Any, type: _Any, name: str | None = None) -> _Tensor:
    """The bytes of `input` read as another dtype; the last axis makes up for a difference in size."""

def BitwiseAnd(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The bits set in both x and y."""

def BitwiseOr(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The bits set in x or y."""

def BitwiseXor(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The bits set in one of x and y."""

class _BlockLSTM(_NamedTuple):
    i: _Tensor
    cs: _Tensor
    f: _Tensor
    o: _Tensor
    ci: _Tensor
    co: _Tensor
    h: _Tensor

def BlockLSTM(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = False, name: str | None = None) -> _BlockLSTM:
    """An LSTM over the first `seq_len_max` steps of a sequence [time, batch, inputs]."""

class _BlockLSTMGrad(_NamedTuple):
    x_grad: _Tensor
    cs_prev_grad: _Tensor
    h_prev_grad: _Tensor
    w_grad: _Tensor
    wci_grad: _Tensor
    wcf_grad: _Tensor
    wco_grad: _Tensor
    b_grad: _Tensor

def BlockLSTMGrad(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, h: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, name: str | None = None) -> _BlockLSTMGrad:
    """The gradient of BlockLSTM."""

class _BlockLSTMGradV2(_NamedTuple):
    x_grad: _Tensor
    cs_prev_grad: _Tensor
    h_prev_grad: _Tensor
    w_grad: _Tensor
    wci_grad: _Tensor
    wcf_grad: _Tensor
    wco_grad: _Tensor
    b_grad: _Tensor

def BlockLSTMGradV2(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, h: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, name: str | None = None) -> _BlockLSTMGradV2:
    """The gradient of BlockLSTMV2."""

class _BlockLSTMV2(_NamedTuple):
    i: _Tensor
    cs: _Tensor
    f: _Tensor
    o: _Tensor
    ci: _Tensor
    co: _Tensor
    h: _Tensor

def BlockLSTMV2(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, cell_clip: float = 0.0, use_peephole: bool = False, name: str | None = None) -> _BlockLSTMV2:
    """An LSTM over the first `seq_len_max` steps of a sequence, with gates in the order i, f, c, o."""

def BoostedTreesAggregateStats(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesAggregateStats."""

def BoostedTreesBucketize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesBucketize."""

def BoostedTreesCalculateBestFeatureSplit(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesCalculateBestFeatureSplit."""

def BoostedTreesCalculateBestFeatureSplitV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesCalculateBestFeatureSplitV2."""

def BoostedTreesCalculateBestGainsPerFeature(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesCalculateBestGainsPerFeature."""

def BoostedTreesCenterBias(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesCenterBias."""

def BoostedTreesCreateEnsemble(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesCreateEnsemble."""

def BoostedTreesCreateQuantileStreamResource(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesCreateQuantileStreamResource."""

def BoostedTreesDeserializeEnsemble(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesDeserializeEnsemble."""

def BoostedTreesEnsembleResourceHandleOp(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesEnsembleResourceHandleOp."""

def BoostedTreesExampleDebugOutputs(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesExampleDebugOutputs."""

def BoostedTreesFlushQuantileSummaries(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesFlushQuantileSummaries."""

def BoostedTreesGetEnsembleStates(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesGetEnsembleStates."""

def BoostedTreesMakeQuantileSummaries(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesMakeQuantileSummaries."""

def BoostedTreesMakeStatsSummary(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesMakeStatsSummary."""

def BoostedTreesPredict(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesPredict."""

def BoostedTreesQuantileStreamResourceAddSummaries(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesQuantileStreamResourceAddSummaries."""

def BoostedTreesQuantileStreamResourceDeserialize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesQuantileStreamResourceDeserialize."""

def BoostedTreesQuantileStreamResourceFlush(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesQuantileStreamResourceFlush."""

def BoostedTreesQuantileStreamResourceGetBucketBoundaries(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesQuantileStreamResourceGetBucketBoundaries."""

def BoostedTreesQuantileStreamResourceHandleOp(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesQuantileStreamResourceHandleOp."""

def BoostedTreesSerializeEnsemble(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesSerializeEnsemble."""

def BoostedTreesSparseAggregateStats(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesSparseAggregateStats."""

def BoostedTreesSparseCalculateBestFeatureSplit(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesSparseCalculateBestFeatureSplit."""

def BoostedTreesTrainingPredict(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesTrainingPredict."""

def BoostedTreesUpdateEnsemble(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesUpdateEnsemble."""

def BoostedTreesUpdateEnsembleV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of BoostedTreesUpdateEnsembleV2."""

def BroadcastArgs(*, s0: _Any, s1: _Any, name: str | None = None) -> _Tensor:
    """The shape to which arrays of the shapes `s0` and `s1` broadcast."""

class _BroadcastGradientArgs(_NamedTuple):
    r0: _Tensor
    r1: _Tensor

def BroadcastGradientArgs(*, s0: _Any, s1: _Any, name: str | None = None) -> _BroadcastGradientArgs:
    """The axes over which the gradient of each operand of a broadcasting op is summed."""

def BroadcastTo(*, input: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """`input` broadcast to `shape`."""

def Bucketize(*, input: _Any, boundaries: _Any, name: str | None = None) -> _Tensor:
    """How many of the boundaries are not above each element."""

def BytesProducedStatsDataset(*, input_dataset: _Any, tag: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements; how many bytes they have is collected."""

class _CSRSparseMatrixComponents(_NamedTuple):
    row_ptrs: _Tensor
    col_inds: _Tensor
    values: _Tensor

def CSRSparseMatrixComponents(*, csr_sparse_matrix: _Any, index: _Any, type: _Any, name: str | None = None) -> _CSRSparseMatrixComponents:
    """One matrix of a batch of sparse ones, in the parts of its compressed rows."""

def CSRSparseMatrixToDense(*, sparse_input: _Any, type: _Any, name: str | None = None) -> _Tensor:
    """A sparse matrix, or a batch of them, as a dense tensor."""

class _CSRSparseMatrixToSparseTensor(_NamedTuple):
    indices: _Tensor
    values: _Tensor
    dense_shape: _Tensor

def CSRSparseMatrixToSparseTensor(*, sparse_matrix: _Any, type: _Any, name: str | None = None) -> _CSRSparseMatrixToSparseTensor:
    """A sparse matrix, or a batch of them, as a sparse tensor."""

def CSVDataset(*, filenames: _Any, compression_type: _Any, buffer_size: _Any, header: _Any, field_delim: _Any, use_quote_delim: _Any, na_value: _Any, select_cols: _Any, record_defaults: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The records of files of comma separated values, a scalar for each column."""

def CSVDatasetV2(*, filenames: _Any, compression_type: _Any, buffer_size: _Any, header: _Any, field_delim: _Any, use_quote_delim: _Any, na_value: _Any, select_cols: _Any, record_defaults: _Any, exclude_cols: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The records of files of comma separated values, a scalar for each column, of which some are left out."""

class _CTCBeamSearchDecoder(_NamedTuple):
    decoded_indices: list[_Tensor]
    decoded_values: list[_Tensor]
    decoded_shape: list[_Tensor]
    log_probability: _Tensor

def CTCBeamSearchDecoder(*, inputs: _Any, sequence_length: _Any, beam_width: int, top_paths: int, merge_repeated: bool = True, name: str | None = None) -> _CTCBeamSearchDecoder:
    """The `top_paths` likeliest sequences of labels as sparse tensors, found by a beam search, and their log probabilities."""

class _CTCGreedyDecoder(_NamedTuple):
    decoded_indices: _Tensor
    decoded_values: _Tensor
    decoded_shape: _Tensor
    log_probability: _Tensor

def CTCGreedyDecoder(*, inputs: _Any, sequence_length: _Any, merge_repeated: bool = False, blank_index: int = -1, name: str | None = None) -> _CTCGreedyDecoder:
    """The likeliest class of each frame, without blanks, as a sparse tensor; and minus the sum of their logits."""

class _CTCLoss(_NamedTuple):
    loss: _Tensor
    gradient: _Tensor

def CTCLoss(*, inputs: _Any, labels_indices: _Any, labels_values: _Any, sequence_length: _Any, preprocess_collapse_repeated: bool = False, ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False, name: str | None = None) -> _CTCLoss:
    """The CTC loss of logits [time, batch, classes] for sparse labels, and its gradient; the last class is the blank."""

class _CTCLossV2(_NamedTuple):
    loss: _Tensor
    gradient: _Tensor

def CTCLossV2(*, inputs: _Any, labels_indices: _Any, labels_values: _Any, sequence_length: _Any, preprocess_collapse_repeated: bool = False, ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False, name: str | None = None) -> _CTCLossV2:
    """The CTC loss of logits [time, batch, classes] for sparse labels, and its gradient; the first class is the blank."""

def CacheDataset(*, input_dataset: _Any, filename: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same elements, which are kept once they have all been seen: in files where there is a name for them."""

def CacheDatasetV2(*, input_dataset: _Any, filename: _Any, cache: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same elements, which are kept once they have all been seen: in files where there is a name for them."""

def Case(*, branch_index: _Any, input: _Any, Tout: _Any, branches: _Any, output_shapes: _Any = ..., name: str | None = None) -> list[_Tensor]:
    """Calls branches[branch_index](input); the last branch where the index is out of range."""

def Cast(*, x: _Any, DstT: _Any, Truncate: bool = False, name: str | None = None) -> _Tensor:
    """x as DstT. Floats become integers by truncation, complex numbers keep their real part only."""

def Ceil(*, x: _Any, name: str | None = None) -> _Tensor:
    """The smallest integer not below x."""

def CheckNumerics(*, tensor: _Any, message: str | bytes, name: str | None = None) -> _Tensor:
    """`tensor` itself; fails with `message` if some element is not a finite number."""

def CheckNumericsV2(*, tensor: _Any, message: str | bytes, name: str | None = None) -> _Tensor:
    """`tensor` itself; fails with `message`, telling the signs of infinities, if some element is not a finite number."""

def CheckPinned(**kwargs: _Any) -> _Any:
    """Returns what `tf.check_pinned` does."""

def Cholesky(*, input: _Any, name: str | None = None) -> _Tensor:
    """The Cholesky decomposition of self-adjoint positive definite matrices; NaN where one is not."""

def CholeskyGrad(*, l: _Any, grad: _Any, name: str | None = None) -> _Tensor:
    """The gradient by a symmetric matrix from that by the lower triangle `l` that Cholesky makes of it."""

def ChooseFastestBranchDataset(**kwargs: _Any) -> _Any:
    """ChooseFastestBranchDataset is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def ChooseFastestDataset(*, input_datasets: _Any, output_types: _Any, output_shapes: _Any, num_experiments: int, name: str | None = None) -> _Tensor:
    """The elements of the input that was the quickest to give the first ones; all have the same."""

def ClipByValue(*, t: _Any, clip_value_min: _Any, clip_value_max: _Any, name: str | None = None) -> _Tensor:
    """t, with values below the least or above the greatest replaced by those."""

def CloseSummaryWriter(*, writer: _Any, name: str | None = None) -> _Any:
    """Closes a writer's file."""

def CollectiveAllToAllV2(**kwargs: _Any) -> _Any:
    """CollectiveAllToAllV2 is not implemented: several devices or machines take part in it."""

def CollectiveAllToAllV3(**kwargs: _Any) -> _Any:
    """CollectiveAllToAllV3 is not implemented: several devices or machines take part in it."""

def CollectiveAssignGroupV2(**kwargs: _Any) -> _Any:
    """CollectiveAssignGroupV2 is not implemented: several devices or machines take part in it."""

def CollectiveBcastRecv(**kwargs: _Any) -> _Any:
    """CollectiveBcastRecv is not implemented: several devices or machines take part in it."""

def CollectiveBcastRecvV2(**kwargs: _Any) -> _Any:
    """CollectiveBcastRecvV2 is not implemented: several devices or machines take part in it."""

def CollectiveBcastSend(**kwargs: _Any) -> _Any:
    """CollectiveBcastSend is not implemented: several devices or machines take part in it."""

def CollectiveBcastSendV2(**kwargs: _Any) -> _Any:
    """CollectiveBcastSendV2 is not implemented: several devices or machines take part in it."""

def CollectiveGather(**kwargs: _Any) -> _Any:
    """CollectiveGather is not implemented: several devices or machines take part in it."""

def CollectiveGatherV2(**kwargs: _Any) -> _Any:
    """CollectiveGatherV2 is not implemented: several devices or machines take part in it."""

def CollectiveInitializeCommunicator(**kwargs: _Any) -> _Any:
    """CollectiveInitializeCommunicator is not implemented: several devices or machines take part in it."""

def CollectivePermute(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of CollectivePermute."""

def CollectiveReduce(**kwargs: _Any) -> _Any:
    """CollectiveReduce is not implemented: several devices or machines take part in it."""

def CollectiveReduceScatterV2(**kwargs: _Any) -> _Any:
    """CollectiveReduceScatterV2 is not implemented: several devices or machines take part in it."""

def CollectiveReduceV2(**kwargs: _Any) -> _Any:
    """CollectiveReduceV2 is not implemented: several devices or machines take part in it."""

def CollectiveReduceV3(**kwargs: _Any) -> _Any:
    """CollectiveReduceV3 is not implemented: several devices or machines take part in it."""

class _CombinedNonMaxSuppression(_NamedTuple):
    nmsed_boxes: _Tensor
    nmsed_scores: _Tensor
    nmsed_classes: _Tensor
    valid_detections: _Tensor

def CombinedNonMaxSuppression(*, boxes: _Any, scores: _Any, max_output_size_per_class: _Any, max_total_size: _Any, iou_threshold: _Any, score_threshold: _Any, pad_per_class: bool = False, clip_boxes: bool = True, name: str | None = None) -> _CombinedNonMaxSuppression:
    """Suppression for each class of each image on its own, and the best boxes of all classes of each image."""

def Complex(*, real: _Any, imag: _Any, Tout: _Any = ..., name: str | None = None) -> _Tensor:
    """real + i imag."""

def ComplexAbs(*, x: _Any, Tout: _Any = ..., name: str | None = None) -> _Tensor:
    """The absolute value."""

def CompositeTensorVariantFromComponents(*, components: _Any, metadata: str | bytes, name: str | None = None) -> _Tensor:
    """The tensors that a composite tensor is made of as one variant; `metadata` is a message that says what it is."""

def CompositeTensorVariantToComponents(*, encoded: _Any, metadata: str | bytes, Tcomponents: _Any, name: str | None = None) -> list[_Tensor]:
    """The tensors that CompositeTensorVariantFromComponents made one variant."""

def CompressElement(*, components: _Any, name: str | None = None) -> _Tensor:
    """The tensors of an element, compressed, as one variant."""

class _ComputeAccidentalHits(_NamedTuple):
    indices: _Tensor
    ids: _Tensor
    weights: _Tensor

def ComputeAccidentalHits(*, true_classes: _Any, sampled_candidates: _Any, num_true: int, seed: int = 0, seed2: int = 0, name: str | None = None) -> _ComputeAccidentalHits:
    """Rows of `true_classes` and positions in `sampled_candidates` that hold the same class; and the least float."""

def ComputeBatchSize(*, input_dataset: _Any, name: str | None = None) -> _Tensor:
    """How many rows the batches have that a data set gives, -1 where that is not known."""

def Concat(*, concat_dim: _Any, values: _Any, name: str | None = None) -> _Tensor:
    """The arrays `values` joined along `concat_dim`; their other extents must agree."""

def ConcatOffset(*, concat_dim: _Any, shape: _Any, name: str | None = None) -> list[_Tensor]:
    """For arrays of the given shapes, the index at which each begins when they are joined along `concat_dim`."""

def ConcatV2(*, values: _Any, axis: _Any, name: str | None = None) -> _Tensor:
    """The arrays `values` joined along `axis`; their other extents must agree."""

def ConcatenateDataset(*, input_dataset: _Any, another_dataset: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements of one data set and then those of another."""

def ConditionalAccumulator(**kwargs: _Any) -> _Any:
    """ConditionalAccumulator of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ConfigureDistributedTPU(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ConfigureDistributedTPU."""

def ConfigureTPUEmbedding(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ConfigureTPUEmbedding."""

def Conj(*, input: _Any, name: str | None = None) -> _Tensor:
    """The complex conjugate."""

def ConjugateTranspose(*, x: _Any, perm: _Any, name: str | None = None) -> _Tensor:
    """The conjugate of `x` with its axes in the order `perm`."""

def Const(*, value: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """A constant tensor."""

def ConsumeMutexLock(*, mutex_lock: _Any, name: str | None = None) -> _Any:
    """Gives a lock back."""

def ControlTrigger(*, name: str | None = None) -> _Any:
    """Does nothing; other nodes may run after it, whatever it was that it ran after."""

def Conv(*, input: _Any, filter: _Any, strides: _Any, padding: str | bytes, explicit_paddings: _Any = ..., data_format: str | bytes = 'CHANNELS_LAST', dilations: _Any = ..., batch_dims: int = 1, groups: int = 1, name: str | None = None) -> _Tensor:
    """The convolution over two or three axes, behind `batch_dims` axes of examples."""

def Conv2D(*, input: _Any, filter: _Any, strides: _Any, padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """Convolves images with filters of shape [height, width, in_channels / groups, out_channels]."""

def Conv2DBackpropFilter(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """The gradient of Conv2D with respect to its filter."""

def Conv2DBackpropFilterV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of Conv2DBackpropFilterV2."""

def Conv2DBackpropInput(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """The gradient of Conv2D with respect to its input, and the transposed convolution."""

def Conv2DBackpropInputV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of Conv2DBackpropInputV2."""

def Conv3D(*, input: _Any, filter: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """Convolves volumes with filters of shape [depth, height, width, in_channels / groups, out_channels]."""

def Conv3DBackpropFilter(**kwargs: _Any) -> _Any:
    """Op Conv3DBackpropFilter was removed in version 10 of graphs. Use Conv3DBackpropFilterV2 in its place."""

def Conv3DBackpropFilterV2(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """The gradient of Conv3D with respect to its filter."""

def Conv3DBackpropInput(**kwargs: _Any) -> _Any:
    """Op Conv3DBackpropInput was removed in version 10 of graphs. Use Conv3DBackpropInputV2 in its place."""

def Conv3DBackpropInputV2(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """The gradient of Conv3D with respect to its input, and the transposed convolution."""

def ConvertToCooTensor(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ConvertToCooTensor."""

def ConvertToListOfSparseCoreCooTensors(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ConvertToListOfSparseCoreCooTensors."""

def ConvertToSparseCoreCsrWrappedCooTensor(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ConvertToSparseCoreCsrWrappedCooTensor."""

def Copy(**kwargs: _Any) -> _Any:
    """Copy is not implemented: several devices or machines take part in it."""

def CopyHost(**kwargs: _Any) -> _Any:
    """CopyHost is not implemented: several devices or machines take part in it."""

def Cos(*, x: _Any, name: str | None = None) -> _Tensor:
    """The cosine of x, in radians."""

def Cosh(*, x: _Any, name: str | None = None) -> _Tensor:
    """(e^x + e^-x) / 2."""

def CountUpTo(**kwargs: _Any) -> _Any:
    """CountUpTo of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def CreateSummaryDbWriter(**kwargs: _Any) -> _Any:
    """CreateSummaryDbWriter is not implemented: TensorFlow's summaries in data bases have it."""

def CreateSummaryFileWriter(*, writer: _Any, logdir: _Any, max_queue: _Any, flush_millis: _Any, filename_suffix: _Any, name: str | None = None) -> _Any:
    """Gives a writer of summaries an event file of its own."""

def CropAndResize(*, image: _Any, boxes: _Any, box_ind: _Any, crop_size: _Any, method: str | bytes = 'bilinear', extrapolation_value: float = 0.0, name: str | None = None) -> _Tensor:
    """For each box [y1, x1, y2, x2] that part of image `box_ind`, resized to `crop_size`."""

def CropAndResizeGradBoxes(*, grads: _Any, image: _Any, boxes: _Any, box_ind: _Any, method: str | bytes = 'bilinear', name: str | None = None) -> _Tensor:
    """The gradient of CropAndResize with respect to the boxes."""

def CropAndResizeGradImage(*, grads: _Any, boxes: _Any, box_ind: _Any, image_size: _Any, T: _Any, method: str | bytes = 'bilinear', name: str | None = None) -> _Tensor:
    """The gradient of CropAndResize with respect to the images."""

def Cross(*, a: _Any, b: _Any, name: str | None = None) -> _Tensor:
    """The cross product of the 3-vectors in the last axis of `a` and `b`."""

def CrossReplicaSum(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of CrossReplicaSum."""

class _CudnnRNN(_NamedTuple):
    output: _Tensor
    output_h: _Tensor
    output_c: _Tensor
    reserve_space: _Tensor

def CudnnRNN(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, is_training: bool = True, name: str | None = None) -> _CudnnRNN:
    """A recurrent network by cuDNN; not run yet."""

class _CudnnRNNBackprop(_NamedTuple):
    input_backprop: _Tensor
    input_h_backprop: _Tensor
    input_c_backprop: _Tensor
    params_backprop: _Tensor

def CudnnRNNBackprop(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, name: str | None = None) -> _CudnnRNNBackprop:
    """CudnnRNN's gradients; not run yet."""

class _CudnnRNNBackpropV2(_NamedTuple):
    input_backprop: _Tensor
    input_h_backprop: _Tensor
    input_c_backprop: _Tensor
    params_backprop: _Tensor

def CudnnRNNBackpropV2(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, host_reserved: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, name: str | None = None) -> _CudnnRNNBackpropV2:
    """CudnnRNNV2's gradients; not run yet."""

class _CudnnRNNBackpropV3(_NamedTuple):
    input_backprop: _Tensor
    input_h_backprop: _Tensor
    input_c_backprop: _Tensor
    params_backprop: _Tensor

def CudnnRNNBackpropV3(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, sequence_lengths: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, host_reserved: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, time_major: bool = True, name: str | None = None) -> _CudnnRNNBackpropV3:
    """CudnnRNNV3's gradients; not run yet."""

def CudnnRNNCanonicalToParams(*, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Any, biases: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Matrices and vectors as cuDNN's vector of weights; not run yet."""

def CudnnRNNCanonicalToParamsV2(*, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Any, biases: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, name: str | None = None) -> _Tensor:
    """Matrices and vectors as cuDNN's vector of weights; not run yet."""

def CudnnRNNParamsSize(*, num_layers: _Any, num_units: _Any, input_size: _Any, T: _Any, S: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, name: str | None = None) -> _Tensor:
    """How many numbers a recurrent network's weights are in cuDNN's form; not run yet."""

class _CudnnRNNParamsToCanonical(_NamedTuple):
    weights: list[_Tensor]
    biases: list[_Tensor]

def CudnnRNNParamsToCanonical(*, num_layers: _Any, num_units: _Any, input_size: _Any, params: _Any, num_params: int, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, name: str | None = None) -> _CudnnRNNParamsToCanonical:
    """cuDNN's vector of weights as matrices and vectors; not run yet."""

class _CudnnRNNParamsToCanonicalV2(_NamedTuple):
    weights: list[_Tensor]
    biases: list[_Tensor]

def CudnnRNNParamsToCanonicalV2(*, num_layers: _Any, num_units: _Any, input_size: _Any, params: _Any, num_params_weights: int, num_params_biases: int, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, name: str | None = None) -> _CudnnRNNParamsToCanonicalV2:
    """cuDNN's vector of weights as matrices and vectors; not run yet."""

class _CudnnRNNV2(_NamedTuple):
    output: _Tensor
    output_h: _Tensor
    output_c: _Tensor
    reserve_space: _Tensor
    host_reserved: _Tensor

def CudnnRNNV2(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, is_training: bool = True, name: str | None = None) -> _CudnnRNNV2:
    """A recurrent network by cuDNN; not run yet."""

class _CudnnRNNV3(_NamedTuple):
    output: _Tensor
    output_h: _Tensor
    output_c: _Tensor
    reserve_space: _Tensor
    host_reserved: _Tensor

def CudnnRNNV3(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, sequence_lengths: _Any, rnn_mode: str | bytes = 'lstm', input_mode: str | bytes = 'linear_input', direction: str | bytes = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, is_training: bool = True, time_major: bool = True, name: str | None = None) -> _CudnnRNNV3:
    """A recurrent network by cuDNN over sequences of several lengths; not run yet."""

def Cumprod(*, x: _Any, axis: _Any, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> _Tensor:
    """Running products along an axis."""

def Cumsum(*, x: _Any, axis: _Any, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> _Tensor:
    """Running sums along an axis."""

def CumulativeLogsumexp(*, x: _Any, axis: _Any, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> _Tensor:
    """Running values of log(e^x_0 + e^x_1 + …) along an axis."""

def DataFormatDimMap(*, x: _Any, src_format: str | bytes = 'NHWC', dst_format: str | bytes = 'NCHW', name: str | None = None) -> _Tensor:
    """Where axes of the source format stand in the destination format."""

def DataFormatVecPermute(*, x: _Any, src_format: str | bytes = 'NHWC', dst_format: str | bytes = 'NCHW', name: str | None = None) -> _Tensor:
    """A vector with a number for each axis of the source format (or for the spatial ones), or a matrix with two, in the order of the destination format."""

def DataServiceDataset(**kwargs: _Any) -> _Any:
    """DataServiceDataset is not implemented: several devices or machines take part in it."""

def DataServiceDatasetV2(**kwargs: _Any) -> _Any:
    """DataServiceDatasetV2 is not implemented: several devices or machines take part in it."""

def DataServiceDatasetV3(**kwargs: _Any) -> _Any:
    """DataServiceDatasetV3 is not implemented: several devices or machines take part in it."""

def DataServiceDatasetV4(**kwargs: _Any) -> _Any:
    """DataServiceDatasetV4 is not implemented: several devices or machines take part in it."""

def DatasetCardinality(*, input_dataset: _Any, cardinality_options: str | bytes = '', name: str | None = None) -> _Tensor:
    """The number of elements, -1 where it has no end, -2 where it is unknown."""

def DatasetFingerprint(*, input_dataset: _Any, name: str | None = None) -> _Tensor:
    """A number that is the same for data sets that are described alike."""

def DatasetFromGraph(**kwargs: _Any) -> _Any:
    """DatasetFromGraph is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def DatasetToGraph(**kwargs: _Any) -> _Any:
    """DatasetToGraph is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def DatasetToGraphV2(**kwargs: _Any) -> _Any:
    """DatasetToGraphV2 is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def DatasetToSingleElement(*, dataset: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """The element of a data set that has just one."""

def DatasetToTFRecord(*, input_dataset: _Any, filename: _Any, compression_type: _Any, name: str | None = None) -> _Any:
    """Writes elements, each a string, as the records of a file."""

def Dawsn(*, x: _Any, name: str | None = None) -> _Tensor:
    """Dawson's integral, e^-x^2 times the integral of e^t^2 from 0 to x."""

def DebugGradientIdentity(*, input: _Any, name: str | None = None) -> _Tensor:
    """`input`, unchanged."""

def DebugGradientRefIdentity(**kwargs: _Any) -> _Any:
    """DebugGradientRefIdentity of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def DebugIdentity(*, input: _Any, device_name: str | bytes = '', tensor_name: str | bytes = '', debug_urls: _Any = ..., gated_grpc: bool = False, name: str | None = None) -> _Tensor:
    """Gives its input; a debugger may look at it there."""

def DebugIdentityV2(*, input: _Any, tfdbg_context_id: str | bytes = '', op_name: str | bytes = '', output_slot: int = -1, tensor_debug_mode: int = -1, debug_urls: _Any = ..., circular_buffer_size: int = 1000, tfdbg_run_id: str | bytes = '', name: str | None = None) -> _Tensor:
    """Gives its input; a debugger may look at it there."""

def DebugIdentityV3(*, input: _Any, device_name: str | bytes = '', tensor_name: str | bytes = '', io_of_node: str | bytes = '', is_input: bool = False, io_index: int = -1, debug_urls: _Any = ..., gated_grpc: bool = False, name: str | None = None) -> _Tensor:
    """Gives its input; a debugger may look at it there."""

def DebugNanCount(*, input: _Any, device_name: str | bytes = '', tensor_name: str | bytes = '', debug_urls: _Any = ..., gated_grpc: bool = False, name: str | None = None) -> _Tensor:
    """How many elements are no numbers, as a vector of one."""

def DebugNumericSummary(*, input: _Any, device_name: str | bytes = '', tensor_name: str | bytes = '', debug_urls: _Any = ..., lower_bound: float = ..., upper_bound: float = ..., mute_if_healthy: bool = False, gated_grpc: bool = False, name: str | None = None) -> _Tensor:
    """1, how many elements there are, are NaN, at the lower bound or -inf, negative, 0, positive, at the upper bound or inf; the least and the largest finite one, their mean and variance; the number of the dtype, the rank, the sizes."""

def DebugNumericSummaryV2(*, input: _Any, output_dtype: _Any = ..., tensor_debug_mode: int = -1, tensor_id: int = -1, name: str | None = None) -> _Tensor:
    """Numbers that say how a tensor is: 2 whether any element is infinite or NaN; 3 how many are; 4 that, and how many are negative, 0, positive; 5 the shape; 8 -inf, inf and NaN where there are any."""

def DecodeAndCropJpeg(*, contents: _Any, crop_window: _Any, channels: int = 0, ratio: int = 1, fancy_upscaling: bool = True, try_recover_truncated: bool = False, acceptable_fraction: float = 1.0, dct_method: str | bytes = '', name: str | None = None) -> _Tensor:
    """The part [y, x, height, width] of the image in a JPEG file."""

def DecodeBase64(*, input: _Any, name: str | None = None) -> _Tensor:
    """What strings in base 64, with the characters that URLs can hold, stand for."""

def DecodeBmp(*, contents: _Any, channels: int = 0, name: str | None = None) -> _Tensor:
    """The image [height, width, channels] in a BMP file."""

def DecodeCSV(*, records: _Any, record_defaults: _Any, field_delim: str | bytes = ',', use_quote_delim: bool = True, na_value: str | bytes = '', select_cols: _Any = ..., name: str | None = None) -> list[_Tensor]:
    """The columns of records, each of which is one string."""

def DecodeCompressed(*, bytes: _Any, compression_type: str | bytes = '', name: str | None = None) -> _Tensor:
    """The bytes of each element as they were before they were compressed."""

def DecodeGif(*, contents: _Any, name: str | None = None) -> _Tensor:
    """The frames [number, height, width, 3] in a GIF file."""

def DecodeImage(*, contents: _Any, channels: int = 0, dtype: _Any = ..., expand_animations: bool = True, name: str | None = None) -> _Tensor:
    """The image in a PNG, JPEG, BMP or GIF file."""

def DecodeJSONExample(*, json_examples: _Any, name: str | None = None) -> _Tensor:
    """The bytes of Example messages that are written as JSON."""

def DecodeJpeg(*, contents: _Any, channels: int = 0, ratio: int = 1, fancy_upscaling: bool = True, try_recover_truncated: bool = False, acceptable_fraction: float = 1.0, dct_method: str | bytes = '', name: str | None = None) -> _Tensor:
    """The image [height, width, channels] in a JPEG file."""

def DecodeJxl(*, contents: _Any, channels: int = 0, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """The image in a JPEG XL file."""

def DecodePaddedRaw(*, input_bytes: _Any, fixed_length: _Any, out_type: _Any, little_endian: bool = True, name: str | None = None) -> _Tensor:
    """The first `fixed_length` bytes of each string, with zeros behind shorter ones, as elements along a new last axis."""

def DecodePng(*, contents: _Any, channels: int = 0, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """The image [height, width, channels] in a PNG file."""

class _DecodeProtoV2(_NamedTuple):
    sizes: _Tensor
    values: list[_Tensor]

def DecodeProtoV2(*, bytes: _Any, message_type: str | bytes, field_names: _Any, output_types: _Any, descriptor_source: str | bytes = 'local://', message_format: str | bytes = 'binary', sanitize: bool = False, name: str | None = None) -> _DecodeProtoV2:
    """Fields of serialized messages as tensors, and how many values each message has of each."""

def DecodeRaw(*, bytes: _Any, out_type: _Any, little_endian: bool = True, name: str | None = None) -> _Tensor:
    """The bytes of each string, all of one length, as elements along a new last axis."""

class _DecodeWav(_NamedTuple):
    audio: _Tensor
    sample_rate: _Tensor

def DecodeWav(*, contents: _Any, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None) -> _DecodeWav:
    """The samples of a 16-bit WAV file, between -1 and 1, [samples, channels], and how many there are in a second."""

def DecodeWebP(*, contents: _Any, channels: int = 0, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """The frames [number, height, width, channels] in a WebP file."""

def DeepCopy(*, x: _Any, name: str | None = None) -> _Tensor:
    """A copy of `x` that shares no memory with it."""

def DeleteIterator(*, handle: _Any, deleter: _Any, name: str | None = None) -> _Any:
    """Nothing: an iterator goes with its last handle."""

def DeleteMemoryCache(*, handle: _Any, deleter: _Any, name: str | None = None) -> _Any:
    """Forgets the elements that were kept."""

def DeleteMultiDeviceIterator(**kwargs: _Any) -> _Any:
    """DeleteMultiDeviceIterator is not implemented: several devices or machines take part in it."""

def DeleteRandomSeedGenerator(**kwargs: _Any) -> _Any:
    """DeleteRandomSeedGenerator is not implemented: it fails in TensorFlow, too, or waits for files of its service."""

def DeleteSeedGenerator(*, handle: _Any, deleter: _Any, name: str | None = None) -> _Any:
    """Nothing: seeds go with their last handle."""

def DeleteSessionTensor(*, handle: _Any, name: str | None = None) -> _Any:
    """Lets go of the tensor that a session keeps by a handle."""

def DenseBincount(*, input: _Any, size: _Any, weights: _Any, binary_output: bool = False, name: str | None = None) -> _Tensor:
    """How often each number below `size` occurs in a vector, or in each row of a matrix."""

class _DenseCountSparseOutput(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_dense_shape: _Tensor

def DenseCountSparseOutput(*, values: _Any, weights: _Any, binary_output: bool, minlength: int = -1, maxlength: int = -1, name: str | None = None) -> _DenseCountSparseOutput:
    """How often integers occur in a vector or in rows of a matrix, without those that do not occur."""

def DenseToCSRSparseMatrix(*, dense_input: _Any, indices: _Any, name: str | None = None) -> _Tensor:
    """The elements of a dense tensor at places in row-major order as a sparse matrix, or as a batch of them."""

class _DenseToDenseSetOperation(_NamedTuple):
    result_indices: _Tensor
    result_values: _Tensor
    result_shape: _Tensor

def DenseToDenseSetOperation(*, set1: _Any, set2: _Any, set_operation: str | bytes, validate_indices: bool = True, name: str | None = None) -> _DenseToDenseSetOperation:
    """The union, intersection or difference of sets in the last axes of two tensors."""

def DenseToSparseBatchDataset(*, input_dataset: _Any, batch_size: _Any, row_shape: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """As many elements at a time as `batch_size` says, as rows of a sparse tensor."""

class _DenseToSparseSetOperation(_NamedTuple):
    result_indices: _Tensor
    result_values: _Tensor
    result_shape: _Tensor

def DenseToSparseSetOperation(*, set1: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, validate_indices: bool = True, name: str | None = None) -> _DenseToSparseSetOperation:
    """The union, intersection or difference of sets in a dense and a sparse tensor."""

def DepthToSpace(*, input: _Any, block_size: int, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """Images with the channels of each pixel spread over a block of `block_size` x `block_size` pixels."""

def DepthwiseConv2dNative(*, input: _Any, filter: _Any, strides: _Any, padding: str | bytes, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """Convolves each channel with its own filters, of shape [height, width, channels, multiplier]."""

def DepthwiseConv2dNativeBackpropFilter(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Any, padding: str | bytes, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """The gradient of DepthwiseConv2dNative with respect to its filter."""

def DepthwiseConv2dNativeBackpropInput(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Any, padding: str | bytes, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """The gradient of DepthwiseConv2dNative with respect to its input, and the transposed convolution."""

def Dequantize(*, input: _Any, min_range: _Any, max_range: _Any, mode: str | bytes = 'MIN_COMBINED', narrow_range: bool = False, axis: int = -1, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """The numbers that the integers of a range stand for."""

def DeserializeIterator(*, resource_handle: _Any, serialized: _Any, name: str | None = None) -> _Any:
    """Has an iterator go on from where another one of the same pipeline was."""

class _DeserializeManySparse(_NamedTuple):
    sparse_indices: _Tensor
    sparse_values: _Tensor
    sparse_shape: _Tensor

def DeserializeManySparse(*, serialized_sparse: _Any, dtype: _Any, name: str | None = None) -> _DeserializeManySparse:
    """The sparse tensor whose rows the messages of a matrix hold."""

class _DeserializeSparse(_NamedTuple):
    sparse_indices: _Tensor
    sparse_values: _Tensor
    sparse_shape: _Tensor

def DeserializeSparse(*, serialized_sparse: _Any, dtype: _Any, name: str | None = None) -> _DeserializeSparse:
    """The sparse tensor that three variants or messages hold, or the one whose rows a tensor of such holds."""

def DestroyResourceOp(*, resource: _Any, ignore_lookup_error: bool = True, name: str | None = None) -> _Any:
    """Makes the object behind the handle give up what it holds; using it afterwards fails."""

def DestroyTemporaryVariable(**kwargs: _Any) -> _Any:
    """DestroyTemporaryVariable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def DeviceIndex(**kwargs: _Any) -> _Any:
    """DeviceIndex is not implemented: several devices or machines take part in it."""

def Diag(*, diagonal: _Any, name: str | None = None) -> _Tensor:
    """An array of twice the rank that has `diagonal` on its diagonal, and zeros elsewhere."""

def DiagPart(*, input: _Any, name: str | None = None) -> _Tensor:
    """The diagonal of an array whose shape is some shape twice over."""

def Digamma(*, x: _Any, name: str | None = None) -> _Tensor:
    """The derivative of log gamma(x)."""

def Dilation2D(*, input: _Any, filter: _Any, strides: _Any, rates: _Any, padding: str | bytes, name: str | None = None) -> _Tensor:
    """The largest sum of image and filter in each window."""

def Dilation2DBackpropFilter(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Any, rates: _Any, padding: str | bytes, name: str | None = None) -> _Tensor:
    """The gradient of Dilation2D with respect to the filter."""

def Dilation2DBackpropInput(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Any, rates: _Any, padding: str | bytes, name: str | None = None) -> _Tensor:
    """The gradient of Dilation2D with respect to the images."""

def DirectedInterleaveDataset(*, selector_input_dataset: _Any, data_input_datasets: _Any, output_types: _Any, output_shapes: _Any, stop_on_empty_dataset: bool = False, name: str | None = None) -> _Tensor:
    """Elements of the inputs, in the order in which the selector names these."""

def DisableCopyOnRead(*, resource: _Any, name: str | None = None) -> _Any:
    """Reads of our variables never copy, so this changes nothing."""

def DistributedSave(**kwargs: _Any) -> _Any:
    """DistributedSave is not implemented: several devices or machines take part in it."""

def Div(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y; integers are truncated."""

def DivNoNan(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, and 0 where y = 0."""

def DrawBoundingBoxes(*, images: _Any, boxes: _Any, name: str | None = None) -> _Tensor:
    """The images with boxes [y1, x1, y2, x2], in parts of their extents, drawn on them in colours that differ."""

def DrawBoundingBoxesV2(*, images: _Any, boxes: _Any, colors: _Any, name: str | None = None) -> _Tensor:
    """The images with boxes [y1, x1, y2, x2], in parts of their extents, drawn on them in the colours given."""

def DummyIterationCounter(*, name: str | None = None) -> _Tensor:
    """What DummySeedGenerator does, by an older name."""

def DummyMemoryCache(*, name: str | None = None) -> _Tensor:
    """A handle that stands for a data set's own cache."""

def DummySeedGenerator(*, name: str | None = None) -> _Tensor:
    """A handle that stands for a data set's own seeds."""

def DynamicEnqueueTPUEmbeddingArbitraryTensorBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of DynamicEnqueueTPUEmbeddingArbitraryTensorBatch."""

def DynamicEnqueueTPUEmbeddingRaggedTensorBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of DynamicEnqueueTPUEmbeddingRaggedTensorBatch."""

def DynamicPartition(*, data: _Any, partitions: _Any, num_partitions: int, name: str | None = None) -> list[_Tensor]:
    """Deals the slices of `data` out to `num_partitions` arrays; `partitions` says which goes where."""

def DynamicStitch(*, indices: _Any, data: _Any, name: str | None = None) -> _Tensor:
    """One array in which slice `indices[m][i]` is `data[m][i]`; of several for one place the last wins."""

def EagerPyFunc(*, input: _Any, token: str | bytes, Tout: _Any, is_async: bool = False, name: str | None = None) -> list[_Tensor]:
    """What a Python function of tensors, run eagerly, gives for the inputs."""

def EditDistance(*, hypothesis_indices: _Any, hypothesis_values: _Any, hypothesis_shape: _Any, truth_indices: _Any, truth_values: _Any, truth_shape: _Any, normalize: bool = True, name: str | None = None) -> _Tensor:
    """The Levenshtein distance between sequences along the last axes of two sparse tensors; divided by the length of the true one if `normalize`."""

class _Eig(_NamedTuple):
    e: _Tensor
    v: _Tensor

def Eig(*, input: _Any, Tout: _Any, compute_v: bool = True, name: str | None = None) -> _Eig:
    """The complex eigenvalues, and if wanted the eigenvectors, of square matrices."""

def Einsum(*, inputs: _Any, equation: str | bytes, name: str | None = None) -> _Tensor:
    """The sum of products that `equation` describes, as in 'ij,jk->ik'; '...' stands for axes that broadcast."""

def Elu(*, features: _Any, name: str | None = None) -> _Tensor:
    """x where x > 0, else e^x - 1."""

def EluGrad(*, gradients: _Any, outputs: _Any, name: str | None = None) -> _Tensor:
    """gradients times Elu's slope where it gave `outputs`."""

def Empty(*, shape: _Any, dtype: _Any, init: bool = False, name: str | None = None) -> _Tensor:
    """An array of the given shape; its elements are zeros, also where `init` does not ask for that."""

def EmptyTensorList(*, element_shape: _Any, max_num_elements: _Any, element_dtype: _Any, name: str | None = None) -> _Tensor:
    """An empty list that may grow to `max_num_elements` elements, without limit for -1."""

def EmptyTensorMap(*, name: str | None = None) -> _Tensor:
    """A map without entries."""

def EncodeBase64(*, input: _Any, pad: bool = False, name: str | None = None) -> _Tensor:
    """Strings in base 64 with the characters that URLs can hold."""

def EncodeJpeg(*, image: _Any, format: str | bytes = '', quality: int = 95, progressive: bool = False, optimize_size: bool = False, chroma_downsampling: bool = True, density_unit: str | bytes = 'in', x_density: int = 300, y_density: int = 300, xmp_metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """An image [height, width, channels] as a JPEG file."""

def EncodeJpegVariableQuality(*, images: _Any, quality: _Any, name: str | None = None) -> _Tensor:
    """EncodeJpeg with the quality as an input."""

def EncodePng(*, image: _Any, compression: int = -1, name: str | None = None) -> _Tensor:
    """Images [..., height, width, channels] as PNG files."""

def EncodeProto(*, sizes: _Any, values: _Any, field_names: _Any, message_type: str | bytes, descriptor_source: str | bytes = 'local://', name: str | None = None) -> _Tensor:
    """Serialized messages whose fields have these values, of each as many as sizes says."""

def EncodeWav(*, audio: _Any, sample_rate: _Any, name: str | None = None) -> _Tensor:
    """A WAV file of 16-bit samples from numbers between -1 and 1, [samples, channels]."""

def EnqueueTPUEmbeddingArbitraryTensorBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of EnqueueTPUEmbeddingArbitraryTensorBatch."""

def EnqueueTPUEmbeddingIntegerBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of EnqueueTPUEmbeddingIntegerBatch."""

def EnqueueTPUEmbeddingRaggedTensorBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of EnqueueTPUEmbeddingRaggedTensorBatch."""

def EnqueueTPUEmbeddingSparseBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of EnqueueTPUEmbeddingSparseBatch."""

def EnqueueTPUEmbeddingSparseTensorBatch(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of EnqueueTPUEmbeddingSparseTensorBatch."""

def EnsureShape(*, input: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """`input`, after a check that its shape fits `shape`."""

def Enter(**kwargs: _Any) -> _Any:
    """Enter is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def Equal(*, x: _Any, y: _Any, incompatible_shape_error: bool = True, name: str | None = None) -> _Tensor:
    """Whether x = y."""

def Erf(*, x: _Any, name: str | None = None) -> _Tensor:
    """The error function of x."""

def Erfc(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 - erf(x), accurate for large x."""

def Erfinv(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of erf."""

def EuclideanNorm(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The square root of the sum of squares over the axes."""

def Exit(**kwargs: _Any) -> _Any:
    """Exit is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def Exp(*, x: _Any, name: str | None = None) -> _Tensor:
    """e^x."""

def ExpandDims(*, input: _Any, axis: _Any, name: str | None = None) -> _Tensor:
    """`input` with an axis of extent 1 inserted at `dim`."""

def ExperimentalAssertNextDataset(*, input_dataset: _Any, transformations: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What AssertNextDataset does, by an older name."""

def ExperimentalAutoShardDataset(**kwargs: _Any) -> _Any:
    """ExperimentalAutoShardDataset is not implemented: several devices or machines take part in it."""

def ExperimentalBytesProducedStatsDataset(*, input_dataset: _Any, tag: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What BytesProducedStatsDataset does, by an older name."""

def ExperimentalCSVDataset(*, filenames: _Any, compression_type: _Any, buffer_size: _Any, header: _Any, field_delim: _Any, use_quote_delim: _Any, na_value: _Any, select_cols: _Any, record_defaults: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What CSVDataset does, by an older name."""

def ExperimentalChooseFastestDataset(*, input_datasets: _Any, output_types: _Any, output_shapes: _Any, num_experiments: int, name: str | None = None) -> _Tensor:
    """What ChooseFastestDataset does, by an older name."""

def ExperimentalDatasetCardinality(*, input_dataset: _Any, name: str | None = None) -> _Tensor:
    """What DatasetCardinality does, by an older name."""

def ExperimentalDatasetToTFRecord(*, input_dataset: _Any, filename: _Any, compression_type: _Any, name: str | None = None) -> _Any:
    """What DatasetToTFRecord does, by an older name."""

def ExperimentalDenseToSparseBatchDataset(*, input_dataset: _Any, batch_size: _Any, row_shape: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What DenseToSparseBatchDataset does, by an older name."""

def ExperimentalDirectedInterleaveDataset(*, selector_input_dataset: _Any, data_input_datasets: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What DirectedInterleaveDataset does, by an older name."""

def ExperimentalGroupByReducerDataset(*, input_dataset: _Any, key_func_other_arguments: _Any, init_func_other_arguments: _Any, reduce_func_other_arguments: _Any, finalize_func_other_arguments: _Any, output_types: _Any, output_shapes: _Any, key_func: _Any, init_func: _Any, reduce_func: _Any, finalize_func: _Any, name: str | None = None) -> _Tensor:
    """What GroupByReducerDataset does, by an older name."""

def ExperimentalGroupByWindowDataset(*, input_dataset: _Any, key_func_other_arguments: _Any, reduce_func_other_arguments: _Any, window_size_func_other_arguments: _Any, output_types: _Any, output_shapes: _Any, key_func: _Any, reduce_func: _Any, window_size_func: _Any, name: str | None = None) -> _Tensor:
    """What GroupByWindowDataset does, by an older name."""

def ExperimentalIgnoreErrorsDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, log_warning: bool = False, name: str | None = None) -> _Tensor:
    """What IgnoreErrorsDataset does, by an older name."""

def ExperimentalIteratorGetDevice(*, resource: _Any, name: str | None = None) -> _Tensor:
    """What IteratorGetDevice does, by an older name."""

def ExperimentalLMDBDataset(**kwargs: _Any) -> _Any:
    """ExperimentalLMDBDataset is not implemented: it fails in TensorFlow, too, or waits for files of its service."""

def ExperimentalLatencyStatsDataset(*, input_dataset: _Any, tag: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What LatencyStatsDataset does, by an older name."""

def ExperimentalMapAndBatchDataset(*, input_dataset: _Any, other_arguments: _Any, batch_size: _Any, num_parallel_calls: _Any, drop_remainder: _Any, output_types: _Any, output_shapes: _Any, f: _Any, preserve_cardinality: bool = False, name: str | None = None) -> _Tensor:
    """What MapAndBatchDataset does, by an older name."""

def ExperimentalMapDataset(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ExperimentalMapDataset."""

def ExperimentalMatchingFilesDataset(*, patterns: _Any, name: str | None = None) -> _Tensor:
    """What MatchingFilesDataset does, by an older name."""

def ExperimentalMaxIntraOpParallelismDataset(*, input_dataset: _Any, max_intra_op_parallelism: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What MaxIntraOpParallelismDataset does, by an older name."""

def ExperimentalNonSerializableDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What NonSerializableDataset does, by an older name."""

def ExperimentalParallelInterleaveDataset(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, sloppy: _Any, buffer_output_elements: _Any, prefetch_input_elements: _Any, output_types: _Any, output_shapes: _Any, f: _Any, name: str | None = None) -> _Tensor:
    """What ParallelInterleaveDataset does, by an older name."""

def ExperimentalParseExampleDataset(*, input_dataset: _Any, num_parallel_calls: _Any, dense_defaults: _Any, sparse_keys: _Any, dense_keys: _Any, sparse_types: _Any, dense_shapes: _Any, output_types: _Any, output_shapes: _Any, sloppy: bool = False, name: str | None = None) -> _Tensor:
    """What ParseExampleDataset does, by an older name."""

def ExperimentalPrivateThreadPoolDataset(*, input_dataset: _Any, num_threads: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What PrivateThreadPoolDataset does, by an older name."""

def ExperimentalRandomDataset(*, seed: _Any, seed2: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What RandomDatasetV2 does, by an older name."""

def ExperimentalRebatchDataset(*, input_dataset: _Any, num_replicas: _Any, output_types: _Any, output_shapes: _Any, use_fallback: bool = True, name: str | None = None) -> _Tensor:
    """What RebatchDataset does, by an older name."""

def ExperimentalScanDataset(*, input_dataset: _Any, initial_state: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, f: _Any, preserve_cardinality: bool = False, name: str | None = None) -> _Tensor:
    """What ScanDataset does, by an older name."""

def ExperimentalSetStatsAggregatorDataset(*, input_dataset: _Any, stats_aggregator: _Any, tag: _Any, counter_prefix: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What SetStatsAggregatorDataset does, by an older name."""

def ExperimentalSleepDataset(*, input_dataset: _Any, sleep_microseconds: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What SleepDataset does, by an older name."""

def ExperimentalSlidingWindowDataset(*, input_dataset: _Any, window_size: _Any, window_shift: _Any, window_stride: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What SlidingWindowDataset does, by an older name."""

def ExperimentalSqlDataset(**kwargs: _Any) -> _Any:
    """ExperimentalSqlDataset is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def ExperimentalStatsAggregatorHandle(*, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """What StatsAggregatorHandle does, by an older name."""

def ExperimentalStatsAggregatorSummary(*, iterator: _Any, name: str | None = None) -> _Tensor:
    """What StatsAggregatorSummary does, by an older name."""

def ExperimentalTakeWhileDataset(*, input_dataset: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, predicate: _Any, name: str | None = None) -> _Tensor:
    """What TakeWhileDataset does, by an older name."""

def ExperimentalThreadPoolDataset(*, input_dataset: _Any, thread_pool: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What ThreadPoolDataset does, by an older name."""

def ExperimentalThreadPoolHandle(*, num_threads: int, display_name: str | bytes, max_intra_op_parallelism: int = 1, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """What ThreadPoolHandle does, by an older name."""

def ExperimentalUnbatchDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What UnbatchDataset does, by an older name."""

def ExperimentalUniqueDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What UniqueDataset does, by an older name."""

def Expint(*, x: _Any, name: str | None = None) -> _Tensor:
    """The exponential integral Ei(x)."""

def Expm1(*, x: _Any, name: str | None = None) -> _Tensor:
    """e^x - 1, accurate near 0."""

def ExtractGlimpse(*, input: _Any, size: _Any, offsets: _Any, centered: bool = True, normalized: bool = True, uniform_noise: bool = True, noise: str | bytes = 'uniform', name: str | None = None) -> _Tensor:
    """A window of each image around the place that `offsets` gives, with noise where it reaches beyond the image."""

def ExtractGlimpseV2(*, input: _Any, size: _Any, offsets: _Any, centered: bool = True, normalized: bool = True, uniform_noise: bool = True, noise: str | bytes = 'uniform', name: str | None = None) -> _Tensor:
    """A window of each image at the place that `offsets` gives, with noise where it reaches beyond the image."""

def ExtractImagePatches(*, images: _Any, ksizes: _Any, strides: _Any, rates: _Any, padding: str | bytes, name: str | None = None) -> _Tensor:
    """The patches of images [batch, height, width, channels] that a window passes over, each as one vector."""

def ExtractJpegShape(*, contents: _Any, output_type: _Any = ..., name: str | None = None) -> _Tensor:
    """Height, width and channels of the image in a JPEG file."""

def ExtractVolumePatches(*, input: _Any, ksizes: _Any, strides: _Any, padding: str | bytes, name: str | None = None) -> _Tensor:
    """The patches of volumes [batch, depth, height, width, channels] that a window passes over, each as one vector."""

def FFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) of the last axis."""

def FFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) of the last two axes."""

def FFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) of the last three axes."""

def FFTND(*, input: _Any, fft_length: _Any, axes: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) along any axes."""

def FIFOQueue(**kwargs: _Any) -> _Any:
    """FIFOQueue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def FIFOQueueV2(*, component_types: _Any, shapes: _Any = ..., capacity: int = -1, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A queue of tuples that leave in the order in which they came."""

def Fact(*, name: str | None = None) -> _Tensor:
    """A fact about factorials."""

def FakeParam(*, dtype: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """A tensor of the dtype and shape with unspecified elements, for places that are never read."""

def FakeQuantWithMinMaxArgs(*, inputs: _Any, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False, name: str | None = None) -> _Tensor:
    """Rounds numbers to those that num_bits can tell apart between min and max."""

def FakeQuantWithMinMaxArgsGradient(*, gradients: _Any, inputs: _Any, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False, name: str | None = None) -> _Tensor:
    """The gradient where the input is within the range, else zero."""

def FakeQuantWithMinMaxVars(*, inputs: _Any, min: _Any, max: _Any, num_bits: int = 8, narrow_range: bool = False, name: str | None = None) -> _Tensor:
    """Rounds numbers to those that num_bits can tell apart between min and max."""

class _FakeQuantWithMinMaxVarsGradient(_NamedTuple):
    backprops_wrt_input: _Tensor
    backprop_wrt_min: _Tensor
    backprop_wrt_max: _Tensor

def FakeQuantWithMinMaxVarsGradient(*, gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: int = 8, narrow_range: bool = False, name: str | None = None) -> _FakeQuantWithMinMaxVarsGradient:
    """Where the input is within the range, the gradient is the input's; else that of the bound it is beyond."""

def FakeQuantWithMinMaxVarsPerChannel(*, inputs: _Any, min: _Any, max: _Any, num_bits: int = 8, narrow_range: bool = False, name: str | None = None) -> _Tensor:
    """Rounds numbers to those that num_bits can tell apart, with a range for each element of the last axis."""

class _FakeQuantWithMinMaxVarsPerChannelGradient(_NamedTuple):
    backprops_wrt_input: _Tensor
    backprop_wrt_min: _Tensor
    backprop_wrt_max: _Tensor

def FakeQuantWithMinMaxVarsPerChannelGradient(*, gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: int = 8, narrow_range: bool = False, name: str | None = None) -> _FakeQuantWithMinMaxVarsPerChannelGradient:
    """Where the input is within its range, the gradient is the input's; else that of the bound it is beyond."""

def FakeQueue(**kwargs: _Any) -> _Any:
    """FakeQueue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def FileSystemSetConfiguration(*, scheme: _Any, key: _Any, value: _Any, name: str | None = None) -> _Any:
    """Changes a setting of a file system: an error, for the local one has none and there is no other."""

def Fill(*, dims: _Any, value: _Any, name: str | None = None) -> _Tensor:
    """An array of shape `dims` filled with the scalar `value`."""

def FilterByLastComponentDataset(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of FilterByLastComponentDataset."""

def FilterDataset(*, input_dataset: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, predicate: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements for which the predicate holds."""

def FinalizeDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, has_captured_ref: bool = False, name: str | None = None) -> _Tensor:
    """The same elements."""

def Fingerprint(*, data: _Any, method: _Any, name: str | None = None) -> _Tensor:
    """The eight bytes of a hash of each row, the same on every machine; `method` is "farmhash64"."""

def FixedLengthRecordDataset(*, filenames: _Any, header_bytes: _Any, record_bytes: _Any, footer_bytes: _Any, buffer_size: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The bytes of files in pieces of `record_bytes`, without a header and a footer."""

def FixedLengthRecordDatasetV2(*, filenames: _Any, header_bytes: _Any, record_bytes: _Any, footer_bytes: _Any, buffer_size: _Any, compression_type: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The bytes of files in pieces of `record_bytes`, without a header and a footer."""

def FixedLengthRecordReader(**kwargs: _Any) -> _Any:
    """FixedLengthRecordReader of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def FixedLengthRecordReaderV2(*, record_bytes: int, header_bytes: int = 0, footer_bytes: int = 0, hop_bytes: int = 0, container: str | bytes = '', shared_name: str | bytes = '', encoding: str | bytes = '', name: str | None = None) -> _Tensor:
    """A reader that gives pieces of files, all of one size, under name:number."""

class _FixedUnigramCandidateSampler(_NamedTuple):
    sampled_candidates: _Tensor
    true_expected_count: _Tensor
    sampled_expected_count: _Tensor

def FixedUnigramCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, vocab_file: str | bytes = '', distortion: float = 1.0, num_reserved_ids: int = 0, num_shards: int = 1, shard: int = 0, unigrams: _Any = ..., seed: int = 0, seed2: int = 0, name: str | None = None) -> _FixedUnigramCandidateSampler:
    """Classes drawn with given weights."""

def FlatMapDataset(*, input_dataset: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, f: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements of the data sets that a function gives, one data set after the other."""

def Floor(*, x: _Any, name: str | None = None) -> _Tensor:
    """The largest integer not above x."""

def FloorDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, rounded down."""

def FloorMod(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The remainder of x / y that has y's sign."""

def FlushSummaryWriter(*, writer: _Any, name: str | None = None) -> _Any:
    """Hands all that was written to the system."""

def For(**kwargs: _Any) -> _Any:
    """For is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

class _FractionalAvgPool(_NamedTuple):
    output: _Tensor
    row_pooling_sequence: _Tensor
    col_pooling_sequence: _Tensor

def FractionalAvgPool(*, value: _Any, pooling_ratio: _Any, pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None) -> _FractionalAvgPool:
    """The means of windows of random sizes, and the bounds of the windows."""

def FractionalAvgPoolGrad(*, orig_input_tensor_shape: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, overlapping: bool = False, name: str | None = None) -> _Tensor:
    """The gradient of FractionalAvgPool: each window's is shared out among its elements."""

class _FractionalMaxPool(_NamedTuple):
    output: _Tensor
    row_pooling_sequence: _Tensor
    col_pooling_sequence: _Tensor

def FractionalMaxPool(*, value: _Any, pooling_ratio: _Any, pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0, name: str | None = None) -> _FractionalMaxPool:
    """The maxima of windows of random sizes, and the bounds of the windows."""

def FractionalMaxPoolGrad(*, orig_input: _Any, orig_output: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, overlapping: bool = False, name: str | None = None) -> _Tensor:
    """The gradient of FractionalMaxPool: goes to the first maximum of each window."""

def FresnelCos(*, x: _Any, name: str | None = None) -> _Tensor:
    """The integral of cos(pi t^2 / 2) from 0 to x."""

def FresnelSin(*, x: _Any, name: str | None = None) -> _Tensor:
    """The integral of sin(pi t^2 / 2) from 0 to x."""

class _FusedBatchNorm(_NamedTuple):
    y: _Tensor
    batch_mean: _Tensor
    batch_variance: _Tensor
    reserve_space_1: _Tensor
    reserve_space_2: _Tensor

def FusedBatchNorm(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0, data_format: str | bytes = 'NHWC', is_training: bool = True, name: str | None = None) -> _FusedBatchNorm:
    """Batch normalisation; in training by the statistics of the batch, which it returns, else by those given."""

class _FusedBatchNormGrad(_NamedTuple):
    x_backprop: _Tensor
    scale_backprop: _Tensor
    offset_backprop: _Tensor
    reserve_space_3: _Tensor
    reserve_space_4: _Tensor

def FusedBatchNormGrad(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, epsilon: float = 0.0001, data_format: str | bytes = 'NHWC', is_training: bool = True, name: str | None = None) -> _FusedBatchNormGrad:
    """The gradient of FusedBatchNorm."""

class _FusedBatchNormGradV2(_NamedTuple):
    x_backprop: _Tensor
    scale_backprop: _Tensor
    offset_backprop: _Tensor
    reserve_space_3: _Tensor
    reserve_space_4: _Tensor

def FusedBatchNormGradV2(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, epsilon: float = 0.0001, data_format: str | bytes = 'NHWC', is_training: bool = True, name: str | None = None) -> _FusedBatchNormGradV2:
    """The gradient of FusedBatchNormV2."""

class _FusedBatchNormGradV3(_NamedTuple):
    x_backprop: _Tensor
    scale_backprop: _Tensor
    offset_backprop: _Tensor
    reserve_space_4: _Tensor
    reserve_space_5: _Tensor

def FusedBatchNormGradV3(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, reserve_space_3: _Any, epsilon: float = 0.0001, data_format: str | bytes = 'NHWC', is_training: bool = True, name: str | None = None) -> _FusedBatchNormGradV3:
    """The gradient of FusedBatchNormV3."""

class _FusedBatchNormV2(_NamedTuple):
    y: _Tensor
    batch_mean: _Tensor
    batch_variance: _Tensor
    reserve_space_1: _Tensor
    reserve_space_2: _Tensor

def FusedBatchNormV2(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0, data_format: str | bytes = 'NHWC', is_training: bool = True, name: str | None = None) -> _FusedBatchNormV2:
    """Batch normalisation; in training by the statistics of the batch, which it returns, else by those given."""

class _FusedBatchNormV3(_NamedTuple):
    y: _Tensor
    batch_mean: _Tensor
    batch_variance: _Tensor
    reserve_space_1: _Tensor
    reserve_space_2: _Tensor
    reserve_space_3: _Tensor

def FusedBatchNormV3(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0, data_format: str | bytes = 'NHWC', is_training: bool = True, name: str | None = None) -> _FusedBatchNormV3:
    """Batch normalisation; in training by the statistics of the batch, which it returns, else by those given."""

def FusedPadConv2D(*, input: _Any, paddings: _Any, filter: _Any, mode: str | bytes, strides: _Any, padding: str | bytes, name: str | None = None) -> _Tensor:
    """Conv2D of the input padded as MirrorPad pads it."""

def FusedResizeAndPadConv2D(*, input: _Any, size: _Any, paddings: _Any, filter: _Any, mode: str | bytes, strides: _Any, padding: str | bytes, resize_align_corners: bool = False, name: str | None = None) -> _Tensor:
    """Conv2D of the input resized as ResizeBilinear does it and padded as MirrorPad does."""

class _GRUBlockCell(_NamedTuple):
    r: _Tensor
    u: _Tensor
    c: _Tensor
    h: _Tensor

def GRUBlockCell(*, x: _Any, h_prev: _Any, w_ru: _Any, w_c: _Any, b_ru: _Any, b_c: _Any, name: str | None = None) -> _GRUBlockCell:
    """One step of a GRU: its gates, its new content and its output `h`."""

class _GRUBlockCellGrad(_NamedTuple):
    d_x: _Tensor
    d_h_prev: _Tensor
    d_c_bar: _Tensor
    d_r_bar_u_bar: _Tensor

def GRUBlockCellGrad(*, x: _Any, h_prev: _Any, w_ru: _Any, w_c: _Any, b_ru: _Any, b_c: _Any, r: _Any, u: _Any, c: _Any, d_h: _Any, name: str | None = None) -> _GRUBlockCellGrad:
    """What the gradient of GRUBlockCell is made of: those of its input, of the old output, and of all gates."""

def Gather(*, params: _Any, indices: _Any, validate_indices: bool = True, name: str | None = None) -> _Tensor:
    """The slices of `params` along its first axis that `indices` name."""

def GatherNd(*, params: _Any, indices: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """The slices (or elements) of `params` that the vectors along the last axis of `indices` name."""

def GatherV2(*, params: _Any, indices: _Any, axis: _Any, batch_dims: int = 0, name: str | None = None) -> _Tensor:
    """The slices of `params` along `axis` that `indices` name; the first `batch_dims` axes are common to both."""

class _GenerateBoundingBoxProposals(_NamedTuple):
    rois: _Tensor
    roi_probabilities: _Tensor

def GenerateBoundingBoxProposals(*, scores: _Any, bbox_deltas: _Any, image_info: _Any, anchors: _Any, nms_threshold: _Any, pre_nms_topn: _Any, min_size: _Any, post_nms_topn: int = 300, name: str | None = None) -> _GenerateBoundingBoxProposals:
    """The boxes with the highest scores that anchors and their changes give, without those that overlap much."""

class _GenerateVocabRemapping(_NamedTuple):
    remapping: _Tensor
    num_present: _Tensor

def GenerateVocabRemapping(*, new_vocab_file: _Any, old_vocab_file: _Any, new_vocab_offset: int, num_new_vocab: int, old_vocab_size: int = -1, name: str | None = None) -> _GenerateVocabRemapping:
    """For lines of one file the numbers of the same lines in another one, -1 for those that are not there."""

def GeneratorDataset(*, init_func_other_args: _Any, next_func_other_args: _Any, finalize_func_other_args: _Any, output_types: _Any, output_shapes: _Any, init_func: _Any, next_func: _Any, finalize_func: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What `next_func` gives for the state that `init_func` made, until it says OutOfRange."""

def GetElementAtIndex(*, dataset: _Any, index: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> list[_Tensor]:
    """The element with a number; OutOfRange where there is none."""

def GetMinibatchSplitsWithPhysicalReplica(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of GetMinibatchSplitsWithPhysicalReplica."""

def GetMinibatchesInCsrWithPhysicalReplica(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of GetMinibatchesInCsrWithPhysicalReplica."""

def GetOptions(*, input_dataset: _Any, name: str | None = None) -> _Tensor:
    """The options of a data set and of those that it is made from."""

def GetSessionHandle(*, value: _Any, name: str | None = None) -> _Tensor:
    """Keeps a tensor between the runs of a session; the handle by which others have it."""

def GetSessionHandleV2(**kwargs: _Any) -> _Any:
    """GetSessionHandleV2 is not implemented: several devices or machines take part in it."""

def GetSessionTensor(*, handle: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """The tensor that a session keeps by a handle."""

def GetStatsFromListOfSparseCoreCooTensors(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of GetStatsFromListOfSparseCoreCooTensors."""

def GlobalIterId(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of GlobalIterId."""

def GlobalShuffleDataset(*, input_dataset: _Any, seed: _Any, seed2: _Any, seed_generator: _Any, output_types: _Any, output_shapes: _Any, reshuffle_each_iteration: bool = True, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """All elements in a random order, each of them found by its number."""

def Greater(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x > y."""

def GreaterEqual(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x >= y."""

def GroupByReducerDataset(*, input_dataset: _Any, key_func_other_arguments: _Any, init_func_other_arguments: _Any, reduce_func_other_arguments: _Any, finalize_func_other_arguments: _Any, output_types: _Any, output_shapes: _Any, key_func: _Any, init_func: _Any, reduce_func: _Any, finalize_func: _Any, name: str | None = None) -> _Tensor:
    """What functions make of all elements with the same key, in the order of the keys."""

def GroupByWindowDataset(*, input_dataset: _Any, key_func_other_arguments: _Any, reduce_func_other_arguments: _Any, window_size_func_other_arguments: _Any, output_types: _Any, output_shapes: _Any, key_func: _Any, reduce_func: _Any, window_size_func: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What a function gives for each group of so many elements with the same key."""

def GuaranteeConst(*, input: _Any, name: str | None = None) -> _Tensor:
    """`input`, which the caller promises is the same on every run."""

def HSVToRGB(*, images: _Any, name: str | None = None) -> _Tensor:
    """Red, green and blue of colours given by hue, saturation and value in the last axis."""

def HashTable(**kwargs: _Any) -> _Any:
    """HashTable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def HashTableV2(*, key_dtype: _Any, value_dtype: _Any, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, name: str | None = None) -> _Tensor:
    """A table that gets all of its content once."""

def HistogramFixedWidth(*, values: _Any, value_range: _Any, nbins: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """How many values fall into each of nbins equal parts of the range; outliers count at the ends."""

def HistogramSummary(*, tag: _Any, values: _Any, name: str | None = None) -> _Tensor:
    """A Summary message of how often which numbers are met."""

def IFFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) of the last axis."""

def IFFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) of the last two axes."""

def IFFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) of the last three axes."""

def IFFTND(*, input: _Any, fft_length: _Any, axes: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform (or its inverse) along any axes."""

def IRFFT(*, input: _Any, fft_length: _Any, Treal: _Any = ..., name: str | None = None) -> _Tensor:
    """Real numbers from half of their transform along the last axis."""

def IRFFT2D(*, input: _Any, fft_length: _Any, Treal: _Any = ..., name: str | None = None) -> _Tensor:
    """Real numbers from half of their transform along the last two axes."""

def IRFFT3D(*, input: _Any, fft_length: _Any, Treal: _Any = ..., name: str | None = None) -> _Tensor:
    """Real numbers from half of their transform along the last three axes."""

def IRFFTND(*, input: _Any, fft_length: _Any, axes: _Any, Treal: _Any = ..., name: str | None = None) -> _Tensor:
    """Real numbers from half of their transform along any axes."""

def Identity(*, input: _Any, name: str | None = None) -> _Tensor:
    """`input`, unchanged."""

def IdentityN(*, input: _Any, name: str | None = None) -> list[_Tensor]:
    """All inputs, unchanged."""

def IdentityReader(**kwargs: _Any) -> _Any:
    """IdentityReader of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def IdentityReaderV2(*, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A reader that gives names as they are."""

def If(*, cond: _Any, input: _Any, Tout: _Any, then_branch: _Any, else_branch: _Any, output_shapes: _Any = ..., name: str | None = None) -> list[_Tensor]:
    """Calls then_branch(input) where `cond` is true, else_branch(input) otherwise."""

def Igamma(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The lower regularised incomplete gamma function P(a, x)."""

def IgammaGradA(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The derivative of Igamma by a."""

def Igammac(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The upper regularised incomplete gamma function Q(a, x)."""

def IgnoreErrorsDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, log_warning: bool = False, name: str | None = None) -> _Tensor:
    """The elements that can be computed without an error."""

def Imag(*, input: _Any, Tout: _Any = ..., name: str | None = None) -> _Tensor:
    """The imaginary part."""

def ImageProjectiveTransformV2(*, images: _Any, transforms: _Any, output_shape: _Any, interpolation: str | bytes, fill_mode: str | bytes = 'CONSTANT', name: str | None = None) -> _Tensor:
    """Images transformed by [a0, a1, a2, b0, b1, b2, c0, c1], which map places of the result to places of the image."""

def ImageProjectiveTransformV3(*, images: _Any, transforms: _Any, output_shape: _Any, fill_value: _Any, interpolation: str | bytes, fill_mode: str | bytes = 'CONSTANT', name: str | None = None) -> _Tensor:
    """ImageProjectiveTransformV2 with a value for what lies outside."""

def ImageSummary(*, tag: _Any, tensor: _Any, max_images: int = 3, bad_color: _Any = ..., name: str | None = None) -> _Tensor:
    """A Summary message of images [batch, height, width, 1, 3 or 4] as PNG files."""

def ImmutableConst(*, dtype: _Any, shape: _Any, memory_region_name: str | bytes, name: str | None = None) -> _Tensor:
    """A tensor whose elements are the first bytes of a file."""

def ImportEvent(*, writer: _Any, event: _Any, name: str | None = None) -> _Any:
    """Writes a serialized Event, with its time and step."""

def InTopK(*, predictions: _Any, targets: _Any, k: int, name: str | None = None) -> _Tensor:
    """Says for each row of `predictions` whether the target class is among its `k` best; ties count as in."""

def InTopKV2(*, predictions: _Any, targets: _Any, k: _Any, name: str | None = None) -> _Tensor:
    """Says for each row of `predictions` whether the target class is among its `k` best; ties count as in."""

def IndexFlatMapDataset(*, input_dataset: _Any, map_func_other_args: _Any, index_map_func_other_args: _Any, output_cardinality: _Any, output_types: _Any, output_shapes: _Any, map_func: _Any, index_map_func: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """Rows of what a function gives for each element; another function tells which row of which element is next."""

def InfeedDequeue(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of InfeedDequeue."""

def InfeedDequeueTuple(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of InfeedDequeueTuple."""

def InfeedEnqueue(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of InfeedEnqueue."""

def InfeedEnqueuePrelinearizedBuffer(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of InfeedEnqueuePrelinearizedBuffer."""

def InfeedEnqueueTuple(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of InfeedEnqueueTuple."""

def InitializeTable(**kwargs: _Any) -> _Any:
    """InitializeTable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def InitializeTableFromDataset(*, table_handle: _Any, dataset: _Any, name: str | None = None) -> _Any:
    """Fills a table with the pairs of key and value that a data set gives."""

def InitializeTableFromTextFile(**kwargs: _Any) -> _Any:
    """InitializeTableFromTextFile of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def InitializeTableFromTextFileV2(*, table_handle: _Any, filename: _Any, key_index: int, value_index: int, vocab_size: int = -1, delimiter: str | bytes = '\t', offset: int = 0, name: str | None = None) -> _Any:
    """Gives a static table its content from the lines of a file: columns, whole lines (-2), or their numbers (-1)."""

def InitializeTableV2(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Any:
    """Gives a static table its content; nothing happens where it has got one."""

def InplaceAdd(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Tensor:
    """`x` with the rows of `v` added to its rows `i`."""

def InplaceSub(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Tensor:
    """`x` with the rows of `v` subtracted from its rows `i`."""

def InplaceUpdate(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Tensor:
    """`x` with its rows `i` replaced by the rows of `v`."""

def InterleaveDataset(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, output_types: _Any, output_shapes: _Any, f: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements of the data sets that a function gives, some from each in turn."""

def Inv(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / x."""

def InvGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """-dy y^2."""

def Invert(*, x: _Any, name: str | None = None) -> _Tensor:
    """x with every bit flipped."""

def InvertPermutation(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of the permutation `x` of 0, 1, …, n - 1."""

def IsBoostedTreesEnsembleInitialized(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of IsBoostedTreesEnsembleInitialized."""

def IsBoostedTreesQuantileStreamResourceInitialized(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of IsBoostedTreesQuantileStreamResourceInitialized."""

def IsFinite(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is neither infinite nor NaN."""

def IsInf(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is infinite."""

def IsNan(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is not a number."""

def IsTPUEmbeddingInitialized(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of IsTPUEmbeddingInitialized."""

def IsVariableInitialized(**kwargs: _Any) -> _Any:
    """IsVariableInitialized of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

class _IsotonicRegression(_NamedTuple):
    output: _Tensor
    segments: _Tensor

def IsotonicRegression(*, input: _Any, output_dtype: _Any = ..., name: str | None = None) -> _IsotonicRegression:
    """The nearest sequence that never rises along the last axis, and for each element the number of its plateau."""

def Iterator(*, shared_name: str | bytes, container: str | bytes, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """What IteratorV2 does, by an older name."""

def IteratorFromStringHandle(*, string_handle: _Any, output_types: _Any = ..., output_shapes: _Any = ..., name: str | None = None) -> _Tensor:
    """What IteratorFromStringHandleV2 does, by an older name."""

def IteratorFromStringHandleV2(*, string_handle: _Any, output_types: _Any = ..., output_shapes: _Any = ..., name: str | None = None) -> _Tensor:
    """The iterator that a text stands for."""

def IteratorGetDevice(*, resource: _Any, name: str | None = None) -> _Tensor:
    """The device that an iterator is on, which is always the host's."""

def IteratorGetModelProto(**kwargs: _Any) -> _Any:
    """IteratorGetModelProto is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def IteratorGetNext(*, iterator: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> list[_Tensor]:
    """The next element; OutOfRange at the end."""

def IteratorGetNextAsOptional(*, iterator: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The next element as an optional, which has no value at the end."""

def IteratorGetNextSync(*, iterator: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> list[_Tensor]:
    """The next element; OutOfRange at the end."""

def IteratorToStringHandle(*, resource_handle: _Any, name: str | None = None) -> _Tensor:
    """A text that stands for an iterator in this process."""

def IteratorV2(*, shared_name: str | bytes, container: str | bytes, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The iterator of that name, which MakeIterator has go through a data set."""

def KMC2ChainInitialization(*, distances: _Any, seed: _Any, name: str | None = None) -> _Tensor:
    """Which point becomes a centre, by squared distances to the centres so far and a Markov chain (k-MC2)."""

def KmeansPlusPlusInitialization(*, points: _Any, num_to_sample: _Any, seed: _Any, num_retries_per_sample: _Any, name: str | None = None) -> _Tensor:
    """Points as first centres of clusters: each drawn by its squared distance to those before (k-means++)."""

def L2Loss(*, t: _Any, name: str | None = None) -> _Tensor:
    """Half the sum of the squares of all elements."""

def LMDBDataset(**kwargs: _Any) -> _Any:
    """LMDBDataset is not implemented: it fails in TensorFlow, too, or waits for files of its service."""

def LMDBReader(**kwargs: _Any) -> _Any:
    """LMDBReader of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def LRN(*, input: _Any, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, name: str | None = None) -> _Tensor:
    """Divides each element by a power of the squares of its neighbours along the channels."""

def LRNGrad(*, input_grads: _Any, input_image: _Any, output_image: _Any, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, name: str | None = None) -> _Tensor:
    """The gradient of LRN."""

class _LSTMBlockCell(_NamedTuple):
    i: _Tensor
    cs: _Tensor
    f: _Tensor
    o: _Tensor
    ci: _Tensor
    co: _Tensor
    h: _Tensor

def LSTMBlockCell(*, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = False, name: str | None = None) -> _LSTMBlockCell:
    """One step of an LSTM: its gates, its new state `cs` and its output `h`."""

class _LSTMBlockCellGrad(_NamedTuple):
    cs_prev_grad: _Tensor
    dicfo: _Tensor
    wci_grad: _Tensor
    wcf_grad: _Tensor
    wco_grad: _Tensor

def LSTMBlockCellGrad(*, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, name: str | None = None) -> _LSTMBlockCellGrad:
    """What the gradient of LSTMBlockCell is made of: those of the old state, of all gates, and of the peepholes."""

def LatencyStatsDataset(*, input_dataset: _Any, tag: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements; how many microseconds they take is collected."""

def LeakyRelu(*, features: _Any, alpha: float = 0.2, name: str | None = None) -> _Tensor:
    """Keeps what is positive and scales the rest by `alpha`."""

def LeakyReluGrad(*, gradients: _Any, features: _Any, alpha: float = 0.2, name: str | None = None) -> _Tensor:
    """The gradient of LeakyRelu."""

class _LearnedUnigramCandidateSampler(_NamedTuple):
    sampled_candidates: _Tensor
    true_expected_count: _Tensor
    sampled_expected_count: _Tensor

def LearnedUnigramCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0, seed2: int = 0, name: str | None = None) -> _LearnedUnigramCandidateSampler:
    """Classes drawn as often as they have been true."""

def LeftShift(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x shifted left by y bits; at most by its width less one."""

def LegacyParallelInterleaveDatasetV2(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, buffer_output_elements: _Any, prefetch_input_elements: _Any, output_types: _Any, output_shapes: _Any, f: _Any, deterministic: str | bytes = 'default', metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same with threads that run ahead in all open data sets."""

def Less(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x < y."""

def LessEqual(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x <= y."""

def Lgamma(*, x: _Any, name: str | None = None) -> _Tensor:
    """log |gamma(x)|."""

def LinSpace(*, start: _Any, stop: _Any, num: _Any, name: str | None = None) -> _Tensor:
    """num evenly spaced numbers from start to stop, both included."""

def ListDataset(*, tensors: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """Elements that are listed one after the other."""

class _ListDiff(_NamedTuple):
    out: _Tensor
    idx: _Tensor

def ListDiff(*, x: _Any, y: _Any, out_idx: _Any = ..., name: str | None = None) -> _ListDiff:
    """The elements of the vector `x` that do not occur in `y`, in order, and where they stand in `x`."""

def ListSnapshotChunksDataset(**kwargs: _Any) -> _Any:
    """ListSnapshotChunksDataset is not implemented: it fails in TensorFlow, too, or waits for files of its service."""

def LoadAndRemapMatrix(*, ckpt_path: _Any, old_tensor_name: _Any, row_remapping: _Any, col_remapping: _Any, initializing_values: _Any, num_rows: int, num_cols: int, max_rows_in_memory: int = -1, name: str | None = None) -> _Tensor:
    """A matrix made of rows and columns of one in a checkpoint; negative row and column numbers stand for values that are given."""

def LoadDataset(*, path: _Any, reader_func_other_args: _Any, output_types: _Any, output_shapes: _Any, reader_func: _Any, compression: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements that were saved in a folder."""

def LoadTPUEmbeddingADAMParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingADAMParameters."""

def LoadTPUEmbeddingAdadeltaParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingAdadeltaParameters."""

def LoadTPUEmbeddingAdagradMomentumParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingAdagradMomentumParameters."""

def LoadTPUEmbeddingAdagradParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingAdagradParameters."""

def LoadTPUEmbeddingCenteredRMSPropParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingCenteredRMSPropParameters."""

def LoadTPUEmbeddingFTRLParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingFTRLParameters."""

def LoadTPUEmbeddingFrequencyEstimatorParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingFrequencyEstimatorParameters."""

def LoadTPUEmbeddingMDLAdagradLightParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingMDLAdagradLightParameters."""

def LoadTPUEmbeddingMomentumParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingMomentumParameters."""

def LoadTPUEmbeddingProximalAdagradParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingProximalAdagradParameters."""

def LoadTPUEmbeddingProximalYogiParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingProximalYogiParameters."""

def LoadTPUEmbeddingRMSPropParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingRMSPropParameters."""

def LoadTPUEmbeddingStochasticGradientDescentParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of LoadTPUEmbeddingStochasticGradientDescentParameters."""

def Log(*, x: _Any, name: str | None = None) -> _Tensor:
    """The natural logarithm of x."""

def Log1p(*, x: _Any, name: str | None = None) -> _Tensor:
    """log(1 + x), accurate near 0."""

class _LogMatrixDeterminant(_NamedTuple):
    sign: _Tensor
    log_abs_determinant: _Tensor

def LogMatrixDeterminant(*, input: _Any, name: str | None = None) -> _LogMatrixDeterminant:
    """The sign (or phase) of each matrix's determinant, and the logarithm of its size."""

def LogSoftmax(*, logits: _Any, name: str | None = None) -> _Tensor:
    """The logarithm of the softmax of `logits` over the last axis."""

class _LogUniformCandidateSampler(_NamedTuple):
    sampled_candidates: _Tensor
    true_expected_count: _Tensor
    sampled_expected_count: _Tensor

def LogUniformCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0, seed2: int = 0, name: str | None = None) -> _LogUniformCandidateSampler:
    """Classes drawn as if sorted by frequency (Zipf)."""

def LogicalAnd(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether both x and y are true."""

def LogicalNot(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is false."""

def LogicalOr(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x or y is true."""

def LookupTableExport(**kwargs: _Any) -> _Any:
    """LookupTableExport of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

class _LookupTableExportV2(_NamedTuple):
    keys: _Tensor
    values: _Tensor

def LookupTableExportV2(*, table_handle: _Any, Tkeys: _Any, Tvalues: _Any, name: str | None = None) -> _LookupTableExportV2:
    """All keys and their values."""

def LookupTableFind(**kwargs: _Any) -> _Any:
    """LookupTableFind of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def LookupTableFindV2(*, table_handle: _Any, keys: _Any, default_value: _Any, name: str | None = None) -> _Tensor:
    """The values of the keys; `default_value`, one value or one for each key, for those that are not in the table."""

def LookupTableImport(**kwargs: _Any) -> _Any:
    """LookupTableImport of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def LookupTableImportV2(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Any:
    """Makes these keys and values all that the table holds."""

def LookupTableInsert(**kwargs: _Any) -> _Any:
    """LookupTableInsert of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def LookupTableInsertV2(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Any:
    """Sets the values of these keys."""

def LookupTableRemoveV2(*, table_handle: _Any, keys: _Any, name: str | None = None) -> _Any:
    """Removes these keys, as far as they are there."""

def LookupTableSize(**kwargs: _Any) -> _Any:
    """LookupTableSize of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def LookupTableSizeV2(*, table_handle: _Any, name: str | None = None) -> _Tensor:
    """The number of keys in the table."""

def LoopCond(**kwargs: _Any) -> _Any:
    """LoopCond is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def LowerBound(*, sorted_inputs: _Any, values: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """For each value the number of elements in its row of `sorted_inputs` that are less."""

class _Lu(_NamedTuple):
    lu: _Tensor
    p: _Tensor

def Lu(*, input: _Any, output_idx_type: _Any = ..., name: str | None = None) -> _Lu:
    """The LU decomposition with partial pivoting: both factors in one matrix, and the permutation of rows."""

def MakeIterator(*, dataset: _Any, iterator: _Any, name: str | None = None) -> _Any:
    """Has an iterator go through a data set from its beginning."""

def MapAndBatchDataset(*, input_dataset: _Any, other_arguments: _Any, batch_size: _Any, num_parallel_calls: _Any, drop_remainder: _Any, output_types: _Any, output_shapes: _Any, f: _Any, preserve_cardinality: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What a function gives for each element, so many of them at a time."""

def MapClear(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Any:
    """Empties a staging area."""

def MapDataset(*, input_dataset: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, f: _Any, use_inter_op_parallelism: bool = True, preserve_cardinality: bool = False, force_synchronous: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What a function gives for each element."""

def MapDefun(*, arguments: _Any, captured_inputs: _Any, output_types: _Any, output_shapes: _Any, f: _Any, max_intra_op_parallelism: int = 1, name: str | None = None) -> list[_Tensor]:
    """What a function gives for each row of the arguments, as rows."""

def MapIncompleteSize(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The number of tuples of which parts are missing."""

def MapPeek(*, key: _Any, indices: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Parts of the tuple of a key, which stay; waits until all of it is there."""

def MapSize(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The number of whole tuples in a staging area."""

def MapStage(*, key: _Any, indices: _Any, values: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Any:
    """Puts parts of the tuple of a key into a staging area; waits while it is full."""

def MapUnstage(*, key: _Any, indices: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Takes parts of the tuple of a key out of a staging area; waits until all of it is there."""

class _MapUnstageNoKey(_NamedTuple):
    key: _Tensor
    values: list[_Tensor]

def MapUnstageNoKey(*, indices: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _MapUnstageNoKey:
    """Takes parts of the tuple of some key out of a staging area; waits for one."""

def MatMul(*, a: _Any, b: _Any, transpose_a: bool = False, transpose_b: bool = False, grad_a: bool = False, grad_b: bool = False, name: str | None = None) -> _Tensor:
    """Multiplies matrix `a` by matrix `b`, either of them transposed first where asked for."""

def MatchingFiles(*, pattern: _Any, name: str | None = None) -> _Tensor:
    """The sorted paths of files that fit any of the patterns."""

def MatchingFilesDataset(*, patterns: _Any, name: str | None = None) -> _Tensor:
    """The names of the files that fit patterns, one pattern after the other."""

def MatrixBandPart(*, input: _Any, num_lower: _Any, num_upper: _Any, name: str | None = None) -> _Tensor:
    """`input` with zeros outside its main diagonal and the `num_lower` diagonals below and `num_upper` above it; a negative number keeps all."""

def MatrixDeterminant(*, input: _Any, name: str | None = None) -> _Tensor:
    """The determinant of each matrix."""

def MatrixDiag(*, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Square matrices with the given main diagonals, and zeros elsewhere."""

def MatrixDiagPart(*, input: _Any, name: str | None = None) -> _Tensor:
    """The main diagonals of matrices."""

def MatrixDiagPartV2(*, input: _Any, k: _Any, padding_value: _Any, name: str | None = None) -> _Tensor:
    """The diagonals `k[0]` to `k[1]` of matrices, upper ones first, aligned to the left."""

def MatrixDiagPartV3(*, input: _Any, k: _Any, padding_value: _Any, align: str | bytes = 'RIGHT_LEFT', name: str | None = None) -> _Tensor:
    """The diagonals `k[0]` to `k[1]` of matrices, upper ones first, padded to the length of the longest."""

def MatrixDiagV2(*, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, name: str | None = None) -> _Tensor:
    """Matrices with the given diagonals, aligned to the left, and `padding_value` elsewhere."""

def MatrixDiagV3(*, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, align: str | bytes = 'RIGHT_LEFT', name: str | None = None) -> _Tensor:
    """Matrices with the given diagonals, `k[0]` to `k[1]` of them (0 is the main diagonal), `padding_value` elsewhere."""

def MatrixExponential(**kwargs: _Any) -> _Any:
    """Op MatrixExponential was removed in version 27 of graphs. Use tf.linalg.matrix_exponential in its place."""

def MatrixInverse(*, input: _Any, adjoint: bool = False, name: str | None = None) -> _Tensor:
    """The inverse of each matrix; InvalidArgument where one is singular."""

def MatrixLogarithm(*, input: _Any, name: str | None = None) -> _Tensor:
    """The principal logarithm of each square matrix."""

def MatrixSetDiag(*, input: _Any, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Matrices with their main diagonals replaced."""

def MatrixSetDiagV2(*, input: _Any, diagonal: _Any, k: _Any, name: str | None = None) -> _Tensor:
    """Matrices with their diagonals `k[0]` to `k[1]` replaced by ones that are aligned to the left."""

def MatrixSetDiagV3(*, input: _Any, diagonal: _Any, k: _Any, align: str | bytes = 'RIGHT_LEFT', name: str | None = None) -> _Tensor:
    """Matrices with their diagonals `k[0]` to `k[1]` replaced."""

def MatrixSolve(*, matrix: _Any, rhs: _Any, adjoint: bool = False, name: str | None = None) -> _Tensor:
    """Solves systems of linear equations; InvalidArgument where a matrix is singular."""

def MatrixSolveLs(*, matrix: _Any, rhs: _Any, l2_regularizer: _Any, fast: bool = True, name: str | None = None) -> _Tensor:
    """Solves least-squares problems, by the normal equations (fast) or an orthogonal decomposition."""

def MatrixSquareRoot(*, input: _Any, name: str | None = None) -> _Tensor:
    """The principal square root of each square matrix."""

def MatrixTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = True, adjoint: bool = False, name: str | None = None) -> _Tensor:
    """Solves systems of linear equations with triangular matrices by substitution; batch axes broadcast."""

def Max(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The maximum over the axes; NaN if any is."""

def MaxIntraOpParallelismDataset(*, input_dataset: _Any, max_intra_op_parallelism: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements, made by ops that use so many threads at most."""

def MaxPool(*, input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The maximum over each window of each channel, or of several channels."""

def MaxPool3D(*, input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', name: str | None = None) -> _Tensor:
    """The maximum over each window of each channel of a volume."""

def MaxPool3DGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', name: str | None = None) -> _Tensor:
    """The gradient of MaxPool3D."""

def MaxPool3DGradGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NDHWC', name: str | None = None) -> _Tensor:
    """The second derivative of MaxPool3D."""

def MaxPoolGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The gradient of MaxPool."""

def MaxPoolGradGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The second derivative of MaxPool."""

def MaxPoolGradGradV2(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The second derivative of MaxPoolV2."""

def MaxPoolGradGradWithArgmax(*, input: _Any, grad: _Any, argmax: _Any, ksize: _Any, strides: _Any, padding: str | bytes, include_batch_in_index: bool = False, name: str | None = None) -> _Tensor:
    """The second derivative of MaxPoolWithArgmax."""

def MaxPoolGradV2(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The gradient of MaxPoolV2."""

def MaxPoolGradWithArgmax(*, input: _Any, grad: _Any, argmax: _Any, ksize: _Any, strides: _Any, padding: str | bytes, include_batch_in_index: bool = False, name: str | None = None) -> _Tensor:
    """The gradient of MaxPoolWithArgmax."""

def MaxPoolV2(*, input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """The maximum over each window of each channel, with the window as inputs."""

class _MaxPoolWithArgmax(_NamedTuple):
    output: _Tensor
    argmax: _Tensor

def MaxPoolWithArgmax(*, input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, Targmax: _Any = ..., include_batch_in_index: bool = False, name: str | None = None) -> _MaxPoolWithArgmax:
    """The maximum over each window of each channel, and its flat position ((y * width + x) * channels + c)."""

def Maximum(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The larger of x and y; NaN if either is."""

def Mean(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The mean over the axes; integers are divided as integers."""

def Merge(**kwargs: _Any) -> _Any:
    """Merge is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def MergeSummary(*, inputs: _Any, name: str | None = None) -> _Tensor:
    """One Summary message of the values of several."""

def MergeV2Checkpoints(*, checkpoint_prefixes: _Any, destination_prefix: _Any, delete_old_dirs: bool = True, allow_missing_files: bool = False, name: str | None = None) -> _Any:
    """Makes one checkpoint of several: their data files become its shards."""

def Mfcc(*, spectrogram: _Any, sample_rate: _Any, upper_frequency_limit: float = 4000.0, lower_frequency_limit: float = 20.0, filterbank_channel_count: int = 40, dct_coefficient_count: int = 13, name: str | None = None) -> _Tensor:
    """The cepstral coefficients of spectrograms of squared magnitudes, [channels, windows, frequencies]."""

def Min(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The minimum over the axes; NaN if any is."""

def Minimum(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The smaller of x and y; NaN if either is."""

def MirrorPad(*, input: _Any, paddings: _Any, mode: str | bytes, name: str | None = None) -> _Tensor:
    """`input` padded with its own reflection, which leaves the border element out (REFLECT) or repeats it (SYMMETRIC)."""

def MirrorPadGrad(*, input: _Any, paddings: _Any, mode: str | bytes, name: str | None = None) -> _Tensor:
    """The gradient of MirrorPad: the padding of `input` added to the elements that it reflects."""

def Mod(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The remainder of x / y that has x's sign."""

def ModelDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, algorithm: int = 0, cpu_budget: int = 0, ram_budget: int = 0, name: str | None = None) -> _Tensor:
    """The same elements."""

def Mul(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x * y."""

def MulNoNan(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x * y, and 0 where y = 0 even for infinite or NaN x."""

def MultiDeviceIterator(**kwargs: _Any) -> _Any:
    """MultiDeviceIterator is not implemented: several devices or machines take part in it."""

def MultiDeviceIteratorFromStringHandle(**kwargs: _Any) -> _Any:
    """MultiDeviceIteratorFromStringHandle is not implemented: several devices or machines take part in it."""

def MultiDeviceIteratorGetNextFromShard(**kwargs: _Any) -> _Any:
    """MultiDeviceIteratorGetNextFromShard is not implemented: several devices or machines take part in it."""

def MultiDeviceIteratorInit(**kwargs: _Any) -> _Any:
    """MultiDeviceIteratorInit is not implemented: several devices or machines take part in it."""

def MultiDeviceIteratorToStringHandle(**kwargs: _Any) -> _Any:
    """MultiDeviceIteratorToStringHandle is not implemented: several devices or machines take part in it."""

def Multinomial(*, logits: _Any, num_samples: _Any, seed: int = 0, seed2: int = 0, output_dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """For each row of logits, that many classes, each drawn with the probability that softmax gives it."""

def MutableDenseHashTable(**kwargs: _Any) -> _Any:
    """MutableDenseHashTable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def MutableDenseHashTableV2(*, empty_key: _Any, deleted_key: _Any, value_dtype: _Any, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, value_shape: _Any = ..., initial_num_buckets: int = 131072, max_load_factor: float = 0.8, name: str | None = None) -> _Tensor:
    """A table whose keys may be vectors. Two keys, `empty_key` and `deleted_key`, are not allowed in it."""

def MutableHashTable(**kwargs: _Any) -> _Any:
    """MutableHashTable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def MutableHashTableOfTensors(**kwargs: _Any) -> _Any:
    """MutableHashTableOfTensors of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def MutableHashTableOfTensorsV2(*, key_dtype: _Any, value_dtype: _Any, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, value_shape: _Any = ..., name: str | None = None) -> _Tensor:
    """A table whose values are vectors."""

def MutableHashTableV2(*, key_dtype: _Any, value_dtype: _Any, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, name: str | None = None) -> _Tensor:
    """A table that can be changed."""

def MutexLock(*, mutex: _Any, name: str | None = None) -> _Tensor:
    """Takes a lock, and waits while somebody else holds it."""

def MutexV2(*, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A lock that one holder has at a time."""

def NcclAllReduce(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of NcclAllReduce."""

def NcclBroadcast(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of NcclBroadcast."""

def NcclReduce(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of NcclReduce."""

def Ndtri(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of the normal distribution function."""

class _NearestNeighbors(_NamedTuple):
    nearest_center_indices: _Tensor
    nearest_center_distances: _Tensor

def NearestNeighbors(*, points: _Any, centers: _Any, k: _Any, name: str | None = None) -> _NearestNeighbors:
    """The k nearest centers of each point, with the squares of their distances."""

def Neg(*, x: _Any, name: str | None = None) -> _Tensor:
    """-x."""

def NextAfter(*, x1: _Any, x2: _Any, name: str | None = None) -> _Tensor:
    """The number next to x1 towards x2."""

def NextIteration(**kwargs: _Any) -> _Any:
    """NextIteration is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def NoOp(*, name: str | None = None) -> _Any:
    """Does nothing."""

def NonDeterministicInts(*, shape: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Integers from the machine's source of entropy: different ones each time."""

def NonMaxSuppression(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: float = 0.5, name: str | None = None) -> _Tensor:
    """The boxes that stay, by falling scores, when those go that overlap much with one of a higher score."""

def NonMaxSuppressionV2(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, name: str | None = None) -> _Tensor:
    """NonMaxSuppression with the threshold as an input."""

def NonMaxSuppressionV3(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, name: str | None = None) -> _Tensor:
    """NonMaxSuppressionV2 of the boxes with scores above a threshold."""

class _NonMaxSuppressionV4(_NamedTuple):
    selected_indices: _Tensor
    valid_outputs: _Tensor

def NonMaxSuppressionV4(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, pad_to_max_output_size: bool = False, name: str | None = None) -> _NonMaxSuppressionV4:
    """NonMaxSuppressionV3 that can pad its result with zeros, and tells how many boxes stay."""

class _NonMaxSuppressionV5(_NamedTuple):
    selected_indices: _Tensor
    selected_scores: _Tensor
    valid_outputs: _Tensor

def NonMaxSuppressionV5(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, soft_nms_sigma: _Any, pad_to_max_output_size: bool = False, name: str | None = None) -> _NonMaxSuppressionV5:
    """NonMaxSuppressionV4 that can lower the scores of boxes that overlap, instead of leaving them out."""

def NonMaxSuppressionWithOverlaps(*, overlaps: _Any, scores: _Any, max_output_size: _Any, overlap_threshold: _Any, score_threshold: _Any, name: str | None = None) -> _Tensor:
    """NonMaxSuppressionV3 of boxes given by the overlaps of all pairs."""

def NonSerializableDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements."""

def NotEqual(*, x: _Any, y: _Any, incompatible_shape_error: bool = True, name: str | None = None) -> _Tensor:
    """Whether x and y differ."""

def NthElement(*, input: _Any, n: _Any, reverse: bool = False, name: str | None = None) -> _Tensor:
    """The element that would stand at position `n` if the last axis were sorted, largest first when `reverse`."""

def OneHot(*, indices: _Any, depth: _Any, on_value: _Any, off_value: _Any, axis: int = -1, name: str | None = None) -> _Tensor:
    """An array with a new axis of extent `depth`, `on_value` where the position along it equals the index, `off_value` elsewhere; an index outside [0, depth) gives `off_value` throughout."""

def OneShotIterator(*, dataset_factory: _Any, output_types: _Any, output_shapes: _Any, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """An iterator that goes once through the data set that a function makes."""

def OnesLike(*, x: _Any, name: str | None = None) -> _Tensor:
    """Ones in the shape and dtype of `x`."""

def OptimizeDataset(*, input_dataset: _Any, optimizations: _Any, output_types: _Any, output_shapes: _Any, optimization_configs: _Any = ..., name: str | None = None) -> _Tensor:
    """The same elements."""

def OptimizeDatasetV2(*, input_dataset: _Any, optimizations_enabled: _Any, optimizations_disabled: _Any, optimizations_default: _Any, output_types: _Any, output_shapes: _Any, optimization_configs: _Any = ..., name: str | None = None) -> _Tensor:
    """The same elements."""

def OptionalFromValue(*, components: _Any, name: str | None = None) -> _Tensor:
    """An optional that has a value made of these tensors."""

def OptionalGetValue(*, optional: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> list[_Tensor]:
    """The tensors that an optional's value is made of."""

def OptionalHasValue(*, optional: _Any, name: str | None = None) -> _Tensor:
    """Whether an optional has a value."""

def OptionalNone(*, name: str | None = None) -> _Tensor:
    """An optional without a value."""

def OptionsDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, serialized_options: str | bytes, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same elements with options of how the whole pipeline is to run."""

def OrderedMapClear(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Any:
    """Empties a staging area."""

def OrderedMapIncompleteSize(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The number of tuples of which parts are missing."""

def OrderedMapPeek(*, key: _Any, indices: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Parts of the tuple of a key, which stay; waits until all of it is there."""

def OrderedMapSize(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The number of whole tuples in a staging area."""

def OrderedMapStage(*, key: _Any, indices: _Any, values: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Any:
    """Puts parts of the tuple of a key into a staging area, the least one first; waits while it is full."""

def OrderedMapUnstage(*, key: _Any, indices: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Takes parts of the tuple of a key out of a staging area; waits until all of it is there."""

class _OrderedMapUnstageNoKey(_NamedTuple):
    key: _Tensor
    values: list[_Tensor]

def OrderedMapUnstageNoKey(*, indices: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _OrderedMapUnstageNoKey:
    """Takes parts of the tuple of some key, the least one first out of a staging area; waits for one."""

def OutfeedDequeue(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of OutfeedDequeue."""

def OutfeedDequeueTuple(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of OutfeedDequeueTuple."""

def OutfeedDequeueTupleV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of OutfeedDequeueTupleV2."""

def OutfeedDequeueV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of OutfeedDequeueV2."""

def OutfeedEnqueue(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of OutfeedEnqueue."""

def OutfeedEnqueueTuple(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of OutfeedEnqueueTuple."""

def Pack(*, values: _Any, axis: int = 0, name: str | None = None) -> _Tensor:
    """The arrays `values`, all of one shape, stacked along a new axis."""

def Pad(*, input: _Any, paddings: _Any, name: str | None = None) -> _Tensor:
    """`input` with `paddings[i, 0]` zeros before and `paddings[i, 1]` after it along each axis i."""

def PadV2(*, input: _Any, paddings: _Any, constant_values: _Any, name: str | None = None) -> _Tensor:
    """`input` with `paddings[i, 0]` times `constant_values` before and `paddings[i, 1]` times after it along each axis i."""

def PaddedBatchDataset(*, input_dataset: _Any, batch_size: _Any, padded_shapes: _Any, padding_values: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What PaddedBatchDatasetV2 does, by an older name."""

def PaddedBatchDatasetV2(*, input_dataset: _Any, batch_size: _Any, padded_shapes: _Any, padding_values: _Any, drop_remainder: _Any, output_shapes: _Any, parallel_copy: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """As many elements at a time as `batch_size` says, filled up to the same shape."""

def PaddingFIFOQueue(**kwargs: _Any) -> _Any:
    """PaddingFIFOQueue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def PaddingFIFOQueueV2(*, component_types: _Any, shapes: _Any = ..., capacity: int = -1, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A queue of tuples whose components may differ in extents; those that leave together get the largest ones."""

def ParallelBatchDataset(*, input_dataset: _Any, batch_size: _Any, num_parallel_calls: _Any, drop_remainder: _Any, output_types: _Any, output_shapes: _Any, parallel_copy: bool = False, deterministic: str | bytes = 'default', metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same. Rows of large batches are always copied by several threads."""

def ParallelConcat(*, values: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """The arrays `values`, each a single row, joined along their first axis."""

def ParallelDynamicStitch(*, indices: _Any, data: _Any, name: str | None = None) -> _Tensor:
    """One array in which slice `indices[m][i]` is `data[m][i]`; of several for one place any may win."""

def ParallelFilterDataset(*, input_dataset: _Any, other_arguments: _Any, num_parallel_calls: _Any, output_types: _Any, output_shapes: _Any, predicate: _Any, deterministic: str | bytes = 'default', metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements for which the predicate holds, asked for several elements at a time."""

def ParallelInterleaveDataset(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, sloppy: _Any, buffer_output_elements: _Any, prefetch_input_elements: _Any, output_types: _Any, output_shapes: _Any, f: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same with threads that run ahead in all open data sets."""

def ParallelInterleaveDatasetV2(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, num_parallel_calls: _Any, output_types: _Any, output_shapes: _Any, f: _Any, sloppy: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same with threads that run ahead in the data sets whose turn it is not."""

def ParallelInterleaveDatasetV3(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, num_parallel_calls: _Any, output_types: _Any, output_shapes: _Any, f: _Any, deterministic: str | bytes = 'default', metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What ParallelInterleaveDatasetV4 does, by an older name."""

def ParallelInterleaveDatasetV4(*, input_dataset: _Any, other_arguments: _Any, cycle_length: _Any, block_length: _Any, buffer_output_elements: _Any, prefetch_input_elements: _Any, num_parallel_calls: _Any, output_types: _Any, output_shapes: _Any, f: _Any, deterministic: str | bytes = 'default', metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same with threads that run ahead in the data sets whose turn it is not."""

def ParallelMapDataset(*, input_dataset: _Any, other_arguments: _Any, num_parallel_calls: _Any, output_types: _Any, output_shapes: _Any, f: _Any, use_inter_op_parallelism: bool = True, sloppy: bool = False, preserve_cardinality: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What a function gives for each element, computed for several elements at a time."""

def ParallelMapDatasetV2(*, input_dataset: _Any, other_arguments: _Any, num_parallel_calls: _Any, output_types: _Any, output_shapes: _Any, f: _Any, use_inter_op_parallelism: bool = True, deterministic: str | bytes = 'default', preserve_cardinality: bool = False, use_unbounded_threadpool: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What a function gives for each element, computed for several elements at a time."""

def ParameterizedTruncatedNormal(*, shape: _Any, means: _Any, stdevs: _Any, minvals: _Any, maxvals: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Normal numbers between `minvals` and `maxvals`, which may differ along the first axis."""

class _ParseExample(_NamedTuple):
    sparse_indices: list[_Tensor]
    sparse_values: list[_Tensor]
    sparse_shapes: list[_Tensor]
    dense_values: list[_Tensor]

def ParseExample(*, serialized: _Any, names: _Any, sparse_keys: _Any, dense_keys: _Any, dense_defaults: _Any, sparse_types: _Any, dense_shapes: _Any, name: str | None = None) -> _ParseExample:
    """The features of a vector of Example messages as sparse and dense tensors."""

def ParseExampleDataset(*, input_dataset: _Any, num_parallel_calls: _Any, dense_defaults: _Any, sparse_keys: _Any, dense_keys: _Any, sparse_types: _Any, dense_shapes: _Any, output_types: _Any, output_shapes: _Any, sloppy: bool = False, ragged_keys: _Any = ..., ragged_value_types: _Any = ..., ragged_split_types: _Any = ..., name: str | None = None) -> _Tensor:
    """The features of batches of Example messages, sorted by their keys."""

def ParseExampleDatasetV2(*, input_dataset: _Any, num_parallel_calls: _Any, dense_defaults: _Any, sparse_keys: _Any, dense_keys: _Any, sparse_types: _Any, dense_shapes: _Any, output_types: _Any, output_shapes: _Any, deterministic: str | bytes = 'default', ragged_keys: _Any = ..., ragged_value_types: _Any = ..., ragged_split_types: _Any = ..., name: str | None = None) -> _Tensor:
    """The features of batches of Example messages, sorted by their keys."""

class _ParseExampleV2(_NamedTuple):
    sparse_indices: list[_Tensor]
    sparse_values: list[_Tensor]
    sparse_shapes: list[_Tensor]
    dense_values: list[_Tensor]
    ragged_values: list[_Tensor]
    ragged_row_splits: list[_Tensor]

def ParseExampleV2(*, serialized: _Any, names: _Any, sparse_keys: _Any, dense_keys: _Any, ragged_keys: _Any, dense_defaults: _Any, num_sparse: int, sparse_types: _Any, ragged_value_types: _Any, ragged_split_types: _Any, dense_shapes: _Any, name: str | None = None) -> _ParseExampleV2:
    """The features of a vector of Example messages, or of one, as sparse, dense and ragged tensors."""

class _ParseSequenceExample(_NamedTuple):
    context_sparse_indices: list[_Tensor]
    context_sparse_values: list[_Tensor]
    context_sparse_shapes: list[_Tensor]
    context_dense_values: list[_Tensor]
    feature_list_sparse_indices: list[_Tensor]
    feature_list_sparse_values: list[_Tensor]
    feature_list_sparse_shapes: list[_Tensor]
    feature_list_dense_values: list[_Tensor]
    feature_list_dense_lengths: list[_Tensor]

def ParseSequenceExample(*, serialized: _Any, debug_name: _Any, context_dense_defaults: _Any, feature_list_dense_missing_assumed_empty: _Any, context_sparse_keys: _Any, context_dense_keys: _Any, feature_list_sparse_keys: _Any, feature_list_dense_keys: _Any, Ncontext_sparse: int = 0, Ncontext_dense: int = 0, Nfeature_list_sparse: int = 0, Nfeature_list_dense: int = 0, context_sparse_types: _Any = ..., feature_list_dense_types: _Any = ..., context_dense_shapes: _Any = ..., feature_list_sparse_types: _Any = ..., feature_list_dense_shapes: _Any = ..., name: str | None = None) -> _ParseSequenceExample:
    """Context and sequences of a vector of SequenceExample messages as sparse and dense tensors."""

class _ParseSequenceExampleV2(_NamedTuple):
    context_sparse_indices: list[_Tensor]
    context_sparse_values: list[_Tensor]
    context_sparse_shapes: list[_Tensor]
    context_dense_values: list[_Tensor]
    context_ragged_values: list[_Tensor]
    context_ragged_row_splits: list[_Tensor]
    feature_list_sparse_indices: list[_Tensor]
    feature_list_sparse_values: list[_Tensor]
    feature_list_sparse_shapes: list[_Tensor]
    feature_list_dense_values: list[_Tensor]
    feature_list_dense_lengths: list[_Tensor]
    feature_list_ragged_values: list[_Tensor]
    feature_list_ragged_outer_splits: list[_Tensor]
    feature_list_ragged_inner_splits: list[_Tensor]

def ParseSequenceExampleV2(*, serialized: _Any, debug_name: _Any, context_sparse_keys: _Any, context_dense_keys: _Any, context_ragged_keys: _Any, feature_list_sparse_keys: _Any, feature_list_dense_keys: _Any, feature_list_ragged_keys: _Any, feature_list_dense_missing_assumed_empty: _Any, context_dense_defaults: _Any, Ncontext_sparse: int = 0, context_sparse_types: _Any = ..., context_ragged_value_types: _Any = ..., context_ragged_split_types: _Any = ..., context_dense_shapes: _Any = ..., Nfeature_list_sparse: int = 0, Nfeature_list_dense: int = 0, feature_list_dense_types: _Any = ..., feature_list_sparse_types: _Any = ..., feature_list_ragged_value_types: _Any = ..., feature_list_ragged_split_types: _Any = ..., feature_list_dense_shapes: _Any = ..., name: str | None = None) -> _ParseSequenceExampleV2:
    """Context and sequences of a vector of SequenceExample messages, or of one, as sparse, dense and ragged tensors."""

class _ParseSingleExample(_NamedTuple):
    sparse_indices: list[_Tensor]
    sparse_values: list[_Tensor]
    sparse_shapes: list[_Tensor]
    dense_values: list[_Tensor]

def ParseSingleExample(*, serialized: _Any, dense_defaults: _Any, num_sparse: int, sparse_keys: _Any, dense_keys: _Any, sparse_types: _Any, dense_shapes: _Any, name: str | None = None) -> _ParseSingleExample:
    """The features of an Example message as sparse and dense tensors."""

class _ParseSingleSequenceExample(_NamedTuple):
    context_sparse_indices: list[_Tensor]
    context_sparse_values: list[_Tensor]
    context_sparse_shapes: list[_Tensor]
    context_dense_values: list[_Tensor]
    feature_list_sparse_indices: list[_Tensor]
    feature_list_sparse_values: list[_Tensor]
    feature_list_sparse_shapes: list[_Tensor]
    feature_list_dense_values: list[_Tensor]

def ParseSingleSequenceExample(*, serialized: _Any, feature_list_dense_missing_assumed_empty: _Any, context_sparse_keys: _Any, context_dense_keys: _Any, feature_list_sparse_keys: _Any, feature_list_dense_keys: _Any, context_dense_defaults: _Any, debug_name: _Any, context_sparse_types: _Any = ..., feature_list_dense_types: _Any = ..., context_dense_shapes: _Any = ..., feature_list_sparse_types: _Any = ..., feature_list_dense_shapes: _Any = ..., name: str | None = None) -> _ParseSingleSequenceExample:
    """Context and sequences of a SequenceExample message as sparse and dense tensors."""

def ParseTensor(*, serialized: _Any, out_type: _Any, name: str | None = None) -> _Tensor:
    """The tensor in the bytes of a TensorProto message."""

def PartitionedCall(*, args: _Any, Tout: _Any, f: _Any, config: str | bytes = '', config_proto: str | bytes = '', executor_type: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Calls the function `f`, which only depends on its arguments."""

def Placeholder(*, dtype: _Any, shape: _Any = ..., name: str | None = None) -> _Tensor:
    """A value that is given when the graph is run."""

def PlaceholderV2(**kwargs: _Any) -> _Any:
    """Op PlaceholderV2 was removed in version 23 of graphs. Use Placeholder in its place."""

def PlaceholderWithDefault(*, input: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """Passes `input` on unless another value is given when the graph is run."""

def Polygamma(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The a-th derivative of digamma(x), for whole a >= 0."""

def PopulationCount(*, x: _Any, name: str | None = None) -> _Tensor:
    """The number of bits of x that are set."""

def Pow(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x to the power of y; an integer's power must not be negative."""

def PrefetchDataset(*, input_dataset: _Any, buffer_size: _Any, output_types: _Any, output_shapes: _Any, slack_period: int = 0, legacy_autotune: bool = True, buffer_size_min: int = 0, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same elements, of which up to `buffer_size` are made by another thread before they are asked for."""

def Prelinearize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of Prelinearize."""

def PrelinearizeTuple(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of PrelinearizeTuple."""

def PreventGradient(*, input: _Any, message: str | bytes = '', name: str | None = None) -> _Tensor:
    """`input`; whoever asks for a gradient through it gets an error with `message`."""

def Print(*, input: _Any, data: _Any, message: str | bytes = '', first_n: int = -1, summarize: int = 3, name: str | None = None) -> _Tensor:
    """`input` itself; prints `message` and `data`, the first `first_n` times."""

def PrintV2(*, input: _Any, output_stream: str | bytes = 'stderr', end: str | bytes = '\n', name: str | None = None) -> _Any:
    """Prints a string."""

def PriorityQueue(**kwargs: _Any) -> _Any:
    """PriorityQueue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def PriorityQueueV2(*, shapes: _Any, component_types: _Any = ..., capacity: int = -1, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A queue of tuples of which that with the least first component, an int64 scalar, leaves first."""

def PrivateThreadPoolDataset(*, input_dataset: _Any, num_threads: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements, made by so many threads at most."""

def Prod(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The product over the axes."""

def PyFunc(*, input: _Any, token: str | bytes, Tout: _Any, name: str | None = None) -> list[_Tensor]:
    """What a Python function of NumPy arrays gives for the inputs."""

def PyFuncStateless(*, input: _Any, token: str | bytes, Tout: _Any, name: str | None = None) -> list[_Tensor]:
    """What a Python function of NumPy arrays, which always gives the same for the same inputs, gives for the inputs."""

class _Qr(_NamedTuple):
    q: _Tensor
    r: _Tensor

def Qr(*, input: _Any, full_matrices: bool = False, name: str | None = None) -> _Qr:
    """The QR decomposition of each matrix by Householder reflections."""

def QuantizeAndDequantize(**kwargs: _Any) -> _Any:
    """Op QuantizeAndDequantize was removed in version 22 of graphs. Use QuantizeAndDequantizeV2 in its place."""

def QuantizeAndDequantizeV2(*, input: _Any, input_min: _Any, input_max: _Any, signed_input: bool = True, num_bits: int = 8, range_given: bool = False, round_mode: str | bytes = 'HALF_TO_EVEN', narrow_range: bool = False, axis: int = -1, name: str | None = None) -> _Tensor:
    """Rounds numbers to those that num_bits can tell apart within their range or one given."""

def QuantizeAndDequantizeV3(*, input: _Any, input_min: _Any, input_max: _Any, num_bits: _Any, signed_input: bool = True, range_given: bool = True, narrow_range: bool = False, axis: int = -1, name: str | None = None) -> _Tensor:
    """Rounds numbers to those that num_bits can tell apart within their range or one given."""

def QuantizeAndDequantizeV4(*, input: _Any, input_min: _Any, input_max: _Any, signed_input: bool = True, num_bits: int = 8, range_given: bool = False, round_mode: str | bytes = 'HALF_TO_EVEN', narrow_range: bool = False, axis: int = -1, name: str | None = None) -> _Tensor:
    """Rounds numbers to those that num_bits can tell apart within their range or one given."""

class _QuantizeAndDequantizeV4Grad(_NamedTuple):
    input_backprop: _Tensor
    input_min_backprop: _Tensor
    input_max_backprop: _Tensor

def QuantizeAndDequantizeV4Grad(*, gradients: _Any, input: _Any, input_min: _Any, input_max: _Any, axis: int = -1, name: str | None = None) -> _QuantizeAndDequantizeV4Grad:
    """The gradient where the input is within the range, else zero."""

class _QuantizeDownAndShrinkRange(_NamedTuple):
    output: _Tensor
    output_min: _Tensor
    output_max: _Tensor

def QuantizeDownAndShrinkRange(*, input: _Any, input_min: _Any, input_max: _Any, out_type: _Any, name: str | None = None) -> _QuantizeDownAndShrinkRange:
    """Integers as those of the least range that holds the numbers that they stand for."""

class _QuantizeV2(_NamedTuple):
    output: _Tensor
    output_min: _Tensor
    output_max: _Tensor

def QuantizeV2(*, input: _Any, min_range: _Any, max_range: _Any, T: _Any, mode: str | bytes = 'MIN_COMBINED', round_mode: str | bytes = 'HALF_AWAY_FROM_ZERO', narrow_range: bool = False, axis: int = -1, ensure_minimum_range: float = 0.01, name: str | None = None) -> _QuantizeV2:
    """Numbers as integers, which stand for the numbers of a range."""

class _QuantizedAdd(_NamedTuple):
    z: _Tensor
    min_z: _Tensor
    max_z: _Tensor

def QuantizedAdd(*, x: _Any, y: _Any, min_x: _Any, max_x: _Any, min_y: _Any, max_y: _Any, Toutput: _Any = ..., name: str | None = None) -> _QuantizedAdd:
    """The sum of 8-bit integers, with 32 bits, and the range that these stand for."""

class _QuantizedAvgPool(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedAvgPool(*, input: _Any, min_input: _Any, max_input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, name: str | None = None) -> _QuantizedAvgPool:
    """The mean over each window of each channel, as the nearest integer."""

class _QuantizedBatchNormWithGlobalNormalization(_NamedTuple):
    result: _Tensor
    result_min: _Tensor
    result_max: _Tensor

def QuantizedBatchNormWithGlobalNormalization(*, t: _Any, t_min: _Any, t_max: _Any, m: _Any, m_min: _Any, m_max: _Any, v: _Any, v_min: _Any, v_max: _Any, beta: _Any, beta_min: _Any, beta_max: _Any, gamma: _Any, gamma_min: _Any, gamma_max: _Any, out_type: _Any, variance_epsilon: float, scale_after_normalization: bool, name: str | None = None) -> _QuantizedBatchNormWithGlobalNormalization:
    """(t - m) / sqrt(v + variance_epsilon) * gamma + beta for each channel, with 32 bits."""

class _QuantizedBiasAdd(_NamedTuple):
    output: _Tensor
    min_out: _Tensor
    max_out: _Tensor

def QuantizedBiasAdd(*, input: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_bias: _Any, max_bias: _Any, out_type: _Any, name: str | None = None) -> _QuantizedBiasAdd:
    """Adds a number to each channel, with 32 bits."""

class _QuantizedConcat(_NamedTuple):
    output: _Tensor
    output_min: _Tensor
    output_max: _Tensor

def QuantizedConcat(*, concat_dim: _Any, values: _Any, input_mins: _Any, input_maxes: _Any, name: str | None = None) -> _QuantizedConcat:
    """Quantized tensors behind each other, with one range for all."""

class _QuantizedConv2D(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2D(*, input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., name: str | None = None) -> _QuantizedConv2D:
    """The convolution of images and a filter of 8-bit integers, with 32 bits, and the range that these stand for."""

class _QuantizedConv2DAndRelu(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DAndRelu(*, input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DAndRelu:
    """A convolution of integers, negative results made zero."""

class _QuantizedConv2DAndReluAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DAndReluAndRequantize(*, input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DAndReluAndRequantize:
    """A convolution of integers, negative results made zero, as 8-bit integers of a range."""

class _QuantizedConv2DAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DAndRequantize(*, input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DAndRequantize:
    """A convolution of integers, as 8-bit integers of a range."""

class _QuantizedConv2DPerChannel(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DPerChannel(*, input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., name: str | None = None) -> _QuantizedConv2DPerChannel:
    """A convolution of integers, whose filters may have a range for each channel."""

class _QuantizedConv2DWithBias(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBias(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBias:
    """A convolution of integers plus a number for each channel."""

class _QuantizedConv2DWithBiasAndRelu(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBiasAndRelu(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBiasAndRelu:
    """A convolution of integers plus a number for each channel, negative results made zero."""

class _QuantizedConv2DWithBiasAndReluAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBiasAndReluAndRequantize(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBiasAndReluAndRequantize:
    """A convolution of integers plus a number for each channel, not below zero, as 8-bit integers of a range."""

class _QuantizedConv2DWithBiasAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBiasAndRequantize(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBiasAndRequantize:
    """A convolution of integers plus a number for each channel, as 8-bit integers of a range."""

class _QuantizedConv2DWithBiasSignedSumAndReluAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBiasSignedSumAndReluAndRequantize(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, summand: _Any, min_summand: _Any, max_summand: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBiasSignedSumAndReluAndRequantize:
    """A convolution of integers plus a number for each channel plus signed ones, as 8-bit integers of a range."""

class _QuantizedConv2DWithBiasSumAndRelu(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBiasSumAndRelu(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, summand: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBiasSumAndRelu:
    """A convolution of integers plus a number for each channel plus others, not below zero."""

class _QuantizedConv2DWithBiasSumAndReluAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedConv2DWithBiasSumAndReluAndRequantize(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, summand: _Any, min_summand: _Any, max_summand: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedConv2DWithBiasSumAndReluAndRequantize:
    """A convolution of integers plus a number for each channel plus others, as 8-bit integers of a range."""

class _QuantizedDepthwiseConv2D(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedDepthwiseConv2D(*, input: _Any, filter: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., name: str | None = None) -> _QuantizedDepthwiseConv2D:
    """A convolution of integers, each channel with filters of its own."""

class _QuantizedDepthwiseConv2DWithBias(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedDepthwiseConv2DWithBias(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., name: str | None = None) -> _QuantizedDepthwiseConv2DWithBias:
    """A convolution of integers channel by channel plus a number for each."""

class _QuantizedDepthwiseConv2DWithBiasAndRelu(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedDepthwiseConv2DWithBiasAndRelu(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedDepthwiseConv2DWithBiasAndRelu:
    """A convolution of integers channel by channel plus a number for each, not below zero."""

class _QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize(*, input: _Any, filter: _Any, bias: _Any, min_input: _Any, max_input: _Any, min_filter: _Any, max_filter: _Any, min_freezed_output: _Any, max_freezed_output: _Any, strides: _Any, padding: str | bytes, out_type: _Any = ..., dilations: _Any = ..., padding_list: _Any = ..., name: str | None = None) -> _QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize:
    """A convolution of integers channel by channel plus a number for each, as 8-bit integers of a range."""

class _QuantizedInstanceNorm(_NamedTuple):
    y: _Tensor
    y_min: _Tensor
    y_max: _Tensor

def QuantizedInstanceNorm(*, x: _Any, x_min: _Any, x_max: _Any, output_range_given: bool = False, given_y_min: float = 0.0, given_y_max: float = 0.0, variance_epsilon: float = 1e-05, min_separation: float = 0.001, name: str | None = None) -> _QuantizedInstanceNorm:
    """Numbers with mean zero and deviation one in each channel of each image."""

class _QuantizedMatMul(_NamedTuple):
    out: _Tensor
    min_out: _Tensor
    max_out: _Tensor

def QuantizedMatMul(*, a: _Any, b: _Any, min_a: _Any, max_a: _Any, min_b: _Any, max_b: _Any, Toutput: _Any = ..., transpose_a: bool = False, transpose_b: bool = False, Tactivation: _Any = ..., name: str | None = None) -> _QuantizedMatMul:
    """The product of two matrices of 8-bit integers, with 32 bits, and the range that these stand for."""

class _QuantizedMatMulWithBias(_NamedTuple):
    out: _Tensor
    min_out: _Tensor
    max_out: _Tensor

def QuantizedMatMulWithBias(*, a: _Any, b: _Any, bias: _Any, min_a: _Any, max_a: _Any, min_b: _Any, max_b: _Any, Toutput: _Any = ..., transpose_a: bool = False, transpose_b: bool = False, input_quant_mode: str | bytes = 'MIN_FIRST', name: str | None = None) -> _QuantizedMatMulWithBias:
    """A product of matrices of integers plus a number for each column."""

def QuantizedMatMulWithBiasAndDequantize(*, a: _Any, b: _Any, bias: _Any, min_a: _Any, max_a: _Any, min_b: _Any, max_b: _Any, min_freezed_output: _Any, max_freezed_output: _Any, Toutput: _Any, transpose_a: bool = False, transpose_b: bool = False, input_quant_mode: str | bytes = 'MIN_FIRST', name: str | None = None) -> _Tensor:
    """A product of matrices of integers plus a number for each column, as numbers."""

class _QuantizedMatMulWithBiasAndRelu(_NamedTuple):
    out: _Tensor
    min_out: _Tensor
    max_out: _Tensor

def QuantizedMatMulWithBiasAndRelu(*, a: _Any, b: _Any, bias: _Any, min_a: _Any, max_a: _Any, min_b: _Any, max_b: _Any, Toutput: _Any = ..., transpose_a: bool = False, transpose_b: bool = False, input_quant_mode: str | bytes = 'MIN_FIRST', name: str | None = None) -> _QuantizedMatMulWithBiasAndRelu:
    """A product of matrices of integers plus a number for each column, not below zero."""

class _QuantizedMatMulWithBiasAndReluAndRequantize(_NamedTuple):
    out: _Tensor
    min_out: _Tensor
    max_out: _Tensor

def QuantizedMatMulWithBiasAndReluAndRequantize(*, a: _Any, b: _Any, bias: _Any, min_a: _Any, max_a: _Any, min_b: _Any, max_b: _Any, min_freezed_output: _Any, max_freezed_output: _Any, Toutput: _Any = ..., transpose_a: bool = False, transpose_b: bool = False, input_quant_mode: str | bytes = 'MIN_FIRST', name: str | None = None) -> _QuantizedMatMulWithBiasAndReluAndRequantize:
    """A product of matrices of integers plus a number for each column, not below zero, as 8-bit integers."""

class _QuantizedMatMulWithBiasAndRequantize(_NamedTuple):
    out: _Tensor
    min_out: _Tensor
    max_out: _Tensor

def QuantizedMatMulWithBiasAndRequantize(*, a: _Any, b: _Any, bias: _Any, min_a: _Any, max_a: _Any, min_b: _Any, max_b: _Any, min_freezed_output: _Any, max_freezed_output: _Any, Toutput: _Any = ..., transpose_a: bool = False, transpose_b: bool = False, input_quant_mode: str | bytes = 'MIN_FIRST', name: str | None = None) -> _QuantizedMatMulWithBiasAndRequantize:
    """A product of matrices of integers plus a number for each column, as 8-bit integers of a range."""

class _QuantizedMaxPool(_NamedTuple):
    output: _Tensor
    min_output: _Tensor
    max_output: _Tensor

def QuantizedMaxPool(*, input: _Any, min_input: _Any, max_input: _Any, ksize: _Any, strides: _Any, padding: str | bytes, name: str | None = None) -> _QuantizedMaxPool:
    """The largest integer of each window of each channel."""

class _QuantizedMul(_NamedTuple):
    z: _Tensor
    min_z: _Tensor
    max_z: _Tensor

def QuantizedMul(*, x: _Any, y: _Any, min_x: _Any, max_x: _Any, min_y: _Any, max_y: _Any, Toutput: _Any = ..., name: str | None = None) -> _QuantizedMul:
    """The product of 8-bit integers, with 32 bits, and the range that these stand for."""

class _QuantizedRelu(_NamedTuple):
    activations: _Tensor
    min_activations: _Tensor
    max_activations: _Tensor

def QuantizedRelu(*, features: _Any, min_features: _Any, max_features: _Any, out_type: _Any = ..., name: str | None = None) -> _QuantizedRelu:
    """The integers of max(x, 0)."""

class _QuantizedRelu6(_NamedTuple):
    activations: _Tensor
    min_activations: _Tensor
    max_activations: _Tensor

def QuantizedRelu6(*, features: _Any, min_features: _Any, max_features: _Any, out_type: _Any = ..., name: str | None = None) -> _QuantizedRelu6:
    """The integers of min(max(x, 0), 6)."""

def QuantizedReluX(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of QuantizedReluX."""

class _QuantizedReshape(_NamedTuple):
    output: _Tensor
    output_min: _Tensor
    output_max: _Tensor

def QuantizedReshape(*, tensor: _Any, shape: _Any, input_min: _Any, input_max: _Any, name: str | None = None) -> _QuantizedReshape:
    """The integers in another shape, with their range."""

class _QuantizedResizeBilinear(_NamedTuple):
    resized_images: _Tensor
    out_min: _Tensor
    out_max: _Tensor

def QuantizedResizeBilinear(*, images: _Any, size: _Any, min: _Any, max: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _QuantizedResizeBilinear:
    """Images of another size, whose numbers lie between those of the four nearest places."""

def QueueClose(**kwargs: _Any) -> _Any:
    """QueueClose of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueCloseV2(*, handle: _Any, cancel_pending_enqueues: bool = False, name: str | None = None) -> _Any:
    """Closes a queue: nothing more can be put in, what is in it can be taken out."""

def QueueDequeue(**kwargs: _Any) -> _Any:
    """QueueDequeue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueDequeueMany(**kwargs: _Any) -> _Any:
    """QueueDequeueMany of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueDequeueManyV2(*, handle: _Any, n: _Any, component_types: _Any, timeout_ms: int = -1, name: str | None = None) -> list[_Tensor]:
    """Takes n tuples out of a queue, in rows; waits for them."""

def QueueDequeueUpTo(**kwargs: _Any) -> _Any:
    """QueueDequeueUpTo of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueDequeueUpToV2(*, handle: _Any, n: _Any, component_types: _Any, timeout_ms: int = -1, name: str | None = None) -> list[_Tensor]:
    """Takes n tuples out of a queue, in rows, or those left where it is closed."""

def QueueDequeueV2(*, handle: _Any, component_types: _Any, timeout_ms: int = -1, name: str | None = None) -> list[_Tensor]:
    """Takes a tuple out of a queue; waits while it is empty."""

def QueueEnqueue(**kwargs: _Any) -> _Any:
    """QueueEnqueue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueEnqueueMany(**kwargs: _Any) -> _Any:
    """QueueEnqueueMany of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueEnqueueManyV2(*, handle: _Any, components: _Any, timeout_ms: int = -1, name: str | None = None) -> _Any:
    """Puts the rows of tensors into a queue; waits while it is full."""

def QueueEnqueueV2(*, handle: _Any, components: _Any, timeout_ms: int = -1, name: str | None = None) -> _Any:
    """Puts a tuple into a queue; waits while it is full."""

def QueueIsClosed(**kwargs: _Any) -> _Any:
    """QueueIsClosed of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueIsClosedV2(*, handle: _Any, name: str | None = None) -> _Tensor:
    """Whether a queue takes no more tuples."""

def QueueSize(**kwargs: _Any) -> _Any:
    """QueueSize of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def QueueSizeV2(*, handle: _Any, name: str | None = None) -> _Tensor:
    """The number of tuples in a queue."""

def RFFT(*, input: _Any, fft_length: _Any, Tcomplex: _Any = ..., name: str | None = None) -> _Tensor:
    """The transform of real numbers along the last axis; of the last one only half is given."""

def RFFT2D(*, input: _Any, fft_length: _Any, Tcomplex: _Any = ..., name: str | None = None) -> _Tensor:
    """The transform of real numbers along the last two axes; of the last one only half is given."""

def RFFT3D(*, input: _Any, fft_length: _Any, Tcomplex: _Any = ..., name: str | None = None) -> _Tensor:
    """The transform of real numbers along the last three axes; of the last one only half is given."""

def RFFTND(*, input: _Any, fft_length: _Any, axes: _Any, Tcomplex: _Any = ..., name: str | None = None) -> _Tensor:
    """The transform of real numbers along any axes; of the last of these only half is given."""

def RGBToHSV(*, images: _Any, name: str | None = None) -> _Tensor:
    """Hue, saturation and value, all in [0, 1], of colours in the last axis."""

def RaggedBincount(*, splits: _Any, values: _Any, size: _Any, weights: _Any, binary_output: bool = False, name: str | None = None) -> _Tensor:
    """How often each number below `size` occurs in each row of a ragged tensor."""

class _RaggedCountSparseOutput(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_dense_shape: _Tensor

def RaggedCountSparseOutput(*, splits: _Any, values: _Any, weights: _Any, binary_output: bool, minlength: int = -1, maxlength: int = -1, name: str | None = None) -> _RaggedCountSparseOutput:
    """How often integers occur in the rows of a ragged matrix."""

class _RaggedCross(_NamedTuple):
    output_values: _Tensor
    output_row_splits: _Tensor

def RaggedCross(*, ragged_values: _Any, ragged_row_splits: _Any, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, dense_inputs: _Any, input_order: str | bytes, hashed_output: bool, num_buckets: int, hash_key: int, out_values_type: _Any, out_row_splits_type: _Any, name: str | None = None) -> _RaggedCross:
    """All combinations of the values in each row of ragged, sparse and dense matrices, as rows of a ragged one."""

class _RaggedFillEmptyRows(_NamedTuple):
    output_value_rowids: _Tensor
    output_values: _Tensor
    empty_row_indicator: _Tensor
    reverse_index_map: _Tensor

def RaggedFillEmptyRows(*, value_rowids: _Any, values: _Any, nrows: _Any, default_value: _Any, name: str | None = None) -> _RaggedFillEmptyRows:
    """A ragged matrix with a value in every row; which rows had none; where each value went."""

class _RaggedFillEmptyRowsGrad(_NamedTuple):
    d_values: _Tensor
    d_default_value: _Tensor

def RaggedFillEmptyRowsGrad(*, reverse_index_map: _Any, grad_values: _Any, name: str | None = None) -> _RaggedFillEmptyRowsGrad:
    """What RaggedFillEmptyRows' gradient is at the elements of its operand, and at the default value."""

class _RaggedGather(_NamedTuple):
    output_nested_splits: list[_Tensor]
    output_dense_values: _Tensor

def RaggedGather(*, params_nested_splits: _Any, params_dense_values: _Any, indices: _Any, OUTPUT_RAGGED_RANK: int, name: str | None = None) -> _RaggedGather:
    """Rows of a ragged tensor, picked by their numbers."""

class _RaggedRange(_NamedTuple):
    rt_nested_splits: _Tensor
    rt_dense_values: _Tensor

def RaggedRange(*, starts: _Any, limits: _Any, deltas: _Any, Tsplits: _Any = ..., name: str | None = None) -> _RaggedRange:
    """Rows of evenly spaced numbers, as row splits and values; scalar inputs stand for every row."""

class _RaggedTensorFromVariant(_NamedTuple):
    output_nested_splits: list[_Tensor]
    output_dense_values: _Tensor

def RaggedTensorFromVariant(*, encoded_ragged: _Any, input_ragged_rank: int, output_ragged_rank: int, Tvalues: _Any, Tsplits: _Any = ..., name: str | None = None) -> _RaggedTensorFromVariant:
    """The ragged tensor that a variant holds, or the one whose rows a tensor of variants holds."""

class _RaggedTensorToSparse(_NamedTuple):
    sparse_indices: _Tensor
    sparse_values: _Tensor
    sparse_dense_shape: _Tensor

def RaggedTensorToSparse(*, rt_nested_splits: _Any, rt_dense_values: _Any, name: str | None = None) -> _RaggedTensorToSparse:
    """A sparse tensor with the values of a ragged one."""

def RaggedTensorToTensor(*, shape: _Any, values: _Any, default_value: _Any, row_partition_tensors: _Any, row_partition_types: _Any, name: str | None = None) -> _Tensor:
    """A dense tensor of the rows of a ragged one, padded with the default value or cut to `shape`."""

def RaggedTensorToVariant(*, rt_nested_splits: _Any, rt_dense_values: _Any, batched_input: bool, name: str | None = None) -> _Tensor:
    """A ragged tensor as a variant, or each of its rows as one."""

def RaggedTensorToVariantGradient(*, encoded_ragged_grad: _Any, row_splits: _Any, dense_values_shape: _Any, Tvalues: _Any, name: str | None = None) -> _Tensor:
    """The values in variants of ragged tensors, one behind the other."""

def RandomCrop(**kwargs: _Any) -> _Any:
    """Op RandomCrop was removed in version 8 of graphs. Use tf.image.random_crop in its place."""

def RandomDataset(*, seed: _Any, seed2: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What RandomDatasetV2 does, by an older name."""

def RandomDatasetV2(*, seed: _Any, seed2: _Any, seed_generator: _Any, output_types: _Any, output_shapes: _Any, rerandomize_each_iteration: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """Random integers from 0 to 2^32 - 1 without end."""

def RandomGamma(*, shape: _Any, alpha: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Numbers of the gamma distributions with shape parameter alpha and scale 1; shape is `shape` + alpha's."""

def RandomGammaGrad(*, alpha: _Any, sample: _Any, name: str | None = None) -> _Tensor:
    """How a sample of the gamma distribution moves with alpha while its cumulative probability stays the same."""

def RandomIndexShuffle(*, index: _Any, seed: _Any, max_index: _Any, rounds: int = 4, name: str | None = None) -> _Tensor:
    """The places of indices in the random permutation of 0 … max_index that the seed stands for."""

def RandomPoisson(**kwargs: _Any) -> _Any:
    """Op RandomPoisson was removed in version 25 of graphs. Use RandomPoissonV2 in its place."""

def RandomPoissonV2(*, shape: _Any, rate: _Any, seed: int = 0, seed2: int = 0, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Numbers of the Poisson distributions with the given rates; shape is `shape` + rate's."""

def RandomShuffle(*, value: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """The slices of `value` along its first axis in random order."""

def RandomShuffleQueue(**kwargs: _Any) -> _Any:
    """RandomShuffleQueue of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RandomShuffleQueueV2(*, component_types: _Any, shapes: _Any = ..., capacity: int = -1, min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A queue of tuples that leave in random order."""

def RandomStandardNormal(*, shape: _Any, dtype: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Normally distributed numbers with mean 0 and standard deviation 1."""

def RandomUniform(*, shape: _Any, dtype: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Uniformly distributed numbers in [0, 1)."""

def RandomUniformInt(*, shape: _Any, minval: _Any, maxval: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Uniformly distributed integers in [minval, maxval)."""

def Range(*, start: _Any, limit: _Any, delta: _Any, name: str | None = None) -> _Tensor:
    """start, start + delta, … up to but not including the limit."""

def RangeDataset(*, start: _Any, stop: _Any, step: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', replicate_on_split: bool = False, name: str | None = None) -> _Tensor:
    """The integers from `start` to `stop`, by `step`, one by one."""

def Rank(*, input: _Any, name: str | None = None) -> _Tensor:
    """The number of axes of `input`."""

def ReadFile(*, filename: _Any, name: str | None = None) -> _Tensor:
    """The bytes of a file."""

def ReadVariableOp(*, resource: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """The variable's value, shared until the variable is next updated. The gradient of the handle is the value's."""

def ReadVariableXlaSplitND(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ReadVariableXlaSplitND."""

def ReaderNumRecordsProduced(**kwargs: _Any) -> _Any:
    """ReaderNumRecordsProduced of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ReaderNumRecordsProducedV2(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """How many records a reader has given."""

def ReaderNumWorkUnitsCompleted(**kwargs: _Any) -> _Any:
    """ReaderNumWorkUnitsCompleted of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ReaderNumWorkUnitsCompletedV2(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """How many files a reader is done with."""

def ReaderRead(**kwargs: _Any) -> _Any:
    """ReaderRead of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ReaderReadUpTo(**kwargs: _Any) -> _Any:
    """ReaderReadUpTo of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

class _ReaderReadUpToV2(_NamedTuple):
    keys: _Tensor
    values: _Tensor

def ReaderReadUpToV2(*, reader_handle: _Any, queue_handle: _Any, num_records: _Any, name: str | None = None) -> _ReaderReadUpToV2:
    """The next records of a reader, as many as are left of a file but no more than that."""

class _ReaderReadV2(_NamedTuple):
    key: _Tensor
    value: _Tensor

def ReaderReadV2(*, reader_handle: _Any, queue_handle: _Any, name: str | None = None) -> _ReaderReadV2:
    """The next record of a reader, which takes the names of files out of a queue as it needs them."""

def ReaderReset(**kwargs: _Any) -> _Any:
    """ReaderReset of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ReaderResetV2(*, reader_handle: _Any, name: str | None = None) -> _Any:
    """Puts a reader back to where it began."""

def ReaderRestoreState(**kwargs: _Any) -> _Any:
    """ReaderRestoreState of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ReaderRestoreStateV2(*, reader_handle: _Any, state: _Any, name: str | None = None) -> _Any:
    """Puts a reader where ReaderSerializeStateV2 found one of its kind."""

def ReaderSerializeState(**kwargs: _Any) -> _Any:
    """ReaderSerializeState of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ReaderSerializeStateV2(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """Where a reader is, as a message; some kinds of readers cannot say it."""

def Real(*, input: _Any, Tout: _Any = ..., name: str | None = None) -> _Tensor:
    """The real part."""

def RealDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y for real and complex numbers."""

def RebatchDataset(*, input_dataset: _Any, num_replicas: _Any, output_types: _Any, output_shapes: _Any, use_fallback: bool = True, name: str | None = None) -> _Tensor:
    """Each batch in as many parts, of about the same number of rows, as there are replicas."""

def RebatchDatasetV2(*, input_dataset: _Any, batch_sizes: _Any, drop_remainder: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same rows in batches of other sizes, which take turns."""

def Reciprocal(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / x."""

def ReciprocalGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """-dy y^2."""

def RecordInput(**kwargs: _Any) -> _Any:
    """RecordInput is not implemented: it is not done yet."""

def Recv(**kwargs: _Any) -> _Any:
    """Recv is not implemented: several devices or machines take part in it."""

def RecvTPUEmbeddingActivations(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RecvTPUEmbeddingActivations."""

def ReduceDataset(*, input_dataset: _Any, initial_state: _Any, other_arguments: _Any, f: _Any, output_types: _Any, output_shapes: _Any, use_inter_op_parallelism: bool = True, metadata: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """What a function of a state and an element makes of the state, one element after the other."""

def ReduceJoin(*, inputs: _Any, reduction_indices: _Any, keep_dims: bool = False, separator: str | bytes = '', name: str | None = None) -> _Tensor:
    """The strings along the given axes, of which the first one named runs fastest, joined."""

def RefEnter(**kwargs: _Any) -> _Any:
    """RefEnter of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RefExit(**kwargs: _Any) -> _Any:
    """RefExit of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RefIdentity(**kwargs: _Any) -> _Any:
    """RefIdentity of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RefMerge(**kwargs: _Any) -> _Any:
    """RefMerge of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RefNextIteration(**kwargs: _Any) -> _Any:
    """RefNextIteration of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RefSelect(**kwargs: _Any) -> _Any:
    """RefSelect of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RefSwitch(**kwargs: _Any) -> _Any:
    """RefSwitch of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def RegexFullMatch(*, input: _Any, pattern: _Any, name: str | None = None) -> _Tensor:
    """Whether the whole of each string matches `pattern` (RE2's syntax)."""

def RegexReplace(*, input: _Any, pattern: _Any, rewrite: _Any, replace_global: bool = True, name: str | None = None) -> _Tensor:
    """Strings with matches of `pattern` (RE2's syntax), or the first one, replaced; \\1 in `rewrite` is group 1."""

def RegisterDataset(**kwargs: _Any) -> _Any:
    """RegisterDataset is not implemented: several devices or machines take part in it."""

def RegisterDatasetV2(**kwargs: _Any) -> _Any:
    """RegisterDatasetV2 is not implemented: several devices or machines take part in it."""

def Relu(*, features: _Any, name: str | None = None) -> _Tensor:
    """max(x, 0)."""

def Relu6(*, features: _Any, name: str | None = None) -> _Tensor:
    """min(max(x, 0), 6)."""

def Relu6Grad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients where 0 < features < 6, else 0."""

def ReluGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients where features > 0, else 0."""

def RemoteCall(**kwargs: _Any) -> _Any:
    """RemoteCall is not implemented: several devices or machines take part in it."""

def RepeatDataset(*, input_dataset: _Any, count: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The sequence `count` times over, without end where that is negative."""

class _RequantizationRange(_NamedTuple):
    output_min: _Tensor
    output_max: _Tensor

def RequantizationRange(*, input: _Any, input_min: _Any, input_max: _Any, name: str | None = None) -> _RequantizationRange:
    """The least range that holds zero and the numbers that the integers stand for."""

class _RequantizationRangePerChannel(_NamedTuple):
    output_min: _Tensor
    output_max: _Tensor

def RequantizationRangePerChannel(*, input: _Any, input_min: _Any, input_max: _Any, clip_value_max: float, name: str | None = None) -> _RequantizationRangePerChannel:
    """The range around zero that holds the numbers of all channels, up to `clip_value_max`."""

class _Requantize(_NamedTuple):
    output: _Tensor
    output_min: _Tensor
    output_max: _Tensor

def Requantize(*, input: _Any, input_min: _Any, input_max: _Any, requested_output_min: _Any, requested_output_max: _Any, out_type: _Any, name: str | None = None) -> _Requantize:
    """Integers of one range as those of another."""

class _RequantizePerChannel(_NamedTuple):
    output: _Tensor
    output_min: _Tensor
    output_max: _Tensor

def RequantizePerChannel(*, input: _Any, input_min: _Any, input_max: _Any, requested_output_min: _Any, requested_output_max: _Any, out_type: _Any = ..., name: str | None = None) -> _RequantizePerChannel:
    """Integers with a range for each channel, the last of four axes, as those of one range around zero."""

def Reshape(*, tensor: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """The elements of `tensor` in the shape `shape`, of which one size may be -1 and follows from the others."""

def ResizeArea(*, images: _Any, size: _Any, align_corners: bool = False, name: str | None = None) -> _Tensor:
    """Images [batch, height, width, channels] resized by averaging the area that each pixel covers."""

def ResizeBicubic(*, images: _Any, size: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _Tensor:
    """Images [batch, height, width, channels] resized by bicubic interpolation."""

def ResizeBicubicGrad(*, grads: _Any, original_image: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _Tensor:
    """The gradient of ResizeBicubic."""

def ResizeBilinear(*, images: _Any, size: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _Tensor:
    """Images [batch, height, width, channels] resized by bilinear interpolation."""

def ResizeBilinearGrad(*, grads: _Any, original_image: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _Tensor:
    """The gradient of ResizeBilinear."""

def ResizeNearestNeighbor(*, images: _Any, size: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _Tensor:
    """Images [batch, height, width, channels] resized by taking the nearest pixels."""

def ResizeNearestNeighborGrad(*, grads: _Any, size: _Any, align_corners: bool = False, half_pixel_centers: bool = False, name: str | None = None) -> _Tensor:
    """The gradient of ResizeNearestNeighbor."""

def ResourceAccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient: _Any, name: str | None = None) -> _Any:
    """Adds a gradient to an accumulator, unless it is of a step before the accumulator's."""

def ResourceAccumulatorNumAccumulated(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many gradients an accumulator holds."""

def ResourceAccumulatorSetGlobalStep(*, handle: _Any, new_global_step: _Any, name: str | None = None) -> _Any:
    """Sets an accumulator's step: gradients of steps before are dropped. It never goes back."""

def ResourceAccumulatorTakeGradient(*, handle: _Any, num_required: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """Takes the sum or mean of all gradients out of an accumulator; waits until there are that many."""

def ResourceApplyAdaMax(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """m becomes a running mean of grad; v = max(beta2 * v, |grad|); var -= lr / (1 - beta1_power) * m / (v + epsilon)."""

def ResourceApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """accum becomes a running mean of grad ** 2; update = sqrt(accum_update + epsilon) / sqrt(accum + epsilon) * grad; accum_update becomes a running mean of update ** 2; var -= lr * update."""

def ResourceApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, use_locking: bool = False, update_slots: bool = True, name: str | None = None) -> _Any:
    """accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / sqrt(accum)."""

def ResourceApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """Adagrad by dual averaging: var follows from the sums of all gradients and of their squares."""

def ResourceApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, update_slots: bool = True, name: str | None = None) -> _Any:
    """accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / (sqrt(accum) + epsilon)."""

def ResourceApplyAdam(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None) -> _Any:
    """m and v become running means of grad and grad ** 2; var -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon)."""

def ResourceApplyAdamWithAmsgrad(*, var: _Any, m: _Any, v: _Any, vhat: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """m and v become running means of grad and grad ** 2, vhat the largest v so far; var -= lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(vhat) + epsilon)."""

def ResourceApplyAddSign(*, var: _Any, m: _Any, lr: _Any, alpha: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """m becomes a running mean of grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad."""

def ResourceApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """mg and ms become running means of grad and grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms - mg ** 2 + epsilon); var -= mom."""

def ResourceApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = False, multiply_linear_by_lr: bool = False, name: str | None = None) -> _Any:
    """Follows the regularized leader: accum += grad ** 2; linear adds up what pulls; var is zero where |linear| <= l1."""

def ResourceApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = False, multiply_linear_by_lr: bool = False, name: str | None = None) -> _Any:
    """Ftrl where 2 * l2_shrinkage * var pulls, too."""

def ResourceApplyGradientDescent(*, var: _Any, alpha: _Any, delta: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """var -= alpha * delta."""

def ResourceApplyKerasMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None) -> _Any:
    """accum = accum * momentum - lr * grad; var += accum, or accum * momentum - lr * grad with `use_nesterov`."""

def ResourceApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None) -> _Any:
    """accum = accum * momentum + grad; var -= lr * accum, or lr * (grad + momentum * accum) with `use_nesterov`."""

def ResourceApplyPowerSign(*, var: _Any, m: _Any, lr: _Any, logbase: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """m becomes a running mean of grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad."""

def ResourceApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """accum += grad ** 2; rate = lr / sqrt(accum); x = var - rate * grad; var = sign(x) * max(|x| - rate * l1, 0) / (1 + rate * l2)."""

def ResourceApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, delta: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """x = var - alpha * delta; var = sign(x) * max(|x| - alpha * l1, 0) / (1 + alpha * l2)."""

def ResourceApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """ms becomes a running mean of grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var -= mom."""

def ResourceConditionalAccumulator(*, dtype: _Any, shape: _Any, container: str | bytes = '', shared_name: str | bytes = '', reduction_type: str | bytes = 'MEAN', name: str | None = None) -> _Tensor:
    """Something to which gradients are added, whose sum or mean is taken out when enough are there."""

def ResourceCountUpTo(*, resource: _Any, limit: int, T: _Any, name: str | None = None) -> _Tensor:
    """Adds one to the scalar variable and gives its value before; OutOfRange once it has reached `limit`."""

def ResourceGather(*, resource: _Any, indices: _Any, dtype: _Any, batch_dims: int = 0, validate_indices: bool = True, name: str | None = None) -> _Tensor:
    """Slices of the variable along axis `batch_dims`, whose earlier axes it shares with `indices`."""

def ResourceGatherNd(*, resource: _Any, indices: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """Slices of the variable, one for each vector along the last axis of `indices`."""

def ResourceScatterAdd(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Adds to slices of the variable; repeated indices add up."""

def ResourceScatterDiv(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Divides slices of the variable."""

def ResourceScatterMax(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Makes slices of the variable the larger of what they were and the updates."""

def ResourceScatterMin(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Makes slices of the variable the smaller of what they were and the updates."""

def ResourceScatterMul(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Multiplies slices of the variable."""

def ResourceScatterNdAdd(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = True, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Any:
    """Adds to the slices of the variable that index vectors name."""

def ResourceScatterNdMax(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = True, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Any:
    """Makes slices the larger of what they were and the updates."""

def ResourceScatterNdMin(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = True, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Any:
    """Makes slices the smaller of what they were and the updates."""

def ResourceScatterNdSub(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = True, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Any:
    """Subtracts from the slices of the variable that index vectors name."""

def ResourceScatterNdUpdate(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = True, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Any:
    """Sets the slices of the variable that index vectors name."""

def ResourceScatterSub(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Subtracts from slices of the variable."""

def ResourceScatterUpdate(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Any:
    """Sets slices of the variable: ref[indices, …] = updates."""

def ResourceSparseApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """accum becomes a running mean of grad ** 2; update = sqrt(accum_update + epsilon) / sqrt(accum + epsilon) * grad; accum_update becomes a running mean of update ** 2; var -= lr * update. Only for the rows that `indices` names."""

def ResourceSparseApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, use_locking: bool = False, update_slots: bool = True, name: str | None = None) -> _Any:
    """accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / sqrt(accum). Only for the rows that `indices` names."""

def ResourceSparseApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """Adagrad by dual averaging: var follows from the sums of all gradients and of their squares. Only for the rows that `indices` names."""

def ResourceSparseApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = False, update_slots: bool = True, name: str | None = None) -> _Any:
    """accum += grad ** 2, unless `update_slots` is false; var -= lr * grad / (sqrt(accum) + epsilon). Only for the rows that `indices` names."""

def ResourceSparseApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """mg and ms become running means of grad and grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms - mg ** 2 + epsilon); var -= mom. Only for the rows that `indices` names."""

def ResourceSparseApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = False, multiply_linear_by_lr: bool = False, name: str | None = None) -> _Any:
    """Follows the regularized leader: accum += grad ** 2; linear adds up what pulls; var is zero where |linear| <= l1. Only for the rows that `indices` names."""

def ResourceSparseApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = False, multiply_linear_by_lr: bool = False, name: str | None = None) -> _Any:
    """Ftrl where 2 * l2_shrinkage * var pulls, too. Only for the rows that `indices` names."""

def ResourceSparseApplyKerasMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None) -> _Any:
    """accum = accum * momentum - lr * grad; var += accum, or accum * momentum - lr * grad with `use_nesterov`. Only for the rows that `indices` names."""

def ResourceSparseApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, use_locking: bool = False, use_nesterov: bool = False, name: str | None = None) -> _Any:
    """accum = accum * momentum + grad; var -= lr * accum, or lr * (grad + momentum * accum) with `use_nesterov`. Only for the rows that `indices` names."""

def ResourceSparseApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """accum += grad ** 2; rate = lr / sqrt(accum); x = var - rate * grad; var = sign(x) * max(|x| - rate * l1, 0) / (1 + rate * l2). Only for the rows that `indices` names."""

def ResourceSparseApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """x = var - alpha * delta; var = sign(x) * max(|x| - alpha * l1, 0) / (1 + alpha * l2). Only for the rows that `indices` names."""

def ResourceSparseApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = False, name: str | None = None) -> _Any:
    """ms becomes a running mean of grad ** 2; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var -= mom. Only for the rows that `indices` names."""

def ResourceStridedSliceAssign(*, ref: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, name: str | None = None) -> _Any:
    """Replaces the slice of a variable that the other arguments select by `value`, broadcast."""

def Restore(*, file_pattern: _Any, tensor_name: _Any, dt: _Any, preferred_shard: int = -1, name: str | None = None) -> _Tensor:
    """Reads a tensor from files that Save has written, by its name."""

def RestoreSlice(*, file_pattern: _Any, tensor_name: _Any, shape_and_slice: _Any, dt: _Any, preferred_shard: int = -1, name: str | None = None) -> _Tensor:
    """Reads the part of a tensor that a text names from files that Save or SaveSlices has written."""

def RestoreV2(*, prefix: _Any, tensor_names: _Any, shape_and_slices: _Any, dtypes: _Any, name: str | None = None) -> list[_Tensor]:
    """Reads tensors from the files of a checkpoint by their names; parts of them where texts say so."""

def RetrieveTPUEmbeddingADAMParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingADAMParameters."""

def RetrieveTPUEmbeddingAdadeltaParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingAdadeltaParameters."""

def RetrieveTPUEmbeddingAdagradMomentumParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingAdagradMomentumParameters."""

def RetrieveTPUEmbeddingAdagradParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingAdagradParameters."""

def RetrieveTPUEmbeddingCenteredRMSPropParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingCenteredRMSPropParameters."""

def RetrieveTPUEmbeddingFTRLParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingFTRLParameters."""

def RetrieveTPUEmbeddingFrequencyEstimatorParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingFrequencyEstimatorParameters."""

def RetrieveTPUEmbeddingMDLAdagradLightParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingMDLAdagradLightParameters."""

def RetrieveTPUEmbeddingMomentumParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingMomentumParameters."""

def RetrieveTPUEmbeddingProximalAdagradParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingProximalAdagradParameters."""

def RetrieveTPUEmbeddingProximalYogiParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingProximalYogiParameters."""

def RetrieveTPUEmbeddingRMSPropParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingRMSPropParameters."""

def RetrieveTPUEmbeddingStochasticGradientDescentParameters(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of RetrieveTPUEmbeddingStochasticGradientDescentParameters."""

def Reverse(*, tensor: _Any, dims: _Any, name: str | None = None) -> _Tensor:
    """`tensor` with the order of its elements reversed along each axis for which `dims` holds."""

def ReverseSequence(*, input: _Any, seq_lengths: _Any, seq_dim: int, batch_dim: int = 0, name: str | None = None) -> _Tensor:
    """`input` with its first `seq_lengths[b]` elements along `seq_dim` reversed, for each b along `batch_dim`."""

def ReverseV2(*, tensor: _Any, axis: _Any, name: str | None = None) -> _Tensor:
    """`tensor` with the order of its elements reversed along each axis in `axis`."""

def RewriteDataset(*, input_dataset: _Any, rewrite_name: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements."""

def RightShift(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x shifted right by y bits, keeping the sign."""

def Rint(*, x: _Any, name: str | None = None) -> _Tensor:
    """The nearest integer, halves to the even one."""

def RngReadAndSkip(*, resource: _Any, alg: _Any, delta: _Any, name: str | None = None) -> _Tensor:
    """The generator's state (counter, counter, key); moves it on as if `delta` numbers had been drawn."""

def RngSkip(*, resource: _Any, algorithm: _Any, delta: _Any, name: str | None = None) -> _Any:
    """Moves the generator on as if `delta` numbers had been drawn."""

def Roll(*, input: _Any, shift: _Any, axis: _Any, name: str | None = None) -> _Tensor:
    """`input` shifted cyclically by `shift[k]` places along `axis[k]`; shifts along one axis add up."""

def Round(*, x: _Any, name: str | None = None) -> _Tensor:
    """The nearest integer, halves to the even one."""

def Rsqrt(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / sqrt(x)."""

def RsqrtGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """-dy y^3 / 2."""

class _SampleDistortedBoundingBox(_NamedTuple):
    begin: _Tensor
    size: _Tensor
    bboxes: _Tensor

def SampleDistortedBoundingBox(*, image_size: _Any, bounding_boxes: _Any, seed: int = 0, seed2: int = 0, min_object_covered: float = 0.1, aspect_ratio_range: _Any = ..., area_range: _Any = ..., max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = False, name: str | None = None) -> _SampleDistortedBoundingBox:
    """A random part of an image that covers enough of one of the boxes: where it begins, its size, and its box."""

class _SampleDistortedBoundingBoxV2(_NamedTuple):
    begin: _Tensor
    size: _Tensor
    bboxes: _Tensor

def SampleDistortedBoundingBoxV2(*, image_size: _Any, bounding_boxes: _Any, min_object_covered: _Any, seed: int = 0, seed2: int = 0, aspect_ratio_range: _Any = ..., area_range: _Any = ..., max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = False, name: str | None = None) -> _SampleDistortedBoundingBoxV2:
    """A random part of an image that covers enough of one of the boxes: where it begins, its size, and its box."""

def SamplingDataset(*, input_dataset: _Any, rate: _Any, seed: _Any, seed2: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """Elements that are drawn: each stays with the probability `rate`."""

def Save(*, filename: _Any, tensor_names: _Any, data: _Any, name: str | None = None) -> _Any:
    """Writes tensors to one file, each under its name."""

def SaveDataset(*, input_dataset: _Any, path: _Any, shard_func_other_args: _Any, shard_func: _Any, compression: str | bytes = '', use_shard_func: bool = True, name: str | None = None) -> _Any:
    """Writes the elements of a data set into files."""

def SaveDatasetV2(*, input_dataset: _Any, path: _Any, shard_func_other_args: _Any, shard_func: _Any, output_types: _Any, output_shapes: _Any, compression: str | bytes = '', use_shard_func: bool = True, name: str | None = None) -> _Tensor:
    """The same elements, which are written into files on the way."""

def SaveSlices(*, filename: _Any, tensor_names: _Any, shapes_and_slices: _Any, data: _Any, name: str | None = None) -> _Any:
    """Writes tensors to one file, or parts of larger ones where the texts say so."""

def SaveV2(*, prefix: _Any, tensor_names: _Any, shape_and_slices: _Any, tensors: _Any, name: str | None = None) -> _Any:
    """Writes tensors to the files of a checkpoint, each under its name; a part of a larger one where its text says so."""

def ScalarSummary(*, tags: _Any, values: _Any, name: str | None = None) -> _Tensor:
    """A Summary message of numbers with their tags."""

def ScaleAndTranslate(*, images: _Any, size: _Any, scale: _Any, translation: _Any, kernel_type: str | bytes = 'lanczos3', antialias: bool = True, name: str | None = None) -> _Tensor:
    """Images [batch, height, width, channels] scaled, then moved, then cut to `size`; with `antialias` the filter widens where the image shrinks."""

def ScaleAndTranslateGrad(*, grads: _Any, original_image: _Any, scale: _Any, translation: _Any, kernel_type: str | bytes = 'lanczos3', antialias: bool = True, name: str | None = None) -> _Tensor:
    """The gradient of ScaleAndTranslate."""

def ScanDataset(*, input_dataset: _Any, initial_state: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, f: _Any, preserve_cardinality: bool = False, use_default_device: bool = True, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements that a function gives beside the state that it hands on."""

def ScatterAdd(**kwargs: _Any) -> _Any:
    """ScatterAdd of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterDiv(**kwargs: _Any) -> _Any:
    """ScatterDiv of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterMax(**kwargs: _Any) -> _Any:
    """ScatterMax of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterMin(**kwargs: _Any) -> _Any:
    """ScatterMin of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterMul(**kwargs: _Any) -> _Any:
    """ScatterMul of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterNd(*, indices: _Any, updates: _Any, shape: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """An array of shape `shape`, zero but where index vectors name a slice, which is the sum of its updates."""

def ScatterNdAdd(**kwargs: _Any) -> _Any:
    """ScatterNdAdd of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterNdMax(**kwargs: _Any) -> _Any:
    """ScatterNdMax of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterNdMin(**kwargs: _Any) -> _Any:
    """ScatterNdMin of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterNdNonAliasingAdd(*, input: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """A copy of `input` to which updates are added at the slices that index vectors name."""

def ScatterNdSub(**kwargs: _Any) -> _Any:
    """ScatterNdSub of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterNdUpdate(**kwargs: _Any) -> _Any:
    """ScatterNdUpdate of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterSub(**kwargs: _Any) -> _Any:
    """ScatterSub of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def ScatterUpdate(**kwargs: _Any) -> _Any:
    """ScatterUpdate of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SdcaFprint(*, input: _Any, name: str | None = None) -> _Tensor:
    """The lower and the upper half of each string's fingerprint, which is FarmHash's of 128 bits."""

def SdcaOptimizer(**kwargs: _Any) -> _Any:
    """SdcaOptimizer is not implemented: it is not done yet."""

def SdcaOptimizerV2(**kwargs: _Any) -> _Any:
    """SdcaOptimizerV2 is not implemented: it is not done yet."""

def SdcaShrinkL1(**kwargs: _Any) -> _Any:
    """SdcaShrinkL1 of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SegmentMax(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """The maximum of each segment's rows; ids are sorted."""

def SegmentMaxV2(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The maximum of each of num_segments segments' rows; ids are sorted."""

def SegmentMean(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """The mean of each segment's rows; ids are sorted."""

def SegmentMin(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """The minimum of each segment's rows; ids are sorted."""

def SegmentMinV2(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The minimum of each of num_segments segments' rows; ids are sorted."""

def SegmentProd(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """The product of each segment's rows; ids are sorted."""

def SegmentProdV2(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The product of each of num_segments segments' rows; ids are sorted."""

def SegmentSum(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """The sum of each segment's rows; ids are sorted."""

def SegmentSumV2(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The sum of each of num_segments segments' rows; ids are sorted."""

def Select(*, condition: _Any, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """t where the condition holds, else e; a vector condition chooses rows."""

def SelectV2(*, condition: _Any, t: _Any, e: _Any, name: str | None = None) -> _Tensor:
    """t where the condition holds, else e; all three broadcast."""

def SelfAdjointEig(**kwargs: _Any) -> _Any:
    """Op SelfAdjointEig was removed in version 11 of graphs. Use SelfAdjointEigV2 in its place."""

class _SelfAdjointEigV2(_NamedTuple):
    e: _Tensor
    v: _Tensor

def SelfAdjointEigV2(*, input: _Any, compute_v: bool = True, name: str | None = None) -> _SelfAdjointEigV2:
    """The eigenvalues, and if wanted the eigenvectors, of self-adjoint matrices."""

def Selu(*, features: _Any, name: str | None = None) -> _Tensor:
    """1.0507 x where x > 0, else 1.7581 (e^x - 1)."""

def SeluGrad(*, gradients: _Any, outputs: _Any, name: str | None = None) -> _Tensor:
    """gradients times Selu's slope where it gave `outputs`."""

def Send(**kwargs: _Any) -> _Any:
    """Send is not implemented: several devices or machines take part in it."""

def SendTPUEmbeddingGradients(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of SendTPUEmbeddingGradients."""

def SerializeIterator(*, resource_handle: _Any, external_state_policy: int = 0, name: str | None = None) -> _Tensor:
    """Where an iterator is, for DeserializeIterator."""

def SerializeManySparse(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """The rows of a sparse tensor, each as three variants or the bytes of three messages."""

def SerializeSparse(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """A sparse tensor as three variants, or as the bytes of three messages."""

def SerializeTensor(*, tensor: _Any, name: str | None = None) -> _Tensor:
    """A tensor as the bytes of a TensorProto message."""

def SetSize(*, set_indices: _Any, set_values: _Any, set_shape: _Any, validate_indices: bool = True, name: str | None = None) -> _Tensor:
    """How many different elements there are in each row of a sparse tensor."""

def SetStatsAggregatorDataset(*, input_dataset: _Any, stats_aggregator: _Any, tag: _Any, counter_prefix: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements; what steps before say of them is collected."""

def Shape(*, input: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """The extents of `input` as a vector."""

def ShapeN(*, input: _Any, out_type: _Any = ..., name: str | None = None) -> list[_Tensor]:
    """The extents of each input as a vector."""

def ShardDataset(*, input_dataset: _Any, num_shards: _Any, index: _Any, output_types: _Any, output_shapes: _Any, require_non_empty: bool = False, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements whose position leaves the remainder `index` when divided by `num_shards`."""

def ShardedFilename(*, basename: _Any, shard: _Any, num_shards: _Any, name: str | None = None) -> _Tensor:
    """The name of one of several files: "base-00001-of-00003"."""

def ShardedFilespec(*, basename: _Any, num_shards: _Any, name: str | None = None) -> _Tensor:
    """A pattern that the names of all of several files fit: a question mark for each digit of the number."""

def ShuffleAndRepeatDataset(*, input_dataset: _Any, buffer_size: _Any, seed: _Any, seed2: _Any, count: _Any, output_types: _Any, output_shapes: _Any, reshuffle_each_iteration: bool = True, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements in a random order, several times over."""

def ShuffleAndRepeatDatasetV2(*, input_dataset: _Any, buffer_size: _Any, seed: _Any, seed2: _Any, count: _Any, seed_generator: _Any, output_types: _Any, output_shapes: _Any, reshuffle_each_iteration: bool = True, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements in a random order, several times over."""

def ShuffleDataset(*, input_dataset: _Any, buffer_size: _Any, seed: _Any, seed2: _Any, output_types: _Any, output_shapes: _Any, reshuffle_each_iteration: bool = True, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements in a random order: each is drawn from the next `buffer_size` ones that are left."""

def ShuffleDatasetV2(*, input_dataset: _Any, buffer_size: _Any, seed_generator: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """What ShuffleDatasetV3 does, by an older name."""

def ShuffleDatasetV3(*, input_dataset: _Any, buffer_size: _Any, seed: _Any, seed2: _Any, seed_generator: _Any, output_types: _Any, output_shapes: _Any, reshuffle_each_iteration: bool = True, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements in a random order: each is drawn from the next `buffer_size` ones that are left."""

def ShutdownDistributedTPU(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of ShutdownDistributedTPU."""

def Sigmoid(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / (1 + e^-x)."""

def SigmoidGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """dy y (1 - y)."""

def Sign(*, x: _Any, name: str | None = None) -> _Tensor:
    """-1, 0 or 1 by the sign of x; x / |x| for complex x; NaN for NaN."""

def Sin(*, x: _Any, name: str | None = None) -> _Tensor:
    """The sine of x, in radians."""

def Sinh(*, x: _Any, name: str | None = None) -> _Tensor:
    """(e^x - e^-x) / 2."""

def Size(*, input: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """The number of elements of `input`."""

def SkipDataset(*, input_dataset: _Any, count: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """All elements but the first `count`, none where it is negative."""

def SleepDataset(*, input_dataset: _Any, sleep_microseconds: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements, each after a pause."""

def Slice(*, input: _Any, begin: _Any, size: _Any, name: str | None = None) -> _Tensor:
    """The block of extents `size` that begins at `begin`; a size of -1 means all that follow."""

def SlidingWindowDataset(*, input_dataset: _Any, window_size: _Any, window_shift: _Any, window_stride: _Any, output_types: _Any, output_shapes: _Any, drop_remainder: bool = True, name: str | None = None) -> _Tensor:
    """Windows that slide over the elements, each as one element with a row for each of its own."""

def Snapshot(*, input: _Any, name: str | None = None) -> _Tensor:
    """`input`, unchanged."""

def SnapshotChunkDataset(*, chunk_file: _Any, output_types: _Any, output_shapes: _Any, compression: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements of one file of a snapshot."""

def SnapshotDataset(*, input_dataset: _Any, path: _Any, output_types: _Any, output_shapes: _Any, compression: str | bytes = '', reader_path_prefix: str | bytes = '', writer_path_prefix: str | bytes = '', shard_size_bytes: int = 10737418240, pending_snapshot_expiry_seconds: int = 86400, num_reader_threads: int = 1, reader_buffer_size: int = 1, num_writer_threads: int = 1, writer_buffer_size: int = 1, shuffle_on_read: bool = False, seed: int = 0, seed2: int = 0, mode: str | bytes = 'auto', snapshot_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same elements, which are written into files once, and read from there the next times."""

def SnapshotDatasetReader(*, shard_dir: _Any, start_index: _Any, output_types: _Any, output_shapes: _Any, version: int, compression: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements of one shard of a snapshot."""

def SnapshotDatasetV2(*, input_dataset: _Any, path: _Any, reader_func_other_args: _Any, shard_func_other_args: _Any, output_types: _Any, output_shapes: _Any, reader_func: _Any, shard_func: _Any, compression: str | bytes = '', reader_prefix: str | bytes = '', writer_prefix: str | bytes = '', hash_valid: bool = False, hash: int = 0, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The same elements, which are written into files once, and read from there the next times."""

def SnapshotNestedDatasetReader(**kwargs: _Any) -> _Any:
    """SnapshotNestedDatasetReader is not implemented: it fails in TensorFlow, too, or waits for files of its service."""

def SobolSample(*, dim: _Any, num_results: _Any, skip: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Points of the Sobol' sequence, between 0 and 1, from the one after `skip` on."""

def Softmax(*, logits: _Any, name: str | None = None) -> _Tensor:
    """Normalises the last axis of `logits` to probabilities."""

class _SoftmaxCrossEntropyWithLogits(_NamedTuple):
    loss: _Tensor
    backprop: _Tensor

def SoftmaxCrossEntropyWithLogits(*, features: _Any, labels: _Any, name: str | None = None) -> _SoftmaxCrossEntropyWithLogits:
    """The cross entropy of the softmax of each row of `features` against the distribution in `labels`, and its gradient."""

def Softplus(*, features: _Any, name: str | None = None) -> _Tensor:
    """log(1 + e^x)."""

def SoftplusGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients / (1 + e^-features)."""

def Softsign(*, features: _Any, name: str | None = None) -> _Tensor:
    """x / (1 + |x|)."""

def SoftsignGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients / (1 + |features|)^2."""

def SortListOfSparseCoreCooTensors(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of SortListOfSparseCoreCooTensors."""

def SpaceToBatch(*, input: _Any, paddings: _Any, block_size: int, name: str | None = None) -> _Tensor:
    """Images, padded with zeros, cut into blocks; each place within a block becomes a batch."""

def SpaceToBatchND(*, input: _Any, block_shape: _Any, paddings: _Any, name: str | None = None) -> _Tensor:
    """The axes after the first, padded with zeros, cut into blocks; each place within a block becomes a batch."""

def SpaceToDepth(*, input: _Any, block_size: int, data_format: str | bytes = 'NHWC', name: str | None = None) -> _Tensor:
    """Images with each block of `block_size` x `block_size` pixels made one pixel with more channels."""

def SparseAccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient_indices: _Any, gradient_values: _Any, gradient_shape: _Any, has_known_shape: bool, name: str | None = None) -> _Any:
    """Adds the rows of a gradient to an accumulator, unless it is of a step before the accumulator's."""

class _SparseAccumulatorTakeGradient(_NamedTuple):
    indices: _Tensor
    values: _Tensor
    shape: _Tensor

def SparseAccumulatorTakeGradient(*, handle: _Any, num_required: _Any, dtype: _Any, name: str | None = None) -> _SparseAccumulatorTakeGradient:
    """Takes the sums or means of all rows out of an accumulator; waits until there are that many gradients."""

class _SparseAdd(_NamedTuple):
    sum_indices: _Tensor
    sum_values: _Tensor
    sum_shape: _Tensor

def SparseAdd(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, thresh: _Any, name: str | None = None) -> _SparseAdd:
    """The sum of two sparse tensors in row-major order, without sums of two elements of a magnitude below the threshold."""

class _SparseAddGrad(_NamedTuple):
    a_val_grad: _Tensor
    b_val_grad: _Tensor

def SparseAddGrad(*, backprop_val_grad: _Any, a_indices: _Any, b_indices: _Any, sum_indices: _Any, name: str | None = None) -> _SparseAddGrad:
    """What SparseAdd's gradient is at the elements of its operands."""

def SparseApplyAdadelta(**kwargs: _Any) -> _Any:
    """SparseApplyAdadelta of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyAdagrad(**kwargs: _Any) -> _Any:
    """SparseApplyAdagrad of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyAdagradDA(**kwargs: _Any) -> _Any:
    """SparseApplyAdagradDA of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyAdagradV2(**kwargs: _Any) -> _Any:
    """SparseApplyAdagradV2 of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyCenteredRMSProp(**kwargs: _Any) -> _Any:
    """SparseApplyCenteredRMSProp of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyFtrl(**kwargs: _Any) -> _Any:
    """SparseApplyFtrl of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyFtrlV2(**kwargs: _Any) -> _Any:
    """SparseApplyFtrlV2 of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyMomentum(**kwargs: _Any) -> _Any:
    """SparseApplyMomentum of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyProximalAdagrad(**kwargs: _Any) -> _Any:
    """SparseApplyProximalAdagrad of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyProximalGradientDescent(**kwargs: _Any) -> _Any:
    """SparseApplyProximalGradientDescent of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseApplyRMSProp(**kwargs: _Any) -> _Any:
    """SparseApplyRMSProp of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def SparseBincount(*, indices: _Any, values: _Any, dense_shape: _Any, size: _Any, weights: _Any, binary_output: bool = False, name: str | None = None) -> _Tensor:
    """How often each number below `size` occurs among a sparse tensor's values, row by row."""

class _SparseConcat(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseConcat(*, indices: _Any, values: _Any, shapes: _Any, concat_dim: int, name: str | None = None) -> _SparseConcat:
    """Sparse tensors joined along an axis."""

def SparseConditionalAccumulator(*, dtype: _Any, shape: _Any, container: str | bytes = '', shared_name: str | bytes = '', reduction_type: str | bytes = 'MEAN', name: str | None = None) -> _Tensor:
    """Something to which rows of gradients are added, whose sums or means are taken out when enough are there."""

class _SparseCountSparseOutput(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_dense_shape: _Tensor

def SparseCountSparseOutput(*, indices: _Any, values: _Any, dense_shape: _Any, weights: _Any, binary_output: bool, minlength: int = -1, maxlength: int = -1, name: str | None = None) -> _SparseCountSparseOutput:
    """How often integers occur in a sparse vector or in rows of a sparse tensor."""

class _SparseCross(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseCross(*, indices: _Any, values: _Any, shapes: _Any, dense_inputs: _Any, hashed_output: bool, num_buckets: int, hash_key: int, out_type: _Any, internal_type: _Any, name: str | None = None) -> _SparseCross:
    """All combinations of the values in each row of several matrices, joined to text or hashed."""

class _SparseCrossHashed(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseCrossHashed(*, indices: _Any, values: _Any, shapes: _Any, dense_inputs: _Any, num_buckets: _Any, strong_hash: _Any, salt: _Any, name: str | None = None) -> _SparseCrossHashed:
    """All combinations of the values in each row of several matrices, as numbers below num_buckets."""

class _SparseCrossV2(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseCrossV2(*, indices: _Any, values: _Any, shapes: _Any, dense_inputs: _Any, sep: _Any, name: str | None = None) -> _SparseCrossV2:
    """All combinations of the values in each row of several matrices, joined by a separator."""

def SparseDenseCwiseAdd(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Tensor:
    """The elements plus those of `dense` at their positions."""

def SparseDenseCwiseDiv(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Tensor:
    """The elements over those of `dense` at their positions."""

def SparseDenseCwiseMul(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Tensor:
    """The elements times those of `dense` at their positions."""

class _SparseFillEmptyRows(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    empty_row_indicator: _Tensor
    reverse_index_map: _Tensor

def SparseFillEmptyRows(*, indices: _Any, values: _Any, dense_shape: _Any, default_value: _Any, name: str | None = None) -> _SparseFillEmptyRows:
    """A sparse tensor with an element in every row; which rows had none; where each element went."""

class _SparseFillEmptyRowsGrad(_NamedTuple):
    d_values: _Tensor
    d_default_value: _Tensor

def SparseFillEmptyRowsGrad(*, reverse_index_map: _Any, grad_values: _Any, name: str | None = None) -> _SparseFillEmptyRowsGrad:
    """What SparseFillEmptyRows' gradient is at the elements of its operand, and at the default value."""

def SparseMatMul(*, a: _Any, b: _Any, transpose_a: bool = False, transpose_b: bool = False, a_is_sparse: bool = False, b_is_sparse: bool = False, name: str | None = None) -> _Tensor:
    """The product of two matrices, in float32; whether they have many zeros makes no difference."""

def SparseMatrixAdd(*, a: _Any, b: _Any, alpha: _Any, beta: _Any, name: str | None = None) -> _Tensor:
    """alpha a + beta b for sparse matrices, or for batches of them."""

def SparseMatrixMatMul(*, a: _Any, b: _Any, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False, adjoint_b: bool = False, transpose_output: bool = False, conjugate_output: bool = False, name: str | None = None) -> _Tensor:
    """The dense product of a sparse and a dense matrix, or of a batch of them."""

def SparseMatrixMul(*, a: _Any, b: _Any, name: str | None = None) -> _Tensor:
    """A sparse matrix times a number; for a batch, one number for all or one for each."""

def SparseMatrixNNZ(*, sparse_matrix: _Any, name: str | None = None) -> _Tensor:
    """How many elements a sparse matrix stores, or each of a batch of them."""

def SparseMatrixOrderingAMD(*, input: _Any, name: str | None = None) -> _Tensor:
    """An order of the rows and columns of a symmetric sparse matrix in which its Cholesky factor stays sparse."""

def SparseMatrixSoftmax(*, logits: _Any, type: _Any, name: str | None = None) -> _Tensor:
    """The softmax of each row's elements, as if what is not stored were -infinity."""

def SparseMatrixSoftmaxGrad(*, softmax: _Any, grad_softmax: _Any, type: _Any, name: str | None = None) -> _Tensor:
    """What SparseMatrixSoftmax's gradient is at the elements of its operand."""

def SparseMatrixSparseCholesky(*, input: _Any, permutation: _Any, type: _Any, name: str | None = None) -> _Tensor:
    """The lower Cholesky factor of a Hermitian sparse matrix, of which the lower half is read, in a given order."""

def SparseMatrixSparseMatMul(*, a: _Any, b: _Any, type: _Any, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None) -> _Tensor:
    """The sparse product of two sparse matrices, or of a batch of them."""

def SparseMatrixTranspose(*, input: _Any, type: _Any, conjugate: bool = False, name: str | None = None) -> _Tensor:
    """The transposes, or adjoints, of a sparse matrix or of a batch of them."""

def SparseMatrixZeros(*, dense_shape: _Any, type: _Any, name: str | None = None) -> _Tensor:
    """A sparse matrix without elements, or a batch of them."""

def SparseReduceMax(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The largest of a sparse tensor's elements over axes, 0 where there is none."""

class _SparseReduceMaxSparse(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseReduceMaxSparse(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = False, name: str | None = None) -> _SparseReduceMaxSparse:
    """The largest of a sparse tensor's elements over axes, as a sparse tensor."""

def SparseReduceSum(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The sums of a sparse tensor's elements over axes, as a dense tensor."""

class _SparseReduceSumSparse(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseReduceSumSparse(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = False, name: str | None = None) -> _SparseReduceSumSparse:
    """The sums of a sparse tensor's elements over axes, as a sparse tensor."""

class _SparseReorder(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor

def SparseReorder(*, input_indices: _Any, input_values: _Any, input_shape: _Any, name: str | None = None) -> _SparseReorder:
    """A sparse tensor's elements in row-major order; equal positions keep their order."""

class _SparseReshape(_NamedTuple):
    output_indices: _Tensor
    output_shape: _Tensor

def SparseReshape(*, input_indices: _Any, input_shape: _Any, new_shape: _Any, name: str | None = None) -> _SparseReshape:
    """The indices of a sparse tensor in another shape of the same size, in which one extent may be -1."""

def SparseSegmentMean(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = False, name: str | None = None) -> _Tensor:
    """The mean of the chosen rows of each segment."""

def SparseSegmentMeanGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSegmentMean."""

class _SparseSegmentMeanGradV2(_NamedTuple):
    output: _Tensor
    sorted_unique_indices: _Tensor

def SparseSegmentMeanGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _SparseSegmentMeanGradV2:
    """The rows of SparseSegmentMeanGrad that `indices` name, and which ones they are."""

def SparseSegmentMeanWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = False, name: str | None = None) -> _Tensor:
    """SparseSegmentMean into num_segments rows."""

def SparseSegmentSqrtN(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = False, name: str | None = None) -> _Tensor:
    """The sum of the chosen rows of each segment over the root of their number."""

def SparseSegmentSqrtNGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSegmentSqrtN."""

class _SparseSegmentSqrtNGradV2(_NamedTuple):
    output: _Tensor
    sorted_unique_indices: _Tensor

def SparseSegmentSqrtNGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _SparseSegmentSqrtNGradV2:
    """The rows of SparseSegmentSqrtNGrad that `indices` name, and which ones they are."""

def SparseSegmentSqrtNWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = False, name: str | None = None) -> _Tensor:
    """SparseSegmentSqrtN into num_segments rows."""

def SparseSegmentSum(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = False, name: str | None = None) -> _Tensor:
    """The sum of the chosen rows of each segment."""

def SparseSegmentSumGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSegmentSum."""

class _SparseSegmentSumGradV2(_NamedTuple):
    output: _Tensor
    sorted_unique_indices: _Tensor

def SparseSegmentSumGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _SparseSegmentSumGradV2:
    """The rows of SparseSegmentSumGrad that `indices` name, and which ones they are."""

def SparseSegmentSumWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = False, name: str | None = None) -> _Tensor:
    """SparseSegmentSum into num_segments rows."""

class _SparseSlice(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor
    output_shape: _Tensor

def SparseSlice(*, indices: _Any, values: _Any, shape: _Any, start: _Any, size: _Any, name: str | None = None) -> _SparseSlice:
    """The part of a sparse tensor within a window, which may reach past its end."""

def SparseSliceGrad(*, backprop_val_grad: _Any, input_indices: _Any, input_start: _Any, output_indices: _Any, name: str | None = None) -> _Tensor:
    """What SparseSlice's gradient is at the elements of its operand."""

def SparseSoftmax(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, name: str | None = None) -> _Tensor:
    """The softmax of each row's elements, as if what is not stored were -infinity."""

class _SparseSoftmaxCrossEntropyWithLogits(_NamedTuple):
    loss: _Tensor
    backprop: _Tensor

def SparseSoftmaxCrossEntropyWithLogits(*, features: _Any, labels: _Any, name: str | None = None) -> _SparseSoftmaxCrossEntropyWithLogits:
    """The cross entropy of the softmax of each row of `features` against the class in `labels`, and its gradient."""

class _SparseSparseMaximum(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor

def SparseSparseMaximum(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, name: str | None = None) -> _SparseSparseMaximum:
    """The larger of the elements at each position that either tensor stores."""

class _SparseSparseMinimum(_NamedTuple):
    output_indices: _Tensor
    output_values: _Tensor

def SparseSparseMinimum(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, name: str | None = None) -> _SparseSparseMinimum:
    """The smaller of the elements at each position that either tensor stores."""

class _SparseSplit(_NamedTuple):
    output_indices: list[_Tensor]
    output_values: list[_Tensor]
    output_shape: list[_Tensor]

def SparseSplit(*, split_dim: _Any, indices: _Any, values: _Any, shape: _Any, num_split: int, name: str | None = None) -> _SparseSplit:
    """A sparse tensor parted along an axis; where the extent is no multiple, the first parts are longer by one."""

def SparseTensorDenseAdd(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, name: str | None = None) -> _Tensor:
    """The sum of a sparse and a dense tensor of one shape, a dense tensor."""

def SparseTensorDenseMatMul(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None) -> _Tensor:
    """The product of a sparse matrix and a dense one."""

def SparseTensorSliceDataset(*, indices: _Any, values: _Any, dense_shape: _Any, name: str | None = None) -> _Tensor:
    """The rows of a sparse tensor: the indices, values and shape of each."""

def SparseTensorToCSRSparseMatrix(*, indices: _Any, values: _Any, dense_shape: _Any, name: str | None = None) -> _Tensor:
    """A sparse tensor in row-major order as a sparse matrix, or as a batch of them."""

def SparseToDense(*, sparse_indices: _Any, output_shape: _Any, sparse_values: _Any, default_value: _Any, validate_indices: bool = True, name: str | None = None) -> _Tensor:
    """A dense tensor of the default value, with the values at the indices."""

class _SparseToSparseSetOperation(_NamedTuple):
    result_indices: _Tensor
    result_values: _Tensor
    result_shape: _Tensor

def SparseToSparseSetOperation(*, set1_indices: _Any, set1_values: _Any, set1_shape: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, validate_indices: bool = True, name: str | None = None) -> _SparseToSparseSetOperation:
    """The union, intersection or difference of sets in two sparse tensors."""

def Spence(*, x: _Any, name: str | None = None) -> _Tensor:
    """Spence's integral of log(t) / (1 - t) from 1 to x."""

def Split(*, axis: _Any, value: _Any, num_split: int, name: str | None = None) -> list[_Tensor]:
    """`value` cut into `num_split` equal parts along the axis `split_dim`."""

def SplitV(*, value: _Any, size_splits: _Any, axis: _Any, num_split: int, name: str | None = None) -> list[_Tensor]:
    """`value` cut into parts of the sizes `size_splits` along the axis `split_dim`; one size may be -1: what remains."""

def SqlDataset(**kwargs: _Any) -> _Any:
    """SqlDataset is not implemented: it describes data sets in ways that tf.data has no name for any more."""

def Sqrt(*, x: _Any, name: str | None = None) -> _Tensor:
    """The square root of x."""

def SqrtGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """dy / 2y."""

def Square(*, x: _Any, name: str | None = None) -> _Tensor:
    """x * x."""

def SquaredDifference(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """|x - y|^2."""

def Squeeze(*, input: _Any, axis: _Any = ..., name: str | None = None) -> _Tensor:
    """`input` without its axes of extent 1, or without those in `squeeze_dims`."""

def Stack(**kwargs: _Any) -> _Any:
    """Stack of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def StackClose(**kwargs: _Any) -> _Any:
    """StackClose of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def StackCloseV2(*, handle: _Any, name: str | None = None) -> _Any:
    """Lets go of what the stack holds; using it afterwards fails."""

def StackPop(**kwargs: _Any) -> _Any:
    """StackPop of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def StackPopV2(*, handle: _Any, elem_type: _Any, name: str | None = None) -> _Tensor:
    """Takes the tensor off the stack that was put there last."""

def StackPush(**kwargs: _Any) -> _Any:
    """StackPush of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def StackPushV2(*, handle: _Any, elem: _Any, swap_memory: bool = False, name: str | None = None) -> _Tensor:
    """Puts `elem` on the stack, and hands it on."""

def StackV2(*, max_size: _Any, elem_type: _Any, stack_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A new stack of at most `max_size` tensors; of any number where that is negative."""

def Stage(*, values: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Any:
    """Puts a tuple into a staging area; waits while it is full."""

def StageClear(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Any:
    """Empties a staging area."""

def StagePeek(*, index: _Any, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """The tuple at that place of a staging area, which stays; waits until it is there."""

def StageSize(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The number of tuples in a staging area."""

def StatefulPartitionedCall(*, args: _Any, Tout: _Any, f: _Any, config: str | bytes = '', config_proto: str | bytes = '', executor_type: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Calls the function `f`, which may read and change state."""

def StatefulRandomBinomial(*, resource: _Any, algorithm: _Any, shape: _Any, counts: _Any, probs: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Numbers of the binomial distributions, drawn with the generator in the variable."""

def StatefulStandardNormal(*, resource: _Any, shape: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Withdrawn for StatefulStandardNormalV2, whose algorithm is an input."""

def StatefulStandardNormalV2(*, resource: _Any, algorithm: _Any, shape: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Normally distributed numbers."""

def StatefulTruncatedNormal(*, resource: _Any, algorithm: _Any, shape: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Normally distributed numbers, none of them beyond 2."""

def StatefulUniform(*, resource: _Any, algorithm: _Any, shape: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Uniformly distributed numbers in [0, 1)."""

def StatefulUniformFullInt(*, resource: _Any, algorithm: _Any, shape: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Uniformly distributed integers of all values."""

def StatefulUniformInt(*, resource: _Any, algorithm: _Any, shape: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Tensor:
    """Uniformly distributed integers in [minval, maxval)."""

def StatelessCase(*, branch_index: _Any, input: _Any, Tout: _Any, branches: _Any, output_shapes: _Any = ..., name: str | None = None) -> list[_Tensor]:
    """Case for branches that only depend on their arguments."""

def StatelessIf(*, cond: _Any, input: _Any, Tout: _Any, then_branch: _Any, else_branch: _Any, output_shapes: _Any = ..., name: str | None = None) -> list[_Tensor]:
    """If for branches that only depend on their arguments."""

def StatelessMultinomial(*, logits: _Any, num_samples: _Any, seed: _Any, output_dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """For each row of logits, that many classes, drawn as softmax says; the same ones for the same inputs."""

def StatelessParameterizedTruncatedNormal(*, shape: _Any, seed: _Any, means: _Any, stddevs: _Any, minvals: _Any, maxvals: _Any, name: str | None = None) -> _Tensor:
    """Normal numbers between `minvals` and `maxvals`; the parameters are repeated to the shape."""

def StatelessRandomBinomial(*, shape: _Any, seed: _Any, counts: _Any, probs: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Numbers of the binomial distributions, the same ones for the same inputs."""

def StatelessRandomGammaV2(*, shape: _Any, seed: _Any, alpha: _Any, name: str | None = None) -> _Tensor:
    """Numbers of the gamma distributions with scale 1, the same ones for the same inputs."""

def StatelessRandomGammaV3(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, alpha: _Any, name: str | None = None) -> _Tensor:
    """Numbers of the gamma distributions with scale 1, the same ones for the same inputs."""

def StatelessRandomGetAlg(*, name: str | None = None) -> _Tensor:
    """The algorithm that fits this device: 1, Philox."""

class _StatelessRandomGetKeyCounter(_NamedTuple):
    key: _Tensor
    counter: _Tensor

def StatelessRandomGetKeyCounter(*, seed: _Any, name: str | None = None) -> _StatelessRandomGetKeyCounter:
    """The key and the counter that a seed of two integers is scrambled into."""

class _StatelessRandomGetKeyCounterAlg(_NamedTuple):
    key: _Tensor
    counter: _Tensor
    alg: _Tensor

def StatelessRandomGetKeyCounterAlg(*, seed: _Any, name: str | None = None) -> _StatelessRandomGetKeyCounterAlg:
    """The key and the counter that a seed of two integers is scrambled into, and the algorithm: 1, Philox."""

def StatelessRandomNormal(*, shape: _Any, seed: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Normally distributed numbers, the same ones for the same inputs."""

def StatelessRandomNormalV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Normally distributed numbers, the same ones for the same inputs."""

def StatelessRandomPoisson(*, shape: _Any, seed: _Any, lam: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """Numbers of the Poisson distributions with the given rates, the same ones for the same inputs."""

def StatelessRandomUniform(*, shape: _Any, seed: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Uniformly distributed numbers in [0, 1), the same ones for the same inputs."""

def StatelessRandomUniformFullInt(*, shape: _Any, seed: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Uniformly distributed integers of all values, the same ones for the same inputs."""

def StatelessRandomUniformFullIntV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Uniformly distributed integers of all values, the same ones for the same inputs."""

def StatelessRandomUniformInt(*, shape: _Any, seed: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Tensor:
    """Uniformly distributed integers in [minval, maxval), the same ones for the same inputs."""

def StatelessRandomUniformIntV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Tensor:
    """Uniformly distributed integers in [minval, maxval), the same ones for the same inputs."""

def StatelessRandomUniformV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Uniformly distributed numbers in [0, 1), the same ones for the same inputs."""

class _StatelessSampleDistortedBoundingBox(_NamedTuple):
    begin: _Tensor
    size: _Tensor
    bboxes: _Tensor

def StatelessSampleDistortedBoundingBox(*, image_size: _Any, bounding_boxes: _Any, min_object_covered: _Any, seed: _Any, aspect_ratio_range: _Any = ..., area_range: _Any = ..., max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = False, name: str | None = None) -> _StatelessSampleDistortedBoundingBox:
    """A random part of an image, the same one for the same inputs: where it begins, its size, and its box."""

def StatelessShuffle(*, value: _Any, key: _Any, counter: _Any, alg: _Any, name: str | None = None) -> _Tensor:
    """The slices of `value` along its first axis in an order that follows from key and counter."""

def StatelessTruncatedNormal(*, shape: _Any, seed: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Normally distributed numbers, none of them beyond 2, the same ones for the same inputs."""

def StatelessTruncatedNormalV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _Any = ..., name: str | None = None) -> _Tensor:
    """Normally distributed numbers, none of them beyond 2, the same ones for the same inputs."""

def StatelessWhile(*, input: _Any, cond: _Any, body: _Any, output_shapes: _Any = ..., parallel_iterations: int = 10, name: str | None = None) -> list[_Tensor]:
    """While for functions that only depend on their arguments."""

def StaticRegexFullMatch(*, input: _Any, pattern: str | bytes, name: str | None = None) -> _Tensor:
    """Whether the whole of each string matches `pattern` (RE2's syntax)."""

def StaticRegexReplace(*, input: _Any, pattern: str | bytes, rewrite: str | bytes, replace_global: bool = True, name: str | None = None) -> _Tensor:
    """Strings with matches of `pattern` (RE2's syntax), or the first one, replaced; \\1 in `rewrite` is group 1."""

def StatsAggregatorHandle(*, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A place for the statistics of data sets."""

def StatsAggregatorHandleV2(*, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """What StatsAggregatorHandle does, by an older name."""

def StatsAggregatorSetSummaryWriter(*, stats_aggregator: _Any, summary: _Any, name: str | None = None) -> _Any:
    """Has statistics written into an event file."""

def StatsAggregatorSummary(*, iterator: _Any, name: str | None = None) -> _Tensor:
    """The statistics as a Summary message."""

def StopGradient(*, input: _Any, name: str | None = None) -> _Tensor:
    """`input`, which gradients treat as a constant."""

def StoreMinibatchStatisticsInFdo(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of StoreMinibatchStatisticsInFdo."""

def StridedSlice(*, input: _Any, begin: _Any, end: _Any, strides: _Any, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, name: str | None = None) -> _Tensor:
    """`input[begin:end:strides]` as in Python. Bits of the masks say which entries begin at the very beginning, end at the very end, are an ellipsis, insert an axis, or select one index and drop the axis."""

def StridedSliceAssign(**kwargs: _Any) -> _Any:
    """StridedSliceAssign of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def StridedSliceGrad(*, shape: _Any, begin: _Any, end: _Any, strides: _Any, dy: _Any, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, name: str | None = None) -> _Tensor:
    """An array of shape `shape` that holds `dy` in the slice that the other arguments select, and zeros elsewhere."""

def StringFormat(*, inputs: _Any, template: str | bytes = '%s', placeholder: str | bytes = '%s', summarize: int = 3, name: str | None = None) -> _Tensor:
    """`template` with the inputs, as text, in place of the placeholders."""

def StringJoin(*, inputs: _Any, separator: str | bytes = '', name: str | None = None) -> _Tensor:
    """The strings of all inputs at each position, one behind the other; scalars go with every position."""

def StringLength(*, input: _Any, unit: str | bytes = 'BYTE', name: str | None = None) -> _Tensor:
    """How many bytes, or characters of UTF-8, each string has."""

def StringLower(*, input: _Any, encoding: str | bytes = '', name: str | None = None) -> _Tensor:
    """Strings in lower case: ASCII letters, or all letters with encoding 'utf-8'."""

class _StringNGrams(_NamedTuple):
    ngrams: _Tensor
    ngrams_splits: _Tensor

def StringNGrams(*, data: _Any, data_splits: _Any, separator: str | bytes, ngram_widths: _Any, left_pad: str | bytes, right_pad: str | bytes, pad_width: int, preserve_short_sequences: bool, name: str | None = None) -> _StringNGrams:
    """Runs of neighbouring strings in each row of a ragged tensor, joined."""

class _StringSplit(_NamedTuple):
    indices: _Tensor
    values: _Tensor
    shape: _Tensor

def StringSplit(*, input: _Any, delimiter: _Any, skip_empty: bool = True, name: str | None = None) -> _StringSplit:
    """The parts of each string between any of the bytes of `delimiter`; single bytes where that is empty."""

class _StringSplitV2(_NamedTuple):
    indices: _Tensor
    values: _Tensor
    shape: _Tensor

def StringSplitV2(*, input: _Any, sep: _Any, maxsplit: int = -1, name: str | None = None) -> _StringSplitV2:
    """The parts of each string between separators, at most `maxsplit` times; an empty one stands for white space."""

def StringStrip(*, input: _Any, name: str | None = None) -> _Tensor:
    """Strings without white space at both ends."""

def StringToHashBucket(*, string_tensor: _Any, num_buckets: int, name: str | None = None) -> _Tensor:
    """A number below `num_buckets` for each string, by MurmurHash."""

def StringToHashBucketFast(*, input: _Any, num_buckets: int, name: str | None = None) -> _Tensor:
    """A number below `num_buckets` for each string, by FarmHash."""

def StringToHashBucketStrong(*, input: _Any, num_buckets: int, key: _Any, name: str | None = None) -> _Tensor:
    """A number below `num_buckets` for each string, by SipHash with a key, which strangers cannot guess."""

def StringToNumber(*, string_tensor: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """Strings read as numbers."""

def StringUpper(*, input: _Any, encoding: str | bytes = '', name: str | None = None) -> _Tensor:
    """Strings in upper case: ASCII letters, or all letters with encoding 'utf-8'."""

def Sub(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x - y."""

def Substr(*, input: _Any, pos: _Any, len: _Any, unit: str | bytes = 'BYTE', name: str | None = None) -> _Tensor:
    """The part of each string that begins at `pos`, from the end where that is negative, and has up to `len` units."""

def Sum(*, input: _Any, axis: _Any, keep_dims: bool = False, name: str | None = None) -> _Tensor:
    """The sum over the axes."""

def SummaryWriter(*, shared_name: str | bytes = '', container: str | bytes = '', name: str | None = None) -> _Tensor:
    """A writer of summaries, which has no file yet."""

class _Svd(_NamedTuple):
    s: _Tensor
    u: _Tensor
    v: _Tensor

def Svd(*, input: _Any, compute_uv: bool = True, full_matrices: bool = False, name: str | None = None) -> _Svd:
    """The singular values, and if wanted the singular vectors, of each matrix."""

def Switch(**kwargs: _Any) -> _Any:
    """Switch is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def SymbolicGradient(**kwargs: _Any) -> _Any:
    """SymbolicGradient is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

def SyncDevice(**kwargs: _Any) -> _Any:
    """SyncDevice is not implemented: several devices or machines take part in it."""

def TFRecordDataset(*, filenames: _Any, compression_type: _Any, buffer_size: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The records of TFRecord files, one by one."""

def TFRecordDatasetV2(*, filenames: _Any, compression_type: _Any, buffer_size: _Any, byte_offsets: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The records of TFRecord files, one by one, each file from an offset on."""

def TFRecordReader(**kwargs: _Any) -> _Any:
    """TFRecordReader of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TFRecordReaderV2(*, container: str | bytes = '', shared_name: str | bytes = '', compression_type: str | bytes = '', name: str | None = None) -> _Tensor:
    """A reader that gives the records of TFRecord files, under name:place."""

def TPUAnnotateTensorsWithDynamicShape(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUAnnotateTensorsWithDynamicShape."""

def TPUCompilationResult(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUCompilationResult."""

def TPUCopyWithDynamicShape(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUCopyWithDynamicShape."""

def TPUDummyInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUDummyInput."""

def TPUEmbeddingActivations(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUEmbeddingActivations."""

def TPUOrdinalSelector(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUOrdinalSelector."""

def TPUPartitionedCall(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUPartitionedCall."""

def TPUPartitionedInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUPartitionedInput."""

def TPUPartitionedInputV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUPartitionedInputV2."""

def TPUPartitionedOutput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUPartitionedOutput."""

def TPUPartitionedOutputV2(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUPartitionedOutputV2."""

def TPUReplicateMetadata(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUReplicateMetadata."""

def TPUReplicatedInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUReplicatedInput."""

def TPUReplicatedOutput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of TPUReplicatedOutput."""

def TakeDataset(*, input_dataset: _Any, count: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The first `count` elements, all of them where it is negative."""

class _TakeManySparseFromTensorsMap(_NamedTuple):
    sparse_indices: _Tensor
    sparse_values: _Tensor
    sparse_shape: _Tensor

def TakeManySparseFromTensorsMap(*, sparse_handles: _Any, dtype: _Any, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _TakeManySparseFromTensorsMap:
    """Takes kept sparse tensors out, stacked along a new first axis."""

def TakeWhileDataset(*, input_dataset: _Any, other_arguments: _Any, output_types: _Any, output_shapes: _Any, predicate: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The elements before the first one for which the predicate does not hold."""

def Tan(*, x: _Any, name: str | None = None) -> _Tensor:
    """The tangent of x, in radians."""

def Tanh(*, x: _Any, name: str | None = None) -> _Tensor:
    """sinh(x) / cosh(x)."""

def TanhGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """dy (1 - y^2)."""

def TemporaryVariable(**kwargs: _Any) -> _Any:
    """TemporaryVariable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArray(**kwargs: _Any) -> _Any:
    """TensorArray of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayClose(**kwargs: _Any) -> _Any:
    """TensorArrayClose of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayCloseV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayCloseV2 was removed in version 26 of graphs. Use TensorArrayCloseV3 in its place."""

def TensorArrayCloseV3(*, handle: _Any, name: str | None = None) -> _Any:
    """Lets go of what the array holds; using it afterwards fails."""

def TensorArrayConcat(**kwargs: _Any) -> _Any:
    """TensorArrayConcat of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayConcatV2(**kwargs: _Any) -> _Any:
    """TensorArrayConcatV2 is not implemented: TensorFlow 1's frames have it, which are rebuilt when graphs are imported."""

class _TensorArrayConcatV3(_NamedTuple):
    value: _Tensor
    lengths: _Tensor

def TensorArrayConcatV3(*, handle: _Any, flow_in: _Any, dtype: _Any, element_shape_except0: _Any = ..., name: str | None = None) -> _TensorArrayConcatV3:
    """All elements behind each other, and how many rows each has."""

def TensorArrayGather(**kwargs: _Any) -> _Any:
    """TensorArrayGather of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayGatherV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayGatherV2 was removed in version 26 of graphs. Use TensorArrayGatherV3 in its place."""

def TensorArrayGatherV3(*, handle: _Any, indices: _Any, flow_in: _Any, dtype: _Any, element_shape: _Any = ..., name: str | None = None) -> _Tensor:
    """The elements at `indices`, stacked; all have one shape."""

def TensorArrayGrad(**kwargs: _Any) -> _Any:
    """TensorArrayGrad of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayGradV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayGradV2 was removed in version 26 of graphs. Use TensorArrayGradV3 in its place."""

class _TensorArrayGradV3(_NamedTuple):
    grad_handle: _Tensor
    flow_out: _Tensor

def TensorArrayGradV3(*, handle: _Any, flow_in: _Any, source: str | bytes, name: str | None = None) -> _TensorArrayGradV3:
    """The array for the gradients of an array's elements, one for each `source`; what is written to it adds up."""

class _TensorArrayGradWithShape(_NamedTuple):
    grad_handle: _Tensor
    flow_out: _Tensor

def TensorArrayGradWithShape(*, handle: _Any, flow_in: _Any, shape_to_prepend: _Any, source: str | bytes, name: str | None = None) -> _TensorArrayGradWithShape:
    """TensorArrayGradV3 for gradients with further axes in front."""

def TensorArrayPack(**kwargs: _Any) -> _Any:
    """TensorArrayPack of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayRead(**kwargs: _Any) -> _Any:
    """TensorArrayRead of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayReadV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayReadV2 was removed in version 26 of graphs. Use TensorArrayReadV3 in its place."""

def TensorArrayReadV3(*, handle: _Any, index: _Any, flow_in: _Any, dtype: _Any, name: str | None = None) -> _Tensor:
    """The element `index`, which goes with its first reading where the array was made to be read once."""

def TensorArrayScatter(**kwargs: _Any) -> _Any:
    """TensorArrayScatter of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayScatterV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayScatterV2 was removed in version 26 of graphs. Use TensorArrayScatterV3 in its place."""

def TensorArrayScatterV3(*, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Makes value[i] the element indices[i]."""

def TensorArraySize(**kwargs: _Any) -> _Any:
    """TensorArraySize of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArraySizeV2(**kwargs: _Any) -> _Any:
    """Op TensorArraySizeV2 was removed in version 26 of graphs. Use TensorArraySizeV3 in its place."""

def TensorArraySizeV3(*, handle: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """How many elements the array has."""

def TensorArraySplit(**kwargs: _Any) -> _Any:
    """TensorArraySplit of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArraySplitV2(**kwargs: _Any) -> _Any:
    """Op TensorArraySplitV2 was removed in version 26 of graphs. Use TensorArraySplitV3 in its place."""

def TensorArraySplitV3(*, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Makes the first lengths[0] rows of `value` the first element, the next lengths[1] rows the second, and so on."""

def TensorArrayUnpack(**kwargs: _Any) -> _Any:
    """TensorArrayUnpack of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayV2 was removed in version 26 of graphs. Use TensorArrayV3 in its place."""

class _TensorArrayV3(_NamedTuple):
    handle: _Tensor
    flow: _Tensor

def TensorArrayV3(*, size: _Any, dtype: _Any, element_shape: _Any = ..., dynamic_size: bool = False, clear_after_read: bool = True, identical_element_shapes: bool = False, tensor_array_name: str | bytes = '', name: str | None = None) -> _TensorArrayV3:
    """A new array of `size` tensors, which no one has written yet. `flow` orders what is done with it."""

def TensorArrayWrite(**kwargs: _Any) -> _Any:
    """TensorArrayWrite of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TensorArrayWriteV2(**kwargs: _Any) -> _Any:
    """Op TensorArrayWriteV2 was removed in version 26 of graphs. Use TensorArrayWriteV3 in its place."""

def TensorArrayWriteV3(*, handle: _Any, index: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Makes `value` the element `index`, which nobody has written or read yet."""

def TensorDataset(*, components: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """One element, made of these tensors."""

class _TensorListConcat(_NamedTuple):
    tensor: _Tensor
    lengths: _Tensor

def TensorListConcat(*, input_handle: _Any, element_dtype: _Any, element_shape: _Any = ..., name: str | None = None) -> _TensorListConcat:
    """All elements along their first axis, and how long each was."""

def TensorListConcatLists(*, input_a: _Any, input_b: _Any, element_dtype: _Any, name: str | None = None) -> _Tensor:
    """The elements of the first list, then those of the second."""

class _TensorListConcatV2(_NamedTuple):
    tensor: _Tensor
    lengths: _Tensor

def TensorListConcatV2(*, input_handle: _Any, element_shape: _Any, leading_dims: _Any, element_dtype: _Any, name: str | None = None) -> _TensorListConcatV2:
    """All elements along their first axis, and how long each was; `leading_dims` says how long those not set are."""

def TensorListElementShape(*, input_handle: _Any, shape_type: _Any, name: str | None = None) -> _Tensor:
    """The shape that all elements must fit, -1 for what is not known."""

def TensorListFromTensor(*, tensor: _Any, element_shape: _Any, name: str | None = None) -> _Tensor:
    """The list of tensor[0], tensor[1], …"""

def TensorListGather(*, input_handle: _Any, indices: _Any, element_shape: _Any, element_dtype: _Any, name: str | None = None) -> _Tensor:
    """The elements at `indices` along a new first axis."""

def TensorListGetItem(*, input_handle: _Any, index: _Any, element_shape: _Any, element_dtype: _Any, name: str | None = None) -> _Tensor:
    """The element at `index`; zeros of the element shape where it is not set."""

def TensorListLength(*, input_handle: _Any, name: str | None = None) -> _Tensor:
    """How many elements the list has."""

class _TensorListPopBack(_NamedTuple):
    output_handle: _Tensor
    tensor: _Tensor

def TensorListPopBack(*, input_handle: _Any, element_shape: _Any, element_dtype: _Any, name: str | None = None) -> _TensorListPopBack:
    """The list without its last element, and that element."""

def TensorListPushBack(*, input_handle: _Any, tensor: _Any, name: str | None = None) -> _Tensor:
    """The list with `tensor` appended."""

def TensorListPushBackBatch(*, input_handles: _Any, tensor: _Any, name: str | None = None) -> _Tensor:
    """Appends tensor[i] to the list input_handles[i], for each i."""

def TensorListReserve(*, element_shape: _Any, num_elements: _Any, element_dtype: _Any, name: str | None = None) -> _Tensor:
    """A list of `num_elements` elements that are not set yet."""

def TensorListResize(*, input_handle: _Any, size: _Any, name: str | None = None) -> _Tensor:
    """The list cut off after `size` elements, or with elements that are not set appended up to that number."""

def TensorListScatter(*, tensor: _Any, indices: _Any, element_shape: _Any, name: str | None = None) -> _Tensor:
    """A list, as long as the largest of `indices` needs, whose element indices[i] is tensor[i]."""

def TensorListScatterIntoExistingList(*, input_handle: _Any, tensor: _Any, indices: _Any, name: str | None = None) -> _Tensor:
    """The list with tensor[i] at indices[i]."""

def TensorListScatterV2(*, tensor: _Any, indices: _Any, element_shape: _Any, num_elements: _Any, name: str | None = None) -> _Tensor:
    """A list of `num_elements` elements (-1: as many as `indices` need) whose element indices[i] is tensor[i]."""

def TensorListSetItem(*, input_handle: _Any, index: _Any, item: _Any, resize_if_index_out_of_bounds: bool = False, name: str | None = None) -> _Tensor:
    """The list with `item` at `index`."""

def TensorListSplit(*, tensor: _Any, element_shape: _Any, lengths: _Any, name: str | None = None) -> _Tensor:
    """The list of consecutive pieces of `tensor` along its first axis, as long as `lengths` says."""

def TensorListStack(*, input_handle: _Any, element_shape: _Any, element_dtype: _Any, num_elements: int = -1, name: str | None = None) -> _Tensor:
    """All elements along a new first axis."""

def TensorMapErase(*, input_handle: _Any, key: _Any, value_dtype: _Any, name: str | None = None) -> _Tensor:
    """The map without the key, which has to be there."""

def TensorMapHasKey(*, input_handle: _Any, key: _Any, name: str | None = None) -> _Tensor:
    """Whether there is an entry for the key."""

def TensorMapInsert(*, input_handle: _Any, key: _Any, value: _Any, name: str | None = None) -> _Tensor:
    """The map with this value for the key."""

def TensorMapLookup(*, input_handle: _Any, key: _Any, value_dtype: _Any, name: str | None = None) -> _Tensor:
    """The value of the key."""

def TensorMapSize(*, input_handle: _Any, name: str | None = None) -> _Tensor:
    """The number of entries."""

def TensorMapStackKeys(*, input_handle: _Any, key_dtype: _Any, name: str | None = None) -> _Tensor:
    """All keys along a new first axis, in no particular order."""

def TensorScatterAdd(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """A copy of `tensor` to which updates are added at the slices that index vectors name."""

def TensorScatterMax(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """A copy of `tensor` in which the slices that index vectors name are the larger of what they were and the updates."""

def TensorScatterMin(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """A copy of `tensor` in which the slices that index vectors name are the smaller of what they were and the updates."""

def TensorScatterSub(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """A copy of `tensor` from which updates are subtracted at the slices that index vectors name."""

def TensorScatterUpdate(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = '', name: str | None = None) -> _Tensor:
    """A copy of `tensor` in which the slices that index vectors name are replaced by their updates."""

def TensorSliceDataset(*, components: _Any, output_shapes: _Any, is_files: bool = False, metadata: str | bytes = '', replicate_on_split: bool = False, name: str | None = None) -> _Tensor:
    """The rows of these tensors along their first axis, element by element."""

def TensorStridedSliceUpdate(*, input: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, name: str | None = None) -> _Tensor:
    """A copy of `input` in which the slice that the other arguments select is replaced by `value`, broadcast."""

def TensorSummary(*, tensor: _Any, description: str | bytes = '', labels: _Any = ..., display_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A Summary message of a tensor."""

def TensorSummaryV2(*, tag: _Any, tensor: _Any, serialized_summary_metadata: _Any, name: str | None = None) -> _Tensor:
    """A Summary message of a tensor, with a tag and what says how to show it."""

def TextLineDataset(*, filenames: _Any, compression_type: _Any, buffer_size: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The lines of files, without what ends them."""

def TextLineReader(**kwargs: _Any) -> _Any:
    """TextLineReader of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def TextLineReaderV2(*, skip_header_lines: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A reader that gives the lines of files, without their ends, under name:number."""

def ThreadPoolDataset(*, input_dataset: _Any, thread_pool: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """The same elements, made by the threads of a pool."""

def ThreadPoolHandle(*, num_threads: int, display_name: str | bytes, max_intra_op_parallelism: int = 1, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """How many threads data sets are to use."""

class _ThreadUnsafeUnigramCandidateSampler(_NamedTuple):
    sampled_candidates: _Tensor
    true_expected_count: _Tensor
    sampled_expected_count: _Tensor

def ThreadUnsafeUnigramCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0, seed2: int = 0, name: str | None = None) -> _ThreadUnsafeUnigramCandidateSampler:
    """Classes drawn as often as they have been true."""

def Tile(*, input: _Any, multiples: _Any, name: str | None = None) -> _Tensor:
    """`input` repeated `multiples[i]` times along each axis i."""

def TileGrad(*, input: _Any, multiples: _Any, name: str | None = None) -> _Tensor:
    """The sum of the tiles of `input`, of which there are `multiples[i]` along each axis i."""

def Timestamp(*, name: str | None = None) -> _Tensor:
    """Seconds since 1970 at the time when the op runs."""

def ToBool(*, input: _Any, name: str | None = None) -> _Tensor:
    """Whether a scalar is neither 0 nor empty, and whether any other tensor has elements."""

class _TopK(_NamedTuple):
    values: _Tensor
    indices: _Tensor

def TopK(*, input: _Any, k: int, sorted: bool = True, name: str | None = None) -> _TopK:
    """The `k` largest elements along the last axis, largest first, and their positions."""

class _TopKV2(_NamedTuple):
    values: _Tensor
    indices: _Tensor

def TopKV2(*, input: _Any, k: _Any, sorted: bool = True, index_type: _Any = ..., name: str | None = None) -> _TopKV2:
    """The `k` largest elements along the last axis, largest first, and their positions. Of equal elements the one with the lower position comes first; NaN counts as the largest. Where they need not be `sorted`, they are as in TensorFlow."""

def Transpose(*, x: _Any, perm: _Any, name: str | None = None) -> _Tensor:
    """`x` with its axes in the order `perm`."""

def TridiagonalMatMul(*, superdiag: _Any, maindiag: _Any, subdiag: _Any, rhs: _Any, name: str | None = None) -> _Tensor:
    """Products of tridiagonal matrices, given as diagonals of n elements each, and matrices."""

def TridiagonalSolve(*, diagonals: _Any, rhs: _Any, partial_pivoting: bool = True, perturb_singular: bool = False, name: str | None = None) -> _Tensor:
    """Solves systems of tridiagonal matrices, given as the diagonals above, on and below the main one."""

def TruncateDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, rounded towards 0."""

def TruncateMod(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The remainder of x / y that has x's sign."""

def TruncatedNormal(*, shape: _Any, dtype: _Any, seed: int = 0, seed2: int = 0, name: str | None = None) -> _Tensor:
    """Normally distributed numbers with mean 0 and standard deviation 1, none of them beyond 2."""

def Unbatch(*, batched_tensor: _Any, batch_index: _Any, id: _Any, timeout_micros: int, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The rows of what Batch joined that are this call's; waits for the call that has them."""

def UnbatchDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The rows of each element as elements."""

def UnbatchGrad(*, original_input: _Any, batch_index: _Any, grad: _Any, id: _Any, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """The gradients of what Unbatch gave several calls, joined for the one that has the rows."""

def UncompressElement(*, compressed: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> list[_Tensor]:
    """The tensors of a compressed element."""

class _UnicodeDecode(_NamedTuple):
    row_splits: _Tensor
    char_values: _Tensor

def UnicodeDecode(*, input: _Any, input_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, replace_control_characters: bool = False, Tsplits: _Any = ..., name: str | None = None) -> _UnicodeDecode:
    """The characters of all strings, and where those of each begin."""

class _UnicodeDecodeWithOffsets(_NamedTuple):
    row_splits: _Tensor
    char_values: _Tensor
    char_to_byte_starts: _Tensor

def UnicodeDecodeWithOffsets(*, input: _Any, input_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, replace_control_characters: bool = False, Tsplits: _Any = ..., name: str | None = None) -> _UnicodeDecodeWithOffsets:
    """The characters of all strings, where those of each begin, and the byte at which each character begins."""

def UnicodeEncode(*, input_values: _Any, input_splits: _Any, output_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, name: str | None = None) -> _Tensor:
    """Strings of characters, of which each row of a ragged tensor makes one."""

def UnicodeScript(*, input: _Any, name: str | None = None) -> _Tensor:
    """The number of each character's script, as ICU counts them; -1 for what is no character."""

def UnicodeTranscode(*, input: _Any, input_encoding: str | bytes, output_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, replace_control_characters: bool = False, name: str | None = None) -> _Tensor:
    """Strings in another encoding."""

class _UniformCandidateSampler(_NamedTuple):
    sampled_candidates: _Tensor
    true_expected_count: _Tensor
    sampled_expected_count: _Tensor

def UniformCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0, seed2: int = 0, name: str | None = None) -> _UniformCandidateSampler:
    """Classes drawn with equal probabilities."""

def UniformDequantize(*, input: _Any, scales: _Any, zero_points: _Any, Tout: _Any, quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """(input - zero point) * scale."""

def UniformQuantize(*, input: _Any, scales: _Any, zero_points: _Any, Tout: _Any, quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """round(input / scale) + zero point, between the least and the largest integer."""

def UniformQuantizedAdd(*, lhs: _Any, rhs: _Any, lhs_scales: _Any, lhs_zero_points: _Any, rhs_scales: _Any, rhs_zero_points: _Any, output_scales: _Any, output_zero_points: _Any, lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int, rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """The integer of a sum; the inputs broadcast."""

def UniformQuantizedClipByValue(*, operand: _Any, min: _Any, max: _Any, scales: _Any, zero_points: _Any, quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """Integers between bounds, for all or for each place along the axis."""

def UniformQuantizedConvolution(*, lhs: _Any, rhs: _Any, lhs_scales: _Any, lhs_zero_points: _Any, rhs_scales: _Any, rhs_zero_points: _Any, output_scales: _Any, output_zero_points: _Any, Tout: _Any, padding: str | bytes, lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int, rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, window_strides: _Any = ..., explicit_padding: _Any = ..., lhs_dilation: _Any = ..., rhs_dilation: _Any = ..., batch_group_count: int = 1, feature_group_count: int = 1, dimension_numbers: str | bytes = '', lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """The convolution of integers over any number of axes; features of filters may have their own scales."""

def UniformQuantizedConvolutionHybrid(*, lhs: _Any, rhs: _Any, rhs_scales: _Any, rhs_zero_points: _Any, Tout: _Any, padding: str | bytes, rhs_quantization_min_val: int, rhs_quantization_max_val: int, window_strides: _Any = ..., explicit_padding: _Any = ..., lhs_dilation: _Any = ..., rhs_dilation: _Any = ..., batch_group_count: int = 1, feature_group_count: int = 1, dimension_numbers: str | bytes = '', rhs_quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """The convolution of numbers, those of each image rounded to 8 bits, and integers."""

def UniformQuantizedDot(*, lhs: _Any, rhs: _Any, lhs_scales: _Any, lhs_zero_points: _Any, rhs_scales: _Any, rhs_zero_points: _Any, output_scales: _Any, output_zero_points: _Any, Tout: _Any, lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int, rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """The product of two matrices of integers; the columns of the second may have their own scales."""

def UniformQuantizedDotHybrid(*, lhs: _Any, rhs: _Any, rhs_scales: _Any, rhs_zero_points: _Any, Tout: _Any, rhs_quantization_min_val: int, rhs_quantization_max_val: int, rhs_quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """The product of a matrix of numbers, whose rows are rounded to 8 bits, and a matrix of integers."""

def UniformRequantize(*, input: _Any, input_scales: _Any, input_zero_points: _Any, output_scales: _Any, output_zero_points: _Any, Tout: _Any, input_quantization_min_val: int, input_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, input_quantization_axis: int = -1, output_quantization_axis: int = -1, name: str | None = None) -> _Tensor:
    """Integers with one scale and zero point as those with another."""

class _Unique(_NamedTuple):
    y: _Tensor
    idx: _Tensor

def Unique(*, x: _Any, out_idx: _Any = ..., name: str | None = None) -> _Unique:
    """The distinct elements of the vector `x` in the order in which they first occur, and for each element of `x` which one it is."""

def UniqueDataset(*, input_dataset: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """Each element the first time that it comes."""

class _UniqueV2(_NamedTuple):
    y: _Tensor
    idx: _Tensor

def UniqueV2(*, x: _Any, axis: _Any, out_idx: _Any = ..., name: str | None = None) -> _UniqueV2:
    """The distinct slices of `x` along an axis in the order in which they first occur, and for each slice which one it is."""

class _UniqueWithCounts(_NamedTuple):
    y: _Tensor
    idx: _Tensor
    count: _Tensor  # type: ignore[assignment]

def UniqueWithCounts(*, x: _Any, out_idx: _Any = ..., name: str | None = None) -> _UniqueWithCounts:
    """The distinct elements of the vector `x`, for each element of `x` which one it is, and how often each occurs."""

class _UniqueWithCountsV2(_NamedTuple):
    y: _Tensor
    idx: _Tensor
    count: _Tensor  # type: ignore[assignment]

def UniqueWithCountsV2(*, x: _Any, axis: _Any, out_idx: _Any = ..., name: str | None = None) -> _UniqueWithCountsV2:
    """The distinct slices of `x` along an axis, for each slice which one it is, and how often each occurs."""

def Unpack(*, value: _Any, num: int, axis: int = 0, name: str | None = None) -> list[_Tensor]:
    """The `num` slices of `value` along an axis, which they lack."""

def UnravelIndex(*, indices: _Any, dims: _Any, name: str | None = None) -> _Tensor:
    """The coordinates, in an array of shape `dims`, of the elements that `indices` count in order; one column each."""

def UnsortedSegmentJoin(*, inputs: _Any, segment_ids: _Any, num_segments: _Any, separator: str | bytes = '', name: str | None = None) -> _Tensor:
    """For each segment the strings with its number, joined in their order."""

def UnsortedSegmentMax(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The maximum of the rows with each id; rows with negative ids are left out."""

def UnsortedSegmentMin(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The minimum of the rows with each id; rows with negative ids are left out."""

def UnsortedSegmentProd(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The product of the rows with each id; rows with negative ids are left out."""

def UnsortedSegmentSum(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """The sum of the rows with each id; rows with negative ids are left out."""

def Unstage(*, dtypes: _Any, capacity: int = 0, memory_limit: int = 0, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> list[_Tensor]:
    """Takes the oldest tuple out of a staging area; waits while it is empty."""

def UnwrapDatasetVariant(*, input_handle: _Any, name: str | None = None) -> _Tensor:
    """The data set that was wrapped."""

def UpperBound(*, sorted_inputs: _Any, values: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """For each value the number of elements in its row of `sorted_inputs` that are less or equal."""

def VarHandleOp(*, dtype: _Any, shape: _Any, container: str | bytes = '', shared_name: str | bytes = '', debug_name: str | bytes = '', allowed_devices: _Any = ..., name: str | None = None) -> _Tensor:
    """A handle to the variable called `shared_name`, or to a new one where that is empty."""

def VarIsInitializedOp(*, resource: _Any, name: str | None = None) -> _Tensor:
    """Whether the variable has a value."""

def Variable(**kwargs: _Any) -> _Any:
    """Variable of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def VariableShape(*, input: _Any, out_type: _Any = ..., name: str | None = None) -> _Tensor:
    """The shape of the variable's value."""

def VariableV2(**kwargs: _Any) -> _Any:
    """VariableV2 of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def WeightedFlatMapDataset(*, input_datasets: _Any, weights: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """The first elements of each input, as many of each as its weight says."""

def Where(*, condition: _Any, name: str | None = None) -> _Tensor:
    """The coordinates of the elements that are not zero, one row each, in row-major order."""

def While(*, input: _Any, cond: _Any, body: _Any, output_shapes: _Any = ..., parallel_iterations: int = 10, name: str | None = None) -> list[_Tensor]:
    """input = body(input) as long as cond(input) is true."""

def WholeFileReader(**kwargs: _Any) -> _Any:
    """WholeFileReader of TensorFlow 1, whose handles are references: in plain graphs, what does so on resources."""

def WholeFileReaderV2(*, container: str | bytes = '', shared_name: str | bytes = '', name: str | None = None) -> _Tensor:
    """A reader that gives files as a whole, under their names."""

def WindowDataset(*, input_dataset: _Any, size: _Any, shift: _Any, stride: _Any, drop_remainder: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """Windows that slide over the elements, each as one data set for every component."""

def WindowOp(*, inputs: _Any, output_types: _Any, output_shapes: _Any, name: str | None = None) -> _Tensor:
    """Elements that are listed one after the other."""

def WorkerHeartbeat(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of WorkerHeartbeat."""

def WrapDatasetVariant(*, input_handle: _Any, name: str | None = None) -> _Tensor:
    """A data set as a variant that is taken for none."""

def WriteAudioSummary(*, writer: _Any, step: _Any, tag: _Any, tensor: _Any, sample_rate: _Any, max_outputs: int = 3, name: str | None = None) -> _Any:
    """Writes sounds [batch, frames, channels] as WAV files."""

def WriteFile(*, filename: _Any, contents: _Any, name: str | None = None) -> _Any:
    """Writes the bytes to a file, which is made with the folders above it where it is not there."""

def WriteGraphSummary(*, writer: _Any, step: _Any, tensor: _Any, name: str | None = None) -> _Any:
    """Writes a serialized GraphDef."""

def WriteHistogramSummary(*, writer: _Any, step: _Any, tag: _Any, values: _Any, name: str | None = None) -> _Any:
    """Writes how often which numbers are met."""

def WriteImageSummary(*, writer: _Any, step: _Any, tag: _Any, tensor: _Any, bad_color: _Any, max_images: int = 3, name: str | None = None) -> _Any:
    """Writes images [batch, height, width, 1, 3 or 4] as PNG files."""

def WriteRawProtoSummary(*, writer: _Any, step: _Any, tensor: _Any, name: str | None = None) -> _Any:
    """Writes a serialized Summary."""

def WriteScalarSummary(*, writer: _Any, step: _Any, tag: _Any, value: _Any, name: str | None = None) -> _Any:
    """Writes a number."""

def WriteSummary(*, writer: _Any, step: _Any, tensor: _Any, tag: _Any, summary_metadata: _Any, name: str | None = None) -> _Any:
    """Writes a tensor, with a tag and what says how to show it."""

def Xdivy(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, and 0 where x = 0."""

def XlaConcatND(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaConcatND."""

def XlaSparseCoreAdagrad(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseCoreAdagrad."""

def XlaSparseCoreAdagradMomentum(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseCoreAdagradMomentum."""

def XlaSparseCoreAdam(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseCoreAdam."""

def XlaSparseCoreFtrl(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseCoreFtrl."""

def XlaSparseCoreSgd(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseCoreSgd."""

def XlaSparseDenseMatmul(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmul."""

def XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput."""

def XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput."""

def XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput."""

def XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput."""

def XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput."""

def XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput."""

def XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput."""

def XlaSparseDenseMatmulGradWithAdagradAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithAdagradAndCsrInput."""

def XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize."""

def XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput."""

def XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize."""

def XlaSparseDenseMatmulGradWithAdamAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithAdamAndCsrInput."""

def XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize."""

def XlaSparseDenseMatmulGradWithCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithCsrInput."""

def XlaSparseDenseMatmulGradWithFtrlAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithFtrlAndCsrInput."""

def XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize."""

def XlaSparseDenseMatmulGradWithSgdAndCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithSgdAndCsrInput."""

def XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize."""

def XlaSparseDenseMatmulWithCsrInput(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulWithCsrInput."""

def XlaSparseDenseMatmulWithStaticBufferSize(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSparseDenseMatmulWithStaticBufferSize."""

def XlaSplitND(**kwargs: _Any) -> _Any:
    """Could not find device for node: there is no kernel of XlaSplitND."""

def Xlog1py(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x log(1 + y), and 0 where x = 0."""

def Xlogy(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x log y, and 0 where x = 0."""

def ZerosLike(*, x: _Any, name: str | None = None) -> _Tensor:
    """Zeros, or empty strings, in the shape and dtype of `x`."""

def Zeta(*, x: _Any, q: _Any, name: str | None = None) -> _Tensor:
    """The sum of (k + q)^-x over k >= 0."""

def ZipDataset(*, input_datasets: _Any, output_types: _Any, output_shapes: _Any, metadata: str | bytes = '', name: str | None = None) -> _Tensor:
    """Elements that are made of one element of each input, as long as all of them have some."""

def _AddMatMul(*, sum: _Any, a: _Any, b: _Any, bias: _Any, transpose_a: bool = False, transpose_b: bool = False, relu: bool = False, in_place: bool = False, name: str | None = None) -> _Tensor:
    """`sum` plus the product of two matrices plus `bias`, a number for each column."""

def _AddToSlice(*, input: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, in_place: bool = False, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, name: str | None = None) -> _Tensor:
    """`input` plus the gradient of a slice of it: `value` is added to what the other arguments select."""

def _BiasedConv2D(*, input: _Any, filter: _Any, bias: _Any, strides: _Any, padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: _Any = ..., data_format: str | bytes = 'NHWC', dilations: _Any = ..., name: str | None = None) -> _Tensor:
    """Conv2D plus a number for each output channel."""

def _BiasedMatMul(*, a: _Any, b: _Any, bias: _Any, transpose_a: bool = False, transpose_b: bool = False, relu: bool = False, name: str | None = None) -> _Tensor:
    """The product of two matrices plus `bias`, a number for each column."""

class __DenseCTCLoss(_NamedTuple):
    loss: _Tensor
    gradient: _Tensor

def _DenseCTCLoss(*, inputs: _Any, labels: _Any, label_length: _Any, sequence_length: _Any, blank_index: int = 0, name: str | None = None) -> __DenseCTCLoss:
    """The CTC loss of logits [time, batch, classes] for padded labels [batch, n], and its gradient."""

def _FusedAssign(*, resource: _Any, args: _Any, f: _Any, shape: _Any, current: int = -1, name: str | None = None) -> _Any:
    """Makes the result of a chain of elementwise functions the variable's value; input `current` of the chain is its value before."""

def _FusedElementwise(*, args: _Any, Tout: _Any, f: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """Runs a chain of elementwise functions in one pass over memory."""

def _Gelu(*, features: _Any, name: str | None = None) -> _Tensor:
    """x times the probability that a standard normal number is below x."""

class __Moments(_NamedTuple):
    mean: _Tensor
    variance: _Tensor

def _Moments(*, x: _Any, num_axes: int, name: str | None = None) -> __Moments:
    """The mean and the variance over the last `num_axes` axes, which stay with extent 1."""

def _NormalizeRows(*, x: _Any, args: _Any, num_axes: int, f: _Any, of_rows: _Any, sources: _Any, name: str | None = None) -> _Tensor:
    """An elementwise function of x, of its means and variances over the last `num_axes` axes, and of what functions `of_rows` make of these; `sources` says what their inputs are."""

def _ReadVariablesOp(*, resources: _Any, dtypes: _Any, name: str | None = None) -> list[_Tensor]:
    """The values of several variables."""

def _ScaleShift(*, x: _Any, scale: _Any, shift: _Any, name: str | None = None) -> _Tensor:
    """x * scale + shift, with one number of each for every row of x, or one row for all."""

def _SortRows(*, values: _Any, descending: bool = False, name: str | None = None) -> _Tensor:
    """The elements of each row in order; NaN counts as the largest, and equal elements keep their order."""
