// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshBlockStyles.h"
#include "MeshCasterChoice.h"
#include "MeshIsosurfaces.h"
#include "MeshSelection.h"
#include "MeshVolumeArrays.h"
#include "MeshVolumeCaster.h"
#include "MeshVolumeGradients.h"
#include "MeshVolumeInput.h"
#include "RankExchange.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"

class RayCastRanks;
class RayCastSession;
class vtkRayCastReport;

/// The members of a vtkTetRayCastMapper that last from frame to frame, and the figures of its last frame.
struct TetRayCastParts
{
  explicit TetRayCastParts(RayCastSession& session)
    : Session(session)
  {
  }

  RayCastSession& Session;
  MeshVolumeInput Input{ Session };
  MeshArrayChoice OpacityChoice;
  MeshArrayChoice ThresholdChoice;
  MeshIsosurfaces Surfaces;
  MeshVolumeGradients Gradients;
  MeshBlockStyles Blocks;
  MeshCasterChoice Choice{ Session, Input };
  MeshVolumeCaster Caster{ Session, Input, Choice };
  MeshSelection Selection{ Input, Caster };
  RayCastRanks* Ranks = nullptr;
  RankExchange Films;
  RayCastHeld<RayCastKey> FilmFunctionKey;
  inkray::TransferFunction FilmFunction; ///< for films of extremes

  ///@{
  /// Figures of the last frame.
  inkray::TetRayCastStatistics Statistics;
  inkray::TetRayCastTimings Timings;
  inkray::TetRayCastMemory Memory;
  double LargestGradient = 0;
  ///@}

  void ForgetFrame();
  /// The number of the last frame's rays that meet the mesh. Rays are counted only on request, because
  /// counting takes a part of a frame's time.
  vtkIdType CountRays();
  /// Take the figures of the frame that the caster has cast.
  void NoteCast();
  /// Add the rows of vtkTetRayCastMapper::AddRows.
  void AddRows(vtkRayCastReport* report);

  /// Release the data on the device.
  void Release();

private:
  vtkIdType Rays = -1; // -1: not counted yet
};
