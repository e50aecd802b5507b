// Errors of functions of elements tell which element they were given.
#pragma once

#include "base/error.h"

namespace graphwright::data {

// What `call` gives; its errors name the element at `position`. Those that end a sequence, or a run, stay as they are.
template <class F>
auto at_element(int64_t position, const F& call) {
  try {
    return call();
  } catch (const Error& error) {
    if (error.code() == Code::kPythonException || error.code() == Code::kCancelled || error.code() == Code::kOutOfRange)
      throw;
    throw Error(error.code(), str_cat(error.message(), "\n\t [[element ", position, " of the data set]]"), error.op());
  }
}

}  // namespace graphwright::data
