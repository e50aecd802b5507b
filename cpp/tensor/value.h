// Value: what flows through ops - a Tensor with data, or a symbol that stands for one while a graph is traced.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/dtype.h"
#include "base/ref.h"
#include "base/shape.h"
#include "base/small_vector.h"
#include "tensor/buffer.h"

namespace graphwright {

struct ValueRep {
  enum class Kind : uint8_t { kTensor, kSymbol };

  mutable std::atomic<int32_t> refs{0};
  const Kind kind;
  // Of a tensor: it has been a Python object, which somebody may ask gradients for.
  bool shown = false;
  DType dtype;
  // The static shape; for tensors always all of it.
  Shape shape;

  void add_ref() const;
  void release() const;
  // Of what a symbol lives in: out of line, as tensors are counted everywhere.
  void add_ref_of_owner() const;
  void release_owner() const;

 protected:
  ValueRep(Kind k, DType d, Shape s) : kind(k), dtype(d), shape(std::move(s)) {}
};

// A symbol lives inside its owner (a FuncGraph): references to it are references to the owner.
struct SymbolRep : ValueRep {
  SymbolRep(const RefCounted* owner_, DType dtype, Shape shape)
      : ValueRep(Kind::kSymbol, dtype, std::move(shape)), owner(owner_) {}
  const RefCounted* owner;
};

// A tensor's header; small payloads follow it in memory, large ones and those of a GPU lie in `buffer`.
struct TensorRep : ValueRep {
  void* data;      // null where the elements are at home on a GPU
  Buffer* buffer;  // null when the payload follows the header
  size_t offset;   // where `data` is null: the bytes of `buffer` before the first element
  int64_t num_elements;
  uint32_t capacity_class;

  TensorRep(DType dtype, Shape shape) : ValueRep(Kind::kTensor, dtype, std::move(shape)) {}
  void destroy() const;
};

inline void ValueRep::add_ref() const {
  if (kind == Kind::kTensor) {
    refs.fetch_add(1, std::memory_order_relaxed);
  } else {
    add_ref_of_owner();
  }
}

inline void ValueRep::release() const {
  if (kind == Kind::kTensor) {
    if (refs.load(std::memory_order_acquire) == 1 || refs.fetch_sub(1, std::memory_order_acq_rel) == 1)
      static_cast<const TensorRep*>(this)->destroy();
  } else {
    release_owner();
  }
}

class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) {}
  explicit Value(ValueRep* rep) : rep_(rep) {
    if (rep_) rep_->add_ref();
  }
  Value(const Value& other) : Value(other.rep_) {}
  Value(Value&& other) noexcept : rep_(std::exchange(other.rep_, nullptr)) {}
  Value& operator=(const Value& other) {
    if (rep_ != other.rep_) Value(other).swap(*this);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    std::swap(rep_, other.rep_);
    return *this;
  }
  ~Value() {
    if (rep_) rep_->release();
  }
  void swap(Value& other) noexcept { std::swap(rep_, other.rep_); }
  void reset() { Value().swap(*this); }
  // Gives up the reference to the caller, and takes one over.
  ValueRep* leak() { return std::exchange(rep_, nullptr); }
  static Value adopt(ValueRep* rep) {
    Value value;
    value.rep_ = rep;
    return value;
  }

  explicit operator bool() const { return rep_ != nullptr; }
  // Identity, not equality of elements.
  bool operator==(const Value& other) const { return rep_ == other.rep_; }
  ValueRep* rep() const { return rep_; }
  bool is_tensor() const { return rep_ && rep_->kind == ValueRep::Kind::kTensor; }
  bool is_symbol() const { return rep_ && rep_->kind == ValueRep::Kind::kSymbol; }
  DType dtype() const { return rep_->dtype; }
  const Shape& shape() const { return rep_->shape; }

 protected:
  ValueRep* rep_ = nullptr;
};

using Values = SmallVector<Value, 4>;

}  // namespace graphwright
