// Ops on lists of tensors, one element at a time: making, reading, writing, growing and shrinking them.
#include "ops/variant/list_ops.h"
#include "op/build.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"

namespace graphwright {

Shape read_element_shape(const Tensor& tensor) {
  if (tensor.shape().is_scalar()) {
    GW_CHECK_ARG(tensor.int_at(0) == -1,
                 "The only valid scalar shape tensor is the fully unknown shape specified as -1.");
    return Shape::unknown();
  }
  GW_CHECK_ARG(tensor.shape().rank() == 1, "Shape must be at most rank 1 but is rank ", tensor.shape().rank());
  for (int64_t size : tensor.ints()) GW_CHECK_ARG(size >= -1, "Dimension ", size, " must be >= -1");
  return tensor.as_shape();
}

Shape merge_element_shapes(const Shape& a, const Shape& b) {
  GW_CHECK_ARG(!a.has_rank() || !b.has_rank() || a.rank() == b.rank(),
               "PartialTensorShape: Incompatible ranks during merge: ", a.rank(), " vs. ", b.rank());
  GW_CHECK_ARG(a.compatible(b), "PartialTensorShape: Incompatible shapes during merge: ", a, " vs. ", b);
  return a.merge(b);
}

void check_element_dtype(const TensorList& list, DType dtype) {
  GW_CHECK_ARG(list.element_dtype() == dtype, "Invalid data types; op elements ", dtype, " but list elements ",
               list.element_dtype());
}

Shape element_shape_of_input(ShapeContext& ctx, int list, int shape) {
  Shape known = ctx.handle_shape(list);
  if (shape >= 0) {
    Tensor constant = ctx.constant(shape);
    Shape given = constant ? read_element_shape(constant) : ctx.constant_as_shape(shape);
    if (given.compatible(known)) known = given.merge(known);
  }
  return known;
}

void same_list_shape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  if (ctx.handle_dtype(0) != DType::kInvalid) ctx.set_handle_output(0, ctx.handle_dtype(0), ctx.handle_shape(0));
}

void new_list_shape(ShapeContext& ctx, int shape) {
  ctx.set_output(0, Shape());
  Tensor constant = ctx.constant(shape);
  ctx.set_handle_output(0, ctx.attr<DType>("element_dtype"),
                        constant ? read_element_shape(constant) : ctx.constant_as_shape(shape));
}

Tensor unset_element(DType dtype, const Shape& shape) {
  GW_CHECK_ARG(dtype != DType::kVariant && dtype != DType::kResource,
               "Trying to read an uninitialized element of dtype ", dtype);
  return Tensor::zeros(dtype, shape);
}

namespace {

Shape set_shape_of(const TensorList& list, Shape shape) {
  if (shape.fully_defined()) return shape;
  for (const Tensor& element : list.elements())
    if (element) shape = merge_element_shapes(shape, element.shape());
  return shape;
}

int64_t scalar_int(const Tensor& tensor, const char* what) {
  GW_CHECK_ARG(tensor.shape().is_scalar(), what, " must be a scalar");
  return tensor.int_at(0);
}

void reserve_shape(ShapeContext& ctx) { new_list_shape(ctx, 0); }

void reserve(KernelContext& ctx) {
  int64_t n = scalar_int(ctx.input(1), "num_elements");
  if (n < 0) ctx.fail("The num_elements to reserve must be a non negative number, but got ", n);
  ctx.set_output(0, TensorList::handle(
                        make_ref<TensorList>(ctx.attr<DType>("element_dtype"), read_element_shape(ctx.input(0)), n)));
}

// Lists that are made for each row hold all rows in each element.
void new_list_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(0, 2)) return;
  ctx.set_all(Values{ctx.list_shape_with_rows(ctx.value(0)), ctx.value(1)});
}

DEFINE_OP("TensorListReserve")
    .input("element_shape: shape_type")
    .input("num_elements: int32")
    .output("handle: variant")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("A list of `num_elements` elements that are not set yet.")
    .shape(reserve_shape)
    .kernel(CPU, reserve)
    .no_gradient("depends on no number")
    .vectorize(new_list_vectorize);

