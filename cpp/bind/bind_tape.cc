// Custom gradients, tf.gradients and forward-mode derivatives for Python.
#include "bind/bind_tape.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "autodiff/forward.h"
#include "autodiff/tape.h"
#include "autodiff/traced_gradient.h"
#include "bind/creation_stack.h"
#include "bind/gil.h"
#include "bind/holders.h"
#include "bind/op_type.h"
#include "bind/tape_type.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "function/graph_function.h"
#include "function/vectorize.h"
#include "graph/func_graph.h"
#include "graph/function_calls.h"
#include "op/build.h"
#include "op/gradient_slices.h"
#include "tensor/variable_resource.h"

namespace graphwright::bind {
namespace {

Values gradients_from(const py::sequence& objects) {
  Values values;
  for (const auto& object : objects) values.push_back(gradient_from_python(py::object(object).ptr()));
  return values;
}

Values recorded_values(const py::sequence& objects) {
  Values values;
  for (const auto& object : objects) {
    values.push_back(recorded_value(py::object(object).ptr()));
    GW_CHECK(values.back(), Code::kTypeError, "expected a tensor or variable");
  }
  return values;
}

py::list list_of(const Values& grads) {
  py::list list;
  for (const Value& grad : grads) list.append(take(gradient_to_python(grad)));
  return list;
}

// A Python function from output gradients (None where none came in) to input gradients.
CustomGradient python_gradient(py::object function) {
  const std::shared_ptr<PyObject> shared(function.release().ptr(),
                                         [](PyObject* object) { give_back_anywhere(object); });
  return [shared](std::span<const Value> grads) {
    GilAcquire gil;
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(grads.size())));
    for (size_t i = 0; i < grads.size(); ++i)
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), gradient_to_python(grads[i]).release());
    PyRef result = checked(PyObject_CallOneArg(shared.get(), list.get()));
    return gradients_from(py::reinterpret_borrow<py::sequence>(result.get()));
  };
}

// The results as outputs of an IdentityN that has this gradient.
py::list with_gradient(const py::sequence& results, const py::sequence& inputs, const Ref<GradientFunction>& gradient) {
  Values all = recorded_values(results);
  all.append(recorded_values(inputs));
  Values outputs = ops<"IdentityN">(std::span<const Value>(all), {{kCustomGradientAttr, Ref<FunctionRef>(gradient)}});
  outputs.resize(gradient->num_results());
  return list_of(outputs);
}

Ref<GradientFunction> gradient_function(const py::sequence& results, CustomGradient rule) {
  return make_ref<GradientFunction>(results.size(), std::move(rule));
}

using Parts = std::vector<int>;

TracedGradient traced_gradient(const Ref<FuncGraph>& graph, const py::sequence& results, Parts parts) {
  return TracedGradient(graph, recorded_values(results), std::move(parts));
}

// Drops the Python function of a gradient once the outermost of the functions that are being traced is left.
void forget_at_exit(const Ref<GradientFunction>& gradient, FuncGraph* graph) {
  auto forget = [gradient] {
    gradient->set_rule([](std::span<const Value>) -> Values {
      fail(Code::kUnimplemented,
           "A custom gradient that calls itself has a derivative of so high an order only inside of the function that "
           "calls it, not where tapes outside of that ask for it.");
    });
    gradient->exit();
  };
  FuncGraph* outermost = nullptr;
  for (; graph; graph = graph->outer())
    if (graph->takes_exits) outermost = graph;
  if (outermost)
    outermost->at_exit.emplace_back(forget);
  else
    forget();
}

// Gradients that users registered for ops without a rule: functions of the op's type, inputs, outputs and attrs and of
// the outputs' gradients. They stay for good.
std::map<const OpDef*, PyObject*>& registered_gradients() {
  static auto* functions = new std::map<const OpDef*, PyObject*>;
  return *functions;
}

// The same by names that are no op's, which nodes have their gradients from by Graph.gradient_override_map.
std::map<std::string, PyObject*, std::less<>>& gradients_by_name() {
  static auto* functions = new std::map<std::string, PyObject*, std::less<>>;
  return *functions;
}

Values call_registered(PyObject* function, GradientContext& ctx) {
  py::list inputs, outputs, grads;
  for (const Value& input : ctx.inputs()) inputs.append(take(PyRef(wrap(input))));
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    outputs.append(take(PyRef(wrap(ctx.output(i)))));
    grads.append(take(gradient_to_python(ctx.grad(i))));
  }
  py::dict attrs;
  const Attrs all = complete_attrs(ctx.op(), ctx.inputs(), ctx.attrs());
  for (const auto& [name, value] : all.entries()) attrs[py::str(name)] = take(attr_to_python(value));
  PyRef result = checked(PyObject_CallFunction(function, "sOOOO", ctx.op().name.c_str(), inputs.ptr(), outputs.ptr(),
                                               attrs.ptr(), grads.ptr()));
  return gradients_from(py::reinterpret_borrow<py::sequence>(result.get()));
}

