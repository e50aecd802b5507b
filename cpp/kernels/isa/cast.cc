// Contiguous conversions between bool, the integers, float32 and float64; one table per ISA level.
#include <limits>

#include "kernels/cast_tables.h"
#include "kernels/isa/loops.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

template <class T>
constexpr bool kIsFloat = T(0.5) != T(0);

// Floats out of an integer type's range convert as x86's scalar instructions do: through 32 bits for narrow types and
// through 64 for others, where what does not fit becomes the least number; then the low bits are taken.
template <class To, class From>
GW_ALWAYS_INLINE To convert(From x) {
  if constexpr (!kIsFloat<From> || kIsFloat<To>) {
    return static_cast<To>(x);
  } else if constexpr (sizeof(To) < 4 || (sizeof(To) == 4 && To(-1) < To(0))) {
    return static_cast<To>(truncated<int32_t>(x));
  } else if constexpr (sizeof(To) == 4 || To(-1) < To(0)) {
    return static_cast<To>(truncated<int64_t>(x));
  } else {
    constexpr From kHalf = From(9223372036854775808.0);
    const auto whole = truncated<int64_t>(x), upper = truncated<int64_t>(x - kHalf);
    return static_cast<uint64_t>(whole | (upper & whole >> 63));
  }
}

// What does not fit 32 bits becomes the least number of these before it is narrowed.
template <class To, class From>
GW_ALWAYS_INLINE To saturated(From x) {
  if constexpr (sizeof(To) == 4) {
    const bool upper = x >= From(2147483648.0) && x < From(4294967296.0);
    const auto whole = static_cast<uint32_t>(truncated<int32_t>(upper ? x - From(2147483648.0) : x));
    return upper ? whole ^ 0x80000000u : whole;
  } else {
    const auto whole = truncated<int32_t>(x);
    // Doubles are narrowed to 16 bits without a sign first, which are then read with one.
    if constexpr (sizeof(From) == 8 && sizeof(To) == 1 && To(-1) > To(0))
      if (whole > std::numeric_limits<int16_t>::max()) return 0;
    constexpr int32_t kLeast = std::numeric_limits<To>::min(), kLargest = std::numeric_limits<To>::max();
    return static_cast<To>(whole < kLeast ? kLeast : whole > kLargest ? kLargest : whole);
  }
}

template <class To, class From>
GW_ALWAYS_INLINE To clamped(From x) {
  // The first float beyond the range: a power of two.
  constexpr From kBeyond = From(2) * From(To(1) << (std::numeric_limits<To>::digits - 1));
  constexpr To kLeast = std::numeric_limits<To>::min(), kLargest = std::numeric_limits<To>::max();
  if (x >= kBeyond) return kLargest;
  return x > From(kLeast) ? convert<To>(x) : x <= From(kLeast) ? kLeast : To(0);
}

template <auto kConvert, class To, class From>
void loop_by(const void* x, void* out, int64_t n) {
  const From* from = static_cast<const From*>(x);
  To* to = static_cast<To*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = kConvert(from[i]);
}

template <class From>
void to_bool(const void* x, void* out, int64_t n) {
  const From* from = static_cast<const From*>(x);
  uint8_t* to = static_cast<uint8_t*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = from[i] != From(0);
}

template <class From>
void fill_from(CastTable& table, DType from) {
  const int row = static_cast<int>(from);
  auto set = [&]<class To>(To, DType to) {
    const int column = static_cast<int>(to);
    table.fns[row][column] = loop_by<convert<To, From>, To, From>;
    if constexpr (kIsFloat<From> && !kIsFloat<To>) {
      table.clamping[row][column] = loop_by<clamped<To, From>, To, From>;
      if constexpr (sizeof(To) < 4 || (sizeof(To) == 4 && To(-1) > To(0)))
        table.saturating[row][column] = loop_by<saturated<To, From>, To, From>;
    }
  };
  table.fns[row][static_cast<int>(DType::kBool)] = to_bool<From>;
  set(int8_t(), DType::kInt8);
  set(int16_t(), DType::kInt16);
  set(int32_t(), DType::kInt32);
  set(int64_t(), DType::kInt64);
  set(uint8_t(), DType::kUint8);
  set(uint16_t(), DType::kUint16);
  set(uint32_t(), DType::kUint32);
  set(uint64_t(), DType::kUint64);
  set(float(), DType::kFloat32);
  set(double(), DType::kFloat64);
}

}  // namespace

void fill_casts(CastTable& table) {
  fill_from<uint8_t>(table, DType::kBool);
  fill_from<int8_t>(table, DType::kInt8);
  fill_from<int16_t>(table, DType::kInt16);
  fill_from<int32_t>(table, DType::kInt32);
  fill_from<int64_t>(table, DType::kInt64);
  fill_from<uint8_t>(table, DType::kUint8);
  fill_from<uint16_t>(table, DType::kUint16);
  fill_from<uint32_t>(table, DType::kUint32);
  fill_from<uint64_t>(table, DType::kUint64);
  fill_from<float>(table, DType::kFloat32);
  fill_from<double>(table, DType::kFloat64);
}

}  // namespace graphwright::GRAPHWRIGHT_ISA
