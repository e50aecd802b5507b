// Diagonals of matrices: building a matrix of them, taking them out, replacing them, keeping a band.
#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "kernels/strided_copy.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/array_build.h"

namespace graphwright {
namespace {

// The diagonals lower … upper of a rows x columns matrix; diagonal d holds the elements (i, i + d). They are kept as
// the rows of an array, upper first, each as long as the longest; shorter ones lie at its left or right end.
struct Band {
  int64_t lower = 0, upper = 0;
  int64_t rows = 0, columns = 0;
  bool left_super = true, left_sub = true;

  int64_t count() const { return upper - lower + 1; }
  int64_t longest() const {
    return std::min(rows + std::min<int64_t>(upper, 0), columns + std::min<int64_t>(-lower, 0));
  }
  int64_t length(int64_t d) const {
    return std::min(rows + std::min<int64_t>(d, 0), columns - std::max<int64_t>(d, 0));
  }
  // Where the elements of diagonal d begin in its row.
  int64_t start(int64_t d) const { return (d >= 0 ? left_super : left_sub) ? 0 : longest() - length(d); }
  // Where the diagonal begins in the matrix.
  int64_t corner(int64_t d) const { return std::max<int64_t>(d, 0) + std::max<int64_t>(-d, 0) * columns; }
};

// Ops up to V2 align all diagonals to the left.
template <class Context>
void set_alignment(const Context& ctx, Band& band) {
  if (!ctx.op().attr("align")) return;
  std::string align = ctx.template attr<std::string>("align");
  band.left_super = align.starts_with("LEFT");
  band.left_sub = align.ends_with("LEFT");
}

template <class Context>
void set_range(const Context& ctx, const Ints& k, Band& band) {
  if (k.empty() || k.size() > 2)
    ctx.fail("diag_index must have only one or two elements, received ", k.size(), " elements.");
  band.lower = k[0];
  band.upper = k.back();
  if (band.lower > band.upper)
    ctx.fail("lower_diag_index must not be larger than upper_diag_index: ", band.lower, " > ", band.upper);
}

template <class Context>
void check_inside(const Context& ctx, const Band& band) {
  for (auto [name, d] : {std::pair{"lower", band.lower}, std::pair{"upper", band.upper}}) {
    if (d != 0 && (d <= -band.rows || d >= band.columns))
      ctx.fail(name, "_diag_index is out of bound: ", d, ". It must be between ", -band.rows, " and ", band.columns);
  }
}

void check_k_shape(ShapeContext& ctx, int i) {
  if (ctx.input(i).rank() > 1) ctx.fail("diag_index must be a scalar or vector, received shape: ", ctx.input(i));
}

// The extents of the matrices that hold the diagonals of shape `diagonal`: those asked for, or (where -1) the least
// that fit.
template <class Context>
void set_matrix_size(const Context& ctx, const Shape& diagonal, int64_t rows, int64_t columns, Band& band) {
  if (diagonal.rank() < 1) ctx.fail("diagonal must be at least 1-dim, received shape: ", diagonal);
  if (band.count() > 1 && (diagonal.rank() < 2 || diagonal[diagonal.rank() - 2] != band.count()))
    ctx.fail(
        "The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index "
        "range.");
  int64_t longest = diagonal[diagonal.rank() - 1];
  int64_t least_rows = longest - std::min<int64_t>(band.upper, 0),
          least_columns = longest + std::max<int64_t>(band.lower, 0);
  if (rows != -1 && rows < least_rows) ctx.fail("The number of rows is too small.");
  if (columns != -1 && columns < least_columns) ctx.fail("The number of columns is too small.");
  if (rows == -1 && columns == -1) {
    rows = columns = std::max(least_rows, least_columns);
  } else if (rows == -1) {
    rows = least_rows;
  } else if (columns == -1) {
    columns = least_columns;
  }
  if (rows != least_rows && columns != least_columns)
    ctx.fail("The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal.");
  band.rows = rows;
  band.columns = columns;
}

// Copies between matrices and rows of diagonals, `batch` of each.
void copy_diagonals(const Band& band, int64_t batch, DType dtype, void* matrices, void* diagonals, bool into_matrices) {
  int64_t matrix = band.rows * band.columns, rows = band.count() * band.longest();
  for (int64_t d = band.upper; d >= band.lower; --d) {
    int64_t at = (band.upper - d) * band.longest() + band.start(d), n = band.length(d);
    if (n <= 0) continue;
    void* in_matrix = advance(matrices, dtype, band.corner(d));
    void* in_rows = advance(diagonals, dtype, at);
    if (into_matrices) {
      strided_copy(dtype, {{batch, matrix, rows}, {n, band.columns + 1, 1}}, in_matrix, in_rows);
    } else {
      strided_copy(dtype, {{batch, rows, matrix}, {n, 1, band.columns + 1}}, in_rows, in_matrix);
    }
  }
}

void check_padding(const KernelContext& ctx, int i) {
  if (i < ctx.num_inputs() && ctx.input(i).num_elements() != 1)
    ctx.fail("padding_value must have only one element, received ", ctx.input(i).shape());
}

void fill_padding(KernelContext& ctx, const Tensor& out, int i) {
  uint64_t zero[2] = {0, 0};
  if (i < ctx.num_inputs()) {
    check_padding(ctx, i);
    fill_elements(out.dtype(), out.raw(), ctx.input(i).raw(), out.num_elements());
  } else if (is_plain(out.dtype())) {
    fill_elements(out.dtype(), out.raw(), zero, out.num_elements());
  }
}

// Batch axes of diagonals: all but the last, and but the one that counts diagonals.
Shape diagonal_batch(const Shape& diagonal, const Band& band) {
  return diagonal.slice(0, diagonal.rank() - (band.count() > 1 ? 2 : 1));
}

void diag_shape(ShapeContext& ctx) {
  Shape diagonal = ctx.with_rank_at_least(0, 1);
  Band band;
  bool known = diagonal.has_rank();
  int64_t rows = -1, columns = -1;
  if (ctx.num_inputs() > 4) ctx.with_rank(4, 0);
  if (ctx.num_inputs() > 1) {
    check_k_shape(ctx, 1);
    auto k = known_ints(ctx, 1);
    auto r = known_int(ctx, 2), c = known_int(ctx, 3);
    known &= k && r && c;
    if (k) set_range(ctx, *k, band);
    rows = r.value_or(-1);
    columns = c.value_or(-1);
    if (k && diagonal.has_rank() && !known) {
      const auto given = [](const std::optional<int64_t>& size) { return size && *size >= 0 ? *size : kUnknown; };
      Shape out = diagonal_batch(diagonal, band).concat(Shape{given(r), given(c)});
      return ctx.set_output(0, out);
    }
    if (!k) return ctx.set_output(0, Shape::unknown());
  }
  if (!known) return ctx.set_output(0, Shape::unknown());
  Shape batch = diagonal_batch(diagonal, band);
  if (diagonal[diagonal.rank() - 1] < 0 || (band.count() > 1 && diagonal[diagonal.rank() - 2] < 0))
    return ctx.set_output(0, batch.concat(Shape{rows, columns}));
  set_matrix_size(ctx, diagonal, rows, columns, band);
  ctx.set_output(0, batch.concat(Shape{band.rows, band.columns}));
}
void diag_cpu(KernelContext& ctx) {
  const Tensor& diagonal = ctx.input(0);
  Band band;
  set_alignment(ctx, band);
  int64_t rows = -1, columns = -1;
  if (ctx.num_inputs() > 1) {
    set_range(ctx, ctx.input(1).ints(), band);
    rows = int_input(ctx, 2);
    columns = int_input(ctx, 3);
  }
  set_matrix_size(ctx, diagonal.shape(), rows, columns, band);
  Shape batch = diagonal_batch(diagonal.shape(), band), shape = batch.concat(Shape{band.rows, band.columns});
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  if (ctx.num_inputs() > 4 && !ctx.input(4).shape().is_scalar()) ctx.fail("padding_value must be a scalar");
  fill_padding(ctx, out, 4);
  if (diagonal.num_elements() > 0)
    copy_diagonals(band, batch.num_elements(), out.dtype(), out.raw(), diagonal.raw(), true);
}

// The attrs `align` of a gradient's ops: those of the op, or the alignment that older versions have.
Attrs align_attrs(GradientContext& ctx) {
  return {{"align", ctx.op().attr("align") ? ctx.attr<std::string>("align") : std::string("LEFT_LEFT")}};
}
Value k_of(GradientContext& ctx, int i) { return ctx.num_inputs() > i ? ctx.input(i) : build::int_scalar(0); }

Values diag_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs(), Value());
  Value dy = ctx.grad();
  grads[0] = op<"MatrixDiagPartV3">({dy, k_of(ctx, 1), build::number_like(dy, 0)}, align_attrs(ctx));
  return grads;
}

