// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CasterChoice.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "ImageVolume.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

struct IsosurfaceGrid;
class vtkIsosurfaceRayCastSettings;

/// The caster of a mapper of isosurfaces: on the wanted device, of the image as a whole or in pieces.
class IsosurfaceCasterChoice
  : public CasterChoice<inkray::IsosurfaceRayCaster, inkray::filters::ImageVolumeKey>
{
public:
  explicit IsosurfaceCasterChoice(RayCastSession& session)
    : CasterChoice(session, "image")
  {
  }

  /// Have a caster (CasterChoice::Choose), in pieces where the image as a whole would take more memory than
  /// it may (vtkIsosurfaceRayCastSettings::SetGPUMemory).
  void Prepare(vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input,
    const std::function<void()>& release);

  /// If the caster draws the image in pieces, add a note for the user that says so.
  void NoteImage() const;
  ///@{
  /// Take the figures of pieces in the frame that was cast, and add their rows to the report.
  void NoteCast() { this->Pieces = this->Get()->piecesReport(); }
  void AddRows(vtkRayCastReport* report) const;
  ///@}

private:
  std::size_t CountBytes() const override;

  inkray::GridBlocksReport Pieces;
};
