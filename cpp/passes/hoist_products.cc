// Joins the products of rows that a loop goes through: where each turn multiplies row i of a tensor by a matrix that no
// turn changes, one product before the loop gives them all, and each turn reads its row of that.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "op/build.h"
#include "ops/control_flow.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

constexpr int64_t kLeastTurns = 4;
// Of one turn's product: with more of them it takes as long as its part of the joined one, whose rows then have to come
// from farther away.
constexpr int64_t kMostRows = 4;
constexpr int64_t kMostElements = int64_t{1} << 24;  // of all products together, which are kept through the loop

template <class E>
E* source_of(E* endpoint) {
  while (endpoint->node->op->has(Trait::kIdentity)) endpoint = endpoint->node->inputs[0];
  return endpoint;
}

// A loop and its functions, whose inputs are numbered alike.
class Loop {
 public:
  Loop(Node* node, const FuncGraph& cond, const FuncGraph& body) : node_(node), cond_(cond), body_(body) {}

  // Which of the function's inputs this is, -1 for anything else.
  static int input_index(const FuncGraph& function, const Endpoint* endpoint) {
    const auto it = std::find(function.inputs.begin(), function.inputs.end(), source_of(endpoint));
    return it == function.inputs.end() ? -1 : static_cast<int>(it - function.inputs.begin());
  }
  bool is_unchanged(int i) const { return i >= 0 && source_of(body_.outputs[i]) == body_.inputs[i]; }

  // The number that an endpoint of one of the functions always is.
  std::optional<int64_t> constant(const FuncGraph& function, const Endpoint* endpoint) const {
    if (const auto number = number_of(endpoint)) return number;
    const int i = input_index(function, endpoint);
    return is_unchanged(i) ? number_of(node_->inputs[i]) : std::nullopt;
  }
  // Whether variable i counts 0, 1, 2 …
  bool is_counter(int i) const {
    if (i < 0 || number_of(node_->inputs[i]) != 0) return false;
    const Node& next = *source_of(body_.outputs[i])->node;
    if (next.op != &op_def<"AddV2">() && next.op != &op_def<"Add">()) return false;
    for (int side : {0, 1})
      if (input_index(body_, next.inputs[side]) == i && constant(body_, next.inputs[1 - side]) == 1) return true;
    return false;
  }
  // Whether there are `turns` turns of counter i, or less only where something else ends the loop.
  bool goes_through(int i, int64_t turns) const { return demands(source_of(cond_.outputs[0]), i, turns); }

 private:
  static std::optional<int64_t> number_of(const Endpoint* endpoint) {
    const Node& node = *source_of(endpoint)->node;
    if (!node.op->has(Trait::kConstant)) return std::nullopt;
    const Tensor& value = node.attrs.get<Tensor>("value");
    if (value.num_elements() != 1 || (value.dtype() != DType::kInt32 && value.dtype() != DType::kInt64))
      return std::nullopt;
    return value.int_at(0);
  }
  bool demands(const Endpoint* condition, int i, int64_t turns) const {
    const Node& node = *condition->node;
    if (node.op == &op_def<"LogicalAnd">())
      return demands(source_of(node.inputs[0]), i, turns) || demands(source_of(node.inputs[1]), i, turns);
    if (node.op != &op_def<"Less">() || input_index(cond_, node.inputs[0]) != i) return false;
    const auto limit = constant(cond_, node.inputs[1]);
    return limit && *limit >= turns;
  }

  Node* node_;
  const FuncGraph& cond_;
  const FuncGraph& body_;
};

// A product that can be joined with those of the other turns.
struct Product {
  Node *node, *slice;
  int rows;          // the body's input that the rows are of
  const Node* read;  // of the variable that is the matrix, or null
  int matrix;        // the body's input that is the matrix, or its variable
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

std::vector<Product> find_products(const Node& node, const FuncGraph& body, const Loop& loop, bool reads_stay) {
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
    const Node* read = nullptr;
    if (matrix->node->op == &op_def<"ReadVariableOp">()) {
      if (!reads_stay) continue;
      read = matrix->node;
      matrix = read->inputs[0];
    }
    const int place = Loop::input_index(body, matrix);
    if (!loop.is_unchanged(place)) continue;
    products.push_back({product.get(), row->node, rows, read, place});
  }
  return products;
}

// Nothing in the function writes to a variable.
bool only_reads(const FuncGraph& function) {
  return std::all_of(function.nodes().begin(), function.nodes().end(), [](const auto& node) {
    const OpDef& op = *node->op;
    return op.has(Trait::kPlaceholder) || op.has(Trait::kReadsResource) || is_pure(*node);
  });
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
  const bool reads_stay = only_reads(*own_body) && only_reads(*own_cond);
  const std::vector<Product> products = find_products(*node, *own_body, loop, reads_stay);
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
    Endpoint* matrix = node->inputs[product.matrix];
    if (product.read) {
      Node* read = before_loop(*product.read->op, {matrix}, product.read->attrs, *product.read);
      read->control_inputs = node->control_inputs;
      matrix = read->outputs[0].get();
    }
    const DType dtype = product.node->outputs[0]->dtype;
    const AttrValue* turned = product.node->attrs.find("transpose_b");
    Node* all = before_loop(op_def<"BatchMatMulV2">(), {node->inputs[product.rows], matrix},
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
