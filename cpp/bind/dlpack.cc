// DLPack: tensors to and from other libraries without copying their elements. The structs are those of DLPack 1.1's C
// interface, of which two forms travel in capsules: an older one, and one with a version and flags.
#include "bind/dlpack.h"

#include <array>
#include <vector>

#include "bind/tensor_type.h"
#include "device/gpu.h"
#include "tensor/tensor.h"

namespace graphwright::bind {
namespace {

enum DeviceType : int32_t { kHost = 1, kCuda = 2, kCudaHost = 3, kCudaManaged = 13 };

struct Device {
  int32_t type, id;
};
struct ElementType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct Array {
  void* data;
  Device device;
  int32_t rank;
  ElementType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null for row-major arrays
  uint64_t byte_offset;
};
struct Managed {
  Array array;
  void* context;
  void (*deleter)(Managed* self);
};
struct Versioned {
  uint32_t major, minor;
  void* context;
  void (*deleter)(Versioned* self);
  uint64_t flags;
  Array array;
};
constexpr uint64_t kReadOnly = 1, kIsCopied = 2;

// The capsules' names: as given out, and once somebody has taken what is in them.
template <class Form>
constexpr const char* kName = "dltensor";
template <>
constexpr const char* kName<Versioned> = "dltensor_versioned";
template <class Form>
constexpr const char* kUsedName = "used_dltensor";
template <>
constexpr const char* kUsedName<Versioned> = "used_dltensor_versioned";

struct TypeEntry {
  DType dtype;
  uint8_t code, bits;
};
constexpr std::array<TypeEntry, 21> kTypes = {{
    {DType::kInt8, 0, 8},          {DType::kInt16, 0, 16},
    {DType::kInt32, 0, 32},        {DType::kInt64, 0, 64},
    {DType::kUint8, 1, 8},         {DType::kUint16, 1, 16},
    {DType::kUint32, 1, 32},       {DType::kUint64, 1, 64},
    {DType::kHalf, 2, 16},         {DType::kFloat32, 2, 32},
    {DType::kFloat64, 2, 64},      {DType::kBfloat16, 4, 16},
    {DType::kComplex64, 5, 64},    {DType::kComplex128, 5, 128},
    {DType::kBool, 6, 8},          {DType::kFloat8E4m3b11fnuz, 9, 8},
    {DType::kFloat8E4m3fn, 10, 8}, {DType::kFloat8E4m3fnuz, 11, 8},
    {DType::kFloat8E5m2, 12, 8},   {DType::kFloat8E5m2fnuz, 13, 8},
    {DType::kInvalid, 255, 0},
}};

ElementType element_type(DType dtype) {
  for (const TypeEntry& entry : kTypes)
    if (entry.dtype == dtype) return {entry.code, entry.bits, 1};
  fail(Code::kInvalidArgument, dtype_name(dtype), " is not supported by dlpack");
}
DType dtype_of_elements(ElementType type) {
  for (const TypeEntry& entry : kTypes)
    if (entry.code == type.code && entry.bits == type.bits && type.lanes == 1) return entry.dtype;
  fail(Code::kInvalidArgument, "Unsupported dlpack type: code ", int{type.code}, ", ", int{type.bits}, " bits, ",
       type.lanes, " lanes");
}

const Tensor& eager_tensor(PyObject* object) {
  GW_CHECK_ARG(is_eager(object), "The argument to `to_dlpack` must be a TF tensor, not Python object");
  return Tensor::of(value_of(object));
}

// ---- giving tensors out ----

// What a capsule keeps alive: the tensor, and with it its elements.
template <class Form>
struct Lent {
  Form form{};
  Tensor tensor;
  std::vector<int64_t> extents, strides;
  std::unique_ptr<DeviceMemory> device_copy;
};

template <class Form>
void end_loan(Form* self) {
  delete static_cast<Lent<Form>*>(self->context);
}

// A capsule that nobody took the contents of takes them back.
template <class Form>
void close_capsule(PyObject* capsule) {
  if (!PyCapsule_IsValid(capsule, kName<Form>)) return;
  auto* form = static_cast<Form*>(PyCapsule_GetPointer(capsule, kName<Form>));
  form->deleter(form);
}

template <class Form>
PyObject* lend(const Tensor& tensor, uint64_t flags) {
  auto lent = std::make_unique<Lent<Form>>();
  lent->tensor = tensor;
  lent->extents.assign(tensor.shape().begin(), tensor.shape().end());
  lent->strides.resize(lent->extents.size());
  int64_t stride = 1;
  for (size_t i = lent->extents.size(); i-- > 0;) {
    lent->strides[i] = stride;
    stride *= std::max<int64_t>(lent->extents[i], 1);
  }
  Array& array = lent->form.array;
  array.dtype = element_type(tensor.dtype());
  array.rank = tensor.shape().rank();
  array.shape = lent->extents.data();
  array.strides = lent->strides.data();
  if (const int gpu = tensor.gpu(); gpu >= 0) {
    array.device = {kCuda, gpu};
    array.data = elements_on_gpu(tensor, gpu, lent->device_copy);
    GilRelease release;
    synchronize_gpu(gpu);  // whatever stream the taker uses, the elements are there
  } else {
    array.device = {kHost, 0};
    array.data = tensor.raw();
  }
  lent->form.context = lent.get();
  lent->form.deleter = end_loan<Form>;
  if constexpr (std::is_same_v<Form, Versioned>) {
    lent->form.major = 1;
    lent->form.minor = 1;
    lent->form.flags = flags;
  }
  PyObject* capsule = PyCapsule_New(&lent->form, kName<Form>, close_capsule<Form>);
  if (!capsule) throw PythonError();
  lent.release();
  return capsule;
}

// to_dlpack(tensor, versioned=False, copy=False)
PyObject* to_dlpack(PyObject*, PyObject* args) {
  return guarded([&]() -> PyObject* {
    PyObject* object;
    int versioned = 0, copy = 0;
    if (!PyArg_ParseTuple(args, "O|pp", &object, &versioned, &copy)) throw PythonError();
    Tensor tensor = eager_tensor(object);
    if (copy) tensor = tensor.copy();
    // Tensors never change: only takers of the older form have to know that by themselves.
    return versioned ? lend<Versioned>(tensor, copy ? kIsCopied : kReadOnly) : lend<Managed>(tensor, 0);
  });
}

PyObject* dlpack_device(PyObject*, PyObject* object) {
  return guarded([&]() -> PyObject* {
    const int gpu = eager_tensor(object).gpu();
    return checked(gpu < 0 ? Py_BuildValue("ii", kHost, 0) : Py_BuildValue("ii", kCuda, gpu)).release();
  });
}

// ---- taking arrays in ----

bool is_row_major(const Array& array, const Shape& shape) {
  if (!array.strides || shape.num_elements() == 0) return true;
  int64_t stride = 1;
  for (int i = array.rank; i-- > 0;) {
    if (array.shape[i] != 1 && array.strides[i] != stride) return false;
    stride *= array.shape[i];
  }
  return true;
}

Tensor copied_to_gpu(const Array& array, const void* data, DType dtype, const Shape& shape) {
  const int gpu = array.device.id;
  GW_CHECK_ARG(gpu >= 0 && gpu < num_gpus(), "dlpack: the array lies on GPU ", gpu, ", of which there are ",
               num_gpus());
  const size_t bytes = static_cast<size_t>(shape.num_elements()) * dtype_size(dtype);
  std::unique_ptr<DeviceMemory> memory = allocate_on_gpu(gpu, bytes);
  char error[kPluginErrorSize] = "";
  if (bytes > 0) check_plugin(gpu_plugin()->copy_between(gpu, memory->data(), gpu, data, bytes, error), error);
  synchronize_gpu(gpu);
  return Tensor::wrap_gpu(dtype, shape, Buffer::on_gpu(std::move(memory), bytes));
}

// The tensor over the array's memory; `give_back` is called once no tensor uses it any longer, or before this returns.
Tensor tensor_of(const Array& array, std::function<void()> give_back) {
  const DType dtype = dtype_of_elements(array.dtype);
  GW_CHECK_ARG(array.rank >= 0 && (array.rank == 0 || array.shape), "dlpack: an array of rank ", array.rank,
               " without extents");
  const Shape shape(std::span<const int64_t>(array.shape, static_cast<size_t>(array.rank)));
  int64_t count = 1;
  for (int64_t size : shape.sizes()) {
    GW_CHECK_ARG(size >= 0, "dlpack: an array of negative extent, ", shape);
    count = checked_multiply(count, size);
  }
  const size_t bytes = static_cast<size_t>(checked_multiply(count, static_cast<int64_t>(dtype_size(dtype))));
  GW_CHECK_ARG(is_row_major(array, shape), "Invalid strides array from DLPack: only contiguous arrays in row-major ",
               "order are taken; make a copy first");
  auto* data = static_cast<char*>(array.data) + array.byte_offset;
  GW_CHECK_ARG(count == 0 || array.data, "dlpack: an array without memory");
  if (array.device.type == kCuda || array.device.type == kCudaManaged) {
    Tensor tensor = copied_to_gpu(array, data, dtype, shape);
    give_back();
    return tensor;
  }
  GW_CHECK_ARG(array.device.type == kHost || array.device.type == kCudaHost, "dlpack: device type ", array.device.type,
               " is not supported");
  if (count == 0 ||
      reinterpret_cast<uintptr_t>(data) % dtype_size(dtype) != 0) {  // such memory cannot be read as it is
    Tensor tensor = Tensor::allocate(dtype, shape);
    if (bytes > 0) std::memcpy(tensor.raw(), data, bytes);
    give_back();
    return tensor;
  }
  return Tensor::wrap(dtype, shape, Buffer::foreign(data, bytes, std::move(give_back)), data);
}

template <class Form>
PyObject* take(PyObject* capsule) {
  auto* form = static_cast<Form*>(PyCapsule_GetPointer(capsule, kName<Form>));
  if (!form) throw PythonError();
  if constexpr (std::is_same_v<Form, Versioned>)
    GW_CHECK_ARG(form->major == 1, "dlpack: version ", form->major, ".", form->minor, " is not supported");
  // From here on the array is ours to give back, which its owner may do without the GIL.
  Tensor tensor = tensor_of(form->array, [form] {
    if (form->deleter) form->deleter(form);
  });
  if (PyCapsule_SetName(capsule, kUsedName<Form>) < 0 || PyCapsule_SetDestructor(capsule, nullptr) < 0)
    throw PythonError();
  return wrap(tensor);
}

PyObject* from_dlpack(PyObject*, PyObject* capsule) {
  return guarded([&]() -> PyObject* {
    if (PyCapsule_IsValid(capsule, kName<Versioned>)) return take<Versioned>(capsule);
    if (PyCapsule_IsValid(capsule, kName<Managed>)) return take<Managed>(capsule);
    GW_CHECK(PyCapsule_CheckExact(capsule), Code::kTypeError,
             "from_dlpack needs a DLPack capsule or an object that has ", "__dlpack__, got ",
             Py_TYPE(capsule)->tp_name);
    const char* name = PyCapsule_GetName(capsule);
    if (!name) PyErr_Clear();
    fail(Code::kInvalidArgument, "DLPack tensor must be a capsule with name \"dltensor\", got \"", name ? name : "",
         "\". Note that a DLPack tensor may be consumed at most once.");
  });
}

PyMethodDef methods[] = {
    {"to_dlpack", to_dlpack, METH_VARARGS, "to_dlpack(tensor, versioned=False, copy=False): a DLPack capsule."},
    {"from_dlpack", from_dlpack, METH_O, "from_dlpack(capsule): a Tensor over the same memory."},
    {"dlpack_device", dlpack_device, METH_O, "dlpack_device(tensor): DLPack's type and number of its device."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

void init_dlpack(PyObject* module) {
  if (PyModule_AddFunctions(module, methods) < 0) throw PythonError();
}

}  // namespace graphwright::bind
