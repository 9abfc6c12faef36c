// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceGrid.h"

#include "RayCastSession.h"
#include "vtkImageData.h"
#include "vtkRayCastSurfaceSettings.h"
#include "vtkRectilinearGrid.h"

void IsosurfaceGrid::SetImage(vtkDataSet* input)
{
  this->Image =
    vtkImageData::SafeDownCast(input) || vtkRectilinearGrid::SafeDownCast(input) ? input : nullptr;
}

bool IsosurfaceGrid::SelectImage(RayCastSession& session, vtkDataSet* input, bool isPart)
{
  this->SetImage(input);
  if (!this->Image)
  {
    session.Report(true,
      input ? std::string("The input is a ") + input->GetClassName() +
          ", neither a vtkImageData nor a vtkRectilinearGrid; resample it to an image."
            : std::string("There is no input; connect a vtkImageData or vtkRectilinearGrid."));
    return false;
  }
  if (this->Image->GetNumberOfPoints() > 0)
  {
    return true;
  }
  if (!isPart)
  {
    session.Note(this->FindProblem(RayCastArray()));
  }
  return false;
}

bool IsosurfaceGrid::SelectArrays(
  RayCastSession& session, vtkRayCastSurfaceSettings* settings, vtkDataSet* input)
{
  const char* const noun = this->Image ? "image" : "grid";
  if (!session.SelectScalars(input, noun, settings, this->Scalars))
  {
    return false;
  }
  const std::string problem = this->FindProblem(this->Scalars);
  if (!problem.empty())
  {
    session.Report(true, problem);
    return false;
  }
  if (settings->GetColorMode() == vtkRayCastSurfaceSettings::COLOR_BY_ARRAY)
  {
    session.SelectSurfaceColors(input, noun, settings, this->Colors);
  }
  return true;
}

inkray::filters::ImageVolumeKey IsosurfaceGrid::KeyOf(const RayCastArray& array) const
{
  inkray::filters::ImageVolumeKey key;
  if (this->Image)
  {
    key = inkray::filters::imageVolumeKey(this->Image, array.Array, array.Association, array.Component);
    key.areCellsConstant = this->AreCellsConstant;
  }
  return key;
}

std::string IsosurfaceGrid::FindProblem(const RayCastArray& array) const
{
  return this->Image
    ? inkray::filters::imageVolumeProblem(this->Image, array.Array, array.Association, this->AreCellsConstant)
    : std::string();
}
