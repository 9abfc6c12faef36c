// SPDX-License-Identifier: BSD-3-Clause
// Table 1 of the paper, made anew: frames a second of every column, over isovalues and views of four volumes.
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace inkray::bench
{
namespace
{

/// The frames a second that a column reached, one number for each isovalue and view of a volume.
struct Rates
{
  std::vector<double> wall, device;
};

double meanOf(const std::vector<double>& sample)
{
  return sample.empty() ? 0.0 : std::accumulate(sample.begin(), sample.end(), 0.0) / double(sample.size());
}

double deviationOf(const std::vector<double>& sample)
{
  const double mean = meanOf(sample);
  double squares = 0.0;
  for (const double x : sample)
  {
    squares += (x - mean) * (x - mean);
  }
  return sample.size() > 1 ? std::sqrt(squares / double(sample.size() - 1)) : 0.0;
}

/// Returns who repeats the loop of a column, where there is one.
std::string loopOf(const Column& column)
{
  return column.pipeline != IsosurfacePipeline::MultiKernel ? "" : column.hostLoop ? "host" : "device";
}

class Table
{
public:
  explicit Table(const IsosurfaceSettings& settings)
    : Columns(columnsNamed(settings))
    , Loops(settings.loops)
    , Size(settings.size)
    , Views(settings.views)
    , Repeats(settings.repeats)
    , Zoom(settings.zoom)
    , Pictures(settings.pictures)
    , WantsStages(settings.stages)
  {
  }

  void measureVolume(IsosurfaceRayCaster& caster, const BenchVolume& volume)
  {
    caster.setVolume(volume.input());
    const std::vector<Camera> cameras = viewsAround(volume, this->Views, this->Size, this->Zoom);
    setScene(caster, volume.isovalues.front());
    const std::vector<Column> columns = columnsThatWork(caster, cameras.front(), this->Columns);
    const std::string device = caster.deviceName();
    recordDevice(device);
    std::printf("\n%s, %s, %lld x %lld x %lld %s: %d views, %d x %d, %d repeats; flags and tree rebuilt in "
                "every frame\n",
      device.c_str(), volume.name.c_str(), static_cast<long long>(volume.dimensions[0]),
      static_cast<long long>(volume.dimensions[1]), static_cast<long long>(volume.dimensions[2]),
      volume.typeName.c_str(), this->Views, this->Size, this->Size, this->Repeats);
    std::vector<Rates> rates(columns.size());
    for (std::size_t n = 0; n < volume.isovalues.size(); ++n)
    {
      const double isovalue = volume.isovalues[n];
      setScene(caster, isovalue);
      const std::vector<PictureDifference> differences = comparePictures(caster, columns, cameras, 2);
      if (!this->Pictures.empty())
      {
        char name[256];
        std::snprintf(
          name, sizeof(name), "%s/%s_%g.ppm", this->Pictures.c_str(), volume.name.c_str(), isovalue);
        caster.render(cameras[cameras.size() / 3], frameOptions(columns.front()));
        savePicture(name, caster.image(), this->Size, this->Size);
      }
      const std::vector<ColumnSamples> samples = measure(caster, columns, cameras, this->Repeats, 1000 + n);
      this->report(volume, isovalue, columns, samples, differences, rates);
      if (this->WantsStages)
      {
        this->reportStages(caster, volume, isovalue, columns, samples, cameras);
      }
    }
    for (const Loop loop : this->Loops)
    {
      this->summarize(volume, columns, rates, loop);
    }
  }

  bool good() const { return this->Good; }

private:
  void report(const BenchVolume& volume, double isovalue, const std::vector<Column>& columns,
    const std::vector<ColumnSamples>& samples, const std::vector<PictureDifference>& differences,
    std::vector<Rates>& rates)
  {
    std::printf("  isovalue %g: %.0f rays, %.0f hits, %.0f leaves\n", isovalue, samples.front().rays,
      samples.front().hits, samples.front().activeLeaves);
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      const ColumnSamples& s = samples[c];
      std::vector<double> fps;
      for (const double ms : s.medians(&FrameSamples::wall))
      {
        fps.push_back(1e3 / std::max(ms, 1e-6));
        rates[c].wall.push_back(fps.back());
      }
      const std::vector<double> deviceTimes = s.medians(&FrameSamples::device);
      for (const double ms : deviceTimes)
      {
        rates[c].device.push_back(1e3 / std::max(ms, 1e-6));
      }
      const inkray::bench::Summary summary = bench::summarize(deviceTimes);
      const double ratio = s.queueItems > 0 ? s.keptItems / s.queueItems : 0.0;
      const PictureDifference& d = differences[c];
      // Pictures agree except for rays that graze a surface.
      const bool same = d.pixels < 1e-3;
      this->Good = this->Good && same;
      std::printf(
        "    %-34s %8.1f fps (+- %.1f), device %8.4f ms, rebuild %.4f, rounds %5.1f, kept %4.0f %%, %s\n",
        columns[c].title.c_str(), meanOf(fps), deviationOf(fps), summary.mean, s.mean(&FrameSamples::rebuild),
        s.rounds, 100.0 * ratio,
        d.identical ? "picture identical"
          : same    ? "picture equal but for grazing rays"
                    : "PICTURE DIFFERS");
      const Of of = { { "volume", volume.name }, { "isovalue", text(isovalue) },
        { "column", columns[c].baseTitle }, { "loop", loopOf(columns[c]) } };
      record("frames at an isovalue", meanOf(fps), "frames/s", of);
      record("cast", s.mean(&FrameSamples::cast), "ms", of);
    }
  }

  /// Reports where the time of the multi-kernel pipeline goes, over the same views: its stages by events.
  void reportStages(IsosurfaceRayCaster& caster, const BenchVolume& volume, double isovalue,
    const std::vector<Column>& columns, const std::vector<ColumnSamples>& samples,
    const std::vector<Camera>& cameras)
  {
    std::vector<ComparedMethod> done;
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      const Column& column = columns[c];
      if (column.pipeline != IsosurfacePipeline::MultiKernel ||
        std::find(done.begin(), done.end(), column.compaction) != done.end())
      {
        continue;
      }
      done.push_back(column.compaction);
      IsosurfaceFrameOptions options = frameOptions(column);
      options.methods.stageTimes = true;
      IsosurfaceTimings sum;
      for (const Camera& camera : cameras)
      {
        caster.renderOnDevice(camera, options);
        const IsosurfaceTimings t = caster.timings();
        sum.generate += t.generate / double(cameras.size());
        sum.traverse += t.traverse / double(cameras.size());
        sum.intersect += t.intersect / double(cameras.size());
        sum.shade += t.shade / double(cameras.size());
        sum.cast += t.cast / double(cameras.size());
      }
      const double stages = sum.generate + sum.traverse + sum.intersect + sum.shade;
      std::printf("    %-34s generate %.4f, traverse %.4f, intersect %.4f, shade %.4f, loop %.4f ms\n",
        column.baseTitle.c_str(), sum.generate, sum.traverse, sum.intersect, sum.shade, sum.cast - stages);
      const Of of = { { "volume", volume.name }, { "isovalue", text(isovalue) },
        { "column", column.baseTitle } };
      record("rounds", samples[c].rounds, "", of);
      for (const auto& [name, ms] : { std::pair{ "generate", sum.generate }, { "traverse", sum.traverse },
             { "intersect", sum.intersect }, { "shade", sum.shade }, { "loop", sum.cast - stages } })
        record(name, double(ms), "ms", of);
    }
  }

  /// Prints a row of Table 1: the columns that repeat the loop in this way, and those that have none.
  void summarize(
    const BenchVolume& volume, const std::vector<Column>& columns, const std::vector<Rates>& rates, Loop loop)
  {
    const auto belongs = [&](const Column& column) {
      return column.pipeline != IsosurfacePipeline::MultiKernel || column.hostLoop == (loop == Loop::Host);
    };
    double best = 0.0, deviceBest = 0.0;
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      best = std::max(best, belongs(columns[c]) ? meanOf(rates[c].wall) : 0.0);
      deviceBest = std::max(deviceBest, belongs(columns[c]) ? meanOf(rates[c].device) : 0.0);
    }
    const char* const name = loop == Loop::Host ? "host" : "device";
    std::printf(
      "  all isovalues, the %s turns the loop: frames a second by wall clock, ratio to the best; by "
      "device time, ratio\n",
      name);
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      if (!belongs(columns[c]))
      {
        continue;
      }
      const Rates& r = rates[c];
      const double mean = meanOf(r.wall), deviceMean = meanOf(r.device);
      std::printf("    %-34s %8.1f (+- %.1f) %.2f; %8.1f (+- %.1f) %.2f\n", columns[c].baseTitle.c_str(),
        mean, deviationOf(r.wall), mean / best, deviceMean, deviationOf(r.device), deviceMean / deviceBest);
      const Of of = { { "volume", volume.name }, { "loop", name }, { "column", columns[c].baseTitle } };
      record("frames", mean, "frames/s", of);
      record("frames by device time", deviceMean, "frames/s", of);
    }
  }

  std::vector<Column> Columns;
  std::vector<Loop> Loops;
  int Size, Views, Repeats;
  double Zoom;
  std::string Pictures;
  bool WantsStages;
  bool Good = true;
};

} // namespace

int runTable1(const IsosurfaceSettings& settings)
{
  Table table(settings);
  for (const std::string& name : settings.volumes)
  {
    // Generated volumes have the paper's sizes. The volume outlives the ray caster, which may use it in
    // place.
    const bool small = name == "tree" || name == "head";
    const BenchVolume volume =
      volumeNamed(name, settings, std::llround((small ? 256 : 512) * settings.scale));
    const auto caster = IsosurfaceRayCaster::create(settings.device);
    table.measureVolume(*caster, volume);
  }
  return table.good() ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace inkray::bench
