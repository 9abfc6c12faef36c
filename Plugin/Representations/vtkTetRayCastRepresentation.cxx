// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastRepresentation.h"

#include "ArrayChoice.h"
#include "BlockStyles.h"
#include "CameraProblem.h"
#include "CellHistogram.h"
#include "ClientConnection.h"
#include "CroppingBox.h"
#include "GeometryBounds.h"
#include "GradientFunctions.h"
#include "LargestGradient.h"
#include "MapperProgress.h"
#include "MeshThreshold.h"
#include "RayCastCuts.h"
#include "RayCastHeld.h"
#include "RayCastMessages.h"
#include "ServerRanks.h"
#include "SlicePlanes.h"
#include "SolidColor.h"
#include "SpatialExchange.h"
#include "SurfaceColors.h"
#include "UnstructuredInput.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkAlgorithmOutput.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkFloatArray.h"
#include "vtkHavsMapper.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkIsosurfacePathTraceMapper.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsovalueList.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPVTransferFunction2D.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPolyData.h"
#include "vtkPolyDataMapper.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeCollection.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"
#include "vtkVolumeRepresentationPreprocessor.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace
{
const char* const RayCastName = "InKRay Ray Caster";
const char* const HavsName = "HAVS";
const char* const TetraName = "Projected tetra";

/// A mapper's name in the panel, in scripts and in state files, and where it is known by another here.
struct MapperLabel
{
  const char* Label;
  const char* Name;
};
const MapperLabel MapperLabels[] = {
  { "InKRay Ray Caster (default)", RayCastName },
  { "Gu-Kim ray cast", RayCastName }, // in older scripts and state files
  { "ParaView: Bunyk", "Bunyk ray cast" },
  { "ParaView: Z Sweep", "Z sweep" },
  { "ParaView: Projected Tetra", TetraName },
};

/// A histogram of gradients ends where all but this part of the volume is less steep, unless that is near the
/// largest gradient that there is; bins to find that place by, a few times one after the other.
constexpr double SteepShare = 1e-3, ZoomFactor = 4;
constexpr int ZoomBins = 4096, MostZooms = 4;

using ServerRanks::GetNumberOfRanks;

/// Whether a mapper draws a volume, and not surfaces, which have a depth.
bool IsTranslucent(vtkAbstractVolumeMapper* mapper)
{
  auto* const tets = vtkTetRayCastMapper::SafeDownCast(mapper);
  return mapper && !vtkIsosurfaceRayCastMapper::SafeDownCast(mapper) &&
    !vtkIsosurfacePathTraceMapper::SafeDownCast(mapper) && (!tets || tets->GetSettings()->GetDrawVolume());
}

/// Whether two boxes have more than faces in common.
bool Overlap(const double a[6], const double b[6])
{
  bool both = a && b;
  for (int axis = 0; both && axis < 3; ++axis)
  {
    both = std::min(a[2 * axis + 1], b[2 * axis + 1]) > std::max(a[2 * axis], b[2 * axis]);
  }
  return both;
}
} // namespace

vtkStandardNewMacro(vtkTetRayCastRepresentation);

vtkTetRayCastRepresentation::vtkTetRayCastRepresentation()
  : Threshold(std::make_unique<MeshThreshold>())
  , Styles(std::make_unique<BlockStyles>())
  , Cropping(std::make_unique<CroppingBox>())
  , Slices(std::make_unique<SlicePlanes>())
  , IsosurfaceColors(std::make_unique<SurfaceColors>())
  , Gradients(std::make_unique<GradientFunctions>())
  , Input(std::make_unique<UnstructuredInput>())
  , Solid(std::make_unique<SolidColor>())
  , InputMessages(std::make_unique<RayCastMessages>())
  , Messages(std::make_unique<RayCastMessages>())
{
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->LODMapper);
  this->AddVolumeMapper(RayCastName, this->Mapper);
  this->AddVolumeMapper(HavsName, this->Havs);
  this->Havs->SetSettings(this->Mapper->GetSettings());
  MapperProgress::HandOn(this->Mapper, this);
  MapperProgress::HandOn(this->Havs, this);
  this->SetArrayIdNames(nullptr, nullptr);
  this->SetShade(false);
  this->SetAmbient(0);
  this->SetDiffuse(1);
  this->SetSpecular(0);
  this->SetSpecularPower(100);
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

