// FunctionRef: how ops such as If, While and PartitionedCall reach functions without knowing how those are run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace graphwright {

class FuncGraph;

class FunctionRef;

// The reverse-mode pair of a function: `forward` gives the function's outputs followed by what else `backward` needs;
// `backward` takes one gradient for each output listed in grad_outputs, then the outputs of `forward` that are listed
// in `intermediates`, then `extra`, and gives one gradient for each input listed in grad_inputs: one output, or three
// (values, indices and dense shape) where `gives_slices` says that it is slices.
struct Derivative {
  Ref<FunctionRef> forward;
  Ref<FunctionRef> backward;
  std::vector<int> grad_outputs;
  std::vector<int> intermediates;
  std::vector<int> grad_inputs;
  std::vector<bool> gives_slices;  // for each of grad_inputs
  std::vector<Value> extra;
};

class FunctionRef : public RefCounted {
 public:
  virtual const std::string& name() const = 0;
  virtual size_t num_outputs() const = 0;
  // The traced graph behind it, null for functions that have none (py_function).
  virtual FuncGraph* graph() const = 0;
  // Runs it on concrete inputs; throws Error.
  virtual std::vector<Tensor> run(std::span<const Value> inputs) = 0;
  // Built on first use and kept. Throws LookupError where an op inside has no gradient.
  virtual const Derivative& derivative() = 0;
  // The function whose derivative().forward this is, null for others and once that is gone.
  virtual FunctionRef* primal() const { return nullptr; }
  // The function to run on such inputs where they may have other shapes than the graph was traced for.
  virtual Ref<FunctionRef> for_inputs(std::span<const Value>) { return Ref<FunctionRef>(this); }
};

}  // namespace graphwright
