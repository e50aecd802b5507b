// FunctionBase (what tf.function gives) and ConcreteBase (one traced graph).
#include "bind/function_type.h"

#include <structmember.h>

#include <atomic>
#include <memory>
#include <unordered_map>
#include <utility>

#include "autodiff/backward.h"
#include "bind/bind_function.h"
#include "bind/bind_switches.h"
#include "bind/call_key.h"
#include "bind/gil.h"
#include "bind/graph_type.h"
#include "bind/op_type.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"
#include "function/captured_values.h"
#include "function/graph_function.h"
#include "graph/function_calls.h"

namespace graphwright::bind {
namespace {

PyTypeObject* function_type = nullptr;
PyTypeObject* concrete_type = nullptr;

// The memo of one function holds this many keys at most; it is emptied when it would grow beyond.
constexpr size_t kMemoLimit = 4096;

// ---- how outputs are put together ----

// A structure of tuples, lists and dicts with numbers of outputs as leaves.
struct Template {
  enum class Kind { kOutput, kNone, kTuple, kList, kDict };
  Kind kind = Kind::kNone;
  size_t output = 0;
  std::vector<Template> items;
  std::vector<PyRef> keys;

  static Template parse(PyObject* object) {
    Template result;
    if (object == Py_None) return result;
    if (PyLong_Check(object)) {
      result.kind = Kind::kOutput;
      result.output = PyLong_AsSize_t(object);
      return result;
    }
    if (PyTuple_Check(object) || PyList_Check(object)) {
      result.kind = PyTuple_Check(object) ? Kind::kTuple : Kind::kList;
      for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
        result.items.push_back(parse(PySequence_Fast_GET_ITEM(object, i)));
      return result;
    }
    GW_CHECK(PyDict_Check(object), Code::kTypeError, "an output template holds ints, None, tuples, lists and dicts");
    result.kind = Kind::kDict;
    PyObject *key, *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(object, &position, &key, &value)) {
      result.keys.push_back(PyRef::borrow(key));
      result.items.push_back(parse(value));
    }
    return result;
  }

  PyRef build(Values& outputs) const {
    switch (kind) {
      case Kind::kOutput:
        return PyRef(wrap(outputs[output]));
      case Kind::kNone:
        return PyRef::borrow(Py_None);
      case Kind::kTuple: {
        PyRef tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
        for (size_t i = 0; i < items.size(); ++i)
          PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), items[i].build(outputs).release());
        return tuple;
      }
      case Kind::kList: {
        PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(items.size())));
        for (size_t i = 0; i < items.size(); ++i)
          PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), items[i].build(outputs).release());
        return list;
      }
      case Kind::kDict: {
        PyRef dict = checked(PyDict_New());
        for (size_t i = 0; i < items.size(); ++i)
          if (PyDict_SetItem(dict.get(), keys[i].get(), items[i].build(outputs).get()) < 0) throw PythonError();
        return dict;
      }
    }
    return PyRef();
  }
};

// ---- concrete functions ----

struct Concrete {
  Ref<GraphFunction> function;
  CapturedValues captured;
  Template structure;
  PyRef pack;
  PyRef deferred;     // called for the captured values where some are known only when the function is called
  bool slow = false;  // worth releasing the GIL for
  // The number of arguments where each is one tensor, so that a call with tensors needs no binding; else -1.
  Py_ssize_t plain_arguments = -1;
};

struct PyConcrete {
  PyObject_HEAD vectorcallfunc vectorcall;
  Concrete* concrete;
  PyObject* dict;
  PyObject* weakrefs;
};

Concrete& concrete_of(PyObject* object) {
  Concrete* concrete = reinterpret_cast<PyConcrete*>(object)->concrete;
  GW_CHECK(concrete != nullptr, Code::kRuntimeError, "this concrete function was not initialised");
  return *concrete;
}

