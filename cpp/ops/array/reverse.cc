// Turning an array round along axes: ReverseV2, Reverse, ReverseSequence, Roll.
#include "base/parallel.h"
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

// Reverses x along the axes for which `flipped` holds.
void reverse(KernelContext& ctx, const Tensor& x, const SmallVector<bool, 8>& flipped) {
  bool any = false;
  for (size_t i = 0; i < flipped.size(); ++i) any |= flipped[i] && x.shape()[static_cast<int>(i)] > 1;
  if (!any) return ctx.set_output(0, x);
  Tensor out = ctx.allocate(0, x.shape());
  if (x.num_elements() == 0) return;
  auto strides = strides_of(x.shape());
  int64_t offset = 0;
  CopyAxes axes;
  for (int i = 0; i < x.shape().rank(); ++i) {
    int64_t size = x.shape()[i];
    if (flipped[i]) offset += (size - 1) * strides[i];
    axes.push_back({size, strides[i], flipped[i] ? -strides[i] : strides[i]});
  }
  strided_copy(x.dtype(), axes, out.raw(), advance(x.raw(), x.dtype(), offset));
}

template <class Context>
SmallVector<bool, 8> flipped_axes(const Context& ctx, const Ints& axes, int rank) {
  SmallVector<bool, 8> flipped(rank, false);
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t axis = axes[i] < 0 ? axes[i] + rank : axes[i];
    if (axis < 0 || axis >= rank) ctx.fail("'axis'[", i, "] = ", axes[i], " is out of valid range [0, ", rank - 1);
    if (flipped[axis]) ctx.fail("axis ", axis, " specified more than once.");
    flipped[axis] = true;
  }
  return flipped;
}

void reverse_v2_shape(ShapeContext& ctx) {
  // While a graph is built the axes are looked at; where it runs, nothing is to be reversed.
  const Shape& x = ctx.input(0);
  if (ctx.value(0).is_tensor() && (x.rank() == 0 || x.num_elements() == 0)) return ctx.set_output(0, x);
  const Shape& axes_shape = ctx.input(1);
  if (axes_shape.has_rank() && axes_shape.rank() != 1) ctx.fail("'dims' must be 1-dimension, not ", axes_shape.rank());
  if (auto axes = known_ints(ctx, 1); axes && ctx.input(0).has_rank()) flipped_axes(ctx, *axes, ctx.input(0).rank());
  ctx.set_output(0, ctx.input(0));
}
void reverse_v2_cpu(KernelContext& ctx) {
  if (ctx.input(0).shape().rank() == 0 || ctx.input(0).num_elements() == 0) return ctx.set_output(0, ctx.input(0));
  if (ctx.input(1).shape().rank() != 1) ctx.fail("'dims' must be 1-dimension, not ", ctx.input(1).shape().rank());
  reverse(ctx, ctx.input(0), flipped_axes(ctx, ctx.input(1).ints(), ctx.input(0).shape().rank()));
}
Values reverse_v2_grad(GradientContext& ctx) { return {op<"ReverseV2">({ctx.grad(), ctx.input(1)}), nullptr}; }

void reverse_shape(ShapeContext& ctx) {
  Shape dims = ctx.with_rank(1, 1);
  const Shape& x = ctx.input(0);
  if (x.has_rank() && dims[0] >= 0 && dims[0] != x.rank())
    ctx.fail("'dims' must have one entry for each of the ", x.rank(), " axes of the tensor, got ", dims[0]);
  ctx.set_output(0, x.has_rank() || dims[0] < 0 ? x : Shape::filled(static_cast<int>(dims[0]), kUnknown));
}
void reverse_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &dims = ctx.input(1);
  if (dims.shape().rank() != 1 || dims.num_elements() != x.shape().rank())
    ctx.fail("'dims' must have one entry for each of the ", x.shape().rank(), " axes of the tensor, got shape ",
             dims.shape());
  SmallVector<bool, 8> flipped;
  for (int64_t i = 0; i < dims.num_elements(); ++i) flipped.push_back(dims.data<bool>()[i]);
  reverse(ctx, x, flipped);
}
Values reverse_grad(GradientContext& ctx) { return {op<"Reverse">({ctx.grad(), ctx.input(1)}), nullptr}; }

