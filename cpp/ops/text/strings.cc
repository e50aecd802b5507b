// Strings element by element: joining, lengths, case, stripping, parts, hashes.
#include <algorithm>
#include <string>
#include <vector>

#include "kernels/string_hash.h"
#include "kernels/unicode.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

// ---- StringJoin: elementwise, scalars go with everything ----

void join_shape(ShapeContext& ctx) {
  Shape shape;
  bool all_known = true;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& input = ctx.input(i);
    if (!input.has_rank()) {
      all_known = false;
    } else if (input.rank() > 0) {
      if (shape.rank() > 0 && !shape.compatible(input)) ctx.fail("Input shapes do not match: ", shape, " vs. ", input);
      shape = shape.rank() > 0 ? shape.merge(input) : input;
    }
  }
  ctx.set_output(0, shape.rank() > 0 || all_known ? shape : Shape::unknown());
}

void join(KernelContext& ctx) {
  Shape shape;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& input = ctx.input(i).shape();
    if (input.is_scalar()) continue;
    if (!shape.is_scalar() && !(shape == input)) ctx.fail("Input shapes do not match: ", shape, " vs. ", input);
    shape = input;
  }
  std::string separator = ctx.attr<std::string>("separator");
  Tensor out = ctx.allocate(0, shape);
  for (int64_t k = 0; k < out.num_elements(); ++k) {
    std::string& to = out.data<std::string>()[k];
    for (int i = 0; i < ctx.num_inputs(); ++i) {
      if (i > 0) to += separator;
      to += ctx.input(i).data<std::string>()[ctx.input(i).shape().is_scalar() ? 0 : k];
    }
  }
}

DEFINE_OP("StringJoin")
    .input("inputs: N * string")
    .output("output: string")
    .attr("N: int >= 0")
    .attr("separator: string = ''")
    .doc("The strings of all inputs at each position, one behind the other; scalars go with every position.")
    .shape(join_shape)
    .kernel(CPU, join)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::one_shape_or_scalars);

// ---- one string in, one value out ----

void length(KernelContext& ctx) {
  bool characters = ctx.attr<std::string>("unit") == "UTF8_CHAR";
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) {
    const std::string& text = ctx.input(0).data<std::string>()[i];
    out.data<int32_t>()[i] = static_cast<int32_t>(
        characters ? std::count_if(text.begin(), text.end(), [](char c) { return !is_utf8_continuation(c); })
                   : static_cast<ptrdiff_t>(text.size()));
  }
}

DEFINE_OP("StringLength")
    .input("input: string")
    .output("output: int32")
    .attr("unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'")
    .doc("How many bytes, or characters of UTF-8, each string has.")
    .shape(same_shape)
    .kernel(CPU, length)
    .trait(Trait::kHostMemory)
    .no_gradient("integers")
    .vectorize(vectorize::leading_axes);

template <class F>
void map_strings(KernelContext& ctx, F&& f) {
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i) out.data<std::string>()[i] = f(ctx.input(0).data<std::string>()[i]);
}

template <bool kUpper>
void change_case(KernelContext& ctx) {
  std::string encoding = ctx.attr<std::string>("encoding");
  if (!encoding.empty() && encoding != "utf-8")
    ctx.fail("only utf-8 or '' (no encoding) is supported, received ", encoding);
  map_strings(ctx, [&](const std::string& text) {
    if (!encoding.empty()) return kUpper ? utf8_upper(text) : utf8_lower(text);
    std::string changed = text;
    for (char& c : changed) {
      auto byte = static_cast<unsigned char>(c);
      if (byte < 0x80) c = static_cast<char>(kUpper ? simple_upper(byte) : simple_lower(byte));
    }
    return changed;
  });
}

DEFINE_OP("StringUpper")
    .input("input: string")
    .output("output: string")
    .attr("encoding: string = ''")
    .doc("Strings in upper case: ASCII letters, or all letters with encoding 'utf-8'.")
    .shape(same_shape)
    .kernel(CPU, change_case<true>)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

DEFINE_OP("StringLower")
    .input("input: string")
    .output("output: string")
    .attr("encoding: string = ''")
    .doc("Strings in lower case: ASCII letters, or all letters with encoding 'utf-8'.")
    .shape(same_shape)
    .kernel(CPU, change_case<false>)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void strip(KernelContext& ctx) {
  map_strings(ctx, [](const std::string& text) {
    size_t begin = 0, end = text.size();
    while (begin < end && is_space(text[begin])) ++begin;
    while (end > begin && is_space(text[end - 1])) --end;
    return text.substr(begin, end - begin);
  });
}

DEFINE_OP("StringStrip")
    .input("input: string")
    .output("output: string")
    .doc("Strings without white space at both ends.")
    .shape(same_shape)
    .kernel(CPU, strip)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::leading_axes);

// ---- Substr ----

void substr_shape(ShapeContext& ctx) {
  const Shape &pos = ctx.input(1), &len = ctx.input(2);
  if (!pos.compatible(len)) ctx.fail("pos and len should have the same shape, got: ", pos, " vs. ", len);
  ctx.set_output(0, broadcast_shapes(ctx.input(0), pos.merge(len)));
}

// Where the characters of a text begin, and its end.
std::vector<size_t> character_starts(const std::string& text) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i)
    if (i == 0 || !is_utf8_continuation(text[i])) starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

