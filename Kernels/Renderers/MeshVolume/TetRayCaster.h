// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/Mesh/MeshHistogram.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Picture/RaySource.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/MeshLook.h"
#include "View/Camera.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace inkray
{

/// Volume rendering of tetrahedral meshes by ray casting (Gu and Kim 2020), on a CUDA device or on CPU
/// threads.
///
/// Rays walk through the mesh from face to face. They enter, and re-enter after a gap, at the boundary faces
/// in their pixel's intersection list. In each tet the scalar is linear (point values) or constant (cell
/// values). Its piecewise-linear transfer function gives color and attenuation, which are integrated in
/// closed form over each piece (partial pre-integration, Moreland and Angel 2004).
///
/// Calls in order: setMesh, update, then render any number of times. Each call may be repeated. Errors are
/// thrown as inkray::Error; afterwards the object still accepts new input. Not thread-safe.
class TetRayCaster
{
public:
  /// Make a ray caster on CUDA or on the CPU. Auto means CUDA if there is a device; CUDA throws Error if
  /// there is none.
  static std::unique_ptr<TetRayCaster> create(DeviceKind kind = DeviceKind::Auto);
  /// Make a ray caster on one device, whichever device is current. Its buffers may take `memoryLimit` bytes
  /// together; larger requests throw OutOfMemory. Throws Error if the device does not exist.
  static std::unique_ptr<TetRayCaster> create(
    const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// Make a ray caster for meshes that are larger than the memory that they may take. Walls along the axes
  /// cut a mesh into pieces (Geometry/Mesh/Partition.h); each has its own ray caster. A frame casts them from
  /// front to back. The rays of each piece are cut to its box, and end where earlier pieces have become
  /// opaque. What they gather is composited behind the picture so far or, in blend modes other than
  /// Composite, combined before it gets a color. The picture is that of the whole mesh, up to rounding. The
  /// device keeps as many pieces as fit. The others wait in host memory, ready for rays, and each is sent
  /// while rays are cast through the one before.
  ///
  /// The buffers of all pieces and of the picture take at most `memoryLimit` bytes together. `bytesABlock`:
  /// the estimated most that a piece takes while it is set up; 0: half of the limit. render throws
  /// OutOfMemory if the limit does not suffice for a single piece and the picture; setMesh throws it if the
  /// limit does not suffice for any pieces. histogram throws InvalidInput for more than one piece. A picture
  /// of several volumes sends all pieces and ignores piecesWithin. Picks temporarily take 61 bytes for each
  /// pixel, 4 bytes for each tet of the largest piece and, for several pixels together, 1 byte for each tet.
  /// A frame casts all rays, even if sparse ones were requested. numRays counts the pixels in which something
  /// is visible or, in a picture of several volumes, those whose rays meet the mesh. The report's boundary
  /// faces are those of all pieces.
  static std::unique_ptr<TetRayCaster> createInBlocks(
    DeviceKind kind, std::size_t memoryLimit, std::size_t bytesABlock = 0);
  static std::unique_ptr<TetRayCaster> createInBlocks(
    const DeviceId& device, std::size_t memoryLimit, std::size_t bytesABlock = 0);
  virtual ~TetRayCaster() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Build the adjacency: neighbors, boundary faces, an order along a space-filling curve. Drops the earlier
  /// mesh and all fields. Throws InvalidInput if no tet is left, OutOfMemory, Aborted; there is no mesh then.
  /// A CUDA device calls the observer while the mesh is sent to it, and between stages.
  virtual const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;

  /// Draw the mesh with this look from now on. Items with the revision that was taken last are skipped. All
  /// others are taken, first the fields, then the style, each in the order of its struct; absent items are
  /// dropped. Throws InvalidInput as MeshLook.h says, and for fields without a mesh: the items before the bad
  /// one are taken, and the mesh is drawn as before. After OutOfMemory an item is lost. The next update, with
  /// this or another look, continues from there.
  virtual void update(const MeshLook& look) = 0;

  /// The finite range of the current values, low above high if none is finite, with the number of values that
  /// are NaN or infinite and so draw nothing. opacityRange is that of the opacity's own values. For colors, 0
  /// to 1.
  virtual FiniteRange valueRange() const = 0;
  virtual FiniteRange opacityRange() const = 0;
  /// The largest magnitude of the gradients that the last frame used for a function of gradients, in units of
  /// the data per unit of length; 0 if it used none.
  virtual double largestGradient() const = 0;

  /// How much of the volume has which values: see findMeshHistogram, which says what is counted. Values of
  /// cells have the gradients of gradientValues. The current threshold applies. Throws InvalidInput without a
  /// mesh and values, for direct colors, for gradients without values at the points, and like
  /// findMeshHistogram; OutOfMemory.
  virtual MeshHistogram histogram(const MeshHistogramInput& input) = 0;
  /// Draw. Afterwards image() returns the image in host memory. A camera with singular matrices draws
  /// nothing. Throws InvalidInput without a mesh, values or (for the volume) transfer function, with opacity
  /// values but no opacity function, and for an image without pixels; Aborted, OutOfMemory.
  void render(const Camera& camera, const FrameOptions& options) { this->draw(camera, options, false); }
  /// Draw, and leave the image on the device, at deviceImage(); on the CPU the same as render.
  void renderOnDevice(const Camera& camera, const FrameOptions& options)
  {
    this->draw(camera, options, true);
  }
  /// Do what one of the two above does.
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

  virtual TetRayCastTimings timings() const = 0;
  virtual SparseReport sparseReport() const = 0; ///< of the last render with sparse rays
  virtual TetRayCastStatistics statistics() const = 0;
  /// The number of the last frame's rays that meet the mesh: pixels with at least one list entry. Counted in
  /// this call.
  virtual std::int64_t numRays() const = 0;
  virtual TetRayCastMemory memory() const = 0;
  virtual PiecesReport piecesReport() const { return {}; }

  /// Write the caller's tet for each tet in the order of the stored mesh: the report's numTets ids, to host
  /// memory.
  virtual void originalTets(std::int64_t* tets) const = 0;
};

} // namespace inkray
