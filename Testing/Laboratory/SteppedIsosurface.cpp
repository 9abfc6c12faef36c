// SPDX-License-Identifier: BSD-3-Clause
#include "SteppedIsosurface.h"
#include "Device/HostBackend.h"
#include "SteppedIsosurfaceImpl.h"

#include <algorithm>
#include <cmath>

namespace inkray::laboratory
{

std::unique_ptr<MultiKernelPipeline> makeCudaSteppedCaster(float step, SteppedIsosurface::Bricks bricks);

SteppedIsosurface::SteppedIsosurface(double step, Bricks bricks)
  : step_(static_cast<float>(step))
  , bricks_(bricks)
{
  if (!(step >= 1e-3 && step <= 1e3))
    throw InvalidInput("a step along a ray has to be of 0.001 to 1000 cells");
}

std::unique_ptr<MultiKernelPipeline> SteppedIsosurface::make(DeviceKind device, int) const
{
  if (device == DeviceKind::CUDA)
    return makeCudaSteppedCaster(step_, bricks_);
  return std::make_unique<SteppedCaster<HostBackend>>(step_, bricks_);
}

HitDifferences compareHits(
  const IsosurfaceHit* exact, const IsosurfaceHit* hits, std::int64_t count, double cell)
{
  HitDifferences result;
  double sum = 0.0;
  for (std::int64_t pixel = 0; pixel < count; ++pixel)
  {
    const double right = exact[pixel].depth, drawn = hits[pixel].depth;
    if (!std::isfinite(right))
    {
      result.extra += std::isfinite(drawn) ? 1 : 0;
      continue;
    }
    ++result.exact;
    if (!std::isfinite(drawn))
    {
      ++result.missed;
      continue;
    }
    const double error = std::abs(drawn - right) / cell;
    if (!(error < 1.0))
    {
      ++result.other;
      continue;
    }
    result.largest = std::max(result.largest, error);
    sum += error;
  }
  result.mean =
    sum / static_cast<double>(std::max<std::int64_t>(1, result.exact - result.missed - result.other));
  return result;
}

} // namespace inkray::laboratory
