// Filling the tables of elementwise loops, and the drivers that split and broadcast.
#include "kernels/elementwise.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "kernels/broadcast.h"
#include "kernels/by_level.h"

namespace graphwright {
namespace {

template <size_t kSize>
void copy_loop(const void* x, void* out, int64_t n) {
  if (x != out) std::memmove(out, x, static_cast<size_t>(n) * kSize);
}
void copy_strings(const void* x, void* out, int64_t n) { copy_elements(DType::kString, out, x, n); }

UnaryFn copy_fn(DType dtype) {
  if (dtype == DType::kString) return copy_strings;
  if (!is_plain(dtype)) return nullptr;
  switch (dtype_size(dtype)) {
    case 1:
      return copy_loop<1>;
    case 2:
      return copy_loop<2>;
    case 4:
      return copy_loop<4>;
    case 8:
      return copy_loop<8>;
    case 16:
      return copy_loop<16>;
    default:
      return nullptr;
  }
}

ElementwiseTables* build_tables() {
  auto* tables = new ElementwiseTables;
  GW_BY_LEVEL(fill_unary_float)(*tables);
  GW_BY_LEVEL(fill_unary_simple)(*tables);
  GW_BY_LEVEL(fill_binary_float)(*tables);
  GW_BY_LEVEL(fill_binary_integer)(*tables);
  for (int d = 1; d < kNumDTypes; ++d) {
    auto dtype = static_cast<DType>(d);
    tables->set(UnaryCode::kIdentity, dtype, copy_fn(dtype));
    if (!is_integer(dtype)) continue;
    tables->set(UnaryCode::kRound, dtype, copy_fn(dtype));
    if (is_unsigned(dtype)) tables->set(UnaryCode::kRelu, dtype, copy_fn(dtype));
  }
  fill_real_reference(*tables);
  fill_integer_reference(*tables);
  fill_complex_reference(*tables);
  fill_small_floats(*tables);
  return tables;
}

constexpr int64_t kLightGrain = 32768;
constexpr int64_t kHeavyGrain = 4096;

// Reads rows of `inner` elements, the k-th of which starts k * row_stride elements after `from`, into a contiguous
// tile.
template <class T>
void gather_rows(const void* from, int64_t rows, int64_t row_stride, int64_t inner, int64_t stride, void* tile) {
  const T* x = static_cast<const T*>(from);
  T* to = static_cast<T*>(tile);
  for (int64_t r = 0; r < rows; ++r, x += row_stride)
    for (int64_t i = 0; i < inner; ++i) *to++ = x[i * stride];
}

const char* at(const void* data, int64_t offset, size_t size) { return static_cast<const char*>(data) + offset * size; }

// One row of the output: both operands step evenly, by 1 or 0.
void call_row(const BinaryFns& fns, int64_t stride_a, int64_t stride_b, const void* a, const void* b, void* out,
              int64_t n) {
  if (stride_a && stride_b) {
    fns.vector_vector(a, b, out, n);
  } else if (stride_a) {
    fns.vector_scalar(a, b, out, n);
  } else {
    fns.scalar_vector(a, b, out, n);
  }
}

// Rows shorter than this are handled several at a time: operands are first spread out over a tile.
constexpr int64_t kShortRow = 64;
constexpr int64_t kTileBytes = 4096;

// The two inner axes at once, for short inner rows; there must be two.
void broadcast_short_rows(const BinaryFns& fns, int64_t grain, const BroadcastAxes<2>& axes, const Tensor& a,
                          const Tensor& b, const Tensor& out) {
  size_t size = dtype_size(a.dtype()), out_size = dtype_size(out.dtype());
  const auto& inner = axes.inner();
  const auto& middle = axes.axes[axes.axes.size() - 2];
  int64_t tile_rows = std::max<int64_t>(1, kTileBytes / static_cast<int64_t>(size) / inner.size);
  int64_t pieces = (middle.size + tile_rows - 1) / tile_rows;  // of the middle axis
  int64_t plane = middle.size * inner.size;
  int64_t outer = axes.rows() / middle.size;
  const Tensor* operands[2] = {&a, &b};
  bool direct[2];
  for (int k = 0; k < 2; ++k) direct[k] = inner.strides[k] == 1 && middle.strides[k] == inner.size;

  auto run = [&](int64_t begin, int64_t end) {  // over outer * pieces
    alignas(64) char tiles[2][kTileBytes];
    const void* tiled_from[2] = {nullptr, nullptr};
    int64_t tiled_rows[2] = {0, 0};
    for (int64_t task = begin; task < end;) {
      int64_t plane_index = task / pieces;
      int64_t last = std::min(end, (plane_index + 1) * pieces);
      axes.for_each_row(
          plane_index, plane_index + 1,
          [&](int64_t, const std::array<int64_t, 2>& offsets) {
            for (; task < last; ++task) {
              int64_t first = (task % pieces) * tile_rows;
              int64_t rows = std::min(tile_rows, middle.size - first);
              const void* x[2];
              for (int k = 0; k < 2; ++k) {
                x[k] = at(operands[k]->raw(), offsets[k] + first * middle.strides[k], size);
                if (direct[k]) continue;
                if (tiled_from[k] != x[k] || tiled_rows[k] < rows) {
                  visit_size(size, [&]<class T>() {
                    gather_rows<T>(x[k], rows, middle.strides[k], inner.size, inner.strides[k], tiles[k]);
                  });
                  tiled_from[k] = x[k];
                  tiled_rows[k] = rows;
                }
                x[k] = tiles[k];
              }
              void* to = static_cast<char*>(out.raw()) + (plane_index * plane + first * inner.size) * out_size;
              fns.vector_vector(x[0], x[1], to, rows * inner.size);
            }
          },
          2);
    }
  };
  parallel_for(outer * pieces, std::max<int64_t>(1, grain / (tile_rows * inner.size)), run);
}

[[noreturn]] void no_loop(const char* what, DType dtype) {
  fail(Code::kNotFound, "Could not find device for node: {{node ", what, "}} = ", what, "[T=", dtype_op_def_name(dtype),
       "]: there is no CPU kernel for this type");
}

}  // namespace

const ElementwiseTables& elementwise_tables() {
  static const ElementwiseTables* tables = build_tables();
  return *tables;
}

int64_t elementwise_grain(UnaryCode code) {
  switch (code) {
    case UnaryCode::kIdentity:
    case UnaryCode::kNeg:
    case UnaryCode::kAbs:
    case UnaryCode::kSign:
    case UnaryCode::kSquare:
    case UnaryCode::kSqrt:
    case UnaryCode::kRelu:
    case UnaryCode::kRelu6:
    case UnaryCode::kFloor:
    case UnaryCode::kCeil:
    case UnaryCode::kRound:
    case UnaryCode::kRint:
    case UnaryCode::kLogicalNot:
    case UnaryCode::kInvert:
    case UnaryCode::kIsNan:
    case UnaryCode::kIsInf:
    case UnaryCode::kIsFinite:
    case UnaryCode::kConj:
      return kLightGrain;
    default:
      return kHeavyGrain;
  }
}

int64_t elementwise_grain(BinaryCode code) {
  switch (code) {
    case BinaryCode::kPow:
    case BinaryCode::kFloorMod:
    case BinaryCode::kTruncateMod:
    case BinaryCode::kXlogy:
    case BinaryCode::kXlog1py:
    case BinaryCode::kAtan2:
    case BinaryCode::kSoftplusGrad:
      return kHeavyGrain;
    case BinaryCode::kIgamma:
    case BinaryCode::kIgammac:
    case BinaryCode::kZeta:
    case BinaryCode::kPolygamma:
      return 256;
    default:
      return kLightGrain;
  }
}

void unary_elementwise(UnaryFn fn, int64_t grain, const Tensor& x, const Tensor& out) {
  int64_t n = x.num_elements();
  if (n <= grain) {
    if (n > 0) fn(x.raw(), out.raw(), n);
    return;
  }
  size_t size = dtype_size(x.dtype()), out_size = dtype_size(out.dtype());
  parallel_for(n, grain, [&](int64_t begin, int64_t end) {
    fn(at(x.raw(), begin, size), static_cast<char*>(out.raw()) + begin * out_size, end - begin);
  });
}

void unary_elementwise(UnaryCode code, const Tensor& x, const Tensor& out) {
  UnaryFn fn = unary_fn(code, x.dtype());
  if (!fn) no_loop(unary_name(code), x.dtype());
  unary_elementwise(fn, elementwise_grain(code), x, out);
}

void binary_elementwise(const BinaryFns& fns, int64_t grain, const Tensor& a, const Tensor& b, const Tensor& out) {
  int64_t n = out.num_elements();
  if (n <= 0) return;
  size_t size = dtype_size(a.dtype()), out_size = dtype_size(out.dtype());
  int64_t step_a = a.num_elements() == n ? 1 : 0, step_b = b.num_elements() == n ? 1 : 0;
  if ((step_a || a.num_elements() == 1) && (step_b || b.num_elements() == 1)) {
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      call_row(fns, step_a, step_b, at(a.raw(), begin * step_a, size), at(b.raw(), begin * step_b, size),
               static_cast<char*>(out.raw()) + begin * out_size, end - begin);
    });
    return;
  }
  BroadcastAxes<2> axes(out.shape(), {&a.shape(), &b.shape()});
  const auto& inner = axes.inner();
  if (inner.size < kShortRow && axes.axes.size() > 1 && is_plain(a.dtype())) {
    broadcast_short_rows(fns, grain, axes, a, b, out);
    return;
  }
  // Tasks are pieces of rows, so that few long rows are shared among threads as well as many short ones.
  int64_t piece = std::max(grain, kShortRow);
  int64_t pieces = (inner.size + piece - 1) / piece;
  parallel_for(axes.rows() * pieces, std::max<int64_t>(1, grain / inner.size), [&](int64_t begin, int64_t end) {
    axes.for_each_row(
        begin / pieces, (end + pieces - 1) / pieces, [&](int64_t row, const std::array<int64_t, 2>& offsets) {
          int64_t from = std::max(begin - row * pieces, int64_t{0}) * piece;
          int64_t to = std::min(std::min(end - row * pieces, pieces) * piece, inner.size);
          call_row(fns, inner.strides[0], inner.strides[1], at(a.raw(), offsets[0] + from * inner.strides[0], size),
                   at(b.raw(), offsets[1] + from * inner.strides[1], size),
                   static_cast<char*>(out.raw()) + (row * inner.size + from) * out_size, to - from);
        });
  });
}

