// Public functions whose common calls go from the arguments straight to an op.
//
//   @direct("Sum", "tensor axes @keep_dims name")
//   def reduce_sum(input_tensor, axis=None, keepdims=False, name=None): …
//
// makes an object that is called like the function and looks like it. While ops run at once it makes the op's inputs
// and attrs from the arguments itself, as the words say, one for each parameter. Where an argument is not as its word
// wants it, where the op finds a mistake, and while a graph is built, it calls the Python function, which means the
// same and says what is wrong.
//
//   tensor     an input: an eager tensor
//   number     an input: an eager tensor, or a Python number in the dtype of the first input that is a tensor
//   scalar     an input: an eager tensor, or a Python number as float32 or int32
//   integers   an input: a tensor, an int, or a list of ints, as int32; "integers=0": 0 for None
//   axes       the same; None stands for all axes of the first input
//   reversed   the same; None stands for the axes of the first input, the last one first
//   tensors    an input list: a list or tuple of at least two tensors
//   zero, one  an input: that number in the dtype that is the argument
//   @attr      the attr of that name; the parameter's default stands for the attr's own default
//   @attr=     the same, of a dtype; a first input that has it already is the result
//   name       ignored: nodes have names
//   -          must be the parameter's default; "-=-1": or the int -1
//
// Without an op, the words are those of a conversion: "value" for what becomes a tensor, "dtype" for its dtype or None.
//
// "tensor:real" and "tensor:float" take tensors of such dtypes only, "tensor:2" those of rank 2.
//
// named_function(function, "lbeta/") gives nodes the names that they have in TensorFlow, while a graph is built:
//
//   "Add"      the function's `name` is "Add" where the caller gives none
//   "lbeta/"   its nodes are within a name scope, "lbeta" or the caller's `name`; it gets no name itself
//   "norm/="   the same; its `name` is that scope, for the node that gives the result
//
// Within a scope, nodes are called as Python's operators call theirs ("mul", "truediv"), unless "moments/
// Mean:mean,variance" says what the first, second … node of an op is called.
#include "bind/direct_function.h"

#include <structmember.h>

#include <array>

#include "bind/convert.h"
#include "bind/graph_scope.h"
#include "bind/op_type.h"
#include "bind/run_directly.h"
#include "bind/tensor_type.h"
#include "bind/type_dispatch.h"
#include "device/placement.h"
#include "graph/func_graph.h"
#include "op/direct.h"

