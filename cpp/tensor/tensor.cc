// Allocation, aliasing and destruction of tensors.
#include "tensor/tensor.h"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/sanitizers.h"

namespace graphwright {
namespace {

// Payloads up to this many bytes live behind their header, in blocks kept by each thread.
constexpr size_t kInlineLimit = 1024;
constexpr size_t kHeader = 128;
static_assert(sizeof(TensorRep) <= kHeader);
constexpr uint32_t kNumClasses = 5;  // payloads of 64, 128, 256, 512 and 1024 bytes
constexpr uint32_t kNoClass = kNumClasses;
constexpr size_t kKeptBytes = size_t{2} << 20;  // per class

uint32_t class_of(size_t bytes) { return bytes <= 64 ? 0 : static_cast<uint32_t>(std::bit_width(bytes - 1)) - 6; }

constexpr size_t block_size(uint32_t c) { return kHeader + (size_t{64} << c); }

// Lists of free blocks, which begin with a pointer to the next one.
struct FreeBlocks {
  struct Block {
    Block* next;
  };
  Block* first[kNumClasses] = {};
  size_t bytes[kNumClasses] = {};
  bool closed = false;
  ~FreeBlocks() {
    closed = true;
    for (Block* block : first) {
      while (block) std::free(std::exchange(block, block->next));
    }
  }
};
thread_local FreeBlocks free_blocks;

void* take_block(uint32_t c) {
  FreeBlocks& lists = free_blocks;
  if (FreeBlocks::Block* block = lists.first[c]) {
    lists.first[c] = block->next;
    lists.bytes[c] -= block_size(c);
    return block;
  }
  void* block = std::aligned_alloc(kAlignment, block_size(c));
  GW_CHECK(block != nullptr, Code::kResourceExhausted, "OOM when allocating a tensor");
  return block;
}

void give_block(void* block, uint32_t c) {
  FreeBlocks& lists = free_blocks;
  if (!kSanitized && !lists.closed && lists.bytes[c] < kKeptBytes) {
    lists.first[c] = new (block) FreeBlocks::Block{lists.first[c]};
    lists.bytes[c] += block_size(c);
  } else {
    std::free(block);
  }
}

void construct_elements(DType dtype, void* data, int64_t n) {
  if (dtype == DType::kString) {
    for (int64_t i = 0; i < n; ++i) new (static_cast<std::string*>(data) + i) std::string();
  } else {
    for (int64_t i = 0; i < n; ++i) new (static_cast<Handle*>(data) + i) Handle();
  }
}

void destroy_elements(DType dtype, void* data, int64_t n) {
  if (dtype == DType::kString) {
    std::destroy_n(static_cast<std::string*>(data), n);
  } else {
    std::destroy_n(static_cast<Handle*>(data), n);
  }
}

// A buffer of strings or handles, which must be destroyed one by one.
class ObjectBuffer : public Buffer {
 public:
  ObjectBuffer(DType dtype, int64_t n, size_t bytes)
      : Buffer(allocate_block(bytes), bytes, nullptr), dtype_(dtype), n_(n) {
    construct_elements(dtype, data(), n);
  }
  ~ObjectBuffer() override { destroy_elements(dtype_, data(), n_); }

