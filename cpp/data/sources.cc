// Data sets that begin a pipeline: ranges, tensors, slices of tensors, random numbers, what a function generates.
#include <random>

#include "data/row_source.h"
#include "data/seeds.h"
#include "op/older_op.h"
#include "op/xla_facts.h"

namespace graphwright::data {
namespace {

// ---- RangeDataset: start, start + step, … as long as it is below stop (above it for a negative step) ----

class Range final : public Dataset {
 public:
  Range(int64_t start, int64_t stop, int64_t step, DType dtype)
      : start_(start), stop_(stop), step_(step), dtype_(dtype) {}

  // As TensorFlow says, one that stops only where the integers do is infinite.
  int64_t cardinality() const override { return step_ > 0 && stop_ == INT64_MAX ? kInfinite : count(); }
  int64_t count() const {
    if (step_ > 0 ? start_ >= stop_ : start_ <= stop_) return 0;
    uint64_t distance = step_ > 0 ? static_cast<uint64_t>(stop_) - static_cast<uint64_t>(start_)
                                  : static_cast<uint64_t>(start_) - static_cast<uint64_t>(stop_);
    uint64_t width = step_ > 0 ? static_cast<uint64_t>(step_) : uint64_t{0} - static_cast<uint64_t>(step_);
    return static_cast<int64_t>(std::min<uint64_t>((distance - 1) / width + 1, INT64_MAX));
  }

  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }
  std::unique_ptr<ByNumber> by_number(const Context&) const override {
    return by_number_with([range = Ref<const Range>(this)](int64_t number, Element& out) {
      Position position(range.get());
      position.skip(number);
      position.next(out);
    });
  }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const Range* range) : range_(range), left_(range->count()), value_(range->start_) {}
    bool next(Element& out) override {
      if (left_ == 0) return false;
      out.push_back(range_->dtype_ == DType::kInt64 ? Tensor::scalar<int64_t>(value_)
                                                    : Tensor::scalar_of(range_->dtype_, static_cast<double>(value_)));
      advance(1);
      return true;
    }
    int64_t skip(int64_t count) override {
      int64_t skipped = std::min(count, left_);
      advance(skipped);
      return skipped;
    }
    void save(StateWriter& out) override {
      out.text("Range");
      out.number(left_);
      out.number(value_);
    }
    void restore(StateReader& in) override {
      in.expect("Range");
      left_ = in.number();
      value_ = in.number();
    }

   private:
    void advance(int64_t count) {
      left_ -= count;
      value_ = static_cast<int64_t>(static_cast<uint64_t>(value_) +
                                    static_cast<uint64_t>(range_->step_) * static_cast<uint64_t>(count));
    }
    const Ref<const Range> range_;
    int64_t left_;
    int64_t value_;
  };

  const int64_t start_, stop_, step_;
  const DType dtype_;
};

void make_range(KernelContext& ctx) {
  int64_t step = int_input(ctx, 2, "step");
  if (step == 0) ctx.fail("step must be a non-zero integer.");
  const auto& types = ctx.attrs().get<std::vector<DType>>("output_types");
  if (types.size() != 1 || !(is_integer(types[0]) || is_floating(types[0])))
    ctx.fail("a range has one component, of a numeric type");
  set_dataset<Range>(ctx, int_input(ctx, 0, "start"), int_input(ctx, 1, "stop"), step, types[0]);
}

DEFINE_DATASET("RangeDataset")
    .input("start: int64")
    .input("stop: int64")
    .input("step: int64")
    .attr("metadata: string = ''")
    .attr("replicate_on_split: bool = false")
    .doc("The integers from `start` to `stop`, by `step`, one by one.")
    .kernel(CPU, make_range)
    .stateful();

// ---- TensorDataset and TensorSliceDataset ----

