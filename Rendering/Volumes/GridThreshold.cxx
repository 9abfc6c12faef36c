// SPDX-License-Identifier: BSD-3-Clause
#include "GridThreshold.h"

#include "ArrayMemory.h"
#include "MeshVolumeArrays.h"
#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkSMPThreadLocalObject.h"
#include "vtkSMPTools.h"

#include <algorithm>

bool GridThreshold::IsElsewhere(const MeshVolumeArrays& frame)
{
  return frame.Threshold.Array && frame.Threshold.Association != frame.Scalars.Association;
}

vtkSmartPointer<vtkDataSet> GridThreshold::Apply(vtkDataSet* image, const MeshVolumeArrays& frame)
{
  const RayCastArray& array = frame.Threshold;
  const double low = frame.ThresholdRange[0], high = frame.ThresholdRange[1];
  const bool isOfCells = array.Association == vtkDataObject::CELL;
  const vtkIdType numCells = image->GetNumberOfCells();
  if (!IsElsewhere(frame))
  {
    this->Held.Forget();
    this->Flags = nullptr;
    return image;
  }
  vtkUnsignedCharArray* const own = image->GetCellGhostArray();
  this->Held.Update({ RayCastKey(array), own ? RayCastKey(own) : RayCastKey(), low, high }, [&] {
    vtkNew<vtkUnsignedCharArray> flags;
    flags->SetName(vtkDataSetAttributes::GhostArrayName());
    unsigned char* const to = inkray::filters::allocateTuples(flags.Get(), numCells);
    array.Array->GetComponent(0, 0); // copies a device array to the host before several threads read it
    const auto isShown = [&](vtkIdType tuple) {
      const double value = array.GetValue(tuple);
      return value >= low && value <= high;
    };
    vtkSMPThreadLocalObject<vtkIdList> lists;
    vtkSMPTools::For(0, numCells, [&](vtkIdType first, vtkIdType last) {
      vtkIdList* const points = lists.Local();
      for (vtkIdType cell = first; cell < last; ++cell)
      {
        bool isKept = isOfCells && isShown(cell);
        if (!isOfCells)
        {
          image->GetCellPoints(cell, points);
          isKept = std::all_of(points->begin(), points->end(), isShown);
        }
        to[cell] = static_cast<unsigned char>(
          (own ? own->GetValue(cell) : 0) | (isKept ? 0 : vtkDataSetAttributes::HIDDENCELL));
      }
    });
    this->Flags = flags;
  });
  auto copy = vtkSmartPointer<vtkDataSet>::Take(image->NewInstance());
  copy->ShallowCopy(image);
  copy->GetCellData()->AddArray(this->Flags);
  return copy;
}
