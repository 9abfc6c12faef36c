// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetrahedralizer.h"

#include "Core/Errors.h"
#include "GridSource.h"
#include "PointAverages.h"
#include "TetMeshBuilder.h"
#include "ValueCopies.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkObjectFactory.h"
#include "vtkTimeStamp.h"
#include "vtkUnstructuredGrid.h"

#include <new>
#include <sstream>

vtkStandardNewMacro(vtkTetrahedralizer);

using inkray::filters::GridSource;

namespace
{
std::string NameOf(vtkDataArray* array)
{
  return std::string("Array \"") + (array->GetName() ? array->GetName() : "") + "\" ";
}
} // namespace

struct vtkTetrahedralizer::Internals
{
  GridSource Source;
  inkray::filters::TetMesh Mesh;
  bool IsOnDevice = false; // the mesh refers to arrays on a device
  vtkTimeStamp MeshTime;
  std::string MeshMessage;
  std::string ScalarMessage;
  inkray::filters::RawArray<float> Values32;
  inkray::filters::RawArray<double> Values64;

  std::string DescribeMesh() const;
  inkray::filters::PlainValues Take(GridSource::Part part);
  bool CheckArray(vtkDataArray* array, int component, bool point);
  bool CopyScalars(
    vtkDataArray* array, int component, std::int64_t tuples, bool point, inkray::Field& scalars);
};

// Report skipped cells to the user. Ghosts and flat cells are normal: report them only if all cells are.
std::string vtkTetrahedralizer::Internals::DescribeMesh() const
{
  const auto& counts = this->Mesh.counts;
  std::ostringstream text;
  if (counts.tets == 0)
  {
    text << "Nothing to draw: the grid has no three-dimensional cells that can be drawn ("
         << this->Source.numCells() << " cells";
    if (counts.ignored > 0)
    {
      text << ", " << counts.ignored << " of them two-dimensional or less";
    }
    if (counts.ghosts > 0)
    {
      text << ", " << counts.ghosts << " ghost or blanked";
    }
    if (counts.invalid > 0)
    {
      text << ", " << counts.invalid << " with point ids out of range, too few points or broken face lists";
    }
    if (counts.unsupported > 0)
    {
      text << ", " << counts.unsupported << " of types that cannot be cut into tetrahedra";
    }
    text << ").";
    return text.str();
  }
  if (counts.invalid > 0)
  {
    text << counts.invalid << " of " << this->Source.numCells()
         << " cells skipped: point ids out of range, too few points or broken face lists.";
  }
  if (counts.unsupported > 0)
  {
    text << (counts.invalid > 0 ? " " : "") << counts.unsupported << " of " << this->Source.numCells()
         << " cells skipped: their types cannot be cut into tetrahedra.";
  }
  return text.str();
}

// Get an array of the mesh in its present memory.
inkray::filters::PlainValues vtkTetrahedralizer::Internals::Take(GridSource::Part part)
{
  inkray::filters::PlainValues taken;
  if (!inkray::filters::plainValues(this->Source.array(part), taken))
  {
    this->Source = GridSource(); // makes the next Update rebuild the mesh, on the host
    throw inkray::InvalidInput(std::string("the ") +
      (part == GridSource::Points ? "points" : "point ids of the cells") +
      " are no longer on the device where the mesh was made of them; draw again");
  }
  this->IsOnDevice = this->IsOnDevice || taken.memory == inkray::MemorySpace::Cuda;
  return taken;
}

vtkTetrahedralizer::vtkTetrahedralizer()
  : Internal(new Internals)
{
}

vtkTetrahedralizer::~vtkTetrahedralizer() = default;

void vtkTetrahedralizer::Initialize()
{
  const bool had = this->Internal->Mesh.counts.tets > 0;
  const vtkTimeStamp time = this->Internal->MeshTime;
  this->Internal.reset(new Internals);
  this->Internal->MeshTime = time;
  if (had)
  {
    this->Internal->MeshTime.Modified();
  }
}

bool vtkTetrahedralizer::IsUpToDate(vtkUnstructuredGrid* grid) const
{
  const Internals& self = *this->Internal;
  return self.MeshTime.GetMTime() > 0 && self.Source.holdsFor(GridSource(grid), !self.IsOnDevice);
}

