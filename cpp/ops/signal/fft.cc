// Fourier transforms of the last one, two or three axes or of any: FFT, IFFT, RFFT, IRFFT and their kin.
#include <algorithm>

#include "kernels/fft.h"
#include "op/build.h"
#include "op/context.h"
#include "op/gradient_needs.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

using namespace build;

using Kind = FftKind;

bool is_inverse(Kind kind) { return kind == Kind::kInverse || kind == Kind::kInverseReal; }
bool has_real_side(Kind kind) { return kind == Kind::kReal || kind == Kind::kInverseReal; }

// Transforms the lines of `from` along `axis` into those of `to`, which differs from it there only.
void transform_axis(const Tensor& from, const Tensor& to, int axis, Kind kind, int64_t n, double scale) {
  const Shape &in_shape = from.shape(), &out_shape = to.shape();
  const FftAxis lines = {from.raw(),
                         to.raw(),
                         product(out_shape, 0, axis),
                         product(out_shape, axis + 1, out_shape.rank()),
                         in_shape[axis],
                         out_shape[axis],
                         n,
                         scale};
  const bool wide = to.dtype() == DType::kComplex128 || to.dtype() == DType::kFloat64;
  wide ? fft_axis<double>(kind, lines) : fft_axis<float>(kind, lines);
}

// Transforms along all axes, one after the other; `lengths` are those of the side that may be real.
void transform(const Tensor& from, const Tensor& to, Kind kind, const Ints& axes, const Ints& lengths) {
  if (to.num_elements() == 0) return;
  double scale = 1;
  const int count = static_cast<int>(axes.size());
  if (is_inverse(kind))
    for (int64_t n : lengths) scale /= static_cast<double>(n);
  if (count == 0) return copy_elements(to.dtype(), to.raw(), from.raw(), to.num_elements());
  const DType complex = is_complex(to.dtype()) ? to.dtype() : from.dtype();
  // The real side is that of the last axis: first when it comes in, last when it goes out.
  Tensor current = from;
  for (int pass = 0; pass < count; ++pass) {
    const int i = kind == Kind::kReal ? count - 1 - pass : pass;
    const bool real = has_real_side(kind) && i == count - 1, last = pass == count - 1;
    const Kind step = real ? kind : is_inverse(kind) ? Kind::kInverse : Kind::kForward;
    const int axis = static_cast<int>(axes[i]);
    Shape shape = current.shape();
    shape.set(axis, step == Kind::kReal ? lengths[i] / 2 + 1 : lengths[i]);
    // In place where the shape lets it.
    const bool fits = shape == to.shape() && is_complex(to.dtype());
    const Tensor next = last || fits                           ? to
                        : shape == current.shape() && pass > 0 ? current
                                                               : Tensor::allocate(complex, shape);
    transform_axis(current, next, axis, step, lengths[i], last ? scale : 1.0);
    current = next;
  }
}

// ---- the last axes ----

template <int Rank>
void fft_shape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.with_rank_at_least(0, Rank));
}

template <int Rank, Kind kKind>
void fft_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const int rank = x.shape().rank();
  if (rank < Rank) ctx.fail("Input must have rank of at least ", Rank, " but got: ", x.shape());
  Ints axes, lengths;
  for (int axis = rank - Rank; axis < rank; ++axis) {
    axes.push_back(axis);
    lengths.push_back(x.shape()[axis]);
  }
  transform(x, ctx.output(0), kKind, axes, lengths);
}

int64_t halved(int64_t n) { return n > 0 ? n / 2 + 1 : n; }

template <int Rank, Kind kKind>
void real_fft_shape(ShapeContext& ctx) {
  Shape shape = ctx.with_rank_at_least(0, Rank);
  const Shape& length = ctx.input(1);
  if (length.has_rank() && (length.rank() != 1 || (length[0] >= 0 && length[0] != Rank)))
    ctx.fail("fft_length must have shape [", Rank, "], got ", length);
  if (!shape.has_rank()) return ctx.set_output(0, shape);
  const Shape lengths = ctx.constant_as_shape(1);
  if (Tensor value = ctx.constant(1)) {
    for (int i = 0; i < Rank; ++i)
      if (value.int_at(i) < 0) ctx.fail("fft_length[", i, "] must >= 0, but got: ", value.int_at(i));
  }
  for (int i = 0; i < Rank; ++i) {
    const int64_t n = lengths.has_rank() ? lengths[i] : kUnknown;
    shape.set(shape.rank() - Rank + i, kKind == Kind::kReal && i == Rank - 1 ? halved(n) : n);
  }
  ctx.set_output(0, shape);
}

