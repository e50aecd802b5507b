// The register of what gradient rules read.
#include "op/gradient_needs.h"

#include <string>
#include <unordered_map>

namespace graphwright {
namespace {

std::unordered_map<std::string, GradientNeeds>& by_name() {
  static auto* map = new std::unordered_map<std::string, GradientNeeds>;
  return *map;
}

}  // namespace

GradientNeedsOf::GradientNeedsOf(GradientNeeds needs, std::initializer_list<const char*> ops) {
  for (const char* op : ops) by_name()[op] = needs;
}

GradientNeeds gradient_needs(const OpDef& op) {
  auto found = by_name().find(op.name);
  return found == by_name().end() ? GradientNeeds::kAll : found->second;
}

}  // namespace graphwright
