// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkRayCastReport;
class vtkRenderer;
class vtkVolume;

/// Notes about volumes of a view in the same place. If the ray caster does not draw volumes in one picture,
/// each is a picture of its own, and the one with the nearer center covers the other. Volumes in a blend mode
/// other than Composite are such pictures wherever they are, unless their films are combined.
namespace OverlapWarning
{
/// Add a note to the report of a volume if it overlaps another visible volume and the last frame did not
/// merge the two. If one of them has a blend mode other than Composite, their boxes need not overlap.
/// Isosurfaces do not count, because they have a depth.
void AddNote(vtkRayCastReport* report, vtkRenderer* renderer, vtkVolume* volume);
} // namespace OverlapWarning
