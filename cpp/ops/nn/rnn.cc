// Whole cells of recurrent networks as one op: LSTM, a sequence of LSTM steps, GRU, and their gradients.
#include <cmath>

#include "kernels/gemm.h"
#include "op/build.h"
#include "op/vectorize_rules.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// C[rows, columns] (+)= A * B of float rows; `a_turned` and `b_turned` say that A or B lies transposed.
void multiply(const float* a, bool a_turned, const float* b, bool b_turned, float* c, int64_t rows, int64_t inner,
              int64_t columns, int64_t a_width, int64_t b_width, bool add) {
  GemmArgs args;
  args.m = rows, args.k = inner, args.n = columns;
  args.a = a, args.b = b, args.c = c;
  args.a_row = a_turned ? 1 : a_width;
  args.a_column = a_turned ? a_width : 1;
  args.b_row = b_turned ? 1 : b_width;
  args.b_column = b_turned ? b_width : 1;
  args.c_row = columns;
  args.add = add;
  gemm(DType::kFloat32, args);
}

float sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }

// An input as floats, and outputs that are computed as floats.
class Floats {
 public:
  explicit Floats(KernelContext& ctx) : ctx_(ctx) {}
  const float* input(int i) {
    const Tensor& tensor = ctx_.input(i);
    if (tensor.dtype() == DType::kFloat32) return tensor.data<float>();
    Tensor wide = Tensor::allocate(DType::kFloat32, tensor.shape());
    for (int64_t k = 0; k < tensor.num_elements(); ++k)
      wide.data<float>()[k] = static_cast<float>(tensor.data<Half>()[k]);
    kept_.push_back(wide);
    return kept_.back().data<float>();
  }
  // Output i of this shape, zeros; written when this goes.
  float* output(int i, const Shape& shape) {
    Tensor zeros = Tensor::zeros(DType::kFloat32, shape);
    outputs_.push_back({i, zeros});
    return zeros.data<float>();
  }
  void write() {
    for (auto& [i, tensor] : outputs_) {
      if (ctx_.output_dtype(i) == DType::kFloat32) {
        ctx_.set_output(i, tensor);
        continue;
      }
      Tensor narrow = ctx_.allocate(i, tensor.shape());
      for (int64_t k = 0; k < tensor.num_elements(); ++k) narrow.data<Half>()[k] = Half(tensor.data<float>()[k]);
    }
  }

 private:
  KernelContext& ctx_;
  std::vector<Tensor> kept_;
  std::vector<std::pair<int, Tensor>> outputs_;
};

// Sizes of an LSTM, and where its inputs lie.
struct Lstm {
  int64_t time, batch, input, cell;
  bool peephole;
  // Where gates begin in rows of 4 * cell numbers: input, new content, forget, output.
  int64_t gate_i, gate_c, gate_f, gate_o;
};

