// SPDX-License-Identifier: BSD-3-Clause
#include "ChainedScan.h"
#include "ArrayScenarios.h"

#include <cstdint>
#include <string>

namespace protocol
{
namespace
{

void runChainedScan(Executor& e)
{
  constexpr int block = 64;
  using Chain = ChainedScan<block>;
  Random& dice = e.dice();
  const std::uint32_t numBlocks = 1 + dice.below(6);
  auto* const ticket = e.memory.allocate<std::uint32_t>("ticket", 1);
  auto* const ends = e.memory.allocate<std::uint32_t>("ends", numBlocks);
  auto* const done = e.memory.allocate<std::uint32_t>("done", numBlocks);
  auto* const out = e.memory.allocate<std::uint32_t>("out", numBlocks * block);
  e.memory.write(ticket, 0u);
  for (std::uint32_t b = 0; b < numBlocks; ++b)
    e.memory.write(done + b, 0u);
  const std::uint64_t salt = dice.next();
  const auto kept = [=](std::uint32_t id) { return Random(salt + id).below(2) == 0; };
  if (!e.launch<block, Chain::Shared>(numBlocks, [&](const auto& ctx, Chain::Shared& shared) {
        Chain::run(ctx, shared, ticket, ends, done, kept, out);
      }))
    return;
  std::uint32_t at = 0;
  for (std::uint32_t id = 0; id < numBlocks * block; ++id)
    if (kept(id) && (!e.memory.written(out + at) || e.memory.read(out + at++) != id))
      return e.fail("place " + std::to_string(at) + " is wrong");
}

} // namespace

const Scenario& chainedScanScenario()
{
  static const Scenario scenario{ "ChainedScan", 1000, runChainedScan };
  return scenario;
}

} // namespace protocol
