// The ops of tf.summary's writers: their handles, files, and what is written into these.
#include "ops/files/summary_writer.h"

#include <map>

#include "io/fields.h"
#include "op/kernel_state.h"

namespace graphwright {

SummaryWriter& SummaryWriter::of(const Value& handle) {
  auto* writer = Tensor::of(handle).object<SummaryWriter>();
  return *writer;
}

void SummaryWriter::open(const std::string& folder, int64_t max_queue, int64_t flush_millis,
                         const std::string& suffix) {
  std::lock_guard lock(mutex_);
  if (file_) return;
  file_ = std::make_unique<EventFile>(folder, suffix);
  max_queue_ = max_queue;
  flush_seconds_ = static_cast<double>(flush_millis) / 1000;
  flushed_at_ = wall_time();
  waiting_ = 0;
}

template <class Write>
void SummaryWriter::with_file(const Write& write) {
  std::lock_guard lock(mutex_);
  GW_CHECK(file_ != nullptr, Code::kNotFound,
           "the summary writer has no file: it was closed, or its init() has not been run");
  write();
  const double now = wall_time();
  if (++waiting_ <= max_queue_ && now - flushed_at_ <= flush_seconds_) return;
  file_->flush();
  flushed_at_ = now;
  waiting_ = 0;
}

void SummaryWriter::write(int64_t step, uint32_t field, std::string_view bytes) {
  with_file([&] { file_->write(step, field, bytes); });
}
void SummaryWriter::write_event(std::string_view event) {
  with_file([&] { file_->write_event(event); });
}
void SummaryWriter::flush() {
  std::lock_guard lock(mutex_);
  if (!file_) return;
  file_->flush();
  flushed_at_ = wall_time();
  waiting_ = 0;
}
void SummaryWriter::close() {
  std::lock_guard lock(mutex_);
  if (!file_) return;
  file_->close();
  file_ = nullptr;
}

namespace {

constexpr uint32_t kGraph = 4, kSummary = 5;  // fields of an Event
constexpr const char* kNoGradient = "writes into a file";

// Writers with a shared name live as long as the process.
struct NamedWriters {
  std::mutex mutex;
  std::map<std::pair<std::string, std::string>, Ref<SummaryWriter>> by_name;
};
NamedWriters& named_writers() {
  static auto* writers = new NamedWriters;
  return *writers;
}

Ref<SummaryWriter> new_writer() { return make_ref<SummaryWriter>(); }

void make_handle(KernelContext& ctx) {
  const std::string name = ctx.attr<std::string>("shared_name");
  Ref<SummaryWriter> writer;
  if (name.empty()) {
    writer = kept_state<SummaryWriter>(ctx, new_writer);
    if (!writer) writer = new_writer();
  } else {
    NamedWriters& all = named_writers();
    std::lock_guard lock(all.mutex);
    Ref<SummaryWriter>& slot = all.by_name[{ctx.attr<std::string>("container"), name}];
    if (!slot) slot = new_writer();
    writer = slot;
  }
  ctx.set_output(0, Tensor::handle(DType::kResource, writer));
}

int64_t scalar_int(KernelContext& ctx, int i) {
  if (ctx.input(i).num_elements() != 1)
    ctx.fail(ctx.op().inputs[i].name, " must be one number, got shape ", ctx.input(i).shape());
  return ctx.input(i).int_at(0);
}

void open_file(KernelContext& ctx) {
  SummaryWriter::of(ctx.input(0))
      .open(summary::text_input(ctx, 1), scalar_int(ctx, 2), scalar_int(ctx, 3), summary::text_input(ctx, 4));
}

void write_tensor(KernelContext& ctx) {
  std::string message;
  const std::string& metadata = summary::text_input(ctx, 4);
  summary::add_tensor(message, summary::text_input(ctx, 3), ctx.input(2), metadata.empty() ? nullptr : &metadata);
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kSummary, message);
}

void write_scalar(KernelContext& ctx) {
  if (ctx.input(3).num_elements() != 1) ctx.fail("value must be one number, got shape ", ctx.input(3).shape());
  std::string message;
  summary::add_scalar(message, summary::text_input(ctx, 2), ctx.input(3).double_at(0));
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kSummary, message);
}

void write_histogram(KernelContext& ctx) {
  std::string message;
  summary::add_histogram(ctx, message, summary::text_input(ctx, 2), ctx.input(3));
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kSummary, message);
}

void write_images(KernelContext& ctx) {
  std::string message;
  summary::add_images(ctx, message, summary::text_input(ctx, 2), ctx.input(3), ctx.attr<int64_t>("max_images"),
                      ctx.input(4));
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kSummary, message);
}

