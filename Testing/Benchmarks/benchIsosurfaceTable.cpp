// SPDX-License-Identifier: BSD-3-Clause
// Table 1 of the paper, made anew: frames a second of every column, over isovalues and views of four volumes.
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

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

/// How the better of two pipelines and Auto compare, in time.
struct AutoPrice
{
  double worst = 0; ///< Auto / better, over isovalues
  double sumAuto = 0, sumBetter = 0;
};

class Table
{
public:
  explicit Table(const IsosurfaceSettings& settings)
    : Columns(columnsNamed(settings.columns))
    , Size(settings.size)
    , Views(settings.views)
    , Repeats(settings.repeats)
    , Zoom(settings.zoom)
    , Pictures(settings.pictures)
    , Detail(settings.csv,
        "device,volume,nx,ny,nz,type,isovalue,column,size,views,repeats,fps_mean,fps_sd,wall_ms_mean,device_"
        "ms_mean,device_ms_median,device_ms_p95,device_ms_"
        "max,"
        "cast_ms_mean,rebuild_ms_mean,rounds,queue_items,kept_items,compaction_ratio,rays,hits,active_leaves,"
        "multi_kernel_share,pixels_off,largest_difference,"
        "identical")
    , Summary(settings.summary,
        "device,volume,nx,ny,nz,type,column,title,size,views,isovalues,fps_mean,fps_sd,ratio_to_best,device_"
        "fps_mean,device_fps_sd,device_ratio_to_best")
  {
  }

  void measureVolume(IsosurfaceRayCaster& caster, const BenchVolume& volume)
  {
    caster.setVolume(volume.input());
    const std::vector<Camera> cameras = viewsAround(volume, this->Views, this->Size, this->Zoom);
    setScene(caster, volume.isovalues.front());
    const std::vector<Column> columns = columnsThatWork(caster, cameras.front(), this->Columns);
    const std::string device = caster.deviceName();
    std::printf("\n%s, %s, %lld x %lld x %lld %s: %d views, %d x %d, %d repeats; flags and tree rebuilt in "
                "every frame\n",
      device.c_str(), volume.name.c_str(), static_cast<long long>(volume.dimensions[0]),
      static_cast<long long>(volume.dimensions[1]), static_cast<long long>(volume.dimensions[2]),
      volume.typeName.c_str(), this->Views, this->Size, this->Size, this->Repeats);
    std::vector<Rates> rates(columns.size());
    AutoPrice wallPrice, devicePrice;
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
      this->report(volume, isovalue, device, columns, samples, differences, rates);
      price(columns, samples, &FrameSamples::wall, wallPrice);
      price(columns, samples, &FrameSamples::device, devicePrice);
    }
    this->summarizeVolume(volume, device, columns, rates, wallPrice, devicePrice);
  }

  void printTable() const
  {
    std::printf("\nTable 1, frames a second by wall clock, mean (standard deviation) over isovalues and "
                "views; * the best of a row\n\n%s\n%s",
      this->Header.c_str(), this->Rows.c_str());
    std::printf("\nThe same by device time (rebuild and cast)\n\n%s\n%s", this->Header.c_str(),
      this->DeviceRows.c_str());
  }
  bool good() const { return this->Good; }

