// lower_exits: what follows a statement that may have jumped goes into the branch that did not jump, where there is one
// such branch (so that both branches of `if c: return a` / `return b` give a result), and else under `if not <flag>`.
#include "autograph/lower_exits.h"

#include <cstddef>
#include <utility>

#include "autograph/activity.h"
#include "base/error.h"

namespace graphwright::autograph {
namespace {

using Exits = unsigned;
constexpr Exits kReturns = 1;
constexpr Exits kBreaks = 2;
constexpr Exits kContinues = 4;

// What leads out of the node and has to be lowered. `outer` holds outside of all rewritten statements: returns stay
// there.
Exits exits_of(const Node* node, bool outer);

// True where control never gets past the node; with `surely`, though a context manager may swallow an exception.
bool always_exits(const Node* node, bool surely);

// True where an exception may come after a statement that leaves: from what runs on the way out.
bool may_be_stopped(const Node* node);

Exits exits_of(const NodeList& block, bool outer) {
  Exits exits = 0;
  for (const Node* statement : block) exits |= exits_of(statement, outer);
  return exits;
}

bool always_exits(const NodeList& block, bool surely = false) {
  for (const Node* statement : block)
    if (always_exits(statement, surely)) return true;
  return false;
}

bool may_be_stopped(const NodeList& block) {
  for (const Node* statement : block)
    if (may_be_stopped(statement)) return true;
  return false;
}

Exits exits_of(const Node* node, bool outer) {
  switch (node->kind) {
    case Kind::kReturn:
      return outer ? 0 : kReturns;
    case Kind::kBreak:
      return kBreaks;
    case Kind::kContinue:
      return kContinues;
    case Kind::kIf:
      outer = outer && node->plain;
      return exits_of(node->list(ast::If::body), outer) | exits_of(node->list(ast::If::orelse), outer);
    case Kind::kFor:
      return (exits_of(node->list(ast::For::body), false) & kReturns) | exits_of(node->list(ast::For::orelse), false);
    case Kind::kWhile:
      return (exits_of(node->list(ast::While::body), false) & kReturns) |
             exits_of(node->list(ast::While::orelse), false);
    case Kind::kWith:
      return exits_of(node->list(ast::With::body), outer);
    case Kind::kTry:
    case Kind::kTryStar: {
      // A return that leads into a `finally` which may leave waits for what comes of that.
      if (exits_of(node->list(ast::Try::finalbody), outer)) outer = false;
      Exits exits = exits_of(node->list(ast::Try::body), outer) | exits_of(node->list(ast::Try::orelse), outer) |
                    exits_of(node->list(ast::Try::finalbody), outer);
      for (const Node* handler : node->list(ast::Try::handlers))
        exits |= exits_of(handler->list(ast::ExceptHandler::body), outer);
      return exits;
    }
    case Kind::kMatch: {
      Exits exits = 0;
      for (const Node* item : node->list(ast::Match::cases))
        exits |= exits_of(item->list(ast::match_case::body), outer);
      return exits;
    }
    default:
      return 0;
  }
}

bool is_true(const Node* test) {
  if (!test->is<ast::Constant>()) return false;
  const Value& value = test->at(ast::Constant::value);
  return (value.tag() == Value::Tag::kBool || value.tag() == Value::Tag::kInt) && value.number() != 0;
}

// True for `while True` that only a return ends.
bool is_endless(const Node* loop) {
  return loop->is<ast::While>() && is_true(loop->child(ast::While::test)) &&
         !(exits_of(loop->list(ast::While::body), false) & kBreaks);
}

bool is_catch_all(const Node* item) {
  const Node* pattern = item->child(ast::match_case::pattern);
  return !item->child(ast::match_case::guard) && pattern->is<ast::MatchAs>() && !pattern->child(ast::MatchAs::pattern);
}

bool always_exits(const Node* node, bool surely) {
  auto always = [&](const NodeList& block) { return always_exits(block, surely); };
  switch (node->kind) {
    case Kind::kReturn:
    case Kind::kBreak:
    case Kind::kContinue:
    case Kind::kRaise:
      return true;
    case Kind::kIf:
      return always(node->list(ast::If::body)) && always(node->list(ast::If::orelse));
    case Kind::kWhile:
      return is_endless(node);
    case Kind::kWith:
      return !surely && always(node->list(ast::With::body));
    case Kind::kTry: {
      if (always(node->list(ast::Try::finalbody))) return true;
      if (!always(node->list(ast::Try::body)) && !always(node->list(ast::Try::orelse))) return false;
      for (const Node* handler : node->list(ast::Try::handlers))
        if (!always(handler->list(ast::ExceptHandler::body))) return false;
      return true;
    }
    case Kind::kMatch: {
      const NodeList& cases = node->list(ast::Match::cases);
      for (const Node* item : cases)
        if (!always(item->list(ast::match_case::body))) return false;
      return !cases.empty() && is_catch_all(cases.back());
    }
    default:
      return false;
  }
}

bool may_be_stopped(const Node* node) {
  if (is_function(node) || node->is<ast::ClassDef>()) return false;
  const bool ends = node->is<ast::With>() || (is_try(node) && !node->list(ast::Try::finalbody).empty());
  if (ends && exits_of(node, false)) return true;
  bool found = false;
  for_each_child(node, [&](const Node* child) { found = found || may_be_stopped(child); });
  return found;
}

class ExitLowering {
 public:
  ExitLowering(Conversion& conversion, Node* function) : conversion_(conversion), function_(function) {}

