// Errors of functions of elements tell which element they were given.
#pragma once

#include <string>

#include "base/error.h"

namespace graphwright::data {

// What the texts of errors end with.
inline std::string place_of(int64_t position) { return str_cat("\n\t [[element ", position, " of the data set]]"); }

// What `call` gives; its errors name the element at `position`. Those that end a sequence, or a run, stay as they are.
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
