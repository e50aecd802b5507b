// Python functions as nodes of graphs (py_function, numpy_function), and the state of random ops.
#include "bind/script.h"

#include <atomic>
#include <mutex>

#include "bind/convert.h"
#include "bind/gil.h"
#include "bind/tensor_type.h"
#include "io/descriptor.h"
#include "op/dispatch.h"
#include "ops/control_flow/script_ops.h"
#include "ops/debug/print_assert.h"
#include "ops/image/codecs.h"
#include "ops/random/state.h"

namespace graphwright::bind {
namespace {

// Keeps an exception that is on its way aside: the last reference to an iterator may go while one is raised, and what
// ends its generator is Python code.
class PendingException {
 public:
  PendingException() { PyErr_Fetch(&type_, &value_, &traceback_); }
  ~PendingException() {
    if (type_) PyErr_Restore(type_, value_, traceback_);
  }
  PendingException(const PendingException&) = delete;
  PendingException& operator=(const PendingException&) = delete;

 private:
  PyObject* type_ = nullptr;
  PyObject* value_ = nullptr;
  PyObject* traceback_ = nullptr;
};

// A Python object with methods run(tensors) -> list of tensors and gradient() -> another such object.
class PythonScript : public FunctionRef {
 public:
  PythonScript(std::string token, PyObject* object) : token_(std::move(token)), object_(Py_NewRef(object)) {
    register_script(token_, this);
  }
  ~PythonScript() override {
    unregister_script(token_);
    give_back_anywhere(object_);
  }

  const std::string& name() const override { return token_; }
  size_t num_outputs() const override { return 0; }  // known to the node only
  FuncGraph* graph() const override { return nullptr; }

  std::vector<Tensor> run(std::span<const Value> inputs) override {
    GilAcquire gil;
    PendingException pending;
    // What the function does is not for the tapes and graphs that listen to the op itself.
    InterpreterScope eagerly(&eager_interpreter());
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(inputs.size())));
    for (size_t i = 0; i < inputs.size(); ++i) {
      // Tapes inside of the function must tell two arguments apart that are one tensor outside, and from that one
      // itself.
      Value argument = inputs[i];
      if (is_plain(argument.dtype())) make_distinct(argument);
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), wrap(argument));
    }
    PyRef results = checked(or_park([&] { return PyObject_CallMethod(object_, "run", "O", list.get()); }));
    PyRef items = checked(PySequence_Fast(results.get(), "expected a list of tensors"));
    std::vector<Tensor> outputs;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
      PyObject* item = PySequence_Fast_GET_ITEM(items.get(), i);
      GW_CHECK(is_eager(item), Code::kTypeError, token_, " returned ", Py_TYPE(item)->tp_name, ", not a tensor");
      outputs.push_back(Tensor(value_of(item)));
    }
    return outputs;
  }

  const Derivative& derivative() override {
    GilAcquire gil;
    if (!derivative_) {
      PyRef gradient = checked(PyObject_CallMethod(object_, "gradient", nullptr));
      auto made = std::make_unique<Derivative>();
      made->backward = make_ref<PythonScript>(new_token(), gradient.get());
      derivative_ = std::move(made);
    }
    return *derivative_;
  }

  static std::string new_token() {
    static std::atomic<int64_t> number{0};
    return str_cat("pyfunc_", number++);
  }

 private:
  const std::string token_;
  PyObject* object_;
  std::unique_ptr<Derivative> derivative_;
};

// call_script(op, script, inputs, dtypes, name): the outputs of a PyFunc, PyFuncStateless or EagerPyFunc node.
PyObject* call_script(PyObject*, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 5, Code::kTypeError, "call_script(op, script, inputs, dtypes, name)");
    const OpDef& op = get_op(utf8(args[0]));
    PyRef items = checked(PySequence_Fast(args[2], "the inputs must be a sequence"));
    Values inputs;
    std::vector<DType> given, wanted;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
      inputs.push_back(to_value(PySequence_Fast_GET_ITEM(items.get(), i)));
      given.push_back(inputs.back().dtype());
    }
    PyRef dtypes = checked(PySequence_Fast(args[3], "the dtypes must be a sequence"));
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(dtypes.get()); ++i)
      wanted.push_back(dtype_from_object(PySequence_Fast_GET_ITEM(dtypes.get(), i)));
    Ref<FunctionRef> script = make_ref<PythonScript>(PythonScript::new_token(), args[1]);
    Attrs attrs = {{"token", script->name()}, {"Tin", given}, {"Tout", wanted}, {kScriptAttr, script}};
    std::string name = args[4] == Py_None ? std::string() : std::string(utf8(args[4]));
    Values outputs = call(op, inputs, attrs, name);
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(outputs.size())));
    for (size_t i = 0; i < outputs.size(); ++i)
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), wrap(std::move(outputs[i])));
    return list.release();
  });
}

