// Raw ops as Python callables.
#include "bind/op_type.h"

#include <structmember.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "bind/convert.h"
#include "bind/graph_scope.h"
#include "bind/graph_type.h"
#include "bind/python_leaf.h"
#include "bind/tensor_type.h"
#include "op/context.h"

namespace graphwright::bind {

Ref<FunctionRef> (*function_from_python)(PyObject*) = nullptr;

namespace {

struct PyOp {
  PyObject_HEAD vectorcallfunc vectorcall;
  const OpDef* op;
};

PyTypeObject* op_type = nullptr;

// Floats are cut off, as int() does and TensorFlow's attrs are.
// Of whatever counts as a number, if it is cut; text does not.
int64_t int_of(PyObject* object) {
  const bool is_text = PyUnicode_Check(object) || PyBytes_Check(object) || PyByteArray_Check(object);
  PyRef number = checked(is_text ? PyNumber_Index(object) : PyNumber_Long(object));
  long long value = PyLong_AsLongLong(number.get());
  if (value == -1 && PyErr_Occurred()) throw PythonError();
  return value;
}

float float_of(PyObject* object) {
  // What drops an imaginary part, or makes a number of a truth value, is none.
  if (is_numpy_scalar(object) && !PyFloat_Check(object) && !compatible(DType::kFloat32, leaf_of(object).dtype)) {
    PyErr_SetNone(PyExc_TypeError);
    throw PythonError();
  }
  double value = PyFloat_AsDouble(object);
  if (value == -1.0 && PyErr_Occurred()) throw PythonError();
  return static_cast<float>(value);
}

std::string string_of(PyObject* object) {
  if (PyBytes_Check(object)) return {PyBytes_AS_STRING(object), static_cast<size_t>(PyBytes_GET_SIZE(object))};
  if (PyUnicode_Check(object)) return std::string(utf8(object));
  fail(Code::kTypeError, "expected a string, got ", Py_TYPE(object)->tp_name);
}

// The name of a node, which may be anything where nobody reads it, and anything empty elsewhere, as in TensorFlow.
std::string name_of(PyObject* object) {
  if (PyUnicode_Check(object) || PyBytes_Check(object)) return string_of(object);
  if (executing_eagerly()) return {};
  const int truth = PyObject_IsTrue(object);
  if (truth == 0) return {};
  PyErr_Clear();
  return string_of(object);
}

template <class F>
auto list_of(PyObject* object, F&& convert) {
  std::vector<std::decay_t<decltype(convert(object))>> list;
  PyRef items = checked(PySequence_Fast(object, "expected a list"));
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i)
    list.push_back(convert(PySequence_Fast_GET_ITEM(items.get(), i)));
  return list;
}

Ref<FunctionRef> function_of(PyObject* object) {
  Ref<FunctionRef> function = function_from_python ? function_from_python(object) : nullptr;
  GW_CHECK(function, Code::kTypeError, "expected a concrete function, got ", Py_TYPE(object)->tp_name);
  return function;
}

bool bool_of(PyObject* object) {
  int truth = PyObject_IsTrue(object);
  if (truth < 0) throw PythonError();
  return truth;
}

// The dtype that tensors among the arguments of one type attr settle, if any.
struct TypeChoices {
  SmallVector<std::pair<const std::string*, DType>, 4> items;
  std::span<PyObject* const> arguments;  // of the call
  bool has_int_for_float = false;        // an attr that is a float was given as an int
  DType find(const std::string& attr) const {
    for (const auto& [name, dtype] : items)
      if (*name == attr) return dtype;
    return DType::kInvalid;
  }
  void set(const std::string& attr, DType dtype) {
    if (find(attr) == DType::kInvalid) items.emplace_back(&attr, dtype);
  }
};

// The dtype of an argument that has one already (tensor, variable, array); kInvalid for Python values.
DType settled_dtype(PyObject* object) {
  if (is_tensor_object(object)) return value_of(object).dtype();
  if (is_variable && (is_variable(object) || is_variable_wrapper(object))) {
    PyRef dtype = checked(PyObject_GetAttrString(object, "dtype"));
    return dtype_from_object(dtype.get());
  }
  return DType::kInvalid;
}

// Whether TensorFlow checks the lengths of lists before it converts what is in them: where that takes more than reading
// numbers, or a float attr is left to its default. Else it finds later that the inputs are too many or too few.
bool checks_lengths_first(const OpDef& op, std::span<PyObject* const> objects, const Attrs& attrs) {
  for (const AttrDef& def : op.attrs)
    if (def.type == "float" && attrs.find(def.name) == nullptr) return true;
  for (size_t i = 0; i < objects.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    if (!arg.is_list() || !(PyList_Check(objects[i]) || PyTuple_Check(objects[i]))) continue;
    for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(objects[i]); ++k) {
      PyObject* item = PySequence_Fast_GET_ITEM(objects[i], k);
      if (!is_tensor_object(item) && !PyLong_Check(item) && !PyFloat_Check(item)) return true;
    }
  }
  return false;
}

