// DEFINE_OLDER_OP: ops by the names that they had before, with fewer arguments.
#pragma once

#include <initializer_list>
#include <string_view>

#include "op/op_def.h"

namespace graphwright {

// Defines an op like `of`, which the same file registers before, without the inputs and attrs of these names. Its
// kernels ask for inputs by name, and find none of those.
OpBuilder older_op(const char* name, const char* of, std::initializer_list<std::string_view> without);

// DEFINE_OLDER_OP("ExperimentalUniqueDataset", "UniqueDataset", "metadata");
#define DEFINE_OLDER_OP(NAME, OF, ...)                                                        \
  static const ::graphwright::OpRegistration GW_CONCAT(op_registration_, __COUNTER__) =       \
      ::graphwright::older_op(NAME, OF, std::initializer_list<std::string_view>{__VA_ARGS__}) \
          .doc("What " OF " does, by an older name.")

}  // namespace graphwright
