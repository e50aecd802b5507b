// device/ and op/run_on_device: tensors of a GPU, placement, errors, with a plugin whose memory nobody else may touch.
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "device/gpu.h"
#include "host_plugin.h"
#include "op/dispatch.h"
#include "ops/state/variables.h"
#include "passes/pass.h"
#include "program/program.h"
#include "tensor/variable_resource.h"
#include "traced.h"

using namespace graphwright;  // NOLINT

namespace {

constexpr int kGpu = gpu_device(0), kOtherGpu = gpu_device(1);

// The test plugin in place for one test.
struct WithGpus {
  WithGpus() {
    char error[kPluginErrorSize];
    install_plugin(graphwright_plugin(error));
    host_plugin_reset();
  }
  ~WithGpus() { install_plugin(nullptr); }
};

Tensor range(int64_t n, float first = 0) {
  Tensor tensor = Tensor::allocate(DType::kFloat32, {n});
  for (int64_t i = 0; i < n; ++i) tensor.data<float>()[i] = first + static_cast<float>(i);
  return tensor;
}

Tensor run(const char* op, std::initializer_list<Value> inputs, const Attrs& attrs = {}) {
  return Tensor(call(get_op(op), std::span<const Value>(inputs.begin(), inputs.size()), attrs)[0]);
}

template <class F>
Error error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error;
  }
  return Error(Code::kOk, "");
}

}  // namespace

TEST_CASE("device names are read as TensorFlow writes them") {
  CHECK(parse_device("/job:localhost/replica:0/task:0/device:CPU:0") == kCpuDevice);
  CHECK(parse_device("/device:GPU:0") == gpu_device(0));
  CHECK(parse_device("/job:localhost/device:GPU:3") == gpu_device(3));
  CHECK(parse_device("/gpu:1") == gpu_device(1));
  CHECK(parse_device("GPU:*") == gpu_device(0));
  CHECK(parse_device("/cpu:0") == kCpuDevice);
  CHECK(parse_device("") == kAnyDevice);
  CHECK(parse_device("/job:worker") == kAnyDevice);
  CHECK(parse_device("/device:TPU:0") == kAnyDevice);
}

TEST_CASE("the plugin's devices are listed, and gone without it") {
  {
    WithGpus gpus;
    CHECK(num_gpus() == 2);
    CHECK(default_gpu() == 0);
    CHECK(placement_matters());
  }
  CHECK(num_gpus() == 0);
  CHECK(!placement_matters());
  CHECK(error_of([] { allocate_on_gpu(0, 4); }).code() == Code::kInvalidArgument);
}

TEST_CASE("tensors of a GPU are copied to host memory once, when they are looked at") {
  WithGpus gpus;
  for (int64_t n : {1, 6, 6000}) {
    host_plugin_reset();
    Tensor there = place(range(n), kGpu);
    CHECK(there.gpu() == 0);
    CHECK(!there.unique());
    CHECK(host_plugin_counts().to_host == 0);
    Tensor view = there.reshaped({n, 1});
    Tensor last = there.window(n - 1, {1});
    Tensor bits = there.bitcast(DType::kInt32, {n});
    CHECK(view.gpu() == 0);
    CHECK(last.gpu() == 0);
    CHECK(host_plugin_counts().to_host == 0);
    CHECK(there.data<float>()[n - 1] == static_cast<float>(n - 1));
    CHECK(*last.data<float>() == static_cast<float>(n - 1));
    CHECK(view.data<float>()[0] == 0);
    CHECK(bits.data<int32_t>()[0] == 0);
    CHECK(identical(there, range(n)));
    CHECK(host_plugin_counts().to_host == 1);
    CHECK(place(there, kGpu) == there);
    Tensor back = place(there, kCpuDevice);
    CHECK(back.gpu() == -1);
    CHECK(back.unique());
    CHECK(identical(back, range(n)));
  }
}

