// The oneDNN engine, one stream per thread, and caches of primitives with their memory objects.
#include "device/onednn.h"

#include <omp.h>
#include <dnnl.hpp>

#include <cstdlib>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/alone.h"
#include "base/at_fork.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/small_vector.h"
#include "device/device.h"
#include "device/signal_stack.h"
#include "tensor/buffer.h"

namespace graphwright::onednn {
namespace {

using Dims = dnnl::memory::dims;
using Desc = dnnl::memory::desc;

const dnnl::engine& engine() {
  static const dnnl::engine instance = [] {
    // oneDNN's parallel regions count too: a child forked after them must know that it has no team.
    if (!omp_in_parallel()) parallel_for(num_threads(), 1, [](int64_t, int64_t) { have_signal_stack(); });
    return dnnl::engine(dnnl::engine::kind::cpu, 0);
  }();
  return instance;
}

// Sets how many threads oneDNN takes within a scope: those of parallel_for, or one inside a parallel region and where
// loops run alone.
class Threads {
 public:
  Threads() : before_(omp_get_max_threads()), now_(omp_in_parallel() || loops_alone ? 1 : num_threads()) {
    if (now_ != before_) omp_set_num_threads(now_);
    have_signal_stack();
  }
  ~Threads() {
    if (now_ != before_) omp_set_num_threads(before_);
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  int count() const { return now_; }

 private:
  int before_, now_;
};

dnnl::memory::data_type data_type(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return dnnl::memory::data_type::f32;
    case DType::kBfloat16:
      return dnnl::memory::data_type::bf16;
    case DType::kInt8:
      return dnnl::memory::data_type::s8;
    case DType::kUint8:
      return dnnl::memory::data_type::u8;
    case DType::kInt32:
      return dnnl::memory::data_type::s32;
    default:
      return dnnl::memory::data_type::undef;
  }
}

// What a primitive is found by: all numbers that went into making it.
using Key = SmallVector<int64_t, 40>;
struct KeyHash {
  size_t operator()(const Key& key) const {
    uint64_t hash = key.size();
    for (int64_t number : key) hash = (hash ^ static_cast<uint64_t>(number)) * 0x9e3779b97f4a7c15ull;
    return hash_mix(hash, key.size());
  }
};

// One user of memory: our layout, and where oneDNN wants another, the reorder and the memory between.
struct Operand {
  dnnl::memory user;
  dnnl::memory inner;  // the same object as `user` where the layouts agree
  dnnl::primitive reorder;
  bool differs = false;
  size_t inner_bytes = 0;
};

struct Entry {
  bool possible = false;
  dnnl::primitive primitive;
  Operand operands[3];  // the last one is written
  dnnl::memory bias;
  std::vector<dnnl_exec_arg_t> arguments;
};

// A thread's primitives. Memory handles are set before each run, so threads cannot share entries.
class Cache {
 public:
  Entry* find(const Key& key) {
    if (last_ != nullptr && *last_key_ == key) return last_;
    auto it = entries_.find(key);
    if (it == entries_.end()) return nullptr;
    last_key_ = &it->first;
    return last_ = it->second.get();
  }
  Entry* add(const Key& key, std::unique_ptr<Entry> entry) {
    if (entries_.size() >= kMost) {
      entries_.clear();
      last_ = nullptr;
    }
    return entries_.emplace(key, std::move(entry)).first->second.get();
  }
  const dnnl::stream& stream() {
    if (!stream_) stream_ = dnnl::stream(engine());
    return stream_;
  }

