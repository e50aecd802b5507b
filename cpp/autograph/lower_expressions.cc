// lower_expressions: what is surely Python's own (`x is None`, builtins such as `isinstance`) stays as the user wrote
// it.
#include "autograph/lower_expressions.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace graphwright::autograph {
namespace {

// Builtins for which an operator could do nothing: types and functions that neither call users' code with tensors to
// branch on, nor mean something else for tensors. Sorted.
constexpr std::string_view kPlainBuiltins[] = {"ArithmeticError",
                                               "AssertionError",
                                               "AttributeError",
                                               "BaseException",
                                               "Exception",
                                               "FileNotFoundError",
                                               "IndexError",
                                               "KeyError",
                                               "LookupError",
                                               "NameError",
                                               "NotImplementedError",
                                               "OSError",
                                               "OverflowError",
                                               "RuntimeError",
                                               "StopIteration",
                                               "TypeError",
                                               "ValueError",
                                               "ZeroDivisionError",
                                               "breakpoint",
                                               "callable",
                                               "classmethod",
                                               "delattr",
                                               "dict",
                                               "dir",
                                               "eval",
                                               "exec",
                                               "format",
                                               "frozenset",
                                               "getattr",
                                               "globals",
                                               "hasattr",
                                               "hash",
                                               "id",
                                               "input",
                                               "isinstance",
                                               "issubclass",
                                               "locals",
                                               "memoryview",
                                               "object",
                                               "open",
                                               "property",
                                               "repr",
                                               "set",
                                               "setattr",
                                               "slice",
                                               "staticmethod",
                                               "str",
                                               "type",
                                               "vars"};

bool is_simple(const Node* node) {
  return node->is<ast::Constant>() || (node->is<ast::Name>() && node->child(ast::Name::ctx)->is<ast::Load>());
}

class ExpressionLowering {
 public:
  explicit ExpressionLowering(Conversion& conversion) : conversion_(conversion) {}

  void function(Node* node) {
    if (stays_as_it_is(node)) return;
    const bool is_lambda = node->is<ast::Lambda>();
    Node* args = node->child(is_lambda ? int{ast::Lambda::args} : int{ast::FunctionDef::args});
    // Defaults are evaluated where the function is made.
    list(args->list(ast::arguments::defaults));
    list(args->list(ast::arguments::kw_defaults));
    Ident outer_first = first_parameter_;
    if (!is_lambda && !node->generated) first_parameter_ = first_of(args);
    if (is_lambda) {
      node->set(ast::Lambda::body, lower(node->child(ast::Lambda::body)));
    } else {
      list(node->list(ast::FunctionDef::body));
    }
    first_parameter_ = outer_first;
  }

 private:
  static Ident first_of(const Node* args) {
    for (int field : {ast::arguments::posonlyargs, ast::arguments::args})
      if (!args->list(field).empty()) return args->list(field).front()->ident(ast::arg::arg_name);
    return nullptr;
  }

  void list(NodeList& nodes) {
    for (Node*& node : nodes)
      if (node) node = lower(node);
  }

  void children(Node* node) {
    for (int i = 0; i < node->field_count; ++i) {
      Value& value = node->at(i);
      if (Node* child = value.node()) {
        value = Value(lower(child));
      } else if (NodeList* nodes = value.nodes()) {
        list(*nodes);
      }
    }
  }

  // An expression of which only the truth matters is asked for that once.
  Node* test(Node* node) {
    conversion_.tests.insert(node);
    return lower(node);
  }
  bool is_test(const Node* node) const { return conversion_.tests.contains(node); }

