// Ordering the elements of rows: the k largest, whole sorts, the n-th element, places in sorted rows.
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace graphwright {

// Writes the k largest elements of each row, largest first, and their positions in the row. Of equal elements the one
// further left comes first; NaN counts as larger than all numbers, -0.0 equals 0.0. k <= columns < 2^32 is required.
// `values` may be null. False when the dtype has no order.
bool top_k(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t k, void* values, DType index_dtype,
           void* indices);

// The same elements in the order in which TensorFlow has them where none is asked for: as the k best of a row lie in
// the heap that the row went through. 0 < k < columns is required.
bool top_k_in_heap_order(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t k, void* values,
                         DType index_dtype, void* indices);

// Writes the elements of each row in order, the smallest or the largest first; NaN counts as the largest, and what is
// equal stays in its order. columns < 2^32 is required. `values` lies elsewhere than `input`. False when the dtype has
// no order.
bool sort_values(DType dtype, const void* input, int64_t rows, int64_t columns, bool descending, void* values);

// Writes the element of each row that would stand at position n if the row were sorted (largest first when `reverse`).
bool nth_element(DType dtype, const void* input, int64_t rows, int64_t columns, int64_t n, bool reverse, void* values);

// For each value the number of elements in its row of `sorted` that lie before it: those less than it, or those less
// than or equal to it when `upper`.
bool search_sorted(DType dtype, const void* sorted, int64_t rows, int64_t columns, const void* values,
                   int64_t values_per_row, bool upper, DType index_dtype, void* out);

}  // namespace graphwright
