// Batches of serialized tf.train.SequenceExample messages, or one, as tensors: ParseSequenceExample,
// ParseSequenceExampleV2, ParseSingleSequenceExample; messages as JSON: DecodeJSONExample.
#include "base/parallel.h"
#include "io/example.h"
#include "io/example_json.h"
#include "op/vectorize.h"
#include "ops/records/parse_example.h"

namespace graphwright {
namespace {

// A list of features of each example, one for each step of its sequence.
class StepColumn {
 public:
  StepColumn(std::string key, DType dtype, const ExampleNames& names, int64_t examples)
      : key_(std::move(key)), dtype_(dtype), names_(names), steps_(static_cast<size_t>(examples)) {}

  const std::string& key() const { return key_; }

  // Gives an example the bytes of its FeatureList message, which must live on.
  void set(int64_t example, std::string_view list) {
    Steps& steps = steps_[static_cast<size_t>(example)];
    steps.present = true;
    std::vector<std::string_view> features;
    GW_CHECK_ARG(features_of_list(list, features), place(example, 0), "Can't parse serialized Example.");
    steps.values.resize(features.size());
    for (size_t step = 0; step < features.size(); ++step) {
      FeatureValues& values = steps.values[step];
      GW_CHECK_ARG(values_of(features[step], values), place(example, step), "Can't parse serialized Example.");
      GW_CHECK_ARG(values.dtype == DType::kInvalid || values.dtype == dtype_, place(example, step),
                   "Data types don't match. Expected type: ", feature_dtype_name(dtype_),
                   ", Actual type: ", feature_dtype_name(values.dtype));
    }
  }

  // Where the steps of each example begin among those of all, and the values of each step among those of all; both end
  // with where the last one ends.
  struct Places {
    std::vector<int64_t> steps, values;
    int64_t longest = 0, widest = 0;  // of steps in an example, of values in a step
  };
  Places places() const {
    Places places;
    places.steps.push_back(0);
    places.values.push_back(0);
    for (size_t i = 0; i < steps_.size(); ++i) {
      const std::vector<FeatureValues>& values = steps_[i].values;
      for (size_t step = 0; step < values.size(); ++step) {
        int64_t count = 0;
        GW_CHECK_ARG(count_values(values[step], count), place(i, step), "Can't parse serialized Example.");
        places.values.push_back(places.values.back() + count);
        places.widest = std::max(places.widest, count);
      }
      places.steps.push_back(places.steps.back() + static_cast<int64_t>(values.size()));
      places.longest = std::max(places.longest, static_cast<int64_t>(values.size()));
    }
    return places;
  }

  Tensor flat(const Places& places) const {
    Tensor out = Tensor::allocate(dtype_, Shape{places.values.back()});
    each_example([&](size_t i) {
      for (size_t step = 0; step < steps_[i].values.size(); ++step)
        read(i, step, out, places.values[static_cast<size_t>(places.steps[i]) + step]);
    });
    return out;
  }

  // Places are (example, step, number of the value), without the first one for a single example.
  SparseParts sparse() const {
    const Places all = places();
    const bool batched = names_.batched();
    Tensor indices = Tensor::allocate(DType::kInt64, Shape{all.values.back(), batched ? 3 : 2});
    auto* at = indices.data<int64_t>();
    for (size_t i = 0; i < steps_.size(); ++i)
      for (int64_t step = all.steps[i]; step < all.steps[i + 1]; ++step) {
        const int64_t count = all.values[static_cast<size_t>(step) + 1] - all.values[static_cast<size_t>(step)];
        for (int64_t k = 0; k < count; ++k) {
          if (batched) *at++ = static_cast<int64_t>(i);
          *at++ = step - all.steps[i];
          *at++ = k;
        }
      }
    const auto examples = static_cast<int64_t>(steps_.size());
    Tensor shape = batched ? Tensor::from<int64_t>({examples, all.longest, all.widest})
                           : Tensor::from<int64_t>({all.longest, all.widest});
    return {indices, flat(all), shape};
  }

