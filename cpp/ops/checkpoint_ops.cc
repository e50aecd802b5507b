// Tensors to and from the files of checkpoints: SaveV2, RestoreV2, MergeV2Checkpoints, ShardedFilename.
#include <cstdio>

#include "io/bundle.h"
#include "op/context.h"

namespace graphwright {
namespace {

const std::string& scalar_string(KernelContext& ctx, int i, const char* what) {
  const Tensor& tensor = ctx.input(i);
  if (tensor.num_elements() != 1)
    ctx.fail("Input ", what, " should have a single element, got ", tensor.num_elements(), " instead.");
  return *tensor.data<std::string>();
}

// The names and the slices that both ops take.
void check_names(KernelContext& ctx, int64_t wanted, const char* what) {
  const Tensor &names = ctx.input(1), &slices = ctx.input(2);
  for (int i : {1, 2})
    if (ctx.input(i).shape().rank() != 1)
      ctx.fail("Input ", i == 1 ? "tensor_names" : "shape_and_slices", " should be a 1-D tensor, got ",
               ctx.input(i).shape(), " instead.");
  if (names.num_elements() != slices.num_elements())
    ctx.fail("tensor_names and shape_and_slices have different number of elements: ", names.num_elements(), " vs. ",
             slices.num_elements());
  if (names.num_elements() != wanted) ctx.fail("Got ", names.num_elements(), " tensor names but ", wanted, what);
}

void save(KernelContext& ctx) {
  constexpr int kFixedInputs = 3;
  const std::string& prefix = scalar_string(ctx, 0, "prefix");
  check_names(ctx, ctx.num_inputs() - kFixedInputs, " tensors.");
  const auto names = ctx.flat<std::string>(1), slices = ctx.flat<std::string>(2);
  BundleWriter writer(prefix);
  for (size_t i = 0; i < names.size(); ++i) {
    const Tensor& tensor = ctx.input(kFixedInputs + static_cast<int>(i));
    if (slices[i].empty()) {
      writer.add(names[i], tensor);
      continue;
    }
    Shape whole;
    TensorSlice slice;
    parse_slice(slices[i], whole, slice);
    bool fits = tensor.shape().rank() == whole.rank();
    for (int axis = 0; fits && axis < whole.rank(); ++axis)
      fits = tensor.shape()[axis] == (slice.sizes[axis] < 0 ? whole[axis] : slice.sizes[axis]);
    if (!fits)
      ctx.fail("Slice in shape_and_slice specification does not match the shape of the tensor to  save: ", slices[i],
               ", tensor: ", tensor.shape());
    writer.add_slice(names[i], whole, slice, tensor);
  }
  writer.finish();
}

DEFINE_OP("SaveV2")
    .input("prefix: string")
    .input("tensor_names: string")
    .input("shape_and_slices: string")
    .input("tensors: dtypes")
    .attr("dtypes: list(type) >= 1")
    .doc(
        "Writes tensors to the files of a checkpoint, each under its name; a part of a larger one where its text says "
        "so.")
    .kernel(CPU, save)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

void restored_shapes(ShapeContext& ctx) {
  const auto count = static_cast<int>(ctx.attr<std::vector<DType>>("dtypes").size());
  const Tensor slices = ctx.constant(2);
  for (int i = 0; i < count; ++i) {
    ctx.set_output(i, Shape::unknown());
    if (!slices.rep() || slices.shape().rank() != 1 || i >= slices.num_elements()) continue;
    const std::string& text = slices.data<std::string>()[i];
    if (text.empty()) continue;
    TensorSlice slice;
    Shape shape;
    parse_slice(text, shape, slice);
    for (int axis = 0; axis < shape.rank(); ++axis)
      if (slice.sizes[axis] >= 0) shape.set(axis, slice.sizes[axis]);
    ctx.set_output(i, shape);
  }
}

void restore(KernelContext& ctx) {
  const std::string& prefix = scalar_string(ctx, 0, "prefix");
  const auto count = ctx.num_outputs();
  check_names(ctx, count, " expected dtypes.");
  const auto names = ctx.flat<std::string>(1), slices = ctx.flat<std::string>(2);
  const BundleReader reader(prefix);
  for (int i = 0; i < count; ++i) {
    const BundleEntry* entry = reader.find(names[i]);
    if (!entry) ctx.fail_code(Code::kNotFound, "Key ", names[i], " not found in checkpoint");
    if (entry->dtype != ctx.output_dtype(i))
      ctx.fail("tensor_name = ", names[i], "; expected dtype ", dtype_op_def_name(ctx.output_dtype(i)),
               " does not equal original dtype ", dtype_op_def_name(entry->dtype));
    if (slices[i].empty()) {
      ctx.set_output(i, reader.read(names[i]));
      continue;
    }
    Shape whole;
    TensorSlice slice;
    parse_slice(slices[i], whole, slice);
    if (!(whole == entry->shape))
      ctx.fail("tensor_name = ", names[i], "; shape in shape_and_slice spec ", whole,
               " does not match the shape stored in checkpoint: ", entry->shape);
    ctx.set_output(i, reader.read_slice(names[i], slice));
  }
}

DEFINE_OP("RestoreV2")
    .input("prefix: string")
    .input("tensor_names: string")
    .input("shape_and_slices: string")
    .output("tensors: dtypes")
    .attr("dtypes: list(type) >= 1")
    .doc("Reads tensors from the files of a checkpoint by their names; parts of them where texts say so.")
    .shape(restored_shapes)
    .kernel(CPU, restore)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("reads a file");

void merge(KernelContext& ctx) {
  merge_bundles(ctx.flat<std::string>(0), scalar_string(ctx, 1, "destination_prefix"),
                ctx.attr<bool>("allow_missing_files"));
  if (!ctx.attr<bool>("delete_old_dirs")) return;
  const std::string kept = folder_of(scalar_string(ctx, 1, "destination_prefix"));
  for (const std::string& prefix : ctx.flat<std::string>(0))
    if (folder_of(prefix) != kept) remove_empty_folder(folder_of(prefix));
}

DEFINE_OP("MergeV2Checkpoints")
    .input("checkpoint_prefixes: string")
    .input("destination_prefix: string")
    .attr("delete_old_dirs: bool = true")
    .attr("allow_missing_files: bool = false")
    .doc("Makes one checkpoint of several: their data files become its shards.")
    .kernel(CPU, merge)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

void shard_name(KernelContext& ctx) {
  for (int i = 0; i < 3; ++i)
    if (!ctx.input(i).shape().is_scalar()) ctx.fail("all inputs have to be scalars, got ", ctx.input(i).shape());
  char ending[64];
  std::snprintf(ending, sizeof(ending), "-%05d-of-%05d", ctx.flat<int32_t>(1)[0], ctx.flat<int32_t>(2)[0]);
  *ctx.output(0).data<std::string>() = ctx.flat<std::string>(0)[0] + ending;
}

void scalar_shape(ShapeContext& ctx) {
  for (int i = 0; i < 3; ++i) ctx.with_rank(i, 0);
  ctx.set_output(0, Shape());
}

DEFINE_OP("ShardedFilename")
    .input("basename: string")
    .input("shard: int32")
    .input("num_shards: int32")
    .output("filename: string")
    .doc("The name of one of several files: \"base-00001-of-00003\".")
    .shape(scalar_shape)
    .kernel(CPU, shard_name)
    .trait(Trait::kHostMemory)
    .no_gradient("gives a string");

}  // namespace
}  // namespace graphwright
