// The number of insertions, deletions and substitutions from one sequence to another: EditDistance.
#include <algorithm>
#include <limits>
#include <vector>

#include "base/waiting.h"
#include "op/context.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// A sequence along the last axis of a sparse tensor: where it stands in the others, and its entries [begin, end).
struct Group {
  std::vector<int64_t> at;
  int64_t begin, end;
};

struct Sequences {
  const Tensor &indices, &values, &shape;
  int rank() const { return static_cast<int>(shape.num_elements()); }
};

Sequences sequences(KernelContext& ctx, int at, const char* name) {
  const Sequences x{ctx.input(at), ctx.input(at + 1), ctx.input(at + 2)};
  const auto require = [&](const Tensor& tensor, int rank, const char* part, const char* kind) {
    if (tensor.shape().rank() != rank)
      ctx.fail(name, "_", part, " should be a ", kind, ", but got shape: ", tensor.shape());
  };
  require(x.indices, 2, "indices", "matrix");
  require(x.values, 1, "values", "vector");
  require(x.shape, 1, "shape", "vector");
  if (x.rank() < 1) ctx.fail(name, " rank should be at least 1, but is ", x.rank());
  if (x.indices.shape()[0] != x.values.shape()[0])
    ctx.fail("Number of ", name, " values should match number of ", name, " indices, but saw: ", x.values.shape()[0],
             " vs. ", x.indices.shape()[0]);
  if (x.indices.shape()[1] != x.rank())
    ctx.fail("Expected ", name, "_indices to have ", x.rank(), " columns, got shape ", x.indices.shape());
  shape_of_sizes(ctx, x.shape.ints());
  return x;
}

// The groups as they follow each other: in the order of where they stand, if the sparse tensor's entries are in order.
std::vector<Group> groups(const Sequences& x) {
  std::vector<Group> all;
  const int outer = x.rank() - 1;
  const int64_t* index = x.indices.data<int64_t>();
  for (int64_t i = 0; i < x.values.num_elements(); ++i, index += outer + 1) {
    if (all.empty() || !std::equal(index, index + outer, all.back().at.begin()))
      all.push_back({std::vector<int64_t>(index, index + outer), i, i});
    all.back().end = i + 1;
  }
  return all;
}

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat16>) {
    return static_cast<float>(a) == static_cast<float>(b);
  } else {
    return a == b;
  }
}

