// Schedules independent branches of a graph on several cores: nodes that do not need each other's results and are each
// too small for all cores to share them well. Such groups run side by side, in lanes; all else stays as it is, one node
// after the other.
#include <algorithm>
#include <unordered_set>

#include "base/parallel.h"
#include "device/gpu.h"
#include "kernels/fused_elementwise.h"
#include "op/build.h"
#include "passes/estimate.h"
#include "passes/pass.h"
#include "passes/rewrite.h"

namespace graphwright {
namespace {

// Estimates, in nanoseconds.
constexpr double kHeavy = 8'000;         // a node that is worth a look at what else there is
constexpr double kForkCost = 12'000;     // starting lanes and waiting for them
constexpr double kTeamCost = 10'000;     // sharing one node's work
constexpr double kLongest = 10'000'000;  // lanes do not look whether somebody wants them to stop
constexpr double kLeastGain = 0.15;      // of the time without lanes
constexpr size_t kMostNodes = 64;        // that are looked at ahead
constexpr size_t kMostLanes = 8;
constexpr int64_t kLeastElements = 4096;  // of results of heavy nodes

// The same where all cores share the node's work as well as they do.
double shared_cost(double alone, int cores) {
  return alone < 2 * kTeamCost ? alone : std::min(alone, alone / cores + kTeamCost);
}

bool is_constant(const Endpoint& endpoint) { return endpoint.node->op->has(Trait::kConstant); }

// Whether numbers in constants, and shapes, are all that decides whether the node fails; they were right while tracing.
bool fails_by_arguments(const Node& node) {
  static const std::vector<const OpDef*> ops = {
      &op_def<"Conv2DBackpropInput">(),
      &op_def<"Conv2DBackpropFilter">(),
      &op_def<"Sum">(),
      &op_def<"Mean">(),
      &op_def<"Max">(),
      &op_def<"Reshape">(),
      &op_def<"ExpandDims">(),
      &op_def<"ConcatV2">(),
  };
  if (std::find(ops.begin(), ops.end(), node.op) == ops.end()) return false;
  auto known = [](const auto& endpoint) {
    return endpoint->shape.fully_defined() && is_plain(endpoint->dtype) && !endpoint->claimed;
  };
  return std::all_of(node.inputs.begin(), node.inputs.end(), known) &&
         std::all_of(node.outputs.begin(), node.outputs.end(), known) &&
         std::all_of(node.inputs.begin(), node.inputs.end(), [](const Endpoint* input) {
           return (input->dtype != DType::kInt32 && input->dtype != DType::kInt64) || is_constant(*input);
         });
}

bool may_move(const Node& node) {
  if (!is_pure(node) || !node.control_inputs.empty() || node.inputs.empty() || !node.device.empty()) return false;
  if (node.attrs.find(kLane)) return false;
  if (node.op == &op_def<"_FusedElementwise">()) {
    const auto& steps = static_cast<const FusedElementwise&>(*node.attrs.get<Ref<FunctionRef>>("f")).steps();
    return std::none_of(steps.begin(), steps.end(), [](const FusedStep& step) {
      return step.binary && can_fail(step.binary_code, step.operand_dtype);
    });
  }
  return cannot_fail(node) || fails_by_arguments(node);
}

// Nothing is looked for beyond these.
bool is_barrier(const Node& node) {
  const OpDef& op = *node.op;
  if (op.has(Trait::kConstant) || op.has(Trait::kPlaceholder) || op.has(Trait::kReadsResource)) return false;
  return op.has(Trait::kStateful) || op.runs_functions();
}

class Spreader {
 public:
  explicit Spreader(FuncGraph& graph)
      : graph_(graph),
        cores_(std::min<int>(num_threads(), kMostLanes)),
        costs_(graph.nodes().size(), -1),
        done_(graph.nodes().size(), false),
        lane_of_(graph.nodes().size(), -1) {}

  bool run() {
    if (cores_ < 2) return false;
    int heavy = 0;
    for (const auto& node : graph_.nodes()) {
      if (!may_move(*node)) continue;
      costs_[node->id] = estimated_time(*node);
      heavy += costs_[node->id] >= kHeavy;
    }
    if (heavy < 2) return false;
    const size_t count = graph_.nodes().size();
    for (first_ = 0; first_ < count; ++first_) {
      if (done_[first_]) continue;
      while (!done_[first_] && costs_[first_] >= 0 && find_group()) {
      }
      done_[first_] = true;
    }
    if (groups_ == 0) return false;
    graph_.move_before(moves_);
    return true;
  }

 private:
  struct Lane {
    double time = 0;
    bool stuck = false;
  };

  // Nodes that could come now, in their order.
  std::vector<Node*> look_ahead() const {
    std::vector<Node*> ahead;
    for (size_t i = first_; i < graph_.nodes().size() && ahead.size() < kMostNodes; ++i) {
      Node* node = graph_.nodes()[i].get();
      if (done_[i]) continue;
      if (is_barrier(*node)) break;
      ahead.push_back(node);
    }
    return ahead;
  }

