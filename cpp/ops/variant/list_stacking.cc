// Ops between lists and the tensors that hold all their elements: stack, concat, gather, and their inverses.
#include <algorithm>
#include <numeric>
#include <vector>

#include "base/parallel.h"
#include "op/build.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/variant/list_ops.h"

namespace graphwright {
namespace {

// Copies equally shaped elements one behind the other; null ones become zeros (empty strings).
void copy_stacked(DType dtype, const std::vector<Tensor>& elements, int64_t size, Tensor& to) {
  const int64_t bytes = size * static_cast<int64_t>(dtype_size(dtype));
  const int64_t grain =
      is_plain(dtype) ? 65536 / std::max<int64_t>(bytes, 1) + 1 : static_cast<int64_t>(elements.size());
  parallel_for(static_cast<int64_t>(elements.size()), grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      char* at = static_cast<char*>(to.raw()) + i * bytes;
      if (elements[i]) {
        copy_elements(dtype, at, elements[i].raw(), size);
      } else if (is_plain(dtype)) {
        std::fill(at, at + bytes, 0);
      }
    }
  });
}

Shape element_shape_with(const std::vector<Tensor>& elements, Shape shape) {
  for (const Tensor& element : elements)
    if (element) shape = merge_element_shapes(shape, element.shape());
  return shape;
}

void stack_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  Shape element = element_shape_of_input(ctx, 0, 1);
  ctx.set_output(0, Shape{ctx.attr<int64_t>("num_elements")}.concat(element));
}

void stack(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  check_element_dtype(list, ctx.output_dtype(0));
  int64_t wanted = ctx.attr<int64_t>("num_elements");
  if (wanted != -1 && wanted != list.length())
    ctx.fail("Operation expected a list with ", wanted, " elements but got a list with ", list.length(), " elements.");
  std::vector<Tensor> elements = list.elements();
  Shape shape = merge_element_shapes(read_element_shape(ctx.input(1)), list.element_shape());
  if (elements.empty() && !shape.fully_defined())
    ctx.fail("Tried to stack elements of an empty list with non-fully-defined element_shape: ", shape);
  shape = element_shape_with(elements, shape);
  if (!shape.fully_defined())
    ctx.fail(
        "Tried to stack list which only contains uninitialized tensors and has a non-fully-defined element_shape: ",
        shape);
  Tensor to = ctx.allocate(0, Shape{list.length()}.concat(shape));
  copy_stacked(to.dtype(), elements, shape.num_elements(), to);
}

Value tail_shape(const Value& x) {  // x.shape[1:] as an int32 vector
  if (x.shape().fully_defined()) return Tensor::from_shape(x.shape().slice(1, x.shape().rank()));
  return op<"Slice">({build::shape_of(x), build::ints({1}), build::ints({-1})});
}

Values stack_grad(GradientContext& ctx) {
  Value grad = ctx.grad(0);
  return {op<"TensorListFromTensor">({grad, tail_shape(grad)}), nullptr};
}

// [elements, rows, …] and [rows, elements, …], each from the other.
Value rows_and_elements(const Value& value, int row_rank) {
  SmallVector<int32_t, 8> order{1, 0};
  for (int i = 2; i <= row_rank; ++i) order.push_back(i);
  return op<"Transpose">({value, Tensor::from<int32_t>(std::span<const int32_t>(order.data(), order.size()))});
}

void list_stack_vectorize(VectorizeContext& ctx) {
  const Shape& shape = ctx.row_output_shape(0);
  if (ctx.rows(1) || !shape.has_rank()) return;
  Values stacked = call(ctx.op(), Values{ctx.value(0), ctx.list_shape_with_rows(ctx.value(1))}, ctx.attrs());
  ctx.set(0, rows_and_elements(stacked[0], shape.rank()));
}

DEFINE_OP("TensorListStack")
    .input("input_handle: variant")
    .input("element_shape: int32")
    .output("tensor: element_dtype")
    .attr("element_dtype: type")
    .attr("num_elements: int = -1")
    .doc("All elements along a new first axis.")
    .shape(stack_shape)
    .kernel(CPU, stack)
    .gradient(stack_grad)
    .vectorize(list_stack_vectorize);

void from_tensor_shape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  Shape tensor = ctx.with_rank_at_least(0, 1);
  Tensor constant = ctx.constant(1);
  Shape given = constant ? read_element_shape(constant) : ctx.constant_as_shape(1);
  Shape rest = tensor.has_rank() ? tensor.slice(1, tensor.rank()) : Shape::unknown();
  if (!given.compatible(rest)) ctx.fail("Specified a list with shape ", given, " from a tensor with shape ", rest);
  ctx.set_handle_output(0, ctx.dtype(0), given);
}

