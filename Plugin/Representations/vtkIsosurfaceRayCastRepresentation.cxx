// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastRepresentation.h"

#include "ArrayChoice.h"
#include "CroppingBox.h"
#include "IsosurfaceBlocks.h"
#include "PieceBounds.h"
#include "RayCastMessages.h"
#include "ServerRanks.h"
#include "SpatialExchange.h"
#include "vtkAlgorithmOutput.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkIsosurfaceProbe.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPartitionedDataSet.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkRepresentationReport.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

vtkStandardNewMacro(vtkIsosurfaceRayCastRepresentation);

vtkIsosurfaceRayCastRepresentation::vtkIsosurfaceRayCastRepresentation()
  : Cropping(std::make_unique<CroppingBox>())
  , Blocks(std::make_unique<IsosurfaceBlocks>(this, this->Volume, this->Mapper))
  , Bounds(std::make_unique<PieceBounds>())
  , InputMessages(std::make_unique<RayCastMessages>())
  , Messages(std::make_unique<RayCastMessages>())
  , IsosurfaceArray(std::make_unique<ArrayChoice>())
{
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
  // The surface of cell values ends half a cell before a piece's border, unless the piece has a layer of the
  // neighbour's cells.
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
  this->InputMessages->Begin();
  this->Images.clear();
  this->DataSize = 0;
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  this->TakeImages(input);
  vtkNew<vtkPartitionedDataSet> pieces;
  for (unsigned int i = 0; i < this->Images.size(); ++i)
  {
    pieces->SetPartition(i, this->Images[i]);
    this->DataSize += this->Images[i]->GetActualMemorySize();
  }
  this->Cache = pieces.GetPointer();
  this->Bounds->Get(this->Images, this->DataBounds);
  if (vtkMath::AreBoundsInitialized(this->DataBounds))
  {
    this->OutlineSource->SetBounds(this->DataBounds);
    this->OutlineSource->Update();
  }
  // A process without the data, as a client of a remote server, can only show where it is.
  this->Actor->SetEnableLOD(input ? 0 : 1);
  // The superclass has nothing to add but its own way to take the input.
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

void vtkIsosurfaceRayCastRepresentation::TakeImages(vtkDataObject* input)
{
  // Copies, so that nothing done here comes back to the pipeline; they share the values.
  const auto take = [this](vtkDataObject* leaf, unsigned int compositeIndex) {
    int dimensions[3];
    const bool isDrawn = IsosurfaceBlocks::GetDimensions(leaf, dimensions);
    if (isDrawn)
    {
      auto copy = vtkSmartPointer<vtkDataSet>::Take(vtkDataSet::SafeDownCast(leaf->NewInstance()));
      copy->ShallowCopy(leaf);
      IsosurfaceBlocks::SetCompositeIndex(copy, compositeIndex);
      this->Images.push_back(copy);
    }
    return isDrawn;
  };
  auto* composite = vtkCompositeDataSet::SafeDownCast(input);
  if (!composite)
  {
    if (input && !take(input, 1))
    {
      this->InputMessages->Report(this, true,
        std::string("Isosurfaces are ray cast in image data and rectilinear grids only, and this is a ") +
          input->GetClassName() + "; resample it (filter Resample To Image). Nothing is drawn.");
    }
    return;
  }
  int others = 0;
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    others += take(leaves->GetCurrentDataObject(), leaves->GetCurrentFlatIndex()) ? 0 : 1;
  }
  if (others > 0)
  {
    const std::string message = std::to_string(others) + " of " +
      std::to_string(others + this->Images.size()) +
      " blocks are neither image data nor rectilinear grids and are not drawn.";
    this->Images.empty() ? this->InputMessages->Report(this, true, message)
                         : this->InputMessages->Note(message);
  }
}

int vtkIsosurfaceRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }

  if (request == vtkPVView::REQUEST_RENDER())
  {
    // What was prepared last or, in an animation, what the view has kept of this time step.
    vtkAlgorithmOutput* producer = vtkPVRenderView::GetPieceProducer(inInfo, this, 0);
    auto* pieces = producer ? vtkPartitionedDataSet::SafeDownCast(
                                producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
                            : nullptr;
    this->Images.clear();
    for (unsigned int i = 0; pieces && i < pieces->GetNumberOfPartitions(); ++i)
    {
      this->Images.emplace_back(pieces->GetPartition(i));
    }
    this->OutlineMapper->SetInputConnection(vtkPVRenderView::GetPieceProducer(inInfo, this, 1));
    this->UpdateMapperParameters();
    this->Messages->Warn(this, SpatialExchange::WhatOthersLost(inInfo, this));
  }
  else if (request == vtkPVView::REQUEST_UPDATE_LOD())
  {
    vtkPVRenderView::SetRequiresDistributedRenderingLOD(inInfo, this, true);
  }
  else if (request == vtkPVView::REQUEST_UPDATE())
  {
    // The image stays where it is; other processes get its outline.
    vtkPVRenderView::SetPiece(inInfo, this, this->Cache, this->DataSize, 0);
    vtkPVRenderView::SetDeliverToClientAndRenderingProcesses(inInfo, this, false, false, 0);
    vtkPVRenderView::SetPiece(inInfo, this, this->OutlineSource->GetOutputDataObject(0), 0, 1);
    vtkPVRenderView::SetRequiresDistributedRendering(inInfo, this, true);
    vtkNew<vtkMatrix4x4> matrix;
    this->Actor->GetMatrix(matrix);
    vtkPVRenderView::SetGeometryBounds(inInfo, this, this->DataBounds, matrix);
    // Opaque surfaces of several ranks are composited by depth, which any other geometry can join;
    // translucent ones need an order.
    if (!this->Mapper->GetSettings()->IsOpaque())
    {
      outInfo->Set(vtkPVRenderView::NEED_ORDERED_COMPOSITING(), 1);
    }
    vtkPVRenderView::SetOrderedCompositingConfiguration(
      inInfo, this, vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION);
    this->CheckIsovalues(); // all ranks come here
  }
  return 1;
}

void vtkIsosurfaceRayCastRepresentation::UpdateMapperParameters()
{
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  this->Messages->Begin();
  this->FallbackReason.clear();
  if (view && view->GetEnableOSPRay())
  {
    this->FallbackReason = "Ray tracing is on, which knows VTK's own mappers only; the surface is not drawn. "
                           "Turn it off, or show the filter Contour.";
    this->Messages->Say(this, false, this->FallbackReason, "ray tracing");
  }

  this->Mapper->GetSettings()->SetInputIsPiece(
    ServerRanks::GetNumberOfRanks() > 1 || this->Images.size() > 1);
  ArrayChoice choice;
  const bool found = !this->Images.empty() && this->ChooseIsosurfaceArray(choice);
  if (found)
  {
    this->Mapper->SetScalarMode(choice.GetScalarMode());
    this->Mapper->SelectScalarArray(choice.Name.c_str());
    this->LeaveOutImagesWithout(choice);
    this->ChooseColors(choice);
  }

  const bool cropped = this->CropToWhole();

  const bool drawn = found && cropped && this->FallbackReason.empty();
  this->Drawn = drawn;
  this->Actor->SetMapper(this->Images.empty() ? nullptr : this->Mapper.GetPointer());
  this->Actor->SetVisibility(this->Shown && (drawn || this->Actor->GetEnableLOD()));
  this->Blocks->SetImages(this->Images, view);
  this->Blocks->SetVisibility(this->Shown && drawn);
  if (!this->Mapper->GetSettings()->IsOpaque())
  {
    this->Blocks->SortBackToFront(view);
  }
}

bool vtkIsosurfaceRayCastRepresentation::CropToWhole()
{
  // The cropping box is given relative to the bounds of the whole, which all ranks have to agree about.
  this->Bounds->Get(this->Images, this->DataBounds);
  double whole[6];
  std::copy_n(this->DataBounds, 6, whole);
  ServerRanks::Unite(whole, 3);
  std::copy_n(this->CroppingOrigin, 3, this->Cropping->Origin);
  std::copy_n(this->CroppingScale, 3, this->Cropping->Scale);
  this->Cropping->ApplyTo(this->Mapper->GetSettings(), whole);
  if (this->Cropping->Use && !this->Cropping->HasVolume())
  {
    // Said here, because each block has a mapper.
    this->Messages->Report(this, true,
      "The box to crop by has no volume, or not of finite numbers; give it a scale that is not 0. Nothing is "
      "drawn.");
    return false;
  }
  return true;
}

