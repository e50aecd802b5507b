// passes/, program/, function/, eager/: optimised graphs run, differentiate, loop.
#include <catch2/catch.hpp>
#include <thread>

#include "eager/tape.h"
#include "passes/pass.h"
#include "program/program.h"
#include "traced.h"

using namespace graphwright;  // NOLINT

namespace {

Ref<FuncGraph> polynomial() {
  return traced({{3}}, [](Values& x) {
    Value square = build::mul(x[0], x[0]);
    Value again = build::mul(x[0], x[0]);
    Value unused = build::neg(square);
    Value two = build::add(Tensor::scalar(1.0f), Tensor::scalar(1.0f));
    return Values{build::add(build::mul(square, two), again)};
  });
}

Tensor vector(std::initializer_list<float> values) { return Tensor::from<float>(values); }

int count(const FuncGraph& graph, const char* op) {
  int n = 0;
  for (const auto& node : graph.nodes()) n += node->op->name == op;
  return n;
}

}  // namespace

TEST_CASE("each pass does its work and changes no result") {
  Ref<FuncGraph> graph = polynomial();
  Values input{vector({1, 2, 3})};
  Values expected = Program::compile(*graph)->run(input);
  for (const Pass* pass : pipeline()) {
    INFO(pass->name);
    Ref<FuncGraph> copy = copy_graph(*graph, "copy");
    pass->run(*copy);
    Values got = Program::compile(*copy)->run(input);
    CHECK(identical(Tensor::of(got[0]), Tensor::of(expected[0])));
  }
  Ref<FuncGraph> folded = copy_graph(*graph, "folded");
  CHECK(kFoldConstants.run(*folded));
  CHECK(kRemoveDeadNodes.run(*folded));
  CHECK(count(*folded, "AddV2") == 1);
  Ref<FuncGraph> merged = copy_graph(*graph, "merged");
  CHECK(kMergeCommonSubexpressions.run(*merged));
  CHECK(kRemoveDeadNodes.run(*merged));
  CHECK(count(*merged, "Mul") == 2);
  CHECK(count(*merged, "Neg") == 0);
  Ref<FuncGraph> all = optimize(*graph);
  CHECK(count(*all, "_FusedElementwise") == 1);
}

