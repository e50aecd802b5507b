// Tables from keys to values: their handles, finding, changing, and reading
// them from text files.
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>

#include "base/at_fork.h"
#include "io/file.h"
#include "op/kernel_state.h"
#include "op/vectorize.h"
#include "op/xla_facts.h"
#include "ops/state/lookup_table.h"

namespace graphwright {
namespace {

using Kind = LookupTable::Kind;

// Tables with a shared name live as long as the process.
struct NamedTables {
  GlobalMutex& mutex = GlobalMutex::make();
  std::map<std::pair<std::string, std::string>, Ref<LookupTable>> by_name;
};
NamedTables& named_tables() {
  static auto* tables = new NamedTables;
  return *tables;
}

template <class Context>
Shape attr_value_shape(const Context& ctx) {
  if (!ctx.op().attr("value_shape")) return Shape();
  Shape shape = ctx.template attr<Shape>("value_shape");
  const bool scalar_too = ctx.op().name.find("OfTensors") == std::string::npos;
  if (shape.rank() > 1 || (shape.rank() == 0 && !scalar_too))
    ctx.fail("Default value must be a vector, got shape ", shape);
  return shape;
}

void handle_shape(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  const bool scalar_keys = ctx.num_inputs() == 0 || ctx.input(0).is_scalar();
  ctx.set_handle_output(0, ctx.attr<DType>("value_dtype"), scalar_keys ? attr_value_shape(ctx) : Shape::unknown());
}

Ref<LookupTable> make_dense(KernelContext& ctx, DType key_dtype, DType value_dtype, const Shape& value_shape) {
  const Tensor &empty = ctx.input(0), &deleted = ctx.input(1);
  if (empty.shape().rank() > 1) ctx.fail("Empty key must be a scalar or a vector, got shape ", empty.shape());
  if (!(empty.shape() == deleted.shape()))
    ctx.fail("Empty and deleted keys must have same shape, got shapes: ", empty.shape(), " and ", deleted.shape());
  if (identical(empty, deleted)) ctx.fail("Empty and deleted keys cannot be equal");
  const int64_t buckets = ctx.attr<int64_t>("initial_num_buckets");
  if (buckets < 4 || (buckets & (buckets - 1)))
    ctx.fail("Number of buckets must be at least 4 and a power of 2, got: ", buckets);
  const float load = ctx.attr<float>("max_load_factor");
  if (!(load > 0 && load < 1)) ctx.fail("max_load_factor must be between 0 and 1, got: ", load);
  Ref<LookupTable> table = make_ref<LookupTable>(Kind::kDense, key_dtype, value_dtype, empty.shape(), value_shape);
  table->forbid(empty, deleted);
  return table;
}

template <Kind kKind>
void make_table(KernelContext& ctx) {
  const DType key_dtype = ctx.attr<DType>("key_dtype"), value_dtype = ctx.attr<DType>("value_dtype");
  const Shape value_shape = attr_value_shape(ctx);
  if (!value_shape.fully_defined()) ctx.fail("value_shape must be known, got ", value_shape);
  auto create = [&] {
    if constexpr (kKind == Kind::kDense) return make_dense(ctx, key_dtype, value_dtype, value_shape);
    return make_ref<LookupTable>(kKind, key_dtype, value_dtype, Shape(), value_shape);
  };
  const bool anonymous = !ctx.op().attr("shared_name");
  const std::string name = anonymous ? std::string() : ctx.attr<std::string>("shared_name");
  if (name.empty()) {
    Ref<LookupTable> table;
    if (!anonymous) table = kept_state<LookupTable>(ctx, create);
    ctx.set_output(0, Tensor::handle(DType::kResource, table ? table : create()));
    return;
  }
  NamedTables& all = named_tables();
  std::lock_guard lock(all.mutex);
  Ref<LookupTable>& slot = all.by_name[{ctx.attr<std::string>("container"), name}];
  if (!slot) slot = create();
  if (slot->kind() != kKind || slot->key_dtype() != key_dtype || slot->value_dtype() != value_dtype)
    ctx.fail("Conflicting key/value dtypes ", key_dtype, "->", value_dtype, " with ", slot->key_dtype(), "-",
             slot->value_dtype(), " for table ", name);
  ctx.set_output(0, Tensor::handle(DType::kResource, slot));
}

OpBuilder table_op(const char* name, const char* doc, Kind kind, bool anonymous) {
  OpBuilder op(name);
  if (kind == Kind::kDense) op.input("empty_key: key_dtype").input("deleted_key: key_dtype");
  op.output("table_handle: resource");
  if (!anonymous)
    op.attr("container: string = ''").attr("shared_name: string = ''").attr("use_node_name_sharing: bool = false");
  op.attr("key_dtype: type").attr("value_dtype: type");
  if (kind == Kind::kDense || std::string_view(name).find("OfTensors") != std::string_view::npos)
    op.attr("value_shape: shape = []");
  if (kind == Kind::kDense) op.attr("initial_num_buckets: int = 131072").attr("max_load_factor: float = 0.8");
  op.doc(doc)
      .shape(handle_shape)
      .kernel(CPU, kind == Kind::kStatic    ? make_table<Kind::kStatic>
                   : kind == Kind::kMutable ? make_table<Kind::kMutable>
                                            : make_table<Kind::kDense>)
      .stateful()
      .trait(Trait::kHostMemory)
      .no_gradient("a handle is no number");
  return op;
}

#define REGISTER(ID, ...)                               \
  OpBuilder GW_CONCAT(op_, ID) = table_op(__VA_ARGS__); \
  const OpRegistration GW_CONCAT(registered_, ID)(GW_CONCAT(op_, ID));
REGISTER(static_table, "HashTableV2", "A table that gets all of its content once.", Kind::kStatic, false)
REGISTER(anonymous_static, "AnonymousHashTable", "A new table that gets all of its content once.", Kind::kStatic, true)
REGISTER(mutable_table, "MutableHashTableV2", "A table that can be changed.", Kind::kMutable, false)
REGISTER(anonymous_mutable, "AnonymousMutableHashTable", "A new table that can be changed.", Kind::kMutable, true)
REGISTER(of_tensors, "MutableHashTableOfTensorsV2", "A table whose values are vectors.", Kind::kMutable, false)
REGISTER(anonymous_of_tensors, "AnonymousMutableHashTableOfTensors", "A new table whose values are vectors.",
         Kind::kMutable, true)
REGISTER(dense, "MutableDenseHashTableV2",
         "A table whose keys may be vectors. Two keys, `empty_key` and "
         "`deleted_key`, are not allowed in it.",
         Kind::kDense, false)
REGISTER(anonymous_dense, "AnonymousMutableDenseHashTable",
         "A new table whose keys may be vectors. Two keys, `empty_key` and "
         "`deleted_key`, are not allowed in it.",
         Kind::kDense, true)

// Throws unless the table has the dtypes that the op was called with.
void check_signature(KernelContext& ctx, const LookupTable& table, DType keys, DType values) {
  if (keys != table.key_dtype() || (values != DType::kInvalid && values != table.value_dtype()))
    ctx.fail("Signature mismatch, have: resource, ", keys, ", ", values, " expected: resource, ", table.key_dtype(),
             ", ", table.value_dtype());
}

void find_shape(ShapeContext& ctx) {
  const Shape& keys = ctx.input(1);
  if (ctx.handle_dtype(0) == DType::kInvalid || !keys.has_rank()) return;
  Shape value = ctx.handle_shape(0);
  if (value.has_rank()) ctx.set_output(0, keys.concat(value));
}

void find(KernelContext& ctx) {
  const LookupTable& table = LookupTable::of(ctx.input(0));
  check_signature(ctx, table, ctx.input(1).dtype(), ctx.input(2).dtype());
  ctx.set_output(0, table.find(ctx.input(1), ctx.input(2)));
}

// Keys of all rows are looked up at once. A default is one value, or has an element for each key.
void find_vectorize(VectorizeContext& ctx) {
  const Value &handle = ctx.value(0), &missing = ctx.value(2);
  if (ctx.rows(0)) return;
  if (!ctx.rows(1) && !ctx.rows(2)) {
    ctx.set(0, call(ctx.op(), Values{handle, ctx.value(1), missing}, ctx.attrs())[0], false);
    return;
  }
  const bool for_each = ctx.rows(2) && ctx.row_shape(1).fully_defined() && ctx.row_shape(1) == ctx.row_shape(2);
  if (!for_each && (ctx.rows(2) || ctx.row_rank(2) != 0)) return;
  ctx.set(0, call(ctx.op(), Values{handle, ctx.stacked(1), missing}, ctx.attrs())[0]);
}

DEFINE_OP("LookupTableFindV2")
    .input("table_handle: resource")
    .input("keys: Tin")
    .input("default_value: Tout")
    .output("values: Tout")
    .attr("Tin: type")
    .attr("Tout: type")
    .doc(
        "The values of the keys; `default_value`, one value or one for each "
        "key, for those that are not in the table.")
    .shape(find_shape)
    .kernel(CPU, find)
    .stateful()
    .trait(Trait::kReadsResource)
    .no_gradient("a table is no differentiable function of its keys")
    .vectorize(find_vectorize);

void insert(KernelContext& ctx) {
  LookupTable& table = LookupTable::of(ctx.input(0));
  check_signature(ctx, table, ctx.input(1).dtype(), ctx.input(2).dtype());
  table.insert(ctx.input(1), ctx.input(2));
}

void replace(KernelContext& ctx) {
  LookupTable& table = LookupTable::of(ctx.input(0));
  check_signature(ctx, table, ctx.input(1).dtype(), ctx.input(2).dtype());
  table.replace(ctx.input(1), ctx.input(2));
}

OpBuilder change_op(const char* name, const char* doc, KernelFn kernel, const char* key_type, const char* value_type) {
  OpBuilder op(name);
  op.input("table_handle: resource")
      .input(str_cat("keys: ", key_type))
      .input(str_cat("values: ", value_type))
      .attr(str_cat(key_type, ": type"))
      .attr(str_cat(value_type, ": type"))
      .doc(doc)
      .kernel(CPU, kernel)
      .stateful()
      .no_gradient("has no output");
  return op;
}

#define REGISTER_CHANGE(ID, ...)                         \
  OpBuilder GW_CONCAT(op_, ID) = change_op(__VA_ARGS__); \
  const OpRegistration GW_CONCAT(registered_, ID)(GW_CONCAT(op_, ID));
REGISTER_CHANGE(insertion, "LookupTableInsertV2", "Sets the values of these keys.", insert, "Tin", "Tout")
REGISTER_CHANGE(import, "LookupTableImportV2", "Makes these keys and values all that the table holds.", replace, "Tin",
                "Tout")
REGISTER_CHANGE(initialization, "InitializeTableV2",
                "Gives a static table its content; nothing happens where it has got one.", replace, "Tkey", "Tval")

void remove(KernelContext& ctx) {
  LookupTable& table = LookupTable::of(ctx.input(0));
  check_signature(ctx, table, ctx.input(1).dtype(), DType::kInvalid);
  table.remove(ctx.input(1));
}

DEFINE_OP("LookupTableRemoveV2")
    .input("table_handle: resource")
    .input("keys: Tin")
    .attr("Tin: type")
    .doc("Removes these keys, as far as they are there.")
    .kernel(CPU, remove)
    .stateful()
    .no_gradient("has no output");

void size_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }

void size(KernelContext& ctx) { *ctx.output(0).data<int64_t>() = LookupTable::of(ctx.input(0)).size(); }

DEFINE_OP("LookupTableSizeV2")
    .input("table_handle: resource")
    .output("size: int64")
    .doc("The number of keys in the table.")
    .shape(size_shape)
    .kernel(CPU, size)
    .stateful()
    .trait(Trait::kReadsResource)
    .no_gradient("integers");

void export_shape(ShapeContext& ctx) {
  Shape value = ctx.handle_dtype(0) == DType::kInvalid ? Shape::unknown() : ctx.handle_shape(0);
  if (!value.has_rank()) return;
  ctx.set_output(0, Shape{kUnknown});
  ctx.set_output(1, Shape{kUnknown}.concat(value));
}

void export_all(KernelContext& ctx) {
  const LookupTable& table = LookupTable::of(ctx.input(0));
  check_signature(ctx, table, ctx.output_dtype(0), ctx.output_dtype(1));
  Tensor keys, values;
  table.read(keys, values);
  ctx.set_output(0, std::move(keys));
  ctx.set_output(1, std::move(values));
}

DEFINE_OP("LookupTableExportV2")
    .input("table_handle: resource")
    .output("keys: Tkeys")
    .output("values: Tvalues")
    .attr("Tkeys: type")
    .attr("Tvalues: type")
    .doc("All keys and their values.")
    .shape(export_shape)
    .kernel(CPU, export_all)
    .stateful()
    .trait(Trait::kReadsResource)
    .no_gradient("a table is no differentiable function");

// The positions that stand for a whole line and for its number.
constexpr int64_t kWholeLine = -2, kLineNumber = -1;

// Keys or values from lines of text.
class Column {
 public:
  Column(DType dtype, int64_t index, const char* what) : dtype_(dtype), index_(index) {
    if (index == kLineNumber) {
      GW_CHECK_ARG(is_integer(dtype), what, " index is the line's number, which needs int64 elements, not ", dtype);
    } else if (index == kWholeLine) {
      GW_CHECK_ARG(dtype == DType::kString || dtype == DType::kInt64, what,
                   " index is the whole line, which needs string or int64 elements, not ", dtype);
    }
  }
  int64_t index() const { return index_; }

