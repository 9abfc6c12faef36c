// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceContent.h"

#include "PathTraceShown.h"
#include "RayCastSession.h"
#include "vtkIsovalueList.h"
#include "vtkMatrix4x4.h"
#include "vtkPathTraceSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <string>

bool PathTraceContent::Find(
  const std::vector<vtkDataSet*>& inputs, vtkPathTraceSettings* settings, RayCastSession& session)
{
  if (!this->FindPieces(inputs, settings, session))
  {
    return false;
  }
  if (settings->GetIncludeVolume())
  {
    this->FindMedia(settings, session);
    this->Density = settings->GetVolumeDensity();
  }
  if (!this->FindSurfaces(settings, session))
  {
    return false;
  }
  if (this->Set.Surfaces.empty())
  {
    for (PathTraceItem& piece : this->Pieces) // only volumes are drawn
    {
      piece.Scalars = piece.Medium.Array ? piece.Medium : piece.Scalars;
      piece.Colors = RayCastArray();
    }
  }
  if (settings->GetIncludeSurfaces())
  {
    this->Shown = PathTraceShown::Find(session.GetRenderer());
  }
  this->MakeKey(session);
  return true;
}

bool PathTraceContent::FindPieces(
  const std::vector<vtkDataSet*>& inputs, vtkPathTraceSettings* settings, RayCastSession& session)
{
  if (inputs.empty())
  {
    session.Report(
      true, "There is no input; connect a vtkImageData, vtkRectilinearGrid or vtkUnstructuredGrid.");
    return false;
  }
  bool isAnyEmpty = false;
  for (vtkDataSet* const input : inputs)
  {
    PathTraceItem piece;
    piece.Grid = vtkUnstructuredGrid::SafeDownCast(input);
    piece.SetImage(input);
    if (!piece.Grid && !piece.Image)
    {
      session.Report(true,
        std::string("The input is a ") + input->GetClassName() +
          ", neither an image nor a rectilinear or unstructured grid; resample it to an image.");
      return false;
    }
    if (input->GetNumberOfPoints() == 0 || (piece.Grid && piece.Grid->GetNumberOfCells() == 0))
    {
      isAnyEmpty = true;
      continue;
    }
    if (!piece.SelectArrays(session, settings, input))
    {
      return false;
    }
    this->Pieces.push_back(piece);
  }
  if (this->Pieces.empty() && isAnyEmpty && !settings->GetInputIsPart())
  {
    session.Note("The data set is empty, so there is nothing to draw.");
  }
  return !this->Pieces.empty();
}

// The transfer functions apply to the array that colors the surfaces, so the volume shows that array.
void PathTraceContent::FindMedia(vtkPathTraceSettings* settings, RayCastSession& session)
{
  const int mode = settings->GetColorMode();
  if (mode == vtkPathTraceSettings::COLOR_SOLID)
  {
    session.Report(false,
      "No array colors the surfaces, so there is no volume around them; choose an array to color by.",
      "no array");
    return;
  }
  for (PathTraceItem& piece : this->Pieces)
  {
    piece.Medium = mode == vtkPathTraceSettings::COLOR_BY_ARRAY ? piece.Colors : piece.Scalars;
    if (piece.Medium.AreColors())
    {
      piece.Medium.Component = -1;
      session.Note("The volume around the surfaces shows the magnitude of the colors in the array " +
        piece.Medium.GetQuotedName() + ".");
    }
    const std::string problem = piece.Medium.Array ? piece.FindProblem(piece.Medium) : std::string();
    if (!problem.empty())
    {
      session.Report(false, "There is no volume around the surfaces. " + problem);
      piece.Medium = RayCastArray();
    }
    this->HasMedium = this->HasMedium || piece.Medium.Array;
  }
}

bool PathTraceContent::FindSurfaces(vtkPathTraceSettings* settings, RayCastSession& session)
{
  this->Set = IsosurfaceSet(settings, session.GetVolume()->GetProperty());
  if (settings->GetIsovalues()->GetNumberOfContours() == 0)
  {
    if (!this->HasMedium)
    {
      session.Note("There is no isovalue; set one or more.");
    }
    return this->HasMedium;
  }
  this->Set.ReportValues(session);
  return !this->Set.Surfaces.empty() || this->HasMedium;
}

// The key leaves out surfaces and the arrays of meshes, because each of these can be replaced alone.
void PathTraceContent::MakeKey(RayCastSession& session)
{
  PathTraceKey& rest = this->Key.Rest;
  rest.Add(session.GetVolume()->GetMatrix());
  for (const PathTraceItem& piece : this->Pieces)
  {
    if (piece.Image)
    {
      this->Key.Images.push_back(piece.GetKey());
      rest.Add(piece.Colors);
      rest.Add(piece.HasVolumeOfItsOwn() ? piece.Medium : RayCastArray());
    }
  }
  for (vtkActor* const actor : this->Shown)
  {
    PathTraceShown::AddKey(actor, rest);
  }
}
