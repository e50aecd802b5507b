// Ragged, sparse and other composite tensors packed into variants, as elements of data sets and of lists hold them.
#include <algorithm>

#include "io/fields.h"
#include "io/tensor_message.h"
#include "io/variant_message.h"
#include "op/build.h"
#include "op/xla_facts.h"
#include "ops/sparse/args.h"
#include "ops/sparse/stack.h"
#include "ops/variant/packed_tensor.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "packs a value for data sets, through which no gradient flows";

// ---- ragged tensors ----

// Row splits, from the outermost partition inwards, and the values.
class PackedRagged final : public VariantObject {
 public:
  PackedRagged(std::vector<Tensor> splits, Tensor values) : splits(std::move(splits)), values(std::move(values)) {}
  const char* type_name() const override { return "RaggedTensorVariant"; }
  Ref<RefCounted> zeros_like() const override {
    return make_ref<PackedRagged>(splits, Tensor::zeros(values.dtype(), values.shape()));
  }

  const std::vector<Tensor> splits;
  const Tensor values;
};

// Throws unless these are splits of `inner`: further splits, or the values.
void check_written_splits(const Tensor& splits, const Tensor& inner) {
  const bool plausible = (splits.dtype() == DType::kInt64 || splits.dtype() == DType::kInt32) &&
                         splits.shape().rank() == 1 && splits.num_elements() > 0 && inner.shape().rank() > 0;
  GW_CHECK_ARG(plausible, "a ragged tensor was written with splits of ", splits.dtype(), " ", splits.shape());
  int64_t before = 0;
  for (int64_t i = 0; i < splits.num_elements(); ++i) {
    const int64_t split = splits.int_at(i);
    GW_CHECK_ARG(split >= before && split <= inner.shape()[0] && (i > 0 || split == 0),
                 "a ragged tensor was written with splits that are none: ", split, " follows ", before);
    before = split;
  }
}

// The partitions and then the values, as TensorFlow writes them.
[[maybe_unused]] const bool kRaggedCodec =
    register_variant_codec({"RaggedTensorVariant",
                            [](const RefCounted& object, VariantParts& parts) {
                              const auto* ragged = dynamic_cast<const PackedRagged*>(&object);
                              if (!ragged) return false;
                              parts.tensors = ragged->splits;
                              parts.tensors.push_back(ragged->values);
                              return true;
                            },
                            [](const VariantParts& parts) -> Handle {
                              GW_CHECK_ARG(!parts.tensors.empty(), "a ragged tensor was written without values");
                              std::vector<Tensor> splits(parts.tensors.begin(), parts.tensors.end() - 1);
                              for (size_t i = 0; i < splits.size(); ++i)
                                check_written_splits(splits[i], parts.tensors[i + 1]);
                              return make_ref<PackedRagged>(std::move(splits), parts.tensors.back());
                            }});

Tensor rows(const Tensor& tensor, int64_t begin, int64_t end) {
  Shape shape = tensor.shape();
  int64_t row = tensor.shape().slice(1, shape.rank()).num_elements();
  shape.set(0, end - begin);
  return tensor.window(begin * row, shape);
}

// Throws unless a splits vector begins with 0, does not fall, and ends with `size`.
template <class T>
void check_splits(const KernelContext& ctx, const Tensor& splits, int64_t size) {
  if (splits.shape().rank() != 1 || splits.num_elements() == 0) ctx.fail("Invalid ragged splits: not a filled vector");
  auto flat = splits.flat<T>();
  if (flat[0] != 0) ctx.fail("Invalid ragged splits: the first split must be 0, got ", +flat[0]);
  for (size_t i = 1; i < flat.size(); ++i)
    if (flat[i] < flat[i - 1]) ctx.fail("Invalid ragged splits: ", +flat[i], " follows ", +flat[i - 1]);
  if (static_cast<int64_t>(flat.back()) != size)
    ctx.fail("Invalid ragged splits: last element of ragged splits must be the number of ragged values(", size,
             ") but is ", +flat.back());
}