// Throws unless the shapes go together; `first` is the position of x. V2 has the order i, f, c, o, the others i, c, f,
// o.
Lstm lstm_sizes(KernelContext& ctx, int first, bool sequence) {
  const Shape &x = ctx.input(first).shape(), &cs = ctx.input(first + 1).shape(), &h = ctx.input(first + 2).shape();
  if (x.rank() != (sequence ? 3 : 2)) ctx.fail("x must be ", sequence ? 3 : 2, "D but is rank ", x.rank());
  if (cs.rank() != 2) ctx.fail("cs_prev must be 2D but is rank ", cs.rank());
  Lstm lstm;
  lstm.time = sequence ? x[0] : 1;
  lstm.batch = x[x.rank() - 2];
  lstm.input = x[x.rank() - 1];
  lstm.cell = cs[1];
  lstm.peephole = ctx.attr<bool>("use_peephole");
  const int64_t n = lstm.cell;
  if (cs[0] != lstm.batch) ctx.fail("cs_prev.dims(0) != batch_size: ", cs[0], " vs. ", lstm.batch);
  if (h != cs) ctx.fail("h_prev must have the shape of cs_prev ", cs, ", got ", h);
  const Shape& w = ctx.input(first + 3).shape();
  if (w.rank() != 2) ctx.fail("w must be a matrix, got shape ", w);
  if (w[0] != lstm.input + n) ctx.fail("w.dim_size(0) != input_size + cell_size: ", w[0], " vs. ", lstm.input + n);
  if (w[1] != 4 * n) ctx.fail("w.dim_size(1) != cell_size * 4: ", w[1], " vs. ", 4 * n);
  for (int i = 4; i < 7; ++i)
    if (ctx.input(first + i).shape().rank() != 1)
      ctx.fail(ctx.op().inputs[first + i].name, " must be rank 1 but is rank ", ctx.input(first + i).shape().rank());
  if (lstm.peephole || sequence)
    for (int i = 4; i < 7; ++i)
      if (ctx.input(first + i).shape() != Shape{n})
        ctx.fail("peephole weights must have shape [", n, "], got ", ctx.input(first + i).shape());
  if (ctx.input(first + 7).shape() != Shape{4 * n})
    ctx.fail("b.dim_size(0) != cell_size * 4: ", ctx.input(first + 7).shape(), " vs. ", 4 * n);
  const bool v2 = ctx.op().name.ends_with("V2");
  lstm.gate_i = 0;
  lstm.gate_c = v2 ? 2 * n : n;
  lstm.gate_f = v2 ? n : 2 * n;
  lstm.gate_o = 3 * n;
  return lstm;
}

struct Weights {
  const float *w, *wci, *wcf, *wco, *b;
};
Weights lstm_weights(Floats& floats, const Lstm& lstm, int first) {
  Weights weights{floats.input(first + 3), nullptr, nullptr, nullptr, floats.input(first + 7)};
  if (lstm.peephole) {
    weights.wci = floats.input(first + 4);
    weights.wcf = floats.input(first + 5);
    weights.wco = floats.input(first + 6);
  }
  return weights;
}

// Rows of x and of h behind each other.
void join_rows(const float* x, const float* h, int64_t batch, int64_t input, int64_t cell, float* out) {
  for (int64_t b = 0; b < batch; ++b) {
    std::copy_n(x + b * input, input, out + b * (input + cell));
    std::copy_n(h + b * cell, cell, out + b * (input + cell) + input);
  }
}

// The outputs of a step: i, cs, f, o, ci, co, h.
struct Step {
  float* at[7];
};

void lstm_step(const Lstm& lstm, const Weights& weights, float forget_bias, float clip, const float* x, const float* cs,
               const float* h, const Step& out, std::vector<float>& joined, std::vector<float>& gates) {
  const int64_t n = lstm.cell, width = lstm.input + n;
  joined.resize(lstm.batch * width);
  gates.resize(lstm.batch * 4 * n);
  join_rows(x, h, lstm.batch, lstm.input, n, joined.data());
  multiply(joined.data(), false, weights.w, false, gates.data(), lstm.batch, width, 4 * n, width, 4 * n, false);
  for (int64_t b = 0; b < lstm.batch; ++b) {
    const float* gate = gates.data() + b * 4 * n;
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = b * n + k;
      auto sum = [&](int64_t offset) { return gate[offset + k] + weights.b[offset + k]; };
      const float before = cs[at];
      const float i = sigmoid(sum(lstm.gate_i) + (lstm.peephole ? before * weights.wci[k] : 0));
      const float f = sigmoid(sum(lstm.gate_f) + forget_bias + (lstm.peephole ? before * weights.wcf[k] : 0));
      const float ci = std::tanh(sum(lstm.gate_c));
      float now = ci * i + before * f;
      if (clip > 0) now = std::clamp(now, -clip, clip);
      const float o = sigmoid(sum(lstm.gate_o) + (lstm.peephole ? now * weights.wco[k] : 0));
      const float co = std::tanh(now);
      const float values[7] = {i, now, f, o, ci, co, co * o};
      for (int v = 0; v < 7; ++v) out.at[v][at] = values[v];
    }
  }
}

