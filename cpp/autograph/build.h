// Builder: short ways to make the nodes that the rewriter puts into the user's code.
#pragma once

#include <initializer_list>
#include <string_view>

#include "autograph/syntax.h"

namespace graphwright::autograph {

class Builder {
 public:
  // `operators` is the name under which generated code knows its operators (`ag__`).
  Builder(Tree& tree, Ident operators, const Location& location = {})
      : tree_(tree), operators_(operators), location_(location) {}

  // The same builder at another place in the user's file.
  Builder at(const Location& location) const { return {tree_, operators_, location}; }
  Builder at(const Node* node) const { return at(node->location); }
  // At the place of the line's start: for what a debugger shows as that line and nothing narrower.
  const Location& location() const { return location_; }
  Tree& tree() const { return tree_; }

  Ident intern(std::string_view text) const { return tree_.intern(text); }

  Node* name(Ident id) const { return name(id, Kind::kLoad); }
  Node* store(Ident id) const { return name(id, Kind::kStore); }
  Node* text(std::string_view value) const { return constant(Value::text(intern(value))); }
  Node* integer(int64_t value) const { return constant(Value::integer(value)); }
  Node* boolean(bool value) const { return constant(Value::boolean(value)); }
  Node* none() const { return constant(Value()); }
  Node* constant(Value value) const;
  Node* attribute(Node* value, std::string_view attr) const;
  Node* tuple(NodeList items, Kind context = Kind::kLoad) const;
  Node* call(Node* function, NodeList args, NodeList keywords = {}) const;
  // ag__.<op>(args...)
  Node* operation(std::string_view op, NodeList args, NodeList keywords = {}) const;
  Node* keyword(std::string_view arg, Node* value) const;
  Node* lambda(IdentList params, Node* body) const;
  Node* thunk(Node* body) const { return lambda({}, body); }
  Node* negation(Node* operand) const;

  Node* assign(Node* target, Node* value) const;
  Node* expression(Node* value) const;
  Node* pass() const { return tree_.make(Kind::kPass, location_); }
  Node* result(Node* value) const;
  Node* condition(Node* test, NodeList body, NodeList orelse) const;
  Node* declaration(Kind kind, IdentList names) const;  // nonlocal or global
  Node* function(Ident name, IdentList params, NodeList body) const;
  Node* module(NodeList body) const;
  Node* arguments(const IdentList& params) const;

 private:
  Node* name(Ident id, Kind context) const;
  Node* make(Kind kind) const { return tree_.make(kind, location_); }
  Value list(NodeList nodes) const { return Value(tree_.make_list(std::move(nodes))); }

  Tree& tree_;
  Ident operators_;
  Location location_;
};

}  // namespace graphwright::autograph
