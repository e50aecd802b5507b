// Data sets that join elements and take them apart: batch, padded_batch, unbatch, rebatch.
#include <algorithm>
#include <cstring>
#include <deque>

#include "base/parallel.h"
#include "data/ordered_results.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

constexpr int64_t kCopyGrain = 1 << 18;  // bytes worth a thread's start

void* at(const Tensor& tensor, int64_t element) {
  return static_cast<char*>(tensor.raw()) + element * static_cast<int64_t>(dtype_size(tensor.dtype()));
}

// Has the processor fetch what will be copied soon: where it lies is as good as random after a shuffle.
void prefetch(const Tensor& tensor) {
  constexpr int64_t kMost = 8192, kLine = 64;  // bytes
  const char* begin = static_cast<const char*>(tensor.raw());
  for (int64_t i = 0, end = std::min<int64_t>(kMost, tensor.bytes()); i < end; i += kLine)
    __builtin_prefetch(begin + i);
}

// Component i of all elements as one tensor with a new first axis.
Tensor stacked(std::span<const Element> elements, size_t i) {
  const Tensor& first = Tensor::of(elements[0][i]);
  for (size_t k = 1; k < elements.size(); ++k) {
    const Value& other = elements[k][i];
    GW_CHECK_ARG(other.dtype() == first.dtype(), "Cannot batch tensors with different dtypes in component ", i,
                 ". First element had dtype ", first.dtype(), " and element ", k, " had dtype ", other.dtype(), ".");
    GW_CHECK_ARG(other.shape() == first.shape(), "Cannot batch tensors with different shapes in component ", i,
                 ". First element had shape ", first.shape(), " and element ", k, " had shape ", other.shape(), ".");
  }
  Shape shape = first.shape();
  shape.insert(0, static_cast<int64_t>(elements.size()));
  Tensor batch = Tensor::allocate(first.dtype(), shape);
  int64_t row = first.num_elements();
  int64_t row_bytes = std::max<int64_t>(first.bytes(), 1);
  constexpr int64_t kAhead = 2;
  auto copy = [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      if (k + kAhead < end) prefetch(Tensor::of(elements[k + kAhead][i]));
      copy_elements(first.dtype(), at(batch, k * row), Tensor::of(elements[k][i]).raw(), row);
    }
  };
  parallel_for(static_cast<int64_t>(elements.size()), std::max<int64_t>(1, kCopyGrain / row_bytes), copy);
  return batch;
}

Element stacked(std::span<const Element> elements) {
  Element batch;
  for (const Element& element : elements)
    GW_CHECK_ARG(element.size() == elements[0].size(), "elements of one batch differ in their number of components");
  for (size_t i = 0; i < elements[0].size(); ++i) batch.push_back(stacked(elements, i));
  return batch;
}

// Up to `size` further elements of the input.
std::vector<Element> collect(Input& input, int64_t size) {
  std::vector<Element> elements;
  Element element;
  while (static_cast<int64_t>(elements.size()) < size && input.next(element)) elements.push_back(std::move(element));
  return elements;
}

int64_t batches_of(int64_t n, int64_t size, bool drop_remainder) {
  if (n < 0) return n;
  return n / size + (drop_remainder || n % size == 0 ? 0 : 1);
}

// ---- BatchDatasetV2 and ParallelBatchDataset ----

class Batch final : public Transformation {
 public:
  // `whole`: an error in one element is one of its batch, which is passed over as a whole; else the next batch begins
  // behind that element.
  Batch(Ref<Dataset> input, int64_t size, bool drop_remainder, bool whole)
      : Transformation(std::move(input)), size_(size), drop_remainder_(drop_remainder), whole_(whole) {}

