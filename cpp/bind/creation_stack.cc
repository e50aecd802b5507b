// Python stacks as chains of frames, of which nodes made near each other share all but the last few.
#include "bind/creation_stack.h"

#include <frameobject.h>

#include <vector>

#include "graph/func_graph.h"
#include "program/program.h"

namespace graphwright::bind {
namespace {

// One frame: its code, where it stood, and the frame that called it.
struct Frame : RefCounted {
  Frame(Ref<Frame> outer_, PyCodeObject* code_, int position_)
      : outer(std::move(outer_)), code(code_), position(position_) {
    Py_INCREF(code);
  }
  ~Frame() override { give_back_anywhere(code); }
  Ref<Frame> outer;
  PyCodeObject* code;
  int position;  // an offset into the code; before Python 3.11, a line
};

int position_in(PyFrameObject* frame) {
#if PY_VERSION_HEX >= 0x030B0000
  return PyFrame_GetLasti(frame);
#else
  return PyFrame_GetLineNumber(frame);
#endif
}

int line_of(const Frame& frame) {
#if PY_VERSION_HEX >= 0x030B0000
  return PyCode_Addr2Line(frame.code, frame.position);
#else
  return frame.position;
#endif
}

// The stack of the node made last, outermost frame first. Guarded by the GIL.
std::vector<Ref<Frame>>& last_stack() {
  static auto* stack = new std::vector<Ref<Frame>>;
  return *stack;
}

Ref<RefCounted> current_stack() {
  if (!PyGILState_Check()) return nullptr;  // a rule that runs without Python has no place in it
  std::vector<PyRef> frames;
  frames.reserve(32);
  for (PyRef frame = PyRef::borrow(reinterpret_cast<PyObject*>(PyEval_GetFrame())); frame;) {
    auto* object = reinterpret_cast<PyFrameObject*>(frame.get());
    PyRef outer(reinterpret_cast<PyObject*>(PyFrame_GetBack(object)));
    frames.push_back(std::move(frame));
    frame = std::move(outer);
  }
  std::vector<Ref<Frame>>& last = last_stack();
  size_t depth = 0;
  for (auto it = frames.rbegin(); it != frames.rend(); ++it, ++depth) {
    auto* object = reinterpret_cast<PyFrameObject*>(it->get());
    PyRef code(reinterpret_cast<PyObject*>(PyFrame_GetCode(object)));
    auto* code_object = reinterpret_cast<PyCodeObject*>(code.get());
    int position = position_in(object);
    if (depth < last.size() && last[depth]->code == code_object && last[depth]->position == position) continue;
    last.resize(depth);
    last.push_back(make_ref<Frame>(depth ? last[depth - 1] : Ref<Frame>(), code_object, position));
  }
  last.resize(depth);
  return last.empty() ? Ref<RefCounted>() : Ref<RefCounted>(last.back().get());
}

}  // namespace

namespace {

// Where this package lies, with a slash at its end.
const std::string& package_folder() {
  static const std::string folder = [] {
    PyRef module = checked(PyImport_ImportModule("graphwright"));
    PyRef file = checked(PyObject_GetAttrString(module.get(), "__file__"));
    std::string path(utf8(file.get()));
    return path.substr(0, path.rfind('/') + 1);
  }();
  return folder;
}

// A line of a file's, indented as in tracebacks; empty where it cannot be read. Throws what handlers of signals raise,
// which may run meanwhile: nothing else does.
std::string source_line(PyObject* file, int line) {
  PyRef linecache(PyImport_ImportModule("linecache"));
  PyRef text(linecache ? PyObject_CallMethod(linecache.get(), "getline", "Oi", file, line) : nullptr);
  PyRef stripped(text ? PyObject_CallMethod(text.get(), "strip", nullptr) : nullptr);
  if (!stripped) throw PythonError();
  std::string_view found = utf8(stripped.get());
  return found.empty() ? "" : str_cat("    ", found);
}

}  // namespace

std::string stack_text(const Ref<RefCounted>& origin) {
  GilAcquire gil;
  std::vector<std::string> lines;
  for (const auto* frame = static_cast<const Frame*>(origin.get()); frame; frame = frame->outer.get()) {
    std::string_view file = utf8(frame->code->co_filename);
    if (file.starts_with(package_folder())) continue;
    const int line = line_of(*frame);
    lines.push_back(str_cat("  File \"", file, "\", line ", line, ", in ", utf8(frame->code->co_name), "\n",
                            source_line(frame->code->co_filename, line), "\n"));
  }
  std::string text;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) text += *line;
  return text;
}

void keep_creation_stacks() {
  node_origin = current_stack;
  origin_text = stack_text;
  set_stack_text(stack_text);
}

PyRef stack_entries(const Ref<RefCounted>& origin) {
  PyRef list = checked(PyList_New(0));
  for (const auto* frame = static_cast<const Frame*>(origin.get()); frame; frame = frame->outer.get()) {
    PyRef entry = checked(Py_BuildValue("(OiO)", frame->code->co_filename, line_of(*frame), frame->code->co_name));
    if (PyList_Append(list.get(), entry.get()) < 0) throw PythonError();
  }
  if (PyList_Reverse(list.get()) < 0) throw PythonError();
  return list;
}

}  // namespace graphwright::bind
