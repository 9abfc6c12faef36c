// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCasterImpl.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace inkray
{

/// The casters of the pieces of a mesh, and the memory of all: pieces are in the memory of the backend as far
/// as there is room, and wait in host memory else. They are used in rounds, one after the other; a piece that
/// is sent away for others is the one whose turn is farthest, this round or the next. The casters share the
/// backend, and with it the budget, and the workspace of a frame.
template <class Backend>
class PieceStore
{
public:
  using Caster = TetRayCasterImpl<Backend>;
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  explicit PieceStore(std::shared_ptr<FrameWorkspace<Backend>> workspace)
    : workspace_(std::move(workspace))
  {
  }

  /// The host memory of all pieces is spare: the next mesh may be as large, and to get gigabytes takes long.
  void clear()
  {
    for (const auto& piece : pieces_)
      spare_.push_back(piece->pages().takeHostMemory());
    pieces_.clear();
    turns_.clear();
    free_.clear();
    workspace_->release();
    largest_ = 0;
  }
  void releaseSpare() { spare_.clear(); }
  /// Another piece, without a mesh, whose turn it is, and which will take about so many bytes.
  Caster& add(std::size_t bytes)
  {
    pieces_.push_back(std::make_unique<Caster>(workspace_));
    const auto spare = std::find_if(spare_.begin(), spare_.end(),
      [bytes](const HostStore& memory) { return memory.size() > 0 && memory.size() <= 2 * bytes; });
    if (spare != spare_.end())
    {
      pieces_.back()->pages().giveHostMemory(std::move(*spare));
      spare_.erase(spare);
    }
    turns_.push_back(pieces_.size() - 1);
    turn_ = turns_.back();
    return *pieces_.back();
  }
  std::size_t size() const { return pieces_.size(); }
  Caster& operator[](std::size_t k) { return *pieces_[k]; }
  const Caster& operator[](std::size_t k) const { return *pieces_[k]; }
  const Caster& empty() const { return empty_; } ///< a caster without a mesh, which has the style alone
  const MeshStyle& style() const { return style_; }
  bool isResident(std::size_t k) const { return !pieces_[k]->isPagedOut(); }
  std::size_t bytesSent() const { return bytesSent_; } ///< of all pieces to the backend, so far

  /// The style of all pieces; each takes it when it is next used. Throws what a caster throws that does not
  /// take it.
  void setStyle(const MeshStyle& style)
  {
    const bool wasOld = std::exchange(isStyleOld_, true);
    if (empty_.updateStyle(style) || wasOld)
      style_ = style;
    isStyleOld_ = false;
  }

  /// A round begins: `turns` has for each piece when it is used, or `none`.
  void beginRound(std::vector<std::size_t> turns)
  {
    turns_ = std::move(turns);
    turn_ = 0;
  }
  void beginTurn(std::size_t turn) { turn_ = turn; }

  /// Do something that takes memory, with as many pieces in it as there is room for beside: `kept` is one of
  /// them, unless it is `none`. Throws OutOfMemory where there are no others.
  template <class Work>
  void withMemory(std::size_t kept, const Work& work)
  {
    for (;;)
    {
      try
      {
        return work();
      }
      catch (const OutOfMemory&)
      {
        if (free_.empty() && !this->sendOneAway(kept, kept))
          throw;
        free_.clear();
      }
    }
  }

  /// Begin to send a piece that is not there. With `current`, which is in use, only in the place of pieces
  /// whose turn is farther.
  bool send(std::size_t k, std::size_t current = none)
  {
    Caster& caster = *pieces_[k];
    const std::size_t bytes = caster.pageBytes();
    largest_ = std::max(largest_, bytes);
    for (;;)
    {
      const auto place =
        std::find_if(free_.begin(), free_.end(), [&](const Block& block) { return block.bytes() >= bytes; });
      if (place != free_.end())
      {
        Block block = std::move(*place);
        free_.erase(place);
        caster.pageIn(std::move(block));
        break;
      }
      try
      {
        // Blocks of one size, so that each has room for any piece, unless one is much larger than others.
        caster.pageIn(Block(workspace_->backend, std::int64_t(std::min(largest_, bytes + bytes / 4))));
        break;
      }
      catch (const OutOfMemory&)
      {
        if (!free_.empty())
          free_.pop_back();
        else if (!this->sendOneAway(k, current, current == none ? 0 : this->distance(k) + 1))
        {
          if (current == none)
            throw;
          return false;
        }
      }
    }
    bytesSent_ += bytes;
    return true;
  }

  /// A piece with the style of all, in the memory of the backend for what is done from now on.
  Caster& use(std::size_t k)
  {
    Caster& piece = *pieces_[k];
    if (!this->isResident(k))
      this->send(k);
    piece.awaitPage();
    this->withMemory(k, [&] { piece.updateStyle(style_); });
    return piece;
  }

  bool haveTaken(const MeshFields& fields) const
  {
    return std::all_of(pieces_.begin(), pieces_.end(),
      [&fields](const auto& piece) { return piece->takenFields().areOf(fields); });
  }
  /// Give all pieces those of the fields that they have not taken, one piece after the other, as cut(k, own)
  /// makes them of `own`. Returns the milliseconds of their transfers.
  template <class Cut>
  double updateFields(const MeshFields& fields, const Cut& cut)
  {
    double uploaded = 0;
    std::iota(turns_.begin(), turns_.end(), std::size_t(0));
    for (turn_ = 0; turn_ < pieces_.size(); ++turn_)
    {
      if (pieces_[turn_]->takenFields().areOf(fields))
        continue;
      Caster& caster = this->use(turn_);
      MeshFields own = fields;
      cut(turn_, own);
      this->withMemory(turn_, [&] { caster.updateFields(own); });
      uploaded += caster.timings().upload;
    }
    return uploaded;
  }

private:
  using Block = Buffer<char, Backend>;
  using HostStore = typename Backend::HostStore;

  /// How many turns from now a piece is used: of a picture from front to back, and again from the front, the
  /// one that was cast last is the farthest but for those out of sight.
  std::size_t distance(std::size_t k) const
  {
    const std::size_t n = pieces_.size();
    return turns_[k] == none ? n : (turns_[k] + n - turn_ % n) % n;
  }

  /// False: there is none at that distance or farther.
  bool sendOneAway(std::size_t kept, std::size_t alsoKept, std::size_t least = 0)
  {
    std::size_t farthest = none;
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      if (k != kept && k != alsoKept && this->isResident(k) && this->distance(k) >= least)
      {
        farthest = k;
        least = this->distance(k);
      }
    if (farthest == none)
      return false;
    Block block = pieces_[farthest]->pageOut();
    if (!block.empty())
      free_.push_back(std::move(block));
    return true;
  }

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Caster empty_{ workspace_ };
  MeshStyle style_;
  bool isStyleOld_ = false; ///< empty_ may have taken more
  std::vector<std::unique_ptr<Caster>> pieces_;
  std::vector<std::size_t> turns_; ///< of each piece, or none; and the current one
  std::size_t turn_ = 0;
  std::vector<Block> free_;      ///< of pieces that were sent away
  std::vector<HostStore> spare_; ///< of pieces that are gone
  std::size_t largest_ = 0;      ///< bytes of a piece that was sent
  std::size_t bytesSent_ = 0;
};

} // namespace inkray
