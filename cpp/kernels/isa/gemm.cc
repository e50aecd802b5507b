// Matrix products C = A*B (+ C) on one thread, per ISA level: rows of A are read where they lie unless the matrices are
// large, and those of B where few rows of A meet them; else panels of B are packed.
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "kernels/gemm_table.h"
#include "kernels/isa/vectors.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

#if defined(__AVX512F__)
constexpr int kRows = 8, kPackedRows = 14;
#elif defined(__AVX__)
constexpr int kRows = 4, kPackedRows = 6;
#else
constexpr int kRows = 4, kPackedRows = 4;
#endif
constexpr int64_t kDepth = 256;             // rows of B packed at a time
constexpr int64_t kPanelBytes = 192 << 10;  // what a packed block of B may take: it should stay in L2
// Packing B costs more than it gains for so few rows of A, and for some more where B stays in L2 anyway.
constexpr int64_t kRowsOfUnpacked = 64, kMostRowsOfUnpacked = 512, kUnpackedBytes = 128 << 10;
// A is packed too from so many rows and columns on, where A or B has more bytes than that.
constexpr int64_t kLeastPackedRows = 64, kLeastPackedColumns = 128, kPackedBytes = 1 << 20;

template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(kVectorBytes)));
  typedef T loose __attribute__((vector_size(kVectorBytes), aligned(alignof(T))));
};
template <class T>
constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));

// Packed panels live here: one block per thread, kept.
struct Scratch {
  unsigned char* memory = nullptr;
  int64_t size = 0;
  ~Scratch() { ::operator delete[](memory, std::align_val_t(64)); }
};
thread_local Scratch scratch;

void* packed_memory(int64_t bytes = kPanelBytes + 4096) {
  if (scratch.size < bytes) {
    ::operator delete[](scratch.memory, std::align_val_t(64));
    scratch.memory = nullptr, scratch.size = 0;
    scratch.memory = static_cast<unsigned char*>(::operator new[](bytes, std::align_val_t(64)));
    scratch.size = bytes;
  }
  return scratch.memory;
}

// The first `columns` lanes of a vector (columns may be <= 0 or more than the lanes) to memory, and from it with zeros
// beyond.
#if defined(__AVX512F__)
template <class T>
GW_INLINE auto first_lanes(int columns) {
  constexpr int L = kLanes<T>;
  using Mask = std::conditional_t<sizeof(T) == 4, __mmask16, __mmask8>;
  return static_cast<Mask>(columns >= L ? (1u << L) - 1 : columns <= 0 ? 0 : (1u << columns) - 1);
}
template <class T, class Vec>
GW_INLINE void store_some(T* to, Vec value, int columns) {
  if constexpr (sizeof(T) == 4)
    _mm512_mask_storeu_epi32(to, first_lanes<T>(columns), reinterpret_cast<__m512i>(value));
  else
    _mm512_mask_storeu_epi64(to, first_lanes<T>(columns), reinterpret_cast<__m512i>(value));
}
template <class T>
GW_INLINE typename VectorOf<T>::type load_some(const T* from, int columns) {
  using Vec = typename VectorOf<T>::type;
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<Vec>(_mm512_maskz_loadu_epi32(first_lanes<T>(columns), from));
  else
    return reinterpret_cast<Vec>(_mm512_maskz_loadu_epi64(first_lanes<T>(columns), from));
}
#elif defined(__AVX2__)
template <class T>
GW_INLINE __m256i first_lanes(int columns) {
  if constexpr (sizeof(T) == 4)
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(columns), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  else
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(columns), _mm256_setr_epi64x(0, 1, 2, 3));
}
template <class T, class Vec>
GW_INLINE void store_some(T* to, Vec value, int columns) {
  if constexpr (sizeof(T) == 4)
    _mm256_maskstore_epi32(reinterpret_cast<int*>(to), first_lanes<T>(columns), reinterpret_cast<__m256i>(value));
  else
    _mm256_maskstore_epi64(reinterpret_cast<long long*>(to), first_lanes<T>(columns), reinterpret_cast<__m256i>(value));
}
template <class T>
GW_INLINE typename VectorOf<T>::type load_some(const T* from, int columns) {
  using Vec = typename VectorOf<T>::type;
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<Vec>(_mm256_maskload_epi32(reinterpret_cast<const int*>(from), first_lanes<T>(columns)));
  else
    return reinterpret_cast<Vec>(
        _mm256_maskload_epi64(reinterpret_cast<const long long*>(from), first_lanes<T>(columns)));
}
#else
template <class T, class Vec>
GW_INLINE void store_some(T* to, Vec value, int columns) {
  for (int j = 0; j < kLanes<T>; ++j)
    if (j < columns) to[j] = value[j];
}
template <class T>
GW_INLINE typename VectorOf<T>::type load_some(const T* from, int columns) {
  typename VectorOf<T>::type value = {};
  for (int j = 0; j < kLanes<T>; ++j)
    if (j < columns) value[j] = from[j];
  return value;
}
#endif

