// Parts of variables: gathering slices of them, and updating slices in place.
#include <numeric>
#include <vector>

#include "graph/func_graph.h"
#include "kernels/rows.h"
#include "op/build.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

std::string position_str(const Shape& shape, int64_t flat) {
  std::vector<int64_t> position(shape.rank());
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    position[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return str_cat("[", str_join(position, ","), "]");
}

int64_t size_of(const Shape& shape, int begin, int end) {
  int64_t n = 1;
  for (int axis = begin; axis < end; ++axis) n *= shape[axis];
  return n;
}

// Offsets, in elements, of the rows that `indices` name along the first axis of `shape`.
std::vector<int64_t> row_offsets(const Tensor& indices, const Shape& shape, int64_t row) {
  std::vector<int64_t> offsets(indices.num_elements());
  auto fill = [&]<class I>() {
    const I* index = indices.data<I>();
    for (size_t k = 0; k < offsets.size(); ++k) {
      GW_CHECK_ARG(index[k] >= 0 && index[k] < shape[0], "indices", position_str(indices.shape(), k), " = ", index[k],
                   " is not in [0, ", shape[0], ")");
      offsets[k] = index[k] * row;
    }
  };
  visit_dtype<int32_t, int64_t>(indices.dtype(), fill);
  return offsets;
}

// The same for index vectors along the last axis of `indices`, each naming a slice of `shape`. Where `ignore_bad`
// holds, a vector that points nowhere gives -1, else an error that ends in `where`.
std::vector<int64_t> slice_offsets(const Tensor& indices, const Shape& shape, bool ignore_bad, std::string_view where) {
  int depth = static_cast<int>(indices.shape()[indices.shape().rank() - 1]);
  int64_t n = size_of(indices.shape(), 0, indices.shape().rank() - 1);
  std::vector<int64_t> offsets(n);
  int64_t row = size_of(shape, depth, shape.rank());
  auto fill = [&]<class I>() {
    const I* index = indices.data<I>();
    for (int64_t k = 0; k < n; ++k, index += depth) {
      int64_t offset = 0;
      bool good = true;
      for (int j = 0; j < depth; ++j) {
        good = good && index[j] >= 0 && index[j] < shape[j];
        if (good) offset = offset * shape[j] + index[j];
      }
      GW_CHECK_ARG(good || ignore_bad, "indices", position_str(indices.shape().slice(0, indices.shape().rank() - 1), k),
                   " = [", str_join(std::vector<int64_t>(index, index + depth), ", "), "] does not index into ", where,
                   " ", shape);
      offsets[k] = good ? offset * row : -1;
    }
  };
  visit_dtype<int32_t, int64_t>(indices.dtype(), fill);
  return offsets;
}

void gather_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  Shape params = ctx.handle_shape(0);
  const Shape& indices = ctx.input(1);
  if (!params.has_rank() || !indices.has_rank()) return;
  if (params.rank() == 0) ctx.fail("params must be at least 1 dimensional");
  int64_t batch = ctx.attr<int64_t>("batch_dims");
  if (batch < 0) batch += indices.rank();
  if (batch < 0 || batch > indices.rank() || batch >= params.rank())
    ctx.fail("batch_dims ", batch, " must be less than the rank of params ", params, " and at most that of indices ",
             indices);
  int b = static_cast<int>(batch);
  Shape front = params.slice(0, b).merge(indices.slice(0, b));
  ctx.set_output(0, front.concat(indices.slice(b, indices.rank())).concat(params.slice(b + 1, params.rank())));
}

