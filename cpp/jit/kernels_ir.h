// Printing of kernels: conversions, choices, copies, broadcasts and small matrix products.
#pragma once

#include "jit/ir_text.h"
#include "program/program.h"

namespace graphwright::jit {

struct Survey;

enum class KernelForm : uint8_t { kNone, kCopy, kFill, kCast, kSelect, kElementwise, kMatMul };
// The form in which the call is printed. All its shapes are known, and have elements, where that is not kNone.
KernelForm form_of(const Program& program, const KernelCall& call);
inline bool prints_kernel(const Program& program, const KernelCall& call) {
  return form_of(program, call) != KernelForm::kNone;
}
// True where the printer takes a unary, binary or fused instruction.
bool prints_elementwise(const Survey& survey, size_t instruction);
// Does the function throw for some operands beside this divisor?
bool may_fail(const Survey& survey, BinaryCode code, DType dtype, int divisor_slot);

struct MatMulShape {
  int64_t m, n, k;
  int64_t a_row, a_column, b_row, b_column;
};
MatMulShape matmul_shape(const Program& program, const KernelCall& call);
// c = a b, element for element what kernels/gemm gives; the names are pointers.
void matmul_ir(IrText& ir, DType dtype, const MatMulShape& shape, const std::string& a, const std::string& b,
               const std::string& c);

}  // namespace graphwright::jit
