// The loops in kernels/: accuracy at every ISA level, in-place use, broadcasting, reductions, scans, casts, choices.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "base/parallel.h"
#include "device/device.h"
#include "kernels/cast.h"
#include "kernels/convolution.h"
#include "kernels/elementwise.h"
#include "kernels/gemm.h"
#include "kernels/pooling.h"
#include "kernels/reduce.h"
#include "kernels/scan.h"
#include "kernels/segment.h"
#include "kernels/select.h"

namespace graphwright {
namespace {

// The float tables of the levels that this processor has.
std::vector<ElementwiseTables> levels() {
  std::vector<ElementwiseTables> all;
  auto add = [&](auto unary, auto simple, auto binary, auto integer) {
    ElementwiseTables& tables = all.emplace_back();
    unary(tables);
    simple(tables);
    binary(tables);
    integer(tables);
  };
  add(v2::fill_unary_float, v2::fill_unary_simple, v2::fill_binary_float, v2::fill_binary_integer);
#ifdef __x86_64__
  if (isa_level() >= IsaLevel::kV3)
    add(v3::fill_unary_float, v3::fill_unary_simple, v3::fill_binary_float, v3::fill_binary_integer);
  if (isa_level() >= IsaLevel::kV4)
    add(v4::fill_unary_float, v4::fill_unary_simple, v4::fill_binary_float, v4::fill_binary_integer);
#endif
  return all;
}

float of_bits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// How far y is from the exact value, in units of a float's last place.
double ulps(float y, double exact) {
  float rounded = std::fabs(static_cast<float>(exact));
  if (std::isnan(exact)) return std::isnan(y) ? 0 : 1e9;
  if (std::isinf(rounded)) return y == static_cast<float>(exact) || std::fabs(exact) > 3.4e38 ? 0 : 1e9;
  double unit = std::nextafter(rounded, std::numeric_limits<float>::infinity()) - rounded;
  return std::fabs(y - exact) / unit;
}

struct Function {
  UnaryCode code;
  double (*exact)(double);
  double limit;
};
double sigmoid(double x) { return x < -88.722 ? 0 : 1 / (1 + std::exp(-x)); }
double softplus(double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x))); }
const Function kFunctions[] = {
    {UnaryCode::kExp, std::exp, 1.1},     {UnaryCode::kLog, std::log, 1.1},      {UnaryCode::kTanh, std::tanh, 1.5},
    {UnaryCode::kSigmoid, sigmoid, 2.5},  {UnaryCode::kErf, std::erf, 1.5},      {UnaryCode::kExpm1, std::expm1, 0.6},
    {UnaryCode::kLog1p, std::log1p, 0.6}, {UnaryCode::kSinh, std::sinh, 0.6},    {UnaryCode::kCosh, std::cosh, 0.6},
    {UnaryCode::kAsinh, std::asinh, 0.6}, {UnaryCode::kAcosh, std::acosh, 0.6},  {UnaryCode::kAtanh, std::atanh, 0.6},
    {UnaryCode::kAsin, std::asin, 0.6},   {UnaryCode::kAcos, std::acos, 0.6},    {UnaryCode::kAtan, std::atan, 0.6},
    {UnaryCode::kErfc, std::erfc, 0.6},   {UnaryCode::kSoftplus, softplus, 0.6}, {UnaryCode::kSin, std::sin, 1.1},
    {UnaryCode::kCos, std::cos, 1.1},     {UnaryCode::kTan, std::tan, 2.5},      {UnaryCode::kSqrt, std::sqrt, 0.51},
};

Tensor random_tensor(DType dtype, const Shape& shape, unsigned seed) {
  Tensor tensor = Tensor::allocate(dtype, shape);
  std::mt19937 random(seed);
  visit_number_or_bool(dtype, [&]<class T>() {
    for (int64_t i = 0; i < tensor.num_elements(); ++i) {
      double value = static_cast<double>(random() % 2001) / 100 - 10;
      if (std::is_unsigned_v<T>) value = std::fabs(value);
      tensor.data<T>()[i] = static_cast<T>(static_cast<compute_t<T>>(value));
    }
  });
  return tensor;
}

// The element of an operand that goes with the output's element `flat`.
int64_t operand_index(const Shape& out, const Shape& operand, int64_t flat) {
  int64_t index = 0, stride = 1;
  for (int i = 1; i <= out.rank(); ++i) {
    int64_t position = flat % out[out.rank() - i];
    flat /= out[out.rank() - i];
    if (i > operand.rank()) continue;
    int64_t size = operand[operand.rank() - i];
    if (size != 1) index += position * stride;
    stride *= size;
  }
  return index;
}

}  // namespace

