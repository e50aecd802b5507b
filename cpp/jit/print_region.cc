// Printing a region: scalars in registers, small tensors in memory, jumps as branches.
#include "jit/print_region.h"

#include <algorithm>
#include <functional>
#include <map>

#include "jit/elementwise_ir.h"
#include "jit/kernels_ir.h"
#include "op/kernel_traits.h"

namespace graphwright::jit {
namespace {

// What a loop may do between two looks at whether somebody wants the run to stop, in about nanoseconds.
constexpr int64_t kTickBudget = 1 << 20;

// An axis of a walk over elements: how far each operand moves with it.
struct Axis {
  int64_t size;
  std::vector<int64_t> strides;
};

// The axes of `out` with the strides of operands that broadcast to it, neighbours run together where that changes
// nothing. The output is the last operand.
std::vector<Axis> axes_of(const Shape& out, const std::vector<Shape>& operands) {
  std::vector<Axis> axes;
  std::vector<int64_t> next(operands.size() + 1, 1);
  for (int i = out.rank(); i-- > 0;) {
    Axis axis{out[i], {}};
    for (size_t k = 0; k <= operands.size(); ++k) {
      const Shape& shape = k < operands.size() ? operands[k] : out;
      const int own = i - (out.rank() - shape.rank());
      const int64_t size = own >= 0 ? shape[own] : 1;
      axis.strides.push_back(size == 1 ? 0 : next[k]);
      if (own >= 0) next[k] *= size;
    }
    if (axis.size == 1) continue;
    bool joined = !axes.empty();
    for (size_t k = 0; joined && k < axis.strides.size(); ++k)
      joined = axis.strides[k] == axes.back().strides[k] * axes.back().size;
    if (joined) {
      axes.back().size *= axis.size;
    } else {
      axes.push_back(std::move(axis));
    }
  }
  std::reverse(axes.begin(), axes.end());
  return axes;
}

class RegionPrinter {
 public:
  RegionPrinter(Program& program, const Survey& survey, const Region& region, int number)
      : program_(program), survey_(survey), region_(region), number_(number) {
    printed_.begin = region.begin;
    printed_.end = region.end;
    printed_.call = std::make_unique<JittedCall>();
    call_ = printed_.call.get();
    call_->num_instructions = region.end - region.begin;
    call_->table = {reinterpret_cast<const void*>(jitted_tick), reinterpret_cast<const void*>(jitted_record),
                    reinterpret_cast<const void*>(Program::run_escape), call_};
    for (const char* name : {"tick", "record", "escape", "call"}) table_names_.push_back(str_cat("%", name));
  }

  PrintedRegion run() {
    written_.resize(program_.num_slots(), false);
    std::vector<int> reads, writes;
    std::vector<bool> target(region_.end + 1, false);
    for (int i = region_.begin; i < region_.end; ++i) {
      slots_of(program_, i, reads, writes);
      for (int slot : writes) written_[slot] = true;
      for (int to : targets_of(program_, i)) target[to] = true;
    }
    left_ = ir_.room("i64");
    ir_.at_start("store i64 ", kTickBudget, ", ptr ", left_);
    for (int i = region_.begin; i < region_.end; ++i) {
      if (target[i]) {
        if (open_) {
          ir_.fall_into(label_of(i));
        } else {
          ir_.begin(label_of(i));
        }
        open_ = true;
      }
      if (!open_) ir_.begin(ir_.new_label());
      open_ = true;
      print(i);
    }
    if (open_) {
      ir_.fall_into(label_of(region_.end));
    } else {
      ir_.begin(label_of(region_.end));
    }
    for (const auto& [slot, home] : homes_)
      if (home.kind == Home::kRegister && home.operand >= 0 && call_->operands[home.operand].written)
        ir_.line("store ", type_of(slot), " ", load(slot), ", ptr ", operand_name(home.operand));
    ir_.line("ret i64 0");
    finish();
    return std::move(printed_);
  }

 private:
  struct Home {
    enum Kind { kLiteral, kRegister, kMemory } kind;
    std::string name;  // the literal, or a pointer
    int operand = -1;
  };

