// SPDX-License-Identifier: BSD-3-Clause
// Tables 1 to 3 of Wald, Active Thread Compaction for GPU Path Tracing (2011), on six generated scenes, with
// the kernels that came after. It measures frames per second for each scene and kernel; paths and warps that
// begin each bounce; the time of a warp with and without compaction; and the cost of compaction, and of
// storing and loading paths (sections 4.2.2 and 4.2.3). The bounding volume hierarchy is the laboratory's.
// The loops that the product leaves out trace one isosurface, or triangles alone; the
// other scenes have no figures of these loops. Every kernel's picture must be that of the naive one, bit for
// bit, or the exit status is 1.
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "LaboratoryPaths.h"
#include "PathTracer/ComparedPathLoops.h"
#include "PathTracer/PathTestScenes.h"
#include "Renderers/PathTracer/PathState.h"
#include "benchPathScenes.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings
{
  DeviceKind device = DeviceKind::Auto;
  int width = 1280, height = 768, repeats = 5, samples = 8, threads = 0;
  std::int64_t points = 257;
  std::vector<int> bounces = { 2, 8 };
  std::vector<std::string> scenes = { "all" };
  std::string pictures;
  bool smooth = false, sizes = false, dearer = false;
  float launch = 50;
  int accuracy = 0, reference = 200000, moving = 0;
};

struct KernelColumn
{
  const char* title;
  PathKernel kernel;
  const PathLoopFactory* loop = nullptr; ///< for scenes of one isosurface and of triangles alone
  bool byOrigin = false, onlyTriangles = false;
};
const KernelColumn columns[] = {
  { "naive", PathKernel::Naive },
  { "whole-frame", PathKernel::WholeFrame },
  { "tiled-global", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::TiledGlobal) },
  { "tiled-shared", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::TiledShared) },
  { "in-k-look-back", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::InKernelByLookBack) },
  { "in-k-compact", PathKernel::InKernel },
  { "in-k-collate", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::InKernelByCollate) },
  { "regenerate", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::Regenerate) },
  { "regen-compact", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::RegenerateCompacted) },
  { "queued", PathKernel::Queued },
  { "in-place", PathKernel::Naive, comparedPathLoop(ComparedPathLoop::InPlace) },
  { "sort-direction", PathKernel::Sorted },
  { "sort-origin", PathKernel::Sorted, nullptr, true },
  { "host-bvh", PathKernel::Naive, laboratory::pathsInBvh(), false, true },
  { "auto", PathKernel::Auto },
};
constexpr std::size_t numColumns = sizeof columns / sizeof columns[0];

PathFrameOptions frameOptions(const Settings& s, int bounces, const KernelColumn& column)
{
  PathFrameOptions o;
  o.samples = s.samples;
  o.bounces = bounces;
  o.kernel = column.kernel;
  o.methods.loop = column.loop;
  o.methods.sortByOrigin = column.byOrigin;
  o.launchMilliseconds = s.launch;
  o.showEnvironment = true;
  o.smoothNormals = s.smooth;
  return o;
}

/// Measures one row of Table 1: milliseconds a frame, medians, by column. Returns false where pictures
/// differ.
bool measureScene(
  PathTracer& tracer, const PathBenchScene& scene, const Settings& s, int bounces, std::vector<double>& ms)
{
  std::vector<std::vector<double>> times(numColumns);
  std::vector<float> first;
  bool same = true;
  std::mt19937 order(1);
  const std::size_t floats =
    std::size_t(4) * static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height);
  for (int repeat = -1; repeat < s.repeats; ++repeat) // the first does not count
  {
    std::vector<std::size_t> turn;
    for (std::size_t i = 0; i < numColumns; ++i)
      if ((!columns[i].loop || scene.isCompared()) && (!columns[i].onlyTriangles || scene.volumes.empty()))
        turn.push_back(i);
    if (repeat >= 0)
      std::shuffle(turn.begin(), turn.end(), order);
    for (const std::size_t i : turn)
    {
      tracer.restart();
      PathFrameOptions o = frameOptions(s, bounces, columns[i]);
      o.lensRadius = scene.lensRadius;
      o.focalDepth = scene.focalDepth;
      if (repeat < 0)
      {
        tracer.render(scene.camera, o);
        if (first.empty())
          first.assign(tracer.image(), tracer.image() + floats);
        const bool agrees = std::memcmp(first.data(), tracer.image(), floats * sizeof(float)) == 0;
        if (!agrees)
          std::printf(
            "%s: the picture of %s differs from the naive one\n", scene.name.c_str(), columns[i].title);
        same = same && agrees;
        continue;
      }
      tracer.renderOnDevice(scene.camera, o);
      times[i].push_back(tracer.timings().trace / s.samples);
    }
  }
  for (const auto& t : times)
    ms.push_back(t.empty() ? NAN : median(t));
  if (!s.pictures.empty())
    savePathPicture(s.pictures + "/" + scene.name + "_" + std::to_string(bounces) + ".ppm", first.data(),
      s.width, s.height);
  return same;
}

