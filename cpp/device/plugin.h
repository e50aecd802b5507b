// The interface between the core and a device plugin (graphwright_cuda.so): plain structs and C functions, so that the
// two may be compiled by different compilers.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace graphwright {

// Counts up whenever something below changes; a plugin of another version is turned down.
inline constexpr int32_t kPluginVersion = 1;
inline constexpr size_t kPluginErrorSize = 512;

// Functions return 0, or one of TensorFlow's error codes (base/error.h) with a message in the call's or their own
// `error`.
inline constexpr int32_t kPluginInvalidArgument = 3, kPluginResourceExhausted = 8, kPluginUnimplemented = 12,
                         kPluginInternal = 13;

struct PluginTensor {
  int32_t dtype;  // TensorFlow's number, as in base/dtype.h
  int32_t rank;
  const int64_t* sizes;
  void* data;  // in the device's memory, or the host's for a kernel's host_inputs; row-major
};

struct PluginKernel;

struct PluginCall {
  const PluginKernel* kernel;
  int32_t device;
  int32_t num_inputs, num_outputs;
  const PluginTensor* inputs;
  const PluginTensor* outputs;  // to be written; the op's shape rule has been checked and gave their shapes

  // The op's attrs, given or defaulted; asked for by a name that the OpDef has.
  const void* attrs;
  int64_t (*integer)(const PluginCall* call, const char* name);  // also bools
  double (*number)(const PluginCall* call, const char* name);
  const char* (*text)(const PluginCall* call, const char* name);  // good until the kernel returns
  // Writes at most `room` entries; gives the number of entries that there are.
  int32_t (*integers)(const PluginCall* call, const char* name, int64_t* to, int32_t room);

  char error[kPluginErrorSize];
};

struct PluginKernel {
  const char* op;
  int32_t typed_input;   // the input whose dtype decides whether the kernel serves,
  uint64_t types;        // by these, a bit per dtype
  uint32_t host_inputs;  // a bit per input that stays in host memory
  // Enqueues the work; it is done in the order of the calls and copies of one device. kPluginUnimplemented, before
  // anything was enqueued, leaves the op to the CPU.
  int32_t (*run)(PluginCall* call);
  const void* context;  // the plugin's own
};

struct PluginDevice {
  char name[256];
  int32_t compute_major, compute_minor;
  uint64_t memory_bytes;
};

struct Plugin {
  int32_t version;
  int32_t num_devices;
  const PluginDevice* devices;
  int32_t num_kernels;
  const PluginKernel* kernels;

  // Memory is handed out and taken back in the order of the device's work: what is freed may still be read by work that
  // was enqueued before.
  int32_t (*allocate)(int32_t device, size_t bytes, void** data, char* error);
  void (*free)(int32_t device, void* data);
  // Returns when `from` may be changed.
  int32_t (*copy_to_device)(int32_t device, void* to, const void* from, size_t bytes, char* error);
  // Returns when `to` is filled.
  int32_t (*copy_to_host)(int32_t device, void* to, const void* from, size_t bytes, char* error);
  int32_t (*copy_between)(int32_t to_device, void* to, int32_t from_device, const void* from, size_t bytes,
                          char* error);
  // Returns when all work of the device is done, with the error of any that failed.
  int32_t (*synchronize)(int32_t device, char* error);
  // True where float32 products may round their operands to 10 bits of mantissa.
  void (*set_tensor_float_32)(int32_t enabled);
};

// The one symbol that a plugin shows, `graphwright_plugin`: null, with the reason in `error`, where there is no device.
using PluginEntry = const Plugin* (*)(char* error);

}  // namespace graphwright
