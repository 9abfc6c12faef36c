// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastRepresentation.h"

#include "AppendedXml.h"
#include "ArrayRanges.h"
#include "BlockArrays.h"
#include "CellHistogram.h"
#include "CellRanges.h"
#include "ClientConnection.h"
#include "DisplayMessages.h"
#include "DrawnBounds.h"
#include "EmptyCaption.h"
#include "GeometryBounds.h"
#include "MapperProgress.h"
#include "OverlapWarning.h"
#include "RayCastCuts.h"
#include "RayCastHeld.h"
#include "ServerRanks.h"
#include "VolumeHistogram.h"
#include "VolumeMesh.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkAlgorithmOutput.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkHavsMapper.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPVTransferFunction2D.h"
#include "vtkPolyData.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastReport.h"
#include "vtkResampleToImage.h"
#include "vtkScalarsToColors.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"
#include "vtkVolumeRepresentationPreprocessor.h"

#include <string>

using ServerRanks::GetNumberOfRanks;

vtkStandardNewMacro(vtkTetRayCastRepresentation);

vtkTetRayCastRepresentation::vtkTetRayCastRepresentation()
  : Mesh(std::make_unique<VolumeMesh>())
  , DataMessages(std::make_unique<DisplayMessages>(this))
  , FrameMessages(std::make_unique<DisplayMessages>(this))
  , Caption(std::make_unique<EmptyCaption>([this] { return this->GetCaption(); }))
{
  ServerRanks::ChooseDevice();
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->LODMapper);
  this->AddVolumeMapper(VolumeMapperChoice::RayCaster, this->Mapper);
  this->AddVolumeMapper(VolumeMapperChoice::Havs, this->Havs);
  this->Havs->SetSettings(this->Mapper->GetSettings());
  MapperProgress::HandOn(this->Mapper, this);
  MapperProgress::HandOn(this->Havs, this);
  this->SetArrayIdNames(nullptr, nullptr);
  this->SetShade(false);
  this->SetAmbient(0);
  this->SetDiffuse(1);
  this->SetSpecular(0);
  this->SetSpecularPower(100);
  this->SetRayCastMapper(VolumeMapperChoice::RayCaster);
}

vtkTetRayCastRepresentation::~vtkTetRayCastRepresentation() = default;

int vtkTetRayCastRepresentation::FillInputPortInformation(int port, vtkInformation* info)
{
  // Accept unstructured grids, composite data sets, and all data sets that
  // UnstructuredInput converts to a grid.
  const int known = this->Superclass::FillInputPortInformation(port, info);
  info->Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  return known;
}

bool vtkTetRayCastRepresentation::AddToView(vtkView* view)
{
  const bool isAdded = this->Superclass::AddToView(view);
  this->Caption->AddTo(view, this, this->Actor); // after the volume: views draw their props in this order
  return isAdded;
}

bool vtkTetRayCastRepresentation::RemoveFromView(vtkView* view)
{
  this->Caption->RemoveFrom(view, this, this->Actor);
  return this->Superclass::RemoveFromView(view);
}

std::string vtkTetRayCastRepresentation::GetCaption()
{
  const bool isDrawn = this->GetVisibility() && this->Choice.IsOwn();
  return !isDrawn ? "" : this->Choice.IsHavs() ? this->Havs->GetCaption() : this->Mapper->GetCaption();
}

void vtkTetRayCastRepresentation::SetActiveVolumeMapper(const char*)
{
}

void vtkTetRayCastRepresentation::SetSamplingDimensions(int x, int y, int z)
{
  const vtkMTimeType before = this->ResampleToImageFilter->GetMTime();
  this->Superclass::SetSamplingDimensions(x, y, z);
  if (this->Choice.IsResampled() && this->ResampleToImageFilter->GetMTime() != before)
  {
    this->MarkModified(); // otherwise the superclass goes on drawing the earlier image
  }
}

void vtkTetRayCastRepresentation::SetRayCastMapper(const char* name)
{
  this->Choice.SetName(name);
  this->ChooseMapper();
}

void vtkTetRayCastRepresentation::ChooseMapper()
{
  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  // Set the mapper only after a change: setting it runs the pipeline again.
  if (this->Choice.Update(view && view->GetEnableOSPRay()))
  {
    const std::string& drawing = this->Choice.GetDrawing();
    this->Superclass::SetActiveVolumeMapper(drawing.c_str());
    // Release the other mapper's copy of the mesh: both may not fit on a device together.
    if (drawing == VolumeMapperChoice::Havs)
    {
      this->Mapper->ReleaseCaster();
    }
    else if (drawing == VolumeMapperChoice::RayCaster)
    {
      this->Havs->ReleaseCaster();
    }
  }
}

