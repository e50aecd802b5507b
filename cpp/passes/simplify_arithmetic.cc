// Takes out operations that change nothing, or that another one does as well. Only what gives the very same bits, for
// signed zeros and NaN too, and fails where the original did.
#include <algorithm>
#include <cmath>

#include "op/build.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// Constants of more elements are not searched.
constexpr int64_t kMostElements = 4096;

class Simplifier {
 public:
  explicit Simplifier(FuncGraph& graph) : graph_(graph), readers_(graph), replacer_(graph) {}
  bool run();

  Endpoint* input(const Node& node, int i) const { return replacer_.resolve(node.inputs[i]); }
  // The value of an input that is a constant, or null.
  const Tensor* constant(const Node& node, int i) const {
    const Node& source = *input(node, i)->node;
    return source.op->has(Trait::kConstant) ? &source.attrs.get<Tensor>("value") : nullptr;
  }
  // The node behind an input if it is an `op` that does not wait for others, or null.
  const Node* source(const Node& node, int i, const OpDef& op) const {
    const Node* source = input(node, i)->node;
    return source->op == &op && source->control_inputs.empty() && !source->outputs[0]->claimed ? source : nullptr;
  }
  bool is_only_reader(const Endpoint* endpoint) const { return readers_[endpoint] == 1; }
  // The result of a new node in the place of `node`.
  Endpoint* make(const Node& node, const OpDef& op, std::vector<Endpoint*> inputs, Attrs attrs) {
    Node* made = replacer_.make(op, std::move(inputs), std::move(attrs), node.name + "/simplified", node,
                                const_cast<Node*>(&node));
    return made->outputs[0].get();
  }
  Endpoint* make_constant(const Node& node, const Tensor& value) {
    return make(node, op_def<"Const">(), {}, {{"value", value}, {"dtype", value.dtype()}});
  }

 private:
  void unpack_packed(const Node& node);

  FuncGraph& graph_;
  ReaderCounts readers_;
  Replacer replacer_;
};

// What a node's result may be replaced by, or null.
using Rule = Endpoint* (*)(Simplifier&, const Node&);

bool same_known_shape(const Endpoint* a, const Endpoint* b) {
  return a->shape.fully_defined() && b->shape.fully_defined() && a->shape == b->shape;
}

Endpoint* if_same_shape(Endpoint* x, const Node& node) {
  return same_known_shape(x, node.outputs[0].get()) ? x : nullptr;
}

// ---- neutral elements ----

bool is_real_number(DType dtype) {
  switch (dtype) {
    case DType::kHalf:
    case DType::kBfloat16:
    case DType::kFloat32:
    case DType::kFloat64:
      return true;
    default:
      return is_integer(dtype);
  }
}

// Whether all elements are `number`, with its sign where that is zero.
bool all_are(const Tensor& tensor, double number) {
  if (!is_real_number(tensor.dtype()) || tensor.num_elements() < 1 || tensor.num_elements() > kMostElements)
    return false;
  const bool zero_of_sign = number == 0 && is_floating(tensor.dtype());
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    const double element = tensor.double_at(i);
    if (element != number || (zero_of_sign && std::signbit(element) != std::signbit(number))) return false;
  }
  return true;
}

// The operand beside a constant of the neutral element, where broadcasting does not change its shape.
Endpoint* beside_neutral(Simplifier& simplifier, const Node& node, int side, double neutral) {
  const Tensor* constant = simplifier.constant(node, side);
  if (!constant || !all_are(*constant, neutral)) return nullptr;
  Endpoint* other = simplifier.input(node, 1 - side);
  return constant->shape().is_scalar() ? other : if_same_shape(other, node);
}

Endpoint* sum(Simplifier& simplifier, const Node& node) {
  const double zero = is_floating(node.outputs[0]->dtype) ? -0.0 : 0.0;
  for (int side : {0, 1})
    if (Endpoint* other = beside_neutral(simplifier, node, side, zero)) return other;
  return nullptr;
}
Endpoint* difference(Simplifier& simplifier, const Node& node) { return beside_neutral(simplifier, node, 1, 0.0); }
Endpoint* product(Simplifier& simplifier, const Node& node) {
  for (int side : {0, 1})
    if (Endpoint* other = beside_neutral(simplifier, node, side, 1.0)) return other;
  return nullptr;
}
Endpoint* quotient(Simplifier& simplifier, const Node& node) { return beside_neutral(simplifier, node, 1, 1.0); }
Endpoint* rounded_quotient(Simplifier& simplifier, const Node& node) {
  return is_integer(node.outputs[0]->dtype) ? beside_neutral(simplifier, node, 1, 1.0) : nullptr;
}
Endpoint* power(Simplifier& simplifier, const Node& node) {
  if (Endpoint* base = beside_neutral(simplifier, node, 1, 1.0)) return base;
  Endpoint* base = beside_neutral(simplifier, node, 1, 2.0);
  return base ? simplifier.make(node, op_def<"Square">(), {base}, {{"T", base->dtype}}) : nullptr;
}
Endpoint* logical(Simplifier& simplifier, const Node& node, bool neutral) {
  for (int side : {0, 1}) {
    const Tensor* constant = simplifier.constant(node, side);
    if (constant && constant->shape().is_scalar() && *constant->data<bool>() == neutral)
      return simplifier.input(node, 1 - side);
  }
  return nullptr;
}
Endpoint* logical_and(Simplifier& simplifier, const Node& node) { return logical(simplifier, node, true); }
Endpoint* logical_or(Simplifier& simplifier, const Node& node) { return logical(simplifier, node, false); }

