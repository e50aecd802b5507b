// Taking up a model's matrices with another vocabulary: GenerateVocabRemapping, LoadAndRemapMatrix.
#include <algorithm>
#include <unordered_map>

#include "io/bundle.h"
#include "io/compression.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr size_t kBufferSize = size_t{256} << 10;

// The lines of a file, `most` of them, or all where that is negative.
std::vector<std::string> read_lines(KernelContext& ctx, const std::string& path, int64_t most) {
  InputStream file(path, Compression::kNone, kBufferSize);
  std::vector<std::string> lines;
  std::string line;
  while ((most < 0 || static_cast<int64_t>(lines.size()) < most) && file.read_line(line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) ctx.fail("Invalid content in ", path, ": empty line found at position ", file.position(), ".");
    lines.push_back(line);
  }
  if (most > static_cast<int64_t>(lines.size()))
    ctx.fail("Invalid vocab_size in ", path, ": expected ", most, " but got ", lines.size());
  if (lines.empty()) ctx.fail_code(Code::kOutOfRange, "there are no lines to be read in ", path);
  return lines;
}

const std::string& file_name(KernelContext& ctx, int i, const char* what) {
  if (!ctx.input(i).shape().is_scalar())
    ctx.fail(ctx.op().inputs[i].name, " should be a single string, but got ", ctx.input(i).shape());
  const std::string& name = *ctx.input(i).data<std::string>();
  if (name.empty()) ctx.fail(what, " vocab filename cannot be empty.");
  return name;
}

void generate_remapping(KernelContext& ctx) {
  const std::string &new_file = file_name(ctx, 0, "new"), &old_file = file_name(ctx, 1, "old");
  const int64_t offset = ctx.attr<int64_t>("new_vocab_offset"), count = ctx.attr<int64_t>("num_new_vocab");
  const std::vector<std::string> wanted = read_lines(ctx, new_file, -1);
  const auto known = static_cast<int64_t>(wanted.size());
  if (offset > known || count > known - offset)
    ctx.fail("lookup table size must be larger than last new vocab entry's line");
  std::unordered_map<std::string, int64_t> places;
  const std::vector<std::string> old = read_lines(ctx, old_file, ctx.attr<int64_t>("old_vocab_size"));
  for (size_t i = 0; i < old.size(); ++i) {
    const auto [place, is_new] = places.try_emplace(old[i], static_cast<int64_t>(i));
    if (!is_new)
      ctx.fail_code(Code::kFailedPrecondition, "HashTable has different value for same key. Key ", old[i], " has ",
                    place->second, " and trying to add value ", i);
  }
  Tensor remapping = ctx.output(0);
  int32_t present = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto place = places.find(wanted[static_cast<size_t>(offset + i)]);
    remapping.data<int64_t>()[i] = place == places.end() ? -1 : place->second;
    present += place != places.end();
  }
  *ctx.output(1).data<int32_t>() = present;
}

DEFINE_OP("GenerateVocabRemapping")
    .input("new_vocab_file: string")
    .input("old_vocab_file: string")
    .output("remapping: int64")
    .output("num_present: int32")
    .attr("new_vocab_offset: int >= 0")
    .attr("num_new_vocab: int >= 0")
    .attr("old_vocab_size: int >= -1 = -1")
    .doc("For lines of one file the numbers of the same lines in another one, -1 for those that are not there.")
    .shape([](ShapeContext& ctx) {
      for (int i : {0, 1})
        if (ctx.input(i).has_rank() && !ctx.input(i).is_scalar())
          ctx.fail(ctx.op().inputs[i].name, " should be a single string, but got ", ctx.input(i));
      ctx.set_output(0, Shape{ctx.attr<int64_t>("num_new_vocab")});
      ctx.set_output(1, Shape());
    })
    .kernel(CPU, generate_remapping)
    .trait(Trait::kHostMemory)
    .trait(Trait::kNoFold)
    .no_gradient("integers out of files");

// The rows or columns that a remapping names; no old one may stand for two new ones.
std::span<const int64_t> remapping(KernelContext& ctx, int i) {
  const Tensor& ids = ctx.input(i);
  if (ids.shape().rank() != 1)
    ctx.fail("The `", ctx.op().inputs[i].name, "` tensor must be 1-D, got a tensor of shape ", ids.shape());
  std::unordered_map<int64_t, int64_t> places;
  const std::span<const int64_t> found = ids.flat<int64_t>();
  for (size_t at = 0; at < found.size(); ++at) {
    if (found[at] < 0) continue;
    const auto [place, is_new] = places.try_emplace(found[at], static_cast<int64_t>(at));
    if (!is_new)
      ctx.fail_code(Code::kUnimplemented, "Old ID ", found[at], " is mapped to both new ID ", place->second, " and ",
                    at, ", which is not supported.");
  }
  return found;
}

