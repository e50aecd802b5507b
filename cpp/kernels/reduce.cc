// Reductions: the accumulators of every dtype, and the walk over axes that splits work among threads.
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>

#include "base/parallel.h"
#include "base/wrapping.h"
#include "kernels/by_level.h"
#include "kernels/elementwise.h"

namespace graphwright {
namespace {

// ---- Loops that have no version per ISA level ----

template <ReduceCode kCode>
struct Combine {
  template <class A>
  static A of(A a, A b) {
    if constexpr (kCode == ReduceCode::kProd) {
      return wrapping_multiply(a, b);
    } else if constexpr (kCode == ReduceCode::kMax) {
      return b != b || a < b ? b : a;
    } else if constexpr (kCode == ReduceCode::kMin) {
      return b != b || b < a ? b : a;
    } else if constexpr (kCode == ReduceCode::kAll) {
      return a & b;
    } else if constexpr (kCode == ReduceCode::kAny) {
      return a | b;
    } else {
      return wrapping_add(a, b);
    }
  }
};
template <ReduceCode kCode, class A>
constexpr A identity() {
  using Limits = std::numeric_limits<A>;
  if constexpr (kCode == ReduceCode::kProd || kCode == ReduceCode::kAll) {
    return A(1);
  } else if constexpr (kCode == ReduceCode::kMax) {
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  } else if constexpr (kCode == ReduceCode::kMin) {
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  } else {
    return A(0);
  }
}
// An element as a term.
template <ReduceCode kCode, class A, class T>
A term(T x) {
  if constexpr (kCode == ReduceCode::kSumOfSquares && !std::is_arithmetic_v<A>) {
    return A(std::norm(static_cast<A>(x)));
  } else if constexpr (kCode == ReduceCode::kSumOfSquares) {
    return static_cast<A>(x) * static_cast<A>(x);
  } else {
    return static_cast<A>(x);
  }
}

// Blocks of 4 partial results, so that one addition does not wait for the one before.
template <ReduceCode kCode, class A, class T>
void plain_row(const void* data, int64_t n, void* acc) {
  const T* x = static_cast<const T*>(data);
  A parts[4];
  std::fill_n(parts, 4, identity<kCode, A>());
  int64_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) parts[k] = Combine<kCode>::of(parts[k], term<kCode, A>(x[i + k]));
  for (; i < n; ++i) parts[0] = Combine<kCode>::of(parts[0], term<kCode, A>(x[i]));
  A total = Combine<kCode>::of(Combine<kCode>::of(parts[0], parts[1]), Combine<kCode>::of(parts[2], parts[3]));
  *static_cast<A*>(acc) = Combine<kCode>::of(*static_cast<A*>(acc), total);
}
template <ReduceCode kCode, class A, class T>
void plain_columns(const void* data, int64_t rows, int64_t cols, int64_t row_stride, void* acc) {
  const T* x = static_cast<const T*>(data);
  A* total = static_cast<A*>(acc);
  for (int64_t r = 0; r < rows; ++r, x += row_stride)
    for (int64_t j = 0; j < cols; ++j) total[j] = Combine<kCode>::of(total[j], term<kCode, A>(x[j]));
}

// All and Any stop where the result is certain.
template <bool kStop>
void bool_row(const void* data, int64_t n, void* acc) {
  const uint8_t* x = static_cast<const uint8_t*>(data);
  constexpr int64_t kBlock = 4096;
  for (int64_t begin = 0; begin < n; begin += kBlock) {
    int64_t end = std::min(n, begin + kBlock);
    int found = 0;
    for (int64_t i = begin; i < end; ++i) found |= (x[i] != 0) == kStop;
    if (found) {
      *static_cast<uint8_t*>(acc) = kStop;
      return;
    }
  }
}

// half and bfloat16: tiles converted to float go through the float loops.
constexpr int64_t kTile = 4096;
template <ReduceCode kCode, DType kDType>
void small_row(const void* data, int64_t n, void* acc) {
  const ReduceLoops& loops = reducer(kCode, DType::kFloat32).loops;
  alignas(64) float tile[kTile];
  for (int64_t i = 0; i < n; i += kTile) {
    int64_t count = std::min(kTile, n - i);
    to_float(kDType, static_cast<const uint16_t*>(data) + i, tile, count);
    loops.row(tile, count, acc);
  }
}
template <ReduceCode kCode, DType kDType>
void small_columns(const void* data, int64_t rows, int64_t cols, int64_t row_stride, void* acc) {
  const ReduceLoops& loops = reducer(kCode, DType::kFloat32).loops;
  alignas(64) float tile[kTile];
  int64_t step = std::max<int64_t>(1, kTile / cols);
  static_assert(kTile >= kMaxColumns);
  for (int64_t r = 0; r < rows; r += step) {
    int64_t count = std::min(step, rows - r);
    for (int64_t k = 0; k < count; ++k)
      to_float(kDType, static_cast<const uint16_t*>(data) + (r + k) * row_stride, tile + k * cols, cols);
    loops.columns(tile, count, cols, cols, acc);
  }
}

// ---- Accumulators ----

template <ReduceCode kCode, class A>
void init(void* acc, int64_t n) {
  std::fill_n(static_cast<A*>(acc), n, identity<kCode, A>());
}
template <ReduceCode kCode, class A>
void combine(const void* from, void* into, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    static_cast<A*>(into)[i] = Combine<kCode>::of(static_cast<A*>(into)[i], static_cast<const A*>(from)[i]);
}
template <class A, class T>
void finish(ReduceFinish how, const void* acc, void* out, int64_t n, int64_t count) {
  for (int64_t i = 0; i < n; ++i) {
    A value = static_cast<const A*>(acc)[i];
    if constexpr (!std::is_same_v<A, uint8_t>) {
      if (how == ReduceFinish::kMean) {
        if constexpr (std::is_integral_v<A>) {
          value = count == 0 ? A(0) : value / static_cast<A>(count);
        } else if constexpr (std::is_floating_point_v<A>) {
          value /= static_cast<A>(count);
        } else {
          value /= static_cast<typename A::value_type>(count);
        }
      } else if (how == ReduceFinish::kSquareRoot) {
        if constexpr (std::is_integral_v<A>) {
          value = static_cast<A>(std::sqrt(static_cast<double>(value)));
        } else {
          value = std::sqrt(value);
        }
      }
    }
    if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>) {
      static_cast<T*>(out)[i] = T(static_cast<float>(value));
    } else {
      static_cast<T*>(out)[i] = static_cast<T>(value);
    }
  }
}

