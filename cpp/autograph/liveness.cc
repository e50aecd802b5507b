// Liveness: control flow is structured once exits are lowered, so each statement is one function of the set of live
// variables, and a loop needs no iteration to a fixed point.
#include "autograph/liveness.h"

#include <utility>

namespace graphwright::autograph {

Liveness::Liveness(const Conversion& conversion, const Activity& activity, const Node* function)
    : conversion_(conversion), activity_(activity), all_(SymbolSet::all(activity.symbols().size())) {
  // What the function shares with others is read by them.
  SymbolSet live;
  for (size_t i = 0; i < activity.symbols().size(); ++i)
    if (!activity.symbols()[i].is_owned()) live.insert(i);
  for (size_t i = 0; i < activity.symbols().size(); ++i) {
    const Symbol& symbol = activity.symbols()[i];
    if (symbol.is_owned() && (conversion.is_flag(symbol.name) || conversion.is_result(symbol.name))) made_.insert(i);
  }
  visit(function->list(ast::FunctionDef::body), live, {});
}

Liveness::Transfer Liveness::then(const Transfer& first, const Transfer& second) {
  return {first.reads | (second.reads - first.writes), first.writes | second.writes};
}

Liveness::Transfer Liveness::either(const Transfer& a, const Transfer& b) {
  return {a.reads | b.reads, a.writes & b.writes};
}

Liveness::Transfer Liveness::of_events(const Events& events) const {
  Transfer out;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (event->kind == Event::Kind::kRead) {
      out.reads.insert(event->symbol);
    } else if (event->kind != Event::Kind::kMayWrite) {
      out.reads.erase(event->symbol);
      out.writes.insert(event->symbol);
    }
  }
  return out;
}

Liveness::Transfer Liveness::of_block(const NodeList& block) {
  Transfer out;
  for (auto statement = block.rbegin(); statement != block.rend(); ++statement) out = then(of(*statement), out);
  return out;
}

const Liveness::Transfer& Liveness::of(const Node* statement) {
  auto it = transfers_.find(statement);
  if (it != transfers_.end()) return it->second;
  Transfer transfer = compute(statement);
  return transfers_[statement] = std::move(transfer);
}

// From the loop's head to behind the loop: the test, or one more iteration and the head again.
Liveness::Transfer Liveness::of_loop_head(const Node* loop) {
  Transfer test, body;
  if (loop->is<ast::While>()) {
    test = of_expression(loop->child(ast::While::test));
    body = of_block(loop->list(ast::While::body));
  } else {
    auto flag = conversion_.break_flags.find(loop);
    if (flag != conversion_.break_flags.end())
      test = of_events(activity_.name_events(flag->second, Event::Kind::kRead));
    body = then(of_expression(loop->child(ast::For::target)), of_block(loop->list(ast::For::body)));
  }
  Transfer head = then(test, {body.reads, {}});
  head.writes = test.writes;
  return head;
}

Liveness::Transfer Liveness::of_handler(const Node* handler) {
  Transfer out = of_block(handler->list(ast::ExceptHandler::body));
  if (Ident name = handler->ident(ast::ExceptHandler::name))
    out = then(of_events(activity_.name_events(name, Event::Kind::kWrite)), out);
  return then(of_expression(handler->child(ast::ExceptHandler::type)), out);
}

Liveness::Transfer Liveness::of_case(const Node* item) {
  // A pattern may bind some names and then fail, so it definitely writes none.
  Transfer pattern = of_expression(item->child(ast::match_case::pattern));
  Transfer out = then(of_expression(item->child(ast::match_case::guard)), of_block(item->list(ast::match_case::body)));
  return then(pattern, out);
}

Liveness::Transfer Liveness::of_try(const Node* node) {
  Transfer finally = of_block(node->list(ast::Try::finalbody));
  Transfer out = then(of_block(node->list(ast::Try::body)), of_block(node->list(ast::Try::orelse)));
  for (const Node* handler : node->list(ast::Try::handlers)) {
    // An exception may come before anything was written.
    Transfer caught = of_handler(handler);
    out = either(out, caught);
  }
  Transfer all = then(out, finally);
  all.reads |= finally.reads;
  return all;
}