  Node* lower(Node* node) {
    switch (node->kind) {
      case Kind::kFunctionDef:
      case Kind::kLambda:
        function(node);
        return node;
      case Kind::kClassDef:
        conversion_.for_each_method(node, [&](Node* method) { function(method); });
        return node;
      case Kind::kAsyncFunctionDef:
        return node;
      case Kind::kWith:
        // What makes a context manager is called as it is; what it is given is lowered.
        for (Node* item : node->list(ast::With::items)) {
          Node* maker = item->child(ast::withitem::context_expr);
          if (maker->is<ast::Call>()) {
            children(maker);
          } else {
            item->set(ast::withitem::context_expr, lower(maker));
          }
        }
        list(node->list(ast::With::body));
        return node;
      case Kind::kMatch:
        node->set(ast::Match::subject, lower(node->child(ast::Match::subject)));
        for (Node* item : node->list(ast::Match::cases)) {
          if (Node* guard = item->child(ast::match_case::guard)) item->set(ast::match_case::guard, test(guard));
          list(item->list(ast::match_case::body));
        }
        return node;
      case Kind::kIf:  // a plain one
        conversion_.tests.insert(node->child(ast::If::test));
        children(node);
        return node;
      case Kind::kAssign:
        return assignment(node);
      case Kind::kListComp:
      case Kind::kGeneratorExp:
        return collection(node);
      case Kind::kcomprehension:
        return comprehension(node);
      case Kind::kRaise:
        return raise(node);
      case Kind::kAssert:
        return assertion(node);
      case Kind::kSubscript:
        return item(node);
      case Kind::kCall:
        return call(node);
      case Kind::kBoolOp:
        return boolean(node);
      case Kind::kUnaryOp:
        return negation(node);
      case Kind::kIfExp:
        return conditional(node);
      case Kind::kCompare:
        return comparison(node);
      default:
        children(node);
        return node;
    }
  }

  static bool is_sequence(const Node* node) { return node->is<ast::Tuple>() || node->is<ast::List>(); }

  // What a tuple of targets expects: the number of items, or for each item None, True where it is starred, or what it
  // expects in turn.
  Node* expected(const Node* target) {
    const Builder build = conversion_.builder(target);
    const NodeList& items = target->list(ast::Tuple::elts);
    const bool flat = std::none_of(items.begin(), items.end(),
                                   [](const Node* item) { return is_sequence(item) || item->is<ast::Starred>(); });
    if (flat) return build.integer(static_cast<int64_t>(items.size()));
    NodeList parts;
    for (const Node* item : items)
      parts.push_back(is_sequence(item)          ? expected(item)
                      : item->is<ast::Starred>() ? build.boolean(true)
                                                 : build.none());
    return build.tuple(std::move(parts));
  }

  // `a, b = value` of a tensor takes its rows.
  Node* assignment(Node* node) {
    Node* value = node->child(ast::Assign::value);
    const NodeList& targets = node->list(ast::Assign::targets);
    const bool unpacks = !node->generated && targets.size() == 1 && is_sequence(targets.front()) &&
                         !(is_sequence(value) && expected(targets.front())->is<ast::Constant>()) &&
                         !is_immovable(value);
    children(node);
    if (!unpacks) return node;
    const Builder build = conversion_.builder(value);
    node->set(ast::Assign::value,
              build.operation("unpack", {node->child(ast::Assign::value), expected(targets.front())}));
    return node;
  }

  Node* item(Node* node) {
    children(node);
    const Node* index = node->child(ast::Subscript::slice);
    if (!conversion_.options().convert_items || !node->child(ast::Subscript::ctx)->is<ast::Load>() ||
        index->is<ast::Slice>() || index->is<ast::Tuple>())
      return node;
    return conversion_.builder(node).operation(
        "get_item", {node->child(ast::Subscript::value), node->child(ast::Subscript::slice)});
  }

  // `for ... in value` of a tensor takes its rows.
  Node* comprehension(Node* node) {
    for (Node* condition : node->list(ast::comprehension::ifs)) conversion_.tests.insert(condition);
    children(node);
    Node* iterable = node->child(ast::comprehension::iter);
    const Value& is_async = node->at(ast::comprehension::is_async);
    if (is_sequence(iterable) || iterable->is<ast::Constant>() || is_async.number() != 0) return node;
    node->set(ast::comprehension::iter, conversion_.builder(iterable).operation("items", {iterable}));
    return node;
  }

