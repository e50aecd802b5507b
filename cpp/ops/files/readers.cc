// Readers of TensorFlow 1: files whose names come out of a queue, record by record.
#include <typeinfo>

#include "base/waiting.h"
#include "io/fields.h"
#include "io/record_file.h"
#include "op/kernel_state.h"
#include "ops/array_args.h"
#include "ops/attr_range.h"
#include "ops/queue/queue.h"
#include "ops/shared_by_name.h"

namespace graphwright {
namespace {

struct Record {
  std::string key, value;
};

// The records of one file after another. One thread reads at a time, the others wait; the numbers are there meanwhile.
class Reader : public Resource {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  Record read(Queue& queue) {
    const Turn turn(*this);
    Record record;
    for (;;) {
      begin_work(queue);
      bool given = false;
      const bool ended = !next(record, given);
      if (ended) end_work();
      if (!given) continue;
      add_produced(1);
      return record;
    }
  }
  // Up to `most` of one file; at least one.
  std::vector<Record> read_up_to(Queue& queue, int64_t most) {
    const Turn turn(*this);
    std::vector<Record> records;
    while (most > 0 && records.empty()) {
      begin_work(queue);
      bool ended = false;
      while (!ended && static_cast<int64_t>(records.size()) < most) {
        Record record;
        bool given = false;
        ended = !next(record, given);
        if (given) records.push_back(std::move(record));
        if (one_by_one()) break;
      }
      if (ended) end_work();
    }
    add_produced(static_cast<int64_t>(records.size()));
    return records;
  }
  int64_t produced() const {
    std::lock_guard lock(mutex_);
    return produced_;
  }
  int64_t finished() const {
    std::lock_guard lock(mutex_);
    return finished_;
  }
  void reset() {
    const Turn turn(*this);
    std::lock_guard lock(mutex_);
    started_ = finished_ = produced_ = 0;
    work_.clear();
    forget();
  }
  std::string state() const {
    if (!keeps_state()) fail(Code::kUnimplemented, "Reader SerializeState");
    const Turn turn(*this);
    std::lock_guard lock(mutex_);
    std::string out;
    put_int_field(out, 1, started_);
    put_int_field(out, 2, finished_);
    put_int_field(out, 3, produced_);
    if (!work_.empty()) put_bytes_field(out, 4, work_);
    return out;
  }
  void restore(std::string_view state) {
    if (!keeps_state()) fail(Code::kUnimplemented, "Reader RestoreState");
    const Turn turn(*this);
    int64_t started = 0, finished = 0, produced = 0;
    std::string work;
    Fields fields(state);
    while (fields.next()) {
      const auto value = static_cast<int64_t>(fields.value());
      if (fields.number() == 1) started = value;
      if (fields.number() == 2) finished = value;
      if (fields.number() == 3) produced = value;
      if (fields.number() == 4) work = fields.bytes();
    }
    GW_CHECK_ARG(fields.ok(), "Could not parse state for '", name_, "'");
    GW_CHECK_ARG(started >= 0 && finished >= 0 && produced >= 0, "Unexpected negative value when restoring in '", name_,
                 "'");
    GW_CHECK_ARG(started <= finished, "Inconsistent work started vs. finished when restoring in '", name_,
                 "': ", started, " and ", finished);
    std::lock_guard lock(mutex_);
    started_ = started;
    finished_ = finished;
    produced_ = produced;
    work_ = std::move(work);
    forget();
  }

 protected:
  const std::string& work() const { return work_; }
  // Opens what work() names; throws where that cannot be.
  virtual void open() {}
  // The next record of it, if `given`; false at its end.
  virtual bool next(Record& record, bool& given) = 0;
  virtual void forget() {}
  virtual bool keeps_state() const { return false; }
  // Whether work of this kind is one record.
  virtual bool one_by_one() const { return keeps_state(); }

 private:
  // Who reads; waits for others, without keeping anything from them.
  class Turn {
   public:
    explicit Turn(const Reader& reader) : reader_(reader) {
      std::unique_lock lock(reader.mutex_);
      wait_for_others(reader.changed_, lock, [&] { return !reader.busy_; });
      reader.busy_ = true;
    }
    ~Turn() {
      std::lock_guard lock(reader_.mutex_);
      reader_.busy_ = false;
      reader_.changed_.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    const Reader& reader_;
  };

