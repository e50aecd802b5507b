// ResourceVariable and UnreadVariable: slots, attributes, reading and assigning.
#include "bind/variable_type.h"

#include <structmember.h>

#include <cstring>
#include <optional>
#include <unordered_set>

#include "autodiff/tape.h"
#include "bind/convert.h"
#include "bind/tensor_type.h"
#include "graph/func_graph.h"
#include "op/build.h"
#include "ops/state/variables.h"

namespace graphwright::bind {

PyTypeObject* variable_type = nullptr;

namespace {

PyTypeObject* unread_type = nullptr;
PyObject* unread_name = nullptr;

// Dead UnreadVariable objects that say all of their variables but who these are, for the next assignment, until the
// variables die; guarded by the GIL.
constexpr size_t kSpares = 64;
PyVariable* spares[kSpares];

PyVariable*& spare_of(const VariableResource& resource) {
  return spares[reinterpret_cast<uintptr_t>(&resource) / alignof(std::max_align_t) % kSpares];
}

// True when an op would run at once with nobody recording it.
bool nobody_listens() { return interpreter_stack().items.empty(); }

const Attrs& dtype_attrs(DType dtype) {
  static Attrs all[kNumDTypes];
  Attrs& attrs = all[static_cast<int>(dtype)];
  if (attrs.empty()) attrs.set("dtype", dtype);
  return attrs;
}

// The object itself, whatever replica asks.
PyVariable* own_fields(PyObject* object) { return reinterpret_cast<PyVariable*>(object); }

void construct(PyVariable* self) {
  new (&self->handle) Value();
  new (&self->resource) Ref<VariableResource>();
  new (&self->shape) Shape();
  self->dtype = DType::kInvalid;
  self->trainable = self->ordered = self->summed = false;
  self->shape_object = self->name = self->parent = self->op = self->copies = self->dict = self->weakrefs = nullptr;
}

void clear_references(PyVariable* self) {
  if (self->resource && self->resource->python_object == self) self->resource->python_object = nullptr;
  if (self->handle.is_symbol() && endpoint_of(self->handle)->python_variable == self)
    endpoint_of(self->handle)->python_variable = nullptr;
  Py_CLEAR(self->dict);
  Py_CLEAR(self->parent);
  Py_CLEAR(self->op);
  Py_CLEAR(self->copies);
}

PyObject* variable_new(PyTypeObject* type, PyObject*, PyObject*) {
  PyObject* self = type->tp_alloc(type, 0);
  if (self) construct(own_fields(self));
  return self;
}

void free_variable(PyVariable* self) {
  PyTypeObject* type = Py_TYPE(self);
  clear_references(self);
  Py_CLEAR(self->shape_object);
  Py_CLEAR(self->name);
  self->handle.~Value();
  self->resource.~Ref();
  self->shape.~Shape();
  type->tp_free(reinterpret_cast<PyObject*>(self));
  Py_DECREF(type);
}

void variable_dealloc(PyObject* object) {
  PyVariable* self = own_fields(object);
  PyObject_GC_UnTrack(object);
  if (self->weakrefs) PyObject_ClearWeakRefs(object);
  if (self->resource) {
    PyVariable*& spare = spare_of(*self->resource);
    if (self->parent && !self->op && !self->dict) {
      if (PyVariable* other = std::exchange(spare, self)) free_variable(other);
      Py_CLEAR(self->parent);
      return;
    }
    if (spare && spare->resource.get() == self->resource.get()) free_variable(std::exchange(spare, nullptr));
  }
  free_variable(self);
}

int variable_traverse(PyObject* object, visitproc visit, void* arg) {
  PyVariable* self = own_fields(object);
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self->dict);
  Py_VISIT(self->parent);
  Py_VISIT(self->op);
  Py_VISIT(self->copies);
  return 0;
}

int variable_clear(PyObject* object) {
  clear_references(own_fields(object));
  return 0;
}

void require_init(const PyVariable* self) {
  GW_CHECK(self->handle, Code::kRuntimeError,
           "this variable was not initialised: __init__ of its base class was not called");
}

// An UnreadVariable on the same state.
PyObject* make_unread(PyVariable* of, PyRef op) {
  PyVariable* self = nullptr;
  if (of->resource && !op) {
    PyVariable*& spare = spare_of(*of->resource);
    if (spare && spare->handle.rep() == of->handle.rep()) self = std::exchange(spare, nullptr);
  }
  if (self) {
    _Py_NewReference(reinterpret_cast<PyObject*>(self));
  } else {
    self = PyObject_GC_New(PyVariable, unread_type);
    if (!self) throw PythonError();
    construct(self);
    self->handle = of->handle;
    self->resource = of->resource;
    self->dtype = of->dtype;
    self->shape = of->shape;
    self->shape_object = Py_NewRef(of->shape_object);
    self->name = Py_NewRef(unread_name);
    self->op = op.release();
  }
  self->trainable = of->trainable;
  self->parent = Py_NewRef(of->parent ? of->parent : reinterpret_cast<PyObject*>(of));
  PyObject_GC_Track(self);
  return reinterpret_cast<PyObject*>(self);
}

// The handle that ops on the variable take. In a graph whose ops run only where they are asked for, what follows an
// assignment asks for it by that.
const Value& handle_in_use(PyVariable* self) {
  if (self->op && !self->ordered) {
    self->ordered = true;
    PyRef found = checked(PyObject_CallOneArg(hook("ordered_handle"), reinterpret_cast<PyObject*>(self)));
    if (found.get() != Py_None) self->handle = value_of(found.get());
  }
  return self->handle;
}

// Whether a class of variables without a state of their own says how its objects become tensors.
bool stands_for_another(PyObject* object) {
  return PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__tf_tensor__") != 0;
}

// What becomes a Python object: while nothing records, the read gives the variable's own tensor.
Value read_to_show(PyVariable* variable) {
  const bool alone = nobody_listens();
  Value value = read(variable);
  if (alone) make_distinct(value);
  return value;
}

// Tapes watch variables that are assigned to, for what may be read of the assignment's result.
void note_access(const Value& handle) {
  const auto& items = interpreter_stack().items;
  for (size_t i = items.size(); i-- > 0 && items[i]->is_tape();)
    if (auto* tape = dynamic_cast<GradientTape*>(items[i])) tape->note_access(handle);
}

// What a method that updated the variable returns.
PyObject* updated(PyVariable* self, bool read_value, bool alone = nobody_listens()) {
  if (read_value && alone) return make_unread(self, PyRef());
  if (read_value && self->handle) note_access(self->handle);
  PyRef op;
  if (!executing_eagerly()) op = checked(PyObject_CallNoArgs(hook("last_operation")));
  if (read_value) {
    PyRef made(make_unread(self, std::move(op)));
    // In a plain graph, what is read of it comes after the assignment, for sessions to ask for.
    if (FuncGraph* graph = interpreter_stack().top().graph(); graph && graph->is_plain)
      checked(PyObject_CallOneArg(hook("unread_in_graph"), made.get()));
    return made.release();
  }
  return op ? op.release() : Py_NewRef(Py_None);
}

// ---- making ----

// _init_state(value or None, dtype, shape, name, trainable): gives the variable a state of its own.
PyObject* init_state(PyObject* object, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 5, Code::kTypeError, "_init_state(value, dtype, shape, name, trainable)");
    PyVariable* self = as_variable(object);
    GW_CHECK(!self->handle, Code::kRuntimeError, "this variable is initialised already");
    DType dtype = dtype_from_object(args[1]);
    Shape shape = shape_from_object(args[2]);
    std::string name(utf8(args[3]));
    int trainable = PyObject_IsTrue(args[4]);
    if (trainable < 0) throw PythonError();
    Ref<VariableResource> resource = make_ref<VariableResource>(name.substr(0, name.rfind(':')), dtype, shape);
    if (args[0] != Py_None) {
      Value value = to_value(args[0], dtype);
      GW_CHECK(value.is_tensor(), Code::kTypeError,
               "a variable's first value must be a tensor with a value, not a symbolic one");
      resource->assign(Tensor(value));
    }
    self->shape_object = shape_object(shape).release();
    self->name = Py_NewRef(args[3]);
    self->dtype = dtype;
    self->shape = std::move(shape);
    self->trainable = trainable;
    resource->trainable = trainable != 0;
    resource->python_object = self;
    self->resource = resource;
    self->handle = Tensor::handle(DType::kResource, resource);
    Py_RETURN_NONE;
  });
}

