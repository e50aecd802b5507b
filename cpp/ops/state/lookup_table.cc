// Tables from keys to values: an open-addressing index of the keys, and the
// values in rows.
#include "ops/state/lookup_table.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "base/hash.h"
#include "op/context.h"
#include "ops/array_args.h"

namespace graphwright {
namespace {

// Reads keys of integer dtypes as numbers.
struct IntKeys {
  using Stored = int64_t;
  using Seen = int64_t;
  explicit IntKeys(const Tensor& tensor, int64_t) : keys(tensor) {}
  Seen operator[](int64_t i) const {
    if (keys.dtype() == DType::kInt64) return keys.data<int64_t>()[i];
    return keys.int_at(i);
  }
  static uint64_t hash(Seen key) { return hash_mix(0, static_cast<uint64_t>(key)); }
  static void write(Tensor& to, int64_t i, Seen key) {
    visit_integer(to.dtype(), [&]<class T>() { to.data<T>()[i] = static_cast<T>(key); });
  }
  const Tensor& keys;
};

// Reads single strings.
struct StringKeys {
  using Stored = std::string;
  using Seen = std::string_view;
  explicit StringKeys(const Tensor& tensor, int64_t) : keys(tensor.data<std::string>()) {}
  Seen operator[](int64_t i) const { return keys[i]; }
  static uint64_t hash(Seen key) { return hash_bytes(key); }
  static void write(Tensor& to, int64_t i, Seen key) { to.data<std::string>()[i] = key; }
  const std::string* keys;
};

// Reads keys that are tensors, or of other dtypes, as strings of bytes.
struct ByteKeys {
  using Stored = std::string;
  using Seen = std::string_view;
  ByteKeys(const Tensor& tensor, int64_t n) : keys(tensor), elements(n > 0 ? tensor.num_elements() / n : 0) {}
  Seen operator[](int64_t i) const {
    if (is_plain(keys.dtype())) {
      const size_t bytes = elements * dtype_size(keys.dtype());
      return {static_cast<const char*>(keys.raw()) + i * bytes, bytes};
    }
    buffer.clear();
    for (int64_t k = 0; k < elements; ++k) {
      const std::string& text = keys.data<std::string>()[i * elements + k];
      const uint64_t size = text.size();
      buffer.append(reinterpret_cast<const char*>(&size), sizeof size);
      buffer += text;
    }
    return buffer;
  }
  static uint64_t hash(Seen key) { return hash_bytes(key); }
  static void write(Tensor& to, int64_t i, Seen key) {
    if (is_plain(to.dtype())) {
      std::copy(key.begin(), key.end(), static_cast<char*>(to.raw()) + i * key.size());
      return;
    }
    const int64_t rows = to.shape()[0], n = rows > 0 ? to.num_elements() / rows : 0;
    for (int64_t k = 0; k < n; ++k) {
      uint64_t size;
      std::memcpy(&size, key.data(), sizeof size);
      to.data<std::string>()[i * n + k] = key.substr(sizeof size, size);
      key.remove_prefix(sizeof size + size);
    }
  }
  const Tensor& keys;
  const int64_t elements;
  mutable std::string buffer;
};

// Keys in rows, and slots that lead to them: each key lies at its hash or,
// where that is taken, in the slots after it.
template <class Reader>
class IndexedKeys final : public KeyRows {
 public:
  IndexedKeys() : slots_(8, kFree) {}