void empty(KernelContext& ctx) {
  int64_t most = scalar_int(ctx.input(1), "max_num_elements");
  ctx.set_output(0, TensorList::handle(make_ref<TensorList>(ctx.attr<DType>("element_dtype"),
                                                            read_element_shape(ctx.input(0)), 0, most)));
}

DEFINE_OP("EmptyTensorList")
    .input("element_shape: shape_type")
    .input("max_num_elements: int32")
    .output("handle: variant")
    .attr("element_dtype: type")
    .attr("shape_type: {int32, int64}")
    .doc("An empty list that may grow to `max_num_elements` elements, without limit for -1.")
    .shape(reserve_shape)
    .kernel(CPU, empty)
    .no_gradient("depends on no number")
    .vectorize(new_list_vectorize);

void push_back_shape(ShapeContext& ctx) {
  same_list_shape(ctx);
  if (ctx.handle_dtype(0) == DType::kInvalid) ctx.set_handle_output(0, ctx.dtype(1), Shape::unknown());
}

void check_push(const TensorList& list, const Tensor& element) {
  GW_CHECK_ARG(list.element_shape().compatible(element.shape()),
               "Tried to append a tensor with incompatible shape to a list. Op element shape: ", element.shape(),
               " list shape: ", list.element_shape());
  check_element_dtype(list, element.dtype());
  GW_CHECK_ARG(list.max_length() < 0 || list.length() < list.max_length(),
               "Tried to push item into a full list list size: ", list.length(),
               " max_num_elements: ", list.max_length());
}

void push_back(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  check_push(list, ctx.input(1));
  ctx.set_output(0, TensorList::handle(list.with_element(list.length(), ctx.input(1))));
}

Values push_back_grad(GradientContext& ctx) {
  Values popped =
      ops<"TensorListPopBack">({ctx.grad(0), build::shape_of(ctx.input(1))}, {{"element_dtype", ctx.input(1).dtype()}});
  return {popped[0], popped[1]};
}

void push_back_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0)) ctx.set_all(Values{ctx.value(0), ctx.stacked(1)});
}

DEFINE_OP("TensorListPushBack")
    .input("input_handle: variant")
    .input("tensor: element_dtype")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .doc("The list with `tensor` appended.")
    .shape(push_back_shape)
    .kernel(CPU, push_back)
    .gradient(push_back_grad)
    .vectorize(push_back_vectorize);

void push_back_batch_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void push_back_vectorize(KernelContext& ctx) {
  const Tensor& handles = ctx.input(0);
  const Tensor& tensor = ctx.input(1);
  int rank = handles.shape().rank();
  if (tensor.shape().rank() < rank || !(tensor.shape().slice(0, rank) == handles.shape()))
    ctx.fail("tensor.shape must be a suffix of input_handles.shape; got ", tensor.shape(), " and ", handles.shape());
  Shape element = tensor.shape().slice(rank, tensor.shape().rank());
  int64_t size = element.num_elements();
  Tensor result = Tensor::allocate(DType::kVariant, handles.shape());
  for (int64_t i = 0; i < handles.num_elements(); ++i) {
    const TensorList& list = TensorList::of(Tensor::handle(DType::kVariant, handles.data<Handle>()[i]));
    Tensor item = tensor.window(i * size, element);
    check_push(list, item);
    result.data<Handle>()[i] = list.with_element(list.length(), item);
  }
  ctx.set_output(0, result);
}

DEFINE_OP("TensorListPushBackBatch")
    .input("input_handles: variant")
    .input("tensor: element_dtype")
    .output("output_handles: variant")
    .attr("element_dtype: type")
    .doc("Appends tensor[i] to the list input_handles[i], for each i.")
    .shape(push_back_batch_shape)
    .kernel(CPU, push_back_vectorize);

void pop_back_shape(ShapeContext& ctx) {
  same_list_shape(ctx);
  if (ctx.handle_dtype(0) == DType::kInvalid)
    ctx.set_handle_output(0, ctx.attr<DType>("element_dtype"), Shape::unknown());
  ctx.set_output(1, ctx.value(0).is_tensor() ? Shape::unknown() : element_shape_of_input(ctx, 0, 1));
}