  void begin_work(Queue& queue) {
    if (started_ > finished_) return;
    GW_CHECK_ARG(queue.config().dtypes.size() == 1, "Expected single component queue");
    GW_CHECK_ARG(queue.config().dtypes[0] == DType::kString, "Expected queue with single string component");
    const Tensor name = queue.dequeue()[0];
    GW_CHECK_ARG(name.num_elements() == 1, "Expected to dequeue a one-element string tensor, got shape ", name.shape());
    {
      std::lock_guard lock(mutex_);
      work_ = *name.data<std::string>();
      ++started_;
    }
    try {
      open();
    } catch (...) {
      std::lock_guard lock(mutex_);
      --started_;
      throw;
    }
  }
  void end_work() {
    std::lock_guard lock(mutex_);
    finished_ = started_;
    work_.clear();
    forget();
  }
  void add_produced(int64_t count) {
    std::lock_guard lock(mutex_);
    produced_ += count;
  }

  const std::string name_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable bool busy_ = false;
  int64_t started_ = 0, finished_ = 0, produced_ = 0;
  std::string work_;
};

std::string numbered(const std::string& name, uint64_t number) { return name + ":" + std::to_string(number); }

class WholeFiles final : public Reader {
 public:
  using Reader::Reader;

 private:
  bool next(Record& record, bool& given) override {
    record = {work(), read_file(work())};
    given = true;
    return false;
  }
  bool keeps_state() const override { return true; }
};

class Identity final : public Reader {
 public:
  using Reader::Reader;

 private:
  bool next(Record& record, bool& given) override {
    record = {work(), work()};
    given = true;
    return false;
  }
  bool keeps_state() const override { return true; }
};

constexpr size_t kBuffer = size_t{1} << 18;

class Lines final : public Reader {
 public:
  Lines(std::string name, int64_t skipped) : Reader(std::move(name)), skipped_(skipped) {}

 private:
  void open() override {
    stream_.emplace(work(), Compression::kNone, kBuffer);
    std::string line;
    for (line_ = 0; line_ < skipped_ && stream_->read_line(line);) ++line_;
  }
  bool next(Record& record, bool& given) override {
    if (!stream_->read_line(record.value)) return false;
    std::erase(record.value, '\r');  // in the midst of a line, too, as TensorFlow does
    record.key = numbered(work(), static_cast<uint64_t>(++line_));
    return given = true;
  }
  void forget() override { stream_.reset(); }

  const int64_t skipped_;
  std::optional<InputStream> stream_;
  int64_t line_ = 0;
};

class Records final : public Reader {
 public:
  Records(std::string name, Compression compression) : Reader(std::move(name)), compression_(compression) {}

 private:
  void open() override { file_.emplace(work(), compression_, kBuffer); }
  bool next(Record& record, bool& given) override {
    if (!file_->next(record.value)) return false;
    record.key = numbered(work(), file_->begin());
    return given = true;
  }
  void forget() override { file_.reset(); }

  const Compression compression_;
  std::optional<RecordReader> file_;
};

// Pieces of one size, which begin `hop` bytes after one another, between a header and a footer.
class FixedRecords final : public Reader {
 public:
  struct Layout {
    int64_t header, record, footer, hop;
    bool compressed;
  };
  FixedRecords(std::string name, const Layout& layout) : Reader(std::move(name)), layout_(layout) {}

 private:
  void open() override {
    if (layout_.compressed)
      bytes_ = decompress(read_file(work()), Compression::kZlib);
    else
      file_.emplace(work());
    end_ = static_cast<int64_t>(layout_.compressed ? bytes_.size() : file_->size()) - layout_.footer;
    at_ = layout_.header;
    number_ = 0;
  }
  bool next(Record& record, bool& given) override {
    if (at_ > end_ || layout_.record > end_ - at_) return false;
    record.value.resize(static_cast<size_t>(layout_.record));
    if (layout_.compressed)
      record.value.assign(bytes_, static_cast<size_t>(at_), record.value.size());
    else
      file_->read_exactly(static_cast<uint64_t>(at_), record.value.data(), record.value.size());
    record.key = numbered(work(), number_++);
    // Past the end there is nothing, however far past.
    const int64_t step = layout_.hop > 0 ? layout_.hop : layout_.record;
    at_ = step > end_ - at_ ? end_ + 1 : at_ + step;
    return given = true;
  }
  void forget() override {
    file_.reset();
    bytes_.clear();
  }
  // Records without bytes never end.
  bool one_by_one() const override { return layout_.record == 0 && layout_.hop == 0; }

