// Joining arrays along an axis, one that they have (concat) or a new one (pack).
#include "kernels/strided_copy.h"
#include "op/gradient_slices.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

// Concat has the axis first, ConcatV2 last.
struct ConcatInputs {
  int axis;
  int begin;
  int end;
};
template <class Context>
ConcatInputs concat_inputs(const Context& ctx) {
  int n = ctx.num_inputs();
  return ctx.op().inputs[0].is_list() ? ConcatInputs{n - 1, 0, n - 1} : ConcatInputs{0, 1, n};
}

template <class Context>
int concat_axis(const Context& ctx, int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    ctx.fail("ConcatOp : Expected concatenating dimensions in the range [", -rank, ", ", rank, "), but got ", axis);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

template <class Context>
void check_ranks(const Context& ctx, const Shape& first, const Shape& other, int i) {
  if (first.rank() == 0) ctx.fail("ConcatOp : Can't concatenate scalars (use tf.stack instead)");
  if (first.rank() != other.rank())
    ctx.fail("ConcatOp : Ranks of all input tensors should match: shape[0] = ", first, " vs. shape[", i, "] = ", other);
}

void concat_shape(ShapeContext& ctx) {
  ConcatInputs in = concat_inputs(ctx);
  if (ctx.input(in.axis).has_rank() && ctx.input(in.axis).num_elements() > 1)
    ctx.fail("ConcatOp : Expected concat_dim to be a scalar, got shape ", ctx.input(in.axis));
  auto axis_value = known_int(ctx, in.axis);
  Shape out = Shape::unknown();
  int first = -1, axis = -1;
  for (int i = in.begin; i < in.end; ++i) {
    const Shape& shape = ctx.input(i);
    if (!shape.has_rank()) continue;
    if (first < 0) {
      first = i;
      out = shape;
      check_ranks(ctx, out, out, 0);
      if (axis_value) axis = concat_axis(ctx, *axis_value, out.rank());
      continue;
    }
    check_ranks(ctx, ctx.input(first), shape, i - in.begin);
    for (int d = 0; d < out.rank(); ++d) {
      if (d == axis) {
        out.set(d, out[d] < 0 || shape[d] < 0 ? kUnknown : out[d] + shape[d]);
      } else if (!axis_value) {
        continue;
      } else if (out[d] < 0) {
        out.set(d, shape[d]);
      } else if (shape[d] >= 0 && shape[d] != out[d]) {
        ctx.fail("ConcatOp : Dimension ", d, " in both shapes must be equal: shape[", first - in.begin,
                 "] = ", ctx.input(first), " vs. shape[", i - in.begin, "] = ", shape);
      }
    }
  }
  if (out.has_rank() && !axis_value) {
    out = in.end - in.begin == 1 ? out : Shape::filled(out.rank(), kUnknown);
  } else if (out.has_rank()) {
    for (int i = in.begin; i < in.end; ++i)
      if (!ctx.input(i).has_rank()) out.set(axis, kUnknown);
  }
  ctx.set_output(0, out);
}

void concat_cpu(KernelContext& ctx) {
  ConcatInputs in = concat_inputs(ctx);
  const Shape& first = ctx.input(in.begin).shape();
  check_ranks(ctx, first, first, 0);
  const Tensor& where = ctx.input(in.axis);
  if (where.num_elements() != 1 || where.shape().rank() > 1)
    ctx.fail("ConcatOp : Expected concat_dim to be a scalar, got shape ", where.shape());
  int axis = concat_axis(ctx, where.int_at(0), first.rank());  // a vector of one passes, too
  Shape shape = first;
  int filled = -1, num_filled = 0;
  for (int i = in.begin; i < in.end; ++i) {
    const Shape& other = ctx.input(i).shape();
    check_ranks(ctx, first, other, i - in.begin);
    for (int d = 0; d < first.rank(); ++d) {
      if (d != axis && other[d] != first[d])
        ctx.fail("ConcatOp : Dimension ", d, " in both shapes must be equal: shape[0] = ", first, " vs. shape[",
                 i - in.begin, "] = ", other);
    }
    if (i > in.begin) shape.set(axis, shape[axis] + other[axis]);
    if (other[axis] > 0) filled = i, ++num_filled;
  }
  if (num_filled == 1) return ctx.set_output(0, ctx.input(filled));
  Tensor out = ctx.allocate(0, shape);
  int64_t outer = product(shape, 0, axis), width = product(shape, axis, shape.rank()), at = 0;
  for (int i = in.begin; i < in.end; ++i) {
    const Tensor& part = ctx.input(i);
    int64_t n = product(part.shape(), axis, shape.rank());
    strided_copy(out.dtype(), {{outer, width, n}, {n, 1, 1}}, advance(out.raw(), out.dtype(), at), part.raw());
    at += n;
  }
}

// Vectors of sizes behind each other.
Shape concat_value(ShapeContext& ctx) {
  ConcatInputs in = concat_inputs(ctx);
  Shape all;
  for (int i = in.begin; i < in.end; ++i) {
    if (ctx.input(i).rank() != 1) return Shape::unknown();
    Shape part = known_extents(ctx, i);
    if (!part.has_rank()) return part;
    all = all.concat(part);
  }
  return all;
}

// The slices of a gradient that belong to the rows [from, to).
Value rows_between(const GradientSlices& slices, int64_t from, int64_t to, const Shape& shape) {
  DType dtype = slices.indices.dtype();
  Value first = Tensor::scalar_of(dtype, static_cast<double>(from));
  Value inside = op<"LogicalAnd">({op<"GreaterEqual">({slices.indices, first}),
                                   op<"Less">({slices.indices, Tensor::scalar_of(dtype, static_cast<double>(to))})});
  Value places = build::reshape(op<"Where">({inside}), build::ints({-1}));
  Value axis = build::number(DType::kInt32, 0);
  return make_slices(op<"GatherV2">({slices.values, places, axis}),
                     build::sub(op<"GatherV2">({slices.indices, places, axis}), first), Tensor::from_shape(shape));
}

Values concat_grad(GradientContext& ctx) {
  ConcatInputs in = concat_inputs(ctx);
  Value dy = ctx.grad();
  Values grads(ctx.num_inputs(), Value());
  int n = in.end - in.begin;
  if (n == 1) {
    grads[in.begin] = dy;
    return grads;
  }
  // Where the sizes along the axis are known, the parts are cut at known places.
  const Value& axis_value = ctx.input(in.axis);
  bool known = axis_value.is_tensor();
  for (int i = in.begin; i < in.end && known; ++i) known = ctx.input(i).shape().fully_defined();
  const GradientSlices* slices = slices_of(dy);
  if (slices && !known) dy = to_dense(dy);
  if (known) {
    const Shape& first = ctx.input(in.begin).shape();
    int64_t axis = Tensor::of(axis_value).int_at(0);
    if (axis < 0) axis += first.rank();
    Ints begin(first.rank(), 0);
    for (int i = in.begin; i < in.end; ++i) {
      const Shape& shape = ctx.input(i).shape();
      Ints size(shape.begin(), shape.end());
      if (ctx.wants(i) && slices && axis == 0) {
        grads[i] = rows_between(*slices, begin[0], begin[0] + shape[0], shape);
      } else if (ctx.wants(i) && slices) {
        size[0] = -1;
        Value part = op<"Slice">({slices->values, build::int_vector(begin), build::int_vector(size)});
        grads[i] = make_slices(part, slices->indices, Tensor::from_shape(shape));
      } else if (ctx.wants(i)) {
        grads[i] = op<"Slice">({dy, build::int_vector(begin), build::int_vector(size)});
      }
      begin[axis] += shape[static_cast<int>(axis)];
    }
    return grads;
  }
  Value axis = axis_value;
  Values offset_inputs, shapes;
  if (axis.dtype() != DType::kInt32) axis = build::cast(axis, DType::kInt32);
  // ConcatOffset counts axes from the front.
  axis = op<"FloorMod">({axis, op<"Rank">({ctx.input(in.begin)})});
  offset_inputs.push_back(axis);
  for (int i = in.begin; i < in.end; ++i) {
    shapes.push_back(build::shape_of(ctx.input(i)));
    offset_inputs.push_back(shapes.back());
  }
  Values offsets = ops<"ConcatOffset">(offset_inputs);
  for (int i = 0; i < n; ++i)
    if (ctx.wants(in.begin + i)) grads[in.begin + i] = op<"Slice">({dy, offsets[i], shapes[i]});
  return grads;
}

void concat_offset_shape(ShapeContext& ctx) {
  Shape shape = ctx.with_rank(1, 1);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    if (!ctx.with_rank(i, 1).compatible(shape))
      ctx.fail("input ", i - 1, " should contain ", shape[0], " elements, but got ", ctx.input(i)[0]);
    shape = shape.merge(ctx.with_rank(i, 1));
  }
  for (int i = 1; i < ctx.num_inputs(); ++i) ctx.set_output(i - 1, shape);
}
void concat_offset_cpu(KernelContext& ctx) {
  Ints first = ctx.input(1).ints();
  int rank = static_cast<int>(first.size());
  int64_t axis = int_input(ctx, 0);
  if (axis < -rank || axis >= rank) ctx.fail("Concat dim is out of range: ", axis, " vs. ", rank);
  if (axis < 0) axis += rank;
  int64_t offset = 0;
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    const Tensor& input = ctx.input(i);
    if (input.shape().rank() != 1 || input.num_elements() != rank)
      ctx.fail("input ", i - 1, " should contain ", rank, " elements, but got ", input.num_elements());
    Tensor out = ctx.allocate(i - 1, Shape{rank});
    visit_dtype<int32_t, int64_t>(out.dtype(), [&]<class T>() {
      for (int d = 0; d < rank; ++d) {
        int64_t size = input.data<T>()[d];
        if (d != axis && size != first[d])
          ctx.fail("All dimensions except ", axis, " must match. Input ", i - 1, " has shape [",
                   str_join(input.ints(), " "), "] and doesn't match input 0 with shape [", str_join(first, " "), "].");
        out.data<T>()[d] = d == axis ? static_cast<T>(offset) : T{0};
      }
    });
    offset += input.int_at(axis);
  }
}

