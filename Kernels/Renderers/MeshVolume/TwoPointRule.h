// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/RayErrors.h"
#include "Shading/ProductTable.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray
{

/// Whether frames with functions of smooth gradients take two points a segment (TwoPointIntegration.h), which
/// a sample of the mesh's segments decides once for each function and mesh, and what they then look up.
template <class Backend>
class TwoPointRule
{
public:
  TwoPointRule(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Values, functions or the mesh are others.
  void forget()
  {
    this->releaseProduct();
    lengthScale_ = 0.0f;
  }
  std::size_t bytes() const { return cells_.bytes() + factors_.bytes(); }

  /// Give frame.twoPoints. `lengthScale`: world units in one of normalised positions. makeProduct() gives the
  /// ProductTable of functions that are not a table. Throws OutOfMemory.
  template <class MakeProduct>
  void prepare(MediumFrame& frame, float lengthScale, SegmentRule wanted, const MakeProduct& makeProduct)
  {
    const bool isDecided = std::abs(lengthScale - lengthScale_) <= 1e-4f * lengthScale;
    if (wanted == SegmentRule::Exact || (wanted == SegmentRule::Auto && isDecided && !isFineEnough_))
      return;
    if (!hasProduct_)
    {
      const bool isTable = frame.medium.colourSource == ColourSource::Table;
      const ProductTable made = isTable ? ProductTable() : makeProduct();
      cells_.assign(backend_, made.cells);
      factors_.assign(backend_, made.factors);
      backend_.synchronize();
      hasProduct_ = true;
    }
    frame.twoPoints.product = { cells_.data(), factors_.data(), float(ProductTable::numCells),
      float(ProductTable::numFactors) };
    if (wanted == SegmentRule::Auto && !isDecided)
    {
      isFineEnough_ = this->findWhether(frame, lengthScale);
      lengthScale_ = lengthScale;
    }
    frame.twoPoints.areTaken = wanted == SegmentRule::TwoPoints || isFineEnough_;
    if (!frame.twoPoints.areTaken)
      this->releaseProduct();
  }

private:
  void releaseProduct()
  {
    cells_.release();
    factors_.release();
    hasProduct_ = false;
  }
  bool findWhether(const MediumFrame& frame, float lengthScale)
  {
    // Most meshes that are too coarse are so by far, which a few segments tell.
    const std::int64_t few = 256, all = std::clamp<std::int64_t>(mesh_.numTets / 4, 1024, 16384);
    for (const std::int64_t numErrors : { few, all })
    {
      Buffer<SegmentErrors, Backend> errors(backend_, numErrors);
      sampleGradientSegments(backend_,
        { mesh_.links.data(), mesh_.originalTet.data(), mesh_.vertices.data(), frame.medium.vertexMagnitudes,
          mesh_.numTets, numErrors, lengthScale * 1.4426950f, errors.data() },
        frame);
      std::vector<SegmentErrors> found(static_cast<std::size_t>(numErrors));
      backend_.copyToHost(found.data(), errors.data(), errors.bytes());
      backend_.synchronize();
      const RayErrors bounds(found, numErrors == all ? RayErrors::mostRegions : 1);
      if (numErrors == all)
        return bounds.areSmall();
      if (bounds.areLarge())
        return false;
    }
    return false;
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  Buffer<Float4, Backend> cells_;
  Buffer<UInt2, Backend> factors_;
  bool hasProduct_ = false;
  bool isFineEnough_ = false;
  float lengthScale_ = 0.0f; ///< that this was found for
};

} // namespace inkray
