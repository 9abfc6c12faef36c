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
  double layer = 0; ///< how many blocks lie before it, as the mean over its pixels
};

/// The blocks that may be in the picture of a camera, which is in the coordinates of their boxes. They are
/// given, and stay, in the order from front to back.
std::vector<SeenBlock> seenBlocks(const std::vector<std::size_t>& frontToBack,
  const std::function<AxisBox(std::size_t block)>& boxOf, const Camera& camera);

/// Data of any kind, cut into blocks that are brought to the device one by one: what a store asks of them.
class BlockSource
{
public:
  BlockSource() = default;
  virtual ~BlockSource() = default;
  BlockSource(const BlockSource&) = delete;
  BlockSource& operator=(const BlockSource&) = delete;

  virtual std::size_t numBlocks() const = 0;
  virtual bool isLoaded(std::size_t block) const = 0;
  virtual std::size_t bytes(std::size_t block) const = 0; ///< that `load` sends
  /// `load` only begins to send a block, which arrives while rays go through another one.
  virtual bool loadsAhead() const = 0;
  /// Bring a block to the device, in memory that waits (releaseSpare) where it suffices. Throws OutOfMemory;
  /// the block is not loaded then.
  virtual void load(std::size_t block) = 0;
  /// Take a block from the device. Its memory may wait for the next one.
  virtual void drop(std::size_t block) = 0;
  /// Release the memory that waits. False: none does.
  virtual bool releaseSpare() = 0;
};

/// Which blocks of data are in memory that has not room for all. A frame uses blocks in turns, one after the
/// other. A block that is dropped for others is the one whose turn is farthest, in this frame or in the next,
/// which is taken to be like this one: after a frame from front to back, a block that is out of sight, or the
/// one that was drawn last.
class BlockStore
{
public:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// `budget`: of the memory that is for the blocks, and for all else that they are drawn with.
  BlockStore(BlockSource& source, MemoryBudget& budget)
    : source_(source)
    , budget_(budget)
  {
  }

  /// What a frame does with the blocks that it sees.
  struct Drawing
  {
    /// Whether rays get as far as a block; it is not asked for the first one.
    std::function<bool(const SeenBlock&)> isOpen;
    /// Draw the block of a turn, which is loaded, or on its way.
    std::function<void(std::size_t turn)> draw;
  };

  ///@{
  /// A frame begins, of which the report tells, in a picture whose `pictureBytes` of somebody else
  /// (PictureOptions) count as if they were the source's, until the next one. It draws blocks from front to
  /// back, all of them where `bytes`, which are sent at most, are infinite. Else those are drawn that are
  /// loaded, and as many others as the bytes allow, those first that others hide least; `bytes` is what is
  /// left of them. The next block is on its way while one is drawn, where its source can.
  void beginFrame(std::size_t pictureBytes);
  void draw(const std::vector<SeenBlock>& seen, double& bytes, const Drawing& drawing);
  BlocksReport report() const;
  /// More bytes of a block have been sent than those of `load`.
  void countSent(std::size_t bytes) { report_.bytesSent += bytes; }
  ///@}

  /// Blocks are used in their own order: the turn of `block` begins.
  void useInOrder(std::size_t block);

  /// Do something that takes memory, with as many blocks in it as there is room for beside: `kept` is one of
  /// them, unless it is `none`. Throws OutOfMemory where there are no others.
  void withMemory(std::size_t kept, const std::function<void()>& work);
  /// Load a block, in the place of others where there is no room. With `current`, which is in use, only in
  /// the place of blocks whose turn is farther; false: there are none.
  bool load(std::size_t block, std::size_t current = none);
  void countPicture(std::size_t bytes);

private:
  /// The fate of a block in a frame.
  enum class Fate : std::uint8_t
  {
    LeftOut,
    Spare, ///< drawn unless others took its place
    Kept,
    Sent
  };

  std::vector<Fate> choose(const std::vector<SeenBlock>& seen, double& bytes) const;
  /// How many turns from now a block is used.
  std::size_t distance(std::size_t block) const;
  /// False: there is none at that distance or farther.
  bool dropFarthest(std::size_t kept, std::size_t alsoKept, std::size_t least = 0);

  BlockSource& source_;
  MemoryBudget& budget_;
  std::size_t pictureBytes_ = 0;
  std::vector<std::size_t> turns_; ///< of each block, or none; and the current one
  std::size_t turn_ = 0;
  BlocksReport report_;
};

} // namespace inkray
