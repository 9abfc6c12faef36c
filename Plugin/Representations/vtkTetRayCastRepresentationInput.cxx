// SPDX-License-Identifier: BSD-3-Clause
// The part of vtkTetRayCastRepresentation that turns whatever comes in into one unstructured grid, and hands
// settings to the mapper.
#include "vtkAppendFilter.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataAssembly.h"
#include "vtkExtractBlockUsingDataAssembly.h"
#include "vtkInformation.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkRayCastReport.h"
#include "vtkSMPTools.h"
#include "vtkStructuredGrid.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastRepresentation.h"
#include "vtkTetRayCastStatistics.h"
#include "vtkTetRayCastSettings.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <vector>

namespace
{
/// The cells of a structured grid as hexahedra, in the order of its cell ids.
vtkSmartPointer<vtkCellArray> Hexahedra(const int dimensions[3])
{
  const vtkTypeInt64 nx = dimensions[0], ny = dimensions[1];
  const vtkTypeInt64 cx = nx - 1, cy = ny - 1, cz = dimensions[2] - 1;
  vtkNew<vtkTypeInt64Array> connectivity;
  connectivity->SetNumberOfValues(8 * cx * cy * cz);
  vtkTypeInt64* const ids = connectivity->GetPointer(0);
  vtkSMPTools::For(0, cy * cz, [=](vtkIdType first, vtkIdType last) {
    for (vtkIdType row = first; row < last; ++row)
    {
      const vtkTypeInt64 j = row % cy, k = row / cy;
      vtkTypeInt64* out = ids + 8 * cx * row;
      for (vtkTypeInt64 i = 0; i < cx; ++i, out += 8)
      {
        const vtkTypeInt64 corner = i + nx * (j + ny * k);
        const vtkTypeInt64 above = corner + nx * ny;
        const vtkTypeInt64 hexahedron[8] = { corner, corner + 1, corner + 1 + nx, corner + nx, above,
          above + 1, above + 1 + nx, above + nx };
        std::copy_n(hexahedron, 8, out);
      }
    }
  });
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->SetData(8, connectivity);
  return cells;
}
} // namespace

vtkSmartPointer<vtkUnstructuredGrid> vtkTetRayCastRepresentation::GridOf(vtkDataObject* input)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (auto* unstructured = vtkUnstructuredGrid::SafeDownCast(input))
  {
    grid->ShallowCopy(unstructured);
    return grid;
  }
  if (auto* composite = vtkCompositeDataSet::SafeDownCast(input))
  {
    return this->MergedBlocks(composite);
  }

  auto* structured = vtkStructuredGrid::SafeDownCast(input);
  int dimensions[3] = { 0, 0, 0 };
  if (structured)
  {
    structured->GetDimensions(dimensions);
  }
  if (dimensions[0] > 1 && dimensions[1] > 1 && dimensions[2] > 1)
  {
    if (!this->StructuredCells || !std::equal(dimensions, dimensions + 3, this->StructuredDimensions))
    {
      this->StructuredCells = Hexahedra(dimensions);
      std::copy_n(dimensions, 3, this->StructuredDimensions);
    }
    grid->SetPoints(structured->GetPoints());
    grid->SetCells(VTK_HEXAHEDRON, this->StructuredCells);
    grid->GetPointData()->ShallowCopy(structured->GetPointData());
    grid->GetCellData()->ShallowCopy(structured->GetCellData());
    grid->GetFieldData()->ShallowCopy(structured->GetFieldData());
    return grid;
  }

  // Rectilinear, explicit structured and the like; rare enough to go cell by cell.
  if (vtkDataSet::SafeDownCast(input))
  {
    vtkNew<vtkAppendFilter> append;
    append->AddInputData(input);
    append->Update();
    grid->ShallowCopy(append->GetOutput());
  }
  return grid;
}

vtkSmartPointer<vtkUnstructuredGrid> vtkTetRayCastRepresentation::MergedBlocks(vtkCompositeDataSet* input)
{
  this->Blocks->SetInputDataObject(input);
  this->Blocks->Update();
  auto* chosen = vtkCompositeDataSet::SafeDownCast(this->Blocks->GetOutputDataObject(0));

  // Merging keeps the arrays that all blocks have. Surfaces and blocks without the array to colour by would
  // cost the others that array.
  vtkInformation* info = this->GetInputArrayInformation(0);
  const char* name =
    info && info->Has(vtkDataObject::FIELD_NAME()) ? info->Get(vtkDataObject::FIELD_NAME()) : nullptr;
  const int association = info && info->Has(vtkDataObject::FIELD_ASSOCIATION())
    ? info->Get(vtkDataObject::FIELD_ASSOCIATION())
    : vtkDataObject::FIELD_ASSOCIATION_POINTS;
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> parts;
  int without = 0;
  if (chosen)
  {
    auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(chosen->NewIterator());
    for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
    {
      auto* leaf = vtkDataSet::SafeDownCast(leaves->GetCurrentDataObject());
      if (!leaf || vtkPolyData::SafeDownCast(leaf) || leaf->GetNumberOfCells() == 0)
      {
        continue;
      }
      vtkDataSetAttributes* attributes = leaf->GetAttributes(association);
      if (name && name[0] && attributes && !attributes->GetArray(name))
      {
        ++without;
        continue;
      }
      parts.push_back(this->GridOf(leaf));
    }
  }
  this->Blocks->SetInputDataObject(nullptr);
  if (without > 0 && !parts.empty())
  {
    this->Report(false,
      std::to_string(without) + " of " + std::to_string(parts.size() + without) +
        " blocks do not have the array '" + name + "' and are not drawn.");
  }

  if (parts.size() == 1)
  {
    return parts.front();
  }
  vtkNew<vtkAppendFilter> append;
  for (const auto& part : parts)
  {
    append->AddInputData(part);
  }
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (!parts.empty())
  {
    append->Update();
    grid->ShallowCopy(append->GetOutput());
  }
  return grid;
}

