// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Isosurfaces as Hughes et al. 2013 intersect them (section 3.1.5): by steps along the ray through each
/// leaf, and linear interpolation between the two samples on different sides of the isovalue. A surface that
/// the ray crosses and crosses back within one step is missed, and the depth of a hit is that of a chord. The
/// cost and the gain of the product's cubic are measured against this.
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <cstdint>
#include <memory>

namespace inkray::laboratory
{

/// The paper's intersection as a pipeline for IsosurfaceMethodOptions::multiKernel. Whole rays go in one
/// kernel over the product's tree, as in its single kernel, so that only the intersection differs. Or they go
/// over the paper's tree of leaves (LeafTree.h), which is made explicit in each frame. Normals are the
/// gradient of the interpolant at the reported hit. Frames throw InvalidInput unless there is one opaque
/// isosurface, not cropped, in an even grid without hidden cells, and normals are not smooth.
class SteppedIsosurface : public MultiKernelFactory
{
public:
  enum class Bricks
  {
    Product,
    Leaves
  };

  /// Takes steps of `step` cells, 0.001 to 1000; throws InvalidInput for other numbers.
  explicit SteppedIsosurface(double step, Bricks bricks = Bricks::Product);
  std::unique_ptr<MultiKernelPipeline> make(DeviceKind device, int firstMark) const override;

private:
  float step_;
  Bricks bricks_;
};

/// How hits differ from exact hits, pixel by pixel.
struct HitDifferences
{
  std::int64_t exact = 0;  ///< pixels with a surface in the exact hits
  std::int64_t missed = 0; ///< of these: pixels without a surface in the hits
  std::int64_t other = 0;  ///< of these: pixels with a surface at least a cell away in depth, which is
                           ///< another surface
  std::int64_t extra = 0;  ///< pixels with a surface where exact hits have none
  double largest = 0;      ///< depth error of all other hits, in cells
  double mean = 0;
};
/// Compares the hits of `count` pixels; `cell` is the length of a cell in the units of depth.
HitDifferences compareHits(
  const IsosurfaceHit* exact, const IsosurfaceHit* hits, std::int64_t count, double cell);

} // namespace inkray::laboratory