// _init_handle(handle, dtype, shape, name, trainable): makes the object stand for a variable that exists.
PyObject* init_handle(PyObject* object, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 5, Code::kTypeError, "_init_handle(handle, dtype, shape, name, trainable)");
    PyVariable* self = as_variable(object);
    GW_CHECK(!self->handle, Code::kRuntimeError, "this variable is initialised already");
    GW_CHECK(is_tensor_object(args[0]) && value_of(args[0]).dtype() == DType::kResource, Code::kTypeError,
             "the handle must be a tensor of dtype resource");
    self->dtype = dtype_from_object(args[1]);
    self->shape = shape_from_object(args[2]);
    self->shape_object = shape_object(self->shape).release();
    self->name = Py_NewRef(args[3]);
    self->trainable = PyObject_IsTrue(args[4]) == 1;
    self->handle = value_of(args[0]);
    if (VariableResource* resource = VariableResource::find(self->handle)) {
      self->resource = Ref<VariableResource>(resource);
      if (!resource->python_object) resource->python_object = self;
    } else if (self->handle.is_symbol()) {
      endpoint_of(self->handle)->python_variable = self;
      endpoint_of(self->handle)->handle_trainable = self->trainable;
    }
    Py_RETURN_NONE;
  });
}

// _init_copies(copies, summed): makes the object stand for the first of the copies, or for that of the running replica.
PyObject* init_copies(PyObject* object, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 2 && PyTuple_CheckExact(args[0]) && PyTuple_GET_SIZE(args[0]) > 0, Code::kTypeError,
             "_init_copies(copies, summed): copies must be a tuple of variables");
    PyVariable* self = own_fields(object);
    GW_CHECK(!self->handle, Code::kRuntimeError, "this variable is initialised already");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[0]); ++i) {
      PyObject* copy = PyTuple_GET_ITEM(args[0], i);
      GW_CHECK(is_variable_object(copy) && !own_fields(copy)->copies && own_fields(copy)->handle, Code::kTypeError,
               "_init_copies(copies, summed): copies must be variables without copies");
    }
    const PyVariable* first = own_fields(PyTuple_GET_ITEM(args[0], 0));
    const int summed = PyObject_IsTrue(args[1]);
    if (summed < 0) throw PythonError();
    self->shape_object = Py_NewRef(first->shape_object);
    self->name = Py_NewRef(first->name);
    self->dtype = first->dtype;
    self->shape = first->shape;
    self->trainable = first->trainable;
    self->resource = first->resource;
    self->handle = first->handle;
    self->summed = summed != 0;
    self->copies = Py_NewRef(args[0]);
    Py_RETURN_NONE;
  });
}

