// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Segments/RayErrors.h"
#include "Shading/ProductTable.h"
#include "Shading/StepTable.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray
{

/// Whether frames with functions of smooth gradients, or of values alone that have many pieces, take two
/// points a segment (TwoPointIntegration.h), which a sample of the mesh's segments decides once for each
/// function and mesh, and what they then look up.
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

  /// Give frame.twoPoints. `lengthScale`: world units in one of normalised positions. make() gives the
  /// ProductTable of functions of gradients that are not a table, or the StepTable of values alone. Throws
  /// OutOfMemory.
  template <class Make>
  void prepare(MediumFrame& frame, float lengthScale, SegmentRule wanted, const Make& make)
  {
    const bool isDecided = std::abs(lengthScale - lengthScale_) <= 1e-4f * lengthScale;
    if (wanted == SegmentRule::Exact || (wanted == SegmentRule::Auto && isDecided && !isFineEnough_))
      return;
    using Table = decltype(make());
    const bool isAsked = wanted == SegmentRule::Auto && !isDecided;
    const bool isTable = frame.medium.colourSource == ColourSource::Table;
    const Table made = isTable || (hasProduct_ && !isAsked) ? Table() : make();
    if (!hasProduct_)
    {
      cells_.assign(backend_, made.cells);
      if constexpr (std::is_same_v<Table, ProductTable>)
        factors_.assign(backend_, made.factors);
      else
        steps_ = made.view;
      backend_.synchronize();
      hasProduct_ = true;
    }
    frame.twoPoints.product = { cells_.data(), factors_.data(), float(ProductTable::numCells),
      float(ProductTable::numFactors) };
    frame.twoPoints.steps = steps_;
    frame.twoPoints.steps.cells = cells_.data();
    if (isAsked)
    {
      Buffer<TransferFunctionPiece, Backend> pieces;
      if constexpr (!std::is_same_v<Table, ProductTable>)
      {
        pieces.assign(backend_, made.pieces);
        backend_.synchronize();
      }
      isFineEnough_ =
        this->findWhether(frame, lengthScale, { pieces.data(), static_cast<int>(pieces.size()) });
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
  /// `pieces`: of a function of values alone.
  bool findWhether(const MediumFrame& frame, float lengthScale, const PiecewiseView& pieces)
  {
    // Most meshes that are too coarse are so by far, which a few segments tell.
    const std::int64_t few = 256, all = std::clamp<std::int64_t>(mesh_.numTets, 1024, 16384);
    // Then each tet of up to four million is met, and one of up to sixteen thousand from sixteen directions.
    const std::int64_t perTet = (mesh_.numTets + all - 1) / all;
    for (const std::int64_t numErrors : { few, all })
    {
      Buffer<SegmentErrors, Backend> errors(backend_, numErrors);
      const SegmentSample sample = { mesh_.links.data(), mesh_.originalTet.data(), mesh_.vertices.data(),
        frame.medium.vertexMagnitudes, mesh_.numTets, numErrors,
        numErrors == few ? 16 : std::clamp<std::int64_t>(perTet, 16, 256), lengthScale * 1.4426950f,
        errors.data() };
      frame.medium.vertexMagnitudes ? sampleGradientSegments(backend_, sample, frame)
                                    : sampleFunctionSegments(backend_, sample, pieces, frame.twoPoints.steps);
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
  StepView steps_{}; ///< without its cells
  bool hasProduct_ = false;
  bool isFineEnough_ = false;
  float lengthScale_ = 0.0f; ///< that this was found for
};

} // namespace inkray
