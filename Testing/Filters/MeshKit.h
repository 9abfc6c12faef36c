// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <functional>
#include <map>
#include <random>
#include <vector>

namespace kit
{

using Vec3 = std::array<double, 3>;

/// Builds conforming meshes: equal positions become one point. At the end the point ids are shuffled and the
/// unit cube is warped onto itself, so that ids, shapes and curved edges do not depend on where a cell sits.
class MeshKit
{
public:
  explicit MeshKit(unsigned seed)
    : random(seed)
  {
  }

  int point(const Vec3& x);
  void cell(int type, const std::vector<Vec3>& nodes);
  /// Adds a polyhedron; its faces are lists of places in `nodes`.
  void polyhedron(const std::vector<Vec3>& nodes, const std::vector<std::vector<int>>& faces);

  /// `warp` 0 leaves everything where it is; 1 bends everything as far as it does not fold.
  vtkSmartPointer<vtkUnstructuredGrid> grid(double warp, bool doublePoints = true);

  std::mt19937 random;

private:
  struct Cell
  {
    int type;
    std::vector<int> ids;
    std::vector<std::vector<int>> faces;
  };
  std::map<std::array<long, 3>, int> lookup;
  std::vector<Vec3> points;
  std::vector<Cell> cells;
};

/// Returns the corners of a box in the order of VTK_HEXAHEDRON.
std::vector<Vec3> boxCorners(const Vec3& low, const Vec3& high);

/// Appends the means of groups of corners to the corners: the middles of edges, faces and cells.
std::vector<Vec3> withMiddles(const std::vector<Vec3>& corners, const std::vector<std::vector<int>>& groups);

/// Calls `make` for each box of n^3 in the unit cube with its place and corners.
void forBoxes(int n, const std::function<void(const std::array<int, 3>&, const std::vector<Vec3>&)>& make);

/// A way to fill the unit cube with cells of one kind; see CellKinds.cxx.
struct CellKind
{
  const char* name;
  std::function<void(MeshKit&)> fill;
  bool straight = false; ///< the cells must keep their plane faces
};
const std::vector<CellKind>& cellKinds();

} // namespace kit
