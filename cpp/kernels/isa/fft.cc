// Fourier transforms of as many lines as vectors have lanes: loads that sort the lines into lanes, Stockham's passes,
// stores.
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include <algorithm>
#include <utility>

#include "kernels/fft_table.h"
#include "kernels/isa/vectors.h"

namespace graphwright::GRAPHWRIGHT_ISA {
namespace {

template <class T>
constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));
template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(kVectorBytes)));
  typedef T loose __attribute__((vector_size(kVectorBytes), aligned(alignof(T)), may_alias));
};
template <class T>
using Vec = typename VectorOf<T>::type;

template <class T>
GW_INLINE Vec<T> load(const T* from) {
  return *reinterpret_cast<const typename VectorOf<T>::loose*>(from);
}
template <class T>
GW_INLINE void store(T* to, Vec<T> value) {
  *reinterpret_cast<typename VectorOf<T>::loose*>(to) = value;
}

// The first `count` lanes alone; the others are zeros.
template <class T>
GW_INLINE Vec<T> load_some(const T* from, int count) {
  if (count >= kLanes<T>) return load(from);
#if defined(__AVX512F__)
  const auto mask = static_cast<uint16_t>((1u << std::max(count, 0)) - 1);
  if constexpr (sizeof(T) == 4) {
    return _mm512_maskz_loadu_ps(mask, from);
  } else {
    return _mm512_maskz_loadu_pd(static_cast<uint8_t>(mask), from);
  }
#else
  Vec<T> value = {};
  for (int l = 0; l < count; ++l) value[l] = from[l];
  return value;
#endif
}
template <class T>
GW_INLINE void store_some(T* to, Vec<T> value, int count) {
  if (count >= kLanes<T>) return store<T>(to, value);
#if defined(__AVX512F__)
  const auto mask = static_cast<uint16_t>((1u << std::max(count, 0)) - 1);
  if constexpr (sizeof(T) == 4) {
    _mm512_mask_storeu_ps(to, mask, value);
  } else {
    _mm512_mask_storeu_pd(to, static_cast<uint8_t>(mask), value);
  }
#else
  for (int l = 0; l < count; ++l) to[l] = value[l];
#endif
}

// ---- complex numbers: one, or one for each lane ----

template <class V>
struct Complex {
  V re, im;
};
template <class V>
GW_INLINE Complex<V> operator+(Complex<V> a, Complex<V> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class V>
GW_INLINE Complex<V> operator-(Complex<V> a, Complex<V> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class V, class W>
GW_INLINE Complex<V> operator*(Complex<V> a, Complex<W> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class V>
GW_INLINE Complex<V> times_i(Complex<V> a) {
  return {-a.im, a.re};
}
template <class V>
GW_INLINE Complex<V> conjugate(Complex<V> a) {
  return {a.re, -a.im};
}
template <class V>
GW_INLINE Complex<V> swapped(Complex<V> a) {
  return {a.im, a.re};
}
template <class T>
GW_INLINE Complex<T> number(const T* pair, int64_t i) {
  return {pair[2 * i], pair[2 * i + 1]};
}
template <class T>
using Lanes = Complex<Vec<T>>;

// ---- orders of lanes ----

template <class T, class F>
GW_INLINE Vec<T> shuffled(Vec<T> a, Vec<T> b, F lane_of) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, decltype(lane_of)::of(I)...);
  }
  (std::make_integer_sequence<int, kLanes<T>>());
}
template <int L>
struct Evens {
  static constexpr int of(int i) { return 2 * i; }
};
template <int L>
struct Odds {
  static constexpr int of(int i) { return 2 * i + 1; }
};
template <int L>
struct FirstZip {
  static constexpr int of(int i) { return i / 2 + i % 2 * L; }
};
template <int L>
struct SecondZip {
  static constexpr int of(int i) { return L / 2 + i / 2 + i % 2 * L; }
};
template <int L>
struct Backwards {
  static constexpr int of(int i) { return L - 1 - i; }
};
template <int L, int H>
struct UpperBlocks {
  static constexpr int of(int i) { return i & H ? L + i - H : i; }
};
template <int L, int H>
struct LowerBlocks {
  static constexpr int of(int i) { return i & H ? L + i : i + H; }
};