void write_sounds(KernelContext& ctx) {
  if (!ctx.input(4).shape().is_scalar()) ctx.fail("sample_rate must be scalar, got shape ", ctx.input(4).shape());
  std::string message;
  summary::add_sounds(ctx, message, summary::text_input(ctx, 2), ctx.input(3), *ctx.input(4).data<float>(),
                      ctx.attr<int64_t>("max_outputs"));
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kSummary, message);
}

// The bytes of a message, looked at only as far as it takes to know that they are one.
const std::string& message_input(const KernelContext& ctx, int i, const char* name) {
  const std::string& bytes = summary::text_input(ctx, i);
  Fields fields(bytes);
  while (fields.next()) {
  }
  if (!fields.ok())
    ctx.fail_code(Code::kDataLoss, "Unable to parse the given bytes as a serialized protocol buffer ", name);
  return bytes;
}

void write_graph(KernelContext& ctx) {
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kGraph, message_input(ctx, 2, "GraphDef"));
}
void write_raw(KernelContext& ctx) {
  SummaryWriter::of(ctx.input(0)).write(scalar_int(ctx, 1), kSummary, message_input(ctx, 2, "Summary"));
}
void import_event(KernelContext& ctx) { SummaryWriter::of(ctx.input(0)).write_event(message_input(ctx, 1, "Event")); }
void flush(KernelContext& ctx) { SummaryWriter::of(ctx.input(0)).flush(); }
void close(KernelContext& ctx) { SummaryWriter::of(ctx.input(0)).close(); }

void scalar_shape(ShapeContext& ctx) { ctx.set_output(0, Shape()); }
void no_shape(ShapeContext&) {}

#define END .shape(no_shape).trait(Trait::kHostMemory).stateful().no_gradient(kNoGradient)

DEFINE_OP("SummaryWriter")
    .output("writer: resource")
    .attr("shared_name: string = ''")
    .attr("container: string = ''")
    .doc("A writer of summaries, which has no file yet.")
    .shape(scalar_shape)
    .kernel(CPU, make_handle)
    .trait(Trait::kHostMemory)
    .stateful()
    .no_gradient("a handle is no number");

DEFINE_OP("CreateSummaryFileWriter")
    .input("writer: resource")
    .input("logdir: string")
    .input("max_queue: int32")
    .input("flush_millis: int32")
    .input("filename_suffix: string")
    .doc("Gives a writer of summaries an event file of its own.")
    .kernel(CPU, open_file) END;

DEFINE_OP("WriteSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tensor: T")
    .input("tag: string")
    .input("summary_metadata: string")
    .attr("T: type")
    .doc("Writes a tensor, with a tag and what says how to show it.")
    .kernel(CPU, write_tensor) END;

DEFINE_OP("WriteScalarSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tag: string")
    .input("value: T")
    .attr("T: realnumbertype")
    .doc("Writes a number.")
    .kernel(CPU, write_scalar) END;

DEFINE_OP("WriteHistogramSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tag: string")
    .input("values: T")
    .attr("T: realnumbertype = float")
    .doc("Writes how often which numbers are met.")
    .kernel(CPU, write_histogram) END;

DEFINE_OP("WriteImageSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tag: string")
    .input("tensor: T")
    .input("bad_color: uint8")
    .attr("max_images: int >= 1 = 3")
    .attr("T: {uint8, double, float, half} = float")
    .doc("Writes images [batch, height, width, 1, 3 or 4] as PNG files.")
    .kernel(CPU, write_images) END;

DEFINE_OP("WriteAudioSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tag: string")
    .input("tensor: float")
    .input("sample_rate: float")
    .attr("max_outputs: int >= 1 = 3")
    .doc("Writes sounds [batch, frames, channels] as WAV files.")
    .kernel(CPU, write_sounds) END;

DEFINE_OP("WriteGraphSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tensor: string")
    .doc("Writes a serialized GraphDef.")
    .kernel(CPU, write_graph) END;

DEFINE_OP("WriteRawProtoSummary")
    .input("writer: resource")
    .input("step: int64")
    .input("tensor: string")
    .doc("Writes a serialized Summary.")
    .kernel(CPU, write_raw) END;

DEFINE_OP("ImportEvent")
    .input("writer: resource")
    .input("event: string")
    .doc("Writes a serialized Event, with its time and step.")
    .kernel(CPU, import_event) END;

DEFINE_OP("FlushSummaryWriter")
    .input("writer: resource")
    .doc("Hands all that was written to the system.")
    .kernel(CPU, flush) END;

DEFINE_OP("CloseSummaryWriter").input("writer: resource").doc("Closes a writer's file.").kernel(CPU, close) END;

}  // namespace
}  // namespace graphwright