  int64_t size() const override { return static_cast<int64_t>(keys_.size()); }
  void find(const Tensor& keys, int64_t n, int64_t* rows) const override {
    Reader reader(keys, n);
    for (int64_t i = 0; i < n; ++i) rows[i] = slots_[slot_of(reader[i])];
  }
  int64_t add(const Tensor& keys, int64_t n, int64_t i) override {
    Reader reader(keys, n);
    const typename Reader::Seen key = reader[i];
    size_t slot = slot_of(key);
    if (slots_[slot] != kFree) return slots_[slot];
    if ((keys_.size() + 1) * 3 > slots_.size() * 2) {
      grow();
      slot = slot_of(key);
    }
    keys_.emplace_back(key);
    return slots_[slot] = size() - 1;
  }
  int64_t remove(const Tensor& keys, int64_t n, int64_t i) override {
    Reader reader(keys, n);
    size_t hole = slot_of(reader[i]);
    const int64_t row = slots_[hole];
    if (row == kFree) return row;
    const size_t last = slot_of(keys_.back());
    slots_[last] = row;
    // What lies behind the hole comes nearer to its own place, so that a search
    // never ends too early.
    for (size_t next = after(hole); slots_[next] != kFree; next = after(next)) {
      // The slot of the last key still names the removed row, so it is read
      // from the key itself.
      const typename Reader::Stored& key = next == last ? keys_.back() : keys_[slots_[next]];
      const size_t home = Reader::hash(key) & mask();
      if (((next - home) & mask()) < ((next - hole) & mask())) continue;
      slots_[hole] = slots_[next];
      hole = next;
    }
    slots_[hole] = kFree;
    if (row != size() - 1) keys_[row] = std::move(keys_.back());
    keys_.pop_back();
    return row;
  }
  void clear() override {
    keys_.clear();
    std::fill(slots_.begin(), slots_.end(), kFree);
  }
  void write(Tensor& keys) const override {
    for (int64_t i = 0; i < size(); ++i) Reader::write(keys, i, keys_[i]);
  }

 private:
  static constexpr int64_t kFree = -1;

  size_t mask() const { return slots_.size() - 1; }
  size_t after(size_t slot) const { return (slot + 1) & mask(); }
  // Where the key is, or would come.
  size_t slot_of(typename Reader::Seen key) const {
    size_t slot = Reader::hash(key) & mask();
    while (slots_[slot] != kFree && keys_[slots_[slot]] != key) slot = after(slot);
    return slot;
  }
  void grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (int64_t row = 0; row < size(); ++row) {
      size_t slot = Reader::hash(keys_[row]) & mask();
      while (slots_[slot] != kFree) slot = after(slot);
      slots_[slot] = row;
    }
  }

  std::vector<typename Reader::Stored> keys_;
  std::vector<int64_t> slots_;  // a power of two of them
};

std::unique_ptr<KeyRows> make_keys(DType dtype, const Shape& shape) {
  if (shape.is_scalar() && dtype == DType::kString) return std::make_unique<IndexedKeys<StringKeys>>();
  if (shape.is_scalar() && is_integer(dtype)) return std::make_unique<IndexedKeys<IntKeys>>();
  return std::make_unique<IndexedKeys<ByteKeys>>();
}

// One element or row in words.
std::string text_of(const Tensor& tensor, int64_t row, int64_t elements) {
  std::vector<std::string> words;
  for (int64_t i = row * elements; i < (row + 1) * elements; ++i) {
    if (tensor.dtype() == DType::kString) {
      words.push_back(tensor.data<std::string>()[i]);
    } else if (tensor.dtype() == DType::kBool) {
      words.push_back(tensor.data<bool>()[i] ? "1" : "0");
    } else if (is_integer(tensor.dtype())) {
      words.push_back(str_cat(tensor.int_at(i)));
    } else if (is_floating(tensor.dtype())) {
      words.push_back(str_cat(tensor.double_at(i)));
    } else {
      words.push_back("?");
    }
  }
  return words.size() == 1 ? words[0] : "[" + str_join(words, ",") + "]";
}

bool same_elements(DType dtype, const void* a, const void* b, int64_t n) {
  if (is_plain(dtype)) return std::memcmp(a, b, n * dtype_size(dtype)) == 0;
  if (dtype == DType::kString)
    return std::equal(static_cast<const std::string*>(a), static_cast<const std::string*>(a) + n,
                      static_cast<const std::string*>(b));
  return std::equal(static_cast<const Handle*>(a), static_cast<const Handle*>(a) + n, static_cast<const Handle*>(b));
}

}  // namespace

