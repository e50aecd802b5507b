// The records of files of comma separated values: CSVDataset.
#include "data/dataset.h"
#include "io/csv.h"
#include "op/older_op.h"
#include "ops/records/csv_columns.h"

namespace graphwright::data {
namespace {

class CsvFiles final : public Dataset {
 public:
  struct Columns {
    std::vector<DType> dtypes;
    std::vector<Tensor> defaults;
    std::vector<int64_t> selected, excluded;
  };

  CsvFiles(std::vector<std::string> names, Compression compression, size_t buffer_size, CsvFormat format, bool header,
           std::string na_value, Columns columns)
      : names_(std::move(names)),
        compression_(compression),
        buffer_size_(buffer_size),
        format_(format),
        header_(header),
        na_value_(std::move(na_value)),
        columns_(std::move(columns)) {}

  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const CsvFiles* dataset) : dataset_(dataset) {}
    bool next(Element& out) override {
      if (!next_record()) return false;
      dataset_->read(record_, fields_, out);
      return true;
    }
    int64_t skip(int64_t count) override {
      int64_t skipped = 0;
      while (skipped < count && next_record()) ++skipped;
      return skipped;
    }
    void save(StateWriter& out) override {
      out.text("CSV");
      out.number(static_cast<int64_t>(file_));
      out.number(reader_ != nullptr);
      out.number(passed_);
    }
    void restore(StateReader& in) override {
      in.expect("CSV");
      file_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(dataset_->names_.size())));
      reader_.reset();
      const bool open = in.flag();
      const int64_t passed = in.number_in(0, INT64_MAX);
      if (!open || file_ == 0) return;
      const size_t file = --file_;
      for (int64_t i = 0; i < passed; ++i)
        GW_CHECK(next_record() && file_ == file + 1, Code::kDataLoss, dataset_->names_[file],
                 ": has fewer records than it had, ", i);
      file_ = file + 1;
    }

   private:
    bool next_record() {
      for (;;) {
        if (!reader_) {
          if (file_ == dataset_->names_.size()) return false;
          reader_ = std::make_unique<CsvReader>(dataset_->names_[file_++], dataset_->compression_,
                                                dataset_->buffer_size_, dataset_->format_);
          passed_ = 0;
          if (dataset_->header_) {
            GW_CHECK_ARG(reader_->next(record_), "Can't read header of file ", dataset_->names_[file_ - 1]);
            split_csv(record_, dataset_->format_, fields_);  // tells of mistakes there
          }
        }
        bool found = false;
        try {
          found = reader_->next(record_);
        } catch (...) {
          reader_.reset();
          throw;
        }
        if (found) {
          ++passed_;
          return true;
        }
        reader_.reset();
      }
    }
    const Ref<const CsvFiles> dataset_;
    size_t file_ = 0;
    std::unique_ptr<CsvReader> reader_;
    int64_t passed_ = 0;  // records of that file
    std::string record_;
    std::vector<std::string> fields_;
  };

  void read(const std::string& record, std::vector<std::string>& fields, Element& out) const {
    split_csv(record, format_, fields);
    const size_t wanted = columns_.dtypes.size();
    size_t made = 0, excluded = 0;
    for (size_t i = 0; i < fields.size(); ++i) {
      const auto place = static_cast<int64_t>(i);
      if (!columns_.selected.empty() && (made == wanted || columns_.selected[made] != place)) continue;
      if (excluded < columns_.excluded.size() && columns_.excluded[excluded] == place) {
        ++excluded;
        continue;
      }
      GW_CHECK_ARG(made < wanted, "Expect ", wanted, " fields but have more in record");
      Tensor value = Tensor::allocate(columns_.dtypes[made], Shape());
      read_csv_field(fields[i], na_value_, columns_.defaults[made], static_cast<int64_t>(made), "", value, 0);
      out.push_back(std::move(value));
      ++made;
    }
    GW_CHECK_ARG(made == wanted, "Expect ", wanted, " fields but have ", made, " in record");
  }

  const std::vector<std::string> names_;
  const Compression compression_;
  const size_t buffer_size_;
  const CsvFormat format_;
  const bool header_;
  const std::string na_value_;
  const Columns columns_;
};

