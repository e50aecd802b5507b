// Ragged tensors: rows of numbers (RaggedRange), and padding to a dense tensor (RaggedTensorToTensor).
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/strided_copy.h"
#include "op/build.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// ---- RaggedRange ----

constexpr const char* kRangeNames[] = {"starts", "limits", "deltas"};

void ragged_range_shape(ShapeContext& ctx) {
  int64_t rows = 1;  // of three scalars
  bool any_vector = false, any_unknown = false;
  for (int i = 0; i < 3; ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) {
      any_unknown = true;
      continue;
    }
    if (shape.rank() > 1) ctx.fail(kRangeNames[i], " must be a scalar or vector");
    if (shape.rank() == 0) continue;
    if (any_vector && rows != kUnknown && shape[0] != kUnknown && rows != shape[0])
      ctx.fail("starts, limits, and deltas must have the same shape");
    if (!any_vector || rows == kUnknown) rows = shape[0];
    any_vector = true;
  }
  if (!any_vector && any_unknown) rows = kUnknown;
  ctx.set_output(0, Shape{rows == kUnknown ? kUnknown : rows + 1});
  ctx.set_output(1, Shape{kUnknown});
}

// How many numbers start, start + delta, … lie before the limit; none where the limit lies the other way.
template <class T>
int64_t row_size(KernelContext& ctx, T start, T limit, T delta) {
  using C = compute_t<T>;
  const C first = static_cast<C>(start), last = static_cast<C>(limit), step = static_cast<C>(delta);
  if (step == C(0)) ctx.fail("Requires delta != 0");
  if constexpr (!std::is_integral_v<C>) {
    if (std::isnan((last - first) / step))
      ctx.fail("Requires ((limit - start) / delta) <= ", std::numeric_limits<int64_t>::max());
  }
  if ((step > C(0) && !(first < last)) || (step < C(0) && !(first > last))) return 0;
  if constexpr (std::is_integral_v<C>) {
    const uint64_t distance = step > C(0) ? static_cast<uint64_t>(last) - static_cast<uint64_t>(first)
                                          : static_cast<uint64_t>(first) - static_cast<uint64_t>(last);
    const uint64_t width = step > C(0) ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
    const uint64_t count = distance / width + (distance % width != 0);
    if (count > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      ctx.fail("Requires ((limit - start) / delta) <= ", std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(count);
  } else {
    const double count = std::ceil(std::fabs(static_cast<double>((last - first) / step)));
    if (!(count < 9.2e18)) ctx.fail("Requires ((limit - start) / delta) <= ", std::numeric_limits<int64_t>::max());
    return static_cast<int64_t>(count);
  }
}

template <class T, class S>
void ragged_range_rows(KernelContext& ctx, int64_t rows, bool const (&scalar)[3]) {
  const T* bounds[3];
  for (int i = 0; i < 3; ++i) bounds[i] = ctx.input(i).data<T>();
  auto bound = [&](int i, int64_t row) { return bounds[i][scalar[i] ? 0 : row]; };
  S* splits = ctx.allocate(0, Shape{rows + 1}).template data<S>();
  splits[0] = 0;
  int64_t total = 0;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t size = row_size(ctx, bound(0, row), bound(1, row), bound(2, row));
    if (__builtin_add_overflow(total, size, &total) || total > static_cast<int64_t>(std::numeric_limits<S>::max()))
      ctx.fail("Invalid ragged range: the number of values does not fit ", ctx.output_dtype(0));
    splits[row + 1] = static_cast<S>(total);
  }
  T* values = ctx.allocate(1, Shape{total}).template data<T>();
  for (int64_t row = 0; row < rows; ++row) {
    T value = bound(0, row);
    const T delta = bound(2, row);
    for (S i = splits[row]; i < splits[row + 1]; ++i) {
      *values++ = value;
      if constexpr (std::is_integral_v<T>) {
        value = static_cast<T>(static_cast<uint64_t>(value) + static_cast<uint64_t>(delta));
      } else {
        value = static_cast<T>(static_cast<compute_t<T>>(value) + static_cast<compute_t<T>>(delta));
      }
    }
  }
}

void ragged_range_cpu(KernelContext& ctx) {
  int64_t rows = -1;
  bool scalar[3];
  for (int i = 0; i < 3; ++i) {
    const Shape& shape = ctx.input(i).shape();
    if (shape.rank() > 1) ctx.fail(kRangeNames[i], " must be a scalar or vector");
    scalar[i] = shape.rank() == 0;
    if (scalar[i]) continue;
    if (rows >= 0 && rows != shape[0]) ctx.fail("starts, limits, and deltas must have the same shape");
    rows = shape[0];
  }
  if (rows < 0) rows = 1;
  const bool narrow = ctx.output_dtype(0) == DType::kInt32;
  visit_dtype<int32_t, int64_t, float, double, Bfloat16>(ctx.input(0).dtype(), [&]<class T>() {
    narrow ? ragged_range_rows<T, int32_t>(ctx, rows, scalar) : ragged_range_rows<T, int64_t>(ctx, rows, scalar);
  });
}

// ---- RaggedTensorToTensor ----

// Inputs: shape, values, default_value, and the partitions, the outermost first.
constexpr int kFirstPartition = 3;

enum class Partition { kRowSplits, kValueRowIds };

struct Partitions {
  bool has_first_size = false;  // partition 0 is the number of rows
  std::vector<Partition> rows;  // one for each ragged axis
  int input_of(int axis) const { return kFirstPartition + axis + (has_first_size ? 1 : 0); }
};

template <class Context>
Partitions read_partitions(const Context& ctx) {
  Partitions found;
  const auto types = ctx.template attr<std::vector<std::string>>("row_partition_types");
  if (static_cast<int>(types.size()) != ctx.num_inputs() - kFirstPartition)
    ctx.fail("there are ", ctx.num_inputs() - kFirstPartition, " row partitions, but types of ", types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] == "ROW_SPLITS") {
      found.rows.push_back(Partition::kRowSplits);
    } else if (types[i] == "VALUE_ROWIDS" && i > 0) {
      found.rows.push_back(Partition::kValueRowIds);
    } else if (types[i] == "FIRST_DIM_SIZE" && i == 0) {
      found.has_first_size = true;
    } else {
      ctx.fail(i == 0 ? "Cannot handle type " : "Unsupported row partition type ", types[i]);
    }
  }
  if (found.rows.empty()) ctx.fail("there is no row partition");
  return found;
}

