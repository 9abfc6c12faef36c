// SPDX-License-Identifier: BSD-3-Clause
#include "CompositedRanks.h"

#include "DisplayMessages.h"
#include "RankPicture.h"
#include "RayCastPace.h"
#include "ServerRanks.h"
#include "vtkBoundingBox.h"
#include "vtkCamera.h"
#include "vtkCommunicator.h"
#include "vtkInformation.h"
#include "vtkMath.h"
#include "vtkMultiProcessController.h"
#include "vtkOrderedCompositingHelper.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkProp3D.h"
#include "vtkRenderer.h"
#include "vtkTransform.h"
#if VTK_MODULE_ENABLE_ParaView_icet
#include "vtkCameraPass.h"
#include "vtkIceTCompositePass.h"
#include "vtkImageProcessingPass.h"
#endif

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace
{
constexpr int PictureTag = 20501; // the tag of messages between two ranks

/// Reduce in chunks that MPI can count, so that only one chunk is copied at a time.
template <class Value>
void Reduce(Value* values, std::int64_t number, int operation)
{
  constexpr std::int64_t most = 1 << 22;
  vtkMultiProcessController* const controller = vtkMultiProcessController::GetGlobalController();
  std::vector<Value> mine;
  for (std::int64_t first = 0; first < number; first += most)
  {
    const std::int64_t count = std::min(most, number - first);
    mine.assign(values + first, values + first + count);
    controller->AllReduce(mine.data(), values + first, static_cast<vtkIdType>(count), operation);
  }
}

#if VTK_MODULE_ENABLE_ParaView_icet
vtkIceTCompositePass* FindPass(vtkRenderer* renderer)
{
  vtkRenderPass* pass = renderer->GetPass();
  while (pass)
  {
    if (auto* const composite = vtkIceTCompositePass::SafeDownCast(pass))
    {
      return composite;
    }
    auto* const camera = vtkCameraPass::SafeDownCast(pass);
    auto* const image = vtkImageProcessingPass::SafeDownCast(pass);
    pass = camera ? camera->GetDelegatePass() : image ? image->GetDelegatePass() : nullptr;
  }
  return nullptr;
}
vtkOrderedCompositingHelper* FindBoxes(vtkRenderer* renderer)
{
  vtkIceTCompositePass* const pass = FindPass(renderer);
  return pass ? pass->GetOrderedCompositingHelper() : nullptr;
}
/// Make ranks with nothing to show draw the coming frame, too. The view turns this off before each frame.
bool DrawEmptyImages(vtkRenderer* renderer)
{
  vtkIceTCompositePass* const pass = FindPass(renderer);
  if (pass)
  {
    pass->SetRenderEmptyImages(true);
  }
  return pass != nullptr;
}
#else
vtkOrderedCompositingHelper* FindBoxes(vtkRenderer*)
{
  return nullptr;
}
bool DrawEmptyImages(vtkRenderer*)
{
  return false;
}
#endif
} // namespace

int CompositedRanks::GetRank() const
{
  return ServerRanks::GetRank();
}

int CompositedRanks::GetNumberOfRanks() const
{
  return ServerRanks::GetNumberOfRanks();
}

std::vector<int> CompositedRanks::FindOrder(vtkOrderedCompositingHelper* boxes, vtkCamera* camera)
{
  std::vector<int> all(static_cast<std::size_t>(ServerRanks::GetNumberOfRanks()));
  std::iota(all.begin(), all.end(), 0);
  if (!boxes)
  {
    return all;
  }
  // If boxes overlap, as those of several displays may, ParaView's order may list one
  // rank twice and omit another.
  const std::vector<int> order = boxes->ComputeSortOrder(camera);
  std::vector<int> once;
  std::copy_if(order.begin(), order.end(), std::back_inserter(once),
    [&order](int rank) { return std::count(order.begin(), order.end(), rank) == 1; });
  return once.empty() ? all : once;
}

std::vector<int> CompositedRanks::GetFrontToBack(vtkRenderer* renderer) const
{
  return FindOrder(FindBoxes(renderer), renderer->GetActiveCamera());
}

std::vector<int> CompositedRanks::GetPartsFrontToBack(vtkRenderer* renderer) const
{
  vtkNew<vtkTransform> worldToBoxes;
  worldToBoxes->SetMatrix(this->DataToWorld);
  worldToBoxes->Concatenate(this->TurnedToData);
  worldToBoxes->Inverse();
  vtkNew<vtkCamera> camera;
  camera->DeepCopy(renderer->GetActiveCamera());
  camera->ApplyTransform(worldToBoxes);
  return FindOrder(this->FindPartBoxes(renderer), camera);
}

vtkOrderedCompositingHelper* CompositedRanks::FindPartBoxes(vtkRenderer* renderer) const
{
  return this->Turned->GetBoundingBoxes().empty() ? FindBoxes(renderer) : this->Turned.Get();
}

