// The rewriter's border: Python's `ast` objects become nodes and nodes become `ast` objects, field by field from one
// table.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "autograph/convert.h"
#include "autograph/source_block.h"
#include "autograph/syntax.h"
#include "base/error.h"

namespace py = pybind11;

namespace graphwright::bind {
namespace {

using autograph::Ident;
using autograph::IdentList;
using autograph::Kind;
using autograph::Node;
using autograph::NodeList;
using autograph::Tree;
using autograph::Value;

// What the running Python's `ast` says of one kind.
struct TypeInfo {
  Kind kind;
  PyTypeObject* type = nullptr;        // null where this Python has no such node
  std::vector<PyObject*> field_names;  // in the table's order; null where this Python has no such field
  bool has_location = false;
  PyObject* token = nullptr;  // the one instance of a kind without fields and place (`Load`, `Add`, ...)
};

struct AstTypes {
  std::vector<TypeInfo> by_kind;
  std::unordered_map<PyTypeObject*, TypeInfo*> by_type;
  PyObject* line = PyUnicode_InternFromString("lineno");
  PyObject* column = PyUnicode_InternFromString("col_offset");
  PyObject* end_line = PyUnicode_InternFromString("end_lineno");
  PyObject* end_column = PyUnicode_InternFromString("end_col_offset");

  AstTypes() {
    const py::module_ ast = py::module_::import("ast");
    by_kind.resize(autograph::kind_table().size());
    for (size_t i = 0; i < by_kind.size(); ++i) {
      const autograph::KindInfo& kind = autograph::kind_table()[i];
      TypeInfo& info = by_kind[i];
      info.kind = static_cast<Kind>(i);
      const std::string name(kind.name);
      if (!py::hasattr(ast, name.c_str())) continue;
      py::object type = ast.attr(name.c_str());
      std::unordered_set<std::string> known;
      for (py::handle field : type.attr("_fields")) known.insert(field.cast<std::string>());
      bool complete = true;
      size_t found = 0;
      for (std::string_view field : kind.fields) {
        const bool present = known.contains(std::string(field));
        found += present;
        info.field_names.push_back(present ? PyUnicode_InternFromString(std::string(field).c_str()) : nullptr);
      }
      complete = found == known.size();
      if (!complete) continue;  // a newer Python's node with fields that nobody here knows
      info.has_location = py::len(type.attr("_attributes")) > 0;
      if (known.empty() && !info.has_location) info.token = type().release().ptr();
      info.type = reinterpret_cast<PyTypeObject*>(type.release().ptr());
    }
    for (TypeInfo& info : by_kind)
      if (info.type) by_type[info.type] = &info;
  }

  static const AstTypes& get() {
    static const AstTypes* types = new AstTypes();  // lives as long as the interpreter
    return *types;
  }
};

[[noreturn]] void raise_current() { throw py::error_already_set(); }

class RecursionGuard {
 public:
  RecursionGuard() {
    if (Py_EnterRecursiveCall(" while converting a function")) raise_current();
  }
  ~RecursionGuard() { Py_LeaveRecursiveCall(); }
};

class Reader {
 public:
  explicit Reader(Tree& tree) : tree_(tree), types_(AstTypes::get()) {}

  // Objects that fields hold and the rewriter passes on as they are.
  const std::vector<py::object>& objects() const { return objects_; }

  Node* read(PyObject* object) {
    RecursionGuard guard;
    auto it = types_.by_type.find(Py_TYPE(object));
    if (it == types_.by_type.end())
      fail(Code::kNotImplementedError, "syntax that is not known: ", Py_TYPE(object)->tp_name);
    const TypeInfo& info = *it->second;
    if (info.token) return tree_.token(info.kind);
    Node* node = tree_.make(info.kind);
    if (info.has_location) read_location(object, node);
    for (size_t i = 0; i < info.field_names.size(); ++i) {
      if (!info.field_names[i]) continue;
      py::object value = py::reinterpret_steal<py::object>(PyObject_GetAttr(object, info.field_names[i]));
      if (!value) {
        PyErr_Clear();  // an optional field that nobody set
        continue;
      }
      node->at(i) = read_value(value.ptr(), info.kind == Kind::kConstant && i == autograph::ast::Constant::value);
    }
    return node;
  }

