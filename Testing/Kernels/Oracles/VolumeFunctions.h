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

/// A value within about [-1, 1] for a point (or cell) of a grid with `count` points (or cells).
using VolumeFunction = std::function<double(const GridIndex& index, const GridIndex& count)>;

VolumeFunction sphere(
  double radius = 0.36); ///< twice the distance to a sphere in the unit cube, positive inside
VolumeFunction gyroid(double periods = 2.2); ///< many handles
VolumeFunction
marschnerLobb(); ///< the test signal of Marschner and Lobb 1994, frequency 6, amplitude 0.25, in [-1, 1]
VolumeFunction sheet();                       ///< 1 on a slanted layer one point thick, -1 elsewhere
VolumeFunction noise(std::uint64_t seed = 1); ///< independent random values
VolumeFunction steps(
  std::uint64_t seed, int levels);     ///< noise of `levels` values, evenly spaced from -1 to 1
VolumeFunction checkerboard();         ///< 1 and -1 alternating: the steepest field possible
VolumeFunction constant(double value); ///< no surface anywhere
VolumeFunction axisPlane(int axis);    ///< exactly 0 at the points with index count / 2 along the axis
VolumeFunction linear(
  double a, double b, double c); ///< a x + b y + c z over the unit cube centered at the origin

/// The number that represents a function's value in an array of this type, before and after rounding to the
/// type.
double scaledValue(ValueType type, double value);
double storedValue(ValueType type, double value);

/// An array with its own values.
struct TestArray
{
  std::vector<std::uint8_t> bytes;
  ValueType type = ValueType::Float32;
  int numComponents = 1;
  int component = 0;
  Association association = Association::Points;

  Field values() const;
  /// Sets component `c` of tuple `tuple`.
  void set(std::int64_t tuple, int c, double value);
};

/// A grid with its own arrays.
struct TestVolume
{
  GridIndex dimensions = { 0, 0, 0 };
  Matrix indexToMesh = {};
  std::array<std::vector<double>, 3> coordinates; ///< of a rectilinear grid; empty: regular spacing
  TestArray scalars;
  std::vector<std::uint8_t> pointFlags, cellFlags;
  std::uint8_t hiddenPointBits = 0, hiddenCellBits = 0, ghostCellBits = 0;
  bool areCellsConstant = false, areCellsOfPoints = false;

  /// Input for a caster, with pointers into this volume.
  VolumeInput input() const;
  /// The number of points, or of cells for cell values, along each axis.
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

/// An array over a grid of `dimensions` points. The selected component (component 0 for the magnitude) holds
/// the function; the others hold its mirror image.
TestArray makeArray(const VolumeFunction& function, const GridIndex& dimensions, const Storage& storage = {});

/// A volume of cubic voxels, centered at the origin, with its longest side from -1 to 1.
TestVolume makeVolume(
  const VolumeFunction& function, const GridIndex& dimensions, const Storage& storage = {});

/// A placement that stretches, turns and moves such a grid.
Matrix skewedPlacement(const GridIndex& dimensions);

/// A number in [0, 1) from three indices and a seed.
double hashNumber(std::uint64_t seed, std::int64_t i, std::int64_t j = 0, std::int64_t k = 0);

} // namespace inkray::testing
