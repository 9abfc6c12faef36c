// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/WorkObserver.h"
#include "Picture/PickPicture.h"
#include "Renderers/MeshVolume/Frames/FrameChecks.h"
#include "Renderers/MeshVolume/Frames/FrameWorkspace.h"
#include "Renderers/MeshVolume/Frames/MeshFrame.h"
#include "Renderers/MeshVolume/MeshPages.h"
#include "Renderers/MeshVolume/MeshScene.h"
#include "Renderers/MeshVolume/MeshSource.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "View/DistantEye.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace inkray
{

/// The ray caster on one backend: a mesh with everything with which it is drawn, its memory, and its frames.
template <class Backend>
class TetRayCasterImpl : public TetRayCaster
{
public:
  TetRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : TetRayCasterImpl(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
  {
  }
  /// Use a workspace that other casters may share, which cast at other times.
  explicit TetRayCasterImpl(std::shared_ptr<FrameWorkspace<Backend>> workspace)
    : workspace_(std::move(workspace))
  {
  }

  ///@{
  /// Release the memory of the mesh and its values, of which host memory keeps copies, and take it again, in
  /// a block of at least pageBytes(). No other call may come between the two. pageOut returns the earlier
  /// block, if any. After pageIn transfers are in progress; they are complete for work that follows
  /// awaitPage.
  Buffer<char, Backend> pageOut()
  {
    scene_.releaseFrame();
    return pages_.out(this->buffers());
  }
  std::size_t pageBytes() const { return pages_.bytes(); }
  void pageIn(Buffer<char, Backend> block) { pages_.in(std::move(block), this->buffers()); }
  void awaitPage() { pages_.await(); }
  bool isPagedOut() const { return pages_.areOut(); }
  MeshPages<Backend>& pages() { return pages_; }
  const MeshPages<Backend>& pages() const { return pages_; }
  ///@}
  ///@{
  /// The last picture in the memory of the backend, and its depths or null. `present` copies them to image()
  /// and depth() after a change.
  Float4* picture() { return frame_.picture(); }
  float* pictureDepth() { return frame_.depth(); }
  void present(std::int64_t numPixels)
  {
    frame_.present(numPixels, true);
    backend_.synchronize();
  }
  void markRays(std::uint8_t* isMet) const { frame_.markRays(isMet); }
  Backend& backend() { return backend_; }
  /// Whether a frame shows isosurfaces or slices.
  bool hasSurfaces(const FrameOptions& options) const { return scene_.surfaces.areIn(options); }
  const BandPixels<Backend>& bandPixels() const
  {
    return frame_.bandPixels();
  } ///< of the last frame with bands
  ///@}

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void update(const MeshLook& look) override
  {
    this->updateFields(look.fields);
    this->updateStyle(look.style);
  }
  ///@{
  /// The parts of update. updateStyle returns whether something has changed.
  void updateFields(const MeshFields& fields);
  bool updateStyle(const MeshStyle& style);
  ///@}
  const TakenFields& takenFields() const { return ofFields_; }
  FiniteRange valueRange() const override { return scene_.values.scalars().range; }
  FiniteRange opacityRange() const override { return scene_.values.opacity().range; }
  double largestGradient() const override { return scene_.gradientFunctions.largest(); }
  MeshHistogram histogram(const MeshHistogramInput& input) override { return scene_.histogram(input); }
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
  /// Do the same as developInPlace, but do not wait for the device.
  void develop(Float4* films, int width, int height, const FrameOptions& options)
  {
    frame_.develop(films, width, height, options);
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    return std::make_unique<Source>(*this, camera, options);
  }
  MeshPictures pictures() const override
  {
    MeshPictures all = { frame_.imageInHost(), nullptr, frame_.depthInHost(), nullptr };
    if constexpr (Backend::isDevice)
    {
      all.deviceImage = reinterpret_cast<const float*>(frame_.picture());
      all.deviceDepth = frame_.depth();
    }
    return all;
  }
  TetRayCastTimings timings() const override { return frame_.report.timings; }
  TetRayCastStatistics statistics() const override { return frame_.report.statistics; }
  SparseReport sparseReport() const override { return frame_.report.sparse; }
  std::int64_t numRays() const override { return frame_.numRays(); }
  TetRayCastMemory memory() const override
  {
    const std::size_t resident = adjacency_.bytes() + scene_.bytes();
    return { resident, backend_.budget().used() - resident, setupPeak_ };
  }
  void originalTets(std::int64_t* tets) const override;

private:
  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Uploaded,
    SetUp
  };

  /// The mesh in a picture of several volumes.
  class Source : public MeshSource
  {
  public:
    Source(TetRayCasterImpl& caster, const Camera& camera, const FrameOptions& options)
      : MeshSource(caster, caster.deviceId_, camera, options, caster.hasSurfaces(options))
      , caster_(caster)
    {
    }
    bool canBeWalked() const override { return caster_.canBeWalked(this->options()); }
    BoxDepths depths() const override { return depthsOfBox(this->camera(), caster_.adjacency_.bounds); }
    RayWalk walk(const PictureOptions& options, double begin, const std::vector<BoxInView>& within) override;
    PickedCells pick(const PictureOptions& options, const PickRequest& request) override;
    void castPicks(const WorkObserver& observer, const PickView& picks) override
    {
      caster_.frame_.draw(this->camera(), this->forPicks(observer, picks), false, nullptr, &picks);
    }

  private:
    TetRayCasterImpl& caster_;
  };
  /// Whether a frame can be cast together with others.
  bool canBeWalked(const FrameOptions& options) const;
  /// Returns a function that calls its argument with each buffer of the mesh and its values.
  auto buffers()
  {
    return [this](const auto& f) {
      adjacency_.forEachBuffer(f);
      scene_.forEachBuffer(f);
    };
  }

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Backend& backend_ = workspace_->backend;
  const DeviceId& deviceId_ = workspace_->deviceId;
  const std::string& deviceName_ = workspace_->deviceName;

  TetAdjacency<Backend> adjacency_;
  MeshScene<Backend> scene_{ backend_, adjacency_ };
  PickPicture<Backend> picks_{ backend_ };
  std::int64_t numTets_ = 0; ///< the caller's
  MeshPages<Backend> pages_{ backend_ };
  MeshFrame<Backend> frame_{ *workspace_, adjacency_, scene_ };
  TakenFields ofFields_;
  /// The revisions of the style that was taken last.
  struct
  {
    TakenRevision function, opacityFunction, gradientOpacity, function2D, isosurfaces, surfaceColors,
      threshold, lights, material;
  } ofStyle_;
  std::size_t setupPeak_ = 0;
};

template <class Backend>
const TetMeshReport& TetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  // Drop the earlier mesh first: two meshes may not fit into memory at once.
  adjacency_ = TetAdjacency<Backend>();
  ofFields_ = TakenFields();
  scene_.release();
  pages_.release();
  frame_.release();

  const std::size_t before = backend_.budget().used();
  backend_.budget().resetPeak();
  backend_.mark(Begin);
  TetAdjacency<Backend> adjacency;
  const Observed<Backend> observed(backend_, observer);
  adjacency.build(backend_, mesh, Uploaded);
  backend_.mark(SetUp);
  backend_.synchronize();
  backend_.step(1.0, 1.0);
  adjacency_ = std::move(adjacency);
  numTets_ = mesh.numTets;
  setupPeak_ = backend_.budget().peak() - before;
  frame_.report.timings.upload = backend_.elapsed(Begin, Uploaded);
  frame_.report.timings.adjacency = backend_.elapsed(Uploaded, SetUp);
  return adjacency_.report;
}