// ---- reading ----

PyObject* value_method(PyObject* self, PyObject*) {
  return guarded([&] { return wrap(read_to_show(as_variable(self))); });
}

PyObject* read_value_method(PyObject* self, PyObject*) {
  return guarded([&] {
    Value value = read_to_show(as_variable(self));
    // A tensor of its own while tracing, as TensorFlow's graphs have it.
    return wrap(executing_eagerly() ? value : op<"Identity">({value}));
  });
}

PyObject* numpy_method(PyObject* object, PyObject*) {
  return guarded([&]() -> PyObject* {
    PyVariable* self = as_variable(object);
    if (executing_eagerly() && !self->handle && stands_for_another(object))
      return to_numpy(Tensor(to_value(object))).release();
    GW_CHECK(executing_eagerly() && self->resource, Code::kNotImplementedError,
             "numpy() is only available when eager execution is enabled.");
    if (self->summed) return to_numpy(Tensor(read(self))).release();
    return to_numpy(self->resource->read()).release();
  });
}

// ---- assigning ----

struct AssignArguments {
  PyObject* value = nullptr;
  std::string_view name;
  bool read_value = true;
};

// (value, use_locking=None, name=None, read_value=True), where the first may be called `value` or `delta`.
AssignArguments parse_assign(const char* method, const char* first, PyObject* const* args, Py_ssize_t nargs,
                             PyObject* kwnames) {
  AssignArguments parsed;
  if (nargs == 1 && !kwnames) {
    parsed.value = args[0];
    return parsed;
  }
  PyObject* found[4] = {};
  const char* names[4] = {first, "use_locking", "name", "read_value"};
  GW_CHECK(nargs <= 4, Code::kTypeError, method, "() takes from 2 to 5 positional arguments but ", nargs + 1,
           " were given");
  for (Py_ssize_t i = 0; i < nargs; ++i) found[i] = args[i];
  for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames); ++k) {
    PyObject* key = PyTuple_GET_ITEM(kwnames, k);
    int at = 0;
    while (at < 4 && PyUnicode_CompareWithASCIIString(key, names[at]) != 0) ++at;
    GW_CHECK(at < 4, Code::kTypeError, method, "() got an unexpected keyword argument '", utf8(key), "'");
    GW_CHECK(!found[at], Code::kTypeError, method, "() got multiple values for argument '", names[at], "'");
    found[at] = args[nargs + k];
  }
  GW_CHECK(found[0] != nullptr, Code::kTypeError, method, "() missing 1 required positional argument: '", first, "'");
  parsed.value = found[0];
  if (found[2] && found[2] != Py_None) parsed.name = utf8(found[2]);
  if (found[3]) {
    int truth = PyObject_IsTrue(found[3]);
    if (truth < 0) throw PythonError();
    parsed.read_value = truth;
  }
  return parsed;
}

