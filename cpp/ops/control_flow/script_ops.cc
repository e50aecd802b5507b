// Ops that call back into Python: PyFunc on NumPy arrays, EagerPyFunc on tensors.
#include "ops/control_flow/script_ops.h"

#include <map>
#include <mutex>

#include "base/at_fork.h"
#include "op/build.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

struct Scripts {
  GlobalMutex& mutex = GlobalMutex::make();
  std::map<std::string, FunctionRef*> by_token;
};
Scripts& scripts() {
  static auto* all = new Scripts;
  return *all;
}

Ref<FunctionRef> script_of(const Attrs& attrs) {
  if (const AttrValue* value = attrs.find(kScriptAttr)) {
    if (const auto* script = std::get_if<Ref<FunctionRef>>(value)) return *script;
  }
  const std::string& token = attrs.get<std::string>("token");
  Scripts& all = scripts();
  std::lock_guard lock(all.mutex);
  auto found = all.by_token.find(token);
  GW_CHECK_ARG(found != all.by_token.end(), "callback ", token, " is not found");
  return Ref<FunctionRef>(found->second);
}

void unknown_shapes(ShapeContext& ctx) {
  for (size_t i = 0; i < ctx.attr<std::vector<DType>>("Tout").size(); ++i)
    ctx.set_output(static_cast<int>(i), Shape::unknown());
}

void run_script(KernelContext& ctx) {
  Ref<FunctionRef> script = script_of(ctx.attrs());
  std::vector<Tensor> results = script->run(ctx.inputs());
  if (static_cast<int>(results.size()) != ctx.num_outputs())
    ctx.fail(script->name(), " returns ", results.size(), " values, but expects to see ", ctx.num_outputs(),
             " values.");
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    if (results[i].dtype() != ctx.output_dtype(i))
      ctx.fail(i, "-th value returned by ", script->name(), " is ", results[i].dtype(), ", but expects ",
               ctx.output_dtype(i));
    ctx.set_output(i, std::move(results[i]));
  }
}

// Another call of Python: its function takes the inputs and the outputs' gradients, and gives the inputs' gradients.
Values script_grad(GradientContext& ctx) {
  Ref<FunctionRef> script = script_of(ctx.attrs());
  Ref<FunctionRef> backward = script->derivative().backward;
  Values inputs;
  std::vector<DType> wanted;
  for (const Value& input : ctx.inputs()) {
    inputs.push_back(input);
    wanted.push_back(input.dtype());
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) inputs.push_back(ctx.grad(i));
  std::vector<DType> given;
  for (const Value& input : inputs) given.push_back(input.dtype());
  Values grads =
      ops<"EagerPyFunc">(std::span<const Value>(inputs),
                         {{"token", backward->name()}, {"Tin", given}, {"Tout", wanted}, {kScriptAttr, backward}});
  for (int i = 0; i < ctx.num_inputs(); ++i)
    if (!is_floating(wanted[i]) && !is_complex(wanted[i])) grads[i] = Value();
  return grads;
}

DEFINE_OP("PyFunc")
    .input("input: Tin")
    .output("output: Tout")
    .attr("token: string")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .doc("What a Python function of NumPy arrays gives for the inputs.")
    .shape(unknown_shapes)
    .kernel(CPU, run_script)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("nothing is known of what the function computes");

DEFINE_OP("PyFuncStateless")
    .input("input: Tin")
    .output("output: Tout")
    .attr("token: string")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .doc(
        "What a Python function of NumPy arrays, which always gives the same for the same inputs, gives for the "
        "inputs.")
    .shape(unknown_shapes)
    .kernel(CPU, run_script)
    .trait(Trait::kHostMemory)
    .trait(Trait::kNoFold)
    .no_gradient("nothing is known of what the function computes");

DEFINE_OP("EagerPyFunc")
    .input("input: Tin")
    .output("output: Tout")
    .attr("token: string")
    .attr("is_async: bool = false")
    .attr("Tin: list(type) >= 0")
    .attr("Tout: list(type) >= 0")
    .doc("What a Python function of tensors, run eagerly, gives for the inputs.")
    .shape(unknown_shapes)
    .kernel(CPU, run_script)
    .gradient(script_grad)
    .stateful()
    .trait(Trait::kHostMemory);

}  // namespace

void register_script(const std::string& token, FunctionRef* script) {
  Scripts& all = scripts();
  std::lock_guard lock(all.mutex);
  all.by_token[token] = script;
}

void unregister_script(const std::string& token) {
  Scripts& all = scripts();
  std::lock_guard lock(all.mutex);
  all.by_token.erase(token);
}

XLA_FACT(kNotCompiled, "EagerPyFunc", "PyFunc", "PyFuncStateless");

}  // namespace graphwright