// The wanted shape with what the values say of the inner axes.
template <class Context>
Shape combined_shape(const Context& ctx, const Shape& wanted, const Shape& values, int ragged_rank) {
  if (!values.has_rank()) return wanted;
  if (values.rank() == 0) ctx.fail("values must have at least one axis, got a scalar");
  const int rank = ragged_rank + values.rank();
  if (wanted.has_rank() && wanted.rank() != rank)
    ctx.fail("tf.RaggedTensor(dense shape=", values, ", ragged rank=", ragged_rank, ") and shape=", wanted,
             " are incompatible: the ragged tensor has rank ", rank);
  Shape shape = wanted.has_rank() ? wanted : Shape();
  if (!wanted.has_rank()) shape = Shape::filled(rank, kUnknown);
  for (int axis = 1; axis < values.rank(); ++axis) {
    const int at = ragged_rank + axis;
    if (shape[at] != kUnknown && values[axis] != kUnknown && shape[at] != values[axis])
      ctx.fail("Inner values.shape=", values, " is incompatible with shape=", wanted, ": axis ", at,
               " of the result is ", shape[at], " in one and ", values[axis], " in the other");
    if (shape[at] == kUnknown) shape.set(at, values[axis]);
  }
  return shape;
}

void to_tensor_shape(ShapeContext& ctx) {
  const Partitions partitions = read_partitions(ctx);
  const int ragged_rank = static_cast<int>(partitions.rows.size());
  const Shape& shape_of_shape = ctx.input(0);
  if (shape_of_shape.rank() > 1) ctx.fail("shape must be a vector or the scalar -1, got shape ", shape_of_shape);
  const Shape wanted = shape_of_shape.rank() == 0 ? Shape::unknown() : ctx.constant_as_shape(0);
  Shape shape = combined_shape(ctx, wanted, ctx.input(1), ragged_rank);
  const Shape& default_value = ctx.input(2);
  if (default_value.has_rank() && ctx.input(1).has_rank() && default_value.rank() >= ctx.input(1).rank())
    ctx.fail("default_value.shape=", default_value, " and rt_input.flat_values.shape=", ctx.input(1),
             " are incompatible: default_value.rank = ", default_value.rank(),
             "  must be less than rt_input.flat_values.rank = ", ctx.input(1).rank());
  if (shape.has_rank() && shape[0] == kUnknown) {
    if (partitions.has_first_size) {
      if (auto size = known_int(ctx, kFirstPartition); size && *size >= 0) shape.set(0, *size);
    } else if (const Shape& splits = ctx.input(kFirstPartition); splits.rank() == 1 && splits[0] > 0) {
      shape.set(0, splits[0] - 1);
    }
  }
  ctx.set_output(0, shape);
}