  // `[f(x) for x in values if g(x)]` where lists may depend on tensors: ag__.list_of(values, lambda x: f(x),
  // (lambda x: g(x),), False, False). True is for what is lazy, and for a further `for` inside of it.
  Node* collection(Node* node) {
    const NodeList& parts = node->list(ast::ListComp::generators);
    const bool staged = conversion_.options().convert_items && !is_immovable(node) &&
                        std::all_of(parts.begin(), parts.end(), [](const Node* part) {
                          const Node* target = part->child(ast::comprehension::target);
                          return part->at(ast::comprehension::is_async).number() == 0 &&
                                 (target->is<ast::Name>() || target->is<ast::Tuple>());
                        });
    if (staged) return collected(node, 0);
    children(node);
    return node;
  }

  Node* collected(Node* node, size_t index) {
    const Builder build = conversion_.builder(node);
    const NodeList& parts = node->list(ast::ListComp::generators);
    Node* part = parts[index];
    Node* target = part->child(ast::comprehension::target);
    const bool last = index + 1 == parts.size();
    Node* values = lower(part->child(ast::comprehension::iter));
    NodeList tests;
    for (Node* test : part->list(ast::comprehension::ifs)) tests.push_back(of_item(build, target, this->test(test)));
    Node* element = last ? lower(node->child(ast::ListComp::elt)) : collected(node, index + 1);
    return build.operation("list_of", {values, of_item(build, target, element), build.tuple(std::move(tests)),
                                       build.boolean(node->is<ast::GeneratorExp>()), build.boolean(!last)});
  }

  // A lambda of one item: of `x` as it is; for `a, b` it is [... for a, b in (item,)][0].
  Node* of_item(const Builder& build, Node* target, Node* value) {
    if (target->is<ast::Name>()) return build.lambda({target->ident(ast::Name::id)}, value);
    const Ident item = conversion_.fresh("item");
    Node* part = conversion_.tree().make(Kind::kcomprehension, value->location);
    part->set(ast::comprehension::target, target);
    part->set(ast::comprehension::iter, build.tuple({build.name(item)}));
    part->at(ast::comprehension::ifs) = Value(conversion_.tree().make_list({}));
    part->at(ast::comprehension::is_async) = Value::integer(0);
    Node* one = conversion_.tree().make(Kind::kListComp, value->location);
    one->set(ast::ListComp::elt, value);
    one->at(ast::ListComp::generators) = Value(conversion_.tree().make_list({part}));
    Node* first = conversion_.tree().make(Kind::kSubscript, value->location);
    first->set(ast::Subscript::value, one);
    first->set(ast::Subscript::slice, build.integer(0));
    first->set(ast::Subscript::ctx, conversion_.tree().token(Kind::kLoad));
    return build.lambda({item}, first);
  }

  Node* raise(Node* node) {
    // An exception's constructor is no code of interest; its arguments may be.
    Node* exception = node->child(ast::Raise::exc);
    if (exception && exception->is<ast::Call>()) {
      list(exception->list(ast::Call::args));
      list(exception->list(ast::Call::keywords));
      return node;
    }
    children(node);
    return node;
  }

  Node* assertion(Node* node) {
    if (!conversion_.options().convert_asserts || is_python_test(conversion_, node->child(ast::Assert::test)) ||
        is_immovable(node)) {
      children(node);
      return node;
    }
    const Builder build = conversion_.builder(node);
    Node* message = node->child(ast::Assert::msg);
    NodeList args = {test(node->child(ast::Assert::test))};
    args.push_back(message ? build.at(message).thunk(lower(message)) : build.none());
    args.push_back(build.text(conversion_.text_of(node)));
    return build.expression(build.operation("assert_stmt", std::move(args)));
  }

  bool is_operation(const Node* function) const {
    return function->is<ast::Attribute>() && function->child(ast::Attribute::value)->is<ast::Name>() &&
           function->child(ast::Attribute::value)->ident(ast::Name::id) == conversion_.operators();
  }

