// The table of kinds, and the Tree that owns nodes, lists and names.
#include "autograph/syntax.h"

#include <new>

namespace graphwright::autograph {
namespace {

std::vector<std::string_view> split_fields(std::string_view text) {
  std::vector<std::string_view> fields;
  size_t at = 0;
  while (at < text.size()) {
    size_t comma = text.find(',', at);
    if (comma == std::string_view::npos) comma = text.size();
    std::string_view field = text.substr(at, comma - at);
    while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
    // C++ allows no member with its class's name, so `arg.arg` has another one here.
    fields.push_back(field == "arg_name" ? std::string_view("arg") : field);
    at = comma + 1;
  }
  return fields;
}

}  // namespace

const std::vector<KindInfo>& kind_table() {
  static const std::vector<KindInfo> table = {
#define GW_SYNTAX(kind, ...) {#kind, split_fields(#__VA_ARGS__)},
#define GW_SYNTAX_TOKEN(kind) {#kind, {}},
#include "autograph/syntax_kinds.inc"
#undef GW_SYNTAX
#undef GW_SYNTAX_TOKEN
  };
  return table;
}

Node* Tree::make(Kind kind, const Location& location) {
  const size_t count = kind_table()[static_cast<size_t>(kind)].fields.size();
  Node* node = new (memory_.allocate(sizeof(Node), alignof(Node))) Node();
  node->kind = kind;
  node->field_count = static_cast<uint8_t>(count);
  node->location = location;
  if (count) {
    node->fields = static_cast<Value*>(memory_.allocate(sizeof(Value) * count, alignof(Value)));
    for (size_t i = 0; i < count; ++i) new (node->fields + i) Value();
  }
  return node;
}

Node* Tree::token(Kind kind) {
  const size_t index = static_cast<size_t>(kind);
  if (tokens_.empty()) tokens_.resize(kind_table().size());
  if (!tokens_[index]) tokens_[index] = make(kind);
  return tokens_[index];
}

NodeList* Tree::make_list(NodeList nodes) { return &lists_.emplace_back(std::move(nodes)); }

IdentList* Tree::make_idents(IdentList idents) { return &ident_lists_.emplace_back(std::move(idents)); }

Ident Tree::intern(std::string_view text) { return &*idents_.emplace(text).first; }

Node* Tree::clone(const Node* node) {
  if (!node) return nullptr;
  if (node->field_count == 0 && node->location.line == 0) return token(node->kind);
  Node* copy = make(node->kind, node->location);
  copy->plain = node->plain;
  copy->generated = node->generated;
  for (int i = 0; i < node->field_count; ++i) {
    const Value& value = node->at(i);
    if (Node* child = value.node()) {
      copy->set(i, clone(child));
    } else if (NodeList* nodes = value.nodes()) {
      NodeList copies;
      copies.reserve(nodes->size());
      for (Node* item : *nodes) copies.push_back(clone(item));
      copy->at(i) = Value(make_list(std::move(copies)));
    } else {
      copy->at(i) = value;
    }
  }
  return copy;
}

}  // namespace graphwright::autograph
