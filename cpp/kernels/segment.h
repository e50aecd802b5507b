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

// The same with out[to[i] * out_stride] as the start of the row that takes in rows[i], for floats and integers of 32
// and 64 bits and rows of some length; returns false for others.
bool combine_wide_rows(BinaryCode op, DType dtype, const void* rows, const int64_t* from, const int64_t* to, int64_t n,
                       int64_t width, int64_t out_stride, void* out);

// Sets n elements to what `op` starts from: 0, 1, or the lowest or largest number of the dtype.
void fill_start(BinaryCode op, DType dtype, void* out, int64_t n);

}  // namespace graphwright
