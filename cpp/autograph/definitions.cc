// Definitions: one forward walk. Nothing is ever undefined again but by `del` (and the end of `except ... as name`), so
// a loop's later iterations add to its first one only what is deleted inside.
#include "autograph/definitions.h"

#include <utility>

namespace graphwright::autograph {

Definitions::Definitions(const Activity& activity, const Node* function) : activity_(activity) { walk(function, {}); }

void Definitions::walk(const Node* function, const Visit& visit) {
  visit_ = visit;
  SymbolSet undefined;
  const std::vector<Symbol>& symbols = activity_.symbols();
  for (size_t i = 0; i < symbols.size(); ++i)
    if (symbols[i].is_owned() && !activity_.is_parameter(symbols[i].name)) undefined.insert(i);
  block(function->list(ast::FunctionDef::body), std::move(undefined));
  visit_ = {};
}

void Definitions::step_events(const Events& events, SymbolSet& undefined) const {
  for (const Event& event : events) {
    if (event.kind == Event::Kind::kWrite) undefined.erase(event.symbol);
    if (event.kind == Event::Kind::kDelete && activity_.symbols()[event.symbol].is_owned())
      undefined.insert(event.symbol);
  }
}

void Definitions::step(Node* node, SymbolSet& undefined) {
  if (!node) return;
  if (visit_) visit_(node, undefined);
  step_events(activity_.events(node), undefined);
}

SymbolSet Definitions::block(const NodeList& block, SymbolSet undefined) {
  for (Node* node : block) undefined = statement(node, std::move(undefined));
  return undefined;
}

void Definitions::collect_deleted(const Node* node, SymbolSet& out) const {
  if (is_function(node) || node->is<ast::ClassDef>()) return;
  if (node->is<ast::Delete>()) {
    for (const Event& event : activity_.events(node))
      if (event.kind == Event::Kind::kDelete) out.insert(event.symbol);
    return;
  }
  if (node->is<ast::ExceptHandler>())
    if (Ident name = node->ident(ast::ExceptHandler::name))
      if (int symbol = activity_.find(name); symbol >= 0) out.insert(symbol);
  for_each_child(node, [&](const Node* child) { collect_deleted(child, out); });
}

SymbolSet Definitions::deleted_in(const NodeList& block) const {
  SymbolSet out;
  for (const Node* node : block) collect_deleted(node, out);
  return out;
}

SymbolSet Definitions::statement(Node* node, SymbolSet undefined) {
  switch (node->kind) {
    case Kind::kIf: {
      step(node->child(ast::If::test), undefined);
      undefined_at_[node] = undefined;
      SymbolSet out = block(node->list(ast::If::body), undefined);
      return out |= block(node->list(ast::If::orelse), std::move(undefined));
    }
    case Kind::kWhile:
    case Kind::kFor: {
      const bool is_for = node->is<ast::For>();
      const NodeList& body = node->list(is_for ? int{ast::For::body} : int{ast::While::body});
      if (is_for) step(node->child(ast::For::iter), undefined);
      undefined |= deleted_in(body);
      undefined_at_[node] = undefined;
      if (!is_for) step(node->child(ast::While::test), undefined);
      SymbolSet inside = undefined;
      if (is_for) step(node->child(ast::For::target), inside);
      block(body, std::move(inside));
      return undefined;
    }
    case Kind::kWith:
      for (Node* item : node->list(ast::With::items)) step(item, undefined);
      return block(node->list(ast::With::body), std::move(undefined));
    case Kind::kTry:
    case Kind::kTryStar: {
      // A handler starts anywhere in the body.
      const SymbolSet at_handler = undefined | deleted_in(node->list(ast::Try::body));
      SymbolSet out = block(node->list(ast::Try::body), std::move(undefined));
      out = block(node->list(ast::Try::orelse), std::move(out));
      for (Node* handler : node->list(ast::Try::handlers)) {
        SymbolSet inside = at_handler;
        step(handler->child(ast::ExceptHandler::type), inside);
        Ident name = handler->ident(ast::ExceptHandler::name);
        const int symbol = name ? activity_.find(name) : -1;
        if (symbol >= 0) inside.erase(symbol);
        inside = block(handler->list(ast::ExceptHandler::body), std::move(inside));
        if (symbol >= 0 && activity_.symbols()[symbol].is_owned()) inside.insert(symbol);
        out |= inside;
      }
      if (!node->list(ast::Try::finalbody).empty()) {
        const SymbolSet defined_before = out;
        SymbolSet inside = block(node->list(ast::Try::finalbody), out | at_handler);
        // Past `finally` control came through the body or a handler.
        out = inside & (defined_before | deleted_in(node->list(ast::Try::finalbody)));
      }
      return out;
    }
    case Kind::kMatch: {
      step(node->child(ast::Match::subject), undefined);
      SymbolSet out = undefined;
      for (Node* item : node->list(ast::Match::cases)) {
        SymbolSet inside = undefined;
        step(item->child(ast::match_case::pattern), inside);
        step(item->child(ast::match_case::guard), inside);
        out |= block(item->list(ast::match_case::body), std::move(inside));
      }
      return out;
    }
    case Kind::kReturn:
    case Kind::kRaise:
      step(node, undefined);
      return {};  // nothing gets here
    default:
      step(node, undefined);
      return undefined;
  }
}

}  // namespace graphwright::autograph