  std::string label_of(int instruction) const { return str_cat("at", instruction); }
  std::string type_of(int slot) const { return memory_type(survey_.dtype(slot)); }
  std::string operand_name(int operand) const { return str_cat("%p", operand); }
  int64_t count_of(int slot) const { return survey_.elements(slot); }

  const Home& home(int slot) {
    auto it = homes_.find(slot);
    if (it != homes_.end()) return it->second;
    const bool one = count_of(slot) == 1;
    const Program::SlotType& type = program_.slot_types[slot];
    Home made{Home::kMemory, "", -1};
    if (one && survey_.constants[slot] && number_type(type.dtype)) {
      made = {Home::kLiteral, literal(type.dtype, survey_.constants[slot]->raw()), -1};
    } else {
      const bool read = region_.live_in[slot], written = written_[slot] && region_.live_out[slot];
      // Large results lie in their slots' tensors, whether they are read afterwards or not.
      constexpr size_t kMostOnStack = 4096;
      const bool large = written_[slot] && count_of(slot) * dtype_size(type.dtype) > kMostOnStack;
      const bool copied = !one && read && written_[slot] && !written && !large;
      if (read || written || large) {
        made.operand = static_cast<int>(call_->operands.size());
        call_->operands.push_back({slot, type.dtype, type.shape, count_of(slot), read, written || large});
      }
      if (one) {
        made.kind = Home::kRegister;
        made.name = ir_.room(type_of(slot));
        if (read) {
          const std::string value = str_cat("%in", made.operand);
          ir_.at_start(value, " = load ", type_of(slot), ", ptr ", operand_name(made.operand));
          ir_.at_start("store ", type_of(slot), " ", value, ", ptr ", made.name);
        }
      } else if (made.operand >= 0 && !copied) {
        made.name = operand_name(made.operand);
      } else {
        made.name = ir_.room(type_of(slot), count_of(slot), 64);
        if (copied)
          ir_.at_start("call void @llvm.memcpy.p0.p0.i64(ptr align 64 ", made.name, ", ptr ",
                       operand_name(made.operand), ", i64 ",
                       count_of(slot) * static_cast<int64_t>(dtype_size(type.dtype)), ", i1 false)");
      }
    }
    return homes_.emplace(slot, std::move(made)).first->second;
  }

  // The one element.
  std::string load(int slot) {
    const Home& h = home(slot);
    if (h.kind == Home::kLiteral) return h.name;
    return ir_.value("load ", type_of(slot), ", ptr ", h.name);
  }
  void store(int slot, const std::string& value) {
    ir_.line("store ", type_of(slot), " ", value, ", ptr ", home(slot).name);
  }
  // Where the elements lie; a scalar is copied there, so that its register stays one.
  std::string address(int slot) {
    const Home& h = home(slot);
    if (h.kind == Home::kMemory) return h.name;
    const std::string place = ir_.room(type_of(slot));
    ir_.line("store ", type_of(slot), " ", load(slot), ", ptr ", place);
    return place;
  }
  std::string element(int slot, const std::string& offset) {
    if (count_of(slot) == 1) return load(slot);
    const std::string at =
        ir_.value("getelementptr inbounds ", type_of(slot), ", ptr ", home(slot).name, ", i64 ", offset);
    return ir_.value("load ", type_of(slot), ", ptr ", at);
  }
  void store_element(int slot, const std::string& offset, const std::string& value) {
    if (count_of(slot) == 1) return store(slot, value);
    const std::string at =
        ir_.value("getelementptr inbounds ", type_of(slot), ", ptr ", home(slot).name, ", i64 ", offset);
    ir_.line("store ", type_of(slot), " ", value, ", ptr ", at);
  }

  // A pointer that the table holds.
  std::string table_entry(const void* address) {
    auto it = std::find(call_->table.begin() + JittedTable::kNumEntries, call_->table.end(), address);
    if (it == call_->table.end()) {
      call_->table.push_back(address);
      table_names_.push_back(str_cat("%fn", call_->table.size() - 1));
      it = call_->table.end() - 1;
    }
    return table_names_[it - call_->table.begin()];
  }

  // ---- loops ----