void ragged_to_variant_shape(ShapeContext& ctx) {
  if (!ctx.attr<bool>("batched_input")) {
    ctx.set_output(0, Shape());
    return;
  }
  int64_t n = ctx.num_inputs() > 1 && ctx.input(0).rank() == 1 ? ctx.input(0)[0] : kUnknown;
  ctx.set_output(0, Shape{n > 0 ? n - 1 : kUnknown});
}

template <class T>
void pack_ragged(KernelContext& ctx) {
  const int rank = ctx.num_inputs() - 1;
  const Tensor& values = ctx.input(rank);
  if (rank > 0 && values.shape().rank() == 0) ctx.fail("the values of a ragged tensor must not be a scalar");
  std::vector<Tensor> splits;
  for (int i = 0; i < rank; ++i) {
    const Tensor& inner = i + 1 < rank ? ctx.input(i + 1) : values;
    if (inner.shape().rank() < 1) ctx.fail("Invalid ragged splits: not a vector");
    check_splits<T>(ctx, ctx.input(i), inner.shape()[0] - (i + 1 < rank ? 1 : 0));
    splits.push_back(ctx.input(i));
  }
  if (!ctx.attr<bool>("batched_input")) {
    ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<PackedRagged>(std::move(splits), values)));
    return;
  }
  if (rank == 0) ctx.fail("ragged_rank must be positive when batched_input is true, got 0");
  int64_t n = splits[0].num_elements() - 1;
  Tensor packed = Tensor::allocate(DType::kVariant, Shape{n});
  for (int64_t row = 0; row < n; ++row) {
    int64_t begin = splits[0].data<T>()[row], end = splits[0].data<T>()[row + 1];
    std::vector<Tensor> inner;
    for (int level = 1; level < rank; ++level) {
      const T* outer = splits[level].data<T>();
      Tensor own = Tensor::allocate(splits[level].dtype(), Shape{end - begin + 1});
      for (int64_t i = begin; i <= end; ++i) own.data<T>()[i - begin] = outer[i] - outer[begin];
      inner.push_back(std::move(own));
      end = outer[end];
      begin = outer[begin];
    }
    packed.data<Handle>()[row] = make_ref<PackedRagged>(std::move(inner), rows(values, begin, end));
  }
  ctx.set_output(0, packed);
}

// The gradient of the values: those in the variants of gradients, one behind the other.
Values ragged_to_variant_grad(GradientContext& ctx) {
  const int rank = ctx.num_inputs() - 1;
  Values result(ctx.num_inputs());
  const Value& values = ctx.input(rank);
  const DType dtype = rank > 0 ? ctx.input(0).dtype() : DType::kInt64;
  const Value splits = rank > 0 ? ctx.input(0) : Value(Tensor::zeros(dtype, Shape{0}));
  result[rank] = op<"RaggedTensorToVariantGradient">({ctx.grad(), splits, build::shape_of(values)},
                                                     {{"Tvalues", values.dtype()}, {"Tsplits", dtype}});
  return result;
}

void variant_grad_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.constant_as_shape(2)); }

