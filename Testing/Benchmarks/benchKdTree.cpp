// SPDX-License-Identifier: BSD-3-Clause
// bench_kdtree: how long kd-trees take to be built by each method, and rays through them, beside a BVH.
#include "benchKdTree.h"
#include "BenchOptions.h"
#include "Device/HostBackend.h"

#include <cstdio>
#include <exception>

using namespace inkray;
using namespace inkray::bench;

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "How long kd-trees take to be built by each method, and rays through them, beside a bounding volume "
    "hierarchy made on the host. Milliseconds are medians over repeats.");
  KdTreeSettings settings;
  DeviceKind device = DeviceKind::Auto;
  addDevice(app, device);
  generator::addCount(app, "--triangles", settings.triangles, "Triangles of each mesh", 12);
  generator::addList(app, "--meshes", settings.meshes, "Meshes")
    ->check(CLI::IsMember({ "sphere", "terrain", "soup" }));
  generator::addCount(
    app, "--size", settings.size, "Width and height of the picture whose rays are traced", 8);
  generator::addCount(app, "--repeats", settings.repeats, "Times that each is done", 1);
  CLI11_PARSE(app, argc, argv);
  settings.size = settings.size / 8 * 8;
  if (resolveDevice(device) == DeviceKind::CUDA)
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