void gather(KernelContext& ctx) {
  Tensor params = VariableResource::of(ctx.input(0)).read();
  const Tensor& indices = ctx.input(1);
  const Shape& shape = params.shape();
  if (shape.rank() < 1) ctx.fail("params must be at least 1 dimensional");
  if (params.dtype() != ctx.output_dtype(0))
    ctx.fail("Trying to read variable with wrong dtype. Expected ", ctx.output_dtype(0), " got ", params.dtype());
  int64_t batch = ctx.attr<int64_t>("batch_dims");
  if (batch < 0) batch += indices.shape().rank();
  if (batch < 0 || batch > indices.shape().rank() || batch >= shape.rank())
    ctx.fail("batch_dims ", ctx.attr<int64_t>("batch_dims"), " must be less than the rank of params ", shape,
             " and at most that of indices ", indices.shape());
  int b = static_cast<int>(batch);
  for (int axis = 0; axis < b; ++axis) {
    if (shape[axis] != indices.shape()[axis])
      ctx.fail("params.shape[", axis, "] = ", shape[axis], " should be equal to indices.shape[", axis,
               "] = ", indices.shape()[axis]);
  }
  int64_t row = size_of(shape, b + 1, shape.rank());
  std::vector<int64_t> offsets = row_offsets(indices, shape.slice(b, shape.rank()), row);
  int64_t batches = size_of(shape, 0, b);
  int64_t per_batch = batches > 0 ? static_cast<int64_t>(offsets.size()) / batches : 0;
  for (int64_t k = per_batch; k < static_cast<int64_t>(offsets.size()); ++k)
    offsets[k] += k / per_batch * shape[b] * row;
  Tensor to = ctx.allocate(0, shape.slice(0, b)
                                  .concat(indices.shape().slice(b, indices.shape().rank()))
                                  .concat(shape.slice(b + 1, shape.rank())));
  gather_rows(params.dtype(), to.raw(), params.raw(), row, offsets);
}

// Entries [begin, end) of an int32 vector; `end` -1 means all the rest.
Value part(const Value& vector, int begin, int end) {
  if (vector.is_tensor()) {
    const Tensor& all = Tensor::of(vector);
    int64_t stop = end < 0 ? all.num_elements() : end;
    return all.window(begin, Shape{stop - begin});
  }
  return op<"Slice">({vector, build::ints({begin}), build::ints({end < 0 ? -1 : end - begin})});
}

// What is known of the variable's shape, or else asks it.
Value variable_shape(const Value& handle) {
  if (const VariableResource* variable = VariableResource::find(handle))
    return Tensor::from_shape(variable->read().shape());
  if (handle.is_symbol() && endpoint_of(handle)->handle_shape.fully_defined())
    return Tensor::from_shape(endpoint_of(handle)->handle_shape);
  return op<"VariableShape">({handle});
}

// The gradient is slices: one for each index, where the batches count into the rows.
Values gather_grad(GradientContext& ctx) {
  const Value& indices = ctx.input(1);
  int64_t batch = ctx.attr<int64_t>("batch_dims");
  if (batch < 0) {
    GW_CHECK(indices.shape().has_rank(), Code::kUnimplemented,
             "the gradient of ResourceGather needs the rank of indices where batch_dims is negative");
    batch += indices.shape().rank();
  }
  int b = static_cast<int>(batch);
  Value shape = variable_shape(ctx.input(0));
  if (b == 0) {
    if (indices.shape().rank() == 1) return {make_slices(ctx.grad(0), indices, shape), nullptr};
    Value count = build::reshape(op<"Size">({indices}), build::ints({1}));
    Value slices =
        build::reshape(ctx.grad(0), op<"ConcatV2">({count, part(shape, 1, -1), build::number(DType::kInt32, 0)}));
    return {make_slices(slices, build::reshape(indices, build::ints({-1})), shape), nullptr};
  }
  Value rows = op<"Prod">({part(shape, 0, b + 1), build::ints({0})});  // of the variable seen as [rows, rest…]
  Value rest = part(shape, b + 1, -1);
  Value flat = build::cast(build::reshape(indices, build::ints({-1})), DType::kInt32);
  if (b > 0) {
    // Row indices of batch k start at k * shape[b].
    Value batches = op<"Prod">({part(shape, 0, b), build::ints({0})});
    Value starts = build::mul(op<"Range">({build::number(DType::kInt32, 0), batches, build::number(DType::kInt32, 1)}),
                              build::reshape(part(shape, b, b + 1), build::ints({})));
    Value per_batch = build::add(build::reshape(flat, op<"Pack">({batches, build::number(DType::kInt32, -1)})),
                                 op<"ExpandDims">({starts, build::number(DType::kInt32, 1)}));
    flat = build::reshape(per_batch, build::ints({-1}));
  }
  Value size = op<"Size">({indices});
  Value values = build::reshape(ctx.grad(0), op<"ConcatV2">({op<"ExpandDims">({size, build::number(DType::kInt32, 0)}),
                                                             rest, build::number(DType::kInt32, 0)}));
  Value sums = op<"UnsortedSegmentSum">({values, flat, rows});
  return {build::reshape(sums, shape), nullptr};
}