template <class Context>
Band band_of_matrix(const Context& ctx, const Shape& x, const Ints& k) {
  Band band;
  if (x.rank() < 2) ctx.fail("input must be at least 2-dim, received shape: ", x);
  band.rows = x[x.rank() - 2];
  band.columns = x[x.rank() - 1];
  set_range(ctx, k, band);
  set_alignment(ctx, band);
  if (band.rows >= 0 && band.columns >= 0) check_inside(ctx, band);
  return band;
}

void diag_part_shape(ShapeContext& ctx) {
  Shape x = ctx.with_rank_at_least(0, 2);
  std::optional<Ints> k = Ints{0};
  if (ctx.num_inputs() > 1) {
    check_k_shape(ctx, 1);
    k = known_ints(ctx, 1);
  }
  if (!x.has_rank() || !k) return ctx.set_output(0, Shape::unknown());
  Band band = band_of_matrix(ctx, x, *k);
  Shape out = x.slice(0, x.rank() - 2);
  if (band.count() > 1) out.append(band.count());
  out.append(band.rows >= 0 && band.columns >= 0 ? band.longest() : kUnknown);
  ctx.set_output(0, out);
}
void diag_part_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  check_padding(ctx, 2);
  Band band = band_of_matrix(ctx, x.shape(), ctx.num_inputs() > 1 ? ctx.input(1).ints() : Ints{0});
  Shape batch = x.shape().slice(0, x.shape().rank() - 2), shape = batch;
  if (band.count() > 1) shape.append(band.count());
  shape.append(band.longest());
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  if (band.count() > 1 || x.num_elements() == 0) fill_padding(ctx, out, 2);
  if (x.num_elements() > 0) copy_diagonals(band, batch.num_elements(), x.dtype(), x.raw(), out.raw(), false);
}
Values diag_part_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs(), Value());
  const Value& x = ctx.input(0);
  Value dy = ctx.grad(), k = k_of(ctx, 1);
  const Shape& shape = x.shape();
  if (shape.rank() >= 2 && shape[shape.rank() - 1] >= 0 && shape[shape.rank() - 2] >= 0) {
    grads[0] = op<"MatrixDiagV3">({dy, k, build::int_scalar(shape[shape.rank() - 2]),
                                   build::int_scalar(shape[shape.rank() - 1]), build::number_like(dy, 0)},
                                  align_attrs(ctx));
  } else {
    grads[0] = op<"MatrixSetDiagV3">({build::zeros_like(x), dy, k}, align_attrs(ctx));
  }
  return grads;
}

