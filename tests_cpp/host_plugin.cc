// The plugin of host_plugin.h. It is part of the C++ tests, and tests_py/robustness/test_gpu.py builds it as a shared
// object by itself.
#include "host_plugin.h"

#include <sys/mman.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

namespace {

using namespace graphwright;  // NOLINT

constexpr size_t kMostBytes = size_t{1} << 30;

std::recursive_mutex mutex;
std::map<char*, size_t> blocks;
HostPluginCounts counts;

// While one lives, the devices' memory may be read and written; otherwise to touch it ends the process.
class Open {
 public:
  Open() : lock_(mutex) { protect(PROT_READ | PROT_WRITE); }
  ~Open() { protect(PROT_NONE); }

 private:
  static void protect(int mode) {
    for (auto& [block, bytes] : blocks) mprotect(block, bytes, mode);
  }
  std::lock_guard<std::recursive_mutex> lock_;
};

int32_t allocate(int32_t, size_t bytes, void** data, char* error) {
  if (bytes > kMostBytes) {
    std::snprintf(error, kPluginErrorSize, "OOM when allocating %zu bytes", bytes);
    return kPluginResourceExhausted;
  }
  std::lock_guard lock(mutex);
  const size_t rounded = (bytes + 4095) & ~size_t{4095};
  *data = mmap(nullptr, rounded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  blocks[static_cast<char*>(*data)] = rounded;
  ++counts.live_blocks;
  return 0;
}

void release(int32_t, void* data) {
  std::lock_guard lock(mutex);
  auto it = blocks.find(static_cast<char*>(data));
  munmap(it->first, it->second);
  blocks.erase(it);
  --counts.live_blocks;
}

int32_t copy_to_device(int32_t, void* to, const void* from, size_t bytes, char*) {
  Open open;
  ++counts.to_device;
  std::memcpy(to, from, bytes);
  return 0;
}

int32_t copy_to_host(int32_t, void* to, const void* from, size_t bytes, char*) {
  Open open;
  ++counts.to_host;
  std::memcpy(to, from, bytes);
  return 0;
}

int32_t copy_between(int32_t, void* to, int32_t, const void* from, size_t bytes, char*) {
  Open open;
  ++counts.between;
  std::memcpy(to, from, bytes);
  return 0;
}

int32_t synchronize(int32_t, char*) { return 0; }
void set_tensor_float_32(int32_t) {}

float* floats(const PluginTensor& tensor) { return static_cast<float*>(tensor.data); }

int64_t size_of(const PluginTensor& tensor) {
  int64_t n = 1;
  for (int i = 0; i < tensor.rank; ++i) n *= tensor.sizes[i];
  return n;
}

// The element of a broadcast operand that belongs to element i of the output.
int64_t source(const PluginTensor& operand, const PluginTensor& out, int64_t i) {
  int64_t at = 0, step = 1;
  for (int axis = 1; axis <= out.rank; ++axis) {
    const int64_t index = i % out.sizes[out.rank - axis];
    i /= out.sizes[out.rank - axis];
    if (axis > operand.rank) continue;
    const int64_t size = operand.sizes[operand.rank - axis];
    if (size > 1) at += index * step;
    step *= size;
  }
  return at;
}

// Kernels.

int32_t run(PluginCall* call, int32_t (*kernel)(PluginCall* call)) {
  Open open;
  ++counts.kernels;
  return kernel(call);
}

template <float (*kFunction)(float, float)>
int32_t binary(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    const PluginTensor &a = c->inputs[0], &b = c->inputs[1], &out = c->outputs[0];
    for (int64_t i = 0; i < size_of(out); ++i)
      floats(out)[i] = kFunction(floats(a)[source(a, out, i)], floats(b)[source(b, out, i)]);
    return 0;
  });
}
float add(float a, float b) { return a + b; }
float subtract(float a, float b) { return a - b; }
float multiply(float a, float b) { return a * b; }

int32_t less(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    const PluginTensor &a = c->inputs[0], &b = c->inputs[1], &out = c->outputs[0];
    for (int64_t i = 0; i < size_of(out); ++i)
      static_cast<bool*>(out.data)[i] = floats(a)[source(a, out, i)] < floats(b)[source(b, out, i)];
    return 0;
  });
}

