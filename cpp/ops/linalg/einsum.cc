// Einsum: sums of products over labelled axes, as batched matrix products of strided operands.
#include <algorithm>
#include <map>
#include <vector>

#include "base/wrapping.h"
#include "device/onednn.h"
#include "kernels/gemm.h"
#include "op/build.h"
#include "op/context.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

// A label is a letter, or for the axes of an ellipsis -1 (the last of them), -2, ….
using Labels = std::vector<int>;

struct Equation {
  std::vector<std::string> inputs;
  std::string output;
};

Equation parse(const std::string& text, size_t operands, const std::string& op) {
  auto bad = [&](const std::string& why) {
    throw Error(Code::kInvalidArgument, str_cat(why, " in equation '", text, "'"), op);
  };
  std::string packed;
  for (char c : text)
    if (c != ' ') packed += c;
  const size_t arrow = packed.find("->");
  if (arrow == std::string::npos) bad("Expecting '->'");
  Equation equation;
  equation.output = packed.substr(arrow + 2);
  std::string part;
  for (char c : packed.substr(0, arrow) + ",") {
    if (c == ',') {
      equation.inputs.push_back(part);
      part.clear();
    } else {
      part += c;
    }
  }
  if (equation.inputs.size() != operands)
    bad(str_cat("Expecting ", equation.inputs.size(), " input subscripts for ", operands, " inputs"));
  auto check = [&](const std::string& labels) {
    size_t dots = labels.find('.');
    for (size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == '.') {
        if (i < dots || i >= dots + 3 || labels.compare(dots, 3, "...") != 0) bad("Invalid ellipsis");
      } else if (!std::isalpha(static_cast<unsigned char>(labels[i]))) {
        bad(str_cat("Invalid label '", labels[i], "'"));
      }
    }
  };
  for (const std::string& input : equation.inputs) check(input);
  check(equation.output);
  for (char c : equation.output) {
    if (c == '.') continue;
    bool found = false;
    for (const std::string& input : equation.inputs) found |= input.find(c) != std::string::npos;
    if (!found) bad(str_cat("Output subscripts contain the label '", c, "' not present in the input subscripts"));
  }
  return equation;
}

bool has_ellipsis(const std::string& text) { return text.find('.') != std::string::npos; }
int letters(const std::string& text) { return static_cast<int>(text.size()) - (has_ellipsis(text) ? 3 : 0); }

// The labels of every axis, the ellipsis standing for `ellipsis` axes.
Labels expand(const std::string& text, int ellipsis) {
  Labels labels;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') {
      labels.push_back(text[i]);
      continue;
    }
    for (int k = ellipsis; k > 0; --k) labels.push_back(-k);
    i += 2;
  }
  return labels;
}

bool has(const Labels& labels, int label) { return std::find(labels.begin(), labels.end(), label) != labels.end(); }

// Labels of all operands and the output, and the extent of each label.
struct Problem {
  std::vector<Labels> inputs;
  Labels output;
  std::map<int, int64_t> sizes;
};

// The attr by which a gradient says that the axes of an ellipsis are summed up, which no equation of a user's says.
constexpr const char* kSumsEllipsisAttr = "_sums_ellipsis";

// `shapes` must have known ranks; unknown extents stay unknown.
Problem resolve(const std::string& text, std::span<const Shape> shapes, const std::string& op, const Attrs& attrs) {
  const Equation equation = parse(text, shapes.size(), op);
  Problem problem;
  int widest = 0;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const int rank = shapes[i].rank(), named = letters(equation.inputs[i]);
    const bool dots = has_ellipsis(equation.inputs[i]);
    if (dots ? rank < named : rank != named)
      throw Error(Code::kInvalidArgument,
                  str_cat("Expected input ", i, " to have rank ", dots ? "at least " : "", named, " but got: ", rank,
                          " in equation '", text, "'"),
                  op);
    const int ellipsis = rank - named;
    widest = std::max(widest, ellipsis);
    Labels labels = expand(equation.inputs[i], ellipsis);
    for (int axis = 0; axis < rank; ++axis) {
      const int64_t size = shapes[i][axis];
      auto [it, fresh] = problem.sizes.try_emplace(labels[axis], size);
      if (fresh || size < 0) continue;
      if (it->second < 0 || (labels[axis] < 0 && it->second == 1)) {
        it->second = size;
      } else if (it->second != size && !(labels[axis] < 0 && size == 1)) {
        throw Error(Code::kInvalidArgument,
                    str_cat("Expected dimension ", it->second, " at axis ", axis, " of the input shaped ", shapes[i],
                            " but got dimension ", size, " in equation '", text, "'"),
                    op);
      }
    }
    problem.inputs.push_back(std::move(labels));
  }
  if (widest > 0 && !has_ellipsis(equation.output) && !attrs.find(kSumsEllipsisAttr))
    throw Error(Code::kInvalidArgument,
                str_cat("Expected the result to have '...' for the ", widest, " axes that it stands for in equation '",
                        text, "'"),
                op);
  problem.output = expand(equation.output, widest);
  return problem;
}

