// Sparse tensors kept under numbers: AddSparseToTensorsMap, AddManySparseToTensorsMap, TakeManySparseFromTensorsMap.
#include <unordered_map>

#include "ops/shared_by_name.h"
#include "ops/sparse/args.h"
#include "ops/sparse/stack.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "TensorFlow has none for this op";

class SparseTensors final : public RefCounted {
 public:
  int64_t add(SparseParts parts) {
    std::lock_guard lock(mutex_);
    parts_.emplace(next_, std::move(parts));
    return next_++;
  }
  // Takes them all out, or none where one is not there.
  std::vector<SparseParts> take(KernelContext& ctx, std::span<const int64_t> numbers, const std::string& name) {
    std::lock_guard lock(mutex_);
    std::vector<SparseParts> taken;
    for (int64_t number : numbers) {
      const auto found = parts_.find(number);
      if (found == parts_.end()) ctx.fail("Unable to find SparseTensor: ", number, " in map: ", name);
      taken.push_back(found->second);
    }
    for (int64_t number : numbers) parts_.erase(number);
    return taken;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<int64_t, SparseParts> parts_;
  int64_t next_ = 0;
};

Ref<SparseTensors> map_of(KernelContext& ctx) {
  return shared_by_attrs<SparseTensors>(ctx, [] { return make_ref<SparseTensors>(); });
}

void add_one(KernelContext& ctx) {
  read_sparse(ctx, 0, 1, 2, false);
  *ctx.output(0).data<int64_t>() = map_of(ctx)->add({ctx.input(0), ctx.input(1), ctx.input(2)});
}
void add_many(KernelContext& ctx) {
  const SparseArgs sparse = ordered_sparse(ctx, 0, 1, 2);
  if (sparse.rank <= 1) ctx.fail("Rank of input SparseTensor should be > 1, but saw rank: ", sparse.rank);
  const Ref<SparseTensors> map = map_of(ctx);
  const int64_t rows = sparse.shape[0];
  Tensor numbers = ctx.allocate(0, Shape{rows});
  const Tensor inner = Tensor::from(std::span<const int64_t>(sparse.shape.data() + 1, sparse.shape.size() - 1));
  const auto put = [&](int64_t row, int64_t begin, int64_t end) {
    SparseParts parts{Tensor::allocate(DType::kInt64, Shape{end - begin, sparse.rank - 1}),
                      Tensor::allocate(ctx.input(1).dtype(), Shape{end - begin}), inner};
    for (int64_t i = begin; i < end; ++i) {
      std::copy_n(sparse.at(i) + 1, sparse.rank - 1, parts.indices.data<int64_t>() + (i - begin) * (sparse.rank - 1));
      copy_element(parts.values, i - begin, ctx.input(1), i);
    }
    numbers.data<int64_t>()[row] = map->add(std::move(parts));
  };
  // Rows without elements get their numbers after the others.
  std::vector<int64_t> empty;
  int64_t next = 0;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t begin = next;
    while (next < sparse.count && sparse.at(next)[0] == row) ++next;
    if (next > begin) put(row, begin, next);
    if (next == begin) empty.push_back(row);
  }
  for (int64_t row : empty) put(row, 0, 0);
}
void take_many(KernelContext& ctx) {
  const Tensor& numbers = ctx.input(0);
  if (numbers.shape().rank() != 1) ctx.fail("sparse_handles should be a vector but received shape ", numbers.shape());
  const std::string name = ctx.attr<std::string>("shared_name");
  const auto taken = map_of(ctx)->take(ctx, numbers.flat<int64_t>(), name.empty() ? ctx.op().name : name);
  if (taken.empty()) ctx.fail("Must have at least 1 serialized SparseTensor, but input matrix has 0 rows");
  stack_sparse(ctx, taken, Shape{static_cast<int64_t>(taken.size())});
}

#define MAP .attr("container: string = ''").attr("shared_name: string = ''")

DEFINE_OP("AddSparseToTensorsMap")
    .input("sparse_indices: int64")
    .input("sparse_values: T")
    .input("sparse_shape: int64")
    .output("sparse_handle: int64")
    .attr("T: type") MAP.doc("Keeps a sparse tensor under a number, by which it can be taken.")
    .shape([](ShapeContext& ctx) {
      check_sparse(ctx, 0, 1, 2);
      ctx.set_output(0, Shape());
    })
    .kernel(CPU, add_one)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("AddManySparseToTensorsMap")
    .input("sparse_indices: int64")
    .input("sparse_values: T")
    .input("sparse_shape: int64")
    .output("sparse_handles: int64")
    .attr("T: type") MAP.doc("Keeps the rows of a sparse tensor, each under a number.")
    .shape([](ShapeContext& ctx) {
      check_sparse(ctx, 0, 1, 2);
      ctx.set_output(0, Shape{kUnknown});
    })
    .kernel(CPU, add_many)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("TakeManySparseFromTensorsMap")
    .input("sparse_handles: int64")
    .output("sparse_indices: int64")
    .output("sparse_values: dtype")
    .output("sparse_shape: int64")
    .attr("dtype: type") MAP.doc("Takes kept sparse tensors out, stacked along a new first axis.")
    .shape([](ShapeContext& ctx) {
      ctx.with_rank(0, 1);
      ctx.set_output(0, Shape{kUnknown, kUnknown});
      ctx.set_output(1, Shape{kUnknown});
      ctx.set_output(2, Shape{kUnknown});
    })
    .kernel(CPU, take_many)
    .stateful()
    .no_gradient(kNoGradient);

}  // namespace
}  // namespace graphwright
