// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Geometry/RegularGrid/Isovalues.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray
{

/// The isosurfaces of one volume or mesh, on the host and as kernels read them.
template <class Backend>
class PathSurfaces
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// Take surfaces in any order; of surfaces with the same value, the first counts. Throws InvalidInput as
  /// PathTracer::setIsosurfaces.
  void set(const std::vector<PathSurface>& surfaces)
  {
    const auto isShare = [](float x) { return x >= 0.0f && x <= 1.0f; };
    for (const PathSurface& s : surfaces)
    {
      if (!std::isfinite(s.value))
        throw InvalidInput("an isovalue is infinite or not a number; give it a finite value");
      if (!isShare(s.color[0]) || !isShare(s.color[1]) || !isShare(s.color[2]) || !isShare(s.opacity))
        throw InvalidInput("color and opacity of an isosurface have to be from 0 to 1");
    }
    surfaces_ = surfaces;
    std::stable_sort(surfaces_.begin(), surfaces_.end(),
      [](const PathSurface& a, const PathSurface& b) { return a.value < b.value; });
    surfaces_.erase(std::unique(surfaces_.begin(), surfaces_.end(),
                      [](const PathSurface& a, const PathSurface& b) { return a.value == b.value; }),
      surfaces_.end());
  }
  bool empty() const { return surfaces_.empty(); }
  /// Whether there is one isovalue, and its surface is opaque.
  bool isSingle() const { return surfaces_.size() == 1 && surfaces_[0].opacity >= 1.0f; }

  /// Copy the surfaces to the backend. keep(value) converts an isovalue to the units of kernels. Isovalues
  /// that become equal count as one.
  template <class Keep>
  void send(Backend& backend, const Keep& keep)
  {
    std::vector<SurfaceEntry> entries;
    std::vector<PathSurfaceEntry> materials;
    for (const PathSurface& s : surfaces_)
    {
      const float value = keep(s.value);
      if (!entries.empty() && !(value > entries.back().value))
        continue;
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity, s.keepsColor ? 1 : 0 });
      materials.push_back({ s.material, s.solidBelow ? 1 : 0 });
    }
    const auto n = static_cast<std::int64_t>(entries.size());
    entries_.reserve(backend, n);
    materials_.reserve(backend, n);
    backend.copyFromHost(entries_.data(), entries.data(), entries.size() * sizeof(SurfaceEntry));
    backend.copyFromHost(materials_.data(), materials.data(), materials.size() * sizeof(PathSurfaceEntry));
    list_ = { entries_.data(), static_cast<std::int32_t>(n), n > 0 ? entries[0].value : 0.0f };
  }
  /// The surfaces that send() has copied.
  const SurfaceList& list() const { return list_; }
  const PathSurfaceEntry* materials() const { return materials_.data(); }
  std::size_t bytes() const { return entries_.bytes() + materials_.bytes(); }

private:
  std::vector<PathSurface> surfaces_;
  Array<SurfaceEntry> entries_;
  Array<PathSurfaceEntry> materials_;
  SurfaceList list_ = {};
};

} // namespace inkray
