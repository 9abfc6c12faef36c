// SPDX-License-Identifier: BSD-3-Clause
#include "vtkGridRayCastRepresentation.h"

#include "ArrayRanges.h"
#include "ClientConnection.h"
#include "DisplayMessages.h"
#include "EmptyCaption.h"
#include "ImageOfBlocks.h"
#include "InputHistogram.h"
#include "IsosurfaceGrids.h"
#include "MapperProgress.h"
#include "OverlapWarning.h"
#include "PartBounds.h"
#include "RayCastCuts.h"
#include "RayCastHeld.h"
#include "ServerRanks.h"
#include "vtkAlgorithmOutput.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataSet.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkMatrix3x3.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPVTransferFunction2D.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastReport.h"
#include "vtkRepresentationReport.h"
#include "vtkScalarsToColors.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTetRayCastSettings.h"

vtkStandardNewMacro(vtkGridRayCastRepresentation);

vtkGridRayCastRepresentation::vtkGridRayCastRepresentation()
  : Blocks(std::make_unique<ImageOfBlocks>())
  , Bounds(std::make_unique<PartBounds>())
  , TurnedBounds(std::make_unique<PartBounds>())
  , Messages(std::make_unique<DisplayMessages>(this))
  , Caption(std::make_unique<EmptyCaption>(
      [this] { return this->GetVisibility() ? std::string(this->Mapper->GetCaption()) : std::string(); }))
{
  ServerRanks::ChooseDevice();
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->OutlineMapper);
  MapperProgress::HandOn(this->Mapper, this);
  this->SetArrayIdNames(nullptr, nullptr);
}

vtkGridRayCastRepresentation::~vtkGridRayCastRepresentation() = default;

int vtkGridRayCastRepresentation::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkImageData");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkRectilinearGrid");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

int vtkGridRayCastRepresentation::RequestUpdateExtent(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  // Volumes of cell values end half a cell before the border of a part, unless the part has a layer of the
  // neighbor's cells. Gradients there need a second layer. ImageOfBlocks fetches them for blocks.
  const int isDone = this->Superclass::RequestUpdateExtent(request, inputVector, outputVector);
  if (isDone && ServerRanks::GetNumberOfRanks() > 1 && vtkDataSet::GetData(inputVector[0], 0))
  {
    inputVector[0]->GetInformationObject(0)->Set(
      vtkStreamingDemandDrivenPipeline::UPDATE_NUMBER_OF_GHOST_LEVELS(), 2);
  }
  return isDone;
}

void vtkGridRayCastRepresentation::SelectIsosurfaceColorArray(
  int, int, int, int association, const char* name)
{
  this->Look.IsosurfaceColors.Select(association, name);
}

void vtkGridRayCastRepresentation::SetIsosurfaceColors(vtkScalarsToColors* function)
{
  this->Look.IsosurfaceColors.Function = function;
}

int vtkGridRayCastRepresentation::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  const bool hasInput = inputVector[0]->GetNumberOfInformationObjects() == 1;
  vtkSmartPointer<vtkDataSet> input = hasInput ? vtkDataSet::GetData(inputVector[0], 0) : nullptr;
  auto* const blocks = hasInput ? vtkCompositeDataSet::GetData(inputVector[0], 0) : nullptr;
  this->HasBlocks = blocks != nullptr;
  if (blocks)
  {
    ArrayRanges::Find(blocks);
    input = this->Blocks->Make(blocks, ArrayChoice::Of(this->GetInputArrayInformation(0)));
  }
  else
  {
    this->Blocks->Clear();
  }
  ArrayRanges::Find(input);
  this->DataSize = 0;
  vtkMath::UninitializeBounds(this->DataBounds);
  this->Cache = nullptr;
  if (input)
  {
    auto copy = vtkSmartPointer<vtkDataSet>::Take(input->NewInstance());
    copy->ShallowCopy(input);
    this->Cache = copy;
    this->DataSize = copy->GetActualMemorySize();
    this->UpdateLook();
    const VolumeArrays& arrays = this->Look.Arrays;
    const ArrayChoice& shown = this->Look.IsSolid() ? arrays.Opacity : arrays.Color;
    this->ShowsCells = shown.Association == vtkDataObject::CELL;
    this->Bounds->Get({ copy }, this->DataBounds, this->ShowsCells);
  }
  if (vtkMath::AreBoundsInitialized(this->DataBounds))
  {
    this->OutlineSource->SetBounds(this->DataBounds);
    this->OutlineSource->Update();
  }
  // The superclass would only add its own way to take the input.
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

int vtkGridRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }
  if (request == vtkPVView::REQUEST_UPDATE())
  {
    // Images stay on their ranks, and processes that do not render get an outline.
    vtkPVRenderView::SetPiece(inInfo, this, this->Cache, this->DataSize, 0);
    vtkPVRenderView::SetPiece(inInfo, this, this->OutlineSource->GetOutputDataObject(0), 0, 1);
    vtkPVRenderView::SetDeliverToClientAndRenderingProcesses(inInfo, this, false, false, 0);
    vtkPVRenderView::SetRequiresDistributedRendering(inInfo, this, true);
    vtkPVRenderView::SetOrderedCompositingConfiguration(
      inInfo, this, vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION);
    outInfo->Set(vtkPVRenderView::NEED_ORDERED_COMPOSITING(), 1);
    RankPicture::SetBounds(inInfo, this);
  }
  else if (request == vtkPVView::REQUEST_UPDATE_LOD())
  {
    vtkPVRenderView::SetRequiresDistributedRenderingLOD(inInfo, this, true);
  }
  else if (request == vtkPVView::REQUEST_RENDER())
  {
    ClientConnection::BeginFrame();
    vtkAlgorithmOutput* const producer = vtkPVRenderView::GetPieceProducer(inInfo, this, 0);
    this->Mapper->SetInputDataObject(
      producer ? producer->GetProducer()->GetOutputDataObject(producer->GetIndex()) : nullptr);
    this->OutlineMapper->SetInputConnection(vtkPVRenderView::GetPieceProducer(inInfo, this, 1));
    this->UpdateMapperParameters();
    RayCastRanks* const together = this->Ranks.Choose(inInfo, this, this->Volume,
      this->IsOneVolume() && this->Mapper->KeepsFilms(), this->DataBounds, *this->Messages);
    this->Mapper->SetRanks(together);
    if (together)
    {
      this->Actor->SetMapper(this->Mapper);
    }
    // A process without the data, such as the client of a remote server, can only show the outline.
    this->Actor->SetEnableLOD(this->Cache || together ? 0 : 1);
  }
  return 1;
}

bool vtkGridRayCastRepresentation::IsRayTraced()
{
  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  return view && view->GetEnableOSPRay();
}

bool vtkGridRayCastRepresentation::IsOneVolume()
{
  return this->GetVisibility() && !this->IsRayTraced() && this->Mapper->GetSettings()->GetDrawVolume();
}

bool vtkGridRayCastRepresentation::IsExchanged()
{
  return this->IsOneVolume() &&
    RankPicture::IsWorthIt(this, this->Actor, this->Mapper->GetSettings()->GetImageSampleDistance());
}

const double* vtkGridRayCastRepresentation::GetImageAxes()
{
  auto* const image = vtkImageData::SafeDownCast(this->Cache);
  return image && image->GetNumberOfPoints() > 0 ? image->GetDirectionMatrix()->GetData() : nullptr;
}

void vtkGridRayCastRepresentation::GetBoundsAlong(const double axes[9], double bounds[6])
{
  auto* const image = vtkImageData::SafeDownCast(this->Cache);
  vtkMath::UninitializeBounds(bounds);
  if (image && vtkMath::AreBoundsInitialized(this->DataBounds))
  {
    this->TurnedBounds->Get({ image }, bounds, this->ShowsCells, axes);
  }
}

void vtkGridRayCastRepresentation::UpdateLook()
{
  VolumeArrays& arrays = this->Look.Arrays;
  arrays.Color = ArrayChoice::Of(this->GetInputArrayInformation(0));
  arrays.Opacity = { this->OpacityArrayName, this->OpacityArrayFieldAssociation };
  arrays.OpacityComponent = this->OpacityArrayComponent;
  arrays.UsesSeparateOpacity = this->UseSeparateOpacityArray;
  this->Look.Cropping.SetOrigin(this->CroppingOrigin);
  this->Look.Cropping.SetScale(this->CroppingScale);
  this->Look.Gradients.UseTransfer2D = this->UseTransfer2D;
  this->Look.Gradients.Transfer2D = this->TransferFunction2D;
}

