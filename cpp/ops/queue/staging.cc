// Staging areas, where threads leave tuples of tensors for others: Stage and its kin (the oldest leaves first),
// MapStage and OrderedMapStage and their kin (by keys, in parts).
#include <deque>
#include <optional>

#include "base/waiting.h"
#include "ops/array_args.h"
#include "ops/shared_by_name.h"

namespace graphwright {
namespace {

constexpr const char* kNoGradient = "what is staged leaves the flow of gradients";

using Tuple = std::vector<Tensor>;

int64_t bytes_of(const Tensor& tensor) { return static_cast<int64_t>(tensor.bytes()); }

// How many tuples, and how many bytes, an area holds at most; 0 for no limit. Who finds no room waits.
class Limits {
 public:
  explicit Limits(KernelContext& ctx)
      : capacity_(ctx.attr<int64_t>("capacity")), memory_(ctx.attr<int64_t>("memory_limit")) {}
  void check(KernelContext& ctx, int64_t bytes) const {
    if (memory_ > 0 && bytes > memory_)
      ctx.fail_code(Code::kResourceExhausted, "Attempted to insert tensors with combined size of '", bytes,
                    "' bytes into Staging Area with a memory limit of '", memory_, "'.");
  }
  bool has_room(size_t tuples, int64_t held, int64_t bytes) const {
    return (capacity_ <= 0 || static_cast<int64_t>(tuples) < capacity_) && (memory_ <= 0 || held + bytes <= memory_);
  }

 private:
  const int64_t capacity_, memory_;
};

// Gives a tensor out where the op says that there is one of that type.
void give(KernelContext& ctx, int i, const Tensor& tensor) {
  if (tensor.dtype() != ctx.output_dtype(i))
    ctx.fail("Type mismatch: actual ", tensor.dtype(), " vs. expect ", ctx.output_dtype(i));
  ctx.set_output(i, tensor);
}

// ---- the oldest first ----

class StagingArea final : public RefCounted {
 public:
  explicit StagingArea(KernelContext& ctx) : limits_(ctx) {}

  void put(KernelContext& ctx) {
    Tuple tuple;
    int64_t bytes = 0;
    for (int i = 0; i < ctx.num_inputs(); ++i) {
      tuple.push_back(ctx.input(i));
      bytes += bytes_of(tuple.back());
    }
    limits_.check(ctx, bytes);
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return limits_.has_room(tuples_.size(), bytes_, bytes); });
    tuples_.push_back(std::move(tuple));
    bytes_ += bytes;
    changed_.notify_all();
  }
  // The tuple at that place, which stays unless it is to be removed; waits until it is there.
  void get(KernelContext& ctx, size_t place, bool remove) {
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return tuples_.size() > place; });
    const Tuple tuple = tuples_[place];
    if (remove) {
      tuples_.erase(tuples_.begin() + static_cast<std::ptrdiff_t>(place));
      for (const Tensor& tensor : tuple) bytes_ -= bytes_of(tensor);
      changed_.notify_all();
    }
    if (static_cast<int>(tuple.size()) != ctx.num_outputs())
      ctx.fail("Mismatch stage/unstage: ", tuple.size(), " vs. ", ctx.num_outputs());
    for (size_t i = 0; i < tuple.size(); ++i) give(ctx, static_cast<int>(i), tuple[i]);
  }
  size_t size() const {
    std::lock_guard lock(mutex_);
    return tuples_.size();
  }
  void clear() {
    std::lock_guard lock(mutex_);
    tuples_.clear();
    bytes_ = 0;
    changed_.notify_all();
  }

 private:
  const Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Tuple> tuples_;
  int64_t bytes_ = 0;
};

Ref<StagingArea> area_of(KernelContext& ctx) {
  return shared_by_attrs<StagingArea>(ctx, [&] { return make_ref<StagingArea>(ctx); });
}
void stage(KernelContext& ctx) { area_of(ctx)->put(ctx); }
void unstage(KernelContext& ctx) { area_of(ctx)->get(ctx, 0, true); }
void stage_peek(KernelContext& ctx) {
  if (ctx.input(0).shape().rank() != 0) ctx.fail("index must be scalar");
  const int64_t place = ctx.input(0).int_at(0);
  if (place < 0) ctx.fail("index must not be negative, got ", place);
  area_of(ctx)->get(ctx, static_cast<size_t>(place), false);
}
void stage_size(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = static_cast<int32_t>(area_of(ctx)->size()); }
void stage_clear(KernelContext& ctx) { area_of(ctx)->clear(); }

// ---- by keys ----

// Parts of tuples come in under a key; those that are whole can be taken out, in parts again.
class StagingMap final : public RefCounted {
 public:
  using Parts = std::vector<std::optional<Tensor>>;

  explicit StagingMap(KernelContext& ctx) : limits_(ctx), types_(ctx.attr<std::vector<DType>>("dtypes")) {}

