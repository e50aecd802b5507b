// lower_control_flow: chooses each statement's state (what it writes that is read before or after), and takes it apart.
#include "autograph/lower_control_flow.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "autograph/activity.h"
#include "autograph/definitions.h"
#include "autograph/liveness.h"

namespace graphwright::autograph {
namespace {

using IdentSet = std::unordered_set<Ident>;

// True for what becomes functions of its operands, in the function's own code.
bool has_operands(const Node* node) {
  if (is_function(node) || node->is<ast::ClassDef>()) return false;
  if (node->is<ast::BoolOp>() || node->is<ast::IfExp>() || node->is<ast::Compare>() || node->is<ast::AugAssign>() ||
      node->is<ast::Assert>() || is_comprehension(node))
    return true;
  bool found = false;
  for_each_child(node, [&](const Node* child) { found = found || has_operands(child); });
  return found;
}

bool is_rewritten(const Node* node) { return (node->is<ast::If>() && !node->plain) || is_loop(node); }

// The names bound by the node's own code: not by nested functions, nor by statements still to be rewritten.
void collect_bindings(const Conversion& conversion, const Node* node, bool in_comprehension, IdentSet& out) {
  auto collect = [&](const Node* child) { collect_bindings(conversion, child, in_comprehension, out); };
  switch (node->kind) {
    case Kind::kName:
      if (!in_comprehension && !node->child(ast::Name::ctx)->is<ast::Load>()) out.insert(node->ident(ast::Name::id));
      return;
    case Kind::kNamedExpr:
      out.insert(node->child(ast::NamedExpr::target)->ident(ast::Name::id));
      collect(node->child(ast::NamedExpr::value));
      return;
    case Kind::kFunctionDef:
    case Kind::kAsyncFunctionDef:
    case Kind::kClassDef:
      if (!node->generated) out.insert(node->ident(ast::FunctionDef::name));
      return;
    case Kind::kLambda:
      return;
    case Kind::kIf:
      collect(node->child(ast::If::test));
      if (!node->plain) return;
      break;
    case Kind::kWhile:
      return;  // the test becomes a function, too
    case Kind::kFor:
      collect(node->child(ast::For::iter));
      return;
    case Kind::kalias:
      out.insert(conversion.bound_by_alias(node));
      return;
    case Kind::kExceptHandler:
    case Kind::kMatchStar:
    case Kind::kMatchAs:
    case Kind::kMatchMapping:
      for (int i = 0; i < node->field_count; ++i)
        if (node->at(i).tag() == Value::Tag::kIdent) out.insert(node->at(i).ident());
      break;
    case Kind::kListComp:
    case Kind::kSetComp:
    case Kind::kDictComp:
    case Kind::kGeneratorExp:
      in_comprehension = true;
      break;
    default:
      break;
  }
  for_each_child(node, [&](const Node* child) { collect_bindings(conversion, child, in_comprehension, out); });
}

void remove_statements(Tree& tree, Node* node, const std::unordered_set<const Node*>& dead) {
  const KindInfo& kind = kind_table()[static_cast<size_t>(node->kind)];
  for (int i = 0; i < node->field_count; ++i) {
    NodeList* nodes = node->at(i).nodes();
    if (!nodes || nodes->empty()) continue;
    const Location place = nodes->front() ? nodes->front()->location : Location();
    std::erase_if(*nodes, [&](const Node* item) { return item && dead.contains(item); });
    if (nodes->empty() && kind.fields[i] == "body") nodes->push_back(tree.make(Kind::kPass, place));
  }
  for_each_child(node, [&](Node* child) { remove_statements(tree, child, dead); });
}

class ControlFlowLowering {
 public:
  ControlFlowLowering(Conversion& conversion, Node* function) : conversion_(conversion), function_(function) {}

