// Fuses into matrix products, as their epilogue, what would otherwise take further passes over their results: another
// sum, a bias for each column, relu.
#include <optional>

#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

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

class Fuser : Rewriter {
 public:
  explicit Fuser(FuncGraph& graph) : Rewriter(graph) {}

  bool run() {
    return rewrite([&](Node* node) {
      if (node->outputs.size() != 1 || node->outputs[0]->claimed) return;
      if (node->op == &op_def<"Relu">()) {
        fuse_relu(node);
      } else if (node->op == &op_def<"AddV2">()) {
        if (!fuse_sum(node, 1)) fuse_sum(node, 0);
      } else if (node->op == &op_def<"BiasAdd">()) {
        const AttrValue* format = node->attrs.find("data_format");
        if (!format || std::get<std::string>(*format) == "NHWC") fuse_sum(node, 0);
      }
    });
  }

 private:
  std::optional<Product> product_of(Endpoint* endpoint) const {
    if (readers_[endpoint] != 1 || endpoint->claimed) return std::nullopt;
    return Product::of(*replacer_.resolve(endpoint)->node);
  }

  void put(const Product& product, Endpoint* before, Node* node) {
    Node* fused = product.make(replacer_, *before->node, node);
    replacer_.replace(node->outputs[0].get(), fused->outputs[0].get());
  }

  void fuse_relu(Node* node) {
    std::optional<Product> product = product_of(node->inputs[0]);
    if (!product || product->relu) return;
    product->relu = true;
    put(*product, node->inputs[0], node);
  }

  // Where the product is on this side of the sum; false where there is none that takes the other side.
  bool fuse_sum(Node* node, int side) {
    Endpoint *result = node->inputs[side], *other = node->inputs[1 - side];
    std::optional<Product> product = product_of(result);
    if (!product || product->bias || product->relu) return false;
    const Shape& shape = result->shape;
    if (other->shape.has_rank() && other->shape.rank() == 1 && other->shape[0] > 0 && shape.has_rank() &&
        other->shape[0] == shape[1]) {
      product->bias = replacer_.resolve(other);
    } else if (node->op == &op_def<"AddV2">() && !product->sum && shape.fully_defined() && other->shape == shape &&
               is_fresh(*other, readers_[other])) {
      product->sum = replacer_.resolve(other);
    } else {
      return false;
    }
    put(*product, result, node);
    return true;
  }
};

bool fuse_matmul_epilogue(FuncGraph& graph) { return may_fuse(graph, {&op_def<"MatMul">()}) && Fuser(graph).run(); }

}  // namespace

const Pass kFuseMatmulEpilogue = {"remapping", "Lets matrix products add sums and biases, and apply relu.",
                                  fuse_matmul_epilogue};

}  // namespace graphwright
