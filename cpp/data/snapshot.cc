// The files of snapshots.
#include "data/snapshot.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "io/fields.h"
#include "io/file.h"
#include "io/tensor_message.h"

namespace graphwright::data {
namespace {

constexpr const char* kFacts = "/snapshot.metadata";
constexpr size_t kBuffer = size_t{1} << 18;

std::string numbered(int64_t number, const char* ending) {
  char text[48];
  std::snprintf(text, sizeof(text), "%08lld%s", static_cast<long long>(number), ending);
  return text;
}

// Sorted; none where the folder is not there.
std::vector<std::string> names_in(const std::string& folder, std::string_view ending) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(local_path(folder), error))
    if (std::string name = entry.path().filename().string(); name.ends_with(ending)) names.push_back(std::move(name));
  std::sort(names.begin(), names.end());
  return names;
}

// The elements of one shard.
class Shard final : public Dataset {
 public:
  Shard(std::vector<std::string> files, Compression compression, std::vector<DType> types, std::vector<Shape> shapes)
      : files_(std::move(files)), compression_(compression), types_(std::move(types)), shapes_(std::move(shapes)) {}

  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const Shard* shard) : shard_(shard) {}
    bool next(Element& out) override {
      std::string record;
      if (!next_record([&](RecordReader& file) { return file.next(record); })) return false;
      out.push_back(read_tensor_message(record));
      for (size_t i = 1; i < shard_->types_.size(); ++i) {
        check_goes_on(file_->next(record));
        out.push_back(read_tensor_message(record));
      }
      check_element(shard_->types_, shard_->shapes_, out);
      ++passed_;
      return true;
    }
    int64_t skip(int64_t count) override {
      for (int64_t i = 0; i < count; ++i) {
        if (!next_record([](RecordReader& file) { return file.skip(); })) return i;
        for (size_t k = 1; k < shard_->types_.size(); ++k) check_goes_on(file_->skip());
        ++passed_;
      }
      return count;
    }
    void save(StateWriter& out) override {
      out.text("SnapshotShard");
      out.number(passed_);
    }
    void restore(StateReader& in) override {
      in.expect("SnapshotShard");
      const int64_t passed = in.number();
      file_.reset();
      opened_ = 0;
      passed_ = 0;
      skip(passed);
    }

   private:
    template <class Step>
    bool next_record(const Step& step) {
      while (true) {
        if (!file_) {
          if (opened_ == shard_->files_.size()) return false;
          file_ = std::make_unique<RecordReader>(shard_->files_[opened_++], shard_->compression_, kBuffer);
        }
        if (step(*file_)) return true;
        file_.reset();
      }
    }
    void check_goes_on(bool found) const {
      GW_CHECK(found, Code::kDataLoss, shard_->files_[opened_ - 1], ": ends in the midst of an element");
    }
    const Ref<const Shard> shard_;
    size_t opened_ = 0;
    std::unique_ptr<RecordReader> file_;
    int64_t passed_ = 0;
  };

  const std::vector<std::string> files_;
  const Compression compression_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

// Data sets as the elements of one.
class Shards final : public Dataset {
 public:
  explicit Shards(std::vector<Ref<Dataset>> shards) : shards_(std::move(shards)) {}

  int64_t cardinality() const override { return static_cast<int64_t>(shards_.size()); }
  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }
  const std::vector<Ref<Dataset>>& shards() const { return shards_; }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const Shards* dataset) : dataset_(dataset) {}
    bool next(Element& out) override {
      if (next_ == dataset_->shards_.size()) return false;
      out.push_back(Tensor::handle(DType::kVariant, dataset_->shards_[next_++]));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("SnapshotShards");
      out.number(static_cast<int64_t>(next_));
    }
    void restore(StateReader& in) override {
      in.expect("SnapshotShards");
      next_ = static_cast<size_t>(in.number_in(0, dataset_->cardinality()));
    }

   private:
    const Ref<const Shards> dataset_;
    size_t next_ = 0;
  };

  const std::vector<Ref<Dataset>> shards_;
};

}  // namespace

Compression snapshot_compression(std::string_view name) {
  if (name == "NONE") return Compression::kNone;
  if (name == "SNAPPY" || name == "AUTO") return Compression::kSnappy;
  return compression_of(name);
}

