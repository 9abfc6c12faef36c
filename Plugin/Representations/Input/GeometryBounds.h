// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkInformation;
class vtkMatrix4x4;
class vtkPVDataRepresentation;
class vtkProp3D;

/// The bounds that a representation reports to its view. The view takes its first clipping planes from them,
/// and the camera after a reset.
///
/// vtkPVRenderView::SetGeometryBounds() transforms two opposite corners of the data's box. If the
/// data are rotated, these do not span the rotated box: the view then clips visible data and resets
/// the camera to a wrong place.
class GeometryBounds
{
public:
  /// The bounding box (xmin, xmax, ymin, ...) of all eight corners of `bounds` after `matrix`. Empty bounds
  /// stay as they are.
  static void Transform(const double bounds[6], vtkMatrix4x4* matrix, double transformed[6]);

  /// In REQUEST_UPDATE: report the bounds of the data, and the matrix of the prop that shows them. The order
  /// of ranks goes by the bounds of the data.
  static void Set(
    vtkInformation* info, vtkPVDataRepresentation* representation, const double bounds[6], vtkProp3D* prop);
};