void check_real_types(KernelContext& ctx, Kind kind) {
  const DType real = kind == Kind::kReal ? ctx.input(0).dtype() : ctx.output_dtype(0);
  const DType complex = kind == Kind::kReal ? ctx.output_dtype(0) : ctx.input(0).dtype();
  if ((real == DType::kFloat64) != (complex == DType::kComplex128))
    ctx.fail("Wrong types for ", kind == Kind::kReal ? "forward" : "backward", " real FFT: in=", ctx.input(0).dtype(),
             " out=", ctx.output_dtype(0));
}

template <int Rank, Kind kKind>
void real_fft_cpu(KernelContext& ctx) {
  check_real_types(ctx, kKind);
  const Tensor &x = ctx.input(0), &length = ctx.input(1);
  const int rank = x.shape().rank();
  if (rank < Rank) ctx.fail("Input must have rank of at least ", Rank, " but got: ", x.shape());
  if (length.shape() != Shape{Rank}) ctx.fail("fft_length must have shape [", Rank, "], got ", length.shape());
  Shape shape = x.shape();
  Ints axes, lengths = length.ints(), sizes;
  for (int i = 0; i < Rank; ++i) {
    const int axis = rank - Rank + i;
    if (lengths[i] < 0) ctx.fail("fft_length[", i, "] must >= 0, but got: ", lengths[i]);
    const int64_t half = i == Rank - 1 ? halved(lengths[i]) : lengths[i];
    const int64_t least = kKind == Kind::kInverseReal ? half : lengths[i];
    if (shape[axis] < least)
      ctx.fail("Input dimension ", axis, " must have length of at least ", least, " but got: ", shape[axis]);
    axes.push_back(axis);
    shape.set(axis, kKind == Kind::kReal ? half : lengths[i]);
  }
  for (int64_t size : shape) sizes.push_back(size);
  transform(x, ctx.allocate(0, shape_of_sizes(ctx, sizes)), kKind, axes, lengths);
}

// ---- any axes ----

// The axes from 0 on; throws where one is out of range or comes twice.
template <class Context>
Ints checked_axes(const Context& ctx, const Ints& axes, int rank, int64_t lengths) {
  if (lengths >= 0 && static_cast<int64_t>(axes.size()) != lengths)
    ctx.fail("fft_length and axes must have the same length, got ", lengths, " and ", axes.size());
  Ints result;
  for (int64_t axis : axes) {
    if (axis < -rank || axis >= rank) ctx.fail("axis ", axis, " is out of range for an input of rank ", rank);
    axis += axis < 0 ? rank : 0;
    for (int64_t other : result)
      if (other == axis) ctx.fail("axes must be unique, got ", axis, " twice");
    result.push_back(axis);
  }
  return result;
}

template <Kind kKind>
void fft_nd_shape(ShapeContext& ctx) {
  Shape shape = ctx.input(0);
  for (int i : {1, 2})
    if (ctx.input(i).has_rank() && ctx.input(i).rank() != 1)
      ctx.fail(i == 1 ? "fft_length" : "axes", " must be a vector, got ", ctx.input(i));
  if (!shape.has_rank()) return ctx.set_output(0, shape);
  const Tensor axes = ctx.constant(2);
  if (!axes) return ctx.set_output(0, Shape::filled(shape.rank(), kUnknown));
  const Ints places = checked_axes(ctx, axes.ints(), shape.rank(), ctx.input(1).num_elements());
  const Shape lengths = ctx.constant_as_shape(1);
  for (size_t i = 0; i < places.size(); ++i) {
    const int64_t n =
        lengths.has_rank() && static_cast<int>(i) < lengths.rank() ? lengths[static_cast<int>(i)] : kUnknown;
    shape.set(static_cast<int>(places[i]), kKind == Kind::kReal && i + 1 == places.size() ? halved(n) : n);
  }
  ctx.set_output(0, shape);
}