class Tensors final : public RowSource {
 public:
  // `sliced`: each element is a row of the tensors, else there is one element.
  Tensors(Element tensors, bool sliced)
      : tensors_(std::move(tensors)), size_(sliced ? tensors_[0].shape()[0] : 1), sliced_(sliced) {
    if (!sliced) return;
    for (const Value& tensor : tensors_) rows_.push_back(tensor.shape().slice(1, tensor.shape().rank()));
  }

  int64_t cardinality() const override { return size_; }
  bool has_rows() const override { return sliced_; }
  void row(int64_t i, Element& out) const override {
    for (size_t k = 0; k < tensors_.size(); ++k)
      out.push_back(Tensor::of(tensors_[k]).window(i * rows_[k].num_elements(), rows_[k]));
  }
  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }
  std::unique_ptr<ByNumber> by_number(const Context&) const override {
    return by_number_with([tensors = Ref<const Tensors>(this)](int64_t number, Element& out) {
      if (tensors->sliced_) {
        tensors->row(number, out);
      } else {
        out = tensors->tensors_;
      }
    });
  }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const Tensors* dataset) : dataset_(dataset) {}
    bool next(Element& out) override {
      if (position_ >= dataset_->size_) return false;
      int64_t row = position_++;
      if (dataset_->sliced_) {
        dataset_->row(row, out);
      } else {
        for (const Value& tensor : dataset_->tensors_) out.push_back(tensor);
      }
      return true;
    }
    int64_t skip(int64_t count) override {
      int64_t skipped = std::min(count, dataset_->size_ - position_);
      position_ += skipped;
      return skipped;
    }
    void save(StateWriter& out) override {
      out.text("Tensors");
      out.number(position_);
    }
    void restore(StateReader& in) override {
      in.expect("Tensors");
      position_ = in.number_in(0, dataset_->size_);
    }

   private:
    const Ref<const Tensors> dataset_;
    int64_t position_ = 0;
  };

  const Element tensors_;
  const int64_t size_;
  const bool sliced_;
  std::vector<Shape> rows_;  // the rows' shapes
};

// The shapes that were promised must be those that the components have without their first `dropped` axes.
void check_promised_shapes(KernelContext& ctx, int dropped) {
  const auto promised = ctx.attr<std::vector<Shape>>("output_shapes");
  if (static_cast<int>(promised.size()) != ctx.num_inputs())
    ctx.fail("Number of components does not match: expected ", ctx.num_inputs(), " shapes but got ", promised.size(),
             ".");
  for (int i = 0; i < ctx.num_inputs() && i < static_cast<int>(promised.size()); ++i) {
    const Shape& whole = ctx.input(i).shape();
    const Shape shape = whole.slice(dropped, whole.rank());
    if (!promised[i].compatible(shape))
      ctx.fail("Incompatible shapes at component ", i, ": expected ", shape, " but got ", promised[i], ".");
  }
}

void make_tensors(KernelContext& ctx) {
  if (ctx.num_inputs() == 0) ctx.fail("there must be at least one component");
  check_promised_shapes(ctx, 0);
  set_dataset<Tensors>(ctx, Element(ctx.inputs().begin(), ctx.inputs().end()), false);
}

void make_slices(KernelContext& ctx) {
  if (ctx.num_inputs() == 0) ctx.fail("there must be at least one component");
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const Shape& shape = ctx.input(i).shape();
    if (shape.rank() < 1) ctx.fail("All components must be at least 1-dimensional");
    if (shape[0] != ctx.input(0).shape()[0]) ctx.fail("All components must have the same size in the 0th dimension");
  }
  check_promised_shapes(ctx, 1);
  set_dataset<Tensors>(ctx, Element(ctx.inputs().begin(), ctx.inputs().end()), true);
}

