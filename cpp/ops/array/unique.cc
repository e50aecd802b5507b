// Sets: distinct elements or rows of an array, and what one vector has that another has not.
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/waiting.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// What a key costs where it lies in memory that nobody has touched lately.
constexpr int64_t kNanosecondsPerKey = 100;

// Numbers the distinct keys in the order in which they come. Equality is that of ==: NaN differs from itself, -0.0
// equals 0.0. Small keys lie in the table itself, so that a look-up touches one place in memory; strings are referred
// to and must live as long as this object.
template <class T>
class Numbering {
 public:
  explicit Numbering(int64_t expected) {
    size_t size = 16;
    while (size < static_cast<size_t>(expected) * 2) size *= 2;
    slots_.resize(size);
    mask_ = size - 1;
  }
  // The number of `key`; `fresh` says whether it is new.
  int64_t number(const T& key, bool* fresh) {
    checks_.did(kNanosecondsPerKey);
    *fresh = true;
    if constexpr (std::is_floating_point_v<T>) {
      if (key != key) return count_++;
    }
    Slot* slot = find(key);
    if (slot->number >= 0) {
      *fresh = false;
      return slot->number;
    }
    slot->key = keep(key);
    return slot->number = count_++;
  }
  bool contains(const T& key) {
    checks_.did(kNanosecondsPerKey);
    return find(key)->number >= 0;
  }
  // Asks for the memory that number(key) will need.
  void prefetch(const T& key) const { __builtin_prefetch(&slots_[hash(key) & mask_]); }

 private:
  static constexpr bool kByReference = std::is_same_v<T, std::string>;
  using Kept = std::conditional_t<kByReference, const T*, T>;
  using Number = std::conditional_t<sizeof(T) <= 4, int32_t, int64_t>;
  struct Slot {
    Kept key{};
    Number number = -1;
  };

  static Kept keep(const T& key) {
    if constexpr (kByReference) {
      return &key;
    } else {
      return key;
    }
  }
  Slot* find(const T& key) {
    for (size_t at = hash(key) & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.number < 0 || equal(slot.key, key)) return &slot;
    }
  }
  static bool equal(const Kept& kept, const T& key) {
    if constexpr (kByReference) {
      return *kept == key;
    } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>) {
      return static_cast<float>(kept) == static_cast<float>(key);
    } else {
      return kept == key;
    }
  }
  static size_t hash(const T& key) {
    if constexpr (std::is_same_v<T, std::string>) {
      return hash_bytes(key);
    } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>) {
      return hash_mix(0, std::bit_cast<uint32_t>(static_cast<float>(key) + 0.0f));
    } else if constexpr (std::is_same_v<T, float>) {
      return hash_mix(0, std::bit_cast<uint32_t>(key + 0.0f));
    } else if constexpr (std::is_same_v<T, double>) {
      return hash_mix(0, std::bit_cast<uint64_t>(key + 0.0));
    } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
      return hash_mix(std::bit_cast<uint64_t>(static_cast<double>(key.real()) + 0.0),
                      std::bit_cast<uint64_t>(static_cast<double>(key.imag()) + 0.0));
    } else {
      return hash_mix(0, static_cast<uint64_t>(key));
    }
  }

  std::vector<Slot> slots_;
  size_t mask_;
  Number count_ = 0;
  StopChecks checks_;
};

template <class F>
bool visit_comparable(DType dtype, F&& f) {
  return visit_number_or_bool(dtype, f) || visit_dtype<std::string>(dtype, f);
}

void put_index(const Tensor& out, int64_t i, int64_t value) {
  if (out.dtype() == DType::kInt64) {
    out.data<int64_t>()[i] = value;
  } else {
    out.data<int32_t>()[i] = static_cast<int32_t>(value);
  }
}

// Unique and UniqueWithCounts take vectors; the V2 ops have an input `axis`, a vector with at most one entry.
bool has_axis(const OpDef& op) { return op.inputs.size() == 2; }

template <class Context>
int unique_axis(const Context& ctx, const Shape& x, const Ints& axes) {
  if (axes.size() > 1) ctx.fail("axis does not support input tensors larger than 1 elements");
  if (axes.empty()) {
    if (x.rank() != 1) ctx.fail("unique expects a 1D vector.");
    return 0;
  }
  int64_t axis = axes[0] < 0 ? axes[0] + x.rank() : axes[0];
  if (axis < 0 || axis >= x.rank()) ctx.fail("axis has to be between [0, ", x.rank(), ")");
  return static_cast<int>(axis);
}

