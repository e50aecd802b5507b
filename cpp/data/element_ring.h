// ElementRing: elements by consecutive positions, component by component: small tensors of one dtype and shape lie side
// by side as bytes, without an object for each.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "data/dataset.h"

namespace graphwright::data {

class ElementRing {
 public:
  // The end of the places; grows on demand up to that.
  explicit ElementRing(uint64_t most) : most_(most) {}

  uint64_t places() const { return places_; }

  // Puts an element at `end`, the first position behind those from `begin` on that are taken.
  void put(uint64_t begin, uint64_t end, Element& element) {
    if (places_ == 0) {
      columns_.clear();
      for (const Value& component : element) columns_.emplace_back(Tensor::of(component));
    }
    GW_CHECK_ARG(element.size() == columns_.size(), "an element has ", element.size(),
                 " components, the first one had ", columns_.size());
    if (end - begin == places_) grow(begin, end);
    for (size_t i = 0; i < columns_.size(); ++i) {
      Column& column = columns_[i];
      if (!column.fits(Tensor::of(element[i]))) column.unpack(begin, end, places_);
      column.put(end % places_, std::move(element[i]));
    }
  }
  // Takes out the element at a position, and puts the one at `first` in its place.
  void take(uint64_t position, uint64_t first, Element& out) {
    for (Column& column : columns_) {
      out.push_back(column.take(position % places_));
      if (position != first) column.move(first % places_, position % places_);
    }
  }
  Element at(uint64_t position) const {
    Element element;
    for (const Column& column : columns_) element.push_back(column.at(position % places_));
    return element;
  }
  void clear() {
    columns_.clear();
    places_ = 0;
  }

 private:
  static constexpr size_t kLargestPacked = 64;  // bytes

  class Column {
   public:
    explicit Column(const Tensor& first) : dtype_(first.dtype()), shape_(first.shape()), bytes_(first.bytes()) {
      if (is_plain(dtype_) && bytes_ > 0 && bytes_ <= kLargestPacked) kind_ = Kind::kBytes;
      if (dtype_ == DType::kString && shape_.is_scalar()) kind_ = Kind::kTexts;
    }
    bool fits(const Tensor& tensor) const {
      return kind_ == Kind::kValues || (tensor.dtype() == dtype_ && tensor.shape() == shape_);
    }
    void put(uint64_t place, Value value) {
      switch (kind_) {
        case Kind::kBytes:
          std::memcpy(packed_.data() + place * bytes_, Tensor::of(value).raw(), bytes_);
          break;
        case Kind::kTexts:
          texts_[place] = *Tensor::of(value).data<std::string>();
          break;
        case Kind::kValues:
          values_[place] = std::move(value);
      }
    }
    Value at(uint64_t place) const {
      switch (kind_) {
        case Kind::kBytes: {
          Tensor tensor = Tensor::allocate(dtype_, shape_);
          std::memcpy(tensor.raw(), packed_.data() + place * bytes_, bytes_);
          return tensor;
        }
        case Kind::kTexts:
          return Tensor::scalar<std::string>(texts_[place]);
        case Kind::kValues:
          break;
      }
      return values_[place];
    }
    Value take(uint64_t place) {
      if (kind_ == Kind::kValues) return std::move(values_[place]);
      if (kind_ == Kind::kTexts) return Tensor::scalar<std::string>(std::move(texts_[place]));
      return at(place);
    }
    void move(uint64_t from, uint64_t to) {
      switch (kind_) {
        case Kind::kBytes:
          std::memcpy(packed_.data() + to * bytes_, packed_.data() + from * bytes_, bytes_);
          break;
        case Kind::kTexts:
          texts_[to] = std::move(texts_[from]);
          break;
        case Kind::kValues:
          values_[to] = std::move(values_[from]);
      }
    }
    // `places` instead of `before`, of which those from position `begin` to `end` are taken.
    void resize(uint64_t begin, uint64_t end, uint64_t before, uint64_t places) {
      std::vector<char> packed(kind_ == Kind::kBytes ? places * bytes_ : 0);
      std::vector<std::string> texts(kind_ == Kind::kTexts ? places : 0);
      std::vector<Value> values(kind_ == Kind::kValues ? places : 0);
      for (uint64_t i = begin; i < end; ++i) {
        const uint64_t from = i % before, to = i % places;
        if (kind_ == Kind::kBytes) std::memcpy(packed.data() + to * bytes_, packed_.data() + from * bytes_, bytes_);
        if (kind_ == Kind::kTexts) texts[to] = std::move(texts_[from]);
        if (kind_ == Kind::kValues) values[to] = std::move(values_[from]);
      }
      packed_ = std::move(packed);
      texts_ = std::move(texts);
      values_ = std::move(values);
    }
    // An object for each from now on.
    void unpack(uint64_t begin, uint64_t end, uint64_t places) {
      std::vector<Value> values(places);
      for (uint64_t i = begin; i < end; ++i) values[i % places] = take(i % places);
      packed_ = {};
      texts_ = {};
      values_ = std::move(values);
      kind_ = Kind::kValues;
    }

   private:
    enum class Kind : uint8_t { kBytes, kTexts, kValues };
    Kind kind_ = Kind::kValues;
    DType dtype_;
    Shape shape_;
    size_t bytes_;
    std::vector<char> packed_;
    std::vector<std::string> texts_;
    std::vector<Value> values_;
  };

  void grow(uint64_t begin, uint64_t end) {
    const uint64_t places = std::min(std::max<uint64_t>(16, places_ * 2), std::max(most_, uint64_t{1}));
    for (Column& column : columns_) column.resize(begin, end, std::max<uint64_t>(places_, 1), places);
    places_ = places;
  }

  const uint64_t most_;
  uint64_t places_ = 0;
  std::vector<Column> columns_;
};

}  // namespace graphwright::data