float attr_or(const KernelContext& ctx, const char* name, float fallback) {
  return ctx.op().attr(name) ? ctx.attr<float>(name) : fallback;
}

void lstm_cell(KernelContext& ctx) {
  Floats floats(ctx);
  const Lstm lstm = lstm_sizes(ctx, 0, false);
  const Weights weights = lstm_weights(floats, lstm, 0);
  Step out;
  for (int v = 0; v < 7; ++v) out.at[v] = floats.output(v, Shape{lstm.batch, lstm.cell});
  std::vector<float> joined, gates;
  if (lstm.batch * lstm.cell > 0)
    lstm_step(lstm, weights, ctx.attr<float>("forget_bias"), ctx.attr<float>("cell_clip"), floats.input(0),
              floats.input(1), floats.input(2), out, joined, gates);
  floats.write();
}

int64_t sequence_length(KernelContext& ctx, const Lstm& lstm) {
  if (!ctx.input(0).shape().is_scalar()) ctx.fail("seq_len_max must be a scalar, got shape ", ctx.input(0).shape());
  const int64_t length = ctx.input(0).int_at(0);
  if (length < 0 || length > lstm.time) ctx.fail("seq_len_max must be in [0, ", lstm.time, "], got ", length);
  return length;
}

void lstm_sequence(KernelContext& ctx) {
  Floats floats(ctx);
  const Lstm lstm = lstm_sizes(ctx, 1, true);
  const int64_t length = sequence_length(ctx, lstm), step = lstm.batch * lstm.cell;
  const Weights weights = lstm_weights(floats, lstm, 1);
  Step out;
  for (int v = 0; v < 7; ++v) out.at[v] = floats.output(v, Shape{lstm.time, lstm.batch, lstm.cell});
  const float *x = floats.input(1), *cs = floats.input(2), *h = floats.input(3);
  const float bias = attr_or(ctx, "forget_bias", 0), clip = ctx.attr<float>("cell_clip");
  std::vector<float> joined, gates;
  for (int64_t t = 0; t < length && step > 0; ++t) {
    lstm_step(lstm, weights, bias, clip, x + t * lstm.batch * lstm.input, cs, h, out, joined, gates);
    cs = out.at[1];
    h = out.at[6];
    for (float*& at : out.at) at += step;
  }
  floats.write();
}

// The gradients of one step, of which sums go to wci, wcf, wco.
struct StepGradient {
  float *cs_prev, *gates, *wci, *wcf, *wco;
};

void lstm_step_grad(const Lstm& lstm, const Weights& weights, const float* cs_prev, const float* const* saved,
                    const float* cs_grad, const float* h_grad, const StepGradient& out) {
  const int64_t n = lstm.cell;
  for (int64_t b = 0; b < lstm.batch; ++b) {
    float* gate = out.gates + b * 4 * n;
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = b * n + k;
      const float i = saved[0][at], cs = saved[1][at], f = saved[2][at], o = saved[3][at], ci = saved[4][at],
                  co = saved[5][at];
      const float d_o = o * (1 - o) * h_grad[at] * co;
      float d_cs = (1 - co * co) * h_grad[at] * o + cs_grad[at];
      if (lstm.peephole) d_cs += d_o * weights.wco[k];
      const float d_ci = (1 - ci * ci) * d_cs * i, d_f = f * (1 - f) * d_cs * cs_prev[at];
      const float d_i = i * (1 - i) * d_cs * ci;
      gate[lstm.gate_i + k] = d_i;
      gate[lstm.gate_c + k] = d_ci;
      gate[lstm.gate_f + k] = d_f;
      gate[lstm.gate_o + k] = d_o;
      out.cs_prev[at] = d_cs * f;
      if (lstm.peephole) {
        out.cs_prev[at] += d_i * weights.wci[k] + d_f * weights.wcf[k];
        out.wci[k] += d_i * cs_prev[at];
        out.wcf[k] += d_f * cs_prev[at];
        out.wco[k] += d_o * cs;
      }
    }
  }
}

