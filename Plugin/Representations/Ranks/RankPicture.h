// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"
#include "RankBoxes.h"

#include <array>
#include <vector>

class vtkInformation;
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

  /// Whether each rank has whole cells and cuts rays at the walls of its box, or the box is where they end.
  virtual bool HasWholeCells() const { return true; }

  /// Whether the display can be shown beside displays that ranks draw together, without being drawn together.
  virtual bool JoinsOthers() { return false; }

  /// The prop with the matrix of the display. Displays with equal matrices have the same boxes of ranks.
  virtual vtkProp3D* GetPlaced() = 0;

  /// The bounds of this rank's images, which stay on their ranks, as they are without the placement of the
  /// display. They are uninitialized (vtkMath) if only other ranks have images, and null if no rank has any.
  virtual const double* GetImageBounds() { return nullptr; }

  /// The directions of the axes of this rank's image, as in vtkImageData::GetDirectionMatrix. Null if this
  /// rank has no image.
  virtual const double* GetImageAxes() { return nullptr; }

  /// The bounds of this rank's image along axes that are given as in GetImageAxes. They are uninitialized
  /// (vtkMath) if this rank has no image.
  virtual void GetBoundsAlong(const double axes[9], double bounds[6]);

  /// The axes of the first rank with an image, as SetBounds found them. They are x, y and z without an image.
  const std::array<double, 9>& GetAxes() const { return this->Axes; }

  /// Returns a box for each rank, along the axes of the image of `display`, which must be a RankPicture.
  /// Returns no boxes unless these axes are turned, and the same for all displays in the picture; the boxes
  /// of the view then apply. All ranks call this together.
  static std::vector<RankBoxes::Box> FindTurnedBoxes(vtkPVDataRepresentation* display);

  /// Whether everything that is ray cast in the view can be in one picture with `display`,
  /// which must be a RankPicture.
  static bool IsOne(vtkPVDataRepresentation* display);

protected:
  /// Whether drawing together is worth its time. ParaView's compositing is a little too dark and, for a
  /// display that is moved or an image with turned axes, in a wrong order.
  static bool IsWorthIt(vtkPVDataRepresentation* display, vtkProp3D* placed, double imageSampleDistance);

  /// In REQUEST_UPDATE of a display with images: report the bounds of the ranks' boxes to the view, for this
  /// and all other displays with images.
  static void SetBounds(vtkInformation* view, vtkPVDataRepresentation* display);

private:
  bool IsTurned() const;

  std::array<double, 9> Axes = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
};
