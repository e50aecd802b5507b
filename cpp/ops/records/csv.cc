// Comma separated values: DecodeCSV.
#include "io/csv.h"
#include <algorithm>

#include "base/parse_number.h"
#include "op/vectorize.h"
#include "ops/records/csv_columns.h"

namespace graphwright {

void check_csv_default(const KernelContext& ctx, int64_t field, const Tensor& fallback) {
  if (fallback.shape().rank() > 1) ctx.fail("Each record default should be at most rank 1");
  if (fallback.num_elements() > 1)
    ctx.fail("There should only be 1 default per field but field ", field, " has ", fallback.num_elements());
}

void read_csv_field(const std::string& text, const std::string& na_value, const Tensor& fallback, int64_t field,
                    const std::string& where, const Tensor& out, int64_t at) {
  if (text.empty() || text == na_value) {
    GW_CHECK_ARG(fallback.num_elements() == 1, "Field ", field, " is required but missing in record", where, "!");
    copy_elements(out.dtype(), static_cast<char*>(out.raw()) + static_cast<size_t>(at) * dtype_size(out.dtype()),
                  fallback.raw(), 1);
    return;
  }
  if (out.dtype() == DType::kString) {
    out.data<std::string>()[at] = text;
    return;
  }
  bool read = false;
  visit_dtype<float, double, int32_t, int64_t>(out.dtype(),
                                               [&]<class T>() { read = parse_number(text, out.data<T>() + at); });
  GW_CHECK_ARG(read, "Field ", field, " in record", where, " is not a valid ", dtype_op_def_name(out.dtype()), ": ",
               text);
}

char csv_delimiter(const KernelContext& ctx, const std::string& text) {
  if (text.size() != 1) ctx.fail("field_delim should be only 1 char");
  return text[0];
}

namespace {

// Newlines before a field do not count.
std::string_view without_newlines(std::string_view text) {
  while (!text.empty() && (text[0] == '\n' || text[0] == '\r')) text.remove_prefix(1);
  return text;
}

void shape(ShapeContext& ctx) {
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    const Shape& fallback = ctx.input(i);
    if (fallback.has_rank() && fallback.rank() > 1)
      ctx.fail("Shape of a default must be a length-0 or length-1 vector, or a scalar.");
    if (fallback.has_rank() && fallback.rank() == 1 && fallback[0] > 1)
      ctx.fail(
          "Shape of a default must be a length-0 or length-1 vector, or a scalar. There should only be 1 default "
          "per field but field ",
          i - 1, " has ", fallback[0]);
    ctx.set_output(i - 1, ctx.input(0));
  }
}

void decode(KernelContext& ctx) {
  const int columns = ctx.num_inputs() - 1;
  CsvFormat format{csv_delimiter(ctx, ctx.attr<std::string>("field_delim")), ctx.attr<bool>("use_quote_delim")};
  const auto selected = ctx.attr<std::vector<int64_t>>("select_cols");
  const std::string na_value = ctx.attr<std::string>("na_value");
  if (!selected.empty() && static_cast<int>(selected.size()) != columns)
    ctx.fail("select_cols should match output size");
  for (size_t i = 0; i < selected.size(); ++i)
    if (selected[i] < 0 || (i > 0 && selected[i] <= selected[i - 1]))
      ctx.fail("select_cols should be non-negative and strictly increasing");
  std::vector<Tensor> outputs;
  for (int i = 0; i < columns; ++i) {
    check_csv_default(ctx, i, ctx.input(i + 1));
    outputs.push_back(ctx.output(i));
  }
  std::function<bool(size_t)> wanted;
  if (!selected.empty())
    wanted = [&](size_t i) { return std::binary_search(selected.begin(), selected.end(), static_cast<int64_t>(i)); };
  std::vector<std::string> fields;
  auto records = ctx.flat<std::string>(0);
  for (size_t r = 0; r < records.size(); ++r) {
    const std::string_view text = without_newlines(records[r]);
    fields.clear();
    if (!text.empty()) split_csv(text, format, fields, wanted);
    auto found = static_cast<int64_t>(fields.size());
    if (!selected.empty()) {
      int64_t there = 0;
      for (int64_t column : selected) there += column < found;
      found = there;
    }
    if (found != columns) ctx.fail("Expect ", columns, " fields but have ", found, " in record ", r);
    for (int i = 0; i < columns; ++i)
      read_csv_field(fields[selected.empty() ? i : selected[i]], na_value, ctx.input(i + 1), i, str_cat(" ", r),
                     outputs[i], static_cast<int64_t>(r));
  }
}

DEFINE_OP("DecodeCSV")
    .input("records: string")
    .input("record_defaults: OUT_TYPE")
    .output("output: OUT_TYPE")
    .attr("OUT_TYPE: list({float, double, int32, int64, string}) >= 1")
    .attr("field_delim: string = ','")
    .attr("use_quote_delim: bool = true")
    .attr("na_value: string = ''")
    .attr("select_cols: list(int) = []")
    .doc("The columns of records, each of which is one string.")
    .shape(shape)
    .kernel(CPU, decode)
    .trait(Trait::kHostMemory)
    .vectorize(vectorize::leading_axes_of<1>);

}  // namespace
}  // namespace graphwright