// For each value below an axis its row and its place in that row.
struct Places {
  std::vector<int64_t> row, place;
  int64_t longest = 0;
};

Places places_of(KernelContext& ctx, const Tensor& partition, Partition kind, int64_t rows, int64_t values) {
  Places found;
  if (partition.shape().rank() != 1) ctx.fail("a row partition must be a vector, got shape ", partition.shape());
  const int64_t n = partition.num_elements();
  if (kind == Partition::kRowSplits) {
    if (n == 0) ctx.fail("Expected row_splits to have at least one element");
    if (n - 1 != rows) ctx.fail("Row partition size is ", n - 1, " where ", rows, " rows are expected");
    if (partition.int_at(0) != 0) ctx.fail("Row splits must start with 0, got ", partition.int_at(0));
    const int64_t total = partition.int_at(n - 1);
    if (values >= 0 && total != values)
      ctx.fail("Row splits must end with the number of values, ", values, ", got ", total);
    for (int64_t row = 0; row + 1 < n; ++row) {
      const int64_t begin = partition.int_at(row), end = partition.int_at(row + 1);
      if (begin > end || end > total) ctx.fail("Row splits must not decrease, got ", begin, " before ", end);
      found.longest = std::max(found.longest, end - begin);
      for (int64_t i = begin; i < end; ++i) {
        found.row.push_back(row);
        found.place.push_back(i - begin);
      }
    }
    return found;
  }
  if (values >= 0 && n != values) ctx.fail("there are ", values, " values, but ", n, " row ids");
  int64_t previous = 0, place = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t row = partition.int_at(i);
    if (row < previous || row >= rows)
      ctx.fail("Value row ids must not decrease and lie in [0, ", rows, "), got ", row, " after ", previous);
    place = i > 0 && row == previous ? place + 1 : 0;
    previous = row;
    found.longest = std::max(found.longest, place + 1);
    found.row.push_back(row);
    found.place.push_back(place);
  }
  return found;
}

