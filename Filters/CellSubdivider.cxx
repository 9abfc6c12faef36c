// SPDX-License-Identifier: BSD-3-Clause
#include "CellSubdivider.h"

#include "CellTypes.h"

namespace inkray::filters
{
CellView::CellView(const GridSource& source, const PointView& coordinates)
  : points(coordinates)
  , numPoints(source.numPoints())
{
  bringToHost(source.array(GridSource::Degrees));
  this->types = IntegerView(source.array(GridSource::Types));
  this->offsets = IntegerView(source.array(GridSource::Offsets));
  this->connectivity = IntegerView(source.array(GridSource::Connectivity));
  // Ignore ghost flags that do not cover all cells or points.
  auto covering = [&source](GridSource::Part part, std::int64_t count) {
    vtkDataArray* flags = source.array(part);
    return flags && flags->GetNumberOfTuples() >= count
      ? static_cast<const unsigned char*>(flags->GetVoidPointer(0))
      : nullptr;
  };
  this->cellGhosts = covering(GridSource::CellGhosts, source.numCells());
  this->pointGhosts = covering(GridSource::PointGhosts, source.numPoints());
  this->polyhedra = PolyhedronView({ source.array(GridSource::Faces), source.array(GridSource::FaceOffsets),
    source.array(GridSource::FaceLocations), source.array(GridSource::FaceLocationOffsets) });
  vtkDataArray* orders = source.array(GridSource::Degrees);
  if (orders && orders->GetNumberOfComponents() >= 3 && orders->GetNumberOfTuples() >= source.numCells())
  {
    this->degrees = orders;
  }
}

bool CellSubdivider::readIds(std::int64_t cell)
{
  const std::int64_t begin = this->cells.offsets[cell];
  const std::int64_t end = this->cells.offsets[cell + 1];
  if (begin < 0 || end < begin || end > this->cells.connectivity.size())
  {
    return false;
  }
  this->ids.resize(end - begin);
  for (std::int64_t i = begin; i < end; ++i)
  {
    const std::int64_t id = this->cells.connectivity[i];
    if (id < 0 || id >= this->cells.numPoints)
    {
      return false;
    }
    this->ids[i - begin] = id;
  }
  return true;
}

bool CellSubdivider::hasHiddenPoint() const
{
  if (this->cells.pointGhosts)
  {
    for (std::int64_t id : this->ids)
    {
      if (this->cells.pointGhosts[id] & vtkDataSetAttributes::HIDDENPOINT)
      {
        return true;
      }
    }
  }
  return false;
}

// Checks each reason as soon as it can be known: the point ids come before the ghost flags of points.
CellSubdivider::Fate CellSubdivider::judge(std::int64_t cell, unsigned char type)
{
  if (CellSubdivision::isFlat(type))
  {
    return Fate::Ignored;
  }
  if (this->cells.cellGhosts && (this->cells.cellGhosts[cell] & leftOutCell))
  {
    return Fate::Ghost;
  }
  if (CellSubdivision::fewestPoints(type) == 0)
  {
    return Fate::Unsupported;
  }
  if (!this->readIds(cell))
  {
    return Fate::Invalid;
  }
  if (this->hasHiddenPoint())
  {
    return Fate::Ghost;
  }
  return this->ids.size() < CellSubdivision::fewestPoints(type) ? Fate::Invalid : Fate::Drawn;
}

const std::vector<std::int64_t>& CellSubdivider::pointsOfDrawn(std::int64_t cell)
{
  if (this->judge(cell, static_cast<unsigned char>(this->cells.types[cell])) != Fate::Drawn)
  {
    this->ids.clear();
  }
  return this->ids;
}

void CellSubdivider::cut(std::int64_t cell)
{
  const auto type = static_cast<unsigned char>(this->cells.types[cell]);
  this->sink.cell = cell;
  this->sink.flip = false;
  TetSink::Counts& counts = this->sink.counts;
  switch (this->judge(cell, type))
  {
    case Fate::Drawn:
      counts.invalid += this->cutByType(cell, type) ? 0 : 1;
      break;
    case Fate::Ignored:
      ++counts.ignored;
      break;
    case Fate::Ghost:
      ++counts.ghosts;
      break;
    case Fate::Unsupported:
      ++counts.unsupported;
      break;
    case Fate::Invalid:
      ++counts.invalid;
      break;
  }
}

// Cuts the cell whose ids have been read. Returns false if the cell's description is invalid.
bool CellSubdivider::cutByType(std::int64_t cell, unsigned char type)
{
  if (type != CellType::Polyhedron)
  {
    return this->subdivision.cut(type, this->ids, this->ordersOf(cell));
  }
  return this->cells.polyhedra.read(cell, this->faces) &&
    this->subdivision.cutPolyhedron(this->faces, this->cells.numPoints);
}

const int* CellSubdivider::ordersOf(std::int64_t cell)
{
  if (!this->cells.degrees)
  {
    return nullptr;
  }
  for (int c = 0; c < 3; ++c)
  {
    const double order = this->cells.degrees->GetComponent(cell, c);
    this->orders[c] = order >= 0 && order < 256 ? static_cast<int>(order) : -1;
  }
  return this->orders;
}

} // namespace inkray::filters
