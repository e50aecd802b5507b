// Conversions: pairs of plain numbers by table, everything else by way of tiles of those.
#include "kernels/cast.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>

#include "base/error.h"
#include "kernels/by_level.h"
#include "kernels/cast_tables.h"
#include "kernels/elementwise.h"

namespace graphwright {
namespace {

const CastTable& table() {
  static const CastTable* instance = [] {
    auto* t = new CastTable;
    GW_BY_LEVEL(fill_casts)(*t);
    return t;
  }();
  return *instance;
}
CastFn plain_cast(DType from, DType to) { return table().fns[static_cast<int>(from)][static_cast<int>(to)]; }
// The same where floats may be beyond an integer dtype's range.
CastFn plain_cast(DType from, DType to, Overflow overflow) {
  const int row = static_cast<int>(from), column = static_cast<int>(to);
  CastFn found = nullptr;
  if (overflow == Overflow::kSaturates) found = table().saturating[row][column];
  if (overflow == Overflow::kClamps) found = table().clamping[row][column];
  return found ? found : plain_cast(from, to);
}

// An 8-bit float: its exponent's bias, mantissa bits, and what stands in place of IEEE's infinities.
struct Float8 {
  enum Kind { kIeee, kNoInfinity, kUnsignedZero };  // as e5m2, as e4m3fn, as the fnuz types
  int mantissa, bias;
  Kind kind;

  float decode(uint8_t code) const {
    int rest = code & 0x7f, exponent = rest >> mantissa, fraction = rest & ((1 << mantissa) - 1);
    float sign = code & 0x80 ? -1.0f : 1.0f;
    if (kind == kUnsignedZero && code == 0x80) return NAN;
    if (kind == kNoInfinity && rest == 0x7f) return NAN;
    if (kind == kIeee && rest >= 0x7c) return rest == 0x7c ? sign * INFINITY : NAN;
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), 1 - bias - mantissa);
    return sign * std::ldexp(static_cast<float>(fraction + (1 << mantissa)), exponent - bias - mantissa);
  }

  uint8_t encode(float x) const {
    uint8_t sign = std::signbit(x) ? 0x80 : 0;
    uint8_t nan = kind == kUnsignedZero ? 0x80 : sign | (kind == kIeee ? 0x7e : 0x7f);
    if (x != x) return nan;
    float magnitude = std::fabs(x);
    uint32_t code;
    if (std::isinf(x)) {
      code = 0x100;
    } else if (magnitude < std::ldexp(1.0f, 1 - bias)) {  // subnormal, or rounding up to the least normal
      code = static_cast<uint32_t>(std::rint(std::ldexp(magnitude, bias - 1 + mantissa)));
    } else {
      int shift = 23 - mantissa;
      uint32_t bits = std::bit_cast<uint32_t>(magnitude) - (static_cast<uint32_t>(127 - bias) << 23);
      code = (bits + (1u << (shift - 1)) - 1 + (bits >> shift & 1)) >> shift;
    }
    uint32_t largest = kind == kIeee ? 0x7b : (kind == kNoInfinity ? 0x7e : 0x7f);
    if (code > largest) return kind == kIeee ? sign | 0x7c : nan;
    if (kind == kUnsignedZero && code == 0) return 0;
    return sign | static_cast<uint8_t>(code);
  }
};
const Float8* float8(DType dtype) {
  static constexpr Float8 kE5m2{2, 15, Float8::kIeee}, kE4m3fn{3, 7, Float8::kNoInfinity},
      kE4m3fnuz{3, 8, Float8::kUnsignedZero}, kE4m3b11fnuz{3, 11, Float8::kUnsignedZero},
      kE5m2fnuz{2, 16, Float8::kUnsignedZero};
  switch (dtype) {
    case DType::kFloat8E5m2:
      return &kE5m2;
    case DType::kFloat8E4m3fn:
      return &kE4m3fn;
    case DType::kFloat8E4m3fnuz:
      return &kE4m3fnuz;
    case DType::kFloat8E4m3b11fnuz:
      return &kE4m3b11fnuz;
    case DType::kFloat8E5m2fnuz:
      return &kE5m2fnuz;
    default:
      return nullptr;
  }
}

