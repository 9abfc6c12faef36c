// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceForms.h"
#include "Compaction/HostCompactor.h"
#include "Device/HostBackend.h"
#include "IsosurfaceFormsImpl.h"

#include <utility>
#include <vector>

namespace inkray::laboratory
{
namespace
{

/// On CPU threads one thread has a tile, and no lane waits for another.
struct HostLaunches
{
  template <class Round, class Record>
  static void append(HostBackend& backend, Compactor<HostBackend>& compactor, const std::uint64_t* items,
    std::int64_t most, const Round& round, const Queue<Record>& queue)
  {
    compactor.compactBy<CompactionMethod::InKCollate, 32>(backend, items, most, round, queue);
  }

  template <int Block, class Cast>
  static void tiles(HostBackend& backend, const Cast& cast)
  {
    backend.forEach<1>((cast.numRays + cast.tile - 1) / cast.tile, [&](std::int64_t tile) {
      const auto first = static_cast<std::uint32_t>(tile) * cast.tile;
      std::vector<typename Cast::Record> records(cast.tile);
      std::vector<std::uint32_t> live(std::min(cast.tile, cast.numRays - first));
      for (std::uint32_t k = 0; k < live.size(); ++k)
        live[k] = k;
      for (int round = 0; !live.empty(); ++round)
        live.erase(std::remove_if(live.begin(), live.end(),
                     [&](std::uint32_t k) { return !cast(records.data(), first, k, round); }),
          live.end());
    });
  }

  template <class Cast>
  static void refilled(HostBackend& backend, const Cast& cast, std::uint32_t*)
  {
    backend.forEach<64>(cast.numRays, [&](std::int64_t number) {
      std::uint32_t stack[LocalStack::depth];
      typename Cast::Lane lane{};
      bool walks = cast.begin(static_cast<std::uint32_t>(number), stack, lane);
      while (walks)
        walks = cast.goOn(lane);
      cast.end(lane);
    });
  }

  template <class Cast>
  static void voting(HostBackend& backend, const Cast& cast, std::uint32_t*)
  {
    backend.forEach<64>(cast.numRays, [&](std::int64_t number) {
      std::uint32_t stack[LocalStack::depth];
      typename Cast::Lane lane{};
      std::uint32_t next = cast.begin(static_cast<std::uint32_t>(number), stack, lane);
      while (next != Cast::Ended)
        next = next == Cast::Walks ? cast.walk(lane) : cast.cross(lane);
      cast.end(lane);
    });
  }

