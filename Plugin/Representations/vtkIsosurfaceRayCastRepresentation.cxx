// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastRepresentation.h"

#include "AppendedXml.h"
#include "ArrayRanges.h"
#include "ClientConnection.h"
#include "DisplayMessages.h"
#include "GeometryBounds.h"
#include "InputHistogram.h"
#include "IsosurfaceBlocks.h"
#include "IsosurfaceGrids.h"
#include "IsosurfaceInput.h"
#include "IsosurfaceMesh.h"
#include "PartBounds.h"
#include "RayCastCuts.h"
#include "ServerRanks.h"
#include "vtkAlgorithmOutput.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkIsosurfaceProbe.h"
#include "vtkMath.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPartitionedDataSet.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastReport.h"
#include "vtkRepresentationReport.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <exception>
#include <limits>
#include <vector>

vtkStandardNewMacro(vtkIsosurfaceRayCastRepresentation);

vtkIsosurfaceRayCastRepresentation::vtkIsosurfaceRayCastRepresentation()
  : Pieces(std::make_unique<IsosurfaceGrids>())
  , Blocks(std::make_unique<IsosurfaceBlocks>(this, this->Volume, this->Mapper))
  , Mesh(std::make_unique<IsosurfaceMesh>(this))
  , Input(std::make_unique<IsosurfaceInput>(*this->Pieces, *this->Mesh))
  , Bounds(std::make_unique<PartBounds>())
  , DataMessages(std::make_unique<DisplayMessages>(this))
  , FrameMessages(std::make_unique<DisplayMessages>(this))
{
  ServerRanks::ChooseDevice();
  this->VolumeMapper = this->Mapper;
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->OutlineMapper);
  this->Property->ShadeOn();
}

vtkIsosurfaceRayCastRepresentation::~vtkIsosurfaceRayCastRepresentation() = default;

int vtkIsosurfaceRayCastRepresentation::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkCompositeDataSet");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

int vtkIsosurfaceRayCastRepresentation::RequestUpdateExtent(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  if (!this->Superclass::RequestUpdateExtent(request, inputVector, outputVector))
  {
    return 0;
  }
  // Surfaces of cell values end half a cell before the border of a part, unless the part has a
  // layer of the neighbor's cells.
  if (ServerRanks::GetNumberOfRanks() > 1 && inputVector[0]->GetNumberOfInformationObjects() == 1)
  {
    inputVector[0]->GetInformationObject(0)->Set(
      vtkStreamingDemandDrivenPipeline::UPDATE_NUMBER_OF_GHOST_LEVELS(), 1);
  }
  return 1;
}

int vtkIsosurfaceRayCastRepresentation::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->DataMessages->Begin();
  this->DataSize = 0;
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  this->Cuts.Styles.SetData(input);
  ArrayRanges::Find(input);
  this->Input->Take(input, this->GetArrays(), this->Cuts.Threshold, *this->DataMessages);
  this->Completed = this->Arrays;
  this->Cache = this->Pieces->Pack();
  this->Grid = this->Pieces->Grid;
  this->HasImages = !this->Pieces->Images.empty();
  for (const auto& piece : this->Pieces->Images)
  {
    this->DataSize += piece->GetActualMemorySize();
  }
  this->Bounds->Get(this->Pieces->GetAll(), this->DataBounds);
  if (vtkMath::AreBoundsInitialized(this->DataBounds))
  {
    this->OutlineSource->SetBounds(this->DataBounds);
    this->OutlineSource->Update();
  }
  // A process without the data, such as the client of a remote server, can only show the outline.
  this->Actor->SetEnableLOD(input ? 0 : 1);
  // The superclass would only add its own way to take the input.
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

int vtkIsosurfaceRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  if (request == vtkPVView::REQUEST_UPDATE() && ServerRanks::GetNumberOfRanks() > 1 &&
    !this->GetArrays().HaveSurfacesOf(this->Completed))
  {
    this->MarkModified(); // parts of meshes need gradients and averages of the new array, from the whole mesh
  }
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }

  if (request == vtkPVView::REQUEST_RENDER())
  {
    ClientConnection::BeginFrame();
    this->Take(inInfo);
    this->ChooseRanks(inInfo);
    this->UpdateMapperParameters();
    this->FrameMessages->Warn(AppendedXml::WhatIsLost(inInfo, this));
  }
  else if (request == vtkPVView::REQUEST_UPDATE_LOD())
  {
    vtkPVRenderView::SetRequiresDistributedRenderingLOD(inInfo, this, true);
  }
  else if (request == vtkPVView::REQUEST_UPDATE())
  {
    this->Deliver(inInfo);
    // Opaque surfaces of several ranks are composited by depth, together with any other geometry. Translucent
    // surfaces need an order of the ranks.
    if (!this->IsOpaque())
    {
      outInfo->Set(vtkPVRenderView::NEED_ORDERED_COMPOSITING(), 1);
    }
    this->IsovalueNote =
      this->GetArrays().WhyNoSurface(*this->Pieces, this->Mapper->GetSettings(), *this->FrameMessages);
  }
  return 1;
}

