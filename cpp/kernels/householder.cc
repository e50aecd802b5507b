// The choice among the loops for reflections and rotations.
#include "kernels/householder.h"

#include "kernels/by_level.h"

namespace graphwright {

namespace v2 {
extern const ReflectionTable reflection_table;
}
namespace v3 {
extern const ReflectionTable reflection_table;
}
namespace v4 {
extern const ReflectionTable reflection_table;
}

namespace {

const ReflectionTable& reflections() {
  static const ReflectionTable& chosen = GW_BY_LEVEL(reflection_table);
  return chosen;
}

}  // namespace

template <>
const ReflectionLoops<float>& reflection_loops<float>() {
  return reflections().f32;
}
template <>
const ReflectionLoops<double>& reflection_loops<double>() {
  return reflections().f64;
}
template <>
const ReflectionLoops<std::complex<double>>& reflection_loops<std::complex<double>>() {
  return reflections().c128;
}

void reflect_few(const SmallReflector<float>& by, int rows, int64_t columns, float* x, int64_t stride) {
  reflections().few_f32(by, rows, columns, x, stride);
}
void reflect_few(const SmallReflector<double>& by, int rows, int64_t columns, double* x, int64_t stride) {
  reflections().few_f64(by, rows, columns, x, stride);
}
void rotate_rows(int64_t count, const Rotation<double>* rotations, int64_t width, double* rows, int64_t stride) {
  reflections().rotate_rows(count, rotations, width, rows, stride);
}
double secular_sum(int64_t n, const double* z, const double* a, const double* b, double x) {
  return reflections().secular_sum(n, z, a, b, x);
}

}  // namespace graphwright
