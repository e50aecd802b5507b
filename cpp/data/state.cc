// Writing and reading of iterators' states.
#include "data/state.h"

#include <algorithm>

#include "data/elements.h"
#include "data/pipeline_parts.h"
#include "data/seeds.h"
#include "io/fields.h"
#include "io/snappy.h"
#include "io/tensor_message.h"
#include "io/variant_message.h"

namespace graphwright::data {
namespace {

// States hold elements, which may be large: each of so many bytes is compressed on its own.
constexpr size_t kBlock = size_t{64} << 20;

std::string compressed(std::string_view bytes) {
  std::string blocks;
  for (size_t begin = 0; begin < bytes.size(); begin += kBlock) {
    const std::string block = snappy_compress(bytes.substr(begin, kBlock));
    put_varint(blocks, block.size());
    blocks += block;
  }
  return blocks;
}

std::string decompressed(std::string_view blocks) {
  std::string bytes;
  while (!blocks.empty()) {
    uint64_t size = 0;
    if (!take_varint(blocks, size) || size > blocks.size())
      fail(Code::kDataLoss, "the state of an iterator ends within a block");
    bytes += snappy_decompress(blocks.substr(0, size));
    blocks.remove_prefix(size);
  }
  return bytes;
}

[[maybe_unused]] const bool kCodec = register_variant_codec(
    {"graphwright::CompressedIteratorState",
     [](const RefCounted& object, VariantParts& parts) {
       const auto* state = dynamic_cast<const IteratorState*>(&object);
       if (state) parts.metadata = compressed(state->bytes);
       return state != nullptr;
     },
     [](const VariantParts& parts) -> Handle { return make_ref<IteratorState>(decompressed(parts.metadata)); }});

// As states once were written.
[[maybe_unused]] const bool kOlderCodec = register_variant_codec(
    {"graphwright::IteratorState", [](const RefCounted&, VariantParts&) { return false; },
     [](const VariantParts& parts) -> Handle { return make_ref<IteratorState>(parts.metadata); }});

// What stands for the object of a variant or resource.
enum class Kind : int64_t {
  kNone,
  kPart,      // of the pipeline: its number
  kElements,  // a data set of these
  kMade,      // by a node: its number and inputs
  kSeeds,
  kMessage,  // of a variant
};

bool has_handles(const Value& tensor) {
  return tensor.dtype() == DType::kVariant || tensor.dtype() == DType::kResource;
}

}  // namespace

StatePipeline::StatePipeline(const Dataset* whole) : whole_(whole) {}
StatePipeline::~StatePipeline() = default;

PipelineParts* StatePipeline::parts() {
  if (whole_ && !parts_) parts_ = std::make_unique<PipelineParts>(*whole_);
  return parts_.get();
}

void StatePipeline::note_parts(std::span<const Ref<Dataset>> parts) {
  if (PipelineParts* known = this->parts())
    for (const Ref<Dataset>& part : parts) known->note(part.get());
}

void StateWriter::number(int64_t value) { put_varint(bytes_, static_cast<uint64_t>(value)); }

void StateWriter::text(std::string_view text) {
  number(static_cast<int64_t>(text.size()));
  bytes_ += text;
}

void StateWriter::value(const Value& tensor) {
  if (!has_handles(tensor)) return text(tensor_message(Tensor::of(tensor), true));
  text("");  // which no message is
  number(tensor.dtype() == DType::kVariant);
  number(tensor.shape().rank());
  for (int64_t size : tensor.shape().sizes()) number(size);
  for (const Handle& one : Tensor::of(tensor).flat<Handle>()) handle(one);
}

void StateWriter::handle(const Handle& handle) {
  const auto begin = [&](Kind kind) { number(static_cast<int64_t>(kind)); };
  if (!handle) return begin(Kind::kNone);
  if (const auto* elements_of = dynamic_cast<const Elements*>(handle.get())) {
    begin(Kind::kElements);
    return elements(elements_of->elements());
  }
  const PipelineParts* parts = this->parts();
  if (const int64_t part = parts ? parts->number_of(handle.get()) : -1; part >= 0) {
    begin(Kind::kPart);
    return number(part);
  }
  if (const auto* dataset = dynamic_cast<const Dataset*>(handle.get())) {
    const int64_t node = parts ? parts->number_of(dataset->recipe()) : -1;
    GW_CHECK(node >= 0, Code::kUnimplemented, "the state of an iterator holds a data set that no function of its ",
             "pipeline has made (", dataset->recipe().op ? dataset->recipe().op->name : dataset->type_name(), ")");
    begin(Kind::kMade);
    number(node);
    return element(dataset->recipe().inputs);
  }
  if (auto* seeds = dynamic_cast<SeedSource*>(handle.get())) {
    begin(Kind::kSeeds);
    number(seeds->is_new_each_time());
    return seeds->save(*this);
  }
  begin(Kind::kMessage);
  text(variant_message(handle));
}

void StateWriter::element(const Element& element) {
  number(static_cast<int64_t>(element.size()));
  for (const Value& tensor : element) value(tensor);
}

void StateWriter::error(const std::exception_ptr& error) {
  if (!error) return number(0);
  try {
    std::rethrow_exception(error);
  } catch (const Error& met) {
    if (met.code() == Code::kPythonException && !is_over(met)) return this->error(lasting(met));
    const Error& known = met;
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

Value StateReader::value() {
  const std::string message = text();
  if (!message.empty()) return read_tensor_message(message);
  const DType dtype = flag() ? DType::kVariant : DType::kResource;
  Shape shape;
  int64_t elements = 1;
  for (int64_t i = 0, rank = number_in(0, 8); i < rank; ++i) {
    // Each has a byte at least.
    const int64_t size = number_in(0, static_cast<int64_t>(rest_.size()));
    elements = std::min(elements * size, static_cast<int64_t>(rest_.size()) + 1);
    shape.insert(static_cast<int>(i), size);
  }
  if (elements > static_cast<int64_t>(rest_.size())) fail_state("too many variants");
  Tensor tensor = Tensor::allocate(dtype, shape);
  for (int64_t i = 0; i < elements; ++i) tensor.data<Handle>()[i] = handle();
  return tensor;
}

Handle StateReader::handle() {
  constexpr int kMostDepth = 256;
  struct Deeper {
    int& depth;
    ~Deeper() { --depth; }
  } deeper{++depth_};
  if (depth_ > kMostDepth) fail_state("data sets lie too deep in each other");
  const PipelineParts* parts = this->parts();
  switch (static_cast<Kind>(number_in(0, static_cast<int64_t>(Kind::kMessage)))) {
    case Kind::kNone:
      return {};
    case Kind::kPart: {
      RefCounted* part = parts ? parts->object(number()) : nullptr;
      if (!part) fail_state("it refers to a part that there is not");
      return Handle(part);
    }
    case Kind::kElements: {
      std::vector<Element> all;
      elements(all);
      return make_ref<Elements>(std::move(all));
    }
    case Kind::kMade: {
      const Node* node = parts ? parts->node(number()) : nullptr;
      if (!node) fail_state("it refers to a function's data set that there is not");
      const Element inputs = element();
      bool fits = inputs.size() == node->inputs.size();
      for (size_t i = 0; fits && i < inputs.size(); ++i)
        fits = inputs[i].dtype() == node->inputs[i]->dtype && node->inputs[i]->shape.compatible(inputs[i].shape());
      if (!fits) fail_state("a data set is made of other things");
      const Values made = call(*node->op, inputs, node->attrs);
      return *Tensor::of(made[0]).data<Handle>();
    }
    case Kind::kSeeds: {
      auto seeds = make_ref<SeedSource>(Seeds{0, 0}, flag());
      seeds->restore(*this);
      return seeds;
    }
    case Kind::kMessage:
      return read_variant_message(text());
  }
  fail_state("a variant of another kind");
}

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
