// The caching allocator: one list of free blocks per size class, four classes to a power of two.
#include "tensor/host_memory.h"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "base/at_fork.h"
#include "base/error.h"
#include "base/sanitizers.h"

namespace graphwright {
namespace {

constexpr size_t kSmallest = 256;
constexpr size_t kLargestCached = size_t{128} << 20;
constexpr size_t kCacheLimit = size_t{256} << 20;
constexpr size_t kAddressable = size_t{1} << 47;

// The size that a request is rounded up to: 2^k * {4, 5, 6, 7} / 4.
size_t round_size(size_t bytes) {
  if (kSanitized) return std::max<size_t>(bytes, 1);
  if (bytes <= kSmallest) return kSmallest;
  if (bytes > kLargestCached) return (bytes + 4095) & ~size_t{4095};
  size_t step = std::bit_floor(bytes - 1) / 4;
  return (bytes + step - 1) / step * step;
}

int size_class(size_t rounded) {
  int power = std::bit_width(rounded) - 1;
  return power * 4 + static_cast<int>((rounded >> (power - 2)) & 3);
}

size_t class_size(int index) { return (size_t{1} << (index / 4 - 2)) * (4 + index % 4); }

struct Cache {
  GlobalMutex& mutex = GlobalMutex::make();
  std::array<std::vector<void*>, 32 * 4> free;
  size_t cached = 0;
};

// Large blocks lie in huge pages: the kernel then clears and maps them some ten times faster, and fewer entries of the
// translation cache serve them.
void* system_block(size_t rounded) {
  constexpr size_t kHugePage = size_t{2} << 20;
  if (kSanitized) {  // which wants sizes to be multiples of the alignment elsewhere
    void* exact = nullptr;
    return posix_memalign(&exact, kAlignment, rounded) == 0 ? exact : nullptr;
  }
  if (rounded < 2 * kHugePage) return std::aligned_alloc(kAlignment, rounded);
  void* block = std::aligned_alloc(kHugePage, (rounded + kHugePage - 1) & ~(kHugePage - 1));
#ifdef MADV_HUGEPAGE
  if (block) madvise(block, rounded, MADV_HUGEPAGE);
#endif
  return block;
}

// Never destroyed: tensors held by other static objects may be freed after it would have gone.
Cache& cache() {
  static Cache* instance = new Cache;
  return *instance;
}

std::atomic<size_t> current_bytes{0};
std::atomic<size_t> peak_bytes{0};
std::atomic<size_t> limit_bytes{0};

void raise_peak(size_t now) {
  size_t peak = peak_bytes.load(std::memory_order_relaxed);
  while (now > peak && !peak_bytes.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

// Gives the system back kept blocks, the largest ones first, until at most `most` bytes of them are left.
size_t shrink(Cache& c, size_t most) {
  const size_t before = c.cached;
  for (size_t i = c.free.size(); i-- > 0 && c.cached > most;) {
    auto& list = c.free[i];
    while (!list.empty() && c.cached > most) {
      std::free(list.back());
      list.pop_back();
      c.cached -= class_size(static_cast<int>(i));
    }
  }
  return before - c.cached;
}

void* reused_block(size_t rounded) {
  if (kSanitized || rounded > kLargestCached) return nullptr;
  Cache& c = cache();
  std::lock_guard lock(c.mutex);
  auto& list = c.free[size_class(rounded)];
  if (list.empty()) return nullptr;
  void* block = list.back();
  list.pop_back();
  c.cached -= rounded;
  raise_peak(current_bytes.fetch_add(rounded, std::memory_order_relaxed) + rounded);
  return block;
}

// A block from the system, for which kept ones go where the limit or the system leaves no room beside them.
void* new_block(size_t rounded) {
  const size_t now = current_bytes.fetch_add(rounded, std::memory_order_relaxed) + rounded;
  const size_t limit = limit_bytes.load(std::memory_order_relaxed);
  if (limit == 0 || now <= limit) {
    if (limit != 0) {
      Cache& c = cache();
      std::lock_guard lock(c.mutex);
      shrink(c, limit - now);
    }
    void* block = system_block(rounded);
    if (!block && release_host_memory() > 0) block = system_block(rounded);
    if (block) {
      raise_peak(now);
      return block;
    }
  }
  current_bytes.fetch_sub(rounded, std::memory_order_relaxed);
  return nullptr;
}

std::string why_not(size_t bytes) {
  std::string text = str_cat("OOM when allocating ", bytes, " bytes on CPU");
  if (const size_t limit = limit_bytes.load(std::memory_order_relaxed)) {
    text += str_cat(": tensors take ", current_bytes.load(std::memory_order_relaxed), " of the ", limit,
                    " bytes that set_memory_limit() allows");
  }
  return text;
}

}  // namespace

void* allocate_block(size_t bytes) {
  GW_CHECK(bytes < kAddressable, Code::kResourceExhausted, why_not(bytes));
  const size_t rounded = round_size(bytes);
  if (void* block = reused_block(rounded)) return block;
  void* block = new_block(rounded);
  GW_CHECK(block != nullptr, Code::kResourceExhausted, why_not(bytes));
  return block;
}

void free_block(void* block, size_t bytes) {
  const size_t rounded = round_size(bytes);
  current_bytes.fetch_sub(rounded, std::memory_order_relaxed);
  if (kSanitized || rounded > kLargestCached) {
    std::free(block);
    return;
  }
  Cache& c = cache();
  std::lock_guard lock(c.mutex);
  // What was freed last is kept: it is what will be asked for next. The largest of the others make room.
  shrink(c, kCacheLimit - rounded);
  c.free[size_class(rounded)].push_back(block);
  c.cached += rounded;
}

HostMemory host_memory() {
  Cache& c = cache();
  std::lock_guard lock(c.mutex);
  return {current_bytes.load(), peak_bytes.load(), c.cached, limit_bytes.load()};
}

void reset_peak_host_memory() { peak_bytes = current_bytes.load(); }

void set_host_memory_limit(size_t bytes) {
  limit_bytes = bytes;
  if (bytes == 0) return;
  Cache& c = cache();
  std::lock_guard lock(c.mutex);
  const size_t now = current_bytes.load();
  shrink(c, bytes > now ? bytes - now : 0);
}

size_t release_host_memory() {
  Cache& c = cache();
  size_t released;
  {
    std::lock_guard lock(c.mutex);
    released = shrink(c, 0);
  }
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  return released;
}

}  // namespace graphwright
