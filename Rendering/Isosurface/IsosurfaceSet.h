// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockStyle.h"
#include "Shading/Isosurface.h"

#include <vector>

class RayCastSession;
class vtkRayCastSurfaceSettings;
class vtkVolumeProperty;
struct RayCastArray;

/// The isosurfaces that a frame draws: the settings' surfaces without hidden ones, ones that light passes
/// through unhindered, and values that are no numbers.
struct IsosurfaceSet
{
  IsosurfaceSet() = default; ///< none
  IsosurfaceSet(
    vtkRayCastSurfaceSettings* settings, vtkVolumeProperty* property, const BlockStyle& style = {});

  std::vector<inkray::Isosurface> Surfaces;
  std::vector<int> Places; ///< of each surface in the list of isovalues
  bool NotANumber = false; ///< a listed isovalue is not finite

  bool IsTranslucent() const;
  /// Whether a listed isovalue has a surface in values of a range, drawn or not.
  bool IsAnyWithin(const double range[2]) const;
  ///@{
  /// Report that a listed value is no number. Note that none is listed, or that none has a surface within
  /// the `range` of the values (of an array), where something is to be drawn; the range of a piece says
  /// nothing.
  void ReportValues(RayCastSession& session) const;
  void NoteNone(
    RayCastSession& session, const double range[2], bool isPiece, const RayCastArray* array = nullptr) const;
  ///@}
  /// Whether two sets are drawn alike, whatever the places in the settings' list.
  bool operator==(const IsosurfaceSet& other) const;

private:
  std::vector<double> Values; // all that are finite
};
