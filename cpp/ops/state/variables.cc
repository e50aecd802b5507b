// Variables as a whole: their handles, reading, assigning, and facts about them.
#include "ops/state/variables.h"

#include <map>
#include <mutex>

#include "base/at_fork.h"
#include "kernels/elementwise.h"
#include "op/build.h"
#include "op/kernel_state.h"
#include "op/kernel_traits.h"
#include "op/run_op.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

// Variables with a shared name live until DestroyResourceOp.
struct NamedVariables {
  GlobalMutex& mutex = GlobalMutex::make();
  std::map<std::pair<std::string, std::string>, Ref<VariableResource>> by_name;
};
NamedVariables& named_variables() {
  static auto* variables = new NamedVariables;
  return *variables;
}

void var_handle_shape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  ctx.set_handle_output(0, ctx.attr<DType>("dtype"), ctx.attr<Shape>("shape"));
}

void var_handle(KernelContext& ctx) {
  std::string shared_name = ctx.attr<std::string>("shared_name");
  DType dtype = ctx.attr<DType>("dtype");
  Shape shape = ctx.attr<Shape>("shape");
  if (shared_name.empty() || shared_name == kAnonymousName) {
    std::string name = ctx.attr<std::string>("debug_name");
    auto create = [&] { return make_ref<VariableResource>(name.empty() ? "Variable" : name, dtype, shape); };
    Ref<VariableResource> variable;
    if (shared_name.empty()) variable = kept_state<VariableResource>(ctx, create);
    ctx.set_output(0, Tensor::handle(DType::kResource, variable ? variable : create()));
    return;
  }
  NamedVariables& all = named_variables();
  std::lock_guard lock(all.mutex);
  Ref<VariableResource>& slot = all.by_name[{ctx.attr<std::string>("container"), shared_name}];
  if (!slot) slot = make_ref<VariableResource>(shared_name, dtype, shape);
  if (slot->dtype() != dtype)
    ctx.fail("the variable '", shared_name, "' has dtype ", slot->dtype(), ", asked for was ", dtype);
  ctx.set_output(0, Tensor::handle(DType::kResource, slot));
}

DEFINE_OP("VarHandleOp")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("debug_name: string = ''")
    .attr("dtype: type")
    .attr("shape: shape")
    .attr("allowed_devices: list(string) = []")
    .output("resource: resource")
    .doc("A handle to the variable called `shared_name`, or to a new one where that is empty.")
    .shape(var_handle_shape)
    .kernel(CPU, var_handle)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("a handle is no number");

void check_read_dtype(DType got, DType want) {
  GW_CHECK_ARG(got == want, "Trying to read variable with wrong dtype. Expected ", want, " got ", got);
}

// At run time the kernel knows best, so nothing is looked up for it.
void read_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  DType dtype = ctx.handle_dtype(0);
  if (dtype != DType::kInvalid) check_read_dtype(dtype, ctx.attr<DType>("dtype"));
  ctx.set_output(0, ctx.handle_shape(0));
}

void read(KernelContext& ctx) {
  const VariableResource& variable = VariableResource::of(ctx.input(0));
  check_read_dtype(variable.dtype(), ctx.output_dtype(0));
  ctx.set_output(0, variable.read());
}

Values read_grad(GradientContext& ctx) { return {ctx.grad(0)}; }

DEFINE_OP("ReadVariableOp")
    .input("resource: resource")
    .output("value: dtype")
    .attr("dtype: type")
    .doc("The variable's value, shared until the variable is next updated. The gradient of the handle is the value's.")
    .shape(read_shape)
    .kernel(CPU, read)
    .gradient(read_grad)
    .trait(Trait::kPassesSlices)
    .stateful()
    .trait(Trait::kReadsResource);

void read_many_shape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) ctx.set_output(i, ctx.handle_shape(i));
}

void read_many(KernelContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const VariableResource& variable = VariableResource::of(ctx.input(i));
    check_read_dtype(variable.dtype(), ctx.output_dtype(i));
    ctx.set_output(i, variable.read());
  }
}

Values read_many_grad(GradientContext& ctx) {
  Values grads;
  for (int i = 0; i < ctx.num_inputs(); ++i) grads.push_back(ctx.grad_or_null(i));
  return grads;
}

