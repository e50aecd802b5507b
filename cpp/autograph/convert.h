// convert: the pipeline from a user's function to the same function written with operators.
#pragma once

#include <string>
#include <vector>

#include "autograph/conversion.h"
#include "autograph/syntax.h"

namespace graphwright::autograph {

struct Converted {
  // A module with one function, whose parameters are the user function's free variables and the operators; in it stands
  // the rewritten function. It is there to be compiled, never to be run: only the inner function's code is taken.
  Node* module = nullptr;
  // The rewritten function (a `def`, or for a lambda an assignment), to be shown.
  Node* definition = nullptr;
  std::string name;       // tf__<name>
  std::string operators;  // what the operators are called in the code
  std::vector<std::string> generated_functions;
  std::vector<int> lambda_lines;
};

// Rewrites `function`, a FunctionDef or a Lambda of the tree. Throws Error (kNotImplementedError) for what has no
// counterpart.
Converted convert(Tree& tree, Node* function, const std::string& name, const std::vector<std::string>& free_variables,
                  Options options);

}  // namespace graphwright::autograph