TEST_CASE("float functions are accurate over all floats at every level") {
  constexpr int kCount = 4096;
  std::vector<float> x(kCount), y(kCount);
  for (const ElementwiseTables& tables : levels()) {
    for (const Function& f : kFunctions) {
      UnaryFn fn = tables.unary[static_cast<int>(f.code)][static_cast<int>(DType::kFloat32)];
      REQUIRE(fn != nullptr);
      double worst = 0;
      float where = 0;
      for (uint64_t block = 0; block < 40; ++block) {
        for (int i = 0; i < kCount; ++i)
          x[i] = of_bits(static_cast<uint32_t>((block * kCount + i) * 26214u + block * 17));
        fn(x.data(), y.data(), kCount);
        for (int i = 0; i < kCount; ++i) {
          double error = ulps(y[i], f.exact(x[i]));
          if (error > worst) worst = error, where = x[i];
        }
      }
      INFO(unary_name(f.code) << " at " << where);
      CHECK(worst < f.limit);
    }
  }
}

TEST_CASE("special values of float functions") {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  auto call = [](UnaryCode code, float x) {
    float y;
    unary_fn(code, DType::kFloat32)(&x, &y, 1);
    return y;
  };
  CHECK(call(UnaryCode::kExp, -inf) == 0);
  CHECK(call(UnaryCode::kExp, inf) == inf);
  CHECK(std::isnan(call(UnaryCode::kExp, nan)));
  CHECK(call(UnaryCode::kExp, -103.5f) > 0);  // a subnormal
  CHECK(call(UnaryCode::kLog, 0.0f) == -inf);
  CHECK(std::isnan(call(UnaryCode::kLog, -1.0f)));
  CHECK(call(UnaryCode::kLog, inf) == inf);
  CHECK(call(UnaryCode::kTanh, inf) == 1);
  for (UnaryCode odd : {UnaryCode::kTanh, UnaryCode::kErf, UnaryCode::kExpm1, UnaryCode::kLog1p, UnaryCode::kSinh,
                        UnaryCode::kAsinh, UnaryCode::kAtanh, UnaryCode::kAsin, UnaryCode::kAtan, UnaryCode::kSin,
                        UnaryCode::kTan, UnaryCode::kSoftsign, UnaryCode::kSqrt, UnaryCode::kRound}) {
    INFO(unary_name(odd));
    CHECK(std::signbit(call(odd, -0.0f)));
    CHECK_FALSE(std::signbit(call(odd, 0.0f)));
  }
  CHECK(call(UnaryCode::kRound, 2.5f) == 2);
  CHECK(call(UnaryCode::kRound, -1.5f) == -2);
  CHECK(std::isnan(call(UnaryCode::kSin, inf)));
  CHECK(call(UnaryCode::kSin, 1e30f) == Approx(std::sin(1e30f)));
  CHECK(std::isnan(call(UnaryCode::kRelu, nan)));
  CHECK(std::isnan(call(UnaryCode::kSign, nan)));
}

TEST_CASE("loops may write over their operands") {
  for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kInt32, DType::kHalf, DType::kComplex64}) {
    Tensor a = random_tensor(dtype, {1000}, 1), b = random_tensor(dtype, {1000}, 2);
    Tensor sum = Tensor::allocate(dtype, {1000});
    binary_elementwise(BinaryCode::kAdd, a, b, sum);
    Tensor first = a.copy(), second = b.copy(), both = a.copy(), twice = Tensor::allocate(dtype, {1000});
    binary_elementwise(BinaryCode::kAdd, first, b, first);
    binary_elementwise(BinaryCode::kAdd, a, second, second);
    binary_elementwise(BinaryCode::kAdd, both, both, both);
    binary_elementwise(BinaryCode::kAdd, a, a, twice);
    CHECK(identical(first, sum));
    CHECK(identical(second, sum));
    CHECK(identical(both, twice));
    if (dtype == DType::kInt32) continue;
    Tensor x = a.copy(), y = Tensor::allocate(dtype, {1000});
    unary_elementwise(UnaryCode::kExp, a, y);
    unary_elementwise(UnaryCode::kExp, x, x);
    CHECK(identical(x, y));
  }
}

