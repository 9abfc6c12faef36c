// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkInformation;
class vtkMatrix4x4;
class vtkPVDataRepresentation;
class vtkProp3D;

/// The bounds that a representation reports to its view, which makes its first clipping planes of them and
/// the camera that it resets to.
///
/// vtkPVRenderView::SetGeometryBounds() transforms two opposite corners of the box of the data, which is no
/// box of anything once the data are turned: what a state file shows was cut away, and the camera reset to
/// what is not there.
class GeometryBounds
{
public:
  /// The box of all eight corners of `bounds` transformed by `matrix`, xmin, xmax, ymin and so on; empty
  /// bounds stay as they are.
  static void Transform(const double bounds[6], vtkMatrix4x4* matrix, double transformed[6]);

  /// In REQUEST_UPDATE: the bounds of the data, and where the prop that shows them puts them. Orders of ranks
  /// go by the former.
  static void Set(
    vtkInformation* info, vtkPVDataRepresentation* representation, const double bounds[6], vtkProp3D* prop);
};
