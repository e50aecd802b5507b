// One region of a program as LLVM functions, and what the interpreter has to know of it.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "jit/regions.h"

namespace graphwright::jit {

struct PrintedRegion {
  int begin, end;
  std::string functions;  // the one that is called is named "region<number>"
  std::set<std::string> declarations;
  std::unique_ptr<JittedCall> call;  // all but its function and its owner
  std::vector<int> releases;         // slots whose values nobody reads afterwards
  int64_t stack_bytes = 0;
};

// Moves that the code leaves to the interpreter are added to the program's.
PrintedRegion print_region(Program& program, const Survey& survey, const Region& region, int number);

}  // namespace graphwright::jit