  void add(int64_t line_number, const std::string& line, const std::vector<std::string_view>& fields) {
    if (index_ == kLineNumber) {
      numbers_.push_back(static_cast<double>(line_number));
      integers_.push_back(line_number);
      return;
    }
    const std::string_view given = index_ == kWholeLine ? std::string_view(line) : fields[index_];
    if (dtype_ == DType::kString) {
      texts_.emplace_back(given);
    } else if (is_integer(dtype_)) {
      std::string_view field = trimmed(given);
      int64_t value = 0;
      if (!field.empty() && field[0] == '+') field.remove_prefix(1);
      auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
      GW_CHECK_ARG(error == std::errc() && end == field.data() + field.size() && !field.empty(), "Field ", given,
                   " in line ", line_number, " is not a valid ", dtype_, ".");
      integers_.push_back(value);
    } else {
      std::string field(trimmed(given));
      char* end = nullptr;
      double value = std::strtod(field.c_str(), &end);
      GW_CHECK_ARG(!field.empty() && end == field.c_str() + field.size(), "Field ", given, " in line ", line_number,
                   " is not a valid ", dtype_, ".");
      numbers_.push_back(value);
    }
  }
  Tensor tensor(int64_t n, int64_t offset) const {
    Tensor out = Tensor::allocate(dtype_, Shape{n});
    if (dtype_ == DType::kString) {
      std::copy(texts_.begin(), texts_.end(), out.data<std::string>());
    } else if (is_integer(dtype_)) {
      visit_integer(dtype_, [&]<class T>() {
        for (int64_t i = 0; i < n; ++i) out.data<T>()[i] = static_cast<T>(integers_[i] + offset);
      });
    } else {
      visit_dtype<float, double>(dtype_, [&]<class T>() {
        for (int64_t i = 0; i < n; ++i) out.data<T>()[i] = static_cast<T>(numbers_[i]);
      });
    }
    return out;
  }

