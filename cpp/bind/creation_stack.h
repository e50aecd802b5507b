// The places in Python where the nodes of a graph were made.
#pragma once

#include "base/ref.h"
#include "bind/python.h"

namespace graphwright::bind {

// From now on, every node that is traced keeps the Python stack of that moment.
void keep_creation_stacks();
// The user's part of the stack that a node keeps, as TensorFlow prints it: one `  File "model.py", line 7, in step` and
// an empty line for each frame, outermost first.
std::string stack_text(const Ref<RefCounted>& origin);
// The stack that a node keeps, as a list of (file, line, function), outermost first; empty where there is none.
PyRef stack_entries(const Ref<RefCounted>& origin);

}  // namespace graphwright::bind