void write_snapshot_facts(const std::string& folder, const SnapshotFacts& facts) {
  std::string message, dtypes;
  if (!facts.hash.empty()) put_bytes_field(message, 1, facts.hash);
  put_bytes_field(message, 2, facts.run);
  put_int_field(message, 3, facts.created);
  put_int_field(message, 4, facts.version);
  for (DType dtype : facts.dtypes) put_varint(dtypes, static_cast<uint64_t>(dtype));
  put_bytes_field(message, 5, dtypes);
  put_int_field(message, 6, facts.count);
  put_int_field(message, 1000, facts.finalized);
  write_file(folder + kFacts, message);
}

bool read_snapshot_facts(const std::string& folder, SnapshotFacts& facts) {
  const std::string path = folder + kFacts;
  if (!file_exists(path)) return false;
  const std::string message = read_file(path);
  facts = {};
  Fields fields(message);
  while (fields.next()) {
    if (fields.number() == 1) facts.hash = fields.bytes();
    if (fields.number() == 2) facts.run = fields.bytes();
    if (fields.number() == 3) facts.created = static_cast<int64_t>(fields.value());
    if (fields.number() == 4) facts.version = static_cast<int64_t>(fields.value());
    if (fields.number() == 6) facts.count = static_cast<int64_t>(fields.value());
    if (fields.number() == 1000) facts.finalized = fields.value() != 0;
  }
  GW_CHECK(fields.ok(), Code::kDataLoss, path, ": is no message");
  GW_CHECK(facts.version <= 2, Code::kUnimplemented, path, ": version ", facts.version, " of the format is not read");
  return true;
}

SnapshotWriter::SnapshotWriter(std::string run_folder, Compression compression, int64_t part)
    : folder_(std::move(run_folder)), compression_(compression), part_(part) {
  make_folders(folder_);
}

void SnapshotWriter::write(int64_t shard, const Element& element) {
  std::unique_ptr<RecordWriter>& file = files_[shard];
  if (!file) {
    const std::string folder = str_cat(folder_, "/", numbered(shard, ".shard"));
    make_folders(folder);
    file = std::make_unique<RecordWriter>(str_cat(folder, "/", numbered(part_, ".snapshot")), compression_);
  }
  for (const Value& component : element) file->write(tensor_message(Tensor::of(component)));
}

void SnapshotWriter::next_part() {
  if (!files_.empty()) ++part_;
  finish();
}

void SnapshotWriter::finish() {
  for (auto& [shard, file] : files_) file->finish();
  files_.clear();
}

Ref<Dataset> snapshot_shards(const std::string& run_folder, Compression compression, std::vector<DType> types,
                             std::vector<Shape> shapes) {
  std::vector<Ref<Dataset>> shards;
  for (const std::string& shard : names_in(run_folder, ".shard"))
    shards.push_back(snapshot_files(snapshot_parts(str_cat(run_folder, "/", shard)), compression, types, shapes));
  return make_ref<Shards>(std::move(shards));
}

const std::vector<Ref<Dataset>>& shards_of(const Dataset& shards) {
  return dynamic_cast<const Shards&>(shards).shards();
}

Ref<Dataset> snapshot_elements(const std::string& run_folder, Compression compression, std::vector<DType> types,
                               std::vector<Shape> shapes) {
  std::vector<std::string> files;
  for (const std::string& shard : names_in(run_folder, ".shard"))
    for (std::string& file : snapshot_parts(str_cat(run_folder, "/", shard))) files.push_back(std::move(file));
  return snapshot_files(std::move(files), compression, std::move(types), std::move(shapes));
}

std::vector<std::string> snapshot_parts(const std::string& shard_folder) {
  std::vector<std::string> files = names_in(shard_folder, ".snapshot");
  for (std::string& file : files) file = str_cat(shard_folder, "/", file);
  return files;
}

Ref<Dataset> snapshot_files(std::vector<std::string> files, Compression compression, std::vector<DType> types,
                            std::vector<Shape> shapes) {
  return make_ref<Shard>(std::move(files), compression, std::move(types), std::move(shapes));
}

}  // namespace graphwright::data
