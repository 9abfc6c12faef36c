// SPDX-License-Identifier: BSD-3-Clause
// Forms of the isosurface pipeline (Testing/Laboratory/IsosurfaceForms.h) against the single kernel, which
// draws the same hits.
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace inkray::bench
{
namespace
{

using laboratory::FormDriver;
using laboratory::FormParts;

/// Returns the values of one bound: those of the command line, or the form's own.
template <class T>
std::vector<T> valuesOf(const std::vector<T>& asked, bool applies, T own)
{
  return applies && !asked.empty() ? asked : std::vector<T>{ own };
}

std::string describe(const FormParts& p)
{
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + value;
  };
  const auto bound = [](int n) { return n > 0 ? std::to_string(n) : std::string("all"); };
  if (p.driver == FormDriver::Rounds && p.window > 0)
    add("window", bench::text(p.window));
  else if (p.driver == FormDriver::Rounds || p.driver == FormDriver::Block)
    add("rounds", std::to_string(p.rounds));
  if (p.driver != FormDriver::Single && p.driver != FormDriver::Queues)
  {
    add("leaves", bound(p.leaves));
    add("steps", bound(p.steps));
  }
  if (p.driver == FormDriver::Refill || p.driver == FormDriver::Vote)
    add("least", std::to_string(p.leastActive));
  if (p.driver == FormDriver::Vote)
    add("walking", std::to_string(p.leastWalking));
  if (p.driver == FormDriver::Block)
    add("tile", std::to_string(p.block) + " x " + std::to_string(p.raysPerThread));
  const bool hasCompaction =
    p.driver == FormDriver::Rounds && p.compaction != laboratory::FormCompaction::Append;
  if (p.driver == FormDriver::Refill || p.driver == FormDriver::Vote || p.driver == FormDriver::Block ||
    (p.driver == FormDriver::Rounds && !hasCompaction))
    add("resident", std::to_string(p.resident));
  return text;
}

/// Returns the single kernel, one ray at a time; then the forms of the settings in all bounds that these
/// name; then the best of the product's own multi-kernel pipelines.
std::vector<Column> formColumns(const IsosurfaceSettings& settings)
{
  const auto named = [&](const std::string& key) {
    return std::any_of(settings.forms.begin(), settings.forms.end(),
      [&](const std::string& wanted) { return wanted == key || wanted == "all"; });
  };
  Column single = { "single", "Single-Kernel", IsosurfacePipeline::SingleKernel,
    ComparedMethod::InKCompactLookBack };
  single.rays = RaysAtATime::One;
  std::vector<Column> columns = { single };
  for (const laboratory::NamedForm& form : laboratory::isosurfaceForms())
  {
    if (!named(form.key))
      continue;
    const FormParts& own = form.parts;
    const bool rounds = own.driver == FormDriver::Rounds, tiles = own.driver == FormDriver::Block;
    const bool votes = own.driver == FormDriver::Vote, refills = own.driver == FormDriver::Refill || votes;
    const bool bounded = rounds || tiles || refills;
    for (const int n : valuesOf(settings.formRounds, (rounds && own.window == 0) || tiles, own.rounds))
      for (const int leaves : valuesOf(settings.leaves, bounded, own.leaves))
        for (const int steps : valuesOf(settings.steps, bounded, own.steps))
          for (const double window : valuesOf(settings.windows, own.window > 0, own.window))
            for (const int least : valuesOf(settings.leastActive, refills, own.leastActive))
              for (const int walking : valuesOf(settings.leastWalking, votes, own.leastWalking))
                for (const int resident : valuesOf(settings.resident, bounded, own.resident))
                  for (const int block : valuesOf(settings.blocks, tiles, own.block))
                    for (const int each : valuesOf(settings.raysPerThread, tiles, own.raysPerThread))
                    {
                      FormParts parts = own;
                      parts.rounds = n;
                      parts.leaves = leaves;
                      parts.steps = steps;
                      parts.window = window;
                      parts.leastActive = least;
                      parts.leastWalking = walking;
                      parts.block = block;
                      parts.resident = resident;
                      parts.raysPerThread = each;
                      Column column = { form.key, form.title, IsosurfacePipeline::MultiKernel,
                        ComparedMethod::InKCompactLookBack };
                      column.form = std::make_shared<laboratory::FormedIsosurface>(parts);
                      columns.push_back(column);
                    }
  }
  if (named("ink-collate"))
    columns.push_back({ "ink-collate", "InK-Collate, four kernels", IsosurfacePipeline::MultiKernel,
      ComparedMethod::InKCollate });
  if (columns.size() == 1)
    throw std::invalid_argument("No forms were named.");
  return columns;
}

/// How the hits of a column agree with those of the first one: bit for bit, or how they differ.
struct HitAgreement
{
  bool identical = true;
  std::int64_t hits = 0, other = 0; ///< of the first; missed, added or more than 1e-5 of the depth away
};

std::vector<HitAgreement> compareAllHits(
  IsosurfaceRayCaster& caster, const std::vector<Column>& columns, const std::vector<Camera>& cameras)
{
  std::vector<HitAgreement> result(columns.size());
  std::vector<IsosurfaceHit> first;
  for (const Camera& camera : cameras)
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      IsosurfaceFrameOptions options = frameOptions(columns[c]);
      options.wantHits = true;
      // Pixels that a form does not write would keep the frame from before.
      IsosurfaceFrameOptions nothing;
      nothing.wantHits = true;
      nothing.clippingPlanes = { { { 1, 0, 0 }, 1e6 }, { { -1, 0, 0 }, 1e6 } };
      caster.renderOnDevice(camera, nothing);
      caster.render(camera, options);
      const std::size_t pixels =
        static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
      const IsosurfaceHit* const hits = caster.hits();
      if (c == 0)
        first.assign(hits, hits + pixels);
      HitAgreement& agreement = result[c];
      agreement.identical =
        agreement.identical && std::memcmp(first.data(), hits, pixels * sizeof(IsosurfaceHit)) == 0;
      for (std::size_t p = 0; p < pixels; ++p)
      {
        const float right = first[p].depth, drawn = hits[p].depth;
        agreement.hits += std::isfinite(right);
        agreement.other += std::isfinite(right) != std::isfinite(drawn) ||
          (std::isfinite(right) && std::abs(drawn - right) > 1e-5f * std::abs(right));
      }
    }
  return result;
}

