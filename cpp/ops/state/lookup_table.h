// LookupTable: the object behind the handles of tf.lookup's tables.
#pragma once

#include <memory>
#include <shared_mutex>

#include "tensor/resource.h"
#include "tensor/tensor.h"

namespace graphwright {

// The keys of a table, numbered by rows in the order in which they came.
class KeyRows {
 public:
  virtual ~KeyRows() = default;
  virtual int64_t size() const = 0;
  // rows[i]: the row of key i of the `n` keys in `keys`, -1 where there is
  // none.
  virtual void find(const Tensor& keys, int64_t n, int64_t* rows) const = 0;
  // The same for one key; adds it as the last row where there is none.
  virtual int64_t add(const Tensor& keys, int64_t n, int64_t i) = 0;
  // Takes a key away and gives its row, which the last row's key takes over; -1
  // where there is none.
  virtual int64_t remove(const Tensor& keys, int64_t n, int64_t i) = 0;
  virtual void clear() = 0;
  virtual void write(Tensor& keys) const = 0;
};

// A map from keys to values, any number of threads at a time. Keys and values
// may have a shape of their own; values are kept as they come.
class LookupTable final : public Resource {
 public:
  // The changes that a table takes: all of its content once, changes at any time, or these
  // with two keys that are not allowed.
  enum class Kind { kStatic, kMutable, kDense };

  // Throws InvalidArgument for dtypes of keys that no table has.
  LookupTable(Kind kind, DType key_dtype, DType value_dtype, Shape key_shape, Shape value_shape);

  // The table behind a handle; throws InvalidArgument for any other tensor.
  static LookupTable& of(const Value& handle);

  // The two keys of a dense table that stand for places without an entry, as in
  // TensorFlow: nobody may use them.
  void forbid(Tensor empty_key, Tensor deleted_key);

  Kind kind() const { return kind_; }
  DType key_dtype() const { return key_dtype_; }
  DType value_dtype() const override { return value_dtype_; }
  // Unknown where keys are more than scalars: the shape of what is found is
  // then not that of the keys and a value's.
  Shape value_shape() const override { return key_shape_.is_scalar() ? value_shape_ : Shape::unknown(); }

  int64_t size() const;
  // The values of all keys; those without one get the default, a value or as
  // many as there are keys.
  Tensor find(const Tensor& keys, const Tensor& default_value) const;
  void insert(const Tensor& keys, const Tensor& values);
  void remove(const Tensor& keys);
  // Makes these all that the table holds. A static table takes them once, and
  // ignores what comes after.
  void replace(const Tensor& keys, const Tensor& values);
  // All keys and values; throws Aborted for a static table that has not got any
  // yet.
  void read(Tensor& keys, Tensor& values) const;

 private:
  int64_t count(const Tensor& keys) const;
  void check(const Tensor& keys, const Tensor& values) const;
  void check_allowed(const Tensor& keys, int64_t n) const;
  void store(const Tensor& keys, const Tensor& values, int64_t n, bool once);
  void reserve(int64_t rows);
  char* value_at(int64_t row) const { return static_cast<char*>(values_.raw()) + row * row_bytes_; }

  const Kind kind_;
  const DType key_dtype_, value_dtype_;
  const Shape key_shape_, value_shape_;
  const int64_t row_elements_, row_bytes_;
  Tensor forbidden_[2];  // of a dense table
  mutable std::shared_mutex mutex_;
  std::unique_ptr<KeyRows> keys_;
  Tensor values_;  // rows that are kept for more than there are now
  bool initialized_ = false;
};

}  // namespace graphwright
