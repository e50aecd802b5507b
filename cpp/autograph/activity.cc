// Activity: finds a function's variables, and lists reads and writes of a statement in the order of evaluation.
#include "autograph/activity.h"

#include <algorithm>
#include <utility>

namespace graphwright::autograph {
namespace {

template <class Visit>
void for_each_parameter(const Node* function, Visit&& visit) {
  const Node* args =
      function->child(function->is<ast::Lambda>() ? int{ast::Lambda::args} : int{ast::FunctionDef::args});
  for (int field : {ast::arguments::posonlyargs, ast::arguments::args, ast::arguments::kwonlyargs})
    for (const Node* arg : args->list(field)) visit(arg->ident(ast::arg::arg_name));
  for (int field : {ast::arguments::vararg, ast::arguments::kwarg})
    if (const Node* arg = args->child(field)) visit(arg->ident(ast::arg::arg_name));
}

// Calls `visit(name)` for each name that the node binds in the scope it stands in, and `inner(node)` for each nested
// scope.
template <class Visit, class Inner>
void for_each_binding(const Node* node, bool in_comprehension, const Visit& visit, const Inner& inner) {
  auto visit_children = [&](bool inside) {
    for_each_child(node, [&](const Node* child) { for_each_binding(child, inside, visit, inner); });
  };
  switch (node->kind) {
    case Kind::kName:
      if (!in_comprehension && !node->child(ast::Name::ctx)->is<ast::Load>()) visit(node->ident(ast::Name::id));
      return;
    case Kind::kNamedExpr:
      // Also inside a comprehension this binds in the function.
      visit(node->child(ast::NamedExpr::target)->ident(ast::Name::id));
      for_each_binding(node->child(ast::NamedExpr::value), in_comprehension, visit, inner);
      return;
    case Kind::kFunctionDef:
    case Kind::kAsyncFunctionDef:
      visit(node->ident(ast::FunctionDef::name));
      inner(node);
      return;
    case Kind::kClassDef:
      visit(node->ident(ast::ClassDef::name));
      inner(node);
      return;
    case Kind::kLambda:
      inner(node);
      return;
    case Kind::kListComp:
    case Kind::kSetComp:
    case Kind::kDictComp:
    case Kind::kGeneratorExp:
      visit_children(true);
      return;
    case Kind::kExceptHandler:
    case Kind::kMatchStar:
    case Kind::kMatchAs:
    case Kind::kMatchMapping:
      for (int i = 0; i < node->field_count; ++i)
        if (node->at(i).tag() == Value::Tag::kIdent) visit(node->at(i).ident());
      visit_children(in_comprehension);
      return;
    case Kind::kImport:
    case Kind::kImportFrom: {
      const NodeList& names =
          node->list(node->is<ast::Import>() ? int{ast::Import::names} : int{ast::ImportFrom::names});
      for (const Node* alias : names) {
        Ident as = alias->ident(ast::alias::asname);
        visit(as ? as : alias->ident(ast::alias::name));
      }
      return;
    }
    default:
      visit_children(in_comprehension);
  }
}

// Calls `visit(kind, name)` for each name that a `global` or `nonlocal` of the scope declares.
template <class Visit>
void for_each_declaration(const Node* node, const Visit& visit) {
  if (node->is<ast::Global>() || node->is<ast::Nonlocal>()) {
    for (Ident name : *node->at(0).idents()) visit(node->kind, name);
  } else if (!is_function(node) && !node->is<ast::ClassDef>()) {
    for_each_child(node, [&](const Node* child) { for_each_declaration(child, visit); });
  }
}

bool contains_scope(const Node* node) {
  if (is_function(node) || node->is<ast::ClassDef>()) return true;
  bool found = false;
  for_each_child(node, [&](const Node* child) { found = found || contains_scope(child); });
  return found;
}

// The variable that `a`, `a.b`, `a[0].c` starts from.
const Node* root_of(const Node* node) {
  while (node->is<ast::Attribute>() || node->is<ast::Subscript>() || node->is<ast::Starred>()) node = node->child(0);
  return node->is<ast::Name>() ? node : nullptr;
}

// Calls whose result is a function made of the functions that they are given.
bool wraps_function(const Node* call) {
  const Node* function = call->child(ast::Call::func);
  Ident name = function->is<ast::Attribute>() ? function->ident(ast::Attribute::attr)
               : function->is<ast::Name>()    ? function->ident(ast::Name::id)
                                              : nullptr;
  return name &&
         (*name == "partial" || *name == "function" || *name == "do_not_convert" || *name == "custom_gradient" ||
          *name == "recompute_grad" || *name == "append" || *name == "insert" || *name == "add");
}

void quote(const std::string& text, std::string& out) {
  out += '\'';
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  out += '\'';
}

bool append_place(const Node* node, std::string& text, IdentList* support) {
  switch (node->kind) {
    case Kind::kName:
      text += *node->ident(ast::Name::id);
      if (support) support->push_back(node->ident(ast::Name::id));
      return true;
    case Kind::kAttribute:
      if (!append_place(node->child(ast::Attribute::value), text, support)) return false;
      text += '.';
      text += *node->ident(ast::Attribute::attr);
      return true;
    case Kind::kSubscript: {
      if (!append_place(node->child(ast::Subscript::value), text, support)) return false;
      const Node* index = node->child(ast::Subscript::slice);
      text += '[';
      if (index->is<ast::Constant>()) {
        const Value& value = index->at(ast::Constant::value);
        if (value.tag() == Value::Tag::kText) {
          quote(*value.ident(), text);
        } else if (value.tag() == Value::Tag::kInt) {
          text += std::to_string(value.number());
        } else {
          return false;
        }
      } else if (index->is<ast::UnaryOp>() && index->child(ast::UnaryOp::op)->is<ast::USub>() &&
                 index->child(ast::UnaryOp::operand)->is<ast::Constant>() &&
                 index->child(ast::UnaryOp::operand)->at(ast::Constant::value).tag() == Value::Tag::kInt) {
        text += '-' + std::to_string(index->child(ast::UnaryOp::operand)->at(ast::Constant::value).number());
      } else if (!append_place(index, text, support)) {
        return false;
      }
      text += ']';
      return true;
    }
    default:
      return false;
  }
}

}  // namespace

std::string place_text(const Node* node) {
  std::string text;
  return append_place(node, text, nullptr) ? text : std::string();
}

Activity::Activity(const Conversion& conversion, const Node* function) : conversion_(conversion) {
  for_each_parameter(function, [&](Ident name) {
    params_.insert(name);
    locals_.insert(name);
  });
  const NodeList& body = function->list(ast::FunctionDef::body);
  for (const Node* statement : body) declare(statement);
  for (const auto& [name, kind] : declared_) locals_.erase(name);
  // In a fixed order, so that equal functions give equal code.
  std::vector<Ident> names(locals_.begin(), locals_.end());
  for (const auto& [name, kind] : declared_) names.push_back(name);
  std::sort(names.begin(), names.end(), [](Ident a, Ident b) { return *a < *b; });
  for (Ident name : names) {
    auto declared = declared_.find(name);
    add_symbol({*name, name, declared == declared_.end() ? Kind::kName : declared->second, nullptr, {}});
  }
  for (const Node* statement : body) add_places(statement);
  close_closures(function);
}

int Activity::find(Ident name) const {
  auto it = by_name_.find(name);
  return it == by_name_.end() ? -1 : it->second;
}

int Activity::add_symbol(Symbol symbol) {
  auto [it, added] = by_text_.emplace(symbol.text, static_cast<int>(symbols_.size()));
  if (!added) return it->second;
  if (!symbol.is_place()) by_name_[symbol.name] = it->second;
  symbols_.push_back(std::move(symbol));
  return it->second;
}

void Activity::declare(const Node* node) {
  for_each_declaration(node, [&](Kind kind, Ident name) { declared_[name] = kind; });
  for_each_binding(
      node, false, [&](Ident name) { declare_name(name); }, [](const Node*) {});
}

void Activity::declare_name(Ident name) {
  // `import a.b` binds `a`.
  const size_t dot = name->find('.');
  locals_.insert(dot == std::string::npos ? name : conversion_.tree().intern(std::string_view(*name).substr(0, dot)));
}

void Activity::add_places(const Node* node) {
  if (is_function(node) || node->is<ast::ClassDef>()) return;
  const bool attribute = node->is<ast::Attribute>();
  if ((attribute && node->child(ast::Attribute::ctx)->is<ast::Store>()) ||
      (node->is<ast::Subscript>() && node->child(ast::Subscript::ctx)->is<ast::Store>())) {
    Symbol symbol;
    if (append_place(node, symbol.text, &symbol.support) && !by_text_.contains(symbol.text)) {
      symbol.name = symbol.support.front();
      symbol.place = conversion_.tree().clone(node);
      symbol.place->set(attribute ? int{ast::Attribute::ctx} : int{ast::Subscript::ctx},
                        conversion_.tree().token(Kind::kLoad));
      add_symbol(std::move(symbol));
    }
  }
  for_each_child(node, [&](const Node* child) { add_places(child); });
}

const Activity::Closure& Activity::closure_of(const Node* node) const {
  auto it = closures_.find(node);
  if (it != closures_.end()) return it->second;
  Closure closure;
  std::unordered_set<Ident> bound;
  std::unordered_set<Ident> outer;
  auto scan = [&](const Node* statement) {
    for_each_binding(
        statement, false, [&](Ident name) { bound.insert(name); }, [](const Node*) {});
  };
  auto declarations = [&](const Node* statement) {
    for_each_declaration(statement, [&](Kind kind, Ident name) {
      if (kind == Kind::kNonlocal) outer.insert(name);
    });
  };
  if (node->is<ast::ClassDef>()) {
    for (const Node* statement : node->list(ast::ClassDef::body)) {
      scan(statement);
      declarations(statement);
    }
    for (Ident name : outer) bound.erase(name);
    for (const Node* statement : node->list(ast::ClassDef::body)) collect_free(statement, bound, closure);
  } else {
    for_each_parameter(node, [&](Ident name) { bound.insert(name); });
    if (node->is<ast::Lambda>()) {
      scan(node->child(ast::Lambda::body));
      collect_free(node->child(ast::Lambda::body), bound, closure);
    } else {
      for (const Node* statement : node->list(ast::FunctionDef::body)) {
        scan(statement);
        declarations(statement);
      }
      for (Ident name : outer) bound.erase(name);
      for (const Node* statement : node->list(ast::FunctionDef::body)) collect_free(statement, bound, closure);
    }
  }
  return closures_[node] = std::move(closure);
}

void Activity::collect_free(const Node* node, std::unordered_set<Ident>& bound, Closure& out) const {
  if (node->is<ast::Global>()) {
    for (Ident name : *node->at(0).idents()) bound.insert(name);
    return;
  }
  if (node->is<ast::Name>()) {
    Ident name = node->ident(ast::Name::id);
    if (bound.contains(name)) return;
    out.reads.insert(name);
    if (!node->child(ast::Name::ctx)->is<ast::Load>()) out.writes.insert(name);
    return;
  }
  if (is_comprehension(node)) {
    std::unordered_set<Ident> inner = bound;
    for (const Node* part :
         node->list(node->is<ast::DictComp>() ? int{ast::DictComp::generators} : int{ast::ListComp::generators}))
      for_each_binding(
          part->child(ast::comprehension::target), false, [&](Ident name) { inner.insert(name); }, [](const Node*) {});
    for_each_child(node, [&](const Node* child) { collect_free(child, inner, out); });
    return;
  }
  if (is_function(node) || node->is<ast::ClassDef>()) {
    const Closure& inner = closure_of(node);
    for (Ident name : inner.reads)
      if (!bound.contains(name)) out.reads.insert(name);
    for (Ident name : inner.writes)
      if (!bound.contains(name)) out.writes.insert(name);
    // Defaults, decorators and bases are evaluated outside.
    if (node->is<ast::ClassDef>()) {
      for (int field : {ast::ClassDef::bases, ast::ClassDef::keywords, ast::ClassDef::decorator_list})
        for (const Node* child : node->list(field)) collect_free(child, bound, out);
    } else {
      const Node* args = node->child(node->is<ast::Lambda>() ? int{ast::Lambda::args} : int{ast::FunctionDef::args});
      for (int field : {ast::arguments::defaults, ast::arguments::kw_defaults})
        for (const Node* child : args->list(field))
          if (child) collect_free(child, bound, out);
      if (!node->is<ast::Lambda>())
        for (const Node* child : node->list(ast::FunctionDef::decorator_list)) collect_free(child, bound, out);
    }
    return;
  }
  for_each_child(node, [&](const Node* child) { collect_free(child, bound, out); });
}

// Which variables may hold which nested functions: a read of such a variable counts as a call.
void Activity::close_closures(const Node* function) {
  bool any = false;
  for (const Node* statement : function->list(ast::FunctionDef::body)) any = any || contains_scope(statement);
  if (!any) return;

  struct Flow {
    std::vector<Ident> to;
    std::vector<Ident> from;
  };
  std::vector<Flow> flows;
  auto sources = [&](const Node* value, Flow& flow, auto& self) -> void {
    if (is_function(value)) {
      for (Ident to : flow.to) {
        const Closure& closure = closure_of(value);
        held_[to].reads.insert(closure.reads.begin(), closure.reads.end());
        held_[to].writes.insert(closure.writes.begin(), closure.writes.end());
      }
    } else if (value->is<ast::Name>()) {
      flow.from.push_back(value->ident(ast::Name::id));
    } else if (value->is<ast::Call>()) {
      if (wraps_function(value)) {
        for (const Node* arg : value->list(ast::Call::args)) self(arg, flow, self);
        for (const Node* arg : value->list(ast::Call::keywords)) self(arg, flow, self);
      }
    } else if (!value->is<ast::BinOp>() && !value->is<ast::Compare>() && !value->is<ast::Subscript>() &&
               !value->is<ast::Attribute>()) {
      for_each_child(value, [&](const Node* child) { self(child, flow, self); });
    }
  };
  auto targets = [&](const Node* target, Flow& flow, auto& self) -> void {
    if (const Node* root = root_of(target)) {
      flow.to.push_back(root->ident(ast::Name::id));
    } else if (target->is<ast::Tuple>() || target->is<ast::List>()) {
      for (const Node* item : target->list(ast::Tuple::elts)) self(item, flow, self);
    }
  };
  auto scan = [&](const Node* node, auto& self) -> void {
    Flow flow;
    switch (node->kind) {
      case Kind::kLambda:
        return;
      case Kind::kFunctionDef:
      case Kind::kAsyncFunctionDef:
      case Kind::kClassDef: {
        const Closure& closure = closure_of(node);
        Closure& held = held_[node->ident(ast::FunctionDef::name)];
        held.reads.insert(closure.reads.begin(), closure.reads.end());
        held.writes.insert(closure.writes.begin(), closure.writes.end());
        return;
      }
      case Kind::kAssign:
        for (const Node* target : node->list(ast::Assign::targets)) targets(target, flow, targets);
        sources(node->child(ast::Assign::value), flow, sources);
        break;
      case Kind::kNamedExpr:
        targets(node->child(ast::NamedExpr::target), flow, targets);
        sources(node->child(ast::NamedExpr::value), flow, sources);
        break;
      case Kind::kFor:
        targets(node->child(ast::For::target), flow, targets);
        sources(node->child(ast::For::iter), flow, sources);
        break;
      case Kind::kExpr: {
        // `functions.append(lambda: x)`
        const Node* call = node->child(ast::Expr::value);
        if (call->is<ast::Call>() && wraps_function(call) && call->child(ast::Call::func)->is<ast::Attribute>()) {
          targets(call->child(ast::Call::func), flow, targets);
          sources(call, flow, sources);
        }
        break;
      }
      default:
        break;
    }
    if (!flow.to.empty() && !flow.from.empty()) flows.push_back(std::move(flow));
    for_each_child(node, [&](const Node* child) { self(child, self); });
  };
  for (const Node* statement : function->list(ast::FunctionDef::body)) scan(statement, scan);

  // A function that calls another reads what that one reads; and what is assigned holds what its value held.
  bool changed = !held_.empty();
  while (changed) {
    changed = false;
    auto absorb = [&](Ident to, Ident from) {
      if (to == from) return;
      auto source = held_.find(from);
      if (source == held_.end()) return;
      const Closure copy = source->second;
      Closure& held = held_[to];
      const size_t before = held.reads.size() + held.writes.size();
      held.reads.insert(copy.reads.begin(), copy.reads.end());
      held.writes.insert(copy.writes.begin(), copy.writes.end());
      changed = changed || held.reads.size() + held.writes.size() != before;
    };
    for (const Flow& flow : flows)
      for (Ident to : flow.to)
        for (Ident from : flow.from) absorb(to, from);
    std::vector<std::pair<Ident, Ident>> calls;
    for (const auto& [name, closure] : held_)
      for (Ident read : closure.reads) calls.emplace_back(name, read);
    for (const auto& [name, read] : calls) absorb(name, read);
  }
}

class EventWalker {
 public:
  EventWalker(const Activity& activity, Events& out) : activity_(activity), out_(out) {}