  void run() {
    NodeList& body = function_->list(ast::FunctionDef::body);
    const bool may_end = !always_exits(body);
    body = lower(std::move(body), /*outer=*/true);
    if (body.empty()) body.push_back(conversion_.builder(function_).pass());
    if (result_ && may_end && returns_in_loop_) done_flag();
    // Code that is never reached may hold the only return.
    if (done_) body.insert(body.begin() + (is_docstring(body.front()) ? 1 : 0), set_flag(function_, done_, false));
    if (!result_) return;
    conversion_.result_names[function_] = result_;
    Location place = body.back()->location;
    place.line = place.end_line;
    const Builder build(conversion_.tree(), conversion_.operators(), place);
    Node* value = build.name(result_);
    if (forgets_result_) value = build.operation("ret", {value});
    // What a loop over tensors may have returned, and may not have, is no value without a check.
    if (may_end && returns_in_loop_) value = build.operation("returned", {value, build.name(done_flag())});
    Node* end = build.result(value);
    end->generated = true;
    body.push_back(end);
  }

 private:
  struct Loop {
    Ident break_flag;
    Ident continue_flag;
  };

  // The flag that is set when anything jumped past what follows in the innermost loop's body, or in the function.
  Ident guard_flag() { return loops_.empty() ? done_flag() : loops_.back().continue_flag; }
  Ident done_flag() {
    if (!done_) done_ = conversion_.fresh_flag("do_return");
    return done_;
  }

  Node* set_flag(const Node* place, Ident flag, bool value) {
    const Builder build = conversion_.builder(place);
    Node* statement = build.assign(build.store(flag), build.boolean(value));
    statement->generated = true;
    return statement;
  }

  void lower_return(const Node* node, NodeList& out) {
    const Builder build = conversion_.builder(node);
    Node* value = node->child(ast::Return::value);
    out.push_back(build.assign(build.store(result()), value ? value : build.none()));
    out.push_back(set_flag(node, done_flag(), true));
    for (const Loop& loop : loops_) {
      out.push_back(set_flag(node, loop.break_flag, true));
      out.push_back(set_flag(node, loop.continue_flag, true));
    }
  }

  // What is never reached still makes names local to the function, or another's.
  void keep_scope(const NodeList& unreached, NodeList& out) {
    if (unreached.empty()) return;
    const Builder build = conversion_.builder(unreached.front());
    for (Node* statement : unreached) keep_declarations(statement, out);
    NodeList bindings;
    for (Ident name : names_bound_by(conversion_.tree(), unreached))
      bindings.push_back(build.assign(build.store(name), build.none()));
    if (bindings.empty()) return;
    out.push_back(build.condition(build.boolean(false), std::move(bindings), {}));
    out.back()->plain = true;
  }
  static void keep_declarations(Node* node, NodeList& out) {
    if (node->is<ast::Global>() || node->is<ast::Nonlocal>()) out.push_back(node);
    if (!is_function(node) && !node->is<ast::ClassDef>())
      for_each_child(node, [&](Node* child) { keep_declarations(child, out); });
  }

