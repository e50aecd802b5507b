// Profile: what the instructions of a program took, measured while somebody asks for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/timeline.h"
#include "tensor/tensor.h"

namespace graphwright {

struct Profile {
  struct Row {
    uint64_t runs = 0;
    uint64_t nanoseconds = 0;
    uint64_t bytes = 0;              // of the results, of all runs together
    Shape shape = Shape::unknown();  // of the first result, in the latest run
    DType dtype = DType::kInvalid;   // of the same
  };
  uint64_t runs = 0;
  uint64_t nanoseconds = 0;  // in instructions, of all runs together
  uint64_t peak_bytes = 0;   // the most that results held at a time, in any run
  std::vector<Row> rows;     // by instruction; empty before the first run
};

// True where runs of programs that begin now are measured.
extern std::atomic<bool> profiling;

// The measured runs of a program; they may be those of several threads.
class ProfileBook {
 public:
  Profile read() const {
    std::lock_guard lock(mutex_);
    return profile_;
  }
  void clear() {
    std::lock_guard lock(mutex_);
    profile_ = Profile();
  }
  void add(const Profile& run);

 private:
  mutable std::mutex mutex_;
  Profile profile_;
};

class Program;
struct OpDef;

// What a timeline's events of a program stand for: it may be gone when somebody asks.
struct ProgramNote {
  struct Line {
    std::string text;
    const OpDef* op;
    std::string node;
    Ref<RefCounted> stack;
  };
  uint64_t serial;
  std::string name;
  std::vector<Line> lines;  // by instruction
};
// Notes the program for the timeline that is on, where that was not done.
void note_program(const Program& program);
// Those of the latest timeline.
std::vector<ProgramNote> noted_programs();
void forget_noted_programs();

// Measures one run: told before and after each instruction, it writes to the book at its end, however that comes.
class Meter {
 public:
  static constexpr bool kForks = false, kInLane = false;  // one instruction after the other
  Meter(const Program& program, const Value* slots);
  ~Meter();
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  void before();
  void after(size_t at);
  // The slots' values are gone.
  void released(int first, int count);

 private:
  void look_at(int slot);

  const Program& program_;
  const Value* slots_;
  Profile run_;
  int64_t started_ = 0;
  int64_t run_started_ = 0;  // 0 where no timeline is on
  size_t num_events_ = 0;
  // The memory that each slot's result holds, and how many slots share it.
  std::vector<const void*> held_;
  std::vector<bool> counted_;  // slots of results, not of inputs and constants
  struct Memory {
    int users = 0;
    size_t bytes = 0;
  };
  std::unordered_map<const void*, Memory> memory_;
  size_t live_bytes_ = 0;
};

// Takes the place of a meter where nothing is measured.
struct NoMeter {
  static constexpr bool kForks = true, kInLane = false;
  void before() {}
  void after(size_t) {}
  void released(int, int) {}
};
// The same in lanes: one that failed has the others stop.
struct LaneStopped {};
struct LaneMeter : NoMeter {
  static constexpr bool kForks = false, kInLane = true;
  std::atomic<bool>& stop;
  const bool on_caller;  // the thread that began the run, which alone may look for signals
  LaneMeter(std::atomic<bool>& flag, bool caller) : stop(flag), on_caller(caller) {}
};

}  // namespace graphwright