Endpoint* sum_of_list(Simplifier& simplifier, const Node& node) {
  Endpoint* first = simplifier.input(node, 0);
  if (node.inputs.size() == 1) return first;
  if (node.inputs.size() != 2 || !is_real_number(first->dtype)) return nullptr;
  Endpoint* second = simplifier.input(node, 1);
  if (!same_known_shape(first, second)) return nullptr;
  return simplifier.make(node, op_def<"AddV2">(), {first, second}, {{"T", first->dtype}});
}

// ---- functions of themselves ----

// f(f(x)) = x.
Endpoint* involution(Simplifier& simplifier, const Node& node) {
  const Node* inner = simplifier.source(node, 0, *node.op);
  return inner ? simplifier.input(*inner, 0) : nullptr;
}
// f(f(x)) = f(x).
Endpoint* projection(Simplifier& simplifier, const Node& node) {
  const Node* inner = simplifier.source(node, 0, *node.op);
  return inner ? simplifier.input(node, 0) : nullptr;
}

// ---- casts ----

struct Digits {
  int mantissa, exponent;  // bits; integers have no exponent
  bool has_sign;
};

Digits digits_of(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return {1, 0, false};
    case DType::kHalf:
      return {11, 5, true};
    case DType::kBfloat16:
      return {8, 8, true};
    case DType::kFloat32:
      return {24, 8, true};
    case DType::kFloat64:
      return {53, 11, true};
    default: {
      if (!is_integer(dtype) || dtype == DType::kInt4 || dtype == DType::kUint4 || dtype == DType::kInt2 ||
          dtype == DType::kUint2)
        return {0, 0, false};
      const int bits = 8 * static_cast<int>(dtype_size(dtype));
      return {is_unsigned(dtype) ? bits : bits - 1, 0, !is_unsigned(dtype)};
    }
  }
}

// Whether each value of the one dtype comes back from the other.
bool keeps_values(DType from, DType in) {
  const Digits own = digits_of(from), other = digits_of(in);
  if (own.mantissa == 0 || other.mantissa == 0 || in == DType::kBool) return from == in;
  return own.mantissa <= other.mantissa && own.exponent <= other.exponent && own.has_sign <= other.has_sign;
}

Endpoint* cast(Simplifier& simplifier, const Node& node) {
  Endpoint* x = simplifier.input(node, 0);
  if (x->dtype == node.outputs[0]->dtype) return x;
  const Node* inner = simplifier.source(node, 0, *node.op);
  if (!inner) return nullptr;
  Endpoint* original = simplifier.input(*inner, 0);
  return original->dtype == node.outputs[0]->dtype && keeps_values(original->dtype, x->dtype) ? original : nullptr;
}

// ---- shapes and order ----

// Whether all inputs but the first are constants: others may be wrong, which the run has to say.
bool by_constants(const Simplifier& simplifier, const Node& node) {
  for (int i = 1; i < static_cast<int>(node.inputs.size()); ++i)
    if (!simplifier.constant(node, i)) return false;
  return true;
}

// Ops that do nothing but change the shape by what their constants say.
Endpoint* kept(Simplifier& simplifier, const Node& node) {
  return by_constants(simplifier, node) ? if_same_shape(simplifier.input(node, 0), node) : nullptr;
}

Endpoint* reshaped(Simplifier& simplifier, const Node& node) {
  if (!by_constants(simplifier, node)) return nullptr;
  if (Endpoint* same = kept(simplifier, node)) return same;
  const bool has_shape = node.op == &op_def<"Reshape">();
  for (const OpDef* op : {&op_def<"Reshape">(), &op_def<"ExpandDims">(), &op_def<"Squeeze">()}) {
    const Node* inner = simplifier.source(node, 0, *op);
    if (!inner || !by_constants(simplifier, *inner) || !inner->outputs[0]->shape.fully_defined() ||
        !node.outputs[0]->shape.fully_defined())
      continue;
    Endpoint* original = simplifier.input(*inner, 0);
    if (!original->shape.fully_defined()) continue;
    if (original->shape == node.outputs[0]->shape) return original;
    if (has_shape) return simplifier.make(node, *node.op, {original, simplifier.input(node, 1)}, node.attrs);
  }
  return nullptr;
}

