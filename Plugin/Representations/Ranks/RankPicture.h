// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkPVDataRepresentation;
class vtkProp3D;

/// A display of which ranks can draw one picture together. Otherwise ParaView blends the pictures of the
/// ranks.
class INKRAYREPRESENTATIONS_EXPORT RankPicture
{
public:
  virtual ~RankPicture() = default;

  /// Whether ranks are to draw the display together in the coming frame. As with all functions of this class,
  /// the answer is the same on all ranks.
  virtual bool IsExchanged() = 0;

  /// Whether each rank has whole cells, and cuts rays at the walls of its box.
  virtual bool HasWholeCells() const = 0;

  /// Whether the display can be beside others that ranks draw together, without being drawn so itself.
  virtual bool JoinsOthers() = 0;

  /// The prop that places the display in the world. For displays that are placed alike, the boxes of ranks
  /// are the same.
  virtual vtkProp3D* GetPlaced() = 0;

protected:
  /// Whether drawing together is worth its time: ParaView's blending is a little dark and, where the display
  /// is moved, in a wrong order.
  static bool IsWorthIt(vtkPVDataRepresentation* display, vtkProp3D* placed, double imageSampleDistance);

  /// Whether everything that is ray cast in the view can be in one picture with this display, which has to be
  /// a RankPicture.
  static bool IsOne(vtkPVDataRepresentation* display);
};
