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

/// Pipelines that take rays through the volume. All give the same picture.
enum class IsosurfacePipeline
{
  Auto,         ///< the single kernel, which is faster in every measured frame
  MultiKernel,  ///< GenerateRays, TraverseBVH, IntersectLeaf, ShadeHits with compaction between them (Hughes
                ///< et al., section 3)
  SingleKernel, ///< the same functions in one kernel
  KdJump        ///< one kernel, stackless over the implicit min-max kd-tree (Hughes and Lim 2009)
};

/// A multi-kernel pipeline that a ray caster keeps for the frames that ask for it.
class MultiKernelPipeline
{
public:
  virtual ~MultiKernelPipeline() = default;
};

/// Makes multi-kernel pipelines with compactions that the product does not offer: the ones that the papers
/// compare it with.
class MultiKernelFactory
{
public:
  virtual ~MultiKernelFactory() = default;
  /// A MultiKernelPipelineOn<Backend> of the device's backend, which may use the backend's marks from
  /// firstMark on; null for the ray caster's own.
  virtual std::unique_ptr<MultiKernelPipeline> make(DeviceKind device, int firstMark) const = 0;
};

/// Options of tests and benchmarks for how a frame is made. Frames of users leave the defaults; the picture
/// is the same with every choice.
struct IsosurfaceMethodOptions
{
  /// Build flags and tree anew even though the isovalues have not changed.
  bool alwaysRebuild = false;
  /// The host turns the loop over the kernels of MultiKernel, and reads after each round whether there are
  /// more rays. Otherwise the device does where the compaction method allows it.
  bool hostLoop = false;
  /// Time the stages of MultiKernel by events; implies hostLoop.
  bool stageTimes = false;
  /// The pipeline of MultiKernel, made once for each ray caster and kept with it; null for its own. The
  /// factory must outlive the ray caster.
  const MultiKernelFactory* multiKernel = nullptr;
  /// Packets take the pictures of even grids by SingleKernel.
  RaysAtATime raysAtATime = RaysAtATime::Most;
};

/// Options of a frame, and its observer. A CUDA device reports progress and asks for aborts between stages
/// only.
struct IsosurfaceFrameOptions : RayOptions
{
  IsosurfacePipeline pipeline = IsosurfacePipeline::Auto;
  CompactionMethod compaction = CompactionMethod::InKCompactLookBack; ///< between the kernels of MultiKernel
  /// Normals from the gradient by central differences at the grid points, interpolated at the hit, as
  /// vtkContourFilter and VTK's GPU mapper have them; otherwise from the interpolant's own gradient, which
  /// jumps from cell to cell.
  bool smoothNormals = false;
  /// A ray stops when less than this share of the light behind it still gets through.
  float earlyTermination = 0.001f;
  std::vector<ClippingPlane> clippingPlanes;
  /// Cropping as vtkVolumeMapper has it: two planes an axis (xmin xmax ymin ymax zmin zmax, index
  /// coordinates) make 27 regions; bit i + 3 j + 9 k keeps region (i, j, k).
  bool cropping = false;
  double croppingPlanes[6] = { 0, 0, 0, 0, 0, 0 };
  unsigned croppingRegions = 0x2000;
  /// A box in the coordinates that Camera::meshToEye takes, in addition to the options above. Render throws
  /// InvalidInput for a box that is on and has no volume.
  CropBox cropBox;
  bool wantHits = false; ///< fill hits()
  int layers = 0;    ///< fill layers() with so many in each pixel; by SingleKernel, and not with sparse rays
  SparseRays sparse; ///< fewer rays than pixels; not with hits
  IsosurfaceMethodOptions methods;
};

/// The first crossing of one pixel's ray. Filled when wantHits is set.
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
  double rebuild = 0; ///< leaf flags and tree for the isovalues; 0 when they had not changed
  /// The stages of MultiKernel with their compactions, in all rounds, where IsosurfaceMethodOptions asks for
  /// them; 0 otherwise. The loop takes the rest of `cast`.
  double generate = 0, traverse = 0, intersect = 0, shade = 0;
  double cast = 0;    ///< all from rays to shaded pixels
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
    0; ///< items that the compactions between kernels were given, in all rounds (MultiKernel)
  std::int64_t keptItems = 0;                                     ///< and items they kept
  IsosurfacePipeline pipeline = IsosurfacePipeline::SingleKernel; ///< the pipeline that drew the frame
};

/// How a grid was drawn in pieces.
struct GridBlocksReport : BlocksReport
{
  int touched = 0; ///< pieces that the isovalues lie in
};

/// Bytes on the device (or in host memory for the CPU backend; arrays used in place do not count).
struct IsosurfaceMemory
{
  std::size_t volume = 0; ///< values, hidden cells, planes of a rectilinear grid
  std::size_t bricks = 0; ///< min/max bricks and tree
  std::size_t frame = 0;  ///< all else that is held: image, queues, isovalues, color table, counters
};

