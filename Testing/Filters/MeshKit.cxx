// SPDX-License-Identifier: BSD-3-Clause
#include "MeshKit.h"

#include "vtkCellType.h"
#include "vtkPoints.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kit
{

int MeshKit::point(const Vec3& x)
{
  const std::array<long, 3> key = { std::lround(x[0] * 1e7), std::lround(x[1] * 1e7),
    std::lround(x[2] * 1e7) };
  const auto found = this->lookup.emplace(key, static_cast<int>(this->points.size()));
  if (found.second)
  {
    this->points.push_back(x);
  }
  return found.first->second;
}

void MeshKit::cell(int type, const std::vector<Vec3>& nodes)
{
  Cell cell{ type, {}, {} };
  for (const Vec3& x : nodes)
  {
    cell.ids.push_back(this->point(x));
  }
  this->cells.push_back(cell);
}

void MeshKit::polyhedron(const std::vector<Vec3>& nodes, const std::vector<std::vector<int>>& faces)
{
  this->cell(VTK_POLYHEDRON, nodes);
  Cell& cell = this->cells.back();
  for (const std::vector<int>& face : faces)
  {
    std::vector<int> ids;
    for (int node : face)
    {
      ids.push_back(cell.ids[node]);
    }
    // Files start a face at any node and turn it either way.
    std::rotate(ids.begin(), ids.begin() + this->random() % ids.size(), ids.end());
    if (this->random() % 2)
    {
      std::reverse(ids.begin(), ids.end());
    }
    cell.faces.push_back(ids);
  }
}

vtkSmartPointer<vtkUnstructuredGrid> MeshKit::grid(double warp, bool doublePoints)
{
  std::vector<vtkIdType> newId(this->points.size());
  std::iota(newId.begin(), newId.end(), 0);
  std::shuffle(newId.begin(), newId.end(), this->random);

  vtkNew<vtkPoints> all;
  all->SetDataType(doublePoints ? VTK_DOUBLE : VTK_FLOAT);
  all->SetNumberOfPoints(this->points.size());
  for (std::size_t i = 0; i < this->points.size(); ++i)
  {
    // Faces of the cube stay where they are; points slide within them.
    const double pi = 3.14159265358979323846;
    const Vec3 x = this->points[i];
    const double s[3] = { std::sin(pi * x[0]), std::sin(pi * x[1]), std::sin(pi * x[2]) };
    all->SetPoint(newId[i], x[0] + warp * 0.05 * s[0] * std::sin(5 * x[1] + 3 * x[2]),
      x[1] + warp * 0.05 * s[1] * std::sin(4 * x[2] + 6 * x[0]),
      x[2] + warp * 0.05 * s[2] * std::sin(3 * x[0] - 5 * x[1] + 1));
  }
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(all);
  for (const Cell& cell : this->cells)
  {
    std::vector<vtkIdType> ids;
    for (int id : cell.ids)
    {
      ids.push_back(newId[id]);
    }
    if (cell.type != VTK_POLYHEDRON)
    {
      grid->InsertNextCell(cell.type, ids.size(), ids.data());
      continue;
    }
    std::vector<vtkIdType> stream;
    for (const std::vector<int>& face : cell.faces)
    {
      stream.push_back(face.size());
      for (int id : face)
      {
        stream.push_back(newId[id]);
      }
    }
    grid->InsertNextCell(VTK_POLYHEDRON, ids.size(), ids.data(), cell.faces.size(), stream.data());
  }
  return grid;
}

std::vector<Vec3> boxCorners(const Vec3& a, const Vec3& b)
{
  return { { a[0], a[1], a[2] }, { b[0], a[1], a[2] }, { b[0], b[1], a[2] }, { a[0], b[1], a[2] },
    { a[0], a[1], b[2] }, { b[0], a[1], b[2] }, { b[0], b[1], b[2] }, { a[0], b[1], b[2] } };
}

std::vector<Vec3> withMiddles(const std::vector<Vec3>& corners, const std::vector<std::vector<int>>& groups)
{
  std::vector<Vec3> nodes = corners;
  for (const std::vector<int>& group : groups)
  {
    Vec3 mean = { 0, 0, 0 };
    for (int corner : group)
    {
      for (int c = 0; c < 3; ++c)
      {
        mean[c] += corners[corner][c] / group.size();
      }
    }
    nodes.push_back(mean);
  }
  return nodes;
}

void forBoxes(int n, const std::function<void(const std::array<int, 3>&, const std::vector<Vec3>&)>& make)
{
  for (int k = 0; k < n; ++k)
  {
    for (int j = 0; j < n; ++j)
    {
      for (int i = 0; i < n; ++i)
      {
        make({ i, j, k },
          boxCorners({ double(i) / n, double(j) / n, double(k) / n },
            { (i + 1.0) / n, (j + 1.0) / n, (k + 1.0) / n }));
      }
    }
  }
}

} // namespace kit
