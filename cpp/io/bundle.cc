// Writing, reading and merging of checkpoints' files.
#include "io/bundle.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <limits>
#include <utility>

#include "io/crc32c.h"
#include "io/fields.h"
#include "io/shape_message.h"
#include "io/table.h"
#include "io/variant_message.h"

namespace graphwright {
namespace {

constexpr int kMostShards = 100000;  // names have five digits
// What is summed and written, or read and summed, while it lies in a cache.
constexpr size_t kPiece = size_t{1} << 20;

std::string index_path(const std::string& prefix) { return prefix + ".index"; }

// ---- the messages of the index ----

std::string header_message(int shards) {
  std::string message, version;
  put_int_field(message, 1, shards);
  put_int_field(version, 1, 1);  // what writes; field 2, the byte order, is 0 for little endian
  put_bytes_field(message, 3, version);
  return message;
}

// The number of shards; 0 for what is no header of ours.
int read_header(std::string_view bytes) {
  Fields fields(bytes);
  uint64_t shards = 0, big_endian = 0, needs = 0;
  while (fields.next()) {
    if (fields.number() == 1) shards = fields.value();
    if (fields.number() == 2) big_endian = fields.value();
    if (fields.number() == 3) {
      for (Fields version(fields.bytes()); version.next();)
        if (version.number() == 2) needs = version.value();
    }
  }
  const bool fine = fields.ok() && big_endian == 0 && needs <= 1 && shards <= kMostShards;
  return fine ? static_cast<int>(shards) : 0;
}

std::string entry_message(const BundleEntry& entry) {
  std::string message;
  put_int_field(message, 1, static_cast<int64_t>(entry.dtype));
  put_bytes_field(message, 2, shape_message(entry.shape));
  put_int_field(message, 3, entry.shard);
  put_int_field(message, 4, static_cast<int64_t>(entry.offset));
  put_int_field(message, 5, static_cast<int64_t>(entry.size));
  if (entry.crc != 0) {
    wire::fixed(6, entry.crc, message);
  }
  for (const TensorSlice& slice : entry.slices) put_bytes_field(message, 7, slice_message(slice));
  return message;
}

bool read_entry_message(std::string_view bytes, BundleEntry& entry) {
  Fields fields(bytes);
  while (fields.next()) {
    switch (fields.number()) {
      case 1:
        if (fields.value() == 0 || fields.value() >= static_cast<uint64_t>(kNumDTypes)) return false;
        entry.dtype = static_cast<DType>(fields.value());
        break;
      case 2:
        if (!read_shape_message(fields.bytes(), entry.shape)) return false;
        break;
      case 3:
        if (fields.value() >= static_cast<uint64_t>(kMostShards)) return false;
        entry.shard = static_cast<int>(fields.value());
        break;
      case 4:
        entry.offset = fields.value();
        break;
      case 5:
        entry.size = fields.value();
        break;
      case 6:
        entry.crc = static_cast<uint32_t>(fields.value());
        break;
      case 7:
        if (!read_slice_message(fields.bytes(), entry.slices.emplace_back())) return false;
        break;
      default:
        break;
    }
  }
  return fields.ok() && entry.dtype != DType::kInvalid;
}

// Numbers of less than a byte lie in a byte each, whose upper bits mean nothing.
void extend_small(Tensor& tensor) {
  const DType dtype = tensor.dtype();
  const bool is_signed = dtype == DType::kInt4 || dtype == DType::kInt2;
  const int bits = dtype == DType::kInt4 || dtype == DType::kUint4 ? 4 : 2;
  auto* bytes = static_cast<uint8_t*>(tensor.raw());
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    const auto up = static_cast<uint8_t>(bytes[i] << (8 - bits));
    bytes[i] = is_signed ? static_cast<uint8_t>(static_cast<int8_t>(up) >> (8 - bits)) : up >> (8 - bits);
  }
}

}  // namespace

