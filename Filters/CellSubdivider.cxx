// SPDX-License-Identifier: BSD-3-Clause
#include "CellSubdivider.h"

#include "LinearSubdivision.h"

#include "vtkCellType.h"

#include <utility>

namespace inkray::filters
{
namespace
{

/// The least number of points of a cell of this type. 0 for types that cannot be subdivided.
std::size_t fewestPoints(unsigned char type)
{
  switch (type)
  {
    case VTK_TETRA:
    case VTK_POLYHEDRON:
    case VTK_CONVEX_POINT_SET:
    case VTK_LAGRANGE_TETRAHEDRON:
    case VTK_BEZIER_TETRAHEDRON:
      return 4;
    case VTK_PYRAMID:
    case VTK_LAGRANGE_PYRAMID:
    case VTK_BEZIER_PYRAMID:
      return 5;
    case VTK_WEDGE:
    case VTK_LAGRANGE_WEDGE:
    case VTK_BEZIER_WEDGE:
      return 6;
    case VTK_VOXEL:
    case VTK_HEXAHEDRON:
    case VTK_LAGRANGE_HEXAHEDRON:
    case VTK_BEZIER_HEXAHEDRON:
      return 8;
    case VTK_PENTAGONAL_PRISM:
    case VTK_QUADRATIC_TETRA:
      return 10;
    case VTK_HEXAGONAL_PRISM:
    case VTK_QUADRATIC_LINEAR_WEDGE:
      return 12;
    case VTK_QUADRATIC_PYRAMID:
      return 13;
    case VTK_QUADRATIC_WEDGE:
      return 15;
    case VTK_BIQUADRATIC_QUADRATIC_WEDGE:
      return 18;
    case VTK_TRIQUADRATIC_PYRAMID:
      return 19;
    case VTK_QUADRATIC_HEXAHEDRON:
      return 20;
    case VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON:
      return 24;
    case VTK_TRIQUADRATIC_HEXAHEDRON:
      return 27;
    default:
      return 0;
  }
}

enum class Kind
{
  Flat,  ///< has no volume
  Solid, ///< can be subdivided
  Unknown
};

Kind kindOf(unsigned char type)
{
  switch (type)
  {
    case VTK_EMPTY_CELL:
    case VTK_VERTEX:
    case VTK_POLY_VERTEX:
    case VTK_LINE:
    case VTK_POLY_LINE:
    case VTK_TRIANGLE:
    case VTK_TRIANGLE_STRIP:
    case VTK_POLYGON:
    case VTK_PIXEL:
    case VTK_QUAD:
    case VTK_QUADRATIC_EDGE:
    case VTK_QUADRATIC_TRIANGLE:
    case VTK_QUADRATIC_QUAD:
    case VTK_QUADRATIC_POLYGON:
    case VTK_BIQUADRATIC_QUAD:
    case VTK_QUADRATIC_LINEAR_QUAD:
    case VTK_BIQUADRATIC_TRIANGLE:
    case VTK_CUBIC_LINE:
    case VTK_PARAMETRIC_CURVE:
    case VTK_PARAMETRIC_SURFACE:
    case VTK_PARAMETRIC_TRI_SURFACE:
    case VTK_PARAMETRIC_QUAD_SURFACE:
    case VTK_HIGHER_ORDER_EDGE:
    case VTK_HIGHER_ORDER_TRIANGLE:
    case VTK_HIGHER_ORDER_QUAD:
    case VTK_HIGHER_ORDER_POLYGON:
    case VTK_LAGRANGE_CURVE:
    case VTK_LAGRANGE_TRIANGLE:
    case VTK_LAGRANGE_QUADRILATERAL:
    case VTK_BEZIER_CURVE:
    case VTK_BEZIER_TRIANGLE:
    case VTK_BEZIER_QUADRILATERAL:
      return Kind::Flat;
    default:
      return fewestPoints(type) > 0 ? Kind::Solid : Kind::Unknown;
  }
}

} // namespace

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
  const Kind kind = kindOf(type);
  if (kind == Kind::Flat)
  {
    return Fate::Ignored;
  }
  if (this->cells.cellGhosts && (this->cells.cellGhosts[cell] & leftOutCell))
  {
    return Fate::Ghost;
  }
  if (kind == Kind::Unknown)
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
  return this->ids.size() < fewestPoints(type) ? Fate::Invalid : Fate::Drawn;
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

// Cuts the cell whose ids have been read, by its type. Returns false if the cell's description is broken.
bool CellSubdivider::cutByType(std::int64_t cell, unsigned char type)
{
  std::int64_t* v = this->ids.data();
  switch (type)
  {
    case VTK_TETRA:
      this->sink.put(v[0], v[1], v[2], v[3]);
      return true;
    case VTK_VOXEL: // VTK_VOXEL lists points row by row, not around each face
      std::swap(v[2], v[3]);
      std::swap(v[6], v[7]);
      cutHexahedron(v, this->sink);
      return true;
    case VTK_HEXAHEDRON:
    case VTK_BEZIER_HEXAHEDRON:
      cutHexahedron(v, this->sink);
      return true;
    case VTK_WEDGE:
    case VTK_BEZIER_WEDGE:
      this->sink.flip = this->turnsInward();
      cutWedge(v, this->sink);
      return true;
    case VTK_PYRAMID:
    case VTK_LAGRANGE_PYRAMID:
    case VTK_BEZIER_PYRAMID:
      cutPyramid(v, this->sink);
      return true;
    case VTK_PENTAGONAL_PRISM:
      return this->polyhedra.cutPrism(v, 5);
    case VTK_HEXAGONAL_PRISM:
      return this->polyhedra.cutPrism(v, 6);
    case VTK_CONVEX_POINT_SET:
      return this->polyhedra.cutConvexPointSet(this->ids);
    case VTK_POLYHEDRON:
      return this->cutPolyhedron(cell);
    case VTK_BEZIER_TETRAHEDRON:
      this->sink.cut(v[0], v[1], v[2], v[3]);
      return true;
    case VTK_QUADRATIC_TETRA:
      this->ids.resize(10);
      return this->higherOrder.cutTetra(this->ids);
    case VTK_LAGRANGE_TETRAHEDRON:
      return this->higherOrder.cutTetra(this->ids);
    case VTK_TRIQUADRATIC_HEXAHEDRON:
      this->ids.resize(27);
      return this->higherOrder.cutHexahedra(this->ids, nullptr);
    case VTK_LAGRANGE_HEXAHEDRON:
      return this->higherOrder.cutHexahedra(this->ids, this->ordersOf(cell));
    case VTK_QUADRATIC_LINEAR_WEDGE:
    case VTK_BIQUADRATIC_QUADRATIC_WEDGE:
    {
      const int wedgeOrders[3] = { 2, 2, type == VTK_QUADRATIC_LINEAR_WEDGE ? 1 : 2 };
      this->ids.resize(fewestPoints(type));
      this->sink.flip = this->turnsInward();
      return this->higherOrder.cutWedges(this->ids, wedgeOrders);
    }
    case VTK_LAGRANGE_WEDGE:
      this->sink.flip = this->turnsInward();
      return this->higherOrder.cutWedges(this->ids, this->ordersOf(cell));
    case VTK_QUADRATIC_WEDGE:
      this->sink.flip = this->turnsInward();
      return this->higherOrder.cutSerendipity(type, this->ids);
    default:
      return this->higherOrder.cutSerendipity(type, this->ids);
  }
}

// By VTK's description, triangle (0, 1, 2) of a wedge faces outward. But VTK's shape functions and
// many files have it face inward.
bool CellSubdivider::turnsInward() const
{
  double x[6][3];
  for (int i = 0; i < 6; ++i)
  {
    this->cells.points.get(this->ids[i], x[i]);
  }
  double u[3], v[3], up[3];
  for (int c = 0; c < 3; ++c)
  {
    u[c] = x[1][c] - x[0][c];
    v[c] = x[2][c] - x[0][c];
    up[c] = x[3][c] + x[4][c] + x[5][c] - x[0][c] - x[1][c] - x[2][c];
  }
  return (u[1] * v[2] - u[2] * v[1]) * up[0] + (u[2] * v[0] - u[0] * v[2]) * up[1] +
    (u[0] * v[1] - u[1] * v[0]) * up[2] >
    0;
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

bool CellSubdivider::cutPolyhedron(std::int64_t cell)
{
  return this->cells.polyhedra.read(cell, this->faces) &&
    this->polyhedra.cutPolyhedron(
      this->faces.data(), static_cast<std::int64_t>(this->faces.size()), this->cells.numPoints);
}

} // namespace inkray::filters
