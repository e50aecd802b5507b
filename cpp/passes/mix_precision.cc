// On demand: computes large matrix products and convolutions of float32 in bfloat16, and what lies between them, as far
// as it only selects or moves numbers. Sums are kept in float32 by the kernels; results are float32 again where
// anything else reads them.
#include <algorithm>
#include <unordered_set>

#include "device/gpu.h"
#include "device/onednn.h"
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// Products below which conversions cost more than they save.
constexpr int64_t kLeastProducts = int64_t{1} << 20;

bool is_known_float(const Endpoint& endpoint) {
  return endpoint.dtype == DType::kFloat32 && endpoint.shape.fully_defined() && !endpoint.claimed;
}

// How many products of numbers the node adds up, -1 for any other node. `operands` are the inputs with the numbers.
int64_t products_of(const Node& node, std::vector<size_t>* operands) {
  const OpDef& op = *node.op;
  int64_t depth = 0;
  if (node.outputs.size() != 1 || !is_known_float(*node.outputs[0])) return -1;
  auto shape = [&](size_t i) -> const Shape& { return node.inputs[i]->shape; };
  if (&op == &op_def<"MatMul">() || &op == &op_def<"BatchMatMulV2">()) {
    *operands = {0, 1};
    const bool single = &op == &op_def<"MatMul">();
    const AttrValue* turned = node.attrs.find(single ? "transpose_a" : "adj_x");
    const int rank = shape(0).has_rank() ? shape(0).rank() : 0;
    if (rank < 2) return -1;
    depth = shape(0)[turned && std::get<bool>(*turned) ? rank - 2 : rank - 1];
  } else if (&op == &op_def<"Conv2D">() || &op == &op_def<"Conv2DBackpropInput">()) {
    *operands = &op == &op_def<"Conv2D">() ? std::vector<size_t>{0, 1} : std::vector<size_t>{1, 2};
    const Shape& filter = shape(1);
    if (!filter.fully_defined() || filter.rank() != 4) return -1;
    depth = filter[0] * filter[1] * filter[2];
  } else if (&op == &op_def<"Conv2DBackpropFilter">()) {
    *operands = {0, 2};
    const Shape& dy = shape(2);
    if (!dy.fully_defined() || dy.rank() != 4) return -1;
    depth = dy[0] * dy[1] * dy[2];
  } else {
    return -1;
  }
  for (size_t i : *operands)
    if (!is_known_float(*node.inputs[i])) return -1;
  return depth * node.outputs[0]->shape.num_elements();
}

// Selects or moves numbers, which bfloat16 does as well; the numbers are in input 0.
bool passes_on(const Node& node) {
  for (const OpDef* op :
       {&op_def<"Relu">(), &op_def<"Relu6">(), &op_def<"MaxPool">(), &op_def<"Reshape">(), &op_def<"Transpose">()})
    if (node.op == op) return is_known_float(*node.outputs[0]) && is_known_float(*node.inputs[0]);
  return false;
}

class Mixer {
 public:
  explicit Mixer(FuncGraph& graph) : graph_(graph) {}

  bool run() {
    const size_t count = graph_.nodes().size();
    std::unordered_map<const Endpoint*, std::vector<Node*>> readers;
    std::vector<bool> heavy(count, false), narrow(count, false);
    std::vector<std::vector<size_t>> operands(count);
    for (size_t i = 0; i < count; ++i) {
      const Node& node = *graph_.nodes()[i];
      heavy[i] = narrow[i] = products_of(node, &operands[i]) >= kLeastProducts;
      for (Endpoint* input : node.inputs) readers[input].push_back(graph_.nodes()[i].get());
    }
    std::unordered_set<const Endpoint*> outputs(graph_.outputs.begin(), graph_.outputs.end());
    // What passes numbers on from narrow nodes to nothing but narrow nodes is narrow, too.
    for (size_t i = count; i-- > 0;) {
      const Node& node = *graph_.nodes()[i];
      if (narrow[i] || !passes_on(node)) continue;
      const Endpoint* out = node.outputs[0].get();
      const auto& those = readers[out];
      const bool inside = !those.empty() && !outputs.contains(out) &&
                          std::all_of(those.begin(), those.end(), [&](Node* reader) { return narrow[reader->id]; });
      if (!inside) continue;
      narrow[i] = true;
      operands[i] = {0};
    }
    bool changed = false;
    for (size_t i = 0; i < count; ++i) {
      if (!narrow[i]) continue;
      Node* node = graph_.nodes()[i].get();
      std::vector<Endpoint*> inputs(node->inputs.begin(), node->inputs.end());
      for (size_t at : operands[i]) inputs[at] = narrowed(inputs[at], node);
      Attrs attrs = node->attrs;
      attrs.set("T", DType::kBfloat16);
      Node* twin = graph_.add_node(*node->op, std::move(inputs), std::move(attrs), node->name + "/bfloat16");
      show_as(*twin, *node);
      twin->device = node->device;
      places_.emplace_back(twin, node);
      Endpoint* out = node->outputs[0].get();
      narrow_[out] = twin->outputs[0].get();
      const auto& those = readers[out];
      if (outputs.contains(out) ||
          std::any_of(those.begin(), those.end(), [&](Node* reader) { return !narrow[reader->id]; })) {
        Endpoint* wide = cast(twin->outputs[0].get(), DType::kFloat32, node);
        for (Node* reader : those)
          if (!narrow[reader->id]) std::replace(reader->inputs.begin(), reader->inputs.end(), out, wide);
        std::replace(graph_.outputs.begin(), graph_.outputs.end(), out, wide);
        // Narrow readers of other inputs of theirs, such as sizes, never meet floats.
      }
      changed = true;
    }
    graph_.move_before(places_);
    if (changed) kRemoveDeadNodes.run(graph_);
    return changed;
  }

 private:
  Endpoint* cast(Endpoint* from, DType dtype, Node* before) {
    Attrs attrs = {{"SrcT", from->dtype}, {"DstT", dtype}};
    Node* made = graph_.add_node(op_def<"Cast">(), {from}, std::move(attrs), before->name + "/Cast");
    show_as(*made, *before);
    places_.emplace_back(made, before);
    return made->outputs[0].get();
  }
  // The endpoint's numbers in bfloat16, converted once for all readers.
  Endpoint* narrowed(Endpoint* endpoint, Node* before) {
    Endpoint*& narrow = narrow_[endpoint];
    if (!narrow) narrow = cast(endpoint, DType::kBfloat16, before);
    return narrow;
  }

  FuncGraph& graph_;
  std::unordered_map<const Endpoint*, Endpoint*> narrow_;
  std::vector<std::pair<Node*, Node*>> places_;
};

bool mix_precision(FuncGraph& graph) {
  return !open_gpu_plugin() && onednn::supports(DType::kBfloat16) && Mixer(graph).run();
}

}  // namespace

const Pass kMixPrecision = {"auto_mixed_precision",
                            "Computes large products and convolutions of float32 in bfloat16; only where asked for.",
                            mix_precision, true};

}  // namespace graphwright