template <Kind kKind>
void fft_nd_cpu(KernelContext& ctx) {
  if (has_real_side(kKind)) check_real_types(ctx, kKind);
  const Tensor &x = ctx.input(0), &length = ctx.input(1);
  if (length.shape().rank() != 1 || ctx.input(2).shape().rank() != 1)
    ctx.fail("fft_length and axes must be vectors, got ", length.shape(), " and ", ctx.input(2).shape());
  const Ints axes = checked_axes(ctx, ctx.input(2).ints(), x.shape().rank(), length.num_elements());
  const Ints lengths = length.ints();
  if (has_real_side(kKind) && axes.empty()) ctx.fail("a transform of real numbers needs at least one axis");
  Shape shape = x.shape();
  Ints sizes;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (lengths[i] < 0) ctx.fail("fft_length[", i, "] must >= 0, but got: ", lengths[i]);
    shape.set(static_cast<int>(axes[i]),
              kKind == Kind::kReal && i + 1 == axes.size() ? halved(lengths[i]) : lengths[i]);
  }
  for (int64_t size : shape) sizes.push_back(size);
  transform(x, ctx.allocate(0, shape_of_sizes(ctx, sizes)), kKind, axes, lengths);
}

// ---- gradients ----

constexpr const char* kFft[] = {"FFT", "FFT2D", "FFT3D"};
constexpr const char* kInverseFft[] = {"IFFT", "IFFT2D", "IFFT3D"};
constexpr const char* kRealFft[] = {"RFFT", "RFFT2D", "RFFT3D"};
constexpr const char* kInverseRealFft[] = {"IRFFT", "IRFFT2D", "IRFFT3D"};

Value one(const char* name, std::initializer_list<Value> inputs, const Attrs& attrs = {}) {
  return call(get_op(name), std::span<const Value>(inputs.begin(), inputs.size()), attrs)[0];
}
Value scalar(int32_t value) { return Tensor::scalar<int32_t>(value); }

DType real_of(DType dtype) { return dtype == DType::kComplex128 ? DType::kFloat64 : DType::kFloat32; }

// The product of integers as a number of that dtype.
Value product_of(const Value& sizes, DType dtype) {
  // In double: a product of int32 may overflow.
  return cast(op<"Prod">({cast(sizes, DType::kFloat64), ints({0})}), dtype);
}

// The gradient of a transform along axes: the transform the other way, times or divided by the number of elements.
template <int Rank, Kind kKind>
Values fft_grad(GradientContext& ctx) {
  const Value& dy = ctx.grad();
  const Value n = product_of(
      op<"Slice">({shape_of(dy), op<"Sub">({op<"Shape">({shape_of(dy)}), ints({Rank})}), ints({Rank})}), dy.dtype());
  if (kKind == Kind::kForward) return {mul(one(kInverseFft[Rank - 1], {dy}), n)};
  return {div(one(kFft[Rank - 1], {dy}), n)};
}

// 1 for what stands for itself in half a spectrum, `twice` for what stands for its conjugate as well; shaped to lie
// along `axis` (an int32 scalar) of a tensor of that rank. `n` is the length of the real side, an int32 scalar.
Value weights(const Value& n, double twice, const Value& axis, const Value& rank, DType dtype) {
  const Value half = add(op<"FloorDiv">({n, scalar(2)}), scalar(1));
  const Value k = op<"Range">({scalar(0), half, scalar(1)});
  const Value itself = op<"LogicalOr">({op<"Equal">({k, scalar(0)}), op<"Equal">({mul(k, scalar(2)), n})});
  const Value weight = op<"SelectV2">({itself, number(real_of(dtype), 1), number(real_of(dtype), twice)});
  const Value here = op<"Equal">({op<"Range">({scalar(0), rank, scalar(1)}), axis});
  return cast(reshape(weight, op<"SelectV2">({here, half, scalar(1)})), dtype);
}

// `value` cut and filled up with zeros to the shape of `like`.
Value fitted(const Value& value, const Value& like) {
  if (value.shape().fully_defined() && value.shape() == like.shape()) return value;
  const Value wanted = shape_of(like), least = op<"Minimum">({shape_of(value), wanted});
  const Value cut = op<"Slice">({value, zeros_like(wanted), least});
  const Value missing = sub(wanted, least);
  return op<"Pad">({cut, op<"Pack">({zeros_like(missing), missing}, {{"axis", int64_t{1}}})});
}

Value item(const Value& vector, int32_t i) { return op<"GatherV2">({vector, scalar(i), scalar(0)}); }
Value last_item(const Value& vector) {
  return op<"Squeeze">({op<"Slice">({vector, op<"Sub">({op<"Shape">({vector}), ints({1})}), ints({1})})});
}

