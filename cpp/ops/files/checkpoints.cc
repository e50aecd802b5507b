// Tensors to and from the files of checkpoints: SaveV2, RestoreV2, MergeV2Checkpoints, the names of shards,
// and those of one file: Save, SaveSlices, Restore, RestoreSlice.
#include <cstdio>

#include "io/bundle.h"
#include "io/slice_file.h"
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

// What a text says of a tensor that is to be saved: which part it is, of which shape.
TensorSlice saved_slice(KernelContext& ctx, const std::string& text, const Tensor& tensor, Shape& whole) {
  TensorSlice slice;
  parse_slice(text, whole, slice);
  bool fits = tensor.shape().rank() == whole.rank();
  for (int axis = 0; fits && axis < whole.rank(); ++axis)
    fits = tensor.shape()[axis] == (slice.sizes[axis] < 0 ? whole[axis] : slice.sizes[axis]);
  if (!fits)
    ctx.fail("Slice in shape_and_slice specification does not match the shape of the tensor to  save: ", text,
             ", tensor: ", tensor.shape());
  return slice;
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
    const TensorSlice slice = saved_slice(ctx, slices[i], tensor, whole);
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

// The shape of what element i of a vector of such texts names, as far as it is known.
Shape text_shape(const Tensor& texts, int64_t i) {
  if (!texts.rep() || i >= texts.num_elements() || texts.data<std::string>()[i].empty()) return Shape::unknown();
  TensorSlice slice;
  Shape shape;
  parse_slice(texts.data<std::string>()[i], shape, slice);
  return part_shape(shape, slice);
}

void restored_shapes(ShapeContext& ctx) {
  const auto count = static_cast<int>(ctx.attr<std::vector<DType>>("dtypes").size());
  const Tensor slices = ctx.constant(2);
  for (int i = 0; i < count; ++i) ctx.set_output(i, text_shape(slices, i));
}

// A tensor out of files that hold parts; the text says which part of it, "" all.
Tensor restored(KernelContext& ctx, const SliceFiles& files, const std::string& name, const std::string& text,
                DType dtype) {
  const SliceFiles::Entry& entry = files.required(name);
  if (entry.dtype != dtype)
    ctx.fail("Expected to restore a tensor of type ", dtype_op_def_name(dtype), ", got a tensor of type ",
             dtype_op_def_name(entry.dtype), " instead: tensor_name = ", name);
  if (text.empty()) return files.read(name, whole_slice(entry.shape.rank()));
  Shape whole;
  TensorSlice slice;
  parse_slice(text, whole, slice);
  if (!(whole == entry.shape))
    ctx.fail("Shape in shape_and_slice spec does not match the shape in the save file: ", whole,
             ", save file shape: ", entry.shape);
  return files.read(name, slice);
}

void restore(KernelContext& ctx) {
  const std::string& prefix = scalar_string(ctx, 0, "prefix");
  const auto count = ctx.num_outputs();
  check_names(ctx, count, " expected dtypes.");
  const auto names = ctx.flat<std::string>(1), slices = ctx.flat<std::string>(2);
  if (!file_exists(prefix + ".index") && is_slice_file(prefix)) {
    const SliceFiles files(prefix);
    for (int i = 0; i < count; ++i) ctx.set_output(i, restored(ctx, files, names[i], slices[i], ctx.output_dtype(i)));
    return;
  }
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

void save_parts(KernelContext& ctx, bool sliced) {
  const int fixed = sliced ? 3 : 2;
  const std::string& path = scalar_string(ctx, 0, "filename");
  const auto names = ctx.flat<std::string>(1);
  const auto count = static_cast<size_t>(ctx.num_inputs() - fixed);
  if (names.size() != count)
    ctx.fail("Expected totally ", names.size() + static_cast<size_t>(fixed),
             " inputs as input #1 (which is a string tensor of saved names) contains ", names.size(),
             " names, but received ", ctx.num_inputs(), " inputs");
  if (sliced && static_cast<size_t>(ctx.input(2).num_elements()) != names.size())
    ctx.fail("Expected ", names.size(), " elements for the tensor shapes and slices but got ",
             ctx.input(2).num_elements());
  std::vector<SavedPart> parts;
  for (size_t i = 0; i < count; ++i) {
    const Tensor& tensor = ctx.input(fixed + static_cast<int>(i));
    const std::string text = sliced ? ctx.flat<std::string>(2)[i] : std::string();
    Shape whole = tensor.shape();
    const TensorSlice slice = text.empty() ? whole_slice(whole.rank()) : saved_slice(ctx, text, tensor, whole);
    parts.push_back({names[i], whole, slice, tensor});
  }
  write_slice_file(path, parts);
}
void save_whole(KernelContext& ctx) { save_parts(ctx, false); }
void save_slices(KernelContext& ctx) { save_parts(ctx, true); }

void names_shape(ShapeContext& ctx) {
  const int fixed = ctx.op().inputs.size() == 4 ? 3 : 2;
  ctx.with_rank(0, 0);
  const int64_t count = ctx.num_inputs() - fixed;
  for (int i = 1; i < fixed; ++i)
    if (ctx.input(i).num_elements() >= 0 && ctx.input(i).num_elements() != count && ctx.input(i).rank() == 1)
      ctx.fail("there are ", count, " tensors, but ", ctx.input(i).num_elements(), " ",
               i == 1 ? "names" : "shapes and slices");
}

#define SAVE_END(KERNEL, DOC)     \
  .input("data: T")               \
      .attr("T: list(type) >= 1") \
      .doc(DOC)                   \
      .shape(names_shape)         \
      .kernel(CPU, KERNEL)        \
      .stateful()                 \
      .trait(Trait::kHostMemory)  \
      .no_gradient("has no output")

DEFINE_OP("Save")
    .input("filename: string")
    .input("tensor_names: string") SAVE_END(save_whole, "Writes tensors to one file, each under its name.");

DEFINE_OP("SaveSlices")
    .input("filename: string")
    .input("tensor_names: string")
    .input("shapes_and_slices: string")
        SAVE_END(save_slices, "Writes tensors to one file, or parts of larger ones where the texts say so.");

void restore_part(KernelContext& ctx) {
  const std::string& pattern = scalar_string(ctx, 0, "file_pattern");
  const std::string& name = scalar_string(ctx, 1, "tensor_name");
  const std::string text = ctx.num_inputs() > 2 ? scalar_string(ctx, 2, "shape_and_slice") : std::string();
  ctx.set_output(0, restored(ctx, SliceFiles(pattern), name, text, ctx.output_dtype(0)));
}

void restored_shape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i)
    if (ctx.input(i).num_elements() >= 0 && ctx.input(i).num_elements() != 1)
      ctx.fail("Shape must be rank 0, or of one element: input ", i, " is ", ctx.input(i));
  ctx.set_output(0, ctx.num_inputs() > 2 ? text_shape(ctx.constant(2), 0) : Shape::unknown());
}

