// Common parts of linear algebra ops: loops over batches of matrices, shape rules, and pieces of gradients.
#pragma once

#include <complex>
#include <span>

#include "base/parallel.h"
#include "base/stack.h"
#include "base/waiting.h"
#include "op/build.h"
#include "op/context.h"

namespace graphwright::linalg {

// One matrix, row after row.
template <class T>
struct MatrixOf {
  T* data;
  int64_t rows, columns;
  int64_t size() const { return rows * columns; }
};

template <class T>
constexpr bool is_complex_number = false;
template <class T>
constexpr bool is_complex_number<std::complex<T>> = true;

// The i-th matrix in the last two axes.
template <class T>
MatrixOf<T> result(const Tensor& tensor, int64_t i) {
  const Shape& shape = tensor.shape();
  const int64_t rows = shape[shape.rank() - 2], columns = shape[shape.rank() - 1];
  return {tensor.data<T>() + i * rows * columns, rows, columns};
}
template <class T>
MatrixOf<const T> matrix(const Tensor& tensor, int64_t i) {
  const auto [data, rows, columns] = result<T>(tensor, i);
  return {data, rows, columns};
}
inline int64_t axis_from_end(const Shape& shape, int i) { return shape[shape.rank() - i]; }
// The number of matrices in the batch axes.
inline int64_t batch_count(const Shape& shape) {
  int64_t count = 1;
  for (int i = 0; i + 2 < shape.rank(); ++i) count *= shape[i];
  return count;
}

// Calls each(i) for the matrices of a batch, in parallel when one costs much; `size` is its number of elements.
template <class Each>
void for_matrices(int64_t count, int64_t size, const Each& each) {
  parallel_for(count, 2'000 / (size + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) each(i);
  });
}

// The error of a matrix, where the kernel's context may be gone.
struct Unfit {
  const char* reason;
};

// The number of multiplications that decompositions of matrices like these take, roughly.
inline double decomposition_work(const Shape& matrices) {
  const auto rows = static_cast<double>(axis_from_end(matrices, 2));
  const auto columns = static_cast<double>(axis_from_end(matrices, 1));
  return static_cast<double>(batch_count(matrices)) * rows * columns * std::min(rows, columns);
}

// True where Ctrl-C should not wait for so much work, or this thread's stack is too small for the library's.
inline bool should_run_apart(double work) {
  constexpr double kMost = 1 << 27;  // some tens of milliseconds
  return work > kMost || stack_left() <= kStackMargin;
}

// Calls work(), which throws Unfit for what it cannot take. Where it runs apart from this thread, it goes on when this
// one is interrupted: it owns what it touches.
template <class Work>
void run_perhaps_apart(KernelContext& ctx, bool apart, const Work& work) {
  try {
    if (apart)
      run_apart(work);
    else
      work();
  } catch (const Unfit& unfit) {
    ctx.fail(unfit.reason);
  }
}

// Elements of `from` cast to the type of `to`, which is as long.
inline void cast_elements(const Tensor& from, const Tensor& to) {
  const auto numbers = [&]<class From>() {
    visit_dtype<float, double, Half, Bfloat16, std::complex<float>, std::complex<double>>(to.dtype(), [&]<class To>() {
      for (int64_t i = 0; i < from.num_elements(); ++i) {
        if constexpr (is_complex_number<From> == is_complex_number<To>)
          to.data<To>()[i] =
              static_cast<To>(static_cast<compute_t<To>>(static_cast<compute_t<From>>(from.data<From>()[i])));
      }
    });
  };
  visit_dtype<float, double, Half, Bfloat16, std::complex<float>, std::complex<double>>(from.dtype(), numbers);
}

// Runs f<T>(inputs, outputs) with T one of Types: the tensors' own type, or a wider one to which they are cast, as are
// the outputs from it. Outputs must have been inferred; those of another type than the first input's are passed as they
// are. Decompositions are compiled for double alone, for the sake of compile time, and are the more precise for it.
// f may run apart, where `work` is much: it owns what it captures, and throws Unfit.
template <class... Types, class F>
void run_as(KernelContext& ctx, const F& f, double work) {
  const DType dtype = ctx.input(0).dtype();
  DType wide = dtype;
  const bool direct = ((dtype_of<Types> == dtype) || ...);
  if (!direct) {
    const bool singles = ((dtype_of<Types> == DType::kFloat32) || ...);
    wide = is_complex(dtype)                     ? DType::kComplex128
           : singles && dtype != DType::kFloat64 ? DType::kFloat32
                                                 : DType::kFloat64;
  }
  if (!visit_dtype<Types...>(wide, []<class T>() {})) ctx.fail_code(Code::kUnimplemented, "no kernel for ", dtype);
  const bool apart = should_run_apart(work);
  SmallVector<Tensor, 4> inputs, given, outputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    Tensor input = ctx.input(i);
    if (!direct && input.dtype() == dtype) {
      Tensor cast = Tensor::allocate(wide, input.shape());
      cast_elements(input, cast);
      input = cast;
    } else if (apart) {
      input = input.copy();
    }
    inputs.push_back(input);
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    given.push_back(ctx.output(i));
    const bool cast = !direct && given[i].dtype() == dtype;
    outputs.push_back(cast || apart ? Tensor::allocate(cast ? wide : given[i].dtype(), given[i].shape()) : given[i]);
  }
  run_perhaps_apart(ctx, apart, [f, wide, inputs, outputs] {
    const std::span<const Tensor> in(inputs.data(), inputs.size()), out(outputs.data(), outputs.size());
    visit_dtype<Types...>(wide, [&]<class T>() { f.template operator()<T>(in, out); });
  });
  for (int i = 0; i < ctx.num_outputs(); ++i) {
    if (outputs[i].dtype() != given[i].dtype())
      cast_elements(outputs[i], given[i]);
    else if (apart)
      copy_elements(given[i].dtype(), given[i].raw(), outputs[i].raw(), given[i].num_elements());
  }
}
template <class... Types, class F>
void run_as(KernelContext& ctx, const F& f) {
  run_as<Types...>(ctx, f, decomposition_work(ctx.input(0).shape()));
}
template <class F>
void run(KernelContext& ctx, const F& f) {
  run_as<double, std::complex<double>>(ctx, f);
}

