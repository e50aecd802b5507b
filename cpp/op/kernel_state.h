// kept_state: what a stateful kernel keeps from run to run at its place in a program, or wherever programs share it.
#pragma once

#include <mutex>

#include "op/context.h"

namespace graphwright {

inline std::mutex& kept_state_mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

// True where an op draws random numbers that follow from seeds of its own, and keeps how far it has come.
inline bool draws_from_seeds(const OpDef& op) { return op.has(Trait::kStateful) && op.attr("seed2") != nullptr; }

// An attr of loops: with each run, what the body draws from seeds begins anew, as in functions of data sets.
inline constexpr const char* kDrawsAnewAttr = "_draws_anew";

// State that several places share, an attr of each of them.
struct SharedState : RefCounted {
  static constexpr const char* kAttr = "_shared_state";
  Ref<RefCounted> state;
};

inline SharedState* shared_state(const Attrs& attrs) {
  const AttrValue* value = attrs.find(SharedState::kAttr);
  return value ? std::get<Tensor>(*value).object<SharedState>() : nullptr;
}

// The State of this place, made by `make` on the first run; null in eager calls. Threads that run one program share it.
template <class State, class Make>
Ref<State> kept_state(const KernelContext& ctx, const Make& make) {
  Ref<RefCounted>* slot = ctx.state();
  if (!slot) return {};
  if (SharedState* shared = shared_state(ctx.attrs())) slot = &shared->state;
  std::lock_guard lock(kept_state_mutex());
  if (!*slot) *slot = make();
  return Ref<State>(static_cast<State*>(slot->get()));
}

}  // namespace graphwright