private:
  void report(const BenchVolume& volume, double isovalue, const std::string& device,
    const std::vector<Column>& columns, const std::vector<ColumnSamples>& samples,
    const std::vector<PictureDifference>& differences, std::vector<Rates>& rates)
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
      const inkray::bench::Summary summary = summarize(deviceTimes);
      const double ratio = s.queueItems > 0 ? s.keptItems / s.queueItems : 0.0;
      const PictureDifference& d = differences[c];
      // Pictures agree but for rays that graze a surface.
      const bool same = d.pixels < 1e-3;
      this->Good = this->Good && same;
      std::printf(
        "    %-22s %8.1f fps (+- %.1f), device %8.4f ms, rebuild %.4f, rounds %5.1f, kept %4.0f %%, %s\n",
        columns[c].title.c_str(), meanOf(fps), deviationOf(fps), summary.mean, s.mean(&FrameSamples::rebuild),
        s.rounds, 100.0 * ratio,
        d.identical ? "picture identical"
          : same    ? "picture equal but for grazing rays"
                    : "PICTURE DIFFERS");
      this->Detail.line("%s,%s,%lld,%lld,%lld,%s,%g,%s,%d,%d,%d,%.3f,%.3f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f,"
                        "%.2f,%.0f,%.0f,%.4f,%.0f,%.0f,%.0f,%.3f,%.3g,%.3g,%d",
        device.c_str(), volume.name.c_str(), static_cast<long long>(volume.dimensions[0]),
        static_cast<long long>(volume.dimensions[1]), static_cast<long long>(volume.dimensions[2]),
        volume.typeName.c_str(), isovalue, columns[c].key.c_str(), this->Size, this->Views, this->Repeats,
        meanOf(fps), deviationOf(fps), s.mean(&FrameSamples::wall), summary.mean, summary.median,
        summary.high, summary.maximum, s.mean(&FrameSamples::cast), s.mean(&FrameSamples::rebuild), s.rounds,
        s.queueItems, s.keptItems, ratio, s.rays, s.hits, s.activeLeaves, s.multiKernelShare, d.pixels,
        d.largest, d.identical ? 1 : 0);
    }
  }

  /// Auto against the better of multi-kernel (look-back) and single-kernel at one isovalue.
  static void price(const std::vector<Column>& columns, const std::vector<ColumnSamples>& samples,
    std::vector<double> FrameSamples::*member, AutoPrice& result)
  {
    double own = 0.0, better = 0.0;
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      const double ms = samples[c].mean(member);
      if (columns[c].key == "auto")
      {
        own = ms;
      }
      else if (columns[c].key == "ink-lookback" || columns[c].key == "single")
      {
        better = better > 0.0 ? std::min(better, ms) : ms;
      }
    }
    if (own > 0.0 && better > 0.0)
    {
      result.worst = std::max(result.worst, own / better);
      result.sumAuto += own;
      result.sumBetter += better;
    }
  }

  void summarizeVolume(const BenchVolume& volume, const std::string& device,
    const std::vector<Column>& columns, const std::vector<Rates>& rates, const AutoPrice& wallPrice,
    const AutoPrice& devicePrice)
  {
    double best = 0.0, deviceBest = 0.0;
    for (const Rates& r : rates)
    {
      best = std::max(best, meanOf(r.wall));
      deviceBest = std::max(deviceBest, meanOf(r.device));
    }
    this->Header = "| " + device + " |";
    for (const Column& column : this->Columns)
    {
      this->Header += " " + column.title + " |";
    }
    this->Header += "\n|" + std::string(3, '-') + "|";
    char text[256];
    std::snprintf(text, sizeof(text), "| %s (%lld x %lld x %lld) |", volume.name.c_str(),
      static_cast<long long>(volume.dimensions[0]), static_cast<long long>(volume.dimensions[1]),
      static_cast<long long>(volume.dimensions[2]));
    this->Rows += text;
    this->DeviceRows += text;
    for (const Column& column : this->Columns)
    {
      this->Header += "---|";
      const auto found = std::find_if(
        columns.begin(), columns.end(), [&](const Column& other) { return other.key == column.key; });
      if (found == columns.end())
      {
        this->Rows += " - |";
        this->DeviceRows += " - |";
        continue;
      }
      const Rates& r = rates[static_cast<std::size_t>(found - columns.begin())];
      const double mean = meanOf(r.wall), deviceMean = meanOf(r.device);
      std::snprintf(
        text, sizeof(text), " %.1f (+- %.1f)%s |", mean, deviationOf(r.wall), mean == best ? " *" : "");
      this->Rows += text;
      std::snprintf(text, sizeof(text), " %.1f (+- %.1f)%s |", deviceMean, deviationOf(r.device),
        deviceMean == deviceBest ? " *" : "");
      this->DeviceRows += text;
      this->Summary.line("%s,%s,%lld,%lld,%lld,%s,%s,\"%s\",%d,%d,%d,%.3f,%.3f,%.4f,%.3f,%.3f,%.4f",
        device.c_str(), volume.name.c_str(), static_cast<long long>(volume.dimensions[0]),
        static_cast<long long>(volume.dimensions[1]), static_cast<long long>(volume.dimensions[2]),
        volume.typeName.c_str(), column.key.c_str(), column.title.c_str(), this->Size, this->Views,
        static_cast<int>(volume.isovalues.size()), mean, deviationOf(r.wall), mean / best, deviceMean,
        deviationOf(r.device), deviceMean / deviceBest);
    }
    this->Rows += "\n";
    this->DeviceRows += "\n";
    if (wallPrice.sumBetter > 0.0)
    {
      std::printf("  Auto takes %.1f %% (worst isovalue %.1f %%) of the better pipeline's wall time, %.1f %% "
                  "(%.1f %%) of its device time\n",
        100.0 * wallPrice.sumAuto / wallPrice.sumBetter, 100.0 * wallPrice.worst,
        100.0 * devicePrice.sumAuto / std::max(1e-9, devicePrice.sumBetter), 100.0 * devicePrice.worst);
    }
  }

  std::vector<Column> Columns;
  int Size, Views, Repeats;
  double Zoom;
  std::string Pictures;
  CsvFile Detail, Summary;
  std::string Header, Rows, DeviceRows;
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
  table.printTable();
  return table.good() ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace inkray::bench