  // `if not <flag>: rest`, where there is a rest.
  void guard(const Node* place, NodeList rest, NodeList& out) {
    if (rest.empty()) return;
    const Builder build = conversion_.builder(rest.front());
    Node* test = build.at(place).negation(build.at(place).name(guard_flag()));
    out.push_back(build.at(place).condition(test, lower(std::move(rest), false), {}));
    out.back()->generated = true;
  }

  NodeList lower(NodeList block, bool outer) {
    NodeList out;
    out.reserve(block.size());
    for (size_t i = 0; i < block.size(); ++i) {
      Node* node = block[i];
      auto rest = [&] { return NodeList(block.begin() + i + 1, block.end()); };
      switch (node->kind) {
        case Kind::kReturn:
          if (outer) {
            out.push_back(node);
            break;
          }
          lower_return(node, out);
          keep_scope(rest(), out);
          return out;
        case Kind::kBreak:
          out.push_back(set_flag(node, loops_.back().break_flag, true));
          out.push_back(set_flag(node, loops_.back().continue_flag, true));
          keep_scope(rest(), out);
          return out;
        case Kind::kContinue:
          out.push_back(set_flag(node, loops_.back().continue_flag, true));
          keep_scope(rest(), out);
          return out;
        case Kind::kIf:
          if (lower_if(node, rest(), outer, out)) return out;
          break;
        case Kind::kFor:
        case Kind::kWhile:
          if (lower_loop(node, rest(), outer, out)) return out;
          break;
        case Kind::kWith:
        case Kind::kTry:
        case Kind::kTryStar:
        case Kind::kMatch: {
          const Exits exits = exits_of(node, outer);
          lower_parts(node, outer);
          out.push_back(node);
          if (exits) {
            guard(node, rest(), out);
            return out;
          }
          break;
        }
        case Kind::kAnnAssign:
          // Annotations of locals mean nothing at run time, and a nonlocal may not have one.
          if (Node* value = node->child(ast::AnnAssign::value))
            out.push_back(conversion_.builder(node).assign(node->child(ast::AnnAssign::target), value));
          break;
        case Kind::kFunctionDef:
          lower_exits(conversion_, node);
          out.push_back(node);
          break;
        case Kind::kClassDef:
          conversion_.for_each_method(node, [&](Node* method) { lower_exits(conversion_, method); });
          out.push_back(node);
          break;
        default:
          out.push_back(node);
      }
    }
    return out;
  }

  // Both return true where they took the rest of the block with them.
  bool lower_if(Node* node, NodeList rest, bool outer, NodeList& out) {
    NodeList& body = node->list(ast::If::body);
    NodeList& orelse = node->list(ast::If::orelse);
    const Exits exits = exits_of(node, outer);
    bool guarded = false;
    if (exits) {
      const bool body_exits = always_exits(body, true), orelse_exits = always_exits(orelse, true);
      if (body_exits && !orelse_exits) {
        orelse.insert(orelse.end(), rest.begin(), rest.end());
      } else if (orelse_exits && !body_exits) {
        body.insert(body.end(), rest.begin(), rest.end());
      } else {
        guarded = !body_exits;
      }
    }
    outer = outer && node->plain;
    body = lower(std::move(body), outer);
    orelse = lower(std::move(orelse), outer);
    if (body.empty()) body.push_back(conversion_.builder(node).pass());
    out.push_back(node);
    if (guarded) guard(node, std::move(rest), out);
    return exits != 0;
  }

