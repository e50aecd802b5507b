// ArgMax and ArgMin: where along an axis the extreme lies.
#include <algorithm>

#include "base/parallel.h"
#include "kernels/cast.h"
#include "kernels/reduce.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

void arg_shape(ShapeContext& ctx) {
  const Shape& shape = ctx.input(0);
  if (ctx.input(1).rank() > 0) ctx.fail("dim must be a scalar, but received tensor of shape: ", ctx.input(1));
  if (!shape.has_rank()) return ctx.set_output(0, Shape::unknown());
  if (shape.rank() == 0) return ctx.set_output(0, shape);
  Tensor axis = ctx.constant(1);
  if (!axis) return ctx.set_output(0, Shape::filled(shape.rank() - 1, kUnknown));
  int64_t position = axis.int_at(0), rank = shape.rank();
  if (position < -rank || position >= rank)
    ctx.fail("Expected dimension in the range [", -rank, ", ", rank, "), but got ", position);
  Shape result = shape;
  result.erase(static_cast<int>(position < 0 ? position + rank : position));
  ctx.set_output(0, result);
}

template <bool kMax, class T>
bool better(T candidate, T best) {
  return kMax ? candidate > best : candidate < best;
}

// The first place of the extreme among n elements `step` apart. NaN is no candidate unless there is nothing else.
template <bool kMax, class T>
int64_t best_of(const T* x, int64_t n, int64_t step) {
  using C = compute_t<T>;
  int64_t best = 0;
  C value = static_cast<C>(x[0]);
  for (int64_t i = 1; i < n; ++i) {
    C candidate = static_cast<C>(x[i * step]);
    if (better<kMax>(candidate, value) || (value != value && candidate == candidate)) {
      value = candidate;
      best = i;
    }
  }
  return best;
}

// The same for neighbouring elements: the extreme by vectors, then the search for it.
template <bool kMax, class T>
int64_t best_of_row(const T* x, int64_t n) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16> || std::is_same_v<T, bool>) {
    return best_of<kMax>(x, n, 1);
  } else {
    if (n < 32) return best_of<kMax>(x, n, 1);
    const Reducer& r = reducer(kMax ? ReduceCode::kMax : ReduceCode::kMin, dtype_of<T>);
    T extreme;
    r.init(&extreme, 1);
    r.loops.row(x, n, &extreme);
    if (extreme != extreme) return best_of<kMax>(x, n, 1);
    int64_t i = 0;
    while (i < n - 1 && x[i] != extreme) ++i;
    return i;
  }
}

constexpr int64_t kTile = 256;

// For at most kTile columns, `stride` elements from row to row: all advance together.
template <bool kMax, class T>
void best_of_columns(const T* x, int64_t n, int64_t stride, int64_t cols, int64_t* best) {
  using C = compute_t<T>;
  C values[kTile];
  for (int64_t j = 0; j < cols; ++j) {
    values[j] = static_cast<C>(x[j]);
    best[j] = 0;
  }
  for (int64_t i = 1; i < n; ++i) {
    const T* row = x + i * stride;
    for (int64_t j = 0; j < cols; ++j) {
      C candidate = static_cast<C>(row[j]);
      bool take = better<kMax>(candidate, values[j]) || (values[j] != values[j] && candidate == candidate);
      values[j] = take ? candidate : values[j];
      best[j] = take ? i : best[j];
    }
  }
}

template <bool kMax>
void arg_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &axis_input = ctx.input(1);
  if (!axis_input.shape().is_scalar())
    ctx.fail("dim must be a scalar, but received tensor of shape: ", axis_input.shape());
  const Shape& shape = x.shape();
  int64_t rank = shape.rank(), axis = axis_input.int_at(0);
  if (axis < -rank || axis >= rank)
    ctx.fail("Expected dimension in the range [", -rank, ", ", rank, "), but got ", axis);
  if (axis < 0) axis += rank;
  int64_t n = shape[static_cast<int>(axis)], outer = 1, inner = 1;
  for (int i = 0; i < axis; ++i) outer *= shape[i];
  for (int i = static_cast<int>(axis) + 1; i < rank; ++i) inner *= shape[i];
  Tensor out = ctx.output(0);
  if (out.num_elements() == 0) return;
  if (n == 0) ctx.fail("Reduction axis ", axis, " is empty in shape ", shape);
  auto store = [&](int64_t at, const int64_t* best, int64_t count) {
    cast_elements(DType::kInt64, best, out.dtype(),
                  static_cast<char*>(out.raw()) + at * static_cast<int64_t>(dtype_size(out.dtype())), count);
  };
  int64_t tiles = (inner + kTile - 1) / kTile, task = n * std::min(inner, kTile);
  auto run = [&]<class T>() {
    parallel_for(outer * tiles, std::max<int64_t>(1, 16384 / task), [&](int64_t begin, int64_t end) {
      int64_t best[kTile];
      if (inner == 1) {
        for (int64_t row = begin; row < end; row += kTile) {
          int64_t count = std::min(kTile, end - row);
          for (int64_t k = 0; k < count; ++k) best[k] = best_of_row<kMax>(x.data<T>() + (row + k) * n, n);
          store(row, best, count);
        }
        return;
      }
      for (int64_t i = begin; i < end; ++i) {
        int64_t column = i % tiles * kTile, cols = std::min(kTile, inner - column);
        best_of_columns<kMax>(x.data<T>() + i / tiles * n * inner + column, n, inner, cols, best);
        store(i / tiles * inner + column, best, cols);
      }
    });
  };
  if (!visit_real(x.dtype(), run) && !visit_dtype<bool>(x.dtype(), run))
    ctx.fail_code(Code::kNotFound, "Could not find device for node: there is no CPU kernel for ", x.dtype());
}

#define GW_ARG_TYPES                                                                                             \
  "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, " \
  "qint32, "                                                                                                     \
  "qint16, quint16, bool}"

DEFINE_OP("ArgMax")
    .input("input: T")
    .input("dimension: Tidx")
    .output("output: output_type")
    .attr(GW_ARG_TYPES)
    .attr("Tidx: {int16, int32, int64} = int32")
    .attr("output_type: {int16, uint16, int32, int64} = int64")
    .doc("Where along the axis the largest element lies; the first of equal ones.")
    .shape(arg_shape)
    .kernel(CPU, arg_cpu<true>)
    .no_gradient("its result is an integer")
    .vectorize(vectorize::axes_input);

DEFINE_OP("ArgMin")
    .input("input: T")
    .input("dimension: Tidx")
    .output("output: output_type")
    .attr(GW_ARG_TYPES)
    .attr("Tidx: {int32, int64} = int32")
    .attr("output_type: {int32, int64} = int64")
    .doc("Where along the axis the smallest element lies; the first of equal ones.")
    .shape(arg_shape)
    .kernel(CPU, arg_cpu<false>)
    .no_gradient("its result is an integer")
    .vectorize(vectorize::axes_input);

XLA_MUST_KNOW({"ArgMax", "ArgMin"}, {"dimension"});

}  // namespace
}  // namespace graphwright
