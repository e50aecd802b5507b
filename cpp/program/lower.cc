// FuncGraph -> Program: functions in line, control flow as jumps, then slots by liveness.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/stack.h"
#include "device/gpu.h"
#include "graph/functions_of.h"
#include "op/build.h"
#include "op/kernel_state.h"
#include "op/kernel_traits.h"
#include "op/run_op.h"
#include "passes/pass.h"
#include "passes/rewrite.h"
#include "program/memory_plan.h"
#include "program/program.h"

namespace graphwright {

class Lowering {
 public:
  explicit Lowering(Program& program) : program_(program) {}

  void run(const FuncGraph& graph) {
    std::vector<int> inputs;
    for (Endpoint* input : graph.inputs)
      inputs.push_back(new_register(input->dtype, shape_before_check(*input), Origin::kInput));
    program_.name_ = graph.name();
    name_origin(nullptr, graph.name(), nullptr);
    std::vector<int> outputs = emit_graph(graph, inputs);
    emit(Instruction::Code::kReturn);
    fill_origins();
    for (int output : outputs) use(output, position() - 1);
    assign_slots(inputs, outputs);
  }

  // What run() decided about memory.
  MemoryPlan plan() const {
    MemoryPlan plan;
    plan.num_instructions = program_.instructions.size();
    plan.num_slots = program_.num_slots_;
    std::vector<bool> is_output(program_.num_slots_, false);
    for (int slot : program_.output_slots) is_output[slot] = true;
    for (const Register& r : registers_) {
      if (r.slot < 0) continue;
      bool computed = r.origin == Origin::kComputed;
      int64_t bytes = bytes_of(r);
      plan.complete &= bytes >= 0;
      bytes = std::max<int64_t>(bytes, 0);
      (computed ? plan.result_bytes : r.origin == Origin::kConstant ? plan.constant_bytes : plan.input_bytes) += bytes;
      bool output = is_output[r.slot];
      bool kept = computed && !output && is_plain(r.dtype) && static_cast<size_t>(bytes) <= Program::kKeepBytes;
      plan.items.push_back({r.slot,
                            computed                        ? MemoryPlan::Kind::kResult
                            : r.origin == Origin::kConstant ? MemoryPlan::Kind::kConstant
                                                            : MemoryPlan::Kind::kInput,
                            r.dtype, r.shape, r.first, r.last, output, kept});
    }
    add_up_results(plan);
    return plan;
  }

 private:
  // -1 where the shape leaves it open; the elements of strings, resources and variants lie elsewhere.
  template <class T>
  static int64_t bytes_of(const T& value) {
    if (!is_plain(value.dtype)) return 0;
    return value.shape.fully_defined() ? value.shape.num_elements() * static_cast<int64_t>(dtype_size(value.dtype))
                                       : -1;
  }

  static void add_up_results(MemoryPlan& plan) {
    // Values that share a slot during one instruction share the memory as well.
    std::vector<std::vector<const MemoryPlan::Item*>> by_slot(plan.num_slots);
    for (const MemoryPlan::Item& item : plan.items)
      if (item.kind == MemoryPlan::Kind::kResult) by_slot[item.slot].push_back(&item);
    std::vector<int64_t> change(plan.num_instructions + 1, 0);
    for (auto& items : by_slot) {
      std::sort(items.begin(), items.end(), [](auto* a, auto* b) { return a->first < b->first; });
      int64_t kept = 0;
      int free_from = 0;
      for (const MemoryPlan::Item* item : items) {
        int64_t bytes = std::max<int64_t>(bytes_of(*item), 0);
        if (item->kept) kept = std::max(kept, bytes);
        int first = std::max(item->first, free_from);
        if (item->last < first) continue;
        change[first] += bytes;
        change[item->last + 1] -= bytes;
        free_from = item->last + 1;
      }
      plan.kept_bytes += kept;
    }
    int64_t live = 0;
    for (size_t at = 0; at < plan.num_instructions; ++at) {
      live += change[at];
      if (live <= plan.peak_bytes) continue;
      plan.peak_bytes = live;
      plan.peak_at = static_cast<int>(at);
    }
  }

  enum class Origin : uint8_t { kInput, kConstant, kComputed };
  // A value of the program before it has a slot.
  struct Register {
    DType dtype;
    Shape shape;
    Origin origin;
    int first = -1;
    int last = -1;
    int slot = -1;
    bool elementwise = false;  // always defined by elementwise instructions
    bool escapes = false;      // others than elementwise instructions and jumps get hold of the tensor
  };
  struct Loop {
    int begin, end;
  };
  // Larger tensors go through kernels, which use several threads.
  static constexpr int64_t kMostElements = 1 << 15;