void variant_grad(KernelContext& ctx) {
  const Tensor &packed = ctx.input(0), &splits = ctx.input(1), &wanted = ctx.input(2);
  const int64_t num_splits = splits.num_elements();
  if (splits.shape().rank() > 1)
    ctx.fail("Invalid ragged splits: ragged splits must be rank 1 but is rank ", splits.shape().rank());
  if (!splits.shape().is_scalar()) {
    if (num_splits == 0) ctx.fail("Invalid ragged splits: there must be at least one");
    if (splits.int_at(0) != 0) ctx.fail("Invalid ragged splits: the first must be 0 but is ", splits.int_at(0));
    for (int64_t i = 1; i < num_splits; ++i)
      if (splits.int_at(i) < splits.int_at(i - 1))
        ctx.fail("Invalid ragged splits: they must not descend, but splits[", i, "]=", splits.int_at(i),
                 " is smaller than ", splits.int_at(i - 1));
  }
  const DType dtype = ctx.attr<DType>("Tvalues");
  if (wanted.shape().rank() != 1) ctx.fail("dense_values_shape must be a vector, got shape ", wanted.shape());
  for (int64_t size : wanted.ints())
    if (size < 0) ctx.fail("Dimension ", size, " must be >= 0");
  const Shape shape = wanted.as_shape();
  Tensor out = ctx.allocate(0, shape);
  std::fill_n(static_cast<char*>(out.raw()), out.bytes(), 0);
  int64_t to = 0;
  for (const Handle& handle : packed.flat<Handle>()) {
    const auto* part = dynamic_cast<const PackedRagged*>(handle.get());
    if (!part) ctx.fail("Input Variant element does not hold a RaggedTensorVariant");
    if (part->values.dtype() != dtype)
      ctx.fail("Expected values Tensor dtype: ", dtype, ", found: ", part->values.dtype());
    const int64_t n = part->values.num_elements();
    if (n > out.num_elements() - to)
      ctx.fail("the gradients have more values than a tensor of shape ", shape, " has elements");
    copy_elements(dtype, static_cast<char*>(out.raw()) + to * static_cast<int64_t>(dtype_size(dtype)),
                  part->values.raw(), n);
    to += n;
  }
}

DEFINE_OP("RaggedTensorToVariantGradient")
    .input("encoded_ragged_grad: variant")
    .input("row_splits: Tsplits")
    .input("dense_values_shape: int32")
    .output("dense_values_grad: Tvalues")
    .attr("Tvalues: type")
    .attr("Tsplits: {int32, int64} = DT_INT64")
    .doc("The values in variants of ragged tensors, one behind the other.")
    .shape(variant_grad_shape)
    .kernel(CPU, variant_grad);

void ragged_to_variant(KernelContext& ctx) {
  if (ctx.attr<DType>("Tsplits") == DType::kInt32) {
    pack_ragged<int32_t>(ctx);
  } else {
    pack_ragged<int64_t>(ctx);
  }
}

DEFINE_OP("RaggedTensorToVariant")
    .input("rt_nested_splits: RAGGED_RANK * Tsplits")
    .input("rt_dense_values: Tvalues")
    .output("encoded_ragged: variant")
    .attr("RAGGED_RANK: int >= 0")
    .attr("Tvalues: type")
    .attr("Tsplits: {int32, int64} = DT_INT64")
    .attr("batched_input: bool")
    .doc("A ragged tensor as a variant, or each of its rows as one.")
    .shape(ragged_to_variant_shape)
    .kernel(CPU, ragged_to_variant)
    .trait(Trait::kNoFold)
    .gradient(ragged_to_variant_grad);

void ragged_from_variant_shape(ShapeContext& ctx) {
  int64_t rank = ctx.attr<int64_t>("output_ragged_rank");
  for (int64_t i = 0; i < rank; ++i) ctx.set_output(static_cast<int>(i), Shape{kUnknown});
  ctx.set_output(static_cast<int>(rank), Shape::unknown());
}

// Tensors one behind the other along their first axis.
Tensor joined(const KernelContext& ctx, const std::vector<Tensor>& parts, DType dtype) {
  if (parts.empty()) return Tensor::allocate(dtype, Shape{0});
  Shape shape = parts[0].shape();
  int64_t size = 0;
  for (const Tensor& part : parts) {
    if (part.shape().rank() < 1 || part.shape().rank() != shape.rank() ||
        !(part.shape().slice(1, shape.rank()) == shape.slice(1, shape.rank())))
      ctx.fail("All flat_values must have compatible shapes.  Shape at index 0: ", shape,
               ".  Shape at another index: ", part.shape());
    size += part.shape()[0];
  }
  shape.set(0, size);
  Tensor whole = Tensor::allocate(dtype, shape);
  char* to = static_cast<char*>(whole.raw());
  for (const Tensor& part : parts) {
    copy_elements(dtype, to, part.raw(), part.num_elements());
    to += part.num_elements() * static_cast<int64_t>(dtype_size(dtype));
  }
  return whole;
}