  void run() {
    activity_.emplace(conversion_, function_);
    const Liveness first(conversion_, *activity_, function_);
    if (!first.dead_flag_stores().empty()) {
      remove_statements(conversion_.tree(), function_, first.dead_flag_stores());
      activity_.emplace(conversion_, function_);
    }
    liveness_.emplace(conversion_, *activity_, function_);
    definitions_.emplace(*activity_, function_);
    for (const Node* statement : body()) choose_states(statement);
    IdentSet hidden;
    for (Node* statement : body()) share_deletes(statement, nullptr, hidden);
    may_lack_value_ |= deleted_elsewhere_;
    if (!states_.empty() || std::any_of(body().begin(), body().end(), has_operands)) {
      for (const Node* statement : body()) find_deleted(statement);
      // In the function that becomes of a block, Python would tell of another function's variable.
      definitions_->walk(function_, [&](Node* node, const SymbolSet& undefined) { find_read(node, undefined); });
    }
    find_unbound();
    may_lack_value_ |= initially_undefined_;
    definitions_->walk(function_, [&](Node* node, const SymbolSet& undefined) {
      guard_reads(node, (undefined | deleted_elsewhere_) & may_lack_value_);
    });
    body() = outline(std::move(body()));
    add_initial_values();
  }

 private:
  struct State {
    std::vector<int> symbols;  // outputs first
    size_t output_count = 0;
  };

  NodeList& body() { return function_->list(ast::FunctionDef::body); }
  const Symbol& symbol(int index) const { return activity_->symbols()[index]; }

  // ---- state ----

  void choose_states(const Node* node) {
    if (is_function(node) || node->is<ast::ClassDef>()) return;
    if (is_rewritten(node)) states_[node] = choose_state(node);
    for_each_child(node, [&](const Node* child) { choose_states(child); });
  }

  // What a statement deletes is a variable without a value for the operators, and for the functions that become of
  // blocks.
  void find_deleted(const Node* node) {
    if (is_function(node) || node->is<ast::ClassDef>()) return;
    if (node->is<ast::Delete>()) {
      for (const Node* target : node->list(ast::Delete::targets)) {
        const int index = target->is<ast::Name>() ? activity_->find(target->ident(ast::Name::id)) : -1;
        if (index >= 0 && symbol(index).is_owned()) may_lack_value_.insert(index);
      }
    }
    if (node->is<ast::ExceptHandler>()) {
      Ident name = node->ident(ast::ExceptHandler::name);
      const int index = name ? activity_->find(name) : -1;
      if (index >= 0 && symbol(index).is_owned() && in_states_.contains(index)) may_lack_value_.insert(index);
    }
    for_each_child(node, [&](const Node* child) { find_deleted(child); });
  }

  // Where a nested function deletes a variable of this one, it leaves what stands for none. `outer` are the names that
  // the nested function declares as other functions', `hidden` those that are variables of functions in between.
  void share_deletes(Node* node, const IdentSet* outer, const IdentSet& hidden) {
    if (node->is<ast::Lambda>()) return;
    if (is_function(node)) {
      NodeList& statements = node->list(ast::FunctionDef::body);
      IdentSet declared;
      for (const Node* statement : statements) collect_declared(statement, declared);
      IdentSet inner_hidden = hidden;
      for (Ident name : names_bound_by(conversion_.tree(), statements))
        if (!declared.contains(name)) inner_hidden.insert(name);
      const Node* args = node->child(ast::FunctionDef::args);
      for (int field : {ast::arguments::posonlyargs, ast::arguments::args, ast::arguments::kwonlyargs})
        for (const Node* arg : args->list(field)) inner_hidden.insert(arg->ident(ast::arg::arg_name));
      for (Node* statement : statements) share_deletes(statement, &declared, inner_hidden);
      for (Node*& statement : statements) statement = shared_delete(statement, declared, inner_hidden);
      return;
    }
    if (node->is<ast::ClassDef>()) {
      for (Node* statement : node->list(ast::ClassDef::body)) share_deletes(statement, nullptr, hidden);
      return;
    }
    for (int i = 0; i < node->field_count; ++i) {
      if (NodeList* nodes = node->at(i).nodes()) {
        for (Node*& item : *nodes) {
          if (!item) continue;
          share_deletes(item, outer, hidden);
          if (outer) item = shared_delete(item, *outer, hidden);
        }
      }
    }
  }

  static void collect_declared(const Node* node, IdentSet& out) {
    if (node->is<ast::Nonlocal>()) out.insert(node->at(0).idents()->begin(), node->at(0).idents()->end());
    if (!is_function(node) && !node->is<ast::ClassDef>())
      for_each_child(node, [&](const Node* child) { collect_declared(child, out); });
  }

