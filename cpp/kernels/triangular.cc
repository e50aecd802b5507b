// Solving with triangular matrices by substitution. The recursion (Golub and Van Loan, "Matrix Computations", 3.1 and
// 1.3) leaves products of matrices to kernels/gemm.h; what is left are small triangles.
#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/factorizations.h"
#include "kernels/gemm.h"
#include "kernels/number_parts.h"

namespace graphwright {
namespace {

constexpr int64_t kSmall = 16;  // rows of a triangle that is not divided

// -from[rows, columns] one element after the other in the order in which `from` has them; gives where they are.
template <class T>
MatrixView<T> negate(int64_t rows, int64_t columns, const MatrixView<T>& from, T* to) {
  const bool by_rows = from.column == 1;
  const int64_t outer = by_rows ? rows : columns, inner = by_rows ? columns : rows;
  const int64_t outer_step = by_rows ? from.row : from.column, inner_step = by_rows ? from.column : from.row;
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < inner; ++j) to[i * inner + j] = -from.data[i * outer_step + j * inner_step];
  return {to, by_rows ? columns : 1, by_rows ? 1 : rows, from.conjugate};
}

// Numbers side by side in registers.
template <class T, int width>
class Columns {
 public:
  Columns() = default;
  explicit Columns(const T* from) { std::copy_n(from, width, numbers_); }
  void add(const Columns& others) {
    for (int c = 0; c < width; ++c) numbers_[c] += others.numbers_[c];
  }
  void subtract(const T& factor, const T* x) {
    for (int c = 0; c < width; ++c) numbers_[c] -= times(factor, x[c]);
  }
  void store_times(const T& factor, T* to) const {
    for (int c = 0; c < width; ++c) to[c] = times(numbers_[c], factor);
  }

