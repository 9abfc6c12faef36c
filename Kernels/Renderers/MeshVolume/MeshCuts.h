// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/HideCells.h"
#include "Geometry/Mesh/MeshCamera.h"
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Rays/RayIntervals.h"
#include "Renderers/MeshVolume/FrameCuts.h"
#include "Renderers/MeshVolume/MeshLook.h"

#include <utility>

namespace inkray
{

/// Cuts of a mesh: a threshold hides cells, planes and a box cut the rest. MeshLook.h describes them, and the
/// exceptions.
template <class Backend>
class MeshCuts
{
public:
  MeshCuts(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  ///@{
  /// Take an item of a Look, or drop the earlier one if it is absent.
  void setThresholdScalars(const Revised<ThresholdField>& item)
  {
    if (!item.isSet())
      return this->dropThresholdScalars();
    const ThresholdField& scalars = item.get();
    NormalizedField<Backend> greatest;
    if (scalars.greatest.values)
    {
      if (scalars.association != Association::Cells || scalars.greatest.association != Association::Cells)
        throw InvalidInput("a threshold with least and greatest values needs both of them for each cell");
      this->take(greatest, scalars.greatest, "greatest values for the threshold");
      this->take(threshold_, scalars, "least values for the threshold");
    }
    else
      this->take(threshold_, scalars, "threshold values");
    greatest_ = std::move(greatest);
    isOld_ = true;
  }
  void setThreshold(const ThresholdBounds& bounds)
  {
    if (!(bounds.low <= bounds.high))
      throw InvalidInput("the bounds of the threshold are not numbers, or the lower is above the upper");
    isOld_ = isOld_ || bounds.low != bounds_.low || bounds.high != bounds_.high;
    bounds_ = bounds;
  }
  ///@}
  void dropThresholdScalars()
  {
    threshold_.release();
    greatest_.release();
    hiddenCells_.release();
  }

  /// The cuts of a frame in the form that rays read. Null if there are no cuts, unless `anyway` is set.
  const RayCut* prepare(
    const Camera& camera, const MeshCamera& seen, const FrameOptions& options, bool anyway);

  bool areAny(const FrameOptions& options) const
  {
    return !options.clippingPlanes.empty() || options.cropBox.on || options.piece.isBounded() ||
      threshold_.isSet;
  }
  /// Whether the frame is cut by kept half spaces only, with no box removed and no threshold.
  bool areHalfSpaces(const FrameOptions& options) const
  {
    return !threshold_.isSet && !(options.cropBox.on && options.cropBox.keepsOutside);
  }

  /// Release data that frames make again.
  void releaseMask() { hiddenCells_.release(); }
  /// Call f with each buffer that frames do not change.
  template <class F>
  void forEachBuffer(const F& f)
  {
    f(threshold_.values);
    f(greatest_.values);
  }
  std::size_t bytes() const
  {
    return threshold_.values.bytes() + greatest_.values.bytes() + hiddenCells_.bytes();
  }

  /// The mask of hidden cells, updated if values or bounds have changed; null without a threshold.
  const std::uint32_t* hiddenCells();

private:
  void take(NormalizedField<Backend>& field, const Field& values, const char* name)
  {
    field.setAsFloats(backend_, values, name, mesh_.vertices.size(), mesh_.originalTet.size());
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  NormalizedField<Backend> threshold_; ///< in the order of the caller, like the next member
  /// The greatest value of each tet, if the threshold has ranges of values. threshold_ then has the least
  /// values.
  NormalizedField<Backend> greatest_;
  ThresholdBounds bounds_;
  Buffer<std::uint32_t, Backend> hiddenCells_;
  bool isOld_ = false; ///< the mask of hidden cells is out of date
  Buffer<RayCut, Backend> rayCut_;
};

template <class Backend>
const RayCut* MeshCuts<Backend>::prepare(
  const Camera& camera, const MeshCamera& seen, const FrameOptions& options, bool anyway)
{
  if (!anyway && !this->areAny(options))
    return nullptr;
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  RayCut cut = {};
  cut.hiddenCells = this->hiddenCells();
  makeEyeRays(camera, cut.eye);
  cut.worldPerDepth = seen.worldPerDepth;
  setCuts(options, eyeToMesh, cut.kept, cut.removed);
  rayCut_.reserve(backend_, 1);
  backend_.put(rayCut_.data(), cut);
  return rayCut_.data();
}

template <class Backend>
const std::uint32_t* MeshCuts<Backend>::hiddenCells()
{
  if (!threshold_.isSet)
    return nullptr;
  if (isOld_ || hiddenCells_.empty())
  {
    const auto normalized = [](double bound, const NormalizedField<Backend>& field) {
      return static_cast<float>((bound - field.low()) * field.scale());
    };
    const NormalizedField<Backend>& upper = greatest_.isSet ? greatest_ : threshold_;
    const std::int64_t words = (mesh_.numTets + 31) / 32;
    hiddenCells_.reserve(backend_, words);
    backend_.forEach(words,
      HideCells{ threshold_.values.data(), upper.values.data(),
        threshold_.perCell ? nullptr : mesh_.originalVertex.data(), mesh_.originalTet.data(),
        mesh_.links.data(), mesh_.numTets, normalized(bounds_.low, threshold_),
        normalized(bounds_.high, upper), hiddenCells_.data() });
    isOld_ = false;
  }
  return hiddenCells_.data();
}

} // namespace inkray
