// passes/, program/, function/, autodiff/: optimised graphs run, differentiate, loop.
#include <catch2/catch.hpp>
#include <mutex>
#include <set>
#include <thread>

#include "autodiff/tape.h"
#include "passes/pass.h"
#include "program/memory_plan.h"
#include "program/program.h"
#include "tensor/condition.h"
#include "traced.h"

using namespace graphwright;  // NOLINT

namespace {

Ref<FuncGraph> polynomial(int64_t size = 3) {
  return traced({{size}}, [](Values& x) {
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
  CHECK(count(*optimize(*graph), "_FusedElementwise") == 0);  // a pass over so few elements would not pay
  CHECK(count(*optimize(*polynomial(100)), "_FusedElementwise") == 1);
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

namespace {

// Run once more and joined: what stateful kernels keep.
Values random_pair(Values&) {
  auto draw = [] {
    return op<"RandomStandardNormal">({Tensor::from<int32_t>({2})},
                                      {{"seed", int64_t{1}}, {"seed2", int64_t{2}}, {"dtype", DType::kFloat32}});
  };
  return {draw(), draw()};
}

}  // namespace

TEST_CASE("stateful ops keep their state by their place in a program") {
  auto one = make_ref<GraphFunction>(traced({}, random_pair)), other = make_ref<GraphFunction>(traced({}, random_pair));
  Values a = one->run_values({}), b = one->run_values({}), c = other->run_values({}), d = other->run_values({});
  CHECK(identical(Tensor::of(a[0]), Tensor::of(a[1])));
  CHECK_FALSE(identical(Tensor::of(a[0]), Tensor::of(b[0])));
  CHECK(identical(Tensor::of(a[0]), Tensor::of(c[0])));
  CHECK(identical(Tensor::of(b[1]), Tensor::of(d[1])));
}

TEST_CASE("threads that run one program never draw the same numbers") {
  auto function = make_ref<GraphFunction>(traced({}, random_pair));
  std::mutex mutex;
  std::set<float> drawn;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        float x = first(function->run_values({})[0]);
        std::lock_guard lock(mutex);
        drawn.insert(x);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(drawn.size() == 400);
}

TEST_CASE("errors of programs name the node and the function") {
  Ref<FuncGraph> graph = traced({{}}, [](Values& x) {
    Value n = op<"Cast">({x[0]}, {{"DstT", DType::kInt32}});
    return Values{op<"FloorDiv">({n, build::sub(n, n)})};
  });
  graph->set_name("__inference_test_1");
  auto function = make_ref<GraphFunction>(graph);
  for (int i = 0; i < 2; ++i) {
    try {
      function->run_values(Values{Tensor::scalar(3.0f)});
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.code() == Code::kInvalidArgument);
      CHECK(error.message() ==
            "Integer division by zero\n  inputs: x = int32 3; y = int32 0\n\t [[{{node FloorDiv}}]]");
      CHECK(error.op() == "__inference_test_1");
    }
  }
}

TEST_CASE("a chain holds one step that may fail, so that it is known which one did") {
  Ref<FuncGraph> graph = traced({{100}}, [](Values& x) {
    Value n = op<"Cast">({x[0]}, {{"DstT", DType::kInt32}});
    Value one = op<"FloorDiv">({build::mul(n, n), build::add(n, n)});
    return Values{op<"FloorDiv">({build::mul(one, n), build::sub(n, n)})};
  });
  Ref<FuncGraph> fast = optimize(*graph);
  CHECK(count(*fast, "_FusedElementwise") == 2);
  Tensor ones = Tensor::allocate(DType::kFloat32, {100});
  for (float& x : ones.flat<float>()) x = 1;
  CHECK_THROWS_WITH(Program::compile(*fast)->run(Values{ones}), "Integer division by zero\n\t [[{{node FloorDiv_1}}]]");
}

TEST_CASE("a timeline has runs and their instructions, thread by thread") {
  using Kind = TimelineEvent::Kind;
  std::unique_ptr<Program> program = Program::compile(*polynomial());
  Values input{vector({1, 2, 3})};
  const size_t instructions = program->num_instructions() - 1;  // all but the last one, which returns
  auto run = [&](size_t most) {
    Timeline::start(most);
    profiling = true;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 4; ++k) program->run(input);
      });
    for (std::thread& thread : threads) thread.join();
    profiling = false;
    Timeline::stop();
  };
  run(1000);
  program->run(input);
  std::vector<Timeline::Lane> lanes = Timeline::read();
  REQUIRE(lanes.size() == 3);
  CHECK(Timeline::num_dropped() == 0);
  for (const Timeline::Lane& lane : lanes) {
    REQUIRE(lane.events.size() == 4 * (instructions + 1));
    // A run ends after its instructions, and begins before them.
    for (size_t i = 0; i < lane.events.size(); ++i) {
      const TimelineEvent& event = lane.events[i];
      const TimelineEvent& around = lane.events[i - i % (instructions + 1) + instructions];
      CHECK(around.kind == Kind::kRun);
      CHECK(event.what == program->serial);
      if (&event == &around) continue;
      CHECK(event.kind == Kind::kInstruction);
      CHECK(event.part == static_cast<int32_t>(i % (instructions + 1)));
      CHECK(event.begin >= around.begin);
      CHECK(event.begin + event.took <= around.begin + around.took);
    }
  }
  std::vector<ProgramNote> notes = noted_programs();
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].lines.size() == program->num_instructions());
  CHECK(notes[0].lines[0].text == program->text_of(0));
  run(5);
  size_t kept = 0;
  for (const Timeline::Lane& lane : Timeline::read()) kept += lane.events.size();
  CHECK(kept == 10);
  CHECK(Timeline::num_dropped() == 12 * (instructions + 1) - 10);
  forget_noted_programs();
}

