// Connectionist temporal classification: the loss of a sequence of labels without known times, and its gradient.
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kNever ? a : a + std::log1p(std::exp(b - a));
}

// A label as the paths see it.
struct Label {
  int32_t id;          // equal ones that follow each other need a blank between them
  int64_t seen_as;     // the class whose logits it reads; kCertain where it is none of them
  bool shares = true;  // whether its class has a part of the gradient for it
};
constexpr int64_t kCertain = -1;  // its probability is one

// The paths through one example's labels: blanks (even states) around labels (odd states).
class Paths {
 public:
  // `merge_repeated`: a label that goes on is one label.
  Paths(std::span<const Label> labels, int64_t blank, bool merge_repeated = true)
      : labels_(labels),
        blank_{-1, blank},
        merge_repeated_(merge_repeated),
        count_(static_cast<int64_t>(labels.size())) {}
  // Paths that end behind the first `count` labels; starting or ending anywhere else has this log of a probability.
  Paths(std::span<const Label> labels, int64_t blank, int64_t count, double elsewhere)
      : labels_(labels), blank_{-1, blank}, count_(count), elsewhere_(elsewhere) {}

  // `logits` and `gradient` are rows of `classes` elements, `stride` apart. Gives the loss, infinity where no path fits
  // into the time; `gradient` is then left as it is.
  template <class T>
  double run(const T* logits, T* gradient, int64_t time, int64_t stride, int64_t classes) {
    const int64_t n = 2 * static_cast<int64_t>(labels_.size()) + 1;
    if (time == 0) return count_ == 0 ? 0 : -elsewhere_;
    std::vector<double> logs(time * classes), ahead((time + 1) * n, kNever), behind(n), next(n);
    for (int64_t t = 0; t < time; ++t) log_softmax(logits + t * stride, logs.data() + t * classes, classes);
    auto log_of = [&](int64_t t, int64_t s) {
      const int64_t seen_as = state(s).seen_as;
      return seen_as == kCertain ? 0 : logs[t * classes + seen_as];
    };
    // ahead[(t + 1) * n + s]: what leads to state s at time t. Paths start right before the first blank.
    std::fill_n(ahead.begin(), n, elsewhere_);
    for (int64_t t = 0; t < time; ++t) {
      const double* before = ahead.data() + t * n;
      for (int64_t s = 0; s < n; ++s) {
        double sum = stays(s) ? before[s] : kNever;
        if (s >= 1) sum = log_add(sum, before[s - 1]);
        if (s >= 3 && skips(s)) sum = log_add(sum, before[s - 2]);
        if (t == 0 && s < 2) sum = log_add(sum, 0);
        ahead[(t + 1) * n + s] = sum + log_of(t, s);
      }
    }
    // behind[s]: what follows after being in state s at time t.
    for (int64_t s = 0; s < n; ++s) behind[s] = (s + 1) / 2 == count_ ? 0 : elsewhere_;
    double all = kNever;
    for (int64_t s = 0; s < n; ++s) all = log_add(all, ahead[time * n + s] + behind[s]);
    if (all == kNever) return -all;
    std::vector<double> shares(classes);
    for (int64_t t = time - 1;; --t) {
      if (gradient) {
        std::fill(shares.begin(), shares.end(), 0);
        for (int64_t s = 0; s < n; ++s) {
          const Label& label = state(s);
          if (label.shares) shares[label.seen_as] += std::exp(ahead[(t + 1) * n + s] + behind[s] - all);
        }
        for (int64_t k = 0; k < classes; ++k)
          gradient[t * stride + k] = static_cast<T>(std::exp(logs[t * classes + k]) - shares[k]);
      }
      if (t == 0) break;
      for (int64_t s = 0; s < n; ++s) {
        double sum = stays(s) ? behind[s] + log_of(t, s) : kNever;
        if (s + 1 < n) sum = log_add(sum, behind[s + 1] + log_of(t, s + 1));
        if (s + 2 < n && skips(s + 2)) sum = log_add(sum, behind[s + 2] + log_of(t, s + 2));
        next[s] = sum;
      }
      std::swap(behind, next);
    }
    // Paths that start elsewhere have gradients, but are no part of the loss.
    const double first = behind[0] + log_of(0, 0);
    return -(n == 1 ? first : log_add(first, behind[1] + log_of(0, 1)));
  }

 private:
  const Label& state(int64_t s) const { return s % 2 == 1 ? labels_[s / 2] : blank_; }
  bool stays(int64_t s) const { return merge_repeated_ || s % 2 == 0; }
  // May a path come from the label before without a blank between?
  bool skips(int64_t s) const { return s % 2 == 1 && (!merge_repeated_ || labels_[s / 2].id != labels_[s / 2 - 1].id); }

