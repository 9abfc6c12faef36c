// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Geometry/RegularGrid/VolumeInput.h"
#include "Picture/RayOptions.h"
#include "Shading/ColorTable.h"
#include "Shading/Environment.h"
#include "Shading/Isosurface.h"
#include "Shading/Light.h"
#include "Shading/PathMaterial.h"
#include "Shading/TransferFunction.h"
#include "View/Camera.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// How kernels follow paths (Wald 2011, section 3, and later papers). All give the same picture, bit for bit
/// on the same device. Loops that are only compared with these are PathLoops of tests and benchmarks.
enum class PathKernel
{
  Auto,       ///< the fastest in measurements (Testing/Benchmarks/MEASURED.md)
  Naive,      ///< a thread for each pixel, which follows its path to the end (section 3.3)
  WholeFrame, ///< a kernel for each bounce; between bounces, other kernels scan and move the numbers of live
              ///< paths (section 3.4)
  InKernel,   ///< as WholeFrame, but each kernel compacts the paths it keeps by InK-Compact (Hughes et al.
              ///< 2014)
  Queued,     ///< a thread whose path ends begins its pixel's next sample at once, and takes the next pixel
              ///< from a queue after the last sample (Aila and Laine 2009)
  Sorted      ///< as WholeFrame, and live paths are sorted by direction and origin of their rays
};

/// A loop over paths beside the path tracer's own, with its workspace. It is a PathLoopOn<Backend>.
class PathLoop
{
public:
  virtual ~PathLoop() = default;
};

/// Makes loops over paths. The factory must outlive the path tracers that have used it.
class PathLoopFactory
{
public:
  virtual ~PathLoopFactory() = default;
  /// Return a PathLoopOn<Backend> of the device's backend.
  virtual std::unique_ptr<PathLoop> make(DeviceKind device) const = 0;
};

/// An isosurface that scatters light. An opacity below 1 is the fraction of rays that it stops.
struct PathSurface : Isosurface
{
  std::int32_t material = 0; ///< place in setMaterials
  bool solidBelow = false;   ///< a solid (of glass) has values below the isovalue, not above
};

/// Triangles, all in host memory, copied. A triangle's front is where its corners run counterclockwise; a
/// solid lies behind it. Triangles that are degenerate or have a corner that is not finite are left out.
struct PathTriangles
{
  const float* points = nullptr; ///< numPoints x 3, in the coordinates that Camera::meshToEye takes
  std::int64_t numPoints = 0;
  const std::int64_t* corners = nullptr; ///< numTriangles x 3 numbers of points
  std::int64_t numTriangles = 0;
  const float* colors = nullptr;  ///< numPoints x RGB from 0 to 1, interpolated; null: `color`
  const float* normals = nullptr; ///< numPoints x 3 for smooth shading, of any length; null: flat
  float color[3] = { 1, 1, 1 };
  std::int32_t material = 0; ///< place in setMaterials
};

/// The range of a mesh's values, over all its points or tets.
struct MeshValueReport
{
  double range[2] = { 0, -1 };   ///< lowest and highest finite value; range[0] > range[1] without one
  std::int64_t numNonFinite = 0; ///< NaN or infinite
};

/// Choices of tests and benchmarks about how samples are computed; none changes the picture.
struct PathMethodOptions
{
  /// The loop that traces in place of PathFrameOptions::kernel, made once for each path tracer and kept with
  /// it; null for the path tracer's own. Loops trace scenes of one opaque isosurface in each even image, or
  /// of triangles alone; InvalidInput for others.
  const PathLoopFactory* loop = nullptr;
  /// Time each bounce of WholeFrame, InKernel and Sorted by events; the host then waits for each.
  bool bounceTimes = false;
  /// Sorted: sort first by origin, then by direction. False: first by direction.
  bool sortByOrigin = false;
  /// Paths of each launch, rounded up to whole tiles, whatever time they take; 0: by launchMilliseconds.
  std::int64_t pathsOfLaunch = 0;
};

