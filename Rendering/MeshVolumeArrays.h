// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "Shading/BlendMode.h"

#include <string>

class RayCastSession;
class vtkDataSet;

/// What a frame shows of the arrays of a mesh, and how.
struct MeshVolumeArrays
{
  RayCastArray Scalars;
  RayCastArray Opacity; ///< where it is another array
  inkray::BlendMode Blend = inkray::BlendMode::Composite;
  bool AreColors = false; ///< the scalars are colours themselves

  /// Choose where opacity comes from: the array `name` of the points or cells (vtkDataObject's association),
  /// a component of it or, beyond those it has, its length; or, with an empty name, components of the scalars
  /// that are not independent. False, with a problem reported: there is no such array.
  bool SelectOpacity(
    RayCastSession& session, vtkDataSet* grid, const std::string& name, int association, int component);

  /// Whether the volume stands in the light. Where the property's Shade asks for that in vain, a note says
  /// why.
  bool IsLit(RayCastSession& session) const;
};
