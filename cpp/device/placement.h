// Placement of ops: the thread's device scope, and whether there is anything but the CPU to think about.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

namespace graphwright {

// A device as one number.
inline constexpr int kAnyDevice = -1;
inline constexpr int kCpuDevice = 0;
inline constexpr int gpu_device(int gpu) { return gpu + 1; }

// Set for good once ops may have to run elsewhere than on the CPU: GPUs were asked for and are there, or a scope
// demands a device that is not there.
extern std::atomic<bool> placement_switch;
inline bool placement_matters() { return __builtin_expect(placement_switch.load(std::memory_order_relaxed), false); }

// The device that tf.device asks of this thread.
struct DeviceScope {
  int device = kAnyDevice;
  std::string missing;  // what to say when an op is run: the device demanded is not there
};
const DeviceScope& device_scope();
void set_device_scope(DeviceScope scope);

// Asks for another device for a while; kAnyDevice changes nothing.
class DeviceWish {
 public:
  explicit DeviceWish(int device);
  ~DeviceWish();
  DeviceWish(const DeviceWish&) = delete;
  DeviceWish& operator=(const DeviceWish&) = delete;

 private:
  int outer_;
};

// The number of the device that a name like "/job:localhost/device:GPU:0" or "/cpu:0" ends in; kAnyDevice where it
// names none of a CPU or GPU.
int parse_device(std::string_view name);

// Writes a line to stderr for each op: which device runs it.
void set_log_placement(bool log);
bool log_placement();

// The GPU of ops that nobody asked to run elsewhere; -1 for none.
int default_gpu();
void set_default_gpu(int gpu);

}  // namespace graphwright
