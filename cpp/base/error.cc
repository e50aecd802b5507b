// Messages are put together here, once for all that fails.
#include "base/error.h"

namespace graphwright {

template void write_piece<bool>(std::ostream&, const void*);
template void write_piece<char>(std::ostream&, const void*);
template void write_piece<int>(std::ostream&, const void*);
template void write_piece<unsigned>(std::ostream&, const void*);
template void write_piece<long>(std::ostream&, const void*);
template void write_piece<unsigned long>(std::ostream&, const void*);
template void write_piece<float>(std::ostream&, const void*);
template void write_piece<double>(std::ostream&, const void*);
template void write_piece<const char*>(std::ostream&, const void*);
template void write_piece<std::string>(std::ostream&, const void*);
template void write_piece<std::string_view>(std::ostream&, const void*);

void write_text(std::ostream& out, const void* text) { out << static_cast<const char*>(text); }

std::string text_of(std::initializer_list<Piece> pieces) {
  std::ostringstream out;
  for (const Piece& piece : pieces) piece.write(out);
  return std::move(out).str();
}

void throw_error(Code code, std::initializer_list<Piece> message, std::string_view op) {
  throw Error(code, text_of(message), std::string(op));
}

}  // namespace graphwright