void resource_gather_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(0) && ctx.attr<int64_t>("batch_dims") == 0) ctx.set_all(Values{ctx.value(0), ctx.value(1)});
}

DEFINE_OP("ResourceGather")
    .input("resource: resource")
    .input("indices: Tindices")
    .output("output: dtype")
    .attr("batch_dims: int = 0")
    .attr("validate_indices: bool = true")
    .attr("dtype: type")
    .attr("Tindices: {int32, int64}")
    .doc("Slices of the variable along axis `batch_dims`, whose earlier axes it shares with `indices`.")
    .shape(gather_shape)
    .kernel(CPU, gather)
    .gradient(gather_grad)
    .stateful()
    .trait(Trait::kReadsResource)
    .vectorize(resource_gather_vectorize);

void gather_nd_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  Shape params = ctx.handle_shape(0);
  Shape indices = ctx.with_rank_at_least(1, 1);
  if (!params.has_rank() || !indices.has_rank()) return;
  int64_t depth = indices[indices.rank() - 1];
  if (depth < 0) return;
  if (depth > params.rank())
    ctx.fail("index innermost dimension length must be <= params rank; saw: ", depth, " vs. ", params.rank());
  ctx.set_output(0, indices.slice(0, indices.rank() - 1).concat(params.slice(static_cast<int>(depth), params.rank())));
}

void gather_nd(KernelContext& ctx) {
  Tensor params = VariableResource::of(ctx.input(0)).read();
  const Tensor& indices = ctx.input(1);
  const Shape& shape = params.shape();
  if (shape.rank() < 1) ctx.fail("params must be at least a vector");
  if (indices.shape().rank() < 1) ctx.fail("indices must be at least a vector");
  if (params.dtype() != ctx.output_dtype(0))
    ctx.fail("Trying to read variable with wrong dtype. Expected ", ctx.output_dtype(0), " got ", params.dtype());
  int last = indices.shape().rank() - 1;
  int64_t depth = indices.shape()[last];
  if (depth > shape.rank())
    ctx.fail("index innermost dimension length must be <= params rank; saw: ", depth, " vs. ", shape.rank());
  std::vector<int64_t> offsets = slice_offsets(indices, shape, false, "param shape");
  int d = static_cast<int>(depth);
  Tensor to = ctx.allocate(0, indices.shape().slice(0, last).concat(shape.slice(d, shape.rank())));
  gather_rows(params.dtype(), to.raw(), params.raw(), size_of(shape, d, shape.rank()), offsets);
}

Values gather_nd_grad(GradientContext& ctx) {
  Value indices = ctx.input(1);
  if (indices.shape().rank() == 2 && indices.shape()[1] == 1) {
    Value rows = op<"Squeeze">({indices}, {{"squeeze_dims", std::vector<int64_t>{-1}}});
    return {make_slices(ctx.grad(0), rows, variable_shape(ctx.input(0))), nullptr};
  }
  return {op<"ScatterNd">({indices, ctx.grad(0), op<"VariableShape">({ctx.input(0)}, {{"out_type", indices.dtype()}})}),
          nullptr};
}

void resource_gather_nd_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(0)) ctx.set_all(Values{ctx.value(0), ctx.value(1)});
}

DEFINE_OP("ResourceGatherNd")
    .input("resource: resource")
    .input("indices: Tindices")
    .output("output: dtype")
    .attr("dtype: type")
    .attr("Tindices: {int32, int64}")
    .doc("Slices of the variable, one for each vector along the last axis of `indices`.")
    .shape(gather_nd_shape)
    .kernel(CPU, gather_nd)
    .gradient(gather_nd_grad)
    .stateful()
    .trait(Trait::kReadsResource)
    .vectorize(resource_gather_nd_vectorize);

void require_known(bool known, DType dtype) {
  GW_CHECK_ARG(known, "there is no such update for elements of dtype ", dtype);
}

