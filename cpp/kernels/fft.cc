// Fourier transforms of lines: plans, and the choice between many lines at once, one in each lane of the vectors, and
// the columns and rows that a long line is folded into. Lengths with large prime factors go through Bluestein's chirps.
#include "kernels/fft.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <memory>
#include <mutex>
#include <numbers>
#include <unordered_map>
#include <vector>

#include "base/at_fork.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/waiting.h"
#include "kernels/by_level.h"
#include "kernels/fft_table.h"
#include "tensor/buffer.h"

namespace graphwright {

namespace v2 {
extern const FftTable fft_table;
}
namespace v3 {
extern const FftTable fft_table;
}
namespace v4 {
extern const FftTable fft_table;
}

namespace {

template <class T>
const FftLoops<T>& loops() {
  static const FftTable& table = GW_BY_LEVEL(fft_table);
  if constexpr (sizeof(T) == sizeof(float)) {
    return table.f32;
  } else {
    return table.f64;
  }
}

// ---- what a transform costs, in vector instructions ----

// The radices of the passes; none where a prime factor is too large.
std::vector<int64_t> radices_of(int64_t n) {
  std::vector<int64_t> radices;
  int twos = std::countr_zero(static_cast<uint64_t>(n));
  n >>= twos;
  for (int64_t factor = 3; n > 1; factor += 2) {
    if (factor > kLargestFftRadix) return {};
    for (; n % factor == 0; n /= factor) radices.push_back(factor);
  }
  if (twos == 1) radices.push_back(2);
  for (; twos % 3 != 0 && twos > 1; twos -= 2) radices.push_back(4);
  for (; twos >= 3; twos -= 3) radices.push_back(8);
  return radices;
}
bool is_smooth(int64_t n) { return n == 1 || !radices_of(n).empty(); }

// The length of the transforms that Bluestein's algorithm makes of one of length n.
int64_t chirp_length(int64_t n) {
  int64_t best = INT64_MAX;
  for (int64_t odd : {1, 3, 5, 9, 15, 25, 27, 45, 75}) {
    const int64_t twos = std::bit_ceil(static_cast<uint64_t>((2 * n - 1 + odd - 1) / odd));
    best = std::min(best, odd * std::max<int64_t>(twos, 16));
  }
  return best;
}

double butterfly_cost(int64_t radix) {
  switch (radix) {
    case 2:
      return 5;
    case 3:
      return 7;
    case 4:
      return 6;
    case 5:
      return 10;
    case 7:
      return 13;
    case 8:
      return 8;
    default:
      return 10 + 3 * static_cast<double>(radix);
  }
}

// Of as many lines as there are lanes.
template <class T>
double cost_in_lanes(int64_t n) {
  if (!is_smooth(n)) {
    const int64_t m = chirp_length(n);
    return 2 * cost_in_lanes<T>(m) + 10 * static_cast<double>(n + m);
  }
  double each = 6;
  for (int64_t radix : radices_of(n)) each += butterfly_cost(radix);
  const double bytes = static_cast<double>(4 * n) * loops<T>().lanes * sizeof(T);
  return static_cast<double>(n) * each * (bytes < 3e4 ? 1 : bytes < 6e5 ? 1.3 : 2.5);
}

// Ways to transform lines of length n.
struct Choice {
  double in_lanes = 0;  // what as many lines as there are lanes cost
  double folded = 0;    // what one line costs that is folded into rows and columns
  int64_t columns = 0;  // of these; 0: through a chirp
};

template <class T>
Choice choice(int64_t n) {
  static GlobalMutex& mutex = GlobalMutex::make();
  static std::unordered_map<int64_t, Choice> choices;
  {
    std::lock_guard lock(mutex);
    if (auto found = choices.find(n); found != choices.end()) return found->second;
  }
  const int64_t lanes = loops<T>().lanes;
  Choice result{cost_in_lanes<T>(n), INFINITY, 0};
  auto groups = [&](int64_t lines) { return static_cast<double>((lines + lanes - 1) / lanes); };
  for (int64_t a = 2; a * a <= n; ++a) {
    if (n % a != 0) continue;
    for (int64_t rows : {a, n / a}) {
      const int64_t columns = n / rows;
      const double cost = 3000 + groups(columns) * cost_in_lanes<T>(rows) + groups(rows) * cost_in_lanes<T>(columns);
      if (cost < result.folded) result.folded = cost, result.columns = columns;
    }
  }
  if (!is_smooth(n)) {
    const double cost = 2 * choice<T>(chirp_length(n)).folded + static_cast<double>(n);
    if (cost < result.folded) result.folded = cost, result.columns = 0;
  }
  std::lock_guard lock(mutex);
  if (choices.size() > 10'000) choices.clear();
  return choices[n] = result;
}

// ---- plans ----

// exp(-2 pi i k / n), correctly rounded but for an ulp: the angle is folded into an eighth of the circle.
std::complex<double> root(int64_t k, int64_t n) {
  int64_t eighths = 8 * (k % n);
  const bool below = eighths > 4 * n;
  if (below) eighths = 8 * n - eighths;
  const bool left = eighths > 2 * n;
  if (left) eighths = 4 * n - eighths;
  const bool steep = eighths > n;
  if (steep) eighths = 2 * n - eighths;
  const double angle = std::numbers::pi / 4 * (static_cast<double>(eighths) / static_cast<double>(n));
  double x = std::cos(angle), y = std::sin(angle);
  if (steep) std::swap(x, y);
  return {left ? -x : x, below ? y : -y};
}

template <class T>
void append(std::vector<T>& to, std::complex<double> value) {
  to.push_back(static_cast<T>(value.real()));
  to.push_back(static_cast<T>(value.imag()));
}

// What takes some nanoseconds for every number of a line looks for Ctrl-C by these.
constexpr int64_t kPerRoot = 40, kPerNumber = 8;

// The plan for length n, made on first use. Plans that are no longer used go when all of them take too much memory.
template <class Plan>
std::shared_ptr<const Plan> plan_for(int64_t n) {
  constexpr size_t kMostKept = size_t{64} << 20;
  static GlobalMutex& mutex = GlobalMutex::make();
  static std::unordered_map<int64_t, std::shared_ptr<const Plan>> plans;
  static size_t kept = 0;
  {
    std::lock_guard lock(mutex);
    if (auto found = plans.find(n); found != plans.end()) return found->second;
  }
  auto plan = std::make_shared<const Plan>(n);
  std::lock_guard lock(mutex);
  kept += plan->bytes();
  if (kept > kMostKept) {
    plans.clear();
    kept = plan->bytes();
  }
  return plans[n] = plan;
}

template <class T>
class PassesPlan {
 public:
  explicit PassesPlan(int64_t n) {
    int64_t rest = n, done = 1;
    StopChecks checks;
    for (int64_t radix : radices_of(n)) {
      rest /= radix;
      std::vector<T>& table = tables_.emplace_back();
      table.reserve(2 * (rest * (radix - 1) + radix));
      for (int64_t p = 0; p < rest; ++p) {
        checks.did(radix * kPerRoot);
        for (int64_t j = 1; j < radix; ++j) append(table, root(p * j, rest * radix));
      }
      for (int64_t j = 0; j < radix; ++j) append(table, std::conj(root(j, radix)));
      bytes_ += table.size() * sizeof(T);
      passes_.push_back({radix, rest, done, table.data(), table.data() + 2 * rest * (radix - 1)});
      done *= radix;
    }
    view = {n, passes_.data(), passes_.data() + passes_.size()};
  }
  PassesPlan(const PassesPlan&) = delete;
  PassesPlan& operator=(const PassesPlan&) = delete;
  size_t bytes() const { return bytes_; }

  FftPasses<T> view;

 private:
  std::vector<std::vector<T>> tables_;
  std::vector<FftPass<T>> passes_;
  size_t bytes_ = 256;
};

// exp(-2 pi i k / (2 n)) for k <= n / 2.
template <class T>
struct HalfPlan {
  explicit HalfPlan(int64_t n) {
    StopChecks checks;
    for (int64_t k = 0; 2 * k <= n; ++k) {
      checks.did(kPerRoot);
      append(factors, root(k, 2 * n));
    }
  }
  size_t bytes() const { return factors.size() * sizeof(T); }
  std::vector<T> factors;
};

// Bluestein's: j k = (j^2 + k^2 - (j - k)^2) / 2, so that a transform of any length n is a convolution with a chirp.
template <class T>
struct ChirpPlan {
  explicit ChirpPlan(int64_t n);
  size_t bytes() const { return (factors.size() + kernel.size()) * sizeof(T); }
  std::vector<T> factors;  // exp(-pi i k^2 / n)
  std::vector<T> kernel;   // the transform of their conjugates, laid around a circle, divided by its length
};

// A line as `rows` times `columns` numbers.
template <class T>
struct FoldPlan {
  explicit FoldPlan(int64_t n) : columns(choice<T>(n).columns), rows(n / columns) {
    // Factors exp(-2 pi i r c / n) for row r and column c: a table of all, or the product of one of the lanes' factors
    // and one of those of the groups of columns.
    const int64_t lanes = loops<T>().lanes, groups = (columns + lanes - 1) / lanes;
    const bool whole = n * static_cast<int64_t>(sizeof(T)) <= (int64_t{1} << 18);
    auto add_group = [&](int64_t first) {
      for (int64_t r = 0; r < rows; ++r) {
        const size_t at = twist.size();
        twist.resize(at + 2 * lanes);
        for (int64_t lane = 0; lane < lanes; ++lane) {
          const std::complex<double> factor = root(r * (first + lane), n);
          twist[at + lane] = static_cast<T>(factor.real());
          twist[at + lanes + lane] = static_cast<T>(factor.imag());
        }
      }
    };
    twist.reserve((whole ? groups : 1) * rows * lanes * 2);
    for (int64_t g = 0; g < (whole ? groups : 1); ++g) add_group(g * lanes);
    if (whole) {
      twist_step = rows * lanes * 2;
      return;
    }
    turn_step = rows * 2;
    turn.reserve(groups * turn_step);
    StopChecks checks;
    for (int64_t g = 0; g < groups; ++g) {
      checks.did(rows * kPerRoot);
      for (int64_t r = 0; r < rows; ++r) append(turn, root(r * g * lanes, n));
    }
  }
  size_t bytes() const { return (twist.size() + turn.size()) * sizeof(T); }

  int64_t columns, rows;
  std::vector<T> twist, turn;
  int64_t twist_step = 0, turn_step = 0;  // from a group of columns to the next one
};

// ---- many lines at once ----

// A transform of length job.n with its plans.
template <class T>
struct Planned {
  explicit Planned(int64_t n) {
    job.n = n;
    const bool smooth = is_smooth(n);
    passes = plan_for<PassesPlan<T>>(smooth ? n : chirp_length(n));
    job.passes = passes->view;
    if (smooth) return;
    chirp = plan_for<ChirpPlan<T>>(n);
    job.chirp = chirp->factors.data();
    job.kernel = chirp->kernel.data();
  }
  FftLines<T> job;
  std::shared_ptr<const PassesPlan<T>> passes;
  std::shared_ptr<const ChirpPlan<T>> chirp;
};

// The lines of a tensor, `inner` neighbours in each of `outer` blocks; the job's sides tell of the first line.
template <class T>
struct Block {
  int64_t outer, inner;
  int64_t from_outer = 0, to_outer = 0;     // from a block to the next one
  int64_t twist_group = 0, turn_group = 0;  // from a group of neighbours to the next one
};

template <class T>
void transform_block(const FftLines<T>& job, Block<T> block) {
  const int64_t lanes = loops<T>().lanes;
  auto groups_of = [&](int64_t lines) { return (lines + lanes - 1) / lanes; };
  FftLines<T> form = job;
  if (groups_of(block.outer) * block.inner < groups_of(block.inner) * block.outer) {
    std::swap(block.outer, block.inner);
    std::swap(block.from_outer, form.from.line);
    std::swap(block.to_outer, form.to.line);
  }
  const int64_t groups = groups_of(block.inner);
  const auto grain = static_cast<int64_t>(30'000 / choice<T>(job.n).in_lanes) + 1;
  parallel_for(block.outer * groups, grain, [&](int64_t begin, int64_t end) {
    const Ref<Buffer> scratch = Buffer::allocate(4 * (job.passes.n + 2) * lanes * sizeof(T));
    StopChecks checks;
    for (int64_t i = begin; i < end; ++i) {
      checks.did(job.n * lanes * kPerNumber);
      const int64_t outer = i / groups, group = i % groups, first = group * lanes;
      FftLines<T> part = form;
      part.lines = static_cast<int>(std::min(lanes, block.inner - first));
      part.from.data += outer * block.from_outer + first * form.from.line;
      part.to.data += outer * block.to_outer + first * form.to.line;
      if (part.twist) part.twist += group * block.twist_group;
      if (part.turn) part.turn += group * block.turn_group;
      loops<T>().lines(part, scratch->data());
    }
  });
}

// ---- one line at a time ----

template <class T>
FftMemory<T> contiguous(T* data, int64_t count) {
  FftMemory<T> memory;
  memory.data = data;
  memory.count = count;
  return memory;
}

constexpr int64_t kCopyGrain = 1 << 15;

// A line as n complex numbers, filled up with zeros.
template <class T>
void gather(const FftMemory<T>& from, T* to, int64_t n) {
  parallel_for(n, kCopyGrain, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      const T* at = from.data + k * from.step;
      const bool real = k < from.count + from.odd, complex = k < from.count && from.imaginary != 0;
      to[2 * k + from.swapped] = real ? at[0] : T(0);
      to[2 * k + !from.swapped] = complex ? at[from.imaginary] : T(0);
    }
  });
}
template <class T>
void scatter(const T* from, const FftMemory<T>& to, T scale) {
  parallel_for(to.count, kCopyGrain, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      T* at = to.data + k * to.step;
      at[0] = from[2 * k + to.swapped] * scale;
      if (to.imaginary) at[to.imaginary] = from[2 * k + !to.swapped] * scale;
    }
  });
}
template <class T>
class Line {
 public:
  explicit Line(int64_t n) : buffer_(Buffer::allocate(2 * n * sizeof(T))), data(static_cast<T*>(buffer_->data())) {}

