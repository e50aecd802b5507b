// The caching allocator: one list of free blocks per size class, four classes to a power of two.
#include "tensor/buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <vector>

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
  std::mutex mutex;
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

void count(size_t bytes) {
  size_t now = current_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  size_t peak = peak_bytes.load(std::memory_order_relaxed);
  while (now > peak && !peak_bytes.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace

void* allocate_block(size_t bytes) {
  GW_CHECK(bytes < kAddressable, Code::kResourceExhausted, "OOM when allocating ", bytes, " bytes on CPU");
  size_t rounded = round_size(bytes);
  if (!kSanitized && rounded <= kLargestCached) {
    Cache& c = cache();
    std::lock_guard lock(c.mutex);
    auto& list = c.free[size_class(rounded)];
    if (!list.empty()) {
      void* block = list.back();
      list.pop_back();
      c.cached -= rounded;
      count(rounded);
      return block;
    }
  }
  void* block = system_block(rounded);
  GW_CHECK(block != nullptr, Code::kResourceExhausted, "OOM when allocating ", bytes, " bytes on CPU");
  count(rounded);
  return block;
}

void free_block(void* block, size_t bytes) {
  size_t rounded = round_size(bytes);
  current_bytes.fetch_sub(rounded, std::memory_order_relaxed);
  if (!kSanitized && rounded <= kLargestCached) {
    Cache& c = cache();
    std::lock_guard lock(c.mutex);
    // What was freed last is kept: it is what will be asked for next. The largest of the others make room.
    for (size_t i = c.free.size(); i-- > 0 && c.cached + rounded > kCacheLimit;) {
      while (!c.free[i].empty() && c.cached + rounded > kCacheLimit) {
        std::free(c.free[i].back());
        c.free[i].pop_back();
        c.cached -= class_size(static_cast<int>(i));
      }
    }
    c.free[size_class(rounded)].push_back(block);
    c.cached += rounded;
    return;
  }
  std::free(block);
}

Ref<Buffer> Buffer::allocate(size_t bytes) { return Ref<Buffer>(new Buffer(allocate_block(bytes), bytes, nullptr)); }

Ref<Buffer> Buffer::foreign(void* data, size_t bytes, std::function<void()> deleter) {
  return Ref<Buffer>(new Buffer(data, bytes, std::move(deleter)));
}

Ref<Buffer> Buffer::on_gpu(std::unique_ptr<DeviceMemory> memory, size_t bytes) {
  Ref<Buffer> buffer(new Buffer(nullptr, bytes, nullptr));
  buffer->device_home_ = true;
  buffer->device_.store(memory.release(), std::memory_order_release);
  return buffer;
}

Buffer::~Buffer() {
  delete device_.load(std::memory_order_acquire);
  if (deleter_) {
    deleter_();
  } else if (void* data = data_.load(std::memory_order_acquire)) {
    free_block(data, bytes_);
  }
}

void* Buffer::copy_to_host() const {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (void* data = data_.load(std::memory_order_acquire)) return data;
  void* data = allocate_block(bytes_);
  try {
    device_memory()->copy_to_host(data, bytes_);
  } catch (...) {
    free_block(data, bytes_);
    throw;
  }
  data_.store(data, std::memory_order_release);
  return data;
}

bool Buffer::keep_device_copy(std::unique_ptr<DeviceMemory>& copy) const {
  DeviceMemory* none = nullptr;
  if (!device_.compare_exchange_strong(none, copy.get(), std::memory_order_acq_rel)) return false;
  copy.release();
  return true;
}

MemoryInfo memory_info() { return {current_bytes.load(), peak_bytes.load()}; }
void reset_peak_memory() { peak_bytes = current_bytes.load(); }

}  // namespace graphwright
