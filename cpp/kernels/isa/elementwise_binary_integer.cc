// Contiguous binary loops over integers and bool; one table per ISA level. Overflow wraps.
#include "kernels/isa/loops.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

template <int kBytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using type = uint8_t;
  using wide = uint32_t;
};
template <>
struct UnsignedOf<2> {
  using type = uint16_t;
  using wide = uint32_t;
};
template <>
struct UnsignedOf<4> {
  using type = uint32_t;
  using wide = uint32_t;
};
template <>
struct UnsignedOf<8> {
  using type = uint64_t;
  using wide = uint64_t;
};
// Unsigned and at least 32 bits wide, so that neither overflow nor promotion to int is undefined.
template <class T>
using Wide = typename UnsignedOf<sizeof(T)>::wide;

#define GW_INTEGER_FUNCTION(NAME, EXPRESSION) \
  struct NAME {                               \
    template <class T>                        \
    GW_ALWAYS_INLINE T of(T a, T b) {         \
      return static_cast<T>(EXPRESSION);      \
    }                                         \
  }
GW_INTEGER_FUNCTION(Add, static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
GW_INTEGER_FUNCTION(Sub, static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b));
GW_INTEGER_FUNCTION(Mul, static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
GW_INTEGER_FUNCTION(SquaredDifference, (static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b)) *
                                           (static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b)));
GW_INTEGER_FUNCTION(Maximum, a < b ? b : a);
GW_INTEGER_FUNCTION(Minimum, b < a ? b : a);
GW_INTEGER_FUNCTION(BitwiseAnd, a& b);
GW_INTEGER_FUNCTION(BitwiseOr, a | b);
GW_INTEGER_FUNCTION(BitwiseXor, a ^ b);
GW_INTEGER_FUNCTION(ReluGrad, b > 0 ? a : T(0));
GW_INTEGER_FUNCTION(Relu6Grad, b > 0 && b < 6 ? a : T(0));

// A shift by more than the width counts as one by the width less one, a shift by a negative number as none.
template <class T>
GW_ALWAYS_INLINE int shift_amount(T b) {
  constexpr T kMost = static_cast<T>(8 * sizeof(T) - 1);
  b = b < 0 ? T(0) : b;
  return static_cast<int>(b > kMost ? kMost : b);
}
struct LeftShift {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return static_cast<T>(static_cast<Wide<T>>(a) << shift_amount(b));
  }
};
struct RightShift {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return static_cast<T>(a >> shift_amount(b));
  }
};

#define GW_COMPARISON(NAME, OPERATOR)       \
  struct NAME {                             \
    template <class T>                      \
    GW_ALWAYS_INLINE uint8_t of(T a, T b) { \
      return a OPERATOR b;                  \
    }                                       \
  }
GW_COMPARISON(Equal, ==);
GW_COMPARISON(NotEqual, !=);
GW_COMPARISON(Less, <);
GW_COMPARISON(LessEqual, <=);
GW_COMPARISON(Greater, >);
GW_COMPARISON(GreaterEqual, >=);

struct LogicalAnd {
  GW_ALWAYS_INLINE uint8_t of(uint8_t a, uint8_t b) { return (a != 0) & (b != 0); }
};
struct LogicalOr {
  GW_ALWAYS_INLINE uint8_t of(uint8_t a, uint8_t b) { return (a | b) != 0; }
};

// Division of integers up to 32 bits in double, where quotients are exact enough to truncate. Callers have made sure
// that no divisor is 0; the least integer divided by -1 wraps.
struct TruncateDiv {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return from_double<T>(__builtin_trunc(static_cast<double>(a) / static_cast<double>(b)));
  }
  template <class T>
  GW_ALWAYS_INLINE T from_double(double q) {
    if constexpr (T(-1) < T(0) || sizeof(T) < 4) {
      return static_cast<T>(truncated<int32_t>(q));
    } else {
      return static_cast<T>(static_cast<int64_t>(q));
    }
  }
};
struct FloorDiv {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    return TruncateDiv::from_double<T>(__builtin_floor(static_cast<double>(a) / static_cast<double>(b)));
  }
};
struct TruncateMod {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    double q = __builtin_trunc(static_cast<double>(a) / static_cast<double>(b));
    return TruncateDiv::from_double<T>(static_cast<double>(a) - q * static_cast<double>(b));
  }
};
struct FloorMod {
  template <class T>
  GW_ALWAYS_INLINE T of(T a, T b) {
    double q = __builtin_floor(static_cast<double>(a) / static_cast<double>(b));
    return TruncateDiv::from_double<T>(static_cast<double>(a) - q * static_cast<double>(b));
  }
};