  void put(KernelContext& ctx) {
    const int64_t key = key_of(ctx);
    const Ints places = places_of(ctx, 1);
    if (static_cast<int>(places.size()) != ctx.num_inputs() - 2)
      ctx.fail("there are ", places.size(), " indices and ", ctx.num_inputs() - 2, " values");
    int64_t bytes = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      check_place(ctx, key, places[i]);
      const Tensor& value = ctx.input(static_cast<int>(i) + 2);
      const DType wanted = types_[static_cast<size_t>(places[i])];
      if (value.dtype() != wanted) ctx.fail("Type mismatch: actual ", value.dtype(), " vs. expect ", wanted);
      bytes += bytes_of(value);
    }
    limits_.check(ctx, bytes);
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return limits_.has_room(whole_.size(), bytes_, bytes); });
    Parts& parts = unfinished_[key];
    parts.resize(types_.size());
    for (int64_t place : places)
      if (parts[static_cast<size_t>(place)])
        ctx.fail("The tensor for index '", place, "' for key '", key, "' was already initialized '", types_.size(),
                 "'.");
    for (size_t i = 0; i < places.size(); ++i)
      parts[static_cast<size_t>(places[i])] = ctx.input(static_cast<int>(i) + 2);
    bytes_ += bytes;
    for (const auto& part : parts)
      if (!part) return;
    whole_.emplace(key, std::move(parts));  // the first of two tuples of one key stays
    unfinished_.erase(key);
    changed_.notify_all();
  }

  // The parts at the places of input `at`, of that key or of the least one there is; waits until it is there.
  void get(KernelContext& ctx, bool any_key, bool remove) {
    const std::optional<int64_t> wanted = any_key ? std::nullopt : std::optional(key_of(ctx));
    const Ints places = places_of(ctx, any_key ? 0 : 1);
    const int first = any_key ? 1 : 0;
    for (size_t i = 1; i < places.size(); ++i)
      if (places[i] <= places[i - 1]) ctx.fail("Indices are not strictly ordered");
    if (static_cast<int>(places.size()) != ctx.num_outputs() - first)
      ctx.fail("there are ", places.size(), " indices and ", ctx.num_outputs() - first, " dtypes");
    std::unique_lock lock(mutex_);
    wait_for_others(changed_, lock, [&] { return wanted ? whole_.count(*wanted) > 0 : !whole_.empty(); });
    const auto found = wanted ? whole_.find(*wanted) : whole_.begin();
    const int64_t key = found->first;
    Parts& parts = found->second;
    for (size_t i = 0; i < places.size(); ++i) {
      check_place(ctx, key, places[i]);
      const auto& part = parts[static_cast<size_t>(places[i])];
      if (!part) ctx.fail("Tensor at index '", places[i], "' for key '", key, "' has already been removed.");
      give(ctx, static_cast<int>(i) + first, *part);
    }
    if (any_key) ctx.set_output(0, Tensor::scalar(key));
    if (!remove) return;
    for (int64_t place : places) {
      bytes_ -= bytes_of(*parts[static_cast<size_t>(place)]);
      parts[static_cast<size_t>(place)].reset();
    }
    if (std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part.has_value(); }))
      whole_.erase(found);
    changed_.notify_all();
  }
  size_t size(bool unfinished) const {
    std::lock_guard lock(mutex_);
    return unfinished ? unfinished_.size() : whole_.size();
  }
  void clear() {
    std::lock_guard lock(mutex_);
    whole_.clear();
    unfinished_.clear();
    bytes_ = 0;
    changed_.notify_all();
  }

 private:
  static int64_t key_of(KernelContext& ctx) { return int_input(ctx, 0); }
  static Ints places_of(KernelContext& ctx, int i) {
    if (ctx.input(i).shape().rank() > 1) ctx.fail("indices must be a vector, got shape ", ctx.input(i).shape());
    return ctx.input(i).ints();
  }
  void check_place(KernelContext& ctx, int64_t key, int64_t place) const {
    if (place < 0 || place >= static_cast<int64_t>(types_.size()))
      ctx.fail("Index '", place, "' for key '", key, "' was out of bounds '", types_.size(), "'.");
  }

  const Limits limits_;
  const std::vector<DType> types_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int64_t, Parts> whole_, unfinished_;
  int64_t bytes_ = 0;
};

// Areas of MapStage and of OrderedMapStage with one name are two.
Ref<StagingMap> map_of(KernelContext& ctx) {
  const bool ordered = ctx.op().name.starts_with("Ordered");
  const std::string name = ctx.attr<std::string>("shared_name");
  return shared_by_name<StagingMap>(ctx.attr<std::string>("container") + (ordered ? "/ordered" : "/"),
                                    name.empty() ? ctx.op().name : name, [&] { return make_ref<StagingMap>(ctx); });
}
void map_stage(KernelContext& ctx) {
  if (ctx.attr<std::vector<DType>>("dtypes").empty()) ctx.fail("dtypes must not be empty");
  map_of(ctx)->put(ctx);
}
void map_peek(KernelContext& ctx) { map_of(ctx)->get(ctx, false, false); }
void map_unstage(KernelContext& ctx) { map_of(ctx)->get(ctx, false, true); }
void map_unstage_no_key(KernelContext& ctx) { map_of(ctx)->get(ctx, true, true); }
void map_size(KernelContext& ctx) { *ctx.output(0).data<int32_t>() = static_cast<int32_t>(map_of(ctx)->size(false)); }
void map_incomplete_size(KernelContext& ctx) {
  *ctx.output(0).data<int32_t>() = static_cast<int32_t>(map_of(ctx)->size(true));
}
void map_clear(KernelContext& ctx) { map_of(ctx)->clear(); }

