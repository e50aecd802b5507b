// Contiguous conversions between bool, the integers, float32 and float64; one table per ISA level.
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
    return static_cast<To>(static_cast<int32_t>(x));
  } else if constexpr (sizeof(To) == 4 || To(-1) < To(0)) {
    return static_cast<To>(static_cast<int64_t>(x));
  } else {
    constexpr From kHalf = From(9223372036854775808.0);
    return x < kHalf ? static_cast<uint64_t>(static_cast<int64_t>(x))
                     : static_cast<uint64_t>(static_cast<int64_t>(x - kHalf)) ^ 0x8000000000000000ull;
  }
}

template <class To, class From>
void loop(const void* x, void* out, int64_t n) {
  const From* from = static_cast<const From*>(x);
  To* to = static_cast<To*>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < n; ++i) to[i] = convert<To>(from[i]);
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
  auto set = [&](DType to, CastFn fn) { table.fns[static_cast<int>(from)][static_cast<int>(to)] = fn; };
  set(DType::kBool, to_bool<From>);
  set(DType::kInt8, loop<int8_t, From>);
  set(DType::kInt16, loop<int16_t, From>);
  set(DType::kInt32, loop<int32_t, From>);
  set(DType::kInt64, loop<int64_t, From>);
  set(DType::kUint8, loop<uint8_t, From>);
  set(DType::kUint16, loop<uint16_t, From>);
  set(DType::kUint32, loop<uint32_t, From>);
  set(DType::kUint64, loop<uint64_t, From>);
  set(DType::kFloat32, loop<float, From>);
  set(DType::kFloat64, loop<double, From>);
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
