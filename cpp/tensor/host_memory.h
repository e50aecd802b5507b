// The memory that tensors take on the host: a caching allocator with a limit and books.
#pragma once

#include <cstddef>

namespace graphwright {

inline constexpr size_t kAlignment = 64;

// Blocks of `bytes` aligned to kAlignment; freed ones are kept for reuse up to a bound. Throws ResourceExhausted.
void* allocate_block(size_t bytes);
void free_block(void* block, size_t bytes);

struct HostMemory {
  size_t current = 0;  // bytes handed out
  size_t peak = 0;     // the most there ever were, since reset_peak_host_memory()
  size_t cached = 0;   // bytes of freed blocks that are kept
  size_t limit = 0;    // of `current` and `cached` together; 0: none
};
HostMemory host_memory();
void reset_peak_host_memory();

// Blocks that would go beyond `bytes` are refused from now on; what is handed out stays. 0: no limit.
void set_host_memory_limit(size_t bytes);
// Gives kept blocks back to the system; how many bytes of them.
size_t release_host_memory();

}  // namespace graphwright
