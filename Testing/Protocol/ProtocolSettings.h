// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "../Seeds.h"
#include "Fiber.h"

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace protocol
{

/// Returns a twentieth of the work where the sanitizers slow the fibers down.
inline int scaled(int seeds)
{
#ifdef PROTOCOL_ASAN
  return seeds / 20;
#else
  return seeds;
#endif
}

/// Returns the seeds 0, 1, ... up to `seeds`, and a quarter as many that follow from the fresh seed of this
/// run (Seeds.h). In the environment, INKRAY_PROTOCOL_SEED=N leaves that seed alone, and
/// INKRAY_PROTOCOL_SEEDS=N sets the number.
inline std::vector<std::uint64_t> seedsToRun(int seeds)
{
  if (const char* const one = std::getenv("INKRAY_PROTOCOL_SEED"))
    return { std::strtoull(one, nullptr, 10) };
  const char* const many = std::getenv("INKRAY_PROTOCOL_SEEDS");
  std::vector<std::uint64_t> all(
    many ? std::strtoull(many, nullptr, 10) : static_cast<std::uint64_t>(scaled(seeds)));
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  const std::vector<std::uint32_t> more = inkray::testing::seedsOf("Protocol", 0, scaled(seeds) / 4);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

} // namespace protocol
