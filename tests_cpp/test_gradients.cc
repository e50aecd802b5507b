// autodiff/ and op/: slices as gradients, the log of recorded ops, gradients of one's own, forward mode.
#include <catch2/catch.hpp>
#include <vector>

#include "autodiff/forward.h"
#include "base/pointer_map.h"
#include "op/build.h"
#include "op/gradient_slices.h"

using namespace graphwright;  // NOLINT

namespace {

float first(const Value& value) { return Tensor::of(value).data<float>()[0]; }

Value slices(std::initializer_list<float> values, std::initializer_list<int32_t> rows) {
  return make_slices(Tensor::from<float>(values), Tensor::from<int32_t>(rows), Tensor::from<int32_t>({4}));
}

}  // namespace

TEST_CASE("a pointer map finds what was put in, before and after it grows") {
  PointerMap map;
  std::vector<int> objects(1000);
  CHECK(map.find(&objects[0]) == PointerMap::kNone);
  for (int i = 0; i < 1000; ++i) CHECK(map.insert(&objects[i], i) == i);
  for (int i = 0; i < 1000; ++i) CHECK(map.find(&objects[i]) == i);
  CHECK(map.insert(&objects[7], 5000) == 7);
  CHECK(map.size() == 1000);
  map.clear();
  CHECK(map.size() == 0);
  CHECK(!map.contains(&objects[7]));
  CHECK(map.insert(&objects[7], 3) == 3);
}

TEST_CASE("slices join, and become dense") {
  Value a = slices({1, 2}, {0, 3}), b = slices({10}, {3});
  Value both[] = {a, b};
  Value joined = join_slices(both);
  REQUIRE(slices_of(joined));
  CHECK(slices_of(joined)->indices.shape() == Shape{3});
  Tensor dense(to_dense(joined));
  CHECK(identical(dense, Tensor::from<float>({1, 0, 0, 12})));
  CHECK(to_dense(dense) == dense);
  CHECK(!slices_of(dense));
  CHECK(identical(Tensor(to_dense(to_slices(dense))), dense));
}

TEST_CASE("gathered rows have slices as gradients, dense where something else is added") {
  Value x = Tensor::from<float>({1, 2, 3, 4});
  auto tape = make_ref<GradientTape>(/*persistent=*/true, /*watch_accessed_variables=*/true);
  Value rows, sum;
  {
    InterpreterScope scope(tape.get());
    tape->watch(x);
    rows = op<"GatherV2">({x, Tensor::from<int32_t>({3, 1}), Tensor::scalar<int32_t>(0)});
    sum = build::add(op<"Sum">({rows, Tensor::scalar<int32_t>(0)}), op<"Sum">({x, Tensor::scalar<int32_t>(0)}));
  }
  Value grad = tape->gradient(Values{rows}, {}, Values{x})[0];
  REQUIRE(slices_of(grad));
  CHECK(identical(Tensor(to_dense(grad)), Tensor::from<float>({0, 1, 0, 1})));
  Value mixed = tape->gradient(Values{sum}, {}, Values{x})[0];
  CHECK(!slices_of(mixed));
  CHECK(identical(Tensor(mixed), Tensor::from<float>({1, 2, 1, 2})));
}

TEST_CASE("an IdentityN with a gradient of its own uses it") {
  Value x = Tensor::scalar(3.0f);
  auto tape = make_ref<GradientTape>(false, true);
  Value y;
  {
    InterpreterScope scope(tape.get());
    tape->watch(x);
    Value raw = build::mul(x, x);
    Ref<FunctionRef> gradient = make_ref<GradientFunction>(
        1, [](std::span<const Value> grads) { return Values{build::mul(grads[0], Tensor::scalar(100.0f))}; });
    y = ops<"IdentityN">({raw, x}, {{kCustomGradientAttr, gradient}})[0];
  }
  CHECK(first(y) == 9);
  CHECK(first(tape->gradient(Values{y}, {}, Values{x})[0]) == 100);
}

TEST_CASE("forward mode gives directional derivatives, and nests with tapes") {
  Value x = Tensor::scalar(2.0f), one = Tensor::scalar(1.0f);
  auto accumulator = make_ref<ForwardAccumulator>();
  CHECK(accumulator->watch(x, one));
  CHECK(!accumulator->watch(x, one));
  Value y, dy, unrelated;
  {
    InterpreterScope outer(accumulator.get());
    auto tape = make_ref<GradientTape>(false, true);
    {
      InterpreterScope inner(tape.get());
      tape->watch(x);
      y = build::mul(build::mul(x, x), x);
      unrelated = build::mul(one, one);
    }
    dy = tape->gradient(Values{y}, {}, Values{x})[0];
  }
  CHECK(first(y) == 8);
  CHECK(first(accumulator->tangent(y)) == 12);
  CHECK(first(dy) == 12);
  CHECK(first(accumulator->tangent(dy)) == 12);
  CHECK(!accumulator->tangent(unrelated));
}

TEST_CASE("a tape that is persistent may record the gradients taken of it") {
  Value x = Tensor::scalar(2.0f);
  auto tape = make_ref<GradientTape>(true, true);
  InterpreterScope scope(tape.get());
  tape->watch(x);
  Value y = x;
  for (int i = 0; i < 20; ++i) y = build::mul(y, Tensor::scalar(1.0f));
  y = build::mul(build::mul(y, y), y);
  Value dy = tape->gradient(Values{y}, {}, Values{x})[0];
  CHECK(first(dy) == 12);
  Value ddy = tape->gradient(Values{dy}, {}, Values{x})[0];
  CHECK(first(ddy) == 12);
  CHECK(first(tape->gradient(Values{ddy}, {}, Values{x})[0]) == 6);
}
