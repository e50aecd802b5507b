// Elementwise functions as LLVM instructions.
#include "jit/elementwise_ir.h"

#include "device/device.h"
#include "kernels/fused_elementwise.h"

namespace graphwright::jit {
namespace {

bool is_real(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }
bool is_whole(DType dtype) { return is_integer(dtype) && number_type(dtype) != nullptr; }

// Short forms for instructions on one type.
class Numbers {
 public:
  Numbers(IrText& ir, DType dtype)
      : ir_(ir), dtype_(dtype), type_(number_type(dtype)), real_(is_real(dtype)), signed_(!is_unsigned(dtype)) {}

  std::string lit(double value) const { return literal(dtype_, value); }
  std::string op(const char* name, const std::string& a, const std::string& b) {
    return ir_.value(name, " ", type_, " ", a, ", ", b);
  }
  std::string add(const std::string& a, const std::string& b) { return op(real_ ? "fadd" : "add", a, b); }
  std::string sub(const std::string& a, const std::string& b) { return op(real_ ? "fsub" : "sub", a, b); }
  std::string mul(const std::string& a, const std::string& b) { return op(real_ ? "fmul" : "mul", a, b); }
  std::string div(const std::string& a, const std::string& b) { return op("fdiv", a, b); }
  std::string neg(const std::string& x) { return real_ ? ir_.value("fneg ", type_, " ", x) : sub("0", x); }
  std::string call(const char* name, const std::string& x) {
    return ir_.intrinsic(str_cat("llvm.", name, real_ ? (dtype_ == DType::kFloat32 ? ".f32" : ".f64") : ""), type_,
                         {x});
  }
  // A condition (i1): eq, ne, lt, le, gt, ge. Only ne holds for NaN.
  std::string is(const std::string& a, const char* relation, const std::string& b) {
    const std::string_view r = relation;
    std::string predicate = r == "ne" && real_ ? "une" : real_ ? str_cat("o", r) : std::string(r);
    if (!real_ && r != "eq" && r != "ne") predicate = (signed_ ? "s" : "u") + predicate;
    return ir_.value(real_ ? "fcmp " : "icmp ", predicate, " ", type_, " ", a, ", ", b);
  }
  std::string is_nan(const std::string& x) { return ir_.value("fcmp uno ", type_, " ", x, ", ", x); }
  std::string choose(const std::string& condition, const std::string& a, const std::string& b) {
    return ir_.value("select i1 ", condition, ", ", type_, " ", a, ", ", type_, " ", b);
  }
  std::string byte(const std::string& condition) { return ir_.value("zext i1 ", condition, " to i8"); }
  std::string both(const std::string& a, const std::string& b) { return ir_.value("and i1 ", a, ", ", b); }