  using Body = std::function<void(const std::vector<std::string>& offsets)>;
  void walk(const std::vector<Axis>& axes, size_t operands, const Body& body) {
    walk(axes, 0, std::vector<std::string>(operands, "0"), body);
  }
  void walk(const std::vector<Axis>& axes, size_t depth, const std::vector<std::string>& offsets, const Body& body) {
    if (depth == axes.size()) return body(offsets);
    const Axis& axis = axes[depth];
    const std::string loop = ir_.new_label(), before = ir_.block(), next = loop + ".next", after = loop + ".after";
    const std::string index = "%i" + loop;
    ir_.fall_into(loop);
    ir_.line(index, " = phi i64 [0, %", before, "], [", index, ".next, %", next, "]");
    std::vector<std::string> moved;
    for (size_t k = 0; k < offsets.size(); ++k) {
      const int64_t stride = axis.strides[k];
      if (stride == 0) {
        moved.push_back(offsets[k]);
        continue;
      }
      const std::string step = stride == 1 ? index : ir_.value("mul nuw nsw i64 ", index, ", ", stride);
      moved.push_back(offsets[k] == "0" ? step : ir_.value("add nuw nsw i64 ", offsets[k], ", ", step));
    }
    walk(axes, depth + 1, moved, body);
    ir_.fall_into(next);
    ir_.line(index, ".next = add nuw nsw i64 ", index, ", 1");
    const std::string more = ir_.value("icmp ult i64 ", index, ".next, ", axis.size);
    ir_.line("br i1 ", more, ", label %", loop, ", label %", after);
    ir_.begin(after);
  }
  void walk_flat(int64_t n, const std::function<void(const std::string& index)>& body) {
    if (n == 1) return body("0");
    walk({{n, {1}}}, 1, [&](const std::vector<std::string>& offsets) { body(offsets[0]); });
  }

  // ---- failing ----

  // Leaves the function where the condition holds.
  void fail_if(const std::string& condition, int instruction, const std::string& message,
               const std::vector<int>& operands) {
    const int place = static_cast<int>(call_->places.size());
    JittedCall::Place made{program_.origin_of[instruction], message, {}};
    std::string addresses;
    for (int slot : operands) made.operands.emplace_back(survey_.dtype(slot), program_.slot_types[slot].shape);
    call_->places.push_back(std::move(made));
    const std::string failing = ir_.new_label(), going_on = ir_.new_label();
    ir_.line("br i1 ", condition, ", label %", failing, ", label %", going_on, ", !prof !0");
    ir_.begin(failing);
    for (int slot : operands) addresses += str_cat(", ptr ", address(slot));
    for (size_t i = operands.size(); i < 2; ++i) addresses += ", ptr null";
    ir_.line("call void %record(ptr %call, i64 ", place, addresses, ")");
    ir_.line("ret i64 ", place + 1);
    ir_.begin(going_on);
  }

  std::string is_zero(DType dtype, const std::string& x) {
    return ir_.value("icmp eq ", memory_type(dtype), " ", x, ", 0");
  }

  // ---- instructions ----

  void print(int at) {
    const Instruction& in = program_.instructions[at];
    switch (in.code) {
      case Instruction::Code::kUnary:
        return print_unary(at, in);
      case Instruction::Code::kBinary:
        return print_binary(at, in);
      case Instruction::Code::kFused:
        return print_fused(at, in);
      case Instruction::Code::kKernel:
        if (survey_.kinds[at] == Kind::kEscape) return print_escape(at, in);
        return print_kernel(in);
      case Instruction::Code::kMove:
      case Instruction::Code::kMoveInTurn:
        return print_moves(at, in);
      case Instruction::Code::kJump:
        ir_.line("br label %", label_of(in.target));
        open_ = false;
        return;
      case Instruction::Code::kJumpUnless: {
        const std::string going_on = ir_.new_label();
        ir_.line("br i1 ", truth_ir(ir_, survey_.dtype(in.a), load(in.a)), ", label %", going_on, ", label %",
                 label_of(in.target));
        return ir_.begin(going_on);
      }
      case Instruction::Code::kBranch:
        return print_branch(in);
      case Instruction::Code::kBackEdge:
        return print_back_edge(at, in);
      default:
        fail(Code::kInternal, "an instruction that the printer does not know");
    }
  }

