// Padding an array with a constant or with its own reflection.
#include <array>

#include "base/parallel.h"
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

template <class Context>
void check_paddings_shape(const Context& ctx, const Shape& x, const Shape& paddings) {
  if (!paddings.has_rank()) return;
  if (paddings.rank() != 2 || (paddings[1] >= 0 && paddings[1] != 2))
    ctx.fail("paddings must be a matrix with 2 columns: ", paddings);
  if (x.has_rank() && paddings[0] >= 0 && paddings[0] != x.rank())
    ctx.fail("The first dimension of paddings must be the rank of inputs", paddings, " ", x);
}

template <class Context>
void check_paddings(const Context& ctx, const Ints& paddings) {
  for (size_t i = 0; i + 1 < paddings.size(); i += 2) {
    if (paddings[i] < 0 || paddings[i + 1] < 0)
      ctx.fail("Paddings must be non-negative: ", paddings[i], " ", paddings[i + 1]);
  }
}

template <class Context>
Shape padded_shape(const Context& ctx, const Shape& x, const Ints& paddings) {
  check_paddings(ctx, paddings);
  Shape out = x;
  for (int i = 0; i < x.rank(); ++i) {
    if (x[i] < 0) continue;
    int64_t size;
    if (__builtin_add_overflow(x[i], paddings[2 * i], &size) ||
        __builtin_add_overflow(size, paddings[2 * i + 1], &size))
      ctx.fail("Paddings are too large: ", paddings[2 * i], " ", paddings[2 * i + 1]);
    out.set(i, size);
  }
  return out;
}

// The same where not all paddings are known.
Shape partly_padded(ShapeContext& ctx, const Shape& x) {
  Shape out = Shape::filled(x.rank(), kUnknown);
  const Shape known = known_elements(ctx, 1);
  if (known.rank() != 2 * x.rank()) return out;
  for (int i = 0; i < x.rank(); ++i) {
    const int64_t before = known[2 * i], after = known[2 * i + 1];
    if (before >= 0 && after >= 0) out.set(i, padded_shape(ctx, Shape{x[i]}, Ints{before, after})[0]);
  }
  return out;
}

// Puts x into the middle of `out`.
void place(const Tensor& out, const Tensor& x, const Ints& paddings) {
  if (x.num_elements() == 0) return;
  auto to = strides_of(out.shape()), from = strides_of(x.shape());
  int64_t offset = 0;
  CopyAxes axes;
  for (int i = 0; i < x.shape().rank(); ++i) {
    offset += paddings[2 * i] * to[i];
    axes.push_back({x.shape()[i], to[i], from[i]});
  }
  strided_copy(x.dtype(), axes, advance(out.raw(), out.dtype(), offset), x.raw());
}

void pad_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  check_paddings_shape(ctx, x, ctx.input(1));
  if (ctx.num_inputs() == 3 && ctx.input(2).has_rank() && ctx.input(2).rank() != 0)
    ctx.fail("constant_values must be a scalar. Found: ", ctx.input(2));
  auto paddings = known_ints(ctx, 1);
  if (!x.has_rank()) {
    if (paddings) check_paddings(ctx, *paddings);
    int64_t rank = ctx.input(1).has_rank() ? ctx.input(1)[0] : kUnknown;
    return ctx.set_output(0, rank < 0 ? Shape::unknown() : Shape::filled(static_cast<int>(rank), kUnknown));
  }
  ctx.set_output(0, paddings ? padded_shape(ctx, x, *paddings) : partly_padded(ctx, x));
}
void pad_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  check_paddings_shape(ctx, x.shape(), ctx.input(1).shape());
  Ints paddings = ctx.input(1).ints();
  Shape shape = padded_shape(ctx, x.shape(), paddings);
  if (shape == x.shape()) return ctx.set_output(0, x);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  uint64_t zero[2] = {0, 0};
  if (ctx.num_inputs() == 3) {
    if (ctx.input(2).num_elements() != 1) ctx.fail("constant_values must be a scalar. Found: ", ctx.input(2).shape());
    fill_elements(out.dtype(), out.raw(), ctx.input(2).raw(), out.num_elements());
  } else if (is_plain(out.dtype())) {
    fill_elements(out.dtype(), out.raw(), zero, out.num_elements());
  }
  place(out, x, paddings);
}

// The part of dy that lies over x.
Values pad_grad(GradientContext& ctx) {
  const Value &x = ctx.input(0), &paddings = ctx.input(1);
  Value dy = ctx.grad(), begin;
  Values grads(ctx.num_inputs(), Value());
  if (paddings.is_tensor()) {
    Ints all = Tensor::of(paddings).ints();
    SmallVector<int64_t, 8> first;
    for (size_t i = 0; i < all.size(); i += 2) first.push_back(all[i]);
    begin = build::cast(build::int_vector(first), paddings.dtype());
  } else {
    begin = op<"StridedSlice">(
        {paddings, build::int_vector(std::array<int64_t, 2>{0, 0}), build::int_vector(std::array<int64_t, 2>{0, 1}),
         build::int_vector(std::array<int64_t, 2>{1, 1})},
        {{"begin_mask", int64_t{1}}, {"end_mask", int64_t{1}}, {"shrink_axis_mask", int64_t{2}}});
  }
  Value dx = op<"Slice">({dy, begin, build::shape_of(x, paddings.dtype())});
  grads[0] = dx;
  if (ctx.num_inputs() == 3 && ctx.wants(2))
    grads[2] = build::sub(op<"Sum">({dy, build::all_axes(dy)}), op<"Sum">({dx, build::all_axes(dx)}));
  return grads;
}

