// Parts of tensors, as checkpoints name and keep them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensor/tensor.h"

namespace graphwright {

// A part of a tensor: for each axis where it begins and how long it is, -1 for all of it.
struct TensorSlice {
  std::vector<int64_t> begins, sizes;
  bool operator==(const TensorSlice&) const = default;
};

// Parses "10 20 0,5:-": the shape of a whole tensor, and the part of it that is meant. Throws InvalidArgument.
void parse_slice(const std::string& text, Shape& shape, TensorSlice& slice);
// True where it is all of every axis.
bool is_whole(const TensorSlice& slice);
// All of a tensor of that rank.
TensorSlice whole_slice(int rank);
// The part's extents. Throws InvalidArgument where it does not fit.
Shape part_shape(const Shape& whole, const TensorSlice& slice);
// Copies what two parts of a tensor of shape `whole` have in common, and notes in `covered` which elements of the
// target that are.
void copy_common(const Shape& whole, const TensorSlice& from, const Tensor& source, const TensorSlice& to,
                 Tensor& target, std::vector<bool>* covered);
// The key of a part in a table: keys sort as names and slices do.
std::string part_key(const std::string& key, const TensorSlice& slice);

// TensorSliceProto. Reading gives false where the bytes are no such message.
std::string slice_message(const TensorSlice& slice);
bool read_slice_message(std::string_view bytes, TensorSlice& slice);

}  // namespace graphwright