void scatter_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  Shape params = ctx.handle_shape(0);
  const Shape& indices = ctx.input(1);
  const Shape& updates = ctx.input(2);
  if (!params.has_rank() || !indices.has_rank() || !updates.has_rank() || updates.rank() == 0) return;
  if (params.rank() == 0) ctx.fail("Shape must be at least rank 1 but is rank 0");
  Shape want = indices.concat(params.slice(1, params.rank()));
  if (!updates.compatible(want))
    ctx.fail("Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape ",
             updates, ", indices.shape ", indices, ", params.shape ", params);
}

template <RowUpdate kUpdate>
void scatter(KernelContext& ctx) {
  VariableResource& variable = VariableResource::of(ctx.input(0));
  const Tensor& indices = ctx.input(1);
  const Tensor& updates = ctx.input(2);
  if (variable.dtype() != updates.dtype()) ctx.fail("DType of scatter resource and updates does not match.");
  variable.update([&](Tensor& value) {
    const bool one = updates.shape().is_scalar(), is_row = value.shape().is_scalar();
    const Shape shape = is_row ? Shape{1} : value.shape();
    if (!one && (is_row || !(updates.shape() == indices.shape().concat(shape.slice(1, shape.rank())))))
      ctx.fail("Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape ",
               updates.shape(), ", indices.shape ", indices.shape(), ", params.shape ", value.shape());
    int64_t row = size_of(shape, 1, shape.rank());
    std::vector<int64_t> offsets = row_offsets(indices, shape, row);
    VariableResource::writable(value);
    require_known(update_rows(kUpdate, value.dtype(), value.raw(), row, offsets, updates.raw(), one), value.dtype());
  });
}

constexpr const char* kNumberAttr =
    "dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, "
    "quint16, "
    "uint16, complex128, half, uint32, uint64}";

OpBuilder scatter_op(const char* name, const char* dtype_attr, const char* doc, KernelFn kernel) {
  OpBuilder op(name);
  op.input("resource: resource")
      .input("indices: Tindices")
      .input("updates: dtype")
      .attr(dtype_attr)
      .attr("Tindices: {int32, int64}")
      .doc(doc)
      .shape(scatter_shape)
      .kernel(CPU, kernel)
      .stateful()
      .no_gradient("has no output");
  return op;
}

#define DEFINE_SCATTER(NAME, ATTR, UPDATE, DOC)                                                           \
  static OpBuilder GW_CONCAT(builder_, UPDATE) = scatter_op(NAME, ATTR, DOC, scatter<RowUpdate::UPDATE>); \
  static const OpRegistration GW_CONCAT(registration_, UPDATE)(GW_CONCAT(builder_, UPDATE));
DEFINE_SCATTER("ResourceScatterUpdate", "dtype: type", kAssign,
               "Sets slices of the variable: ref[indices, …] = updates.")
DEFINE_SCATTER("ResourceScatterAdd", kNumberAttr, kAdd, "Adds to slices of the variable; repeated indices add up.")
DEFINE_SCATTER("ResourceScatterSub", kNumberAttr, kSub, "Subtracts from slices of the variable.")
DEFINE_SCATTER("ResourceScatterMul", kNumberAttr, kMul, "Multiplies slices of the variable.")
DEFINE_SCATTER("ResourceScatterDiv", kNumberAttr, kDiv, "Divides slices of the variable.")
DEFINE_SCATTER("ResourceScatterMin", kNumberAttr, kMin,
               "Makes slices of the variable the smaller of what they were and the updates.")
DEFINE_SCATTER("ResourceScatterMax", kNumberAttr, kMax,
               "Makes slices of the variable the larger of what they were and the updates.")
#undef DEFINE_SCATTER