std::string shard_path(const std::string& prefix, int shard, int count) {
  char ending[64];
  std::snprintf(ending, sizeof(ending), ".data-%05d-of-%05d", shard, count);
  return prefix + ending;
}

// ---- writing ----

namespace {

// How many shards the name of a data file says that there are, 0 for any other file's name. `base`: the last part of
// the prefix.
int shards_in_name(std::string_view name, const std::string& base) {
  constexpr std::string_view kMiddle = ".data-", kOf = "-of-";
  constexpr size_t kDigits = 5;
  if (!name.starts_with(base)) return 0;
  name.remove_prefix(base.size());
  if (name.size() != kMiddle.size() + kOf.size() + 2 * kDigits || !name.starts_with(kMiddle)) return 0;
  name.remove_prefix(kMiddle.size() + kDigits);
  if (!name.starts_with(kOf)) return 0;
  int count = 0;
  const auto [end, error] = std::from_chars(name.data() + kOf.size(), name.data() + name.size(), count);
  return error == std::errc() && end == name.data() + name.size() ? count : 0;
}

// The data files under a prefix, with the numbers of shards in their names.
std::vector<std::pair<std::string, int>> data_files(const std::string& prefix) {
  const std::string folder = folder_of(prefix), base = prefix.substr(prefix.rfind('/') + 1);
  std::vector<std::pair<std::string, int>> found;
  for (const std::string& name : names_in_folder(folder))
    if (const int count = shards_in_name(name, base)) found.emplace_back(folder + "/" + name, count);
  return found;
}

// A data file that is there, whose owner and rights those that take its place are to have; "" where there is none.
std::string present_data_file(const std::string& prefix) {
  std::vector<std::pair<std::string, int>> found = data_files(prefix);
  return found.empty() ? "" : std::min_element(found.begin(), found.end())->first;
}

// A number of shards, at least `least`, that no data file under the prefix has in its name. An index that is there goes
// on to be true until the new one takes its name: the new data files must have other names until then.
int unused_count(const std::string& prefix, int least) {
  std::vector<int> used;
  for (const auto& [path, count] : data_files(prefix)) used.push_back(count);
  while (std::find(used.begin(), used.end(), least) != used.end()) ++least;
  GW_CHECK(least < kMostShards, Code::kResourceExhausted, "too many shards under ", prefix);
  return least;
}

}  // namespace

BundleWriter::BundleWriter(std::string prefix) : prefix_(std::move(prefix)) {
  make_folders(folder_of(prefix_));
  shards_ = unused_count(prefix_, 1);
  data_ = std::make_unique<FileWriter>(shard_path(prefix_, 0, shards_), FileWriter::Mode::kWhole,
                                       present_data_file(prefix_));
}

BundleEntry BundleWriter::write(const Tensor& tensor, const std::string& key) {
  BundleEntry entry;
  entry.dtype = tensor.dtype();
  entry.shape = tensor.shape();
  entry.offset = data_->position();
  if (is_plain(entry.dtype)) {
    const char* bytes = static_cast<const char*>(tensor.raw());
    entry.size = tensor.bytes();
    uint32_t crc = 0;
    for (uint64_t at = 0; at < entry.size; at += kPiece) {
      const size_t size = std::min<uint64_t>(kPiece, entry.size - at);
      crc = crc32c(crc, bytes + at, size);
      data_->append(bytes + at, size);
    }
    entry.crc = mask_crc(crc);
    return entry;
  }
  uint32_t crc = 0;
  if (entry.dtype == DType::kVariant) {
    // Each is followed by the sum of all so far; lengths are summed with 8 bytes.
    for (const Handle& object : tensor.flat<Handle>()) {
      const std::string message = variant_message(object);
      std::string bytes;
      put_varint(bytes, message.size());
      const uint64_t size = message.size();
      crc = crc32c(crc32c(crc, &size, 8), message.data(), message.size());
      const uint32_t so_far = mask_crc(crc);
      crc = crc32c(crc, &so_far, 4);
      bytes += message;
      put_fixed(bytes, so_far);
      data_->append(bytes);
    }
    entry.size = data_->position() - entry.offset;
    entry.crc = mask_crc(crc);
    return entry;
  }
  GW_CHECK(entry.dtype == DType::kString, Code::kUnimplemented, "Saving '", key, "': tensors of dtype ",
           dtype_name(entry.dtype), " cannot be in a checkpoint");
  std::string lengths;
  for (const std::string& text : tensor.flat<std::string>()) {
    put_varint(lengths, text.size());
    const uint64_t size = text.size();  // what is summed has a fixed size, what is written has not
    crc = crc32c(crc, &size, size <= std::numeric_limits<uint32_t>::max() ? 4 : 8);
  }
  const uint32_t of_lengths = mask_crc(crc);
  put_fixed(lengths, of_lengths);
  crc = crc32c(crc, &of_lengths, 4);
  data_->append(lengths);
  for (const std::string& text : tensor.flat<std::string>()) {
    crc = crc32c(crc, text.data(), text.size());
    data_->append(text);
  }
  entry.size = data_->position() - entry.offset;
  entry.crc = mask_crc(crc);
  return entry;
}

