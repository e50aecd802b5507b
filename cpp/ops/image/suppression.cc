// Non-maximum suppression: of boxes that overlap much, only those with the highest scores stay.
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "base/parallel.h"
#include "kernels/cast.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/image/image.h"

namespace graphwright {
namespace {

struct Rules {
  int64_t most;       // boxes that may stay
  float overlap;      // what overlaps more than this goes
  float least_score;  // scores must be greater
  float sigma = 0;    // of Gaussian soft suppression: scores shrink with the overlap, and no box goes; 0 for none
};
struct Kept {
  int64_t box;
  float score;
};

// The share of their union that two boxes, given by any two opposite corners, have in common.
float overlap_of(const float* a, const float* b) {
  const float a_top = std::min(a[0], a[2]), a_left = std::min(a[1], a[3]);
  const float a_bottom = std::max(a[0], a[2]), a_right = std::max(a[1], a[3]);
  const float b_top = std::min(b[0], b[2]), b_left = std::min(b[1], b[3]);
  const float b_bottom = std::max(b[0], b[2]), b_right = std::max(b[1], b[3]);
  const float a_area = (a_bottom - a_top) * (a_right - a_left), b_area = (b_bottom - b_top) * (b_right - b_left);
  if (!(a_area > 0 && b_area > 0)) return 0;
  const float height = std::max(std::min(a_bottom, b_bottom) - std::max(a_top, b_top), 0.0f);
  const float width = std::max(std::min(a_right, b_right) - std::max(a_left, b_left), 0.0f);
  const float shared = height * width;
  return shared / (a_area + b_area - shared);
}

// Takes boxes by falling scores. overlap(i, j) says how much two of them overlap.
template <class Overlap>
std::vector<Kept> suppress(int64_t n, const float* scores, const Rules& rules, const Overlap& overlap) {
  struct Candidate {
    int64_t box;
    float score;
    size_t compared;  // with that many of those kept its score has been set off
    // Of equal scores the box that comes first.
    bool operator<(const Candidate& other) const {
      return score < other.score || (score == other.score && box > other.box);
    }
  };
  std::vector<Candidate> all;
  for (int64_t i = 0; i < n; ++i)
    if (scores[i] > rules.least_score) all.push_back({i, scores[i], 0});
  std::priority_queue<Candidate> queue(std::less<Candidate>(), std::move(all));
  std::vector<Kept> kept;
  while (static_cast<int64_t>(kept.size()) < rules.most && !queue.empty()) {
    Candidate next = queue.top();
    queue.pop();
    const float before = next.score;
    bool gone = false;
    for (size_t i = kept.size(); i-- > next.compared && !gone;) {
      const float shared = overlap(next.box, kept[i].box);
      if (rules.sigma <= 0) {
        gone = shared > rules.overlap;
        continue;
      }
      next.score *= std::exp(-0.5f / rules.sigma * shared * shared);
      gone = next.score <= rules.least_score;
    }
    if (gone) continue;
    next.compared = kept.size();
    if (next.score == before) {
      kept.push_back({next.box, next.score});
    } else {
      queue.push(next);  // others may come before it now
    }
  }
  return kept;
}

// ---- one list of boxes ----

std::vector<float> floats_of(const Tensor& tensor) {
  std::vector<float> result(static_cast<size_t>(tensor.num_elements()));
  cast_elements(tensor.dtype(), tensor.raw(), DType::kFloat32, result.data(), tensor.num_elements());
  return result;
}

float scalar_float(const KernelContext& ctx, int i) {
  if (ctx.input(i).shape().rank() != 0)
    ctx.fail(ctx.op().inputs[i].name, " must be 0-D, got shape ", ctx.input(i).shape());
  return static_cast<float>(ctx.input(i).double_at(0));
}
int64_t scalar_int(const KernelContext& ctx, int i) {
  if (ctx.input(i).shape().rank() != 0)
    ctx.fail(ctx.op().inputs[i].name, " must be 0-D, got shape ", ctx.input(i).shape());
  return ctx.input(i).int_at(0);
}

float checked_threshold(const KernelContext& ctx, float threshold) {
  if (!(threshold >= 0 && threshold <= 1)) ctx.fail("iou_threshold must be in [0, 1], got ", threshold);
  return threshold;
}

// What the versions of the op have in common; version 1 has its threshold as an attr, 3 and later one of scores, 4 and
// later pad, 5 gives scores too.
template <int kVersion>
void suppression_shape(ShapeContext& ctx) {
  Shape boxes = ctx.with_rank(0, 2), scores = ctx.with_rank(1, 1);
  if (boxes[0] >= 0 && scores[0] >= 0 && boxes[0] != scores[0])
    ctx.fail("boxes and scores must have as many rows, got shapes ", boxes, " and ", scores);
  if (boxes[1] >= 0 && boxes[1] != 4) ctx.fail("boxes must have 4 columns, got shape ", boxes);
  for (int i = 2; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
  Shape out{kUnknown};
  if constexpr (kVersion >= 4) {
    if (ctx.attr<bool>("pad_to_max_output_size"))
      if (Tensor most = ctx.constant(2)) {
        if (most.int_at(0) < 0) ctx.fail("max_output_size must be non-negative, got ", most.int_at(0));
        out.set(0, most.int_at(0));
      }
  }
  ctx.set_output(0, out);
  if constexpr (kVersion == 4) ctx.set_output(1, Shape());
  if constexpr (kVersion == 5) {
    ctx.set_output(1, out);
    ctx.set_output(2, Shape());
  }
}

template <int kVersion>
void suppression_cpu(KernelContext& ctx) {
  const Tensor &boxes = ctx.input(0), &scores = ctx.input(1);
  if (boxes.shape().rank() != 2) ctx.fail("boxes must be 2-D, got shape ", boxes.shape());
  const int64_t n = boxes.shape()[0];
  if (boxes.shape()[1] != 4) ctx.fail("boxes must have 4 columns, got shape ", boxes.shape());
  if (scores.shape().rank() != 1) ctx.fail("scores must be 1-D, got shape ", scores.shape());
  if (scores.shape()[0] != n) ctx.fail("scores has incompatible shape: ", scores.shape(), " for ", n, " boxes");
  Rules rules;
  rules.most = scalar_int(ctx, 2);
  if (rules.most < 0) ctx.fail("max_output_size must be non-negative, got ", rules.most);
  rules.overlap = checked_threshold(ctx, kVersion == 1 ? ctx.attr<float>("iou_threshold") : scalar_float(ctx, 3));
  rules.least_score = kVersion >= 3 ? scalar_float(ctx, 4) : std::numeric_limits<float>::lowest();
  if constexpr (kVersion == 5) {
    rules.sigma = scalar_float(ctx, 5);
    if (!(rules.sigma >= 0)) ctx.fail("soft_nms_sigma must be non-negative, got ", rules.sigma);
  }
  const std::vector<float> corners = floats_of(boxes), values = floats_of(scores);
  const auto kept = suppress(n, values.data(), rules, [&](int64_t i, int64_t j) {
    return overlap_of(corners.data() + 4 * i, corners.data() + 4 * j);
  });
  const int64_t count = static_cast<int64_t>(kept.size());
  const bool pad = kVersion >= 4 && ctx.attr<bool>("pad_to_max_output_size");
  const int64_t size = pad ? rules.most : count;
  Tensor indices = ctx.allocate(0, Shape{size});
  std::fill_n(indices.data<int32_t>(), size, 0);
  for (int64_t i = 0; i < count; ++i) indices.data<int32_t>()[i] = static_cast<int32_t>(kept[i].box);
  if constexpr (kVersion == 5) {
    Tensor out = ctx.allocate(1, Shape{size});
    std::vector<float> kept_scores(static_cast<size_t>(size), 0.0f);
    for (int64_t i = 0; i < count; ++i) kept_scores[i] = kept[i].score;
    cast_elements(DType::kFloat32, kept_scores.data(), out.dtype(), out.raw(), size);
  }
  if constexpr (kVersion >= 4)
    *ctx.allocate(kVersion == 5 ? 2 : 1, Shape()).template data<int32_t>() = static_cast<int32_t>(count);
}

void overlaps_shape(ShapeContext& ctx) {
  Shape overlaps = ctx.with_rank(0, 2), scores = ctx.with_rank(1, 1);
  if (overlaps[0] >= 0 && scores[0] >= 0 && overlaps[0] != scores[0])
    ctx.fail("overlaps and scores must have as many rows, got shapes ", overlaps, " and ", scores);
  if (overlaps[0] >= 0 && overlaps[1] >= 0 && overlaps[0] != overlaps[1])
    ctx.fail("overlaps must be square, got shape ", overlaps);
  for (int i = 2; i < 5; ++i) ctx.with_rank(i, 0);
  ctx.set_output(0, Shape{kUnknown});
}
void overlaps_cpu(KernelContext& ctx) {
  const Tensor &overlaps = ctx.input(0), &scores = ctx.input(1);
  const Shape& shape = overlaps.shape();
  if (shape.rank() != 2 || shape[0] != shape[1]) ctx.fail("overlaps must be square, got shape ", shape);
  if (scores.shape().rank() != 1) ctx.fail("scores must be 1-D, got shape ", scores.shape());
  const int64_t n = shape[0];
  if (scores.shape()[0] != n) ctx.fail("scores has incompatible shape: ", scores.shape(), " for ", n, " boxes");
  const Rules rules = {scalar_int(ctx, 2), scalar_float(ctx, 3), scalar_float(ctx, 4)};
  if (rules.most < 0) ctx.fail("max_output_size must be non-negative, got ", rules.most);
  const float* table = overlaps.data<float>();
  const auto kept = suppress(n, scores.data<float>(), rules, [&](int64_t i, int64_t j) { return table[i * n + j]; });
  Tensor indices = ctx.allocate(0, Shape{static_cast<int64_t>(kept.size())});
  for (size_t i = 0; i < kept.size(); ++i) indices.data<int32_t>()[i] = static_cast<int32_t>(kept[i].box);
}

// ---- many images and classes ----

// How many boxes each image gets.
int64_t total_size(int64_t per_class, int64_t total, int64_t classes, bool pad_per_class) {
  if (!pad_per_class || classes < 0 || total < 0 || per_class < 0) return pad_per_class ? kUnknown : total;
  int64_t most;
  return __builtin_mul_overflow(per_class, classes, &most) ? total : std::min(total, most);
}

void combined_shape(ShapeContext& ctx) {
  Shape boxes = ctx.with_rank(0, 4), scores = ctx.with_rank(1, 3);
  if (boxes[3] >= 0 && boxes[3] != 4) ctx.fail("boxes must have 4 coordinates, got shape ", boxes);
  if (boxes[1] >= 0 && scores[1] >= 0 && boxes[1] != scores[1])
    ctx.fail("boxes and scores must be of as many boxes, got shapes ", boxes, " and ", scores);
  if (boxes[0] >= 0 && scores[0] >= 0 && boxes[0] != scores[0])
    ctx.fail("boxes and scores must be of as many images, got shapes ", boxes, " and ", scores);
  for (int i = 2; i < 6; ++i) ctx.with_rank(i, 0);
  const int64_t batch = std::max(boxes[0], scores[0]);
  int64_t size = kUnknown;
  Tensor per_class = ctx.constant(2), total = ctx.constant(3);
  if (per_class && total) {
    if (total.int_at(0) <= 0) ctx.fail("max_total_size should be > 0, got ", total.int_at(0));
    if (per_class.int_at(0) <= 0) ctx.fail("max_output_size_per_class should be > 0, got ", per_class.int_at(0));
    size = total_size(per_class.int_at(0), total.int_at(0), scores[2], ctx.attr<bool>("pad_per_class"));
  }
  ctx.set_output(0, Shape{batch, size, 4});
  ctx.set_output(1, Shape{batch, size});
  ctx.set_output(2, Shape{batch, size});
  ctx.set_output(3, Shape{batch});
}

void combined_cpu(KernelContext& ctx) {
  const Tensor &boxes = ctx.input(0), &scores = ctx.input(1);
  const Shape &places = boxes.shape(), &marks = scores.shape();
  if (places.rank() != 4) ctx.fail("boxes must be 4-D, got shape ", places);
  if (places[3] != 4) ctx.fail("boxes must have 4 coordinates, got shape ", places);
  if (marks.rank() != 3) ctx.fail("scores must be 3-D, got shape ", marks);
  if (places[0] != marks[0])
    ctx.fail("boxes and scores must have same batch size, got shapes ", places, " and ", marks);
  if (places[1] != marks[1]) ctx.fail("scores has incompatible shape: ", marks, " for boxes of shape ", places);
  const int64_t batch = places[0], n = places[1], per_box = places[2], classes = marks[2];
  if (per_box != 1 && per_box != classes)
    ctx.fail("third dimension of boxes must be either 1 or equal to the third dimension of scores, got shapes ", places,
             " and ", marks);
  Rules rules;
  rules.most = scalar_int(ctx, 2);
  const int64_t total = scalar_int(ctx, 3);
  if (rules.most <= 0) ctx.fail("max_size_per_class must be positive, got ", rules.most);
  if (total <= 0) ctx.fail("max_total_size must be > 0, got ", total);
  rules.overlap = checked_threshold(ctx, scalar_float(ctx, 4));
  rules.least_score = scalar_float(ctx, 5);
  const bool clip = ctx.attr<bool>("clip_boxes");
  const int64_t size = total_size(rules.most, total, classes, ctx.attr<bool>("pad_per_class"));
  Tensor out_boxes = ctx.allocate(0, checked_shape({batch, size, 4})), out_scores = ctx.allocate(1, Shape{batch, size});
  Tensor out_classes = ctx.allocate(2, Shape{batch, size}), valid = ctx.allocate(3, Shape{batch});
  std::fill_n(out_boxes.data<float>(), out_boxes.num_elements(), 0.0f);
  std::fill_n(out_scores.data<float>(), batch * size, 0.0f);
  std::fill_n(out_classes.data<float>(), batch * size, 0.0f);
  struct Found {
    float score;
    int64_t box, which;
  };
  parallel_for(batch, 1, [&](int64_t begin, int64_t end) {
    std::vector<float> column(static_cast<size_t>(n));
    for (int64_t b = begin; b < end; ++b) {
      std::vector<Found> found;
      const float* corners = boxes.data<float>() + b * n * per_box * 4;
      for (int64_t c = 0; c < classes; ++c) {
        for (int64_t i = 0; i < n; ++i) column[i] = scores.data<float>()[(b * n + i) * classes + c];
        auto corners_of = [&](int64_t i) { return corners + (i * per_box + (per_box == 1 ? 0 : c)) * 4; };
        for (const Kept& kept : suppress(n, column.data(), rules, [&](int64_t i, int64_t j) {
               return overlap_of(corners_of(i), corners_of(j));
             }))
          found.push_back({kept.score, kept.box, c});
      }
      std::stable_sort(found.begin(), found.end(), [](const Found& x, const Found& y) { return x.score > y.score; });
      const int64_t count = std::min<int64_t>(static_cast<int64_t>(found.size()), size);
      for (int64_t i = 0; i < count; ++i) {
        const Found& f = found[i];
        const float* from = corners + (f.box * per_box + (per_box == 1 ? 0 : f.which)) * 4;
        for (int k = 0; k < 4; ++k)
          out_boxes.data<float>()[(b * size + i) * 4 + k] = clip ? std::min(std::max(from[k], 0.0f), 1.0f) : from[k];
        out_scores.data<float>()[b * size + i] = f.score;
        out_classes.data<float>()[b * size + i] = static_cast<float>(f.which);
      }
      valid.data<int32_t>()[b] = static_cast<int32_t>(count);
    }
  });
}

// ---- proposals ----

void proposals_shape(ShapeContext& ctx) {
  Shape scores = ctx.with_rank(0, 4), deltas = ctx.with_rank(1, 4);
  ctx.with_rank(2, 2);
  ctx.with_rank(3, 2);
  for (int i = 4; i < 7; ++i) ctx.with_rank(i, 0);
  const int64_t batch = std::max(scores[0], deltas[0]), most = ctx.attr<int64_t>("post_nms_topn");
  if (most < 0) ctx.fail("post_nms_topn can't be less than 1, got ", most);
  ctx.set_output(0, Shape{batch, most, 4});
  ctx.set_output(1, Shape{batch, most});
}

// The anchor moved by parts of its extents, and made larger by exponents, within the image.
void decode_box(const float* anchor, const float* delta, float height, float width, float* box) {
  const float rows = anchor[2] - anchor[0], columns = anchor[3] - anchor[1];
  const float largest = std::log(1000.0f / 16.0f);  // so that nothing becomes infinite
  const float y = anchor[0] + 0.5f * rows + delta[0] * rows, x = anchor[1] + 0.5f * columns + delta[1] * columns;
  const float half_rows = 0.5f * rows * std::exp(std::min(delta[2], largest));
  const float half_columns = 0.5f * columns * std::exp(std::min(delta[3], largest));
  box[0] = std::min(std::max(y - half_rows, 0.0f), height);
  box[1] = std::min(std::max(x - half_columns, 0.0f), width);
  box[2] = std::min(std::max(y + half_rows, 0.0f), height);
  box[3] = std::min(std::max(x + half_columns, 0.0f), width);
}

void proposals_cpu(KernelContext& ctx) {
  const Shape &scores = ctx.input(0).shape(), &deltas = ctx.input(1).shape(), &info = ctx.input(2).shape();
  const Shape& anchors = ctx.input(3).shape();
  if (scores.rank() != 4) ctx.fail("scores must be 4-D, got shape ", scores);
  const int64_t batch = scores[0], each = scores[3], n = scores[1] * scores[2] * each;
  if (deltas != Shape{batch, scores[1], scores[2], 4 * each})
    ctx.fail("bbox_deltas must have four numbers for each score, got shapes ", deltas, " and ", scores);
  if (info.rank() != 2 || info[0] != batch || info[1] < 3)
    ctx.fail("image_info must have a row of height, width and scale for each image, got shape ", info);
  // The same ones for each place, or for each place its own.
  if (anchors.rank() != 2 || anchors[1] != 4 || (anchors[0] != each && anchors[0] != n))
    ctx.fail("anchors must have shape [", each, ",4], got ", anchors);
  Rules rules;
  rules.overlap = checked_threshold(ctx, scalar_float(ctx, 4));
  rules.least_score = std::numeric_limits<float>::lowest();
  rules.most = ctx.attr<int64_t>("post_nms_topn");
  const int64_t first = scalar_int(ctx, 5);
  if (first <= 0) ctx.fail("pre_nms_topn should be greater than 0, got ", first);
  if (rules.most <= 0) ctx.fail("post_nms_topn can't be less than 1, got ", rules.most);
  const float least_size = scalar_float(ctx, 6);
  Tensor rois = ctx.allocate(0, checked_shape({batch, rules.most, 4})),
         marks = ctx.allocate(1, Shape{batch, rules.most});
  std::fill_n(rois.data<float>(), rois.num_elements(), 0.0f);
  std::fill_n(marks.data<float>(), marks.num_elements(), 0.0f);
  if (n == 0) return;
  parallel_for(batch, 1, [&](int64_t begin, int64_t end) {
    for (int64_t b = begin; b < end; ++b) {
      const float *mark = ctx.input(0).data<float>() + b * n, *delta = ctx.input(1).data<float>() + b * n * 4;
      const float* image = ctx.input(2).data<float>() + b * info[1];
      std::vector<int64_t> order(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) order[i] = i;
      std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) { return mark[i] > mark[j]; });
      order.resize(static_cast<size_t>(std::min(n, first)));
      std::vector<float> boxes, kept_marks;
      for (int64_t i : order) {
        float box[4];
        decode_box(ctx.input(3).data<float>() + i % anchors[0] * 4, delta + i * 4, image[0], image[1], box);
        if (!(box[2] - box[0] >= least_size * image[2] && box[3] - box[1] >= least_size * image[2])) continue;
        boxes.insert(boxes.end(), box, box + 4);
        kept_marks.push_back(mark[i]);
      }
      const auto kept = suppress(static_cast<int64_t>(kept_marks.size()), kept_marks.data(), rules,
                                 [&](int64_t i, int64_t j) { return overlap_of(&boxes[4 * i], &boxes[4 * j]); });
      for (size_t i = 0; i < kept.size(); ++i) {
        std::copy_n(&boxes[4 * kept[i].box], 4, rois.data<float>() + (b * rules.most + static_cast<int64_t>(i)) * 4);
        marks.data<float>()[b * rules.most + static_cast<int64_t>(i)] = kept[i].score;
      }
    }
  });
}

constexpr const char* kPositions = "gives positions";

DEFINE_OP("NonMaxSuppression")
    .input("boxes: float")
    .input("scores: float")
    .input("max_output_size: int32")
    .output("selected_indices: int32")
    .attr("iou_threshold: float = 0.5")
    .doc("The boxes that stay, by falling scores, when those go that overlap much with one of a higher score.")
    .shape(suppression_shape<1>)
    .kernel(CPU, suppression_cpu<1>)
    .no_gradient(kPositions);

DEFINE_OP("NonMaxSuppressionV2")
    .input("boxes: T")
    .input("scores: T")
    .input("max_output_size: int32")
    .input("iou_threshold: T_threshold")
    .output("selected_indices: int32")
    .attr("T: {half, float} = float")
    .attr("T_threshold: {half, float} = float")
    .doc("NonMaxSuppression with the threshold as an input.")
    .shape(suppression_shape<2>)
    .kernel(CPU, suppression_cpu<2>)
    .no_gradient(kPositions);

DEFINE_OP("NonMaxSuppressionV3")
    .input("boxes: T")
    .input("scores: T")
    .input("max_output_size: int32")
    .input("iou_threshold: T_threshold")
    .input("score_threshold: T_threshold")
    .output("selected_indices: int32")
    .attr("T: {half, float} = float")
    .attr("T_threshold: {half, float} = float")
    .doc("NonMaxSuppressionV2 of the boxes with scores above a threshold.")
    .shape(suppression_shape<3>)
    .kernel(CPU, suppression_cpu<3>)
    .no_gradient(kPositions);

DEFINE_OP("NonMaxSuppressionV4")
    .input("boxes: T")
    .input("scores: T")
    .input("max_output_size: int32")
    .input("iou_threshold: T_threshold")
    .input("score_threshold: T_threshold")
    .output("selected_indices: int32")
    .output("valid_outputs: int32")
    .attr("T: {half, float} = float")
    .attr("T_threshold: {half, float} = float")
    .attr("pad_to_max_output_size: bool = false")
    .doc("NonMaxSuppressionV3 that can pad its result with zeros, and tells how many boxes stay.")
    .shape(suppression_shape<4>)
    .kernel(CPU, suppression_cpu<4>)
    .no_gradient(kPositions);

DEFINE_OP("NonMaxSuppressionV5")
    .input("boxes: T")
    .input("scores: T")
    .input("max_output_size: int32")
    .input("iou_threshold: T")
    .input("score_threshold: T")
    .input("soft_nms_sigma: T")
    .output("selected_indices: int32")
    .output("selected_scores: T")
    .output("valid_outputs: int32")
    .attr("T: {half, float} = float")
    .attr("pad_to_max_output_size: bool = false")
    .doc("NonMaxSuppressionV4 that can lower the scores of boxes that overlap, instead of leaving them out.")
    .shape(suppression_shape<5>)
    .kernel(CPU, suppression_cpu<5>);

DEFINE_OP("NonMaxSuppressionWithOverlaps")
    .input("overlaps: float")
    .input("scores: float")
    .input("max_output_size: int32")
    .input("overlap_threshold: float")
    .input("score_threshold: float")
    .output("selected_indices: int32")
    .doc("NonMaxSuppressionV3 of boxes given by the overlaps of all pairs.")
    .shape(overlaps_shape)
    .kernel(CPU, overlaps_cpu)
    .no_gradient(kPositions);

DEFINE_OP("CombinedNonMaxSuppression")
    .input("boxes: float")
    .input("scores: float")
    .input("max_output_size_per_class: int32")
    .input("max_total_size: int32")
    .input("iou_threshold: float")
    .input("score_threshold: float")
    .output("nmsed_boxes: float")
    .output("nmsed_scores: float")
    .output("nmsed_classes: float")
    .output("valid_detections: int32")
    .attr("pad_per_class: bool = false")
    .attr("clip_boxes: bool = true")
    .doc("Suppression for each class of each image on its own, and the best boxes of all classes of each image.")
    .shape(combined_shape)
    .kernel(CPU, combined_cpu)
    .vectorize(vectorize::examples<2>);

DEFINE_OP("GenerateBoundingBoxProposals")
    .input("scores: float")
    .input("bbox_deltas: float")
    .input("image_info: float")
    .input("anchors: float")
    .input("nms_threshold: float")
    .input("pre_nms_topn: int32")
    .input("min_size: float")
    .output("rois: float")
    .output("roi_probabilities: float")
    .attr("post_nms_topn: int = 300")
    .doc("The boxes with the highest scores that anchors and their changes give, without those that overlap much.")
    .shape(proposals_shape)
    .kernel(CPU, proposals_cpu)
    .no_gradient(kPositions)
    .vectorize(vectorize::examples<3>);

XLA_FACT(kNotCompiled, "CombinedNonMaxSuppression", "NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV5",
         "NonMaxSuppressionWithOverlaps");
XLA_MUST_KNOW({"NonMaxSuppressionV4"}, {"max_output_size"});

}  // namespace
}  // namespace graphwright
