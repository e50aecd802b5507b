// The callable type behind _core.op("Name"): converts inputs and attrs, and dispatches.
#pragma once

#include "bind/python.h"
#include "op/op_def.h"

namespace graphwright::bind {

void init_op_type(PyObject* module);

// A Python attr value as the kind that the OpDef asks for; throws TypeError or ValueError.
AttrValue attr_from_python(const OpDef& op, const AttrDef& def, PyObject* object);
PyRef attr_to_python(const AttrValue& value);

// A function object (ConcreteFunction, …) as a FunctionRef; set by the function types.
extern Ref<FunctionRef> (*function_from_python)(PyObject* object);

// The Python object of one call's outputs: a tensor, a list for one list output, a list of those for several outputs.
PyRef outputs_to_python(const OpDef& op, const Attrs& attrs, std::span<const Value> inputs, Values outputs);

}  // namespace graphwright::bind