// Whether somebody may ask for gradients of values that became constants of a function: a tape that knows one of them,
// or whoever differentiates the graph under construction.
bool gradients_may_reach(std::span<const FuncGraph::Capture> constants) {
  bool any_differentiable = std::any_of(constants.begin(), constants.end(), [](const FuncGraph::Capture& constant) {
    return is_differentiable(constant.outer.dtype());
  });
  if (!any_differentiable) return false;
  for (Interpreter* item : interpreter_stack().items) {
    if (!item->is_tape()) return true;
    for (const FuncGraph::Capture& constant : constants)
      if (is_differentiable(constant.outer.dtype()) && item->watches_value(constant.outer)) return true;
  }
  return false;
}

// Runs with values for all inputs, captured ones last. `checked_inputs`: the memo has vouched for dtypes and shapes.
PyRef run_with_captures(Concrete& concrete, Values& inputs, bool checked_inputs) {
  Values outputs;
  Ref<GraphFunction> function = concrete.function;
  if (interpreter_stack().items.empty()) {
    for (const Value& value : inputs) {
      if (!value.is_symbol()) continue;
      fail(Code::kInaccessibleTensor, out_of_scope(*endpoint_of(value), nullptr));
    }
    if (!checked_inputs) {
      try {
        function->check_inputs(inputs);
      } catch (Error& error) {
        error.set_op(function->name());
        throw;
      }
      if (!function->fits(inputs)) function = function->relaxed();
    }
    const Program& program = function->program();
    bool heavy = concrete.slow || is_heavy(inputs);
    GilRelease gil(heavy);
    outputs = program.run(inputs);
    for (Value& output : outputs) make_distinct(output);
  } else {
    if (interpreter_stack().top().graph()) {
      function = concrete.captured.for_callers(std::move(function), inputs);
    } else if (const auto& constants = function->graph()->constants; gradients_may_reach(constants)) {
      function = function->with_constants_as_inputs();
      for (const FuncGraph::Capture& constant : constants)
        if (is_differentiable(constant.outer.dtype())) inputs.push_back(constant.outer);
    }
    if (!checked_inputs) function->check_inputs(inputs);
    if (!function->fits(inputs)) function = function->relaxed();
    bool heavy = (concrete.slow || is_heavy(inputs)) && executing_eagerly();
    GilRelease gil(heavy);
    outputs = call_function(function, inputs);
  }
  if (concrete.pack) {
    PyRef list = checked(PyList_New(static_cast<Py_ssize_t>(outputs.size())));
    for (size_t i = 0; i < outputs.size(); ++i)
      PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), wrap(std::move(outputs[i])));
    return checked(or_park([&] { return PyObject_CallOneArg(concrete.pack.get(), list.get()); }));
  }
  return concrete.structure.build(outputs);
}

void add_values(PyObject* sequence, const char* what, Values& values) {
  PyRef items = checked(PySequence_Fast(sequence, what));
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(items.get(), i);
    GW_CHECK(is_tensor_object(item), Code::kTypeError, what, ", got ", Py_TYPE(item)->tp_name);
    values.push_back(value_of(item));
  }
}

// Runs with inputs that lack the captured ones.
PyRef run_concrete(Concrete& concrete, Values& inputs, bool checked_inputs) {
  if (concrete.deferred) {
    PyRef captured = checked(or_park([&] { return PyObject_CallNoArgs(concrete.deferred.get()); }));
    add_values(captured.get(), "captured values must be a sequence of tensors", inputs);
  } else {
    for (const Value& value : concrete.captured.inputs()) inputs.push_back(value);
  }
  return run_with_captures(concrete, inputs, checked_inputs && concrete.captured.as_traced());
}

PyObject* concrete_call(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames);

PyObject* concrete_new(PyTypeObject* type, PyObject*, PyObject*) {
  auto* self = reinterpret_cast<PyConcrete*>(type->tp_alloc(type, 0));
  if (self) self->vectorcall = concrete_call;
  return reinterpret_cast<PyObject*>(self);
}