void unknown_shapes(ShapeContext& ctx) {
  const auto types = ctx.attr<std::vector<DType>>("dtypes");
  for (size_t i = 0; i < types.size(); ++i) ctx.set_output(static_cast<int>(i), Shape::unknown());
}
void unknown_shapes_after_key(ShapeContext& ctx) {
  ctx.set_output(0, Shape());
  const auto types = ctx.attr<std::vector<DType>>("dtypes");
  for (size_t i = 0; i < types.size(); ++i) ctx.set_output(static_cast<int>(i) + 1, Shape::unknown());
}
void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void no_shape(ShapeContext&) {}

#define AREA(TYPES) AREA_OF(TYPES, )
#define AREA_OF(TYPES, MORE)                                                 \
  .attr("capacity: int >= 0 = 0")                                            \
      .attr("memory_limit: int >= 0 = 0")                                    \
      .attr("dtypes: list(type) " TYPES) MORE.attr("container: string = ''") \
      .attr("shared_name: string = ''")                                      \
      .stateful()                                                            \
      .trait(Trait::kHostMemory)                                             \
      .no_gradient(kNoGradient)
#define SIZE(NAME, KERNEL, DOC) \
  DEFINE_OP(NAME).output("size: int32") AREA("").doc(DOC).shape(scalar_shape).kernel(CPU, KERNEL)
#define CLEAR(NAME, KERNEL, DOC) DEFINE_OP(NAME) AREA("").doc(DOC).shape(no_shape).kernel(CPU, KERNEL)

DEFINE_OP("Stage")
    .input("values: dtypes") AREA(">= 1")
    .doc("Puts a tuple into a staging area; waits while it is full.")
    .shape(no_shape)
    .kernel(CPU, stage);
DEFINE_OP("Unstage")
    .output("values: dtypes") AREA(">= 1")
    .doc("Takes the oldest tuple out of a staging area; waits while it is empty.")
    .shape(unknown_shapes)
    .kernel(CPU, unstage);
DEFINE_OP("StagePeek")
    .input("index: int32")
    .output("values: dtypes") AREA(">= 1")
    .doc("The tuple at that place of a staging area, which stays; waits until it is there.")
    .shape(unknown_shapes)
    .kernel(CPU, stage_peek);
SIZE("StageSize", stage_size, "The number of tuples in a staging area.");
CLEAR("StageClear", stage_clear, "Empties a staging area.");

#define MAP_AREA(PREFIX, ORDER)                                                                           \
  DEFINE_OP(PREFIX "Stage")                                                                               \
      .input("key: int64")                                                                                \
      .input("indices: int32")                                                                            \
      .input("values: fake_dtypes") AREA_OF("", .attr("fake_dtypes: list(type) >= 1"))                    \
      .doc("Puts parts of the tuple of a key into a staging area" ORDER "; waits while it is full.")      \
      .shape(no_shape)                                                                                    \
      .kernel(CPU, map_stage);                                                                            \
  DEFINE_OP(PREFIX "Peek")                                                                                \
      .input("key: int64")                                                                                \
      .input("indices: int32")                                                                            \
      .output("values: dtypes") AREA(">= 1")                                                              \
      .doc("Parts of the tuple of a key, which stay; waits until all of it is there.")                    \
      .shape(unknown_shapes)                                                                              \
      .kernel(CPU, map_peek);                                                                             \
  DEFINE_OP(PREFIX "Unstage")                                                                             \
      .input("key: int64")                                                                                \
      .input("indices: int32")                                                                            \
      .output("values: dtypes") AREA(">= 1")                                                              \
      .doc("Takes parts of the tuple of a key out of a staging area; waits until all of it is there.")    \
      .shape(unknown_shapes)                                                                              \
      .kernel(CPU, map_unstage);                                                                          \
  DEFINE_OP(PREFIX "UnstageNoKey")                                                                        \
      .input("indices: int32")                                                                            \
      .output("key: int64")                                                                               \
      .output("values: dtypes") AREA(">= 1")                                                              \
      .doc("Takes parts of the tuple of some key" ORDER " out of a staging area; waits for one.")         \
      .shape(unknown_shapes_after_key)                                                                    \
      .kernel(CPU, map_unstage_no_key);                                                                   \
  SIZE(PREFIX "Size", map_size, "The number of whole tuples in a staging area.");                         \
  SIZE(PREFIX "IncompleteSize", map_incomplete_size, "The number of tuples of which parts are missing."); \
  CLEAR(PREFIX "Clear", map_clear, "Empties a staging area.")
MAP_AREA("Map", "");
MAP_AREA("OrderedMap", ", the least one first");

}  // namespace
}  // namespace graphwright
