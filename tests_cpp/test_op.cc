// op/: the registry, signatures, attrs, dispatch.
#include <catch2/catch.hpp>

#include "op/build.h"

using namespace graphwright;  // NOLINT

TEST_CASE("every op has a doc, outputs' types are known attrs, and a way to run or a role") {
  for (const OpDef* op : all_ops()) {
    INFO(op->name);
    CHECK(!op->doc.empty());
    bool role = op->has(Trait::kPlaceholder) || op->has(Trait::kConstant);
    CHECK((role || !op->kernels.empty()));
    CHECK((op->gradient_fn != nullptr) + op->has(Trait::kNoGradient) <= 1);
    if (op->has(Trait::kNoGradient)) CHECK(!op->no_gradient_reason.empty());
  }
}

TEST_CASE("inputs that contradict each other are refused in TensorFlow's words") {
  Value a = Tensor::scalar(1.0f), b = Tensor::scalar<int32_t>(1);
  CHECK_THROWS_WITH(build::add(a, b),
                    "cannot compute AddV2 as input #1(zero-based) was expected to be a float tensor "
                    "but is a int32 tensor");
  CHECK_THROWS_AS(op<"MatMul">({a}), Error);
}

TEST_CASE("attrs are copied on write") {
  Attrs a{{"x", int64_t{1}}};
  Attrs b = a;
  b.set("x", int64_t{2});
  CHECK(a.get<int64_t>("x") == 1);
  CHECK(b.get<int64_t>("x") == 2);
  CHECK(!(a == b));
  b.erase("x");
  CHECK(b.empty());
  CHECK_THROWS_AS(a.get<float>("x"), Error);
}

TEST_CASE("list inputs are split by counts") {
  const OpDef& pack = get_op("Pack");
  auto ranges = input_ranges(pack, 3, {});
  CHECK(ranges[0].size == 3);
  CHECK(complete_attrs(pack, Values{Tensor::scalar(1.0f), Tensor::scalar(2.0f)}, {}).get<int64_t>("N") == 2);
}

TEST_CASE("an unknown op is not found") { CHECK_THROWS_AS(get_op("NoSuchOp"), Error); }

TEST_CASE("the stack's top takes calls, and items leave from anywhere") {
  struct Recorder : Interpreter {
    int calls = 0;
    void call(const OpDef& op, std::span<const Value> in, const Attrs& attrs, std::string_view name,
              Values& out) override {
      ++calls;
      interpreter_stack().below(this).call(op, in, attrs, name, out);
    }
    FuncGraph* graph() override { return nullptr; }
  } first, second;
  interpreter_stack().push(&first);
  interpreter_stack().push(&second);
  Value one = Tensor::scalar(1.0f);
  build::add(one, one);
  CHECK((first.calls == 1 && second.calls == 1));
  interpreter_stack().remove(&first);
  build::add(one, one);
  interpreter_stack().remove(&second);
  CHECK((first.calls == 1 && second.calls == 2));
  CHECK(interpreter_stack().items.empty());
}
