// Adds gradients of slices to the sum that they go into, which else would take an array of zeros, and a pass over all
// of it, for each slice: loops over the parts of an array then need no more time than there are elements.
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

class Adder : Rewriter {
 public:
  explicit Adder(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    return rewrite([&](Node* sum) {
      if (sum->op == &op_def<"AddV2">() && !add(sum, 1)) add(sum, 0);
    });
  }

 private:
  // Where the gradient of a slice is on this side of the sum, and may go.
  bool add(Node* sum, int side) {
    Endpoint *part = sum->inputs[side], *whole = replacer_.resolve(sum->inputs[1 - side]);
    const Node& slice = *part->node;
    if (slice.op != &op_def<"StridedSliceGrad">() || readers_[part] != 1 || part->claimed || whole->claimed)
      return false;
    if (!is_plain(part->dtype) || !part->shape.fully_defined() || !(part->shape == whole->shape)) return false;
    Node* joined = replacer_.make(op_def<"_AddToSlice">(),
                                  {whole, slice.inputs[1], slice.inputs[2], slice.inputs[3], slice.inputs[4]},
                                  slice.attrs, sum->name + "/slice", *sum, sum);
    replacer_.replace(sum->outputs[0].get(), joined->outputs[0].get());
    return true;
  }
};

bool add_to_slices(FuncGraph& graph) { return has_node(graph, op_def<"StridedSliceGrad">()) && Adder(graph).run(); }

}  // namespace

const Pass kAddToSlices = {"arithmetic_optimization", "Adds gradients of slices right to the sum that they go into.",
                           add_to_slices};

}  // namespace graphwright
