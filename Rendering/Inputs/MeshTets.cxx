// SPDX-License-Identifier: BSD-3-Clause
#include "MeshTets.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

MeshTets::MeshTets(vtkUnstructuredGrid* grid)
{
  this->Tetrahedralizer->Update(grid);
}

std::vector<double> MeshTets::ValuesOfPoints(vtkDataArray* array, int association, int component)
{
  vtkSmartPointer<vtkDataArray> averages;
  if (array && association == vtkDataObject::CELL)
  {
    averages = this->Tetrahedralizer->AverageAtPoints(array, component);
    array = averages;
    component = 0;
  }
  return this->Values(array, vtkDataObject::POINT, component, this->Tetrahedralizer->GetMesh().numPoints);
}

std::vector<double> MeshTets::ValuesOfTets(vtkDataArray* array, int component)
{
  return this->Values(array, vtkDataObject::CELL, component, this->GetNumberOfTets());
}

std::vector<double> MeshTets::Values(vtkDataArray* array, int association, int component, std::int64_t count)
{
  inkray::Field scalars;
  if (!array || !this->Tetrahedralizer->GetScalars(array, association, component, scalars))
  {
    return {};
  }
  std::vector<double> values(static_cast<std::size_t>(count));
  inkray::readEntries(this->Backend, scalars, count, "values", [&](const auto&, const auto& value) {
    vtkSMPTools::For(0, count, [&](vtkIdType first, vtkIdType last) {
      for (vtkIdType i = first; i < last; ++i)
      {
        values[static_cast<std::size_t>(i)] = value(i);
      }
    });
  });
  return values;
}