  void print_branch(const Instruction& in) {
    const std::string number = cast_ir(ir_, survey_.dtype(in.a), DType::kInt64, load(in.a));
    std::string cases;
    for (int k = 0; k + 1 < in.count; ++k)
      cases += str_cat(" i64 ", k, ", label %", label_of(program_.branch_targets[in.first + k]));
    ir_.line("switch i64 ", number, ", label %", label_of(program_.branch_targets[in.first + in.count - 1]), " [",
             cases, "]");
    open_ = false;
  }

  // About how many nanoseconds the instructions of a loop take.
  int64_t weight_of(int begin, int end) const {
    int64_t weight = 1;
    for (int i = begin; i < end; ++i) {
      const Instruction& in = program_.instructions[i];
      if (in.code == Instruction::Code::kKernel) {
        const KernelCall& call = program_.calls[in.call];
        weight += form_of(program_, call) == KernelForm::kMatMul ? 2000
                  : survey_.kinds[i] == Kind::kEscape            ? 20000
                                                                 : survey_.elements(call.outputs[0]);
      } else if (in.code == Instruction::Code::kFused) {
        weight += in.n * static_cast<int64_t>(in.fused->steps().size());
      } else {
        weight += std::max<int64_t>(in.n, 1);
      }
    }
    return weight;
  }

  void print_back_edge(int at, const Instruction& in) {
    const std::string left = ir_.value("load i64, ptr ", left_);
    const std::string less = ir_.value("sub i64 ", left, ", ", weight_of(in.target, at));
    ir_.line("store i64 ", less, ", ptr ", left_);
    const std::string used_up = ir_.value("icmp slt i64 ", less, ", 0"), look = ir_.new_label(), stop = ir_.new_label();
    ir_.line("br i1 ", used_up, ", label %", look, ", label %", label_of(in.target), ", !prof !0");
    ir_.begin(look);
    const std::string result = ir_.value("call i64 %tick()");
    ir_.line("store i64 ", kTickBudget, ", ptr ", left_);
    ir_.line("br i1 ", ir_.value("icmp eq i64 ", result, ", 0"), ", label %", label_of(in.target), ", label %", stop);
    ir_.begin(stop);
    ir_.line("ret i64 ", JittedCall::kStopped);
    open_ = false;
  }

  void print_unary(int at, const Instruction& in) {
    const UnaryCode code = survey_.op(at)->unary_code;
    const DType dtype = survey_.dtype(in.a);
    if (!prints(code, dtype)) {
      const std::string x = address(in.a), out = result_room(in.out);
      ir_.line("call void ", table_entry(reinterpret_cast<const void*>(in.unary)), "(ptr ", x, ", ptr ", out, ", i64 ",
               in.n, ")");
      return take_result(in.out, out);
    }
    walk_flat(in.n,
              [&](const std::string& i) { store_element(in.out, i, unary_ir(ir_, code, dtype, element(in.a, i))); });
  }

  // Where a called loop writes an instruction's result.
  std::string result_room(int slot) { return count_of(slot) == 1 ? ir_.room(type_of(slot)) : home(slot).name; }
  void take_result(int slot, const std::string& room) {
    if (count_of(slot) == 1) store(slot, ir_.value("load ", type_of(slot), ", ptr ", room));
  }

  void print_binary(int at, const Instruction& in) {
    const BinaryCode code = survey_.op(at)->binary_code;
    const DType dtype = survey_.dtype(in.a);
    if (!prints(code, dtype)) {
      const std::string a = address(in.a), b = address(in.b), out = result_room(in.out);
      ir_.line("call void ", table_entry(reinterpret_cast<const void*>(in.binary)), "(ptr ", a, ", ptr ", b, ", ptr ",
               out, ", i64 ", in.n, ")");
      return take_result(in.out, out);
    }
    const bool check = may_fail(survey_, code, dtype, in.b);
    if (check) check_divisors(at, in, dtype);
    // A lone element is read before anything is written: the result may take its place.
    const std::string lone_a = count_of(in.a) == 1 ? load(in.a) : "", lone_b = count_of(in.b) == 1 ? load(in.b) : "";
    walk_flat(in.n, [&](const std::string& i) {
      const std::string a = lone_a.empty() ? element(in.a, i) : lone_a, b = lone_b.empty() ? element(in.b, i) : lone_b;
      store_element(in.out, i, binary_ir(ir_, code, dtype, a, b));
    });
  }

