// Gathering rows of an array, and updating them in place, at given offsets.
#include "kernels/rows.h"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "base/parallel.h"
#include "kernels/segment.h"
#include "tensor/tensor.h"

namespace graphwright {
namespace {

// Integers wrap around as in TensorFlow, through the unsigned type, where signed arithmetic would be undefined.
template <RowUpdate kUpdate, class T>
T combine(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<std::conditional_t<sizeof(T) < sizeof(int), int, T>>;
    if constexpr (kUpdate == RowUpdate::kAdd) return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    if constexpr (kUpdate == RowUpdate::kSub) return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
    if constexpr (kUpdate == RowUpdate::kMul) return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
    if constexpr (kUpdate == RowUpdate::kDiv) {
      if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(U{0} - static_cast<U>(a));
      return static_cast<T>(a / b);
    }
    if constexpr (kUpdate == RowUpdate::kMin) return std::min(a, b);
    if constexpr (kUpdate == RowUpdate::kMax) return std::max(a, b);
  } else {
    using C = compute_t<T>;
    C x = static_cast<C>(a), y = static_cast<C>(b);
    if constexpr (kUpdate == RowUpdate::kAdd) return static_cast<T>(x + y);
    if constexpr (kUpdate == RowUpdate::kSub) return static_cast<T>(x - y);
    if constexpr (kUpdate == RowUpdate::kMul) return static_cast<T>(x * y);
    if constexpr (kUpdate == RowUpdate::kDiv) return static_cast<T>(x / y);
    if constexpr (kUpdate == RowUpdate::kMin && std::is_floating_point_v<C>) return static_cast<T>(std::min(x, y));
    if constexpr (kUpdate == RowUpdate::kMax && std::is_floating_point_v<C>) return static_cast<T>(std::max(x, y));
  }
  return a;
}

// How many entries ahead of the work the cache is told what will be needed.
constexpr size_t kAhead = 16;
constexpr int64_t kParallelBytes = 1 << 19;

// Calls f(low, high) for stretches of the array that the offsets point into; f deals with the offsets in its own
// stretch only. So large updates run in parallel without locks, and repeated offsets are still combined in their order.
void for_each_stretch(std::span<const int64_t> offsets, int64_t bytes, RangeFn f) {
  int64_t pieces = bytes < 2 * kParallelBytes ? 1 : std::min<int64_t>(num_threads(), bytes / kParallelBytes);
  int64_t end = std::numeric_limits<int64_t>::max();
  if (pieces == 1) return f(0, end);
  int64_t extent = 0;
  for (int64_t offset : offsets) extent = std::max(extent, offset + 1);
  parallel_for(pieces, 1, [&](int64_t first, int64_t last) {
    f(extent / pieces * first, last == pieces ? end : extent / pieces * last);
  });
}

inline bool inside(int64_t offset, int64_t low, int64_t high) {
  return static_cast<uint64_t>(offset - low) < static_cast<uint64_t>(high - low);
}

template <RowUpdate kUpdate, class T>
void update_typed(T* base, int64_t row, std::span<const int64_t> offsets, const T* updates, bool one_update) {
  if constexpr (kUpdate == RowUpdate::kDiv) {
    int64_t n = one_update ? (offsets.empty() ? 0 : 1) : static_cast<int64_t>(offsets.size()) * row;
    const bool divides_by_zero =
        std::any_of(updates, updates + n, [](T x) { return compute_t<T>(x) == compute_t<T>(0); });
    GW_CHECK_ARG(!divides_by_zero, "updates must not contain 0");
  }
  for_each_stretch(offsets, static_cast<int64_t>(offsets.size() * sizeof(T)) * row, [&](int64_t low, int64_t high) {
    for (size_t k = 0; k < offsets.size(); ++k) {
      if (k + kAhead < offsets.size() && offsets[k + kAhead] >= 0) __builtin_prefetch(base + offsets[k + kAhead], 1);
      if (!inside(offsets[k], low, high)) continue;
      T* to = base + offsets[k];
      if (one_update) {
        for (int64_t j = 0; j < row; ++j) to[j] = combine<kUpdate, T>(to[j], updates[0]);
      } else {
        const T* from = updates + k * row;
        for (int64_t j = 0; j < row; ++j) to[j] = combine<kUpdate, T>(to[j], from[j]);
      }
    }
  });
}

template <RowUpdate kUpdate>
bool update_numbers(DType dtype, void* base, int64_t row, std::span<const int64_t> offsets, const void* updates,
                    bool one_update) {
  auto f = [&]<class T>() {
    update_typed<kUpdate, T>(static_cast<T*>(base), row, offsets, static_cast<const T*>(updates), one_update);
  };
  if constexpr (kUpdate == RowUpdate::kMin || kUpdate == RowUpdate::kMax) {
    return visit_real(dtype, f);
  } else {
    if constexpr (kUpdate == RowUpdate::kAdd || kUpdate == RowUpdate::kSub) {  // truth values are numbers to TensorFlow
      if (dtype == DType::kBool) {
        f.template operator()<bool>();
        return true;
      }
    }
    return visit_number(dtype, f);
  }
}

void assign_rows(DType dtype, void* base, int64_t row, std::span<const int64_t> offsets, const void* updates,
                 bool one_update) {
  const size_t size = dtype_size(dtype);
  auto assign = [&]<class T>(int64_t low, int64_t high) {
    T* target = static_cast<T*>(base);
    const T* from = static_cast<const T*>(updates);
    for (size_t k = 0; k < offsets.size(); ++k) {
      if (k + kAhead < offsets.size() && offsets[k + kAhead] >= 0) __builtin_prefetch(target + offsets[k + kAhead], 1);
      if (!inside(offsets[k], low, high)) continue;
      if (one_update) {
        std::fill_n(target + offsets[k], row, *from);
      } else if (row == 1) {
        target[offsets[k]] = from[k];
      } else {
        std::copy_n(from + k * row, row, target + offsets[k]);
      }
    }
  };
  int64_t bytes = static_cast<int64_t>(offsets.size() * size) * row;
  if (is_plain(dtype)) {
    visit_size(size, [&]<class T>() {
      for_each_stretch(offsets, bytes, [&](int64_t low, int64_t high) { assign.template operator()<T>(low, high); });
    });
  } else if (dtype == DType::kString) {
    assign.template operator()<std::string>(0, std::numeric_limits<int64_t>::max());
  } else {
    assign.template operator()<Handle>(0, std::numeric_limits<int64_t>::max());
  }
}

}  // namespace