/// The options of a frame, and its observer. Opaque depths are in host memory: nothing behind them is drawn,
/// and paths do not meet them. On a CUDA device the observer is called between launches, while no more than
/// two of them are under way.
struct PathFrameOptions : RayOptions
{
  std::int32_t samples = 1; ///< samples that this call adds to each pixel, at least 1
  std::int32_t bounces = 8; ///< the most bounces of a path: 0 to 64; 0 is direct light only
  std::uint32_t seed = 0;   ///< seed of the noise
  PathKernel kernel = PathKernel::Auto;
  /// Normals for shading by central differences, as IsosurfaceFrameOptions has them.
  bool smoothNormals = false;
  /// Pixels whose rays meet no surface show the environment, and are opaque. False: they show media only.
  bool showEnvironment = false;
  /// Thin lens: radius in world units (0: a pinhole), and the depth along the viewing direction in world
  /// units at which things are sharp. Not for parallel projections. A lens that spreads rays over more than
  /// eight times the scene's size is replaced by a smaller one (PathStatistics::lensRadius): only its focus
  /// would be recognizable, and rays from farther away would lose precision.
  float lensRadius = 0, focalDepth = 1;
  /// How long the launches for a part of the picture may take on a CUDA device, in milliseconds: GPUs that
  /// draw the desktop do nothing else meanwhile. 0: any time.
  float launchMilliseconds = 50;
  PathMethodOptions methods;
};

/// Milliseconds. On CUDA measured on the device, with events.
struct PathTimings
{
  double bricks = 0; ///< last addVolume: min/max bricks
  double upload = 0; ///< last addVolume: values to the device
  double rebuild =
    0; ///< trees of isosurfaces, triangles and media, as of the last render; 0 when nothing had changed
  double trace = 0;            ///< all samples of the last render
  double present = 0;          ///< image to host memory
  std::vector<double> bounces; ///< of the last sample, if PathMethodOptions asks for them
};

/// Counters of the last render.
struct PathStatistics
{
  std::int64_t samples = 0;              ///< in the picture
  std::int64_t paths = 0;                ///< paths of one sample: one a pixel
  std::int64_t leftOut = 0;              ///< triangles of the scene that are degenerate or not finite
  PathKernel kernel = PathKernel::Naive; ///< the kernel that traced the picture, unless a PathLoop did
  double lensRadius = 0;                 ///< in world units; 0: a pinhole
  /// For each bounce, if a PathLoop counts them (Wald's Table 2): paths that begin the bounce, and warps of
  /// 32 threads with at least one such path. Warps are counted for paths that stay in place, and for paths
  /// that are compacted over the frame and over a tile.
  std::vector<std::int64_t> livePaths, warps, compactWarps, tiledWarps;
};

/// Bytes on the device (or in host memory for the CPU backend; arrays used in place do not count).
struct PathMemory
{
  std::size_t scene = 0; ///< volumes, meshes, triangles, their trees, the environment
  std::size_t frame = 0; ///< accumulation buffer, path state, queues
};

