// SPDX-License-Identifier: BSD-3-Clause
#include "MeshSelection.h"

#include "ArrayMemory.h"
#include "Core/Errors.h"
#include "RayCastSession.h"
#include "VolumeLookCaster.h"
#include "VolumeParts.h"
#include "vtkDataSet.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkTetRayCastSettings.h"

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

/// The pixels in an array of three components; empty if it does not have `number` tuples.
std::vector<PixelBehind> ToPixels(vtkFloatArray* array, std::size_t number)
{
  std::vector<PixelBehind> pixels;
  if (array && array->GetNumberOfComponents() == 3 &&
    static_cast<std::size_t>(array->GetNumberOfTuples()) == number)
  {
    const float* next = array->GetPointer(0);
    pixels.reserve(number);
    for (std::size_t i = 0; i < number; ++i, next += 3)
    {
      pixels.push_back({ next[0], next[1], next[2] });
    }
  }
  return pixels;
}

/// Append tuples to an array. On std::bad_alloc the array is unchanged.
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

MeshVolumePicks::Source MeshSelection::GetSource(vtkDataSet* grid, float pickOpacity) const
{
  const VolumeLookCaster& caster = this->Parts.GetLook();
  const auto seenBy = [this, &caster](
                        const inkray::Camera& camera) { return caster.Get()->source(camera, this->Options); };
  const bool isComposited = !this->Options.drawVolume || inkray::filmOf(this->Options.blend).isComposite;
  return { seenBy, isComposited, grid, caster.GetCellOfTet(), pickOpacity };
}

void MeshSelection::Draw(RayCastSession& session, vtkDataSet* grid, vtkTetRayCastSettings* settings,
  const inkray::FrameOptions& options)
{
  this->Options = options;
  static_cast<inkray::RayOptions&>(this->Options) = {};
  inkray::PictureOptions ofPicture;
  static_cast<inkray::RayOptions&>(ofPicture) = options;
  this->Picks.Draw(session.GetRenderer(), session.GetVolume(), session.GetViewport(), session.GetTarget(),
    this->GetSource(grid, static_cast<float>(settings->GetPickOpacity())), ofPicture, this->IdArrays,
    settings->GetSelectsPixels() != 0);
  this->Cells = this->Parts.GetLook().GetCellsTime();
  this->Grid = grid;
}

void MeshSelection::Forget()
{
  this->Grid = nullptr;
}

bool MeshSelection::IsOf(vtkDataSet* grid) const
{
  const vtkMTimeType now = this->Parts.GetLook().GetCellsTime();
  return this->Grid && this->Grid.Get() == grid && now > 0 && now == this->Cells;
}

double MeshSelection::FindCells(vtkDataSet* grid, vtkIdTypeArray* pixels, vtkIdTypeArray* cells,
  vtkFloatArray* behind, float pickOpacity, vtkObject* mapper)
{
  if (!this->IsOf(grid))
  {
    return 1;
  }
  this->Parts.CountRays(); // counts the frame's rays before others are cast
  const MeshVolumePicks::Source source = this->GetSource(this->Grid, pickOpacity);
  try
  {
    const std::vector<vtkIdType> asked = ToVector(pixels);
    const std::vector<PixelBehind> light = ToPixels(behind, asked.size());
    const PixelBehind* const first = light.empty() ? nullptr : light.data();
    std::vector<MeshVolumePicks::Tuple> found;
    double depth = 1;
    try
    {
      depth = this->Picks.FindCells(source, asked, first, found);
    }
    catch (const inkray::Error& error)
    {
      vtkWarningWithObjectMacro(mapper,
        "Not all cells that the pixels show can be found: "
          << error.what() << ". For each pixel, only the cell that a click would select is selected.");
      found.clear();
      for (std::size_t i = 0; i < asked.size(); ++i)
      {
        this->Picks.FindCells(source, { asked[i] }, first ? first + i : nullptr, found);
      }
    }
    Append(found, cells);
    return depth;
  }
  catch (const std::bad_alloc&)
  {
    vtkWarningWithObjectMacro(mapper,
      "There is not enough memory to find the cells that " << pixels->GetNumberOfTuples()
                                                           << " pixels show; select fewer pixels.");
    return 1;
  }
}

void MeshSelection::FindEnds(vtkDataSet* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends) const
{
  ends->SetNumberOfTuples(0);
  try
  {
    std::vector<float> found(static_cast<std::size_t>(pixels->GetNumberOfTuples()), 1.0f);
    if (this->IsOf(grid))
    {
      found = this->Picks.FindEnds(ToVector(pixels));
    }
    std::copy(found.begin(), found.end(), inkray::filters::allocateTuples(ends, pixels->GetNumberOfTuples()));
    ends->Modified();
  }
  catch (const std::bad_alloc&)
  {
    // FindCells needs more memory, and reports the problem.
  }
}

void MeshSelection::FindLayers(
  vtkDataSet* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers, float pickOpacity)
{
  layers->SetNumberOfTuples(0);
  layers->SetNumberOfComponents(2);
  try
  {
    std::vector<PixelLayer> found(static_cast<std::size_t>(pixels->GetNumberOfTuples()), { 1.0f, 1.0f });
    if (this->IsOf(grid))
    {
      this->Parts.CountRays();
      found = this->Picks.FindLayers(
        this->GetSource(this->Grid, pickOpacity), ToVector(pixels), ends->GetPointer(0));
    }
    float* next = inkray::filters::allocateTuples(layers, pixels->GetNumberOfTuples());
    for (const PixelLayer& layer : found)
    {
      *next++ = layer.Depth;
      *next++ = layer.Light;
    }
    layers->Modified();
  }
  catch (const inkray::Error&)
  {
    // FindCells meets the error too, and reports it.
  }
  catch (const std::bad_alloc&)
  {
    // FindCells meets the problem too, and reports it.
  }
}