const std::string& one_text(KernelContext& ctx, int i) {
  if (ctx.input(i).num_elements() != 1)
    ctx.fail("The `", ctx.op().inputs[i].name, "` tensor must have exactly one element, got tensor of shape ",
             ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

void load_and_remap(KernelContext& ctx) {
  const std::span<const int64_t> rows = remapping(ctx, 2), columns = remapping(ctx, 3);
  const int64_t num_rows = ctx.attr<int64_t>("num_rows"), num_columns = ctx.attr<int64_t>("num_cols");
  if (static_cast<int64_t>(rows.size()) != num_rows)
    ctx.fail("Size of row_remapping is ", rows.size(), " instead of being equal to num_rows=", num_rows);
  if (!columns.empty() && static_cast<int64_t>(columns.size()) != num_columns)
    ctx.fail("Provided col_remapping, but its size is ", columns.size(),
             " instead of being equal to num_cols=", num_columns);
  const std::string &path = one_text(ctx, 0), &name = one_text(ctx, 1);
  const BundleReader reader(path);
  const BundleEntry* entry = reader.find(name);
  if (!entry) ctx.fail_code(Code::kNotFound, "Key ", name, " not found in checkpoint");
  if (entry->dtype != DType::kFloat32)
    ctx.fail("Tensor ", name, " has invalid type ", dtype_name(entry->dtype), " instead of expected type float");
  if (entry->shape.rank() != 2)
    ctx.fail("Tensor ", name, " has shape ", entry->shape, " of invalid rank ", entry->shape.rank(),
             " instead of expected shape of rank 2.");
  const int64_t old_rows = entry->shape[0], old_columns = entry->shape[1];
  if (columns.empty() && old_columns != num_columns)
    ctx.fail("Tensor ", name, " has shape ", entry->shape, ", where the size of its 2nd dimension is ", old_columns,
             " instead of being equal to num_cols=", num_columns);
  for (int64_t column : columns)
    if (column >= old_columns) ctx.fail("col_remapping holds ", column, ", but there are ", old_columns, " columns");
  for (int64_t row : rows)
    if (row >= old_rows)
      ctx.fail_code(Code::kInternal, "Extent in dimension 0 out of bounds: shape = ", entry->shape, ", row ", row);
  const Tensor& fill = ctx.input(4);
  const bool needed = std::any_of(rows.begin(), rows.end(), [](int64_t row) { return row >= 0; });
  const Tensor matrix = needed ? reader.read(name) : Tensor();
  const float* from = needed ? matrix.data<float>() : nullptr;
  const float* values = fill.data<float>();
  Tensor out = ctx.output(0);
  float* to = out.data<float>();
  int64_t used = 0;
  for (int64_t row : rows) {
    for (int64_t column = 0; column < num_columns; ++column) {
      const int64_t source = columns.empty() ? column : columns[static_cast<size_t>(column)];
      if (row >= 0 && source >= 0) {
        *to++ = from[row * old_columns + source];
        continue;
      }
      if (used == fill.num_elements())
        ctx.fail("initializing_values contained ", used, " elements, but more missing values remain.");
      *to++ = values[used++];
    }
  }
  if (used != fill.num_elements())
    ctx.fail("initializing_values contained ", fill.num_elements(), " elements, but only ", used,
             " elements were used to fill in missing values.");
}

DEFINE_OP("LoadAndRemapMatrix")
    .input("ckpt_path: string")
    .input("old_tensor_name: string")
    .input("row_remapping: int64")
    .input("col_remapping: int64")
    .input("initializing_values: float")
    .output("output_matrix: float")
    .attr("num_rows: int >= 0")
    .attr("num_cols: int >= 1")
    .attr("max_rows_in_memory: int = -1")
    .doc(
        "A matrix made of rows and columns of one in a checkpoint; negative row and column numbers stand for values "
        "that "
        "are given.")
    .shape([](ShapeContext& ctx) {
      ctx.with_rank(2, 1);
      ctx.with_rank(3, 1);
      ctx.set_output(0, Shape{ctx.attr<int64_t>("num_rows"), ctx.attr<int64_t>("num_cols")});
    })
    .kernel(CPU, load_and_remap)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("reads a file");

}  // namespace
}  // namespace graphwright
