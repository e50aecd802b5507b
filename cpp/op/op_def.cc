// The OpDef grammar, the registry, and what follows from signatures: type attrs, list lengths, output dtypes.
#include "op/op_def.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <unordered_set>

#include "op/attr_length.h"
#include "op/context.h"

namespace graphwright {
namespace {

// More outputs than a call can have; an attr that asks for more is a mistake.
constexpr int64_t kMostOutputs = int64_t{1} << 22;

using Registry = std::map<std::string, std::unique_ptr<OpDef>, std::less<>>;
Registry& registry() {
  static auto* instance = new Registry;
  return *instance;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t at = text.find(separator);
    parts.push_back(trim(text.substr(0, at)));
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
  }
  return parts;
}

// A mistake in a DEFINE_OP is the programmer's: it must not get past the first start.
[[noreturn]] void bad_spec(const OpDef& op, std::string_view spec) {
  std::fprintf(stderr, "graphwright: bad op spec in %s: %.*s\n", op.name.c_str(), static_cast<int>(spec.size()),
               spec.data());
  std::abort();
}

ArgDef parse_arg(const OpDef& op, std::string_view spec) {
  ArgDef arg;
  size_t colon = spec.find(':');
  if (colon == std::string_view::npos) bad_spec(op, spec);
  arg.name = trim(spec.substr(0, colon));
  std::string_view type = trim(spec.substr(colon + 1));
  if (size_t star = type.find('*'); star != std::string_view::npos) {
    arg.number_attr = trim(type.substr(0, star));
    type = trim(type.substr(star + 1));
  }
  arg.type = dtype_from_name(type);
  if (arg.type == DType::kInvalid) arg.type_attr = type;
  return arg;
}

const std::vector<DType>& type_group(std::string_view name) {
  static const std::map<std::string_view, std::vector<DType>> groups = [] {
    std::map<std::string_view, std::vector<DType>> all;
    std::vector<DType> real = {DType::kFloat32, DType::kFloat64, DType::kInt32,  DType::kUint8,
                               DType::kInt16,   DType::kInt8,    DType::kInt64,  DType::kBfloat16,
                               DType::kUint16,  DType::kHalf,    DType::kUint32, DType::kUint64};
    std::vector<DType> number = {DType::kFloat32,    DType::kFloat64,   DType::kInt32,  DType::kUint8,   DType::kInt16,
                                 DType::kInt8,       DType::kComplex64, DType::kInt64,  DType::kQint8,   DType::kQuint8,
                                 DType::kQint32,     DType::kBfloat16,  DType::kQint16, DType::kQuint16, DType::kUint16,
                                 DType::kComplex128, DType::kHalf,      DType::kUint32, DType::kUint64};
    all["realnumbertype"] = real;
    all["numbertype"] = number;
    return all;
  }();
  static const std::vector<DType> none;
  auto it = groups.find(name);
  return it == groups.end() ? none : it->second;
}

std::string unquote(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"')) text = text.substr(1, text.size() - 2);
  return std::string(text);
}

AttrValue parse_default(const OpDef& op, const AttrDef& attr, std::string_view text) {
  auto number = [&](std::string_view t) { return std::strtod(std::string(t).c_str(), nullptr); };
  auto integer = [&](std::string_view t) {
    return static_cast<int64_t>(std::strtoll(std::string(t).c_str(), nullptr, 10));
  };
  auto type_of = [](std::string_view t) {
    if (t.starts_with("DT_")) {
      std::string lower(t.substr(3));
      for (char& c : lower) c = static_cast<char>(std::tolower(c));
      return dtype_from_name(lower);
    }
    return dtype_from_name(t);
  };
  if (attr.type == "int") return integer(text);
  if (attr.type == "float") return static_cast<float>(number(text));
  if (attr.type == "bool") return text == "true";
  if (attr.type == "string") return unquote(text);
  if (attr.type == "type") return type_of(text);
  if (attr.type == "shape") {
    return text.find("unknown_rank") != std::string_view::npos ? Shape::unknown() : Shape();
  }
  std::vector<std::string_view> items;
  if (text.size() >= 2 && text.front() == '[' && !trim(text.substr(1, text.size() - 2)).empty())
    items = split(text.substr(1, text.size() - 2), ',');
  if (attr.type == "tensor") {  // a vector of bytes: there is no other default
    Tensor bytes = Tensor::allocate(DType::kUint8, Shape{static_cast<int64_t>(items.size())});
    for (size_t i = 0; i < items.size(); ++i) bytes.data<uint8_t>()[i] = static_cast<uint8_t>(integer(items[i]));
    return bytes;
  }
  if (attr.type == "list(int)") {
    std::vector<int64_t> list;
    for (auto item : items) list.push_back(integer(item));
    return list;
  }
  if (attr.type == "list(float)") {
    std::vector<float> list;
    for (auto item : items) list.push_back(static_cast<float>(number(item)));
    return list;
  }
  if (attr.type == "list(string)") {
    std::vector<std::string> list;
    for (auto item : items) list.push_back(unquote(item));
    return list;
  }
  if (attr.type == "list(bool)") {
    std::vector<bool> list;
    for (auto item : items) list.push_back(item == "true");
    return list;
  }
  if (attr.type == "list(type)") {
    std::vector<DType> list;
    for (auto item : items) list.push_back(type_of(item));
    return list;
  }
  if (attr.type == "list(shape)") return std::vector<Shape>();
  if (attr.type == "list(func)") return std::vector<Ref<FunctionRef>>();
  bad_spec(op, text);
}

// "Op.attr" of the attrs written as `int32`, of type int, that kernels of TensorFlow read as 32 bits.
std::unordered_set<std::string>& read_as_int32() {
  static auto* names = new std::unordered_set<std::string>();
  return *names;
}

AttrDef parse_attr(const OpDef& op, std::string_view spec) {
  AttrDef attr;
  size_t colon = spec.find(':');
  if (colon == std::string_view::npos) bad_spec(op, spec);
  attr.name = trim(spec.substr(0, colon));
  std::string_view rest = trim(spec.substr(colon + 1));
  std::string_view default_text;
  size_t minimum = rest.find(">=");
  size_t equals = rest.find('=', minimum == std::string_view::npos ? 0 : minimum + 2);
  if (equals != std::string_view::npos) {
    default_text = trim(rest.substr(equals + 1));
    rest = trim(rest.substr(0, equals));
  }
  if (minimum != std::string_view::npos) {
    attr.has_minimum = true;
    attr.minimum = std::strtoll(std::string(rest.substr(minimum + 2)).c_str(), nullptr, 10);
    rest = trim(rest.substr(0, minimum));
  }
  bool list = rest.starts_with("list(");
  std::string_view base = list ? trim(rest.substr(5, rest.size() - 6)) : rest;
  if (base.starts_with("{")) {
    for (std::string_view item : split(base.substr(1, base.size() - 2), ',')) {
      if (item.starts_with("'") || item.starts_with("\"")) {
        attr.allowed_strings.push_back(unquote(item));
      } else if (!type_group(item).empty()) {
        attr.allowed_types = type_group(item);
      } else {
        DType dtype = dtype_from_name(item);
        if (dtype == DType::kInvalid) bad_spec(op, spec);
        attr.allowed_types.push_back(dtype);
      }
    }
    base = attr.allowed_strings.empty() ? "type" : "string";
  } else if (!type_group(base).empty()) {
    attr.allowed_types = type_group(base);
    base = "type";
  }
  if (base == "int32") {
    base = "int";
    read_as_int32().insert(str_cat(op.name, ".", attr.name));
  }
  attr.type = list ? str_cat("list(", base, ")") : std::string(base);
  if (!default_text.empty()) {
    attr.has_default = true;
    attr.default_value = parse_default(op, attr, default_text);
  }
  return attr;
}

}  // namespace