int concrete_init(PyObject* self, PyObject* args, PyObject*) {
  PyObject *graph, *captured, *structure, *pack;
  if (!PyArg_ParseTuple(args, "OOOO", &graph, &captured, &structure, &pack)) return -1;
  return guarded(-1, [&]() -> int {
    auto concrete = std::make_unique<Concrete>();
    concrete->function = make_ref<GraphFunction>(graph_from_object(graph));
    FuncGraph* body = concrete->function->graph();
    Values inputs;
    add_values(captured, "captured must be a sequence of tensors", inputs);
    concrete->captured = CapturedValues(*body, std::move(inputs));
    concrete->structure = Template::parse(structure);
    if (pack != Py_None) concrete->pack = PyRef::borrow(pack);
    constexpr size_t kManyNodes = 64;
    concrete->slow = body->nodes().size() > kManyNodes;
    for (const auto& node : body->nodes()) {
      concrete->slow |= node->op->runs_functions();
      for (const auto& output : node->outputs)
        concrete->slow |= !output->shape.fully_defined() || output->shape.num_elements() > 4096;
    }
    delete std::exchange(reinterpret_cast<PyConcrete*>(self)->concrete, concrete.release());
    return 0;
  });
}

void concrete_dealloc(PyObject* self) {
  auto* object = reinterpret_cast<PyConcrete*>(self);
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (object->weakrefs) PyObject_ClearWeakRefs(self);
  delete object->concrete;
  Py_CLEAR(object->dict);
  type->tp_free(self);
  Py_DECREF(type);
}

int concrete_traverse(PyObject* self, visitproc visit, void* arg) {
  auto* object = reinterpret_cast<PyConcrete*>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(object->dict);
  if (!object->concrete) return 0;
  Py_VISIT(object->concrete->pack.get());
  Py_VISIT(object->concrete->deferred.get());
  return 0;
}

int concrete_clear(PyObject* self) {
  auto* object = reinterpret_cast<PyConcrete*>(self);
  Py_CLEAR(object->dict);
  if (object->concrete) {
    PyRef pack = std::move(object->concrete->pack);
    PyRef deferred = std::move(object->concrete->deferred);
  }
  return 0;
}

PyObject* call_flat(PyObject* self, PyObject* const* args, Py_ssize_t nargs) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(nargs == 1 || nargs == 2, Code::kTypeError, "call_flat takes one or two sequences of tensors");
    Concrete& concrete = concrete_of(self);
    Values inputs;
    add_values(args[0], "call_flat takes sequences of tensors", inputs);
    if (nargs == 1 || args[1] == Py_None) return run_concrete(concrete, inputs, false).release();
    add_values(args[1], "call_flat takes sequences of tensors", inputs);
    return run_with_captures(concrete, inputs, false).release();
  });
}

PyObject* get_core_graph(PyObject* self, void*) {
  return guarded([&] { return object_of(Ref<FuncGraph>(concrete_of(self).function->graph())).release(); });
}

PyObject* get_program_text(PyObject* self, PyObject*) {
  return guarded([&] { return to_str(concrete_of(self).function->program().str()).release(); });
}

PyObject* get_function_ref(PyObject* self, void*) {
  return guarded([&] { return object_of(concrete_of(self).function).release(); });
}

template <class F>
void* slot(F* function) {
  return reinterpret_cast<void*>(function);
}

