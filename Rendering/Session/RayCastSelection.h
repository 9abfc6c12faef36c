// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkType.h"

#include <cstddef>
#include <functional>

class RayCastFrameTarget;
class vtkRenderer;

/// The data that a hardware selection reads from a picture of rays: depths, and ids of each pixel.
struct RayCastSelection
{
  int Width = 0, Height = 0;    ///< size of the renderer's viewport, with one id for each pixel
  const float* Depth = nullptr; ///< window depths, lower row first; 1 in empty pixels

  ///@{
  /// Return the id in a pixel that is not empty. Only the function of the selected kind is called: cells or
  /// points.
  std::function<vtkIdType(std::size_t pixel)> CellId;
  std::function<vtkIdType(std::size_t pixel)> PointId;
  ///@}
  ///@{
  /// Return the flat index of the block, from 1 on, and the process that has it. An empty function means that
  /// the data are not composite, or that this process has them.
  std::function<unsigned int(std::size_t pixel)> CompositeIndex;
  std::function<int(std::size_t pixel)> ProcessId;
  ///@}

  /// Draw the picture of the renderer's selector for its current pass, where it is not behind the window's
  /// depths.
  void Draw(vtkRenderer* renderer, RayCastFrameTarget& target) const;
};