Value convert_value(PyVariable* self, PyObject* object) {
  if (is_tensor_object(object) && value_of(object).dtype() == self->dtype) return value_of(object);
  Value value = to_value(object, self->dtype);
  // In a graph, a constant is a node of its own rather than one named after the assignment.
  FuncGraph* graph = interpreter_stack().top().graph();
  if (graph && value.is_tensor() && !is_tensor_object(object) &&
      (graph->is_plain || is_small_constant(Tensor::of(value))))
    return Value(graph->capture(value));
  return value;
}

PyObject* assign_method(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    PyVariable* self = as_variable(object);
    require_init(self);
    AssignArguments parsed = parse_assign("assign", "value", args, nargs, kwnames);
    Value value = convert_value(self, parsed.value);
    if (!self->shape.compatible(value.shape())) {
      PyRef have = shape_tuple(self->shape), got = shape_tuple(value.shape());
      PyRef have_text = checked(PyObject_Str(have.get())), got_text = checked(PyObject_Str(got.get()));
      fail(Code::kValueError, "Cannot assign value to variable ' ", utf8(self->name),
           "': Shape mismatch.The variable shape ", utf8(have_text.get()), ", and the assigned value shape ",
           utf8(got_text.get()), " are incompatible.");
    }
    const bool alone = nobody_listens();
    if (alone && self->resource && value.is_tensor()) {
      self->resource->assign(Tensor(std::move(value)));
    } else {
      Value inputs[] = {handle_in_use(self), value};
      call(op_def<"AssignVariableOp">(), inputs, dtype_attrs(self->dtype), parsed.name);
    }
    return updated(self, parsed.read_value, alone);
  });
}

template <bool kSubtract>
PyObject* assign_add_method(PyObject* object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    PyVariable* self = as_variable(object);
    require_init(self);
    AssignArguments parsed = parse_assign(kSubtract ? "assign_sub" : "assign_add", "delta", args, nargs, kwnames);
    const bool fits = is_tensor_object(parsed.value) && value_of(parsed.value).dtype() == self->dtype;
    const Value converted = fits ? Value() : convert_value(self, parsed.value);
    const Value& delta = fits ? value_of(parsed.value) : converted;
    const OpDef& op = kSubtract ? op_def<"AssignSubVariableOp">() : op_def<"AssignAddVariableOp">();
    const bool alone = nobody_listens();
    if (alone && self->resource && delta.is_tensor()) {
      constexpr int64_t kFew = 256;  // elements; all that is_heavy() asks for more
      GilRelease gil(Tensor::of(delta).num_elements() > kFew && is_heavy({&delta, 1}));
      try {
        assign_add(*self->resource, Tensor::of(delta), kSubtract);
      } catch (Error& error) {
        error.set_op(op.name);
        throw;
      }
    } else {
      Value inputs[] = {handle_in_use(self), delta};
      call(op, inputs, dtype_attrs(self->dtype), parsed.name);
    }
    return updated(self, parsed.read_value, alone);
  });
}

// _updated(read_value): what a method of the Python half that updated the variable returns.
PyObject* updated_method(PyObject* self, PyObject* read_value) {
  return guarded([&] { return updated(as_variable(self), PyObject_IsTrue(read_value) == 1); });
}

// ---- operators: those of the value ----

PyRef operand(PyObject* object) {
  if (!is_variable_object(object)) return PyRef::borrow(object);
  return PyRef(wrap(read_to_show(as_variable(object))));
}