// Neighbouring complex numbers in memory, one for each lane.
template <class T>
GW_INLINE Lanes<T> load_pairs(const T* from, int count = kLanes<T>) {
  constexpr int L = kLanes<T>;
  const Vec<T> a = load_some(from, 2 * count), b = load_some(from + L, 2 * count - L);
  return {shuffled<T>(a, b, Evens<L>()), shuffled<T>(a, b, Odds<L>())};
}
template <class T>
GW_INLINE void store_pairs(T* to, Lanes<T> a, int count = kLanes<T>) {
  constexpr int L = kLanes<T>;
  store_some<T>(to, shuffled<T>(a.re, a.im, FirstZip<L>()), 2 * count);
  store_some<T>(to + L, shuffled<T>(a.re, a.im, SecondZip<L>()), 2 * count - L);
}
template <class T>
GW_INLINE Lanes<T> backwards(Lanes<T> a) {
  constexpr int L = kLanes<T>;
  return {shuffled<T>(a.re, a.re, Backwards<L>()), shuffled<T>(a.im, a.im, Backwards<L>())};
}

// As many vectors as they have lanes, rows for columns.
template <class T, int H = 1>
GW_INLINE void transpose(Vec<T>* rows) {
  constexpr int L = kLanes<T>;
  if constexpr (H < L) {
#pragma GCC unroll 16
    for (int i = 0; i < L; ++i) {
      if (i & H) continue;
      const Vec<T> a = rows[i], b = rows[i + H];
      rows[i] = shuffled<T>(a, b, UpperBlocks<L, H>());
      rows[i + H] = shuffled<T>(a, b, LowerBlocks<L, H>());
    }
    transpose<T, 2 * H>(rows);
  }
}

// ---- butterflies ----

template <class V>
GW_INLINE void butterfly4(Complex<V>& a, Complex<V>& b, Complex<V>& c, Complex<V>& d) {
  const Complex<V> s = a + c, t = a - c, u = b + d, v = times_i(b - d);
  a = s + u;
  b = t - v;
  c = s - u;
  d = t + v;
}

// The transform of the R numbers (or r, where R is 0) at `a`, in place.
template <class T, int R>
GW_INLINE void butterfly(Lanes<T>* a, int r, const T* roots) {
  using C = Lanes<T>;
  if constexpr (R == 2) {
    const C b = a[1];
    a[1] = a[0] - b;
    a[0] = a[0] + b;
  } else if constexpr (R == 4) {
    butterfly4(a[0], a[1], a[2], a[3]);
  } else if constexpr (R == 8) {
    constexpr T kHalfRoot = static_cast<T>(0.70710678118654752440);
    butterfly4(a[0], a[2], a[4], a[6]);
    butterfly4(a[1], a[3], a[5], a[7]);
    const C odd[] = {a[1],
                     {(a[3].re + a[3].im) * kHalfRoot, (a[3].im - a[3].re) * kHalfRoot},
                     {a[5].im, -a[5].re},
                     {(a[7].im - a[7].re) * kHalfRoot, (a[7].re + a[7].im) * -kHalfRoot}};
    const C even[] = {a[0], a[2], a[4], a[6]};
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      a[k] = even[k] + odd[k];
      a[k + 4] = even[k] - odd[k];
    }
  } else {
    constexpr int kMost = R > 0 ? R : kLargestFftRadix;
    const int half = (r - 1) / 2;
    C sums[kMost / 2 + 1], differences[kMost / 2 + 1], all = a[0];
#pragma GCC unroll 8
    for (int j = 1; j <= half; ++j) {
      sums[j] = a[j] + a[r - j];
      differences[j] = a[j] - a[r - j];
      all = all + sums[j];
    }
#pragma GCC unroll 8
    for (int k = 1; k <= half; ++k) {
      C even = a[0], odd = {};
      int at = 0;
#pragma GCC unroll 8
      for (int j = 1; j <= half; ++j) {
        at += k;
        if (at >= r) at -= r;
        const Complex<T> root = number(roots, at);
        even = even + C{sums[j].re * root.re, sums[j].im * root.re};
        odd = odd + C{differences[j].re * root.im, differences[j].im * root.im};
      }
      a[k] = even - times_i(odd);
      a[r - k] = even + times_i(odd);
    }
    a[0] = all;
  }
}