void einsum_shape(ShapeContext& ctx) {
  const std::string equation = ctx.attr<std::string>("equation");
  std::vector<Shape> shapes;
  const Equation parsed = parse(equation, ctx.num_inputs(), ctx.op().name);
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const std::string& labels = parsed.inputs[i];
    if (!ctx.input(i).has_rank() && has_ellipsis(labels)) return ctx.set_output(0, Shape::unknown());
    shapes.push_back(ctx.input(i).has_rank() ? ctx.input(i) : Shape::filled(letters(labels), kUnknown));
  }
  const Problem problem = resolve(equation, shapes, ctx.op().name, ctx.attrs());
  Shape out;
  for (int label : problem.output) out.append(problem.sizes.at(label));
  ctx.set_output(0, out);
}

// A view: labels with their extents and strides; an extent of 1 against a larger one has stride 0.
struct View {
  Labels labels;
  std::vector<int64_t> sizes, strides;
  int64_t stride_of(int label) const {
    for (size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == label) return strides[i];
    return 0;
  }
};

// Repeated labels become one whose stride is the sum of theirs: the diagonal.
View view_of(const Labels& labels, const Shape& shape, const std::map<int, int64_t>& sizes) {
  View view;
  int64_t step = 1;
  std::vector<int64_t> strides(labels.size());
  for (int i = static_cast<int>(labels.size()) - 1; i >= 0; --i) {
    strides[i] = shape[i] == 1 && sizes.at(labels[i]) != 1 ? 0 : step;
    step *= shape[i];
  }
  for (size_t i = 0; i < labels.size(); ++i) {
    auto at = std::find(view.labels.begin(), view.labels.end(), labels[i]);
    if (at != view.labels.end()) {
      view.strides[at - view.labels.begin()] += strides[i];
      continue;
    }
    view.labels.push_back(labels[i]);
    view.sizes.push_back(sizes.at(labels[i]));
    view.strides.push_back(strides[i]);
  }
  return view;
}

View dense_view(const Labels& labels, const std::map<int, int64_t>& sizes) {
  View view;
  view.labels = labels;
  view.strides.resize(labels.size());
  int64_t step = 1;
  for (int i = static_cast<int>(labels.size()) - 1; i >= 0; --i) {
    view.sizes.insert(view.sizes.begin(), sizes.at(labels[i]));
    view.strides[i] = step;
    step *= sizes.at(labels[i]);
  }
  return view;
}

// to[…] (+)= from[…] over all labels of `from`; those that `to` lacks are summed.
template <class T>
void copy_view(const View& from, const T* source, const View& to, T* target, bool add) {
  using C = compute_t<T>;
  const int rank = static_cast<int>(from.labels.size());
  std::vector<int64_t> sizes = from.sizes, in = from.strides, out(rank), index(rank);
  for (int i = 0; i < rank; ++i) {
    out[i] = to.stride_of(from.labels[i]);
    if (sizes[i] == 0) return;
  }
  const int64_t inner = rank == 0 ? 1 : sizes[rank - 1], in_step = rank == 0 ? 0 : in[rank - 1],
                out_step = rank == 0 ? 0 : out[rank - 1];
  while (true) {
    if (!add) {
      for (int64_t j = 0; j < inner; ++j) target[j * out_step] = source[j * in_step];
    } else {
      for (int64_t j = 0; j < inner; ++j)
        target[j * out_step] =
            static_cast<T>(wrapping_add(static_cast<C>(target[j * out_step]), static_cast<C>(source[j * in_step])));
    }
    int i = rank - 2;
    for (; i >= 0; --i) {
      source += in[i];
      target += out[i];
      if (++index[i] < sizes[i]) break;
      source -= in[i] * sizes[i];
      target -= out[i] * sizes[i];
      index[i] = 0;
    }
    if (i < 0) return;
  }
}

