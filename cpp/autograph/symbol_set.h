// SymbolSet: a set of small numbers, for data-flow over the symbols of one function.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/small_vector.h"

namespace graphwright::autograph {

class SymbolSet {
 public:
  static SymbolSet all(size_t count) {
    SymbolSet set;
    for (size_t i = 0; i < count; ++i) set.insert(i);
    return set;
  }
  void insert(size_t item) {
    grow(item / 64 + 1);
    words_[item / 64] |= uint64_t{1} << (item % 64);
  }
  void erase(size_t item) {
    if (item / 64 < words_.size()) words_[item / 64] &= ~(uint64_t{1} << (item % 64));
  }
  bool contains(size_t item) const { return item / 64 < words_.size() && (words_[item / 64] >> (item % 64) & 1); }
  bool empty() const {
    for (uint64_t word : words_)
      if (word) return false;
    return true;
  }
  SymbolSet& operator|=(const SymbolSet& other) {
    grow(other.words_.size());
    for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  SymbolSet& operator&=(const SymbolSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
    return *this;
  }
  SymbolSet& operator-=(const SymbolSet& other) {
    const size_t common = words_.size() < other.words_.size() ? words_.size() : other.words_.size();
    for (size_t i = 0; i < common; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend SymbolSet operator|(SymbolSet a, const SymbolSet& b) { return a |= b; }
  friend SymbolSet operator&(SymbolSet a, const SymbolSet& b) { return a &= b; }
  friend SymbolSet operator-(SymbolSet a, const SymbolSet& b) { return a -= b; }
  friend bool operator==(const SymbolSet& a, const SymbolSet& b) { return (a - b).empty() && (b - a).empty(); }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t word = words_[i]; word; word &= word - 1) visit(i * 64 + __builtin_ctzll(word));
  }

 private:
  void grow(size_t words) {
    while (words_.size() < words) words_.push_back(0);
  }
  SmallVector<uint64_t, 2> words_;
};

}  // namespace graphwright::autograph
