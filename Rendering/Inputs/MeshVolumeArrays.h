// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/FieldValues.h"
#include "IsosurfaceSet.h"
#include "RayCastHeld.h"
#include "Renderers/MeshVolume/Frames/FrameRules.h"
#include "View/Clipping.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

class MeshBlockStyles;
class RayCastSession;
class vtkDataSet;
class vtkImageData;
class vtkPiecewiseFunction;
class vtkScalarsToColors;
class vtkTetRayCastSettings;
class vtkUnstructuredGrid;

/// A user's choice of an array: its name (empty: no array), its association (vtkDataObject's), and a
/// component of its tuples. A number beyond the components means the Euclidean norm.
struct MeshArrayChoice
{
  std::string Name;
  int Association = vtkDataObject::POINT;
  int Component = 0;

  /// Set the choice. Returns false if it has not changed.
  bool Set(int association, const char* name, int component)
  {
    const MeshArrayChoice before = *this;
    this->Name = name ? name : "";
    this->Association = association;
    this->Component = component;
    return before.Name != this->Name || before.Association != association || before.Component != component;
  }
};

/// The arrays of a mesh or an image that a frame shows, and how the frame shows them. This decides which data
/// a caster needs.
struct MeshVolumeArrays
{
  vtkUnstructuredGrid* Grid = nullptr; ///< the mesh; null for an image
  bool IsPart = false;                 ///< the data are one part; other ranks have the rest
  RayCastArray Scalars;
  /// The number that a full color channel has, as in ParaView when colors are not mapped.
  double GetFullChannel() const;
  RayCastArray Opacity;                          ///< array of the opacity, if it is not Scalars
  RayCastArray Threshold;                        ///< cells vanish by its values; no array: all cells stay
  inkray::FilmTraits Film = inkray::allFilms[0]; ///< film of the blend mode
  bool AreColors = false;                        ///< the scalars are colors
  bool DrawsVolume = true;                       ///< false: the frame shows isosurfaces and slices alone
  bool IsInLight = false;                        ///< the volume is lit
  double BlendedOpacity = 1;                     ///< see vtkTetRayCastMapper
  /// Opacity is the share of light that the unit distance stops (RayCastBridge::FunctionUse).
  bool IsOverUnitDistance = false;
  /// The range that values are relative to (inkray::HeldField), the same for all parts whose films are
  /// combined; empty: their own range. HeldOpacity is the range of a separate opacity array.
  inkray::FiniteRange Held, HeldOpacity;
  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  std::vector<inkray::ClippingPlane> Slices;
  IsosurfaceSet Surfaces;     ///< the drawn surfaces
  RayCastArray SurfaceColors; ///< the array that colors them; no array: the isovalues do
  vtkScalarsToColors* SurfaceColorFunction = nullptr; ///< the settings' function for isosurfaces, or null
  vtkPiecewiseFunction* GradientOpacity = nullptr;    ///< the gradient opacity to apply, or null
  vtkImageData* Transfer2D = nullptr;                 ///< a 2-D function that replaces the others, or null
  std::array<float, 4> NaN = {};           ///< color and attenuation of cells without a value; attenuation 0:
                                           ///< transparent
  const MeshBlockStyles* Blocks = nullptr; ///< styles of blocks that differ from one another, or null

  /// Choose the source of the opacity: an array or, without a choice, components of dependent scalars.
  /// Returns false, and reports it, if the array does not exist.
  bool SelectOpacity(RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice);

  /// Choose the array by which cells vanish. Returns false, and reports why, if the array does not exist, or
  /// if range[0] to range[1] is no range and holds no value. Notes if no value of the array lies in the
  /// range.
  bool SelectThreshold(
    RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice, const double range[2]);

  /// Choose the isosurfaces of the settings and the array that colors them. A missing color array is
  /// reported.
  void SelectSurfaces(RayCastSession& session, vtkDataSet* grid, vtkTetRayCastSettings* settings);

  /// Choose the slices of the settings. Slices without a normal, and slices beyond inkray::maxClippingPlanes,
  /// are left out and reported.
  void SelectSlices(RayCastSession& session, vtkTetRayCastSettings* settings);

  /// Choose whether the property's gradient opacity and 2-D transfer function apply; call this last. If the
  /// user wants one that cannot apply, a note says why.
  void SelectGradients(RayCastSession& session);

  /// Choose how cells without a value are drawn; call this last.
  void SelectNaN(RayCastSession& session, vtkTetRayCastSettings* settings);

  /// Whether the volume is lit. If the property's Shade asks for light but the frame cannot have it, a note
  /// says why.
  bool IsLit(RayCastSession& session) const;

private:
  /// Whether a feature cannot be drawn in this frame. If so, a note says why (FrameRules.h).
  bool LeavesOut(RayCastSession& session, inkray::FrameFeature feature, bool areColors) const;
};
