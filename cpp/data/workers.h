// Threads for the work that runs ahead of who consumes it.
#pragma once

#include <functional>

namespace graphwright::data {

// Runs `work`, which throws nothing, on another thread. There are as many threads as pieces of work that run at a time,
// so that one may wait for another; they are kept for later work.
void start_work(std::function<void()> work);

// Called around each piece of work. Set by bind/.
void set_work_runner(void (*run)(const std::function<void()>& work));

}  // namespace graphwright::data
