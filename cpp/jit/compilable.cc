// The ops that jit_compile=True refuses: those that XLA has no kernel for on CPUs, and strings.
#include <algorithm>
#include <set>
#include <vector>

#include "graph/functions_of.h"
#include "jit/compilable.h"
#include "op/xla_facts.h"

namespace graphwright::jit {
namespace {

bool is_string(const Endpoint* endpoint) { return endpoint->dtype == DType::kString; }

[[noreturn]] void refuse(const FuncGraph& graph, const std::string& op, const Node& node, bool has_kernel) {
  const std::string place = str_cat("{{node ", node.user_name(), "}}");
  const std::string lines = origin_text && node.origin ? origin_text(node.origin) : std::string();
  fail(Code::kInvalidArgument, "Detected unsupported operations when trying to compile graph ", graph.name(),
       " on XLA_CPU_JIT: ", op, " (No registered '", op, "' OpKernel for XLA_CPU_JIT devices compatible with node ",
       place,
       has_kernel ? "\n\t (OpKernel was found, but attributes didn't match) Requested Attributes: T=DT_STRING)" : ")",
       place, lines.empty() ? "" : "\nThe op is created at: \n", lines,
       "\n\ttf2xla conversion failed while converting ", graph.name(), ". [Op:", graph.name(), "]");
}

// The graph's own nodes; functions that they run are added to `functions`.
void check(const FuncGraph& whole, const FuncGraph& graph, std::vector<const FuncGraph*>& functions) {
  for (const auto& node : graph.nodes()) {
    const OpDef& op = *node->op;
    if (has(op, XlaFact::kNotCompiled)) refuse(whole, op.name, *node, false);
    bool calls = false;
    for_each_function(node->attrs, [&](const std::string&, const Ref<FunctionRef>& function) {
      if (function && function->graph()) functions.push_back(function->graph());
      calls = true;
    });
    // What an assertion says is never looked at; of calls, what they call is.
    if (calls || op.has(Trait::kPlaceholder) || op.has(Trait::kConstant) || op.has(Trait::kIdentity) ||
        op.name == "Assert")
      continue;
    bool strings = std::any_of(node->inputs.begin(), node->inputs.end(), is_string);
    for (const auto& output : node->outputs) strings |= is_string(output.get());
    if (strings) refuse(whole, op.name, *node, true);
  }
}

}  // namespace

void check_compilable(const FuncGraph& graph) {
  for (const Endpoint* input : graph.inputs)
    if (is_string(input)) refuse(graph, "_Arg", *input->node, true);
  std::vector<const FuncGraph*> functions;
  check(graph, graph, functions);
  for (const Endpoint* output : graph.outputs)
    if (is_string(output)) refuse(graph, "_Retval", *output->node, true);
  std::set<const FuncGraph*> seen;
  while (!functions.empty()) {
    const FuncGraph* function = functions.back();
    functions.pop_back();
    if (seen.insert(function).second) check(graph, *function, functions);
  }
}

}  // namespace graphwright::jit