void from_tensor(KernelContext& ctx) {
  const Tensor& tensor = ctx.input(0);
  if (tensor.shape().rank() < 1) ctx.fail("Tensor must be at least a vector, but saw shape: ", tensor.shape());
  Shape given = read_element_shape(ctx.input(1));
  Shape element = tensor.shape().slice(1, tensor.shape().rank());
  if (!given.compatible(element))
    ctx.fail("Specified a list with shape ", given, " from a tensor with shape ", element);
  std::vector<Tensor> elements(tensor.shape()[0]);
  int64_t size = element.num_elements();
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = tensor.window(static_cast<int64_t>(i) * size, element);
  ctx.set_output(0, TensorList::handle(make_ref<TensorList>(tensor.dtype(), given, std::move(elements))));
}

Values from_tensor_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  int64_t n = x.shape().has_rank() && x.shape().rank() > 0 ? x.shape()[0] : kUnknown;
  return {op<"TensorListStack">({ctx.grad(0), tail_shape(x)}, {{"element_dtype", x.dtype()}, {"num_elements", n}}),
          nullptr};
}

void list_from_tensor_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(1) || ctx.row_rank(0) < 1) return;
  ctx.set_all(Values{rows_and_elements(ctx.stacked(0), ctx.row_rank(0)), ctx.list_shape_with_rows(ctx.value(1))});
}

DEFINE_OP("TensorListFromTensor")
    .input("tensor: element_dtype")
    .input("element_shape: shape_type")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("The list of tensor[0], tensor[1], …")
    .shape(from_tensor_shape)
    .kernel(CPU, from_tensor)
    .gradient(from_tensor_grad)
    .vectorize(list_from_tensor_vectorize);

void gather_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  // Indices of any rank, one after the other.
  ctx.set_output(0, Shape{ctx.input(1).num_elements()}.concat(element_shape_of_input(ctx, 0, 2)));
}

void gather(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  check_element_dtype(list, ctx.output_dtype(0));
  const Tensor& indices = ctx.input(1);
  std::vector<Tensor> all = list.elements(), elements;
  for (int64_t index : indices.ints()) {
    if (index < 0 || index >= list.length())
      ctx.fail("Index ", index, " out o range; list only has ", list.length(), " elements.");
    elements.push_back(all[index]);
  }
  Shape shape =
      element_shape_with(elements, merge_element_shapes(read_element_shape(ctx.input(2)), list.element_shape()));
  if (!shape.fully_defined()) {
    if (elements.empty()) ctx.fail("Tried to gather 0-elements from a list with non-fully-defined shape: ", shape);
    ctx.fail("Tried to gather uninitialized tensors from a list with non-fully-defined element_shape: ", shape);
  }
  Tensor to = ctx.allocate(0, Shape{indices.num_elements()}.concat(shape));
  copy_stacked(to.dtype(), elements, shape.num_elements(), to);
}

Values gather_grad(GradientContext& ctx) {
  Value grad = ctx.grad(0);
  return {op<"TensorListScatterV2">({grad, ctx.input(1), tail_shape(grad), op<"TensorListLength">({ctx.input(0)})}),
          nullptr, nullptr};
}

void list_gather_vectorize(VectorizeContext& ctx) {
  const Shape& shape = ctx.row_output_shape(0);
  if (ctx.rows(2) || !shape.has_rank()) return;
  if (!ctx.rows(0)) {  // one list for all rows
    Value all = ctx.merged(ctx.value(1));
    Values found = call(ctx.op(), Values{ctx.value(0), all, ctx.value(2)}, ctx.attrs());
    return ctx.set(0, ctx.split(found[0]));
  }
  if (ctx.rows(1)) return;
  Values found =
      call(ctx.op(), Values{ctx.value(0), ctx.value(1), ctx.list_shape_with_rows(ctx.value(2))}, ctx.attrs());
  ctx.set(0, rows_and_elements(found[0], shape.rank()));
}

DEFINE_OP("TensorListGather")
    .input("input_handle: variant")
    .input("indices: int32")
    .input("element_shape: int32")
    .output("values: element_dtype")
    .attr("element_dtype: type")
    .doc("The elements at `indices` along a new first axis.")
    .shape(gather_shape)
    .kernel(CPU, gather)
    .gradient(gather_grad)
    .vectorize(list_gather_vectorize);

