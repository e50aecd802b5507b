// GPUs through the device plugin, which is opened when somebody asks for one: their list, their memory, transfers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/placement.h"
#include "device/plugin.h"
#include "tensor/tensor.h"

namespace graphwright {

// The open plugin; opens it on the first call, null where there is none or no GPU.
const Plugin* gpu_plugin();
// The same without opening it.
const Plugin* open_gpu_plugin();
int num_gpus();
// The reason why num_gpus() is 0, when that is known: there is a driver, but something else is missing.
const std::string& gpu_problem();

// Uses `plugin` from now on, null for none. For gpu_plugin() and for tests.
void install_plugin(const Plugin* plugin);

// Bytes that tensors take on a GPU now, and took at most.
struct MemoryInfo {
  size_t current = 0;
  size_t peak = 0;
};
MemoryInfo gpu_memory_info(int gpu);
void reset_gpu_peak_memory(int gpu);

// Uninitialised memory of a GPU; throws ResourceExhausted.
std::unique_ptr<DeviceMemory> allocate_on_gpu(int gpu, size_t bytes);

// The elements of `tensor` on a GPU: where they are at home or have a copy there. Other tensors are copied: large ones
// keep the copy, that of others lives in `copy`.
void* elements_on_gpu(const Tensor& tensor, int gpu, std::unique_ptr<DeviceMemory>& copy);

// The tensor at home on a GPU (device = gpu_device(n)) or in host memory (kCpuDevice); the same one when it is there.
// Strings and handles stay in host memory.
Tensor place(const Tensor& tensor, int device);

// A new tensor made from a value of the user's, where this thread's device scope has it: 32-bit integers stay in host
// memory, as they mostly are shapes and axes. Throws InvalidArgument where the scope's device is missing.
Tensor place_constant(const Tensor& tensor);

// Waits for all work of a GPU; throws the error of any that failed.
void synchronize_gpu(int gpu);

// True where products of float32 may round their operands to 10 bits of mantissa (as TensorFlow lets them); remembered
// while no plugin is open.
void set_tensor_float_32(bool enabled);

// Throws the error that a function of the plugin returned.
void check_plugin(int32_t status, const char* error);

}  // namespace graphwright