PyGetSetDef concrete_getset[] = {
    {"core_graph", get_core_graph, nullptr, "The traced _core.FuncGraph.", nullptr},
    {"function_ref", get_function_ref, nullptr, "The function as an attr value.", nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyObject* set_plain_arguments(PyObject* self, PyObject* count) {
  return guarded([&]() -> PyObject* {
    concrete_of(self).plain_arguments = PyLong_AsSsize_t(count);
    if (PyErr_Occurred()) throw PythonError();
    Py_RETURN_NONE;
  });
}

PyMethodDef concrete_methods[] = {
    {"_set_plain_arguments", set_plain_arguments, METH_O, "Says that calls take this many tensors and nothing else."},
    {"call_flat", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(call_flat)), METH_FASTCALL,
     "Runs with a flat list of inputs, captured ones left out or given as a second list."},
    {"program_text", get_program_text, METH_NOARGS, "The program that runs, one instruction a line."},
    {nullptr, nullptr, 0, nullptr},
};
PyMemberDef concrete_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(PyConcrete, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(PyConcrete, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyConcrete, weakrefs), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot concrete_slots[] = {
    {Py_tp_doc, const_cast<char*>("ConcreteBase(graph, captured, template, pack): a traced graph that can be called.")},
    {Py_tp_new, slot(concrete_new)},
    {Py_tp_init, slot(concrete_init)},
    {Py_tp_call, slot(PyVectorcall_Call)},
    {Py_tp_dealloc, slot(concrete_dealloc)},
    {Py_tp_traverse, slot(concrete_traverse)},
    {Py_tp_clear, slot(concrete_clear)},
    {Py_tp_getset, concrete_getset},
    {Py_tp_methods, concrete_methods},
    {Py_tp_members, concrete_members},
    {0, nullptr},
};
PyType_Spec concrete_spec = {"graphwright.ConcreteBase", sizeof(PyConcrete), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_VECTORCALL,
                             concrete_slots};

// ---- functions ----

struct MemoEntry {
  CallKey key;
  PyRef concrete;
  // Where the inputs come from: the leaves of the arguments, as they are or in another order, or what binding them
  // gives.
  enum class Inputs { kLeaves, kInOrder, kBound } inputs = Inputs::kLeaves;
  std::vector<int> order;
};

using MemoEntryPtr = std::shared_ptr<MemoEntry>;

struct Memo {
  std::unordered_multimap<uint64_t, MemoEntryPtr> entries;
  MemoEntryPtr last;

  // Comparing keys may run the user's code, which may call the function, and so change what is here.
  MemoEntryPtr find(CallKey& key) {
    if (MemoEntryPtr entry = last; entry && entry->key.equals(key)) return entry;
    key.compute_hash();
    auto [begin, end] = entries.equal_range(key.hash);
    if (begin == end) return nullptr;
    if (std::next(begin) == end) {
      MemoEntryPtr entry = begin->second;
      if (!entry->key.equals(key)) return nullptr;
      return last = entry;
    }
    SmallVector<MemoEntryPtr, 4> candidates;
    for (auto it = begin; it != end; ++it) candidates.push_back(it->second);
    for (const MemoEntryPtr& entry : candidates)
      if (entry->key.equals(key)) return last = entry;
    return nullptr;
  }

  void add(const MemoEntryPtr& entry) {
    std::unordered_multimap<uint64_t, MemoEntryPtr> dropped;  // goes when nothing is half done
    if (entries.size() >= kMemoLimit) std::swap(entries, dropped);
    entries.emplace(entry->key.hash, entry);
    last = entry;
  }
};

struct PyFunction {
  PyObject_HEAD vectorcallfunc vectorcall;
  uint64_t calls;
  Memo* memo;
  PyObject* dict;
  PyObject* weakrefs;
};

struct CallArgs {
  PyRef args;
  PyRef kwargs;
};

CallArgs pack_args(PyObject* const* args, size_t nargs, PyObject* kwnames) {
  CallArgs packed{checked(PyTuple_New(static_cast<Py_ssize_t>(nargs))), checked(PyDict_New())};
  for (size_t i = 0; i < nargs; ++i)
    PyTuple_SET_ITEM(packed.args.get(), static_cast<Py_ssize_t>(i), Py_NewRef(args[i]));
  for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames); ++k)
    if (PyDict_SetItem(packed.kwargs.get(), PyTuple_GET_ITEM(kwnames, k), args[nargs + k]) < 0) throw PythonError();
  return packed;
}

PyRef call_method(PyObject* self, const char* name, PyObject* a, PyObject* b, PyObject* c = nullptr) {
  PyRef method = checked(PyObject_GetAttrString(self, name));
  return checked(or_park([&] { return PyObject_CallFunctionObjArgs(method.get(), a, b, c, nullptr); }));
}