Values registered_gradient(GradientContext& ctx) {
  GilAcquire gil;
  return call_registered(registered_gradients().at(&ctx.op()), ctx);
}

bool gradient_by_name(const std::string& name, GradientContext& ctx, Values& found) {
  GilAcquire gil;
  auto entry = gradients_by_name().find(name);
  if (entry == gradients_by_name().end()) return false;
  found = call_registered(entry->second, ctx);
  return true;
}

// Whether a graph knows a value by the endpoint that stands for it there: eager tensors, what is a graph's around it,
// and variables' handles.
bool comes_from_around(const Value& value, const FuncGraph& graph) {
  if (!value) return false;
  if (value.is_symbol()) {
    const FuncGraph* theirs = endpoint_of(value)->node->graph;
    return theirs != &graph && theirs->encloses(&graph);
  }
  return value.dtype() == DType::kResource || !graph.is_plain;
}

// The recorders on top of this thread's stack.
using Suspended = std::vector<Ref<Recorder>>;

void bind_custom_gradients(py::module_& m) {
  user_gradient = gradient_by_name;
  // Takes the recorders on top of the stack off, and puts them back.
  m.def("suspend_tapes", [] {
    auto* saved = new Suspended;
    auto& items = interpreter_stack().items;
    while (!items.empty() && items.back()->is_tape()) {
      saved->insert(saved->begin(), Ref<Recorder>(static_cast<Recorder*>(items.back())));
      items.pop_back();
    }
    return py::capsule(saved, "graphwright.tapes", [](PyObject* capsule) {
      delete static_cast<Suspended*>(PyCapsule_GetPointer(capsule, "graphwright.tapes"));
    });
  });
  m.def("resume_tapes", [](const py::capsule& saved) {
    for (const auto& tape : *static_cast<Suspended*>(PyCapsule_GetPointer(saved.ptr(), "graphwright.tapes")))
      interpreter_stack().push(tape.get());
  });
  m.def(
      "register_gradient",
      [](const std::string& name, const py::object& function) {
        const OpDef* op = find_op(name);
        if (!op) {
          gradients_by_name()[name] = function.inc_ref().ptr();
          return true;
        }
        if (op->gradient_fn) return false;
        auto* changed = const_cast<OpDef*>(op);
        changed->traits &= ~static_cast<uint32_t>(Trait::kNoGradient);
        changed->gradient_fn = registered_gradient;
        registered_gradients()[op] = function.inc_ref().ptr();
        return true;
      },
      "Makes a function the gradient of an op, for good. False where that has a gradient already.");
  m.def(
      "custom_gradient",
      [](const py::sequence& results, const py::sequence& inputs, py::object function) {
        return translated([&] {
          return with_gradient(results, inputs, gradient_function(results, python_gradient(std::move(function))));
        });
      },
      "The results, whose gradient is what a Python function says: from a list of the results' gradients (or None) to "
      "a list of those of the inputs.");
  m.def(
      "late_custom_gradient",
      [](const py::sequence& results, const py::sequence& inputs, py::object function, const py::function& traced) {
        return translated([&] {
          Ref<GradientFunction> gradient = gradient_function(results, python_gradient(std::move(function)));
          FuncGraph* graph = interpreter_stack().top().graph();
          gradient->settle_in(graph, [gradient = gradient.get(), results = py::list(results), graph, traced] {
            py::object found = traced();
            if (found.is_none()) return;
            if (found.ptr() == Py_False) return forget_at_exit(Ref<GradientFunction>(gradient), graph);
            auto [traced_graph, parts] = found.cast<std::pair<Ref<FuncGraph>, Parts>>();
            gradient->set_rule(traced_gradient(traced_graph, results, std::move(parts)));
          });
          if (graph->takes_exits)
            graph->at_exit.emplace_back([gradient] { gradient->exit(); });
          else
            gradient->exit();
          return with_gradient(results, inputs, gradient);
        });
      },
      "The same in a graph. When it is first asked there, or that is left, `traced` tells the gradient as a graph and "
      "how many of its outputs are for each of the inputs. It takes the place of the function, which keeps the "
      "graph that owns it. Where `traced` tells None, the function stays, until the outermost "
      "function has been traced where it tells False.");
  m.def(
      "traced_custom_gradient",
      [](const py::sequence& results, const py::sequence& inputs, const Ref<FuncGraph>& graph, Parts parts) {
        return translated([&] {
          TracedGradient rule = traced_gradient(graph, results, std::move(parts));
          return with_gradient(results, inputs, gradient_function(results, std::move(rule)));
        });
      },
      "The same with a gradient that was traced into a graph, whose outputs are so many for each of the inputs.");
}

// (op, name of the node, lines of the program that made it) for each.
py::list looped_nodes(const std::vector<const Node*>& looped) {
  py::list nodes;
  for (const Node* node : looped)
    nodes.append(py::make_tuple(node->op->name, node->user_name(), node->origin ? stack_text(node->origin) : ""));
  return nodes;
}

void tell_looped(const std::vector<const Node*>& looped) {
  GilAcquire gil;
  checked(PyObject_CallOneArg(hook("rows_looped"), looped_nodes(looped).ptr()));
}

}  // namespace