TEST_CASE("broadcasting agrees with index arithmetic") {
  const std::pair<Shape, Shape> shapes[] = {{{5}, {5}},
                                            {{4, 5}, {5}},
                                            {{4, 5}, {4, 1}},
                                            {{4, 1}, {1, 5}},
                                            {{2, 3, 4}, {3, 1}},
                                            {{2, 1, 4}, {3, 1}},
                                            {{}, {7}},
                                            {{1}, {2, 3}},
                                            {{2, 3, 4, 5}, {3, 1, 5}},
                                            {{300, 3}, {3}},
                                            {{300, 3}, {300, 1}},
                                            {{3, 300}, {3, 1}},
                                            {{2, 70000}, {2, 1}},
                                            {{70000, 2}, {2}},
                                            {{3, 1, 2}, {1, 40, 1}},
                                            {{0, 3}, {3}},
                                            {{1, 2000}, {70, 1}},
                                            {{2, 3, 1}, {2, 3, 1}}};
  for (DType dtype : {DType::kFloat32, DType::kInt8, DType::kComplex128, DType::kBfloat16}) {
    for (const auto& [left, right] : shapes) {
      Tensor a = random_tensor(dtype, left, 3), b = random_tensor(dtype, right, 4);
      Shape shape = broadcast_shapes(left, right);
      Tensor out = Tensor::allocate(dtype, shape), flipped = Tensor::allocate(dtype, shape);
      binary_elementwise(BinaryCode::kSub, a, b, out);
      binary_elementwise(BinaryCode::kSub, b, a, flipped);
      INFO(dtype << " " << left << " and " << right);
      bool right_values = true;
      visit_number(dtype, [&]<class T>() {
        const BinaryFns& fns = *binary_fns(BinaryCode::kSub, dtype);
        for (int64_t i = 0; i < out.num_elements(); ++i) {
          T x = a.data<T>()[operand_index(shape, left, i)], y = b.data<T>()[operand_index(shape, right, i)], one, two;
          fns.vector_vector(&x, &y, &one, 1);
          fns.vector_vector(&y, &x, &two, 1);
          right_values &= std::memcmp(&one, &out.data<T>()[i], sizeof(T)) == 0;
          right_values &= std::memcmp(&two, &flipped.data<T>()[i], sizeof(T)) == 0;
        }
      });
      CHECK(right_values);
    }
  }
}

TEST_CASE("scalar forms give what vectors of equal elements give") {
  for (int code = 0; code < kNumBinaryCodes; ++code) {
    for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kInt16, DType::kInt32, DType::kInt64, DType::kUint8,
                        DType::kHalf, DType::kComplex64}) {
      const BinaryFns* fns = binary_fns(static_cast<BinaryCode>(code), dtype);
      if (!fns) continue;
      constexpr int64_t kCount = 67;
      Tensor a = random_tensor(dtype, {kCount}, 5), b = random_tensor(dtype, {kCount}, 6);
      Tensor three = Tensor::scalar_of(dtype, 3), threes = Tensor::allocate(dtype, {kCount});
      binary_elementwise(BinaryCode::kAdd, Tensor::zeros(dtype, {kCount}), three, threes);
      DType result = output_dtype(static_cast<BinaryCode>(code), dtype);
      Tensor x = Tensor::zeros(result, {kCount}), y = Tensor::zeros(result, {kCount});
      INFO(binary_name(static_cast<BinaryCode>(code)) << " of " << dtype);
      auto near = [&] {
        for (int64_t i = 0; i < kCount; ++i) {
          if (is_complex(result) || result == DType::kBool || is_integer(result)) continue;
          double p = x.double_at(i), q = y.double_at(i);
          if (!(p == q || (std::isnan(p) && std::isnan(q)) || std::fabs(p - q) <= 2e-6 * std::fabs(p))) return false;
        }
        return is_floating(result) || identical(x, y);
      };
      try {
        fns->vector_vector(a.raw(), threes.raw(), x.raw(), kCount);
        fns->vector_scalar(a.raw(), three.raw(), y.raw(), kCount);
        if (!is_complex(result)) CHECK(near());
        fns->vector_vector(threes.raw(), b.raw(), x.raw(), kCount);
        fns->scalar_vector(three.raw(), b.raw(), y.raw(), kCount);
        if (!is_complex(result)) CHECK(near());
      } catch (const Error&) {  // integers: division by zero, negative exponents
        CHECK(is_integer(dtype));
      }
    }
  }
}

