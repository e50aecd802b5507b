// Types and literals of LLVM's text.
#include "jit/ir_text.h"

#include <bit>
#include <cstdio>
#include <cstring>

namespace graphwright::jit {

const char* number_type(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return "float";
    case DType::kFloat64:
      return "double";
    case DType::kInt8:
    case DType::kUint8:
    case DType::kBool:
      return "i8";
    case DType::kInt16:
    case DType::kUint16:
      return "i16";
    case DType::kInt32:
    case DType::kUint32:
      return "i32";
    case DType::kInt64:
    case DType::kUint64:
      return "i64";
    default:
      return nullptr;
  }
}

const char* memory_type(DType dtype) {
  if (const char* number = number_type(dtype)) return number;
  switch (dtype_size(dtype)) {
    case 1:
      return "i8";
    case 2:
      return "i16";
    case 4:
      return "i32";
    case 8:
      return "i64";
    default:
      return "i128";
  }
}

std::string literal(DType dtype, const void* element) {
  char text[40];
  if (dtype == DType::kFloat32 || dtype == DType::kFloat64) {
    double wide;
    if (dtype == DType::kFloat32) {
      float number;
      std::memcpy(&number, element, sizeof number);
      // A NaN's bits would not all survive the way through double.
      if (number != number) return str_cat("bitcast (i32 ", std::bit_cast<int32_t>(number), " to float)");
      wide = number;
    } else {
      std::memcpy(&wide, element, sizeof wide);
    }
    std::snprintf(text, sizeof text, "0x%016llX", static_cast<unsigned long long>(std::bit_cast<uint64_t>(wide)));
    return text;
  }
  int64_t number = 0;
  switch (dtype_size(dtype)) {
    case 1: {
      int8_t narrow;
      std::memcpy(&narrow, element, 1);
      number = dtype == DType::kBool ? narrow != 0 : narrow;
      break;
    }
    case 2: {
      int16_t narrow;
      std::memcpy(&narrow, element, 2);
      number = narrow;
      break;
    }
    case 4: {
      int32_t narrow;
      std::memcpy(&narrow, element, 4);
      number = narrow;
      break;
    }
    default:
      std::memcpy(&number, element, 8);
  }
  return std::to_string(number);
}

std::string literal(DType dtype, double value) {
  if (dtype == DType::kFloat64) return literal(dtype, &value);
  if (dtype == DType::kFloat32) {
    const float narrow = static_cast<float>(value);
    return literal(dtype, &narrow);
  }
  return std::to_string(static_cast<int64_t>(value));
}

}  // namespace graphwright::jit
