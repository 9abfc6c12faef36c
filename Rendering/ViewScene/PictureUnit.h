// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockOrder.h"
#include "FilmGroups.h"
#include "RayCastMapper.h"

#include <vector>

class vtkCamera;
class vtkVolume;

/// A volume of a view, or several volumes that are drawn in one picture, farthest center first.
struct PictureUnit
{
  std::vector<vtkVolume*> Volumes;
  BlockOrder::Box Box;              ///< bounds in world coordinates
  RayCastMapper::Merging Merging;   ///< the highest level that any of its volumes has
  BlockOrder::Box Whole;            ///< bounds of all blocks of the data set
  const FilmGroup* Films = nullptr; ///< the group whose films the picture combines, or null

  /// The units of volumes from back to front. Each group of `films` is one unit. With `mayMerge`, volumes
  /// that overlap and can be merged are one unit, too.
  static std::vector<PictureUnit> BackToFront(const std::vector<vtkVolume*>& pictures,
    const std::vector<FilmGroup>& films, vtkCamera* camera, bool mayMerge);

  static RayCastMapper::Merging MergingOf(vtkVolume* volume);

private:
  void Take(const PictureUnit& other);
  /// Whether both may be in one picture, which one of them casts. Blocks of one display overlap only by the
  /// cells that they share. They are not united unless a mesh is among them.
  bool GoesWith(const PictureUnit& other) const;
  /// Whether all volumes of both are blocks of one display, which share its property.
  bool IsOneDisplay(const PictureUnit& other) const;
};