OpBuilder::OpBuilder(std::string_view name) : def_(new OpDef) { def_->name = name; }
OpBuilder& OpBuilder::input(std::string_view spec) {
  def_->inputs.push_back(parse_arg(*def_, spec));
  return *this;
}
OpBuilder& OpBuilder::output(std::string_view spec) {
  def_->outputs.push_back(parse_arg(*def_, spec));
  return *this;
}
OpBuilder& OpBuilder::attr(std::string_view spec) {
  def_->attrs.push_back(parse_attr(*def_, spec));
  return *this;
}
OpBuilder& OpBuilder::doc(std::string_view text) {
  def_->doc = text;
  return *this;
}
OpBuilder& OpBuilder::shape(ShapeFn fn) {
  def_->shape_fn = fn;
  return *this;
}
OpBuilder& OpBuilder::shape_input(int input) {
  def_->shape_input = input;
  return *this;
}
OpBuilder& OpBuilder::shape_value(ShapeValueFn fn) {
  def_->shape_value_fn = fn;
  return *this;
}
OpBuilder& OpBuilder::kernel(DeviceKind device, KernelFn fn) { return kernel(device, Engine::kReference, fn, nullptr); }
OpBuilder& OpBuilder::kernel(DeviceKind device, Engine engine, KernelFn fn, KernelPredicate predicate) {
  def_->kernels.push_back({device, engine, fn, predicate});
  return *this;
}
OpBuilder& OpBuilder::gradient(GradientFn fn) {
  def_->gradient_fn = fn;
  return *this;
}
OpBuilder& OpBuilder::vectorize(VectorizeFn fn) {
  def_->vectorize_fn = fn;
  return *this;
}
OpBuilder& OpBuilder::no_gradient(std::string_view why) {
  def_->no_gradient_reason = why;
  return trait(Trait::kNoGradient);
}
OpBuilder& OpBuilder::trait(Trait trait) {
  def_->traits |= static_cast<uint32_t>(trait);
  return *this;
}
OpBuilder& OpBuilder::elementwise(UnaryCode code) {
  def_->unary_code = code;
  return trait(Trait::kElementwise);
}
OpBuilder& OpBuilder::elementwise(BinaryCode code) {
  def_->binary_code = code;
  return trait(Trait::kElementwise);
}