void check_saved(KernelContext& ctx, int from, int to, const Shape& shape) {
  for (int i = from; i < to; ++i)
    if (ctx.input(i).shape() != shape)
      ctx.fail(ctx.op().inputs[i].name, " must have shape ", shape, ", got ", ctx.input(i).shape());
}

void lstm_cell_grad(KernelContext& ctx) {
  Floats floats(ctx);
  const Lstm lstm = lstm_sizes(ctx, 0, false);
  const int64_t n = lstm.cell;
  check_saved(ctx, 8, 16, Shape{lstm.batch, n});
  const Weights weights = lstm_weights(floats, lstm, 0);
  const float* saved[6];
  for (int v = 0; v < 6; ++v) saved[v] = floats.input(8 + v);
  StepGradient out{floats.output(0, Shape{lstm.batch, n}), floats.output(1, Shape{lstm.batch, 4 * n}),
                   floats.output(2, Shape{n}), floats.output(3, Shape{n}), floats.output(4, Shape{n})};
  lstm_step_grad(lstm, weights, floats.input(1), saved, floats.input(14), floats.input(15), out);
  floats.write();
}

void lstm_sequence_grad(KernelContext& ctx) {
  Floats floats(ctx);
  const Lstm lstm = lstm_sizes(ctx, 1, true);
  const int64_t length = sequence_length(ctx, lstm), n = lstm.cell, width = lstm.input + n, step = lstm.batch * n;
  check_saved(ctx, 9, 18, Shape{lstm.time, lstm.batch, n});
  const Weights weights = lstm_weights(floats, lstm, 1);
  const float *x = floats.input(1), *first_cs = floats.input(2), *first_h = floats.input(3);
  const float* saved[7];
  for (int v = 0; v < 7; ++v) saved[v] = floats.input(9 + v);
  const float *cs_grad = floats.input(16), *h_grad = floats.input(17);
  float* x_grad = floats.output(0, Shape{lstm.time, lstm.batch, lstm.input});
  float* cs_carry = floats.output(1, Shape{lstm.batch, n});
  float* h_carry = floats.output(2, Shape{lstm.batch, n});
  float* w_grad = floats.output(3, Shape{width, 4 * n});
  StepGradient out{cs_carry, nullptr, floats.output(4, Shape{n}), floats.output(5, Shape{n}),
                   floats.output(6, Shape{n})};
  float* b_grad = floats.output(7, Shape{4 * n});
  std::vector<float> gates(lstm.batch * 4 * n), joined(lstm.batch * width), joined_grad(lstm.batch * width);
  std::vector<float> d_cs(step), d_h(step);
  out.gates = gates.data();
  for (int64_t t = length - 1; t >= 0 && step > 0; --t) {
    for (int64_t k = 0; k < step; ++k) {
      d_cs[k] = cs_grad[t * step + k] + cs_carry[k];
      d_h[k] = h_grad[t * step + k] + h_carry[k];
    }
    const float* at[6];
    for (int v = 0; v < 6; ++v) at[v] = saved[v] + t * step;
    const float* cs_prev = t ? saved[1] + (t - 1) * step : first_cs;
    const float* h_prev = t ? saved[6] + (t - 1) * step : first_h;
    lstm_step_grad(lstm, weights, cs_prev, at, d_cs.data(), d_h.data(), out);
    join_rows(x + t * lstm.batch * lstm.input, h_prev, lstm.batch, lstm.input, n, joined.data());
    multiply(gates.data(), false, weights.w, true, joined_grad.data(), lstm.batch, 4 * n, width, 4 * n, 4 * n, false);
    for (int64_t b = 0; b < lstm.batch; ++b) {
      std::copy_n(joined_grad.data() + b * width, lstm.input, x_grad + (t * lstm.batch + b) * lstm.input);
      std::copy_n(joined_grad.data() + b * width + lstm.input, n, h_carry + b * n);
      for (int64_t k = 0; k < 4 * n; ++k) b_grad[k] += gates[b * 4 * n + k];
    }
    multiply(joined.data(), true, gates.data(), false, w_grad, width, lstm.batch, 4 * n, width, 4 * n, true);
  }
  floats.write();
}

