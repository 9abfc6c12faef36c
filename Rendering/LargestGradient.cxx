// SPDX-License-Identifier: BSD-3-Clause
#include "LargestGradient.h"

#include "Device/CallerArrays.h"
#include "Device/HostBackend.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkSMPThreadLocal.h"
#include "vtkSMPTools.h"
#include "vtkSmartPointer.h"
#include "vtkTetrahedralizer.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace
{
/// The square of the magnitude in a tetrahedron, by the edges and differences of values from its first
/// corner.
double SquaredGradient(const double edges[3][3], const double rises[3])
{
  double normals[3][3];
  for (int i = 0; i < 3; ++i)
  {
    vtkMath::Cross(edges[(i + 1) % 3], edges[(i + 2) % 3], normals[i]);
  }
  const double volume = vtkMath::Dot(edges[0], normals[0]);
  double squares = 0;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double sum =
      rises[0] * normals[0][axis] + rises[1] * normals[1][axis] + rises[2] * normals[2][axis];
    squares += (sum / volume) * (sum / volume);
  }
  return squares; // not finite where there is no volume or no value
}
} // namespace

double LargestGradient(vtkUnstructuredGrid* grid, vtkDataArray* values, int association, int component)
{
  vtkNew<vtkTetrahedralizer> tetrahedralizer;
  tetrahedralizer->Update(grid);
  if (tetrahedralizer->GetNumberOfTets() == 0)
  {
    return 0;
  }
  vtkSmartPointer<vtkDataArray> averages;
  if (association == vtkDataObject::CELL)
  {
    averages = tetrahedralizer->AverageAtPoints(values, component);
    values = averages;
    component = 0;
  }
  inkray::Field scalars;
  if (!values || !tetrahedralizer->GetScalars(values, vtkDataObject::POINT, component, scalars))
  {
    return 0;
  }
  const inkray::TetMeshInput mesh = tetrahedralizer->GetMesh();
  std::vector<double> valueOf(static_cast<std::size_t>(mesh.numPoints));
  inkray::HostBackend backend;
  inkray::readEntries(backend, scalars, mesh.numPoints, "values", [&](const auto&, const auto& value) {
    for (std::int64_t i = 0; i < mesh.numPoints; ++i)
    {
      valueOf[i] = value(i);
    }
  });
  vtkSMPThreadLocal<double> largest(0.0);
  const auto search = [&](const auto* points, const auto* corners) {
    vtkSMPTools::For(0, mesh.numTets, [&](vtkIdType first, vtkIdType last) {
      double& most = largest.Local();
      for (vtkIdType tet = first; tet < last; ++tet)
      {
        const auto* const ids = corners + 4 * tet;
        if (std::any_of(ids, ids + 4, [&](auto id) { return id < 0 || id >= mesh.numPoints; }))
        {
          continue;
        }
        double edges[3][3], rises[3];
        for (int i = 0; i < 3; ++i)
        {
          rises[i] = valueOf[ids[i + 1]] - valueOf[ids[0]];
          for (int axis = 0; axis < 3; ++axis)
          {
            edges[i][axis] = static_cast<double>(points[3 * ids[i + 1] + axis]) - points[3 * ids[0] + axis];
          }
        }
        const double squared = SquaredGradient(edges, rises);
        most = std::isfinite(squared) ? std::max(most, squared) : most;
      }
    });
  };
  const inkray::CallerArray allPoints = { mesh.points, mesh.pointMemory, mesh.pointType, 3 * mesh.numPoints,
    "points" };
  const inkray::CallerArray allCorners = { mesh.connectivity, mesh.connectivityMemory, mesh.connectivityType,
    4 * mesh.numTets, "point ids of the tetrahedra" };
  inkray::readArray(backend, allPoints, [&](const auto&, const void* pointsHere) {
    inkray::readArray(backend, allCorners, [&](const auto&, const void* cornersHere) {
      const auto searchIn = [&](const auto* points) {
        mesh.connectivityType == inkray::ValueType::Int32
          ? search(points, static_cast<const std::int32_t*>(cornersHere))
          : search(points, static_cast<const std::int64_t*>(cornersHere));
      };
      mesh.pointType == inkray::ValueType::Float32 ? searchIn(static_cast<const float*>(pointsHere))
                                                   : searchIn(static_cast<const double*>(pointsHere));
    });
  });
  double most = 0;
  for (const double of : largest)
  {
    most = std::max(most, of);
  }
  return std::sqrt(most);
}
