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
  Auto,        ///< in registers: an eighth of the time on a GPU, and 0.7 to 1.07 of it on a CPU
  InRegisters, ///< CastPairRays
  InQueues     ///< CastMergedRays, as through all others
};

/// What holds for a picture as a whole, whatever is in it; and the observer that waits for it.
struct PictureOptions : RayOptions
{
  ///@{
  /// Choices of tests and benchmarks.
  PairWalks pairWalks = PairWalks::Auto;
  bool countSteps = false; ///< count visited cells and covered rays (a little slower)
  ///@}
};

/// Milliseconds of a frame. On CUDA, measured with events on the device.
struct PictureTimings
{
  double camera = 0;  ///< projection of the vertices of meshes
  double lists = 0;   ///< where rays enter, pixel by pixel
  double cast = 0;    ///< rays
  double present = 0; ///< image to host memory, and what combines several

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
  std::int64_t listEntries = 0; ///< where rays enter, over all pixels
  std::int64_t coveredRays = 0; ///< rays that have met a cell, when countSteps was asked for
  std::int64_t steps = 0;       ///< cells visited, when countSteps was asked for
  std::int64_t failedRays = 0;  ///< rays given up before they left the data
};

/// How data were drawn that are cut into blocks, which users know as pieces.
struct BlocksReport
{
  int pieces = 1;            ///< that the data are cut into; 1: they are not
  int resident = 0;          ///< pieces in the memory of the device now
  int cast = 0;              ///< pieces of the last frame that rays were cast through
  int leftOut = 0;           ///< pieces that would have been too late for it
  std::size_t bytesSent = 0; ///< of pieces to the device, in the last frame
};

/// An image of width x height x RGBA, float, color multiplied by opacity, lower row first; and the window
/// depths of its first opaque surfaces, or null.
struct DrawnImage
{
  const float* image = nullptr;
  const float* depth = nullptr;
};

/// No cell of a source.
constexpr std::uint32_t noCell = 0xffffffffu;

/// What is asked of the pixels of a picture: the cell that is seen in each of them, which is the one in which
/// the opacity that a ray has gathered reaches `opacity`, or where it never does and nothing opaque is
/// behind, the one that adds most to it; of surfaces alone, the cell of the first. With Maximum and Minimum
/// it is the cell that has the extreme, with Average and Additive the one that adds most to the sum.
struct PickRequest
{
  float opacity; ///< from 0 to 1
  /// Per pixel, lower row first: 0: it is not asked for. Null: all are, for their cells alone. Otherwise for
  /// all cells, too, that add at least `share` to the opacity of one of the pixels, with Average and Additive
  /// to its sum; and for the light.
  const std::uint8_t* pixels = nullptr;
  float share = 1.0f; ///< above 0 and at most 1
  /// Per pixel, with Composite: the share of the light that comes through what lies in front of all that is
  /// in the picture. Opacities and shares are those with it. Null: 1.
  const float* light = nullptr;
};

/// The answer, width x height, lower row first.
struct PickedCells
{
  std::vector<std::uint32_t> cells; ///< noCell where nothing is seen
  std::vector<float> depths;        ///< window depths in [0, 1] where they are seen; 1 where nothing is
  std::vector<float> light;         ///< the share of the light from behind that comes through all of it
  /// The cells that add the share, in ascending order, each once; no others than these.
  std::vector<std::uint32_t> visible;
};

class RaySource;
struct PickView;

/// What is done with the blocks of a source, one after the other from front to back.
struct BlockVisitor
{
  /// Whether rays get past the blocks before.
  std::function<bool()> isOpen;
  /// Draws a block. May be called again for the same block where memory ran out.
  std::function<void(RaySource& block, const AxisBox& box)> draw;
  /// Puts the block that was drawn behind those before.
  std::function<void()> add;
};

/// One of the things in a picture of several: data that a renderer keeps, as one frame shows them. It is made
/// for the frame, with a camera in its coordinates and with options of its own, and the renderer's data stay
/// as they are until the frame is drawn. Errors are those of the renderer's frames.
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
  /// The same for sources that draw the same renderer's data.
  virtual const void* data() const = 0;
  /// A ray stops when less than this share of the light behind it still gets through.
  virtual float earlyTermination() const = 0;
  /// What was measured and counted in the last call of walk, cast or castFilms.
  virtual PictureTimings timings() const = 0;
  virtual PictureStatistics statistics() const = 0;

  /// The picture of this source alone: in host memory or, with `onDevice`, in that of the device. Valid until
  /// the renderer's next frame.
  virtual DrawnImage cast(const PictureOptions& options, bool onDevice) = 0;

  ///@{
  /// To be walked together with others: whether that is possible; the depths between which the data lie, with
  /// least above greatest where they do not matter; and what a kernel needs for the walk, as far as the
  /// source lies within all of the boxes. Depths of rays begin `begin` farther from the eye than the camera
  /// says; those of the options are in the memory of the device.
  virtual bool canBeWalked() const = 0;
  virtual BoxDepths depths() const = 0;
  virtual RayWalk walk(const PictureOptions& options, double begin, const std::vector<BoxInView>& within) = 0;
  ///@}

  ///@{
  /// Whether there are nothing but surfaces, which are found before rays are cast through anything else; and
  /// these in host memory.
  virtual bool hasLayersAlone() const { return false; }
  virtual SurfaceLayers layersOnHost(const PictureOptions&) { return {}; }
  ///@}

  ///@{
  /// Data in blocks, which part all of space, are walked block by block: by the sources that visitBlocks
  /// gives.
  virtual bool isInBlocks() const { return false; }
  virtual void visitBlocks(const PictureOptions&, const std::vector<BoxInView>&, const BlockVisitor&) {}
  ///@}

  ///@{
  /// In blend modes other than Composite: the films of this source (as `cast` gives a picture) and their
  /// order, by which they are combined (AnyFilm); the picture of films, in place in the memory of the device,
  /// or of films in host memory; and the surfaces that are to lie over it, as a source of their own, or null
  /// where there are none.
  virtual const float* castFilms(const PictureOptions&, bool) { return nullptr; }
  virtual int filmOrder() const { return 0; }
  virtual void develop(float*) {}
  virtual const float* developOnHost(const float* films) { return films; }
  virtual std::unique_ptr<RaySource> surfaces() const { return nullptr; }
  ///@}

  ///@{
  /// Find the cells that the pixels of a picture of this source alone show, by all of its rays. And take the
  /// rays of picks (Picture/Picks.h) from where other sources have left them through this one; they end where
  /// the picks say. The picture of the renderer's last frame is lost. Throw as `cast` does, and InvalidInput
  /// for numbers out of their range.
  virtual PickedCells pick(const PictureOptions&, const PickRequest&) { return {}; }
  virtual void castPicks(const WorkObserver&, const PickView&) {}
  ///@}

private:
  Camera camera_;
};

} // namespace inkray