template <class Context>
int pack_axis(const Context& ctx, int rank) {
  int64_t axis = ctx.template attr<int64_t>("axis");
  if (axis < -rank - 1 || axis > rank) ctx.fail("axis = ", axis, " not in [", -rank - 1, ", ", rank + 1, ")");
  return static_cast<int>(axis < 0 ? axis + rank + 1 : axis);
}
void pack_shape(ShapeContext& ctx) {
  Shape shape = ctx.input(0);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    if (!shape.compatible(ctx.input(i)))
      ctx.fail("Shapes of all inputs must match: values[0].shape = ", ctx.input(0), " != values[", i,
               "].shape = ", ctx.input(i));
    shape = shape.merge(ctx.input(i));
  }
  if (shape.has_rank()) shape.insert(pack_axis(ctx, shape.rank()), ctx.num_inputs());
  ctx.set_output(0, shape);
}
void pack_cpu(KernelContext& ctx) {
  const Shape& from = ctx.input(0).shape();
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    if (!(ctx.input(i).shape() == from))
      ctx.fail("Shapes of all inputs must match: values[0].shape = ", from, " != values[", i,
               "].shape = ", ctx.input(i).shape());
  }
  int axis = pack_axis(ctx, from.rank());
  Shape shape = from;
  shape.insert(axis, ctx.num_inputs());
  if (ctx.num_inputs() == 1) return ctx.set_output(0, ctx.input(0).reshaped(shape));
  Tensor out = ctx.allocate(0, shape);
  int64_t outer = product(from, 0, axis), n = product(from, axis, from.rank()), width = n * ctx.num_inputs();
  for (int i = 0; i < ctx.num_inputs(); ++i)
    strided_copy(out.dtype(), {{outer, width, n}, {n, 1, 1}}, advance(out.raw(), out.dtype(), i * n),
                 ctx.input(i).raw());
}
// Scalars as a vector of sizes.
// The elements of small vectors below each other, as paddings are.
Shape packed_rows(ShapeContext& ctx) {
  constexpr int kMostColumns = 8;
  if (ctx.attr<int64_t>("axis") != 0) return Shape::unknown();
  Shape all;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& row = ctx.input(i);
    if (row.rank() != 1 || row[0] < 0 || row[0] > kMostColumns) return Shape::unknown();
    const Shape known = known_elements(ctx, i);
    all = all.concat(known.rank() == row[0] ? known : Shape::filled(static_cast<int>(row[0]), kUnknown));
  }
  return all;
}
Shape pack_value(ShapeContext& ctx) {
  Shape sizes = Shape::filled(ctx.num_inputs(), kUnknown);
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (ctx.input(i).rank() != 0) return packed_rows(ctx);
    sizes.set(i, known_extent(ctx, i));
  }
  return sizes;
}
Values pack_grad(GradientContext& ctx) {
  Values grads = ops<"Unpack">({ctx.grad()},
                               {{"num", static_cast<int64_t>(ctx.num_inputs())}, {"axis", ctx.attr<int64_t>("axis")}});
  return grads;
}

