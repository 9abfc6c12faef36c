// SPDX-License-Identifier: BSD-3-Clause
// Device time of a frame over 72 views, and its accuracy.
#include "LeafTree.h"
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace inkray::bench
{
namespace
{

/// Returns the zoom at which a view shows so many hits on average.
double zoomForHits(
  IsosurfaceRayCaster& caster, const BenchVolume& volume, const Column& column, int size, double wanted)
{
  double zoom = 1.0;
  for (int round = 0; round < 4; ++round)
  {
    const std::vector<Camera> cameras = orbitVolume(volume, 9, size, zoom);
    double hits = 0.0;
    for (const Camera& camera : cameras)
    {
      caster.renderOnDevice(camera, frameOptions(column));
      hits += double(caster.statistics().hits) / double(cameras.size());
    }
    if (hits <= 0.0)
    {
      return 1.0;
    }
    zoom = std::clamp(zoom * std::sqrt(wanted / hits), 0.2, 20.0);
  }
  return zoom;
}

void printStage(const char* name, const Summary& s)
{
  std::printf("    %-18s %9.4f %9.4f %9.4f %9.4f\n", name, s.mean, s.median, s.high, s.maximum);
}

/// Prints how the hits of a column with a known error differ from those of an exact one, over at most nine of
/// the views. Saves a picture of it.
void printDifferences(IsosurfaceRayCaster& caster, const BenchVolume& volume, const Column& exact,
  const Column& column, const std::vector<Camera>& cameras, const IsosurfaceSettings& settings)
{
  const std::size_t count = std::min<std::size_t>(9, cameras.size());
  const auto pixels = static_cast<std::int64_t>(settings.size) * settings.size;
  std::vector<IsosurfaceHit> right, drawn;
  const auto append = [&](const Column& from, const Camera& camera, std::vector<IsosurfaceHit>& to) {
    IsosurfaceFrameOptions options = frameOptions(from);
    options.wantHits = true;
    caster.render(camera, options);
    to.insert(to.end(), caster.hits(), caster.hits() + pixels);
  };
  for (std::size_t n = 0; n < count; ++n)
  {
    const Camera& camera = cameras[cameras.size() * n / count];
    append(exact, camera, right);
    append(column, camera, drawn);
  }
  const double cell = std::min({ volume.spacing[0], volume.spacing[1], volume.spacing[2] });
  const laboratory::HitDifferences d =
    laboratory::compareHits(right.data(), drawn.data(), static_cast<std::int64_t>(right.size()), cell);
  std::printf("    against %lld hits of %s in %zu views: %lld surfaces missed (%.4f %%), %lld on another "
              "surface, %lld where there is none; depth error of the others %.2e voxels on average, largest "
              "%.2e\n",
    static_cast<long long>(d.exact), exact.title.c_str(), count, static_cast<long long>(d.missed),
    100.0 * double(d.missed) / double(std::max<std::int64_t>(1, d.exact)), static_cast<long long>(d.other),
    static_cast<long long>(d.extra), d.mean, d.largest);
  record("surfaces missed", 100.0 * double(d.missed) / double(std::max<std::int64_t>(1, d.exact)), "%",
    { { "volume", volume.name }, { "column", column.title } });
  if (!settings.pictures.empty())
  {
    caster.render(cameras[cameras.size() / 3], frameOptions(column));
    savePicture(settings.pictures + "/gate_" + volume.name + "_" + column.key + ".ppm", caster.image(),
      settings.size, settings.size);
  }
}

} // namespace

int runGate(const IsosurfaceSettings& settings)
{
  const int size = settings.size, views = settings.views, repeats = settings.repeats;
  const std::vector<Column> wanted = columnsNamed(settings);
  bool good = true;
  for (const std::string& name : settings.volumes)
  {
    const BenchVolume volume = volumeNamed(name, settings, settings.points);
    const double isovalue = settings.isovalues.empty()
      ? volume.isovalues[volume.name == "sphere" ? 0 : volume.isovalues.size() / 2]
      : settings.isovalues.front();
    {
      // Wake the device on a small volume.
      const BenchVolume small =
        makeVolume(generator::VolumeKind::Sphere, 16, generator::VolumeType::Float32, 1);
      const auto caster = IsosurfaceRayCaster::create(settings.device);
      caster->setVolume(small.input());
      setScene(*caster, 0.5);
      columnsThatWork(*caster, orbitVolume(small, 1, 64, 1.0).front(), { wanted.front() });
    }
    const auto caster = IsosurfaceRayCaster::create(settings.device);
    std::vector<double> bricks, upload;
    const Camera trial = orbitVolume(volume, 1, size, 1.0).front();
    double firstPicture = 0.0;
    for (int repeat = 0; repeat < std::min(repeats, 3) + 1; ++repeat)
    {
      const Stopwatch watch;
      caster->setVolume(volume.input());
      if (repeat == 0)
      {
        setScene(*caster, isovalue, settings.opacity);
        columnsThatWork(*caster, trial, { wanted.front() });
        firstPicture = watch.milliseconds();
        continue;
      }
      bricks.push_back(caster->timings().bricks);
      upload.push_back(caster->timings().upload);
    }
    setScene(*caster, isovalue, settings.opacity);
    const std::vector<Column> columns = columnsThatWork(*caster, trial, wanted);
    const double hits = settings.hits * double(size) * double(size) / (1024.0 * 1024.0);
    const double zoom =
      settings.zoom > 0 ? settings.zoom : zoomForHits(*caster, volume, columns.front(), size, hits);
    const std::vector<Camera> cameras = orbitVolume(volume, views, size, zoom);
    const std::vector<PictureDifference> differences =
      comparePictures(*caster, columns, cameras, std::min(3, views));
    const std::vector<ColumnSamples> samples = measure(*caster, columns, cameras, repeats, 12345);

    const IsosurfaceMemory memory = caster->memory();
    std::printf("\n%s, %s %lld x %lld x %lld %s, isovalue %g, %d views, %d x %d, %d repeats, zoom %.3f: %.0f "
                "hits, %.0f "
                "rays meet the box, %.0f leaves\n",
      caster->deviceName().c_str(), volume.name.c_str(), static_cast<long long>(volume.dimensions[0]),
      static_cast<long long>(volume.dimensions[1]), static_cast<long long>(volume.dimensions[2]),
      volume.typeName.c_str(), isovalue, views, size, size, repeats, zoom, samples.front().hits,
      samples.front().rays, samples.front().activeLeaves);
    std::printf("  bricks %.3f ms, upload %.2f ms, first picture %.1f ms; memory: volume %.1f MB, bricks "
                "%.2f MB, frame %.1f MB\n",
      median(bricks), median(upload), firstPicture, double(memory.volume) / 1e6, double(memory.bricks) / 1e6,
      double(memory.frame) / 1e6);
    recordDevice(caster->deviceName());
    const Of ofVolume = { { "volume", volume.name } };
    record("bricks", median(bricks), "ms", ofVolume);
    record("upload", median(upload), "ms", ofVolume);
    record("first picture", firstPicture, "ms", ofVolume);
    const double points = double(volume.dimensions[0] * volume.dimensions[1] * volume.dimensions[2]);
    record("bricks, memory a point", double(memory.bricks) / points, "B", ofVolume);
    const std::int64_t cells[3] = { volume.dimensions[0] - 1, volume.dimensions[1] - 1,
      volume.dimensions[2] - 1 };
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      const ColumnSamples& s = samples[c];
      const Summary device = summarize(s.medians(&FrameSamples::device)),
                    cast = summarize(s.medians(&FrameSamples::cast)),
                    rebuild = summarize(s.medians(&FrameSamples::rebuild)),
                    wall = summarize(s.medians(&FrameSamples::wall));
      const double ratio = s.queueItems > 0 ? s.keptItems / s.queueItems : 0.0;
      std::printf(
        "  %s\n    %-18s %9s %9s %9s %9s\n", columns[c].title.c_str(), "ms", "mean", "median", "p95", "max");
      printStage("cast + rebuild", device);
      printStage("cast", cast);
      printStage("rebuild", rebuild);
      printStage("wall", wall);
      if (s.rounds > 0)
      {
        std::printf("    %.1f rounds, %.0f items into compactions, %.1f %% kept\n", s.rounds, s.queueItems,
          100.0 * ratio);
      }
      const PictureDifference& d = differences[c];
      HitAccuracy accuracy;
      if (settings.reference > 0)
      {
        const Camera& view = cameras[cameras.size() / 3];
        IsosurfaceFrameOptions frame = frameOptions(columns[c]);
        frame.wantHits = true;
        caster->render(view, frame);
        accuracy = checkHits(volume, isovalue, view, caster->hits(), settings.reference, 7);
        std::printf("    %lld rays against double precision, %lld hits: %lld missed, %lld over 0.01 voxel "
                    "(largest %.2e), %lld normals over 0.5 degrees, %lld grazes\n",
          static_cast<long long>(accuracy.rays), static_cast<long long>(accuracy.hits),
          static_cast<long long>(accuracy.missed), static_cast<long long>(accuracy.far), accuracy.largest,
          static_cast<long long>(accuracy.normals), static_cast<long long>(accuracy.grazes));
        good = good && (columns[c].steps || accuracy.good(settings.smoothNormals)) && accuracy.hits > 0;
      }
      std::printf("    picture %s (%.2e of the pixels off by more than 1/255)\n",
        d.identical ? "identical to the first column's" : "not identical to the first column's", d.pixels);
      const Of of = { { "volume", volume.name }, { "column", columns[c].title } };
      record("rays", cast.mean, "ms", of);
      record("flags and tree", rebuild.mean, "ms", of);
      record("rays, flags and tree", device.mean, "ms", of);
      const std::size_t tree = columns[c].leavesAlone
        ? laboratory::leafTreeBytes(makeBrickLayout(cells), volume.bytes.size() / std::size_t(points))
        : memory.bricks;
      std::printf("    min/max bricks and tree: %.3f MB\n", double(tree) * 1e-6);
      record("bricks and tree", double(tree) * 1e-6, "MB", of);
      if (s.rounds > 0)
        record("rounds", s.rounds, "", of);
      if (accuracy.rays > 0)
        record("largest error", accuracy.largest, "voxels", of);
      if (columns[c].steps && !columns.front().steps)
      {
        printDifferences(*caster, volume, columns.front(), columns[c], cameras, settings);
      }
      good = good && (columns[c].steps || d.pixels < 1e-3);
    }
    if (!settings.pictures.empty())
    {
      caster->render(cameras[cameras.size() / 3], frameOptions(columns.front()));
      savePicture(settings.pictures + "/gate_" + volume.name + ".ppm", caster->image(), size, size);
    }
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace inkray::bench
