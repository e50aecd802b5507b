// parallel_for over OpenMP, safe after fork.
#include "base/parallel.h"

#include <omp.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <utility>

#include "base/alone.h"

namespace graphwright {
namespace {

std::atomic<bool> had_parallel_region{false};
std::atomic<bool> single_threaded_child{false};
std::atomic<int> requested_threads{0};

// libgomp's team does not survive fork(); a child that would wait for it runs single-threaded instead.
[[maybe_unused]] const int fork_guard = pthread_atfork(nullptr, nullptr, [] {
  if (had_parallel_region) {
    single_threaded_child = true;
    omp_set_num_threads(1);
  }
});

using Clock = std::chrono::steady_clock;

// Where other processes hold the cores, the team's threads come late: a loop then waits a time slice or more for work
// of microseconds. After such a wait loops run on their caller's thread alone for a pause, which doubles as long as the
// first loop after it waits again. The pieces stay the same, so that results do not depend on it.
class Lateness {
 public:
  bool alone() const {
    int64_t until = until_.load(std::memory_order_relaxed);
    return until != 0 && Clock::now().time_since_epoch().count() < until;
  }
  // `own`: how long the caller worked, `waited`: how long it then waited for the rest of its team.
  void note(int team, Clock::duration own, Clock::duration waited) {
    if (waited < kLate || waited < (team - 1) * own) {  // alone would not have been faster
      if (until_.load(std::memory_order_relaxed) != 0) until_.store(0, std::memory_order_relaxed);
      return;
    }
    Clock::duration pause = until_.load(std::memory_order_relaxed) == 0
                                ? kShortestPause
                                : std::min(2 * Clock::duration(pause_.load(std::memory_order_relaxed)), kLongestPause);
    pause_.store(pause.count(), std::memory_order_relaxed);
    until_.store((Clock::now() + pause).time_since_epoch().count(), std::memory_order_relaxed);
  }

 private:
  static constexpr Clock::duration kLate = std::chrono::milliseconds(1);
  static constexpr Clock::duration kShortestPause = std::chrono::milliseconds(20);
  static constexpr Clock::duration kLongestPause = std::chrono::milliseconds(640);
  std::atomic<int64_t> until_{0}, pause_{0};
};
Lateness lateness;

// Calls run(i) for each i below `n` on a team of threads, the first on the caller's; all there where teams come late.
template <class F>
void run_pieces(int n, int team, const F& run) {
  if (lateness.alone()) {
    for (int i = 0; i < n; ++i) run(i);
    return;
  }
  had_parallel_region = true;
  auto start = Clock::now(), done = start;
#pragma omp parallel for num_threads(team) schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    run(i);
    if (i == 0) done = Clock::now();  // the caller's piece
  }
  lateness.note(team, done - start, Clock::now() - done);
}

// Of the loop that this thread has a part of.
thread_local const std::atomic<bool>* current_loop_failed = nullptr;

}  // namespace

int num_threads() {
  if (single_threaded_child) return 1;
  static const int all = omp_get_max_threads();  // OMP_NUM_THREADS, else the processors
  int n = requested_threads;
  return n > 0 ? n : all;
}

void set_num_threads(int n) {
  requested_threads = n;
  omp_set_num_threads(num_threads());
}

void parallel_for(int64_t n, int64_t grain, RangeFn f) {
  if (n <= 0) return;
  if (n <= grain) return f(0, n);  // before num_threads(), which may ask the kernel
  int64_t pieces = std::min<int64_t>(num_threads(), (n + grain - 1) / std::max<int64_t>(grain, 1));
  if (pieces <= 1 || omp_in_parallel() || loops_alone) {
    f(0, n);
    return;
  }
  std::exception_ptr error;
  std::mutex mutex;
  std::atomic<bool> failed{false};
  int team = static_cast<int>(pieces);
  auto run_piece = [&](int piece) {
    const std::atomic<bool>* outer = std::exchange(current_loop_failed, &failed);
    try {
      f(n * piece / team, n * (piece + 1) / team);
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      failed.store(true, std::memory_order_relaxed);
    }
    current_loop_failed = outer;
  };
  run_pieces(team, team, run_piece);
  if (error) std::rethrow_exception(error);
}

bool loop_has_failed() { return current_loop_failed && current_loop_failed->load(std::memory_order_relaxed); }

bool has_team() { return !omp_in_parallel() && !loops_alone && num_threads() > 1; }

bool has_busy_team() { return omp_in_parallel(); }

void run_side_by_side(int n, RangeFn f) {
  auto run = [&](int i) {
    LoopsAlone alone;  // wherever it runs, so that results do not depend on it
    f(i, i + 1);
  };
  run_pieces(n, std::min(n, num_threads()), run);
}

}  // namespace graphwright
