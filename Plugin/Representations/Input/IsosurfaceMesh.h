// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "SolidColor.h"
#include "UnstructuredInput.h"
#include "VolumeMesh.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <vector>

class RayCastRanks;
class vtkDataObject;
class vtkInformation;
class vtkIsosurfaceRayCastMapper;
class vtkPVDataRepresentation;
class vtkPVRayCastVolume;
class vtkPVRenderView;
class vtkTetRayCastMapper;
class vtkUnstructuredGrid;
class vtkVolumeProperty;

/// The mapper and volume for the isosurfaces of all meshes in a data set, merged into one grid. A mesh is an
/// unstructured, structured (curvilinear) or explicit structured grid.
class IsosurfaceMesh
{
public:
  explicit IsosurfaceMesh(vtkPVDataRepresentation* owner);
  ~IsosurfaceMesh();
  IsosurfaceMesh(const IsosurfaceMesh&) = delete;
  IsosurfaceMesh& operator=(const IsosurfaceMesh&) = delete;

  static bool IsMesh(vtkDataObject* data);

  /// Merge the meshes of a data set into one grid. Meshes that lack one of the arrays `drawn` are left out.
  /// Null if no rank has a mesh. With several ranks, all call this together: each rank's points then get the
  /// gradients and averages of the whole mesh, for the array that `findShown` finds.
  vtkSmartPointer<vtkUnstructuredGrid> Merge(vtkDataObject* input, bool hasMesh,
    const std::vector<ArrayChoice>& drawn, const VolumeMesh::FindArray& findShown);

  /// In REQUEST_UPDATE, with the information of that request: hand a grid to the view. If the view composites
  /// pictures in the order of the ranks' boxes, it sends cells to the ranks in whose boxes they are. `alone`:
  /// there are no images, whose bounds would determine the boxes. `whole`: mappers cut rays at the walls of
  /// boxes, so that cells stay whole.
  void Deliver(vtkInformation* view, vtkUnstructuredGrid* grid, bool alone, bool whole);
  /// In REQUEST_RENDER: take the grid that the view has delivered to this rank.
  vtkUnstructuredGrid* Take(vtkInformation* view);
  bool HasWholeCells() const { return this->Piece.HasWholeCells(); }
  /// The object that makes the grid of the meshes. It counts the meshes as blocks.
  UnstructuredInput& GetInput() { return this->Input; }

  /// Draw a grid in `view`; null: draw nothing. Array and settings are copied from `mapper`, placement and
  /// picking from `volume`, as they are now. `isTogether`: all ranks draw one picture together, even those
  /// with an empty grid.
  void SetGrid(vtkUnstructuredGrid* grid, vtkIsosurfaceRayCastMapper* mapper, vtkPVRayCastVolume* volume,
    vtkPVRenderView* view, bool isTogether);

  /// The names of arrays with point and cell ids; null: use the plug-in's own. See vtkPVDataRepresentation.
  void SetArrayIdNames(const char* pointArray, const char* cellArray);

  /// Let the ranks draw one picture together; `bounds` contain the data of all ranks. If `ranks` is null,
  /// each rank draws its own picture, and `bounds` do not matter.
  void SetRanks(RayCastRanks* ranks, const double bounds[6]);

  /// Show or hide the volume.
  void SetVisibility(bool visible);

  /// Remove the volume of this object from `view`.
  void RemoveFrom(vtkPVRenderView* view);

  vtkTetRayCastMapper* GetMapper() const { return this->Mapper; }

private:
  void TakeSettings(vtkIsosurfaceRayCastMapper* mapper);
  void TakeColors(vtkVolumeProperty* property);

  vtkPVDataRepresentation* Owner;
  UnstructuredInput Input;
  RankPart Piece;
  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkNew<vtkPVRayCastVolume> Volume;
  SolidColor Solid; // colors slices if surfaces have one color
  bool IsInView = false;
};
