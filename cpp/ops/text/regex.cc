// Regular expressions on strings.
#include "kernels/regex.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"

namespace graphwright {
namespace {

void same_shape(ShapeContext& ctx) {
  for (int i = 1; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);  // the pattern and what takes its place
  ctx.set_output(0, ctx.input(0));
}

const std::string& scalar_text(KernelContext& ctx, int i, const char* what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be scalar, but received ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

void replace_all(KernelContext& ctx, const std::string& pattern, const std::string& rewrite) {
  auto regex = Regex::get(pattern);
  bool all = ctx.attr<bool>("replace_global");
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i)
    out.data<std::string>()[i] = regex->replace(ctx.input(0).data<std::string>()[i], rewrite, all);
}

void match_all(KernelContext& ctx, const std::string& pattern) {
  auto regex = Regex::get(pattern);
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i)
    out.data<bool>()[i] = regex->full_match(ctx.input(0).data<std::string>()[i]);
}

DEFINE_OP("RegexReplace")
    .input("input: string")
    .input("pattern: string")
    .input("rewrite: string")
    .output("output: string")
    .attr("replace_global: bool = true")
    .doc("Strings with matches of `pattern` (RE2's syntax), or the first one, replaced; \\1 in `rewrite` is group 1.")
    .shape(same_shape)
    .kernel(CPU,
            [](KernelContext& ctx) {
              replace_all(ctx, scalar_text(ctx, 1, "Pattern"), scalar_text(ctx, 2, "Rewrite"));
            })
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes_of<1>);

DEFINE_OP("StaticRegexReplace")
    .input("input: string")
    .output("output: string")
    .attr("pattern: string")
    .attr("rewrite: string")
    .attr("replace_global: bool = true")
    .doc("Strings with matches of `pattern` (RE2's syntax), or the first one, replaced; \\1 in `rewrite` is group 1.")
    .shape(same_shape)
    .kernel(CPU,
            [](KernelContext& ctx) {
              replace_all(ctx, ctx.attr<std::string>("pattern"), ctx.attr<std::string>("rewrite"));
            })
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

DEFINE_OP("RegexFullMatch")
    .input("input: string")
    .input("pattern: string")
    .output("output: bool")
    .doc("Whether the whole of each string matches `pattern` (RE2's syntax).")
    .shape(same_shape)
    .kernel(CPU, [](KernelContext& ctx) { match_all(ctx, scalar_text(ctx, 1, "Pattern")); })
    .trait(Trait::kHostMemory)
    .no_gradient("truth values")
    .vectorize(vectorize::leading_axes_of<1>);

DEFINE_OP("StaticRegexFullMatch")
    .input("input: string")
    .output("output: bool")
    .attr("pattern: string")
    .doc("Whether the whole of each string matches `pattern` (RE2's syntax).")
    .shape(same_shape)
    .kernel(CPU, [](KernelContext& ctx) { match_all(ctx, ctx.attr<std::string>("pattern")); })
    .trait(Trait::kHostMemory)
    .no_gradient("truth values")
    .vectorize(vectorize::leading_axes);

XLA_FACT(kNotCompiled, "RegexFullMatch", "RegexReplace", "StaticRegexFullMatch", "StaticRegexReplace");

}  // namespace
}  // namespace graphwright