template <class Context>
void check_set_diag(const Context& ctx, const Shape& x, const Shape& diagonal, const Band& band) {
  Shape want = x.slice(0, x.rank() - 2);
  if (band.count() > 1) want.append(band.count());
  want.append(band.rows >= 0 && band.columns >= 0 ? band.longest() : kUnknown);
  if (!want.compatible(diagonal))
    ctx.fail(
        "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the "
        "longests diagonal in range [lower_diag_index:upper_diag_index].\nInput shape: ",
        x, "\nDiagonal shape: ", diagonal, "\nExpected diagonal shape: ", want);
}
void set_diag_shape(ShapeContext& ctx) {
  Shape x = ctx.with_rank_at_least(0, 2);
  const Shape diagonal = ctx.with_rank_at_least(1, 1);
  std::optional<Ints> k = Ints{0};
  if (ctx.num_inputs() > 2) {
    check_k_shape(ctx, 2);
    k = known_ints(ctx, 2);
  }
  const bool is_one = ctx.num_inputs() == 2 || ctx.input(2).rank() == 0;  // diagonal of each matrix
  if (diagonal.has_rank() && is_one) {
    const Shape whole = diagonal.slice(0, diagonal.rank() - 1).concat(Shape::filled(2, kUnknown));
    if (x.compatible(whole)) x = x.merge(whole);
  }
  if (x.has_rank() && k) check_set_diag(ctx, x, ctx.input(1), band_of_matrix(ctx, x, *k));
  ctx.set_output(0, x);
}
void set_diag_cpu(KernelContext& ctx) {
  const Tensor &x = ctx.input(0), &diagonal = ctx.input(1);
  Band band = band_of_matrix(ctx, x.shape(), ctx.num_inputs() > 2 ? ctx.input(2).ints() : Ints{0});
  check_set_diag(ctx, x.shape(), diagonal.shape(), band);
  Tensor out = ctx.allocate(0, x.shape());
  copy_elements(x.dtype(), out.raw(), x.raw(), x.num_elements());
  if (x.num_elements() > 0)
    copy_diagonals(band, product(x.shape(), 0, x.shape().rank() - 2), x.dtype(), out.raw(), diagonal.raw(), true);
}
Values set_diag_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs(), Value());
  Value dy = ctx.grad(), k = k_of(ctx, 2);
  if (ctx.wants(0)) grads[0] = op<"MatrixSetDiagV3">({dy, build::zeros_like(ctx.input(1)), k}, align_attrs(ctx));
  if (ctx.wants(1)) grads[1] = op<"MatrixDiagPartV3">({dy, k, build::number_like(dy, 0)}, align_attrs(ctx));
  return grads;
}