template <PyObject* (*Apply)(PyObject*, PyObject*)>
PyObject* binary_slot(PyObject* lhs, PyObject* rhs) {
  return guarded([&] {
    PyRef a = operand(lhs), b = operand(rhs);
    return Apply(a.get(), b.get());
  });
}

template <PyObject* (*Apply)(PyObject*)>
PyObject* unary_slot(PyObject* self) {
  return guarded([&] { return Apply(operand(self).get()); });
}

PyObject* power_slot(PyObject* lhs, PyObject* rhs, PyObject* modulus) {
  return guarded([&] {
    PyRef a = operand(lhs), b = operand(rhs);
    return PyNumber_Power(a.get(), b.get(), modulus);
  });
}

int bool_slot(PyObject* self) {
  return guarded(-1, [&] { return PyObject_IsTrue(operand(self).get()); });
}

PyObject* compare_slot(PyObject* lhs, PyObject* rhs, int comparison) {
  return guarded([&]() -> PyObject* {
    if (comparison == Py_EQ || comparison == Py_NE)
      return checked(PyObject_CallFunctionObjArgs(hook(comparison == Py_EQ ? "variable_equals" : "variable_not_equals"),
                                                  lhs, rhs, nullptr))
          .release();
    PyRef a = operand(lhs), b = operand(rhs);
    return PyObject_RichCompare(a.get(), b.get(), comparison);
  });
}

PyObject* refuse_update(const char* variable, const char* op, const char* use) {
  PyErr_Format(
      PyExc_RuntimeError,
      "`%s %s= value` with `tf.Variable`s is not supported. Use `%s` to modify the variable, or `out = %s %s value` if "
      "you need to get a new output Tensor.",
      variable, op, use, variable, op);
  return nullptr;
}
PyObject* inplace_add(PyObject*, PyObject*) { return refuse_update("variable", "+", "variable.assign_add(value)"); }
PyObject* inplace_subtract(PyObject*, PyObject*) {
  return refuse_update("variable", "-", "variable.assign_sub(value)");
}
PyObject* inplace_multiply(PyObject*, PyObject*) { return refuse_update("var", "*", "var.assign(var * value)"); }
PyObject* inplace_divide(PyObject*, PyObject*) { return refuse_update("var", "/", "var.assign(var / value)"); }
PyObject* inplace_power(PyObject*, PyObject*, PyObject*) {
  return refuse_update("var", "**", "var.assign(var ** value)");
}

// v[key] is a tensor; unless the key is a mask, its attribute `assign` updates that part of the variable.
PyObject* subscript_slot(PyObject* self, PyObject* key) {
  return guarded([&]() -> PyObject* {
    PyRef value = operand(self);
    PyRef slice = checked(PyObject_GetItem(value.get(), key));
    DType dtype = PyBool_Check(key) ? DType::kBool : DType::kInt64;
    if (is_tensor_object(key)) dtype = value_of(key).dtype();
    if (is_variable_object(key)) dtype = as_variable(key)->dtype;
    if (is_numpy_array(key) || is_numpy_scalar(key)) dtype = numpy_dtype(key);
    if (dtype != DType::kBool && is_tensor_object(slice.get()) && slice.get() != value.get()) {
      static PyObject* partial =
          checked(PyObject_GetAttrString(checked(PyImport_ImportModule("functools")).get(), "partial")).release();
      PyRef assign = checked(PyObject_CallFunctionObjArgs(partial, hook("variable_slice_assign"), self, key, nullptr));
      static PyObject* name = PyUnicode_InternFromString("assign");
      if (PyObject_SetAttr(slice.get(), name, assign.get()) < 0) throw PythonError();
    }
    return slice.release();
  });
}

PyObject* repr_slot(PyObject* self) {
  return guarded([&] { return checked(PyObject_CallOneArg(hook("variable_repr"), self)).release(); });
}

Py_hash_t hash_slot(PyObject* self) {
  PyObject* text = PyObject_Repr(self);
  if (text)
    PyErr_Format(PyExc_TypeError, "Variable is unhashable. Instead, use variable.ref() as the key. (Variable: %U)",
                 text);
  Py_XDECREF(text);
  return -1;
}

// ---- attributes ----

