// Conversion: what the passes over one function share: its tree, the options, fresh names, and notes on generated code.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "autograph/build.h"
#include "autograph/syntax.h"

namespace graphwright::autograph {

struct Options {
  bool equality_operators = false;     // `==` and `!=` go through operators
  bool convert_print = false;          // `print` is called through an operator
  bool convert_asserts = true;         // `assert` goes through an operator (not under `python -O`)
  bool convert_items = false;          // items of tensors and tensor arrays can be set, arrays appended to
  bool inline_comprehensions = false;  // but for generators, they are no functions (since Python 3.12)
  std::string class_name;              // class whose method this is: for private names
  std::string source;                  // text of the file from line `source_line` on; may be empty
  int source_line = 1;
  std::unordered_set<std::string> shadowed;  // builtins that mean something else in the function's module
  // Other names of `set_loop_options` there, and names of the module that has it.
  std::unordered_set<std::string> loop_directives;
  std::unordered_set<std::string> directive_modules;
};

class Conversion {
 public:
  Conversion(Tree& tree, Options options, Node* root);

  Tree& tree() const { return tree_; }
  const Options& options() const { return options_; }
  Builder builder(const Node* place) const { return {tree_, operators_, place->location}; }
  Ident operators() const { return operators_; }

  // A name that occurs nowhere in the user's code nor was handed out before: `base`, `base_1`, ...
  Ident fresh(std::string_view base);
  // True where `name` can only mean the builtin.
  bool is_builtin(Ident name) const { return !stored_.contains(name) && !options_.shadowed.contains(*name); }

  // All names in the user's code.
  const std::vector<Ident>& user_names() const { return user_names_; }
  bool is_used(Ident name) const { return names_.contains(name); }
  // The same, but one for each base and number: for names that are local to a generated function.
  Ident local(std::string_view base, size_t number = 0);
  // The name that `import a.b as c` or `from a import b` binds.
  Ident bound_by_alias(const Node* alias) const;

  // The lines where the user wrote a lambda.
  const std::vector<int>& lambda_lines() const { return lambda_lines_; }

  // Names of functions that the rewriter made of the user's statements.
  const std::vector<Ident>& generated_functions() const { return generated_functions_; }
  Ident fresh_function(std::string_view base);

  // Flags that replace break, continue and return; a store to one that nobody reads can go.
  Ident fresh_flag(std::string_view base);
  bool is_flag(Ident name) const { return flags_.contains(name); }

  // The user's text of an expression, or "" where it is not known.
  std::string text_of(const Node* node) const;

  // The conversion of `return`, per function; absent where its returns stay.
  std::unordered_map<const Node*, Ident> result_names;
  bool is_result(Ident name) const { return results_.contains(name); }
  Ident fresh_result();
  // The flag that ends a `for` loop early.
  std::unordered_map<const Node*, Ident> break_flags;
  // Expressions of which only the truth matters.
  std::unordered_set<const Node*> tests;
  // The calls of `set_loop_options` that stood in a loop's body.
  std::unordered_map<const Node*, NodeList> loop_options;

  // The class whose method is being rewritten, or "": for private names.
  const std::string& class_name() const { return class_name_.empty() ? options_.class_name : class_name_; }
  // Visits the methods that a class statement inside the function defines, in classes inside of it, too.
  template <class Visit>
  void for_each_method(const Node* definition, Visit&& visit) {
    const std::string around = std::exchange(class_name_, *definition->ident(ast::ClassDef::name));
    for (Node* statement : definition->list(ast::ClassDef::body)) {
      if (statement->is<ast::FunctionDef>()) visit(statement);
      if (statement->is<ast::ClassDef>()) for_each_method(statement, visit);
    }
    class_name_ = around;
  }

 private:
  void collect_names(const Node* node);

  Tree& tree_;
  Options options_;
  Ident operators_;
  std::unordered_set<Ident> names_;
  std::unordered_set<Ident> stored_;
  std::vector<Ident> user_names_;
  std::unordered_map<std::string, int> next_;
  std::unordered_map<std::string, Ident> locals_;
  std::unordered_set<Ident> flags_;
  std::unordered_set<Ident> results_;
  std::vector<Ident> generated_functions_;
  std::vector<int> lambda_lines_;
  std::string class_name_;  // of a class inside the function
};

// True for `ag__.<name>`.
bool is_operation(const Conversion& conversion, const Node* function, std::string_view name);

// True for an expression whose truth never depends on a tensor: `x is None`, `isinstance(...)`, `key in table`,
// constants.
bool is_python_test(const Conversion& conversion, const Node* test);

// True for `x in y` and `x not in y`.
bool is_in(const Node* compare);

// True for `x in (1, 2)`: of a tensor x, that is asked of each number.
bool is_in_numbers(const Node* compare);

// True where the nodes below, nested functions aside, bind a name (`:=`) or suspend (`await`, `yield`), so that they
// cannot be moved into a function of their own.
bool is_immovable(const Node* expression);

// True for an expression statement that is a string.
bool is_docstring(const Node* statement);

// True for the statement `...set_loop_options(...)`, which counts as the first statement of a loop's body only, for it
// may be a function of that name; with `known` where it is TensorFlow's by its name alone.
bool is_loop_directive(const Conversion& conversion, const Node* statement, bool known = false);

// True for `yield` in the function's own body.
bool is_generator(const Node* function);

// True for a nested function that is not rewritten: a coroutine, a generator, one marked `do_not_convert`.
bool stays_as_it_is(const Node* function);

}  // namespace graphwright::autograph
