// SPDX-License-Identifier: BSD-3-Clause
#include "CellCutter.h"

#include "vtkCellType.h"

namespace inkray::filters
{

CellView::CellView(const GridSource& source, const PointView& coordinates)
  : points(coordinates)
  , numPoints(source.numPoints())
{
  vtkDataArray* ids = source.array(GridSource::Connectivity);
  this->types = static_cast<const unsigned char*>(source.array(GridSource::Types)->GetVoidPointer(0));
  this->offsets = source.array(GridSource::Offsets)->GetVoidPointer(0);
  this->connectivity = ids->GetVoidPointer(0);
  this->wide = ids->GetDataTypeSize() == 8;
  this->connectivitySize = ids->GetNumberOfValues();
  // Ghost flags that do not cover all cells or points say nothing.
  auto covering = [&source](GridSource::Part part, std::int64_t count) {
    vtkDataArray* flags = source.array(part);
    return flags && flags->GetNumberOfTuples() >= count ? static_cast<const unsigned char*>(flags->GetVoidPointer(0)) : nullptr;
  };
  this->cellGhosts = covering(GridSource::CellGhosts, source.numCells());
  this->pointGhosts = covering(GridSource::PointGhosts, source.numPoints());
  vtkDataArray* faceIds = source.array(GridSource::Faces);
  vtkDataArray* locations = source.array(GridSource::FaceLocations);
  if (faceIds && locations && locations->GetNumberOfTuples() >= source.numCells())
  {
    this->faces = static_cast<const vtkIdType*>(faceIds->GetVoidPointer(0));
    this->facesSize = faceIds->GetNumberOfValues();
    this->faceLocations = static_cast<const vtkIdType*>(locations->GetVoidPointer(0));
  }
  vtkDataArray* orders = source.array(GridSource::Degrees);
  if (orders && orders->GetNumberOfComponents() >= 3 && orders->GetNumberOfTuples() >= source.numCells())
  {
    this->degrees = orders;
  }
}

bool CellCutter::readIds(std::int64_t cell)
{
  auto offset = [this](std::int64_t i) {
    return this->cells.wide ? static_cast<const vtkTypeInt64*>(this->cells.offsets)[i]
                            : std::int64_t(static_cast<const vtkTypeInt32*>(this->cells.offsets)[i]);
  };
  const std::int64_t begin = offset(cell);
  const std::int64_t end = offset(cell + 1);
  if (begin < 0 || end < begin || end > this->cells.connectivitySize)
  {
    return false;
  }
  this->ids.resize(end - begin);
  for (std::int64_t i = begin; i < end; ++i)
  {
    const std::int64_t id = this->cells.wide ? static_cast<const vtkTypeInt64*>(this->cells.connectivity)[i]
                                             : std::int64_t(static_cast<const vtkTypeInt32*>(this->cells.connectivity)[i]);
    if (id < 0 || id >= this->cells.numPoints)
    {
      return false;
    }
    this->ids[i - begin] = id;
  }
  return true;
}

void CellCutter::cut(std::int64_t cell)
{
  this->sink.cell = cell;
  if (this->cells.cellGhosts && (this->cells.cellGhosts[cell] & leftOutCell))
  {
    ++this->sink.counts.ghosts;
    return;
  }
  if (!this->readIds(cell) || this->ids.size() < 4)
  {
    ++this->sink.counts.invalid;
    return;
  }
  if (this->cells.types[cell] == VTK_TETRA)
  {
    this->sink.put(this->ids[0], this->ids[1], this->ids[2], this->ids[3]);
  }
  else
  {
    ++this->sink.counts.unsupported;
  }
}

} // namespace inkray::filters
