// Connectionist temporal classification: the likeliest labels, greedily and by beam search.
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/parallel.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"
#include "ops/attr_range.h"

namespace graphwright {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kNever ? a : a + std::log1p(std::exp(b - a));
}

using Labels = std::vector<int64_t>;

// Writes decoded sequences as the parts of a sparse tensor to outputs `first`, `first + step` and `first + 2 * step`.
void set_sparse(KernelContext& ctx, const std::vector<Labels>& rows, int first, int step) {
  int64_t n = 0, most = 0;
  for (const Labels& row : rows) {
    n += static_cast<int64_t>(row.size());
    most = std::max<int64_t>(most, row.size());
  }
  Tensor indices = ctx.allocate(first, Shape{n, 2}), values = ctx.allocate(first + step, Shape{n});
  Tensor shape = ctx.allocate(first + 2 * step, Shape{2});
  int64_t at = 0;
  for (size_t b = 0; b < rows.size(); ++b) {
    for (size_t i = 0; i < rows[b].size(); ++i, ++at) {
      indices.data<int64_t>()[2 * at] = static_cast<int64_t>(b);
      indices.data<int64_t>()[2 * at + 1] = static_cast<int64_t>(i);
      values.data<int64_t>()[at] = rows[b][i];
    }
  }
  shape.data<int64_t>()[0] = static_cast<int64_t>(rows.size());
  shape.data<int64_t>()[1] = most;
}

void decoder_shape(ShapeContext& ctx) {
  Shape inputs = ctx.with_rank(0, 3), lengths = ctx.with_rank(1, 1);
  Shape batch = inputs.slice(1, 2);
  if (!batch.compatible(lengths) && !ctx.value(0).is_tensor())
    ctx.fail("sequence_length must have one element for each example: got shape ", lengths, " for inputs ", inputs);
  if (batch.compatible(lengths)) batch = batch.merge(lengths);
  const bool beam = ctx.op().attr("top_paths");
  const int paths = beam ? static_cast<int>(std::clamp<int64_t>(ctx.attr<int64_t>("top_paths"), 1, 1 << 20)) : 1;
  for (int i = 0; i < paths; ++i) {
    ctx.set_output(i, Shape{kUnknown, 2});
    ctx.set_output(paths + i, Shape{kUnknown});
    ctx.set_output(2 * paths + i, Shape{2});
  }
  ctx.set_output(3 * paths, Shape{batch[0], paths});
}

void check_inputs(KernelContext& ctx) {
  const Shape& shape = ctx.input(0).shape();
  const Tensor& lengths = ctx.input(1);
  if (shape.rank() != 3) ctx.fail("inputs is not a 3-Tensor");
  if (lengths.shape() != Shape{shape[1]})
    ctx.fail_code(Code::kFailedPrecondition,
                  "len(sequence_length) != batch_size.  len(sequence_length):  ", lengths.shape(),
                  " batch_size: ", shape[1]);
  if (shape[0] == 0 || shape[2] == 0) ctx.fail("max_time and num_classes must not be 0, got shape ", shape);
  for (int64_t b = 0; b < shape[1]; ++b)
    if (lengths.int_at(b) < 0 || lengths.int_at(b) > shape[0])
      ctx.fail_code(Code::kFailedPrecondition, "sequence_length(", b, ") <= ", shape[0]);
}

void greedy(KernelContext& ctx) {
  if (ctx.input(0).num_elements() == 0 && ctx.input(0).shape().rank() == 3) ctx.fail("inputs must not be empty");
  check_inputs(ctx);
  const Tensor &inputs = ctx.input(0), &lengths = ctx.input(1);
  const int64_t batch = inputs.shape()[1], classes = inputs.shape()[2];
  const bool merge = ctx.attr<bool>("merge_repeated");
  int64_t blank = ctx.attr<int64_t>("blank_index");
  if (blank < -classes || blank >= classes)
    ctx.fail("blank_index expected to be between ", -classes, " and ", classes - 1, " but was ", blank);
  if (blank < 0) blank += classes;
  Tensor score = ctx.allocate(3, Shape{batch, 1});
  std::vector<Labels> rows(batch);
  visit_dtype<float, double>(inputs.dtype(), [&]<class T>() {
    parallel_for(batch, 16, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        T sum = 0;
        int64_t before = -1;
        for (int64_t t = 0; t < lengths.int_at(b); ++t) {
          const T* frame = inputs.data<T>() + (t * batch + b) * classes;
          const int64_t best = std::max_element(frame, frame + classes) - frame;
          sum -= frame[best];
          if (best != blank && !(merge && best == before)) rows[b].push_back(best);
          before = best;
        }
        score.data<T>()[b] = sum;
      }
    });
  });
  set_sparse(ctx, rows, 0, 1);
}

