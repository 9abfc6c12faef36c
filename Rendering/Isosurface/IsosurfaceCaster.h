// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockStyle.h"
#include "ImageInUse.h"
#include "IsosurfaceCasterChoice.h"
#include "IsosurfaceSet.h"

#include <array>
#include <vector>

/// The data that the caster of a mapper of isosurfaces has (image, colors, surfaces), by keys from frame to
/// frame: only changed data are sent.
class IsosurfaceCaster
{
public:
  explicit IsosurfaceCaster(RayCastSession& session)
    : Session(session)
    , Choice(session)
  {
  }

  /// Null before Update, and after Release.
  inkray::IsosurfaceRayCaster* Get() const { return this->Choice.Get(); }

  /// Have a caster with the data that a frame draws; the surfaces' look is changed by a style. False, with a
  /// note or a problem: there is nothing to draw.
  bool Update(vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input, const BlockStyle& style);
  void NoteCast() { this->Choice.NoteCast(); }

  /// Give up the caster, and all its data.
  void Release();
  /// A device has failed for this image, or for the image that the caster has: give the caster up as well.
  void Fail(const inkray::filters::ImageVolumeKey& image);
  void Fail();

  ///@{
  /// Results of the last Update.
  const std::array<double, 16>& GetIndexToMesh() const { return this->IndexToMesh; }
  bool IsTranslucent() const { return this->Surfaces.Get().IsTranslucent(); }
  /// Find the surface nearest to a value: its place in the list of isovalues, and its isovalue.
  int FindSurface(double value, double& isovalue) const;
  ///@}

  void ForgetTimes() { this->BrickMilliseconds = this->UploadMilliseconds = 0; }
  ///@{
  /// Add rows to the report: times since ForgetTimes, and figures of the data.
  void AddTimes(vtkRayCastReport* report) const;
  void AddRows(vtkRayCastReport* report) const;
  ///@}

private:
  bool UpdateVolume(const IsosurfaceGrid& input, bool isPiece);
  bool UpdateSurfaces(
    vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input, const BlockStyle& style);
  void UpdateColors(vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input);
  void ReleaseVolume();

  RayCastSession& Session;
  IsosurfaceCasterChoice Choice;
  RayCastHeld<inkray::filters::ImageVolumeKey> Volume; // the keys of the caster's data, like the next three
  RayCastHeld<inkray::filters::ImageVolumeKey> ColorArray;
  RayCastHeld<IsosurfaceSet> Surfaces;
  RayCastHeld<RayCastKey> ColorTable;

  ImageInUse InUse;
  std::array<double, 16> IndexToMesh{};
  std::vector<int> Places; // of the surfaces in the list of isovalues
  inkray::VolumeReport VolumeReport;
  double BrickMilliseconds = 0;
  double UploadMilliseconds = 0;
};