// All outputs have the shape of the cell's state, with the time before it for sequences.
void cell_shape(ShapeContext& ctx) {
  Shape cs = ctx.with_rank(1, 2), x = ctx.with_rank(0, 2);
  for (int i = 0; i < 7; ++i) ctx.set_output(i, Shape{x[0], cs[1]});
}
void sequence_shape(ShapeContext& ctx) {
  Shape x = ctx.with_rank(1, 3), b = ctx.with_rank(8, 1);
  const int64_t n = b[0] < 0 ? kUnknown : b[0] / 4;
  for (int i = 0; i < 7; ++i) ctx.set_output(i, Shape{x[0], x[1], n});
}
void cell_grad_shape(ShapeContext& ctx) {
  Shape cs = ctx.with_rank(1, 2);
  const int64_t n = cs[1];
  ctx.set_output(0, cs);
  ctx.set_output(1, Shape{cs[0], n < 0 ? kUnknown : 4 * n});
  for (int i = 2; i < 5; ++i) ctx.set_output(i, ctx.with_rank(i + 2, 1));
}
void sequence_grad_shape(ShapeContext& ctx) {
  constexpr int kRanks[8] = {3, 2, 2, 2, 1, 1, 1, 1};
  for (int i = 0; i < 8; ++i) ctx.set_output(i, ctx.with_rank(i + 1, kRanks[i]));
}

Values sequence_gradient(GradientContext& ctx) {
  Values inputs;
  for (int i = 0; i < 9; ++i) inputs.push_back(ctx.input(i));
  for (int i = 0; i < 7; ++i) inputs.push_back(ctx.output(i));
  inputs.push_back(ctx.grad(1));
  inputs.push_back(ctx.grad(6));
  const Attrs attrs{{"use_peephole", ctx.attr<bool>("use_peephole")}};
  Values found =
      ctx.op().name == "BlockLSTM" ? ops<"BlockLSTMGrad">(inputs, attrs) : ops<"BlockLSTMGradV2">(inputs, attrs);
  Values grads{nullptr};
  for (Value& value : found) grads.push_back(std::move(value));
  return grads;
}

// Rows are further examples where all have the same weights.
void cell_grad_vectorize(VectorizeContext& ctx) {
  if (ctx.any_rows(3, 8)) return;
  Values inputs;
  for (int i = 0; i < ctx.num_inputs(); ++i)
    inputs.push_back(i < 3 || i > 7 ? ctx.merged(ctx.stacked(i)) : ctx.value(i));
  Values found = call(ctx.op(), inputs, ctx.attrs());
  for (int i = 0; i < 2; ++i) ctx.set(i, ctx.split(found[i], i));
  if (!ctx.attr<bool>("use_peephole")) {
    for (int i = 2; i < 5; ++i) ctx.set(i, found[i], false);
    return;
  }
  // Those of the peepholes are sums over the examples of each row: of the gates' gradients, which lie in the order
  // i, c, f, o, times the states that they see.
  const DType dtype = found[1].dtype();
  Values gates = ops<"Split">({build::number(DType::kInt32, 2), ctx.split(found[1], 1)}, {{"num_split", int64_t{4}}});
  const auto peephole = [&](int gate, int state) {
    Value product =
        build::mul(build::cast(gates[gate], DType::kFloat32), build::cast(ctx.stacked(state), DType::kFloat32));
    return build::cast(op<"Sum">({product, build::ints({1})}), dtype);
  };
  ctx.set(2, peephole(0, 1));
  ctx.set(3, peephole(2, 1));
  ctx.set(4, peephole(3, 9));
}
// The axis of examples comes after that of time.
void sequence_vectorize(VectorizeContext& ctx) {
  if (ctx.rows(0) || ctx.any_rows(4, 9)) return;
  Values inputs{ctx.value(0), VectorizeContext::in_axis(ctx.stacked(1), 3, 1), ctx.merged(ctx.stacked(2)),
                ctx.merged(ctx.stacked(3))};
  for (int i = 4; i < 9; ++i) inputs.push_back(ctx.value(i));
  Values found = call(ctx.op(), inputs, ctx.attrs());
  for (int i = 0; i < 7; ++i) ctx.set(i, ctx.from_axis(found[i], 3, 1));
}

