// Joins the products of rows that a loop goes through: where each iteration multiplies row i of a tensor by a matrix
// that no iteration changes, one product before the loop gives them all, and each iteration reads its row of that.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "graph/function_calls.h"
#include "op/build.h"
#include "passes/loop.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

constexpr int64_t kLeastTurns = 4;
// Of one iteration's product: with more of them it takes as long as its part of the merged one, whose rows then have to
// come from farther away.
constexpr int64_t kMostRows = 4;
constexpr int64_t kMostElements = int64_t{1} << 24;  // of all products together, which are kept through the loop

// A product that can be merged with those of the other iterations.
struct Product {
  Node *node, *slice;
  int rows;    // the body's input that the rows are of
  int matrix;  // and that is the matrix
};

// The elements that [i, i + 1) selects: whether the slice takes whole elements of the first axis, by the counter.
int counter_of_slice(const Node& slice, const FuncGraph& body, const Loop& loop) {
  if (slice.op != &op_def<"StridedSlice">()) return -1;
  for (const char* mask : {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask"})
    if (const AttrValue* given = slice.attrs.find(mask); given && std::get<int64_t>(*given) != 0) return -1;
  const AttrValue* shrinks = slice.attrs.find("shrink_axis_mask");
  if (!shrinks || std::get<int64_t>(*shrinks) != 1 || loop.constant(body, slice.inputs[3]) != 1) return -1;
  const Node& begin = *source_of(slice.inputs[1])->node;
  if (begin.op != &op_def<"Pack">() || begin.inputs.size() != 1) return -1;
  const int counter = Loop::input_index(body, begin.inputs[0]);
  return loop.is_counter(counter) ? counter : -1;
}

bool is_matrix(const Endpoint& endpoint) {
  return endpoint.shape.has_rank() && endpoint.shape.rank() == 2 && endpoint.shape.num_elements() > 0 &&
         !endpoint.claimed;
}

std::vector<Product> find_products(const Node& node, const FuncGraph& body, const Loop& loop) {
  std::vector<Product> products;
  const std::vector<bool> live = live_nodes(body);
  for (const auto& product : body.nodes()) {
    if (!live[product->id] || product->op != &op_def<"MatMul">() || !product->control_inputs.empty()) continue;
    const Endpoint &out = *product->outputs[0], *row = source_of(product->inputs[0]),
                   *matrix = source_of(product->inputs[1]);
    if (out.dtype != DType::kFloat32 && out.dtype != DType::kFloat64) continue;
    const AttrValue* turned = product->attrs.find("transpose_a");
    if ((turned && std::get<bool>(*turned)) || !is_matrix(out) || !is_matrix(*row) || !is_matrix(*matrix)) continue;
    if (row->shape[0] > kMostRows) continue;
    const int counter = counter_of_slice(*row->node, body, loop);
    if (counter < 0 || !row->node->control_inputs.empty()) continue;
    const int rows = Loop::input_index(body, row->node->inputs[0]);
    if (!loop.is_unchanged(rows)) continue;
    const Endpoint& all = *node.inputs[rows];
    if (!all.shape.has_rank() || all.shape.rank() != 3 || all.shape.num_elements() <= 0 || all.claimed) continue;
    const int64_t turns = all.shape[0];
    if (all.shape.slice(1, 3) != row->shape || turns < kLeastTurns ||
        turns > kMostElements / out.shape.num_elements() || !loop.goes_through(counter, turns))
      continue;
    const int place = Loop::input_index(body, matrix);
    if (!loop.is_unchanged(place)) continue;
    products.push_back({product.get(), row->node, rows, place});
  }
  return products;
}

// Gives the function of a loop one more input.
Endpoint* add_variable(FuncGraph& function, DType dtype, const Shape& shape, const std::string& name) {
  Node* first = function.nodes().empty() ? nullptr : function.nodes()[0].get();
  Endpoint* input = endpoint_of(function.add_input(dtype, shape, name));
  if (first) function.move_before(input->node, first);
  return input;
}

bool hoist(FuncGraph& graph, Node* node) {
  const FuncGraph *cond = node->attrs.get<Ref<FunctionRef>>("cond")->graph(),
                  *body = node->attrs.get<Ref<FunctionRef>>("body")->graph();
  if (!cond || !body || !has_node(*body, op_def<"MatMul">()) || !has_node(*body, op_def<"StridedSlice">()))
    return false;
  Ref<FuncGraph> own_body = copy_graph(*body, body->name()), own_cond = copy_graph(*cond, cond->name());
  const Loop loop(node, *own_cond, *own_body);
  const std::vector<Product> products = find_products(*node, *own_body, loop);
  if (products.empty()) return false;
  auto types = node->attrs.get<std::vector<DType>>("T");
  std::optional<std::vector<Shape>> shapes;
  if (const AttrValue* listed = node->attrs.find("output_shapes"))
    if (const auto* given = std::get_if<std::vector<Shape>>(listed); given && given->size() == types.size())
      shapes = *given;
  Replacer replacer(*own_body);
  std::vector<std::pair<Node*, Node*>> places;
  std::vector<Endpoint*> added;
  auto before_loop = [&](const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs, const Node& like) {
    Node* made = graph.add_node(op, std::move(inputs), std::move(attrs), node->name + "/" + like.name);
    show_as(*made, like);
    made->device = like.device;
    places.emplace_back(made, node);
    return made;
  };
  for (const Product& product : products) {
    const DType dtype = product.node->outputs[0]->dtype;
    const AttrValue* turned = product.node->attrs.find("transpose_b");
    Node* all = before_loop(op_def<"BatchMatMulV2">(), {node->inputs[product.rows], node->inputs[product.matrix]},
                            {{"T", dtype}, {"adj_y", turned && std::get<bool>(*turned)}}, *product.node);
    const Shape& shape = all->outputs[0]->shape;
    const std::string name = product.node->name + "/all";
    Endpoint* rows = add_variable(*own_body, dtype, shape, name);
    add_variable(*own_cond, dtype, shape, name);
    const Node& slice = *product.slice;
    Node* row = replacer.make(*slice.op, {rows, slice.inputs[1], slice.inputs[2], slice.inputs[3]}, slice.attrs,
                              product.node->name, *product.node, product.node);
    replacer.replace(product.node->outputs[0].get(), row->outputs[0].get());
    node->inputs.push_back(all->outputs[0].get());
    added.push_back(rows);
    types.push_back(dtype);
    if (shapes) shapes->push_back(shape);
  }
  replacer.apply();
  for (Endpoint* rows : added) own_body->outputs.push_back(rows);
  kRemoveDeadNodes.run(*own_body);
  node->attrs.set("T", types);
  if (shapes) node->attrs.set("output_shapes", *shapes);
  node->attrs.set("cond", Ref<FunctionRef>(make_function(own_cond)));
  node->attrs.set("body", Ref<FunctionRef>(make_function(own_body)));
  graph.move_before(places);
  graph.refresh(node);
  return true;
}

bool hoist_products(FuncGraph& graph) {
  std::vector<Node*> loops;
  for (const auto& node : graph.nodes())
    if (node->op->has(Trait::kWhile)) loops.push_back(node.get());
  bool changed = false;
  for (Node* loop : loops) changed |= hoist(graph, loop);
  return changed;
}

}  // namespace

const Pass kHoistProducts = {"loop_optimization", "Computes products of the rows that a loop goes through before it.",
                             hoist_products};

}  // namespace graphwright
