// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastSelection.h"

#include "RayCastFrameTarget.h"
#include "vtkDataObject.h"
#include "vtkHardwareSelector.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <vector>

void RayCastSelection::Draw(vtkRenderer* renderer, RayCastFrameTarget& target) const
{
  vtkHardwareSelector* const selector = renderer->GetSelector();
  selector->BeginRenderProp();
  float color[3]; // the color of the whole prop
  std::copy_n(selector->GetPropColorValue(), 3, color);

  const bool isOfPoints = selector->GetFieldAssociation() == vtkDataObject::FIELD_ASSOCIATION_POINTS;
  const auto& ids = isOfPoints ? this->PointId : this->CellId;
  const int pass = selector->GetCurrentPass();
  bool isSkipped = false, isHigh = false, isId = false;
  switch (pass)
  {
    case vtkHardwareSelector::COMPOSITE_INDEX_PASS:
      // Index 1, as mappers of a single data set draw.
      vtkHardwareSelector::Convert(1, color);
      break;
    case vtkHardwareSelector::POINT_ID_LOW24:
    case vtkHardwareSelector::POINT_ID_HIGH24:
      isSkipped = !isOfPoints;
      isHigh = pass == vtkHardwareSelector::POINT_ID_HIGH24;
      isId = true;
      break;
    case vtkHardwareSelector::CELL_ID_LOW24:
    case vtkHardwareSelector::CELL_ID_HIGH24:
      isSkipped = isOfPoints;
      isHigh = pass == vtkHardwareSelector::CELL_ID_HIGH24;
      isId = true;
      break;
    default:
      break;
  }

  const std::size_t pixels = static_cast<std::size_t>(this->Width) * this->Height;
  std::vector<float> image(4 * pixels, 0.0f);
  std::vector<float> depth(this->Depth, this->Depth + pixels);
  vtkIdType maximum = -1;
  for (std::size_t i = 0; i < pixels && !isSkipped; ++i)
  {
    if (!(depth[i] < 1.0f))
    {
      continue;
    }
    if (isId)
    {
      const vtkIdType id = ids(i);
      vtkHardwareSelector::Convert(isHigh ? id >> 24 : id, color);
    }
    else if (pass == vtkHardwareSelector::COMPOSITE_INDEX_PASS && this->CompositeIndex)
    {
      vtkHardwareSelector::Convert(this->CompositeIndex(i), color);
    }
    else if (pass == vtkHardwareSelector::PROCESS_PASS && this->ProcessId)
    {
      vtkHardwareSelector::Convert(this->ProcessId(i) + 1, color);
    }
    else if (pass == vtkHardwareSelector::ACTOR_PASS)
    {
      maximum = std::max(maximum, ids(i));
    }
    std::copy_n(color, 3, image.begin() + 4 * i);
    image[4 * i + 3] = 1;
    if (isOfPoints)
    {
      // Depths are nearer by a bias: these passes test against depths that the same picture has left.
      depth[i] = std::max(0.0f, depth[i] - 1e-5f);
    }
  }
  if (!isSkipped)
  {
    target.Present(
      { image.data(), depth.data() }, this->Width, this->Height, RayCastFrameTarget::Use::Selection);
  }
  // The selector derives from this maximum whether ids have more than 24 bits.
  isOfPoints ? selector->UpdateMaximumPointId(maximum) : selector->UpdateMaximumCellId(maximum);
  selector->EndRenderProp();
}
