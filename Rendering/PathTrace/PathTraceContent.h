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

/// An image or a mesh of a path traced scene, with the arrays that the scene shows.
struct PathTraceItem : IsosurfaceGrid
{
  vtkUnstructuredGrid* Grid = nullptr; ///< the mesh, if there is no image
  PathTraceMesh* Mesh = nullptr;       ///< holds the tetrahedra of Grid, if there are any
  RayCastArray Medium; ///< the array of the volume that light passes through; no array: there is no volume

  /// Whether the volume shows another array than the surfaces. The tracer then holds the block twice.
  bool HasVolumeOfItsOwn() const
  {
    return this->Medium.Array && !(RayCastKey(this->Medium) == RayCastKey(this->Scalars));
  }
};

/// Identity of the volumes, meshes and triangles of a scene: two keys are equal if the tracer can keep them.
struct PathTraceContentKey
{
  std::vector<inkray::filters::ImageVolumeKey> Images;
  PathTraceKey Rest;
  bool operator==(const PathTraceContentKey& other) const
  {
    return this->Images == other.Images && this->Rest == other.Rest;
  }
};

/// The content of one frame: data sets with their arrays, surfaces, and polygons of the view. It is valid for
/// this frame only.
struct PathTraceContent
{
  std::vector<PathTraceItem> Pieces;
  IsosurfaceSet Set;
  std::vector<vtkActor*> Shown; ///< actors whose polygons belong to the scene
  bool HasMedium = false;       ///< at least one block has a volume
  double Density = 1;           ///< a factor on the absorption and the emission of volumes
  PathTraceContentKey Key;      ///< key of all content but meshes, whose tetrahedra are not known yet

  /// Find the content. Returns false, and reports why, if there is nothing to draw or something cannot be
  /// drawn.
  bool Find(const std::vector<vtkDataSet*>& inputs, vtkPathTraceSettings* settings, RayCastSession& session);

private:
  bool FindPieces(
    const std::vector<vtkDataSet*>& inputs, vtkPathTraceSettings* settings, RayCastSession& session);
  void FindMedia(vtkPathTraceSettings* settings, RayCastSession& session);
  bool FindSurfaces(vtkPathTraceSettings* settings, RayCastSession& session);
  void MakeKey(RayCastSession& session);
};