  template <class T>
  static void log_softmax(const T* logits, double* logs, int64_t classes) {
    double most = kNever, sum = 0;
    for (int64_t k = 0; k < classes; ++k) most = std::max<double>(most, logits[k]);
    for (int64_t k = 0; k < classes; ++k) sum += std::exp(logits[k] - most);
    const double norm = most + std::log(sum);
    for (int64_t k = 0; k < classes; ++k) logs[k] = logits[k] - norm;
  }

  std::span<const Label> labels_;
  Label blank_;
  bool merge_repeated_ = true;
  int64_t count_;
  double elsewhere_ = kNever;
};

void loss_shape(ShapeContext& ctx) {
  Shape inputs = ctx.with_rank(0, 3);
  Shape indices = ctx.with_rank(1, 2), values = ctx.with_rank(2, 1), lengths = ctx.with_rank(3, 1);
  if (!indices.slice(0, 1).compatible(values))
    ctx.fail("labels_indices and labels_values must contain the same number of rows, but saw shapes: ", indices,
             " vs. ", values);
  Shape batch = inputs.slice(1, 2);
  if (!batch.compatible(lengths))
    ctx.fail("len(sequence_length) != batch_size.  len(sequence_length):  ", lengths, " batch_size: ", batch);
  ctx.set_output(0, batch.merge(lengths));
  ctx.set_output(1, Shape{inputs[0], batch.merge(lengths)[0], inputs[2]});
}

void check_lengths(KernelContext& ctx, const Tensor& lengths, int64_t time) {
  for (int64_t b = 0; b < lengths.num_elements(); ++b) {
    int64_t length = lengths.int_at(b);
    if (length < 0 || length > time) ctx.fail("sequence_length(", b, ") <= ", time);
  }
}

// The labels of each example, from the coordinates of a sparse tensor.
std::vector<std::vector<int32_t>> sparse_labels(KernelContext& ctx, int64_t batch, int64_t classes, bool blank_first) {
  const Tensor &indices = ctx.input(1), &values = ctx.input(2);
  if (indices.shape()[1] != 2) ctx.fail("labels_indices must have two columns, got shape ", indices.shape());
  std::vector<std::vector<int32_t>> labels(batch);
  for (int64_t i = 0; i < values.num_elements(); ++i) {
    const int64_t b = indices.data<int64_t>()[2 * i];
    if (b < 0 || b >= batch) ctx.fail("labels batch index must be between 0 and ", batch, " but saw: ", b);
    labels[b].push_back(values.data<int32_t>()[i]);
  }
  for (int64_t b = 0; b < batch; ++b) {
    auto& row = labels[b];
    // Blanks and what is beyond fill rows up to their end.
    auto null = [&](int32_t label) { return blank_first ? label == 0 || label >= classes : label >= classes - 1; };
    while (!row.empty() && null(row.back())) row.pop_back();
    if (row.empty()) ctx.fail("Labels length is zero in batch ", b);
    for (int32_t label : row) {
      if (label < 0) ctx.fail("All labels must be nonnegative integers, batch: ", b, " labels: ", str_join(row, ","));
      if (null(label))
        ctx.fail("Saw a non-null label (index >= num_classes - 1) following a null label, batch: ", b,
                 " num_classes: ", classes, " labels: ", str_join(row, ","));
    }
  }
  return labels;
}

template <bool kBlankFirst>
void sparse_loss(KernelContext& ctx) {
  const Tensor &inputs = ctx.input(0), &lengths = ctx.input(3);
  if (inputs.shape().rank() != 3) ctx.fail("inputs is not a 3-Tensor");
  const int64_t time = inputs.shape()[0], batch = inputs.shape()[1], classes = inputs.shape()[2];
  if (batch == 0 || time == 0) ctx.fail("batch_size and max_time must not be 0, got shape ", inputs.shape());
  if (classes == 0) ctx.fail("num_classes must not be 0, got shape ", inputs.shape());
  check_lengths(ctx, lengths, time);
  std::vector<std::vector<int32_t>> labels = sparse_labels(ctx, batch, classes, kBlankFirst);
  const bool ignore_longer = ctx.attr<bool>("ignore_longer_outputs_than_inputs");
  const bool merge_repeated = ctx.attr<bool>("ctc_merge_repeated");
  for (int64_t b = 0; b < batch; ++b) {
    if (ctx.attr<bool>("preprocess_collapse_repeated"))
      labels[b].erase(std::unique(labels[b].begin(), labels[b].end()), labels[b].end());
    if (static_cast<int64_t>(labels[b].size()) > lengths.int_at(b) && !ignore_longer)
      ctx.fail("Not enough time for target transition sequence (required: ", labels[b].size(),
               ", available: ", lengths.int_at(b),
               "). You can turn this error into a warning by using the flag ignore_longer_outputs_than_inputs");
  }
  Tensor loss = ctx.output(0), gradient = Tensor::zeros(inputs.dtype(), inputs.shape());
  visit_dtype<float, double>(inputs.dtype(), [&]<class T>() {
    parallel_for(batch, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        const int64_t length = lengths.int_at(b);
        if (static_cast<int64_t>(labels[b].size()) > length) {
          loss.data<T>()[b] = 0;
          continue;
        }
        std::vector<Label> row;
        for (int32_t label : labels[b]) row.push_back({label, label});
        loss.data<T>()[b] = static_cast<T>(Paths(row, kBlankFirst ? 0 : classes - 1, merge_repeated)
                                               .run(inputs.data<T>() + b * classes, gradient.data<T>() + b * classes,
                                                    length, batch * classes, classes));
      }
    });
  });
  ctx.set_output(1, std::move(gradient));
}