#define GW_LSTM_INPUTS     \
  .input("x: T")           \
      .input("cs_prev: T") \
      .input("h_prev: T")  \
      .input("w: T")       \
      .input("wci: T")     \
      .input("wcf: T")     \
      .input("wco: T")     \
      .input("b: T")
#define GW_LSTM_OUTPUTS(FIELD) .FIELD("i: T").FIELD("cs: T").FIELD("f: T").FIELD("o: T").FIELD("ci: T").FIELD("co: T")
#define GW_LSTM_WEIGHT_GRADS     \
  .output("x_grad: T")           \
      .output("cs_prev_grad: T") \
      .output("h_prev_grad: T")  \
      .output("w_grad: T")       \
      .output("wci_grad: T")     \
      .output("wcf_grad: T")     \
      .output("wco_grad: T")     \
      .output("b_grad: T")

// LSTMBlockCell: one step of an LSTM.
DEFINE_OP("LSTMBlockCell")
GW_LSTM_INPUTS GW_LSTM_OUTPUTS(output)
    .output("h: T")
    .attr("forget_bias: float = 1.0")
    .attr("cell_clip: float = 3.0")
    .attr("use_peephole: bool = false")
    .attr("T: {half, float}")
    .doc("One step of an LSTM: its gates, its new state `cs` and its output `h`.")
    .shape(cell_shape)
    .kernel(CPU, lstm_cell)
    .vectorize(vectorize::examples<3>);

DEFINE_OP("LSTMBlockCellGrad")
GW_LSTM_INPUTS GW_LSTM_OUTPUTS(input)
    .input("cs_grad: T")
    .input("h_grad: T")
    .output("cs_prev_grad: T")
    .output("dicfo: T")
    .output("wci_grad: T")
    .output("wcf_grad: T")
    .output("wco_grad: T")
    .attr("use_peephole: bool")
    .attr("T: {half, float}")
    .doc("What the gradient of LSTMBlockCell is made of: those of the old state, of all gates, and of the peepholes.")
    .shape(cell_grad_shape)
    .kernel(CPU, lstm_cell_grad)
    .vectorize(cell_grad_vectorize);

// BlockLSTM: an LSTM over a sequence.
DEFINE_OP("BlockLSTM")
    .input("seq_len_max: int64") GW_LSTM_INPUTS GW_LSTM_OUTPUTS(output)
    .output("h: T")
    .attr("forget_bias: float = 1.0")
    .attr("cell_clip: float = 3.0")
    .attr("use_peephole: bool = false")
    .attr("T: {half, float}")
    .doc("An LSTM over the first `seq_len_max` steps of a sequence [time, batch, inputs].")
    .shape(sequence_shape)
    .kernel(CPU, lstm_sequence)
    .gradient(sequence_gradient)
    .vectorize(sequence_vectorize);

DEFINE_OP("BlockLSTMV2")
    .input("seq_len_max: int64") GW_LSTM_INPUTS GW_LSTM_OUTPUTS(output)
    .output("h: T")
    .attr("cell_clip: float = 0.0")
    .attr("use_peephole: bool = false")
    .attr("T: {half, float}")
    .doc("An LSTM over the first `seq_len_max` steps of a sequence, with gates in the order i, f, c, o.")
    .shape(sequence_shape)
    .kernel(CPU, lstm_sequence)
    .gradient(sequence_gradient)
    .vectorize(sequence_vectorize);

