// Functions of the core for graphwright.explain: graphs after the passes, programs, memory plans and profiles.
#include "bind/bind_explain.h"

#include "bind/convert.h"
#include "bind/creation_stack.h"
#include "bind/holders.h"
#include "bind/tensor_type.h"
#include "function/graph_function.h"
#include "passes/pass.h"
#include "program/memory_plan.h"

namespace graphwright::bind {
namespace {

const char* kind_name(MemoryPlan::Kind kind) {
  switch (kind) {
    case MemoryPlan::Kind::kInput:
      return "input";
    case MemoryPlan::Kind::kConstant:
      return "constant";
    case MemoryPlan::Kind::kResult:
      return "result";
  }
  return "";
}

py::object shape_or_none(const Shape& shape) {
  return shape.has_rank() ? take(shape_object(shape)) : py::object(py::none());
}

// Where the program's instructions come from and what they do.
py::list instructions_of(GraphFunction& function) {
  return translated([&] {
    const Program& program = function.program();
    py::list list;
    for (size_t i = 0; i < program.num_instructions(); ++i) {
      const Program::Origin& origin = program.origins[program.origin_of[i]];
      py::dict item;
      item["text"] = program.text_of(i);
      item["released"] = program.released_by(i);
      item["node"] = origin.node;
      item["op"] = origin.op ? origin.op->name : "";
      item["stack"] = take(stack_entries(origin.stack));
      const Instruction& in = program.instructions[i];
      item["dynamic"] = in.code == Instruction::Code::kKernel && !program.calls[in.call].shapes_known;
      list.append(item);
    }
    return list;
  });
}

py::dict memory_plan_of(GraphFunction& function) {
  return translated([&] {
    MemoryPlan plan = plan_memory(*optimize(*function.graph()));
    py::list items;
    for (const MemoryPlan::Item& item : plan.items) {
      items.append(py::make_tuple(item.slot, kind_name(item.kind), take(PyRef::borrow(dtype_object(item.dtype))),
                                  shape_or_none(item.shape), item.first, item.last, item.output, item.kept));
    }
    py::dict result;
    result["items"] = items;
    result["num_instructions"] = plan.num_instructions;
    result["num_slots"] = plan.num_slots;
    result["complete"] = plan.complete;
    result["input_bytes"] = plan.input_bytes;
    result["constant_bytes"] = plan.constant_bytes;
    result["result_bytes"] = plan.result_bytes;
    result["peak_bytes"] = plan.peak_bytes;
    result["peak_at"] = plan.peak_at;
    result["kept_bytes"] = plan.kept_bytes;
    return result;
  });
}

py::dict profile_of(GraphFunction& function) {
  return translated([&] {
    Profile profile = function.program().profile_book.read();
    py::list rows;
    for (const Profile::Row& row : profile.rows) {
      bool known = row.dtype != DType::kInvalid;
      rows.append(py::make_tuple(row.runs, row.nanoseconds, row.bytes, known ? shape_or_none(row.shape) : py::none(),
                                 known ? take(PyRef::borrow(dtype_object(row.dtype))) : py::object(py::none())));
    }
    py::dict result;
    result["runs"] = profile.runs;
    result["nanoseconds"] = profile.nanoseconds;
    result["peak_bytes"] = profile.peak_bytes;
    result["rows"] = rows;
    return result;
  });
}

// The events of a timeline: (thread, events packed as `Event` of explain/recording.py reads them) for each thread.
py::list timeline_events() {
  static_assert(sizeof(TimelineEvent) == 40 && std::is_trivially_copyable_v<TimelineEvent>);
  py::list lanes;
  for (const Timeline::Lane& lane : Timeline::read())
    lanes.append(py::make_tuple(lane.thread, py::bytes(reinterpret_cast<const char*>(lane.events.data()),
                                                       lane.events.size() * sizeof(TimelineEvent))));
  return lanes;
}

// (number, name, a list of (text, op, node, stack) by instruction) for each program that ran.
py::list timeline_programs() {
  return translated([] {
    py::list programs;
    for (const ProgramNote& note : noted_programs()) {
      py::list lines;
      for (const ProgramNote::Line& line : note.lines)
        lines.append(
            py::make_tuple(line.text, line.op ? line.op->name : "", line.node, take(stack_entries(line.stack))));
      programs.append(py::make_tuple(note.serial, note.name, lines));
    }
    return programs;
  });
}

}  // namespace

void init_explain_functions(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  m.def(
      "set_profiling", [](bool on) { profiling.store(on, std::memory_order_relaxed); },
      "Whether programs that begin to run are measured.");
  m.def(
      "optimized_graph",
      [](GraphFunction& function) { return translated([&] { return optimize(*function.graph()); }); },
      "The graph of a function after the passes that are on.");
  m.def("set_least_nodes", set_least_nodes, "How many nodes a graph must have to be changed by passes.");
  m.def("instructions_of", instructions_of, "The instructions of a function's program, as dictionaries.");
  m.def("memory_plan_of", memory_plan_of, "Which values of a function's program share which slots, and their bytes.");
  m.def("profile_of", profile_of, "What was measured of a function's program: totals, and a row for each instruction.");
  m.def(
      "start_timeline",
      [](size_t most) {
        forget_noted_programs();
        Timeline::start(most);
      },
      "Begins to note when what runs; forgets what was noted before. So many instructions, and as many other events.");
  m.def("stop_timeline", Timeline::stop, "Ends that; what was noted stays.");
  m.def(
      "forget_timeline",
      [] {
        Timeline::forget();
        forget_noted_programs();
      },
      "Lets go of the events and programs that were noted.");
  m.def("timeline_events", timeline_events, "The events of each thread, packed.");
  m.def("timeline_programs", timeline_programs, "What the numbers of programs in events stand for.");
  m.def("timeline_dropped", Timeline::num_dropped, "How many events were too many.");
  m.def(
      "program_number", [](GraphFunction& function) { return translated([&] { return function.program().serial; }); },
      "The number of a function's program in events.");
  m.def(
      "forget_profile", [](GraphFunction& function) { translated([&] { function.program().profile_book.clear(); }); },
      "Forgets what was measured of a function's program.");
  // Names and functions: itself, and those that calls with gradients or with other shapes have made of it.
  m.def(
      "variants_of", [](GraphFunction& function) { return function.variants(); },
      "The functions that were derived of one so far, by what they are for.");
  m.def(
      "compile_nanoseconds", [](const GraphFunction& function) { return function.compile_nanoseconds(); },
      "What passes and lowering took; 0 before the first run.");
}

}  // namespace graphwright::bind
