// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/Isosurface.h"

#include <algorithm>
#include <array>
#include <map>

/// The look of a block of a composite data set, if it differs from the look of the other blocks.
struct BlockStyle
{
  double Opacity = 1;                        ///< multiplies the opacity of the block's volume and isosurfaces
  bool OwnColor = false;                     ///< the color replaces the color map
  std::array<double, 3> Color = { 1, 1, 1 }; ///< red, green and blue, 0 to 1

  /// Apply the style to a surface. A surface with a fixed color keeps it.
  void ApplyTo(inkray::Isosurface& surface) const
  {
    surface.opacity *= static_cast<float>(this->Opacity);
    if (this->OwnColor && !surface.keepsColor)
    {
      surface.keepsColor = true;
      std::transform(this->Color.begin(), this->Color.end(), surface.color,
        [](double channel) { return static_cast<float>(std::clamp(channel, 0.0, 1.0)); });
    }
  }

  bool operator==(const BlockStyle& other) const
  {
    return this->Opacity == other.Opacity && this->OwnColor == other.OwnColor &&
      (!this->OwnColor || this->Color == other.Color);
  }
};

/// Styles, by the blocks' flat indices in their composite data set.
using BlockStyleMap = std::map<unsigned int, BlockStyle>;