// Tensors go straight to the graph; everything else is bound by the method _call.
PyObject* concrete_call(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Concrete& concrete = concrete_of(self);
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    if (nargs == concrete.plain_arguments && (!kwnames || PyTuple_GET_SIZE(kwnames) == 0)) {
      Values inputs;
      for (Py_ssize_t i = 0; i < nargs && is_tensor_object(args[i]); ++i) inputs.push_back(value_of(args[i]));
      if (static_cast<Py_ssize_t>(inputs.size()) == nargs) return run_concrete(concrete, inputs, false).release();
    }
    CallArgs packed = pack_args(args, static_cast<size_t>(nargs), kwnames);
    return call_method(self, "_call", packed.args.get(), packed.kwargs.get()).release();
  });
}

// A miss: Python finds or makes the concrete function, and says which leaves it takes, or None where it must bind the
// arguments anew on each call.
MemoEntryPtr look_up(PyObject* self, const CallArgs& packed, CallKey& key, const Leaves& leaves) {
  PyRef count = checked(PyLong_FromSize_t(leaves.size()));
  PyRef result = call_method(self, "_lookup", packed.args.get(), packed.kwargs.get(), count.get());
  PyObject *concrete, *order;
  if (!PyArg_ParseTuple(result.get(), "O!O;_lookup must return (concrete, order)", concrete_type, &concrete, &order))
    throw PythonError();
  auto entry = std::make_shared<MemoEntry>();
  entry->concrete = PyRef::borrow(concrete);
  if (order == Py_None) {
    entry->inputs = MemoEntry::Inputs::kBound;
  } else {
    PyRef items = checked(PySequence_Fast(order, "the order of inputs must be a sequence"));
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
      long index = PyLong_AsLong(PySequence_Fast_GET_ITEM(items.get(), i));
      GW_CHECK(index >= 0 && index < static_cast<long>(leaves.size()), Code::kIndexError, "bad input order");
      if (index != i) entry->inputs = MemoEntry::Inputs::kInOrder;
      entry->order.push_back(static_cast<int>(index));
    }
    if (entry->order.size() != leaves.size()) entry->inputs = MemoEntry::Inputs::kInOrder;
  }
  key.compute_hash();
  entry->key = key;
  reinterpret_cast<PyFunction*>(self)->memo->add(entry);
  return entry;
}

PyObject* function_call_eagerly(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    CallArgs packed = pack_args(args, PyVectorcall_NARGS(nargsf), kwnames);
    return call_method(self, "_call_eagerly", packed.args.get(), packed.kwargs.get()).release();
  });
}

// By the trace for the arguments. `kByItself`: whatever the stance of all functions is.
template <bool kByItself>
PyObject* function_call(PyObject* self, PyObject* const* args, size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    size_t nargs = PyVectorcall_NARGS(nargsf);
    if (every_function_eager.load(std::memory_order_relaxed) && (!kByItself || run_functions_eagerly))
      return function_call_eagerly(self, args, nargsf, kwnames);
    CallKey key;
    Leaves leaves;
    flatten_call(args, nargs, kwnames, key, leaves);
    auto* function = reinterpret_cast<PyFunction*>(self);
    ++function->calls;
    MemoEntryPtr entry = function->memo->find(key);
    if (!entry || entry->inputs == MemoEntry::Inputs::kBound) {
      CallArgs packed = pack_args(args, nargs, kwnames);
      if (!entry) entry = look_up(self, packed, key, leaves);
      if (entry->inputs == MemoEntry::Inputs::kBound)
        return call_method(entry->concrete.get(), "_call_bound", packed.args.get(), packed.kwargs.get()).release();
    }
    Values inputs;
    if (entry->inputs == MemoEntry::Inputs::kInOrder) {
      for (int i : entry->order) inputs.push_back(leaves[i].value);
    } else {
      for (Leaf& leaf : leaves) inputs.push_back(std::move(leaf.value));
    }
    return run_concrete(concrete_of(entry->concrete.get()), inputs, !key.has_parts).release();
  });
}

