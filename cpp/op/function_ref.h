// FunctionRef: how ops such as If, While and PartitionedCall reach functions without knowing how those are run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace graphwright {

class FuncGraph;

class FunctionRef : public RefCounted {
 public:
  virtual const std::string& name() const = 0;
  virtual size_t num_outputs() const = 0;
  // The traced graph behind it, null for functions that have none (py_function).
  virtual FuncGraph* graph() const = 0;
  // Runs it on concrete inputs; throws Error.
  virtual std::vector<Tensor> run(std::span<const Tensor> inputs) = 0;
};

}  // namespace graphwright
