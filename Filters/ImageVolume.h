// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/VolumeInput.h"
#include "InKRayFiltersModule.h"
#include "ValueCopies.h"

#include <array>
#include <string>
#include <vector>

class vtkDataArray;
class vtkDataSet;

namespace inkray::filters
{

/// Identity of a volume's input, which tells whether the volume has to be taken again: equal keys mean that
/// nothing has changed. The arrays are not held on to.
struct ImageVolumeKey
{
  /// Memory of values, point flags, cell flags, and of a rectilinear grid's coordinates; the array itself
  /// where it is not one block of host memory.
  std::array<const void*, 6> arrays{};
  std::array<unsigned long long, 6> arrayTimes{}; ///< their modification times
  std::array<int, 6> extent{};
  std::array<double, 16> indexToPhysical{};
  int association = 0;
  int component = 0;

  bool operator==(const ImageVolumeKey& other) const
  {
    return this->arrays == other.arrays && this->arrayTimes == other.arrayTimes &&
      this->extent == other.extent && this->indexToPhysical == other.indexToPhysical &&
      this->association == other.association && this->component == other.component;
  }
  bool operator!=(const ImageVolumeKey& other) const { return !(*this == other); }
};

/// The key of a vtkImageData or vtkRectilinearGrid with one of its arrays. `association` is
/// vtkDataObject::POINT or CELL; `component` -1 is the norm. Arrays may be null.
INKRAYFILTERS_EXPORT ImageVolumeKey imageVolumeKey(
  vtkDataSet* image, vtkDataArray* array, int association, int component);

/// One sentence about why the grid cannot be a volume with values of that association (empty, a single
/// slice, coordinates out of order, ...); empty when it can.
INKRAYFILTERS_EXPORT std::string imageVolumeProblem(vtkDataSet* image, vtkDataArray* array, int association);

/// A vtkImageData or vtkRectilinearGrid and one of its arrays as a VolumeInput, which points into the arrays
/// of the image where their memory layout allows, on the host or on the CUDA device that the values live on,
/// and else into copies held here.
///
/// A rectilinear grid may repeat coordinates. Its cells without a width draw nothing. A volume of values of
/// cells leaves such cells out; a volume of values of points keeps them.
///
/// Points with HIDDENPOINT and cells with HIDDENCELL or REFINEDCELL are hidden; cells with DUPLICATECELL
/// belong to another piece.
class INKRAYFILTERS_EXPORT ImageVolume
{
public:
  /// Throws std::bad_alloc. The image and its arrays must not change while the result is used.
  /// imageVolumeProblem() must be empty.
  VolumeInput makeVolume(vtkDataSet* image, vtkDataArray* array, int association, int component);

  /// Values of another array for the same grid, as values of association `wanted`: where `association` is the
  /// other one, cells get the mean of their eight points, points the mean of their cells.
  Field makeValues(vtkDataSet* image, vtkDataArray* array, int association, int component, int wanted);

  /// An array of three or four components as direct colors of the same grid, as vtkScalarsToColors takes
  /// them. A color is a float, red + 256 green + 65536 blue, or NaN where a component is no number. Where
  /// `association` is not the `wanted` one, channels are averaged. Throws std::bad_alloc.
  Field makeColors(vtkDataSet* image, vtkDataArray* array, int association, int wanted);

  /// Give back the copies.
  void clear()
  {
    this->values.allocate(0);
    this->colors.allocate(0);
  }

private:
  /// Replace the flags of a volume by flags of the cells that have a width, and of their points.
  void leaveOutFlags(vtkDataSet* image, VolumeInput& volume);

  RawArray<double> values;
  RawArray<float> colors;
  std::array<std::vector<double>, 3> coordinates;   // of a rectilinear grid
  std::vector<unsigned char> pointFlags, cellFlags; // without cells of no width, where there are any
};

} // namespace inkray::filters
