// Reaching definitions, as far as they matter here: where a variable may still be without a value.
#pragma once

#include <functional>
#include <unordered_map>

#include "autograph/activity.h"

namespace graphwright::autograph {

class Definitions {
 public:
  Definitions(const Activity& activity, const Node* function);

  // The variables that may have no value when the statement (`if`, `while`, `for`) is reached; for loops, also at the
  // start of a later iteration.
  const SymbolSet& undefined_at(const Node* statement) const { return undefined_at_.at(statement); }

  // Walks again, calling `visit(expression or statement without blocks, undefined)` in execution order.
  using Visit = std::function<void(Node*, const SymbolSet&)>;
  void walk(const Node* function, const Visit& visit);

 private:
  void step(Node* node, SymbolSet& undefined);
  void step_events(const Events& events, SymbolSet& undefined) const;
  SymbolSet block(const NodeList& block, SymbolSet undefined);
  SymbolSet statement(Node* node, SymbolSet undefined);
  SymbolSet deleted_in(const NodeList& block) const;
  void collect_deleted(const Node* node, SymbolSet& out) const;

  const Activity& activity_;
  std::unordered_map<const Node*, SymbolSet> undefined_at_;
  Visit visit_;
};

}  // namespace graphwright::autograph