PyObject* function_new(PyTypeObject* type, PyObject*, PyObject*) {
  auto* self = reinterpret_cast<PyFunction*>(type->tp_alloc(type, 0));
  if (!self) return nullptr;
  self->vectorcall = function_call<false>;
  self->calls = 0;
  self->memo = new Memo;
  return reinterpret_cast<PyObject*>(self);
}

int function_init(PyObject*, PyObject*, PyObject*) { return 0; }

void function_dealloc(PyObject* self) {
  auto* object = reinterpret_cast<PyFunction*>(self);
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (object->weakrefs) PyObject_ClearWeakRefs(self);
  delete std::exchange(object->memo, nullptr);
  Py_CLEAR(object->dict);
  type->tp_free(self);
  Py_DECREF(type);
}

int function_traverse(PyObject* self, visitproc visit, void* arg) {
  auto* object = reinterpret_cast<PyFunction*>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(object->dict);
  if (!object->memo) return 0;
  for (const auto& [hash, entry] : object->memo->entries) {
    // `last` shares the entry: its references are counted once.
    Py_VISIT(entry->concrete.get());
    for (const PyRef& object : entry->key.objects) Py_VISIT(object.get());
  }
  return 0;
}

int function_clear(PyObject* self) {
  auto* object = reinterpret_cast<PyFunction*>(self);
  Py_CLEAR(object->dict);
  if (object->memo) {
    Memo taken = std::move(*object->memo);
    *object->memo = Memo();
  }
  return 0;
}

PyObject* clear_memo(PyObject* self, PyObject*) {
  Memo taken = std::move(*reinterpret_cast<PyFunction*>(self)->memo);
  *reinterpret_cast<PyFunction*>(self)->memo = Memo();
  Py_RETURN_NONE;
}
PyObject* num_calls(PyObject* self, PyObject*) {
  return PyLong_FromUnsignedLongLong(reinterpret_cast<PyFunction*>(self)->calls);
}
// How the function is called: 0: as all functions are, 1: by its Python body, 2: by its traces whatever the stance is.
PyObject* set_mode(PyObject* self, PyObject* mode) {
  return guarded([&]() -> PyObject* {
    constexpr vectorcallfunc kModes[] = {function_call<false>, function_call_eagerly, function_call<true>};
    long number = PyLong_AsLong(mode);
    if (number == -1 && PyErr_Occurred()) throw PythonError();
    GW_CHECK(number >= 0 && number < 3, Code::kValueError, "_set_mode takes 0, 1 or 2, got ", number);
    reinterpret_cast<PyFunction*>(self)->vectorcall = kModes[number];
    Py_RETURN_NONE;
  });
}
PyObject* memo_size(PyObject* self, PyObject*) {
  return PyLong_FromSize_t(reinterpret_cast<PyFunction*>(self)->memo->entries.size());
}

