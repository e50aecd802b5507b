// Parallelizes loops over a batch: where rows of what a loop carries never meet (as in recurrent layers), some of them
// can go through all of its iterations on one core while others do on another. Threads then start once for the loop
// instead of once for each product. Lists that take such rows become one for each core.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "device/gpu.h"
#include "graph/function_calls.h"
#include "op/build.h"
#include "passes/estimate.h"
#include "passes/loop.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

constexpr double kLeastTime = 4'000;         // of an iteration, in nanoseconds
constexpr double kLongestTurn = 10'000'000;  // lanes look between iterations whether somebody wants them to stop
constexpr int64_t kRowsTogether = 8;         // products take so many at a time
constexpr int kMostParts = 8;
constexpr int kMostTries = 4;
constexpr int64_t kFirstGroup = 1 << 20;  // of lanes; kScheduleBranches counts from 1

using Axes = std::map<const Endpoint*, int>;

// The axis of an array of this rank that a constant names, -1 for anything else.
int64_t axis_of(const Endpoint* endpoint, int rank) {
  endpoint = source_of(endpoint);
  if (!endpoint->node->op->has(Trait::kConstant)) return -1;
  const Tensor& value = endpoint->node->attrs.get<Tensor>("value");
  if (value.num_elements() != 1) return -1;
  return value.int_at(0) < 0 ? value.int_at(0) + rank : value.int_at(0);
}

bool is_list(const Endpoint& endpoint) { return endpoint.dtype == DType::kVariant; }

// The constant shape of a list's elements for some of their rows, or nothing where that is no constant.
std::optional<Tensor> element_shape(const Endpoint* endpoint, int axis, int64_t extent, int64_t rows) {
  endpoint = source_of(endpoint);
  if (!endpoint->node->op->has(Trait::kConstant)) return std::nullopt;
  Tensor shape = endpoint->node->attrs.get<Tensor>("value").copy();
  if (shape.shape().rank() == 0) return shape;  // unknown
  if (axis >= shape.num_elements() || (shape.int_at(axis) != extent && shape.int_at(axis) != -1)) return std::nullopt;
  if (shape.int_at(axis) == -1) return shape;
  if (shape.dtype() == DType::kInt32) {
    shape.data<int32_t>()[axis] = static_cast<int32_t>(rows);
  } else {
    shape.data<int64_t>()[axis] = rows;
  }
  return shape;
}

// Finds which values of a loop's body have rows that do not meet those of others, and along which axis these lie,
// beginning with one variable.
class Rows {
 public:
  explicit Rows(const FuncGraph& body) : body_(body), live_(live_nodes(body)) {}

  bool find(size_t first, int axis) {
    const Endpoint* seed = body_.inputs[first];
    extent_ = seed->shape[axis];
    axes_[seed] = axis;
    do {
      changed_ = false;
      for (const auto& node : body_.nodes())
        if (live_[node->id] && !follow(*node)) return false;
      for (size_t i = 0; i < body_.inputs.size(); ++i)
        if (!follow_variable(i)) return false;
    } while (changed_);
    return true;
  }

  int64_t extent() const { return extent_; }
  // Of what is computed in parts.
  const Axes& axes() const { return axes_; }
  // Of what is computed whole, and then read in parts by these: an input of a node, or, where that is null, an output.
  const Axes& cuts() const { return cuts_; }
  const std::set<std::pair<const Node*, size_t>>& readers_of_cuts() const { return readers_of_cuts_; }
  int axis(const Endpoint* endpoint) const {
    const auto found = axes_.find(endpoint);
    return found == axes_.end() ? -1 : found->second;
  }
  double time() const {
    double sum = 0;
    for (const auto& node : body_.nodes()) {
      if (node->outputs.empty() || axis(node->outputs[0].get()) < 0) continue;
      if (node->op->has(Trait::kPlaceholder) || is_list(*node->outputs[0])) continue;
      sum += estimated_time(*node);
    }
    return sum;
  }

 private:
  bool set(const Endpoint* endpoint, int axis) {
    const auto [entry, added] = axes_.emplace(endpoint, axis);
    if (!added) return entry->second == axis;
    const bool has_rows =
        is_known(*endpoint) && axis >= 0 && axis < endpoint->shape.rank() && endpoint->shape[axis] == extent_;
    if (!has_rows && !is_list(*endpoint)) return false;
    changed_ = true;
    return true;
  }

