// PointerMap: a hash map from addresses to small numbers whose first entries need no allocation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

namespace graphwright {

class PointerMap {
 public:
  static constexpr int32_t kNone = -1;

  PointerMap() = default;
  PointerMap(const PointerMap&) = delete;
  PointerMap& operator=(const PointerMap&) = delete;

  // The number of `key`, kNone where it has none.
  int32_t find(const void* key) const {
    for (uint32_t i = place(key);; i = (i + 1) & mask_) {
      if (entries_[i].key == key) return entries_[i].number;
      if (!entries_[i].key) return kNone;
    }
  }
  bool contains(const void* key) const { return find(key) != kNone; }
  // Gives `key`, which must not be null, this number unless it has one. Tells what it has now.
  int32_t insert(const void* key, int32_t number) {
    if ((size_ + 1) * 2 > mask_ + 1) grow();
    for (uint32_t i = place(key);; i = (i + 1) & mask_) {
      if (entries_[i].key == key) return entries_[i].number;
      if (entries_[i].key) continue;
      entries_[i] = {key, number};
      ++size_;
      return number;
    }
  }
  uint32_t size() const { return size_; }
  void clear() {
    if (size_ == 0) return;
    heap_.reset();
    entries_ = inline_;
    mask_ = kInline - 1;
    std::fill_n(inline_, kInline, Entry{});
    size_ = 0;
  }

 private:
  struct Entry {
    const void* key = nullptr;
    int32_t number = kNone;
  };
  static constexpr uint32_t kInline = 16;

  uint32_t place(const void* key) const {
    uint64_t bits = reinterpret_cast<uintptr_t>(key) * 0x9E3779B97F4A7C15u;
    return static_cast<uint32_t>(bits >> 32) & mask_;
  }
  void grow() {
    uint32_t capacity = (mask_ + 1) * 4;
    std::unique_ptr<Entry[]> old_heap = std::move(heap_);
    const Entry* old = entries_;
    uint32_t old_capacity = mask_ + 1;
    heap_ = std::make_unique<Entry[]>(capacity);
    entries_ = heap_.get();
    mask_ = capacity - 1;
    for (uint32_t k = 0; k < old_capacity; ++k) {
      if (!old[k].key) continue;
      uint32_t i = place(old[k].key);
      while (entries_[i].key) i = (i + 1) & mask_;
      entries_[i] = old[k];
    }
  }

  Entry inline_[kInline];
  std::unique_ptr<Entry[]> heap_;
  Entry* entries_ = inline_;
  uint32_t mask_ = kInline - 1;
  uint32_t size_ = 0;
};

}  // namespace graphwright
