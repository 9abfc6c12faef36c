// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/VolumeFunctions.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace inkray::testing
{
namespace
{

const double Pi = std::acos(-1.0);

/// The position of a grid point in the unit cube.
Vector unitPosition(const GridIndex& index, const GridIndex& count)
{
  Vector p;
  for (int a = 0; a < 3; ++a)
    p[a] = count[a] > 1 ? static_cast<double>(index[a]) / static_cast<double>(count[a] - 1) : 0.5;
  return p;
}

template <class T>
void store(std::vector<std::uint8_t>& bytes, std::size_t index, double value)
{
  const T v = static_cast<T>(value);
  std::memcpy(bytes.data() + index * sizeof(T), &v, sizeof(T));
}

std::size_t sizeOf(ValueType type)
{
  switch (type)
  {
    case ValueType::Int8:
    case ValueType::UInt8:
      return 1;
    case ValueType::Int16:
    case ValueType::UInt16:
      return 2;
    case ValueType::Int32:
    case ValueType::UInt32:
    case ValueType::Float32:
      return 4;
    default:
      return 8;
  }
}

} // namespace

double hashNumber(std::uint64_t seed, std::int64_t i, std::int64_t j, std::int64_t k)
{
  std::uint64_t h = seed * 0x9e3779b97f4a7c15ULL;
  for (const std::int64_t n : { i, j, k })
  {
    h += static_cast<std::uint64_t>(n) + 0x9e3779b97f4a7c15ULL;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ULL;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebULL;
    h ^= h >> 31;
  }
  return static_cast<double>(h >> 11) / 9007199254740992.0;
}

VolumeFunction sphere(double radius)
{
  return [radius](const GridIndex& index, const GridIndex& count) {
    const Vector p = unitPosition(index, count);
    return 2.0 * (radius - norm(minus(p, { 0.5, 0.5, 0.5 })));
  };
}

VolumeFunction gyroid(double periods)
{
  return [periods](const GridIndex& index, const GridIndex& count) {
    const Vector p = unitPosition(index, count);
    const double w = 2.0 * Pi * periods, x = w * p[0], y = w * p[1], z = w * p[2];
    return (std::sin(x) * std::cos(y) + std::sin(y) * std::cos(z) + std::sin(z) * std::cos(x)) / 1.5;
  };
}

VolumeFunction marschnerLobb()
{
  return [](const GridIndex& index, const GridIndex& count) {
    const Vector p = unitPosition(index, count);
    const double x = 2.0 * p[0] - 1.0, y = 2.0 * p[1] - 1.0, z = 2.0 * p[2] - 1.0, alpha = 0.25;
    const double wave = std::cos(2.0 * Pi * 6.0 * std::cos(0.5 * Pi * std::hypot(x, y)));
    return (1.0 - std::sin(0.5 * Pi * z) + alpha * (1.0 + wave)) / (1.0 + alpha) - 1.0;
  };
}

VolumeFunction sheet()
{
  return [](const GridIndex& index, const GridIndex& count) {
    const double height = 0.45 * static_cast<double>(count[2]) + 0.31 * static_cast<double>(index[0]) -
      0.17 * static_cast<double>(index[1]);
    return index[2] == std::llround(height) ? 1.0 : -1.0;
  };
}

VolumeFunction noise(std::uint64_t seed)
{
  return [seed](const GridIndex& index, const GridIndex&) {
    return 2.0 * hashNumber(seed, index[0], index[1], index[2]) - 1.0;
  };
}

VolumeFunction steps(std::uint64_t seed, int levels)
{
  return [seed, levels](const GridIndex& index, const GridIndex&) {
    return 2.0 * std::floor(hashNumber(seed, index[0], index[1], index[2]) * levels) / (levels - 1) - 1.0;
  };
}

VolumeFunction checkerboard()
{
  return [](const GridIndex& index, const GridIndex&) {
    return (index[0] + index[1] + index[2]) % 2 ? 1.0 : -1.0;
  };
}

VolumeFunction constant(double value)
{
  return [value](const GridIndex&, const GridIndex&) { return value; };
}

VolumeFunction axisPlane(int axis)
{
  return [axis](const GridIndex& index, const GridIndex& count) {
    return 2.0 * static_cast<double>(index[axis] - count[axis] / 2) / static_cast<double>(count[axis]);
  };
}

VolumeFunction linear(double a, double b, double c)
{
  return [a, b, c](const GridIndex& index, const GridIndex& count) {
    const Vector p = unitPosition(index, count);
    return a * (p[0] - 0.5) + b * (p[1] - 0.5) + c * (p[2] - 0.5);
  };
}

double scaledValue(ValueType type, double value)
{
  switch (type)
  {
    case ValueType::Int8:
      return 120.0 * value;
    case ValueType::UInt8:
      return 127.0 + 127.0 * value;
    case ValueType::Int16:
      return 32000.0 * value;
    case ValueType::UInt16:
      return 32767.0 + 32767.0 * value;
    case ValueType::Int32:
    case ValueType::Int64:
      return 1e6 * value - 1000.0;
    case ValueType::UInt32:
    case ValueType::UInt64:
      return 1e6 * value + 2e6;
    default:
      return value;
  }
}

double storedValue(ValueType type, double value)
{
  if (type == ValueType::Float64)
    return value;
  if (type == ValueType::Float32)
    return static_cast<double>(static_cast<float>(value));
  return std::round(scaledValue(type, std::clamp(value, -1.0, 1.0)));
}

Field TestArray::values() const
{
  Field v;
  v.values = this->bytes.data();
  v.type = this->type;
  const std::size_t tupleBytes = sizeOf(this->type) * static_cast<std::size_t>(this->numComponents);
  v.numTuples = static_cast<std::int64_t>(this->bytes.size() / tupleBytes);
  v.numComponents = this->numComponents;
  v.component = this->component;
  v.association = this->association;
  return v;
}

void TestArray::set(std::int64_t tuple, int c, double value)
{
  const std::size_t at = static_cast<std::size_t>(tuple) * this->numComponents + c;
  switch (this->type)
  {
    case ValueType::Int8:
      return store<std::int8_t>(this->bytes, at, value);
    case ValueType::UInt8:
      return store<std::uint8_t>(this->bytes, at, value);
    case ValueType::Int16:
      return store<std::int16_t>(this->bytes, at, value);
    case ValueType::UInt16:
      return store<std::uint16_t>(this->bytes, at, value);
    case ValueType::Int32:
      return store<std::int32_t>(this->bytes, at, value);
    case ValueType::UInt32:
      return store<std::uint32_t>(this->bytes, at, value);
    case ValueType::Int64:
      return store<std::int64_t>(this->bytes, at, value);
    case ValueType::UInt64:
      return store<std::uint64_t>(this->bytes, at, value);
    case ValueType::Float32:
      return store<float>(this->bytes, at, value);
    case ValueType::Float64:
      return store<double>(this->bytes, at, value);
  }
}

VolumeInput TestVolume::input() const
{
  VolumeInput input;
  std::copy(this->dimensions.begin(), this->dimensions.end(), input.dimensions);
  std::copy(this->indexToMesh.begin(), this->indexToMesh.end(), input.indexToMesh);
  for (int axis = 0; axis < 3; ++axis)
    input.coordinates[axis] = this->coordinates[axis].empty() ? nullptr : this->coordinates[axis].data();
  input.scalars = this->scalars.values();
  input.pointFlags = this->pointFlags.empty() ? nullptr : this->pointFlags.data();
  input.cellFlags = this->cellFlags.empty() ? nullptr : this->cellFlags.data();
  input.hiddenPointBits = this->hiddenPointBits;
  input.hiddenCellBits = this->hiddenCellBits;
  input.ghostCellBits = this->ghostCellBits;
  input.areCellsConstant = this->areCellsConstant;
  input.areCellsOfPoints = this->areCellsOfPoints;
  return input;
}

GridIndex TestVolume::count() const
{
  const int less = this->scalars.association == Association::Cells ? 1 : 0;
  return { this->dimensions[0] - less, this->dimensions[1] - less, this->dimensions[2] - less };
}

TestArray makeArray(const VolumeFunction& function, const GridIndex& dimensions, const Storage& storage)
{
  TestArray array;
  array.type = storage.type;
  array.numComponents = storage.numComponents;
  array.component = storage.component;
  array.association = storage.association;
  const int less = storage.association == Association::Cells ? 1 : 0;
  const GridIndex count = { dimensions[0] - less, dimensions[1] - less, dimensions[2] - less };
  array.bytes.resize(
    static_cast<std::size_t>(count[0] * count[1] * count[2]) * storage.numComponents * sizeOf(storage.type));
  const int main = std::max(0, storage.component);
  std::int64_t tuple = 0;
  for (std::int64_t k = 0; k < count[2]; ++k)
    for (std::int64_t j = 0; j < count[1]; ++j)
      for (std::int64_t i = 0; i < count[0]; ++i, ++tuple)
        for (int c = 0; c < storage.numComponents; ++c)
        {
          const GridIndex at =
            c == main ? GridIndex{ i, j, k } : GridIndex{ count[0] - 1 - i, c % 2 ? j : count[1] - 1 - j, k };
          array.set(tuple, c, storedValue(storage.type, function(at, count)));
        }
  return array;
}

TestVolume makeVolume(const VolumeFunction& function, const GridIndex& dimensions, const Storage& storage)
{
  TestVolume volume;
  volume.dimensions = dimensions;
  volume.scalars = makeArray(function, dimensions, storage);
  const double scale = 2.0 / static_cast<double>(*std::max_element(dimensions.begin(), dimensions.end()) - 1);
  volume.indexToMesh = multiply(scaling(scale, scale, scale),
    translation(-0.5 * static_cast<double>(dimensions[0] - 1), -0.5 * static_cast<double>(dimensions[1] - 1),
      -0.5 * static_cast<double>(dimensions[2] - 1)));
  return volume;
}

Matrix skewedPlacement(const GridIndex& dimensions)
{
  // Each side is about 1.6 long, so sides of few points have long voxels. A direction matrix and an origin
  // follow.
  const Matrix toBox =
    multiply(scaling(1.7 / static_cast<double>(dimensions[0] - 1),
               1.3 / static_cast<double>(dimensions[1] - 1), 1.5 / static_cast<double>(dimensions[2] - 1)),
      translation(-0.5 * static_cast<double>(dimensions[0] - 1),
        -0.5 * static_cast<double>(dimensions[1] - 1), -0.5 * static_cast<double>(dimensions[2] - 1)));
  return multiply(translation(0.05, -0.08, 0.03), multiply(rotation({ 1.0, -2.0, 0.7 }, 37.0), toBox));
}

} // namespace inkray::testing
