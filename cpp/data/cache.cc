// CacheDatasetV2: elements that are kept once they were all seen, in memory or in the files of a checkpoint.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/at_fork.h"
#include "data/dataset.h"
#include "io/bundle.h"
#include "op/xla_facts.h"
#include "tensor/resource.h"

namespace graphwright::data {
namespace {

// ---- in memory ----

using Elements = std::shared_ptr<const std::vector<Element>>;

// What was kept, perhaps by several data sets.
class KeptElements final : public Resource {
 public:
  Elements get() const {
    std::lock_guard lock(mutex_);
    return elements_;
  }
  void set(Elements elements) {
    std::lock_guard lock(mutex_);
    if (!elements_) elements_ = std::move(elements);
  }
  void clear() {
    std::lock_guard lock(mutex_);
    elements_.reset();
  }

 private:
  mutable std::mutex mutex_;
  Elements elements_;
};

class MemoryCache final : public Transformation {
 public:
  MemoryCache(Ref<Dataset> input, Ref<KeptElements> kept)
      : Transformation(std::move(input)), kept_(std::move(kept)), is_claimed_(asserts(*input_)) {}

  std::unique_ptr<ByNumber> by_number(const Context& context) const override { return input_->by_number(context); }

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Position>(this, context);
  }

 private:
  // Reads what is kept, or goes through the input and keeps what it saw once it has seen all there are.
  class Position final : public Iterator {
   public:
    Position(const MemoryCache* dataset, const Context& context) : dataset_(dataset), context_(context) {
      kept_ = dataset->kept_->get();
      if (!kept_) input_ = dataset->input_->begin(context);
    }
    bool next(Element& out) override {
      if (!is_open()) {
        if (next_ == kept_->size()) return false;
        out = (*kept_)[next_++];
        return true;
      }
      if (input_->next(out)) {
        if (kept_) return true;
        seen_.push_back(out);
        // For others they are there when they are as many as there can be; this iterator asks for the end itself.
        if (!dataset_->is_claimed_ && static_cast<int64_t>(seen_.size()) == dataset_->input_->cardinality()) keep();
        return true;
      }
      if (!kept_) keep();
      next_ = kept_->size();
      input_.reset();
      return false;
    }
    void save(StateWriter& out) override {
      out.text("MemoryCache");
      out.number(!kept_ ? kSeeing : is_open() ? kComingToTheEnd : kReading);
      out.elements(kept_ ? *kept_ : seen_);
      out.number(static_cast<int64_t>(next_));
      if (is_open()) input_->save(out);
    }
    void restore(StateReader& in) override {
      in.expect("MemoryCache");
      const int64_t state = in.number_in(kSeeing, kComingToTheEnd);
      seen_.clear();
      in.elements(seen_);
      next_ = static_cast<size_t>(in.number_in(0, static_cast<int64_t>(seen_.size())));
      kept_.reset();
      input_.reset();
      if (state != kSeeing) keep();
      if (state == kReading) return;
      input_ = dataset_->input_->begin(context_);
      input_->restore(in);
    }

   private:
    static constexpr int64_t kSeeing = 0, kReading = 1, kComingToTheEnd = 2;

    bool is_open() const { return input_.has_value(); }
    // All were seen.
    void keep() {
      kept_ = std::make_shared<const std::vector<Element>>(std::move(seen_));
      dataset_->kept_->set(kept_);
    }

    const Ref<const MemoryCache> dataset_;
    const Context context_;
    Elements kept_;
    size_t next_ = 0;             // of these
    std::optional<Input> input_;  // while it is gone through
    std::vector<Element> seen_;
  };

  // Whether the number of elements is what somebody asserts: only who asks for one more learns whether that is so.
  static bool asserts(const Dataset& whole) {
    std::vector<const Dataset*> waiting{&whole};
    for (size_t seen = 0; !waiting.empty() && seen < kMostLookedAt; ++seen) {
      const Recipe& recipe = waiting.back()->recipe();
      waiting.pop_back();
      if (recipe.op && recipe.op->name.find("AssertCardinality") != std::string::npos) return true;
      for_each_input(recipe, [&](const Dataset& input) { waiting.push_back(&input); });
    }
    return false;
  }
  static constexpr size_t kMostLookedAt = 1000;

  const Ref<KeptElements> kept_;
  const bool is_claimed_;
};

// ---- in files ----

// The lock files of this process's iterators. Never destroyed: threads may outlive static objects.
struct HeldLocks {
  struct Holder {
    Ref<Cancellation> cancellation;
    pid_t process;  // a child that was forked has the entry, too, but not the iterator
  };
  GlobalMutex& mutex = GlobalMutex::make();
  std::condition_variable released;
  std::unordered_map<std::string, Holder> by_path;