int vtkTetRayCastRepresentation::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->DataMessages->Begin();
  this->Mesh->Clear();
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  this->Look.Styles.SetData(input);
  if (!this->Choice.IsOwn())
  {
    this->Mesh->ReleaseCells();
    return this->Superclass::RequestData(request, inputVector, outputVector);
  }

  vtkMath::UninitializeBounds(this->DataBounds);
  if (input)
  {
    ArrayRanges::Find(input);
    this->HasBlocks = vtkCompositeDataSet::SafeDownCast(input) != nullptr;
    this->HasGradients = this->NeedsGradients();
    this->Mesh->Make(
      input, this->GetLook().GetMeshArrays(input), this->UseDataPartitions,
      [this](vtkUnstructuredGrid* piece) { this->Complete(piece); }, *this->DataMessages);
    DrawnBounds::Find(this->Mesh->GetGrid(), this->DataBounds);
    this->Mesh->GetPiece().FindWhole(this->DataBounds);
  }
  // The superclass would only add the preprocessing that this class avoids.
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

void vtkTetRayCastRepresentation::Complete(vtkUnstructuredGrid* piece)
{
  if (this->HasGradients)
  {
    VolumeMesh::AddGradients(piece, [this](vtkUnstructuredGrid* grid) {
      const VolumeArrays& arrays = this->GetLook().Arrays;
      if (arrays.Color.In(grid))
      {
        arrays.ShowColored(this->Mapper->GetSettings(), this->Property->GetRGBTransferFunction(0));
      }
      return arrays.FindShown(grid, this->Mapper->GetSettings());
    });
  }
  // Add the ranges of each cell: a cell that the view cuts vanishes by the values of all its original points.
  CellHistogramInput shown;
  shown.Grid = piece;
  this->Look.Threshold.FindIn(shown);
  if (shown.Threshold.Array && shown.Threshold.Association == vtkDataObject::POINT)
  {
    CellRanges(piece, shown.Threshold).AddTo(piece, shown.Threshold);
  }
}

bool vtkTetRayCastRepresentation::NeedsGradients()
{
  vtkTetRayCastSettings* const settings = this->Mapper->GetSettings();
  return GetNumberOfRanks() > 1 && this->Choice.IsOwn() && !this->Choice.IsHavs() &&
    (settings->GetIsovalues()->GetNumberOfContours() > 0 ||
      (settings->GetGradients() == vtkTetRayCastSettings::SMOOTH &&
        (this->Property->GetShade() || this->Look.Gradients.UseOpacity ||
          this->Look.Gradients.UseTransfer2D)));
}

VolumeLook& vtkTetRayCastRepresentation::GetLook()
{
  VolumeArrays& arrays = this->Look.Arrays;
  arrays.Color = ArrayChoice::Of(this->GetInputArrayInformation(0));
  arrays.Opacity = { this->OpacityArrayName, this->OpacityArrayFieldAssociation };
  arrays.OpacityComponent = this->OpacityArrayComponent;
  arrays.UsesSeparateOpacity = this->UseSeparateOpacityArray;
  return this->Look;
}

int vtkTetRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  if (request == vtkPVView::REQUEST_UPDATE())
  {
    this->ChooseMapper();
    if (this->NeedsGradients() && !this->HasGradients)
    {
      this->MarkModified();
    }
  }
  if (!this->Choice.IsOwn())
  {
    const int isDone = this->Superclass::ProcessViewRequest(request, inInfo, outInfo);
    if (isDone && request == vtkPVView::REQUEST_UPDATE())
    {
      GeometryBounds::Set(inInfo, this, this->DataBounds, this->Actor);
    }
    return isDone;
  }
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }

  if (request == vtkPVView::REQUEST_UPDATE())
  {
    this->Mesh->Deliver(inInfo, outInfo, this, this->UseDataPartitions, !this->Choice.IsHavs());
    GeometryBounds::Set(inInfo, this, this->DataBounds, this->Actor);
    this->Actor->SetMapper(nullptr);
  }
  else if (request == vtkPVView::REQUEST_UPDATE_LOD())
  {
    // The volume itself is drawn during interaction. The outline is only shown if
    // the volume is not available.
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
    ClientConnection::BeginFrame();
    vtkAlgorithmOutput* producer = vtkPVRenderView::GetPieceProducer(inInfo, this);
    RankPart& piece = this->Mesh->GetPiece();
    piece.Take(vtkPVRenderView::SafeDownCast(this->GetView()),
      producer ? vtkUnstructuredGrid::SafeDownCast(
                   producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
               : nullptr);
    vtkUnstructuredGrid* const grid = piece.GetGrid();
    this->LODMapper->SetInputConnection(vtkPVRenderView::GetPieceProducerLOD(inInfo, this));
    this->Actor->SetEnableLOD(inInfo->Has(vtkPVRenderView::USE_LOD()) && !grid ? 1 : 0);
    this->Mapper->SetInputData(grid);
    this->Mapper->SetPieceBox(piece.GetBox());
    this->Mapper->SetWholeBounds(piece.GetWhole());
    this->Havs->SetInputData(grid);
    this->Mapper->GetSettings()->SetInputIsPart(GetNumberOfRanks() > 1);
    this->UpdateMapperParameters();
    this->FrameMessages->Warn(AppendedXml::WhatIsLost(inInfo, this));
    RayCastRanks* const together = this->Ranks.Choose(inInfo, this, this->Volume,
      this->IsOneVolume() && this->Mapper->KeepsFilms(), this->DataBounds, *this->FrameMessages);
    this->Mapper->SetRanks(together);
    if (together)
    {
      this->Actor->SetEnableLOD(0);
    }
    else if (!grid || !this->FrameMessages->CheckCamera())
    {
      this->Actor->SetMapper(nullptr);
    }
  }
  return 1;
}

