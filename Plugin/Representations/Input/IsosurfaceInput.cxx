// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceInput.h"

#include "ArrayChoice.h"
#include "DisplayMessages.h"
#include "IsosurfaceArrays.h"
#include "IsosurfaceMesh.h"
#include "MeshThreshold.h"
#include "MissingValues.h"
#include "ServerRanks.h"
#include "vtkCompositeDataSet.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <new>
#include <string>

IsosurfaceInput::IsosurfaceInput(IsosurfacePieces& pieces, IsosurfaceMesh& mesh)
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
    this->FillColors(arrays, messages);
  }
  this->MergeMeshes(input, arrays, threshold, messages);
  this->Mesh.SetFilled({}, nullptr);
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

IsosurfacePieces::List IsosurfaceInput::GetBlocks() const
{
  IsosurfacePieces::List blocks = this->Pieces.Images;
  blocks.insert(blocks.end(), this->Meshes.begin(), this->Meshes.end());
  return blocks;
}

void IsosurfaceInput::FillColors(const IsosurfaceArrays& arrays, DisplayMessages& messages)
{
  // Blocks without the array to colour by show the color of NaN, and those that have it their own.
  IsosurfacePieces::List drawn = this->GetBlocks();
  const ArrayChoice& colored = arrays.Color;
  const ArrayChoice contoured = arrays.GetPreferred(drawn);
  const auto isLeftOut = [&contoured](vtkDataSet* block) {
    return block->GetNumberOfCells() == 0 || !contoured.In(block);
  };
  drawn.erase(std::remove_if(drawn.begin(), drawn.end(), isLeftOut), drawn.end());
  const auto lacksIt = [&colored](vtkDataSet* block) { return !colored.In(block); };
  const auto first = std::find_if_not(drawn.begin(), drawn.end(), lacksIt);
  const auto without = std::count_if(drawn.begin(), drawn.end(), lacksIt);
  if (colored == contoured || first == drawn.end() || without == 0)
  {
    return;
  }
  vtkDataArray* const like = colored.In(*first);
  IsosurfacePieces::List images = this->Pieces.Images;
  images.erase(std::remove_if(images.begin(), images.end(),
                 [&](vtkDataSet* image) { return isLeftOut(image) || !lacksIt(image); }),
    images.end());
  try
  {
    MissingValues::Fill(images, colored, like);
  }
  catch (const std::bad_alloc&)
  {
    messages.Error("There is not enough memory for the colors of blocks without the array '" + colored.Name +
      "'; choose another one to color by.");
  }
  this->Mesh.SetFilled(colored, like);
  messages.Note(std::to_string(without) + " of " + std::to_string(drawn.size()) +
    " blocks do not have the array '" + colored.Name + "' to color by; their surfaces have its NaN color.");
}

void IsosurfaceInput::MergeMeshes(vtkDataObject* input, const IsosurfaceArrays& arrays,
  const MeshThreshold& threshold, DisplayMessages& messages)
{
  // Blocks without what is drawn are left out, because a merged grid has only the arrays that all have.
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
    ServerRanks::Unite(found, 1); // one that no rank has is told by the mapper
    if (found[1] > 0)
    {
      drawn.push_back(threshold.Array);
    }
  }
  this->Pieces.Grid = this->Mesh.Merge(input, !this->Meshes.empty(), drawn);
  messages.Warn(this->Mesh.GetProblem());
}

void IsosurfaceInput::LeaveOutWithout(
  const ArrayChoice& contoured, const MeshThreshold& threshold, DisplayMessages& messages)
{
  // Meshes that lack the array are not merged into the grid, unless all do.
  IsosurfacePieces::List& images = this->Pieces.Images;
  const std::size_t meshes = this->Pieces.Grid ? this->Mesh.GetNumberOfMeshes() : 0;
  std::size_t without = this->Pieces.Grid ? this->Mesh.GetNumberOfMeshesWithoutArray() : 0;
  const std::size_t all = images.size() + meshes + without;
  const auto lacksIt = [&contoured](vtkDataSet* piece) { return !contoured.In(piece); };
  const auto end = std::remove_if(images.begin(), images.end(), lacksIt);
  without += images.end() - end;
  images.erase(end, images.end());
  if (this->Pieces.Grid && this->Pieces.Grid->GetNumberOfCells() > 0 && lacksIt(this->Pieces.Grid))
  {
    without += meshes;
    this->Pieces.Grid = nullptr;
  }
  if (without > 0)
  {
    messages.Note(std::to_string(without) + " of " + std::to_string(all) + " blocks do not have the array '" +
      contoured.Name + (threshold.IsOn() ? "' or '" + threshold.Array.Name : "") + "' and are not drawn.");
  }
}
