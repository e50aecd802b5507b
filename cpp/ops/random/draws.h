// Kernels that stateful and stateless random ops share.
#pragma once

#include "kernels/philox.h"
#include "op/context.h"

namespace graphwright {

// Categorical draws: inputs logits [rows, classes] and num_samples; output [rows, num_samples].
void categorical_shape(ShapeContext& ctx);
void check_categorical(KernelContext& ctx);
void draw_categories(KernelContext& ctx, const Philox& start);

// Output 0 is input 0 with its slices along the first axis in random order.
void shuffle_rows(KernelContext& ctx, const Philox& start);

}  // namespace graphwright