bool vtkTetRayCastRepresentation::IsOneVolume()
{
  return this->GetVisibility() && this->Choice.IsOwn() && !this->Choice.IsHavs() &&
    this->Mapper->GetSettings()->GetDrawVolume();
}

bool vtkTetRayCastRepresentation::IsExchanged()
{
  return this->IsOneVolume() &&
    RankPicture::IsWorthIt(this, this->Actor, this->Mapper->GetSettings()->GetImageSampleDistance());
}

bool vtkTetRayCastRepresentation::HasWholeCells() const
{
  return this->Mesh->GetPiece().HasWholeCells();
}

void vtkTetRayCastRepresentation::UpdateMapperParameters()
{
  this->FrameMessages->Begin();
  this->Mapper->SetBlockStyles(this->Look.Styles.Get());
  this->Choice.TellLeftOut(this->Look.Styles, this->Look.IsCut(),
    this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfContours() > 0, *this->FrameMessages);
  this->Property->SetScalarOpacityUnitDistance(this->Look.GetUnitDistance());
  this->Actor->SetProperty(this->Property);
  this->Choice.IsOwn() ? this->UpdateOwnMapper() : this->UpdateStockMapper();
}

void vtkTetRayCastRepresentation::UpdateStockMapper()
{
  // The superclass uses the name of the color array without checking that there is one.
  const bool isSolid = this->GetLook().IsSolid();
  if (!this->UseSeparateOpacityArray || !isSolid)
  {
    this->Superclass::UpdateMapperParameters();
  }
  if (isSolid)
  {
    vtkDataObject* drawn = this->Preprocessor->GetOutputDataObject(0);
    if (this->Choice.IsResampled())
    {
      drawn = this->ResampleToImageFilter->GetOutputDataObject(0);
      this->Look.Arrays.Opacity.Association = vtkDataObject::POINT;
    }
    this->UseColors(vtkDataSet::SafeDownCast(drawn));
  }
}

void vtkTetRayCastRepresentation::UpdateOwnMapper()
{
  // The superclass would make the mapper draw an array that its own preprocessing makes of both arrays.
  const bool separate = this->UseSeparateOpacityArray;
  this->UseSeparateOpacityArray = false;
  this->Superclass::UpdateMapperParameters();
  this->UseSeparateOpacityArray = separate;
  const VolumeLook& look = this->GetLook();
  look.ApplyTo(this->Mapper, this->Havs);
  look.Gradients.ApplyTo(this->Property, !look.IsSolid());
  if (look.Gradients.UseTransfer2D && look.IsSolid())
  {
    this->FrameMessages->Note("Solid Color has no 2D transfer function; choose an array to color by.");
  }
  this->UseColors(vtkDataSet::SafeDownCast(this->Mapper->GetInput()));
}

void vtkTetRayCastRepresentation::UseColors(vtkDataSet* data)
{
  this->Actor->SetProperty(this->Look.ChooseColors(
    data, this->GetActiveVolumeMapper(), this->Mapper->GetSettings(), this->Property, *this->FrameMessages));
}

void vtkTetRayCastRepresentation::SetHavsBufferSize(int size)
{
  this->Havs->SetBufferSize(size);
}

void vtkTetRayCastRepresentation::SetHavsTargetTime(double seconds)
{
  this->Havs->SetLevelOfDetailTargetTime(seconds);
}

