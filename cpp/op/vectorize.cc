// Building blocks for vectorization rules.
#include "op/vectorize.h"

namespace graphwright {
namespace {

using build::ints;

Tensor vector_like(DType dtype, std::span<const int64_t> values) {
  Tensor tensor = Tensor::allocate(dtype, Shape{static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype == DType::kInt64) {
      tensor.data<int64_t>()[i] = values[i];
    } else {
      tensor.data<int32_t>()[i] = static_cast<int32_t>(values[i]);
    }
  }
  return tensor;
}

bool is_index(DType dtype) { return dtype == DType::kInt32 || dtype == DType::kInt64; }

Value concat(const Value& a, const Value& b) {
  return graphwright::op<"ConcatV2">({a, b, build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}});
}

// shape[begin:]
Value rest_of(const Value& shape, int begin) { return graphwright::op<"Slice">({shape, ints({begin}), ints({-1})}); }

}  // namespace

bool VectorizeContext::any_rows(int from, int to) const {
  for (int i = from; i < to; ++i)
    if (rows(i)) return true;
  return false;
}

Values VectorizeContext::all_stacked() const {
  Values values;
  for (int i = 0; i < num_inputs(); ++i) values.push_back(stacked(i));
  return values;
}

std::optional<SmallVector<int64_t, 8>> VectorizeContext::known(int i) const {
  if (rows(i) || !value(i).is_tensor() || !is_index(value(i).dtype())) return std::nullopt;
  const Tensor& tensor = Tensor::of(value(i));
  SmallVector<int64_t, 8> values;
  for (int64_t k = 0; k < tensor.num_elements(); ++k) values.push_back(tensor.int_at(k));
  return values;
}

Value VectorizeContext::repeat(const Value& value) const {
  return graphwright::op<"BroadcastTo">({value, with_rows(build::shape_of(value))});
}

Value VectorizeContext::with_rows(const Value& shape) const {
  if (shape.is_tensor() && num_rows_.is_tensor() && is_index(shape.dtype())) {
    const Tensor& tensor = Tensor::of(shape);
    SmallVector<int64_t, 8> sizes;
    sizes.push_back(Tensor::of(num_rows_).int_at(0));
    for (int64_t i = 0; i < tensor.num_elements(); ++i) sizes.push_back(tensor.int_at(i));
    return vector_like(shape.dtype(), {sizes.data(), sizes.size()});
  }
  return concat(build::reshape(build::cast(num_rows_, shape.dtype()), ints({1})), shape);
}

Value VectorizeContext::list_shape_with_rows(const Value& shape) const {
  bool vector = shape.shape().has_rank() && shape.shape().rank() == 1;
  return vector ? with_rows(shape) : build::number(shape.dtype(), -1);
}

Value VectorizeContext::shifted(const Value& axes) {
  if (axes.is_tensor()) {
    const Tensor& tensor = Tensor::of(axes);
    SmallVector<int64_t, 8> values;
    for (int64_t i = 0; i < tensor.num_elements(); ++i) values.push_back(shifted(tensor.int_at(i)));
    return vector_like(axes.dtype(), {values.data(), values.size()}).reshaped(axes.shape());
  }
  Value front = graphwright::op<"GreaterEqual">({axes, build::number_like(axes, 0)});
  return build::add(axes, build::cast(front, axes.dtype()));
}

Value VectorizeContext::widened(const Value& value, int rank, int wanted) {
  if (rank >= wanted) return value;
  Value shape = build::shape_of(value);
  if (shape.is_tensor()) {
    const Tensor& tensor = Tensor::of(shape);
    SmallVector<int64_t, 8> sizes;
    sizes.push_back(tensor.int_at(0));
    for (int i = rank; i < wanted; ++i) sizes.push_back(1);
    for (int64_t i = 1; i < tensor.num_elements(); ++i) sizes.push_back(tensor.int_at(i));
    return build::reshape(value, vector_like(DType::kInt32, {sizes.data(), sizes.size()}));
  }
  SmallVector<int64_t, 8> ones;
  for (int i = rank; i < wanted; ++i) ones.push_back(1);
  Value first = graphwright::op<"Slice">({shape, ints({0}), ints({1})});
  return build::reshape(value,
                        graphwright::op<"ConcatV2">({first, vector_like(DType::kInt32, {ones.data(), ones.size()}),
                                                     rest_of(shape, 1), build::number(DType::kInt32, 0)},
                                                    {{"N", int64_t{3}}}));
}