// The 2- and 4-bit integers, which lie in the low bits of a byte each.
int narrow_bits(DType dtype) {
  if (dtype == DType::kInt4 || dtype == DType::kUint4) return 4;
  return dtype == DType::kInt2 || dtype == DType::kUint2 ? 2 : 0;
}
bool narrow_signed(DType dtype) { return dtype == DType::kInt4 || dtype == DType::kInt2; }

// Quantised numbers convert as the integers that hold them.
DType storage(DType dtype) {
  switch (dtype) {
    case DType::kQint8:
      return DType::kInt8;
    case DType::kQuint8:
      return DType::kUint8;
    case DType::kQint16:
      return DType::kInt16;
    case DType::kQuint16:
      return DType::kUint16;
    case DType::kQint32:
      return DType::kInt32;
    default:
      return dtype;
  }
}

// The plain dtype through which `dtype` is read and written.
DType carrier(DType dtype) {
  if (plain_cast(dtype, DType::kFloat32)) return dtype;
  if (dtype == DType::kHalf || dtype == DType::kBfloat16 || float8(dtype) || dtype == DType::kComplex64)
    return DType::kFloat32;
  if (dtype == DType::kComplex128) return DType::kFloat64;
  if (narrow_bits(dtype)) return narrow_signed(dtype) ? DType::kInt8 : DType::kUint8;
  return DType::kInvalid;
}

constexpr int64_t kTile = 1024;

// From `dtype` into its carrier.
void unpack(DType dtype, const void* x, void* out, int64_t n) {
  if (dtype == DType::kHalf || dtype == DType::kBfloat16) {
    to_float(dtype, x, static_cast<float*>(out), n);
  } else if (const Float8* format = float8(dtype)) {
    for (int64_t i = 0; i < n; ++i) static_cast<float*>(out)[i] = format->decode(static_cast<const uint8_t*>(x)[i]);
  } else if (dtype == DType::kComplex64) {
    for (int64_t i = 0; i < n; ++i) static_cast<float*>(out)[i] = static_cast<const float*>(x)[2 * i];
  } else if (dtype == DType::kComplex128) {
    for (int64_t i = 0; i < n; ++i) static_cast<double*>(out)[i] = static_cast<const double*>(x)[2 * i];
  } else {
    int unused = 8 - narrow_bits(dtype);
    for (int64_t i = 0; i < n; ++i) {
      auto shifted = static_cast<uint8_t>(static_cast<const uint8_t*>(x)[i] << unused);
      if (narrow_signed(dtype)) {
        static_cast<int8_t*>(out)[i] = static_cast<int8_t>(static_cast<int8_t>(shifted) >> unused);
      } else {
        static_cast<uint8_t*>(out)[i] = static_cast<uint8_t>(shifted >> unused);
      }
    }
  }
}

