// The table of shortcuts.
#include "op/direct.h"

#include <unordered_map>

namespace graphwright {
namespace {

std::unordered_map<std::string_view, DirectFn>& shortcuts() {
  static auto* table = new std::unordered_map<std::string_view, DirectFn>;
  return *table;
}

}  // namespace

DirectFn find_direct(std::string_view op) {
  auto it = shortcuts().find(op);
  return it == shortcuts().end() ? nullptr : it->second;
}

DirectRegistration::DirectRegistration(std::string_view op, DirectFn fn) { shortcuts().emplace(op, fn); }

}  // namespace graphwright
