// Calls that tell AddressSanitizer of memory, and what is done without so that it sees every use of memory.
#pragma once

#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace graphwright {

#ifdef __SANITIZE_ADDRESS__
// Freed memory is not kept for the next user, and sizes are not rounded up.
inline constexpr bool kSanitized = true;
inline void forbid_access(const void* begin, size_t bytes) { ASAN_POISON_MEMORY_REGION(begin, bytes); }
#else
inline constexpr bool kSanitized = false;
inline void forbid_access(const void*, size_t) {}
#endif

}  // namespace graphwright
