// Making machine code for programs.
#include "function/machine_code.h"

#include <algorithm>
#include <set>

#include "base/at_fork.h"
#include "function/graph_function.h"
#include "graph/functions_of.h"
#include "jit/compilable.h"
#include "jit/compile.h"

namespace graphwright {
namespace {

void check(const GraphFunction& function) {
  jit::check_compilable(*function.graph());
  if (const FuncGraph* written = function.written()) jit::check_known_arguments(*written);
}

Jit wanted_inside(const FuncGraph& graph, std::set<const FuncGraph*>& seen) {
  Jit most = Jit::kOff;
  if (!seen.insert(&graph).second) return most;
  auto look_at = [&](const std::string&, const Ref<FunctionRef>& function) {
    if (!function || !function->graph()) return;
    if (const auto* called = dynamic_cast<const GraphFunction*>(function.get()); called && called->jit() != Jit::kOff) {
      if (called->jit() == Jit::kRequired) check(*called);
      most = std::max(most, Jit::kOn);
    }
    most = std::max(most, wanted_inside(*function->graph(), seen));
  };
  for (const auto& node : graph.nodes()) {
    if (node->op->runs_functions()) for_each_function(node->attrs, look_at);
  }
  return most;
}

}  // namespace

Jit wanted_jit(const GraphFunction& function) {
  if (function.jit() == Jit::kRequired) check(function);
  std::set<const FuncGraph*> seen;
  return std::max(function.jit(), wanted_inside(*function.graph(), seen));
}

void MachineCodeOnce::add_to(Program& program) {
  jit::Plan plan;
  {
    renew_after_fork(mutex_);
    std::lock_guard lock(mutex_);
    if (added_) return;
    plan = jit::plan(program);
  }
  // Without the lock: the compiler waits for the GIL, which a thread that waits here may hold.
  jit::MachineCode code = jit::compile(plan);
  renew_after_fork(mutex_);
  std::lock_guard lock(mutex_);
  if (added_) return;
  added_ = true;
  jit::install(program, std::move(plan), std::move(code));
}

}  // namespace graphwright
