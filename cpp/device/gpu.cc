// Memory of GPUs, and transfers from and to them.
#include "device/gpu.h"

#include <array>
#include <atomic>

#include "base/error.h"

namespace graphwright {
namespace {

constexpr int kMostGpus = 64;

struct Usage {
  std::atomic<size_t> current{0}, peak{0};

  void add(size_t bytes) {
    const size_t now = current.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    size_t most = peak.load(std::memory_order_relaxed);
    while (now > most && !peak.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
  }
};
std::array<Usage, kMostGpus> usage;

void check_gpu(int gpu) {
  GW_CHECK_ARG(gpu >= 0 && gpu < num_gpus() && gpu < kMostGpus, "there is no GPU:", gpu, ", there are ", num_gpus());
}

class GpuMemory final : public DeviceMemory {
 public:
  GpuMemory(const Plugin* plugin, int gpu, void* data, size_t bytes)
      : DeviceMemory(gpu, data), plugin_(plugin), bytes_(bytes) {
    usage[gpu].add(bytes);
  }
  ~GpuMemory() override {
    usage[gpu()].current.fetch_sub(bytes_, std::memory_order_relaxed);
    plugin_->free(gpu(), data());
  }
  void copy_to_host(void* to, size_t bytes) const override {
    char error[kPluginErrorSize] = "";
    check_plugin(plugin_->copy_to_host(gpu(), to, data(), bytes, error), error);
  }

 private:
  const Plugin* plugin_;
  size_t bytes_;
};

// Where the elements lie on a GPU, null when they do not.
const void* find_elements(const Tensor& tensor, int gpu) {
  const TensorRep* rep = tensor.rep();
  const DeviceMemory* memory = rep->buffer ? rep->buffer->device_memory() : nullptr;
  if (!memory || memory->gpu() != gpu) return nullptr;
  const bool at_home = tensor.gpu() >= 0;
  const size_t offset = at_home ? rep->offset : static_cast<char*>(rep->data) - static_cast<char*>(rep->buffer->data());
  return static_cast<const char*>(memory->data()) + offset;
}

std::unique_ptr<DeviceMemory> copy_to_gpu(const Tensor& tensor, int gpu) {
  const size_t bytes = tensor.bytes();
  std::unique_ptr<DeviceMemory> copy = allocate_on_gpu(gpu, bytes);
  if (bytes == 0) return copy;
  const Plugin* plugin = gpu_plugin();
  char error[kPluginErrorSize] = "";
  const DeviceMemory* memory = tensor.rep()->buffer ? tensor.rep()->buffer->device_memory() : nullptr;
  if (const void* there = memory ? find_elements(tensor, memory->gpu()) : nullptr) {
    check_plugin(plugin->copy_between(gpu, copy->data(), memory->gpu(), there, bytes, error), error);
  } else {
    check_plugin(plugin->copy_to_device(gpu, copy->data(), tensor.raw(), bytes, error), error);
  }
  return copy;
}

}  // namespace

void check_plugin(int32_t status, const char* error) {
  if (status != 0) throw Error(static_cast<Code>(status), error);
}

MemoryInfo gpu_memory_info(int gpu) {
  check_gpu(gpu);
  return {usage[gpu].current.load(), usage[gpu].peak.load()};
}

void reset_gpu_peak_memory(int gpu) {
  check_gpu(gpu);
  usage[gpu].peak = usage[gpu].current.load();
}

std::unique_ptr<DeviceMemory> allocate_on_gpu(int gpu, size_t bytes) {
  check_gpu(gpu);
  const Plugin* plugin = gpu_plugin();
  char error[kPluginErrorSize] = "";
  void* data = nullptr;
  check_plugin(plugin->allocate(gpu, bytes == 0 ? 1 : bytes, &data, error), error);
  return std::make_unique<GpuMemory>(plugin, gpu, data, bytes);
}

void* elements_on_gpu(const Tensor& tensor, int gpu, std::unique_ptr<DeviceMemory>& copy) {
  if (const void* there = find_elements(tensor, gpu)) return const_cast<void*>(there);
  copy = copy_to_gpu(tensor, gpu);
  void* data = copy->data();
  // Constants and weights are asked for again and again. A part of a larger buffer is not worth keeping all of it.
  const Buffer* buffer = tensor.rep()->buffer;
  if (buffer && buffer->owned() && buffer->bytes() == tensor.bytes()) buffer->keep_device_copy(copy);
  return data;
}

Tensor place(const Tensor& tensor, int device) {
  const int gpu = device - 1;
  if (device == kAnyDevice || !is_plain(tensor.dtype()) || tensor.gpu() == gpu) return tensor;
  if (gpu < 0) return tensor.copy();
  return Tensor::wrap_gpu(tensor.dtype(), tensor.shape(), Buffer::on_gpu(copy_to_gpu(tensor, gpu), tensor.bytes()));
}

Tensor place_constant(const Tensor& tensor) {
  const DeviceScope& scope = device_scope();
  GW_CHECK_ARG(scope.missing.empty(), scope.missing);
  const bool stays = scope.device <= kCpuDevice || tensor.dtype() == DType::kInt32 || scope.device > num_gpus();
  return stays ? tensor : place(tensor, scope.device);
}

void synchronize_gpu(int gpu) {
  check_gpu(gpu);
  char error[kPluginErrorSize] = "";
  check_plugin(gpu_plugin()->synchronize(gpu, error), error);
}

}  // namespace graphwright
