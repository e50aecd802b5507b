// Dataset, the description of a sequence of elements, and Iterator, which goes through it once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cancellation.h"
#include "data/state.h"
#include "function/graph_function.h"
#include "op/context.h"
#include "tensor/variant.h"

namespace graphwright::data {

// Element: the tensors of one element, flat.

inline constexpr int64_t kInfinite = -1;  // cardinalities that are no numbers
inline constexpr int64_t kUnknownCardinality = -2;
inline constexpr int64_t kAutotune = -1;  // for degrees of parallelism and sizes of buffers

// A position in a sequence. Several threads may use it, one at a time.
class Iterator {
 public:
  virtual ~Iterator() = default;
  // Puts the next element into `out`, which is empty; false at the end, after which it is not called again. Where it
  // throws, the element at fault is passed over: the next call goes on after it.
  virtual bool next(Element& out) = 0;
  // The same, but what a function would be applied to is left as it is.
  virtual bool pass(Element& out) { return next(out); }
  // Passes over up to `count` elements, and says over how many.
  virtual int64_t skip(int64_t count);
  // The position, for restore() of an iterator that was just made of the same description. Throws Unimplemented where
  // that cannot be written down.
  virtual void save(StateWriter& out);
  virtual void restore(StateReader& in);
};

// ---- errors ----

// As an error of ours: for an exception of a Python function, that which this function's op has made of it.
Error plain(const Error& error);
// The code of that.
Code code_of(const Error& error);
// True where the run is over: it was cancelled, or Python raised what is no error of an op, such as KeyboardInterrupt.
bool is_over(const Error& error);
// The same error, for those that may throw it several times, as Python's exceptions cannot be.
std::exception_ptr lasting(const Error& error);
// The function that finds code and text of a Python exception; false for those that have none. Set by bind/.
void set_python_errors(bool (*describe)(const Error& error, Code& code, std::string& text));

// Says every now and then that it is time to look whether the work is to stop. Looks at the clock no more often than it
// takes for work that does not last.
class Turns {
 public:
  void tick() {
    if (--left_ == 0) look();
  }

 private:
  // Throws where the work is to stop: signals' handlers, which run meanwhile, may say so.
  void look();

  uint32_t left_ = 64, interval_ = 64;
  int64_t looked_ = 0;  // nanoseconds
};

// An iterator that is dropped at its end, so that it may be asked again.
class Input {
 public:
  Input() = default;
  explicit Input(std::unique_ptr<Iterator> iterator) : iterator_(std::move(iterator)) {}
  Input(Input&&) = default;
  Input& operator=(Input&& other) noexcept {
    reset();
    iterator_ = std::move(other.iterator_);
    return *this;
  }
  ~Input() { reset(); }
  explicit operator bool() const { return iterator_ != nullptr; }
  // Nothing but an end is one: an OutOfRange out of a function becomes Internal.
  bool next(Element& out) {
    return advance(out, [](Iterator& iterator, Element& element) { return iterator.next(element); });
  }
  bool pass(Element& out) {
    return advance(out, [](Iterator& iterator, Element& element) { return iterator.pass(element); });
  }
  int64_t skip(int64_t count) {
    if (!iterator_) return 0;
    turns_.tick();
    try {
      const int64_t skipped = iterator_->skip(count);
      if (skipped < count) reset();
      return skipped;
    } catch (const Error& error) {
      if (code_of(error) != Code::kOutOfRange) throw;
      fail_with_end(error);
    }
  }
  void reset() {
    if (iterator_) drop(std::move(iterator_));
  }
  void save(StateWriter& out);
  // Of an input that was just begun.
  void restore(StateReader& in);

 private:
  template <class Step>
  bool advance(Element& out, Step step) {
    if (!iterator_) return false;
    turns_.tick();
    out.clear();
    try {
      if (step(*iterator_, out)) return true;
    } catch (const Error& error) {
      if (code_of(error) != Code::kOutOfRange) throw;
      fail_with_end(error);
    }
    reset();
    return false;
  }
  [[noreturn]] static void fail_with_end(const Error& error);
  // Iterators go one after the other, however deep they lie in each other.
  static void drop(std::unique_ptr<Iterator> iterator);

  std::unique_ptr<Iterator> iterator_;
  Turns turns_;
};

// Functions with random ops that have seeds, as each pass through a pipeline has its own: they begin anew with it.
class OwnFunctions final : public RefCounted {
 public:
  Ref<GraphFunction> of(GraphFunction* function);

