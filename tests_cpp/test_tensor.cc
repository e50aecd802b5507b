// tensor/: allocation, aliases, strings, handles.
#include <catch2/catch.hpp>
#include <string>

#include "base/sanitizers.h"
#include "tensor/host_memory.h"
#include "tensor/tensor.h"

using namespace graphwright;  // NOLINT

TEST_CASE("tensors of all sizes are aligned and counted") {
  for (int64_t n : {0, 1, 15, 16, 17, 255, 256, 257, 100000}) {
    Tensor t = Tensor::zeros(DType::kFloat32, {n});
    CHECK(t.num_elements() == n);
    CHECK(reinterpret_cast<uintptr_t>(t.raw()) % kAlignment == 0);
    CHECK(t.unique());
    Tensor other = t;
    CHECK(!t.unique());
  }
}

TEST_CASE("large aliases share memory, tiny ones may not, both hold the same elements") {
  for (int64_t n : {6, 6000}) {
    Tensor t = Tensor::allocate(DType::kInt32, {n});
    for (int64_t i = 0; i < n; ++i) t.data<int32_t>()[i] = static_cast<int32_t>(i);
    Tensor r = t.reshaped({2, n / 2});
    CHECK(r.shape() == Shape{2, n / 2});
    CHECK(r.data<int32_t>()[n - 1] == n - 1);
    CHECK(t.window(3, {2}).data<int32_t>()[1] == 4);
    CHECK(!(r == t));
  }
}

TEST_CASE("string tensors hold their strings") {
  std::string longer(100, 'x');
  for (int64_t n : {1, 1000}) {
    Tensor t = Tensor::allocate(DType::kString, {n});
    for (auto& s : t.flat<std::string>()) s = longer;
    Tensor copy = t.copy();
    t.data<std::string>()[0] = "changed";
    CHECK(copy.data<std::string>()[0] == longer);
    CHECK(!identical(copy, t));
  }
}

TEST_CASE("handles keep their object alive and know its type") {
  struct Thing : RefCounted {};
  struct Other : RefCounted {};
  Tensor handle = Tensor::handle(DType::kVariant, make_ref<Thing>());
  CHECK(handle.object<Thing>() != nullptr);
  CHECK_THROWS_AS(handle.object<Other>(), Error);
  CHECK_THROWS_AS(Tensor::scalar(1.0f).object<Other>(), Error);
}

TEST_CASE("a tensor is read as a shape") {
  CHECK(Tensor::from<int32_t>({2, -1}).as_shape() == Shape{2, kUnknown});
  CHECK(!Tensor::scalar<int32_t>(-1).as_shape().has_rank());
  CHECK_THROWS_AS(Tensor::scalar<float>(1).as_shape(), Error);
}

TEST_CASE("a size that overflows is refused") {
  int64_t huge = int64_t{1} << 40;
  CHECK_THROWS_AS(Tensor::allocate(DType::kFloat32, {huge, huge}), Error);
}

TEST_CASE("freed blocks are reused, and the books are kept") {
  size_t before = host_memory().current;
  void* first;
  {
    Tensor t = Tensor::allocate(DType::kFloat32, {100000});
    first = t.raw();
    CHECK(host_memory().current >= before + 400000);
  }
  CHECK(host_memory().current == before);
  if (!kSanitized) CHECK(Tensor::allocate(DType::kFloat32, {100000}).raw() == first);
}

TEST_CASE("beyond the limit blocks are refused, and kept ones go first") {
  const size_t mib = size_t{1} << 20;
  release_host_memory();
  const size_t before = host_memory().current;
  Tensor::allocate(DType::kUint8, {static_cast<int64_t>(8 * mib)});
  if (!kSanitized) CHECK(host_memory().cached == 8 * mib);
  set_host_memory_limit(before + 10 * mib);
  {
    Tensor t = Tensor::allocate(DType::kUint8, {static_cast<int64_t>(5 * mib)});
    CHECK(host_memory().cached <= 5 * mib);
    CHECK_THROWS_AS(Tensor::allocate(DType::kUint8, {static_cast<int64_t>(6 * mib)}), Error);
    CHECK(host_memory().current < before + 6 * mib);
    Tensor fits = Tensor::allocate(DType::kUint8, {static_cast<int64_t>(4 * mib)});
  }
  set_host_memory_limit(0);
  if (!kSanitized) CHECK(release_host_memory() >= 9 * mib);
  CHECK(host_memory().cached == 0);
  CHECK(host_memory().current == before);
}
