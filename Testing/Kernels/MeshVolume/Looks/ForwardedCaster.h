// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <memory>
#include <utility>
#include <vector>

namespace inkray::testing
{

/// A ray caster of volumes that forwards every call to another ray caster, for any kind of cells. Tests
/// derive from it to change some calls.
template <class Base, class Caster>
class ForwardedVolumeCaster : public Base
{
public:
  explicit ForwardedVolumeCaster(std::unique_ptr<Caster> caster)
    : caster_(std::move(caster))
  {
  }

  void update(const MeshLook& look) override { caster_->update(look); }
  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override
  {
    caster_->draw(camera, options, onDevice);
  }
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override
  {
    caster_->developFilms(films, width, height, options);
  }
  void developInPlace(float* films, int width, int height, const FrameOptions& options) override
  {
    caster_->developInPlace(films, width, height, options);
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    return caster_->source(camera, options);
  }
  MeshPictures pictures() const override { return caster_->pictures(); }
  CasterState state() const override { return caster_->state(); }
  std::int64_t numRays() const override { return caster_->numRays(); }

protected:
  Caster& caster() const { return *caster_; }

private:
  std::unique_ptr<Caster> caster_;
};

/// The same for tetrahedra.
template <class Base>
class ForwardedCaster : public ForwardedVolumeCaster<Base, TetRayCaster>
{
public:
  using ForwardedVolumeCaster<Base, TetRayCaster>::ForwardedVolumeCaster;

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) override
  {
    return this->caster().setMesh(mesh, observer);
  }
  MeshHistogram histogram(const MeshHistogramInput& input) override
  {
    return this->caster().histogram(input);
  }
  void originalTets(std::int64_t* tets) const override { this->caster().originalTets(tets); }
};

} // namespace inkray::testing
