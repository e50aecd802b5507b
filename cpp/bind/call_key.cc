// Flattening arguments into keys.
#include "bind/call_key.h"

#include <atomic>
#include <bit>

#include "base/hash.h"
#include "bind/convert.h"
#include "bind/gil.h"
#include "bind/tensor_type.h"
#include "bind/variable_type.h"

namespace graphwright::bind {
namespace {

std::atomic<bool> any_context{false};  // whether any call ever was: without, no call looks at its thread
std::atomic<bool> default_context{false};
thread_local int thread_context = -1;

// An array that is an argument: dtypes that no tensor has are of the wrong type there, where they are wrong values
// elsewhere.
Tensor array_argument(PyObject* object) {
  try {
    return from_numpy(object, DType::kInvalid);
  } catch (const Error& error) {
    if (error.message().find("Unsupported numpy type") == std::string::npos) throw;
    fail_dtype(object);
  }
}

// The tag in the low byte tells what a word stands for, so that True is not 1 and a tuple not a list.
enum Tag : uint64_t {
  kTensor = 1,
  kArray,
  kVariable,
  kAlias,
  kNone,
  kTrue,
  kFalse,
  kInt,
  kFloat,
  kObject,
  kTuple,
  kList,
  kDict,
  kNamedTuple,
  kKeyword,
  kString,
  kCacheContext,
};

constexpr size_t kMaxDepth = 100;

class Flattener {
 public:
  Flattener(CallKey& key, Leaves& leaves) : key_(key), leaves_(leaves) {}

  void add(PyObject* object, size_t depth = 0) {
    GW_CHECK(depth < kMaxDepth, Code::kValueError, "the arguments are nested more than ", kMaxDepth, " levels deep");
    if (is_tensor_object(object)) {
      const Value& value = value_of(object);
      add_spec(kTensor, value.dtype(), value.shape());
      leaves_.push_back({object, value});
    } else if (object == Py_None) {
      word(kNone);
    } else if (object == Py_True || object == Py_False) {
      word(object == Py_True ? kTrue : kFalse);
    } else if (PyLong_CheckExact(object)) {
      int overflow = 0;
      long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
      if (overflow) {
        add_object(kInt, object);
      } else {
        word(kInt | 1 << 8);
        word(static_cast<uint64_t>(number));
      }
    } else if (PyFloat_CheckExact(object)) {
      word(kFloat);
      word(std::bit_cast<uint64_t>(PyFloat_AS_DOUBLE(object)));
    } else if (PyUnicode_CheckExact(object) || PyBytes_CheckExact(object)) {
      add_object(kString, object);
    } else if (PyTuple_CheckExact(object) || PyList_CheckExact(object)) {
      add_items(PyTuple_CheckExact(object) ? kTuple : kList, object, depth);
    } else if (PyDict_CheckExact(object)) {
      word(kDict | static_cast<uint64_t>(PyDict_GET_SIZE(object)) << 8);
      PyObject *name, *value;
      Py_ssize_t position = 0;
      while (PyDict_Next(object, &position, &name, &value)) {
        add_object(kKeyword, name);
        add(PyRef::borrow(value).get(), depth + 1);  // the user's code may change the dictionary meanwhile
      }
    } else if (is_variable_object(object) && !reinterpret_cast<PyVariable*>(object)->copies &&
               reinterpret_cast<PyVariable*>(object)->handle) {
      add_variable(object);
    } else if (is_numpy_array(object) || is_numpy_scalar(object)) {
      Tensor tensor = array_argument(object);
      add_spec(kArray, tensor.dtype(), tensor.shape());
      leaves_.push_back({object, tensor});
    } else if (PyTuple_Check(object) && PyObject_HasAttrString(object, "_fields")) {
      add_object(kNamedTuple, reinterpret_cast<PyObject*>(Py_TYPE(object)));
      add_items(kNamedTuple, object, depth);
    } else {
      add_foreign(object);
    }
  }

  void add_keyword(PyObject* name) { add_object(kKeyword, name); }

 private:
  void word(uint64_t w) { key_.words.push_back(w); }