void vtkTetRayCastRepresentation::SelectIsosurfaceColorArray(int, int, int, int association, const char* name)
{
  if (this->Look.IsosurfaceColors.Select(association, name) && this->HasBlocks)
  {
    this->MarkModified(); // blocks without the array get one of NaN
  }
}

void vtkTetRayCastRepresentation::SetIsosurfaceColors(vtkScalarsToColors* function)
{
  this->Look.IsosurfaceColors.Function = function;
}

void vtkTetRayCastRepresentation::SetUseTransfer2D(bool use)
{
  if (this->Look.Gradients.UseTransfer2D != use)
  {
    this->Look.Gradients.UseTransfer2D = use;
    this->MarkModified(); // an array for the opacity alone is no longer needed
  }
}

void vtkTetRayCastRepresentation::SetTransferFunction2D(vtkPVTransferFunction2D* function)
{
  this->Look.Gradients.Transfer2D = function;
}

void vtkTetRayCastRepresentation::SetActiveAssembly(const char* name)
{
  this->Mesh->GetBlockSelection()->SetAssemblyName(name);
  this->Superclass::SetActiveAssembly(name);
}

void vtkTetRayCastRepresentation::AddBlockSelector(const char* selector)
{
  this->Mesh->GetBlockSelection()->AddSelector(selector);
  this->Superclass::AddBlockSelector(selector);
}

void vtkTetRayCastRepresentation::RemoveAllBlockSelectors()
{
  this->Mesh->GetBlockSelection()->ClearSelectors();
  this->Superclass::RemoveAllBlockSelectors();
}

void vtkTetRayCastRepresentation::SetSettings(vtkTetRayCastSettings* settings)
{
  this->Mapper->SetSettings(settings);
  this->Havs->SetSettings(this->Mapper->GetSettings());
}

vtkUnstructuredGrid* vtkTetRayCastRepresentation::GetGrid()
{
  // A client has the grid that it was sent to draw.
  vtkUnstructuredGrid* const made = this->Mesh->GetGrid();
  return made ? made : vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput());
}

RayCastArray vtkTetRayCastRepresentation::FindShownArray(vtkUnstructuredGrid* grid)
{
  if (this->GetLook().Arrays.Color.In(grid))
  {
    // Set the component of a vector, because the mapper may still have the data of an earlier time.
    this->Look.Arrays.ShowColored(this->Mapper->GetSettings(), this->Property->GetRGBTransferFunction(0));
  }
  return this->Look.Arrays.FindShown(grid, this->Mapper->GetSettings());
}

vtkRepresentationReport::Histogram vtkTetRayCastRepresentation::GetHistogram(int valueBins, int gradientBins)
{
  vtkUnstructuredGrid* const grid = this->GetGrid();
  const RayCastArray shown = this->FindShownArray(grid);
  this->Look.CropTo(this->Mapper);
  const inkray::CropBox box = RayCastCuts::BoxOf(this->Mapper->GetSettings());
  return VolumeHistogram(grid, shown, this->Look.Threshold, box, this->Mapper, this)
    .Find(valueBins, gradientBins);
}

vtkSmartPointer<vtkRayCastReport> vtkTetRayCastRepresentation::GetReport()
{
  // A mapper that does not draw keeps the figures of its last frame.
  vtkAbstractVolumeMapper* const drawing = this->Actor->GetMapper();
  const bool cast = drawing == this->Mapper || drawing == this->Havs;
  auto report = vtkRepresentationReport::Make(
    !drawing || cast ? nullptr : this->Choice.GetLabel(), this->Choice.GetFallbackReason());
  this->DataMessages->AddRows(report);
  this->FrameMessages->AddRows(report);
  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  if (drawing && view)
  {
    OverlapWarning::AddNote(report, view->GetRenderer(), this->Actor);
  }
  if (cast)
  {
    report->AddReport(drawing == this->Havs ? this->Havs->GetReport() : this->Mapper->GetReport());
  }
  else if (drawing)
  {
    report->AddRow("frame", 1e3 * drawing->GetTimeToDraw(), "ms");
  }
  return report;
}

void vtkTetRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "RayCastMapper: " << this->Choice.GetName() << "\n";
  os << indent << "FallbackReason: " << this->Choice.GetFallbackReason() << "\n";
  os << indent << "UnitDistance: " << this->Look.UnitDistance << "\n";
  os << indent << "Density: " << this->Look.Density << "\n";
  os << indent << "Opacity: " << this->Look.Opacity << "\n";
  os << indent << "VectorMode: " << this->Look.Arrays.VectorMode << "\n";
  os << indent << "VectorComponent: " << this->Look.Arrays.VectorComponent << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
  os << indent << "Havs:\n";
  this->Havs->PrintSelf(os, indent.GetNextIndent());
}
