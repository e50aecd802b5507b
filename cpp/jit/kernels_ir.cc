// Printing of kernels.
#include "jit/kernels_ir.h"

#include <algorithm>

#include "device/device.h"
#include "jit/elementwise_ir.h"
#include "jit/regions.h"
#include "kernels/cast.h"
#include "op/as_xla.h"
#include "op/kernel_traits.h"

namespace graphwright::jit {
namespace {

constexpr int64_t kMostProducts = 32 * 32 * 32;
constexpr int64_t kMostDepth = 256;  // from there on, kernels/gemm adds up in several parts

bool attr_is_true(const KernelCall& call, const char* name) {
  const AttrValue* value = call.attrs.find(name);
  const bool* on = value ? std::get_if<bool>(value) : nullptr;
  return on && *on;
}

bool known(const Shape& shape) { return shape.fully_defined() && shape.num_elements() > 0; }

}  // namespace

MatMulShape matmul_shape(const Program& program, const KernelCall& call) {
  const Shape &a = program.slot_types[call.inputs[0]].shape, &b = program.slot_types[call.inputs[1]].shape;
  const bool ta = attr_is_true(call, "transpose_a"), tb = attr_is_true(call, "transpose_b");
  return {a[ta ? 1 : 0], b[tb ? 0 : 1], a[ta ? 0 : 1], ta ? 1 : a[1], ta ? a[1] : 1, tb ? 1 : b[1], tb ? b[1] : 1};
}

KernelForm form_of(const Program& program, const KernelCall& call) {
  const OpDef& op = *call.op;
  if (op.has(Trait::kStateful) || op.has(Trait::kReadsResource) || call.outputs.size() != 1) return KernelForm::kNone;
  auto type = [&](int slot) -> const Program::SlotType& { return program.slot_types[slot]; };
  const Program::SlotType& out = type(call.outputs[0]);
  if (!known(out.shape) || !is_plain(out.dtype)) return KernelForm::kNone;
  for (int slot : call.inputs)
    if (!is_plain(type(slot).dtype) || !type(slot).shape.fully_defined()) return KernelForm::kNone;
  for (int slot : call.inputs)
    if (!known(type(slot).shape) && !op.has(Trait::kView)) return KernelForm::kNone;
  if (has(op, KernelTrait::kRearrangesView)) return KernelForm::kNone;
  const bool checks_shape = has(op, KernelTrait::kChecksShape);
  if (op.has(Trait::kView) || checks_shape) {
    const Program::SlotType& in = type(call.inputs[0]);
    const bool same = in.shape.num_elements() == out.shape.num_elements() && in.dtype == out.dtype &&
                      (!checks_shape || in.shape == out.shape);
    return same ? KernelForm::kCopy : KernelForm::kNone;
  }
  const bool fills = has(op, KernelTrait::kFillsZeros) || has(op, KernelTrait::kFillsOnes);
  if (fills && number_type(out.dtype)) return KernelForm::kFill;
  if (has(op, KernelTrait::kConverts)) {
    const bool numbers = number_type(out.dtype) && number_type(type(call.inputs[0]).dtype);
    const DType from = type(call.inputs[0]).dtype;
    const bool may_overflow = saturating_block(from, out.dtype) > 0 || call.attrs.find(kAsXlaAttr);
    return numbers && !attr_is_true(call, "Truncate") && !may_overflow ? KernelForm::kCast : KernelForm::kNone;
  }
  if (has(op, KernelTrait::kSelects)) return KernelForm::kSelect;
  if (op.has(Trait::kElementwise) && number_type(out.dtype)) {
    const DType dtype = type(call.inputs[0]).dtype;
    const bool prints_it =
        call.inputs.size() == 2
            ? op.binary_code != BinaryCode::kNone && !can_fail(op.binary_code, dtype) && prints(op.binary_code, dtype)
            : op.unary_code != UnaryCode::kNone && prints(op.unary_code, dtype);
    return prints_it ? KernelForm::kElementwise : KernelForm::kNone;
  }
  if (has(op, KernelTrait::kMultiplies) && (out.dtype == DType::kFloat32 || out.dtype == DType::kFloat64)) {
    const MatMulShape s = matmul_shape(program, call);
    // Products that kernels/gemm computes as dot products are added up in another order.
    const bool dot = (s.m == 1 && s.b_column != 1 && s.b_row == 1 && s.a_column == 1) ||
                     (s.n == 1 && s.b_row == 1 && s.a_column == 1);
    return !dot && s.k <= kMostDepth && s.m * s.n * s.k <= kMostProducts ? KernelForm::kMatMul : KernelForm::kNone;
  }
  return KernelForm::kNone;
}

bool may_fail(const Survey& survey, BinaryCode code, DType dtype, int divisor_slot) {
  if (!can_fail(code, dtype)) return false;
  const Tensor* divisor = survey.constants[divisor_slot];
  if (!divisor) return true;
  for (int64_t i = 0; i < divisor->num_elements(); ++i)
    if (divisor->int_at(i) == 0) return true;
  return false;
}

bool prints_elementwise(const Survey& survey, size_t at) {
  const Instruction& in = survey.program.instructions[at];
  auto takes = [&](BinaryCode code, DType dtype, int64_t n) {
    // Integer powers throw in their loop, and loops that others take part in must not.
    if (code == BinaryCode::kPow && can_fail(code, dtype)) return false;
    return !can_fail(code, dtype) || prints(code, dtype) || n < 0;
  };
  switch (in.code) {
    case Instruction::Code::kUnary:
      return true;
    case Instruction::Code::kBinary:
      return takes(survey.op(at)->binary_code, survey.dtype(in.a), in.n);
    case Instruction::Code::kFused: {
      constexpr int64_t kMostKept = 4096;  // elements of intermediate results on the stack
      for (const FusedInput& input : in.fused->inputs())
        if (input.kind == FusedInput::Kind::kRows && (in.n > kMostKept || !number_type(input.dtype))) return false;
      for (const FusedStep& step : in.fused->steps()) {
        const bool unary = step.unary != nullptr;
        if (!unary && !takes(step.binary_code, step.operand_dtype, in.n)) return false;
        const bool printed =
            unary ? prints(step.unary_code, step.operand_dtype) : prints(step.binary_code, step.operand_dtype);
        if (!printed && in.n > kMostKept) return false;
        if (!number_type(step.operand_dtype) || !number_type(step.dtype)) return false;
      }
      return true;
    }
    default:
      return false;
  }
}

void matmul_ir(IrText& ir, DType dtype, const MatMulShape& s, const std::string& a, const std::string& b,
               const std::string& c) {
  const std::string type = number_type(dtype);
  const int64_t size = static_cast<int64_t>(dtype_size(dtype));
  const int64_t widest = (isa_level() == IsaLevel::kV4 ? 64 : isa_level() == IsaLevel::kV3 ? 32 : 16) / size;
  auto element = [&](const std::string& base, const std::string& offset) {
    return ir.value("getelementptr inbounds ", type, ", ptr ", base, ", i64 ", offset);
  };
  constexpr int64_t kRows = 8;
  for (int64_t j = 0; j < s.n;) {
    int64_t lanes = widest;
    while (lanes > s.n - j) lanes /= 2;
    const std::string vector = lanes == 1 ? type : str_cat("<", lanes, " x ", type, ">");
    const std::string align = str_cat(", align ", size);
    for (int64_t i = 0; i < s.m; i += kRows) {
      const int64_t rows = std::min(kRows, s.m - i);
      const std::string loop = ir.new_label(), after = ir.new_label(), before = ir.block();
      const std::string index = "%k" + loop;
      ir.fall_into(loop);
      ir.line(index, " = phi i64 [0, %", before, "], [", index, ".next, %", loop, "]");
      std::vector<std::string> sums;
      for (int64_t r = 0; r < rows; ++r) {
        sums.push_back(str_cat("%s", loop, ".", r));
        ir.line(sums[r], " = phi ", vector, " [", lanes == 1 ? "0.0" : "zeroinitializer", ", %", before, "], [",
                sums[r], ".next, %", loop, "]");
      }
      const std::string b_row = ir.value("mul nuw nsw i64 ", index, ", ", s.b_row);
      std::string b_vector;
      if (s.b_column == 1 || lanes == 1) {
        const std::string at = element(b, ir.value("add nuw nsw i64 ", b_row, ", ", j * s.b_column));
        b_vector = ir.value("load ", vector, ", ptr ", at, align);
      } else {
        b_vector = "poison";
        for (int64_t l = 0; l < lanes; ++l) {
          const std::string at = element(b, ir.value("add nuw nsw i64 ", b_row, ", ", (j + l) * s.b_column));
          const std::string one = ir.value("load ", type, ", ptr ", at, align);
          b_vector = ir.value("insertelement ", vector, " ", b_vector, ", ", type, " ", one, ", i64 ", l);
        }
      }
      const std::string a_column = ir.value("mul nuw nsw i64 ", index, ", ", s.a_column);
      for (int64_t r = 0; r < rows; ++r) {
        const std::string at = element(a, ir.value("add nuw nsw i64 ", a_column, ", ", (i + r) * s.a_row));
        std::string x = ir.value("load ", type, ", ptr ", at, align);
        if (lanes > 1) {
          const std::string first = ir.value("insertelement ", vector, " poison, ", type, " ", x, ", i64 0");
          x = ir.value("shufflevector ", vector, " ", first, ", ", vector, " poison, <", lanes,
                       " x i32> zeroinitializer");
        }
        const std::string sum = multiply_add(ir, vector, x, b_vector, sums[r]);
        ir.line(sums[r], ".next = freeze ", vector, " ", sum);
      }
      ir.line(index, ".next = add nuw nsw i64 ", index, ", 1");
      const std::string more = ir.value("icmp ult i64 ", index, ".next, ", s.k);
      ir.line("br i1 ", more, ", label %", loop, ", label %", after);
      ir.begin(after);
      for (int64_t r = 0; r < rows; ++r) {
        const std::string at = element(c, std::to_string((i + r) * s.n + j));
        ir.line("store ", vector, " ", sums[r], ".next, ptr ", at, align);
      }
    }
    j += lanes;
  }
}

}  // namespace graphwright::jit