bool vtkTetrahedralizer::Update(vtkUnstructuredGrid* grid, const inkray::WorkObserver& observer)
{
  Internals& self = *this->Internal;
  GridSource now(grid);
  if (this->IsUpToDate(grid))
  {
    // Keep the arrays of the new grid instead, so that the old ones can be freed.
    self.Source = now;
    return false;
  }
  self.ScalarMessage.clear();
  self.Mesh = inkray::filters::TetMesh();
  self.Source = now;
  self.IsOnDevice = false;
  try
  {
    self.Mesh = inkray::filters::buildTetMesh(self.Source, observer);
    self.MeshMessage = self.DescribeMesh();
  }
  catch (const inkray::Aborted&)
  {
    this->Initialize();
    this->Internal->MeshTime.Modified();
    throw;
  }
  catch (const std::bad_alloc&)
  {
    // Without a source, the next Update tries again.
    self.Source = GridSource();
    self.Mesh = inkray::filters::TetMesh();
    self.MeshMessage = "Out of memory while cutting " + std::to_string(now.numCells()) +
      " cells into tetrahedra; nothing is drawn.";
  }
  self.MeshTime.Modified();
  return true;
}

vtkMTimeType vtkTetrahedralizer::GetMeshMTime() const
{
  return this->Internal->MeshTime.GetMTime();
}

inkray::TetMeshInput vtkTetrahedralizer::GetMesh()
{
  Internals& self = *this->Internal;
  inkray::TetMeshInput input;
  if (self.Mesh.counts.tets == 0)
  {
    return input;
  }
  input.numTets = self.Mesh.counts.tets;
  input.numPoints = self.Source.numPoints() + self.Mesh.added.count;
  if (self.Mesh.ownPoints)
  {
    const bool isDouble = self.Mesh.points64.get() != nullptr;
    input.pointType = isDouble ? inkray::ValueType::Float64 : inkray::ValueType::Float32;
    input.points = isDouble ? static_cast<const void*>(self.Mesh.points64.get()) : self.Mesh.points32.get();
  }
  else
  {
    const inkray::filters::PlainValues points = self.Take(GridSource::Points);
    input.points = points.values;
    input.pointType = points.type;
    input.pointMemory = points.memory;
  }
  if (self.Mesh.plain)
  {
    const inkray::filters::PlainValues ids = self.Take(GridSource::Connectivity);
    input.connectivity = ids.values;
    input.connectivityType = ids.type;
    input.connectivityMemory = ids.memory;
  }
  else
  {
    const bool narrow = self.Mesh.tets32.get() != nullptr;
    input.connectivityType = narrow ? inkray::ValueType::Int32 : inkray::ValueType::Int64;
    input.connectivity = narrow ? static_cast<const void*>(self.Mesh.tets32.get()) : self.Mesh.tets64.get();
  }
  return input;
}

const std::int64_t* vtkTetrahedralizer::GetTupleOfTet() const
{
  return this->Internal->Mesh.cellOfTet.get();
}

bool vtkTetrahedralizer::GetScalars(
  vtkDataArray* array, int association, int component, inkray::Field& scalars)
{
  Internals& self = *this->Internal;
  self.ScalarMessage.clear();
  scalars = inkray::Field();
  const bool point = association == vtkDataObject::POINT;
  if (!array || (!point && association != vtkDataObject::CELL))
  {
    self.ScalarMessage = "No point or cell array to draw.";
    return false;
  }
  if (!self.CheckArray(array, component, point))
  {
    return false;
  }
  const std::int64_t needed = point ? self.Source.numPoints() : self.Source.numCells();
  scalars.association = point ? inkray::Association::Points : inkray::Association::Cells;
  scalars.tupleOf = point ? nullptr : this->GetTupleOfTet();
  inkray::filters::PlainValues plain;
  if (!(point && self.Mesh.added.count > 0) && inkray::filters::plainValues(array, plain))
  {
    scalars.values = plain.values;
    scalars.type = plain.type;
    scalars.memory = plain.memory;
    scalars.numTuples = needed;
    scalars.numComponents = array->GetNumberOfComponents();
    scalars.component = component;
    return true;
  }
  try
  {
    return self.CopyScalars(array, component, needed, point, scalars);
  }
  catch (const std::bad_alloc&)
  {
    self.ScalarMessage = NameOf(array) + "could not be copied: out of memory.";
    return false;
  }
}

