// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "SolidColor.h"
#include "UnstructuredInput.h"
#include "VolumeMesh.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <string>
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

/// The mapper and the volume of the isosurfaces of the meshes in a data set, for all of them, merged. A
/// mesh is an unstructured or a structured (curvilinear) grid.
class IsosurfaceMesh
{
public:
  explicit IsosurfaceMesh(vtkPVDataRepresentation* owner);
  ~IsosurfaceMesh();
  IsosurfaceMesh(const IsosurfaceMesh&) = delete;
  IsosurfaceMesh& operator=(const IsosurfaceMesh&) = delete;

  static bool IsMesh(vtkDataObject* data);

  /// The meshes of a data set as one grid, but for those without one of the arrays `drawn`. Null where no
  /// rank has a mesh. Several ranks call this together. Each one's points then have the gradients and
  /// averages that they have in the whole mesh, of the array that `findShown` finds.
  vtkSmartPointer<vtkUnstructuredGrid> Merge(vtkDataObject* input, bool hasMesh,
    const std::vector<ArrayChoice>& drawn, const VolumeMesh::FindArray& findShown);

  /// In REQUEST_UPDATE, with the information of that request: hand a grid to the view. Where the view
  /// composites pictures in the order of the ranks' boxes, it sends the cells to the ranks in whose boxes
  /// they are. `alone`: there are no images, whose places would decide on the boxes. `whole`: rays are cut at
  /// the walls of the boxes, and cells are not.
  void Deliver(vtkInformation* view, vtkUnstructuredGrid* grid, bool alone, bool whole);
  /// In REQUEST_RENDER: what the view has delivered to this rank.
  vtkUnstructuredGrid* Take(vtkInformation* view);
  bool HasWholeCells() const { return this->Piece.HasWholeCells(); }
  /// Have meshes without this array get one of NaN; no name: none.
  void SetFilled(const ArrayChoice& array) { this->Input.SetFilled(array, ""); }
  /// Have these arrays get one form in all meshes (BlockArrays); all ranks give as many.
  void SetMatched(const std::vector<ArrayChoice>& arrays) { this->Input.SetMatched(arrays); }
  /// How many meshes the last grid was merged of, and how many lacked an array.
  int GetNumberOfMeshes() const { return this->Input.GetNumberOfBlocks(); }
  int GetNumberOfMeshesWithoutArray() const { return this->Input.GetNumberOfBlocksWithoutArray(); }
  int GetNumberOfMeshesWithArrayElsewhere() const
  {
    return this->Input.GetNumberOfBlocksWithArrayElsewhere();
  }
  /// Sentences for users about arrays of meshes that had to be changed; empty: none had to.
  const std::string& GetNote() const { return this->Input.GetNote(); }
  /// Why it is empty: there was not enough memory. Empty: there was.
  const std::string& GetProblem() const { return this->Input.GetProblem(); }

  /// Draw a grid, or nothing for null, in `view`. Array and settings are those of `mapper`, placement and
  /// picking those of `volume`, as they are when this is called. `isTogether`: all ranks draw one picture
  /// together, also those whose grid is empty.
  void SetGrid(vtkUnstructuredGrid* grid, vtkIsosurfaceRayCastMapper* mapper, vtkPVRayCastVolume* volume,
    vtkPVRenderView* view, bool isTogether);

  /// Arrays of point and cell ids in place of the plug-in's own, or null; see vtkPVDataRepresentation.
  void SetArrayIdNames(const char* pointArray, const char* cellArray);

  /// Have ranks draw one picture together; `bounds` are those of the data of all ranks. Null: each rank draws
  /// its own.
  void SetRanks(RayCastRanks* ranks, const double bounds[6]);

  /// Whether it is drawn at all.
  void SetVisibility(bool visible);

  /// Take what was added to `view` out of it.
  void RemoveFrom(vtkPVRenderView* view);

  vtkTetRayCastMapper* GetMapper() const { return this->Mapper; }

private:
  void TakeSettings(vtkIsosurfaceRayCastMapper* mapper);
  void TakeColors(vtkVolumeProperty* property);

  vtkPVDataRepresentation* Owner;
  UnstructuredInput Input;
  RankPiece Piece;
  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkNew<vtkPVRayCastVolume> Volume;
  SolidColor Solid; // of slices, where surfaces have one colour
  bool IsInView = false;
};
