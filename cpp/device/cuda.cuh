// What the .cu files share: devices with a stream each, errors, and the registration of kernels.
#pragma once

#include <cuda_runtime.h>

#include <initializer_list>
#include <mutex>
#include <string>

#include "base/dtype.h"
#include "device/plugin.h"

namespace graphwright::cuda {

// Thrown within the plugin; becomes the status and message of the call.
struct Failure {
  int32_t status;
  std::string message;
};

// Throws unless `status` is success.
void check(cudaError_t status, const char* what);

// One GPU: all work goes through its stream, in the order of the calls.
struct Device {
  int ordinal;  // CUDA's number of it
  cudaStream_t stream;
  int multiprocessors;
  std::mutex mutex;  // held while one op's work is enqueued
};
// Device `number` of the plugin, made the one of this thread.
Device& device(int number);

// Whether float32 products may be computed in TF32.
bool tensor_float_32();

// Memory for the length of one op, in the order of the stream.
class Scratch {
 public:
  Scratch(Device& device, size_t bytes);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  template <class T = void>
  T* data() const {
    return static_cast<T*>(data_);
  }

 private:
  Device& device_;
  void* data_ = nullptr;
};

// A kernel as PluginKernel wants it from a function that throws.
template <void (*kRun)(PluginCall& call, Device& device)>
int32_t run(PluginCall* call);
int32_t run_guarded(PluginCall* call, void (*function)(PluginCall& call, Device& device));
template <void (*kRun)(PluginCall& call, Device& device)>
int32_t run(PluginCall* call) {
  return run_guarded(call, kRun);
}

// Adds kernels to the plugin's table; at namespace scope of a .cu file.
struct Registration {
  Registration(std::initializer_list<PluginKernel> kernels);
};

inline DType dtype(const PluginTensor& tensor) { return static_cast<DType>(tensor.dtype); }
inline int64_t num_elements(const PluginTensor& tensor) {
  int64_t n = 1;
  for (int i = 0; i < tensor.rank; ++i) n *= tensor.sizes[i];
  return n;
}
template <class... Ts>
constexpr uint64_t dtype_bits(Ts... dtypes) {
  return ((uint64_t{1} << static_cast<int>(dtypes)) | ...);
}

constexpr int kBlock = 256;
// Blocks of kBlock threads for `n` elements: enough to fill the GPU, which then walks on in strides of the grid.
inline int grid(const Device& device, int64_t n) {
  const int64_t wanted = (n + kBlock - 1) / kBlock, most = int64_t{32} * device.multiprocessors;
  return static_cast<int>(wanted < most ? wanted : most);
}

}  // namespace graphwright::cuda