DEFINE_OP("_ReadVariablesOp")
    .input("resources: N * resource")
    .output("values: dtypes")
    .attr("N: int >= 0")
    .attr("dtypes: list(type) >= 1")
    .doc("The values of several variables.")
    .shape(read_many_shape)
    .kernel(CPU, read_many)
    .gradient(read_many_grad)
    .stateful()
    .trait(Trait::kReadsResource);

void assign_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  DType dtype = ctx.handle_dtype(0);
  if (dtype == DType::kInvalid) return;
  if (dtype != ctx.dtype(1))
    ctx.fail("Trying to initialize handle for variable with wrong dtype. Expected ", dtype, " got ", ctx.dtype(1));
  if (!ctx.handle_shape(0).compatible(ctx.input(1)))
    ctx.fail("Trying to assign to variable with tensor with wrong shape. Expected ", ctx.handle_shape(0), " got ",
             ctx.input(1));
}

void assign(KernelContext& ctx) {
  VariableResource& variable = VariableResource::of(ctx.input(0));
  if (ctx.attr<bool>("validate_shape") && variable.initialized()) {
    Shape current = variable.read().shape();
    if (!(current == ctx.input(1).shape()))
      ctx.fail("Trying to assign to variable with tensor with wrong shape. Expected ", current, " got ",
               ctx.input(1).shape());
  }
  variable.assign(ctx.input(1));
}

DEFINE_OP("AssignVariableOp")
    .input("resource: resource")
    .input("value: dtype")
    .attr("dtype: type")
    .attr("validate_shape: bool = false")
    .doc("Makes `value` the variable's value.")
    .shape(assign_shape)
    .kernel(CPU, assign)
    .stateful()
    .no_gradient("has no output");

void add_kernel_fn(KernelContext& ctx) { assign_add(VariableResource::of(ctx.input(0)), ctx.input(1), false); }
void sub_kernel_fn(KernelContext& ctx) { assign_add(VariableResource::of(ctx.input(0)), ctx.input(1), true); }

DEFINE_OP("AssignAddVariableOp")
    .input("resource: resource")
    .input("value: dtype")
    .attr("dtype: type")
    .doc("Adds `value`, which has the variable's shape, to the variable.")
    .shape(assign_shape)
    .kernel(CPU, add_kernel_fn)
    .stateful()
    .no_gradient("has no output");

DEFINE_OP("AssignSubVariableOp")
    .input("resource: resource")
    .input("value: dtype")
    .attr("dtype: type")
    .doc("Subtracts `value`, which has the variable's shape, from the variable.")
    .shape(assign_shape)
    .kernel(CPU, sub_kernel_fn)
    .stateful()
    .no_gradient("has no output");