void pop_back(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  check_element_dtype(list, ctx.attr<DType>("element_dtype"));
  if (list.length() == 0) ctx.fail("Trying to pop from an empty list.");
  Tensor last = list.element(list.length() - 1);
  if (!last) {
    Shape shape = set_shape_of(list, merge_element_shapes(read_element_shape(ctx.input(1)), list.element_shape()));
    if (!shape.fully_defined())
      ctx.fail("Trying to read an uninitialized tensor but element_shape is not fully defined.", shape);
    last = unset_element(list.element_dtype(), shape);
  }
  ctx.set_output(0, TensorList::handle(list.resized(list.length() - 1)));
  ctx.set_output(1, last);
}

Values pop_back_grad(GradientContext& ctx) {
  Value list = ctx.grad_or_null(0);
  if (!list) list = build::zeros_like(ctx.output(0));
  // There are no zeros of a handle: itself keeps its place in the list.
  const bool is_handle = ctx.output(1).dtype() == DType::kResource && !ctx.grad_or_null(1);
  return {op<"TensorListPushBack">({list, is_handle ? ctx.output(1) : ctx.grad(1)}), nullptr};
}

void pop_back_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0) && !ctx.rows(1)) ctx.set_all(Values{ctx.value(0), ctx.list_shape_with_rows(ctx.value(1))});
}

DEFINE_OP("TensorListPopBack")
    .input("input_handle: variant")
    .input("element_shape: int32")
    .output("output_handle: variant")
    .output("tensor: element_dtype")
    .attr("element_dtype: type")
    .doc("The list without its last element, and that element.")
    .shape(pop_back_shape)
    .kernel(CPU, pop_back)
    .gradient(pop_back_grad)
    .vectorize(pop_back_vectorize);

void set_item_shape(ShapeContext& ctx) {
  same_list_shape(ctx);
  if (ctx.handle_dtype(0) == DType::kInvalid) {
    ctx.set_handle_output(0, ctx.dtype(2), Shape::unknown());
  } else if (!ctx.handle_shape(0).compatible(ctx.input(2))) {
    ctx.fail("Tried to set a tensor with incompatible shape at a list index. Item element shape: ", ctx.input(2),
             " list shape: ", ctx.handle_shape(0));
  }
}

void set_item(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  const Tensor& item = ctx.input(2);
  check_element_dtype(list, item.dtype());
  int64_t index = scalar_int(ctx.input(1), "index");
  if (index < 0 || (index >= list.length() && !ctx.attr<bool>("resize_if_index_out_of_bounds")))
    ctx.fail("Trying to modify element ", index, " in a list with ", list.length(), " elements.");
  if (!list.element_shape().compatible(item.shape()))
    ctx.fail("Tried to set a tensor with incompatible shape at a list index. Item element shape: ", item.shape(),
             " list shape: ", list.element_shape());
  ctx.set_output(0, TensorList::handle(list.with_element(index, item)));
}

Values set_item_grad(GradientContext& ctx) {
  const Value& index = ctx.input(1);
  const Value& item = ctx.input(2);
  Value list;
  if (ctx.wants(0)) {
    list = op<"TensorListSetItem">({ctx.grad(0), index, build::zeros_like(item)});
    if (ctx.attr<bool>("resize_if_index_out_of_bounds"))
      list = op<"TensorListResize">({list, op<"TensorListLength">({ctx.input(0)})});
  }
  Value element =
      op<"TensorListGetItem">({ctx.grad(0), index, build::shape_of(item)}, {{"element_dtype", item.dtype()}});
  return {list, nullptr, element};
}

void set_item_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0) && !ctx.rows(1)) ctx.set_all(Values{ctx.value(0), ctx.value(1), ctx.stacked(2)});
}

DEFINE_OP("TensorListSetItem")
    .input("input_handle: variant")
    .input("index: int32")
    .input("item: element_dtype")
    .output("output_handle: variant")
    .attr("element_dtype: type")
    .attr("resize_if_index_out_of_bounds: bool = false")
    .doc("The list with `item` at `index`.")
    .shape(set_item_shape)
    .kernel(CPU, set_item)
    .gradient(set_item_grad)
    .vectorize(set_item_vectorize);

