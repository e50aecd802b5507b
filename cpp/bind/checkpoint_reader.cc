// CheckpointReader: the tensors of a checkpoint's files by name, for Python.
#include "bind/checkpoint_reader.h"

#include "bind/convert.h"
#include "bind/holders.h"
#include "bind/tensor_type.h"
#include "io/bundle.h"

namespace graphwright::bind {
namespace {

// A Tensor object; the GIL is not held while the file is read.
py::object read(const BundleReader& reader, const std::string& key) {
  return translated([&] {
    Tensor tensor;
    {
      GilRelease release;
      tensor = reader.read(key);
    }
    return take(checked(wrap(std::move(tensor))));
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
      [](const std::string& path, const py::bytes& data) {
        translated([&] {
          write_file(path, static_cast<std::string_view>(data));
          return 0;
        });
      },
      "Makes bytes a file, whole or not at all.");
  py::class_<BundleReader>(py::reinterpret_borrow<py::module_>(module), "CheckpointReader")
      .def(py::init(
          [](const std::string& prefix) { return translated([&] { return std::make_unique<BundleReader>(prefix); }); }))
      .def("read", read, "The tensor saved under a name.")
      .def("has_tensor", [](const BundleReader& reader, const std::string& key) { return reader.find(key) != nullptr; })
      .def("shapes", shapes_of)
      .def("dtypes", dtypes_of);
}

}  // namespace graphwright::bind
