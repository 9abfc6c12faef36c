// SPDX-License-Identifier: BSD-3-Clause
#include "HeldRanges.h"

#include "RayCastHeld.h"
#include "vtkDataArray.h"

#include <algorithm>
#include <cmath>

namespace
{

inkray::FiniteRange OwnRange(const RayCastArray& array)
{
  double range[2];
  array.Array->GetFiniteRange(range, array.Component);
  return inkray::rangeBetween(range[0], range[1]);
}

/// The distance from `value` within which a tenth of an array's other values lie, estimated from some
/// thousand values; 0: there are no other values.
double TypicalDistance(const RayCastArray& array, double value)
{
  constexpr vtkIdType most = 4096;
  const vtkIdType n = array.Array->GetNumberOfTuples();
  const int components = array.Array->GetNumberOfComponents();
  std::vector<double> distances;
  std::vector<double> tuple(static_cast<std::size_t>(components));
  for (vtkIdType k = 0; k < std::min(n, most); ++k)
  {
    array.Array->GetTuple(
      n <= most ? k : static_cast<vtkIdType>(double(k) / double(most) * double(n)), tuple.data());
    double v = 0;
    for (const double component : tuple)
    {
      v = std::hypot(v, component);
    }
    v = components == 1      ? tuple[0]
      : array.Component >= 0 ? tuple[static_cast<std::size_t>(array.Component)]
                             : v;
    const double distance = std::abs(v - value);
    if (std::isfinite(distance) && distance > 0)
    {
      distances.push_back(distance);
    }
  }
  if (distances.empty())
  {
    return 0;
  }
  const auto tenth = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 10);
  std::nth_element(distances.begin(), tenth, distances.end());
  return *tenth;
}

} // namespace

namespace HeldRanges
{

inkray::FiniteRange Find(const RayCastArray& array, const inkray::FiniteRange& byFunctions,
  const std::vector<inkray::Isosurface>& surfaces)
{
  inkray::FiniteRange isovalues;
  for (const inkray::Isosurface& surface : surfaces)
  {
    isovalues.add(surface.value);
  }
  const inkray::FiniteRange own = OwnRange(array);
  if (byFunctions.low <= byFunctions.high)
  {
    isovalues.join(byFunctions);
    return inkray::heldRange(own, isovalues);
  }
  return isovalues.low <= isovalues.high
    ? inkray::heldRangeOfIsovalues(own, isovalues, TypicalDistance(array, isovalues.low))
    : own;
}

bool IsOwn(const RayCastArray& array, const inkray::FiniteRange& held)
{
  const inkray::FiniteRange own = OwnRange(array);
  return held.low == own.low && held.high == own.high;
}

} // namespace HeldRanges
