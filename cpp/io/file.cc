// Local files over the system's calls: retried when interrupted, errors named by their path.
#include "io/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/waiting.h"

namespace graphwright {
namespace {

constexpr size_t kBufferSize = size_t{1} << 16;
// Between two looks for signals; the system takes and gives at most 2 GiB.
constexpr size_t kMostAtOnce = size_t{1} << 24;

// Has the disk take what was written, and closes the file. What cannot be synchronized is fine as it is.
void sync_and_close(int descriptor, const std::string& path) {
  const int error = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  if (error != 0 && error != EINVAL && error != EROFS) fail_errno(error, path);
}

void sync_folder(const std::string& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;  // may be written to without being readable
  sync_and_close(folder, path);
}

std::string name_beside(const std::string& path) {
  static std::atomic<uint64_t> count{0};
  return str_cat(path, ".", getpid(), "-", count.fetch_add(1), ".tmp");
}

constexpr int kTurn = 20;  // milliseconds between two looks for signals

// Opens for writing. A pipe's other end may be long in coming: signals are seen meanwhile.
int open_to_write(const std::string& path, int how, mode_t mode) {
  for (;;) {
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | how, mode);
    if (descriptor >= 0) return descriptor;
    const int error = errno;
    struct stat facts;
    if (error == ENXIO && stat(path.c_str(), &facts) == 0 && S_ISFIFO(facts.st_mode)) {
      wait_a_turn([] { poll(nullptr, 0, kTurn); });
    } else if (error != EINTR) {
      errno = error;
      return -1;
    }
  }
}

// Gives a file that is to take another one's place the owner and the rights which that has, as far as we may.
void take_identity(int descriptor, const struct stat& facts) {
  // Where the owner cannot be kept, the group may be. Some file systems have neither, nor rights.
  if (fchown(descriptor, facts.st_uid, facts.st_gid) != 0) std::ignore = fchown(descriptor, -1, facts.st_gid);
  std::ignore = fchmod(descriptor, facts.st_mode & 07777);
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

FileReader::FileReader(std::string path) : path_(local_path(std::move(path))) {
  // Not to wait for the other end of a pipe, which cannot be read at any place anyway.
  descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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
    if (done < size) check_stop();
  }
  return done;
}

void FileReader::read_exactly(uint64_t offset, void* to, size_t size) const {
  const size_t count = read(offset, to, size);
  GW_CHECK(count == size, Code::kDataLoss, path_, ": the file ends ", size - count, " bytes too early: wanted ", size,
           " bytes at ", offset);
}

FileWriter::FileWriter(std::string path, Mode mode, const std::string& like)
    : path_(local_path(std::move(path))), mode_(mode) {
  if (mode == Mode::kWhole) {
    place_ = followed_links(path_);
    written_path_ = name_beside(place_);
    struct stat facts;
    if (stat(path_.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
      if (S_ISDIR(facts.st_mode)) fail_errno(EISDIR, path_);
      fail(Code::kFailedPrecondition, path_, " is no plain file, and cannot be replaced by one");
    }
    const bool stays = stat(like.empty() ? place_.c_str() : like.c_str(), &facts) == 0;
    // Nobody else may read of it what they may not read of the file whose place it takes.
    descriptor_ = open_to_write(written_path_, O_EXCL, stays ? 0600 : 0666);
    if (descriptor_ < 0) fail_errno(errno, path_);
    if (stays) take_identity(descriptor_, facts);
  } else {
    descriptor_ = open_to_write(path_, mode == Mode::kAppend ? O_APPEND : O_TRUNC, 0666);
    if (descriptor_ < 0) fail_errno(errno, path_);
  }
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
    if (count < 0 && errno == EAGAIN) {  // a pipe is full
      wait_a_turn([&] {
        pollfd wanted{descriptor_, POLLOUT, 0};
        poll(&wanted, 1, kTurn);
      });
      continue;
    }
    if (count < 0) fail_errno(errno, path_);
    data += count;
    size -= static_cast<size_t>(count);
    if (size > 0) check_stop();
  }
}

void FileWriter::flush() {
  GW_CHECK(descriptor_ >= 0, Code::kFailedPrecondition, path_, ": the file is closed");
  const size_t count = std::exchange(buffered_, 0);
  write_out(buffer_.get(), count);
}

void FileWriter::sync() {
  flush();
  // A slow disk takes seconds, and signals do not end that: another thread waits for it.
  const int own = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (own < 0) fail_errno(errno, path_);
  run_apart([own, path = path_] { sync_and_close(own, path); });
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
    rename_file(written_path_, place_);
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

void write_file(const std::string& path, std::string_view bytes, const std::string& like) {
  FileWriter file(path, FileWriter::Mode::kWhole, like);
  file.append(bytes);
  file.finish();
}

void write_through(const std::string& path, std::string_view bytes) {
  FileWriter file(path, FileWriter::Mode::kDirect);
  file.append(bytes);
  file.finish();
}

void name_too(const std::string& from_path, const std::string& to_path) {
  const std::string from = local_path(from_path), to = local_path(to_path);
  const std::string place = followed_links(to);
  if (place == to) {
    struct stat facts;
    if (lstat(to.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode))
      fail(Code::kFailedPrecondition, to, " is no plain file, and cannot be replaced by one");
    if (unlink(to.c_str()) != 0 && errno != ENOENT) fail_errno(errno, to);
    if (link(from.c_str(), to.c_str()) == 0) return sync_folder(folder_of(to));
  }
  // Behind a link, which stays, or in a file system that gives no second name.
  const FileReader source(from);
  FileWriter target(to, FileWriter::Mode::kWhole, from);
  const auto piece = std::make_unique_for_overwrite<char[]>(kBufferSize);
  for (uint64_t at = 0; const size_t count = source.read(at, piece.get(), kBufferSize); at += count)
    target.append(piece.get(), count);
  target.finish();
}

void take_identity(const std::string& path, const std::string& like) {
  struct stat facts;
  if (stat(like.c_str(), &facts) != 0) return;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  take_identity(descriptor, facts);
  close(descriptor);
}

std::string followed_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the system follows
  std::string place = path;
  std::string target(PATH_MAX, '\0');
  for (int i = 0; i <= kMostLinks; ++i) {
    const ssize_t size = readlink(place.c_str(), target.data(), target.size());
    if (size <= 0) return place;  // no link, or nothing at all
    const std::string_view found(target.data(), static_cast<size_t>(size));
    place = found.front() == '/' ? std::string(found) : str_cat(folder_of(place), "/", found);
  }
  fail_errno(ELOOP, path);
}

void rename_file(const std::string& from_path, const std::string& to_path) {
  const std::string from = local_path(from_path), to = local_path(to_path);
  if (std::rename(from.c_str(), to.c_str()) != 0) fail_errno(errno, to);
  sync_folder(folder_of(to));
}

bool remove_file(const std::string& path) {
  if (unlink(local_path(path).c_str()) == 0) return true;
  if (errno != ENOENT) fail_errno(errno, path);
  return false;
}

void remove_empty_folder(const std::string& path) {
  if (rmdir(local_path(path).c_str()) != 0 && errno != ENOTEMPTY && errno != EEXIST && errno != ENOENT)
    fail_errno(errno, path);
}

bool file_exists(const std::string& path) { return access(local_path(path).c_str(), F_OK) == 0; }

void make_folders(const std::string& wanted) {
  const std::string path = local_path(wanted);
  if (path.empty() || file_exists(path)) return;
  const std::string above = folder_of(path);
  if (above != path) make_folders(above);
  if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) fail_errno(errno, path);
}

std::vector<std::string> names_in_folder(const std::string& path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(local_path(path).c_str()), closedir);
  if (!open) return names;
  while (const dirent* entry = readdir(open.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  return names;
}

std::string local_path(std::string path) {
  const size_t sign = path.find("://");
  if (sign == std::string::npos || sign == 0 || !std::isalpha(static_cast<unsigned char>(path[0]))) return path;
  const std::string scheme = path.substr(0, sign);
  const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.'; };
  if (!std::all_of(scheme.begin(), scheme.end(), belongs)) return path;
  if (scheme != "file")
    fail(Code::kUnimplemented, "File system scheme '", scheme, "' not implemented (file: '", path, "')");
  const size_t host = sign + 3, slash = path.find('/', host);
  return slash == std::string::npos ? "" : path.substr(slash);
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace graphwright
