// Shape arithmetic: merging, relaxing, broadcasting.
#include "base/shape.h"

#include <vector>

namespace graphwright {

void Shape::insert(int axis, int64_t size) {
  std::vector<int64_t> all(begin(), end());
  all.insert(all.begin() + axis, size);
  *this = Shape(std::span<const int64_t>(all));
}

void Shape::erase(int axis) {
  std::vector<int64_t> all(begin(), end());
  all.erase(all.begin() + axis);
  *this = Shape(std::span<const int64_t>(all));
}

Shape Shape::concat(const Shape& other) const {
  if (!has_rank() || !other.has_rank()) return unknown();
  std::vector<int64_t> all(begin(), end());
  all.insert(all.end(), other.begin(), other.end());
  return Shape(std::span<const int64_t>(all));
}

bool Shape::compatible(const Shape& other) const {
  if (!has_rank() || !other.has_rank()) return true;
  if (rank_ != other.rank_) return false;
  for (int i = 0; i < rank_; ++i) {
    if ((*this)[i] >= 0 && other[i] >= 0 && (*this)[i] != other[i]) return false;
  }
  return true;
}

Shape Shape::merge(const Shape& other) const {
  if (!has_rank()) return other;
  if (!other.has_rank()) return *this;
  GW_CHECK(compatible(other), Code::kValueError, "Shapes ", *this, " and ", other, " are not compatible");
  Shape merged = *this;
  for (int i = 0; i < rank_; ++i) {
    if (merged[i] < 0) merged.set(i, other[i]);
  }
  return merged;
}

Shape Shape::relax(const Shape& other) const {
  if (!has_rank() || !other.has_rank() || rank_ != other.rank_) return unknown();
  Shape relaxed = *this;
  for (int i = 0; i < rank_; ++i) {
    if (relaxed[i] != other[i]) relaxed.set(i, kUnknown);
  }
  return relaxed;
}

std::string Shape::str() const {
  if (!has_rank()) return "<unknown>";
  std::string text = "[";
  for (int i = 0; i < rank_; ++i) {
    if (i) text += ',';
    text += (*this)[i] < 0 ? "?" : std::to_string((*this)[i]);
  }
  return text + "]";
}

std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << shape.str(); }

int normalize_axis(int64_t axis, int rank, const char* what) {
  GW_CHECK_ARG(axis >= -rank && axis < rank, what, " ", axis, " is out of range [", -rank, ", ", rank, ") for rank ",
               rank);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  if (a == b && a.has_rank()) return a;
  if (!a.has_rank() || !b.has_rank()) return Shape::unknown();
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Shape result = longer;
  int offset = longer.rank() - shorter.rank();
  for (int i = 0; i < shorter.rank(); ++i) {
    int64_t x = longer[i + offset], y = shorter[i];
    if (x == y) continue;
    if (x == 1) {
      result.set(i + offset, y);
    } else if (x < 0) {
      // An unknown extent beside a known one other than 1 can only be that one or 1.
      result.set(i + offset, y > 1 ? y : (y == 1 ? kUnknown : y));
    } else if (y != 1 && y >= 0) {
      fail(Code::kInvalidArgument, "Incompatible shapes: ", a, " vs. ", b);
    }
  }
  return result;
}

int64_t checked_multiply(int64_t a, int64_t b) {
  int64_t product;
  GW_CHECK_ARG(!__builtin_mul_overflow(a, b, &product), "a shape with ", a, " * ", b, " elements is too large");
  return product;
}

}  // namespace graphwright