  int64_t cardinality() const override { return batches_of(input_->cardinality(), size_, drop_remainder_); }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Batching>(this, context);
  }
  std::unique_ptr<ByNumber> by_number(const Context& context) const override {
    auto input = input_->by_number(context);
    const int64_t count = input_->cardinality();
    if (!input || count < 0) return nullptr;
    return by_number_with([input = std::move(input), count, size = size_](int64_t number, Element& out) {
      const int64_t begin = number * size;
      std::vector<Element> elements(std::min(size, count - begin));
      for (size_t i = 0; i < elements.size(); ++i) input->at(begin + static_cast<int64_t>(i), elements[i]);
      out = stacked(elements);
    });
  }

 private:
  class Batching final : public TransformationIterator<Batch> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      elements_.clear();
      Element element;
      try {
        while (static_cast<int64_t>(elements_.size()) < dataset_->size_ && input_.next(element))
          elements_.push_back(std::move(element));
      } catch (const Error& error) {
        if (dataset_->whole_ && !is_over(error)) pass_over_the_rest();
        throw;
      }
      bool short_one = static_cast<int64_t>(elements_.size()) < dataset_->size_;
      if (elements_.empty() || (short_one && dataset_->drop_remainder_)) return false;
      out = stacked(elements_);
      elements_.clear();
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Batch");
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Batch");
      input_.restore(in);
    }

   private:
    // The map's function is not called any more.
    void pass_over_the_rest() {
      Element element;
      for (auto there = static_cast<int64_t>(elements_.size()) + 1; there < dataset_->size_; ++there) {
        try {
          if (!input_.pass(element)) return;
        } catch (const Error& error) {
          if (is_over(error)) throw;
        }
      }
    }
    std::vector<Element> elements_;
  };

  const int64_t size_;
  const bool drop_remainder_, whole_;
};

// Older ops keep a short batch at the end.
bool drops_remainder(const KernelContext& ctx) {
  return has_argument(ctx, "drop_remainder") &&
         bool_input(ctx, range_of(ctx, "drop_remainder").begin, "drop_remainder");
}

void make_batch(KernelContext& ctx) {
  int64_t size = int_input(ctx, 1, "batch_size");
  if (size <= 0) ctx.fail("Batch size must be greater than zero.");
  if (ctx.op().name == "ParallelBatchDataset") {
    int_input(ctx, 2, "num_parallel_calls");
    const std::string policy = ctx.attr<std::string>("deterministic");
    if (policy != "true" && policy != "false" && policy != "default")
      ctx.fail("Unrecognized determinism policy: ", policy);
  }
  // TensorFlow makes one of a map and a batch that follows it, where both are in one graph and what lies between them
  // changes nothing.
  Ref<Dataset> input = dataset_input(ctx, 0);
  const Dataset* mapped = input.get();
  while (const Dataset* before = mapped->is_argument() ? nullptr : mapped->unchanged()) mapped = before;
  const OpDef* op = mapped->recipe().op;
  const bool whole = op && !mapped->is_argument() && ctx.op().name != "ParallelBatchDataset" &&
                     (op->name == "MapDataset" || op->name.starts_with("ParallelMapDataset"));
  set_dataset<Batch>(ctx, std::move(input), size, drops_remainder(ctx), whole);
}

DEFINE_DATASET("BatchDatasetV2")
    .input("input_dataset: variant")
    .input("batch_size: int64")
    .input("drop_remainder: bool")
    .attr("parallel_copy: bool = false")
    .attr("metadata: string = ''")
    .doc("As many elements at a time as `batch_size` says, as rows of one element.")
    .kernel(CPU, make_batch);

DEFINE_OLDER_OP("BatchDataset", "BatchDatasetV2", "drop_remainder", "parallel_copy");

DEFINE_DATASET("ParallelBatchDataset")
    .input("input_dataset: variant")
    .input("batch_size: int64")
    .input("num_parallel_calls: int64")
    .input("drop_remainder: bool")
    .attr("parallel_copy: bool = false")
    .attr("deterministic: string = 'default'")
    .attr("metadata: string = ''")
    .doc("The same. Rows of large batches are always copied by several threads.")
    .kernel(CPU, make_batch);

// ---- PaddedBatchDatasetV2 ----

struct Padding {
  std::vector<Shape> shapes;  // -1: as large as the batch needs
  Element values;
};

