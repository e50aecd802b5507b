// Choosing elements: SelectV2, Select, ClipByValue, Where.
#include "kernels/select.h"

#include "kernels/elementwise.h"
#include "op/build.h"
#include "op/context.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

using namespace build;

void select_v2_shape(ShapeContext& ctx) {
  Shape shape;
  try {
    shape = broadcast_shapes(broadcast_shapes(ctx.input(1), ctx.input(2)), ctx.input(0));
  } catch (const Error&) {
    ctx.fail("condition ", ctx.input(0), ", then ", ctx.input(1), ", and else ", ctx.input(2),
             " must be broadcastable");
  }
  ctx.set_output(0, shape);
}
void select_v2_cpu(KernelContext& ctx) { select(ctx.input(0), ctx.input(1), ctx.input(2), ctx.output(0)); }
Values select_v2_grad(GradientContext& ctx) {
  const Value &condition = ctx.input(0), zero = number_like(ctx.grad(), 0);
  Value a, b;
  if (ctx.wants(1)) a = unbroadcast(op<"SelectV2">({condition, ctx.grad(), zero}), ctx.input(1));
  if (ctx.wants(2)) b = unbroadcast(op<"SelectV2">({condition, zero, ctx.grad()}), ctx.input(2));
  return {Value(), a, b};
}
DEFINE_OP("SelectV2")
    .input("condition: bool")
    .input("t: T")
    .input("e: T")
    .output("output: T")
    .attr("T: type")
    .doc("t where the condition holds, else e; all three broadcast.")
    .shape(select_v2_shape)
    .kernel(CPU, select_v2_cpu)
    .gradient(select_v2_grad)
    .vectorize(vectorize::broadcasting);

// The older form: t and e of one shape, the condition of that shape, a scalar, or a vector that chooses whole rows.
void select_shape(ShapeContext& ctx) {
  const Shape &condition = ctx.input(0), &t = ctx.input(1), &e = ctx.input(2);
  if (!t.compatible(e)) ctx.fail("'then' and 'else' must have the same size. but received: ", t, " vs. ", e);
  Shape shape = t.merge(e);
  if (condition.has_rank() && condition.rank() > 0 && shape.has_rank() && !condition.compatible(shape)) {
    bool rows = condition.rank() == 1 && shape.rank() >= 1 && condition.compatible(shape.slice(0, 1));
    if (!rows)
      ctx.fail("'cond' must be a scalar, a vector of as many elements as 'then' has rows, or of its shape; got ",
               condition, " and ", shape);
  }
  if (condition.rank() > 1 && shape.has_rank()) shape = shape.merge(condition);
  ctx.set_output(0, shape);
}
void select_cpu(KernelContext& ctx) {
  Tensor condition = ctx.input(0);
  int rank = ctx.input(1).shape().rank();
  if (condition.shape().rank() == 1 && rank > 1) {
    Shape column = Shape::filled(rank, 1);
    column.set(0, condition.shape()[0]);
    condition = condition.reshaped(column);
  }
  select(condition, ctx.input(1), ctx.input(2), ctx.output(0));
}
Values select_grad(GradientContext& ctx) {
  Value zeros = zeros_like(ctx.grad());
  return {Value(), op<"Select">({ctx.input(0), ctx.grad(), zeros}), op<"Select">({ctx.input(0), zeros, ctx.grad()})};
}
void select_vectorize(VectorizeContext& ctx) {
  const int condition = ctx.row_rank(0), rank = ctx.row_rank(1);
  if (rank < 0 || (condition != 0 && condition != rank)) return;
  ctx.set(0,
          op<"SelectV2">({VectorizeContext::widened(ctx.stacked(0), condition, rank), ctx.stacked(1), ctx.stacked(2)}));
}

DEFINE_OP("Select")
    .input("condition: bool")
    .input("t: T")
    .input("e: T")
    .output("output: T")
    .attr("T: type")
    .doc("t where the condition holds, else e; a vector condition chooses rows.")
    .shape(select_shape)
    .kernel(CPU, select_cpu)
    .gradient(select_grad)
    .vectorize(select_vectorize);

