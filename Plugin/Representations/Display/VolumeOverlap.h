// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkRayCastReport;
class vtkRenderer;
class vtkVolume;

/// Volumes of a view in the same place. Volumes that the ray caster cannot cast in one picture are pictures
/// of their own, and the one with the nearer center covers the other. Extremes, means and sums of volumes
/// anywhere in the view are such pictures where they are not combined.
namespace VolumeOverlap
{
/// Add a note to a volume's report if its box overlaps that of another visible volume, and the two were not
/// mixed in the last frame. If one of them is in a blend mode other than Composite, they need not overlap.
/// Isosurfaces do not count: they have a depth.
void AddNote(vtkRayCastReport* report, vtkRenderer* renderer, vtkVolume* volume);
} // namespace VolumeOverlap
