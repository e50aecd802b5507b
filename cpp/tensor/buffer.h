// Buffer: a reference-counted block of memory; owned ones come from a caching allocator, foreign ones carry a deleter.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "base/ref.h"
#include "tensor/host_memory.h"

namespace graphwright {

// Memory of a GPU, given back when this goes; device/ makes it.
class DeviceMemory {
 public:
  DeviceMemory(int gpu, void* data) : gpu_(gpu), data_(data) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  virtual ~DeviceMemory() = default;
  virtual void copy_to_host(void* to, size_t bytes) const = 0;

  int gpu() const { return gpu_; }
  // An address there, which means nothing here.
  void* data() const { return data_; }

 private:
  const int gpu_;
  void* const data_;
};

// Its bytes are in host memory or at home on a GPU, and may have a copy in the other place; they never change once they
// are in both.
class Buffer : public RefCounted {
 public:
  // `bytes` of uninitialised memory aligned to kAlignment; throws ResourceExhausted.
  static Ref<Buffer> allocate(size_t bytes);
  // Memory of somebody else's, given back by `deleter` when the last reference goes.
  static Ref<Buffer> foreign(void* data, size_t bytes, std::function<void()> deleter);
  // Bytes at home on a GPU.
  static Ref<Buffer> on_gpu(std::unique_ptr<DeviceMemory> memory, size_t bytes);

  // The bytes in host memory; those of a GPU are copied here on first use, and kept.
  void* data() const {
    void* data = data_.load(std::memory_order_acquire);
    return data || !device_home_ ? data : copy_to_host();
  }
  size_t bytes() const { return bytes_; }
  // False when others may still write to or read from the memory behind our back (numpy's, dlpack's).
  bool owned() const { return !deleter_; }
  // May its one holder write into data()?
  bool writable() const { return !deleter_ && !device_.load(std::memory_order_acquire); }

  bool device_home() const { return device_home_; }
  // The address of the bytes on a GPU; null when they are not there.
  const DeviceMemory* device_memory() const { return device_.load(std::memory_order_acquire); }
  // Keeps `copy`, which holds the same bytes, for as long as this lives; false when there is one already.
  bool keep_device_copy(std::unique_ptr<DeviceMemory>& copy) const;

 protected:
  Buffer(void* data, size_t bytes, std::function<void()> deleter)
      : data_(data), bytes_(bytes), deleter_(std::move(deleter)) {}
  ~Buffer() override;

 private:
  void* copy_to_host() const;

  mutable std::atomic<void*> data_;
  mutable std::atomic<DeviceMemory*> device_{nullptr};
  size_t bytes_;
  bool device_home_ = false;
  std::function<void()> deleter_;
};

}  // namespace graphwright
