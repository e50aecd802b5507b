// Random ops whose position is a variable, as in tf.random.Generator.
#include "kernels/random_fill.h"
#include "op/xla_facts.h"
#include "ops/random/state.h"
#include "tensor/variable_resource.h"

namespace graphwright {
namespace {

// The state of Philox as a variable holds it: counter (low, high), key.
constexpr int64_t kStateSize = 3;

void check_algorithm(const KernelContext& ctx, const Tensor& algorithm) {
  if (!algorithm.shape().is_scalar()) ctx.fail("algorithm must be of shape [], not ", algorithm.shape());
  int64_t id = algorithm.int_at(0);
  if (id == 2) ctx.fail_code(Code::kUnimplemented, "Non-XLA devices don't support the ThreeFry algorithm.");
  if (id != 1 && id != 3) ctx.fail("Unsupported algorithm id: ", id);
}

// Moves the generator in the variable on by `outputs` outputs, and gives where it stood.
Philox advance(KernelContext& ctx, uint64_t outputs) {
  VariableResource& variable = VariableResource::of(ctx.input(0));
  if (variable.dtype() != DType::kInt64) ctx.fail("dtype of RNG state variable must be int64, not ", variable.dtype());
  Philox start;
  variable.update([&](Tensor& state) {
    if (state.shape().rank() != 1)
      ctx.fail("RNG state must have one and only one dimension, not ", state.shape().rank());
    if (state.shape()[0] < kStateSize)
      ctx.fail("For the Philox algorithm, the size of state must be at least ", kStateSize, "; got ", state.shape()[0]);
    VariableResource::writable(state);
    int64_t* words = state.data<int64_t>();
    start = Philox(static_cast<uint64_t>(words[2]), static_cast<uint64_t>(words[0]), static_cast<uint64_t>(words[1]));
    Philox next = start.skipped(outputs * kBlocksPerOutput);
    words[0] = static_cast<int64_t>(next.counter_low());
    words[1] = static_cast<int64_t>(next.counter_high());
  });
  return start;
}

void draw_shape(ShapeContext& ctx) {
  int i = ctx.op().inputs[1].name == "shape" ? 1 : 2;
  if (ctx.input(i).has_rank() && ctx.input(i).rank() != 1)
    ctx.fail("shape must be a vector of {int32,int64}, got shape ", ctx.input(i));
  ctx.set_output(0, known_extents(ctx, i));
}

template <class Fill>
void draw(KernelContext& ctx, Fill&& fill) {
  int i = ctx.op().inputs[1].name == "shape" ? 1 : 2;
  if (i == 2) check_algorithm(ctx, ctx.input(1));
  Tensor out = ctx.allocate(0, shape_input(ctx, i));
  Philox start = advance(ctx, static_cast<uint64_t>(out.num_elements()));
  if (!fill(out.dtype(), start, out.raw(), out.num_elements()))
    ctx.fail_code(Code::kNotFound, "there is no kernel for op ", ctx.op().name, " with dtype ", out.dtype());
}

template <Distribution kDistribution>
void draw_floats(KernelContext& ctx) {
  draw(ctx, [](DType dtype, const Philox& start, void* out, int64_t n) {
    return fill_random(kDistribution, dtype, start, out, n);
  });
}
void draw_bits(KernelContext& ctx) { draw(ctx, fill_bits); }
void draw_ints(KernelContext& ctx) {
  for (int i : {3, 4})
    if (!ctx.input(i).shape().is_scalar())
      ctx.fail(ctx.op().inputs[i].name, " must be 0-D, got shape ", ctx.input(i).shape());
  int64_t low = ctx.input(3).int_at(0), high = ctx.input(4).int_at(0);
  bool ordered =
      is_unsigned(ctx.output_dtype(0)) ? static_cast<uint64_t>(low) < static_cast<uint64_t>(high) : low < high;
  if (!ordered) ctx.fail("Need minval < maxval, got ", low, " >= ", high);
  draw(ctx, [&](DType dtype, const Philox& start, void* out, int64_t n) {
    return fill_uniform_ints(dtype, start, out, n, static_cast<uint64_t>(low), static_cast<uint64_t>(high));
  });
}

void withdrawn(KernelContext& ctx) {
  ctx.fail_code(Code::kUnimplemented, ctx.op().name, " has been withdrawn, use ", ctx.op().name, "V2");
}

OpBuilder generator_op(const char* name, const char* doc, KernelFn kernel, bool has_algorithm = true) {
  OpBuilder op(name);
  op.input("resource: resource");
  if (has_algorithm) op.input("algorithm: int64");
  op.input("shape: shape_dtype")
      .output("output: dtype")
      .attr("dtype: type = float")
      .attr("shape_dtype: type = int64")
      .doc(doc)
      .shape(draw_shape)
      .kernel(CPU, kernel)
      .stateful()
      .no_gradient("depends on no number");
  return op;
}

#define REGISTER(ID, ...)                                   \
  OpBuilder GW_CONCAT(op_, ID) = generator_op(__VA_ARGS__); \
  const OpRegistration GW_CONCAT(registered_, ID)(GW_CONCAT(op_, ID));
REGISTER(uniform, "StatefulUniform", "Uniformly distributed numbers in [0, 1).", draw_floats<Distribution::kUniform>)
REGISTER(normal, "StatefulStandardNormalV2", "Normally distributed numbers.", draw_floats<Distribution::kNormal>)
REGISTER(normal_v1, "StatefulStandardNormal", "Withdrawn for StatefulStandardNormalV2, whose algorithm is an input.",
         withdrawn, false)
REGISTER(truncated, "StatefulTruncatedNormal", "Normally distributed numbers, none of them beyond 2.",
         draw_floats<Distribution::kTruncatedNormal>)

DEFINE_OP("StatefulUniformFullInt")
    .input("resource: resource")
    .input("algorithm: int64")
    .input("shape: shape_dtype")
    .output("output: dtype")
    .attr("dtype: type = uint64")
    .attr("shape_dtype: type = int64")
    .doc("Uniformly distributed integers of all values.")
    .shape(draw_shape)
    .kernel(CPU, draw_bits)
    .stateful()
    .no_gradient("integers");

DEFINE_OP("StatefulUniformInt")
    .input("resource: resource")
    .input("algorithm: int64")
    .input("shape: shape_dtype")
    .input("minval: dtype")
    .input("maxval: dtype")
    .output("output: dtype")
    .attr("dtype: type = int64")
    .attr("shape_dtype: type = int64")
    .doc("Uniformly distributed integers in [minval, maxval).")
    .shape(draw_shape)
    .kernel(CPU, draw_ints)
    .stateful()
    .no_gradient("integers");

void skip(KernelContext& ctx) {
  check_algorithm(ctx, ctx.input(1));
  if (!ctx.input(2).shape().is_scalar()) ctx.fail("delta must be of shape [], not ", ctx.input(2).shape());
  advance(ctx, static_cast<uint64_t>(ctx.input(2).int_at(0)));
}

DEFINE_OP("RngSkip")
    .input("resource: resource")
    .input("algorithm: int64")
    .input("delta: int64")
    .doc("Moves the generator on as if `delta` numbers had been drawn.")
    .kernel(CPU, skip)
    .stateful()
    .no_gradient("has no output");

void read_and_skip_shape(ShapeContext& ctx) { ctx.set_output(0, Shape{kStateSize}); }

void read_and_skip(KernelContext& ctx) {
  check_algorithm(ctx, ctx.input(1));
  if (!ctx.input(2).shape().is_scalar()) ctx.fail("delta must be of shape [], not ", ctx.input(2).shape());
  Philox start = advance(ctx, static_cast<uint64_t>(ctx.input(2).int_at(0)));
  Tensor out = ctx.output(0);
  out.data<int64_t>()[0] = static_cast<int64_t>(start.counter_low());
  out.data<int64_t>()[1] = static_cast<int64_t>(start.counter_high());
  out.data<int64_t>()[2] = static_cast<int64_t>(start.key());
}

DEFINE_OP("RngReadAndSkip")
    .input("resource: resource")
    .input("alg: int32")
    .input("delta: uint64")
    .output("value: int64")
    .doc("The generator's state (counter, counter, key); moves it on as if `delta` numbers had been drawn.")
    .shape(read_and_skip_shape)
    .kernel(CPU, read_and_skip)
    .stateful()
    .no_gradient("integers");

void entropy(KernelContext& ctx) {
  Tensor out = ctx.allocate(0, shape_input(ctx));
  Philox philox(nondeterministic_seed(), nondeterministic_seed());
  if (!fill_bits(out.dtype(), philox, out.raw(), out.num_elements()))
    ctx.fail_code(Code::kNotFound, "there is no kernel for op ", ctx.op().name, " with dtype ", out.dtype());
}

DEFINE_OP("NonDeterministicInts")
    .input("shape: shape_dtype")
    .output("output: dtype")
    .attr("dtype: type = int64")
    .attr("shape_dtype: type = int64")
    .doc("Integers from the machine's source of entropy: different ones each time.")
    .shape(random_shape)
    .kernel(CPU, entropy)
    .stateful()
    .no_gradient("integers");

XLA_FACT(kNotCompiled, "NonDeterministicInts", "StatefulStandardNormal");

}  // namespace
}  // namespace graphwright
