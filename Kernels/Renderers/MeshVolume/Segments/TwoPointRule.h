// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Segments/RayErrors.h"
#include "Renderers/MeshVolume/Segments/SegmentSample.h"
#include "Shading/StepTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace inkray
{

/// The functions of a medium as pieces; empty if it has no such function.
struct MediumFunctions
{
  std::vector<FunctionInterval> colors, opacities, factors;
};

/// Decides whether frames of a medium use two points for each segment (TwoPointIntegration.h), once for each
/// mesh and functions, from a sample of the mesh's segments. It also keeps the tables that rays then look up.
template <class Backend>
class TwoPointRule
{
public:
  /// What the decision depends on, in addition to the mesh: features, and numbers that change with values and
  /// functions.
  using Key = std::array<std::uint64_t, 3>;

  TwoPointRule(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Forget the decision, because the mesh changes.
  void forget()
  {
    this->releaseTables();
    lengthScale_ = 0.0f;
  }
  /// Release the tables, since the frame does not use two points; the decision stays.
  void releaseTables()
  {
    colors_.release();
    opacities_.release();
    factors_.release();
    hasTables_ = false;
  }
  std::size_t bytes() const { return colors_.bytes() + opacities_.bytes() + factors_.bytes(); }

  /// Set frame.twoPoints. `lengthScale`: world units in one unit of normalized positions. make() returns the
  /// MediumFunctions. Throws OutOfMemory.
  template <class Make>
  void prepare(MediumFrame& frame, const Key& key, float lengthScale, SegmentRule wanted, const Make& make)
  {
    if (key != key_)
      this->forget();
    key_ = key;
    const bool isDecided = std::abs(lengthScale - lengthScale_) <= 1e-4f * lengthScale;
    if (wanted == SegmentRule::Exact || (wanted == SegmentRule::Auto && isDecided && !isFineEnough_))
      return this->releaseTables();
    const bool isAsked = wanted == SegmentRule::Auto && !isDecided;
    const MediumFunctions functions = hasTables_ && !isAsked ? MediumFunctions() : make();
    if (!hasTables_)
    {
      tables_.colors = this->give(functions.colors, colors_);
      tables_.opacities = this->give(functions.opacities, opacities_);
      tables_.factors = this->give(functions.factors, factors_);
      hasTables_ = true;
    }
    frame.twoPoints = tables_;
    if (isAsked)
    {
      isFineEnough_ = this->findWhether(frame, lengthScale, functions.colors);
      lengthScale_ = lengthScale;
    }
    frame.twoPoints.areTaken = wanted == SegmentRule::TwoPoints || isFineEnough_;
    if (!frame.twoPoints.areTaken)
      this->releaseTables();
  }

private:
  StepView give(const std::vector<FunctionInterval>& pieces, Buffer<Float4, Backend>& cells)
  {
    if (pieces.empty())
      return {};
    const StepTable made(pieces);
    cells.assign(backend_, made.cells);
    backend_.synchronize();
    StepView view = made.view;
    view.cells = cells.data();
    return view;
  }
  bool findWhether(const MediumFrame& frame, float lengthScale, const std::vector<FunctionInterval>& colors)
  {
    // The exact form uses all knots of the colors.
    Buffer<FunctionInterval, Backend> pieces;
    MediumFrame sampled = frame;
    if (!colors.empty())
    {
      pieces.assign(backend_, colors);
      sampled.medium.colors = { pieces.data(), static_cast<int>(colors.size()) };
    }
    // Most meshes that are too coarse are far too coarse, which a few segments show.
    const std::int64_t few = 256, all = std::clamp<std::int64_t>(mesh_.numTets, 1024, 16384);
    // With these numbers, up to four million tets are all sampled, and up to sixteen thousand from sixteen
    // directions each.
    const std::int64_t perTet = (mesh_.numTets + all - 1) / all;
    for (const std::int64_t numErrors : { few, all })
    {
      Buffer<SegmentErrors, Backend> errors(backend_, numErrors);
      const SegmentSample sample = { mesh_.links.data(), mesh_.originalTet.data(), mesh_.vertices.data(),
        mesh_.numTets, numErrors, numErrors == few ? 16 : std::clamp<std::int64_t>(perTet, 16, 256),
        lengthScale * 1.4426950f, errors.data() };
      withCarryingSet<medium_kernel::values>(
        sampled.medium, [&](auto set) { sampleSegments<set()>(backend_, sample, sampled); });
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
  Buffer<Float4, Backend> colors_, opacities_, factors_;
  TwoPointFunctions tables_{};
  Key key_{};
  bool hasTables_ = false;
  bool isFineEnough_ = false;
  float lengthScale_ = 0.0f; ///< the scale for which the decision was made
};

} // namespace inkray