void check_rows(KernelContext& ctx, const Tensor& tensor, const Tensor& indices) {
  if (tensor.shape().rank() < 1) ctx.fail("Tensor must be at least a vector, but saw shape: ", tensor.shape());
  if (tensor.shape()[0] != indices.num_elements())
    ctx.fail("Invalid number of rows in input tensor. Expected: ", indices.num_elements(),
             " Actual: ", tensor.shape()[0]);
  for (int64_t index : indices.ints())
    if (index < 0) ctx.fail("Indices in TensorListScatter must all be non-negative.");
}

// Throws where more elements are skipped than any program means to.
void check_room(KernelContext& ctx, int64_t unset) {
  if (unset > 1 << 24)
    ctx.fail_code(Code::kResourceExhausted, "the list would have ", unset, " elements that are not set");
}

// Sets elements[indices[i]] = tensor[i]; the vector is long enough.
void scatter_into(std::vector<Tensor>& elements, const Tensor& tensor, const Tensor& indices) {
  Shape element = tensor.shape().slice(1, tensor.shape().rank());
  int64_t size = element.num_elements();
  for (int64_t i = 0; i < indices.num_elements(); ++i) elements[indices.int_at(i)] = tensor.window(i * size, element);
}

void scatter(KernelContext& ctx) {
  const Tensor& tensor = ctx.input(0);
  const Tensor& indices = ctx.input(1);
  check_rows(ctx, tensor, indices);
  Shape given = read_element_shape(ctx.input(2));
  Shape element = tensor.shape().slice(1, tensor.shape().rank());
  if (!given.compatible(element))
    ctx.fail("Specified a list with shape ", given, " from a tensor with shape ", element);
  int64_t n = 0;
  for (int64_t index : indices.ints()) n = std::max(n, index + 1);
  int64_t length = n;
  if (ctx.num_inputs() > 3) {
    if (!ctx.input(3).shape().is_scalar()) ctx.fail("num_elements must be a scalar");
    int64_t wanted = ctx.input(3).int_at(0);
    if (wanted < -1) ctx.fail("TensorListScatter expects num_elements >= -1, found: ", wanted);
    if (wanted >= 0 && n > wanted)
      ctx.fail("TensorListScatter: Trying to scatter at index ", n - 1, " in list with size ", wanted);
    if (wanted >= 0) length = wanted;
  }
  check_room(ctx, n - indices.num_elements());
  std::vector<Tensor> elements(n);
  scatter_into(elements, tensor, indices);
  Ref<TensorList> list = make_ref<TensorList>(tensor.dtype(), given, std::move(elements));
  ctx.set_output(0, TensorList::handle(length > n ? list->resized(length) : list));
}

void scatter_shape(ShapeContext& ctx) { new_list_shape(ctx, 2); }

Values scatter_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  Values grads(ctx.num_inputs());
  grads[0] = op<"TensorListGather">({ctx.grad(0), ctx.input(1), tail_shape(x)}, {{"element_dtype", x.dtype()}});
  return grads;
}

void list_scatter_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, ctx.num_inputs()) || ctx.row_rank(0) < 1) return;
  Values inputs{rows_and_elements(ctx.stacked(0), ctx.row_rank(0)), ctx.value(1),
                ctx.list_shape_with_rows(ctx.value(2))};
  if (ctx.num_inputs() > 3) inputs.push_back(ctx.value(3));
  ctx.set_all(inputs);
}

DEFINE_OP("TensorListScatter")
    .input("tensor: element_dtype")
    .input("indices: int32")
    .input("element_shape: shape_type")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("A list, as long as the largest of `indices` needs, whose element indices[i] is tensor[i].")
    .shape(scatter_shape)
    .kernel(CPU, scatter)
    .gradient(scatter_grad)
    .vectorize(list_scatter_vectorize);

DEFINE_OP("TensorListScatterV2")
    .input("tensor: element_dtype")
    .input("indices: int32")
    .input("element_shape: shape_type")
    .input("num_elements: int32")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("A list of `num_elements` elements (-1: as many as `indices` need) whose element indices[i] is tensor[i].")
    .shape(scatter_shape)
    .kernel(CPU, scatter)
    .gradient(scatter_grad)
    .vectorize(list_scatter_vectorize);