  // [number of examples, most steps] + shape, and how many steps each example has. Only where `may_be_missing`, an
  // example without the list has none.
  std::pair<Tensor, Tensor> dense(const Shape& shape, bool may_be_missing) const {
    const auto examples = static_cast<int64_t>(steps_.size());
    int64_t longest = 0;
    Tensor lengths = Tensor::allocate(DType::kInt64, names_.batched() ? Shape{examples} : Shape());
    for (int64_t i = 0; i < examples; ++i) {
      const Steps& steps = steps_[static_cast<size_t>(i)];
      GW_CHECK_ARG(steps.present || may_be_missing, "Name: ", names_[i], ", Feature list '", key_,
                   "' is required but could not be found.  Did you mean to include it in "
                   "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?");
      lengths.data<int64_t>()[i] = static_cast<int64_t>(steps.values.size());
      longest = std::max(longest, lengths.data<int64_t>()[i]);
    }
    const int64_t width = shape.num_elements();
    Shape full = shape;
    full.insert(0, longest);
    if (names_.batched()) full.insert(0, examples);
    const int64_t row = checked_multiply(longest, width);
    checked_multiply(examples, row);
    Tensor out = Tensor::allocate(dtype_, full);
    visit_dtype<int64_t, float, std::string>(dtype_, [&]<class T>() {
      each_example([&](size_t i) {
        T* begin = out.data<T>() + static_cast<int64_t>(i) * row;
        const std::vector<FeatureValues>& values = steps_[i].values;
        for (size_t step = 0; step < values.size(); ++step) {
          int64_t count = 0;
          GW_CHECK_ARG(count_values(values[step], count), place(i, step), "Can't parse serialized Example.");
          GW_CHECK_ARG(count == width, place(i, step), "Number of values != expected.  values size: ", count,
                       " but output shape: ", shape);
          read(i, step, out, static_cast<int64_t>(i) * row + static_cast<int64_t>(step) * width);
        }
        std::fill(begin + static_cast<int64_t>(values.size()) * width, begin + row, T{});
      });
    });
    return {out, lengths};
  }

 private:
  struct Steps {
    bool present = false;
    std::vector<FeatureValues> values;
  };

  std::string place(size_t example, size_t step) const {
    return str_cat("Name: ", names_[static_cast<int64_t>(example)], ", Feature list: ", key_, ", Index: ", step, ".  ");
  }
  template <class F>
  void each_example(const F& f) const {
    parallel_for(static_cast<int64_t>(steps_.size()), kExamplesPerThread, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) f(static_cast<size_t>(i));
    });
  }
  void read(size_t example, size_t step, const Tensor& out, int64_t at) const {
    const FeatureValues& values = steps_[example].values[step];
    if (values.dtype == DType::kInvalid) return;
    bool read = false;
    visit_dtype<int64_t, float, std::string>(dtype_,
                                             [&]<class T>() { read = read_values(values, out.data<T>() + at); });
    GW_CHECK_ARG(read, place(example, step), "Can't parse serialized Example.");
  }

  const std::string key_;
  const DType dtype_;
  const ExampleNames& names_;
  std::vector<Steps> steps_;
};

// What one of the ops is asked for, in the order of its outputs.
struct Request {
  std::vector<std::string> sparse_keys, dense_keys, ragged_keys;                 // of the context
  std::vector<std::string> list_sparse_keys, list_dense_keys, list_ragged_keys;  // of the sequences
  std::vector<DType> ragged_types, ragged_splits, list_ragged_types, list_ragged_splits;
  std::vector<bool> may_be_missing;  // for each of list_dense_keys
  int first_default = 0;
  bool lengths = true;  // whether the lengths of dense sequences are outputs
};

