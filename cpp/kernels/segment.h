// Sums (products, extremes) of rows by segment.
#pragma once

#include "op/elementwise.h"
#include "tensor/tensor.h"

namespace graphwright {

// out[to[i]] = out[to[i]] (op) rows[from ? from[i] : i] for i < n, with op one of Add, Mul, Maximum and Minimum; rows
// have `width` elements. Entries with to[i] < 0 are passed over; others must be rows of out. Throws NotFound where
// there is no kernel for the dtype.
void combine_rows(BinaryCode op, DType dtype, const void* rows, const int64_t* from, const int64_t* to, int64_t n,
                  int64_t width, void* out);

// Sets n elements to what `op` starts from: 0, 1, or the lowest or largest number of the dtype.
void fill_start(BinaryCode op, DType dtype, void* out, int64_t n);

}  // namespace graphwright