bool vtkTetRayCastRepresentation::AddToView(vtkView* view)
{
  // The superclass does not let its volume be selected.
  if (auto* renderView = vtkPVRenderView::SafeDownCast(view))
  {
    renderView->RegisterPropForHardwareSelection(this, this->Actor);
  }
  return this->Superclass::AddToView(view);
}

bool vtkTetRayCastRepresentation::RemoveFromView(vtkView* view)
{
  if (auto* renderView = vtkPVRenderView::SafeDownCast(view))
  {
    renderView->UnRegisterPropForHardwareSelection(this, this->Actor);
  }
  return this->Superclass::RemoveFromView(view);
}

void vtkTetRayCastRepresentation::SetArrayIdNames(const char* pointArray, const char* cellArray)
{
  this->Mapper->SetIdArrayNames(pointArray ? pointArray : UnstructuredInput::PointIds,
    cellArray ? cellArray : UnstructuredInput::CellIds, UnstructuredInput::CompositeIndices,
    UnstructuredInput::ProcessIds);
}

double vtkTetRayCastRepresentation::FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks)
{
  vtkNew<vtkFloatArray> ends;
  if (withRanks && GetNumberOfRanks() > 1 && pixels->GetNumberOfTuples() > 1)
  {
    this->Mapper->FindEnds(pixels, ends);
    double lacking[2] = { 0, ends->GetNumberOfTuples() == pixels->GetNumberOfTuples() ? 0.0 : 1.0 };
    ServerRanks::Unite(lacking, 1);
    if (lacking[1] > 0) // on some rank there was no memory for them
    {
      ends->SetNumberOfTuples(0);
    }
    else
    {
      ServerRanks::TakeLeast(ends->GetPointer(0), static_cast<int>(ends->GetNumberOfTuples()));
    }
  }
  const vtkIdType first = cells->GetNumberOfTuples();
  const double depth = this->Mapper->FindCells(pixels, cells, ends);
  for (vtkIdType i = first; i < cells->GetNumberOfTuples(); ++i)
  {
    cells->SetTypedComponent(i, 0, std::max<vtkIdType>(1, cells->GetTypedComponent(i, 0)));
    if (cells->GetTypedComponent(i, 1) < 0)
    {
      cells->SetTypedComponent(i, 1, ServerRanks::GetRank());
    }
  }
  return depth;
}

void vtkTetRayCastRepresentation::SetActiveVolumeMapper(const char*)
{
}

void vtkTetRayCastRepresentation::SetRayCastMapper(const char* name)
{
  const std::string label = name ? name : RayCastName;
  const auto* const found = std::find_if(std::begin(MapperLabels), std::end(MapperLabels),
    [&label](const MapperLabel& mapper) { return label == mapper.Label; });
  this->MapperName = found == std::end(MapperLabels) ? label : found->Name;
  this->ChooseMapper();
}

bool vtkTetRayCastRepresentation::UsesOwnMapper() const
{
  return this->FallbackReason.empty() && (this->MapperName == RayCastName || this->UsesHavs());
}

bool vtkTetRayCastRepresentation::UsesHavs() const
{
  return this->MapperName == HavsName;
}

bool vtkTetRayCastRepresentation::ExchangesCells() const
{
  return GetNumberOfRanks() > 1 && !this->UseDataPartitions && SpatialExchange::ViewLosesCells();
}

void vtkTetRayCastRepresentation::ChooseMapper()
{
  this->FallbackReason.clear();
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  if (this->UsesOwnMapper() && view && view->GetEnableOSPRay())
  {
    this->FallbackReason =
      "Ray tracing is on, which knows VTK's own mappers only; ParaView's Projected Tetra draws.";
  }
  // Set even when unchanged it would run the pipeline again.
  const std::string effective = this->FallbackReason.empty() ? this->MapperName : TetraName;
  if (effective != this->EffectiveMapper)
  {
    this->EffectiveMapper = effective;
    this->Superclass::SetActiveVolumeMapper(effective.c_str());
    // What both have of a mesh may not fit on a device.
    if (effective == HavsName)
    {
      this->Mapper->ReleaseCaster();
    }
    else if (effective == RayCastName)
    {
      this->Havs->ReleaseCaster();
    }
  }
}