 private:
  static constexpr size_t kMost = 1024;
  std::unordered_map<Key, std::unique_ptr<Entry>, KeyHash> entries_;
  const Key* last_key_ = nullptr;
  Entry* last_ = nullptr;
  dnnl::stream stream_;
};

Cache& cache() {
  thread_local Cache instance;
  return instance;
}

Operand operand(const Desc& user, const Desc& inner, bool written) {
  Operand result;
  result.user = dnnl::memory(user, engine(), DNNL_MEMORY_NONE);
  result.inner = result.user;
  if (user != inner) {
    result.differs = true;
    result.inner_bytes = inner.get_size();
    result.inner = dnnl::memory(inner, engine(), DNNL_MEMORY_NONE);
    result.reorder = written ? dnnl::reorder(result.inner, result.user) : dnnl::reorder(result.user, result.inner);
  }
  return result;
}

void run_reorder(const Operand& operand, bool written, const dnnl::stream& stream) {
  dnnl_exec_arg_t arguments[2] = {{DNNL_ARG_FROM, (written ? operand.inner : operand.user).get()},
                                  {DNNL_ARG_TO, (written ? operand.user : operand.inner).get()}};
  dnnl_primitive_execute(operand.reorder.get(), stream.get(), 2, arguments);
}

// Keeps the primitive unless it is oneDNN's slow reference, which our own loops beat.
template <class Primitive>
void finish(Entry& entry, const typename Primitive::primitive_desc& desc, const int (&ids)[3]) {
  if (std::string_view(desc.impl_info_str()).starts_with("ref")) return;
  entry.primitive = Primitive(desc);
  for (int i = 0; i < 3; ++i) entry.arguments.push_back({ids[i], entry.operands[i].inner.get()});
  if (entry.bias) entry.arguments.push_back({DNNL_ARG_BIAS, entry.bias.get()});
  entry.possible = true;
}

// The filter in oneDNN's layout, from `kept` where that has it.
Ref<Buffer> packed_filter(const Operand& operand, const Tensor& filter, const Key& key, PackedFilter& kept) {
  renew_after_fork(kept.mutex);
  std::lock_guard lock(kept.mutex);
  if (kept.packed && kept.source.rep() == filter.rep() && kept.key == key) return kept.packed;
  kept.packed = Ref<Buffer>();
  Ref<Buffer> packed = Buffer::allocate(operand.inner_bytes);
  dnnl_memory_set_data_handle(operand.user.get(), filter.raw());
  dnnl_memory_set_data_handle(operand.inner.get(), packed->data());
  run_reorder(operand, false, cache().stream());
  kept.source = filter;
  kept.key = key;
  return kept.packed = packed;
}

// `packed_y` is y in oneDNN's layout, or null.
void run(Entry& entry, const void* x, const void* y, void* result, const void* bias = nullptr,
         const Ref<Buffer>& packed_y = {}) {
  const dnnl::stream& stream = cache().stream();
  void* pointers[3] = {const_cast<void*>(x), const_cast<void*>(y), result};
  Ref<Buffer> between[3];
  for (int i = 0; i < 3; ++i) {
    Operand& operand = entry.operands[i];
    dnnl_memory_set_data_handle(operand.user.get(), pointers[i]);
    if (!operand.differs) continue;
    const bool packed = i == 1 && packed_y;
    between[i] = packed ? packed_y : Buffer::allocate(operand.inner_bytes);
    dnnl_memory_set_data_handle(operand.inner.get(), between[i]->data());
    if (i < 2 && !packed) run_reorder(operand, false, stream);
  }
  if (entry.bias) dnnl_memory_set_data_handle(entry.bias.get(), const_cast<void*>(bias));
  dnnl_status_t status = dnnl_primitive_execute(entry.primitive.get(), stream.get(),
                                                static_cast<int>(entry.arguments.size()), entry.arguments.data());
  if (entry.operands[2].differs) run_reorder(entry.operands[2], true, stream);
  GW_CHECK(status == dnnl_success, Code::kInternal, "oneDNN failed with status ", static_cast<int>(status));
}

// Makes the entry unless it is there; where oneDNN refuses, an entry that says so.
template <class Make>
Entry* find_or_make(const Key& key, const Make& make) {
  if (Entry* entry = cache().find(key)) return entry;
  auto entry = std::make_unique<Entry>();
  try {
    make(*entry);
  } catch (const dnnl::error&) {
    *entry = Entry();
  }
  return cache().add(key, std::move(entry));
}

}  // namespace

const bool built_in = true;

bool supports(DType dtype) {
  static const bool enabled = [] {
    const char* wanted = std::getenv("GRAPHWRIGHT_ONEDNN");
    return wanted == nullptr || wanted[0] != '0';
  }();
  if (!enabled) return false;
  switch (dtype) {
    case DType::kFloat32:
      return true;
    case DType::kBfloat16:
    case DType::kInt8:
    case DType::kUint8:
      return isa_level() == IsaLevel::kV4;
    default:
      return false;
  }
}

void sgemm(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, const float* a, int64_t a_row,
           const float* b, int64_t b_row, float beta, float* c, int64_t c_row) {
  engine();
  Threads threads;
  dnnl_status_t status =
      dnnl_sgemm(transpose_a ? 'T' : 'N', transpose_b ? 'T' : 'N', m, n, k, 1.0f, a, a_row, b, b_row, beta, c, c_row);
  GW_CHECK(status == dnnl_success, Code::kInternal, "oneDNN failed with status ", static_cast<int>(status));
}

bool matmul(const MatMul& args, const void* a, const void* b, void* c) {
  Threads threads;
  Key key = {-1,
             static_cast<int64_t>(args.a_type),
             static_cast<int64_t>(args.b_type),
             static_cast<int64_t>(args.c_type),
             args.batch,
             args.m,
             args.n,
             args.k,
             args.a_batch,
             args.a_row,
             args.a_column,
             args.b_batch,
             args.b_row,
             args.b_column,
             threads.count()};
  Entry* entry = find_or_make(key, [&](Entry& made) {
    const int64_t a_count = args.a_batch == 0 ? 1 : args.batch, b_count = args.b_batch == 0 ? 1 : args.batch;
    Desc a_desc({a_count, args.m, args.k}, data_type(args.a_type),
                Dims{a_count == 1 ? args.m * args.k : args.a_batch, args.a_row, args.a_column});
    Desc b_desc({b_count, args.k, args.n}, data_type(args.b_type),
                Dims{b_count == 1 ? args.k * args.n : args.b_batch, args.b_row, args.b_column});
    Desc c_desc({args.batch, args.m, args.n}, data_type(args.c_type), Dims{args.m * args.n, args.n, 1});
    dnnl::matmul::primitive_desc desc(engine(), a_desc, b_desc, c_desc);
    made.operands[0] = operand(a_desc, desc.src_desc(), false);
    made.operands[1] = operand(b_desc, desc.weights_desc(), false);
    made.operands[2] = operand(c_desc, desc.dst_desc(), true);
    finish<dnnl::matmul>(made, desc, {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST});
  });
  if (!entry->possible) return false;
  run(*entry, a, b, c);
  return true;
}

bool convolve(const Convolution& args, const void* x, const void* y, void* result, const void* bias,
              const Tensor* filter, PackedFilter* kept) {
  Threads threads;
  Key key = {static_cast<int64_t>(args.kind),
             static_cast<int64_t>(args.dtype),
             args.channels_last,
             args.bias,
             args.axes,
             args.batch,
             args.in_channels,
             args.out_channels,
             args.groups,
             threads.count()};
  for (int i = 0; i < args.axes; ++i)
    for (int64_t number : {args.in[i], args.out[i], args.filter[i], args.stride[i], args.dilation[i],
                           args.pad_before[i], args.pad_after[i]})
      key.push_back(number);
  Entry* entry = find_or_make(key, [&](Entry& made) {
    const auto type = data_type(args.dtype);
    const int axes = args.axes;
    auto image = [&](int64_t channels, const int64_t* sizes) {
      Dims dims = {args.batch, channels}, strides(axes + 2);
      dims.insert(dims.end(), sizes, sizes + axes);
      int64_t step = args.channels_last ? channels : 1;
      for (int i = axes - 1; i >= 0; --i) {
        strides[2 + i] = step;
        step *= sizes[i];
      }
      strides[1] = args.channels_last ? 1 : step;
      strides[0] = args.channels_last ? step : step * channels;
      return Desc(dims, type, strides);
    };
    const int64_t group_in = args.in_channels / args.groups, group_out = args.out_channels / args.groups;
    const bool grouped = args.groups > 1;
    Dims filter_dims, filter_strides;
    if (grouped) filter_dims = {args.groups}, filter_strides = {group_out};
    filter_dims.insert(filter_dims.end(), {group_out, group_in});
    filter_strides.insert(filter_strides.end(), {1, args.out_channels});
    filter_dims.insert(filter_dims.end(), args.filter, args.filter + axes);
    filter_strides.resize(filter_strides.size() + axes);
    int64_t step = group_in * args.out_channels;
    for (int i = axes - 1; i >= 0; --i) {
      filter_strides[filter_strides.size() - axes + i] = step;
      step *= args.filter[i];
    }
    const Desc in = image(args.in_channels, args.in), out = image(args.out_channels, args.out);
    const Desc filter(filter_dims, type, filter_strides);
    const Desc any(filter_dims, type, dnnl::memory::format_tag::any);
    const Dims stride(args.stride, args.stride + axes), before(args.pad_before, args.pad_before + axes),
        after(args.pad_after, args.pad_after + axes);
    Dims dilation(args.dilation, args.dilation + axes);
    for (int64_t& d : dilation) --d;
    const auto algorithm = dnnl::algorithm::convolution_direct;
    const Desc bias_desc = args.bias ? Desc({args.out_channels}, type, Dims{1}) : Desc();
    dnnl::convolution_forward::primitive_desc forward(engine(), dnnl::prop_kind::forward_training, algorithm, in, any,
                                                      bias_desc, out, stride, dilation, before, after);
    switch (args.kind) {
      case ConvolutionKind::kForward: {
        made.operands[0] = operand(in, forward.src_desc(), false);
        made.operands[1] = operand(filter, forward.weights_desc(), false);
        made.operands[2] = operand(out, forward.dst_desc(), true);
        if (args.bias) made.bias = dnnl::memory(bias_desc, engine(), DNNL_MEMORY_NONE);
        finish<dnnl::convolution_forward>(made, forward, {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST});
        return;
      }
      case ConvolutionKind::kBackwardInput: {
        dnnl::convolution_backward_data::primitive_desc desc(engine(), algorithm, in, any, out, stride, dilation,
                                                             before, after, forward);
        made.operands[0] = operand(filter, desc.weights_desc(), false);
        made.operands[1] = operand(out, desc.diff_dst_desc(), false);
        made.operands[2] = operand(in, desc.diff_src_desc(), true);
        finish<dnnl::convolution_backward_data>(made, desc, {DNNL_ARG_WEIGHTS, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_SRC});
        return;
      }
      case ConvolutionKind::kBackwardFilter: {
        dnnl::convolution_backward_weights::primitive_desc desc(engine(), algorithm, in, any, out, stride, dilation,
                                                                before, after, forward);
        made.operands[0] = operand(in, desc.src_desc(), false);
        made.operands[1] = operand(out, desc.diff_dst_desc(), false);
        made.operands[2] = operand(filter, desc.diff_weights_desc(), true);
        finish<dnnl::convolution_backward_weights>(made, desc,
                                                   {DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, DNNL_ARG_DIFF_WEIGHTS});
        return;
      }
    }
  });
  if (!entry->possible) return false;
  Ref<Buffer> packed;
  if (kept && filter && entry->operands[1].differs) packed = packed_filter(entry->operands[1], *filter, key, *kept);
  run(*entry, x, y, result, bias, packed);
  return true;
}

}  // namespace graphwright::onednn