void BundleWriter::add(const std::string& key, const Tensor& tensor) {
  GW_CHECK_ARG(!key.empty() && entries_.count(key) == 0, "Adding duplicate key: ", key);
  entries_[key] = write(tensor, key);
}

void BundleWriter::add_slice(const std::string& key, const Shape& whole, const TensorSlice& slice,
                             const Tensor& tensor) {
  GW_CHECK_ARG(!key.empty(), "Adding duplicate key: ", key);
  BundleEntry& all = entries_[key];
  if (all.dtype == DType::kInvalid) {
    all.dtype = tensor.dtype();
    all.shape = whole;
  }
  GW_CHECK_ARG(!all.slices.empty() || all.size == 0, "Adding duplicate key: ", key);
  GW_CHECK_ARG(all.dtype == tensor.dtype() && all.shape == whole, "Slices of '", key, "' have different ",
               all.dtype == tensor.dtype() ? "shapes" : "dtypes");
  const std::string name = part_key(key, slice);
  GW_CHECK_ARG(entries_.count(name) == 0, "Adding duplicate key: ", key);
  all.slices.push_back(slice);
  entries_[name] = write(tensor, key);
}

namespace {

void write_index_of(const std::string& prefix, int shards, const std::map<std::string, BundleEntry>& entries) {
  FileWriter file(index_path(prefix));
  TableWriter table(file);
  table.add("", header_message(shards));
  for (const auto& [key, entry] : entries) table.add(key, entry_message(entry));
  table.finish();
  file.finish();
}

void remove_others(const std::string& prefix, int shards) {
  for (const auto& [path, count] : data_files(prefix))
    if (count != shards) remove_file(path);
}

// The index is what makes a checkpoint: once it has its name, data files of others under the prefix are rubbish.
// `files`: how many data files there are, `shards`: how many their names say. Where these differ, because a checkpoint
// was there before, the files get second names that tell the truth, then an index that knows these, and lose their
// first ones: there is an index, and it names whole files, whenever the process ends.
void write_index(const std::string& prefix, int files, int shards, const std::map<std::string, BundleEntry>& entries) {
  write_index_of(prefix, shards, entries);
  if (files == shards) return remove_others(prefix, shards);
  for (const auto& [path, count] : data_files(prefix))
    if (count != shards && count != files) remove_file(path);
  try {
    for (int shard = 0; shard < files; ++shard)
      if (const std::string path = shard_path(prefix, shard, shards); file_exists(path))
        name_too(path, shard_path(prefix, shard, files));
    write_index_of(prefix, files, entries);
  } catch (const Error&) {
    return;  // the checkpoint is there, if under longer names
  }
  remove_others(prefix, files);
}

}  // namespace

void BundleWriter::finish() {
  data_->finish();
  write_index(prefix_, 1, shards_, entries_);
}

// ---- reading ----