void vtkIsosurfaceRayCastRepresentation::Deliver(vtkInformation* view)
{
  // Images stay on their ranks. So do cells of meshes, unless the pictures of ranks need an order. Processes
  // that do not render get an outline.
  float without[2] = { this->HasImages ? 0.0f : 1.0f, this->Grid ? 0.0f : 1.0f };
  ServerRanks::TakeLeast(without, 2);
  this->AreImages = !(without[0] > 0);
  this->AreMeshes = !(without[1] > 0);
  vtkPVRenderView::SetPiece(view, this, this->Cache, this->DataSize, 0);
  vtkPVRenderView::SetDeliverToClientAndRenderingProcesses(view, this, false, false, 0);
  vtkPVRenderView::SetPiece(view, this, this->OutlineSource->GetOutputDataObject(0), 0, 1);
  vtkPVRenderView::SetRequiresDistributedRendering(view, this, true);
  vtkPVRenderView::SetOrderedCompositingConfiguration(
    view, this, this->AreImages ? vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION : 0);
  this->Mesh->Deliver(view, this->Grid, this->AreMeshes && !this->AreImages, this->CutsRays());
  this->AreImages ? RankPicture::SetBounds(view, this)
                  : GeometryBounds::Set(view, this, this->DataBounds, this->Actor);
}