void same_number(const KernelContext& ctx, size_t keys, size_t types, const char* what) {
  if (keys != types) ctx.fail("Expected as many keys of ", what, " as types, got ", keys, " and ", types);
}

template <class Column>
std::vector<Column> columns_of(const std::vector<std::string>& keys, const std::vector<DType>& types,
                               const ExampleNames& names, int64_t examples) {
  std::vector<Column> columns;
  columns.reserve(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) columns.emplace_back(keys[i], types[i], names, examples);
  return columns;
}

template <class Column>
void add_pointers(std::vector<Column>& columns, std::vector<Column*>& all) {
  for (Column& column : columns) all.push_back(&column);
}

void parse(KernelContext& ctx, const Tensor& serialized, const ExampleNames& names, const Request& request) {
  const auto sparse_types = ctx.attr<std::vector<DType>>("context_sparse_types"),
             dense_types = ctx.attr<std::vector<DType>>("Tcontext_dense"),
             list_sparse_types = ctx.attr<std::vector<DType>>("feature_list_sparse_types"),
             list_dense_types = ctx.attr<std::vector<DType>>("feature_list_dense_types");
  const auto dense_shapes = ctx.attr<std::vector<Shape>>("context_dense_shapes"),
             list_shapes = ctx.attr<std::vector<Shape>>("feature_list_dense_shapes");
  same_number(ctx, request.sparse_keys.size(), sparse_types.size(), "context_sparse");
  same_number(ctx, request.dense_keys.size(), dense_types.size(), "context_dense");
  same_number(ctx, request.dense_keys.size(), dense_shapes.size(), "context_dense, shapes");
  same_number(ctx, request.ragged_keys.size(), request.ragged_types.size(), "context_ragged");
  same_number(ctx, request.ragged_keys.size(), request.ragged_splits.size(), "context_ragged, splits");
  same_number(ctx, request.list_sparse_keys.size(), list_sparse_types.size(), "feature_list_sparse");
  same_number(ctx, request.list_dense_keys.size(), list_dense_types.size(), "feature_list_dense");
  same_number(ctx, request.list_dense_keys.size(), list_shapes.size(), "feature_list_dense, shapes");
  same_number(ctx, request.list_dense_keys.size(), request.may_be_missing.size(), "feature_list_dense, missing");
  same_number(ctx, request.list_ragged_keys.size(), request.list_ragged_types.size(), "feature_list_ragged");
  same_number(ctx, request.list_ragged_keys.size(), request.list_ragged_splits.size(), "feature_list_ragged, splits");
  const int64_t examples = serialized.num_elements();
  for (size_t i = 0; i < dense_types.size(); ++i) {
    const Tensor& fallback = ctx.input(request.first_default + static_cast<int>(i));
    check_dense_default(ctx, static_cast<int64_t>(i), fallback, dense_types[i], dense_shapes[i]);
    if (!dense_shapes[i].fully_defined()) ctx.fail("Shape ", dense_shapes[i], " is not fully defined");
    if (examples == 0 && fallback.num_elements() == 0 && dense_shapes[i].num_elements() > 0)
      ctx.fail("Inconsistent max number of elements for feature ", request.dense_keys[i], ": expected ",
               dense_shapes[i].num_elements(), ", but found 0");
  }
  for (const Shape& shape : list_shapes)
    if (!shape.fully_defined()) ctx.fail("Shape ", shape, " is not fully defined");

  auto sparse = columns_of<FeatureColumn>(request.sparse_keys, sparse_types, names, examples);
  auto dense = columns_of<FeatureColumn>(request.dense_keys, dense_types, names, examples);
  auto ragged = columns_of<FeatureColumn>(request.ragged_keys, request.ragged_types, names, examples);
  auto list_sparse = columns_of<StepColumn>(request.list_sparse_keys, list_sparse_types, names, examples);
  auto list_dense = columns_of<StepColumn>(request.list_dense_keys, list_dense_types, names, examples);
  auto list_ragged = columns_of<StepColumn>(request.list_ragged_keys, request.list_ragged_types, names, examples);
  std::vector<FeatureColumn*> of_context;
  std::vector<StepColumn*> of_lists;
  for (auto* columns : {&sparse, &dense, &ragged}) add_pointers(*columns, of_context);
  for (auto* columns : {&list_sparse, &list_dense, &list_ragged}) add_pointers(*columns, of_lists);

  parallel_for(examples, kExamplesPerThread, [&](int64_t begin, int64_t end) {
    std::vector<NamedFeature> context, lists;
    for (int64_t i = begin; i < end; ++i) {
      context.clear();
      lists.clear();
      GW_CHECK_ARG(features_of_sequence_example(serialized.data<std::string>()[i], context, lists), "Name: ", names[i],
                   ", Could not parse the bytes of a SequenceExample");
      collect(of_context, i, context);
      for (StepColumn* column : of_lists)
        for (size_t k = lists.size(); k-- > 0;)
          if (lists[k].name == column->key()) {
            column->set(i, lists[k].feature);
            break;
          }
    }
  });

  int output = 0;
  auto put = [&](Tensor tensor) { ctx.set_output(output++, std::move(tensor)); };
  auto put_sparse = [&](const auto& columns) {
    std::vector<SparseParts> parts;
    for (const auto& column : columns) parts.push_back(column.sparse());
    for (const SparseParts& part : parts) put(part.indices);
    for (const SparseParts& part : parts) put(part.values);
    for (const SparseParts& part : parts) put(part.shape);
  };
  put_sparse(sparse);
  for (size_t i = 0; i < dense.size(); ++i)
    put(dense[i].dense(dense_shapes[i], ctx.input(request.first_default + static_cast<int>(i))));
  std::vector<Tensor> later;
  for (size_t i = 0; i < ragged.size(); ++i) {
    const std::vector<int64_t> begins = ragged[i].begins();
    put(ragged[i].flat(begins));
    later.push_back(names.batched() ? row_splits(begins, request.ragged_splits[i])
                                    : Tensor::allocate(request.ragged_splits[i], Shape{0}));
  }
  for (Tensor& splits : later) put(std::move(splits));
  put_sparse(list_sparse);
  later.clear();
  for (size_t i = 0; i < list_dense.size(); ++i) {
    auto [values, lengths] = list_dense[i].dense(list_shapes[i], request.may_be_missing[i]);
    put(std::move(values));
    later.push_back(std::move(lengths));
  }
  if (request.lengths)
    for (Tensor& lengths : later) put(std::move(lengths));
  later.clear();
  std::vector<Tensor> inner;
  for (size_t i = 0; i < list_ragged.size(); ++i) {
    const StepColumn::Places places = list_ragged[i].places();
    put(list_ragged[i].flat(places));
    later.push_back(names.batched() ? row_splits(places.steps, request.list_ragged_splits[i])
                                    : Tensor::allocate(request.list_ragged_splits[i], Shape{0}));
    inner.push_back(row_splits(places.values, request.list_ragged_splits[i]));
  }
  for (Tensor& splits : later) put(std::move(splits));
  for (Tensor& splits : inner) put(std::move(splits));
}

