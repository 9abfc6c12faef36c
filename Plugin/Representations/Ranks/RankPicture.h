// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkPVDataRepresentation;
class vtkProp3D;

/// A display of which ranks can draw one picture together, in place of ParaView, which blends theirs.
class INKRAYREPRESENTATIONS_EXPORT RankPicture
{
public:
  virtual ~RankPicture() = default;

  /// Whether the coming frame of it is to be drawn so. The answer is the same on all ranks, as all are here.
  virtual bool IsExchanged() = 0;

  /// Whether each rank has whole cells, and cuts rays at the walls of its box.
  virtual bool HasWholeCells() const = 0;

  /// Whether it is in such a picture of others, whatever that shows, without being drawn so itself.
  virtual bool JoinsOthers() = 0;

  /// What is placed in the world: the boxes of ranks are the same for two displays that are placed alike.
  virtual vtkProp3D* GetPlaced() = 0;

protected:
  /// Whether the picture of ranks is worth it: ParaView's own is a little dark and, where the display is
  /// moved, in a wrong order.
  static bool IsWorthIt(vtkPVDataRepresentation* display, vtkProp3D* placed, double imageSampleDistance);

  /// Whether all that is ray cast in the view can be in one picture with this display, which is a
  /// RankPicture.
  static bool IsOne(vtkPVDataRepresentation* display);
};