// 0 for SYMMETRIC, where the border is repeated; 1 for REFLECT, where it is the mirror.
template <class Context>
int mirror_offset(const Context& ctx) {
  return ctx.template attr<std::string>("mode") == "REFLECT" ? 1 : 0;
}

template <class Context>
void check_mirror(const Context& ctx, int64_t size, int64_t before, int64_t after, int offset) {
  if (before < 0 || after < 0) ctx.fail("paddings must be non-negative: ", before, " ", after);
  if (size < 0) return;
  if (before + offset > size || after + offset > size) {
    if (offset == 1)
      ctx.fail("paddings must be less than the dimension size: ", before, ", ", after, " not less than ", size);
    ctx.fail("paddings must be no greater than the dimension size: ", before, ", ", after, " greater than ", size);
  }
}

void mirror_pad_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  pad_shape(ctx);
  auto paddings = known_ints(ctx, 1);
  if (!paddings || !x.has_rank()) return;
  for (int i = 0; i < x.rank(); ++i)
    check_mirror(ctx, x[i], (*paddings)[2 * i], (*paddings)[2 * i + 1], mirror_offset(ctx));
}
void mirror_pad_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  check_paddings_shape(ctx, x.shape(), ctx.input(1).shape());
  Ints paddings = ctx.input(1).ints();
  int mirror = mirror_offset(ctx);
  for (int i = 0; i < x.shape().rank(); ++i)
    check_mirror(ctx, x.shape()[i], paddings[2 * i], paddings[2 * i + 1], mirror);
  Shape shape = padded_shape(ctx, x.shape(), paddings);
  if (shape == x.shape()) return ctx.set_output(0, x);
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  if (out.num_elements() == 0) return;
  place(out, x, paddings);
  // Axis by axis, what is there already is mirrored to both sides; later axes are still unpadded, earlier ones
  // complete.
  auto strides = strides_of(shape);
  DType dtype = out.dtype();
  for (int axis = 0; axis < shape.rank(); ++axis) {
    int64_t before = paddings[2 * axis], after = paddings[2 * axis + 1], size = x.shape()[axis], offset = 0;
    CopyAxes axes;
    for (int i = 0; i < shape.rank(); ++i) {
      if (i == axis) continue;
      bool complete = i < axis;
      if (!complete) offset += paddings[2 * i] * strides[i];
      axes.push_back({complete ? shape[i] : x.shape()[i], strides[i], strides[i]});
    }
    auto copy = [&](int64_t count, int64_t to, int64_t from) {
      if (count == 0) return;
      CopyAxes all = axes;
      all.push_back({count, strides[axis], -strides[axis]});
      strided_copy(dtype, all, advance(out.raw(), dtype, offset + to * strides[axis]),
                   advance(out.raw(), dtype, offset + from * strides[axis]));
    };
    copy(before, 0, 2 * before - 1 + mirror);
    copy(after, before + size, before + size - 1 - mirror);
  }
}
Values mirror_pad_grad(GradientContext& ctx) {
  return {op<"MirrorPadGrad">({ctx.grad(), ctx.input(1)}, {{"mode", ctx.attr<std::string>("mode")}}), nullptr};
}