PyGetSetDef function_getset[] = {{"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
                                 {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef function_methods[] = {
    {"_clear_memo", clear_memo, METH_NOARGS, "Forgets which call goes to which concrete function."},
    {"_num_calls", num_calls, METH_NOARGS, "How often the function was called."},
    {"_set_mode", set_mode, METH_O, "Says whether calls run traces or the Python function."},
    {"_memo_size", memo_size, METH_NOARGS, "How many forms of calls are remembered."},
    {nullptr, nullptr, 0, nullptr},
};
PyMemberDef function_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(PyFunction, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(PyFunction, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyFunction, weakrefs), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyType_Slot function_slots[] = {
    {Py_tp_doc,
     const_cast<char*>("The callable behind tf.function: finds the concrete function for a call, and runs it.")},
    {Py_tp_new, slot(function_new)},
    {Py_tp_init, slot(function_init)},
    {Py_tp_call, slot(PyVectorcall_Call)},
    {Py_tp_dealloc, slot(function_dealloc)},
    {Py_tp_traverse, slot(function_traverse)},
    {Py_tp_clear, slot(function_clear)},
    {Py_tp_getset, function_getset},
    {Py_tp_methods, function_methods},
    {Py_tp_members, function_members},
    {0, nullptr},
};
PyType_Spec function_spec = {"graphwright.FunctionBase", sizeof(PyFunction), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_VECTORCALL,
                             function_slots};

// Classes written in Python do not inherit the vectorcall flag before Python 3.12, though they do inherit the offset.
PyObject* inherit_vectorcall(PyObject*, PyObject* cls) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(PyType_Check(cls), Code::kTypeError, "inherit_vectorcall takes a class");
    auto* type = reinterpret_cast<PyTypeObject*>(cls);
    GW_CHECK(PyType_IsSubtype(type, function_type) || PyType_IsSubtype(type, concrete_type), Code::kTypeError,
             "inherit_vectorcall takes a class derived from FunctionBase or ConcreteBase");
    GW_CHECK(type->tp_call == PyVectorcall_Call, Code::kTypeError, "the class has a method __call__ of its own");
    type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
    PyType_Modified(type);
    return Py_NewRef(cls);
  });
}

// Functions do not list a tensor of the package's own among what they captured.
PyObject* hide_from_captures(PyObject*, PyObject* tensor) {
  return guarded([&]() -> PyObject* {
    GW_CHECK(is_tensor_object(tensor), Code::kTypeError, "hide_from_captures takes a tensor");
    value_of(tensor).rep()->shown = false;
    return Py_NewRef(tensor);
  });
}

PyMethodDef module_methods[] = {
    {"hide_from_captures", hide_from_captures, METH_O,
     "The tensor; functions treat it as a number that is written in the program."},
    {"inherit_vectorcall", inherit_vectorcall, METH_O,
     "Makes calls of a derived class's objects as fast as its base's."},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject* make_type(PyObject* module, PyType_Spec* spec, const char* name) {
  PyRef type = checked(PyType_FromSpec(spec));
  if (PyModule_AddObjectRef(module, name, type.get()) < 0) throw PythonError();
  return reinterpret_cast<PyTypeObject*>(type.release());
}

Ref<FunctionRef> function_from_object(PyObject* object) {
  if (PyObject_TypeCheck(object, concrete_type)) return concrete_of(object).function;
  return graph_function_or_null(object);
}

Concrete& concrete_argument(PyObject* object) {
  GW_CHECK(PyObject_TypeCheck(object, concrete_type), Code::kTypeError, "expected a concrete function, got ",
           Py_TYPE(object)->tp_name);
  return concrete_of(object);
}

void check_signals() {
  stop_if_finalizing();
  GilAcquire gil;
  if (PyErr_CheckSignals() < 0) throw PythonError();
}

}  // namespace

const CapturedValues& captured_of(PyObject* concrete) { return concrete_argument(concrete).captured; }

void set_captured_inputs(PyObject* concrete, PyObject* values, PyObject* deferred) {
  Concrete& changed = concrete_argument(concrete);
  Values inputs;
  add_values(values, "set_external_captures takes a sequence of tensors", inputs);
  PyRef before = deferred == Py_None ? PyRef() : PyRef::borrow(deferred);
  std::swap(changed.deferred, before);
  changed.captured.set_inputs(std::move(inputs));
}

void make_inputs_of_constants(PyObject* concrete) {
  Concrete& changed = concrete_argument(concrete);
  changed.function = changed.captured.make_inputs_of_constants(*changed.function);
}

void init_function_types(PyObject* module) {
  function_type = make_type(module, &function_spec, "FunctionBase");
  concrete_type = make_type(module, &concrete_spec, "ConcreteBase");
  if (PyModule_AddFunctions(module, module_methods) < 0) throw PythonError();
  function_from_python = function_from_object;
  set_interrupt_check(check_signals, finalizing_elsewhere);
  wait_for_programs_at_exit();
  init_graph_functions(module);
}

}  // namespace graphwright::bind
