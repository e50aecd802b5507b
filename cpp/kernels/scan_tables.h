// The running sums that gain from vectors, by ISA level.
#pragma once

#include <cstdint>

namespace graphwright {

// out[i] = carry + x[0] + … + x[i] (without x[i] when exclusive), from the far end when reverse; returns the last sum.
// out may be x.
using ScanSumFn = double (*)(const float* x, float* out, int64_t n, double carry);
struct ScanTables {
  ScanSumFn sum[2][2];  // [exclusive][reverse]
};

namespace v2 {
ScanTables scan_tables();
}
namespace v3 {
ScanTables scan_tables();
}
namespace v4 {
ScanTables scan_tables();
}

}  // namespace graphwright
