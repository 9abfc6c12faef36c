// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshBlockStyles.h"
#include "MeshVolumeCaster.h"
#include "MeshVolumeInput.h"
#include "VolumeParts.h"

class RayCastSession;
class vtkRayCastReport;

/// The members of a vtkTetRayCastMapper that last from frame to frame, and the figures of its last frame.
struct TetRayCastParts : VolumeParts
{
  explicit TetRayCastParts(RayCastSession& session)
    : VolumeParts(session)
  {
  }

  VolumeLookCaster& GetLook() override { return this->Caster; }

  MeshVolumeInput Input{ Session };
  MeshBlockStyles Blocks;
  MeshVolumeCaster Caster{ Session, Input };

  void ForgetFrame() override;
  /// Add the rows of vtkTetRayCastMapper::AddRows.
  void AddRows(vtkRayCastReport* report);
};