BundleReader::BundleReader(std::string prefix) : prefix_(std::move(prefix)) {
  const std::string path = index_path(prefix_);
  GW_CHECK(file_exists(path), Code::kNotFound,
           "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for ", prefix_);
  const TableEntries table = read_table(path);
  const auto damaged = [&](const std::string& what) {
    fail(Code::kDataLoss, "Unable to read file (", path, "). Perhaps the file is corrupt: ", what);
  };
  if (table.empty() || !table[0].first.empty()) damaged("it has no header");
  shards_ = read_header(table[0].second);
  if (shards_ == 0 && table.size() > 1) damaged("its header is of another format");
  for (size_t i = 1; i < table.size(); ++i) {
    BundleEntry entry;
    const std::string& key = table[i].first;
    if (!read_entry_message(table[i].second, entry)) damaged("the entry of '" + key + "' is not a message");
    for (TensorSlice& slice : entry.slices)
      if (slice.begins.size() != static_cast<size_t>(entry.shape.rank())) damaged("the parts of '" + key + "'");
    (key[0] == '\0' ? parts_ : entries_).emplace(key, std::move(entry));
  }
}

const BundleEntry* BundleReader::find(const std::string& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

const FileReader& BundleReader::shard(int number) const {
  std::lock_guard lock(mutex_);
  std::unique_ptr<FileReader>& file = files_[number];
  if (!file) file = std::make_unique<FileReader>(shard_path(prefix_, number, shards_));
  return *file;
}

void BundleReader::fail_loss(const std::string& key, const BundleEntry& entry, const std::string& what) const {
  throw Error(Code::kDataLoss, str_cat("Tensor '", key, "' in ", shard_path(prefix_, entry.shard, shards_), " (",
                                       entry.size, " bytes at ", entry.offset, "): ", what));
}

const BundleEntry& BundleReader::required(const std::string& key) const {
  const BundleEntry* entry = find(key);
  GW_CHECK(entry != nullptr, Code::kNotFound, "Key ", key, " not found in checkpoint");
  return *entry;
}

void BundleReader::check_size(const std::string& key, const BundleEntry& entry) const {
  const FileReader& file = shard(entry.shard);
  if (entry.size > file.size() || entry.offset > file.size() - entry.size)
    fail_loss(key, entry, str_cat("the file ends at ", file.size()));
  int64_t count = 1;
  for (int64_t size : entry.shape.sizes())
    if (__builtin_mul_overflow(count, size, &count)) fail_loss(key, entry, "its shape is too large");
  if (entry.dtype == DType::kString || entry.dtype == DType::kVariant) return;
  GW_CHECK(is_plain(entry.dtype), Code::kUnimplemented, "Tensor '", key, "' in ", prefix_, " is of dtype ",
           dtype_name(entry.dtype), ", which cannot be read");
  uint64_t wanted = 0;
  if (__builtin_mul_overflow(static_cast<uint64_t>(count), dtype_size(entry.dtype), &wanted) || wanted != entry.size)
    fail_loss(key, entry, str_cat("its shape ", entry.shape, " and dtype ", dtype_name(entry.dtype), " do not fit"));
}

void BundleReader::stream(const std::string& key, const BundleEntry& entry, char* to) const {
  const FileReader& file = shard(entry.shard);
  std::unique_ptr<char[]> piece;
  if (!to) piece = std::make_unique_for_overwrite<char[]>(std::min<uint64_t>(kPiece, entry.size));
  uint32_t crc = 0;
  for (uint64_t at = 0; at < entry.size; at += kPiece) {
    const size_t size = std::min<uint64_t>(kPiece, entry.size - at);
    char* place = to ? to + at : piece.get();
    file.read_exactly(entry.offset + at, place, size);
    crc = crc32c(crc, place, size);
  }
  crc = mask_crc(crc);
  if (crc != entry.crc)
    fail_loss(key, entry, str_cat("Checksum does not match: stored ", entry.crc, " vs. calculated ", crc));
}

Tensor BundleReader::read_entry(const std::string& key, const BundleEntry& entry) const {
  check_size(key, entry);
  if (entry.dtype == DType::kString) return read_strings(key, entry);
  if (entry.dtype == DType::kVariant) return read_variants(key, entry);
  Tensor tensor = Tensor::allocate(entry.dtype, entry.shape);
  stream(key, entry, static_cast<char*>(tensor.raw()));
  if (entry.dtype >= DType::kInt4) extend_small(tensor);
  return tensor;
}

bool BundleReader::streams(const BundleEntry& entry) const {
  return is_plain(entry.dtype) && entry.dtype < DType::kInt4 && entry.slices.empty();
}

void BundleReader::check(const std::string& key) const {
  const BundleEntry& entry = required(key);
  check_size(key, entry);
  stream(key, entry, nullptr);
}

void BundleReader::read_into(const std::string& key, Tensor& target) const {
  const BundleEntry& entry = required(key);
  check_size(key, entry);
  GW_CHECK(streams(entry) && target.dtype() == entry.dtype && target.shape() == entry.shape, Code::kInternal,
           "Tensor '", key, "' cannot be read in place");
  stream(key, entry, static_cast<char*>(target.raw()));
}

Tensor BundleReader::read_strings(const std::string& key, const BundleEntry& entry) const {
  std::string bytes(entry.size, '\0');
  shard(entry.shard).read_exactly(entry.offset, bytes.data(), bytes.size());
  const int64_t count = entry.shape.num_elements();
  if (static_cast<uint64_t>(count) > bytes.size()) fail_loss(key, entry, "too short for its shape");
  std::string_view rest = bytes;
  std::vector<uint64_t> lengths(static_cast<size_t>(count));
  uint32_t crc = 0;
  for (uint64_t& length : lengths) {
    if (!take_varint(rest, length)) fail_loss(key, entry, "a length is damaged");
    crc = crc32c(crc, &length, length <= std::numeric_limits<uint32_t>::max() ? 4 : 8);
  }
  uint32_t of_lengths = 0;
  if (!take_fixed(rest, of_lengths) || of_lengths != mask_crc(crc))
    fail_loss(key, entry, "Checksum of the lengths does not match");
  crc = crc32c(crc, &of_lengths, 4);
  crc = mask_crc(crc32c(crc, rest.data(), rest.size()));
  if (crc != entry.crc)
    fail_loss(key, entry, str_cat("Checksum does not match: stored ", entry.crc, " vs. calculated ", crc));
  Tensor tensor = Tensor::allocate(DType::kString, entry.shape);
  std::string* to = tensor.data<std::string>();
  for (uint64_t length : lengths) {
    if (length > rest.size()) fail_loss(key, entry, "a length is damaged");
    (to++)->assign(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  return tensor;
}

Tensor BundleReader::read_variants(const std::string& key, const BundleEntry& entry) const {
  std::string bytes(entry.size, '\0');
  shard(entry.shard).read_exactly(entry.offset, bytes.data(), bytes.size());
  const int64_t count = entry.shape.num_elements();
  if (static_cast<uint64_t>(count) > bytes.size()) fail_loss(key, entry, "too short for its shape");
  Tensor tensor = Tensor::allocate(DType::kVariant, entry.shape);
  auto* to = tensor.data<Handle>();
  std::string_view rest = bytes;
  uint32_t crc = 0, so_far = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t length = 0;
    if (!take_varint(rest, length) || length > rest.size()) fail_loss(key, entry, "a length is damaged");
    const std::string_view message = rest.substr(0, length);
    rest.remove_prefix(length);
    crc = crc32c(crc32c(crc, &length, 8), message.data(), message.size());
    if (!take_fixed(rest, so_far) || so_far != mask_crc(crc))
      fail_loss(key, entry, str_cat("Checksum of variant ", i, " does not match"));
    crc = crc32c(crc, &so_far, 4);
    *to++ = read_variant_message(message);
  }
  if (!rest.empty() || mask_crc(crc) != entry.crc) fail_loss(key, entry, "Checksum does not match");
  return tensor;
}

const BundleEntry& BundleReader::part(const std::string& key, const TensorSlice& slice) const {
  const auto found = parts_.find(part_key(key, slice));
  GW_CHECK(found != parts_.end(), Code::kDataLoss, prefix_, ".index: a part of '", key, "' is missing");
  return found->second;
}

Tensor BundleReader::read(const std::string& key) const {
  const BundleEntry* entry = &required(key);
  if (entry->slices.empty()) return read_entry(key, *entry);
  return read_slice(key, whole_slice(entry->shape.rank()));
}

Tensor BundleReader::read_slice(const std::string& key, const TensorSlice& slice) const {
  const BundleEntry* entry = &required(key);
  const Shape wanted = part_shape(entry->shape, slice);
  if (entry->slices.empty() && is_whole(slice)) return read_entry(key, *entry);
  Tensor target = Tensor::allocate(entry->dtype, wanted);
  if (entry->slices.empty()) {
    copy_common(entry->shape, whole_slice(entry->shape.rank()), read_entry(key, *entry), slice, target, nullptr);
    return target;
  }
  std::vector<bool> covered(static_cast<size_t>(target.num_elements()));
  for (const TensorSlice& stored : entry->slices) {
    const BundleEntry& place = part(key, stored);
    if (place.dtype != entry->dtype || !(place.shape == part_shape(entry->shape, stored)))
      fail_loss(key, place, "a part has another shape or dtype than the whole");
    copy_common(entry->shape, stored, read_entry(key, place), slice, target, &covered);
  }
  GW_CHECK(std::find(covered.begin(), covered.end(), false) == covered.end(), Code::kNotFound, "The parts of '", key,
           "' in ", prefix_, " do not cover what is asked for");
  return target;
}

// ---- merging ----

void merge_bundles(std::span<const std::string> prefixes, const std::string& merged, bool allow_missing) {
  std::map<std::string, BundleEntry> entries;
  std::vector<std::string> files;
  std::vector<std::string> found;
  for (const std::string& prefix : prefixes) {
    if (allow_missing && !file_exists(index_path(prefix))) continue;
    const BundleReader reader(prefix);
    const int first = static_cast<int>(files.size());
    for (int shard = 0; shard < reader.shards_; ++shard) files.push_back(shard_path(prefix, shard, reader.shards_));
    found.push_back(prefix);
    for (const auto* part : {&reader.entries_, &reader.parts_}) {
      for (const auto& [key, entry] : *part) {
        const auto [place, is_new] = entries.emplace(key, entry);
        if (is_new) {
          if (entry.slices.empty()) place->second.shard += first;
          continue;
        }
        BundleEntry& present = place->second;
        GW_CHECK_ARG(!entry.slices.empty() && !present.slices.empty() && present.shape == entry.shape &&
                         present.dtype == entry.dtype,
                     "Duplicate tensor keyed by ", key, " encountered, when merging prefix: ", prefix);
        present.slices.insert(present.slices.end(), entry.slices.begin(), entry.slices.end());
      }
    }
  }
  GW_CHECK(!found.empty(), Code::kInvalidArgument, "At least one prefix checkpoint file must exist, but none existed");
  GW_CHECK_ARG(files.size() < kMostShards, "too many shards");
  make_folders(folder_of(merged));
  const int shards = unused_count(merged, static_cast<int>(files.size()));
  const std::string before = present_data_file(merged);
  // Moved, not copied; a prefix that is merged into itself goes by way of another name.
  for (int shard = 0; shard < static_cast<int>(files.size()); ++shard)
    if (file_exists(files[shard])) {
      if (!before.empty()) take_identity(files[shard], before);
      rename_file(files[shard], shard_path(merged, shard, shards));
    }
  write_index(merged, static_cast<int>(files.size()), shards, entries);
  for (const std::string& prefix : found)
    if (prefix != merged) remove_file(index_path(prefix));
}

}  // namespace graphwright