template <class T, int R>
void pass(const FftPass<T>& pass, const Lanes<T>* x, Lanes<T>* y) {
  const int64_t r = R > 0 ? R : pass.radix, rest = pass.rest, done = pass.done;
  Lanes<T> a[R > 0 ? R : kLargestFftRadix];
  auto butterflies = [&]<bool kTwiddles>(int64_t p, const T* twiddles) __attribute__((always_inline)) {
    for (int64_t q = 0; q < done; ++q) {
      const Lanes<T>* from = x + p * done + q;
      Lanes<T>* to = y + p * r * done + q;
#pragma GCC unroll 16
      for (int64_t j = 0; j < r; ++j) a[j] = from[j * rest * done];
      butterfly<T, R>(a, static_cast<int>(r), pass.roots);
      to[0] = a[0];
#pragma GCC unroll 16
      for (int64_t j = 1; j < r; ++j) to[j * done] = kTwiddles ? a[j] * number(twiddles, j - 1) : a[j];
    }
  };
  if (rest == 1) return butterflies.template operator()<false>(0, nullptr);
  for (int64_t p = 0; p < rest; ++p) butterflies.template operator()<true>(p, pass.twiddles + 2 * (r - 1) * p);
}

// All passes, from x to y and back; returns where the results are.
template <class T>
Lanes<T>* transform(const FftPasses<T>& passes, Lanes<T>* x, Lanes<T>* y) {
  for (const FftPass<T>* step = passes.begin; step != passes.end; ++step) {
    switch (step->radix) {
      case 2:
        pass<T, 2>(*step, x, y);
        break;
      case 3:
        pass<T, 3>(*step, x, y);
        break;
      case 4:
        pass<T, 4>(*step, x, y);
        break;
      case 5:
        pass<T, 5>(*step, x, y);
        break;
      case 7:
        pass<T, 7>(*step, x, y);
        break;
      case 8:
        pass<T, 8>(*step, x, y);
        break;
      default:
        pass<T, 0>(*step, x, y);
    }
    std::swap(x, y);
  }
  return x;
}

// ---- real numbers: two make a complex one ----

// From the numbers k and n - k of the transform of the pairs to those of the real numbers' transform.
template <class V, class W>
GW_INLINE void to_half(Complex<V>& a, Complex<V>& b, Complex<W> w) {
  const Complex<V> even = a + conjugate(b), odd = times_i(conjugate(b) - a) * w;
  const Complex<V> first = even + odd, second = conjugate(even - odd);
  a = {first.re / 2, first.im / 2};
  b = {second.re / 2, second.im / 2};
}
// The way back, with the parts swapped.
template <class V, class W>
GW_INLINE void from_half(Complex<V>& a, Complex<V>& b, Complex<W> w) {
  const Complex<V> even = a + conjugate(b), odd = times_i((a - conjugate(b)) * conjugate(w));
  a = swapped(even + odd);
  b = swapped(conjugate(even - odd));
}
template <class V>
GW_INLINE void to_half_ends(Complex<V>& first, Complex<V>& last) {
  const V re = first.re, im = first.im;
  first = {re + im, V{}};
  last = {re - im, V{}};
}
template <class V>
GW_INLINE void from_half_ends(Complex<V>& first, const Complex<V>& last) {
  first = {first.re - last.re, first.re + last.re};
}

template <class T>
void lanes_to_half(Lanes<T>* x, int64_t n, const T* half) {
  to_half_ends(x[0], x[n]);
  for (int64_t k = 1; 2 * k <= n; ++k) {
    Lanes<T> a = x[k], b = x[n - k];
    to_half(a, b, number(half, k));
    x[k] = a;
    x[n - k] = b;
  }
}
template <class T>
void lanes_from_half(Lanes<T>* x, int64_t n, const T* half) {
  from_half_ends(x[0], x[n]);
  for (int64_t k = 1; 2 * k <= n; ++k) {
    Lanes<T> a = x[k], b = x[n - k];
    from_half(a, b, number(half, k));
    x[k] = a;
    x[n - k] = b;
  }
}
// Where the length is odd: the numbers that are the conjugates of others, with all parts swapped.
template <class T>
void lanes_mirrored(Lanes<T>* x, int64_t n) {
  x[0] = {Vec<T>{}, x[0].re};
  for (int64_t k = 1; 2 * k < n; ++k) {
    x[n - k] = swapped(conjugate(x[k]));
    x[k] = swapped(x[k]);
  }
}

