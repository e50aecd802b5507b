// Lists of tensors that share storage with the lists they grew out of.
#include "ops/tensor_list.h"

#include <algorithm>

#include "op/run_op.h"

namespace graphwright {

TensorList::TensorList(DType element_dtype, Shape element_shape, int64_t length, int64_t max_length)
    : TensorList(element_dtype, std::move(element_shape), std::vector<Tensor>(length), max_length) {}

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
  if (i >= static_cast<int64_t>(storage_->slots.size())) return unset;
  const Slot& slot = storage_->slots[i];
  return slot.since <= version_ ? slot.tensor : unset;
}

Tensor TensorList::element(int64_t i) const {
  std::lock_guard lock(storage_->mutex);
  return visible(i);
}

std::vector<Tensor> TensorList::elements() const {
  std::lock_guard lock(storage_->mutex);
  std::vector<Tensor> all(length_);
  for (int64_t i = 0; i < length_; ++i) all[i] = visible(i);
  return all;
}

Ref<TensorList::Storage> TensorList::copy_storage(int64_t length) const {
  Ref<Storage> copy = make_ref<Storage>();
  copy->slots.reserve(length + length / 2);
  copy->slots.resize(length);
  for (int64_t i = 0; i < std::min(length, length_); ++i) copy->slots[i].tensor = visible(i);
  return copy;
}

Ref<TensorList> TensorList::with_element(int64_t i, Tensor element) const {
  int64_t length = std::max(length_, i + 1);
  std::lock_guard lock(storage_->mutex);
  std::vector<Slot>& slots = storage_->slots;
  // In place when this is the newest list on its storage and everything that changes, [length_, i] or i, is not set.
  bool in_place = version_ == storage_->latest;
  for (int64_t k = std::min(i, length_); in_place && k <= i && k < static_cast<int64_t>(slots.size()); ++k)
    in_place = !((k == i || k >= length_) && slots[k].tensor);
  if (in_place) {
    if (static_cast<int64_t>(slots.size()) < length) slots.resize(length);
    slots[i] = {std::move(element), ++storage_->latest};
    return Ref<TensorList>(new TensorList(*this, storage_, length, storage_->latest));
  }
  Ref<Storage> copy = copy_storage(length);
  copy->slots[i].tensor = std::move(element);
  return Ref<TensorList>(new TensorList(*this, std::move(copy), length, 0));
}

Ref<TensorList> TensorList::resized(int64_t length) const {
  std::lock_guard lock(storage_->mutex);
  std::vector<Slot>& slots = storage_->slots;
  bool share = true;
  for (int64_t k = length_; share && k < std::min<int64_t>(length, slots.size()); ++k) share = !slots[k].tensor;
  if (share) return Ref<TensorList>(new TensorList(*this, storage_, length, version_));
  return Ref<TensorList>(new TensorList(*this, copy_storage(length), length, 0));
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
