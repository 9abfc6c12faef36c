// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Device/CallerArrays.h"
#include "Device/HostBackend.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkSMPTools.h"
#include "vtkTetrahedralizer.h"

#include <algorithm>
#include <cstdint>
#include <vector>

class vtkDataArray;
class vtkUnstructuredGrid;

/// The tetrahedra that a grid is drawn as, read on the host in double precision by several threads. Throws
/// std::bad_alloc.
class MeshTets
{
public:
  struct Tet
  {
    double Corners[4][3];
    std::int64_t Ids[4]; ///< ids of the points

    /// Returns six times the volume, negative if the corners are in the opposite order. `gradient` is the
    /// gradient of the linear function with these values at the corners; it is not finite if the volume is 0.
    double SixVolumes(const double values[4], double gradient[3]) const;
  };

  explicit MeshTets(vtkUnstructuredGrid* grid);

  std::int64_t GetNumberOfTets() const { return this->Tetrahedralizer->GetNumberOfTets(); }

  ///@{
  /// ValuesOfPoints: values at the points, from a point array or from averages of a cell array (`association`
  /// is vtkDataObject's). ValuesOfTets: values of the tetrahedra, from a cell array. `component` chooses a
  /// component; -1 means the Euclidean norm. Empty if the array does not fit the grid.
  std::vector<double> ValuesOfPoints(vtkDataArray* array, int association, int component);
  std::vector<double> ValuesOfTets(vtkDataArray* array, int component);
  ///@}

  /// Whether each tetrahedron is a cell of the grid.
  bool AreCells() const { return this->Tetrahedralizer->GetTupleOfTet() == nullptr; }

  /// Calls body(first, last, read) for ranges of tetrahedra, several at the same time. read(i, tet) returns
  /// false if a point of tetrahedron i is not in the grid.
  template <class Body>
  void ForRanges(const Body& body);

private:
  std::vector<double> Values(vtkDataArray* array, int association, int component, std::int64_t count);

  vtkNew<vtkTetrahedralizer> Tetrahedralizer;
  inkray::HostBackend Backend;
};

inline double MeshTets::Tet::SixVolumes(const double values[4], double gradient[3]) const
{
  double edges[3][3], normals[3][3];
  for (int i = 0; i < 3; ++i)
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      edges[i][axis] = this->Corners[i + 1][axis] - this->Corners[0][axis];
    }
  }
  for (int i = 0; i < 3; ++i)
  {
    vtkMath::Cross(edges[(i + 1) % 3], edges[(i + 2) % 3], normals[i]);
  }
  const double volume = vtkMath::Dot(edges[0], normals[0]);
  for (int axis = 0; axis < 3; ++axis)
  {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
    {
      sum += (values[i + 1] - values[0]) * normals[i][axis];
    }
    gradient[axis] = sum / volume;
  }
  return volume;
}

template <class Body>
void MeshTets::ForRanges(const Body& body)
{
  const inkray::TetMeshInput mesh = this->Tetrahedralizer->GetMesh();
  const inkray::CallerArray allPoints = { mesh.points, mesh.pointMemory, mesh.pointType, 3 * mesh.numPoints,
    "points" };
  const inkray::CallerArray allCorners = { mesh.connectivity, mesh.connectivityMemory, mesh.connectivityType,
    4 * mesh.numTets, "point ids of the tetrahedra" };
  const auto run = [&](const auto* points, const auto* corners) {
    const auto read = [&](std::int64_t i, Tet& tet) {
      const auto* const ids = corners + 4 * i;
      if (std::any_of(ids, ids + 4, [&](auto id) { return id < 0 || id >= mesh.numPoints; }))
      {
        return false;
      }
      for (int corner = 0; corner < 4; ++corner)
      {
        tet.Ids[corner] = ids[corner];
        std::copy_n(points + 3 * static_cast<std::int64_t>(ids[corner]), 3, tet.Corners[corner]);
      }
      return true;
    };
    vtkSMPTools::For(0, mesh.numTets, [&](vtkIdType first, vtkIdType last) { body(first, last, read); });
  };
  inkray::readArray(this->Backend, allPoints, [&](const auto&, const void* pointsHere) {
    inkray::readArray(this->Backend, allCorners, [&](const auto&, const void* cornersHere) {
      const auto runIn = [&](const auto* points) {
        mesh.connectivityType == inkray::ValueType::Int32
          ? run(points, static_cast<const std::int32_t*>(cornersHere))
          : run(points, static_cast<const std::int64_t*>(cornersHere));
      };
      mesh.pointType == inkray::ValueType::Float32 ? runIn(static_cast<const float*>(pointsHere))
                                                   : runIn(static_cast<const double*>(pointsHere));
    });
  });
}