  static HeldLocks& all() {
    static auto* const locks = new HeldLocks;
    return *locks;
  }
  // Waits for an iterator that nobody wants any more, whose threads are still at an element. False for another one.
  bool wait_for(const std::string& path, const Cancellation* waiting) {
    std::unique_lock<std::mutex> lock(mutex);
    auto holder = by_path.find(path);
    if (holder == by_path.end() || holder->second.process != getpid()) return false;
    const Ref<Cancellation> abandoned = holder->second.cancellation;
    if (!abandoned || !abandoned->cancelled()) return false;
    wait_until(released, lock, waiting, [&] {
      holder = by_path.find(path);
      return holder == by_path.end() || holder->second.cancellation != abandoned;
    });
    return true;
  }
};

// A file that says that somebody is about to write; it is there as long as this is.
class LockFile {
 public:
  LockFile(std::string path, const Ref<Cancellation>& cancellation) : path_(local_path(std::move(path))) {
    int file = -1;
    do {
      file = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    } while (file < 0 && errno == EEXIST && HeldLocks::all().wait_for(path_, cancellation.get()));
    if (file < 0 && errno == EEXIST) {
      std::string tells;
      try {
        tells = read_file(path_);
      } catch (const Error&) {
        // It went meanwhile.
      }
      fail(Code::kAlreadyExists,
           "There appears to be a concurrent caching iterator running - cache lockfile already exists ('", path_,
           "'). If you are sure no other running TF computations are using this cache prefix, delete the lockfile and "
           "re-initialize the iterator. Lockfile contents: ",
           tells);
    }
    if (file < 0) fail_errno(errno, path_);
    const std::string text = str_cat("Created at: ", std::time(nullptr));
    const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int error = errno;
    ::close(file);
    if (!written) {
      remove_file(path_);
      fail_errno(error, path_);
    }
    HeldLocks& held = HeldLocks::all();
    std::lock_guard lock(held.mutex);
    held.by_path[path_] = {cancellation, getpid()};
  }
  ~LockFile() {
    HeldLocks& held = HeldLocks::all();
    std::lock_guard lock(held.mutex);
    ::unlink(path_.c_str());
    held.by_path.erase(path_);
    held.released.notify_all();
  }
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  const std::string path_;
};

// The elements are tensors with the keys "<element>_<component>", the element's number seven places wide.
std::string key_of(int64_t element, size_t component) {
  char text[48];
  std::snprintf(text, sizeof(text), "%7lld_%zu", static_cast<long long>(element), component);
  return text;
}

class FileCache final : public Transformation {
 public:
  FileCache(Ref<Dataset> input, std::string path, std::vector<DType> types, std::vector<Shape> shapes)
      : Transformation(std::move(input)),
        path_(std::move(path)),
        types_(std::move(types)),
        shapes_(std::move(shapes)) {}

  std::unique_ptr<Iterator> iterator(const Context& context) const override {
    return std::make_unique<Position>(this, context);
  }

 private:
  // Reads the files, or writes them while it goes through the input. What a saved state needs is in files of its own,
  // "<path>_0" and so on, which become one at the end.
  class Position final : public Iterator {
   public:
    Position(const FileCache* dataset, const Context& context) : dataset_(dataset), context_(context) {
      if (dataset->is_complete()) {
        reader_ = std::make_unique<BundleReader>(dataset->path_);
      } else {
        input_ = dataset->input_->begin(context);
      }
    }
    bool next(Element& out) override {
      if (reader_) return read(out);
      if (ended_) return false;
      if (!writer_) {
        lock_ = std::make_unique<LockFile>(part(parts_) + ".lockfile", context_.cancellation);
        writer_ = std::make_unique<BundleWriter>(part(parts_));
      }
      if (!input_.next(out)) {
        finish();
        return false;
      }
      for (size_t i = 0; i < out.size(); ++i) writer_->add(key_of(next_, i), Tensor::of(out[i]));
      ++next_;
      return true;
    }
    void save(StateWriter& out) override {
      if (writer_) {
        writer_->finish();
        writer_.reset();
        lock_.reset();
        ++parts_;
      }
      out.text("FileCache");
      out.number(reader_ != nullptr);
      out.number(ended_);
      out.number(next_);
      out.number(parts_);
      if (!reader_) input_.save(out);
    }
    void restore(StateReader& in) override {
      in.expect("FileCache");
      const bool reads = in.flag();
      ended_ = in.flag();
      next_ = in.number_in(0, INT64_MAX);
      parts_ = in.number_in(0, INT32_MAX);
      reader_.reset();
      if (reads) {
        reader_ = std::make_unique<BundleReader>(dataset_->path_);
        input_.reset();
        return;
      }
      input_ = dataset_->input_->begin(context_);
      input_.restore(in);
      if (ended_ || !dataset_->is_complete()) return;
      // Somebody went on since, to the end.
      reader_ = std::make_unique<BundleReader>(dataset_->path_);
      input_.reset();
    }

