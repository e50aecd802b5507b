// What stands for oneDNN in a build without it: nothing is supported, so that every caller takes its own loops.
#include "base/error.h"
#include "device/onednn.h"

namespace graphwright::onednn {

const bool built_in = false;

bool supports(DType) { return false; }

void sgemm(bool, bool, int64_t, int64_t, int64_t, const float*, int64_t, const float*, int64_t, float, float*,
           int64_t) {
  fail(Code::kInternal, "this build has no oneDNN");
}

bool matmul(const MatMul&, const void*, const void*, void*) { return false; }

bool convolve(const Convolution&, const void*, const void*, void*, const void*, const Tensor*, PackedFilter*) {
  return false;
}

}  // namespace graphwright::onednn
