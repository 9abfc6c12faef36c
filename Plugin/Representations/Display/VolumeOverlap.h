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
/// Add a note to the report of a volume whose box has more than faces in common with that of another volume,
/// both visible, where they were not mixed in the last frame; or, where one of them is in a blend mode other
/// than Composite, wherever they are. Isosurfaces are no volumes: they have a depth.
void AddNote(vtkRayCastReport* report, vtkRenderer* renderer, vtkVolume* volume);
} // namespace VolumeOverlap