void gather_rows(DType dtype, void* to, const void* base, int64_t row, std::span<const int64_t> offsets) {
  const size_t size = dtype_size(dtype);
  const int64_t bytes = row * static_cast<int64_t>(size);
  parallel_for(static_cast<int64_t>(offsets.size()), 65536 / std::max<int64_t>(bytes, 1) + 1,
               [&](int64_t begin, int64_t end) {
                 if (row == 1 && is_plain(dtype)) {
                   visit_size(size, [&]<class T>() {
                     for (int64_t k = begin; k < end; ++k)
                       static_cast<T*>(to)[k] = static_cast<const T*>(base)[offsets[k]];
                   });
                   return;
                 }
                 for (int64_t k = begin; k < end; ++k)
                   copy_elements(dtype, static_cast<char*>(to) + k * bytes,
                                 static_cast<const char*>(base) + offsets[k] * size, row);
               });
}

bool update_rows(RowUpdate update, DType dtype, void* base, int64_t row, std::span<const int64_t> offsets,
                 const void* updates, bool one_update) {
  switch (update) {
    case RowUpdate::kAssign:
      assign_rows(dtype, base, row, offsets, updates, one_update);
      return true;
    case RowUpdate::kAdd:
      if (!one_update && combine_wide_rows(BinaryCode::kAdd, dtype, updates, nullptr, offsets.data(),
                                           static_cast<int64_t>(offsets.size()), row, 1, base))
        return true;
      return update_numbers<RowUpdate::kAdd>(dtype, base, row, offsets, updates, one_update);
    case RowUpdate::kSub:
      return update_numbers<RowUpdate::kSub>(dtype, base, row, offsets, updates, one_update);
    case RowUpdate::kMul:
      return update_numbers<RowUpdate::kMul>(dtype, base, row, offsets, updates, one_update);
    case RowUpdate::kDiv:
      return update_numbers<RowUpdate::kDiv>(dtype, base, row, offsets, updates, one_update);
    case RowUpdate::kMin:
      return update_numbers<RowUpdate::kMin>(dtype, base, row, offsets, updates, one_update);
    case RowUpdate::kMax:
      return update_numbers<RowUpdate::kMax>(dtype, base, row, offsets, updates, one_update);
  }
  return false;
}

}  // namespace graphwright