// ---- shapes ----

struct Counts {
  size_t sparse, ragged, list_sparse, list_ragged;
  bool lengths = true;
};

// `batch`: the shape of `serialized`.
void parsed_shapes(ShapeContext& ctx, const Shape& batch, const Counts& counts) {
  const auto shapes = ctx.attr<std::vector<Shape>>("context_dense_shapes"),
             list_shapes = ctx.attr<std::vector<Shape>>("feature_list_dense_shapes");
  const auto dense_types = ctx.attr<std::vector<DType>>("Tcontext_dense"),
             list_dense_types = ctx.attr<std::vector<DType>>("feature_list_dense_types");
  if (shapes.size() != dense_types.size())
    ctx.fail("len(Tcontext_dense) != len(context_dense_shapes): ", dense_types.size(), " vs. ", shapes.size());
  if (list_shapes.size() != list_dense_types.size())
    ctx.fail("len(feature_list_dense_types) != len(feature_list_dense_shapes): ", list_dense_types.size(), " vs. ",
             list_shapes.size());
  int output = 0;
  auto sparse = [&](size_t count, int axes) {
    const int64_t rank = batch.has_rank() ? batch.rank() + axes : kUnknown;
    for (size_t i = 0; i < count; ++i) ctx.set_output(output++, Shape{kUnknown, rank});
    for (size_t i = 0; i < count; ++i) ctx.set_output(output++, Shape{kUnknown});
    for (size_t i = 0; i < count; ++i) ctx.set_output(output++, Shape{rank});
  };
  auto joined = [&](const Shape& inner) {
    return batch.has_rank() && inner.has_rank() ? batch.concat(inner) : Shape::unknown();
  };
  auto unknown_vectors = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) ctx.set_output(output++, Shape{kUnknown});
  };
  const int64_t splits = !batch.has_rank() ? kUnknown : batch.rank() == 0 ? 0 : batch[0] < 0 ? kUnknown : batch[0] + 1;
  auto split_vectors = [&](size_t count) {
    for (size_t i = 0; i < count; ++i) ctx.set_output(output++, Shape{splits});
  };
  sparse(counts.sparse, 1);
  for (const Shape& shape : shapes) ctx.set_output(output++, joined(shape));
  unknown_vectors(counts.ragged);
  split_vectors(counts.ragged);
  sparse(counts.list_sparse, 2);
  for (const Shape& shape : list_shapes)
    ctx.set_output(output++, shape.has_rank() ? joined(Shape{kUnknown}.concat(shape)) : Shape::unknown());
  if (counts.lengths)
    for (size_t i = 0; i < list_shapes.size(); ++i) ctx.set_output(output++, batch);
  unknown_vectors(counts.list_ragged);
  split_vectors(counts.list_ragged);
  unknown_vectors(counts.list_ragged);
}

