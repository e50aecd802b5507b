// Pass: a rewrite of a finished graph that keeps what it computes.
#pragma once

#include <string>
#include <vector>

#include "graph/func_graph.h"

namespace graphwright {

struct Pass {
  const char* name;  // as tf.config.optimizer names it, where it does
  const char* doc;
  bool (*run)(FuncGraph& graph);  // true when it changed something
  bool asked_for = false;         // off until somebody switches it on
};

// Each defined in a file of its own.
extern const Pass kFoldBatchNorm;
extern const Pass kFoldConstants;
extern const Pass kSimplifyArithmetic;
extern const Pass kMergeCommonSubexpressions;
extern const Pass kRemoveDeadNodes;
extern const Pass kInlineCalls;
extern const Pass kPruneLoops;
extern const Pass kHoistFromLoops;
extern const Pass kHoistProducts;
extern const Pass kStripDebugging;
extern const Pass kMixPrecision;
extern const Pass kAddToSlices;
extern const Pass kFuseConvBias;
extern const Pass kFuseMatmulEpilogue;
extern const Pass kFuseElementwise;
extern const Pass kFuseMoments;
extern const Pass kFuseLayerNorm;
extern const Pass kFuseSoftmax;
extern const Pass kPrepackFilters;
extern const Pass kShareBuffers;
extern const Pass kParallelizeBatchLoops;
extern const Pass kScheduleBranches;

// The attr by which kShareBuffers says which input a node may write its result over.
inline constexpr const char* kOverInput = "_over_input";

// The attr by which kParallelizeBatchLoops and kScheduleBranches say where a node runs: a number for each group of
// nodes of which some run side by side, shifted left by kLaneBits, and which of its lanes, counted from 1; 0 before all
// of them.
inline constexpr const char* kLane = "_lane";
inline constexpr int kLaneBits = 8;

// Leaves of a plain graph's part what was asked for, in branches and loops, too.
void prune_unasked(FuncGraph& graph);

// All passes, in the order in which they run.
const std::vector<const Pass*>& pipeline();
// Switches a pass on or off for graphs optimised from now on; throws InvalidArgument for an unknown name.
void set_pass_enabled(const std::string& name, bool enabled);
bool pass_enabled(const std::string& name);
// Graphs of fewer nodes stay as they are.
void set_least_nodes(int64_t nodes);

// A copy of `graph` after all passes that are on.
Ref<FuncGraph> optimize(const FuncGraph& graph);
// Has the branches, conditions and bodies of a graph go through all passes themselves (bodies.cc).
void optimize_bodies(FuncGraph& graph);

}  // namespace graphwright
