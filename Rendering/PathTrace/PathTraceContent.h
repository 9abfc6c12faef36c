// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ImageVolume.h"
#include "IsosurfaceGrid.h"
#include "IsosurfaceSet.h"
#include "PathTraceKey.h"
#include "RayCastHeld.h"

#include <vector>

class PathTraceMesh;
class RayCastSession;
class vtkActor;
class vtkDataSet;
class vtkPathTraceSettings;
class vtkUnstructuredGrid;

/// An image or a mesh of a path traced scene, and the arrays that are drawn of it.
struct PathTracePiece : IsosurfaceGrid
{
  vtkUnstructuredGrid* Grid = nullptr; ///< a mesh, where there is no image
  PathTraceMesh* Mesh = nullptr;       ///< with the grid's tetrahedra, where there are some
  RayCastArray Medium; ///< whose values light passes through, with the functions of the volume property

  /// Whether the volume is of another array than the surfaces: a tracer has the piece twice then.
  bool HasVolumeOfItsOwn() const
  {
    return this->Medium.Array && !(RayCastKey(this->Medium) == RayCastKey(this->Scalars));
  }
};

/// Identity of the volumes, meshes and triangles of a scene: equal as long as they need not be made anew.
struct PathTraceContentKey
{
  std::vector<inkray::filters::ImageVolumeKey> Images;
  PathTraceKey Rest;
  bool operator==(const PathTraceContentKey& other) const
  {
    return this->Images == other.Images && this->Rest == other.Rest;
  }
};

/// The content of one frame: data sets with their arrays, surfaces, and polygons of the view. Nothing of it
/// lasts longer than the frame.
struct PathTraceContent
{
  std::vector<PathTracePiece> Pieces;
  IsosurfaceSet Set;
  std::vector<vtkActor*> Shown; ///< whose polygons belong to the scene
  bool HasMedium = false;       ///< a piece has one
  double Density = 1;           ///< a factor of what media absorb and emit
  PathTraceContentKey Key;      ///< of all but meshes, whose tetrahedra are not known yet

  /// Find it. False, with a problem or a note: there is nothing to draw, or something cannot be.
  bool Find(const std::vector<vtkDataSet*>& inputs, vtkPathTraceSettings* settings, RayCastSession& session);

private:
  bool FindPieces(
    const std::vector<vtkDataSet*>& inputs, vtkPathTraceSettings* settings, RayCastSession& session);
  void FindMedia(vtkPathTraceSettings* settings, RayCastSession& session);
  bool FindSurfaces(vtkPathTraceSettings* settings, RayCastSession& session);
  void MakeKey(RayCastSession& session);
};