template <class T>
void unpack_ragged(KernelContext& ctx) {
  const Tensor& packed = ctx.input(0);
  const DType dtype = ctx.attr<DType>("Tvalues");
  const int64_t outer = packed.shape().rank(), total = ctx.attr<int64_t>("output_ragged_rank");
  int64_t inner = ctx.attr<int64_t>("input_ragged_rank");
  if (inner == -1) inner = total - outer;
  if (inner < 0 || inner + outer != total)
    ctx.fail("output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(); output_ragged_rank: ",
             total, ", input_ragged_rank: ", inner, ", encoded_ragged.dims(): ", outer, ".");
  std::vector<const PackedRagged*> parts;
  for (const Handle& handle : packed.flat<Handle>()) {
    const auto* part = dynamic_cast<const PackedRagged*>(handle.get());
    if (!part) ctx.fail("Input Variant element does not hold a RaggedTensorVariant");
    if (part->values.dtype() != dtype)
      ctx.fail("Expected values Tensor dtype: ", dtype, ", found: ", part->values.dtype());
    if (static_cast<int64_t>(part->splits.size()) != inner)
      ctx.fail("Encoded input RaggedTensorVariant has ragged_rank=", part->splits.size(),
               ".  Expected ragged_rank=", inner, ".");
    for (const Tensor& splits : part->splits)
      if (splits.dtype() != dtype_of<T>)
        ctx.fail("Expected row_splits Tensor dtype: ", dtype_of<T>, ", found: ", splits.dtype());
    parts.push_back(part);
  }
  if (outer == 0) {
    for (int64_t i = 0; i < inner; ++i) ctx.set_output(static_cast<int>(i), parts[0]->splits[i]);
    ctx.set_output(static_cast<int>(inner), parts[0]->values);
    return;
  }
  auto set = [&](int64_t i, const std::vector<T>& splits) {
    ctx.set_output(static_cast<int>(i), Tensor::from(std::span<const T>(splits)));
  };
  // The axes of the tensor of variants: all but the last are of uniform rows, whose lengths are the variants' own.
  int64_t count = 1;
  for (int64_t axis = 0; axis + 1 < outer; ++axis) {
    count *= packed.shape()[static_cast<int>(axis)];
    std::vector<T> splits;
    for (int64_t i = 0; i <= count; ++i)
      splits.push_back(static_cast<T>(i * packed.shape()[static_cast<int>(axis) + 1]));
    set(axis, splits);
  }
  std::vector<T> lengths{0};
  for (const PackedRagged* part : parts) {
    if (inner == 0 && part->values.shape().rank() < 1) ctx.fail("a scalar cannot be a row of a ragged tensor");
    int64_t length = inner > 0 ? part->splits[0].num_elements() - 1 : part->values.shape()[0];
    lengths.push_back(static_cast<T>(lengths.back() + length));
  }
  set(outer - 1, lengths);
  for (int64_t level = 0; level < inner; ++level) {
    std::vector<T> splits{0};
    for (const PackedRagged* part : parts) {
      T offset = splits.back();
      auto own = part->splits[level].flat<T>();
      for (size_t i = 1; i < own.size(); ++i) splits.push_back(offset + own[i]);
    }
    set(outer + level, splits);
  }
  std::vector<Tensor> values;
  for (const PackedRagged* part : parts) values.push_back(part->values);
  ctx.set_output(static_cast<int>(total), joined(ctx, values, dtype));
}

void ragged_from_variant(KernelContext& ctx) {
  if (ctx.attr<DType>("Tsplits") == DType::kInt32) {
    unpack_ragged<int32_t>(ctx);
  } else {
    unpack_ragged<int64_t>(ctx);
  }
}

