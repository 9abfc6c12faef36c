// SPDX-License-Identifier: BSD-3-Clause
#include "CellSelection.h"

#include "ServerRanks.h"
#include "UnstructuredInput.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkTetRayCastMapper.h"

#include <algorithm>

void CellSelection::SetArrayIdNames(
  vtkTetRayCastMapper* mapper, const char* pointArray, const char* cellArray)
{
  mapper->SetIdArrayNames(pointArray ? pointArray : UnstructuredInput::PointIds,
    cellArray ? cellArray : UnstructuredInput::CellIds, UnstructuredInput::CompositeIndices,
    UnstructuredInput::ProcessIds);
}

double CellSelection::FindCells(
  vtkTetRayCastMapper* mapper, vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks)
{
  vtkNew<vtkFloatArray> ends;
  if (withRanks && ServerRanks::GetNumberOfRanks() > 1 && pixels->GetNumberOfTuples() > 1)
  {
    mapper->FindEnds(pixels, ends);
    double lacking[2] = { 0, ends->GetNumberOfTuples() == pixels->GetNumberOfTuples() ? 0.0 : 1.0 };
    ServerRanks::Unite(lacking, 1);
    if (lacking[1] > 0) // on some rank there was no memory for them
    {
      ends->SetNumberOfTuples(0);
    }
    else
    {
      ServerRanks::TakeLeast(ends->GetPointer(0), static_cast<int>(ends->GetNumberOfTuples()));
    }
  }
  const vtkIdType first = cells->GetNumberOfTuples();
  const double depth = mapper->FindCells(pixels, cells, ends);
  for (vtkIdType i = first; i < cells->GetNumberOfTuples(); ++i)
  {
    cells->SetTypedComponent(i, 0, std::max<vtkIdType>(1, cells->GetTypedComponent(i, 0)));
    if (cells->GetTypedComponent(i, 1) < 0)
    {
      cells->SetTypedComponent(i, 1, ServerRanks::GetRank());
    }
  }
  return depth;
}