int vtkTetRayCastRepresentation::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->InputMessages->Begin();
  this->Grid = nullptr;
  vtkDataObject* input = inputVector[0]->GetNumberOfInformationObjects() == 1
    ? vtkDataObject::GetData(inputVector[0], 0)
    : nullptr;
  this->Styles->SetData(input);
  if (!this->UsesOwnMapper())
  {
    this->Input->ReleaseCells();
    return this->Superclass::RequestData(request, inputVector, outputVector);
  }

  vtkMath::UninitializeBounds(this->DataBounds);
  if (input)
  {
    std::vector<ArrayChoice> drawn;
    if (!this->GetColorArray().Name.empty())
    {
      drawn.push_back(this->GetColorArray());
    }
    if (this->HasSeparateOpacity() || (drawn.empty() && this->GetOpacityArray().IsIn(input)))
    {
      drawn.push_back(this->GetOpacityArray());
    }
    if (this->Threshold->IsOn())
    {
      drawn.push_back(this->Threshold->Array);
    }
    this->Grid = this->Input->MakeGrid(input, drawn, GetNumberOfRanks() > 1 ? ServerRanks::GetRank() : -1);
    this->InputMessages->Warn(this, this->Input->GetProblem());
    this->CheckBlocks(input, drawn);
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
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
  return this->vtkVolumeRepresentation::RequestData(request, inputVector, outputVector);
}

bool vtkTetRayCastRepresentation::HasSeparateOpacity()
{
  return this->UseSeparateOpacityArray && !this->Gradients->UseTransfer2D &&
    !this->GetColorArray().Name.empty() && !this->OpacityArrayName.empty();
}

void vtkTetRayCastRepresentation::CheckBlocks(vtkDataObject* input, const std::vector<ArrayChoice>& drawn)
{
  const int without = this->Input->GetNumberOfBlocksWithoutArray();
  const int all = this->Input->GetNumberOfBlocks() + without;
  double most[2] = { 0.0, static_cast<double>(all - without) }; // blocks that a rank draws
  ServerRanks::Unite(most, 1);
  if (without > 0 && most[1] > 0)
  {
    std::string names;
    for (const ArrayChoice& array : drawn)
    {
      names += (names.empty() ? "'" : " or '") + array.Name + "'";
    }
    this->InputMessages->Note(std::to_string(without) + " of " + std::to_string(all) +
      " blocks do not have the array " + names + " and are not drawn.");
  }
  else if (without > 0)
  {
    const auto missing = std::find_if(
      drawn.begin(), drawn.end() - 1, [input](const ArrayChoice& array) { return !array.IsIn(input); });
    this->InputMessages->Report(this, true, missing->WhyNotIn(input) + " Nothing is drawn.");
  }
  else if (this->Grid->GetNumberOfCells() == 0 && GetNumberOfRanks() == 1)
  {
    this->InputMessages->Note("The data set is empty (no cells), so there is nothing to draw.");
  }
}

int vtkTetRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  if (request == vtkPVView::REQUEST_UPDATE())
  {
    this->ChooseMapper();
  }
  if (!this->UsesOwnMapper())
  {
    return this->Superclass::ProcessViewRequest(request, inInfo, outInfo);
  }
  // NOLINTNEXTLINE(bugprone-parent-virtual-call)
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
    GeometryBounds::Set(inInfo, this, this->DataBounds, matrix);
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
    ClientConnection::BeginFrame();
    vtkAlgorithmOutput* producer = vtkPVRenderView::GetPieceProducer(inInfo, this);
    vtkUnstructuredGrid* grid = producer
      ? vtkUnstructuredGrid::SafeDownCast(producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
      : nullptr;
    this->LODMapper->SetInputConnection(vtkPVRenderView::GetPieceProducerLOD(inInfo, this));
    this->Actor->SetEnableLOD(inInfo->Has(vtkPVRenderView::USE_LOD()) && !grid ? 1 : 0);
    this->Mapper->SetInputConnection(grid ? producer : nullptr);
    this->Havs->SetInputConnection(grid ? producer : nullptr);
    this->Mapper->GetSettings()->SetInputIsPiece(GetNumberOfRanks() > 1);
    this->UpdateMapperParameters();
    this->Messages->Warn(this, SpatialExchange::WhatOthersLost(inInfo, this));
    if (!grid || !this->CanBeSeen())
    {
      this->Actor->SetMapper(nullptr);
    }
  }
  return 1;
}

