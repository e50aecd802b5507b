// Opening the device plugin: graphwright_cuda.so beside the core, where there is a driver.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>

#include "base/error.h"
#include "device/gpu.h"

namespace graphwright {
namespace {

struct State {
  std::mutex mutex;
  bool asked = false;
  std::atomic<const Plugin*> plugin{nullptr};
  std::string problem;
  bool tensor_float_32 = true;
};
State& state() {
  static auto* instance = new State;  // never destroyed: tensors of a GPU may outlive static objects
  return *instance;
}

// The folder of the shared object (or program) that this code is in, with a slash at its end.
std::string own_folder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(&own_folder), &info) || !info.dli_fname) return {};
  const std::string path = info.dli_fname;
  return path.substr(0, path.rfind('/') + 1);
}

// The plugin, or null and perhaps the reason.
const Plugin* open_plugin(std::string& problem) {
  const char* given = std::getenv("GRAPHWRIGHT_PLUGIN");  // the path of another one
  if (given && !*given) given = nullptr;
  if (!given && !dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL))
    return nullptr;  // no driver: nothing to complain about
  const std::string path = given ? given : own_folder() + "graphwright_cuda.so";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problem = dlerror();
    if (!given)
      problem += access(path.c_str(), F_OK) == 0
                     ? "; its libraries come with `pip install 'graphwright[cuda]'` or with a CUDA toolkit"
                     : "; it is built where nvcc and cuDNN are";
    return nullptr;
  }
  auto entry = reinterpret_cast<PluginEntry>(dlsym(library, "graphwright_plugin"));
  char error[kPluginErrorSize] = "";
  const Plugin* plugin = entry ? entry(error) : nullptr;
  if (!entry) {
    problem = str_cat(path, " is no device plugin: it has no graphwright_plugin");
  } else if (!plugin) {
    problem = str_cat(path, ": ", error);
  } else if (plugin->version != kPluginVersion) {
    problem = str_cat(path, " has version ", plugin->version, " of the plugin interface, wanted ", kPluginVersion);
    plugin = nullptr;
  }
  return plugin;
}

void use(State& s, const Plugin* plugin) {
  const bool usable = plugin && plugin->num_devices > 0;
  s.asked = true;
  if (usable) plugin->set_tensor_float_32(s.tensor_float_32);
  s.plugin.store(usable ? plugin : nullptr, std::memory_order_release);
  set_default_gpu(usable ? 0 : -1);
  placement_switch.store(usable || log_placement(), std::memory_order_relaxed);
}

}  // namespace

const Plugin* open_gpu_plugin() { return state().plugin.load(std::memory_order_acquire); }

const Plugin* gpu_plugin() {
  if (const Plugin* plugin = open_gpu_plugin()) return plugin;
  State& s = state();
  std::lock_guard lock(s.mutex);
  if (!s.asked) use(s, open_plugin(s.problem));
  return open_gpu_plugin();
}

void install_plugin(const Plugin* plugin) {
  State& s = state();
  std::lock_guard lock(s.mutex);
  use(s, plugin);
}

void set_tensor_float_32(bool enabled) {
  State& s = state();
  std::lock_guard lock(s.mutex);
  s.tensor_float_32 = enabled;
  if (const Plugin* plugin = open_gpu_plugin()) plugin->set_tensor_float_32(enabled);
}

int num_gpus() {
  const Plugin* plugin = gpu_plugin();
  return plugin ? plugin->num_devices : 0;
}

const std::string& gpu_problem() {
  gpu_plugin();
  return state().problem;
}

}  // namespace graphwright