void check_list_lengths(const OpDef& op, std::span<PyObject* const> objects, const Attrs& attrs) {
  if (!checks_lengths_first(op, objects, attrs)) return;
  for (size_t i = 0; i < objects.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    if (arg.number_attr.empty()) continue;
    Py_ssize_t of_same_type = 0;
    for (size_t other = 0; other < objects.size(); ++other) {
      const ArgDef& before = op.inputs[other];
      if (before.number_attr.empty() || !(PyList_Check(objects[other]) || PyTuple_Check(objects[other]))) continue;
      const Py_ssize_t n = PySequence_Fast_GET_SIZE(objects[other]);
      if (before.type_attr == arg.type_attr) of_same_type += n;
      if (before.number_attr != arg.number_attr || other >= i) continue;
      const Py_ssize_t own = PySequence_Fast_GET_SIZE(objects[i]);
      GW_CHECK(own == n, Code::kValueError, "List argument '", arg.name, "' to '", op.name, "' Op with length ", own,
               " must match length ", n, " of argument '", before.name, "'.");
    }
    GW_CHECK(of_same_type > 0 || arg.type_attr.empty() || attrs.find(arg.type_attr) != nullptr, Code::kIndexError,
             "list index out of range: nothing in '", arg.name, "' of ", op.name, " tells its dtype");
  }
}

// Whether a call gives more outputs than there can be, which TensorFlow finds before it looks at the attrs.
void check_num_outputs(const OpDef& op, const Attrs& attrs) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max(), kLeast = std::numeric_limits<int32_t>::min();
  int64_t total = 0;
  for (const ArgDef& arg : op.outputs) {
    const AttrValue* length = arg.number_attr.empty() ? nullptr : attrs.find(arg.number_attr);
    const int64_t* n = length == nullptr ? nullptr : std::get_if<int64_t>(length);
    if (n != nullptr && (*n > kMost || *n < kLeast))
      fail(Code::kValueError, "Number of outputs is too big: ", *n, ", for ", op.name);
    total += n == nullptr ? 1 : *n;
  }
  GW_CHECK(total <= kMost && total >= kLeast, Code::kValueError, "Number of outputs is too big: ", total, ", for ",
           op.name);
}

void settle(const ArgDef& arg, PyObject* object, TypeChoices& choices) {
  if (arg.type_attr.empty() || choices.find(arg.type_attr) != DType::kInvalid) return;
  if (arg.number_attr.empty()) {
    if (DType dtype = settled_dtype(object); dtype != DType::kInvalid) choices.set(arg.type_attr, dtype);
    return;
  }
  if (!PyList_Check(object) && !PyTuple_Check(object)) return;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i) {
    if (DType dtype = settled_dtype(PySequence_Fast_GET_ITEM(object, i)); dtype != DType::kInvalid) {
      choices.set(arg.type_attr, dtype);
      return;
    }
  }
}