// The prefixes that one example's beam search has met, as a tree, and how likely each is: with a blank at the end, or
// without.
class BeamSearch {
 public:
  BeamSearch(int64_t width, int64_t classes) : width_(width), classes_(classes), leaves_{0} {
    nodes_.push_back({-1, -1, {0, kNever}, {}, true});
  }

  // One more frame of log probabilities; the last class is the blank. Candidates come one after the other, as in
  // TensorFlow: a leaf that others push out before its parent's turn does not grow.
  void step(const double* logs) {
    for (int leaf : leaves_) nodes_[leaf].before = nodes_[leaf].now;
    const double blank = logs[classes_ - 1];
    beam_.clear();
    for (int leaf : leaves_) {
      Node& node = nodes_[leaf];
      double label = node.before.label;
      if (node.parent >= 0 && nodes_[node.parent].in_beam)
        label = log_add(label, entering(nodes_[node.parent], node.label));
      node.now = {node.before.total() + blank, node.parent >= 0 ? label + logs[node.label] : kNever};
      beam_.push_back({node.now.total(), leaf});
    }
    std::make_heap(beam_.begin(), beam_.end(), better);
    for (int leaf : leaves_) {
      if (!is_candidate(nodes_[leaf].before.total())) continue;
      for (int64_t label = 0; label + 1 < classes_; ++label) {
        auto child = children_.find(leaf * classes_ + label);
        if (child != children_.end() && nodes_[child->second].in_beam) continue;
        const double total = entering(nodes_[leaf], label) + logs[label];
        if (is_candidate(total)) {
          add(leaf, label, total);
        } else if (child != children_.end()) {
          nodes_[child->second].before = {};
        }
      }
    }
    std::sort(beam_.begin(), beam_.end(), better);
    leaves_.clear();
    for (const Entry& entry : beam_) leaves_.push_back(entry.leaf);
  }

  int64_t num_leaves() const { return static_cast<int64_t>(leaves_.size()); }
  double score(int64_t path) const { return nodes_[leaves_[path]].now.total(); }
  Labels labels(int64_t path, bool merge_repeated) const {
    Labels found;
    for (int node = leaves_[path]; nodes_[node].parent >= 0; node = nodes_[node].parent)
      if (!merge_repeated || found.empty() || found.back() != nodes_[node].label) found.push_back(nodes_[node].label);
    std::reverse(found.begin(), found.end());
    return found;
  }

 private:
  struct Logs {
    double blank = kNever, label = kNever;
    double total() const { return log_add(blank, label); }
  };
  struct Node {
    int parent;
    int64_t label;
    Logs now, before;
    bool in_beam;
  };
  struct Entry {
    double total;
    int leaf;
  };
  // Makes beam_ a heap with the worst entry first.
  static bool better(const Entry& a, const Entry& b) { return a.total > b.total; }

  // How likely it is to be where `label` may follow: the same label only after a blank.
  static double entering(const Node& node, int64_t label) {
    return node.label == label ? node.before.blank : node.before.total();
  }
  bool is_candidate(double total) const {
    return total > kNever && (static_cast<int64_t>(beam_.size()) < width_ || total > beam_.front().total);
  }
  void add(int leaf, int64_t label, double total) {
    if (static_cast<int64_t>(beam_.size()) >= width_) {
      nodes_[beam_.front().leaf].in_beam = false;
      std::pop_heap(beam_.begin(), beam_.end(), better);
      beam_.pop_back();
    }
    auto [child, is_new] = children_.try_emplace(leaf * classes_ + label, static_cast<int>(nodes_.size()));
    if (is_new) nodes_.push_back({leaf, label, {}, {}, false});
    Node& node = nodes_[child->second];
    node.now = {kNever, total};
    node.in_beam = true;
    beam_.push_back({total, child->second});
    std::push_heap(beam_.begin(), beam_.end(), better);
  }