// What becomes of sums: they are added to what is there, then `bias` is added (null for none), then relu.
template <class T>
struct Finish {
  bool add = false;
  const T* bias = nullptr;
  bool relu = false;
};

// As Relu has it: -0 becomes 0, NaN stays.
template <class Any>
GW_INLINE Any relu_of(Any x) {
  const Any zero = {};
  return x <= zero ? zero : x;
}

// Finishes the sums of a row and stores the first `columns` of them.
template <class T, int V>
GW_INLINE void store_last_columns(const typename VectorOf<T>::type* sums, T* to, int columns, const Finish<T>& finish) {
  constexpr int L = kLanes<T>;
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    auto sum = sums[v];
    if (finish.add) sum += load_some(to + v * L, columns - v * L);
    if constexpr (std::is_floating_point_v<T>) {
      if (finish.bias) sum += load_some(finish.bias + v * L, columns - v * L);
      if (finish.relu) sum = relu_of(sum);
    }
    store_some(to + v * L, sum, columns - v * L);
  }
}

// c[0..M, 0..columns) (+)= a * panel, panel being depth x (V vectors), zero beyond `columns`.
template <class T, int M, int V>
GW_INLINE void tile(int64_t depth, const T* a, int64_t a_row, int64_t a_column, const T* panel, int64_t panel_row, T* c,
                    int64_t c_row, int columns, const Finish<T>& finish) {
  using Vec = typename VectorOf<T>::type;
  using Loose = typename VectorOf<T>::loose;
  constexpr int L = kLanes<T>;
  Vec sum[M][V] = {};
  for (int64_t k = 0; k < depth; ++k) {
    Vec b[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) b[v] = reinterpret_cast<const Loose*>(panel)[v];
#pragma GCC unroll 14
    for (int m = 0; m < M; ++m) {
      T x = a[m * a_row];
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) sum[m][v] += x * b[v];
    }
    a += a_column;
    panel += panel_row;
  }
  if (columns == V * L) {
#pragma GCC unroll 14
    for (int m = 0; m < M; ++m) {
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) {
        Loose* to = reinterpret_cast<Loose*>(c + m * c_row + v * L);
        if (finish.add) sum[m][v] += *to;
        if constexpr (std::is_floating_point_v<T>) {
          if (finish.bias) sum[m][v] += *reinterpret_cast<const Loose*>(finish.bias + v * L);
          if (finish.relu) sum[m][v] = relu_of(sum[m][v]);
        }
        *to = sum[m][v];
      }
    }
    return;
  }
  // The last columns of a matrix, through memory: row by row, so that this takes little code.
  Vec sums[M][V];
#pragma GCC unroll 14
  for (int m = 0; m < M; ++m) {
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sums[m][v] = sum[m][v];
  }
#pragma GCC unroll 1
  for (int m = 0; m < M; ++m) store_last_columns<T, V>(sums[m], c + m * c_row, columns, finish);
}