void get_item_shape(ShapeContext& ctx) {
  if (!ctx.value(0).is_tensor()) ctx.set_output(0, element_shape_of_input(ctx, 0, 2));
}

void get_item(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  check_element_dtype(list, ctx.output_dtype(0));
  int64_t index = scalar_int(ctx.input(1), "index");
  if (index < 0 || index >= list.length())
    ctx.fail("Trying to access element ", index, " in a list with ", list.length(), " elements.");
  Tensor element = list.element(index);
  if (!element) {
    Shape shape = set_shape_of(list, merge_element_shapes(read_element_shape(ctx.input(2)), list.element_shape()));
    if (!shape.fully_defined())
      ctx.fail("Trying to read an uninitialized tensor but element_shape is not fully defined: ", shape,
               " and no list element is set.");
    element = unset_element(list.element_dtype(), shape);
  }
  ctx.set_output(0, element);
}

Values get_item_grad(GradientContext& ctx) {
  Value item = ctx.grad(0);
  Value zeros = op<"TensorListReserve">({build::shape_of(item), op<"TensorListLength">({ctx.input(0)})},
                                        {{"element_dtype", item.dtype()}});
  return {op<"TensorListSetItem">({zeros, ctx.input(1), item}), nullptr, nullptr};
}

void get_item_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(2)) return;
  if (!ctx.rows(0))  // one list for all rows
    return ctx.set(0, op<"TensorListGather">({ctx.value(0), ctx.value(1), ctx.value(2)}, ctx.attrs()));
  Value shape = ctx.list_shape_with_rows(ctx.value(2));
  if (!ctx.rows(1)) return ctx.set_all(Values{ctx.value(0), ctx.value(1), shape});
  const Shape& element = ctx.row_output_shape(0);
  if (!element.has_rank()) return;
  // [elements, rows, …], of which each row takes its own element.
  Value all = op<"TensorListStack">({ctx.value(0), shape}, ctx.attrs());
  Value row = op<"Range">({build::number(DType::kInt32, 0), ctx.num_rows(), build::number(DType::kInt32, 1)});
  Value places = op<"Pack">({build::cast(ctx.value(1), DType::kInt32), row}, {{"N", int64_t{2}}, {"axis", int64_t{1}}});
  ctx.set(0, op<"GatherNd">({all, places}));
}

DEFINE_OP("TensorListGetItem")
    .input("input_handle: variant")
    .input("index: int32")
    .input("element_shape: Tshape")
    .output("item: element_dtype")
    .attr("element_dtype: type")
    .attr("Tshape: {int32, int64} = int32")
    .doc("The element at `index`; zeros of the element shape where it is not set.")
    .shape(get_item_shape)
    .kernel(CPU, get_item)
    .gradient(get_item_grad)
    .vectorize(get_item_vectorize);

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void length(KernelContext& ctx) {
  *ctx.output(0).data<int32_t>() = static_cast<int32_t>(TensorList::of(ctx.input(0)).length());
}

void list_length_vectorize(VectorizeContext& ctx) {
  ctx.set(0, op<"TensorListLength">({ctx.value(0)}, ctx.attrs()), false);
}

DEFINE_OP("TensorListLength")
    .input("input_handle: variant")
    .output("length: int32")
    .doc("How many elements the list has.")
    .shape(scalar_shape)
    .kernel(CPU, length)
    .no_gradient("an integer")
    .vectorize(list_length_vectorize);

void element_shape_shape(ShapeContext& ctx) {
  if (ctx.value(0).is_tensor()) return;
  Shape shape = ctx.handle_shape(0);
  if (shape.has_rank()) ctx.set_output(0, Shape{shape.rank()});
}

void element_shape(KernelContext& ctx) {
  const Shape& shape = TensorList::of(ctx.input(0)).element_shape();
  ctx.set_output(0, shape.has_rank() ? Tensor::from_shape(shape, ctx.output_dtype(0))
                                     : Tensor::scalar_of(ctx.output_dtype(0), -1));
}