// Fills `out`, blocks of `inner`'s shape, with a default value that is broadcast to such a block.
void fill_default(KernelContext& ctx, const Tensor& value, const Shape& inner, Tensor& out) {
  if (value.num_elements() == 1) return fill_elements(out.dtype(), out.raw(), value.raw(), out.num_elements());
  const int missing = inner.rank() - value.shape().rank();
  const auto to = strides_of(inner), from = strides_of(value.shape());
  CopyAxes axes;
  const int64_t size = product(inner, 0, inner.rank());
  axes.push_back({out.num_elements() / std::max<int64_t>(size, 1), size, 0});
  for (int axis = 0; axis < inner.rank(); ++axis) {
    const int64_t extent = axis < missing ? 1 : value.shape()[axis - missing];
    if (extent != 1 && extent != inner[axis])
      ctx.fail("default_value.shape=", value.shape(), " does not broadcast to the shape ", inner, " of a value");
    axes.push_back({inner[axis], to[axis], extent == 1 ? 0 : from[axis - missing]});
  }
  strided_copy(out.dtype(), axes, out.raw(), value.raw());
}

void to_tensor_cpu(KernelContext& ctx) {
  const Partitions partitions = read_partitions(ctx);
  const int ragged_rank = static_cast<int>(partitions.rows.size());
  const Tensor& values = ctx.input(1);
  const Tensor& wanted = ctx.input(0);
  Shape wanted_shape = Shape::unknown();
  if (wanted.shape().rank() == 0) {
    if (wanted.int_at(0) != -1)
      ctx.fail("The only valid scalar shape tensor is the fully unknown shape specified as -1.");
  } else if (wanted.shape().rank() == 1) {
    wanted_shape = wanted.as_shape();
  } else {
    ctx.fail("shape must be a vector or the scalar -1, got shape ", wanted.shape());
  }
  Shape shape = combined_shape(ctx, wanted_shape, values.shape(), ragged_rank);
  if (ctx.input(2).shape().rank() >= values.shape().rank())
    ctx.fail("default_value.shape=", ctx.input(2).shape(), " and rt_input.flat_values.shape=", values.shape(),
             " are incompatible: default_value.rank = ", ctx.input(2).shape().rank(),
             "  must be less than rt_input.flat_values.rank = ", values.shape().rank());
  const Tensor& first = ctx.input(kFirstPartition);
  int64_t rows;
  if (partitions.has_first_size) {
    rows = int_input(ctx, kFirstPartition);
    if (rows < 0) ctx.fail("the number of rows must not be negative, got ", rows);
  } else {
    rows = first.num_elements() - 1;
  }
  std::vector<Places> places;
  int64_t below = rows;
  for (int axis = 0; axis < ragged_rank; ++axis) {
    const bool last = axis + 1 == ragged_rank;
    places.push_back(places_of(ctx, ctx.input(partitions.input_of(axis)), partitions.rows[axis], below,
                               last ? values.shape()[0] : -1));
    below = static_cast<int64_t>(places.back().row.size());
    if (shape[axis + 1] == kUnknown) shape.set(axis + 1, places.back().longest);
  }
  if (shape[0] == kUnknown) shape.set(0, rows);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  if (out.num_elements() == 0) return;
  Shape inner;
  for (int axis = 1; axis < values.shape().rank(); ++axis) inner.insert(axis - 1, values.shape()[axis]);
  fill_default(ctx, ctx.input(2), inner, out);
  // Where each row, then each value, goes: -1 for what is cut off.
  std::vector<int64_t> target(rows);
  for (int64_t row = 0; row < rows; ++row) target[row] = row < shape[0] ? row : -1;
  for (int axis = 0; axis < ragged_rank; ++axis) {
    const Places& here = places[axis];
    std::vector<int64_t> next(here.row.size());
    for (size_t i = 0; i < next.size(); ++i) {
      const int64_t above = target[here.row[i]];
      next[i] = above < 0 || here.place[i] >= shape[axis + 1] ? -1 : above * shape[axis + 1] + here.place[i];
    }
    target = std::move(next);
  }
  const int64_t size = product(inner, 0, inner.rank());
  for (size_t i = 0; i < target.size();) {  // values that lie side by side are copied at once
    size_t end = i + 1;
    if (target[i] >= 0) {
      while (end < target.size() && target[end] == target[end - 1] + 1) ++end;
      copy_elements(values.dtype(), advance(out.raw(), values.dtype(), target[i] * size),
                    advance(values.raw(), values.dtype(), static_cast<int64_t>(i) * size),
                    static_cast<int64_t>(end - i) * size);
    }
    i = end;
  }
}

