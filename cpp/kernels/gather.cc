// Picking rows of an array by index.
#include "kernels/gather.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <string>

#include "base/parallel.h"
#include "kernels/streaming.h"
#include "tensor/tensor.h"

namespace graphwright {
namespace {

constexpr int64_t kParallelBytes = 1 << 17;
constexpr int64_t kNone = std::numeric_limits<int64_t>::max();
// How many rows ahead of the copy the cache is told what will be needed.
constexpr int64_t kAhead = 16;

// Rows of bytes; Unit is a type as large as the row where the row is small, so that a copy is one move.
template <class Unit, class I>
int64_t gather_units(const GatherPlan& plan, const Unit* params, const I* indices, Unit* out, int64_t units) {
  std::atomic<int64_t> bad{kNone};
  int64_t row_bytes = units * static_cast<int64_t>(sizeof(Unit));
  int64_t total = plan.batches * plan.outer * plan.indices;
  int64_t range = plan.range;
  bool streaming = sizeof(Unit) == 1 && row_bytes % 64 == 0 && total * row_bytes >= kStreamingBytes;
  int64_t grain = std::max<int64_t>(kParallelBytes / std::max<int64_t>(row_bytes, 1), 64);
  parallel_for(total, grain, [&](int64_t begin, int64_t end) {
    int64_t first_bad = kNone;
    while (begin < end) {
      int64_t plane = begin / plan.indices, j = begin % plan.indices;
      int64_t batch = plane / plan.outer;
      int64_t n = std::min(plan.indices - j, end - begin);
      const I* index = indices + batch * plan.indices + j;
      const Unit* source = params + plane * range * units;
      Unit* target = out + begin * units;
      for (int64_t i = 0; i < n; ++i) {
        int64_t at = static_cast<int64_t>(index[i]);
        if (i + kAhead < n) {
          int64_t next = static_cast<int64_t>(index[i + kAhead]);
          if (static_cast<uint64_t>(next) < static_cast<uint64_t>(range)) __builtin_prefetch(source + next * units);
        }
        if (static_cast<uint64_t>(at) >= static_cast<uint64_t>(range)) {
          first_bad = std::min(first_bad, batch * plan.indices + j + i);
          continue;
        }
        if constexpr (sizeof(Unit) > 1) {
          target[i] = source[at];
        } else if (streaming) {
          stream_copy(target + i * units, source + at * units, row_bytes);
        } else {
          std::memcpy(target + i * units, source + at * units, row_bytes);
        }
      }
      begin += n;
    }
    if (streaming) stream_fence();
    int64_t seen = bad.load();
    while (first_bad < seen && !bad.compare_exchange_weak(seen, first_bad)) {
    }
  });
  return bad == kNone ? -1 : bad.load();
}

// Strings and handles.
template <class T, class I>
int64_t gather_objects(const GatherPlan& plan, const T* params, const I* indices, T* out) {
  int64_t bad = -1;
  for (int64_t plane = 0; plane < plan.batches * plan.outer; ++plane) {
    int64_t batch = plane / plan.outer;
    for (int64_t j = 0; j < plan.indices; ++j) {
      int64_t at = static_cast<int64_t>(indices[batch * plan.indices + j]);
      if (static_cast<uint64_t>(at) >= static_cast<uint64_t>(plan.range)) {
        int64_t position = batch * plan.indices + j;
        if (bad < 0 || position < bad) bad = position;
        continue;
      }
      std::copy_n(params + (plane * plan.range + at) * plan.row, plan.row, out + (plane * plan.indices + j) * plan.row);
    }
  }
  return bad;
}

template <class I>
int64_t gather_indexed(DType dtype, const GatherPlan& plan, const void* params, const I* indices, void* out) {
  if (dtype == DType::kString)
    return gather_objects(plan, static_cast<const std::string*>(params), indices, static_cast<std::string*>(out));
  if (!is_plain(dtype))
    return gather_objects(plan, static_cast<const Handle*>(params), indices, static_cast<Handle*>(out));
  int64_t bytes = plan.row * static_cast<int64_t>(dtype_size(dtype));
  auto run = [&]<class Unit>(int64_t units) {
    return gather_units(plan, static_cast<const Unit*>(params), indices, static_cast<Unit*>(out), units);
  };
  // A move of a whole row needs the alignment of its elements only: x86 reads and writes unaligned words.
  switch (bytes) {
    case 2:
      return run.template operator()<uint16_t>(1);
    case 4:
      return run.template operator()<uint32_t>(1);
    case 8:
      return run.template operator()<uint64_t>(1);
    case 16:
      return run.template operator()<Bytes16>(1);
    default:
      return run.template operator()<char>(bytes);
  }
}

}  // namespace

int64_t gather(DType dtype, const GatherPlan& plan, const void* params, DType index_dtype, const void* indices,
               void* out) {
  if (plan.batches * plan.outer * plan.indices == 0) return -1;
  switch (index_dtype) {
    case DType::kInt16:
      return gather_indexed(dtype, plan, params, static_cast<const int16_t*>(indices), out);
    case DType::kInt32:
      return gather_indexed(dtype, plan, params, static_cast<const int32_t*>(indices), out);
    case DType::kInt64:
      return gather_indexed(dtype, plan, params, static_cast<const int64_t*>(indices), out);
    default:
      fail(Code::kInvalidArgument, "indices must be int16, int32 or int64, got ", index_dtype);
  }
}

}  // namespace graphwright
