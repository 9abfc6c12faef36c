// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceInput.h"

#include "ArrayChoice.h"
#include "BlockArrays.h"
#include "DisplayMessages.h"
#include "IsosurfaceArrays.h"
#include "IsosurfaceMesh.h"
#include "MeshThreshold.h"
#include "RayCastHeld.h"
#include "ServerRanks.h"
#include "vtkCompositeDataSet.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <new>
#include <string>

IsosurfaceInput::IsosurfaceInput(IsosurfaceGrids& pieces, IsosurfaceMesh& mesh)
  : Pieces(pieces)
  , Mesh(mesh)
{
}

void IsosurfaceInput::Take(vtkDataObject* input, const IsosurfaceArrays& arrays,
  const MeshThreshold& threshold, DisplayMessages& messages)
{
  this->Meshes.clear();
  this->IsComposite = vtkCompositeDataSet::SafeDownCast(input) != nullptr;
  const int others = this->Pieces.TakeImages(input, this->Meshes);
  if (others > 0)
  {
    this->TellOthers(input, others, messages);
  }
  if (this->IsComposite)
  {
    this->FillColors(input, arrays, messages);
  }
  this->MergeMeshes(input, arrays, threshold, messages);
  this->Mesh.GetInput().SetFilled({}, "");
  this->Meshes.clear();
}

void IsosurfaceInput::TellOthers(vtkDataObject* input, int others, DisplayMessages& messages) const
{
  if (!this->IsComposite)
  {
    messages.Error(std::string("Isosurfaces need volumetric data (images, rectilinear grids or meshes of "
                               "cells); this is a ") +
      input->GetClassName() + ". Use the filter Resample To Image. Nothing is drawn.");
    return;
  }
  const std::size_t drawn = this->Pieces.Images.size() + this->Meshes.size();
  const std::string message = std::to_string(others) + " of " + std::to_string(others + drawn) +
    " blocks are neither image data nor rectilinear grids nor meshes of cells and are not drawn.";
  drawn == 0 ? messages.Error(message) : messages.Note(message);
}

IsosurfaceGrids::List IsosurfaceInput::GetBlocks() const
{
  IsosurfaceGrids::List blocks = this->Pieces.Images;
  blocks.insert(blocks.end(), this->Meshes.begin(), this->Meshes.end());
  return blocks;
}

void IsosurfaceInput::FillColors(
  vtkDataObject* input, const IsosurfaceArrays& arrays, DisplayMessages& messages)
{
  // Blocks without the array to color by are drawn in its NaN color, if other blocks have the array.
  IsosurfaceGrids::List drawn = this->GetBlocks();
  const ArrayChoice& colored = arrays.Color;
  const ArrayChoice contoured = arrays.GetPreferred(drawn);
  const auto isLeftOut = [&contoured](vtkDataSet* block) {
    return block->GetNumberOfCells() == 0 || !contoured.In(block);
  };
  drawn.erase(std::remove_if(drawn.begin(), drawn.end(), isLeftOut), drawn.end());
  const auto lacksIt = [&colored](vtkDataSet* block) { return !colored.In(block); };
  if (colored == contoured)
  {
    return;
  }
  this->Mesh.GetInput().SetFilled(colored, ""); // also if only blocks of other ranks have the array
  const auto without = static_cast<std::size_t>(std::count_if(drawn.begin(), drawn.end(), lacksIt));
  if (without == 0 || without == drawn.size())
  {
    return;
  }
  IsosurfaceGrids::List images = this->Pieces.Images;
  images.erase(std::remove_if(images.begin(), images.end(),
                 [&](vtkDataSet* image) { return isLeftOut(image) || !lacksIt(image); }),
    images.end());
  try
  {
    const auto isAny = [](vtkDataObject*) { return true; };
    BlockArrays(input, isAny, { colored }, false).FillFirst(images);
  }
  catch (const std::bad_alloc&)
  {
    messages.Error("There is not enough memory for the colors of blocks without the array '" + colored.Name +
      "'; choose another one to color by.");
  }
  messages.Note(std::to_string(without) + " of " + std::to_string(drawn.size()) +
    " blocks do not have the array '" + colored.Name + "' to color by; their surfaces have its NaN color.");
}