size_t type_count(const ShapeContext& ctx, std::string_view types, std::string_view count) {
  const size_t found = ctx.attr<std::vector<DType>>(types).size();
  if (ctx.attr<int64_t>(count) != static_cast<int64_t>(found))
    ctx.fail("len(", types, ") != ", count, ": ", found, " vs. ", ctx.attr<int64_t>(count));
  return found;
}

const Shape& scalar_or_vector(const ShapeContext& ctx) {
  if (ctx.input(0).has_rank() && ctx.input(0).rank() > 1)
    ctx.fail("Expected serialized to be a scalar or vector, got shape: ", ctx.input(0));
  return ctx.input(0);
}

// ---- ParseSequenceExampleV2 ----

void shape_v2(ShapeContext& ctx) {
  const Shape& batch = scalar_or_vector(ctx);
  Counts counts;
  counts.sparse = type_count(ctx, "context_sparse_types", "Ncontext_sparse");
  counts.list_sparse = type_count(ctx, "feature_list_sparse_types", "Nfeature_list_sparse");
  type_count(ctx, "feature_list_dense_types", "Nfeature_list_dense");
  counts.ragged = ctx.attr<std::vector<DType>>("context_ragged_value_types").size();
  counts.list_ragged = ctx.attr<std::vector<DType>>("feature_list_ragged_value_types").size();
  if (ctx.attr<std::vector<DType>>("context_ragged_split_types").size() != counts.ragged ||
      ctx.attr<std::vector<DType>>("feature_list_ragged_split_types").size() != counts.list_ragged)
    ctx.fail("Expected as many types of ragged values as of their row splits");
  parsed_shapes(ctx, batch, counts);
}

