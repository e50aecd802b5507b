// The tables of elementwise loops that elementwise.cc fills from the chosen ISA level and from the baseline.
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "op/elementwise.h"

namespace graphwright {

// out[i] = f(x[i]) for i < n; out may be x where both have elements of one size.
using UnaryFn = void (*)(const void* x, void* out, int64_t n);
// out[i] = f(a[i], b[i]) for i < n; out may be a or b where their elements have one size.
using BinaryFn = void (*)(const void* a, const void* b, void* out, int64_t n);

struct BinaryFns {
  BinaryFn vector_vector = nullptr;
  BinaryFn vector_scalar = nullptr;  // b is one element
  BinaryFn scalar_vector = nullptr;  // a is one element
};

inline constexpr int kNumUnaryCodes = static_cast<int>(UnaryCode::kNone);
inline constexpr int kNumBinaryCodes = static_cast<int>(BinaryCode::kNone);

struct ElementwiseTables {
  UnaryFn unary[kNumUnaryCodes][kNumDTypes] = {};
  BinaryFns binary[kNumBinaryCodes][kNumDTypes] = {};
  UnaryFn half_to_float = nullptr;
  UnaryFn float_to_half = nullptr;
  UnaryFn bfloat16_to_float = nullptr;
  UnaryFn float_to_bfloat16 = nullptr;

  UnaryFn& at(UnaryCode code, DType dtype) { return unary[static_cast<int>(code)][static_cast<int>(dtype)]; }
  BinaryFns& at(BinaryCode code, DType dtype) { return binary[static_cast<int>(code)][static_cast<int>(dtype)]; }
  void set(UnaryCode code, DType dtype, UnaryFn fn) { at(code, dtype) = fn; }
  void set(BinaryCode code, DType dtype, BinaryFns fns) { at(code, dtype) = fns; }
};

// Each level fills in what it has; see kernels/isa/elementwise_*.cc.
#define GW_ELEMENTWISE_LEVEL(LEVEL)                    \
  namespace LEVEL {                                    \
  void fill_unary_float(ElementwiseTables& tables);    \
  void fill_unary_simple(ElementwiseTables& tables);   \
  void fill_binary_float(ElementwiseTables& tables);   \
  void fill_binary_integer(ElementwiseTables& tables); \
  }
GW_ELEMENTWISE_LEVEL(v2)
GW_ELEMENTWISE_LEVEL(v3)
GW_ELEMENTWISE_LEVEL(v4)
#undef GW_ELEMENTWISE_LEVEL

// Functions that do not profit from vectors, or throw: rare functions in double, integer division and powers, complex
// numbers, strings. Called after the level's.
void fill_real_reference(ElementwiseTables& tables);
void fill_integer_reference(ElementwiseTables& tables);
void fill_complex_reference(ElementwiseTables& tables);
// half and bfloat16, a tile at a time through the float loops; called last.
void fill_small_floats(ElementwiseTables& tables);

// The filled tables of this process.
const ElementwiseTables& elementwise_tables();

}  // namespace graphwright