 private:
  Ref<Buffer> buffer_;

 public:
  T* const data;
};

// n complex numbers on both sides.
template <class T>
void transform_line(const FftMemory<T>& from, const FftMemory<T>& to, int64_t n, T scale) {
  const Choice way = choice<T>(n);
  if (way.in_lanes < way.folded) {
    Planned<T> whole(n);
    whole.job.from = from;
    whole.job.to = to;
    whole.job.scale = scale;
    return transform_block(whole.job, {1, 1});
  }
  if (way.columns > 0) {
    const auto fold = plan_for<FoldPlan<T>>(n);
    const int64_t rows = fold->rows, columns = fold->columns;
    Line<T> middle(n);
    Planned<T> down(rows), along(columns);
    down.job.from = from;
    down.job.from.step = from.step * columns;
    down.job.from.line = from.step;
    down.job.from.count = rows;
    down.job.to = contiguous(middle.data, rows);
    down.job.to.step = 2 * columns;
    down.job.twist = fold->twist.data();
    down.job.turn = fold->turn.empty() ? nullptr : fold->turn.data();
    transform_block(down.job, {1, columns, 0, 0, fold->twist_step, fold->turn_step});
    along.job.from = contiguous(middle.data, columns);
    along.job.from.line = 2 * columns;
    along.job.to = to;
    along.job.to.step = to.step * rows;
    along.job.to.line = to.step;
    along.job.to.count = columns;
    along.job.scale = scale;
    return transform_block(along.job, {1, rows});
  }
  const auto chirp = plan_for<ChirpPlan<T>>(n);
  const int64_t m = chirp_length(n);
  Line<T> x(m), y(m);
  auto multiply = [&](T* line, const std::vector<T>& factors, int64_t count, bool swap_before, bool swap_after) {
    parallel_for(count, kCopyGrain, [&](int64_t begin, int64_t end) {
      loops<T>().multiply(line + 2 * begin, factors.data() + 2 * begin, line + 2 * begin, end - begin, swap_before,
                          swap_after);
    });
  };
  gather(from, x.data, n);
  multiply(x.data, chirp->factors, n, false, false);
  std::fill(x.data + 2 * n, x.data + 2 * m, T(0));
  transform_line(contiguous(x.data, m), contiguous(y.data, m), m, T(1));
  multiply(y.data, chirp->kernel, m, false, true);
  transform_line(contiguous(y.data, m), contiguous(x.data, m), m, T(1));
  multiply(x.data, chirp->factors, n, true, false);
  scatter(x.data, to, scale);
}