  IrText& ir_;
  DType dtype_;
  std::string type_;
  bool real_, signed_;
};

std::string logical_ir(IrText& ir, BinaryCode code, const std::string& a, const std::string& b) {
  Numbers n(ir, DType::kBool);
  auto normal = [&](const std::string& x) { return n.is(x, "ne", "0"); };
  switch (code) {
    case BinaryCode::kLogicalAnd:
      return n.byte(n.both(normal(a), normal(b)));
    case BinaryCode::kLogicalOr:
      return n.byte(ir.value("or i1 ", normal(a), ", ", normal(b)));
    case BinaryCode::kEqual:
      return n.byte(ir.value("icmp eq i8 ", a, ", ", b));
    case BinaryCode::kNotEqual:
      return n.byte(ir.value("icmp ne i8 ", a, ", ", b));
    default:
      return "";
  }
}

std::string division_ir(Numbers& n, BinaryCode code, const std::string& a, const std::string& b) {
  const bool quotient = code == BinaryCode::kTruncateDiv || code == BinaryCode::kDiv || code == BinaryCode::kFloorDiv;
  const bool floored = code == BinaryCode::kFloorDiv || code == BinaryCode::kFloorMod;
  if (!n.signed_) return n.op(quotient ? "udiv" : "urem", a, b);
  // The least number divided by -1 wraps; the instruction would trap.
  const std::string minus = n.is(b, "eq", "-1"), divisor = n.choose(minus, "1", b);
  std::string remainder = n.op("srem", a, divisor);
  std::string below;
  if (floored) below = n.both(n.is(remainder, "ne", "0"), n.is(n.op("xor", remainder, b), "lt", "0"));
  if (!quotient) return floored ? n.choose(below, n.add(remainder, b), remainder) : remainder;
  std::string result = n.choose(minus, n.neg(a), n.op("sdiv", a, divisor));
  return floored ? n.choose(below, n.sub(result, "1"), result) : result;
}

std::string shift_ir(Numbers& n, bool left, const std::string& a, const std::string& b) {
  const std::string most = std::to_string(8 * dtype_size(n.dtype_) - 1);
  std::string amount = n.signed_ ? n.choose(n.is(b, "lt", "0"), "0", b) : b;
  amount = n.choose(n.is(amount, "gt", most), most, amount);
  return n.op(left ? "shl" : n.signed_ ? "ashr" : "lshr", a, amount);
}

const char* relation_of(BinaryCode code) {
  switch (code) {
    case BinaryCode::kEqual:
      return "eq";
    case BinaryCode::kNotEqual:
      return "ne";
    case BinaryCode::kLess:
      return "lt";
    case BinaryCode::kLessEqual:
      return "le";
    case BinaryCode::kGreater:
      return "gt";
    case BinaryCode::kGreaterEqual:
      return "ge";
    default:
      return nullptr;
  }
}

std::string whole_ir(Numbers& n, BinaryCode code, const std::string& a, const std::string& b) {
  switch (code) {
    case BinaryCode::kSquaredDifference: {
      const std::string difference = n.sub(a, b);
      return n.mul(difference, difference);
    }
    case BinaryCode::kMaximum:
      return n.choose(n.is(a, "lt", b), b, a);
    case BinaryCode::kMinimum:
      return n.choose(n.is(b, "lt", a), b, a);
    case BinaryCode::kBitwiseAnd:
      return n.op("and", a, b);
    case BinaryCode::kBitwiseOr:
      return n.op("or", a, b);
    case BinaryCode::kBitwiseXor:
      return n.op("xor", a, b);
    case BinaryCode::kLeftShift:
    case BinaryCode::kRightShift:
      return shift_ir(n, code == BinaryCode::kLeftShift, a, b);
    case BinaryCode::kDiv:
    case BinaryCode::kTruncateDiv:
    case BinaryCode::kFloorDiv:
    case BinaryCode::kTruncateMod:
    case BinaryCode::kFloorMod:
      return division_ir(n, code, a, b);
    default:
      return "";
  }
}

std::string real_ir(Numbers& n, BinaryCode code, const std::string& a, const std::string& b) {
  const std::string zero = n.lit(0);
  switch (code) {
    case BinaryCode::kDiv:
    case BinaryCode::kRealDiv:
      return n.div(a, b);
    case BinaryCode::kTruncateDiv:
      return n.call("trunc", n.div(a, b));
    case BinaryCode::kFloorDiv:
      return n.call("floor", n.div(a, b));
    case BinaryCode::kSquaredDifference: {
      const std::string difference = n.sub(a, b);
      return n.mul(difference, difference);
    }
    case BinaryCode::kDivNoNan:
      return n.choose(n.is(b, "eq", zero), zero, n.div(a, b));
    case BinaryCode::kMulNoNan:
      return n.choose(n.is(b, "eq", zero), zero, n.mul(a, b));
    case BinaryCode::kXdivy:
      return n.choose(n.is(a, "eq", zero), zero, n.div(a, b));
    // NaN wins; of equal numbers (0 and -0) the first.
    case BinaryCode::kMaximum:
      return n.choose(n.is_nan(b), b, n.choose(n.is(a, "lt", b), b, a));
    case BinaryCode::kMinimum:
      return n.choose(n.is_nan(b), b, n.choose(n.is(b, "lt", a), b, a));
    // A product: gradients that are not finite stay so.
    case BinaryCode::kReluGrad:
      return n.mul(a, n.choose(n.is(b, "gt", zero), n.lit(1), zero));
    case BinaryCode::kRelu6Grad:
      return n.mul(a, n.choose(n.both(n.is(b, "gt", zero), n.is(b, "lt", n.lit(6))), n.lit(1), zero));
    case BinaryCode::kSqrtGrad:
      return n.div(n.mul(b, n.lit(0.5)), a);
    default:
      return "";
  }
}

}  // namespace

std::string condition_ir(IrText& ir, const std::string& byte) { return ir.value("icmp ne i8 ", byte, ", 0"); }

std::string truth_ir(IrText& ir, DType dtype, const std::string& x) {
  Numbers n(ir, dtype);
  return n.is(x, "ne", n.lit(0));
}

std::string multiply_add(IrText& ir, const std::string& type, const std::string& a, const std::string& b,
                         const std::string& c) {
  const bool real = type.find("float") != std::string::npos || type.find("double") != std::string::npos;
  if (!real) return ir.value("add ", type, " ", ir.value("mul ", type, " ", a, ", ", b), ", ", c);
  if (isa_level() == IsaLevel::kV2)
    return ir.value("fadd ", type, " ", ir.value("fmul ", type, " ", a, ", ", b), ", ", c);
  std::string suffix = type == "float" ? "f32" : type == "double" ? "f64" : "";
  if (suffix.empty()) {  // "<16 x float>"
    const std::string lanes = type.substr(1, type.find(' ') - 1);
    suffix = str_cat("v", lanes, type.find("float") != std::string::npos ? "f32" : "f64");
  }
  return ir.intrinsic("llvm.fma." + suffix, type, {a, b, c});
}

std::string unary_ir(IrText& ir, UnaryCode code, DType dtype, const std::string& x) {
  if (dtype == DType::kBool)
    return code == UnaryCode::kLogicalNot ? ir.value("zext i1 ", ir.value("icmp eq i8 ", x, ", 0"), " to i8") : "";
  const bool real = is_real(dtype);
  if (!real && !is_whole(dtype)) return "";
  Numbers n(ir, dtype);
  const std::string zero = n.lit(0);
  switch (code) {
    case UnaryCode::kNeg:
      return n.neg(x);
    case UnaryCode::kSquare:
      return n.mul(x, x);
    case UnaryCode::kAbs:
      if (real) return n.call("fabs", x);
      return n.signed_ ? n.choose(n.is(x, "lt", zero), n.neg(x), x) : "";
    case UnaryCode::kSign: {
      if (!real && !n.signed_) return "";
      const std::string sign = n.choose(n.is(x, "gt", zero), n.lit(1), n.choose(n.is(x, "lt", zero), n.lit(-1), zero));
      return real ? n.choose(n.is_nan(x), x, sign) : sign;
    }
    case UnaryCode::kRelu:
      return real || n.signed_ ? n.choose(n.is(x, "le", zero), zero, x) : "";
    case UnaryCode::kRelu6: {
      const std::string positive = n.choose(n.is(x, "le", zero), zero, x);
      return n.choose(n.is(positive, "gt", n.lit(6)), n.lit(6), positive);
    }
    case UnaryCode::kInvert:
      return real ? "" : n.op("xor", x, "-1");
    default:
      break;
  }
  if (!real) return "";
  const std::string infinity = n.lit(__builtin_inf());
  switch (code) {
    case UnaryCode::kSqrt:
      return n.call("sqrt", x);
    case UnaryCode::kRsqrt:
      return n.div(n.lit(1), n.call("sqrt", x));
    case UnaryCode::kReciprocal:
      return n.div(n.lit(1), x);
    case UnaryCode::kSoftsign:
      return n.div(x, n.add(n.lit(1), n.call("fabs", x)));
    case UnaryCode::kFloor:
      return n.call("floor", x);
    case UnaryCode::kCeil:
      return n.call("ceil", x);
    case UnaryCode::kRound:
    case UnaryCode::kRint:
      return n.call("rint", x);
    case UnaryCode::kIsNan:
      return n.byte(n.is_nan(x));
    case UnaryCode::kIsInf:
      return n.byte(n.is(n.call("fabs", x), "eq", infinity));
    case UnaryCode::kIsFinite:
      return n.byte(n.is(n.call("fabs", x), "lt", infinity));
    default:
      return "";
  }
}

std::string binary_ir(IrText& ir, BinaryCode code, DType dtype, const std::string& a, const std::string& b) {
  if (dtype == DType::kBool) return logical_ir(ir, code, a, b);
  const bool real = is_real(dtype);
  if (!real && !is_whole(dtype)) return "";
  Numbers n(ir, dtype);
  if (const char* relation = relation_of(code)) return n.byte(n.is(a, relation, b));
  switch (code) {
    case BinaryCode::kAdd:
      return n.add(a, b);
    case BinaryCode::kSub:
      return n.sub(a, b);
    case BinaryCode::kMul:
      return n.mul(a, b);
    default:
      return real ? real_ir(n, code, a, b) : whole_ir(n, code, a, b);
  }
}

std::string cast_ir(IrText& ir, DType from, DType to, const std::string& x) {
  const char *source = number_type(from), *target = number_type(to);
  if (!source || !target) return "";
  if (from == to) return x;
  const bool to_signed = !is_unsigned(to) && to != DType::kBool;
  const bool from_signed = !is_unsigned(from) && from != DType::kBool;
  if (to == DType::kBool) return ir.value("zext i1 ", truth_ir(ir, from, x), " to i8");
  if (is_real(from) && is_real(to))
    return ir.value(from == DType::kFloat32 ? "fpext " : "fptrunc ", source, " ", x, " to ", target);
  if (is_real(to)) return ir.value(from_signed ? "sitofp " : "uitofp ", source, " ", x, " to ", target);
  const size_t to_size = dtype_size(to);
  if (!is_real(from)) {
    const size_t from_size = dtype_size(from);
    if (from_size == to_size) return ir.value("add ", source, " ", x, ", 0");
    return ir.value(from_size > to_size ? "trunc " : from_signed ? "sext " : "zext ", source, " ", x, " to ", target);
  }
  // As x86 converts: what does not fit becomes the least number of 32 or 64 bits, and then the low bits are taken.
  Numbers n(ir, from);
  auto through = [&](const std::string& y, bool wide) {
    const std::string whole = wide ? "i64" : "i32";
    const double limit = wide ? 9223372036854775808.0 : 2147483648.0;
    const std::string fits = n.both(n.is(y, "ge", n.lit(-limit)), n.is(y, "lt", n.lit(limit)));
    // Between -2^31 - 1 and -2^31 a double is cut off to what fits; the least number is what it becomes anyway.
    const std::string safe = n.choose(fits, y, n.lit(0));
    return ir.value("select i1 ", fits, ", ", whole, " ", ir.value("fptosi ", source, " ", safe, " to ", whole), ", ",
                    whole, " ", wide ? "-9223372036854775808" : "-2147483648");
  };
  if (to_size < 4) return ir.value("trunc i32 ", through(x, false), " to ", target);
  if (to_size == 4 && to_signed) return through(x, false);
  if (to_size == 4) return ir.value("trunc i64 ", through(x, true), " to i32");
  if (to_signed) return through(x, true);
  const std::string half = n.lit(9223372036854775808.0);
  const std::string upper = ir.value("xor i64 ", through(n.sub(x, half), true), ", -9223372036854775808");
  return ir.value("select i1 ", n.is(x, "lt", half), ", i64 ", through(x, true), ", i64 ", upper);
}

bool prints(UnaryCode code, DType dtype) {
  IrText scratch;
  return !unary_ir(scratch, code, dtype, "%x").empty();
}

bool prints(BinaryCode code, DType dtype) {
  IrText scratch;
  return !binary_ir(scratch, code, dtype, "%a", "%b").empty();
}

}  // namespace graphwright::jit
