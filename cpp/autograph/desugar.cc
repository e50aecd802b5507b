// desugar: the parts of a statement that come before the part to be replaced are kept in variables, so that all is
// evaluated in the user's order, and once.
#include "autograph/desugar.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace graphwright::autograph {
namespace {

bool needs_split(const Conversion& conversion, const Node* node);

// True for an expression that binds a name in an operand which Python may skip, where a tensor may decide on that.
bool skips_binding(const Conversion& conversion, const Node* node) {
  auto is_python = [&](const Node* test) { return is_python_test(conversion, test); };
  auto splits = [&](const Node* part) { return needs_split(conversion, part); };
  switch (node->kind) {
    case Kind::kBoolOp: {
      const NodeList& values = node->list(ast::BoolOp::values);
      if (std::any_of(values.begin() + 1, values.end(), splits)) return true;
      return std::any_of(values.begin() + 1, values.end(), is_immovable) &&
             !std::all_of(values.begin(), values.end() - 1, is_python);
    }
    case Kind::kIfExp: {
      const Node* body = node->child(ast::IfExp::body);
      const Node* orelse = node->child(ast::IfExp::orelse);
      if (splits(body) || splits(orelse)) return true;
      return (is_immovable(body) || is_immovable(orelse)) && !is_python(node->child(ast::IfExp::test));
    }
    case Kind::kCompare: {
      const NodeList& right = node->list(ast::Compare::comparators);
      if (std::any_of(right.begin() + 1, right.end(), splits)) return true;
      return std::any_of(right.begin() + 1, right.end(), is_immovable) && !is_python(node);
    }
    default:
      return false;
  }
}

bool suspends(const Node* node) {
  if (node->is<ast::Await>() || node->is<ast::Yield>() || node->is<ast::YieldFrom>()) return true;
  bool found = false;
  if (!is_function(node)) for_each_child(node, [&](const Node* child) { found = found || suspends(child); });
  return found;
}

// True where the expression, nested scopes aside, has a part that is to be replaced.
bool needs_split(const Conversion& conversion, const Node* node) {
  if (!node || is_function(node) || is_comprehension(node)) return false;
  if (skips_binding(conversion, node)) return true;
  bool found = false;
  for_each_child(node, [&](const Node* child) { found = found || needs_split(conversion, child); });
  return found;
}

bool is_value_pattern(const Node* pattern) {
  if (pattern->is<ast::MatchValue>() || pattern->is<ast::MatchSingleton>()) return true;
  if (!pattern->is<ast::MatchOr>()) return false;
  const NodeList& patterns = pattern->list(ast::MatchOr::patterns);
  return std::all_of(patterns.begin(), patterns.end(), is_value_pattern);
}

bool compares(const Node* pattern) {
  if (pattern->is<ast::MatchValue>()) return true;
  bool found = false;
  for_each_child(pattern, [&](const Node* child) { found = found || compares(child); });
  return found;
}

class Desugaring {
 public:
  explicit Desugaring(Conversion& conversion) : conversion_(conversion), tree_(conversion.tree()) {}

  void function(Node* node) {
    if (!node->is<ast::FunctionDef>() || stays_as_it_is(node)) return;
    std::unordered_set<Ident> outer = std::move(bound_);
    bound_.clear();
    if (conversion_.options().convert_items) find_bound(node, true);
    block(node->list(ast::FunctionDef::body));
    bound_ = std::move(outer);
  }

 private:
  void block(NodeList& nodes) {
    NodeList out;
    out.reserve(nodes.size());
    for (Node* node : nodes) statement(node, out);
    nodes = std::move(out);
  }

  void field(Node* node, int index) {
    if (NodeList* nodes = node->at(index).nodes()) block(*nodes);
  }

