// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshIsosurfaces.h"
#include "MeshSelection.h"
#include "MeshVolumeArrays.h"
#include "MeshVolumeGradients.h"
#include "RankExchange.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"

class RayCastRanks;
class RayCastSession;
class VolumeLookCaster;
class vtkRayCastReport;

/// The members of a mapper of volumes that last from frame to frame, and the figures of its last frame.
struct VolumeParts
{
  explicit VolumeParts(RayCastSession& session)
    : Session(session)
  {
  }
  virtual ~VolumeParts() = default;

  virtual VolumeLookCaster& GetLook() = 0;

  RayCastSession& Session;
  MeshArrayChoice OpacityChoice, ThresholdChoice;
  MeshIsosurfaces Surfaces;
  MeshSelection Selection{ *this };
  MeshVolumeGradients Gradients;
  RayCastHeld<RayCastKey> FilmFunctionKey;
  inkray::TransferFunction FilmFunction; ///< for films of extremes
  RayCastRanks* Ranks = nullptr;         ///< that draw together; null: this process draws alone
  RankExchange Exchange;                 ///< between these ranks

  ///@{
  /// Figures of the last frame.
  inkray::TetRayCastStatistics Statistics;
  inkray::TetRayCastTimings Timings;
  inkray::TetRayCastMemory Memory;
  double LargestGradient = 0;
  ///@}

  virtual void ForgetFrame();
  /// The number of the last frame's rays that meet the data. Rays are counted only on request, because
  /// counting takes a part of a frame's time.
  vtkIdType CountRays();
  /// Take the figures of the frame that the caster has cast.
  void NoteCast(bool usesGradients);
  ///@{
  /// Add rows that all mappers of volumes have.
  void AddCastRows(vtkRayCastReport* report);
  void AddRayRows(vtkRayCastReport* report);
  void AddPieceRows(vtkRayCastReport* report); ///< adds none if the data are drawn as a whole
  ///@}

private:
  vtkIdType Rays = -1; // -1: not counted yet
};
