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

  /// The meshes of a data set as one grid, but for those without one of the arrays `drawn`. On several ranks,
  /// which all have to call this, the points of each piece have gradients and averages of the whole, of the
  /// array that `findShown` finds. Null where no rank has a mesh.
  vtkSmartPointer<vtkUnstructuredGrid> Merge(vtkDataObject* input, bool hasMesh,
    const std::vector<ArrayChoice>& drawn, const VolumeMesh::FindArray& findShown);

  /// In REQUEST_UPDATE, with what that got: hand a grid to the view, which sends its cells to the ranks in
  /// whose boxes they are, where it puts pictures over one another in their order. `alone`: there are no
  /// images whose places say what these boxes are. `whole`: rays are cut at their walls, and cells are not.
  void Deliver(vtkInformation* view, vtkUnstructuredGrid* grid, bool alone, bool whole);
  /// In REQUEST_RENDER: what the view has delivered to this rank.
  vtkUnstructuredGrid* Take(vtkInformation* view);
  bool HasWholeCells() const { return this->Piece.HasWholeCells(); }
  /// An array that meshes without it get, of NaN; no name: none.
  void SetFilled(const ArrayChoice& array) { this->Input.SetFilled(array, ""); }
  /// Arrays that are to have one form in all meshes; all ranks give as many.
  void SetMatched(const std::vector<ArrayChoice>& arrays) { this->Input.SetMatched(arrays); }
  /// How many meshes the last grid was merged of, and how many lacked an array.
  int GetNumberOfMeshes() const { return this->Input.GetNumberOfBlocks(); }
  int GetNumberOfMeshesWithoutArray() const { return this->Input.GetNumberOfBlocksWithoutArray(); }
  int GetNumberOfMeshesWithArrayElsewhere() const
  {
    return this->Input.GetNumberOfBlocksWithArrayElsewhere();
  }
  /// What had to be done to the arrays of meshes; empty: nothing.
  const std::string& GetNote() const { return this->Input.GetNote(); }
  /// Why it is empty: there was not enough memory. Empty: there was.
  const std::string& GetProblem() const { return this->Input.GetProblem(); }

  /// Draw a grid, or nothing for null, in `view`. Array and settings are those of `mapper`,
  /// placement and picking those of `volume`, as they are when this is called. `isTogether`: ranks draw it
  /// together, also those whose grid is empty.
  void SetGrid(vtkUnstructuredGrid* grid, vtkIsosurfaceRayCastMapper* mapper, vtkPVRayCastVolume* volume,
    vtkPVRenderView* view, bool isTogether);

  /// Arrays of point and cell ids in place of the plug-in's own, or null; see vtkPVDataRepresentation.
  void SetArrayIdNames(const char* pointArray, const char* cellArray);

  /// Have ranks draw one picture together, of what all of them have within `bounds`; null: each draws its
  /// own.
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
