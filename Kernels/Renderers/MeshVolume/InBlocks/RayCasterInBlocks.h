// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Frames/FrameWorkspace.h"
#include "Renderers/MeshVolume/InBlocks/FrameInBlocks.h"
#include "Renderers/MeshVolume/MeshSource.h"
#include "View/DistantEye.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace inkray
{

/// The ray caster of data in pieces on one backend, for any kind of cells. The pieces are blocks of a store;
/// FrameInBlocks draws their frames. `Pieces` is MeshInBlocks or GridInBlocks. Classes for a kind of cells
/// derive from this class.
template <class Pieces>
class RayCasterInBlocks : public Pieces::Caster::Face
{
protected:
  using Caster = typename Pieces::Caster;
  using Backend = typename Caster::OfBackend;

public:
  RayCasterInBlocks(const DeviceInfo& device, std::size_t memoryLimit)
    : workspace_(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
  {
  }

  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override
  {
    frame_.draw(camera, options, !onDevice || !Backend::isDevice);
  }
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override
  {
    frame_.developFilms(films, width, height, options);
  }
  void developInPlace(float* films, int width, int height, const FrameOptions& options) override
  {
    frame_.developInPlace(reinterpret_cast<Float4*>(films), width, height, options);
  }
  MeshPictures pictures() const override
  {
    const CompositePicture<Backend>& own = frame_.picture();
    MeshPictures all = { own.image(), nullptr, own.depth(), nullptr };
    if constexpr (Backend::isDevice)
    {
      all.deviceImage = own.deviceImage();
      all.deviceDepth = own.deviceDepth();
    }
    return all;
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    return std::make_unique<Source>(*this, camera, options);
  }
  CasterState state() const override
  {
    CasterState state = { { timings_, frame_.statistics, {} }, workspace_->deviceId, workspace_->deviceName,
      range_, opacityRange_, frame_.largestGradient(), { 0, 0, setupPeak_ },
      { pieces_.store().report(), std::max(peak_, backend_.budget().peak()), setUp_ } };
    pieces_.addTo(state);
    state.memory.frame = backend_.budget().used() - state.memory.resident;
    return state;
  }
  std::int64_t numRays() const override { return frame_.numRays(); }

protected:
  /// The data in a picture of several volumes, which are walked piece by piece.
  class Source : public MeshSource
  {
  public:
    Source(RayCasterInBlocks& caster, const Camera& camera, const FrameOptions& options)
      : MeshSource(caster, caster.workspace_->deviceId, camera, options,
          !caster.pieces_.style().isosurfaces->empty() || !options.slices.empty())
      , caster_(caster)
    {
    }
    bool canBeWalked() const override { return caster_.pieces_.size() > 0 && this->isComposited(); }
    BoxDepths depths() const override { return depthsOfBox(this->camera(), caster_.pieces_.bounds()); }
    RayWalk walk(const PictureOptions&, double, const std::vector<BoxInView>&) override { return {}; }
    bool isInBlocks() const override { return true; }
    void visitBlocks(const PictureOptions& options, const std::vector<BoxInView>& within,
      const BlockVisitor& visitor) override
    {
      caster_.frame_.visit(this->camera(), this->with(options, within), visitor);
    }
    PickedCells pick(const PictureOptions& options, const PickRequest& request) override
    {
      if (caster_.pieces_.size() == 1)
        return caster_.pieces_.use(0).source(this->camera(), this->options())->pick(options, request);
      return caster_.frame_.pick(this->camera(), this->with(options), options, this->ofShown(request),
        caster_.numCells_, this->showsSum());
    }

  private:
    RayCasterInBlocks& caster_;
  };

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Backend& backend_ = workspace_->backend;
  Pieces pieces_{ workspace_ };
  FrameInBlocks<Pieces> frame_{ backend_, pieces_ };
  TetRayCastTimings& timings_ = frame_.timings;
  std::int64_t numCells_ = 0; ///< the caller's
  FiniteRange range_, opacityRange_;
  std::size_t setupPeak_ = 0, peak_ = 0;
  PiecesSetUp setUp_;
};

} // namespace inkray
