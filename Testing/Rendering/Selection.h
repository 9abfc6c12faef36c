// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkDataObject.h"
#include "vtkHardwareSelector.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkNew.h"
#include "vtkProp.h"
#include "vtkRenderer.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"
#include "vtkSmartPointer.h"

#include <array>
#include <map>
#include <set>

/// The result of a hardware selection in a rectangle of pixels.
inline vtkSmartPointer<vtkSelection> SelectIn(
  vtkRenderer* renderer, int association, const std::array<int, 4>& rectangle, int process = -1)
{
  vtkNew<vtkHardwareSelector> selector;
  selector->SetRenderer(renderer);
  selector->SetArea(static_cast<unsigned>(rectangle[0]), static_cast<unsigned>(rectangle[1]),
    static_cast<unsigned>(rectangle[2]), static_cast<unsigned>(rectangle[3]));
  selector->SetFieldAssociation(association);
  selector->SetProcessID(process);
  return vtkSmartPointer<vtkSelection>::Take(selector->Select());
}

/// The selected ids in a rectangle of pixels, by prop.
inline std::map<vtkProp*, std::set<vtkIdType>> SelectIds(
  vtkRenderer* renderer, int association, const std::array<int, 4>& rectangle)
{
  auto selection = SelectIn(renderer, association, rectangle);
  std::map<vtkProp*, std::set<vtkIdType>> out;
  for (unsigned i = 0; selection && i < selection->GetNumberOfNodes(); ++i)
  {
    vtkSelectionNode* node = selection->GetNode(i);
    auto* prop = vtkProp::SafeDownCast(node->GetProperties()->Get(vtkSelectionNode::PROP()));
    auto* ids = vtkIdTypeArray::SafeDownCast(node->GetSelectionList());
    for (vtkIdType k = 0; ids && k < ids->GetNumberOfTuples(); ++k)
    {
      out[prop].insert(ids->GetValue(k));
    }
  }
  return out;
}
