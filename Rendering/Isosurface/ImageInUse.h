// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ImageVolume.h"
#include "RayCastHeld.h"
#include "vtkSmartPointer.h"

#include <array>

class vtkDataSet;
class vtkMatrix4x4;

/// The values of an image, and of a second array, in memory that a caster reads: arrays of the host, which
/// casters use in place, and copies of all other arrays. They last until they are released.
class ImageInUse
{
public:
  /// The image with the values of an array, in its own coordinates or, with a matrix, in the world's. Before,
  /// all that is in use is released. `areCellsConstant`: as of inkray::filters::ImageVolume. Throws
  /// std::bad_alloc.
  inkray::VolumeInput MakeVolume(vtkDataSet* image, const RayCastArray& scalars,
    const vtkMatrix4x4* toWorld = nullptr, bool areCellsConstant = false);
  /// The values of a second array, or its colors as numbers (inkray::ColorTable::ofColors), for a volume
  /// whose values have this association.
  inkray::Field MakeSecond(vtkDataSet* image, const RayCastArray& colors, int association);

  void ReleaseSecond();
  void Release();

private:
  inkray::filters::ImageVolume Volume, Colors;
  std::array<vtkSmartPointer<vtkDataArray>, 4> Arrays; // values, point flags, cell flags, colors
};