namespace graphwright::bind {
namespace {

enum class Use : uint8_t {
  kTensor,
  kNumber,
  kScalar,
  kIntegers,
  kAxes,
  kReversed,
  kTensors,
  kZero,
  kOne,
  kAttr,
  kName,
  kDefault,
  kValue,
  kDType
};
enum class Only : uint8_t { kAll, kReal, kFloat };

constexpr size_t kMostParameters = 12;

struct Parameter {
  PyRef name;
  PyRef fallback;  // the default; null where an argument must be given
  Use use = Use::kDefault;
  Only only = Only::kAll;
  int rank = -1;                  // that the tensor must have
  bool zero_for_none = false;     // "integers=0"
  bool or_last = false;           // "-=-1"
  bool keeps_same = false;        // "@attr="
  const AttrDef* attr = nullptr;  // of kAttr
};

struct Plan {
  const OpDef* op = nullptr;  // null for a conversion
  DirectFn shortcut = nullptr;
  std::vector<Parameter> parameters;
};

// What nodes are called that the function makes.
struct Naming {
  PyRef keyword;  // "name"
  std::string name;
  Py_ssize_t at = -1;  // of the parameter `name`; -1 where there is none, or it is given by keyword only
  bool is_scope = false;
  bool is_result = false;
  Composition::NodeNames node_names;
};

struct PyDirect {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* function;
  PyObject* dict;
  PyObject* weakrefs;
  Plan* plan;       // null where there is no way to an op but the function's
  Naming* naming;   // null where nodes are called as their ops
  PyObject* cover;  // what is called in its place; null where nothing is
};

PyTypeObject* direct_type = nullptr;

PyDirect* direct_of(PyObject* object) { return reinterpret_cast<PyDirect*>(object); }

// ---- the arguments of one call ----

using Arguments = std::array<PyObject*, kMostParameters>;

// Brings positional and keyword arguments into the parameters' order; false where they do not fit.
bool bind_arguments(const Plan& plan, PyObject* const* args, size_t nargs, PyObject* kwnames, Arguments& bound) {
  const size_t count = plan.parameters.size();
  if (nargs > count) return false;
  size_t i = 0;
  for (; i < nargs; ++i) bound[i] = args[i];
  for (; i < count; ++i) bound[i] = nullptr;
  const size_t num_keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
  for (size_t k = 0; k < num_keywords; ++k) {
    PyObject* key = PyTuple_GET_ITEM(kwnames, k);
    size_t at = 0;
    while (at < count && plan.parameters[at].name.get() != key) ++at;
    if (at == count) {  // not the same object, but perhaps the same text
      at = 0;
      while (at < count && PyUnicode_Compare(plan.parameters[at].name.get(), key) != 0) ++at;
    }
    if (at == count || bound[at]) return false;
    bound[at] = args[nargs + k];
  }
  for (i = nargs; i < count; ++i) {
    if (bound[i]) continue;
    bound[i] = plan.parameters[i].fallback.get();
    if (!bound[i]) return false;
  }
  return true;
}

bool fits_int32(PyObject* object, int32_t& value) {
  if (!PyLong_CheckExact(object)) return false;
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(object, &overflow);
  if (overflow || number < INT32_MIN || number > INT32_MAX) return false;
  value = static_cast<int32_t>(number);
  return true;
}

// An int, or a list of ints, as an int32 tensor; null for anything else.
Tensor integers_of(PyObject* object) {
  int32_t value;
  if (fits_int32(object, value)) return Tensor::scalar(value);
  if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)) return Tensor();
  const Py_ssize_t n = PySequence_Fast_GET_SIZE(object);
  if (n == 0) return Tensor();  // a list of nothing is a list of floats elsewhere: let Python say what it is here
  Tensor vector = Tensor::allocate(DType::kInt32, Shape{static_cast<int64_t>(n)});
  int32_t* elements = vector.data<int32_t>();
  for (Py_ssize_t i = 0; i < n; ++i)
    if (!fits_int32(PySequence_Fast_GET_ITEM(object, i), elements[i])) return Tensor();
  return vector;
}

// The vectors [0, 1, …, rank - 1] and [rank - 1, …, 1, 0].
constexpr int kMostRank = 8;
const Value& axes_of(int rank, bool backwards) {
  static const auto* const all = [] {
    auto* made = new std::array<std::array<Value, 2>, kMostRank + 1>;
    for (int r = 0; r <= kMostRank; ++r) {
      for (int b = 0; b < 2; ++b) {
        Tensor axes = Tensor::allocate(DType::kInt32, Shape{r});
        for (int i = 0; i < r; ++i) axes.data<int32_t>()[i] = b ? r - 1 - i : i;
        (*made)[r][b] = axes;
      }
    }
    return made;
  }();
  return (*all)[rank][backwards];
}

bool fits(const Parameter& parameter, const Value& value) {
  if (!value.is_tensor()) return false;
  if (parameter.rank >= 0 && value.shape().rank() != parameter.rank) return false;
  switch (parameter.only) {
    case Only::kReal:
      return !is_complex(value.dtype());
    case Only::kFloat:
      return is_floating(value.dtype());
    default:
      return true;
  }
}

bool is_dtype(PyObject* object) { return Py_TYPE(object) == Py_TYPE(dtype_object(DType::kFloat32)); }