void parallel_concat_shape(ShapeContext& ctx) {
  Shape shape = ctx.attr<Shape>("shape");
  if (!shape.fully_defined() || shape.rank() == 0) ctx.fail("shape must be fully known and not scalar, got ", shape);
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    Shape row = shape;
    row.set(0, 1);
    if (!row.compatible(ctx.input(i))) ctx.fail("All input shapes must be ", row, ", got ", ctx.input(i));
  }
  if (shape[0] != ctx.num_inputs())
    ctx.fail("shape ", shape, " asks for another number of inputs than ", ctx.num_inputs());
  ctx.set_output(0, shape);
}
void parallel_concat_cpu(KernelContext& ctx) {
  Shape shape = ctx.attr<Shape>("shape");
  Tensor out = ctx.allocate(0, shape);
  int64_t n = product(shape, 1, shape.rank());
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    if (ctx.input(i).num_elements() != n) ctx.fail("All inputs must have ", n, " elements, got ", ctx.input(i).shape());
    copy_elements(out.dtype(), advance(out.raw(), out.dtype(), i * n), ctx.input(i).raw(), n);
  }
}

}  // namespace

void concat_v2_vectorize(VectorizeContext& ctx) {
  const int last = ctx.num_inputs() - 1;
  if (ctx.rows(last)) return;
  Values inputs;
  for (int i = 0; i < last; ++i) inputs.push_back(ctx.stacked(i));
  inputs.push_back(VectorizeContext::shifted(ctx.value(last)));
  ctx.set_all(inputs);
}

