// Chooses the row loops for this CPU.
#include "kernels/row_loops.h"
#include "kernels/by_level.h"

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

const RowTable& table() { return GW_BY_LEVEL(row_table); }

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
