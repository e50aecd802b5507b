// Ops that print or check values while a program runs: PrintV2, Print, Abort, StringFormat, Assert, CheckNumerics.
#include "ops/debug/print_assert.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>

#include "base/at_fork.h"
#include "base/parallel.h"
#include "op/build.h"
#include "op/kernel_state.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/text/tensor_text.h"

namespace graphwright {
namespace {

constexpr std::string_view kFile = "file://";

void write_to_c_streams(std::string_view stream, std::string_view text) {
  FILE* file = stream == "stdout" ? stdout : stderr;
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

std::atomic<PrintSink> print_sink{write_to_c_streams};

void print_to(KernelContext& ctx, const std::string& stream, const std::string& text) {
  if (stream.starts_with(kFile)) {
    std::ofstream file(stream.substr(kFile.size()), std::ios::app | std::ios::binary);
    file << text;
    file.flush();
    if (!file) ctx.fail_code(Code::kNotFound, "cannot write to ", stream);
    return;
  }
  bool known = stream == "stdout" || stream == "stderr" || stream == "log(info)" || stream == "log(warning)" ||
               stream == "log(error)";
  if (!known)
    ctx.fail("Unknown output stream: ", stream, ", Valid streams are: stdout stderr log(info) log(warning) log(error)");
  print_text(stream, text);
}

void print_v2(KernelContext& ctx) {
  const Tensor& input = ctx.input(0);
  if (!input.shape().is_scalar()) ctx.fail("Input is expected to be scalar, but got ", input.shape());
  print_to(ctx, ctx.attr<std::string>("output_stream"), *input.data<std::string>() + ctx.attr<std::string>("end"));
}

void abort_process(KernelContext& ctx) {
  if (ctx.attr<bool>("exit_without_error")) std::exit(0);
  const std::string message = ctx.attr<std::string>("error_msg");
  std::fprintf(stderr, "Abort_op intentional failure; %s\n", message.c_str());
  std::fflush(stderr);
  std::abort();
}

DEFINE_OP("Abort")
    .attr("error_msg: string = ''")
    .attr("exit_without_error: bool = false")
    .doc("Ends the process, with a message or without an error.")
    .kernel(CPU, abort_process)
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

DEFINE_OP("PrintV2")
    .input("input: string")
    .attr("output_stream: string = 'stderr'")
    .attr("end: string = '\n'")
    .doc("Prints a string.")
    .kernel(CPU, print_v2)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

struct Count : RefCounted {
  std::atomic<int64_t> printed{0};
};

// Eager calls that say the same count together.
Ref<Count> eager_count(const KernelContext& ctx) {
  static GlobalMutex& mutex = GlobalMutex::make();
  static auto* counts = new std::map<std::string, Ref<Count>>;
  std::string key = str_cat(ctx.attr<std::string>("message"), '\0', ctx.attr<int64_t>("first_n"), '\0',
                            ctx.attr<int64_t>("summarize"));
  for (int i = 0; i < ctx.num_inputs(); ++i) key += str_cat('\0', dtype_name(ctx.input(i).dtype()));
  std::lock_guard lock(mutex);
  Ref<Count>& count = (*counts)[key];
  if (!count) count = make_ref<Count>();
  return count;
}

void first_input_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void print_v1(KernelContext& ctx) {
  ctx.set_output(0, ctx.input(0));
  int64_t most = ctx.attr<int64_t>("first_n");
  if (most >= 0) {
    Ref<Count> count = kept_state<Count>(ctx, [] { return make_ref<Count>(); });
    if (!count) count = eager_count(ctx);
    if (count->printed++ >= most) return;
  }
  std::string line = ctx.attr<std::string>("message");
  for (int i = 1; i < ctx.num_inputs(); ++i)
    line += str_cat("[", tensor_line(ctx.input(i), ctx.attr<int64_t>("summarize")), "]");
  print_to(ctx, "stderr", line + "\n");
}

Values print_grad(GradientContext& ctx) {
  Values grads(ctx.num_inputs());
  grads[0] = ctx.grad(0);
  return grads;
}

DEFINE_OP("Print")
    .input("input: T")
    .input("data: U")
    .output("output: T")
    .attr("T: type")
    .attr("U: list(type) >= 0")
    .attr("message: string = ''")
    .attr("first_n: int = -1")
    .attr("summarize: int32 = 3")
    .doc("`input` itself; prints `message` and `data`, the first `first_n` times.")
    .shape(first_input_shape)
    .kernel(CPU, print_v1)
    .trait(Trait::kPassesSlices)
    .gradient(print_grad)
    .stateful();

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void string_format(KernelContext& ctx) {
  std::string text = ctx.attr<std::string>("template"), placeholder = ctx.attr<std::string>("placeholder"), out;
  int64_t summarize = ctx.attr<int64_t>("summarize");
  int used = 0, wanted = ctx.num_inputs();
  size_t at = 0;
  if (placeholder.empty()) ctx.fail("the placeholder must not be empty");
  for (size_t next; (next = text.find(placeholder, at)) != std::string::npos; at = next + placeholder.size()) {
    out.append(text, at, next - at);
    if (used < wanted) out += tensor_text(ctx.input(used), summarize);
    ++used;
  }
  if (used != wanted) ctx.fail("num placeholders in template and num inputs must match: ", used, " vs. ", wanted);
  out.append(text, at);
  *ctx.output(0).data<std::string>() = std::move(out);
}

DEFINE_OP("StringFormat")
    .input("inputs: T")
    .output("output: string")
    .attr("T: list(type) >= 0")
    .attr("template: string = '%s'")
    .attr("placeholder: string = '%s'")
    .attr("summarize: int32 = 3")
    .doc("`template` with the inputs, as text, in place of the placeholders.")
    .shape(scalar_shape)
    .kernel(CPU, string_format)
    .trait(Trait::kHostMemory)
    .no_gradient("text");

void check_assertion(KernelContext& ctx) {
  const Tensor& condition = ctx.input(0);
  if (!condition.shape().is_scalar()) ctx.fail("In[0] should be a scalar: ", condition.shape());
  if (*condition.data<bool>()) return;
  std::string message = "assertion failed: ";
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    message += str_cat("[", tensor_line(ctx.input(i), ctx.attr<int64_t>("summarize")), "]");
    if (i + 1 < ctx.num_inputs()) message += " ";
  }
  ctx.fail(message);
}

DEFINE_OP("Assert")
    .input("condition: bool")
    .input("data: T")
    .attr("T: list(type) >= 1")
    .attr("summarize: int32 = 3")
    .doc("Fails with `data` as the message unless `condition` holds.")
    .kernel(CPU, check_assertion)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("has no output");

struct Found {
  bool nan = false, minus = false, plus = false;
};

Found find_strange(const Tensor& tensor) {
  std::atomic<bool> nan{false}, minus{false}, plus{false};
  auto scan = [&]<class T>() {
    const T* data = tensor.data<T>();
    parallel_for(tensor.num_elements(), 65536, [&](int64_t begin, int64_t end) {
      constexpr int64_t kTile = 1024;
      for (int64_t tile = begin; tile < end; tile += kTile) {
        // x * 0 is 0 for every finite x.
        int64_t stop = std::min(end, tile + kTile);
        compute_t<T> sum = 0;
        for (int64_t i = tile; i < stop; ++i) sum += static_cast<compute_t<T>>(data[i]) * 0;
        if (sum == 0) continue;
        for (int64_t i = tile; i < stop; ++i) {
          auto x = static_cast<compute_t<T>>(data[i]);
          if (std::isnan(x)) nan = true;
          if (std::isinf(x)) (x < 0 ? minus : plus) = true;
        }
      }
    });
  };
  visit_floating(tensor.dtype(), scan);
  return {nan, minus, plus};
}

void check_numerics(KernelContext& ctx) {
  Found found = find_strange(ctx.input(0));
  if (found.nan || found.minus || found.plus) {
    bool signs = ctx.op().name == "CheckNumericsV2";
    std::vector<std::string> what;
    if (signs) {
      if (found.minus) what.push_back("-Inf");
      if (found.plus) what.push_back("+Inf");
    } else if (found.minus || found.plus) {
      what.push_back("Inf");
    }
    if (found.nan) what.push_back("NaN");
    std::string list = what[0];
    if (what.size() == 2) list = str_cat(what[0], " and ", what[1]);
    if (what.size() == 3) list = str_cat(what[0], ", ", what[1], ", and ", what[2]);
    ctx.fail(ctx.attr<std::string>("message"), " : Tensor had ", list, " values");
  }
  ctx.set_output(0, ctx.input(0));
}

Values check_numerics_grad(GradientContext& ctx) {
  return {op<"CheckNumerics">({ctx.grad(0)},
                              {{"message", str_cat("Not a number (NaN) or infinity (Inf) values detected in gradient. ",
                                                   ctx.attr<std::string>("message"))}})};
}

DEFINE_OP("CheckNumerics")
    .input("tensor: T")
    .output("output: T")
    .attr("T: {bfloat16, half, float, double}")
    .attr("message: string")
    .doc("`tensor` itself; fails with `message` if some element is not a finite number.")
    .shape(first_input_shape)
    .kernel(CPU, check_numerics)
    .gradient(check_numerics_grad)
    .stateful()
    .vectorize(vectorize::leading_axes);

DEFINE_OP("CheckNumericsV2")
    .input("tensor: T")
    .output("output: T")
    .attr("T: {bfloat16, half, float, double}")
    .attr("message: string")
    .doc(
        "`tensor` itself; fails with `message`, telling the signs of infinities, if some element is not a finite "
        "number.")
    .shape(first_input_shape)
    .kernel(CPU, check_numerics)
    .gradient(check_numerics_grad)
    .stateful()
    .vectorize(vectorize::leading_axes);

void timestamp(KernelContext& ctx) {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  *ctx.output(0).data<double>() = std::chrono::duration<double>(now).count();
}

DEFINE_OP("Timestamp")
    .output("ts: float64")
    .doc("Seconds since 1970 at the time when the op runs.")
    .shape(scalar_shape)
    .kernel(CPU, timestamp)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("depends on no tensor");

}  // namespace

void set_print_sink(PrintSink sink) { print_sink = sink; }
void print_text(std::string_view stream, std::string_view text) { print_sink.load()(stream, text); }

XLA_FACT(kNotCompiled, "CheckNumericsV2", "Print", "PrintV2", "StringFormat", "Timestamp");

}  // namespace graphwright