// Elements in wide form where sums need it: 16-bit floats are summed in float.
template <class T>
using Sum = compute_t<T>;

// A dense tensor of `labels` with all else of `from` summed away.
template <class T>
Tensor reduce_to(const View& from, const T* source, const Labels& labels, const std::map<int, int64_t>& sizes) {
  const View dense = dense_view(labels, sizes);
  Shape shape{dense.sizes};
  const bool sums = labels.size() < from.labels.size();
  Tensor result = sums ? Tensor::zeros(dtype_of<T>, shape) : Tensor::allocate(dtype_of<T>, shape);
  if constexpr (!std::is_same_v<T, Sum<T>>) {
    if (sums) {
      int64_t n = 1, extent = 1;
      for (int64_t size : from.sizes) n *= size;
      for (size_t i = 0; i < from.sizes.size(); ++i)
        extent += std::max<int64_t>(from.sizes[i] - 1, 0) * from.strides[i];
      if (n == 0) return result;
      std::vector<Sum<T>> wide(extent), total(shape.num_elements());
      for (int64_t i = 0; i < extent; ++i) wide[i] = static_cast<Sum<T>>(source[i]);
      copy_view<Sum<T>>(from, wide.data(), dense, total.data(), true);
      for (int64_t i = 0; i < shape.num_elements(); ++i) result.data<T>()[i] = static_cast<T>(total[i]);
      return result;
    }
  }
  copy_view<T>(from, source, dense, result.data<T>(), sums);
  return result;
}

// The one stride by which the labels run as a single axis, or -1 where they do not.
int64_t merged_stride(const View& view, const Labels& labels, const std::map<int, int64_t>& sizes) {
  int64_t stride = 1, expected = -1;
  for (int i = static_cast<int>(labels.size()) - 1; i >= 0; --i) {
    const int64_t size = sizes.at(labels[i]), own = view.stride_of(labels[i]);
    if (size == 1) continue;
    if (expected < 0) {
      stride = own;
    } else if (own != expected) {
      return -1;
    }
    expected = own * size;
  }
  return stride;
}

int64_t count_of(const Labels& labels, const std::map<int, int64_t>& sizes) {
  int64_t n = 1;
  for (int label : labels) n *= sizes.at(label);
  return n;
}

struct Operand {
  Tensor tensor;
  View view;
  int64_t row = 0, column = 0;
};

// An operand whose row and column labels each run with one stride, copied where they do not.
template <class T>
Operand prepare(const Tensor& tensor, const View& view, const Labels& batch, const Labels& rows, const Labels& columns,
                const std::map<int, int64_t>& sizes) {
  Operand operand{tensor, view};
  Labels wanted = batch;
  wanted.insert(wanted.end(), rows.begin(), rows.end());
  wanted.insert(wanted.end(), columns.begin(), columns.end());
  operand.row = merged_stride(view, rows, sizes);
  operand.column = merged_stride(view, columns, sizes);
  bool direct = operand.row >= 0 && operand.column >= 0 && wanted.size() == view.labels.size();
  // A broadcast axis may be a batch axis only: its stride of 0 is fine there.
  if (direct) return operand;
  // Batch labels that are broadcast stay broadcast.
  std::map<int, int64_t> own = sizes;
  Labels kept;
  View source = view;
  for (int label : wanted) {
    if (has(batch, label) && view.stride_of(label) == 0) continue;
    kept.push_back(label);
  }
  for (size_t i = source.labels.size(); i-- > 0;) {
    if (has(batch, source.labels[i]) && source.strides[i] == 0) {
      source.labels.erase(source.labels.begin() + static_cast<int64_t>(i));
      source.sizes.erase(source.sizes.begin() + static_cast<int64_t>(i));
      source.strides.erase(source.strides.begin() + static_cast<int64_t>(i));
    }
  }
  operand.tensor = reduce_to<T>(source, tensor.data<T>(), kept, own);
  operand.view = dense_view(kept, own);
  operand.row = merged_stride(operand.view, rows, sizes);
  operand.column = merged_stride(operand.view, columns, sizes);
  return operand;
}

