// Taking strings apart and putting them together: splitting, joining along axes and segments, n-grams.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/attr_range.h"

namespace graphwright {
namespace {

using Pieces = std::vector<std::string_view>;

// ---- splitting; results are the indices, values and shape of a sparse matrix ----

void split_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 1);
  ctx.with_rank(1, 0);
  ctx.set_output(0, Shape{kUnknown, 2});
  ctx.set_output(1, Shape{kUnknown});
  ctx.set_output(2, Shape{2});
}

template <class Split>
void split_rows(KernelContext& ctx, Split&& split) {
  const Tensor& input = ctx.input(0);
  if (input.shape().rank() != 1) ctx.fail("input must be a vector, got shape: ", input.shape());
  int64_t rows = input.num_elements(), total = 0, widest = 0;
  std::vector<Pieces> pieces(static_cast<size_t>(rows));
  for (int64_t i = 0; i < rows; ++i) {
    pieces[i] = split(std::string_view(input.data<std::string>()[i]));
    total += static_cast<int64_t>(pieces[i].size());
    widest = std::max(widest, static_cast<int64_t>(pieces[i].size()));
  }
  Tensor indices = ctx.allocate(0, Shape{total, 2}), values = ctx.allocate(1, Shape{total}),
         shape = ctx.allocate(2, Shape{2});
  int64_t at = 0;
  for (int64_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < pieces[i].size(); ++j, ++at) {
      indices.data<int64_t>()[2 * at] = i;
      indices.data<int64_t>()[2 * at + 1] = static_cast<int64_t>(j);
      values.data<std::string>()[at] = pieces[i][j];
    }
  }
  shape.data<int64_t>()[0] = rows;
  shape.data<int64_t>()[1] = widest;
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// After `most` pieces the rest is one more, even where nothing is left; the whole text where `most` is 0.
Pieces split_at_spaces(std::string_view text, int64_t most) {
  if (most == 0) return {text};
  Pieces pieces;
  size_t i = 0;
  auto skip = [&] {
    while (i < text.size() && is_space(text[i])) ++i;
  };
  for (skip(); i < text.size() || static_cast<int64_t>(pieces.size()) == most; skip()) {
    if (static_cast<int64_t>(pieces.size()) == most) {
      pieces.push_back(text.substr(i));
      break;
    }
    size_t begin = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    pieces.push_back(text.substr(begin, i - begin));
  }
  return pieces;
}