  // `del a` as `a = ag__.deleted(a, 'a')` where it is a variable of this function.
  Node* shared_delete(Node* node, const IdentSet& outer, const IdentSet& hidden) {
    if (!node->is<ast::Delete>()) return node;
    const NodeList& targets = node->list(ast::Delete::targets);
    if (targets.size() != 1 || !targets.front()->is<ast::Name>()) return node;
    Ident name = targets.front()->ident(ast::Name::id);
    const int index = activity_->find(name);
    if (!outer.contains(name) || hidden.contains(name) || index < 0 || !symbol(index).is_owned()) return node;
    deleted_elsewhere_.insert(index);
    const Builder build = conversion_.builder(node);
    return build.assign(build.store(name), build.operation("deleted", {build.name(name), build.text(*name)}));
  }

  void find_read(const Node* node, const SymbolSet& undefined) {
    for (const Event& event : activity_->events(node))
      if (event.kind == Event::Kind::kRead && undefined.contains(event.symbol)) lack(event.symbol);
  }

  // A variable may be asked for when it has no value; parameters have one until it is deleted.
  void lack(int index) {
    if (!symbol(index).is_owned()) return;
    (activity_->is_parameter(symbol(index).name) ? may_lack_value_ : initially_undefined_).insert(index);
  }

  State choose_state(const Node* node) {
    const Liveness::Info& info = liveness_->info(node);
    const SymbolSet& undefined = definitions_->undefined_at(node);
    std::vector<int> outputs, inputs;
    info.writes.for_each([&](size_t index) {
      const Symbol& item = symbol(index);
      if (item.is_place()) {
        // A place is followed where the objects that it leads through stay the same.
        for (Ident name : item.support) {
          const int support = activity_->find(name);
          if (support >= 0 && (info.writes.contains(support) || undefined.contains(support))) return;
        }
        outputs.push_back(index);
      } else if (info.after.contains(index) || (is_loop(node) && info.before.contains(index))) {
        outputs.push_back(index);
      } else if (info.before.contains(index)) {
        inputs.push_back(index);
      }
    });
    auto order = [&](int a, int b) {
      const int rank_a = rank(symbol(a)), rank_b = rank(symbol(b));
      return rank_a != rank_b ? rank_a < rank_b : symbol(a).text < symbol(b).text;
    };
    std::sort(outputs.begin(), outputs.end(), order);
    std::sort(inputs.begin(), inputs.end(), order);
    State state{outputs, outputs.size()};
    state.symbols.insert(state.symbols.end(), inputs.begin(), inputs.end());
    for (int index : state.symbols) {
      in_states_.insert(index);
      if (undefined.contains(index)) lack(index);
    }
    return state;
  }

  // The user's variables come first, so that an error names one of them rather than a flag of ours.
  int rank(const Symbol& item) const {
    return conversion_.is_flag(item.name) ? 2 : conversion_.is_result(item.name) ? 1 : 0;
  }

  // Variables that only blocks bind need a binding in the function itself, to which `nonlocal` can refer.
  void find_unbound() {
    IdentSet bound;
    for (const Node* statement : body()) collect_bindings(conversion_, statement, false, bound);
    const std::vector<Symbol>& symbols = activity_->symbols();
    for (size_t i = 0; i < symbols.size(); ++i)
      if (symbols[i].is_owned() && !bound.contains(symbols[i].name) && !activity_->is_parameter(symbols[i].name))
        initially_undefined_.insert(i);
  }

  // ---- reads of what may be undefined ----

  void guard_reads(Node* node, const SymbolSet& undefined) {
    // What is kept of a result is kept as it is.
    if (may_lack_value_.empty() || (node->is<ast::Assign>() && node->generated)) return;
    if (node->is<ast::AugAssign>()) {
      const Node* target = node->child(ast::AugAssign::target);
      const int index = target->is<ast::Name>() ? activity_->find(target->ident(ast::Name::id)) : -1;
      if (index >= 0 && undefined.contains(index)) guarded_updates_.insert(node);
    }
    std::vector<Ident> shadows;
    Node* guarded = guard(node, undefined, shadows);
    if (guarded != node) replaced_[node] = guarded;
  }

