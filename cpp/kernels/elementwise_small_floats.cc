// half and bfloat16: a tile is converted to float, goes through the float loop and is converted back.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/elementwise_tables.h"

namespace graphwright {
namespace {

constexpr int64_t kTile = 512;

// Compile-time constants instead of captured state: a table entry is a plain function.
template <bool kIsHalf>
struct Tiled {
  static void widen(const uint16_t* x, float* out, int64_t n) {
    const ElementwiseTables& tables = elementwise_tables();
    (kIsHalf ? tables.half_to_float : tables.bfloat16_to_float)(x, out, n);
  }
  static void narrow(const float* x, uint16_t* out, int64_t n) {
    const ElementwiseTables& tables = elementwise_tables();
    (kIsHalf ? tables.float_to_half : tables.float_to_bfloat16)(x, out, n);
  }

  template <int kCode>
  static void unary(const void* x, void* out, int64_t n) {
    constexpr auto code = static_cast<UnaryCode>(kCode);
    UnaryFn fn = elementwise_tables().unary[kCode][static_cast<int>(DType::kFloat32)];
    alignas(64) float tile[kTile];
    const uint16_t* from = static_cast<const uint16_t*>(x);
    for (int64_t i = 0; i < n; i += kTile) {
      int64_t count = std::min(kTile, n - i);
      widen(from + i, tile, count);
      if constexpr (gives_bool(code)) {
        fn(tile, static_cast<bool*>(out) + i, count);
      } else {
        fn(tile, tile, count);
        narrow(tile, static_cast<uint16_t*>(out) + i, count);
      }
    }
  }

  // Strides are 1, or 0 for a scalar operand, which is converted once.
  template <int kCode, int kStrideA, int kStrideB>
  static void binary(const void* a, const void* b, void* out, int64_t n) {
    constexpr auto code = static_cast<BinaryCode>(kCode);
    const BinaryFns& fns = elementwise_tables().binary[kCode][static_cast<int>(DType::kFloat32)];
    BinaryFn fn = kStrideA == 0 ? fns.scalar_vector : (kStrideB == 0 ? fns.vector_scalar : fns.vector_vector);
    alignas(64) float tile_a[kTile];
    alignas(64) float tile_b[kTile];
    const uint16_t* from_a = static_cast<const uint16_t*>(a);
    const uint16_t* from_b = static_cast<const uint16_t*>(b);
    float scalar = 0;
    if constexpr (kStrideA == 0) widen(from_a, &scalar, 1);
    if constexpr (kStrideB == 0) widen(from_b, &scalar, 1);
    for (int64_t i = 0; i < n; i += kTile) {
      int64_t count = std::min(kTile, n - i);
      if constexpr (kStrideA != 0) widen(from_a + i, tile_a, count);
      if constexpr (kStrideB != 0) widen(from_b + i, tile_b, count);
      const float* x = kStrideA == 0 ? &scalar : tile_a;
      const float* y = kStrideB == 0 ? &scalar : tile_b;
      if constexpr (gives_bool(code)) {
        fn(x, y, static_cast<bool*>(out) + i, count);
      } else {
        fn(x, y, tile_a, count);
        narrow(tile_a, static_cast<uint16_t*>(out) + i, count);
      }
    }
  }

  // Quotients are rounded to the dtype before they are rounded to integers, as the division of two ops would be.
  template <int kRound, int kStrideA, int kStrideB>
  static void rounded_quotient(const void* a, const void* b, void* out, int64_t n) {
    binary<static_cast<int>(BinaryCode::kDiv), kStrideA, kStrideB>(a, b, out, n);
    float tile[kTile];
    uint16_t* to = static_cast<uint16_t*>(out);
    for (int64_t i = 0; i < n; i += kTile) {
      int64_t count = std::min(kTile, n - i);
      widen(to + i, tile, count);
      for (int64_t k = 0; k < count; ++k)
        tile[k] = kRound == static_cast<int>(BinaryCode::kFloorDiv) ? std::floor(tile[k]) : std::trunc(tile[k]);
      narrow(tile, to + i, count);
    }
  }
  static void set_rounded_quotients(ElementwiseTables& tables, DType dtype) {
    constexpr int kFloor = static_cast<int>(BinaryCode::kFloorDiv),
                  kTruncate = static_cast<int>(BinaryCode::kTruncateDiv);
    tables.set(BinaryCode::kFloorDiv, dtype,
               {rounded_quotient<kFloor, 1, 1>, rounded_quotient<kFloor, 1, 0>, rounded_quotient<kFloor, 0, 1>});
    tables.set(
        BinaryCode::kTruncateDiv, dtype,
        {rounded_quotient<kTruncate, 1, 1>, rounded_quotient<kTruncate, 1, 0>, rounded_quotient<kTruncate, 0, 1>});
  }

  template <size_t... kCodes>
  static void fill_unary(ElementwiseTables& tables, DType dtype, std::index_sequence<kCodes...>) {
    auto set = [&](UnaryCode code, UnaryFn fn) {
      if (tables.at(code, DType::kFloat32) && !tables.at(code, dtype)) tables.set(code, dtype, fn);
    };
    (set(static_cast<UnaryCode>(kCodes), unary<kCodes>), ...);
  }
  template <size_t... kCodes>
  static void fill_binary(ElementwiseTables& tables, DType dtype, std::index_sequence<kCodes...>) {
    auto set = [&](BinaryCode code, BinaryFns fns) {
      if (tables.at(code, DType::kFloat32).vector_vector && !tables.at(code, dtype).vector_vector)
        tables.set(code, dtype, fns);
    };
    (set(static_cast<BinaryCode>(kCodes), {binary<kCodes, 1, 1>, binary<kCodes, 1, 0>, binary<kCodes, 0, 1>}), ...);
  }
};

template <bool kIsHalf>
void fill(ElementwiseTables& tables, DType dtype) {
  Tiled<kIsHalf>::set_rounded_quotients(tables, dtype);
  Tiled<kIsHalf>::fill_unary(tables, dtype, std::make_index_sequence<kNumUnaryCodes>());
  Tiled<kIsHalf>::fill_binary(tables, dtype, std::make_index_sequence<kNumBinaryCodes>());
}

}  // namespace

void fill_small_floats(ElementwiseTables& tables) {
  fill<true>(tables, DType::kHalf);
  fill<false>(tables, DType::kBfloat16);
}

}  // namespace graphwright