 private:
  T numbers_[width] = {};
};
template <class R, int width>
requires(width % ComplexLanes<R>::kCount == 0) class Columns<std::complex<R>, width> {
 public:
  using T = std::complex<R>;
  using Lanes = ComplexLanes<R>;
  Columns() = default;
  explicit Columns(const T* from) {
    for (int v = 0; v < kVectors; ++v) vectors_[v] = Lanes::load(from + v * Lanes::kCount);
  }
  void add(const Columns& others) {
    for (int v = 0; v < kVectors; ++v) vectors_[v] += others.vectors_[v];
  }
  void subtract(const T& factor, const T* x) {
    const typename Lanes::Factor by(factor);
    for (int v = 0; v < kVectors; ++v) vectors_[v] -= by.times(Lanes::load(x + v * Lanes::kCount));
  }
  void store_times(const T& factor, T* to) const {
    const typename Lanes::Factor by(factor);
    for (int v = 0; v < kVectors; ++v) Lanes::store(to + v * Lanes::kCount, by.times(vectors_[v]));
  }

 private:
  static constexpr int kVectors = width / Lanes::kCount;
  typename Lanes::type vectors_[kVectors] = {};
};

// A small triangle in the order in which its rows are solved: `factors` below the diagonal, row after row of kSmall,
// and the reciprocals of the diagonal.
template <class T>
struct SmallTriangle {
  StackNumbers<T, kSmall * kSmall> factors;
  StackNumbers<T, kSmall> reciprocals;
};

// `down`: from the first row on. at(i, j) gives the elements of the triangle.
template <class T, class At>
void take_triangle(int64_t n, bool down, bool unit, const At& at, SmallTriangle<T>& triangle) {
  T *factors = triangle.factors.data(), *reciprocals = triangle.reciprocals.data();
  for (int64_t s = 0; s < n; ++s) {
    const int64_t i = down ? s : n - 1 - s;
    for (int64_t k = 0; k < s; ++k) factors[s * kSmall + k] = at(i, down ? k : n - 1 - k);
    reciprocals[s] = unit ? T(1) : T(1) / at(i, i);
  }
}

// Solves for `width` columns, whose sums stay in registers; `step` leads to the row that is solved next.
template <int width, class T>
void substitute_columns(int64_t n, SmallTriangle<T>& triangle, T* x, int64_t step) {
  const T *factors = triangle.factors.data(), *reciprocals = triangle.reciprocals.data();
  for (int64_t s = 0; s < n; ++s) {
    T* to = x + s * step;
    Columns<T, width> sums(to);
    int64_t k = 0;
    if constexpr (width * sizeof(T) <= 16) {
      // One vector would wait for itself: two halves.
      Columns<T, width> others;
      for (; k + 2 <= s; k += 2) {
        sums.subtract(factors[s * kSmall + k], x + k * step);
        others.subtract(factors[s * kSmall + k + 1], x + (k + 1) * step);
      }
      sums.add(others);
    }
    for (; k < s; ++k) sums.subtract(factors[s * kSmall + k], x + k * step);
    sums.store_times(reciprocals[s], to);
  }
}

template <class T>
constexpr int kWide = 64 / static_cast<int>(sizeof(T));  // four vectors

// The same for fewer columns, as if they were as many as fill vectors.
template <int width, class T>
void substitute_filled(int64_t n, int64_t columns, SmallTriangle<T>& triangle, T* x, int64_t step) {
  StackNumbers<T, kSmall * width> numbers;
  T* filled = numbers.data();
  std::fill_n(filled, n * width, T());
  for (int64_t s = 0; s < n; ++s)
    for (int64_t c = 0; c < columns; ++c) filled[s * width + c] = x[s * step + c];
  substitute_columns<width>(n, triangle, filled, width);
  for (int64_t s = 0; s < n; ++s)
    for (int64_t c = 0; c < columns; ++c) x[s * step + c] = filled[s * width + c];
}

template <class T>
void substitute_few(int64_t n, int64_t columns, SmallTriangle<T>& triangle, T* x, int64_t step) {
  constexpr int kNarrow = kWide<T> / 4;
  if (columns == 1)
    substitute_columns<1>(n, triangle, x, step);
  else if (columns == kNarrow)
    substitute_columns<kNarrow>(n, triangle, x, step);
  else if (columns < kNarrow)
    substitute_filled<kNarrow>(n, columns, triangle, x, step);
  else if (columns <= 2 * kNarrow)
    substitute_filled<2 * kNarrow>(n, columns, triangle, x, step);
  else
    substitute_filled<kWide<T>>(n, columns, triangle, x, step);
}

template <class T>
void substitute(int64_t n, int64_t columns, SmallTriangle<T>& triangle, T* x, int64_t step) {
  int64_t c = 0;
  for (; c + kWide<T> <= columns; c += kWide<T>) substitute_columns<kWide<T>>(n, triangle, x + c, step);
  if (c < columns) substitute_few(n, columns - c, triangle, x + c, step);
}

template <class T>
void solve(const Triangle& triangle, int64_t n, int64_t columns, const T* a, int64_t a_row, T* x, int64_t x_row) {
  const bool down = triangle.lower != triangle.adjoint;
  if (n <= kSmall) {
    SmallTriangle<T> small;
    if (triangle.adjoint)
      take_triangle(
          n, down, triangle.unit, [&](int64_t i, int64_t j) { return conj_of(a[j * a_row + i]); }, small);
    else
      take_triangle(
          n, down, triangle.unit, [&](int64_t i, int64_t j) { return a[i * a_row + j]; }, small);
    return substitute(n, columns, small, down ? x : x + (n - 1) * x_row, down ? x_row : -x_row);
  }
  const int64_t half = (n / 2 + kSmall - 1) / kSmall * kSmall;
  const int64_t first = down ? 0 : n - half, rest = down ? half : 0, left = n - half;
  solve(triangle, half, columns, a + first * (a_row + 1), a_row, x + first * x_row, x_row);
  MatrixView<T> between{a + rest * a_row + first, a_row, 1};
  if (triangle.adjoint) between = {a + first * a_row + rest, 1, a_row, has_imaginary_part<T>};
  subtract_product(left, columns, half, between, {x + first * x_row, x_row}, x + rest * x_row, x_row);
  solve(triangle, left, columns, a + rest * (a_row + 1), a_row, x + rest * x_row, x_row);
}

// The same for one column, whose elements lie side by side: a is read row by row in either case.
template <class T>
void solve_vector(const Triangle& triangle, int64_t n, const T* a, int64_t a_row, T* x) {
  const bool down = triangle.lower != triangle.adjoint;
  for (int64_t s = 0; s < n; ++s) {
    const int64_t i = down ? s : n - 1 - s;
    const T* row = a + i * a_row;
    const int64_t begin = triangle.lower ? 0 : i + 1, count = triangle.lower ? i : n - 1 - i;
    if (!triangle.adjoint) x[i] -= dot_product<false>(count, row + begin, x + begin);
    if (!triangle.unit) x[i] = times(x[i], T(1) / (triangle.adjoint ? conj_of(row[i]) : row[i]));
    if (!triangle.adjoint) continue;
    const T solved = x[i];
    for (int64_t j = begin; j < begin + count; ++j) x[j] -= times(conj_of(row[j]), solved);
  }
}

}  // namespace