// The same op tells which value each element of the result came from.
Values to_tensor_grad(GradientContext& ctx) {
  Values result(ctx.num_inputs());
  const auto types = ctx.attr<std::vector<std::string>>("row_partition_types");
  const int ragged_rank = static_cast<int>(types.size()) - (types[0] == "FIRST_DIM_SIZE" ? 1 : 0);
  const Value values_shape = build::shape_of(ctx.input(1));
  const Value count =
      build::reshape(op<"Slice">({values_shape, build::ints({0}), build::ints({1})}), Value(Tensor::from<int32_t>({})));
  const Value inner = op<"Slice">({values_shape, build::ints({1}), build::ints({-1})});
  const Value outer = op<"Slice">({build::shape_of(ctx.output(0)), build::ints({0}), build::ints({ragged_rank + 1})});
  Values inputs{outer, op<"Range">({Tensor::scalar(int32_t{0}), count, Tensor::scalar(int32_t{1})}),
                Tensor::scalar(int32_t{-1})};
  for (int i = kFirstPartition; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.input(i));
  const Value source =
      build::reshape(op<"RaggedTensorToTensor">(inputs, {{"row_partition_types", types}}), build::ints({-1}));
  const Value flat = op<"ConcatV2">({build::shape_of(source), inner, Tensor::scalar(int32_t{0})});
  const Value grad = build::reshape(ctx.grad(), flat);
  if (ctx.wants(1)) result[1] = op<"UnsortedSegmentSum">({grad, source, count});
  if (ctx.wants(2)) {
    // Elements of the default value are summed as segment 0, all others dropped as segment -1.
    const Value segment = op<"Sub">(
        {build::cast(op<"Less">({source, Tensor::scalar(int32_t{0})}), DType::kInt32), Tensor::scalar(int32_t{1})});
    const Value sum = op<"UnsortedSegmentSum">({grad, segment, Tensor::scalar(int32_t{1})});
    result[2] = build::unbroadcast(build::reshape(sum, inner), ctx.input(2));
  }
  return result;
}

}  // namespace

// RaggedRange: row i is starts[i], starts[i] + deltas[i], … before limits[i].
DEFINE_OP("RaggedRange")
    .input("starts: T")
    .input("limits: T")
    .input("deltas: T")
    .output("rt_nested_splits: Tsplits")
    .output("rt_dense_values: T")
    .attr("T: {bfloat16, float, double, int32, int64} = int32")
    .attr("Tsplits: {int32, int64} = int64")
    .doc("Rows of evenly spaced numbers, as row splits and values; scalar inputs stand for every row.")
    .shape(ragged_range_shape)
    .kernel(CPU, ragged_range_cpu)
    .no_gradient("TensorFlow defines none");

// RaggedTensorToTensor: y[i0, i1, …] = the value there, default_value where rows are shorter.
DEFINE_OP("RaggedTensorToTensor")
    .input("shape: Tshape")
    .input("values: T")
    .input("default_value: T")
    .input("row_partition_tensors: num_row_partition_tensors * Tindex")
    .output("result: T")
    .attr("T: type")
    .attr("Tindex: {int64, int32}")
    .attr("Tshape: {int64, int32}")
    .attr("num_row_partition_tensors: int >= 1")
    .attr("row_partition_types: list(string)")
    .doc("A dense tensor of the rows of a ragged one, padded with the default value or cut to `shape`.")
    .shape(to_tensor_shape)
    .kernel(CPU, to_tensor_cpu)
    .gradient(to_tensor_grad);

XLA_FACT(kNotCompiled, "RaggedRange", "RaggedTensorToTensor");

}  // namespace graphwright
