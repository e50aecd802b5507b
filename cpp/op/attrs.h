// Attrs: an op's attributes by name; immutable once built and cheap to copy.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "op/function_ref.h"
#include "tensor/tensor.h"

namespace graphwright {

using AttrVariant =
    std::variant<std::monostate, int64_t, float, bool, std::string, DType, Shape, Tensor, Ref<FunctionRef>,
                 std::vector<int64_t>, std::vector<float>, std::vector<bool>, std::vector<std::string>,
                 std::vector<DType>, std::vector<Shape>, std::vector<Tensor>, std::vector<Ref<FunctionRef>>>;

// Copied, moved and destroyed out of line: all gradient rules make some.
class AttrValue : public AttrVariant {
 public:
  using AttrVariant::AttrVariant;
  AttrValue();
  AttrValue(const AttrValue& other);
  AttrValue(AttrValue&& other) noexcept;
  AttrValue& operator=(const AttrValue& other);
  AttrValue& operator=(AttrValue&& other) noexcept;
  ~AttrValue();
};

bool attr_equal(const AttrValue& a, const AttrValue& b);
std::string attr_str(const AttrValue& value);

class Attrs {
 public:
  using Entry = std::pair<std::string, AttrValue>;
  struct Named {
    std::string_view name;
    AttrValue value;
  };

  Attrs() = default;
  Attrs(std::initializer_list<Named> entries);
  bool empty() const { return !rep_ || rep_->entries.empty(); }
  const AttrValue* find(std::string_view name) const {
    if (!rep_) return nullptr;
    for (const Entry& entry : rep_->entries)
      if (entry.first == name) return &entry.second;
    return nullptr;
  }
  // The attribute as a T; throws InvalidArgument when absent or of another type.
  template <class T>
  const T& get(std::string_view name) const {
    const AttrValue* value = find(name);
    const T* typed = value ? std::get_if<T>(value) : nullptr;
    GW_CHECK_ARG(typed != nullptr, "attr '", name, "' is missing or of the wrong type");
    return *typed;
  }
  template <class T>
  T get_or(std::string_view name, T fallback) const {
    const AttrValue* value = find(name);
    const T* typed = value ? std::get_if<T>(value) : nullptr;
    return typed ? *typed : fallback;
  }
  // Copies first when others share the entries.
  void set(std::string_view name, AttrValue value);
  void erase(std::string_view name);
  const std::vector<Entry>& entries() const;
  bool operator==(const Attrs& other) const;

 private:
  struct Rep : RefCounted {
    ~Rep() override;
    std::vector<Entry> entries;
  };
  Ref<Rep> rep_;
};

}  // namespace graphwright
