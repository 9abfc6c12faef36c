// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace inkray::testing
{

/// Seeds with which a test failed once, by the test's name. A seed that fails is added here, and is run by
/// every build from then on.
inline const std::map<std::string, std::vector<std::uint32_t>>& seedsThatFailed()
{
  static const std::map<std::string, std::vector<std::uint32_t>> seeds = {
    // Isovalues that nearly agree, and isovalues that whole faces have: rays did not end.
    { "IsosurfaceRandom", { 1032, 1041, 1071, 1094, 1104, 1106 } },
    // A ray of HAVS that was late by rounding alone, which the order of the faces does not explain.
    // A ray that grazes an edge, whose first two faces rounding exchanges.
    { "HavsPictures", { 90274, 3761558588u } },
    // A ray that meets a translucent surface at the border of two pieces, of which neither has it there.
    { "Pieces", { 352812222u } },
    // A steep spot in few tets, which a sample met from one direction only; and a view of the worst region,
    // which erred by more than the sample said.
    { "TwoPointRule", { 2039743723u, 352812164u } },
    // Tables of functions whose ends lie beyond the data, and of peaks that one part of a segment holds.
    { "RandomMeshes", { 2394, 4057, 5086, 8072, 104136, 111764, 134573, 2008725 } },
    // Two slices that a ray meets in one place, of which one was lost.
    { "LitMeshSurfaces", { 7005836 } },
    // Ends of rays that are parted by their rounding: a value there, or an isosurface that is met or not.
    { "BlendModes", { 19385, 101453, 7001076, 7006090, 7007431, 7009288 } },
    { "MeshCuts", { 7002710, 7002718 } },
    { "MeshSurfaces", { 7001444, 7005856, 7017282 } },
    { "MissingValues", { 101639 } },
    // In cells of one value far beyond the function, rounding removed the differences of its integrals.
    { "HeldValuesShown", { 4062021393u } },
    // Rays that touch an isosurface where the value turns within a cell, or meet it twice there; and surfaces
    // that begin or turn away within rounding of a ray.
    { "GridSurfaces", { 30, 1042, 1061, 1184, 1535, 2537, 4840, 5278, 5351, 7811, 9751, 10685 } },
    // A caster took separate opacity from the colors of a function that it no longer had.
    { "MeshLooks", { 4062021377u, 4062221379u, 4062321385u } },
  };
  return seeds;
}

/// The fresh seed of this run from the environment's INKRAY_SEED; 0: none was given. .ci/run draws one and
/// prints it.
inline std::uint32_t freshSeed()
{
  const char* const text = std::getenv("INKRAY_SEED");
  return text ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 0u;
}

/// What a random test runs: seeds 1 to `fixed`, those that failed once, and, where the run has a fresh seed,
/// `fresh` more that follow from it. Tools under which a test takes minutes set the environment's
/// INKRAY_MAX_SEEDS, which bounds both numbers. A test names the seed in each of its messages.
inline std::vector<std::uint32_t> seedsOf(const std::string& test, int fixed, int fresh)
{
  if (const char* const most = std::getenv("INKRAY_MAX_SEEDS"))
  {
    fixed = std::min(fixed, std::atoi(most));
    fresh = std::min(fresh, std::atoi(most));
  }
  std::vector<std::uint32_t> seeds;
  for (int i = 1; i <= fixed; ++i)
    seeds.push_back(static_cast<std::uint32_t>(i));
  const auto failed = seedsThatFailed().find(test);
  if (failed != seedsThatFailed().end())
    seeds.insert(seeds.end(), failed->second.begin(), failed->second.end());
  for (int i = 0; freshSeed() != 0 && i < fresh; ++i)
    seeds.push_back(freshSeed() + static_cast<std::uint32_t>(i));
  return seeds;
}

/// Whether the tests of this run have all their seeds: what these cover together can be asked for then alone,
/// and large inputs that show nothing new to a tool may be smaller otherwise.
inline bool runsAllSeeds()
{
  return std::getenv("INKRAY_MAX_SEEDS") == nullptr;
}

} // namespace inkray::testing
