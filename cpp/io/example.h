// tf.train.Example and SequenceExample messages: where in their bytes the features are, and the values of a feature.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "io/wire.h"

namespace graphwright {

// The values of one feature, still as bytes: those of a BytesList, FloatList or Int64List message.
struct FeatureValues {
  DType dtype = DType::kInvalid;  // kString, kFloat32 or kInt64; kInvalid where there is no list
  std::string_view list;
};

struct NamedFeature {
  std::string_view name;
  std::string_view feature;  // the bytes of a Feature message, or of a FeatureList one
};

// All of these give false where the bytes are no such message.

// Appends the features of an Example; those that come later replace those of the same name.
bool features_of_example(std::string_view example, std::vector<NamedFeature>& features);
// Appends context and lists of a SequenceExample.
bool features_of_sequence_example(std::string_view example, std::vector<NamedFeature>& context,
                                  std::vector<NamedFeature>& lists);
// Appends the Feature messages of a FeatureList.
bool features_of_list(std::string_view list, std::vector<std::string_view>& features);
bool values_of(std::string_view feature, FeatureValues& values);
bool count_values(const FeatureValues& values, int64_t& count);
// There must be as many places as count_values() says.
bool read_values(const FeatureValues& values, int64_t* to);
bool read_values(const FeatureValues& values, float* to);
bool read_values(const FeatureValues& values, std::string* to);

}  // namespace graphwright
