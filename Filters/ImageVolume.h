// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/VolumeInput.h"
#include "InKRayFiltersModule.h"
#include "ValueCopies.h"

#include <array>
#include <string>

class vtkDataArray;
class vtkImageData;

namespace inkray::filters
{

/// What a volume is made of: equal keys mean that nothing has to be looked at again. Nothing is kept alive.
struct ImageVolumeKey
{
  std::array<const void*, 3> arrays{};            ///< memory of values, point flags, cell flags
  std::array<unsigned long long, 3> arrayTimes{}; ///< their modification times
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

/// The key of an image with one of its arrays. `association` is vtkDataObject::POINT or CELL; `component` -1
/// is the norm. Arrays may be null.
INKRAYFILTERS_EXPORT ImageVolumeKey imageVolumeKey(
  vtkImageData* image, vtkDataArray* array, int association, int component);

/// One sentence about why the image cannot be a volume with values of that association (empty, a single
/// slice, ...); empty when it can.
INKRAYFILTERS_EXPORT std::string imageVolumeProblem(
  vtkImageData* image, vtkDataArray* array, int association);

/// A vtkImageData and one of its arrays as a VolumeInput, which points into the arrays of the image where
/// their memory layout allows, and else into copies held here.
///
/// Points with HIDDENPOINT and cells with HIDDENCELL or REFINEDCELL are hidden; cells with DUPLICATECELL
/// belong to another piece.
class INKRAYFILTERS_EXPORT ImageVolume
{
public:
  /// Throws std::bad_alloc. The image and its arrays have to stay as they are while the result is used.
  /// imageVolumeProblem() must have nothing to say.
  VolumeInput makeVolume(vtkImageData* image, vtkDataArray* array, int association, int component);

  /// Values of another array for the same grid, as values of association `wanted`: where `association` is the
  /// other one, cells get the mean of their eight points, points the mean of their cells.
  VolumeValues makeValues(
    vtkImageData* image, vtkDataArray* array, int association, int component, int wanted);

  /// Give back the copies.
  void clear() { this->values.allocate(0); }

private:
  RawArray<double> values;
};

} // namespace inkray::filters