// Packed again, with the gradients as values: the axes of the variants but the last are of uniform rows.
Values ragged_from_variant_grad(GradientContext& ctx) {
  const int last = ctx.num_outputs() - 1;
  const Shape& packed = ctx.input(0).shape();
  if (!packed.has_rank())
    fail(Code::kUnimplemented, "the gradient of RaggedTensorFromVariant needs variants of known rank");
  Values inputs;
  for (int i = std::max(0, packed.rank() - 1); i < last; ++i) inputs.push_back(ctx.output(i));
  const int64_t rank = static_cast<int64_t>(inputs.size());
  inputs.push_back(ctx.grad(last));
  const Value found = op<"RaggedTensorToVariant">(
      inputs, {{"RAGGED_RANK", rank}, {"Tsplits", ctx.attr<DType>("Tsplits")}, {"batched_input", packed.rank() > 0}});
  return {packed.rank() > 1 ? build::reshape_like(found, ctx.input(0)) : found};
}

DEFINE_OP("RaggedTensorFromVariant")
    .input("encoded_ragged: variant")
    .output("output_nested_splits: output_ragged_rank * Tsplits")
    .output("output_dense_values: Tvalues")
    .attr("input_ragged_rank: int >= -1")
    .attr("output_ragged_rank: int >= 0")
    .attr("Tvalues: type")
    .attr("Tsplits: {int32, int64} = DT_INT64")
    .doc("The ragged tensor that a variant holds, or the one whose rows a tensor of variants holds.")
    .shape(ragged_from_variant_shape)
    .kernel(CPU, ragged_from_variant)
    .trait(Trait::kNoFold)
    .gradient(ragged_from_variant_grad);

// ---- sparse tensors: three variants, of the indices, the values and the shape ----

class PackedTensor final : public VariantObject {
 public:
  explicit PackedTensor(Tensor tensor) : tensor(std::move(tensor)) {}
  const char* type_name() const override { return "Tensor"; }

  const Tensor tensor;
};

[[maybe_unused]] const bool kTensorCodec = register_variant_codec(
    {"tensorflow::Tensor",
     [](const RefCounted& object, VariantParts& parts) {
       const auto* packed = dynamic_cast<const PackedTensor*>(&object);
       if (packed) parts.tensors.push_back(packed->tensor);
       return packed != nullptr;
     },
     [](const VariantParts& parts) -> Handle {
       GW_CHECK_ARG(parts.tensors.size() == 1, "one tensor was expected in a variant, not ", parts.tensors.size());
       return make_ref<PackedTensor>(parts.tensors[0]);
     }});

void check_sparse(const KernelContext& ctx) {
  const Shape &indices = ctx.input(0).shape(), &values = ctx.input(1).shape(), &shape = ctx.input(2).shape();
  if (indices.rank() != 2) ctx.fail("Input indices should be a matrix but received shape ", indices);
  if (values.rank() != 1) ctx.fail("Input values should be a vector but received shape ", values);
  if (shape.rank() != 1) ctx.fail("Input shape should be a vector but received shape ", shape);
  if (indices[0] != values[0]) ctx.fail("there are ", indices[0], " indices and ", values[0], " values");
  if (indices[1] != shape[0]) ctx.fail("indices have ", indices[1], " axes, the shape has ", shape[0]);
}

// Writes the three parts as variants, or as the bytes of messages, from element `at` on.
void put_sparse(const Tensor& packed, int64_t at, const SparseParts& parts) {
  for (const Tensor* part : {&parts.indices, &parts.values, &parts.shape}) {
    if (packed.dtype() == DType::kVariant) {
      packed.data<Handle>()[at++] = make_ref<PackedTensor>(*part);
    } else {
      packed.data<std::string>()[at++] = tensor_message(*part, true);
    }
  }
}

void serialize_sparse(KernelContext& ctx) {
  check_sparse(ctx);
  Tensor packed = Tensor::allocate(ctx.output_dtype(0), Shape{3});
  put_sparse(packed, 0, {ctx.input(0), ctx.input(1), ctx.input(2)});
  ctx.set_output(0, packed);
}