  // Those of the pass whose function this thread is running, null outside of functions of data sets. What goes through
  // another data set there without an iterator of its own draws on with each element.
  static OwnFunctions*& running();
  class Scope {
   public:
    explicit Scope(OwnFunctions* functions) : around_(std::exchange(running(), functions)) {}
    ~Scope() { running() = around_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    OwnFunctions* around_;
  };

 private:
  std::mutex mutex_;
  std::map<GraphFunction*, Ref<GraphFunction>> by_original_;
};

class Dataset;
class Statistics;

// The options of a pipeline, as far as they make a difference here.
struct RunOptions {
  bool ordered = true;          // where a transformation leaves that open
  int64_t most_threads = 0;     // of those that compute elements; 0: as many as transformations ask for
  int64_t most_op_threads = 0;  // of one op in functions; 0: as many as it likes
  bool warm_start = false;      // threads begin before anybody asks for an element
  bool one_element = false;     // is asked for by its number: orders that are drawn are those of the data set
  // The transformations that the elements of a data set go through, for those that assert it.
  std::map<const Dataset*, std::vector<std::string>> consumers;
  std::shared_ptr<Statistics> statistics;  // that elements are counted in, null for none
};

// The arguments with which an iterator is made.
struct Context {
  Ref<Cancellation> cancellation;  // of who goes through the sequence
  Ref<OwnFunctions> functions;     // of the pass through the whole pipeline; null: draws go on from pass to pass
  std::shared_ptr<const RunOptions> options;

  // For the work that this iterator has others do.
  Context with(Ref<Cancellation> own) const { return {std::move(own), functions, options}; }
  // The same, run otherwise.
  template <class Change>
  Context with_options(const Change& change) const {
    auto changed = std::make_shared<RunOptions>(*options);
    change(*changed);
    return {cancellation, functions, std::move(changed)};
  }
  // For who begins to go through a pipeline.
  static Context fresh(const Dataset& whole);
};

// The elements of a data set in any order.
class ByNumber {
 public:
  virtual ~ByNumber() = default;
  // `number`: below the cardinality.
  virtual void at(int64_t number, Element& out) = 0;
};

// One that calls `find(number, out)`.
template <class Find>
std::unique_ptr<ByNumber> by_number_with(Find find) {
  class Finding final : public ByNumber {
   public:
    explicit Finding(Find find) : find_(std::move(find)) {}
    void at(int64_t number, Element& out) override { find_(number, out); }

   private:
    Find find_;
  };
  return std::make_unique<Finding>(std::move(find));
}

// The op of a data set and what it got. For those who look at the description.
struct Recipe {
  const OpDef* op = nullptr;
  Attrs attrs;
  Values inputs;
};

// Never changes; what its iterators share beside the description (seeds, a cache) they lock.
class Dataset : public VariantObject {
 public:
  // Those that it was made from go after it, not inside of it.
  ~Dataset() override;
  const char* type_name() const override { return "Dataset"; }
  virtual std::unique_ptr<Iterator> iterator(const Context& context) const = 0;
  virtual int64_t cardinality() const { return kUnknownCardinality; }
  // Null where elements come in their order only.
  virtual std::unique_ptr<ByNumber> by_number(const Context&) const { return nullptr; }
  Input begin(const Context& context) const { return Input(iterator(context)); }
  // The data set that this one passes on as it is; null where it does anything.
  virtual const Dataset* unchanged() const { return nullptr; }
  // Without an op where no op made it.
  const Recipe& recipe() const { return recipe_; }
  void set_recipe(Recipe recipe);
  // It was an element that a function was given, which sees it as an argument, not as what it was made by.
  void note_argument() const { is_argument_.store(true, std::memory_order_relaxed); }
  bool is_argument() const { return is_argument_.load(std::memory_order_relaxed); }
  // Throws ResourceExhausted where this thread's stack is too small for what goes through data sets nested this deep.
  void check_depth() const {
    if (depth_ > kHarmless) check_stack();
  }

 private:
  static constexpr int kHarmless = 32;
  void check_stack() const;

  Recipe recipe_;
  mutable std::atomic<bool> is_argument_ = false;
  int depth_ = 1;  // of the data sets that this is made from
};

// The data set that a tensor holds, null for any other value.
const Dataset* dataset_in(const Value& value);
// Calls visit(dataset) for each data set that one was made from.
template <class Visit>
void for_each_input(const Recipe& recipe, const Visit& visit) {
  for (const Value& input : recipe.inputs)
    if (const Dataset* one = dataset_in(input)) visit(*one);
}

// A transformation of one data set.
class Transformation : public Dataset {
 public:
  explicit Transformation(Ref<Dataset> input) : input_(std::move(input)) {}
  int64_t cardinality() const override { return input_->cardinality(); }
  const Dataset& input() const { return *input_; }

