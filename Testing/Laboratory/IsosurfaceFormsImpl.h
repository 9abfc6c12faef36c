// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Compactor.h"
#include "Core/Errors.h"
#include "IsosurfaceForms.h"
#include "RayWalk.h"
#include "Renderers/Isosurface/MultiKernelPipeline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace inkray::laboratory
{

/// The single kernel as one loop, with each ray's stack in local memory.
template <class Frame>
struct CastByStack
{
  Frame frame;

  INKRAY_HD void operator()(std::int64_t number) const
  {
    std::uint32_t items[LocalStack::depth];
    TrailRecord record = {};
    frame.goOn(LocalMemory{ items }, true, static_cast<std::uint32_t>(number), record, noBounds(), record);
  }
};

/// The single kernel with a trail in place of a stack.
template <class Frame>
struct CastByTrail
{
  Frame frame;

  INKRAY_HD void operator()(std::int64_t number) const
  {
    TrailRecord record = {};
    frame.goOn(TrailMemory(), true, static_cast<std::uint32_t>(number), record, noBounds(), record);
  }
};

/// The rays of a launch: those that wait, then new ones.
struct RoundPlan
{
  std::uint64_t items, waiting, firstNew;
};

/// A launch of Rounds. A null `waiting` or `firstNew` counts as 0.
template <class Frame, class Memory, int Resident>
struct CastRound
{
  using Record = typename Memory::Record;
  static constexpr int residentThreads = Resident;

  Frame frame;
  Memory memory;
  const Record* records;
  const std::uint32_t* order; ///< the order of the records; null: as they are
  const std::uint64_t *waiting, *firstNew;
  WalkBounds bounds;

  INKRAY_HD bool operator()(std::int64_t i, Record& out) const
  {
    const std::int64_t old = waiting ? static_cast<std::int64_t>(*waiting) : 0;
    const bool isNew = i >= old;
    Record from = {};
    std::uint32_t number = 0;
    if (isNew)
      number = static_cast<std::uint32_t>(i - old) + (firstNew ? static_cast<std::uint32_t>(*firstNew) : 0u);
    else
      from = records[order ? static_cast<std::int64_t>(order[i]) : i];
    return frame.goOn(memory, isNew, number, from, bounds, out);
  }
};

/// Plans the rays of the next launch: those that wait after this one, and new ones in the places of ended
/// ones.
struct PlanRound
{
  const RoundPlan* before; ///< null: this is the first launch
  const std::uint64_t* stillWait;
  RoundPlan* plan;
  std::uint64_t window, numRays;

  INKRAY_HD void operator()(std::int64_t) const
  {
    RoundPlan p = {};
    if (before)
    {
      p.waiting = *stillWait;
      p.firstNew = before->firstNew + (before->items - before->waiting);
    }
    const std::uint64_t left = numRays - p.firstNew;
    const std::uint64_t places = window > p.waiting ? window - p.waiting : 0;
    p.items = p.waiting + (left < places ? left : places);
    *plan = p;
  }
};

/// Writes the keys by which waiting rays are sorted, and their numbers.
template <class Memory>
struct OrderRecords
{
  const typename Memory::Record* records;
  std::uint32_t *keys, *order;
  int treeDepth;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    keys[i] = orderOfNode(Memory::nodeOf(records[i]), treeDepth);
    order[i] = static_cast<std::uint32_t>(i);
  }
};

template <class Record>
struct MoveRecords
{
  const Record* from;
  const std::uint32_t* order;
  Record* to;

  INKRAY_HD void operator()(std::int64_t i) const { to[i] = from[order[i]]; }
};

/// A block's tile of rays (Block). Each round of the block takes all rays that have not ended.
template <class Frame, class Memory, int Resident>
struct CastTile
{
  using Record = typename Memory::Record;
  static constexpr int residentThreads = Resident;

  Frame frame;
  Memory memory;
  std::uint32_t numRays, tile; ///< the number of all rays, and of the rays of a tile
  std::int32_t rounds;
  WalkBounds bounds;

  /// Does round `round` of ray k of the tile that begins with ray `first`.
  INKRAY_HD bool operator()(Record* records, std::uint32_t first, std::uint32_t k, int round) const
  {
    const bool isNew = round == 0;
    const Record from = isNew ? Record{} : records[k];
    return frame.goOn(memory, isNew, first + k, from, round + 1 < rounds ? bounds : noBounds(), records[k]);
  }
};

