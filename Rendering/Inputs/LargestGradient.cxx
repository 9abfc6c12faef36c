// SPDX-License-Identifier: BSD-3-Clause
#include "LargestGradient.h"

#include "MeshTets.h"
#include "vtkSMPThreadLocal.h"

#include <algorithm>
#include <cmath>
#include <vector>

double LargestGradient(vtkUnstructuredGrid* grid, vtkDataArray* values, int association, int component)
{
  MeshTets tets(grid);
  if (tets.GetNumberOfTets() == 0)
  {
    return 0;
  }
  const std::vector<double> valueOf = tets.ValuesOfPoints(values, association, component);
  if (valueOf.empty())
  {
    return 0;
  }
  vtkSMPThreadLocal<double> largest(0.0);
  tets.ForRanges([&](std::int64_t first, std::int64_t last, const auto& read) {
    double& most = largest.Local();
    MeshTets::Tet tet;
    for (std::int64_t i = first; i < last; ++i)
    {
      if (read(i, tet))
      {
        const double corners[4] = { valueOf[tet.Ids[0]], valueOf[tet.Ids[1]], valueOf[tet.Ids[2]],
          valueOf[tet.Ids[3]] };
        double gradient[3];
        tet.SixVolumes(corners, gradient);
        const double squared = vtkMath::Dot(gradient, gradient);
        most = std::isfinite(squared) ? std::max(most, squared) : most;
      }
    }
  });
  double most = 0;
  for (const double of : largest)
  {
    most = std::max(most, of);
  }
  return std::sqrt(most);
}
