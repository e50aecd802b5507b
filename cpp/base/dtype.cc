// The table of element types.
#include "base/dtype.h"

namespace graphwright {
namespace {

struct Info {
  const char* name;
  const char* op_def_name;
  uint8_t size;
};

constexpr Info kInfos[kNumDTypes] = {
    {"invalid", "invalid", 0},
    {"float32", "float", 4},
    {"float64", "double", 8},
    {"int32", "int32", 4},
    {"uint8", "uint8", 1},
    {"int16", "int16", 2},
    {"int8", "int8", 1},
    {"string", "string", sizeof(std::string)},
    {"complex64", "complex64", 8},
    {"int64", "int64", 8},
    {"bool", "bool", 1},
    {"qint8", "qint8", 1},
    {"quint8", "quint8", 1},
    {"qint32", "qint32", 4},
    {"bfloat16", "bfloat16", 2},
    {"qint16", "qint16", 2},
    {"quint16", "quint16", 2},
    {"uint16", "uint16", 2},
    {"complex128", "complex128", 16},
    {"float16", "half", 2},
    {"resource", "resource", sizeof(void*)},
    {"variant", "variant", sizeof(void*)},
    {"uint32", "uint32", 4},
    {"uint64", "uint64", 8},
    {"float8_e5m2", "float8_e5m2", 1},
    {"float8_e4m3fn", "float8_e4m3fn", 1},
    {"float8_e4m3fnuz", "float8_e4m3fnuz", 1},
    {"float8_e4m3b11fnuz", "float8_e4m3b11fnuz", 1},
    {"float8_e5m2fnuz", "float8_e5m2fnuz", 1},
    {"int4", "int4", 1},
    {"uint4", "uint4", 1},
    {"int2", "int2", 1},
    {"uint2", "uint2", 1},
};

const Info& info(DType dtype) {
  auto index = static_cast<size_t>(dtype);
  return kInfos[index < kNumDTypes ? index : 0];
}

}  // namespace

size_t dtype_size(DType dtype) { return info(dtype).size; }
const char* dtype_name(DType dtype) { return info(dtype).name; }
const char* dtype_op_def_name(DType dtype) { return info(dtype).op_def_name; }

DType dtype_from_name(std::string_view name) {
  if (name.size() < 4) return DType::kInvalid;  // "T" and the like, which are asked for most
  for (int i = 1; i < kNumDTypes; ++i) {
    const auto is = [&](const char* known) { return known[0] == name[0] && name == known; };
    if (is(kInfos[i].name) || is(kInfos[i].op_def_name)) return static_cast<DType>(i);
  }
  return DType::kInvalid;
}

std::ostream& operator<<(std::ostream& out, DType dtype) { return out << dtype_op_def_name(dtype); }

bool is_floating(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
    case DType::kFloat64:
    case DType::kHalf:
    case DType::kBfloat16:
    case DType::kFloat8E5m2:
    case DType::kFloat8E4m3fn:
    case DType::kFloat8E4m3fnuz:
    case DType::kFloat8E4m3b11fnuz:
    case DType::kFloat8E5m2fnuz:
      return true;
    default:
      return false;
  }
}

bool is_complex(DType dtype) { return dtype == DType::kComplex64 || dtype == DType::kComplex128; }

bool is_integer(DType dtype) {
  switch (dtype) {
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64:
    case DType::kUint8:
    case DType::kUint16:
    case DType::kUint32:
    case DType::kUint64:
    case DType::kInt4:
    case DType::kUint4:
    case DType::kInt2:
    case DType::kUint2:
      return true;
    default:
      return false;
  }
}

bool is_unsigned(DType dtype) {
  switch (dtype) {
    case DType::kUint8:
    case DType::kUint16:
    case DType::kUint32:
    case DType::kUint64:
    case DType::kUint4:
    case DType::kUint2:
      return true;
    default:
      return false;
  }
}

bool is_quantized(DType dtype) {
  return dtype == DType::kQint8 || dtype == DType::kQuint8 || dtype == DType::kQint32 || dtype == DType::kQint16 ||
         dtype == DType::kQuint16;
}

}  // namespace graphwright