  void statement(Node* node, NodeList& out) {
    switch (node->kind) {
      case Kind::kFunctionDef:
        function(node);
        break;
      case Kind::kClassDef:
        conversion_.for_each_method(node, [&](Node* method) { function(method); });
        break;
      case Kind::kAsyncFunctionDef:
        break;
      case Kind::kIf:
        take_pops(node->child(ast::If::test), out);
        condition(node, out);
        return;
      case Kind::kWhile:
        if (is_immovable(node->child(ast::While::test)) || pops(node->child(ast::While::test))) test_in_body(node, out);
        field(node, ast::While::body);
        field(node, ast::While::orelse);
        break;
      case Kind::kFor:
        take_pops(node->child(ast::For::iter), out);
        split_field(node, ast::For::iter, out);
        field(node, ast::For::body);
        field(node, ast::For::orelse);
        break;
      case Kind::kWith:
        field(node, ast::With::body);
        break;
      case Kind::kTry:
      case Kind::kTryStar:
        field(node, ast::Try::body);
        for (Node* handler : node->list(ast::Try::handlers)) field(handler, ast::ExceptHandler::body);
        field(node, ast::Try::orelse);
        field(node, ast::Try::finalbody);
        break;
      case Kind::kMatch:
        match(node, out);
        return;
      case Kind::kAssign:
        take_pops(node, out);
        split_field(node, ast::Assign::value, out);
        if (conversion_.options().convert_items) node = set_item(node);
        break;
      case Kind::kAnnAssign:
        take_pops(node, out);
        split_field(node, ast::AnnAssign::value, out);
        break;
      case Kind::kReturn:
        take_pops(node, out);
        split_field(node, ast::Return::value, out);
        break;
      case Kind::kExpr:
        take_pops(node, out);
        split_field(node, ast::Expr::value, out);
        if (conversion_.options().convert_items) node = change_list(node);
        break;
      case Kind::kAssert:
        take_pops(node, out);
        split_field(node, ast::Assert::test, out);
        break;
      case Kind::kDelete: {
        // One at a time: a variable may be deleted in another way than an item.
        NodeList& targets = node->list(ast::Delete::targets);
        while (targets.size() > 1) {
          Node* first = tree_.make(Kind::kDelete, node->location);
          first->at(ast::Delete::targets) = Value(tree_.make_list({targets.front()}));
          out.push_back(first);
          targets.erase(targets.begin());
        }
        break;
      }
      case Kind::kAugAssign:
        take_pops(node, out);
        // `a.b[c] += value` reads its target before the value.
        if (node->child(ast::AugAssign::target)->is<ast::Name>()) split_update(node, out);
        if (conversion_.options().convert_items) node = update_item(add_list(node), out);
        break;
      default:
        break;
    }
    out.push_back(node);
  }

  // ---- names bound in conditions ----

  void split_field(Node* node, int index, NodeList& out) {
    Node* value = node->child(index);
    if (value && needs_split(conversion_, value) && !suspends(value)) node->set(index, split(value, out));
  }

  void split_update(Node* node, NodeList& out) {
    Node* value = node->child(ast::AugAssign::value);
    if (!needs_split(conversion_, value) || suspends(value)) return;
    const Builder build = conversion_.builder(node);
    Ident name = node->child(ast::AugAssign::target)->ident(ast::Name::id);
    Ident before = keep(build, build.name(name), out);
    node->set(ast::AugAssign::value, split(value, out));
    out.push_back(build.assign(build.store(name), build.name(before)));
  }

  Ident keep(const Builder& build, Node* value, NodeList& out) {
    Ident name = conversion_.fresh("value_");
    out.push_back(build.assign(build.store(name), value));
    return name;
  }