void vtkIsosurfaceRayCastRepresentation::LeaveOutImagesWithout(const ArrayChoice& choice)
{
  const std::size_t all = this->Images.size();
  const auto lacksIt = [&choice](vtkDataSet* image) { return !choice.In(image); };
  this->Images.erase(std::remove_if(this->Images.begin(), this->Images.end(), lacksIt), this->Images.end());
  if (this->Images.size() < all)
  {
    this->Messages->Note(std::to_string(all - this->Images.size()) + " of " + std::to_string(all) +
      " blocks do not have the array '" + choice.Name + "' and are not drawn.");
  }
}

bool vtkIsosurfaceRayCastRepresentation::ChooseIsosurfaceArray(ArrayChoice& choice)
{
  const auto isEmpty = [](vtkDataSet* image) { return image->GetNumberOfPoints() == 0; };
  if (std::all_of(this->Images.begin(), this->Images.end(), isEmpty))
  {
    if (ServerRanks::GetNumberOfRanks() == 1)
    {
      this->Messages->Note("The image is empty (no points), so there is nothing to draw.");
    }
    return false;
  }

  choice = *this->IsosurfaceArray;
  if (!choice.Name.empty())
  {
    if (this->FindArray(choice))
    {
      return true;
    }
    for (const auto& image : this->Images)
    {
      vtkDataSetAttributes* attributes = image->GetAttributes(choice.Association);
      if (attributes && attributes->GetAbstractArray(choice.Name.c_str()))
      {
        this->Messages->Report(this, true,
          "The array '" + choice.Name +
            "' is not one of numbers; choose another one to have isosurfaces of. Nothing is drawn.");
        return false;
      }
    }
    this->Messages->Report(this, true,
      "There is no array '" + choice.Name + "' on the " + choice.GetPlace() +
        " of the image; choose another one to have isosurfaces of. Nothing is drawn.");
    return false;
  }

  choice = ArrayChoice::Of(this->GetInputArrayInformation(0));
  if (this->FindArray(choice))
  {
    return true;
  }
  choice = ArrayChoice::FirstIn(this->Images);
  if (!choice.Name.empty())
  {
    return true;
  }
  this->Messages->Report(this, true,
    "The image has no array of numbers on its points or cells, so there are no isosurfaces. Nothing is "
    "drawn.");
  return false;
}