// f(a, b, w) for the numbers k and n - k of one line.
template <class T, class F>
GW_INLINE void for_mirrored(T* line, int64_t n, const T* half, int64_t begin, int64_t end, F f) {
  constexpr int L = kLanes<T>;
  int64_t k = begin;
  for (; k + L <= end && 2 * (k + L) <= n; k += L) {
    T *low = line + 2 * k, *high = line + 2 * (n - k - L + 1);
    Lanes<T> a = load_pairs(low), b = backwards<T>(load_pairs(high));
    f(a, b, load_pairs(half + 2 * k));
    store_pairs<T>(low, a);
    store_pairs<T>(high, backwards<T>(b));
  }
  for (; k < end; ++k) {
    Complex<T> a = number(line, k), b = number(line, n - k);
    f(a, b, number(half, k));
    line[2 * k] = a.re;
    line[2 * k + 1] = a.im;
    line[2 * (n - k)] = b.re;
    line[2 * (n - k) + 1] = b.im;
  }
}
template <class T>
void line_to_half(T* line, int64_t n, const T* half, int64_t begin, int64_t end) {
  if (begin == 0) {
    Complex<T> first = number(line, 0), last;
    to_half_ends(first, last);
    line[0] = first.re;
    line[2 * n] = last.re;
    line[1] = line[2 * n + 1] = 0;
    begin = 1;
  }
  for_mirrored(line, n, half, begin, end, [](auto& a, auto& b, auto w) { to_half(a, b, w); });
}
template <class T>
void line_from_half(T* line, int64_t n, const T* half, int64_t begin, int64_t end) {
  if (begin == 0) {
    Complex<T> first = number(line, 0);
    from_half_ends(first, number(line, n));
    line[0] = first.re;
    line[1] = first.im;
    begin = 1;
  }
  for_mirrored(line, n, half, begin, end, [](auto& a, auto& b, auto w) { from_half(a, b, w); });
}

template <class T>
void multiply(const T* x, const T* w, T* y, int64_t n, bool swap_x, bool swap_y) {
  constexpr int L = kLanes<T>;
  int64_t k = 0;
  for (; k + L <= n; k += L) {
    Lanes<T> a = load_pairs(x + 2 * k);
    a = (swap_x ? swapped(a) : a) * load_pairs(w + 2 * k);
    store_pairs<T>(y + 2 * k, swap_y ? swapped(a) : a);
  }
  for (; k < n; ++k) {
    Complex<T> a = number(x, k);
    a = (swap_x ? swapped(a) : a) * number(w, k);
    y[2 * k] = swap_y ? a.im : a.re;
    y[2 * k + 1] = swap_y ? a.re : a.im;
  }
}

// ---- lines in memory ----

template <class T>
struct Rows {
  T* at[kLanes<T>];
};
// The lines' beginnings; lanes without a line take the last one's.
template <class T>
GW_INLINE Rows<T> rows_of(const FftMemory<T>& side, int lines) {
  Rows<T> rows;
  for (int l = 0; l < kLanes<T>; ++l) rows.at[l] = side.data + (l < lines ? l : lines - 1) * side.line;
  return rows;
}

template <class T>
void load_lines(const FftMemory<T>& from, int lines, Lanes<T>* x, int64_t n) {
  constexpr int L = kLanes<T>;
  int64_t k = 0;
  if (from.line == 2 && from.imaginary == 1) {
    auto columns = [&](int count) __attribute__((always_inline)) {
      for (; k < from.count; ++k) x[k] = load_pairs(from.data + k * from.step, count);
    };
    lines == L ? columns(L) : columns(lines);
  } else if (from.line == 1) {
    for (; k < from.count; ++k) {
      const T* at = from.data + k * from.step;
      x[k] = {load_some(at, lines), from.imaginary ? load_some(at + from.imaginary, lines) : Vec<T>{}};
    }
  } else if (from.step == 2 && from.imaginary == 1 && from.count >= L / 2) {
    const Rows<T> rows = rows_of(from, lines);
    for (;; k += L / 2) {
      if (k + L / 2 > from.count) k = from.count - L / 2;  // the last numbers: some are loaded again
      Vec<T> block[L];
#pragma GCC unroll 16
      for (int l = 0; l < L; ++l) block[l] = load<T>(rows.at[l] + 2 * k);
      transpose<T>(block);
#pragma GCC unroll 16
      for (int i = 0; i < L / 2; ++i) x[k + i] = {block[2 * i], block[2 * i + 1]};
      if (k + L / 2 == from.count) break;
    }
    k = from.count;
  }
  for (; k < from.count + from.odd; ++k) {
    const T* at = from.data + k * from.step;
    const bool complex = from.imaginary != 0 && k < from.count;
    Lanes<T> value = {};
    for (int l = 0; l < lines; ++l) {
      value.re[l] = at[l * from.line];
      if (complex) value.im[l] = at[l * from.line + from.imaginary];
    }
    x[k] = value;
  }
  for (; k < n; ++k) x[k] = Lanes<T>{};
  if (from.swapped)
    for (k = 0; k < n; ++k) x[k] = swapped(x[k]);
}