void serialize_many_sparse(KernelContext& ctx) {
  check_sparse(ctx);
  const Tensor &indices = ctx.input(0), &values = ctx.input(1), &shape = ctx.input(2);
  const int64_t rank = shape.num_elements(), count = values.num_elements();
  if (rank <= 1) ctx.fail("Rank of input SparseTensor should be > 1, but saw rank: ", rank);
  const int64_t n = shape.data<int64_t>()[0];
  for (int64_t extent : shape.flat<int64_t>())
    if (extent < 0) ctx.fail("Expected shape dimensions to be non-negative, got ", extent);
  Tensor inner_shape = Tensor::from(std::span<const int64_t>(shape.data<int64_t>() + 1, rank - 1));
  Tensor packed = Tensor::allocate(ctx.output_dtype(0), Shape{n, 3});
  ordered_sparse(ctx, 0, 1, 2);
  const int64_t* at = indices.data<int64_t>();
  int64_t next = 0;
  for (int64_t row = 0; row < n; ++row) {
    int64_t begin = next;
    while (next < count && at[next * rank] == row) ++next;
    Tensor own = Tensor::allocate(DType::kInt64, Shape{next - begin, rank - 1});
    for (int64_t i = begin; i < next; ++i)
      std::copy_n(at + i * rank + 1, rank - 1, own.data<int64_t>() + (i - begin) * (rank - 1));
    put_sparse(packed, row * 3, {own, rows(values, begin, next), inner_shape});
  }
  ctx.set_output(0, packed);
}

// The parts that lie from element `at` on.
SparseParts get_sparse(const KernelContext& ctx, const Tensor& packed, int64_t at) {
  Tensor parts[3];
  for (Tensor& part : parts) {
    if (packed.dtype() == DType::kString) {
      part = read_tensor_message(packed.data<std::string>()[at++]);
    } else {
      const auto* held = dynamic_cast<const PackedTensor*>(packed.data<Handle>()[at++].get());
      if (!held) ctx.fail("Could not get a tensor from a serialized sparse tensor");
      part = held->tensor;
    }
  }
  return {parts[0], parts[1], parts[2]};
}

void unpack_sparse(KernelContext& ctx, const Shape& outer) {
  const Tensor& packed = ctx.input(0);
  std::vector<SparseParts> elements;
  for (int64_t i = 0; i < packed.num_elements(); i += 3) elements.push_back(get_sparse(ctx, packed, i));
  stack_sparse(ctx, elements, outer);
}
void deserialize_sparse(KernelContext& ctx) {
  Shape outer = ctx.input(0).shape();
  const int rank = outer.rank() - 1;
  if (rank < 0 || outer[rank] != 3)
    ctx.fail("Serialized sparse should have 3 as the last dimension, has shape ", outer);
  if (ctx.input(0).num_elements() == 0 && rank > 0)
    ctx.fail("Serialized sparse should have non-zero number of elements, has shape ", outer);
  unpack_sparse(ctx, Shape(outer.sizes().subspan(0, static_cast<size_t>(rank))));
}
void deserialize_many_sparse(KernelContext& ctx) {
  const Shape& shape = ctx.input(0).shape();
  if (shape.rank() != 2) ctx.fail("Serialized sparse should be a matrix but received shape ", shape);
  if (shape[1] != 3) ctx.fail("Serialized sparse should have 3 columns but received shape ", shape);
  if (shape[0] == 0)
    ctx.fail("Serialized sparse should have at least 1 serialized tensor, but has a zero dimension ", shape);
  unpack_sparse(ctx, Shape{shape[0]});
}