void unique_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  bool counts = ctx.op().outputs.size() == 3;
  Shape y = Shape::unknown(), indices{kUnknown};
  if (!has_axis(ctx.op())) {
    if (x.has_rank() && x.rank() != 1) ctx.fail("unique expects a 1D vector.");
    y = Shape{kUnknown};
    if (x.has_rank()) indices = x;
  } else if (auto axes = known_ints(ctx, 1); axes && x.has_rank()) {
    int axis = unique_axis(ctx, x, *axes);
    y = x;
    y.set(axis, kUnknown);
    indices = Shape{x[axis]};
  } else if (x.has_rank()) {
    y = Shape::filled(x.rank(), kUnknown);
  }
  ctx.set_output(0, y);
  ctx.set_output(1, indices);
  if (counts) ctx.set_output(2, Shape{kUnknown});
}

void write_counts(KernelContext& ctx, const Tensor& indices, int64_t n) {
  if (ctx.num_outputs() < 3) return;
  Tensor counts = ctx.allocate(2, Shape{n});
  std::vector<int64_t> sums(n, 0);
  for (int64_t i = 0; i < indices.num_elements(); ++i) ++sums[indices.int_at(i)];
  for (int64_t i = 0; i < n; ++i) put_index(counts, i, sums[i]);
}

void unique_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (!has_axis(ctx.op()) && x.shape().rank() != 1) ctx.fail("unique expects a 1D vector.");
  if (has_axis(ctx.op()) && ctx.input(1).shape().rank() != 1) ctx.fail("axis expects a 1D vector.");
  int axis = has_axis(ctx.op()) ? unique_axis(ctx, x.shape(), ctx.input(1).ints()) : 0;
  int64_t n = x.shape()[axis];
  int64_t outer = product(x.shape(), 0, axis), inner = product(x.shape(), axis + 1, x.shape().rank());
  Tensor indices = ctx.allocate(1, Shape{n});
  std::vector<int64_t> first;  // where each distinct entry stands first
  if (n >= int64_t{1} << 31) ctx.fail("tensors with more than 2^31 - 1 entries are not supported, got ", n);
  bool known = visit_comparable(x.dtype(), [&]<class T>() {
    bool fresh = false;
    if (outer == 1 && inner == 1) {
      Numbering<T> numbering(n);
      constexpr int64_t kAhead = 16;
      for (int64_t i = 0; i < n; ++i) {
        if (i + kAhead < n) numbering.prefetch(x.data<T>()[i + kAhead]);
        put_index(indices, i, numbering.number(x.data<T>()[i], &fresh));
        if (fresh) first.push_back(i);
      }
      return;
    }
    // Entries of several elements are told apart element by element: equal ones so far share a number.
    std::vector<int64_t> group(n, 0);
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t j = 0; j < inner; ++j) {
        Numbering<T> numbering(n);
        Numbering<int64_t> pairs(n);
        for (int64_t i = 0; i < n; ++i) {
          int64_t pair = group[i] * n + numbering.number(x.data<T>()[(o * n + i) * inner + j], &fresh);
          group[i] = pairs.number(pair, &fresh);
        }
      }
    }
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (group[i] == count) {
        first.push_back(i);
        ++count;
      }
      put_index(indices, i, group[i]);
    }
  });
  if (!known) ctx.fail_code(Code::kUnimplemented, ctx.op().name, " has no kernel for dtype ", x.dtype());
  int64_t distinct = static_cast<int64_t>(first.size());
  Shape shape = x.shape();
  shape.set(axis, distinct);
  Tensor y = ctx.allocate(0, shape);
  size_t size = dtype_size(x.dtype());
  if (inner == 1 && outer == 1 && is_plain(x.dtype())) {
    visit_size(size, [&]<class T>() {
      for (int64_t i = 0; i < distinct; ++i) y.data<T>()[i] = x.data<T>()[first[i]];
    });
  } else {
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t i = 0; i < distinct; ++i)
        copy_elements(x.dtype(), static_cast<char*>(y.raw()) + (o * distinct + i) * inner * size,
                      static_cast<const char*>(x.raw()) + (o * n + first[i]) * inner * size, inner);
    }
  }
  write_counts(ctx, indices, distinct);
}

