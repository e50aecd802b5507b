// Common parts of the families of elementwise ops: shape rules, kernels, and macros that define one op in a line.
#pragma once

#include "kernels/elementwise.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {

inline void unchanged_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
inline void broadcast_shape(ShapeContext& ctx) { ctx.set_output(0, broadcast_shapes(ctx.input(0), ctx.input(1))); }

inline void unary_kernel(KernelContext& ctx) { unary_elementwise(ctx.op().unary_code, ctx.input(0), ctx.output(0)); }
inline void binary_kernel(KernelContext& ctx) {
  binary_elementwise(ctx.op().binary_code, ctx.input(0), ctx.input(1), ctx.output(0));
}

// A function of one real number that no pass needs to know: computed in double, one element at a time.
template <double (*kFunction)(double)>
void real_kernel(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  Tensor y = ctx.output(0);
  visit_floating(x.dtype(), [&]<class T>() {
    const T* from = x.data<T>();
    T* to = y.data<T>();
    for (int64_t i = 0; i < x.num_elements(); ++i)
      to[i] = static_cast<T>(static_cast<compute_t<T>>(kFunction(static_cast<compute_t<T>>(from[i]))));
  });
}

// The gradients of z = f(x, y), given for operands broadcast to z's shape, summed back to the operands' own shapes.
inline Values unbroadcast_both(GradientContext& ctx, const Value& dx, const Value& dy) {
  return {dx ? build::unbroadcast(dx, ctx.input(0)) : Value(), dy ? build::unbroadcast(dy, ctx.input(1)) : Value()};
}

#define GW_FLOATS "{bfloat16, half, float, double}"
#define GW_FLOATS_AND_COMPLEX "{bfloat16, half, float, double, complex64, complex128}"
#define GW_SIGNED_AND_COMPLEX "{bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}"
#define GW_INTEGERS "{int8, int16, int32, int64, uint8, uint16, uint32, uint64}"

// y = f(x) and z = f(x, y); the rest of the definition (gradient, traits) follows the macro.
#define DEFINE_UNARY(NAME, TYPES, DOC) \
  DEFINE_OP(#NAME)                     \
      .input("x: T")                   \
      .output("y: T")                  \
      .attr("T: " TYPES)               \
      .doc(DOC)                        \
      .shape(unchanged_shape)          \
      .kernel(CPU, unary_kernel)       \
      .elementwise(UnaryCode::k##NAME)
#define DEFINE_BINARY(NAME, CODE, TYPES, DOC) \
  DEFINE_OP(NAME)                             \
      .input("x: T")                          \
      .input("y: T")                          \
      .output("z: T")                         \
      .attr("T: " TYPES)                      \
      .doc(DOC)                               \
      .shape(broadcast_shape)                 \
      .kernel(CPU, binary_kernel)             \
      .elementwise(BinaryCode::k##CODE)
// A real function outside the codes.
#define DEFINE_REAL(NAME, FUNCTION, DOC)  \
  DEFINE_OP(#NAME)                        \
      .input("x: T")                      \
      .output("y: T")                     \
      .attr("T: " GW_FLOATS)              \
      .doc(DOC)                           \
      .shape(unchanged_shape)             \
      .kernel(CPU, real_kernel<FUNCTION>) \
      .vectorize(vectorize::leading_axes)

}  // namespace graphwright
