// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/HeldRange.h"
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/SurfaceScene.h"
#include "Shading/Isosurface.h"
#include "Shading/VolumeLight.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray
{

/// The isosurfaces and slices of a frame in cells of any kind, in the memory of a backend. MeshLook.h
/// describes them and the exceptions.
template <class Backend>
class SceneSurfaces
{
public:
  explicit SceneSurfaces(Backend& backend)
    : backend_(backend)
  {
  }

  void set(std::vector<Isosurface> surfaces)
  {
    for (const Isosurface& surface : surfaces)
      if (!std::isfinite(surface.value))
        throw InvalidInput("an isovalue is infinite or not a number; give it a finite value");
    std::stable_sort(surfaces.begin(), surfaces.end(),
      [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
    surfaces_ = std::move(surfaces);
  }
  bool areIn(const FrameOptions& options) const
  {
    return !options.keepsFilms && (!surfaces_.empty() || !options.slices.empty());
  }
  bool empty() const { return surfaces_.empty(); }
  const std::vector<Isosurface>& ascending() const { return surfaces_; }

  /// The isovalues within the range of values, as scalars in double precision; the first of equal isovalues.
  std::vector<SurfaceEntry> entriesWithin(const HeldValues& values) const
  {
    std::vector<SurfaceEntry> entries;
    for (const Isosurface& s : surfaces_)
    {
      if (!(s.value > values.range.low && s.value <= values.range.high))
        continue;
      const auto value = static_cast<float>((s.value - values.low()) * values.scale());
      if (entries.empty() || value > entries.back().value)
        entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity, s.keepsColor ? 1 : 0 });
    }
    return entries;
  }
  /// For a frame: describe the surfaces of values, but for cells and units of depth.
  void describe(SurfaceScene& scene, const Camera& camera, const double eyeToMesh[16],
    const FrameOptions& options, const HeldValues& values, const SceneLight& light)
  {
    const std::vector<SurfaceEntry> entries = this->entriesWithin(values);
    entries_.assign(backend_, entries);
    scene.entries = entries_.data();
    scene.count = static_cast<std::int32_t>(entries.size());
    makeEyeRays(camera, scene.eye);
    for (const ClippingPlane& slice : options.slices)
      scene.slices.set(scene.slices.count++, slice, eyeToMesh);
    light.describe(scene);
    scene.sliceOpacity = options.sliceOpacity;
  }
  /// Bring the scene into the memory of the backend.
  const SurfaceScene* send(const SurfaceScene& scene)
  {
    scene_.reserve(backend_, 1);
    backend_.put(scene_.data(), scene);
    return scene_.data();
  }

private:
  Backend& backend_;
  std::vector<Isosurface> surfaces_; ///< in ascending order
  Buffer<SurfaceEntry, Backend> entries_;
  Buffer<SurfaceScene, Backend> scene_;
};

} // namespace inkray