TEST_CASE("integer division rounds, wraps and refuses zero") {
  auto divide = [](BinaryCode code, auto a, auto b) {
    decltype(a) out;
    binary_fns(code, dtype_of<decltype(a)>)->vector_vector(&a, &b, &out, 1);
    return out;
  };
  CHECK(divide(BinaryCode::kFloorDiv, int32_t{-7}, int32_t{2}) == -4);
  CHECK(divide(BinaryCode::kTruncateDiv, int32_t{-7}, int32_t{2}) == -3);
  CHECK(divide(BinaryCode::kFloorMod, int32_t{-7}, int32_t{2}) == 1);
  CHECK(divide(BinaryCode::kTruncateMod, int64_t{-7}, int64_t{2}) == -1);
  CHECK(divide(BinaryCode::kFloorDiv, std::numeric_limits<int32_t>::min(), int32_t{-1}) ==
        std::numeric_limits<int32_t>::min());
  CHECK(divide(BinaryCode::kFloorDiv, std::numeric_limits<int64_t>::min(), int64_t{-1}) ==
        std::numeric_limits<int64_t>::min());
  CHECK(divide(BinaryCode::kFloorDiv, uint32_t{4000000000u}, uint32_t{7}) == 4000000000u / 7);
  CHECK_THROWS_AS(divide(BinaryCode::kFloorDiv, int32_t{1}, int32_t{0}), Error);
  CHECK_THROWS_AS(divide(BinaryCode::kFloorMod, int64_t{1}, int64_t{0}), Error);
  CHECK_THROWS_AS(divide(BinaryCode::kPow, int32_t{2}, int32_t{-1}), Error);
  CHECK(divide(BinaryCode::kPow, int32_t{3}, int32_t{4}) == 81);
  CHECK(divide(BinaryCode::kLeftShift, int8_t{1}, int8_t{100}) == -128);
}

TEST_CASE("reductions over every set of axes agree with a plain loop") {
  for (const Shape& shape : {Shape{3, 4, 5}, Shape{2, 3, 2, 7}, Shape{300, 40}, Shape{40, 3000}, Shape{1, 5, 1},
                             Shape{7}, Shape{}, Shape{200000, 2}, Shape{3, 100000}}) {
    for (int mask = 0; mask < 1 << shape.rank(); ++mask) {
      SmallVector<bool, 8> reduced(shape.rank(), false);
      Shape kept;
      for (int i = 0; i < shape.rank(); ++i) {
        reduced[i] = mask >> i & 1;
        if (!reduced[i]) kept.append(shape[i]);
      }
      Tensor x = random_tensor(DType::kFloat32, shape, 7);
      std::vector<double> sums(kept.num_elements(), 0), sizes = sums, largest(kept.num_elements(), -1e30);
      for (int64_t i = 0; i < x.num_elements(); ++i) {
        int64_t at = 0, stride = 1, rest = i;
        for (int axis = shape.rank(); axis-- > 0; rest /= shape[axis]) {
          if (reduced[axis]) continue;
          at += rest % shape[axis] * stride;
          stride *= shape[axis];
        }
        sums[at] += x.data<float>()[i];
        sizes[at] += std::fabs(x.data<float>()[i]);
        largest[at] = std::max(largest[at], static_cast<double>(x.data<float>()[i]));
      }
      Tensor sum = Tensor::allocate(DType::kFloat32, kept), top = Tensor::allocate(DType::kFloat32, kept);
      reduce(ReduceCode::kSum, ReduceFinish::kNone, x, reduced, sum);
      reduce(ReduceCode::kMax, ReduceFinish::kNone, x, reduced, top);
      INFO(shape << " mask " << mask);
      double worst = 0;
      bool exact = true;
      for (size_t i = 0; i < sums.size(); ++i) {
        worst = std::max(worst, std::fabs(sum.data<float>()[i] - sums[i]) / (1 + sizes[i]));
        exact &= top.data<float>()[i] == static_cast<float>(largest[i]);
      }
      CHECK(worst < 2e-7);
      CHECK(exact);
    }
  }
}

TEST_CASE("sums do not depend on the number of threads, and lose little") {
  Tensor x = Tensor::allocate(DType::kFloat32, {1 << 20}), one = Tensor::allocate(DType::kFloat32, {});
  for (int64_t i = 0; i < x.num_elements(); ++i) x.data<float>()[i] = 0.1f;
  const bool all[] = {true};
  reduce(ReduceCode::kSum, ReduceFinish::kNone, x, all, one);
  float expected = static_cast<float>(static_cast<double>(0.1f) * (1 << 20));
  CHECK(*one.data<float>() == Approx(expected).epsilon(isa_level() == IsaLevel::kV2 ? 3e-6 : 1e-6));
  float before = *one.data<float>();
  set_num_threads(1);
  reduce(ReduceCode::kSum, ReduceFinish::kNone, x, all, one);
  set_num_threads(0);
  CHECK(*one.data<float>() == before);
}

TEST_CASE("extremes keep NaN wherever it is") {
  const bool all[] = {true};
  for (int64_t n : {1, 5, 64, 1000}) {
    for (int64_t at : {int64_t{0}, n / 2, n - 1}) {
      Tensor x = random_tensor(DType::kFloat32, {n}, 8), one = Tensor::allocate(DType::kFloat32, {});
      x.data<float>()[at] = std::numeric_limits<float>::quiet_NaN();
      reduce(ReduceCode::kMax, ReduceFinish::kNone, x, all, one);
      CHECK(std::isnan(*one.data<float>()));
      reduce(ReduceCode::kMin, ReduceFinish::kNone, x, all, one);
      CHECK(std::isnan(*one.data<float>()));
    }
  }
}