template <class T, int V>
void rows_times_panel(int64_t rows, int64_t depth, const T* a, int64_t a_row, int64_t a_column, const T* panel,
                      int64_t panel_row, T* c, int64_t c_row, int columns, const Finish<T>& finish) {
  int64_t i = 0;
  if constexpr (kRows == 8) {
    for (; i + 8 <= rows; i += 8)
      tile<T, 8, V>(depth, a + i * a_row, a_row, a_column, panel, panel_row, c + i * c_row, c_row, columns, finish);
  }
  for (; i + 4 <= rows; i += 4)
    tile<T, 4, V>(depth, a + i * a_row, a_row, a_column, panel, panel_row, c + i * c_row, c_row, columns, finish);
  if (i + 2 <= rows) {
    tile<T, 2, V>(depth, a + i * a_row, a_row, a_column, panel, panel_row, c + i * c_row, c_row, columns, finish);
    i += 2;
  }
  if (i < rows)
    tile<T, 1, V>(depth, a + i * a_row, a_row, a_column, panel, panel_row, c + i * c_row, c_row, columns, finish);
}

// Copies four columns of b, each of which lies in one piece, into a panel.
template <class T>
void pack_four_columns(int64_t depth, int width, const T* b, int64_t b_column, T* panel) {
  typedef T Four __attribute__((vector_size(4 * sizeof(T)), aligned(alignof(T))));
  using Integer = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  typedef Integer Order __attribute__((vector_size(4 * sizeof(T))));
  const Order low = {0, 4, 1, 5}, high = {2, 6, 3, 7}, first = {0, 1, 4, 5}, second = {2, 3, 6, 7};
  int64_t k = 0;
  for (; k + 4 <= depth; k += 4) {
    auto column = [&](int j) { return *reinterpret_cast<const Four*>(b + j * b_column + k); };
    auto row = [&](int i) -> Four& { return *reinterpret_cast<Four*>(panel + (k + i) * width); };
    const Four a0 = column(0), a1 = column(1), a2 = column(2), a3 = column(3);
    const Four low01 = __builtin_shuffle(a0, a1, low), high01 = __builtin_shuffle(a0, a1, high);
    const Four low23 = __builtin_shuffle(a2, a3, low), high23 = __builtin_shuffle(a2, a3, high);
    row(0) = __builtin_shuffle(low01, low23, first);
    row(1) = __builtin_shuffle(low01, low23, second);
    row(2) = __builtin_shuffle(high01, high23, first);
    row(3) = __builtin_shuffle(high01, high23, second);
  }
  for (; k < depth; ++k)
    for (int j = 0; j < 4; ++j) panel[k * width + j] = b[j * b_column + k];
}

// Copies depth x columns of b into a panel of `width` columns, zeros beyond.
template <class T>
void pack_panel(int64_t depth, int columns, int width, const T* b, int64_t b_row, int64_t b_column, T* panel) {
  if (b_column == 1) {
    if (columns == width) {
      for (int64_t k = 0; k < depth; ++k) std::memcpy(panel + k * width, b + k * b_row, width * sizeof(T));
      return;
    }
    for (int64_t k = 0; k < depth; ++k) {
      using Vec = typename VectorOf<T>::type;
      for (int j = 0; j < width; j += kLanes<T>)
        *reinterpret_cast<Vec*>(panel + k * width + j) = load_some(b + k * b_row + j, columns - j);
    }
    return;
  }
  int j = 0;
  if constexpr (4 * sizeof(T) <= kVectorBytes) {
    if (b_row == 1 && columns >= 4) {
      for (; j < columns; j += 4) {
        if (j + 4 > columns) j = columns - 4;
        pack_four_columns(depth, width, b + j * b_column, b_column, panel + j);
      }
      j = columns;
    }
  }
  for (; j < columns; ++j) {
    const T* from = b + j * b_column;
    for (int64_t k = 0; k < depth; ++k) panel[k * width + j] = from[k * b_row];
  }
  for (; j < width; ++j)
    for (int64_t k = 0; k < depth; ++k) panel[k * width + j] = T();
}

