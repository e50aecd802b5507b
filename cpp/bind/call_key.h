// CallKey: the arguments of one call, flattened to words and objects that can be hashed and compared in full.
#pragma once

#include <vector>

#include "base/small_vector.h"
#include "bind/python.h"
#include "tensor/value.h"

namespace graphwright::bind {

struct CallKey {
  SmallVector<uint64_t, 32> words;
  SmallVector<PyRef, 4> objects;  // strings, big ints, keys of other objects
  uint64_t hash = 0;
  bool has_parts = false;  // some leaves are parts of foreign objects, whose shapes the key does not tell

  // Equal structures, tags and values. Calls Python's == on objects only after all words agree.
  bool equals(const CallKey& other) const;
  void compute_hash();
};

// A tensor-like leaf of the arguments, in the order of the call.
struct Leaf {
  PyObject* object;  // borrowed; for comparisons only; null for parts of an argument
  Value value;       // the tensor, or the handle for a variable
};
using Leaves = SmallVector<Leaf, 16>;

// Flattens positional and keyword arguments. Throws what a hook for foreign objects throws.
// Calls in another cache context than 0 (see `set_cache_context`) have keys of their own.
void flatten_call(PyObject* const* args, size_t nargs, PyObject* kwnames, CallKey& key, Leaves& leaves);

// The set of traces for this thread's calls: 0 is the usual; those above the replicas of a strategy, and each replica
// but the first, have others of their own. Unless said (-1), they do what was said for all threads.
void set_cache_context(int context);
void set_default_cache_context(bool context);
int cache_context();

}  // namespace graphwright::bind