// The attr's value where the argument is of the attr's own Python type; false for all others.
bool attr_of(const AttrDef& def, PyObject* object, AttrValue& value) {
  if (def.type == "bool") {
    if (!PyBool_Check(object)) return false;
    value = object == Py_True;
    return true;
  }
  int32_t number;
  if (def.type == "int") {
    if (!fits_int32(object, number)) return false;
    value = static_cast<int64_t>(number);
    return true;
  }
  if (def.type == "list(int)") {
    std::vector<int64_t> list;
    if (fits_int32(object, number)) {
      list.push_back(number);
    } else {
      if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)) return false;
      for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i) {
        if (!fits_int32(PySequence_Fast_GET_ITEM(object, i), number)) return false;
        list.push_back(number);
      }
    }
    value = std::move(list);
    return true;
  }
  if (def.type == "type") {
    if (!is_dtype(object)) return false;
    value = dtype_from_object(object);
    return true;
  }
  return false;
}

// Makes the op's inputs and attrs; false where the Python function must. `same`: the argument that is the result.
bool convert_arguments(const Plan& plan, const Arguments& bound, Values& inputs, Attrs& attrs, PyObject*& same) {
  DType dtype = DType::kInvalid;  // of the first input that is a tensor
  const size_t count = plan.parameters.size();
  for (size_t i = 0; i < count; ++i) {
    const Parameter& parameter = plan.parameters[i];
    PyObject* object = bound[i];
    switch (parameter.use) {
      case Use::kTensor:
        if (!is_eager(object) || !fits(parameter, value_of(object))) return false;
        inputs.push_back(value_of(object));
        break;
      case Use::kNumber: {
        if (is_eager(object)) {
          if (!fits(parameter, value_of(object))) return false;
          inputs.push_back(value_of(object));
          break;
        }
        for (size_t k = 0; k < count && dtype == DType::kInvalid; ++k) {
          if (plan.parameters[k].use == Use::kNumber && is_eager(bound[k])) dtype = value_of(bound[k]).dtype();
        }
        if (dtype == DType::kInvalid) return false;
        Tensor number = number_of(object, dtype);
        if (!number) return false;
        inputs.push_back(std::move(number));
        break;
      }
      case Use::kScalar: {
        Tensor number;
        if (!is_eager(object)) number = number_of(object, PyFloat_CheckExact(object) ? DType::kFloat32 : DType::kInt32);
        if (!is_eager(object) && !number) return false;
        inputs.push_back(number ? Value(number) : value_of(object));
        if (!inputs.back().is_tensor()) return false;
        break;
      }
      case Use::kIntegers:
      case Use::kAxes:
      case Use::kReversed: {
        if (object == Py_None) {
          if (parameter.use == Use::kIntegers) {
            if (!parameter.zero_for_none) return false;
            inputs.push_back(Tensor::scalar(int32_t{0}));
            break;
          }
          const int rank = inputs[0].shape().rank();
          if (rank > kMostRank) return false;
          inputs.push_back(axes_of(rank, parameter.use == Use::kReversed));
          break;
        }
        if (is_eager(object)) {
          if (!value_of(object).is_tensor()) return false;
          inputs.push_back(value_of(object));
          break;
        }
        Tensor integers = integers_of(object);
        if (!integers) return false;
        inputs.push_back(std::move(integers));
        break;
      }
      case Use::kTensors: {
        if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)) return false;
        const Py_ssize_t n = PySequence_Fast_GET_SIZE(object);
        if (n < 2) return false;
        for (Py_ssize_t k = 0; k < n; ++k) {
          PyObject* item = PySequence_Fast_GET_ITEM(object, k);
          if (!is_eager(item) || !fits(parameter, value_of(item))) return false;
          inputs.push_back(value_of(item));
        }
        break;
      }
      case Use::kAttr: {
        if (object == parameter.fallback.get()) break;
        AttrValue value;
        if (!attr_of(*parameter.attr, object, value)) return false;
        if (parameter.keeps_same && std::get<DType>(value) == inputs[0].dtype()) same = bound[0];
        attrs.set(parameter.attr->name, std::move(value));
        break;
      }
      case Use::kZero:
      case Use::kOne: {
        if (!is_dtype(object)) return false;
        const DType wanted = dtype_from_object(object);
        if (!is_floating(wanted) && !is_integer(wanted)) return false;
        inputs.push_back(Tensor::scalar_of(wanted, parameter.use == Use::kOne));
        break;
      }
      case Use::kName:
        if (object != Py_None && !PyUnicode_Check(object)) return false;
        break;
      case Use::kDefault:
        if (object != parameter.fallback.get()) {
          int32_t value;
          if (!parameter.or_last || !fits_int32(object, value) || value != -1) return false;
        }
        break;
      default:
        return false;
    }
  }
  return true;
}