void vtkIsosurfaceRayCastRepresentation::ChooseColors(const ArrayChoice& contoured)
{
  vtkIsosurfaceRayCastSettings* const settings = this->Mapper->GetSettings();
  // The surface's own array: one of its components, or their length.
  vtkDataArray* array = this->FindArray(contoured);
  const int numComponents = array ? array->GetNumberOfComponents() : 1;
  const bool ofComponent = numComponents == 1 || this->IsosurfaceComponent < numComponents;
  const int component = numComponents == 1 ? 0 : this->IsosurfaceComponent;
  settings->SetVectorMode(ofComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetVectorComponent(ofComponent ? component : 0);

  const ArrayChoice coloured = ArrayChoice::Of(this->GetInputArrayInformation(0));
  vtkDataArray* colourArray = this->FindArray(coloured);
  if (!coloured.Name.empty() && !colourArray)
  {
    this->Messages->Report(this, false,
      "There is no array '" + coloured.Name + "' of numbers on the " + coloured.GetPlace() +
        " of the image to colour by; choose another one. The surfaces are drawn in one colour.");
  }
  if (!colourArray)
  {
    settings->SetColorModeToSolid();
    settings->SetSolidColor(this->DiffuseColor);
    return;
  }

  vtkColorTransferFunction* colours = this->Property->GetRGBTransferFunction(0);
  const int numColourComponents = colourArray->GetNumberOfComponents();
  const bool byComponent =
    numColourComponents == 1 || colours->GetVectorMode() == vtkScalarsToColors::COMPONENT;
  const int colourComponent =
    numColourComponents == 1 ? 0 : std::clamp(colours->GetVectorComponent(), 0, numColourComponents - 1);
  if (coloured == contoured && byComponent == ofComponent && (!byComponent || colourComponent == component))
  {
    settings->SetColorModeToIsovalue();
    return;
  }
  settings->SetColorModeToArray();
  settings->SelectColorArray(coloured.Association, coloured.Name.c_str());
  settings->SetColorVectorMode(byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetColorVectorComponent(colourComponent);
}

void vtkIsosurfaceRayCastRepresentation::CheckIsovalues()
{
  this->IsovalueNote.clear();
  // Where there are several pieces, none knows by itself whether another has the surface; a single one is
  // looked at by its mapper.
  if (ServerRanks::GetNumberOfRanks() == 1 && this->Images.size() < 2)
  {
    return;
  }
  double all[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX }; // of the values of all pieces
  ArrayChoice choice;
  const bool found = !this->Images.empty() && this->ChooseIsosurfaceArray(choice);
  for (std::size_t i = 0; found && i < this->Images.size(); ++i)
  {
    if (vtkDataArray* array = choice.In(this->Images[i]))
    {
      const int components = array->GetNumberOfComponents();
      double range[2]; // kept by the array until it changes
      array->GetFiniteRange(range,
        components > 1 && this->IsosurfaceComponent >= components
          ? -1
          : std::min(this->IsosurfaceComponent, components - 1));
      all[0] = range[0] <= range[1] ? std::min(all[0], range[0]) : all[0];
      all[1] = range[0] <= range[1] ? std::max(all[1], range[1]) : all[1];
    }
  }
  ServerRanks::Unite(all, 1);
  bool anyFinite = false, anyInRange = false;
  for (int i = 0; i < this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfContours(); ++i)
  {
    const double value = this->Mapper->GetSettings()->GetIsovalues()->GetValue(i);
    anyFinite = anyFinite || std::isfinite(value);
    anyInRange = anyInRange || (value >= all[0] && value <= all[1]);
  }
  if (anyFinite && !anyInRange && all[0] <= all[1] && ServerRanks::GetRank() == 0)
  {
    std::ostringstream text;
    text << "There is no isosurface: the values of the array '"
         << (choice.Name.empty() ? this->IsosurfaceArray->Name : choice.Name) << "' are within [" << all[0]
         << ", " << all[1] << "], and no isovalue is.";
    this->IsovalueNote = text.str();
  }
}

vtkDataArray* vtkIsosurfaceRayCastRepresentation::FindArray(const ArrayChoice& choice)
{
  for (const auto& image : this->Images)
  {
    if (vtkDataArray* array = choice.In(image))
    {
      return array;
    }
  }
  return nullptr;
}

bool vtkIsosurfaceRayCastRepresentation::RemoveFromView(vtkView* view)
{
  if (auto* renderView = vtkPVRenderView::SafeDownCast(view))
  {
    this->Blocks->RemoveFrom(renderView);
  }
  return this->Superclass::RemoveFromView(view);
}

void vtkIsosurfaceRayCastRepresentation::SetVisibility(bool visible)
{
  this->Shown = visible;
  this->Superclass::SetVisibility(visible);
  this->Blocks->SetVisibility(visible);
}

void vtkIsosurfaceRayCastRepresentation::SelectIsosurfaceArray(
  int, int, int, int association, const char* name)
{
  ArrayChoice choice;
  choice.Name = name ? name : "";
  choice.Association = association;
  if (!(choice == *this->IsosurfaceArray))
  {
    *this->IsosurfaceArray = choice;
  }
}

void vtkIsosurfaceRayCastRepresentation::SetIsosurfaceComponent(int component)
{
  this->IsosurfaceComponent = std::max(0, component);
}

void vtkIsosurfaceRayCastRepresentation::SetIsosurface(
  int i, double value, double opacity, double visible, double ownColor, double red, double green, double blue)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetRow(i, value, opacity, visible, ownColor, red, green, blue);
}

void vtkIsosurfaceRayCastRepresentation::SetNumberOfIsosurfaces(int number)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetNumberOfContours(number);
}