template <class T>
ChirpPlan<T>::ChirpPlan(int64_t n) {
  const int64_t m = chirp_length(n);
  std::vector<double> circle(2 * m), transformed(2 * m);
  int64_t square = 0;  // k^2 modulo 2 n
  StopChecks checks;
  for (int64_t k = 0; k < n; ++k) {
    checks.did(kPerRoot);
    const std::complex<double> factor = root(square, 2 * n);
    append(factors, factor);
    for (int64_t at : {k, k > 0 ? m - k : 0}) {
      circle[2 * at] = factor.real();
      circle[2 * at + 1] = -factor.imag();
    }
    square = (square + 2 * k + 1) % (2 * n);
  }
  transform_line(contiguous(circle.data(), m), contiguous(transformed.data(), m), m, 1.0 / static_cast<double>(m));
  kernel.assign(transformed.begin(), transformed.end());
}

// The same as transform_block for one line at a time.
template <class T>
void transform_long_line(const FftLines<T>& job) {
  const int64_t n = job.n, half = n / 2 + 1;
  const FftMemory<T>&from = job.from, &to = job.to;
  if (job.real == FftRealSide::kNone) {
    if (from.count == n) return transform_line(from, to, n, job.scale);
    Line<T> whole(n);
    gather(from, whole.data, n);
    return transform_line(contiguous(whole.data, n), to, n, job.scale);
  }
  Line<T> spectrum(n + 1);
  if (job.real == FftRealSide::kIn) {
    const bool direct = job.half && to.step == 2;
    T* const target = direct ? to.data : spectrum.data;
    if (from.count == n) {
      transform_line(from, contiguous(target, n), n, job.scale);
    } else {
      Line<T> whole(n);
      gather(from, whole.data, n);
      transform_line(contiguous(whole.data, n), contiguous(target, n), n, job.scale);
    }
    if (job.half) {
      parallel_for(half, kCopyGrain,
                   [&](int64_t begin, int64_t end) { loops<T>().to_half(target, n, job.half, begin, end); });
    }
    if (!direct) scatter(target, to, T(1));
    return;
  }
  T* const line = spectrum.data;
  if (job.half) {
    gather(from, line, n + 1);
    parallel_for(half, kCopyGrain,
                 [&](int64_t begin, int64_t end) { loops<T>().from_half(line, n, job.half, begin, end); });
  } else {
    gather(from, line, half);
    line[1] = line[0];
    line[0] = 0;
    for (int64_t k = 1; 2 * k < n; ++k) {
      const T re = line[2 * k], im = line[2 * k + 1];
      line[2 * k] = im;
      line[2 * k + 1] = line[2 * (n - k) + 1] = re;
      line[2 * (n - k)] = -im;
    }
  }
  transform_line(contiguous(line, n), to, n, job.scale);
}

