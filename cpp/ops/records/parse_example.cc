// Batches of serialized tf.train.Example messages, or one, as tensors: ParseExample, ParseExampleV2,
// ParseSingleExample.
#include "ops/records/parse_example.h"

#include <unordered_map>

#include "base/parallel.h"
#include "io/example.h"
#include "op/vectorize.h"

namespace graphwright {

const char* feature_dtype_name(DType dtype) { return dtype == DType::kInvalid ? "none" : dtype_op_def_name(dtype); }

FeatureColumn::FeatureColumn(std::string key, DType dtype, const ExampleNames& names, int64_t examples)
    : key_(std::move(key)), dtype_(dtype), names_(names), values_(static_cast<size_t>(examples)) {}

std::string FeatureColumn::place(int64_t example) const {
  return names_.batched() ? str_cat("Name: ", names_[example], ", Key: ", key_, ", Index: ", example, ".  ")
                          : str_cat("Key: ", key_, ".  ");
}

void FeatureColumn::set(int64_t example, std::string_view feature) {
  FeatureValues& values = values_[static_cast<size_t>(example)];
  GW_CHECK_ARG(values_of(feature, values), place(example), "Can't parse serialized Example.");
  GW_CHECK_ARG(values.dtype == DType::kInvalid || values.dtype == dtype_, place(example),
               "Data types don't match. Expected type: ", feature_dtype_name(dtype_),
               ", Actual type: ", feature_dtype_name(values.dtype));
}

std::vector<int64_t> FeatureColumn::begins() const {
  std::vector<int64_t> begins(values_.size() + 1, 0);
  parallel_for(static_cast<int64_t>(values_.size()), kExamplesPerThread, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      GW_CHECK_ARG(count_values(values_[i], begins[i + 1]), place(i), "Can't parse serialized Example.");
  });
  for (size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  return begins;
}

void FeatureColumn::read(int64_t example, const Tensor& out, int64_t at) const {
  const FeatureValues& values = values_[static_cast<size_t>(example)];
  if (values.dtype == DType::kInvalid) return;
  bool read = false;
  visit_dtype<int64_t, float, std::string>(dtype_, [&]<class T>() { read = read_values(values, out.data<T>() + at); });
  GW_CHECK_ARG(read, place(example), "Can't parse serialized Example.");
}

Tensor FeatureColumn::flat(const std::vector<int64_t>& begins) const {
  Tensor out = Tensor::allocate(dtype_, Shape{begins.back()});
  parallel_for(static_cast<int64_t>(values_.size()), kExamplesPerThread, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) read(i, out, begins[i]);
  });
  return out;
}

SparseParts FeatureColumn::sparse() const {
  const std::vector<int64_t> begins = this->begins();
  const int64_t total = begins.back();
  if (!names_.batched()) {
    Tensor indices = Tensor::allocate(DType::kInt64, Shape{total, 1});
    for (int64_t i = 0; i < total; ++i) indices.data<int64_t>()[i] = i;
    return {indices, flat(begins), Tensor::from<int64_t>({total})};
  }
  Tensor indices = Tensor::allocate(DType::kInt64, Shape{total, 2});
  int64_t longest = 0;
  auto* at = indices.data<int64_t>();
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    longest = std::max(longest, begins[i + 1] - begins[i]);
    for (int64_t k = 0; k < begins[i + 1] - begins[i]; ++k) {
      *at++ = static_cast<int64_t>(i);
      *at++ = k;
    }
  }
  return {indices, flat(begins), Tensor::from<int64_t>({static_cast<int64_t>(values_.size()), longest})};
}

Tensor row_splits(const std::vector<int64_t>& begins, DType dtype) {
  GW_CHECK_ARG(dtype == DType::kInt64 || begins.back() <= INT32_MAX, "row splits of ", begins.back(),
               " values do not fit into ", dtype);
  Tensor splits = Tensor::allocate(dtype, Shape{static_cast<int64_t>(begins.size())});
  visit_dtype<int32_t, int64_t>(dtype, [&]<class T>() {
    for (size_t i = 0; i < begins.size(); ++i) splits.data<T>()[i] = static_cast<T>(begins[i]);
  });
  return splits;
}

