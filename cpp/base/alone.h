// Loops that run on their caller's thread alone, because other threads work beside it anyway.
#pragma once

namespace graphwright {

inline thread_local int loops_alone = 0;

// While one exists, parallel_for() of this thread takes no others.
class LoopsAlone {
 public:
  LoopsAlone() { ++loops_alone; }
  ~LoopsAlone() { --loops_alone; }
  LoopsAlone(const LoopsAlone&) = delete;
  LoopsAlone& operator=(const LoopsAlone&) = delete;
};

}  // namespace graphwright
