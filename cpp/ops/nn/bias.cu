// BiasAdd and its gradient on GPUs.
#include <cstring>

#include "ops/elementwise/elementwise.cuh"

namespace graphwright::cuda {
namespace {

// A tensor as [outer, channels, inner], the channels being the last axis or the second.
struct Channels {
  int64_t outer = 1, channels = 1, inner = 1;
};
Channels channels_of(const PluginCall& call, const PluginTensor& tensor, bool has_format) {
  const bool second = has_format && std::strncmp(call.text(&call, "data_format"), "NC", 2) == 0;
  const int axis = second ? 1 : tensor.rank - 1;
  Channels c;
  for (int i = 0; i < tensor.rank; ++i) (i < axis ? c.outer : i == axis ? c.channels : c.inner) *= tensor.sizes[i];
  return c;
}

template <class T, class C>
__global__ void __launch_bounds__(kBlock)
    add_bias(const T* __restrict__ x, const T* __restrict__ bias, T* __restrict__ y, int64_t n, Channels shape) {
  const int64_t step = int64_t{gridDim.x} * kBlock;
  for (int64_t i = int64_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += step)
    y[i] = store<T>(load<C>(x[i]) + load<C>(bias[i / shape.inner % shape.channels]));
}

// One block for each channel; kBlock partial sums, then a tree.
template <class T, class C>
__global__ void __launch_bounds__(kBlock) sum_channel(const T* __restrict__ dy, T* __restrict__ sums, Channels shape) {
  __shared__ C partial[kBlock];
  const int64_t channel = blockIdx.x, count = shape.outer * shape.inner;
  C total = C();
  for (int64_t i = threadIdx.x; i < count; i += kBlock)
    total += load<C>(dy[(i / shape.inner * shape.channels + channel) * shape.inner + i % shape.inner]);
  partial[threadIdx.x] = total;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[channel] = store<T>(partial[0]);
}

template <DType kDType, bool kHasFormat>
void launch_add(const PluginCall& call, Device& device) {
  using T = typename Storage<kDType>::type;
  const int64_t n = num_elements(call.outputs[0]);
  add_bias<T, typename Storage<kDType>::compute><<<grid(device, n), kBlock, 0, device.stream>>>(
      static_cast<const T*>(call.inputs[0].data), static_cast<const T*>(call.inputs[1].data),
      static_cast<T*>(call.outputs[0].data), n, channels_of(call, call.inputs[0], kHasFormat));
}

template <DType kDType>
void launch_sum(const PluginCall& call, Device& device) {
  using T = typename Storage<kDType>::type;
  const Channels shape = channels_of(call, call.inputs[0], true);
  if (shape.channels > INT32_MAX) throw Failure{kPluginUnimplemented, "too many channels"};
  sum_channel<T, typename Storage<kDType>::compute><<<static_cast<int>(shape.channels), kBlock, 0, device.stream>>>(
      static_cast<const T*>(call.inputs[0].data), static_cast<T*>(call.outputs[0].data), shape);
}

template <bool kHasFormat, DType... kDTypes>
const Launches* add_launches() {
  static Launches launches;
  (launches.set<kDTypes>(launch_add<kDTypes, kHasFormat>), ...);
  return &launches;
}
template <DType... kDTypes>
const Launches* sum_launches() {
  static Launches launches;
  (launches.set<kDTypes>(launch_sum<kDTypes>), ...);
  return &launches;
}

const Registration registration{
    elementwise_kernel("BiasAdd", add_launches<true, GW_FLOAT_DTYPES>()),
    elementwise_kernel("BiasAddV1", add_launches<false, GW_FLOAT_DTYPES>()),
    elementwise_kernel("BiasAddGrad", sum_launches<GW_FLOAT_DTYPES>()),
};

}  // namespace
}  // namespace graphwright::cuda
