// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastRepresentation.h"

#include "ArrayChoice.h"
#include "BlockStyles.h"
#include "CameraProblem.h"
#include "ClientConnection.h"
#include "CroppingBox.h"
#include "GeometryBounds.h"
#include "IsosurfaceBlocks.h"
#include "IsosurfaceMesh.h"
#include "IsosurfacePieces.h"
#include "MeshThreshold.h"
#include "MissingValues.h"
#include "PieceBounds.h"
#include "PieceHistogram.h"
#include "RayCastCuts.h"
#include "RayCastMessages.h"
#include "ServerRanks.h"
#include "SlicePlanes.h"
#include "SpatialExchange.h"
#include "vtkAlgorithmOutput.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
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
#include "vtkTetRayCastMapper.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <sstream>

vtkStandardNewMacro(vtkIsosurfaceRayCastRepresentation);

vtkIsosurfaceRayCastRepresentation::vtkIsosurfaceRayCastRepresentation()
  : Styles(std::make_unique<BlockStyles>())
  , Cropping(std::make_unique<CroppingBox>())
  , Threshold(std::make_unique<MeshThreshold>())
  , Slices(std::make_unique<SlicePlanes>())
  , Blocks(std::make_unique<IsosurfaceBlocks>(this, this->Volume, this->Mapper))
  , Mesh(std::make_unique<IsosurfaceMesh>(this))
  , Bounds(std::make_unique<PieceBounds>())
  , InputMessages(std::make_unique<RayCastMessages>())
  , Messages(std::make_unique<RayCastMessages>())
  , Pieces(std::make_unique<IsosurfacePieces>())
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
  this->DataSize = 0;
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  this->Styles->SetData(input);
  this->TakeData(input);
  this->Cache = this->Pieces->Pack();
  for (const auto& piece : this->Pieces->GetAll())
  {
    this->DataSize += piece->GetActualMemorySize();
  }
  this->Bounds->Get(this->Pieces->GetAll(), this->DataBounds);
  if (vtkMath::AreBoundsInitialized(this->DataBounds))
  {
    this->OutlineSource->SetBounds(this->DataBounds);
    this->OutlineSource->Update();
  }
  // A process without the data, as a client of a remote server, can only show where it is.
  this->Actor->SetEnableLOD(input ? 0 : 1);
  // The superclass has nothing to add but its own way to take the input.
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

void vtkIsosurfaceRayCastRepresentation::TakeData(vtkDataObject* input)
{
  std::vector<vtkDataSet*> meshes;
  const int others = this->Pieces->TakeImages(input, meshes);
  if (others > 0 && !vtkCompositeDataSet::SafeDownCast(input))
  {
    this->InputMessages->Report(this, true,
      std::string(
        "Isosurfaces need volumetric data (images, rectilinear grids or meshes of cells); this is a ") +
        input->GetClassName() + ". Use the filter Resample To Image. Nothing is drawn.");
  }
  else if (others > 0)
  {
    const std::size_t drawn = this->Pieces->Images.size() + meshes.size();
    const std::string message = std::to_string(others) + " of " + std::to_string(others + drawn) +
      " blocks are neither image data nor rectilinear grids nor meshes of cells and are not drawn.";
    drawn == 0 ? this->InputMessages->Report(this, true, message) : this->InputMessages->Note(message);
  }
  this->HasBlocks = vtkCompositeDataSet::SafeDownCast(input) != nullptr;
  if (this->HasBlocks)
  {
    this->FillColors(meshes);
  }
  this->MergeMeshes(input, meshes);
  this->Mesh->SetFilled({}, nullptr);
}

