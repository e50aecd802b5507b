// Running sums and products along one axis.
#include "kernels/scan.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "kernels/by_level.h"
#include "kernels/elementwise.h"
#include "kernels/reduce.h"
#include "kernels/scan_tables.h"

namespace graphwright {
namespace {

const ScanTables& tables() {
  static const ScanTables tables = GW_BY_LEVEL(scan_tables)();
  return tables;
}

// The type of the running value: wider than the elements for floats, so that long scans keep their accuracy.
template <class T>
struct Running {
  using type = T;
};
template <>
struct Running<float> {
  using type = double;
};
template <>
struct Running<Half> {
  using type = float;
};
template <>
struct Running<Bfloat16> {
  using type = float;
};
template <>
struct Running<std::complex<float>> {
  using type = std::complex<double>;
};

struct Sum {
  template <class A>
  static A start() {
    return A(0);
  }
  template <class A>
  static A of(A a, A b) {
    if constexpr (std::is_integral_v<A>) {
      return static_cast<A>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    } else {
      return a + b;
    }
  }
};
struct Prod {
  template <class A>
  static A start() {
    return A(1);
  }
  template <class A>
  static A of(A a, A b) {
    if constexpr (std::is_integral_v<A>) {
      return static_cast<A>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    } else {
      return a * b;
    }
  }
};
// log(e^a + e^b).
struct LogSumExp {
  template <class A>
  static A start() {
    return -std::numeric_limits<A>::infinity();
  }
  template <class A>
  static A of(A a, A b) {
    A high = std::max(a, b), low = std::min(a, b);
    if (low == -std::numeric_limits<A>::infinity() || high == std::numeric_limits<A>::infinity()) return high;
    return high + std::log1p(std::exp(low - high));
  }
};

// How x splits around the axis: x[outer][n][inner].
struct Extents {
  int64_t outer = 1, n = 1, inner = 1;
};

constexpr int64_t kGrain = 16384;

template <class F, class T>
void scan_typed(const T* x, const Extents& e, bool exclusive, bool reverse, T* out) {
  // LogSumExp's start must be a number of T, so it runs in T's own compute type.
  using A = std::conditional_t<std::is_same_v<F, LogSumExp>, compute_t<T>, typename Running<T>::type>;
  constexpr int64_t kTile = 256;  // columns carried along together
  int64_t tiles = (e.inner + kTile - 1) / kTile;
  int64_t work = std::max<int64_t>(1, e.n * std::min(e.inner, kTile));
  parallel_for(e.outer * tiles, std::max<int64_t>(1, kGrain / work), [&](int64_t begin, int64_t end) {
    A running[kTile];
    for (int64_t task = begin; task < end; ++task) {
      int64_t first = task % tiles * kTile, cols = std::min(kTile, e.inner - first);
      std::fill_n(running, cols, F::template start<A>());
      for (int64_t k = 0; k < e.n; ++k) {
        int64_t offset = (task / tiles * e.n + (reverse ? e.n - 1 - k : k)) * e.inner + first;
        const T* from = x + offset;
        T* to = out + offset;
        for (int64_t j = 0; j < cols; ++j) {
          A next = F::of(running[j], static_cast<A>(static_cast<compute_t<T>>(from[j])));
          to[j] = static_cast<T>(static_cast<compute_t<T>>(exclusive ? running[j] : next));
          running[j] = next;
        }
      }
    }
  });
}

// float32 sums along the last axis. In a long row, as many pieces as there are threads are summed up first and scanned,
// each from the sum of those before it, while they are still in the cache.
void scan_float_rows(const float* x, const Extents& e, bool exclusive, bool reverse, float* out) {
  ScanSumFn fn = tables().sum[exclusive][reverse];
  constexpr int64_t kPiece = 65536;
  int64_t threads = num_threads();
  if (e.outer >= threads || e.n < 2 * kPiece) {
    parallel_for(e.outer, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, e.n)), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) fn(x + row * e.n, out + row * e.n, e.n, 0);
    });
    return;
  }
  const Reducer& sum = reducer(ReduceCode::kSum, DType::kFloat32);
  std::vector<double> carries(threads + 1);
  for (int64_t row = 0; row < e.outer; ++row) {
    carries[0] = 0;
    for (int64_t done = 0; done < e.n; done += threads * kPiece) {
      int64_t pieces = std::min(threads, (e.n - done + kPiece - 1) / kPiece);
      auto start = [&](int64_t piece, int64_t& size) {
        int64_t first = done + piece * kPiece;
        size = std::min(kPiece, e.n - first);
        return row * e.n + (reverse ? e.n - first - size : first);
      };
      parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
        for (int64_t piece = begin; piece < end; ++piece) {
          int64_t size, at = start(piece, size);
          carries[piece + 1] = 0;
          sum.loops.row(x + at, size, &carries[piece + 1]);
        }
      });
      for (int64_t piece = 0; piece < pieces; ++piece) carries[piece + 1] += carries[piece];
      parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
        for (int64_t piece = begin; piece < end; ++piece) {
          int64_t size, at = start(piece, size);
          fn(x + at, out + at, size, carries[piece]);
        }
      });
      carries[0] = carries[pieces];
    }
  }
}