/// Ray casting of isosurfaces of a trilinearly interpolated regular grid (Hughes, Lim, Jones, Knoll and
/// Spencer: InK-Compact), on a CUDA device or on CPU threads.
///
/// In each voxel that a ray crosses and whose values lie on both sides of an isovalue, the trilinear
/// interpolant along the ray, a cubic, is solved; normals are its gradient. Surfaces of several isovalues
/// composite in depth order.
///
/// Calls in order: setVolume, setIsosurfaces, render any number of times; each may be repeated on its own.
/// Errors are thrown as inkray::Error; after one, the object can still be given new input. Not thread-safe.
class IsosurfaceRayCaster
{
public:
  /// A ray caster on CUDA or on the CPU. Auto takes CUDA where there is a device; CUDA throws Error when
  /// there is none.
  static std::unique_ptr<IsosurfaceRayCaster> create(DeviceKind kind = DeviceKind::Auto);
  /// On one device, whatever device is current; its buffers may take `memoryLimit` bytes together, and what
  /// asks for more throws OutOfMemory. Throws Error when there is no such device.
  static std::unique_ptr<IsosurfaceRayCaster> create(
    const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// A ray caster of grids that are larger than the memory that they may take: cut along planes between
  /// leaves into pieces, which are brought to the device one by one, as far as the isovalues lie in them, the
  /// camera sees them and nothing opaque hides them, and are cast from front to back. Those that fit stay
  /// there. The picture is that of the grid as a whole, bit for bit on CPUs where surfaces are opaque, and
  /// within 2e-6 where rays go on behind translucent ones. `leavesASide`: leaves along the side of a piece;
  /// 0: as many as let at least 16 pieces fit.
  ///
  /// All arrays in host memory that are given to it are used in place: they have to stay, unchanged, as long
  /// as frames are drawn with them. Arrays on a device are copied to host memory. A frame has all rays,
  /// whether sparse ones were asked for or not, KdJump is drawn by SingleKernel, and render throws
  /// OutOfMemory where the limit does not suffice for a piece and the picture. Of the statistics, active
  /// leaves are those of the pieces on the device, and other counters those of the last piece.
  static std::unique_ptr<IsosurfaceRayCaster> createInBlocks(
    DeviceKind kind, std::size_t memoryLimit, int leavesASide = 0);
  static std::unique_ptr<IsosurfaceRayCaster> createInBlocks(
    const DeviceId& device, std::size_t memoryLimit, int leavesASide = 0);
  virtual ~IsosurfaceRayCaster() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Take the values and build the min/max bricks. Drops the color array. Throws InvalidInput for fewer than
  /// two points (or two cells, for cell values) along an axis, a missing array, a component that is not
  /// there; OutOfMemory; Aborted. There is no volume then. A CUDA device asks and tells the observer
  /// while the values are sent to it, and between stages.
  virtual const VolumeReport& setVolume(const VolumeInput& volume, const WorkObserver& observer = {}) = 0;

  /// The array that colors the surfaces, over the same grid with the same association. Null values: back to
  /// the colors of the isosurfaces. Used in place under the same rules as the volume's values.
  virtual void setColorValues(const Field& values) = 0;
  virtual void setColorTable(const ColorTable& table) = 0;

  /// Any number, in any order; equal values count once (the first). NaN or infinite values throw
  /// InvalidInput. None: pictures are empty.
  virtual void setIsosurfaces(const std::vector<Isosurface>& surfaces) = 0;

  virtual void setLights(const std::vector<SurfaceLight>& lights) = 0;
  virtual void setMaterial(const SurfaceMaterial& material) = 0;

  /// Draw. Afterwards image() and depth() are in host memory. A camera with singular matrices draws nothing.
  /// Throws InvalidInput without a volume and for an image without pixels, Aborted, OutOfMemory.
  virtual void render(const Camera& camera, const IsosurfaceFrameOptions& options) = 0;
  /// Draw, and leave the picture on the device at deviceImage() and deviceDepth(); on the CPU the same as
  /// render.
  virtual void renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options) = 0;

  /// width x height x RGBA, float, color multiplied by opacity, lower row first. Valid until the next call.
  virtual const float* image() const = 0;
  /// width x height window depths in [0, 1] of the first surface with opacity 1, or of the surface behind
  /// which the ray stopped; 1 where neither is.
  virtual const float* depth() const = 0;
  virtual const float* deviceImage() const = 0; ///< null on the CPU
  virtual const float* deviceDepth() const = 0;
  /// width x height, in host memory, after a render with wantHits.
  virtual const IsosurfaceHit* hits() const = 0;
  /// The depth from the eye at which depths of hits begin: 0, unless the eye is far away.
  virtual double hitsBegin() const = 0;
  /// After a frame with layers: the surfaces of each pixel, apart, on the device. Where there are more than
  /// layers, the last one has the color of all the rest. Valid until the next call. Waits for the device.
  virtual SurfaceLayers layers() const = 0;
  /// The same in host memory.
  virtual SurfaceLayers hostLayers() = 0;
  /// The surfaces in a picture of several (Picture/RayPicture.h), in a frame with these options, of which who
  /// waits and opaque depths are those of the picture.
  virtual std::unique_ptr<RaySource> source(const Camera& camera, const IsosurfaceFrameOptions& options) = 0;

  virtual IsosurfaceTimings timings() const = 0;
  virtual SparseReport sparseReport() const = 0; ///< of the last render with sparse rays
  virtual IsosurfaceStatistics statistics() const = 0;
  virtual IsosurfaceMemory memory() const = 0;
  virtual GridBlocksReport piecesReport() const { return {}; }
};

} // namespace inkray