DEFINE_OP("Restore")
    .input("file_pattern: string")
    .input("tensor_name: string")
    .output("tensor: dt")
    .attr("dt: type")
    .attr("preferred_shard: int = -1")
    .doc("Reads a tensor from files that Save has written, by its name.")
    .shape(restored_shape)
    .kernel(CPU, restore_part)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("reads a file");

DEFINE_OP("RestoreSlice")
    .input("file_pattern: string")
    .input("tensor_name: string")
    .input("shape_and_slice: string")
    .output("tensor: dt")
    .attr("dt: type")
    .attr("preferred_shard: int = -1")
    .doc("Reads the part of a tensor that a text names from files that Save or SaveSlices has written.")
    .shape(restored_shape)
    .kernel(CPU, restore_part)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("reads a file");

void check_scalars(KernelContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i)
    if (!ctx.input(i).shape().is_scalar())
      ctx.fail(ctx.op().inputs[i].name, " must be a scalar, got shape ", ctx.input(i).shape());
}
void shard_name(KernelContext& ctx) {
  check_scalars(ctx);
  char ending[64];
  std::snprintf(ending, sizeof(ending), "-%05d-of-%05d", ctx.flat<int32_t>(1)[0], ctx.flat<int32_t>(2)[0]);
  *ctx.output(0).data<std::string>() = ctx.flat<std::string>(0)[0] + ending;
}

void scalar_shape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
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

void shard_pattern(KernelContext& ctx) {
  check_scalars(ctx);
  char ending[64];
  std::snprintf(ending, sizeof(ending), "-%s-of-%05d", "?????", ctx.flat<int32_t>(1)[0]);
  *ctx.output(0).data<std::string>() = ctx.flat<std::string>(0)[0] + ending;
}

DEFINE_OP("ShardedFilespec")
    .input("basename: string")
    .input("num_shards: int32")
    .output("filename: string")
    .doc("A pattern that the names of all of several files fit: a question mark for each digit of the number.")
    .shape(scalar_shape)
    .kernel(CPU, shard_pattern)
    .trait(Trait::kHostMemory)
    .no_gradient("gives a string");

}  // namespace
}  // namespace graphwright
