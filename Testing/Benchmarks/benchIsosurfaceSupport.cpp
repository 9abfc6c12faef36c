// SPDX-License-Identifier: BSD-3-Clause
#include "benchIsosurfaceSupport.h"
#include "Core/Errors.h"
#include "Oracles/Matrices.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>

namespace inkray::bench
{
namespace
{

constexpr double Degree = 3.14159265358979323846 / 180.0;

/// Returns a camera at VTK's distance (view angle 30 degrees) in a direction from the center of the volume,
/// which is the origin.
Camera cameraFrom(const BenchVolume& volume, const testing::Vector& direction, int size, double zoom)
{
  double square = 0.0;
  for (int a = 0; a < 3; ++a)
  {
    const double side = double(volume.dimensions[a] - 1) * volume.spacing[a];
    square += side * side;
  }
  const double radius = 0.5 * std::sqrt(square), distance = radius / std::sin(15.0 * Degree),
               near = distance - radius;
  const double edge = near * std::tan(15.0 * Degree) / zoom;
  const testing::Vector eye = { distance * direction[0], distance * direction[1], distance * direction[2] };
  const testing::Vector up =
    std::abs(direction[1]) < 0.98 ? testing::Vector{ 0, 1, 0 } : testing::Vector{ 0, 0, 1 };
  return testing::makeCamera(testing::lookAt(eye, { 0, 0, 0 }, up),
    testing::frustum(-edge, edge, -edge, edge, near, distance + radius), size, size);
}

} // namespace

std::vector<Camera> orbitVolume(const BenchVolume& volume, int count, int size, double zoom)
{
  std::vector<Camera> cameras;
  const double elevation = 20.0 * Degree;
  for (int n = 0; n < count; ++n)
  {
    const double azimuth = 360.0 * Degree * n / count;
    cameras.push_back(cameraFrom(volume,
      { std::cos(elevation) * std::sin(azimuth), std::sin(elevation),
        std::cos(elevation) * std::cos(azimuth) },
      size, zoom));
  }
  return cameras;
}

std::vector<Camera> viewsAround(const BenchVolume& volume, int count, int size, double zoom)
{
  // A Fibonacci spiral: equal bands of height, each turned by the golden angle from the one before.
  std::vector<Camera> cameras;
  const double golden = 360.0 * Degree * (2.0 - 0.5 * (1.0 + std::sqrt(5.0)));
  for (int n = 0; n < count; ++n)
  {
    const double height = 1.0 - 2.0 * (n + 0.5) / count, width = std::sqrt(1.0 - height * height);
    cameras.push_back(
      cameraFrom(volume, { width * std::sin(golden * n), height, width * std::cos(golden * n) }, size, zoom));
  }
  return cameras;
}

const std::vector<Column>& allColumns()
{
  using Pipeline = IsosurfacePipeline;
  using Method = ComparedMethod;
  static const std::vector<Column> columns = { { "ink-lookback", "InK-Compact, look-back",
                                                 Pipeline::MultiKernel, Method::InKCompactLookBack },
    { "ink", "InK-Compact", Pipeline::MultiKernel, Method::InKCompact },
    { "collate", "InK-Collate", Pipeline::MultiKernel, Method::InKCollate },
    { "ofk", "OfK-Compact", Pipeline::MultiKernel, Method::OfKCompact },
    { "thrust", "Thrust", Pipeline::MultiKernel, Method::ThrustCompact },
    { "chag", "Chag::PP", Pipeline::MultiKernel, Method::ChagCompact },
    { "cub", "CUB", Pipeline::MultiKernel, Method::CubCompact },
    { "single", "Single-Kernel", Pipeline::SingleKernel, Method::InKCompactLookBack },
    { "kdjump", "Kd-Jump", Pipeline::KdJump, Method::InKCompactLookBack } };
  return columns;
}

std::vector<Column> columnsNamed(const IsosurfaceSettings& settings)
{
  const std::vector<std::string>& keys = settings.columns;
  const std::vector<Loop>& loops = settings.loops;
  std::vector<Column> columns;
  for (Column column : allColumns())
  {
    if (std::none_of(keys.begin(), keys.end(),
          [&](const std::string& key) { return key == column.key || key == "all"; }))
    {
      continue;
    }
    column.baseTitle = column.title;
    column.smoothNormals = settings.smoothNormals;
    if (column.pipeline == IsosurfacePipeline::SingleKernel)
    {
      const std::pair<const char*, RaysAtATime> numbers[] = { { "most", RaysAtATime::Most },
        { "one", RaysAtATime::One }, { "four", RaysAtATime::Four }, { "eight", RaysAtATime::Eight } };
      for (const auto& [name, rays] : numbers)
      {
        if (std::find(settings.rays.begin(), settings.rays.end(), name) == settings.rays.end())
        {
          continue;
        }
        columns.push_back(column);
        columns.back().rays = rays;
        if (rays != RaysAtATime::Most)
        {
          columns.back().key += std::string(":") + name;
          columns.back().title += std::string(", rays at a time: ") + name;
        }
      }
      continue;
    }
    if (column.pipeline != IsosurfacePipeline::MultiKernel)
    {
      columns.push_back(column);
      continue;
    }
    const bool byHost =
      !inKernel(column.compaction) || std::find(loops.begin(), loops.end(), Loop::Host) != loops.end();
    if (inKernel(column.compaction) && std::find(loops.begin(), loops.end(), Loop::Device) != loops.end())
    {
      columns.push_back(column);
    }
    if (byHost)
    {
      column.hostLoop = true;
      column.key += ":host";
      column.title += ", host loop";
      columns.push_back(column);
    }
  }
  using Bricks = laboratory::SteppedIsosurface::Bricks;
  for (const auto& [key, bricks] :
    { std::pair("steps", Bricks::Product), std::pair("leaves", Bricks::Leaves) })
  {
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      continue;
    for (const double step : settings.stepLengths)
    {
      char length[32];
      std::snprintf(length, sizeof(length), "%g", step);
      Column column = { std::string(key) + ":" + length, std::string("Steps of ") + length + " voxels",
        IsosurfacePipeline::MultiKernel, ComparedMethod::InKCompactLookBack };
      column.leavesAlone = bricks == Bricks::Leaves;
      if (column.leavesAlone)
        column.title += ", leaves alone";
      column.baseTitle = column.title;
      column.smoothNormals = settings.smoothNormals;
      column.steps = std::make_shared<laboratory::SteppedIsosurface>(step, bricks);
      columns.push_back(column);
    }
  }
  if (columns.empty())
  {
    throw std::invalid_argument("No columns were named.");
  }
  return columns;
}

std::vector<Column> columnsThatWork(
  IsosurfaceRayCaster& caster, const Camera& camera, const std::vector<Column>& columns)
{
  std::vector<Column> working;
  for (const Column& column : columns)
  {
    try
    {
      caster.renderOnDevice(camera, frameOptions(column));
      working.push_back(column);
    }
    catch (const Error& error)
    {
      std::printf("%s is left out: %s\n", column.title.c_str(), error.what());
    }
  }
  if (working.empty())
  {
    throw std::runtime_error("None of the columns draws on " + caster.deviceName() + ".");
  }
  return working;
}

IsosurfaceFrameOptions frameOptions(const Column& column)
{
  IsosurfaceFrameOptions options;
  options.pipeline = column.pipeline;
  chooseCompaction(options, column.compaction);
  if (column.steps)
  {
    options.methods.multiKernel = column.steps.get();
  }
  options.methods.alwaysRebuild = true;
  options.methods.hostLoop = column.hostLoop;
  options.methods.raysAtATime = column.rays;
  options.smoothNormals = column.smoothNormals;
  return options;
}

std::vector<double> ColumnSamples::medians(std::vector<double> FrameSamples::*member) const
{
  std::vector<double> result;
  for (const FrameSamples& view : this->views)
  {
    result.push_back(median(view.*member));
  }
  return result;
}

double ColumnSamples::mean(std::vector<double> FrameSamples::*member) const
{
  return summarize(this->medians(member)).mean;
}

std::vector<ColumnSamples> measure(IsosurfaceRayCaster& caster, const std::vector<Column>& columns,
  const std::vector<Camera>& cameras, int repeats, std::uint64_t seed)
{
  std::vector<ColumnSamples> samples(columns.size());
  for (ColumnSamples& column : samples)
  {
    column.views.resize(cameras.size());
  }
  std::mt19937_64 random(seed);
  std::vector<std::size_t> columnOrder(columns.size()), viewOrder(cameras.size());
  std::iota(columnOrder.begin(), columnOrder.end(), std::size_t{ 0 });
  std::iota(viewOrder.begin(), viewOrder.end(), std::size_t{ 0 });
  for (int repeat = 0; repeat < repeats; ++repeat)
  {
    std::shuffle(columnOrder.begin(), columnOrder.end(), random);
    for (const std::size_t c : columnOrder)
    {
      const IsosurfaceFrameOptions options = frameOptions(columns[c]);
      std::shuffle(viewOrder.begin(), viewOrder.end(), random);
      const int warmUp = repeat > 0 ? 1 : 2; // buffers, graphs
      for (int n = 0; n < warmUp; ++n)
      {
        caster.renderOnDevice(cameras[viewOrder[static_cast<std::size_t>(n) % cameras.size()]], options);
      }
      caster.timings(); // waits: what is still under way would be charged to the first frame that is measured
      for (const std::size_t v : viewOrder)
      {
        const Stopwatch watch;
        caster.renderOnDevice(cameras[v], options);
        const IsosurfaceTimings t = caster.timings(); // knows the frame's times only when it is finished
        const double wall = watch.milliseconds();
        FrameSamples& view = samples[c].views[v];
        view.wall.push_back(wall);
        view.device.push_back(t.rebuild + t.cast);
        view.cast.push_back(t.cast);
        view.rebuild.push_back(t.rebuild);
        const IsosurfaceStatistics s = caster.statistics();
        ColumnSamples& sums = samples[c];
        ++sums.frames;
        sums.rounds += double(s.rounds);
        sums.queueItems += double(s.queueItems);
        sums.keptItems += double(s.keptItems);
        sums.rays += double(s.rays);
        sums.hits += double(s.hits);
        sums.activeLeaves += double(s.activeLeaves);
      }
    }
  }
  for (ColumnSamples& sums : samples)
  {
    for (double* sum :
      { &sums.rounds, &sums.queueItems, &sums.keptItems, &sums.rays, &sums.hits, &sums.activeLeaves })
    {
      *sum /= double(std::max<std::int64_t>(1, sums.frames));
    }
  }
  return samples;
}

std::vector<PictureDifference> comparePictures(IsosurfaceRayCaster& caster,
  const std::vector<Column>& columns, const std::vector<Camera>& cameras, int numViews)
{
  std::vector<PictureDifference> differences(columns.size());
  for (int n = 0; n < numViews; ++n)
  {
    const Camera& camera =
      cameras[cameras.size() * static_cast<std::size_t>(n) / static_cast<std::size_t>(numViews)];
    const std::size_t pixels =
      static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    std::vector<float> first;
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      caster.render(camera, frameOptions(columns[c]));
      const float* image = caster.image();
      if (c == 0)
      {
        first.assign(image, image + 4 * pixels);
        continue;
      }
      PictureDifference& difference = differences[c];
      difference.identical =
        difference.identical && std::memcmp(first.data(), image, 4 * pixels * sizeof(float)) == 0;
      for (std::size_t p = 0; p < pixels; ++p)
      {
        double worst = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
        {
          const double error = std::abs(double(image[4 * p + k]) - double(first[4 * p + k]));
          worst = std::isnan(error) ? 1e9 : std::max(worst, error);
        }
        difference.largest = std::max(difference.largest, worst);
        difference.pixels += (worst > 1.0 / 255.0) / (double(pixels) * numViews);
      }
    }
  }
  return differences;
}

void setScene(IsosurfaceRayCaster& caster, double isovalue, double opacity)
{
  Isosurface surface;
  surface.value = isovalue;
  surface.opacity = static_cast<float>(opacity);
  surface.color[0] = 0.9f;
  surface.color[1] = 0.75f;
  surface.color[2] = 0.55f;
  caster.setIsosurfaces({ surface });
  caster.setLights({ SurfaceLight() });
  caster.setMaterial(SurfaceMaterial());
}

} // namespace inkray::bench