LookupTable::LookupTable(Kind kind, DType key_dtype, DType value_dtype, Shape key_shape, Shape value_shape)
    : kind_(kind),
      key_dtype_(key_dtype),
      value_dtype_(value_dtype),
      key_shape_(std::move(key_shape)),
      value_shape_(std::move(value_shape)),
      row_elements_(value_shape_.num_elements()),
      row_bytes_(checked_multiply(row_elements_, static_cast<int64_t>(dtype_size(value_dtype)))) {
  GW_CHECK(key_dtype == DType::kString || is_integer(key_dtype), Code::kNotFound,
           "No table was registered with these attrs: [key_dtype=", key_dtype, ", value_dtype=", value_dtype, "]");
  keys_ = make_keys(key_dtype_, key_shape_);
}

LookupTable& LookupTable::of(const Value& handle) {
  RefCounted* object = nullptr;
  if (handle.is_tensor() && handle.dtype() == DType::kResource && Tensor::of(handle).num_elements() == 1)
    object = Tensor::of(handle).data<Handle>()->get();
  auto* table = dynamic_cast<LookupTable*>(object);
  GW_CHECK_ARG(table,
               "Trying to access a handle's resource using the wrong "
               "type: it is no lookup table");
  return *table;
}

void LookupTable::forbid(Tensor empty_key, Tensor deleted_key) {
  forbidden_[0] = std::move(empty_key);
  forbidden_[1] = std::move(deleted_key);
}

int64_t LookupTable::size() const {
  std::shared_lock lock(mutex_);
  return keys_->size();
}

// How many keys the tensor holds; throws InvalidArgument where its shape does
// not end with that of a key.
int64_t LookupTable::count(const Tensor& keys) const {
  const Shape& shape = keys.shape();
  const int outer = shape.rank() - key_shape_.rank();
  GW_CHECK_ARG(outer >= 0 && shape.slice(outer, shape.rank()) == key_shape_, "Input key shape ", shape,
               " must end with the table's key shape ", key_shape_);
  return product(shape, 0, outer);
}

void LookupTable::check(const Tensor& keys, const Tensor& values) const {
  GW_CHECK_ARG(keys.dtype() == key_dtype_, "Key must be type ", key_dtype_, " but got ", keys.dtype());
  GW_CHECK_ARG(values.dtype() == value_dtype_, "Value must be type ", value_dtype_, " but got ", values.dtype());
  count(keys);
  Shape expected = keys.shape().slice(0, keys.shape().rank() - key_shape_.rank()).concat(value_shape_);
  GW_CHECK_ARG(values.shape() == expected, "Expected shape ", expected, " for value, got ", values.shape());
}

void LookupTable::check_allowed(const Tensor& keys, int64_t n) const {
  if (kind_ != Kind::kDense || n == 0) return;
  const int64_t elements = keys.num_elements() / n;
  for (int which = 0; which < 2; ++which) {
    const Tensor& forbidden = forbidden_[which];
    for (int64_t i = 0; i < n; ++i) {
      const char* key = static_cast<const char*>(keys.raw()) + i * elements * dtype_size(key_dtype_);
      GW_CHECK_ARG(!same_elements(key_dtype_, key, forbidden.raw(), elements), "Using the ",
                   which == 0 ? "empty_key" : "deleted_key", " as a table key is not allowed");
    }
  }
}

Tensor LookupTable::find(const Tensor& keys, const Tensor& default_value) const {
  const int64_t n = count(keys);
  check_allowed(keys, n);
  const Shape found = keys.shape().slice(0, keys.shape().rank() - key_shape_.rank()).concat(value_shape_);
  const bool one_default = default_value.shape() == value_shape_;
  GW_CHECK_ARG(one_default || default_value.shape() == found, "Expected shape ", value_shape_, " or ", found,
               " for default value, got ", default_value.shape());
  Tensor out = Tensor::allocate(value_dtype_, found);
  std::vector<int64_t> rows(n);
  std::shared_lock lock(mutex_);
  GW_CHECK(kind_ != Kind::kStatic || initialized_, Code::kFailedPrecondition, "Table not initialized.");
  keys_->find(keys, n, rows.data());
  char* to = static_cast<char*>(out.raw());
  const char* missing = static_cast<const char*>(default_value.raw());
  for (int64_t i = 0; i < n; ++i) {
    const char* from = rows[i] >= 0 ? value_at(rows[i]) : missing + (one_default ? 0 : i * row_bytes_);
    copy_elements(value_dtype_, to + i * row_bytes_, from, row_elements_);
  }
  return out;
}

