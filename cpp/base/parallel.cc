// parallel_for over OpenMP, safe after fork.
#include "base/parallel.h"

#include <omp.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

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
  if (pieces <= 1 || omp_in_parallel()) {
    f(0, n);
    return;
  }
  had_parallel_region = true;
  std::exception_ptr error;
  std::mutex mutex;
  int team = static_cast<int>(pieces);
#pragma omp parallel for num_threads(team) schedule(static)
  for (int piece = 0; piece < team; ++piece) {
    int64_t begin = n * piece / team, end = n * (piece + 1) / team;
    try {
      f(begin, end);
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace graphwright
