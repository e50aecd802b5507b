// What jit_compile=True refuses: ops that XLA has no kernel for on CPUs, and strings.
#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "graph/functions_of.h"
#include "jit/compilable.h"

namespace graphwright::jit {
namespace {

// As TensorFlow 2.21 registers its kernels, of the ops that are here; in alphabetical order.
// clang-format off
constexpr std::string_view kNotCompiled[] = {
    "AllCandidateSampler", "AnonymousHashTable", "AnonymousIteratorV3", "AnonymousMutableDenseHashTable",
    "AnonymousMutableHashTable", "AnonymousMutableHashTableOfTensors", "AsString", "AssertCardinalityDataset",
    "BandedTriangularSolve", "BatchDatasetV2", "BesselI0", "BesselI1", "BesselJ0", "BesselJ1", "BesselK0",
    "BesselK0e", "BesselK1", "BesselK1e", "BesselY0", "BesselY1", "BlockLSTM", "BlockLSTMGrad", "BlockLSTMGradV2",
    "BlockLSTMV2", "CTCBeamSearchDecoder", "CTCGreedyDecoder", "CTCLoss", "CacheDatasetV2", "CheckNumericsV2",
    "CombinedNonMaxSuppression", "ComputeAccidentalHits", "ConcatenateDataset", "CropAndResize",
    "CropAndResizeGradBoxes", "CropAndResizeGradImage", "DatasetCardinality", "DatasetToSingleElement", "Dawsn",
    "DebugGradientIdentity", "DecodeAndCropJpeg", "DecodeBase64", "DecodeBmp", "DecodeGif", "DecodeImage",
    "DecodeJpeg", "DecodeJxl", "DecodePaddedRaw", "DecodePng", "DecodeRaw", "DecodeWav", "DecodeWebP", "DeepCopy",
    "DenseToDenseSetOperation", "DenseToSparseSetOperation", "DeserializeSparse", "DestroyResourceOp", "Dilation2D",
    "Dilation2DBackpropFilter", "Dilation2DBackpropInput", "DirectedInterleaveDataset", "DisableCopyOnRead",
    "DrawBoundingBoxes", "DrawBoundingBoxesV2", "DummyMemoryCache", "DummySeedGenerator", "EagerPyFunc", "Eig",
    "EncodeBase64", "EncodeJpeg", "EncodeJpegVariableQuality", "EncodePng", "EncodeWav", "EuclideanNorm", "Expint",
    "ExtractGlimpse", "ExtractGlimpseV2", "ExtractJpegShape", "ExtractVolumePatches", "FilterDataset",
    "FixedUnigramCandidateSampler", "FlatMapDataset", "FractionalAvgPool", "FractionalAvgPoolGrad",
    "FractionalMaxPool", "FractionalMaxPoolGrad", "FresnelCos", "FresnelSin", "GRUBlockCell", "GRUBlockCellGrad",
    "GeneratorDataset", "GroupByWindowDataset", "GuaranteeConst", "HashTableV2", "HistogramFixedWidth",
    "IgnoreErrorsDataset", "ImageProjectiveTransformV2", "ImageProjectiveTransformV3", "InTopK",
    "InitializeTableFromTextFileV2", "InitializeTableV2", "InplaceAdd", "InplaceSub", "InplaceUpdate",
    "InterleaveDataset", "InvGrad", "IsotonicRegression", "IteratorGetNext", "IteratorGetNextAsOptional",
    "IteratorGetNextSync", "LSTMBlockCell", "LSTMBlockCellGrad", "LearnedUnigramCandidateSampler", "ListDataset",
    "LogMatrixDeterminant", "LogUniformCandidateSampler", "LookupTableExportV2", "LookupTableFindV2",
    "LookupTableImportV2", "LookupTableInsertV2", "LookupTableRemoveV2", "LookupTableSizeV2", "Lu", "MakeIterator",
    "MapDataset", "MatrixDeterminant", "MatrixLogarithm", "MatrixSolveLs", "MatrixSquareRoot",
    "MaxPoolGradWithArgmax", "MaxPoolWithArgmax", "MutableDenseHashTableV2", "MutableHashTableOfTensorsV2",
    "MutableHashTableV2", "NonDeterministicInts", "NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV5",
    "NonMaxSuppressionWithOverlaps", "NthElement", "OptionalFromValue", "OptionalGetValue", "OptionalHasValue",
    "OptionalNone", "PaddedBatchDatasetV2", "ParallelBatchDataset", "ParallelConcat", "ParallelInterleaveDatasetV4",
    "ParallelMapDatasetV2", "PrefetchDataset", "Print", "PrintV2", "PyFunc", "PyFuncStateless",
    "QuantizeAndDequantizeV4Grad", "QuantizeV2", "QuantizedConcat", "RaggedBincount", "RaggedCross", "RaggedRange",
    "RaggedTensorFromVariant", "RaggedTensorToTensor", "RaggedTensorToVariant", "RandomDatasetV2", "RandomGamma",
    "RandomPoissonV2", "RangeDataset", "RebatchDatasetV2", "ReduceDataset", "ReduceJoin", "RegexFullMatch",
    "RegexReplace", "RepeatDataset", "ResizeArea", "ResizeBicubic", "ResizeBicubicGrad", "ResizeNearestNeighborGrad",
    "ResourceCountUpTo", "ResourceGatherNd", "ResourceScatterNdMax", "ResourceScatterNdMin",
    "SampleDistortedBoundingBox", "SampleDistortedBoundingBoxV2", "ScaleAndTranslate", "ScaleAndTranslateGrad",
    "ScanDataset", "ScatterNdNonAliasingAdd", "SegmentMax", "SegmentMean", "SegmentMin", "SegmentProd", "SegmentSum",
    "SerializeManySparse", "SerializeSparse", "SetSize", "ShardDataset", "ShuffleDatasetV3", "SkipDataset",
    "SobolSample", "SparseAdd", "SparseAddGrad", "SparseBincount", "SparseConcat", "SparseCross", "SparseCrossHashed",
    "SparseCrossV2", "SparseDenseCwiseAdd", "SparseDenseCwiseDiv", "SparseDenseCwiseMul", "SparseFillEmptyRows",
    "SparseReduceMax", "SparseReduceMaxSparse", "SparseReduceSum", "SparseReduceSumSparse", "SparseReorder",
    "SparseReshape", "SparseSegmentMean", "SparseSegmentMeanGrad", "SparseSegmentMeanWithNumSegments",
    "SparseSegmentSqrtN", "SparseSegmentSqrtNGrad", "SparseSegmentSqrtNWithNumSegments", "SparseSegmentSum",
    "SparseSegmentSumGrad", "SparseSegmentSumWithNumSegments", "SparseSlice", "SparseSoftmax", "SparseSparseMaximum",
    "SparseSparseMinimum", "SparseSplit", "SparseTensorDenseAdd", "SparseTensorDenseMatMul",
    "SparseToSparseSetOperation", "Spence", "StatefulRandomBinomial", "StatefulStandardNormal",
    "StatelessRandomBinomial", "StatelessRandomGammaV2", "StatelessRandomGammaV3", "StatelessRandomPoisson",
    "StatelessSampleDistortedBoundingBox", "StatelessShuffle", "StaticRegexFullMatch", "StaticRegexReplace",
    "StringFormat", "StringJoin", "StringLength", "StringLower", "StringNGrams", "StringSplit", "StringSplitV2",
    "StringStrip", "StringToHashBucket", "StringToHashBucketFast", "StringToHashBucketStrong", "StringToNumber",
    "StringUpper", "Substr", "TakeDataset", "TakeWhileDataset", "TensorDataset", "TensorListConcat",
    "TensorListConcatLists", "TensorListPushBackBatch", "TensorListResize", "TensorListScatter",
    "TensorListScatterIntoExistingList", "TensorListScatterV2", "TensorSliceDataset",
    "ThreadUnsafeUnigramCandidateSampler", "TileGrad", "Timestamp", "TopK", "UnbatchDataset", "UnicodeDecode",
    "UnicodeDecodeWithOffsets", "UnicodeEncode", "UnicodeScript", "UnicodeTranscode", "UniformCandidateSampler",
    "UniqueDataset", "UniqueWithCounts", "UniqueWithCountsV2", "UnravelIndex", "UnsortedSegmentJoin", "WindowDataset",
    "ZipDataset",
};
// clang-format on
static_assert(std::is_sorted(std::begin(kNotCompiled), std::end(kNotCompiled)));

bool is_string(const Endpoint* endpoint) { return endpoint->dtype == DType::kString; }

[[noreturn]] void refuse(const FuncGraph& graph, const std::string& op, const Node& node, bool has_kernel) {
  const std::string place = str_cat("{{node ", node.user_name(), "}}");
  const std::string lines = origin_text && node.origin ? origin_text(node.origin) : std::string();
  fail(Code::kInvalidArgument, "Detected unsupported operations when trying to compile graph ", graph.name(),
       " on XLA_CPU_JIT: ", op, " (No registered '", op, "' OpKernel for XLA_CPU_JIT devices compatible with node ",
       place,
       has_kernel ? "\n\t (OpKernel was found, but attributes didn't match) Requested Attributes: T=DT_STRING)" : ")",
       place, lines.empty() ? "" : "\nThe op is created at: \n", lines,
       "\n\ttf2xla conversion failed while converting ", graph.name(), ". [Op:", graph.name(), "]");
}

// The graph's own nodes; functions that they run are added to `functions`.
void check(const FuncGraph& whole, const FuncGraph& graph, std::vector<const FuncGraph*>& functions) {
  for (const auto& node : graph.nodes()) {
    const OpDef& op = *node->op;
    if (std::binary_search(std::begin(kNotCompiled), std::end(kNotCompiled), std::string_view(op.name)))
      refuse(whole, op.name, *node, false);
    bool calls = false;
    for_each_function(node->attrs, [&](const std::string&, const Ref<FunctionRef>& function) {
      if (function && function->graph()) functions.push_back(function->graph());
      calls = true;
    });
    // What an assertion says is never looked at; of calls, what they call is.
    if (calls || op.has(Trait::kPlaceholder) || op.has(Trait::kConstant) || op.has(Trait::kIdentity) ||
        op.name == "Assert")
      continue;
    bool strings = std::any_of(node->inputs.begin(), node->inputs.end(), is_string);
    for (const auto& output : node->outputs) strings |= is_string(output.get());
    if (strings) refuse(whole, op.name, *node, true);
  }
}

}  // namespace

void check_compilable(const FuncGraph& graph) {
  for (const Endpoint* input : graph.inputs)
    if (is_string(input)) refuse(graph, "_Arg", *input->node, true);
  std::vector<const FuncGraph*> functions;
  check(graph, graph, functions);
  for (const Endpoint* output : graph.outputs)
    if (is_string(output)) refuse(graph, "_Retval", *output->node, true);
  std::set<const FuncGraph*> seen;
  while (!functions.empty()) {
    const FuncGraph* function = functions.back();
    functions.pop_back();
    if (seen.insert(function).second) check(graph, *function, functions);
  }
}

}  // namespace graphwright::jit
