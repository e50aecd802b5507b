// parallel_for on the process's one team of threads (OpenMP, shared with oneDNN).
#pragma once

#include <cstdint>

namespace graphwright {

// Threads that a parallel loop may use; 1 in a child forked after a parallel region (libgomp would hang there).
int num_threads();
void set_num_threads(int n);  // 0: as many as the machine has cores

// A non-owning reference to a callable void(int64_t begin, int64_t end).
class RangeFn {
 public:
  template <class F>
  RangeFn(const F& f)
      : object_(&f), call_([](const void* object, int64_t b, int64_t e) { (*static_cast<const F*>(object))(b, e); }) {}
  void operator()(int64_t begin, int64_t end) const { call_(object_, begin, end); }

 private:
  const void* object_;
  void (*call_)(const void*, int64_t, int64_t);
};

// Calls f on disjoint ranges that cover [0, n), in parallel when n > grain (the least worth a thread's start).
// Exceptions thrown by f are rethrown once, after all ranges have ended.
void parallel_for(int64_t n, int64_t grain, RangeFn f);

// True where another thread's part of the loop that this one has a part of has failed, so that nobody wants the rest.
bool loop_has_failed();

// True where this thread may have others work beside it now.
bool has_team();
// True where others work beside it right now.
bool has_busy_team();

// Calls f(i, i + 1) for each i in [0, n), each on a thread of its own as far as there are any, the first on the
// caller's; within f, loops run alone. f must not throw.
void run_side_by_side(int n, RangeFn f);

}  // namespace graphwright