  void guard_field(Node* node, int field, const SymbolSet& undefined, std::vector<Ident>& shadows) {
    Value& value = node->at(field);
    if (Node* child = value.node()) {
      value = Value(guard(child, undefined, shadows));
    } else if (NodeList* nodes = value.nodes()) {
      for (Node*& item : *nodes)
        if (item) item = guard(item, undefined, shadows);
    }
  }

  Node* guard(Node* node, const SymbolSet& undefined, std::vector<Ident>& shadows) {
    if (node->is<ast::Name>()) {
      Ident name = node->ident(ast::Name::id);
      if (!node->child(ast::Name::ctx)->is<ast::Load>()) return node;
      if (std::find(shadows.begin(), shadows.end(), name) != shadows.end() || bound_in_class_.contains(name))
        return node;
      const int index = activity_->find(name);
      if (index < 0 || !undefined.contains(index)) return node;
      const char* operation = conversion_.is_result(name) ? "ret" : elsewhere_ ? "ld_free" : "ld";
      return conversion_.builder(node).operation(operation, {node});
    }
    if (is_comprehension(node)) return guard_comprehension(node, undefined, shadows);
    if (node->is<ast::ClassDef>()) return guard_class(node, undefined, shadows);
    if (is_function(node)) {
      const int args = node->is<ast::Lambda>() ? int{ast::Lambda::args} : int{ast::FunctionDef::args};
      guard_field(node, args, undefined, shadows);
      if (!node->is<ast::Lambda>()) guard_field(node, ast::FunctionDef::decorator_list, undefined, shadows);
      // When it runs is not known: any variable that ever lacks a value may lack it then.
      const Activity inner = inner_activity(node);
      std::vector<Ident> hidden = shadows;
      may_lack_value_.for_each([&](size_t index) {
        if (inner.is_local(symbol(index).name)) hidden.push_back(symbol(index).name);
      });
      const bool around = std::exchange(elsewhere_, true);
      IdentSet bound = std::exchange(bound_in_class_, {});
      guard_field(node, node->is<ast::Lambda>() ? int{ast::Lambda::body} : int{ast::FunctionDef::body}, may_lack_value_,
                  hidden);
      bound_in_class_ = std::move(bound);
      elsewhere_ = around;
      return node;
    }
    for (int i = 0; i < node->field_count; ++i) guard_field(node, i, undefined, shadows);
    return node;
  }

  // All but what the first `for` goes through is a function of its own, where Python has not made it a part of this
  // one.
  Node* guard_comprehension(Node* node, const SymbolSet& undefined, std::vector<Ident>& shadows) {
    const size_t depth = shadows.size();
    const NodeList& parts =
        node->list(node->is<ast::DictComp>() ? int{ast::DictComp::generators} : int{ast::ListComp::generators});
    Node* first = parts.front();
    first->set(ast::comprehension::iter, guard(first->child(ast::comprehension::iter), undefined, shadows));
    IdentSet bound;
    for (const Node* part : parts) collect_bindings(conversion_, part->child(ast::comprehension::target), false, bound);
    shadows.insert(shadows.end(), bound.begin(), bound.end());
    const bool own = node->is<ast::GeneratorExp>() || !conversion_.options().inline_comprehensions;
    const bool around = std::exchange(elsewhere_, elsewhere_ || own);
    Node* done = std::exchange(first->fields[ast::comprehension::iter], Value()).node();
    for (int i = 0; i < node->field_count; ++i) guard_field(node, i, undefined, shadows);
    first->set(ast::comprehension::iter, done);
    elsewhere_ = around;
    shadows.resize(depth);
    return node;
  }

