// MatMul and its batched forms, with their gradients.
#include "base/waiting.h"
#include "device/onednn.h"
#include "kernels/elementwise.h"
#include "kernels/gemm.h"
#include "op/build.h"
#include "op/context.h"
#include "op/gradient_needs.h"
#include "op/kernel_traits.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

constexpr const char* kMatMulTypes =
    "T: {bfloat16, half, float, double, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}";
constexpr const char* kBatchTypes =
    "T: {bfloat16, half, float, double, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}";

// Multiplications from which oneDNN's set-up pays; below, our own tiles are faster.
constexpr int64_t kLarge = 48 * 48 * 48;
// The same for single products in float32.
constexpr int64_t kLargeFloat = 128 * 128 * 128;

// Whether oneDNN multiplies matrices of floats faster than our own tiles; as measured, it is slow where a middling
// number of rows meets a transposed matrix, and where the rows of a transposed one meet few columns.
bool onednn_is_faster(bool ta, bool tb, int64_t m, int64_t n, int64_t k) {
  if (m * n * k < kLargeFloat || !onednn::supports(DType::kFloat32)) return false;
  return !(tb && m >= 8 && m <= 640) && !(ta && n <= 64);
}

// An extent that both know, or an error naming the shapes.
int64_t same_extent(ShapeContext& ctx, int64_t a, int64_t b) {
  if (a >= 0 && b >= 0 && a != b)
    ctx.fail("Matrix size-incompatible: In[0]: ", ctx.input(0), ", In[1]: ", ctx.input(1), ": the inner extents ", a,
             " and ", b, " must be equal");
  return a >= 0 ? a : b;
}

void matmul_shape(ShapeContext& ctx) {
  for (int i = 0; i < 2; ++i)
    if (ctx.input(i).has_rank() && ctx.input(i).rank() != 2)
      ctx.fail("In[0] and In[1] must be matrices (rank 2), got In[0]: ", ctx.input(0), ", In[1]: ", ctx.input(1));
  const Shape a = ctx.with_rank(0, 2), b = ctx.with_rank(1, 2);
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b");
  same_extent(ctx, a[ta ? 0 : 1], b[tb ? 1 : 0]);
  ctx.set_output(0, Shape{a[ta ? 1 : 0], b[tb ? 0 : 1]});
}

GemmArgs matmul_args(KernelContext& ctx, const Tensor& a, const Tensor& b, const Tensor& c, bool ta, bool tb) {
  (void)ctx;
  GemmArgs args;
  const Shape &as = a.shape(), &bs = b.shape();
  args.m = as[ta ? 1 : 0];
  args.k = as[ta ? 0 : 1];
  args.n = bs[tb ? 0 : 1];
  args.a = a.raw();
  args.a_row = ta ? 1 : as[1];
  args.a_column = ta ? as[1] : 1;
  args.b = b.raw();
  args.b_row = tb ? 1 : bs[1];
  args.b_column = tb ? bs[1] : 1;
  args.c = c.raw();
  args.c_row = args.n;
  return args;
}

void matmul_cpu(KernelContext& ctx) {
  const Tensor c = ctx.output(0);
  gemm(c.dtype(),
       matmul_args(ctx, ctx.input(0), ctx.input(1), c, ctx.attr<bool>("transpose_a"), ctx.attr<bool>("transpose_b")));
}

bool matmul_is_large(const KernelContext& ctx) {
  const DType dtype = ctx.input(0).dtype();
  if (dtype != DType::kFloat32 && dtype != DType::kBfloat16) return false;
  const Shape &a = ctx.input(0).shape(), &b = ctx.input(1).shape();
  const int64_t a_size = a[0] * a[1], large = dtype == DType::kFloat32 ? kLargeFloat : kLarge;
  if (a_size == 0 || a_size * std::max(b[0], b[1]) < large) return false;
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b");
  const int64_t m = a[ta ? 1 : 0], n = b[tb ? 0 : 1], k = a[ta ? 0 : 1];
  if (dtype == DType::kFloat32) return onednn_is_faster(ta, tb, m, n, k);
  return m * n * k >= large && onednn::supports(dtype);
}