TEST_CASE("instructions are measured while somebody asks for it") {
  std::unique_ptr<Program> program = Program::compile(*polynomial());
  Values input{vector({1, 2, 3})};
  program->run(input);
  CHECK(program->profile_book.read().runs == 0);
  profiling = true;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) program->run(input);
    });
  for (std::thread& thread : threads) thread.join();
  profiling = false;
  program->run(input);
  Profile profile = program->profile_book.read();
  CHECK(profile.runs == 200);
  REQUIRE(profile.rows.size() == program->num_instructions());
  uint64_t total = 0;
  for (size_t i = 0; i + 1 < profile.rows.size(); ++i) {
    INFO(program->text_of(i));
    CHECK(profile.rows[i].runs == 200);
    total += profile.rows[i].nanoseconds;
  }
  CHECK(profile.rows[0].bytes == 200 * 3 * sizeof(float));
  CHECK(profile.rows[0].shape == Shape{3});
  CHECK(profile.nanoseconds == total);
  CHECK(profile.peak_bytes >= 2 * 3 * sizeof(float));
  program->profile_book.clear();
  CHECK(program->profile_book.read().rows.empty());
}

TEST_CASE("instructions as text") {
  Ref<FuncGraph> graph = traced({{3}}, [](Values& x) { return Values{build::add(build::mul(x[0], x[0]), x[0])}; });
  CHECK(Program::compile(*graph)->str() == "0: r1 = Mul(r0, r0)\n1: r2 = AddV2(r1, r0)  release r0\n2: return r2\n");
  CHECK(Program::compile(*optimize(*polynomial(100)))->str().find("= Mul+") != std::string::npos);
}

TEST_CASE("the memory plan of a chain of large values") {
  constexpr int64_t kSize = 1 << 20;
  Ref<FuncGraph> graph = traced({{kSize}}, [](Values& x) {
    Value y = x[0];
    for (int i = 0; i < 10; ++i) y = op<"Cumsum">({y, Tensor::scalar(int32_t{0})});
    return Values{y};
  });
  MemoryPlan plan = plan_memory(*graph);
  int64_t one = kSize * static_cast<int64_t>(sizeof(float));
  CHECK(plan.complete);
  CHECK(plan.input_bytes == one);
  CHECK(plan.result_bytes == 10 * one);
  CHECK(plan.peak_bytes == 2 * one);
  CHECK(plan.kept_bytes == 0);
  std::unique_ptr<Program> program = Program::compile(*graph);
  CHECK(plan.num_slots == program->num_slots());
  CHECK(plan.num_instructions == program->num_instructions());
  CHECK_FALSE(plan_memory(*traced({Shape{kUnknown}}, [](Values& x) { return Values{build::neg(x[0])}; })).complete);
}

TEST_CASE("the truth of tensors") {
  auto of = [](DType dtype, const Shape& shape) { return truth(Tensor::zeros(dtype, shape)); };
  CHECK(truth(Tensor::scalar(true)));
  CHECK(truth(Tensor::from<bool>({true})));
  CHECK_FALSE(of(DType::kBool, {1, 1}));
  CHECK_THROWS_AS(of(DType::kBool, {2}), Error);
  CHECK_THROWS_AS(of(DType::kBool, {0}), Error);
  CHECK_FALSE(of(DType::kInt64, {}));
  CHECK_FALSE(of(DType::kString, {}));
  CHECK(truth(Tensor::scalar(std::string("no"))));
  CHECK(truth(Tensor::scalar(0.5f)));
  CHECK(of(DType::kInt32, {1}));
  CHECK_FALSE(of(DType::kInt32, {0}));
}
