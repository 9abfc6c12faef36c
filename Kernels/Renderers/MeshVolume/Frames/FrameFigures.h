// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Picture/RaySource.h"
#include "View/SparseRays.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace inkray
{

/// Milliseconds of the last setMesh, update and render. On CUDA they are measured with events on the device.
struct TetRayCastTimings : PictureTimings
{
  double adjacency = 0; ///< set-up of the mesh, without its transfer
  double upload = 0;    ///< transfer of the mesh or of fields to the device, whichever was last
};

/// Counters of the last frame.
struct TetRayCastStatistics : PictureStatistics
{
  std::int64_t recastRays = 0; ///< rays that OnDemandVDFI lost, cast again with edge functions; 0 with
                               ///< EdgeFunction
  bool byTwoPoints = false;    ///< segments were integrated by two points, not exactly (SegmentRule)

  TetRayCastStatistics& operator+=(const TetRayCastStatistics& other)
  {
    listEntries += other.listEntries;
    coveredRays += other.coveredRays;
    steps += other.steps;
    failedRays += other.failedRays;
    recastRays += other.recastRays;
    return *this;
  }
};

/// Figures of the last frame.
struct FrameReport
{
  TetRayCastTimings timings; ///< together with those of the set-up, which the caster measures
  TetRayCastStatistics statistics;
  SparseReport sparse;
};

/// Bytes on the device (or in host memory for the CPU backend).
struct TetRayCastMemory
{
  std::size_t resident = 0;  ///< mesh, adjacency, values and transfer function
  std::size_t frame = 0;     ///< all other memory: image, lists, projected vertices, workspace
  std::size_t setupPeak = 0; ///< the highest use while the mesh was set up
};

/// Milliseconds of the steps that prepared a mesh for drawing in pieces, since it was set.
struct PiecesSetUp
{
  double partition = 0;  ///< cutting the mesh into pieces
  double upload = 0;     ///< gathering and sending points and tets of pieces
  double adjacency = 0;  ///< preparing pieces for rays
  double hostMemory = 0; ///< allocating host memory for the pieces that others replace
  double storing = 0;    ///< copying these pieces there
  double values = 0;     ///< sending values of points and cells to all pieces, and storing the pieces
};

/// How a mesh was drawn in pieces.
struct PiecesReport : BlocksReport
{
  std::size_t peakBytes = 0; ///< the highest use so far
  PiecesSetUp setUp;
};

/// The work of one device, if several devices cast the rays of a picture.
struct DeviceWork
{
  DeviceId device;
  std::string name;
  double share = 0;        ///< share of the rows of the last frame, from 0 to 1
  double milliseconds = 0; ///< time for these rows
  std::string problem;     ///< why it does no more work; empty: it works
};

/// What a caster says about itself, its values and its last frame. VolumeRayCaster.h explains each.
struct CasterState : FrameReport
{
  DeviceId device;
  std::string deviceName;
  FiniteRange valueRange, opacityRange;
  double largestGradient = 0;
  TetRayCastMemory memory;
  PiecesReport pieces;
  std::vector<DeviceWork> devices = {};
};

/// The last picture and its depths, in host memory and in device memory. A pointer is null if there is no
/// such copy.
struct MeshPictures
{
  const float* image = nullptr;
  const float* deviceImage = nullptr;
  const float* depth = nullptr;
  const float* deviceDepth = nullptr;
};

} // namespace inkray