Tensor padded(std::span<const Element> elements, size_t i, const Padding& padding) {
  const Tensor& first = Tensor::of(elements[0][i]);
  const Shape& wanted = padding.shapes[i];
  Shape row = Shape::filled(wanted.rank(), 0);
  for (size_t k = 0; k < elements.size(); ++k) {
    const Tensor& element = Tensor::of(elements[k][i]);
    GW_CHECK_ARG(element.dtype() == first.dtype(), "elements of one batch differ in the dtype of component ", i);
    GW_CHECK_ARG(element.shape().rank() == wanted.rank(),
                 "All elements in a batch must have the same rank as the padded shape for component", i,
                 ": expected rank ", wanted.rank(), " but got element with rank ", element.shape().rank());
    for (int axis = 0; axis < wanted.rank(); ++axis) {
      int64_t size = element.shape()[axis];
      if (wanted[axis] < 0) {
        row.set(axis, std::max(row[axis], size));
      } else {
        GW_CHECK(size <= wanted[axis], Code::kDataLoss, "Attempted to pad to a smaller size than the input element.");
        row.set(axis, wanted[axis]);
      }
    }
  }
  Shape shape = row;
  shape.insert(0, static_cast<int64_t>(elements.size()));
  Tensor batch = Tensor::allocate(first.dtype(), shape);
  const Tensor& value = Tensor::of(padding.values[i]);
  int64_t row_size = row.num_elements();
  auto copy = [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      const Tensor& element = Tensor::of(elements[k][i]);
      if (element.shape() == row) {
        copy_elements(first.dtype(), at(batch, k * row_size), element.raw(), row_size);
        continue;
      }
      for (int64_t j = 0; j < row_size; ++j) copy_elements(first.dtype(), at(batch, k * row_size + j), value.raw(), 1);
      if (element.num_elements() == 0) continue;
      // Runs along the last axis go to their places one after the other.
      int rank = row.rank();
      int64_t run = element.shape()[rank - 1], runs = element.num_elements() / run;
      SmallVector<int64_t, 8> index(rank, 0);
      for (int64_t r = 0; r < runs; ++r) {
        int64_t to = 0;
        for (int axis = 0; axis < rank; ++axis) to = to * row[axis] + index[axis];
        copy_elements(first.dtype(), at(batch, k * row_size + to), at(element, r * run), run);
        for (int axis = rank - 2; axis >= 0 && ++index[axis] == element.shape()[axis]; --axis) index[axis] = 0;
      }
    }
  };
  int64_t row_bytes = std::max<int64_t>(row_size * static_cast<int64_t>(dtype_size(first.dtype())), 1);
  parallel_for(static_cast<int64_t>(elements.size()), std::max<int64_t>(1, kCopyGrain / row_bytes), copy);
  return batch;
}

class PaddedBatch final : public Transformation {
 public:
  PaddedBatch(Ref<Dataset> input, int64_t size, Padding padding, bool drop_remainder)
      : Transformation(std::move(input)), size_(size), padding_(std::move(padding)), drop_remainder_(drop_remainder) {}

  int64_t cardinality() const override { return batches_of(input_->cardinality(), size_, drop_remainder_); }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Batching>(this, context);
  }

 private:
  class Batching final : public TransformationIterator<PaddedBatch> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      std::vector<Element> elements = collect(input_, dataset_->size_);
      bool short_one = static_cast<int64_t>(elements.size()) < dataset_->size_;
      if (elements.empty() || (short_one && dataset_->drop_remainder_)) return false;
      const Padding& padding = dataset_->padding_;
      for (const Element& element : elements)
        GW_CHECK_ARG(element.size() == padding.shapes.size(), "an element has ", element.size(),
                     " components, but padded_shapes ", padding.shapes.size());
      for (size_t i = 0; i < padding.shapes.size(); ++i) {
        GW_CHECK_ARG(elements[0][i].dtype() == padding.values[i].dtype(), "Mismatched type between padding value ", i,
                     " and input dataset's component ", i, ": ", padding.values[i].dtype(), " vs. ",
                     elements[0][i].dtype());
        out.push_back(padded(elements, i, padding));
      }
      return true;
    }
    void save(StateWriter& out) override {
      out.text("PaddedBatch");
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("PaddedBatch");
      input_.restore(in);
    }
  };

  const int64_t size_;
  const Padding padding_;
  const bool drop_remainder_;
};

void make_padded_batch(KernelContext& ctx) {
  int64_t size = int_input(ctx, 1, "batch_size");
  if (size <= 0) ctx.fail("Batch size must be greater than zero.");
  ArgRange shapes = range_of(ctx, "padded_shapes"), values = range_of(ctx, "padding_values");
  Padding padding;
  for (int i = shapes.begin; i < shapes.begin + shapes.size; ++i) {
    if (ctx.input(i).shape().rank() != 1) ctx.fail("All padded shapes must be vectors");
    for (int64_t extent : ctx.input(i).ints())
      if (extent < -1) ctx.fail("an extent of padded_shapes must be -1 or at least 0, got ", extent);
    padding.shapes.push_back(ctx.input(i).as_shape());
  }
  for (int i = values.begin; i < values.begin + values.size; ++i) {
    if (!ctx.input(i).shape().is_scalar()) ctx.fail("All padding values must be scalars");
    padding.values.push_back(ctx.inputs()[i]);
  }
  if (shapes.size != values.size) ctx.fail("there are ", shapes.size, " shapes and ", values.size, " padding values");
  set_dataset<PaddedBatch>(ctx, dataset_input(ctx, 0), size, std::move(padding), drops_remainder(ctx));
}