// A Python value as a tensor; null, without an exception, where the Python function must be called.
PyObject* convert(const Plan& plan, const Arguments& bound) {
  PyObject* value = nullptr;
  DType dtype = DType::kInvalid;
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    PyObject* object = bound[i];
    switch (plan.parameters[i].use) {
      case Use::kValue:
        value = object;
        break;
      case Use::kDType:
        if (object == Py_None) break;
        if (!is_dtype(object)) return nullptr;
        dtype = dtype_from_object(object);
        break;
      case Use::kName:
        if (object != Py_None && !PyUnicode_Check(object)) return nullptr;
        break;
      default:
        if (object != plan.parameters[i].fallback.get()) return nullptr;
    }
  }
  if (is_eager(value)) return dtype == DType::kInvalid || value_of(value).dtype() == dtype ? Py_NewRef(value) : nullptr;
  if (PyFloat_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) || PyUnicode_CheckExact(value) ||
      PyList_CheckExact(value) || PyTuple_CheckExact(value) || is_numpy_array(value))
    return wrap(to_value(value, dtype));
  return nullptr;
}

// The outputs as Python objects; null, without an exception, where the Python function must be called.
PyObject* run(const Plan& plan, const Arguments& bound) {
  const OpDef& op = *plan.op;
  Values inputs;
  Attrs attrs;
  PyObject* same = nullptr;
  if (!convert_arguments(plan, bound, inputs, attrs, same)) return nullptr;
  if (same) return Py_NewRef(same);
  if (nothing_but_eager()) {
    Value output;
    if (plan.shortcut) {
      output = plan.shortcut(inputs, attrs);
    } else if (inputs.size() == 1) {
      output = run_directly(op, inputs[0]);
    } else if (inputs.size() == 2) {
      output = run_directly(op, inputs[0], inputs[1]);
    }
    if (output) return wrap(std::move(output));
  }
  Values outputs;
  {
    GilRelease gil(is_heavy(inputs));
    outputs = call(op, inputs, attrs);
  }
  return outputs_to_python(op, attrs, inputs, std::move(outputs)).release();
}

// ---- names of nodes ----

// Calls the function with `name` as the keyword of that name, in place of what the caller gave.
PyObject* call_with_name(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames, PyObject* name) {
  const Naming& naming = *direct_of(self)->naming;
  const Py_ssize_t num_keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
  SmallVector<PyObject*, 16> values;
  for (Py_ssize_t i = 0; i < nargs; ++i) values.push_back(i == naming.at ? name : args[i]);
  if (naming.at >= 0 && naming.at < nargs)
    return PyObject_Vectorcall(direct_of(self)->function, values.data(), static_cast<size_t>(nargs), kwnames);
  PyRef names = checked(PyList_New(0));
  for (Py_ssize_t k = 0; k < num_keywords; ++k) {
    PyObject* key = PyTuple_GET_ITEM(kwnames, k);
    if (PyUnicode_Compare(key, naming.keyword.get()) == 0) continue;
    if (PyList_Append(names.get(), key) < 0) throw PythonError();
    values.push_back(args[nargs + k]);
  }
  if (PyList_Append(names.get(), naming.keyword.get()) < 0) throw PythonError();
  values.push_back(name);
  PyRef keywords = checked(PyList_AsTuple(names.get()));
  return PyObject_Vectorcall(direct_of(self)->function, values.data(), static_cast<size_t>(nargs), keywords.get());
}

