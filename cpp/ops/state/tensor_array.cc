// Arrays of tensors that are changed in place, as graphs of TensorFlow 1 keep what loops read and write.
#include <atomic>
#include <limits>
#include <map>
#include <mutex>

#include "op/build.h"
#include "op/run_op.h"
#include "ops/variant/list_ops.h"
#include "tensor/resource.h"

namespace graphwright {
namespace {

struct ArrayOptions {
  DType dtype;
  Shape element_shape;
  bool dynamic_size;
  bool clear_after_read;
  bool identical_element_shapes;
  bool adds_writes = false;  // of gradients: what is written twice is summed, what is not written is zero
};

std::string next_name(const char* kind) {
  static std::atomic<int64_t> count{0};
  return str_cat(kind, "_", count.fetch_add(1));
}

// The object behind the handles of TensorArrayV3. Any number of threads may use it at a time.
class TensorArray final : public Resource {
 public:
  TensorArray(std::string name, int64_t size, ArrayOptions options)
      : name_(std::move(name)), options_(std::move(options)), elements_(size) {}

  static TensorArray& of(const Value& handle) {
    GW_CHECK_ARG(handle.is_tensor() && handle.dtype() == DType::kResource && Tensor::of(handle).num_elements() == 1,
                 "expected the handle of a TensorArray, a scalar of dtype resource");
    auto* array = dynamic_cast<TensorArray*>(Tensor::of(handle).data<Handle>()->get());
    GW_CHECK_ARG(
        array != nullptr,
        "Trying to access a handle's resource using the wrong type: the handle does not refer to a TensorArray");
    return *array;
  }

  int64_t size() const {
    std::lock_guard lock(mutex_);
    check_open();
    return static_cast<int64_t>(elements_.size());
  }

  Shape element_shape() const {
    std::lock_guard lock(mutex_);
    return options_.element_shape;
  }

  bool is_dynamic() const {
    std::lock_guard lock(mutex_);
    return options_.dynamic_size;
  }

  void check_dtype(DType dtype, const char* does) const {
    GW_CHECK_ARG(dtype == options_.dtype, "TensorArray dtype is ", dtype_name(options_.dtype), " but Op ", does,
                 " dtype ", dtype_name(dtype), ".");
  }

  // Writes values[i] at indices[i].
  void write(std::span<const int64_t> indices, std::span<const Value> values) {
    std::lock_guard lock(mutex_);
    check_open();
    for (size_t i = 0; i < indices.size(); ++i) write_one(indices[i], Tensor(values[i]));
  }

  // Sizes an array that may grow so that it has `count` elements at least; others must have as many.
  void reserve(int64_t count, const char* what) {
    std::lock_guard lock(mutex_);
    check_open();
    const auto size = static_cast<int64_t>(elements_.size());
    if (size < count && options_.dynamic_size) return grow(count);
    GW_CHECK_ARG(size == count || options_.dynamic_size, "TensorArray's size is not equal to the size of ", what, " (",
                 size, " vs. ", count, "), and the TensorArray is not marked as dynamically resizeable");
  }

  Values read(std::span<const int64_t> indices) {
    std::lock_guard lock(mutex_);
    check_open();
    Values values;
    for (int64_t index : indices) values.push_back(read_one(index));
    return values;
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    elements_.clear();
    gradients_.clear();
  }

  // The array of that name for the gradients of this one's elements, which has their shapes after `prefix`. This array
  // keeps its size from now on.
  Ref<TensorArray> gradient(const std::string& source, const Shape& prefix) {
    std::lock_guard lock(mutex_);
    check_open();
    Ref<TensorArray>& found = gradients_[source];
    if (!found) {
      ArrayOptions options = options_;
      options_.dynamic_size = options.dynamic_size = false;
      options.clear_after_read = false;
      options.adds_writes = true;
      options.element_shape = joined(prefix, options_.element_shape);
      found = make_ref<TensorArray>(str_cat(name_, "@", source), static_cast<int64_t>(elements_.size()), options);
      for (size_t i = 0; i < elements_.size(); ++i)
        if (elements_[i].written) found->elements_[i].shape = joined(prefix, elements_[i].shape);
    }
    return found;
  }

