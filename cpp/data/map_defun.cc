// MapDefun: a function of each row of tensors, with what it gives as rows.
#include <cstring>

#include "data/dataset.h"
#include "op/dispatch.h"

namespace graphwright::data {
namespace {

void map_rows(KernelContext& ctx) {
  const ArgRange args = range_of(ctx, "arguments"), captured = range_of(ctx, "captured_inputs");
  const auto types = ctx.attr<std::vector<DType>>("output_types");
  const auto shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  if (types.size() != shapes.size())
    ctx.fail("`output_shapes` must be the same length as `output_types` (", shapes.size(), " vs. ", types.size(), ")");
  const UserFunction function(ctx, "f", captured.begin, captured.size);
  int64_t rows = -1;
  for (int i = 0; i < args.size; ++i) {
    const Shape& shape = ctx.input(args.begin + i).shape();
    if (shape.rank() == 0) ctx.fail("All inputs must have rank at least 1. Input ", i, " has a rank of 0");
    if (rows >= 0 && shape[0] != rows)
      ctx.fail("All inputs must have the same dimension 0. Input ", i, " has leading dimension ", shape[0],
               ", while all previous inputs have leading dimension ", rows);
    rows = shape[0];
  }
  std::vector<Tensor> outputs(types.size());
  const auto begin_output = [&](size_t i, Shape row) {
    row.insert(0, rows);
    outputs[i] = Tensor::allocate(types[i], row);
  };
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    for (int64_t k = 0; k < rows; ++k) {
      Values row;
      for (int i = 0; i < args.size; ++i) {
        const Tensor& whole = ctx.input(args.begin + i);
        const Shape shape = whole.shape().slice(1, whole.shape().rank());
        row.push_back(whole.window(k * shape.num_elements(), shape));
      }
      const Values results = function(std::move(row));
      check_element(types, shapes, results);
      for (size_t i = 0; i < results.size(); ++i) {
        const Tensor& result = Tensor::of(results[i]);
        if (k == 0) begin_output(i, result.shape());
        const Shape& shape = outputs[i].shape();
        GW_CHECK_ARG(result.shape() == shape.slice(1, shape.rank()), "Inconsistent shapes of output ", i, ": expected ",
                     shape.slice(1, shape.rank()), " but got ", result.shape());
        auto* to = static_cast<char*>(outputs[i].raw()) +
                   k * result.num_elements() * static_cast<int64_t>(dtype_size(types[i]));
        copy_elements(types[i], to, result.raw(), result.num_elements());
      }
    }
  });
  for (size_t i = 0; i < types.size(); ++i) {
    if (rows == 0) {  // extents that nobody knows are none
      Shape shape = shapes[i].has_rank() ? shapes[i] : Shape();
      for (int axis = 0; axis < shape.rank(); ++axis)
        if (shape[axis] < 0) shape.set(axis, 0);
      begin_output(i, shape);
    }
    ctx.set_output(static_cast<int>(i), std::move(outputs[i]));
  }
}

void mapped_shapes(ShapeContext& ctx) {
  const auto shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  const size_t count = ctx.attr<std::vector<DType>>("output_types").size();
  if (shapes.size() != count)
    ctx.fail("`output_shapes` must be the same length as `output_types` (", shapes.size(), " vs. ", count, ")");
  int64_t rows = kUnknown;
  const size_t arguments = ctx.attr<std::vector<DType>>("Targuments").size();
  for (size_t i = 0; i < arguments && static_cast<int>(i) < ctx.num_inputs(); ++i) {
    const Shape& shape = ctx.input(static_cast<int>(i));
    if (!shape.has_rank()) continue;
    if (shape.rank() == 0) ctx.fail("Arguments must have rank at least 1. Input ", i, " has rank of 0.");
    if (rows >= 0 && shape[0] >= 0 && shape[0] != rows) ctx.fail("Arguments must have the same dimension 0.");
    if (shape[0] >= 0) rows = shape[0];
  }
  for (size_t i = 0; i < count; ++i) {
    Shape shape = shapes[i];
    if (shape.has_rank()) shape.insert(0, rows);
    ctx.set_output(static_cast<int>(i), shape);
  }
}

DEFINE_OP("MapDefun")
    .input("arguments: Targuments")
    .input("captured_inputs: Tcaptured")
    .output("output: output_types")
    .attr("Targuments: list(type) >= 1")
    .attr("Tcaptured: list(type) >= 0 = []")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("f: func")
    .attr("max_intra_op_parallelism: int = 1")
    .doc("What a function gives for each row of the arguments, as rows.")
    .shape(mapped_shapes)
    .kernel(CPU, map_rows)
    .trait(Trait::kNoFold);

}  // namespace
}  // namespace graphwright::data
