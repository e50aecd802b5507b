// Programs in part as machine code: regions are printed, somebody compiles the text, and its functions take their
// place.
#pragma once

#include <string>
#include <vector>

#include "jit/print_region.h"
#include "program/program.h"

namespace graphwright::jit {

// The compiled text of a module: the addresses of region0, region1 …, and what keeps them.
struct MachineCode {
  std::vector<const void*> functions;
  Ref<RefCounted> owner;
};
// Set by bind/. Gives no functions where there is no compiler, or where it does not understand the text.
void set_compiler(MachineCode (*compiler)(const std::string& text, size_t functions));
bool has_compiler();

struct Plan {
  std::vector<PrintedRegion> regions;
  std::string text;  // of the module; empty where there is nothing to compile
};
// The parts of the program that can become machine code.
Plan plan(Program& program);
// Asks the compiler; to be called without locks, since it may run Python.
MachineCode compile(const Plan& plan);
// Puts the code into the program, which must be as it was when the plan was made and run nowhere.
void install(Program& program, Plan plan, MachineCode code);

}  // namespace graphwright::jit
