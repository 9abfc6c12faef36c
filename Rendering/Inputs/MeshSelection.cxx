// SPDX-License-Identifier: BSD-3-Clause
#include "MeshSelection.h"

#include "ArrayMemory.h"
#include "Core/Errors.h"
#include "MeshVolumeCaster.h"
#include "MeshVolumeInput.h"
#include "RayCastSession.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <new>
#include <vector>

namespace
{
std::vector<vtkIdType> ToVector(vtkIdTypeArray* array)
{
  const vtkIdType* const first = array->GetPointer(0);
  return { first, first + array->GetNumberOfTuples() };
}

/// Append tuples to an array. Throws std::bad_alloc, and leaves the array unchanged then.
void Append(const std::vector<MeshVolumePicks::Tuple>& tuples, vtkIdTypeArray* array)
{
  const vtkIdType* const first = array->GetPointer(0);
  const std::vector<vtkIdType> before(first, first + array->GetNumberOfValues());
  array->SetNumberOfComponents(3);
  const std::size_t count = before.size() / 3 + tuples.size();
  vtkIdType* const all = inkray::filters::allocateTuples(array, static_cast<vtkIdType>(count));
  vtkIdType* next = std::copy(before.begin(), before.end(), all);
  for (const MeshVolumePicks::Tuple& tuple : tuples)
  {
    next = std::copy(tuple.begin(), tuple.end(), next);
  }
}
} // namespace

MeshVolumePicks::Source MeshSelection::GetSource(vtkUnstructuredGrid* grid, float pickOpacity) const
{
  return { this->Caster.Get(), grid, this->Input.GetTetrahedra()->GetTupleOfTet(), pickOpacity };
}

void MeshSelection::Draw(RayCastSession& session, vtkUnstructuredGrid* grid, vtkTetRayCastSettings* settings,
  const inkray::FrameOptions& options)
{
  this->Picks.Draw(session.GetRenderer(), session.GetVolume(), session.GetViewport(), session.GetTarget(),
    this->GetSource(grid, static_cast<float>(settings->GetPickOpacity())), options, this->IdArrays,
    settings->GetSelectsPixels() != 0);
  this->Mesh = this->Input.GetMeshMTime();
  this->Grid = grid;
}

void MeshSelection::Forget()
{
  this->Grid = nullptr;
}

bool MeshSelection::IsOf(vtkUnstructuredGridBase* grid) const
{
  return this->Grid && this->Grid.Get() == grid && this->Caster.HasMesh(this->Mesh);
}

double MeshSelection::FindCells(
  vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* ends, float pickOpacity, vtkObject* mapper)
{
  const MeshVolumePicks::Source source = this->GetSource(this->Grid, pickOpacity);
  const float* const end =
    ends && ends->GetNumberOfTuples() == pixels->GetNumberOfTuples() ? ends->GetPointer(0) : nullptr;
  try
  {
    const std::vector<vtkIdType> asked = ToVector(pixels);
    std::vector<MeshVolumePicks::Tuple> found;
    double depth = 1;
    try
    {
      depth = this->Picks.FindCells(source, asked, end, found);
    }
    catch (const inkray::Error& error)
    {
      vtkWarningWithObjectMacro(mapper,
        "The cells that the pixels show together cannot be found: "
          << error.what() << " What a click on each of them would select is selected.");
      found.clear();
      for (std::size_t i = 0; i < asked.size(); ++i)
      {
        this->Picks.FindCells(source, { asked[i] }, end ? end + i : nullptr, found);
      }
    }
    Append(found, cells);
    return depth;
  }
  catch (const std::bad_alloc&)
  {
    vtkWarningWithObjectMacro(mapper,
      "There is not enough memory to find the cells that " << pixels->GetNumberOfTuples()
                                                           << " pixels show; select fewer.");
    return 1;
  }
}

void MeshSelection::FindEnds(
  vtkUnstructuredGridBase* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends, float pickOpacity)
{
  ends->SetNumberOfTuples(0);
  try
  {
    float* const values = inkray::filters::allocateTuples(ends, pixels->GetNumberOfTuples());
    std::fill_n(values, pixels->GetNumberOfTuples(), 1.0f);
    if (!this->IsOf(grid))
    {
      return;
    }
    const std::vector<float> found =
      this->Picks.FindEnds(this->GetSource(this->Grid, pickOpacity), ToVector(pixels));
    std::copy(found.begin(), found.end(), values);
    ends->Modified();
  }
  catch (const inkray::Error&)
  {
    // FindCells reports the error.
  }
  catch (const std::bad_alloc&)
  {
    // FindCells says this, too: it needs more.
  }
}