template <class T>
void store_lines(const FftLines<T>& job, const Lanes<T>* x) {
  constexpr int L = kLanes<T>;
  const FftMemory<T>& to = job.to;
  const bool full = job.lines == L;
  auto result = [&](int64_t k) __attribute__((always_inline)) {
    Lanes<T> value = x[k];
    if (job.twist) {
      value = value * Lanes<T>{load(job.twist + 2 * L * k), load(job.twist + 2 * L * k + L)};
      if (job.turn) value = value * number(job.turn, k);
    }
    value = {value.re * job.scale, value.im * job.scale};
    return to.swapped ? swapped(value) : value;
  };
  int64_t k = 0;
  if (to.line == 2 && to.imaginary == 1) {
    auto columns = [&](int count) __attribute__((always_inline)) {
      for (; k < to.count; ++k) store_pairs<T>(to.data + k * to.step, result(k), count);
    };
    full ? columns(L) : columns(job.lines);
  } else if (to.line == 1) {
    for (; k < to.count; ++k) {
      const Lanes<T> value = result(k);
      T* at = to.data + k * to.step;
      store_some<T>(at, value.re, job.lines);
      if (to.imaginary) store_some<T>(at + to.imaginary, value.im, job.lines);
    }
  } else if (to.step == 2 && to.imaginary == 1) {
    const Rows<T> rows = rows_of(to, job.lines);
    for (; k + L / 2 <= to.count; k += L / 2) {
      Vec<T> block[L];
#pragma GCC unroll 16
      for (int i = 0; i < L / 2; ++i) {
        const Lanes<T> value = result(k + i);
        block[2 * i] = value.re;
        block[2 * i + 1] = value.im;
      }
      transpose<T>(block);
      if (full) {
#pragma GCC unroll 16
        for (int l = 0; l < L; ++l) store<T>(rows.at[l] + 2 * k, block[l]);
      } else {
        for (int l = 0; l < job.lines; ++l) store<T>(rows.at[l] + 2 * k, block[l]);
      }
    }
  }
  for (; k < to.count; ++k) {
    T* at = to.data + k * to.step;
    const Lanes<T> value = result(k);
    for (int l = 0; l < job.lines; ++l) {
      at[l * to.line] = value.re[l];
      if (to.imaginary) at[l * to.line + to.imaginary] = value.im[l];
    }
  }
}

template <class T>
void transform_lines(const FftLines<T>& job, void* scratch) {
  const int64_t n = job.n, size = job.passes.n;
  Lanes<T>* x = static_cast<Lanes<T>*>(scratch);
  Lanes<T>* y = x + size + 2;
  const bool in = job.real == FftRealSide::kIn, out = job.real == FftRealSide::kOut;
  load_lines(job.from, job.lines, x, out && job.half ? n + 1 : n);
  if (out) {
    if (job.half) lanes_from_half(x, n, job.half);
    if (!job.half) lanes_mirrored<T>(x, n);
  }
  if (job.chirp) {
    for (int64_t k = 0; k < n; ++k) x[k] = x[k] * number(job.chirp, k);
    for (int64_t k = n; k < size; ++k) x[k] = Lanes<T>{};
    Lanes<T>* z = transform(job.passes, x, y);
    if (z != x) std::swap(x, y);
    for (int64_t k = 0; k < size; ++k) x[k] = swapped(x[k] * number(job.kernel, k));
    z = transform(job.passes, x, y);
    if (z != x) std::swap(x, y);
    for (int64_t k = 0; k < n; ++k) x[k] = swapped(x[k]) * number(job.chirp, k);
  } else {
    x = transform(job.passes, x, y);
  }
  if (in && job.half) lanes_to_half(x, n, job.half);
  store_lines(job, x);
}

template <class T>
constexpr FftLoops<T> kLoops = {kLanes<T>, transform_lines<T>, line_to_half<T>, line_from_half<T>, multiply<T>};

}  // namespace

extern const FftTable fft_table;
const FftTable fft_table = {kLoops<float>, kLoops<double>};

}  // namespace graphwright::GRAPHWRIGHT_ISA
