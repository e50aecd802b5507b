// FuncGraph: the graph of one traced function, and the interpreter that appends to it while the function's Python runs.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "op/context.h"
#include "op/dispatch.h"

namespace graphwright {

struct ControlDependencies;
struct Node;

// One output of a node.
struct Endpoint : SymbolRep {
  Endpoint(const RefCounted* owner, Node* node_, int index_, DType dtype, Shape shape)
      : SymbolRep(owner, dtype, std::move(shape)), node(node_), index(index_) {}
  Node* node;
  int index;
  // For resource handles: what they refer to.
  DType handle_dtype = DType::kInvalid;
  Shape handle_shape = Shape::unknown();
  Value handle_origin;  // the handle outside all graphs that this placeholder was captured from, if any
  bool handle_trainable = false;
  void* python_variable = nullptr;  // for bind/ alone: the variable object made around this handle, borrowed
  void* python_object = nullptr;    // for bind/ alone: the tensor object that stands for it while one lives, borrowed
  // Somebody's set_shape narrowed the shape, which no rule vouches for: it is checked when the graph runs.
  bool claimed = false;
  // The value found by constant(), and whether that was tried.
  Tensor known_value;
  bool known_value_tried = false;
};

struct Node {
  const OpDef* op;
  std::string name;
  FuncGraph* graph;
  SmallVector<Endpoint*, 3> inputs;
  SmallVector<Node*, 1> control_inputs;
  Attrs attrs;
  SmallVector<std::unique_ptr<Endpoint>, 1> outputs;
  std::string device;
  int id;                    // position in the graph: inputs come before their consumers
  bool heads_scope = false;  // it has a name scope's own name, and its gradient is named after that
  Ref<RefCounted> origin;    // where it was made, as bind/ keeps that; null where nobody asked for it
  std::string plain_name;    // the name in the function that it was made for, where an inlined call changed it

  const std::string& user_name() const { return plain_name.empty() ? name : plain_name; }

  Value output(int i) const { return Value(outputs[i].get()); }
};

// The attr, beside those of the OpDef, by which an IdentityN tells its gradient itself; see autodiff/backward.h.
inline constexpr const char* kCustomGradientAttr = "_custom_gradient";

// The attr of a node whose gradient is that of another kind of op, or one that a user has registered under this name.
inline constexpr const char* kOverridingGradientAttr = "_gradient_op_type";

inline Endpoint* endpoint_of(const Value& symbol) { return static_cast<Endpoint*>(symbol.rep()); }

// The value that `endpoint` is a copy of, if any: the input of the identities that it comes out of.
template <class E>
E* source_of(E* endpoint) {
  while (endpoint->node->op->has(Trait::kIdentity) && !endpoint->node->inputs.empty())
    endpoint = endpoint->node->inputs[0];
  return endpoint;
}

class FuncGraph : public RefCounted, public Interpreter {
 public:
  // A value from outside, and the placeholder that stands for it inside.
  struct Capture {
    Value outer;
    Endpoint* inner;
  };

  FuncGraph(std::string name, FuncGraph* outer);
  ~FuncGraph() override;

