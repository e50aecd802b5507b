// The selection of `x[begin:end:stride, ..., None, i]`, worked out axis by axis.
#include "ops/array/strided_slice_spec.h"

#include <algorithm>

namespace graphwright {
namespace {

// What is asked of one axis of the array.
struct AxisRequest {
  bool has_begin = false, has_end = false;  // given and not masked out
  bool begin_known = false, end_known = false, stride_known = true;
  bool shrink = false;
  int64_t begin = 0, end = 0, stride = 1;
};

bool bit(int64_t mask, int64_t i) { return i < 64 && (mask >> i & 1); }

// The number of steps from begin to end.
int64_t steps(int64_t begin, int64_t end, int64_t stride) {
  int64_t interval = end - begin;
  if (interval == 0 || (interval < 0) != (stride < 0)) return 0;
  return interval / stride + (interval % stride != 0);
}

}  // namespace

int64_t strided_slice_count(const Shape& begin, const Shape& end, const Shape& strides) {
  int64_t count = kUnknown;
  for (const Shape* shape : {&begin, &end, &strides}) {
    if (!shape->has_rank()) continue;
    int64_t n = shape->rank() == 1 ? (*shape)[0] : kUnknown;
    GW_CHECK_ARG(shape->rank() == 1 && (n < 0 || count < 0 || n == count),
                 "Expected begin, end, and strides to be 1D equal size tensors, but got shapes ", begin, ", ", end,
                 ", and ", strides, " instead.");
    if (n >= 0) count = n;
  }
  GW_CHECK_ARG(count < 32, "Expected at most 31 entries in begin, end and strides, but got ", count);
  return count;
}

StridedSliceSpec strided_slice_spec(const Shape& array, const Tensor& begin, const Tensor& end, const Tensor& strides,
                                    int64_t count, const StridedSliceMasks& masks) {
  int rank = array.rank();
  // Entries that stand for an axis of the array: all but new axes and the ellipsis, which takes the axes left over.
  int64_t ellipsis = -1, used = 0;
  GW_CHECK_ARG((masks.ellipsis & (masks.ellipsis - 1)) == 0, "Multiple ellipses in slice spec not allowed");
  for (int64_t i = 0; i < count; ++i) {
    if (bit(masks.ellipsis, i)) {
      ellipsis = i;
    } else if (!bit(masks.new_axis, i)) {
      ++used;
    }
  }
  constexpr int kNewAxis = -1;
  SmallVector<AxisRequest, 8> requests(rank);
  SmallVector<int, 8> layout;  // axes of the result: an axis of the array, or kNewAxis
  int axis = 0;
  auto take_whole_axes = [&](int64_t n) {
    for (int64_t k = 0; k < n && axis < rank; ++k) layout.push_back(axis++);
  };
  for (int64_t i = 0; i < count; ++i) {
    if (i == ellipsis) {
      take_whole_axes(rank - used);
      continue;
    }
    if (bit(masks.new_axis, i)) {
      layout.push_back(kNewAxis);
      continue;
    }
    GW_CHECK_ARG(rank > 0, "Attempting to slice scalar input.");
    GW_CHECK_ARG(axis < rank, "Index out of range using input dim ", axis, "; input has only ", rank, " dims");
    AxisRequest& request = requests[axis];
    request.has_begin = !bit(masks.begin, i);
    request.has_end = !bit(masks.end, i);
    request.shrink = bit(masks.shrink_axis, i);
    if ((request.begin_known = static_cast<bool>(begin))) request.begin = begin.int_at(i);
    if ((request.end_known = static_cast<bool>(end))) request.end = end.int_at(i);
    request.stride_known = static_cast<bool>(strides);
    if (strides) {
      request.stride = strides.int_at(i);
      GW_CHECK_ARG(request.stride != 0, "strides[", i, "] must be non-zero");
      GW_CHECK_ARG(!request.shrink || request.stride > 0, "only stride 1 allowed on non-range indexing.");
    }
    if (!request.shrink) layout.push_back(axis);
    ++axis;
  }
  if (ellipsis < 0) take_whole_axes(rank);

  StridedSliceSpec spec;
  spec.whole = Shape::filled(rank, kUnknown);
  for (int d = 0; d < rank; ++d) {
    const AxisRequest& r = requests[d];
    int64_t n = array[d], first = 0, stride = r.stride, size = kUnknown;
    if (r.shrink) {  // by one index, whatever the masks say
      size = 1;
      stride = 1;
      if (r.begin_known) {
        first = r.begin < 0 && n >= 0 ? r.begin + n : r.begin;
        if (n >= 0)
          GW_CHECK_ARG(first >= 0 && first < n, "slice index ", first, " of dimension ", d, " out of bounds.");
      }
    } else if (n >= 0 && r.stride_known && (r.begin_known || !r.has_begin) && (r.end_known || !r.has_end)) {
      int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? n : n - 1;
      auto place = [&](int64_t index) { return std::clamp(index < 0 ? index + n : index, low, high); };
      first = r.has_begin ? place(r.begin) : (stride > 0 ? low : high);
      int64_t last = r.has_end ? place(r.end) : (stride > 0 ? high : low);
      size = steps(first, last, stride);
    }
    spec.begin.push_back(first);
    spec.stride.push_back(size == 0 || size == 1 ? 1 : stride);
    spec.size.push_back(size);
    spec.whole.set(d, size);
  }
  spec.shape = Shape::filled(static_cast<int>(layout.size()), 1);
  for (size_t i = 0; i < layout.size(); ++i)
    if (layout[i] != kNewAxis) spec.shape.set(static_cast<int>(i), spec.size[layout[i]]);
  return spec;
}

bool in_one_piece(const Shape& array, const StridedSliceSpec& spec) {
  int first = 0, rank = array.rank();
  while (first < rank && spec.size[first] == 1) ++first;
  for (int i = first; i < rank; ++i)
    if (spec.stride[i] != 1 || (i > first && spec.size[i] != array[i])) return false;
  return true;
}

CopyAxes StridedSliceSpec::copy_axes(const Shape& array, int64_t* offset) const {
  auto from = strides_of(array), to = strides_of(whole);
  CopyAxes axes;
  *offset = 0;
  for (int d = 0; d < array.rank(); ++d) {
    *offset += begin[d] * from[d];
    axes.push_back({size[d], to[d], stride[d] * from[d]});
  }
  return axes;
}

}  // namespace graphwright
