// Conv2D, the depthwise convolution and their gradients on GPUs, by cuDNN.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cudnn.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>

#include "device/cuda.cuh"

namespace graphwright::cuda {
namespace {

constexpr size_t kMostWorkspace = size_t{1} << 30;

void check(cudnnStatus_t status, const char* what) {
  if (status == CUDNN_STATUS_SUCCESS) return;
  // Statuses from 2000 on say that the case is not as cuDNN wants it, those from 3000 on that there is no engine for
  // it.
  const bool unsupported = status >= CUDNN_STATUS_BAD_PARAM && status < CUDNN_STATUS_INTERNAL_ERROR;
  throw Failure{unsupported ? kPluginUnimplemented : kPluginInternal,
                std::string("cuDNN: ") + what + ": " + cudnnGetErrorString(status)};
}

enum class Kind { kForward, kBackwardInput, kBackwardFilter };

// Images or filters as a block of four axes - image (or output channel), channel, height, width - with a stride for
// each.
struct Block {
  int64_t sizes[4];
  int64_t strides[4];
  __host__ __device__ int64_t count() const { return sizes[0] * sizes[1] * sizes[2] * sizes[3]; }
};
Block packed(int64_t n, int64_t c, int64_t h, int64_t w, bool channels_last) {
  Block block{{n, c, h, w}, {}};
  if (channels_last) {
    block.strides[0] = h * w * c, block.strides[1] = 1, block.strides[2] = w * c, block.strides[3] = c;
  } else {
    block.strides[0] = c * h * w, block.strides[1] = h * w, block.strides[2] = w, block.strides[3] = 1;
  }
  return block;
}

// A convolution as the op's attrs and shapes give it.
struct Convolution {
  Kind kind;
  DType dtype;
  bool channels_last;
  int64_t batch, in_channels, out_channels, groups;
  int64_t in[2], out[2], filter[2], stride[2], dilation[2], before[2], after[2];
  const void* x;  // the two operands in the order input, filter, output, and the result
  const void* y;
  void* result;