TEST_CASE("scans in both directions, with and without the own element") {
  for (const Shape& shape : {Shape{50}, Shape{300000}, Shape{7, 33}, Shape{33, 7}, Shape{3, 20, 5}}) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      for (bool exclusive : {false, true}) {
        for (bool reverse : {false, true}) {
          Tensor x = random_tensor(DType::kFloat32, shape, 9), out = Tensor::allocate(DType::kFloat32, shape);
          scan(ScanCode::kSum, x, axis, exclusive, reverse, out);
          int64_t inner = 1, n = shape[axis];
          for (int i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
          double worst = 0;
          for (int64_t line = 0; line < x.num_elements() / n; ++line) {
            double total = 0, size = 0;
            for (int64_t k = 0; k < n; ++k) {
              int64_t at = (line / inner * n + (reverse ? n - 1 - k : k)) * inner + line % inner;
              double next = total + x.data<float>()[at];
              double want = exclusive ? total : next;
              size += std::fabs(x.data<float>()[at]);
              worst = std::max(worst, std::fabs(out.data<float>()[at] - want) / (1 + size));
              total = next;
            }
          }
          INFO(shape << " axis " << axis << exclusive << reverse);
          CHECK(worst < 1e-6);
        }
      }
    }
  }
}

TEST_CASE("casts of every pair of dtypes keep small integers") {
  std::vector<DType> dtypes;
  for (int d = 1; d < kNumDTypes; ++d)
    if (can_cast(static_cast<DType>(d), DType::kFloat32)) dtypes.push_back(static_cast<DType>(d));
  CHECK(dtypes.size() == 29);  // all but string, resource and variant
  const float values[] = {0, 1, 1, 0, 1};
  for (DType from : dtypes) {
    for (DType to : dtypes) {
      char first[5 * 16], second[5 * 16];
      float back[5];
      cast_elements(DType::kFloat32, values, from, first, 5);
      cast_elements(from, first, to, second, 5);
      cast_elements(to, second, DType::kFloat32, back, 5);
      INFO(from << " to " << to);
      if (to == DType::kInt2 || from == DType::kInt2) continue;  // holds 1, but as the sign of nothing else
      CHECK(std::memcmp(values, back, sizeof values) == 0);
    }
  }
  const float wide[] = {300.0f, -1.9f, 3e9f, std::numeric_limits<float>::quiet_NaN()};
  uint8_t narrow[4];
  cast_elements(DType::kFloat32, wide, DType::kUint8, narrow, 4);
  CHECK(narrow[0] == 44);
  CHECK(narrow[1] == 255);
  CHECK(narrow[3] == 0);
  Half half[1];
  const float large[] = {65520.0f};
  cast_elements(DType::kFloat32, large, DType::kHalf, half, 1);
  CHECK(half[0].bits == 0x7c00);
}

TEST_CASE("choosing elements, and where a condition holds") {
  Tensor condition = Tensor::allocate(DType::kBool, {4, 1});
  for (int i = 0; i < 4; ++i) condition.data<bool>()[i] = i % 2 == 0;
  for (DType dtype : {DType::kInt8, DType::kHalf, DType::kFloat32, DType::kInt64, DType::kComplex128}) {
    Tensor a = random_tensor(dtype, {4, 70}, 10), b = random_tensor(dtype, {70}, 11),
           out = Tensor::allocate(dtype, {4, 70});
    select(condition, a, b, out);
    size_t row = 70 * dtype_size(dtype);
    for (int i = 0; i < 4; ++i) {
      const char* want = static_cast<const char*>(i % 2 == 0 ? a.raw() : b.raw()) + (i % 2 == 0 ? i * row : 0);
      CHECK(std::memcmp(static_cast<const char*>(out.raw()) + i * row, want, row) == 0);
    }
  }
  Tensor flags = Tensor::zeros(DType::kBool, {100, 400});
  std::vector<int64_t> want;
  std::mt19937 random(12);
  for (int64_t i = 0; i < flags.num_elements(); ++i) {
    if (random() % 5) continue;
    flags.data<bool>()[i] = true;
    want.push_back(i / 400);
    want.push_back(i % 400);
  }
  Tensor found = nonzero_positions(flags);
  REQUIRE(found.num_elements() == static_cast<int64_t>(want.size()));
  CHECK(std::memcmp(found.raw(), want.data(), want.size() * sizeof(int64_t)) == 0);
}

