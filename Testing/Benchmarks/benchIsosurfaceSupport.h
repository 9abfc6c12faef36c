// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The common part of the measurements of bench_isosurface: volumes, generated or from files; the columns of
/// Table 1, which are the ways to draw; frames timed in turn; and the check of hits in double precision.
#include "BenchSupport.h"
#include "Compaction/ComparedMultiKernels.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "SteppedIsosurface.h"
#include "VolumeGenerator.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace inkray::bench
{

struct IsosurfaceSettings;

/// A volume in host memory, with isovalues worth a look.
struct BenchVolume
{
  std::string name;
  std::array<std::int64_t, 3> dimensions;
  std::array<double, 3> spacing; ///< the volume is centered on the origin
  ValueType type;
  std::string typeName;
  std::vector<unsigned char> bytes;
  std::vector<double> isovalues;

  VolumeInput input() const;
  double value(std::int64_t i, std::int64_t j, std::int64_t k) const;
};

BenchVolume makeVolume(
  generator::VolumeKind kind, std::int64_t size, generator::VolumeType type, std::uint64_t seed);

/// Reads a volume from a file: NAME_XxYxZ_TYPE.raw, little-endian, as the Open SciVis Datasets name theirs,
/// or a legacy binary .vtk file of structured points with one scalar array. It has eight isovalues from 10 to
/// 80 % of the range. Throws std::runtime_error when the file is neither.
BenchVolume readVolume(const std::string& path);

/// Returns the volume of that name: a file when the name has a dot, otherwise generated with `points` an
/// axis. It has the isovalues that the settings ask for.
BenchVolume volumeNamed(const std::string& name, const IsosurfaceSettings& settings, std::int64_t points);

/// Returns `count` views as VTK's ResetCamera sets them (see orbitCameras), five degrees apart about the
/// vertical axis for 72.
std::vector<Camera> orbitVolume(const BenchVolume& volume, int count, int size, double zoom);
/// Returns `count` views from directions spread evenly over the sphere.
std::vector<Camera> viewsAround(const BenchVolume& volume, int count, int size, double zoom);

/// Who repeats the loop over the kernels of the multi-kernel pipeline.
enum class Loop
{
  Host,  ///< reads after each round how many rays are left; every compaction method can
  Device ///< a graph on the device, for methods within the kernel
};

/// One way to draw: a column of Table 1.
struct Column
{
  std::string key;   ///< on command lines and in CSV files, with ":host" where the host turns the loop
  std::string title; ///< in tables
  IsosurfacePipeline pipeline;
  ComparedMethod compaction;
  bool hostLoop = false;
  std::string baseTitle = {}; ///< the title without the loop
  bool smoothNormals = false;
  RaysAtATime rays = RaysAtATime::Most;
  /// The paper's intersection. Its error is known: it is counted and shown, and is no reason to fail.
  std::shared_ptr<const laboratory::SteppedIsosurface> steps = {};
  bool leavesAlone = false; ///< by steps, over bricks that are the paper's leaves alone
};
const std::vector<Column>& allColumns();
/// Returns the columns that the settings name, in the order of allColumns(); "all" names all. Those of the
/// multi-kernel pipeline come once for each loop, but only by the host for methods that need it. Those of the
/// single kernel come once for each number of rays at a time. At the end come "steps" and "leaves", which
/// "all" does not name, once for each length. Throws std::invalid_argument when there are none.
std::vector<Column> columnsNamed(const IsosurfaceSettings& settings);
/// Returns those of the columns that draw on this device; the others are named on standard output with the
/// reason. The caster must have a volume and surfaces.
std::vector<Column> columnsThatWork(
  IsosurfaceRayCaster& caster, const Camera& camera, const std::vector<Column>& columns);
/// Returns options as the paper measures: flags and tree are built anew in every frame.
IsosurfaceFrameOptions frameOptions(const Column& column);

/// The milliseconds that one view took under one column: one number per repeat.
struct FrameSamples
{
  std::vector<double> wall, device, cast, rebuild; ///< device: rebuild and cast together
};

struct ColumnSamples
{
  std::vector<FrameSamples> views;
  // Means over all frames.
  double rounds = 0, queueItems = 0, keptItems = 0, rays = 0, hits = 0, activeLeaves = 0;
  std::int64_t frames = 0;

  std::vector<double> medians(std::vector<double> FrameSamples::*member) const; ///< per view
  double mean(std::vector<double> FrameSamples::*member) const;                 ///< over views, of medians
};

/// Measures every column over every view, `repeats` times. A sweep draws all views in random order under one
/// column. In each repeat the columns take turns in random order. So they alternate within milliseconds,
/// while each meets the state of the device that its own frames leave. The first frames of a sweep do not
/// count.
std::vector<ColumnSamples> measure(IsosurfaceRayCaster& caster, const std::vector<Column>& columns,
  const std::vector<Camera>& cameras, int repeats, std::uint64_t seed);

/// How pictures of several columns differ from the first one's, over a few views.
struct PictureDifference
{
  double pixels = 0; ///< share of pixels off by more than 1/255 in a channel
  double largest = 0;
  bool identical = true; ///< bit for bit
};
std::vector<PictureDifference> comparePictures(IsosurfaceRayCaster& caster,
  const std::vector<Column>& columns, const std::vector<Camera>& cameras, int numViews);

/// Hits against a double-precision reference that steps from voxel to voxel and cuts the cubic of each at the
/// roots of its derivative.
struct HitAccuracy
{
  std::int64_t rays = 0;
  std::int64_t hits = 0;   ///< rays that clearly hit, in the reference
  std::int64_t grazes = 0; ///< rays that touch the surface within 0.02 voxels: left out
  /// Clear hits that the caster lacks, or hits of the caster where there is nothing.
  std::int64_t missed = 0;
  std::int64_t far = 0;     ///< more than 0.01 voxels off
  std::int64_t normals = 0; ///< more than half a degree off
  double largest = 0;       ///< voxels
  /// Normals count where they are the interpolant's own.
  bool good(bool smoothNormals) const
  {
    return missed == 0 && far * 1000 <= hits && (smoothNormals || normals * 1000 <= hits);
  }
};
/// Checks `count` random rays that meet the volume's box. `hits` are the caster's for that camera.
HitAccuracy checkHits(const BenchVolume& volume, double isovalue, const Camera& camera,
  const IsosurfaceHit* hits, int count, std::uint64_t seed);

/// Sets a light at the eye, as ParaView starts with, and a surface of one color.
void setScene(IsosurfaceRayCaster& caster, double isovalue, double opacity = 1);

/// The command line; bench_isosurface --help explains each option.
struct IsosurfaceSettings
{
  DeviceKind device = DeviceKind::Auto;
  std::vector<std::string> columns = { "all" }, volumes;
  std::vector<Loop> loops;
  std::vector<std::string> rays = { "most" };
  bool smoothNormals = false;
  double opacity = 1; // of the surface
  std::vector<double> isovalues, stepLengths = { 1.0 };
  std::size_t maxIsovalues = 0;
  std::int64_t points = 513;
  double scale = 1;
  generator::VolumeType type = generator::VolumeType::Float32;
  std::uint64_t seed = 1;
  int size = 1024, views = 0, repeats = 0, reference = 2000, threads = 0;
  double hits = 0.26e6, zoom = 0;
  std::string pictures;
  bool stages = false;
};

/// The measurements. They return an exit status: failure when pictures are wrong, whatever the times.
int runTable1(const IsosurfaceSettings& settings);
int runGate(const IsosurfaceSettings& settings);

} // namespace inkray::bench