  void check_divisors(int at, const Instruction& in, DType dtype) {
    std::string bad;
    if (count_of(in.b) == 1) {
      bad = is_zero(dtype, load(in.b));
    } else {
      const std::string any = ir_.room("i8");
      ir_.line("store i8 0, ptr ", any);
      walk_flat(count_of(in.b), [&](const std::string& i) {
        const std::string zero = ir_.value("zext i1 ", is_zero(dtype, element(in.b, i)), " to i8");
        ir_.line("store i8 ", ir_.value("or i8 ", zero, ", ", ir_.value("load i8, ptr ", any)), ", ptr ", any);
      });
      bad = condition_ir(ir_, ir_.value("load i8, ptr ", any));
    }
    fail_if(bad, at, "Integer division by zero", {in.a, in.b});
  }

  void print_fused(int at, const Instruction& in) {
    const FusedElementwise& chain = *in.fused;
    const std::vector<FusedStep>& steps = chain.steps();
    const int num_inputs = static_cast<int>(chain.num_inputs()), num_steps = static_cast<int>(steps.size());
    auto printed = [&](int s) {
      const FusedStep& step = steps[s];
      return step.unary ? prints(step.unary_code, step.operand_dtype) : prints(step.binary_code, step.operand_dtype);
    };
    // Steps that run in one loop form a group; a called loop is a group of its own.
    std::vector<int> group(num_steps);
    for (int s = 0; s < num_steps; ++s) group[s] = s == 0 ? 0 : group[s - 1] + (printed(s) && printed(s - 1) ? 0 : 1);
    std::vector<bool> kept(num_steps, false);  // in memory, for other groups
    for (int s = 0; s < num_steps; ++s) {
      kept[s] = kept[s] || !printed(s);
      for (int operand : {steps[s].a, steps[s].b})
        if (operand >= num_inputs && group[operand - num_inputs] != group[s]) kept[operand - num_inputs] = true;
    }
    std::vector<std::string> rooms(num_steps), values(num_inputs + num_steps), lone(num_inputs), spread(num_inputs);
    auto slot_of = [&](int input) { return program_.operands[in.first + input]; };
    for (int i = 0; i < num_inputs; ++i) {
      if (chain.inputs()[i].kind == FusedInput::Kind::kRows) {
        spread[i] = spread_rows(slot_of(i), chain.inputs()[i], in.n);
      } else if (count_of(slot_of(i)) == 1) {
        lone[i] = load(slot_of(i));
      }
    }
    const std::string bad = ir_.room("i8");
    bool checks = false;
    int failing = -1;
    for (int s = 0; s < num_steps; ++s) {
      if (s + 1 == num_steps) {
        rooms[s] = result_room(in.out);
      } else if (kept[s]) {
        rooms[s] = ir_.room(memory_type(steps[s].dtype), in.n, 64);
      }
      if (steps[s].unary || !can_fail(steps[s].binary_code, steps[s].operand_dtype)) continue;
      const int divisor = steps[s].b;
      checks |=
          divisor >= num_inputs || may_fail(survey_, steps[s].binary_code, steps[s].operand_dtype, slot_of(divisor));
      failing = s;
    }
    if (checks) ir_.line("store i8 0, ptr ", bad);
    auto memory_of = [&](int reg) {
      if (reg >= num_inputs) return rooms[reg - num_inputs];
      return spread[reg].empty() ? address(slot_of(reg)) : spread[reg];
    };
    auto input_at = [&](int input, const std::string& index) {
      return spread[input].empty() ? element(slot_of(input), index)
                                   : load_at(survey_.dtype(slot_of(input)), spread[input], index);
    };
    for (int first = 0; first < num_steps;) {
      int last = first;
      while (last < num_steps && group[last] == group[first]) ++last;
      if (!printed(first)) {
        const FusedStep& step = steps[first];
        const std::string a = memory_of(step.a);
        if (step.unary) {
          ir_.line("call void ", table_entry(reinterpret_cast<const void*>(step.unary)), "(ptr ", a, ", ptr ",
                   rooms[first], ", i64 ", in.n, ")");
        } else {
          const std::string b = memory_of(step.b);
          ir_.line("call void ", table_entry(reinterpret_cast<const void*>(step.binary)), "(ptr ", a, ", ptr ", b,
                   ", ptr ", rooms[first], ", i64 ", in.n, ")");
        }
        first = last;
        continue;
      }
      walk_flat(in.n, [&](const std::string& index) {
        auto value_of = [&](int reg) -> std::string {
          if (reg < num_inputs) {
            if (!lone[reg].empty()) return lone[reg];
            return values[reg].empty() ? values[reg] = input_at(reg, index) : values[reg];
          }
          const int s = reg - num_inputs;
          if (s >= first && s < last) return values[reg];
          return load_at(steps[s].dtype, rooms[s], index);
        };
        for (int i = 0; i < num_inputs; ++i) values[i].clear();
        for (int s = first; s < last; ++s) {
          const FusedStep& step = steps[s];
          const std::string a = value_of(step.a);
          std::string result;
          if (step.unary) {
            result = unary_ir(ir_, step.unary_code, step.operand_dtype, a);
          } else {
            std::string b = value_of(step.b);
            if (s == failing && checks) {
              // All divisors are looked at; the loop goes on with another one, and its results are thrown away.
              const std::string zero = is_zero(step.operand_dtype, b);
              const std::string any =
                  ir_.value("or i8 ", ir_.value("zext i1 ", zero, " to i8"), ", ", ir_.value("load i8, ptr ", bad));
              ir_.line("store i8 ", any, ", ptr ", bad);
              const std::string type = number_type(step.operand_dtype);
              b = ir_.value("select i1 ", zero, ", ", type, " 1, ", type, " ", b);
            }
            result = binary_ir(ir_, step.binary_code, step.operand_dtype, a, b);
          }
          values[num_inputs + s] = result;
          if (kept[s] || s + 1 == num_steps) store_at(step.dtype, rooms[s], index, result);
        }
      });
      first = last;
    }
    if (checks) fail_if(condition_ir(ir_, ir_.value("load i8, ptr ", bad)), at, "Integer division by zero", {});
    take_result(in.out, rooms[num_steps - 1]);
  }

