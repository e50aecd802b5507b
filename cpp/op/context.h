// Contexts of shape rules, kernels and gradient rules.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "op/op_def.h"

namespace graphwright {

// Serves trace time (unknown dims, inputs without values) and run time (everything known) alike.
class ShapeContext {
 public:
  ShapeContext(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs)
      : op_(op), inputs_(inputs), attrs_(attrs) {}

  const OpDef& op() const { return op_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  const Shape& input(int i) const { return inputs_[i].shape(); }
  DType dtype(int i) const { return inputs_[i].dtype(); }
  const Value& value(int i) const { return inputs_[i]; }
  const Attrs& attrs() const { return attrs_; }
  // The attr given, or the OpDef's default.
  template <class T>
  T attr(std::string_view name) const;

  // The value of input i, or a null Tensor while that is unknown. At trace time this looks through constants and
  // pure ops on constants.
  Tensor constant(int i) const;
  // Input i, a vector of integers, read as a shape: unknown rank when nothing is known, single dims unknown when only
  // those are (as after `tf.stack([tf.shape(x)[0], 3])`).
  Shape constant_as_shape(int i) const;
  // The static shape and dtype of the value that the resource handle at input i refers to.
  Shape handle_shape(int i) const;
  DType handle_dtype(int i) const;

  // Throws InvalidArgument unless the rank is known to differ from `rank`; gives the shape with at least that rank
  // known.
  Shape with_rank(int i, int rank) const;
  Shape with_rank_at_least(int i, int rank) const;

  void set_output(int i, Shape shape);
  // For outputs that are resource handles: what they refer to.
  void set_handle_output(int i, DType dtype, Shape shape);
  SmallVector<Shape, 4>& outputs() { return outputs_; }

  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const {
    throw_error(Code::kInvalidArgument, {Piece(args)...}, op_.name);
  }

  struct HandleData {
    int output;
    DType dtype;
    Shape shape;
  };
  SmallVector<HandleData, 1> handle_outputs;

 private:
  const OpDef& op_;
  std::span<const Value> inputs_;
  const Attrs& attrs_;
  SmallVector<Shape, 4> outputs_;
};

// Inputs, attrs and outputs of one execution. Outputs whose shape the shape rule knows are allocated on first use of
// output(i); others the kernel allocates or sets itself.
class KernelContext {
 public:
  KernelContext(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::span<Value> outputs,
                std::span<const Shape> output_shapes, std::span<const DType> output_dtypes)
      : op_(op), inputs_(inputs), attrs_(attrs), outputs_(outputs), shapes_(output_shapes), dtypes_(output_dtypes) {}

  const OpDef& op() const { return op_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const Tensor& input(int i) const { return Tensor::of(inputs_[i]); }
  std::span<const Value> inputs() const { return inputs_; }
  template <class T>
  std::span<T> flat(int i) const {
    return input(i).flat<T>();
  }
  const Attrs& attrs() const { return attrs_; }
  template <class T>
  T attr(std::string_view name) const;
  DType output_dtype(int i) const { return dtypes_[i]; }

  // Output i, allocated by its inferred shape (which must be fully known).
  Tensor output(int i);
  // Output i with the shape that only the kernel knows. Reuses what lies in the slot when that fits.
  Tensor allocate(int i, const Shape& shape);
  void set_output(int i, Tensor tensor) { outputs_[i] = std::move(tensor); }

  // The state of a stateful kernel from run to run (the position of a random op, an unnamed variable): a slot that
  // lives as long as the op's place in a program; null in eager calls.
  Ref<RefCounted>* state() const { return state_; }
  void set_state(Ref<RefCounted>* slot) { state_ = slot; }

  template <class... Args>
  [[noreturn]] void fail(const Args&... args) const {
    throw_error(Code::kInvalidArgument, {Piece(args)...}, op_.name);
  }
  template <class... Args>
  [[noreturn]] void fail_code(Code code, const Args&... args) const {
    throw_error(code, {Piece(args)...}, op_.name);
  }

 private:
  const OpDef& op_;
  std::span<const Value> inputs_;
  const Attrs& attrs_;
  std::span<Value> outputs_;
  std::span<const Shape> shapes_;
  std::span<const DType> dtypes_;
  Ref<RefCounted>* state_ = nullptr;
};

class GradientContext {
 public:
  GradientContext(const OpDef& op, const Attrs& attrs, std::span<const Value> inputs, std::span<const Value> outputs,
                  std::span<const Value> output_grads, std::span<const bool> wanted)
      : op_(op), attrs_(attrs), inputs_(inputs), outputs_(outputs), grads_(output_grads), wanted_(wanted) {}

