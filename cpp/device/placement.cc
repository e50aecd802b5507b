// The device scope of each thread.
#include "device/placement.h"

#include <cctype>
#include <charconv>
#include <utility>

namespace graphwright {
namespace {

DeviceScope& scope_of_thread() {
  thread_local DeviceScope scope;
  return scope;
}

std::atomic<int> default_gpu_number{-1};
std::atomic<bool> logging{false};

}  // namespace

constinit std::atomic<bool> placement_switch{false};

const DeviceScope& device_scope() { return scope_of_thread(); }

void set_device_scope(DeviceScope scope) {
  if (!scope.missing.empty()) placement_switch.store(true, std::memory_order_relaxed);
  scope_of_thread() = std::move(scope);
}

DeviceWish::DeviceWish(int device) : outer_(scope_of_thread().device) {
  if (device != kAnyDevice) scope_of_thread().device = device;
}
DeviceWish::~DeviceWish() { scope_of_thread().device = outer_; }

int parse_device(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const size_t slash = lower.rfind('/');
  std::string_view last = std::string_view(lower).substr(slash == lower.npos ? 0 : slash + 1);
  if (last.starts_with("device:")) last.remove_prefix(7);
  if (last.starts_with("cpu")) return kCpuDevice;
  if (!last.starts_with("gpu")) return kAnyDevice;
  last.remove_prefix(3);
  int gpu = 0;  // "GPU" and "GPU:*": the first one
  if (last.starts_with(":")) std::from_chars(last.data() + 1, last.data() + last.size(), gpu);
  return gpu < 0 ? kAnyDevice : gpu_device(gpu);
}

void set_log_placement(bool log) {
  if (log) placement_switch.store(true, std::memory_order_relaxed);
  logging.store(log, std::memory_order_relaxed);
}
bool log_placement() { return logging.load(std::memory_order_relaxed); }

int default_gpu() { return default_gpu_number.load(std::memory_order_relaxed); }
void set_default_gpu(int gpu) { default_gpu_number.store(gpu, std::memory_order_relaxed); }

}  // namespace graphwright