  // Statements that evaluate the expression's skipped parts go to `out`; returns what is left of it.
  Node* split(Node* node, NodeList& out) {
    if (!needs_split(conversion_, node)) return node;
    const Builder build = conversion_.builder(node);
    if (skips_binding(conversion_, node)) {
      Ident result = conversion_.fresh("value_");
      auto store = [&](Node* value, NodeList& block) {
        const Builder here = conversion_.builder(value);
        Node* rest = split(value, block);
        block.push_back(here.assign(here.store(result), rest));
      };
      if (node->is<ast::IfExp>()) {
        NodeList body, orelse;
        Node* test = split(node->child(ast::IfExp::test), out);
        store(node->child(ast::IfExp::body), body);
        store(node->child(ast::IfExp::orelse), orelse);
        out.push_back(build.condition(test, std::move(body), std::move(orelse)));
      } else if (node->is<ast::BoolOp>()) {
        const bool is_and = node->child(ast::BoolOp::op)->is<ast::And>();
        const NodeList values = node->list(ast::BoolOp::values);
        store(values.front(), out);
        operands(build, values, 1, is_and, result, store, out);
      } else {
        store_chain(node, result, out);
      }
      return build.name(result);
    }
    // Keys and values of a dictionary alternate; pieces of a formatted string are no values.
    if (node->is<ast::Dict>() || node->is<ast::JoinedStr>() || node->is<ast::TemplateStr>()) return node;
    // Everything before the last part that has to be split is evaluated first.
    children(node, [&](Node* child, auto&& set) {
      if (pending_splits(node, child)) {
        set(needs_split(conversion_, child) ? split(child, out) : saved(child, out));
      }
    });
    return node;
  }

  // Calls `visit(child, set)` for the expressions below a node in the order of evaluation.
  template <class Visit>
  void children(Node* node, Visit&& visit) {
    for (int i = 0; i < node->field_count; ++i) {
      Value& value = node->at(i);
      if (Node* child = value.node()) {
        visit(child, [&](Node* changed) { value = Value(changed); });
      } else if (NodeList* nodes = value.nodes()) {
        for (Node*& item : *nodes)
          if (item) visit(item, [&](Node* changed) { item = changed; });
      }
    }
  }

  // Whether the child or a sibling behind it is to be split.
  bool pending_splits(const Node* node, const Node* from) const {
    bool reached = false, found = false;
    for_each_child(node, [&](const Node* child) {
      reached = reached || child == from;
      found = found || (reached && needs_split(conversion_, child));
    });
    return found;
  }

  // The value of a part that is evaluated before the part that is split.
  Node* saved(Node* node, NodeList& out) {
    switch (node->kind) {
      case Kind::kConstant:
      case Kind::kLambda:
      case Kind::kLoad:
      case Kind::kStore:
        return node;
      case Kind::kStarred:
      case Kind::kkeyword: {
        const int index = node->is<ast::keyword>() ? int{ast::keyword::value} : int{ast::Starred::value};
        node->set(index, saved(node->child(index), out));
        return node;
      }
      case Kind::kSlice:
        for (int i = 0; i < node->field_count; ++i)
          if (Node* child = node->child(i)) node->set(i, saved(child, out));
        return node;
      default: {
        if (node->field_count == 0) return node;  // an operator
        const Builder build = conversion_.builder(node);
        return build.name(keep(build, node, out));
      }
    }
  }

  template <class Store>
  void operands(const Builder& build, const NodeList& values, size_t at, bool is_and, Ident result, const Store& store,
                NodeList& out) {
    if (at == values.size()) return;
    NodeList body;
    store(values[at], body);
    operands(build, values, at + 1, is_and, result, store, body);
    Node* test = is_and ? build.name(result) : build.negation(build.name(result));
    out.push_back(build.condition(test, std::move(body), {}));
  }

  // `a < b < c` is `a < b and b < c` with b evaluated once.
  void store_chain(Node* node, Ident result, NodeList& out) {
    const Builder build = conversion_.builder(node);
    const NodeList ops = node->list(ast::Compare::ops);
    const NodeList right = node->list(ast::Compare::comparators);
    Ident left = keep(build, split(node->child(ast::Compare::left), out), out);
    compare_from(build, left, ops, right, 0, result, out);
  }

  void compare_from(const Builder& build, Ident left, const NodeList& ops, const NodeList& right, size_t at,
                    Ident result, NodeList& out) {
    Ident next = keep(build, split(right[at], out), out);
    Node* compare = comparison(build, build.name(left), ops[at], build.name(next));
    out.push_back(build.assign(build.store(result), compare));
    if (at + 1 == ops.size()) return;
    NodeList body;
    compare_from(build, next, ops, right, at + 1, result, body);
    out.push_back(build.condition(build.name(result), std::move(body), {}));
  }

