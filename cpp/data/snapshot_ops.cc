// SnapshotDatasetV2, SaveDataset, SaveDatasetV2 and LoadDataset: data sets that write files, and those of what is
// there.
#include <chrono>
#include <optional>
#include <random>

#include "data/iterator_resource.h"
#include "data/snapshot.h"
#include "op/dispatch.h"

namespace graphwright::data {
namespace {

constexpr int64_t kVersion = 2;  // of the format

std::string new_run() {
  std::random_device device;
  return std::to_string((uint64_t{device()} << 32) | device());
}

int64_t microseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

// Where and how elements are written.
struct Place {
  std::string folder, hash;
  Compression compression;
  std::vector<DType> dtypes;
  std::vector<Shape> shapes;
  UserFunction shard;
  bool has_shard = false;
  bool counts = false;  // the facts tell how many there are
};

// Hands elements on, and writes each.
class Recorder {
 public:
  Recorder(const Place& place, const Context& context)
      : place_(place), shard_(place.has_shard ? place.shard.in(context) : UserFunction()) {}

  void add(const Element& element) {
    begin();
    writer_->write(place_.has_shard ? shard_.number(element, "shard_func") : 0, element);
    ++count_;
  }
  void finish() {
    begin();
    writer_->finish();
    facts_.finalized = true;
    if (place_.counts) facts_.count = count_;
    write_snapshot_facts(place_.folder, facts_);
  }
  void save(StateWriter& out) {
    if (writer_) writer_->next_part();
    out.text(facts_.run);
    out.number(facts_.created);
    out.number(writer_ ? writer_->part() : 0);
    out.number(count_);
  }
  void restore(StateReader& in) {
    writer_.reset();
    facts_.run = in.text();
    facts_.created = in.number();
    const int64_t part = in.number_in(0, INT32_MAX);
    count_ = in.number();
    if (!facts_.run.empty()) open(part);
  }

 private:
  void begin() {
    if (writer_) return;
    facts_.run = new_run();
    facts_.created = microseconds();
    open(0);
    write_snapshot_facts(place_.folder, facts_);
  }
  void open(int64_t part) {
    facts_.hash = place_.hash;
    facts_.version = kVersion;
    facts_.dtypes = place_.dtypes;
    make_folders(place_.folder);
    writer_ = std::make_unique<SnapshotWriter>(str_cat(place_.folder, "/", facts_.run), place_.compression, part);
  }

  const Place& place_;  // of a data set that the iterator keeps
  const UserFunction shard_;
  SnapshotFacts facts_;
  std::unique_ptr<SnapshotWriter> writer_;
  int64_t count_ = 0;
};

// ---- SnapshotDatasetV2, SaveDatasetV2 ----

class Snapshot final : public Transformation {
 public:
  // `reads`: what is there already is read, as `reader` says where there is one, in its order else; or it is written
  // anew.
  Snapshot(Ref<Dataset> input, Place place, std::optional<UserFunction> reader, bool reads)
      : Transformation(std::move(input)), place_(std::move(place)), reader_(std::move(reader)), reads_(reads) {}

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Position>(this, context);
  }

 private:
  class Position final : public Iterator {
   public:
    Position(const Snapshot* dataset, const Context& context) : dataset_(dataset), context_(context) {
      SnapshotFacts facts;
      if (dataset->reads_ && read_snapshot_facts(dataset->place_.folder, facts) && facts.finalized) {
        begin_reading(facts.run);
      } else {
        begin_writing();
      }
    }
    bool next(Element& out) override {
      const bool found = elements_.next(out);
      if (recorder_ && found) recorder_->add(out);
      if (recorder_ && !found) {
        recorder_->finish();
        recorder_.reset();
      }
      return found;
    }
    void save(StateWriter& out) override {
      out.text("Snapshot");
      out.text(run_);
      out.number(recorder_ != nullptr);
      if (recorder_) recorder_->save(out);
      if (shards_) out.note_parts(shards_of(*shards_));
      elements_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Snapshot");
      const std::string run = in.text();
      recorder_.reset();
      if (!run.empty()) {
        begin_reading(run);
        in.flag();
      } else {
        begin_writing();
        if (in.flag()) {
          recorder_->restore(in);
        } else {
          recorder_.reset();
        }
      }
      if (shards_) in.note_parts(shards_of(*shards_));
      elements_.restore(in);
    }

