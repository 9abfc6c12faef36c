// SPDX-License-Identifier: BSD-3-Clause
#include "CroppingBox.h"

#include "ServerRanks.h"
#include "vtkNew.h"
#include "vtkRayCastSettings.h"
#include "vtkTransform.h"

#include <algorithm>
#include <cmath>

bool CroppingBox::HasVolume() const
{
  bool has = true;
  for (int i = 0; i < 3; ++i)
  {
    has = has && std::isfinite(this->Origin[i]) && std::isfinite(this->Rotation[i]) &&
      std::isfinite(this->Scale[i]) && this->Scale[i] != 0;
  }
  return has;
}

void CroppingBox::ApplyTo(vtkRayCastSettings* settings, const double bounds[6]) const
{
  double whole[6];
  std::copy_n(bounds, 6, whole);
  ServerRanks::Unite(whole, 3);
  settings->SetUseCropBox(this->Use && whole[0] <= whole[1]);
  settings->SetCropBoxKeepsOutside(this->KeepsOutside);
  vtkNew<vtkTransform> transform;
  transform->Translate(this->Origin);
  transform->RotateZ(this->Rotation[2]);
  transform->RotateX(this->Rotation[0]);
  transform->RotateY(this->Rotation[1]);
  transform->Scale(this->Scale);
  double box[12];
  const double corner[3] = { whole[0], whole[2], whole[4] };
  transform->TransformPoint(corner, box);
  for (int i = 0; i < 3; ++i)
  {
    double edge[3] = { 0, 0, 0 };
    edge[i] = whole[2 * i + 1] - whole[2 * i];
    transform->TransformVector(edge, box + 3 + 3 * i);
  }
  settings->SetCropBox(box);
}