std::vector<std::string> key_vector(const KernelContext& ctx, int i) {
  auto keys = ctx.flat<std::string>(i);
  return {keys.begin(), keys.end()};
}

void parse_v2(KernelContext& ctx) {
  Request request;
  request.sparse_keys = key_vector(ctx, 2);
  request.dense_keys = key_vector(ctx, 3);
  request.ragged_keys = key_vector(ctx, 4);
  request.list_sparse_keys = key_vector(ctx, 5);
  request.list_dense_keys = key_vector(ctx, 6);
  request.list_ragged_keys = key_vector(ctx, 7);
  for (bool missing : ctx.flat<bool>(8)) request.may_be_missing.push_back(missing);
  request.first_default = 9;
  request.ragged_types = ctx.attr<std::vector<DType>>("context_ragged_value_types");
  request.ragged_splits = ctx.attr<std::vector<DType>>("context_ragged_split_types");
  request.list_ragged_types = ctx.attr<std::vector<DType>>("feature_list_ragged_value_types");
  request.list_ragged_splits = ctx.attr<std::vector<DType>>("feature_list_ragged_split_types");
  parse(ctx, ctx.input(0), ExampleNames(ctx, ctx.input(1), ctx.input(0).shape()), request);
}

DEFINE_OP("ParseSequenceExampleV2")
    .input("serialized: string")
    .input("debug_name: string")
    .input("context_sparse_keys: string")
    .input("context_dense_keys: string")
    .input("context_ragged_keys: string")
    .input("feature_list_sparse_keys: string")
    .input("feature_list_dense_keys: string")
    .input("feature_list_ragged_keys: string")
    .input("feature_list_dense_missing_assumed_empty: bool")
    .input("context_dense_defaults: Tcontext_dense")
    .output("context_sparse_indices: Ncontext_sparse * int64")
    .output("context_sparse_values: context_sparse_types")
    .output("context_sparse_shapes: Ncontext_sparse * int64")
    .output("context_dense_values: Tcontext_dense")
    .output("context_ragged_values: context_ragged_value_types")
    .output("context_ragged_row_splits: context_ragged_split_types")
    .output("feature_list_sparse_indices: Nfeature_list_sparse * int64")
    .output("feature_list_sparse_values: feature_list_sparse_types")
    .output("feature_list_sparse_shapes: Nfeature_list_sparse * int64")
    .output("feature_list_dense_values: feature_list_dense_types")
    .output("feature_list_dense_lengths: Nfeature_list_dense * int64")
    .output("feature_list_ragged_values: feature_list_ragged_value_types")
    .output("feature_list_ragged_outer_splits: feature_list_ragged_split_types")
    .output("feature_list_ragged_inner_splits: feature_list_ragged_split_types")
    .attr("Ncontext_sparse: int >= 0 = 0")
    .attr("Tcontext_dense: list({float, int64, string}) >= 0 = []")
    .attr("context_sparse_types: list({float, int64, string}) >= 0 = []")
    .attr("context_ragged_value_types: list({float, int64, string}) >= 0 = []")
    .attr("context_ragged_split_types: list({int32, int64}) >= 0 = []")
    .attr("context_dense_shapes: list(shape) >= 0 = []")
    .attr("Nfeature_list_sparse: int >= 0 = 0")
    .attr("Nfeature_list_dense: int >= 0 = 0")
    .attr("feature_list_dense_types: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_sparse_types: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_ragged_value_types: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_ragged_split_types: list({int32, int64}) >= 0 = []")
    .attr("feature_list_dense_shapes: list(shape) >= 0 = []")
    .doc(
        "Context and sequences of a vector of SequenceExample messages, or of one, as sparse, dense and ragged "
        "tensors.")
    .shape(shape_v2)
    .kernel(CPU, parse_v2)
    .trait(Trait::kHostMemory);

// ---- ParseSequenceExample ----

