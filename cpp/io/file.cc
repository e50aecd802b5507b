// Local files over the system's calls: retried when interrupted, errors named by their path.
#include "io/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

namespace graphwright {
namespace {

constexpr size_t kBufferSize = size_t{1} << 16;
// The system takes and gives at most 2 GiB at once.
constexpr size_t kMostAtOnce = size_t{1} << 30;

void sync_folder(const std::string& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;  // may be written to without being readable
  const int result = fsync(folder);
  const int error = errno;
  close(folder);
  if (result != 0 && error != EINVAL && error != EROFS) fail_errno(error, path);
}

std::string name_beside(const std::string& path) {
  static std::atomic<uint64_t> count{0};
  return str_cat(path, ".", getpid(), "-", count.fetch_add(1), ".tmp");
}

}  // namespace

Code code_of_errno(int error) {
  switch (error) {
    case ENOENT:
    case ENODEV:
    case ENXIO:
    case ESRCH:
      return Code::kNotFound;
    case EEXIST:
      return Code::kAlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
      return Code::kPermissionDenied;
    case EINVAL:
    case ENAMETOOLONG:
    case E2BIG:
    case ELOOP:
    case ESPIPE:
      return Code::kInvalidArgument;
    case EISDIR:
    case ENOTDIR:
    case ENOTEMPTY:
    case EBUSY:
    case ETXTBSY:
    case EBADF:
    case EPIPE:
      return Code::kFailedPrecondition;
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EMLINK:
      return Code::kResourceExhausted;
    case EFBIG:
    case EOVERFLOW:
    case ERANGE:
      return Code::kOutOfRange;
    case ENOSYS:
    case EOPNOTSUPP:
    case EXDEV:
      return Code::kUnimplemented;
    case EAGAIN:
    case EINTR:
      return Code::kUnavailable;
    case EDEADLK:
    case ESTALE:
      return Code::kAborted;
    case ECANCELED:
      return Code::kCancelled;
    case ETIMEDOUT:
      return Code::kDeadlineExceeded;
    default:
      return Code::kUnknown;
  }
}

void fail_errno(int error, const std::string& path) {
  fail(code_of_errno(error), path, "; ", std::generic_category().message(error));
}

FileReader::FileReader(std::string path) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_errno(errno, path_);
  struct stat facts;
  int error = fstat(descriptor_, &facts) != 0 ? errno : S_ISDIR(facts.st_mode) ? EISDIR : 0;
  if (error != 0) {
    close(descriptor_);
    fail_errno(error, path_);
  }
  size_ = static_cast<uint64_t>(facts.st_size);
}

FileReader::~FileReader() { close(descriptor_); }

size_t FileReader::read(uint64_t offset, void* to, size_t size) const {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = pread(descriptor_, static_cast<char*>(to) + done, std::min(size - done, kMostAtOnce),
                                static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_errno(errno, path_);
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

void FileReader::read_exactly(uint64_t offset, void* to, size_t size) const {
  const size_t count = read(offset, to, size);
  GW_CHECK(count == size, Code::kDataLoss, path_, ": the file ends ", size - count, " bytes too early: wanted ", size,
           " bytes at ", offset);
}

FileWriter::FileWriter(std::string path, Mode mode)
    : path_(std::move(path)), written_path_(mode == Mode::kWhole ? name_beside(path_) : path_), mode_(mode) {
  const int how = mode == Mode::kAppend ? O_APPEND : mode == Mode::kDirect ? O_TRUNC : O_EXCL;
  descriptor_ = open(written_path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
  if (descriptor_ < 0) fail_errno(errno, path_);
  if (mode == Mode::kAppend) {
    struct stat facts;
    if (fstat(descriptor_, &facts) == 0) position_ = static_cast<uint64_t>(facts.st_size);
  }
  buffer_ = std::make_unique_for_overwrite<char[]>(kBufferSize);
}

FileWriter::~FileWriter() {
  if (descriptor_ < 0) return;
  if (mode_ == Mode::kWhole) {
    close(descriptor_);
    unlink(written_path_.c_str());
    return;
  }
  try {
    flush();
  } catch (const Error&) {  // NOLINT: whoever wants to know calls finish()
  }
  if (descriptor_ >= 0) close(descriptor_);
}

void FileWriter::append(const void* data, size_t size) {
  GW_CHECK(descriptor_ >= 0, Code::kFailedPrecondition, path_, ": the file is closed");
  const auto* bytes = static_cast<const char*>(data);
  if (size > kBufferSize - buffered_) {
    flush();
    if (size >= kBufferSize) {
      write_out(bytes, size);
      position_ += size;
      return;
    }
  }
  if (size > 0) std::memcpy(buffer_.get() + buffered_, bytes, size);
  buffered_ += size;
  position_ += size;
}

void FileWriter::write_out(const char* data, size_t size) {
  while (size > 0) {
    const ssize_t count = write(descriptor_, data, std::min(size, kMostAtOnce));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_errno(errno, path_);
    data += count;
    size -= static_cast<size_t>(count);
  }
}

void FileWriter::flush() {
  GW_CHECK(descriptor_ >= 0, Code::kFailedPrecondition, path_, ": the file is closed");
  const size_t count = std::exchange(buffered_, 0);
  write_out(buffer_.get(), count);
}

void FileWriter::sync() {
  flush();
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail_errno(errno, path_);
}

void FileWriter::close_descriptor() {
  if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail_errno(errno, path_);
}

void FileWriter::finish() {
  if (descriptor_ < 0) return;
  if (mode_ != Mode::kWhole) {
    flush();
    close_descriptor();
    return;
  }
  sync();
  try {
    close_descriptor();
    rename_file(written_path_, path_);
  } catch (...) {
    unlink(written_path_.c_str());
    throw;
  }
}

std::string read_file(const std::string& path) {
  const FileReader file(path);
  std::string bytes;
  // The size of a file such as those of /proc is not known before.
  uint64_t wanted = file.size() + 1;
  for (size_t done = 0;;) {
    bytes.resize(wanted);
    done += file.read(done, bytes.data() + done, wanted - done);
    if (done < wanted) {
      bytes.resize(done);
      return bytes;
    }
    wanted *= 2;
  }
}

void write_file(const std::string& path, std::string_view bytes) {
  FileWriter file(path);
  file.append(bytes);
  file.finish();
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail_errno(errno, to);
  sync_folder(folder_of(to));
}

bool remove_file(const std::string& path) {
  if (unlink(path.c_str()) == 0) return true;
  if (errno != ENOENT) fail_errno(errno, path);
  return false;
}

void remove_empty_folder(const std::string& path) {
  if (rmdir(path.c_str()) != 0 && errno != ENOTEMPTY && errno != EEXIST && errno != ENOENT) fail_errno(errno, path);
}

bool file_exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

void make_folders(const std::string& path) {
  if (path.empty() || file_exists(path)) return;
  const std::string above = folder_of(path);
  if (above != path) make_folders(above);
  if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) fail_errno(errno, path);
}

std::vector<std::string> names_in_folder(const std::string& path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(path.c_str()), closedir);
  if (!open) return names;
  while (const dirent* entry = readdir(open.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  return names;
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace graphwright
