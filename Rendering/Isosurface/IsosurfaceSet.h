// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockStyle.h"
#include "Shading/Isosurface.h"

#include <vector>

class RayCastSession;
class vtkRayCastSurfaceSettings;
class vtkVolumeProperty;
struct RayCastArray;

/// The isosurfaces that a frame draws: the settings' surfaces except hidden ones, ones that do not attenuate
/// light, and values that are no numbers.
struct IsosurfaceSet
{
  IsosurfaceSet() = default; ///< no surfaces
  IsosurfaceSet(
    vtkRayCastSurfaceSettings* settings, vtkVolumeProperty* property, const BlockStyle& style = {});

  std::vector<inkray::Isosurface> Surfaces;
  std::vector<int> Places; ///< place of each surface in the list of isovalues
  bool NotANumber = false; ///< a listed isovalue is not finite

  bool IsTranslucent() const;
  /// Whether a listed isovalue has a surface in values of a range, drawn or not.
  bool IsAnyWithin(const double range[2]) const;
  ///@{
  /// ReportValues warns of a listed value that is no number. NoteNone says why nothing is drawn: no value is
  /// listed, or none has a surface within `range`, the range of the values of `array`. It says nothing where
  /// the data are a piece, as other pieces may have a surface.
  void ReportValues(RayCastSession& session) const;
  void NoteNone(
    RayCastSession& session, const double range[2], bool isPiece, const RayCastArray* array = nullptr) const;
  ///@}
  /// Whether two sets are drawn alike, whatever the places in the settings' list.
  bool operator==(const IsosurfaceSet& other) const;

private:
  std::vector<double> Values; // all that are finite
};