void substr(KernelContext& ctx) {
  bool characters = ctx.attr<std::string>("unit") == "UTF8_CHAR";
  const Tensor &input = ctx.input(0), &pos = ctx.input(1), &len = ctx.input(2);
  Tensor out = ctx.output(0);
  const Shape& shape = out.shape();
  // Steps through an operand along the axes of the result: 0 where it is broadcast.
  auto steps_of = [&](const Shape& operand) {
    Ints steps(shape.rank(), 0);
    int64_t step = 1;
    for (int i = operand.rank() - 1; i >= 0; --i) {
      if (operand[i] != 1) steps[i + shape.rank() - operand.rank()] = step;
      step *= operand[i];
    }
    return steps;
  };
  Ints input_steps = steps_of(input.shape()), pos_steps = steps_of(pos.shape());
  for (int64_t k = 0; k < out.num_elements(); ++k) {
    int64_t rest = k, i = 0, p = 0;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
      i += rest % shape[axis] * input_steps[axis];
      p += rest % shape[axis] * pos_steps[axis];
      rest /= shape[axis];
    }
    const std::string& text = input.data<std::string>()[i];
    int64_t begin = pos.int_at(p), count = len.int_at(p);
    std::vector<size_t> starts;
    if (characters) starts = character_starts(text);
    int64_t size = characters ? static_cast<int64_t>(starts.size()) - 1 : static_cast<int64_t>(text.size());
    // Of characters, nothing is taken where the length is negative, and nothing can begin from the end.
    const bool none = characters && count < 0;
    int64_t from = begin < 0 && !none ? begin + size : begin;
    if (from < 0 || from > size) {
      if (characters) ctx.fail("pos ", begin, " out of range for string at index ", k);
      ctx.fail("pos ", begin, " out of range for string b'", text, "' at index ", k);
    }
    int64_t left = size - from;
    if (count < 0 || count > left) count = none ? 0 : left;
    size_t first = characters ? starts[from] : static_cast<size_t>(from);
    size_t last = characters ? starts[from + count] : static_cast<size_t>(from + count);
    out.data<std::string>()[k] = text.substr(first, last - first);
  }
}

DEFINE_OP("Substr")
    .input("input: string")
    .input("pos: T")
    .input("len: T")
    .output("output: string")
    .attr("T: {int32, int64}")
    .attr("unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'")
    .doc(
        "The part of each string that begins at `pos`, from the end where that is negative, and has up to `len` units.")
    .shape(substr_shape)
    .kernel(CPU, substr)
    .trait(Trait::kHostMemory)
    .no_gradient("text")
    .vectorize(vectorize::broadcasting);

// ---- hashes ----

template <class Hash>
void hash_strings(KernelContext& ctx, Hash&& hash) {
  uint64_t buckets = static_cast<uint64_t>(ctx.attr<int64_t>("num_buckets"));
  Tensor out = ctx.output(0);
  for (int64_t i = 0; i < out.num_elements(); ++i)
    out.data<int64_t>()[i] = static_cast<int64_t>(hash(ctx.input(0).data<std::string>()[i]) % buckets);
}

DEFINE_OP("StringToHashBucketFast")
    .input("input: string")
    .output("output: int64")
    .attr("num_buckets: int >= 1")
    .doc("A number below `num_buckets` for each string, by FarmHash.")
    .shape(same_shape)
    .kernel(CPU, [](KernelContext& ctx) { hash_strings(ctx, fingerprint64); })
    .trait(Trait::kHostMemory)
    .no_gradient("integers")
    .vectorize(vectorize::leading_axes);

DEFINE_OP("StringToHashBucket")
    .input("string_tensor: string")
    .output("output: int64")
    .attr("num_buckets: int >= 1")
    .doc("A number below `num_buckets` for each string, by MurmurHash.")
    .shape(same_shape)
    .kernel(CPU, [](KernelContext& ctx) { hash_strings(ctx, murmur64); })
    .trait(Trait::kHostMemory)
    .no_gradient("integers")
    .vectorize(vectorize::leading_axes);

void hash_strong(KernelContext& ctx) {
  auto key = ctx.attr<std::vector<int64_t>>("key");
  if (key.size() != 2) ctx.fail("Key must have 2 elements");
  hash_strings(ctx, [&](const std::string& text) {
    return siphash(text, static_cast<uint64_t>(key[0]), static_cast<uint64_t>(key[1]));
  });
}

DEFINE_OP("StringToHashBucketStrong")
    .input("input: string")
    .output("output: int64")
    .attr("num_buckets: int >= 1")
    .attr("key: list(int)")
    .doc("A number below `num_buckets` for each string, by SipHash with a key, which strangers cannot guess.")
    .shape(same_shape)
    .kernel(CPU, hash_strong)
    .trait(Trait::kHostMemory)
    .no_gradient("integers")
    .vectorize(vectorize::leading_axes);

DEFINE_OP("Fact")
    .output("fact: string")
    .doc("A fact about factorials.")
    .shape([](ShapeContext& ctx) { ctx.set_output(0, Shape()); })
    .kernel(CPU, [](KernelContext& ctx) { *ctx.output(0).data<std::string>() = "0! == 1"; })
    .trait(Trait::kHostMemory)
    .no_gradient("gives a string");

XLA_FACT(kNotCompiled, "StringJoin", "StringLength", "StringLower", "StringStrip", "StringToHashBucket",
         "StringToHashBucketFast", "StringToHashBucketStrong", "StringUpper", "Substr");

}  // namespace
}  // namespace graphwright