Tensor FeatureColumn::dense(const Shape& shape, const Tensor& fallback) const {
  const bool variable = shape.rank() > 0 && shape[0] < 0;
  const auto examples = static_cast<int64_t>(values_.size());
  const std::vector<int64_t> begins = this->begins();
  const int64_t stride = variable ? shape.slice(1, shape.rank()).num_elements() : shape.num_elements();
  int64_t width = stride;  // elements of one row
  if (variable) {
    int64_t longest = 0;
    for (int64_t i = 0; i < examples; ++i) {
      const int64_t count = begins[i + 1] - begins[i];
      GW_CHECK_ARG(stride > 0 ? count % stride == 0 : count == 0, place(i), "Number of ", feature_dtype_name(dtype_),
                   " values is not a multiple of stride length. Saw ", count, " values but output shape is: ", shape);
      longest = std::max(longest, count);
    }
    width = longest;
  }
  Shape full = shape;
  if (variable) full.set(0, stride > 0 ? width / stride : 0);
  if (names_.batched()) full.insert(0, examples);
  checked_multiply(examples, width);
  Tensor out = Tensor::allocate(dtype_, full);
  visit_dtype<int64_t, float, std::string>(dtype_, [&]<class T>() {
    const T pad = fallback.num_elements() > 0 ? fallback.data<T>()[0] : T{};
    parallel_for(examples, kExamplesPerThread, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* row = out.data<T>() + i * width;
        int64_t count = begins[i + 1] - begins[i];
        if (variable) {
          std::fill(row + count, row + width, pad);
        } else if (values_[i].dtype == DType::kInvalid) {
          // A default without elements stands for none.
          GW_CHECK_ARG(fallback.num_elements() > 0, names_.batched() ? str_cat("Name: ", names_[i], ", ") : "",
                       "Feature: ", key_, " (data type: ", feature_dtype_name(dtype_),
                       ") is required but could not be found.");
          std::copy_n(fallback.data<T>(), stride, row);
        } else {
          GW_CHECK_ARG(count == stride, place(i), "Number of ", feature_dtype_name(dtype_),
                       " values != expected.  Values size: ", count, " but output shape: ", shape);
        }
        read(i, out, i * width);
      }
    });
  });
  return out;
}

void check_dense_default(const KernelContext& ctx, int64_t column, const Tensor& fallback, DType dtype,
                         const Shape& shape) {
  if (fallback.dtype() != dtype)
    ctx.fail("dense_defaults[", column, "].dtype() == ", fallback.dtype(), " != Tdense[", column, "] == ", dtype);
  if (!shape.has_rank()) ctx.fail("dense_shapes[", column, "] has unknown rank");
  for (int axis = 1; axis < shape.rank(); ++axis)
    if (shape[axis] < 0) ctx.fail("dense_shapes[", column, "] has unknown inner dimensions: ", shape);
  if (fallback.num_elements() == 0) return;
  if (shape.rank() > 0 && shape[0] < 0) {
    if (fallback.num_elements() != 1)
      ctx.fail("dense_shape[", column, "] is a variable length shape: ", shape, ", therefore def_value[", column,
               "] must contain a single element (the padding element).  But its shape is: ", fallback.shape());
  } else if (fallback.shape() != shape) {
    ctx.fail("def_value[", column, "].shape() == ", fallback.shape(), " is not compatible with dense_shapes_[", column,
             "] == ", shape);
  }
}

ExampleNames::ExampleNames(const KernelContext& ctx, const Tensor& names, const Shape& serialized)
    : names_(names), batched_(!serialized.is_scalar()) {
  if (names.num_elements() > 0 && batched_ && names.shape() != serialized)
    ctx.fail("Expected names have the same shape as serialized: name.shape=", names.shape(),
             ", serialized.shape=", serialized);
}

void collect(std::span<FeatureColumn* const> columns, int64_t example, std::span<const NamedFeature> features) {
  // Later ones replace earlier ones of the same name: taken from behind, the first one found counts.
  for (FeatureColumn* column : columns)
    for (size_t i = features.size(); i-- > 0;)
      if (features[i].name == column->key()) {
        column->set(example, features[i].feature);
        break;
      }
}