  // Memory where the elements of an input lie as they meet those of the result.
  std::string spread_rows(int slot, const FusedInput& input, int64_t n) {
    const DType dtype = survey_.dtype(slot);
    const std::string room = ir_.room(memory_type(dtype), n, 64);
    walk({{n / input.width, {input.row, input.width}}, {input.width, {input.column, 1}}}, 2,
         [&](const std::vector<std::string>& offsets) {
           const std::string from =
               input.offset ? ir_.value("add nuw nsw i64 ", offsets[0], ", ", input.offset) : offsets[0];
           store_at(dtype, room, offsets[1], element(slot, from));
         });
    return room;
  }

  std::string load_at(DType dtype, const std::string& base, const std::string& index) {
    const std::string at = ir_.value("getelementptr inbounds ", memory_type(dtype), ", ptr ", base, ", i64 ", index);
    return ir_.value("load ", memory_type(dtype), ", ptr ", at);
  }
  void store_at(DType dtype, const std::string& base, const std::string& index, const std::string& value) {
    const std::string at = ir_.value("getelementptr inbounds ", memory_type(dtype), ", ptr ", base, ", i64 ", index);
    ir_.line("store ", memory_type(dtype), " ", value, ", ptr ", at);
  }

  void copy(int to, int from) {
    if (count_of(to) == 1) return store(to, load(from));
    copy_memory(survey_.dtype(to), count_of(to), home(to).name, home(from).name);
  }
  void copy_memory(DType dtype, int64_t n, const std::string& to, const std::string& from) {
    ir_.line("call void @llvm.memmove.p0.p0.i64(ptr ", to, ", ptr ", from, ", i64 ",
             n * static_cast<int64_t>(dtype_size(dtype)), ", i1 false)");
  }