  bool even() const { return before[0] == after[0] && before[1] == after[1]; }
};

// ---- moving elements between layouts ----

// to[n, c, h, w] = from[n, c, h - shift_h, w - shift_w], and 0 outside of `from`.
template <class T>
__global__ void __launch_bounds__(kBlock) move_block(const T* __restrict__ from, Block source, T* __restrict__ to,
                                                     Block target, int64_t shift_h, int64_t shift_w) {
  const int64_t step = int64_t{gridDim.x} * kBlock, count = target.count();
  for (int64_t i = int64_t{blockIdx.x} * kBlock + threadIdx.x; i < count; i += step) {
    // Neighbouring threads write neighbouring elements, in either layout of the target.
    int64_t rest = i, n, c, h, w;
    if (target.strides[1] == 1) {
      c = rest % target.sizes[1], rest /= target.sizes[1];
      w = rest % target.sizes[3], rest /= target.sizes[3];
      h = rest % target.sizes[2], n = rest / target.sizes[2];
    } else {
      w = rest % target.sizes[3], rest /= target.sizes[3];
      h = rest % target.sizes[2], rest /= target.sizes[2];
      c = rest % target.sizes[1], n = rest / target.sizes[1];
    }
    const int64_t from_h = h - shift_h, from_w = w - shift_w;
    const bool inside = from_h >= 0 && from_h < source.sizes[2] && from_w >= 0 && from_w < source.sizes[3];
    to[n * target.strides[0] + c * target.strides[1] + h * target.strides[2] + w * target.strides[3]] =
        inside ? from[n * source.strides[0] + c * source.strides[1] + from_h * source.strides[2] +
                      from_w * source.strides[3]]
               : T();
  }
}

int64_t element_size(DType dtype) { return dtype == DType::kFloat64 ? 8 : dtype == DType::kFloat32 ? 4 : 2; }

// The elements are only moved: types of one size share a loop.
void move(Device& device, DType dtype, const void* from, const Block& source, void* to, const Block& target,
          int64_t shift_h = 0, int64_t shift_w = 0) {
  auto launch = [&]<class T>(T) {
    move_block<T><<<grid(device, target.count()), kBlock, 0, device.stream>>>(
        static_cast<const T*>(from), source, static_cast<T*>(to), target, shift_h, shift_w);
  };
  switch (element_size(dtype)) {
    case 8:
      return launch(uint64_t{});
    case 4:
      return launch(uint32_t{});
    default:
      return launch(uint16_t{});
  }
}

bool same_layout(const Block& a, const Block& b) { return std::memcmp(&a, &b, sizeof(Block)) == 0; }

// ---- cuDNN ----

struct Choice {
  int algorithm;
  cudnnMathType_t math;
  size_t workspace;
};

struct Dnn {
  cudnnHandle_t handle = nullptr;
  std::map<std::array<int64_t, 24>, Choice> choices;
};

// By device; guarded by the device's mutex but for the map itself.
Dnn& dnn_of(const Device& device) {
  static std::mutex mutex;
  static auto* table = new std::map<int, Dnn>;
  std::lock_guard lock(mutex);
  Dnn& dnn = (*table)[device.ordinal];
  if (!dnn.handle) {
    // cuDNN compiles some engines as they are needed, and finds NVRTC by name: where it is open already.
    dlopen(("libnvrtc.so." + std::to_string(CUDART_VERSION / 1000)).c_str(), RTLD_LAZY | RTLD_LOCAL);
    check(cudnnCreate(&dnn.handle), "starting");
    check(cudnnSetStream(dnn.handle, device.stream), "starting");
  }
  return dnn;
}

// The descriptors of one convolution in one layout, without uneven padding.
class Description {
 public:
  Description(const Convolution& conv, bool channels_last) {
    const cudnnTensorFormat_t format = channels_last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
    const cudnnDataType_t type = conv.dtype == DType::kFloat64    ? CUDNN_DATA_DOUBLE
                                 : conv.dtype == DType::kHalf     ? CUDNN_DATA_HALF
                                 : conv.dtype == DType::kBfloat16 ? CUDNN_DATA_BFLOAT16
                                                                  : CUDNN_DATA_FLOAT;
    auto number = [](int64_t size) {
      if (size > INT32_MAX) throw Failure{kPluginUnimplemented, "cuDNN counts in 32 bits"};
      return static_cast<int>(size);
    };
    check(cudnnCreateTensorDescriptor(&images), "describing");
    check(cudnnCreateTensorDescriptor(&outputs), "describing");
    check(cudnnCreateFilterDescriptor(&filter), "describing");
    check(cudnnCreateConvolutionDescriptor(&convolution), "describing");
    check(cudnnSetTensor4dDescriptor(images, format, type, number(conv.batch), number(conv.in_channels),
                                     number(conv.in[0]), number(conv.in[1])),
          "describing the input");
    check(cudnnSetTensor4dDescriptor(outputs, format, type, number(conv.batch), number(conv.out_channels),
                                     number(conv.out[0]), number(conv.out[1])),
          "describing the output");
    check(cudnnSetFilter4dDescriptor(filter, type, format, number(conv.out_channels),
                                     number(conv.in_channels / conv.groups), number(conv.filter[0]),
                                     number(conv.filter[1])),
          "describing the filter");
    check(cudnnSetConvolution2dDescriptor(convolution, number(conv.before[0]), number(conv.before[1]),
                                          number(conv.stride[0]), number(conv.stride[1]), number(conv.dilation[0]),
                                          number(conv.dilation[1]), CUDNN_CROSS_CORRELATION,
                                          type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT),
          "describing the convolution");
    check(cudnnSetConvolutionGroupCount(convolution, number(conv.groups)), "describing the convolution");
    // The default lets float32 be rounded to TF32.
    math = type == CUDNN_DATA_FLOAT && !tensor_float_32()           ? CUDNN_FMA_MATH
           : type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16 ? CUDNN_TENSOR_OP_MATH
                                                                    : CUDNN_DEFAULT_MATH;
    check(cudnnSetConvolutionMathType(convolution, math), "describing the convolution");
  }
  ~Description() {
    if (images) cudnnDestroyTensorDescriptor(images);
    if (outputs) cudnnDestroyTensorDescriptor(outputs);
    if (filter) cudnnDestroyFilterDescriptor(filter);
    if (convolution) cudnnDestroyConvolutionDescriptor(convolution);
  }
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;