 private:
  struct Element {
    Tensor tensor;
    Shape shape = Shape::unknown();
    bool written = false;
    bool read = false;
    bool cleared = false;
  };

  static Shape joined(const Shape& prefix, const Shape& shape) {
    return shape.has_rank() ? prefix.concat(shape) : shape;
  }

  void check_open() const { GW_CHECK_ARG(!closed_, "TensorArray ", name_, " has already been closed."); }

  void grow(int64_t size) {
    constexpr int64_t kMost = std::numeric_limits<int32_t>::max() / 8;
    GW_CHECK(size <= kMost, Code::kResourceExhausted, "TensorArray ", name_, ": cannot grow to ", size, " elements");
    elements_.resize(static_cast<size_t>(size));
  }

  void write_one(int64_t index, Tensor value) {
    GW_CHECK_ARG(index >= 0, "TensorArray ", name_, ": Tried to write to index ", index);
    if (index >= static_cast<int64_t>(elements_.size())) {
      GW_CHECK_ARG(options_.dynamic_size, "TensorArray ", name_, ": Tried to write to index ", index,
                   " but array is not resizeable and size is: ", elements_.size());
      grow(index + 1);
    }
    Element& element = elements_[index];
    const char* cannot = ": Could not write to TensorArray index ";
    GW_CHECK_ARG(options_.element_shape.compatible(value.shape()), "TensorArray ", name_, cannot, index,
                 " because the value shape is ", value.shape(),
                 " which is incompatible with the TensorArray's inferred element shape: ", options_.element_shape,
                 " (consider setting infer_shape=False).");
    GW_CHECK_ARG(!element.read, "TensorArray ", name_, cannot, index, " because it has already been read.");
    GW_CHECK_ARG(!element.written || options_.adds_writes, "TensorArray ", name_, cannot, index,
                 " because it has already been written to.");
    if (options_.identical_element_shapes && !options_.element_shape.fully_defined())
      options_.element_shape = value.shape();
    if (element.written) {
      GW_CHECK_ARG(element.tensor.shape() == value.shape(), "TensorArray ", name_, ": Could not aggregate to index ",
                   index, " because previous shape is ", element.tensor.shape(), " but write shape is ", value.shape());
      Values sum;
      run_op(op_def<"AddV2">(), std::initializer_list<Value>{element.tensor, value}, {}, sum);
      value = Tensor(std::move(sum[0]));
    }
    element.shape = value.shape();
    element.tensor = std::move(value);
    element.written = true;
  }

  Value read_one(int64_t index) {
    GW_CHECK_ARG(index >= 0 && index < static_cast<int64_t>(elements_.size()), "Tried to read from index ", index,
                 " but array size is: ", elements_.size());
    Element& element = elements_[index];
    GW_CHECK_ARG(!element.cleared, "TensorArray ", name_, ": Could not read index ", index,
                 " twice because it was cleared after a previous read (perhaps try setting clear_after_read = false?)");
    element.read = true;
    if (!element.written) {
      const Shape& shape = element.shape.fully_defined() ? element.shape : options_.element_shape;
      GW_CHECK_ARG(shape.fully_defined(), "TensorArray ", name_, ": Could not read from TensorArray index ", index,
                   ".  Furthermore, the element shape is not fully defined: ", shape,
                   ".  It is possible you are working with a resizeable TensorArray and stop_gradients is not allowing "
                   "the gradients to be written.");
      return unset_element(options_.dtype, shape);
    }
    if (!options_.clear_after_read) return element.tensor;
    element.cleared = true;
    return std::move(element.tensor);
  }