TEST_CASE("rows are combined by segment") {
  // More entries than are looked ahead, with some that are passed over.
  const int64_t n = 40, segments = 5;
  std::vector<int64_t> to(n), from(n);
  for (int64_t i = 0; i < n; ++i) {
    to[i] = i * 7 % (segments + 1) - 1;
    from[i] = i * 11 % n;
  }
  for (BinaryCode op : {BinaryCode::kAdd, BinaryCode::kMul, BinaryCode::kMaximum, BinaryCode::kMinimum})
    for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kInt32, DType::kInt64, DType::kInt16, DType::kHalf})
      for (int64_t width : {0, 1, 3, 7, 16, 33, 700})
        for (bool chosen : {false, true}) {
          CAPTURE(static_cast<int>(op), dtype_name(dtype), width, chosen);
          Tensor rows = random_tensor(dtype, {n, width}, 13), out = Tensor::allocate(dtype, {segments, width}),
                 want = Tensor::allocate(dtype, {segments, width});
          for (const Tensor& t : {out, want}) fill_start(op, dtype, t.raw(), t.num_elements());
          combine_rows(op, dtype, rows.raw(), chosen ? from.data() : nullptr, to.data(), n, width, out.raw());
          const int64_t bytes = width * static_cast<int64_t>(dtype_size(dtype));
          for (int64_t i = 0; i < n; ++i) {
            if (to[i] < 0 || width == 0) continue;
            char* row = static_cast<char*>(want.raw()) + to[i] * bytes;
            binary_fns(op, dtype)->vector_vector(
                row, static_cast<const char*>(rows.raw()) + (chosen ? from[i] : i) * bytes, row, width);
          }
          CHECK(std::memcmp(out.raw(), want.raw(), segments * bytes) == 0);
        }
}

TEST_CASE("extremes by segment keep NaN") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const int64_t to[] = {0, 0, 1, 1};
  for (int64_t width : {1, 20}) {
    Tensor rows = random_tensor(DType::kFloat32, {4, width}, 14), out = Tensor::allocate(DType::kFloat32, {2, width});
    rows.data<float>()[width - 1] = nan;
    rows.data<float>()[4 * width - 1] = nan;
    for (BinaryCode op : {BinaryCode::kMaximum, BinaryCode::kMinimum}) {
      fill_start(op, DType::kFloat32, out.raw(), out.num_elements());
      combine_rows(op, DType::kFloat32, rows.raw(), nullptr, to, 4, width, out.raw());
      for (int64_t j = 0; j < 2 * width; ++j) CHECK(std::isnan(out.data<float>()[j]) == (j % width == width - 1));
    }
  }
}