/// The lanes that are active of 32 when rays look at nodes, and in leaves. The single kernel's lanes are
/// those of the form that has its loops; 0: not counted.
struct Lanes
{
  double pairs = 0, leaves = 0;
};

Lanes countLanes(IsosurfaceRayCaster& caster, const BenchVolume& volume, const FormParts& parts,
  const Camera& camera, std::vector<std::unique_ptr<laboratory::FormedIsosurface>>& made)
{
  if (caster.device() != DeviceKind::CUDA || volume.type != ValueType::Float32)
    return {};
  const auto counts = std::make_shared<laboratory::FormCounts>();
  made.push_back(std::make_unique<laboratory::FormedIsosurface>(parts, counts));
  IsosurfaceFrameOptions options;
  options.pipeline = IsosurfacePipeline::MultiKernel;
  options.methods.multiKernel = made.back().get();
  caster.renderOnDevice(camera, options);
  caster.statistics();
  return { double(counts->lanesOfPairs) / double(std::max<std::uint64_t>(1, counts->pairs)),
    double(counts->lanesOfLeaves) / double(std::max<std::uint64_t>(1, counts->leaves)) };
}

double meanOf(const std::vector<double>& sample)
{
  return std::accumulate(sample.begin(), sample.end(), 0.0) / double(sample.size());
}

} // namespace

