// SPDX-License-Identifier: BSD-3-Clause
#include "OverlapWarning.h"

#include "RayCastMapper.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkProp.h"
#include "vtkPropCollection.h"
#include "vtkRayCastReport.h"
#include "vtkRayCastVolume.h"
#include "vtkRenderer.h"
#include "vtkVolume.h"
#include "vtkVolumeCollection.h"

#include <algorithm>
#include <string>

namespace
{
const char* const WhatIsMixed = "InKRay Ray Caster mixes volumes, with their isosurfaces and slices, in "
                                "blend mode Composite on one device.";

/// Whether a mapper draws more than opaque surfaces. Opaque surfaces are hidden correctly by depth.
bool IsTranslucent(vtkAbstractVolumeMapper* mapper)
{
  auto* const drawing = dynamic_cast<RayCastMapper*>(mapper);
  return mapper && (!drawing || drawing->MayCover());
}

/// Whether a mapper shows an extreme, a mean or a sum along each ray.
bool IsFilm(vtkVolume* volume)
{
  auto* const drawing = dynamic_cast<RayCastMapper*>(volume->GetMapper());
  return drawing && drawing->KeepsFilms();
}

/// Whether the intersection of two boxes has a volume.
bool Overlap(const double a[6], const double b[6])
{
  bool both = a && b;
  for (int axis = 0; both && axis < 3; ++axis)
  {
    both = std::min(a[2 * axis + 1], b[2 * axis + 1]) > std::max(a[2 * axis], b[2 * axis]);
  }
  return both;
}
} // namespace

void OverlapWarning::AddNote(vtkRayCastReport* report, vtkRenderer* renderer, vtkVolume* volume)
{
  const double* const mine = volume->GetVisibility() ? volume->GetBounds() : nullptr;
  vtkVolumeCollection* const volumes = renderer && mine ? renderer->GetVolumes() : nullptr;
  bool overlaps = false, isFilm = false;
  for (int i = 0; volumes && i < volumes->GetNumberOfItems(); ++i)
  {
    auto* const other = vtkVolume::SafeDownCast(volumes->GetItemAsObject(i));
    if (other && other != volume && other->GetVisibility() && IsTranslucent(other->GetMapper()) &&
      !vtkRayCastVolume::AreMerged(renderer, volume, other))
    {
      const bool isOneFilm = IsFilm(volume) || IsFilm(other);
      isFilm = isFilm || isOneFilm;
      overlaps = overlaps || (!isOneFilm && Overlap(mine, other->GetBounds()));
    }
  }
  if (overlaps)
  {
    report->AddRemark("note",
      (std::string("This volume overlaps another one and is not mixed with it: the volume with the nearer "
                   "center covers the other. ") +
        WhatIsMixed)
        .c_str());
  }
  if (isFilm)
  {
    report->AddRemark("note",
      "This volume and another one of the view are separate pictures: the volume with the nearer center "
      "covers the other. InKRay Ray Caster finds the extreme, mean or sum of several volumes along a ray if "
      "they have the same blend mode, device and array. Extremes also need the same colors and opacity, and "
      "averages need the same range.");
  }
  vtkPropCollection* const props = renderer && mine ? renderer->GetViewProps() : nullptr;
  for (int i = 0; props && i < props->GetNumberOfItems() && !vtkRayCastVolume::HasPolygons(renderer); ++i)
  {
    auto* const other = vtkProp::SafeDownCast(props->GetItemAsObject(i));
    if (other && other->GetVisibility() && other->HasTranslucentPolygonalGeometry() &&
      Overlap(mine, other->GetBounds()))
    {
      report->AddRemark("note",
        (std::string(
           "This volume covers translucent polygons that are within it. To draw them in their depth, use "
           "blend mode Composite and turn on Depth Peeling and Depth Peeling For Volumes in the settings of "
           "the view. The view must show a single volume, or only volumes that can be mixed. ") +
          WhatIsMixed)
          .c_str());
      break;
    }
  }
}