  // Whether the node's inputs are there when `lane` of the group is to compute it. Reads of variables come before all
  // lanes.
  bool is_ready(const Node& node, int lane) const {
    for (const Endpoint* input : node.inputs) {
      const Node& source = *input->node;
      if (!done_[source.id] && !takes_nothing(source) && !comes_first(source) && lane_of_[source.id] != lane)
        return false;
    }
    return true;
  }
  static bool takes_nothing(const Node& node) {
    return node.op->has(Trait::kConstant) || node.op->has(Trait::kPlaceholder);
  }
  static bool comes_first(const Node& node) {
    return node.op == &op_def<"ReadVariableOp">() && node.control_inputs.empty() &&
           node.inputs[0]->node->op->has(Trait::kPlaceholder);
  }

  // Makes the best group of lanes that begins here, if one is worth it: lanes take nodes in turn, the one with the
  // least work first.
  bool find_group() {
    const std::vector<Node*> ahead = look_ahead();
    if (std::count_if(ahead.begin(), ahead.end(), [&](Node* node) { return costs_[node->id] >= kHeavy; }) < 2)
      return false;
    std::vector<Node*> chosen;
    std::vector<Lane> lanes(cores_);
    double one_by_one = 0, best_gain = 0;
    size_t best = 0;
    while (true) {
      Lane* lane = nullptr;
      double longest = 0, longest_stuck = 0;
      int free = 0;
      for (Lane& one : lanes) {
        if (!one.stuck && (!lane || one.time < lane->time)) lane = &one;
        free += !one.stuck;
        if (one.stuck) longest_stuck = std::max(longest_stuck, one.time);
      }
      if (free == 0 || (free == 1 && lane->time > longest_stuck)) break;  // what follows would only be longer
      const int number = static_cast<int>(lane - lanes.data());
      auto fits = [&](Node* node) {
        return costs_[node->id] >= 0 && lane_of_[node->id] < 0 && is_ready(*node, number);
      };
      auto found = std::find_if(ahead.begin(), ahead.end(), fits);
      if (found == ahead.end() || lane->time + costs_[(*found)->id] > kLongest) {
        lane->stuck = true;
        continue;
      }
      lane_of_[(*found)->id] = number;
      chosen.push_back(*found);
      lane->time += costs_[(*found)->id];
      one_by_one += shared_cost(costs_[(*found)->id], cores_);
      for (const Lane& one : lanes) longest = std::max(longest, one.time);
      const double gain = one_by_one - longest - kForkCost;
      if (gain > best_gain && gain > kLeastGain * one_by_one) {
        best_gain = gain;
        best = chosen.size();
      }
    }
    if (best > 0) keep(std::span(chosen).first(best), ahead);
    for (const Node* node : chosen) lane_of_[node->id] = -1;
    return best > 0;
  }

  void keep(std::span<Node* const> chosen, const std::vector<Node*>& ahead) {
    const int64_t group = ++groups_;
    std::unordered_set<const Node*> members;
    auto add = [&](Node* node, int lane) {
      members.insert(node);
      if (!takes_nothing(*node)) node->attrs.set(kLane, (group << kLaneBits) + lane);
      done_[node->id] = true;
    };
    for (Node* node : chosen) {
      for (Endpoint* input : node->inputs) {
        Node* source = input->node;
        if (done_[source->id]) continue;
        if (comes_first(*source) && !done_[source->inputs[0]->node->id]) add(source->inputs[0]->node, 0);
        if (takes_nothing(*source) || comes_first(*source)) add(source, 0);
      }
      add(node, lane_of_[node->id] + 1);
    }
    // All that is of the group goes before the first node that is not.
    auto rest = std::find_if(ahead.begin(), ahead.end(), [&](Node* node) { return !members.contains(node); });
    Node* anchor = rest == ahead.end() ? nullptr : *rest;
    for (Node* node : ahead)
      if (anchor && members.contains(node) && node->id > anchor->id) moves_.emplace_back(node, anchor);
  }

  FuncGraph& graph_;
  const int cores_;
  std::vector<double> costs_;  // by node; -1 for those that stay where they are
  std::vector<bool> done_;     // by node: it has its place
  size_t first_ = 0;
  int64_t groups_ = 0;
  std::vector<int> lane_of_;  // by node, while a group is sought: -1 where it is of none
  std::vector<std::pair<Node*, Node*>> moves_;
};

// Most graphs have none that could be heavy.
bool is_large(const Node& node) {
  return std::any_of(node.outputs.begin(), node.outputs.end(),
                     [](const auto& output) { return output->shape.num_elements() >= kLeastElements; });
}

bool schedule_branches(FuncGraph& graph) {
  const auto& nodes = graph.nodes();
  if (std::count_if(nodes.begin(), nodes.end(), [](const auto& node) { return is_large(*node); }) < 2) return false;
  return !open_gpu_plugin() && Spreader(graph).run();
}

}  // namespace

const Pass kScheduleBranches = {"parallel_execution", "Runs independent nodes of middle size side by side.",
                                schedule_branches};

}  // namespace graphwright