void scatter_into_existing(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  const Tensor& tensor = ctx.input(1);
  const Tensor& indices = ctx.input(2);
  check_element_dtype(list, tensor.dtype());
  if (indices.shape().rank() != 1) ctx.fail("Expected indices to be a vector, but received shape: ", indices.shape());
  check_rows(ctx, tensor, indices);
  if (!list.element_shape().compatible(tensor.shape().slice(1, tensor.shape().rank())))
    ctx.fail("Specified a list with shape ", list.element_shape(), " from a tensor with shape ",
             tensor.shape().slice(1, tensor.shape().rank()));
  int64_t n = list.length();
  for (int64_t index : indices.ints()) n = std::max(n, index + 1);
  check_room(ctx, n - list.length());
  std::vector<Tensor> elements = list.elements();
  elements.resize(n);
  scatter_into(elements, tensor, indices);
  ctx.set_output(
      0, TensorList::handle(make_ref<TensorList>(list.element_dtype(), list.element_shape(), std::move(elements))));
}

Values scatter_into_existing_grad(GradientContext& ctx) {
  const Value& x = ctx.input(1);
  Value list;
  if (ctx.wants(0)) {
    list = op<"TensorListScatterIntoExistingList">({ctx.grad(0), build::zeros_like(x), ctx.input(2)});
    list = op<"TensorListResize">({list, op<"TensorListLength">({ctx.input(0)})});
  }
  return {list, op<"TensorListGather">({ctx.grad(0), ctx.input(2), tail_shape(x)}, {{"element_dtype", x.dtype()}}),
          nullptr};
}

void list_scatter_into_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(0) || ctx.rows(2) || ctx.row_rank(1) < 1) return;
  ctx.set_all(Values{ctx.value(0), rows_and_elements(ctx.stacked(1), ctx.row_rank(1)), ctx.value(2)});
}

DEFINE_OP("TensorListScatterIntoExistingList")
    .input("input_handle: variant")
    .input("tensor: element_dtype")
    .input("indices: int32")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .doc("The list with tensor[i] at indices[i].")
    .shape(same_list_shape)
    .kernel(CPU, scatter_into_existing)
    .gradient(scatter_into_existing_grad)
    .vectorize(list_scatter_into_vectorize);

void concat_shape(ShapeContext& ctx) {
  Shape lengths{kUnknown};
  ctx.set_output(1, lengths);
  if (ctx.value(0).is_tensor()) return;
  Shape element = ctx.num_inputs() > 1 ? element_shape_of_input(ctx, 0, 1)
                                       : ctx.attr<Shape>("element_shape").merge(ctx.handle_shape(0));
  if (!element.has_rank()) return;
  if (element.rank() < 1) ctx.fail("Concat requires elements to be at least vectors, found scalars instead.");
  element.set(0, kUnknown);
  ctx.set_output(0, element);
}

void concat(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  check_element_dtype(list, ctx.output_dtype(0));
  bool v2 = ctx.num_inputs() > 1;
  const Shape given = v2 ? read_element_shape(ctx.input(1)) : ctx.attr<Shape>("element_shape");
  Shape element = merge_element_shapes(given, list.element_shape());
  std::vector<Tensor> elements = list.elements();
  if (element.has_rank() && element.rank() < 1)
    ctx.fail("Concat requires elements to be at least vectors, found scalars instead.");
  Shape rest = element.has_rank() ? element.slice(1, element.rank()) : Shape::unknown();
  int64_t common = -1;  // the length of all elements that were written
  for (const Tensor& item : elements) {
    if (!item) continue;
    if (item.shape().rank() < 1)
      ctx.fail("Concat saw a scalar shape at index ", &item - elements.data(), " but requires at least vectors.");
    rest = merge_element_shapes(rest, item.shape().slice(1, item.shape().rank()));
    const int64_t n = item.shape()[0];
    common = common == -1 || common == n ? n : -2;
  }
  if (!rest.fully_defined()) {
    if (elements.empty())
      ctx.fail(
          "All except the first dimension must be fully defined when concating an empty tensor list. element_shape: ",
          element);
    ctx.fail("Tried to concat list which only contains uninitialized tensors but element_shape is not fully defined: ",
             element);
  }
  int64_t total = 0;
  Tensor lengths = ctx.allocate(1, Shape{list.length()});
  for (size_t i = 0; i < elements.size(); ++i) {
    int64_t n;
    if (elements[i]) {
      n = elements[i].shape()[0];
      // Lists of gradients may be declared by the shape of one of their elements: what the list says is not asked.
      if (given.has_rank() && given[0] >= 0 && n != given[0])
        ctx.fail("First entry of element_shape input does not match the first dim of list element at index: ", i,
                 " Expected: ", given[0], " Actual: ", n);
    } else if (v2 && static_cast<int64_t>(i) < ctx.input(2).num_elements()) {
      n = ctx.input(2).int_at(static_cast<int64_t>(i));
      if (n < 0) ctx.fail("leading_dims must not be negative, got ", n);
    } else if (element.has_rank() && element[0] >= 0) {
      n = element[0];
    } else if (common >= 0) {
      n = common;
    } else {
      ctx.fail("List contains uninitialized tensor at index ", i, " but leading_dims has only ",
               v2 ? ctx.input(2).num_elements() : 0, " elements.");
    }
    lengths.data<int64_t>()[i] = n;
    GW_CHECK_ARG(!__builtin_add_overflow(total, n, &total), "the concatenated list is too large");
  }
  Tensor to = ctx.allocate(0, Shape{total}.concat(rest));
  int64_t row = rest.num_elements(), done = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    int64_t count = lengths.data<int64_t>()[i] * row;
    char* at = static_cast<char*>(to.raw()) + done * dtype_size(to.dtype());
    if (elements[i]) {
      copy_elements(to.dtype(), at, elements[i].raw(), count);
    } else if (is_plain(to.dtype())) {
      std::fill(at, at + count * dtype_size(to.dtype()), 0);
    }
    done += count;
  }
}

