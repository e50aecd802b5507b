// SavedTensorSlices: meta 1 (tensor 1: name 1, shape 2, type 3, slice 4; versions 2) under the empty key, and data 2
// (name 1, slice 2, elements 3) under the keys of the parts.
#include "io/slice_file.h"

#include <algorithm>

#include "io/fields.h"
#include "io/match_files.h"
#include "io/shape_message.h"
#include "io/table.h"
#include "io/tensor_message.h"

namespace graphwright {

void write_slice_file(const std::string& path, const std::vector<SavedPart>& parts) {
  struct Known {
    const SavedPart* first;
    std::string slices;  // their fields
  };
  std::map<std::string, Known> tensors;
  std::map<std::string, std::string> by_key;
  for (const SavedPart& part : parts) {
    const auto place = tensors.try_emplace(part.name, Known{&part, ""}).first;
    const SavedPart& first = *place->second.first;
    GW_CHECK(first.whole == part.whole, Code::kInternal, "Mismatching shapes: existing tensor = ", first.whole,
             ", trying to add name ", part.name, ", shape = ", part.whole);
    GW_CHECK(first.tensor.dtype() == part.tensor.dtype(), Code::kInternal,
             "Mismatching types: existing type = ", dtype_name(first.tensor.dtype()), ", trying to add name ",
             part.name, ", type = ", dtype_name(part.tensor.dtype()));
    const std::string slice = slice_message(part.slice);
    put_bytes_field(place->second.slices, 4, slice);
    std::string data, message;
    put_bytes_field(data, 1, part.name);
    put_bytes_field(data, 2, slice);
    put_bytes_field(data, 3, listed_elements(part.tensor));
    put_bytes_field(message, 2, data);
    const bool added = by_key.emplace(part_key(part.name, part.slice), std::move(message)).second;
    GW_CHECK(added, Code::kInternal, "Overlapping slices: the same part of tensor '", part.name, "' is given twice");
  }
  std::string meta, versions, whole;
  for (const auto& [name, known] : tensors) {
    std::string tensor;
    put_bytes_field(tensor, 1, name);
    put_bytes_field(tensor, 2, shape_message(known.first->whole));
    put_int_field(tensor, 3, static_cast<int64_t>(known.first->tensor.dtype()));
    tensor += known.slices;
    put_bytes_field(meta, 1, tensor);
  }
  put_int_field(versions, 1, 1);
  put_bytes_field(meta, 2, versions);
  put_bytes_field(whole, 1, meta);
  FileWriter file(path);
  TableWriter table(file);
  table.add("", whole);
  for (const auto& [key, message] : by_key) table.add(key, message);
  table.finish();
  file.finish();
}

SliceFiles::SliceFiles(std::string pattern) : pattern_(std::move(pattern)) {
  const std::vector<std::string> paths = matching_files(pattern_);
  GW_CHECK(!paths.empty(), Code::kNotFound,
           "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for ", pattern_);
  for (const std::string& path : paths) {
    TableEntries entries = read_table(path);
    GW_CHECK(!entries.empty() && entries[0].first.empty(), Code::kDataLoss,
             "Unsuccessful TensorSliceReader constructor: ", path, " holds no parts of tensors");
    add_meta(path, entries[0].second);
    for (size_t i = 1; i < entries.size(); ++i) parts_[std::move(entries[i].first)] = std::move(entries[i].second);
  }
}

void SliceFiles::add_meta(const std::string& path, std::string_view message) {
  auto require = [&](bool holds) {
    GW_CHECK(holds, Code::kDataLoss, path, ": what it says of its tensors is damaged");
  };
  Fields all(message);
  while (all.next()) {
    if (all.number() != 1) continue;
    Fields meta(all.bytes());
    while (meta.next()) {
      if (meta.number() != 1) continue;
      std::string name;
      Entry entry;
      Fields tensor(meta.bytes());
      while (tensor.next()) {
        switch (tensor.number()) {
          case 1:
            name = tensor.bytes();
            break;
          case 2:
            require(read_shape_message(tensor.bytes(), entry.shape));
            break;
          case 3:
            require(tensor.value() != 0 && tensor.value() < static_cast<uint64_t>(kNumDTypes));
            entry.dtype = static_cast<DType>(tensor.value());
            break;
          case 4:
            require(read_slice_message(tensor.bytes(), entry.slices.emplace_back()));
            break;
          default:
            break;
        }
      }
      require(tensor.ok() && entry.dtype != DType::kInvalid);
      const auto [place, is_new] = entries_.try_emplace(name, entry);
      if (is_new) continue;
      Entry& known = place->second;
      GW_CHECK(known.dtype == entry.dtype && known.shape == entry.shape, Code::kInvalidArgument, path, ": tensor '",
               name, "' has another shape or dtype than in another file of ", pattern_);
      known.slices.insert(known.slices.end(), entry.slices.begin(), entry.slices.end());
    }
    require(meta.ok());
  }
  require(all.ok());
}

const SliceFiles::Entry& SliceFiles::required(const std::string& name) const {
  const auto found = entries_.find(name);
  GW_CHECK(found != entries_.end(), Code::kNotFound, "Tensor name \"", name, "\" not found in checkpoint files ",
           pattern_);
  return found->second;
}

Tensor SliceFiles::read(const std::string& name, const TensorSlice& slice) const {
  const Entry& entry = required(name);
  const Shape wanted = part_shape(entry.shape, slice);
  struct Part {
    const TensorSlice* slice;
    Tensor tensor;
  };
  std::vector<Part> found;
  int64_t together = 0;  // a damaged file may claim any shape: nothing is allocated that its parts cannot fill
  for (const TensorSlice& stored : entry.slices) {
    const Shape shape = part_shape(entry.shape, stored);
    const auto part = parts_.find(part_key(name, stored));
    GW_CHECK(part != parts_.end(), Code::kDataLoss, pattern_, ": a part of '", name, "' is missing");
    std::string_view elements;
    Fields message(part->second);
    while (message.next()) {
      if (message.number() != 2) continue;
      Fields data(message.bytes());
      while (data.next())
        if (data.number() == 3) elements = data.bytes();
    }
    // The fields of a message may come in pieces.
    std::string proto;
    put_int_field(proto, 1, static_cast<int64_t>(entry.dtype));
    put_bytes_field(proto, 2, shape_message(shape));
    proto += elements;
    GW_CHECK(shape.num_elements() <= static_cast<int64_t>(elements.size()), Code::kDataLoss, pattern_, ": a part of '",
             name, "' is too short for its shape");
    found.push_back({&stored, read_tensor_message(proto)});
    together += shape.num_elements();
    if (found.size() == 1 && is_whole(stored) && is_whole(slice)) return found[0].tensor;
  }
  GW_CHECK(wanted.num_elements() <= together, Code::kInvalidArgument, "Error copying slice data");
  Tensor target = Tensor::allocate(entry.dtype, wanted);
  std::vector<bool> covered(static_cast<size_t>(target.num_elements()));
  for (const Part& part : found) copy_common(entry.shape, *part.slice, part.tensor, slice, target, &covered);
  GW_CHECK(std::find(covered.begin(), covered.end(), false) == covered.end(), Code::kInvalidArgument,
           "Error copying slice data");
  return target;
}

bool is_slice_file(const std::string& pattern) {
  const std::vector<std::string> paths = matching_files(pattern);
  if (paths.empty()) return false;
  try {
    const TableEntries entries = read_table(paths[0]);
    return !entries.empty() && entries[0].first.empty();
  } catch (const Error&) {
    return false;
  }
}

}  // namespace graphwright