// Of both older ops.
Counts older_counts(ShapeContext& ctx) {
  Counts counts{};
  counts.sparse = type_count(ctx, "context_sparse_types", "Ncontext_sparse");
  counts.list_sparse = type_count(ctx, "feature_list_sparse_types", "Nfeature_list_sparse");
  type_count(ctx, "Tcontext_dense", "Ncontext_dense");
  type_count(ctx, "feature_list_dense_types", "Nfeature_list_dense");
  return counts;
}

void shape_v1(ShapeContext& ctx) {
  Counts counts = older_counts(ctx);
  counts.lengths = true;
  parsed_shapes(ctx, scalar_or_vector(ctx), counts);
}

void set_missing(Request& request, std::span<const std::string> missing) {
  for (const std::string& key : request.list_dense_keys)
    request.may_be_missing.push_back(std::find(missing.begin(), missing.end(), key) != missing.end());
}

void parse_v1(KernelContext& ctx) {
  using Strings = std::vector<std::string>;
  Request request;
  request.sparse_keys = ctx.attr<Strings>("context_sparse_keys");
  request.dense_keys = ctx.attr<Strings>("context_dense_keys");
  request.list_sparse_keys = ctx.attr<Strings>("feature_list_sparse_keys");
  request.list_dense_keys = ctx.attr<Strings>("feature_list_dense_keys");
  set_missing(request, ctx.attr<Strings>("feature_list_dense_missing_assumed_empty"));
  request.first_default = 2;
  parse(ctx, ctx.input(0), ExampleNames(ctx, ctx.input(1), ctx.input(0).shape()), request);
}

DEFINE_OP("ParseSequenceExample")
    .input("serialized: string")
    .input("debug_name: string")
    .input("context_dense_defaults: Tcontext_dense")
    .output("context_sparse_indices: Ncontext_sparse * int64")
    .output("context_sparse_values: context_sparse_types")
    .output("context_sparse_shapes: Ncontext_sparse * int64")
    .output("context_dense_values: Tcontext_dense")
    .output("feature_list_sparse_indices: Nfeature_list_sparse * int64")
    .output("feature_list_sparse_values: feature_list_sparse_types")
    .output("feature_list_sparse_shapes: Nfeature_list_sparse * int64")
    .output("feature_list_dense_values: feature_list_dense_types")
    .output("feature_list_dense_lengths: Nfeature_list_dense * int64")
    .attr("feature_list_dense_missing_assumed_empty: list(string) >= 0")
    .attr("context_sparse_keys: list(string) >= 0")
    .attr("context_dense_keys: list(string) >= 0")
    .attr("feature_list_sparse_keys: list(string) >= 0")
    .attr("feature_list_dense_keys: list(string) >= 0")
    .attr("Ncontext_sparse: int >= 0 = 0")
    .attr("Ncontext_dense: int >= 0 = 0")
    .attr("Nfeature_list_sparse: int >= 0 = 0")
    .attr("Nfeature_list_dense: int >= 0 = 0")
    .attr("context_sparse_types: list({float, int64, string}) >= 0 = []")
    .attr("Tcontext_dense: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_dense_types: list({float, int64, string}) >= 0 = []")
    .attr("context_dense_shapes: list(shape) >= 0 = []")
    .attr("feature_list_sparse_types: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_dense_shapes: list(shape) >= 0 = []")
    .doc("Context and sequences of a vector of SequenceExample messages as sparse and dense tensors.")
    .shape(shape_v1)
    .kernel(CPU, parse_v1)
    .trait(Trait::kHostMemory);

// ---- ParseSingleSequenceExample ----

void shape_single(ShapeContext& ctx) {
  Counts counts = older_counts(ctx);
  counts.lengths = false;
  parsed_shapes(ctx, ctx.with_rank(0, 0), counts);
}