template <class Context>
void check_sequence_axes(const Context& ctx, const Shape& x, const Shape& lengths, int64_t seq, int64_t batch) {
  if (lengths.has_rank() && lengths.rank() != 1) ctx.fail("seq_lengths must be 1-dim, not ", lengths.rank());
  if (!x.has_rank()) return;
  if (seq == batch) ctx.fail("batch_dim == seq_dim == ", seq);
  if (seq < 0 || seq >= x.rank()) ctx.fail("seq_dim must be < input rank ( ", seq, " vs. ", x.rank(), ")");
  if (batch < 0 || batch >= x.rank()) ctx.fail("batch_dim must be < input rank ( ", batch, " vs. ", x.rank(), ")");
  int64_t n = lengths.has_rank() ? lengths[0] : kUnknown, size = x[static_cast<int>(batch)];
  if (n >= 0 && size >= 0 && n != size)
    ctx.fail("Length of seq_lengths != input.dims(", batch, "), (", n, " vs. ", size, ")");
}
void reverse_sequence_shape(ShapeContext& ctx) {
  check_sequence_axes(ctx, ctx.input(0), ctx.input(1), ctx.attr<int64_t>("seq_dim"), ctx.attr<int64_t>("batch_dim"));
  Shape out = ctx.input(0);
  if (out.has_rank() && ctx.input(1).has_rank() && ctx.input(1)[0] >= 0)
    out.set(static_cast<int>(ctx.attr<int64_t>("batch_dim")), ctx.input(1)[0]);
  ctx.set_output(0, out);
}
void reverse_sequence_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  int seq = static_cast<int>(ctx.attr<int64_t>("seq_dim")), batch = static_cast<int>(ctx.attr<int64_t>("batch_dim"));
  check_sequence_axes(ctx, x.shape(), ctx.input(1).shape(), seq, batch);
  Ints lengths = ctx.input(1).ints();
  for (size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] < 0) ctx.fail("seq_lens(", b, ") < 0");
    if (lengths[b] > x.shape()[seq]) ctx.fail("seq_lens(", b, ") > input.dims(", seq, ")");
  }
  Tensor out = ctx.allocate(0, x.shape());
  if (x.num_elements() == 0) return;
  auto strides = strides_of(x.shape());
  CopyAxes others;
  for (int i = 0; i < x.shape().rank(); ++i)
    if (i != seq && i != batch) others.push_back({x.shape()[i], strides[i], strides[i]});
  int64_t row = x.num_elements() / x.shape()[batch];
  parallel_for(x.shape()[batch], (1 << 15) / row + 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      int64_t length = lengths[b], start = b * strides[batch];
      auto copy = [&](int64_t count, int64_t to, int64_t from, int64_t direction) {
        if (count == 0) return;
        CopyAxes axes = others;
        axes.push_back({count, strides[seq], direction * strides[seq]});
        strided_copy(x.dtype(), axes, advance(out.raw(), x.dtype(), start + to * strides[seq]),
                     advance(x.raw(), x.dtype(), start + from * strides[seq]));
      };
      copy(length, 0, length - 1, -1);
      copy(x.shape()[seq] - length, length, length, 1);
    }
  });
}
Values reverse_sequence_grad(GradientContext& ctx) {
  Attrs attrs{{"seq_dim", ctx.attr<int64_t>("seq_dim")}, {"batch_dim", ctx.attr<int64_t>("batch_dim")}};
  return {op<"ReverseSequence">({ctx.grad(), ctx.input(1)}, attrs), nullptr};
}

