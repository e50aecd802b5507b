// TapeBase: entering, watching and taking gradients of tensors and variables; structures are Python's business.
#include "bind/tape_type.h"

#include "autodiff/tape.h"
#include "bind/convert.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "graph/func_graph.h"
#include "op/build.h"
#include "op/gradient_slices.h"

namespace graphwright::bind {
namespace {

PyTypeObject* tape_type = nullptr;

struct PyTape {
  PyObject_HEAD Ref<GradientTape> tape;  // null before the tape is first entered
  bool persistent;
  bool watch_accessed_variables;
  bool recording;
};

PyTape* tape_of(PyObject* self) { return reinterpret_cast<PyTape*>(self); }

// The record that gradients can be taken from, or the error that there is none (any more).
GradientTape& usable(PyTape* self) {
  GW_CHECK(self->tape && !self->tape->spent(), Code::kRuntimeError,
           "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)");
  return *self->tape;
}

void push(PyTape* self) {
  GW_CHECK(!self->recording, Code::kValueError,
           "Tape is still recording, This can happen if you try to re-enter an already-active tape.");
  if (!self->tape || self->tape->spent())
    self->tape = Ref<GradientTape>(new GradientTape(self->persistent, self->watch_accessed_variables));
  self->tape->enter();
  self->recording = true;
}

void pop(PyTape* self) {
  GW_CHECK(self->recording, Code::kValueError, "Tape is not recording.");
  self->tape->leave();
  self->recording = false;
}

PyObject* tape_new(PyTypeObject* type, PyObject*, PyObject*) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  new (&tape_of(self)->tape) Ref<GradientTape>();
  tape_of(self)->watch_accessed_variables = true;
  return self;
}

int tape_init(PyObject* self, PyObject* args, PyObject* kwargs) {
  if (PyTuple_GET_SIZE(args) == 0 && !kwargs) return 0;
  static const char* names[] = {"persistent", "watch_accessed_variables", nullptr};
  int persistent = 0, watch = 1;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|pp:GradientTape", const_cast<char**>(names), &persistent, &watch))
    return -1;
  tape_of(self)->persistent = persistent;
  tape_of(self)->watch_accessed_variables = watch;
  return 0;
}

void tape_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyTape* tape = tape_of(self);
  if (tape->recording) tape->tape->leave();
  tape->tape.~Ref<GradientTape>();
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* tape_enter(PyObject* self, PyObject*) {
  return guarded([&] {
    push(tape_of(self));
    return Py_NewRef(self);
  });
}

PyObject* tape_exit(PyObject* self, PyObject* const*, Py_ssize_t) {
  return guarded([&] {
    if (tape_of(self)->recording) pop(tape_of(self));
    return Py_NewRef(Py_None);
  });
}

PyObject* tape_pop(PyObject* self, PyObject*) {
  return guarded([&] {
    pop(tape_of(self));
    return Py_NewRef(Py_None);
  });
}

PyObject* tape_reset(PyObject* self, PyObject*) {
  return guarded([&] {
    PyTape* tape = tape_of(self);
    pop(tape);
    tape->tape = nullptr;
    push(tape);
    return Py_NewRef(Py_None);
  });
}

// The tape to watch something on; null where no tape records, for then nothing is watched.
GradientTape* watching(PyObject* self) {
  PyTape* tape = tape_of(self);
  GW_CHECK(tape->tape, Code::kAttributeError, "watch() needs a GradientTape that was entered by `with`");
  if (tape->recording) return tape->tape.get();
  for (Interpreter* item : interpreter_stack().items)
    if (dynamic_cast<GradientTape*>(item)) return tape->tape.get();
  return nullptr;
}

bool has_gradient(const Value& value) { return is_floating(value.dtype()) || is_complex(value.dtype()); }

PyObject* tape_watch(PyObject* self, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    bool named = nargs == 0 && kwnames && PyTuple_GET_SIZE(kwnames) == 1 &&
                 PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "tensor") == 0;
    GW_CHECK(named || (nargs == 1 && !kwnames), Code::kTypeError, "watch() takes one argument: tensor");
    PyObject* object = args[0];
    bool is_variable = is_variable_object(object);
    if (!is_variable && !(is_tensor_object(object) && has_gradient(value_of(object))))
      return checked(PyObject_CallFunctionObjArgs(hook("tape_watch"), self, object, nullptr)).release();
    GradientTape* tape = watching(self);
    if (!tape) return Py_NewRef(Py_None);
    Value value = recorded_value(object);
    if (is_variable) {
      tape->watch_variable(value);
    } else {
      tape->watch_known(value);
    }
    return Py_NewRef(Py_None);
  });
}

