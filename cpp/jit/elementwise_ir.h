// Elementwise functions and conversions as LLVM instructions, bit for bit what the loops of kernels/ give.
#pragma once

#include <string>

#include "jit/ir_text.h"
#include "op/elementwise.h"

namespace graphwright::jit {

// f(x) of one element, or "" where the function is not printed; then its loop is to be called.
std::string unary_ir(IrText& ir, UnaryCode code, DType dtype, const std::string& x);
// f(a, b). A divisor must not be zero.
std::string binary_ir(IrText& ir, BinaryCode code, DType dtype, const std::string& a, const std::string& b);
// The element converted, or "".
std::string cast_ir(IrText& ir, DType from, DType to, const std::string& x);

bool prints(UnaryCode code, DType dtype);
bool prints(BinaryCode code, DType dtype);

// A bool in a byte as a condition.
std::string condition_ir(IrText& ir, const std::string& byte);
// A truth value of any number type, NaN being true.
std::string truth_ir(IrText& ir, DType dtype, const std::string& x);

// The rounding of a float32 or float64 product that is added to something: done or not, as in the kernels of this CPU.
std::string multiply_add(IrText& ir, const std::string& type, const std::string& a, const std::string& b,
                         const std::string& c);

}  // namespace graphwright::jit
