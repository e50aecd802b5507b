// Objects that ops share by name: they live as long as the process.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/at_fork.h"
#include "op/context.h"

namespace graphwright {

// The T of that container and name, made by `make` when it is first asked for.
template <class T, class Make>
Ref<T> shared_by_name(const std::string& container, const std::string& name, const Make& make) {
  static GlobalMutex& guard = GlobalMutex::make();
  static auto* by_name = new std::map<std::pair<std::string, std::string>, Ref<T>>;
  std::lock_guard lock(guard);
  Ref<T>& slot = (*by_name)[{container, name}];
  if (!slot) slot = make();
  return slot;
}

// The same, by the op's attrs; without a name all calls of one op share it.
template <class T, class Make>
Ref<T> shared_by_attrs(const KernelContext& ctx, const Make& make) {
  const std::string name = ctx.attr<std::string>("shared_name");
  return shared_by_name<T>(ctx.attr<std::string>("container"), name.empty() ? ctx.op().name : name, make);
}

}  // namespace graphwright