void list_element_shape_vectorize(VectorizeContext& ctx) {
  if (!ctx.row_output_shape(0).has_rank()) return;
  Value shape = op<"TensorListElementShape">({ctx.value(0)}, ctx.attrs());
  if (ctx.row_output_shape(0).rank() == 0) return ctx.set(0, shape, false);
  ctx.set(0, op<"Slice">({shape, build::ints({1}), build::ints({-1})}), false);
}

DEFINE_OP("TensorListElementShape")
    .input("input_handle: variant")
    .output("element_shape: shape_type")
    .attr("shape_type: {int32, int64}")
    .doc("The shape that all elements must fit, -1 for what is not known.")
    .shape(element_shape_shape)
    .kernel(CPU, element_shape)
    .no_gradient("integers")
    .vectorize(list_element_shape_vectorize);

void resize(KernelContext& ctx) {
  const TensorList& list = TensorList::of(ctx.input(0));
  int64_t size = scalar_int(ctx.input(1), "size");
  if (size < 0) ctx.fail("TensorListSlice expects size to be non-negative. Got: ", size);
  ctx.set_output(0, TensorList::handle(list.resized(size)));
}

Values resize_grad(GradientContext& ctx) {
  return {op<"TensorListResize">({ctx.grad(0), op<"TensorListLength">({ctx.input(0)})}), nullptr};
}

void list_resize_vectorize(VectorizeContext& ctx) {
  if (!ctx.rows(1)) ctx.set_all(Values{ctx.value(0), ctx.value(1)});
}

DEFINE_OP("TensorListResize")
    .input("input_handle: variant")
    .input("size: int32")
    .output("output_handle: variant")
    .doc("The list cut off after `size` elements, or with elements that are not set appended up to that number.")
    .shape(same_list_shape)
    .kernel(CPU, resize)
    .gradient(resize_grad)
    .vectorize(list_resize_vectorize);

void concat_lists(KernelContext& ctx) {
  const Tensor& a = ctx.input(0);
  const Tensor& b = ctx.input(1);
  if (!(a.shape() == b.shape())) ctx.fail("incompatible input TensorLists shapes: ", a.shape(), " and ", b.shape());
  Tensor result = Tensor::allocate(DType::kVariant, a.shape());
  DType dtype = ctx.attr<DType>("element_dtype");
  for (int64_t i = 0; i < a.num_elements(); ++i) {
    const TensorList& first = TensorList::of(Tensor::handle(DType::kVariant, a.data<Handle>()[i]));
    const TensorList& second = TensorList::of(Tensor::handle(DType::kVariant, b.data<Handle>()[i]));
    check_element_dtype(first, dtype);
    check_element_dtype(second, dtype);
    std::vector<Tensor> all = first.elements(), rest = second.elements();
    all.insert(all.end(), rest.begin(), rest.end());
    result.data<Handle>()[i] = make_ref<TensorList>(
        dtype, merge_element_shapes(first.element_shape(), second.element_shape()), std::move(all));
  }
  ctx.set_output(0, result);
}

void concat_lists_shape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.input(0).merge(ctx.input(1)));
  if (ctx.handle_dtype(0) != DType::kInvalid) ctx.set_handle_output(0, ctx.handle_dtype(0), ctx.handle_shape(0));
}

DEFINE_OP("TensorListConcatLists")
    .input("input_a: variant")
    .input("input_b: variant")
    .output("output: variant")
    .attr("element_dtype: type")
    .doc("The elements of the first list, then those of the second.")
    .shape(concat_lists_shape)
    .kernel(CPU, concat_lists);

XLA_FACT(kNotCompiled, "TensorListConcatLists", "TensorListPushBackBatch", "TensorListResize");
XLA_FACT(kFromShapes, "TensorListElementShape", "TensorListLength");
XLA_MUST_KNOW({"EmptyTensorList"}, {"max_num_elements"});
XLA_MUST_KNOW({"TensorListReserve"}, {"num_elements"});

}  // namespace
}  // namespace graphwright
