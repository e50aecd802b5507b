// Finds softmax and its logarithm where they are written by hand, as exp(x - max(x)) / sum(exp(x - max(x))) along the
// last axis: the op goes over each row while that is in the cache.
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

bool is_known_float(const Endpoint& endpoint) {
  return is_known(endpoint) && (endpoint.dtype == DType::kFloat32 || endpoint.dtype == DType::kFloat64);
}

Endpoint* behind_identities(Endpoint* endpoint) {
  while (endpoint->node->op->has(Trait::kIdentity) && !endpoint->claimed) endpoint = endpoint->node->inputs[0];
  return endpoint;
}

// What `op` reduces along the last axis, which stays with extent 1, to make `result`; or null.
Endpoint* reduced(const OpDef& op, Endpoint* result) {
  const Node& node = *result->node;
  if (node.op != &op || !node.control_inputs.empty() || !is_known_float(*result)) return nullptr;
  Endpoint* x = node.inputs[0];
  const AttrValue* keeps = node.attrs.find("keep_dims");
  const Node& axis_node = *node.inputs[1]->node;
  if (!keeps || !std::get<bool>(*keeps) || !axis_node.op->has(Trait::kConstant) || !is_known_float(*x)) return nullptr;
  const Tensor& axis = axis_node.attrs.get<Tensor>("value");
  const int64_t rank = x->shape.rank();
  if (rank == 0 || axis.num_elements() != 1) return nullptr;
  return axis.int_at(0) == -1 || axis.int_at(0) == rank - 1 ? x : nullptr;
}

class Fuser : Rewriter {
 public:
  explicit Fuser(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    return rewrite([&](Node* node) {
      const bool divides = node->op == &op_def<"RealDiv">();
      if ((!divides && node->op != &op_def<"Sub">()) || !node->control_inputs.empty() ||
          !is_known_float(*node->outputs[0]))
        return;
      if (divides) {
        replace(node, op_def<"Softmax">(), quotient(*node));
      } else {
        replace(node, op_def<"LogSoftmax">(), difference(*node));
      }
    });
  }

 private:
  void replace(Node* node, const OpDef& op, Endpoint* x) {
    if (!x) return;
    Node* made = replacer_.make(op, {replacer_.resolve(x)}, {{"T", x->dtype}}, node->name + "/softmax", *node, node);
    replacer_.replace(node->outputs[0].get(), made->outputs[0].get());
  }

  // x where the node divides exp(x - max(x)) by its sum.
  Endpoint* quotient(const Node& node) const {
    Endpoint *powers = node.inputs[0], *sum = node.inputs[1];
    if (powers->node->op != &op_def<"Exp">() || reduced(op_def<"Sum">(), sum) != powers || readers_[powers] != 2 ||
        readers_[sum] != 1)
      return nullptr;
    return readers_[powers->node->inputs[0]] == 1 ? shifted(powers->node->inputs[0]) : nullptr;
  }

  // x where the node takes log(sum(exp(y))) from y = x - max(x).
  Endpoint* difference(const Node& node) const {
    Endpoint *y = node.inputs[0], *log = node.inputs[1];
    if (log->node->op != &op_def<"Log">() || readers_[log] != 1 || readers_[log->node->inputs[0]] != 1) return nullptr;
    Endpoint* powers = reduced(op_def<"Sum">(), log->node->inputs[0]);
    if (!powers || powers->node->op != &op_def<"Exp">() || powers->node->inputs[0] != y || readers_[powers] != 1)
      return nullptr;
    return readers_[y] == 2 ? shifted(y) : nullptr;
  }

  // x where y = x - max(x).
  Endpoint* shifted(Endpoint* y) const {
    const Node& node = *y->node;
    if (node.op != &op_def<"Sub">() || !node.control_inputs.empty() || !is_known_float(*y)) return nullptr;
    Endpoint *x = node.inputs[0], *max = behind_identities(node.inputs[1]);
    return readers_[node.inputs[1]] == 1 && readers_[max] == 1 && reduced(op_def<"Max">(), max) == x ? x : nullptr;
  }
};

bool fuse_softmax(FuncGraph& graph) {
  return may_fuse(graph, {&op_def<"Max">(), &op_def<"Exp">()}) && Fuser(graph).run();
}

}  // namespace

const Pass kFuseSoftmax = {"remapping", "Finds softmax written by hand.", fuse_softmax};

}  // namespace graphwright