void check_scatter_nd(const ShapeContext& ctx, const Shape& params, const Shape& indices, const Shape& updates) {
  if (!params.has_rank() || !indices.has_rank() || !updates.has_rank()) return;
  if (indices.rank() < 1) ctx.fail("indices must be at least a vector, got shape ", indices);
  int64_t depth = indices[indices.rank() - 1];
  if (depth < 0) return;
  if (depth > params.rank())
    ctx.fail("Dimensions [", depth, ",", params.rank(), ") of input[shape=", params, "] must match dimensions [", depth,
             ",", updates.rank(), ") of updates[shape=", updates, "]");
  int outer = indices.rank() - 1;
  Shape index_front = indices.slice(0, outer), rest = params.slice(static_cast<int>(depth), params.rank());
  if (updates.rank() < outer || !updates.slice(0, outer).compatible(index_front))
    ctx.fail("Dimensions [0,", outer, ") of indices[shape=", indices, "] must match dimensions [0,", outer,
             ") of updates[shape=", updates, "]");
  if (!updates.slice(outer, updates.rank()).compatible(rest))
    ctx.fail("Dimensions [", depth, ",", params.rank(), ") of input[shape=", params, "] must match dimensions [", outer,
             ",", updates.rank(), ") of updates[shape=", updates, "]");
}

void scatter_nd_shape(ShapeContext& ctx) {
  if (!ctx.value(0).is_tensor()) check_scatter_nd(ctx, ctx.handle_shape(0), ctx.input(1), ctx.input(2));
}

template <RowUpdate kUpdate>
void scatter_nd(KernelContext& ctx) {
  VariableResource& variable = VariableResource::of(ctx.input(0));
  const Tensor& indices = ctx.input(1);
  const Tensor& updates = ctx.input(2);
  std::string policy = ctx.attr<std::string>("bad_indices_policy");
  if (policy != "" && policy != "DEFAULT" && policy != "ERROR" && policy != "IGNORE")
    ctx.fail("Unknown bad indices handling attribute: ", policy);
  if (variable.dtype() != updates.dtype()) ctx.fail("DType of scatter resource and updates does not match.");
  variable.update([&](Tensor& value) {
    const Shape& shape = value.shape();
    check_scatter_nd(ShapeContext(ctx.op(), ctx.inputs(), ctx.attrs()), shape, indices.shape(), updates.shape());
    if (updates.num_elements() == 0) return;
    if (value.num_elements() == 0)
      ctx.fail("Indices and updates specified for empty output.  indices shape: ", indices.shape());
    std::vector<int64_t> offsets = slice_offsets(indices, shape, policy == "IGNORE", "shape");
    int64_t row = updates.num_elements() / std::max<int64_t>(1, static_cast<int64_t>(offsets.size()));
    VariableResource::writable(value);
    require_known(update_rows(kUpdate, value.dtype(), value.raw(), row, offsets, updates.raw(), false), value.dtype());
  });
}

OpBuilder scatter_nd_op(const char* name, const char* doc, KernelFn kernel) {
  OpBuilder op(name);
  op.input("ref: resource")
      .input("indices: Tindices")
      .input("updates: T")
      .attr("T: type")
      .attr("Tindices: {int32, int64}")
      .attr("use_locking: bool = true")
      .attr("bad_indices_policy: string = ''")
      .doc(doc)
      .shape(scatter_nd_shape)
      .kernel(CPU, kernel)
      .stateful()
      .no_gradient("has no output");
  return op;
}

#define DEFINE_SCATTER_ND(NAME, UPDATE, DOC)                                                                 \
  static OpBuilder GW_CONCAT(nd_builder_, UPDATE) = scatter_nd_op(NAME, DOC, scatter_nd<RowUpdate::UPDATE>); \
  static const OpRegistration GW_CONCAT(nd_registration_, UPDATE)(GW_CONCAT(nd_builder_, UPDATE));
DEFINE_SCATTER_ND("ResourceScatterNdUpdate", kAssign, "Sets the slices of the variable that index vectors name.")
DEFINE_SCATTER_ND("ResourceScatterNdAdd", kAdd, "Adds to the slices of the variable that index vectors name.")
DEFINE_SCATTER_ND("ResourceScatterNdSub", kSub, "Subtracts from the slices of the variable that index vectors name.")
DEFINE_SCATTER_ND("ResourceScatterNdMin", kMin, "Makes slices the smaller of what they were and the updates.")
DEFINE_SCATTER_ND("ResourceScatterNdMax", kMax, "Makes slices the larger of what they were and the updates.")
#undef DEFINE_SCATTER_ND

XLA_FACT(kNotCompiled, "ResourceGatherNd", "ResourceScatterNdMax", "ResourceScatterNdMin");

}  // namespace
}  // namespace graphwright
