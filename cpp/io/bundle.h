// Tensors in files by name, as TensorFlow's checkpoints keep them: "<prefix>.index", a table that says of each where it
// lies, and "<prefix>.data-00000-of-00001" with their bytes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "io/file.h"
#include "io/tensor_slice.h"
#include "tensor/tensor.h"

namespace graphwright {

struct BundleEntry {
  DType dtype = DType::kInvalid;
  Shape shape;
  int shard = 0;
  uint64_t offset = 0, size = 0;
  uint32_t crc = 0;                 // masked
  std::vector<TensorSlice> slices;  // of a tensor that was saved in parts: those, each under a key of its own
};

// The file of one shard.
std::string shard_path(const std::string& prefix, int shard, int count);

// Until finish() returns, a reader finds what was there under this prefix before, whole.
class BundleWriter {
 public:
  explicit BundleWriter(std::string prefix);
  // Throws InvalidArgument for a key that is there already.
  void add(const std::string& key, const Tensor& tensor);
  // `tensor` is this part of a tensor of shape `whole`.
  void add_slice(const std::string& key, const Shape& whole, const TensorSlice& slice, const Tensor& tensor);
  void finish();

 private:
  BundleEntry write(const Tensor& tensor, const std::string& key);

  const std::string prefix_;
  int shards_;
  std::unique_ptr<FileWriter> data_;
  std::map<std::string, BundleEntry> entries_;
};

// Safe to use by several threads at a time.
class BundleReader {
 public:
  // Throws NotFound where there is no such checkpoint, and DataLoss for a damaged index.
  explicit BundleReader(std::string prefix);

  const std::string& prefix() const { return prefix_; }
  // Of whole tensors; keys of parts are left out.
  const std::map<std::string, BundleEntry>& entries() const { return entries_; }
  const BundleEntry* find(const std::string& key) const;
  // Throws NotFound, or DataLoss that names the file and the key.
  Tensor read(const std::string& key) const;
  Tensor read_slice(const std::string& key, const TensorSlice& slice) const;
  // True where read_into() takes it: numbers of whole bytes that were saved as one tensor.
  bool streams(const BundleEntry& entry) const;
  // Reads all of it, piece by piece, and keeps nothing: throws what read() does, so that the next read_into() will not,
  // unless the file changes.
  void check(const std::string& key) const;
  // Reads it into `target`, which has its dtype and shape, and no other owner.
  void read_into(const std::string& key, Tensor& target) const;

 private:
  friend void merge_bundles(std::span<const std::string>, const std::string&, bool);
  const FileReader& shard(int number) const;
  Tensor read_entry(const std::string& key, const BundleEntry& entry) const;
  // Throws DataLoss where the file, the shape and the dtype do not fit together.
  void check_size(const std::string& key, const BundleEntry& entry) const;
  // The bytes of a tensor to `to`, or nowhere for null; throws DataLoss where their checksum is another.
  void stream(const std::string& key, const BundleEntry& entry, char* to) const;
  const BundleEntry& required(const std::string& key) const;
  Tensor read_strings(const std::string& key, const BundleEntry& entry) const;
  Tensor read_variants(const std::string& key, const BundleEntry& entry) const;
  [[noreturn]] void fail_loss(const std::string& key, const BundleEntry& entry, const std::string& what) const;
  // The one of `stored` that `key` was saved as one part of.
  const BundleEntry& part(const std::string& key, const TensorSlice& slice) const;

  const std::string prefix_;
  int shards_ = 1;
  std::map<std::string, BundleEntry> entries_, parts_;
  mutable std::mutex mutex_;
  mutable std::map<int, std::unique_ptr<FileReader>> files_;
};

// Makes one checkpoint of several: their data files become shards of the new one and the old ones are gone. What was
// there under the new prefix is whole until the new one is. Throws InvalidArgument where two hold the same tensor,
// NotFound where one is missing unless that is allowed.
void merge_bundles(std::span<const std::string> prefixes, const std::string& merged, bool allow_missing);

}  // namespace graphwright
