// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/Mesh/MeshHistogram.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Renderers/MeshVolume/VolumeRayCaster.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

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
class TetRayCaster : public VolumeRayCaster
{
public:
  /// Make a ray caster on a device. Auto means CUDA if there is a device. Its buffers may take `memoryLimit`
  /// bytes together; larger requests throw OutOfMemory. Throws Error if the device does not exist.
  static std::unique_ptr<TetRayCaster> create(
    const DeviceId& device = DeviceKind::Auto, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// Make a ray caster on devices of one kind. Each device casts some rows of a picture (OnDevices.h).
  /// deviceWork() reports devices that fail. Throws Error if the first device cannot be used, and
  /// InvalidInput for an empty list or several kinds.
  static std::unique_ptr<TetRayCaster> createOnDevices(
    const std::vector<DeviceId>& devices, std::size_t memoryLimit = MemoryBudget::noLimit);
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
    const DeviceId& device, std::size_t memoryLimit, std::size_t bytesABlock = 0);

  /// Build the adjacency: neighbors, boundary faces, an order along a space-filling curve. Drops the earlier
  /// mesh and all fields. Throws InvalidInput if no tet is left, OutOfMemory, Aborted; there is no mesh then.
  /// A CUDA device calls the observer while the mesh is sent to it, and between stages.
  virtual const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;

  /// How much of the volume has which values: see findMeshHistogram, which says what is counted. Values of
  /// cells have the gradients of gradientValues. The current threshold applies. Throws InvalidInput without a
  /// mesh and values, for direct colors, for gradients without values at the points, and like
  /// findMeshHistogram; OutOfMemory.
  virtual MeshHistogram histogram(const MeshHistogramInput& input) = 0;

  /// Write the caller's tet for each tet in the order of the stored mesh: the report's numTets ids, to host
  /// memory.
  virtual void originalTets(std::int64_t* tets) const = 0;

private:
  /// Make a ray caster on CUDA devices. Throws Error in a build without CUDA.
  static std::unique_ptr<TetRayCaster> createOnCuda(
    const std::vector<DeviceInfo>& devices, std::size_t memoryLimit);
  static std::unique_ptr<TetRayCaster> createInBlocksOnCuda(
    const DeviceInfo& device, std::size_t memoryLimit, std::size_t bytesABlock);
};

} // namespace inkray
