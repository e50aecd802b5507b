// Convolutions by our own loops: the reference for every dtype, and for sizes that oneDNN does not take.
#pragma once

#include "base/dtype.h"
#include "device/onednn.h"

namespace graphwright {

// Takes the geometry as oneDNN's helper does. dtype: float, double, int32, half or bfloat16; sizes may be zero.
// `x` and `y` are two of input, filter, output gradient in this order, `result` is the third.
void convolve_by_loops(const onednn::Convolution& args, const void* x, const void* y, void* result);

// True where they are faster than oneDNN's kernels, where the convolution is large.
bool loops_are_fastest(const onednn::Convolution& args);

}  // namespace graphwright
