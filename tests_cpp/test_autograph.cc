// autograph/: the scanner for blocks, the tree, the analyses, and whole conversions of hand-made functions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "autograph/activity.h"
#include "autograph/build.h"
#include "autograph/conversion.h"
#include "autograph/convert.h"
#include "autograph/definitions.h"
#include "autograph/liveness.h"
#include "autograph/lower_exits.h"
#include "autograph/source_block.h"
#include "autograph/symbol_set.h"
#include "base/error.h"

namespace graphwright::autograph {
namespace {

// Makes trees of a few kinds of statements.
struct Code {
  Tree tree;
  Builder build{tree, tree.intern("ag__"), Location{1, 0, 1, 1}};

  Ident id(const char* name) { return tree.intern(name); }
  Node* load(const char* name) { return build.name(id(name)); }
  Node* set(const char* name, Node* value) { return build.assign(build.store(id(name)), value); }
  Node* set(const char* name, int value) { return set(name, build.integer(value)); }
  Node* call(const char* function, NodeList args = {}) { return build.call(load(function), std::move(args)); }
  Node* give(Node* value) { return build.result(value); }
  Node* when(Node* test, NodeList body, NodeList orelse = {}) {
    return build.condition(test, std::move(body), std::move(orelse));
  }
  Node* loop(Node* test, NodeList body) {
    Node* node = tree.make(Kind::kWhile, build.location());
    node->set(ast::While::test, test);
    node->at(ast::While::body) = Value(tree.make_list(std::move(body)));
    node->at(ast::While::orelse) = Value(tree.make_list());
    return node;
  }
  Node* simple(Kind kind) { return tree.make(kind, build.location()); }
  Node* function(const char* name, std::vector<const char*> params, NodeList body) {
    IdentList names;
    for (const char* param : params) names.push_back(id(param));
    Node* node = build.function(id(name), names, std::move(body));
    node->generated = false;
    return node;
  }
};

// Statements as text, enough of them to tell what became of a function.
std::string text(const Node* node);

std::string text(const NodeList& nodes, const char* separator) {
  std::string out;
  for (const Node* node : nodes) out += (out.empty() ? "" : separator) + text(node);
  return out;
}

std::string text(const Node* node) {
  if (!node) return "";
  switch (node->kind) {
    case Kind::kName:
      return *node->ident(ast::Name::id);
    case Kind::kConstant: {
      const Value& value = node->at(ast::Constant::value);
      if (value.tag() == Value::Tag::kText) return "'" + *value.ident() + "'";
      if (value.tag() == Value::Tag::kBool) return value.number() ? "True" : "False";
      return value.is_none() ? "None" : std::to_string(value.number());
    }
    case Kind::kAttribute:
      return text(node->child(ast::Attribute::value)) + "." + *node->ident(ast::Attribute::attr);
    case Kind::kCall:
      return text(node->child(ast::Call::func)) + "(" + text(node->list(ast::Call::args), ", ") + ")";
    case Kind::kUnaryOp:
      return "not " + text(node->child(ast::UnaryOp::operand));
    case Kind::kBoolOp:
      return text(node->list(ast::BoolOp::values), " and ");
    case Kind::kTuple:
      return "(" + text(node->list(ast::Tuple::elts), ", ") + ")";
    case Kind::kLambda:
      return "lambda: " + text(node->child(ast::Lambda::body));
    case Kind::kAssign:
      return text(node->list(ast::Assign::targets).front()) + " = " + text(node->child(ast::Assign::value));
    case Kind::kExpr:
      return text(node->child(ast::Expr::value));
    case Kind::kReturn:
      return "return " + text(node->child(ast::Return::value));
    case Kind::kPass:
      return "pass";
    case Kind::kNonlocal: {
      std::string names;
      for (Ident name : *node->at(ast::Nonlocal::names).idents()) names += (names.empty() ? "" : ", ") + *name;
      return "nonlocal " + names;
    }
    case Kind::kIf:
      return "if " + text(node->child(ast::If::test)) + " {" + text(node->list(ast::If::body), "; ") + "} else {" +
             text(node->list(ast::If::orelse), "; ") + "}";
    case Kind::kWhile:
      return "while " + text(node->child(ast::While::test)) + " {" + text(node->list(ast::While::body), "; ") + "}";
    case Kind::kFunctionDef:
      return "def " + *node->ident(ast::FunctionDef::name) + " {" + text(node->list(ast::FunctionDef::body), "; ") +
             "}";
    default:
      return std::string(kind_table()[static_cast<size_t>(node->kind)].name);
  }
}

std::string body_text(const Node* function) { return text(function->list(ast::FunctionDef::body), "; "); }

size_t lines_of_block(const std::string& code) {
  const size_t length = block_length(code);
  return std::count(code.begin(), code.begin() + length, '\n') + (length > 0 && code[length - 1] != '\n' ? 1 : 0);
}

TEST_CASE("autograph: a block ends where its indentation does") {
  CHECK(lines_of_block("def f(x):\n  return x\ny = 1\n") == 2);
  CHECK(lines_of_block("def f(x): return x\ny = 1\n") == 1);
  CHECK(lines_of_block("def f(x):\n  a\n\n  # c\n# d\n  b\n\n\ny\n") == 6);
  CHECK(lines_of_block("@d(\n1)\n@e\n\ndef f(\n    x,\n) -> int:  # c\n  return x\nz") == 8);
  CHECK(lines_of_block("  def f():\n\treturn 1\n  g\n") == 2);
  CHECK(lines_of_block("def f():\n  s = '''\nnot code:\n'''\n  return s\nx") == 5);
  CHECK(lines_of_block("def f():\n  return (1 +\n2)\nx") == 3);
  CHECK(lines_of_block("def f():\n  return 1 + \\\n2\nx") == 3);
  CHECK(lines_of_block("def f():\n  return 1") == 2);
  CHECK(lines_of_block("def f(a={1: 2}, b=lambda: 3):\n  return a[1:]\nx") == 2);
  CHECK(lines_of_block("def f():\r\n  return 1\r\nx = 2\r\n") == 2);
}

TEST_CASE("autograph: strings hide what looks like code") {
  CHECK(lines_of_block("def f():\n  return \"a'b\" 'c\"d' r'\\' # '\nx") == 2);
  CHECK(lines_of_block("def f():\n  return f'{x[\"a\"]}{{' + f\"{y!r:>{w}}\"\nx") == 2);
  CHECK(lines_of_block("def f():\n  return f\"{d[\"a\"]:'^10}\"\nx") == 2);
  CHECK(lines_of_block("def f():\n  return f'''{\n1}\n'''\nx") == 4);
  CHECK(lines_of_block("def f():\n  return f'{\n1  # it's }\n}'\nx") == 4);
  CHECK(lines_of_block("def f():\n  return t\"{a:#{w}}{\n\"b\"}\", 1\nx") == 3);
  CHECK(lines_of_block("") == 0);
  CHECK(lines_of_block("def f():\n  return 'broken\nx") == 2);
}

TEST_CASE("autograph: symbol sets") {
  SymbolSet a, b;
  a.insert(1);
  a.insert(200);
  b.insert(200);
  b.insert(64);
  CHECK((a & b).contains(200));
  CHECK_FALSE((a & b).contains(1));
  CHECK((a | b).contains(64));
  CHECK((a - b) == [] {
    SymbolSet one;
    one.insert(1);
    return one;
  }());
  a.erase(200);
  a.erase(1);
  CHECK(a.empty());
  std::vector<size_t> seen;
  SymbolSet::all(130).for_each([&](size_t item) { seen.push_back(item); });
  CHECK(seen.size() == 130);
  CHECK(seen.back() == 129);
}

TEST_CASE("autograph: a clone shares nothing but tokens and names") {
  Code c;
  Node* node = c.when(c.load("a"), {c.set("b", 1)});
  Node* copy = c.tree.clone(node);
  CHECK(text(copy) == text(node));
  CHECK(copy->child(ast::If::test) != node->child(ast::If::test));
  CHECK(copy->child(ast::If::test)->child(ast::Name::ctx) == node->child(ast::If::test)->child(ast::Name::ctx));
  CHECK(c.tree.intern("abc") == c.tree.intern(std::string("ab") + "c"));
}

TEST_CASE("autograph: fresh names meet nobody's") {
  Code c;
  Node* function = c.function("f", {"ag__"}, {c.set("if_body", 1), c.set("break_", 1)});
  Conversion conversion(c.tree, {}, function);
  CHECK(*conversion.operators() == "ag__1");
  CHECK(*conversion.fresh("if_body") == "if_body_1");
  CHECK(*conversion.fresh("if_body") == "if_body_2");
  CHECK(*conversion.fresh_flag("break_") == "break_1");
  CHECK(conversion.local("itr") == conversion.local("itr"));
}

TEST_CASE("autograph: the branch that does not return takes the rest") {
  Code c;
  Node* function =
      c.function("f", {"x"}, {c.when(c.load("x"), {c.give(c.build.integer(1))}), c.give(c.build.integer(2))});
  Conversion conversion(c.tree, {}, function);
  lower_exits(conversion, function);
  CHECK(body_text(function) ==
        "do_return = False; if x {retval_ = 1; do_return = True} else {retval_ = 2; do_return = True}; return retval_");
}

TEST_CASE("autograph: what may have been left is guarded") {
  Code c;
  Node* breaks = c.when(c.load("a"), {c.when(c.load("b"), {c.simple(Kind::kBreak)}), c.set("y", 1)});
  Node* function = c.function("f", {"a", "b"}, {c.loop(c.load("a"), {breaks, c.set("z", 2)}), c.set("w", 3)});
  Conversion conversion(c.tree, {}, function);
  lower_exits(conversion, function);
  CHECK(body_text(function) ==
        "break_ = False; while not break_ and a {continue_ = False; if a {if b {break_ = True; continue_ = True} else "
        "{y = 1}} "
        "else {}; if not continue_ {z = 2} else {}}; w = 3");
}

TEST_CASE("autograph: conditions that are Python's leave a return where it is") {
  Code c;
  Node* test = c.tree.make(Kind::kCompare, c.build.location());
  test->set(ast::Compare::left, c.load("x"));
  test->at(ast::Compare::ops) = Value(c.tree.make_list({c.tree.token(Kind::kIs)}));
  test->at(ast::Compare::comparators) = Value(c.tree.make_list({c.build.none()}));
  Node* function = c.function("f", {"x"}, {c.when(test, {c.give(c.build.integer(1))}), c.give(c.build.integer(2))});
  const Converted out = convert(c.tree, function, "f", {}, {});
  CHECK(body_text(out.definition) == "if Compare {return 1} else {}; return 2");
  CHECK(out.generated_functions.empty());
}

TEST_CASE("autograph: reads, writes and liveness") {
  Code c;
  Node* choice = c.when(c.load("x"), {c.set("y", 1), c.set("t", 2)}, {c.set("t", 3)});
  Node* function = c.function("f", {"x"}, {c.set("y", 0), choice, c.give(c.load("y"))});
  Conversion conversion(c.tree, {}, function);
  const Activity activity(conversion, function);
  const int y = activity.find(c.id("y")), t = activity.find(c.id("t"));
  CHECK(activity.is_parameter(c.id("x")));
  const Liveness liveness(conversion, activity, function);
  CHECK(liveness.info(choice).writes.contains(y));
  CHECK(liveness.info(choice).writes.contains(t));
  CHECK(liveness.info(choice).after.contains(y));
  CHECK_FALSE(liveness.info(choice).after.contains(t));
  const Definitions definitions(activity, function);
  CHECK(definitions.undefined_at(choice).contains(t));
  CHECK_FALSE(definitions.undefined_at(choice).contains(y));
}

TEST_CASE("autograph: calling a nested function reads what it reads") {
  Code c;
  Node* inner = c.function("g", {}, {c.give(c.load("y"))});
  Node* choice = c.when(c.load("x"), {c.set("y", 1)});
  Node* function = c.function("f", {"x"}, {c.set("y", 0), inner, choice, c.give(c.call("g"))});
  Conversion conversion(c.tree, {}, function);
  const Activity activity(conversion, function);
  const Liveness liveness(conversion, activity, function);
  CHECK(liveness.info(choice).after.contains(activity.find(c.id("y"))));
}

TEST_CASE("autograph: places such as a.b are symbols") {
  Code c;
  Node* target = c.build.attribute(c.load("self"), "total");
  CHECK(place_text(target) == "self.total");
  target->set(ast::Attribute::ctx, c.tree.token(Kind::kStore));
  Node* choice = c.when(c.load("x"), {c.build.assign(target, c.load("x"))});
  Node* function = c.function("f", {"self", "x"}, {choice});
  const Converted out = convert(c.tree, function, "f", {}, {});
  CHECK(body_text(out.definition).find("ag__.ldu(lambda: self.total, 'self.total')") != std::string::npos);
  CHECK(body_text(out.definition).find("ag__.put_attribute(self, 'total', value)") != std::string::npos);
}

TEST_CASE("autograph: a whole conversion") {
  Code c;
  Node* choice = c.when(c.load("x"), {c.set("y", c.call("g"))}, {c.set("y", 2)});
  Node* function = c.function("f", {"x"}, {choice, c.give(c.load("y"))});
  const Converted out = convert(c.tree, function, "f", {"g"}, {});
  CHECK(out.name == "tf__f");
  CHECK(out.operators == "ag__");
  CHECK(body_text(out.definition) ==
        "y = ag__.Undefined('y'); def get_state {return (y)}; def set_state {nonlocal y; (y) = vars_}; "
        "def if_body {nonlocal x, y; y = ag__.converted_call(g)()}; def else_body {nonlocal x, y; y = 2}; "
        "ag__.if_stmt(x, if_body, else_body, get_state, set_state, ('y'), 1); return y");
  CHECK(out.generated_functions.size() == 4);
  CHECK(text(out.module->list(ast::Module::body).front()).starts_with("def factory {def tf__f"));
}

TEST_CASE("autograph: what may be without a value is read through ld") {
  Code c;
  Node* choice = c.when(c.load("x"), {c.set("y", 1)});
  Node* function = c.function("f", {"x"}, {choice, c.give(c.load("y"))});
  const Converted out = convert(c.tree, function, "f", {}, {});
  CHECK(body_text(out.definition).ends_with("return ag__.ld(y)"));
}

TEST_CASE("autograph: generators are refused") {
  Code c;
  Node* yield = c.tree.make(Kind::kYield, c.build.location());
  Node* function = c.function("f", {}, {c.build.expression(yield)});
  CHECK_THROWS_AS(convert(c.tree, function, "f", {}, {}), Error);
}

TEST_CASE("autograph: deep nesting") {
  Code c;
  NodeList body = {c.set("y", 1)};
  for (int i = 0; i < 300; ++i) body = {c.when(c.load("x"), std::move(body), {c.set("y", i)})};
  body.push_back(c.give(c.load("y")));
  const Converted out = convert(c.tree, c.function("f", {"x"}, std::move(body)), "f", {}, {});
  CHECK(out.generated_functions.size() == 1200);
}

}  // namespace
}  // namespace graphwright::autograph