/// The work of a lane of Refill on its ray.
template <class Frame, int Resident>
struct CastRefilled
{
  static constexpr int residentThreads = Resident;

  Frame frame;
  std::uint32_t numRays, leastActive;
  WalkBounds bounds;

  struct Lane
  {
    LocalMemory::Walking walking;
    SurfaceCrossing crossing;
    bool inside, found;
  };

  INKRAY_HD bool begin(std::uint32_t number, std::uint32_t* stack, Lane& lane) const
  {
    lane.found = false;
    lane.inside = frame.take(LocalMemory{ stack }, true, number, TrailRecord{}, lane.walking);
    return lane.walking.ref != noNode;
  }
  /// Takes the ray on as far as the bounds allow. Returns true where it goes on.
  INKRAY_HD bool goOn(Lane& lane) const
  {
    lane.found = walk(frame.scene, frame.volume, lane.walking.ray, lane.walking.ref, lane.walking.place,
      bounds, frame.counter, lane.crossing);
    return !lane.found && lane.walking.ref != noNode;
  }
  INKRAY_HD void end(const Lane& lane) const
  {
    if (lane.inside)
      frame.draw(lane.walking.number, lane.walking.ray, lane.found, lane.crossing);
  }
};

/// The work of a lane of Vote on its ray. Results are VotingWarps' Next.
template <class Frame, int Resident>
struct CastVoting
{
  static constexpr int residentThreads = Resident;
  static constexpr std::uint32_t Ended = 0, Walks = 1, Stands = 2;

  Frame frame;
  std::uint32_t numRays, leastActive, leastWalking;
  std::int32_t steps; ///< pairs of nodes before the next vote
  using Lane = typename CastRefilled<Frame, Resident>::Lane;

  INKRAY_HD std::uint32_t begin(std::uint32_t number, std::uint32_t* stack, Lane& lane) const
  {
    lane.found = false;
    lane.inside = frame.take(LocalMemory{ stack }, true, number, TrailRecord{}, lane.walking);
    return next(lane);
  }
  INKRAY_HD std::uint32_t walk(Lane& lane) const
  {
    std::int32_t left = steps;
    lane.walking.ref =
      walkToLeaf(frame.scene, lane.walking.ray, lane.walking.ref, lane.walking.place, left, frame.counter);
    return next(lane);
  }
  INKRAY_HD std::uint32_t cross(Lane& lane) const
  {
    lane.found = crossLeaf(frame.scene, frame.volume, lane.walking.ray, lane.walking.ref, lane.walking.place,
      frame.counter, lane.crossing);
    return lane.found ? Ended : next(lane);
  }
  INKRAY_HD void end(const Lane& lane) const
  {
    if (lane.inside)
      frame.draw(lane.walking.number, lane.walking.ray, lane.found, lane.crossing);
  }

private:
  INKRAY_HD static std::uint32_t next(const Lane& lane)
  {
    return lane.walking.ref == noNode ? Ended : isLeafRef(lane.walking.ref) ? Stands : Walks;
  }
};

/// The work of a thread of Queues on the ray of a slot. Results are BlockQueues' Next.
template <class Frame, class Memory>
struct CastQueued
{
  using Record = typename Memory::Record;
  using Walking = typename Memory::Walking;
  static constexpr int residentThreads = 64 * 12;
  static constexpr std::uint32_t Ended = 0, Traverses = 1, Intersects = 2;

  Frame frame;
  Memory memory;
  std::uint32_t numRays;

  /// Takes a ray to its next leaf: a new ray, or the one of a slot.
  INKRAY_HD std::uint32_t traverse(Record& record, bool isNew, std::uint32_t number) const
  {
    Walking w = {};
    if (!frame.take(memory, isNew, number, record, w))
      return Ended;
    std::int32_t steps = noBounds().steps;
    w.ref = walkToLeaf(frame.scene, w.ray, w.ref, w.place, steps, frame.counter);
    if (w.ref != noNode)
      return this->wait(record, w);
    frame.draw(w.number, w.ray, false, SurfaceCrossing{});
    return Ended;
  }
  INKRAY_HD std::uint32_t intersect(Record& record) const
  {
    Walking w = {};
    frame.take(memory, false, 0, record, w);
    SurfaceCrossing crossing = {};
    const bool found = crossLeaf(frame.scene, frame.volume, w.ray, w.ref, w.place, frame.counter, crossing);
    if (!found && w.ref != noNode)
      return this->wait(record, w);
    frame.draw(w.number, w.ray, found, crossing);
    return Ended;
  }

private:
  INKRAY_HD std::uint32_t wait(Record& record, Walking& w) const
  {
    const std::uint32_t next = isLeafRef(w.ref) ? Intersects : Traverses;
    memory.wait(w, record);
    return next;
  }
};