// C[m, n] for every element of the batch.
void multiply(DType dtype, const Problem& problem, const Labels& batch, const Operand& a, const Operand& b,
              GemmArgs args) {
  args.a = a.tensor.raw();
  args.a_row = a.row;
  args.a_column = a.column;
  args.b = b.tensor.raw();
  args.b_row = b.row;
  args.b_column = b.column;
  const int64_t count = count_of(batch, problem.sizes), c_size = args.m * args.n;
  std::vector<int64_t> sizes, a_steps, b_steps;
  for (int label : batch) {
    sizes.push_back(problem.sizes.at(label));
    a_steps.push_back(a.view.stride_of(label));
    b_steps.push_back(b.view.stride_of(label));
  }
  const bool large =
      args.m * args.n * args.k >= 48 * 48 * 48 && (dtype == DType::kFloat32 || dtype == DType::kBfloat16);
  if (large && onednn::supports(dtype)) {
    const int64_t a_step = merged_stride(a.view, batch, problem.sizes),
                  b_step = merged_stride(b.view, batch, problem.sizes);
    const bool usable = a_step >= 0 && b_step >= 0 && (args.a_row == 1 || args.a_column == 1) &&
                        (args.b_row == 1 || args.b_column == 1);
    onednn::MatMul wanted{dtype,
                          dtype,
                          dtype,
                          count,
                          args.m,
                          args.n,
                          args.k,
                          count == 1 ? 0 : a_step,
                          args.a_row,
                          args.a_column,
                          count == 1 ? 0 : b_step,
                          args.b_row,
                          args.b_column};
    if (usable && onednn::matmul(wanted, args.a, args.b, args.c)) return;
  }
  gemm_batch(dtype, count, args, [&](int64_t index) {
    GemmOffsets at;
    at.c = index * c_size;
    for (int i = static_cast<int>(sizes.size()) - 1; i >= 0; --i) {
      const int64_t place = index % sizes[i];
      index /= sizes[i];
      at.a += place * a_steps[i];
      at.b += place * b_steps[i];
    }
    return at;
  });
}

// Writes `from` to the output; repeated output labels fill a diagonal of zeros.
template <class T>
void write_output(const View& from, const T* source, const Problem& problem, const Tensor& out) {
  const View to = view_of(problem.output, out.shape(), problem.sizes);
  const bool repeats = to.labels.size() < problem.output.size();
  if (repeats) std::fill_n(out.data<T>(), out.num_elements(), T());
  copy_view<T>(from, source, to, out.data<T>(), false);
}

template <class T>
void einsum_one(const Problem& problem, const Tensor& x, const Tensor& out) {
  const View view = view_of(problem.inputs[0], x.shape(), problem.sizes);
  Labels unique;
  for (int label : problem.output)
    if (!has(unique, label)) unique.push_back(label);
  const Tensor reduced = reduce_to<T>(view, x.data<T>(), unique, problem.sizes);
  write_output<T>(dense_view(unique, problem.sizes), reduced.data<T>(), problem, out);
}

