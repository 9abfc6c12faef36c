// SPDX-License-Identifier: BSD-3-Clause
#include "vtkFrameInformation.h"

#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"
#include "vtkRayCastReport.h"
#include "vtkStringArray.h"

vtkFrameInformation::vtkFrameInformation() = default;
vtkFrameInformation::~vtkFrameInformation() = default;

void vtkFrameInformation::SetRepresentation(vtkPVDataRepresentation* representation)
{
  this->Representation = representation;
}

bool vtkFrameInformation::IsDrawnByClient()
{
  auto* view =
    this->Representation ? vtkPVRenderView::SafeDownCast(this->Representation->GetView()) : nullptr;
  return view && !view->GetUseDistributedRenderingForRender();
}

vtkStringArray* vtkFrameInformation::RowsOf(vtkRayCastReport* report)
{
  this->Rows->SetNumberOfComponents(3);
  this->Rows->SetNumberOfTuples(report->GetNumberOfRows());
  for (int row = 0; row < report->GetNumberOfRows(); ++row)
  {
    this->Rows->SetValue(3 * row, report->GetName(row));
    this->Rows->SetValue(3 * row + 1, report->GetText(row));
    this->Rows->SetValue(3 * row + 2, report->GetUnit(row));
  }
  return this->Rows;
}

void vtkFrameInformation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Representation: " << this->Representation.GetPointer() << "\n";
}