// Attributes of a variable without a state raise AttributeError: a class that stands for another variable asks that one
// in its `__getattr__`.
bool has_state(PyObject* object) {
  if (as_variable(object)->handle) return true;
  PyErr_SetString(PyExc_AttributeError, "this variable was not initialised: __init__ of its base class was not called");
  return false;
}

template <PyObject* PyVariable::*Member>
PyObject* get_fact(PyObject* self, void*) {
  return has_state(self) ? Py_NewRef(as_variable(self)->*Member) : nullptr;
}

template <PyObject* PyVariable::*Member>
PyObject* get_member(PyObject* self, void*) {
  PyObject* member = as_variable(self)->*Member;
  return Py_NewRef(member ? member : Py_None);
}

PyObject* get_handle(PyObject* object, void*) {
  if (!has_state(object)) return nullptr;
  return guarded([&] { return wrap(handle_in_use(as_variable(object))); });
}
PyObject* get_dtype(PyObject* object, void*) {
  if (!has_state(object)) return nullptr;
  return guarded([&] { return Py_NewRef(dtype_object(as_variable(object)->dtype)); });
}
PyObject* get_trainable(PyObject* self, void*) {
  return has_state(self) ? PyBool_FromLong(as_variable(self)->trainable) : nullptr;
}
int set_trainable(PyObject* object, PyObject* value, void*) {
  PyVariable* self = as_variable(object);
  int truth = value ? PyObject_IsTrue(value) : 0;
  if (truth < 0) return -1;
  self->trainable = truth;
  if (self->resource) self->resource->trainable = truth != 0;
  return 0;
}
int set_name(PyObject* object, PyObject* value, void*) {
  if (!value || !PyUnicode_Check(value)) {
    PyErr_SetString(PyExc_TypeError, "a variable's name must be a str");
    return -1;
  }
  PyObject* old = std::exchange(as_variable(object)->name, Py_NewRef(value));
  Py_XDECREF(old);
  return 0;
}
int set_shape(PyObject* object, PyObject* value, void*) {
  return guarded(-1, [&] {
    PyVariable* self = as_variable(object);
    GW_CHECK(value != nullptr, Code::kTypeError, "a variable's shape cannot be deleted");
    Shape shape = shape_from_object(value);
    PyRef made = shape_object(shape);
    PyObject* old = std::exchange(self->shape_object, made.release());
    self->shape = std::move(shape);
    Py_XDECREF(old);
    return 0;
  });
}
PyObject* get_source(PyObject* self, void*) {
  PyObject* parent = as_variable(self)->parent;
  return Py_NewRef(parent ? parent : self);
}
PyObject* get_shape_method(PyObject* self, PyObject*) { return PyObject_GetAttrString(self, "shape"); }