int32_t negate_integers(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    const PluginTensor &x = c->inputs[0], &out = c->outputs[0];
    for (int64_t i = 0; i < size_of(out); ++i) static_cast<int32_t*>(out.data)[i] = -static_cast<int32_t*>(x.data)[i];
    return 0;
  });
}

int32_t matmul(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    const PluginTensor &a = c->inputs[0], &b = c->inputs[1], &out = c->outputs[0];
    const bool ta = c->integer(c, "transpose_a") != 0, tb = c->integer(c, "transpose_b") != 0;
    const int64_t m = out.sizes[0], n = out.sizes[1], inner = a.sizes[ta ? 0 : 1];
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        float sum = 0;
        for (int64_t k = 0; k < inner; ++k)
          sum += floats(a)[ta ? k * m + i : i * inner + k] * floats(b)[tb ? j * inner + k : k * n + j];
        floats(out)[i * n + j] = sum;
      }
    }
    return 0;
  });
}

// Not a convolution, but what it was told of one.
int32_t echo_attrs(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    int64_t strides[4] = {};
    const int32_t count = c->integers(c, "strides", strides, 4);
    const char* padding = c->text(c, "padding");
    const char* format = c->text(c, "data_format");
    const float told[] = {static_cast<float>(count), static_cast<float>(strides[1]), static_cast<float>(padding[0]),
                          static_cast<float>(format[3])};
    for (int64_t i = 0; i < size_of(c->outputs[0]); ++i) floats(c->outputs[0])[i] = told[i % 4];
    return 0;
  });
}

// The sizes of an input that stays in host memory.
int32_t echo_host_input(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    const auto* sizes = static_cast<const int32_t*>(c->inputs[0].data);
    for (int64_t i = 0; i < size_of(c->outputs[0]); ++i)
      floats(c->outputs[0])[i] = static_cast<float>(sizes[i % c->inputs[0].sizes[0]]);
    return 0;
  });
}

int32_t leaky_relu(PluginCall* call) {
  return run(call, [](PluginCall* c) {
    const auto alpha = static_cast<float>(c->number(c, "alpha"));
    for (int64_t i = 0; i < size_of(c->outputs[0]); ++i) {
      const float x = floats(c->inputs[0])[i];
      floats(c->outputs[0])[i] = x > 0 ? x : alpha * x;
    }
    return 0;
  });
}

int32_t fail(PluginCall* call) {
  std::snprintf(call->error, kPluginErrorSize, "the device is on fire");
  return kPluginInternal;
}

int32_t decline(PluginCall*) { return kPluginUnimplemented; }

constexpr uint64_t kFloat = uint64_t{1} << 1, kInt32 = uint64_t{1} << 3;

const PluginKernel kernels[] = {
    {"AddV2", 0, kFloat, 0, binary<add>, nullptr},
    {"Sub", 0, kFloat, 0, binary<subtract>, nullptr},
    {"Mul", 0, kFloat, 0, binary<multiply>, nullptr},
    {"Less", 0, kFloat, 0, less, nullptr},
    {"Neg", 0, kInt32, 0, negate_integers, nullptr},
    {"MatMul", 0, kFloat, 0, matmul, nullptr},
    {"LeakyRelu", 0, kFloat, 0, leaky_relu, nullptr},
    {"Conv2D", 0, kFloat, 0, echo_attrs, nullptr},
    {"Conv2DBackpropInput", 2, kFloat, 0b001, echo_host_input, nullptr},
    {"Sqrt", 0, kFloat, 0, fail, nullptr},
    {"Exp", 0, kFloat, 0, decline, nullptr},
};

const PluginDevice devices[] = {{"Host that plays a device", 9, 0, kMostBytes},
                                {"Host that plays another device", 8, 6, kMostBytes}};

const Plugin plugin = {kPluginVersion, 2,
                       devices,        sizeof(kernels) / sizeof(kernels[0]),
                       kernels,        allocate,
                       release,        copy_to_device,
                       copy_to_host,   copy_between,
                       synchronize,    set_tensor_float_32};

}  // namespace

const Plugin* graphwright_plugin(char*) { return &plugin; }

HostPluginCounts host_plugin_counts() {
  std::lock_guard lock(mutex);
  return counts;
}

void host_plugin_reset() {
  std::lock_guard lock(mutex);
  const int live = counts.live_blocks;
  counts = {};
  counts.live_blocks = live;
}
