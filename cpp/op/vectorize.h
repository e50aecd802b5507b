// Running an op on many rows at once: what the vectorization rule of an op is handed, and building blocks for such
// rules.
#pragma once

#include <optional>

#include "op/build.h"

namespace graphwright {

// A value of a function that is run on many rows at once. With `rows` there is one for each row, along a new first axis
// (for a list: along a new first axis of each element); without, it is the same one for all rows.
struct VectorizedValue {
  Value value;
  bool rows = false;
};

// One op of such a function. A rule gives the outputs for all rows in as many ops as it takes, whatever the number of
// rows is; where it gives none, a loop over the rows runs the op.
class VectorizeContext {
 public:
  VectorizeContext(const OpDef& op, const Attrs& attrs, std::span<const VectorizedValue> inputs,
                   std::span<const Value> row_inputs, std::span<const Value> row_outputs, const Value& num_rows)
      : op_(op),
        attrs_(attrs),
        inputs_(inputs),
        row_inputs_(row_inputs),
        row_outputs_(row_outputs),
        num_rows_(num_rows) {}

  const OpDef& op() const { return op_; }
  const Attrs& attrs() const { return attrs_; }
  template <class T>
  T attr(std::string_view name) const {
    return find_attr<T>(op_, row_inputs_, attrs_, name);
  }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(row_outputs_.size()); }
  // Input i as it is, with rows or without.
  const Value& value(int i) const { return inputs_[i].value; }
  bool rows(int i) const { return inputs_[i].rows; }
  bool any_rows(int from, int to) const;
  // Input i with rows, repeated where it had none.
  Value stacked(int i) const { return rows(i) ? value(i) : repeat(value(i)); }
  Values all_stacked() const;
  // The integers in input i, where they are the same for all rows and known.
  std::optional<SmallVector<int64_t, 8>> known(int i) const;

  // The static shape of one row of input or output i, and its rank, -1 where that is unknown.
  const Shape& row_shape(int i) const { return row_inputs_[i].shape(); }
  const Shape& row_output_shape(int i) const { return row_outputs_[i].shape(); }
  DType output_dtype(int i) const { return row_outputs_[i].dtype(); }
  int row_rank(int i) const { return row_shape(i).has_rank() ? row_shape(i).rank() : -1; }
  // The number of rows, an int32 scalar.
  const Value& num_rows() const { return num_rows_; }

  // `value` once for each row.
  Value repeat(const Value& value) const;
  // [number of rows] + shape, where `shape` is a vector of integers.
  Value with_rows(const Value& shape) const;
  // Such a shape as list ops take it: what stands for an unknown rank stays as it is.
  Value list_shape_with_rows(const Value& shape) const;
  // Axes of one row as axes of all rows: those that count from the front move by one.
  static Value shifted(const Value& axes);
  static int64_t shifted(int64_t axis) { return axis >= 0 ? axis + 1 : axis; }
  // `value`, with rows of rank `rank`, with axes of extent 1 after the first, so that its rows get rank `wanted`.
  static Value widened(const Value& value, int rank, int wanted);
  // The first two axes as one, and back for what becomes an output.
  Value merged(const Value& value) const;
  Value split(const Value& value, int output = 0) const;
  // The shape of a row as that of merged rows: its first size times their number.
  Value merged_sizes(const Value& sizes) const;
  // The axis of all rows before axis `axis` of a row, which has rank `rank`, and back to the front.
  static Value rows_at(const Value& value, int rank, int axis);
  static Value rows_to_front(const Value& value, int rank, int axis);
  // The rows behind each other in axis `axis`, and back.
  static Value in_axis(const Value& value, int rank, int axis);
  Value from_axis(const Value& value, int rank, int axis) const;
  Value in_last_axis(const Value& value, int rank) const { return in_axis(value, rank, rank - 1); }
  Value from_last_axis(const Value& value, int rank) const { return from_axis(value, rank, rank - 1); }
  // Input i, vectors of indices, with the number of the row before each vector.
  Value with_row_index(int i) const;

  // Gives an output, with rows or without. (A rule gives all of them, or none.)
  void set(int i, Value value, bool with_rows = true);
  // Calls the op itself with these inputs; its outputs are this one's.
  void set_all(std::span<const Value> inputs, const Attrs& attrs);
  void set_all(std::span<const Value> inputs) { set_all(inputs, attrs_); }
  const std::vector<VectorizedValue>& results() const { return results_; }

 private:
  const OpDef& op_;
  const Attrs& attrs_;
  std::span<const VectorizedValue> inputs_;
  std::span<const Value> row_inputs_;
  std::span<const Value> row_outputs_;
  Value num_rows_;
  std::vector<VectorizedValue> results_;
};

// Rules that serve several families.
namespace vectorize {

// The op takes any number of axes before those that it works on, the same ones for all inputs.
void leading_axes(VectorizeContext& ctx);
// The same for the first K inputs; the others have no rows.
template <int K>
void leading_axes_of(VectorizeContext& ctx) {
  if (ctx.any_rows(K, ctx.num_inputs())) return;
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs.push_back(i < K ? ctx.stacked(i) : ctx.value(i));
  ctx.set_all(inputs);
}
// The op broadcasts all inputs.
void broadcasting(VectorizeContext& ctx);
// All inputs have one shape, but scalars go with any.
void one_shape_or_scalars(VectorizeContext& ctx);
// Input 0 is an array, input 1 its axes.
void axes_input(VectorizeContext& ctx);
// Inputs of which the first K have an axis of examples in front, which are independent of each other.
template <int K>
void examples(VectorizeContext& ctx) {
  if (ctx.any_rows(K, ctx.num_inputs())) return;
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs.push_back(i < K ? ctx.merged(ctx.stacked(i)) : ctx.value(i));
  Values outputs = call(ctx.op(), inputs, ctx.attrs());
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set(i, ctx.split(outputs[i], i));
}
// The op works along the first axis of input 0, alike for all others of its axes; the other inputs have no rows.
void first_axis(VectorizeContext& ctx);
// Input 0 is the shape of the output, which is drawn anew for each row.
void drawn(VectorizeContext& ctx);

}  // namespace vectorize

}  // namespace graphwright