  // Input i of the node has its rows along the axis; where that is not how it is computed, they are cut out of it.
  bool demand(const Node* node, size_t i, const Endpoint* endpoint, int axis) {
    if (axes_.contains(endpoint) || endpoint->node->op->has(Trait::kPlaceholder) || follows(*endpoint->node))
      return set(endpoint, axis);
    if (!is_known(*endpoint) || axis >= endpoint->shape.rank() || endpoint->shape[axis] != extent_) return false;
    const auto [entry, added] = cuts_.emplace(endpoint, axis);
    readers_of_cuts_.emplace(node, i);
    return entry->second == axis;
  }
  bool demand(const Node& node, size_t i, int axis) { return demand(&node, i, node.inputs[i], axis); }

  // Whether follow() knows the op.
  static bool follows(const Node& node) {
    static const std::vector<const OpDef*> ops = {&op_def<"MatMul">(), &op_def<"BiasAdd">(), &op_def<"Split">(),
                                                  &op_def<"ConcatV2">(), &op_def<"TensorListSetItem">()};
    const OpDef& op = *node.op;
    return op.has(Trait::kIdentity) || std::find(ops.begin(), ops.end(), &op) != ops.end() ||
           (op.has(Trait::kElementwise) && cannot_fail(node));
  }

  bool follow(const Node& node) {
    int in = -1, out = -1;
    size_t which = 0;
    for (size_t i = 0; i < node.inputs.size() && in < 0; ++i) {
      in = axis(node.inputs[i]);
      which = i;
    }
    for (const auto& output : node.outputs) out = std::max(out, axis(output.get()));
    if ((in < 0 && out < 0) || node.op->has(Trait::kPlaceholder)) return true;
    if (!follows(node)) return false;
    const OpDef& op = *node.op;
    const Endpoint* result = node.outputs[0].get();
    if (is_list(*result)) {  // the items' axis is the list's; an identity of a list has one input
      const int items = std::max(in, out);
      for (size_t i = 0; i < node.inputs.size(); ++i)
        if (i != 1 && !demand(node, i, items)) return false;
      return set(result, items);
    }
    if (!is_known(*result)) return false;
    if (&op == &op_def<"MatMul">()) return follow_product(node, result);
    if (&op == &op_def<"BiasAdd">()) {
      const AttrValue* format = node.attrs.find("data_format");
      if (format && std::get<std::string>(*format) != "NHWC") return false;
      if (out < 0) out = axis(node.inputs[0]);
      return out >= 0 && out < result->shape.rank() - 1 && axis(node.inputs[1]) < 0 && demand(node, 0, out) &&
             set(result, out);
    }
    if (&op == &op_def<"Split">() || &op == &op_def<"ConcatV2">()) {
      const bool splits = &op == &op_def<"Split">();
      const int64_t along = axis_of(node.inputs[splits ? 0 : node.inputs.size() - 1], result->shape.rank());
      if (out < 0) out = in;
      if (along < 0 || along == out) return false;
      for (size_t i = splits; i + !splits < node.inputs.size(); ++i)
        if (!demand(node, i, out)) return false;
      return std::all_of(node.outputs.begin(), node.outputs.end(),
                         [&](const auto& output) { return set(output.get(), out); });
    }
    if (out < 0) out = in + result->shape.rank() - node.inputs[which]->shape.rank();
    return follow_elementwise(node, result, out);
  }

  // Operands that broadcast along the axis are whole.
  bool follow_elementwise(const Node& node, const Endpoint* result, int out) {
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const Endpoint* input = node.inputs[i];
      if (!is_known(*input)) return false;
      const int at = out - (result->shape.rank() - input->shape.rank());
      const bool has_rows = at >= 0 && input->shape[at] == extent_;
      if (has_rows ? !demand(node, i, at) : axis(input) >= 0) return false;
    }
    return set(result, out);
  }

  bool follow_product(const Node& node, const Endpoint* result) {
    const int rows = is_true(node, "transpose_a") ? 1 : 0, columns = is_true(node, "transpose_b") ? 0 : 1;
    const int a = axis(node.inputs[0]), b = axis(node.inputs[1]);
    if (a == rows || axis(result) == 0) return b < 0 && demand(node, 0, rows) && set(result, 0);
    return a < 0 && (b < 0 || b == columns) && demand(node, 1, columns) && set(result, 1);
  }

  // What an iteration makes of a variable's rows are that variable's in the next iteration.
  bool follow_variable(size_t i) {
    const Endpoint *now = body_.inputs[i], *next = body_.outputs[i];
    if (const int out = axis(next); out >= 0 && !set(now, out)) return false;
    const int in = axis(now);
    return in < 0 || demand(nullptr, i, next, in);
  }

  const FuncGraph& body_;
  const std::vector<bool> live_;
  int64_t extent_ = 0;
  Axes axes_, cuts_;
  std::set<std::pair<const Node*, size_t>> readers_of_cuts_;
  bool changed_ = false;
};