PyObject* call_named(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    const Naming& naming = *direct_of(self)->naming;
    const Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    PyObject* given = naming.at >= 0 && naming.at < nargs ? args[naming.at] : nullptr;
    const Py_ssize_t num_keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t k = 0; k < num_keywords && !given; ++k)
      if (PyUnicode_Compare(PyTuple_GET_ITEM(kwnames, k), naming.keyword.get()) == 0) given = args[nargs + k];
    if (given == Py_None) given = nullptr;
    FuncGraph* graph = interpreter_stack().top().graph();
    if (!graph || (given && (!naming.is_scope || !PyUnicode_Check(given))))
      return PyObject_Vectorcall(direct_of(self)->function, args, nargsf, kwnames);
    if (!naming.is_scope) return call_with_name(self, args, nargs, kwnames, to_str(naming.name).get());
    std::string_view base = naming.name;
    if (given) base = utf8(given);
    GraphScope scope(graph, base);
    Composition composition(graph, naming.node_names, scope.name());
    if (naming.is_result) return call_with_name(self, args, nargs, kwnames, to_str(scope.name() + "/").get());
    if (given) return call_with_name(self, args, nargs, kwnames, Py_None);
    return PyObject_Vectorcall(direct_of(self)->function, args, nargsf, kwnames);
  });
}

PyObject* call_body(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  if (has_dispatched_argument(args, nargsf, kwnames)) {
    PyObject* result = call_dispatched(self, args, nargsf, kwnames);
    if (result != Py_NotImplemented) return result;
    Py_DECREF(result);
  }
  if (direct_of(self)->naming && !executing_eagerly()) return call_named(self, args, nargsf, kwnames);
  return PyObject_Vectorcall(direct_of(self)->function, args, nargsf, kwnames);
}

PyObject* call_function(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  PyObject* result = call_body(self, args, nargsf, kwnames);
  return result ? result : offer_failed(self, args, nargsf, kwnames);
}

PyObject* call_direct(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  PyObject* result = nullptr;
  PyObject* survived = guarded([&]() -> PyObject* {
    const Plan& plan = *direct_of(self)->plan;
    Arguments bound;
    if (!executing_eagerly() || !bind_arguments(plan, args, PyVectorcall_NARGS(nargsf), kwnames, bound)) return self;
    try {
      if (plan.op) {
        result = run(plan, bound);
      } else if (!placement_matters()) {
        result = convert(plan, bound);
      }
    } catch (const PythonError&) {
      throw;
    } catch (const Error&) {
      // The Python function tells what is wrong.
    }
    return self;
  });
  if (result) return result;
  if (!survived) return offer_failed(self, args, nargsf, kwnames);
  return call_function(self, args, nargsf, kwnames);
}

// ---- making one ----

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) return words;
    const size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

void read_word(const OpDef* op, std::string_view word, Parameter& parameter) {
  static constexpr std::pair<std::string_view, Use> kUses[] = {
      {"tensor", Use::kTensor}, {"number", Use::kNumber},     {"scalar", Use::kScalar},   {"integers", Use::kIntegers},
      {"axes", Use::kAxes},     {"reversed", Use::kReversed}, {"tensors", Use::kTensors}, {"name", Use::kName},
      {"-", Use::kDefault},     {"zero", Use::kZero},         {"one", Use::kOne},         {"value", Use::kValue},
      {"dtype", Use::kDType}};
  if (word.starts_with('@')) {
    word.remove_prefix(1);
    parameter.keeps_same = word.ends_with('=');
    if (parameter.keeps_same) word.remove_suffix(1);
    parameter.use = Use::kAttr;
    parameter.attr = op ? op->attr(word) : nullptr;
    GW_CHECK(parameter.attr != nullptr, Code::kValueError, "the op has no attr '", word, "'");
    return;
  }
  const size_t mark = std::min(word.find_first_of(":="), word.size());
  const std::string_view kind = word.substr(0, mark), detail = word.substr(mark);
  bool known = false;
  for (const auto& [name, use] : kUses) {
    if (name != kind) continue;
    parameter.use = use;
    known = true;
  }
  if (detail == ":real") {
    parameter.only = Only::kReal;
  } else if (detail == ":float") {
    parameter.only = Only::kFloat;
  } else if (detail == "=-1") {
    parameter.or_last = true;
  } else if (detail == "=0") {
    parameter.zero_for_none = true;
  } else if (detail.size() == 2 && detail[0] == ':' && detail[1] >= '0' && detail[1] <= '9') {
    parameter.rank = detail[1] - '0';
  } else {
    known &= detail.empty();
  }
  GW_CHECK(known, Code::kValueError, "'", word, "' is no word for a parameter");
}