  // What a class binds hides variables from its own statements, and from its methods not.
  Node* guard_class(Node* node, const SymbolSet& undefined, std::vector<Ident>& shadows) {
    for (int field : {ast::ClassDef::bases, ast::ClassDef::keywords, ast::ClassDef::decorator_list})
      guard_field(node, field, undefined, shadows);
    IdentSet bound;
    for (const Node* statement : node->list(ast::ClassDef::body)) {
      collect_bindings(conversion_, statement, false, bound);
      collect_all_bindings(statement, bound);
    }
    IdentSet around = std::exchange(bound_in_class_, std::move(bound));
    const bool here = std::exchange(elsewhere_, true);
    guard_field(node, ast::ClassDef::body, undefined, shadows);
    elsewhere_ = here;
    bound_in_class_ = std::move(around);
    return node;
  }

  // Also in statements that are rewritten elsewhere: those of a class's body stay.
  void collect_all_bindings(const Node* node, IdentSet& bound) const {
    if (is_function(node) || node->is<ast::ClassDef>()) return;
    if (node->is<ast::Name>() && !node->child(ast::Name::ctx)->is<ast::Load>())
      bound.insert(node->ident(ast::Name::id));
    collect_bindings(conversion_, node, false, bound);
    for_each_child(node, [&](const Node* child) { collect_all_bindings(child, bound); });
  }

  // A lambda seen as a function that returns its body.
  Activity inner_activity(Node* node) {
    if (!node->is<ast::Lambda>()) return {conversion_, node};
    const Builder build = conversion_.builder(node);
    Node* function = build.function(function_->ident(ast::FunctionDef::name), {},
                                    {build.expression(node->child(ast::Lambda::body))});
    function->set(ast::FunctionDef::args, node->child(ast::Lambda::args));
    return {conversion_, function};
  }

  Node* replaced(Node* expression) const {
    auto it = replaced_.find(expression);
    return it == replaced_.end() ? expression : it->second;
  }

  // ---- taking statements apart ----

  NodeList outline(NodeList block) {
    NodeList out;
    out.reserve(block.size());
    for (Node* node : block) outline(node, out);
    return out;
  }

  void outline_field(Node* node, int field) {
    NodeList& block = node->list(field);
    if (block.empty()) return;
    block = outline(std::move(block));
  }

  void outline(Node* node, NodeList& out) {
    switch (node->kind) {
      case Kind::kIf:
        node->set(ast::If::test, replaced(node->child(ast::If::test)));
        if (node->plain) {
          outline_field(node, ast::If::body);
          outline_field(node, ast::If::orelse);
          out.push_back(node);
        } else {
          outline_if(node, out);
        }
        return;
      case Kind::kWhile:
        node->set(ast::While::test, replaced(node->child(ast::While::test)));
        outline_loop(node, out);
        return;
      case Kind::kFor:
        node->set(ast::For::iter, replaced(node->child(ast::For::iter)));
        outline_loop(node, out);
        return;
      case Kind::kWith:
        outline_field(node, ast::With::body);
        out.push_back(node);
        return;
      case Kind::kTry:
      case Kind::kTryStar:
        outline_field(node, ast::Try::body);
        for (Node* handler : node->list(ast::Try::handlers)) outline_handler(handler);
        outline_field(node, ast::Try::orelse);
        outline_field(node, ast::Try::finalbody);
        out.push_back(node);
        return;
      case Kind::kMatch:
        node->set(ast::Match::subject, replaced(node->child(ast::Match::subject)));
        for (Node* item : node->list(ast::Match::cases)) {
          if (Node* test = item->child(ast::match_case::guard)) item->set(ast::match_case::guard, replaced(test));
          outline_field(item, ast::match_case::body);
        }
        out.push_back(node);
        return;
      case Kind::kFunctionDef:
        lower_control_flow(conversion_, node);
        out.push_back(node);
        return;
      case Kind::kClassDef:
        conversion_.for_each_method(node, [&](Node* method) { lower_control_flow(conversion_, method); });
        out.push_back(node);
        return;
      case Kind::kDelete:
        outline_delete(node, out);
        return;
      case Kind::kAugAssign:
        if (guarded_updates_.contains(node)) {
          const Builder build = conversion_.builder(node);
          Ident name = node->child(ast::AugAssign::target)->ident(ast::Name::id);
          out.push_back(build.assign(build.store(name), build.operation("ld", {build.name(name)})));
        }
        out.push_back(node);
        return;
      default:
        out.push_back(node);
    }
  }

