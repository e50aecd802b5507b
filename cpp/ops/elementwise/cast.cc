// Cast: the same numbers as another dtype.
#include "kernels/cast.h"

#include <limits>

#include "base/parallel.h"
#include "op/as_xla.h"
#include "op/build.h"
#include "op/context.h"
#include "op/gradient_needs.h"
#include "op/gradient_slices.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 32768;

void cast_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void cast_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  DType from = x.dtype(), to = ctx.output_dtype(0);
  if (from == to) return ctx.set_output(0, x);
  if (!can_cast(from, to))
    ctx.fail_code(Code::kUnimplemented, "Cast ", dtype_op_def_name(from), " to ", dtype_op_def_name(to),
                  " is not supported");
  Tensor y = ctx.output(0);
  bool truncate = !ctx.attrs().empty() && ctx.attr<bool>("Truncate");
  size_t from_size = dtype_size(from), to_size = dtype_size(to);
  auto convert = [&](int64_t begin, int64_t end, Overflow overflow) {
    cast_elements(from, static_cast<const char*>(x.raw()) + begin * static_cast<int64_t>(from_size), to,
                  static_cast<char*>(y.raw()) + begin * static_cast<int64_t>(to_size), end - begin, truncate, overflow);
  };
  const int64_t n = x.num_elements(), block = saturating_block(from, to);
  const bool as_xla = !ctx.attrs().empty() && ctx.attrs().find(kAsXlaAttr);
  const int64_t whole = as_xla ? n : block > 0 ? n / block * block : 0;
  const Overflow overflow = as_xla ? Overflow::kClamps : Overflow::kSaturates;
  parallel_for(whole, kGrain, [&](int64_t begin, int64_t end) { convert(begin, end, overflow); });
  parallel_for(n - whole, kGrain,
               [&](int64_t begin, int64_t end) { convert(whole + begin, whole + end, Overflow::kWraps); });
}

bool has_gradient(DType dtype) {
  return is_complex(dtype) || dtype == DType::kFloat32 || dtype == DType::kFloat64 || dtype == DType::kHalf ||
         dtype == DType::kBfloat16;
}
Values cast_grad(GradientContext& ctx) {
  DType from = ctx.input(0).dtype();
  if (!has_gradient(from) || !has_gradient(ctx.output(0).dtype())) return {Value()};
  return {map_values(ctx.grad(), [&](const Value& values) { return build::cast(values, from); })};
}

Shape cast_value(ShapeContext& ctx) {
  const DType to = ctx.attr<DType>("DstT");
  if (to != DType::kInt64 && to != DType::kInt32) return Shape::unknown();
  Shape extents = known_extents(ctx, 0);
  for (int i = 0; i < extents.rank(); ++i)
    if (to == DType::kInt32 && extents[i] > std::numeric_limits<int32_t>::max()) return Shape::unknown();
  return extents;
}

DEFINE_OP("Cast")
    .input("x: SrcT")
    .output("y: DstT")
    .attr("SrcT: type")
    .attr("DstT: type")
    .attr("Truncate: bool = false")
    .doc("x as DstT. Floats become integers by truncation, complex numbers keep their real part only.")
    .shape(cast_shape)
    .shape_value(cast_value)
    .kernel(CPU, cast_cpu)
    .trait(Trait::kPassesSlices)
    .gradient(cast_grad)
    .vectorize(vectorize::leading_axes);

const GradientNeedsOf shapes_do{GradientNeeds::kShapes, {"Cast"}};
const KernelTraitOf cannot_fail{KernelTrait::kCannotFail, {"Cast"}};
const KernelTraitOf converts{KernelTrait::kConverts, {"Cast"}};

}  // namespace
}  // namespace graphwright