 private:
  int read_int(PyObject* object, PyObject* name) {
    py::object value = py::reinterpret_steal<py::object>(PyObject_GetAttr(object, name));
    if (!value) raise_current();
    const long number = value.is_none() ? 0 : PyLong_AsLong(value.ptr());
    if (number == -1 && PyErr_Occurred()) raise_current();
    return static_cast<int>(number);
  }

  void read_location(PyObject* object, Node* node) {
    node->location.line = read_int(object, types_.line);
    node->location.column = read_int(object, types_.column);
    node->location.end_line = read_int(object, types_.end_line);
    node->location.end_column = read_int(object, types_.end_column);
  }

  Value keep(PyObject* value) {
    objects_.push_back(py::reinterpret_borrow<py::object>(value));
    return Value::object(static_cast<int64_t>(objects_.size()) - 1);
  }

  Value read_value(PyObject* value, bool constant) {
    if (value == Py_None) return Value();
    if (PyUnicode_CheckExact(value)) {
      Py_ssize_t size = 0;
      const char* text = PyUnicode_AsUTF8AndSize(value, &size);
      if (!text) {
        PyErr_Clear();  // a lone surrogate
        return keep(value);
      }
      Ident ident = tree_.intern({text, static_cast<size_t>(size)});
      return constant ? Value::text(ident) : Value::ident(ident);
    }
    if (PyBool_Check(value)) return Value::boolean(value == Py_True);
    if (PyLong_CheckExact(value)) {
      int overflow = 0;
      const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
      return overflow ? keep(value) : Value::integer(number);
    }
    if (PyList_CheckExact(value)) return read_list(value);
    if (types_.by_type.contains(Py_TYPE(value))) return Value(read(value));
    if (constant) return keep(value);
    fail(Code::kNotImplementedError, "syntax that is not known: ", Py_TYPE(value)->tp_name);
  }

  Value read_list(PyObject* list) {
    const Py_ssize_t size = PyList_GET_SIZE(list);
    if (size > 0 && PyUnicode_Check(PyList_GET_ITEM(list, 0))) {
      IdentList idents;
      for (Py_ssize_t i = 0; i < size; ++i) idents.push_back(read_value(PyList_GET_ITEM(list, i), false).ident());
      return Value(tree_.make_idents(std::move(idents)));
    }
    NodeList nodes;
    nodes.reserve(size);
    for (Py_ssize_t i = 0; i < size; ++i) {
      PyObject* item = PyList_GET_ITEM(list, i);
      nodes.push_back(item == Py_None ? nullptr : read(item));
    }
    return Value(tree_.make_list(std::move(nodes)));
  }

  Tree& tree_;
  const AstTypes& types_;
  std::vector<py::object> objects_;
};

class Writer {
 public:
  explicit Writer(const std::vector<py::object>& objects) : objects_(objects), types_(AstTypes::get()) {}

  py::object write(const Node* node) {
    RecursionGuard guard;
    const TypeInfo& info = types_.by_kind[static_cast<size_t>(node->kind)];
    if (info.token) return py::reinterpret_borrow<py::object>(info.token);
    py::object object = py::reinterpret_steal<py::object>(info.type->tp_new(info.type, empty_.ptr(), nullptr));
    if (!object) raise_current();
    // Setting the instance's dictionary is several times as fast as setting attributes or calling the class.
    py::object fields = py::reinterpret_steal<py::object>(PyObject_GenericGetDict(object.ptr(), nullptr));
    if (!fields) raise_current();
    for (size_t i = 0; i < info.field_names.size(); ++i)
      if (info.field_names[i]) set(fields.ptr(), info.field_names[i], write_value(node->at(i)).ptr());
    if (info.has_location) {
      set(fields.ptr(), types_.line, number(node->location.line).ptr());
      set(fields.ptr(), types_.column, number(node->location.column).ptr());
      set(fields.ptr(), types_.end_line, number(node->location.end_line).ptr());
      set(fields.ptr(), types_.end_column, number(node->location.end_column).ptr());
    }
    return object;
  }

 private:
  static void set(PyObject* fields, PyObject* name, PyObject* value) {
    if (PyDict_SetItem(fields, name, value) != 0) raise_current();
  }

  static py::object number(long long value) {
    py::object object = py::reinterpret_steal<py::object>(PyLong_FromLongLong(value));
    if (!object) raise_current();
    return object;
  }