Pieces split_at(std::string_view text, std::string_view separator, int64_t most) {
  Pieces pieces;
  size_t begin = 0;
  while (most < 0 || static_cast<int64_t>(pieces.size()) < most) {
    size_t end = text.find(separator, begin);
    if (end == std::string_view::npos) break;
    pieces.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

void split_v2(KernelContext& ctx) {
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("sep must be a scalar, got shape: ", ctx.input(1).shape());
  const std::string& separator = *ctx.input(1).data<std::string>();
  int64_t most = ctx.attr<int64_t>("maxsplit");
  check_int32(ctx, "maxsplit", most);
  split_rows(ctx, [&](std::string_view text) {
    return separator.empty() ? split_at_spaces(text, most) : split_at(text, separator, most);
  });
}

DEFINE_OP("StringSplitV2")
    .input("input: string")
    .input("sep: string")
    .output("indices: int64")
    .output("values: string")
    .output("shape: int64")
    .attr("maxsplit: int = -1")
    .doc("The parts of each string between separators, at most `maxsplit` times; an empty one stands for white space.")
    .shape(split_shape)
    .kernel(CPU, split_v2)
    .trait(Trait::kHostMemory)
    .no_gradient("text");

void split_v1(KernelContext& ctx) {
  if (ctx.input(1).shape().rank() != 0) ctx.fail("delimiter must be a scalar, got shape: ", ctx.input(1).shape());
  const std::string& delimiters = *ctx.input(1).data<std::string>();
  bool skip_empty = ctx.attr<bool>("skip_empty");
  split_rows(ctx, [&](std::string_view text) {
    Pieces pieces;
    if (delimiters.empty()) {
      for (size_t i = 0; i < text.size(); ++i) pieces.push_back(text.substr(i, 1));
      return pieces;
    }
    if (text.empty()) return pieces;
    size_t begin = 0;
    while (true) {
      size_t end = text.find_first_of(delimiters, begin);
      std::string_view piece = text.substr(begin, end == std::string_view::npos ? end : end - begin);
      if (!skip_empty || !piece.empty()) pieces.push_back(piece);
      if (end == std::string_view::npos) return pieces;
      begin = end + 1;
    }
  });
}

DEFINE_OP("StringSplit")
    .input("input: string")
    .input("delimiter: string")
    .output("indices: int64")
    .output("values: string")
    .output("shape: int64")
    .attr("skip_empty: bool = true")
    .doc("The parts of each string between any of the bytes of `delimiter`; single bytes where that is empty.")
    .shape(split_shape)
    .kernel(CPU, split_v1)
    .trait(Trait::kHostMemory)
    .no_gradient("text");

// ---- ReduceJoin ----

// The axes to reduce, in the order given; throws for those that are out of range or named twice.
Ints reduced_axes(const Tensor& indices, int rank) {
  Ints axes;
  for (int64_t axis : indices.ints()) {
    GW_CHECK(axis >= -rank && axis < rank, Code::kOutOfRange, "Invalid reduction dimension ", axis, " for input with ",
             rank, " dimension(s)");
    if (axis < 0) axis += rank;
    GW_CHECK_ARG(std::find(axes.begin(), axes.end(), axis) == axes.end(), "Duplicate reduction dimension ", axis);
    axes.push_back(axis);
  }
  return axes;
}

Shape reduced_shape(const Shape& input, const Ints& axes, bool keep) {
  Shape shape;
  for (int i = 0; i < input.rank(); ++i) {
    bool gone = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (!gone) shape.append(input[i]);
    if (gone && keep) shape.append(1);
  }
  return shape;
}

void reduce_join_shape(ShapeContext& ctx) {
  if (ctx.input(1).rank() > 1) ctx.fail("reduction_indices must be a scalar or a vector, got shape ", ctx.input(1));
  Tensor axes = ctx.constant(1);
  if (axes && ctx.input(0).has_rank())
    ctx.set_output(0,
                   reduced_shape(ctx.input(0), reduced_axes(axes, ctx.input(0).rank()), ctx.attr<bool>("keep_dims")));
}

void reduce_join(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  const Shape& shape = input.shape();
  Ints axes = reduced_axes(ctx.input(1), shape.rank());
  std::string separator = ctx.attr<std::string>("separator");
  Tensor out = ctx.allocate(0, reduced_shape(shape, axes, ctx.attr<bool>("keep_dims")));
  Ints strides(shape.rank(), 1);
  for (int i = shape.rank() - 2; i >= 0; --i) strides[i] = strides[i + 1] * shape[i + 1];
  Ints kept;
  int64_t count = 1;
  for (int i = 0; i < shape.rank(); ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) kept.push_back(i);
  for (int64_t axis : axes) count *= shape[static_cast<int>(axis)];
  Ints reversed(axes.end() - axes.begin());  // the first axis named runs fastest
  std::reverse_copy(axes.begin(), axes.end(), reversed.begin());
  // The offset of position `k` among these axes, the last one running fastest.
  auto offset_of = [&](const Ints& among, int64_t k) {
    int64_t offset = 0;
    for (size_t i = among.size(); i-- > 0;) {
      int64_t size = shape[static_cast<int>(among[i])];
      offset += k % size * strides[among[i]];
      k /= size;
    }
    return offset;
  };
  for (int64_t k = 0; k < out.num_elements(); ++k) {
    int64_t start = offset_of(kept, k);
    std::string& to = out.data<std::string>()[k];
    for (int64_t j = 0; j < count; ++j) {
      if (j > 0) to += separator;
      to += input.data<std::string>()[start + offset_of(reversed, j)];
    }
  }
}

DEFINE_OP("ReduceJoin")
    .input("inputs: string")
    .input("reduction_indices: int32")
    .output("output: string")
    .attr("keep_dims: bool = false")
    .attr("separator: string = ''")
    .doc("The strings along the given axes, of which the first one named runs fastest, joined.")
    .shape(reduce_join_shape)
    .kernel(CPU, reduce_join)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::axes_input);

// ---- UnsortedSegmentJoin ----

void segment_join_shape(ShapeContext& ctx) {
  ctx.with_rank(2, 0);
  const Shape &data = ctx.input(0), &ids = ctx.input(1);
  if (!data.has_rank() || !ids.has_rank()) return;
  if (ids.rank() > data.rank() || !data.slice(0, ids.rank()).compatible(ids))
    ctx.fail("segment_ids of shape ", ids, " must be a prefix of the shape of inputs, ", data);
  ctx.set_output(0, Shape{known_extent(ctx, 2)}.concat(data.slice(ids.rank(), data.rank())));
}

void segment_join(KernelContext& ctx) {
  const Tensor &data = ctx.input(0), &ids = ctx.input(1);
  int64_t segments = int_input(ctx, 2);
  if (segments < 0) ctx.fail("Number of segments cannot be negative");
  int rank = ids.shape().rank();
  if (rank == 0) ctx.fail("Segment_id cannot have rank 0");
  if (rank > data.shape().rank() || !(data.shape().slice(0, rank) == ids.shape()))
    ctx.fail("segment_ids of shape ", ids.shape(), " must be a prefix of the shape of inputs, ", data.shape());
  Shape rest = data.shape().slice(rank, data.shape().rank());
  int64_t size = rest.num_elements();
  std::string separator = ctx.attr<std::string>("separator");
  Tensor out = ctx.allocate(0, Shape{segments}.concat(rest));
  std::vector<bool> begun(static_cast<size_t>(segments), false);
  for (int64_t i = 0; i < ids.num_elements(); ++i) {
    int64_t id = ids.int_at(i);
    if (id < 0 || id >= segments)
      ctx.fail("segment_ids are not allowed to exceed num_segments or to have negative values.");
    for (int64_t j = 0; j < size; ++j) {
      std::string& to = out.data<std::string>()[id * size + j];
      if (begun[id]) to += separator;
      to += data.data<std::string>()[i * size + j];
    }
    begun[id] = true;
  }
}

// Each row has segments of its own.
void segment_join_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(2) || ctx.row_rank(1) < 0) return;
  Value count = build::cast(ctx.value(2), DType::kInt32);
  Value ids = vectorize::moved(ctx, ctx.stacked(1), ctx.row_rank(1), count);
  Value total = build::cast(build::mul(count, ctx.num_rows()), ctx.value(2).dtype());
  ctx.set(0, ctx.split(call(ctx.op(), Values{ctx.stacked(0), ids, total}, ctx.attrs())[0]));
}