// Some ops' arguments have a default dtype (attr "Tidx: {int32, int64} = DT_INT32"); Python numbers follow that.
DType default_dtype(const OpDef& op, const ArgDef& arg) {
  const AttrDef* def = arg.type_attr.empty() ? nullptr : op.attr(arg.type_attr);
  if (!def || !def->has_default) return DType::kInvalid;
  return std::get<DType>(def->default_value);
}

// Whether an eager call goes TensorFlow's short way, on which arrays become what the attr's default says: all arguments
// but those that are lists of tensors are tensors, variables, arrays or Python scalars, and no float attr is an int,
// which defaults that are whole numbers are.
bool takes_short_way(const OpDef& op, const TypeChoices& choices, const Attrs& attrs) {
  if (choices.has_int_for_float) return false;
  for (const AttrDef& def : op.attrs) {
    const float* usual = def.has_default ? std::get_if<float>(&def.default_value) : nullptr;
    if (usual != nullptr && *usual == std::floor(*usual) && attrs.find(def.name) == nullptr) return false;
  }
  for (size_t i = 0; i < choices.arguments.size(); ++i) {
    PyObject* object = choices.arguments[i];
    const bool is_number = PyFloat_Check(object) || PyLong_Check(object) || PyComplex_Check(object);
    if (!op.inputs[i].is_list() && !is_number && !is_numpy_array(object) && !PyUnicode_Check(object) &&
        !PyBytes_Check(object) && settled_dtype(object) == DType::kInvalid)
      return false;
  }
  return true;
}

// An argument that nothing settles but the default of its attr.
Value convert_by_default(const OpDef& op, const ArgDef& arg, PyObject* object, DType ordinary, const Attrs& attrs,
                         const TypeChoices& choices) {
  const bool is_numpy = is_numpy_array(object) || is_numpy_scalar(object);
  const auto takes = [&](const Value& value) { return (arg.allowed >> static_cast<int>(value.dtype()) & 1) != 0; };
  if (executing_eagerly() && takes_short_way(op, choices, attrs))
    return is_numpy ? to_value(object, ordinary) : to_value(object, DType::kInvalid, ordinary);
  if (arg.allowed != ~uint64_t{0}) {
    // What it becomes by itself, if the op takes that.
    if (Value value = to_value(object); takes(value)) return value;
  }
  Value value = to_value(object, DType::kInvalid, ordinary);
  return takes(value) || !is_numpy ? value : to_value(object, ordinary);
}

Value convert_input(const OpDef& op, const ArgDef& arg, PyObject* object, const Attrs& attrs, TypeChoices& choices) {
  DType wanted = arg.type;
  if (!arg.type_attr.empty()) wanted = choices.find(arg.type_attr);
  if (is_tensor_object(object)) return value_of(object);  // a contradiction is reported by the interpreter
  if (arg.type == DType::kResource && PyObject_HasAttrString(object, "handle")) {
    PyRef handle = checked(PyObject_GetAttrString(object, "handle"));
    if (is_tensor_object(handle.get())) return value_of(handle.get());
  }
  if (wanted == DType::kInvalid && is_variable && is_variable(object)) return read_variable(object);
  Value value;
  try {
    const DType ordinary = wanted == DType::kInvalid ? default_dtype(op, arg) : DType::kInvalid;
    value = ordinary == DType::kInvalid ? to_value(object, wanted)
                                        : convert_by_default(op, arg, object, ordinary, attrs, choices);
  } catch (Error& error) {
    // An array of another dtype than the tensors beside it: let the interpreter name the op and both dtypes.
    if (wanted == DType::kInvalid || !(is_variable && is_variable(object))) throw;
    value = read_variable(object);
  }
  if (!arg.type_attr.empty()) choices.set(arg.type_attr, value.dtype());
  return value;
}