DEFINE_OP("PaddedBatchDatasetV2")
    .input("input_dataset: variant")
    .input("batch_size: int64")
    .input("padded_shapes: N * int64")
    .input("padding_values: Toutput_types")
    .input("drop_remainder: bool")
    .output("handle: variant")
    .attr("parallel_copy: bool = false")
    .attr("Toutput_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("N: int >= 1")
    .attr("metadata: string = ''")
    .doc("As many elements at a time as `batch_size` says, filled up to the same shape.")
    .shape(dataset_shape)
    .kernel(CPU, make_padded_batch)
    .trait(Trait::kNoFold);

DEFINE_OLDER_OP("PaddedBatchDataset", "PaddedBatchDatasetV2", "drop_remainder", "parallel_copy");

// ---- UnbatchDataset ----

// Row `i` of each component.
Element row_of(const Element& batch, int64_t i) {
  Element out;
  for (const Value& value : batch) {
    const Tensor& tensor = Tensor::of(value);
    Shape row = tensor.shape().slice(1, tensor.shape().rank());
    out.push_back(tensor.window(i * row.num_elements(), row));
  }
  return out;
}

int64_t check_rows(const Element& batch) {
  for (const Value& value : batch) {
    GW_CHECK_ARG(value.shape().rank() > 0, "Input element must have a non-scalar value in each component.");
    GW_CHECK_ARG(value.shape()[0] == batch[0].shape()[0],
                 "Input element must have the same batch size in each component.");
  }
  return batch[0].shape()[0];
}

class Unbatch final : public Transformation {
 public:
  Unbatch(Ref<Dataset> input, int64_t size) : Transformation(std::move(input)), size_(size) {}

  int64_t cardinality() const override {
    int64_t n = input_->cardinality();
    if (n == kInfinite) return n;
    return n < 0 || size_ <= 0 || n > INT64_MAX / size_ ? kUnknownCardinality : n * size_;
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Splitting>(this, context);
  }

 private:
  class Splitting final : public TransformationIterator<Unbatch> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      while (position_ == size_) {
        size_ = position_ = 0;
        if (!input_.next(batch_)) return false;
        size_ = check_rows(batch_);
      }
      out = row_of(batch_, position_++);
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Unbatch");
      out.element(position_ < size_ ? batch_ : Element());
      out.number(position_);
      out.number(size_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Unbatch");
      batch_ = in.element();
      position_ = in.number_in(0, INT64_MAX);
      size_ = in.number_in(position_, batch_.empty() ? position_ : check_rows(batch_));
      input_.restore(in);
    }

   private:
    Element batch_;
    int64_t position_ = 0, size_ = 0;
  };

  const int64_t size_;  // of each batch, -1 where that is unknown
};

void make_unbatch(KernelContext& ctx) {
  Ref<Dataset> input = dataset_input(ctx, 0);
  // How many rows the batches have, as the op says that made them.
  int64_t size = kUnknown;
  const Recipe& recipe = input->recipe();
  if (recipe.op && recipe.op->attr("output_shapes")) {
    const auto shapes = recipe.attrs.get_or<std::vector<Shape>>("output_shapes", {});
    if (!shapes.empty() && shapes[0].has_rank() && shapes[0].rank() > 0) size = shapes[0][0];
  }
  set_dataset<Unbatch>(ctx, std::move(input), size);
}

DEFINE_DATASET("UnbatchDataset")
    .input("input_dataset: variant")
    .attr("metadata: string = ''")
    .doc("The rows of each element as elements.")
    .kernel(CPU, make_unbatch);

DEFINE_OLDER_OP("ExperimentalUnbatchDataset", "UnbatchDataset", "metadata");

// ---- RebatchDatasetV2 ----

class Rebatch final : public Transformation {
 public:
  Rebatch(Ref<Dataset> input, std::vector<int64_t> sizes, bool drop_remainder, Element empty)
      : Transformation(std::move(input)),
        sizes_(std::move(sizes)),
        drop_remainder_(drop_remainder),
        empty_(std::move(empty)) {}

  int64_t cardinality() const override { return kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Rebatching>(this, context);
  }