// Multiplications after which a product looks for Ctrl-C: some tenths of a second.
constexpr int64_t kMostAtOnce = int64_t{1} << 35;

// onednn::sgemm() in parts of rows, where it takes long.
void sgemm_in_parts(bool ta, bool tb, const GemmArgs& args, int64_t lda, int64_t ldb, float beta) {
  const int64_t each = std::max<int64_t>(args.n * args.k, 1);
  const int64_t parts = args.m / std::max<int64_t>(kMostAtOnce / each, 64) + 1;
  const int64_t rows = (args.m + parts - 1) / parts;
  const auto* a = static_cast<const float*>(args.a);
  for (int64_t from = 0; from < args.m; from += rows) {
    if (from > 0) check_stop();
    onednn::sgemm(ta, tb, std::min(rows, args.m - from), args.n, args.k, a + from * args.a_row, lda,
                  static_cast<const float*>(args.b), ldb, beta, static_cast<float*>(args.c) + from * args.c_row,
                  args.n);
  }
}

void matmul_onednn(KernelContext& ctx) {
  const Tensor &a = ctx.input(0), &b = ctx.input(1);
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b");
  const Tensor c = ctx.output(0);
  const GemmArgs args = matmul_args(ctx, a, b, c, ta, tb);
  if (c.dtype() == DType::kFloat32) {
    return sgemm_in_parts(ta, tb, args, a.shape()[1], b.shape()[1], 0.0f);
  }
  onednn::MatMul wanted{c.dtype(), c.dtype(),  c.dtype(),     1, args.m,     args.n,       args.k,
                        0,         args.a_row, args.a_column, 0, args.b_row, args.b_column};
  if (!onednn::matmul(wanted, args.a, args.b, args.c)) gemm(c.dtype(), args);
}

// Adds the bias and makes negative sums zero, in memory.
void finish_sums(const Tensor& c, const Tensor* bias, bool relu) {
  if (bias) binary_elementwise(BinaryCode::kAdd, c, *bias, c);
  if (relu) unary_elementwise(UnaryCode::kRelu, c, c);
}

// op(a) op(b), from which input `first` on, plus a row where there is another input, into c or added to what is there.
void joined_product(KernelContext& ctx, int first, const Tensor& c, bool add) {
  const Tensor &a = ctx.input(first), &b = ctx.input(first + 1);
  const Tensor* bias = ctx.num_inputs() > first + 2 ? &ctx.input(first + 2) : nullptr;
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b"), relu = ctx.attr<bool>("relu");
  const Shape &as = a.shape(), &bs = b.shape();
  const bool fit = as.rank() == 2 && bs.rank() == 2 && as[ta ? 0 : 1] == bs[tb ? 1 : 0] &&
                   c.shape() == Shape{as[ta ? 1 : 0], bs[tb ? 0 : 1]};
  if (!fit) ctx.fail("a product of matrices of shapes ", as, " and ", bs, " has not shape ", c.shape());
  if (ctx.num_inputs() > first + 3 || (bias && bias->shape() != Shape{c.shape()[1]}))
    ctx.fail("the bias must be one row of ", c.shape()[1], " numbers");
  GemmArgs args = matmul_args(ctx, a, b, c, ta, tb);
  args.add = add;
  if (c.dtype() == DType::kFloat32 && onednn_is_faster(ta, tb, args.m, args.n, args.k)) {
    sgemm_in_parts(ta, tb, args, a.shape()[1], b.shape()[1], add ? 1.0f : 0.0f);
    return finish_sums(c, bias, relu);
  }
  args.bias = bias ? bias->raw() : nullptr;
  args.relu = relu;
  gemm(c.dtype(), args);
}