  bool lower_loop(Node* node, NodeList rest, bool outer, NodeList& out) {
    const int body_field = node->is<ast::For>() ? int{ast::For::body} : int{ast::While::body};
    const int orelse_field = node->is<ast::For>() ? int{ast::For::orelse} : int{ast::While::orelse};
    NodeList& body = node->list(body_field);
    NodeList& orelse = node->list(orelse_field);
    take_options(node, body);
    const Exits exits = exits_of(body, false);
    if (exits & kReturns) returns_in_loop_ = true;

    Ident break_flag = nullptr, continue_flag = nullptr;
    if (exits) {
      // Where only a return ends the loop, the flag that says so is enough.
      break_flag = is_endless(node) && loops_.empty() ? done_flag() : conversion_.fresh_flag("break_");
      continue_flag = conversion_.fresh_flag("continue_");
    }
    loops_.push_back({break_flag, continue_flag});
    body = lower(std::move(body), false);
    loops_.pop_back();
    if (body.empty()) body.push_back(conversion_.builder(node).pass());
    if (exits) body.insert(body.begin(), set_flag(body.front(), continue_flag, false));

    const bool ends_early = (exits & (kBreaks | kReturns)) != 0;
    if (ends_early) {
      if (break_flag != done_) out.push_back(set_flag(node, break_flag, false));
      if (node->is<ast::For>()) {
        conversion_.break_flags[node] = break_flag;
      } else {
        Node* test = node->child(ast::While::test);
        const Builder here = conversion_.builder(test);
        Node* goes_on = here.negation(here.name(break_flag));
        if (!is_true(test)) {
          Node* both = conversion_.tree().make(Kind::kBoolOp, test->location);
          both->set(ast::BoolOp::op, conversion_.tree().token(Kind::kAnd));
          both->at(ast::BoolOp::values) = Value(conversion_.tree().make_list({goes_on, test}));
          goes_on = both;
        }
        node->set(ast::While::test, goes_on);
      }
    }
    out.push_back(node);
    if (!orelse.empty()) {
      if (ends_early) {
        const Builder place = conversion_.builder(orelse.front());
        Node* unbroken = place.condition(place.negation(place.name(break_flag)), std::move(orelse), {});
        unbroken->generated = true;
        rest.insert(rest.begin(), unbroken);
      } else {
        rest.insert(rest.begin(), orelse.begin(), orelse.end());
      }
      orelse.clear();
    }
    if (exits & kReturns) {
      guard(node, std::move(rest), out);
    } else {
      NodeList after = lower(std::move(rest), outer);
      out.insert(out.end(), after.begin(), after.end());
    }
    return true;
  }

  // `tf.autograph.experimental.set_loop_options(...)` in a loop's body is about the loop.
  void take_options(Node* loop, NodeList& body) {
    NodeList calls;
    size_t first = 0;
    while (first < body.size() && is_docstring(body[first])) ++first;
    if (first < body.size() && is_loop_directive(conversion_, body[first])) {
      calls.push_back(body[first]->child(ast::Expr::value));
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(first));
    }
    take_known_options(body, calls);
    if (!calls.empty()) conversion_.loop_options[loop] = std::move(calls);
  }

  // Those at any place, but in loops and functions inside.
  void take_known_options(NodeList& block, NodeList& calls) {
    for (size_t i = 0; i < block.size(); ++i) {
      Node* statement = block[i];
      if (is_loop_directive(conversion_, statement, /*known=*/true)) {
        calls.push_back(statement->child(ast::Expr::value));
        if (block.size() > 1) {
          block.erase(block.begin() + static_cast<std::ptrdiff_t>(i--));
        } else {
          block[i] = conversion_.builder(statement).pass();
        }
        continue;
      }
      if (statement->is<ast::For>() || statement->is<ast::While>() || statement->is<ast::FunctionDef>() ||
          statement->is<ast::AsyncFunctionDef>() || statement->is<ast::ClassDef>())
        continue;
      take_options_inside(statement, calls);
    }
  }
  void take_options_inside(Node* node, NodeList& calls) {
    for (int i = 0; i < node->field_count; ++i) {
      NodeList* nodes = node->at(i).nodes();
      if (!nodes || nodes->empty() || !nodes->front()) continue;
      if (nodes->front()->is<ast::ExceptHandler>() || nodes->front()->is<ast::match_case>()) {
        for (Node* part : *nodes) take_options_inside(part, calls);
      } else {
        take_known_options(*nodes, calls);
      }
    }
  }

