// Arguments that jit_compile=True refuses, of ops with kernels: those from which shapes follow (shapes, sizes,
// axes, counts) and whose values are not there when XLA compiles. It has those of the function's arguments and of
// variables, and computes with them, but nothing that changes from iteration to iteration of a loop and no random
// numbers.
#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph/functions_of.h"
#include "jit/compilable.h"
#include "op/xla_facts.h"
#include "passes/loop.h"
#include "passes/rewrite.h"

namespace graphwright::jit {
namespace {

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
    Unknown unknown(node.outputs.size(), any || has(op, XlaFact::kDraws) || (in_loop && op.has(Trait::kReadsResource)));
    if (has(op, XlaFact::kFromShapes)) return Unknown(node.outputs.size(), false);
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
    const std::vector<std::string_view>& wanted = known_to_xla(*node.op);
    if (wanted.empty()) return;
    const auto ranges = input_ranges(*node.op, static_cast<int>(node.inputs.size()), node.attrs);
    for (std::string_view name : wanted) {
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