  const Layout layout_;
  std::optional<FileReader> file_;
  std::string bytes_;
  int64_t at_ = 0, end_ = 0;
  uint64_t number_ = 0;
};

template <class Make>
void make_reader(KernelContext& ctx, const Make& make) {
  const std::string name = ctx.attr<std::string>("shared_name");
  Ref<Reader> found;
  if (name.empty()) {
    found = kept_state<Reader>(ctx, make);
    if (!found) found = make();
  } else {
    found = shared_by_name<Reader>(ctx.attr<std::string>("container"), name, make);
    const Ref<Reader> wanted = make();
    if (typeid(*found) != typeid(*wanted)) ctx.fail("the reader '", name, "' is of another kind than ", ctx.op().name);
  }
  ctx.set_output(0, Tensor::handle(DType::kResource, found));
}

void make_whole_files(KernelContext& ctx) {
  make_reader(ctx, [&]() -> Ref<Reader> { return make_ref<WholeFiles>(ctx.op().name); });
}
void make_identity(KernelContext& ctx) {
  make_reader(ctx, [&]() -> Ref<Reader> { return make_ref<Identity>(ctx.op().name); });
}
void make_lines(KernelContext& ctx) {
  const auto skipped = ctx.attr<int64_t>("skip_header_lines");
  check_int32(ctx, "skip_header_lines", skipped);
  if (skipped < 0) ctx.fail("skip_header_lines must be >= 0 not ", skipped);
  make_reader(ctx, [&]() -> Ref<Reader> { return make_ref<Lines>(ctx.op().name, skipped); });
}
void make_records(KernelContext& ctx) {
  const std::string name = ctx.attr<std::string>("compression_type");
  const Compression compression = name == "GZIP" || name == "ZLIB" ? compression_of(name) : Compression::kNone;
  make_reader(ctx, [&]() -> Ref<Reader> { return make_ref<Records>(ctx.op().name, compression); });
}
void make_fixed_records(KernelContext& ctx) {
  const auto size = [&](const char* name) {
    const auto bytes = ctx.attr<int64_t>(name);
    if (bytes < 0) ctx.fail(name, " must be >= 0 not ", bytes);
    return bytes;
  };
  const FixedRecords::Layout layout{size("header_bytes"), size("record_bytes"), size("footer_bytes"), size("hop_bytes"),
                                    !ctx.attr<std::string>("encoding").empty()};
  make_reader(ctx, [&]() -> Ref<Reader> { return make_ref<FixedRecords>(ctx.op().name, layout); });
}

void handle_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

constexpr const char* kNoGradient = "of bytes";
#define READER_END(MAKE)                \
  .attr("container: string = ''")       \
      .attr("shared_name: string = ''") \
      .shape(handle_shape)              \
      .kernel(CPU, MAKE)                \
      .stateful()                       \
      .trait(Trait::kHostMemory)        \
      .no_gradient("a handle is no number")

DEFINE_OP("WholeFileReaderV2")
    .output("reader_handle: resource")
    .doc("A reader that gives files as a whole, under their names.") READER_END(make_whole_files);

DEFINE_OP("IdentityReaderV2")
    .output("reader_handle: resource")
    .doc("A reader that gives names as they are.") READER_END(make_identity);

DEFINE_OP("TextLineReaderV2")
    .output("reader_handle: resource")
    .attr("skip_header_lines: int = 0")
    .doc("A reader that gives the lines of files, without their ends, under name:number.") READER_END(make_lines);

DEFINE_OP("TFRecordReaderV2")
    .output("reader_handle: resource")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("compression_type: string = ''")
    .doc("A reader that gives the records of TFRecord files, under name:place.")
    .shape(handle_shape)
    .kernel(CPU, make_records)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("a handle is no number");

DEFINE_OP("FixedLengthRecordReaderV2")
    .output("reader_handle: resource")
    .attr("header_bytes: int = 0")
    .attr("record_bytes: int")
    .attr("footer_bytes: int = 0")
    .attr("hop_bytes: int = 0")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .attr("encoding: string = ''")
    .doc("A reader that gives pieces of files, all of one size, under name:number.")
    .shape(handle_shape)
    .kernel(CPU, make_fixed_records)
    .stateful()
    .trait(Trait::kHostMemory)
    .no_gradient("a handle is no number");

Ref<Reader> reader_of(KernelContext& ctx) {
  const Tensor& handle = ctx.input(0);
  auto* found = handle.num_elements() == 1 ? dynamic_cast<Reader*>(handle.data<Handle>()->get()) : nullptr;
  if (!found) ctx.fail("Trying to access a handle's resource using the wrong type: it is no reader");
  return Ref<Reader>(found);
}
Ref<Queue> queue_of(KernelContext& ctx) { return Ref<Queue>(&Queue::of(ctx.input(1))); }

void read(KernelContext& ctx) {
  const Ref<Reader> reader = reader_of(ctx);
  Record record = reader->read(*queue_of(ctx));
  *ctx.output(0).data<std::string>() = std::move(record.key);
  *ctx.output(1).data<std::string>() = std::move(record.value);
}
void read_up_to(KernelContext& ctx) {
  const Ref<Reader> reader = reader_of(ctx);
  const Ref<Queue> queue = queue_of(ctx);
  const int64_t most = int_input(ctx, 2);
  if (most < 0) ctx.fail("num_records must not be negative, got ", most);
  std::vector<Record> records = reader->read_up_to(*queue, most);
  const Shape shape{static_cast<int64_t>(records.size())};
  auto* keys = ctx.allocate(0, shape).data<std::string>();
  auto* values = ctx.allocate(1, shape).data<std::string>();
  for (Record& record : records) {
    *keys++ = std::move(record.key);
    *values++ = std::move(record.value);
  }
}
void produced(KernelContext& ctx) { *ctx.output(0).data<int64_t>() = reader_of(ctx)->produced(); }
void finished(KernelContext& ctx) { *ctx.output(0).data<int64_t>() = reader_of(ctx)->finished(); }
void state(KernelContext& ctx) { *ctx.output(0).data<std::string>() = reader_of(ctx)->state(); }
void restore(KernelContext& ctx) {
  const Ref<Reader> reader = reader_of(ctx);
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("Reader state must be scalar, but had shape: ", ctx.input(1).shape());
  reader->restore(*ctx.input(1).data<std::string>());
}
void reset(KernelContext& ctx) { reader_of(ctx)->reset(); }

// All inputs are scalars, and all outputs.
void scalars(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
  for (size_t i = 0; i < ctx.op().outputs.size(); ++i) ctx.set_output(static_cast<int>(i), Shape());
}
void vectors_shape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_inputs(); ++i) ctx.with_rank(i, 0);
  ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(1, Shape{kUnknown});
}

DEFINE_OP("ReaderReadV2")
    .input("reader_handle: resource")
    .input("queue_handle: resource")
    .output("key: string")
    .output("value: string")
    .doc("The next record of a reader, which takes the names of files out of a queue as it needs them.")
    .shape(scalars)
    .kernel(CPU, read)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ReaderReadUpToV2")
    .input("reader_handle: resource")
    .input("queue_handle: resource")
    .input("num_records: int64")
    .output("keys: string")
    .output("values: string")
    .doc("The next records of a reader, as many as are left of a file but no more than that.")
    .shape(vectors_shape)
    .kernel(CPU, read_up_to)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ReaderNumRecordsProducedV2")
    .input("reader_handle: resource")
    .output("records_produced: int64")
    .doc("How many records a reader has given.")
    .shape(scalars)
    .kernel(CPU, produced)
    .stateful()
    .no_gradient("integers");

DEFINE_OP("ReaderNumWorkUnitsCompletedV2")
    .input("reader_handle: resource")
    .output("units_completed: int64")
    .doc("How many files a reader is done with.")
    .shape(scalars)
    .kernel(CPU, finished)
    .stateful()
    .no_gradient("integers");

DEFINE_OP("ReaderSerializeStateV2")
    .input("reader_handle: resource")
    .output("state: string")
    .doc("Where a reader is, as a message; some kinds of readers cannot say it.")
    .shape(scalars)
    .kernel(CPU, state)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("ReaderRestoreStateV2")
    .input("reader_handle: resource")
    .input("state: string")
    .doc("Puts a reader where ReaderSerializeStateV2 found one of its kind.")
    .shape(scalars)
    .kernel(CPU, restore)
    .stateful()
    .no_gradient("has no output");

DEFINE_OP("ReaderResetV2")
    .input("reader_handle: resource")
    .doc("Puts a reader back to where it began.")
    .shape(scalars)
    .kernel(CPU, reset)
    .stateful()
    .no_gradient("has no output");

}  // namespace
}  // namespace graphwright