TEST_CASE("tensors go from one GPU to another, views and empty ones too; strings and handles stay") {
  WithGpus gpus;
  Tensor there = place(range(3000), kGpu);
  Tensor other = place(there.window(1000, {10}), kOtherGpu);
  CHECK(other.gpu() == 1);
  CHECK(other.data<float>()[9] == 1009);
  Tensor none = place(Tensor::allocate(DType::kFloat32, {0, 3}), kGpu);
  CHECK(none.gpu() == 0);
  CHECK(none.num_elements() == 0);
  CHECK(place(none, kCpuDevice).gpu() == -1);
  CHECK(place(Tensor::scalar<std::string>("text"), kGpu).gpu() == -1);
}

TEST_CASE("memory of a GPU is given back and counted") {
  WithGpus gpus;
  const int before = host_plugin_counts().live_blocks;
  const size_t used = gpu_memory_info(0).current;
  {
    Tensor there = place(range(1024), kGpu);
    Tensor view = there.window(3, {5});
    CHECK(gpu_memory_info(0).current == used + 4096);
    CHECK(host_plugin_counts().live_blocks == before + 1);
  }
  CHECK(gpu_memory_info(0).current == used);
  CHECK(gpu_memory_info(0).peak >= used + 4096);
  reset_gpu_peak_memory(0);
  CHECK(gpu_memory_info(0).peak == used);
  CHECK(host_plugin_counts().live_blocks == before);
  CHECK(error_of([] { allocate_on_gpu(0, size_t{2} << 30); }).code() == Code::kResourceExhausted);
}

TEST_CASE("floats go to the GPU unasked, integers only where one lies there or the scope says so") {
  WithGpus gpus;
  Tensor x = range(5), sum = run("AddV2", {x, x});
  CHECK(sum.gpu() == 0);
  CHECK(sum.data<float>()[4] == 8);
  CHECK(run("AddV2", {Tensor::scalar(1.0), Tensor::scalar(1.0)}).gpu() == -1);  // no kernel for float64
  Tensor i = Tensor::from<int32_t>({1, 2});
  CHECK(run("Neg", {i}).gpu() == -1);
  CHECK(run("Neg", {place(i, kOtherGpu)}).gpu() == 1);
  DeviceWish wish(kOtherGpu);
  Tensor negative = run("Neg", {i});
  CHECK(negative.gpu() == 1);
  CHECK(negative.int_at(1) == -2);
  CHECK(run("AddV2", {sum, x}).gpu() == 1);
}

TEST_CASE("the CPU's scope keeps ops here, whatever their operands are") {
  WithGpus gpus;
  Tensor there = place(range(5), kGpu);
  DeviceWish wish(kCpuDevice);
  Tensor sum = run("AddV2", {there, there});
  CHECK(sum.gpu() == -1);
  CHECK(sum.data<float>()[4] == 8);
  CHECK(host_plugin_counts().kernels == 0);
}

TEST_CASE("tf.identity under a scope moves tensors, and passes them on otherwise") {
  WithGpus gpus;
  Tensor there = place(range(5), kGpu);
  CHECK(run("Identity", {there}).gpu() == 0);
  CHECK(host_plugin_counts().kernels == 0);
  CHECK(run("Identity", {range(5)}).gpu() == -1);
  {
    DeviceWish wish(kOtherGpu);
    CHECK(run("Identity", {there}).gpu() == 1);
  }
  DeviceWish wish(kCpuDevice);
  CHECK(run("Identity", {there}).gpu() == -1);
}

TEST_CASE("ops without a kernel, and those that the kernel declines, run on the CPU") {
  WithGpus gpus;
  Tensor there = place(range(5), kGpu);
  Tensor sum = run("Sum", {there, Tensor::scalar(int32_t{0})});
  CHECK(sum.gpu() == -1);
  CHECK(*sum.data<float>() == 10);
  Tensor exp = run("Exp", {there});
  CHECK(exp.gpu() == -1);
  CHECK(*exp.data<float>() == 1);
  // Views need no kernel and stay where they are.
  CHECK(run("Reshape", {there, Tensor::from<int32_t>({5, 1})}).gpu() == 0);
}