// Watches one tensor of any dtype.
PyObject* tape_watch_tensor(PyObject* self, PyObject* object) {
  return guarded([&]() -> PyObject* {
    GradientTape* tape = watching(self);
    Value value = recorded_value(object);
    GW_CHECK(value, Code::kTypeError, "expected a tensor");
    if (tape) tape->watch_known(value);
    return Py_NewRef(Py_None);
  });
}

// The gradients' sources as Values; false where one is no floating-point tensor or variable.
bool simple_sources(PyObject* const* objects, Py_ssize_t n, Values& values) {
  for (Py_ssize_t i = 0; i < n; ++i) {
    PyObject* object = objects[i];
    if (is_tensor_object(object)) {
      if (!has_gradient(value_of(object))) return false;
    } else if (!is_variable_object(object)) {
      return false;
    }
    Value value = recorded_value(object);
    if (!value) return false;
    values.push_back(std::move(value));
  }
  return true;
}

// gradient(target, sources, …): tensors and variables, or lists of them, as sources of one tensor, here; else in
// Python.
PyObject* tape_gradient(PyObject* self_object, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    PyTape* self = tape_of(self_object);
    bool simple = nargs == 2 && !kwnames && is_tensor_object(args[0]) && has_gradient(value_of(args[0])) &&
                  !(self->recording && self->persistent);
    Values sources;
    bool one = simple && (is_tensor_object(args[1]) || is_variable_object(args[1]));
    bool many = simple && !one && (PyList_CheckExact(args[1]) || PyTuple_CheckExact(args[1]));
    if (one) simple = simple_sources(&args[1], 1, sources);
    if (many) simple = simple_sources(PySequence_Fast_ITEMS(args[1]), PySequence_Fast_GET_SIZE(args[1]), sources);
    if (!simple || (!one && !many)) {
      SmallVector<PyObject*, 8> all;
      all.push_back(self_object);
      for (Py_ssize_t i = 0; i < nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0); ++i) all.push_back(args[i]);
      return checked(PyObject_Vectorcall(hook("tape_gradient"), all.data(), static_cast<size_t>(nargs) + 1, kwnames))
          .release();
    }
    GradientTape& tape = usable(self);
    if (self->recording) pop(self);
    Values targets{value_of(args[0])};
    Values grads = tape.gradient(targets, {}, sources);
    into_graph(grads);
    if (one) return gradient_to_python(grads[0]).release();
    bool is_list = PyList_CheckExact(args[1]);
    auto n = static_cast<Py_ssize_t>(grads.size());
    PyRef result = checked(is_list ? PyList_New(n) : PyTuple_New(n));
    for (Py_ssize_t i = 0; i < n; ++i) {
      PyObject* grad = gradient_to_python(grads[i]).release();
      if (is_list) {
        PyList_SET_ITEM(result.get(), i, grad);
      } else {
        PyTuple_SET_ITEM(result.get(), i, grad);
      }
    }
    return result.release();
  });
}