// Sums and products along an outer axis: each row of the output is the one before it with a row of x taken in, by the
// vector loops.
void scan_wide_rows(BinaryCode op, const Tensor& x, const Extents& e, bool exclusive, bool reverse, const Tensor& out) {
  const BinaryFns& fns = *binary_fns(op, x.dtype());
  int64_t size = static_cast<int64_t>(dtype_size(x.dtype()));
  constexpr int64_t kTile = 1024;
  int64_t tiles = (e.inner + kTile - 1) / kTile;
  int64_t work = std::max<int64_t>(1, e.n * std::min(e.inner, kTile));
  Tensor start = Tensor::scalar_of(x.dtype(), op == BinaryCode::kMul ? 1 : 0);
  parallel_for(e.outer * tiles, std::max<int64_t>(1, kGrain / work), [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t column = task % tiles * kTile, cols = std::min(kTile, e.inner - column);
      auto row = [&](const Tensor& tensor, int64_t k) {
        int64_t at = (task / tiles * e.n + (reverse ? e.n - 1 - k : k)) * e.inner + column;
        return static_cast<char*>(tensor.raw()) + at * size;
      };
      if (exclusive) {
        visit_size(size, [&]<class B>() {
          std::fill_n(reinterpret_cast<B*>(row(out, 0)), cols, *static_cast<const B*>(start.raw()));
        });
      } else {
        std::memcpy(row(out, 0), row(x, 0), cols * size);
      }
      for (int64_t k = 1; k < e.n; ++k)
        fns.vector_vector(row(out, k - 1), row(x, exclusive ? k - 1 : k), row(out, k), cols);
    }
  });
}

template <class F>
bool scan_numbers(const Tensor& x, const Extents& e, bool exclusive, bool reverse, const Tensor& out) {
  return visit_number(x.dtype(), [&]<class T>() {
    if constexpr (!std::is_same_v<F, LogSumExp> || std::is_floating_point_v<compute_t<T>>) {
      scan_typed<F, T>(x.data<T>(), e, exclusive, reverse, out.data<T>());
    }
  });
}

}  // namespace

void scan(ScanCode code, const Tensor& x, int axis, bool exclusive, bool reverse, const Tensor& out) {
  Extents e;
  e.n = x.shape()[axis];
  for (int i = 0; i < axis; ++i) e.outer *= x.shape()[i];
  for (int i = axis + 1; i < x.shape().rank(); ++i) e.inner *= x.shape()[i];
  if (x.num_elements() == 0) return;
  bool done = false;
  if (code == ScanCode::kSum && x.dtype() == DType::kFloat32 && e.inner == 1) {
    scan_float_rows(x.data<float>(), e, exclusive, reverse, out.data<float>());
    return;
  }
  BinaryCode op = code == ScanCode::kProd ? BinaryCode::kMul : BinaryCode::kAdd;
  bool small_float = x.dtype() == DType::kHalf || x.dtype() == DType::kBfloat16;  // would round at every step
  if (code != ScanCode::kLogSumExp && e.inner >= 16 && !small_float && x.dtype() != DType::kString &&
      binary_fns(op, x.dtype())) {
    scan_wide_rows(op, x, e, exclusive, reverse, out);
    return;
  }
  switch (code) {
    case ScanCode::kSum:
      done = scan_numbers<Sum>(x, e, exclusive, reverse, out);
      break;
    case ScanCode::kProd:
      done = scan_numbers<Prod>(x, e, exclusive, reverse, out);
      break;
    case ScanCode::kLogSumExp:
      done = is_floating(x.dtype()) && scan_numbers<LogSumExp>(x, e, exclusive, reverse, out);
      break;
  }
  GW_CHECK(done, Code::kNotFound, "Could not find device for node: there is no CPU kernel for ",
           dtype_op_def_name(x.dtype()));
}

}  // namespace graphwright
