// Errors: one exception type that carries a code, the op's name and a message, and becomes a Python exception at the
// border.
#pragma once

#include <exception>
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

template <class... Args>
std::string str_cat(const Args&... args) {
  std::ostringstream out;
  (out << ... << args);
  return std::move(out).str();
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
  throw Error(code, str_cat(args...));
}

// Throws unless `condition` holds; the message is only built when it does not.
#define GW_CHECK(condition, ...)                                             \
  do {                                                                       \
    if (__builtin_expect(!(condition), 0)) ::graphwright::fail(__VA_ARGS__); \
  } while (false)

#define GW_CHECK_ARG(condition, ...) GW_CHECK(condition, ::graphwright::Code::kInvalidArgument, __VA_ARGS__)

}  // namespace graphwright
