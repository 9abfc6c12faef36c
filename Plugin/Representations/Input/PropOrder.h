// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkProp;
class vtkRenderer;

/// Where a picture stands among the opaque surfaces of a view, which are drawn in the order of the renderer's
/// props: the order in which they were shown, or another one from a state file.
///
/// In a pixel at an outline the picture covers a share and has a depth. Surfaces that are drawn later are
/// behind it, and do not fill the other share: what is there when the picture is drawn does.
class PropOrder
{
public:
  /// Behind all surfaces, which then fill the outlines of a picture in front of them.
  static void MoveBehindSurfaces(vtkRenderer* renderer, vtkProp* picture);
  /// Before all surfaces: of a picture that shows them itself, blurred by a lens for example.
  static void MoveBeforeSurfaces(vtkRenderer* renderer, vtkProp* picture);
};