Values loss_grad(GradientContext& ctx) {
  if (ctx.grad_or_null(1))
    fail(Code::kLookupError, "Gradient explicitly disabled. Reason: there is no second derivative of ctc_loss");
  Values grads(ctx.num_inputs(), Value());
  Value by_example =
      op<"ExpandDims">({op<"ExpandDims">({ctx.grad(0), Tensor::scalar<int32_t>(0)}), Tensor::scalar<int32_t>(2)});
  grads[0] = build::mul(by_example, ctx.output(1));
  return grads;
}

// Rows are further examples, whose axis comes after that of time.
void set_losses(VectorizeContext& ctx, const Values& inputs) {
  Values found = call(ctx.op(), inputs, ctx.attrs());
  ctx.set(0, ctx.split(found[0], 0));
  ctx.set(1, ctx.from_axis(found[1], 3, 1));
}
void sparse_vectorize(VectorizeContext& ctx) {
  Value logits = ctx.stacked(0), indices = ctx.stacked(1);
  const Value all = build::ints({-1, -1, 1});
  Value examples = op<"Slice">({indices, build::ints({0, 0, 0}), all});
  Value positions = op<"Slice">({indices, build::ints({0, 0, 1}), all});
  examples = vectorize::moved(ctx, examples, 2, vectorize::extent(logits, 2));
  indices = op<"ConcatV2">({examples, positions, build::number(DType::kInt32, 2)}, {{"N", int64_t{2}}});
  set_losses(ctx, {VectorizeContext::in_axis(logits, 3, 1), ctx.merged(indices), ctx.merged(ctx.stacked(2)),
                   ctx.merged(ctx.stacked(3))});
}
void dense_vectorize(VectorizeContext& ctx) {
  set_losses(ctx, {VectorizeContext::in_axis(ctx.stacked(0), 3, 1), ctx.merged(ctx.stacked(1)),
                   ctx.merged(ctx.stacked(2)), ctx.merged(ctx.stacked(3))});
}

// CTCLoss: minus the log of the probability of the labels, summed over all alignments; the blank is the last class.
DEFINE_OP("CTCLoss")
    .input("inputs: T")
    .input("labels_indices: int64")
    .input("labels_values: int32")
    .input("sequence_length: int32")
    .output("loss: T")
    .output("gradient: T")
    .attr("preprocess_collapse_repeated: bool = false")
    .attr("ctc_merge_repeated: bool = true")
    .attr("ignore_longer_outputs_than_inputs: bool = false")
    .attr("T: {float, double} = DT_FLOAT")
    .doc(
        "The CTC loss of logits [time, batch, classes] for sparse labels, and its gradient; the last class is the "
        "blank.")
    .shape(loss_shape)
    .kernel(CPU, sparse_loss<false>)
    .gradient(loss_grad)
    .vectorize(sparse_vectorize);

// CTCLossV2: the same with the first class as the blank.
DEFINE_OP("CTCLossV2")
    .input("inputs: float")
    .input("labels_indices: int64")
    .input("labels_values: int32")
    .input("sequence_length: int32")
    .output("loss: float")
    .output("gradient: float")
    .attr("preprocess_collapse_repeated: bool = false")
    .attr("ctc_merge_repeated: bool = true")
    .attr("ignore_longer_outputs_than_inputs: bool = false")
    .doc(
        "The CTC loss of logits [time, batch, classes] for sparse labels, and its gradient; the first class is the "
        "blank.")
    .shape(loss_shape)
    .kernel(CPU, sparse_loss<true>)
    .gradient(loss_grad)
    .vectorize(sparse_vectorize);

