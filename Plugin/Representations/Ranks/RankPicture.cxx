// SPDX-License-Identifier: BSD-3-Clause
#include "RankPicture.h"

#include "CompositedRanks.h"
#include "GeometryBounds.h"
#include "RankBoxes.h"
#include "ServerRanks.h"
#include "vtkBoundingBox.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"
#include "vtkProp3D.h"

#include <algorithm>
#include <vector>

namespace
{
/// The other volumes and ray cast isosurfaces in the view of a display.
std::vector<vtkPVDataRepresentation*> FindOthers(vtkPVDataRepresentation* display)
{
  std::vector<vtkPVDataRepresentation*> others;
  auto* const view = vtkPVRenderView::SafeDownCast(display->GetView());
  for (int i = 0; view && i < view->GetNumberOfRepresentations(); ++i)
  {
    auto* const one = vtkPVDataRepresentation::SafeDownCast(view->GetRepresentation(i));
    if (one && one != display && one->GetVisibility() &&
      (one->IsA("vtkVolumeRepresentation") || one->IsA("vtkAMRStreamingVolumeRepresentation")))
    {
      others.push_back(one);
    }
  }
  return others;
}
} // namespace

bool RankPicture::IsWorthIt(vtkPVDataRepresentation* display, vtkProp3D* placed, double imageSampleDistance)
{
  // During interaction and in coarse images, small errors of compositing are acceptable. But if a display is
  // moved or rotated, ParaView composites in the wrong order, because the boxes are not moved with it. Nor
  // are its boxes turned with the axes of an image.
  vtkNew<vtkMatrix4x4> dataToWorld;
  placed->GetMatrix(dataToWorld);
  const bool isTurned = dynamic_cast<RankPicture*>(display)->IsTurned();
  return isTurned || !dataToWorld->IsIdentity() ||
    (imageSampleDistance <= 1 && CompositedRanks::IsStill(display));
}

bool RankPicture::IsOne(vtkPVDataRepresentation* display)
{
  auto* const self = dynamic_cast<RankPicture*>(display);
  const auto goesWith = [self](vtkPVDataRepresentation* shown) {
    auto* const other = dynamic_cast<RankPicture*>(shown);
    if (!other || other->JoinsOthers())
    {
      return other != nullptr;
    }
    if (!other->IsExchanged() || !other->HasWholeCells() || !self->HasWholeCells())
    {
      return false;
    }
    // With equal matrices, the ranks' boxes coincide in the world for both displays.
    vtkNew<vtkMatrix4x4> mine, its;
    self->GetPlaced()->GetMatrix(mine);
    other->GetPlaced()->GetMatrix(its);
    return std::equal(mine->GetData(), mine->GetData() + 16, its->GetData());
  };
  const std::vector<vtkPVDataRepresentation*> others = FindOthers(display);
  return self && std::all_of(others.begin(), others.end(), goesWith);
}

void RankPicture::GetBoundsAlong(const double*, double bounds[6])
{
  vtkMath::UninitializeBounds(bounds);
}

bool RankPicture::IsTurned() const
{
  return this->Axes != std::array<double, 9>{ 1, 0, 0, 0, 1, 0, 0, 0, 1 };
}

std::vector<RankBoxes::Box> RankPicture::FindTurnedBoxes(vtkPVDataRepresentation* display)
{
  auto* const self = dynamic_cast<RankPicture*>(display);
  std::vector<RankPicture*> pictures = { self };
  for (vtkPVDataRepresentation* other : FindOthers(display))
  {
    auto* const picture = dynamic_cast<RankPicture*>(other);
    if (picture && !picture->JoinsOthers())
    {
      pictures.push_back(picture);
    }
  }
  const bool areAlike = std::all_of(pictures.begin(), pictures.end(),
    [self](const RankPicture* picture) { return picture->Axes == self->Axes; });
  if (!self->IsTurned() || !areAlike)
  {
    return {};
  }
  vtkBoundingBox all;
  for (RankPicture* picture : pictures)
  {
    double bounds[6];
    picture->GetBoundsAlong(self->Axes.data(), bounds);
    if (vtkMath::AreBoundsInitialized(bounds))
    {
      all.AddBounds(bounds);
    }
  }
  double bounds[6];
  vtkMath::UninitializeBounds(bounds);
  if (all.IsValid())
  {
    all.GetBounds(bounds);
  }
  return RankBoxes::SeparateAll(bounds);
}

void RankPicture::SetBounds(vtkInformation* view, vtkPVDataRepresentation* display)
{
  auto* const self = dynamic_cast<RankPicture*>(display);
  const double* const axes = self->GetImageAxes();
  if (axes)
  {
    std::copy_n(axes, 9, self->Axes.begin());
  }
  double first = axes ? ServerRanks::GetRank() : ServerRanks::GetNumberOfRanks();
  ServerRanks::TakeFromLeast(first, self->Axes.data(), 9);
  // All ranks call this for the same displays. ParaView makes a rank's box from the bounds of
  // all its displays, and distributes cells of meshes by these boxes. Therefore boxes of
  // different displays must not overlap.
  std::vector<vtkPVDataRepresentation*> displays = { display };
  for (vtkPVDataRepresentation* other : FindOthers(display))
  {
    auto* const picture = dynamic_cast<RankPicture*>(other);
    if (picture && picture->GetImageBounds())
    {
      displays.push_back(other);
    }
  }
  vtkBoundingBox all;
  for (vtkPVDataRepresentation* one : displays)
  {
    const double* const bounds = dynamic_cast<RankPicture*>(one)->GetImageBounds();
    if (vtkMath::AreBoundsInitialized(bounds))
    {
      all.AddBounds(bounds);
    }
  }
  double bounds[6];
  vtkMath::UninitializeBounds(bounds);
  if (all.IsValid())
  {
    all.GetBounds(bounds);
  }
  const RankBoxes::Box box = RankBoxes::SeparateAll(bounds)[static_cast<std::size_t>(ServerRanks::GetRank())];
  for (vtkPVDataRepresentation* one : displays)
  {
    GeometryBounds::Set(view, one, box.data(), dynamic_cast<RankPicture*>(one)->GetPlaced());
  }
}
