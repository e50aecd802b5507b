// Sequences of numbers: Range and LinSpace.
#include <cmath>
#include <limits>

#include "op/build.h"
#include "op/context.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

// How many numbers start, start + delta, … lie before the limit.
template <class T>
int64_t range_size(T start, T limit, T delta, const OpDef& op) {
  using C = compute_t<T>;
  C first = static_cast<C>(start), last = static_cast<C>(limit), step = static_cast<C>(delta);
  auto error = [&](const auto&... args) { throw Error(Code::kInvalidArgument, str_cat(args...), op.name); };
  if (step == C(0)) error("Requires delta != 0: ", +step);
  if (step > C(0) && first > last) error("Requires start <= limit when delta > 0: ", +first, "/", +last);
  if (step < C(0) && first < last) error("Requires start >= limit when delta < 0: ", +first, "/", +last);
  if constexpr (std::is_integral_v<C>) {
    // Differences as unsigned numbers: they may not fit the type.
    uint64_t distance = step > C(0) ? static_cast<uint64_t>(last) - static_cast<uint64_t>(first)
                                    : static_cast<uint64_t>(first) - static_cast<uint64_t>(last);
    uint64_t width = step > C(0) ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
    uint64_t count = distance / width + (distance % width != 0);
    if (count > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      error("Requires ((limit - start) / delta) <= ", std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(count);
  } else {
    double count =
        std::ceil(std::fabs((static_cast<double>(last) - static_cast<double>(first)) / static_cast<double>(step)));
    if constexpr (std::is_same_v<C, float>) count = std::ceil(std::fabs((last - first) / step));
    if (!(count < 9.2e18)) error("Requires ((limit - start) / delta) <= ", std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(count);
  }
}

template <class F>
bool visit_range(DType dtype, F&& f) {
  return visit_dtype<int32_t, int64_t, float, double, Half, Bfloat16, int8_t, int16_t, uint16_t, uint32_t, uint64_t>(
      dtype, f);
}

void range_shape(ShapeContext& ctx) {
  const char* names[] = {"start", "limit", "delta"};
  Tensor bounds[3];
  bool known = true;
  for (int i = 0; i < 3; ++i) {
    const Shape& shape = ctx.input(i);
    if (shape.rank() > 0) ctx.fail(names[i], " must be a scalar, not shape ", shape);
    bounds[i] = ctx.constant(i);
    known &= static_cast<bool>(bounds[i]);
  }
  int64_t size = kUnknown;
  if (known) {
    visit_range(ctx.dtype(0), [&]<class T>() {
      size = range_size(*bounds[0].data<T>(), *bounds[1].data<T>(), *bounds[2].data<T>(), ctx.op());
    });
  }
  ctx.set_output(0, Shape{size});
}

void range_cpu(KernelContext& ctx) {
  bool done = visit_range(ctx.input(0).dtype(), [&]<class T>() {
    using C = compute_t<T>;
    T start = *ctx.input(0).data<T>(), delta = *ctx.input(2).data<T>();
    int64_t n = range_size(start, *ctx.input(1).data<T>(), delta, ctx.op());
    T* out = ctx.allocate(0, Shape{n}).template data<T>();
    for (int64_t i = 0; i < n; ++i) {
      if constexpr (std::is_integral_v<C>) {
        out[i] = static_cast<T>(static_cast<uint64_t>(start) + static_cast<uint64_t>(i) * static_cast<uint64_t>(delta));
      } else {
        out[i] = static_cast<T>(static_cast<C>(start) + static_cast<C>(i) * static_cast<C>(delta));
      }
    }
  });
  if (!done)
    ctx.fail_code(Code::kNotFound, "Could not find device for node: there is no CPU kernel for ", ctx.input(0).dtype());
}

DEFINE_OP("Range")
    .input("start: Tidx")
    .input("limit: Tidx")
    .input("delta: Tidx")
    .output("output: Tidx")
    .attr("Tidx: {bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32, uint64} = int32")
    .doc("start, start + delta, … up to but not including the limit.")
    .shape(range_shape)
    .kernel(CPU, range_cpu)
    .no_gradient("TensorFlow defines none");

void linspace_shape(ShapeContext& ctx) {
  for (int i = 0; i < 3; ++i)
    if (ctx.input(i).rank() > 0) ctx.fail(ctx.op().inputs[i].name, " must be a scalar, not shape ", ctx.input(i));
  int64_t size = kUnknown;
  if (Tensor num = ctx.constant(2)) {
    size = num.int_at(0);
    if (size <= 0) ctx.fail("Requires num > 0: ", size);
  }
  ctx.set_output(0, Shape{size});
}
void linspace_cpu(KernelContext& ctx) {
  int64_t n = ctx.input(2).int_at(0);
  if (n <= 0) ctx.fail("Requires num > 0: ", n);
  Tensor out = ctx.allocate(0, Shape{n});
  visit_floating(ctx.input(0).dtype(), [&]<class T>() {
    using C = compute_t<T>;
    C start = static_cast<C>(*ctx.input(0).data<T>()), stop = static_cast<C>(*ctx.input(1).data<T>());
    C step = n > 1 ? (stop - start) / static_cast<C>(n - 1) : C(0);
    for (int64_t i = 0; i < n; ++i)
      out.data<T>()[i] = static_cast<T>(i == 0 ? start : (i == n - 1 ? stop : start + step * static_cast<C>(i)));
  });
}
DEFINE_OP("LinSpace")
    .input("start: T")
    .input("stop: T")
    .input("num: Tidx")
    .output("output: T")
    .attr("T: {bfloat16, half, float, double}")
    .attr("Tidx: {int32, int64} = int32")
    .doc("num evenly spaced numbers from start to stop, both included.")
    .shape(linspace_shape)
    .kernel(CPU, linspace_cpu)
    .no_gradient("TensorFlow defines none");

XLA_MUST_KNOW({"LinSpace"}, {"num"});
XLA_MUST_KNOW({"Range"}, {"start", "limit", "delta"});

}  // namespace
}  // namespace graphwright