Liveness::Transfer Liveness::compute(const Node* node) {
  switch (node->kind) {
    case Kind::kIf:
      return then(of_expression(node->child(ast::If::test)),
                  either(of_block(node->list(ast::If::body)), of_block(node->list(ast::If::orelse))));
    case Kind::kWhile:
      return of_loop_head(node);
    case Kind::kFor:
      return then(of_expression(node->child(ast::For::iter)), of_loop_head(node));
    case Kind::kWith: {
      Transfer out = of_block(node->list(ast::With::body));
      const NodeList& items = node->list(ast::With::items);
      for (auto item = items.rbegin(); item != items.rend(); ++item) out = then(of_expression(*item), out);
      out.writes -= made_;  // an exception that is swallowed may come before
      return out;
    }
    case Kind::kTry:
    case Kind::kTryStar:
      return of_try(node);
    case Kind::kMatch: {
      Transfer out;  // no case fits
      const NodeList& cases = node->list(ast::Match::cases);
      for (auto item = cases.rbegin(); item != cases.rend(); ++item) out = either(of_case(*item), out);
      return then(of_expression(node->child(ast::Match::subject)), out);
    }
    case Kind::kReturn:
    case Kind::kRaise: {
      Transfer out = of_expression(node);
      out.writes = all_;
      // What the function shares is still there for others.
      for (size_t i = 0; i < activity_.symbols().size(); ++i)
        if (!activity_.symbols()[i].is_owned()) out.writes.erase(i);
      return out;
    }
    default:
      return of_expression(node);
  }
}

void Liveness::visit(const NodeList& block, SymbolSet live, const SymbolSet& unwinding) {
  for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
    const Node* node = *statement;
    const SymbolSet after = live | unwinding;
    if (node->is<ast::Assign>() && node->generated) {
      const int symbol = activity_.find(node->list(ast::Assign::targets).front()->ident(ast::Name::id));
      if (!after.contains(symbol)) dead_flag_stores_.insert(node);
    }
    visit_parts(node, after, unwinding);
    live = of(node).apply(live);
  }
}

void Liveness::visit_parts(const Node* node, const SymbolSet& after, const SymbolSet& unwinding) {
  switch (node->kind) {
    case Kind::kIf: {
      const NodeList& body = node->list(ast::If::body);
      const NodeList& orelse = node->list(ast::If::orelse);
      if (!node->plain) {
        Info& info = infos_[node];
        info.writes = activity_.writes(body) | activity_.writes(orelse);
        info.before = of_block(body).reads | of_block(orelse).reads;
        info.after = after;
      }
      visit(body, after, unwinding);
      visit(orelse, after, unwinding);
      return;
    }
    case Kind::kWhile:
    case Kind::kFor: {
      const bool is_for = node->is<ast::For>();
      const NodeList& body = node->list(is_for ? int{ast::For::body} : int{ast::While::body});
      Info& info = infos_[node];
      info.writes = activity_.writes(body);
      for (const Event& event : activity_.events(node->child(is_for ? int{ast::For::target} : int{ast::While::test})))
        if (event.kind != Event::Kind::kRead) info.writes.insert(event.symbol);
      const SymbolSet head = of_loop_head(node).apply(after);
      info.before = head;
      info.after = after;
      visit(body, head | unwinding, unwinding);
      return;
    }
    case Kind::kWith:
      // What swallows an exception goes on behind it: with flags that say what has left before.
      visit(node->list(ast::With::body), after, unwinding | (after & made_));
      return;
    case Kind::kTry:
    case Kind::kTryStar: {
      const Transfer finally = of_block(node->list(ast::Try::finalbody));
      const SymbolSet at_finally = finally.apply(after) | unwinding;
      visit(node->list(ast::Try::finalbody), after, unwinding);
      SymbolSet handlers = finally.reads | unwinding;
      for (const Node* handler : node->list(ast::Try::handlers)) {
        visit(handler->list(ast::ExceptHandler::body), at_finally, finally.reads | unwinding);
        handlers |= of_handler(handler).apply(at_finally);
      }
      visit(node->list(ast::Try::orelse), at_finally, finally.reads | unwinding);
      visit(node->list(ast::Try::body), of_block(node->list(ast::Try::orelse)).apply(at_finally), handlers);
      return;
    }
    case Kind::kMatch:
      for (const Node* item : node->list(ast::Match::cases)) visit(item->list(ast::match_case::body), after, unwinding);
      return;
    default:
      return;
  }
}

}  // namespace graphwright::autograph
