// Names and first records of event files.
#include "io/event_file.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>

#include "io/fields.h"

namespace graphwright {
namespace {

constexpr const char* kVersion = "brain.Event:2";
constexpr const char* kWriter = "tensorflow.core.util.events_writer";  // by which readers know the format

// <folder>/events.out.tfevents.<seconds>.<host>.<process>.<how many this process has made before><suffix>
std::string new_path(const std::string& folder, const std::string& suffix) {
  static std::atomic<uint64_t> count{0};
  char host[256] = "";
  if (gethostname(host, sizeof(host) - 1) != 0) std::snprintf(host, sizeof(host), "unknown");
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%010lld", static_cast<long long>(wall_time()));
  make_folders(folder);
  return str_cat(folder, folder.ends_with('/') ? "" : "/", "events.out.tfevents.", seconds, ".", host, ".", getpid(),
                 ".", count.fetch_add(1), suffix);
}

}  // namespace

double wall_time() {
  using std::chrono::system_clock;
  return std::chrono::duration<double>(system_clock::now().time_since_epoch()).count();
}

EventFile::EventFile(const std::string& folder, const std::string& suffix)
    : path_(new_path(folder, suffix)), records_(path_, Compression::kNone) {
  std::string event, source;
  wire::fixed(1, wall_time(), event);
  put_bytes_field(event, 3, kVersion);
  put_bytes_field(source, 1, kWriter);
  put_bytes_field(event, 10, source);
  write_event(event);
  flush();
}

void EventFile::write(int64_t step, uint32_t field, std::string_view bytes) {
  std::string event;
  wire::fixed(1, wall_time(), event);
  put_int_field(event, 2, step);
  put_bytes_field(event, field, bytes);
  write_event(event);
}

}  // namespace graphwright