  void call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name,
            Values& outputs) override;
  FuncGraph* graph() override { return this; }

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  // The graph under construction when this one was begun; only valid while tracing.
  FuncGraph* outer() const { return outer_; }
  // True where values of this graph may be captured by `other`.
  bool encloses(const FuncGraph* other) const;
  const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }

  // A new input; its name is made unique.
  Value add_input(DType dtype, const Shape& shape, std::string_view name);
  std::vector<Endpoint*> inputs;
  std::vector<Endpoint*> outputs;
  std::vector<Node*> control_outputs;  // stateful nodes that must run though no output needs them

  // The endpoint in this graph for any value: itself, a Const for small tensors, or a placeholder for a captured value.
  Endpoint* capture(const Value& value, std::string_view name = {});
  // The placeholder of `value` here, or null.
  Endpoint* captured(const Value& value) const {
    auto it = captured_.find(value.rep());
    return it == captured_.end() ? nullptr : it->second;
  }
  // Makes `inner` stand for `outer` (deferred captures, re-binding).
  void add_capture(const Value& outer, Endpoint* inner) { captures.push_back({outer, inner}); }
  // The same; `inner` becomes an input, and takes the place of the placeholder that stood for `outer`, if any.
  void replace_capture(const Value& outer, Endpoint* inner);
  std::vector<Capture> captures;
  // Values from outside that became Consts and that gradients may be asked for; see
  // GraphFunction::with_constants_as_inputs().
  std::vector<Capture> constants;
  // The body of a branch or loop, or a gradient: such values reach it through the graph around it, as inputs.
  bool is_body = false;
  // Of those, a branch or loop: the node that it is of takes all such values as its inputs.
  bool is_branch = false;
  // Makes `inner`, an input, stand for `outer` wherever it is used inside, without capturing it: a variable that is
  // both an argument and reached by the function's closure is one input.
  void alias(const Value& outer, Endpoint* inner);
  // Lets go of the values that aliases stand for; when tracing is over.
  void drop_aliases() {
    for (const Value& outer : aliased_) captured_.erase(outer.rep());
    aliased_.clear();
  }

  // Appends a node as is: for copies, imports and passes. `name` is made unique.
  Node* add_node(const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs, std::string_view name);
  // Appends a node like one of another graph, all of whose nodes before that have their copies in `twins`, by number.
  Node* add_copy(const Node& original, std::span<Node* const> twins);
  // Re-runs type and shape inference of a node whose inputs or attrs changed; appends outputs that are new.
  void refresh(Node* node);
  // A name that no node and no scope of this graph has, within the scope that is open; "base/" stands for just "base",
  // which a node may share with a scope, but not with another node.
  std::string unique_name(std::string_view base, bool for_node = false);
  // Puts nodes, appended since and without consumers yet, right before their anchors, so that they may become inputs of
  // these. Nodes of one anchor keep their order.
  void move_before(std::span<const std::pair<Node*, Node*>> nodes_and_anchors);
  void move_before(Node* node, Node* anchor) {
    std::pair<Node*, Node*> one{node, anchor};
    move_before({&one, 1});
  }
  // Removes nodes for which keep[id] is false and renumbers the rest; nobody may refer to their endpoints any more.
  void remove_nodes(const std::vector<bool>& keep);

  // Name scopes, devices and explicit control dependencies, as the with-statements of the same names keep them.
  std::vector<std::string> name_scopes;
  std::vector<std::string> devices;
  struct ControlGroup {
    std::vector<Node*> nodes;
    // Made while it was open: whatever takes their results waits for `nodes` as it is.
    std::unordered_set<const Node*> members;
  };
  std::vector<ControlGroup> control_groups;
  // Kinds of ops, and whose gradients new nodes of them have instead of their own.
  std::unordered_map<std::string, std::string> gradient_overrides;
  // The node of that name, or null.
  Node* node_named(std::string_view name);
  // The last node appended.
  Node* last_node() const { return nodes_.empty() ? nullptr : nodes_.back().get(); }

  // Tracing is over: values of this graph may only be used by functions built from it.
  bool finished = false;
  // Finalized by the user: nothing may be added.
  bool frozen = false;
  // Ops with effects run only where an output or a control dependency of the user's needs them: in plain graphs' parts,
  // wrapped functions, and branches and loops of these.
  bool effects_on_demand = false;
  // See graph/control_dependencies.h.
  std::unique_ptr<ControlDependencies> automatic_dependencies;
  // Gradient graphs capture from a finished graph.
  FuncGraph* forward_of = nullptr;
  // Of a copy: what stands here for the symbols of the graphs that it was copied from. Kept where nodes have gradients
  // of their own (kCustomGradientAttr), whose Python functions go on using those symbols.
  std::unordered_map<const Endpoint*, Endpoint*> twins;
  std::vector<Ref<const FuncGraph>> copied_from;
  // Of a finished graph: 1 where a node of it, or of a function that it runs, has a gradient of its own, 0 where none
  // has, -1 as long as nobody asked.
  mutable std::atomic<int8_t> custom_gradients{-1};
  // Work for when Python has left the graph, the last first; taken while Python traces.
  std::vector<std::function<void()>> at_exit;
  bool takes_exits = false;
  void run_exits();
  // A plain tf.Graph rather than a function body: takes no captures.
  bool is_plain = false;
  // A graph that users make rather than a function's trace: captures symbols of any graph that does not lie in it. They
  // may build in it what is never run.
  bool captures_from_anywhere = false;
  // Placed before node names of Keras-like inner functions, "while/body" and so on.
  int64_t seed_counter = 0;
  // The argument of tf.random.set_seed while this graph was traced.
  std::optional<int64_t> seed;

 private:
  struct NameUse {
    int count = 0;
    bool by_node = false;
  };

  // Refuses tensors of several tf.Graphs as inputs of one op.
  void check_same_graph(std::span<const Value> inputs) const;
  // True where symbols of that graph may be captured.
  bool may_capture_from(const FuncGraph* other) const;
  // Those of the open groups that a node with these inputs waits for.
  void add_control_inputs(Node* node);
  // Endpoints for what an op is called with; values from elsewhere are captured under names that begin with the op's.
  std::vector<Endpoint*> capture_inputs(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs,
                                        std::string& name);

  std::string name_;
  FuncGraph* outer_;
  std::vector<std::unique_ptr<Node>> nodes_;
  // Makes the names of copied nodes known to unique_name().
  void take_names_of_copies();

  std::unordered_map<std::string, NameUse> names_;
  size_t num_unnamed_ = 0;  // how many of the first nodes are copies, and not in `names_` yet
  std::unordered_map<std::string_view, Node*> by_name_;  // the first nodes, as many as were there at the last look-up
  std::unordered_map<const ValueRep*, Endpoint*> captured_;
  std::vector<Value> aliased_;  // kept alive, so that no other value takes their place
};

// Tells where a node that is being made comes from, and says so in words; set by bind/.
extern Ref<RefCounted> (*node_origin)();
extern std::string (*origin_text)(const Ref<RefCounted>&);

// The error text for a symbol that is used where its graph does not reach: in `used_in`, or, where that is null,
// outside of all graphs.
std::string out_of_scope(const Endpoint& endpoint, const FuncGraph* used_in);

// Constants small enough to become part of the graph rather than an input.
bool is_small_constant(const Tensor& tensor);

// The value behind a symbol as far as constants and pure ops on constants tell it; a null Tensor otherwise.
Tensor constant_value(const Value& symbol);
// The symbol (a vector of integers) read as a shape, with what is known of it.
Shape constant_value_as_shape(const Value& symbol);

// The name "op:index".
std::string endpoint_name(const Endpoint& endpoint);
// "{{node name}} = Op[attrs](inputs)", as graph-mode error messages show a node.
std::string summarize_node(const OpDef& op, std::string_view name, const Attrs& attrs,
                           std::span<Endpoint* const> inputs);

// True where every value of shape `given` has shape `wanted`.
bool conforms(const Shape& given, const Shape& wanted);

// A copy of the nodes with all names, inputs, outputs and attrs; captures are not copied. `map` receives old -> new.
Ref<FuncGraph> copy_graph(const FuncGraph& graph, std::string name,
                          std::unordered_map<const Endpoint*, Endpoint*>* map = nullptr);

}  // namespace graphwright