int runForms(const IsosurfaceSettings& settings)
{
  const std::vector<Column> wanted = formColumns(settings); // outlive ray casters
  bool good = true;
  for (const std::string& name : settings.volumes)
  {
    const BenchVolume volume = volumeNamed(name, settings, settings.points);
    std::vector<std::unique_ptr<laboratory::FormedIsosurface>> counted; // outlives the ray caster
    const auto caster = IsosurfaceRayCaster::create(settings.device);
    caster->setVolume(volume.input());
    const std::vector<Camera> cameras = viewsAround(volume, settings.views, settings.size, settings.zoom);
    setScene(*caster, volume.isovalues.front());
    const std::vector<Column> columns = columnsThatWork(*caster, cameras.front(), wanted);
    recordDevice(caster->deviceName());
    std::printf("\n%s, %s, %lld x %lld x %lld %s: %zu isovalues, %d views, %d x %d, %d repeats\n",
      caster->deviceName().c_str(), volume.name.c_str(), static_cast<long long>(volume.dimensions[0]),
      static_cast<long long>(volume.dimensions[1]), static_cast<long long>(volume.dimensions[2]),
      volume.typeName.c_str(), volume.isovalues.size(), settings.views, settings.size, settings.size,
      settings.repeats);
    int depth = 0; // depth of the tree over leaves of 16 cells
    for (const std::int64_t points : volume.dimensions)
      for (std::int64_t cells = 16; cells < points - 1; cells *= 2)
        ++depth;
    struct Row
    {
      std::vector<double> cast, ratio, rounds, kept;
      HitAgreement hits;
      Lanes lanes;
    };
    std::vector<Row> rows(columns.size());
    const std::vector<Camera> looked(
      cameras.begin(), cameras.begin() + std::min<std::ptrdiff_t>(2, settings.views));
    for (std::size_t n = 0; n < volume.isovalues.size(); ++n)
    {
      setScene(*caster, volume.isovalues[n]);
      const std::vector<HitAgreement> hits = compareAllHits(*caster, columns, looked);
      const std::vector<ColumnSamples> samples =
        measure(*caster, columns, cameras, settings.repeats, 1000 + n);
      for (std::size_t c = 0; c < columns.size(); ++c)
      {
        Row& row = rows[c];
        row.cast.push_back(samples[c].mean(&FrameSamples::cast));
        row.ratio.push_back(rows.front().cast.back() / std::max(row.cast.back(), 1e-9));
        row.rounds.push_back(samples[c].rounds);
        row.kept.push_back(samples[c].keptItems / std::max(1.0, samples[c].rays));
        row.hits.identical = row.hits.identical && hits[c].identical;
        row.hits.hits += hits[c].hits;
        row.hits.other += hits[c].other;
        if (n == volume.isovalues.size() / 2 && (columns[c].form || c == 0))
          row.lanes = countLanes(*caster, volume,
            columns[c].form ? columns[c].form->parts() : laboratory::isosurfaceForms().front().parts,
            cameras.front(), counted);
      }
    }
    std::printf("  %-34s %-42s %9s %7s %13s %7s %9s %6s %11s  %s\n", "form", "bounds", "ms", "single/",
      "least, most", "rounds", "kept/ray", "bytes", "lanes", "hits");
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      const Column& column = columns[c];
      const Row& row = rows[c];
      const std::string bounds = column.form ? describe(column.form->parts()) : std::string();
      const std::size_t bytes = column.form ? column.form->parts().bytesOfRay(depth)
        : c == 0                            ? 0
                 : sizeof(std::uint32_t) * (static_cast<std::size_t>(depth) + 2) + 40;
      const auto [least, most] = std::minmax_element(row.ratio.begin(), row.ratio.end());
      const bool right = row.hits.other == 0 && row.hits.hits > 0;
      good = good && right;
      std::printf("  %-34s %-42s %9.4f %7.3f %6.3f %6.3f %7.1f %9.3f %6zu %5.1f %5.1f  %s\n",
        column.title.c_str(), bounds.c_str(), meanOf(row.cast), meanOf(row.ratio), *least, *most,
        meanOf(row.rounds), meanOf(row.kept), bytes, row.lanes.pairs, row.lanes.leaves,
        row.hits.hits == 0     ? "NOTHING IS HIT"
          : !right             ? "HITS DIFFER"
          : row.hits.identical ? "identical"
                               : "the same within 1e-5");
      const Of of = { { "volume", volume.name }, { "form", column.key }, { "bounds", bounds } };
      if (!right)
        continue; // a time counts only where hits are right
      record("cast of a form", meanOf(row.cast), "ms", of);
      record("single kernel to form", meanOf(row.ratio), "", of);
      record("bytes of a waiting ray", double(bytes), "B", of);
      if (row.lanes.pairs > 0)
      {
        record("lanes at nodes", row.lanes.pairs, "", of);
        record("lanes in leaves", row.lanes.leaves, "", of);
      }
      if (meanOf(row.rounds) > 0)
        record("rounds", meanOf(row.rounds), "", of);
    }
    std::fflush(stdout);
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace inkray::bench
