// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayCuts.h"
#include "GradientFunctions.h"
#include "SolidColor.h"
#include "SurfaceColors.h"
#include "VolumeArrays.h"
#include "vtkTetRayCastSettings.h"

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

  /// Apply everything but the colors to the project's mappers. All ranks call this together.
  void ApplyTo(vtkTetRayCastMapper* mapper, vtkHavsMapper* havs) const;
  /// The same for an image with these bounds.
  void ApplyTo(vtkGridRayCastMapper* mapper, const double bounds[6]) const;
  /// Apply the cropping of the mapper's mesh alone. All ranks call this together.
  void CropTo(vtkTetRayCastMapper* mapper) const;

  /// Make a mapper show the array of `data` to color by, or the opacity array for Solid Color. Returns the
  /// property to draw with: `mapped`, which has the color map, or that of Solid Color. If the array is
  /// missing, an error says so.
  vtkVolumeProperty* ChooseColors(vtkDataSet* data, vtkAbstractVolumeMapper* mapper,
    vtkTetRayCastSettings* settings, vtkVolumeProperty* mapped, DisplayMessages& messages);

private:
  /// Apply what mappers of meshes and images have in common.
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