template <class T>
void einsum_two(const Problem& problem, Tensor x, Tensor y, const Tensor& out) {
  View xv = view_of(problem.inputs[0], x.shape(), problem.sizes),
       yv = view_of(problem.inputs[1], y.shape(), problem.sizes);
  auto drop_private = [&](Tensor& tensor, View& view, const View& other) {
    Labels kept;
    for (int label : view.labels)
      if (has(other.labels, label) || has(problem.output, label)) kept.push_back(label);
    if (kept.size() == view.labels.size()) return;
    // A broadcast axis keeps its extent here, which is what its sum over the other's is worth.
    tensor = reduce_to<T>(view, tensor.data<T>(), kept, problem.sizes);
    view = dense_view(kept, problem.sizes);
  };
  drop_private(x, xv, yv);
  drop_private(y, yv, xv);
  Labels batch, contracted, x_free, y_free;
  for (int label : xv.labels)
    if (!has(yv.labels, label))
      x_free.push_back(label);
    else if (!has(problem.output, label))
      contracted.push_back(label);
  for (int label : yv.labels)
    if (!has(xv.labels, label)) y_free.push_back(label);
  for (int label : problem.output)
    if (has(xv.labels, label) && has(yv.labels, label) && !has(batch, label)) batch.push_back(label);
  // Free labels in the order of the output, so that the result often needs no more than that.
  auto by_output = [&](int a, int b) {
    return std::find(problem.output.begin(), problem.output.end(), a) <
           std::find(problem.output.begin(), problem.output.end(), b);
  };
  std::sort(x_free.begin(), x_free.end(), by_output);
  std::sort(y_free.begin(), y_free.end(), by_output);
  auto joined = [&](const Labels& first, const Labels& second) {
    Labels labels = batch;
    labels.insert(labels.end(), first.begin(), first.end());
    labels.insert(labels.end(), second.begin(), second.end());
    return labels;
  };
  const bool swapped = joined(x_free, y_free) != problem.output && joined(y_free, x_free) == problem.output;
  if (swapped) {
    std::swap(x, y);
    std::swap(xv, yv);
    std::swap(x_free, y_free);
  }
  const Labels order = joined(x_free, y_free);
  const Operand a = prepare<T>(x, xv, batch, x_free, contracted, problem.sizes);
  const Operand b = prepare<T>(y, yv, batch, contracted, y_free, problem.sizes);
  GemmArgs args;
  args.m = count_of(x_free, problem.sizes);
  args.n = count_of(y_free, problem.sizes);
  args.k = count_of(contracted, problem.sizes);
  args.c_row = args.n;
  if (order == problem.output) {
    args.c = out.raw();
    return multiply(dtype_of<T>, problem, batch, a, b, args);
  }
  const View dense = dense_view(order, problem.sizes);
  const Tensor result = Tensor::allocate(dtype_of<T>, Shape{dense.sizes});
  args.c = result.raw();
  multiply(dtype_of<T>, problem, batch, a, b, args);
  write_output<T>(dense, result.data<T>(), problem, out);
}

void einsum_cpu(KernelContext& ctx) {
  std::vector<Shape> shapes;
  for (int i = 0; i < ctx.num_inputs(); ++i) shapes.push_back(ctx.input(i).shape());
  const Problem problem = resolve(ctx.attr<std::string>("equation"), shapes, ctx.op().name, ctx.attrs());
  if (ctx.num_inputs() > 2)
    ctx.fail_code(Code::kUnimplemented, "Einsum takes one or two inputs, got ", ctx.num_inputs());
  const Tensor out = ctx.output(0);
  if (out.num_elements() == 0) return;
  const bool known = visit_number(out.dtype(), [&]<class T>() {
    if (ctx.num_inputs() == 1) return einsum_one<T>(problem, ctx.input(0), out);
    einsum_two<T>(problem, ctx.input(0), ctx.input(1), out);
  });
  if (!known) ctx.fail_code(Code::kUnimplemented, "no kernel for ", out.dtype());
}