// From the carrier of `dtype` into it; may write over a float tile when truncating.
void pack(DType dtype, void* x, void* out, int64_t n, bool truncate) {
  const Float8* format = float8(dtype);
  if (truncate && (format || dtype == DType::kHalf || dtype == DType::kBfloat16)) {
    int dropped = format ? 23 - format->mantissa : (dtype == DType::kHalf ? 13 : 16);
    float* values = static_cast<float*>(x);
    for (int64_t i = 0; i < n; ++i)
      if (std::isfinite(values[i]))
        values[i] = std::bit_cast<float>(std::bit_cast<uint32_t>(values[i]) >> dropped << dropped);
  }
  if (dtype == DType::kHalf || dtype == DType::kBfloat16) {
    from_float(dtype, static_cast<const float*>(x), out, n);
  } else if (format) {
    for (int64_t i = 0; i < n; ++i) static_cast<uint8_t*>(out)[i] = format->encode(static_cast<const float*>(x)[i]);
  } else if (dtype == DType::kComplex64) {
    for (int64_t i = 0; i < n; ++i) static_cast<std::complex<float>*>(out)[i] = static_cast<const float*>(x)[i];
  } else if (dtype == DType::kComplex128) {
    for (int64_t i = 0; i < n; ++i) static_cast<std::complex<double>*>(out)[i] = static_cast<const double*>(x)[i];
  } else {
    auto mask = static_cast<uint8_t>((1 << narrow_bits(dtype)) - 1);
    for (int64_t i = 0; i < n; ++i)
      static_cast<uint8_t*>(out)[i] = static_cast<uint8_t>(static_cast<const uint8_t*>(x)[i] & mask);
  }
}

}  // namespace

bool can_cast(DType from, DType to) {
  return (from == to && is_plain(from)) ||
         (carrier(storage(from)) != DType::kInvalid && carrier(storage(to)) != DType::kInvalid);
}

int64_t saturating_block(DType from, DType to) {
  const bool small = to == DType::kInt8 || to == DType::kUint8 || to == DType::kInt16 || to == DType::kUint16;
  if (!small && to != DType::kUint32) return 0;
  switch (from) {
    case DType::kFloat32:
      return small ? 32 : 8;
    case DType::kFloat64:
    case DType::kHalf:
      return small ? 16 : 8;
    case DType::kBfloat16:
      return 8;
    default:
      return 0;
  }
}

void cast_elements(DType from, const void* x, DType to, void* out, int64_t n, bool truncate, Overflow overflow) {
  if (n == 0) return;  // there may be no memory at all
  from = storage(from);
  to = storage(to);
  size_t from_size = dtype_size(from), to_size = dtype_size(to);
  if (from == to) {
    std::memmove(out, x, static_cast<size_t>(n) * from_size);
    return;
  }
  if (CastFn fn = plain_cast(from, to, overflow); fn) {
    fn(x, out, n);
    return;
  }
  if (from == DType::kComplex64 && to == DType::kComplex128) {
    plain_cast(DType::kFloat32, DType::kFloat64)(x, out, 2 * n);
    return;
  }
  if (from == DType::kComplex128 && to == DType::kComplex64) {
    plain_cast(DType::kFloat64, DType::kFloat32)(x, out, 2 * n);
    return;
  }
  DType from_carrier = carrier(from), to_carrier = carrier(to);
  GW_CHECK(from_carrier != DType::kInvalid && to_carrier != DType::kInvalid, Code::kUnimplemented, "Cast ",
           dtype_op_def_name(from), " to ", dtype_op_def_name(to), " is not supported");
  CastFn middle = from_carrier == to_carrier ? nullptr : plain_cast(from_carrier, to_carrier, overflow);
  alignas(64) char first[kTile * 8];
  alignas(64) char second[kTile * 8];
  for (int64_t i = 0; i < n; i += kTile) {
    int64_t count = std::min(kTile, n - i);
    const void* source = static_cast<const char*>(x) + i * static_cast<int64_t>(from_size);
    void* target = static_cast<char*>(out) + i * static_cast<int64_t>(to_size);
    if (from_carrier != from) {
      void* unpacked = !middle && to_carrier == to ? target : first;
      unpack(from, source, unpacked, count);
      source = unpacked;
    }
    if (middle) {
      void* converted = to_carrier == to ? target : second;
      middle(source, converted, count);
      source = converted;
    }
    if (to_carrier == to) continue;
    if (truncate && source != first && source != second) {
      std::memcpy(first, source, static_cast<size_t>(count) * dtype_size(to_carrier));
      source = first;
    }
    pack(to, const_cast<void*>(source), target, count, truncate);
  }
}

}  // namespace graphwright
