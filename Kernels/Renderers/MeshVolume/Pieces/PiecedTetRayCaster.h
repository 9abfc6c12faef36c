// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstddef>
#include <memory>

namespace inkray
{

/// Milliseconds of the steps that have made a mesh ready to be drawn in pieces, since it was given.
struct PiecesSetUp
{
  double partition = 0;  ///< the mesh is cut into pieces
  double upload = 0;     ///< points and tets of pieces are gathered and sent
  double adjacency = 0;  ///< pieces are made ready for rays
  double hostMemory = 0; ///< of the host is made ready to keep the pieces that others take the place of
  double storing = 0;    ///< these are copied there
  double values = 0;     ///< of points and cells are given to all pieces, with what that stores
};

/// How a mesh was drawn in pieces.
struct PiecesReport
{
  int pieces = 0;            ///< that the mesh is cut into; 1: it was not
  int resident = 0;          ///< pieces in the memory of the device now
  int cast = 0;              ///< pieces of the last frame that rays were cast through
  int leftOut = 0;           ///< pieces that would have been too late for it (FrameOptions::piecesWithin)
  std::size_t bytesSent = 0; ///< of pieces to the device, in the last frame
  std::size_t peakBytes = 0; ///< the most that was ever in use
  PiecesSetUp setUp;
};

/// The ray caster of meshes that are larger than the memory that they may take: walls along the axes cut a
/// mesh into pieces (Geometry/Mesh/Partition.h), each of which has a ray caster of its own. A frame casts
/// them from front to back. The rays of each are cut to its box, end where the pieces before have become
/// opaque, and what they gather is composited under what is there, or, in blend modes other than Composite,
/// combined before it gets a colour: the picture is that of the whole mesh, up to rounding. The device keeps
/// as many pieces as fit; the others wait in host memory, ready for rays, and each is sent while rays are
/// cast through the one before.
///
/// The calls are those of TetRayCaster, with the same errors, but for these: render throws
/// OutOfMemory where the limit does not suffice for a single piece and the picture; setMesh throws
/// OutOfMemory where it does not suffice for pieces at all. histogram throws InvalidInput for more than one
/// piece. A picture of several sends all pieces, whatever piecesWithin says. Picks take 61 bytes a pixel,
/// 4 bytes a tet of the largest piece and, of several pixels together, 1 byte a tet, for as long as they
/// take. A frame has all rays, whether sparse ones were asked for or not; numRays counts the pixels that see
/// something; and the boundary faces of the report are those of all pieces.
class PiecedTetRayCaster : public TetRayCaster
{
public:
  /// The buffers of all pieces and of the picture take `memoryLimit` bytes together at most. `bytesAPiece`:
  /// the most that a piece takes while it is set up, by estimate; 0: half of the limit. Throws Error when
  /// there is no such device.
  static std::unique_ptr<PiecedTetRayCaster> create(
    DeviceKind kind, std::size_t memoryLimit, std::size_t bytesAPiece = 0);
  static std::unique_ptr<PiecedTetRayCaster> create(
    const DeviceId& device, std::size_t memoryLimit, std::size_t bytesAPiece = 0);

  virtual PiecesReport piecesReport() const = 0;
};

} // namespace inkray
