// Ops of TensorFlow's debugger: DebugIdentity and its kin, counts of NaNs, summaries of numbers.
#include <array>
#include <cmath>
#include <limits>

#include "op/build.h"
#include "op/vectorize.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "what a debugger sees leaves the flow of gradients";

void check_urls(KernelContext& ctx) {
  if (!ctx.attr<std::vector<std::string>>("debug_urls").empty())
    ctx.fail_code(Code::kUnimplemented, "tensors are not sent to debug_urls");
}

// "node" or "node:0".
void check_name(KernelContext& ctx) {
  const std::string name = ctx.attr<std::string>("tensor_name");
  const size_t colon = name.find(':');
  if (name.empty() || (colon != std::string::npos && name.find(':', colon + 1) != std::string::npos))
    ctx.fail("Failed to parse tensor name: \"", name, "\"");
  if (colon != std::string::npos) {
    const std::string slot = name.substr(colon + 1);
    char* end = nullptr;
    const int64_t number = std::strtoll(slot.c_str(), &end, 10);
    while (*end == ' ') ++end;
    if (end == slot.c_str() || *end != '\0' || number != static_cast<int32_t>(number))
      ctx.fail("Invalid string value for output_slot: \"", slot, "\"");
  }
  check_urls(ctx);
}

template <class... Types>
void check_kernel(KernelContext& ctx, Types... excluded) {
  const DType dtype = ctx.input(0).dtype();
  const bool real = is_plain(dtype) && dtype <= DType::kUint64 && !is_complex(dtype) &&
                    !(dtype >= DType::kQint8 && dtype <= DType::kQint32) && dtype != DType::kQint16 &&
                    dtype != DType::kQuint16;
  if (!real || ((dtype == excluded) || ...))
    ctx.fail_code(Code::kNotFound, "Could not find device for node: {{node ", ctx.op().name,
                  "}}: there is no CPU kernel for ", dtype);
}

struct Counts {
  int64_t nan = 0, negative_infinity = 0, negative = 0, zero = 0, positive = 0, positive_infinity = 0;
};

// How many elements are what; those at the bounds or beyond count as infinite. `see` gets the finite ones.
template <class See>
Counts count_elements(const Tensor& x, double low, double high, const See& see) {
  Counts counts;
  for (int64_t i = 0; i < x.num_elements(); ++i) {
    const double value = x.dtype() == DType::kBool ? x.data<bool>()[i] : x.double_at(i);
    if (std::isnan(value)) {
      ++counts.nan;
      continue;
    }
    if (!std::isinf(value)) see(value);
    if ((std::isinf(value) && value < 0) || (!std::isinf(value) && value <= low)) {
      ++counts.negative_infinity;
    } else if (std::isinf(value) || value >= high) {
      ++counts.positive_infinity;
    } else {
      ++(value < 0 ? counts.negative : value > 0 ? counts.positive : counts.zero);
    }
  }
  return counts;
}
constexpr double kInfinity = std::numeric_limits<double>::infinity();
Counts count_elements(const Tensor& x) {
  return count_elements(x, -kInfinity, kInfinity, [](double) {});
}

void pass_named(KernelContext& ctx) {
  check_name(ctx);
  ctx.set_output(0, ctx.input(0));
}
void pass(KernelContext& ctx) {
  check_urls(ctx);
  ctx.set_output(0, ctx.input(0));
}
Values pass_gradient(GradientContext& ctx) { return {ctx.grad()}; }
void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void nan_count(KernelContext& ctx) {
  check_kernel(ctx, DType::kBool);
  check_name(ctx);
  *ctx.output(0).data<int64_t>() = count_elements(ctx.input(0)).nan;
}

void numeric_summary(KernelContext& ctx) {
  check_kernel(ctx, DType::kHalf, DType::kBfloat16);
  check_name(ctx);
  const Tensor& x = ctx.input(0);
  double least = kInfinity, most = -kInfinity, sum = 0.0, squares = 0.0;
  int64_t finite = 0;
  const Counts counts =
      count_elements(x, ctx.attr<float>("lower_bound"), ctx.attr<float>("upper_bound"), [&](double value) {
        least = std::min(least, value);
        most = std::max(most, value);
        sum += value;
        ++finite;
      });
  const double mean = finite > 0 ? sum / static_cast<double>(finite) : std::nan("");
  count_elements(x, 0, 0, [&](double value) { squares += (value - mean) * (value - mean); });
  const double variance = finite > 0 ? squares / static_cast<double>(finite) : std::nan("");
  auto number = [](int64_t n) { return static_cast<double>(n); };
  std::vector<double> all = {1.0,
                             number(x.num_elements()),
                             number(counts.nan),
                             number(counts.negative_infinity),
                             number(counts.negative),
                             number(counts.zero),
                             number(counts.positive),
                             number(counts.positive_infinity),
                             least,
                             most,
                             mean,
                             variance,
                             number(static_cast<int64_t>(x.dtype())),
                             number(x.shape().rank())};
  for (int64_t size : x.shape().sizes()) all.push_back(number(size));
  ctx.set_output(0, Tensor::from(std::span<const double>(all)));
}

// The modes of DebugNumericSummaryV2.
enum Mode : int64_t { kCurtHealth = 2, kConciseHealth = 3, kFullHealth = 4, kShape = 5, kReduceToThree = 8 };