// A stack of square matrices; gives its shape with both extents known where one is.
inline Shape square(ShapeContext& ctx, int input) {
  Shape shape = ctx.with_rank_at_least(input, 2);
  if (!shape.has_rank()) return shape;
  const int r = shape.rank();
  const int64_t rows = shape[r - 2], columns = shape[r - 1];
  if (rows >= 0 && columns >= 0 && rows != columns) ctx.fail("Input matrix must be square, got ", ctx.input(input));
  if (rows < 0) shape.set(r - 2, columns);
  if (columns < 0) shape.set(r - 1, rows);
  return shape;
}
inline void like_square_input(ShapeContext& ctx) { ctx.set_output(0, square(ctx, 0)); }

// `shape` with its last two axes replaced.
inline Shape with_matrix(const Shape& shape, std::initializer_list<int64_t> axes) {
  if (!shape.has_rank()) return Shape::unknown();
  Shape out = shape.slice(0, shape.rank() - 2);
  for (int64_t size : axes) out.append(size);
  return out;
}

// Eigenvalues, and eigenvectors where they are asked for, of square matrices.
inline void eigen_shape(ShapeContext& ctx) {
  const Shape shape = square(ctx, 0);
  const int64_t n = shape.has_rank() ? axis_from_end(shape, 1) : kUnknown;
  ctx.set_output(0, with_matrix(shape, {n}));
  ctx.set_output(1, ctx.attr<bool>("compute_v") ? shape : Shape{0});
}

// Pieces of gradients, on stacks of matrices of any rank.
inline Value matmul(const Value& a, const Value& b, bool adjoint_a = false, bool adjoint_b = false) {
  return op<"BatchMatMulV2">({a, b}, {{"adj_x", adjoint_a}, {"adj_y", adjoint_b}});
}

inline Value adjoint(const Value& a) {
  Value perm;
  if (a.shape().has_rank()) {
    const int rank = a.shape().rank();
    Tensor axes = Tensor::allocate(DType::kInt32, Shape{rank});
    for (int i = 0; i < rank; ++i) axes.data<int32_t>()[i] = i;
    std::swap(axes.data<int32_t>()[rank - 1], axes.data<int32_t>()[rank - 2]);
    perm = axes;
  } else {
    const Value rank = op<"Rank">({a}), one = Tensor::scalar<int32_t>(1), two = Tensor::scalar<int32_t>(2);
    const Value zero = Tensor::scalar<int32_t>(0), before = build::sub(rank, two), last = build::sub(rank, one);
    const Value vector = Tensor::from<int32_t>({1});
    perm = op<"ConcatV2">(
        {op<"Range">({zero, before, one}), build::reshape(last, vector), build::reshape(before, vector), zero});
  }
  return op<"ConjugateTranspose">({a, perm});
}

// Keeps the band of `lower` diagonals below and `upper` above the main one (-1: all).
inline Value band(const Value& a, int64_t lower, int64_t upper) {
  return op<"MatrixBandPart">({a, Tensor::scalar<int64_t>(lower), Tensor::scalar<int64_t>(upper)});
}
inline Value diagonal_only(const Value& a) { return band(a, 0, 0); }
// The lower triangle with its diagonal halved.
inline Value lower_half(const Value& a) {
  return build::sub(band(a, -1, 0), build::mul(build::number_like(a, 0.5), diagonal_only(a)));
}
// A vector as one more last axis, or second to last.
inline Value column(const Value& v) { return op<"ExpandDims">({v, Tensor::scalar<int32_t>(-1)}); }
inline Value row(const Value& v) { return op<"ExpandDims">({v, Tensor::scalar<int32_t>(-2)}); }

}  // namespace graphwright::linalg