  Node* comparison(const Builder& build, Node* left, Node* op, Node* right) {
    Node* node = tree_.make(Kind::kCompare, build.location());
    node->set(ast::Compare::left, left);
    node->at(ast::Compare::ops) = Value(tree_.make_list({op}));
    node->at(ast::Compare::comparators) = Value(tree_.make_list({right}));
    return node;
  }

  // An `if`: operands of `and` become nested statements, so that the names they bind are there for the body.
  void condition(Node* node, NodeList& out) {
    Node* test = node->child(ast::If::test);
    if (!needs_split(conversion_, test) || suspends(test)) {
      field(node, ast::If::body);
      field(node, ast::If::orelse);
      out.push_back(node);
      return;
    }
    NodeList& body = node->list(ast::If::body);
    NodeList& orelse = node->list(ast::If::orelse);
    const Builder build = conversion_.builder(node);
    if (test->is<ast::UnaryOp>() && test->child(ast::UnaryOp::op)->is<ast::Not>()) {
      node->set(ast::If::test, test->child(ast::UnaryOp::operand));
      std::swap(body, orelse);
      if (body.empty()) body.push_back(build.pass());
      condition(node, out);
    } else if (test->is<ast::BoolOp>() && test->child(ast::BoolOp::op)->is<ast::And>()) {
      NodeList values = test->list(ast::BoolOp::values);
      Node* last = values.back();
      values.pop_back();
      Node* first = values.front();
      if (values.size() > 1) {
        first = tree_.make(Kind::kBoolOp, test->location);
        first->set(ast::BoolOp::op, tree_.token(Kind::kAnd));
        first->at(ast::BoolOp::values) = Value(tree_.make_list(values));
      }
      NodeList again;
      for (const Node* item : orelse) again.push_back(tree_.clone(item));
      Node* inner = conversion_.builder(last).condition(last, std::move(body), std::move(orelse));
      condition(conversion_.builder(first).condition(first, {inner}, std::move(again)), out);
    } else {
      node->set(ast::If::test, split(test, out));
      condition(node, out);
    }
  }

  // A test that binds names cannot be evaluated apart from the body, which reads them:
  // `while test: body` becomes `while not done: if test: body, else: done = True`.
  void test_in_body(Node* loop, NodeList& out) {
    Ident done = conversion_.fresh_flag("loop_done_");
    Node* test = loop->child(ast::While::test);
    const Builder here = conversion_.builder(test);
    auto set_done = [&](bool value) {
      Node* statement = here.assign(here.store(done), here.boolean(value));
      statement->generated = true;
      return statement;
    };
    out.push_back(set_done(false));
    loop->set(ast::While::test, here.negation(here.name(done)));
    NodeList& body = loop->list(ast::While::body);
    NodeList first;
    while (!body.empty() && (is_docstring(body.front()) || is_loop_directive(conversion_, body.front()))) {
      first.push_back(body.front());
      body.erase(body.begin());
    }
    if (body.empty()) body.push_back(here.pass());
    Node* choice = here.condition(test, std::move(body), {set_done(true)});
    body = std::move(first);
    body.push_back(choice);
  }

  // ---- items of tensors, which are values: to set one is to make another tensor ----

  void find_bound(const Node* node, bool root) {
    if (!root && (is_function(node) || node->is<ast::ClassDef>())) return;
    if (node->is<ast::Name>() && node->child(ast::Name::ctx)->is<ast::Store>()) {
      bound_.insert(node->ident(ast::Name::id));
    } else if (node->is<ast::arg>()) {
      bound_.insert(node->ident(ast::arg::arg_name));
    } else if (node->is<ast::Nonlocal>() || node->is<ast::Global>()) {
      for (Ident name : *node->at(0).idents()) bound_.insert(name);
    }
    for_each_child(node, [&](const Node* child) { find_bound(child, false); });
  }

  // A text is no index of a tensor.
  bool is_item_of_variable(const Node* node) const {
    if (!node->is<ast::Subscript>() || !is_variable(node->child(ast::Subscript::value))) return false;
    const Node* index = node->child(ast::Subscript::slice);
    return !index->is<ast::Constant>() || index->at(ast::Constant::value).tag() != Value::Tag::kText;
  }
  bool is_variable(const Node* node) const {
    return node->is<ast::Name>() && bound_.contains(node->ident(ast::Name::id));
  }

