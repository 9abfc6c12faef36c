// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/VolumeInput.h"
#include "Oracles/Matrices.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace inkray::testing
{

using GridIndex = std::array<std::int64_t, 3>;

/// A value about [-1, 1] for a grid point (or cell) of a grid of that many points (or cells).
using VolumeFunction = std::function<double(const GridIndex& index, const GridIndex& count)>;

VolumeFunction sphere(
  double radius = 0.36); ///< distance to a sphere in the unit cube, positive inside, times two
VolumeFunction gyroid(double periods = 2.2); ///< many handles
VolumeFunction
marschnerLobb(); ///< the test signal of Marschner and Lobb 1994, frequency 6, amplitude 0.25, in [-1, 1]
VolumeFunction sheet();                       ///< 1 on a slanted layer one point thick, -1 elsewhere
VolumeFunction noise(std::uint64_t seed = 1); ///< each value on its own
VolumeFunction steps(
  std::uint64_t seed, int levels);     ///< noise of a few values only, evenly spread from -1 to 1
VolumeFunction checkerboard();         ///< 1 and -1 by turns: the steepest there is
VolumeFunction constant(double value); ///< no surface anywhere
VolumeFunction axisPlane(int axis);    ///< 0 exactly at the points with index count / 2 along the axis
VolumeFunction linear(
  double a, double b, double c); ///< a x + b y + c z over the unit cube centred at the origin

/// The number that stands for a value of a function in an array of this type, before and after rounding to
/// the type.
double scaledValue(ValueType type, double value);
double storedValue(ValueType type, double value);

/// An array that owns its values.
struct TestArray
{
  std::vector<std::uint8_t> bytes;
  ValueType type = ValueType::Float32;
  int numComponents = 1;
  int component = 0;
  Association association = Association::Points;

  Field values() const;
  /// Value `c` of tuple `tuple`.
  void set(std::int64_t tuple, int c, double value);
};

/// A grid that owns its arrays.
struct TestVolume
{
  GridIndex dimensions = { 0, 0, 0 };
  Matrix indexToMesh = {};
  std::array<std::vector<double>, 3> coordinates; ///< of a rectilinear grid; empty: even
  TestArray scalars;
  std::vector<std::uint8_t> pointFlags, cellFlags;
  std::uint8_t hiddenPointBits = 0, hiddenCellBits = 0, ghostCellBits = 0;

  /// Points into this volume.
  VolumeInput input() const;
  /// Points, or cells for cell values, along each axis.
  GridIndex count() const;
  std::int64_t numPoints() const { return dimensions[0] * dimensions[1] * dimensions[2]; }
  std::int64_t numCells() const { return (dimensions[0] - 1) * (dimensions[1] - 1) * (dimensions[2] - 1); }
};

/// How the values of a volume are stored.
struct Storage
{
  ValueType type = ValueType::Float32;
  Association association = Association::Points;
  int numComponents = 1;
  int component = 0;
};

/// An array over a grid of `dimensions` points. The component that counts holds the function (component 0 for
/// the magnitude), the others hold it mirrored.
TestArray makeArray(const VolumeFunction& function, const GridIndex& dimensions, const Storage& storage = {});

/// A volume of cubic voxels, the longest side from -1 to 1, centred at the origin.
TestVolume makeVolume(
  const VolumeFunction& function, const GridIndex& dimensions, const Storage& storage = {});

/// The same, stretched, turned and moved off the origin.
Matrix skewedPlacement(const GridIndex& dimensions);

/// A number in [0, 1) from three indices and a seed.
double hashNumber(std::uint64_t seed, std::int64_t i, std::int64_t j = 0, std::int64_t k = 0);

} // namespace inkray::testing
