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

/// The identity of a volume's input. Equal keys mean that nothing has changed and the volume need not be made
/// again. The key does not keep the arrays alive.
struct ImageVolumeKey
{
  /// The memory of values, point flags, cell flags and coordinates of a rectilinear grid. For an array that
  /// is not one block of host memory, the array itself.
  std::array<const void*, 6> arrays{};
  std::array<unsigned long long, 6> arrayTimes{}; ///< the modification times of the arrays
  std::array<int, 6> extent{};
  std::array<double, 16> indexToPhysical{};
  int association = 0;
  int component = 0;
  bool areCellsConstant = false;

  bool operator==(const ImageVolumeKey& other) const
  {
    return this->arrays == other.arrays && this->arrayTimes == other.arrayTimes &&
      this->extent == other.extent && this->indexToPhysical == other.indexToPhysical &&
      this->association == other.association && this->component == other.component &&
      this->areCellsConstant == other.areCellsConstant;
  }
  bool operator!=(const ImageVolumeKey& other) const { return !(*this == other); }
};

/// The key of a vtkImageData or vtkRectilinearGrid with one of its arrays. `association` is
/// vtkDataObject::POINT or CELL. `component` -1 means the norm. Arrays may be null.
INKRAYFILTERS_EXPORT ImageVolumeKey imageVolumeKey(
  vtkDataSet* image, vtkDataArray* array, int association, int component);

/// A sentence that says why the grid cannot be a volume with values of that association, such as an empty
/// grid, a single slice, or unordered coordinates. Empty if it can be a volume. `areCellsConstant`: as of
/// ImageVolume::makeVolume.
INKRAYFILTERS_EXPORT std::string imageVolumeProblem(
  vtkDataSet* image, vtkDataArray* array, int association, bool areCellsConstant = false);

/// Presents a vtkImageData or vtkRectilinearGrid and one of its arrays as a VolumeInput. The input points to
/// the arrays of the image, on the host or a CUDA device, if their memory layout allows it. Otherwise it
/// points to copies that this object keeps.
///
/// A rectilinear grid may repeat coordinates. Its cells without a width draw nothing. A volume of cell values
/// leaves them out; a volume of point values keeps them.
///
/// Points with HIDDENPOINT and cells with HIDDENCELL or REFINEDCELL are hidden. Cells with
/// DUPLICATECELL belong to another part.
class INKRAYFILTERS_EXPORT ImageVolume
{
public:
  /// Make the volume; component -2: with all components, as direct colors. imageVolumeProblem() must be
  /// empty. The image and its arrays must not change while the result is used. Throws std::bad_alloc.
  ///
  /// `areCellsConstant`: each cell has its own value everywhere. With values of points, these constant cells
  /// are the places nearest to each point. Such a place is hidden if its point or all cells around it are
  /// hidden; it ends where cells begin that belong to another part.
  VolumeInput makeVolume(
    vtkDataSet* image, vtkDataArray* array, int association, int component, bool areCellsConstant = false);

  /// Make values of association `wanted` from another array of the same grid. If `association` differs, cells
  /// get the mean of their eight points, and points the mean of their cells. Throws std::bad_alloc.
  Field makeValues(vtkDataSet* image, vtkDataArray* array, int association, int component, int wanted);

  /// Make direct colors from an array with three or four components, by the rules of vtkScalarsToColors. A
  /// color is one float, red + 256 green + 65536 blue, or NaN if a component is not finite. Channels are
  /// averaged if `association` differs from `wanted`. Throws std::bad_alloc.
  Field makeColors(vtkDataSet* image, vtkDataArray* array, int association, int wanted);

  /// Free the copies.
  void clear()
  {
    this->values.allocate(0);
    this->colors.allocate(0);
  }

private:
  /// Make the values of the volume, or its direct colors: all components of the array.
  Field makeOwnValues(vtkDataSet* image, vtkDataArray* array, int association, int component);
  /// Replace the flags of a volume by the flags of the cells that have a width, and of their points.
  void leaveOutFlags(vtkDataSet* image, VolumeInput& volume);
  /// Make the cells of a volume with values of points those around its points.
  void becomeCellsOfPoints(VolumeInput& volume);

  RawArray<double> values;
  RawArray<float> colors;
  std::array<std::vector<double>, 3> coordinates;   // of a rectilinear grid
  std::vector<unsigned char> pointFlags, cellFlags; // without cells that have no width, if there are any
};

} // namespace inkray::filters
