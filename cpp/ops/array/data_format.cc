// Axes, and vectors that say something of each axis, from one order of a tensor's axes to another; fingerprints of
// rows.
#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/string_hash.h"
#include "op/vectorize.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// For each letter of `to` where it stands in `from`; throws unless they are the same letters.
std::vector<int> places(const KernelContext& ctx, const std::string& from, const std::string& to) {
  for (const auto& [what, format] : {std::pair("Source", from), std::pair("Destination", to)})
    if (format.size() != 4 && format.size() != 5)
      ctx.fail(what, " format must be of length 4 or 5, received ", what == std::string("Source") ? "src" : "dst",
               "_format = ", format);
  std::string a = from, b = to;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  if (a != b || std::adjacent_find(a.begin(), a.end()) != a.end())
    ctx.fail("Destination and source format must determine a permutation, got ", from, " and ", to);
  std::vector<int> all;
  for (char letter : to) all.push_back(static_cast<int>(from.find(letter)));
  return all;
}

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void map_axes(KernelContext& ctx) {
  const std::string from = ctx.attr<std::string>("src_format"), to = ctx.attr<std::string>("dst_format");
  places(ctx, from, to);
  const Tensor& x = ctx.input(0);
  const Tensor out = ctx.output(0);
  const auto rank = static_cast<int64_t>(from.size());
  visit_dtype<int32_t, int64_t>(x.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < x.num_elements(); ++i) {
      int64_t axis = x.data<T>()[i] % rank;  // what lies beyond the axes counts on from the first, as in TensorFlow
      if (axis < 0) axis += rank;
      out.data<T>()[i] = static_cast<T>(to.find(from[axis]));
    }
  });
}

void permute(KernelContext& ctx) {
  std::string from = ctx.attr<std::string>("src_format"), to = ctx.attr<std::string>("dst_format");
  places(ctx, from, to);
  const Tensor& x = ctx.input(0);
  const Shape& shape = x.shape();
  if (shape.rank() != 1 && shape.rank() != 2) ctx.fail("input must be a vector or 2D tensor, but got shape ", shape);
  const auto rank = static_cast<int64_t>(from.size());
  if (shape[0] != rank && shape[0] != rank - 2)
    ctx.fail(shape.rank(), "D input must be of size ", rank - 2, " or ", rank, ", but got shape ", shape);
  if (shape.rank() == 2 && shape[1] != 2)
    ctx.fail("Second dimension of 2D input must be of size 2, but got shape ", shape);
  if (shape[0] == rank - 2) {
    // Nothing is said of the batch and the channels.
    const auto spatial = [](std::string format) {
      std::erase_if(format, [](char letter) { return letter == 'N' || letter == 'C'; });
      return format;
    };
    from = spatial(from);
    to = spatial(to);
    if (static_cast<int64_t>(from.size()) != shape[0])
      ctx.fail("the formats must name N and C for an input of size ", shape[0], ", got ", from, " and ", to);
  }
  const Tensor out = ctx.output(0);
  const int64_t width = shape.rank() == 2 ? 2 : 1;
  const size_t bytes = dtype_size(x.dtype()) * width;
  for (size_t i = 0; i < to.size(); ++i)
    std::memcpy(static_cast<char*>(out.raw()) + i * bytes, static_cast<const char*>(x.raw()) + from.find(to[i]) * bytes,
                bytes);
}

#define FORMAT_OP(NAME, KERNEL, DOC)       \
  DEFINE_OP(NAME)                          \
      .input("x: T")                       \
      .output("y: T")                      \
      .attr("T: {int32, int64} = int32")   \
      .attr("src_format: string = 'NHWC'") \
      .attr("dst_format: string = 'NCHW'") \
      .doc(DOC)                            \
      .shape(same_shape)                   \
      .kernel(CPU, KERNEL)                 \
      .no_gradient("integers")
FORMAT_OP("DataFormatDimMap", map_axes, "Where axes of the source format stand in the destination format.")
    .vectorize(vectorize::leading_axes);
FORMAT_OP(
    "DataFormatVecPermute", permute,
    "A vector with a number for each axis of the source format (or for the spatial ones), or a matrix with two, in "
    "the order of the destination format.");

void fingerprint_shape(ShapeContext& ctx) {
  const Shape& data = ctx.input(0);
  ctx.with_rank(1, 0);
  if (data.rank() == 0) ctx.fail("`data` should have at least one dimension: ", data);
  ctx.set_output(0, Shape{data.has_rank() ? data[0] : kUnknown, 8});
}

void fingerprint(KernelContext& ctx) {
  const Tensor &data = ctx.input(0), &method = ctx.input(1);
  if (method.shape().rank() != 0) ctx.fail("`method` should be a scalar string: ", method.shape());
  if (const std::string& name = *method.data<std::string>(); name != "farmhash64")
    ctx.fail("Unsupported fingerprint method: ", name);
  if (data.shape().rank() == 0) ctx.fail("`data` should have at least one dimension: ", data.shape());
  if (!is_plain(data.dtype()) && data.dtype() != DType::kString) ctx.fail("Data type not supported: ", data.dtype());
  const int64_t rows = data.shape()[0], each = rows > 0 ? data.num_elements() / rows : 0;
  Tensor out = ctx.allocate(0, Shape{rows, 8});
  const size_t bytes = each * dtype_size(data.dtype());
  for (int64_t i = 0; i < rows; ++i) {
    uint64_t hash;
    if (data.dtype() != DType::kString) {
      hash = fingerprint64({static_cast<const char*>(data.raw()) + i * bytes, bytes});
    } else if (data.shape().rank() == 1) {
      hash = fingerprint64(data.data<std::string>()[i]);
    } else {  // of the fingerprints of the row's strings
      std::string all;
      for (int64_t k = 0; k < each; ++k) {
        const uint64_t one = fingerprint64(data.data<std::string>()[i * each + k]);
        all.append(reinterpret_cast<const char*>(&one), sizeof one);
      }
      hash = fingerprint64(all);
    }
    std::memcpy(out.data<uint8_t>() + i * 8, &hash, 8);
  }
}

DEFINE_OP("Fingerprint")
    .input("data: T")
    .input("method: string")
    .output("fingerprint: uint8")
    .attr("T: type")
    .doc("The eight bytes of a hash of each row, the same on every machine; `method` is \"farmhash64\".")
    .shape(fingerprint_shape)
    .kernel(CPU, fingerprint)
    .no_gradient("a hash");

}  // namespace
}  // namespace graphwright
