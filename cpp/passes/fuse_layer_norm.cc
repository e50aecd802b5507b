// Fuses means and variances of rows into the one pass over memory that uses them, as layer normalizations do: their
// rows are then read from memory once.
#include <algorithm>

#include "kernels/fused_elementwise.h"
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

const FusedElementwise& chain_of(const Node& node) {
  return static_cast<const FusedElementwise&>(*node.attrs.get<Ref<FunctionRef>>("f"));
}

bool is_chain(const Node& node) {
  return node.op == &op_def<"_FusedElementwise">() && node.control_inputs.empty() && !node.outputs[0]->claimed;
}

// A node that one function of elements computes.
bool is_function(const Node& node) {
  return node.op->has(Trait::kElementwise) && node.op->unary_code != UnaryCode::kNone && node.inputs.size() == 1 &&
         node.control_inputs.empty() && !node.outputs[0]->claimed &&
         unary_fn(node.op->unary_code, node.inputs[0]->dtype) && node.inputs[0]->dtype == node.outputs[0]->dtype;
}

// What the node computes, as a chain.
Ref<FunctionRef> as_chain(const Node& node) {
  if (is_chain(node)) return node.attrs.get<Ref<FunctionRef>>("f");
  FusedStep step;
  step.a = 0;
  step.dtype = step.operand_dtype = node.inputs[0]->dtype;
  step.unary_code = node.op->unary_code;
  step.unary = unary_fn(step.unary_code, step.dtype);
  FusedInput input;
  input.dtype = step.dtype;
  return make_ref<FusedElementwise>(node.op->name, std::vector<FusedInput>{input}, std::vector<FusedStep>{step});
}

class Fuser : Rewriter {
 public:
  explicit Fuser(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    const bool changed = rewrite([&](Node* node) {
      if (is_chain(*node)) fuse(node);
    });
    if (changed) kRemoveDeadNodes.run(graph_);
    return changed;
  }

 private:
  // The node of the mean or variance that the chain spreads over rows, itself or by way of another chain; or null.
  static Node* moments_behind(const Endpoint& input) {
    Node* node = input.node;
    if (is_chain(*node) || is_function(*node))
      for (const Endpoint* further : node->inputs)
        if (further->node->op == &op_def<"_Moments">() && further->shape == input.shape) return further->node;
    return node->op == &op_def<"_Moments">() ? node : nullptr;
  }

  void fuse(Node* root) {
    Node* moments = nullptr;
    for (const Endpoint* input : root->inputs)
      if (!moments) moments = moments_behind(*input);
    if (!moments || !moments->control_inputs.empty()) return;
    moments_ = moments;
    Endpoint* x = moments->inputs[0];
    const Endpoint &mean = *moments->outputs[0], &y = *root->outputs[0];
    if (!x->shape.fully_defined() || x->claimed || x->shape.num_elements() == 0 || !(y.shape == x->shape) ||
        y.dtype != x->dtype || mean.claimed || moments->outputs[1]->claimed)
      return;
    width_ = x->shape.num_elements() / mean.shape.num_elements();
    inputs_ = {x};
    small_.clear();
    of_rows_.clear();
    sources_.clear();
    uses_[0] = uses_[1] = 0;
    const FusedElementwise& chain = chain_of(*root);
    // What the chains of rows take comes first.
    for (Endpoint* input : root->inputs)
      if (!add_small(input)) return;
    std::vector<int64_t> own;
    for (size_t i = 0; i < root->inputs.size(); ++i) {
      const FusedInput& layout = chain.inputs()[i];
      Endpoint* input = root->inputs[i];
      if (const int64_t value = value_of(input); value < 0) {
        const bool spread = layout.kind == FusedInput::Kind::kRows && layout.width == width_ && layout.row == 1 &&
                            layout.column == 0 && layout.offset == 0;
        if (!spread) return;
        own.push_back(value);
        continue;
      }
      if (layout.kind == FusedInput::Kind::kRows && layout.width != width_) return;
      own.push_back(number_of(input));
    }
    // Nobody else reads them: they would be computed twice.
    for (int i : {0, 1})
      if (readers_[moments->outputs[i].get()] != uses_[i]) return;
    for (const Node* small : small_)
      if (readers_[small->outputs[0].get()] !=
          std::count(root->inputs.begin(), root->inputs.end(), small->outputs[0].get()))
        return;
    sources_.insert(sources_.end(), own.begin(), own.end());
    put(root, x);
  }