void printTable1(
  const std::vector<PathBenchScene>& scenes, int bounces, const std::vector<std::vector<double>>& ms)
{
  std::printf("\nTable 1: frames/s, and against naive; %d bounces\n%-10s", bounces, "");
  for (const KernelColumn& c : columns)
    std::printf(" %16s", c.title);
  std::printf("\n");
  std::vector<double> ratios(numColumns, 0.0), numbers(numColumns, 0.0);
  for (std::size_t row = 0; row < scenes.size(); ++row)
  {
    std::printf("%-10s", scenes[row].name.c_str());
    for (std::size_t i = 0; i < numColumns; ++i)
    {
      if (std::isnan(ms[row][i]))
      {
        std::printf(" %16s", "");
        continue;
      }
      const double ratio = ms[row][0] / ms[row][i];
      ratios[i] += ratio;
      ++numbers[i];
      std::printf(" %8.1f  x%5.2f", 1000.0 / ms[row][i], ratio);
    }
    std::printf("\n");
  }
  std::printf("%-10s", "mean");
  for (std::size_t i = 0; i < numColumns; ++i)
    std::printf(" %8s  x%5.2f", "", ratios[i] / numbers[i]);
  std::printf("\n");
}

/// Prints what Wald's sections 4.2.2 and 4.2.3 ask for, from milliseconds of each bounce and of Naive. No
/// kernel is timed for its compaction alone. The first bounce, of all paths, tells its time, and no bounce
/// compacts more.
void printShares(
  const std::string& scene, const std::vector<double>& with, const std::vector<double>& without, double naive)
{
  const double all = std::accumulate(with.begin(), with.end(), 0.0),
               uncompacted = std::accumulate(without.begin(), without.end(), 0.0),
               compaction = std::max(0.0, with[0] - without[0]);
  std::printf("compaction: %.1f us for all paths, at most %.2f %% of whole frames\n", 1000 * compaction,
    100 * compaction * double(with.size()) / all);
  std::printf("storing and loading paths: %.3f ms without compaction, %.3f ms naive, %+.1f %%\n", uncompacted,
    naive, 100 * (uncompacted / naive - 1));
  record("share of compaction", 100 * compaction * double(with.size()) / all, "%", { { "scene", scene } });
  record("storing and loading paths", 100 * (uncompacted / naive - 1), "%", { { "scene", scene } });
}