std::array<double, 16> CompositedRanks::GetBoxesToData() const
{
  std::array<double, 16> matrix;
  std::copy_n(this->TurnedToData->GetData(), 16, matrix.begin());
  return matrix;
}

std::vector<std::array<double, 6>> CompositedRanks::GetBoxes(vtkRenderer* renderer) const
{
  std::vector<std::array<double, 6>> boxes;
  vtkOrderedCompositingHelper* const helper = this->FindPartBoxes(renderer);
  if (helper &&
    helper->GetBoundingBoxes().size() == static_cast<std::size_t>(ServerRanks::GetNumberOfRanks()))
  {
    for (const vtkBoundingBox& box : helper->GetBoundingBoxes())
    {
      boxes.emplace_back();
      box.GetBounds(boxes.back().data());
    }
  }
  return boxes;
}

void CompositedRanks::TakeLeast(double* values, std::int64_t number)
{
  Reduce(values, number, vtkCommunicator::MIN_OP);
}

void CompositedRanks::TakeLeast(float* values, std::int64_t number)
{
  Reduce(values, number, vtkCommunicator::MIN_OP);
}

void CompositedRanks::TakeLeast(std::int64_t* values, std::int64_t number)
{
  static_assert(sizeof(vtkIdType) == sizeof(std::int64_t), "VTK's ids have 64 bits");
  Reduce(reinterpret_cast<vtkIdType*>(values), number, vtkCommunicator::MIN_OP);
}

void CompositedRanks::TakeSum(float* values, std::int64_t number)
{
  Reduce(values, number, vtkCommunicator::SUM_OP);
}

void CompositedRanks::Send(const float* values, std::int64_t number, int to)
{
  vtkMultiProcessController::GetGlobalController()->Send(
    values, static_cast<vtkIdType>(number), to, PictureTag);
}

void CompositedRanks::Receive(float* values, std::int64_t number, int from)
{
  vtkMultiProcessController::GetGlobalController()->Receive(
    values, static_cast<vtkIdType>(number), from, PictureTag);
}

RayCastRanks* CompositedRanks::Choose(vtkInformation* view, vtkPVDataRepresentation* display,
  vtkPVRayCastVolume* volume, bool isFilm, const double bounds[6], DisplayMessages& messages)
{
  auto* const picture = dynamic_cast<RankPicture*>(display);
  picture->GetPlaced()->GetMatrix(this->DataToWorld);
  // All ranks come to the same results here.
  const bool isFinest = picture->IsExchanged() && RankPicture::IsOne(display);
  const bool together = (isFilm || isFinest) && DrawTogether(view, display);
  this->FindTurnedBoxes(together ? display : nullptr);
  double whole[6];
  std::copy_n(bounds, 6, whole);
  if (together)
  {
    ServerRanks::Unite(whole, 3);
  }
  else if (isFilm && ServerRanks::GetNumberOfRanks() > 1)
  {
    messages.Note("The view is tiled, so each rank draws the extreme or sum of its own piece, and the "
                  "pictures are blended.");
  }
  volume->SetWholeBounds(together ? whole : nullptr, isFinest);
  return together ? this : nullptr;
}

void CompositedRanks::FindTurnedBoxes(vtkPVDataRepresentation* display)
{
  std::vector<vtkBoundingBox> turned;
  this->TurnedToData->Identity();
  if (display)
  {
    for (const RankBoxes::Box& box : RankPicture::FindTurnedBoxes(display))
    {
      turned.emplace_back();
      if (vtkMath::AreBoundsInitialized(box.data()))
      {
        turned.back().SetBounds(box.data());
      }
    }
  }
  if (!turned.empty())
  {
    const std::array<double, 9>& axes = dynamic_cast<RankPicture*>(display)->GetAxes();
    for (int row = 0; row < 3; ++row)
    {
      for (int column = 0; column < 3; ++column)
      {
        this->TurnedToData->SetElement(row, column, axes[static_cast<std::size_t>(3 * row + column)]);
      }
    }
  }
  this->Turned->SetBoundingBoxes(turned);
}

bool CompositedRanks::DrawTogether(vtkInformation* view, vtkPVDataRepresentation* representation)
{
  auto* const renderView = vtkPVRenderView::SafeDownCast(representation->GetView());
  if (!renderView || ServerRanks::GetNumberOfRanks() == 1 || !renderView->GetUseOrderedCompositing() ||
    !(view->Has(vtkPVRenderView::USE_LOD()) ? renderView->GetUseDistributedRenderingForLODRender()
                                            : renderView->GetUseDistributedRenderingForRender()))
  {
    return false;
  }
  return !renderView->InTileDisplayMode() && DrawEmptyImages(renderView->GetRenderer());
}

bool CompositedRanks::IsStill(vtkPVDataRepresentation* representation)
{
  auto* const view = vtkPVRenderView::SafeDownCast(representation->GetView());
  return view && RayCastPace::IsStill(view->GetRenderWindow());
}