void mirror_grad_shape(ShapeContext& ctx) {
  const Shape& dy = ctx.input(0);
  check_paddings_shape(ctx, dy, ctx.input(1));
  auto paddings = known_ints(ctx, 1);
  Shape out = dy;
  for (int i = 0; i < dy.rank(); ++i) {
    out.set(i, paddings && dy[i] >= 0 ? dy[i] - (*paddings)[2 * i] - (*paddings)[2 * i + 1] : kUnknown);
    if (paddings && dy[i] >= 0) {
      if ((*paddings)[2 * i] < 0 || (*paddings)[2 * i + 1] < 0 || out[i] < 0)
        ctx.fail("paddings do not fit the extent ", dy[i], ": ", (*paddings)[2 * i], " ", (*paddings)[2 * i + 1]);
    }
  }
  ctx.set_output(0, out);
}
// Folds the padding of one axis after the other back onto the elements it mirrors.
void mirror_grad_cpu(KernelContext& ctx) {
  const Tensor& dy = ctx.input(0);
  check_paddings_shape(ctx, dy.shape(), ctx.input(1).shape());
  Ints paddings = ctx.input(1).ints();
  int mirror = mirror_offset(ctx);
  Tensor folded = dy;
  for (int axis = 0; axis < dy.shape().rank(); ++axis) {
    int64_t before = paddings[2 * axis], after = paddings[2 * axis + 1], padded = dy.shape()[axis];
    int64_t size = padded - before - after;
    if (size <= 0) ctx.fail("paddings do not fit the extent ", padded, ": ", before, " ", after);
    check_mirror(ctx, size, before, after, mirror);
    if (before == 0 && after == 0) continue;
    Shape shape = folded.shape();
    int64_t outer = product(shape, 0, axis), inner = product(shape, axis + 1, shape.rank());
    shape.set(axis, size);
    Tensor next = Tensor::allocate(dy.dtype(), shape);
    bool known = visit_number(dy.dtype(), [&]<class T>() {
      using C = compute_t<T>;
      const T* from = folded.data<T>();
      T* to = next.data<T>();
      parallel_for(outer, (1 << 14) / std::max<int64_t>(1, size * inner) + 1, [&](int64_t begin, int64_t end) {
        auto add = [&](T* target, const T* source) {
          for (int64_t j = 0; j < inner; ++j)
            target[j] = static_cast<T>(static_cast<C>(target[j]) + static_cast<C>(source[j]));
        };
        for (int64_t o = begin; o < end; ++o) {
          const T* source = from + o * padded * inner;
          T* target = to + o * size * inner;
          std::copy_n(source + before * inner, size * inner, target);
          for (int64_t i = 0; i < before; ++i) add(target + (before - 1 - i + mirror) * inner, source + i * inner);
          for (int64_t i = 0; i < after; ++i)
            add(target + (size - 1 - i - mirror) * inner, source + (before + size + i) * inner);
        }
      });
    });
    if (!known) ctx.fail_code(Code::kUnimplemented, "MirrorPadGrad has no kernel for dtype ", dy.dtype());
    folded = next;
  }
  ctx.set_output(0, folded);
}
Values mirror_grad_grad(GradientContext& ctx) {
  return {op<"MirrorPad">({ctx.grad(), ctx.input(1)}, {{"mode", ctx.attr<std::string>("mode")}}), nullptr};
}

}  // namespace

void pad_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(1, ctx.num_inputs())) return;
  Value none = Tensor::zeros(ctx.value(1).dtype(), Shape{1, 2});
  Values inputs{ctx.value(0),
                op<"ConcatV2">({none, ctx.value(1), build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}})};
  if (ctx.num_inputs() > 2) inputs.push_back(ctx.value(2));
  ctx.set_all(inputs);
}

// Pad: zeros before and after x along each axis.
DEFINE_OP("Pad")
    .input("input: T")
    .input("paddings: Tpaddings")
    .output("output: T")
    .attr("T: type")
    .attr("Tpaddings: {int32, int64} = int32")
    .doc("`input` with `paddings[i, 0]` zeros before and `paddings[i, 1]` after it along each axis i.")
    .shape(pad_shape)
    .kernel(CPU, pad_cpu)
    .gradient(pad_grad)
    .vectorize(pad_vectorize);

// PadV2: `constant_values` before and after x along each axis.
DEFINE_OP("PadV2")
    .input("input: T")
    .input("paddings: Tpaddings")
    .input("constant_values: T")
    .output("output: T")
    .attr("T: type")
    .attr("Tpaddings: {int32, int64} = int32")
    .doc(
        "`input` with `paddings[i, 0]` times `constant_values` before and `paddings[i, 1]` times after it along each "
        "axis i.")
    .shape(pad_shape)
    .kernel(CPU, pad_cpu)
    .gradient(pad_grad)
    .vectorize(pad_vectorize);

// MirrorPad: the reflection of x before and after it along each axis.
DEFINE_OP("MirrorPad")
    .input("input: T")
    .input("paddings: Tpaddings")
    .output("output: T")
    .attr("T: type")
    .attr("Tpaddings: {int32, int64} = int32")
    .attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .doc(
        "`input` padded with its own reflection, which leaves the border element out (REFLECT) or repeats it "
        "(SYMMETRIC).")
    .shape(mirror_pad_shape)
    .kernel(CPU, mirror_pad_cpu)
    .gradient(mirror_pad_grad)
    .vectorize(pad_vectorize);

// MirrorPadGrad: dy with its padding folded back.
DEFINE_OP("MirrorPadGrad")
    .input("input: T")
    .input("paddings: Tpaddings")
    .output("output: T")
    .attr("T: type")
    .attr("Tpaddings: {int32, int64} = int32")
    .attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .doc("The gradient of MirrorPad: the padding of `input` added to the elements that it reflects.")
    .shape(mirror_grad_shape)
    .kernel(CPU, mirror_grad_cpu)
    .gradient(mirror_grad_grad)
    .vectorize(pad_vectorize);

XLA_MUST_KNOW({"MirrorPad", "MirrorPadGrad", "Pad", "PadV2"}, {"paddings"});

}  // namespace graphwright
