// What jit_compile=True refuses beside ops without kernels: arguments from which shapes follow (shapes, sizes, axes,
// counts) and whose values are not there when XLA compiles. It has those of the function's arguments and of variables,
// and computes with them, but nothing that changes from turn to turn of a loop and no random numbers.
#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "graph/functions_of.h"
#include "jit/compilable.h"
#include "passes/loop.h"
#include "passes/rewrite.h"

namespace graphwright::jit {
namespace {

using Names = std::vector<std::string_view>;

// The inputs that must be known, of the ops that have such.
const std::unordered_map<std::string_view, Names>& demands() {
  static const auto* table = new std::unordered_map<std::string_view, Names>{
      {"All", {"reduction_indices"}},
      {"Any", {"reduction_indices"}},
      {"ArgMax", {"dimension"}},
      {"ArgMin", {"dimension"}},
      {"AvgPoolGrad", {"orig_input_shape"}},
      {"BatchToSpace", {"crops"}},
      {"BatchToSpaceND", {"block_shape", "crops"}},
      {"Bincount", {"size"}},
      {"BroadcastArgs", {"s0", "s1"}},
      {"BroadcastGradientArgs", {"s0", "s1"}},
      {"BroadcastTo", {"shape"}},
      {"ConcatOffset", {"concat_dim", "shape"}},
      {"ConcatV2", {"axis"}},
      {"ConjugateTranspose", {"perm"}},
      {"Conv2DBackpropFilter", {"filter_sizes"}},
      {"Conv2DBackpropInput", {"input_sizes"}},
      {"Conv3DBackpropFilterV2", {"filter_sizes"}},
      {"Conv3DBackpropInputV2", {"input_sizes"}},
      {"Cumprod", {"axis"}},
      {"Cumsum", {"axis"}},
      {"CumulativeLogsumexp", {"axis"}},
      {"DenseBincount", {"size"}},
      {"DepthwiseConv2dNativeBackpropFilter", {"filter_sizes"}},
      {"DepthwiseConv2dNativeBackpropInput", {"input_sizes"}},
      {"DynamicStitch", {"indices"}},
      {"Empty", {"shape"}},
      {"EmptyTensorList", {"max_num_elements"}},
      {"ExpandDims", {"dim"}},
      {"Fill", {"dims"}},
      {"GatherV2", {"axis"}},
      {"IRFFT", {"fft_length"}},
      {"LinSpace", {"num"}},
      {"ListDiff", {"x", "y"}},
      {"MatrixDiagPartV2", {"k", "padding_value"}},
      {"MatrixDiagPartV3", {"k", "padding_value"}},
      {"MatrixDiagV2", {"k", "num_rows", "num_cols"}},
      {"MatrixDiagV3", {"k", "num_rows", "num_cols"}},
      {"MatrixSetDiagV2", {"k"}},
      {"MatrixSetDiagV3", {"k"}},
      {"Max", {"reduction_indices"}},
      {"MaxPoolV2", {"ksize", "strides"}},
      {"Mean", {"reduction_indices"}},
      {"Min", {"reduction_indices"}},
      {"MirrorPad", {"paddings"}},
      {"MirrorPadGrad", {"paddings"}},
      {"Multinomial", {"num_samples"}},
      {"NonMaxSuppressionV4", {"max_output_size"}},
      {"OneHot", {"depth"}},
      {"Pad", {"paddings"}},
      {"PadV2", {"paddings"}},
      {"ParallelDynamicStitch", {"indices"}},
      {"Prod", {"reduction_indices"}},
      {"RFFT", {"fft_length"}},
      {"RandomStandardNormal", {"shape"}},
      {"RandomUniform", {"shape"}},
      {"RandomUniformInt", {"shape"}},
      {"Range", {"start", "limit", "delta"}},
      {"Reshape", {"shape"}},
      {"ResizeBilinear", {"size"}},
      {"ResizeNearestNeighbor", {"size"}},
      {"ReverseV2", {"axis"}},
      {"Roll", {"axis"}},
      {"ScatterNd", {"shape"}},
      {"SegmentSumV2", {"num_segments"}},
      {"SpaceToBatch", {"paddings"}},
      {"SpaceToBatchND", {"block_shape", "paddings"}},
      {"SparseToDense", {"output_shape"}},
      {"Split", {"split_dim"}},
      {"SplitV", {"size_splits", "split_dim"}},
      {"StatelessMultinomial", {"num_samples"}},
      {"StatelessRandomNormal", {"shape"}},
      {"StatelessRandomNormalV2", {"shape", "alg"}},
      {"StatelessRandomUniform", {"shape"}},
      {"StatelessRandomUniformFullIntV2", {"shape", "alg"}},
      {"StatelessRandomUniformIntV2", {"shape", "alg"}},
      {"StatelessRandomUniformV2", {"shape", "alg"}},
      {"StatelessTruncatedNormal", {"shape"}},
      {"StatelessTruncatedNormalV2", {"shape", "alg"}},
      {"StridedSlice", {"strides"}},
      {"StridedSliceGrad", {"shape"}},
      {"Sum", {"reduction_indices"}},
      {"TensorListReserve", {"num_elements"}},
      {"Tile", {"multiples"}},
      {"Transpose", {"perm"}},
      {"TruncatedNormal", {"shape"}},
      {"UnsortedSegmentMax", {"num_segments"}},
      {"UnsortedSegmentMin", {"num_segments"}},
      {"UnsortedSegmentProd", {"num_segments"}},
      {"UnsortedSegmentSum", {"num_segments"}},
  };
  return *table;
}

template <size_t n>
bool is_one_of(const OpDef& op, const std::string_view (&names)[n]) {
  return std::find(names, names + n, op.name) != names + n;
}

// XLA knows what these give, whatever they are given.
bool asks_for_shapes(const OpDef& op) {
  constexpr std::string_view kNames[] = {
      "Shape", "ShapeN", "Size", "Rank", "ZerosLike", "OnesLike", "TensorListElementShape", "TensorListLength"};
  return is_one_of(op, kNames);
}

bool draws_numbers(const OpDef& op) {
  constexpr std::string_view kNames[] = {"Multinomial",
                                         "RandomShuffle",
                                         "RandomStandardNormal",
                                         "RandomUniform",
                                         "RandomUniformInt",
                                         "StatelessMultinomial",
                                         "StatelessRandomNormal",
                                         "StatelessRandomNormalV2",
                                         "StatelessRandomUniform",
                                         "StatelessRandomUniformFullInt",
                                         "StatelessRandomUniformFullIntV2",
                                         "StatelessRandomUniformInt",
                                         "StatelessRandomUniformIntV2",
                                         "StatelessRandomUniformV2",
                                         "StatelessTruncatedNormal",
                                         "StatelessTruncatedNormalV2",
                                         "TruncatedNormal"};
  return is_one_of(op, kNames);
}

// By the number of an input or output: whether its value is not known.
using Unknown = std::vector<bool>;

class Tracker {
 public:
  explicit Tracker(const FuncGraph& whole) : whole_(whole) {}

