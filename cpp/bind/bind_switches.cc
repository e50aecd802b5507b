// Switches that Python code turns: how functions are called, which passes are on, replicas, ops at once in a trace.
#include "bind/bind_switches.h"

#include <string>

#include "bind/call_key.h"
#include "bind/holders.h"
#include "bind/variable_type.h"
#include "op/dispatch.h"
#include "passes/pass.h"

namespace graphwright::bind {
namespace {

bool eager_stance = false;

// How functions are called: by their Python bodies, or by their traces; and by which of these.
void bind_calls(py::module_& m) {
  m.def(
      "set_run_functions_eagerly",
      [](bool value) {
        run_functions_eagerly = value;
        every_function_eager = run_functions_eagerly || eager_stance;
      },
      "Whether functions run their Python body on every call.");
  m.def(
      "set_every_function_eager",
      [](bool value) {
        eager_stance = value;
        every_function_eager = run_functions_eagerly || eager_stance;
      },
      "The same for functions that have no stance of their own.");
  m.def("set_cache_context", set_cache_context,
        "Which traces are for this thread's calls: those of 0, the usual one, of another number, or of -1, as all.");
  m.def("set_default_cache_context", set_default_cache_context, "The same for threads of which nothing was said.");
  m.def("cache_context", cache_context, "Which traces are for this thread's calls: 0 is the usual.");
}

void bind_passes(py::module_& m) {
  m.def(
      "passes",
      [] {
        py::list list;
        for (const Pass* pass : pipeline())
          list.append(py::make_tuple(pass->name, pass->doc, pass_enabled(pass->name)));
        return list;
      },
      "The graph passes in their order: (name, what it does, whether it is on).");
  m.def(
      "set_pass_enabled",
      [](const std::string& name, bool enabled) { translated([&] { set_pass_enabled(name, enabled); }); },
      "Switches a pass on or off for functions that are compiled from now on.");
}

// Where the code of this thread runs.
void bind_thread(py::module_& m) {
  m.def(
      "set_replica", [](int replica) { current_replica = replica; },
      "Of which replica this thread's code is a part, whose copies of variables it sees; -1 for none.");
  m.def(
      "push_eager", [] { interpreter_stack().push(&eager_interpreter()); }, "Ops run at once until pop_eager().");
  m.def("pop_eager", [] { interpreter_stack().remove(&eager_interpreter()); });
}

}  // namespace

void init_switches(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  bind_calls(m);
  bind_passes(m);
  bind_thread(m);
}

}  // namespace graphwright::bind