/// Calls f with FormParts::resident as a type, one of `Values`. Frames that count have 640 alone.
template <class Frame, int... Values, class F>
void visitResident(int resident, const F& f)
{
  if constexpr (!std::is_same_v<typename Frame::Counter, NoCounter>)
    f(std::integral_constant<int, 640>());
  else
    (void)((resident == Values && (f(std::integral_constant<int, Values>()), true)) || ...);
}

/// The pipeline of a form. `Launches` has the launches that a backend lacks:
///   static void append(backend, compactor, const std::uint64_t* items, std::int64_t most, CastRound, queue)
///                                     as compactBy, to a queue whose count is 0 before
///   static void tiles<Block>(backend, CastTile)
///   static void refilled(backend, CastRefilled, std::uint32_t* next)
///   static void voting(backend, CastVoting, std::uint32_t* next)
///   static void queued<Block, RaysPerThread>(backend, CastQueued, std::uint32_t* next)
template <class Backend, class Launches>
class FormCaster : public MultiKernelPipelineOn<Backend>
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// `counts`: counters() leaves there what rays did, in volumes of floats; null: nothing is counted.
  FormCaster(const FormParts& parts, std::shared_ptr<FormCounts> counts)
    : parts_(parts)
    , lanes_(std::move(counts))
  {
  }

  void cast(Backend& backend, const IsosurfaceMethodOptions&, const IsosurfaceScene& scene,
    const IsosurfaceVolume<Backend>& volume, const IsosurfaceImage& image) override
  {
    if (!volume.endsAtFirstCrossing(scene))
      throw InvalidInput("forms find the first crossing of one opaque isosurface that is not cropped");
    volume.visitView([&](const auto& view) {
      using Volume = std::decay_t<decltype(view)>;
      if constexpr (Volume::Axes::isUniform)
      {
        if constexpr (std::is_same_v<typename Volume::Value, float>)
          if (lanes_)
          {
            laneCounts_.reserve(backend, 1);
            backend.zero(laneCounts_.data(), laneCounts_.bytes());
            return this->castFrame(backend,
              FormFrame<Volume, LaneCounter>{ scene, view, image, LaneCounter{ laneCounts_.data() } });
          }
        this->castFrame(backend, FormFrame<Volume>{ scene, view, image, {} });
      }
      else
        throw InvalidInput("forms know no rectilinear grids");
    });
  }

  const LoopCounters& counters(Backend& backend) const override
  {
    if (lanes_ && laneCounts_.size() > 0)
    {
      const LaneCounts c = backend.read(laneCounts_.data());
      *lanes_ = { c.times[LaneCounts::Pairs], c.lanes[LaneCounts::Pairs], c.times[LaneCounts::Leaves],
        c.lanes[LaneCounts::Leaves] };
    }
    read_ = {};
    read_.rounds = static_cast<std::uint64_t>(rounds_);
    if (parts_.driver != FormDriver::Rounds)
      return read_;
    for (int round = 0; round < std::min(rounds_, mostRounds); ++round)
      read_.kept += backend.read(counts_.data() + round);
    read_.given = read_.kept; // in addition to all rays, which the ray caster adds
    return read_;
  }
  const double* stageMilliseconds() const override { return stages_; }

