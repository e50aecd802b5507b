// The Python type DataIterator, the base of tf.data's iterators: `for` loops over data sets run in it without a frame.
#include "bind/data_iterator.h"

#include "base/waiting.h"
#include "bind/gil.h"
#include "bind/tensor_type.h"
#include "data/iterator_resource.h"
#include "data/workers.h"
#include "op/dispatch.h"

namespace graphwright::bind {
namespace {

struct PyIterator {
  PyObject_HEAD PyObject* handle;  // a Tensor
  PyObject* pack;                  // None: elements are one tensor, True: a tuple of tensors, else what makes them
};

PyIterator* iterator_of(PyObject* self) { return reinterpret_cast<PyIterator*>(self); }

int iterator_init(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject *handle, *pack = Py_None;
  if (kwargs && PyDict_GET_SIZE(kwargs)) {
    PyErr_SetString(PyExc_TypeError, "DataIterator() takes no keyword arguments");
    return -1;
  }
  if (!PyArg_ParseTuple(args, "O|O", &handle, &pack)) return -1;
  if (!is_tensor_object(handle)) {
    PyErr_Format(PyExc_TypeError, "expected the handle of an iterator, got %s", Py_TYPE(handle)->tp_name);
    return -1;
  }
  Py_XSETREF(iterator_of(self)->handle, Py_NewRef(handle));
  Py_XSETREF(iterator_of(self)->pack, Py_NewRef(pack));
  return 0;
}

PyObject* packed(PyObject* pack, data::Element& element) {
  for (Value& part : element) make_distinct(part);
  if (pack == Py_None && element.size() == 1) return wrap(std::move(element[0]));
  auto size = static_cast<Py_ssize_t>(element.size());
  PyRef items = checked(pack == Py_True ? PyTuple_New(size) : PyList_New(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* tensor = wrap(std::move(element[static_cast<size_t>(i)]));
    if (pack == Py_True) {
      PyTuple_SET_ITEM(items.get(), i, tensor);
    } else {
      PyList_SET_ITEM(items.get(), i, tensor);
    }
  }
  if (pack == Py_True) return items.release();
  return checked(PyObject_CallOneArg(pack, items.get())).release();
}

// The next element; null without an exception at the end.
PyObject* iterator_next(PyObject* self) {
  return guarded([&]() -> PyObject* {
    PyIterator* iterator = iterator_of(self);
    GW_CHECK(iterator->handle, Code::kRuntimeError, "the iterator was not initialised");
    if (!is_eager(iterator->handle) || !executing_eagerly())
      return PyObject_CallMethod(self, "_next_in_graph", nullptr);
    Value handle = value_of(iterator->handle);
    data::Element element;
    if (!data::IteratorResource::of(handle).next(element)) return nullptr;
    return packed(iterator->pack, element);
  });
}

void iterator_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(iterator_of(self)->handle);
  Py_CLEAR(iterator_of(self)->pack);
  type->tp_free(self);
  Py_DECREF(type);
}

int iterator_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(iterator_of(self)->handle);
  Py_VISIT(iterator_of(self)->pack);
  return 0;
}

int iterator_clear(PyObject* self) {
  Py_CLEAR(iterator_of(self)->pack);
  return 0;
}

PyObject* get_handle(PyObject* self, void*) {
  PyObject* handle = iterator_of(self)->handle;
  return Py_NewRef(handle ? handle : Py_None);
}

template <class F>
void* slot(F* f) {
  return reinterpret_cast<void*>(f);
}

PyGetSetDef iterator_getset[] = {
    {"_iterator_resource", get_handle, nullptr, "The handle of the iterator.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot iterator_slots[] = {
    {Py_tp_doc, const_cast<char*>("An iterator over a data set: DataIterator(handle, pack=None).")},
    {Py_tp_new, slot(PyType_GenericNew)},
    {Py_tp_init, slot(iterator_init)},
    {Py_tp_dealloc, slot(iterator_dealloc)},
    {Py_tp_traverse, slot(iterator_traverse)},
    {Py_tp_clear, slot(iterator_clear)},
    {Py_tp_iter, slot(PyObject_SelfIter)},
    {Py_tp_iternext, slot(iterator_next)},
    {Py_tp_getset, iterator_getset},
    {0, nullptr},
};
PyType_Spec iterator_spec = {"graphwright.DataIterator", sizeof(PyIterator), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, iterator_slots};

// What an exception that is one of tf.errors says. It is looked at where it is, and put back.
bool describe_error(const Error& error, Code& code, std::string& text) {
  auto* raised = dynamic_cast<PythonError*>(const_cast<Error*>(&error));
  if (!raised) return false;
  GilAcquire gil;
  raised->restore();
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  bool found = false;
  if (PyObject* number = value ? PyObject_GetAttrString(value, "_error_code") : nullptr) {
    const long known = PyLong_AsLong(number);
    Py_DECREF(number);
    PyObject* message = PyObject_GetAttrString(value, "_message");
    Py_ssize_t size = 0;
    const char* bytes = message && PyUnicode_Check(message) ? PyUnicode_AsUTF8AndSize(message, &size) : nullptr;
    if (bytes && known > 0) {
      code = static_cast<Code>(known);
      text.assign(bytes, static_cast<size_t>(size));
      found = true;
    }
    Py_XDECREF(message);
  }
  PyErr_Clear();
  PyErr_Restore(type, value, traceback);
  *raised = PythonError();
  return found;
}

void run_unlocked(const std::function<void()>& work) {
  GilRelease gil(PyGILState_Check());
  work();
}

void run_counted(const std::function<void()>& work) {
  NativeRun run(true);
  work();
}

}  // namespace

void init_data_types(PyObject* module) {
  PyRef type = checked(PyType_FromSpec(&iterator_spec));
  if (PyModule_AddObjectRef(module, "DataIterator", type.get()) < 0) throw PythonError();
  data::set_unlocked(run_unlocked);
  data::set_process_ends([] { return exit_begun.load(std::memory_order_relaxed); });
  data::set_python_errors(describe_error);
  set_waiting(check_interrupt, run_unlocked);
  data::set_work_runner(run_counted);
}

}  // namespace graphwright::bind
