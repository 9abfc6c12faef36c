// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceMesh.h"

#include "CellSelection.h"
#include "DrawnBounds.h"
#include "MapperProgress.h"
#include "ServerRanks.h"
#include "vtkAlgorithmOutput.h"
#include "vtkExplicitStructuredGrid.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkMatrix4x4.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkRenderer.h"
#include "vtkStructuredGrid.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"

namespace
{
constexpr int Port = 2; // of the view for the mesh; 0 and 1 are for images and outline
}

IsosurfaceMesh::IsosurfaceMesh(vtkPVDataRepresentation* owner)
  : Owner(owner)
  , Input(IsMesh)
{
  this->Input.GetBlockSelection()->SetAssemblyName("Hierarchy");
  this->Input.GetBlockSelection()->AddSelector("/");
  this->SetArrayIdNames(nullptr, nullptr);
  MapperProgress::HandOn(this->Mapper, owner);
  this->Mapper->GetSettings()->DrawVolumeOff();
}

IsosurfaceMesh::~IsosurfaceMesh() = default;

bool IsosurfaceMesh::IsMesh(vtkDataObject* data)
{
  return vtkUnstructuredGrid::SafeDownCast(data) || vtkStructuredGrid::SafeDownCast(data) ||
    vtkExplicitStructuredGrid::SafeDownCast(data);
}

vtkSmartPointer<vtkUnstructuredGrid> IsosurfaceMesh::Merge(vtkDataObject* input, bool hasMesh,
  const std::vector<ArrayChoice>& drawn, const VolumeMesh::FindArray& findShown)
{
  double any[2] = { 0.0, hasMesh ? 1.0 : 0.0 };
  ServerRanks::Unite(any, 1);
  if (!(any[1] > 0))
  {
    this->Input.ReleaseCells();
    return nullptr;
  }
  const bool isShared = ServerRanks::GetNumberOfRanks() > 1;
  this->Input.SetBlocksApart(isShared); // otherwise the view would join points of different blocks
  auto grid = this->Input.MakeGrid(hasMesh ? input : nullptr, drawn, isShared ? ServerRanks::GetRank() : -1);
  if (isShared)
  {
    grid->RemoveGhostCells();
    double bounds[6];
    DrawnBounds::Find(grid, bounds);
    this->Piece.FindWhole(bounds);
    VolumeMesh::AddGradients(grid, findShown);
  }
  return grid;
}

void IsosurfaceMesh::Deliver(vtkInformation* view, vtkUnstructuredGrid* grid, bool alone, bool whole)
{
  const vtkSmartPointer<vtkUnstructuredGrid> piece =
    grid ? vtkSmartPointer<vtkUnstructuredGrid>(grid) : vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkPVRenderView::SetPiece(view, this->Owner, piece, piece->GetActualMemorySize(), Port);
  vtkPVRenderView::SetDeliverToClientAndRenderingProcesses(view, this->Owner, false, false, Port);
  vtkPVRenderView::SetOrderedCompositingConfiguration(view, this->Owner,
    vtkPVRenderView::DATA_IS_REDISTRIBUTABLE | (alone ? vtkPVRenderView::USE_DATA_FOR_LOAD_BALANCING : 0),
    nullptr, Port);
  this->Piece.Ask(view, this->Owner, whole, Port);
}

vtkUnstructuredGrid* IsosurfaceMesh::Take(vtkInformation* view)
{
  vtkAlgorithmOutput* const producer = vtkPVRenderView::GetPieceProducer(view, this->Owner, Port);
  this->Piece.Take(vtkPVRenderView::SafeDownCast(this->Owner->GetView()),
    producer
      ? vtkUnstructuredGrid::SafeDownCast(producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
      : nullptr);
  this->Mapper->SetPieceBox(this->Piece.GetBox());
  this->Mapper->SetWholeBounds(this->Piece.GetWhole());
  return this->Piece.GetGrid();
}

void IsosurfaceMesh::SetRanks(RayCastRanks* ranks)
{
  this->Mapper->SetRanks(ranks);
}

void IsosurfaceMesh::SetArrayIdNames(const char* pointArray, const char* cellArray)
{
  CellSelection::SetArrayIdNames(this->Mapper.GetPointer(), pointArray, cellArray);
}

void IsosurfaceMesh::SetGrid(vtkUnstructuredGrid* grid, vtkIsosurfaceRayCastMapper* mapper,
  vtkPVRayCastVolume* volume, vtkPVRenderView* view, bool isTogether)
{
  if (!grid || !view)
  {
    this->RemoveFrom(view);
    this->Mapper->SetInputData(static_cast<vtkUnstructuredGrid*>(nullptr));
    return;
  }
  this->TakeSettings(mapper);
  // A rank with an empty grid still draws together with the others.
  this->Mapper->SetInputData(isTogether && grid->GetNumberOfCells() == 0 ? nullptr : grid);
  vtkNew<vtkMatrix4x4> matrix;
  volume->GetMatrix(matrix);
  this->Volume->SetMapper(this->Mapper);
  this->TakeColors(volume->GetProperty());
  this->Volume->SetPickable(volume->GetPickable());
  this->Volume->SetUserMatrix(matrix);
  if (!this->IsInView)
  {
    view->GetRenderer()->AddViewProp(this->Volume);
    view->RegisterPropForHardwareSelection(this->Owner, this->Volume);
    this->IsInView = true;
  }
}

void IsosurfaceMesh::TakeSettings(vtkIsosurfaceRayCastMapper* mapper)
{
  vtkIsosurfaceRayCastSettings* const from = mapper->GetSettings();
  vtkTetRayCastSettings* const settings = this->Mapper->GetSettings();
  settings->CopySurfaces(from);
  settings->SetGradients(
    from->GetSmoothNormals() ? vtkTetRayCastSettings::SMOOTH : vtkTetRayCastSettings::PER_CELL);
  this->Mapper->SetScalarMode(mapper->GetScalarMode());
  this->Mapper->SelectScalarArray(mapper->GetArrayName());
}

void IsosurfaceMesh::TakeColors(vtkVolumeProperty* property)
{
  vtkTetRayCastSettings* const settings = this->Mapper->GetSettings();
  if (settings->GetColorMode() != vtkRayCastSurfaceSettings::COLOR_SOLID)
  {
    this->Volume->SetProperty(property);
    return;
  }
  const double* const rgb = settings->GetSolidColor();
  const double any[2] = { 0, 1 };
  this->Solid.SetColor(rgb[0], rgb[1], rgb[2]);
  this->Volume->SetProperty(this->Solid.GetProperty(any, nullptr, 1));
  this->Solid.TakeLight(property);
}

void IsosurfaceMesh::SetVisibility(bool visible)
{
  this->Volume->SetVisibility(visible);
}

void IsosurfaceMesh::RemoveFrom(vtkPVRenderView* view)
{
  if (this->IsInView && view)
  {
    view->UnRegisterPropForHardwareSelection(this->Owner, this->Volume);
    view->GetRenderer()->RemoveViewProp(this->Volume);
    this->IsInView = false;
  }
}