OpRegistration::OpRegistration(OpBuilder& builder) {
  std::unique_ptr<OpDef> taken(builder.def_);
  OpDef& def = *taken;
  // An arg whose type is a "list(type)" attr was parsed as one type attr: tell the two apart now that attrs are known.
  for (auto* args : {&def.inputs, &def.outputs}) {
    for (ArgDef& arg : *args) {
      if (arg.type_attr.empty()) continue;
      const AttrDef* attr = def.attr(arg.type_attr);
      if (!attr) bad_spec(def, arg.name);
      if (attr->type == "list(type)") arg.type_list_attr = std::exchange(arg.type_attr, "");
    }
  }
  for (size_t i = 0; i < def.inputs.size(); ++i) {
    ArgDef& arg = def.inputs[i];
    def.has_list_input |= arg.is_list();
    if (arg.type_attr.empty()) continue;
    for (size_t k = 0; k < i && arg.same_as < 0; ++k)
      if (def.inputs[k].type_attr == arg.type_attr) arg.same_as = static_cast<int>(k);
    if (const auto& allowed = def.attr(arg.type_attr)->allowed_types; !allowed.empty()) {
      arg.allowed = 0;
      for (DType dtype : allowed) arg.allowed |= uint64_t{1} << static_cast<int>(dtype);
    }
  }
  for (const ArgDef& arg : def.outputs) def.has_list_output |= arg.is_list();
  def.single_output = def.outputs.size() == 1 && !def.has_list_output;
  if (def.single_output && !def.has_list_input) {
    for (size_t i = 0; i < def.inputs.size(); ++i) {
      if (!def.outputs[0].type_attr.empty() && def.inputs[i].type_attr == def.outputs[0].type_attr) {
        def.output_like = static_cast<int>(i);
        break;
      }
    }
  }
  auto [it, inserted] = registry().emplace(def.name, std::move(taken));
  if (!inserted) bad_spec(*it->second, "registered twice");
}

const OpDef* find_op(std::string_view name) {
  auto it = registry().find(name);
  return it == registry().end() ? nullptr : it->second.get();
}

const OpDef& get_op(std::string_view name) {
  const OpDef* op = find_op(name);
  GW_CHECK(op != nullptr, Code::kNotFound, "Op type not registered '", name, "'");
  return *op;
}

std::vector<const OpDef*> all_ops() {
  std::vector<const OpDef*> ops;
  for (const auto& [name, op] : registry()) ops.push_back(op.get());
  return ops;
}

SmallVector<ArgRange, 8> input_ranges(const OpDef& op, int count, const Attrs& attrs) {
  SmallVector<ArgRange, 8> ranges;
  int lists = 0, singles = 0;
  for (const ArgDef& arg : op.inputs) (arg.is_list() ? lists : singles) += 1;
  int begin = 0;
  for (const ArgDef& arg : op.inputs) {
    int size = 1;
    if (arg.is_list()) {
      size = count - singles;
      if (lists > 1) {
        if (!arg.number_attr.empty()) {
          size = static_cast<int>(attrs.get<int64_t>(arg.number_attr));
        } else {
          size = static_cast<int>(attrs.get<std::vector<DType>>(arg.type_list_attr).size());
        }
      }
    }
    ranges.push_back({begin, size});
    begin += size;
  }
  GW_CHECK_ARG(begin == count, op.name, " expects ", begin, " inputs, got ", count);
  return ranges;
}