DEFINE_OP("SerializeSparse")
    .input("sparse_indices: int64")
    .input("sparse_values: T")
    .input("sparse_shape: int64")
    .output("serialized_sparse: out_type")
    .attr("T: type")
    .attr("out_type: {string, variant} = DT_STRING")
    .doc("A sparse tensor as three variants, or as the bytes of three messages.")
    .shape([](ShapeContext& ctx) {
      check_sparse(ctx, 0, 1, 2);
      ctx.set_output(0, Shape{3});
    })
    .kernel(CPU, serialize_sparse)
    .trait(Trait::kNoFold);

DEFINE_OP("SerializeManySparse")
    .input("sparse_indices: int64")
    .input("sparse_values: T")
    .input("sparse_shape: int64")
    .output("serialized_sparse: out_type")
    .attr("T: type")
    .attr("out_type: {string, variant} = DT_STRING")
    .doc("The rows of a sparse tensor, each as three variants or the bytes of three messages.")
    .shape([](ShapeContext& ctx) {
      check_sparse(ctx, 0, 1, 2);
      ctx.set_output(0, Shape{kUnknown, 3});
    })
    .kernel(CPU, serialize_many_sparse)
    .trait(Trait::kNoFold);

DEFINE_OP("DeserializeSparse")
    .input("serialized_sparse: Tserialized")
    .output("sparse_indices: int64")
    .output("sparse_values: dtype")
    .output("sparse_shape: int64")
    .attr("dtype: type")
    .attr("Tserialized: {string, variant} = DT_STRING")
    .doc("The sparse tensor that three variants or messages hold, or the one whose rows a tensor of such holds.")
    .shape([](ShapeContext& ctx) {
      ctx.set_output(0, Shape{kUnknown, kUnknown});
      ctx.set_output(1, Shape{kUnknown});
      ctx.set_output(2, Shape{kUnknown});
    })
    .kernel(CPU, deserialize_sparse)
    .trait(Trait::kNoFold);

DEFINE_OP("DeserializeManySparse")
    .input("serialized_sparse: string")
    .output("sparse_indices: int64")
    .output("sparse_values: dtype")
    .output("sparse_shape: int64")
    .attr("dtype: type")
    .doc("The sparse tensor whose rows the messages of a matrix hold.")
    .shape([](ShapeContext& ctx) {
      ctx.with_rank(0, 2);
      ctx.set_output(0, Shape{kUnknown, kUnknown});
      ctx.set_output(1, Shape{kUnknown});
      ctx.set_output(2, Shape{kUnknown});
    })
    .kernel(CPU, deserialize_many_sparse)
    .no_gradient(kNoGradient);

// ---- any composite tensor: its components, and what it is as a message ----

class PackedComponents final : public VariantObject {
 public:
  PackedComponents(std::string metadata, std::vector<Tensor> tensors)
      : metadata(std::move(metadata)), tensors(std::move(tensors)) {}
  const char* type_name() const override { return "CompositeTensorVariant"; }

  const std::string metadata;
  const std::vector<Tensor> tensors;
};

// The class of the type specification in such a message; false where the bytes are none.
bool spec_class(std::string_view metadata, uint64_t& found) {
  found = 0;
  Fields fields(metadata);
  while (fields.next()) {
    if (fields.number() != 1) continue;
    if (!fields.is_bytes()) return false;
    Fields spec(fields.bytes());
    while (spec.next())
      if (spec.number() == 1) found = spec.value();
    if (!spec.ok()) return false;
  }
  return fields.ok();
}

[[maybe_unused]] const bool kComponentsCodec =
    register_variant_codec({"CompositeTensorVariant",
                            [](const RefCounted& object, VariantParts& parts) {
                              const auto* packed = dynamic_cast<const PackedComponents*>(&object);
                              if (packed) parts = {packed->metadata, packed->tensors};
                              return packed != nullptr;
                            },
                            [](const VariantParts& parts) -> Handle {
                              uint64_t kind = 0;
                              GW_CHECK_ARG(spec_class(parts.metadata, kind),
                                           "a composite tensor was written with metadata that is no message");
                              return make_ref<PackedComponents>(parts.metadata, parts.tensors);
                            }});

