// Shortcuts: what an op gives for small tensors in host memory when it runs at once and nobody records it, without the
// checks, contexts and kernel choice of the general way. An op has one only where these cost more than its work.
#pragma once

#include <span>
#include <string_view>

#include "op/op_def.h"

namespace graphwright {

// A null value where the shortcut does not serve these inputs. It checks all that it relies on.
using DirectFn = Value (*)(std::span<const Value> inputs, const Attrs& attrs);

// The op's shortcut, null where it has none.
DirectFn find_direct(std::string_view op);

// At namespace scope of a file in ops/: `static const DirectRegistration registration("Sum", sum_directly);`.
class DirectRegistration {
 public:
  DirectRegistration(std::string_view op, DirectFn fn);
};

// Larger tensors are worth the general way, which may take several threads.
inline constexpr int64_t kMostDirectElements = 1 << 14;

}  // namespace graphwright
