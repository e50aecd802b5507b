// Signatures of older ops, written down from those of the newer ones.
#include "op/older_op.h"

#include <algorithm>

namespace graphwright {
namespace {

std::string spec_of(const ArgDef& arg) {
  const std::string type = !arg.type_list_attr.empty() ? arg.type_list_attr
                           : !arg.type_attr.empty()    ? arg.type_attr
                                                       : std::string(dtype_name(arg.type));
  return str_cat(arg.name, ": ", arg.number_attr.empty() ? "" : arg.number_attr + " * ", type);
}

std::string spec_of(const AttrDef& attr) {
  std::string type = attr.type;
  if (!attr.allowed_types.empty()) {
    std::string allowed;
    for (DType dtype : attr.allowed_types) allowed += str_cat(allowed.empty() ? "" : ", ", dtype_name(dtype));
    type = type == "type" ? str_cat("{", allowed, "}") : str_cat("list({", allowed, "})");
  }
  std::string spec = str_cat(attr.name, ": ", type);
  if (attr.has_minimum) spec += str_cat(" >= ", attr.minimum);
  if (attr.has_default) spec += str_cat(" = ", attr_str(attr.default_value));
  return spec;
}

}  // namespace

OpBuilder older_op(const char* name, const char* of, std::initializer_list<std::string_view> without) {
  const OpDef& newer = get_op(of);
  auto stays = [&](const std::string& part) {
    return std::find(without.begin(), without.end(), part) == without.end();
  };
  OpBuilder older(name);
  for (const ArgDef& input : newer.inputs)
    if (stays(input.name)) older.input(spec_of(input));
  for (const ArgDef& output : newer.outputs) older.output(spec_of(output));
  for (const AttrDef& attr : newer.attrs)
    if (stays(attr.name)) older.attr(spec_of(attr));
  older.shape(newer.shape_fn);
  for (const KernelDef& kernel : newer.kernels) older.kernel(kernel.device, kernel.engine, kernel.fn, kernel.predicate);
  for (uint32_t bit = 1; bit != 0 && bit <= newer.traits; bit <<= 1)
    if (newer.traits & bit) older.trait(static_cast<Trait>(bit));
  if (!newer.no_gradient_reason.empty()) older.no_gradient(newer.no_gradient_reason);
  return older;
}

}  // namespace graphwright