  // The end of a handler unbinds its name, which must not happen to a variable that operators ask for.
  void outline_handler(Node* handler) {
    outline_field(handler, ast::ExceptHandler::body);
    Ident name = handler->ident(ast::ExceptHandler::name);
    if (!name || !may_lack_value(name)) return;
    Ident caught = conversion_.fresh(*name);
    handler->at(ast::ExceptHandler::name) = Value::ident(caught);
    NodeList& block = handler->list(ast::ExceptHandler::body);
    const Builder build = conversion_.builder(handler);
    Tree& tree = conversion_.tree();
    Node* whole = tree.make(Kind::kTry, handler->location);
    whole->at(ast::Try::body) = Value(tree.make_list(std::move(block)));
    whole->at(ast::Try::handlers) = Value(tree.make_list());
    whole->at(ast::Try::orelse) = Value(tree.make_list());
    Node* unbind = build.assign(build.store(name), build.operation("Undefined", {build.text(*name)}));
    whole->at(ast::Try::finalbody) = Value(tree.make_list({unbind}));
    block = {build.assign(build.store(name), build.name(caught)), whole};
  }

  void outline_delete(Node* node, NodeList& out) {
    const Builder build = conversion_.builder(node);
    for (Node* target : node->list(ast::Delete::targets)) {
      if (target->is<ast::Name>() && may_lack_value(target->ident(ast::Name::id))) {
        Ident name = target->ident(ast::Name::id);
        out.push_back(
            build.assign(build.store(name), build.operation("deleted", {build.name(name), build.text(*name)})));
      } else {
        Node* single = conversion_.tree().make(Kind::kDelete, node->location);
        single->at(ast::Delete::targets) = Value(conversion_.tree().make_list({target}));
        out.push_back(single);
      }
    }
  }

  bool may_lack_value(Ident name) const {
    const int index = activity_->find(name);
    return index >= 0 && may_lack_value_.contains(index);
  }

  // The function made of a block of the user's. It declares all variables, so that a debugger finds them there, too.
  Node* user_block(const Builder& build, Ident name, IdentList params, NodeList block) {
    IdentSet known;
    for (const Symbol& item : activity_->symbols())
      if (item.is_owned() && !conversion_.is_flag(item.name) && !conversion_.is_result(item.name))
        known.insert(item.name);
    return block_function(build, name, std::move(params), std::move(block), std::move(known));
  }

  // A function that declares what its own code binds, for all variables are the user function's, and others.
  Node* block_function(const Builder& build, Ident name, IdentList params, NodeList block, IdentSet bound = {}) {
    for (const Node* statement : block) collect_bindings(conversion_, statement, false, bound);
    IdentList outer;
    for (Ident id : bound)
      if (int index = activity_->find(id); index >= 0 && symbol(index).declared != Kind::kGlobal) outer.push_back(id);
    std::sort(outer.begin(), outer.end(), [](Ident a, Ident b) { return *a < *b; });
    declare(build, std::move(outer), declared(Kind::kGlobal), block);
    return build.function(name, std::move(params), std::move(block));
  }

  IdentList declared(Kind kind) const {
    IdentList names;
    for (const Symbol& item : activity_->symbols())
      if (!item.is_place() && item.declared == kind) names.push_back(item.name);
    return names;
  }

  // Replaces the declarations in a block.
  static void declare(const Builder& build, IdentList outer, IdentList global, NodeList& block) {
    std::erase_if(block, [](const Node* node) { return node->is<ast::Global>() || node->is<ast::Nonlocal>(); });
    if (!outer.empty()) block.insert(block.begin(), build.declaration(Kind::kNonlocal, std::move(outer)));
    if (!global.empty()) block.insert(block.begin(), build.declaration(Kind::kGlobal, std::move(global)));
  }

  Node* load(const Builder& build, const Symbol& item) {
    if (item.is_owned()) return build.name(item.name);
    Node* place = item.is_place() ? conversion_.tree().clone(item.place) : build.name(item.name);
    return build.operation("ldu", {build.thunk(place), build.text(item.text)});
  }

