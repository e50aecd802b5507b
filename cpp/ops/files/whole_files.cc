// Files in whole: ReadFile, WriteFile, MatchingFiles, DecodeCompressed for bytes that were compressed,
// ImmutableConst, and settings of file systems.
#include "io/compression.h"
#include "io/match_files.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

const std::string& scalar_text(const KernelContext& ctx, int i, const char* what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be scalar, but had shape: ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

void scalar_out(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape());
}

void read(KernelContext& ctx) {
  *ctx.output(0).data<std::string>() = read_file(scalar_text(ctx, 0, "Input filename tensor"));
}

DEFINE_OP("ReadFile")
    .input("filename: string")
    .output("contents: string")
    .doc("The bytes of a file.")
    .shape(scalar_out)
    .kernel(CPU, read)
    .trait(Trait::kHostMemory)
    .trait(Trait::kNoFold)
    .no_gradient("of bytes");

void write(KernelContext& ctx) {
  const std::string& name = scalar_text(ctx, 0, "Input filename tensor");
  const std::string& bytes = scalar_text(ctx, 1, "Contents tensor");
  make_folders(folder_of(name));
  write_through(name, bytes);
}

void two_scalars(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.with_rank(1, 0);
}

DEFINE_OP("WriteFile")
    .input("filename: string")
    .input("contents: string")
    .doc("Writes the bytes to a file, which is made with the folders above it where it is not there.")
    .shape(two_scalars)
    .kernel(CPU, write)
    .trait(Trait::kHostMemory)
    .stateful()
    .no_gradient("has no output");

void matching_shape(ShapeContext& ctx) {
  if (ctx.input(0).has_rank() && ctx.input(0).rank() > 1)
    ctx.fail("Shape must be at most rank 1 but is rank ", ctx.input(0).rank());
  ctx.set_output(0, Shape{kUnknown});
}

void match(KernelContext& ctx) {
  std::vector<std::string> names;
  for (const std::string& pattern : ctx.flat<std::string>(0))
    for (std::string& name : matching_files(pattern)) names.push_back(std::move(name));
  std::sort(names.begin(), names.end());
  Tensor out = ctx.allocate(0, Shape{static_cast<int64_t>(names.size())});
  std::move(names.begin(), names.end(), out.data<std::string>());
}

DEFINE_OP("MatchingFiles")
    .input("pattern: string")
    .output("filenames: string")
    .doc("The sorted paths of files that fit any of the patterns.")
    .shape(matching_shape)
    .kernel(CPU, match)
    .trait(Trait::kHostMemory)
    .trait(Trait::kNoFold)
    .no_gradient("of names");

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void decode(KernelContext& ctx) {
  const std::string name = ctx.attr<std::string>("compression_type");
  if (name == "ZSTD") ctx.fail_code(Code::kUnimplemented, "there is no decoder of ZSTD here");
  if (!name.empty() && name != "ZLIB" && name != "GZIP")
    ctx.fail("Only ZLIB, GZIP or NONE are supported compressions, got \"", name, "\"");
  const Compression compression = compression_of(name);
  if (compression == Compression::kNone) {
    ctx.set_output(0, Tensor(ctx.input(0)));
    return;
  }
  Tensor out = ctx.output(0);
  auto bytes = ctx.flat<std::string>(0);
  for (size_t i = 0; i < bytes.size(); ++i) out.data<std::string>()[i] = decompress(bytes[i], compression);
}

DEFINE_OP("DecodeCompressed")
    .input("bytes: string")
    .output("output: string")
    .attr("compression_type: string = ''")
    .doc("The bytes of each element as they were before they were compressed.")
    .shape(same_shape)
    .kernel(CPU, decode)
    .trait(Trait::kHostMemory)
    .no_gradient("of bytes")
    .vectorize(vectorize::leading_axes);

void immutable_const(KernelContext& ctx) {
  const DType dtype = ctx.attr<DType>("dtype");
  const std::string path = ctx.attr<std::string>("memory_region_name");
  if (dtype == DType::kResource || dtype == DType::kVariant)
    ctx.fail("Resource and variant dtypes are invalid for this op.");
  if (!is_plain(dtype))
    ctx.fail_code(Code::kUnimplemented, "Sorry, ", dtype_op_def_name(dtype),
                  " is not currently supported for ImmutableConstOp.");
  Shape shape = ctx.attr<Shape>("shape");
  if (!shape.has_rank()) shape = Shape();
  if (!shape.fully_defined()) ctx.fail("Shape ", shape, " is not fully defined");
  const FileReader file(path);
  if (file.size() == 0) ctx.fail(path, "; Invalid argument");
  uint64_t bytes = dtype_size(dtype);
  for (int64_t size : shape.sizes())
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes)) ctx.fail("Shape ", shape, " is too large");
  if (bytes > file.size())
    ctx.fail_code(Code::kInternal, "Readonly memory region has wrong length (", file.size(), ") when allocating ",
                  bytes);
  Tensor tensor = Tensor::allocate(dtype, shape);
  file.read_exactly(0, tensor.raw(), bytes);
  if (dtype == DType::kBool)
    for (uint8_t& byte : std::span(static_cast<uint8_t*>(tensor.raw()), bytes)) byte = byte != 0;
  ctx.set_output(0, tensor);
}

DEFINE_OP("ImmutableConst")
    .output("tensor: dtype")
    .attr("dtype: type")
    .attr("shape: shape")
    .attr("memory_region_name: string")
    .doc("A tensor whose elements are the first bytes of a file.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, ctx.attr<Shape>("shape")); })
    .kernel(CPU, immutable_const)
    .trait(Trait::kHostMemory)
    .trait(Trait::kNoFold)
    .no_gradient("of bytes");

void set_configuration(KernelContext& ctx) {
  for (int i = 0; i < 3; ++i)
    if (!ctx.input(i).shape().is_scalar())
      ctx.fail(ctx.op().inputs[i].name, " must be scalar, got shape ", ctx.input(i).shape());
  const std::string& scheme = *ctx.input(0).data<std::string>();
  if (scheme.empty() || scheme == "file")
    ctx.fail_code(Code::kUnimplemented, "the local file system has no setting '", *ctx.input(1).data<std::string>(),
                  "'");
  ctx.fail_code(Code::kUnimplemented, "File system scheme '", scheme, "' not found to set configuration");
}

DEFINE_OP("FileSystemSetConfiguration")
    .input("scheme: string")
    .input("key: string")
    .input("value: string")
    .doc("Changes a setting of a file system: an error, for the local one has none and there is no other.")
    .kernel(CPU, set_configuration)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

}  // namespace
}  // namespace graphwright
