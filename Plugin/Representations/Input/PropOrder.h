// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkProp;
class vtkRenderer;

/// The place of a picture among the opaque surfaces of a view. Surfaces are drawn in the order of the
/// renderer's props: the order in which they were shown, or the order in a state file.
///
/// A pixel at an outline of the picture is partly covered, and has the depth of the picture.
/// Surfaces that are drawn later are behind that depth, so only surfaces that are drawn earlier show
/// through the rest of the pixel.
class PropOrder
{
public:
  /// Draw the picture after all surfaces, which then show through its outlines.
  static void MoveBehindSurfaces(vtkRenderer* renderer, vtkProp* picture);
  /// Draw the picture before all surfaces. For pictures that show the surfaces themselves,
  /// for example blurred by a lens.
  static void MoveBeforeSurfaces(vtkRenderer* renderer, vtkProp* picture);
};
