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
/// The mesh is walked from face to face. Rays enter, and re-enter after a gap, at the boundary faces in their
/// pixel's intersection list. In each tet the scalar is linear (point values) or constant (cell values);
/// colour and attenuation are the piecewise-linear transfer function of it, integrated in closed form over
/// each piece (partial pre-integration, Moreland and Angel 2004).
///
/// Calls in order: setMesh, update, then render any number of times; each may be repeated on its own. Errors
/// are thrown as inkray::Error; after one, the object can still be given new input. Not thread-safe.
class TetRayCaster
{
public:
  /// A ray caster on CUDA or on the CPU. Auto takes what there is; CUDA throws Error when there is no device.
  static std::unique_ptr<TetRayCaster> create(DeviceKind kind = DeviceKind::Auto);
  /// On one device, whatever device is current; its buffers may take `memoryLimit` bytes together, and what
  /// asks for more throws OutOfMemory. Throws Error when there is no such device.
  static std::unique_ptr<TetRayCaster> create(
    const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// A ray caster of meshes that are larger than the memory that they may take: walls along the axes cut a
  /// mesh into pieces (Geometry/Mesh/Partition.h), each of which has a ray caster of its own. A frame casts
  /// them from front to back. The rays of each are cut to its box, end where the pieces before have become
  /// opaque, and what they gather is composited under what is there, or, in blend modes other than Composite,
  /// combined before it gets a colour: the picture is that of the whole mesh, up to rounding. The device
  /// keeps as many pieces as fit; the others wait in host memory, ready for rays, and each is sent while rays
  /// are cast through the one before.
  ///
  /// The buffers of all pieces and of the picture take `memoryLimit` bytes together at most. `bytesAPiece`:
  /// the most that a piece takes while it is set up, by estimate; 0: half of the limit. render throws
  /// OutOfMemory where the limit does not suffice for a single piece and the picture; setMesh throws
  /// OutOfMemory where it does not suffice for pieces at all. histogram throws InvalidInput for more than one
  /// piece. A picture of several sends all pieces, whatever piecesWithin says. Picks take 61 bytes a pixel, 4
  /// bytes a tet of the largest piece and, of several pixels together, 1 byte a tet, for as long as they
  /// take. A frame has all rays, whether sparse ones were asked for or not; numRays counts the pixels that
  /// see something, or of a picture of several those whose rays meet it; and the boundary faces of the report
  /// are those of all pieces.
  static std::unique_ptr<TetRayCaster> createPieced(
    DeviceKind kind, std::size_t memoryLimit, std::size_t bytesAPiece = 0);
  static std::unique_ptr<TetRayCaster> createPieced(
    const DeviceId& device, std::size_t memoryLimit, std::size_t bytesAPiece = 0);
  virtual ~TetRayCaster() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Build the adjacency: neighbours, boundary faces, an order along a space-filling curve. Drops the
  /// mesh that was set before, and all fields that were taken. Throws InvalidInput when no tet is left,
  /// OutOfMemory, Aborted; there is no mesh then. A CUDA device asks and tells the observer while the mesh is
  /// sent to it, and between stages.
  virtual const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;

  /// Draw the mesh with this look from now on. What has the revision that was taken last is not looked at;
  /// all else is taken, first the fields, then the style, each in the order of its struct, and what is absent
  /// is dropped. Throws InvalidInput as MeshLook.h says, and for fields without a mesh: the items before the
  /// bad one are taken, and it is drawn as it was. After OutOfMemory an item is lost. The next update, with
  /// this look or another, begins where this one has ended.
  virtual void update(const MeshLook& look) = 0;

  /// The finite range of the values that were taken, low above high when none is finite, with the number of
  /// those that are NaN (or infinite) and so draw nothing; and that of the opacity's own values. Of colours,
  /// 0 to 1.
  virtual FiniteRange valueRange() const = 0;
  virtual FiniteRange opacityRange() const = 0;
  /// The largest magnitude of the gradients that the last frame took for a function of them, in units of the
  /// data per unit of length; 0 if it took none.
  virtual double largestGradient() const = 0;

  /// How much of the volume has which values: see findMeshHistogram, which says what counts. Values of cells
  /// have the gradients of gradientValues. The threshold counts as it was taken last. Throws InvalidInput
  /// without a mesh and values, for colours as they are, for gradients without values at the points, and as
  /// findMeshHistogram; OutOfMemory.
  virtual MeshHistogram histogram(const MeshHistogramInput& input) = 0;
  /// Draw. Afterwards the image is in host memory at image(). A camera with singular matrices draws nothing.
  /// Throws InvalidInput without a mesh, values or (for the volume) transfer function, with opacity values
  /// but no opacity function, and for an image without pixels; Aborted, OutOfMemory.
  void render(const Camera& camera, const FrameOptions& options) { this->draw(camera, options, false); }
  /// Draw, and leave the image on the device at deviceImage(); on the CPU the same as render.
  void renderOnDevice(const Camera& camera, const FrameOptions& options)
  {
    this->draw(camera, options, true);
  }
  /// One of the two.
  virtual void draw(const Camera& camera, const FrameOptions& options, bool onDevice) = 0;

  /// The picture of width x height films, in host memory, that a frame with these options and keepsFilms has
  /// left, of this mesh or combined with those of others: afterwards the image is at image(). Values of
  /// extremes and sums are from 0 to 1 over valueRange. Throws InvalidInput where render does, and in blend
  /// mode Composite.
  virtual void developFilms(const float* films, int width, int height, const FrameOptions& options) = 0;
  /// The same in place, for films in the memory of the device, on the CPU in that of the host: the picture
  /// takes their place, and image and depths of the last frame are lost.
  virtual void developInPlace(float* films, int width, int height, const FrameOptions& options) = 0;

  /// This mesh in a picture of several (Picture/RayPicture.h), in a frame with these options, of which who
  /// waits and opaque depths are those of the picture; its cells are the caller's tets. It can be merged
  /// where it is composited, and shows a volume, isosurfaces or slices.
  virtual std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) = 0;

  /// width x height x RGBA, float, colour multiplied by opacity, lower row first. Valid until the next call.
  const float* image() const { return this->pictures().image; }
  /// The same in the memory of the device, or null on the CPU.
  const float* deviceImage() const { return this->pictures().deviceImage; }
  /// width x height window depths in [0, 1] of the first isosurface or slice with opacity 1; 1 where there is
  /// none. Null after a frame without either.
  const float* depth() const { return this->pictures().depth; }
  const float* deviceDepth() const { return this->pictures().deviceDepth; } ///< null on the CPU
  /// These four.
  virtual MeshPictures pictures() const = 0;

  virtual TetRayCastTimings timings() const = 0;
  virtual SparseReport sparseReport() const = 0; ///< of the last render with sparse rays
  virtual TetRayCastStatistics statistics() const = 0;
  /// Rays of the last frame that meet the mesh: pixels with at least one list entry. Counted by this call.
  virtual std::int64_t numRays() const = 0;
  virtual TetRayCastMemory memory() const = 0;
  virtual PiecesReport piecesReport() const { return {}; }

  /// The caller's tet for each tet in the order of the mesh kept here: report's numTets ids, to host memory.
  virtual void originalTets(std::int64_t* tets) const = 0;
};

} // namespace inkray