void vtkIsosurfaceRayCastRepresentation::FillColors(const std::vector<vtkDataSet*>& meshes)
{
  // Blocks without the array to colour by show the color of NaN, and those that have it their own.
  IsosurfacePieces::List drawn = this->Pieces->Images;
  drawn.insert(drawn.end(), meshes.begin(), meshes.end());
  const ArrayChoice coloured = ArrayChoice::Of(this->GetInputArrayInformation(0));
  const ArrayChoice contoured = this->GetPreferredArray(drawn);
  const auto isLeftOut = [&contoured](vtkDataSet* block) {
    return block->GetNumberOfCells() == 0 || !contoured.In(block);
  };
  drawn.erase(std::remove_if(drawn.begin(), drawn.end(), isLeftOut), drawn.end());
  const auto lacksIt = [&coloured](vtkDataSet* block) { return !coloured.In(block); };
  const auto first = std::find_if_not(drawn.begin(), drawn.end(), lacksIt);
  const auto without = std::count_if(drawn.begin(), drawn.end(), lacksIt);
  if (coloured == contoured || first == drawn.end() || without == 0)
  {
    return;
  }
  vtkDataArray* const like = coloured.In(*first);
  IsosurfacePieces::List images = this->Pieces->Images;
  images.erase(std::remove_if(images.begin(), images.end(),
                 [&](vtkDataSet* image) { return isLeftOut(image) || !lacksIt(image); }),
    images.end());
  try
  {
    MissingValues::Fill(images, coloured, like);
  }
  catch (const std::bad_alloc&)
  {
    this->InputMessages->Report(this, true,
      "There is not enough memory for the colors of blocks without the array '" + coloured.Name +
        "'; choose another one to color by.");
  }
  this->Mesh->SetFilled(coloured, like);
  this->InputMessages->Note(std::to_string(without) + " of " + std::to_string(drawn.size()) +
    " blocks do not have the array '" + coloured.Name + "' to color by; their surfaces have its NaN color.");
}

void vtkIsosurfaceRayCastRepresentation::MergeMeshes(
  vtkDataObject* input, const std::vector<vtkDataSet*>& meshes)
{
  // Blocks without what is drawn are left out, because a merged grid has only the arrays that all have.
  std::vector<ArrayChoice> drawn;
  const auto isInAny = [&meshes](const ArrayChoice& array) {
    return std::any_of(
      meshes.begin(), meshes.end(), [&array](vtkDataSet* mesh) { return array.In(mesh) != nullptr; });
  };
  const bool isComposite = vtkCompositeDataSet::SafeDownCast(input) != nullptr;
  if (isComposite && !meshes.empty())
  {
    IsosurfacePieces::List pieces = this->Pieces->Images;
    pieces.insert(pieces.end(), meshes.begin(), meshes.end());
    const ArrayChoice contoured = this->GetPreferredArray(pieces);
    if (isInAny(contoured))
    {
      drawn.push_back(contoured);
    }
  }
  if (this->Threshold->IsOn())
  {
    double found[2] = { 0, isComposite && isInAny(this->Threshold->Array) ? 1.0 : 0.0 };
    ServerRanks::Unite(found, 1); // one that no rank has is told by the mapper
    if (found[1] > 0)
    {
      drawn.push_back(this->Threshold->Array);
    }
  }
  this->Pieces->Grid = this->Mesh->Merge(input, !meshes.empty(), drawn);
  this->InputMessages->Warn(this, this->Mesh->GetProblem());
}

int vtkIsosurfaceRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }

  if (request == vtkPVView::REQUEST_RENDER())
  {
    ClientConnection::BeginFrame();
    // What was prepared last or, in an animation, what the view has kept of this time step.
    vtkAlgorithmOutput* producer = vtkPVRenderView::GetPieceProducer(inInfo, this, 0);
    this->Pieces->Unpack(producer ? vtkPartitionedDataSet::SafeDownCast(
                                      producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
                                  : nullptr);
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
    GeometryBounds::Set(inInfo, this, this->DataBounds, this->Actor);
    // Opaque surfaces of several ranks are composited by depth, which any other geometry can join;
    // translucent ones need an order.
    if (!this->IsOpaque())
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
    ServerRanks::GetNumberOfRanks() > 1 || this->Pieces->GetAll().size() > 1);
  ArrayChoice choice;
  const bool found = !this->Pieces->GetAll().empty() && this->ChooseIsosurfaceArray(choice);
  if (found)
  {
    this->Mapper->SetScalarMode(choice.GetScalarMode());
    this->Mapper->SelectScalarArray(choice.Name.c_str());
    this->LeaveOutPiecesWithout(choice);
    this->ChooseColors(choice);
  }

  const bool cropped = this->CropToWhole();

  // Asked here, because the renderer does not ask mappers that are out of the camera's sight.
  const std::string problem = view ? FindCameraProblem(view->GetRenderer()) : std::string();
  if (!problem.empty())
  {
    this->Messages->Report(this, true, problem + " Nothing is drawn.", "camera");
  }

  const bool drawn = found && cropped && problem.empty() && this->FallbackReason.empty();
  this->Drawn = drawn;
  this->Actor->SetMapper(this->Pieces->Images.empty() ? nullptr : this->Mapper.GetPointer());
  this->Actor->SetVisibility(
    this->Shown && ((drawn && !this->Pieces->Images.empty()) || this->Actor->GetEnableLOD()));
  this->Blocks->SetImages(this->Pieces->Images, view);
  this->Blocks->SetStyles(this->Styles->Get());
  this->Blocks->SetVisibility(this->Shown && drawn);
  this->Mesh->SetGrid(this->Pieces->Grid, this->Mapper, this->Volume, view);
  this->Mesh->GetMapper()->SetBlockStyles(this->Styles->Get());
  this->CutMesh();
  this->Mesh->SetVisibility(this->Shown && drawn);
  if (drawn && (!this->Mapper->GetSettings()->IsOpaque() || this->Styles->IsAnyTranslucent()))
  {
    this->Blocks->SortBackToFront(view);
  }
}