PyGetSetDef getset[] = {
    {"handle", get_handle, nullptr, "The resource handle.", nullptr},
    {"_handle", get_handle, nullptr, nullptr, nullptr},
    {"dtype", get_dtype, nullptr, "The tf.DType of the elements.", nullptr},
    {"_dtype", get_dtype, nullptr, nullptr, nullptr},
    {"shape", get_fact<&PyVariable::shape_object>, nullptr, "The tf.TensorShape that every value must fit.", nullptr},
    {"_shape", get_fact<&PyVariable::shape_object>, set_shape, nullptr, nullptr},
    {"name", get_fact<&PyVariable::name>, nullptr, "The name, which ends in ':0'.", nullptr},
    {"_name", get_fact<&PyVariable::name>, set_name, nullptr, nullptr},
    {"trainable", get_trainable, nullptr, "Whether gradient tapes watch the variable.", nullptr},
    {"_trainable", get_trainable, set_trainable, nullptr, nullptr},
    {"_source", get_source, nullptr, "The variable itself; for an UnreadVariable the one that was assigned to.",
     nullptr},
    {"_assign_op", get_member<&PyVariable::op>, nullptr, nullptr, nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

template <class F>
PyCFunction as_function(F* f) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef methods[] = {
    {"_init_state", as_function(init_state), METH_FASTCALL, nullptr},
    {"_init_handle", as_function(init_handle), METH_FASTCALL, nullptr},
    {"_init_copies", as_function(init_copies), METH_FASTCALL, nullptr},
    {"_updated", updated_method, METH_O, nullptr},
    {"value", value_method, METH_NOARGS, "The variable's value now, as a tensor that later assignments do not change."},
    {"read_value", read_value_method, METH_NOARGS,
     "The variable's value now, as a tensor that later assignments do not change."},
    {"read_value_no_copy", value_method, METH_NOARGS, "The same as value()."},
    {"numpy", numpy_method, METH_NOARGS, "A NumPy array with a copy of the variable's elements."},
    {"get_shape", get_shape_method, METH_NOARGS, "The same as the attribute `shape`."},
    {"assign", as_function(assign_method), METH_FASTCALL | METH_KEYWORDS,
     "assign(value, use_locking=None, name=None, read_value=True)\n--\n\n"
     "Makes `value` the variable's value.\n\n"
     "`value` must fit the variable's dtype and shape (ValueError otherwise). Returns the variable after the "
     "assignment, or\n"
     "the operation (None in eager execution) with read_value=False. `use_locking` changes nothing: every update is "
     "atomic."},
    {"assign_add", as_function(assign_add_method<false>), METH_FASTCALL | METH_KEYWORDS,
     "assign_add(delta, use_locking=None, name=None, read_value=True)\n--\n\n"
     "Adds `delta`, which must have the variable's dtype and shape. Returns what assign() returns."},
    {"assign_sub", as_function(assign_add_method<true>), METH_FASTCALL | METH_KEYWORDS,
     "assign_sub(delta, use_locking=None, name=None, read_value=True)\n--\n\n"
     "Subtracts `delta`, which must have the variable's dtype and shape. Returns what assign() returns."},
    {nullptr, nullptr, 0, nullptr},
};

PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(PyVariable, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyVariable, weakrefs), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

template <class F>
void* slot(F* function) {
  return reinterpret_cast<void*>(function);
}

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("The state of a tf.Variable, and what is done to it often.")},
    {Py_tp_new, slot(variable_new)},
    {Py_tp_dealloc, slot(variable_dealloc)},
    {Py_tp_traverse, slot(variable_traverse)},
    {Py_tp_clear, slot(variable_clear)},
    {Py_tp_repr, slot(repr_slot)},
    {Py_tp_hash, slot(hash_slot)},
    {Py_tp_iter, slot(unary_slot<PyObject_GetIter>)},
    {Py_tp_richcompare, slot(compare_slot)},
    {Py_tp_getset, getset},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_nb_add, slot(binary_slot<PyNumber_Add>)},
    {Py_nb_subtract, slot(binary_slot<PyNumber_Subtract>)},
    {Py_nb_multiply, slot(binary_slot<PyNumber_Multiply>)},
    {Py_nb_true_divide, slot(binary_slot<PyNumber_TrueDivide>)},
    {Py_nb_floor_divide, slot(binary_slot<PyNumber_FloorDivide>)},
    {Py_nb_remainder, slot(binary_slot<PyNumber_Remainder>)},
    {Py_nb_power, slot(power_slot)},
    {Py_nb_matrix_multiply, slot(binary_slot<PyNumber_MatrixMultiply>)},
    {Py_nb_and, slot(binary_slot<PyNumber_And>)},
    {Py_nb_or, slot(binary_slot<PyNumber_Or>)},
    {Py_nb_xor, slot(binary_slot<PyNumber_Xor>)},
    {Py_nb_negative, slot(unary_slot<PyNumber_Negative>)},
    {Py_nb_absolute, slot(unary_slot<PyNumber_Absolute>)},
    {Py_nb_invert, slot(unary_slot<PyNumber_Invert>)},
    {Py_nb_bool, slot(bool_slot)},
    {Py_nb_int, slot(unary_slot<PyNumber_Long>)},
    {Py_nb_float, slot(unary_slot<PyNumber_Float>)},
    {Py_nb_inplace_add, slot(inplace_add)},
    {Py_nb_inplace_subtract, slot(inplace_subtract)},
    {Py_nb_inplace_multiply, slot(inplace_multiply)},
    {Py_nb_inplace_true_divide, slot(inplace_divide)},
    {Py_nb_inplace_power, slot(inplace_power)},
    {Py_mp_subscript, slot(subscript_slot)},
    {0, nullptr},
};

PyType_Spec spec = {"graphwright.ResourceVariable", sizeof(PyVariable), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, slots};