   private:
    void begin_reading(const std::string& run) {
      const Place& place = dataset_->place_;
      run_ = run;
      shards_ = nullptr;
      const std::string folder = place.folder + "/" + run;
      if (!dataset_->reader_) {
        elements_ = snapshot_elements(folder, place.compression, place.dtypes, place.shapes)->begin(context_);
        return;
      }
      shards_ = snapshot_shards(folder, place.compression, place.dtypes, place.shapes);
      elements_ = dataset_->reader_->in(context_).dataset({Tensor::handle(DType::kVariant, shards_)})->begin(context_);
    }
    void begin_writing() {
      run_.clear();
      shards_ = nullptr;
      elements_ = dataset_->input_->begin(context_);
      recorder_ = std::make_unique<Recorder>(dataset_->place_, context_);
    }

    const Ref<const Snapshot> dataset_;
    const Context context_;
    std::string run_;      // that is read, "" for none
    Ref<Dataset> shards_;  // what the reader is given, null for none
    Input elements_;
    std::unique_ptr<Recorder> recorder_;
  };

  const Place place_;
  const std::optional<UserFunction> reader_;
  const bool reads_;
};

std::string text_at(KernelContext& ctx, int i, const char* what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be a scalar, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

Place place_of(KernelContext& ctx) {
  Place place;
  place.folder = text_at(ctx, 1, "path");
  place.compression = snapshot_compression(ctx.attr<std::string>("compression"));
  place.shard = function_input(ctx, "shard_func", "shard_func_other_args");
  place.has_shard = true;
  return place;
}

void make_snapshot(KernelContext& ctx) {
  Ref<Dataset> input = dataset_input(ctx, 0);
  Place place = place_of(ctx);
  place.dtypes = ctx.attrs().get<std::vector<DType>>("output_types");
  place.shapes = ctx.attrs().get<std::vector<Shape>>("output_shapes");
  const uint64_t own = static_cast<uint64_t>(place.compression) * 0x9e3779b97f4a7c15u;
  place.hash = std::to_string(fingerprint(*input) + own);
  place.folder += "/" + place.hash;
  set_dataset<Snapshot>(ctx, std::move(input), std::move(place),
                        function_input(ctx, "reader_func", "reader_func_other_args"), true);
}

DEFINE_DATASET("SnapshotDatasetV2")
    .input("input_dataset: variant")
    .input("path: string")
    .input("reader_func_other_args: Treader_func_args")
    .input("shard_func_other_args: Tshard_func_args")
    .attr("compression: string = ''")
    .attr("reader_prefix: string = ''")
    .attr("writer_prefix: string = ''")
    .attr("hash_valid: bool = false")
    .attr("hash: int = 0")
    .attr("reader_func: func")
    .attr("shard_func: func")
    .attr("Treader_func_args: list(type) >= 0")
    .attr("Tshard_func_args: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("The same elements, which are written into files once, and read from there the next times.")
    .kernel(CPU, make_snapshot);

// ---- SnapshotDataset, of which a mode says whether it reads or writes ----

class Existing final : public Transformation {
 public:
  Existing(Ref<Dataset> input, Place place) : Transformation(std::move(input)), place_(std::move(place)) {}
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    SnapshotFacts facts;
    GW_CHECK(read_snapshot_facts(place_.folder, facts) && facts.finalized, Code::kNotFound,
             "there is no complete snapshot in [", place_.folder, "]");
    return snapshot_elements(place_.folder + "/" + facts.run, place_.compression, place_.dtypes, place_.shapes)
        ->iterator(context);
  }

 private:
  const Place place_;
};

class Plain final : public Transformation {
 public:
  using Transformation::Transformation;
  std::unique_ptr<Iterator> iterator(const Context& context) const override { return input_->iterator(context); }
};

void make_older_snapshot(KernelContext& ctx) {
  Ref<Dataset> input = dataset_input(ctx, 0);
  const std::string mode = ctx.attr<std::string>("mode"), name = ctx.attr<std::string>("snapshot_name");
  const std::string compression = ctx.attr<std::string>("compression");
  if (!compression.empty() && compression != "GZIP" && compression != "SNAPPY")
    ctx.fail("compression must be either '', 'GZIP' or 'SNAPPY'.");
  Place place;
  place.folder = text_at(ctx, 1, "path");
  place.compression = snapshot_compression(compression);
  place.dtypes = ctx.attrs().get<std::vector<DType>>("output_types");
  place.shapes = ctx.attrs().get<std::vector<Shape>>("output_shapes");
  place.hash = name.empty() ? std::to_string(fingerprint(*input)) : name;
  place.folder += "/" + place.hash;
  if (mode == "passthrough") {
    set_dataset<Plain>(ctx, std::move(input));
  } else if (mode == "read") {
    set_dataset<Existing>(ctx, std::move(input), std::move(place));
  } else if (mode == "auto" || mode == "write") {
    set_dataset<Snapshot>(ctx, std::move(input), std::move(place), std::nullopt, mode == "auto");
  } else {
    ctx.fail("mode must be either 'read', 'write', 'passthrough' or 'auto', got '", mode, "'");
  }
}

DEFINE_DATASET("SnapshotDataset")
    .input("input_dataset: variant")
    .input("path: string")
    .attr("compression: string = ''")
    .attr("reader_path_prefix: string = ''")
    .attr("writer_path_prefix: string = ''")
    .attr("shard_size_bytes: int = 10737418240")
    .attr("pending_snapshot_expiry_seconds: int = 86400")
    .attr("num_reader_threads: int = 1")
    .attr("reader_buffer_size: int = 1")
    .attr("num_writer_threads: int = 1")
    .attr("writer_buffer_size: int = 1")
    .attr("shuffle_on_read: bool = false")
    .attr("seed: int = 0")
    .attr("seed2: int = 0")
    .attr("mode: string = 'auto'")
    .attr("snapshot_name: string = ''")
    .doc("The same elements, which are written into files once, and read from there the next times.")
    .kernel(CPU, make_older_snapshot);

// ---- SnapshotDatasetReader, SnapshotChunkDataset: elements of a shard, or of one file ----

class Stored final : public Dataset {
 public:
  // `path`: a folder with the files of a shard, or a file. The first `passed` elements are passed over.
  Stored(std::string path, bool is_folder, int64_t passed, Compression compression, std::vector<DType> types,
         std::vector<Shape> shapes)
      : path_(std::move(path)),
        is_folder_(is_folder),
        passed_(passed),
        compression_(compression),
        types_(std::move(types)),
        shapes_(std::move(shapes)) {}

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    std::vector<std::string> files = is_folder_ ? snapshot_parts(path_) : std::vector<std::string>{path_};
    if (files.empty() || !file_exists(files[0]))
      fail(Code::kNotFound, is_folder_ ? path_ + "/00000000.snapshot" : path_, "; No such file or directory");
    auto elements = snapshot_files(std::move(files), compression_, types_, shapes_)->iterator(context);
    elements->skip(passed_);
    return elements;
  }

 private:
  const std::string path_;
  const bool is_folder_;
  const int64_t passed_;
  const Compression compression_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

void make_stored(KernelContext& ctx) {
  const bool is_folder = ctx.op().name == "SnapshotDatasetReader";
  std::string path = text_at(ctx, 0, ctx.op().inputs[0].name.c_str());
  int64_t passed = 0;
  if (is_folder) {
    passed = int_input(ctx, 1, "start_index");
    if (passed < 0) ctx.fail("start_index must not be negative, got ", passed);
    const int64_t version = ctx.attr<int64_t>("version");
    if (version == 0 || version == 1)
      ctx.fail_code(Code::kUnimplemented, "version ", version, " of the format of snapshots is not read");
    if (version != kVersion) ctx.fail("Snapshot reader version: ", version, " is not supported.");
  }
  set_dataset<Stored>(
      ctx, std::move(path), is_folder, passed, snapshot_compression(ctx.attr<std::string>("compression")),
      ctx.attrs().get<std::vector<DType>>("output_types"), ctx.attrs().get<std::vector<Shape>>("output_shapes"));
}

DEFINE_DATASET("SnapshotDatasetReader")
    .input("shard_dir: string")
    .input("start_index: int64")
    .attr("compression: string = ''")
    .attr("version: int")
    .doc("The elements of one shard of a snapshot.")
    .kernel(CPU, make_stored);

DEFINE_DATASET("SnapshotChunkDataset")
    .input("chunk_file: string")
    .attr("compression: string = ''")
    .doc("The elements of one file of a snapshot.")
    .kernel(CPU, make_stored);

Place place_to_save(KernelContext& ctx) {
  Place place = place_of(ctx);
  place.has_shard = ctx.attr<bool>("use_shard_func");
  place.counts = true;
  return place;
}

void make_saving(KernelContext& ctx) {
  Place place = place_to_save(ctx);
  place.dtypes = ctx.attrs().get<std::vector<DType>>("output_types");
  set_dataset<Snapshot>(ctx, dataset_input(ctx, 0), std::move(place), std::nullopt, false);
}

DEFINE_OP("SaveDatasetV2")
    .input("input_dataset: variant")
    .input("path: string")
    .input("shard_func_other_args: Tshard_func_args")
    .output("handle: variant")
    .attr("compression: string = ''")
    .attr("shard_func: func")
    .attr("use_shard_func: bool = true")
    .attr("Tshard_func_args: list(type) >= 0")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The same elements, which are written into files on the way.")
    .shape(dataset_shape)
    .kernel(CPU, make_saving)
    .stateful();

// ---- SaveDataset ----

void save_data_set(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  Place place = place_to_save(ctx);
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    Context context = Context::fresh(*dataset);
    try {
      Input input = dataset->begin(context);
      Element element;
      std::unique_ptr<Recorder> recorder;
      while (input.next(element)) {
        if (!recorder) {
          for (const Value& component : element) place.dtypes.push_back(component.dtype());
          recorder = std::make_unique<Recorder>(place, context);
        }
        recorder->add(element);
      }
      if (!recorder) recorder = std::make_unique<Recorder>(place, context);
      recorder->finish();
    } catch (...) {
      context.cancellation->cancel();
      throw;
    }
    context.cancellation->cancel();
  });
}