TEST_CASE("a program may be run by several threads at once") {
  Ref<FuncGraph> graph = polynomial();
  auto program = Program::compile(*graph);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        float x = static_cast<float>(t * 500 + i);
        Values out = program->run(Values{vector({x, 0, 0})});
        if (first(out[0]) != 3 * x * x) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("results survive the next run") {
  auto function = make_ref<GraphFunction>(polynomial());
  Values a = function->run_values(Values{vector({1, 1, 1})});
  Values b = function->run_values(Values{vector({2, 2, 2})});
  CHECK(first(a[0]) == 3);
  CHECK(first(b[0]) == 12);
}

TEST_CASE("wrong inputs are refused by name") {
  auto function = make_ref<GraphFunction>(polynomial());
  CHECK_THROWS_WITH(
      function->run_values(Values{Tensor::from<int32_t>({1, 2, 3})}),
      "cannot compute test as input #0(zero-based) was expected to be a float tensor but is a int32 tensor");
}

TEST_CASE("functions have gradients of any order") {
  auto cube =
      make_ref<GraphFunction>(traced({{}}, [](Values& x) { return Values{build::mul(build::mul(x[0], x[0]), x[0])}; }));
  Value x = Tensor::scalar(2.0f);
  auto outer = make_ref<GradientTape>(false, true), inner = make_ref<GradientTape>(false, true);
  Value y, dy;
  {
    InterpreterScope outer_scope(outer.get());
    outer->watch(x);
    {
      InterpreterScope inner_scope(inner.get());
      inner->watch(x);
      y = op<"PartitionedCall">({x}, {{"f", Ref<FunctionRef>(cube)}, {"Tout", std::vector<DType>{DType::kFloat32}}});
    }
    dy = inner->gradient(Values{y}, {}, Values{x})[0];
  }
  CHECK(first(y) == 8);
  CHECK(first(dy) == 12);
  CHECK(first(outer->gradient(Values{dy}, {}, Values{x})[0]) == 12);
}

TEST_CASE("a tape is spent after one use unless it is persistent") {
  Value x = Tensor::scalar(3.0f);
  for (bool persistent : {false, true}) {
    auto tape = make_ref<GradientTape>(persistent, true);
    Value y;
    {
      InterpreterScope scope(tape.get());
      tape->watch(x);
      y = build::mul(x, x);
    }
    CHECK(first(tape->gradient(Values{y}, {}, Values{x})[0]) == 6);
    if (persistent) {
      CHECK(first(tape->gradient(Values{y}, {}, Values{x})[0]) == 6);
    } else {
      CHECK_THROWS_AS(tape->gradient(Values{y}, {}, Values{x}), Error);
    }
  }
}

TEST_CASE("loops run in the program, and backwards") {
  // x ** 5 by a loop with a counter.
  Ref<FuncGraph> graph = traced({{}}, [](Values& x) {
    auto cond = make_ref<FuncGraph>("cond", nullptr);
    auto body = make_ref<FuncGraph>("body", nullptr);
    for (FuncGraph* g : {cond.get(), body.get()}) {
      InterpreterScope scope(g);
      Value i = g->add_input(DType::kInt32, {}, "i"), product = g->add_input(DType::kFloat32, {}, "p");
      Value factor = g->add_input(DType::kFloat32, {}, "x");
      if (g == cond.get()) {
        g->outputs.push_back(g->capture(op<"Less">({i, Tensor::scalar<int32_t>(5)})));
      } else {
        g->outputs.push_back(g->capture(build::add(i, Tensor::scalar<int32_t>(1))));
        g->outputs.push_back(g->capture(build::mul(product, factor)));
        g->outputs.push_back(endpoint_of(factor));
      }
    }
    Values out = ops<"StatelessWhile">({Tensor::scalar<int32_t>(0), Tensor::scalar(1.0f), x[0]},
                                       {{"cond", Ref<FunctionRef>(make_ref<GraphFunction>(cond))},
                                        {"body", Ref<FunctionRef>(make_ref<GraphFunction>(body))}});
    return Values{out[1]};
  });
  auto power = make_ref<GraphFunction>(graph);
  Value x = Tensor::scalar(2.0f);
  CHECK(first(power->run_values(Values{x})[0]) == 32);
  const Derivative& d = power->derivative();
  Values forward = static_cast<GraphFunction*>(d.forward.get())->run_values(Values{x});
  CHECK(first(forward[0]) == 32);
  Values args{Tensor::scalar(1.0f)};
  for (size_t i = 1; i < forward.size(); ++i) args.push_back(forward[i]);
  CHECK(first(static_cast<GraphFunction*>(d.backward.get())->run_values(args)[0]) == 80);
}

TEST_CASE("a long chain is traced and run in linear time") {
  for (int n : {1000, 4000}) {
    Ref<FuncGraph> graph = traced({{}}, [n](Values& x) {
      Value y = x[0];
      for (int i = 0; i < n; ++i) y = build::add(y, Tensor::scalar(1.0f));
      return Values{y};
    });
    auto function = make_ref<GraphFunction>(graph);
    CHECK(first(function->run_values(Values{Tensor::scalar(0.0f)})[0]) == static_cast<float>(n));
  }
}

TEST_CASE("an output that is its own input, or read twice, counts once, for nested tapes too") {
  Value x = Tensor::scalar(2.0f);
  auto outer = make_ref<GradientTape>(false, true), inner = make_ref<GradientTape>(false, true);
  Value y, dy;
  {
    InterpreterScope outer_scope(outer.get());
    outer->watch(x);
    {
      InterpreterScope inner_scope(inner.get());
      inner->watch(x);
      Value a = op<"Identity">({x}), b = op<"Identity">({x});
      y = build::mul(build::mul(a, b), x);
    }
    dy = inner->gradient(Values{y}, {}, Values{x})[0];
  }
  CHECK(first(dy) == 12);
  CHECK(first(outer->gradient(Values{dy}, {}, Values{x})[0]) == 12);
}