// _gradients(targets, grads, sources, keep): gradients of lists. The record stays where `keep` holds, and what is asked
// for are then rows of a Jacobian.
PyObject* tape_gradients(PyObject* self, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 4 && PyList_Check(args[0]) && PyList_Check(args[1]) && PyList_Check(args[2]), Code::kTypeError,
             "_gradients(targets, grads, sources, keep)");
    GradientTape& tape = usable(tape_of(self));
    Values targets, grads, sources;
    auto append = [](PyObject* list, Values& values) {
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
        values.push_back(recorded_value(PyList_GET_ITEM(list, i)));
        GW_CHECK(values.back(), Code::kTypeError, "expected a tensor or variable");
      }
    };
    append(args[0], targets);
    append(args[2], sources);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(args[1]); ++i)
      grads.push_back(gradient_from_python(PyList_GET_ITEM(args[1], i)));
    bool keep = PyObject_IsTrue(args[3]) == 1;
    Values result = keep ? tape.element_gradient(targets, grads, sources) : tape.gradient(targets, grads, sources);
    into_graph(result);
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(result.size())));
    for (size_t i = 0; i < result.size(); ++i)
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), gradient_to_python(result[i]).release());
    return list.release();
  });
}

// Forgets the record of a tape that is not persistent, as gradient() does.
PyObject* tape_spend(PyObject* self, PyObject*) {
  return guarded([&] {
    GradientTape& tape = usable(tape_of(self));
    if (!tape_of(self)->persistent) tape.gradient({}, {}, {});
    return Py_NewRef(Py_None);
  });
}

PyObject* tape_watched_handles(PyObject* self, PyObject*) {
  return guarded([&] {
    PyRef list = checked(PyList_New(0));
    if (!tape_of(self)->tape) return list.release();
    for (const Value& handle : tape_of(self)->tape->watched_handles())
      if (PyList_Append(list.get(), PyRef(wrap(handle)).get()) < 0) throw PythonError();
    return list.release();
  });
}

PyObject* tape_persistent(PyObject* self, void*) { return PyBool_FromLong(tape_of(self)->persistent); }
PyObject* tape_recording(PyObject* self, void*) { return PyBool_FromLong(tape_of(self)->recording); }
PyObject* tape_usable(PyObject* self, void*) {
  return PyBool_FromLong(tape_of(self)->tape && !tape_of(self)->tape->spent());
}