DEFINE_OP("SaveDataset")
    .input("input_dataset: variant")
    .input("path: string")
    .input("shard_func_other_args: Tshard_func_args")
    .attr("compression: string = ''")
    .attr("shard_func: func")
    .attr("use_shard_func: bool = true")
    .attr("Tshard_func_args: list(type) >= 0")
    .doc("Writes the elements of a data set into files.")
    .shape([](ShapeContext&) {})
    .kernel(CPU, save_data_set)
    .stateful()
    .no_gradient("writes files");

// ---- LoadDataset ----

class Loaded final : public Dataset {
 public:
  Loaded(std::string folder, SnapshotFacts facts, Compression compression, std::vector<DType> types,
         std::vector<Shape> shapes, UserFunction reader)
      : folder_(std::move(folder)),
        facts_(std::move(facts)),
        compression_(compression),
        types_(std::move(types)),
        shapes_(std::move(shapes)),
        reader_(std::move(reader)) {}

  int64_t cardinality() const override { return facts_.count > 0 ? facts_.count : kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    Ref<Dataset> shards = snapshot_shards(folder_ + "/" + facts_.run, compression_, types_, shapes_);
    Ref<Dataset> elements = reader_.in(context).dataset({Tensor::handle(DType::kVariant, shards)});
    return std::make_unique<Position>(this, std::move(shards), std::move(elements), context);
  }