bool vtkTetRayCastRepresentation::CanBeSeen()
{
  // Asked here, because the renderer does not ask mappers that are out of the camera's sight.
  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  const std::string problem = view ? FindCameraProblem(view->GetRenderer()) : std::string();
  if (!problem.empty())
  {
    this->Messages->Report(this, true, problem + " Nothing is drawn.", "camera");
  }
  return problem.empty();
}

void vtkTetRayCastRepresentation::UpdateMapperParameters()
{
  this->Messages->Begin();
  this->Mapper->SetBlockStyles(this->Styles->Get());
  if (!this->UsesOwnMapper() || this->UsesHavs())
  {
    this->Styles->NoteUnused(*this->Messages, "this mapper; " + std::string(RayCastName) + " has them");
  }
  const ArrayChoice chosen = this->GetColorArray();
  this->Property->SetScalarOpacityUnitDistance(
    this->Opacity > 0 ? this->UnitDistance / (this->Opacity * this->Density) : VTK_FLOAT_MAX);
  this->Actor->SetProperty(this->Property);
  if (!this->UsesOwnMapper())
  {
    if (this->Threshold->IsOn() || this->Cropping->Use || this->Slices->Use)
    {
      this->Messages->Note("Threshold, slices and cropping need the mapper " + std::string(RayCastName) +
        "; this one ignores them.");
    }
    if (this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfContours() > 0)
    {
      this->Messages->Note(
        "Isosurfaces need the mapper " + std::string(RayCastName) + "; this one draws none.");
    }
    // Stock code takes the array's name without asking whether there is one.
    if (!this->UseSeparateOpacityArray || !chosen.Name.empty())
    {
      this->Superclass::UpdateMapperParameters();
    }
    if (chosen.Name.empty())
    {
      this->UseSolidColor(
        vtkDataSet::SafeDownCast(this->Preprocessor->GetOutputDataObject(0)), this->GetActiveVolumeMapper());
    }
    return;
  }

  // Stock code would have the mapper draw an array that its own preprocessing makes of the two.
  const bool separate = this->UseSeparateOpacityArray;
  this->UseSeparateOpacityArray = false;
  this->Superclass::UpdateMapperParameters();
  this->UseSeparateOpacityArray = separate;
  this->Mapper->SetBlendedOpacity(this->Opacity);
  this->Mapper->GetSettings()->SetOpacity(this->Opacity); // of the surfaces
  this->IsosurfaceColors->ApplyTo(this->Mapper->GetSettings());
  this->Mapper->SelectOpacityArray(this->OpacityArrayFieldAssociation,
    this->HasSeparateOpacity() ? this->OpacityArrayName.c_str() : nullptr, this->OpacityArrayComponent);
  this->Threshold->ApplyTo(this->Mapper);
  this->CropToWhole();
  this->Slices->ApplyTo(this->Mapper->GetSettings());
  this->Mapper->GetSettings()->SetDrawVolume(!(this->Slices->Use && this->SlicesAlone));
  this->Havs->SetBlendMode(this->Mapper->GetBlendMode());
  this->Havs->SetLeftOut(this->HasSeparateOpacity() && this->Threshold->IsOn()
      ? "opacity from another array, the threshold"
      : this->HasSeparateOpacity() ? "opacity from another array"
      : this->Threshold->IsOn()    ? "the threshold"
                                   : nullptr);
  if (!this->UsesHavs() && this->Mapper->GetBlendMode() != vtkVolumeMapper::COMPOSITE_BLEND &&
    GetNumberOfRanks() > 1)
  {
    this->Messages->Note(
      "Each rank draws the extreme or sum of its own piece, and their pictures are blended.");
  }
  this->Gradients->ApplyTo(this->Property, !chosen.Name.empty());
  if (this->Gradients->UseTransfer2D && chosen.Name.empty())
  {
    this->Messages->Note("Solid Color has no 2D transfer function; choose an array to color by.");
  }
  if (chosen.Name.empty())
  {
    this->UseSolidColor(
      vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput()), this->GetActiveVolumeMapper());
  }
  else
  {
    this->UseColorMap(chosen);
  }
}

void vtkTetRayCastRepresentation::CropToWhole()
{
  double whole[6] = { 1, -1, 1, -1, 1, -1 };
  vtkDataSet* const piece = vtkDataSet::SafeDownCast(this->Mapper->GetDataSetInput());
  if (piece && piece->GetNumberOfPoints() > 0)
  {
    piece->GetBounds(whole);
  }
  ServerRanks::Unite(whole, 3);
  this->Cropping->ApplyTo(this->Mapper->GetSettings(), whole);
}

