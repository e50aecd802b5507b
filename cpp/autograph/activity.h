// Activity: which variables a function has, and what each statement and expression reads and writes, in order.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "autograph/conversion.h"
#include "autograph/symbol_set.h"
#include "autograph/syntax.h"

namespace graphwright::autograph {

// Something that the function writes: a variable, or a place such as `self.total` or `table['a']`.
struct Symbol {
  std::string text;             // as the user would write it
  Ident name;                   // the variable, or the variable that the place starts from
  Kind declared = Kind::kName;  // kGlobal and kNonlocal where declared so, else the function owns it
  Node* place = nullptr;        // of places only: the expression
  IdentList support;            // of places only: all variables in it
  bool is_place() const { return place != nullptr; }
  bool is_owned() const { return !is_place() && declared == Kind::kName; }
};

struct Event {
  enum class Kind : uint8_t { kRead, kWrite, kMayWrite, kDelete };
  Kind kind;
  int symbol;
};
using Events = std::vector<Event>;

// The variables of one function, seen from inside it.
class Activity {
 public:
  // Of a FunctionDef whose exits are lowered.
  Activity(const Conversion& conversion, const Node* function);

  const std::vector<Symbol>& symbols() const { return symbols_; }
  int find(Ident name) const;
  // Variables that Python treats as locals of the function, parameters included.
  bool is_local(Ident name) const { return locals_.contains(name); }
  bool is_parameter(Ident name) const { return params_.contains(name); }

  // The effect of evaluating an expression, or of executing a statement without blocks.
  Events events(const Node* node) const;
  Events name_events(Ident name, Event::Kind kind) const;
  // All that the block may write, in nested blocks too.
  SymbolSet writes(const NodeList& block) const;

 private:
  struct Closure {
    std::unordered_set<Ident> reads;
    std::unordered_set<Ident> writes;
  };

  void declare(const Node* node);
  void declare_name(Ident name);
  void add_places(const Node* node);
  int add_symbol(Symbol symbol);
  void close_closures(const Node* function);
  void collect_writes(const NodeList& block, SymbolSet& out) const;
  void collect_writes(const Node* node, SymbolSet& out) const;

  // Free variables of a nested function, lambda or class.
  const Closure& closure_of(const Node* node) const;
  void collect_free(const Node* node, std::unordered_set<Ident>& bound, Closure& out) const;

  friend class EventWalker;

  const Conversion& conversion_;
  std::vector<Symbol> symbols_;
  std::unordered_map<Ident, int> by_name_;
  std::unordered_map<std::string, int> by_text_;
  std::unordered_set<Ident> locals_;
  std::unordered_set<Ident> params_;
  std::unordered_map<Ident, Kind> declared_;
  // By variable: what calling the functions that it may hold reads and writes.
  std::unordered_map<Ident, Closure> held_;
  mutable std::unordered_map<const Node*, Closure> closures_;
};

// The names that statements bind in the scope they stand in, in the order of their first binding.
IdentList names_bound_by(Tree& tree, const NodeList& block);

// The text of `a.b['c'][i]` where every part is a name, an attribute or a constant or simple index, else "".
std::string place_text(const Node* node);

}  // namespace graphwright::autograph