Tensor index_tensor(const Shape& shape, int axis, int64_t number, bool size) {
  Tensor tensor = Tensor::allocate(DType::kInt64, Shape{shape.rank()});
  for (int i = 0; i < shape.rank(); ++i) tensor.data<int64_t>()[i] = i == axis ? number : size ? shape[i] : 0;
  return tensor;
}

// A node for the place before `anchor`, or for the end of the graph.
Node* add(FuncGraph& graph, Replacer& replacer, Node* anchor, const OpDef& op, std::vector<Endpoint*> inputs,
          Attrs attrs, const std::string& name) {
  Node* node = graph.add_node(op, std::move(inputs), std::move(attrs), name);
  if (anchor) replacer.place(node, anchor);
  return node;
}

Endpoint* constant(FuncGraph& graph, Replacer& replacer, Node* anchor, const Tensor& value, const std::string& name) {
  return add(graph, replacer, anchor, op_def<"Const">(), {}, {{"value", value}, {"dtype", value.dtype()}}, name)
      ->outputs[0]
      .get();
}

// Rows [begin, end) of a tensor.
Node* cut(FuncGraph& graph, Replacer& replacer, Node* anchor, Endpoint* whole, int axis, int64_t begin, int64_t end,
          const std::string& name) {
  Endpoint* first = constant(graph, replacer, anchor, index_tensor(whole->shape, axis, begin, false), name + "/begin");
  Endpoint* size =
      constant(graph, replacer, anchor, index_tensor(whole->shape, axis, end - begin, true), name + "/size");
  return add(graph, replacer, anchor, op_def<"Slice">(), {whole, first, size},
             {{"T", whole->dtype}, {"Index", DType::kInt64}}, name);
}

void narrow(Endpoint* endpoint, int axis, int64_t extent) {
  if (is_list(*endpoint)) {
    if (Shape& items = endpoint->handle_shape; items.has_rank() && axis < items.rank()) items.set(axis, extent);
    return;
  }
  endpoint->shape.set(axis, extent);
  if (endpoint->node->op->has(Trait::kPlaceholder)) endpoint->node->attrs.set("shape", endpoint->shape);
  endpoint->known_value = Tensor();
}

// The body for rows [begin, end).
Ref<FunctionRef> part_of_body(const FuncGraph& body, const Rows& rows, int64_t begin, int64_t end) {
  std::unordered_map<const Endpoint*, Endpoint*> twins;
  Ref<FuncGraph> part = copy_graph(body, body.name(), &twins);
  for (const auto& [endpoint, axis] : rows.axes()) narrow(twins.at(endpoint), axis, end - begin);
  Replacer replacer(*part);
  const size_t count = part->nodes().size();
  std::map<const Endpoint*, Endpoint*> made;
  auto part_of = [&](const Endpoint* endpoint, Node* anchor) {
    Endpoint*& slice = made[endpoint];
    if (!slice)
      slice = cut(*part, replacer, anchor, twins.at(endpoint), rows.cuts().at(endpoint), begin, end,
                  endpoint->node->name + "/rows")
                  ->outputs[0]
                  .get();
    return slice;
  };
  for (size_t n = 0; n < count; ++n) {
    const Node* original = body.nodes()[n].get();
    Node* node = part->nodes()[n].get();
    for (size_t i = 0; i < node->inputs.size(); ++i)
      if (rows.readers_of_cuts().contains({original, i})) node->inputs[i] = part_of(original->inputs[i], node);
  }
  for (size_t i = 0; i < part->outputs.size(); ++i)
    if (rows.readers_of_cuts().contains({nullptr, i})) part->outputs[i] = part_of(body.outputs[i], nullptr);
  replacer.apply();
  return make_function(part);
}

// Whether the condition looks at no variable that the parts have only some rows of.
bool decides_alone(const FuncGraph& cond, const FuncGraph& body, const Rows& rows) {
  const std::vector<bool> live = live_nodes(cond);
  for (size_t i = 0; i < body.inputs.size(); ++i)
    if (rows.axis(body.inputs[i]) >= 0 && live[cond.inputs[i]->node->id]) return false;
  return true;
}