void vtkGridRayCastRepresentation::UpdateMapperParameters()
{
  DisplayMessages& messages = *this->Messages;
  messages.Begin();
  this->UpdateLook();
  this->FallbackReason.clear();
  if (this->IsRayTraced())
  {
    this->FallbackReason =
      "Ray tracing is on and knows only VTK's own mappers, so the volume is not drawn. Turn "
      "ray tracing off, or choose representation Volume.";
    messages.Say(this, false, this->FallbackReason, "ray tracing");
  }
  vtkTetRayCastSettings* const settings = this->Mapper->GetSettings();
  const bool isPart = ServerRanks::GetNumberOfRanks() > 1;
  settings->SetInputIsPart(isPart);
  this->Look.ApplyTo(this->Mapper, this->DataBounds);
  this->Property->SetScalarOpacityUnitDistance(this->Look.GetUnitDistance());
  this->Property->SetIndependentComponents(this->MapScalars && !this->MultiComponentsMapping);
  this->Look.Gradients.ApplyTo(this->Property, !this->Look.IsSolid());
  if (this->UseTransfer2D && this->Look.IsSolid())
  {
    messages.Note("Solid Color has no 2D transfer function; choose an array to color by.");
  }
  else if (this->UseTransfer2D && !this->UseGradientForTransfer2D)
  {
    messages.Note(
      "The second axis of the 2D transfer function is the gradient magnitude; only representation "
      "Volume has a second array there.");
  }
  vtkDataSet* const data = this->Mapper->GetDataSetInput();
  const bool isEmpty = data && data->GetNumberOfPoints() == 0;
  if (isEmpty && !isPart)
  {
    messages.Note("The image is empty, so there is nothing to draw.");
  }
  if (this->HasBlocks && !this->Blocks->GetProblem().empty())
  {
    messages.Error(this->Blocks->GetProblem());
  }
  else if (this->HasBlocks && !this->Blocks->GetNote().empty())
  {
    messages.Note(this->Blocks->GetNote());
  }
  // The renderer skips volumes without bounds.
  const bool hasBounds = isPart || isEmpty || vtkMath::AreBoundsInitialized(this->DataBounds);
  if (data && !hasBounds)
  {
    messages.Error("The origin, spacing and direction of the image must be finite, and no spacing zero. "
                   "Nothing is drawn.");
  }
  this->Actor->SetProperty(this->Look.ChooseColors(data, this->Mapper, settings, this->Property, messages));
  const bool isDrawn =
    data && !isEmpty && hasBounds && this->FallbackReason.empty() && messages.CheckCamera();
  this->Actor->SetMapper(isDrawn ? this->Mapper.GetPointer() : nullptr);
}

void vtkGridRayCastRepresentation::SetVisibility(bool visible)
{
  if (!visible && this->HasBlocks && this->Cache)
  {
    // Another representation may be shown now. The image of the blocks is made again when it is needed.
    this->Blocks->Clear();
    this->Cache->Initialize(); // the view keeps it, and its copy, which the mapper draws
    if (vtkDataObject* const drawn = this->Mapper->GetDataObjectInput())
    {
      drawn->Initialize();
    }
    this->Cache = nullptr;
    this->Mapper->ReleaseCaster();
    this->MarkModified();
  }
  this->Superclass::SetVisibility(visible);
}

bool vtkGridRayCastRepresentation::AddToView(vtkView* view)
{
  const bool isAdded = this->Superclass::AddToView(view);
  this->Caption->AddTo(view, this, this->Actor); // after the volume: views draw their props in this order
  return isAdded;
}

bool vtkGridRayCastRepresentation::RemoveFromView(vtkView* view)
{
  this->Caption->RemoveFrom(view, this, this->Actor);
  return this->Superclass::RemoveFromView(view);
}

vtkRepresentationReport::Histogram vtkGridRayCastRepresentation::GetHistogram(int bins, int ofGradients)
{
  if (ofGradients > 1)
  {
    return {};
  }
  this->UpdateLook();
  const VolumeArrays& arrays = this->Look.Arrays;
  vtkTetRayCastSettings* const settings = this->Mapper->GetSettings();
  this->Look.Cropping.ApplyTo(settings, this->DataBounds);
  IsosurfaceGrids grids;
  if (auto* const image = vtkDataSet::SafeDownCast(this->Cache))
  {
    grids.Images.emplace_back(image);
  }
  if (!this->Look.IsSolid())
  {
    arrays.ShowColored(settings, this->Property->GetRGBTransferFunction(0));
  }
  const ArrayChoice& array = this->Look.IsSolid() ? arrays.Opacity : arrays.Color;
  const int component =
    arrays.FindShown(grids.Images.empty() ? nullptr : grids.Images[0].Get(), settings).Component;
  return InputHistogram(grids, array, component, this->Look.Threshold, RayCastCuts::BoxOf(settings), nullptr)
    .Find(bins);
}

vtkSmartPointer<vtkRayCastReport> vtkGridRayCastRepresentation::GetReport()
{
  auto report = vtkRepresentationReport::Make(nullptr, this->FallbackReason);
  this->Messages->AddRows(report);
  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  if (this->Actor->GetMapper() && view)
  {
    OverlapWarning::AddNote(report, view->GetRenderer(), this->Actor);
    report->AddReport(this->Mapper->GetReport());
  }
  return report;
}