void binary_elementwise(BinaryCode code, const Tensor& a, const Tensor& b, const Tensor& out) {
  const BinaryFns* fns = binary_fns(code, a.dtype());
  if (!fns) no_loop(binary_name(code), a.dtype());
  binary_elementwise(*fns, elementwise_grain(code), a, b, out);
}

const char* unary_name(UnaryCode code) {
  static constexpr const char* kNames[] = {
#define X(NAME) #NAME,
      GW_UNARY_CODES(X)
#undef X
  };
  return kNames[static_cast<int>(code)];
}

const char* binary_name(BinaryCode code) {
  static constexpr const char* kNames[] = {
#define X(NAME) #NAME,
      GW_BINARY_CODES(X)
#undef X
  };
  return kNames[static_cast<int>(code)];
}

void to_float(DType from, const void* x, float* out, int64_t n) {
  const ElementwiseTables& tables = elementwise_tables();
  (from == DType::kHalf ? tables.half_to_float : tables.bfloat16_to_float)(x, out, n);
}

void from_float(DType to, const float* x, void* out, int64_t n) {
  const ElementwiseTables& tables = elementwise_tables();
  (to == DType::kHalf ? tables.float_to_half : tables.float_to_bfloat16)(x, out, n);
}

}  // namespace graphwright