void bind_tape(PyObject* module) {
  told_looped = tell_looped;
  init_tape_type(module);
  auto m = py::reinterpret_borrow<py::module_>(module);
  bind_custom_gradients(m);
  m.def(
      "recorded_value",
      [](const py::object& object) {
        return translated([&] { return take(gradient_to_python(recorded_value(object.ptr()))); });
      },
      "What tapes know a tensor or variable by: a variable's handle as the current graph sees it.");
  // The Python variable that a handle stands for, a new one where that is gone; None where it stands for none.
  m.def("variable_of_handle", [](const py::object& handle) -> py::object {
    Value value = value_of(handle.ptr());
    if (value.is_symbol()) {
      const Endpoint* endpoint = endpoint_of(value);
      if (endpoint->python_variable)
        return py::reinterpret_borrow<py::object>(static_cast<PyObject*>(endpoint->python_variable));
      value = endpoint->handle_origin;
    }
    const VariableResource* variable = value ? VariableResource::find(value) : nullptr;
    if (!variable) return py::none();
    if (void* object = variable->python_object.load())
      return py::reinterpret_borrow<py::object>(static_cast<PyObject*>(object));
    return py::reinterpret_borrow<py::object>(hook("variable_around"))(
        take(PyRef(wrap(std::move(value)))), py::handle(dtype_object(variable->dtype())),
        take(shape_object(variable->shape())), variable->name(), variable->trainable.load());
  });
  // Symbolic gradients of a graph's nodes (tf.gradients). Nothing is followed beyond `stops`.
  m.def(
      "graph_gradients",
      [](const py::sequence& targets, const py::sequence& grads, const py::sequence& sources,
         const py::sequence& stops) {
        return translated([&] {
          FuncGraph* current = interpreter_stack().top().graph();
          GW_CHECK(current, Code::kRuntimeError,
                   "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.");
          Values t = recorded_values(targets), g = gradients_from(grads), s;
          Log log;
          // A loop's body may ask for gradients of what lies outside of it.
          FuncGraph* graph = !t.empty() && t[0].is_symbol() ? endpoint_of(t[0])->node->graph : current;
          for (Value& target : t) target = Value(graph->capture(target));
          for (const auto& source : sources) {
            PyObject* object = py::object(source).ptr();
            s.push_back(is_variable_object(object) ? handle_of(object) : recorded_value(object));
            if (!comes_from_around(s.back(), *graph)) continue;
            const bool is_symbol = s.back().is_symbol();
            s.back() = Value(graph->capture(s.back()));
            // What the graphs around make of eager tensors and variables counts as made of others, as in TensorFlow.
            if (!is_symbol) log.number(s.back());
          }
          log_enclosing_graphs(*graph, log);
          for (const Value& stop : recorded_values(stops))
            log.forget_origin(comes_from_around(stop, *graph) ? Value(graph->capture(stop)) : stop);
          Values found = backward(log, t, g, s, /*consume=*/true);
          into_graph(found);
          return list_of(found);
        });
      },
      "Gradients of targets with respect to sources over the nodes of the current graph and of those around it.");
  m.def(
      "run_on_rows",
      [](FuncGraph& graph, const py::sequence& elements, const py::object& num_rows, bool may_loop) {
        return translated([&] {
          Values values;
          for (const auto& element : elements) values.push_back(value_of(py::object(element).ptr()));
          std::vector<const Node*> looped;
          Values found = run_on_rows(graph, values, value_of(num_rows.ptr()), may_loop, looped);
          return py::make_tuple(list_of(found), looped_nodes(looped));
        });
      },
      "The outputs of a graph, whose first inputs are one row each of `elements`, for all rows; and what runs "
      "row by row: (op, name of the node, lines of the program that made it) for each.");
  py::class_<ForwardAccumulator, Ref<ForwardAccumulator>>(m, "Accumulator",
                                                          "What is behind tf.autodiff.ForwardAccumulator.")
      .def(py::init([] { return Ref<ForwardAccumulator>(new ForwardAccumulator); }))
      .def("push",
           [](ForwardAccumulator& accumulator) {
             accumulator.enter();
             translated([&] { accumulator.entered(); });
           })
      .def("pop", [](ForwardAccumulator& accumulator) { accumulator.leave(); })
      .def("watch",
           [](ForwardAccumulator& accumulator, const py::object& primal, const py::object& tangent) {
             return translated([&] {
               const Value known = recorded_value(primal.ptr());
               GW_CHECK(known, Code::kAttributeError,
                        "ForwardAccumulator takes tensors and variables as primals, got a ",
                        Py_TYPE(primal.ptr())->tp_name);
               return accumulator.watch(known, gradient_from_python(tangent.ptr()));
             });
           })
      .def("tangent", [](const ForwardAccumulator& accumulator, const py::object& primal) {
        return translated([&] {
          Value known = recorded_value(primal.ptr());
          return take(gradient_to_python(known ? accumulator.tangent(known) : Value()));
        });
      });
}

}  // namespace graphwright::bind