  void name(Ident id, Event::Kind kind) {
    if (shadowed(id)) return;
    const int symbol = activity_.find(id);
    if (symbol >= 0) add(kind, symbol);
    if (kind == Event::Kind::kRead) {
      auto held = activity_.held_.find(id);
      if (held != activity_.held_.end()) closure(held->second);
    }
  }

  void closure(const Activity::Closure& closure) {
    for (Ident id : closure.reads)
      if (int symbol = activity_.find(id); symbol >= 0 && !shadowed(id)) add(Event::Kind::kRead, symbol);
    for (Ident id : closure.writes)
      if (int symbol = activity_.find(id); symbol >= 0 && !shadowed(id)) add(Event::Kind::kMayWrite, symbol);
  }

  void walk(const Node* node) {
    switch (node->kind) {
      case Kind::kName: {
        const Node* context = node->child(ast::Name::ctx);
        name(node->ident(ast::Name::id), context->is<ast::Load>()    ? Event::Kind::kRead
                                         : context->is<ast::Store>() ? Event::Kind::kWrite
                                                                     : Event::Kind::kDelete);
        return;
      }
      case Kind::kAttribute:
      case Kind::kSubscript:
        walk(node->child(0));
        if (node->is<ast::Subscript>()) walk(node->child(ast::Subscript::slice));
        if (node->child(node->is<ast::Subscript>() ? int{ast::Subscript::ctx} : int{ast::Attribute::ctx})
                ->is<ast::Store>()) {
          auto it = activity_.by_text_.find(place_text(node));
          if (it != activity_.by_text_.end()) add(Event::Kind::kWrite, it->second);
        }
        return;
      case Kind::kNamedExpr: {
        walk(node->child(ast::NamedExpr::value));
        const int symbol = activity_.find(node->child(ast::NamedExpr::target)->ident(ast::Name::id));
        if (symbol >= 0) add(Event::Kind::kWrite, symbol);
        return;
      }
      case Kind::kBoolOp:
        walk_first_then_maybe(node->list(ast::BoolOp::values));
        return;
      case Kind::kIfExp:
        walk(node->child(ast::IfExp::test));
        ++conditional_;
        walk(node->child(ast::IfExp::body));
        walk(node->child(ast::IfExp::orelse));
        --conditional_;
        return;
      case Kind::kCompare:
        walk(node->child(ast::Compare::left));
        walk_first_then_maybe(node->list(ast::Compare::comparators));
        return;
      case Kind::kAssert:
        walk(node->child(ast::Assert::test));
        if (const Node* message = node->child(ast::Assert::msg)) {
          ++conditional_;
          walk(message);
          --conditional_;
        }
        return;
      case Kind::kLambda:
        defaults(node->child(ast::Lambda::args));
        closure(activity_.closure_of(node));
        return;
      case Kind::kFunctionDef:
      case Kind::kAsyncFunctionDef: {
        const NodeList& decorators = node->list(ast::FunctionDef::decorator_list);
        for (const Node* decorator : decorators) walk(decorator);
        defaults(node->child(ast::FunctionDef::args));
        if (!decorators.empty()) closure(activity_.closure_of(node));
        name(node->ident(ast::FunctionDef::name), Event::Kind::kWrite);
        return;
      }
      case Kind::kClassDef:
        for (int field : {ast::ClassDef::decorator_list, ast::ClassDef::bases, ast::ClassDef::keywords})
          for (const Node* child : node->list(field)) walk(child);
        closure(activity_.closure_of(node));
        name(node->ident(ast::ClassDef::name), Event::Kind::kWrite);
        return;
      case Kind::kListComp:
      case Kind::kSetComp:
      case Kind::kDictComp:
      case Kind::kGeneratorExp:
        comprehension(node);
        return;
      case Kind::kAssign:
        walk(node->child(ast::Assign::value));
        for (const Node* target : node->list(ast::Assign::targets)) walk(target);
        return;
      case Kind::kAugAssign: {
        const Node* target = node->child(ast::AugAssign::target);
        if (target->is<ast::Name>()) name(target->ident(ast::Name::id), Event::Kind::kRead);
        walk(node->child(ast::AugAssign::value));
        walk(target);
        return;
      }
      case Kind::kImport:
      case Kind::kImportFrom: {
        const NodeList& names =
            node->list(node->is<ast::Import>() ? int{ast::Import::names} : int{ast::ImportFrom::names});
        for (const Node* alias : names) {
          name(activity_.conversion_.bound_by_alias(alias), Event::Kind::kWrite);
        }
        return;
      }
      case Kind::kExceptHandler:
      case Kind::kMatchStar:
      case Kind::kMatchAs:
      case Kind::kMatchMapping:
        for_each_child(node, [&](const Node* child) { walk(child); });
        for (int i = 0; i < node->field_count; ++i)
          if (node->at(i).tag() == Value::Tag::kIdent) name(node->at(i).ident(), Event::Kind::kWrite);
        return;
      default:
        for_each_child(node, [&](const Node* child) { walk(child); });
    }
  }

