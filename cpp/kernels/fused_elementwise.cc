// Running fused chains.
#include "kernels/fused_elementwise.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"

namespace graphwright {
namespace {

constexpr int64_t kTile = 512;
constexpr size_t kTileBytes = kTile * 16;  // room for the largest element
constexpr int64_t kGrain = 1 << 14;

}  // namespace

FusedElementwise::FusedElementwise(std::string name, std::vector<DType> input_dtypes, std::vector<bool> scalar_inputs,
                                   std::vector<FusedStep> steps)
    : name_(std::move(name)), num_inputs_(input_dtypes.size()), steps_(std::move(steps)) {
  int n = static_cast<int>(num_inputs_ + steps_.size());
  std::vector<int> last_read(n, -1);
  for (int s = 0; s < static_cast<int>(steps_.size()); ++s) {
    if (steps_[s].a >= 0) last_read[steps_[s].a] = s;
    if (steps_[s].b >= 0) last_read[steps_[s].b] = s;
  }
  places_.resize(n);
  for (size_t i = 0; i < num_inputs_; ++i)
    places_[i] = {static_cast<int>(i), -1, scalar_inputs[i], dtype_size(input_dtypes[i])};
  // A tile buffer is free again once its value was read for the last time.
  std::vector<int> free;
  for (int s = 0; s < static_cast<int>(steps_.size()); ++s) {
    int reg = static_cast<int>(num_inputs_) + s;
    for (int operand : {steps_[s].a, steps_[s].b}) {
      if (operand >= static_cast<int>(num_inputs_) && last_read[operand] == s) {
        int buffer = places_[operand].buffer;
        if (std::find(free.begin(), free.end(), buffer) == free.end()) free.push_back(buffer);
      }
    }
    int buffer;
    if (!free.empty()) {
      buffer = free.back();
      free.pop_back();
    } else {
      buffer = num_buffers_++;
    }
    places_[reg] = {-1, buffer, false, dtype_size(steps_[s].dtype)};
  }
}

void FusedElementwise::run_range(const void* const* inputs, void* out, int64_t begin, int64_t end) const {
  constexpr int kStackBuffers = 4;
  alignas(kAlignment) unsigned char stack[kStackBuffers * kTileBytes];
  std::unique_ptr<unsigned char[]> heap;
  unsigned char* buffers = stack;
  if (num_buffers_ > kStackBuffers) {
    heap.reset(new unsigned char[num_buffers_ * kTileBytes + kAlignment]);
    buffers = heap.get() + (kAlignment - reinterpret_cast<uintptr_t>(heap.get()) % kAlignment) % kAlignment;
  }
  const size_t last = steps_.size() - 1;
  for (int64_t at = begin; at < end; at += kTile) {
    int64_t count = std::min(kTile, end - at);
    auto pointer = [&](int reg) -> const void* {
      const Place& place = places_[reg];
      if (place.input < 0) return buffers + place.buffer * kTileBytes;
      const auto* base = static_cast<const unsigned char*>(inputs[place.input]);
      return place.scalar ? base : base + at * place.element_size;
    };
    for (size_t s = 0; s <= last; ++s) {
      const FusedStep& step = steps_[s];
      const Place& target = places_[num_inputs_ + s];
      void* to = s == last ? static_cast<void*>(static_cast<unsigned char*>(out) + at * target.element_size)
                           : static_cast<void*>(buffers + target.buffer * kTileBytes);
      if (step.unary) {
        step.unary(pointer(step.a), to, count);
      } else {
        step.binary(pointer(step.a), pointer(step.b), to, count);
      }
    }
  }
}

void FusedElementwise::run_into(std::span<const Value> inputs, void* out, int64_t num_elements) const {
  SmallVector<const void*, 8> data;
  for (const Value& input : inputs) data.push_back(Tensor::of(input).raw());
  parallel_for(num_elements, kGrain, [&](int64_t begin, int64_t end) { run_range(data.data(), out, begin, end); });
}

std::vector<Tensor> FusedElementwise::run(std::span<const Value> inputs) {
  Shape shape;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!places_[i].scalar) shape = inputs[i].shape();
  Tensor out = Tensor::allocate(output_dtype(), shape);
  run_into(inputs, out.raw(), out.num_elements());
  return {out};
}

const Derivative& FusedElementwise::derivative() {
  fail(Code::kLookupError, "fused chains are made after gradients are; they have none");
}

}  // namespace graphwright
