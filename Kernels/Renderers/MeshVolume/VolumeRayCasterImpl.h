// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/PickPicture.h"
#include "Renderers/MeshVolume/Frames/FrameChecks.h"
#include "Renderers/MeshVolume/Frames/FrameWorkspace.h"
#include "Renderers/MeshVolume/MeshSource.h"
#include "View/DistantEye.h"

#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// The ray caster of one kind of cells on one backend: a scene (all that is drawn, and its memory) and its
/// frames. `FaceOfKind` is the interface of the caster. `Scene` and `Frame` are MeshScene and MeshFrame, or
/// GridScene and GridFrame.
template <class Backend, class FaceOfKind, class Scene, class Frame>
class VolumeRayCasterImpl : public FaceOfKind
{
public:
  using Face = FaceOfKind;
  using OfBackend = Backend;

  /// Other casters may share the workspace, which cast at other times.
  explicit VolumeRayCasterImpl(std::shared_ptr<FrameWorkspace<Backend>> workspace)
    : workspace_(std::move(workspace))
  {
  }

  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override
  {
    frame_.draw(camera, options, !onDevice || !Backend::isDevice);
  }
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override
  {
    frame_.drawFilms(films, width, height, options);
  }
  void developInPlace(float* films, int width, int height, const FrameOptions& options) override
  {
    frame_.develop(reinterpret_cast<Float4*>(films), width, height, options);
    backend_.synchronize();
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    return std::make_unique<Source>(*this, *this, camera, options);
  }
  MeshPictures pictures() const override { return frame_.pictures(); }
  CasterState state() const override
  {
    const std::size_t resident = scene_.bytes();
    return { frame_.report, workspace_->deviceId, workspace_->deviceName, scene_.valueRange(),
      scene_.opacityRange(), scene_.largestGradient(),
      { resident, backend_.budget().used() - resident, setupPeak_ }, {} };
  }
  std::int64_t numRays() const override { return frame_.numRays(); }

  ///@{
  /// For callers that put pictures together.
  Backend& backend() { return backend_; }
  Frame& frame() { return frame_; } ///< the last frame
  const Frame& frame() const { return frame_; }
  void present(std::int64_t numPixels)
  {
    frame_.present(numPixels, true);
    backend_.synchronize();
  }
  const TakenFields& takenFields() const { return ofFields_; }
  ///@}

  /// Take the items of a style. Returns whether something has changed.
  bool updateStyle(const MeshStyle& style)
  {
    bool isNew = false;
    const auto update = [&](TakenRevision& of, const auto& item, const auto& take) {
      isNew = of.update(item, [&] { take(item); }) || isNew;
    };
    update(ofStyle_.function, style.function, [&](const auto& function) { scene_.setFunction(function); });
    update(ofStyle_.opacityFunction, style.opacityFunction,
      [&](const auto& function) { scene_.setOpacityFunction(function); });
    update(ofStyle_.gradientOpacity, style.gradientOpacity,
      [&](const auto& opacity) { scene_.setGradientOpacity(opacity.get()); });
    update(
      ofStyle_.function2D, style.function2D, [&](const auto& function) { scene_.setTable(function.get()); });
    update(ofStyle_.isosurfaces, style.isosurfaces,
      [&](const auto& surfaces) { scene_.setSurfaces(surfaces.get()); });
    update(ofStyle_.surfaceColors, style.surfaceColors,
      [&](const auto& table) { scene_.setSurfaceColors(table); });
    update(
      ofStyle_.threshold, style.threshold, [&](const auto& bounds) { scene_.setThreshold(bounds.get()); });
    update(ofStyle_.lights, style.lights, [&](const auto& lights) { scene_.light.lights = lights.get(); });
    update(ofStyle_.material, style.material,
      [&](const auto& material) { scene_.light.material = material.get(); });
    return isNew;
  }

  /// The scene in a picture of several volumes. `face`: the caster that draws it alone.
  class Source : public MeshSource
  {
  public:
    Source(
      VolumeRayCasterImpl& caster, VolumeRayCaster& face, const Camera& camera, const FrameOptions& options)
      : MeshSource(face, caster.workspace_->deviceId, camera, options, caster.scene_.surfaces.areIn(options))
      , caster_(caster)
    {
    }
    bool canBeWalked() const override { return caster_.scene_.hasValues() && this->isComposited(); }
    BoxDepths depths() const override
    {
      double box[6];
      caster_.scene_.bounds(box);
      return depthsOfBox(this->camera(), box);
    }
    RayWalk walk(const PictureOptions& options, double begin, const std::vector<BoxInView>& within) override
    {
      return caster_.frame_.walk(movedFromEye(this->camera(), begin), this->with(options, within));
    }
    PickedCells pick(const PictureOptions& options, const PickRequest& request) override
    {
      const Camera& camera = this->camera();
      caster_.scene_.check(this->options());
      checkFrame(camera, this->options());
      return caster_.picks_.draw(
        std::int64_t(camera.width) * camera.height, caster_.numCells_, this->ofShown(request), options,
        this->showsSum(), [](const auto& work) { work(); },
        [&](const WorkObserver& part) { this->castPicks(part, caster_.picks_.view()); });
    }
    void castPicks(const WorkObserver& observer, const PickView& picks) override
    {
      caster_.frame_.pick(this->camera(), this->forPicks(observer, picks), picks);
    }

  private:
    VolumeRayCasterImpl& caster_;
  };

protected:
  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Backend& backend_ = workspace_->backend;
  Scene scene_{ backend_ };
  Frame frame_{ *workspace_, scene_ };
  PickPicture<Backend> picks_{ backend_ };
  std::int64_t numCells_ = 0; ///< the caller's
  TakenFields ofFields_;
  /// The revisions of the style that was taken last.
  struct
  {
    TakenRevision function, opacityFunction, gradientOpacity, function2D, isosurfaces, surfaceColors,
      threshold, lights, material;
  } ofStyle_;
  std::size_t setupPeak_ = 0;
};

} // namespace inkray