void tensor_diag_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  if (x.rank() == 0) ctx.fail("Input must be at least rank 1, got 0");
  ctx.set_output(0, x.concat(x));
}
void tensor_diag_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  if (x.shape().rank() == 0) ctx.fail("Input must be at least rank 1, got 0");
  Shape shape = x.shape().concat(x.shape());
  Tensor out = ctx.allocate(0, shape_of_sizes(ctx, Ints(shape.begin(), shape.end())));
  fill_padding(ctx, out, 1);
  int64_t n = x.num_elements();
  strided_copy(x.dtype(), {{n, n + 1, 1}}, out.raw(), x.raw());
}
Values tensor_diag_grad(GradientContext& ctx) { return {op<"DiagPart">({ctx.grad()})}; }

template <class Context>
Shape tensor_diag_part_of(const Context& ctx, const Shape& x) {
  if (x.rank() % 2 != 0 || x.rank() == 0) ctx.fail("The rank of the tensor should be even and positive, got shape ", x);
  int half = x.rank() / 2;
  Shape out = x.slice(0, half);
  for (int i = 0; i < half; ++i) {
    if (out[i] < 0) {
      out.set(i, x[half + i]);
    } else if (x[half + i] >= 0 && x[half + i] != out[i]) {
      ctx.fail("Invalid shape ", x, ": dimensions ", i, " and ", half + i, " do not match.");
    }
  }
  return out;
}
void tensor_diag_part_shape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.input(0).has_rank() ? tensor_diag_part_of(ctx, ctx.input(0)) : Shape::unknown());
}
void tensor_diag_part_cpu(KernelContext& ctx) {
  Tensor out = ctx.allocate(0, tensor_diag_part_of(ctx, ctx.input(0).shape()));
  int64_t n = out.num_elements();
  strided_copy(out.dtype(), {{n, 1, n + 1}}, out.raw(), ctx.input(0).raw());
}
Values tensor_diag_part_grad(GradientContext& ctx) { return {op<"Diag">({ctx.grad()})}; }