void scalar_output(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void is_initialized(KernelContext& ctx) {
  const VariableResource* variable = VariableResource::find(ctx.input(0));
  *ctx.output(0).data<bool>() = variable && variable->initialized();
}

DEFINE_OP("VarIsInitializedOp")
    .input("resource: resource")
    .output("is_initialized: bool")
    .doc("Whether the variable has a value.")
    .shape(scalar_output)
    .kernel(CPU, is_initialized)
    .stateful()
    .trait(Trait::kReadsResource)
    .no_gradient("a truth value");

void destroy(KernelContext& ctx) {
  VariableResource* variable = VariableResource::find(ctx.input(0));
  if (!variable) {
    if (!ctx.attr<bool>("ignore_lookup_error")) VariableResource::of(ctx.input(0));
    return;
  }
  variable->destroy();
  NamedVariables& all = named_variables();
  std::lock_guard lock(all.mutex);
  std::erase_if(all.by_name, [&](const auto& entry) { return entry.second.get() == variable; });
}

DEFINE_OP("DestroyResourceOp")
    .input("resource: resource")
    .attr("ignore_lookup_error: bool = true")
    .doc("Makes the object behind the handle give up what it holds; using it afterwards fails.")
    .kernel(CPU, destroy)
    .stateful()
    .no_gradient("has no output");

void variable_shape_shape(ShapeContext& ctx) {
  Shape shape = ctx.handle_shape(0);
  ctx.set_output(0, Shape{shape.has_rank() ? shape.rank() : kUnknown});
}

void variable_shape(KernelContext& ctx) {
  ctx.set_output(0, Tensor::from_shape(VariableResource::of(ctx.input(0)).read().shape(), ctx.output_dtype(0)));
}

DEFINE_OP("VariableShape")
    .input("input: resource")
    .output("output: out_type")
    .attr("out_type: {int32, int64} = int32")
    .doc("The shape of the variable's value.")
    .shape(variable_shape_shape)
    .kernel(CPU, variable_shape)
    .stateful()
    .trait(Trait::kReadsResource)
    .no_gradient("integers");

void disable_copy_on_read(KernelContext& ctx) { VariableResource::of(ctx.input(0)); }

DEFINE_OP("DisableCopyOnRead")
    .input("resource: resource")
    .doc("Reads of our variables never copy, so this changes nothing.")
    .kernel(CPU, disable_copy_on_read)
    .stateful()
    .no_gradient("has no output");

void count_up_to(KernelContext& ctx) {
  VariableResource& variable = VariableResource::of(ctx.input(0));
  check_read_dtype(variable.dtype(), ctx.output_dtype(0));
  int64_t limit = ctx.attr<int64_t>("limit");
  variable.update([&](Tensor& value) {
    if (!value.shape().is_scalar()) ctx.fail("input is not a scalar: ", value.shape());
    int64_t before = value.int_at(0);
    if (before >= limit) ctx.fail_code(Code::kOutOfRange, "Reached limit of ", limit);
    ctx.set_output(0, std::move(value));
    value = Tensor::scalar_of(variable.dtype(), 0);
    if (variable.dtype() == DType::kInt64) {
      *value.data<int64_t>() = before + 1;
    } else {
      *value.data<int32_t>() = static_cast<int32_t>(before + 1);
    }
  });
}

void count_up_to_shape(ShapeContext& ctx) {
  if (!ctx.value(0).is_tensor()) {
    const Shape variable = ctx.handle_shape(0);
    if (variable.has_rank() && variable.rank() != 0) ctx.fail("Shape must be rank 0 but is rank ", variable.rank());
  }
  ctx.set_output(0, Shape());
}

DEFINE_OP("ResourceCountUpTo")
    .input("resource: resource")
    .output("output: T")
    .attr("limit: int")
    .attr("T: {int32, int64}")
    .doc("Adds one to the scalar variable and gives its value before; OutOfRange once it has reached `limit`.")
    .shape(count_up_to_shape)
    .kernel(CPU, count_up_to)
    .stateful()
    .no_gradient("integers");

const KernelTraitOf shapeless{
    KernelTrait::kNeedsNoShapes,
    {"ReadVariableOp", "AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp", "_FusedAssign"}};

}  // namespace

void assign_add(VariableResource& variable, const Tensor& delta, bool subtract) {
  GW_CHECK_ARG(delta.dtype() == variable.dtype(), "Trying to assign variable with wrong dtype. Expected ",
               variable.dtype(), " got ", delta.dtype());
  const BinaryCode code = subtract ? BinaryCode::kSub : BinaryCode::kAdd;
  const BinaryFns* fns = binary_fns(code, delta.dtype());
  const bool numbers = delta.dtype() != DType::kString;  // texts have a sum, but variables of them do not add up
  GW_CHECK_ARG(fns && fns->vector_vector && numbers, "No OpKernel was registered to support Op '",
               subtract ? "AssignSubVariableOp" : "AssignAddVariableOp", "' with these attrs: [dtype=", delta.dtype(),
               "]");
  variable.update([&](Tensor& value) {
    GW_CHECK_ARG(value.shape() == delta.shape(), "Cannot update variable with shape ", value.shape(),
                 " using a Tensor with shape ", delta.shape(), ", shapes must be equal.");
    if (value.gpu() >= 0 || delta.gpu() >= 0) {  // the variable stays, or comes, where its gradients are made
      Values result;
      run_op(subtract ? op_def<"Sub">() : op_def<"AddV2">(), std::initializer_list<Value>{value, delta}, {}, result);
      value = Tensor(std::move(result[0]));
      return;
    }
    Tensor result = value.unique() ? Tensor() : Tensor::allocate(value.dtype(), value.shape());
    Tensor& to = result ? result : value;
    constexpr int64_t kFew = 256;
    if (const int64_t n = value.num_elements(); n <= kFew) {
      if (n > 0) fns->vector_vector(value.raw(), delta.raw(), to.raw(), n);
    } else {
      binary_elementwise(*fns, elementwise_grain(code), value, delta, to);
    }
    if (result) value = std::move(result);
  });
}

XLA_FACT(kNotCompiled, "DestroyResourceOp", "DisableCopyOnRead", "ResourceCountUpTo");

}  // namespace graphwright