namespace {

// Windows of every kind along an axis: {in, size, stride, before, out}; some lie outside of the image.
const int64_t kWindows[][5] = {{9, 2, 2, 0, 4}, {9, 3, 1, 1, 9}, {9, 3, 2, 1, 5}, {7, 2, 3, 0, 3},  {5, 4, 3, 2, 3},
                               {1, 1, 1, 0, 1}, {3, 7, 1, 3, 3}, {4, 2, 2, 3, 5}, {13, 1, 5, 0, 3}, {0, 2, 1, 1, 1}};

Pool pool_of(int64_t channels, const int64_t* rows, const int64_t* columns) {
  Pool pool;
  pool.batch = 2;
  pool.channels = channels;
  const int64_t* axes[] = {rows, columns};
  for (int i = 0; i < 2; ++i) {
    pool.in[i + 1] = axes[i][0];
    pool.size[i + 1] = axes[i][1];
    pool.stride[i + 1] = axes[i][2];
    pool.before[i + 1] = axes[i][3];
    pool.out[i + 1] = axes[i][4];
  }
  return pool;
}

// Calls each(output, input) for the flat positions of every element with those of its window, in order.
template <class Each>
void for_windows(const Pool& pool, const Each& each) {
  for (int64_t n = 0; n < pool.batch; ++n)
    for (int64_t y = 0; y < pool.out[1]; ++y)
      for (int64_t x = 0; x < pool.out[2]; ++x)
        for (int64_t c = 0; c < pool.channels; ++c) {
          std::vector<int64_t> inputs;
          for (int64_t i = 0; i < pool.size[1]; ++i)
            for (int64_t j = 0; j < pool.size[2]; ++j) {
              const int64_t row = y * pool.stride[1] - pool.before[1] + i,
                            column = x * pool.stride[2] - pool.before[2] + j;
              if (row < 0 || row >= pool.in[1] || column < 0 || column >= pool.in[2]) continue;
              inputs.push_back(((n * pool.in[1] + row) * pool.in[2] + column) * pool.channels + c);
            }
          each(((n * pool.out[1] + y) * pool.out[2] + x) * pool.channels + c, inputs);
        }
}

template <class T>
void check_pooling(const Pool& pool) {
  using C = compute_t<T>;
  const DType dtype = dtype_of<T>;
  const Shape in{pool.batch, pool.in[1], pool.in[2], pool.channels},
      out{pool.batch, pool.out[1], pool.out[2], pool.channels};
  const Tensor x = random_tensor(dtype, in, 3), dy = random_tensor(dtype, out, 4);
  const Tensor max = Tensor::allocate(dtype, out), mean = Tensor::allocate(dtype, out),
               dmax = Tensor::allocate(dtype, in), dmean = Tensor::allocate(dtype, in);
  if (x.num_elements() > 5) x.data<T>()[5] = static_cast<T>(std::numeric_limits<C>::quiet_NaN());
  auto value = [](const Tensor& t, int64_t i) { return static_cast<C>(t.data<T>()[i]); };
  max_pool<T>(pool, x.data<T>(), max.data<T>());
  average_pool<T>(pool, x.data<T>(), mean.data<T>());
  max_pool_gradient<T>(pool, x.data<T>(), dy.data<T>(), dmax.data<T>());
  average_pool_gradient<T>(pool, dy.data<T>(), dmean.data<T>());
  std::vector<C> want_dmax(in.num_elements()), want_dmean(in.num_elements());
  int64_t wrong = 0;
  auto compare = [&](C want, C have) { wrong += have != want && !(std::isnan(want) && std::isnan(have)); };
  for_windows(pool, [&](int64_t at, const std::vector<int64_t>& inputs) {
    C highest = std::numeric_limits<C>::lowest(), most = 0, sum = 0;  // maxima pass over NaN, their places do not
    int64_t best = -1;
    for (int64_t i : inputs) {
      if (value(x, i) > highest) highest = value(x, i);
      if (best < 0 || value(x, i) > most) best = i, most = value(x, i);
      sum += value(x, i);
    }
    const C count = static_cast<C>(std::max<size_t>(inputs.size(), 1));
    compare(static_cast<C>(static_cast<T>(highest)), value(max, at));
    compare(static_cast<C>(static_cast<T>(sum / count)), value(mean, at));
    if (best >= 0) want_dmax[best] += value(dy, at);
    for (int64_t i : inputs) want_dmean[i] += value(dy, at) / count;
  });
  for (int64_t i = 0; i < in.num_elements(); ++i) {
    compare(static_cast<C>(static_cast<T>(want_dmax[i])), value(dmax, i));
    compare(static_cast<C>(static_cast<T>(want_dmean[i])), value(dmean, i));
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("pooling agrees with a plain loop over windows") {
  for (const auto& rows : kWindows)
    for (const auto& columns : kWindows)
      for (int64_t channels : {0, 1, 3, 4, 21, 70}) {
        CAPTURE(rows[0], rows[1], rows[2], rows[3], columns[0], columns[1], columns[2], columns[3], channels);
        const Pool pool = pool_of(channels, rows, columns);
        check_pooling<float>(pool);
        if (channels == 21) {
          check_pooling<double>(pool);
          check_pooling<Bfloat16>(pool);
          check_pooling<Half>(pool);
        }
      }
}

TEST_CASE("windows may be far larger than the image") {
  const int64_t huge[] = {5, int64_t{1} << 31, int64_t{1} << 31, 7, 1};
  const Pool pool = pool_of(3, huge, huge);
  std::vector<float> x(2 * 25 * 3, 1), y(2 * 3), dx(x.size());
  max_pool<float>(pool, x.data(), y.data());
  CHECK(y == std::vector<float>(6, 1));
  average_pool<float>(pool, x.data(), y.data());
  CHECK(y == std::vector<float>(6, 1));
  max_pool_gradient<float>(pool, x.data(), y.data(), dx.data());
  CHECK(dx[0] == 1);
  CHECK(dx[3] == 0);
}

TEST_CASE("depthwise convolutions by rows agree with a plain loop") {
  for (const auto& rows : kWindows)
    for (const auto& columns : kWindows)
      for (int64_t channels : {3, 8, 70})
        for (int64_t dilation : {1, 2}) {
          CAPTURE(rows[0], rows[1], rows[2], rows[3], columns[0], columns[1], columns[2], columns[3], channels,
                  dilation);
          const Pool pool = pool_of(channels, rows, columns);
          onednn::Convolution conv;
          conv.batch = pool.batch;
          conv.in_channels = conv.out_channels = conv.groups = channels;
          for (int i = 0; i < 2; ++i) {
            conv.in[i] = pool.in[i + 1];
            conv.out[i] = pool.out[i + 1];
            conv.filter[i] = pool.size[i + 1];
            conv.stride[i] = pool.stride[i + 1];
            conv.dilation[i] = dilation;
            conv.pad_before[i] = pool.before[i + 1];
            conv.pad_after[i] = 0;
          }
          const Tensor x = random_tensor(DType::kFloat32, {2, pool.in[1], pool.in[2], channels}, 5),
                       filter = random_tensor(DType::kFloat32, {pool.size[1], pool.size[2], channels}, 6),
                       y = Tensor::allocate(DType::kFloat32, {2, pool.out[1], pool.out[2], channels});
          convolve_by_loops(conv, x.raw(), filter.raw(), y.raw());
          double worst = 0;
          const float* have = y.data<float>();
          for (int64_t n = 0; n < 2; ++n)
            for (int64_t oy = 0; oy < pool.out[1]; ++oy)
              for (int64_t ox = 0; ox < pool.out[2]; ++ox)
                for (int64_t c = 0; c < channels; ++c) {
                  double sum = 0;
                  for (int64_t i = 0; i < pool.size[1]; ++i)
                    for (int64_t j = 0; j < pool.size[2]; ++j) {
                      const int64_t row = oy * pool.stride[1] - pool.before[1] + i * dilation,
                                    column = ox * pool.stride[2] - pool.before[2] + j * dilation;
                      if (row < 0 || row >= pool.in[1] || column < 0 || column >= pool.in[2]) continue;
                      sum += static_cast<double>(
                                 x.data<float>()[((n * pool.in[1] + row) * pool.in[2] + column) * channels + c]) *
                             filter.data<float>()[(i * pool.size[2] + j) * channels + c];
                    }
                  worst = std::max(worst, std::fabs(sum - *have++));
                }
          CHECK(worst < 1e-3);
        }
}

namespace {

// op(A) * op(B) by gemm(), by one thread of it and by a plain loop.
template <class T>
void check_product(int64_t m, int64_t n, int64_t k, bool ta, bool tb, bool add, bool finish) {
  CAPTURE(dtype_of<T>, m, n, k, ta, tb, add, finish);
  const DType dtype = dtype_of<T>;
  const Tensor a = random_tensor(dtype, {m, k}, 1), b = random_tensor(dtype, {k, n}, 2),
               start = random_tensor(dtype, {m, n}, 3), bias = random_tensor(dtype, {n}, 4);
  std::vector<T> all(m * n), alone(m * n);
  GemmArgs args;
  args.m = m, args.n = n, args.k = k;
  args.a = a.raw(), args.a_row = ta ? 1 : k, args.a_column = ta ? m : 1;
  args.b = b.raw(), args.b_row = tb ? 1 : n, args.b_column = tb ? k : 1;
  args.c_row = n, args.add = add;
  if (finish) args.bias = bias.raw(), args.relu = true;
  for (auto* c : {&all, &alone}) {
    std::copy_n(start.data<T>(), m * n, c->begin());
    args.c = c->data();
    c == &all ? gemm(dtype, args) : gemm_one_thread(dtype, args);
  }
  CHECK(all == alone);
  int64_t wrong = 0;
  for (int64_t i = 0; i < m; i += i + 16 < m ? 11 : 1)
    for (int64_t j = 0; j < n; ++j) {
      double sum = add ? start.data<T>()[i * n + j] : 0, size = std::fabs(sum) + 1;
      for (int64_t p = 0; p < k; ++p) {
        const double term = static_cast<double>(a.data<T>()[i * args.a_row + p * args.a_column]) *
                            static_cast<double>(b.data<T>()[p * args.b_row + j * args.b_column]);
        sum += term;
        size += std::fabs(term);
      }
      if (finish) sum = std::max(sum + bias.data<T>()[j], 0.0);
      const double slack = std::is_floating_point_v<T> ? 4 * std::numeric_limits<T>::epsilon() * size : 0;
      wrong += !(std::fabs(sum - all[i * n + j]) <= slack);
    }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("products agree with a plain loop, whatever the number of threads") {
  const int64_t sizes[][3] = {{1, 1, 1},        {9, 9, 2600},     {32, 33, 1000}, {65, 65, 65},
                              {1, 130, 700},    {130, 1, 700},    {14, 600, 40},  {71, 131, 2100},
                              {2105, 150, 131}, {300, 1100, 260}, {5, 70, 0}};
  for (const auto& s : sizes)
    for (int transposed = 0; transposed < 4; ++transposed) {
      check_product<float>(s[0], s[1], s[2], transposed & 1, transposed & 2, transposed == 1, false);
      check_product<double>(s[0], s[1], s[2], transposed & 1, transposed & 2, transposed == 2, false);
    }
  check_product<float>(71, 1100, 600, false, true, false, true);
  check_product<double>(300, 131, 600, true, false, true, true);
}

}  // namespace graphwright