bool vtkIsosurfaceRayCastRepresentation::CropToWhole()
{
  this->Bounds->Get(this->Pieces->GetAll(), this->DataBounds);
  std::copy_n(this->CroppingOrigin, 3, this->Cropping->Origin);
  std::copy_n(this->CroppingScale, 3, this->Cropping->Scale);
  this->Cropping->ApplyTo(this->Mapper->GetSettings(), this->DataBounds);
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

bool vtkIsosurfaceRayCastRepresentation::IsOpaque()
{
  return this->Mapper->GetSettings()->IsOpaque() && !this->Styles->IsAnyTranslucent() &&
    (!this->Slices->Use || this->Slices->Opacity == 1);
}

void vtkIsosurfaceRayCastRepresentation::CutMesh()
{
  this->Threshold->ApplyTo(this->Mesh->GetMapper());
  SlicePlanes drawn = *this->Slices;
  if (drawn.Use && this->Mapper->GetSettings()->GetColorMode() == vtkRayCastSurfaceSettings::COLOR_BY_ARRAY)
  {
    drawn.Use = false;
    this->Messages->Note(
      "The slices are not drawn: they show the isosurface array, but the surfaces are colored by "
      "another one. Color by the isosurface array.");
  }
  drawn.ApplyTo(this->Mesh->GetMapper()->GetSettings());
  if ((this->Slices->Use || this->Threshold->IsOn()) && !this->Pieces->Images.empty())
  {
    this->Messages->Note("Slices and threshold apply to meshes only; images are drawn whole.");
  }
}

void vtkIsosurfaceRayCastRepresentation::LeaveOutPiecesWithout(const ArrayChoice& choice)
{
  // Those of the meshes that lack it are not merged into the grid, unless all do.
  const std::size_t meshes = this->Pieces->Grid ? this->Mesh->GetNumberOfMeshes() : 0;
  std::size_t without = this->Pieces->Grid ? this->Mesh->GetNumberOfMeshesWithoutArray() : 0;
  const std::size_t all = this->Pieces->Images.size() + meshes + without;
  const auto lacksIt = [&choice](vtkDataSet* piece) { return !choice.In(piece); };
  const auto end = std::remove_if(this->Pieces->Images.begin(), this->Pieces->Images.end(), lacksIt);
  without += this->Pieces->Images.end() - end;
  this->Pieces->Images.erase(end, this->Pieces->Images.end());
  if (this->Pieces->Grid && this->Pieces->Grid->GetNumberOfCells() > 0 && lacksIt(this->Pieces->Grid))
  {
    without += meshes;
    this->Pieces->Grid = nullptr;
  }
  if (without > 0)
  {
    this->Messages->Note(std::to_string(without) + " of " + std::to_string(all) +
      " blocks do not have the array '" + choice.Name +
      (this->Threshold->IsOn() ? "' or '" + this->Threshold->Array.Name : "") + "' and are not drawn.");
  }
}

ArrayChoice vtkIsosurfaceRayCastRepresentation::GetPreferredArray(const IsosurfacePieces::List& pieces)
{
  const auto isIn = [&pieces](const ArrayChoice& array) {
    return std::any_of(
      pieces.begin(), pieces.end(), [&array](vtkDataSet* piece) { return array.In(piece) != nullptr; });
  };
  const ArrayChoice coloured = ArrayChoice::Of(this->GetInputArrayInformation(0));
  return !this->IsosurfaceArray->Name.empty() ? *this->IsosurfaceArray
    : isIn(coloured)                          ? coloured
                                              : ArrayChoice::FirstIn(pieces);
}

bool vtkIsosurfaceRayCastRepresentation::ChooseIsosurfaceArray(ArrayChoice& choice)
{
  const IsosurfacePieces::List pieces = this->Pieces->GetAll();
  const std::string noun = this->Pieces->Grid ? "data" : "image";
  const auto isEmpty = [](vtkDataSet* piece) { return piece->GetNumberOfPoints() == 0; };
  if (std::all_of(pieces.begin(), pieces.end(), isEmpty))
  {
    if (ServerRanks::GetNumberOfRanks() == 1)
    {
      this->Messages->Note(this->Pieces->Grid
          ? "The data set is empty (no cells), so there is nothing to draw."
          : "The image is empty (no points), so there is nothing to draw.");
    }
    return false;
  }
  choice = this->GetPreferredArray(pieces);
  if (choice.Name.empty())
  {
    this->Messages->Report(this, true,
      "The " + noun +
        " has no array of numbers on its points or cells, so there are no isosurfaces. Nothing is drawn.");
    return false;
  }
  if (this->Pieces->Find(choice))
  {
    return true;
  }
  const auto isText = [&choice](vtkDataSet* piece) {
    vtkDataSetAttributes* attributes = piece->GetAttributes(choice.Association);
    return attributes && attributes->GetAbstractArray(choice.Name.c_str());
  };
  this->Messages->Report(this, true,
    std::any_of(pieces.begin(), pieces.end(), isText)
      ? "The array '" + choice.Name + "' is not numeric; choose another isosurface array. Nothing is drawn."
      : "There is no array '" + choice.Name + "' on the " + choice.GetPlace() + " of the " + noun +
        "; choose another one to have isosurfaces of. Nothing is drawn.");
  return false;
}

void vtkIsosurfaceRayCastRepresentation::ChooseColors(const ArrayChoice& contoured)
{
  vtkIsosurfaceRayCastSettings* const settings = this->Mapper->GetSettings();
  // The surface's own array: one of its components, or their length.
  vtkDataArray* array = this->Pieces->Find(contoured);
  const int numComponents = array ? array->GetNumberOfComponents() : 1;
  const bool ofComponent = numComponents == 1 || this->IsosurfaceComponent < numComponents;
  const int component = numComponents == 1 ? 0 : this->IsosurfaceComponent;
  settings->SetVectorMode(ofComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetVectorComponent(ofComponent ? component : 0);

  const ArrayChoice coloured = ArrayChoice::Of(this->GetInputArrayInformation(0));
  vtkDataArray* colourArray = this->Pieces->Find(coloured);
  if (!coloured.Name.empty() && !colourArray)
  {
    this->Messages->Report(this, false,
      "There is no array '" + coloured.Name + "' of numbers on the " + coloured.GetPlace() +
        (this->Pieces->Grid ? " of the data" : " of the image") +
        " to color by; choose another one. The surfaces are drawn in one color.");
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
  const IsosurfacePieces::List pieces = this->Pieces->GetAll();
  if (ServerRanks::GetNumberOfRanks() == 1 && pieces.size() < 2)
  {
    return;
  }
  double all[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX }; // of the values of all pieces
  ArrayChoice choice;
  const bool found = !pieces.empty() && this->ChooseIsosurfaceArray(choice);
  for (std::size_t i = 0; found && i < pieces.size(); ++i)
  {
    if (vtkDataArray* array = choice.In(pieces[i]))
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
  ArrayChoice choice;
  choice.Name = name ? name : "";
  choice.Association = association;
  if (!(choice == *this->IsosurfaceArray))
  {
    *this->IsosurfaceArray = choice;
    if (this->HasBlocks)
    {
      this->MarkModified(); // blocks without the array are left out, or get the color of NaN
    }
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

void vtkIsosurfaceRayCastRepresentation::SetUseThreshold(bool use)
{
  if (this->Threshold->Use != use)
  {
    this->Threshold->Use = use;
    this->MarkModified(); // blocks without the array are left out
  }
}

void vtkIsosurfaceRayCastRepresentation::SelectThresholdArray(
  int, int, int, int association, const char* name)
{
  if (this->Threshold->Select(association, name))
  {
    this->MarkModified();
  }
}

void vtkIsosurfaceRayCastRepresentation::SetThresholdComponent(int component)
{
  this->Threshold->Component = std::max(0, component);
}

void vtkIsosurfaceRayCastRepresentation::SetThresholdRange(double low, double high)
{
  this->Threshold->Range[0] = low;
  this->Threshold->Range[1] = high;
}

void vtkIsosurfaceRayCastRepresentation::SetUseSlices(bool use)
{
  this->Slices->Use = use;
}

void vtkIsosurfaceRayCastRepresentation::SetSliceOpacity(double opacity)
{
  this->Slices->Opacity = std::clamp(opacity, 0.0, 1.0);
}

void vtkIsosurfaceRayCastRepresentation::SetNumberOfSliceOffsets(int number)
{
  this->Slices->Offsets.resize(std::max(0, number));
}

void vtkIsosurfaceRayCastRepresentation::SetSliceOffset(int i, double offset)
{
  this->Slices->SetOffset(i, offset);
}

void vtkIsosurfaceRayCastRepresentation::SetSliceOrigin(const double origin[3])
{
  std::copy_n(origin, 3, this->Slices->Origin);
}

void vtkIsosurfaceRayCastRepresentation::SetSliceNormal(const double normal[3])
{
  std::copy_n(normal, 3, this->Slices->Normal);
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
  report->SetHistogramSource(
    [self = vtkWeakPointer<vtkIsosurfaceRayCastRepresentation>(this)](
      int bins, int) { return self ? self->GetHistogram(bins) : vtkRepresentationReport::Histogram(); });
}

vtkRepresentationReport::Histogram vtkIsosurfaceRayCastRepresentation::GetHistogram(int bins)
{
  const ArrayChoice array = this->GetPreferredArray(this->Pieces->GetAll());
  const PieceHistogram histogram(*this->Pieces, array, this->IsosurfaceComponent, *this->Threshold,
    RayCastCuts::BoxOf(this->Mapper->GetSettings()));
  try
  {
    return histogram.Find(bins);
  }
  catch (const std::exception& error)
  {
    vtkWarningMacro("The histogram of the values cannot be made: " << error.what());
    return {};
  }
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
  this->AddMapperReports(report);
  return report;
}

void vtkIsosurfaceRayCastRepresentation::AddMapperReports(vtkRayCastReport* report)
{
  // A mapper that does not draw still has the figures of its last frame.
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

vtkIsosurfaceRayCastMapper* vtkIsosurfaceRayCastRepresentation::GetMapper()
{
  return this->Mapper;
}

void vtkIsosurfaceRayCastRepresentation::HideMappers()
{
  this->Blocks->SetVisibility(false);
  this->Mesh->SetVisibility(false);
}

void vtkIsosurfaceRayCastRepresentation::NoteUnusedBlockStyles(const std::string& what)
{
  this->Styles->NoteUnused(*this->Messages, what);
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

void vtkIsosurfaceRayCastRepresentation::SetBlockColor(
  const char* selector, double red, double green, double blue)
{
  this->Styles->SetColor(selector, red, green, blue);
}

void vtkIsosurfaceRayCastRepresentation::RemoveAllBlockColors()
{
  this->Styles->RemoveColors();
}

void vtkIsosurfaceRayCastRepresentation::SetBlockOpacity(const char* selector, double opacity)
{
  this->Styles->SetOpacity(selector, opacity);
}

void vtkIsosurfaceRayCastRepresentation::RemoveAllBlockOpacities()
{
  this->Styles->RemoveOpacities();
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
  os << indent << "NumberOfBlocks: " << this->Pieces->Images.size() << "\n";
  os << indent << "Grid: " << this->Pieces->Grid.GetPointer() << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
}
