// graph/: names, captures, inference, copies.
#include <catch2/catch.hpp>

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
    CHECK(error.code() == Code::kValueError);
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