Endpoint* cut(Simplifier& simplifier, const Node& node) {
  const Tensor* begin = simplifier.constant(node, 1);
  return begin && all_are(*begin, 0) ? kept(simplifier, node) : nullptr;
}

Endpoint* sliced(Simplifier& simplifier, const Node& node) {
  for (const char* mask : {"new_axis_mask", "shrink_axis_mask"})
    if (node.attrs.get_or<int64_t>(mask, 0) != 0) return nullptr;
  const Tensor* strides = simplifier.constant(node, 3);
  return strides && all_are(*strides, 1) ? kept(simplifier, node) : nullptr;
}

// Reductions along no axes.
Endpoint* reduced(Simplifier& simplifier, const Node& node) {
  const Tensor* axes = simplifier.constant(node, 1);
  return axes && axes->num_elements() == 0 ? simplifier.input(node, 0) : nullptr;
}

// A constant permutation of axes, empty if it is none.
SmallVector<int64_t, 8> permutation(const Simplifier& simplifier, const Node& node) {
  SmallVector<int64_t, 8> axes;
  const Tensor* constant = simplifier.constant(node, 1);
  const Shape& shape = simplifier.input(node, 0)->shape;
  if (!constant || !shape.has_rank() || constant->num_elements() != shape.rank()) return axes;
  axes = constant->ints();
  const int64_t rank = static_cast<int64_t>(axes.size());
  SmallVector<bool, 8> seen(axes.size(), false);
  for (int64_t& axis : axes) {
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank || seen[axis]) return {};
    seen[axis] = true;
  }
  return axes;
}

bool is_identity(const SmallVector<int64_t, 8>& axes) {
  for (size_t i = 0; i < axes.size(); ++i)
    if (axes[i] != static_cast<int64_t>(i)) return false;
  return !axes.empty();
}

Endpoint* transposed(Simplifier& simplifier, const Node& node) {
  SmallVector<int64_t, 8> axes = permutation(simplifier, node);
  if (axes.empty()) return nullptr;
  if (is_identity(axes)) return simplifier.input(node, 0);
  const Node* inner = simplifier.source(node, 0, *node.op);
  if (!inner) return nullptr;
  const SmallVector<int64_t, 8> first = permutation(simplifier, *inner);
  if (first.size() != axes.size()) return nullptr;
  for (int64_t& axis : axes) axis = first[axis];
  Endpoint* original = simplifier.input(*inner, 0);
  if (is_identity(axes)) return original;
  if (!simplifier.is_only_reader(node.inputs[0])) return nullptr;
  Tensor joined = Tensor::allocate(DType::kInt64, Shape{static_cast<int64_t>(axes.size())});
  std::copy(axes.begin(), axes.end(), joined.data<int64_t>());
  Attrs attrs = node.attrs;
  attrs.set("Tperm", DType::kInt64);
  return simplifier.make(node, *node.op, {original, simplifier.make_constant(node, joined)}, std::move(attrs));
}

Endpoint* joined(Simplifier& simplifier, const Node& node) {
  const int parts = static_cast<int>(node.inputs.size()) - 1;
  const Tensor* constant = simplifier.constant(node, parts);
  const Shape& shape = node.outputs[0]->shape;
  if (!constant || !shape.fully_defined() || shape.rank() == 0) return nullptr;
  int64_t axis = constant->int_at(0);
  if (axis < 0) axis += shape.rank();
  if (axis < 0 || axis >= shape.rank()) return nullptr;
  std::vector<Endpoint*> full;
  for (int i = 0; i < parts; ++i) {
    Endpoint* part = simplifier.input(node, i);
    if (!part->shape.fully_defined() || part->shape.rank() != shape.rank()) return nullptr;
    if (part->shape[static_cast<int>(axis)] != 0) full.push_back(part);
  }
  if (static_cast<int>(full.size()) == parts || full.empty()) return nullptr;
  if (full.size() == 1) return full[0];
  Attrs attrs = node.attrs;
  attrs.set("N", static_cast<int64_t>(full.size()));
  full.push_back(simplifier.input(node, parts));
  return simplifier.make(node, *node.op, std::move(full), std::move(attrs));
}

Endpoint* selected(Simplifier& simplifier, const Node& node) {
  const Tensor* condition = simplifier.constant(node, 0);
  if (!condition || !condition->shape().is_scalar()) return nullptr;
  for (int i : {1, 2})
    if (!simplifier.input(node, i)->shape.fully_defined()) return nullptr;
  return if_same_shape(simplifier.input(node, *condition->data<bool>() ? 1 : 2), node);
}

// ---- products of transposed matrices ----