std::optional<Rows> find_rows(const FuncGraph& cond, const FuncGraph& body) {
  if (!has_node(body, op_def<"MatMul">()) || !only_reads(body) || !only_reads(cond)) return std::nullopt;
  int tries = 0;
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    const Endpoint& variable = *body.inputs[i];
    if (source_of(body.outputs[i]) == &variable || !is_known(variable) || !is_floating(variable.dtype)) continue;
    if (variable.shape.rank() < 2) continue;
    for (int axis = 0; axis < variable.shape.rank(); ++axis) {
      if (variable.shape[axis] < 2 * kRowsTogether) continue;
      if (++tries > kMostTries) return std::nullopt;
      Rows rows(body);
      if (!rows.find(i, axis) || !decides_alone(cond, body, rows)) continue;
      if (const double time = rows.time(); time >= kLeastTime && time <= kLongestTurn) return rows;
    }
  }
  return std::nullopt;
}

class Splitter : Rewriter {
 public:
  explicit Splitter(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    const bool changed = rewrite([&](Node* node) {
      if (node->op->has(Trait::kWhile)) split(node);
    });
    if (!changed) return false;
    std::vector<bool> keep(graph_.nodes().size(), true);
    for (const auto& node : graph_.nodes()) keep[node->id] = !gone_.contains(node.get());
    std::erase_if(graph_.twins, [&](const auto& entry) { return gone_.contains(entry.second->node); });
    for (const auto& node : graph_.nodes()) replace_dependencies(node->control_inputs);
    replace_dependencies(graph_.control_outputs);
    graph_.remove_nodes(keep);
    return true;
  }

 private:
  template <class Nodes>
  void replace_dependencies(Nodes& nodes) {
    Nodes others;
    for (Node* node : nodes) {
      const auto found = gone_.find(node);
      if (found == gone_.end()) {
        others.push_back(node);
      } else {
        for (Node* part : found->second) others.push_back(part);
      }
    }
    nodes = std::move(others);
  }

  void split(Node* loop) {
    const FuncGraph *cond = loop->attrs.get<Ref<FunctionRef>>("cond")->graph(),
                    *body = loop->attrs.get<Ref<FunctionRef>>("body")->graph();
    if (!cond || !body || !loop->device.empty()) return;
    const std::optional<Rows> rows = find_rows(*cond, *body);
    if (!rows) return;
    for (size_t i = 0; i < body->inputs.size(); ++i) {
      const int axis = rows->axis(body->inputs[i]);
      if (axis < 0) continue;
      if (!(loop->inputs[i]->shape == body->inputs[i]->shape)) return;
      if (is_list(*body->inputs[i]) && !divides(*loop, i, axis, rows->extent())) return;
    }
    const int64_t blocks = rows->extent() / kRowsTogether;
    const auto count = static_cast<int>(std::min<int64_t>({num_threads(), kMostParts, blocks}));
    const int64_t group = kFirstGroup + static_cast<int64_t>(gone_.size());
    std::vector<int64_t> sizes;
    std::vector<Node*>& parts = gone_[loop];
    for (int p = 0; p < count; ++p) {
      const int64_t begin = blocks * p / count * kRowsTogether,
                    end = p + 1 == count ? rows->extent() : blocks * (p + 1) / count * kRowsTogether;
      parts.push_back(part(loop, *cond, *body, *rows, begin, end, (group << kLaneBits) + p + 1));
      sizes.push_back(end - begin);
    }
    for (size_t i = 0; i < loop->outputs.size(); ++i) {
      Endpoint* whole = loop->outputs[i].get();
      const int axis = rows->axis(body->inputs[i]);
      if (axis >= 0 && is_list(*whole)) {
        join_lists(whole, parts, i, axis, rows->extent(), sizes);
        continue;
      }
      replacer_.replace(whole,
                        axis < 0 || readers_[whole] == 0 ? parts[0]->outputs[i].get() : joined(loop, parts, i, axis));
    }
  }

  // Whether each part can have a list of its own for variable i: it is made for the loop, and then stacked.
  bool divides(const Node& loop, size_t i, int axis, int64_t extent) const {
    const Node& made = *source_of(loop.inputs[i])->node;
    if (made.op != &op_def<"TensorListReserve">() || !element_shape(made.inputs[0], axis, extent, 1)) return false;
    int stacks = 0;
    for (const auto& node : graph_.nodes()) {
      if (node->op != &op_def<"TensorListStack">() || node->inputs[0] != loop.outputs[i].get()) continue;
      if (!element_shape(node->inputs[1], axis, extent, 1) || !is_known(*node->outputs[0])) return false;
      ++stacks;
    }
    return readers_[loop.outputs[i].get()] == stacks;
  }

