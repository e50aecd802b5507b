// Chooses the row loops for this CPU.
#include "kernels/row_loops.h"

#include "device/device.h"

namespace graphwright {

namespace v2 {
extern const RowTable row_table;
}
namespace v3 {
extern const RowTable row_table;
}
namespace v4 {
extern const RowTable row_table;
}

namespace {

const RowTable& table() {
  switch (isa_level()) {
    case IsaLevel::kV4:
      return v4::row_table;
    case IsaLevel::kV3:
      return v3::row_table;
    default:
      return v2::row_table;
  }
}

}  // namespace

template <>
const RowLoops<float>& row_loops<float>() {
  static const RowLoops<float>& loops = table().f32;
  return loops;
}
template <>
const RowLoops<double>& row_loops<double>() {
  static const RowLoops<double>& loops = table().f64;
  return loops;
}

void gelu_row(const float* x, float* y, int64_t n) { table().gelu(x, y, n); }

}  // namespace graphwright
