// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ImageVolume.h"
#include "RayCastHeld.h"

#include <string>

class RayCastSession;
class vtkDataSet;
class vtkRayCastSurfaceSettings;

/// An image or rectilinear grid with the array that a mapper draws, and the array that colors isosurfaces.
struct IsosurfaceGrid
{
  vtkDataSet* Image = nullptr;
  RayCastArray Scalars;
  RayCastArray Colors;           ///< no array: the isovalues have the colors
  bool AreCellsConstant = false; ///< as of inkray::filters::ImageVolume

  /// Take a vtkImageData or vtkRectilinearGrid as the image; null for other types.
  void SetImage(vtkDataSet* input);
  /// The same, with a message if there is no image. Returns false then, and, with a note, for an empty image;
  /// an empty part gives no note.
  bool SelectImage(RayCastSession& session, vtkDataSet* input, bool isPart);
  /// Select the arrays of the image or, where there is none, of a mesh. False, with a problem reported: there
  /// is no array, or the image has no volume.
  bool SelectArrays(RayCastSession& session, vtkRayCastSurfaceSettings* settings, vtkDataSet* input);

  /// The identity of the image with one of its arrays. The image may be absent.
  inkray::filters::ImageVolumeKey KeyOf(const RayCastArray& array) const;
  inkray::filters::ImageVolumeKey GetKey() const { return this->KeyOf(this->Scalars); }
  /// Why the image cannot be a volume with values of the array. Empty if it can, or without an image.
  std::string FindProblem(const RayCastArray& array) const;
};