 private:
  void add(Event::Kind kind, int symbol) {
    if (kind == Event::Kind::kWrite && conditional_ > 0) kind = Event::Kind::kMayWrite;
    out_.push_back({kind, symbol});
  }

  bool shadowed(Ident id) const { return std::find(shadows_.begin(), shadows_.end(), id) != shadows_.end(); }

  void walk_first_then_maybe(const NodeList& nodes) {
    walk(nodes.front());
    ++conditional_;
    for (size_t i = 1; i < nodes.size(); ++i) walk(nodes[i]);
    --conditional_;
  }

  void defaults(const Node* args) {
    for (int field : {ast::arguments::defaults, ast::arguments::kw_defaults})
      for (const Node* value : args->list(field))
        if (value) walk(value);
  }

  void comprehension(const Node* node) {
    const NodeList& parts =
        node->list(node->is<ast::DictComp>() ? int{ast::DictComp::generators} : int{ast::ListComp::generators});
    walk(parts.front()->child(ast::comprehension::iter));
    const size_t depth = shadows_.size();
    ++conditional_;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) walk(parts[i]->child(ast::comprehension::iter));
      for_each_binding(
          parts[i]->child(ast::comprehension::target), false, [&](Ident id) { shadows_.push_back(id); },
          [](const Node*) {});
      for (const Node* test : parts[i]->list(ast::comprehension::ifs)) walk(test);
    }
    walk(node->child(0));
    if (node->is<ast::DictComp>()) walk(node->child(ast::DictComp::value));
    --conditional_;
    shadows_.resize(depth);
  }

  const Activity& activity_;
  Events& out_;
  std::vector<Ident> shadows_;
  int conditional_ = 0;
};

