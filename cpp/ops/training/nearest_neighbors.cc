// The centers that are nearest to points: NearestNeighbors.
#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

void nearest(KernelContext& ctx) {
  const Tensor &points = ctx.input(0), &centers = ctx.input(1);
  for (int i : {0, 1})
    if (ctx.input(i).shape().rank() != 2) ctx.fail("Input ", ctx.op().inputs[i].name, " should be a matrix.");
  if (ctx.input(2).shape().rank() != 0) ctx.fail("Input k should be a scalar.");
  const int64_t n = points.shape()[0], width = points.shape()[1], count = centers.shape()[0];
  if (n == 0) ctx.fail("Expected points.rows() > 0.");
  if (centers.shape()[1] != width)
    ctx.fail("Expected point_dimensions == center_dimensions: ", width, " vs ", centers.shape()[1], ".");
  if (ctx.input(2).int_at(0) < 0) ctx.fail("k must not be negative, got ", ctx.input(2).int_at(0));
  const int64_t k = std::min(ctx.input(2).int_at(0), count);
  Tensor indices = ctx.allocate(0, Shape{n, k}), distances = ctx.allocate(1, Shape{n, k});
  parallel_for(n, std::max<int64_t>(1, 16384 / (count * width + 1)), [&](int64_t begin, int64_t end) {
    std::vector<float> own(static_cast<size_t>(count));
    std::vector<int64_t> order(static_cast<size_t>(count));
    for (int64_t i = begin; i < end; ++i) {
      const float* point = points.data<float>() + i * width;
      for (int64_t c = 0; c < count; ++c) {
        float sum = 0;
        for (int64_t j = 0; j < width; ++j) {
          const float difference = point[j] - centers.data<float>()[c * width + j];
          sum += difference * difference;
        }
        own[static_cast<size_t>(c)] = sum;
      }
      std::iota(order.begin(), order.end(), 0);
      std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](int64_t a, int64_t b) {
        const float x = own[static_cast<size_t>(a)], y = own[static_cast<size_t>(b)];
        return x < y || (!(y < x) && a < b);
      });
      for (int64_t j = 0; j < k; ++j) {
        indices.data<int64_t>()[i * k + j] = order[static_cast<size_t>(j)];
        distances.data<float>()[i * k + j] = own[static_cast<size_t>(order[static_cast<size_t>(j)])];
      }
    }
  });
}

DEFINE_OP("NearestNeighbors")
    .input("points: float")
    .input("centers: float")
    .input("k: int64")
    .output("nearest_center_indices: int64")
    .output("nearest_center_distances: float")
    .doc("The k nearest centers of each point, with the squares of their distances.")
    .shape([](ShapeContext& ctx) {
      for (int i : {0, 1}) ctx.set_output(i, Shape{kUnknown, kUnknown});
    })
    .kernel(CPU, nearest);

}  // namespace
}  // namespace graphwright