void matmul_with_bias_cpu(KernelContext& ctx) { joined_product(ctx, 0, ctx.output(0), false); }

void add_matmul_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void add_matmul_cpu(KernelContext& ctx) {
  const Tensor& sum = ctx.input(0);
  const bool in_place = ctx.attr<bool>("in_place") && sum.unique();
  const Tensor c = in_place ? sum : ctx.allocate(0, sum.shape());
  if (!in_place) copy_elements(sum.dtype(), c.raw(), sum.raw(), sum.num_elements());
  joined_product(ctx, 1, c, true);
  ctx.set_output(0, c);
}

Values matmul_grad(GradientContext& ctx) {
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b");
  const Value dy = ctx.grad();
  auto product = [](const Value& x, const Value& y, bool tx, bool ty) {
    return op<"MatMul">({x, y}, {{"transpose_a", tx}, {"transpose_b", ty}});
  };
  Values grads(2);
  if (ctx.wants(0)) {
    const Value b = build::conj(ctx.input(1));
    grads[0] = ta ? product(b, dy, tb, true) : product(dy, b, false, !tb);
  }
  if (ctx.wants(1)) {
    const Value a = build::conj(ctx.input(0));
    grads[1] = tb ? product(dy, a, true, ta) : product(a, dy, !ta, false);
  }
  return grads;
}

void matmul_vectorize(VectorizeContext& ctx) {
  const bool ta = ctx.attr<bool>("transpose_a"), tb = ctx.attr<bool>("transpose_b");
  // One matrix on the right for all rows: they are one taller matrix.
  if (!ctx.rows(1) && !ta) {
    Values product = call(ctx.op(), Values{ctx.merged(ctx.value(0)), ctx.value(1)}, ctx.attrs());
    return ctx.set(0, ctx.split(product[0]));
  }
  Value a = ta ? build::conj(ctx.value(0)) : ctx.value(0), b = tb ? build::conj(ctx.value(1)) : ctx.value(1);
  ctx.set(0, op<"BatchMatMulV2">({a, b}, {{"adj_x", ta}, {"adj_y", tb}}));
}

// Product of two matrices: product = op(a) * op(b), op being the transpose where asked for.
DEFINE_OP("MatMul")
    .input("a: T")
    .input("b: T")
    .output("product: T")
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr(kMatMulTypes)
    .attr("grad_a: bool = false")
    .attr("grad_b: bool = false")
    .doc("Multiplies matrix `a` by matrix `b`, either of them transposed first where asked for.")
    .shape(matmul_shape)
    .kernel(CPU, matmul_cpu)
    .kernel(CPU, Engine::kOneDnn, matmul_onednn, matmul_is_large)
    .gradient(matmul_grad)
    .vectorize(matmul_vectorize);

// MatMul plus a row, then Relu where asked for.
DEFINE_OP("_BiasedMatMul")
    .input("a: T")
    .input("b: T")
    .input("bias: N * T")
    .output("product: T")
    .attr("N: int >= 0")
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr("relu: bool = false")
    .attr("T: {float, double}")
    .doc("The product of two matrices plus `bias`, a number for each column.")
    .shape(matmul_shape)
    .kernel(CPU, matmul_with_bias_cpu)
    .no_gradient("made after gradients are");

// The same added to what is there.
DEFINE_OP("_AddMatMul")
    .input("sum: T")
    .input("a: T")
    .input("b: T")
    .input("bias: N * T")
    .output("product: T")
    .attr("N: int >= 0")
    .attr("transpose_a: bool = false")
    .attr("transpose_b: bool = false")
    .attr("relu: bool = false")
    .attr("in_place: bool = false")
    .attr("T: {float, double}")
    .doc("`sum` plus the product of two matrices plus `bias`, a number for each column.")
    .shape(add_matmul_shape)
    .kernel(CPU, add_matmul_cpu)
    .no_gradient("made after gradients are");