void list_diff_shape(ShapeContext& ctx) {
  for (int i : {0, 1})
    if (ctx.input(i).has_rank() && ctx.input(i).rank() != 1) ctx.fail(i == 0 ? "x" : "y", " should be a 1D vector.");
  ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(1, Shape{kUnknown});
}
void list_diff_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &y = ctx.input(1);
  for (int i : {0, 1})
    if (ctx.input(i).shape().rank() != 1) ctx.fail(i == 0 ? "x" : "y", " should be a 1D vector.");
  bool known = visit_comparable(x.dtype(), [&]<class T>() {
    Numbering<T> there(y.num_elements());
    bool fresh;
    for (int64_t i = 0; i < y.num_elements(); ++i) there.number(y.data<T>()[i], &fresh);
    std::vector<int64_t> kept;
    for (int64_t i = 0; i < x.num_elements(); ++i)
      if (!there.contains(x.data<T>()[i])) kept.push_back(i);
    Shape shape{static_cast<int64_t>(kept.size())};
    Tensor out = ctx.allocate(0, shape), indices = ctx.allocate(1, shape);
    for (size_t i = 0; i < kept.size(); ++i) {
      out.data<T>()[i] = x.data<T>()[kept[i]];
      put_index(indices, static_cast<int64_t>(i), kept[i]);
    }
  });
  if (!known) ctx.fail_code(Code::kUnimplemented, "ListDiff has no kernel for dtype ", x.dtype());
}

}  // namespace

// Unique: the distinct elements of x in the order of their first occurrence; x[i] = y[idx[i]].
DEFINE_OP("Unique")
    .input("x: T")
    .output("y: T")
    .output("idx: out_idx")
    .attr("T: type")
    .attr("out_idx: {int32, int64} = int32")
    .doc(
        "The distinct elements of the vector `x` in the order in which they first occur, and for each element of `x` "
        "which "
        "one it is.")
    .shape(unique_shape)
    .kernel(CPU, unique_cpu);

// UniqueV2: the same for the slices along an axis.
DEFINE_OP("UniqueV2")
    .input("x: T")
    .input("axis: Taxis")
    .output("y: T")
    .output("idx: out_idx")
    .attr("T: type")
    .attr("Taxis: {int32, int64} = int64")
    .attr("out_idx: {int32, int64} = int32")
    .doc(
        "The distinct slices of `x` along an axis in the order in which they first occur, and for each slice which one "
        "it is.")
    .shape(unique_shape)
    .kernel(CPU, unique_cpu);

// UniqueWithCounts: Unique, and how often each element occurs.
DEFINE_OP("UniqueWithCounts")
    .input("x: T")
    .output("y: T")
    .output("idx: out_idx")
    .output("count: out_idx")
    .attr("T: type")
    .attr("out_idx: {int32, int64} = int32")
    .doc("The distinct elements of the vector `x`, for each element of `x` which one it is, and how often each occurs.")
    .shape(unique_shape)
    .kernel(CPU, unique_cpu);

// UniqueWithCountsV2: UniqueV2, and how often each slice occurs.
DEFINE_OP("UniqueWithCountsV2")
    .input("x: T")
    .input("axis: Taxis")
    .output("y: T")
    .output("idx: out_idx")
    .output("count: out_idx")
    .attr("T: type")
    .attr("Taxis: {int32, int64} = int64")
    .attr("out_idx: {int32, int64} = int32")
    .doc("The distinct slices of `x` along an axis, for each slice which one it is, and how often each occurs.")
    .shape(unique_shape)
    .kernel(CPU, unique_cpu);

// ListDiff: the elements of x that y has not.
DEFINE_OP("ListDiff")
    .input("x: T")
    .input("y: T")
    .output("out: T")
    .output("idx: out_idx")
    .attr("T: type")
    .attr("out_idx: {int32, int64} = int32")
    .doc("The elements of the vector `x` that do not occur in `y`, in order, and where they stand in `x`.")
    .shape(list_diff_shape)
    .kernel(CPU, list_diff_cpu);

XLA_FACT(kNotCompiled, "UniqueWithCounts", "UniqueWithCountsV2");
XLA_MUST_KNOW({"ListDiff"}, {"x", "y"});

}  // namespace graphwright