PyObject* new_direct(PyObject* function, vectorcallfunc vectorcall, Plan* plan) {
  PyDirect* self = PyObject_GC_New(PyDirect, direct_type);
  if (!self) throw PythonError();
  self->vectorcall = vectorcall;
  self->function = Py_NewRef(function);
  self->dict = nullptr;
  self->weakrefs = nullptr;
  self->plan = plan;
  self->naming = nullptr;
  self->cover = nullptr;
  PyObject_GC_Track(reinterpret_cast<PyObject*>(self));
  return reinterpret_cast<PyObject*>(self);
}

// direct_function(function, op, words): the function, with the short way to the op (None: a conversion) in front.
PyObject* make_direct(PyObject*, PyObject* args) {
  PyObject* function;
  const char *op_name, *words;
  if (!PyArg_ParseTuple(args, "O!zs", &PyFunction_Type, &function, &op_name, &words)) return nullptr;
  return guarded([&]() -> PyObject* {
    auto plan = std::make_unique<Plan>();
    if (op_name) {
      plan->op = &get_op(op_name);
      plan->shortcut = find_direct(op_name);
    }
    auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GET_CODE(function));
    PyRef names = checked(PyObject_GetAttrString(reinterpret_cast<PyObject*>(code), "co_varnames"));
    PyObject* defaults = PyFunction_GET_DEFAULTS(function);
    const auto uses = words_of(words);
    const size_t count = static_cast<size_t>(code->co_argcount);
    const size_t num_defaults = defaults ? PyTuple_GET_SIZE(defaults) : 0;
    GW_CHECK(uses.size() == count && count <= kMostParameters && code->co_kwonlyargcount == 0, Code::kValueError,
             uses.size(), " words for a function of ", count, " parameters");
    for (size_t i = 0; i < count; ++i) {
      Parameter parameter;
      parameter.name = PyRef::borrow(PyTuple_GET_ITEM(names.get(), i));
      if (i + num_defaults >= count)
        parameter.fallback = PyRef::borrow(PyTuple_GET_ITEM(defaults, i + num_defaults - count));
      read_word(plan->op, uses[i], parameter);
      plan->parameters.push_back(std::move(parameter));
    }
    return new_direct(function, call_direct, plan.release());
  });
}

// public_function(function): the function, which is dispatched on the classes of its arguments.
PyObject* make_public(PyObject*, PyObject* function) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(PyFunction_Check(function), Code::kTypeError, "public_function: got no function");
    return new_direct(function, call_function, nullptr);
  });
}

// "Mean:mean,variance Sub:Sub": the names of nodes by op.
Composition::NodeNames parse_node_names(std::string_view text) {
  Composition::NodeNames found;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const size_t colon = word.find(':');
    GW_CHECK(colon != std::string_view::npos, Code::kValueError, "named_function: '", word, "' is no op:names");
    std::vector<std::string>& names = found[std::string(word.substr(0, colon))];
    for (word.remove_prefix(colon + 1); !word.empty();
         word.remove_prefix(std::min(word.size(), names.back().size() + 1)))
      names.emplace_back(word.substr(0, word.find(',')));
    GW_CHECK(!names.empty(), Code::kValueError, "named_function: an op without names");
  }
  return found;
}