PyObject* call_op(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    const OpDef& op = *reinterpret_cast<PyOp*>(self)->op;
    size_t nargs = PyVectorcall_NARGS(nargsf);
    size_t num_kw = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    GW_CHECK(nargs <= op.inputs.size(), Code::kTypeError, op.name, "() takes ", op.inputs.size(),
             " positional arguments but ", nargs, " were given");
    SmallVector<PyObject*, 8> objects(op.inputs.size(), nullptr);
    for (size_t i = 0; i < nargs; ++i) objects[i] = args[i];
    Attrs attrs;
    TypeChoices choices{.items = {}, .arguments = {objects.data(), objects.size()}, .has_int_for_float = false};
    std::string name;
    for (size_t k = 0; k < num_kw; ++k) {
      PyObject* key = PyTuple_GET_ITEM(kwnames, k);
      PyObject* object = args[nargs + k];
      if (PyUnicode_CompareWithASCIIString(key, "name") == 0) {
        if (object != Py_None) name = name_of(object);
        continue;
      }
      std::string_view text = utf8(key);
      bool found = false;
      for (size_t i = 0; i < op.inputs.size() && !found; ++i) {
        if (op.inputs[i].name != text) continue;
        GW_CHECK(!objects[i], Code::kTypeError, op.name, "() got multiple values for argument '", text, "'");
        objects[i] = object;
        found = true;
      }
      if (found || object == Py_None) continue;
      const AttrDef* def = op.attr(text);
      GW_CHECK(def != nullptr, Code::kTypeError, op.name, "() got an unexpected keyword argument '", text, "'");
      choices.has_int_for_float = choices.has_int_for_float || (def->type == "float" && PyLong_Check(object));
      AttrValue value = attr_from_python(op, *def, object);
      if (const DType* dtype = std::get_if<DType>(&value)) choices.set(def->name, *dtype);
      attrs.set(def->name, std::move(value));
    }
    for (size_t i = 0; i < objects.size(); ++i) {
      GW_CHECK(objects[i] != nullptr, Code::kTypeError, op.name, "() missing required argument '", op.inputs[i].name,
               "'");
      settle(op.inputs[i], objects[i], choices);
    }
    if (op.has_list_input && op.inputs.size() > 1) check_list_lengths(op, objects, attrs);
    if (op.has_list_output) check_num_outputs(op, attrs);
    Values inputs;
    FuncGraph* graph = interpreter_stack().top().graph();
    std::string node_name;
    if (graph && name.empty()) name = Composition::name_for(graph, op.name);
    if (graph) node_name = name.empty() ? op.default_node_name() : name;
    for (size_t i = 0; i < objects.size(); ++i) {
      const ArgDef& arg = op.inputs[i];
      if (!arg.is_list()) {
        const bool may_pack = graph && (PyList_Check(objects[i]) || PyTuple_Check(objects[i]));
        std::optional<NameOfArgument> naming;
        if (may_pack) naming.emplace(node_name, arg.name);
        // A variable is read within the scope of the node that it is read for.
        std::optional<GraphScope> scope;
        if (graph && arg.type != DType::kResource && is_variable && is_variable(objects[i])) {
          if (!node_name.ends_with('/')) node_name = graph->unique_name(node_name) + "/";
          scope.emplace(graph, node_name);
        }
        inputs.push_back(convert_input(op, arg, objects[i], attrs, choices));
        continue;
      }
      GW_CHECK(PyList_Check(objects[i]) || PyTuple_Check(objects[i]), Code::kTypeError, "Expected list for '", arg.name,
               "' argument to '", op.name, "' Op, not ", Py_TYPE(objects[i])->tp_name, ".");
      Py_ssize_t n = PySequence_Fast_GET_SIZE(objects[i]);
      for (Py_ssize_t k = 0; k < n; ++k) {
        PyObject* item = PySequence_Fast_GET_ITEM(objects[i], k);
        inputs.push_back(arg.type_list_attr.empty() ? convert_input(op, arg, item, attrs, choices) : to_value(item));
      }
      if (op.inputs.size() > 1 &&
          attrs.find(arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr) == nullptr) {
        if (!arg.number_attr.empty()) {
          attrs.set(arg.number_attr, static_cast<int64_t>(n));
        } else {
          std::vector<DType> types;
          for (Py_ssize_t k = 0; k < n; ++k) types.push_back(inputs[inputs.size() - n + k].dtype());
          attrs.set(arg.type_list_attr, types);
        }
      }
    }
    if (node_name.ends_with('/')) name = std::move(node_name);
    Values outputs;
    {
      GilRelease gil(is_heavy(inputs) && executing_eagerly());
      outputs = call(op, inputs, attrs, name);
    }
    return outputs_to_python(op, attrs, inputs, std::move(outputs)).release();
  });
}

