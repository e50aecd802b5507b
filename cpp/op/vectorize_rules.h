// More building blocks for vectorization rules: rows as further examples of a batch, and indices that move with them.
#pragma once

#include <initializer_list>

#include "op/vectorize.h"

namespace graphwright::vectorize {

// Indices of rows [rows, …] below `each`, an int32 scalar, which are the same things for every row, as indices of those
// of all rows behind each other. What is out of range becomes -1, and stays out of range.
Value moved(const VectorizeContext& ctx, const Value& indices, int row_rank, const Value& each);
// Element `axis` of the shape of all rows, an int32 scalar.
Value extent(const Value& value, int axis);

// The inputs at these places have an axis of examples in front, which are independent of each other; the others have no
// rows.
void examples_at(VectorizeContext& ctx, std::initializer_list<int> places);
template <int... kPlaces>
void examples_among(VectorizeContext& ctx) {
  examples_at(ctx, {kPlaces...});
}

}  // namespace graphwright::vectorize