// named_function(function, naming): the function, whose nodes get other names than those of their ops.
PyObject* make_named(PyObject*, PyObject* args) {
  PyObject* object;
  const char* text;
  if (!PyArg_ParseTuple(args, "Os", &object, &text)) return nullptr;
  return guarded([&]() -> PyObject* {
    PyObject* self = Py_TYPE(object) == direct_type ? Py_NewRef(object) : new_direct(object, call_function, nullptr);
    PyRef kept(self);
    PyObject* function = direct_of(self)->function;
    GW_CHECK(PyFunction_Check(function), Code::kTypeError, "named_function: got no function");
    auto naming = std::make_unique<Naming>();
    std::string_view name = text;
    if (size_t blank = name.find(' '); blank != std::string_view::npos) {
      naming->node_names = parse_node_names(name.substr(blank + 1));
      name = name.substr(0, blank);
    }
    naming->is_result = name.ends_with('=');
    if (naming->is_result) name.remove_suffix(1);
    naming->is_scope = name.ends_with('/');
    if (naming->is_scope) name.remove_suffix(1);
    naming->name = name;
    naming->keyword = checked(PyUnicode_InternFromString("name"));
    auto* code = reinterpret_cast<PyCodeObject*>(PyFunction_GET_CODE(function));
    PyRef names = checked(PyObject_GetAttrString(reinterpret_cast<PyObject*>(code), "co_varnames"));
    bool takes_name = false;
    for (int i = 0; i < code->co_argcount + code->co_kwonlyargcount; ++i) {
      if (PyUnicode_Compare(PyTuple_GET_ITEM(names.get(), i), naming->keyword.get()) != 0) continue;
      takes_name = true;
      if (i < code->co_argcount) naming->at = i;
    }
    GW_CHECK(takes_name || (naming->is_scope && !naming->is_result), Code::kValueError, "'", text,
             "' names a function that takes no name");
    delete std::exchange(direct_of(self)->naming, naming.release());
    return kept.release();
  });
}

// ---- covers ----

vectorcallfunc own_call(PyObject* self) { return direct_of(self)->plan ? call_direct : call_function; }

PyObject* call_cover(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  PyRef cover = PyRef::borrow(direct_of(self)->cover);
  return PyObject_Vectorcall(cover.get(), args, nargsf, kwnames);
}

// cover_function(function, cover): from now on the cover is called in place of the function; None takes it off.
PyObject* cover_function(PyObject*, PyObject* args) {
  PyObject *self, *cover;
  if (!PyArg_ParseTuple(args, "OO", &self, &cover)) return nullptr;
  if (Py_TYPE(self) != direct_type) return PyErr_Format(PyExc_TypeError, "cover_function: %R has no cover", self);
  direct_of(self)->vectorcall = cover == Py_None ? own_call(self) : call_cover;
  Py_XSETREF(direct_of(self)->cover, cover == Py_None ? nullptr : Py_NewRef(cover));
  Py_RETURN_NONE;
}

// function.uncovered(…): the function's own call.
PyObject* call_uncovered(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  return own_call(self)(self, args, static_cast<size_t>(nargs), kwnames);
}

// ---- looking like a function ----

int traverse_direct(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(direct_of(object)->function);
  Py_VISIT(direct_of(object)->dict);
  Py_VISIT(direct_of(object)->cover);
  return 0;
}
int clear_direct(PyObject* object) {
  Py_CLEAR(direct_of(object)->dict);
  direct_of(object)->vectorcall = own_call(object);
  return 0;
}
void dealloc_direct(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  if (direct_of(object)->weakrefs) PyObject_ClearWeakRefs(object);
  Py_CLEAR(direct_of(object)->dict);
  Py_CLEAR(direct_of(object)->function);
  Py_CLEAR(direct_of(object)->cover);
  delete direct_of(object)->plan;
  delete direct_of(object)->naming;
  PyObject_GC_Del(object);
  Py_DECREF(type);
}

