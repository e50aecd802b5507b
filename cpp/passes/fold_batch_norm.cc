// Folds batch normalizations by running statistics, and other factors for each output channel, into the filters of
// convolutions: they then cost a pass over a filter instead of one over the images, and what is left of them is a bias.
#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

std::string data_format(const Node& node) {
  const AttrValue* format = node.attrs.find("data_format");
  return format ? std::get<std::string>(*format) : "NHWC";
}

// What the pass works on, and the nodes that it makes.
class Scaler : Rewriter {
 public:
  explicit Scaler(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    const bool changed = rewrite([&](Node* node) {
      at_ = node;
      if (node->op == &op_def<"FusedBatchNormV3">()) {
        normalize(node);
      } else if (node->op == &op_def<"Mul">()) {
        scale(node);
      }
    });
    if (changed) kRemoveDeadNodes.run(graph_);
    return changed;
  }

 private:
  Endpoint* make(const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs, const Node& shown) {
    return replacer_.make(op, std::move(inputs), std::move(attrs), shown.name + "/scaled", shown, at_)
        ->outputs[0]
        .get();
  }
  Endpoint* compute(const OpDef& op, std::vector<Endpoint*> inputs) {
    const DType dtype = inputs[0]->dtype;
    return make(op, std::move(inputs), {{"T", dtype}}, *at_);
  }

  // The convolution behind a result that nobody else reads, where scaling its filter is less work; else null.
  Node* convolution(Endpoint* result) {
    Node* conv = result->node;
    if (conv->op != &op_def<"Conv2D">() || readers_[result] != 1 || result->claimed) return nullptr;
    if (data_format(*conv) != "NHWC") return nullptr;
    const Endpoint& filter = *conv->inputs[1];
    if ((result->dtype != DType::kFloat32 && result->dtype != DType::kFloat64) || !filter.shape.fully_defined() ||
        !result->shape.fully_defined() || filter.claimed)
      return nullptr;
    return filter.shape.num_elements() * 2 <= result->shape.num_elements() ? conv : nullptr;
  }

  Endpoint* scaled(const Node& conv, Endpoint* factor) {
    Endpoint* filter = compute(op_def<"Mul">(), {replacer_.resolve(conv.inputs[1]), factor});
    return make(*conv.op, {replacer_.resolve(conv.inputs[0]), filter}, conv.attrs, conv);
  }

  // y = (conv(x, w) + b - mean) * inv + offset = conv(x, w * inv) + ((b - mean) * inv + offset).
  void normalize(Node* node) {
    const AttrValue* training = node->attrs.find("is_training");
    if (!training || std::get<bool>(*training) || data_format(*node) != "NHWC" || node->outputs[0]->claimed) return;
    for (size_t i = 1; i < node->outputs.size(); ++i)
      if (readers_[node->outputs[i].get()] > 0) return;
    Endpoint *result = node->inputs[0], *bias = nullptr;
    const Node& adds = *result->node;
    if (adds.op == &op_def<"BiasAdd">() && data_format(adds) == "NHWC" && readers_[result] == 1 && !result->claimed) {
      bias = adds.inputs[1];
      result = adds.inputs[0];
    }
    const Node* conv = convolution(result);
    if (!conv) return;
    for (size_t i = 1; i < 5; ++i) {
      const Endpoint& vector = *node->inputs[i];
      if (vector.dtype != result->dtype || !vector.shape.fully_defined() || vector.shape.rank() != 1 ||
          vector.shape[0] != result->shape[3])
        return;
    }
    const AttrValue* given = node->attrs.find("epsilon");
    const float epsilon = given ? std::get<float>(*given) : 1e-4f;
    Tensor value = Tensor::allocate(DType::kFloat32, Shape());
    *value.data<float>() = epsilon;
    auto in = [&](size_t i) { return replacer_.resolve(node->inputs[i]); };
    Endpoint* small = make(op_def<"Const">(), {}, {{"value", value}, {"dtype", DType::kFloat32}}, *node);
    Endpoint* root = compute(op_def<"Rsqrt">(), {compute(op_def<"AddV2">(), {in(4), small})});
    Endpoint* factor = compute(op_def<"Mul">(), {root, in(1)});
    Endpoint* center =
        bias ? compute(op_def<"Sub">(), {replacer_.resolve(bias), in(3)}) : compute(op_def<"Neg">(), {in(3)});
    Endpoint* term = compute(op_def<"AddV2">(), {compute(op_def<"Mul">(), {center, factor}), in(2)});
    Endpoint* images = scaled(*conv, factor);
    replacer_.replace(node->outputs[0].get(), compute(op_def<"AddV2">(), {images, term}));
  }

  // conv(x, w) * s = conv(x, w * s) where s has a number for each channel.
  void scale(Node* node) {
    if (node->outputs[0]->claimed) return;
    for (int side : {0, 1}) {
      Endpoint *result = node->inputs[side], *factor = node->inputs[1 - side];
      const Node* conv = convolution(result);
      if (!conv || !factor->shape.fully_defined() || factor->shape.rank() < 1 || factor->shape.rank() > 4) continue;
      const int last = factor->shape.rank() - 1;
      if (factor->shape[last] != result->shape[3] || factor->shape.num_elements() != result->shape[3]) continue;
      replacer_.replace(node->outputs[0].get(), scaled(*conv, replacer_.resolve(factor)));
      return;
    }
  }

  Node* at_ = nullptr;
};

bool fold_batch_norm(FuncGraph& graph) { return may_fuse(graph, {&op_def<"Conv2D">()}) && Scaler(graph).run(); }

}  // namespace

const Pass kFoldBatchNorm = {"remapping", "Joins batch normalizations to the filters of convolutions.",
                             fold_batch_norm};

}  // namespace graphwright
