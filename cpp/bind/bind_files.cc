// RecordWriter, what tf.io.TFRecordWriter and writers of event files write with; and the paths that fit a pattern.
#include "bind/bind_files.h"

#include "bind/holders.h"
#include "io/event_file.h"
#include "io/match_files.h"
#include "io/record_file.h"

namespace graphwright::bind {
namespace {

std::string_view bytes_of(py::handle value) {
  if (PyUnicode_Check(value.ptr())) return utf8(value.ptr());
  if (!PyBytes_Check(value.ptr()))
    fail(Code::kTypeError, "write(): a record must be bytes or str, got ", Py_TYPE(value.ptr())->tp_name);
  return {PyBytes_AS_STRING(value.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(value.ptr()))};
}

}  // namespace

void init_file_types(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<RecordWriter>(m, "RecordWriter", "Writes a TFRecord file, from front to end.")
      .def(py::init([](const std::string& path, const std::string& compression, int level, int window_bits,
                       int memory_level, int strategy, bool append) {
             return translated([&] {
               return std::make_unique<RecordWriter>(path, compression_of(compression),
                                                     CompressionSettings{level, window_bits, memory_level, strategy},
                                                     append ? FileWriter::Mode::kAppend : FileWriter::Mode::kDirect);
             });
           }),
           py::arg("path"), py::arg("compression") = "", py::arg("level") = -1, py::arg("window_bits") = 15,
           py::arg("memory_level") = 8, py::arg("strategy") = 0, py::arg("append") = false)
      .def("write",
           [](RecordWriter& writer, py::handle record) {
             translated([&] {
               writer.write(bytes_of(record));
               return 0;
             });
           })
      .def("flush",
           [](RecordWriter& writer) {
             translated([&] {
               writer.flush();
               return 0;
             });
           })
      .def("close", [](RecordWriter& writer) {
        translated([&] {
          writer.finish();
          return 0;
        });
      });
  py::class_<EventFile>(m, "EventFile", "Writes an event file, whose name begins with that of its folder.")
      .def(py::init([](const std::string& folder, const std::string& suffix) {
        return translated([&] { return std::make_unique<EventFile>(folder, suffix); });
      }))
      .def_property_readonly("path", &EventFile::path)
      .def("write",
           [](EventFile& file, py::handle event) {
             translated([&] {
               file.write_event(bytes_of(event));
               return 0;
             });
           })
      .def("flush",
           [](EventFile& file) {
             translated([&] {
               file.flush();
               return 0;
             });
           })
      .def("close", [](EventFile& file) {
        translated([&] {
          file.close();
          return 0;
        });
      });
  m.def("local_path", [](const std::string& path) { return translated([&] { return local_path(path); }); });
  m.def("matching_files",
        [](const std::string& pattern) { return translated([&] { return matching_files(pattern); }); });
}

}  // namespace graphwright::bind
