// The syntax tree: Python's `ast` as C++ nodes, made by bind/ from the interpreter's tree and turned into one again.
//
// A node has a kind and that kind's fields in the order of syntax_kinds.inc, so a field is reached by its name:
// `node->child(ast::If::test)`. Nodes belong to their Tree and live as long as it does. A node hangs in one place only;
// what is needed twice is cloned.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace graphwright::autograph {

enum class Kind : uint8_t {
#define GW_SYNTAX(kind, ...) k##kind,
#define GW_SYNTAX_TOKEN(kind) k##kind,
#include "autograph/syntax_kinds.inc"
#undef GW_SYNTAX
#undef GW_SYNTAX_TOKEN
};

// ast::If::test is the number of the field `test` of a node of kind `If`.
namespace ast {
#define GW_SYNTAX(kind, ...)                       \
  struct kind {                                    \
    enum Field : int { __VA_ARGS__, kFieldCount }; \
    static constexpr Kind kKind = Kind::k##kind;   \
  };
#define GW_SYNTAX_TOKEN(kind)                    \
  struct kind {                                  \
    enum Field : int { kFieldCount };            \
    static constexpr Kind kKind = Kind::k##kind; \
  };
#include "autograph/syntax_kinds.inc"
#undef GW_SYNTAX
#undef GW_SYNTAX_TOKEN
}  // namespace ast

// The table's entry of one kind: its name and the names of its fields, as Python spells them.
struct KindInfo {
  std::string_view name;
  std::vector<std::string_view> fields;
};
const std::vector<KindInfo>& kind_table();

// An identifier, interned in its Tree: equal names are the same pointer. Null where the field is absent.
using Ident = const std::string*;

struct Node;
using NodeList = std::vector<Node*>;
using IdentList = std::vector<Ident>;

// The place of a node in the user's file, as in Python: lines from 1, columns in UTF-8 bytes from 0.
struct Location {
  int line = 0;
  int column = 0;
  int end_line = 0;
  int end_column = 0;
};

// The value of a field. Constants that the rewriter never looks into (floats, bytes, ...) stay Python objects, known by
// number.
class Value {
 public:
  enum class Tag : uint8_t { kNone, kNode, kNodes, kIdent, kIdents, kInt, kBool, kText, kObject };

  Value() = default;
  explicit Value(Node* node) : tag_(node ? Tag::kNode : Tag::kNone), node_(node) {}
  explicit Value(NodeList* nodes) : tag_(Tag::kNodes), nodes_(nodes) {}
  explicit Value(IdentList* idents) : tag_(Tag::kIdents), idents_(idents) {}
  static Value ident(Ident ident) { return ident ? Value(Tag::kIdent, ident) : Value(); }
  static Value text(Ident text) { return Value(Tag::kText, text); }
  static Value integer(int64_t number) { return Value(Tag::kInt, number); }
  static Value boolean(bool value) { return Value(Tag::kBool, int64_t{value}); }
  static Value object(int64_t index) { return Value(Tag::kObject, index); }

  Tag tag() const { return tag_; }
  bool is_none() const { return tag_ == Tag::kNone; }
  Node* node() const { return tag_ == Tag::kNode ? node_ : nullptr; }
  NodeList* nodes() const { return tag_ == Tag::kNodes ? nodes_ : nullptr; }
  IdentList* idents() const { return tag_ == Tag::kIdents ? idents_ : nullptr; }
  Ident ident() const { return tag_ == Tag::kIdent || tag_ == Tag::kText ? ident_ : nullptr; }
  int64_t number() const { return number_; }

 private:
  Value(Tag tag, Ident ident) : tag_(tag), ident_(ident) {}
  Value(Tag tag, int64_t number) : tag_(tag), number_(number) {}

  Tag tag_ = Tag::kNone;
  union {
    Node* node_;
    NodeList* nodes_;
    IdentList* idents_;
    Ident ident_;
    int64_t number_ = 0;
  };
};

struct Node {
  Kind kind = Kind::kPass;
  bool plain = false;      // an `if` that stays Python's: its test can never be a tensor
  bool generated = false;  // made by the rewriter: its names are not the user's
  uint8_t field_count = 0;
  Location location;
  Value* fields = nullptr;

  template <class T>
  bool is() const {
    return kind == T::kKind;
  }
  Value& at(int field) { return fields[field]; }
  const Value& at(int field) const { return fields[field]; }
  Node* child(int field) const { return fields[field].node(); }
  NodeList& list(int field) const { return *fields[field].nodes(); }
  Ident ident(int field) const { return fields[field].ident(); }
  void set(int field, Node* child) { fields[field] = Value(child); }
};

class Tree {
 public:
  Tree() = default;
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  Node* make(Kind kind, const Location& location = {});
  // A node without fields (`Load`, `Add`, ...): one per kind serves all.
  Node* token(Kind kind);
  NodeList* make_list(NodeList nodes = {});
  IdentList* make_idents(IdentList idents = {});
  Ident intern(std::string_view text);
  // A deep copy.
  Node* clone(const Node* node);

 private:
  std::pmr::monotonic_buffer_resource memory_{16 << 10};
  std::deque<NodeList> lists_;
  std::deque<IdentList> ident_lists_;
  std::unordered_set<std::string> idents_;
  std::vector<Node*> tokens_;
};

// Calls `visit(Node*)` for each child node in the order of the fields.
template <class Visit>
void for_each_child(const Node* node, Visit&& visit) {
  for (int i = 0; i < node->field_count; ++i) {
    const Value& value = node->at(i);
    if (Node* child = value.node()) {
      visit(child);
    } else if (NodeList* nodes = value.nodes()) {
      for (Node* item : *nodes)
        if (item) visit(item);
    }
  }
}

inline bool is_function(const Node* node) {
  return node->is<ast::FunctionDef>() || node->is<ast::AsyncFunctionDef>() || node->is<ast::Lambda>();
}
inline bool is_comprehension(const Node* node) {
  return node->is<ast::ListComp>() || node->is<ast::SetComp>() || node->is<ast::DictComp>() ||
         node->is<ast::GeneratorExp>();
}
inline bool is_loop(const Node* node) { return node->is<ast::For>() || node->is<ast::While>(); }
inline bool is_try(const Node* node) { return node->is<ast::Try>() || node->is<ast::TryStar>(); }
inline bool is_with(const Node* node) { return node->is<ast::With>() || node->is<ast::AsyncWith>(); }

}  // namespace graphwright::autograph
