// Data sets that read files one after the other: TFRecordDataset, TextLineDataset, FixedLengthRecordDataset.
#include <algorithm>
#include <filesystem>

#include "data/dataset.h"
#include "io/match_files.h"
#include "io/record_file.h"
#include "op/dispatch.h"
#include "op/older_op.h"

namespace graphwright::data {
namespace {

constexpr size_t kBufferByDefault = size_t{1} << 18;

// How files are to be read.
struct Reading {
  Compression compression = Compression::kNone;
  size_t buffer_size = kBufferByDefault;
};

// The elements of one file, each a scalar of bytes.
class FileElements {
 public:
  virtual ~FileElements() = default;
  virtual bool next(std::string& element) = 0;
  // Whether there was an element to pass over.
  virtual bool skip() {
    std::string passed;
    return next(passed);
  }
};

// The elements of several files, which `open(i)` opens.
class Files : public Dataset {
 public:
  Files(std::vector<std::string> names, Reading reading) : names_(std::move(names)), reading_(reading) {}

  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }

 protected:
  virtual std::unique_ptr<FileElements> open(size_t file) const = 0;
  const std::vector<std::string> names_;
  const Reading reading_;

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const Files* files) : files_(files) {}
    bool next(Element& out) override {
      std::string element;
      if (!advance([&](FileElements& file) { return file.next(element); })) return false;
      out.push_back(Tensor::scalar<std::string>(std::move(element)));
      return true;
    }
    int64_t skip(int64_t count) override {
      int64_t skipped = 0;
      while (skipped < count && advance([](FileElements& file) { return file.skip(); })) ++skipped;
      return skipped;
    }
    void save(StateWriter& out) override {
      out.text("Files");
      out.number(static_cast<int64_t>(file_));
      out.number(open_ != nullptr);
      out.number(static_cast<int64_t>(passed_));
    }
    void restore(StateReader& in) override {
      in.expect("Files");
      file_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(files_->names_.size())));
      open_.reset();
      const bool open = in.flag();
      const int64_t passed = in.number_in(0, INT64_MAX);
      if (!open || file_ == 0) return;
      open_ = files_->open(file_ - 1);
      for (passed_ = 0; passed_ < passed; ++passed_)
        GW_CHECK(open_->skip(), Code::kDataLoss, files_->names_[file_ - 1], ": has fewer elements than it had, ",
                 passed_);
    }

   private:
    template <class Step>
    bool advance(const Step& step) {
      for (;;) {
        try {
          if (!open_) {
            if (file_ == files_->names_.size()) return false;
            open_ = files_->open(file_++);
            passed_ = 0;
          }
          if (step(*open_)) {
            ++passed_;
            return true;
          }
        } catch (...) {
          open_.reset();  // what follows a broken element is not known: the next call takes the next file
          throw;
        }
        open_.reset();
      }
    }
    const Ref<const Files> files_;
    size_t file_ = 0;
    std::unique_ptr<FileElements> open_;
    int64_t passed_ = 0;  // elements of that file
  };
};

std::vector<std::string> names_input(const KernelContext& ctx) {
  if (ctx.input(0).shape().rank() > 1) ctx.fail("`filenames` must be a scalar or a vector.");
  auto names = ctx.flat<std::string>(0);
  return {names.begin(), names.end()};
}