void numeric_summary_v2(KernelContext& ctx) {
  check_kernel(ctx);
  const Tensor& x = ctx.input(0);
  const int64_t mode = ctx.attr<int64_t>("tensor_debug_mode"), id = ctx.attr<int64_t>("tensor_id");
  const DType dtype = ctx.output_dtype(0);
  if (mode != kReduceToThree && (mode < kCurtHealth || mode > kShape))
    ctx.fail_code(Code::kUnimplemented, "Unimplemented tensor debug mode: ", mode);
  const int bits = dtype == DType::kFloat32 ? 24 : 53;  // of whole numbers that it has
  if (mode != kReduceToThree && id > int64_t{1} << bits)
    ctx.fail("DebugNumericSummaryV2Op requires tensor_id to be less than or equal to (2^", bits,
             "). Given tensor_id:", id);
  const Counts counts = mode == kShape ? Counts() : count_elements(x);
  std::vector<double> all;
  auto add = [&](std::initializer_list<int64_t> numbers) {
    for (int64_t n : numbers) all.push_back(static_cast<double>(n));
  };
  const auto kind = static_cast<int64_t>(x.dtype()), rank = static_cast<int64_t>(x.shape().rank());
  switch (mode) {
    case kCurtHealth:
      add({id, counts.nan + counts.negative_infinity + counts.positive_infinity > 0});
      break;
    case kConciseHealth:
      add({id, x.num_elements(), counts.negative_infinity, counts.positive_infinity, counts.nan});
      break;
    case kFullHealth:
      add({id, -1, kind, rank, x.num_elements(), counts.negative_infinity, counts.positive_infinity, counts.nan,
           counts.negative, counts.zero, counts.positive});
      break;
    case kShape: {
      constexpr int kMostSizes = 6;  // the last ones
      add({id, kind, rank, x.num_elements()});
      for (int axis = std::max(0, x.shape().rank() - kMostSizes); axis < x.shape().rank(); ++axis)
        add({x.shape()[axis]});
      all.resize(4 + kMostSizes);
      break;
    }
    default:
      all = {counts.negative_infinity > 0 ? -kInfinity : 0.0, counts.positive_infinity > 0 ? kInfinity : 0.0,
             counts.nan > 0 ? std::nan("") : 0.0};
  }
  Tensor out = ctx.allocate(0, Shape{static_cast<int64_t>(all.size())});
  for (size_t i = 0; i < all.size(); ++i) {
    if (dtype == DType::kFloat32) {
      out.data<float>()[i] = static_cast<float>(all[i]);
    } else {
      out.data<double>()[i] = all[i];
    }
  }
}

void unknown_shape(ShapeContext& ctx) { ctx.set_output(0, Shape::unknown()); }

#define WHERE .attr("device_name: string = ''").attr("tensor_name: string = ''")
#define URLS .attr("debug_urls: list(string) = []")
#define GATED .attr("gated_grpc: bool = false")

DEFINE_OP("DebugIdentity")
    .input("input: T")
    .output("output: T")
    .attr("T: type") WHERE URLS GATED.doc("Gives its input; a debugger may look at it there.")
    .shape(same_shape)
    .kernel(CPU, pass_named)
    .gradient(pass_gradient)
    .vectorize(vectorize::leading_axes);

DEFINE_OP("DebugIdentityV2")
    .input("input: T")
    .output("output: T")
    .attr("T: type")
    .attr("tfdbg_context_id: string = ''")
    .attr("op_name: string = ''")
    .attr("output_slot: int = -1")
    .attr("tensor_debug_mode: int = -1") URLS.attr("circular_buffer_size: int = 1000")
    .attr("tfdbg_run_id: string = ''")
    .doc("Gives its input; a debugger may look at it there.")
    .shape(same_shape)
    .kernel(CPU, pass)
    .stateful()
    .gradient(pass_gradient);

DEFINE_OP("DebugIdentityV3")
    .input("input: T")
    .output("output: T")
    .attr("T: type") WHERE.attr("io_of_node: string = ''")
    .attr("is_input: bool = false")
    .attr("io_index: int = -1") URLS GATED.doc("Gives its input; a debugger may look at it there.")
    .shape(same_shape)
    .kernel(CPU, pass_named)
    .stateful()
    .gradient(pass_gradient);

DEFINE_OP("DebugNanCount")
    .input("input: T")
    .output("output: int64")
    .attr("T: type") WHERE URLS GATED.doc("How many elements are no numbers, as a vector of one.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, Shape{1}); })
    .kernel(CPU, nan_count)
    .no_gradient(kNoGradient);

DEFINE_OP("DebugNumericSummary")
    .input("input: T")
    .output("output: double")
    .attr("T: type") WHERE URLS.attr("lower_bound: float = -inf")
    .attr("upper_bound: float = inf")
    .attr("mute_if_healthy: bool = false") GATED
    .doc(
        "1, how many elements there are, are NaN, at the lower bound or -inf, negative, 0, positive, at the upper "
        "bound or "
        "inf; the least and the largest finite one, their mean and variance; the number of the dtype, the rank, the "
        "sizes.")
    .shape(unknown_shape)
    .kernel(CPU, numeric_summary);

DEFINE_OP("DebugNumericSummaryV2")
    .input("input: T")
    .output("output: output_dtype")
    .attr("output_dtype: {float, double} = DT_FLOAT")
    .attr("T: type")
    .attr("tensor_debug_mode: int = -1")
    .attr("tensor_id: int = -1")
    .doc(
        "Numbers that say how a tensor is: 2 whether any element is infinite or NaN; 3 how many are; 4 that, and how "
        "many "
        "are negative, 0, positive; 5 the shape; 8 -inf, inf and NaN where there are any.")
    .shape(unknown_shape)
    .kernel(CPU, numeric_summary_v2);

}  // namespace
}  // namespace graphwright