  void lower_block(Node* node, int field, bool outer) {
    NodeList& block = node->list(field);
    if (block.empty()) return;
    const Node* first = block.front();
    block = lower(std::move(block), outer);
    if (block.empty()) block.push_back(conversion_.builder(first).pass());
  }

  void lower_parts(Node* node, bool outer) {
    if (node->is<ast::With>()) {
      lower_with(node, outer);
    } else if (node->is<ast::Match>()) {
      for (Node* item : node->list(ast::Match::cases)) lower_block(item, ast::match_case::body, outer);
    } else if (exits_of(node->list(ast::Try::finalbody), outer)) {
      lower_leaving_try(node);
    } else {
      NodeList& body = node->list(ast::Try::body);
      NodeList& orelse = node->list(ast::Try::orelse);
      const Exits exits = exits_of(body, outer);
      const Exits stopped = may_be_stopped(body) ? exits : 0;
      if (!orelse.empty() && exits) {
        NodeList guarded;
        guard(node, std::move(orelse), guarded);
        orelse = std::move(guarded);
      } else {
        lower_block(node, ast::Try::orelse, outer);
      }
      lower_block(node, ast::Try::body, outer);
      for (Node* handler : node->list(ast::Try::handlers)) {
        lower_block(handler, ast::ExceptHandler::body, outer);
        NodeList& block = handler->list(ast::ExceptHandler::body);
        NodeList first = forget(block.front(), stopped);
        block.insert(block.begin(), first.begin(), first.end());
      }
      lower_block(node, ast::Try::finalbody, outer);
    }
  }

  // What leaves the body of a `with` has not left where the end of a `with` inside raised what this one swallows.
  void lower_with(Node* node, bool outer) {
    NodeList& body = node->list(ast::With::body);
    NodeList& items = node->list(ast::With::items);
    const Exits exits = exits_of(body, outer);
    if (exits && items.size() > 1) {
      Tree& tree = conversion_.tree();
      Node* inner = tree.make(Kind::kWith, node->location);
      inner->at(ast::With::items) = Value(tree.make_list({items.begin() + 1, items.end()}));
      inner->at(ast::With::body) = Value(tree.make_list(std::move(body)));
      items.resize(1);
      body = {inner};
    }
    const bool stopped = exits && may_be_stopped(body);
    const Node* first = body.front();
    lower_block(node, ast::With::body, outer);
    if (!stopped) return;
    NodeList handler = forget(first, exits);
    handler.push_back(conversion_.tree().make(Kind::kRaise, first->location));
    body = {attempt(first, std::move(body), std::move(handler), {})};
  }

  // A `finally` that may leave: `try: body` / `except: <end>, raise unless that left` / `else: <end>`, where what the
  // body was about to do waits, and is dropped if the end leaves.
  void lower_leaving_try(Node* node) {
    Tree& tree = conversion_.tree();
    NodeList end = std::move(node->list(ast::Try::finalbody));
    node->list(ast::Try::finalbody).clear();
    NodeList again;
    for (const Node* statement : end) again.push_back(tree.clone(statement));
    const Node* place = end.front();
    const Exits end_exits = exits_of(end, false);

    NodeList body;
    if (node->list(ast::Try::handlers).empty()) {
      body = std::move(node->list(ast::Try::body));
    } else {
      Node* inner = tree.make(node->kind, node->location);
      for (int field : {ast::Try::body, ast::Try::handlers, ast::Try::orelse})
        inner->at(field) = Value(tree.make_list(std::move(node->list(field))));
      inner->at(ast::Try::finalbody) = Value(tree.make_list());
      body = {inner};
    }
    const Exits exits = exits_of(body, false);
    const Builder build = conversion_.builder(place);
    body = lower(std::move(body), false);
    if (body.empty()) body.push_back(build.pass());

    NodeList failed = forget(place, exits);
    append(failed, lower(std::move(again), false));
    Node* left = tree.make(Kind::kCompare, place->location);
    left->set(ast::Compare::left, build.name(guard_flag()));
    left->at(ast::Compare::ops) = Value(tree.make_list({tree.token(Kind::kIsNot)}));
    left->at(ast::Compare::comparators) = Value(tree.make_list({build.boolean(true)}));
    Node* raise = build.condition(left, {tree.make(Kind::kRaise, place->location)}, {});
    raise->plain = raise->generated = true;
    failed.push_back(raise);

    NodeList ended, restored;
    std::vector<Ident> waiting = flags_of(exits);
    if (exits & kReturns) waiting.push_back(result());
    for (Ident name : waiting) {
      const bool is_result = name == result_;
      Ident kept = is_result ? conversion_.fresh("kept_") : conversion_.fresh_flag("kept_");
      ended.push_back(build.assign(build.store(kept), build.name(name)));
      ended.back()->generated = true;
      restored.push_back(build.assign(build.store(name), build.name(kept)));
    }
    // Where the end can only return, what was returned before is as good as any value.
    append(ended, forget(place, exits, (end_exits & (kBreaks | kContinues)) != 0));
    append(ended, lower(std::move(end), false));
    if (!restored.empty()) {
      Node* unless = build.condition(build.negation(build.name(guard_flag())), std::move(restored), {});
      unless->generated = true;
      ended.push_back(unless);
    }
    node->kind = Kind::kTry;
    *node = *attempt(node, std::move(body), std::move(failed), std::move(ended));
  }