// dx = einsum(dy, other -> labels of x), for labels that x alone has broadcast, and back onto the diagonal of repeated
// ones.
Value operand_grad(GradientContext& ctx, const Equation& equation, int operand) {
  const Value& x = ctx.input(operand);
  const std::string& labels = equation.inputs[operand];
  const bool two = ctx.num_inputs() == 2;
  const std::string other = two ? equation.inputs[1 - operand] : "";
  // Unique letters of x, those found elsewhere kept, and where each lies in x.
  std::string unique, reachable;
  std::vector<int32_t> positions;
  const bool dots = has_ellipsis(labels);
  for (char c : labels) {
    if (c == '.') {
      if (unique.find('.') == std::string::npos) unique += "...", reachable += "...";
      continue;
    }
    if (unique.find(c) != std::string::npos) continue;
    unique += c;
    if (equation.output.find(c) != std::string::npos || other.find(c) != std::string::npos) reachable += c;
  }
  const bool output_dots = has_ellipsis(equation.output) || has_ellipsis(other);
  if (dots && !output_dots) {
    // The ellipsis was summed away: its axes come back by broadcasting, below.
    reachable.erase(reachable.find("..."), 3);
  }
  const std::string inner = str_cat(equation.output, two ? "," : "", other, "->", reachable);
  Value grad = ctx.grad();
  const Attrs attrs = {{"equation", inner}, {kSumsEllipsisAttr, true}};
  grad = two ? op<"Einsum">({grad, build::conj(ctx.input(1 - operand))}, attrs) : op<"Einsum">({grad}, attrs);
  if (dots && output_dots && x.shape().has_rank() && grad.shape().has_rank()) {
    // Axes of the ellipsis that x lacks are summed.
    const int own = x.shape().rank() - letters(labels), wide = grad.shape().rank() - letters(reachable);
    if (wide > own) {
      Tensor axes = Tensor::allocate(DType::kInt32, Shape{wide - own});
      const int first = static_cast<int>(reachable.find("..."));
      for (int i = 0; i < wide - own; ++i) axes.data<int32_t>()[i] = first + i;
      grad = op<"Sum">({grad, axes});
    }
  }
  if (reachable != unique) {
    if (!x.shape().has_rank())
      fail(Code::kNotImplementedError, "The gradient of Einsum '", ctx.attr<std::string>("equation"),
           "' needs the rank of its input");
    // One axis per label of x, of extent 1 where the sum went over it.
    const int ellipsis = x.shape().rank() - letters(labels);
    const Labels all = expand(labels, ellipsis), once = expand(unique, ellipsis), got = expand(reachable, ellipsis);
    Values parts;
    const Value x_shape = build::shape_of(x), one = build::ints({1});
    Tensor where = Tensor::allocate(DType::kInt32, Shape{static_cast<int64_t>(once.size())});
    for (size_t i = 0; i < once.size(); ++i)
      where.data<int32_t>()[i] = static_cast<int32_t>(std::find(all.begin(), all.end(), once[i]) - all.begin());
    const Value full = op<"GatherV2">({x_shape, where, Tensor::scalar<int32_t>(0)});
    const Value grad_shape = build::shape_of(grad);
    int32_t at = 0;
    for (int label : once) {
      if (has(got, label)) {
        parts.push_back(op<"StridedSlice">({grad_shape, build::ints({at}), build::ints({at + 1}), one}));
        ++at;
      } else {
        parts.push_back(one);
      }
    }
    Value extents = parts.empty() ? Value(Tensor::allocate(DType::kInt32, Shape{0})) : parts[0];
    if (parts.size() > 1) {
      parts.push_back(Tensor::scalar<int32_t>(0));
      extents = op<"ConcatV2">(std::span<const Value>(parts.data(), parts.size()));
    }
    grad = op<"BroadcastTo">({build::reshape(grad, extents), full});
  }
  if (unique != labels) grad = op<"Einsum">({grad}, {{"equation", str_cat(unique, "->", labels)}});
  return dots ? build::unbroadcast(grad, x) : grad;
}

Values einsum_grad(GradientContext& ctx) {
  const Equation equation = parse(ctx.attr<std::string>("equation"), ctx.num_inputs(), ctx.op().name);
  if (ctx.num_inputs() > 2) fail(Code::kUnimplemented, "Einsum takes one or two inputs, got ", ctx.num_inputs());
  Values grads(ctx.num_inputs() == 2 ? 2 : 1);
  for (int i = 0; i < ctx.num_inputs(); ++i)
    if (ctx.wants(i)) grads[i] = operand_grad(ctx, equation, i);
  return grads;
}

// One letter more, for the rows.
void einsum_vectorize(VectorizeContext& ctx) {
  const std::string equation = ctx.attr<std::string>("equation");
  char letter = 0;
  for (char c = 'Z'; c >= 'A' && !letter; --c)
    if (equation.find(c) == std::string::npos) letter = c;
  const size_t arrow = equation.find("->");
  if (!letter || arrow == std::string::npos) return;
  std::string all;
  int input = 0;
  for (size_t i = 0; i < arrow; ++i) {
    if ((i == 0 || equation[i - 1] == ',') && ctx.rows(input++)) all += letter;
    all += equation[i];
  }
  if (input < ctx.num_inputs() && ctx.rows(input)) all += letter;
  all += "->";
  all += letter + equation.substr(arrow + 2);
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i) inputs.push_back(ctx.value(i));
  Attrs attrs = ctx.attrs();
  attrs.set("equation", all);
  ctx.set_all(inputs, attrs);
}

// output[o…] = the sum over all labels not in the output of the product of the inputs at their labels.
DEFINE_OP("Einsum")
    .input("inputs: N * T")
    .output("output: T")
    .attr("equation: string")
    .attr("N: int >= 1")
    .attr("T: type")
    .doc("The sum of products that `equation` describes, as in 'ij,jk->ik'; '...' stands for axes that broadcast.")
    .shape(einsum_shape)
    .kernel(CPU, einsum_cpu)
    .gradient(einsum_grad)
    .vectorize(einsum_vectorize);

}  // namespace
}  // namespace graphwright