// generator_dataset(init, next, finalize, args, dtypes, shapes): a GeneratorDataset whose functions are Python objects
// as those of call_script; `next` gives no tensors at the end.
PyObject* generator_dataset(PyObject*, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 6, Code::kTypeError, "generator_dataset(init, next, finalize, args, dtypes, shapes)");
    Attrs attrs;
    const char* names[] = {"init_func", "next_func", "finalize_func"};
    for (int i = 0; i < 3; ++i)
      attrs.set(names[i], Ref<FunctionRef>(make_ref<PythonScript>(PythonScript::new_token(), args[i])));
    PyRef items = checked(PySequence_Fast(args[3], "the arguments must be a sequence"));
    Values inputs;
    std::vector<DType> given, dtypes;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
      inputs.push_back(to_value(PySequence_Fast_GET_ITEM(items.get(), i)));
      given.push_back(inputs.back().dtype());
    }
    PyRef wanted = checked(PySequence_Fast(args[4], "the dtypes must be a sequence"));
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(wanted.get()); ++i)
      dtypes.push_back(dtype_from_object(PySequence_Fast_GET_ITEM(wanted.get(), i)));
    PyRef known = checked(PySequence_Fast(args[5], "the shapes must be a sequence"));
    std::vector<Shape> shapes;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(known.get()); ++i)
      shapes.push_back(shape_from_object(PySequence_Fast_GET_ITEM(known.get(), i)));
    attrs.set("Tinit_func_args", given);
    attrs.set("Tnext_func_args", std::vector<DType>());
    attrs.set("Tfinalize_func_args", std::vector<DType>());
    attrs.set("output_types", dtypes);
    attrs.set("output_shapes", shapes);
    return wrap(call(get_op("GeneratorDataset"), inputs, attrs)[0]);
  });
}

PyObject* forget_positions(PyObject*, PyObject*) {
  forget_random_positions();
  Py_RETURN_NONE;
}

PyObject* set_place(PyObject*, PyObject* place) {
  const long number = PyLong_AsLong(place);
  if (number == -1 && PyErr_Occurred()) return nullptr;
  set_random_place(static_cast<int>(number));
  Py_RETURN_NONE;
}

// Printing goes to Python's streams, so that notebooks and redirections see it.
void print_to_python(std::string_view stream, std::string_view text) {
  GilAcquire gil;
  PyRef name = to_str(stream);
  PyRef decoded = checked(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace"));
  checked(PyObject_CallFunctionObjArgs(hook("print"), name.get(), decoded.get(), nullptr));
}

// Image files are read and written in Python.
Tensor run_image_codec(const std::string& op, std::span<const Value> inputs) {
  GilAcquire gil;
  InterpreterScope eagerly(&eager_interpreter());
  PyRef name = to_str(op);
  PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(inputs.size())));
  for (size_t i = 0; i < inputs.size(); ++i) PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), wrap(inputs[i]));
  PyRef result = checked(
      or_park([&] { return PyObject_CallFunctionObjArgs(hook("image_codec"), name.get(), list.get(), nullptr); }));
  GW_CHECK(is_eager(result.get()), Code::kTypeError, op, " gave ", Py_TYPE(result.get())->tp_name, ", not a tensor");
  return Tensor(value_of(result.get()));
}

// The messages that the process knows are those in protobuf's pool.
std::string describe_in_python(const std::string& message) {
  GilAcquire gil;
  PyRef name = to_str(message);
  PyRef bytes = checked(or_park([&] { return PyObject_CallOneArg(hook("describe_message"), name.get()); }));
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes.get(), &data, &size) < 0) throw PythonError();
  return {data, static_cast<size_t>(size)};
}

template <class F>
PyCFunction as_function(F* f) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef functions[] = {
    {"call_script", as_function(call_script), METH_FASTCALL,
     "call_script(op, script, inputs, dtypes, name): outputs of a node that calls script.run(list of tensors)."},
    {"generator_dataset", as_function(generator_dataset), METH_FASTCALL,
     "generator_dataset(init, next, finalize, args, dtypes, shapes): a data set that Python functions generate."},
    {"forget_random_positions", forget_positions, METH_NOARGS, "Eager random ops with seeds begin anew."},
    {"set_random_place", set_place, METH_O,
     "set_random_place(number): this thread's eager random ops with seeds are those of a replica; -1 for none."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void init_script_functions(PyObject* module) {
  if (PyModule_AddFunctions(module, functions) < 0) throw PythonError();
  set_print_sink(print_to_python);
  set_image_codec(run_image_codec);
  set_message_describer(describe_in_python);
}

}  // namespace graphwright::bind