  Unknown go_through(const FuncGraph& graph, const Unknown& inputs, bool in_loop) {
    const auto [known, is_new] = seen_.try_emplace({&graph, inputs, in_loop}, Unknown(graph.outputs.size(), false));
    if (!is_new) return known->second;
    std::vector<Unknown> of_nodes(graph.nodes().size());
    for (size_t i = 0; i < graph.inputs.size() && i < inputs.size(); ++i)
      if (inputs[i]) of_nodes[graph.inputs[i]->node->id] = {true};
    auto is_unknown = [&](const Endpoint* endpoint) {
      const Unknown& all = of_nodes[endpoint->node->id];
      return static_cast<size_t>(endpoint->index) < all.size() && all[endpoint->index];
    };
    const std::vector<bool> live = live_nodes(graph);
    for (const auto& node : graph.nodes()) {
      const OpDef& op = *node->op;
      if (!live[node->id] || op.has(Trait::kPlaceholder) || op.has(Trait::kConstant)) continue;
      Unknown given;
      for (const Endpoint* input : node->inputs) given.push_back(is_unknown(input));
      check(*node, given);
      of_nodes[node->id] = results(*node, given, in_loop);
    }
    Unknown outputs;
    for (const Endpoint* output : graph.outputs) outputs.push_back(is_unknown(output));
    return seen_[{&graph, inputs, in_loop}] = outputs;
  }

