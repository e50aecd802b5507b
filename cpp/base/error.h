// Errors: one exception type that carries a code, the op's name and a message, and becomes a Python exception at the
// border.
#pragma once

#include <cstddef>
#include <exception>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace graphwright {

// Canonical codes have TensorFlow's numbers; those from 100 on name Python classes that TensorFlow raises for the same
// mistake.
enum class Code : int {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
  kValueError = 100,
  kTypeError = 101,
  kNotImplementedError = 102,
  kIndexError = 103,
  kAttributeError = 104,
  kRuntimeError = 105,
  kKeyError = 106,
  kOverflowError = 107,
  kLookupError = 108,
  kOperatorNotAllowedInGraph = 109,
  kInaccessibleTensor = 110,  // a symbol used outside its graph
  kPythonException = 200,     // a Python exception is already set or carried; see bind/
};

class Error : public std::exception {
 public:
  Error(Code code, std::string message, std::string op = {})
      : code_(code), message_(std::move(message)), op_(std::move(op)) {}
  Code code() const { return code_; }
  const std::string& message() const { return message_; }
  const std::string& op() const { return op_; }
  void set_op(std::string op) {
    if (op_.empty()) op_ = std::move(op);
  }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  Code code_;
  std::string message_;
  std::string op_;
};

// How a message shows a value: as a stream does. What most messages hold is compiled once, in error.cc.
template <class T>
void write_piece(std::ostream& out, const void* value) {
  out << *static_cast<const T*>(value);
}
extern template void write_piece<bool>(std::ostream&, const void*);
extern template void write_piece<char>(std::ostream&, const void*);
extern template void write_piece<int>(std::ostream&, const void*);
extern template void write_piece<unsigned>(std::ostream&, const void*);
extern template void write_piece<long>(std::ostream&, const void*);
extern template void write_piece<unsigned long>(std::ostream&, const void*);
extern template void write_piece<float>(std::ostream&, const void*);
extern template void write_piece<double>(std::ostream&, const void*);
extern template void write_piece<const char*>(std::ostream&, const void*);
extern template void write_piece<std::string>(std::ostream&, const void*);
extern template void write_piece<std::string_view>(std::ostream&, const void*);
void write_text(std::ostream& out, const void* text);

// A part of a message: a reference to a value and how it is written. There are thousands of messages: each hands over
// its parts, and one function runs them together.
class Piece {
 public:
  template <class T>
  Piece(const T& value) : value_(&value), write_(&write_piece<T>) {}  // NOLINT: implicit on purpose
  template <size_t N>
  Piece(const char (&text)[N]) : value_(text), write_(&write_text) {}  // NOLINT: implicit on purpose
  void write(std::ostream& out) const { write_(out, value_); }

 private:
  const void* value_;
  void (*write_)(std::ostream&, const void*);
};

std::string text_of(std::initializer_list<Piece> pieces);
[[noreturn]] void throw_error(Code code, std::initializer_list<Piece> message, std::string_view op = {});

template <class... Args>
std::string str_cat(const Args&... args) {
  return text_of({Piece(args)...});
}

template <class Range>
std::string str_join(const Range& range, std::string_view separator) {
  std::ostringstream out;
  bool first = true;
  for (const auto& item : range) {
    if (!first) out << separator;
    first = false;
    out << item;
  }
  return std::move(out).str();
}

// Throws an Error whose message is the arguments run together.
template <class... Args>
[[noreturn]] void fail(Code code, const Args&... args) {
  throw_error(code, {Piece(args)...});
}

// Throws unless `condition` holds; the message is only built when it does not.
#define GW_CHECK(condition, ...)                                             \
  do {                                                                       \
    if (__builtin_expect(!(condition), 0)) ::graphwright::fail(__VA_ARGS__); \
  } while (false)

#define GW_CHECK_ARG(condition, ...) GW_CHECK(condition, ::graphwright::Code::kInvalidArgument, __VA_ARGS__)

}  // namespace graphwright