void batch_matmul_shape(ShapeContext& ctx) {
  for (int i = 0; i < 2; ++i)
    if (ctx.input(i).has_rank() && ctx.input(i).rank() < 2)
      ctx.fail("In[", i, "] ndims must be >= 2: ", ctx.input(i).rank(), ", got shapes ", ctx.input(0), " and ",
               ctx.input(1));
  const Shape &x = ctx.input(0), &y = ctx.input(1);
  if (!x.has_rank() || !y.has_rank()) return ctx.set_output(0, Shape::unknown());
  const bool ax = ctx.attr<bool>("adj_x"), ay = ctx.attr<bool>("adj_y");
  const int xr = x.rank(), yr = y.rank();
  same_extent(ctx, x[xr - (ax ? 2 : 1)], y[yr - (ay ? 1 : 2)]);
  Shape out;
  try {
    out = broadcast_shapes(x.slice(0, xr - 2), y.slice(0, yr - 2));
  } catch (const Error&) {
    ctx.fail("In[0] and In[1] must have compatible batch dimensions: ", x, " vs. ", y);
  }
  out.append(x[xr - (ax ? 1 : 2)]);
  out.append(y[yr - (ay ? 2 : 1)]);
  ctx.set_output(0, out);
}

// The extents and strides of a batched product, batch axes broadcast.
struct Batch {
  GemmArgs args;
  int64_t count = 1;
  SmallVector<int64_t, 6> sizes, x_steps, y_steps;
  int64_t x_size, y_size;  // elements of one matrix

  GemmOffsets offsets(int64_t index) const {
    GemmOffsets at;
    at.c = index * args.m * args.n;
    for (int i = static_cast<int>(sizes.size()) - 1; i >= 0; --i) {
      at.a += index % sizes[i] * x_steps[i];
      at.b += index % sizes[i] * y_steps[i];
      index /= sizes[i];
    }
    return at;
  }
};

Batch batch_of(const Tensor& x, const Tensor& y, const Tensor& out, bool ax, bool ay) {
  Batch batch;
  GemmArgs& args = batch.args;
  const Shape &xs = x.shape(), &ys = y.shape(), &os = out.shape();
  const int xr = xs.rank(), yr = ys.rank(), axes = os.rank() - 2;
  args.m = os[axes];
  args.n = os[axes + 1];
  args.k = xs[xr - (ax ? 2 : 1)];
  args.a_row = ax ? 1 : args.k;
  args.a_column = ax ? args.m : 1;
  args.conjugate_a = ax;
  args.b_row = ay ? 1 : args.n;
  args.b_column = ay ? args.k : 1;
  args.conjugate_b = ay;
  args.c_row = args.n;
  args.a = x.raw();
  args.b = y.raw();
  args.c = out.raw();
  batch.x_size = args.m * args.k;
  batch.y_size = args.k * args.n;
  int64_t x_step = batch.x_size, y_step = batch.y_size;
  batch.sizes.resize(axes);
  batch.x_steps.resize(axes);
  batch.y_steps.resize(axes);
  for (int i = axes - 1; i >= 0; --i) {
    const int xi = i - (axes - (xr - 2)), yi = i - (axes - (yr - 2));
    const int64_t x_extent = xi >= 0 ? xs[xi] : 1, y_extent = yi >= 0 ? ys[yi] : 1;
    batch.sizes[i] = os[i];
    batch.x_steps[i] = x_extent == 1 ? 0 : x_step;
    batch.y_steps[i] = y_extent == 1 ? 0 : y_step;
    x_step *= x_extent;
    y_step *= y_extent;
    batch.count *= os[i];
  }
  // One matrix on the right for all: the batch is just more rows.
  if (y.num_elements() == batch.y_size && x.num_elements() == batch.count * batch.x_size && !ax) {
    args.m *= batch.count;
    batch.x_size *= batch.count;
    batch.count = 1;
    batch.sizes.clear();
  }
  return batch;
}

