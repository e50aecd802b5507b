// The numbers and dtypes of what functions take and give, against those of the node that runs them.
#include "graph/check_functions.h"

#include "graph/functions_of.h"

namespace graphwright {
namespace {

std::string types(std::span<const DType> dtypes) {
  std::vector<std::string> names;
  for (DType dtype : dtypes) names.emplace_back(dtype_name(dtype));
  return str_cat("(", str_join(names, ", "), ")");
}

std::vector<DType> types_of(std::span<Endpoint* const> endpoints) {
  std::vector<DType> dtypes;
  for (const Endpoint* endpoint : endpoints) dtypes.push_back(endpoint->dtype);
  return dtypes;
}

void check(const OpDef& op, const Ref<FunctionRef>& function, std::span<const DType> takes,
           std::span<const DType> gives) {
  const FuncGraph* graph = function ? function->graph() : nullptr;
  if (!graph) return;
  std::vector<DType> inputs = types_of(graph->inputs), outputs = types_of(graph->outputs);
  GW_CHECK(std::equal(inputs.begin(), inputs.end(), takes.begin(), takes.end()), Code::kValueError, op.name,
           ": the function ", graph->name(), " takes ", types(inputs), ", but is given ", types(takes));
  GW_CHECK(std::equal(outputs.begin(), outputs.end(), gives.begin(), gives.end()), Code::kValueError, op.name,
           ": the function ", graph->name(), " gives ", types(outputs), ", but should give ", types(gives));
}

}  // namespace

void check_functions(const OpDef& op, const Attrs& attrs, std::span<Endpoint* const> inputs,
                     std::span<const DType> outputs) {
  if (!op.runs_functions()) return;
  const bool branches = op.has(Trait::kIf) || op.has(Trait::kCase);
  std::vector<DType> takes = types_of(inputs.subspan(branches && !inputs.empty() ? 1 : 0));
  for_each_function(attrs, [&](const std::string& name, const Ref<FunctionRef>& function) {
    if (!op.has(Trait::kWhile) || name != "cond") return check(op, function, takes, outputs);
    const FuncGraph* graph = function ? function->graph() : nullptr;
    if (!graph) return;
    GW_CHECK(graph->outputs.size() == 1, Code::kValueError, op.name, ": the condition ", graph->name(),
             " must give one tensor, not ", graph->outputs.size());
    check(op, function, takes, types_of(graph->outputs));
  });
}

}  // namespace graphwright
