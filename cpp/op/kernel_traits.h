// Facts of an op's kernels for the lowering and the machine code, beside its traits.
#pragma once

#include <initializer_list>

#include "op/op_def.h"

namespace graphwright {

enum class KernelTrait : uint16_t {
  kNeedsNoShapes = 1 << 0,   // the shape rule looks at what is known while tracing; the kernel asks for nothing
  kTakesInput = 1 << 1,      // with its attr "in_place" set, writes the result into input 0 where that is nobody else's
  kCannotFail = 1 << 3,      // where all shapes are known and the shape rule took them
  kRearrangesView = 1 << 2,  // a view whose elements may be in another order than the input's
  // The stand-in of machine code for the kernel.
  kChecksShape = 1 << 4,  // a copy of input 0, whose shape is checked
  kFillsZeros = 1 << 5,
  kFillsOnes = 1 << 6,
  kConverts = 1 << 7,    // input 0 to the result's dtype
  kSelects = 1 << 8,     // from inputs 1 and 2, by input 0
  kMultiplies = 1 << 9,  // matrices; attrs transpose_a and transpose_b
};

bool has(const OpDef& op, KernelTrait trait);

// At namespace scope, beside the ops: const KernelTraitOf reads{KernelTrait::kNeedsNoShapes, {"ReadVariableOp"}};
class KernelTraitOf {
 public:
  KernelTraitOf(KernelTrait trait, std::initializer_list<const char*> ops);
};

}  // namespace graphwright