PyType_Slot unread_slots[] = {
    {Py_tp_doc,
     const_cast<char*>("A variable right after an assignment: reading it gives the value then or a later one.")},
    {Py_tp_dealloc, slot(variable_dealloc)},
    {Py_tp_traverse, slot(variable_traverse)},
    {Py_tp_clear, slot(variable_clear)},
    {0, nullptr},
};
PyType_Spec unread_spec = {"graphwright._UnreadVariable", sizeof(PyVariable), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION, unread_slots};

// Makes the type of what assignments return, a subclass of tf.Variable.
PyObject* make_unread_variable_type(PyObject*, PyObject* base) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(!unread_type, Code::kRuntimeError, "the type exists already");
    PyRef bases = checked(PyTuple_Pack(1, base));
    PyRef type = checked(PyType_FromSpecWithBases(&unread_spec, bases.get()));
    unread_name = to_str("UnreadVariable").release();
    unread_type = reinterpret_cast<PyTypeObject*>(Py_NewRef(type.get()));
    return type.release();
  });
}

PyMethodDef functions[] = {
    {"make_unread_variable_type", make_unread_variable_type, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

namespace {

// Graphs in which variables are what their values were when they were read; guarded by the GIL.
std::unordered_set<const FuncGraph*> graphs_by_value;

}  // namespace

Value handle_of(PyObject* object) {
  const PyVariable* variable = as_variable(object);
  if (variable->handle) return variable->handle;
  PyRef handle = checked(PyObject_GetAttrString(object, "handle"));
  GW_CHECK(is_tensor_object(handle.get()), Code::kTypeError, "a variable's handle must be a tensor");
  return value_of(handle.get());
}

Value read(PyVariable* variable) {
  auto* object = reinterpret_cast<PyObject*>(variable);
  if (!variable->handle && stands_for_another(object)) return to_value(object);
  require_init(variable);
  if (variable->summed) {
    PyRef together = checked(PyObject_CallOneArg(hook("read_copies"), reinterpret_cast<PyObject*>(variable)));
    GW_CHECK(is_tensor_object(together.get()), Code::kTypeError, "what copies give together must be a tensor");
    return value_of(together.get());
  }
  if (nobody_listens() && variable->resource) {
    try {
      return variable->resource->read();
    } catch (Error& error) {
      error.set_op("ReadVariableOp");
      throw;
    }
  }
  // As in TensorFlow, tapes watch a variable for its assignment, not for what is read of the assignment's result.
  std::optional<UnwatchedReads> unwatched;
  if (variable->parent) unwatched.emplace();
  FuncGraph* graph = interpreter_stack().top().graph();
  if (graph && variable->resource && graphs_by_value.contains(graph)) {
    graph->capture(variable->handle, "ReadVariableOp/resource");
    Tensor value = variable->resource->read();
    Node* node = graph->add_node(op_def<"Const">(), {}, {{"value", value}, {"dtype", value.dtype()}},
                                 str_cat("ReadVariableOp/", graph->nodes().size()));
    node->outputs[0]->known_value = value;
    node->outputs[0]->known_value_tried = true;
    graph->constants.push_back({value, node->outputs[0].get()});
    return node->output(0);
  }
  // What an assignment in a graph returned is read after the assignment.
  if (graph && variable->op) {
    PyRef tensor = checked(PyObject_CallOneArg(hook("read_unread"), reinterpret_cast<PyObject*>(variable)));
    return value_of(tensor.get());
  }
  return call(op_def<"ReadVariableOp">(), {&handle_in_use(variable), 1}, dtype_attrs(variable->dtype))[0];
}

void read_by_value(const FuncGraph* graph, bool on) {
  if (on) {
    graphs_by_value.insert(graph);
  } else {
    graphs_by_value.erase(graph);
  }
}

void init_variable_type(PyObject* module) {
  PyRef type = checked(PyType_FromSpec(&spec));
  if (PyModule_AddObjectRef(module, "ResourceVariable", type.get()) < 0 || PyModule_AddFunctions(module, functions) < 0)
    throw PythonError();
  variable_type = reinterpret_cast<PyTypeObject*>(type.release());
  is_variable = [](PyObject* object) {
    return is_variable_object(object) && (as_variable(object)->handle || !stands_for_another(object));
  };
  is_variable_wrapper = [](PyObject* object) {
    return is_variable_object(object) && !as_variable(object)->handle && stands_for_another(object);
  };
  read_variable = [](PyObject* object) { return read(as_variable(object)); };
}

}  // namespace graphwright::bind
