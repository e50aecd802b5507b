// Adds gradients of slices to the sum that they go into, which else would take an array of zeros, and a pass over all
// of it, for each slice: loops over the parts of an array then need no more time than there are elements.
#include "op/build.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

bool add_to_slices(FuncGraph& graph) {
  const ReaderCounts readers(graph);
  Replacer replacer(graph);
  const size_t count = graph.nodes().size();
  for (size_t i = 0; i < count; ++i) {
    Node* sum = graph.nodes()[i].get();
    if (sum->op != &op_def<"AddV2">()) continue;
    for (int side : {1, 0}) {
      Endpoint *part = sum->inputs[side], *whole = replacer.resolve(sum->inputs[1 - side]);
      const Node& slice = *part->node;
      if (slice.op != &op_def<"StridedSliceGrad">() || readers[part] != 1 || part->claimed || whole->claimed) continue;
      if (!is_plain(part->dtype) || !part->shape.fully_defined() || !(part->shape == whole->shape)) continue;
      Node* joined = replacer.make(op_def<"_AddToSlice">(),
                                   {whole, slice.inputs[1], slice.inputs[2], slice.inputs[3], slice.inputs[4]},
                                   slice.attrs, sum->name + "/slice", *sum, sum);
      replacer.replace(sum->outputs[0].get(), joined->outputs[0].get());
      break;
    }
  }
  return replacer.apply();
}

}  // namespace

const Pass kAddToSlices = {"arithmetic_optimization", "Adds gradients of slices right to the sum that they go into.",
                           add_to_slices};

}  // namespace graphwright