void vtkIsosurfaceRayCastRepresentation::SetCropping(int crop)
{
  this->Cropping->Use = crop != 0;
}

void vtkIsosurfaceRayCastRepresentation::SetCroppingKeepOutside(bool outside)
{
  this->Cropping->KeepsOutside = outside;
}

void vtkIsosurfaceRayCastRepresentation::SetCroppingRotation(const double degrees[3])
{
  std::copy_n(degrees, 3, this->Cropping->Rotation);
}

void vtkIsosurfaceRayCastRepresentation::SetOpacity(double opacity)
{
  this->Mapper->GetSettings()->SetOpacity(opacity);
}

void vtkIsosurfaceRayCastRepresentation::SetDiffuseColor(double red, double green, double blue)
{
  const double color[3] = { red, green, blue };
  std::copy_n(color, 3, this->DiffuseColor);
}

void vtkIsosurfaceRayCastRepresentation::SetSettings(vtkIsosurfaceRayCastSettings* settings)
{
  this->Blocks->SetSettings(settings);
}

void vtkIsosurfaceRayCastRepresentation::SetReport(vtkRepresentationReport* report)
{
  report->SetRepresentation(this);
  report->SetSource([self = vtkWeakPointer<vtkIsosurfaceRayCastRepresentation>(this)] {
    return self ? self->GetReport() : nullptr;
  });
}

vtkSmartPointer<vtkRayCastReport> vtkIsosurfaceRayCastRepresentation::GetReport()
{
  auto report = vtkRepresentationReport::Make(nullptr, this->FallbackReason);
  this->InputMessages->AddRows(report);
  this->Messages->AddRows(report);
  if (!this->IsovalueNote.empty())
  {
    report->AddRemark("note", this->IsovalueNote.c_str());
  }
  // A mapper that does not draw still has the figures of its last frame.
  for (std::size_t i = 0; this->Drawn && i < this->Blocks->GetMappers().size(); ++i)
  {
    report->AddReport(this->Blocks->GetMappers()[i]->GetReport());
  }
  return report;
}

void vtkIsosurfaceRayCastRepresentation::SetProbe(vtkIsosurfaceProbe* probe)
{
  probe->SetRepresentation(this);
  probe->SetSource([self = vtkWeakPointer<vtkIsosurfaceRayCastRepresentation>(this)](int x, int y) {
    vtkIsosurfaceProbe::Surface nearest = { std::numeric_limits<double>::infinity(), {} };
    vtkPVRenderView* view = self && self->Shown ? vtkPVRenderView::SafeDownCast(self->GetView()) : nullptr;
    for (std::size_t i = 0; view && i < self->Blocks->GetMappers().size(); ++i)
    {
      vtkIsosurfaceRayCastMapper* mapper = self->Blocks->GetMappers()[i];
      if (mapper->ProbePixel(x, y))
      {
        const double* p = mapper->GetProbedPosition();
        const double distance = std::sqrt(
          vtkMath::Distance2BetweenPoints(view->GetRenderer()->GetActiveCamera()->GetPosition(), p));
        if (distance < nearest.Distance)
        {
          nearest = { distance,
            { p[0], p[1], p[2], mapper->GetProbedIsovalue(), mapper->GetProbedValue(),
              mapper->GetProbedColorValue() } };
        }
      }
    }
    return nearest;
  });
}

void vtkIsosurfaceRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "IsosurfaceArray: " << this->IsosurfaceArray->Name << " on the "
     << this->IsosurfaceArray->GetPlace() << "\n";
  os << indent << "IsosurfaceComponent: " << this->IsosurfaceComponent << "\n";
  os << indent << "DiffuseColor: " << this->DiffuseColor[0] << ", " << this->DiffuseColor[1] << ", "
     << this->DiffuseColor[2] << "\n";
  os << indent << "FallbackReason: " << this->FallbackReason << "\n";
  os << indent << "NumberOfBlocks: " << this->Images.size() << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
}