void run_batch(DType dtype, const Batch& batch) {
  gemm_batch(dtype, batch.count, batch.args, [&](int64_t i) { return batch.offsets(i); });
}

void batch_matmul_cpu(KernelContext& ctx) {
  const Tensor out = ctx.output(0);
  if (out.num_elements() == 0) return;
  run_batch(out.dtype(), batch_of(ctx.input(0), ctx.input(1), out, ctx.attr<bool>("adj_x"), ctx.attr<bool>("adj_y")));
}

bool batch_matmul_is_large(const KernelContext& ctx) {
  const DType dtype = ctx.input(0).dtype();
  if (dtype != DType::kFloat32 && dtype != DType::kBfloat16) return false;
  const Shape &x = ctx.input(0).shape(), &y = ctx.input(1).shape();
  const int xr = x.rank(), yr = y.rank();
  const int64_t k = x[xr - (ctx.attr<bool>("adj_x") ? 2 : 1)];
  if (k == 0 || x.num_elements() == 0 || y.num_elements() == 0) return false;
  return x[xr - 2] * x[xr - 1] * (y[yr - 2] * y[yr - 1] / k) >= kLarge / 2 && onednn::supports(dtype);
}

// True when the matrices of one operand lie one after the other, or are one matrix for all (step 0).
bool even_steps(const Batch& batch, const SmallVector<int64_t, 6>& steps, int64_t size, int64_t* step) {
  int64_t expected = size;
  bool dense = true, single = true;
  for (int i = static_cast<int>(batch.sizes.size()) - 1; i >= 0; --i) {
    if (batch.sizes[i] == 1) continue;
    dense &= steps[i] == expected;
    single &= steps[i] == 0;
    expected *= batch.sizes[i];
  }
  *step = single ? 0 : size;
  return dense || single;
}

void batch_matmul_onednn(KernelContext& ctx) {
  const Tensor out = ctx.output(0);
  const Batch batch = batch_of(ctx.input(0), ctx.input(1), out, ctx.attr<bool>("adj_x"), ctx.attr<bool>("adj_y"));
  const GemmArgs& args = batch.args;
  int64_t x_step = 0, y_step = 0;
  if (even_steps(batch, batch.x_steps, batch.x_size, &x_step) &&
      even_steps(batch, batch.y_steps, batch.y_size, &y_step)) {
    const DType dtype = out.dtype();
    onednn::MatMul wanted{dtype,  dtype,      dtype,         batch.count, args.m,     args.n,       args.k,
                          x_step, args.a_row, args.a_column, y_step,      args.b_row, args.b_column};
    if (onednn::matmul(wanted, args.a, args.b, args.c)) return;
  }
  run_batch(out.dtype(), batch);
}

Values batch_matmul_grad(GradientContext& ctx) {
  const bool ax = ctx.attr<bool>("adj_x"), ay = ctx.attr<bool>("adj_y");
  const Value dy = ctx.grad(), &x = ctx.input(0), &y = ctx.input(1);
  auto product = [](const Value& a, const Value& b, bool adj_a, bool adj_b) {
    return op<"BatchMatMulV2">({a, b}, {{"adj_x", adj_a}, {"adj_y", adj_b}});
  };
  Values grads(2);
  if (ctx.wants(0)) grads[0] = build::unbroadcast(ax ? product(y, dy, ay, true) : product(dy, y, false, !ay), x);
  if (ctx.wants(1)) grads[1] = build::unbroadcast(ay ? product(dy, x, true, ax) : product(x, dy, !ax, false), y);
  return grads;
}