// For functions that treat the bits of signed and unsigned numbers alike.
template <class F>
void set_by_size(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kInt8, Loops<F, uint8_t>::fns());
  tables.set(code, DType::kUint8, Loops<F, uint8_t>::fns());
  tables.set(code, DType::kInt16, Loops<F, uint16_t>::fns());
  tables.set(code, DType::kUint16, Loops<F, uint16_t>::fns());
  tables.set(code, DType::kInt32, Loops<F, uint32_t>::fns());
  tables.set(code, DType::kUint32, Loops<F, uint32_t>::fns());
  tables.set(code, DType::kInt64, Loops<F, uint64_t>::fns());
  tables.set(code, DType::kUint64, Loops<F, uint64_t>::fns());
}

template <class F>
void set_narrow(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kInt8, Loops<F, int8_t>::fns());
  tables.set(code, DType::kUint8, Loops<F, uint8_t>::fns());
  tables.set(code, DType::kInt16, Loops<F, int16_t>::fns());
  tables.set(code, DType::kUint16, Loops<F, uint16_t>::fns());
  tables.set(code, DType::kInt32, Loops<F, int32_t>::fns());
  tables.set(code, DType::kUint32, Loops<F, uint32_t>::fns());
}

template <class F>
void set_all(ElementwiseTables& tables, BinaryCode code) {
  set_narrow<F>(tables, code);
  tables.set(code, DType::kInt64, Loops<F, int64_t>::fns());
  tables.set(code, DType::kUint64, Loops<F, uint64_t>::fns());
}

template <class F>
void set_equality(ElementwiseTables& tables, BinaryCode code) {
  for (DType dtype : {DType::kInt8, DType::kUint8, DType::kBool, DType::kQint8, DType::kQuint8})
    tables.set(code, dtype, Loops<F, uint8_t, uint8_t>::fns());
  for (DType dtype : {DType::kInt16, DType::kUint16, DType::kQint16, DType::kQuint16})
    tables.set(code, dtype, Loops<F, uint16_t, uint8_t>::fns());
  for (DType dtype : {DType::kInt32, DType::kUint32, DType::kQint32})
    tables.set(code, dtype, Loops<F, uint32_t, uint8_t>::fns());
  for (DType dtype : {DType::kInt64, DType::kUint64}) tables.set(code, dtype, Loops<F, uint64_t, uint8_t>::fns());
}

template <class F>
void set_order(ElementwiseTables& tables, BinaryCode code) {
  tables.set(code, DType::kInt8, Loops<F, int8_t, uint8_t>::fns());
  tables.set(code, DType::kUint8, Loops<F, uint8_t, uint8_t>::fns());
  tables.set(code, DType::kInt16, Loops<F, int16_t, uint8_t>::fns());
  tables.set(code, DType::kUint16, Loops<F, uint16_t, uint8_t>::fns());
  tables.set(code, DType::kInt32, Loops<F, int32_t, uint8_t>::fns());
  tables.set(code, DType::kUint32, Loops<F, uint32_t, uint8_t>::fns());
  tables.set(code, DType::kInt64, Loops<F, int64_t, uint8_t>::fns());
  tables.set(code, DType::kUint64, Loops<F, uint64_t, uint8_t>::fns());
}

}  // namespace

void fill_binary_integer(ElementwiseTables& tables) {
  set_by_size<Add>(tables, BinaryCode::kAdd);
  set_by_size<Sub>(tables, BinaryCode::kSub);
  set_by_size<Mul>(tables, BinaryCode::kMul);
  set_by_size<SquaredDifference>(tables, BinaryCode::kSquaredDifference);
  set_by_size<BitwiseAnd>(tables, BinaryCode::kBitwiseAnd);
  set_by_size<BitwiseOr>(tables, BinaryCode::kBitwiseOr);
  set_by_size<BitwiseXor>(tables, BinaryCode::kBitwiseXor);
  set_all<Maximum>(tables, BinaryCode::kMaximum);
  set_all<Minimum>(tables, BinaryCode::kMinimum);
  set_all<ReluGrad>(tables, BinaryCode::kReluGrad);
  set_all<Relu6Grad>(tables, BinaryCode::kRelu6Grad);
  set_all<LeftShift>(tables, BinaryCode::kLeftShift);
  set_all<RightShift>(tables, BinaryCode::kRightShift);
  set_equality<Equal>(tables, BinaryCode::kEqual);
  set_equality<NotEqual>(tables, BinaryCode::kNotEqual);
  set_order<Less>(tables, BinaryCode::kLess);
  set_order<LessEqual>(tables, BinaryCode::kLessEqual);
  set_order<Greater>(tables, BinaryCode::kGreater);
  set_order<GreaterEqual>(tables, BinaryCode::kGreaterEqual);
  tables.set(BinaryCode::kLogicalAnd, DType::kBool, Loops<LogicalAnd, uint8_t>::fns());
  tables.set(BinaryCode::kLogicalOr, DType::kBool, Loops<LogicalOr, uint8_t>::fns());
  set_narrow<TruncateDiv>(tables, BinaryCode::kTruncateDiv);
  set_narrow<FloorDiv>(tables, BinaryCode::kFloorDiv);
  set_narrow<TruncateMod>(tables, BinaryCode::kTruncateMod);
  set_narrow<FloorMod>(tables, BinaryCode::kFloorMod);
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