 private:
  static std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
  }

  DType dtype_;
  int64_t index_;
  std::vector<std::string> texts_;
  std::vector<int64_t> integers_;
  std::vector<double> numbers_;
};

std::vector<std::string_view> split(const std::string& line, char delimiter) {
  std::vector<std::string_view> fields;
  size_t begin = 0;
  for (size_t end; (end = line.find(delimiter, begin)) != std::string::npos; begin = end + 1)
    fields.emplace_back(line.data() + begin, end - begin);
  fields.emplace_back(line.data() + begin, line.size() - begin);
  return fields;
}

void read_file(KernelContext& ctx) {
  LookupTable& table = LookupTable::of(ctx.input(0));
  if (ctx.input(1).num_elements() != 1) ctx.fail("filename should be a single string, but got ", ctx.input(1).shape());
  const std::string& name = *ctx.input(1).data<std::string>();
  if (name.empty()) ctx.fail("filename cannot be empty.");
  const std::string delimiter = ctx.attr<std::string>("delimiter");
  if (delimiter.size() != 1) ctx.fail("delimiter should be only 1 char");
  const int64_t vocabulary = ctx.attr<int64_t>("vocab_size");
  for (DType dtype : {table.key_dtype(), table.value_dtype()})
    if (dtype != DType::kString && dtype != DType::kFloat32 && dtype != DType::kFloat64 && !is_integer(dtype))
      ctx.fail("there is no way to read ", dtype, " from a file of text");
  Column keys(table.key_dtype(), ctx.attr<int64_t>("key_index"), "Key");
  Column values(table.value_dtype(), ctx.attr<int64_t>("value_index"), "Value");
  const int64_t columns = std::max(keys.index(), values.index()) + 1;

  const FileReader readable(name);
  std::ifstream file(readable.path(), std::ios::binary);
  int64_t lines = 0;
  std::string line;
  for (; (vocabulary < 0 || lines < vocabulary) && std::getline(file, line); ++lines) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) ctx.fail("Invalid content in ", name, ": empty line found at position ", lines, ".");
    std::vector<std::string_view> fields;
    if (columns > 0) fields = split(line, delimiter[0]);
    if (static_cast<int64_t>(fields.size()) < columns)
      ctx.fail("Invalid number of columns in ", name, " line ", lines, " (", line, ") : expected at least ", columns,
               " got ", fields.size());
    keys.add(lines, line, fields);
    values.add(lines, line, fields);
  }
  if (vocabulary < 0 && lines == 0) ctx.fail_code(Code::kOutOfRange, name, ": there is no line");
  if (vocabulary > lines) ctx.fail("Invalid vocab_size in ", name, ": expected ", vocabulary, " but got ", lines);
  const int64_t offset = ctx.attr<int64_t>("offset");
  auto added = [&](const Column& column) { return column.index() == kLineNumber ? offset : 0; };
  table.replace(keys.tensor(lines, 0), values.tensor(lines, added(values)));
}

DEFINE_OP("InitializeTableFromTextFileV2")
    .input("table_handle: resource")
    .input("filename: string")
    .attr("key_index: int >= -2")
    .attr("value_index: int >= -2")
    .attr("vocab_size: int >= -1 = -1")
    .attr("delimiter: string = '\t'")
    .attr("offset: int = 0")
    .doc(
        "Gives a static table its content from the lines of a file: columns, "
        "whole lines (-2), or their numbers (-1).")
    .kernel(CPU, read_file)
    .stateful()
    .no_gradient("has no output");

XLA_FACT(kNotCompiled, "AnonymousHashTable", "AnonymousMutableDenseHashTable", "AnonymousMutableHashTable",
         "AnonymousMutableHashTableOfTensors", "HashTableV2", "InitializeTableFromTextFileV2", "InitializeTableV2",
         "LookupTableExportV2", "LookupTableFindV2", "LookupTableImportV2", "LookupTableInsertV2",
         "LookupTableRemoveV2", "LookupTableSizeV2", "MutableDenseHashTableV2", "MutableHashTableOfTensorsV2",
         "MutableHashTableV2");

}  // namespace
}  // namespace graphwright
