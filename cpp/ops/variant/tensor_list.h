// TensorList: the value behind the list ops and graph-mode tf.TensorArray, a list of tensors of one dtype.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "tensor/tensor.h"
#include "tensor/variant.h"

namespace graphwright {

// A list never changes; "changing" it makes another list. Lists that grew out of each other share one storage as long
// as each new one only appends, or fills an element that was not set, so a loop that writes n elements takes O(n) steps
// although every list it passes through stays valid. Where a list goes another way than one that was made of it before,
// as in a push after a pop, it gets a storage of its own for what is new, on top of what both have in common: n pushes
// and pops in any order take O(n log n) steps at most.
class TensorList final : public VariantObject {
 public:
  // `length` elements that are not set. `max_length` -1: no limit.
  TensorList(DType element_dtype, Shape element_shape, int64_t length, int64_t max_length = -1);
  TensorList(DType element_dtype, Shape element_shape, std::vector<Tensor> elements, int64_t max_length = -1);
  ~TensorList() override;

  // The list behind a scalar variant; throws InvalidArgument for anything else.
  static const TensorList& of(const Tensor& handle);
  static Tensor handle(Ref<TensorList> list) { return Tensor::handle(DType::kVariant, list); }

  DType element_dtype() const { return element_dtype_; }
  const Shape& element_shape() const { return element_shape_; }
  int64_t length() const { return length_; }
  int64_t max_length() const { return max_length_; }
  // The element, null when it is not set. `i` must be in range.
  Tensor element(int64_t i) const;
  std::vector<Tensor> elements() const;

  // This list with element `i` set, longer than before where i >= length().
  Ref<TensorList> with_element(int64_t i, Tensor element) const;
  // This list cut off, or lengthened with elements that are not set.
  Ref<TensorList> resized(int64_t length) const;

  const char* type_name() const override { return "TensorList"; }
  Ref<RefCounted> zeros_like() const override;
  Ref<RefCounted> add(const VariantObject& other) const override;

 private:
  // An element, and the first version of the storage that has it.
  struct Slot {
    Tensor tensor;
    uint64_t since = 0;
  };
  struct Storage : RefCounted {
    // The elements before `begin` are those of `base`. Each storage down the chain has at least twice as many elements
    // as the one on top of it had when that was made, so chains stay short.
    Ref<const TensorList> base;
    int64_t begin = 0;
    std::mutex mutex;  // of what follows
    std::vector<Slot> slots;
    uint64_t latest = 0;

    int64_t end() const { return begin + static_cast<int64_t>(slots.size()); }
  };

  TensorList(const TensorList& like, Ref<Storage> storage, int64_t length, uint64_t version);
  // Copies the elements [begin, end), as far as there are so many.
  void copy_to(int64_t begin, int64_t end, std::vector<Slot>& slots, int64_t at) const;
  // A new storage with slots for `length` elements, of which the first `shared` are this list's, the others not set.
  Ref<Storage> fork(int64_t shared, int64_t length) const;
  // The end of what may be set: no element from there to length() is.
  int64_t set_end() const;
  // Requires the storage's lock; not for elements of the base.
  const Tensor& visible(int64_t i) const;

  const DType element_dtype_;
  const Shape element_shape_;
  const int64_t max_length_;
  const int64_t length_;
  const uint64_t version_;
  const Ref<Storage> storage_;
};

}  // namespace graphwright
