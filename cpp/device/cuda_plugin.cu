// The CUDA plugin's entry: devices, memory, transfers, and the table of kernels that the other .cu files register.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "device/cuda.cuh"

namespace graphwright::cuda {
namespace {

std::vector<PluginKernel>& kernels() {
  static auto* list = new std::vector<PluginKernel>;
  return *list;
}
// Never destroyed: tensors are freed until the process ends.
std::vector<std::unique_ptr<Device>>& devices() {
  static auto* list = new std::vector<std::unique_ptr<Device>>;
  return *list;
}
std::atomic<bool> tensor_float_32_enabled{true};

int32_t report(const Failure& failure, char* error) {
  std::snprintf(error, kPluginErrorSize, "%s", failure.message.c_str());
  return failure.status;
}

template <class F>
int32_t guarded(char* error, F&& f) {
  try {
    f();
    return 0;
  } catch (const Failure& failure) {
    return report(failure, error);
  } catch (const std::exception& exception) {
    return report({kPluginInternal, exception.what()}, error);
  }
}

int32_t allocate(int32_t number, size_t bytes, void** data, char* error) {
  return guarded(error, [&] {
    Device& d = device(number);
    cudaError_t status = cudaMallocAsync(data, bytes, d.stream);
    if (status == cudaErrorMemoryAllocation) {
      // What is freed but still reserved may make room.
      cudaGetLastError();
      check(cudaStreamSynchronize(d.stream), "waiting for the GPU");
      cudaMemPool_t pool;
      check(cudaDeviceGetDefaultMemPool(&pool, d.ordinal), "finding the memory pool");
      check(cudaMemPoolTrimTo(pool, 0), "trimming the memory pool");
      status = cudaMallocAsync(data, bytes, d.stream);
    }
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw Failure{kPluginResourceExhausted,
                    "OOM when allocating " + std::to_string(bytes) + " bytes on GPU:" + std::to_string(number)};
    }
    check(status, "allocating memory");
  });
}

void release(int32_t number, void* data) {
  // While the process ends the runtime may be gone already; its memory goes with it.
  try {
    cudaFreeAsync(data, device(number).stream);
  } catch (const Failure&) {
  }
}

int32_t copy_to_device(int32_t number, void* to, const void* from, size_t bytes, char* error) {
  return guarded(error, [&] {
    Device& d = device(number);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, d.stream), "copying to the GPU");
    // Pageable memory has been read when the call returns; page-locked memory is read later.
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, from) != cudaSuccess) cudaGetLastError();
    if (attributes.type != cudaMemoryTypeUnregistered) check(cudaStreamSynchronize(d.stream), "copying to the GPU");
  });
}

int32_t copy_to_host(int32_t number, void* to, const void* from, size_t bytes, char* error) {
  return guarded(error, [&] {
    Device& d = device(number);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, d.stream), "copying from the GPU");
    check(cudaStreamSynchronize(d.stream), "copying from the GPU");
  });
}

int32_t copy_between(int32_t to_number, void* to, int32_t from_number, const void* from, size_t bytes, char* error) {
  return guarded(error, [&] {
    if (to_number == from_number) {
      Device& d = device(to_number);
      check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, d.stream), "copying on the GPU");
      return;
    }
    Device& source = device(from_number);
    check(cudaStreamSynchronize(source.stream), "copying between GPUs");
    Device& target = device(to_number);
    check(cudaMemcpyPeerAsync(to, target.ordinal, from, source.ordinal, bytes, target.stream), "copying between GPUs");
    check(cudaStreamSynchronize(target.stream), "copying between GPUs");
  });
}

int32_t synchronize(int32_t number, char* error) {
  return guarded(error, [&] { check(cudaStreamSynchronize(device(number).stream), "waiting for the GPU"); });
}

void set_tensor_float_32(int32_t enabled) { tensor_float_32_enabled = enabled != 0; }

// The GPUs that our device code runs on, each with a stream.
std::vector<PluginDevice> find_devices() {
  int count = 0;
  check(cudaGetDeviceCount(&count), "counting GPUs");
  std::vector<PluginDevice> found;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, ordinal), "describing a GPU");
    int pools = 0;
    check(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, ordinal), "describing a GPU");
    if (properties.major < 8 || !pools) continue;
    auto d = std::make_unique<Device>();
    d->ordinal = ordinal;
    d->multiprocessors = properties.multiProcessorCount;
    check(cudaSetDevice(ordinal), "choosing a GPU");
    check(cudaStreamCreateWithFlags(&d->stream, cudaStreamNonBlocking), "making a stream");
    cudaMemPool_t pool;
    check(cudaDeviceGetDefaultMemPool(&pool, ordinal), "finding the memory pool");
    uint64_t keep = UINT64_MAX;  // freed memory stays with the process, for the next tensor
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "setting up the memory pool");
    devices().push_back(std::move(d));
    PluginDevice description{};
    std::snprintf(description.name, sizeof(description.name), "%s", properties.name);
    description.compute_major = properties.major;
    description.compute_minor = properties.minor;
    description.memory_bytes = properties.totalGlobalMem;
    found.push_back(description);
  }
  return found;
}

}  // namespace

void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw Failure{kPluginInternal, std::string("CUDA: ") + what + ": " + cudaGetErrorString(status)};
}

Device& device(int number) {
  Device& d = *devices().at(number);
  check(cudaSetDevice(d.ordinal), "choosing a GPU");
  return d;
}

bool tensor_float_32() { return tensor_float_32_enabled; }

Scratch::Scratch(Device& device, size_t bytes) : device_(device) {
  if (bytes > 0) check(cudaMallocAsync(&data_, bytes, device.stream), "allocating scratch memory");
}
Scratch::~Scratch() {
  if (data_) cudaFreeAsync(data_, device_.stream);
}

int32_t run_guarded(PluginCall* call, void (*function)(PluginCall& call, Device& device)) {
  return guarded(call->error, [&] {
    Device& d = device(call->device);
    std::lock_guard lock(d.mutex);
    function(*call, d);
    check(cudaGetLastError(), call->kernel->op);
  });
}

Registration::Registration(std::initializer_list<PluginKernel> list) {
  kernels().insert(kernels().end(), list.begin(), list.end());
}

}  // namespace graphwright::cuda

extern "C" __attribute__((visibility("default"))) const graphwright::Plugin* graphwright_plugin(char* error) {
  using namespace graphwright;
  using namespace graphwright::cuda;
  static auto* found = new std::vector<PluginDevice>;
  static Plugin plugin{};
  if (plugin.version) return &plugin;
  try {
    *found = find_devices();
  } catch (const Failure& failure) {
    report(failure, error);
    return nullptr;
  }
  if (found->empty()) {
    report({kPluginUnimplemented, "there is no GPU of compute capability 8.0 or more"}, error);
    return nullptr;
  }
  plugin.version = kPluginVersion;
  plugin.num_devices = static_cast<int32_t>(found->size());
  plugin.devices = found->data();
  plugin.num_kernels = static_cast<int32_t>(kernels().size());
  plugin.kernels = kernels().data();
  plugin.allocate = allocate;
  plugin.free = release;
  plugin.copy_to_device = copy_to_device;
  plugin.copy_to_host = copy_to_host;
  plugin.copy_between = copy_between;
  plugin.synchronize = synchronize;
  plugin.set_tensor_float_32 = set_tensor_float_32;
  return &plugin;
}
