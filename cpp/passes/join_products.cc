// Lets matrix products add what would otherwise be added to their results by further passes over memory: another sum, a
// bias for each column; and make negative sums zero.
#include <optional>

#include "device/gpu.h"
#include "op/build.h"
#include "passes/pass.h"

namespace graphwright {
namespace {

// Machine code has smaller products among its elementwise steps.
constexpr int64_t kLeastProducts = 32 * 32 * 32;

// A product that may still take something on: MatMul, or what this pass has made of one.
struct Product {
  Endpoint* sum = nullptr;  // that it is added to
  Endpoint *a = nullptr, *b = nullptr;
  Endpoint* bias = nullptr;
  bool transpose_a = false, transpose_b = false;
  bool relu = false;

  static std::optional<Product> of(const Node& node) {
    Product product;
    size_t at = 0;
    if (node.op == &op_def<"_AddMatMul">()) {
      product.sum = node.inputs[at++];
    } else if (node.op != &op_def<"MatMul">() && node.op != &op_def<"_BiasedMatMul">()) {
      return std::nullopt;
    }
    product.a = node.inputs[at++];
    product.b = node.inputs[at++];
    if (at < node.inputs.size()) product.bias = node.inputs[at];
    product.transpose_a = is_true(node, "transpose_a");
    product.transpose_b = is_true(node, "transpose_b");
    product.relu = is_true(node, "relu");
    return product.is_good() ? std::optional(product) : std::nullopt;
  }

  // Of floats, large enough, and nothing about it can fail.
  bool is_good() const {
    if (a->dtype != DType::kFloat32 && a->dtype != DType::kFloat64) return false;
    const Shape &left = a->shape, &right = b->shape;
    if (!left.has_rank() || left.rank() != 2 || !right.has_rank() || right.rank() != 2) return false;
    if (a->claimed || b->claimed || !right.fully_defined()) return false;
    const int64_t rows = left[transpose_a ? 1 : 0], depth = left[transpose_a ? 0 : 1];
    if (depth < 1 || depth != right[transpose_b ? 1 : 0]) return false;
    return rows < 0 || rows * right.num_elements() > kLeastProducts;
  }

  Node* make(Replacer& replacer, const Node& shown, Node* anchor) const {
    std::vector<Endpoint*> inputs = {a, b};
    if (sum) inputs.insert(inputs.begin(), sum);
    if (bias) inputs.push_back(bias);
    Attrs attrs = {{"T", a->dtype},
                   {"N", int64_t{bias ? 1 : 0}},
                   {"transpose_a", transpose_a},
                   {"transpose_b", transpose_b},
                   {"relu", relu}};
    const OpDef& op = sum ? op_def<"_AddMatMul">() : op_def<"_BiasedMatMul">();
    return replacer.make(op, std::move(inputs), std::move(attrs), shown.name + "/joined", shown, anchor);
  }
};

// Whether the array may be one that is made for this reader alone, who then writes into it: loops hand theirs on.
bool is_fresh(const Endpoint& endpoint, int readers) {
  const OpDef& op = *endpoint.node->op;
  return readers == 1 && !endpoint.claimed && !op.has(Trait::kConstant) && !op.has(Trait::kStateful) &&
         !op.has(Trait::kView) && !op.has(Trait::kIdentity);
}

bool join_products(FuncGraph& graph) {
  if (!has_node(graph, op_def<"MatMul">()) || open_gpu_plugin()) return false;
  const ReaderCounts readers(graph);
  Replacer replacer(graph);
  auto product_of = [&](Endpoint* endpoint) -> std::optional<Product> {
    if (readers[endpoint] != 1 || endpoint->claimed) return std::nullopt;
    return Product::of(*replacer.resolve(endpoint)->node);
  };
  auto put = [&](const Product& product, Endpoint* before, Node* node) {
    Node* joined = product.make(replacer, *before->node, node);
    replacer.replace(node->outputs[0].get(), joined->outputs[0].get());
  };
  const size_t count = graph.nodes().size();
  for (size_t i = 0; i < count; ++i) {
    Node* node = graph.nodes()[i].get();
    const bool adds = node->op == &op_def<"AddV2">(), adds_bias = node->op == &op_def<"BiasAdd">();
    if (node->op == &op_def<"Relu">()) {
      std::optional<Product> product = product_of(node->inputs[0]);
      if (!product || product->relu || node->outputs[0]->claimed) continue;
      product->relu = true;
      put(*product, node->inputs[0], node);
      continue;
    }
    if ((!adds && !adds_bias) || node->outputs[0]->claimed) continue;
    if (const AttrValue* format = node->attrs.find("data_format"); format && std::get<std::string>(*format) != "NHWC")
      continue;
    for (int side = adds ? 1 : 0; side >= 0; --side) {
      Endpoint *result = node->inputs[side], *other = node->inputs[1 - side];
      std::optional<Product> product = product_of(result);
      if (!product || product->bias || product->relu) continue;
      const Shape& shape = result->shape;
      if (other->shape.has_rank() && other->shape.rank() == 1 && other->shape[0] > 0 && shape.has_rank() &&
          other->shape[0] == shape[1]) {
        product->bias = replacer.resolve(other);
      } else if (adds && !product->sum && shape.fully_defined() && other->shape == shape &&
                 is_fresh(*other, readers[other])) {
        product->sum = replacer.resolve(other);
      } else {
        continue;
      }
      put(*product, result, node);
      break;
    }
  }
  return replacer.apply();
}

}  // namespace

const Pass kJoinProducts = {"remapping", "Lets matrix products add sums and biases, and apply relu.", join_products};

}  // namespace graphwright