 private:
  class Position final : public Iterator {
   public:
    Position(const Loaded* dataset, Ref<Dataset> shards, Ref<Dataset> elements, const Context& context)
        : dataset_(dataset), shards_(std::move(shards)), of_(std::move(elements)), elements_(of_->begin(context)) {}
    bool next(Element& out) override { return elements_.next(out); }
    void save(StateWriter& out) override {
      out.text("Load");
      out.text(dataset_->facts_.run);
      out.note_parts(shards_of(*shards_));
      elements_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Load");
      in.expect(dataset_->facts_.run);
      in.note_parts(shards_of(*shards_));
      elements_.restore(in);
    }

   private:
    const Ref<const Loaded> dataset_;
    const Ref<Dataset> shards_, of_;
    Input elements_;
  };

  const std::string folder_;
  const SnapshotFacts facts_;
  const Compression compression_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
  const UserFunction reader_;
};

void make_loaded(KernelContext& ctx) {
  std::string folder = text_at(ctx, 0, "path");
  SnapshotFacts facts;
  if (!read_snapshot_facts(folder, facts))
    ctx.fail_code(Code::kNotFound, "Could not find metadata file [", folder, "/snapshot.metadata]");
  if (!facts.finalized) ctx.fail_code(Code::kNotFound, "the data set in [", folder, "] was not written to its end");
  set_dataset<Loaded>(
      ctx, std::move(folder), std::move(facts), snapshot_compression(ctx.attr<std::string>("compression")),
      ctx.attrs().get<std::vector<DType>>("output_types"), ctx.attrs().get<std::vector<Shape>>("output_shapes"),
      function_input(ctx, "reader_func", "reader_func_other_args"));
}

DEFINE_DATASET("LoadDataset")
    .input("path: string")
    .input("reader_func_other_args: Treader_func_args")
    .attr("compression: string = ''")
    .attr("reader_func: func")
    .attr("Treader_func_args: list(type) >= 0")
    .doc("The elements that were saved in a folder.")
    .kernel(CPU, make_loaded)
    .stateful();

}  // namespace
}  // namespace graphwright::data