void parse_single(KernelContext& ctx) {
  int input = 2;
  auto keys = [&](const char* count) {
    std::vector<std::string> keys;
    for (int64_t i = 0; i < ctx.attr<int64_t>(count); ++i) {
      const Tensor& key = ctx.input(input++);
      if (key.num_elements() != 1) ctx.fail("Expected keys to be scalars, got ", key.shape());
      keys.push_back(*key.data<std::string>());
    }
    return keys;
  };
  Request request;
  request.lengths = false;
  request.sparse_keys = keys("Ncontext_sparse");
  request.dense_keys = keys("Ncontext_dense");
  request.list_sparse_keys = keys("Nfeature_list_sparse");
  request.list_dense_keys = keys("Nfeature_list_dense");
  set_missing(request, ctx.flat<std::string>(1));
  request.first_default = input;
  const Tensor& name = ctx.input(ctx.num_inputs() - 1);
  if (!name.shape().is_scalar()) ctx.fail("Expected debug_name to be a scalar, got shape: ", name.shape());
  parse(ctx, ctx.input(0), ExampleNames(ctx, name, Shape()), request);
}

DEFINE_OP("ParseSingleSequenceExample")
    .input("serialized: string")
    .input("feature_list_dense_missing_assumed_empty: string")
    .input("context_sparse_keys: Ncontext_sparse * string")
    .input("context_dense_keys: Ncontext_dense * string")
    .input("feature_list_sparse_keys: Nfeature_list_sparse * string")
    .input("feature_list_dense_keys: Nfeature_list_dense * string")
    .input("context_dense_defaults: Tcontext_dense")
    .input("debug_name: string")
    .output("context_sparse_indices: Ncontext_sparse * int64")
    .output("context_sparse_values: context_sparse_types")
    .output("context_sparse_shapes: Ncontext_sparse * int64")
    .output("context_dense_values: Tcontext_dense")
    .output("feature_list_sparse_indices: Nfeature_list_sparse * int64")
    .output("feature_list_sparse_values: feature_list_sparse_types")
    .output("feature_list_sparse_shapes: Nfeature_list_sparse * int64")
    .output("feature_list_dense_values: feature_list_dense_types")
    .attr("Ncontext_sparse: int >= 0 = 0")
    .attr("Ncontext_dense: int >= 0 = 0")
    .attr("Nfeature_list_sparse: int >= 0 = 0")
    .attr("Nfeature_list_dense: int >= 0 = 0")
    .attr("context_sparse_types: list({float, int64, string}) >= 0 = []")
    .attr("Tcontext_dense: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_dense_types: list({float, int64, string}) >= 0 = []")
    .attr("context_dense_shapes: list(shape) >= 0 = []")
    .attr("feature_list_sparse_types: list({float, int64, string}) >= 0 = []")
    .attr("feature_list_dense_shapes: list(shape) >= 0 = []")
    .doc("Context and sequences of a SequenceExample message as sparse and dense tensors.")
    .shape(shape_single)
    .kernel(CPU, parse_single)
    .trait(Trait::kHostMemory);

// ---- DecodeJSONExample ----

void same_shape(ShapeContext& ctx) { ctx.set_output(0, ctx.input(0)); }

void decode_json(KernelContext& ctx) {
  const auto texts = ctx.flat<std::string>(0);
  Tensor out = ctx.output(0);
  parallel_for(static_cast<int64_t>(texts.size()), kExamplesPerThread, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out.data<std::string>()[i] = example_from_json(texts[static_cast<size_t>(i)]);
  });
}

DEFINE_OP("DecodeJSONExample")
    .input("json_examples: string")
    .output("binary_examples: string")
    .doc("The bytes of Example messages that are written as JSON.")
    .shape(same_shape)
    .kernel(CPU, decode_json)
    .vectorize(vectorize::leading_axes)
    .trait(Trait::kHostMemory)
    .no_gradient("of bytes");

}  // namespace
}  // namespace graphwright
