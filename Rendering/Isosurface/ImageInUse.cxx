// SPDX-License-Identifier: BSD-3-Clause
#include "ImageInUse.h"

#include "vtkDataSet.h"
#include "vtkMatrix4x4.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>

inkray::VolumeInput ImageInUse::MakeVolume(
  vtkDataSet* image, const RayCastArray& scalars, const vtkMatrix4x4* toWorld, bool areCellsConstant)
{
  this->Release();
  inkray::VolumeInput volume =
    this->Volume.makeVolume(image, scalars.Array, scalars.Association, scalars.Component, areCellsConstant);
  this->Arrays = { scalars.Array, image->GetPointGhostArray(), image->GetCellGhostArray(), nullptr };
  if (toWorld)
  {
    double toMesh[16];
    std::copy_n(volume.indexToMesh, 16, toMesh);
    vtkMatrix4x4::Multiply4x4(toWorld->GetData(), toMesh, volume.indexToMesh);
  }
  return volume;
}

inkray::Field ImageInUse::MakeSecond(vtkDataSet* image, const RayCastArray& colors, int association)
{
  this->Arrays[3] = colors.Array;
  return colors.AreColors()
    ? this->Colors.makeColors(image, colors.Array, colors.Association, association)
    : this->Colors.makeValues(image, colors.Array, colors.Association, colors.Component, association);
}

void ImageInUse::ReleaseSecond()
{
  this->Colors.clear();
  this->Arrays[3] = nullptr;
}

void ImageInUse::Release()
{
  this->Volume.clear();
  this->Colors.clear();
  this->Arrays = {};
}