DEFINE_OP("UnsortedSegmentJoin")
    .input("inputs: string")
    .input("segment_ids: Tindices")
    .input("num_segments: Tnumsegments")
    .output("output: string")
    .attr("separator: string = ''")
    .attr("Tindices: {int32, int64}")
    .attr("Tnumsegments: {int32, int64} = int32")
    .doc("For each segment the strings with its number, joined in their order.")
    .shape(segment_join_shape)
    .kernel(CPU, segment_join)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(segment_join_vectorize);

// ---- StringNGrams ----

void ngrams_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 1);
  ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(1, ctx.with_rank(1, 1));
}

void ngrams(KernelContext& ctx) {
  const Tensor &data = ctx.input(0), &splits = ctx.input(1);
  if (data.shape().rank() != 1 || splits.shape().rank() != 1) ctx.fail("data and data_splits must be vectors");
  auto widths = ctx.attr<std::vector<int64_t>>("ngram_widths");
  std::string separator = ctx.attr<std::string>("separator"), left = ctx.attr<std::string>("left_pad"),
              right = ctx.attr<std::string>("right_pad");
  int64_t pad = ctx.attr<int64_t>("pad_width"), rows = splits.num_elements() - 1;
  bool keep_short = ctx.attr<bool>("preserve_short_sequences");
  Ints bounds = splits.ints();
  if (!bounds.empty() && bounds.front() != 0) ctx.fail("First split value must be 0, got ", bounds.front());
  if (!bounds.empty() && bounds.back() != data.num_elements())
    ctx.fail("Last split value must be data size. Expected ", data.num_elements(), ", got ", bounds.back());
  for (int64_t i = 0; i + 1 < static_cast<int64_t>(bounds.size()); ++i)
    if (bounds[i] < 0 || bounds[i] > bounds[i + 1] || bounds[i + 1] > data.num_elements())
      ctx.fail("Invalid split value ", bounds[i + 1], ", must be in [", bounds[i], ", ", data.num_elements(), "]");
  std::vector<std::string> all;
  Tensor out_splits = ctx.allocate(1, splits.shape());
  auto set_split = [&](int64_t i, size_t value) {
    if (out_splits.dtype() == DType::kInt64) {
      out_splits.data<int64_t>()[i] = static_cast<int64_t>(value);
    } else {
      out_splits.data<int32_t>()[i] = static_cast<int32_t>(value);
    }
  };
  if (!bounds.empty()) set_split(0, 0);
  for (int64_t row = 0; row < rows; ++row) {
    int64_t size = bounds[row + 1] - bounds[row];
    const std::string* words = data.data<std::string>() + bounds[row];
    size_t before = all.size();
    auto gram = [&](int64_t width, int64_t pads, int64_t first) {
      std::string text;
      for (int64_t k = 0; k < width; ++k) {
        int64_t at = first + k - pads;
        if (k > 0) text += separator;
        text += at < 0 ? left : at >= size ? right : words[at];
      }
      all.push_back(std::move(text));
    };
    for (int64_t width : widths) {
      if (width <= 0) ctx.fail("ngram_widths must contain positive values");
      int64_t pads = std::min(pad < 0 ? width - 1 : pad, width - 1);
      int64_t count = size + 2 * pads - width + 1;
      for (int64_t i = 0; i < count; ++i) gram(width, pads, i);
    }
    if (keep_short && all.size() == before && size > 0) {
      // A row too short for every width gives one n-gram of all it has.
      int64_t narrowest = widths.empty() ? 1 : *std::min_element(widths.begin(), widths.end());
      int64_t pads = std::min(pad < 0 ? narrowest - 1 : pad, narrowest - 1);
      gram(size + 2 * pads, pads, 0);
    }
    set_split(row + 1, all.size());
  }
  Tensor out = ctx.allocate(0, Shape{static_cast<int64_t>(all.size())});
  for (size_t i = 0; i < all.size(); ++i) out.data<std::string>()[i] = std::move(all[i]);
}

DEFINE_OP("StringNGrams")
    .input("data: string")
    .input("data_splits: Tsplits")
    .output("ngrams: string")
    .output("ngrams_splits: Tsplits")
    .attr("separator: string")
    .attr("ngram_widths: list(int32) >= 0")
    .attr("left_pad: string")
    .attr("right_pad: string")
    .attr("pad_width: int32")
    .attr("preserve_short_sequences: bool")
    .attr("Tsplits: {int32, int64} = int64")
    .doc("Runs of neighbouring strings in each row of a ragged tensor, joined.")
    .shape(ngrams_shape)
    .kernel(CPU, ngrams)
    .trait(Trait::kHostMemory)
    .no_gradient("text");

XLA_FACT(kNotCompiled, "ReduceJoin", "StringNGrams", "StringSplit", "StringSplitV2", "UnsortedSegmentJoin");

}  // namespace
}  // namespace graphwright