void IsosurfaceInput::MergeMeshes(vtkDataObject* input, const IsosurfaceArrays& arrays,
  const MeshThreshold& threshold, DisplayMessages& messages)
{
  // Leave out blocks without the arrays that are drawn: a merged grid keeps only arrays that all blocks have.
  std::vector<ArrayChoice> drawn;
  const auto isInAny = [this](const ArrayChoice& array) {
    return std::any_of(this->Meshes.begin(), this->Meshes.end(),
      [&array](vtkDataSet* mesh) { return array.In(mesh) != nullptr; });
  };
  if (this->IsComposite && !this->Meshes.empty())
  {
    const ArrayChoice contoured = arrays.GetPreferred(this->GetBlocks());
    if (isInAny(contoured))
    {
      drawn.push_back(contoured);
    }
  }
  if (threshold.IsOn())
  {
    double found[2] = { 0, this->IsComposite && isInAny(threshold.Array) ? 1.0 : 0.0 };
    ServerRanks::Unite(found, 1); // if no rank has the threshold's array, the mapper reports it
    if (found[1] > 0)
    {
      drawn.push_back(threshold.Array);
    }
  }
  this->Mesh.GetInput().SetMatched({ arrays.Chosen.Name.empty() ? arrays.Color : arrays.Chosen,
    threshold.IsOn() ? threshold.Array : ArrayChoice() });
  this->Pieces.Grid = this->Mesh.Merge(input, !this->Meshes.empty(), drawn,
    [&](vtkUnstructuredGrid* grid) { return arrays.FindIn(grid, this->GetBlocks()); });
  messages.Warn(this->Mesh.GetInput().GetProblem());
  if (this->Pieces.Grid && !this->Mesh.GetInput().GetNote().empty())
  {
    messages.Note(this->Mesh.GetInput().GetNote());
  }
}

void IsosurfaceInput::LeaveOutWithout(
  const ArrayChoice& contoured, const MeshThreshold& threshold, DisplayMessages& messages)
{
  // Meshes that lack the array have been left out of the grid already, unless all meshes lack it.
  IsosurfaceGrids::List& images = this->Pieces.Images;
  const std::size_t meshes = this->Pieces.Grid ? this->Mesh.GetInput().GetNumberOfBlocks() : 0;
  std::size_t without = this->Pieces.Grid ? this->Mesh.GetInput().GetNumberOfBlocksWithoutArray() : 0;
  const std::size_t all = images.size() + meshes + without;
  const auto lacksIt = [&contoured](vtkDataSet* piece) { return !contoured.In(piece); };
  std::size_t elsewhere = this->Pieces.Grid ? this->Mesh.GetInput().GetNumberOfBlocksWithArrayElsewhere() : 0;
  elsewhere += std::count_if(
    images.begin(), images.end(), [&contoured](vtkDataSet* image) { return contoured.IsElsewhereIn(image); });
  const auto end = std::remove_if(images.begin(), images.end(), lacksIt);
  without += images.end() - end;
  images.erase(end, images.end());
  if (this->Pieces.Grid && this->Pieces.Grid->GetNumberOfCells() > 0 && lacksIt(this->Pieces.Grid))
  {
    without += meshes;
    elsewhere += contoured.IsElsewhereIn(this->Pieces.Grid) ? meshes : 0;
    this->Pieces.Grid = nullptr;
  }
  if (without > 0)
  {
    std::vector<ArrayChoice> arrays = { contoured };
    if (threshold.IsOn())
    {
      arrays.push_back(threshold.Array);
    }
    messages.Note(ArrayChoice::NoteLeftOut(without, all, elsewhere, arrays));
  }
}