template <class Backend>
void TetRayCasterImpl<Backend>::updateFields(const MeshFields& fields)
{
  TakenFields& taken = ofFields_;
  MeshValues<Backend>& values = scene_.values;
  double& uploaded = frame_.report.timings.upload;
  bool isFirst = true;
  const auto update = [&](TakenRevision& of, const auto& item, const auto& take) {
    of.update(item, [&] {
      if (item.isSet() && adjacency_.numTets == 0)
        throw InvalidInput("values were given before a mesh");
      pages_.changed();
      backend_.mark(Begin);
      take();
      backend_.mark(Uploaded);
      backend_.synchronize();
      uploaded = (isFirst ? 0.0 : uploaded) + backend_.elapsed(Begin, Uploaded);
      isFirst = false;
    });
  };
  const auto valuesChange = [&] {
    scene_.valuesChanged();
    taken.gradients.forget();
  };
  update(taken.values, fields.values, [&] {
    valuesChange();
    values.set(fields.values);
    taken.gradientValues.forget();
  });
  update(taken.gradientValues, fields.gradientValues, [&] {
    valuesChange();
    values.setGradientScalars(fields.gradientValues);
  });
  update(taken.gradients, fields.gradients, [&] { scene_.setGradients(fields.gradients); });
  update(taken.opacity, fields.opacity, [&] { values.setOpacityScalars(fields.opacity); });
  update(taken.surfaceValues, fields.surfaceValues,
    [&] { scene_.surfaces.colors().setScalars(fields.surfaceValues); });
  update(taken.threshold, fields.threshold, [&] { scene_.cuts.setThresholdScalars(fields.threshold); });
}