// ConcatV2: the inputs behind each other along `axis`.
DEFINE_OP("ConcatV2")
    .input("values: N * T")
    .input("axis: Tidx")
    .output("output: T")
    .attr("N: int >= 2")
    .attr("T: type")
    .attr("Tidx: {int32, int64} = int32")
    .doc("The arrays `values` joined along `axis`; their other extents must agree.")
    .shape(concat_shape)
    .shape_value(concat_value)
    .kernel(CPU, concat_cpu)
    .trait(Trait::kPassesSlices)
    .gradient(concat_grad)
    .vectorize(concat_v2_vectorize);

void concat_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0)) return;
  Values inputs{VectorizeContext::shifted(ctx.value(0))};
  for (int i = 1; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.stacked(i));
  ctx.set_all(inputs);
}

// Concat: ConcatV2 with the axis first.
DEFINE_OP("Concat")
    .input("concat_dim: int32")
    .input("values: N * T")
    .output("output: T")
    .attr("N: int >= 2")
    .attr("T: type")
    .doc("The arrays `values` joined along `concat_dim`; their other extents must agree.")
    .shape(concat_shape)
    .shape_value(concat_value)
    .kernel(CPU, concat_cpu)
    .gradient(concat_grad)
    .vectorize(concat_vectorize);

// ConcatOffset: where each input begins in their concatenation.
DEFINE_OP("ConcatOffset")
    .input("concat_dim: int32")
    .input("shape: N * shape_type")
    .output("offset: N * shape_type")
    .attr("N: int >= 2")
    .attr("shape_type: {int32, int64} = int32")
    .doc("For arrays of the given shapes, the index at which each begins when they are joined along `concat_dim`.")
    .trait(Trait::kHostMemory)
    .shape(concat_offset_shape)
    .kernel(CPU, concat_offset_cpu)
    .no_gradient("works on shapes");

void pack_vectorize(VectorizeContext& ctx) {
  Attrs attrs = ctx.attrs();
  attrs.set("axis", VectorizeContext::shifted(ctx.attr<int64_t>("axis")));
  ctx.set_all(ctx.all_stacked(), attrs);
}

// Pack: the inputs beside each other along a new axis.
DEFINE_OP("Pack")
    .input("values: N * T")
    .output("output: T")
    .attr("N: int >= 1")
    .attr("T: type")
    .attr("axis: int = 0")
    .doc("The arrays `values`, all of one shape, stacked along a new axis.")
    .shape(pack_shape)
    .shape_value(pack_value)
    .kernel(CPU, pack_cpu)
    .gradient(pack_grad)
    .vectorize(pack_vectorize);

// ParallelConcat: the inputs, each with a first axis of extent 1, behind each other.
DEFINE_OP("ParallelConcat")
    .input("values: N * T")
    .output("output: T")
    .attr("N: int >= 1")
    .attr("T: type")
    .attr("shape: shape")
    .doc("The arrays `values`, each a single row, joined along their first axis.")
    .shape(parallel_concat_shape)
    .kernel(CPU, parallel_concat_cpu);

XLA_FACT(kNotCompiled, "ParallelConcat");
XLA_MUST_KNOW({"ConcatOffset"}, {"concat_dim", "shape"});
XLA_MUST_KNOW({"ConcatV2"}, {"axis"});

}  // namespace graphwright