void clip_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
// A bound that is no number is none.
template <class T>
T clipped(T x, T least, T most) {
  const T below = most < x ? most : x;
  return below < least ? least : below;
}
// Complex numbers are clipped part by part.
template <class R>
std::complex<R> clipped(std::complex<R> x, std::complex<R> least, std::complex<R> most) {
  return {clipped(x.real(), least.real(), most.real()), clipped(x.imag(), least.imag(), most.imag())};
}
template <class... Types>
bool clip_as(KernelContext& ctx) {
  return visit_dtype<Types...>(ctx.input(0).dtype(), [&]<class T>() {
    const T *x = ctx.input(0).data<T>(), *low = ctx.input(1).data<T>(), *high = ctx.input(2).data<T>();
    const bool each_low = ctx.input(1).shape().rank() != 0, each_high = ctx.input(2).shape().rank() != 0;
    T* to = ctx.output(0).data<T>();
    const int64_t n = ctx.input(0).num_elements();
    if (!each_low && !each_high) {
      const T least = n > 0 ? *low : T(), most = n > 0 ? *high : T();
      for (int64_t i = 0; i < n; ++i) to[i] = clipped(x[i], least, most);
    } else {
      for (int64_t i = 0; i < n; ++i) to[i] = clipped(x[i], low[each_low ? i : 0], high[each_high ? i : 0]);
    }
  });
}
void clip_cpu(KernelContext& ctx) {
  const Shape& shape = ctx.input(0).shape();
  for (int i : {1, 2}) {
    const Shape& bound = ctx.input(i).shape();
    if (bound.rank() != 0 && !(bound == shape))
      ctx.fail(
          "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. input shape: ",
          shape, " clip_value_min shape: ", ctx.input(1).shape(), " clip_value_max shape: ", ctx.input(2).shape());
  }
  Tensor out = ctx.output(0);
  if (clip_as<float, double, std::complex<float>, std::complex<double>>(ctx)) return;
  binary_elementwise(BinaryCode::kMinimum, ctx.input(0), ctx.input(2), out);
  binary_elementwise(BinaryCode::kMaximum, out, ctx.input(1), out);
}
Values clip_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &low = ctx.input(1), &high = ctx.input(2), dy = ctx.grad(), zero = number_like(dy, 0);
  Value below = op<"Less">({x, low}), above = op<"Greater">({x, high});
  Value inside = op<"LogicalNot">({op<"LogicalOr">({below, above})});
  auto part = [&](int i, const Value& mask) {
    return ctx.wants(i) ? unbroadcast(op<"SelectV2">({mask, dy, zero}), ctx.input(i)) : Value();
  };
  return {part(0, inside), part(1, below), part(2, above)};
}
void clip_vectorize(VectorizeContext& ctx) {
  if (!ctx.any_rows(1, 3) && ctx.row_rank(1) == 0 && ctx.row_rank(2) == 0)
    return ctx.set_all(Values{ctx.value(0), ctx.value(1), ctx.value(2)});
  const int rank = ctx.row_rank(0);
  auto bound = [&](int i) {
    return ctx.rows(i) ? VectorizeContext::widened(ctx.value(i), ctx.row_rank(i), rank) : ctx.value(i);
  };
  if (rank < 0 || ctx.row_rank(1) < 0 || ctx.row_rank(2) < 0) return;
  ctx.set(0, op<"Maximum">({op<"Minimum">({ctx.stacked(0), bound(2)}), bound(1)}));
}

DEFINE_OP("ClipByValue")
    .input("t: T")
    .input("clip_value_min: T")
    .input("clip_value_max: T")
    .output("output: T")
    .attr("T: numbertype")
    .doc("t, with values below the least or above the greatest replaced by those.")
    .shape(clip_shape)
    .kernel(CPU, clip_cpu)
    .gradient(clip_grad)
    .vectorize(clip_vectorize);

void where_shape(ShapeContext& ctx) {
  const Shape& shape = ctx.input(0);
  ctx.set_output(0, Shape{kUnknown, shape.has_rank() ? shape.rank() : kUnknown});
}
void where_cpu(KernelContext& ctx) {
  const int rank = ctx.input(0).shape().rank();
  if (rank < 1 || rank > 8) ctx.fail("Unhandled input dimensions: ", rank);
  Tensor positions = nonzero_positions(ctx.input(0));
  if (!positions) ctx.fail_code(Code::kUnimplemented, "no CPU kernel for ", ctx.input(0).dtype());
  ctx.set_output(0, positions);
}
DEFINE_OP("Where")
    .input("input: T")
    .output("index: int64")
    .attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, "
        "quint16, uint16, complex128, half, uint32, uint64, bool} = bool")
    .doc("The coordinates of the elements that are not zero, one row each, in row-major order.")
    .shape(where_shape)
    .kernel(CPU, where_cpu)
    .no_gradient("its result is an integer");

}  // namespace
const KernelTraitOf selects{KernelTrait::kSelects, {"SelectV2"}};

}  // namespace graphwright