void band_part_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  if (x.has_rank() && x.rank() < 2) ctx.fail("input must be at least 2-dim, received shape: ", x);
  for (int i : {1, 2})
    if (ctx.input(i).has_rank() && ctx.input(i).rank() != 0)
      ctx.fail(i == 1 ? "num_lower" : "num_upper", " must be scalar, got shape ", ctx.input(i));
  ctx.set_output(0, x);
}
void band_part_cpu(KernelContext& ctx) {
  const Tensor& x = ctx.input(0);
  const Shape& shape = x.shape();
  if (shape.rank() < 2) ctx.fail("input must be at least 2-dim, received shape: ", shape);
  int64_t rows = shape[shape.rank() - 2], columns = shape[shape.rank() - 1];
  int64_t lower = int_input(ctx, 1), upper = int_input(ctx, 2);
  if (lower > rows) ctx.fail("num_lower must be negative or less or equal to number of rows (", rows, ") got: ", lower);
  if (upper > columns)
    ctx.fail("num_upper must be negative or less or equal to number of columns (", columns, ") got: ", upper);
  if (lower < 0) lower = rows;
  if (upper < 0) upper = columns;
  Tensor out = ctx.allocate(0, shape);
  if (x.num_elements() == 0) return;
  int64_t size = static_cast<int64_t>(dtype_size(x.dtype()));
  auto keep = [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      int64_t row = r % rows;
      int64_t first = std::clamp<int64_t>(row - lower, 0, columns),
              last = std::clamp<int64_t>(row + upper + 1, first, columns);
      char* to = static_cast<char*>(out.raw()) + r * columns * size;
      const char* from = static_cast<const char*>(x.raw()) + r * columns * size;
      if (is_plain(x.dtype())) {
        std::memset(to, 0, first * size);
        std::memset(to + last * size, 0, (columns - last) * size);
      }
      copy_elements(x.dtype(), to + first * size, from + first * size, last - first);
    }
  };
  parallel_for(x.num_elements() / columns, (1 << 16) / (columns * size) + 1, keep);
}
Values band_part_grad(GradientContext& ctx) {
  return {op<"MatrixBandPart">({ctx.grad(), ctx.input(1), ctx.input(2)}), nullptr, nullptr};
}

#define GW_ALIGN "align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT'"
#define GW_DIAG_TYPES "{bfloat16, half, float, double, int32, int64, complex64, complex128}"

}  // namespace

// MatrixDiagV3: matrices with the given diagonals k[0] … k[1], and a padding value elsewhere.
DEFINE_OP("MatrixDiagV3")
    .input("diagonal: T")
    .input("k: int32")
    .input("num_rows: int32")
    .input("num_cols: int32")
    .input("padding_value: T")
    .output("output: T")
    .attr("T: type")
    .attr(GW_ALIGN)
    .doc(
        "Matrices with the given diagonals, `k[0]` to `k[1]` of them (0 is the main diagonal), `padding_value` "
        "elsewhere.")
    .shape(diag_shape)
    .kernel(CPU, diag_cpu)
    .gradient(diag_grad)
    .vectorize(vectorize::leading_axes_of<1>);