namespace {

// Above this many columns, they are found by a table.
constexpr size_t kManyColumns = 16;

// What one of the ops is asked for.
struct Request {
  std::vector<std::string> sparse_keys, dense_keys, ragged_keys;
  std::vector<DType> sparse_types, ragged_types, split_types;
  int first_default = 0;
};

std::vector<std::string> key_vector(const KernelContext& ctx, int i) {
  auto keys = ctx.flat<std::string>(i);
  return {keys.begin(), keys.end()};
}

std::vector<std::string> key_scalars(const KernelContext& ctx, int first, size_t count) {
  std::vector<std::string> keys;
  for (size_t i = 0; i < count; ++i) {
    const Tensor& key = ctx.input(first + static_cast<int>(i));
    if (key.num_elements() != 1) ctx.fail("Expected keys to be scalars, got ", key.shape());
    keys.push_back(*key.data<std::string>());
  }
  return keys;
}

void parse(KernelContext& ctx, const Tensor& serialized, const ExampleNames& names, const Request& request) {
  const auto shapes = ctx.attr<std::vector<Shape>>("dense_shapes");
  const auto dense_types = ctx.attr<std::vector<DType>>("Tdense");
  auto same = [&](size_t keys, size_t types, const char* what) {
    if (keys != types) ctx.fail("Expected as many ", what, "_keys as types, got ", keys, " and ", types);
  };
  same(request.sparse_keys.size(), request.sparse_types.size(), "sparse");
  same(request.dense_keys.size(), dense_types.size(), "dense");
  same(request.ragged_keys.size(), request.ragged_types.size(), "ragged");
  same(request.ragged_keys.size(), request.split_types.size(), "ragged");
  if (shapes.size() != dense_types.size())
    ctx.fail("Expected as many dense_shapes as Tdense, got ", shapes.size(), " and ", dense_types.size());
  for (size_t i = 0; i < dense_types.size(); ++i)
    check_dense_default(ctx, static_cast<int64_t>(i), ctx.input(request.first_default + static_cast<int>(i)),
                        dense_types[i], shapes[i]);

  const int64_t examples = serialized.num_elements();
  std::vector<FeatureColumn> columns;
  columns.reserve(request.sparse_keys.size() + dense_types.size() + request.ragged_keys.size());
  for (size_t i = 0; i < request.sparse_keys.size(); ++i)
    columns.emplace_back(request.sparse_keys[i], request.sparse_types[i], names, examples);
  for (size_t i = 0; i < dense_types.size(); ++i)
    columns.emplace_back(request.dense_keys[i], dense_types[i], names, examples);
  for (size_t i = 0; i < request.ragged_keys.size(); ++i)
    columns.emplace_back(request.ragged_keys[i], request.ragged_types[i], names, examples);
  std::vector<FeatureColumn*> all;
  std::unordered_multimap<std::string_view, FeatureColumn*> by_key;
  for (FeatureColumn& column : columns) {
    all.push_back(&column);
    if (columns.size() > kManyColumns) by_key.emplace(column.key(), &column);
  }

  parallel_for(examples, kExamplesPerThread, [&](int64_t begin, int64_t end) {
    std::vector<NamedFeature> features;
    for (int64_t i = begin; i < end; ++i) {
      features.clear();
      const std::string& text = serialized.data<std::string>()[i];
      GW_CHECK_ARG(features_of_example(text, features), "Could not parse example input, value: '", text, "'");
      if (by_key.empty()) {
        collect(all, i, features);
        continue;
      }
      for (const NamedFeature& feature : features)
        for (auto [at, last] = by_key.equal_range(feature.name); at != last; ++at) at->second->set(i, feature.feature);
    }
  });

  int output = 0;
  const size_t ns = request.sparse_keys.size(), nd = dense_types.size(), nr = request.ragged_keys.size();
  for (size_t i = 0; i < ns; ++i, ++output) {
    SparseParts parts = columns[i].sparse();
    ctx.set_output(output, parts.indices);
    ctx.set_output(output + static_cast<int>(ns), parts.values);
    ctx.set_output(output + static_cast<int>(2 * ns), parts.shape);
  }
  output += static_cast<int>(2 * ns);
  for (size_t i = 0; i < nd; ++i, ++output)
    ctx.set_output(output, columns[ns + i].dense(shapes[i], ctx.input(request.first_default + static_cast<int>(i))));
  for (size_t i = 0; i < nr; ++i, ++output) {
    const FeatureColumn& column = columns[ns + nd + i];
    const std::vector<int64_t> begins = column.begins();
    ctx.set_output(output, column.flat(begins));
    ctx.set_output(output + static_cast<int>(nr), names.batched() ? row_splits(begins, request.split_types[i])
                                                                  : Tensor::allocate(request.split_types[i], Shape{0}));
  }
}

// `batch`: the shape of `serialized`; `count`: the attr that says how many sparse features there are.
void parsed_shapes(ShapeContext& ctx, const Shape& batch, const char* count, size_t num_ragged) {
  const size_t num_sparse = ctx.attr<std::vector<DType>>("sparse_types").size();
  if (ctx.attr<int64_t>(count) != static_cast<int64_t>(num_sparse))
    ctx.fail(count, " (", ctx.attr<int64_t>(count), ") must match the size of sparse_types (", num_sparse, ")");
  const auto shapes = ctx.attr<std::vector<Shape>>("dense_shapes");
  const auto types = ctx.attr<std::vector<DType>>("Tdense");
  if (shapes.size() != types.size())
    ctx.fail("Expected as many dense_shapes as Tdense, got ", shapes.size(), " and ", types.size());
  int output = 0;
  const int64_t rank = batch.has_rank() ? batch.rank() + 1 : kUnknown;
  for (size_t i = 0; i < num_sparse; ++i) ctx.set_output(output++, Shape{kUnknown, rank});
  for (size_t i = 0; i < num_sparse; ++i) ctx.set_output(output++, Shape{kUnknown});
  for (size_t i = 0; i < num_sparse; ++i) ctx.set_output(output++, Shape{rank});
  for (const Shape& shape : shapes)
    ctx.set_output(output++, batch.has_rank() && shape.has_rank() ? batch.concat(shape) : Shape::unknown());
  for (size_t i = 0; i < num_ragged; ++i) ctx.set_output(output++, Shape{kUnknown});
  const int64_t splits = !batch.has_rank() ? kUnknown : batch.rank() == 0 ? 0 : batch[0] < 0 ? kUnknown : batch[0] + 1;
  for (size_t i = 0; i < num_ragged; ++i) ctx.set_output(output++, Shape{splits});
}

// ---- ParseExampleV2 ----

void shape_v2(ShapeContext& ctx) {
  if (ctx.input(0).has_rank() && ctx.input(0).rank() > 1)
    ctx.fail("Expected serialized to be a scalar or vector, got shape: ", ctx.input(0));
  const size_t num_ragged = ctx.attr<std::vector<DType>>("ragged_value_types").size(),
               num_splits = ctx.attr<std::vector<DType>>("ragged_split_types").size();
  if (num_ragged != num_splits)
    ctx.fail("Expected as many ragged_value_types as ragged_split_types, got ", num_ragged, " and ", num_splits);
  parsed_shapes(ctx, ctx.input(0), "num_sparse", num_ragged);
}

void parse_v2(KernelContext& ctx) {
  Request request;
  request.sparse_keys = key_vector(ctx, 2);
  request.dense_keys = key_vector(ctx, 3);
  request.ragged_keys = key_vector(ctx, 4);
  request.sparse_types = ctx.attr<std::vector<DType>>("sparse_types");
  request.ragged_types = ctx.attr<std::vector<DType>>("ragged_value_types");
  request.split_types = ctx.attr<std::vector<DType>>("ragged_split_types");
  request.first_default = 5;
  parse(ctx, ctx.input(0), ExampleNames(ctx, ctx.input(1), ctx.input(0).shape()), request);
}

DEFINE_OP("ParseExampleV2")
    .input("serialized: string")
    .input("names: string")
    .input("sparse_keys: string")
    .input("dense_keys: string")
    .input("ragged_keys: string")
    .input("dense_defaults: Tdense")
    .output("sparse_indices: num_sparse * int64")
    .output("sparse_values: sparse_types")
    .output("sparse_shapes: num_sparse * int64")
    .output("dense_values: Tdense")
    .output("ragged_values: ragged_value_types")
    .output("ragged_row_splits: ragged_split_types")
    .attr("Tdense: list({float, int64, string}) >= 0")
    .attr("num_sparse: int >= 0")
    .attr("sparse_types: list({float, int64, string}) >= 0")
    .attr("ragged_value_types: list({float, int64, string}) >= 0")
    .attr("ragged_split_types: list({int32, int64}) >= 0")
    .attr("dense_shapes: list(shape) >= 0")
    .doc("The features of a vector of Example messages, or of one, as sparse, dense and ragged tensors.")
    .shape(shape_v2)
    .kernel(CPU, parse_v2)
    .trait(Trait::kHostMemory);

// ---- ParseExample ----

void shape_v1(ShapeContext& ctx) { parsed_shapes(ctx, ctx.with_rank(0, 1), "Nsparse", 0); }

void parse_v1(KernelContext& ctx) {
  Request request;
  request.sparse_types = ctx.attr<std::vector<DType>>("sparse_types");
  const auto ns = static_cast<size_t>(ctx.attr<int64_t>("Nsparse")),
             nd = static_cast<size_t>(ctx.attr<int64_t>("Ndense"));
  request.sparse_keys = key_scalars(ctx, 2, ns);
  request.dense_keys = key_scalars(ctx, 2 + static_cast<int>(ns), nd);
  request.first_default = static_cast<int>(2 + ns + nd);
  parse(ctx, ctx.input(0), ExampleNames(ctx, ctx.input(1), ctx.input(0).shape()), request);
}

DEFINE_OP("ParseExample")
    .input("serialized: string")
    .input("names: string")
    .input("sparse_keys: Nsparse * string")
    .input("dense_keys: Ndense * string")
    .input("dense_defaults: Tdense")
    .output("sparse_indices: Nsparse * int64")
    .output("sparse_values: sparse_types")
    .output("sparse_shapes: Nsparse * int64")
    .output("dense_values: Tdense")
    .attr("Nsparse: int >= 0")
    .attr("Ndense: int >= 0")
    .attr("sparse_types: list({float, int64, string}) >= 0")
    .attr("Tdense: list({float, int64, string}) >= 0")
    .attr("dense_shapes: list(shape) >= 0")
    .doc("The features of a vector of Example messages as sparse and dense tensors.")
    .shape(shape_v1)
    .kernel(CPU, parse_v1)
    .trait(Trait::kHostMemory);

// ---- ParseSingleExample ----

void shape_single(ShapeContext& ctx) { parsed_shapes(ctx, ctx.with_rank(0, 0), "num_sparse", 0); }

void parse_single(KernelContext& ctx) {
  Request request;
  request.sparse_types = ctx.attr<std::vector<DType>>("sparse_types");
  request.sparse_keys = ctx.attr<std::vector<std::string>>("sparse_keys");
  request.dense_keys = ctx.attr<std::vector<std::string>>("dense_keys");
  request.first_default = 1;
  parse(ctx, ctx.input(0), ExampleNames(ctx, Tensor::allocate(DType::kString, Shape{0}), Shape()), request);
}

DEFINE_OP("ParseSingleExample")
    .input("serialized: string")
    .input("dense_defaults: Tdense")
    .output("sparse_indices: num_sparse * int64")
    .output("sparse_values: sparse_types")
    .output("sparse_shapes: num_sparse * int64")
    .output("dense_values: Tdense")
    .attr("num_sparse: int >= 0")
    .attr("sparse_keys: list(string) >= 0")
    .attr("dense_keys: list(string) >= 0")
    .attr("sparse_types: list({float, int64, string}) >= 0")
    .attr("Tdense: list({float, int64, string}) >= 0")
    .attr("dense_shapes: list(shape) >= 0")
    .doc("The features of an Example message as sparse and dense tensors.")
    .shape(shape_single)
    .kernel(CPU, parse_single)
    .trait(Trait::kHostMemory);

}  // namespace
}  // namespace graphwright