  Node* call(Node* node) {
    Node* function = node->child(ast::Call::func);
    NodeList& args = node->list(ast::Call::args);
    if (function->is<ast::Name>()) {
      Ident name = function->ident(ast::Name::id);
      if (conversion_.is_builtin(name)) {
        if (*name == "super" && args.empty() && first_parameter_) {
          // Inside a function made of a block, `super()` would not find its arguments.
          const Builder build = conversion_.builder(node);
          args = {build.name(build.intern("__class__")), build.name(first_parameter_)};
          return node;
        }
        if ((*name == "locals" || *name == "vars" || *name == "dir") && args.empty() &&
            node->list(ast::Call::keywords).empty()) {
          // What the user's variables are among those of the function that this became.
          const Builder build = conversion_.builder(node);
          NodeList names;
          for (Ident known : conversion_.user_names()) names.push_back(build.text(*known));
          const bool is_dir = *name == "dir";
          function->at(ast::Name::id) = Value::ident(build.intern("locals"));
          return build.operation(is_dir ? "visible_names" : "visible", {node, build.tuple(std::move(names))});
        }
        if (std::binary_search(std::begin(kPlainBuiltins), std::end(kPlainBuiltins), *name) || *name == "super" ||
            (*name == "print" && !conversion_.options().convert_print)) {
          list(args);
          list(node->list(ast::Call::keywords));
          return node;
        }
      }
    }
    if (is_operation(function) || is_debugger(function)) {
      list(args);
      list(node->list(ast::Call::keywords));
      return node;
    }
    children(node);
    function = node->child(ast::Call::func);
    // `f(x)` becomes `ag__.converted_call(f)(x)`: the operator says what to call, and the call itself comes from the
    // user's frame, so that functions which look at their caller find it.
    if (function->is<ast::Attribute>() && function->location.line != function->location.end_line) {
      // Python reports the call of a method on the line of the method's name.
      const int width = static_cast<int>(function->ident(ast::Attribute::attr)->size());
      node->location.line = function->location.end_line;
      node->location.column = std::max(0, function->location.end_column - width);
    }
    node->set(ast::Call::func, conversion_.builder(function).operation("converted_call", {function}));
    return node;
  }

  // pdb.set_trace() must stop in the user's frame.
  static bool is_debugger(const Node* function) {
    return function->is<ast::Attribute>() && *function->ident(ast::Attribute::attr) == "set_trace";
  }

  Node* boolean(Node* node) {
    NodeList& values = node->list(ast::BoolOp::values);
    const bool python = std::all_of(values.begin(), values.end() - 1,
                                    [&](const Node* value) { return is_python_test(conversion_, value); });
    const bool movable = std::none_of(values.begin() + 1, values.end(), is_immovable);
    const bool truth = is_test(node), is_and = node->child(ast::BoolOp::op)->is<ast::And>();
    if (truth) conversion_.tests.insert(values.back());
    for (size_t i = 0; i < values.size(); ++i) {
      Node*& value = values[i];
      // `(a and b) and c` gives a where that is false; `(a or b) and c` does not need a.
      const bool same = value->is<ast::BoolOp>() && value->child(ast::BoolOp::op)->is<ast::And>() == is_and;
      value = i + 1 < values.size() && (truth || !same) ? test(value) : lower(value);
    }
    if (python || !movable) return node;
    const Builder build = conversion_.builder(node);
    NodeList args = {values.front()};
    for (size_t i = 1; i < values.size(); ++i) args.push_back(build.at(values[i]).thunk(values[i]));
    return build.operation(truth ? (is_and ? "and_test" : "or_test") : is_and ? "and_" : "or_", std::move(args));
  }

  Node* negation(Node* node) {
    const bool python = is_python_test(conversion_, node);
    if (node->child(ast::UnaryOp::op)->is<ast::Not>()) conversion_.tests.insert(node->child(ast::UnaryOp::operand));
    children(node);
    if (python || !node->child(ast::UnaryOp::op)->is<ast::Not>()) return node;
    return conversion_.builder(node).operation("not_", {node->child(ast::UnaryOp::operand)});
  }

