// Lists of tensors that share storage with the lists they grew out of.
#include "ops/variant/tensor_list.h"

#include <algorithm>

#include "io/fields.h"
#include "io/shape_message.h"
#include "io/variant_message.h"
#include "op/run_op.h"

namespace graphwright {
namespace {

[[noreturn]] void fail_bytes(const char* why) { fail(Code::kInvalidArgument, "a TensorList was written with ", why); }

// As TensorFlow writes lists: how many elements are not set, which, the dtype, the greatest length, the shape; the
// tensors are those that are set.
bool encode(const RefCounted& object, VariantParts& parts) {
  const auto* list = dynamic_cast<const TensorList*>(&object);
  if (!list) return false;
  std::string unset;
  uint64_t count = 0;
  const std::vector<Tensor> elements = list->elements();
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements[i]) {
      parts.tensors.push_back(elements[i]);
    } else {
      wire::varint(i, unset);
      ++count;
    }
  }
  wire::varint(count, parts.metadata);
  parts.metadata += unset;
  wire::varint(static_cast<uint64_t>(list->element_dtype()), parts.metadata);
  wire::varint(static_cast<uint64_t>(list->max_length()), parts.metadata);
  parts.metadata += shape_message(list->element_shape());
  return true;
}

Handle decode(const VariantParts& parts) {
  std::string_view rest = parts.metadata;
  uint64_t count = 0, dtype = 0, most = 0;
  // Each that is not set has at least a byte.
  if (!take_varint(rest, count) || count > rest.size()) fail_bytes("fewer bytes than it needs");
  std::vector<bool> set(parts.tensors.size() + count, true);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t at = 0;
    if (!take_varint(rest, at) || at >= set.size() || !set[at]) fail_bytes("elements that are none");
    set[at] = false;
  }
  Shape shape;
  const bool whole = take_varint(rest, dtype) && take_varint(rest, most) && read_partial_shape_message(rest, shape);
  if (!whole || dtype == 0 || dtype >= static_cast<uint64_t>(kNumDTypes)) fail_bytes("no dtype or shape");
  const auto max_length = static_cast<int64_t>(most);
  if (max_length < -1 || (max_length >= 0 && set.size() > most)) fail_bytes("more elements than it may have");
  std::vector<Tensor> elements(set.size());
  auto tensor = parts.tensors.begin();
  for (size_t i = 0; i < set.size(); ++i) {
    if (!set[i]) continue;
    elements[i] = *tensor++;
    if (elements[i].dtype() != static_cast<DType>(dtype) || !elements[i].shape().compatible(shape))
      fail_bytes("an element of another dtype or shape");
  }
  return make_ref<TensorList>(static_cast<DType>(dtype), std::move(shape), std::move(elements), max_length);
}

[[maybe_unused]] const bool kCodec = register_variant_codec({"tensorflow::TensorList", encode, decode});

}  // namespace

// Elements that are not set need no slots; short lists get them at once.
constexpr int64_t kSlotsAtOnce = 1024;

TensorList::TensorList(DType element_dtype, Shape element_shape, int64_t length, int64_t max_length)
    : element_dtype_(element_dtype),
      element_shape_(std::move(element_shape)),
      max_length_(max_length),
      length_(length),
      version_(0),
      storage_(make_ref<Storage>()) {
  storage_->slots.resize(std::min(length, kSlotsAtOnce));
}

TensorList::TensorList(DType element_dtype, Shape element_shape, std::vector<Tensor> elements, int64_t max_length)
    : element_dtype_(element_dtype),
      element_shape_(std::move(element_shape)),
      max_length_(max_length),
      length_(static_cast<int64_t>(elements.size())),
      version_(0),
      storage_(make_ref<Storage>()) {
  storage_->slots.resize(elements.size());
  for (size_t i = 0; i < elements.size(); ++i) storage_->slots[i].tensor = std::move(elements[i]);
}

TensorList::TensorList(const TensorList& like, Ref<Storage> storage, int64_t length, uint64_t version)
    : element_dtype_(like.element_dtype_),
      element_shape_(like.element_shape_),
      max_length_(like.max_length_),
      length_(length),
      version_(version),
      storage_(std::move(storage)) {}

TensorList::~TensorList() = default;

const TensorList& TensorList::of(const Tensor& handle) {
  GW_CHECK_ARG(handle.dtype() == DType::kVariant && handle.shape().is_scalar(),
               "Input list must be a scalar saw: ", handle.shape());
  const auto* list = dynamic_cast<const TensorList*>(handle.data<Handle>()->get());
  GW_CHECK_ARG(list != nullptr, "Input handle is not a list. Saw: '",
               dynamic_cast<const VariantObject*>(handle.data<Handle>()->get())
                   ? static_cast<const VariantObject*>(handle.data<Handle>()->get())->type_name()
                   : "nothing",
               "'");
  return *list;
}

const Tensor& TensorList::visible(int64_t i) const {
  static const Tensor unset;
  if (i >= storage_->end()) return unset;
  const Slot& slot = storage_->slots[i - storage_->begin];
  return slot.since <= version_ ? slot.tensor : unset;
}

Tensor TensorList::element(int64_t i) const {
  const TensorList* list = this;
  while (i < list->storage_->begin) list = list->storage_->base.get();
  std::lock_guard lock(list->storage_->mutex);
  return list->visible(i);
}

void TensorList::copy_to(int64_t begin, int64_t end, std::vector<Slot>& slots, int64_t at) const {
  const int64_t own = storage_->begin;
  if (begin < own) {
    storage_->base->copy_to(begin, std::min(end, own), slots, at);
    if (end <= own) return;
    at += own - begin;
    begin = own;
  }
  std::lock_guard lock(storage_->mutex);
  for (int64_t i = begin; i < std::min(end, length_); ++i) slots[at + i - begin].tensor = visible(i);
}

