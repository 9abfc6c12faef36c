// SPDX-License-Identifier: BSD-3-Clause
#include "RankPicture.h"

#include "CompositedRanks.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkProp3D.h"

#include <algorithm>

bool RankPicture::IsWorthIt(vtkPVDataRepresentation* display, vtkProp3D* placed, double imageSampleDistance)
{
  // During interaction and in coarse images, small errors of compositing are acceptable. But if a display is
  // moved or rotated, ParaView composites in the wrong order, because the boxes are not moved with it.
  vtkNew<vtkMatrix4x4> dataToWorld;
  placed->GetMatrix(dataToWorld);
  return !dataToWorld->IsIdentity() || (imageSampleDistance <= 1 && CompositedRanks::IsStill(display));
}

bool RankPicture::IsOne(vtkPVDataRepresentation* display)
{
  auto* const self = dynamic_cast<RankPicture*>(display);
  return self && CompositedRanks::IsOnePicture(display, [self](vtkPVDataRepresentation* shown) {
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
  });
}