void roll_shape(ShapeContext& ctx) {
  const Shape &x = ctx.input(0), &shift = ctx.input(1), &axis = ctx.input(2);
  if (x.rank() == 0) ctx.fail("input must be 1-D or higher");
  if (shift.rank() > 1) ctx.fail("shift must be a scalar or a 1-D vector. Found: ", shift);
  if (axis.rank() > 1) ctx.fail("axis must be a scalar or a 1-D vector. Found: ", axis);
  if (!shift.compatible(axis)) ctx.fail("shift and axis must have the same size");
  ctx.set_output(0, x);
}
void roll_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &shifts = ctx.input(1), &axes = ctx.input(2);
  int rank = x.shape().rank();
  if (rank == 0) ctx.fail("input must be 1-D or higher");
  if (shifts.shape().rank() > 1) ctx.fail("shift must be a scalar or a 1-D vector. Found: ", shifts.shape());
  if (axes.shape().rank() > 1) ctx.fail("axis must be a scalar or a 1-D vector. Found: ", axes.shape());
  if (!(shifts.shape() == axes.shape())) ctx.fail("shift and axis must have the same size");
  SmallVector<int64_t, 8> total(rank, 0);
  for (int64_t i = 0; i < axes.num_elements(); ++i) {
    int64_t axis = axes.int_at(i);
    if (axis < -rank || axis >= rank) ctx.fail("axis ", axis, " is out of range");
    if (axis < 0) axis += rank;
    int64_t size = std::max<int64_t>(x.shape()[static_cast<int>(axis)], 1);
    total[axis] = (total[axis] + (shifts.int_at(i) % size + size)) % size;
  }
  Tensor out = ctx.allocate(0, x.shape());
  if (x.num_elements() == 0) return;
  auto strides = strides_of(x.shape());
  // Each shifted axis falls into two stretches; each choice of stretches is one block to copy.
  SmallVector<int, 8> shifted;
  for (int i = 0; i < rank; ++i)
    if (total[i] != 0) shifted.push_back(i);
  for (int64_t choice = 0; choice < int64_t{1} << shifted.size(); ++choice) {
    CopyAxes block;
    int64_t to = 0, from = 0;
    for (int i = 0; i < rank; ++i) block.push_back({x.shape()[i], strides[i], strides[i]});
    for (size_t k = 0; k < shifted.size(); ++k) {
      int axis = shifted[k];
      int64_t size = x.shape()[axis], shift = total[axis];
      bool wraps = choice >> k & 1;
      block[axis].size = wraps ? shift : size - shift;
      to += wraps ? 0 : shift * strides[axis];
      from += wraps ? (size - shift) * strides[axis] : 0;
    }
    strided_copy(x.dtype(), block, advance(out.raw(), x.dtype(), to), advance(x.raw(), x.dtype(), from));
  }
}
Values roll_grad(GradientContext& ctx) {
  return {op<"Roll">({ctx.grad(), build::neg(ctx.input(1)), ctx.input(2)}), nullptr, nullptr};
}

}  // namespace

// ReverseV2: x backwards along the axes `axis`.
DEFINE_OP("ReverseV2")
    .input("tensor: T")
    .input("axis: Tidx")
    .output("output: T")
    .attr("Tidx: {int32, int64} = int32")
    .attr(
        "T: {uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, float, double, complex64, "
        "complex128, string}")
    .doc("`tensor` with the order of its elements reversed along each axis in `axis`.")
    .shape(reverse_v2_shape)
    .kernel(CPU, reverse_v2_cpu)
    .gradient(reverse_v2_grad)
    .vectorize(vectorize::axes_input);

// Reverse: x backwards along the axes for which `dims` is true.
DEFINE_OP("Reverse")
    .input("tensor: T")
    .input("dims: bool")
    .output("output: T")
    .attr(
        "T: {uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, half, float, double, complex64, "
        "complex128, string}")
    .doc("`tensor` with the order of its elements reversed along each axis for which `dims` holds.")
    .shape(reverse_shape)
    .kernel(CPU, reverse_cpu)
    .gradient(reverse_grad);

// Rows become further batches.
void reverse_sequence_vectorize(VectorizeContext& ctx) {
  if (ctx.attr<int64_t>("batch_dim") == 0 && ctx.attr<int64_t>("seq_dim") != 0) vectorize::examples<2>(ctx);
}

// ReverseSequence: the first seq_lengths[b] elements along seq_dim backwards, for each entry b along batch_dim.
DEFINE_OP("ReverseSequence")
    .input("input: T")
    .input("seq_lengths: Tlen")
    .output("output: T")
    .attr("seq_dim: int")
    .attr("batch_dim: int = 0")
    .attr("T: type")
    .attr("Tlen: {int32, int64} = int64")
    .doc("`input` with its first `seq_lengths[b]` elements along `seq_dim` reversed, for each b along `batch_dim`.")
    .shape(reverse_sequence_shape)
    .kernel(CPU, reverse_sequence_cpu)
    .gradient(reverse_sequence_grad)
    .vectorize(reverse_sequence_vectorize);

void roll_vectorize(VectorizeContext& ctx) {
  if (!ctx.any_rows(1, 3)) ctx.set_all(Values{ctx.value(0), ctx.value(1), VectorizeContext::shifted(ctx.value(2))});
}

// Roll: y[..., (i + shift) % n, ...] = x[..., i, ...] along each axis.
DEFINE_OP("Roll")
    .input("input: T")
    .input("shift: Tshift")
    .input("axis: Taxis")
    .output("output: T")
    .attr("T: type")
    .attr("Tshift: {int32, int64}")
    .attr("Taxis: {int32, int64}")
    .doc("`input` shifted cyclically by `shift[k]` places along `axis[k]`; shifts along one axis add up.")
    .shape(roll_shape)
    .kernel(CPU, roll_cpu)
    .gradient(roll_grad)
    .vectorize(roll_vectorize);

XLA_MUST_KNOW({"ReverseV2", "Roll"}, {"axis"});

}  // namespace graphwright