 private:
  class Rebatching final : public TransformationIterator<Rebatch> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      if (!input_ && position_ == size_) return false;
      const int64_t wanted = dataset_->sizes_[turn_];
      std::vector<Element> rows;
      while (static_cast<int64_t>(rows.size()) < wanted) {
        if (position_ == size_) {
          size_ = position_ = 0;
          if (!input_.next(batch_)) break;
          size_ = check_rows(batch_);
        } else {
          rows.push_back(row_of(batch_, position_++));
        }
      }
      if (static_cast<int64_t>(rows.size()) < wanted && (rows.empty() || dataset_->drop_remainder_)) return false;
      turn_ = (turn_ + 1) % dataset_->sizes_.size();
      out = wanted == 0 ? dataset_->empty_ : stacked(rows);
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Rebatch");
      out.element(position_ < size_ ? batch_ : Element());
      out.number(position_);
      out.number(size_);
      out.number(static_cast<int64_t>(turn_));
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Rebatch");
      batch_ = in.element();
      position_ = in.number_in(0, INT64_MAX);
      size_ = in.number_in(position_, batch_.empty() ? position_ : check_rows(batch_));
      turn_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(dataset_->sizes_.size()) - 1));
      input_.restore(in);
    }

   private:
    Element batch_;
    int64_t position_ = 0, size_ = 0;
    size_t turn_ = 0;
  };

  const std::vector<int64_t> sizes_;
  const bool drop_remainder_;
  const Element empty_;  // a batch of no rows
};

// A batch of no rows, in which sizes that are not known are 0.
Element empty_batch(KernelContext& ctx) {
  const auto& dtypes = ctx.attr<std::vector<DType>>("output_types");
  const auto& shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  Element empty;
  for (size_t i = 0; i < std::min(dtypes.size(), shapes.size()); ++i) {
    std::vector<int64_t> sizes{0};
    for (int axis = 1; axis < std::max(1, shapes[i].rank()); ++axis)
      sizes.push_back(std::max<int64_t>(0, shapes[i][axis]));
    empty.push_back(Tensor::allocate(dtypes[i], Shape(sizes)));
  }
  return empty;
}

void make_rebatch(KernelContext& ctx) {
  std::vector<int64_t> sizes;
  if (ctx.input(1).shape().rank() > 1) ctx.fail("batch_sizes must be a scalar or a vector");
  for (int64_t size : ctx.input(1).ints()) {
    if (size < 0) ctx.fail("batch_sizes must not be negative, got ", size);
    sizes.push_back(size);
  }
  if (sizes.empty()) ctx.fail("batch_sizes must not be empty");
  set_dataset<Rebatch>(ctx, dataset_input(ctx, 0), std::move(sizes), bool_input(ctx, 2, "drop_remainder"),
                       empty_batch(ctx));
}

DEFINE_DATASET("RebatchDatasetV2")
    .input("input_dataset: variant")
    .input("batch_sizes: int64")
    .input("drop_remainder: bool")
    .doc("The same rows in batches of other sizes, which take turns.")
    .kernel(CPU, make_rebatch);

// ---- RebatchDataset: each batch in as many parts as there are replicas, some of which may have no rows ----

class Parts final : public Transformation {
 public:
  Parts(Ref<Dataset> input, int64_t count) : Transformation(std::move(input)), count_(count) {}

  int64_t cardinality() const override { return input_->cardinality() == 0 ? 0 : kUnknownCardinality; }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Splitting>(this, context);
  }

 private:
  class Splitting final : public TransformationIterator<Parts> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      const int64_t count = dataset_->count_;
      if (part_ == count) {
        batch_.clear();
        if (!input_.next(batch_)) return false;
        check_rows(batch_);
        part_ = 0;
      }
      const int64_t rows = check_rows(batch_), size = rows / count + (rows % count != 0);
      const int64_t begin = std::min(rows, part_ * size), end = std::min(rows, begin + size);
      ++part_;
      for (const Value& value : batch_) {
        const Tensor& tensor = Tensor::of(value);
        Shape shape = tensor.shape();
        const int64_t row = shape.slice(1, shape.rank()).num_elements();
        shape.set(0, end - begin);
        out.push_back(tensor.window(begin * row, shape));
      }
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Parts");
      out.number(part_);
      out.element(batch_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Parts");
      part_ = in.number_in(0, dataset_->count_);
      batch_ = in.element();
      if (part_ < dataset_->count_) GW_CHECK(!batch_.empty(), Code::kDataLoss, "a state without the batch it is in");
      input_.restore(in);
    }

   private:
    Element batch_;
    int64_t part_ = dataset_->count_;
  };

  const int64_t count_;
};

