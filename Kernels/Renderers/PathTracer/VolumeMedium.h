// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/HeldRange.h"
#include "Geometry/RegularGrid/BrickedVolume.h"
#include "Geometry/RegularGrid/FindVisibleValues.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Shading/PiecewiseTransferFunction.h"
#include "Shading/TransferFunction.h"

#include <vector>

namespace inkray
{

/// Return the transfer function of a medium as kernels read it, for values v that are held as
/// (v - low) * scale. Throws InvalidInput for a function that cannot be drawn.
inline std::vector<FunctionInterval> makeMediumIntervals(
  const TransferFunction& function, double low, double scale)
{
  if (function.isCategorical)
    throw InvalidInput("light cannot pass through a volume with colors of categories, whose values mean "
                       "nothing between points; give it a continuous color map");
  for (const TransferFunctionKnot& k : function.knots)
    if (k.red < 0.0f || k.green < 0.0f || k.blue < 0.0f)
      throw InvalidInput("the transfer function has a color below 0");
  return makeIntervals(function, low, scale);
}

/// A volume of the path tracer as a medium: its transfer function, and a tree of the bricks that the function
/// does not make transparent.
template <class Backend>
class VolumeMedium
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  bool empty() const { return pieces_.empty(); }
  void clear()
  {
    pieces_.clear();
    intervals_.clear();
  }
  /// Set the function. `range`: the range of the volume's finite values; low > high if no value is finite.
  void set(const TransferFunction& function, const double (&range)[2], const QuantizedField<Backend>& values)
  {
    // Intervals are relative to the range of all values, or of the knots if the former is far wider.
    FiniteRange shown;
    for (const TransferFunctionKnot& knot : function.knots)
      shown.add(knot.scalar);
    const FiniteRange held = heldRange(rangeBetween(range[0], range[1]), shown);
    const double low = held.low <= held.high ? held.low : 0.0;
    const double scale = held.low < held.high ? 1.0 / (held.high - held.low) : 1.0;
    pieces_ = makeMediumIntervals(function, low, scale);
    intervals_ = findVisibleValues(function.knots, values.offset, values.scale);
    low_ = values.keep(low);
    scale_ = static_cast<float>(scale / values.scale);
    isCurrent_ = false;
  }
  /// Update the function and the tree on the backend if they are out of date.
  void update(Backend& backend, const BrickedVolume<Backend>& volume)
  {
    if (isCurrent_)
      return;
    const auto upload = [&backend](auto& to, const auto& from) {
      to.reserve(backend, static_cast<std::int64_t>(from.size()));
      backend.copyFromHost(to.data(), from.data(), from.size() * sizeof(from[0]));
    };
    upload(pieceArray_, pieces_);
    if (!intervals_.empty())
      upload(intervalArray_, intervals_);
    volume.makeTree(
      backend, { intervalArray_.data(), static_cast<std::int32_t>(intervals_.size()) }, nodes_, leafMasks_);
    isCurrent_ = true;
  }
  /// Fill the parts of the view that do not depend on the grid's place in the scene.
  void describe(GridMediumView& view) const
  {
    view.grid.nodes = nodes_.data();
    view.grid.leafMasks = leafMasks_.data();
    view.function = { pieceArray_.data(), static_cast<int>(pieces_.size()) };
    view.low = low_;
    view.scale = scale_;
  }

private:
  std::vector<FunctionInterval> pieces_;
  std::vector<MinMax<float>> intervals_;
  float low_ = 0.0f, scale_ = 1.0f;
  bool isCurrent_ = false;
  Array<FunctionInterval> pieceArray_;
  Array<MinMax<float>> intervalArray_;
  Array<BrickNode> nodes_;
  Array<std::uint64_t> leafMasks_;
};

} // namespace inkray