  const std::string name_;
  mutable std::mutex mutex_;  // of what follows
  ArrayOptions options_;
  std::vector<Element> elements_;
  std::map<std::string, Ref<TensorArray>> gradients_;
  bool closed_ = false;
};

// Reading and writing have no gradient rules: arrays that gradients are asked through are lists
// (ops/variant/list_ops.cc).
constexpr const char* kNoGradient = "makes, closes or measures an array";

int64_t scalar_int(KernelContext& ctx, int i, const char* what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be scalar, but had shape: ", ctx.input(i).shape());
  return ctx.input(i).int_at(0);
}

void scalar_check(ShapeContext& ctx, std::initializer_list<int> inputs) {
  for (int i : inputs) ctx.with_rank(i, 0);
}

void hand_on_flow(KernelContext& ctx, int flow) { ctx.set_output(0, ctx.input(flow)); }

Tensor no_flow() { return Tensor::scalar<float>(0.0f); }

// ---- making and closing ----

void new_array_shape(ShapeContext& ctx) {
  scalar_check(ctx, {0});
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
}

void new_array(KernelContext& ctx) {
  int64_t size = scalar_int(ctx, 0, "TensorArray size");
  if (size < 0) ctx.fail("Size should be >= 0.");
  ArrayOptions options{ctx.attr<DType>("dtype"), ctx.attr<Shape>("element_shape"), ctx.attr<bool>("dynamic_size"),
                       ctx.attr<bool>("clear_after_read"), ctx.attr<bool>("identical_element_shapes")};
  std::string name = ctx.attr<std::string>("tensor_array_name");
  ctx.set_output(0, Tensor::handle(DType::kResource,
                                   make_ref<TensorArray>(next_name(name.empty() ? "TensorArrayV3" : name.c_str()), size,
                                                         std::move(options))));
  ctx.set_output(1, no_flow());
}

DEFINE_OP("TensorArrayV3")
    .input("size: int32")
    .output("handle: resource")
    .output("flow: float")
    .attr("dtype: type")
    .attr("element_shape: shape = { unknown_rank: true }")
    .attr("dynamic_size: bool = false")
    .attr("clear_after_read: bool = true")
    .attr("identical_element_shapes: bool = false")
    .attr("tensor_array_name: string = ''")
    .doc("A new array of `size` tensors, which no one has written yet. `flow` orders what is done with it.")
    .shape(new_array_shape)
    .kernel(CPU, new_array)
    .stateful()
    .no_gradient(kNoGradient);

void gradient_array_shape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  ctx.set_output(1, Shape());
}

void gradient_array(KernelContext& ctx) {
  Shape prefix;
  if (ctx.num_inputs() > 2) {
    if (ctx.input(2).shape().rank() != 1) ctx.fail("shape_to_prepend must be a vector");
    for (int64_t size : ctx.input(2).ints())
      if (size < 0) ctx.fail("shape_to_prepend must not be negative, got ", size);
    prefix = ctx.input(2).as_shape();
  }
  ctx.set_output(0, Tensor::handle(DType::kResource,
                                   TensorArray::of(ctx.input(0)).gradient(ctx.attr<std::string>("source"), prefix)));
  ctx.set_output(1, no_flow());
}

DEFINE_OP("TensorArrayGradV3")
    .input("handle: resource")
    .input("flow_in: float")
    .output("grad_handle: resource")
    .output("flow_out: float")
    .attr("source: string")
    .doc("The array for the gradients of an array's elements, one for each `source`; what is written to it adds up.")
    .shape(gradient_array_shape)
    .kernel(CPU, gradient_array)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("TensorArrayGradWithShape")
    .input("handle: resource")
    .input("flow_in: float")
    .input("shape_to_prepend: int32")
    .output("grad_handle: resource")
    .output("flow_out: float")
    .attr("source: string")
    .doc("TensorArrayGradV3 for gradients with further axes in front.")
    .shape(gradient_array_shape)
    .kernel(CPU, gradient_array)
    .stateful()
    .no_gradient(kNoGradient);

void close_array(KernelContext& ctx) { TensorArray::of(ctx.input(0)).close(); }

DEFINE_OP("TensorArrayCloseV3")
    .input("handle: resource")
    .doc("Lets go of what the array holds; using it afterwards fails.")
    .kernel(CPU, close_array)
    .stateful()
    .no_gradient(kNoGradient);

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void array_size(KernelContext& ctx) {
  ctx.set_output(0, Tensor::scalar<int32_t>(static_cast<int32_t>(TensorArray::of(ctx.input(0)).size())));
}

DEFINE_OP("TensorArraySizeV3")
    .input("handle: resource")
    .input("flow_in: float")
    .output("size: int32")
    .doc("How many elements the array has.")
    .shape(scalar_shape)
    .kernel(CPU, array_size)
    .stateful()
    .trait(Trait::kReadsResource)
    .no_gradient("an integer");

// ---- writing ----

void write_shape(ShapeContext& ctx) {
  scalar_check(ctx, {1, 3});
  ctx.set_output(0, Shape());
}

void write(KernelContext& ctx) {
  int64_t index = scalar_int(ctx, 1, "TensorArray index");
  TensorArray& array = TensorArray::of(ctx.input(0));
  array.check_dtype(ctx.input(2).dtype(), "is trying to write");
  array.write({&index, 1}, ctx.inputs().subspan(2, 1));
  hand_on_flow(ctx, 3);
}

DEFINE_OP("TensorArrayWriteV3")
    .input("handle: resource")
    .input("index: int32")
    .input("value: T")
    .input("flow_in: float")
    .output("flow_out: float")
    .attr("T: type")
    .doc("Makes `value` the element `index`, which nobody has written or read yet.")
    .shape(write_shape)
    .kernel(CPU, write)
    .stateful();

std::vector<int64_t> vector_of(KernelContext& ctx, int i, const char* what) {
  const Tensor& tensor = ctx.input(i);
  if (tensor.shape().rank() != 1) ctx.fail("Expected ", what, " to be a vector, but received shape: ", tensor.shape());
  auto values = tensor.ints();
  return {values.begin(), values.end()};
}

void scatter_shape(ShapeContext& ctx) {
  ctx.with_rank(1, 1);
  ctx.with_rank_at_least(2, 1);
  scalar_check(ctx, {3});
  ctx.set_output(0, Shape());
}

void scatter(KernelContext& ctx) {
  std::vector<int64_t> indices = vector_of(ctx, 1, "indices");
  const Tensor& value = ctx.input(2);
  if (value.shape().rank() < 1) ctx.fail("Input value for unpack must be at least a vector but received shape: []");
  const auto count = static_cast<int64_t>(indices.size());
  if (value.shape()[0] != count)
    ctx.fail("Expected len(indices) == values.shape[0], but saw: ", count, " vs. ", value.shape()[0]);
  TensorArray& array = TensorArray::of(ctx.input(0));
  array.check_dtype(value.dtype(), "is trying to write");
  int64_t most = -1;
  for (int64_t index : indices) most = std::max(most, index);
  if (most + 1 > array.size() && !array.is_dynamic())
    ctx.fail("Max scatter index must be < array size (", most, " vs. ", array.size(), ")");
  Values parts;
  if (count > 0)
    run_op(op_def<"Unpack">(), std::initializer_list<Value>{value}, {{"num", count}, {"axis", int64_t{0}}}, parts);
  array.write(indices, parts);
  hand_on_flow(ctx, 3);
}

DEFINE_OP("TensorArrayScatterV3")
    .input("handle: resource")
    .input("indices: int32")
    .input("value: T")
    .input("flow_in: float")
    .output("flow_out: float")
    .attr("T: type")
    .doc("Makes value[i] the element indices[i].")
    .shape(scatter_shape)
    .kernel(CPU, scatter)
    .stateful();

void split_shape(ShapeContext& ctx) {
  ctx.with_rank_at_least(1, 1);
  ctx.with_rank(2, 1);
  scalar_check(ctx, {3});
  ctx.set_output(0, Shape());
}

void split(KernelContext& ctx) {
  std::vector<int64_t> lengths = vector_of(ctx, 2, "lengths");
  const Tensor& value = ctx.input(1);
  if (value.shape().rank() < 1) ctx.fail("Expected value to be at least a vector, but received shape: ", value.shape());
  const int64_t rows = value.shape()[0];
  int64_t sum = 0;
  for (int64_t length : lengths) {
    if (length < 0 || length > rows - sum)
      ctx.fail("Expected sum of lengths to be equal to values.shape[0], which is ", rows, ", but lengths hold ",
               length);
    sum += length;
  }
  if (sum != rows)
    ctx.fail("Expected sum of lengths to be equal to values.shape[0], but sum of lengths is ", sum,
             " and value's shape is: ", value.shape());
  TensorArray& array = TensorArray::of(ctx.input(0));
  array.check_dtype(value.dtype(), "is trying to write");
  array.reserve(static_cast<int64_t>(lengths.size()), "lengths");
  Values parts;
  std::vector<int64_t> indices;
  std::vector<int64_t> begin(value.shape().rank(), 0);
  std::vector<int64_t> size(value.shape().rank(), -1);
  for (int64_t length : lengths) {
    size[0] = length;
    Values part;
    run_op(op_def<"Slice">(),
           std::initializer_list<Value>{value, Tensor::from<int64_t>(std::span<const int64_t>(begin)),
                                        Tensor::from<int64_t>(std::span<const int64_t>(size))},
           {}, part);
    parts.push_back(part[0]);
    begin[0] += length;
    indices.push_back(static_cast<int64_t>(indices.size()));
  }
  array.write(indices, parts);
  hand_on_flow(ctx, 3);
}

DEFINE_OP("TensorArraySplitV3")
    .input("handle: resource")
    .input("value: T")
    .input("lengths: int64")
    .input("flow_in: float")
    .output("flow_out: float")
    .attr("T: type")
    .doc(
        "Makes the first lengths[0] rows of `value` the first element, the next lengths[1] rows the second, and so on.")
    .shape(split_shape)
    .kernel(CPU, split)
    .stateful();

// ---- reading ----

void read_shape(ShapeContext& ctx) {
  scalar_check(ctx, {1, 2});
  ctx.set_output(0, Shape::unknown());
}

void read(KernelContext& ctx) {
  int64_t index = scalar_int(ctx, 1, "TensorArray index");
  TensorArray& array = TensorArray::of(ctx.input(0));
  array.check_dtype(ctx.output_dtype(0), "requested");
  ctx.set_output(0, Tensor(array.read({&index, 1})[0]));
}

DEFINE_OP("TensorArrayReadV3")
    .input("handle: resource")
    .input("index: int32")
    .input("flow_in: float")
    .output("value: dtype")
    .attr("dtype: type")
    .doc("The element `index`, which goes with its first reading where the array was made to be read once.")
    .shape(read_shape)
    .kernel(CPU, read)
    .stateful();

Shape with_rows(int64_t rows, const Shape& element) {
  return element.has_rank() ? Shape{rows}.concat(element) : element;
}

void gather_shape(ShapeContext& ctx) {
  Shape indices = ctx.with_rank(1, 1);
  scalar_check(ctx, {2});
  ctx.set_output(0, with_rows(indices.has_rank() ? indices[0] : kUnknown, ctx.attr<Shape>("element_shape")));
}

// What is known of the elements from the array and from the attr, which must agree.
Shape wanted_shape(KernelContext& ctx, const TensorArray& array, const char* attr) {
  Shape wanted = ctx.attr<Shape>(attr), known = array.element_shape();
  if (attr != std::string_view("element_shape")) return wanted;
  if (!wanted.compatible(known))
    ctx.fail("TensorArray was passed element_shape ", wanted, " which does not match the Tensor at index 0: ", known);
  return wanted.merge(known);
}

void gather(KernelContext& ctx) {
  std::vector<int64_t> indices = vector_of(ctx, 1, "indices");
  TensorArray& array = TensorArray::of(ctx.input(0));
  array.check_dtype(ctx.output_dtype(0), "requested");
  Shape wanted = wanted_shape(ctx, array, "element_shape");
  if (indices.empty()) {
    if (!wanted.fully_defined())
      ctx.fail(
          "TensorArray has size zero, but element shape ", wanted,
          " is not fully defined. Currently only static shapes are supported when packing zero-size TensorArrays.");
    ctx.set_output(0, Tensor::allocate(ctx.output_dtype(0), with_rows(0, wanted)));
    return;
  }
  Values parts = array.read(indices);
  for (size_t i = 0; i < parts.size(); ++i)
    if (!wanted.compatible(parts[i].shape()) || !(parts[i].shape() == parts[0].shape()))
      ctx.fail("TensorArray has inconsistent shapes.  Index 0 has shape: ", parts[0].shape(), " but index ", i,
               " has shape: ", parts[i].shape());
  Values packed;
  run_op(op_def<"Pack">(), std::span<const Value>(parts.begin(), parts.size()),
         {{"N", static_cast<int64_t>(parts.size())}, {"T", ctx.output_dtype(0)}, {"axis", int64_t{0}}}, packed);
  ctx.set_output(0, Tensor(packed[0]));
}

DEFINE_OP("TensorArrayGatherV3")
    .input("handle: resource")
    .input("indices: int32")
    .input("flow_in: float")
    .output("value: dtype")
    .attr("dtype: type")
    .attr("element_shape: shape = { unknown_rank: true }")
    .doc("The elements at `indices`, stacked; all have one shape.")
    .shape(gather_shape)
    .kernel(CPU, gather)
    .stateful();

void concat_shape(ShapeContext& ctx) {
  scalar_check(ctx, {1});
  ctx.set_output(0, with_rows(kUnknown, ctx.attr<Shape>("element_shape_except0")));
  ctx.set_output(1, Shape{kUnknown});
}

void concat(KernelContext& ctx) {
  TensorArray& array = TensorArray::of(ctx.input(0));
  array.check_dtype(ctx.output_dtype(0), "requested");
  Shape rest = wanted_shape(ctx, array, "element_shape_except0");
  std::vector<int64_t> indices(static_cast<size_t>(array.size()));
  for (size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<int64_t>(i);
  if (indices.empty()) {
    if (!rest.fully_defined())
      ctx.fail("TensorArray has size zero, but element_shape_except0 ", rest,
               " is not fully defined. Currently only static shapes are supported when concatenating zero-size "
               "TensorArrays.");
    ctx.set_output(0, Tensor::allocate(ctx.output_dtype(0), with_rows(0, rest)));
    ctx.set_output(1, Tensor::allocate(DType::kInt64, Shape{0}));
    return;
  }
  Values parts = array.read(indices);
  std::vector<int64_t> lengths;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Shape& shape = parts[i].shape();
    if (shape.rank() < 1)
      ctx.fail("Concat saw a scalar shape at index ", i,
               " but requires at least vectors.  Did you mean to call pack instead?");
    if (!rest.compatible(shape.slice(1, shape.rank())) ||
        !(shape.slice(1, shape.rank()) == parts[0].shape().slice(1, parts[0].shape().rank())))
      ctx.fail("TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: ",
               parts[0].shape().slice(1, parts[0].shape().rank()), " but index ", i,
               " has (excepting dimension 0) shape: ", shape.slice(1, shape.rank()));
    lengths.push_back(shape[0]);
  }
  const auto count = static_cast<int64_t>(parts.size());
  Value whole = parts[0];
  if (count > 1) {
    parts.push_back(Tensor::scalar<int32_t>(0));
    Values joined;
    run_op(op_def<"ConcatV2">(), std::span<const Value>(parts.begin(), parts.size()),
           {{"N", count}, {"T", ctx.output_dtype(0)}, {"Tidx", DType::kInt32}}, joined);
    whole = joined[0];
  }
  ctx.set_output(0, Tensor(whole));
  ctx.set_output(1, Tensor::from<int64_t>(std::span<const int64_t>(lengths)));
}

DEFINE_OP("TensorArrayConcatV3")
    .input("handle: resource")
    .input("flow_in: float")
    .output("value: dtype")
    .output("lengths: int64")
    .attr("dtype: type")
    .attr("element_shape_except0: shape = { unknown_rank: true }")
    .doc("All elements behind each other, and how many rows each has.")
    .shape(concat_shape)
    .kernel(CPU, concat)
    .stateful();

// ---- stacks ----

// The object behind the handles of StackV2.
class Stack final : public Resource {
 public:
  Stack(std::string name, DType dtype, int64_t most) : name_(std::move(name)), dtype_(dtype), most_(most) {}