void make_parts(KernelContext& ctx) {
  const int64_t count = int_input(ctx, 1, "num_replicas");
  if (count <= 0) ctx.fail("num_replicas must be greater than zero.");
  set_dataset<Parts>(ctx, dataset_input(ctx, 0), count);
}

DEFINE_DATASET("RebatchDataset")
    .input("input_dataset: variant")
    .input("num_replicas: int64")
    .attr("use_fallback: bool = true")
    .doc("Each batch in as many parts, of about the same number of rows, as there are replicas.")
    .kernel(CPU, make_parts);

DEFINE_OLDER_OP("ExperimentalRebatchDataset", "RebatchDataset");

// ---- SlidingWindowDataset: batches that overlap, or leave elements out ----

class SlidingWindow final : public Transformation {
 public:
  SlidingWindow(Ref<Dataset> input, int64_t size, int64_t shift, int64_t stride, bool drop_remainder)
      : Transformation(std::move(input)),
        size_(size),
        shift_(shift),
        stride_(stride),
        drop_remainder_(drop_remainder) {}

  int64_t cardinality() const override {
    const int64_t n = input_->cardinality();
    return n < 0 ? n : n / shift_ + (!drop_remainder_ && n % shift_ != 0);
  }
  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Sliding>(this, context);
  }

 private:
  class Sliding final : public TransformationIterator<SlidingWindow> {
   public:
    using TransformationIterator::TransformationIterator;
    bool next(Element& out) override {
      const int64_t stride = dataset_->stride_, span = (dataset_->size_ - 1) * stride + 1;
      Element element;
      while (static_cast<int64_t>(buffer_.size()) < span && input_.next(element)) buffer_.push_back(std::move(element));
      const auto there = static_cast<int64_t>(buffer_.size());
      if (there == 0 || (dataset_->drop_remainder_ && there < span)) return false;
      std::vector<Element> window;
      for (int64_t i = 0; i < std::min(span, there); i += stride) window.push_back(buffer_[static_cast<size_t>(i)]);
      const int64_t passed = std::min(dataset_->shift_, there);
      buffer_.erase(buffer_.begin(), buffer_.begin() + passed);
      if (passed < dataset_->shift_) input_.skip(dataset_->shift_ - passed);
      out = stacked(window);
      return true;
    }
    void save(StateWriter& out) override {
      out.text("SlidingWindow");
      out.elements(buffer_);
      input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("SlidingWindow");
      in.elements(buffer_);
      input_.restore(in);
    }

   private:
    std::deque<Element> buffer_;
  };

  const int64_t size_, shift_, stride_;
  const bool drop_remainder_;
};

void make_sliding_window(KernelContext& ctx) {
  const int64_t size = int_input(ctx, 1, "window_size"), shift = int_input(ctx, 2, "window_shift"),
                stride = int_input(ctx, 3, "window_stride");
  if (size <= 0) ctx.fail("Window size must be greater than zero.");
  if (shift <= 0) ctx.fail("Window shift must be greater than zero.");
  if (stride <= 0) ctx.fail("window_stride must be greater than zero.");
  if (size > INT64_MAX / 2 / stride) ctx.fail("windows of ", size, " elements with stride ", stride, " are too long");
  const bool drops = !ctx.op().attr("drop_remainder") || ctx.attr<bool>("drop_remainder");
  set_dataset<SlidingWindow>(ctx, dataset_input(ctx, 0), size, shift, stride, drops);
}

DEFINE_DATASET("SlidingWindowDataset")
    .input("input_dataset: variant")
    .input("window_size: int64")
    .input("window_shift: int64")
    .input("window_stride: int64")
    .attr("drop_remainder: bool = true")
    .doc("Windows that slide over the elements, each as one element with a row for each of its own.")
    .kernel(CPU, make_sliding_window);

DEFINE_OLDER_OP("ExperimentalSlidingWindowDataset", "SlidingWindowDataset", "drop_remainder");

XLA_FACT(kNotCompiled, "BatchDatasetV2", "PaddedBatchDatasetV2", "ParallelBatchDataset", "RebatchDatasetV2",
         "UnbatchDataset");

}  // namespace
}  // namespace graphwright::data
