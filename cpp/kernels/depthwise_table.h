// The loop of depthwise convolutions along rows of pixels, by ISA level.
#pragma once

#include <cstdint>

namespace graphwright {

// Output pixels side by side, which take in the same rows of the image.
struct DepthwiseSpan {
  const float* const* rows;     // n_rows rows of pixels of `channels` elements each
  const float* const* filters;  // what each of them is multiplied by: `taps` pixels
  int64_t rows_ahead;           // how many rows below the last the next row of outputs is the first to take in
  int64_t n_rows, channels, in, taps, stride, dilation, before;
  int64_t begin, end;  // the output pixels, of which pixel i begins at pixel i * stride - before
};

// out[i - begin] = the sum over rows and taps of pixel * filter, of channels one by one.
using DepthwiseFn = void (*)(const DepthwiseSpan& span, float* out);

namespace v2 {
extern const DepthwiseFn depthwise_row;
}
namespace v3 {
extern const DepthwiseFn depthwise_row;
}
namespace v4 {
extern const DepthwiseFn depthwise_row;
}

}  // namespace graphwright