// The matrices whose last two axes a node swaps, if it does only that and nobody else wants its result.
Endpoint* untransposed(Simplifier& simplifier, const Node& node, int i) {
  const Node* inner = simplifier.source(node, i, op_def<"Transpose">());
  if (!inner || !simplifier.is_only_reader(node.inputs[i]) || is_complex(inner->outputs[0]->dtype)) return nullptr;
  const SmallVector<int64_t, 8> axes = permutation(simplifier, *inner);
  const int rank = static_cast<int>(axes.size());
  if (rank < 2 || axes[rank - 1] != rank - 2 || axes[rank - 2] != rank - 1) return nullptr;
  for (int axis = 0; axis < rank - 2; ++axis)
    if (axes[axis] != axis) return nullptr;
  return simplifier.input(*inner, 0);
}

Endpoint* matrix_product(Simplifier& simplifier, const Node& node) {
  const bool plain = node.op == &op_def<"MatMul">();
  const char* flags[2] = {plain ? "transpose_a" : "adj_x", plain ? "transpose_b" : "adj_y"};
  std::vector<Endpoint*> inputs(2);
  Attrs attrs = node.attrs;
  bool changed = false;
  for (int i = 0; i < 2; ++i) {
    inputs[i] = untransposed(simplifier, node, i);
    if (inputs[i]) {
      attrs.set(flags[i], !attrs.get_or<bool>(flags[i], false));
      changed = true;
    } else {
      inputs[i] = simplifier.input(node, i);
    }
  }
  return changed ? simplifier.make(node, *node.op, std::move(inputs), std::move(attrs)) : nullptr;
}

const std::unordered_map<const OpDef*, Rule>& rules() {
  static const std::unordered_map<const OpDef*, Rule> table = [] {
    std::unordered_map<const OpDef*, Rule> made;
    auto add = [&](Rule rule, std::initializer_list<const char*> names) {
      for (const char* name : names) made[&get_op(name)] = rule;
    };
    add(sum, {"Add", "AddV2"});
    add(difference, {"Sub"});
    add(product, {"Mul"});
    add(quotient, {"RealDiv", "Div"});
    add(rounded_quotient, {"FloorDiv", "TruncateDiv"});
    add(power, {"Pow"});
    add(logical_and, {"LogicalAnd"});
    add(logical_or, {"LogicalOr"});
    add(sum_of_list, {"AddN"});
    add(involution, {"Neg", "LogicalNot", "Invert", "Conj"});
    add(projection, {"Abs", "Sign", "Relu", "Relu6", "Floor", "Ceil", "Rint", "Round"});
    add(cast, {"Cast"});
    add(kept, {"BroadcastTo", "Tile", "Pad", "PadV2", "MirrorPad"});
    add(reshaped, {"Reshape", "ExpandDims", "Squeeze"});
    add(cut, {"Slice"});
    add(sliced, {"StridedSlice"});
    add(reduced, {"Sum", "Mean", "Prod", "Max", "Min", "All", "Any"});
    add(transposed, {"Transpose"});
    add(joined, {"ConcatV2"});
    add(selected, {"SelectV2", "Select"});
    add(matrix_product, {"MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"});
    return made;
  }();
  return table;
}

// The parts of what was packed along the same axis.
void Simplifier::unpack_packed(const Node& node) {
  const Node* packed = source(node, 0, op_def<"Pack">());
  if (!packed || packed->inputs.size() != node.outputs.size() ||
      packed->attrs.get_or<int64_t>("axis", 0) != node.attrs.get_or<int64_t>("axis", 0))
    return;
  for (size_t i = 0; i < node.outputs.size(); ++i)
    if (!same_known_shape(input(*packed, static_cast<int>(i)), node.outputs[i].get()) || node.outputs[i]->claimed)
      return;
  for (size_t i = 0; i < node.outputs.size(); ++i)
    replacer_.replace(node.outputs[i].get(), input(*packed, static_cast<int>(i)));
}

bool Simplifier::run() {
  const size_t count = graph_.nodes().size();
  for (size_t i = 0; i < count; ++i) {
    const Node& node = *graph_.nodes()[i];
    if (!node.control_inputs.empty() || node.outputs.empty() || node.outputs[0]->claimed) continue;
    if (node.op == &op_def<"Unpack">()) {
      unpack_packed(node);
      continue;
    }
    auto rule = rules().find(node.op);
    if (rule == rules().end()) continue;
    if (Endpoint* simple = rule->second(*this, node)) replacer_.replace(node.outputs[0].get(), simple);
  }
  return replacer_.apply();
}

bool simplify_arithmetic(FuncGraph& graph) { return Simplifier(graph).run(); }

}  // namespace

const Pass kSimplifyArithmetic = {"arithmetic_optimization", "Takes out operations that change nothing.",
                                  simplify_arithmetic};

}  // namespace graphwright
