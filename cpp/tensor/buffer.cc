// Buffers: who owns a block of memory, and its copies on GPUs.
#include "tensor/buffer.h"

#include <mutex>

namespace graphwright {

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

}  // namespace graphwright
