// Runs a kernel written for float or double rows on rows of any floating type, a 16-bit row being widened first.
#pragma once

#include <memory>

#include "base/dtype.h"

namespace graphwright {

// A row as its compute type: the row itself, or a widened copy in `scratch` (of n elements).
template <class T>
const compute_t<T>* widened(const T* row, int64_t n, compute_t<T>* scratch) {
  if constexpr (std::is_same_v<T, compute_t<T>>) {
    (void)n, (void)scratch;
    return row;
  } else {
    for (int64_t i = 0; i < n; ++i) scratch[i] = static_cast<compute_t<T>>(row[i]);
    return scratch;
  }
}

// The place where a result row is computed: in place, or in `scratch`, to be stored by narrow().
template <class T>
compute_t<T>* result_row(T* row, compute_t<T>* scratch) {
  if constexpr (std::is_same_v<T, compute_t<T>>) {
    (void)scratch;
    return row;
  } else {
    (void)row;
    return scratch;
  }
}
template <class T>
void narrow(const compute_t<T>* computed, T* row, int64_t n) {
  if constexpr (!std::is_same_v<T, compute_t<T>>)
    for (int64_t i = 0; i < n; ++i) row[i] = static_cast<T>(computed[i]);
  else
    (void)computed, (void)row, (void)n;
}

// `rows` scratch rows of n elements, or none where T is computed in place.
template <class T>
class ScratchRows {
 public:
  ScratchRows(int rows, int64_t n) : n_(n) {
    if constexpr (!std::is_same_v<T, compute_t<T>>)
      memory_.reset(new compute_t<T>[rows * n]);
    else
      (void)rows;
  }
  compute_t<T>* operator[](int row) { return memory_.get() + row * n_; }

 private:
  int64_t n_;
  std::unique_ptr<compute_t<T>[]> memory_;
};

}  // namespace graphwright
