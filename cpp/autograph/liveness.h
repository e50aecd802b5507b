// Liveness: which variables are read later, at each statement that is to be rewritten.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "autograph/activity.h"

namespace graphwright::autograph {

class Liveness {
 public:
  // The analysis of an `if`, `while` or `for`.
  struct Info {
    SymbolSet writes;  // what its blocks may write, the targets of a `for` included
    SymbolSet before;  // read by its blocks (of a loop: also by later iterations) before they write it
    SymbolSet after;   // read after it
  };

  Liveness(const Conversion& conversion, const Activity& activity, const Node* function);

  const Info& info(const Node* statement) const { return infos_.at(statement); }
  // Stores to flags that nobody reads.
  const std::unordered_set<const Node*>& dead_flag_stores() const { return dead_flag_stores_; }

 private:
  // Backwards over a piece of code, the set of live variables becomes reads | (live - writes).
  struct Transfer {
    SymbolSet reads;
    SymbolSet writes;
    SymbolSet apply(const SymbolSet& live) const { return reads | (live - writes); }
  };
  static Transfer then(const Transfer& first, const Transfer& second);
  static Transfer either(const Transfer& a, const Transfer& b);
  Transfer of_events(const Events& events) const;
  Transfer of_expression(const Node* node) const { return node ? of_events(activity_.events(node)) : Transfer(); }
  Transfer of_loop_head(const Node* loop);
  Transfer of_try(const Node* node);
  Transfer of_handler(const Node* handler);
  Transfer of_case(const Node* item);
  Transfer of_block(const NodeList& block);
  const Transfer& of(const Node* statement);
  Transfer compute(const Node* statement);

  // Walks backwards from what is live at the block's end. `unwinding` is what a handler reads where an exception takes
  // control away.
  void visit(const NodeList& block, SymbolSet live, const SymbolSet& unwinding);
  void visit_parts(const Node* statement, const SymbolSet& after, const SymbolSet& unwinding);

  const Conversion& conversion_;
  const Activity& activity_;
  SymbolSet all_;
  SymbolSet made_;  // the rewriter's flags and results
  std::unordered_map<const Node*, Transfer> transfers_;
  std::unordered_map<const Node*, Info> infos_;
  std::unordered_set<const Node*> dead_flag_stores_;
};

}  // namespace graphwright::autograph