private:
  static constexpr int mostRounds = 64;

  WalkBounds bounds() const
  {
    return { parts_.leaves > 0 ? parts_.leaves : noBounds().leaves,
      parts_.steps > 0 ? parts_.steps : noBounds().steps };
  }

  template <class Frame>
  void castFrame(Backend& backend, const Frame& frame)
  {
    numRays_ = countRays<PixelOrder<PixelTiles::Rows>>(frame.scene.camera);
    rounds_ = 1;
    switch (parts_.driver)
    {
      case FormDriver::Single:
        return parts_.record == FormRecord::Stack
          ? backend.template forEach<64, 12>(numRays_, CastByStack<Frame>{ frame })
          : backend.template forEach<64, 12>(numRays_, CastByTrail<Frame>{ frame });
      case FormDriver::Vote:
        return visitResident<Frame, 768, 640, 512>(parts_.resident, [&](auto resident) {
          Launches::voting(backend,
            CastVoting<Frame, decltype(resident)::value>{ frame, static_cast<std::uint32_t>(numRays_),
              static_cast<std::uint32_t>(parts_.leastActive), static_cast<std::uint32_t>(parts_.leastWalking),
              this->bounds().steps },
            this->next(backend));
        });
      case FormDriver::Refill:
        return visitResident<Frame, 768, 640, 512>(parts_.resident, [&](auto resident) {
          Launches::refilled(backend,
            CastRefilled<Frame, decltype(resident)::value>{ frame, static_cast<std::uint32_t>(numRays_),
              static_cast<std::uint32_t>(parts_.leastActive), this->bounds() },
            this->next(backend));
        });
      case FormDriver::Block:
        return parts_.record == FormRecord::Ray ? this->castTiles(backend, frame, RayMemory())
                                                : this->castTiles(backend, frame, TrailMemory());
      case FormDriver::Queues:
        return parts_.record == FormRecord::Ray ? this->castQueued(backend, frame, RayMemory())
                                                : this->castQueued(backend, frame, TrailMemory());
      case FormDriver::Rounds:
        break;
    }
    if (parts_.record == FormRecord::Trail)
      return this->castRounds(backend, frame, TrailMemory(), trails_);
    if (parts_.record == FormRecord::Ray)
      return this->castRounds(backend, frame, RayMemory(), rays_);
    const std::int64_t depth = frame.scene.layout.depth + 2;
    stacks_.reserve(backend, depth * numRays_);
    sizes_.reserve(backend, numRays_);
    this->castRounds(backend, frame, StackMemory{ stacks_.data(), sizes_.data(), numRays_ }, numbers_);
  }

  /// Returns the counter from which persistent warps and blocks draw.
  std::uint32_t* next(Backend& backend)
  {
    next_.reserve(backend, 1);
    backend.zero(next_.data(), next_.bytes());
    return next_.data();
  }

  template <class Frame, class Memory>
  void castTiles(Backend& backend, const Frame& frame, const Memory& memory)
  {
    const auto tile = static_cast<std::uint32_t>(parts_.block * parts_.raysPerThread);
    visitResident<Frame, 768, 640>(parts_.resident, [&](auto resident) {
      const CastTile<Frame, Memory, decltype(resident)::value> cast{ frame, memory,
        static_cast<std::uint32_t>(numRays_), tile, parts_.rounds, this->bounds() };
      if (parts_.block == 64)
        Launches::template tiles<64>(backend, cast);
      else if (parts_.block == 128)
        Launches::template tiles<128>(backend, cast);
      else
        Launches::template tiles<256>(backend, cast);
    });
  }

  template <class Frame, class Memory>
  void castQueued(Backend& backend, const Frame& frame, const Memory& memory)
  {
    const CastQueued<Frame, Memory> cast{ frame, memory, static_cast<std::uint32_t>(numRays_) };
    std::uint32_t* const next = this->next(backend);
    if (parts_.block == 32)
      Launches::template queued<32, 3>(backend, cast, next);
    else
      Launches::template queued<128, 2>(backend, cast, next);
  }

  template <class Frame, class Memory>
  void castRounds(
    Backend& backend, const Frame& frame, const Memory& memory, Array<typename Memory::Record> (&records)[3])
  {
    const bool byWindow = parts_.window > 0;
    const auto all = static_cast<std::uint64_t>(numRays_);
    const std::uint64_t window = byWindow
      ? std::clamp<std::uint64_t>(
          static_cast<std::uint64_t>(std::ceil(parts_.window * static_cast<double>(all))), 64,
          std::max<std::uint64_t>(all, 64))
      : all;
    for (int i = 0; i < (parts_.order == FormOrder::Moved ? 3 : 2); ++i)
      records[i].reserve(backend, static_cast<std::int64_t>(window));
    counts_.reserve(backend, mostRounds);
    backend.zero(counts_.data(), counts_.bytes());
    if (byWindow)
      plans_.reserve(backend, 2);
    // A window has as many rounds as it needs; the host looks only when they may have been enough.
    const int least = byWindow ? static_cast<int>((all + window - 1) / window) : parts_.rounds;
    bool last = false;
    for (rounds_ = 0; !last; ++rounds_)
    {
      const int from = rounds_ & 1, to = from ^ 1;
      const std::uint64_t* const before = rounds_ > 0 ? this->countOf(rounds_ - 1) : nullptr;
      const std::uint64_t *items = before, *waiting = before, *firstNew = nullptr;
      if (byWindow)
      {
        RoundPlan* const plan = plans_.data() + from;
        backend.forEach(1, PlanRound{ before ? plans_.data() + to : nullptr, before, plan, window, all });
        items = &plan->items;
        waiting = &plan->waiting;
        firstNew = &plan->firstNew;
        if (rounds_ + 1 >= least)
        {
          const RoundPlan p = backend.read(plan);
          last = p.firstNew + (p.items - p.waiting) == all;
        }
      }
      else
        last = rounds_ + 1 == parts_.rounds;
      const std::uint32_t* const order = before
        ? this->sort(backend, memory, frame.scene.layout.depth, before, records[from], records[2])
        : nullptr;
      if (rounds_ >= mostRounds)
        backend.zero(this->countOf(rounds_), sizeof(std::uint64_t));
      const Queue<typename Memory::Record> queue = { records[to].data(), window, this->countOf(rounds_) };
      const auto most = static_cast<std::int64_t>(window);
      const auto launch = [&](auto resident, const auto& compact) {
        compact(CastRound<Frame, Memory, decltype(resident)::value>{ frame, memory, records[from].data(),
          order, waiting, firstNew, last ? noBounds() : this->bounds() });
      };
      switch (parts_.compaction)
      {
        case FormCompaction::Append:
          compactor_.reserve(backend, most, 0);
          visitResident<Frame, 768, 640, 512>(parts_.resident, [&](auto resident) {
            launch(resident,
              [&](const auto& round) { Launches::append(backend, compactor_, items, most, round, queue); });
          });
          break;
        case FormCompaction::Collate:
          launch(std::integral_constant<int, 640>(), [&](const auto& round) {
            compactor_.template compactBy<CompactionMethod::InKCollate, 64>(
              backend, items, most, round, queue);
          });
          break;
        case FormCompaction::LookBack:
          launch(std::integral_constant<int, 640>(), [&](const auto& round) {
            compactor_.template compactBy<CompactionMethod::InKCompactLookBack, 64>(
              backend, items, most, round, queue);
          });
          break;
      }
    }
  }

  std::uint64_t* countOf(int round) { return counts_.data() + round % mostRounds; }

  /// Sorts the waiting rays, `*count` of them. Returns their order, or null where they lie in it. `spare` is
  /// for moves.
  template <class Memory, class Records>
  const std::uint32_t* sort(Backend& backend, const Memory&, int treeDepth, const std::uint64_t* count,
    Records& records, Records& spare)
  {
    using Record = typename Memory::Record;
    if (parts_.order == FormOrder::Compacted)
      return nullptr;
    const auto n = static_cast<std::int64_t>(backend.read(count));
    if (n == 0)
      return nullptr;
    keys_.reserve(backend, numRays_);
    order_.reserve(backend, numRays_);
    backend.forEach(n, OrderRecords<Memory>{ records.data(), keys_.data(), order_.data(), treeDepth });
    backend.sortPairs(keys_, order_, n, orderBits(treeDepth), sortWorkspace_);
    if (parts_.order == FormOrder::Sorted)
      return order_.data();
    backend.forEach(n, MoveRecords<Record>{ records.data(), order_.data(), spare.data() });
    std::swap(records, spare);
    return nullptr;
  }

  FormParts parts_;
  std::int64_t numRays_ = 0;
  int rounds_ = 0;               ///< rounds of the last cast
  Array<TrailRecord> trails_[3]; ///< two in turn, and one for moves
  Array<RayRecord> rays_[3];
  Array<std::uint32_t> numbers_[3], stacks_, next_, keys_, order_;
  Array<std::int32_t> sizes_;
  Array<std::uint64_t> counts_;
  Array<RoundPlan> plans_;
  Array<LaneCounts> laneCounts_;
  std::shared_ptr<FormCounts> lanes_;
  Compactor<Backend> compactor_;
  typename Backend::template SortWorkspace<std::uint32_t, std::uint32_t> sortWorkspace_;
  mutable LoopCounters read_ = {};
  double stages_[numLoopStages] = {};
};

} // namespace inkray::laboratory
