// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayCuts.h"
#include "GradientFunctions.h"
#include "SolidColor.h"
#include "SurfaceColors.h"
#include "VolumeArrays.h"

class DisplayMessages;
struct MeshArrays;
class vtkAbstractVolumeMapper;
class vtkDataObject;
class vtkHavsMapper;
class vtkTetRayCastMapper;

/// How a display draws the volume of a mesh, by the properties of its panel; see vtkTetRayCastRepresentation.
struct VolumeLook : DisplayCuts
{
  VolumeArrays Arrays;
  SurfaceColors IsosurfaceColors;
  GradientFunctions Gradients;
  SolidColor Solid; ///< where no array is chosen to colour by
  double UnitDistance = 1;
  double Density = 1;
  double Opacity = 1;
  bool HasOpacityFunction = false;

  /// Whether the volume has one colour.
  bool IsSolid() const { return this->Arrays.Color.Name.empty(); }

  /// The arrays that the grid made of the blocks of a data set has to have.
  MeshArrays GetMeshArrays(vtkDataObject* data) const;

  /// The unit distance for a volume's property, with density and opacity in it.
  double GetUnitDistance() const;

  /// Have the project's mappers draw like this, whatever the colours are. All ranks call this.
  void ApplyTo(vtkTetRayCastMapper* mapper, vtkHavsMapper* havs) const;
  /// Only what crops the mapper's mesh. All ranks call this.
  void CropTo(vtkTetRayCastMapper* mapper) const;

  /// Have a mapper show the array of `data` that counts, by settings of the ray caster. Returns the property
  /// to draw with: `mapped` is that of the colour map. An error says where there is no such array.
  vtkVolumeProperty* ChooseColors(vtkDataSet* data, vtkAbstractVolumeMapper* mapper,
    vtkTetRayCastSettings* settings, vtkVolumeProperty* mapped, DisplayMessages& messages);
};