void vtkTetRayCastRepresentation::SetActiveAssembly(const char* name)
{
  this->Blocks->SetAssemblyName(name);
  this->Superclass::SetActiveAssembly(name);
}

void vtkTetRayCastRepresentation::AddBlockSelector(const char* selector)
{
  this->Blocks->AddSelector(selector);
  this->Superclass::AddBlockSelector(selector);
}

void vtkTetRayCastRepresentation::RemoveAllBlockSelectors()
{
  this->Blocks->ClearSelectors();
  this->Superclass::RemoveAllBlockSelectors();
}

void vtkTetRayCastRepresentation::SetDevice(int device)
{
  this->Mapper->GetSettings()->SetDevice(device);
}

void vtkTetRayCastRepresentation::SetImageSampleDistance(double distance)
{
  this->Mapper->GetSettings()->SetImageSampleDistance(static_cast<float>(distance));
}

void vtkTetRayCastRepresentation::SetAutoAdjustSampleDistances(bool adjust)
{
  this->Mapper->GetSettings()->SetAutoAdjustSampleDistances(adjust);
}

void vtkTetRayCastRepresentation::SetMaximumImageSampleDistance(double distance)
{
  this->Mapper->GetSettings()->SetMaximumImageSampleDistance(static_cast<float>(distance));
}

void vtkTetRayCastRepresentation::SetEarlyTermination(double share)
{
  this->Mapper->GetSettings()->SetEarlyTermination(static_cast<float>(share));
}

void vtkTetRayCastRepresentation::SetVectorMode(int mode)
{
  this->VectorMode = mode;
}

void vtkTetRayCastRepresentation::SetVectorComponent(int component)
{
  this->VectorComponent = component;
}

void vtkTetRayCastRepresentation::SetFaceTest(int test)
{
  this->Mapper->GetSettings()->SetFaceTest(test);
}

const char* vtkTetRayCastRepresentation::GetDeviceName()
{
  return this->Mapper->GetDeviceName();
}

const char* vtkTetRayCastRepresentation::GetFallbackReason()
{
  return this->FallbackReason.empty() ? this->Mapper->GetFallbackReason() : this->FallbackReason.c_str();
}

double* vtkTetRayCastRepresentation::GetTimings()
{
  vtkRayCastReport* report = this->Mapper->GetReport();
  const char* const names[6] = { "topology", "upload", "lists", "cast", "present", "frame" };
  std::transform(
    names, names + 6, this->Timings, [report](const char* name) { return report->GetValue(name); });
  return this->Timings;
}

double* vtkTetRayCastRepresentation::GetMemoryUsed()
{
  vtkRayCastReport* report = this->Mapper->GetReport();
  const char* const names[3] = { "mesh memory", "frame memory", "set-up memory" };
  std::transform(
    names, names + 3, this->MemoryUsed, [report](const char* name) { return report->GetValue(name); });
  return this->MemoryUsed;
}

int* vtkTetRayCastRepresentation::GetImageSize()
{
  vtkRayCastReport* report = this->Mapper->GetReport();
  this->ImageSize[0] = static_cast<int>(report->GetValue("image width"));
  this->ImageSize[1] = static_cast<int>(report->GetValue("image height"));
  return this->ImageSize;
}

vtkIdType* vtkTetRayCastRepresentation::GetCounters()
{
  vtkRayCastReport* report = this->Mapper->GetReport();
  const char* const names[7] = { "tetrahedra", "boundary faces", "list entries", "failed rays",
    "mesh uploads", "scalar uploads", "transfer function uploads" };
  std::transform(names, names + 7, this->Counters,
    [report](const char* name) { return static_cast<vtkIdType>(report->GetValue(name)); });
  return this->Counters;
}

void vtkTetRayCastRepresentation::SetStatistics(vtkTetRayCastStatistics* statistics)
{
  statistics->SetRepresentation(this);
}

void vtkTetRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "RayCastMapper: " << this->MapperName << "\n";
  os << indent << "FallbackReason: " << this->GetFallbackReason() << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
}