template <class Backend>
bool TetRayCasterImpl<Backend>::updateStyle(const MeshStyle& style)
{
  bool isNew = false;
  const auto update = [&](TakenRevision& of, const auto& item, const auto& take) {
    isNew = of.update(item, [&] { take(item); }) || isNew;
  };
  update(ofStyle_.function, style.function, [&](const auto& function) {
    pages_.changed();
    scene_.values.setFunction(function);
  });
  update(ofStyle_.opacityFunction, style.opacityFunction, [&](const auto& function) {
    pages_.changed();
    scene_.values.setOpacityFunction(function);
  });
  MeshGradientFunctions<Backend>& ofGradients = scene_.gradientFunctions;
  update(ofStyle_.gradientOpacity, style.gradientOpacity,
    [&](const auto& opacity) { ofGradients.setOpacity(opacity.get()); });
  update(ofStyle_.function2D, style.function2D,
    [&](const auto& function) { ofGradients.setTable(function.get()); });
  update(ofStyle_.isosurfaces, style.isosurfaces,
    [&](const auto& surfaces) { scene_.surfaces.set(surfaces.get()); });
  update(ofStyle_.surfaceColors, style.surfaceColors,
    [&](const auto& table) { scene_.surfaces.colors().setTable(table); });
  update(
    ofStyle_.threshold, style.threshold, [&](const auto& bounds) { scene_.cuts.setThreshold(bounds.get()); });
  update(ofStyle_.lights, style.lights, [&](const auto& lights) { scene_.light.lights = lights.get(); });
  update(
    ofStyle_.material, style.material, [&](const auto& material) { scene_.light.material = material.get(); });
  return isNew;
}

template <class Backend>
bool TetRayCasterImpl<Backend>::canBeWalked(const FrameOptions& options) const
{
  if (!filmOf(options.blend).isComposite || !scene_.values.scalars().isSet)
    return false;
  return options.drawVolume || !options.slices.empty() || !scene_.surfaces.empty();
}

template <class Backend>
RayWalk TetRayCasterImpl<Backend>::Source::walk(
  const PictureOptions& options, double begin, const std::vector<BoxInView>& within)
{
  WalkedMesh mesh = {};
  caster_.frame_.draw(movedFromEye(this->camera(), begin), this->with(options, within), false, &mesh);
  const auto kind = mesh.rays.starts ? RayWalk::Kind::Mesh : RayWalk::Kind::Nothing;
  return { kind, mesh, caster_.hasSurfaces(this->options()) };
}

template <class Backend>
PickedCells TetRayCasterImpl<Backend>::Source::pick(const PictureOptions& options, const PickRequest& request)
{
  const Camera& camera = this->camera();
  caster_.scene_.check(this->options());
  checkFrame(camera, this->options());
  return caster_.picks_.draw(
    std::int64_t(camera.width) * camera.height, caster_.numTets_, this->ofShown(request), options,
    this->showsSum(), [](const auto& work) { work(); },
    [&](const WorkObserver& part) { this->castPicks(part, caster_.picks_.view()); });
}

template <class Backend>
void TetRayCasterImpl<Backend>::originalTets(std::int64_t* tets) const
{
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(adjacency_.numTets));
  backend_.copyToHost(ids.data(), adjacency_.originalTet.data(), ids.size() * sizeof(std::uint32_t));
  std::copy_if(ids.begin(), ids.end(), tets, [](std::uint32_t id) { return id != noTet; });
}

} // namespace inkray