  Node* conditional(Node* node) {
    Node* test = node->child(ast::IfExp::test);
    const bool python = is_python_test(conversion_, test) || is_immovable(node->child(ast::IfExp::body)) ||
                        is_immovable(node->child(ast::IfExp::orelse));
    const std::string text = conversion_.text_of(test);
    conversion_.tests.insert(test);
    if (is_test(node)) {
      conversion_.tests.insert(node->child(ast::IfExp::body));
      conversion_.tests.insert(node->child(ast::IfExp::orelse));
    }
    children(node);
    if (python) return node;
    const Builder build = conversion_.builder(node);
    auto thunk = [&](int field) { return build.at(node->child(field)).thunk(node->child(field)); };
    return build.operation("if_exp", {node->child(ast::IfExp::test), thunk(ast::IfExp::body), thunk(ast::IfExp::orelse),
                                      build.text(text)});
  }

  static bool stays(const Node* op) {
    return op->is<ast::Is>() || op->is<ast::IsNot>() || op->is<ast::In>() || op->is<ast::NotIn>();
  }

  Node* compare(const Builder& build, Node* left, Node* op, Node* right) {
    if (conversion_.options().equality_operators && (op->is<ast::Eq>() || op->is<ast::NotEq>()))
      return build.operation(op->is<ast::Eq>() ? "eq" : "not_eq", {left, right});
    Node* node = conversion_.tree().make(Kind::kCompare, build.location());
    node->set(ast::Compare::left, left);
    node->at(ast::Compare::ops) = Value(conversion_.tree().make_list({op}));
    node->at(ast::Compare::comparators) = Value(conversion_.tree().make_list({right}));
    return node;
  }

  Node* comparison(Node* node) {
    NodeList& ops = node->list(ast::Compare::ops);
    const bool python = is_python_test(conversion_, node);
    const bool truth = is_test(node);
    // The first two operands are evaluated in any case.
    const bool movable = std::none_of(node->list(ast::Compare::comparators).begin() + 1,
                                      node->list(ast::Compare::comparators).end(), is_immovable);
    children(node);
    if (python) return node;
    const Builder build = conversion_.builder(node);
    NodeList& right = node->list(ast::Compare::comparators);
    if (ops.size() == 1) {
      if (is_in_numbers(node)) {
        Node* found = build.operation("in_", {node->child(ast::Compare::left), right.front()});
        return ops.front()->is<ast::In>() ? found : build.operation("not_", {found});
      }
      if (conversion_.options().convert_items && is_in(node)) {
        Node* found = build.operation("in_list", {node->child(ast::Compare::left), right.front()});
        return ops.front()->is<ast::In>() ? found : build.operation("not_", {found});
      }
      if (stays(ops.front())) return node;
      return compare(build, node->child(ast::Compare::left), ops.front(), right.front());
    }
    return movable ? chain(build, node->child(ast::Compare::left), ops, right, 0, truth ? "and_test" : "and_") : node;
  }

  // `a < b < c` is `a < b and b < c` with b evaluated once.
  Node* chain(const Builder& build, Node* left, const NodeList& ops, const NodeList& right, size_t at,
              std::string_view both) {
    if (at + 1 == ops.size()) return compare(build, left, ops[at], right[at]);
    Node* middle = right[at];
    if (is_simple(middle)) {
      Node* rest = chain(build, conversion_.tree().clone(middle), ops, right, at + 1, both);
      return build.operation(both, {compare(build, left, ops[at], middle), build.thunk(rest)});
    }
    Ident left_name = conversion_.local("left_"), middle_name = conversion_.local("middle_", at);
    Node* rest = chain(build, build.name(middle_name), ops, right, at + 1, both);
    Node* compared = compare(build, build.name(left_name), ops[at], build.name(middle_name));
    return build.call(build.lambda({left_name, middle_name}, build.operation(both, {compared, build.thunk(rest)})),
                      {left, middle});
  }

  Conversion& conversion_;
  Ident first_parameter_ = nullptr;
};

}  // namespace

void lower_expressions(Conversion& conversion, Node* function) { ExpressionLowering(conversion).function(function); }

}  // namespace graphwright::autograph