  int position() const { return static_cast<int>(program_.instructions.size()); }
  Instruction& emit(Instruction::Code code) {
    program_.instructions.emplace_back().code = code;
    return program_.instructions.back();
  }
  int new_register(DType dtype, const Shape& shape, Origin origin) {
    registers_.push_back({dtype, shape, origin});
    if (origin != Origin::kComputed) registers_.back().first = registers_.back().last = -1;
    return static_cast<int>(registers_.size()) - 1;
  }
  void define(int reg, int at) {
    Register& r = registers_[reg];
    if (r.origin == Origin::kComputed && r.first < 0) r.first = at;
    r.last = std::max(r.last, at);
  }
  void use(int reg, int at) { registers_[reg].last = std::max(registers_[reg].last, at); }

  int constant(const Tensor& tensor) {
    auto [it, inserted] = constants_.try_emplace(tensor.rep(), 0);
    if (inserted) {
      it->second = new_register(tensor.dtype(), tensor.shape(), Origin::kConstant);
      constant_values_.emplace_back(it->second, tensor);
    }
    return it->second;
  }

  std::vector<int> emit_graph(const FuncGraph& graph, const std::vector<int>& inputs) {
    std::unordered_map<const Endpoint*, int> map;
    GW_CHECK(stack_left() > std::min(kStackMargin, stack_size() / 4), Code::kResourceExhausted,
             "functions are nested too deeply in ", graph.name(), ": the stack of this thread is used up");
    std::vector<bool> live = live_nodes(graph);
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const Endpoint& input = *graph.inputs[i];
      bool sure = input.dtype == DType::kResource || !live[input.node->id] ||
                  (!input.claimed && conforms(registers_[inputs[i]].shape, input.shape));
      map[&input] = sure ? inputs[i] : emit_shape_check(input, inputs[i]);
    }
    for (size_t i = 0; i < graph.nodes().size(); ++i) {
      const Node& node = *graph.nodes()[i];
      if (!live[i]) continue;
      if (const AttrValue* lane = node.attrs.find(kLane); lane && !in_lane_) {
        i = emit_lanes(graph, i, std::get<int64_t>(*lane) >> kLaneBits, live, map) - 1;
        continue;
      }
      emit_checked(node, map);
    }
    std::vector<int> outputs;
    for (Endpoint* output : graph.outputs) outputs.push_back(map.at(output));
    return outputs;
  }

  void emit_checked(const Node& node, std::unordered_map<const Endpoint*, int>& map) {
    emit_node(node, map);
    for (const auto& output : node.outputs)
      if (output->claimed && !node.op->has(Trait::kPlaceholder))
        map[output.get()] = emit_shape_check(*output, map.at(output.get()));
  }

