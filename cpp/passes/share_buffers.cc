// Finds elementwise nodes that may write their result over an input which nobody else reads: large intermediate results
// then share one buffer.
#include <algorithm>

#include "kernels/fused_elementwise.h"
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

constexpr int64_t kKeepBytes = 1 << 16;

// Whether the node computes each element of its result from the one at the same place of input i, and never fails.
bool goes_in_place(const Node& node, size_t i) {
  const OpDef& op = *node.op;
  if (&op == &op_def<"_FusedElementwise">()) {
    const auto& fused = static_cast<const FusedElementwise&>(*node.attrs.get<Ref<FunctionRef>>("f"));
    auto fails = [](const FusedStep& step) { return step.binary && can_fail(step.binary_code, step.operand_dtype); };
    return fused.inputs()[i].kind == FusedInput::Kind::kSame &&
           std::none_of(fused.steps().begin(), fused.steps().end(), fails);
  }
  if (!op.has(Trait::kElementwise)) return false;
  const DType dtype = node.inputs[0]->dtype;
  if (op.unary_code != UnaryCode::kNone) return unary_fn(op.unary_code, dtype) != nullptr;
  return op.binary_code != BinaryCode::kNone && !can_fail(op.binary_code, dtype) && binary_fns(op.binary_code, dtype);
}

// Whether a kernel makes the array for its readers alone.
bool is_fresh(const Endpoint& endpoint) {
  const OpDef& op = *endpoint.node->op;
  for (Trait trait : {Trait::kPlaceholder, Trait::kConstant, Trait::kStateful, Trait::kView, Trait::kIdentity})
    if (op.has(trait)) return false;
  return !op.runs_functions() && !endpoint.claimed;
}

// Smaller results stay in their slots from run to run.
bool is_large(const Endpoint& endpoint) {
  return endpoint.shape.fully_defined() && is_plain(endpoint.dtype) &&
         endpoint.shape.num_elements() > kKeepBytes / static_cast<int64_t>(dtype_size(endpoint.dtype));
}

bool share_buffers(FuncGraph& graph) {
  const bool any = std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const auto& node) {
    return node->outputs.size() == 1 && is_large(*node->outputs[0]);
  });
  if (!any) return false;
  const ReaderCounts readers(graph);
  bool changed = false;
  for (const auto& node : graph.nodes()) {
    if (node->outputs.size() != 1 || node->outputs[0]->claimed || node->attrs.find(kOverInput)) continue;
    const Endpoint& out = *node->outputs[0];
    if (!is_large(out)) continue;
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      const Endpoint& input = *node->inputs[i];
      if (input.dtype != out.dtype || !(input.shape == out.shape) || readers[&input] != 1 || !is_fresh(input) ||
          !goes_in_place(*node, i))
        continue;
      node->attrs.set(kOverInput, static_cast<int64_t>(i));
      changed = true;
      break;
    }
  }
  return changed;
}

}  // namespace

const Pass kShareBuffers = {"memory_optimization", "Writes results over operands that nobody else reads.",
                            share_buffers};

}  // namespace graphwright
