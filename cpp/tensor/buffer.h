// Buffer: a reference-counted block of memory; owned ones come from a caching allocator, foreign ones carry a deleter.
#pragma once

#include <cstddef>
#include <functional>

#include "base/ref.h"

namespace graphwright {

inline constexpr size_t kAlignment = 64;

class Buffer : public RefCounted {
 public:
  // `bytes` of uninitialised memory aligned to kAlignment; throws ResourceExhausted.
  static Ref<Buffer> allocate(size_t bytes);
  // Memory of somebody else's, given back by `deleter` when the last reference goes.
  static Ref<Buffer> foreign(void* data, size_t bytes, std::function<void()> deleter);

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  // False when others may still write to or read from the memory behind our back (numpy's, dlpack's).
  bool owned() const { return !deleter_; }

 protected:
  Buffer(void* data, size_t bytes, std::function<void()> deleter)
      : data_(data), bytes_(bytes), deleter_(std::move(deleter)) {}
  ~Buffer() override;

 private:
  void* data_;
  size_t bytes_;
  std::function<void()> deleter_;
};

// Blocks of `bytes` aligned to kAlignment; freed ones are kept for reuse up to a bound.
void* allocate_block(size_t bytes);
void free_block(void* block, size_t bytes);
// Bytes now handed out, and the most there ever were (as tf.config.experimental.get_memory_info reports).
struct MemoryInfo {
  size_t current = 0;
  size_t peak = 0;
};
MemoryInfo memory_info();
void reset_peak_memory();

}  // namespace graphwright