  // The nodes of a group of lanes, which begin at number `first`, and what takes no instruction among them. Returns
  // which comes next.
  size_t emit_lanes(const FuncGraph& graph, size_t first, int64_t group, const std::vector<bool>& live,
                    std::unordered_map<const Endpoint*, int>& map) {
    std::vector<std::vector<const Node*>> lanes;
    size_t next = first;
    for (; next < graph.nodes().size(); ++next) {
      const Node& node = *graph.nodes()[next];
      const AttrValue* attr = node.attrs.find(kLane);
      if (attr && std::get<int64_t>(*attr) >> kLaneBits != group) break;
      if (!attr && !node.op->has(Trait::kConstant) && !node.op->has(Trait::kPlaceholder)) break;
      if (!live[next]) continue;
      const size_t lane = attr ? std::get<int64_t>(*attr) & ((1 << kLaneBits) - 1) : 0;
      if (lane == 0) {
        emit_checked(node, map);
        continue;
      }
      if (lanes.size() < lane) lanes.resize(lane);
      lanes[lane - 1].push_back(&node);
    }
    std::erase_if(lanes, [](const auto& nodes) { return nodes.empty(); });
    if (lanes.size() == 1)
      for (const Node* node : lanes[0]) emit_checked(*node, map);
    if (lanes.size() < 2) return next;
    const int fork = position();
    in_lane_ = true;
    Instruction& in = emit(Instruction::Code::kFork);
    in.first = static_cast<int>(program_.branch_targets.size());
    in.count = static_cast<int>(lanes.size());
    program_.branch_targets.resize(program_.branch_targets.size() + lanes.size());
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      program_.branch_targets[program_.instructions[fork].first + lane] = position();
      for (const Node* node : lanes[lane]) emit_checked(*node, map);
      emit(Instruction::Code::kLaneEnd);
    }
    in_lane_ = false;
    program_.instructions[fork].target = position() - 1;
    forks_.push_back(fork);
    return next;
  }

  // What is emitted from now on is made of this node.
  int name_origin(const OpDef* op, std::string node, Ref<RefCounted> stack) {
    fill_origins();
    program_.origins.push_back({op, std::move(node), std::move(stack)});
    return std::exchange(origin_, static_cast<int>(program_.origins.size()) - 1);
  }
  void fill_origins() { program_.origin_of.resize(program_.instructions.size(), origin_); }

  void emit_node(const Node& node, std::unordered_map<const Endpoint*, int>& map) {
    const OpDef& op = *node.op;
    if (op.has(Trait::kPlaceholder) || op.has(Trait::kConstant) || op.has(Trait::kIdentity))
      return bind_value(node, map);
    int around = name_origin(node.op, node.user_name(), node.origin);
    emit_instructions(node, map);
    fill_origins();
    origin_ = around;
  }

  // Nodes that take no instruction.
  void bind_value(const Node& node, std::unordered_map<const Endpoint*, int>& map) {
    const OpDef& op = *node.op;
    if (op.has(Trait::kPlaceholder)) {
      if (map.contains(node.outputs[0].get())) return;  // an input
      fail(Code::kInvalidArgument, "You must feed a value for placeholder tensor '", node.name, "'");
    }
    if (op.has(Trait::kConstant)) {
      map[node.outputs[0].get()] = constant(node.attrs.get<Tensor>("value"));
      return;
    }
    map[node.outputs[0].get()] = map.at(node.inputs[0]);
  }

  void emit_instructions(const Node& node, std::unordered_map<const Endpoint*, int>& map) {
    const OpDef& op = *node.op;
    std::vector<int> inputs;
    for (Endpoint* input : node.inputs) inputs.push_back(map.at(input));
    std::vector<int> outputs;
    if (op.has(Trait::kCall)) {
      if (FuncGraph* body = executed_function(node.attrs)->graph()) {
        outputs = emit_graph(*body, inputs);
        bind_outputs(node, outputs, map);
        return;
      }
    } else if (op.has(Trait::kIf)) {
      outputs = emit_if(node, inputs);
      bind_outputs(node, outputs, map);
      return;
    } else if (op.has(Trait::kCase)) {
      outputs = emit_case(node, inputs);
      bind_outputs(node, outputs, map);
      return;
    } else if (op.has(Trait::kWhile)) {
      outputs = emit_while(node, inputs);
      bind_outputs(node, outputs, map);
      return;
    }
    for (const auto& output : node.outputs)
      outputs.push_back(new_register(output->dtype, shape_before_check(*output), Origin::kComputed));
    bind_outputs(node, outputs, map);
    if (!emit_elementwise(node, inputs, outputs) && !emit_fused(node, inputs, outputs))
      emit_kernel(node, inputs, outputs);
  }

  // What is known of the value that a check of the endpoint's shape is still to be made of.
  static Shape shape_before_check(const Endpoint& endpoint) {
    return endpoint.claimed ? Shape::unknown() : endpoint.shape;
  }

  // What a rule does not vouch for is checked, since kernels rely on it.
  int emit_shape_check(const Endpoint& endpoint, int reg) {
    if (!endpoint.shape.has_rank()) return reg;
    int out = new_register(endpoint.dtype, endpoint.shape, Origin::kComputed);
    KernelCall call;
    call.op = &op_def<"EnsureShape">();
    call.attrs = {{"shape", endpoint.shape}, {"T", endpoint.dtype}};
    call.inputs = {reg};
    call.outputs = {out};
    call.shapes = {endpoint.shape};
    call.dtypes = {endpoint.dtype};
    int at = position();
    Instruction& in = emit(Instruction::Code::kKernel);
    in.call = static_cast<int>(program_.calls.size());
    program_.calls.push_back(std::move(call));
    use(reg, at);
    define(out, at);
    return out;
  }

  static void bind_outputs(const Node& node, const std::vector<int>& outputs,
                           std::unordered_map<const Endpoint*, int>& map) {
    for (size_t i = 0; i < node.outputs.size(); ++i) map[node.outputs[i].get()] = outputs[i];
  }

  // A direct loop over n elements, when shapes are known and at most one operand is a scalar.
  bool emit_elementwise(const Node& node, const std::vector<int>& inputs, const std::vector<int>& outputs) {
    const OpDef& op = *node.op;
    // Loops are the CPU's: where there is a GPU, its kernels are asked for on every run.
    if (!op.has(Trait::kElementwise) || open_gpu_plugin()) return false;
    const Endpoint& out = *node.outputs[0];
    if (!out.shape.fully_defined() || !is_plain(out.dtype)) return false;
    for (Endpoint* input : node.inputs)
      if (!input->shape.fully_defined()) return false;
    int64_t n = out.shape.num_elements();
    if (n > kMostElements || n == 0) return false;
    Instruction in{};
    in.n = n;
    in.dtype = out.dtype;
    if (op.unary_code != UnaryCode::kNone && inputs.size() == 1) {
      in.code = Instruction::Code::kUnary;
      in.unary = unary_fn(op.unary_code, node.inputs[0]->dtype);
      if (!in.unary) return false;
      in.a = inputs[0];
    } else if (op.binary_code != BinaryCode::kNone && inputs.size() == 2) {
      const BinaryFns* fns = binary_fns(op.binary_code, node.inputs[0]->dtype);
      if (!fns) return false;
      const Shape& a = node.inputs[0]->shape;
      const Shape& b = node.inputs[1]->shape;
      in.code = Instruction::Code::kBinary;
      if (a == b) {
        in.binary = fns->vector_vector;
      } else if (b.num_elements() == 1 && a == out.shape) {
        in.binary = fns->vector_scalar;
      } else if (a.num_elements() == 1 && b == out.shape) {
        in.binary = fns->scalar_vector;
      }
      if (!in.binary) return false;
      in.a = inputs[0];
      in.b = inputs[1];
    } else {
      return false;
    }
    push_elementwise(in, out, inputs, outputs[0]);
    return true;
  }

  // The same for a chain that the fusion pass made.
  bool emit_fused(const Node& node, const std::vector<int>& inputs, const std::vector<int>& outputs) {
    if (node.op != &op_def<"_FusedElementwise">() || open_gpu_plugin()) return false;
    const Endpoint& out = *node.outputs[0];
    if (out.shape.num_elements() > kMostElements) return false;
    const Ref<FunctionRef>& chain = node.attrs.get<Ref<FunctionRef>>("f");
    program_.fused.push_back(chain);
    Instruction in{};
    in.code = Instruction::Code::kFused;
    in.n = out.shape.num_elements();
    in.dtype = out.dtype;
    in.fused = static_cast<const FusedElementwise*>(chain.get());
    in.first = static_cast<int>(program_.operands.size());
    in.count = static_cast<int>(inputs.size());
    program_.operands.insert(program_.operands.end(), inputs.begin(), inputs.end());
    push_elementwise(in, out, inputs, outputs[0]);
    return true;
  }

  void push_elementwise(Instruction& in, const Endpoint& result, const std::vector<int>& inputs, int output) {
    int at = position();
    in.out = output;
    in.shape = static_cast<int>(program_.shapes.size());
    program_.shapes.push_back(result.shape);
    program_.instructions.push_back(in);
    for (int input : inputs) use(input, at);
    define(output, at);
    registers_[output].elementwise = true;
  }

  void emit_kernel(const Node& node, const std::vector<int>& inputs, const std::vector<int>& outputs) {
    KernelCall call;
    call.op = node.op;
    call.attrs = node.attrs;
    call.inputs = inputs;
    call.outputs = outputs;
    call.device = parse_device(node.device);
    call.shapes_known = true;
    for (Endpoint* input : node.inputs)
      call.shapes_known &= input->shape.fully_defined() && input->dtype != DType::kResource;
    for (const auto& output : node.outputs) {
      call.shapes_known &= output->shape.fully_defined();
      call.shapes.push_back(output->shape);
      call.dtypes.push_back(output->dtype);
    }
    call.shapes_known |= has(*node.op, KernelTrait::kNeedsNoShapes);
    const auto& kernels = node.op->kernels;
    if (kernels.size() == 1 && !kernels[0].predicate && kernels[0].device == DeviceKind::kCpu) call.fn = kernels[0].fn;
    int at = position();
    Instruction& in = emit(Instruction::Code::kKernel);
    in.call = static_cast<int>(program_.calls.size());
    program_.calls.push_back(std::move(call));
    for (int input : inputs) use(input, at);
    for (int output : outputs) define(output, at);
  }

  // Moves values into registers, all at once. `steal` is decided when lifetimes are known.
  void emit_moves(const std::vector<int>& to, const std::vector<int>& from) {
    std::vector<std::pair<int, int>> pairs;
    for (size_t i = 0; i < to.size(); ++i)
      if (to[i] != from[i]) pairs.emplace_back(to[i], from[i]);
    if (pairs.empty()) return;
    int at = position();
    Instruction& in = emit(Instruction::Code::kMove);
    in.first = static_cast<int>(program_.moves.size());
    in.count = static_cast<int>(pairs.size());
    for (auto [target, source] : pairs) {
      program_.moves.push_back({target, source, false});
      use(source, at);
      define(target, at);
    }
  }

  std::vector<int> result_registers(const Node& node) {
    std::vector<int> results;
    for (const auto& output : node.outputs)
      results.push_back(new_register(output->dtype, output->shape, Origin::kComputed));
    return results;
  }

  FuncGraph& body_of(const Node& node, const char* attr) {
    FuncGraph* graph = node.attrs.get<Ref<FunctionRef>>(attr)->graph();
    GW_CHECK(graph != nullptr, Code::kInternal, node.op->name, ": attr ", attr, " is not a traced function");
    return *graph;
  }

  // A jump where the condition does not hold; its target is to be set.
  int emit_test(int condition) {
    int at = position();
    Instruction& in = emit(Instruction::Code::kJumpUnless);
    in.a = condition;
    const Register& r = registers_[condition];
    if (r.dtype == DType::kBool && r.shape.num_elements() == 1) in.dtype = DType::kBool;
    use(condition, at);
    return at;
  }

  std::vector<int> emit_if(const Node& node, const std::vector<int>& inputs) {
    std::vector<int> results = result_registers(node);
    std::vector<int> args(inputs.begin() + 1, inputs.end());
    int test = emit_test(inputs[0]);
    emit_moves(results, emit_graph(body_of(node, "then_branch"), args));
    int skip = position();
    emit(Instruction::Code::kJump);
    program_.instructions[test].target = position();
    emit_moves(results, emit_graph(body_of(node, "else_branch"), args));
    program_.instructions[skip].target = position();
    return results;
  }

  std::vector<int> emit_case(const Node& node, const std::vector<int>& inputs) {
    std::vector<int> results = result_registers(node);
    std::vector<int> args(inputs.begin() + 1, inputs.end());
    auto branches = node.attrs.get<std::vector<Ref<FunctionRef>>>("branches");
    int test = position();
    Instruction& in = emit(Instruction::Code::kBranch);
    in.a = inputs[0];
    in.first = static_cast<int>(program_.branch_targets.size());
    in.count = static_cast<int>(branches.size());
    use(inputs[0], test);
    int first = in.first;
    program_.branch_targets.resize(first + branches.size());
    std::vector<int> exits;
    for (size_t i = 0; i < branches.size(); ++i) {
      program_.branch_targets[first + i] = position();
      emit_moves(results, emit_graph(*branches[i]->graph(), args));
      exits.push_back(position());
      emit(Instruction::Code::kJump);
    }
    for (int exit : exits) program_.instructions[exit].target = position();
    return results;
  }

  std::vector<int> emit_while(const Node& node, const std::vector<int>& inputs) {
    FuncGraph& cond = body_of(node, "cond");
    FuncGraph& body = body_of(node, "body");
    // A loop variable that the body hands on unchanged needs no register of its own.
    std::vector<int> vars;
    std::vector<bool> invariant;
    for (size_t i = 0; i < inputs.size(); ++i) {
      invariant.push_back(source_of(body.outputs[i]) == body.inputs[i]);
      vars.push_back(invariant[i] ? inputs[i]
                                  : new_register(node.outputs[i]->dtype, node.outputs[i]->shape, Origin::kComputed));
    }
    emit_moves(vars, inputs);
    const bool draws_anew = node.attrs.find(kDrawsAnewAttr) != nullptr;
    const int entry = position(), first_state = program_.num_states_;
    const size_t first_call = program_.calls.size();
    if (draws_anew) emit(Instruction::Code::kDrawAnew);
    int begin = position();
    std::vector<int> condition = emit_graph(cond, vars);
    int test = emit_test(condition[0]);
    std::vector<int> next = emit_graph(body, vars);
    for (size_t i = 0; i < next.size(); ++i)
      if (invariant[i]) next[i] = vars[i];
    emit_moves(vars, next);
    int back = position();
    emit(Instruction::Code::kBackEdge).target = begin;
    program_.instructions[test].target = position();
    loops_.push_back({begin, back});
    for (int var : vars) use(var, back);
    if (draws_anew) {
      // Loops within, which have come first, begin anew by themselves and with this one.
      for (KernelCall& call : std::span(program_.calls).subspan(first_call))
        if (draws_from_seeds(*call.op) && call.state_of_run < 0) call.state_of_run = program_.num_states_++;
      Instruction& in = program_.instructions[entry];
      in.first = first_state;
      in.count = program_.num_states_ - first_state;
    }
    return vars;
  }

  // ---- slots ----

  void extend_over_loops() {
    // Inner loops were finished, and so listed, before the loops around them.
    for (const Loop& loop : loops_) {
      for (Register& r : registers_) {
        if (r.first < loop.begin && r.last >= loop.begin && r.last <= loop.end) r.last = loop.end;
      }
    }
  }

  // What comes from outside of lanes, which another one may read, stays until all have ended.
  void extend_over_lanes() {
    for (int fork : forks_) {
      const int end = program_.instructions[fork].target;
      for (Register& r : registers_)
        if (r.first < fork && r.last > fork && r.last < end) r.last = end;
    }
  }

  // By instruction, the number of its lane among all of them; -1 outside of lanes.
  std::vector<int> number_lanes() const {
    std::vector<int> lane_of(program_.instructions.size(), -1);
    int number = 0;
    for (int fork : forks_) {
      const Instruction& in = program_.instructions[fork];
      for (int k = 0; k < in.count; ++k, ++number)
        for (int at = program_.branch_targets[in.first + k];
             program_.instructions[at].code != Instruction::Code::kLaneEnd; ++at)
          lane_of[at] = number;
    }
    return lane_of;
  }

  static bool is_elementwise(const Instruction& in) {
    return in.code == Instruction::Code::kUnary || in.code == Instruction::Code::kBinary ||
           in.code == Instruction::Code::kFused;
  }

  void find_escapes() {
    for (const KernelCall& call : program_.calls)
      for (int input : call.inputs) registers_[input].escapes = true;
    for (const Move& move : program_.moves) {
      registers_[move.from].escapes = true;
      registers_[move.to].elementwise = false;
    }
  }

  bool reads(const Instruction& in, int reg) const {
    auto any = [&](const auto& list) { return std::find(list.begin(), list.end(), reg) != list.end(); };
    switch (in.code) {
      case Instruction::Code::kUnary:
      case Instruction::Code::kBinary:
        return in.a == reg || in.b == reg;
      case Instruction::Code::kFused:
        return any(std::span(program_.operands).subspan(in.first, in.count));
      case Instruction::Code::kKernel:
        return any(program_.calls[in.call].inputs);
      case Instruction::Code::kMove:
        for (int i = in.first; i < in.first + in.count; ++i)
          if (program_.moves[i].from == reg) return true;
        return false;
      case Instruction::Code::kJump:
      case Instruction::Code::kBackEdge:
      case Instruction::Code::kDrawAnew:
        return false;
      default:  // the way goes on in several directions, or ends
        return true;
    }
  }
  bool writes(const Instruction& in, int reg) const {
    if (in.code == Instruction::Code::kKernel) {
      const auto& results = program_.calls[in.call].outputs;
      return std::find(results.begin(), results.end(), reg) != results.end();
    }
    for (int i = in.first; in.code == Instruction::Code::kMove && i < in.first + in.count; ++i)
      if (program_.moves[i].to == reg) return true;
    return in.out == reg;
  }

  // Whether nobody reads the register after the instruction until something else is written there, as far as a look
  // along the only way tells: a variable of a loop in its last use of an iteration.
  bool dead_after(int reg, int at) const {
    if (registers_[reg].last <= at) return true;
    for (int next = at + 1; next < position(); ++next) {
      const Instruction& in = program_.instructions[next];
      if (reads(in, reg)) return false;
      if (writes(in, reg)) return true;
      if (in.code == Instruction::Code::kJump && in.target > next) next = in.target - 1;
      if (in.code == Instruction::Code::kBackEdge) return false;
    }
    return false;
  }

  // Lets kernels that can write into their first input do so where it is of no further use.
  void find_takers() {
    for (int at = 0; at < position(); ++at) {
      const Instruction& in = program_.instructions[at];
      if (in.code != Instruction::Code::kKernel) continue;
      KernelCall& call = program_.calls[in.call];
      if (!has(*call.op, KernelTrait::kTakesInput)) continue;
      const int reg = call.inputs[0];
      if (registers_[reg].origin == Origin::kComputed && dead_after(reg, at) &&
          std::count(call.inputs.begin(), call.inputs.end(), reg) == 1) {
        call.attrs.set("in_place", true);
        takers_.emplace(at, reg);
      }
    }
  }

  // Lets large results take the memory of the input that a pass has found to be of no further use.
  void find_overwritten() {
    for (int at = 0; at < position(); ++at) {
      const Instruction& in = program_.instructions[at];
      if (in.code != Instruction::Code::kKernel) continue;
      KernelCall& call = program_.calls[in.call];
      const AttrValue* over = call.attrs.find(kOverInput);
      if (!over || !call.shapes_known || takers_.contains(at)) continue;
      const int64_t i = std::get<int64_t>(*over);
      const int reg = call.inputs[i];
      const Register &r = registers_[reg], &out = registers_[call.outputs[0]];
      if (r.origin != Origin::kComputed || r.dtype != out.dtype || !(r.shape == out.shape) || !dead_after(reg, at) ||
          bytes_of(out) <= static_cast<int64_t>(Program::kKeepBytes))
        continue;
      call.over = static_cast<int>(i);
      takers_.emplace(at, reg);
    }
  }

  void assign_slots(const std::vector<int>& inputs, const std::vector<int>& outputs) {
    extend_over_loops();
    extend_over_lanes();
    find_escapes();
    int n = position();
    std::vector<std::vector<int>> begins(n), ends(n);
    std::vector<bool> is_output(registers_.size(), false);
    for (int output : outputs) is_output[output] = true;
    find_takers();
    find_overwritten();
    for (size_t i = 0; i < registers_.size(); ++i) {
      Register& r = registers_[i];
      if (r.origin != Origin::kComputed) {
        if (r.last >= 0 || is_output[i]) r.slot = program_.num_slots_++;
        if (r.origin == Origin::kInput && r.last >= 0) ends[r.last].push_back(static_cast<int>(i));
      } else if (r.first >= 0) {
        begins[r.first].push_back(static_cast<int>(i));
        ends[r.last].push_back(static_cast<int>(i));
      }
    }
    std::vector<bool> stolen(registers_.size(), false);
    decide_steals(is_output, stolen);
    // Free slots by dtype and shape; memory of equal size is then reused without a new allocation.
    using FreeSlots = std::map<std::pair<DType, std::string>, std::vector<int>>;
    FreeSlots free, free_in_lane;  // what becomes free in a lane is for that alone until all of them have ended
    std::vector<FreeSlots> left_by_lanes;
    const std::vector<int> lane_of = forks_.empty() ? std::vector<int>(n, -1) : number_lanes();
    auto key = [&](const Register& r) { return std::make_pair(r.dtype, r.shape.str()); };
    auto take = [&](FreeSlots& slots, Register& r) {
      auto found = slots.find(key(r));
      if (found == slots.end() || found->second.empty()) return false;
      r.slot = found->second.back();
      found->second.pop_back();
      return true;
    };
    int lane = -1;
    auto give_back = [&](int index) {
      const Register& r = registers_[index];
      if (r.origin == Origin::kComputed && !is_output[index])
        (lane < 0 ? free : free_in_lane)[key(r)].push_back(r.slot);
    };
    for (int at = 0; at < n; ++at) {
      if (lane_of[at] != lane) {
        if (lane >= 0) left_by_lanes.push_back(std::exchange(free_in_lane, {}));
        lane = lane_of[at];
      }
      if (lane < 0 && !left_by_lanes.empty() && program_.instructions[at].code != Instruction::Code::kLaneEnd) {
        for (const FreeSlots& slots : std::exchange(left_by_lanes, {}))
          for (const auto& [kind, list] : slots) free[kind].insert(free[kind].end(), list.begin(), list.end());
      }
      std::vector<int> late;
      for (int reg : ends[at]) {
        const Register& r = registers_[reg];
        if (is_elementwise(program_.instructions[at]) && r.slot >= 0 && r.first < at && !is_output[reg]) {
          give_back(reg);
        } else {
          late.push_back(reg);
        }
      }
      for (int reg : begins[at]) {
        Register& r = registers_[reg];
        if (is_output[reg] || (!take(free_in_lane, r) && !take(free, r))) r.slot = program_.num_slots_++;
      }
      Instruction& in = program_.instructions[at];
      in.first_release = static_cast<int>(program_.releases.size());
      for (int reg : ends[at]) {
        const Register& r = registers_[reg];
        if (r.slot < 0 || r.origin == Origin::kConstant || is_output[reg] || stolen[reg]) continue;
        // Small, and nobody else's: kept as memory for the next run of the instruction that defined it.
        if (r.elementwise && !r.escapes && r.shape.num_elements() * dtype_size(r.dtype) <= Program::kKeepBytes)
          continue;
        bool reused = std::any_of(begins[at].begin(), begins[at].end(),
                                  [&](int other) { return registers_[other].slot == r.slot && other != reg; });
        if (!reused && in.code != Instruction::Code::kBackEdge) program_.releases.push_back(r.slot);
      }
      // Else both slots would hold the tensor from then on, and it would never again be one's own.
      if (auto taken = takers_.find(at); taken != takers_.end() && registers_[taken->second].last > at)
        program_.releases.push_back(registers_[taken->second].slot);
      in.num_releases = static_cast<int>(program_.releases.size()) - in.first_release;
      for (int reg : late) give_back(reg);
    }
    find_leftovers();
    program_.slot_types.resize(program_.num_slots_);
    for (const Register& r : registers_)
      if (r.slot >= 0) program_.slot_types[r.slot] = {r.dtype, r.shape};
    rename(inputs, outputs, is_output);
  }

  // Where moves that take their source's tensor leave their target's old one, which is not worth keeping between runs:
  // lists hold on to all that was ever in them.
  void find_leftovers() {
    for (const Instruction& in : program_.instructions) {
      if (in.code != Instruction::Code::kMove && in.code != Instruction::Code::kMoveInTurn) continue;
      for (int i = in.first; i < in.first + in.count; ++i) {
        const Move& move = program_.moves[i];
        if (!move.steal) continue;
        const Register& r = registers_[move.from];
        const int64_t count = r.shape.num_elements();
        const bool small =
            is_plain(r.dtype) && count >= 0 && static_cast<size_t>(count) * dtype_size(r.dtype) <= Program::kKeepBytes;
        if (!small && r.slot >= 0) program_.leftover_slots.push_back(r.slot);
      }
    }
    auto& slots = program_.leftover_slots;
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  }

  // A move may take its source's tensor when that is not read afterwards and no other move of it reads it.
  void decide_steals(const std::vector<bool>& is_output, std::vector<bool>& stolen) {
    for (size_t at = 0; at < program_.instructions.size(); ++at) {
      Instruction& in = program_.instructions[at];
      if (in.code != Instruction::Code::kMove) continue;
      for (int i = in.first; i < in.first + in.count; ++i) {
        Move& move = program_.moves[i];
        const Register& from = registers_[move.from];
        int readers = 0;
        for (int k = in.first; k < in.first + in.count; ++k) readers += program_.moves[k].from == move.from;
        move.steal = from.origin == Origin::kComputed && from.last == static_cast<int>(at) && readers == 1 &&
                     !is_output[move.from];
        if (move.steal) stolen[move.from] = true;
      }
      bool in_turn = true;
      for (int i = in.first; i < in.first + in.count; ++i)
        for (int k = in.first; k < in.first + in.count; ++k) in_turn &= program_.moves[i].to != program_.moves[k].from;
      if (in_turn) in.code = Instruction::Code::kMoveInTurn;
    }
  }

  void rename(const std::vector<int>& inputs, const std::vector<int>& outputs, const std::vector<bool>& is_output) {
    auto slot = [&](int reg) { return reg < 0 ? -1 : registers_[reg].slot; };
    for (size_t at = 0; at < program_.instructions.size(); ++at) {
      Instruction& in = program_.instructions[at];
      in.a = slot(in.a);
      in.b = slot(in.b);
      in.out = slot(in.out);
      if (in.code != Instruction::Code::kKernel) continue;
      KernelCall& call = program_.calls[in.call];
      for (int reg : call.inputs) {
        const Register& r = registers_[reg];
        bool twice = std::count(call.inputs.begin(), call.inputs.end(), reg) > 1;
        auto taken = takers_.find(static_cast<int>(at));
        if (taken != takers_.end() && taken->second == reg) continue;
        if (r.origin == Origin::kComputed && (r.last != static_cast<int>(at) || twice || is_output[reg]))
          call.held.push_back(r.slot);
      }
      for (int& reg : call.inputs) reg = slot(reg);
      for (int& reg : call.outputs) reg = slot(reg);
    }
    for (int& reg : program_.operands) reg = slot(reg);
    for (Move& move : program_.moves) {
      move.to = slot(move.to);
      move.from = slot(move.from);
    }
    for (int input : inputs) program_.input_slots.push_back(registers_[input].slot);
    for (const auto& [reg, tensor] : constant_values_)
      if (registers_[reg].slot >= 0) program_.constants.emplace_back(registers_[reg].slot, tensor);
    std::unordered_set<int> seen;
    program_.output_slots.resize(outputs.size());
    program_.output_steal.resize(outputs.size());
    for (size_t i = outputs.size(); i-- > 0;) {
      int s = registers_[outputs[i]].slot;
      program_.output_slots[i] = s;
      program_.output_steal[i] = registers_[outputs[i]].origin == Origin::kComputed && seen.insert(s).second;
    }
  }

  Program& program_;
  std::vector<Register> registers_;
  std::vector<Loop> loops_;
  std::vector<int> forks_;               // their places
  bool in_lane_ = false;                 // loops in lanes have none of their own
  std::unordered_map<int, int> takers_;  // by instruction: the register whose memory its kernel may take
  std::unordered_map<const ValueRep*, int> constants_;
  std::vector<std::pair<int, Tensor>> constant_values_;
  int origin_ = 0;
};

std::unique_ptr<Program> Program::compile(const FuncGraph& graph) {
  auto program = std::make_unique<Program>();
  Lowering(*program).run(graph);
  return program;
}

MemoryPlan plan_memory(const FuncGraph& graph) {
  Program program;
  Lowering lowering(program);
  lowering.run(graph);
  return lowering.plan();
}

}  // namespace graphwright
