// Contexts of shape rules, kernels and gradient rules.
#include "op/context.h"

#include "op/build.h"

namespace graphwright {
namespace {

SymbolFacts& symbol_facts() {
  static SymbolFacts facts{};
  return facts;
}

}  // namespace

template int64_t find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template float find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template bool find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template std::string find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template DType find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template Shape find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template std::vector<int64_t> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template std::vector<DType> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template std::vector<Shape> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
template std::vector<std::string> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);

void ShapeContext::set_output(int i, Shape shape) {
  while (static_cast<int>(outputs_.size()) <= i) outputs_.push_back(Shape::unknown());
  outputs_[i] = std::move(shape);
}

void set_symbol_facts(SymbolFacts facts) { symbol_facts() = facts; }

Tensor ShapeContext::constant(int i) const {
  const Value& value = inputs_[i];
  if (value.is_tensor()) return Tensor(value);
  return symbol_facts().constant ? symbol_facts().constant(value) : Tensor();
}

Shape ShapeContext::constant_as_shape(int i) const {
  const Value& value = inputs_[i];
  if (value.is_tensor()) return Tensor::of(value).as_shape();
  return symbol_facts().constant_as_shape ? symbol_facts().constant_as_shape(value) : Shape::unknown();
}

Shape ShapeContext::handle_shape(int i) const {
  DType dtype;
  Shape shape = Shape::unknown();
  if (symbol_facts().handle_data) symbol_facts().handle_data(inputs_[i], &dtype, &shape);
  return shape;
}

DType ShapeContext::handle_dtype(int i) const {
  DType dtype = DType::kInvalid;
  Shape shape;
  if (symbol_facts().handle_data) symbol_facts().handle_data(inputs_[i], &dtype, &shape);
  return dtype;
}

void ShapeContext::set_handle_output(int i, DType dtype, Shape shape) {
  handle_outputs.push_back({i, dtype, std::move(shape)});
}

Shape ShapeContext::with_rank(int i, int rank) const {
  const Shape& shape = input(i);
  if (!shape.has_rank()) return Shape::filled(rank, kUnknown);
  if (shape.rank() != rank)
    fail("Shape must be rank ", rank, " but is rank ", shape.rank(), ", got shape ", shape, " for input ", i);
  return shape;
}

Shape ShapeContext::with_rank_at_least(int i, int rank) const {
  const Shape& shape = input(i);
  if (shape.has_rank() && shape.rank() < rank)
    fail("Shape must be at least rank ", rank, " but is rank ", shape.rank(), ", got shape ", shape, " for input ", i);
  return shape;
}

Tensor KernelContext::output(int i) {
  const Shape& shape = shapes_[i];
  GW_CHECK(shape.fully_defined(), Code::kInvalidArgument, op_.name, ": output ", i, " would have the shape ", shape,
           ", whose sizes are negative or not known");
  return allocate(i, shape);
}

Tensor KernelContext::allocate(int i, const Shape& shape) {
  Value& slot = outputs_[i];
  if (slot && slot.dtype() == dtypes_[i] && slot.shape() == shape && Tensor::of(slot).unique() &&
      is_plain(slot.dtype()))
    return Tensor(slot);
  slot.reset();
  Tensor tensor = Tensor::allocate(dtypes_[i], shape);
  slot = tensor;
  return tensor;
}

Value GradientContext::grad(int i) const {
  if (grads_[i]) return grads_[i];
  return build::zeros_like(outputs_[i]);
}

}  // namespace graphwright
