// convert: the one list of the passes' order.
#include "autograph/convert.h"

#include <utility>

#include "autograph/desugar.h"
#include "autograph/lower_control_flow.h"
#include "autograph/lower_exits.h"
#include "autograph/lower_expressions.h"
#include "base/error.h"

namespace graphwright::autograph {
namespace {

// Names such as `__x`, which mean another name inside a class.
bool uses_private_names(const Node* node) {
  for (int i = 0; i < node->field_count; ++i) {
    if (node->at(i).tag() != Value::Tag::kIdent) continue;
    const std::string& id = *node->at(i).ident();
    if (id.starts_with("__") && !id.ends_with("__")) return true;
  }
  bool found = false;
  for_each_child(node, [&](const Node* child) { found = found || uses_private_names(child); });
  return found;
}

Node* class_around(const Conversion& conversion, Node* definition) {
  Tree& tree = conversion.tree();
  Node* node = tree.make(Kind::kClassDef, definition->location);
  // Another name, for the user's may stand in the function; leading underscores do not matter to private names.
  std::string name = conversion.options().class_name;
  do name.insert(0, 1, '_');
  while (conversion.is_used(tree.intern(name)));
  node->at(ast::ClassDef::name) = Value::ident(tree.intern(name));
  for (int field :
       {ast::ClassDef::bases, ast::ClassDef::keywords, ast::ClassDef::decorator_list, ast::ClassDef::type_params})
    node->at(field) = Value(tree.make_list());
  node->at(ast::ClassDef::body) = Value(tree.make_list({definition}));
  return node;
}

}  // namespace

Converted convert(Tree& tree, Node* function, const std::string& name, const std::vector<std::string>& free_variables,
                  Options options) {
  if (!function->is<ast::FunctionDef>() && !function->is<ast::Lambda>())
    fail(Code::kNotImplementedError, "only functions and lambdas are converted");
  if (is_generator(function)) fail(Code::kNotImplementedError, "generators are not converted");
  // Decorators belong to the object that the user's name means; what is converted is the function below them.
  if (function->is<ast::FunctionDef>()) function->list(ast::FunctionDef::decorator_list).clear();
  Conversion conversion(tree, std::move(options), function);
  const Builder build = conversion.builder(function);

  Converted out;
  desugar(conversion, function);
  lower_exits(conversion, function);
  lower_control_flow(conversion, function);
  lower_expressions(conversion, function);

  Ident id = conversion.fresh("tf__" + name);
  out.name = *id;
  out.operators = *conversion.operators();
  if (function->is<ast::Lambda>()) {
    out.definition = build.assign(build.store(id), function);
  } else {
    function->at(ast::FunctionDef::name) = Value::ident(id);
    out.definition = function;
  }
  for (Ident generated : conversion.generated_functions()) out.generated_functions.push_back(*generated);

  out.lambda_lines = conversion.lambda_lines();

  IdentList parameters;
  for (const std::string& variable : free_variables) parameters.push_back(tree.intern(variable));
  parameters.push_back(conversion.operators());
  Node* inner = out.definition;
  if (!conversion.options().class_name.empty() && uses_private_names(function)) inner = class_around(conversion, inner);
  out.module = build.module({build.function(conversion.fresh("factory"), std::move(parameters), {inner})});
  return out;
}

}  // namespace graphwright::autograph