  static Stack& of(const Value& handle) {
    GW_CHECK_ARG(handle.is_tensor() && handle.dtype() == DType::kResource && Tensor::of(handle).num_elements() == 1,
                 "expected the handle of a stack, a scalar of dtype resource");
    auto* stack = dynamic_cast<Stack*>(Tensor::of(handle).data<Handle>()->get());
    GW_CHECK_ARG(stack != nullptr, "the handle does not refer to a stack");
    return *stack;
  }

  void push(const Tensor& value) {
    std::lock_guard lock(mutex_);
    GW_CHECK_ARG(value.dtype() == dtype_, "Must have type ", dtype_, " but got ", value.dtype());
    check_open();
    GW_CHECK_ARG(most_ < 0 || static_cast<int64_t>(values_.size()) < most_, "Stack[", name_,
                 "] overflowed its max_size (", most_, ")");
    values_.push_back(value);
  }

  Tensor pop(DType dtype) {
    std::lock_guard lock(mutex_);
    check_open();
    GW_CHECK_ARG(!values_.empty(), "Stack[", name_, "] is empty when calling Pop().");
    GW_CHECK_ARG(dtype == dtype_, "Must have type ", dtype_, " but got ", dtype);
    Tensor value = std::move(values_.back());
    values_.pop_back();
    return value;
  }

