// AddN on GPUs.
#include "ops/elementwise/elementwise.cuh"

namespace graphwright::cuda {
namespace {

constexpr int kMostTerms = 16;

template <class T>
struct Terms {
  const T* at[kMostTerms];
  int count;
};

template <class T, class C>
__global__ void __launch_bounds__(kBlock) sum_terms(const Terms<T> terms, T* __restrict__ sum, int64_t n) {
  const int64_t step = int64_t{gridDim.x} * kBlock;
  for (int64_t i = int64_t{blockIdx.x} * kBlock + threadIdx.x; i < n; i += step) {
    C total = load<C>(terms.at[0][i]);
    for (int k = 1; k < terms.count; ++k) total += load<C>(terms.at[k][i]);
    sum[i] = store<T>(total);
  }
}

template <DType kDType>
void launch_sum(const PluginCall& call, Device& device) {
  using T = typename Storage<kDType>::type;
  if (call.num_inputs > kMostTerms) throw Failure{kPluginUnimplemented, "too many terms"};
  Terms<T> terms{};
  terms.count = call.num_inputs;
  for (int k = 0; k < terms.count; ++k) terms.at[k] = static_cast<const T*>(call.inputs[k].data);
  const int64_t n = num_elements(call.outputs[0]);
  sum_terms<T, typename Storage<kDType>::compute>
      <<<grid(device, n), kBlock, 0, device.stream>>>(terms, static_cast<T*>(call.outputs[0].data), n);
}

template <DType... kDTypes>
const Launches* sum_launches() {
  static Launches launches;
  (launches.set<kDTypes>(launch_sum<kDTypes>), ...);
  return &launches;
}

const Registration registration{elementwise_kernel("AddN", sum_launches<GW_FLOAT_DTYPES, GW_INTEGER_DTYPES>())};

}  // namespace
}  // namespace graphwright::cuda
