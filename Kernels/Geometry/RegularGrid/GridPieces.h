// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Geometry/RegularGrid/VolumeInput.h"
#include "View/Camera.h"
#include "View/Clipping.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// A grid in pieces on the host: boxes of leaves, the ranges of their values, and their values as a backend
/// keeps them.
namespace inkray
{

/// The form in which values are kept: as QuantizedField says, (value - offset) scale of a type of its own.
struct KeptForm
{
  std::int32_t type = 2; ///< QuantizedField::Type: 0, uint8; 1, uint16; 2, float
  double offset = 0.0, scale = 1.0;

  /// Not inline: where two values are kept and restored at a time, GCC 12 leaves the rounding to float out.
  float keep(double value) const;
  double restore(double kept) const { return kept / scale + offset; }
  std::size_t bytesOfAValue() const { return std::size_t(1) << type; }
};

/// The form that QuantizedField chooses for a field whose finite values have that range; `normalise` and
/// `asFloat` are arguments of QuantizedField::take.
KeptForm findKeptForm(const Field& values, const FiniteRange& range, bool normalise, bool asFloat);
/// The same for the first n tuples of a field in host memory, whose range is looked for where the form is not
/// that of integers, which are numbers all.
KeptForm findKeptForm(const Field& values, std::int64_t n, bool normalise, bool asFloat, FiniteRange& range);

/// A field in host memory: itself, or `copy` of one on a CUDA device. Throws InvalidInput where there is no
/// such array.
Field gridFieldInHost(const Field& field, std::vector<char>& copy);

/// A box of leaves of a grid, with the points that it takes to draw its cells: those of the cells, and one
/// more on each side, as far as the grid has some, for central differences.
struct GridPiece
{
  std::int64_t firstLeaf[3], leaves[3];  ///< in leaves of the whole grid
  std::int64_t firstPoint[3], points[3]; ///< of the interpolated grid

  std::int64_t numPoints() const { return points[0] * points[1] * points[2]; }
};

/// The pieces of a grid of so many points, cubes of `side` leaves but for those at its ends, x fastest.
/// `count` receives their number along each axis.
std::vector<GridPiece> cutGrid(const std::int64_t points[3], std::int64_t side, std::int64_t count[3]);

/// The walls along each axis between the pieces of a grid, in the grid's coordinates and ascending; the first
/// and the last one bound the grid.
struct GridWalls
{
  std::vector<double> along[3];

  std::size_t count(int axis) const { return along[axis].size() - 1; } ///< of pieces
  AxisBox boxOf(std::size_t piece) const;
  /// All pieces from front to back: no ray comes from one to another that is before it in the list. The
  /// camera is in the grid's coordinates, and not singular.
  std::vector<std::size_t> frontToBack(const Camera& camera) const;
};

/// Copy the values of some planes of a piece, from number `first` to before `last` along z, in the form in
/// which they are kept; x fastest. `values` is the field of the whole grid of so many points, in host memory.
/// Runs on the CPU's threads.
void keepPlanes(const Field& values, const KeptForm& form, const std::int64_t points[3],
  const GridPiece& piece, std::int64_t first, std::int64_t last, char* to);

/// The bits of a piece's points among one bit a point of the whole grid, x fastest; the first is number
/// `skipped` of the words returned.
std::vector<std::uint32_t> bitsOfPiece(
  const std::vector<std::uint32_t>& bits, const std::int64_t points[3], const GridPiece& piece, int skipped);

/// Bytes that the volume takes on a device as a whole, values, bricks and bits of hidden cells; and that a
/// piece of it with so many points takes.
std::size_t estimateVolumeBytes(const VolumeInput& volume);
std::size_t estimatePieceBytes(const KeptForm& form, const std::int64_t points[3]);

} // namespace inkray