Value VectorizeContext::merged(const Value& value) const {
  const Shape& shape = value.shape();
  if (shape.fully_defined() && shape.rank() >= 2) {
    Shape flat{shape[0] * shape[1]};
    for (int i = 2; i < shape.rank(); ++i) flat.append(shape[i]);
    return build::reshape(value, Tensor::from_shape(flat));
  }
  // The product is spelled out: -1 would be ambiguous where there are no rows.
  Value sizes = build::shape_of(value);
  Value product = graphwright::op<"Prod">({graphwright::op<"Slice">({sizes, ints({0}), ints({2})}), ints({0})},
                                          {{"keep_dims", true}});
  return build::reshape(value, concat(product, rest_of(sizes, 2)));
}

Value VectorizeContext::split(const Value& value, int output) const {
  const Shape& shape = value.shape();
  const bool described = output < num_outputs() && row_output_shape(output).has_rank();
  int64_t each = described && row_output_shape(output).rank() > 0 ? row_output_shape(output)[0] : kUnknown;
  if (num_rows_.is_tensor() && shape.has_rank() && shape.rank() > 0) {
    const int64_t rows = Tensor::of(num_rows_).int_at(0);
    if (each < 0 && rows > 0 && shape[0] >= 0) each = shape[0] / rows;
    Shape wide{rows, each};
    for (int i = 1; i < shape.rank(); ++i) wide.append(shape[i]);
    if (wide.fully_defined()) return build::reshape(value, Tensor::from_shape(wide));
  }
  Value sizes = build::shape_of(value);
  Value rows = build::reshape(num_rows_, ints({1}));
  Value part = each >= 0 ? Value(ints({static_cast<int32_t>(each)}))
                         : graphwright::op<"FloorDiv">({graphwright::op<"Slice">({sizes, ints({0}), ints({1})}),
                                                        graphwright::op<"Maximum">({rows, ints({1})})});
  return build::reshape(value,
                        graphwright::op<"ConcatV2">({rows, part, rest_of(sizes, 1), build::number(DType::kInt32, 0)},
                                                    {{"N", int64_t{3}}}));
}

Value VectorizeContext::merged_sizes(const Value& sizes) const {
  Value first =
      build::mul(graphwright::op<"Slice">({sizes, ints({0}), ints({1})}), build::cast(num_rows_, sizes.dtype()));
  return concat(first, rest_of(sizes, 1));
}

Value VectorizeContext::rows_at(const Value& value, int rank, int axis) {
  if (axis == 0) return value;
  SmallVector<int64_t, 8> order;
  for (int i = 1; i <= axis; ++i) order.push_back(i);
  order.push_back(0);
  for (int i = axis + 1; i <= rank; ++i) order.push_back(i);
  return graphwright::op<"Transpose">({value, vector_like(DType::kInt32, {order.data(), order.size()})});
}

Value VectorizeContext::rows_to_front(const Value& value, int rank, int axis) {
  if (axis == 0) return value;
  SmallVector<int64_t, 8> order{axis};
  for (int i = 0; i <= rank; ++i)
    if (i != axis) order.push_back(i);
  return graphwright::op<"Transpose">({value, vector_like(DType::kInt32, {order.data(), order.size()})});
}

Value VectorizeContext::in_axis(const Value& value, int rank, int axis) {
  Value turned = rows_at(value, rank, axis);
  Value sizes = build::shape_of(turned);
  Value both = graphwright::op<"Prod">({graphwright::op<"Slice">({sizes, ints({axis}), ints({2})}), ints({0})},
                                       {{"keep_dims", true}});
  Value shape = concat(graphwright::op<"Slice">({sizes, ints({0}), ints({axis})}), both);
  return build::reshape(turned, axis + 1 == rank ? shape : concat(shape, rest_of(sizes, axis + 2)));
}

Value VectorizeContext::from_axis(const Value& value, int rank, int axis) const {
  Value sizes = build::shape_of(value);
  Value rows = build::reshape(num_rows_, ints({1}));
  Value each = graphwright::op<"FloorDiv">(
      {graphwright::op<"Slice">({sizes, ints({axis}), ints({1})}), graphwright::op<"Maximum">({rows, ints({1})})});
  Value wide = graphwright::op<"ConcatV2">({graphwright::op<"Slice">({sizes, ints({0}), ints({axis})}), rows, each,
                                            rest_of(sizes, axis + 1), build::number(DType::kInt32, 0)},
                                           {{"N", int64_t{4}}});
  return rows_to_front(build::reshape(value, wide), rank, axis);
}

