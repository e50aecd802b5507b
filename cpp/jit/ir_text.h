// IrText: the text of one LLVM function while it is written - values, labels, room on the stack, literals.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/dtype.h"
#include "base/error.h"

namespace graphwright::jit {

// The type in which elements lie in memory: bool takes a byte, what LLVM does not compute with is just bits.
const char* memory_type(DType dtype);
// "float", "double" or "iN" where LLVM's own instructions serve, null for others.
const char* number_type(DType dtype);
// The element as LLVM writes it; of a number_type.
std::string literal(DType dtype, const void* element);
std::string literal(DType dtype, double value);

class IrText {
 public:
  // Appends "%vN = …" and gives "%vN".
  template <class... Args>
  std::string value(const Args&... args) {
    std::string name = str_cat("%v", next_++);
    body_ += str_cat("  ", name, " = ", args..., "\n");
    return name;
  }
  template <class... Args>
  void line(const Args&... args) {
    body_ += str_cat("  ", args..., "\n");
  }
  // A label that nobody has, without the "%".
  std::string new_label() { return str_cat("b", next_++); }
  // Ends the block by a jump to the next one, which has this label.
  void fall_into(const std::string& label) {
    line("br label %", label);
    begin(label);
  }
  void begin(const std::string& label) {
    body_ += label + ":\n";
    block_ = label;
  }
  const std::string& block() const { return block_; }
  // Room for `count` elements on the stack, made where the function begins.
  std::string room(const std::string& type, int64_t count = 1, int align = 0) {
    std::string name = str_cat("%m", next_++);
    head_ += str_cat("  ", name, " = alloca ", type, ", i64 ", count);
    if (align) head_ += str_cat(", align ", align);
    head_ += "\n";
    room_bytes_ += count * 16;
    return name;
  }
  // At most this is asked for, in all.
  int64_t room_bytes() const { return room_bytes_; }
  // A line where the function begins, after all room is made.
  template <class... Args>
  void at_start(const Args&... args) {
    start_ += str_cat("  ", args..., "\n");
  }
  // A call of one of LLVM's own functions, which is declared.
  std::string intrinsic(const std::string& name, const std::string& type, std::initializer_list<std::string> args) {
    std::string types, values;
    for (const std::string& arg : args) {
      types += (types.empty() ? "" : ", ") + type;
      values += (values.empty() ? "" : ", ") + type + " " + arg;
    }
    declarations_.insert(str_cat("declare ", type, " @", name, "(", types, ")\n"));
    return value("call ", type, " @", name, "(", values, ")");
  }
  void declare(const std::string& declaration) { declarations_.insert(declaration + "\n"); }

  const std::set<std::string>& declarations() const { return declarations_; }
  // The text between the braces.
  std::string text() const { return "start:\n" + head_ + start_ + "  br label %first\nfirst:\n" + body_; }

 private:
  std::string head_, start_, body_, block_ = "first";
  std::set<std::string> declarations_;
  int64_t room_bytes_ = 0;
  int next_ = 0;
};

}  // namespace graphwright::jit