PyObject* op_repr(PyObject* self) {
  return PyUnicode_FromFormat("<op %s>", reinterpret_cast<PyOp*>(self)->op->name.c_str());
}
PyObject* op_name(PyObject* self, void*) {
  return PyUnicode_FromString(reinterpret_cast<PyOp*>(self)->op->name.c_str());
}
PyObject* op_doc(PyObject* self, void*) { return PyUnicode_FromString(reinterpret_cast<PyOp*>(self)->op->doc.c_str()); }

void op_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyGetSetDef op_getset[] = {{"name", op_name, nullptr, nullptr, nullptr},
                           {"__name__", op_name, nullptr, nullptr, nullptr},
                           {"__doc__", op_doc, nullptr, nullptr, nullptr},
                           {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMemberDef op_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(PyOp, vectorcall), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot op_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(op_dealloc)},
    {Py_tp_repr, reinterpret_cast<void*>(op_repr)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_getset, op_getset},
    {Py_tp_members, op_members},
    {0, nullptr},
};
PyType_Spec op_spec = {"graphwright.Op", sizeof(PyOp), 0,
                       Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION, op_slots};

}  // namespace

std::string Composition::name_for(const std::string& op) {
  if (auto own = names_.find(op); own != names_.end()) {
    const size_t position = used_[op]++;
    const std::string& name = own->second[std::min(position, own->second.size() - 1)];
    return name == "=" ? scope_ + "/" : name;
  }
  static const auto* operators = new std::unordered_map<std::string_view, std::string_view>{
      {"AddV2", "add"},
      {"ConcatV2", "concat"},
      {"FloorDiv", "floordiv"},
      {"FloorMod", "mod"},
      {"Mul", "mul"},
      {"Pack", "stack"},
      {"Pow", "pow"},
      {"Range", "range"},
      {"RealDiv", "truediv"},
      {"StridedSlice", "strided_slice"},
      {"Sub", "sub"},
      {"Transpose", "transpose"},
      {"ZerosLike", "zeros_like"},
  };
  auto found = operators->find(op);
  return found == operators->end() ? std::string() : std::string(found->second);
}

AttrValue attr_from_python(const OpDef& op, const AttrDef& def, PyObject* object) {
  const std::string& type = def.type;
  try {
    if (type == "int") return int_of(object);
    if (type == "bool") return bool_of(object);
    // Tensors are no numbers here: their gradient would be lost without a word.
    if (type == "float" && settled_dtype(object) == DType::kInvalid) return float_of(object);
    if (type == "string") return string_of(object);
    if (type == "type") return dtype_from_object(object);
    if (type == "shape") return shape_from_object(object);
    if (type == "tensor") return Tensor(to_value(object));
    if (type == "func") return function_of(object);
    if (type == "list(int)") return list_of(object, int_of);
    if (type == "list(float)") return list_of(object, float_of);
    if (type == "list(bool)") return list_of(object, bool_of);
    if (type == "list(string)") return list_of(object, string_of);
    if (type == "list(type)") return list_of(object, dtype_from_object);
    if (type == "list(shape)") return list_of(object, shape_from_object);
    if (type == "list(func)") return list_of(object, function_of);
  } catch (const PythonError& error) {
    error.restore();
    PyErr_Clear();
  }
  PyRef text = checked(PyObject_Repr(object));
  fail(Code::kTypeError, "Expected ", type, " for argument '", def.name, "' of op ", op.name, ", got ",
       utf8(text.get()), ".");
}

