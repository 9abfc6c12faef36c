// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Geometry/RegularGrid/VolumeInput.h"
#include "View/Camera.h"
#include "View/Clipping.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// A grid in pieces on the host: boxes of leaves, the ranges of their values, and their values in the form
/// that a backend stores.
namespace inkray
{

/// The form in which values are stored, as in QuantizedField: (value - offset) scale, as one of three types.
struct KeptForm
{
  std::int32_t type = 2; ///< QuantizedField::Type: 0, uint8; 1, uint16; 2, float
  double offset = 0.0, scale = 1.0;

  /// Not inline: if two values are converted both ways at the same time, GCC 12 omits the rounding to float.
  float keep(double value) const;
  double restore(double kept) const { return kept / scale + offset; }
  std::size_t bytesOfAValue() const { return std::size_t(1) << type; }
};

/// The form that QuantizedField chooses for a field with this range of finite values; `normalize` and
/// `asFloat` are arguments of QuantizedField::take.
KeptForm findKeptForm(const Field& values, const FiniteRange& range, bool normalize, bool asFloat);
/// The form for the first n tuples of a field in host memory. `range` receives the range of their finite
/// values, unless the form keeps integers, which are always finite.
KeptForm findKeptForm(const Field& values, std::int64_t n, bool normalize, bool asFloat, FiniteRange& range);

/// Return a field in host memory: the field itself, or `copy` if it is on a CUDA device. Throws InvalidInput
/// if the array does not exist.
Field gridFieldInHost(const Field& field, std::vector<char>& copy);

/// A box of leaves of a grid, with the points that are needed to draw its cells: the cells' points and, as
/// far as they exist, one more on each side for central differences.
struct GridBlock
{
  std::int64_t firstLeaf[3], leaves[3];  ///< in leaves of the whole grid
  std::int64_t firstPoint[3], points[3]; ///< points of the interpolated grid

  std::int64_t numPoints() const { return points[0] * points[1] * points[2]; }
};

/// Cut a grid with `points` values into pieces: cubes of `side` leaves, smaller ones at the grid's ends, x
/// fastest. `count` receives the number of pieces along each axis. `beyond`: VolumeInput::valuesBeyondCells.
std::vector<GridBlock> cutGrid(
  const std::int64_t points[3], std::int64_t side, std::int64_t count[3], int beyond = 1);

/// The walls along each axis between the pieces of a grid, in the grid's coordinates and ascending. The first
/// and the last wall bound the grid.
struct GridWalls
{
  std::array<std::vector<double>, 3> along;

  std::size_t count(int axis) const { return along[axis].size() - 1; } ///< number of pieces
  AxisBox boxOf(std::size_t piece) const;
  /// All pieces from front to back: no ray goes from a piece to one that is earlier in the list. The camera
  /// is in the grid's coordinates, and not singular.
  std::vector<std::size_t> frontToBack(const Camera& camera) const;
};

/// Copy the values of some planes of a piece, from index `first` to before `last` along z, in the stored
/// form, x fastest. `values` is the field of the whole grid with these numbers of points, in host memory.
/// Runs on CPU threads.
void keepPlanes(const Field& values, const KeptForm& form, const std::int64_t points[3],
  const GridBlock& piece, std::int64_t first, std::int64_t last, char* to);

/// The bits of a piece's points, from the whole grid's bits, one for each point, x fastest. The first is bit
/// `skipped` of the returned words.
std::vector<std::uint32_t> bitsOfPiece(
  const std::vector<std::uint32_t>& bits, const std::int64_t points[3], const GridBlock& piece, int skipped);

/// The bytes that the whole volume takes on a device (values, bricks and bits of hidden cells); and the bytes
/// that a piece with these numbers of points takes.
std::size_t estimateVolumeBytes(const VolumeInput& volume);
std::size_t estimateBlockBytes(const KeptForm& form, const std::int64_t points[3]);

} // namespace inkray
