// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Device/Device.h"
#include "Picture/RaySource.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "View/Camera.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// Volume rendering by ray casting, for any kind of cells: the part of a ray caster that does not depend on
/// how the cells are given. TetRayCaster takes tetrahedra, GridRayCaster takes images and rectilinear grids.
/// Errors are thrown as inkray::Error; afterwards the object still accepts new input. Not thread-safe.
class VolumeRayCaster
{
public:
  virtual ~VolumeRayCaster() = default;

  DeviceKind device() const { return this->state().device.kind; }
  std::string deviceName() const { return this->state().deviceName; }

  /// Draw the mesh with this look from now on. Items with the revision that was taken last are skipped. All
  /// others are taken, first the fields, then the style, each in the order of its struct; absent items are
  /// dropped. Throws InvalidInput as MeshLook.h says, and for fields without a mesh: the items before the bad
  /// one are taken, and the mesh is drawn as before. After OutOfMemory an item is lost. The next update, with
  /// this or another look, continues from there.
  virtual void update(const MeshLook& look) = 0;

  /// The finite range of the current values, low above high if none is finite, with the number of values that
  /// are NaN or infinite and so draw nothing. opacityRange is that of the opacity's own values. For colors, 0
  /// to 1.
  FiniteRange valueRange() const { return this->state().valueRange; }
  FiniteRange opacityRange() const { return this->state().opacityRange; }
  /// Returns the largest gradient magnitude that the last frame gave to a function of gradients, in units of
  /// the data per unit of length. Returns 0 if the frame had no such function.
  double largestGradient() const { return this->state().largestGradient; }

  /// Draw. Afterwards image() returns the image in host memory. A camera with singular matrices draws
  /// nothing. Throws InvalidInput without a mesh, values or (for the volume) transfer function, with opacity
  /// values but no opacity function, and for an image without pixels; Aborted, OutOfMemory.
  void render(const Camera& camera, const FrameOptions& options) { this->draw(camera, options, false); }
  /// Draw, and leave the image on the device, at deviceImage(); on the CPU the same as render.
  void renderOnDevice(const Camera& camera, const FrameOptions& options)
  {
    this->draw(camera, options, true);
  }
  /// Do the work of render (`onDevice` false) or of renderOnDevice (true).
  virtual void draw(const Camera& camera, const FrameOptions& options, bool onDevice) = 0;

  /// Make the picture from width x height films in host memory, which a frame with these options and
  /// keepsFilms has left, of this mesh or combined with those of others. Afterwards image() returns the
  /// image. Values of extremes and sums are from 0 to 1 over valueRange. Throws InvalidInput if render does,
  /// and in blend mode Composite.
  virtual void developFilms(const float* films, int width, int height, const FrameOptions& options) = 0;
  /// The same in place, for films in the memory of the device, or on the CPU in host memory: the picture
  /// replaces the films, and image and depths of the last frame are lost.
  virtual void developInPlace(float* films, int width, int height, const FrameOptions& options) = 0;

  /// This mesh as part of a picture of several volumes (Picture/RayPicture.h), in a frame with these options,
  /// whose observer and opaque depths the picture replaces. Its cells are the caller's tets. It can be merged
  /// if it is composited and shows a volume, isosurfaces or slices.
  virtual std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) = 0;

  /// width x height x RGBA, float, premultiplied color, lower row first. Valid until the next call.
  const float* image() const { return this->pictures().image; }
  /// The same in the memory of the device, or null on the CPU.
  const float* deviceImage() const { return this->pictures().deviceImage; }
  /// width x height window depths in [0, 1] of the first isosurface or slice with opacity 1; 1 if there is
  /// none. Null after a frame without either.
  const float* depth() const { return this->pictures().depth; }
  const float* deviceDepth() const { return this->pictures().deviceDepth; } ///< null on the CPU
  /// All four of these.
  virtual MeshPictures pictures() const = 0;

  TetRayCastTimings timings() const { return this->state().timings; }
  SparseReport sparseReport() const { return this->state().sparse; } ///< of the last sparse frame
  TetRayCastStatistics statistics() const { return this->state().statistics; }
  TetRayCastMemory memory() const { return this->state().memory; }
  PiecesReport piecesReport() const { return this->state().pieces; }
  std::vector<DeviceWork> deviceWork() const { return this->state().devices; } ///< empty: one device draws
  /// All that the functions above return about the caster, its values and its last frame.
  virtual CasterState state() const = 0;
  /// The number of the last frame's rays that meet the mesh: pixels with at least one list entry. This call
  /// counts them.
  virtual std::int64_t numRays() const = 0;
};

} // namespace inkray