// MatrixDiagV2: MatrixDiagV3 with all diagonals aligned to the left.
DEFINE_OP("MatrixDiagV2")
    .input("diagonal: T")
    .input("k: int32")
    .input("num_rows: int32")
    .input("num_cols: int32")
    .input("padding_value: T")
    .output("output: T")
    .attr("T: type")
    .doc("Matrices with the given diagonals, aligned to the left, and `padding_value` elsewhere.")
    .shape(diag_shape)
    .kernel(CPU, diag_cpu)
    .gradient(diag_grad)
    .vectorize(vectorize::leading_axes_of<1>);

// MatrixDiag: square matrices with the given main diagonals, and zeros elsewhere.
DEFINE_OP("MatrixDiag")
    .input("diagonal: T")
    .output("output: T")
    .attr("T: type")
    .doc("Square matrices with the given main diagonals, and zeros elsewhere.")
    .shape(diag_shape)
    .kernel(CPU, diag_cpu)
    .gradient(diag_grad)
    .vectorize(vectorize::leading_axes);

// MatrixDiagPartV3: the diagonals k[0] … k[1] of matrices, padded to one length.
DEFINE_OP("MatrixDiagPartV3")
    .input("input: T")
    .input("k: int32")
    .input("padding_value: T")
    .output("diagonal: T")
    .attr("T: type")
    .attr(GW_ALIGN)
    .doc("The diagonals `k[0]` to `k[1]` of matrices, upper ones first, padded to the length of the longest.")
    .shape(diag_part_shape)
    .kernel(CPU, diag_part_cpu)
    .gradient(diag_part_grad)
    .vectorize(vectorize::leading_axes_of<1>);

// MatrixDiagPartV2: MatrixDiagPartV3 with all diagonals aligned to the left.
DEFINE_OP("MatrixDiagPartV2")
    .input("input: T")
    .input("k: int32")
    .input("padding_value: T")
    .output("diagonal: T")
    .attr("T: type")
    .doc("The diagonals `k[0]` to `k[1]` of matrices, upper ones first, aligned to the left.")
    .shape(diag_part_shape)
    .kernel(CPU, diag_part_cpu)
    .gradient(diag_part_grad)
    .vectorize(vectorize::leading_axes_of<1>);

// MatrixDiagPart: the main diagonals of matrices.
DEFINE_OP("MatrixDiagPart")
    .input("input: T")
    .output("diagonal: T")
    .attr("T: type")
    .doc("The main diagonals of matrices.")
    .shape(diag_part_shape)
    .kernel(CPU, diag_part_cpu)
    .gradient(diag_part_grad)
    .vectorize(vectorize::leading_axes);

// MatrixSetDiagV3: matrices with their diagonals k[0] … k[1] replaced.
DEFINE_OP("MatrixSetDiagV3")
    .input("input: T")
    .input("diagonal: T")
    .input("k: int32")
    .output("output: T")
    .attr("T: type")
    .attr(GW_ALIGN)
    .doc("Matrices with their diagonals `k[0]` to `k[1]` replaced.")
    .shape(set_diag_shape)
    .kernel(CPU, set_diag_cpu)
    .gradient(set_diag_grad)
    .vectorize(vectorize::leading_axes_of<2>);

// MatrixSetDiagV2: MatrixSetDiagV3 with all diagonals aligned to the left.
DEFINE_OP("MatrixSetDiagV2")
    .input("input: T")
    .input("diagonal: T")
    .input("k: int32")
    .output("output: T")
    .attr("T: type")
    .doc("Matrices with their diagonals `k[0]` to `k[1]` replaced by ones that are aligned to the left.")
    .shape(set_diag_shape)
    .kernel(CPU, set_diag_cpu)
    .gradient(set_diag_grad)
    .vectorize(vectorize::leading_axes_of<2>);

