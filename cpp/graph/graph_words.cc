// Words for nodes whose shapes or dtypes do not fit, from what shape rules say.
#include "graph/graph_words.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

namespace graphwright {
namespace {

using Texts = std::vector<std::string>;
using Sizes = std::vector<std::string>;  // of a shape, as written

// What stands for the stars of a pattern that the text has somewhere; a star is the shortest text up to what follows
// it, and the last one ends with the shape or number that it begins with.
std::optional<Texts> match(std::string_view pattern, std::string_view text) {
  Texts found;
  size_t star = pattern.find('*');
  size_t at = text.find(pattern.substr(0, star));
  if (at == text.npos) return std::nullopt;
  at += std::min(star, pattern.size());
  while (star != pattern.npos) {
    size_t next = pattern.find('*', star + 1);
    std::string_view after = pattern.substr(star + 1, next == pattern.npos ? next : next - star - 1);
    size_t end;
    if (!after.empty()) {
      end = text.find(after, at);
    } else if (at < text.size() && text[at] == '[') {
      end = text.find(']', at);
      if (end != text.npos) ++end;
    } else {
      end = std::min(text.find_first_not_of("-0123456789?", at), text.size());
    }
    if (end == text.npos || end < at) return std::nullopt;
    found.emplace_back(text.substr(at, end - at));
    at = end + after.size();
    star = next;
  }
  return found;
}

Sizes sizes_of(std::string_view shape) {
  Sizes sizes;
  if (shape.size() <= 2) return sizes;
  shape = shape.substr(1, shape.size() - 2);
  for (size_t at = 0; at <= shape.size();) {
    size_t end = std::min(shape.find(',', at), shape.size());
    sizes.emplace_back(shape.substr(at, end - at));
    at = end + 1;
  }
  return sizes;
}

bool differ(const std::string& a, const std::string& b) { return a != b && a != "?" && b != "?"; }

std::string equal_dims(std::string_view a, std::string_view b) {
  return str_cat("Dimensions must be equal, but are ", a, " and ", b);
}

std::string rank_is(int64_t want, std::string_view shape) {
  return str_cat("Shape must be rank ", want, " but is rank ", sizes_of(shape).size());
}

// Of shapes that do not broadcast, without so many of their last axes.
std::string broadcast(const std::string& one, const std::string& other, size_t last = 0) {
  Sizes a = sizes_of(one), b = sizes_of(other);
  if (a.size() < last || b.size() < last) return "";
  for (size_t i = 1 + last; i <= std::min(a.size(), b.size()); ++i) {
    const std::string &x = a[a.size() - i], &y = b[b.size() - i];
    if (differ(x, y) && x != "1" && y != "1") return equal_dims(x, y);
  }
  return "";
}

// Of shapes that should be the same.
std::string merge(const std::string& one, const std::string& other) {
  Sizes a = sizes_of(one), b = sizes_of(other);
  if (a.size() != b.size()) return str_cat("Shapes must be equal rank, but are ", a.size(), " and ", b.size());
  for (size_t i = 0; i < a.size(); ++i)
    if (differ(a[i], b[i]))
      return str_cat("Dimension ", i, " in both shapes must be equal, but are ", a[i], " and ", b[i], ". Shapes are ",
                     one, " and ", other, ".");
  return "";
}

// Of shapes of which one begins with the other.
std::string begin(const std::string& one, const std::string& other) {
  Sizes a = sizes_of(one), b = sizes_of(other);
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (differ(a[i], b[i])) return equal_dims(a[i], b[i]);
  return str_cat("Shape must be at least rank ", b.size(), " but is rank ", a.size());
}

std::string last_difference(const std::string& one, const std::string& other) {
  Sizes a = sizes_of(one), b = sizes_of(other);
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i)
    if (differ(a[a.size() - i], b[b.size() - i])) return equal_dims(a[a.size() - i], b[b.size() - i]);
  return "";
}

std::string square(const std::string& shape) {
  Sizes sizes = sizes_of(shape);
  size_t n = sizes.size();
  return n < 2 ? "" : equal_dims(sizes[n - 2], sizes[n - 1]);
}

int64_t number(const std::string& text) { return std::atoll(text.c_str()); }

struct Words {
  std::string_view pattern;
  std::string (*say)(const ShapeContext& context, const Texts& found);
};

#define SAY []([[maybe_unused]] const ShapeContext& context, [[maybe_unused]] const Texts& t) -> std::string

std::string input(const ShapeContext& context, int i) {
  return i < context.num_inputs() ? context.input(i).str() : "[]";
}

const Words kWords[] = {{"Incompatible shapes: * vs. *", SAY{return broadcast(t[0], t[1]);
}  // namespace
}  // namespace graphwright
, {"the inner extents * and * must be equal", SAY{return equal_dims(t[0], t[1]);
}
}
, {"must be matrices (rank 2), got In[0]: *, In[1]: *", SAY{return rank_is(2, sizes_of(t[0]).size() == 2 ? t[1] : t[0]);
}
}
, {"compatible batch dimensions: * vs. *", SAY{return broadcast(t[0], t[1], 2);
}
}
, {"Input matrix must be square, got *", SAY{return square(t[0]);
}
}
, {"condition *, then *, and else * must be broadcastable", SAY{std::string words = broadcast(t[1], t[2]);
if (words.empty()) words = broadcast(t[0], t[1]);
return words.empty() ? broadcast(t[0], t[2]) : words;
}
}
, {"Expected dimension * at axis * of the input shaped * but got dimension * in", SAY{return equal_dims(t[0], t[3]);
}
}
, {"Expected input * to have rank * but got: * in",
   SAY{return str_cat("Shape must be rank ", t[1], " but is rank ", t[2]);
}
}
, {"Ranks of all input tensors should match: shape[0] = * vs. shape[*] = *",
   SAY{return rank_is(sizes_of(t[0]).size(), t[2]);
}
}
, {"Expected concatenating dimensions in the range [-*, *), but got *", SAY{int64_t axis = number(t[2]);
return str_cat("Shape must be at least rank ", axis < 0 ? -axis : axis + 1, " but is rank ", t[1]);
}
}
, {"Shapes of all inputs must match: values[0].shape = * != values[*].shape = *", SAY{return merge(t[0], t[2]);
}
}
, {"Input shape axis * must equal *, got shape *", SAY{Sizes sizes = sizes_of(t[2]);
size_t axis = static_cast<size_t>(number(t[0]));
return axis < sizes.size() ? str_cat("Dimension must be ", t[1], " but is ", sizes[axis]) : "";
}
}
, {"but got split_dim * (size = *) and num_split *",
   SAY{return str_cat("Dimension size must be evenly divisible by ", t[2], " but is ", t[1]);
}
}
, {"-input rank(-*) <= split_dim < input rank (*), but got *",
   SAY{return str_cat("Dimension size, given by scalar input ", t[2], " must be in range [-", t[0], ", ", t[1], ")");
}
}
, {"Input to reshape is a tensor with * values, but the requested shape has *",
   SAY{return str_cat("Cannot reshape a tensor with ", t[0], " elements to shape ", context.constant_as_shape(1), " (",
                      t[1], " elements)");
}
}
, {"Input to reshape is a tensor with * values, but the requested shape requires a multiple of *",
   SAY{return str_cat("Dimension size must be evenly divisible by ", t[1], " but is ", t[0]);
}
}
, {"transpose expects a vector of size *. But input(1) is a vector of size *",
   SAY{return str_cat("Dimension must be ", t[0], " but is ", t[1]);
}
}
, {"* is out of range [0 .. *)", SAY{if (context.op().name != "Transpose") return "";
return str_cat("perm dim ", t[0], " is out of range of input rank ", t[1]);
}
}
, {"Tried to squeeze dim index * for tensor with * dimensions",
   SAY{return str_cat("squeeze_dims[0] not in [-", t[1], ",", t[1], ")");
}
}
, {"Tried to expand dim index * for tensor with * dimensions",
   SAY{return str_cat("dim ", t[0], " not in the interval [-", number(t[1]) + 1, ", ", t[1], "]");
}
}
, {"multiples argument to be a vector of length * but got length *",
   SAY{return str_cat("Shape must be rank ", t[0], " but is rank ", t[1]);
}
}
, {"The first dimension of paddings must be the rank of inputs[*,", SAY{return rank_is(number(t[0]), input(context, 0));
}
}
, {"Rank of input (*) must be no greater than rank of output shape (*)",
   SAY{return str_cat("Shape must be at most rank ", t[1], " but is rank ", t[0]);
}
}
, {"index innermost dimension length must be <= params rank",
   SAY{return str_cat("indices.shape[-1] must be <= params.rank, but saw indices shape: ", input(context, 1),
                      " and params shape: ", input(context, 0));
}
}
, {"Expected begin and size arguments to be 1-D tensors of size *, but got shapes [*] and",
   SAY{return str_cat("Shape must be rank ", t[1], " but is rank ", t[0]);
}
}
, {"Expected dimension in the range [-*, *), but got *",
   SAY{return str_cat("Dimension (", t[2], ") must be in the range [-", t[0], ", ", t[1], "), where ", t[1],
                      " is the number of dimensions in the input");
}
}
, {"input must have at least k columns. Had *, needed *",
   SAY{return str_cat("input must have last dimension >= k = ", t[1], " but is ", t[0]);
}
}
, {"input must be >= 1-D, got shape *",
   SAY{return str_cat("Shape must be at least rank 1 but is rank ", sizes_of(t[0]).size());
}
}
, {"input depth must be evenly divisible by filter depth: * vs *",
   SAY{return str_cat("Depth of input (", t[0], ") is not a multiple of input depth of filter (", t[1], ")");
}
}
, {"input and filter must have the same depth: * vs *", SAY{return equal_dims(t[0], t[1]);
}
}
, {"out_backprop doesn't match computed: actual = *, computed = * for", SAY{return last_difference(t[0], t[1]);
}
}
, {"the channel dimension of the input tensor: [*] vs. * in", SAY{return equal_dims(t[1], t[0]);
}
}
, {"logits_size=* labels_size=*", SAY{return broadcast(t[0], t[1]);
}
}
, {"depth must be non-negative, got: *",
   SAY{return str_cat("Dimension size, given by scalar input 1, must be non-negative but is ", t[0]);
}
}
, {"must have the same number of rows, got * and *", SAY{return equal_dims(t[0], t[1]);
}
}
, {"has different rows: In[0]: *, In[1]: *", SAY{Sizes a = sizes_of(t[0]), b = sizes_of(t[1]);
return a.size() < 2 || b.size() < 2 ? "" : equal_dims(a[a.size() - 2], b[b.size() - 2]);
}
}
, {"data.shape = * does not start with segment_ids.shape = *", SAY{return begin(t[0], t[1]);
}
}
, {"predictions * must match length of targets *", SAY{return equal_dims(t[0], t[1]);
}
}
, {"unique expects a 1D vector", SAY{return rank_is(1, input(context, 0));
}
}
, {"Shape of tensor input * is not compatible with expected shape *", SAY{return merge(t[1], t[0]);
}
}
, {"Input shapes do not match: * vs. *", SAY{return merge(t[0], t[1]);
}
}
, {"tensor with wrong shape. Expected * got *", SAY{return merge(t[0], t[1]);
}
}
, {"must have the same shape, got * and *", SAY{return merge(t[0], t[1]);
}
}
, {"must have shape [*], not *", SAY{Sizes sizes = sizes_of(t[1]);
return sizes.size() == 1 ? str_cat("Dimension must be ", t[0], " but is ", sizes[0]) : rank_is(1, t[1]);
}
}
, {"must have shape [*], got *", SAY{Sizes sizes = sizes_of(t[1]);
return sizes.size() == 1 ? str_cat("Dimension must be ", t[0], " but is ", sizes[0]) : rank_is(1, t[1]);
}
}
, {"inner dimension does not match: * vs. *", SAY{return equal_dims(t[0], t[1]);
}
}
, {" must be scalar, got shape *", SAY{return rank_is(0, t[0]);
}
}
, {" must be a scalar, got shape *", SAY{return rank_is(0, t[0]);
}
}
, {" must be a vector, got shape *", SAY{return rank_is(1, t[0]);
}
}
, {" must be a vector of {int32,int64}, got shape *", SAY{return rank_is(1, t[0]);
}
}
, {" must be 1-D, got shape *", SAY{return rank_is(1, t[0]);
}
}
, {" must be 2-D, got shape *", SAY{return rank_is(2, t[0]);
}
}
, {"Dimension * must be >= 0", SAY{return str_cat("Invalid value in tensor used for shape: ", t[0]);
}
}
,
}
;

#undef SAY

std::string names_of(const AttrDef* def) {
  Texts names;
  if (def)
    for (DType dtype : def->allowed_types) names.emplace_back(dtype_name(dtype));
  return str_join(names, ", ");
}

}  // namespace

