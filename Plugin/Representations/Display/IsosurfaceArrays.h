// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "InKRayRepresentationsModule.h"

#include <string>
#include <vector>

struct IsosurfaceGrids;
struct RayCastArray;
class DisplayMessages;
class vtkColorTransferFunction;
class vtkIsosurfaceRayCastSettings;

/// The array whose isosurfaces a display shows, and the array that colors them.
class INKRAYREPRESENTATIONS_EXPORT IsosurfaceArrays
{
public:
  using List = std::vector<vtkSmartPointer<vtkDataSet>>;

  ArrayChoice Chosen;                 ///< the isosurface array; no name: GetPreferred chooses
  int Component = 0;                  ///< of Chosen; not below the number of components: magnitude
  ArrayChoice Color;                  ///< the array to color by; no name: one color
  bool MapScalars = true;             ///< false: in images, the components of Color are colors themselves
  double SolidColor[3] = { 1, 1, 1 }; ///< the color if no array is chosen

  /// Whether both choose the same arrays and component; the data may differ.
  bool HaveSurfacesOf(const IsosurfaceArrays& other) const
  {
    return this->Chosen == other.Chosen && this->Component == other.Component && this->Color == other.Color;
  }

  /// The isosurface array in a mesh that is made of these blocks. Null if the mesh does not have it.
  RayCastArray FindIn(vtkDataSet* mesh, const List& pieces) const;

  void SetComponent(int component);
  void SetSolidColor(double red, double green, double blue);

  /// The isosurface array: the chosen array; without one, the array to color by if any block has it; else the
  /// first array in the blocks.
  ArrayChoice GetPreferred(const List& pieces) const;

  /// Find the isosurface array in the data. Without it, return false and report why nothing is drawn.
  bool Find(const IsosurfaceGrids& pieces, ArrayChoice& choice, DisplayMessages& messages) const;

  /// Set the component of the isosurface array and the coloring of surfaces in the settings of mappers. The
  /// color map determines the component of the array to color by.
  void ApplyTo(vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrids& pieces,
    const ArrayChoice& contoured, vtkColorTransferFunction* colors, DisplayMessages& messages) const;

  /// A note that says why no isovalue of the settings has a surface in any block of any rank. Empty if there
  /// is a surface, and on all ranks but the first. All ranks call this together.
  std::string WhyNoSurface(
    const IsosurfaceGrids& pieces, vtkIsosurfaceRayCastSettings* settings, DisplayMessages& messages) const;
};
