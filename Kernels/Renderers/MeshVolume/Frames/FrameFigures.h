// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/RaySource.h"

#include <cstddef>
#include <cstdint>

namespace inkray
{

/// Milliseconds of the last setMesh, update and render. On CUDA, measured with events on the device.
struct TetRayCastTimings : PictureTimings
{
  double adjacency = 0; ///< set-up of the mesh without its transfer
  double upload = 0;    ///< to the device, of whichever was last: the mesh, or fields
};

/// Counters of the last frame.
struct TetRayCastStatistics : PictureStatistics
{
  std::int64_t recastRays = 0; ///< rays that OnDemandVDFI lost, cast again with edge functions; 0 with these
  bool byTwoPoints = false;    ///< segments were not integrated exactly (SegmentRule)
};

/// Bytes on the device (or in host memory for the CPU backend).
struct TetRayCastMemory
{
  std::size_t resident = 0;  ///< mesh, adjacency, values and transfer function
  std::size_t frame = 0;     ///< all else that is held: image, lists, projected vertices, workspace
  std::size_t setupPeak = 0; ///< highest use while the mesh was set up
};

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
struct PiecesReport : BlocksReport
{
  std::size_t peakBytes = 0; ///< the most that was ever in use
  PiecesSetUp setUp;
};

/// The last picture and its depths, in host memory and in that of a device; null: none there.
struct MeshPictures
{
  const float* image = nullptr;
  const float* deviceImage = nullptr;
  const float* depth = nullptr;
  const float* deviceDepth = nullptr;
};

} // namespace inkray
