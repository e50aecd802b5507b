// The register of what XLA makes of ops.
#include "op/xla_facts.h"

#include <unordered_map>

namespace graphwright {
namespace {

struct Facts {
  unsigned facts = 0;
  std::vector<std::string_view> known;  // inputs
};

std::unordered_map<std::string_view, Facts>& by_name() {
  static auto* map = new std::unordered_map<std::string_view, Facts>;
  return *map;
}

const Facts& facts_of(const OpDef& op) {
  static const Facts none;
  auto found = by_name().find(op.name);
  return found == by_name().end() ? none : found->second;
}

}  // namespace

XlaFactOf::XlaFactOf(XlaFact fact, std::initializer_list<std::string_view> ops) {
  for (std::string_view op : ops) by_name()[op].facts |= static_cast<unsigned>(fact);
}

KnownToXla::KnownToXla(std::initializer_list<std::string_view> ops, std::initializer_list<std::string_view> inputs) {
  for (std::string_view op : ops) by_name()[op].known = inputs;
}

bool has(const OpDef& op, XlaFact fact) { return (facts_of(op).facts & static_cast<unsigned>(fact)) != 0; }

const std::vector<std::string_view>& known_to_xla(const OpDef& op) { return facts_of(op).known; }

std::vector<std::string_view> ops_with_xla_facts() {
  std::vector<std::string_view> names;
  for (const auto& [name, facts] : by_name()) names.push_back(name);
  return names;
}

}  // namespace graphwright
