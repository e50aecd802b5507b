// Running fused chains.
#include "kernels/fused_elementwise.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/parallel.h"

namespace graphwright {
namespace {

constexpr int64_t kTile = 512;
constexpr int64_t kGrain = 1 << 14;

// Copies the elements of a kRows input that meet [begin, begin + count) of the result, one after the other.
template <class T>
void spread_rows(const FusedInput& input, const T* from, T* to, int64_t begin, int64_t count) {
  int64_t row = begin / input.width, column = begin % input.width;
  from += input.offset;
  for (int64_t done = 0; done < count; ++row, column = 0) {
    const int64_t n = std::min(input.width - column, count - done);
    const T* start = from + row * input.row + column * input.column;
    if (input.column == 0) {
      std::fill_n(to + done, n, *start);
    } else {
      std::memcpy(to + done, start, static_cast<size_t>(n) * sizeof(T));
    }
    done += n;
  }
}

}  // namespace

FusedElementwise::FusedElementwise(std::string name, std::vector<FusedInput> inputs, std::vector<FusedStep> steps)
    : name_(std::move(name)), inputs_(std::move(inputs)), steps_(std::move(steps)) {
  const int num_inputs = static_cast<int>(inputs_.size());
  const int n = num_inputs + static_cast<int>(steps_.size());
  size_t element_size = 1;
  spread_.assign(num_inputs, -1);
  for (int i = 0; i < num_inputs; ++i) {
    if (inputs_[i].kind != FusedInput::Kind::kRows) continue;
    spread_[i] = num_buffers_++;
    element_size = std::max(element_size, dtype_size(inputs_[i].dtype));
  }
  std::vector<int> last_read(n, -1);
  for (int s = 0; s < static_cast<int>(steps_.size()); ++s) {
    if (steps_[s].a >= 0) last_read[steps_[s].a] = s;
    if (steps_[s].b >= 0) last_read[steps_[s].b] = s;
  }
  // A tile buffer is free again once its value was read for the last time.
  std::vector<int> free;
  for (int s = 0; s < static_cast<int>(steps_.size()); ++s) {
    for (int operand : {steps_[s].a, steps_[s].b}) {
      if (operand >= num_inputs && last_read[operand] == s) {
        int buffer = buffers_[operand - num_inputs];
        if (std::find(free.begin(), free.end(), buffer) == free.end()) free.push_back(buffer);
      }
    }
    if (free.empty()) {
      buffers_.push_back(num_buffers_++);
    } else {
      buffers_.push_back(free.back());
      free.pop_back();
    }
    element_size = std::max(element_size, dtype_size(steps_[s].dtype));
  }
  buffer_bytes_ = static_cast<size_t>(kTile) * element_size;
}

void FusedElementwise::run_range(const void* const* inputs, void* out, int64_t begin, int64_t end) const {
  constexpr size_t kStackBytes = 32 << 10;
  alignas(kAlignment) unsigned char stack[kStackBytes];
  std::unique_ptr<unsigned char[]> heap;
  unsigned char* buffers = stack;
  if (num_buffers_ * buffer_bytes_ > kStackBytes) {
    heap.reset(new unsigned char[num_buffers_ * buffer_bytes_ + kAlignment]);
    buffers = heap.get() + (kAlignment - reinterpret_cast<uintptr_t>(heap.get()) % kAlignment) % kAlignment;
  }
  const int num_inputs = static_cast<int>(inputs_.size());
  const size_t last = steps_.size() - 1;
  const size_t out_size = dtype_size(steps_.back().dtype);
  const unsigned char* here[kMostInputs];
  int64_t spread_from[kMostInputs];  // the column at which a repeated row was spread out, -1 before
  std::fill_n(spread_from, num_inputs, -1);
  for (int64_t at = begin; at < end; at += kTile) {
    const int64_t count = std::min(kTile, end - at);
    for (int i = 0; i < num_inputs; ++i) {
      const FusedInput& input = inputs_[i];
      const auto* base = static_cast<const unsigned char*>(inputs[i]);
      const int64_t size = static_cast<int64_t>(dtype_size(input.dtype));
      if (input.kind == FusedInput::Kind::kSame) {
        here[i] = base + at * size;
      } else if (input.kind == FusedInput::Kind::kScalar) {
        here[i] = base;
      } else {
        const int64_t column = at % input.width;
        if (input.column == 1 && column + count <= input.width) {
          here[i] = base + (input.offset + at / input.width * input.row + column) * size;
          continue;
        }
        unsigned char* to = buffers + spread_[i] * buffer_bytes_;
        here[i] = to;
        if (input.row == 0 && spread_from[i] == column) continue;
        spread_from[i] = input.row == 0 ? column : -1;
        visit_size(static_cast<size_t>(size), [&]<class T>() {
          spread_rows(input, reinterpret_cast<const T*>(base), reinterpret_cast<T*>(to), at, count);
        });
      }
    }
    auto pointer = [&](int reg) -> const void* {
      return reg < num_inputs ? here[reg] : buffers + buffers_[reg - num_inputs] * buffer_bytes_;
    };
    for (size_t s = 0; s <= last; ++s) {
      const FusedStep& step = steps_[s];
      void* to = s == last ? static_cast<void*>(static_cast<unsigned char*>(out) + at * out_size)
                           : static_cast<void*>(buffers + buffers_[s] * buffer_bytes_);
      if (step.unary) {
        step.unary(pointer(step.a), to, count);
      } else {
        step.binary(pointer(step.a), pointer(step.b), to, count);
      }
    }
  }
}

void FusedElementwise::run_into(const void* const* inputs, void* out, int64_t num_elements) const {
  parallel_for(num_elements, kGrain, [&](int64_t begin, int64_t end) { run_range(inputs, out, begin, end); });
}

std::vector<Tensor> FusedElementwise::run(std::span<const Value>) {
  fail(Code::kInternal, "the shape of a fused chain's result is not known to it: its op runs it");
}

const Derivative& FusedElementwise::derivative() {
  fail(Code::kLookupError, "fused chains are made after gradients are; they have none");
}

}  // namespace graphwright