/// Progressive path tracing of isosurfaces of regular and unstructured grids, of triangles, and of media
/// (Wald: Active Thread Compaction for GPU Path Tracing), on a CUDA device or on CPU threads.
///
/// A camera ray goes through a random point of each pixel (a box filter). At each surface that a path meets,
/// a light is sampled and tested for visibility, then the material gives the next direction; environment
/// light is weighted between the two (Veach's balance heuristic). A path ends when it leaves the scene, after
/// `bounces` bounces, or by Russian roulette below a weight of 5 %. Random numbers are a function of
/// seed, pixel, bounce and sample (Sobol's sequence in two dimensions at a time, scrambled by Philox4x32-10
/// of the others), so that a picture depends on nothing but the scene and the sample count.
///
/// A medium, which is a volume or a mesh with a transfer function, emits and absorbs light as in direct
/// volume rendering (Max 1995). It is integrated along each ray of a path and each ray to a light, and causes
/// no noise. It does not scatter light. Its emission adds light along a path, and lights surfaces from the
/// first bounce on. Media may overlap each other and surfaces (Media.h says how exact this is).
///
/// The scene is in the world's coordinates, in which Camera::meshToEye is rigid (a rotation and a
/// translation). The object holds volumes and meshes, with isosurfaces or as media, and triangles. Volumes
/// are even or rectilinear grids.
///
/// A white diffuse surface that faces a SurfaceLight has the color `diffuse` of the light, as in Phong's
/// model; `specular` and `ambient` are ignored.
///
/// The next render begins the picture anew after a change of the scene, the camera, or a frame option that
/// affects the picture. Other `samples`, `kernel`, `launchMilliseconds` and `methods` continue the picture.
/// Errors are thrown as inkray::Error; after one, the object can still be given new input. Not thread-safe.
class PathTracer
{
public:
  static constexpr int maxVolumes = 8, maxMeshes = 8;

  /// Make a path tracer on a device. Auto means CUDA if there is a device. Its buffers may take `memoryLimit`
  /// bytes together; larger requests throw OutOfMemory. Throws Error if the device does not exist.
  static std::unique_ptr<PathTracer> create(
    const DeviceId& device = DeviceKind::Auto, std::size_t memoryLimit = MemoryBudget::noLimit);
  virtual ~PathTracer() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Remove all volumes, meshes and triangles.
  virtual void clearScene() = 0;
  /// Take a volume, as IsosurfaceRayCaster::setVolume does, with its errors; InvalidInput beyond maxVolumes.
  /// It has no isosurfaces yet. Returns its number: 0, 1, ...
  virtual int addVolume(const VolumeInput& volume, const WorkObserver& observer = {}) = 0;
  virtual const VolumeReport& volumeReport(int volume) const = 0;
  /// Set any number of isosurfaces, in any order; of equal values, the first counts. Throws InvalidInput for
  /// a value that is not finite, a color or opacity outside of [0, 1], or a volume that does not exist.
  virtual void setIsosurfaces(int volume, const std::vector<PathSurface>& surfaces) = 0;
  /// Make the volume a medium, in addition to its isosurfaces. The function maps values, interpolated in each
  /// cell, to color and to attenuation per unit of length in the world. Cells with a value that is not finite
  /// and hidden cells are transparent. Throws InvalidInput for functions without points, unsorted, not
  /// finite, with colors below 0 or of categories, and for a volume that does not exist; the volume keeps its
  /// earlier function.
  virtual void setTransferFunction(int volume, const TransferFunction& function) = 0;
  /// Remove the volume's transfer function; the volume is no longer a medium.
  virtual void removeTransferFunction(int volume) = 0;
  /// Set the array that colors the volume's surfaces, over the same grid with the same association. Null
  /// values: the isosurfaces have their own colors.
  virtual void setColorValues(int volume, const Field& values) = 0;
  virtual void setColorTable(int volume, const ColorTable& table) = 0;
  /// Take an unstructured grid of tetrahedra, without values yet. Returns its number: 0, 1, ... Rays go from
  /// tet to tet, and their hits are exact: in a tet the scalar is linear. Throws InvalidInput beyond
  /// maxMeshes and if no tet can be drawn, OutOfMemory, Aborted.
  virtual int addMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;
  virtual const TetMeshReport& meshReport(int mesh) const = 0;
  /// Set the values of a mesh; a new time step changes only these. A tet with a value that is not finite has
  /// no surface and is transparent. Values of cells are for media only. Throws InvalidInput for values of
  /// cells if the mesh has isosurfaces, for an array that does not fit, and for a mesh that does not exist.
  virtual void setMeshValues(int mesh, const Field& values) = 0;
  /// Hold values relative to this range, from the next setMeshValues on (HeldField in MeshLook.h). Low above
  /// high, the default: relative to their own range.
  virtual void setMeshHeldRange(int mesh, double low, double high) = 0;
  /// Return the report on the last values; its range is empty before the first values.
  virtual MeshValueReport meshValueReport(int mesh) const = 0;
  /// Set the isosurfaces of a mesh, as setIsosurfaces does for a volume. Also throws InvalidInput if a mesh
  /// has no values at its points.
  virtual void setMeshIsosurfaces(int mesh, const std::vector<PathSurface>& surfaces) = 0;
  /// Make the mesh a medium, as setTransferFunction does for a volume. Values of points are linear in each
  /// tet, and values of cells are constant there. The function stays when values change.
  virtual void setMeshTransferFunction(int mesh, const TransferFunction& function) = 0;
  virtual void removeMeshTransferFunction(int mesh) = 0;
  /// Set the array that colors the mesh's surfaces. Values of points are linear in each tet, and values of
  /// cells are constant there. Null values: the isosurfaces have their own colors.
  virtual void setMeshColorValues(int mesh, const Field& values) = 0;
  virtual void setMeshColorTable(int mesh, const ColorTable& table) = 0;
  /// Add triangles to the scene. Throws InvalidInput for missing arrays and for corners that name
  /// no point.
  virtual void addTriangles(const PathTriangles& triangles) = 0;

