// Shape: the extents of a tensor's axes; at trace time the rank or single extents may be unknown (-1).
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <ostream>
#include <span>
#include <string>

#include "base/error.h"

namespace graphwright {

inline constexpr int64_t kUnknown = -1;

class Shape {
 public:
  static constexpr int kInline = 5;

  Shape() : rank_(0) {}  // a scalar
  Shape(std::initializer_list<int64_t> sizes) : Shape(std::span<const int64_t>(sizes.begin(), sizes.size())) {}
  explicit Shape(std::span<const int64_t> sizes) : rank_(static_cast<int>(sizes.size())) {
    int64_t* to = rank_ > kInline ? (heap_ = new int64_t[rank_]) : inline_;
    for (size_t i = 0; i < sizes.size(); ++i) to[i] = sizes[i];
  }
  static Shape unknown() {
    Shape shape;
    shape.rank_ = -1;
    return shape;
  }
  // `rank` axes, each of extent `size`.
  static Shape filled(int rank, int64_t size) {
    Shape shape;
    shape.rank_ = rank;
    if (rank > kInline) shape.heap_ = new int64_t[rank];
    for (int i = 0; i < rank; ++i) shape.data()[i] = size;
    return shape;
  }
  Shape(const Shape& other) : rank_(other.rank_) { copy_from(other); }
  Shape(Shape&& other) noexcept : rank_(other.rank_) { steal(other); }
  Shape& operator=(const Shape& other) {
    if (this != &other) {
      if (rank_ > kInline) delete[] heap_;
      rank_ = other.rank_;
      copy_from(other);
    }
    return *this;
  }
  Shape& operator=(Shape&& other) noexcept {
    if (this != &other) {
      if (rank_ > kInline) delete[] heap_;
      rank_ = other.rank_;
      steal(other);
    }
    return *this;
  }
  ~Shape() {
    if (rank_ > kInline) delete[] heap_;
  }

  bool has_rank() const { return rank_ >= 0; }
  int rank() const { return rank_; }  // -1 when unknown
  int64_t operator[](int axis) const { return data()[axis]; }
  void set(int axis, int64_t size) { data()[axis] = size; }
  std::span<const int64_t> sizes() const { return {data(), static_cast<size_t>(rank_ < 0 ? 0 : rank_)}; }
  const int64_t* begin() const { return data(); }
  const int64_t* end() const { return data() + (rank_ < 0 ? 0 : rank_); }
  bool is_scalar() const { return rank_ == 0; }

  bool fully_defined() const {
    if (rank_ < 0) return false;
    for (int64_t size : sizes())
      if (size < 0) return false;
    return true;
  }
  // The product of the extents; -1 when any is unknown.
  int64_t num_elements() const {
    if (rank_ < 0) return kUnknown;
    int64_t n = 1;
    for (int64_t size : sizes()) {
      if (size < 0) return kUnknown;
      n *= size;
    }
    return n;
  }
  bool operator==(const Shape& other) const {
    if (rank_ != other.rank_) return false;
    for (int i = 0; i < rank_; ++i)
      if (data()[i] != other.data()[i]) return false;
    return true;
  }
  void append(int64_t size) { insert(rank_, size); }
  void insert(int axis, int64_t size);
  void erase(int axis);
  // The axes [begin, end) as a shape.
  Shape slice(int begin, int end) const { return Shape(sizes().subspan(begin, end - begin)); }
  Shape concat(const Shape& other) const;

  // Can one tensor have both shapes?
  bool compatible(const Shape& other) const;
  // The shape that is known from both; throws ValueError when they contradict each other.
  Shape merge(const Shape& other) const;
  // The most specific shape that describes both.
  Shape relax(const Shape& other) const;

  std::string str() const;  // "[2,?]" and "<unknown>", as in C++ error messages

 private:
  int64_t* data() { return rank_ > kInline ? heap_ : inline_; }
  const int64_t* data() const { return rank_ > kInline ? heap_ : inline_; }
  void copy_from(const Shape& other) {
    if (rank_ > kInline) {
      heap_ = new int64_t[rank_];
      std::memcpy(heap_, other.heap_, sizeof(int64_t) * rank_);
    } else {
      for (int i = 0; i < rank_; ++i) inline_[i] = other.inline_[i];
    }
  }
  void steal(Shape& other) {
    if (rank_ > kInline) {
      heap_ = other.heap_;
      other.rank_ = 0;
    } else {
      for (int i = 0; i < rank_; ++i) inline_[i] = other.inline_[i];
    }
  }

  int rank_;
  union {
    int64_t inline_[kInline];
    int64_t* heap_;
  };
};

std::ostream& operator<<(std::ostream& out, const Shape& shape);

// Maps a possibly negative axis to [0, rank); throws InvalidArgument naming `what` otherwise.
int normalize_axis(int64_t axis, int rank, const char* what = "axis");

// NumPy broadcasting of two shapes, unknown extents allowed; throws InvalidArgument "Incompatible shapes: …".
Shape broadcast_shapes(const Shape& a, const Shape& b);

// a*b, or an InvalidArgument error when that overflows 63 bits (both must be >= 0).
int64_t checked_multiply(int64_t a, int64_t b);

}  // namespace graphwright