// sum of x[i] * y[i], several vectors at a time.
template <class T>
T dot(int64_t n, const T* x, const T* y) {
  using Vec = typename VectorOf<T>::type;
  using Loose = typename VectorOf<T>::loose;
  constexpr int L = kLanes<T>;
  Vec sum[4] = {};
  int64_t i = 0;
  for (; i + 4 * L <= n; i += 4 * L) {
#pragma GCC unroll 4
    for (int v = 0; v < 4; ++v)
      sum[v] += *reinterpret_cast<const Loose*>(x + i + v * L) * *reinterpret_cast<const Loose*>(y + i + v * L);
  }
  for (; i + L <= n; i += L) sum[0] += *reinterpret_cast<const Loose*>(x + i) * *reinterpret_cast<const Loose*>(y + i);
  Vec all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  T total = T();
  for (int l = 0; l < L; ++l) total += all[l];
  for (; i < n; ++i) total += x[i] * y[i];
  return total;
}

// y[0..n) (+)= x[0..depth) * B, B's rows contiguous.
template <class T>
void vector_times_rows(int64_t n, int64_t depth, const T* x, int64_t x_step, const T* b, int64_t b_row, T* y,
                       bool add) {
  using Vec = typename VectorOf<T>::type;
  using Loose = typename VectorOf<T>::loose;
  constexpr int L = kLanes<T>;
  int64_t j = 0;
  for (; j + 4 * L <= n; j += 4 * L) {
    Vec sum[4] = {};
    for (int64_t k = 0; k < depth; ++k) {
      T factor = x[k * x_step];
      const T* row = b + k * b_row + j;
#pragma GCC unroll 4
      for (int v = 0; v < 4; ++v) sum[v] += factor * *reinterpret_cast<const Loose*>(row + v * L);
    }
    for (int v = 0; v < 4; ++v) {
      Loose* to = reinterpret_cast<Loose*>(y + j + v * L);
      if (add) sum[v] += *to;
      *to = sum[v];
    }
  }
  for (; j + L <= n; j += L) {
    Vec sum = {};
    for (int64_t k = 0; k < depth; ++k) sum += x[k * x_step] * *reinterpret_cast<const Loose*>(b + k * b_row + j);
    Loose* to = reinterpret_cast<Loose*>(y + j);
    if (add) sum += *to;
    *to = sum;
  }
  for (; j < n; ++j) {
    T sum = T();
    for (int64_t k = 0; k < depth; ++k) sum += x[k * x_step] * b[k * b_row + j];
    y[j] = add ? y[j] + sum : sum;
  }
}

// The same for sums that are in memory already.
template <class T>
void finish_in_memory(const GemmArgs& args) {
  if constexpr (std::is_floating_point_v<T>) {
    const T* bias = static_cast<const T*>(args.bias);
    for (int64_t i = 0; i < args.m; ++i) {
      T* to = static_cast<T*>(args.c) + i * args.c_row;
      for (int64_t j = 0; bias && j < args.n; ++j) to[j] += bias[j];
      for (int64_t j = 0; args.relu && j < args.n; ++j) to[j] = relu_of(to[j]);
    }
  }
}

template <class T>
Finish<T> finish_of(const GemmArgs& args, int64_t k0, int64_t block_depth, int64_t column) {
  const bool last = k0 + block_depth == args.k;
  const T* bias = static_cast<const T*>(args.bias);
  return {args.add || k0 > 0, last && bias ? bias + column : nullptr, last && args.relu};
}

// Whole panels of rows of B read where they lie; gives the number of columns that this computed.
template <class T>
int64_t multiply_unpacked(const GemmArgs& args) {
  constexpr int L = kLanes<T>;
  const T* a = static_cast<const T*>(args.a);
  const T* b = static_cast<const T*>(args.b);
  T* c = static_cast<T*>(args.c);
  const int64_t columns = args.n / L * L;
  for (int64_t k0 = 0; k0 < args.k; k0 += kDepth) {
    const int64_t depth = args.k - k0 < kDepth ? args.k - k0 : kDepth;
    const T* from_a = a + k0 * args.a_column;
    int64_t j = 0;
    for (; j + 2 * L <= columns; j += 2 * L)
      rows_times_panel<T, 2>(args.m, depth, from_a, args.a_row, args.a_column, b + k0 * args.b_row + j, args.b_row,
                             c + j, args.c_row, 2 * L, finish_of<T>(args, k0, depth, j));
    if (j < columns)
      rows_times_panel<T, 1>(args.m, depth, from_a, args.a_row, args.a_column, b + k0 * args.b_row + j, args.b_row,
                             c + j, args.c_row, L, finish_of<T>(args, k0, depth, j));
  }
  return columns;
}