   private:
    std::string part(int64_t number) const { return str_cat(dataset_->path_, "_", number); }

    bool read(Element& out) {
      if (!reader_->find(key_of(next_, 0))) return false;
      for (size_t i = 0; i < dataset_->types_.size(); ++i) out.push_back(reader_->read(key_of(next_, i)));
      check_element(dataset_->types_, dataset_->shapes_, out);
      ++next_;
      return true;
    }

    void finish() {
      // Also where that fails, nothing is left to be done.
      const std::unique_ptr<LockFile> lock = std::move(lock_);
      const std::unique_ptr<BundleWriter> writer = std::move(writer_);
      ended_ = true;
      writer->finish();
      std::vector<std::string> parts;
      for (int64_t i = 0; i <= parts_; ++i) parts.push_back(part(i));
      merge_bundles(parts, dataset_->path_, false);
    }

    const Ref<const FileCache> dataset_;
    const Context context_;
    std::unique_ptr<BundleReader> reader_;
    Input input_;
    int64_t next_ = 0;   // element
    int64_t parts_ = 0;  // files that are written and hold what came before
    std::unique_ptr<LockFile> lock_;
    std::unique_ptr<BundleWriter> writer_;
    bool ended_ = false;
  };

  bool is_complete() const { return file_exists(path_ + ".index"); }

  const std::string path_;
  const std::vector<DType> types_;
  const std::vector<Shape> shapes_;
};

void make_cache(KernelContext& ctx) {
  if (!ctx.input(1).shape().is_scalar()) ctx.fail("filename must be a scalar");
  const std::string& path = *ctx.input(1).data<std::string>();
  if (path.empty()) {
    Ref<KeptElements> kept;
    if (has_argument(ctx, "cache")) {
      if (!ctx.input(2).shape().is_scalar()) ctx.fail("cache must be a scalar, got shape ", ctx.input(2).shape());
      kept = Ref<KeptElements>(dynamic_cast<KeptElements*>(ctx.input(2).data<Handle>()->get()));
    }
    set_dataset<MemoryCache>(ctx, dataset_input(ctx, 0), kept ? kept : make_ref<KeptElements>());
  } else {
    set_dataset<FileCache>(ctx, dataset_input(ctx, 0), path, ctx.attrs().get<std::vector<DType>>("output_types"),
                           ctx.attrs().get<std::vector<Shape>>("output_shapes"));
  }
}

DEFINE_DATASET("CacheDatasetV2")
    .input("input_dataset: variant")
    .input("filename: string")
    .input("cache: resource")
    .attr("metadata: string = ''")
    .doc("The same elements, which are kept once they have all been seen: in files where there is a name for them.")
    .kernel(CPU, make_cache)
    .stateful();

DEFINE_DATASET("CacheDataset")
    .input("input_dataset: variant")
    .input("filename: string")
    .attr("metadata: string = ''")
    .doc("The same elements, which are kept once they have all been seen: in files where there is a name for them.")
    .kernel(CPU, make_cache);

void make_kept_elements(KernelContext& ctx) {
  ctx.set_output(0, Tensor::handle(DType::kResource, make_ref<KeptElements>()));
  ctx.set_output(1, Tensor::handle(DType::kVariant, nullptr));
}

DEFINE_OP("AnonymousMemoryCache")
    .output("handle: resource")
    .output("deleter: variant")
    .doc("A place for elements that data sets keep; those with the same handle share what is kept.")
    .shape([](ShapeContext& ctx) {
      ctx.set_output(0, Shape());
      ctx.set_output(1, Shape());
    })
    .kernel(CPU, make_kept_elements)
    .stateful()
    .no_gradient("no number flows here");

DEFINE_OP("DeleteMemoryCache")
    .input("handle: resource")
    .input("deleter: variant")
    .doc("Forgets the elements that were kept.")
    .shape([](ShapeContext&) {})
    .kernel(CPU, [](KernelContext& ctx) { ctx.input(0).object<KeptElements>()->clear(); })
    .stateful()
    .no_gradient("no number flows here");

XLA_FACT(kNotCompiled, "CacheDatasetV2");

}  // namespace
}  // namespace graphwright::data