AttrValue implied_attr(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view name) {
  auto mentions = [&](const ArgDef& arg) {
    return arg.type_attr == name || arg.number_attr == name || arg.type_list_attr == name;
  };
  if (!op.has_list_input) {
    for (size_t i = 0; i < op.inputs.size() && i < inputs.size(); ++i)
      if (op.inputs[i].type_attr == name) return inputs[i].dtype();
    return {};
  }
  bool any = false;
  for (const ArgDef& arg : op.inputs) any |= mentions(arg);
  if (!any) return {};
  auto ranges = input_ranges(op, static_cast<int>(inputs.size()), attrs);
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    if (arg.number_attr == name) return static_cast<int64_t>(ranges[i].size);
    if (arg.type_attr == name && ranges[i].size > 0) return inputs[ranges[i].begin].dtype();
    if (arg.type_list_attr == name) {
      std::vector<DType> types;
      for (int k = 0; k < ranges[i].size; ++k) types.push_back(inputs[ranges[i].begin + k].dtype());
      return types;
    }
  }
  return {};
}

namespace {

[[noreturn]] void fail_type(const OpDef& op, int input, DType want, DType got) {
  fail(Code::kInvalidArgument, "cannot compute ", op.name, " as input #", input, "(zero-based) was expected to be a ",
       want, " tensor but is a ", got, " tensor");
}

void check_allowed_type(const OpDef& op, const AttrDef& def, DType dtype) {
  if (def.allowed_types.empty() ||
      std::find(def.allowed_types.begin(), def.allowed_types.end(), dtype) != def.allowed_types.end())
    return;
  fail(Code::kInvalidArgument, "Value for attr '", def.name, "' of ", dtype,
       " is not in the list of allowed values: ", str_join(def.allowed_types, ", "), "\n\t; NodeDef: {{node ", op.name,
       "}}");
}

void check_int32(const OpDef& op, const AttrDef& def, int64_t value) {
  if (value == static_cast<int32_t>(value) || !read_as_int32().contains(str_cat(op.name, ".", def.name))) return;
  fail(Code::kInvalidArgument, "Attr ", def.name, " has value ", value, " out of range for an int32");
}

void check_attr(const OpDef& op, const AttrDef& def, const AttrValue& value) {
  if (const DType* dtype = std::get_if<DType>(&value)) {
    check_allowed_type(op, def, *dtype);
  } else if (const auto* list = std::get_if<std::vector<DType>>(&value)) {
    for (DType d : *list) check_allowed_type(op, def, d);
  } else if (const auto* text = std::get_if<std::string>(&value); text && !def.allowed_strings.empty()) {
    GW_CHECK_ARG(std::find(def.allowed_strings.begin(), def.allowed_strings.end(), *text) != def.allowed_strings.end(),
                 "Value for attr '", def.name, "' of \"", *text, "\" is not in the list of allowed values: \"",
                 str_join(def.allowed_strings, "\", \""), "\"");
  } else if (const auto* n = std::get_if<int64_t>(&value)) {
    GW_CHECK_ARG(!def.has_minimum || *n >= def.minimum, "Value for attr '", def.name, "' of ", *n,
                 " must be at least minimum ", def.minimum);
    check_int32(op, def, *n);
  } else if (const auto* numbers = std::get_if<std::vector<int64_t>>(&value)) {
    for (int64_t item : *numbers) check_int32(op, def, item);
  }
  if (def.has_minimum && def.type.starts_with("list(")) {
    int64_t size = attr_length(value);
    GW_CHECK_ARG(size >= def.minimum, "Length for attr '", def.name, "' of ", size, " must be at least minimum ",
                 def.minimum);
  }
}

}  // namespace

