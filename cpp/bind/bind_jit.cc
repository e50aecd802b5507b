// The compiler of LLVM IR: graphwright.jit, imported when the first function asks for machine code.
#include "bind/bind_jit.h"

#include "bind/gil.h"
#include "bind/holders.h"
#include "function/graph_function.h"
#include "jit/compile.h"

namespace graphwright::bind {
namespace {

// A Python object that keeps machine code in memory.
class Keeper : public RefCounted {
 public:
  explicit Keeper(py::object object) : object_(object.release().ptr()) {}
  ~Keeper() override { give_back_anywhere(object_); }

 private:
  PyObject* object_;
};

jit::MachineCode compile_text(const std::string& text, size_t functions) {
  GilAcquire gil;
  jit::MachineCode code;
  PyRef result = checked(or_park([&] {
    return PyObject_CallFunction(hook("compile_ir"), "s#n", text.data(), static_cast<Py_ssize_t>(text.size()),
                                 static_cast<Py_ssize_t>(functions));
  }));
  if (result.get() == Py_None) return code;
  auto pair = py::reinterpret_borrow<py::tuple>(result.get());
  for (py::handle address : pair[0]) code.functions.push_back(reinterpret_cast<const void*>(address.cast<uintptr_t>()));
  code.owner = Ref<RefCounted>(new Keeper(py::object(pair[1])));
  return code;
}

}  // namespace

void init_jit_functions(PyObject* module) {
  jit::set_compiler(compile_text);
  auto m = py::reinterpret_borrow<py::module_>(module);
  m.def(
      "machine_code_ir",
      [](GraphFunction& function) {
        return translated([&] {
          std::string text;
          for (const auto& call : function.program().jitted) text += call->text;
          return text;
        });
      },
      "The LLVM IR of the machine code that a function runs; empty where it runs none.");
  m.def(
      "count_machine_code",
      [](GraphFunction& function) {
        return translated([&] {
          size_t instructions = 0;
          for (const auto& call : function.program().jitted) instructions += call->num_instructions;
          return py::make_tuple(function.program().jitted.size(), instructions);
        });
      },
      "How many pieces of a function's program are machine code, and for how many instructions they stand.");
}

}  // namespace graphwright::bind
