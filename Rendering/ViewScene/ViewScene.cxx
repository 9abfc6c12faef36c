// SPDX-License-Identifier: BSD-3-Clause
#include "ViewScene.h"

#include "BlockOrder.h"
#include "RayCastProp.h"
#include "RayCastRendererObject.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkRenderer.h"
#include "vtkVolume.h"
#include "vtkVolumeCollection.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace
{

RayCastRendererObject<ViewScene>& Objects()
{
  static RayCastRendererObject<ViewScene> objects("RAY_CAST_VIEW_SCENE");
  return objects;
}

RayCastProp* AsProp(vtkVolume* volume)
{
  return dynamic_cast<RayCastProp*>(volume);
}

/// A volume with its box in the world, and how far its centre is from the eye, along the view where rays are
/// parallel.
struct Picture
{
  vtkVolume* Volume;
  BlockOrder::Box Box;
  double Distance;
};

Picture MakePicture(vtkVolume* volume, vtkCamera* camera)
{
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Picture picture = { volume, { none, none, none, none, none, none }, 0 };
  const double* const bounds = volume->GetBounds();
  if (!bounds || !(bounds[0] <= bounds[1]))
  {
    return picture;
  }
  std::copy_n(bounds, 6, picture.Box.begin());
  double eye[3], direction[3];
  camera->GetPosition(eye);
  camera->GetDirectionOfProjection(direction);
  for (int axis = 0; axis < 3; ++axis)
  {
    const double away = 0.5 * (bounds[2 * axis] + bounds[2 * axis + 1]) - eye[axis];
    picture.Distance += away * (camera->GetParallelProjection() ? direction[axis] : away);
  }
  return picture;
}

} // namespace

ViewScene* ViewScene::Of(vtkRenderer* renderer)
{
  ViewScene* scene = Objects().Find(renderer);
  if (!scene)
  {
    scene = Objects().Make(renderer);
    scene->Renderer = renderer;
    renderer->AddObserver(vtkCommand::StartEvent, scene);
  }
  return scene;
}

void ViewScene::Execute(vtkObject*, unsigned long, void*)
{
  this->Done.clear();
}

std::vector<vtkVolume*> ViewScene::GetPictures(int pass) const
{
  std::vector<vtkVolume*> pictures;
  vtkVolumeCollection* const volumes = this->Renderer->GetVolumes();
  vtkCollectionSimpleIterator place;
  volumes->InitTraversal(place);
  while (vtkVolume* volume = volumes->GetNextVolume(place))
  {
    // Cullers of the renderer leave no time to what is out of sight.
    RayCastProp* const prop = AsProp(volume);
    if (prop && volume->GetVisibility() && volume->GetRenderTimeMultiplier() > 0 &&
      prop->GetPicturePass(this->Renderer) == pass)
    {
      pictures.push_back(volume);
    }
  }
  return pictures;
}

std::vector<vtkVolume*> ViewScene::SortBackToFront(const std::vector<vtkVolume*>& pictures) const
{
  vtkCamera* const camera = this->Renderer->GetActiveCamera();
  std::vector<Picture> sorted;
  for (vtkVolume* volume : pictures)
  {
    sorted.push_back(MakePicture(volume, camera));
  }
  // Where boxes overlap, they come in the order in which they are given: the farthest centre first, whatever
  // the order of adding. Those of one place keep that order.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Picture& a, const Picture& b) {
    return a.Distance != b.Distance ? a.Distance > b.Distance : a.Box < b.Box;
  });
  std::vector<BlockOrder::Box> boxes;
  for (const Picture& picture : sorted)
  {
    boxes.push_back(picture.Box);
  }
  vtkNew<vtkMatrix4x4> world;
  std::vector<vtkVolume*> order;
  for (const std::size_t i : BlockOrder::BackToFront(boxes, camera, world))
  {
    order.push_back(sorted[i].Volume);
  }
  return order;
}

int ViewScene::Draw(vtkVolume* volume, int pass)
{
  const auto done = this->Done.find(volume);
  if (done != this->Done.end())
  {
    const int drawn = done->second;
    this->Done.erase(done);
    return drawn;
  }
  this->Done.clear();
  const std::vector<vtkVolume*> pictures = this->GetPictures(pass);
  const std::vector<vtkVolume*> order =
    pictures.size() > 1 ? this->SortBackToFront(pictures) : std::vector<vtkVolume*>();
  if (order.size() < 2 || order == pictures || std::find(order.begin(), order.end(), volume) == order.end())
  {
    return AsProp(volume)->DrawPicture(this->Renderer);
  }
  int drawn = 0;
  for (vtkVolume* next : order)
  {
    const int drawnNow = AsProp(next)->DrawPicture(this->Renderer);
    if (next == volume)
    {
      drawn = drawnNow;
    }
    else
    {
      this->Done[next] = drawnNow;
    }
  }
  return drawn;
}