template <class T>
void subtract_product(int64_t m, int64_t n, int64_t k, const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                      int64_t c_row) {
  if (m == 0 || n == 0 || k == 0) return;
  constexpr int64_t kOnStack = 1024;
  const bool of_a = m <= n;
  const int64_t count = of_a ? m * k : k * n;
  StackNumbers<T, kOnStack> few;
  std::unique_ptr<T[]> many(count > kOnStack ? new T[static_cast<size_t>(count)] : nullptr);
  T* negated = many ? many.get() : few.data();
  const MatrixView<T> left = of_a ? negate(m, k, a, negated) : a, right = of_a ? b : negate(k, n, b, negated);
  GemmArgs args;
  args.m = m, args.n = n, args.k = k;
  args.a = left.data, args.a_row = left.row, args.a_column = left.column, args.conjugate_a = left.conjugate;
  args.b = right.data, args.b_row = right.row, args.b_column = right.column, args.conjugate_b = right.conjugate;
  args.c = c, args.c_row = c_row;
  args.add = true;
  gemm(dtype_of<T>, args);
}

template <class T>
void triangular_solve(const Triangle& triangle, int64_t n, int64_t columns, const T* a, int64_t a_row, T* x,
                      int64_t x_row) {
  if (n == 0 || columns == 0) return;
  if (columns == 1 && x_row == 1)
    solve_vector(triangle, n, a, a_row, x);
  else
    solve(triangle, n, columns, a, a_row, x, x_row);
}

// With x = [x1 x2] and l = [l11 0; l21 l22]: x1 from x1 l11^H, then x2 l22^H = x2 - x1 l21^H.
template <class T>
void triangular_solve_right(int64_t m, int64_t n, const T* l, int64_t l_row, T* x, int64_t x_row) {
  if (n > kSmall) {
    const int64_t half = (n / 2 + kSmall - 1) / kSmall * kSmall;
    triangular_solve_right(m, half, l, l_row, x, x_row);
    const MatrixView<T> below{l + half * l_row, 1, l_row, has_imaginary_part<T>};
    subtract_product(m, n - half, half, {x, x_row}, below, x + half, x_row);
    return triangular_solve_right(m, n - half, l + half * (l_row + 1), l_row, x + half, x_row);
  }
  // Some rows of x at a time as columns: conj(l) x^T = x^T.
  constexpr int64_t kRows = kWide<T>;
  SmallTriangle<T> small;
  take_triangle(
      n, true, false, [&](int64_t i, int64_t j) { return conj_of(l[i * l_row + j]); }, small);
  StackNumbers<T, kSmall * kRows> columns;
  T* turned = columns.data();
  for (int64_t i = 0; i < m; i += kRows) {
    const int64_t rows = std::min(kRows, m - i);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < n; ++j) turned[j * kRows + r] = x[(i + r) * x_row + j];
    substitute(n, rows, small, turned, kRows);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < n; ++j) x[(i + r) * x_row + j] = turned[j * kRows + r];
  }
}

#define GW_INSTANTIATE(T)                                                                                      \
  template void subtract_product<T>(int64_t, int64_t, int64_t, const MatrixView<T>&, const MatrixView<T>&, T*, \
                                    int64_t);                                                                  \
  template void triangular_solve<T>(const Triangle&, int64_t, int64_t, const T*, int64_t, T*, int64_t);        \
  template void triangular_solve_right<T>(int64_t, int64_t, const T*, int64_t, T*, int64_t);
GW_INSTANTIATE(float)
GW_INSTANTIATE(double)
GW_INSTANTIATE(std::complex<float>)
GW_INSTANTIATE(std::complex<double>)

}  // namespace graphwright
