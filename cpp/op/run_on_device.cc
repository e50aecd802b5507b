// Placement of one op, and calls of a plugin's kernels.
#include "op/run_on_device.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/at_fork.h"
#include "device/gpu.h"
#include "op/context.h"

namespace graphwright {
namespace {

// The plugin's kernels by op.
const PluginKernel* find_kernel(const Plugin* plugin, const OpDef& op) {
  static GlobalMutex& mutex = GlobalMutex::make();
  static const Plugin* indexed = nullptr;
  static auto* kernels = new std::unordered_map<std::string_view, const PluginKernel*>;
  std::lock_guard lock(mutex);
  if (indexed != plugin) {
    kernels->clear();
    for (int i = 0; i < plugin->num_kernels; ++i) kernels->emplace(plugin->kernels[i].op, &plugin->kernels[i]);
    indexed = plugin;
  }
  auto it = kernels->find(op.name);
  return it == kernels->end() ? nullptr : it->second;
}

// What a kernel asks its attrs by.
struct AttrSource {
  const OpDef& op;
  std::span<const Value> inputs;
  const Attrs& attrs;
  std::deque<std::string> texts;  // keeps its elements in place

  AttrValue get(const char* name) const {
    if (const AttrValue* value = attrs.find(name)) return *value;
    AttrValue implied = implied_attr(op, inputs, attrs, name);
    const AttrDef* def = op.attr(name);
    return implied.index() == 0 && def && def->has_default ? def->default_value : implied;
  }
};

AttrSource& source(const PluginCall* call) { return *static_cast<AttrSource*>(const_cast<void*>(call->attrs)); }

int64_t integer_attr(const PluginCall* call, const char* name) {
  const AttrValue value = source(call).get(name);
  if (const auto* number = std::get_if<int64_t>(&value)) return *number;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  if (const auto* dtype = std::get_if<DType>(&value)) return static_cast<int64_t>(*dtype);
  return 0;
}

double number_attr(const PluginCall* call, const char* name) {
  const AttrValue value = source(call).get(name);
  if (const auto* number = std::get_if<float>(&value)) return *number;
  return static_cast<double>(integer_attr(call, name));
}

const char* text_attr(const PluginCall* call, const char* name) {
  AttrSource& attrs = source(call);
  const AttrValue value = attrs.get(name);
  const auto* text = std::get_if<std::string>(&value);
  attrs.texts.push_back(text ? *text : std::string());
  return attrs.texts.back().c_str();
}

int32_t integers_attr(const PluginCall* call, const char* name, int64_t* to, int32_t room) {
  const AttrValue value = source(call).get(name);
  const auto* list = std::get_if<std::vector<int64_t>>(&value);
  if (!list) return 0;
  std::copy_n(list->begin(), std::min<size_t>(list->size(), room), to);
  return static_cast<int32_t>(list->size());
}

PluginTensor describe(DType dtype, const Shape& shape, void* data) {
  return {static_cast<int32_t>(dtype), shape.rank(), shape.begin(), data};
}

// The GPU that runs the op, -1 for the CPU.
int choose_gpu(const PluginKernel& kernel, std::span<const Value> inputs, int asked) {
  if (asked != kAnyDevice) return asked - 1;
  for (const Value& input : inputs)
    if (const int gpu = Tensor::of(input).gpu(); gpu >= 0) return gpu;
  // Integers mostly count and index: they stay with the CPU, which reads them.
  const DType dtype = inputs[kernel.typed_input].dtype();
  return is_floating(dtype) || is_complex(dtype) ? default_gpu() : -1;
}

bool run_kernel(const PluginKernel& kernel, int gpu, AttrSource& attrs, std::span<Value> outputs,
                std::span<const Shape> shapes, std::span<const DType> dtypes) {
  SmallVector<PluginTensor, 4> in, out;
  std::vector<std::unique_ptr<DeviceMemory>> copies;
  for (size_t i = 0; i < attrs.inputs.size(); ++i) {
    const Tensor& tensor = Tensor::of(attrs.inputs[i]);
    void* data = nullptr;
    if (i < 32 && (kernel.host_inputs >> i & 1)) {
      data = tensor.raw();
    } else {
      std::unique_ptr<DeviceMemory> copy;
      data = elements_on_gpu(tensor, gpu, copy);
      if (copy) copies.push_back(std::move(copy));
    }
    in.push_back(describe(tensor.dtype(), tensor.shape(), data));
  }
  SmallVector<Value, 4> made;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const size_t bytes = shapes[i].num_elements() * dtype_size(dtypes[i]);
    std::unique_ptr<DeviceMemory> memory = allocate_on_gpu(gpu, bytes);
    out.push_back(describe(dtypes[i], shapes[i], memory->data()));
    made.push_back(Tensor::wrap_gpu(dtypes[i], shapes[i], Buffer::on_gpu(std::move(memory), bytes)));
  }
  PluginCall call{};
  call.kernel = &kernel;
  call.device = gpu;
  call.num_inputs = static_cast<int32_t>(in.size());
  call.num_outputs = static_cast<int32_t>(out.size());
  call.inputs = in.data();
  call.outputs = out.data();
  call.attrs = &attrs;
  call.integer = integer_attr;
  call.number = number_attr;
  call.text = text_attr;
  call.integers = integers_attr;
  const int32_t status = kernel.run(&call);
  if (status == kPluginUnimplemented) return false;
  check_plugin(status, call.error);
  for (size_t i = 0; i < outputs.size(); ++i) outputs[i] = std::move(made[i]);
  return true;
}

// run_on_device; `gpu` is the one that ran the op.
bool place_and_run(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::span<Value> outputs,
                   std::span<const Shape> shapes, std::span<const DType> dtypes, int& gpu) {
  const DeviceScope& scope = device_scope();
  GW_CHECK_ARG(scope.missing.empty(), scope.missing);
  const Plugin* plugin = open_gpu_plugin();
  if (!plugin) return false;
  // tf.identity under a scope is how tensors are moved.
  if (scope.device != kAnyDevice && op.has(Trait::kIdentity) && inputs.size() == 1 && outputs.size() == 1) {
    if (scope.device > kCpuDevice && scope.device > plugin->num_devices) return false;
    outputs[0] = place(Tensor::of(inputs[0]), scope.device);
    gpu = scope.device - 1;
    return true;
  }
  if (scope.device == kCpuDevice) return false;
  const int asked = scope.device > plugin->num_devices ? kAnyDevice : scope.device;
  const PluginKernel* kernel = find_kernel(plugin, op);
  if (!kernel || kernel->typed_input >= static_cast<int>(inputs.size())) return false;
  if (!(kernel->types >> static_cast<int>(inputs[kernel->typed_input].dtype()) & 1)) return false;
  int64_t elements = 0;
  for (const Shape& shape : shapes) {
    if (!shape.fully_defined()) return false;
    elements += shape.num_elements();
  }
  if (elements == 0) return false;
  gpu = choose_gpu(*kernel, inputs, asked);
  if (gpu < 0) return false;
  AttrSource source{op, inputs, attrs, {}};
  return run_kernel(*kernel, gpu, source, outputs, shapes, dtypes);
}

}  // namespace

bool run_on_device(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::span<Value> outputs,
                   std::span<const Shape> shapes, std::span<const DType> dtypes) {
  int gpu = -1;
  const bool ran = place_and_run(op, inputs, attrs, outputs, shapes, dtypes, gpu);
  if (log_placement())
    std::fprintf(stderr, "Executing op %s in device /job:localhost/replica:0/task:0/device:%s:%d\n", op.name.c_str(),
                 ran && gpu >= 0 ? "GPU" : "CPU", ran ? std::max(gpu, 0) : 0);
  return ran;
}

}  // namespace graphwright