  // All at once. What the code does not keep moves in the program's slots.
  void print_moves(int at, const Instruction& in) {
    std::vector<Move> own, foreign;
    for (int k = in.first; k < in.first + in.count; ++k) {
      const Move& move = program_.moves[k];
      (survey_.native[move.to] ? own : foreign).push_back(move);
    }
    // A tensor that another move of these overwrites is put aside.
    std::map<int, std::string> aside;
    std::vector<std::string> scalars;
    for (const Move& move : own) {
      scalars.push_back(count_of(move.to) == 1 ? load(move.from) : "");
      if (count_of(move.to) == 1 || aside.contains(move.from)) continue;
      const bool overwritten =
          std::any_of(own.begin(), own.end(), [&](const Move& other) { return other.to == move.from; });
      if (!overwritten) continue;
      const std::string room = ir_.room(type_of(move.from), count_of(move.from), 64);
      copy_memory(survey_.dtype(move.from), count_of(move.from), room, home(move.from).name);
      aside[move.from] = room;
    }
    for (size_t i = 0; i < own.size(); ++i) {
      const Move& move = own[i];
      if (count_of(move.to) == 1) {
        store(move.to, scalars[i]);
      } else if (auto it = aside.find(move.from); it != aside.end()) {
        copy_memory(survey_.dtype(move.to), count_of(move.to), home(move.to).name, it->second);
      } else {
        copy(move.to, move.from);
      }
    }
    if (foreign.empty()) return;
    Instruction left = in;
    left.first = static_cast<int>(program_.moves.size());
    left.count = static_cast<int>(foreign.size());
    program_.moves.insert(program_.moves.end(), foreign.begin(), foreign.end());
    JittedCall::Escape escape{-1, static_cast<int>(call_->instructions.size()), program_.origin_of[at], {}};
    call_->instructions.push_back(left);
    call_escape(std::move(escape), {});
  }

  void call_escape(JittedCall::Escape escape, const std::vector<std::string>& elements) {
    const size_t number = call_->escapes.size();
    call_->escapes.push_back(std::move(escape));
    std::string array = "null";
    if (!elements.empty()) {
      array = ir_.room("ptr", static_cast<int64_t>(elements.size()));
      for (size_t i = 0; i < elements.size(); ++i) {
        const std::string at = ir_.value("getelementptr inbounds ptr, ptr ", array, ", i64 ", i);
        ir_.line("store ptr ", elements[i], ", ptr ", at);
      }
    }
    const std::string result = ir_.value("call i64 %escape(ptr %call, i64 ", number, ", ptr %frame, ptr ", array, ")");
    const std::string stop = ir_.new_label(), going_on = ir_.new_label();
    ir_.line("br i1 ", ir_.value("icmp eq i64 ", result, ", 0"), ", label %", going_on, ", label %", stop);
    ir_.begin(stop);
    ir_.line("ret i64 ", JittedCall::kStopped);
    ir_.begin(going_on);
  }

  void print_escape(int at, const Instruction& in) {
    const KernelCall& call = program_.calls[in.call];
    JittedCall::Escape escape{in.call, -1, program_.origin_of[at], {}};
    std::vector<std::string> elements, rooms;
    for (int slot : call.inputs) {
      // What the code never writes lies in its slot as it is.
      escape.native.push_back(survey_.native[slot] && written_[slot]);
      if (escape.native.back()) elements.push_back(address(slot));
    }
    for (int slot : call.outputs) {
      escape.native.push_back(survey_.native[slot]);
      if (!survey_.native[slot]) continue;
      rooms.push_back(result_room(slot));
      elements.push_back(rooms.back());
    }
    escape.first_release = in.first_release;
    escape.num_releases = in.num_releases;
    call_escape(std::move(escape), elements);
    size_t room = 0;
    for (int slot : call.outputs)
      if (survey_.native[slot]) take_result(slot, rooms[room++]);
  }

