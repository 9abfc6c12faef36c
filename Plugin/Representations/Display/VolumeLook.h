// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CellSelection.h"
#include "DisplayCuts.h"
#include "GradientFunctions.h"
#include "SolidColor.h"
#include "SurfaceColors.h"
#include "VolumeArrays.h"
#include "vtkPiecewiseFunction.h"
#include "vtkTetRayCastSettings.h"

#include <algorithm>

class DisplayMessages;
struct MeshArrays;
class vtkAbstractVolumeMapper;
class vtkDataObject;
class vtkGridRayCastMapper;
class vtkHavsMapper;
class vtkTetRayCastMapper;

/// The look of a volume, by the properties of a display's panel: see vtkTetRayCastRepresentation.
struct VolumeLook : DisplayCuts
{
  VolumeArrays Arrays;
  SurfaceColors IsosurfaceColors;
  GradientFunctions Gradients;
  SolidColor Solid; ///< the look if no array is chosen to color by
  double UnitDistance = 1;
  double Density = 1;
  double Opacity = 1;
  bool HasOpacityFunction = false;

  /// Whether the volume has one color (Solid Color).
  bool IsSolid() const { return this->Arrays.Color.Name.empty(); }

  /// The arrays that the grid needs, which is made of the blocks of a data set.
  MeshArrays GetMeshArrays(vtkDataObject* data) const;

  /// The unit distance of the volume property: UnitDistance divided by density and opacity.
  double GetUnitDistance() const;

  /// Apply all settings but the colors to the project's mappers. All ranks call this together.
  void ApplyTo(vtkTetRayCastMapper* mapper, vtkHavsMapper* havs) const;
  /// The same for an image with these bounds.
  void ApplyTo(vtkGridRayCastMapper* mapper, const double bounds[6]) const;
  /// Apply the cropping of the mapper's mesh alone. All ranks call this together.
  void CropTo(vtkTetRayCastMapper* mapper) const;

  /// Make a mapper show the array of `data` to color by, or the opacity array for Solid Color. Returns the
  /// property to draw with: `mapped`, which has the color map, or the property of Solid Color. If the array
  /// is missing, an error says so.
  vtkVolumeProperty* ChooseColors(vtkDataSet* data, vtkAbstractVolumeMapper* mapper,
    vtkTetRayCastSettings* settings, vtkVolumeProperty* mapped, DisplayMessages& messages);

private:
  /// Apply the settings that mappers of meshes and mappers of images share.
  template <class Mapper>
  void ApplyShownTo(Mapper* mapper) const
  {
    mapper->SetBlendedOpacity(this->Opacity);
    mapper->SelectOpacityArray(this->Arrays.Opacity.Association,
      this->Arrays.HasSeparateOpacity() ? this->Arrays.Opacity.Name.c_str() : nullptr,
      this->Arrays.OpacityComponent);
    vtkTetRayCastSettings* const settings = mapper->GetSettings();
    settings->SetOpacity(this->Opacity); // of the surfaces
    this->IsosurfaceColors.ApplyTo(settings);
    this->Threshold.ApplyTo(mapper);
    this->Slices.ApplyTo(settings);
    settings->SetDrawVolume(!(this->Slices.Use && this->Slices.Alone));
  }
};

/// Declare the commands of ParaView's properties for the VolumeLook of a representation in its class;
/// `mapper` draws. In addition to threshold, slices and isosurfaces:
/// - Whether to draw slices without the volume around them. Off by default.
/// - The scalar that is drawn of a vector (VolumeArrays::VectorModeType): that of the color map, by default,
///   the magnitude, or a component.
/// - The blend mode of values along a ray, one of vtkVolumeMapper's from COMPOSITE_BLEND (default) to
///   ADDITIVE_BLEND, and the range of values, in the array's units, that AVERAGE_INTENSITY_BLEND counts.
/// - A function of gradient magnitude that multiplies the opacity, off by default.
/// - The color of Solid Color.
/// - The opacity function, as in the superclass; null for none. The unit distance is the length over which
///   the volume absorbs the opacity of that function. Opacity, from 0 to 1 (default), is a factor of the
///   function, and of the opacity of isosurfaces: with 0.5, every length absorbs half as much, as with twice
///   the unit distance. Thus pictures of ranks and overlapping volumes composite to the picture of one
///   process. Density, a positive number, divides the unit distance.
/// - The arrays with the ids of selected points and cells (null: use their ids in the data), and
///   CellSelection::Finder.
#define INKRAY_VOLUME_COMMANDS(look, mapper)                                                                 \
  INKRAY_THRESHOLD_AND_SLICES(look)                                                                          \
  INKRAY_ISOSURFACE_COMMANDS(mapper)                                                                         \
  INKRAY_COMMAND(SetSlicesAlone(bool alone), look.Slices.Alone = alone)                                      \
  INKRAY_COMMAND(SetVectorMode(int mode), look.Arrays.VectorMode = mode)                                     \
  INKRAY_COMMAND(SetVectorComponent(int component), look.Arrays.VectorComponent = component)                 \
  INKRAY_COMMAND(SetRayCastBlendMode(int mode), mapper->SetBlendMode(mode))                                  \
  INKRAY_COMMAND(                                                                                            \
    SetAverageIPScalarRange(double low, double high), mapper->SetAverageIPScalarRange(low, high))            \
  INKRAY_COMMAND(SetUseGradientOpacity(bool use), look.Gradients.UseOpacity = use)                           \
  INKRAY_COMMAND(SetGradientOpacity(vtkPiecewiseFunction* function), look.Gradients.Opacity = function)      \
  INKRAY_COMMAND(SetDiffuseColor(double r, double g, double b), look.Solid.SetColor(r, g, b))                \
  INKRAY_COMMAND(                                                                                            \
    SetScalarOpacity(vtkPiecewiseFunction* function), look.HasOpacityFunction = function != nullptr;         \
    this->Superclass::SetScalarOpacity(function))                                                            \
  INKRAY_COMMAND(SetScalarOpacityUnitDistance(double distance), look.UnitDistance = distance)                \
  INKRAY_COMMAND(SetDensity(double density), look.Density = density > 0 ? density : 1.0)                     \
  INKRAY_COMMAND(SetOpacity(double opacity), look.Opacity = std::clamp(opacity, 0.0, 1.0))                   \
  INKRAY_COMMAND(SetArrayIdNames(const char* pointArray, const char* cellArray) override,                    \
    CellSelection::SetArrayIdNames(mapper.GetPointer(), pointArray, cellArray))                              \
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks) override                   \
  {                                                                                                          \
    return CellSelection::FindCells(mapper.GetPointer(), pixels, cells, withRanks);                          \
  }