namespace {

struct AttrToPython {
  PyRef operator()(std::monostate) const { return PyRef::borrow(Py_None); }
  PyRef operator()(int64_t v) const { return checked(PyLong_FromLongLong(v)); }
  PyRef operator()(float v) const { return checked(PyFloat_FromDouble(v)); }
  PyRef operator()(bool v) const { return PyRef::borrow(v ? Py_True : Py_False); }
  PyRef operator()(const std::string& v) const {
    return checked(PyBytes_FromStringAndSize(v.data(), static_cast<Py_ssize_t>(v.size())));
  }
  PyRef operator()(DType v) const { return PyRef::borrow(dtype_object(v)); }
  PyRef operator()(const Shape& v) const { return shape_object(v); }
  PyRef operator()(const Tensor& v) const { return PyRef(wrap(v)); }
  PyRef operator()(const Ref<FunctionRef>& v) const { return v ? to_str(v->name()) : PyRef::borrow(Py_None); }
  template <class T>
  PyRef operator()(const std::vector<T>& items) const {
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(items.size())));
    for (size_t i = 0; i < items.size(); ++i)
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), (*this)(static_cast<T>(items[i])).release());
    return list;
  }
};

}  // namespace

PyRef attr_to_python(const AttrValue& value) { return std::visit(AttrToPython{}, value); }

PyRef outputs_to_python(const OpDef& op, const Attrs& attrs, std::span<const Value> inputs, Values outputs) {
  if (op.outputs.empty()) {
    if (!executing_eagerly()) return checked(PyObject_CallNoArgs(hook("last_operation")));
    return PyRef::borrow(Py_None);
  }
  if (op.single_output) return PyRef(wrap(std::move(outputs[0])));
  size_t next = 0;
  auto take_list = [&](size_t n) {
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(n)));
    for (size_t i = 0; i < n; ++i) PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), wrap(outputs[next++]));
    return list;
  };
  if (!op.has_list_output) return take_list(outputs.size());
  if (op.outputs.size() == 1) return take_list(outputs.size());
  PyRef result = checked(PyList_New(0));
  for (const ArgDef& arg : op.outputs) {
    PyRef item;
    if (!arg.number_attr.empty()) {
      item = take_list(static_cast<size_t>(find_attr<int64_t>(op, inputs, attrs, arg.number_attr)));
    } else if (!arg.type_list_attr.empty()) {
      item = take_list(find_attr<std::vector<DType>>(op, inputs, attrs, arg.type_list_attr).size());
    } else {
      item = PyRef(wrap(outputs[next++]));
    }
    if (PyList_Append(result.get(), item.get()) < 0) throw PythonError();
  }
  return result;
}