 private:
  static const FuncGraph* function_of(const Node& node, const char* attr) {
    return node.attrs.get<Ref<FunctionRef>>(attr)->graph();
  }

  Unknown results(const Node& node, const Unknown& given, bool in_loop) {
    const OpDef& op = *node.op;
    const bool any = std::find(given.begin(), given.end(), true) != given.end();
    Unknown unknown(node.outputs.size(), any || draws_numbers(op) || (in_loop && op.has(Trait::kReadsResource)));
    if (asks_for_shapes(op)) return Unknown(node.outputs.size(), false);
    if (op.has(Trait::kWhile)) {
      const FuncGraph *cond = function_of(node, "cond"), *body = function_of(node, "body");
      if (!cond || !body) return unknown;
      const Loop loop(&node, *cond, *body);
      Unknown variables = given;
      for (size_t i = 0; i < variables.size(); ++i)
        if (!loop.is_unchanged(static_cast<int>(i))) variables[i] = true;
      go_through(*cond, variables, true);
      go_through(*body, variables, true);
      // Behind the loop, constants are all that is known.
      for (size_t i = 0; i < variables.size(); ++i)
        if (!source_of(node.inputs[i])->node->op->has(Trait::kConstant)) variables[i] = true;
      return variables;
    }
    const bool selects = op.has(Trait::kIf) || op.has(Trait::kCase);
    if (!selects && !op.has(Trait::kCall)) return unknown;
    unknown.assign(node.outputs.size(), selects && given[0]);
    const Unknown arguments(given.begin() + (selects ? 1 : 0), given.end());
    for (const FuncGraph* function : functions_of(node)) {
      const Unknown outputs = go_through(*function, arguments, in_loop);
      for (size_t i = 0; i < outputs.size() && i < unknown.size(); ++i) unknown[i] = unknown[i] || outputs[i];
    }
    return unknown;
  }

  void check(const Node& node, const Unknown& given) const {
    const auto found = demands().find(node.op->name);
    if (found == demands().end()) return;
    const auto ranges = input_ranges(*node.op, static_cast<int>(node.inputs.size()), node.attrs);
    for (std::string_view name : found->second) {
      size_t argument = 0;
      while (argument < ranges.size() && node.op->inputs[argument].name != name) ++argument;
      GW_CHECK(argument < ranges.size(), Code::kInternal, node.op->name, " has no input ", name);
      for (int i = ranges[argument].begin; i < ranges[argument].begin + ranges[argument].size; ++i)
        if (given[i]) refuse(node, i);
    }
  }

  [[noreturn]] void refuse(const Node& node, int input) const {
    const std::string lines = origin_text && node.origin ? origin_text(node.origin) : std::string();
    fail(Code::kInvalidArgument, "Input ", input, " to node `", node.user_name(), "` with op ", node.op->name,
         " must be a compile-time constant.\n\nThe shapes of what is compiled follow from it, and its value is not "
         "there "
         "before the function runs: it depends on what changes from turn to turn of a loop, or on random numbers.",
         lines.empty() ? "" : "\nThe op is created at: \n", lines, "\n\t [[{{node ", node.user_name(),
         "}}]]\n\ttf2xla conversion failed while converting ", whole_.name(), ". [Op:", whole_.name(), "]");
  }

  const FuncGraph& whole_;
  std::map<std::tuple<const FuncGraph*, Unknown, bool>, Unknown> seen_;
};

}  // namespace

void check_known_arguments(const FuncGraph& graph) {
  Tracker(graph).go_through(graph, Unknown(graph.inputs.size(), false), false);
}

}  // namespace graphwright::jit