DEFINE_OP("BlockLSTMGrad")
    .input("seq_len_max: int64") GW_LSTM_INPUTS GW_LSTM_OUTPUTS(input)
    .input("h: T")
    .input("cs_grad: T")
    .input("h_grad: T") GW_LSTM_WEIGHT_GRADS.attr("use_peephole: bool")
    .attr("T: {half, float}")
    .doc("The gradient of BlockLSTM.")
    .shape(sequence_grad_shape)
    .kernel(CPU, lstm_sequence_grad);

DEFINE_OP("BlockLSTMGradV2")
    .input("seq_len_max: int64") GW_LSTM_INPUTS GW_LSTM_OUTPUTS(input)
    .input("h: T")
    .input("cs_grad: T")
    .input("h_grad: T") GW_LSTM_WEIGHT_GRADS.attr("use_peephole: bool")
    .attr("T: {half, float}")
    .doc("The gradient of BlockLSTMV2.")
    .shape(sequence_grad_shape)
    .kernel(CPU, lstm_sequence_grad);

struct Gru {
  int64_t batch, input, cell;
};

Gru gru_sizes(KernelContext& ctx) {
  const Shape &x = ctx.input(0).shape(), &h = ctx.input(1).shape();
  if (x.rank() != 2 || h.rank() != 2) ctx.fail("x and h_prev must be matrices, got shapes ", x, " and ", h);
  Gru gru{x[0], x[1], h[1]};
  const int64_t width = gru.input + gru.cell;
  if (h[0] != gru.batch) ctx.fail("h_prev.dims(0) != batch_size: ", h[0], " vs. ", gru.batch);
  const Shape expected[4] = {Shape{width, 2 * gru.cell}, Shape{width, gru.cell}, Shape{2 * gru.cell}, Shape{gru.cell}};
  for (int i = 0; i < 4; ++i)
    if (ctx.input(2 + i).shape() != expected[i])
      ctx.fail(ctx.op().inputs[2 + i].name, " must have shape ", expected[i], ", got ", ctx.input(2 + i).shape());
  return gru;
}

void gru_cell(KernelContext& ctx) {
  Floats floats(ctx);
  const Gru gru = gru_sizes(ctx);
  const int64_t n = gru.cell, width = gru.input + n, size = gru.batch * n;
  float* out[4];
  for (int i = 0; i < 4; ++i) out[i] = floats.output(i, Shape{gru.batch, n});
  const float *x = floats.input(0), *h = floats.input(1), *b_ru = floats.input(4), *b_c = floats.input(5);
  std::vector<float> joined(gru.batch * width), gates(2 * size), content(size), reset(size);
  if (size > 0) {
    join_rows(x, h, gru.batch, gru.input, n, joined.data());
    multiply(joined.data(), false, floats.input(2), false, gates.data(), gru.batch, width, 2 * n, width, 2 * n, false);
    for (int64_t at = 0; at < size; ++at) {
      const int64_t b = at / n, k = at % n;
      out[0][at] = sigmoid(gates[b * 2 * n + k] + b_ru[k]);
      out[1][at] = sigmoid(gates[b * 2 * n + n + k] + b_ru[n + k]);
      reset[at] = h[at] * out[0][at];
    }
    join_rows(x, reset.data(), gru.batch, gru.input, n, joined.data());
    multiply(joined.data(), false, floats.input(3), false, content.data(), gru.batch, width, n, width, n, false);
    for (int64_t at = 0; at < size; ++at) {
      out[2][at] = std::tanh(content[at] + b_c[at % n]);
      out[3][at] = out[1][at] * h[at] + (1 - out[1][at]) * out[2][at];
    }
  }
  floats.write();
}