DEFINE_OP("TensorDataset")
    .input("components: Toutput_types")
    .output("handle: variant")
    .attr("Toutput_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("metadata: string = ''")
    .doc("One element, made of these tensors.")
    .shape(dataset_shape)
    .kernel(CPU, make_tensors)
    .stateful();

DEFINE_OP("TensorSliceDataset")
    .input("components: Toutput_types")
    .output("handle: variant")
    .attr("Toutput_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("is_files: bool = false")
    .attr("metadata: string = ''")
    .attr("replicate_on_split: bool = false")
    .doc("The rows of these tensors along their first axis, element by element.")
    .shape(dataset_shape)
    .kernel(CPU, make_slices)
    .stateful();

// ---- ListDataset: elements that were given one by one ----

class List final : public Dataset {
 public:
  List(Element tensors, size_t components) : tensors_(std::move(tensors)), components_(components) {}

  int64_t cardinality() const override { return static_cast<int64_t>(tensors_.size() / components_); }
  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }
  std::unique_ptr<ByNumber> by_number(const Context&) const override {
    return by_number_with([list = Ref<const List>(this)](int64_t number, Element& out) {
      const size_t first = static_cast<size_t>(number) * list->components_;
      for (size_t i = 0; i < list->components_; ++i) out.push_back(list->tensors_[first + i]);
    });
  }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const List* list) : list_(list) {}
    bool next(Element& out) override {
      if (next_ >= list_->tensors_.size()) return false;
      for (size_t i = 0; i < list_->components_; ++i) out.push_back(list_->tensors_[next_++]);
      return true;
    }
    void save(StateWriter& out) override {
      out.text("List");
      out.number(static_cast<int64_t>(next_ / list_->components_));
    }
    void restore(StateReader& in) override {
      in.expect("List");
      next_ = static_cast<size_t>(in.number_in(0, list_->cardinality())) * list_->components_;
    }

   private:
    const Ref<const List> list_;
    size_t next_ = 0;
  };

  const Element tensors_;
  const size_t components_;
};

void make_list(KernelContext& ctx) {
  size_t components = ctx.attrs().get<std::vector<DType>>("output_types").size();
  if (components == 0 || ctx.num_inputs() % static_cast<int>(components) != 0)
    ctx.fail(ctx.num_inputs(), " tensors do not make elements of ", components, " components");
  set_dataset<List>(ctx, Element(ctx.inputs().begin(), ctx.inputs().end()), components);
}

DEFINE_DATASET("ListDataset")
    .input("tensors: Tinput_types")
    .attr("Tinput_types: list(type) >= 1")
    .attr("metadata: string = ''")
    .doc("Elements that are listed one after the other.")
    .kernel(CPU, make_list)
    .stateful();

// ---- RandomDatasetV2: 32-bit numbers as int64 ----

class Random final : public Dataset {
 public:
  explicit Random(Ref<SeedSource> seeds) : seeds_(std::move(seeds)) {}

  int64_t cardinality() const override { return kInfinite; }
  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Numbers>(this); }

 private:
  class Numbers final : public Iterator {
   public:
    explicit Numbers(const Random* dataset) : dataset_(dataset), numbers_(dataset->seeds_->next()) {}
    bool next(Element& out) override {
      out.push_back(Tensor::scalar<int64_t>(numbers_.next()));
      return true;
    }
    void save(StateWriter& out) override {
      out.text("Random");
      dataset_->seeds_->save(out);
      numbers_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("Random");
      dataset_->seeds_->restore(in);
      numbers_.restore(in);
    }

   private:
    const Ref<const Random> dataset_;
    SeededNumbers numbers_;
  };

  const Ref<SeedSource> seeds_;
};

void make_random(KernelContext& ctx) {
  const bool anew = ctx.op().attr("rerandomize_each_iteration") && ctx.attr<bool>("rerandomize_each_iteration");
  set_dataset<Random>(ctx, seed_source(ctx, 0, 1, anew));
}

DEFINE_DATASET("RandomDatasetV2")
    .input("seed: int64")
    .input("seed2: int64")
    .input("seed_generator: resource")
    .attr("rerandomize_each_iteration: bool = false")
    .attr("metadata: string = ''")
    .doc("Random integers from 0 to 2^32 - 1 without end.")
    .kernel(CPU, make_random)
    .stateful();

