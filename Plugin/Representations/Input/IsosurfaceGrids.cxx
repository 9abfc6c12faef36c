// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceGrids.h"

#include "ArrayChoice.h"
#include "GridDimensions.h"
#include "IsosurfaceBlocks.h"
#include "IsosurfaceMesh.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkNew.h"
#include "vtkPartitionedDataSet.h"
#include "vtkUnstructuredGrid.h"

int IsosurfaceGrids::TakeImages(vtkDataObject* input, std::vector<vtkDataSet*>& meshes)
{
  this->Images.clear();
  this->Grid = nullptr;
  // Make copies, so that changes here do not affect the pipeline.
  const auto take = [this, &meshes](vtkDataObject* leaf, unsigned int compositeIndex) {
    int dimensions[3];
    if (GridDimensions::Get(leaf, dimensions))
    {
      auto copy = vtkSmartPointer<vtkDataSet>::Take(vtkDataSet::SafeDownCast(leaf->NewInstance()));
      copy->ShallowCopy(leaf);
      IsosurfaceBlocks::SetCompositeIndex(copy, compositeIndex);
      this->Images.push_back(copy);
      return 0;
    }
    if (IsosurfaceMesh::IsMesh(leaf))
    {
      meshes.push_back(vtkDataSet::SafeDownCast(leaf));
      return 0;
    }
    return 1;
  };
  auto* composite = vtkCompositeDataSet::SafeDownCast(input);
  if (!composite)
  {
    return input ? take(input, 1) : 0;
  }
  int others = 0;
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    others += take(leaves->GetCurrentDataObject(), leaves->GetCurrentFlatIndex());
  }
  return others;
}

vtkSmartPointer<vtkPartitionedDataSet> IsosurfaceGrids::Pack() const
{
  auto packed = vtkSmartPointer<vtkPartitionedDataSet>::New();
  for (const auto& image : this->Images)
  {
    packed->SetPartition(packed->GetNumberOfPartitions(), image);
  }
  if (this->Grid)
  {
    packed->SetPartition(packed->GetNumberOfPartitions(), vtkNew<vtkUnstructuredGrid>());
  }
  return packed;
}

void IsosurfaceGrids::Unpack(vtkPartitionedDataSet* packed)
{
  this->Images.clear();
  this->Grid = nullptr;
  for (unsigned int i = 0; packed && i < packed->GetNumberOfPartitions(); ++i)
  {
    vtkDataSet* const piece = packed->GetPartition(i);
    if (auto* grid = vtkUnstructuredGrid::SafeDownCast(piece))
    {
      this->Grid = grid;
    }
    else
    {
      this->Images.emplace_back(piece);
    }
  }
}

IsosurfaceGrids::List IsosurfaceGrids::GetAll() const
{
  List pieces = this->Images;
  if (this->Grid)
  {
    pieces.emplace_back(this->Grid);
  }
  return pieces;
}

vtkDataArray* IsosurfaceGrids::Find(const ArrayChoice& choice) const
{
  vtkDataArray* found = nullptr;
  for (const auto& piece : this->GetAll())
  {
    vtkDataArray* const array = choice.In(piece);
    if (array && (!found || array->GetNumberOfComponents() > found->GetNumberOfComponents()))
    {
      found = array;
    }
  }
  return found;
}
