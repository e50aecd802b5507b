// Writing and reading of iterators' states.
#include "data/state.h"

#include "io/fields.h"
#include "io/tensor_message.h"
#include "io/variant_message.h"

namespace graphwright::data {
namespace {

[[maybe_unused]] const bool kCodec = register_variant_codec(
    {"graphwright::IteratorState",
     [](const RefCounted& object, VariantParts& parts) {
       const auto* state = dynamic_cast<const IteratorState*>(&object);
       if (state) parts.metadata = state->bytes;
       return state != nullptr;
     },
     [](const VariantParts& parts) -> Handle { return make_ref<IteratorState>(parts.metadata); }});

}  // namespace

void StateWriter::number(int64_t value) { put_varint(bytes_, static_cast<uint64_t>(value)); }

void StateWriter::text(std::string_view text) {
  number(static_cast<int64_t>(text.size()));
  bytes_ += text;
}

void StateWriter::value(const Value& tensor) { text(tensor_message(Tensor::of(tensor), true)); }

void StateWriter::element(const Element& element) {
  number(static_cast<int64_t>(element.size()));
  for (const Value& tensor : element) value(tensor);
}

void StateWriter::error(const std::exception_ptr& error) {
  if (!error) return number(0);
  try {
    std::rethrow_exception(error);
  } catch (const Error& known) {
    number(static_cast<int64_t>(known.code() == Code::kPythonException ? Code::kUnknown : known.code()));
    text(known.message());
    text(known.op());
  } catch (const std::exception& other) {
    number(static_cast<int64_t>(Code::kUnknown));
    text(other.what());
    text("");
  }
}

void StateReader::fail_state(std::string_view met) const {
  fail(Code::kNotFound, "Failed to restore dataset iterator from checkpoint: ", met,
       ". Make sure the dataset definition has not changed between the process that saved the checkpoint and the "
       "process that is restoring it.");
}

int64_t StateReader::number() {
  uint64_t value = 0;
  if (!take_varint(rest_, value)) fail_state("a number was expected");
  return static_cast<int64_t>(value);
}

size_t StateReader::count() { return static_cast<size_t>(number_in(0, static_cast<int64_t>(rest_.size()))); }

int64_t StateReader::number_in(int64_t least, int64_t most) {
  const int64_t value = number();
  if (value < least || value > most) fail_state(str_cat("a number from ", least, " to ", most, " was expected"));
  return value;
}

std::string StateReader::text() {
  const size_t size = count();
  if (size > rest_.size()) fail_state("a text was expected");
  std::string text(rest_.substr(0, size));
  rest_.remove_prefix(size);
  return text;
}

Value StateReader::value() { return read_tensor_message(text()); }

Element StateReader::element() {
  Element element;
  for (size_t i = count(); i > 0; --i) element.push_back(value());
  return element;
}

std::exception_ptr StateReader::error() {
  const int64_t code = number();
  if (code == 0) return {};
  std::string message = text();
  return std::make_exception_ptr(Error(static_cast<Code>(code), std::move(message), text()));
}

void StateReader::expect(std::string_view wanted) {
  if (text() != wanted) fail_state(str_cat("the state of a ", wanted, " was expected"));
}

void StateReader::expect_end() {
  if (!rest_.empty()) fail_state("the state goes on");
}

}  // namespace graphwright::data