template <class F>
PyCFunction as_function(F* f) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef tape_methods[] = {
    {"__enter__", tape_enter, METH_NOARGS, "Begins to record."},
    {"__exit__", as_function(tape_exit), METH_FASTCALL, "Ends recording."},
    {"_push", tape_enter, METH_NOARGS, "Begins to record."},
    {"_pop", tape_pop, METH_NOARGS, "Ends recording."},
    {"reset", tape_reset, METH_NOARGS,
     "reset($self, /)\n--\n\nForgets all that was recorded, as leaving the block and entering it anew would.\n\n"
     "Raises:\n  ValueError: the tape does not record now."},
    {"watch", as_function(tape_watch), METH_FASTCALL | METH_KEYWORDS,
     "watch($self, tensor)\n--\n\n"
     "Makes the tape record what is computed from `tensor`: a tensor, a variable, or a structure of them.\n\n"
     "Raises:\n  ValueError: it is something else."},
    {"_watch_tensor", tape_watch_tensor, METH_O, "Watches one tensor or variable."},
    {"gradient", as_function(tape_gradient), METH_FASTCALL | METH_KEYWORDS,
     "gradient($self, target, sources, output_gradients=None, unconnected_gradients='none')\n--\n\n"
     "The gradient of the sum of `target` with respect to each of `sources`.\n\n"
     "Args:\n"
     "  target: a tensor, variable, or a structure of them.\n"
     "  sources: a tensor, variable, or a structure of them.\n"
     "  output_gradients: one gradient for each target (or None): what to multiply its Jacobian with; ones by "
     "default.\n"
     "  unconnected_gradients: what stands for the gradient where there is no dependence: \"none\" or \"zero\".\n\n"
     "Returns:\n"
     "  One tensor, tf.IndexedSlices or None for each of `sources`, in the same structure.\n\n"
     "Raises:\n"
     "  RuntimeError: the tape is not persistent and was used before, or was never entered.\n"
     "  LookupError: an op that lies between has no gradient."},
    {"_gradients", as_function(tape_gradients), METH_FASTCALL, "_gradients(targets, grads, sources, keep): a list."},
    {"_spend", tape_spend, METH_NOARGS, "Forgets the record unless the tape is persistent."},
    {"_watched_handles", tape_watched_handles, METH_NOARGS, "Handles of the variables that are watched."},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef tape_getset[] = {
    {"_persistent", tape_persistent, nullptr, nullptr, nullptr},
    {"_recording", tape_recording, nullptr, nullptr, nullptr},
    {"_usable", tape_usable, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot tape_slots[] = {
    {Py_tp_new, reinterpret_cast<void*>(tape_new)},
    {Py_tp_init, reinterpret_cast<void*>(tape_init)},
    {Py_tp_dealloc, reinterpret_cast<void*>(tape_dealloc)},
    {Py_tp_methods, tape_methods},
    {Py_tp_getset, tape_getset},
    {Py_tp_doc, const_cast<char*>("TapeBase(persistent=False, watch_accessed_variables=True)\n--\n\n"
                                  "What tf.GradientTape is made of: entering, watching, gradients of tensors.")},
    {0, nullptr},
};
PyType_Spec tape_spec = {"graphwright._core.TapeBase", sizeof(PyTape), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                         tape_slots};

}  // namespace

Value recorded_value(PyObject* object) {
  if (is_tensor_object(object)) return value_of(object);
  if (!is_variable_object(object)) return Value();
  const Value handle = handle_of(object);
  FuncGraph* graph = interpreter_stack().top().graph();
  return graph && handle ? Value(graph->capture(handle)) : handle;
}

void into_graph(Values& grads) {
  FuncGraph* graph = interpreter_stack().top().graph();
  if (!graph) return;
  for (size_t i = 0; i < grads.size(); ++i) {
    if (!grads[i] || !grads[i].is_tensor() || slices_of(grads[i])) continue;
    const Value tensor = grads[i];
    const Value symbol(graph->capture(tensor));
    for (size_t k = i; k < grads.size(); ++k)
      if (grads[k] == tensor) grads[k] = symbol;
  }
}

PyRef gradient_to_python(const Value& grad) {
  if (!grad) return PyRef::borrow(Py_None);
  // While a graph is traced, constants are symbols of it, too.
  FuncGraph* graph = interpreter_stack().top().graph();
  auto tensor = [&](const Value& value) {
    return PyRef(wrap(graph && value.is_tensor() ? Value(graph->capture(value)) : value));
  };
  const GradientSlices* slices = slices_of(grad);
  if (!slices) return tensor(grad);
  PyRef values = tensor(slices->values), indices = tensor(slices->indices), shape = tensor(slices->dense_shape);
  return checked(
      PyObject_CallFunctionObjArgs(hook("indexed_slices"), values.get(), indices.get(), shape.get(), nullptr));
}

Value gradient_from_python(PyObject* object) {
  if (object == Py_None) return Value();
  if (is_tensor_object(object)) return value_of(object);
  int is_slices = PyObject_IsInstance(object, hook("indexed_slices"));
  if (is_slices < 0) throw PythonError();
  if (!is_slices) return to_value(object);
  auto part = [&](const char* name) {
    PyRef attribute = checked(PyObject_GetAttrString(object, name));
    return attribute.get() == Py_None ? Value() : to_value(attribute.get());
  };
  Value values = part("values"), indices = part("indices"), shape = part("dense_shape");
  if (!shape) return to_value(object);
  return make_slices(std::move(values), std::move(indices), build::cast(shape, DType::kInt32));
}

void init_tape_type(PyObject* module) {
  PyRef type = checked(PyType_FromSpec(&tape_spec));
  if (PyModule_AddObjectRef(module, "TapeBase", type.get()) < 0) throw PythonError();
  tape_type = reinterpret_cast<PyTypeObject*>(type.release());
}

}  // namespace graphwright::bind
