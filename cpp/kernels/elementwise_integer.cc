// Integer division and powers, which can fail, and strings.
#include <string>
#include <type_traits>

#include "base/error.h"
#include "kernels/scalar_loops.h"

namespace graphwright {
namespace {

[[noreturn]] void division_by_zero() { fail(Code::kInvalidArgument, "Integer division by zero"); }

// The vector loops for narrow integers, which trust that no divisor is 0.
BinaryFns trusting[4][kNumDTypes];
constexpr BinaryCode kDivisions[4] = {BinaryCode::kTruncateDiv, BinaryCode::kFloorDiv, BinaryCode::kTruncateMod,
                                      BinaryCode::kFloorMod};

template <class T>
void check_divisors(const void* b, int64_t n) {
  const T* y = static_cast<const T*>(b);
  bool any = false;
  for (int64_t i = 0; i < n; ++i) any |= y[i] == 0;
  if (any) division_by_zero();
}

template <int kDivision, class T>
struct NarrowDivision {
  static void vector_vector(const void* a, const void* b, void* out, int64_t n) {
    check_divisors<T>(b, n);
    trusting[kDivision][static_cast<int>(dtype_of<T>)].vector_vector(a, b, out, n);
  }
  static void vector_scalar(const void* a, const void* b, void* out, int64_t n) {
    check_divisors<T>(b, 1);
    trusting[kDivision][static_cast<int>(dtype_of<T>)].vector_scalar(a, b, out, n);
  }
  static void scalar_vector(const void* a, const void* b, void* out, int64_t n) {
    check_divisors<T>(b, n);
    trusting[kDivision][static_cast<int>(dtype_of<T>)].scalar_vector(a, b, out, n);
  }
};

// Division in T itself. The least number divided by -1 wraps to itself.
template <int kDivision>
struct WideDivision {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) division_by_zero();
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return kDivision < 2 ? static_cast<T>(-static_cast<std::make_unsigned_t<T>>(a)) : T(0);
    }
    T q = a / b, r = static_cast<T>(a % b);
    bool below = r != 0 && ((r < 0) != (b < 0));  // truncation rounded up
    switch (kDivision) {
      case 0:
        return q;
      case 1:
        return below ? q - 1 : q;
      case 2:
        return r;
      default:
        return below ? r + b : r;
    }
  }
};

template <int kDivision, class T>
void set_narrow(ElementwiseTables& tables) {
  using Division = NarrowDivision<kDivision, T>;
  BinaryFns& entry = tables.at(kDivisions[kDivision], dtype_of<T>);
  trusting[kDivision][static_cast<int>(dtype_of<T>)] = entry;
  entry = {Division::vector_vector, Division::vector_scalar, Division::scalar_vector};
}

template <int kDivision>
void set_division(ElementwiseTables& tables) {
  set_narrow<kDivision, int8_t>(tables);
  set_narrow<kDivision, int16_t>(tables);
  set_narrow<kDivision, int32_t>(tables);
  set_narrow<kDivision, uint8_t>(tables);
  set_narrow<kDivision, uint16_t>(tables);
  set_narrow<kDivision, uint32_t>(tables);
  tables.set(kDivisions[kDivision], DType::kInt64, ScalarBinary<WideDivision<kDivision>, int64_t>::fns());
  tables.set(kDivisions[kDivision], DType::kUint64, ScalarBinary<WideDivision<kDivision>, uint64_t>::fns());
}

struct Pow {
  template <class T>
  static T of(T base, T exponent) {
    if constexpr (std::is_signed_v<T>) {
      if (exponent < 0) fail(Code::kInvalidArgument, "Integers to negative integer powers are not allowed");
    }
    auto e = static_cast<uint64_t>(exponent);
    uint64_t result = 1, power = static_cast<uint64_t>(base);
    for (; e; e >>= 1, power *= power)
      if (e & 1) result *= power;
    return static_cast<T>(result);
  }
};
template <class T>
void set_pow(ElementwiseTables& tables) {
  tables.set(BinaryCode::kPow, dtype_of<T>, ScalarBinary<Pow, T>::fns());
}

struct Concatenate {
  static std::string of(const std::string& a, const std::string& b) { return a + b; }
};
struct Equal {
  static bool of(const std::string& a, const std::string& b) { return a == b; }
};
struct NotEqual {
  static bool of(const std::string& a, const std::string& b) { return a != b; }
};

}  // namespace

void fill_integer_reference(ElementwiseTables& tables) {
  set_division<0>(tables);
  set_division<1>(tables);
  set_division<2>(tables);
  set_division<3>(tables);
  for (DType dtype : {DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64, DType::kUint8, DType::kUint16,
                      DType::kUint32, DType::kUint64})
    tables.set(BinaryCode::kDiv, dtype, tables.at(BinaryCode::kTruncateDiv, dtype));
  set_pow<int8_t>(tables);
  set_pow<int16_t>(tables);
  set_pow<int32_t>(tables);
  set_pow<int64_t>(tables);
  set_pow<uint8_t>(tables);
  set_pow<uint16_t>(tables);
  set_pow<uint32_t>(tables);
  set_pow<uint64_t>(tables);
  tables.set(BinaryCode::kAdd, DType::kString, ScalarBinary<Concatenate, std::string>::fns());
  tables.set(BinaryCode::kEqual, DType::kString, ScalarBinary<Equal, std::string, bool>::fns());
  tables.set(BinaryCode::kNotEqual, DType::kString, ScalarBinary<NotEqual, std::string, bool>::fns());
}

}  // namespace graphwright