TEST_CASE("errors of the plugin become ours, with the op's name") {
  WithGpus gpus;
  const Error error = error_of([] { run("Sqrt", {range(3)}); });
  CHECK(error.code() == Code::kInternal);
  CHECK(error.op() == "Sqrt");
  CHECK(error.message() == "the device is on fire");
  // The same shape errors as on the CPU, before any kernel is asked.
  CHECK(error_of([] { run("AddV2", {range(3), range(4)}); }).code() == Code::kInvalidArgument);
}

TEST_CASE("kernels read attrs of all kinds, given and defaulted, and inputs that stay in host memory") {
  WithGpus gpus;
  Tensor a = range(6).reshaped({2, 3}), b = range(6).reshaped({2, 3});
  Tensor product = run("MatMul", {a, b}, {{"transpose_b", true}});
  CHECK(product.gpu() == 0);
  CHECK(product.shape() == Shape{2, 2});
  CHECK(product.data<float>()[3] == 50);
  CHECK(run("LeakyRelu", {range(2, -2)}).data<float>()[0] == -2 * 0.2f);
  CHECK(run("LeakyRelu", {range(2, -2)}, {{"alpha", 0.5f}}).data<float>()[0] == -1);
  const Attrs window{{"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("SAME")}};
  Tensor image = range(64).reshaped({1, 4, 4, 4}), filter = range(4).reshaped({1, 1, 4, 1});
  Tensor told = run("Conv2D", {image, filter}, window);
  CHECK(told.data<float>()[0] == 4);
  CHECK(told.data<float>()[1] == 2);
  CHECK(told.data<float>()[2] == 'S');
  CHECK(told.data<float>()[3] == 'C');
  host_plugin_reset();
  Tensor sizes = run("Conv2DBackpropInput", {Tensor::from<int32_t>({1, 4, 4, 4}), filter, told}, window);
  CHECK(sizes.data<float>()[1] == 4);
  CHECK(host_plugin_counts().to_device == 1);  // the filter alone
}

TEST_CASE("operands with broadcast axes and views of larger buffers reach kernels right") {
  WithGpus gpus;
  Tensor table = range(4000).reshaped({1000, 4});
  Tensor row = table.window(4, {4}), there = place(table, kGpu).window(8, {2, 4});
  Tensor sum = run("AddV2", {there, row});
  CHECK(sum.shape() == Shape{2, 4});
  CHECK(sum.data<float>()[5] == 13 + 5);
}

TEST_CASE("large host tensors keep their copy on a GPU, and are no longer written in place") {
  WithGpus gpus;
  Tensor weights = range(1000);
  CHECK(weights.unique());
  run("AddV2", {weights, weights});
  CHECK(host_plugin_counts().to_device == 1);
  run("AddV2", {weights, weights});
  CHECK(host_plugin_counts().to_device == 1);
  CHECK(weights.gpu() == -1);
  CHECK(!weights.unique());
  const void* before = weights.raw();
  VariableResource::writable(weights);
  CHECK(weights.raw() != before);
  weights.data<float>()[0] = 5;
  CHECK(run("AddV2", {weights, weights}).data<float>()[0] == 10);
  // Tiny tensors have nowhere to keep a copy.
  host_plugin_reset();
  Tensor tiny = range(3);
  run("AddV2", {tiny, tiny});
  run("AddV2", {tiny, tiny});
  CHECK(host_plugin_counts().to_device == 4);
  CHECK(tiny.unique());
  // Memory that others may write to is copied anew each time.
  host_plugin_reset();
  std::vector<float> shared(1000, 1);
  Tensor foreign = Tensor::wrap(DType::kFloat32, {1000}, Buffer::foreign(shared.data(), 4000, [] {}),
                                static_cast<void*>(shared.data()));
  CHECK(*run("AddV2", {foreign, foreign}).data<float>() == 2);
  shared[0] = 7;
  CHECK(*run("AddV2", {foreign, foreign}).data<float>() == 14);
}

TEST_CASE("variables hold tensors of a GPU") {
  WithGpus gpus;
  VariableResource variable("v", DType::kFloat32, {2000});
  Tensor there = place(range(2000), kGpu);
  variable.assign(there);
  CHECK(variable.read() == there);
  variable.update([](Tensor& value) {
    VariableResource::writable(value);
    value.data<float>()[0] = 3;
  });
  CHECK(variable.read().gpu() == -1);
  CHECK(*variable.read().data<float>() == 3);
  CHECK(*there.data<float>() == 0);
  // Sums move it to where the other summand lies, and leave it there.
  assign_add(variable, there, true);
  CHECK(variable.read().gpu() == 0);
  assign_add(variable, range(2000, 1), false);
  CHECK(variable.read().gpu() == 0);
  CHECK(variable.read().data<float>()[0] == 4);
  CHECK(variable.read().data<float>()[1] == 2);
}

TEST_CASE("a scope whose device is missing fails each op, with or without GPUs") {
  set_device_scope({kAnyDevice, "Could not satisfy device specification"});
  CHECK(placement_matters());
  const Error error = error_of([] { run("AddV2", {range(3), range(3)}); });
  set_device_scope({});
  CHECK(error.code() == Code::kInvalidArgument);
  CHECK(error.op() == "AddV2");
  CHECK(run("AddV2", {range(3), range(3)}).data<float>()[2] == 4);
  install_plugin(nullptr);  // forgets that placement matters
}

TEST_CASE("no default GPU: ops stay here unless their operands or the scope say otherwise") {
  WithGpus gpus;
  set_default_gpu(-1);
  CHECK(run("AddV2", {range(3), range(3)}).gpu() == -1);
  CHECK(run("AddV2", {place(range(3), kGpu), range(3)}).gpu() == 0);
  DeviceWish wish(gpu_device(7));  // there is no such GPU: soft placement
  CHECK(run("AddV2", {range(3), range(3)}).gpu() == -1);
}

TEST_CASE("programs place each instruction, loops and branches read what they need") {
  WithGpus gpus;
  auto chain = traced({{3}}, [](Values& x) {
    Value y = build::add(build::mul(x[0], x[0]), x[0]);
    return Values{y, call(get_op("Sum"), std::initializer_list<Value>{y, Tensor::scalar(int32_t{0})})[0]};
  });
  auto program = Program::compile(*optimize(*chain));
  for (int run = 0; run < 3; ++run) {
    Values got = program->run(std::initializer_list<Value>{range(3)});
    CHECK(Tensor::of(got[0]).gpu() == 0);
    CHECK(Tensor::of(got[0]).data<float>()[2] == 6);
    CHECK(Tensor::of(got[1]).gpu() == -1);
    CHECK(first(got[1]) == 8);
  }
  // A node that asked for a device gets it.
  auto asked = traced({{3}}, [](Values& x) { return Values{build::add(x[0], x[0]), build::mul(x[0], x[0])}; });
  for (const auto& node : asked->nodes()) {
    if (node->op->name == "AddV2") node->device = "/device:CPU:0";
    if (node->op->name == "Mul") node->device = "/job:localhost/replica:0/task:0/device:GPU:1";
  }
  Values got = Program::compile(*asked)->run(std::initializer_list<Value>{range(3)});
  CHECK(Tensor::of(got[0]).gpu() == -1);
  CHECK(Tensor::of(got[1]).gpu() == 1);
}

TEST_CASE("a program that was made before the GPU came still runs") {
  auto chain = traced({{3}}, [](Values& x) { return Values{build::add(build::mul(x[0], x[0]), x[0])}; });
  auto program = Program::compile(*optimize(*chain));
  WithGpus gpus;
  Values got = program->run(std::initializer_list<Value>{place(range(3), kGpu)});
  CHECK(Tensor::of(got[0]).data<float>()[2] == 6);
}

TEST_CASE("several threads may look at one tensor of a GPU, and run ops on it") {
  WithGpus gpus;
  for (int round = 0; round < 20; ++round) {
    Tensor there = place(range(5000), kGpu), host = range(5000);
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        Tensor sum = run("AddV2", {there, host});
        right += there.data<float>()[4999] == 4999 && sum.data<float>()[4999] == 2 * 4999;
      });
    for (std::thread& thread : threads) thread.join();
    CHECK(right == 4);
  }
}
