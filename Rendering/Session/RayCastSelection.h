// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkType.h"

#include <cstddef>
#include <functional>

class RayCastFrameTarget;
class vtkRenderer;

/// Data that a hardware selection reads in a picture of rays: depths, and ids of each pixel.
struct RayCastSelection
{
  int Width = 0, Height = 0;    ///< of the renderer's viewport, a pixel each
  const float* Depth = nullptr; ///< window depths, lower row first; 1 where nothing is seen

  ///@{
  /// Ids in a pixel that shows something. Only the selected kind is asked for: cells or points.
  std::function<vtkIdType(std::size_t pixel)> CellId;
  std::function<vtkIdType(std::size_t pixel)> PointId;
  ///@}
  ///@{
  /// The flat index of its block, from 1 on, and the process that has it. Empty: it is no composite data, and
  /// the process is this one.
  std::function<unsigned int(std::size_t pixel)> CompositeIndex;
  std::function<int(std::size_t pixel)> ProcessId;
  ///@}

  /// Draw the picture of the renderer's selector for its current pass, where it is not behind the window's
  /// depths.
  void Draw(vtkRenderer* renderer, RayCastFrameTarget& target) const;
};
