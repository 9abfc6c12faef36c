// SPDX-License-Identifier: BSD-3-Clause
// bench_kdtree: how long it takes to build kd-trees by each method and to cast rays through them, beside a
// BVH.
#include "benchKdTree.h"
#include "BenchOptions.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"

#include <cstdio>
#include <exception>

using namespace inkray;
using namespace inkray::bench;

namespace
{

KdPolicy policyOf(const std::string& text)
{
  KdPolicy policy = text == "paper" ? kdPaperPolicy : kdDefaultPolicy;
  if (text == "paper" || text == "default")
    return policy;
  if (std::sscanf(text.c_str(), "%d:%f:%hu:%hu", &policy.smallTriangles, &policy.nodeCost, &policy.clips,
        &policy.snaps) != 4)
    throw InvalidInput(
      "--policies: " + text + " is no policy; give paper, default or four numbers with colons");
  return policy;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "How long kd-trees take to be built by each method, and rays through them, beside a bounding volume "
    "hierarchy made on the host. Milliseconds are medians over repeats.");
  KdTreeSettings settings;
  DeviceKind device = DeviceKind::Auto;
  addDevice(app, device);
  addJson(app);
  generator::addCount(app, "--triangles", settings.triangles, "Triangles of each mesh", 12);
  generator::addList(app, "--meshes", settings.meshes, "Meshes")
    ->check(CLI::IsMember({ "sphere", "terrain", "soup" }));
  generator::addCount(
    app, "--size", settings.size, "Width and height of the picture whose rays are traced", 8);
  generator::addCount(app, "--repeats", settings.repeats, "Times that each is done", 1);
  std::vector<std::string> policies;
  generator::addList(app, "--policies", policies,
    "How nodes are split: paper, default, or numbers as those of KdPolicy, for example 32:1.5:1:1");
  app.add_flag("--counts", settings.counts, "Print what a ray passes on its way, in place of times");
  app.add_flag("--traversals", settings.traversals,
    "Rays through the hierarchy while-while and speculatively, in place of other rays");
  app.add_flag("--pieces", settings.pieces,
    "Scans of chunks (CUDA) and counts of sets in the forms that the chapter compares, in place of trees; "
    "--triangles of them");
  CLI11_PARSE(app, argc, argv);
  if (!policies.empty())
    settings.policies.clear();
  for (const std::string& text : policies)
    settings.policies.push_back(policyOf(text));
  settings.size = settings.size / 8 * 8;
  if (device == DeviceKind::CUDA || resolveDevice(device) == DeviceKind::CUDA)
    benchKdTreeOnCuda(settings);
  else
    KdTreeBench<HostBackend>(settings).run();
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_kdtree: %s\n", error.what());
  return EXIT_FAILURE;
}