// As a method it would be bound, as functions are.
PyObject* bind_direct(PyObject* self, PyObject* object, PyObject*) {
  if (!object || object == Py_None) return Py_NewRef(self);
  return PyMethod_New(self, object);
}

// __name__, __doc__, __code__ … are the function's.
PyObject* get_attribute(PyObject* self, PyObject* name) {
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  return PyObject_GetAttr(direct_of(self)->function, name);
}
template <const char* const& kName>
PyObject* get_from_function(PyObject* self, void*) {
  return PyObject_GetAttrString(direct_of(self)->function, kName);
}
template <const char* const& kName>
int set_on_function(PyObject* self, PyObject* value, void*) {
  return PyObject_SetAttrString(direct_of(self)->function, kName, value);
}
constexpr const char* kDocName = "__doc__";
constexpr const char* kModuleName = "__module__";

PyObject* get_class(PyObject*, void*) { return Py_NewRef(&PyFunction_Type); }
PyObject* get_wrapped(PyObject* self, void*) { return Py_NewRef(direct_of(self)->function); }
PyObject* repr_direct(PyObject* self) { return PyObject_Repr(direct_of(self)->function); }
// Pickled and copied by name.
PyObject* reduce_direct(PyObject* self, PyObject*) {
  return PyObject_GetAttrString(direct_of(self)->function, "__qualname__");
}

PyGetSetDef direct_getset[] = {
    {"__class__", get_class, nullptr, nullptr, nullptr},
    {"__wrapped__", get_wrapped, nullptr, nullptr, nullptr},
    {"__doc__", get_from_function<kDocName>, set_on_function<kDocName>, nullptr, nullptr},
    {"__module__", get_from_function<kModuleName>, set_on_function<kModuleName>, nullptr, nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef direct_methods[] = {
    {"uncovered", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call_uncovered)),
     METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"__reduce__", reduce_direct, METH_NOARGS, nullptr},
    {"__reduce_ex__", reduce_direct, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};
PyMemberDef direct_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(PyDirect, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(PyDirect, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyDirect, weakrefs), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot direct_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc_direct)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_direct)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_direct)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_descr_get, reinterpret_cast<void*>(bind_direct)},
    {Py_tp_repr, reinterpret_cast<void*>(repr_direct)},
    {Py_tp_getset, direct_getset},
    {Py_tp_methods, direct_methods},
    {Py_tp_members, direct_members},
    {0, nullptr},
};
PyType_Spec direct_spec = {"graphwright.DirectFunction", sizeof(PyDirect), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                               Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           direct_slots};

PyMethodDef methods[] = {
    {"direct_function", make_direct, METH_VARARGS,
     "direct_function(function, op, words): the function, with the short way to an op in front."},
    {"public_function", make_public, METH_O,
     "public_function(function): the function, which is dispatched on the classes of its arguments."},
    {"set_offer", set_offer, METH_O,
     "set_offer(hook): hook(function, args, kwargs) is asked for calls that fail with a TypeError or a ValueError."},
    {"set_dispatch", set_dispatch, METH_VARARGS,
     "set_dispatch(hook, classes): hook(function, args, kwargs) is asked for calls with values of these classes."},
    {"cover_function", cover_function, METH_VARARGS,
     "cover_function(function, cover): calls the cover in place of the function; None takes it off."},
    {"named_function", make_named, METH_VARARGS,
     "named_function(function, naming): the function, whose nodes are called as the naming says."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void init_direct_function(PyObject* module) {
  direct_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&direct_spec)).release());
  if (PyModule_AddObjectRef(module, "DirectFunction", reinterpret_cast<PyObject*>(direct_type)) < 0 ||
      PyModule_AddFunctions(module, methods) < 0)
    throw PythonError();
}

}  // namespace graphwright::bind