void pack_components(KernelContext& ctx) {
  const std::string metadata = ctx.attr<std::string>("metadata");
  uint64_t kind = 0;
  if (!spec_class(metadata, kind)) ctx.fail("Error parsing metadata");
  std::vector<Tensor> tensors;
  for (int i = 0; i < ctx.num_inputs(); ++i) tensors.push_back(ctx.input(i));
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<PackedComponents>(metadata, std::move(tensors))));
}

void unpack_components(KernelContext& ctx) {
  const Tensor& encoded = ctx.input(0);
  if (encoded.num_elements() < 1) ctx.fail("`encoded` holds nothing");
  const Handle& held = encoded.data<Handle>()[0];
  const auto* packed = dynamic_cast<const PackedComponents*>(held.get());
  if (!packed) ctx.fail("The input `encoded` was not a CompositeTensorVariant");
  uint64_t wanted = 0, found = 0;
  if (!spec_class(ctx.attr<std::string>("metadata"), wanted)) ctx.fail("Error parsing `metadata`");
  spec_class(packed->metadata, found);
  if (wanted != found) ctx.fail("Expected a type specification of class ", wanted, "; got one of class ", found);
  if (static_cast<int>(packed->tensors.size()) != ctx.num_outputs())
    ctx.fail("Encoded value has ", packed->tensors.size(), " tensor components; expected ", ctx.num_outputs(),
             " components based on type_spec");
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    const Tensor& tensor = packed->tensors[static_cast<size_t>(i)];
    if (tensor.dtype() != ctx.output_dtype(i))
      ctx.fail("Tensor component ", i, " had dtype ", dtype_op_def_name(tensor.dtype()), "; expected dtype ",
               dtype_op_def_name(ctx.output_dtype(i)));
    ctx.set_output(i, tensor);
  }
}

// Gradients are packed as what they are gradients of.
Values pack_components_grad(GradientContext& ctx) {
  return ops<"CompositeTensorVariantToComponents">(
      {ctx.grad()},
      {{"metadata", ctx.attr<std::string>("metadata")}, {"Tcomponents", ctx.attr<std::vector<DType>>("Tcomponents")}});
}
Values unpack_components_grad(GradientContext& ctx) {
  Values grads;
  for (int i = 0; i < ctx.num_outputs(); ++i) grads.push_back(ctx.grad(i));
  return ops<"CompositeTensorVariantFromComponents">(std::span<const Value>(grads),
                                                     {{"metadata", ctx.attr<std::string>("metadata")}});
}

DEFINE_OP("CompositeTensorVariantFromComponents")
    .input("components: Tcomponents")
    .output("encoded: variant")
    .attr("metadata: string")
    .attr("Tcomponents: list(type) >= 0")
    .doc("The tensors that a composite tensor is made of as one variant; `metadata` is a message that says what it is.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, Shape()); })
    .kernel(CPU, pack_components)
    .trait(Trait::kNoFold)
    .gradient(pack_components_grad);

DEFINE_OP("CompositeTensorVariantToComponents")
    .input("encoded: variant")
    .output("components: Tcomponents")
    .attr("metadata: string")
    .attr("Tcomponents: list(type) >= 0")
    .doc("The tensors that CompositeTensorVariantFromComponents made one variant.")
    .shape([](ShapeContext& ctx) {
      const auto count = static_cast<int>(ctx.attr<std::vector<DType>>("Tcomponents").size());
      for (int i = 0; i < count; ++i) ctx.set_output(i, Shape::unknown());
    })
    .kernel(CPU, unpack_components)
    .trait(Trait::kNoFold)
    .gradient(unpack_components_grad);

}  // namespace

Handle packed_tensor(Tensor tensor) { return make_ref<PackedTensor>(std::move(tensor)); }

XLA_FACT(kNotCompiled, "DeserializeSparse", "RaggedTensorFromVariant", "RaggedTensorToVariant", "SerializeManySparse",
         "SerializeSparse");

}  // namespace graphwright