  void close() {
    std::lock_guard lock(mutex_);
    values_.clear();
    closed_ = true;
  }

 private:
  void check_open() const { GW_CHECK_ARG(!closed_, "Stack[", name_, "] has already been closed."); }

  const std::string name_;
  const DType dtype_;
  const int64_t most_;
  std::mutex mutex_;  // of what follows
  std::vector<Tensor> values_;
  bool closed_ = false;
};

void new_stack_shape(ShapeContext& ctx) {
  scalar_check(ctx, {0});
  ctx.set_output(0, Shape());
}

void new_stack(KernelContext& ctx) {
  int64_t most = scalar_int(ctx, 0, "Stack size");
  std::string name = ctx.attr<std::string>("stack_name");
  ctx.set_output(0, Tensor::handle(DType::kResource, make_ref<Stack>(next_name(name.empty() ? "StackV2" : name.c_str()),
                                                                     ctx.attr<DType>("elem_type"), most)));
}

DEFINE_OP("StackV2")
    .input("max_size: int32")
    .output("handle: resource")
    .attr("elem_type: type")
    .attr("stack_name: string = ''")
    .doc("A new stack of at most `max_size` tensors; of any number where that is negative.")
    .shape(new_stack_shape)
    .kernel(CPU, new_stack)
    .stateful()
    .no_gradient("holds what loops keep for their gradients");

void push_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(1)); }

