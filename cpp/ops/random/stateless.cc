// Random ops whose result is a function of their inputs alone.
#include "kernels/random_fill.h"
#include "op/as_xla.h"
#include "op/xla_facts.h"
#include "ops/random/draws.h"
#include "ops/random/state.h"

namespace graphwright {
namespace {

// The older ops take a seed of two integers, the newer ones (V2) the key and counter made of it.
bool is_v2(const KernelContext& ctx) { return ctx.op().inputs[1].name == "key"; }

Philox philox_input(const KernelContext& ctx) {
  return is_v2(ctx) ? philox_of_key(ctx.input(1), ctx.input(2), ctx.input(3)) : philox_of_seed(ctx.input(1));
}

template <Distribution kDistribution>
void draw(KernelContext& ctx) {
  Shape shape = shape_input(ctx);
  Philox philox = philox_input(ctx);
  Tensor out = ctx.allocate(0, shape);
  if (ctx.attrs().find(kAsXlaAttr)) {
    fill_random_as_xla(kDistribution, out.dtype(), philox, shape, out.raw());
  } else {
    fill_random(kDistribution, out.dtype(), philox, out.raw(), out.num_elements());
  }
}

void draw_bits(KernelContext& ctx) {
  Shape shape = shape_input(ctx);
  Philox philox = philox_input(ctx);
  Tensor out = ctx.allocate(0, shape);
  fill_bits(out.dtype(), philox, out.raw(), out.num_elements());
}

void draw_ints(KernelContext& ctx) {
  Shape shape = shape_input(ctx);
  Philox philox = philox_input(ctx);
  int first = is_v2(ctx) ? 4 : 2;
  const Tensor &low = ctx.input(first), &high = ctx.input(first + 1);
  if (!low.shape().is_scalar()) ctx.fail("minval must be 0-D, got shape ", low.shape());
  if (!high.shape().is_scalar()) ctx.fail("maxval must be 0-D, got shape ", high.shape());
  Tensor out = ctx.allocate(0, shape);
  if (out.num_elements() == 0) return;
  bool is_unsigned_type = is_unsigned(out.dtype());
  int64_t a = low.int_at(0), b = high.int_at(0);
  bool ordered = is_unsigned_type ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
  if (!ordered) {
    if (is_unsigned_type)
      ctx.fail("Need minval < maxval, got ", static_cast<uint64_t>(a), " >= ", static_cast<uint64_t>(b));
    ctx.fail("Need minval < maxval, got ", a, " >= ", b);
  }
  fill_uniform_ints(out.dtype(), philox, out.raw(), out.num_elements(), static_cast<uint64_t>(a),
                    static_cast<uint64_t>(b));
}

constexpr const char* kFloats = "dtype: {half, bfloat16, float, double} = float";

OpBuilder& seeded(OpBuilder& op) {
  return op.input("shape: T").input("seed: Tseed").output("output: dtype").attr("T: {int32, int64} = int32");
}
OpBuilder& keyed(OpBuilder& op) {
  return op.input("shape: Tshape")
      .input("key: uint64")
      .input("counter: uint64")
      .input("alg: int32")
      .output("output: dtype")
      .attr("Tshape: {int32, int64} = int32");
}
OpBuilder& finish(OpBuilder& op, const char* doc, KernelFn kernel) {
  return op.doc(doc).shape(random_shape).kernel(CPU, kernel).no_gradient("depends on no number");
}

OpBuilder define_seeded(const char* name, const char* doc, KernelFn kernel) {
  OpBuilder op(name);
  finish(seeded(op).attr(kFloats).attr("Tseed: {int32, int64} = int64"), doc, kernel);
  return op;
}
OpBuilder define_keyed(const char* name, const char* doc, KernelFn kernel) {
  OpBuilder op(name);
  finish(keyed(op).attr(kFloats).shape_input(0), doc, kernel);
  return op;
}

#define REGISTER(ID, BUILDER)             \
  OpBuilder GW_CONCAT(op_, ID) = BUILDER; \
  const OpRegistration GW_CONCAT(registered_, ID)(GW_CONCAT(op_, ID));

constexpr const char* kUniformDoc = "Uniformly distributed numbers in [0, 1), the same ones for the same inputs.";
constexpr const char* kNormalDoc = "Normally distributed numbers, the same ones for the same inputs.";
constexpr const char* kTruncatedDoc =
    "Normally distributed numbers, none of them beyond 2, the same ones for the same inputs.";
REGISTER(uniform, define_seeded("StatelessRandomUniform", kUniformDoc, draw<Distribution::kUniform>))
REGISTER(normal, define_seeded("StatelessRandomNormal", kNormalDoc, draw<Distribution::kNormal>))
REGISTER(truncated, define_seeded("StatelessTruncatedNormal", kTruncatedDoc, draw<Distribution::kTruncatedNormal>))
REGISTER(uniform_v2, define_keyed("StatelessRandomUniformV2", kUniformDoc, draw<Distribution::kUniform>))
REGISTER(normal_v2, define_keyed("StatelessRandomNormalV2", kNormalDoc, draw<Distribution::kNormal>))
REGISTER(truncated_v2, define_keyed("StatelessTruncatedNormalV2", kTruncatedDoc, draw<Distribution::kTruncatedNormal>))

DEFINE_OP("StatelessRandomUniformInt")
    .input("shape: T")
    .input("seed: Tseed")
    .input("minval: dtype")
    .input("maxval: dtype")
    .output("output: dtype")
    .attr("dtype: {int32, int64}")
    .attr("T: {int32, int64}")
    .attr("Tseed: {int32, int64} = int64")
    .doc("Uniformly distributed integers in [minval, maxval), the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, draw_ints)
    .no_gradient("integers");

DEFINE_OP("StatelessRandomUniformFullInt")
    .input("shape: T")
    .input("seed: Tseed")
    .output("output: dtype")
    .attr("dtype: {int32, int64, uint32, uint64} = uint64")
    .attr("T: {int32, int64} = int32")
    .attr("Tseed: {int32, int64, uint32, uint64} = int64")
    .doc("Uniformly distributed integers of all values, the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, draw_bits)
    .no_gradient("integers");

DEFINE_OP("StatelessRandomUniformIntV2")
    .input("shape: Tshape")
    .input("key: uint64")
    .input("counter: uint64")
    .input("alg: int32")
    .input("minval: dtype")
    .input("maxval: dtype")
    .output("output: dtype")
    .attr("dtype: {int32, int64, uint32, uint64}")
    .attr("Tshape: {int32, int64} = int32")
    .doc("Uniformly distributed integers in [minval, maxval), the same ones for the same inputs.")
    .shape(random_shape)
    .shape_input(0)
    .kernel(CPU, draw_ints)
    .no_gradient("integers");

DEFINE_OP("StatelessRandomUniformFullIntV2")
    .input("shape: Tshape")
    .input("key: uint64")
    .input("counter: uint64")
    .input("alg: int32")
    .output("output: dtype")
    .attr("dtype: {int32, int64, uint32, uint64} = uint64")
    .attr("Tshape: {int32, int64} = int32")
    .doc("Uniformly distributed integers of all values, the same ones for the same inputs.")
    .shape(random_shape)
    .kernel(CPU, draw_bits)
    .no_gradient("integers");

void key_counter_shape(ShapeContext& ctx) {
  if (ctx.input(0).has_rank() && !(ctx.input(0).compatible(Shape{2})))
    ctx.fail("seed must have shape [2], not ", ctx.input(0));
  ctx.set_output(0, Shape{1});
  ctx.set_output(1, Shape{2});
  if (ctx.op().outputs.size() > 2) ctx.set_output(2, Shape());
}

void key_counter(KernelContext& ctx) {
  Philox philox = philox_of_seed(ctx.input(0));
  *ctx.output(0).data<uint64_t>() = philox.key();
  Tensor counter = ctx.output(1);
  counter.data<uint64_t>()[0] = philox.counter_low();
  counter.data<uint64_t>()[1] = philox.counter_high();
  if (ctx.num_outputs() > 2) *ctx.output(2).data<int32_t>() = 1;
}

DEFINE_OP("StatelessRandomGetKeyCounter")
    .input("seed: Tseed")
    .output("key: uint64")
    .output("counter: uint64")
    .attr("Tseed: {int32, int64} = int64")
    .doc("The key and the counter that a seed of two integers is scrambled into.")
    .shape(key_counter_shape)
    .kernel(CPU, key_counter)
    .no_gradient("integers");

DEFINE_OP("StatelessRandomGetKeyCounterAlg")
    .input("seed: Tseed")
    .output("key: uint64")
    .output("counter: uint64")
    .output("alg: int32")
    .attr("Tseed: {int32, int64} = int64")
    .doc("The key and the counter that a seed of two integers is scrambled into, and the algorithm: 1, Philox.")
    .shape(key_counter_shape)
    .kernel(CPU, key_counter)
    .no_gradient("integers");

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void get_alg(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = 1; }

DEFINE_OP("StatelessRandomGetAlg")
    .output("alg: int32")
    .doc("The algorithm that fits this device: 1, Philox.")
    .shape(scalar_shape)
    .kernel(CPU, get_alg)
    .stateful()
    .no_gradient("an integer");

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }
void shuffle(KernelContext& ctx) { shuffle_rows(ctx, philox_of_key(ctx.input(1), ctx.input(2), ctx.input(3))); }

DEFINE_OP("StatelessShuffle")
    .input("value: T")
    .input("key: uint64")
    .input("counter: uint64")
    .input("alg: int32")
    .output("output: T")
    .attr("T: type")
    .doc("The slices of `value` along its first axis in an order that follows from key and counter.")
    .shape(same_shape)
    .kernel(CPU, shuffle);

void multinomial(KernelContext& ctx) {
  check_categorical(ctx);
  draw_categories(ctx, philox_of_seed(ctx.input(2)));
}

DEFINE_OP("StatelessMultinomial")
    .input("logits: T")
    .input("num_samples: int32")
    .input("seed: Tseed")
    .output("output: output_dtype")
    .attr("T: realnumbertype")
    .attr("Tseed: {int32, int64} = int64")
    .attr("output_dtype: {int32, int64} = int64")
    .doc("For each row of logits, that many classes, drawn as softmax says; the same ones for the same inputs.")
    .shape(categorical_shape)
    .kernel(CPU, multinomial)
    .no_gradient("integers");

XLA_FACT(kNotCompiled, "StatelessShuffle");
XLA_FACT(kDraws, "StatelessMultinomial", "StatelessRandomNormal", "StatelessRandomNormalV2", "StatelessRandomUniform",
         "StatelessRandomUniformFullInt", "StatelessRandomUniformFullIntV2", "StatelessRandomUniformInt",
         "StatelessRandomUniformIntV2", "StatelessRandomUniformV2", "StatelessTruncatedNormal",
         "StatelessTruncatedNormalV2");
XLA_MUST_KNOW({"StatelessMultinomial"}, {"num_samples"});
XLA_MUST_KNOW({"StatelessRandomNormal", "StatelessRandomUniform", "StatelessTruncatedNormal"}, {"shape"});
XLA_MUST_KNOW({"StatelessRandomNormalV2", "StatelessRandomUniformFullIntV2", "StatelessRandomUniformIntV2",
               "StatelessRandomUniformV2", "StatelessTruncatedNormalV2"},
              {"shape", "alg"});

}  // namespace
}  // namespace graphwright
