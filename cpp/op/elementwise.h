// Names of the elementwise functions that kernels implement as contiguous loops and that passes may fuse.
#pragma once

#include <cstdint>

namespace graphwright {

// The formatter does not agree with itself about lists of macro calls.
// clang-format off
#define GW_UNARY_CODES(X)                                                                                              \
  X(Identity) X(Neg) X(Abs) X(Sign) X(Square) X(Sqrt) X(Rsqrt) X(Reciprocal) X(Exp) X(Expm1) X(Log) X(Log1p) X(Sin)      \
  X(Cos) X(Tan) X(Asin) X(Acos) X(Atan) X(Sinh) X(Cosh) X(Tanh) X(Asinh) X(Acosh) X(Atanh) X(Sigmoid) X(Softplus)      \
  X(Softsign) X(Relu) X(Relu6) X(Elu) X(Selu) X(Erf) X(Erfc) X(Erfinv) X(Ndtri) X(Lgamma) X(Digamma) X(Floor) X(Ceil) X(Round)   \
  X(Rint) X(LogicalNot) X(Invert) X(IsNan) X(IsInf) X(IsFinite) X(Conj)

#define GW_BINARY_CODES(X)                                                                                             \
  X(Add) X(Sub) X(Mul) X(Div) X(RealDiv) X(TruncateDiv) X(FloorDiv) X(FloorMod) X(TruncateMod) X(Pow) X(Maximum)         \
  X(Minimum) X(SquaredDifference) X(DivNoNan) X(MulNoNan) X(Xlogy) X(Xdivy) X(Xlog1py) X(Atan2) X(NextAfter)           \
  X(Equal) X(NotEqual) X(Less) X(LessEqual) X(Greater) X(GreaterEqual) X(LogicalAnd) X(LogicalOr) X(BitwiseAnd)        \
  X(BitwiseOr) X(BitwiseXor) X(LeftShift) X(RightShift) X(ReluGrad) X(Relu6Grad) X(SigmoidGrad) X(TanhGrad)            \
  X(SqrtGrad) X(RsqrtGrad) X(ReciprocalGrad) X(SoftplusGrad) X(SoftsignGrad) X(EluGrad) X(SeluGrad) X(LeakyReluGrad)   \
  X(Igamma) X(Igammac) X(Zeta) X(Polygamma)
// clang-format on

enum class UnaryCode : uint8_t {
#define X(NAME) k##NAME,
  GW_UNARY_CODES(X)
#undef X
      kNone
};

enum class BinaryCode : uint8_t {
#define X(NAME) k##NAME,
  GW_BINARY_CODES(X)
#undef X
      kNone
};

// Comparisons give bool whatever goes in.
constexpr bool gives_bool(BinaryCode code) { return code >= BinaryCode::kEqual && code <= BinaryCode::kGreaterEqual; }
constexpr bool gives_bool(UnaryCode code) {
  return code == UnaryCode::kIsNan || code == UnaryCode::kIsInf || code == UnaryCode::kIsFinite;
}

}  // namespace graphwright
