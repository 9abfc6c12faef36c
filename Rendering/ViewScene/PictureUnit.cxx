// SPDX-License-Identifier: BSD-3-Clause
#include "PictureUnit.h"

#include "Picture/RayPicture.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkVolume.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace
{
BlockOrder::Box BoxOf(vtkVolume* volume)
{
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  BlockOrder::Box box = { none, none, none, none, none, none };
  const double* const bounds = volume->GetBounds();
  if (bounds && bounds[0] <= bounds[1])
  {
    std::copy_n(bounds, 6, box.begin());
  }
  return box;
}

/// The squared distance from the eye to the center of a box or, for parallel rays, the distance along the
/// view.
double DistanceOf(const BlockOrder::Box& box, vtkCamera* camera)
{
  double eye[3], direction[3];
  camera->GetPosition(eye);
  camera->GetDirectionOfProjection(direction);
  double distance = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double away = 0.5 * (box[2 * axis] + box[2 * axis + 1]) - eye[axis];
    distance += away * (camera->GetParallelProjection() ? direction[axis] : away);
  }
  return std::isfinite(distance) ? distance : 0;
}

/// Whether two boxes overlap by more than a face.
bool Overlap(const BlockOrder::Box& a, const BlockOrder::Box& b)
{
  bool both = true;
  for (std::size_t axis = 0; both && axis < 6; axis += 2)
  {
    both = std::min(a[axis + 1], b[axis + 1]) > std::max(a[axis], b[axis]);
  }
  return both;
}

} // namespace

RayCastMapper::Merging PictureUnit::MergingOf(vtkVolume* volume)
{
  auto* const mapper = dynamic_cast<RayCastMapper*>(volume->GetMapper());
  return mapper ? mapper->GetMerging() : RayCastMapper::Merging::Never;
}

void PictureUnit::Take(const PictureUnit& other)
{
  this->Volumes.insert(this->Volumes.end(), other.Volumes.begin(), other.Volumes.end());
  for (std::size_t axis = 0; axis < 6; axis += 2)
  {
    this->Box[axis] = std::min(this->Box[axis], other.Box[axis]);
    this->Box[axis + 1] = std::max(this->Box[axis + 1], other.Box[axis + 1]);
  }
  this->Whole = this->Box;
  this->Merging = std::max(this->Merging, other.Merging);
}

bool PictureUnit::GoesWith(const PictureUnit& other) const
{
  const bool hasMesh = std::max(this->Merging, other.Merging) == RayCastMapper::Merging::CastsOthers;
  return this->Volumes.size() + other.Volumes.size() <=
    static_cast<std::size_t>(inkray::RayPicture::mostSources) &&
    std::min(this->Merging, other.Merging) != RayCastMapper::Merging::Never &&
    (hasMesh || !this->IsOneDisplay(other)) && Overlap(this->Box, other.Box);
}

bool PictureUnit::IsOneDisplay(const PictureUnit& other) const
{
  const auto isOfFirst = [this](vtkVolume* volume) {
    return volume->GetProperty() == this->Volumes.front()->GetProperty();
  };
  return std::all_of(this->Volumes.begin(), this->Volumes.end(), isOfFirst) &&
    std::all_of(other.Volumes.begin(), other.Volumes.end(), isOfFirst);
}

std::vector<PictureUnit> PictureUnit::BackToFront(const std::vector<vtkVolume*>& pictures,
  const std::vector<FilmGroup>& films, vtkCamera* camera, bool mayMerge)
{
  // Sort the farthest center of a data set first, so that the order of adding does not matter. Volumes at the
  // same place, and blocks of one data set, keep the renderer's order.
  const auto sort = [camera](std::vector<PictureUnit>& units) {
    std::stable_sort(units.begin(), units.end(), [camera](const PictureUnit& a, const PictureUnit& b) {
      const double toA = DistanceOf(a.Whole, camera), toB = DistanceOf(b.Whole, camera);
      return toA != toB ? toA > toB : a.Whole < b.Whole;
    });
  };
  std::vector<PictureUnit> units;
  for (vtkVolume* volume : pictures)
  {
    const BlockOrder::Box box = BoxOf(volume);
    units.push_back({ { volume }, box, MergingOf(volume), box });
  }
  for (PictureUnit& unit : units)
  {
    // The blocks of a display share its property.
    const auto whole = [](const PictureUnit& of) { return of.Volumes.front()->GetProperty(); };
    for (const PictureUnit& other : units)
    {
      for (std::size_t axis = 0; axis < 6 && whole(other) == whole(unit); axis += 2)
      {
        unit.Whole[axis] = std::min(unit.Whole[axis], other.Box[axis]);
        unit.Whole[axis + 1] = std::max(unit.Whole[axis + 1], other.Box[axis + 1]);
      }
    }
  }
  sort(units);

  // Unite volumes whose films are combined, wherever they lie.
  for (const FilmGroup& group : films)
  {
    const auto isIn = [&group](const PictureUnit& unit) {
      return std::count(group.Volumes.begin(), group.Volumes.end(), unit.Volumes.front()) > 0;
    };
    const auto first = std::find_if(units.begin(), units.end(), isIn);
    std::for_each(first + 1, units.end(), [&](const PictureUnit& unit) {
      if (isIn(unit))
      {
        first->Take(unit);
      }
    });
    units.erase(std::remove_if(first + 1, units.end(), isIn), units.end());
    first->Films = &group;
  }

  // Unite units that overlap. The common box may overlap other units, which are then united with it, too.
  for (std::size_t i = 0; i < units.size() && mayMerge; ++i)
  {
    for (std::size_t j = 0; j < units.size();)
    {
      if (i != j && units[i].GoesWith(units[j]))
      {
        const std::size_t first = std::min(i, j), second = std::max(i, j);
        units[first].Take(units[second]);
        units.erase(units.begin() + static_cast<std::ptrdiff_t>(second));
        i = first;
        j = 0; // its box has grown
      }
      else
      {
        ++j;
      }
    }
  }

  // Boxes that still overlap keep the order in which BackToFront gets them.
  sort(units);
  std::vector<BlockOrder::Box> boxes(units.size());
  std::transform(units.begin(), units.end(), boxes.begin(), [](const PictureUnit& unit) { return unit.Box; });
  vtkNew<vtkMatrix4x4> world;
  std::vector<PictureUnit> order;
  for (const std::size_t i : BlockOrder::BackToFront(boxes, camera, world))
  {
    order.push_back(units[i]);
  }
  return order;
}
