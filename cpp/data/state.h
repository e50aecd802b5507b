// The state of iterators as bytes: numbers, texts and elements one after the other, in which each iterator says what it
// is, so that the state of one pipeline is not taken for that of another.
#pragma once

#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tensor/value.h"
#include "tensor/variant.h"

namespace graphwright::data {

using Element = Values;

class Dataset;
class PipelineParts;

// The pipeline whose state is written or read, if one is known: elements may be, and have, data sets that functions of
// it have made.
class StatePipeline {
 public:
  explicit StatePipeline(const Dataset* whole);
  ~StatePipeline();
  // Data sets that elements may be, which no function has made: writer and reader are told of them at the same place.
  void note_parts(std::span<const Ref<Dataset>> parts);

 protected:
  PipelineParts* parts();  // null where no pipeline is known

 private:
  const Dataset* const whole_;
  std::unique_ptr<PipelineParts> parts_;
};

class StateWriter : public StatePipeline {
 public:
  explicit StateWriter(const Dataset* whole = nullptr) : StatePipeline(whole) {}
  void number(int64_t value);
  void text(std::string_view text);
  void value(const Value& tensor);
  void element(const Element& element);
  void error(const std::exception_ptr& error);  // null for none
  template <class Elements>
  void elements(const Elements& elements) {
    number(static_cast<int64_t>(elements.size()));
    for (const Element& one : elements) element(one);
  }
  std::string take() { return std::move(bytes_); }

 private:
  void handle(const Ref<RefCounted>& handle);
  std::string bytes_;
};

// Throws NotFound where the bytes are the state of something else.
class StateReader : public StatePipeline {
 public:
  explicit StateReader(std::string_view bytes, const Dataset* whole = nullptr) : StatePipeline(whole), rest_(bytes) {}
  int64_t number();
  // A number of things that follow, each with a byte at least.
  size_t count();
  // One of [least, most].
  int64_t number_in(int64_t least, int64_t most);
  bool flag() { return number_in(0, 1) != 0; }
  std::string text();
  Value value();
  Element element();
  std::exception_ptr error();
  template <class Elements>
  void elements(Elements& elements) {
    elements.clear();
    for (size_t i = count(); i > 0; --i) elements.push_back(element());
  }
  // The text that a StateWriter was given at this place.
  void expect(std::string_view text);
  void expect_end();

 private:
  [[noreturn]] void fail_state(std::string_view met) const;
  Ref<RefCounted> handle();
  std::string_view rest_;
  int depth_ = 0;  // of data sets in data sets
};

// The result of SerializeIterator.
class IteratorState final : public VariantObject {
 public:
  explicit IteratorState(std::string bytes) : bytes(std::move(bytes)) {}
  const char* type_name() const override { return "IteratorState"; }
  const std::string bytes;
};

}  // namespace graphwright::data
