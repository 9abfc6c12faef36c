// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastRepresentation.h"

#include "ArrayChoice.h"
#include "RayCastMessages.h"
#include "ServerRanks.h"
#include "SpatialExchange.h"
#include "UnstructuredInput.h"
#include "vtkAlgorithmOutput.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPolyData.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastReport.h"
#include "vtkRepresentationReport.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <algorithm>

namespace
{
const char* const RayCastName = "Gu-Kim ray cast";

using ServerRanks::GetNumberOfRanks;
} // namespace

vtkStandardNewMacro(vtkTetRayCastRepresentation);

vtkTetRayCastRepresentation::vtkTetRayCastRepresentation()
  : Input(std::make_unique<UnstructuredInput>())
  , Messages(std::make_unique<RayCastMessages>())
{
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->LODMapper);
  this->AddVolumeMapper(RayCastName, this->Mapper);
  this->SetRayCastMapper(RayCastName);
}

vtkTetRayCastRepresentation::~vtkTetRayCastRepresentation() = default;

int vtkTetRayCastRepresentation::FillInputPortInformation(int port, vtkInformation* info)
{
  // Beside unstructured grids and composite data sets, all that UnstructuredInput makes a grid of.
  const int known = this->Superclass::FillInputPortInformation(port, info);
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  return known;
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
  return GetNumberOfRanks() > 1 && !this->UseDataPartitions && SpatialExchange::ViewLosesCells();
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
  *this->Messages = RayCastMessages();
  this->Grid = nullptr;
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  if (!this->UsesRayCaster())
  {
    this->Input->ReleaseCells();
    return this->Superclass::RequestData(request, inputVector, outputVector);
  }

  vtkMath::UninitializeBounds(this->DataBounds);
  if (input)
  {
    const ArrayChoice colouring = this->GetColorArray();
    this->Grid = this->Input->MakeGrid(input, colouring);
    const int drawn = this->Input->GetNumberOfBlocks();
    const int without = this->Input->GetNumberOfBlocksWithoutArray();
    if (without > 0 && drawn > 0)
    {
      this->Messages->Report(this, false,
        std::to_string(without) + " of " + std::to_string(drawn + without) +
          " blocks do not have the array '" + colouring.Name + "' and are not drawn.");
    }
    if (this->Grid->GetNumberOfCells() == 0 && GetNumberOfRanks() == 1)
    {
      this->Messages->Report(this, false, "The data set is empty (no cells), so there is nothing to draw.");
    }
    // Cells that two ranks have would be drawn twice once each rank has been given its box of space.
    if (GetNumberOfRanks() > 1)
    {
      this->Grid->RemoveGhostCells();
      if (this->ExchangesCells())
      {
        this->Grid = SpatialExchange::Distribute(this->Grid);
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
    // Several ranks: each has a box of space, cells cut at its walls, from the view or from here; the
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
    this->Mapper->GetSettings()->SetInputIsPiece(GetNumberOfRanks() > 1);
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

  const ArrayChoice chosen = this->GetColorArray();
  this->Superclass::UpdateMapperParameters();
  vtkUnstructuredGrid* grid = vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput());
  if (chosen.Name.empty())
  {
    this->UseOwnColours(grid);
  }
  else
  {
    this->Actor->SetProperty(this->Property);
    if (grid && grid->GetNumberOfCells() > 0 && !chosen.In(grid))
    {
      this->Messages->Report(this, true,
        "There is no array '" + chosen.Name + "' on the " + chosen.GetPlace() +
          " of the data; choose another one to colour by. Nothing is drawn.");
    }
  }

  // A vector: what the colour map shows of it, unless told otherwise.
  vtkColorTransferFunction* colours = this->Property->GetRGBTransferFunction(0);
  const bool byComponent = this->VectorMode == COMPONENT ||
    (this->VectorMode == AS_COLOURED && !chosen.Name.empty() &&
      colours->GetVectorMode() == vtkScalarsToColors::COMPONENT);
  this->Mapper->GetSettings()->SetVectorMode(
    byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  this->Mapper->GetSettings()->SetVectorComponent(
    this->VectorMode == COMPONENT ? this->VectorComponent : std::max(0, colours->GetVectorComponent()));
}

void vtkTetRayCastRepresentation::UseOwnColours(vtkUnstructuredGrid* grid)
{
  const ArrayChoice choice = grid ? ArrayChoice::FirstIn({ grid }) : ArrayChoice();
  // The range over all ranks, so that they agree on the colours.
  double range[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX };
  vtkDataArray* array = choice.In(grid);
  if (array && array->GetNumberOfTuples() > 0)
  {
    array->GetFiniteRange(range, array->GetNumberOfComponents() > 1 ? -1 : 0);
  }
  ServerRanks::Unite(range, 1);
  if (!array)
  {
    if (grid && grid->GetNumberOfCells() > 0)
    {
      this->Messages->Report(this, true,
        "The data has no array of numbers on its points or cells, so there is nothing to colour by. Nothing "
        "is drawn.");
    }
    return;
  }
  this->Messages->Report(this, false, "No array was chosen to colour by; '" + choice.Name + "' is drawn.");

  this->Mapper->SelectScalarArray(choice.Name.c_str());
  this->Mapper->SetScalarMode(choice.GetScalarMode());
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

ArrayChoice vtkTetRayCastRepresentation::GetColorArray()
{
  return ArrayChoice::Of(this->GetInputArrayInformation(0));
}

void vtkTetRayCastRepresentation::SetActiveAssembly(const char* name)
{
  this->Input->GetBlockSelection()->SetAssemblyName(name);
  this->Superclass::SetActiveAssembly(name);
}

void vtkTetRayCastRepresentation::AddBlockSelector(const char* selector)
{
  this->Input->GetBlockSelection()->AddSelector(selector);
  this->Superclass::AddBlockSelector(selector);
}

void vtkTetRayCastRepresentation::RemoveAllBlockSelectors()
{
  this->Input->GetBlockSelection()->ClearSelectors();
  this->Superclass::RemoveAllBlockSelectors();
}

void vtkTetRayCastRepresentation::SetSettings(vtkTetRayCastSettings* settings)
{
  this->Mapper->SetSettings(settings);
}

void vtkTetRayCastRepresentation::SetReport(vtkRepresentationReport* report)
{
  report->SetSource([self = vtkWeakPointer<vtkTetRayCastRepresentation>(this)] {
    return self ? self->GetReport() : nullptr;
  });
}

vtkSmartPointer<vtkRayCastReport> vtkTetRayCastRepresentation::GetReport()
{
  return vtkRepresentationReport::Combine(this->FallbackReason, { this->Mapper->GetReport() });
}

void vtkTetRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "RayCastMapper: " << this->MapperName << "\n";
  os << indent << "FallbackReason: " << this->FallbackReason << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
}
