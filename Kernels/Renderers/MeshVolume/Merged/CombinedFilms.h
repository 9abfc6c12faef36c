// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <memory>
#include <vector>

namespace inkray
{

/// The picture of several meshes in a blend mode other than Composite: the films of all of them
/// (FrameOptions::keepsFilms) are combined before they get a colour, so that an extreme, a mean or a sum is
/// that of all meshes, wherever they lie. Isosurfaces and slices of all of them lie over it in the order of
/// their depths, and what lies behind an opaque one does not count. The order of the meshes does not change a
/// bit of the picture, of up to 16 meshes. Films are combined in the memory of the device of all casters.
class CombinedFilms
{
public:
  /// One of them. All have the same blend mode, averageRange and range of values
  /// (TetRayCaster::setWholeRange, setWholeOpacityRange); for extremes values of one kind, at the points or
  /// in the cells, and the same functions. Cameras are in the coordinates of each, with an image of the same
  /// size.
  struct Mesh
  {
    TetRayCaster* caster; ///< on the device of the CombinedFilms
    Camera camera;
    FrameOptions options;
    bool hasSurfaces; ///< isosurfaces or slices are drawn
  };

  /// For casters on this device. Throws Error when there is no such device.
  static std::unique_ptr<CombinedFilms> create(const DeviceId& device);
  virtual ~CombinedFilms() = default;
  virtual DeviceKind device() const = 0;

  /// Whether the surfaces can be drawn: one mesh has some, or those that have can be merged
  /// (TetRayCaster::canMerge).
  static bool canRender(const std::vector<Mesh>& meshes);

  /// Draw meshes, at least one; afterwards the picture is at image(), or with `onDevice` at deviceImage()
  /// alone. Who waits, and the opaque depths, are those of `whole`. Throws as TetRayCaster::render does for
  /// each, and InvalidInput for surfaces that cannot be drawn, and for casters on another kind of device.
  virtual void render(const std::vector<Mesh>& meshes, const FrameOptions& whole, bool onDevice = false) = 0;

  /// As those of a TetRayCaster. Valid until the next call.
  virtual const float* image() const = 0;
  virtual const float* deviceImage() const = 0;
  virtual const float* depth() const = 0;
  virtual const float* deviceDepth() const = 0;
  /// All that casters have taken together; `present` also has what combining took.
  virtual TetRayCastTimings timings() const = 0;

protected:
  /// The frame of the surfaces of a mesh alone.
  static FrameOptions surfacesOf(const FrameOptions& options);
};

} // namespace inkray