void equal_batches_shape(ShapeContext& ctx) {
  const Shape &x = ctx.input(0), &y = ctx.input(1);
  if (x.has_rank() && y.has_rank()) {
    if (x.rank() != y.rank()) ctx.fail("x and y must have equal ranks, got shapes ", x, " and ", y);
    for (int axis = 0; axis < x.rank() - 2; ++axis)
      if (x[axis] >= 0 && y[axis] >= 0 && x[axis] != y[axis])
        ctx.fail("x and y must be equal in axis ", axis, ", got shapes ", x, " and ", y);
  }
  batch_matmul_shape(ctx);
  if (x.has_rank() == y.has_rank()) return;
  // One is known: the other one has as many axes.
  const Shape& known = x.has_rank() ? x : y;
  const int r = known.rank();
  Shape out = known.slice(0, r - 2);
  out.append(x.has_rank() ? x[r - (ctx.attr<bool>("adj_x") ? 1 : 2)] : kUnknown);
  out.append(y.has_rank() ? y[r - (ctx.attr<bool>("adj_y") ? 2 : 1)] : kUnknown);
  ctx.set_output(0, out);
}

// Products of matrices in the last two axes; batch axes must be equal.
DEFINE_OP("BatchMatMul")
    .input("x: T")
    .input("y: T")
    .output("output: T")
    .attr("T: {bfloat16, half, float, double, int32, int64, complex64, complex128}")
    .attr("adj_x: bool = false")
    .attr("adj_y: bool = false")
    .attr("grad_x: bool = false")
    .attr("grad_y: bool = false")
    .doc("Multiplies the matrices in the last two axes of `x` and `y`, either of them adjoint first where asked for.")
    .shape(equal_batches_shape)
    .kernel(CPU, batch_matmul_cpu)
    .kernel(CPU, Engine::kOneDnn, batch_matmul_onednn, batch_matmul_is_large)
    .gradient(batch_matmul_grad)
    .vectorize(vectorize::leading_axes);

// Products of matrices in the last two axes; batch axes broadcast.
DEFINE_OP("BatchMatMulV2")
    .input("x: T")
    .input("y: T")
    .output("output: T")
    .attr(kBatchTypes)
    .attr("adj_x: bool = false")
    .attr("adj_y: bool = false")
    .attr("grad_x: bool = false")
    .attr("grad_y: bool = false")
    .doc("Multiplies the matrices in the last two axes of `x` and `y`; the axes before them broadcast.")
    .shape(batch_matmul_shape)
    .kernel(CPU, batch_matmul_cpu)
    .kernel(CPU, Engine::kOneDnn, batch_matmul_onednn, batch_matmul_is_large)
    .gradient(batch_matmul_grad)
    .vectorize(vectorize::broadcasting);

// Elements of any number type cast to another, as C++ casts.
Tensor cast_to(const Tensor& from, DType dtype) {
  if (from.dtype() == dtype) return from;
  Tensor to = Tensor::allocate(dtype, from.shape());
  const int64_t n = from.num_elements();
  bool known = visit_real(from.dtype(), [&]<class From>() {
    visit_real(dtype,
               [&]<class To>() {
                 for (int64_t i = 0; i < n; ++i)
                   to.data<To>()[i] =
                       static_cast<To>(static_cast<compute_t<To>>(static_cast<compute_t<From>>(from.data<From>()[i])));
               }) ||
        visit_complex(dtype, [&]<class To>() {
          for (int64_t i = 0; i < n; ++i)
            to.data<To>()[i] =
                To(static_cast<typename To::value_type>(static_cast<compute_t<From>>(from.data<From>()[i])));
        });
  });
  if (!known)
    visit_complex(from.dtype(), [&]<class From>() {
      visit_complex(dtype, [&]<class To>() {
        for (int64_t i = 0; i < n; ++i) to.data<To>()[i] = To(from.data<From>()[i]);
      });
    });
  return to;
}