// Copies rows x depth of a into a panel of groups of kPackedRows numbers, which may be written beyond its end.
template <class T>
void pack_rows(int64_t depth, int rows, const T* a, int64_t a_row, int64_t a_column, T* panel) {
  if (a_row != 1) return pack_panel(depth, rows, kPackedRows, a, a_column, a_row, panel);
  constexpr int L = kLanes<T>;
  for (int64_t k = 0; k < depth; ++k) {
    const T* from = a + k * a_column;
    for (int i = 0; i < kPackedRows; i += L)
      *reinterpret_cast<typename VectorOf<T>::loose*>(panel + k * kPackedRows + i) = load_some(from + i, rows - i);
  }
}

template <class T, int V>
GW_INLINE void packed_rows_times_panel(int64_t rows, int64_t depth, const T* a, const T* panel, T* c, int64_t c_row,
                                       int columns, const Finish<T>& finish) {
  constexpr int kWidth = 2 * kLanes<T>;
  for (; rows >= kPackedRows; rows -= kPackedRows) {
    for (int m = 0; m < kPackedRows; ++m) {  // of C, needed last
      __builtin_prefetch(c + m * c_row, 1);
      __builtin_prefetch(c + m * c_row + columns - 1, 1);
    }
    tile<T, kPackedRows, V>(depth, a, 1, kPackedRows, panel, kWidth, c, c_row, columns, finish);
    a += depth * kPackedRows;
    c += c_row * kPackedRows;
  }
  if (rows > 0) rows_times_panel<T, V>(rows, depth, a, 1, kPackedRows, panel, kWidth, c, c_row, columns, finish);
}

// Both packed: a block of A that stays in L2 meets panels of B, each of which stays in L1.
template <class T>
void multiply_packed(const GemmArgs& args) {
  constexpr int L = kLanes<T>, kWidth = 2 * L;
  constexpr int64_t kBlockRows = (256 << 10) / kDepth / static_cast<int64_t>(sizeof(T)) / kPackedRows * kPackedRows;
  constexpr int64_t kBlockColumns = (1 << 20) / kDepth / static_cast<int64_t>(sizeof(T));
  const T* a = static_cast<const T*>(args.a);
  const T* b = static_cast<const T*>(args.b);
  T* c = static_cast<T*>(args.c);
  auto least = [](int64_t x, int64_t y) { return x < y ? x : y; };
  auto up = [](int64_t x, int64_t y) { return (x + y - 1) / y * y; };
  const int64_t most_depth = least(args.k, kDepth), most_rows = up(least(args.m, kBlockRows), kPackedRows);
  const int64_t most_columns = up(least(args.n, kBlockColumns), kWidth);
  T* packed_b = static_cast<T*>(packed_memory((most_rows + most_columns) * most_depth * sizeof(T) + 128));
  T* packed_a = packed_b + most_columns * most_depth;
  for (int64_t j0 = 0; j0 < args.n; j0 += kBlockColumns) {
    const int64_t columns = least(args.n - j0, kBlockColumns);
    for (int64_t k0 = 0; k0 < args.k; k0 += kDepth) {
      const int64_t depth = least(args.k - k0, kDepth);
      for (int64_t j = 0; j < columns; j += kWidth)
        pack_panel(depth, static_cast<int>(least(columns - j, kWidth)), kWidth,
                   b + k0 * args.b_row + (j0 + j) * args.b_column, args.b_row, args.b_column, packed_b + j * depth);
      for (int64_t i0 = 0; i0 < args.m; i0 += kBlockRows) {
        const int64_t rows = least(args.m - i0, kBlockRows);
        for (int64_t i = 0; i < rows; i += kPackedRows)
          pack_rows(depth, static_cast<int>(least(rows - i, kPackedRows)),
                    a + (i0 + i) * args.a_row + k0 * args.a_column, args.a_row, args.a_column, packed_a + i * depth);
        for (int64_t j = 0; j < columns; j += kWidth) {
          const int width = static_cast<int>(least(columns - j, kWidth));
          const Finish<T> finish = finish_of<T>(args, k0, depth, j0 + j);
          T* to = c + i0 * args.c_row + j0 + j;
          if (width > L)
            packed_rows_times_panel<T, 2>(rows, depth, packed_a, packed_b + j * depth, to, args.c_row, width, finish);
          else
            packed_rows_times_panel<T, 1>(rows, depth, packed_a, packed_b + j * depth, to, args.c_row, width, finish);
        }
      }
    }
  }
}

