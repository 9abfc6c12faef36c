// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "GridThreshold.h"
#include "ImageInUse.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "VolumeCasterChoice.h"
#include "VolumeLookCaster.h"

#include <utility>

struct IsosurfaceGrid;
class vtkTetRayCastSettings;

/// The caster of a mapper of image volumes, with the image and the Look that it has.
class GridVolumeCaster : public VolumeLookCaster
{
public:
  /// Problems and notes go to `session`.
  explicit GridVolumeCaster(RayCastSession& session)
    : VolumeLookCaster(session)
  {
  }

  inkray::GridRayCaster* Get() const override { return this->Choice.Get(); }
  PiecesChoice& GetChoice() override { return this->Choice; }

  ///@{
  /// The first steps of a frame. Prepare makes a caster, in pieces if the image with its arrays is larger
  /// than the memory limit (vtkTetRayCastSettings::SetGPUMemory). UpdateImage sends the image and the arrays
  /// of the frame; it returns false, and reports why, if they cannot be drawn.
  void Prepare(vtkTetRayCastSettings* settings, const IsosurfaceGrid& input, const MeshVolumeArrays& frame);
  bool UpdateImage(const IsosurfaceGrid& input, const MeshVolumeArrays& frame);
  ///@}

  /// Give up the caster, and all its data.
  void Release();
  /// Give it up because a device has failed for this image.
  void Fail();

  vtkMTimeType GetCellsTime() const override
  {
    return this->Get() && this->Image ? static_cast<vtkMTimeType>(this->Image.GetNumberOfUpdates()) : 0;
  }
  const inkray::VolumeReport& GetReport() const { return this->Report; }
  /// How often an image was sent.
  vtkIdType GetImageUpdates() const { return this->Image.GetNumberOfUpdates(); }

private:
  /// Whether an array has a value for each point or cell. If not, this is reported.
  bool Fits(const RayCastArray& array) const;
  bool UpdateThreshold(const MeshVolumeArrays& frame);
  bool UpdateSurfaceColors(const MeshVolumeArrays& frame);
  bool GetValues(const RayCastArray& array, inkray::Field& values) override;

  /// The image with the drawn array, and the number of arrays that the frame needs.
  using Arrays = std::pair<inkray::filters::ImageVolumeKey, int>;

  VolumeCasterChoice<inkray::GridRayCaster, Arrays> Choice{ Session, "image" };
  Arrays Chosen;                                      // those of the last Prepare
  RayCastHeld<inkray::filters::ImageVolumeKey> Image; // with the drawn array
  ImageInUse InUse, ThresholdInUse, ColorsInUse;
  GridThreshold CellThreshold;
  inkray::VolumeReport Report;
  inkray::Association
    Kept = {};                 // of the values as the caster has them: constant cells may be those of points
  vtkDataSet* Input = nullptr; // the next two are valid during UpdateImage
  int Association = 0;
};
