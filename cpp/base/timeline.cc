// The books of timelines: a list of events for each thread.
#include "base/timeline.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>

#include "base/at_fork.h"

namespace graphwright {
namespace {

struct Book {
  std::mutex mutex;
  uint64_t thread = static_cast<uint64_t>(pthread_self());
  std::vector<TimelineEvent> events;
};

GlobalMutex& books_mutex = GlobalMutex::make();
// Never destroyed: threads may outlive static objects.
std::vector<std::shared_ptr<Book>>& books() {
  static auto* all = new std::vector<std::shared_ptr<Book>>;
  return *all;
}

std::atomic<uint64_t> sessions{0};
std::atomic<size_t> most_events{0}, num_instructions{0}, num_others{0};

std::vector<std::shared_ptr<Book>> all_books() {
  std::lock_guard lock(books_mutex);
  return books();
}

Book& own_book() {
  thread_local std::shared_ptr<Book> mine;
  thread_local uint64_t session = 0;
  if (const uint64_t current = sessions.load(std::memory_order_acquire); !mine || session != current) {
    mine = std::make_shared<Book>();
    session = current;
    std::lock_guard lock(books_mutex);
    books().push_back(mine);
  }
  return *mine;
}

}  // namespace

std::atomic<bool> Timeline::on_{false};

int64_t Timeline::now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Timeline::add(const TimelineEvent& event) {
  if (!is_on()) return;
  auto& count = event.kind == TimelineEvent::Kind::kInstruction ? num_instructions : num_others;
  if (count.fetch_add(1, std::memory_order_relaxed) >= most_events.load(std::memory_order_relaxed)) return;
  Book& book = own_book();
  renew_after_fork(book.mutex);
  std::lock_guard lock(book.mutex);
  book.events.push_back(event);
}

void Timeline::start(size_t most) {
  {
    std::lock_guard lock(books_mutex);
    books().clear();
    sessions.fetch_add(1, std::memory_order_release);
  }
  num_instructions = 0;
  num_others = 0;
  most_events = most;
  on_ = true;
}

void Timeline::stop() { on_ = false; }

void Timeline::forget() {
  for (const auto& book : all_books()) {
    renew_after_fork(book->mutex);
    std::lock_guard lock(book->mutex);
    std::vector<TimelineEvent>().swap(book->events);
  }
}

std::vector<Timeline::Lane> Timeline::read() {
  std::vector<Lane> lanes;
  for (const auto& book : all_books()) {
    renew_after_fork(book->mutex);
    std::lock_guard lock(book->mutex);
    lanes.push_back({book->thread, book->events});
  }
  return lanes;
}

size_t Timeline::num_dropped() {
  auto beyond = [](size_t count) { return count - std::min(count, most_events.load()); };
  return beyond(num_instructions) + beyond(num_others);
}

uint64_t Timeline::session() { return sessions.load(std::memory_order_acquire); }

}  // namespace graphwright