template <class T>
int64_t distance(const T* a, int64_t n, const T* b, int64_t m) {
  std::vector<int64_t> row(static_cast<size_t>(m) + 1);
  for (int64_t j = 0; j <= m; ++j) row[j] = j;
  int64_t since = 0;  // the last look for Ctrl-C
  for (int64_t i = 0; i < n; ++i) {
    if ((since += m) > int64_t{1} << 24) {
      check_stop();
      since = 0;
    }
    int64_t diagonal = row[0];
    row[0] = i + 1;
    for (int64_t j = 0; j < m; ++j) {
      const int64_t kept = diagonal + (same(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({kept, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[m];
}

void edit_distance(KernelContext& ctx) {
  const Sequences guess = sequences(ctx, 0, "hypothesis"), truth = sequences(ctx, 3, "truth");
  if (guess.rank() != truth.rank())
    ctx.fail("Expected truth and hypothesis to have matching ranks, but their shapes are: [", truth.rank(), "] and [",
             guess.rank(), "]");
  if (truth.rank() < 2)
    ctx.fail("Input SparseTensors must have rank at least 2, but truth_shape rank is: ", truth.rank());
  const int outer = truth.rank() - 1;
  Ints sizes;
  for (int axis = 0; axis < outer; ++axis)
    sizes.push_back(std::max(truth.shape.data<int64_t>()[axis], guess.shape.data<int64_t>()[axis]));
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, sizes));
  std::fill_n(out.data<float>(), out.num_elements(), 0.0f);
  const std::vector<Group> guesses = groups(guess), truths = groups(truth);
  if (out.num_elements() == 0 && guesses.size() + truths.size() > 0)
    ctx.fail("Got output shape ", out.shape(), " which has 0 elements");
  // Of the last axis only the order counts.
  for (const auto* all : {&guesses, &truths})
    for (const Group& group : *all)
      for (int axis = 0; axis < outer; ++axis)
        if (group.at[axis] < 0 || group.at[axis] >= sizes[axis])
          ctx.fail_code(Code::kInternal, all == &guesses ? "hypothesis" : "truth", "_indices[", group.begin,
                        "] is out of bounds: ", group.at[axis], " is not in [0, ", sizes[axis], ")");
  const bool normalize = ctx.attr<bool>("normalize");
  const auto place = [&](const std::vector<int64_t>& at) {
    int64_t flat = 0;
    for (int axis = 0; axis < outer; ++axis) flat = flat * sizes[axis] + at[axis];
    return flat;
  };
  const bool known = visit_dtype<std::string, bool, std::complex<float>, std::complex<double>, float, double, Half,
                                 Bfloat16, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>(
      truth.values.dtype(), [&]<class T>() {
        const T *a = guess.values.data<T>(), *b = truth.values.data<T>();
        size_t i = 0, j = 0;
        while (i < guesses.size() || j < truths.size()) {
          const Group* one = i < guesses.size() ? &guesses[i] : nullptr;
          const Group* other = j < truths.size() ? &truths[j] : nullptr;
          if (one != nullptr && other != nullptr && one->at != other->at)
            (one->at < other->at ? other : one) = nullptr;  // the one that is first has no partner
          i += one != nullptr, j += other != nullptr;
          const int64_t n = one != nullptr ? one->end - one->begin : 0,
                        m = other != nullptr ? other->end - other->begin : 0;
          const int64_t steps =
              distance(one != nullptr ? a + one->begin : a, n, other != nullptr ? b + other->begin : b, m);
          const auto length = static_cast<float>(normalize ? m : 1);
          out.data<float>()[place(one != nullptr ? one->at : other->at)] =
              m == 0 && normalize ? std::numeric_limits<float>::infinity() : static_cast<float>(steps) / length;
        }
      });
  if (!known) ctx.fail_code(Code::kUnimplemented, "EditDistance has no kernel for dtype ", truth.values.dtype());
}

void edit_distance_shape(ShapeContext& ctx) {
  for (int at : {0, 3}) {
    ctx.with_rank(at, 2);
    ctx.with_rank(at + 1, 1);
    ctx.with_rank(at + 2, 1);
  }
  const Shape guess = ctx.constant_as_shape(2), truth = ctx.constant_as_shape(5);
  const Tensor guess_sizes = ctx.constant(2), truth_sizes = ctx.constant(5);
  if (!guess_sizes || !truth_sizes) {
    if (ctx.input(5).rank() == 1 && ctx.input(5)[0] > 0)
      ctx.set_output(0, Shape::filled(static_cast<int>(ctx.input(5)[0]) - 1, kUnknown));
    return;
  }
  if (!guess.has_rank() || !truth.has_rank() || truth.rank() < 1) return;
  if (guess.rank() != truth.rank())
    ctx.fail("Expected truth and hypothesis to have matching ranks, but their shapes are: ", truth, " and ", guess);
  Shape out = truth.slice(0, truth.rank() - 1);
  for (int axis = 0; axis < out.rank(); ++axis) out.set(axis, std::max(out[axis], guess[axis]));
  ctx.set_output(0, out);
}

// The least number of insertions, deletions and substitutions that make the true sequence of the hypothesis.
DEFINE_OP("EditDistance")
    .input("hypothesis_indices: int64")
    .input("hypothesis_values: T")
    .input("hypothesis_shape: int64")
    .input("truth_indices: int64")
    .input("truth_values: T")
    .input("truth_shape: int64")
    .output("output: float")
    .attr("normalize: bool = true")
    .attr("T: type")
    .doc(
        "The Levenshtein distance between sequences along the last axes of two sparse tensors; divided by the length "
        "of "
        "the true one if `normalize`.")
    .shape(edit_distance_shape)
    .kernel(CPU, edit_distance)
    .no_gradient("counts steps");

}  // namespace
}  // namespace graphwright
