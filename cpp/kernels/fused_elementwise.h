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
         (code == BinaryCode::kDiv || code == BinaryCode::kTruncateDiv || code == BinaryCode::kFloorDiv ||
          code == BinaryCode::kTruncateMod || code == BinaryCode::kFloorMod || code == BinaryCode::kPow);
}

// The elements of an input that meet those of the result: the same ones, one for all, or, of kRows, for element i that
// at offset + i / width * row + i % width * column (a row or a column for all, or a part of a wider array).
struct FusedInput {
  enum class Kind : uint8_t { kSame, kScalar, kRows };
  DType dtype = DType::kInvalid;
  Kind kind = Kind::kSame;
  int64_t width = 1, row = 0, column = 0, offset = 0;
};

// Registers 0 … num_inputs-1 are the inputs, the rest intermediates; the last step's result is the output.
struct FusedStep {
  UnaryFn unary = nullptr;
  BinaryFn binary = nullptr;
  int a = -1, b = -1;
  DType dtype = DType::kInvalid;  // of the result
  // The functions and operands of what the functions above compute.
  UnaryCode unary_code = UnaryCode::kNone;
  BinaryCode binary_code = BinaryCode::kNone;
  DType operand_dtype = DType::kInvalid;
};

class FusedElementwise : public FunctionRef {
 public:
  static constexpr size_t kMostInputs = 16;

  FusedElementwise(std::string name, std::vector<FusedInput> inputs, std::vector<FusedStep> steps);

  const std::string& name() const override { return name_; }
  size_t num_outputs() const override { return 1; }
  FuncGraph* graph() const override { return nullptr; }
  std::vector<Tensor> run(std::span<const Value> inputs) override;
  const Derivative& derivative() override;

  // Fills `out` (num_elements of the last step's dtype); `out` may be one of the kSame inputs of its own dtype.
  void run_into(const void* const* inputs, void* out, int64_t num_elements) const;
  // The same on this thread, for few elements.
  void run_alone(const void* const* inputs, void* out, int64_t num_elements) const {
    run_range(inputs, out, 0, num_elements);
  }
  DType output_dtype() const { return steps_.back().dtype; }
  size_t num_inputs() const { return inputs_.size(); }
  const std::vector<FusedInput>& inputs() const { return inputs_; }
  const std::vector<FusedStep>& steps() const { return steps_; }

 private:
  void run_range(const void* const* inputs, void* out, int64_t begin, int64_t end) const;

  std::string name_;
  std::vector<FusedInput> inputs_;
  std::vector<FusedStep> steps_;
  std::vector<int> buffers_;  // by step: the tile buffer that takes its result
  std::vector<int> spread_;   // by input: the tile buffer where a kRows one is spread out, else -1
  int num_buffers_ = 0;
  size_t buffer_bytes_ = 0;
};

}  // namespace graphwright