Values concat_grad(GradientContext& ctx) {
  Value grad = ctx.grad(0);
  // Elements may differ along their first axis.
  Value shape = op<"ConcatV2">({build::ints({-1}), tail_shape(grad), build::number(DType::kInt32, 0)});
  Values grads(ctx.num_inputs());
  grads[0] = op<"TensorListSplit">({grad, shape, ctx.output(1)});
  return grads;
}

DEFINE_OP("TensorListConcat")
    .input("input_handle: variant")
    .output("tensor: element_dtype")
    .output("lengths: int64")
    .attr("element_dtype: type")
    .attr("element_shape: shape = { unknown_rank: true }")
    .doc("All elements along their first axis, and how long each was.")
    .shape(concat_shape)
    .kernel(CPU, concat)
    .gradient(concat_grad);

DEFINE_OP("TensorListConcatV2")
    .input("input_handle: variant")
    .input("element_shape: shape_type")
    .input("leading_dims: int64")
    .output("tensor: element_dtype")
    .output("lengths: int64")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("All elements along their first axis, and how long each was; `leading_dims` says how long those not set are.")
    .shape(concat_shape)
    .kernel(CPU, concat)
    .gradient(concat_grad);

void split_shape(ShapeContext& ctx) { new_list_shape(ctx, 1); }

void split(KernelContext& ctx) {
  const Tensor& tensor = ctx.input(0);
  const Tensor& lengths = ctx.input(2);
  Shape given = read_element_shape(ctx.input(1));
  if (tensor.shape().rank() < 1) ctx.fail("Tensor must be at least a vector, but saw shape: ", tensor.shape());
  if (lengths.shape().rank() != 1) ctx.fail("Expected lengths to be a vector, received shape: ", lengths.shape());
  Shape rest = tensor.shape().slice(1, tensor.shape().rank());
  if (!given.compatible(Shape{kUnknown}.concat(rest)))
    ctx.fail("tensor shape ", tensor.shape(), " is not compatible with element_shape ", given);
  int64_t begin = 0, total = tensor.shape()[0], row = rest.num_elements();
  std::vector<Tensor> elements;
  for (int64_t n : lengths.ints()) {
    if (n < 0) ctx.fail("Invalid value in lengths: ", n);
    if (n > total - begin)
      ctx.fail("Attempting to slice [", begin, ", ", begin + n, "] from tensor with length ", total);
    elements.push_back(tensor.window(begin * row, Shape{n}.concat(rest)));
    begin += n;
  }
  if (begin != total) ctx.fail("Unused values in tensor. Length of tensor: ", total, " Values used: ", begin);
  ctx.set_output(0, TensorList::handle(make_ref<TensorList>(tensor.dtype(), given, std::move(elements))));
}

Values split_grad(GradientContext& ctx) {
  const Value& x = ctx.input(0);
  Value shape = op<"ConcatV2">({build::ints({-1}), tail_shape(x), build::number(DType::kInt32, 0)});
  return {op<"TensorListConcatV2">({ctx.grad(0), shape, ctx.input(2)}, {{"element_dtype", x.dtype()}}), nullptr,
          nullptr};
}

DEFINE_OP("TensorListSplit")
    .input("tensor: element_dtype")
    .input("element_shape: shape_type")
    .input("lengths: int64")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("The list of consecutive pieces of `tensor` along its first axis, as long as `lengths` says.")
    .shape(split_shape)
    .kernel(CPU, split)
    .gradient(split_grad);

XLA_FACT(kNotCompiled, "TensorListConcat", "TensorListScatter", "TensorListScatterIntoExistingList",
         "TensorListScatterV2");

}  // namespace
}  // namespace graphwright
