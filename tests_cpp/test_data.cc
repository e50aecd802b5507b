// data/: data sets made by ops, iterators and the threads that run ahead of them.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "data/iterator_resource.h"
#include "data/ordered_results.h"
#include "data/workers.h"
#include "traced.h"

using namespace graphwright;  // NOLINT
using data::Element;

namespace {

Value number(int64_t n) { return Tensor::scalar<int64_t>(n); }

Attrs with(Attrs attrs, int components = 1, DType dtype = DType::kInt64) {
  attrs.set("output_types", std::vector<DType>(components, dtype));
  attrs.set("output_shapes", std::vector<Shape>(components, Shape::unknown()));
  return attrs;
}

Value range(int64_t n) { return op<"RangeDataset">({number(0), number(n), number(1)}, with({})); }

// The function x -> body(x) of one int64 scalar.
template <class F>
Ref<FunctionRef> function(F&& body) {
  auto graph = make_ref<FuncGraph>("f", nullptr);
  InterpreterScope scope(graph.get());
  Value x = graph->add_input(DType::kInt64, Shape(), "x");
  graph->outputs.push_back(graph->capture(body(x)));
  return make_ref<GraphFunction>(graph);
}

Value mapped(const Value& dataset, const Ref<FunctionRef>& f, int64_t threads = 0) {
  Attrs attrs = with({{"f", f}, {"Targuments", std::vector<DType>()}, {"preserve_cardinality", true}});
  if (threads == 0) return op<"MapDataset">({dataset}, attrs);
  return op<"ParallelMapDatasetV2">({dataset, number(threads)}, attrs);
}

data::Input begin(const Value& dataset) {
  Ref<data::Dataset> whole = data::dataset_of(dataset);
  return whole->begin(data::Context::fresh(*whole));
}

std::vector<int64_t> numbers(const Value& dataset) {
  data::Input input = begin(dataset);
  std::vector<int64_t> found;
  Element element;
  while (input.next(element)) found.push_back(*Tensor::of(element[0]).data<int64_t>());
  return found;
}

std::vector<int64_t> up_to(int64_t n) {
  std::vector<int64_t> all;
  for (int64_t i = 0; i < n; ++i) all.push_back(i);
  return all;
}

}  // namespace

TEST_CASE("elements pass through functions and batches") {
  Value doubled = mapped(range(5), function([](const Value& x) { return build::add(x, x); }));
  CHECK(numbers(doubled) == std::vector<int64_t>{0, 2, 4, 6, 8});
  Value batches = op<"BatchDatasetV2">({doubled, number(2), Tensor::scalar(false)}, with({}));
  data::Input input = begin(batches);
  Element element;
  std::vector<Shape> shapes;
  while (input.next(element)) shapes.push_back(element[0].shape());
  CHECK(shapes == std::vector<Shape>{Shape{2}, Shape{2}, Shape{1}});
  CHECK_FALSE(input.next(element));
  CHECK(data::dataset_of(batches)->cardinality() == 3);
}

TEST_CASE("results of several threads keep the order of their elements") {
  auto f = function([](const Value& x) { return build::mul(x, x); });
  std::vector<int64_t> squares = up_to(500);
  for (int64_t& n : squares) n *= n;
  for (int64_t threads : {1, 2, 7}) CHECK(numbers(mapped(range(500), f, threads)) == squares);
}

TEST_CASE("an element that fails is passed over") {
  auto f = function([](const Value& x) { return op<"FloorDiv">({Tensor::scalar<int64_t>(6), x}); });
  for (int64_t threads : {0, 2}) {
    data::Input input = begin(mapped(range(3), f, threads));
    Element element;
    CHECK_THROWS_AS(input.next(element), Error);
    CHECK(input.next(element));
    CHECK(*Tensor::of(element[0]).data<int64_t>() == 6);
    CHECK(input.next(element));
    CHECK_FALSE(input.next(element));
  }
}

TEST_CASE("a shuffle gives each element once, and TensorFlow's order for a seed") {
  Value none = Tensor::handle(DType::kResource, nullptr);
  auto shuffled = [&](int64_t n, int64_t size, int64_t seed2) {
    return op<"ShuffleDatasetV3">({range(n), number(size), number(87654321), number(seed2), none}, with({}));
  };
  Value dataset = shuffled(6, 4, 7);
  CHECK(numbers(dataset) == std::vector<int64_t>{0, 4, 2, 3, 5, 1});
  CHECK(numbers(dataset) == std::vector<int64_t>{1, 3, 0, 2, 4, 5});
  for (int64_t size : {1, 3, 100, 5000}) {
    std::vector<int64_t> found = numbers(shuffled(1000, size, 3));
    std::sort(found.begin(), found.end());
    CHECK(found == up_to(1000));
  }
}

TEST_CASE("threads stop when nobody waits for their results") {
  std::atomic<int> computed{0};
  Ref<data::Dataset> ones = data::dataset_of(range(1));
  {
    data::OrderedResults results(data::Context::fresh(*ones), 3, 8, true,
                                 std::make_shared<data::Input>(begin(range(INT64_MAX))), [&](Element&, int64_t) {
                                   ++computed;
                                   return true;
                                 });
    Element element;
    CHECK(results.next(element));
  }
  // At most what was begun is finished.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  int after = computed;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(computed == after);
  CHECK(after <= 12);
}

TEST_CASE("a function without end is left when its iterator goes") {
  std::atomic<bool> stopped{false};
  auto cancellation = make_ref<Cancellation>();
  std::mutex mutex;
  std::condition_variable changed;
  bool begun = false;
  data::start_work([&, cancellation] {
    CancellationScope scope(cancellation.get());
    {
      std::lock_guard lock(mutex);
      begun = true;
      changed.notify_all();
    }
    try {
      while (true) check_interrupt();
    } catch (const Error& error) {
      stopped = error.code() == Code::kCancelled;
    }
    std::lock_guard lock(mutex);
    changed.notify_all();
  });
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return begun; });
  cancellation->cancel();
  CHECK(changed.wait_for(lock, std::chrono::seconds(10), [&] { return stopped.load(); }));
}

TEST_CASE("an iterator says when it has no data set, and when it ended") {
  auto iterator = make_ref<data::IteratorResource>();
  Element element;
  CHECK_THROWS_AS(iterator->next(element), Error);
  iterator->begin(*data::dataset_of(range(1)));
  CHECK(iterator->next(element));
  CHECK_FALSE(iterator->next(element));
  CHECK_FALSE(iterator->next(element));
  CHECK_THROWS_AS(data::dataset_of(number(3)), Error);
}