const std::string& text_input(const KernelContext& ctx, int i, std::string_view what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be a scalar, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

Reading reading_inputs(const KernelContext& ctx, int compression, int buffer_size) {
  const int64_t size = int_input(ctx, buffer_size, "buffer_size");
  if (size < 0) ctx.fail("`buffer_size` must be >= 0 (0 == no buffering)");
  return {compression_of(text_input(ctx, compression, "compression_type")),
          size == 0 ? kBufferByDefault : static_cast<size_t>(size)};
}

// ---- TFRecordDataset ----

class Records final : public Files {
 public:
  Records(std::vector<std::string> names, Reading reading, std::vector<int64_t> offsets)
      : Files(std::move(names), reading), offsets_(std::move(offsets)) {}

 private:
  class OneFile final : public FileElements {
   public:
    OneFile(const std::string& name, const Reading& reading, int64_t offset)
        : reader_(name, reading.compression, reading.buffer_size, static_cast<uint64_t>(offset)) {}
    bool next(std::string& element) override { return reader_.next(element); }
    bool skip() override { return reader_.skip(); }

   private:
    RecordReader reader_;
  };
  std::unique_ptr<FileElements> open(size_t file) const override {
    return std::make_unique<OneFile>(names_[file], reading_, offsets_.empty() ? 0 : offsets_[file]);
  }

  const std::vector<int64_t> offsets_;
};

void make_records(KernelContext& ctx) {
  std::vector<std::string> names = names_input(ctx);
  std::vector<int64_t> offsets;
  if (ctx.num_inputs() > 3) {
    for (int64_t offset : ctx.flat<int64_t>(3)) {
      if (offset < 0) ctx.fail("`byte_offsets` must not be negative, got ", offset);
      offsets.push_back(offset);
    }
    if (!offsets.empty() && offsets.size() != names.size())
      ctx.fail("`byte_offsets` must be empty or as many as there are filenames, got ", offsets.size(), " for ",
               names.size());
  }
  set_dataset<Records>(ctx, std::move(names), reading_inputs(ctx, 1, 2), std::move(offsets));
}

constexpr const char* kOfFiles = "describes a sequence; no number of it flows here";

DEFINE_OP("TFRecordDataset")
    .input("filenames: string")
    .input("compression_type: string")
    .input("buffer_size: int64")
    .output("handle: variant")
    .attr("metadata: string = ''")
    .doc("The records of TFRecord files, one by one.")
    .shape(dataset_shape)
    .kernel(CPU, make_records)
    .stateful()
    .no_gradient(kOfFiles);

DEFINE_OP("TFRecordDatasetV2")
    .input("filenames: string")
    .input("compression_type: string")
    .input("buffer_size: int64")
    .input("byte_offsets: int64")
    .output("handle: variant")
    .attr("metadata: string = ''")
    .doc("The records of TFRecord files, one by one, each file from an offset on.")
    .shape(dataset_shape)
    .kernel(CPU, make_records)
    .stateful()
    .no_gradient(kOfFiles);

// ---- TextLineDataset ----

class Lines final : public Files {
 public:
  using Files::Files;

 private:
  class OneFile final : public FileElements {
   public:
    OneFile(const std::string& name, const Reading& reading)
        : stream_(name, reading.compression, reading.buffer_size) {}
    bool next(std::string& element) override {
      if (!stream_.read_line(element)) return false;
      // As TensorFlow does, in the midst of a line, too.
      std::erase(element, '\r');
      return true;
    }

   private:
    InputStream stream_;
  };
  std::unique_ptr<FileElements> open(size_t file) const override {
    return std::make_unique<OneFile>(names_[file], reading_);
  }
};

void make_lines(KernelContext& ctx) { set_dataset<Lines>(ctx, names_input(ctx), reading_inputs(ctx, 1, 2)); }

DEFINE_OP("TextLineDataset")
    .input("filenames: string")
    .input("compression_type: string")
    .input("buffer_size: int64")
    .output("handle: variant")
    .attr("metadata: string = ''")
    .doc("The lines of files, without what ends them.")
    .shape(dataset_shape)
    .kernel(CPU, make_lines)
    .stateful()
    .no_gradient(kOfFiles);

// ---- FixedLengthRecordDataset ----

class FixedRecords final : public Files {
 public:
  FixedRecords(std::vector<std::string> names, Reading reading, int64_t header, int64_t record, int64_t footer)
      : Files(std::move(names), reading), header_(header), record_(record), footer_(footer) {}

 private:
  // A record is given once it is known that the footer lies behind it: `ahead_` holds record and footer.
  class OneFile final : public FileElements {
   public:
    OneFile(const FixedRecords& dataset, const std::string& name)
        : dataset_(dataset), stream_(name, dataset.reading_.compression, dataset.reading_.buffer_size) {
      if (dataset.reading_.compression == Compression::kNone) {
        const int64_t body = static_cast<int64_t>(stream_.most_left()) - dataset.header_ - dataset.footer_;
        if (body < 0 || body % dataset.record_ != 0) fail_size(Code::kInvalidArgument, body);
      }
      const uint64_t header = stream_.skip(static_cast<uint64_t>(dataset.header_));
      if (header < static_cast<uint64_t>(dataset.header_))
        fail_size(Code::kDataLoss, static_cast<int64_t>(header) - dataset.header_);
      ahead_.resize(static_cast<size_t>(dataset.footer_));
      const size_t count = stream_.read(ahead_.data(), ahead_.size());
      if (count < ahead_.size())
        fail_size(Code::kDataLoss, static_cast<int64_t>(count) - static_cast<int64_t>(ahead_.size()));
    }
    bool next(std::string& element) override {
      const auto size = static_cast<size_t>(dataset_.record_);
      const size_t footer = ahead_.size();
      if (stream_.at_end()) return false;
      element = ahead_;
      element.resize(footer + size);
      const size_t count = stream_.read(element.data() + footer, size);
      body_ += static_cast<int64_t>(count);
      if (count < size) fail_size(Code::kDataLoss, body_);
      ahead_.assign(element, size, footer);
      element.resize(size);
      return true;
    }

   private:
    [[noreturn]] void fail_size(Code code, int64_t body) const {
      fail(code, "Excluding the header (", dataset_.header_, " bytes) and footer (", dataset_.footer_,
           " bytes), input file \"", stream_.path(), "\" has body length ", body,
           " bytes, which is not an exact multiple of the record length (", dataset_.record_, " bytes).");
    }
    const FixedRecords& dataset_;  // which the iterator keeps
    InputStream stream_;
    std::string ahead_;
    int64_t body_ = 0;
  };
  std::unique_ptr<FileElements> open(size_t file) const override {
    return std::make_unique<OneFile>(*this, names_[file]);
  }

  const int64_t header_, record_, footer_;
};

void make_fixed_records(KernelContext& ctx) {
  constexpr int64_t kMost = int64_t{1} << 40;
  int64_t header = int_input(ctx, 1, "header_bytes"), record = int_input(ctx, 2, "record_bytes"),
          footer = int_input(ctx, 3, "footer_bytes");
  if (header < 0) ctx.fail("`header_bytes` must be >= 0");
  if (record <= 0) ctx.fail("`record_bytes` must be > 0");
  if (footer < 0) ctx.fail("`footer_bytes` must be >= 0");
  if (std::max({header, record, footer}) > kMost)
    ctx.fail("no file holds records of ", record, " bytes, a header of ", header, " and a footer of ", footer);
  Reading reading;
  const int64_t size = int_input(ctx, 4, "buffer_size");
  if (size < 0) ctx.fail("`buffer_size` must be >= 0 (0 == no buffering)");
  if (size > 0) reading.buffer_size = static_cast<size_t>(size);
  if (ctx.num_inputs() > 5) reading.compression = compression_of(text_input(ctx, 5, "compression_type"));
  set_dataset<FixedRecords>(ctx, names_input(ctx), reading, header, record, footer);
}

DEFINE_OP("FixedLengthRecordDataset")
    .input("filenames: string")
    .input("header_bytes: int64")
    .input("record_bytes: int64")
    .input("footer_bytes: int64")
    .input("buffer_size: int64")
    .output("handle: variant")
    .attr("metadata: string = ''")
    .doc("The bytes of files in pieces of `record_bytes`, without a header and a footer.")
    .shape(dataset_shape)
    .kernel(CPU, make_fixed_records)
    .stateful()
    .no_gradient(kOfFiles);

DEFINE_OP("FixedLengthRecordDatasetV2")
    .input("filenames: string")
    .input("header_bytes: int64")
    .input("record_bytes: int64")
    .input("footer_bytes: int64")
    .input("buffer_size: int64")
    .input("compression_type: string")
    .output("handle: variant")
    .attr("metadata: string = ''")
    .doc("The bytes of files in pieces of `record_bytes`, without a header and a footer.")
    .shape(dataset_shape)
    .kernel(CPU, make_fixed_records)
    .stateful()
    .no_gradient(kOfFiles);

// ---- MatchingFilesDataset ----

class MatchingFiles final : public Dataset {
 public:
  explicit MatchingFiles(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}

  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const MatchingFiles* dataset) : dataset_(dataset) {}
    bool next(Element& out) override {
      while (next_ == found_.size()) {
        if (pattern_ == dataset_->patterns_.size()) {
          GW_CHECK(any_ || pattern_ == 0, Code::kNotFound, "Don't find any matched files");
          return false;
        }
        look_up(dataset_->patterns_[pattern_++]);
      }
      any_ = true;
      out.push_back(Tensor::scalar<std::string>(found_[next_++]));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("MatchingFiles");
      out.number(static_cast<int64_t>(pattern_));
      out.number(any_);
      out.number(static_cast<int64_t>(found_.size()));
      for (const std::string& file : found_) out.text(file);
      out.number(static_cast<int64_t>(next_));
    }
    void restore(StateReader& in) override {
      in.expect("MatchingFiles");
      pattern_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(dataset_->patterns_.size())));
      any_ = in.flag();
      found_.clear();
      for (size_t i = in.count(); i > 0; --i) found_.push_back(in.text());
      next_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(found_.size())));
    }

   private:
    // Folders are passed over.
    void look_up(const std::string& pattern) {
      found_ = matching_files(pattern);
      std::erase_if(found_, [](const std::string& path) {
        std::error_code error;
        return std::filesystem::is_directory(path, error);
      });
      next_ = 0;
    }
    const Ref<const MatchingFiles> dataset_;
    size_t pattern_ = 0;  // that is next
    std::vector<std::string> found_;
    size_t next_ = 0;
    bool any_ = false;
  };

  const std::vector<std::string> patterns_;
};