namespace {

PyObject* make_op(PyObject*, PyObject* name) {
  return guarded([&]() -> PyObject* {
    const OpDef* op = find_op(utf8(name));
    GW_CHECK(op != nullptr, Code::kNotImplementedError, "graphwright has no op named '", utf8(name), "'");
    PyOp* self = PyObject_New(PyOp, op_type);
    if (!self) throw PythonError();
    self->vectorcall = call_op;
    self->op = op;
    return reinterpret_cast<PyObject*>(self);
  });
}

PyObject* registered_ops(PyObject*, PyObject*) {
  return guarded([&]() -> PyObject* {
    PyRef list = checked(PyList_New(0));
    for (const OpDef* op : all_ops())
      if (PyList_Append(list.get(), to_str(op->name).get()) < 0) throw PythonError();
    return list.release();
  });
}

// Whether `vectorized_map` runs the op without a loop over the rows.
bool works_on_rows(const OpDef& op) {
  return op.vectorize_fn || op.unary_code != UnaryCode::kNone || op.binary_code != BinaryCode::kNone ||
         op.has(Trait::kConstant) || op.runs_functions();
}

// Everything in an OpDef as plain Python data, for tests and documentation.
PyObject* op_def(PyObject*, PyObject* name) {
  return guarded([&]() -> PyObject* {
    const OpDef& op = get_op(utf8(name));
    auto args = [](const std::vector<ArgDef>& defs) {
      PyRef list = checked(PyList_New(0));
      for (const ArgDef& arg : defs) {
        PyRef item =
            checked(Py_BuildValue("{s:s,s:i,s:s,s:s,s:s}", "name", arg.name.c_str(), "type", static_cast<int>(arg.type),
                                  "type_attr", arg.type_attr.c_str(), "number_attr", arg.number_attr.c_str(),
                                  "type_list_attr", arg.type_list_attr.c_str()));
        if (PyList_Append(list.get(), item.get()) < 0) throw PythonError();
      }
      return list;
    };
    PyRef inputs = args(op.inputs), outputs = args(op.outputs);
    PyRef attrs = checked(PyList_New(0));
    for (const AttrDef& def : op.attrs) {
      PyRef value = def.has_default ? attr_to_python(def.default_value) : PyRef::borrow(Py_None);
      PyRef types = checked(PyList_New(0));
      for (DType dtype : def.allowed_types)
        if (PyList_Append(types.get(), dtype_object(dtype)) < 0) throw PythonError();
      PyRef strings = checked(PyList_New(0));
      for (const std::string& text : def.allowed_strings)
        if (PyList_Append(strings.get(), to_str(text).get()) < 0) throw PythonError();
      PyRef minimum = def.has_minimum ? checked(PyLong_FromLongLong(def.minimum)) : PyRef::borrow(Py_None);
      PyRef item = checked(Py_BuildValue("{s:s,s:s,s:O,s:O,s:O,s:O,s:O}", "name", def.name.c_str(), "type",
                                         def.type.c_str(), "has_default", def.has_default ? Py_True : Py_False,
                                         "default", value.get(), "allowed_types", types.get(), "allowed_strings",
                                         strings.get(), "minimum", minimum.get()));
      if (PyList_Append(attrs.get(), item.get()) < 0) throw PythonError();
    }
    return Py_BuildValue("{s:s,s:O,s:O,s:O,s:s,s:O,s:O,s:O,s:O}", "name", op.name.c_str(), "inputs", inputs.get(),
                         "outputs", outputs.get(), "attrs", attrs.get(), "doc", op.doc.c_str(), "has_gradient",
                         op.gradient_fn ? Py_True : Py_False, "is_not_differentiable",
                         op.has(Trait::kNoGradient) ? Py_True : Py_False, "is_stateful",
                         op.has(Trait::kStateful) ? Py_True : Py_False, "has_vectorization_rule",
                         works_on_rows(op) ? Py_True : Py_False);
  });
}

PyMethodDef methods[] = {
    {"op", make_op, METH_O, "op(name): the raw op of that name as a callable."},
    {"registered_ops", registered_ops, METH_NOARGS, "The names of all registered ops."},
    {"op_def", op_def, METH_O, "op_def(name): the op's definition as plain data."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void init_op_type(PyObject* module) {
  op_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&op_spec)).release());
  if (PyModule_AddObjectRef(module, "Op", reinterpret_cast<PyObject*>(op_type)) < 0 ||
      PyModule_AddFunctions(module, methods) < 0)
    throw PythonError();
}

}  // namespace graphwright::bind