  // Takes down a chain that computes a value for each row of the mean, the variance and numbers. False where it takes
  // anything else.
  bool add_small(Endpoint* input) {
    if (input->node == moments_) {
      ++uses_[input->index];
      return true;
    }
    Node* node = input->node;
    if (moments_behind(*input) != moments_ || std::find(small_.begin(), small_.end(), node) != small_.end())
      return true;
    if (!(input->shape == moments_->outputs[0]->shape) || input->dtype != moments_->outputs[0]->dtype) return false;
    const Ref<FunctionRef> function = as_chain(*node);
    const auto& chain = static_cast<const FusedElementwise&>(*function);
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      Endpoint* source = node->inputs[i];
      const FusedInput::Kind kind = chain.inputs()[i].kind;
      if (source->node == moments_) {
        if (kind != FusedInput::Kind::kSame) return false;
        ++uses_[source->index];
        sources_.push_back(-1 - source->index);
      } else if (kind == FusedInput::Kind::kScalar) {
        sources_.push_back(number_of(source));
      } else {
        return false;
      }
    }
    small_.push_back(node);
    of_rows_.push_back(function);
    return true;
  }

  // -1 for the mean, -2 for the variance, and less for what small chains make of them; 0 for all else.
  int64_t value_of(const Endpoint* input) const {
    if (input->node == moments_) return -1 - input->index;
    const auto found = std::find(small_.begin(), small_.end(), input->node);
    return found == small_.end() ? 0 : -3 - (found - small_.begin());
  }

  int64_t number_of(Endpoint* input) {
    const auto found = std::find(inputs_.begin(), inputs_.end(), input);
    if (found != inputs_.end()) return found - inputs_.begin();
    inputs_.push_back(input);
    return static_cast<int64_t>(inputs_.size()) - 1;
  }

  void put(Node* root, const Endpoint* x) {
    std::vector<Endpoint*> inputs;
    std::vector<DType> types;
    for (Endpoint* input : inputs_) {
      inputs.push_back(replacer_.resolve(input));
      if (inputs.size() > 1) types.push_back(input->dtype);
    }
    Attrs attrs = {{"T", x->dtype},
                   {"Tin", types},
                   {"num_axes", moments_->attrs.get<int64_t>("num_axes")},
                   {"f", root->attrs.get<Ref<FunctionRef>>("f")},
                   {"of_rows", of_rows_},
                   {"sources", sources_}};
    Node* made = replacer_.make(op_def<"_NormalizeRows">(), std::move(inputs), std::move(attrs),
                                root->name + "/normalized", *root, root);
    replacer_.replace(root->outputs[0].get(), made->outputs[0].get());
  }

  // Of the normalization that is looked at.
  Node* moments_ = nullptr;
  int64_t width_ = 0;
  std::vector<Endpoint*> inputs_;
  std::vector<Node*> small_;  // nodes that compute something of the mean and variance of each row
  std::vector<Ref<FunctionRef>> of_rows_;
  std::vector<int64_t> sources_;
  int uses_[2] = {0, 0};
};

bool fuse_layer_norm(FuncGraph& graph) { return may_fuse(graph, {&op_def<"_Moments">()}) && Fuser(graph).run(); }

}  // namespace

const Pass kFuseLayerNorm = {"remapping", "Joins means and variances of rows to what uses them.", fuse_layer_norm};

}  // namespace graphwright