 protected:
  const Ref<Dataset> input_;
};

// An iterator of a Transformation: keeps that, and goes through its input.
template <class T>
class TransformationIterator : public Iterator {
 public:
  TransformationIterator(const T* dataset, const Context& context)
      : dataset_(dataset), input_(dataset->input().begin(context)) {}

 protected:
  const Ref<const T> dataset_;
  Input input_;
};

// A function of the user's and the values that it captured.
class UserFunction {
 public:
  UserFunction() = default;
  // The function of that attr, whose captured values are the inputs [first, first + count).
  UserFunction(const KernelContext& ctx, std::string_view attr, int first, int count);
  // The same function as an iterator is to call it.
  UserFunction in(const Context& context) const;
  // True where it gives its arguments back and does nothing else.
  bool is_identity() const;
  // `args` becomes part of the call's inputs. Safe to call from several threads.
  Values operator()(Values args) const;
  // The same for functions that give one bool.
  bool test(const Element& args) const;
  // The same for functions that give one integer.
  int64_t number(const Element& args, std::string_view what) const;
  // The same for functions that give a data set.
  Ref<Dataset> dataset(Values args) const;

 private:
  Ref<FunctionRef> function_;
  GraphFunction* graph_ = nullptr;
  bool draws_ = false;      // random numbers that follow from seeds
  Ref<OwnFunctions> pass_;  // that it is called in
  Values captured_;
};

// ---- for kernels ----

// The data set at input i; throws InvalidArgument for anything else.
Ref<Dataset> dataset_input(const KernelContext& ctx, int i);
Ref<Dataset> dataset_of(const Value& tensor);
int64_t int_input(const KernelContext& ctx, int i, std::string_view what);
bool bool_input(const KernelContext& ctx, int i, std::string_view what);
// The number of inputs of the argument of that name, and where they begin.
ArgRange range_of(const KernelContext& ctx, std::string_view argument);
// True where the op has that argument, as its older versions may not.
bool has_argument(const KernelContext& ctx, std::string_view argument);
UserFunction function_input(const KernelContext& ctx, std::string_view attr, std::string_view argument);
template <class T, class... Args>
void set_dataset(KernelContext& ctx, Args&&... args) {
  Ref<T> dataset = make_ref<T>(std::forward<Args>(args)...);
  dataset->set_recipe({&ctx.op(), ctx.attrs(), Values(ctx.inputs().begin(), ctx.inputs().end())});
  ctx.set_output(0, Tensor::handle(DType::kVariant, std::move(dataset)));
}
// The op that keeps state which no iterator's state has, such as a variable's, in a description; "" where there is
// none.
std::string external_state(const Dataset& dataset);
// A number that is the same for descriptions that are made alike, in another process, too.
uint64_t fingerprint(const Dataset& dataset);
// Shape rule of ops that give one data set, and of those that give an element of `output_shapes`.
void dataset_shape(ShapeContext& ctx);
void element_shapes(ShapeContext& ctx);
// Throws InvalidArgument unless the element has the dtypes and shapes that the op's attrs promise.
void check_element(const KernelContext& ctx, const Element& element);
void check_element(const std::vector<DType>& types, const std::vector<Shape>& shapes, const Element& element);

// Waits on a condition variable; looks for Ctrl-C, and for whether anybody still waits for this thread's work.
void wait_until(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, const Cancellation* cancellation,
                const std::function<bool()>& ready);

// Calls work() without holding locks of an interpreter that others may need to make progress. Set by bind/.
void unlocked(const std::function<void()>& work);
void set_unlocked(void (*run)(const std::function<void()>& work));
// True where the process is about to end: threads that run Python do not come back then. Set by bind/.
bool process_ends();
void set_process_ends(bool (*ends)());

#define DEFINE_DATASET(NAME)                     \
  DEFINE_OP(NAME)                                \
      .output("handle: variant")                 \
      .attr("output_types: list(type) >= 1")     \
      .attr("output_shapes: list(shape) >= 1")   \
      .shape(::graphwright::data::dataset_shape) \
      .trait(::graphwright::Trait::kNoFold)

}  // namespace graphwright::data
