// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "IsosurfaceSet.h"
#include "RayCastHeld.h"
#include "Renderers/MeshVolume/Frames/FrameRules.h"
#include "View/Clipping.h"

#include <array>
#include <string>
#include <vector>

class MeshBlockStyles;
class RayCastSession;
class vtkDataSet;
class vtkImageData;
class vtkPiecewiseFunction;
class vtkTetRayCastSettings;

/// A user's choice of an array: its name, its association (vtkDataObject's), and a component of its tuples
/// or, for a number beyond the components, the Euclidean norm. No name: none.
struct MeshArrayChoice
{
  std::string Name;
  int Association = vtkDataObject::POINT;
  int Component = 0;

  /// False: the choice is the same as before.
  bool Set(int association, const char* name, int component)
  {
    const MeshArrayChoice before = *this;
    this->Name = name ? name : "";
    this->Association = association;
    this->Component = component;
    return before.Name != this->Name || before.Association != association || before.Component != component;
  }
};

/// The arrays of a mesh that a frame shows, and how it shows them.
struct MeshVolumeArrays
{
  RayCastArray Scalars;
  RayCastArray Opacity;                          ///< where it is another array
  RayCastArray Threshold;                        ///< by which cells vanish; null: none do
  inkray::FilmTraits Film = inkray::allFilms[0]; ///< of the blend mode
  bool AreColors = false;                        ///< the scalars are colours themselves
  bool DrawsVolume = true;                       ///< otherwise isosurfaces and slices alone
  std::vector<inkray::ClippingPlane> Slices;
  IsosurfaceSet Surfaces;                          ///< that are drawn
  RayCastArray SurfaceColors;                      ///< which colours them; null: none does
  vtkPiecewiseFunction* GradientOpacity = nullptr; ///< that is obeyed
  vtkImageData* Transfer2D = nullptr;              ///< in place of the other functions
  std::array<float, 4> NaN = {}; ///< colour and attenuation of cells without a value; 0: transparent
  const MeshBlockStyles* Blocks = nullptr; ///< that differ from one another; null: none do

  /// Choose the source of the opacity: an array or, where none is chosen, components of the scalars that are
  /// not independent. False, with a problem reported: there is no such array.
  bool SelectOpacity(RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice);

  /// Choose the array by which cells vanish. False, with a problem reported: there is no such array, or
  /// range[0] to range[1] is no range and holds no value.
  bool SelectThreshold(
    RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice, const double range[2]);

  /// Choose the isosurfaces of the settings and the array that colours them. A colour array that is not there
  /// is reported.
  void SelectSurfaces(RayCastSession& session, vtkDataSet* grid, vtkTetRayCastSettings* settings);

  /// Choose the slices of the settings. Slices without a normal, and slices beyond
  /// inkray::maxClippingPlanes, are left out, with a problem reported.
  void SelectSlices(RayCastSession& session, vtkTetRayCastSettings* settings);

  /// Choose whether the property's gradient opacity and 2-D transfer function draw the volume, after all
  /// else. Where one is asked for in vain, a note says why.
  void SelectGradients(RayCastSession& session);

  /// Choose how cells without a value are drawn, after all else.
  void SelectNaN(RayCastSession& session, vtkTetRayCastSettings* settings);

  /// Whether the volume is lit. Where the property's Shade asks for that in vain, a note says why.
  bool IsLit(RayCastSession& session) const;

private:
  /// Whether a feature that is asked for cannot be drawn, which a note then says (FrameRules.h).
  bool LeavesOut(RayCastSession& session, inkray::FrameFeature feature, bool areColors) const;
};