template <class T>
void multiply(const GemmArgs& args) {
  const int64_t m = args.m, n = args.n, depth = args.k;
  const T* a = static_cast<const T*>(args.a);
  const T* b = static_cast<const T*>(args.b);
  T* c = static_cast<T*>(args.c);
  constexpr int L = kLanes<T>;
  if (m == 1) {
    if (args.b_column == 1) {
      vector_times_rows(n, depth, a, args.a_column, b, args.b_row, c, args.add);
      return finish_in_memory<T>(args);
    }
    if (args.b_row == 1 && args.a_column == 1) {
      for (int64_t j = 0; j < n; ++j) {
        T value = dot(depth, a, b + j * args.b_column);
        c[j] = args.add ? c[j] + value : value;
      }
      return finish_in_memory<T>(args);
    }
  }
  if (n == 1 && args.b_row == 1 && args.a_column == 1) {
    for (int64_t i = 0; i < m; ++i) {
      T value = dot(depth, a + i * args.a_row, b);
      T& to = c[i * args.c_row];
      to = args.add ? to + value : value;
    }
    return finish_in_memory<T>(args);
  }
  const bool few_rows = m <= kRowsOfUnpacked ||
                        (m <= kMostRowsOfUnpacked && n * depth * static_cast<int64_t>(sizeof(T)) <= kUnpackedBytes);
  const int64_t unpacked = few_rows && n >= L && args.b_column == 1 ? multiply_unpacked<T>(args) : 0;
  if (unpacked == n) return;
  if constexpr (std::is_floating_point_v<T>) {  // so large ones of integers are rare
    if (m >= kLeastPackedRows && n >= kLeastPackedColumns && unpacked == 0 &&
        (m > n ? m : n) * depth * static_cast<int64_t>(sizeof(T)) > kPackedBytes)
      return multiply_packed<T>(args);
  }
  const int width = n - unpacked <= L ? L : 2 * L;
  T* packed = static_cast<T*>(packed_memory());
  for (int64_t k0 = 0; k0 < depth; k0 += kDepth) {
    const int64_t block_depth = depth - k0 < kDepth ? depth - k0 : kDepth;
    int64_t block = kPanelBytes / static_cast<int64_t>(sizeof(T)) / block_depth / width * width;
    for (int64_t j0 = unpacked; j0 < n; j0 += block) {
      const int64_t block_columns = n - j0 < block ? n - j0 : block;
      T* panel = packed;
      for (int64_t j = 0; j < block_columns; j += width) {
        int columns = static_cast<int>(block_columns - j < width ? block_columns - j : width);
        pack_panel(block_depth, columns, width, b + k0 * args.b_row + (j0 + j) * args.b_column, args.b_row,
                   args.b_column, panel);
        panel += block_depth * width;
      }
      // A strip of A's rows that stays in L1 meets every panel.
      const int64_t strip = 24;
      for (int64_t i = 0; i < m; i += strip) {
        const int64_t rows = m - i < strip ? m - i : strip;
        const T* strip_a = a + i * args.a_row + k0 * args.a_column;
        panel = packed;
        for (int64_t j = 0; j < block_columns; j += width) {
          int columns = static_cast<int>(block_columns - j < width ? block_columns - j : width);
          T* to = c + i * args.c_row + j0 + j;
          const Finish<T> finish = finish_of<T>(args, k0, block_depth, j0 + j);
          if (width == L) {
            rows_times_panel<T, 1>(rows, block_depth, strip_a, args.a_row, args.a_column, panel, width, to, args.c_row,
                                   columns, finish);
          } else {
            rows_times_panel<T, 2>(rows, block_depth, strip_a, args.a_row, args.a_column, panel, width, to, args.c_row,
                                   columns, finish);
          }
          panel += block_depth * width;
        }
      }
    }
  }
}

