// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "InKRayRepresentationsModule.h"

#include <string>
#include <vector>

struct IsosurfacePieces;
struct RayCastArray;
class DisplayMessages;
class vtkColorTransferFunction;
class vtkIsosurfaceRayCastSettings;

/// The array that has the isosurfaces of a display, and the array that colours them.
class INKRAYREPRESENTATIONS_EXPORT IsosurfaceArrays
{
public:
  using List = std::vector<vtkSmartPointer<vtkDataSet>>;

  ArrayChoice Chosen;                 ///< to have isosurfaces of; no name: the choice is free
  int Component = 0;                  ///< of it; from their number on, the Euclidean norm of all
  ArrayChoice Color;                  ///< to colour by; no name: one colour
  bool MapScalars = true;             ///< false: in images, the components of Color are colors themselves
  double SolidColor[3] = { 1, 1, 1 }; ///< the color where no array is chosen

  /// Choose the array as ParaView does. True: it is another one.
  bool Select(int association, const char* name);

  /// Whether the surfaces have the same arrays and component, whatever the data.
  bool HaveSurfacesOf(const IsosurfaceArrays& other) const
  {
    return this->Chosen == other.Chosen && this->Component == other.Component && this->Color == other.Color;
  }

  /// The array that has the surfaces, in a mesh made of these pieces. Null where the mesh does not have it.
  RayCastArray FindIn(vtkDataSet* mesh, const List& pieces) const;

  void SetComponent(int component);
  void SetSolidColor(double red, double green, double blue);

  /// The array to have isosurfaces of: the chosen one, else the one to colour by if any of the pieces has it,
  /// else the first of the pieces.
  ArrayChoice GetPreferred(const List& pieces) const;

  /// That array of what is to be drawn. False: a message says why there is nothing to draw.
  bool Find(const IsosurfacePieces& pieces, ArrayChoice& choice, DisplayMessages& messages) const;

  /// Have mappers with these settings show the component, and colour the surfaces of an array: of what a map
  /// shows of the array to colour by.
  void ApplyTo(vtkIsosurfaceRayCastSettings* settings, const IsosurfacePieces& pieces,
    const ArrayChoice& contoured, vtkColorTransferFunction* colors, DisplayMessages& messages) const;

  /// Why no piece of any rank has a surface with an isovalue of the settings: a note for the first rank, or
  /// empty. All ranks call this.
  std::string WhyNoSurface(
    const IsosurfacePieces& pieces, vtkIsosurfaceRayCastSettings* settings, DisplayMessages& messages) const;
};