  cudnnTensorDescriptor_t images = nullptr, outputs = nullptr;
  cudnnFilterDescriptor_t filter = nullptr;
  cudnnConvolutionDescriptor_t convolution = nullptr;
  cudnnMathType_t math;
};

// The first of cuDNN's suggestions that is supported and not too greedy.
template <class Suggestion, class Ask>
Choice first_choice(const Description& d, Ask&& ask) {
  Suggestion suggestions[8];
  int count = 0;
  check(ask(8, &count, suggestions), "choosing an algorithm");
  for (int i = 0; i < count; ++i) {
    const Suggestion& one = suggestions[i];
    if (one.status != CUDNN_STATUS_SUCCESS || one.memory > kMostWorkspace) continue;
    return {static_cast<int>(one.algo), d.math == CUDNN_FMA_MATH ? d.math : one.mathType, one.memory};
  }
  throw Failure{kPluginUnimplemented, "cuDNN has no algorithm for this convolution"};
}

Choice choose(Dnn& dnn, const Convolution& conv, const Description& d, bool channels_last) {
  std::array<int64_t, 24> key{static_cast<int64_t>(conv.kind),
                              static_cast<int64_t>(conv.dtype),
                              channels_last,
                              tensor_float_32(),
                              conv.batch,
                              conv.in_channels,
                              conv.out_channels,
                              conv.groups};
  size_t at = 8;
  for (const auto& pair : {conv.in, conv.out, conv.filter, conv.stride, conv.dilation, conv.before})
    key[at++] = pair[0], key[at++] = pair[1];
  if (auto known = dnn.choices.find(key); known != dnn.choices.end()) return known->second;
  Choice choice;
  switch (conv.kind) {
    case Kind::kForward:
      choice = first_choice<cudnnConvolutionFwdAlgoPerf_t>(d, [&](int room, int* count, auto* list) {
        return cudnnGetConvolutionForwardAlgorithm_v7(dnn.handle, d.images, d.filter, d.convolution, d.outputs, room,
                                                      count, list);
      });
      break;
    case Kind::kBackwardInput:
      choice = first_choice<cudnnConvolutionBwdDataAlgoPerf_t>(d, [&](int room, int* count, auto* list) {
        return cudnnGetConvolutionBackwardDataAlgorithm_v7(dnn.handle, d.filter, d.outputs, d.convolution, d.images,
                                                           room, count, list);
      });
      break;
    case Kind::kBackwardFilter:
      choice = first_choice<cudnnConvolutionBwdFilterAlgoPerf_t>(d, [&](int room, int* count, auto* list) {
        return cudnnGetConvolutionBackwardFilterAlgorithm_v7(dnn.handle, d.images, d.outputs, d.convolution, d.filter,
                                                             room, count, list);
      });
      break;
  }
  if (dnn.choices.size() >= 4096) dnn.choices.clear();
  return dnn.choices[key] = choice;
}

// Operands and result lie in `channels_last` layout (filters [out, in, h, w] or [out, h, w, in]); padding is even.
void run_cudnn(Device& device, const Convolution& conv, bool channels_last, const void* x, const void* y,
               void* result) {
  Dnn& dnn = dnn_of(device);
  const Description d(conv, channels_last);
  const Choice choice = choose(dnn, conv, d, channels_last);
  check(cudnnSetConvolutionMathType(d.convolution, choice.math), "choosing an algorithm");
  const Scratch workspace(device, choice.workspace);
  const double one_d = 1, zero_d = 0;
  const float one_f = 1, zero_f = 0;
  const bool wide = conv.dtype == DType::kFloat64;
  const void* one = wide ? static_cast<const void*>(&one_d) : &one_f;
  const void* zero = wide ? static_cast<const void*>(&zero_d) : &zero_f;
  switch (conv.kind) {
    case Kind::kForward:
      return check(cudnnConvolutionForward(dnn.handle, one, d.images, x, d.filter, y, d.convolution,
                                           static_cast<cudnnConvolutionFwdAlgo_t>(choice.algorithm), workspace.data(),
                                           choice.workspace, zero, d.outputs, result),
                   "convolving");
    case Kind::kBackwardInput:
      return check(cudnnConvolutionBackwardData(dnn.handle, one, d.filter, x, d.outputs, y, d.convolution,
                                                static_cast<cudnnConvolutionBwdDataAlgo_t>(choice.algorithm),
                                                workspace.data(), choice.workspace, zero, d.images, result),
                   "convolving back to the input");
    case Kind::kBackwardFilter:
      return check(cudnnConvolutionBackwardFilter(dnn.handle, one, d.images, x, d.outputs, y, d.convolution,
                                                  static_cast<cudnnConvolutionBwdFilterAlgo_t>(choice.algorithm),
                                                  workspace.data(), choice.workspace, zero, d.filter, result),
                   "convolving back to the filter");
  }
}

// ---- the ops ----

// One operand or the result: where the op has it, and where cuDNN wants it.
struct Side {
  Block ours, theirs;
  int64_t shift_h = 0, shift_w = 0;  // of ours within theirs
};

// Runs in one layout: operands are moved into it (and padded where padding is uneven), the result is moved back.
void convolve_in(Device& device, const Convolution& conv, bool channels_last) {
  Convolution inner = conv;
  Side images, filter, outputs;
  if (!conv.even()) {
    for (int i = 0; i < 2; ++i) {
      inner.in[i] += conv.before[i] + conv.after[i];
      inner.before[i] = inner.after[i] = 0;
    }
    images.shift_h = conv.before[0];
    images.shift_w = conv.before[1];
  }
  images.ours = packed(conv.batch, conv.in_channels, conv.in[0], conv.in[1], conv.channels_last);
  images.theirs = packed(conv.batch, conv.in_channels, inner.in[0], inner.in[1], channels_last);
  outputs.ours = packed(conv.batch, conv.out_channels, conv.out[0], conv.out[1], conv.channels_last);
  outputs.theirs = packed(conv.batch, conv.out_channels, conv.out[0], conv.out[1], channels_last);
  // TensorFlow's filters are [height, width, in, out].
  const int64_t group_in = conv.in_channels / conv.groups, k = conv.out_channels;
  filter.theirs = packed(k, group_in, conv.filter[0], conv.filter[1], channels_last);
  filter.ours = {{k, group_in, conv.filter[0], conv.filter[1]}, {1, k, conv.filter[1] * group_in * k, group_in * k}};

  const Side& x = conv.kind == Kind::kBackwardInput ? filter : images;
  const Side& y = conv.kind == Kind::kForward ? filter : outputs;
  const Side& result = conv.kind == Kind::kForward ? outputs : conv.kind == Kind::kBackwardInput ? images : filter;
  const int64_t size = element_size(conv.dtype);
  std::optional<Scratch> x_moved, y_moved, result_moved;
  auto moved = [&](const Side& side, const void* data, std::optional<Scratch>& scratch) -> const void* {
    if (same_layout(side.ours, side.theirs)) return data;
    scratch.emplace(device, side.theirs.count() * size);
    move(device, conv.dtype, data, side.ours, scratch->data(), side.theirs, side.shift_h, side.shift_w);
    return scratch->data();
  };
  const void* from_x = moved(x, conv.x, x_moved);
  const void* from_y = moved(y, conv.y, y_moved);
  if (same_layout(result.ours, result.theirs))
    return run_cudnn(device, inner, channels_last, from_x, from_y, conv.result);
  result_moved.emplace(device, result.theirs.count() * size);
  run_cudnn(device, inner, channels_last, from_x, from_y, result_moved->data());
  move(device, conv.dtype, result_moved->data(), result.theirs, conv.result, result.ours, -result.shift_h,
       -result.shift_w);
}

template <bool kDepthwise>
Convolution convolution_of(const PluginCall& call, Kind kind) {
  const PluginTensor& result = call.outputs[0];
  const PluginTensor& images = kind == Kind::kBackwardInput ? result : call.inputs[0];
  const PluginTensor& filter = kind == Kind::kBackwardFilter ? result : call.inputs[1];
  const PluginTensor& outputs = kind == Kind::kForward ? result : call.inputs[2];
  Convolution conv{};
  conv.kind = kind;
  conv.dtype = dtype(result);
  conv.channels_last = std::strcmp(call.text(&call, "data_format"), "NHWC") == 0;
  const int first = conv.channels_last ? 1 : 2, channels = conv.channels_last ? 3 : 1;
  int64_t strides[4] = {1, 1, 1, 1}, dilations[4] = {1, 1, 1, 1}, paddings[8] = {};
  call.integers(&call, "strides", strides, 4);
  call.integers(&call, "dilations", dilations, 4);
  call.integers(&call, "explicit_paddings", paddings, 8);
  const std::string padding = call.text(&call, "padding");
  conv.batch = images.sizes[0];
  conv.in_channels = images.sizes[channels];
  conv.out_channels = outputs.sizes[channels];
  conv.groups = kDepthwise ? conv.in_channels : filter.sizes[2] == 0 ? 0 : conv.in_channels / filter.sizes[2];
  for (int i = 0; i < 2; ++i) {
    conv.in[i] = images.sizes[first + i];
    conv.out[i] = outputs.sizes[first + i];
    conv.filter[i] = filter.sizes[i];
    conv.stride[i] = strides[first + i];
    conv.dilation[i] = dilations[first + i];
    if (padding == "EXPLICIT") {
      conv.before[i] = paddings[2 * (first + i)];
      conv.after[i] = paddings[2 * (first + i) + 1];
    } else if (padding == "SAME") {
      const int64_t extent = (conv.filter[i] - 1) * conv.dilation[i] + 1;
      const int64_t needed = std::max<int64_t>((conv.out[i] - 1) * conv.stride[i] + extent - conv.in[i], 0);
      conv.before[i] = needed / 2;
      conv.after[i] = needed - conv.before[i];
    }
  }
  conv.x = call.inputs[kind == Kind::kBackwardInput ? 1 : 0].data;
  conv.y = call.inputs[kind == Kind::kForward ? 1 : 2].data;
  conv.result = result.data;
  const bool empty = conv.batch == 0 || conv.groups == 0 || num_elements(filter) == 0 || num_elements(images) == 0 ||
                     num_elements(outputs) == 0;
  if (empty) throw Failure{kPluginUnimplemented, "an empty convolution is the CPU's"};
  return conv;
}

template <Kind kKind, bool kDepthwise>
void convolve(PluginCall& call, Device& device) {
  const Convolution conv = convolution_of<kDepthwise>(call, kKind);
  // Few algorithms take float64 with the channels last, and not every one the other types.
  if (conv.channels_last && conv.dtype != DType::kFloat64) {
    try {
      return convolve_in(device, conv, true);
    } catch (const Failure& failure) {
      if (failure.status != kPluginUnimplemented) throw;
    }
  }
  convolve_in(device, conv, false);
}

constexpr uint64_t kTypes = dtype_bits(DType::kFloat32, DType::kFloat64, DType::kHalf, DType::kBfloat16);

// The input of sizes stays in host memory: the shape rule has read it.
const Registration registration{
    {"Conv2D", 0, kTypes, 0, run<convolve<Kind::kForward, false>>, nullptr},
    {"Conv2DBackpropInput", 2, kTypes, 0b001, run<convolve<Kind::kBackwardInput, false>>, nullptr},
    {"Conv2DBackpropFilter", 2, kTypes, 0b010, run<convolve<Kind::kBackwardFilter, false>>, nullptr},
    {"DepthwiseConv2dNative", 0, kTypes, 0, run<convolve<Kind::kForward, true>>, nullptr},
    {"DepthwiseConv2dNativeBackpropInput", 2, kTypes, 0b001, run<convolve<Kind::kBackwardInput, true>>, nullptr},
    {"DepthwiseConv2dNativeBackpropFilter", 2, kTypes, 0b010, run<convolve<Kind::kBackwardFilter, true>>, nullptr},
};

}  // namespace
}  // namespace graphwright::cuda