struct Reducers {
  Reducer table[kNumReduceCodes][kNumDTypes] = {};
  Reducer& at(ReduceCode code, DType dtype) { return table[static_cast<int>(code)][static_cast<int>(dtype)]; }
};

template <ReduceCode kCode, class A, class T>
void set(Reducers& reducers, ReduceLoops loops, DType dtype = dtype_of<T>) {
  reducers.at(kCode, dtype) = {loops, sizeof(A), init<kCode, A>, combine<kCode, A>, finish<A, T>};
}
template <ReduceCode kCode, class A, class T>
void set_plain(Reducers& reducers) {
  set<kCode, A, T>(reducers, {plain_row<kCode, A, T>, plain_columns<kCode, A, T>});
}
template <ReduceCode kCode, class A>
void set_small(Reducers& reducers) {
  set<kCode, A, Half>(reducers, {small_row<kCode, DType::kHalf>, small_columns<kCode, DType::kHalf>});
  set<kCode, A, Bfloat16>(reducers, {small_row<kCode, DType::kBfloat16>, small_columns<kCode, DType::kBfloat16>});
}
template <class A, class T>
void set_numbers(Reducers& reducers, const ReduceTables& tables) {
  set<ReduceCode::kSum, A, T>(reducers, tables.at(ReduceCode::kSum, dtype_of<T>));
  set<ReduceCode::kSumOfSquares, A, T>(reducers, tables.at(ReduceCode::kSumOfSquares, dtype_of<T>));
  set<ReduceCode::kMax, T, T>(reducers, tables.at(ReduceCode::kMax, dtype_of<T>));
  set<ReduceCode::kMin, T, T>(reducers, tables.at(ReduceCode::kMin, dtype_of<T>));
  set_plain<ReduceCode::kProd, A, T>(reducers);
}
template <class C>
void set_complex(Reducers& reducers) {
  set_plain<ReduceCode::kSum, std::complex<double>, C>(reducers);
  set_plain<ReduceCode::kSumOfSquares, std::complex<double>, C>(reducers);
  set_plain<ReduceCode::kProd, std::complex<double>, C>(reducers);
}