/// Prints Tables 2 and 3 of one scene.
void printBounces(PathTracer& tracer, const PathBenchScene& scene, const Settings& s, int bounces)
{
  PathFrameOptions o = frameOptions(s, bounces, columns[1]);
  o.samples = 1;
  o.launchMilliseconds = 0; // bounces are timed of a whole frame, not of its last part
  o.lensRadius = scene.lensRadius;
  o.focalDepth = scene.focalDepth;
  o.methods.loop = comparedPathLoop(ComparedPathLoop::Counted);
  tracer.restart();
  tracer.renderOnDevice(scene.camera, o);
  const PathStatistics statistics = tracer.statistics();
  std::vector<std::vector<double>> with, without;
  std::vector<double> naiveTimes;
  for (int repeat = -1; repeat < s.repeats; ++repeat)
  {
    o.methods = {};
    o.kernel = PathKernel::Naive;
    tracer.restart();
    tracer.renderOnDevice(scene.camera, o);
    if (repeat >= 0)
      naiveTimes.push_back(tracer.timings().trace);
    o.kernel = PathKernel::WholeFrame;
    o.methods.bounceTimes = true;
    for (const bool keep : { false, true })
    {
      o.methods.loop = keep ? comparedPathLoop(ComparedPathLoop::Uncompacted) : nullptr;
      tracer.restart();
      tracer.renderOnDevice(scene.camera, o);
      if (repeat >= 0)
        (keep ? without : with).push_back(tracer.timings().bounces);
    }
  }
  const auto at = [](const std::vector<std::vector<double>>& all, std::size_t bounce) {
    std::vector<double> sample;
    for (const auto& times : all)
      if (bounce < times.size())
        sample.push_back(times[bounce]);
    return sample.empty() ? 0.0 : median(sample);
  };
  std::printf(
    "\nTables 2 and 3: %s. Paths in thousands, warps, and microseconds of a bounce and of a thousand "
    "warps (with its compaction)\n",
    scene.name.c_str());
  std::printf("%6s %9s | %8s %10s %9s %9s | %8s %6s %10s %9s %9s | %10s\n", "bounce", "paths", "naive",
    "paths/warp", "us", "us/1000", "compact", "saved", "paths/warp", "us", "us/1000", "tile warps");
  double sumNaive = 0, sumCompact = 0;
  std::vector<double> compacted, uncompacted;
  for (std::size_t b = 0; b < statistics.livePaths.size(); ++b)
  {
    const auto paths = static_cast<double>(statistics.livePaths[b]);
    const auto naive = static_cast<double>(std::max<std::int64_t>(statistics.warps[b], 1));
    const auto compact = static_cast<double>(std::max<std::int64_t>(statistics.compactWarps[b], 1));
    sumNaive += naive;
    sumCompact += compact;
    compacted.push_back(at(with, b));
    uncompacted.push_back(at(without, b));
    const double usNaive = 1000 * uncompacted[b], usCompact = 1000 * compacted[b];
    std::printf("%6zu %9.1f | %8.0f %10.1f %9.1f %9.2f | %8.0f %5.2fx %10.1f %9.1f %9.2f | %10lld\n", b,
      paths / 1000, naive, paths / naive, usNaive, 1000 * usNaive / naive, compact, sumNaive / sumCompact,
      paths / compact, usCompact, 1000 * usCompact / compact,
      static_cast<long long>(statistics.tiledWarps[b]));
    const Of of = { { "scene", scene.name }, { "bounce", std::to_string(b) } };
    record("paths", paths, "", of);
    record("warps, naive", naive, "", of);
    record("warps, compacted", compact, "", of);
    record("paths a warp, naive", paths / naive, "", of);
    record("warps saved so far", sumNaive / sumCompact, "times fewer", of);
    record("a thousand warps, naive", 1000 * usNaive / naive, "us", of);
    record("a thousand warps, compacted", 1000 * usCompact / compact, "us", of);
  }
  printShares(scene.name, compacted, uncompacted, median(naiveTimes));
}

/// Moves the points of each mesh along a wave that travels: each frame has another scene.
void move(PathBenchScene& scene, const PathBenchScene& still, double turn)
{
  for (std::size_t m = 0; m < scene.meshes.size(); ++m)
    for (std::size_t i = 0; i + 2 < scene.meshes[m].points.size(); i += 3)
      scene.meshes[m].points[i + 1] = still.meshes[m].points[i + 1] +
        0.05f * static_cast<float>(std::sin(turn + 3 * double(still.meshes[m].points[i])));
}