  const OpDef& op() const { return op_; }
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  const Value& input(int i) const { return inputs_[i]; }
  std::span<const Value> inputs() const { return inputs_; }
  std::span<const Value> outputs() const { return outputs_; }
  const Value& output(int i) const { return outputs_[i]; }
  // The gradient that came in for output i; zeros when none did.
  Value grad(int i = 0) const;
  // The same, null when none did.
  const Value& grad_or_null(int i) const { return grads_[i]; }
  // True where anyone asks for the gradient of input i (a rule may skip the work for others, and return null).
  bool wants(int i) const { return wanted_.empty() || wanted_[i]; }
  const Attrs& attrs() const { return attrs_; }
  template <class T>
  T attr(std::string_view name) const;

 private:
  const OpDef& op_;
  const Attrs& attrs_;
  std::span<const Value> inputs_;
  std::span<const Value> outputs_;
  std::span<const Value> grads_;
  std::span<const bool> wanted_;
};

// The type or number attr that the inputs imply ("T" of the first input typed T); monostate when none does.
AttrValue implied_attr(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name);

// The attr in `attrs`, else what the inputs imply, else the OpDef's default, else an error.
template <class T>
T find_attr(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name) {
  if (const AttrValue* value = attrs.find(name)) {
    if (const T* typed = std::get_if<T>(value)) return *typed;
  } else {
    if constexpr (std::is_same_v<T, DType> || std::is_same_v<T, int64_t> || std::is_same_v<T, std::vector<DType>>) {
      AttrValue implied = implied_attr(op, inputs, attrs, name);
      if (const T* typed = std::get_if<T>(&implied)) return *typed;
    }
    if (const AttrDef* def = op.attr(name); def && def->has_default) {
      if (const T* typed = std::get_if<T>(&def->default_value)) return *typed;
    }
  }
  fail(Code::kInvalidArgument, op.name, ": attr '", name, "' is missing or of the wrong type");
}
extern template int64_t find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template float find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template bool find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template std::string find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template DType find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template Shape find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template std::vector<int64_t> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template std::vector<DType> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template std::vector<Shape> find_attr(const OpDef&, std::span<const Value>, const Attrs&, std::string_view);
extern template std::vector<std::string> find_attr(const OpDef&, std::span<const Value>, const Attrs&,
                                                   std::string_view);

template <class T>
T ShapeContext::attr(std::string_view name) const {
  return find_attr<T>(op_, inputs_, attrs_, name);
}
template <class T>
T KernelContext::attr(std::string_view name) const {
  return find_attr<T>(op_, inputs_, attrs_, name);
}
template <class T>
T GradientContext::attr(std::string_view name) const {
  return find_attr<T>(op_, inputs_, attrs_, name);
}

// Trace time only: graph/ says how to find the constant behind a symbol.
struct SymbolFacts {
  Tensor (*constant)(const Value& symbol);
  Shape (*constant_as_shape)(const Value& symbol);
  bool (*handle_data)(const Value& symbol, DType* dtype, Shape* shape);
};
void set_symbol_facts(SymbolFacts facts);

}  // namespace graphwright
