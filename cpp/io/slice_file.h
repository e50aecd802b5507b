// Checkpoints of one file, as TensorFlow wrote them before those with an index: a table of parts of tensors.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/tensor_slice.h"

namespace graphwright {

struct SavedPart {
  std::string name;
  Shape whole;
  TensorSlice slice;
  Tensor tensor;
};

// Throws Internal where parts contradict each other, Unimplemented and InvalidArgument for dtypes that cannot be in it.
void write_slice_file(const std::string& path, const std::vector<SavedPart>& parts);

// The parts in all files whose paths fit a pattern.
class SliceFiles {
 public:
  // Throws NotFound where there are none, and DataLoss for a damaged one.
  explicit SliceFiles(std::string pattern);

  struct Entry {
    DType dtype = DType::kInvalid;
    Shape shape;
    std::vector<TensorSlice> slices;
  };
  const std::map<std::string, Entry>& entries() const { return entries_; }
  // Throws NotFound.
  const Entry& required(const std::string& name) const;
  // A part of a tensor. Throws InvalidArgument where no parts in the files cover it.
  Tensor read(const std::string& name, const TensorSlice& slice) const;

 private:
  void add_meta(const std::string& path, std::string_view message);

  const std::string pattern_;
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> parts_;  // by part_key(): messages
};

// True where the paths of any files fit the pattern and the first of them is a table with such parts.
bool is_slice_file(const std::string& pattern);

}  // namespace graphwright