/// Measures triangles that move in each frame (Chang, Seo and Ihm): everything goes to the device anew, its
/// tree is built, and a sample is traced. Returns false where the last picture is not that of a path tracer
/// that has seen no other frame.
bool measureMoving(PathTracer& tracer, const PathBenchScene& still, const Settings& s)
{
  PathBenchScene scene = still;
  PathFrameOptions o = frameOptions(s, s.bounces.front(), columns[numColumns - 1]);
  o.samples = 1;
  o.lensRadius = scene.lensRadius;
  o.focalDepth = scene.focalDepth;
  std::vector<double> wall, rebuild, trace;
  for (int frame = 0; frame <= s.moving; ++frame) // the first does not count
  {
    move(scene, still, 0.2 * frame);
    const Stopwatch watch;
    scene.give(tracer);
    tracer.render(scene.camera, o);
    if (frame == 0)
      continue;
    wall.push_back(watch.milliseconds());
    rebuild.push_back(tracer.timings().rebuild);
    trace.push_back(tracer.timings().trace);
  }
  const auto fresh = PathTracer::create(s.device);
  scene.give(*fresh);
  fresh->render(scene.camera, o);
  const std::size_t floats =
    std::size_t(4) * static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height);
  const bool same = std::memcmp(fresh->image(), tracer.image(), floats * sizeof(float)) == 0;
  std::size_t triangles = 0;
  for (const PathBenchScene::Mesh& mesh : scene.meshes)
    triangles += mesh.corners.size() / 3;
  std::printf(
    "%s: %zu triangles that move, %d bounces: %.3f ms a frame (%.1f frames/s), of which trees %.3f and "
    "rays %.3f ms%s\n",
    scene.name.c_str(), triangles, o.bounces, median(wall), 1000 / median(wall), median(rebuild),
    median(trace), same ? "" : "; ANOTHER PICTURE THAN WITHOUT THE FRAMES BEFORE");
  const Of of = { { "scene", scene.name }, { "bounces", std::to_string(o.bounces) } };
  record("triangles", double(triangles), "", of);
  record("frame", median(wall), "ms", of);
  record("trees", median(rebuild), "ms", of);
  record("rays", median(trace), "ms", of);
  return same;
}

/// Measures Wald's figure 2: frames/s, shared memory and occupancy as functions of the number of paths that a
/// thread follows. Returns false if pictures differ.
bool measureSizes(PathTracer& tracer, const PathBenchScene& scene, const Settings& s)
{
  std::printf(
    "\nFigure 2: %s, %d bounces. Paths of a thread, bytes of shared memory of a block, share of its "
    "threads that a multiprocessor holds, and frames/s; states in global and in shared memory\n",
    scene.name.c_str(), s.bounces.back());
  PathFrameOptions o = frameOptions(s, s.bounces.back(), columns[0]);
  o.lensRadius = scene.lensRadius;
  o.focalDepth = scene.focalDepth;
  const std::size_t floats =
    std::size_t(4) * static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height);
  tracer.restart();
  tracer.render(scene.camera, o);
  const std::vector<float> naive(tracer.image(), tracer.image() + floats);
  constexpr int block = 64, stateBytes = 32;
  bool same = true;
  const auto loops = { ComparedPathLoop::TiledGlobal, ComparedPathLoop::TiledShared };
  std::map<std::pair<int, ComparedPathLoop>, std::vector<double>> all;
  for (int repeat = -1; repeat < s.repeats; ++repeat) // in turns, after pictures
    for (const int paths : allTiledPaths)
      for (const ComparedPathLoop loop : loops)
      {
        o.methods.loop = comparedPathLoop(loop, paths);
        tracer.restart();
        if (repeat < 0)
        {
          tracer.render(scene.camera, o);
          same = same && std::memcmp(naive.data(), tracer.image(), floats * sizeof(float)) == 0;
          continue;
        }
        tracer.renderOnDevice(scene.camera, o);
        all[{ paths, loop }].push_back(tracer.timings().trace / s.samples);
      }
  for (const int paths : allTiledPaths)
  {
    std::printf("%4d", paths);
    for (const ComparedPathLoop loop : loops)
    {
      const std::vector<double>& times = all[{ paths, loop }];
      std::printf("  | %6d B", paths * block * (loop == ComparedPathLoop::TiledShared ? stateBytes + 2 : 2));
      if (tracer.device() == DeviceKind::CUDA)
        std::printf(" %5.1f %%", 100 * tiledOccupancy(loop, paths));
      std::printf(" %9.2f", 1000 / median(times));
      const bool isShared = loop == ComparedPathLoop::TiledShared;
      const Of of = { { "scene", scene.name }, { "paths", std::to_string(paths) },
        { "states", isShared ? "in shared memory" : "in global memory" } };
      record("frames", 1000 / median(times), "frames/s", of);
      if (tracer.device() == DeviceKind::CUDA)
        record("occupancy", 100 * tiledOccupancy(loop, paths), "%", of);
    }
    std::printf("\n");
  }
  return same;
}