void make_matching_files(KernelContext& ctx) {
  if (ctx.input(0).shape().rank() > 1) ctx.fail("`patterns` must be a scalar or a vector.");
  auto patterns = ctx.flat<std::string>(0);
  set_dataset<MatchingFiles>(ctx, std::vector<std::string>(patterns.begin(), patterns.end()));
}

DEFINE_OP("MatchingFilesDataset")
    .input("patterns: string")
    .output("handle: variant")
    .doc("The names of the files that fit patterns, one pattern after the other.")
    .shape(dataset_shape)
    .kernel(CPU, make_matching_files)
    .stateful()
    .no_gradient(kOfFiles);

DEFINE_OLDER_OP("ExperimentalMatchingFilesDataset", "MatchingFilesDataset");

// ---- DatasetToTFRecord ----

void write_records(KernelContext& ctx) {
  Ref<Dataset> dataset = dataset_input(ctx, 0);
  const std::string& path = text_input(ctx, 1, "filename");
  const std::string& name = text_input(ctx, 2, "compression_type");
  const Compression compression = name == "GZIP" || name == "ZLIB" ? compression_of(name) : Compression::kNone;
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    Context context = Context::fresh(*dataset);
    try {
      RecordWriter writer(path, compression);
      Input input = dataset->begin(context);
      for (Element element; input.next(element); element.clear()) {
        check_element({DType::kString}, {Shape()}, element);
        writer.write(*Tensor::of(element[0]).data<std::string>());
      }
      writer.finish();
    } catch (...) {
      context.cancellation->cancel();
      throw;
    }
    context.cancellation->cancel();
  });
}

DEFINE_OP("DatasetToTFRecord")
    .input("input_dataset: variant")
    .input("filename: string")
    .input("compression_type: string")
    .doc("Writes elements, each a string, as the records of a file.")
    .shape([](ShapeContext&) {})
    .kernel(CPU, write_records)
    .stateful()
    .no_gradient("writes a file");

DEFINE_OLDER_OP("ExperimentalDatasetToTFRecord", "DatasetToTFRecord");

}  // namespace
}  // namespace graphwright::data