template <int Rank>
Values rfft_grad(GradientContext& ctx) {
  const Value &dy = ctx.grad(), &length = ctx.input(1), &x = ctx.input(0);
  const Value rank = op<"Rank">({dy}), n = item(length, Rank - 1);
  const Value half = mul(dy, weights(n, 0.5, sub(rank, scalar(1)), rank, dy.dtype()));
  const Value back = one(kInverseRealFft[Rank - 1], {half, length}, {{"Treal", x.dtype()}});
  return {fitted(mul(back, product_of(length, x.dtype())), x), nullptr};
}

template <int Rank>
Values irfft_grad(GradientContext& ctx) {
  const Value &dy = ctx.grad(), &length = ctx.input(1), &x = ctx.input(0);
  const Value rank = op<"Rank">({dy}), n = item(length, Rank - 1);
  const Value forward = one(kRealFft[Rank - 1], {dy, length}, {{"Tcomplex", x.dtype()}});
  const Value both = mul(forward, weights(n, 2, sub(rank, scalar(1)), rank, x.dtype()));
  return {fitted(div(both, product_of(length, x.dtype())), x), nullptr};
}

template <Kind kKind>
Values fft_nd_grad(GradientContext& ctx) {
  const Value &dy = ctx.grad(), &length = ctx.input(1), &axes = ctx.input(2), &x = ctx.input(0);
  const Value n = product_of(length, x.dtype());
  if (kKind == Kind::kForward) return {fitted(mul(op<"IFFTND">({dy, length, axes}), n), x), nullptr, nullptr};
  if (kKind == Kind::kInverse) return {fitted(div(op<"FFTND">({dy, length, axes}), n), x), nullptr, nullptr};
  const Value rank = op<"Rank">({dy}), axis = op<"FloorMod">({last_item(axes), rank});
  if (kKind == Kind::kReal) {
    const Value half = mul(dy, weights(last_item(length), 0.5, axis, rank, dy.dtype()));
    const Value back = op<"IRFFTND">({half, length, axes}, {{"Treal", x.dtype()}});
    return {fitted(mul(back, n), x), nullptr, nullptr};
  }
  const Value forward = op<"RFFTND">({dy, length, axes}, {{"Tcomplex", x.dtype()}});
  const Value both = mul(forward, weights(last_item(length), 2, axis, rank, x.dtype()));
  return {fitted(div(both, n), x), nullptr, nullptr};
}

// ---- the ops ----

void nd_rows(VectorizeContext& ctx) {
  if (ctx.any_rows(1, 3)) return;
  ctx.set_all(Values{ctx.stacked(0), ctx.value(1), VectorizeContext::shifted(ctx.value(2))});
}

#define DEFINE_FFT(NAME, RANK, KIND, AXES)                                 \
  DEFINE_OP(NAME)                                                          \
      .input("input: Tcomplex")                                            \
      .output("output: Tcomplex")                                          \
      .attr("Tcomplex: {complex64, complex128} = complex64")               \
      .doc("The discrete Fourier transform (or its inverse) of " AXES ".") \
      .shape(fft_shape<RANK>)                                              \
      .kernel(CPU, fft_cpu<RANK, KIND>)                                    \
      .gradient(fft_grad<RANK, KIND>)                                      \
      .vectorize(vectorize::leading_axes)
DEFINE_FFT("FFT", 1, Kind::kForward, "the last axis");
DEFINE_FFT("IFFT", 1, Kind::kInverse, "the last axis");
DEFINE_FFT("FFT2D", 2, Kind::kForward, "the last two axes");
DEFINE_FFT("IFFT2D", 2, Kind::kInverse, "the last two axes");
DEFINE_FFT("FFT3D", 3, Kind::kForward, "the last three axes");
DEFINE_FFT("IFFT3D", 3, Kind::kInverse, "the last three axes");

// Their names in old graphs.
#define DEFINE_BATCH_FFT(NAME, RANK, KIND)                                \
  DEFINE_OP(NAME)                                                         \
      .input("input: complex64")                                          \
      .output("output: complex64")                                        \
      .doc("What the op of this name without `Batch` is, of old graphs.") \
      .shape(fft_shape<RANK>)                                             \
      .kernel(CPU, fft_cpu<RANK, KIND>)                                   \
      .vectorize(vectorize::leading_axes)
DEFINE_BATCH_FFT("BatchFFT", 1, Kind::kForward);
DEFINE_BATCH_FFT("BatchIFFT", 1, Kind::kInverse);
DEFINE_BATCH_FFT("BatchFFT2D", 2, Kind::kForward);
DEFINE_BATCH_FFT("BatchIFFT2D", 2, Kind::kInverse);
DEFINE_BATCH_FFT("BatchFFT3D", 3, Kind::kForward);
DEFINE_BATCH_FFT("BatchIFFT3D", 3, Kind::kInverse);

