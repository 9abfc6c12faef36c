// SPDX-License-Identifier: BSD-3-Clause
// bench_grid_pieces: what a frame of an image costs when it is drawn in pieces, in less memory than it takes
// as a whole.
//
// Views around the image take turns. In each, the image is drawn as a whole and in pieces, with memory for
// all of them and with little; medians are taken over all.
#include "BenchOptions.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings
{
  DeviceKind device = DeviceKind::Auto;
  std::string volume = "head";
  int points = 513, size = 1024, views = 12, repeats = 2, leaves = 0, isovalues = 1;
  double share = 0.25, opacity = 1;
};

void give(IsosurfaceRayCaster& caster, const BenchVolume& volume, const std::vector<Isosurface>& surfaces)
{
  caster.setVolume(volume.input());
  caster.setIsosurfaces(surfaces);
  caster.setLights({ SurfaceLight() });
}

/// The times of a caster's frames.
struct Frames
{
  std::vector<double> milliseconds, sent;
};

Frames measure(IsosurfaceRayCaster& caster, const std::vector<Camera>& cameras, int repeats)
{
  Frames frames;
  IsosurfaceFrameOptions options;
  options.smoothNormals = true;
  for (int repeat = -1; repeat < repeats; ++repeat)
    for (const Camera& camera : cameras)
    {
      const Stopwatch watch;
      caster.renderOnDevice(camera, options);
      caster.timings(); // waits
      if (repeat < 0)
        continue;
      frames.milliseconds.push_back(watch.milliseconds());
      frames.sent.push_back(double(caster.piecesReport().bytesSent));
    }
  return frames;
}

/// Returns the number of pixels that differ.
std::int64_t differences(IsosurfaceRayCaster& a, IsosurfaceRayCaster& b, const Camera& camera)
{
  IsosurfaceFrameOptions options;
  options.smoothNormals = true;
  a.render(camera, options);
  b.render(camera, options);
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < std::int64_t(camera.width) * camera.height; ++i)
    count += std::memcmp(a.image() + 4 * i, b.image() + 4 * i, 4 * sizeof(float)) != 0;
  return count;
}

bool measure(const Settings& settings)
{
  const BenchVolume volume =
    makeVolume(generator::kindNamed(settings.volume), settings.points, generator::VolumeType::Float32, 1);
  std::vector<Isosurface> surfaces;
  for (int i = 0; i < settings.isovalues; ++i)
  {
    Isosurface surface;
    surface.value = volume.isovalues[std::min<std::size_t>(
      volume.isovalues.size() - 1, volume.isovalues.size() / 2 + static_cast<std::size_t>(i))];
    surface.opacity = static_cast<float>(settings.opacity);
    surfaces.push_back(surface);
  }
  const std::vector<Camera> cameras = orbitVolume(volume, settings.views, settings.size, 1.0);
  const std::size_t bytes = estimateVolumeBytes(volume.input());
  const auto limit = static_cast<std::size_t>(settings.share * double(bytes)) +
    static_cast<std::size_t>(settings.size) * static_cast<std::size_t>(settings.size) * 20;

  const auto whole = IsosurfaceRayCaster::create(settings.device);
  const Stopwatch first;
  give(*whole, volume, surfaces);
  whole->render(cameras[0], {});
  std::printf("%s, %d points an axis, %.1f MB, on %s; surfaces: %d, opacity %g; picture %d\n",
    settings.volume.c_str(), settings.points, double(bytes) * 1e-6, whole->deviceName().c_str(),
    settings.isovalues, settings.opacity, settings.size);
  std::printf("  first picture: whole %.1f ms", first.milliseconds());
  const Frames ofWhole = measure(*whole, cameras, settings.repeats);
  std::int64_t wrong = 0;
  bool isRight = true;
  for (const bool isShort : { false, true })
  {
    const auto pieces = IsosurfaceRayCaster::createInBlocks(
      settings.device, isShort ? limit : MemoryBudget::noLimit, isShort ? settings.leaves : 8);
    const Stopwatch watch;
    give(*pieces, volume, surfaces);
    const double setUp = watch.milliseconds();
    pieces->render(cameras[0], {});
    const double milliseconds = watch.milliseconds();
    for (std::size_t view = 0; view < cameras.size(); view += 3)
      wrong += differences(*whole, *pieces, cameras[view]);
    const Frames frames = measure(*pieces, cameras, settings.repeats);
    const GridBlocksReport report = pieces->piecesReport();
    const double sent = median(frames.sent), took = median(frames.milliseconds);
    const IsosurfaceMemory memory = pieces->memory();
    const std::size_t inUse = memory.volume + memory.bricks + memory.frame;
    if (!isShort)
      std::printf(", pieces %.1f ms (%.1f of it set-up)\n  frame: whole %.2f ms\n", milliseconds, setUp,
        median(ofWhole.milliseconds));
    std::printf("  pieces %s: %d, %d touched, %d stay in %.1f MB, %d cast: frame %.2f ms, %.1f MB sent: %.2f "
                "GB/s\n",
      isShort ? "in little memory" : "that all stay", report.pieces, report.touched, report.resident,
      double(inUse) * 1e-6, report.cast, took, sent * 1e-6, sent / took * 1e-6);
    isRight = isRight && (!isShort || (report.pieces > 1 && inUse <= limit));
    record(isShort ? "frame of pieces in little memory" : "frame of pieces that stay", took, "ms");
    record(isShort ? "sent" : "sent, where all stay", sent * 1e-6, "MB");
  }
  record("frame of the whole", median(ofWhole.milliseconds), "ms");
  std::printf("  %lld pixels differ\n", static_cast<long long>(wrong));
  return isRight && wrong == 0;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "What a frame of an image costs that is drawn in pieces, in less memory than it "
    "takes as a whole, beside that of the whole. The exit status tells whether there "
    "were pieces, in that memory, in the picture of the whole, bit for bit.");
  Settings settings;
  addDevice(app, settings.device);
  addJson(app);
  app.add_option("--volume", settings.volume, "The kind of volume, as for bench_isosurface");
  generator::addCount(app, "--points", settings.points, "Grid points along each axis");
  generator::addCount(app, "--size", settings.size, "Pixels along each side of the picture");
  generator::addCount(app, "--views", settings.views, "Views around the image");
  generator::addCount(app, "--repeats", settings.repeats, "Frames of each view");
  generator::addCount(app, "--isovalues", settings.isovalues, "Surfaces");
  app.add_option(
    "--leaves", settings.leaves, "Leaves along the side of a piece in little memory; 0: as many as fit");
  app.add_option("--opacity", settings.opacity, "Of all surfaces");
  app.add_option("--share", settings.share, "Memory for the pieces, as a share of that of the whole");
  CLI11_PARSE(app, argc, argv);
  wakeDevice(settings.device);
  return measure(settings) ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_grid_pieces: %s\n", error.what());
  return EXIT_FAILURE;
}