  // The index as a value: `1:2` is a slice object.
  Node* index_value(Node* index) {
    const Builder build = conversion_.builder(index);
    if (index->is<ast::Slice>()) {
      NodeList bounds;
      for (int i = 0; i < index->field_count; ++i) bounds.push_back(index->child(i) ? index->child(i) : build.none());
      return build.operation("slice", std::move(bounds));
    }
    if (index->is<ast::Tuple>())
      for (Node*& item : index->list(ast::Tuple::elts)) item = index_value(item);
    return index;
  }

  Node* set_item(Node* node) {
    const NodeList& targets = node->list(ast::Assign::targets);
    if (targets.size() != 1 || !is_item_of_variable(targets.front())) return node;
    return assign_item(node, targets.front(), "set_item", {node->child(ast::Assign::value)}, {});
  }

  Node* update_item(Node* node, NodeList& out) {
    if (!node->is<ast::AugAssign>()) return node;
    Node* target = node->child(ast::AugAssign::target);
    if (!is_item_of_variable(target)) return node;
    const Builder build = conversion_.builder(node);
    const std::string_view op = kind_table()[static_cast<size_t>(node->child(ast::AugAssign::op)->kind)].name;
    // The item is read before the value is computed.
    Node* value = node->child(ast::AugAssign::value);
    if (!is_immovable(value))
      return assign_item(node, target, "update_item", {}, {build.at(value).thunk(value), build.text(op)});
    Ident name = target->child(ast::Subscript::value)->ident(ast::Name::id);
    Ident index = keep(build, index_value(target->child(ast::Subscript::slice)), out);
    Ident item = keep(build, build.operation("get_item", {build.name(name), build.name(index)}), out);
    target->set(ast::Subscript::slice, build.name(index));
    return assign_item(node, target, "set_item",
                       {build.operation("updated", {build.name(item), value, build.text(op)})}, {});
  }

  // `x[i] = value` becomes `x = ag__.set_item(value, x, i)`.
  Node* assign_item(Node* node, Node* target, std::string_view operation, NodeList args, const NodeList& behind) {
    const Builder build = conversion_.builder(node);
    Ident name = target->child(ast::Subscript::value)->ident(ast::Name::id);
    args.push_back(build.name(name));
    args.push_back(index_value(target->child(ast::Subscript::slice)));
    args.insert(args.end(), behind.begin(), behind.end());
    return build.assign(build.store(name), build.operation(operation, std::move(args)));
  }

  // A variable, or a place that begins with one: `self.items`, `table['a']`.
  bool is_list_place(const Node* node) const {
    if (node->is<ast::Attribute>()) return is_list_place(node->child(ast::Attribute::value));
    if (node->is<ast::Subscript>())
      return node->child(ast::Subscript::slice)->is<ast::Constant>() &&
             is_list_place(node->child(ast::Subscript::value));
    return is_variable(node);
  }

  Node* stored(Node* place) {
    Node* target = tree_.clone(place);
    const int field = place->is<ast::Name>()        ? int{ast::Name::ctx}
                      : place->is<ast::Attribute>() ? int{ast::Attribute::ctx}
                                                    : int{ast::Subscript::ctx};
    target->set(field, tree_.token(Kind::kStore));
    return target;
  }

  // `x.append(value)` becomes `x = ag__.list_append(x, value)`; the same for other methods that change a list.
  Node* change_list(Node* node) {
    Node* call = node->child(ast::Expr::value);
    if (!call->is<ast::Call>() || !call->child(ast::Call::func)->is<ast::Attribute>()) return node;
    const Node* method = call->child(ast::Call::func);
    const std::string& name = *method->ident(ast::Attribute::attr);
    const NodeList& args = call->list(ast::Call::args);
    const size_t wanted = name == "append" || name == "extend" ? 1 : name == "insert" ? 2 : name == "clear" ? 0 : 99;
    Node* owner = method->child(ast::Attribute::value);
    if (args.size() != wanted || !call->list(ast::Call::keywords).empty() || !is_list_place(owner) ||
        std::any_of(args.begin(), args.end(), [](const Node* arg) { return arg->is<ast::Starred>(); }))
      return node;
    const Builder build = conversion_.builder(node);
    NodeList operands = {owner};
    operands.insert(operands.end(), args.begin(), args.end());
    return build.assign(stored(owner), build.operation("list_" + name, std::move(operands)));
  }