void LookupTable::reserve(int64_t rows) {
  const int64_t kept = values_ ? values_.shape()[0] : 0;
  if (rows <= kept) return;
  Tensor more = Tensor::allocate(value_dtype_, Shape{std::max<int64_t>({rows, 2 * kept, 8}), row_elements_});
  if (kept) copy_elements(value_dtype_, more.raw(), values_.raw(), kept * row_elements_);
  values_ = std::move(more);
}

void LookupTable::store(const Tensor& keys, const Tensor& values, int64_t n, bool once) {
  const char* from = static_cast<const char*>(values.raw());
  for (int64_t i = 0; i < n; ++i, from += row_bytes_) {
    const int64_t before = keys_->size();
    reserve(before + 1);
    const int64_t row = keys_->add(keys, n, i);
    if (once && row < before) {
      if (same_elements(value_dtype_, value_at(row), from, row_elements_)) continue;
      std::string held = text_of(values_, row, row_elements_);
      keys_->clear();  // it stays without content
      fail(Code::kFailedPrecondition, "HashTable has different value for same key. Key ",
           text_of(keys, i, keys.num_elements() / n), " has ", held, " and trying to add value ",
           text_of(values, i, row_elements_));
    }
    copy_elements(value_dtype_, value_at(row), from, row_elements_);
  }
}

void LookupTable::insert(const Tensor& keys, const Tensor& values) {
  GW_CHECK(kind_ != Kind::kStatic, Code::kUnimplemented,
           "Insert not supported by InitializableLookupTable implementations");
  check(keys, values);
  const int64_t n = count(keys);
  check_allowed(keys, n);
  std::unique_lock lock(mutex_);
  store(keys, values, n, false);
}

void LookupTable::remove(const Tensor& keys) {
  GW_CHECK(kind_ != Kind::kStatic, Code::kUnimplemented,
           "Remove not supported by InitializableLookupTable implementations");
  const int64_t n = count(keys);
  check_allowed(keys, n);
  std::unique_lock lock(mutex_);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t row = keys_->remove(keys, n, i), last = keys_->size();
    if (row < 0) continue;
    if (row != last) copy_elements(value_dtype_, value_at(row), value_at(last), row_elements_);
    if (value_dtype_ == DType::kString) std::fill_n(reinterpret_cast<std::string*>(value_at(last)), row_elements_, "");
    if (value_dtype_ == DType::kVariant)
      std::fill_n(reinterpret_cast<Handle*>(value_at(last)), row_elements_, Handle());
  }
}

void LookupTable::replace(const Tensor& keys, const Tensor& values) {
  check(keys, values);
  const int64_t n = count(keys);
  check_allowed(keys, n);
  std::unique_lock lock(mutex_);
  if (kind_ == Kind::kStatic) {
    if (initialized_) return;
    GW_CHECK_ARG(n > 0, "keys and values cannot be empty tensors.");
    store(keys, values, n, true);
    initialized_ = true;
    return;
  }
  keys_->clear();
  values_ = Tensor();
  store(keys, values, n, false);
}

void LookupTable::read(Tensor& keys, Tensor& values) const {
  std::shared_lock lock(mutex_);
  GW_CHECK(kind_ != Kind::kStatic || initialized_, Code::kAborted, "HashTable is not initialized.");
  const int64_t n = keys_->size();
  keys = Tensor::allocate(key_dtype_, Shape{n}.concat(key_shape_));
  values = Tensor::allocate(value_dtype_, Shape{n}.concat(value_shape_));
  keys_->write(keys);
  if (n) copy_elements(value_dtype_, values.raw(), values_.raw(), n * row_elements_);
}

}  // namespace graphwright
