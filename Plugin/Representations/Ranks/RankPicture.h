// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

class vtkPVDataRepresentation;
class vtkProp3D;

/// A display that ranks can draw together in one picture. Otherwise ParaView
/// composites the pictures of ranks.
class INKRAYREPRESENTATIONS_EXPORT RankPicture
{
public:
  virtual ~RankPicture() = default;

  /// Whether the ranks should draw the display together in the coming frame. The answers of all functions of
  /// this class are the same on all ranks.
  virtual bool IsExchanged() = 0;

  /// Whether each rank has whole cells and cuts rays at the walls of its box.
  virtual bool HasWholeCells() const = 0;

  /// Whether the display can be shown beside displays that ranks draw together, without being drawn together.
  virtual bool JoinsOthers() = 0;

  /// The prop with the matrix of the display. Displays with equal matrices have the same boxes of ranks.
  virtual vtkProp3D* GetPlaced() = 0;

protected:
  /// Whether drawing together is worth its time. ParaView's compositing is a little too dark and, for a
  /// display that is moved, in a wrong order.
  static bool IsWorthIt(vtkPVDataRepresentation* display, vtkProp3D* placed, double imageSampleDistance);

  /// Whether all displays that are ray cast in the view can be in one picture with `display`, which must be a
  /// RankPicture.
  static bool IsOne(vtkPVDataRepresentation* display);
};