  static void append(NodeList& to, const NodeList& from) { to.insert(to.end(), from.begin(), from.end()); }

  // `try: body` / `except: handler` / `else: orelse`
  Node* attempt(const Node* place, NodeList body, NodeList handler, NodeList orelse) {
    Tree& tree = conversion_.tree();
    Node* except = tree.make(Kind::kExceptHandler, handler.front()->location);
    except->at(ast::ExceptHandler::body) = Value(tree.make_list(std::move(handler)));
    Node* out = tree.make(Kind::kTry, place->location);
    out->at(ast::Try::body) = Value(tree.make_list(std::move(body)));
    out->at(ast::Try::handlers) = Value(tree.make_list({except}));
    out->at(ast::Try::orelse) = Value(tree.make_list(std::move(orelse)));
    out->at(ast::Try::finalbody) = Value(tree.make_list());
    return out;
  }

  // The flags that such exits set.
  std::vector<Ident> flags_of(Exits exits) {
    std::vector<Ident> flags;
    if (exits & kReturns) flags.push_back(done_flag());
    for (const Loop& loop : loops_) {
      if (!(exits & kReturns) && &loop != &loops_.back()) continue;
      if (exits & (kReturns | kBreaks)) flags.push_back(loop.break_flag);
      if (exits) flags.push_back(loop.continue_flag);
    }
    return flags;
  }

  // Statements after which nothing has left, even where something was about to.
  NodeList forget(const Node* place, Exits exits, bool with_result = true) {
    NodeList out;
    for (Ident flag : flags_of(exits)) out.push_back(set_flag(place, flag, false));
    if ((exits & kReturns) && with_result) {
      forgets_result_ = true;
      const Builder build = conversion_.builder(place);
      out.push_back(build.assign(build.store(result()), build.operation("UndefinedReturnValue", {})));
      out.back()->generated = true;
    }
    return out;
  }

  Ident result() {
    if (!result_) result_ = conversion_.fresh_result();
    return result_;
  }

  Conversion& conversion_;
  Node* function_;
  std::vector<Loop> loops_;
  Ident result_ = nullptr;
  Ident done_ = nullptr;
  bool returns_in_loop_ = false;
  bool forgets_result_ = false;
};

// An `if` whose test never is a tensor stays as it is.
void mark_plain_ifs(const Conversion& conversion, Node* node) {
  if (node->is<ast::If>()) node->plain = is_python_test(conversion, node->child(ast::If::test));
  for_each_child(node, [&](Node* child) { mark_plain_ifs(conversion, child); });
}

}  // namespace

void lower_exits(Conversion& conversion, Node* function) {
  if (!function->is<ast::FunctionDef>() || stays_as_it_is(function)) return;
  for (Node* statement : function->list(ast::FunctionDef::body)) mark_plain_ifs(conversion, statement);
  ExitLowering(conversion, function).run();
}

}  // namespace graphwright::autograph