 private:
  DType dtype_;
  int64_t n_;
};

}  // namespace

void ValueRep::add_ref_of_owner() const { static_cast<const SymbolRep*>(this)->owner->add_ref(); }
void ValueRep::release_owner() const { static_cast<const SymbolRep*>(this)->owner->release(); }

void TensorRep::destroy() const {
  auto* self = const_cast<TensorRep*>(this);
  uint32_t c = self->capacity_class;
  if (self->buffer) {
    self->buffer->release();
  } else if (!is_plain(dtype)) {
    destroy_elements(dtype, self->data, self->num_elements);
  }
  self->~TensorRep();
  give_block(self, c);
}

Tensor Tensor::allocate(DType dtype, const Shape& shape) {
  int64_t n = 1, signed_bytes;
  bool too_large = false;
  for (int64_t size : shape) too_large |= __builtin_mul_overflow(n, size, &n);
  too_large |= __builtin_mul_overflow(n, static_cast<int64_t>(dtype_size(dtype)), &signed_bytes);
  GW_CHECK(!too_large, Code::kResourceExhausted, "OOM when allocating a tensor of shape ", shape, " and type ", dtype);
  const size_t bytes = static_cast<size_t>(signed_bytes);
  bool small = bytes <= kInlineLimit;
  uint32_t c = small ? class_of(bytes) : 0;
  void* block = take_block(c);
  auto* rep = new (block) TensorRep(dtype, Shape());
  Tensor tensor;
  tensor.rep_ = rep;
  rep->shape = shape;
  rep->capacity_class = c;
  rep->num_elements = n;
  rep->buffer = nullptr;
  rep->data = static_cast<char*>(block) + kHeader;
  rep->refs.store(1, std::memory_order_relaxed);
  if (small) {
    if (!is_plain(dtype)) construct_elements(dtype, rep->data, n);
    forbid_access(static_cast<char*>(rep->data) + bytes, (size_t{64} << c) - bytes);
    return tensor;
  }
  rep->num_elements = 0;  // nothing to destroy should the next line throw
  Ref<Buffer> buffer = is_plain(dtype) ? Buffer::allocate(bytes) : Ref<Buffer>(new ObjectBuffer(dtype, n, bytes));
  rep->num_elements = n;
  rep->data = buffer->data();
  buffer->add_ref();
  rep->buffer = buffer.get();
  return tensor;
}

Tensor Tensor::wrap(DType dtype, const Shape& shape, Ref<Buffer> buffer, void* data) {
  void* block = take_block(0);
  auto* rep = new (block) TensorRep(dtype, shape);
  rep->capacity_class = 0;
  rep->num_elements = shape.num_elements();
  rep->data = data;
  rep->offset = 0;
  buffer->add_ref();
  rep->buffer = buffer.get();
  rep->refs.store(1, std::memory_order_relaxed);
  Tensor tensor;
  tensor.rep_ = rep;
  return tensor;
}

Tensor Tensor::wrap_gpu(DType dtype, const Shape& shape, Ref<Buffer> buffer, size_t offset) {
  Tensor tensor = wrap(dtype, shape, std::move(buffer), nullptr);
  tensor.rep()->offset = offset;
  return tensor;
}

void* Tensor::host_elements(const TensorRep* rep) {
  // An empty array of somebody else's may have no address either.
  if (!rep->buffer || !rep->buffer->device_home()) return nullptr;
  return static_cast<char*>(rep->buffer->data()) + rep->offset;
}

int Tensor::home_of(const TensorRep* rep) {
  return rep->buffer && rep->buffer->device_home() ? rep->buffer->device_memory()->gpu() : -1;
}

Tensor Tensor::alias(DType dtype, const Shape& shape, size_t skip) const {
  const TensorRep* r = rep();
  Ref<Buffer> buffer(r->buffer);
  if (!r->data) return wrap_gpu(dtype, shape, std::move(buffer), r->offset + skip);
  return wrap(dtype, shape, std::move(buffer), static_cast<char*>(r->data) + skip);
}

Tensor Tensor::zeros(DType dtype, const Shape& shape) {
  Tensor tensor = allocate(dtype, shape);
  if (is_plain(dtype)) std::memset(tensor.raw(), 0, tensor.bytes());
  return tensor;
}

Tensor Tensor::scalar_of(DType dtype, double value) {
  Tensor tensor = allocate(dtype, Shape());
  bool known =
      visit_real(dtype, [&]<class T>() { *tensor.data<T>() = static_cast<T>(static_cast<compute_t<T>>(value)); }) ||
      visit_complex(dtype, [&]<class T>() { *tensor.data<T>() = T(static_cast<typename T::value_type>(value)); }) ||
      visit_dtype<bool>(dtype, [&]<class T>() { *tensor.data<bool>() = value != 0; });
  GW_CHECK_ARG(known, "no number of dtype ", dtype);
  return tensor;
}

Tensor Tensor::handle(DType dtype, Handle object) {
  Tensor tensor = allocate(dtype, Shape());
  *tensor.data<Handle>() = std::move(object);
  return tensor;
}

Tensor Tensor::from_shape(const Shape& shape, DType dtype) {
  Tensor tensor = allocate(dtype, Shape{shape.rank()});
  for (int i = 0; i < shape.rank(); ++i) {
    if (dtype == DType::kInt64) {
      tensor.data<int64_t>()[i] = shape[i];
    } else {
      tensor.data<int32_t>()[i] = static_cast<int32_t>(shape[i]);
    }
  }
  return tensor;
}

int64_t Tensor::int_at(int64_t i) const {
  GW_CHECK_ARG(i >= 0 && i < num_elements(), "expected at least ", i + 1, " elements, got shape ", shape());
  int64_t value = 0;
  bool known = visit_integer(dtype(), [&]<class T>() { value = static_cast<int64_t>(data<T>()[i]); }) ||
               visit_dtype<bool>(dtype(), [&]<class T>() { value = data<bool>()[i]; });
  GW_CHECK_ARG(known, "expected integers, got ", dtype());
  return value;
}

double Tensor::double_at(int64_t i) const {
  double value = 0;
  bool known =
      visit_real(dtype(), [&]<class T>() { value = static_cast<double>(static_cast<compute_t<T>>(data<T>()[i])); });
  GW_CHECK_ARG(known, "expected real numbers, got ", dtype());
  return value;
}

SmallVector<int64_t, 8> Tensor::ints() const {
  SmallVector<int64_t, 8> values;
  for (int64_t i = 0; i < num_elements(); ++i) values.push_back(int_at(i));
  return values;
}

Shape Tensor::as_shape() const {
  if (shape().rank() == 0 && int_at(0) == -1) return Shape::unknown();
  GW_CHECK_ARG(shape().rank() == 1, "a shape must be a vector, got a tensor of shape ", shape());
  auto values = ints();
  for (int64_t& value : values) value = value < 0 ? kUnknown : value;
  return Shape(std::span<const int64_t>(values.data(), values.size()));
}

Tensor Tensor::window(int64_t begin, const Shape& shape) const {
  const size_t skip = begin * dtype_size(dtype());
  if (rep()->buffer) return alias(dtype(), shape, skip);
  Tensor result = allocate(dtype(), shape);
  copy_elements(dtype(), result.raw(), static_cast<char*>(raw()) + skip, result.num_elements());
  return result;
}

Tensor Tensor::reshaped(const Shape& shape) const { return window(0, shape); }

Tensor Tensor::bitcast(DType to, const Shape& shape) const {
  if (rep()->buffer) return alias(to, shape, 0);
  Tensor result = allocate(to, shape);
  std::memcpy(result.raw(), raw(), bytes());
  return result;
}

Tensor Tensor::copy() const {
  Tensor result = allocate(dtype(), shape());
  copy_elements(dtype(), result.raw(), raw(), num_elements());
  return result;
}

bool Tensor::unique() const {
  const TensorRep* r = rep();
  return r->refs.load(std::memory_order_acquire) == 1 && (!r->buffer || (r->buffer->unique() && r->buffer->writable()));
}

void copy_elements(DType dtype, void* to, const void* from, int64_t count) {
  if (is_plain(dtype)) {
    if (count > 0) std::memcpy(to, from, count * dtype_size(dtype));
  } else if (dtype == DType::kString) {
    for (int64_t i = 0; i < count; ++i) static_cast<std::string*>(to)[i] = static_cast<const std::string*>(from)[i];
  } else {
    for (int64_t i = 0; i < count; ++i) static_cast<Handle*>(to)[i] = static_cast<const Handle*>(from)[i];
  }
}

bool identical(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || !(a.shape() == b.shape())) return false;
  if (is_plain(a.dtype())) return std::memcmp(a.raw(), b.raw(), a.bytes()) == 0;
  for (int64_t i = 0; i < a.num_elements(); ++i) {
    if (a.dtype() == DType::kString ? a.data<std::string>()[i] != b.data<std::string>()[i]
                                    : !(a.data<Handle>()[i] == b.data<Handle>()[i]))
      return false;
  }
  return true;
}

}  // namespace graphwright