/// Measures what compaction gains where shading is dearer (section 4.2.5): as it is, with arithmetic that
/// about doubles the time of a naive frame, and with a search in a table of 2000 x 1000. Returns false where
/// pictures differ.
bool measureDearer(PathTracer& tracer, const PathBenchScene& scene, const Settings& s)
{
  const std::size_t floats =
    std::size_t(4) * static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height);
  std::vector<float> first;
  bool same = true;
  const auto measure = [&](bool isCompacted, std::uint32_t operations, std::uint32_t numShares) {
    PathFrameOptions o = frameOptions(s, s.bounces.back(), columns[0]);
    o.lensRadius = scene.lensRadius;
    o.focalDepth = scene.focalDepth;
    o.methods.loop = dearerPathLoop(isCompacted, operations, numShares);
    std::vector<double> times;
    for (int repeat = -1; repeat < s.repeats; ++repeat) // the first does not count
    {
      tracer.restart();
      tracer.render(scene.camera, o);
      if (repeat >= 0)
        times.push_back(tracer.timings().trace / s.samples);
    }
    if (first.empty())
      first.assign(tracer.image(), tracer.image() + floats);
    same = same && std::memcmp(first.data(), tracer.image(), floats * sizeof(float)) == 0;
    return median(times);
  };
  const double plain = measure(false, 0, 0);
  std::uint32_t operations = 64;
  while (operations < (1u << 20) && measure(false, operations, 0) < 2 * plain)
    operations *= 2;
  std::printf("\nSection 4.2.5: %s, %d bounces. Milliseconds a frame, naive and compacted, and the gain\n",
    scene.name.c_str(), s.bounces.back());
  const auto print = [&](const std::string& key, const std::string& what, std::uint32_t work,
                       std::uint32_t numShares) {
    const double naive = measure(false, work, numShares), compacted = measure(true, work, numShares);
    std::printf(
      "%-44s %9.3f %9.3f %+7.1f %%\n", what.c_str(), naive, compacted, 100 * (naive / compacted - 1));
    record("gain of compaction", 100 * (naive / compacted - 1), "%",
      { { "scene", scene.name }, { "shading", key } });
  };
  print("as it is", "as it is", 0, 0);
  print("with arithmetic", std::to_string(operations) + " multiply-adds in each bounce", operations, 0);
  print("with a search", "a search among 2,000,000 in each bounce", 0, 2000000);
  return same;
}

