// Conversion: fresh names, and questions that several passes ask about the user's code.
#include "autograph/conversion.h"

#include <algorithm>
#include <utility>

namespace graphwright::autograph {

Conversion::Conversion(Tree& tree, Options options, Node* root)
    : tree_(tree), options_(std::move(options)), operators_(nullptr) {
  collect_names(root);
  user_names_.assign(names_.begin(), names_.end());
  std::sort(user_names_.begin(), user_names_.end(), [](Ident a, Ident b) { return *a < *b; });
  operators_ = fresh("ag__");
}

void Conversion::collect_names(const Node* node) {
  if (node->is<ast::Lambda>()) lambda_lines_.push_back(node->location.line);
  switch (node->kind) {
    case Kind::kName: {
      Ident id = node->ident(ast::Name::id);
      names_.insert(id);
      if (!node->child(ast::Name::ctx)->is<ast::Load>()) stored_.insert(id);
      return;
    }
    case Kind::kFunctionDef:
    case Kind::kAsyncFunctionDef:
    case Kind::kClassDef:
    case Kind::karg:
    case Kind::kExceptHandler:
    case Kind::kalias:
    case Kind::kMatchStar:
    case Kind::kMatchAs:
    case Kind::kMatchMapping:
    case Kind::kGlobal:
    case Kind::kNonlocal:
      for (int i = 0; i < node->field_count; ++i) {
        if (Ident id = node->at(i).tag() == Value::Tag::kIdent ? node->at(i).ident() : nullptr) {
          // `import a.b` binds `a`.
          Ident root = tree_.intern(std::string_view(*id).substr(0, id->find('.')));
          names_.insert(root);
          stored_.insert(root);
        } else if (IdentList* idents = node->at(i).idents()) {
          names_.insert(idents->begin(), idents->end());
          stored_.insert(idents->begin(), idents->end());
        }
      }
      break;
    default:
      break;
  }
  for_each_child(node, [&](const Node* child) { collect_names(child); });
}

Ident Conversion::fresh(std::string_view base) {
  int& number = next_[std::string(base)];
  while (true) {
    std::string text(base);
    if (number > 0) text += (text.back() == '_' ? "" : "_") + std::to_string(number);
    ++number;
    Ident id = tree_.intern(text);
    if (!options_.shadowed.contains(text) && names_.insert(id).second) return id;
  }
}

Ident Conversion::local(std::string_view base, size_t number) {
  Ident& id = locals_[std::string(base) + ' ' + std::to_string(number)];
  if (!id) id = fresh(base);
  return id;
}

Ident Conversion::bound_by_alias(const Node* alias) const {
  if (Ident as = alias->ident(ast::alias::asname)) return as;
  const std::string_view path = *alias->ident(ast::alias::name);
  return tree_.intern(path.substr(0, path.find('.')));
}

Ident Conversion::fresh_function(std::string_view base) {
  Ident id = fresh(base);
  generated_functions_.push_back(id);
  return id;
}

Ident Conversion::fresh_flag(std::string_view base) {
  Ident id = fresh(base);
  flags_.insert(id);
  return id;
}

Ident Conversion::fresh_result() {
  Ident id = fresh("retval_");
  results_.insert(id);
  return id;
}

std::string Conversion::text_of(const Node* node) const {
  // Find the byte range of the node in the source; lines count from options_.source_line.
  const Location& place = node->location;
  const std::string& source = options_.source;
  if (source.empty() || place.line < options_.source_line) return {};
  size_t at = 0;
  for (int line = options_.source_line; line < place.line; ++line) {
    at = source.find('\n', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  size_t end = at;
  for (int line = place.line; line < place.end_line; ++line) {
    end = source.find('\n', end);
    if (end == std::string::npos) return {};
    ++end;
  }
  at += place.column;
  end += place.end_column;
  if (at >= end || end > source.size()) return {};
  return source.substr(at, end - at);
}

bool is_in(const Node* compare) {
  const NodeList& ops = compare->list(ast::Compare::ops);
  return ops.size() == 1 && (ops.front()->is<ast::In>() || ops.front()->is<ast::NotIn>());
}

bool is_in_numbers(const Node* compare) {
  if (!is_in(compare)) return false;
  const Node* right = compare->list(ast::Compare::comparators).front();
  if (!right->is<ast::Tuple>() && !right->is<ast::List>()) return false;
  const NodeList& items = right->list(ast::Tuple::elts);
  return !items.empty() && std::all_of(items.begin(), items.end(), [](const Node* item) {
    if (item->is<ast::UnaryOp>()) item = item->child(ast::UnaryOp::operand);
    if (!item->is<ast::Constant>()) return false;
    const Value::Tag tag = item->at(ast::Constant::value).tag();
    return tag == Value::Tag::kInt || tag == Value::Tag::kObject;
  });
}

bool is_operation(const Conversion& conversion, const Node* function, std::string_view name) {
  return function->is<ast::Attribute>() && *function->ident(ast::Attribute::attr) == name &&
         function->child(ast::Attribute::value)->is<ast::Name>() &&
         function->child(ast::Attribute::value)->ident(ast::Name::id) == conversion.operators();
}

bool is_python_test(const Conversion& conversion, const Node* test) {
  switch (test->kind) {
    case Kind::kConstant:
      return true;
    case Kind::kCompare:
      // `in` always gives a bool: Python asks the container and takes the truth of its answer.
      for (const Node* op : test->list(ast::Compare::ops))
        if (!op->is<ast::Is>() && !op->is<ast::IsNot>() && !op->is<ast::In>() && !op->is<ast::NotIn>()) return false;
      // A list that depends on tensors may hold what is asked for or not.
      return !is_in_numbers(test) && !(conversion.options().convert_items && is_in(test));
    case Kind::kUnaryOp:
      return test->child(ast::UnaryOp::op)->is<ast::Not>() &&
             is_python_test(conversion, test->child(ast::UnaryOp::operand));
    case Kind::kBoolOp:
      for (const Node* value : test->list(ast::BoolOp::values))
        if (!is_python_test(conversion, value)) return false;
      return true;
    case Kind::kCall: {
      const Node* function = test->child(ast::Call::func);
      if (is_operation(conversion, function, "is_known")) return true;
      if (!function->is<ast::Name>()) return false;
      Ident id = function->ident(ast::Name::id);
      return (*id == "isinstance" || *id == "issubclass" || *id == "callable" || *id == "hasattr") &&
             conversion.is_builtin(id);
    }
    default:
      return false;
  }
}

bool is_immovable(const Node* expression) {
  if (expression->is<ast::NamedExpr>() || expression->is<ast::Await>() || expression->is<ast::Yield>() ||
      expression->is<ast::YieldFrom>())
    return true;
  if (is_function(expression)) return false;
  bool found = false;
  for_each_child(expression, [&](const Node* child) { found = found || is_immovable(child); });
  return found;
}

namespace {

bool yields(const Node* node) {
  if (node->is<ast::Yield>() || node->is<ast::YieldFrom>()) return true;
  if (is_function(node) || node->is<ast::ClassDef>()) return false;
  bool found = false;
  for_each_child(node, [&](const Node* child) { found = found || yields(child); });
  return found;
}

}  // namespace

bool is_docstring(const Node* statement) {
  if (!statement->is<ast::Expr>()) return false;
  const Node* value = statement->child(ast::Expr::value);
  return value->is<ast::Constant>() && value->at(ast::Constant::value).tag() == Value::Tag::kText;
}

bool is_loop_directive(const Conversion& conversion, const Node* statement, bool known) {
  if (!statement->is<ast::Expr>() || !statement->child(ast::Expr::value)->is<ast::Call>()) return false;
  constexpr std::string_view kName = "set_loop_options";
  const Options& options = conversion.options();
  const Node* function = statement->child(ast::Expr::value)->child(ast::Call::func);
  if (function->is<ast::Name>()) {
    const std::string& name = *function->ident(ast::Name::id);
    return options.loop_directives.contains(name) || (!known && name == kName);
  }
  if (!function->is<ast::Attribute>() || *function->ident(ast::Attribute::attr) != kName) return false;
  const Node* owner = function->child(ast::Attribute::value);
  return !known || (owner->is<ast::Attribute>() && *owner->ident(ast::Attribute::attr) == "experimental") ||
         (owner->is<ast::Name>() && options.directive_modules.contains(*owner->ident(ast::Name::id)));
}

bool is_generator(const Node* function) {
  if (function->is<ast::Lambda>()) return yields(function->child(ast::Lambda::body));
  for (const Node* statement : function->list(ast::FunctionDef::body))
    if (yields(statement)) return true;
  return false;
}

bool stays_as_it_is(const Node* function) {
  if (function->is<ast::AsyncFunctionDef>() || is_generator(function)) return true;
  if (!function->is<ast::FunctionDef>()) return false;
  for (const Node* decorator : function->list(ast::FunctionDef::decorator_list)) {
    const Node* name = decorator->is<ast::Call>() ? decorator->child(ast::Call::func) : decorator;
    Ident last = name->is<ast::Attribute>() ? name->ident(ast::Attribute::attr)
                 : name->is<ast::Name>()    ? name->ident(ast::Name::id)
                                            : nullptr;
    if (last && *last == "do_not_convert") return true;
  }
  return false;
}

}  // namespace graphwright::autograph