  // `x += [value]` becomes `x = ag__.list_add(x, [value])`.
  Node* add_list(Node* node) {
    const Node* value = node->child(ast::AugAssign::value);
    Node* target = node->child(ast::AugAssign::target);
    if (!node->child(ast::AugAssign::op)->is<ast::Add>() || !(value->is<ast::List>() || value->is<ast::ListComp>()) ||
        !is_variable(target))
      return node;
    const Builder build = conversion_.builder(node);
    Ident name = target->ident(ast::Name::id);
    return build.assign(build.store(name),
                        build.operation("list_add", {build.name(name), node->child(ast::AugAssign::value)}));
  }

  // True for `x.pop()` and `x.pop(i)` of a variable or a place.
  bool is_pop(const Node* node) const {
    if (!node->is<ast::Call>() || !node->child(ast::Call::func)->is<ast::Attribute>()) return false;
    const Node* method = node->child(ast::Call::func);
    const NodeList& args = node->list(ast::Call::args);
    return *method->ident(ast::Attribute::attr) == "pop" && is_list_place(method->child(ast::Attribute::value)) &&
           args.size() <= 1 && node->list(ast::Call::keywords).empty() &&
           (args.empty() || !args.front()->is<ast::Starred>());
  }

  bool pops(const Node* node) const {
    if (!conversion_.options().convert_items || is_function(node)) return false;
    bool found = is_pop(node);
    for_each_child(node, [&](const Node* child) { found = found || pops(child); });
    return found;
  }

  // `x.pop()` becomes `ag__.list_pop(x)`, which changes x; that loops and branches know so, `x = x` comes before.
  void take_pops(Node* node, NodeList& out) {
    if (!node || !pops(node)) return;
    if (is_pop(node)) {
      const Builder build = conversion_.builder(node);
      Node* owner = node->child(ast::Call::func)->child(ast::Attribute::value);
      Node* operation = build.operation("list_pop", {owner});
      NodeList& args = node->list(ast::Call::args);
      args.insert(args.begin(), operation->list(ast::Call::args).front());
      node->set(ast::Call::func, operation->child(ast::Call::func));
      out.push_back(build.assign(stored(owner), tree_.clone(owner)));
    }
    for_each_child(node, [&](Node* child) {
      if (!is_function(child)) take_pops(child, out);
    });
  }

  // ---- match ----

  void match(Node* node, NodeList& out) {
    split_field(node, ast::Match::subject, out);
    NodeList& cases = node->list(ast::Match::cases);
    bool staged = false, suspended = false;
    for (Node* item : cases) {
      Node* guard = item->child(ast::match_case::guard);
      staged =
          staged || compares(item->child(ast::match_case::pattern)) || (guard && !is_python_test(conversion_, guard));
      suspended = suspended || (guard && suspends(guard));
    }
    if (!staged || suspended || structures_.contains(node)) {
      for (Node* item : cases) field(item, ast::match_case::body);
      out.push_back(node);
      return;
    }
    const Builder build = conversion_.builder(node->child(ast::Match::subject));
    Ident subject = conversion_.fresh("subject_");
    out.push_back(build.assign(build.store(subject), node->child(ast::Match::subject)));
    NodeList chain;
    from_case(subject, cases, 0, chain);
    block(chain);
    out.insert(out.end(), chain.begin(), chain.end());
  }

  // One case while it is taken apart: the tests that a pattern leaves to be made, and the user's names in it.
  struct Taken {
    Ident subject;
    NodeList tests;
    std::vector<std::pair<Ident, Ident>> captures;  // the user's name, the variable that holds its value
    IdentList temporaries;
  };

