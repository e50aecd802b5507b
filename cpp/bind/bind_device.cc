// GPUs and the device scope for Python: lists, placement, memory.
#include "bind/bind_device.h"

#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "device/gpu.h"
#include "device/placement.h"
#include "op/check_results.h"
#include "tensor/host_memory.h"

namespace graphwright::bind {
namespace {

int int_from(PyObject* object) {
  const long value = PyLong_AsLong(object);
  if (value == -1 && PyErr_Occurred()) throw PythonError();
  return static_cast<int>(value);
}

// [{"device_name": …, "compute_capability": (major, minor)}], as tf.config's details; opens the plugin.
PyObject* list_gpus(PyObject*, PyObject*) {
  return guarded([&] {
    const Plugin* plugin;
    {
      GilRelease gil;
      plugin = gpu_plugin();
    }
    PyRef list = checked(PyList_New(0));
    for (int i = 0; plugin && i < plugin->num_devices; ++i) {
      const PluginDevice& device = plugin->devices[i];
      PyRef details = checked(Py_BuildValue("{s:s,s:(ii)}", "device_name", device.name, "compute_capability",
                                            device.compute_major, device.compute_minor));
      if (PyList_Append(list.get(), details.get()) < 0) throw PythonError();
    }
    return list.release();
  });
}

PyObject* gpu_problem_method(PyObject*, PyObject*) {
  return guarded([&] { return to_str(gpu_problem()).release(); });
}

PyObject* set_device_scope_method(PyObject*, PyObject* args) {
  return guarded([&]() -> PyObject* {
    DeviceScope scope;
    const char* missing;
    if (!PyArg_ParseTuple(args, "is", &scope.device, &missing)) return nullptr;
    scope.missing = missing;
    set_device_scope(std::move(scope));
    Py_RETURN_NONE;
  });
}

PyObject* device_scope_method(PyObject*, PyObject*) {
  return guarded([&] {
    const DeviceScope& scope = device_scope();
    return checked(Py_BuildValue("(is)", scope.device, scope.missing.c_str())).release();
  });
}

PyObject* set_default_gpu_method(PyObject*, PyObject* number) {
  return guarded([&]() -> PyObject* {
    set_default_gpu(int_from(number));
    Py_RETURN_NONE;
  });
}

PyObject* place_method(PyObject*, PyObject* args) {
  return guarded([&]() -> PyObject* {
    PyObject* tensor;
    int device;
    if (!PyArg_ParseTuple(args, "Oi", &tensor, &device)) return nullptr;
    GW_CHECK(is_eager(tensor), Code::kTypeError, "place(tensor, device): expected an eager tensor");
    const Value& value = value_of(tensor);
    Value placed;
    {
      GilRelease gil;
      placed = graphwright::place(Tensor::of(value), device);
    }
    return placed == value ? Py_NewRef(tensor) : wrap(std::move(placed));
  });
}

PyObject* gpu_of(PyObject*, PyObject* tensor) {
  return guarded([&]() -> PyObject* {
    if (is_variable_object(tensor)) {
      const Ref<VariableResource>& variable = as_variable(tensor)->resource;
      return PyLong_FromLong(variable && variable->initialized() ? variable->read().gpu() : -1);
    }
    GW_CHECK(is_eager(tensor), Code::kTypeError, "gpu_of(tensor): expected an eager tensor or a variable");
    return PyLong_FromLong(Tensor::of(value_of(tensor)).gpu());
  });
}

PyObject* memory_info_method(PyObject*, PyObject* number) {
  return guarded([&] {
    const MemoryInfo info = gpu_memory_info(int_from(number));
    return checked(Py_BuildValue("{s:n,s:n}", "current", static_cast<Py_ssize_t>(info.current), "peak",
                                 static_cast<Py_ssize_t>(info.peak)))
        .release();
  });
}

PyObject* reset_memory_method(PyObject*, PyObject* number) {
  return guarded([&]() -> PyObject* {
    reset_gpu_peak_memory(int_from(number));
    Py_RETURN_NONE;
  });
}

PyObject* host_memory_method(PyObject*, PyObject*) {
  return guarded([&] {
    const HostMemory info = host_memory();
    return checked(Py_BuildValue("nnnn", static_cast<Py_ssize_t>(info.current), static_cast<Py_ssize_t>(info.peak),
                                 static_cast<Py_ssize_t>(info.cached), static_cast<Py_ssize_t>(info.limit)))
        .release();
  });
}

PyObject* reset_host_memory_method(PyObject*, PyObject*) {
  return guarded([&]() -> PyObject* {
    reset_peak_host_memory();
    Py_RETURN_NONE;
  });
}

PyObject* set_host_memory_limit_method(PyObject*, PyObject* bytes) {
  return guarded([&]() -> PyObject* {
    const size_t limit = PyLong_AsSize_t(bytes);
    if (PyErr_Occurred()) throw PythonError();
    set_host_memory_limit(limit);
    Py_RETURN_NONE;
  });
}

PyObject* release_host_memory_method(PyObject*, PyObject*) {
  return guarded([&]() -> PyObject* {
    size_t released;
    {
      GilRelease gil;
      released = release_host_memory();
    }
    return PyLong_FromSize_t(released);
  });
}

PyObject* synchronize_method(PyObject*, PyObject* number) {
  return guarded([&]() -> PyObject* {
    const int gpu = int_from(number);
    {
      GilRelease gil;
      synchronize_gpu(gpu);
    }
    Py_RETURN_NONE;
  });
}

// A function of one argument that says whether something is to be.
template <void (*kSet)(bool)>
PyObject* switch_method(PyObject*, PyObject* enabled) {
  return guarded([&]() -> PyObject* {
    const int truth = PyObject_IsTrue(enabled);
    if (truth < 0) throw PythonError();
    kSet(truth != 0);
    Py_RETURN_NONE;
  });
}

PyMethodDef device_methods[] = {
    {"list_gpus", list_gpus, METH_NOARGS, "Facts about each GPU; opens the device plugin where there is a driver."},
    {"gpu_problem", gpu_problem_method, METH_NOARGS, "Why there are no GPUs although there is a driver, or ''."},
    {"set_device_scope", set_device_scope_method, METH_VARARGS,
     "set_device_scope(device, missing): -1 any, 0 the CPU, n GPU n-1; `missing`: what running an op shall raise."},
    {"device_scope", device_scope_method, METH_NOARGS, "What set_device_scope set for this thread."},
    {"set_default_gpu", set_default_gpu_method, METH_O, "The GPU that ops run on unasked; -1 for none."},
    {"place", place_method, METH_VARARGS,
     "place(tensor, device): the tensor at home on a device (0: CPU, n: GPU n-1)."},
    {"gpu_of", gpu_of, METH_O,
     "The number of the GPU where a tensor or a variable's value is at home, -1 for host memory."},
    {"gpu_memory_info", memory_info_method, METH_O, "{'current': bytes, 'peak': bytes} that tensors take on a GPU."},
    {"reset_gpu_memory_stats", reset_memory_method, METH_O, "Makes the peak of a GPU what it uses now."},
    {"host_memory", host_memory_method, METH_NOARGS,
     "Bytes of tensors in host memory: now, at the peak, of blocks kept for reuse, and the limit (0: none)."},
    {"reset_host_memory", reset_host_memory_method, METH_NOARGS, "Makes the peak of host_memory() what is taken now."},
    {"set_host_memory_limit", set_host_memory_limit_method, METH_O, "Bytes that tensors may take; 0 for no limit."},
    {"release_host_memory", release_host_memory_method, METH_NOARGS, "Gives kept blocks back; how many bytes."},
    {"synchronize_gpu", synchronize_method, METH_O, "Waits for all work of a GPU."},
    {"set_tensor_float_32", switch_method<set_tensor_float_32>, METH_O, "May GPUs round operands of float32 products?"},
    {"set_log_placement", switch_method<set_log_placement>, METH_O,
     "Whether stderr gets a line for each op: its device."},
    {"check_results", switch_method<check_results>, METH_O,
     "Whether this thread's ops fail where they give infinity or NaN."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void init_device_functions(PyObject* module) {
  if (PyModule_AddFunctions(module, device_methods) < 0) throw PythonError();
}

}  // namespace graphwright::bind
