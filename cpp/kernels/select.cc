// Choosing elements by a condition, with broadcasting, and finding where a condition holds.
#include "kernels/select.h"

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <cstring>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "kernels/broadcast.h"
#include "kernels/by_level.h"
#include "kernels/select_tables.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 32768;

const SelectTables& tables() {
  static const SelectTables tables = GW_BY_LEVEL(select_tables)();
  return tables;
}

// One row of elements that must be copied one by one (strings and handles).
template <class T>
void select_objects(const uint8_t* condition, int64_t step_c, const T* a, int64_t step_a, const T* b, int64_t step_b,
                    T* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = condition[i * step_c] ? a[i * step_a] : b[i * step_b];
}

struct Operands {
  const Tensor &condition, &a, &b, &out;
  size_t size;

  // Elements [out_at, out_at + n) of the output; the operands' begin at the offsets and step by 0 or 1.
  void row(int64_t out_at, const std::array<int64_t, 3>& offsets, const std::array<int64_t, 3>& steps,
           int64_t n) const {
    const uint8_t* c = condition.data<uint8_t>() + offsets[0];
    if (out.dtype() == DType::kString) {
      select_objects(c, steps[0], a.data<std::string>() + offsets[1], steps[1], b.data<std::string>() + offsets[2],
                     steps[2], out.data<std::string>() + out_at, n);
      return;
    }
    if (!is_plain(out.dtype())) {
      select_objects(c, steps[0], a.data<Handle>() + offsets[1], steps[1], b.data<Handle>() + offsets[2], steps[2],
                     out.data<Handle>() + out_at, n);
      return;
    }
    const char* from_a = static_cast<const char*>(a.raw()) + offsets[1] * static_cast<int64_t>(size);
    const char* from_b = static_cast<const char*>(b.raw()) + offsets[2] * static_cast<int64_t>(size);
    char* to = static_cast<char*>(out.raw()) + out_at * static_cast<int64_t>(size);
    const auto& fns = tables().fns[std::countr_zero(size)];
    if (steps[0]) {
      fns[steps[1]][steps[2]](c, from_a, from_b, to, n);
      return;
    }
    // One condition for the whole row: a copy of the chosen operand.
    const char* from = *c ? from_a : from_b;
    if (steps[*c ? 1 : 2]) {
      std::memmove(to, from, static_cast<size_t>(n) * size);
    } else {
      visit_size(size, [&]<class T>() { std::fill_n(reinterpret_cast<T*>(to), n, *reinterpret_cast<const T*>(from)); });
    }
  }
};

}  // namespace

void select(const Tensor& condition, const Tensor& a, const Tensor& b, const Tensor& out) {
  int64_t n = out.num_elements();
  if (n == 0) return;
  Operands operands{condition, a, b, out, dtype_size(out.dtype())};
  std::array<int64_t, 3> counts{condition.num_elements(), a.num_elements(), b.num_elements()}, steps;
  bool simple = true;
  for (int k = 0; k < 3; ++k) {
    steps[k] = counts[k] == n ? 1 : 0;
    simple &= counts[k] == n || counts[k] == 1;
  }
  if (simple) {
    parallel_for(n, kGrain, [&](int64_t begin, int64_t end) {
      operands.row(begin, {begin * steps[0], begin * steps[1], begin * steps[2]}, steps, end - begin);
    });
    return;
  }
  BroadcastAxes<3> axes(out.shape(), {&condition.shape(), &a.shape(), &b.shape()});
  int64_t inner = axes.inner().size;
  parallel_for(axes.rows(), std::max<int64_t>(1, kGrain / inner), [&](int64_t begin, int64_t end) {
    axes.for_each_row(begin, end, [&](int64_t row, const std::array<int64_t, 3>& offsets) {
      operands.row(row * inner, offsets, axes.inner().strides, inner);
    });
  });
}

Tensor nonzero_positions(const Tensor& x) {
  const Shape& shape = x.shape();
  int64_t n = x.num_elements();
  int rank = shape.rank();
  constexpr int64_t kBlock = 16384;
  int64_t blocks = (n + kBlock - 1) / kBlock;
  std::vector<int64_t> first(blocks + 1, 0);
  Tensor positions;
  bool done = visit_number_or_bool(x.dtype(), [&]<class T>() {
    const T* values = x.data<T>();
    // Bit j tells of element at + j, for up to 64 elements: no branch for each.
    auto mask_of = [&](int64_t at, int64_t count) {
      uint64_t mask = 0;
      for (int64_t j = 0; j < count; ++j)
        mask |= static_cast<uint64_t>(static_cast<compute_t<T>>(values[at + j]) != compute_t<T>(0)) << j;
      return mask;
    };
    auto each_mask = [&](int64_t block, auto&& f) {
      int64_t end = std::min(n, (block + 1) * kBlock);
      for (int64_t at = block * kBlock; at < end; at += 64) f(at, mask_of(at, std::min<int64_t>(64, end - at)));
    };
    parallel_for(blocks, 4, [&](int64_t begin, int64_t end) {
      for (int64_t block = begin; block < end; ++block)
        each_mask(block, [&](int64_t, uint64_t mask) { first[block + 1] += std::popcount(mask); });
    });
    for (int64_t block = 0; block < blocks; ++block) first[block + 1] += first[block];
    positions = Tensor::allocate(DType::kInt64, Shape{first[blocks], rank});
    int64_t* out = positions.data<int64_t>();
    if (rank == 0) return;
    int64_t width = shape[rank - 1];
    parallel_for(blocks, 4, [&](int64_t begin, int64_t end) {
      SmallVector<int64_t, 8> outer(rank, 0);
      for (int64_t block = begin; block < end; ++block) {
        int64_t* row = out + first[block] * rank;
        int64_t line_end = 0;  // of the row of the last axis that `outer` describes; 0 for none yet
        each_mask(block, [&](int64_t at, uint64_t mask) {
          for (; mask; mask &= mask - 1) {
            int64_t i = at + std::countr_zero(mask);
            if (i >= line_end) {
              int64_t rest = i / width;
              line_end = (rest + 1) * width;
              for (int axis = rank - 1; axis-- > 0; rest /= shape[axis]) outer[axis] = rest % shape[axis];
            }
            for (int axis = 0; axis < rank - 1; ++axis) row[axis] = outer[axis];
            row[rank - 1] = i - (line_end - width);
            row += rank;
          }
        });
      }
    });
  });
  return done ? positions : Tensor();
}

}  // namespace graphwright