  template <int Block, int RaysPerThread, class Cast>
  static void queued(HostBackend& backend, const Cast& cast, std::uint32_t*)
  {
    backend.forEach<Block>(cast.numRays, [&](std::int64_t number) {
      typename Cast::Record record{};
      std::uint32_t next = cast.traverse(record, true, static_cast<std::uint32_t>(number));
      while (next != Cast::Ended)
        next = next == Cast::Traverses ? cast.traverse(record, false, 0) : cast.intersect(record);
    });
  }
};

FormParts with(FormDriver driver, FormRecord record = FormRecord::Trail)
{
  FormParts parts;
  parts.driver = driver;
  parts.record = record;
  return parts;
}

std::vector<NamedForm> makeForms()
{
  std::vector<NamedForm> forms = { { "trail", "Single kernel, trail", with(FormDriver::Single) },
    { "stack", "Single kernel, one loop", with(FormDriver::Single, FormRecord::Stack) },
    { "rounds-stack", "Rounds, stacks in memory", with(FormDriver::Rounds, FormRecord::Stack) },
    { "rounds", "Rounds, 16 bytes", with(FormDriver::Rounds) },
    { "rounds-ray", "Rounds, 48 bytes", with(FormDriver::Rounds, FormRecord::Ray) },
    { "rounds-collate", "Rounds, 16 bytes, InK-Collate", with(FormDriver::Rounds) },
    { "rounds-append", "Rounds, 16 bytes, by warps", with(FormDriver::Rounds) },
    { "rounds-sorted", "Rounds, sorted by brick", with(FormDriver::Rounds) },
    { "rounds-moved", "Rounds, sorted by brick and moved", with(FormDriver::Rounds) },
    { "rounds-refilled", "Rounds with new rays", with(FormDriver::Rounds) },
    { "block", "Block, 16 bytes", with(FormDriver::Block) },
    { "block-ray", "Block, 48 bytes", with(FormDriver::Block, FormRecord::Ray) },
    { "refill", "Refilled warps", with(FormDriver::Refill) },
    { "vote", "Voting warps", with(FormDriver::Vote) },
    { "queues", "Queues of a warp", with(FormDriver::Queues) },
    { "queues-ray", "Queues of a warp, 48 bytes", with(FormDriver::Queues, FormRecord::Ray) },
    { "queues-block", "Queues of a block", with(FormDriver::Queues) } };
  for (NamedForm& form : forms)
  {
    FormParts& parts = form.parts;
    const std::string& key = form.key;
    if (key == "rounds-collate")
      parts.compaction = FormCompaction::Collate;
    if (key == "rounds-append" || key == "rounds-ray" || key == "rounds-refilled")
      parts.compaction = FormCompaction::Append;
    if (key == "rounds-sorted" || key == "rounds-moved")
      parts.order = key == "rounds-sorted" ? FormOrder::Sorted : FormOrder::Moved;
    if (key == "rounds-refilled")
      parts.window = 0.25;
    if (parts.driver == FormDriver::Refill)
    {
      parts.leaves = 1;
      parts.leastActive = 8;
    }
    if (parts.driver == FormDriver::Vote)
    {
      parts.leaves = 0;
      parts.steps = 1;
      parts.leastActive = 1;
    }
    if (parts.driver == FormDriver::Block)
      parts.leaves = 2;
    if (parts.driver == FormDriver::Queues)
    {
      parts.block = key == "queues-block" ? 128 : 32;
      parts.raysPerThread = key == "queues-block" ? 2 : 3;
    }
  }
  return forms;
}

} // namespace

std::size_t FormParts::bytesOfRay(int treeDepth) const
{
  if (driver == FormDriver::Single || driver == FormDriver::Refill || driver == FormDriver::Vote)
    return 0; // no ray waits in memory
  return record == FormRecord::Trail ? sizeof(TrailRecord)
    : record == FormRecord::Ray      ? sizeof(RayRecord)
                                     : sizeof(std::uint32_t) * (static_cast<std::size_t>(treeDepth) + 4);
}

const std::vector<NamedForm>& isosurfaceForms()
{
  static const std::vector<NamedForm> forms = makeForms();
  return forms;
}

std::unique_ptr<MultiKernelPipeline> makeCudaFormCaster(
  const FormParts& parts, const std::shared_ptr<FormCounts>& counts);

FormedIsosurface::FormedIsosurface(const FormParts& parts, std::shared_ptr<FormCounts> counts)
  : parts_(parts)
  , counts_(std::move(counts))
{
  const auto require = [](bool holds, const char* what) {
    if (!holds)
      throw InvalidInput(what);
  };
  const FormParts& p = parts_;
  require(p.rounds >= 1 && p.rounds <= 64, "a form has 1 to 64 rounds");
  require(p.leaves >= 0 && p.steps >= 0, "bounds of rays are not negative");
  require(p.window >= 0 && p.window <= 1, "a window is a share of the rays, 0 to 1");
  require(p.leastActive >= 1 && p.leastActive <= 32 && p.leastWalking >= 1 && p.leastWalking <= 32,
    "1 to 32 lanes of a warp are active or walk");
  require(p.record != FormRecord::Stack || p.driver == FormDriver::Single ||
      (p.driver == FormDriver::Rounds && p.order == FormOrder::Compacted),
    "stacks in memory are kept between rounds only, and not sorted");
  require(p.resident == 768 || p.resident == 640 || (p.resident == 512 && p.driver != FormDriver::Block),
    "a multiprocessor holds 768, 640 or (not by tiles) 512 threads");
  require(p.order == FormOrder::Compacted || (p.driver == FormDriver::Rounds && p.window == 0),
    "rays are sorted between rounds without new rays only");
  if (p.driver == FormDriver::Block)
  {
    require(p.block == 64 || p.block == 128 || p.block == 256, "a tile's block has 64, 128 or 256 threads");
    require(p.raysPerThread >= 1 && p.raysPerThread <= 8, "a tile has 1 to 8 rays for each thread");
    require(static_cast<std::size_t>(p.block * p.raysPerThread) * (p.bytesOfRay(0) + sizeof(std::uint16_t)) <=
        48000,
      "a tile's rays do not fit into 48 KB of shared memory");
  }
  if (p.driver == FormDriver::Queues)
    require((p.block == 32 && p.raysPerThread == 3) || (p.block == 128 && p.raysPerThread == 2),
      "queues have 32 threads with 3 rays each, or 128 with 2");
}

std::unique_ptr<MultiKernelPipeline> FormedIsosurface::make(DeviceKind device, int) const
{
  if (device == DeviceKind::CUDA)
    return makeCudaFormCaster(parts_, counts_);
  return std::make_unique<FormCaster<HostBackend, HostLaunches>>(parts_, counts_);
}

} // namespace inkray::laboratory