void check_call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs) {
  for (const Attrs::Entry& entry : attrs.entries()) {
    if (const AttrDef* def = op.attr(entry.first)) check_attr(op, *def, entry.second);
  }
  if (op.has_list_input) {
    auto ranges = input_ranges(op, static_cast<int>(inputs.size()), attrs);
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      const ArgDef& arg = op.inputs[i];
      if (!arg.type_list_attr.empty()) {
        const AttrDef* def = op.attr(arg.type_list_attr);
        GW_CHECK_ARG(!def->has_minimum || ranges[i].size >= def->minimum, "Length for attr '", def->name, "' of ",
                     ranges[i].size, " must be at least minimum ", def->minimum);
        continue;
      }
      if (!arg.number_attr.empty()) {
        const AttrDef* def = op.attr(arg.number_attr);
        GW_CHECK_ARG(!def->has_minimum || ranges[i].size >= def->minimum, "Need at least ", def->minimum, " '",
                     arg.name, "' to ", op.name, ", got ", ranges[i].size);
      }
      DType want = arg.type;
      if (arg.same_as >= 0 && ranges[arg.same_as].size > 0) want = inputs[ranges[arg.same_as].begin].dtype();
      for (int k = 0; k < ranges[i].size; ++k) {
        DType got = inputs[ranges[i].begin + k].dtype();
        if (want == DType::kInvalid) want = got;
        if (got != want) fail_type(op, ranges[i].begin + k, want, got);
        if (!arg.type_attr.empty()) check_allowed_type(op, *op.attr(arg.type_attr), got);
      }
    }
    return;
  }
  GW_CHECK_ARG(inputs.size() == op.inputs.size(), op.name, " expects ", op.inputs.size(), " inputs, got ",
               inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    DType got = inputs[i].dtype();
    if (arg.same_as >= 0) {
      if (DType want = inputs[arg.same_as].dtype(); got != want) fail_type(op, static_cast<int>(i), want, got);
    } else if (arg.type_attr.empty()) {
      if (got != arg.type) fail_type(op, static_cast<int>(i), arg.type, got);
    } else {
      if (!(arg.allowed >> static_cast<int>(got) & 1)) check_allowed_type(op, *op.attr(arg.type_attr), got);
      if (!attrs.empty()) {
        if (const AttrValue* given = attrs.find(arg.type_attr); given && std::get<DType>(*given) != got)
          fail_type(op, static_cast<int>(i), std::get<DType>(*given), got);
      }
    }
  }
}

Attrs complete_attrs(const OpDef& op, std::span<const Value> inputs, const Attrs& given) {
  check_call(op, inputs, given);
  Attrs attrs = given;
  auto ranges = input_ranges(op, static_cast<int>(inputs.size()), attrs);
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    const ArgRange& range = ranges[i];
    if (!arg.number_attr.empty()) attrs.set(arg.number_attr, static_cast<int64_t>(range.size));
    if (!arg.type_list_attr.empty()) {
      std::vector<DType> types;
      for (int k = 0; k < range.size; ++k) types.push_back(inputs[range.begin + k].dtype());
      attrs.set(arg.type_list_attr, types);
    } else if (!arg.type_attr.empty() && range.size > 0) {
      attrs.set(arg.type_attr, inputs[range.begin].dtype());
    }
  }
  for (const AttrDef& def : op.attrs) {
    if (attrs.find(def.name)) continue;
    GW_CHECK_ARG(def.has_default, op.name, " misses attr '", def.name, "'");
    attrs.set(def.name, def.default_value);
  }
  return attrs;
}

void output_dtypes(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, SmallVector<DType, 4>& out) {
  out.clear();
  if (op.single_output) {
    if (op.outputs[0].type != DType::kInvalid) {
      out.push_back(op.outputs[0].type);
      return;
    }
    if (op.output_like >= 0) {
      out.push_back(inputs[op.output_like].dtype());
      return;
    }
  }
  for (const ArgDef& arg : op.outputs) {
    if (!arg.type_list_attr.empty()) {
      auto types = find_attr<std::vector<DType>>(op, inputs, attrs, arg.type_list_attr);
      out.append(std::span<const DType>(types));
      continue;
    }
    DType dtype = arg.type != DType::kInvalid ? arg.type : find_attr<DType>(op, inputs, attrs, arg.type_attr);
    int64_t n = arg.number_attr.empty() ? 1 : find_attr<int64_t>(op, inputs, attrs, arg.number_attr);
    GW_CHECK(n <= kMostOutputs, Code::kValueError, "Number of outputs is too big: ", n, ", for ", op.name);
    GW_CHECK_ARG(n >= 0, op.name, ": ", arg.number_attr, " = ", n, " is negative");
    for (int64_t i = 0; i < n; ++i) out.push_back(dtype);
  }
}

}  // namespace graphwright