bool vtkTetrahedralizer::Internals::CheckArray(vtkDataArray* array, int component, bool point)
{
  const std::int64_t needed = point ? this->Source.numPoints() : this->Source.numCells();
  if (array->GetNumberOfTuples() < needed)
  {
    this->ScalarMessage = NameOf(array) + "has " + std::to_string(array->GetNumberOfTuples()) +
      " tuples for " + std::to_string(needed) + (point ? " points." : " cells.");
    return false;
  }
  if (component < -1 || component >= array->GetNumberOfComponents())
  {
    this->ScalarMessage = NameOf(array) + "has no component " + std::to_string(component) + "; it has " +
      std::to_string(array->GetNumberOfComponents()) + ".";
    return false;
  }
  return true;
}

vtkSmartPointer<vtkDataArray> vtkTetrahedralizer::AverageAtPoints(vtkDataArray* cellValues, int component)
{
  Internals& self = *this->Internal;
  self.ScalarMessage.clear();
  if (!self.CheckArray(cellValues, component, false))
  {
    return nullptr;
  }
  try
  {
    return inkray::filters::averageAtPoints(self.Source, self.Mesh, cellValues, component);
  }
  catch (const std::bad_alloc&)
  {
    self.ScalarMessage = NameOf(cellValues) + "could not be averaged at the points: out of memory.";
    return nullptr;
  }
}

bool vtkTetrahedralizer::Internals::CopyScalars(
  vtkDataArray* array, int component, std::int64_t tuples, bool point, inkray::Field& scalars)
{
  static const inkray::filters::AddedPoints none;
  const inkray::filters::AddedPoints& added = point ? this->Mesh.added : none;
  this->Values32 = {};
  this->Values64 = {};
  scalars.numTuples = tuples + added.count;
  scalars.numComponents = 1;
  scalars.component = 0;
  // Use float for values that it holds exactly.
  if (array->GetDataType() == VTK_FLOAT || (array->GetDataTypeSize() <= 2))
  {
    inkray::filters::copyComponent(array, component, tuples, added, this->Values32);
    scalars.values = this->Values32.get();
    scalars.type = inkray::ValueType::Float32;
  }
  else
  {
    inkray::filters::copyComponent(array, component, tuples, added, this->Values64);
    scalars.values = this->Values64.get();
    scalars.type = inkray::ValueType::Float64;
  }
  return true;
}

vtkIdType vtkTetrahedralizer::GetNumberOfTets() const
{
  return this->Internal->Mesh.counts.tets;
}

vtkIdType vtkTetrahedralizer::GetNumberOfAddedPoints() const
{
  return this->Internal->Mesh.counts.points;
}

vtkIdType vtkTetrahedralizer::GetNumberOfIgnoredCells() const
{
  return this->Internal->Mesh.counts.ignored;
}

vtkIdType vtkTetrahedralizer::GetNumberOfGhostCells() const
{
  return this->Internal->Mesh.counts.ghosts;
}

vtkIdType vtkTetrahedralizer::GetNumberOfUnsupportedCells() const
{
  return this->Internal->Mesh.counts.unsupported;
}

vtkIdType vtkTetrahedralizer::GetNumberOfInvalidCells() const
{
  return this->Internal->Mesh.counts.invalid;
}

std::string vtkTetrahedralizer::GetMessage() const
{
  return this->Internal->ScalarMessage.empty() ? this->Internal->MeshMessage : this->Internal->ScalarMessage;
}

std::size_t vtkTetrahedralizer::GetMemorySize() const
{
  return this->Internal->Mesh.bytes() + this->Internal->Values32.bytes() + this->Internal->Values64.bytes();
}

void vtkTetrahedralizer::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "NumberOfTets: " << this->GetNumberOfTets() << "\n";
  os << indent << "NumberOfAddedPoints: " << this->GetNumberOfAddedPoints() << "\n";
  os << indent << "NumberOfIgnoredCells: " << this->GetNumberOfIgnoredCells() << "\n";
  os << indent << "NumberOfGhostCells: " << this->GetNumberOfGhostCells() << "\n";
  os << indent << "NumberOfUnsupportedCells: " << this->GetNumberOfUnsupportedCells() << "\n";
  os << indent << "NumberOfInvalidCells: " << this->GetNumberOfInvalidCells() << "\n";
  os << indent << "Message: " << this->GetMessage() << "\n";
  os << indent << "MemorySize: " << this->GetMemorySize() << "\n";
}