  /// Set the materials, at least one. Surfaces refer to a material by its place in the list; a place beyond
  /// the last means the last. Throws InvalidInput for an empty list and for numbers out of their ranges.
  virtual void setMaterials(const std::vector<PathMaterial>& materials) = 0;
  /// Set the lights, in eye coordinates. Lights beyond maxLights are left out.
  virtual void setLights(const std::vector<SurfaceLight>& lights) = 0;
  /// Set the environment. Throws InvalidInput for radiances that are negative or not finite, and for an image
  /// whose size does not fit its array.
  virtual void setEnvironment(const Environment& environment) = 0;

  /// Trace `samples` more paths for each pixel. Afterwards image() and depth() are in host memory. A scene
  /// without surfaces shows its media and environment, and a scene without light is black; a camera with
  /// singular matrices draws nothing. Throws InvalidInput for an image without pixels and options out of
  /// their ranges, OutOfMemory, and Aborted. After Aborted, a picture keeps its earlier samples, image() and
  /// depth(); a picture without earlier samples begins anew.
  virtual void render(const Camera& camera, const PathFrameOptions& options) = 0;
  /// Render, and leave the picture on the device at deviceImage() and deviceDepth(). On the CPU this is the
  /// same as render().
  virtual void renderOnDevice(const Camera& camera, const PathFrameOptions& options) = 0;
  /// Begin the picture anew at the next render.
  virtual void restart() = 0;

  /// Samples that the picture holds in each pixel.
  virtual std::int64_t numSamples() const = 0;
  /// width x height x RGBA floats, lower row first: the mean of the samples. Color is linear radiance, which
  /// may be above 1 and is multiplied by alpha. Alpha is the mean over camera rays: 1 for a ray that met a
  /// surface or shows the environment, otherwise the share of light that media stop. Valid until the next
  /// call.
  virtual const float* image() const = 0;
  /// width x height window depths in [0, 1] of the surface behind each pixel's center; 1 without a surface.
  /// Media have no depth.
  virtual const float* depth() const = 0;
  virtual const float* deviceImage() const = 0; ///< null on the CPU
  virtual const float* deviceDepth() const = 0;

  virtual PathTimings timings() const = 0;
  virtual PathStatistics statistics() const = 0;
  virtual PathMemory memory() const = 0;

private:
  /// Make a path tracer on a CUDA device. Throws Error in a build without CUDA.
  static std::unique_ptr<PathTracer> createOnCuda(const DeviceInfo& device, std::size_t memoryLimit);
};

} // namespace inkray
