// SPDX-License-Identifier: BSD-3-Clause
// The part of vtkIsosurfaceRayCastRepresentation that brings images from the pipeline to the mappers; the
// other part is in vtkIsosurfaceRayCastRepresentationSettings.cxx.
#include "vtkIsosurfaceRayCastRepresentation.h"

#include "BlockOrder.h"
#include "vtkAlgorithmOutput.h"
#include "vtkBoundingBox.h"
#include "vtkCommunicator.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkMultiProcessController.h"
#include "vtkObjectFactory.h"
#include "vtkOutlineSource.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPartitionedDataSet.h"
#include "vtkPolyDataMapper.h"
#include "vtkPropCollection.h"
#include "vtkRayCastVolume.h"
#include "vtkRenderer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"

#include <algorithm>

namespace
{
int NumberOfProcesses()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return controller ? controller->GetNumberOfProcesses() : 1;
}

/// Bounds without the cells that a neighbouring piece has as well: the boxes of the ranks must not overlap.
void OwnBounds(vtkImageData* image, double bounds[6])
{
  image->GetBounds(bounds);
  vtkUnsignedCharArray* ghosts = image->GetCellGhostArray();
  const int* extent = image->GetExtent();
  const vtkIdType numI = extent[1] - extent[0], numJ = extent[3] - extent[2], numK = extent[5] - extent[4];
  if (!ghosts || numI < 1 || numJ < 1 || numK < 1)
  {
    return;
  }
  // The first and the last cell of each row that is not a copy; most rows end the search at once.
  const unsigned char* const flags = ghosts->GetPointer(0);
  vtkBoundingBox own;
  for (vtkIdType row = 0; row < numJ * numK; ++row)
  {
    const auto isOwn = [](unsigned char flag) { return (flag & vtkDataSetAttributes::DUPLICATECELL) == 0; };
    const unsigned char* const begin = flags + row * numI;
    const unsigned char* const first = std::find_if(begin, begin + numI, isOwn);
    if (first == begin + numI)
    {
      continue;
    }
    const unsigned char* last = begin + numI - 1;
    while (!isOwn(*last))
    {
      --last;
    }
    const double j = static_cast<double>(row % numJ), k = static_cast<double>(row / numJ);
    const double cells[6] = { static_cast<double>(first - begin), static_cast<double>(last - begin + 1), j,
      j + 1, k, k + 1 };
    own.AddBounds(cells);
  }
  if (!own.IsValid())
  {
    vtkMath::UninitializeBounds(bounds);
    return;
  }
  double box[6];
  own.GetBounds(box);
  int ownExtent[6];
  for (int i = 0; i < 6; ++i)
  {
    ownExtent[i] = extent[i / 2 * 2] + static_cast<int>(box[i]);
  }
  vtkNew<vtkImageData> grid;
  grid->CopyStructure(image);
  grid->SetExtent(ownExtent);
  grid->GetBounds(bounds);
}
} // namespace

vtkStandardNewMacro(vtkIsosurfaceRayCastRepresentation);

vtkIsosurfaceRayCastRepresentation::vtkIsosurfaceRayCastRepresentation()
{
  this->VolumeMapper = this->Mapper;
  this->Actor = this->Volume;
  this->Actor->SetProperty(this->Property);
  this->Actor->SetLODMapper(this->OutlineMapper);
  this->Property->ShadeOn();
  vtkMath::UninitializeBounds(this->WholeBounds);
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
  if (NumberOfProcesses() > 1 && inputVector[0]->GetNumberOfInformationObjects() == 1)
  {
    inputVector[0]->GetInformationObject(0)->Set(
      vtkStreamingDemandDrivenPipeline::UPDATE_NUMBER_OF_GHOST_LEVELS(), 1);
  }
  return 1;
}

