// SPDX-License-Identifier: BSD-3-Clause
#include "PointGradients.h"

#include "ArrayMemory.h"
#include "MeshTets.h"
#include "vtkFloatArray.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>

namespace
{
void AddTo(std::atomic<double>& sum, double term)
{
  double before = sum.load(std::memory_order_relaxed);
  while (!sum.compare_exchange_weak(before, before + term, std::memory_order_relaxed))
  {
  }
}
} // namespace

std::vector<double> PointGradients::Sum(vtkUnstructuredGrid* grid, const RayCastArray& values)
{
  const auto numPoints = static_cast<std::size_t>(grid->GetNumberOfPoints());
  if (!values.Array || values.Association != vtkDataObject::POINT)
  {
    return {};
  }
  MeshTets tets(grid);
  const std::vector<double> valueOf = tets.ValuesOfPoints(values.Array, values.Association, values.Component);
  std::vector<std::atomic<double>> sums(NumberOfSums * numPoints);
  if (!valueOf.empty())
  {
    tets.ForRanges([&](std::int64_t first, std::int64_t last, const auto& read) {
      MeshTets::Tet tet;
      for (std::int64_t i = first; i < last; ++i)
      {
        if (!read(i, tet))
        {
          continue;
        }
        double corners[4], gradient[3];
        std::transform(tet.Ids, tet.Ids + 4, corners, [&](std::int64_t id) { return valueOf[id]; });
        const double weight = std::abs(tet.SixVolumes(corners, gradient));
        if (!(weight > 0) || !std::isfinite(gradient[0] + gradient[1] + gradient[2]))
        {
          continue;
        }
        for (const std::int64_t id : tet.Ids)
        {
          const auto point = static_cast<std::size_t>(id);
          if (point < numPoints) // other points were added to cut cells into tetrahedra
          {
            std::atomic<double>* const sum = sums.data() + NumberOfSums * point;
            AddTo(sum[0], weight * gradient[0]);
            AddTo(sum[1], weight * gradient[1]);
            AddTo(sum[2], weight * gradient[2]);
            AddTo(sum[3], weight);
          }
        }
      }
    });
  }
  return { sums.begin(), sums.end() };
}

void PointGradients::Add(vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& sums)
{
  vtkNew<vtkFloatArray> gradients;
  gradients->SetName(name.c_str());
  gradients->SetNumberOfComponents(3);
  float* const out = inkray::filters::allocateTuples(gradients.Get(), grid->GetNumberOfPoints());
  for (std::size_t point = 0; point < sums.size() / NumberOfSums; ++point)
  {
    const double* const sum = sums.data() + NumberOfSums * point;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      out[3 * point + axis] = sum[3] > 0 ? static_cast<float>(sum[axis] / sum[3]) : 0.0f;
    }
  }
  grid->GetPointData()->AddArray(gradients);
}

std::string PointGradients::NameFor(const RayCastArray& values)
{
  const char* const name = values.Array ? values.Array->GetName() : nullptr;
  return std::string("InKRay gradient of ") + (name ? name : "") + " " + std::to_string(values.Component);
}
