// Elementwise ops on small tensors, straight to the loop.
#include "bind/run_directly.h"

#include "device/placement.h"
#include "kernels/elementwise.h"
#include "op/direct.h"

namespace graphwright::bind {
namespace {

bool allowed(const OpDef& op, DType dtype) { return op.inputs[0].allowed >> static_cast<int>(dtype) & 1; }

template <class Loop>
Value guarded_loop(const OpDef& op, Tensor out, Loop&& loop) {
  try {
    loop(out);
  } catch (Error& error) {
    error.set_op(op.name);
    throw;
  }
  return Value(std::move(out));
}

}  // namespace

bool nothing_but_eager() { return interpreter_stack().items.empty() && !placement_matters(); }

Value run_directly(const OpDef& op, const Value& a, const Value& b) {
  if (op.binary_code == BinaryCode::kNone || !a.is_tensor() || !b.is_tensor() || a.dtype() != b.dtype() ||
      !allowed(op, a.dtype()))
    return Value();
  const Tensor& x = Tensor::of(a);
  const Tensor& y = Tensor::of(b);
  const BinaryFns* fns = binary_fns(op.binary_code, a.dtype());
  if (!fns || x.num_elements() > kMostDirectElements || y.num_elements() > kMostDirectElements) return Value();
  BinaryFn fn;
  const Shape* shape = &x.shape();
  if (x.shape() == y.shape()) {
    fn = fns->vector_vector;
  } else if (y.shape().is_scalar()) {
    fn = fns->vector_scalar;
  } else if (x.shape().is_scalar()) {
    fn = fns->scalar_vector;
    shape = &y.shape();
  } else {
    return Value();
  }
  if (!fn) return Value();
  return guarded_loop(op, Tensor::allocate(output_dtype(op.binary_code, a.dtype()), *shape),
                      [&](const Tensor& out) { fn(x.raw(), y.raw(), out.raw(), out.num_elements()); });
}

Value run_directly(const OpDef& op, const Value& a) {
  if (op.unary_code == UnaryCode::kNone || op.inputs.size() != 1 || !a.is_tensor() || !allowed(op, a.dtype()))
    return Value();
  const Tensor& x = Tensor::of(a);
  UnaryFn fn = unary_fn(op.unary_code, a.dtype());
  if (!fn || x.num_elements() > kMostDirectElements) return Value();
  return guarded_loop(op, Tensor::allocate(output_dtype(op.unary_code, a.dtype()), x.shape()),
                      [&](const Tensor& out) { fn(x.raw(), out.raw(), out.num_elements()); });
}

}  // namespace graphwright::bind