  void join_lists(const Endpoint* list, const std::vector<Node*>& parts, size_t i, int axis, int64_t extent,
                  const std::vector<int64_t>& sizes) {
    std::vector<Node*> stacks;
    for (const auto& node : graph_.nodes())
      if (node->op == &op_def<"TensorListStack">() && node->inputs[0] == list) stacks.push_back(node.get());
    for (Node* stack : stacks) {
      std::vector<Endpoint*> stacked;
      for (size_t p = 0; p < parts.size(); ++p) {
        Endpoint* shape = constant(graph_, replacer_, stack, *element_shape(stack->inputs[1], axis, extent, sizes[p]),
                                   stack->name + "/element_shape");
        stacked.push_back(
            replacer_.make(*stack->op, {parts[p]->outputs[i].get(), shape}, stack->attrs, stack->name, *stack, stack)
                ->outputs[0]
                .get());
      }
      replacer_.replace(stack->outputs[0].get(), join(stack, stacked, axis + 1));
      gone_[stack] = {};
    }
  }

  Node* part(Node* loop, const FuncGraph& cond, const FuncGraph& body, const Rows& rows, int64_t begin, int64_t end,
             int64_t lane) {
    std::vector<Endpoint*> inputs;
    Attrs attrs = loop->attrs;
    std::vector<Shape> shapes;
    Ref<FuncGraph> own_cond = copy_graph(cond, cond.name());
    for (size_t i = 0; i < body.inputs.size(); ++i) {
      Endpoint* input = replacer_.resolve(loop->inputs[i]);
      const int axis = rows.axis(body.inputs[i]);
      if (axis >= 0 && is_list(*input)) {
        const Node& made = *source_of(loop->inputs[i])->node;
        Endpoint* shape =
            constant(graph_, replacer_, loop, *element_shape(made.inputs[0], axis, rows.extent(), end - begin),
                     loop->name + "/element_shape");
        Node* list = add(graph_, replacer_, loop, *made.op, {shape, made.inputs[1]}, made.attrs, loop->name + "/list");
        list->attrs.set(kLane, lane);
        show_as(*list, made);
        input = list->outputs[0].get();
        narrow(own_cond->inputs[i], axis, end - begin);
      } else if (axis >= 0) {
        Node* slice = cut(graph_, replacer_, loop, input, axis, begin, end, loop->name + "/rows");
        slice->attrs.set(kLane, lane);
        show_as(*slice, *loop);
        input = slice->outputs[0].get();
        narrow(own_cond->inputs[i], axis, end - begin);
      }
      inputs.push_back(input);
      shapes.push_back(input->shape);
    }
    attrs.set("cond", Ref<FunctionRef>(make_function(own_cond)));
    attrs.set("body", part_of_body(body, rows, begin, end));
    if (loop->attrs.find("output_shapes")) attrs.set("output_shapes", shapes);
    attrs.set(kLane, lane);
    Node* made = add(graph_, replacer_, loop, *loop->op, inputs, attrs, loop->name + "/part");
    made->control_inputs = loop->control_inputs;
    show_as(*made, *loop);
    return made;
  }

  Endpoint* joined(Node* loop, const std::vector<Node*>& parts, size_t i, int axis) {
    std::vector<Endpoint*> results;
    for (Node* part : parts) results.push_back(part->outputs[i].get());
    return join(loop, std::move(results), axis);
  }

  Endpoint* join(Node* anchor, std::vector<Endpoint*> inputs, int axis) {
    const auto count = static_cast<int64_t>(inputs.size());
    const DType dtype = inputs[0]->dtype;
    Tensor value = Tensor::allocate(DType::kInt32, Shape());
    *value.data<int32_t>() = axis;
    inputs.push_back(constant(graph_, replacer_, anchor, value, anchor->name + "/axis"));
    Node* made =
        replacer_.make(op_def<"ConcatV2">(), std::move(inputs), {{"N", count}, {"T", dtype}, {"Tidx", DType::kInt32}},
                       anchor->name + "/joined", *anchor, anchor);
    return made->outputs[0].get();
  }

  std::map<const Node*, std::vector<Node*>> gone_;
};

bool parallelize_batch_loops(FuncGraph& graph) {
  const bool any = std::any_of(graph.nodes().begin(), graph.nodes().end(),
                               [](const auto& node) { return node->op->has(Trait::kWhile); });
  return any && num_threads() > 1 && !open_gpu_plugin() && Splitter(graph).run();
}

}  // namespace

const Pass kParallelizeBatchLoops = {"parallel_execution", "Shares the rows that loops carry among cores.",
                                     parallelize_batch_loops};

}  // namespace graphwright
