// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/MemoryBudget.h"
#include "Picture/RaySource.h"
#include "View/BoxPixels.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace inkray
{

/// A block of data in a picture, and the pixels in which it lies.
struct SeenBlock
{
  std::size_t block;
  BoxPixels pixels;
  double layer = 0; ///< the number of blocks before it, as the mean over its pixels
};

/// The blocks of `frontToBack` that may be in the picture of a camera, in the same order. The camera is in
/// the coordinates of the boxes.
std::vector<SeenBlock> seenBlocks(const std::vector<std::size_t>& frontToBack,
  const std::function<AxisBox(std::size_t block)>& boxOf, const Camera& camera);

/// Data of any kind in blocks, which a BlockStore brings to the device one by one.
class BlockSource
{
public:
  BlockSource() = default;
  virtual ~BlockSource() = default;
  BlockSource(const BlockSource&) = delete;
  BlockSource& operator=(const BlockSource&) = delete;

  virtual std::size_t numBlocks() const = 0;
  virtual bool isLoaded(std::size_t block) const = 0;
  virtual std::size_t bytes(std::size_t block) const = 0; ///< the bytes that `load` sends
  /// Whether `load` returns while the block is still on its way, so that rays can go through another block.
  virtual bool loadsAhead() const = 0;
  /// Bring a block to the device, in spare memory (releaseSpare) if that suffices. Throws OutOfMemory and
  /// leaves the block unloaded if memory runs out.
  virtual void load(std::size_t block) = 0;
  /// Take a block from the device. Its memory may be kept as spare memory for the next block.
  virtual void drop(std::size_t block) = 0;
  /// Release the spare memory. Returns false if there is no spare memory.
  virtual bool releaseSpare() = 0;
};

/// Decides which blocks are in memory that has no room for all of them. A frame uses blocks in turns. To make
/// room, the store drops the block whose turn is farthest, in this frame or the next. It assumes that the
/// next frame is like this one. After a frame from front to back it drops a block that is out of sight, or
/// the block that was drawn last.
class BlockStore
{
public:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// `budget`: the memory for the blocks and all other data that drawing needs.
  BlockStore(BlockSource& source, MemoryBudget& budget)
    : source_(source)
    , budget_(budget)
  {
  }

  /// The functions by which a frame draws the blocks that it sees.
  struct Drawing
  {
    /// Whether rays reach a block. Not called for the first block.
    std::function<bool(const SeenBlock&)> isOpen;
    /// Draw the block of a turn, which is loaded or on its way.
    std::function<void(std::size_t turn)> draw;
  };

  ///@{
  /// beginFrame begins a frame for the report. `pictureBytes` (RayOptions), which others use for the picture,
  /// count as the source's own until the next frame.
  /// draw draws the blocks that are seen from front to back. `bytes` is the most bytes to send; draw
  /// subtracts the bytes that it sends. If it is infinite, all blocks are drawn. Otherwise loaded blocks are
  /// drawn, and others while the bytes last, the least hidden blocks first. If the source can load ahead, the
  /// next block is sent while one is drawn.
  void beginFrame(std::size_t pictureBytes);
  void draw(const std::vector<SeenBlock>& seen, double& bytes, const Drawing& drawing);
  BlocksReport report() const;
  /// Count bytes of a block that were sent outside `load`.
  void countSent(std::size_t bytes) { report_.bytesSent += bytes; }
  ///@}

  /// Begin the turn of `block`. The frame uses blocks in the order of their numbers.
  void useInOrder(std::size_t block);

  /// Do work that takes memory, and drop blocks until there is room. The block `kept` is not dropped, unless
  /// it is `none`. Throws OutOfMemory if no more blocks can be dropped.
  void withMemory(std::size_t kept, const std::function<void()>& work);
  /// Load a block, and drop others until there is room. If `current` is given, that block is in use, and only
  /// blocks with a farther turn than `block` are dropped. Returns false if there are no such blocks.
  bool load(std::size_t block, std::size_t current = none);
  void countPicture(std::size_t bytes);

private:
  /// The fate of a block in a frame.
  enum class Fate : std::uint8_t
  {
    LeftOut, ///< not loaded, and beyond the bytes that may be sent
    Spare,   ///< drawn unless another block takes its place
    Kept,
    Sent
  };

  std::vector<Fate> choose(const std::vector<SeenBlock>& seen, double& bytes) const;
  /// The number of turns until a block is used.
  std::size_t distance(std::size_t block) const;
  /// Drop the block whose turn is farthest. Returns false if no block is at the distance `least` or farther.
  bool dropFarthest(std::size_t kept, std::size_t alsoKept, std::size_t least = 0);

  BlockSource& source_;
  MemoryBudget& budget_;
  std::size_t pictureBytes_ = 0;
  std::vector<std::size_t> turns_; ///< turn of each block, or `none`
  std::size_t turn_ = 0;
  BlocksReport report_;
};

} // namespace inkray