void vtkTetRayCastRepresentation::UseColorMap(const ArrayChoice& chosen)
{
  vtkUnstructuredGrid* grid = vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput());
  if (grid && grid->GetNumberOfCells() > 0 && !chosen.In(grid))
  {
    this->Messages->Report(this, true, chosen.WhyNotIn(grid) + " Nothing is drawn.");
  }

  // A vector: what the colour map shows of it, unless told otherwise.
  vtkColorTransferFunction* colours = this->Property->GetRGBTransferFunction(0);
  const bool byComponent = this->VectorMode == COMPONENT ||
    (this->VectorMode == AS_COLOURED && colours->GetVectorMode() == vtkScalarsToColors::COMPONENT);
  this->Mapper->GetSettings()->SetVectorMode(
    byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  this->Mapper->GetSettings()->SetVectorComponent(
    this->VectorMode == COMPONENT ? this->VectorComponent : std::max(0, colours->GetVectorComponent()));
}

void vtkTetRayCastRepresentation::UseSolidColor(vtkDataSet* data, vtkAbstractVolumeMapper* mapper)
{
  ArrayChoice choice = this->GetOpacityArray();
  const bool isInData = choice.In(data) != nullptr;
  if (data && !isInData)
  {
    choice = ArrayChoice::FirstIn({ data });
  }
  vtkDataArray* array = choice.In(data);
  if (array)
  {
    mapper->SelectScalarArray(choice.Name.c_str());
    mapper->SetScalarMode(choice.GetScalarMode());
  }
  else if (data && data->GetNumberOfCells() > 0)
  {
    this->Messages->Report(this, true,
      "The data has no array of numbers on its points or cells to take opacity from. Nothing is drawn.");
  }

  // Of a vector, one component or the length, by ParaView's rule for opacity arrays.
  const int numComponents = array ? array->GetNumberOfComponents() : 1;
  const int component = this->VectorMode == COMPONENT ? this->VectorComponent : this->OpacityArrayComponent;
  const bool byComponent = this->VectorMode == COMPONENT ||
    (this->VectorMode == AS_COLOURED && isInData && component >= 0 && component < numComponents);
  this->Mapper->GetSettings()->SetVectorMode(
    byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  this->Mapper->GetSettings()->SetVectorComponent(byComponent ? component : 0);

  // The range over all ranks, so that they agree on the opacity.
  double range[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX };
  if (array && array->GetNumberOfTuples() > 0)
  {
    array->GetFiniteRange(range,
      numComponents == 1                           ? 0
        : byComponent && component < numComponents ? component
                                                   : -1);
  }
  ServerRanks::Unite(range, 1);
  vtkVolumeProperty* const solid =
    this->Solid->GetProperty(range, this->HasOpacityFunction ? this->Property->GetScalarOpacity(0) : nullptr,
      this->Property->GetScalarOpacityUnitDistance());
  solid->SetShade(this->Property->GetShade());
  solid->SetAmbient(this->Property->GetAmbient());
  solid->SetDiffuse(this->Property->GetDiffuse());
  solid->SetSpecular(this->Property->GetSpecular());
  solid->SetSpecularPower(this->Property->GetSpecularPower());
  this->Gradients->ApplyTo(solid, false);
  this->Actor->SetProperty(solid);
}

ArrayChoice vtkTetRayCastRepresentation::GetOpacityArray() const
{
  ArrayChoice choice;
  choice.Name = this->OpacityArrayName;
  choice.Association = this->OpacityArrayFieldAssociation;
  return choice;
}

void vtkTetRayCastRepresentation::SetBlendMode(int mode)
{
  this->Mapper->SetBlendMode(mode);
}

void vtkTetRayCastRepresentation::SetAverageIPScalarRange(double low, double high)
{
  this->Mapper->SetAverageIPScalarRange(low, high);
}

void vtkTetRayCastRepresentation::SetHavsBufferSize(int size)
{
  this->Havs->SetBufferSize(size);
}

void vtkTetRayCastRepresentation::SetHavsTargetTime(double seconds)
{
  this->Havs->SetLevelOfDetailTargetTime(seconds);
}

void vtkTetRayCastRepresentation::SetUseThreshold(bool use)
{
  if (this->Threshold->Use != use)
  {
    this->Threshold->Use = use;
    this->MarkModified(); // blocks without the array are left out
  }
}

void vtkTetRayCastRepresentation::SelectThresholdArray(int, int, int, int association, const char* name)
{
  if (this->Threshold->Select(association, name))
  {
    this->MarkModified();
  }
}

void vtkTetRayCastRepresentation::SetThresholdComponent(int component)
{
  this->Threshold->Component = std::max(0, component);
}

void vtkTetRayCastRepresentation::SetThresholdRange(double low, double high)
{
  this->Threshold->Range[0] = low;
  this->Threshold->Range[1] = high;
}

void vtkTetRayCastRepresentation::SetCropping(bool crop)
{
  this->Cropping->Use = crop;
}

void vtkTetRayCastRepresentation::SetCroppingKeepOutside(bool outside)
{
  this->Cropping->KeepsOutside = outside;
}

void vtkTetRayCastRepresentation::SetCroppingOrigin(const double origin[3])
{
  std::copy_n(origin, 3, this->Cropping->Origin);
}

void vtkTetRayCastRepresentation::SetCroppingRotation(const double degrees[3])
{
  std::copy_n(degrees, 3, this->Cropping->Rotation);
}

void vtkTetRayCastRepresentation::SetCroppingScale(const double scale[3])
{
  std::copy_n(scale, 3, this->Cropping->Scale);
}

void vtkTetRayCastRepresentation::SetUseSlices(bool use)
{
  this->Slices->Use = use;
}

void vtkTetRayCastRepresentation::SetSlicesAlone(bool alone)
{
  this->SlicesAlone = alone;
}

void vtkTetRayCastRepresentation::SetSliceOpacity(double opacity)
{
  this->Slices->Opacity = std::clamp(opacity, 0.0, 1.0);
}

void vtkTetRayCastRepresentation::SetNumberOfSliceOffsets(int number)
{
  this->Slices->Offsets.resize(std::max(0, number));
}

void vtkTetRayCastRepresentation::SetSliceOffset(int i, double offset)
{
  this->Slices->SetOffset(i, offset);
}

void vtkTetRayCastRepresentation::SetSliceOrigin(const double origin[3])
{
  std::copy_n(origin, 3, this->Slices->Origin);
}

void vtkTetRayCastRepresentation::SetSliceNormal(const double normal[3])
{
  std::copy_n(normal, 3, this->Slices->Normal);
}

void vtkTetRayCastRepresentation::SetShade(bool shade)
{
  this->Property->SetShade(shade);
}

void vtkTetRayCastRepresentation::SetAmbient(double ambient)
{
  this->Property->SetAmbient(ambient);
}

void vtkTetRayCastRepresentation::SetDiffuse(double diffuse)
{
  this->Property->SetDiffuse(diffuse);
}

void vtkTetRayCastRepresentation::SetSpecular(double specular)
{
  this->Property->SetSpecular(specular);
}

void vtkTetRayCastRepresentation::SetSpecularPower(double power)
{
  this->Property->SetSpecularPower(power);
}

void vtkTetRayCastRepresentation::SetIsosurface(
  int i, double value, double opacity, double visible, double ownColor, double red, double green, double blue)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetRow(i, value, opacity, visible, ownColor, red, green, blue);
}

