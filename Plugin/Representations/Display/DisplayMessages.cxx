// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayMessages.h"

#include "CameraProblem.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"

DisplayMessages::DisplayMessages(vtkPVDataRepresentation* display)
  : Display(display)
{
}

void DisplayMessages::Error(const std::string& problem, const std::string& kind)
{
  this->Report(this->Display, true, problem, kind);
}

void DisplayMessages::Warn(const std::string& problem)
{
  this->RayCastMessages::Warn(this->Display, problem);
}

bool DisplayMessages::CheckCamera()
{
  auto* const view = vtkPVRenderView::SafeDownCast(this->Display->GetView());
  const std::string problem = view ? FindCameraProblem(view->GetRenderer()) : std::string();
  if (!problem.empty())
  {
    this->Error(problem + " Nothing is drawn.", "camera");
  }
  return problem.empty();
}
