// Common parts of random ops: shapes as inputs, where stateful ops keep their position, stateless keys.
#pragma once

#include "kernels/philox.h"
#include "op/context.h"
#include "ops/array_args.h"

namespace graphwright {

// The number of the algorithm that says: any.
inline constexpr int64_t kAutoSelect = 3;

// Shape rule: output 0 has the shape that input 0, a vector of integers, gives; throws in TensorFlow's words otherwise.
void random_shape(ShapeContext& ctx);
// Kernel: that shape.
Shape shape_input(const KernelContext& ctx, int i = 0);

// Sets `blocks` blocks aside for a stateful random op with the attrs seed and seed2, and gives the first. Each node of
// a program goes on from run to run; eager calls with the same op, attrs and dtypes share one position.
Philox reserve_blocks(KernelContext& ctx, uint64_t blocks);
// While it lives, eager calls of this thread share no positions: each begins at its seeds.
class RandomPositionsApart {
 public:
  RandomPositionsApart();
  ~RandomPositionsApart();
  RandomPositionsApart(const RandomPositionsApart&) = delete;
  RandomPositionsApart& operator=(const RandomPositionsApart&) = delete;

 private:
  bool before_;
};
// Eager calls of this thread share positions only with those of the same place, such as a replica's; -1 is none.
void set_random_place(int place);
// Makes all positions, those of programs as well, begin anew, as tf.random.set_seed does.
void forget_random_positions();
// The number of times that has happened: for ops that keep positions of their own.
int64_t random_epoch();

// A seed that differs from process to process.
uint64_t nondeterministic_seed();

// The generator that a stateless op's `seed` (two integers) stands for; throws InvalidArgument for other shapes.
Philox philox_of_seed(const Tensor& seed);
// The generator for the inputs key, counter and alg of a stateless op.
Philox philox_of_key(const Tensor& key, const Tensor& counter, const Tensor& alg);

}  // namespace graphwright
