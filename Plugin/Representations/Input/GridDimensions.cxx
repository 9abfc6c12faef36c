// SPDX-License-Identifier: BSD-3-Clause
#include "GridDimensions.h"

#include "vtkImageData.h"
#include "vtkRectilinearGrid.h"

bool GridDimensions::Get(vtkDataObject* data, int dimensions[3])
{
  auto* image = vtkImageData::SafeDownCast(data);
  auto* rectilinear = vtkRectilinearGrid::SafeDownCast(data);
  if (image)
  {
    image->GetDimensions(dimensions);
  }
  else if (rectilinear)
  {
    rectilinear->GetDimensions(dimensions);
  }
  return image || rectilinear;
}
