// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockOrder.h"
#include "FilmGroups.h"
#include "RayCastMapper.h"

#include <vector>

class vtkCamera;
class vtkVolume;

/// One volume of a view, or several that overlap and are drawn at once, the farthest center first.
struct PictureUnit
{
  std::vector<vtkVolume*> Volumes;
  BlockOrder::Box Box;              ///< in the world
  RayCastMapper::Merging Merging;   ///< what the first to take part can do best
  BlockOrder::Box Whole;            ///< of all blocks of the data set
  const FilmGroup* Films = nullptr; ///< whose picture this is

  /// The units of volumes from back to front. `films` are groups whose films are combined; those that overlap
  /// are one unit, too, where they may be merged.
  static std::vector<PictureUnit> BackToFront(const std::vector<vtkVolume*>& pictures,
    const std::vector<FilmGroup>& films, vtkCamera* camera, bool mayMerge);

  static RayCastMapper::Merging MergingOf(vtkVolume* volume);

private:
  void Take(const PictureUnit& other);
  /// Whether both may be in one picture, which one of them casts. Blocks of one display whose boxes overlap
  /// by what they share with one another are in their order.
  bool GoesWith(const PictureUnit& other) const;
  /// Whether all volumes of both are blocks of one display, which share its property.
  bool IsOneDisplay(const PictureUnit& other) const;
};
