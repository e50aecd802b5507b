// Builder: one function per kind of node that generated code is made of.
#include "autograph/build.h"

#include <utility>

namespace graphwright::autograph {

Node* Builder::name(Ident id, Kind context) const {
  Node* node = make(Kind::kName);
  node->at(ast::Name::id) = Value::ident(id);
  node->set(ast::Name::ctx, tree_.token(context));
  return node;
}

Node* Builder::constant(Value value) const {
  Node* node = make(Kind::kConstant);
  node->at(ast::Constant::value) = value;
  return node;
}

Node* Builder::attribute(Node* value, std::string_view attr) const {
  Node* node = make(Kind::kAttribute);
  node->set(ast::Attribute::value, value);
  node->at(ast::Attribute::attr) = Value::ident(intern(attr));
  node->set(ast::Attribute::ctx, tree_.token(Kind::kLoad));
  return node;
}

Node* Builder::tuple(NodeList items, Kind context) const {
  Node* node = make(Kind::kTuple);
  node->at(ast::Tuple::elts) = list(std::move(items));
  node->set(ast::Tuple::ctx, tree_.token(context));
  return node;
}

Node* Builder::call(Node* function, NodeList args, NodeList keywords) const {
  Node* node = make(Kind::kCall);
  node->set(ast::Call::func, function);
  node->at(ast::Call::args) = list(std::move(args));
  node->at(ast::Call::keywords) = list(std::move(keywords));
  return node;
}

Node* Builder::operation(std::string_view op, NodeList args, NodeList keywords) const {
  return call(attribute(name(operators_), op), std::move(args), std::move(keywords));
}

Node* Builder::keyword(std::string_view arg, Node* value) const {
  Node* node = make(Kind::kkeyword);
  node->at(ast::keyword::arg_name) = Value::ident(intern(arg));
  node->set(ast::keyword::value, value);
  return node;
}

Node* Builder::arguments(const IdentList& params) const {
  NodeList args;
  for (Ident param : params) {
    Node* arg = make(Kind::karg);
    arg->at(ast::arg::arg_name) = Value::ident(param);
    args.push_back(arg);
  }
  Node* node = tree_.make(Kind::karguments);
  for (int field :
       {ast::arguments::posonlyargs, ast::arguments::kwonlyargs, ast::arguments::kw_defaults, ast::arguments::defaults})
    node->at(field) = list({});
  node->at(ast::arguments::args) = list(std::move(args));
  return node;
}

Node* Builder::lambda(IdentList params, Node* body) const {
  Node* node = make(Kind::kLambda);
  node->set(ast::Lambda::args, arguments(params));
  node->set(ast::Lambda::body, body);
  return node;
}

Node* Builder::negation(Node* operand) const {
  Node* node = make(Kind::kUnaryOp);
  node->set(ast::UnaryOp::op, tree_.token(Kind::kNot));
  node->set(ast::UnaryOp::operand, operand);
  return node;
}

Node* Builder::assign(Node* target, Node* value) const {
  Node* node = make(Kind::kAssign);
  node->at(ast::Assign::targets) = list({target});
  node->set(ast::Assign::value, value);
  return node;
}

Node* Builder::expression(Node* value) const {
  Node* node = make(Kind::kExpr);
  node->set(ast::Expr::value, value);
  return node;
}

Node* Builder::result(Node* value) const {
  Node* node = make(Kind::kReturn);
  node->set(ast::Return::value, value);
  return node;
}

Node* Builder::condition(Node* test, NodeList body, NodeList orelse) const {
  Node* node = make(Kind::kIf);
  node->set(ast::If::test, test);
  if (body.empty()) body.push_back(pass());
  node->at(ast::If::body) = list(std::move(body));
  node->at(ast::If::orelse) = list(std::move(orelse));
  return node;
}

Node* Builder::declaration(Kind kind, IdentList names) const {
  Node* node = make(kind);
  node->at(0) = Value(tree_.make_idents(std::move(names)));
  return node;
}

Node* Builder::function(Ident name, IdentList params, NodeList body) const {
  Node* node = make(Kind::kFunctionDef);
  node->generated = true;
  node->at(ast::FunctionDef::name) = Value::ident(name);
  node->set(ast::FunctionDef::args, arguments(params));
  if (body.empty()) body.push_back(pass());
  node->at(ast::FunctionDef::body) = list(std::move(body));
  node->at(ast::FunctionDef::decorator_list) = list({});
  node->at(ast::FunctionDef::type_params) = list({});
  return node;
}

Node* Builder::module(NodeList body) const {
  Node* node = make(Kind::kModule);
  node->at(ast::Module::body) = list(std::move(body));
  node->at(ast::Module::type_ignores) = list({});
  return node;
}

}  // namespace graphwright::autograph
