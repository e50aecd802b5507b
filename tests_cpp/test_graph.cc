// graph/: names, captures, inference, copies.
#include <catch2/catch.hpp>

#include "graph/control_dependencies.h"
#include "graph/extract.h"
#include "traced.h"

using namespace graphwright;  // NOLINT

TEST_CASE("names are made unique without regard to case") {
  FuncGraph* graph = new FuncGraph("g", nullptr);
  Ref<FuncGraph> owner(graph);
  CHECK(graph->unique_name("add") == "add");
  CHECK(graph->unique_name("add") == "add_1");
  CHECK(graph->unique_name("Add") == "Add_2");
  graph->name_scopes.push_back("scope/");
  CHECK(graph->unique_name("add") == "scope/add");
}

TEST_CASE("a node may have the name of a scope, but not that of another node") {
  auto graph = make_ref<FuncGraph>("g", nullptr);
  CHECK(graph->unique_name("cond") == "cond");
  CHECK(graph->unique_name("cond/", true) == "cond");
  CHECK(graph->unique_name("cond/", true) == "cond_1");
  CHECK(graph->unique_name("cond") == "cond_2");
}

TEST_CASE("what is made for an op has the op's name before its own") {
  Ref<FuncGraph> graph = traced({{2}}, [](Values& x) {
    Value y = build::add(build::add(x[0], build::number(DType::kFloat32, 1)), build::number(DType::kFloat32, 2));
    return Values{op<"ConcatV2">({y, Tensor::zeros(DType::kFloat32, {1}), Tensor::scalar_of(DType::kInt32, 0)})};
  });
  std::vector<std::string> names;
  for (const auto& node : graph->nodes()) names.push_back(node->name);
  CHECK(std::vector<std::string>(names.begin() + 1, names.end()) ==
        std::vector<std::string>{"AddV2/y", "AddV2", "AddV2_1/y", "AddV2_1", "ConcatV2/values_1", "ConcatV2/axis",
                                 "ConcatV2"});
}

TEST_CASE("effects wait for each other, and outputs for effects") {
  Ref<FuncGraph> graph = traced({{}}, [](Values& x) {
    Value text = op<"AsString">({x[0]});
    ops<"PrintV2">({text});
    ops<"PrintV2">({text});
    return Values{op<"Identity">({x[0]})};
  });
  graph->finished = false;
  CHECK(control_dependencies(*graph) == nullptr);
  graph->finished = true;
  const ControlDependencies* found = control_dependencies(*graph);
  REQUIRE(found->must_run.size() == 2);
  Node *first = found->must_run[0], *second = found->must_run[1], *output = graph->outputs[0]->node;
  CHECK(found->before[first->id].empty());
  CHECK(found->before[second->id] == std::vector<Node*>{first});
  REQUIRE(found->join != nullptr);
  CHECK(found->join->name == "NoOp");
  CHECK(found->join->control_inputs.size() == 2);
  CHECK(found->before[output->id] == std::vector<Node*>{found->join.get()});
}

TEST_CASE("a part of a graph holds what its outputs need, and no more") {
  Endpoint* middle = nullptr;
  Ref<FuncGraph> graph = traced({{2}, {2}}, [&](Values& x) {
    Value sum = build::add(x[0], x[1]);
    middle = endpoint_of(sum);
    ops<"PrintV2">({op<"AsString">({build::neg(op<"Sum">({x[0], build::ints({0})}))})});
    return Values{build::mul(sum, x[1])};
  });
  std::vector<Endpoint*> further;
  Ref<FuncGraph> part =
      extract_graph(*graph, "part", std::span<Endpoint* const>(&middle, 1), graph->outputs, {}, further);
  CHECK(further == std::vector<Endpoint*>{graph->inputs[1]});
  CHECK(part->inputs.size() == 2);
  CHECK(part->nodes().size() == 3);
  CHECK(part->outputs[0]->node->op->name == "Mul");
}

TEST_CASE("small tensors become constants, large ones and handles captures") {
  Tensor small = Tensor::zeros(DType::kFloat32, {4}), large = Tensor::zeros(DType::kFloat32, {1000});
  auto graph = make_ref<FuncGraph>("g", nullptr);
  CHECK(graph->capture(small)->node->op->name == "Const");
  Endpoint* captured = graph->capture(large);
  CHECK(captured->node->op->name == "Placeholder");
  CHECK(graph->capture(large) == captured);
  CHECK(graph->captures.size() == 1);
}

TEST_CASE("a tensor of another graph cannot be used") {
  Value stray;
  Ref<FuncGraph> other = traced({{2}}, [&](Values& x) {
    stray = build::neg(x[0]);
    return Values{stray};
  });
  CHECK_THROWS_AS(traced({{2}}, [&](Values& x) { return Values{build::add(x[0], stray)}; }), Error);
}

TEST_CASE("shape mistakes are told when tracing, with the node") {
  try {
    traced({{2, 3}, {4, 5}}, [](Values& x) { return Values{op<"MatMul">({x[0], x[1]})}; });
    FAIL("no error");
  } catch (const Error& error) {
    // One class that is both: see errors.py.
    CHECK(error.code() == Code{static_cast<int>(Code::kValueError) | static_cast<int>(Code::kInvalidArgument) << 8});
    CHECK(error.message().find("with input shapes: [2,3], [4,5]") != std::string::npos);
  }
}

TEST_CASE("shapes computed from shapes are known when tracing") {
  Ref<FuncGraph> graph = traced({{kUnknown, 3}}, [](Values& x) {
    Value shape = op<"Shape">({x[0]});
    return Values{build::reshape(x[0], shape), build::reshape(x[0], build::ints({-1}))};
  });
  CHECK(graph->outputs[0]->shape == Shape{kUnknown, 3});
  CHECK(graph->outputs[1]->shape.rank() == 1);
}

TEST_CASE("a copy computes the same and shares nothing that changes") {
  Ref<FuncGraph> graph = traced({{2}}, [](Values& x) { return Values{build::mul(x[0], x[0])}; });
  Ref<FuncGraph> copy = copy_graph(*graph, "copy");
  CHECK(copy->nodes().size() == graph->nodes().size());
  CHECK(copy->nodes().back()->name == graph->nodes().back()->name);
  copy->outputs.clear();
  CHECK(graph->outputs.size() == 1);
}
