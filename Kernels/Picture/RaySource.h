// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Picture/BoxInView.h"
#include "Picture/RayOptions.h"
#include "Picture/RayWalk.h"
#include "View/Camera.h"
#include "View/DistantEye.h"
#include "View/SurfaceLayers.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace inkray
{

/// How rays walk through two plain volumes that overlap.
enum class PairWalks
{
  Auto,        ///< as InRegisters, which takes 1/8 of InQueues' time on GPUs, and 0.7 to 1.07 of it on CPUs
  InRegisters, ///< CastPairRays
  InQueues     ///< CastMergedRays, as for all other sources
};

/// Options of a picture as a whole, for all kinds of sources, and its observer.
struct PictureOptions : RayOptions
{
  ///@{
  /// Choices of tests and benchmarks.
  PairWalks pairWalks = PairWalks::Auto;
  bool countSteps = false; ///< count visited cells and covered rays (a little slower)
  ///@}
};

/// Milliseconds of a frame, on CUDA measured with events on the device.
struct PictureTimings
{
  double camera = 0;  ///< projection of the vertices of meshes
  double lists = 0;   ///< finding where rays enter, pixel by pixel
  double cast = 0;    ///< casting rays
  double present = 0; ///< copying the image to host memory, and combining several

  PictureTimings& operator+=(const PictureTimings& other)
  {
    camera += other.camera;
    lists += other.lists;
    cast += other.cast;
    present += other.present;
    return *this;
  }
};

/// Counters of a frame.
struct PictureStatistics
{
  std::int64_t listEntries = 0; ///< places where rays enter, over all pixels
  std::int64_t coveredRays = 0; ///< rays that have met a cell, with countSteps
  std::int64_t steps = 0;       ///< visited cells, with countSteps
  std::int64_t failedRays = 0;  ///< rays given up before they left the data
};

/// How data in blocks were drawn. Users know blocks as pieces.
struct BlocksReport
{
  int pieces = 1;   ///< pieces of the data; 1: the data are not cut
  int resident = 0; ///< pieces that are now in the memory of the device
  int cast = 0;     ///< pieces of the last frame through which rays were cast
  int leftOut = 0;  ///< pieces of the last frame that were left out because they would have come too late
  std::size_t bytesSent = 0; ///< bytes of pieces that the last frame sent to the device
};

/// An image of width x height x RGBA, float, color multiplied by opacity, lower row first; and the window
/// depths of its first opaque surfaces, or null.
struct DrawnImage
{
  const float* image = nullptr;
  const float* depth = nullptr;
};

/// Stands for no cell of a source.
constexpr std::uint32_t noCell = 0xffffffffu;

/// A question to the pixels of a picture: which cell is seen in each of them? That is the cell in which the
/// ray's opacity reaches `opacity`. If it never does and nothing opaque is behind, it is the cell that adds
/// most to the opacity. For surfaces alone it is the cell of the first surface. With Maximum and Minimum it
/// is the cell with the extreme, with Average and Additive the cell that adds most to the sum.
struct PickRequest
{
  float opacity; ///< from 0 to 1
  /// One number per pixel, lower row first; 0: the pixel is not asked for. Null: all pixels are asked, but
  /// only for their cells. If not null, the answer also has the light, and all cells that add at least
  /// `share` to a pixel. That is a share of its opacity, or of its sum with Average and Additive.
  const std::uint8_t* pixels = nullptr;
  float share = 1.0f; ///< above 0 and at most 1
  /// For each pixel, with Composite: the share of the light that comes through everything in front of the
  /// picture. Opacities and shares include it. Null: 1.
  const float* light = nullptr;
};

/// The answer to a PickRequest: width x height, lower row first.
struct PickedCells
{
  std::vector<std::uint32_t> cells; ///< noCell if nothing is seen
  std::vector<float> depths;        ///< window depths in [0, 1] of the cells; 1 if nothing is seen
  std::vector<float> light; ///< the share of the light from behind that comes through the whole picture
  /// All cells that add the share to a pixel, and no others, in ascending order.
  std::vector<std::uint32_t> visible;
};

class RaySource;
struct PickView;

/// The functions that are called for the blocks of a source, from front to back.
struct BlockVisitor
{
  /// Whether rays get past the blocks that have been drawn.
  std::function<bool()> isOpen;
  /// Draws a block. It may be called again for the same block after memory ran out.
  std::function<void(RaySource& block, const BoxInView& box)> draw;
  /// Composites the drawn block behind the blocks before it.
  std::function<void()> add;
};

/// A source of a picture: a renderer's data as one frame shows them. It is made for the frame, with options
/// of its own and a camera in its coordinates. The renderer's data must not change until the frame is drawn.
/// Errors are those of the renderer's frames.
class RaySource
{
public:
  explicit RaySource(const Camera& camera)
    : camera_(camera)
  {
  }
  virtual ~RaySource() = default;
  RaySource(const RaySource&) = delete;
  RaySource& operator=(const RaySource&) = delete;

  const Camera& camera() const { return camera_; }
  virtual DeviceId device() const = 0;
  /// The identity of the data: equal for sources that draw the data of the same renderer.
  virtual const void* data() const = 0;
  /// A ray stops when less than this share of the light from behind still reaches the eye.
  virtual float earlyTermination() const = 0;
  /// Times and counts of the last call of walk, cast or castFilms.
  virtual PictureTimings timings() const = 0;
  virtual PictureStatistics statistics() const = 0;

  /// Draw this source alone, into host memory or, with `onDevice`, into device memory. Valid until the
  /// renderer's next frame.
  virtual DrawnImage cast(const PictureOptions& options, bool onDevice) = 0;

  ///@{
  /// For a walk together with other sources. canBeWalked: whether that is possible. depths: the range of
  /// depths of the data; a minimum above the maximum if they do not matter. walk: the input of a kernel for
  /// the part of the source that lies within all boxes. Depths of rays begin `begin` farther from the eye
  /// than the camera says. Depths in the options are in device memory.
  virtual bool canBeWalked() const = 0;
  virtual BoxDepths depths() const = 0;
  virtual RayWalk walk(const PictureOptions& options, double begin, const std::vector<BoxInView>& within) = 0;
  ///@}

  ///@{
  /// Whether the source has only surfaces, which are found before any other rays are cast; and these surfaces
  /// in host memory.
  virtual bool hasLayersAlone() const { return false; }
  virtual SurfaceLayers layersOnHost(const PictureOptions&) { return {}; }
  ///@}

  ///@{
  /// Data in blocks, which together fill all of space, are walked block by block. visitBlocks gives a source
  /// for each block.
  virtual bool isInBlocks() const { return false; }
  virtual void visitBlocks(const PictureOptions&, const std::vector<BoxInView>&, const BlockVisitor&) {}
  ///@}

  ///@{
  /// For blend modes other than Composite. castFilms: the films of this source, in memory as of `cast`.
  /// filmOrder: the order by which films are combined (AnyFilm). develop: turn films into a picture, in place
  /// in device memory; developOnHost: the same for films in host memory. surfaces: the surfaces over the
  /// films as a source of their own, or null.
  virtual const float* castFilms(const PictureOptions&, bool) { return nullptr; }
  virtual int filmOrder() const { return 0; }
  virtual void develop(float*) {}
  virtual const float* developOnHost(const float* films) { return films; }
  virtual std::unique_ptr<RaySource> surfaces() const { return nullptr; }
  ///@}

  ///@{
  /// pick: find the cells that the pixels of a picture of this source show, with all of its rays. castPicks:
  /// continue the rays of picks (Picture/Picks.h) through this source; they end where the picks say. Both
  /// lose the picture of the renderer's last frame. They throw as `cast` does, and InvalidInput for numbers
  /// out of range.
  virtual PickedCells pick(const PictureOptions&, const PickRequest&) { return {}; }
  virtual void castPicks(const WorkObserver&, const PickView&) {}
  ///@}

private:
  Camera camera_;
};

} // namespace inkray
