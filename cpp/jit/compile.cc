// From programs to modules of LLVM IR, and back with machine code.
#include "jit/compile.h"

#include <utility>

#include "device/gpu.h"

namespace graphwright::jit {
namespace {

MachineCode (*current_compiler)(const std::string& text, size_t functions) = nullptr;

constexpr int64_t kMostStackBytes = 1 << 17;

std::string module_of(const std::vector<PrintedRegion>& regions) {
  std::set<std::string> declarations;
  std::string functions;
  for (const PrintedRegion& region : regions) {
    declarations.insert(region.declarations.begin(), region.declarations.end());
    functions += region.functions + "\n";
  }
  std::string text;
  for (const std::string& declaration : declarations) text += declaration;
  // Vectors as wide as the kernels' own; where the CPU has none of 512 bits, this says nothing.
  return str_cat(text, "\n", functions, "attributes #0 = { nounwind \"prefer-vector-width\"=\"512\" }\n",
                 "!0 = !{!\"branch_weights\", i32 1, i32 100000}\n!1 = !{}\n");
}

}  // namespace

void set_compiler(MachineCode (*compiler)(const std::string& text, size_t functions)) { current_compiler = compiler; }
bool has_compiler() { return current_compiler != nullptr; }

Plan plan(Program& program) {
  Plan result;
  if (open_gpu_plugin()) return result;
  const Survey survey(program);
  for (const Region& region : find_regions(survey)) {
    PrintedRegion printed = print_region(program, survey, region, static_cast<int>(result.regions.size()));
    if (printed.stack_bytes <= kMostStackBytes) result.regions.push_back(std::move(printed));
  }
  if (!result.regions.empty()) result.text = module_of(result.regions);
  return result;
}

MachineCode compile(const Plan& plan) {
  if (plan.text.empty() || !current_compiler) return {};
  return current_compiler(plan.text, plan.regions.size());
}

void install(Program& program, Plan plan, MachineCode code) {
  if (code.functions.size() != plan.regions.size()) return;
  const int n = static_cast<int>(program.instructions.size());
  std::vector<int> place(n + 1, -1);  // of the instructions that stay, and of those at which regions begin
  std::vector<Instruction> instructions;
  std::vector<int> origins;
  program.origins.push_back({nullptr, program.name(), nullptr});
  const int origin = static_cast<int>(program.origins.size()) - 1;
  size_t next = 0;
  for (int i = 0; i < n;) {
    place[i] = static_cast<int>(instructions.size());
    if (next == plan.regions.size() || plan.regions[next].begin != i) {
      instructions.push_back(program.instructions[i]);
      origins.push_back(program.origin_of[i++]);
      continue;
    }
    PrintedRegion& region = plan.regions[next];
    region.call->function = reinterpret_cast<JittedCall::Function>(reinterpret_cast<uintptr_t>(code.functions[next]));
    region.call->owner = code.owner;
    if (next == 0) region.call->text = std::move(plan.text);
    Instruction in{};
    in.code = Instruction::Code::kJitted;
    in.call = static_cast<int>(program.jitted.size());
    in.first_release = static_cast<int>(program.releases.size());
    program.releases.insert(program.releases.end(), region.releases.begin(), region.releases.end());
    in.num_releases = static_cast<int>(region.releases.size());
    program.jitted.push_back(std::move(region.call));
    instructions.push_back(in);
    origins.push_back(origin);
    i = region.end;
    ++next;
  }
  for (Instruction& in : instructions)
    if (in.target >= 0) in.target = place[in.target];
  // Branches inside of regions keep targets that nobody takes any more.
  for (int& target : program.branch_targets) target = place[target];
  program.instructions = std::move(instructions);
  program.origin_of = std::move(origins);
}

}  // namespace graphwright::jit