Events Activity::events(const Node* node) const {
  Events out;
  EventWalker(*this, out).walk(node);
  return out;
}

Events Activity::name_events(Ident name, Event::Kind kind) const {
  Events out;
  EventWalker(*this, out).name(name, kind);
  return out;
}

SymbolSet Activity::writes(const NodeList& block) const {
  SymbolSet out;
  collect_writes(block, out);
  return out;
}

void Activity::collect_writes(const NodeList& block, SymbolSet& out) const {
  for (const Node* statement : block) collect_writes(statement, out);
}

void Activity::collect_writes(const Node* node, SymbolSet& out) const {
  auto add = [&](const Node* part) {
    if (!part) return;
    for (const Event& event : events(part))
      if (event.kind != Event::Kind::kRead) out.insert(event.symbol);
  };
  switch (node->kind) {
    case Kind::kIf:
    case Kind::kWhile:
      add(node->child(ast::If::test));
      collect_writes(node->list(ast::If::body), out);
      collect_writes(node->list(ast::If::orelse), out);
      return;
    case Kind::kFor:
      add(node->child(ast::For::iter));
      add(node->child(ast::For::target));
      collect_writes(node->list(ast::For::body), out);
      return;
    case Kind::kWith:
      for (const Node* item : node->list(ast::With::items)) add(item);
      collect_writes(node->list(ast::With::body), out);
      return;
    case Kind::kTry:
    case Kind::kTryStar:
      collect_writes(node->list(ast::Try::body), out);
      for (const Node* handler : node->list(ast::Try::handlers)) {
        add(handler->child(ast::ExceptHandler::type));
        if (Ident name = handler->ident(ast::ExceptHandler::name))
          if (int symbol = find(name); symbol >= 0) out.insert(symbol);
        collect_writes(handler->list(ast::ExceptHandler::body), out);
      }
      collect_writes(node->list(ast::Try::orelse), out);
      collect_writes(node->list(ast::Try::finalbody), out);
      return;
    case Kind::kMatch:
      add(node->child(ast::Match::subject));
      for (const Node* item : node->list(ast::Match::cases)) {
        add(item->child(ast::match_case::pattern));
        add(item->child(ast::match_case::guard));
        collect_writes(item->list(ast::match_case::body), out);
      }
      return;
    default:
      add(node);
  }
}

IdentList names_bound_by(Tree& tree, const NodeList& block) {
  IdentList names;
  auto add = [&](Ident name) {
    name = tree.intern(std::string_view(*name).substr(0, name->find('.')));  // `import a.b`
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Node* statement : block) for_each_binding(statement, false, add, [](const Node*) {});
  return names;
}

}  // namespace graphwright::autograph