DEFINE_OLDER_OP("RandomDataset", "RandomDatasetV2", "seed_generator", "rerandomize_each_iteration");
DEFINE_OLDER_OP("ExperimentalRandomDataset", "RandomDatasetV2", "seed_generator", "rerandomize_each_iteration",
                "metadata");

// ---- GeneratorDataset: what a function gives, over and over ----

class Generator final : public Dataset {
 public:
  Generator(UserFunction init, UserFunction next, UserFunction finalize, size_t components)
      : init_(std::move(init)), next_(std::move(next)), finalize_(std::move(finalize)), components_(components) {}

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Running>(this, context);
  }

 private:
  // The state that `init` gives goes to each `next`, and to `finalize` at the end or when the iterator goes.
  class Running final : public Iterator {
   public:
    Running(const Generator* generator, const Context& context) : generator_(generator), context_(context) {}
    ~Running() override {
      try {
        finish();
      } catch (const std::exception&) {
        // There is nobody left to tell.
      }
    }
    bool next(Element& out) override {
      if (!begun_) {
        state_ = generator_->init_({});
        begun_ = true;
      }
      try {
        out = generator_->next_(state_);
      } catch (const Error& error) {
        if (error.code() != Code::kOutOfRange) throw;
        finish();
        return false;
      }
      if (out.empty()) {  // how a function without a graph says that this is the end
        finish();
        return false;
      }
      GW_CHECK_ARG(out.size() == generator_->components_, "a generator gave ", out.size(), " components, expected ",
                   generator_->components_);
      return true;
    }

   private:
    void finish() {
      if (!begun_ || finished_) return;
      finished_ = true;
      generator_->finalize_(state_);
    }
    const Ref<const Generator> generator_;
    const Context context_;
    Values state_;
    bool begun_ = false, finished_ = false;
  };

  const UserFunction init_, next_, finalize_;
  const size_t components_;
};

void make_generator(KernelContext& ctx) {
  set_dataset<Generator>(ctx, function_input(ctx, "init_func", "init_func_other_args"),
                         function_input(ctx, "next_func", "next_func_other_args"),
                         function_input(ctx, "finalize_func", "finalize_func_other_args"),
                         ctx.attrs().get<std::vector<DType>>("output_types").size());
}

DEFINE_DATASET("GeneratorDataset")
    .input("init_func_other_args: Tinit_func_args")
    .input("next_func_other_args: Tnext_func_args")
    .input("finalize_func_other_args: Tfinalize_func_args")
    .attr("init_func: func")
    .attr("next_func: func")
    .attr("finalize_func: func")
    .attr("Tinit_func_args: list(type) >= 0")
    .attr("Tnext_func_args: list(type) >= 0")
    .attr("Tfinalize_func_args: list(type) >= 0")
    .attr("metadata: string = ''")
    .doc("What `next_func` gives for the state that `init_func` made, until it says OutOfRange.")
    .kernel(CPU, make_generator)
    .stateful();

// ---- SparseTensorSliceDataset: each row of a sparse tensor as the indices, values and shape of one ----

class SparseSlices final : public Dataset {
 public:
  SparseSlices(Tensor indices, Tensor values, std::vector<int64_t> shape)
      : indices_(std::move(indices)), values_(std::move(values)), shape_(std::move(shape)) {}

  int64_t cardinality() const override { return std::max<int64_t>(shape_[0], 0); }
  std::unique_ptr<Iterator> iterator(const Context&) const override { return std::make_unique<Position>(this); }