  // Defines get_state and set_state; returns the arguments that tell an operator of the state.
  NodeList define_state(const Builder& build, const State& state, NodeList& out) {
    if (state.symbols.empty()) return {};
    NodeList values, targets, names, after;
    IdentSet bound;
    for (int index : state.symbols) {
      const Symbol& item = symbol(index);
      values.push_back(load(build, item));
      names.push_back(build.text(item.text));
      if (item.is_owned()) {
        targets.push_back(build.store(item.name));
        continue;
      }
      Ident value = conversion_.local("value", after.size());
      targets.push_back(build.store(value));
      after.push_back(store(build, item, value));
    }
    Ident get_state = conversion_.fresh_function("get_state"), set_state = conversion_.fresh_function("set_state");
    Ident vars = conversion_.local("vars_");
    out.push_back(block_function(build, get_state, {}, {build.result(build.tuple(std::move(values)))}));
    NodeList setting = {build.assign(build.tuple(std::move(targets), Kind::kStore), build.name(vars))};
    setting.front()->generated = true;
    setting.insert(setting.end(), after.begin(), after.end());
    out.push_back(block_function(build, set_state, {vars}, std::move(setting)));
    return {build.name(get_state), build.name(set_state), build.tuple(std::move(names))};
  }

  // Puts a value back to where it came from; a place that did not exist is removed again.
  Node* store(const Builder& build, const Symbol& item, Ident value) {
    if (!item.is_place()) {
      Node* test = build.operation("is_defined", {build.name(value)});
      Node* statement = build.condition(test, {build.assign(build.store(item.name), build.name(value))}, {});
      statement->plain = true;
      return statement;
    }
    Node* place = conversion_.tree().clone(item.place);
    Node* base = place->child(0);
    if (place->is<ast::Attribute>()) {
      Ident attr = place->ident(ast::Attribute::attr);
      return build.expression(build.operation("put_attribute", {base, build.text(mangled(*attr)), build.name(value)}));
    }
    return build.expression(
        build.operation("put_item", {base, place->child(ast::Subscript::slice), build.name(value)}));
  }

  // Python stores `self.__x` of class C as `_C__x`.
  std::string mangled(const std::string& name) const {
    std::string_view owner = conversion_.class_name();
    while (!owner.empty() && owner.front() == '_') owner.remove_prefix(1);
    if (owner.empty() || !name.starts_with("__") || name.ends_with("__")) return name;
    return "_" + std::string(owner) + name;
  }

  void outline_if(Node* node, NodeList& out) {
    const Builder build = conversion_.builder(node);
    const State& state = states_.at(node);
    NodeList arguments = {node->child(ast::If::test)};
    conversion_.tests.insert(arguments.front());
    const NodeList state_arguments = define_state(build, state, out);

    Ident if_body = conversion_.fresh_function("if_body");
    out.push_back(user_block(build, if_body, {}, outline(std::move(node->list(ast::If::body)))));
    arguments.push_back(build.name(if_body));
    NodeList orelse = outline(std::move(node->list(ast::If::orelse)));
    if (orelse.empty()) {
      arguments.push_back(build.none());
    } else {
      Ident else_body = conversion_.fresh_function("else_body");
      out.push_back(user_block(build, else_body, {}, std::move(orelse)));
      arguments.push_back(build.name(else_body));
    }
    if (!state_arguments.empty()) {
      arguments.insert(arguments.end(), state_arguments.begin(), state_arguments.end());
      arguments.push_back(build.integer(static_cast<int64_t>(state.output_count)));
    }
    const Builder place = conversion_.builder(arguments.front());
    out.push_back(place.expression(place.operation("if_stmt", std::move(arguments))));
  }

