// Comparisons, logic and bits.
#include <cmath>

#include <algorithm>

#include "base/wrapping.h"
#include "kernels/elementwise.h"
#include "op/vectorize.h"
#include "ops/elementwise/elementwise.h"

namespace graphwright {
namespace {

// With incompatible_shape_error = false, operands that do not broadcast are unequal as wholes: a scalar tells.
void equality_shape(ShapeContext& ctx) {
  if (ctx.attr<bool>("incompatible_shape_error")) return broadcast_shape(ctx);
  try {
    broadcast_shape(ctx);
    const Shape &x = ctx.input(0), &y = ctx.input(1);
    // An unknown extent beside one that does not broadcast may turn out not to fit. Two unknown ones are taken to fit,
    // as in TensorFlow: else no mask of unknown length had a rank.
    for (int i = 1; i <= std::min(x.rank(), y.rank()); ++i) {
      const int64_t a = x[x.rank() - i], b = y[y.rank() - i];
      if ((a < 0 && b > 1) || (b < 0 && a > 1) || ((a < 0 || b < 0) && (a == 0 || b == 0)))
        ctx.set_output(0, Shape::unknown());
    }
  } catch (const Error&) {
    ctx.set_output(0, Shape());
  }
}

void equality_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &y = ctx.input(1);
  if (!ctx.attr<bool>("incompatible_shape_error")) {
    try {
      broadcast_shapes(x.shape(), y.shape());
    } catch (const Error&) {
      *ctx.output(0).data<bool>() = ctx.op().binary_code == BinaryCode::kNotEqual;
      return;
    }
  }
  binary_kernel(ctx);
}

#define DEFINE_EQUALITY(NAME, DOC)                   \
  DEFINE_OP(#NAME)                                   \
      .input("x: T")                                 \
      .input("y: T")                                 \
      .output("z: bool")                             \
      .attr("T: type")                               \
      .attr("incompatible_shape_error: bool = true") \
      .doc(DOC)                                      \
      .shape(equality_shape)                         \
      .kernel(CPU, equality_cpu)                     \
      .elementwise(BinaryCode::k##NAME)              \
      .commutative()                                 \
      .no_gradient("its result is boolean")
DEFINE_EQUALITY(Equal, "Whether x = y.");
DEFINE_EQUALITY(NotEqual, "Whether x and y differ.");

#define DEFINE_ORDER(NAME, DOC)                                                                             \
  DEFINE_OP(#NAME)                                                                                          \
      .input("x: T")                                                                                        \
      .input("y: T")                                                                                        \
      .output("z: bool")                                                                                    \
      .attr("T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}") \
      .doc(DOC)                                                                                             \
      .shape(broadcast_shape)                                                                               \
      .kernel(CPU, binary_kernel)                                                                           \
      .elementwise(BinaryCode::k##NAME)                                                                     \
      .no_gradient("its result is boolean")
DEFINE_ORDER(Less, "Whether x < y.");
DEFINE_ORDER(LessEqual, "Whether x <= y.");
DEFINE_ORDER(Greater, "Whether x > y.");
DEFINE_ORDER(GreaterEqual, "Whether x >= y.");

#define DEFINE_LOGIC(NAME, DOC)         \
  DEFINE_OP(#NAME)                      \
      .input("x: bool")                 \
      .input("y: bool")                 \
      .output("z: bool")                \
      .doc(DOC)                         \
      .shape(broadcast_shape)           \
      .kernel(CPU, binary_kernel)       \
      .elementwise(BinaryCode::k##NAME) \
      .commutative()                    \
      .no_gradient("its result is boolean")
DEFINE_LOGIC(LogicalAnd, "Whether both x and y are true.");
DEFINE_LOGIC(LogicalOr, "Whether x or y is true.");

DEFINE_BINARY("BitwiseAnd", BitwiseAnd, GW_INTEGERS, "The bits set in both x and y.")
    .commutative()
    .no_gradient("its result is an integer");
DEFINE_BINARY("BitwiseOr", BitwiseOr, GW_INTEGERS, "The bits set in x or y.")
    .commutative()
    .no_gradient("its result is an integer");
DEFINE_BINARY("BitwiseXor", BitwiseXor, GW_INTEGERS, "The bits set in one of x and y.")
    .commutative()
    .no_gradient("its result is an integer");
DEFINE_BINARY("LeftShift", LeftShift, GW_INTEGERS, "x shifted left by y bits; at most by its width less one.")
    .no_gradient("its result is an integer");
DEFINE_BINARY("RightShift", RightShift, GW_INTEGERS, "x shifted right by y bits, keeping the sign.")
    .no_gradient("its result is an integer");

// |x - y| <= tolerance, for operands of one shape.
void approximate_equal_shape(ShapeContext& ctx) {
  if (!ctx.input(0).compatible(ctx.input(1)))
    ctx.fail("x and y must be of the same shape. x shape: ", ctx.input(0), ". y shape: ", ctx.input(1));
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
}
void approximate_equal_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &y = ctx.input(1);
  Tensor out = ctx.output(0);
  float tolerance = ctx.attr<float>("tolerance");
  bool done = visit_number(x.dtype(), [&]<class T>() {
    using C = compute_t<T>;
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      C a = static_cast<C>(x.data<T>()[i]), b = static_cast<C>(y.data<T>()[i]);
      bool close;
      if constexpr (std::is_integral_v<C>) {
        close =
            static_cast<double>(a > b ? wrapping_subtract(a, b) : wrapping_subtract(b, a)) <= static_cast<C>(tolerance);
      } else if constexpr (std::is_floating_point_v<C>) {
        close = std::abs(a - b) <= static_cast<C>(tolerance);
      } else {
        close = std::abs(a - b) <= tolerance;
      }
      out.data<bool>()[i] = close;
    }
  });
  if (!done) ctx.fail_code(Code::kUnimplemented, "no kernel for ", x.dtype());
}
DEFINE_OP("ApproximateEqual")
    .input("x: T")
    .input("y: T")
    .output("z: bool")
    .attr("T: numbertype")
    .attr("tolerance: float = 1e-05")
    .doc("Whether |x - y| <= tolerance.")
    .shape(approximate_equal_shape)
    .kernel(CPU, approximate_equal_cpu)
    .commutative()
    .no_gradient("its result is boolean")
    .vectorize(vectorize::leading_axes);

}  // namespace
}  // namespace graphwright
