// SPDX-License-Identifier: BSD-3-Clause
// bench_devices: what a frame of a mesh costs when several devices draw it, each some of its rows.
//
// Views around the mesh take turns. In each, the first device draws alone and then all of them do; medians
// are taken over all. Where the machine has one CUDA device, it may be named twice, which costs time and
// gains nothing.
#include "MeshFrames.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings : MeshFrames
{
  std::vector<int> devices = { 0, 1 };
};

/// Milliseconds of frames that stay on the device, and of frames that come to the host.
struct Times
{
  std::vector<double> onDevice, inHost;
  void measure(LookedCaster& caster, const Camera& camera, const FrameOptions& options)
  {
    const Stopwatch first;
    caster.renderOnDevice(camera, options);
    onDevice.push_back(first.milliseconds());
    const Stopwatch second;
    caster.render(camera, options);
    inHost.push_back(second.milliseconds());
  }
};

/// Measures all views. Returns whether the pictures are the same, bit for bit.
bool measure(const Settings& settings)
{
  const generator::TetMesh mesh = generator::generateMesh(settings.mesh);
  const std::vector<Camera> cameras = settings.cameras(mesh);
  std::vector<DeviceId> devices;
  for (const int ordinal : settings.devices)
    devices.push_back({ resolveDevice(settings.device), ordinal });
  const auto one = LookedCaster::create(devices.front());
  const auto all = LookedCaster::onDevices(devices);
  const double firstOfOne = settings.start(*one, mesh, cameras.front());
  const double firstOfAll = settings.start(*all, mesh, cameras.front());
  settings.printHead(*all, mesh);

  Times ofOne, ofAll;
  bool isSame = true;
  for (int repeat = 0; repeat < settings.repeats; ++repeat)
    for (const Camera& camera : cameras)
    {
      ofOne.measure(*one, camera, settings.frame);
      ofAll.measure(*all, camera, settings.frame);
      isSame = isSame &&
        std::memcmp(one->image(), all->image(),
          sizeof(float) * 4 * static_cast<std::size_t>(camera.width) *
            static_cast<std::size_t>(camera.height)) == 0;
    }
  const double alone = median(ofOne.onDevice), together = median(ofAll.onDevice);
  std::printf("  first picture: one %.1f ms, all %.1f ms\n", firstOfOne, firstOfAll);
  std::printf("  frame on the device: one %.3f ms, all %.3f ms: %.2f times as fast\n", alone, together,
    alone / together);
  std::printf("  frame in host memory: one %.3f ms, all %.3f ms: %.2f times as fast\n", median(ofOne.inHost),
    median(ofAll.inHost), median(ofOne.inHost) / median(ofAll.inHost));
  const TetRayCastTimings a = one->timings(), b = all->timings();
  std::printf("  last frame: vertices %.3f, lists %.3f, rays %.3f ms alone; %.3f, %.3f, %.3f ms together\n",
    a.camera, a.lists, a.cast, b.camera, b.lists, b.cast);
  for (const DeviceWork& work : all->deviceWork())
    std::printf("  %s: %.1f %% of the rows in %.3f ms%s%s\n", work.name.c_str(), 100 * work.share,
      work.milliseconds, work.problem.empty() ? "" : ", given up: ", work.problem.c_str());
  std::printf("  the pictures are %s\n", isSame ? "the same" : "NOT the same");
  record("frame of one", alone, "ms");
  record("frame of all", together, "ms");
  record("gain", alone / together, "");
  return isSame;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app("What a frame of a mesh costs that several devices draw, each some of its rows, "
                             "beside that of the first alone. The exit status tells whether the pictures are "
                             "the same, bit for bit.");
  Settings settings;
  settings.addOptions(app);
  generator::addList(app, "--devices", settings.devices, "Numbers of the CUDA devices");
  CLI11_PARSE(app, argc, argv);
  const auto threads = limitThreads(settings.threads);
  wakeDevice(settings.device);
  return measure(settings) ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_devices: %s\n", error.what());
  return EXIT_FAILURE;
}