  void from_case(Ident subject, const NodeList& cases, size_t at, NodeList& out) {
    if (at == cases.size()) return;
    Node* item = cases[at];
    Node* pattern = item->child(ast::match_case::pattern);
    const Builder build = conversion_.builder(pattern);
    Taken taken{subject, {}, {}, {}};
    take_pattern(pattern, build, taken, out);

    Node* guard = item->child(ast::match_case::guard);
    NodeList body, failed;
    auto bind = [&](NodeList& block) {
      for (auto [name, value] : taken.captures) block.push_back(build.assign(build.store(name), build.name(value)));
    };
    if (guard && taken.tests.empty()) {
      bind(out);
    } else if (guard && !taken.captures.empty()) {
      // The names are bound before the guard is asked. Where a tensor decides, only what follows the guard may read
      // them.
      const bool before = contains_scope(guard) || is_immovable(guard);
      Ident matched = keep(build, all_of(build, taken.tests), out);
      taken.tests = {build.name(matched)};
      if (before) {
        NodeList binding;
        bind(binding);
        out.push_back(build.condition(build.name(matched), std::move(binding), {}));
      } else {
        bind(body);
        for (auto [name, value] : taken.captures) rename(guard, name, value);
        NodeList binding;
        bind(binding);
        failed.push_back(build.condition(build.operation("is_known", {build.name(matched)}), std::move(binding), {}));
      }
    } else {
      bind(body);
    }
    if (guard) taken.tests.push_back(guard);
    const NodeList& rest = item->list(ast::match_case::body);
    body.insert(body.end(), rest.begin(), rest.end());
    if (taken.tests.empty()) {
      out.insert(out.end(), body.begin(), body.end());
      return;
    }
    from_case(subject, cases, at + 1, failed);
    out.push_back(build.condition(all_of(build, taken.tests), std::move(body), std::move(failed)));
  }

  Node* all_of(const Builder& build, const NodeList& tests) {
    if (tests.size() == 1) return tests.front();
    Node* all = tree_.make(Kind::kBoolOp, build.location());
    all->set(ast::BoolOp::op, tree_.token(Kind::kAnd));
    all->at(ast::BoolOp::values) = Value(tree_.make_list(tests));
    return all;
  }

  void take_pattern(Node* pattern, const Builder& build, Taken& taken, NodeList& out) {
    // What needs no look at the subject's structure.
    if (is_value_pattern(pattern)) {
      taken.tests.push_back(value_test(pattern, taken.subject));
      return;
    }
    if (pattern->is<ast::MatchAs>()) {
      Node* inner = pattern->child(ast::MatchAs::pattern);
      if (!inner || is_value_pattern(inner)) {
        if (inner) taken.tests.push_back(value_test(inner, taken.subject));
        if (Ident name = pattern->ident(ast::MatchAs::name)) taken.captures.emplace_back(name, taken.subject);
        return;
      }
    }
    // `match subject: case <the structure>: hit = True`, then the comparisons.
    Ident hit = conversion_.fresh("hit_");
    std::unordered_map<Ident, Ident> temporaries;
    NodeList tests;
    Node* structure = take_structure(pattern, temporaries, taken, tests);
    out.push_back(build.assign(build.store(hit), build.boolean(false)));
    for (Ident name : taken.temporaries) out.push_back(build.assign(build.store(name), build.none()));
    Node* only = tree_.make(Kind::kmatch_case, pattern->location);
    only->set(ast::match_case::pattern, structure);
    only->at(ast::match_case::body) = Value(tree_.make_list({build.assign(build.store(hit), build.boolean(true))}));
    Node* statement = tree_.make(Kind::kMatch, pattern->location);
    statement->set(ast::Match::subject, build.name(taken.subject));
    statement->at(ast::Match::cases) = Value(tree_.make_list({only}));
    structures_.insert(statement);
    out.push_back(statement);
    taken.tests.push_back(build.name(hit));
    taken.tests.insert(taken.tests.end(), tests.begin(), tests.end());
  }

  Ident temporary(Taken& taken) {
    Ident name = conversion_.fresh("part_");
    taken.temporaries.push_back(name);
    return name;
  }