void vtkTetRayCastRepresentation::SetNumberOfIsosurfaces(int number)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetNumberOfContours(number);
}

void vtkTetRayCastRepresentation::SelectIsosurfaceColorArray(int, int, int, int association, const char* name)
{
  this->IsosurfaceColors->Array.Name = name && std::string(name) != "None" ? name : ""; // the panel's word
  this->IsosurfaceColors->Array.Association = association;
}

void vtkTetRayCastRepresentation::SetIsosurfaceColors(vtkScalarsToColors* function)
{
  this->IsosurfaceColors->Function = function;
}

void vtkTetRayCastRepresentation::SetUseGradientOpacity(bool use)
{
  this->Gradients->UseOpacity = use;
}

void vtkTetRayCastRepresentation::SetGradientOpacity(vtkPiecewiseFunction* function)
{
  this->Gradients->Opacity = function;
}

void vtkTetRayCastRepresentation::SetUseTransfer2D(bool use)
{
  if (this->Gradients->UseTransfer2D != use)
  {
    this->Gradients->UseTransfer2D = use;
    this->MarkModified(); // an array for the opacity alone is not needed
  }
}

void vtkTetRayCastRepresentation::SetTransferFunction2D(vtkPVTransferFunction2D* function)
{
  this->Gradients->Transfer2D = function;
}

