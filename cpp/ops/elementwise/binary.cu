// Elementwise functions of two operands on GPUs, with broadcasting.
#include "ops/elementwise/elementwise.cuh"

namespace graphwright::cuda {

Strides strides_of(const PluginCall& call) {
  auto shape = [](const PluginTensor& tensor) {
    return Shape(std::span<const int64_t>(tensor.sizes, static_cast<size_t>(tensor.rank)));
  };
  const Shape a = shape(call.inputs[0]), b = shape(call.inputs[1]);
  const BroadcastAxes<2> layout(shape(call.outputs[0]), {&a, &b});
  Strides strides{};
  strides.axes = static_cast<int>(layout.axes.size());
  if (strides.axes > 1 && (strides.axes > Strides::kMostAxes || num_elements(call.outputs[0]) > INT32_MAX))
    throw Failure{kPluginUnimplemented, "too many axes to broadcast"};
  for (int i = 0; i < strides.axes; ++i) {
    strides.sizes[i] = static_cast<uint32_t>(layout.axes[i].size);
    strides.a[i] = layout.axes[i].strides[0];
    strides.b[i] = layout.axes[i].strides[1];
  }
  return strides;
}

namespace {

#define GW_BINARY(NAME, EXPRESSION)       \
  struct NAME {                           \
    template <class T>                    \
    static __device__ auto of(T a, T b) { \
      return EXPRESSION;                  \
    }                                     \
  }
GW_BINARY(Add, T(a + b));
GW_BINARY(Sub, T(a - b));
GW_BINARY(Mul, T(a* b));
GW_BINARY(Div, a / b);
GW_BINARY(TruncateDiv, trunc(a / b));
GW_BINARY(FloorDiv, floor(a / b));
GW_BINARY(TruncateMod, fmod(a, b));
GW_BINARY(Pow, pow(a, b));
GW_BINARY(Maximum, b != b ? b : a < b ? b : a);  // NaN wins
GW_BINARY(Minimum, b != b ? b : b < a ? b : a);
GW_BINARY(SquaredDifference, T((a - b) * (a - b)));
GW_BINARY(DivNoNan, b == T(0) ? T(0) : a / b);
GW_BINARY(MulNoNan, b == T(0) ? T(0) : a * b);
GW_BINARY(Xlogy, a == T(0) ? T(0) : a * log(b));
GW_BINARY(Xdivy, a == T(0) ? T(0) : a / b);
GW_BINARY(Xlog1py, a == T(0) ? T(0) : a * log1p(b));
GW_BINARY(Atan2, atan2(a, b));
GW_BINARY(NextAfter, nextafter(a, b));
GW_BINARY(Equal, a == b);
GW_BINARY(NotEqual, a != b);
GW_BINARY(Less, a < b);
GW_BINARY(LessEqual, a <= b);
GW_BINARY(Greater, a > b);
GW_BINARY(GreaterEqual, a >= b);
GW_BINARY(LogicalAnd, a&& b);
GW_BINARY(LogicalOr, a || b);
GW_BINARY(BitwiseAnd, T(a& b));
GW_BINARY(BitwiseOr, T(a | b));
GW_BINARY(BitwiseXor, T(a ^ b));
// Gradients: of the result and the incoming gradient, or of the incoming gradient and the operand or result.
GW_BINARY(SigmoidGrad, b* a*(T(1) - a));
GW_BINARY(TanhGrad, b*(T(1) - a * a));
GW_BINARY(SqrtGrad, b* T(0.5) / a);
GW_BINARY(RsqrtGrad, T(-0.5) * b * (a * a * a));
GW_BINARY(ReciprocalGrad, -b*(a* a));
// Products, as on the CPU: where the operand is 0, a gradient that is infinite or NaN gives NaN.
GW_BINARY(ReluGrad, a*(b > T(0) ? T(1) : T(0)));
GW_BINARY(Relu6Grad, a*(b > T(0) && b < T(6) ? T(1) : T(0)));
GW_BINARY(SoftplusGrad, a / (T(1) + exp(-b)));
GW_BINARY(SoftsignGrad, a / ((T(1) + fabs(b)) * (T(1) + fabs(b))));
GW_BINARY(EluGrad, b < T(0) ? a * (b + T(1)) : a);
GW_BINARY(SeluGrad, b < T(0) ? a * (b + T(1.7580993408473768599)) : a * T(1.0507009873554804934));

// The remainder that has b's sign.
struct FloorMod {
  template <class T>
  static __device__ T of(T a, T b) {
    const T r = fmod(a, b);
    return r != T(0) && (r < T(0)) != (b < T(0)) ? r + b : r;
  }
};

#define GW_REAL(NAME) elementwise_kernel(#NAME, binary_launches<NAME, false, GW_FLOAT_DTYPES>())
#define GW_NUMBER(NAME) elementwise_kernel(#NAME, binary_launches<NAME, false, GW_FLOAT_DTYPES, GW_INTEGER_DTYPES>())
#define GW_COMPARISON(NAME) elementwise_kernel(#NAME, binary_launches<NAME, true, GW_FLOAT_DTYPES, GW_INTEGER_DTYPES>())
#define GW_EQUALITY(NAME) \
  elementwise_kernel(#NAME, binary_launches<NAME, true, GW_FLOAT_DTYPES, GW_INTEGER_DTYPES, DType::kBool>())
#define GW_LOGIC(NAME) elementwise_kernel(#NAME, binary_launches<NAME, false, DType::kBool>())
#define GW_BITS(NAME) elementwise_kernel(#NAME, binary_launches<NAME, false, GW_INTEGER_DTYPES>())
#define GW_ALIAS(OP, NAME) elementwise_kernel(OP, binary_launches<NAME, false, GW_FLOAT_DTYPES>())

// Division of integers is left to the CPU, which says so where a divisor is 0.
const Registration registration{
    elementwise_kernel("AddV2", binary_launches<Add, false, GW_FLOAT_DTYPES, GW_INTEGER_DTYPES>()),
    GW_NUMBER(Add),
    GW_NUMBER(Sub),
    GW_NUMBER(Mul),
    GW_NUMBER(Maximum),
    GW_NUMBER(Minimum),
    GW_NUMBER(SquaredDifference),
    GW_REAL(Div),
    GW_ALIAS("RealDiv", Div),
    GW_REAL(TruncateDiv),
    GW_REAL(FloorDiv),
    GW_REAL(FloorMod),
    GW_REAL(TruncateMod),
    GW_ALIAS("Mod", TruncateMod),
    GW_REAL(Pow),
    GW_REAL(DivNoNan),
    GW_REAL(MulNoNan),
    GW_REAL(Xlogy),
    GW_REAL(Xdivy),
    GW_REAL(Xlog1py),
    GW_REAL(Atan2),
    elementwise_kernel("NextAfter", binary_launches<NextAfter, false, DType::kFloat32, DType::kFloat64>()),
    GW_EQUALITY(Equal),
    GW_EQUALITY(NotEqual),
    GW_COMPARISON(Less),
    GW_COMPARISON(LessEqual),
    GW_COMPARISON(Greater),
    GW_COMPARISON(GreaterEqual),
    GW_LOGIC(LogicalAnd),
    GW_LOGIC(LogicalOr),
    GW_BITS(BitwiseAnd),
    GW_BITS(BitwiseOr),
    GW_BITS(BitwiseXor),
    GW_REAL(SigmoidGrad),
    GW_REAL(TanhGrad),
    GW_REAL(SqrtGrad),
    GW_REAL(RsqrtGrad),
    GW_REAL(ReciprocalGrad),
    GW_ALIAS("InvGrad", ReciprocalGrad),
    GW_REAL(ReluGrad),
    GW_REAL(Relu6Grad),
    GW_REAL(SoftplusGrad),
    GW_REAL(SoftsignGrad),
    GW_REAL(EluGrad),
    GW_REAL(SeluGrad),
};

}  // namespace
}  // namespace graphwright::cuda