  // The pattern with values replaced by captures, which `tests` compare, and the user's names by our own.
  Node* take_structure(Node* pattern, std::unordered_map<Ident, Ident>& renamed, Taken& taken, NodeList& tests,
                       bool keep_values = false) {
    auto capture = [&](int index) {
      Ident name = pattern->ident(index);
      if (!name) return;
      Ident& value = renamed[name];
      if (!value) {
        value = temporary(taken);
        taken.captures.emplace_back(name, value);
      }
      pattern->at(index) = Value::ident(value);
    };
    auto fresh_capture = [&] {
      Node* node = tree_.make(Kind::kMatchAs, pattern->location);
      Ident value = temporary(taken);
      node->at(ast::MatchAs::name) = Value::ident(value);
      return std::pair(node, value);
    };
    if (!keep_values && is_value_pattern(pattern) && compares(pattern)) {
      auto [node, value] = fresh_capture();
      tests.push_back(value_test(pattern, value));
      return node;
    }
    switch (pattern->kind) {
      case Kind::kMatchAs: {
        Node* inner = pattern->child(ast::MatchAs::pattern);
        capture(ast::MatchAs::name);
        if (inner && !keep_values && is_value_pattern(inner) && compares(inner)) {
          tests.push_back(value_test(inner, pattern->ident(ast::MatchAs::name)));
          pattern->at(ast::MatchAs::pattern) = Value();
          return pattern;
        }
        break;
      }
      case Kind::kMatchStar:
        capture(ast::MatchStar::name);
        break;
      case Kind::kMatchMapping:
        capture(ast::MatchMapping::rest);
        break;
      case Kind::kMatchOr:
        keep_values = true;  // which alternative it is decides what is compared
        break;
      default:
        break;
    }
    auto is_pattern = [](const Node* node) {
      return node->is<ast::MatchValue>() || node->is<ast::MatchSingleton>() || node->is<ast::MatchSequence>() ||
             node->is<ast::MatchMapping>() || node->is<ast::MatchClass>() || node->is<ast::MatchStar>() ||
             node->is<ast::MatchAs>() || node->is<ast::MatchOr>();
    };
    children(pattern, [&](Node* child, auto&& set) {
      if (is_pattern(child)) set(take_structure(child, renamed, taken, tests, keep_values));
    });
    return pattern;
  }

  Node* value_test(Node* pattern, Ident value) {
    const Builder build = conversion_.builder(pattern);
    if (pattern->is<ast::MatchValue>())
      return comparison(build, build.name(value), tree_.token(Kind::kEq), pattern->child(ast::MatchValue::value));
    if (pattern->is<ast::MatchSingleton>())
      return comparison(build, build.name(value), tree_.token(Kind::kIs),
                        build.constant(pattern->at(ast::MatchSingleton::value)));
    NodeList tests;
    for (Node* item : pattern->list(ast::MatchOr::patterns)) tests.push_back(value_test(item, value));
    Node* any = tree_.make(Kind::kBoolOp, pattern->location);
    any->set(ast::BoolOp::op, tree_.token(Kind::kOr));
    any->at(ast::BoolOp::values) = Value(tree_.make_list(std::move(tests)));
    return any;
  }

  static bool contains_scope(const Node* node) {
    if (is_function(node) || is_comprehension(node)) return true;
    bool found = false;
    for_each_child(node, [&](const Node* child) { found = found || contains_scope(child); });
    return found;
  }

  static void rename(Node* node, Ident from, Ident to) {
    if (node->is<ast::Name>() && node->ident(ast::Name::id) == from) node->at(ast::Name::id) = Value::ident(to);
    for_each_child(node, [&](Node* child) { rename(child, from, to); });
  }

  Conversion& conversion_;
  Tree& tree_;
  std::unordered_set<Ident> bound_;  // the variables of the function
  // The match statements that look at structures; where alternatives have values in them, they compare those as Python
  // does.
  std::unordered_set<const Node*> structures_;
};

}  // namespace

void desugar(Conversion& conversion, Node* function) { Desugaring(conversion).function(function); }

}  // namespace graphwright::autograph