int vtkIsosurfaceRayCastRepresentation::RequestData(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Said.clear();
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
  this->TakeBounds();
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
  const auto take = [this](vtkDataObject* leaf) {
    auto* image = vtkImageData::SafeDownCast(leaf);
    if (image)
    {
      auto copy = vtkSmartPointer<vtkImageData>::Take(image->NewInstance());
      copy->ShallowCopy(image);
      this->Images.push_back(copy);
    }
    return image != nullptr;
  };
  auto* composite = vtkCompositeDataSet::SafeDownCast(input);
  if (!composite)
  {
    if (input && !take(input))
    {
      this->Report(true,
        std::string("Isosurfaces are ray cast in image data only, and this is a ") + input->GetClassName() +
          "; resample it (filter Resample To Image). Nothing is drawn.");
    }
    return;
  }
  int others = 0;
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    others += take(leaves->GetCurrentDataObject()) ? 0 : 1;
  }
  if (others > 0)
  {
    this->Report(this->Images.empty(),
      std::to_string(others) + " of " + std::to_string(others + this->Images.size()) +
        " blocks are not image data and are not drawn.");
  }
}

void vtkIsosurfaceRayCastRepresentation::TakeBounds()
{
  // Looking for copies of cells takes a walk through the image, which is for new images alone.
  vtkBoundingBox box;
  this->Boxes.resize(this->Images.size());
  for (std::size_t i = 0; i < this->Images.size(); ++i)
  {
    Box& own = this->Boxes[i];
    const vtkMTimeType time = this->Images[i]->GetMTime();
    if (own.Image != this->Images[i] || own.Time != time)
    {
      own.Image = this->Images[i];
      own.Time = time;
      OwnBounds(own.Image, own.Bounds);
    }
    if (vtkMath::AreBoundsInitialized(own.Bounds))
    {
      box.AddBounds(own.Bounds);
    }
  }
  vtkMath::UninitializeBounds(this->DataBounds);
  if (box.IsValid())
  {
    box.GetBounds(this->DataBounds);
  }
}

int vtkIsosurfaceRayCastRepresentation::ProcessViewRequest(
  vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo)
{
  if (!this->vtkVolumeRepresentation::ProcessViewRequest(request, inInfo, outInfo))
  {
    return 0;
  }

  if (request == vtkPVView::REQUEST_UPDATE())
  {
    // The image stays where it is; other processes get its outline.
    vtkPVRenderView::SetPiece(inInfo, this, this->Cache, this->DataSize, 0);
    vtkPVRenderView::SetDeliverToClientAndRenderingProcesses(inInfo, this, false, false, 0);
    vtkPVRenderView::SetPiece(inInfo, this, this->OutlineSource->GetOutputDataObject(0), 0, 1);
    vtkPVRenderView::SetRequiresDistributedRendering(inInfo, this, true);
    vtkNew<vtkMatrix4x4> matrix;
    this->Actor->GetMatrix(matrix);
    vtkPVRenderView::SetGeometryBounds(inInfo, this, this->DataBounds, matrix);
    // Opaque surfaces of several ranks are composited by depth, which any other geometry can be part of;
    // translucent ones need an order.
    if (this->IsTranslucent())
    {
      outInfo->Set(vtkPVRenderView::NEED_ORDERED_COMPOSITING(), 1);
    }
    vtkPVRenderView::SetOrderedCompositingConfiguration(
      inInfo, this, vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION);
    this->CheckIsovalues(); // all ranks come here
  }
  else if (request == vtkPVView::REQUEST_UPDATE_LOD())
  {
    vtkPVRenderView::SetRequiresDistributedRenderingLOD(inInfo, this, true);
  }
  else if (request == vtkPVView::REQUEST_RENDER())
  {
    // What was prepared last or, in an animation, what the view has kept of this time step.
    vtkAlgorithmOutput* producer = vtkPVRenderView::GetPieceProducer(inInfo, this, 0);
    auto* pieces = producer ? vtkPartitionedDataSet::SafeDownCast(
                                producer->GetProducer()->GetOutputDataObject(producer->GetIndex()))
                            : nullptr;
    this->Images.clear();
    for (unsigned int i = 0; pieces && i < pieces->GetNumberOfPartitions(); ++i)
    {
      if (auto* image = vtkImageData::SafeDownCast(pieces->GetPartition(i)))
      {
        this->Images.push_back(image);
      }
    }
    this->OutlineMapper->SetInputConnection(vtkPVRenderView::GetPieceProducer(inInfo, this, 1));
    this->UpdateMapperParameters();
  }
  return 1;
}

