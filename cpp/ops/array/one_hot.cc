// OneHot: indices as vectors with one element set.
#include <algorithm>

#include "base/parallel.h"
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

template <class Context>
Shape one_hot_shape_of(const Context& ctx, const Shape& indices, int64_t depth) {
  int64_t axis = ctx.template attr<int64_t>("axis");
  if (axis != -1 && (axis < 0 || axis > indices.rank()))
    ctx.fail("Expected axis to be -1 or between [0, ", indices.rank() + 1, ").  But received: ", axis);
  Shape shape = indices;
  shape.insert(axis == -1 ? indices.rank() : static_cast<int>(axis), depth);
  return shape;
}

void one_hot_shape(ShapeContext& ctx) {
  const Shape& depth_shape = ctx.input(1);
  if (depth_shape.has_rank() && depth_shape.rank() != 0) ctx.fail("depth must be a scalar, but got: ", depth_shape);
  for (int i : {2, 3}) {
    if (ctx.input(i).has_rank() && ctx.input(i).rank() != 0)
      ctx.fail(i == 2 ? "on_value" : "off_value", " must be a scalar, but got: ", ctx.input(i));
  }
  auto depth = known_int(ctx, 1);
  if (depth && *depth < 0) ctx.fail("depth must be non-negative, got: ", *depth);
  int64_t size = depth ? *depth : known_extent(ctx, 1);
  ctx.set_output(0, ctx.input(0).has_rank() ? one_hot_shape_of(ctx, ctx.input(0), size) : Shape::unknown());
}

// The output is outer x depth x inner, the indices outer x inner.
template <class T, class I>
void set_ones(const I* indices, int64_t outer, int64_t depth, int64_t inner, const T& on, T* out) {
  parallel_for(outer, std::max<int64_t>(1, (1 << 14) / inner), [&](int64_t begin, int64_t end) {
    for (int64_t o = begin; o < end; ++o) {
      for (int64_t i = 0; i < inner; ++i) {
        int64_t at = static_cast<int64_t>(indices[o * inner + i]);
        if (static_cast<uint64_t>(at) < static_cast<uint64_t>(depth)) out[(o * depth + at) * inner + i] = on;
      }
    }
  });
}

void one_hot_cpu(KernelContext& ctx) {
  const Tensor& indices = ctx.input(0);
  if (ctx.input(1).shape().rank() != 0) ctx.fail("depth must be a scalar, but got: ", ctx.input(1).shape());
  int64_t depth = ctx.input(1).int_at(0);
  if (depth < 0) ctx.fail("depth must be non-negative, got: ", depth);
  for (int i : {2, 3})
    if (ctx.input(i).num_elements() != 1)
      ctx.fail(i == 2 ? "on_value" : "off_value", " must be a scalar, but got: ", ctx.input(i).shape());
  Shape shape = one_hot_shape_of(ctx, indices.shape(), depth);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  if (out.num_elements() == 0) return;
  fill_elements(out.dtype(), out.raw(), ctx.input(3).raw(), out.num_elements());
  int64_t axis = ctx.attr<int64_t>("axis");
  if (axis == -1) axis = indices.shape().rank();
  int64_t outer = product(indices.shape(), 0, static_cast<int>(axis)), inner = indices.num_elements() / outer;
  visit_dtype<uint8_t, int8_t, int32_t, int64_t>(indices.dtype(), [&]<class I>() {
    auto set = [&]<class T>() {
      set_ones(indices.data<I>(), outer, depth, inner, *ctx.input(2).data<T>(), out.data<T>());
    };
    if (is_plain(out.dtype())) {
      visit_size(dtype_size(out.dtype()), set);
    } else if (out.dtype() == DType::kString) {
      set.template operator()<std::string>();
    } else {
      set.template operator()<Handle>();
    }
  });
}

}  // namespace

void one_hot_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 4)) return;
  Attrs attrs = ctx.attrs();
  attrs.set("axis", VectorizeContext::shifted(ctx.attr<int64_t>("axis")));
  ctx.set_all(Values{ctx.value(0), ctx.value(1), ctx.value(2), ctx.value(3)}, attrs);
}

// OneHot: y[..., d, ...] = on_value where indices[...] == d, else off_value.
DEFINE_OP("OneHot")
    .input("indices: TI")
    .input("depth: int32")
    .input("on_value: T")
    .input("off_value: T")
    .output("output: T")
    .attr("axis: int = -1")
    .attr("T: type")
    .attr("TI: {uint8, int8, int32, int64} = int64")
    .doc(
        "An array with a new axis of extent `depth`, `on_value` where the position along it equals the index, "
        "`off_value` "
        "elsewhere; an index outside [0, depth) gives `off_value` throughout.")
    .trait(Trait::kNoFold)
    .shape(one_hot_shape)
    .kernel(CPU, one_hot_cpu)
    .no_gradient("depends on indices")
    .vectorize(one_hot_vectorize);

XLA_MUST_KNOW({"OneHot"}, {"depth"});

}  // namespace graphwright
