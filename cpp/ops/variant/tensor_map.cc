// Maps from tensors to tensors, as values: EmptyTensorMap, TensorMapInsert, TensorMapLookup …
#include <map>
#include <string>

#include "op/context.h"
#include "ops/text/tensor_text.h"
#include "tensor/describe.h"
#include "tensor/variant.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "TensorFlow has none for maps";

// The bytes of a key, its dtype and shape, by which keys are equal.
std::string key_bytes(const Tensor& key) {
  std::string bytes = str_cat(key.dtype(), key.shape(), ":");
  if (key.dtype() == DType::kString) {
    for (const std::string& text : key.flat<std::string>()) bytes += str_cat(text.size(), ":") + text;
  } else {
    bytes.append(static_cast<const char*>(key.raw()), key.bytes());
  }
  return bytes;
}

// A map never changes; "changing" it makes another one, whose tensors are the same.
class TensorMap final : public VariantObject {
 public:
  using Entries = std::map<std::string, std::pair<Tensor, Tensor>>;
  explicit TensorMap(Entries entries = {}) : entries(std::move(entries)) {}
  const char* type_name() const override { return "TensorMap"; }
  Ref<RefCounted> zeros_like() const override {
    Entries zeros;
    for (const auto& [bytes, entry] : entries) {
      const auto& [key, value] = entry;
      GW_CHECK(is_plain(value.dtype()), Code::kUnimplemented, "ZerosLike of a map that holds ", value.dtype());
      zeros[bytes] = {key, Tensor::zeros(value.dtype(), value.shape())};
    }
    return make_ref<TensorMap>(std::move(zeros));
  }

  const Entries entries;
};

const TensorMap::Entries& entries_of(KernelContext& ctx) {
  const Tensor& handle = ctx.input(0);
  if (handle.shape().rank() != 0) ctx.fail("Input map must be a scalar saw: ", handle.shape());
  const auto* map = dynamic_cast<const TensorMap*>(handle.data<Handle>()->get());
  if (map == nullptr) ctx.fail("Input handle is not a map. Saw: '", describe(handle), "'");
  return map->entries;
}
std::string key_of(KernelContext& ctx) {
  const Tensor& key = ctx.input(1);
  if (!is_plain(key.dtype()) && key.dtype() != DType::kString) ctx.fail("keys of a map cannot be ", key.dtype());
  return key_bytes(key);
}
std::string key_text(KernelContext& ctx) { return str_cat("\"", tensor_line(ctx.input(1), -1), "\""); }
void give(KernelContext& ctx, TensorMap::Entries entries) {
  ctx.set_output(0, Tensor::handle(DType::kVariant, make_ref<TensorMap>(std::move(entries))));
}

void scalar_shape(ShapeContext& ctx) {
  if (ctx.num_inputs() > 0) ctx.with_rank(0, 0);
  ctx.set_output(0, Shape());
}
void unknown_shape(ShapeContext& ctx) {
  ctx.with_rank(0, 0);
  ctx.set_output(0, Shape::unknown());
}

void empty(KernelContext& ctx) { give(ctx, {}); }
void size(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = static_cast<int32_t>(entries_of(ctx).size()); }
void has_key(KernelContext& ctx) { *ctx.output(0).data<bool>() = entries_of(ctx).contains(key_of(ctx)); }
void insert(KernelContext& ctx) {
  TensorMap::Entries entries = entries_of(ctx);
  entries[key_of(ctx)] = {ctx.input(1), ctx.input(2)};
  give(ctx, std::move(entries));
}
void erase(KernelContext& ctx) {
  TensorMap::Entries entries = entries_of(ctx);
  if (entries.erase(key_of(ctx)) == 0)
    ctx.fail("Trying to erase non-existent item. Could not find key ", key_text(ctx), ".");
  give(ctx, std::move(entries));
}
void lookup(KernelContext& ctx) {
  const TensorMap::Entries& entries = entries_of(ctx);
  const auto found = entries.find(key_of(ctx));
  if (found == entries.end()) ctx.fail("Trying to lookup non-existent key. Could not find key ", key_text(ctx), ".");
  const Tensor& value = found->second.second;
  if (value.dtype() != ctx.output_dtype(0))
    ctx.fail("Type mismatch: actual ", dtype_op_def_name(value.dtype()), " vs. expect ",
             dtype_op_def_name(ctx.output_dtype(0)));
  ctx.set_output(0, value);
}
void stack_keys(KernelContext& ctx) {
  const TensorMap::Entries& entries = entries_of(ctx);
  if (entries.empty()) ctx.fail("TensorMapStackKeys cannot be called on empty map.");
  const DType dtype = ctx.output_dtype(0);
  Shape shape = entries.begin()->second.first.shape();
  const int64_t row = shape.num_elements();
  for (const auto& [bytes, entry] : entries) {
    const Tensor& key = entry.first;
    if (key.dtype() != dtype) ctx.fail("Key does not match requested dtype: ", key.dtype(), " vs. ", dtype);
    if (key.shape() != shape) ctx.fail("Keys must all have the same shape, got ", shape, " and ", key.shape());
  }
  shape.insert(0, static_cast<int64_t>(entries.size()));
  Tensor out = ctx.allocate(0, shape);
  char* to = static_cast<char*>(out.raw());
  for (const auto& [bytes, entry] : entries) {
    copy_elements(dtype, to, entry.first.raw(), row);
    to += row * dtype_size(dtype);
  }
}

DEFINE_OP("EmptyTensorMap")
    .output("handle: variant")
    .doc("A map without entries.")
    .shape(scalar_shape)
    .kernel(CPU, empty)
    .trait(Trait::kNoFold)
    .no_gradient(kNoGradient);

DEFINE_OP("TensorMapSize")
    .input("input_handle: variant")
    .output("size: int32")
    .doc("The number of entries.")
    .shape(scalar_shape)
    .kernel(CPU, size)
    .no_gradient(kNoGradient);

DEFINE_OP("TensorMapHasKey")
    .input("input_handle: variant")
    .input("key: key_dtype")
    .output("has_key: bool")
    .attr("key_dtype: type")
    .doc("Whether there is an entry for the key.")
    .shape(scalar_shape)
    .kernel(CPU, has_key)
    .no_gradient(kNoGradient);

DEFINE_OP("TensorMapLookup")
    .input("input_handle: variant")
    .input("key: key_dtype")
    .output("value: value_dtype")
    .attr("key_dtype: type")
    .attr("value_dtype: type")
    .doc("The value of the key.")
    .shape(unknown_shape)
    .kernel(CPU, lookup);

DEFINE_OP("TensorMapInsert")
    .input("input_handle: variant")
    .input("key: key_dtype")
    .input("value: value_dtype")
    .output("output_handle: variant")
    .attr("key_dtype: type")
    .attr("value_dtype: type")
    .doc("The map with this value for the key.")
    .shape(scalar_shape)
    .kernel(CPU, insert)
    .trait(Trait::kNoFold);

DEFINE_OP("TensorMapErase")
    .input("input_handle: variant")
    .input("key: key_dtype")
    .output("output_handle: variant")
    .attr("key_dtype: type")
    .attr("value_dtype: type")
    .doc("The map without the key, which has to be there.")
    .shape(scalar_shape)
    .kernel(CPU, erase)
    .trait(Trait::kNoFold);

DEFINE_OP("TensorMapStackKeys")
    .input("input_handle: variant")
    .output("keys: key_dtype")
    .attr("key_dtype: type")
    .doc("All keys along a new first axis, in no particular order.")
    .shape(unknown_shape)
    .kernel(CPU, stack_keys);

}  // namespace
}  // namespace graphwright
