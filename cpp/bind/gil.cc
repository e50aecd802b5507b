// Taking the GIL, also in threads that still run when the interpreter ends.
#include <chrono>
#include <thread>

#include "bind/python.h"

#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace graphwright::bind {
namespace {

// Python ends such a thread by unwinding its stack, which destructors and handlers of C++ do not survive.
template <class F>
auto or_wait(F&& take) {
#ifdef __GLIBCXX__
  try {
    return take();
  } catch (abi::__forced_unwind&) {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
#else
  return take();
#endif
}

}  // namespace

PyGILState_STATE ensure_gil() {
  return or_wait([] { return PyGILState_Ensure(); });
}

void restore_thread(PyThreadState* state) {
  or_wait([&] { PyEval_RestoreThread(state); });
}

}  // namespace graphwright::bind