void vtkIsosurfaceRayCastRepresentation::Take(vtkInformation* view)
{
  // The view delivers the data that were prepared last or, in an animation, those cached for this time step.
  vtkAlgorithmOutput* const producer = vtkPVRenderView::GetPieceProducer(view, this, 0);
  this->Pieces->Unpack(producer ? vtkPartitionedDataSet::SafeDownCast(
                                    producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
                                : nullptr);
  vtkUnstructuredGrid* const cells = this->Mesh->Take(view);
  if (this->Pieces->Grid && cells)
  {
    this->Pieces->Grid = cells;
  }
  this->OutlineMapper->SetInputConnection(vtkPVRenderView::GetPieceProducer(view, this, 1));
}

bool vtkIsosurfaceRayCastRepresentation::IsExchanged()
{
  return this->GetVisibility() && this->CutsRays() && this->AreMeshes && !this->IsOpaque() &&
    RankPicture::IsWorthIt(this, this->Actor, this->Mapper->GetSettings()->GetImageSampleDistance());
}

bool vtkIsosurfaceRayCastRepresentation::HasWholeCells() const
{
  return this->Mesh->HasWholeCells();
}

bool vtkIsosurfaceRayCastRepresentation::JoinsOthers()
{
  // Opaque surfaces of any rank end rays by their depth. Translucent surfaces of images are added to the
  // picture by the rank that has them.
  return this->CutsRays() && (this->IsOpaque() || (!this->AreMeshes && CompositedRanks::IsStill(this)));
}

void vtkIsosurfaceRayCastRepresentation::ChooseRanks(vtkInformation* view)
{
  RayCastRanks* const ranks =
    this->Ranks.Choose(view, this, this->Mesh->GetVolume(), false, this->DataBounds, *this->FrameMessages);
  this->Together = ranks != nullptr;
  this->Mesh->SetRanks(ranks);
}

const IsosurfaceArrays& vtkIsosurfaceRayCastRepresentation::GetArrays()
{
  this->Arrays.Color = ArrayChoice::Of(this->GetInputArrayInformation(0));
  return this->Arrays;
}

void vtkIsosurfaceRayCastRepresentation::UpdateMapperParameters()
{
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  DisplayMessages& messages = *this->FrameMessages;
  messages.Begin();
  this->FallbackReason.clear();
  if (view && view->GetEnableOSPRay())
  {
    this->FallbackReason = "Ray tracing is on and knows only VTK's own mappers, so the surface is not drawn. "
                           "Turn ray tracing off, or show the filter Contour.";
    messages.Say(this, false, this->FallbackReason, "ray tracing");
  }

  this->Mapper->GetSettings()->SetInputIsPart(
    ServerRanks::GetNumberOfRanks() > 1 || this->Pieces->GetAll().size() > 1);
  ArrayChoice choice;
  const bool found =
    !this->Pieces->GetAll().empty() && this->GetArrays().Find(*this->Pieces, choice, messages);
  if (found)
  {
    this->Mapper->SetScalarMode(choice.GetScalarMode());
    this->Mapper->SelectScalarArray(choice.Name.c_str());
    this->Input->LeaveOutWithout(choice, this->Cuts.Threshold, messages);
    this->Arrays.ApplyTo(this->Mapper->GetSettings(), *this->Pieces, choice,
      this->Property->GetRGBTransferFunction(0), messages);
  }

  const bool cropped = this->CropToWhole();
  const bool seen = messages.CheckCamera();
  const bool drawn = found && cropped && seen && this->FallbackReason.empty();
  this->Drawn = drawn;
  this->Actor->SetMapper(this->Pieces->Images.empty() ? nullptr : this->Mapper.GetPointer());
  this->Actor->SetVisibility(
    this->Shown && ((drawn && !this->Pieces->Images.empty()) || this->Actor->GetEnableLOD()));
  this->Blocks->SetImages(this->Pieces->Images, view);
  this->Blocks->SetStyles(this->Cuts.Styles.Get());
  this->Blocks->SetVisibility(this->Shown && drawn);
  this->Mesh->SetGrid(this->Pieces->Grid, this->Mapper, this->Volume, view, this->Together);
  this->Mesh->GetMapper()->SetBlockStyles(this->Cuts.Styles.Get());
  this->CutMesh();
  this->Mesh->SetVisibility(this->Shown && (drawn || this->Together));
  if (drawn && (!this->Mapper->GetSettings()->IsOpaque() || this->Cuts.Styles.IsAnyTranslucent()))
  {
    this->Blocks->SortBackToFront(view);
  }
}

bool vtkIsosurfaceRayCastRepresentation::CropToWhole()
{
  this->Bounds->Get(this->Pieces->GetAll(), this->DataBounds);
  this->Cuts.Cropping.ApplyTo(this->Mapper->GetSettings(), this->DataBounds);
  if (this->Cuts.Cropping.Use && !this->Cuts.Cropping.HasVolume())
  {
    // Report this here, once: each block has a mapper of its own.
    this->FrameMessages->Error("The cropping box has no volume, or numbers that are not finite; give it a "
                               "scale that is not 0. Nothing "
                               "is drawn.");
    return false;
  }
  return true;
}

bool vtkIsosurfaceRayCastRepresentation::IsOpaque()
{
  return this->Mapper->GetSettings()->IsOpaque() && !this->Cuts.Styles.IsAnyTranslucent() &&
    (!this->Cuts.Slices.Use || this->Cuts.Slices.Opacity == 1);
}

void vtkIsosurfaceRayCastRepresentation::CutMesh()
{
  this->Cuts.Threshold.ApplyTo(this->Mesh->GetMapper());
  SlicePlanes drawn = this->Cuts.Slices;
  if (drawn.Use && this->Mapper->GetSettings()->GetColorMode() == vtkRayCastSurfaceSettings::COLOR_BY_ARRAY)
  {
    drawn.Use = false;
    this->FrameMessages->Note(
      "The slices are not drawn: they show the isosurface array, but the surfaces are colored by "
      "another one. Color by the isosurface array.");
  }
  drawn.ApplyTo(this->Mesh->GetMapper()->GetSettings());
  if ((this->Cuts.Slices.Use || this->Cuts.Threshold.IsOn()) && !this->Pieces->Images.empty())
  {
    this->FrameMessages->Note("Slices and threshold apply to meshes only; images are drawn whole.");
  }
}

bool vtkIsosurfaceRayCastRepresentation::RemoveFromView(vtkView* view)
{
  if (auto* renderView = vtkPVRenderView::SafeDownCast(view))
  {
    this->Blocks->RemoveFrom(renderView);
    this->Mesh->RemoveFrom(renderView);
  }
  return this->Superclass::RemoveFromView(view);
}

void vtkIsosurfaceRayCastRepresentation::SetArrayIdNames(const char* pointArray, const char* cellArray)
{
  this->Mesh->SetArrayIdNames(pointArray, cellArray);
}

void vtkIsosurfaceRayCastRepresentation::SetVisibility(bool visible)
{
  this->Shown = visible;
  this->Superclass::SetVisibility(visible);
  this->Blocks->SetVisibility(visible);
  this->Mesh->SetVisibility(visible);
}

void vtkIsosurfaceRayCastRepresentation::SelectIsosurfaceArray(
  int, int, int, int association, const char* name)
{
  if (this->Arrays.Chosen.Set(association, name) && this->Input->HasBlocks())
  {
    this->MarkModified(); // blocks without the array are left out or get the NaN color
  }
}

void vtkIsosurfaceRayCastRepresentation::SetSettings(vtkIsosurfaceRayCastSettings* settings)
{
  this->Blocks->SetSettings(settings);
}

vtkRepresentationReport::Histogram vtkIsosurfaceRayCastRepresentation::GetHistogram(int bins, int)
{
  // Several ranks may draw the same cells. The grid before the view distributes cells has each cell once.
  IsosurfaceGrids pieces = *this->Pieces;
  pieces.Grid = ServerRanks::GetNumberOfRanks() > 1 ? this->Grid : pieces.Grid;
  const ArrayChoice array = this->GetArrays().GetPreferred(pieces.GetAll());
  return InputHistogram(pieces, array, this->Arrays.Component, this->Cuts.Threshold,
    RayCastCuts::BoxOf(this->Mapper->GetSettings()), this->Mesh->GetMapper())
    .Find(bins);
}

vtkSmartPointer<vtkRayCastReport> vtkIsosurfaceRayCastRepresentation::GetReport()
{
  auto report = vtkRepresentationReport::Make(nullptr, this->FallbackReason);
  this->DataMessages->AddRows(report);
  this->FrameMessages->AddRows(report);
  if (!this->IsovalueNote.empty())
  {
    report->AddRemark("note", this->IsovalueNote.c_str());
  }
  this->AddMapperReports(report);
  return report;
}

void vtkIsosurfaceRayCastRepresentation::AddMapperReports(vtkRayCastReport* report)
{
  // A mapper that does not draw keeps the figures of its last frame.
  const bool ofImages = this->Drawn && !this->Pieces->Images.empty();
  for (std::size_t i = 0; ofImages && i < this->Blocks->GetMappers().size(); ++i)
  {
    report->AddReport(this->Blocks->GetMappers()[i]->GetReport());
  }
  if (this->Drawn && this->Pieces->Grid)
  {
    report->AddReport(this->Mesh->GetMapper()->GetReport());
  }
}

std::vector<vtkSmartPointer<vtkDataSet>> vtkIsosurfaceRayCastRepresentation::GetPieces() const
{
  return this->Pieces->GetAll();
}

void vtkIsosurfaceRayCastRepresentation::HideMappers()
{
  this->Blocks->SetVisibility(false);
  this->Mesh->SetVisibility(false);
}

void vtkIsosurfaceRayCastRepresentation::NoteUnusedBlockStyles(const std::string& what)
{
  this->Cuts.Styles.NoteUnused(*this->FrameMessages, what);
}

void vtkIsosurfaceRayCastRepresentation::SetProbe(vtkIsosurfaceProbe* probe)
{
  probe->SetRepresentation(this);
  probe->SetSource([self = vtkWeakPointer<vtkIsosurfaceRayCastRepresentation>(this)](int x, int y) {
    auto* const view = self && self->Shown ? vtkPVRenderView::SafeDownCast(self->GetView()) : nullptr;
    return view ? self->Blocks->Probe(view->GetRenderer(), x, y)
                : vtkIsosurfaceProbe::Surface{ std::numeric_limits<double>::infinity(), {} };
  });
}

void vtkIsosurfaceRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "IsosurfaceArray: " << this->Arrays.Chosen.Name << " on the "
     << this->Arrays.Chosen.GetPlace() << "\n";
  os << indent << "IsosurfaceComponent: " << this->Arrays.Component << "\n";
  os << indent << "DiffuseColor: " << this->Arrays.SolidColor[0] << ", " << this->Arrays.SolidColor[1] << ", "
     << this->Arrays.SolidColor[2] << "\n";
  os << indent << "FallbackReason: " << this->FallbackReason << "\n";
  os << indent << "NumberOfBlocks: " << this->Pieces->Images.size() << "\n";
  os << indent << "Grid: " << this->Pieces->Grid.GetPointer() << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
}