  py::object text(Ident ident) {
    py::object& cached = texts_[ident];
    if (!cached) {
      cached = py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(ident->data(), ident->size(), "strict"));
      if (!cached) raise_current();
    }
    return cached;
  }

  py::object write_value(const Value& value) {
    switch (value.tag()) {
      case Value::Tag::kNone:
        return py::none();
      case Value::Tag::kNode:
        return write(value.node());
      case Value::Tag::kNodes: {
        const NodeList& nodes = *value.nodes();
        py::list list(nodes.size());
        for (size_t i = 0; i < nodes.size(); ++i)
          PyList_SET_ITEM(list.ptr(), i, (nodes[i] ? write(nodes[i]) : py::none()).release().ptr());
        return list;
      }
      case Value::Tag::kIdents: {
        const IdentList& idents = *value.idents();
        py::list list(idents.size());
        for (size_t i = 0; i < idents.size(); ++i) PyList_SET_ITEM(list.ptr(), i, text(idents[i]).release().ptr());
        return list;
      }
      case Value::Tag::kIdent:
      case Value::Tag::kText:
        return text(value.ident());
      case Value::Tag::kInt:
        return number(value.number());
      case Value::Tag::kBool:
        return py::bool_(value.number() != 0);
      case Value::Tag::kObject:
        return objects_[value.number()];
    }
    return py::none();
  }

  const std::vector<py::object>& objects_;
  const AstTypes& types_;
  py::tuple empty_;
  std::unordered_map<Ident, py::object> texts_;
};

py::tuple convert(py::object function, const std::string& name, const std::vector<std::string>& free_variables,
                  const std::string& source, int source_line, const std::string& class_name,
                  std::unordered_set<std::string> shadowed, std::unordered_set<std::string> loop_directives,
                  std::unordered_set<std::string> directive_modules, bool equality_operators, bool convert_print,
                  bool convert_asserts, bool convert_items) {
  try {
    Tree tree;
    Reader reader(tree);
    Node* root = reader.read(function.ptr());
    autograph::Options options;
    options.equality_operators = equality_operators;
    options.inline_comprehensions = PY_VERSION_HEX >= 0x030c0000;
    options.convert_print = convert_print;
    options.convert_asserts = convert_asserts;
    options.convert_items = convert_items;
    options.class_name = class_name;
    options.source = source;
    options.source_line = source_line;
    options.shadowed = std::move(shadowed);
    options.loop_directives = std::move(loop_directives);
    options.directive_modules = std::move(directive_modules);
    const autograph::Converted out = autograph::convert(tree, root, name, free_variables, std::move(options));
    py::object module = Writer(reader.objects()).write(out.module);
    return py::make_tuple(module, out.name, out.operators, out.generated_functions, out.lambda_lines);
  } catch (const Error& error) {
    PyErr_SetString(error.code() == Code::kNotImplementedError ? PyExc_NotImplementedError : PyExc_RuntimeError,
                    error.what());
    raise_current();
  }
}

size_t block_lines(const std::string& text) {
  const std::string_view block = std::string_view(text).substr(0, autograph::block_length(text));
  return std::count(block.begin(), block.end(), '\n') + (block.empty() || block.back() == '\n' ? 0 : 1);
}

}  // namespace

// _core.autograph_convert and _core.autograph_block_length, for python/graphwright/autograph.
void bind_autograph(py::module_& m) {
  m.def("autograph_convert", &convert, py::arg("function"), py::arg("name"), py::arg("free_variables"), py::kw_only(),
        py::arg("source") = "", py::arg("source_line") = 1, py::arg("class_name") = "",
        py::arg("shadowed") = std::unordered_set<std::string>(),
        py::arg("loop_directives") = std::unordered_set<std::string>(),
        py::arg("directive_modules") = std::unordered_set<std::string>(), py::arg("equality_operators") = false,
        py::arg("convert_print") = false, py::arg("convert_asserts") = true, py::arg("convert_items") = false,
        "Rewrites an ast.FunctionDef or ast.Lambda; returns (module, name, name of the operators, generated "
        "functions, lines of lambdas).");
  m.def("autograph_block_lines", &block_lines, py::arg("text"),
        "The number of lines of the first statement of `text`, with its block.");
}

}  // namespace graphwright::bind
