// Comparison and printing of attribute values.
#include "op/attrs.h"

namespace graphwright {
namespace {

template <class T>
bool equal_values(const T& a, const T& b) {
  return a == b;
}
bool equal_values(const Tensor& a, const Tensor& b) {
  if (!a || !b) return !a && !b;
  return a == b || identical(a, b);
}
bool equal_values(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!equal_values(a[i], b[i])) return false;
  return true;
}

struct Printer {
  std::string operator()(std::monostate) const { return "<none>"; }
  std::string operator()(int64_t v) const { return std::to_string(v); }
  std::string operator()(float v) const { return str_cat(v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const { return "\"" + v + "\""; }
  std::string operator()(DType v) const { return dtype_name(v); }
  std::string operator()(const Shape& v) const { return v.str(); }
  std::string operator()(const Tensor& v) const { return v ? str_cat("tensor ", v.dtype(), " ", v.shape()) : "<null>"; }
  std::string operator()(const Ref<FunctionRef>& v) const { return v ? v->name() : "<null>"; }
  template <class T>
  std::string operator()(const std::vector<T>& items) const {
    std::string text = "[";
    for (size_t i = 0; i < items.size(); ++i) {
      if (i) text += ", ";
      text += (*this)(static_cast<T>(items[i]));
    }
    return text + "]";
  }
};

}  // namespace

AttrValue::AttrValue() = default;
AttrValue::AttrValue(const AttrValue& other) = default;
AttrValue::AttrValue(AttrValue&& other) noexcept = default;
AttrValue& AttrValue::operator=(const AttrValue& other) = default;
AttrValue& AttrValue::operator=(AttrValue&& other) noexcept = default;
AttrValue::~AttrValue() = default;

bool attr_equal(const AttrValue& a, const AttrValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& x) { return equal_values(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
}

std::string attr_str(const AttrValue& value) { return std::visit(Printer{}, value); }

Attrs::Rep::~Rep() = default;

Attrs::Attrs(std::initializer_list<Named> entries) {
  for (const Named& entry : entries) set(entry.name, entry.value);
}

void Attrs::set(std::string_view name, AttrValue value) {
  if (!rep_) {
    rep_ = make_ref<Rep>();
  } else if (!rep_->unique()) {
    auto copy = make_ref<Rep>();
    copy->entries = rep_->entries;
    rep_ = copy;
  }
  for (Entry& entry : rep_->entries) {
    if (entry.first == name) {
      entry.second = std::move(value);
      return;
    }
  }
  rep_->entries.emplace_back(std::string(name), std::move(value));
}

void Attrs::erase(std::string_view name) {
  if (!find(name)) return;
  auto copy = make_ref<Rep>();
  for (const Entry& entry : rep_->entries)
    if (entry.first != name) copy->entries.push_back(entry);
  rep_ = copy;
}

const std::vector<Attrs::Entry>& Attrs::entries() const {
  static const std::vector<Entry> none;
  return rep_ ? rep_->entries : none;
}

bool Attrs::operator==(const Attrs& other) const {
  if (entries().size() != other.entries().size()) return false;
  for (const Entry& entry : entries()) {
    const AttrValue* theirs = other.find(entry.first);
    if (!theirs || !attr_equal(entry.second, *theirs)) return false;
  }
  return true;
}

}  // namespace graphwright
