// Files of the local file system: readers at any place, writers whose file is there whole or not at all; errors of the
// system as TensorFlow's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace graphwright {

// The code that stands for an errno.
Code code_of_errno(int error);
// Throws the Error of an errno: "<path>; <the system's words>".
[[noreturn]] void fail_errno(int error, const std::string& path);

// A file that is read at any place, by any number of threads.
class FileReader {
 public:
  // Throws NotFound, PermissionDenied, FailedPrecondition (a folder), ….
  explicit FileReader(std::string path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  const std::string& path() const { return path_; }
  // The time at which it was opened.
  uint64_t size() const { return size_; }
  // Up to `size` bytes from `offset` on; gives how many there were: less only at the end.
  size_t read(uint64_t offset, void* to, size_t size) const;
  // All of them; throws DataLoss when the file ends before.
  void read_exactly(uint64_t offset, void* to, size_t size) const;

 private:
  std::string path_;
  int descriptor_;
  uint64_t size_;
};

// A file that is written from front to end, through a buffer of its own for what is small.
class FileWriter {
 public:
  enum class Mode {
    // Lies beside under another name until finish(), which brings it to the disk and gives it its name. A link stays
    // one: what it leads to is replaced. The owner and the rights of a file that was there stay.
    kWhole,
    kDirect,  // is there, and empty, at once; a pipe or a device is written to
    kAppend,  // keeps what it has, or is made
  };
  // Throws NotFound when the folder is not there, FailedPrecondition when a kWhole one would replace what is no plain
  // file, and the like. `like`: the file whose owner and rights a kWhole one gets, where not that of its own name.
  explicit FileWriter(std::string path, Mode mode = Mode::kWhole, const std::string& like = "");
  // Without finish() before, a kWhole file is not there; others have what was flushed.
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  const std::string& path() const { return path_; }
  Mode mode() const { return mode_; }
  // Bytes written so far, and for kAppend those that were there.
  uint64_t position() const { return position_; }
  void append(const void* data, size_t size);
  void append(std::string_view bytes) { append(bytes.data(), bytes.size()); }
  // Hands the buffer to the system.
  void flush();
  // flush(), and waits until the disk has it.
  void sync();
  // Closes the file: a kWhole one is on the disk, under its name, when this returns. A second call does nothing.
  void finish();

 private:
  void write_out(const char* data, size_t size);
  void close_descriptor();

  std::string path_;
  std::string place_, written_path_;  // of a kWhole one: behind all links, and until finish()
  Mode mode_;
  int descriptor_ = -1;
  uint64_t position_ = 0;
  size_t buffered_ = 0;
  std::unique_ptr<char[]> buffer_;
};

// The bytes of a whole file.
std::string read_file(const std::string& path);
// Makes them a file, whole or not at all.
void write_file(const std::string& path, std::string_view bytes, const std::string& like = "");
// Writes them to what is there, be it a pipe, a device or a file with several names, or makes a file.
void write_through(const std::string& path, std::string_view bytes);
// Gives a file a second name, or where that cannot be, a copy; what had that name goes.
void name_too(const std::string& from, const std::string& to);
// Gives a file the owner and the rights of another, as far as that may be.
void take_identity(const std::string& path, const std::string& like);
// The path behind all links that it names; the last part need not be there.
std::string followed_links(const std::string& path);
// Gives a file another name, replacing what had it, and brings the folder to the disk.
void rename_file(const std::string& from, const std::string& to);
// False when it was not there.
bool remove_file(const std::string& path);
// Does nothing where something is in it, or it is not there.
void remove_empty_folder(const std::string& path);
bool file_exists(const std::string& path);
// The folder and those above it, where they are not there yet.
void make_folders(const std::string& path);
// The entries of a folder, in no order; none where it cannot be read.
std::vector<std::string> names_in_folder(const std::string& path);
// The path in the local file system: what follows "file://", or the path itself. Throws Unimplemented for another
// scheme, such as "s3://". All functions and classes of this file take their paths so.
std::string local_path(std::string path);
// The part before the last "/", "." where there is none.
std::string folder_of(const std::string& path);

}  // namespace graphwright