std::string shape_words(const ShapeContext& context, std::string_view message) {
  std::string text(message);
  if (text.find("must be equal, but are") != text.npos || text.find("Shape must be ") != text.npos) return text;
  for (const Words& words : kWords) {
    auto found = match(words.pattern, message);
    if (!found) continue;
    std::string said = words.say(context, *found);
    if (said.empty()) continue;
    if (text.back() == '.') text.pop_back();
    return str_cat(text, ": ", said);
  }
  return text;
}

std::string dtype_words(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, std::string_view message) {
  if (op.has_list_input || inputs.size() != op.inputs.size()) return std::string(message);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    DType got = inputs[i].dtype();
    std::string start =
        str_cat("Input '", arg.name, "' of '", op.name, "' Op has type ", dtype_name(got), " that does not match ");
    if (arg.same_as >= 0) {
      if (DType want = inputs[arg.same_as].dtype(); got != want)
        return str_cat(start, "type ", dtype_name(want), " of argument '", op.inputs[arg.same_as].name, "'.");
    } else if (arg.type_attr.empty()) {
      if (got != arg.type) return str_cat(start, "expected type of ", dtype_name(arg.type), ".");
    } else {
      if (!(arg.allowed >> static_cast<int>(got) & 1))
        return str_cat("Value passed to parameter '", arg.name, "' has DataType ", dtype_name(got),
                       " not in list of allowed values: ", names_of(op.attr(arg.type_attr)));
      if (const AttrValue* given = attrs.find(arg.type_attr); given && std::get_if<DType>(given))
        if (DType want = std::get<DType>(*given); want != got)
          return str_cat(start, "expected type of ", dtype_name(want), ".");
    }
  }
  return std::string(message);
}

}  // namespace graphwright