#define DEFINE_RFFT(NAME, RANK, AXES)                                                           \
  DEFINE_OP(NAME)                                                                               \
      .input("input: Treal")                                                                    \
      .input("fft_length: int32")                                                               \
      .output("output: Tcomplex")                                                               \
      .attr("Treal: {float, double} = float")                                                   \
      .attr("Tcomplex: {complex64, complex128} = complex64")                                    \
      .doc("The transform of real numbers along " AXES "; of the last one only half is given.") \
      .shape(real_fft_shape<RANK, Kind::kReal>)                                                 \
      .kernel(CPU, real_fft_cpu<RANK, Kind::kReal>)                                             \
      .gradient(rfft_grad<RANK>)                                                                \
      .vectorize(vectorize::leading_axes_of<1>)
DEFINE_RFFT("RFFT", 1, "the last axis");
DEFINE_RFFT("RFFT2D", 2, "the last two axes");
DEFINE_RFFT("RFFT3D", 3, "the last three axes");

#define DEFINE_IRFFT(NAME, RANK, AXES)                                  \
  DEFINE_OP(NAME)                                                       \
      .input("input: Tcomplex")                                         \
      .input("fft_length: int32")                                       \
      .output("output: Treal")                                          \
      .attr("Treal: {float, double} = float")                           \
      .attr("Tcomplex: {complex64, complex128} = complex64")            \
      .doc("Real numbers from half of their transform along " AXES ".") \
      .shape(real_fft_shape<RANK, Kind::kInverseReal>)                  \
      .kernel(CPU, real_fft_cpu<RANK, Kind::kInverseReal>)              \
      .gradient(irfft_grad<RANK>)                                       \
      .vectorize(vectorize::leading_axes_of<1>)
DEFINE_IRFFT("IRFFT", 1, "the last axis");
DEFINE_IRFFT("IRFFT2D", 2, "the last two axes");
DEFINE_IRFFT("IRFFT3D", 3, "the last three axes");

#define DEFINE_FFT_ND(NAME, KIND)                                             \
  DEFINE_OP(NAME)                                                             \
      .input("input: Tcomplex")                                               \
      .input("fft_length: int32")                                             \
      .input("axes: int32")                                                   \
      .output("output: Tcomplex")                                             \
      .attr("Tcomplex: {complex64, complex128} = complex64")                  \
      .doc("The discrete Fourier transform (or its inverse) along any axes.") \
      .shape(fft_nd_shape<KIND>)                                              \
      .kernel(CPU, fft_nd_cpu<KIND>)                                          \
      .gradient(fft_nd_grad<KIND>)                                            \
      .vectorize(nd_rows)
DEFINE_FFT_ND("FFTND", Kind::kForward);
DEFINE_FFT_ND("IFFTND", Kind::kInverse);

DEFINE_OP("RFFTND")
    .input("input: Treal")
    .input("fft_length: int32")
    .input("axes: int32")
    .output("output: Tcomplex")
    .attr("Treal: {float, double} = float")
    .attr("Tcomplex: {complex64, complex128} = complex64")
    .doc("The transform of real numbers along any axes; of the last of these only half is given.")
    .shape(fft_nd_shape<Kind::kReal>)
    .kernel(CPU, fft_nd_cpu<Kind::kReal>)
    .gradient(fft_nd_grad<Kind::kReal>)
    .vectorize(nd_rows);

DEFINE_OP("IRFFTND")
    .input("input: Tcomplex")
    .input("fft_length: int32")
    .input("axes: int32")
    .output("output: Treal")
    .attr("Treal: {float, double} = float")
    .attr("Tcomplex: {complex64, complex128} = complex64")
    .doc("Real numbers from half of their transform along any axes.")
    .shape(fft_nd_shape<Kind::kInverseReal>)
    .kernel(CPU, fft_nd_cpu<Kind::kInverseReal>)
    .gradient(fft_nd_grad<Kind::kInverseReal>)
    .vectorize(nd_rows);

const GradientNeedsOf unread{GradientNeeds::kShapes, {"FFT", "IFFT", "FFT2D", "IFFT2D", "FFT3D", "IFFT3D"}};

XLA_MUST_KNOW({"IRFFT", "RFFT"}, {"fft_length"});

}  // namespace
}  // namespace graphwright