void vtkTetRayCastRepresentation::SetDiffuseColor(double red, double green, double blue)
{
  this->Solid->SetColor(red, green, blue);
}

void vtkTetRayCastRepresentation::SetScalarOpacity(vtkPiecewiseFunction* function)
{
  this->HasOpacityFunction = function != nullptr;
  this->Superclass::SetScalarOpacity(function);
}

void vtkTetRayCastRepresentation::SetScalarOpacityUnitDistance(double distance)
{
  this->UnitDistance = distance;
}

void vtkTetRayCastRepresentation::SetDensity(double density)
{
  this->Density = density > 0 ? density : 1.0;
}

void vtkTetRayCastRepresentation::SetOpacity(double opacity)
{
  this->Opacity = std::clamp(opacity, 0.0, 1.0);
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
  this->Havs->SetSettings(this->Mapper->GetSettings());
}

void vtkTetRayCastRepresentation::SetReport(vtkRepresentationReport* report)
{
  report->SetRepresentation(this);
  report->SetSource([self = vtkWeakPointer<vtkTetRayCastRepresentation>(this)] {
    return self ? self->GetReport() : nullptr;
  });
  report->SetGradientSource([self = vtkWeakPointer<vtkTetRayCastRepresentation>(this)] {
    return self ? self->GetLargestGradient() : 0.0;
  });
  report->SetHistogramSource(
    [self = vtkWeakPointer<vtkTetRayCastRepresentation>(this)](int values, int gradients) {
      return self ? self->GetHistogram(values, gradients) : vtkRepresentationReport::Histogram();
    });
}

vtkUnstructuredGrid* vtkTetRayCastRepresentation::GetGrid()
{
  // A client has what it was sent to draw.
  return this->Grid ? this->Grid.GetPointer() : vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput());
}

RayCastArray vtkTetRayCastRepresentation::FindDrawnArray(vtkUnstructuredGrid* grid)
{
  const ArrayChoice colored = this->GetColorArray();
  const ArrayChoice drawn = colored.Name.empty() ? this->GetOpacityArray() : colored;
  RayCastArray found;
  found.Array = drawn.In(grid);
  found.Association = drawn.Association;
  if (found.Array && !colored.Name.empty())
  {
    this->UseColorMap(colored); // which says what counts of a vector
  }
  vtkTetRayCastSettings* const settings = this->Mapper->GetSettings();
  const int numComponents = found.Array ? found.Array->GetNumberOfComponents() : 1;
  const int component = numComponents == 1                       ? 0
    : settings->GetVectorMode() == vtkRayCastSettings::COMPONENT ? settings->GetVectorComponent()
                                                                 : -1;
  found.Component = std::min(component, numComponents - 1);
  return found;
}

double vtkTetRayCastRepresentation::GetLargestGradient()
{
  vtkUnstructuredGrid* const grid = this->GetGrid();
  const RayCastArray drawn = this->FindDrawnArray(grid);
  return drawn.Array ? LargestGradient(grid, drawn.Array, drawn.Association, drawn.Component) : 0.0;
}

