// Computes a mean and the variance around it together, row by row: the rows of layer normalizations are then read from
// memory once.
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// How many last axes the node averages over, keeping them with extent 1; 0 where it does anything else.
int64_t averaged_axes(const Node& node) {
  if (node.op != &op_def<"Mean">() || !node.control_inputs.empty() || node.outputs[0]->claimed) return 0;
  const AttrValue* keeps = node.attrs.find("keep_dims");
  const Endpoint& x = *node.inputs[0];
  if (!keeps || !std::get<bool>(*keeps) || !x.shape.has_rank() || x.claimed) return 0;
  if (x.dtype != DType::kFloat32 && x.dtype != DType::kFloat64) return 0;
  const Node& axes_node = *node.inputs[1]->node;
  if (!axes_node.op->has(Trait::kConstant)) return 0;
  const Tensor& axes = axes_node.attrs.get<Tensor>("value");
  const int64_t rank = x.shape.rank(), count = axes.num_elements();
  if (count == 0 || count > rank) return 0;
  std::vector<bool> averaged(rank, false);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t axis = axes.int_at(i) < 0 ? axes.int_at(i) + rank : axes.int_at(i);
    if (axis < rank - count || axis >= rank || averaged[axis]) return 0;
    averaged[axis] = true;
  }
  return count;
}

// The mean whose squared distance from x the node computes, or null.
Node* mean_of_distance(const Node& node, const Endpoint** x) {
  const Node* difference = &node;
  if (node.op == &op_def<"Square">()) {
    difference = node.inputs[0]->node;
    if (difference->op != &op_def<"Sub">()) return nullptr;
  } else if (node.op != &op_def<"SquaredDifference">()) {
    return nullptr;
  }
  for (int side : {1, 0}) {
    Node* mean = source_of(difference->inputs[side])->node;
    *x = difference->inputs[1 - side];
    if (averaged_axes(*mean) > 0 && mean->inputs[0] == *x) return mean;
  }
  return nullptr;
}

class Fuser : Rewriter {
 public:
  explicit Fuser(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    return rewrite([&](Node* variance) {
      const int64_t axes = averaged_axes(*variance);
      if (axes == 0 || readers_[variance->inputs[0]] != 1) return;
      const Endpoint* x = nullptr;
      Node* mean = mean_of_distance(*variance->inputs[0]->node, &x);
      if (!mean || averaged_axes(*mean) != axes || replacer_.resolve(mean->outputs[0].get()) != mean->outputs[0].get())
        return;
      Node* fused = replacer_.make(op_def<"_Moments">(), {mean->inputs[0]}, {{"T", x->dtype}, {"num_axes", axes}},
                                   mean->name + "/moments", *mean, mean);
      replacer_.replace(mean->outputs[0].get(), fused->outputs[0].get());
      replacer_.replace(variance->outputs[0].get(), fused->outputs[1].get());
    });
  }
};

bool fuse_moments(FuncGraph& graph) { return may_fuse(graph, {&op_def<"Mean">()}) && Fuser(graph).run(); }

}  // namespace

const Pass kFuseMoments = {"remapping", "Computes means and variances of rows together.", fuse_moments};

}  // namespace graphwright
