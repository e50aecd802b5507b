// jit/: which pieces of programs become machine code, and their text. Compiling it is Python's; see tests_py/jit.
#include <catch2/catch.hpp>

#include "jit/compilable.h"
#include "jit/compile.h"
#include "jit/elementwise_ir.h"
#include "op/xla_facts.h"
#include "passes/pass.h"
#include "traced.h"

using namespace graphwright;  // NOLINT

namespace {

int count(const std::string& text, std::string_view part) {
  int n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

Value chain(Value x, int length) {
  for (int i = 0; i < length; ++i) x = build::mul(build::add(x, Tensor::scalar(1.0f)), x);
  return x;
}

}  // namespace

TEST_CASE("literals are what LLVM reads back bit by bit") {
  const float third = 1.0f / 3, nan = __builtin_nanf("");
  const int8_t minus = -5;
  const bool yes = true;
  CHECK(jit::literal(DType::kFloat32, &third) == "0x3FD5555560000000");
  CHECK(jit::literal(DType::kFloat32, &nan) == "bitcast (i32 2143289344 to float)");
  CHECK(jit::literal(DType::kInt8, &minus) == "-5");
  CHECK(jit::literal(DType::kBool, &yes) == "1");
  CHECK(jit::literal(DType::kFloat64, -1.0) == "0xBFF0000000000000");
}

TEST_CASE("functions are printed or left to their loops") {
  CHECK(jit::prints(BinaryCode::kAdd, DType::kFloat32));
  CHECK(jit::prints(BinaryCode::kFloorMod, DType::kInt32));
  CHECK_FALSE(jit::prints(BinaryCode::kFloorMod, DType::kFloat32));
  CHECK_FALSE(jit::prints(BinaryCode::kAdd, DType::kHalf));
  CHECK_FALSE(jit::prints(UnaryCode::kExp, DType::kFloat32));
  jit::IrText ir;
  CHECK(jit::binary_ir(ir, BinaryCode::kAdd, DType::kInt32, "%a", "7") == "%v0");
  CHECK(ir.text().find("%v0 = add i32 %a, 7") != std::string::npos);
}

TEST_CASE("a chain is one region, and long ones are taken apart") {
  auto short_one = traced({{}}, [](Values& x) { return Values{chain(x[0], 10)}; });
  auto program = Program::compile(*short_one);
  jit::Plan plan = jit::plan(*program);
  REQUIRE(plan.regions.size() == 1);
  CHECK(plan.regions[0].end - plan.regions[0].begin == static_cast<int>(program->num_instructions()) - 1);
  CHECK(count(plan.text, "fmul float") == 10);
  CHECK(count(plan.text, "define i64 @region") == 1);
  auto long_one = traced({{}}, [](Values& x) { return Values{chain(x[0], 1500)}; });
  CHECK(jit::plan(*Program::compile(*long_one)).regions.size() == 2);
}

TEST_CASE("two instructions are not worth a region") {
  auto graph = traced({{}}, [](Values& x) { return Values{chain(x[0], 1)}; });
  jit::Plan plan = jit::plan(*Program::compile(*graph));
  CHECK(plan.regions.empty());
  CHECK(plan.text.empty());
}

TEST_CASE("without a compiler's answer a program stays as it is") {
  auto graph = traced({{}}, [](Values& x) { return Values{chain(x[0], 10)}; });
  auto program = Program::compile(*graph);
  const std::string before = program->str();
  jit::Plan plan = jit::plan(*program);
  jit::install(*program, std::move(plan), {});
  CHECK(program->str() == before);
}

TEST_CASE("ops without XLA kernels are refused") {
  auto fine = traced({{3}}, [](Values& x) { return Values{build::neg(x[0])}; });
  CHECK_NOTHROW(jit::check_compilable(*fine));
  auto strings = traced({{3}}, [](Values& x) { return Values{op<"AsString">({x[0]})}; });
  CHECK_THROWS_WITH(jit::check_compilable(*strings), Catch::Matchers::Contains("unsupported operations"));
}

TEST_CASE("what is stated of XLA is of ops and inputs that are there") {
  for (std::string_view name : ops_with_xla_facts()) {
    const OpDef* op = find_op(name);
    CAPTURE(name);
    REQUIRE(op);
    for (std::string_view input : known_to_xla(*op))
      CHECK(std::any_of(op->inputs.begin(), op->inputs.end(), [&](const ArgDef& arg) { return arg.name == input; }));
  }
}
