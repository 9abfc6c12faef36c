// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastMessages.h"

#include <string>

/// What the Multi-block Inspector sets of single blocks, which are drawn with the others of their data set: a
/// colour or an opacity of a block's own changes nothing, and the report says so.
struct BlockStyles
{
  bool HasColors = false, HasOpacities = false;

  void NoteTo(RayCastMessages& messages) const
  {
    if (this->HasColors || this->HasOpacities)
    {
      const std::string what = this->HasColors && this->HasOpacities ? "Colors and opacities"
        : this->HasColors                                            ? "Colors"
                                                                     : "Opacities";
      messages.Note(what +
        " of single blocks (Multi-block Inspector) do not apply to ray casting: all blocks " +
        "share one color map and one opacity. Hide a block, or extract it and show it on its own.");
    }
  }
};
