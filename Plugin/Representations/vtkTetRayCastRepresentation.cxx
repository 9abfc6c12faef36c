// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastRepresentation.h"

#include "SpatialExchange.h"
#include "vtkAlgorithmOutput.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkCommunicator.h"
#include "vtkDataArray.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkMultiProcessController.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastVolume.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cstring>

namespace
{
const char* const RayCastName = "Gu-Kim ray cast";

int NumberOfProcesses()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return controller ? controller->GetNumberOfProcesses() : 1;
}

/// Range over all ranks of a parallel server, so that they agree on the colours. Every rank has to call it.
void GlobalRange(vtkDataArray* array, double range[2])
{
  double local[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX };
  if (array && array->GetNumberOfTuples() > 0)
  {
    array->GetFiniteRange(local, array->GetNumberOfComponents() > 1 ? -1 : 0);
  }
  std::copy_n(local, 2, range);
  if (NumberOfProcesses() > 1)
  {
    vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
    controller->AllReduce(&local[0], &range[0], 1, vtkCommunicator::MIN_OP);
    controller->AllReduce(&local[1], &range[1], 1, vtkCommunicator::MAX_OP);
  }
}
} // namespace

vtkStandardNewMacro(vtkTetRayCastRepresentation);

vtkTetRayCastRepresentation::vtkTetRayCastRepresentation()
{
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->LODMapper);
  this->AddVolumeMapper(RayCastName, this->Mapper);
  this->SetRayCastMapper(RayCastName);
}

vtkTetRayCastRepresentation::~vtkTetRayCastRepresentation() = default;

int vtkTetRayCastRepresentation::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

void vtkTetRayCastRepresentation::SetActiveVolumeMapper(const char*)
{
}

void vtkTetRayCastRepresentation::SetRayCastMapper(const char* name)
{
  this->MapperName = name ? name : RayCastName;
  this->ChooseMapper();
}

bool vtkTetRayCastRepresentation::UsesRayCaster() const
{
  return this->FallbackReason.empty() && this->MapperName == RayCastName;
}

bool vtkTetRayCastRepresentation::ExchangesCells() const
{
  return NumberOfProcesses() > 1 && !this->UseDataPartitions && SpatialExchange::ViewLosesCells();
}

void vtkTetRayCastRepresentation::ChooseMapper()
{
  this->FallbackReason.clear();
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  if (this->MapperName == RayCastName && this->UseSeparateOpacityArray)
  {
    this->FallbackReason = "Colour and opacity come from two arrays; Projected tetra draws.";
  }
  else if (this->MapperName == RayCastName && view && view->GetEnableOSPRay())
  {
    this->FallbackReason = "Ray tracing is on, which knows VTK's own mappers only; Projected tetra draws.";
  }
  // Set even when unchanged it would run the pipeline again.
  const std::string effective = this->FallbackReason.empty() ? this->MapperName : "Projected tetra";
  if (effective != this->EffectiveMapper)
  {
    this->EffectiveMapper = effective;
    this->Superclass::SetActiveVolumeMapper(effective.c_str());
  }
}

int vtkTetRayCastRepresentation::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Said.clear();
  this->Grid = nullptr;
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  if (!this->UsesRayCaster())
  {
    this->StructuredCells = nullptr;
    return this->Superclass::RequestData(request, inputVector, outputVector);
  }

  vtkMath::UninitializeBounds(this->DataBounds);
  if (input)
  {
    this->Grid = this->GridOf(input);
    if (this->Grid->GetNumberOfCells() == 0 && NumberOfProcesses() == 1)
    {
      this->Report(false, "The data set is empty (no cells), so there is nothing to draw.");
    }
    // Cells that two ranks have would be drawn twice once each rank has been given its part of space.
    if (NumberOfProcesses() > 1)
    {
      this->Grid->RemoveGhostCells();
      if (this->ExchangesCells())
      {
        this->Grid =
          SpatialExchange::Distribute(this->Grid, vtkMultiProcessController::GetGlobalController());
      }
    }
    this->Grid->GetBounds(this->DataBounds);
  }
  // The superclass has nothing to add but the preprocessing that is left out here.
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

int vtkTetRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  if (request == vtkPVView::REQUEST_UPDATE())
  {
    this->ChooseMapper();
  }
  this->Volume->SetDrawn(
    this->UsesRayCaster() ? vtkRayCastVolume::AFTER_TRANSLUCENT_GEOMETRY : vtkRayCastVolume::AS_VOLUME);
  if (!this->UsesRayCaster())
  {
    return this->Superclass::ProcessViewRequest(request, inInfo, outInfo);
  }
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }

  if (request == vtkPVView::REQUEST_UPDATE())
  {
    // Several ranks: each has a convex part of space, cells cut at its walls, from the view or from here; the
    // view blends the images in depth order.
    outInfo->Set(vtkPVRenderView::NEED_ORDERED_COMPOSITING(), 1);
    vtkPVRenderView::SetPiece(inInfo, this, this->Grid);
    vtkPVRenderView::SetOrderedCompositingConfiguration(inInfo, this,
      this->UseDataPartitions || this->ExchangesCells()
        ? vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION
        : vtkPVRenderView::DATA_IS_REDISTRIBUTABLE | vtkPVRenderView::USE_DATA_FOR_LOAD_BALANCING);
    vtkPVRenderView::SetRedistributionModeToSplitBoundaryCells(inInfo, this);
    vtkPVRenderView::SetRequiresDistributedRendering(inInfo, this, true);
    vtkPVRenderView::SetRequiresDistributedRenderingLOD(inInfo, this, true);
    vtkNew<vtkMatrix4x4> matrix;
    this->Actor->GetMatrix(matrix);
    vtkPVRenderView::SetGeometryBounds(inInfo, this, this->DataBounds, matrix);
    this->Actor->SetMapper(nullptr);
  }
  else if (request == vtkPVView::REQUEST_UPDATE_LOD())
  {
    // The volume itself is drawn during interaction; only where it cannot be had does its outline stand in.
    vtkNew<vtkPolyData> outline;
    if (vtkMath::AreBoundsInitialized(this->DataBounds))
    {
      this->OutlineSource->SetBounds(this->DataBounds);
      this->OutlineSource->Update();
      outline->ShallowCopy(this->OutlineSource->GetOutput());
    }
    vtkPVRenderView::SetPieceLOD(inInfo, this, outline);
  }
  else if (request == vtkPVView::REQUEST_RENDER())
  {
    vtkAlgorithmOutput* producer = vtkPVRenderView::GetPieceProducer(inInfo, this);
    vtkUnstructuredGrid* grid = producer
      ? vtkUnstructuredGrid::SafeDownCast(producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
      : nullptr;
    this->LODMapper->SetInputConnection(vtkPVRenderView::GetPieceProducerLOD(inInfo, this));
    this->Actor->SetEnableLOD(inInfo->Has(vtkPVRenderView::USE_LOD()) && !grid ? 1 : 0);
    this->Mapper->SetInputConnection(grid ? producer : nullptr);
    this->Mapper->GetSettings()->SetInputIsPiece(NumberOfProcesses() > 1);
    this->UpdateMapperParameters();
    if (!grid)
    {
      this->Actor->SetMapper(nullptr);
    }
  }
  return 1;
}

void vtkTetRayCastRepresentation::UpdateMapperParameters()
{
  if (!this->UsesRayCaster())
  {
    // Stock code takes the array's name without asking whether there is one.
    vtkInformation* info = this->GetInputArrayInformation(0);
    if (!this->UseSeparateOpacityArray || (info && info->Has(vtkDataObject::FIELD_NAME())))
    {
      this->Actor->SetProperty(this->Property);
      this->Superclass::UpdateMapperParameters();
    }
    return;
  }

  std::string name;
  int association = vtkDataObject::FIELD_ASSOCIATION_POINTS;
  vtkInformation* info = this->GetInputArrayInformation(0);
  if (info && info->Has(vtkDataObject::FIELD_ASSOCIATION()) && info->Has(vtkDataObject::FIELD_NAME()))
  {
    const char* chosen = info->Get(vtkDataObject::FIELD_NAME());
    name = chosen ? chosen : "";
    association = info->Get(vtkDataObject::FIELD_ASSOCIATION());
  }

  this->Superclass::UpdateMapperParameters();
  vtkUnstructuredGrid* grid = vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput());
  if (name.empty())
  {
    this->UseOwnColours(grid);
  }
  else
  {
    this->Actor->SetProperty(this->Property);
    vtkDataSetAttributes* attributes =
      grid && grid->GetNumberOfCells() > 0 ? grid->GetAttributes(association) : nullptr;
    if (attributes && !attributes->GetArray(name.c_str()))
    {
      this->Report(true,
        "There is no array '" + name + "' on the " +
          (association == vtkDataObject::FIELD_ASSOCIATION_CELLS ? "cells" : "points") +
          " of the data; choose another one to colour by. Nothing is drawn.");
    }
  }

  // A vector: what the colour map shows of it, unless told otherwise.
  vtkColorTransferFunction* colours = this->Property->GetRGBTransferFunction(0);
  const bool byComponent = this->VectorMode == COMPONENT ||
    (this->VectorMode == AS_COLOURED && !name.empty() &&
      colours->GetVectorMode() == vtkScalarsToColors::COMPONENT);
  this->Mapper->GetSettings()->SetVectorMode(
    byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  this->Mapper->GetSettings()->SetVectorComponent(
    this->VectorMode == COMPONENT ? this->VectorComponent : std::max(0, colours->GetVectorComponent()));
}

