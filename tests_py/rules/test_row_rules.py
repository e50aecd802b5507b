"""Every op works on many rows at once, or the table below says why `vectorized_map` runs it row by row."""

import re

import pytest

from graphwright import _core

# Why -> which ops: names, or patterns of them.
LOOPED = {
    "its state is shared by all rows, or it acts on the world: rows take their turns": r"""
        All\w*Sampler Anonymous\w+ Assert Assign\w*VariableOp DatasetToSingleElement DestroyResourceOp DisableCopyOnRead
        DummyMemoryCache DummySeedGenerator EagerPyFunc HashTableV2 InitializeTable\w* IteratorGetNext\w*
        (OneShot)?Iterator(V2)? IteratorFromStringHandleV2 IteratorToStringHandle
        LookupTable(Export|Import|Insert|Remove|Size)V2 MakeIterator Mutable\w*HashTable\w* NonDeterministicInts
        ParameterizedTruncatedNormal Print PrintV2 PyFunc ReadVariableOp ReduceDataset
        Resource\w+ Rng\w+ Stateful\w+ Timestamp VarHandleOp VarIsInitializedOp VariableShape _ReadVariablesOp
        Save(V2|Slices)? Restore(V2|Slice)? MergeV2Checkpoints Sharded(Filename|Filespec) FileSystemSetConfiguration
        GenerateVocabRemapping LoadAndRemapMatrix Abort Barrier\w* Sparse(Conditional)?Accumulator\w* Debug\w+V[23]
        \w*CandidateSampler RandomShuffle SampleDistortedBoundingBox\w* Empty
        (FIFO|PaddingFIFO|RandomShuffle|Priority)QueueV2 Queue\w+V2
        Batch BatchFunction Unbatch UnbatchGrad \w+ReaderV2 Reader\w+V2
        MutexV2 MutexLock ConsumeMutexLock \w+Session(Handle|Tensor) Stage\w* Unstage (Ordered)?Map\w*
        Add(Many)?SparseToTensorsMap TakeManySparseFromTensorsMap""",
    "the size of its result depends on the data": r"""
        CTCBeamSearchDecoder CTCGreedyDecoder ComputeAccidentalHits
        Dense\w+SetOperation SparseToSparseSetOperation ListDiff NonMaxSuppression\w* RaggedRange
        RaggedTensorToTensor Range SetSize Sparse(Add|AddGrad|Concat|FillEmptyRows|Reorder|Reshape|Slice|Split)
        SparseReduce\w+ SparseSparse\w+ StringSplit\w* StringNGrams TensorListConcat\w* TensorListSplit UnicodeDecode\w*
        Unique\w* Where Deserialize(Many)?Sparse RaggedTensorFromVariant
        SparseSliceGrad (Sparse|Ragged)FillEmptyRows(Grad)? RaggedGather RaggedTensorToSparse \w+CountSparseOutput
        SparseSegment(Mean|SqrtN|Sum)GradV2""",
    "it decodes or encodes one file's contents": r"""
        Decode(AndCropJpeg|Bmp|Gif|Image|Jpeg|Jxl|Png|Wav|WebP) Encode\w+ ExtractJpegShape""",
    "it works on one sound": r"AudioSpectrogram Mfcc",
    "it works on all points at once": r"NearestNeighbors KmeansPlusPlusInitialization KMC2ChainInitialization",
    "a seed makes one stream of numbers": r"""
        Stateless(Random|Truncated|Multinomial|Shuffle|Sample|Parameterized)\w* RandomIndexShuffle SobolSample""",
    "it makes or changes data sets, optionals or variants": r"""
        \w+Dataset(V\d)? (Experimental)?Dataset(Cardinality|Fingerprint|ToTFRecord) ComputeBatchSize GetElementAtIndex
        (Unc|C)ompressElement (Unw|W)rapDatasetVariant SnapshotDatasetReader WindowOp DummyIterationCounter
        Delete(Iterator|MemoryCache|SeedGenerator) IteratorFromStringHandle (Experimental)?IteratorGetDevice
        (Experimental)?(StatsAggregator|ThreadPool)Handle(V2)? StatsAggregatorSetSummaryWriter GetOptions (Des|S)erializeIterator
        Optional\w+ RaggedTensorToVariant Serialize\w*Sparse
        TensorListPushBackBatch RaggedTensorToVariantGradient SparseMatrix\w+ \w*CSRSparseMatrix\w*
        EmptyTensorMap TensorMap\w+ CompositeTensorVariant\w+""",
    "it reads or writes files": r"""
        ReadFile WriteFile MatchingFiles (Create|Flush|Close)?Summary(File)?Writer Write\w+ ImportEvent""",
    "it makes or reads one message": r"EncodeProto DecodeProtoV2 \w+Summary(V2)? SerializeTensor ParseTensor",
    "graphs of TensorFlow 1 have it, which are rebuilt when they are imported": r"""
        ControlTrigger Stack(Close|Pop|Push)?V2 TensorArray\w*""",
    "features of examples become tensors of their own shapes": r"Parse(Single)?(Sequence)?Example(V2)?",
    "it runs nowhere yet": r"CudnnRNN\w*",
    "it has no inputs, or none that differ": r"Fact ImmutableConst NoOp Placeholder PlaceholderWithDefault",
    "old forms of ops that have rules; only graphs made elsewhere have them": r"""
        BatchToSpace SpaceToBatch BiasAddV1 Reverse TileGrad Bincount ParallelConcat PyFuncStateless Inplace\w+
        SparseMatMul Fused(ResizeAnd)?PadConv2D""",
    "it works on shapes, or on vectors as a whole, which rarely differ from row to row": r"""
        BroadcastArgs BroadcastGradientArgs ConcatOffset InvertPermutation LinSpace UnravelIndex DataFormatVecPermute
        Fingerprint""",
    "it takes the components of sparse or ragged tensors, which differ in length": r"""
        (Ragged|Sparse)Cross\w* RaggedBincount SparseBincount SparseDenseCwise\w+ SparseSoftmax SparseTensorDenseAdd
        SparseToDense EditDistance""",
    "only quantized models have it, which tools write": r"""
        QuantizeDownAndShrinkRange QuantizedMatMul QuantizedRelu6? Quantized(Conv2D|AvgPool|MaxPool|BiasAdd|Add|Mul)
        Quantized(InstanceNorm|ResizeBilinear|Reshape|BatchNormWithGlobalNormalization) RequantizationRange\w* Requantize\w*
        QuantizedDepthwiseConv2D\w* QuantizedMatMulWith\w+ QuantizedConv2D\w+
        Uniform(Quantize\w*|Dequantize|Requantize)""",
    "for eager calls only, while rows are run in functions": r"_Moments _ScaleShift",
    "made by the passes, after rows": r"""
        _FusedElementwise _FusedAssign _Biased(Conv2D|MatMul) _AddMatMul _NormalizeRows _AddToSlice""",
    "each row draws its own windows": r"FractionalAvgPool FractionalMaxPool",
    "its gradients by the weights are sums over the examples and times of each row": r"BlockLSTMGrad(V2)?",
    "its tensors are concatenated with a common range, which differs from row to row": r"QuantizedConcat",
    "its text is made of a whole tensor": r"StringFormat UnicodeEncode",
    "it says something of a whole tensor": r"DebugN\w+ ToBool SdcaFprint",
}


def _reasons(name):
    return [why for why, names in LOOPED.items() if any(re.fullmatch(pattern, name) for pattern in names.split())]


@pytest.mark.parametrize("name", _core.registered_ops())
def test_rule_or_reason(name):
    rule = _core.op_def(name)["has_vectorization_rule"]
    reasons = _reasons(name)
    if rule:
        assert not [why for why in reasons if name in LOOPED[why].split()], (
            f"{name} has a rule now: take it off the table"
        )
    else:
        assert reasons, f"{name} runs row by row: give it a rule (op/vectorize.h), or say in this table why it has none"


def test_table_names_ops():
    """Nothing in the table is left over."""
    ops = _core.registered_ops()
    for names in LOOPED.values():
        for pattern in names.split():
            assert any(re.fullmatch(pattern, name) for name in ops), f"no op is called {pattern}"
