// base/: dtypes, shapes, small vectors, references, parallel loops.
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/dtype.h"
#include "base/parallel.h"
#include "base/ref.h"
#include "base/shape.h"
#include "base/small_vector.h"
#include "base/waiting.h"

using namespace graphwright;  // NOLINT

TEST_CASE("half rounds to nearest even and keeps every value it holds") {
  for (int bits = 0; bits < 0x10000; ++bits) {
    float value = Half::to_float(static_cast<uint16_t>(bits));
    if (std::isnan(value)) {
      CHECK(std::isnan(Half::to_float(Half::from_float(value))));
    } else {
      REQUIRE(Half::from_float(value) == bits);
    }
  }
  CHECK(Half::from_float(65519.0f) == 0x7bff);
  CHECK(Half::from_float(65520.0f) == 0x7c00);
  CHECK(Half::from_float(1.0f + 1.0f / 2048) == 0x3c00);
  CHECK(Half::from_float(1.0f + 3.0f / 2048) == 0x3c02);
}

TEST_CASE("bfloat16 rounds to nearest even") {
  CHECK(Bfloat16::from_float(1.0f) == 0x3f80);
  CHECK(Bfloat16::from_float(1.00390625f) == 0x3f80);
  CHECK(Bfloat16::from_float(1.01171875f) == 0x3f82);
  CHECK(std::isnan(Bfloat16::to_float(Bfloat16::from_float(std::numeric_limits<float>::quiet_NaN()))));
}

TEST_CASE("dtype names go both ways") {
  for (int i = 1; i < kNumDTypes; ++i) {
    auto dtype = static_cast<DType>(i);
    CHECK(dtype_from_name(dtype_name(dtype)) == dtype);
    CHECK(dtype_from_name(dtype_op_def_name(dtype)) == dtype);
  }
  CHECK(dtype_from_name("float99") == DType::kInvalid);
}

TEST_CASE("shapes of any rank are copied, moved and compared") {
  std::vector<int64_t> many(12, 2);
  Shape a{2, 3}, b(std::span<const int64_t>{many}), c = b, d = std::move(c);
  CHECK(d == b);
  CHECK(d.num_elements() == 4096);
  a = b;
  CHECK(a == b);
  b.set(3, 7);
  CHECK(!(a == b));
  b.erase(3);
  CHECK(b.rank() == 11);
  CHECK(Shape::unknown().str() == "<unknown>");
  CHECK(Shape{2, kUnknown}.str() == "[2,?]");
}

TEST_CASE("broadcasting follows NumPy, with unknown extents") {
  CHECK(broadcast_shapes({2, 1}, {3}) == Shape{2, 3});
  CHECK(broadcast_shapes({kUnknown}, {3}) == Shape{3});
  CHECK(broadcast_shapes({kUnknown}, {1}) == Shape{kUnknown});
  CHECK(!broadcast_shapes(Shape::unknown(), {1}).has_rank());
  CHECK_THROWS_AS(broadcast_shapes({2}, {3}), Error);
  CHECK(broadcast_shapes({0}, {1}) == Shape{0});
}

TEST_CASE("merging adds knowledge, relaxing drops it") {
  CHECK(Shape{2, kUnknown}.merge({kUnknown, 3}) == Shape{2, 3});
  CHECK_THROWS_AS(Shape({2}).merge({3}), Error);
  CHECK(Shape{2, 3}.relax({2, 4}) == Shape{2, kUnknown});
  CHECK(!Shape{2}.relax({2, 4}).has_rank());
}

TEST_CASE("a small vector grows past its inline room") {
  SmallVector<std::string, 2> items;
  for (int i = 0; i < 50; ++i) items.push_back(std::to_string(i));
  items.push_back(items[0]);
  SmallVector<std::string, 2> copy = items, moved = std::move(items);
  CHECK(copy == moved);
  CHECK(copy.size() == 51);
  CHECK(copy.back() == "0");
  copy.erase(0);
  copy.insert(1, "x");
  CHECK(copy[0] == "1");
  CHECK(copy[1] == "x");
}

namespace {
struct Counted : RefCounted {
  explicit Counted(int* alive) : alive_(alive) { ++*alive_; }
  ~Counted() override { --*alive_; }
  int* alive_;
};
}  // namespace

TEST_CASE("references free what nobody holds") {
  int alive = 0;
  {
    Ref<Counted> a = make_ref<Counted>(&alive), b = a;
    Ref<RefCounted> base = b;
    a = nullptr;
    CHECK(alive == 1);
  }
  CHECK(alive == 0);
}

TEST_CASE("parallel_for works alone for a while after its team came late") {
  int before = num_threads();
  set_num_threads(2);
  auto threads_of = [](int delay_ms) {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::vector<int64_t> begins;
    parallel_for(2000, 1, [&](int64_t begin, int64_t) {
      if (begin > 0) std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
      std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
      begins.push_back(begin);
    });
    CHECK(begins.size() == 2);  // the pieces are the same in any case
    return threads.size();
  };
  // Others' load may make a team late at any time: only what follows a late one for sure is asserted.
  bool alone = false, together = false;
  for (int i = 0; i < 50 && !alone; ++i) {
    threads_of(5);
    alone = threads_of(0) == 1;
  }
  for (int i = 0; i < 200 && !together; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    together = threads_of(0) == 2;
  }
  CHECK(alone);
  CHECK(together);
  set_num_threads(before);
}

TEST_CASE("The parts of a loop see that another one has failed") {
  int before = num_threads();
  set_num_threads(2);
  bool seen = false;
  CHECK_THROWS_WITH(parallel_for(2, 1,
                                 [&](int64_t begin, int64_t) {
                                   if (begin == 0) fail(Code::kAborted, "stop");
                                   while (!loop_has_failed()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                   seen = true;
                                   check_stop();
                                 }),
                    "stop");
  CHECK(seen);
  CHECK_FALSE(loop_has_failed());
  set_num_threads(before);
}

TEST_CASE("parallel_for covers the range once and rethrows") {
  std::vector<int> seen(100000, 0);
  parallel_for(static_cast<int64_t>(seen.size()), 1000, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++seen[i];
  });
  CHECK(std::vector<int>(100000, 1) == seen);
  CHECK_THROWS_AS(parallel_for(100000, 10, [](int64_t, int64_t) { fail(Code::kAborted, "stop"); }), Error);
}
