// Running sums and products along one axis.
#pragma once

#include "tensor/tensor.h"

namespace graphwright {

enum class ScanCode : uint8_t { kSum, kProd, kLogSumExp };

// out[…, i, …] = x[…, 0, …] + … + x[…, i, …] along `axis`; without the last term when `exclusive`, from the far end
// when `reverse`. Throws NotFound where there is no kernel for the dtype.
void scan(ScanCode code, const Tensor& x, int axis, bool exclusive, bool reverse, const Tensor& out);

}  // namespace graphwright