  void outline_loop(Node* node, NodeList& out) {
    const bool is_for = node->is<ast::For>();
    const Builder build = conversion_.builder(node);
    const State& state = states_.at(node);
    NodeList state_arguments = define_state(build, state, out);
    NodeList keywords, arguments;
    Node* head = node->child(is_for ? int{ast::For::iter} : int{ast::While::test});

    NodeList block;
    IdentList params;
    if (is_for) {
      Node* target = node->child(ast::For::target);
      Ident item = conversion_.local("itr");
      params.push_back(item);
      const Builder here = conversion_.builder(target);
      block.push_back(here.assign(target, here.name(item)));
      arguments.push_back(head);
      auto flag = conversion_.break_flags.find(node);
      arguments.push_back(
          flag == conversion_.break_flags.end() ? build.none() : build.thunk(build.negation(build.name(flag->second))));
      keywords.push_back(build.keyword("iterate_names", build.text(target_text(target))));
    } else {
      Ident test = conversion_.fresh_function("loop_test");
      conversion_.tests.insert(head);
      out.push_back(block_function(build, test, {}, {conversion_.builder(head).result(head)}));
      arguments.push_back(build.name(test));
    }
    NodeList rest = outline(std::move(node->list(is_for ? int{ast::For::body} : int{ast::While::body})));
    block.insert(block.end(), rest.begin(), rest.end());
    Ident loop_body = conversion_.fresh_function("loop_body");
    out.push_back(user_block(build, loop_body, std::move(params), std::move(block)));
    arguments.push_back(build.name(loop_body));
    arguments.insert(arguments.end(), state_arguments.begin(), state_arguments.end());
    auto options = conversion_.loop_options.find(node);
    if (options != conversion_.loop_options.end()) {
      NodeList given;
      for (Node* call : options->second) {
        NodeList args = std::move(call->list(ast::Call::args));
        args.insert(args.begin(), call->child(ast::Call::func));
        given.push_back(conversion_.builder(call).operation("loop_options", std::move(args),
                                                            std::move(call->list(ast::Call::keywords))));
      }
      const Builder here = conversion_.builder(options->second.front());
      Node* collected = given.size() == 1 ? given.front() : here.operation("merge_options", std::move(given));
      keywords.push_back(here.keyword("options", here.thunk(collected)));
    }
    const Builder place = conversion_.builder(head);
    out.push_back(place.expression(
        place.operation(is_for ? "for_stmt" : "while_stmt", std::move(arguments), std::move(keywords))));
  }

  std::string target_text(const Node* target) const {
    std::string text = conversion_.text_of(target);
    return text.empty() ? place_text(target) : text;
  }

  void add_initial_values() {
    const Builder build = conversion_.builder(function_);
    NodeList start, targets, names;
    initially_undefined_.for_each([&](size_t index) {
      Ident name = symbol(index).name;
      if (conversion_.is_result(name)) {
        start.push_back(build.assign(build.store(name), build.operation("UndefinedReturnValue", {})));
      } else {
        targets.push_back(build.store(name));
        names.push_back(build.text(*name));
      }
    });
    if (targets.size() == 1) {
      start.push_back(build.assign(targets.front(), build.operation("Undefined", {names.front()})));
    } else if (!targets.empty()) {
      start.push_back(
          build.assign(build.tuple(std::move(targets), Kind::kStore), build.operation("undefined", std::move(names))));
      start.back()->generated = true;
    }
    const bool documented = !body().empty() && is_docstring(body().front());
    Node* docstring = documented ? body().front() : nullptr;
    if (documented) body().erase(body().begin());
    body().insert(body().begin(), start.begin(), start.end());
    declare(build, declared(Kind::kNonlocal), declared(Kind::kGlobal), body());
    if (documented) body().insert(body().begin(), docstring);
    if (body().empty()) body().push_back(build.pass());
  }

  Conversion& conversion_;
  Node* function_;
  std::optional<Activity> activity_;
  std::optional<Liveness> liveness_;
  std::optional<Definitions> definitions_;
  std::unordered_map<const Node*, State> states_;
  SymbolSet initially_undefined_;
  SymbolSet may_lack_value_;     // these, and what statements delete
  SymbolSet deleted_elsewhere_;  // by nested functions, at any time
  SymbolSet in_states_;          // what the operators ask for and set
  std::unordered_set<const Node*> guarded_updates_;
  bool elsewhere_ = false;   // while guarding reads: in the code of another function
  IdentSet bound_in_class_;  // and there: the names that the class around binds
  std::unordered_map<const Node*, Node*> replaced_;
};

}  // namespace

void lower_control_flow(Conversion& conversion, Node* function) {
  if (!function->is<ast::FunctionDef>() || stays_as_it_is(function)) return;
  ControlFlowLowering(conversion, function).run();
}

}  // namespace graphwright::autograph