void batch_matmul_v3_cpu(KernelContext& ctx) {
  const Tensor out = ctx.output(0);
  if (out.num_elements() == 0) return;
  const Tensor &x = ctx.input(0), &y = ctx.input(1);
  const bool ax = ctx.attr<bool>("adj_x"), ay = ctx.attr<bool>("adj_y");
  const DType dtype = out.dtype();
  if (is_complex(x.dtype()) != is_complex(dtype) && is_complex(x.dtype()))
    ctx.fail("cannot multiply ", x.dtype(), " and ", y.dtype(), " into ", dtype);
  const bool bytes = (x.dtype() == DType::kInt8 || x.dtype() == DType::kUint8) && y.dtype() == DType::kInt8;
  if (bytes && dtype == DType::kInt32 && onednn::supports(x.dtype())) {
    const Batch batch = batch_of(x, y, out, ax, ay);
    const GemmArgs& args = batch.args;
    int64_t x_step = 0, y_step = 0;
    if (args.m * args.n * args.k >= kLarge / 4 && even_steps(batch, batch.x_steps, batch.x_size, &x_step) &&
        even_steps(batch, batch.y_steps, batch.y_size, &y_step)) {
      onednn::MatMul wanted{x.dtype(), y.dtype(),  dtype,         batch.count, args.m,     args.n,       args.k,
                            x_step,    args.a_row, args.a_column, y_step,      args.b_row, args.b_column};
      if (onednn::matmul(wanted, args.a, args.b, args.c)) return;
    }
  }
  const Tensor wide_x = cast_to(x, dtype), wide_y = cast_to(y, dtype);
  run_batch(dtype, batch_of(wide_x, wide_y, out, ax, ay));
}

Values batch_matmul_v3_grad(GradientContext& ctx) {
  const bool ax = ctx.attr<bool>("adj_x"), ay = ctx.attr<bool>("adj_y");
  const Value dy = ctx.grad();
  const Value x = build::cast(ctx.input(0), dy.dtype()), y = build::cast(ctx.input(1), dy.dtype());
  auto product = [](const Value& a, const Value& b, bool adj_a, bool adj_b) {
    return op<"BatchMatMulV3">({a, b}, {{"Tout", a.dtype()}, {"adj_x", adj_a}, {"adj_y", adj_b}});
  };
  Values grads(2);
  if (ctx.wants(0))
    grads[0] = build::cast(build::unbroadcast(ax ? product(y, dy, ay, true) : product(dy, y, false, !ay), x),
                           ctx.input(0).dtype());
  if (ctx.wants(1))
    grads[1] = build::cast(build::unbroadcast(ay ? product(dy, x, true, ax) : product(x, dy, !ax, false), y),
                           ctx.input(1).dtype());
  return grads;
}

// Products of matrices in the last two axes, the result in a type of its own (int8 into int32, …).
DEFINE_OP("BatchMatMulV3")
    .input("x: Ta")
    .input("y: Tb")
    .output("output: Tout")
    .attr("Ta: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}")
    .attr("Tb: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}")
    .attr("Tout: {bfloat16, half, float, double, int16, int32, int64, complex64, complex128}")
    .attr("adj_x: bool = false")
    .attr("adj_y: bool = false")
    .attr("grad_x: bool = false")
    .attr("grad_y: bool = false")
    .doc("As BatchMatMulV2, with a result type that may be wider than the operands'.")
    .shape(batch_matmul_shape)
    .kernel(CPU, batch_matmul_v3_cpu)
    .gradient(batch_matmul_v3_grad)
    .vectorize(vectorize::broadcasting);

const GradientNeedsOf inputs_do{GradientNeeds::kInputs, {"MatMul", "BatchMatMulV2"}};
const KernelTraitOf cannot_fail{KernelTrait::kCannotFail, {"MatMul", "BatchMatMulV2", "_BiasedMatMul", "_AddMatMul"}};
const KernelTraitOf multiplies{KernelTrait::kMultiplies, {"MatMul"}};
const KernelTraitOf takes_input{KernelTrait::kTakesInput, {"_AddMatMul"}};

}  // namespace
}  // namespace graphwright
