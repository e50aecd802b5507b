// Gathering rows of an array, and updating them in place, at given offsets: what ops on slices of variables come down
// to.
#pragma once

#include <cstdint>
#include <span>

#include "base/dtype.h"

namespace graphwright {

// For each k: to[k * row + j] = base[offsets[k] + j] for j < row. The caller has checked the offsets.
void gather_rows(DType dtype, void* to, const void* base, int64_t row, std::span<const int64_t> offsets);

enum class RowUpdate : uint8_t { kAssign, kAdd, kSub, kMul, kDiv, kMin, kMax };

// For each k, in order: base[offsets[k] + j] = f(base[offsets[k] + j], updates[k * row + j]) for j < row. With
// `one_update`, every element is combined with updates[0]. Entries with a negative offset are left out. The caller has
// checked the offsets. Division of integers by zero throws InvalidArgument before anything is written.
// Returns false when `dtype` has no such operation.
bool update_rows(RowUpdate update, DType dtype, void* base, int64_t row, std::span<const int64_t> offsets,
                 const void* updates, bool one_update);

}  // namespace graphwright