// One side of the lines along an axis.
template <class T>
FftMemory<T> side_of(const void* data, int64_t inner, int64_t count, bool real, bool pairs) {
  FftMemory<T> side;
  side.data = static_cast<T*>(const_cast<void*>(data));
  side.step = real && !pairs ? inner : 2 * inner;
  side.line = real ? 1 : 2;
  side.imaginary = !real ? 1 : pairs ? inner : 0;
  side.count = pairs ? count / 2 : count;
  side.odd = pairs && count % 2 != 0;
  return side;
}

}  // namespace

template <class T>
void fft_axis(FftKind kind, const FftAxis& axis) {
  const int64_t n = axis.n, inner = axis.inner;
  GW_CHECK(n <= kLongestFft, Code::kUnimplemented, "a Fourier transform of length ", n, " is longer than ",
           kLongestFft);
  if (n == 0 || axis.outer * inner == 0) return;
  const bool real_in = kind == FftKind::kReal, real_out = kind == FftKind::kInverseReal;
  const bool pairs = (real_in || real_out) && n % 2 == 0;
  const int64_t length = pairs ? n / 2 : n, wanted = real_out ? n / 2 + 1 : n;
  Planned<T> planned(length);
  FftLines<T>& job = planned.job;
  job.from = side_of<T>(axis.from, inner, std::min(axis.from_size, wanted), real_in, pairs && real_in);
  job.to = side_of<T>(axis.to, inner, axis.to_size, real_out, pairs && real_out);
  job.from.swapped = kind == FftKind::kInverse;
  job.to.swapped = kind == FftKind::kInverse || real_out;
  job.scale = static_cast<T>(axis.scale);
  job.real = real_in ? FftRealSide::kIn : real_out ? FftRealSide::kOut : FftRealSide::kNone;
  std::shared_ptr<const HalfPlan<T>> half;
  if (pairs) {
    half = plan_for<HalfPlan<T>>(length);
    job.half = half->factors.data();
  }
  const int64_t lines = axis.outer * inner, lanes = loops<T>().lanes;
  const int64_t from_outer = axis.from_size * inner * (real_in ? 1 : 2);
  const int64_t to_outer = axis.to_size * inner * (real_out ? 1 : 2);
  const Choice way = choice<T>(length);
  auto groups_of = [&](int64_t count) { return (count + lanes - 1) / lanes; };
  const int64_t groups = std::min(groups_of(inner) * axis.outer, groups_of(axis.outer) * inner);
  if (static_cast<double>(groups) * way.in_lanes <= static_cast<double>(lines) * way.folded)
    return transform_block(job, {axis.outer, inner, from_outer, to_outer});
  parallel_for(lines, static_cast<int64_t>(30'000 / way.folded) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      FftLines<T> line = job;
      line.from.data += i / inner * from_outer + i % inner * job.from.line;
      line.to.data += i / inner * to_outer + i % inner * job.to.line;
      transform_long_line(line);
    }
  });
}

template void fft_axis<float>(FftKind, const FftAxis&);
template void fft_axis<double>(FftKind, const FftAxis&);

}  // namespace graphwright