  void add_spec(Tag tag, DType dtype, const Shape& shape) {
    uint64_t rank = shape.has_rank() ? static_cast<uint64_t>(shape.rank()) : 0xffff;
    word(tag | static_cast<uint64_t>(dtype) << 8 | rank << 16);
    for (int64_t size : shape.sizes()) word(static_cast<uint64_t>(size));
  }

  void add_object(Tag tag, PyObject* object) {
    word(tag);
    key_.objects.push_back(PyRef::borrow(object));
  }

  void add_items(Tag tag, PyObject* sequence, size_t depth) {
    Py_ssize_t n = PySequence_Fast_GET_SIZE(sequence);
    word(tag | static_cast<uint64_t>(n) << 8);
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); ++i)
      add(PyRef::borrow(PySequence_Fast_GET_ITEM(sequence, i)).get(), depth + 1);
  }

  void add_variable(PyObject* object) {
    for (size_t i = 0; i < leaves_.size(); ++i) {
      if (leaves_[i].object == object) {
        word(kAlias | static_cast<uint64_t>(i) << 8);
        leaves_.push_back(leaves_[i]);
        return;
      }
    }
    auto* variable = reinterpret_cast<PyVariable*>(object);
    add_spec(kVariable, variable->dtype, variable->shape);
    word(variable->trainable);
    leaves_.push_back({object, variable->handle});
  }

  // Others say themselves what to be keyed by, or are keyed by a weak reference; those that are made of nothing but
  // tensors bring these.
  void add_foreign(PyObject* object) {
    PyRef found = checked(or_park([&] { return PyObject_CallOneArg(hook("trace_key"), object); }));
    GW_CHECK(PyTuple_Check(found.get()) && PyTuple_GET_SIZE(found.get()) == 2 &&
                 PyTuple_Check(PyTuple_GET_ITEM(found.get(), 1)),
             Code::kTypeError, "the key of an argument must be (key, tensors)");
    word(kObject);
    key_.objects.push_back(PyRef::borrow(PyTuple_GET_ITEM(found.get(), 0)));
    PyObject* parts = PyTuple_GET_ITEM(found.get(), 1);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(parts); ++i) {
      PyObject* part = PyTuple_GET_ITEM(parts, i);
      GW_CHECK(is_tensor_object(part), Code::kTypeError, "a part of an argument must be a tensor");
      leaves_.push_back({nullptr, value_of(part)});
      key_.has_parts = true;
    }
  }

  CallKey& key_;
  Leaves& leaves_;
};

}  // namespace

bool CallKey::equals(const CallKey& other) const {
  if (!(words == other.words) || objects.size() != other.objects.size()) return false;
  for (size_t i = 0; i < objects.size(); ++i) {
    PyObject *a = objects[i].get(), *b = other.objects[i].get();
    if (a == b) continue;
    if (Py_TYPE(a) != Py_TYPE(b)) return false;
    int same = PyObject_RichCompareBool(a, b, Py_EQ);
    if (same < 0) throw PythonError();
    if (!same) return false;
  }
  return true;
}

void CallKey::compute_hash() {
  uint64_t h = words.size();
  for (uint64_t w : words) h = hash_mix(h, w);
  for (const PyRef& object : objects) {
    Py_hash_t part = PyObject_Hash(object.get());
    if (part == -1) throw PythonError();
    h = hash_mix(h, static_cast<uint64_t>(part));
  }
  hash = h;
}

void flatten_call(PyObject* const* args, size_t nargs, PyObject* kwnames, CallKey& key, Leaves& leaves) {
  Flattener flattener(key, leaves);
  for (size_t i = 0; i < nargs; ++i) flattener.add(args[i]);
  size_t num_keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
  for (size_t k = 0; k < num_keywords; ++k) {
    flattener.add_keyword(PyTuple_GET_ITEM(kwnames, k));
    flattener.add(args[nargs + k]);
  }
  if (any_context.load(std::memory_order_relaxed)) {
    if (const int context = cache_context()) key.words.push_back(kCacheContext | static_cast<uint64_t>(context) << 8);
  }
}

void set_cache_context(int context) {
  thread_context = context;
  if (context > 0) any_context = true;
}

void set_default_cache_context(bool context) {
  default_context = context;
  if (context) any_context = true;
}

int cache_context() { return thread_context < 0 ? default_context.load(std::memory_order_relaxed) : thread_context; }

}  // namespace graphwright::bind