bool vtkTetRayCastRepresentation::ChooseArray(vtkUnstructuredGrid* grid, std::string& name, int& association)
{
  for (int where : { vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataObject::FIELD_ASSOCIATION_CELLS })
  {
    vtkDataSetAttributes* attributes = grid ? grid->GetAttributes(where) : nullptr;
    vtkDataArray* active = attributes ? attributes->GetScalars() : nullptr;
    for (int i = -1; attributes && i < attributes->GetNumberOfArrays(); ++i)
    {
      vtkDataArray* array = i < 0 ? active : attributes->GetArray(i);
      if (array && array->GetName() && array->GetName()[0] &&
        std::strcmp(array->GetName(), vtkDataSetAttributes::GhostArrayName()) != 0)
      {
        name = array->GetName();
        association = where;
        return true;
      }
    }
  }
  return false;
}

void vtkTetRayCastRepresentation::UseOwnColours(vtkUnstructuredGrid* grid)
{
  std::string name;
  int association = vtkDataObject::FIELD_ASSOCIATION_POINTS;
  const bool found = this->ChooseArray(grid, name, association);
  double range[2];
  GlobalRange(found ? grid->GetAttributes(association)->GetArray(name.c_str()) : nullptr, range);
  if (!found)
  {
    if (grid && grid->GetNumberOfCells() > 0)
    {
      this->Report(true,
        "The data has no array of numbers on its points or cells, so there is nothing to colour by. Nothing "
        "is drawn.");
    }
    return;
  }
  this->Report(false, "No array was chosen to colour by; '" + name + "' is drawn.");

  this->Mapper->SelectScalarArray(name.c_str());
  this->Mapper->SetScalarMode(association == vtkDataObject::FIELD_ASSOCIATION_CELLS
      ? VTK_SCALAR_MODE_USE_CELL_FIELD_DATA
      : VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
  if (!(range[0] <= range[1]))
  {
    range[0] = range[1] = 0;
  }
  const double width = range[1] > range[0] ? range[1] - range[0] : 1.0;
  vtkColorTransferFunction* colours = this->OwnProperty->GetRGBTransferFunction(0);
  vtkPiecewiseFunction* opacity = this->OwnProperty->GetScalarOpacity(0);
  const double* known = colours->GetRange();
  if (colours->GetSize() != 3 || known[0] != range[0] || known[1] != range[0] + width)
  {
    // ParaView's cool to warm, from invisible to opaque.
    colours->RemoveAllPoints();
    colours->SetColorSpaceToDiverging();
    colours->AddRGBPoint(range[0], 0.231373, 0.298039, 0.752941);
    colours->AddRGBPoint(range[0] + 0.5 * width, 0.865003, 0.865003, 0.865003);
    colours->AddRGBPoint(range[0] + width, 0.705882, 0.0156863, 0.14902);
    opacity->RemoveAllPoints();
    opacity->AddPoint(range[0], 0.0);
    opacity->AddPoint(range[0] + width, 1.0);
  }
  this->OwnProperty->SetScalarOpacityUnitDistance(this->Property->GetScalarOpacityUnitDistance());
  this->Actor->SetProperty(this->OwnProperty);
}

void vtkTetRayCastRepresentation::Report(bool error, const std::string& message)
{
  if (!this->Said.insert(message).second)
  {
    return;
  }
  if (error)
  {
    vtkErrorMacro(<< message);
  }
  else
  {
    vtkWarningMacro(<< message);
  }
}
