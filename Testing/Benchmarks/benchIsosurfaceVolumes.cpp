// SPDX-License-Identifier: BSD-3-Clause
// Volumes of bench_isosurface: generated, or read from files.
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace inkray::bench
{
namespace
{

struct TypeName
{
  ValueType type;
  const char* raw; ///< in names of raw files
  const char* vtk; ///< in legacy VTK files
  std::size_t bytes;
};
constexpr TypeName TypeNames[] = { { ValueType::UInt8, "uint8", "unsigned_char", 1 },
  { ValueType::Int8, "int8", "char", 1 }, { ValueType::UInt16, "uint16", "unsigned_short", 2 },
  { ValueType::Int16, "int16", "short", 2 }, { ValueType::Float32, "float32", "float", 4 },
  { ValueType::Float64, "float64", "double", 8 } };

/// Reads NAME_XxYxZ_TYPE.raw. Returns false when the file is not named like that.
bool readRawName(const std::string& base, BenchVolume& volume, std::string& typeName)
{
  const std::size_t end = base.rfind(".raw");
  if (end == std::string::npos || end + 4 != base.size() || end == 0)
    return false;
  const std::size_t beforeType = base.rfind('_', end - 1);
  if (beforeType == std::string::npos || beforeType == 0)
    return false;
  const std::size_t beforeSize = base.rfind('_', beforeType - 1);
  if (beforeSize == std::string::npos)
    return false;
  std::istringstream size(base.substr(beforeSize + 1, beforeType - beforeSize - 1));
  char by[2] = { 0, 0 };
  if (!(size >> volume.dimensions[0] >> by[0] >> volume.dimensions[1] >> by[1] >> volume.dimensions[2]) ||
    by[0] != 'x' || by[1] != 'x' || !size.eof())
    return false;
  volume.name = base.substr(0, beforeSize);
  typeName = base.substr(beforeType + 1, end - beforeType - 1);
  return true;
}

const TypeName& typeOf(const BenchVolume& volume)
{
  for (const TypeName& t : TypeNames)
  {
    if (t.type == volume.type)
    {
      return t;
    }
  }
  throw std::logic_error("a type that no volume has");
}

std::size_t numValues(const BenchVolume& volume)
{
  return static_cast<std::size_t>(volume.dimensions[0] * volume.dimensions[1] * volume.dimensions[2]);
}

/// Scales the spacing so that the longest side goes from -1 to 1.
void fitSpacing(BenchVolume& volume)
{
  double longest = 0.0;
  for (int a = 0; a < 3; ++a)
  {
    longest = std::max(longest, double(volume.dimensions[a] - 1) * volume.spacing[a]);
  }
  for (double& s : volume.spacing)
  {
    s *= 2.0 / longest;
  }
}

void chooseIsovalues(BenchVolume& volume)
{
  double low = std::numeric_limits<double>::max(), high = -low;
  for (std::int64_t k = 0; k < volume.dimensions[2]; ++k)
  {
    for (std::int64_t j = 0; j < volume.dimensions[1]; ++j)
    {
      for (std::int64_t i = 0; i < volume.dimensions[0]; ++i)
      {
        const double v = volume.value(i, j, k);
        if (std::isfinite(v))
        {
          low = std::min(low, v);
          high = std::max(high, v);
        }
      }
    }
  }
  const bool integers = volume.type != ValueType::Float32 && volume.type != ValueType::Float64;
  for (int n = 1; n <= 8; ++n)
  {
    const double v = low + 0.1 * n * (high - low);
    volume.isovalues.push_back(integers ? std::floor(v) + 0.5 : v);
  }
}

} // namespace

VolumeInput BenchVolume::input() const
{
  VolumeInput input;
  for (int a = 0; a < 3; ++a)
  {
    input.dimensions[a] = this->dimensions[a];
    input.indexToMesh[5 * a] = this->spacing[a];
    input.indexToMesh[4 * a + 3] = -0.5 * double(this->dimensions[a] - 1) * this->spacing[a];
  }
  input.scalars.values = this->bytes.data();
  input.scalars.type = this->type;
  input.scalars.numTuples = std::int64_t(this->dimensions[0]) * this->dimensions[1] * this->dimensions[2];
  return input;
}

double BenchVolume::value(std::int64_t i, std::int64_t j, std::int64_t k) const
{
  const std::size_t n = static_cast<std::size_t>((k * this->dimensions[1] + j) * this->dimensions[0] + i);
  const auto at = [&](auto sample) {
    std::memcpy(&sample, this->bytes.data() + n * sizeof(sample), sizeof(sample));
    return static_cast<double>(sample);
  };
  switch (this->type)
  {
    case ValueType::UInt8:
      return at(std::uint8_t{});
    case ValueType::Int8:
      return at(std::int8_t{});
    case ValueType::UInt16:
      return at(std::uint16_t{});
    case ValueType::Int16:
      return at(std::int16_t{});
    case ValueType::Float32:
      return at(float{});
    default:
      return at(double{});
  }
}

BenchVolume makeVolume(
  generator::VolumeKind kind, std::int64_t size, generator::VolumeType type, std::uint64_t seed)
{
  generator::VolumeOptions options;
  options.kind = kind;
  options.dimensions = { size, size, size };
  options.type = type;
  options.seed = seed;
  BenchVolume volume;
  volume.name = generator::nameOf(kind);
  volume.dimensions = options.dimensions;
  volume.type = type == generator::VolumeType::UInt8 ? ValueType::UInt8
    : type == generator::VolumeType::UInt16          ? ValueType::UInt16
                                                     : ValueType::Float32;
  volume.typeName = typeOf(volume).raw;
  volume.isovalues = generator::isovaluesOf(kind, type);
  const generator::VolumeField field(kind, options.seed);
  generator::fillSlices(field, options, 0, 0, nullptr); // refuses sizes that make no sense
  volume.spacing = { options.spacing(0), options.spacing(1), options.spacing(2) };
  volume.bytes.resize(numValues(volume) * generator::bytesOf(type));
  generator::fillSlices(field, options, 0, size, volume.bytes.data());
  return volume;
}

BenchVolume readVolume(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file)
  {
    throw std::runtime_error("Cannot open " + path + ".");
  }
  BenchVolume volume;
  volume.spacing = { 1.0, 1.0, 1.0 };
  const std::string base = path.substr(path.find_last_of('/') + 1);
  std::string typeName;
  bool bigEndian = false;
  if (!readRawName(base, volume, typeName))
  {
    // Header lines of a legacy file, up to the look-up table's name; then the values.
    volume.name = base.substr(0, base.find_last_of('.'));
    bigEndian = true;
    std::string line, word;
    bool structured = false, table = false;
    while (!table && std::getline(file, line) && line.size() < 256)
    {
      std::istringstream words(line);
      words >> word;
      structured = structured || line == "DATASET STRUCTURED_POINTS";
      if (word == "DIMENSIONS")
      {
        words >> volume.dimensions[0] >> volume.dimensions[1] >> volume.dimensions[2];
      }
      else if (word == "SPACING")
      {
        words >> volume.spacing[0] >> volume.spacing[1] >> volume.spacing[2];
      }
      else if (word == "SCALARS")
      {
        words >> word >> typeName;
      }
      table = word == "LOOKUP_TABLE";
    }
    if (!structured || !table)
    {
      throw std::runtime_error(path +
        " is neither NAME_XxYxZ_TYPE.raw nor a legacy binary VTK file of structured points with one scalar "
        "array.");
    }
  }
  const TypeName* known = nullptr;
  for (const TypeName& t : TypeNames)
  {
    known = typeName == t.raw || typeName == t.vtk ? &t : known;
  }
  if (!known || *std::min_element(volume.dimensions.begin(), volume.dimensions.end()) < 2)
  {
    throw std::runtime_error(path + ": a type or dimensions that make no volume.");
  }
  volume.type = known->type;
  volume.typeName = known->raw;
  volume.bytes.resize(numValues(volume) * known->bytes);
  if (!file.read(
        reinterpret_cast<char*>(volume.bytes.data()), static_cast<std::streamsize>(volume.bytes.size())))
  {
    throw std::runtime_error(path + " is shorter than its dimensions say.");
  }
  for (std::size_t i = 0; bigEndian && i < volume.bytes.size(); i += known->bytes)
  {
    std::reverse(volume.bytes.begin() + static_cast<std::ptrdiff_t>(i),
      volume.bytes.begin() + static_cast<std::ptrdiff_t>(i + known->bytes));
  }
  fitSpacing(volume);
  chooseIsovalues(volume);
  return volume;
}

BenchVolume volumeNamed(const std::string& name, const IsosurfaceSettings& settings, std::int64_t points)
{
  BenchVolume volume = name.find('.') != std::string::npos
    ? readVolume(name)
    : makeVolume(generator::kindNamed(name), points, settings.type, settings.seed);
  if (!settings.isovalues.empty())
  {
    volume.isovalues = settings.isovalues;
  }
  const std::size_t most = settings.maxIsovalues;
  if (most > 0 && volume.isovalues.size() > most)
  {
    std::vector<double> chosen;
    for (std::size_t n = 0; n < most; ++n)
    {
      chosen.push_back(volume.isovalues[(2 * n + 1) * volume.isovalues.size() / (2 * most)]);
    }
    volume.isovalues = chosen;
  }
  return volume;
}

} // namespace inkray::bench