const Reducers& all_reducers() {
  static const Reducers* reducers = [] {
    ReduceTables tables;
    GW_BY_LEVEL(fill_reduce)(tables);
    auto* r = new Reducers;
    set_numbers<double, float>(*r, tables);
    set_numbers<double, double>(*r, tables);
    set_numbers<int64_t, int8_t>(*r, tables);
    set_numbers<int64_t, int16_t>(*r, tables);
    set_numbers<int64_t, int32_t>(*r, tables);
    set_numbers<int64_t, int64_t>(*r, tables);
    set_numbers<uint64_t, uint8_t>(*r, tables);
    set_numbers<uint64_t, uint16_t>(*r, tables);
    set_numbers<uint64_t, uint32_t>(*r, tables);
    set_numbers<uint64_t, uint64_t>(*r, tables);
    set_small<ReduceCode::kSum, double>(*r);
    set_small<ReduceCode::kSumOfSquares, double>(*r);
    set_small<ReduceCode::kProd, double>(*r);
    set_small<ReduceCode::kMax, float>(*r);
    set_small<ReduceCode::kMin, float>(*r);
    set_complex<std::complex<float>>(*r);
    set_complex<std::complex<double>>(*r);
    set<ReduceCode::kAll, uint8_t, uint8_t>(*r, {bool_row<false>, plain_columns<ReduceCode::kAll, uint8_t, uint8_t>},
                                            DType::kBool);
    set<ReduceCode::kAny, uint8_t, uint8_t>(*r, {bool_row<true>, plain_columns<ReduceCode::kAny, uint8_t, uint8_t>},
                                            DType::kBool);
    return r;
  }();
  return *reducers;
}

// ---- The walk over axes ----

struct Axis {
  int64_t size, stride;  // stride in elements of x
};
using Axes = SmallVector<Axis, 6>;

int64_t count_of(const Axes& axes) {
  int64_t n = 1;
  for (const Axis& axis : axes) n *= axis.size;
  return n;
}
// Where the i-th combination of positions along `axes` (the last moving fastest) lies.
int64_t offset_of(const Axes& axes, int64_t i) {
  int64_t offset = 0;
  for (size_t k = axes.size(); k-- > 0;) {
    offset += i % axes[k].size * axes[k].stride;
    i /= axes[k].size;
  }
  return offset;
}

// x seen as kept axes around reduced ones. The innermost run of each kind is held apart: `inner_kept` columns side by
// side (1 when the last axis is reduced) and `inner_reduced`, the reduced axis nearest to the elements.
struct Plan {
  Axes kept, reduced;
  Axis inner_kept{1, 1}, inner_reduced{1, 1};

  Plan(const Shape& shape, std::span<const bool> is_reduced) {
    int64_t stride = 1;
    bool last_reduced = false;
    Axes* last = nullptr;
    Axes kept_reversed, reduced_reversed;
    bool innermost_kept = false, any = false;
    for (int i = shape.rank(); i-- > 0;) {
      int64_t size = shape[i];
      if (size == 1) continue;
      if (last && last_reduced == is_reduced[i]) {
        last->back().size *= size;
      } else {
        last = is_reduced[i] ? &reduced_reversed : &kept_reversed;
        last->push_back({size, stride});
        last_reduced = is_reduced[i];
        if (!any) innermost_kept = !is_reduced[i];
        any = true;
      }
      stride *= size;
    }
    for (size_t i = kept_reversed.size(); i-- > 0;) kept.push_back(kept_reversed[i]);
    for (size_t i = reduced_reversed.size(); i-- > 0;) reduced.push_back(reduced_reversed[i]);
    if (innermost_kept) {
      inner_kept = kept.back();
      kept.pop_back();
    }
    if (!reduced.empty()) {
      inner_reduced = reduced.back();
      reduced.pop_back();
    }
  }
};

constexpr size_t kMostAccSize = sizeof(std::complex<double>);
constexpr int64_t kGrain = 32768;  // elements worth a thread
constexpr int64_t kPiece = 65536;  // elements that one partial result takes in when a reduction is split

// The sum (say) of the terms [begin, end) along the inner reduced axis and all others, for `cols` columns from
// `column`.
void accumulate(const Reducer& reducer, const Plan& plan, size_t element, const char* data, int64_t column,
                int64_t cols, int64_t begin, int64_t end, void* acc) {
  int64_t combinations = count_of(plan.reduced);
  for (int64_t i = 0; i < combinations; ++i) {
    int64_t offset = offset_of(plan.reduced, i) + begin * plan.inner_reduced.stride + column;
    const char* x = data + offset * static_cast<int64_t>(element);
    if (plan.inner_kept.size == 1 && plan.inner_reduced.stride == 1) {
      reducer.loops.row(x, end - begin, acc);
    } else {
      reducer.loops.columns(x, end - begin, cols, plan.inner_reduced.stride, acc);
    }
  }
}

}  // namespace