int64_t TensorList::set_end() const {
  std::lock_guard lock(storage_->mutex);
  return std::min(length_, storage_->end());
}

std::vector<Tensor> TensorList::elements() const {
  const int64_t end = set_end();
  std::vector<Slot> slots(end);
  copy_to(0, end, slots, 0);
  std::vector<Tensor> all(length_);
  for (int64_t i = 0; i < end; ++i) all[i] = std::move(slots[i].tensor);
  return all;
}

Ref<TensorList::Storage> TensorList::fork(int64_t shared, int64_t length) const {
  const TensorList* from = this;
  while (from->storage_->base && shared <= from->storage_->begin) from = from->storage_->base.get();
  int64_t own = shared - from->storage_->begin;
  size_t kept;
  {
    std::lock_guard lock(from->storage_->mutex);
    kept = from->storage_->slots.size();
  }
  // Copied are short lists, what would keep alive much more than is shared, and storages of which the lower ones are
  // not much longer.
  bool copies = own < 16 || static_cast<int64_t>(kept) > 4 * own;
  while (from->storage_->base) {
    const int64_t below = from->storage_->begin - from->storage_->base->storage_->begin;
    if (below >= 2 * own) break;
    copies = true;
    own += below;
    from = from->storage_->base.get();
  }
  Ref<Storage> made = make_ref<Storage>();
  made->base = copies ? from->storage_->base : Ref<const TensorList>(from);
  made->begin = copies ? from->storage_->begin : shared;
  const int64_t size = length - made->begin;
  made->slots.reserve(size + size / 2);
  made->slots.resize(size);
  if (copies) copy_to(made->begin, shared, made->slots, 0);
  return made;
}

Ref<TensorList> TensorList::with_element(int64_t i, Tensor element) const {
  const int64_t length = std::max(length_, i + 1), begin = storage_->begin;
  if (i >= begin) {
    std::lock_guard lock(storage_->mutex);
    // In place when this is the newest list on its storage and everything that changes, [length_, i] or i, is not set.
    bool in_place = version_ == storage_->latest;
    for (int64_t k = std::min(i, length_); in_place && k <= i && k < storage_->end(); ++k)
      in_place = !((k == i || k >= length_) && storage_->slots[k - begin].tensor);
    if (in_place) {
      if (storage_->end() <= i) storage_->slots.resize(i + 1 - begin);
      storage_->slots[i - begin] = {std::move(element), ++storage_->latest};
      return Ref<TensorList>(new TensorList(*this, storage_, length, storage_->latest));
    }
  }
  const int64_t end = set_end();
  Ref<Storage> made = fork(std::min(i, length_), std::max(i + 1, end));
  copy_to(i + 1, end, made->slots, i + 1 - made->begin);
  made->slots[i - made->begin].tensor = std::move(element);
  return Ref<TensorList>(new TensorList(*this, std::move(made), length, 0));
}

Ref<TensorList> TensorList::resized(int64_t length) const {
  const TensorList* list = this;
  while (length < list->storage_->begin) list = list->storage_->base.get();
  {
    std::lock_guard lock(list->storage_->mutex);
    const int64_t begin = list->storage_->begin;
    bool share = true;
    for (int64_t k = length_; share && k < std::min(length, list->storage_->end()); ++k)
      share = !list->storage_->slots[k - begin].tensor;
    if (share) return Ref<TensorList>(new TensorList(*this, list->storage_, length, list->version_));
  }
  const int64_t end = set_end();
  return Ref<TensorList>(new TensorList(*this, fork(end, end), length, 0));
}

Ref<RefCounted> TensorList::zeros_like() const {
  std::vector<Tensor> all = elements();
  for (Tensor& element : all) {
    if (!element) continue;
    if (element.dtype() == DType::kVariant) {
      GW_CHECK_ARG(element.shape().is_scalar(), "ZerosLike of a list of such variants is not defined");
      const Handle& handle = *element.data<Handle>();
      if (!handle) continue;  // the zeros of nothing, see AddN
      const auto* object = dynamic_cast<const VariantObject*>(handle.get());
      GW_CHECK_ARG(object, "ZerosLike of a list of such variants is not defined");
      element = Tensor::handle(DType::kVariant, object->zeros_like());
    } else {
      element = Tensor::zeros(element.dtype(), element.shape());
    }
  }
  return make_ref<TensorList>(element_dtype_, element_shape_, std::move(all), max_length_);
}

Ref<RefCounted> TensorList::add(const VariantObject& other_object) const {
  const auto* other = dynamic_cast<const TensorList*>(&other_object);
  GW_CHECK_ARG(other && other->element_dtype_ == element_dtype_,
               "Trying to add two lists of tensors of different dtypes.");
  GW_CHECK_ARG(other->length_ == length_, "Trying to add two lists of tensors with different lengths. One is ", length_,
               " and the other is ", other->length_);
  std::vector<Tensor> sums = elements(), addends = other->elements();
  for (int64_t i = 0; i < length_; ++i) {
    if (!addends[i]) continue;
    if (!sums[i]) {
      sums[i] = addends[i];
      continue;
    }
    Values sum;
    Value inputs[] = {sums[i], addends[i]};
    static const OpDef& add_n = get_op("AddN");
    run_op(add_n, inputs, {}, sum);
    sums[i] = Tensor(sum[0]);
  }
  Shape shape =
      element_shape_.compatible(other->element_shape_) ? element_shape_.merge(other->element_shape_) : element_shape_;
  return make_ref<TensorList>(element_dtype_, std::move(shape), std::move(sums), max_length_);
}

}  // namespace graphwright