void gru_cell_grad(KernelContext& ctx) {
  Floats floats(ctx);
  const Gru gru = gru_sizes(ctx);
  const int64_t n = gru.cell, width = gru.input + n, size = gru.batch * n;
  check_saved(ctx, 6, 10, Shape{gru.batch, n});
  const float *h = floats.input(1), *r = floats.input(6), *u = floats.input(7), *c = floats.input(8);
  const float* d_h = floats.input(9);
  float* d_x = floats.output(0, Shape{gru.batch, gru.input});
  float* d_h_prev = floats.output(1, Shape{gru.batch, n});
  float* d_c_bar = floats.output(2, Shape{gru.batch, n});
  float* d_gates = floats.output(3, Shape{gru.batch, 2 * n});
  std::vector<float> by_content(gru.batch * width), by_gates(gru.batch * width);
  if (size > 0) {
    for (int64_t at = 0; at < size; ++at) d_c_bar[at] = d_h[at] * (1 - u[at]) * (1 - c[at] * c[at]);
    multiply(d_c_bar, false, floats.input(3), true, by_content.data(), gru.batch, n, width, n, n, false);
    for (int64_t at = 0; at < size; ++at) {
      const int64_t b = at / n, k = at % n;
      const float d_reset = by_content[b * width + gru.input + k];
      d_gates[b * 2 * n + k] = d_reset * h[at] * r[at] * (1 - r[at]);
      d_gates[b * 2 * n + n + k] = d_h[at] * (h[at] - c[at]) * u[at] * (1 - u[at]);
    }
    multiply(d_gates, false, floats.input(2), true, by_gates.data(), gru.batch, 2 * n, width, 2 * n, 2 * n, false);
    for (int64_t b = 0; b < gru.batch; ++b) {
      for (int64_t k = 0; k < gru.input; ++k)
        d_x[b * gru.input + k] = by_gates[b * width + k] + by_content[b * width + k];
      for (int64_t k = 0; k < n; ++k) {
        const int64_t at = b * n + k, place = b * width + gru.input + k;
        d_h_prev[at] = by_gates[place] + by_content[place] * r[at] + d_h[at] * u[at];
      }
    }
  }
  floats.write();
}

void gru_shape(ShapeContext& ctx) {
  Shape x = ctx.with_rank(0, 2), h = ctx.with_rank(1, 2);
  for (int i = 0; i < 4; ++i) ctx.set_output(i, Shape{x[0], h[1]});
}
void gru_grad_shape(ShapeContext& ctx) {
  Shape x = ctx.with_rank(0, 2), h = ctx.with_rank(1, 2);
  const int64_t n = h[1];
  ctx.set_output(0, x);
  ctx.set_output(1, h);
  ctx.set_output(2, h);
  ctx.set_output(3, Shape{h[0], n < 0 ? kUnknown : 2 * n});
}

// GRUBlockCell: one step of a GRU.
DEFINE_OP("GRUBlockCell")
    .input("x: T")
    .input("h_prev: T")
    .input("w_ru: T")
    .input("w_c: T")
    .input("b_ru: T")
    .input("b_c: T")
    .output("r: T")
    .output("u: T")
    .output("c: T")
    .output("h: T")
    .attr("T: {float}")
    .doc("One step of a GRU: its gates, its new content and its output `h`.")
    .shape(gru_shape)
    .kernel(CPU, gru_cell)
    .vectorize(vectorize::examples<2>);

DEFINE_OP("GRUBlockCellGrad")
    .input("x: T")
    .input("h_prev: T")
    .input("w_ru: T")
    .input("w_c: T")
    .input("b_ru: T")
    .input("b_c: T")
    .input("r: T")
    .input("u: T")
    .input("c: T")
    .input("d_h: T")
    .output("d_x: T")
    .output("d_h_prev: T")
    .output("d_c_bar: T")
    .output("d_r_bar_u_bar: T")
    .attr("T: {float}")
    .doc("What the gradient of GRUBlockCell is made of: those of its input, of the old output, and of all gates.")
    .shape(gru_grad_shape)
    .kernel(CPU, gru_cell_grad)
    .vectorize((vectorize::examples_among<0, 1, 6, 7, 8, 9>));

XLA_FACT(kNotCompiled, "BlockLSTM", "BlockLSTMGrad", "BlockLSTMGradV2", "BlockLSTMV2", "GRUBlockCell",
         "GRUBlockCellGrad", "LSTMBlockCell", "LSTMBlockCellGrad");

}  // namespace
}  // namespace graphwright
