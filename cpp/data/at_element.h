// Errors of functions of elements tell which element they were given.
#pragma once

#include <string>

#include "base/error.h"

namespace graphwright::data {

// The end of the texts of errors.
inline std::string place_of(int64_t position) { return str_cat("\n\t [[element ", position, " of the data set]]"); }

// The result of `call`; its errors name the element at `position`, but for those that end a sequence or a run.
template <class F>
auto at_element(int64_t position, const F& call) {
  try {
    return call();
  } catch (const Error& error) {
    if (error.code() == Code::kPythonException || error.code() == Code::kCancelled || error.code() == Code::kOutOfRange)
      throw;
    throw Error(error.code(), str_cat(error.message(), place_of(position)), error.op());
  }
}

}  // namespace graphwright::data
