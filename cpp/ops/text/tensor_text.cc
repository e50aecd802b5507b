// Tensors as text.
#include "ops/text/tensor_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "tensor/variable_resource.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

std::string object_text(const Tensor& tensor, int64_t i) {
  const RefCounted* object = tensor.data<Handle>()[i].get();
  if (!object) return "<null>";
  if (const auto* variant = dynamic_cast<const VariantObject*>(object)) return str_cat("<", variant->type_name(), ">");
  if (const auto* variable = dynamic_cast<const VariableResource*>(object))
    return str_cat("<ResourceHandle(name=\"", variable->name(),
                   "\", type=\"Variable\", dtype and shape: ", dtype_name(variable->dtype()), " ", variable->shape(),
                   ")>");
  return "<ResourceHandle>";
}

std::string element_text(const Tensor& tensor, int64_t i, bool quote) {
  std::string text;
  DType dtype = tensor.dtype();
  if (dtype == DType::kString) {
    text = escaped(tensor.data<std::string>()[i]);
    return quote ? str_cat("\"", text, "\"") : text;
  }
  if (dtype == DType::kBool) return tensor.data<bool>()[i] ? "1" : "0";
  if (dtype == DType::kUint64) return std::to_string(tensor.data<uint64_t>()[i]);
  if (is_integer(dtype)) {
    if (dtype == DType::kInt4 || dtype == DType::kInt2) return std::to_string(tensor.data<int8_t>()[i]);
    if (dtype == DType::kUint4 || dtype == DType::kUint2) return std::to_string(tensor.data<uint8_t>()[i]);
    return std::to_string(tensor.int_at(i));
  }
  if (visit_complex(dtype,
                    [&]<class T>() {
                      T value = tensor.data<T>()[i];
                      text = str_cat("(", number_text(value.real()), ",", number_text(value.imag()), ")");
                    }) ||
      visit_floating(dtype, [&]<class T>() { text = number_text(static_cast<compute_t<T>>(tensor.data<T>()[i])); }))
    return text;
  if (dtype == DType::kResource || dtype == DType::kVariant) return object_text(tensor, i);
  return "?";
}

struct RowPrinter {
  const Tensor& tensor;
  int64_t at_ends;
  std::string out;

  // Between entries of an axis: a space in the last one, else a new line indented to the entry's bracket.
  void separate(int axis) {
    int below = tensor.shape().rank() - 1 - axis;
    if (below == 0) {
      out += ' ';
    } else {
      out.append(static_cast<size_t>(below), '\n');
      out.append(static_cast<size_t>(axis) + 1, ' ');
    }
  }

  void print(int axis, int64_t offset, int64_t size) {
    const Shape& shape = tensor.shape();
    if (axis == shape.rank()) {
      out += element_text(tensor, offset, true);
      return;
    }
    int64_t count = shape[axis], step = count > 0 ? size / count : 0;
    out += '[';
    for (int64_t i = 0; i < std::min(at_ends, count); ++i) {
      if (i > 0) separate(axis);
      print(axis + 1, offset + i * step, step);
    }
    if (count > 2 * at_ends) {
      separate(axis);
      out += "...";
    }
    for (int64_t i = std::max(at_ends, count - at_ends); i < count; ++i) {
      separate(axis);
      print(axis + 1, offset + i * step, step);
    }
    out += ']';
  }
};

struct LinePrinter {
  const Tensor& tensor;
  int64_t limit;
  int64_t done = 0;
  std::string out;

  void print(int axis) {
    const Shape& shape = tensor.shape();
    for (int64_t i = 0; i < shape[axis]; ++i) {
      if (axis == shape.rank() - 1) {
        if (done >= limit) {
          if (axis > 0) out += "...";
          return;
        }
        if (i > 0) out += ' ';
        out += element_text(tensor, done++, false);
      } else if (done < limit) {
        out += '[';
        print(axis + 1);
        out += ']';
      }
    }
  }
};

}  // namespace

std::string number_text(float value) {
  if (std::isnan(value)) return "nan";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", static_cast<double>(value));
  if (std::strtof(buffer, nullptr) != value) std::snprintf(buffer, sizeof buffer, "%.9g", static_cast<double>(value));
  return buffer;
}

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.15g", value);
  if (std::strtod(buffer, nullptr) != value) std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (unsigned char c : text) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\'':
        out += "\\'";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        if (c < 0x20 || c == 0x7f) {
          char buffer[8];
          std::snprintf(buffer, sizeof buffer, "\\%03o", c);
          out += buffer;
        } else {
          out += static_cast<char>(c);
        }
    }
  }
  return out;
}

std::string tensor_text(const Tensor& tensor, int64_t summarize) {
  int64_t n = tensor.num_elements();
  RowPrinter printer{tensor, summarize < 0 ? n : std::min(summarize, n), {}};
  printer.print(0, 0, n);
  return std::move(printer.out);
}

std::string tensor_line(const Tensor& tensor, int64_t limit) {
  int64_t n = tensor.num_elements();
  if (limit < 0) limit = n;
  if (tensor.shape().is_scalar()) return element_text(tensor, 0, false);
  LinePrinter printer{tensor, limit, 0, {}};
  printer.print(0);
  if (n > limit) printer.out += "...";
  return std::move(printer.out);
}

}  // namespace graphwright