void dense_shape(ShapeContext& ctx) {
  Shape inputs = ctx.with_rank(0, 3);
  Shape labels = ctx.with_rank(1, 2), label_length = ctx.with_rank(2, 1), lengths = ctx.with_rank(3, 1);
  Shape batch = inputs.slice(1, 2);
  for (const Shape& other : {labels.slice(0, 1), label_length, lengths}) {
    if (!batch.compatible(other))
      ctx.fail("logits, labels, label_length and logit_length must agree in the number of examples, got shapes ",
               inputs, ", ", labels, ", ", label_length, " and ", lengths);
    batch = batch.merge(other);
  }
  ctx.set_output(0, batch);
  ctx.set_output(1, Shape{inputs[0], batch[0], inputs[2]});
}

// The log of 1e-307, TensorFlow's probability of a path that starts or ends where none may, so that losses stay finite.
constexpr double kElsewhere = -706.893623549172;

// TensorFlow moves the blank before the other classes. So the blank among the labels is the class before it, and has no
// part of the gradient where there is none; a label that is no class has a probability of one.
Label dense_label(int32_t label, int64_t blank, int64_t classes) {
  const int64_t moved = label < blank ? label + 1 : label;
  const int32_t id = static_cast<int32_t>(moved);
  if (moved < 0 || moved >= classes) return {id, kCertain, false};
  if (moved == 0) return {id, blank, false};
  return {id, moved <= blank ? moved - 1 : moved};
}

void dense_loss(KernelContext& ctx) {
  const Tensor &inputs = ctx.input(0), &labels = ctx.input(1), &label_length = ctx.input(2), &lengths = ctx.input(3);
  const int64_t time = inputs.shape()[0], batch = inputs.shape()[1], classes = inputs.shape()[2];
  const int64_t columns = labels.shape()[1];
  int64_t blank = ctx.attr<int64_t>("blank_index");
  if (blank < 0) blank += classes;
  if (blank < 0 || blank >= classes)
    ctx.fail("blank_index must be in [", -classes, ", ", classes, "), got ", ctx.attr<int64_t>("blank_index"));
  check_lengths(ctx, lengths, time);
  for (int64_t b = 0; b < batch; ++b) {
    const int32_t n = label_length.data<int32_t>()[b];
    if (n < 0 || n > columns) ctx.fail("label_length(", b, ") must be in [0, ", columns, "], got ", n);
    for (int64_t i = 0; i < n; ++i) {
      const int32_t label = labels.data<int32_t>()[b * columns + i];
      if (label < 0 || label >= classes) ctx.fail("labels must be in [0, ", classes, "), got ", label, " in batch ", b);
    }
  }
  Tensor loss = ctx.output(0), gradient = Tensor::zeros(inputs.dtype(), inputs.shape());
  visit_dtype<float, double>(inputs.dtype(), [&]<class T>() {
    parallel_for(batch, 1, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        std::vector<Label> row;
        for (int64_t i = 0; i < columns; ++i)
          row.push_back(dense_label(labels.data<int32_t>()[b * columns + i], blank, classes));
        const int64_t count = label_length.data<int32_t>()[b];
        auto run = [&](Paths paths) {
          return paths.run(inputs.data<T>() + b * classes, gradient.data<T>() + b * classes, lengths.int_at(b),
                           batch * classes, classes);
        };
        // What comes after the labels counts only where these do not fit into the time.
        double value = run(Paths(std::span(row).first(count), blank));
        if (value == -kNever) value = run(Paths(row, blank, count, kElsewhere));
        loss.data<T>()[b] = static_cast<T>(value);
      }
    });
  });
  ctx.set_output(1, std::move(gradient));
}

// _DenseCTCLoss: the same for labels [batch, n], of which the first label_length[b] count. The loss is finite, too,
// where no alignment exists.
DEFINE_OP("_DenseCTCLoss")
    .input("inputs: T")
    .input("labels: int32")
    .input("label_length: int32")
    .input("sequence_length: int32")
    .output("loss: T")
    .output("gradient: T")
    .attr("blank_index: int = 0")
    .attr("T: {float, double} = DT_FLOAT")
    .doc("The CTC loss of logits [time, batch, classes] for padded labels [batch, n], and its gradient.")
    .shape(dense_shape)
    .kernel(CPU, dense_loss)
    .gradient(loss_grad)
    .vectorize(dense_vectorize);

XLA_FACT(kNotCompiled, "CTCLoss");

}  // namespace
}  // namespace graphwright
