// CheckpointReader: the tensors of a checkpoint's files by name, for Python.
#include "bind/checkpoint_reader.h"

#include "bind/convert.h"
#include "bind/holders.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "io/bundle.h"

namespace graphwright::bind {
namespace {

// A Tensor object; the GIL is not held while the file is read.
py::object read_tensor(const BundleReader& reader, const std::string& key) {
  return translated([&] {
    Tensor tensor;
    {
      GilRelease release;
      tensor = reader.read(key);
    }
    return take(checked(wrap(std::move(tensor))));
  });
}

// Below this size a tensor of its own on the way costs less than reading twice.
constexpr uint64_t kStreamedBytes = uint64_t{1} << 20;

// Reads a large tensor into the memory that a variable has; false where that cannot be, and nothing was done. All of it
// is checked before the first byte of the variable changes.
bool read_into(const BundleReader& reader, const std::string& key, const py::object& object) {
  return translated([&] {
    if (!is_variable_object(object.ptr())) return false;
    const Ref<VariableResource> variable = as_variable(object.ptr())->resource;
    const BundleEntry* entry = reader.find(key);
    if (!variable || !entry || !reader.streams(*entry) || entry->size < kStreamedBytes) return false;
    GilRelease release;
    auto fits = [&](const Tensor& value) {
      const Buffer* buffer = value.rep()->buffer;
      return value.dtype() == entry->dtype && value.shape() == entry->shape && buffer && buffer->writable();
    };
    if (!variable->initialized() || !fits(variable->read())) return false;
    reader.check(key);
    bool done = false;
    variable->update([&](Tensor& value) {
      if (!fits(value)) return;
      if (value.unique()) {
        reader.read_into(key, value);
      } else {  // who has read it keeps what it was
        Tensor fresh = Tensor::allocate(entry->dtype, entry->shape);
        reader.read_into(key, fresh);
        value = std::move(fresh);
      }
      done = true;
    });
    return done;
  });
}

py::dict shapes_of(const BundleReader& reader) {
  py::dict shapes;
  for (const auto& [key, entry] : reader.entries()) {
    py::list sizes;
    for (int64_t size : entry.shape.sizes()) sizes.append(size);
    shapes[py::str(key)] = sizes;
  }
  return shapes;
}

py::dict dtypes_of(const BundleReader& reader) {
  py::dict dtypes;
  for (const auto& [key, entry] : reader.entries())
    dtypes[py::str(key)] = take(PyRef::borrow(dtype_object(entry.dtype)));
  return dtypes;
}

}  // namespace

void init_checkpoint_reader(PyObject* module) {
  py::reinterpret_borrow<py::module_>(module).def(
      "write_file",
      [](const std::string& path, const py::bytes& data, const std::string& like) {
        translated([&] {
          write_file(path, static_cast<std::string_view>(data), like);
          return 0;
        });
      },
      py::arg("path"), py::arg("data"), py::arg("like") = "",
      "Makes bytes a file, whole or not at all, with the owner and the rights of one that is there, or of `like`.");
  py::class_<BundleReader>(py::reinterpret_borrow<py::module_>(module), "CheckpointReader")
      .def(py::init(
          [](const std::string& prefix) { return translated([&] { return std::make_unique<BundleReader>(prefix); }); }))
      .def("read", read_tensor, "The tensor saved under a name.")
      .def("read_into", read_into, "Reads a large tensor into a variable; false where that cannot be.")
      .def("has_tensor", [](const BundleReader& reader, const std::string& key) { return reader.find(key) != nullptr; })
      .def("shapes", shapes_of)
      .def("dtypes", dtypes_of);
}

}  // namespace graphwright::bind