// Complex: panels hold a vector of real parts, then one of imaginary parts. T is the real type; strides count pairs.
template <class T, int M>
GW_INLINE void complex_tile(int64_t depth, const T* a, int64_t a_row, int64_t a_column, T sign_a, const T* panel, T* c,
                            int64_t c_row, int columns, bool add) {
  using Vec = typename VectorOf<T>::type;
  constexpr int L = kLanes<T>;
  Vec real[M] = {}, imaginary[M] = {};
  for (int64_t k = 0; k < depth; ++k) {
    Vec br = reinterpret_cast<const Vec*>(panel)[0], bi = reinterpret_cast<const Vec*>(panel)[1];
#pragma GCC unroll 4
    for (int m = 0; m < M; ++m) {
      T xr = a[2 * m * a_row], xi = sign_a * a[2 * m * a_row + 1];
      real[m] += xr * br;
      real[m] -= xi * bi;
      imaginary[m] += xr * bi;
      imaginary[m] += xi * br;
    }
    a += 2 * a_column;
    panel += 2 * L;
  }
#pragma GCC unroll 4
  for (int m = 0; m < M; ++m) {
    alignas(64) T row[2][L];
    *reinterpret_cast<Vec*>(row[0]) = real[m];
    *reinterpret_cast<Vec*>(row[1]) = imaginary[m];
    T* to = c + 2 * m * c_row;
    for (int j = 0; j < columns; ++j) {
      to[2 * j] = add ? to[2 * j] + row[0][j] : row[0][j];
      to[2 * j + 1] = add ? to[2 * j + 1] + row[1][j] : row[1][j];
    }
  }
}

template <class T>
void multiply_complex(const GemmArgs& args) {
  const int64_t m = args.m, n = args.n, depth = args.k;
  const T* a = static_cast<const T*>(args.a);
  const T* b = static_cast<const T*>(args.b);
  T* c = static_cast<T*>(args.c);
  constexpr int L = kLanes<T>;
  const T sign_a = args.conjugate_a ? T(-1) : T(1), sign_b = args.conjugate_b ? T(-1) : T(1);
  T* panel = static_cast<T*>(packed_memory());
  for (int64_t k0 = 0; k0 < depth; k0 += kDepth) {
    const int64_t block_depth = depth - k0 < kDepth ? depth - k0 : kDepth;
    const bool add = args.add || k0 > 0;
    for (int64_t j0 = 0; j0 < n; j0 += L) {
      const int columns = static_cast<int>(n - j0 < L ? n - j0 : L);
      for (int64_t k = 0; k < block_depth; ++k) {
        T* to = panel + k * 2 * L;
        for (int j = 0; j < L; ++j) {
          const T* from = b + 2 * ((k0 + k) * args.b_row + (j0 + j) * args.b_column);
          to[j] = j < columns ? from[0] : T();
          to[L + j] = j < columns ? sign_b * from[1] : T();
        }
      }
      const T* from = a + 2 * k0 * args.a_column;
      int64_t i = 0;
      for (; i + 4 <= m; i += 4)
        complex_tile<T, 4>(block_depth, from + 2 * i * args.a_row, args.a_row, args.a_column, sign_a, panel,
                           c + 2 * (i * args.c_row + j0), args.c_row, columns, add);
      for (; i < m; ++i)
        complex_tile<T, 1>(block_depth, from + 2 * i * args.a_row, args.a_row, args.a_column, sign_a, panel,
                           c + 2 * (i * args.c_row + j0), args.c_row, columns, add);
    }
  }
}

}  // namespace

extern const GemmTable gemm_table;
const GemmTable gemm_table = {multiply<float>,    multiply<double>,        multiply<uint32_t>,
                              multiply<uint64_t>, multiply_complex<float>, multiply_complex<double>};

}  // namespace graphwright::GRAPHWRIGHT_ISA