vtkRepresentationReport::Histogram vtkTetRayCastRepresentation::GetHistogram(int valueBins, int gradientBins)
{
  // Ranks without data, and those where something fails, take part as well.
  CellHistogramInput input;
  input.Grid = this->GetGrid();
  input.Values = this->FindDrawnArray(input.Grid);
  double ranges[4] = { 1, -1, 0, 0 }; // of values, and of magnitudes
  double bounds[6] = { 1, -1, 1, -1, 1, -1 };
  const auto attempt = [this](const auto& step) {
    try
    {
      step();
    }
    catch (const std::exception& error)
    {
      vtkWarningMacro("The histogram of the values cannot be made: " << error.what());
    }
  };
  if (input.Values.Array)
  {
    attempt([&] {
      input.Values.Array->GetFiniteRange(ranges, input.Values.Component);
      input.Grid->GetBounds(bounds);
      ranges[3] = gradientBins > 1 ? this->GetLargestGradient() : 0.0;
    });
    this->Threshold->FindIn(input);
  }
  ServerRanks::Unite(ranges, 2);
  ServerRanks::Unite(bounds, 3);
  this->CropToWhole();
  input.Box = RayCastCuts::BoxOf(this->Mapper->GetSettings());

  vtkRepresentationReport::Histogram found;
  if (!(ranges[0] <= ranges[1]))
  {
    return found;
  }
  const auto count = [&](int ofValues, int ofGradients) {
    CellHistogram histogram;
    histogram.Values = { ranges[0], ranges[1], ofValues };
    histogram.Gradients = { 0, ranges[3], ofGradients };
    attempt([&] { histogram.Add(input, bounds); });
    histogram.Volumes.resize(static_cast<std::size_t>(ofValues) * ofGradients);
    ServerRanks::AddUp(histogram.Volumes.data(), ofValues * ofGradients);
    for (auto& shadow : histogram.Shadows)
    {
      shadow.resize(CellHistogram::Squares * CellHistogram::Squares);
      ServerRanks::AddUp(shadow.data(), static_cast<int>(shadow.size()));
    }
    return histogram;
  };
  // Cells that are nearly flat can be steeper than all others by orders of magnitude.
  for (int i = 0; i < MostZooms && gradientBins > 1; ++i)
  {
    const double steep = count(1, ZoomBins).FindGradient(1 - SteepShare);
    if (!(steep < ranges[3] / ZoomFactor))
    {
      break;
    }
    ranges[3] = 2 * steep;
  }
  CellHistogram histogram = count(valueBins, gradientBins);
  std::copy_n(ranges, 4, found.Range);
  found.MeanPath = histogram.GetMeanPath(bounds);
  found.Volumes = std::move(histogram.Volumes);
  return found;
}

bool vtkTetRayCastRepresentation::OverlapsAnother()
{
  auto* const view = vtkPVRenderView::SafeDownCast(this->GetView());
  const double* const mine = this->Actor->GetVisibility() ? this->Actor->GetBounds() : nullptr;
  vtkVolumeCollection* const volumes = view && mine ? view->GetRenderer()->GetVolumes() : nullptr;
  for (int i = 0; volumes && i < volumes->GetNumberOfItems(); ++i)
  {
    auto* const other = vtkVolume::SafeDownCast(volumes->GetItemAsObject(i));
    if (other && other != this->Actor && other->GetVisibility() && IsTranslucent(other->GetMapper()) &&
      Overlap(mine, other->GetBounds()))
    {
      return true;
    }
  }
  return false;
}

vtkSmartPointer<vtkRayCastReport> vtkTetRayCastRepresentation::GetReport()
{
  // A mapper that does not draw still has the figures of its last frame.
  vtkAbstractVolumeMapper* const drawing = this->Actor->GetMapper();
  const bool cast = drawing == this->Mapper || drawing == this->Havs;
  const auto* const stock = std::find_if(std::begin(MapperLabels), std::end(MapperLabels),
    [this](const MapperLabel& mapper) { return this->EffectiveMapper == mapper.Name; });
  auto report = vtkRepresentationReport::Make(!drawing || cast ? nullptr
      : stock == std::end(MapperLabels)                        ? this->EffectiveMapper.c_str()
                                                               : stock->Label,
    this->FallbackReason);
  this->InputMessages->AddRows(report);
  this->Messages->AddRows(report);
  if (drawing && this->OverlapsAnother())
  {
    report->AddRemark("note",
      "This volume overlaps another one. Volumes are not mixed: the one in front covers the other. Merge the "
      "data sets to see both.");
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

void vtkTetRayCastRepresentation::SetBlockColor(const char* selector, double red, double green, double blue)
{
  this->Styles->SetColor(selector, red, green, blue);
}

void vtkTetRayCastRepresentation::RemoveAllBlockColors()
{
  this->Styles->RemoveColors();
}

void vtkTetRayCastRepresentation::SetBlockOpacity(const char* selector, double opacity)
{
  this->Styles->SetOpacity(selector, opacity);
}

void vtkTetRayCastRepresentation::RemoveAllBlockOpacities()
{
  this->Styles->RemoveOpacities();
}

void vtkTetRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "RayCastMapper: " << this->MapperName << "\n";
  os << indent << "FallbackReason: " << this->FallbackReason << "\n";
  os << indent << "UnitDistance: " << this->UnitDistance << "\n";
  os << indent << "Density: " << this->Density << "\n";
  os << indent << "Opacity: " << this->Opacity << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
  os << indent << "Havs:\n";
  this->Havs->PrintSelf(os, indent.GetNextIndent());
}
