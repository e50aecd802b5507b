// Taking the GIL, also in threads that still run when the interpreter ends.
#include "bind/gil.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "bind/python.h"

namespace graphwright::bind {
namespace {

std::atomic<int> running{0};
std::atomic<int> parked{0};
thread_local int runs_here = 0;
// The one that ends the interpreter, whichever loaded the module.
std::atomic<std::thread::id> ending_thread;

bool is_finalizing() {
#if PY_VERSION_HEX >= 0x030d0000
  return !Py_IsInitialized() || Py_IsFinalizing();
#else
  return !Py_IsInitialized() || _Py_IsFinalizing();
#endif
}

bool programs_run() { return running.load() > parked.load(); }

// Called after the interpreter's end and before that of static objects, which kernels use.
void wait_for_programs() {
  for (int ms = 0; ms < 1000 && programs_run(); ++ms) std::this_thread::sleep_for(std::chrono::milliseconds(1));
#ifdef __GLIBC__
  // A kernel may take longer, for as long as it likes: static objects stay then. What is registered last is called
  // first.
  if (!programs_run()) return;
  on_exit(
      [](int status, void*) {
        std::fflush(nullptr);
        _exit(status);
      },
      nullptr);
#endif
}

}  // namespace

void park() {
  parked += runs_here;
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

PyGILState_STATE ensure_gil() {
  stop_if_finalizing();
  return or_park([] { return PyGILState_Ensure(); });
}

void restore_thread(PyThreadState* state) {
  stop_if_finalizing();
  or_park([&] { PyEval_RestoreThread(state); });
}

void give_back_last(PyObject* object) noexcept {
  or_park([&] { Py_DECREF(object); });
}

void NativeRun::begin() {
  ++running;
  ++runs_here;
}
void NativeRun::end() {
  --running;
  --runs_here;
}

bool finalizing_elsewhere() { return is_finalizing() && std::this_thread::get_id() != ending_thread; }

void stop_if_finalizing() {
  if (finalizing_elsewhere()) park();
}

// Besides waiting, it parks threads that the interpreter's end unwinds out of a destructor or another place that
// nothing may leave: the process would end with SIGABRT.
void wait_for_programs_at_exit() {
  ending_thread = std::this_thread::get_id();  // where nothing says otherwise
  Py_AtExit(wait_for_programs);
  static PyMethodDef note_exit = {"note_exit",
                                  [](PyObject*, PyObject*) -> PyObject* {
                                    ending_thread = std::this_thread::get_id();
                                    exit_begun.store(true, std::memory_order_relaxed);
                                    Py_RETURN_NONE;
                                  },
                                  METH_NOARGS, "Called when the interpreter is about to end."};
  const PyRef noting = checked(PyCFunction_New(&note_exit, nullptr));
  const PyRef atexit = checked(PyImport_ImportModule("atexit"));
  checked(PyObject_CallMethod(atexit.get(), "register", "O", noting.get()));
  static const std::terminate_handler before = std::set_terminate([] {
    stop_if_finalizing();
    before();
  });
}

}  // namespace graphwright::bind
