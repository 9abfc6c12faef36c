// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactionMethod.h"
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/RegularGrid/VolumeInput.h"
#include "Picture/RayOptions.h"
#include "Picture/RaySource.h"
#include "Shading/ColorTable.h"
#include "Shading/Isosurface.h"
#include "Shading/Light.h"
#include "Shading/Material.h"
#include "View/Camera.h"
#include "View/Clipping.h"
#include "View/RaysAtATime.h"
#include "View/SparseRays.h"
#include "View/SurfaceLayers.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace inkray
{

/// Pipelines of kernels that carry rays through the volume. All give the same picture.
enum class IsosurfacePipeline
{
  Auto,         ///< the single kernel, which is faster in every measured frame
  MultiKernel,  ///< GenerateRays, TraverseBVH, IntersectLeaf, ShadeHits with compaction between them (Hughes
                ///< et al., section 3)
  SingleKernel, ///< the same functions in one kernel
  KdJump        ///< one kernel, stackless over the implicit min-max kd-tree (Hughes and Lim 2009)
};

/// A multi-kernel pipeline, which a ray caster keeps for later frames.
class MultiKernelPipeline
{
public:
  virtual ~MultiKernelPipeline() = default;
};

/// Makes multi-kernel pipelines with other compactions than the product's, for comparisons as in the papers.
class MultiKernelFactory
{
public:
  virtual ~MultiKernelFactory() = default;
  /// Return a MultiKernelPipelineOn<Backend> of the device's backend, which may use the backend's marks from
  /// firstMark on, or null for the ray caster's own pipeline.
  virtual std::unique_ptr<MultiKernelPipeline> make(DeviceKind device, int firstMark) const = 0;
};

/// Options of tests and benchmarks for how a frame is computed; none changes the picture. Frames of users
/// keep the defaults.
struct IsosurfaceMethodOptions
{
  /// Rebuild leaf flags and tree even if the isovalues have not changed.
  bool alwaysRebuild = false;
  /// The host runs the loop over the kernels of MultiKernel, and reads after each round whether rays are
  /// left. Otherwise the device runs it if the compaction method allows this.
  bool hostLoop = false;
  /// Time the stages of MultiKernel by events; implies hostLoop.
  bool stageTimes = false;
  /// Makes the pipeline of MultiKernel, once for each ray caster, which keeps it; null: the ray caster's own
  /// pipeline. The factory must outlive the ray caster.
  const MultiKernelFactory* multiKernel = nullptr;
  /// The number of rays at a time. SingleKernel casts packets of rays through even grids on CPU threads.
  RaysAtATime raysAtATime = RaysAtATime::Most;
};

/// Options of a frame, and its observer. On a CUDA device, progress and aborts are possible only between
/// stages.
struct IsosurfaceFrameOptions : RayOptions
{
  IsosurfacePipeline pipeline = IsosurfacePipeline::Auto;
  CompactionMethod compaction = CompactionMethod::InKCompactLookBack; ///< between the kernels of MultiKernel
  /// Normals are interpolated between gradients by central differences at the grid points, as in
  /// vtkContourFilter and VTK's GPU mapper. Otherwise they are the gradients of the interpolant, which jump
  /// from cell to cell.
  bool smoothNormals = false;
  /// A ray stops when less than this share of the light behind gets through.
  float earlyTermination = 0.001f;
  std::vector<ClippingPlane> clippingPlanes;
  /// Cropping as in vtkVolumeMapper: two planes an axis (xmin xmax ymin ymax zmin zmax, index coordinates)
  /// make 27 regions; bit i + 3 j + 9 k keeps region (i, j, k).
  bool cropping = false;
  double croppingPlanes[6] = { 0, 0, 0, 0, 0, 0 };
  unsigned croppingRegions = 0x2000;
  /// A box in the coordinates that Camera::meshToEye takes, in addition to planes and cropping. render()
  /// throws InvalidInput for a box that is on and has no volume.
  CropBox cropBox;
  bool wantHits = false; ///< fill hits()
  int layers = 0;        ///< most layers() of a pixel, or 0; drawn by SingleKernel, without sparse rays
  SparseRays sparse;     ///< fewer rays than pixels; ignored with hits
  IsosurfaceMethodOptions methods;
};

/// The first crossing of one pixel's ray. Filled if wantHits is set.
struct IsosurfaceHit
{
  float depth; ///< along the viewing direction (-z of eye coordinates) from hitsBegin() on, in world units;
               ///< infinite: nothing
  float normal[3]; ///< gradient in eye coordinates, unit length, not turned towards the eye; zero: nothing,
                   ///< or no gradient
};

/// Milliseconds. On CUDA measured on the device, with events.
struct IsosurfaceTimings
{
  double bricks = 0;  ///< last setVolume: min/max bricks
  double upload = 0;  ///< last setVolume: values to the device
  double rebuild = 0; ///< leaf flags and tree for the isovalues; 0 if they had not changed
  /// The stages of MultiKernel with their compactions, in all rounds, if IsosurfaceMethodOptions asks for
  /// them; 0 otherwise. The loop takes the rest of `cast`.
  double generate = 0, traverse = 0, intersect = 0, shade = 0;
  double cast = 0;    ///< everything from rays to shaded pixels
  double present = 0; ///< image to host memory
};

/// Counters of the last frame.
struct IsosurfaceStatistics
{
  std::int64_t rays = 0;         ///< rays that meet the volume's box, wherever they stop
  std::int64_t hits = 0;         ///< pixels that show a surface
  std::int64_t activeLeaves = 0; ///< leaves that the isovalues lie in, as of the last rebuild
  std::int64_t rounds = 0;       ///< times that TraverseBVH ran (MultiKernel)
  std::int64_t queueItems =
    0;                        ///< input items of the compactions between kernels, in all rounds (MultiKernel)
  std::int64_t keptItems = 0; ///< items that these compactions kept
  IsosurfacePipeline pipeline = IsosurfacePipeline::SingleKernel; ///< the pipeline that drew the frame
};

/// How a grid was drawn in blocks.
struct GridBlocksReport : BlocksReport
{
  int touched = 0; ///< blocks that contain isovalues
};

/// Bytes on the device (or in host memory for the CPU backend; arrays used in place do not count).
struct IsosurfaceMemory
{
  std::size_t volume = 0; ///< values, hidden cells, planes of a rectilinear grid
  std::size_t bricks = 0; ///< min/max bricks and tree
  std::size_t frame = 0;  ///< all other memory: image, queues, isovalues, color table, counters
};

/// Ray casting of isosurfaces of a trilinearly interpolated regular grid (Hughes, Lim, Jones, Knoll and
/// Spencer: InK-Compact), on a CUDA device or on CPU threads.
///
/// In each voxel on a ray with values on both sides of an isovalue, the crossing is a root of the trilinear
/// interpolant along the ray, a cubic. Normals are the interpolant's gradient. Surfaces of several isovalues
/// are blended in depth order.
///
/// Calls in order: setVolume, setIsosurfaces, render any number of times; each may be repeated on its own.
/// Errors are thrown as inkray::Error; after one, the object can still be given new input. Not thread-safe.
class IsosurfaceRayCaster
{
public:
  /// Make a ray caster on a device. Auto means CUDA if there is a device. Its buffers may take `memoryLimit`
  /// bytes together; larger requests throw OutOfMemory. Throws Error if the device does not exist.
  static std::unique_ptr<IsosurfaceRayCaster> create(
    const DeviceId& device = DeviceKind::Auto, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// A ray caster for grids that need more memory than `memoryLimit`. It cuts a grid into blocks along planes
  /// between leaves, and casts rays through the blocks from front to back. It loads a block if isovalues lie
  /// in it, the camera sees it, and nothing opaque hides it. Blocks that fit stay on the device. The picture
  /// is that of the whole grid: bit for bit on CPUs if surfaces are opaque, and within 2e-6 if rays go on
  /// behind translucent surfaces. `leavesASide`: leaves along the side of a block; 0: chosen so that 16
  /// blocks fit.
  ///
  /// Arrays in host memory are used in place: they must stay unchanged as long as frames are drawn with them.
  /// Arrays on a device are copied to host memory. Sparse rays are ignored, and SingleKernel draws in place
  /// of KdJump. render() throws OutOfMemory if the limit does not suffice for one block and the picture. In
  /// the statistics, active leaves are those of blocks on the device; other counters are those of the last
  /// block.
  static std::unique_ptr<IsosurfaceRayCaster> createInBlocks(
    const DeviceId& device, std::size_t memoryLimit, int leavesASide = 0);
  virtual ~IsosurfaceRayCaster() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Take the values and build the min/max bricks. Drops the color array. Throws InvalidInput for fewer than
  /// two points (or two cells, for cell values) along an axis, for a missing array, and for a component that
  /// does not exist; OutOfMemory; Aborted. After an error there is no volume. For a CUDA device, the observer
  /// is called while values are sent, and between stages.
  virtual const VolumeReport& setVolume(const VolumeInput& volume, const WorkObserver& observer = {}) = 0;

  /// Set the array that colors the surfaces, over the same grid with the same association. Null values: the
  /// isosurfaces have their own colors. Used in place under the same rules as the volume's values.
  virtual void setColorValues(const Field& values) = 0;
  virtual void setColorTable(const ColorTable& table) = 0;

  /// Set any number of isosurfaces, in any order; of equal values, the first counts. Throws InvalidInput for
  /// values that are not finite. Without isosurfaces, pictures are empty.
  virtual void setIsosurfaces(const std::vector<Isosurface>& surfaces) = 0;

  virtual void setLights(const std::vector<SurfaceLight>& lights) = 0;
  virtual void setMaterial(const SurfaceMaterial& material) = 0;

  /// Draw. Afterwards image() and depth() are in host memory. A camera with singular matrices draws nothing.
  /// Throws InvalidInput without a volume and for an image without pixels, Aborted, OutOfMemory.
  virtual void render(const Camera& camera, const IsosurfaceFrameOptions& options) = 0;
  /// Draw, and leave the picture on the device at deviceImage() and deviceDepth(). On the CPU this is the
  /// same as render().
  virtual void renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options) = 0;

  /// width x height x RGBA, float, color multiplied by opacity, lower row first. Valid until the next call.
  virtual const float* image() const = 0;
  /// width x height window depths in [0, 1] of the first surface with opacity 1, or of the surface at which
  /// the ray stopped; 1 without such a surface.
  virtual const float* depth() const = 0;
  virtual const float* deviceImage() const = 0; ///< null on the CPU
  virtual const float* deviceDepth() const = 0;
  /// width x height, in host memory, after a render with wantHits.
  virtual const IsosurfaceHit* hits() const = 0;
  /// The depth from the eye at which depths of hits begin: 0, unless the eye is far away.
  virtual double hitsBegin() const = 0;
  /// After a frame with layers: the surfaces of each pixel as separate layers, on the device. If a pixel has
  /// more surfaces than layers, the last layer has the color of all others. Valid until the next call. Waits
  /// for the device.
  virtual SurfaceLayers layers() const = 0;
  /// The layers in host memory.
  virtual SurfaceLayers hostLayers() = 0;
  /// Return the surfaces as one source of a picture of several sources (Picture/RayPicture.h), drawn with
  /// these options. The picture's observer and opaque depths replace those of the options.
  virtual std::unique_ptr<RaySource> source(const Camera& camera, const IsosurfaceFrameOptions& options) = 0;

  virtual IsosurfaceTimings timings() const = 0;
  virtual SparseReport sparseReport() const = 0; ///< of the last render with sparse rays
  virtual IsosurfaceStatistics statistics() const = 0;
  virtual IsosurfaceMemory memory() const = 0;
  virtual GridBlocksReport piecesReport() const { return {}; }

private:
  /// Make one on a CUDA device. Throws Error in a build without CUDA.
  static std::unique_ptr<IsosurfaceRayCaster> createOnCuda(const DeviceInfo& device, std::size_t memoryLimit);
  static std::unique_ptr<IsosurfaceRayCaster> createInBlocksOnCuda(
    const DeviceInfo& device, std::size_t memoryLimit, int leavesASide);
};

} // namespace inkray
