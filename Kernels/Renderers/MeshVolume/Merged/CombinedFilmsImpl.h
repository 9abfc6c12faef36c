// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Renderers/MeshVolume/Merged/CombinedFilms.h"
#include "Renderers/MeshVolume/Pieces/PiecesPicture.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray
{

/// CombinedFilms in the memory of a backend: those of several meshes are combined as those of the pieces of
/// one are.
template <class Backend>
class CombinedFilmsImpl : public CombinedFilms
{
public:
  explicit CombinedFilmsImpl(const DeviceInfo& device)
    : backend_(device.id, MemoryBudget::noLimit)
    , kind_(device.id.kind)
  {
  }

  DeviceKind device() const override { return kind_; }
  void render(const std::vector<Mesh>& meshes, const FrameOptions& whole, bool onDevice) override;

  const float* image() const override { return picture_.image(); }
  const float* deviceImage() const override { return Backend::isDevice ? picture_.deviceImage() : nullptr; }
  const float* depth() const override { return picture_.depth(); }
  const float* deviceDepth() const override { return Backend::isDevice ? picture_.deviceDepth() : nullptr; }
  TetRayCastTimings timings() const override { return timings_; }

private:
  using Clock = std::chrono::steady_clock;

  /// What the last frame of a caster has left on the device.
  static const float* imageOf(const TetRayCaster& caster)
  {
    return Backend::isDevice ? caster.deviceImage() : caster.image();
  }
  static const float* depthOf(const TetRayCaster& caster)
  {
    return Backend::isDevice ? caster.deviceDepth() : caster.depth();
  }
  /// Who waits for a part of the work, which has a share of it from `begin` on.
  static WorkObserver observerOf(const FrameOptions& whole, double begin, double share)
  {
    WorkObserver observer = { whole.abortCheck, {} };
    if (whole.progress)
      observer.progress = [&whole, begin, share](double done) { whole.progress(begin + share * done); };
    return observer;
  }
  void castSurfaces(const std::vector<Mesh>& meshes, const FrameOptions& whole);
  void addTimings(const TetRayCaster& caster);

  Backend backend_;
  const DeviceKind kind_;
  PiecesPicture<Backend> picture_{ backend_ };
  TetRayCastTimings timings_;
};

template <class Backend>
void CombinedFilmsImpl<Backend>::addTimings(const TetRayCaster& caster)
{
  const TetRayCastTimings own = caster.timings();
  timings_.camera += own.camera;
  timings_.lists += own.lists;
  timings_.cast += own.cast;
  timings_.present += own.present;
}

/// Puts the surfaces of the meshes that have some into the picture.
template <class Backend>
void CombinedFilmsImpl<Backend>::castSurfaces(const std::vector<Mesh>& meshes, const FrameOptions& whole)
{
  const Mesh* first = nullptr;
  std::vector<TetRayCaster::Other> others;
  for (const Mesh& mesh : meshes)
  {
    if (mesh.hasSurfaces && first)
      others.push_back({ mesh.caster, mesh.camera, surfacesOf(mesh.options) });
    else if (mesh.hasSurfaces)
      first = &mesh;
  }
  FrameOptions alone = surfacesOf(first->options);
  static_cast<WorkObserver&>(alone) = observerOf(whole, 0.0, 0.5);
  alone.opaqueDepth = whole.opaqueDepth;
  alone.opaqueDepthOnDevice = whole.opaqueDepthOnDevice;
  for (const TetRayCaster::Other& other : others)
    alone.earlyTermination = std::min(alone.earlyTermination, other.options.earlyTermination);
  others.empty() ? first->caster->renderOnDevice(first->camera, alone)
                 : first->caster->renderMerged(first->camera, alone, others, true);
  this->addTimings(*first->caster);
  picture_.reserveDepth();
  picture_.add(reinterpret_cast<const Float4*>(imageOf(*first->caster)), depthOf(*first->caster), 0.0f);
}

template <class Backend>
void CombinedFilmsImpl<Backend>::render(
  const std::vector<Mesh>& meshes, const FrameOptions& whole, bool onDevice)
{
  if (meshes.empty() || !canRender(meshes) ||
    std::any_of(
      meshes.begin(), meshes.end(), [this](const Mesh& mesh) { return mesh.caster->device() != kind_; }))
    throw InvalidInput("films of no mesh, of meshes on another device, or whose surfaces cannot be merged");
  const Camera& camera = meshes.front().camera;
  if (camera.width < 1 || camera.height < 1 ||
    std::any_of(meshes.begin(), meshes.end(), [&camera](const Mesh& mesh) {
      return mesh.camera.width != camera.width || mesh.camera.height != camera.height;
    }))
    throw InvalidInput("images of films need pixels, as many as one another");
  timings_ = {};
  picture_.reserve(std::int64_t(camera.width) * camera.height);
  picture_.reserveFilms();
  picture_.begin(nullptr, false);
  const bool hasSurfaces =
    std::any_of(meshes.begin(), meshes.end(), [](const Mesh& mesh) { return mesh.hasSurfaces; });
  if (hasSurfaces)
    this->castSurfaces(meshes, whole);

  // Behind opaque surfaces nothing counts.
  picture_.beginFilms(whole.opaqueDepth, whole.opaqueDepthOnDevice);
  backend_.synchronize();
  std::vector<const Float4*> films;
  const double begin = hasSurfaces ? 0.5 : 0.0, share = (1.0 - begin) / static_cast<double>(meshes.size());
  for (const Mesh& mesh : meshes)
  {
    FrameOptions own = mesh.options;
    static_cast<WorkObserver&>(own) =
      observerOf(whole, begin + share * static_cast<double>(films.size()), share);
    own.keepsFilms = true;
    const bool hasEnds = hasSurfaces || whole.opaqueDepth;
    own.opaqueDepth = hasEnds ? picture_.ends() : nullptr;
    own.opaqueDepthOnDevice = hasEnds;
    mesh.caster->renderOnDevice(mesh.camera, own);
    this->addTimings(*mesh.caster);
    films.push_back(reinterpret_cast<const Float4*>(imageOf(*mesh.caster)));
  }
  const auto cast = Clock::now();
  const Mesh& developing = meshes.front();
  picture_.addFilms(films, false, filmOf(developing.options.blend).order);
  backend_.synchronize();
  developing.caster->developInPlace(
    reinterpret_cast<float*>(picture_.films()), camera.width, camera.height, developing.options);
  picture_.add(picture_.films(), nullptr, 0.0f);
  picture_.present(!onDevice || !Backend::isDevice);
  timings_.present += std::chrono::duration<double, std::milli>(Clock::now() - cast).count();
}

} // namespace inkray
