// Timeline: what threads did and when, noted while somebody asks for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graphwright {

struct TimelineEvent {
  enum class Kind : uint8_t {
    kRun,  // a run of the program `what`, whose results held `bytes` at most; all tensors took `part` KiB at its end
    kInstruction,  // `part` of it, after which results hold `bytes`
    kCompile,      // passes, lowering and machine code, of the program `what`
    kNextElement,  // somebody asked a data set's iterator for an element and waited for it
  };
  int64_t begin;  // nanoseconds of the steady clock
  int64_t took;
  uint64_t what;
  int64_t bytes;
  int32_t part;
  Kind kind;
};

class Timeline {
 public:
  static bool is_on() { return on_.load(std::memory_order_relaxed); }
  static int64_t now();  // nanoseconds of the steady clock
  // Notes an event of this thread. Beyond `most` of a kind, instructions or others, they are counted and dropped.
  static void add(const TimelineEvent& event);

  // Forgets what there is and begins. `most`: instructions, and as many other events.
  static void start(size_t most);
  static void stop();
  static void forget();
  struct Lane {
    uint64_t thread;  // as pthread_self() tells it
    std::vector<TimelineEvent> events;
  };
  static std::vector<Lane> read();
  static size_t num_dropped();
  // Counts the starts, so that others can tell what they noted for which.
  static uint64_t session();

 private:
  static std::atomic<bool> on_;
};

// Notes an event from its making to its end, where somebody asks for it then.
class TimelineSpan {
 public:
  explicit TimelineSpan(TimelineEvent::Kind kind) : kind_(kind), begin_(Timeline::is_on() ? Timeline::now() : 0) {}
  ~TimelineSpan() {
    if (begin_ != 0) [[unlikely]]
      Timeline::add({begin_, Timeline::now() - begin_, what, 0, 0, kind_});
  }
  TimelineSpan(const TimelineSpan&) = delete;
  TimelineSpan& operator=(const TimelineSpan&) = delete;

  uint64_t what = 0;

 private:
  TimelineEvent::Kind kind_;
  int64_t begin_;
};

}  // namespace graphwright
