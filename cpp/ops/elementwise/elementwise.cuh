// Loops of elementwise functions on a GPU: one element a thread at a time, 16-bit floats by way of float.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

#include "device/cuda.cuh"
#include "kernels/broadcast.h"

namespace graphwright::cuda {

// The device's type for a dtype, the other way round, and the type it is computed in.
template <DType kDType>
struct Storage;
#define GW_STORAGE(DTYPE, TYPE, COMPUTE) \
  template <>                            \
  struct Storage<DType::DTYPE> {         \
    using type = TYPE;                   \
    using compute = COMPUTE;             \
  }
GW_STORAGE(kFloat32, float, float);
GW_STORAGE(kFloat64, double, double);
GW_STORAGE(kHalf, __half, float);
GW_STORAGE(kBfloat16, __nv_bfloat16, float);
GW_STORAGE(kInt32, int32_t, int32_t);
GW_STORAGE(kInt64, int64_t, int64_t);
GW_STORAGE(kBool, bool, bool);
#undef GW_STORAGE

template <class C, class T>
__device__ inline C load(T x) {
  return static_cast<C>(x);
}
template <class T, class C>
__device__ inline T store(C x) {
  return static_cast<T>(x);
}

// How two operands are read along the axes of the output; strides are 0 where one is repeated.
struct Strides {
  static constexpr int kMostAxes = 6;
  int axes;
  uint32_t sizes[kMostAxes];
  int64_t a[kMostAxes], b[kMostAxes];
};

template <class F, class T, class C, class R>
__global__ void __launch_bounds__(kBlock) unary_loop(const T* __restrict__ x, R* __restrict__ y, int64_t n) {
  static_assert(std::is_same_v<decltype(F::of(C())), C> || std::is_same_v<R, bool>);  // else it computes in double
  const int64_t step = int64_t{gridDim.x} * kBlock;
  for (int64_t i = int64_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += step) y[i] = store<R>(F::of(load<C>(x[i])));
}

template <class F, class T, class C, class R>
__global__ void __launch_bounds__(kBlock) binary_loop(const T* __restrict__ a, const T* __restrict__ b,
                                                      R* __restrict__ out, int64_t n, const Strides strides) {
  static_assert(std::is_same_v<decltype(F::of(C(), C())), C> || std::is_same_v<R, bool>);
  const int64_t step = int64_t{gridDim.x} * kBlock;
  for (int64_t i = int64_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += step) {
    int64_t at_a = i, at_b = i;
    if (strides.axes == 1) {
      at_a *= strides.a[0];
      at_b *= strides.b[0];
    } else {
      at_a = at_b = 0;
      uint32_t rest = static_cast<uint32_t>(i);
      for (int axis = strides.axes - 1; axis >= 0; --axis) {
        const uint32_t next = rest / strides.sizes[axis], index = rest - next * strides.sizes[axis];
        at_a += index * strides.a[axis];
        at_b += index * strides.b[axis];
        rest = next;
      }
    }
    out[i] = store<R>(F::of(load<C>(a[at_a]), load<C>(b[at_b])));
  }
}

// The launches of one op by dtype of its operands, the `context` of its PluginKernel.
struct Launches {
  void (*at[kNumDTypes])(const PluginCall& call, Device& device) = {};
  uint64_t types = 0;

  template <DType kDType>
  void set(void (*launch)(const PluginCall& call, Device& device)) {
    at[static_cast<int>(kDType)] = launch;
    types |= dtype_bits(kDType);
  }
};

// kBool: the function gives a truth value whatever goes in.
template <class F, DType kDType, bool kBool>
void launch_unary(const PluginCall& call, Device& device) {
  using T = typename Storage<kDType>::type;
  using C = typename Storage<kDType>::compute;
  using R = std::conditional_t<kBool, bool, T>;
  const int64_t n = num_elements(call.outputs[0]);
  unary_loop<F, T, C, R><<<grid(device, n), kBlock, 0, device.stream>>>(static_cast<const T*>(call.inputs[0].data),
                                                                        static_cast<R*>(call.outputs[0].data), n);
}

// Declines (and says so) operands with more axes, or more elements, than the loops take.
Strides strides_of(const PluginCall& call);

template <class F, DType kDType, bool kBool>
void launch_binary(const PluginCall& call, Device& device) {
  using T = typename Storage<kDType>::type;
  using C = typename Storage<kDType>::compute;
  using R = std::conditional_t<kBool, bool, T>;
  const int64_t n = num_elements(call.outputs[0]);
  binary_loop<F, T, C, R><<<grid(device, n), kBlock, 0, device.stream>>>(
      static_cast<const T*>(call.inputs[0].data), static_cast<const T*>(call.inputs[1].data),
      static_cast<R*>(call.outputs[0].data), n, strides_of(call));
}

template <class F, bool kBool, DType... kDTypes>
const Launches* unary_launches() {
  static Launches launches;
  (launches.set<kDTypes>(launch_unary<F, kDTypes, kBool>), ...);
  return &launches;
}
template <class F, bool kBool, DType... kDTypes>
const Launches* binary_launches() {
  static Launches launches;
  (launches.set<kDTypes>(launch_binary<F, kDTypes, kBool>), ...);
  return &launches;
}

inline void launch(PluginCall& call, Device& device) {
  static_cast<const Launches*>(call.kernel->context)->at[call.inputs[0].dtype](call, device);
}
inline PluginKernel elementwise_kernel(const char* op, const Launches* launches) {
  return {op, 0, launches->types, 0, run<launch>, launches};
}

#define GW_FLOAT_DTYPES DType::kFloat32, DType::kFloat64, DType::kHalf, DType::kBfloat16
#define GW_INTEGER_DTYPES DType::kInt32, DType::kInt64

}  // namespace graphwright::cuda