const std::string& text_input(const KernelContext& ctx, int i, std::string_view what) {
  if (!ctx.input(i).shape().is_scalar()) ctx.fail(what, " must be a scalar, got shape ", ctx.input(i).shape());
  return *ctx.input(i).data<std::string>();
}

std::vector<int64_t> increasing(const KernelContext& ctx, int i, const char* what) {
  auto values = ctx.flat<int64_t>(i);
  for (size_t k = 0; k < values.size(); ++k)
    if (values[k] < 0 || (k > 0 && values[k] <= values[k - 1]))
      ctx.fail(what, " should be strictly increasing indices, none of them negative");
  return {values.begin(), values.end()};
}

void make_csv(KernelContext& ctx) {
  CsvFiles::Columns columns;
  columns.dtypes = ctx.attrs().get<std::vector<DType>>("output_types");
  ArgRange defaults = range_of(ctx, "record_defaults");
  for (int i = 0; i < defaults.size; ++i) {
    const Tensor& fallback = ctx.input(defaults.begin + i);
    check_csv_default(ctx, i, fallback);
    columns.defaults.push_back(fallback);
  }
  columns.selected = increasing(ctx, 7, "select_cols");
  if (!columns.selected.empty() && columns.selected.size() != columns.dtypes.size())
    ctx.fail("select_cols should match output size");
  if (ctx.op().name == "CSVDatasetV2")
    columns.excluded = increasing(ctx, defaults.begin + defaults.size, "exclude_cols");
  if (!columns.selected.empty() && !columns.excluded.empty())
    ctx.fail("Either select_cols or exclude_cols should be empty");
  const int64_t buffer_size = int_input(ctx, 2, "buffer_size");
  if (buffer_size < 0) ctx.fail("buffer_size should be positive");
  if (ctx.input(0).shape().rank() > 1) ctx.fail("`filenames` must be a scalar or a vector.");
  auto names = ctx.flat<std::string>(0);
  set_dataset<CsvFiles>(
      ctx, std::vector<std::string>(names.begin(), names.end()), compression_of(text_input(ctx, 1, "compression_type")),
      static_cast<size_t>(buffer_size),
      CsvFormat{csv_delimiter(ctx, text_input(ctx, 4, "field_delim")), bool_input(ctx, 5, "use_quote_delim")},
      bool_input(ctx, 3, "header"), text_input(ctx, 6, "na_value"), std::move(columns));
}

constexpr const char* kOfFiles = "describes a sequence; no number of it flows here";

DEFINE_OP("CSVDataset")
    .input("filenames: string")
    .input("compression_type: string")
    .input("buffer_size: int64")
    .input("header: bool")
    .input("field_delim: string")
    .input("use_quote_delim: bool")
    .input("na_value: string")
    .input("select_cols: int64")
    .input("record_defaults: output_types")
    .output("handle: variant")
    .attr("output_types: list({float, double, int32, int64, string}) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The records of files of comma separated values, a scalar for each column.")
    .shape(dataset_shape)
    .kernel(CPU, make_csv)
    .stateful();

DEFINE_OLDER_OP("ExperimentalCSVDataset", "CSVDataset");

DEFINE_OP("CSVDatasetV2")
    .input("filenames: string")
    .input("compression_type: string")
    .input("buffer_size: int64")
    .input("header: bool")
    .input("field_delim: string")
    .input("use_quote_delim: bool")
    .input("na_value: string")
    .input("select_cols: int64")
    .input("record_defaults: output_types")
    .input("exclude_cols: int64")
    .output("handle: variant")
    .attr("output_types: list({float, double, int32, int64, string}) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The records of files of comma separated values, a scalar for each column, of which some are left out.")
    .shape(dataset_shape)
    .kernel(CPU, make_csv)
    .stateful();

}  // namespace
}  // namespace graphwright::data