void vtkIsosurfaceRayCastRepresentation::UpdateMapperParameters()
{
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  this->FallbackReason.clear();
  if (view && view->GetEnableOSPRay())
  {
    this->FallbackReason = "Ray tracing is on, which knows VTK's own mappers only; the surface is not drawn. "
                           "Turn it off, or show the filter Contour.";
    this->Report(false, this->FallbackReason);
  }

  this->Mapper->GetSettings()->SetInputIsPiece(NumberOfProcesses() > 1 || this->Images.size() > 1);
  ArrayChoice choice;
  const bool found = !this->Images.empty() && this->ChooseIsosurfaceArray(choice);
  if (found)
  {
    this->Mapper->SetScalarMode(choice.Association == vtkDataObject::FIELD_ASSOCIATION_CELLS
        ? VTK_SCALAR_MODE_USE_CELL_FIELD_DATA
        : VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
    this->Mapper->SelectScalarArray(choice.Name.c_str());
    this->LeaveOutImagesWithout(choice);
    this->ChooseColors(choice);
  }

  // The cropping box is given relative to the bounds of the whole, which all ranks have to agree about.
  this->TakeBounds();
  if (this->Mapper->GetCropping())
  {
    std::copy_n(this->DataBounds, 6, this->WholeBounds);
    if (NumberOfProcesses() > 1)
    {
      vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
      for (int axis = 0; axis < 3; ++axis)
      {
        controller->AllReduce(
          this->DataBounds + 2 * axis, this->WholeBounds + 2 * axis, 1, vtkCommunicator::MIN_OP);
        controller->AllReduce(
          this->DataBounds + 2 * axis + 1, this->WholeBounds + 2 * axis + 1, 1, vtkCommunicator::MAX_OP);
      }
    }
    double planes[6];
    for (int i = 0; i < 6; ++i)
    {
      planes[i] = this->CroppingOrigin[i / 2] + this->WholeBounds[i] * this->CroppingScale[i / 2];
    }
    this->Mapper->SetCroppingRegionPlanes(planes);
  }

  const bool drawn = found && this->FallbackReason.empty();
  this->Actor->SetMapper(this->Images.empty() ? nullptr : this->Mapper.GetPointer());
  this->Actor->SetVisibility(this->Shown && (drawn || this->Actor->GetEnableLOD()));
  if (!this->Images.empty())
  {
    this->Mapper->SetInputData(this->Images.front());
  }
  this->Volume->SetDrawn(this->IsTranslucent() ? vtkRayCastVolume::AFTER_TRANSLUCENT_GEOMETRY
                                               : vtkRayCastVolume::WITH_OPAQUE_GEOMETRY);
  this->MakeBlocks();
  for (Block& block : this->Blocks)
  {
    block.Volume->SetVisibility(this->Shown && drawn);
  }
  this->SortBlocks();
}

void vtkIsosurfaceRayCastRepresentation::LeaveOutImagesWithout(const ArrayChoice& choice)
{
  const std::size_t all = this->Images.size();
  const auto lacksIt = [&choice](vtkImageData* image) {
    return !image->GetAttributes(choice.Association)->GetArray(choice.Name.c_str());
  };
  this->Images.erase(std::remove_if(this->Images.begin(), this->Images.end(), lacksIt), this->Images.end());
  if (this->Images.size() < all)
  {
    this->Report(false,
      std::to_string(all - this->Images.size()) + " of " + std::to_string(all) +
        " blocks do not have the array '" + choice.Name + "' and are not drawn.");
  }
}

void vtkIsosurfaceRayCastRepresentation::MakeBlocks()
{
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  const std::size_t wanted = view && this->Images.size() > 1 ? this->Images.size() - 1 : 0;
  while (this->Blocks.size() > wanted)
  {
    view ? view->UnRegisterPropForHardwareSelection(this, this->Blocks.back().Volume) : void();
    view ? view->GetRenderer()->RemoveViewProp(this->Blocks.back().Volume) : void();
    this->Blocks.pop_back();
  }
  while (this->Blocks.size() < wanted)
  {
    Block block;
    block.Mapper = vtkSmartPointer<vtkIsosurfaceRayCastMapper>::New();
    block.Mapper->SetSettings(this->Mapper->GetSettings());
    block.Volume = vtkSmartPointer<vtkRayCastVolume>::New();
    block.Volume->SetProperty(this->Property);
    block.Volume->SetMapper(block.Mapper);
    view->GetRenderer()->AddViewProp(block.Volume);
    view->RegisterPropForHardwareSelection(this, block.Volume);
    this->Blocks.push_back(block);
  }
  vtkNew<vtkMatrix4x4> matrix;
  this->Actor->GetMatrix(matrix);
  for (std::size_t i = 0; i < this->Blocks.size(); ++i)
  {
    Block& block = this->Blocks[i];
    block.Mapper->SetInputData(this->Images[i + 1]);
    block.Volume->SetDrawn(this->Volume->GetDrawn());
    block.Volume->SetPickable(this->Actor->GetPickable());
    vtkMatrix4x4* own = block.Volume->GetUserMatrix();
    if (!own || !std::equal(*own->Element, *own->Element + 16, *matrix->Element))
    {
      vtkNew<vtkMatrix4x4> copy;
      copy->DeepCopy(matrix);
      block.Volume->SetUserMatrix(copy);
    }
    this->CopyInputChoice(block.Mapper);
  }
}

void vtkIsosurfaceRayCastRepresentation::SortBlocks()
{
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  if (this->Blocks.empty() || !view || !this->IsTranslucent())
  {
    return;
  }
  // Volumes are drawn in the order in which the renderer has them; the farthest has to come first.
  vtkRenderer* const renderer = view->GetRenderer();
  vtkNew<vtkMatrix4x4> matrix;
  this->Actor->GetMatrix(matrix);
  std::vector<BlockOrder::Box> boxes(this->Images.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    this->Images[i]->GetBounds(boxes[i].data());
  }
  vtkPropCollection* const props = renderer->GetViewProps();
  for (std::size_t i : BlockOrder::BackToFront(boxes, renderer->GetActiveCamera(), matrix))
  {
    vtkProp* const prop =
      i == 0 ? static_cast<vtkProp*>(this->Actor) : this->Blocks[i - 1].Volume.GetPointer();
    props->RemoveItem(prop);
    props->AddItem(prop);
  }
}

bool vtkIsosurfaceRayCastRepresentation::RemoveFromView(vtkView* view)
{
  if (auto* renderView = vtkPVRenderView::SafeDownCast(view))
  {
    for (Block& block : this->Blocks)
    {
      renderView->UnRegisterPropForHardwareSelection(this, block.Volume);
      renderView->GetRenderer()->RemoveViewProp(block.Volume);
    }
    this->Blocks.clear();
  }
  return this->Superclass::RemoveFromView(view);
}

void vtkIsosurfaceRayCastRepresentation::SetVisibility(bool visible)
{
  this->Shown = visible;
  this->Superclass::SetVisibility(visible);
  for (Block& block : this->Blocks)
  {
    block.Volume->SetVisibility(visible);
  }
}

void vtkIsosurfaceRayCastRepresentation::Report(bool error, const std::string& message)
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
