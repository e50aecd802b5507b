// The register of kernels' traits.
#include "op/kernel_traits.h"

#include <string>
#include <unordered_map>

namespace graphwright {
namespace {

std::unordered_map<std::string, unsigned>& by_name() {
  static auto* map = new std::unordered_map<std::string, unsigned>;
  return *map;
}

}  // namespace

KernelTraitOf::KernelTraitOf(KernelTrait trait, std::initializer_list<const char*> ops) {
  for (const char* op : ops) by_name()[op] |= static_cast<unsigned>(trait);
}

bool has(const OpDef& op, KernelTrait trait) {
  auto found = by_name().find(op.name);
  return found != by_name().end() && (found->second & static_cast<unsigned>(trait)) != 0;
}

}  // namespace graphwright