  void print_kernel(const Instruction& in) {
    const KernelCall& call = program_.calls[in.call];
    const int out = call.outputs[0];
    const DType dtype = survey_.dtype(out);
    const Shape& shape = program_.slot_types[out].shape;
    switch (form_of(program_, call)) {
      case KernelForm::kCopy:
        return copy(out, call.inputs[0]);
      case KernelForm::kFill: {
        const std::string number = literal(dtype, has(*call.op, KernelTrait::kFillsOnes) ? 1.0 : 0.0);
        return walk_flat(count_of(out), [&](const std::string& i) { store_element(out, i, number); });
      }
      case KernelForm::kCast: {
        const DType from = survey_.dtype(call.inputs[0]);
        return walk_flat(count_of(out), [&](const std::string& i) {
          store_element(out, i, cast_ir(ir_, from, dtype, element(call.inputs[0], i)));
        });
      }
      case KernelForm::kSelect:
      case KernelForm::kElementwise: {
        std::vector<Shape> shapes;
        for (int slot : call.inputs) shapes.push_back(program_.slot_types[slot].shape);
        return walk(axes_of(shape, shapes), shapes.size() + 1, [&](const std::vector<std::string>& offsets) {
          std::vector<std::string> values;
          for (size_t k = 0; k < call.inputs.size(); ++k) values.push_back(element(call.inputs[k], offsets[k]));
          store_element(out, offsets.back(), combine(call, values));
        });
      }
      case KernelForm::kMatMul:
        return matmul_ir(ir_, dtype, matmul_shape(program_, call), address(call.inputs[0]), address(call.inputs[1]),
                         home(out).name);
      case KernelForm::kNone:
        break;
    }
  }

  std::string combine(const KernelCall& call, const std::vector<std::string>& values) {
    if (values.size() == 3) {
      const std::string type = type_of(call.outputs[0]);
      return ir_.value("select i1 ", condition_ir(ir_, values[0]), ", ", type, " ", values[1], ", ", type, " ",
                       values[2]);
    }
    const DType dtype = survey_.dtype(call.inputs[0]);
    return values.size() == 2 ? binary_ir(ir_, call.op->binary_code, dtype, values[0], values[1])
                              : unary_ir(ir_, call.op->unary_code, dtype, values[0]);
  }

  // ---- the whole ----

  void finish() {
    printed_.stack_bytes = ir_.room_bytes();
    std::set<int> gone;
    for (int i = region_.begin; i < region_.end; ++i) {
      const Instruction& in = program_.instructions[i];
      for (int k = in.first_release; k < in.first_release + in.num_releases; ++k)
        if (!region_.live_out[program_.releases[k]]) gone.insert(program_.releases[k]);
    }
    printed_.releases.assign(gone.begin(), gone.end());
    const std::string name = str_cat("region", number_);
    std::string parameters, arguments, outer;
    for (size_t i = 0; i < call_->operands.size(); ++i) {
      const std::string pointer = operand_name(static_cast<int>(i));
      parameters += str_cat("ptr noalias ", call_->operands[i].written ? "" : "readonly ", pointer, ", ");
      arguments += str_cat("ptr ", pointer, ", ");
      outer += str_cat("  ", pointer, ".at = getelementptr inbounds ptr, ptr %memory, i64 ", i, "\n  ", pointer,
                       " = load ptr, ptr ", pointer, ".at\n");
    }
    std::string tables;
    for (size_t i = 0; i < table_names_.size(); ++i) {
      const std::string& entry = table_names_[i];
      tables += str_cat("  ", entry, ".at = getelementptr inbounds ptr, ptr %table, i64 ", i, "\n  ", entry,
                        " = load ptr, ptr ", entry, ".at, !invariant.load !1\n");
    }
    std::string body = ir_.text();
    body.insert(std::string("start:\n").size(), tables);
    printed_.functions = str_cat("define private i64 @", name, ".body(", parameters, "ptr %table, ptr %frame) #0 {\n",
                                 body, "}\n\ndefine i64 @", name, "(ptr %memory, ptr %table, ptr %frame) #0 {\n", outer,
                                 "  %result = call i64 @", name, ".body(", arguments, "ptr %table, ptr %frame)\n",
                                 "  ret i64 %result\n}\n");
    printed_.declarations = ir_.declarations();
    printed_.declarations.insert("declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n");
    printed_.declarations.insert("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
  }

  Program& program_;
  const Survey& survey_;
  const Region& region_;
  const int number_;
  PrintedRegion printed_{};
  JittedCall* call_ = nullptr;
  IrText ir_;
  std::map<int, Home> homes_;
  std::vector<bool> written_;
  std::vector<std::string> table_names_;
  std::string left_;
  bool open_ = true;  // the block has not ended yet
};

}  // namespace

PrintedRegion print_region(Program& program, const Survey& survey, const Region& region, int number) {
  return RegionPrinter(program, survey, region, number).run();
}

}  // namespace graphwright::jit
