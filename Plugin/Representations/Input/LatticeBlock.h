// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkImageData.h"
#include "vtkSmartPointer.h"

#include <array>

/// An image that is a block of a composite data set or a part of a block, on the lattice of all blocks.
struct LatticeBlock
{
  using Extent = std::array<int, 6>; ///< in steps of the lattice

  vtkSmartPointer<vtkImageData> Image;
  unsigned int FlatIndex; ///< of the block
  int Process;            ///< the rank that has read the block
  Extent Place;           ///< of the image
  Extent Whole;           ///< of the whole block
};