  const int64_t width_, classes_;
  std::vector<Node> nodes_;
  std::unordered_map<int64_t, int> children_;  // by parent and label
  std::vector<int> leaves_;                    // the best first
  std::vector<Entry> beam_;                    // of the frame at hand
};

void beam_search(KernelContext& ctx) {
  check_inputs(ctx);
  const Tensor &inputs = ctx.input(0), &lengths = ctx.input(1);
  const int64_t batch = inputs.shape()[1], classes = inputs.shape()[2];
  const int64_t width = std::min<int64_t>(ctx.attr<int64_t>("beam_width"), int64_t{1} << 40),
                paths = ctx.attr<int64_t>("top_paths");
  const bool merge = ctx.attr<bool>("merge_repeated");
  check_int32(ctx, "beam_width", ctx.attr<int64_t>("beam_width"));
  if (inputs.num_elements() == 0) ctx.fail("inputs must not be empty");
  if (paths < 1 || width < 1) ctx.fail("beam_width and top_paths must be positive, got ", width, " and ", paths);
  if (paths > width) ctx.fail("requested more paths than the beam width.");
  if (paths > 1 << 20) ctx.fail_code(Code::kResourceExhausted, "top_paths is larger than 2**20: ", paths);
  Tensor score = ctx.allocate(3 * static_cast<int>(paths), Shape{batch, paths});
  std::vector<std::vector<Labels>> rows(paths, std::vector<Labels>(batch));
  visit_dtype<float, double>(inputs.dtype(), [&]<class T>() {
    parallel_for(batch, 1, [&](int64_t begin, int64_t end) {
      std::vector<double> logs(classes);
      for (int64_t b = begin; b < end; ++b) {
        BeamSearch search(width, classes);
        for (int64_t t = 0; t < lengths.int_at(b); ++t) {
          const T* frame = inputs.data<T>() + (t * batch + b) * classes;
          double most = *std::max_element(frame, frame + classes), sum = 0;
          for (int64_t k = 0; k < classes; ++k) sum += std::exp(frame[k] - most);
          for (int64_t k = 0; k < classes; ++k) {
            logs[k] = frame[k] - most - std::log(sum);
            if (std::isnan(logs[k])) logs[k] = kNever;
          }
          search.step(logs.data());
        }
        if (search.num_leaves() < paths) ctx.fail("Less leaves in the beam search than requested.");
        for (int64_t path = 0; path < paths; ++path) {
          rows[path][b] = search.labels(path, merge);
          score.data<T>()[b * paths + path] = static_cast<T>(search.score(path));
        }
      }
    });
  });
  for (int64_t path = 0; path < paths; ++path)
    set_sparse(ctx, rows[path], static_cast<int>(path), static_cast<int>(paths));
}

// CTCGreedyDecoder: the likeliest class of each frame, without blanks and what goes on.
DEFINE_OP("CTCGreedyDecoder")
    .input("inputs: T")
    .input("sequence_length: int32")
    .output("decoded_indices: int64")
    .output("decoded_values: int64")
    .output("decoded_shape: int64")
    .output("log_probability: T")
    .attr("merge_repeated: bool = false")
    .attr("blank_index: int = -1")
    .attr("T: {float, double} = DT_FLOAT")
    .doc("The likeliest class of each frame, without blanks, as a sparse tensor; and minus the sum of their logits.")
    .shape(decoder_shape)
    .kernel(CPU, greedy)
    .no_gradient("gives labels");

// CTCBeamSearchDecoder: the likeliest sequences of labels, each over all its alignments.
DEFINE_OP("CTCBeamSearchDecoder")
    .input("inputs: T")
    .input("sequence_length: int32")
    .output("decoded_indices: top_paths * int64")
    .output("decoded_values: top_paths * int64")
    .output("decoded_shape: top_paths * int64")
    .output("log_probability: T")
    .attr("beam_width: int >= 1")
    .attr("top_paths: int >= 1")
    .attr("merge_repeated: bool = true")
    .attr("T: {float, double} = DT_FLOAT")
    .doc(
        "The `top_paths` likeliest sequences of labels as sparse tensors, found by a beam search, and their log "
        "probabilities.")
    .shape(decoder_shape)
    .kernel(CPU, beam_search)
    .no_gradient("gives labels");

XLA_FACT(kNotCompiled, "CTCBeamSearchDecoder", "CTCGreedyDecoder");

}  // namespace
}  // namespace graphwright
