// GraphFunction: a traced graph as a callable - its program, compiled on first use, and its derivative.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "function/machine_code.h"
#include "graph/func_graph.h"
#include "op/function_ref.h"
#include "program/program.h"

namespace graphwright {

class GraphFunction : public FunctionRef {
 public:
  // The graph must be finished; its captures are the caller's business (they are the last inputs).
  explicit GraphFunction(Ref<FuncGraph> graph);
  ~GraphFunction() override;

  const std::string& name() const override { return graph_->name(); }
  size_t num_outputs() const override { return graph_->outputs.size(); }
  FuncGraph* graph() const override { return graph_.get(); }
  std::vector<Tensor> run(std::span<const Value> inputs) override;
  const Derivative& derivative() override;
  Ref<FunctionRef> for_inputs(std::span<const Value> inputs) override;
  // The function whose derivative().forward this is, if any: while no gradient reaches the intermediates, its backward
  // function serves this one too.
  FunctionRef* primal() const override { return primal_; }

  // Throws InvalidArgument "cannot compute NAME as input #i …" where the number or the dtypes of inputs are wrong.
  void check_inputs(std::span<const Value> inputs) const;
  // True where inputs are sure to have the shapes that the graph was traced for.
  bool fits(std::span<const Value> inputs) const;
  // The same function for inputs of any shapes, made on first use: what the graph says of shapes is forgotten.
  Ref<GraphFunction> relaxed();
  // The same function with further inputs, last, in place of the Consts of graph()->constants that have gradients, so
  // that these reach what the Consts stand for; made on first use.
  Ref<GraphFunction> with_constants_as_inputs();
  // The same with an input for each of some Consts of the graph, last; made anew. `any_values`: for others than the
  // Consts have, so that nothing may depend on what was known of these.
  Ref<GraphFunction> with_inputs_for(std::span<const FuncGraph::Capture> constants, bool any_values = false);
  Values run_values(std::span<const Value> inputs);
  const Program& program() {
    const Program* ready = ready_.load(std::memory_order_acquire);
    return ready ? *ready : compile();
  }
  // To be said before the first run; what is derived from the function later has the same.
  void set_jit(Jit jit) { jit_ = jit; }
  Jit jit() const { return jit_; }
  // To be said before the first run, too: calls run what they call, as in data sets.
  void forget_implementations();
  // The same, and random numbers and casts of what is out of range are those of functions that XLA compiles.
  void compute_as_xla();
  // The graph as it was traced; null for what was derived of one that is gone, and for backward functions.
  const FuncGraph* written() const { return primal_ ? primal_->graph() : derived_ ? nullptr : graph_.get(); }
  // The time of passes and lowering; 0 before the first run.
  int64_t compile_nanoseconds() const { return compile_nanoseconds_; }
  // The functions derived of this one so far, and what each is for.
  std::vector<std::pair<std::string, Ref<GraphFunction>>> variants();

 private:
  [[gnu::noinline]] const Program& compile();

  Ref<FuncGraph> graph_;
  std::once_flag compile_once_;
  std::unique_ptr<Program> program_;
  std::atomic<const Program*> ready_{nullptr};
  std::atomic<int64_t> compile_nanoseconds_{0};
  std::recursive_mutex derivative_mutex_;
  std::unique_ptr<Derivative> derivative_;
  Ref<GraphFunction> relaxed_;
  Ref<GraphFunction> with_constants_as_inputs_;
  FunctionRef* primal_ = nullptr;
  bool derived_ = false;  // a forward or backward function
  Jit jit_ = Jit::kOff;
  MachineCodeOnce machine_code_;
};

}  // namespace graphwright