 private:
  class Position final : public Iterator {
   public:
    explicit Position(const SparseSlices* dataset) : dataset_(dataset) {}
    bool next(Element& out) override {
      const SparseSlices& all = *dataset_;
      if (row_ >= all.shape_[0]) return false;
      const auto rank = static_cast<int64_t>(all.shape_.size());
      const int64_t count = all.values_.num_elements();
      const auto* index = all.indices_.data<int64_t>();
      const int64_t begin = entry_;
      while (entry_ < count && index[entry_ * rank] == row_) ++entry_;
      Tensor indices = Tensor::allocate(DType::kInt64, Shape{entry_ - begin, rank - 1});
      auto* to = indices.data<int64_t>();
      for (int64_t i = begin; i < entry_; ++i) to = std::copy_n(index + i * rank + 1, rank - 1, to);
      out.push_back(std::move(indices));
      out.push_back(all.values_.window(begin, Shape{entry_ - begin}));
      out.push_back(Tensor::from(std::span<const int64_t>(all.shape_).subspan(1)));
      ++row_;
      return true;
    }
    void save(StateWriter& out) override {
      out.text("SparseSlices");
      out.number(row_);
      out.number(entry_);
    }
    void restore(StateReader& in) override {
      in.expect("SparseSlices");
      row_ = in.number_in(0, dataset_->cardinality());
      entry_ = in.number_in(0, dataset_->values_.num_elements());
    }

   private:
    const Ref<const SparseSlices> dataset_;
    int64_t row_ = 0;
    int64_t entry_ = 0;  // the first one that may be of that row
  };

  const Tensor indices_, values_;
  const std::vector<int64_t> shape_;
};

void make_sparse_slices(KernelContext& ctx) {
  const Shape &indices = ctx.input(0).shape(), &values = ctx.input(1).shape(), &shape = ctx.input(2).shape();
  if (indices.rank() != 2) ctx.fail("Input indices must be a matrix. Got: ", indices);
  if (values.rank() != 1) ctx.fail("Input values must be a vector. Got: ", values);
  if (shape.rank() != 1) ctx.fail("Input shape must be a vector. Got: ", shape);
  if (values[0] != indices[0])
    ctx.fail("Number of values must match first dimension of indices. Got ", values[0],
             " values, indices shape: ", indices);
  if (shape[0] != indices[1])
    ctx.fail("Number of dimensions must match second dimension of indices. Got ", shape[0],
             " dimensions, indices shape: ", indices);
  if (shape[0] == 0) ctx.fail("The shape argument requires at least one element.");
  const auto extents = ctx.flat<int64_t>(2);
  for (int64_t i = 1; i < values[0]; ++i)
    if (ctx.flat<int64_t>(0)[static_cast<size_t>(i * shape[0])] <
        ctx.flat<int64_t>(0)[static_cast<size_t>((i - 1) * shape[0])])
      ctx.fail_code(Code::kUnimplemented,
                    "The SparseTensor must be ordered in the batch dimension; handling arbitrarily ordered input is "
                    "not currently supported.");
  set_dataset<SparseSlices>(ctx, ctx.input(0), ctx.input(1), std::vector<int64_t>(extents.begin(), extents.end()));
}

DEFINE_OP("SparseTensorSliceDataset")
    .input("indices: int64")
    .input("values: Tvalues")
    .input("dense_shape: int64")
    .output("handle: variant")
    .attr("Tvalues: type")
    .doc("The rows of a sparse tensor: the indices, values and shape of each.")
    .shape(dataset_shape)
    .kernel(CPU, make_sparse_slices)
    .stateful();

// ---- WindowOp: a data set of elements that are there already ----

DEFINE_OP("WindowOp")
    .input("inputs: Tinputs")
    .output("handle: variant")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("Tinputs: list(type) >= 1")
    .doc("Elements that are listed one after the other.")
    .shape(dataset_shape)
    .kernel(CPU, make_list)
    .trait(Trait::kNoFold);

XLA_FACT(kNotCompiled, "GeneratorDataset", "ListDataset", "RandomDatasetV2", "RangeDataset", "TensorDataset",
         "TensorSliceDataset");

}  // namespace
}  // namespace graphwright::data