Value VectorizeContext::with_row_index(int i) const {
  const DType dtype = value(i).dtype();
  Value indices = stacked(i);
  const int rank = row_rank(i);
  Value row = graphwright::op<"Range">({build::number(DType::kInt32, 0), num_rows_, build::number(DType::kInt32, 1)});
  row = widened(build::cast(row, dtype), 0, rank);
  Value shape = build::shape_of(indices);
  Value column = concat(graphwright::op<"Slice">({shape, ints({0}), ints({rank})}), ints({1}));
  return graphwright::op<"ConcatV2">(
      {graphwright::op<"BroadcastTo">({row, column}), indices, build::number(DType::kInt32, -1)}, {{"N", int64_t{2}}});
}

void VectorizeContext::set(int i, Value value, bool with_rows) {
  if (static_cast<int>(results_.size()) <= i) results_.resize(static_cast<size_t>(i) + 1);
  // Which shape rule may not know.
  if (with_rows && value.is_symbol() && value.dtype() != DType::kVariant && num_rows_.is_tensor() &&
      value.shape().has_rank() && value.shape().rank() > 0 && value.shape()[0] < 0)
    value.rep()->shape.set(0, Tensor::of(num_rows_).int_at(0));
  results_[static_cast<size_t>(i)] = {std::move(value), with_rows};
}

void VectorizeContext::set_all(std::span<const Value> inputs, const Attrs& attrs) {
  Values outputs = call(op_, inputs, attrs);
  for (size_t i = 0; i < outputs.size(); ++i) set(static_cast<int>(i), outputs[i]);
}

namespace vectorize {

void leading_axes(VectorizeContext& ctx) { ctx.set_all(ctx.all_stacked()); }

namespace {

// The same where ranks are not known before the program runs.
void broadcasting_unknown_ranks(VectorizeContext& ctx) {
  const Value one = build::number(DType::kInt32, 1);
  Values ranks;
  Value wanted;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    Value rank = op<"Rank">({ctx.value(i)});
    ranks.push_back(ctx.rows(i) ? build::sub(rank, one) : rank);
    wanted = wanted ? op<"Maximum">({wanted, ranks[i]}) : ranks[i];
  }
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (!ctx.rows(i)) {
      inputs.push_back(ctx.value(i));
      continue;
    }
    Value shape = build::shape_of(ctx.value(i));
    Value ones = op<"Fill">({build::reshape(build::sub(wanted, ranks[i]), ints({1})), one});
    Value first = op<"Slice">({shape, ints({0}), ints({1})});
    Value wide = op<"ConcatV2">({first, ones, rest_of(shape, 1), build::number(DType::kInt32, 0)}, {{"N", int64_t{3}}});
    inputs.push_back(build::reshape(ctx.value(i), wide));
  }
  ctx.set_all(inputs);
}

}  // namespace

void broadcasting(VectorizeContext& ctx) {
  int rank = 0;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (ctx.row_rank(i) < 0) return broadcasting_unknown_ranks(ctx);
    rank = std::max(rank, ctx.row_rank(i));
  }
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i)
    inputs.push_back(ctx.rows(i) ? VectorizeContext::widened(ctx.value(i), ctx.row_rank(i), rank) : ctx.value(i));
  ctx.set_all(inputs);
}

void one_shape_or_scalars(VectorizeContext& ctx) {
  Value shape;
  int rank = 0;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (ctx.row_rank(i) < 0) return;
    if (ctx.row_rank(i) == 0 || shape) continue;
    rank = ctx.row_rank(i);
    shape = build::shape_of(ctx.stacked(i));
  }
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const bool scalar = ctx.row_rank(i) == 0;
    Value input = scalar && !ctx.rows(i) ? ctx.value(i) : ctx.stacked(i);
    // Scalars of rows take the shape that the others have.
    if (scalar && ctx.rows(i) && shape) input = op<"BroadcastTo">({VectorizeContext::widened(input, 0, rank), shape});
    inputs.push_back(input);
  }
  ctx.set_all(inputs);
}

void axes_input(VectorizeContext& ctx) {
  if (!ctx.rows(1)) ctx.set_all(Values{ctx.stacked(0), VectorizeContext::shifted(ctx.value(1))});
}

void first_axis(VectorizeContext& ctx) {
  const int rank = ctx.row_rank(0);
  if (ctx.any_rows(1, ctx.num_inputs()) || rank < 1) return;
  Values inputs{VectorizeContext::rows_at(ctx.value(0), rank, 1)};
  for (int i = 1; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.value(i));
  ctx.set(0, VectorizeContext::rows_to_front(call(ctx.op(), inputs, ctx.attrs())[0], rank, 1));
}

void drawn(VectorizeContext& ctx) {
  if (ctx.any_rows(0, ctx.num_inputs())) return;
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs.push_back(i == 0 ? ctx.with_rows(ctx.value(0)) : ctx.value(i));
  ctx.set_all(inputs);
}

}  // namespace vectorize
}  // namespace graphwright