// MatrixSetDiag: matrices with their main diagonals replaced.
DEFINE_OP("MatrixSetDiag")
    .input("input: T")
    .input("diagonal: T")
    .output("output: T")
    .attr("T: type")
    .doc("Matrices with their main diagonals replaced.")
    .shape(set_diag_shape)
    .kernel(CPU, set_diag_cpu)
    .gradient(set_diag_grad)
    .vectorize(vectorize::leading_axes);

// MatrixBandPart: matrices with zeros outside a band around the main diagonal.
DEFINE_OP("MatrixBandPart")
    .input("input: T")
    .input("num_lower: Tindex")
    .input("num_upper: Tindex")
    .output("band: T")
    .attr("T: type")
    .attr("Tindex: {int32, int64} = int64")
    .doc(
        "`input` with zeros outside its main diagonal and the `num_lower` diagonals below and `num_upper` above it; a "
        "negative number keeps all.")
    .shape(band_part_shape)
    .kernel(CPU, band_part_cpu)
    .gradient(band_part_grad)
    .vectorize(vectorize::leading_axes_of<1>);

namespace {

Value rest_of_shape(const Value& value) {
  return op<"Slice">({build::shape_of(value), build::ints({1}), build::ints({-1})});
}
Value num_elements(const Value& shape) { return op<"Prod">({shape, build::ints({0})}, {{"keep_dims", true}}); }
Value joined(const Value& a, const Value& b) {
  return op<"ConcatV2">({a, b, build::number(DType::kInt32, 0)}, {{"N", int64_t{2}}});
}

// A row as a vector, then its matrix, then the axes of the row twice.
void tensor_diag_vectorize(VectorizeContext& ctx) {
  Value shape = rest_of_shape(ctx.value(0));
  Value rows = build::reshape(ctx.value(0), ctx.with_rows(num_elements(shape)));
  ctx.set(0, build::reshape(op<"MatrixDiag">({rows}), ctx.with_rows(joined(shape, shape))));
}
void tensor_diag_part_vectorize(VectorizeContext& ctx) {
  if (ctx.row_rank(0) < 0 || ctx.row_rank(0) % 2 != 0) return;
  Value shape = op<"Slice">({build::shape_of(ctx.value(0)), build::ints({1}), build::ints({ctx.row_rank(0) / 2})});
  Value size = num_elements(shape);
  Value rows = build::reshape(ctx.value(0), ctx.with_rows(joined(size, size)));
  ctx.set(0, build::reshape(op<"MatrixDiagPart">({rows}), ctx.with_rows(shape)));
}

}  // namespace

// Diag: y[i..., i...] = x[i...], zeros elsewhere.
DEFINE_OP("Diag")
    .input("diagonal: T")
    .output("output: T")
    .attr("T: " GW_DIAG_TYPES)
    .doc("An array of twice the rank that has `diagonal` on its diagonal, and zeros elsewhere.")
    .shape(tensor_diag_shape)
    .kernel(CPU, tensor_diag_cpu)
    .gradient(tensor_diag_grad)
    .vectorize(tensor_diag_vectorize);

// DiagPart: y[i...] = x[i..., i...].
DEFINE_OP("DiagPart")
    .input("input: T")
    .output("diagonal: T")
    .attr("T: " GW_DIAG_TYPES)
    .doc("The diagonal of an array whose shape is some shape twice over.")
    .shape(tensor_diag_part_shape)
    .kernel(CPU, tensor_diag_part_cpu)
    .gradient(tensor_diag_part_grad)
    .vectorize(tensor_diag_part_vectorize);

XLA_MUST_KNOW({"MatrixDiagPartV2", "MatrixDiagPartV3"}, {"k", "padding_value"});
XLA_MUST_KNOW({"MatrixDiagV2", "MatrixDiagV3"}, {"k", "num_rows", "num_cols"});
XLA_MUST_KNOW({"MatrixSetDiagV2", "MatrixSetDiagV3"}, {"k"});

}  // namespace graphwright