/// Compares a box in double precision with the path tracer at so many samples. Returns false where it is
/// further off than 1 % at 4096.
bool measureAccuracy(PathTracer& tracer, const Settings& s)
{
  constexpr int size = 16;
  const Camera camera = testing::frontCamera(size, size);
  const testing::ReferenceBox box;
  box.give(tracer, camera);
  PathFrameOptions o;
  o.samples = s.accuracy;
  o.bounces = box.reference.bounces;
  o.smoothNormals = true;
  tracer.render(camera, o);
  std::vector<testing::PathReference::Estimate> estimates(size * size);
  tbb::parallel_for(0, size * size, [&](int i) {
    estimates[static_cast<std::size_t>(i)] = box.reference.pixel(camera, i % size, i / size, s.reference, 9);
  });
  double error = 0, noise = 0, sum = 0, mean = 0;
  for (std::size_t i = 0; i < estimates.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
    {
      const double x = estimates[i].mean[c], difference = static_cast<double>(tracer.image()[4 * i + c]) - x;
      error += difference * difference;
      noise += estimates[i].variance[c];
      sum += x * x;
      mean += difference / (3.0 * size * size);
    }
  const double rmse = std::sqrt(error / sum);
  std::printf(
    "accuracy: %d samples against %d in double precision: RMSE %.3f %% of the picture's RMS (of that %.3f %% "
    "the reference's own noise), mean difference %.5f\n",
    s.accuracy, s.reference, 100 * rmse, 100 * std::sqrt(noise / sum), mean);
  record("off double precision", 100 * rmse, "%");
  // The reference's own noise is subtracted. The random error of the picture halves with four times the
  // samples.
  return (error - noise) / sum < 1e-4 * std::max(1.0, 4096.0 / s.accuracy);
}

int run(const Settings& s)
{
  const auto limit = limitThreads(s.threads);
  const auto tracer = PathTracer::create(s.device);
  if (s.accuracy > 0)
    return measureAccuracy(*tracer, s) ? 0 : 1;
  std::printf("%s, %d x %d, %d samples a render, medians of %d\n", tracer->deviceName().c_str(), s.width,
    s.height, s.samples, s.repeats);
  recordDevice(tracer->deviceName());
  record("state of a path", double(sizeof(PathState)), "B");
  const std::vector<PathBenchScene> scenes = pathBenchScenes(s.scenes, s.points, s.width, s.height);
  bool same = true;
  if (s.moving > 0)
  {
    for (const PathBenchScene& scene : scenes)
      same = measureMoving(*tracer, scene, s) && same;
    return same ? 0 : 1;
  }
  if (s.sizes || s.dearer)
  {
    for (const PathBenchScene& scene : scenes)
    {
      if (!scene.isCompared())
        continue;
      scene.give(*tracer);
      if (s.sizes)
        same = measureSizes(*tracer, scene, s) && same;
      if (s.dearer)
        same = measureDearer(*tracer, scene, s) && same;
    }
    std::printf("\n%s\n", same ? "all loops: the same pictures, bit for bit" : "PICTURES DIFFER");
    return same ? 0 : 1;
  }
  for (const int bounces : s.bounces)
  {
    std::vector<std::vector<double>> table;
    for (const PathBenchScene& scene : scenes)
    {
      scene.give(*tracer);
      table.emplace_back();
      same = measureScene(*tracer, scene, s, bounces, table.back()) && same;
      for (std::size_t i = 0; i < numColumns; ++i)
        if (!std::isnan(table.back()[i]))
        {
          const Of of = { { "scene", scene.name }, { "bounces", std::to_string(bounces) },
            { "kernel", columns[i].title } };
          record("frames", 1000 / table.back()[i], "frames/s", of);
          record("to naive", table.back().front() / table.back()[i], "times as fast", of);
        }
    }
    printTable1(scenes, bounces, table);
  }
  for (const PathBenchScene& scene : scenes)
  {
    if (!scene.isCompared())
      continue;
    scene.give(*tracer);
    printBounces(*tracer, scene, s, *std::max_element(s.bounces.begin(), s.bounces.end()));
  }
  std::printf("\n%s\n", same ? "all kernels: the same pictures, bit for bit" : "PICTURES DIFFER");
  return same ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
  Settings s;
  CLI::App app{ "Path tracing: the kernels of Wald 2011 and later ones on six scenes" };
  addDevice(app, s.device);
  addJson(app);
  app.add_option("--width", s.width, "Of the picture, in pixels");
  app.add_option("--height", s.height, "Of the picture, in pixels");
  app.add_option("--points", s.points, "Of volumes, along each axis");
  app.add_option("--bounces", s.bounces, "That paths may make")->delimiter(',');
  app.add_option("--samples", s.samples, "Of each timed render");
  app.add_option("--repeats", s.repeats, "Of each measurement");
  app.add_option("--threads", s.threads, "Of the CPU; 0: all");
  app
    .add_option("--scenes", s.scenes,
      "gyroid, blobs, knots, room, cave, materials (all), paint, jewels, cloud, clouds, mesh, mesh-cloud")
    ->delimiter(',');
  app.add_option("--pictures", s.pictures, "Folder for a picture of each scene");
  app.add_option("--launch", s.launch, "Milliseconds that launches may take; 0: any time");
  app.add_flag("--smooth", s.smooth, "Normals by central differences");
  app.add_flag("--paths-per-thread", s.sizes,
    "Only tiles with 1 to 16 paths of a thread (figure 2), at the last of --bounces");
  app.add_flag("--dearer", s.dearer,
    "Only what compaction gains where shading is dearer (section 4.2.5), at the last of --bounces");
  app.add_option("--accuracy", s.accuracy, "Only compare so many samples of a box with double precision");
  app.add_option("--moving", s.moving,
    "Only so many frames in which all triangles move, each with a new tree and one sample of --bounces");
  app.add_option("--reference", s.reference, "Samples of the reference in each pixel");
  CLI11_PARSE(app, argc, argv);
  try
  {
    return run(s);
  }
  catch (const std::exception& error)
  {
    std::fprintf(stderr, "bench_path_tracer: %s\n", error.what());
    return 2;
  }
}