void push(KernelContext& ctx) {
  Stack::of(ctx.input(0)).push(ctx.input(1));
  ctx.set_output(0, ctx.input(1));
}

DEFINE_OP("StackPushV2")
    .input("handle: resource")
    .input("elem: T")
    .output("output: T")
    .attr("T: type")
    .attr("swap_memory: bool = false")
    .doc("Puts `elem` on the stack, and hands it on.")
    .shape(push_shape)
    .kernel(CPU, push)
    .stateful();

void pop_shape(ShapeContext& ctx) { ctx.set_output(0, Shape::unknown()); }

void pop(KernelContext& ctx) { ctx.set_output(0, Stack::of(ctx.input(0)).pop(ctx.output_dtype(0))); }

DEFINE_OP("StackPopV2")
    .input("handle: resource")
    .output("elem: elem_type")
    .attr("elem_type: type")
    .doc("Takes the tensor off the stack that was put there last.")
    .shape(pop_shape)
    .kernel(CPU, pop)
    .stateful()
    .no_gradient("holds what loops keep for their gradients");

void close_stack(KernelContext& ctx) { Stack::of(ctx.input(0)).close(); }

DEFINE_OP("StackCloseV2")
    .input("handle: resource")
    .doc("Lets go of what the stack holds; using it afterwards fails.")
    .kernel(CPU, close_stack)
    .stateful()
    .no_gradient("has no output");

}  // namespace
}  // namespace graphwright
