// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstddef>
#include <vector>

namespace inkray
{

/// The picture of several meshes in a blend mode other than Composite: the films of all of them
/// (FrameOptions::keepsFilms) are combined before they get a colour, so that an extreme, a mean or a sum is
/// that of all meshes, wherever they lie. Isosurfaces and slices of all of them lie over it in the order of
/// their depths, and what lies behind an opaque one does not count. The order of the meshes does not change a
/// bit of the picture. It is made in host memory; casters may be on different devices as long as one of them
/// alone has surfaces.
class CombinedFilms
{
public:
  /// One of them. All have the same blend mode, averageRange and range of values
  /// (TetRayCaster::setWholeRange, setWholeOpacityRange); for extremes values of one kind, at the points or
  /// in the cells, and the same functions. Cameras are in the coordinates of each, with an image of the same
  /// size.
  struct Mesh
  {
    TetRayCaster* caster;
    Camera camera;
    FrameOptions options;
    bool hasSurfaces; ///< isosurfaces or slices are drawn
  };

  /// Whether the surfaces can be drawn: one mesh has some, or those that have can be merged
  /// (TetRayCaster::canMerge). Casters are taken to be on one device.
  static bool canRender(const std::vector<Mesh>& meshes);

  /// Draw meshes, at least one. Who waits, and the opaque depths in host memory, are those of `whole`. Throws
  /// as TetRayCaster::render does for each, and InvalidInput for surfaces that cannot be drawn.
  void render(const std::vector<Mesh>& meshes, const FrameOptions& whole);

  /// As those of a TetRayCaster, in host memory. Valid until the next call.
  const float* image() const { return image_.data(); }
  const float* depth() const { return depth_.empty() ? nullptr : depth_.data(); }
  /// All that casters have taken together.
  TetRayCastTimings timings() const { return timings_; }

private:
  void castSurfaces(const std::vector<Mesh>& meshes, const FrameOptions& whole);
  void addTimings(const TetRayCaster& caster);

  std::vector<float> image_, depth_;
  TetRayCastTimings timings_;
};

} // namespace inkray
