// Chooses the matrix product for this CPU, splits it among threads, and widens narrow types.
#include "kernels/gemm.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "base/waiting.h"
#include "kernels/by_level.h"

namespace graphwright {

namespace v2 {
extern const GemmTable gemm_table;
}
namespace v3 {
extern const GemmTable gemm_table;
}
namespace v4 {
extern const GemmTable gemm_table;
}

namespace {

const GemmTable& choose() { return GW_BY_LEVEL(gemm_table); }
const GemmTable& table = choose();

using GemmFn = void (*)(const GemmArgs&);

GemmFn direct(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return table.f32;
    case DType::kFloat64:
      return table.f64;
    case DType::kInt32:
    case DType::kUint32:
      return table.u32;
    case DType::kInt64:
    case DType::kUint64:
      return table.u64;
    case DType::kComplex64:
      return table.c64;
    case DType::kComplex128:
      return table.c128;
    default:
      return nullptr;
  }
}

void clear(DType dtype, const GemmArgs& args) {
  if (args.add) return;
  const int64_t size = static_cast<int64_t>(dtype_size(dtype));
  for (int64_t i = 0; i < args.m; ++i)
    std::memset(static_cast<char*>(args.c) + i * args.c_row * size, 0, args.n * size);
}

template <class T, class Wide>
std::unique_ptr<Wide[]> widen(const T* from, int64_t rows, int64_t columns, int64_t row, int64_t column) {
  std::unique_ptr<Wide[]> to(new Wide[rows * columns]);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) to[i * columns + j] = static_cast<Wide>(from[i * row + j * column]);
  return to;
}

// Narrow types: both operands are copied to the wide type, multiplied there, and the result is narrowed.
template <class T, class Wide>
void multiply_wide(const GemmArgs& args, DType wide) {
  auto a = widen<T, Wide>(static_cast<const T*>(args.a), args.m, args.k, args.a_row, args.a_column);
  auto b = widen<T, Wide>(static_cast<const T*>(args.b), args.k, args.n, args.b_row, args.b_column);
  T* to = static_cast<T*>(args.c);
  auto c =
      args.add ? widen<T, Wide>(to, args.m, args.n, args.c_row, 1) : std::unique_ptr<Wide[]>(new Wide[args.m * args.n]);
  GemmArgs wide_args = args;
  wide_args.a = a.get();
  wide_args.a_row = args.k;
  wide_args.a_column = 1;
  wide_args.b = b.get();
  wide_args.b_row = args.n;
  wide_args.b_column = 1;
  wide_args.c = c.get();
  wide_args.c_row = args.n;
  gemm(wide, wide_args);
  for (int64_t i = 0; i < args.m; ++i)
    for (int64_t j = 0; j < args.n; ++j) to[i * args.c_row + j] = static_cast<T>(c[i * args.n + j]);
}

// Multiplications after which a product looks for Ctrl-C: some tenths of a second.
constexpr int64_t kMostAtOnce = int64_t{1} << 32;

}  // namespace

bool gemm_has(DType dtype) {
  return direct(dtype) != nullptr ||
         visit_dtype<Half, Bfloat16, int8_t, uint8_t, int16_t, uint16_t>(dtype, []<class T>() {});
}

void gemm_one_thread(DType dtype, const GemmArgs& args) {
  if (args.m == 0 || args.n == 0) return;
  if (args.k == 0) return clear(dtype, args);
  if (GemmFn fn = direct(dtype)) return fn(args);
  bool known = visit_dtype<Half, Bfloat16>(dtype, [&]<class T>() { multiply_wide<T, float>(args, DType::kFloat32); }) ||
               visit_dtype<int8_t, uint8_t, int16_t, uint16_t>(
                   dtype, [&]<class T>() { multiply_wide<T, int32_t>(args, DType::kInt32); });
  GW_CHECK(known, Code::kUnimplemented, "no matrix product of ", dtype);
}

void gemm(DType dtype, const GemmArgs& args) {
  const int64_t size = static_cast<int64_t>(dtype_size(dtype));
  const int64_t work = args.m * args.n * args.k;
  if (work <= kGemmGrain || direct(dtype) == nullptr) return gemm_one_thread(dtype, args);
  // Each thread reads the whole other matrix. The last part takes what is left over: none is a single row or column,
  // whose sums are made in another order.
  const bool by_rows = args.m >= args.n;
  const int64_t extent = by_rows ? args.m : args.n, group = by_rows ? 8 : 16;
  const int64_t groups = std::max<int64_t>(extent / group, 1);
  const auto run = [&](int64_t begin, int64_t end) {
    const int64_t from = begin * group, count = (end == groups ? extent : end * group) - from;
    GemmArgs part = moved(
        args, size,
        by_rows ? GemmOffsets{from * args.a_row, 0, from * args.c_row} : GemmOffsets{0, from * args.b_column, from});
    (by_rows ? part.m : part.n) = count;
    if (part.bias && !by_rows) part.bias = static_cast<const char*>(part.bias) + from * size;
    gemm_one_thread(dtype, part);
  };
  const int64_t each = work / extent * group + 1;
  const int64_t at_once = kMostAtOnce / each + 1;  // groups, between two looks for Ctrl-C
  for (int64_t from = 0; from < groups; from += at_once) {
    if (from > 0) check_stop();
    parallel_for(std::min(at_once, groups - from), kGemmGrain / each + 1,
                 [&](int64_t begin, int64_t end) { run(from + begin, from + end); });
  }
}

}  // namespace graphwright
