// FusedElementwise: a chain of elementwise functions run tile by tile, so that intermediates never leave the L1 cache.
#pragma once

#include <string>
#include <vector>

#include "kernels/elementwise.h"
#include "op/function_ref.h"

namespace graphwright {

// Does the function throw for some operands, as integer division does?
inline bool can_fail(BinaryCode code, DType dtype) {
  return is_integer(dtype) &&
         (code == BinaryCode::kTruncateDiv || code == BinaryCode::kFloorDiv || code == BinaryCode::kTruncateMod ||
          code == BinaryCode::kFloorMod || code == BinaryCode::kPow);
}

// Registers 0 … num_inputs-1 are the inputs, the rest intermediates; the last step's result is the output.
struct FusedStep {
  UnaryFn unary = nullptr;
  BinaryFn binary = nullptr;
  int a = -1, b = -1;
  DType dtype = DType::kInvalid;  // of the result
  // What the functions above compute, and of which operands.
  UnaryCode unary_code = UnaryCode::kNone;
  BinaryCode binary_code = BinaryCode::kNone;
  DType operand_dtype = DType::kInvalid;
};

class FusedElementwise : public FunctionRef {
 public:
  // scalar_inputs[i]: input i has one element while the output may have more.
  FusedElementwise(std::string name, std::vector<DType> input_dtypes, std::vector<bool> scalar_inputs,
                   std::vector<FusedStep> steps);

  const std::string& name() const override { return name_; }
  size_t num_outputs() const override { return 1; }
  FuncGraph* graph() const override { return nullptr; }
  std::vector<Tensor> run(std::span<const Value> inputs) override;
  const Derivative& derivative() override;

  // Fills `out` (num_elements of the last step's dtype); `out` may be one of the inputs of its own dtype.
  void run_into(std::span<const Value> inputs, void* out, int64_t num_elements) const;
  // The same on this thread, for few elements.
  void run_alone(const void* const* inputs, void* out, int64_t num_elements) const {
    run_range(inputs, out, 0, num_elements);
  }
  DType output_dtype() const { return steps_.back().dtype; }
  size_t num_inputs() const { return num_inputs_; }
  // Whether that input has one element while the output may have more.
  bool is_scalar_input(size_t input) const { return places_[input].scalar; }
  const std::vector<FusedStep>& steps() const { return steps_; }

 private:
  void run_range(const void* const* inputs, void* out, int64_t begin, int64_t end) const;

  struct Place {
    int input = -1;   // an input, or
    int buffer = -1;  // one of the tile buffers, or the output itself
    bool scalar = false;
    size_t element_size = 0;
  };

  std::string name_;
  size_t num_inputs_;
  std::vector<FusedStep> steps_;
  std::vector<Place> places_;  // by register
  int num_buffers_ = 0;
};

}  // namespace graphwright