const Reducer& reducer(ReduceCode code, DType dtype) {
  return all_reducers().table[static_cast<int>(code)][static_cast<int>(dtype)];
}

void reduce(ReduceCode code, ReduceFinish how, const Tensor& x, std::span<const bool> reduced, const Tensor& out) {
  const Reducer& r = reducer(code, x.dtype());
  GW_CHECK(r.loops.row != nullptr, Code::kNotFound, "Could not find device for node: there is no CPU kernel for ",
           dtype_op_def_name(x.dtype()));
  int64_t outputs = out.num_elements();
  if (outputs == 0) return;
  size_t element = dtype_size(x.dtype()), out_element = dtype_size(out.dtype());
  int64_t terms = x.num_elements() / outputs;
  auto write = [&](const void* acc, int64_t first, int64_t n) {
    r.finish(how, acc, static_cast<char*>(out.raw()) + first * static_cast<int64_t>(out_element), n, terms);
  };
  const char* data = static_cast<const char*>(x.raw());
  if (outputs == 1 && terms <= kPiece) {
    alignas(16) char acc[kMostAccSize];
    r.init(acc, 1);
    if (terms > 0) r.loops.row(data, terms, acc);
    write(acc, 0, 1);
    return;
  }
  if (terms == 0) {
    std::unique_ptr<char[]> acc(new char[outputs * r.acc_size]);
    r.init(acc.get(), outputs);
    write(acc.get(), 0, outputs);
    return;
  }
  Plan plan(x.shape(), reduced);
  int64_t kept = count_of(plan.kept), columns = plan.inner_kept.size;
  int64_t tiles = (columns + kMaxColumns - 1) / kMaxColumns;
  int64_t tile = std::min(columns, kMaxColumns);
  // A reduction with few results and many terms is split along its inner reduced axis. The pieces do not depend on the
  // number of threads, so neither does the result.
  int64_t pieces = 1;
  if (kept * tiles < 16 && terms * tile > 2 * kPiece) {
    pieces = std::min(plan.inner_reduced.size, (terms * tile + kPiece - 1) / kPiece);
    pieces = std::max<int64_t>(1, std::min<int64_t>(pieces, 64));
  }
  if (columns == 1 && pieces == 1 && plan.reduced.empty() && plan.kept.size() <= 1) {  // rows that lie whole in memory
    const int64_t length = plan.inner_reduced.size, stride = plan.kept.empty() ? 0 : plan.kept[0].stride;
    parallel_for(kept, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, length)), [&](int64_t begin, int64_t end) {
      constexpr int64_t kBatch = 64;
      alignas(64) char acc[kBatch * kMostAccSize];
      for (int64_t first = begin; first < end; first += kBatch) {
        const int64_t count = std::min(kBatch, end - first);
        r.init(acc, count);
        for (int64_t k = 0; k < count; ++k)
          r.loops.row(data + (first + k) * stride * static_cast<int64_t>(element), length, acc + k * r.acc_size);
        write(acc, first, count);
      }
    });
    return;
  }
  int64_t tasks = kept * tiles * pieces;
  int64_t task_grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, terms * tile / pieces));
  std::unique_ptr<char[]> partial(pieces > 1 ? new char[pieces * outputs * r.acc_size] : nullptr);
  parallel_for(tasks, task_grain, [&](int64_t begin, int64_t end) {
    std::unique_ptr<char[]> own(pieces > 1 ? nullptr : new char[tile * r.acc_size]);
    for (int64_t task = begin; task < end; ++task) {
      int64_t piece = task % pieces, block = task / pieces;
      int64_t column = block % tiles * kMaxColumns, row = block / tiles;
      int64_t cols = std::min(columns - column, kMaxColumns);
      int64_t first = row * columns + column;  // the first result of this task
      char* acc = pieces > 1 ? partial.get() + (piece * outputs + first) * static_cast<int64_t>(r.acc_size) : own.get();
      r.init(acc, cols);
      int64_t size = plan.inner_reduced.size;
      accumulate(r, plan, element, data + offset_of(plan.kept, row) * static_cast<int64_t>(element), column, cols,
                 size * piece / pieces, size * (piece + 1) / pieces, acc);
      if (pieces == 1) write(acc, first, cols);
    }
  });
  if (pieces > 1) {
    for (int64_t piece = 1; piece < pieces; ++piece)
      r.combine(partial.get() + piece * outputs * static_cast<int64_t>(r.acc_size), partial.get(), outputs);
    write(partial.get(), 0, outputs);
  }
}

}  // namespace graphwright
