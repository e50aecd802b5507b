// SummaryWriter: the object behind the handles of tf.summary's writers; and values of Summary messages.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/event_file.h"
#include "op/context.h"
#include "tensor/resource.h"

namespace graphwright {

// Writes into one event file, any number of threads at a time. It is made without a file, which open() gives it.
class SummaryWriter final : public Resource {
 public:
  // The writer behind a handle; throws InvalidArgument for any other tensor.
  static SummaryWriter& of(const Value& handle);

  // Does nothing where there is a file already.
  void open(const std::string& folder, int64_t max_queue, int64_t flush_millis, const std::string& suffix);
  // Throws NotFound where there is no file.
  void write(int64_t step, uint32_t field, std::string_view bytes);
  void write_event(std::string_view event);
  void flush();
  // Closes the file; there is none then.
  void close();

 private:
  template <class Write>
  void with_file(const Write& write);

  std::mutex mutex_;
  std::unique_ptr<EventFile> file_;
  int64_t max_queue_ = 0;
  double flush_seconds_ = 0, flushed_at_ = 0;
  int64_t waiting_ = 0;  // events that were not handed to the system yet
};

// Values of a Summary message, appended to it. They throw InvalidArgument where a value cannot be shown.
namespace summary {

// The counts of numbers in buckets that grow by a tenth each.
class Histogram {
 public:
  Histogram();
  void add(double x);
  void add_to(std::string& summary, const std::string& tag) const;

 private:
  std::vector<double> counts_;  // by bucket
  int64_t count_ = 0;
  double least_, most_, sum_ = 0, squares_ = 0;
};

void add_scalar(std::string& summary, const std::string& tag, double value);
void add_histogram(const KernelContext& ctx, std::string& summary, const std::string& tag, const Tensor& values);
// `bad_color` stands for pixels that are no finite numbers.
void add_images(const KernelContext& ctx, std::string& summary, const std::string& tag, const Tensor& images,
                int64_t max_images, const Tensor& bad_color);
void add_sounds(const KernelContext& ctx, std::string& summary, const std::string& tag, const Tensor& sounds,
                float sample_rate, int64_t max_outputs);
// `metadata`: a SummaryMetadata message, null for none.
void add_tensor(std::string& summary, const std::string& tag, const Tensor& tensor, const std::string* metadata);

// Throws unless input i is one string.
const std::string& text_input(const KernelContext& ctx, int i);

}  // namespace summary
}  // namespace graphwright
