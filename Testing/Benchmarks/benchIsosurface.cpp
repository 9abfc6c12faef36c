// SPDX-License-Identifier: BSD-3-Clause
// bench_isosurface: what a frame of the isosurface ray caster costs, and the paper's Table 1 made anew.
//
// Columns take turns in sweeps over all views, in random order. Figures are ratios and distributions over
// views. Google Benchmark repeats one case until its mean is steady, which is another question, so it is not
// used here (bench_compaction does use it).
#include "BenchOptions.h"
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

using namespace inkray;
using namespace inkray::bench;

int main(int argc, char** argv)
try
{
  using generator::addCount;
  using generator::addList;
  generator::CommandLine app(
    "Measures frames of the isosurface ray caster. Columns take turns in sweeps over all views. Milliseconds "
    "are medians over repeats, then means and so on over views; wall clock is around a frame that stays on "
    "the device. The exit status tells whether pictures are right.");
  IsosurfaceSettings settings;
  bool gate = false, table = false;
  std::vector<std::string> keys = { "all" };
  for (const Column& column : allColumns())
  {
    keys.push_back(column.key);
  }
  keys.insert(keys.end(), { "steps", "leaves" });
  CLI::Option_group* mode = app.add_option_group("Measurement");
  mode->add_flag("--gate", gate,
    "Device time of a frame over views five degrees apart, flags and tree rebuilt in every frame; bricks and "
    "upload; hits against a double-precision reference");
  mode->add_flag("--table1", table,
    "Table 1 of Hughes et al.: frames a second of every column over isovalues and views spread over the "
    "sphere, of four generated volumes or of files");
  mode->require_option(1);
  addDevice(app, settings.device);
  addJson(app);
  addList(app, "--columns", settings.columns,
    "Ways to draw; steps, and these over the paper's bricks, leaves: --gate, by name only")
    ->check(CLI::IsMember(keys));
  std::vector<std::string> loops;
  addList(app, "--loop", loops,
    "Who turns the loop of the multi-kernel pipeline, host or device; the device where it can (--gate: "
    "device; "
    "--table1: host,device)")
    ->check(CLI::IsMember({ "host", "device" }));
  addList(app, "--rays", settings.rays,
    "Rays that a thread of the CPU takes through the volume at a time, in the single kernel")
    ->check(CLI::IsMember({ "most", "one", "four", "eight" }));
  addList(app, "--step", settings.stepLengths,
    "Voxels from sample to sample in the column steps, which intersects as the paper does");
  generator::addChoice<bool>(app, "--normals", settings.smoothNormals,
    { { "exact", false }, { "smooth", true } },
    "The interpolant's own gradient, or central differences at the grid points, interpolated");
  addList(app, "--volumes", settings.volumes,
    "sphere, gyroid, marschner-lobb, vessels, tree, head, mixing (by default --gate: sphere,gyroid; "
    "--table1: "
    "vessels,tree,head,mixing); or files: NAME_XxYxZ_TYPE.raw as the Open SciVis Datasets name theirs, or "
    "legacy binary .vtk of structured points");
  addList(app, "--isovalues", settings.isovalues,
    "Of all volumes, in the units of the data (--gate takes the first)");
  addCount(app, "--max-isovalues", settings.maxIsovalues, "So many at most, spread evenly; 0: all");
  addCount(app, "--points", settings.points, "--gate: of generated volumes, an axis", 2);
  app.add_option("--scale", settings.scale,
    "--table1: times the sizes of the generated volumes, which are 512^3 (vessels, mixing) and 256^3");
  CLI::Option* type = generator::addChoice<generator::VolumeType>(app, "--type", settings.type,
    { { "float", generator::VolumeType::Float32 }, { "uint8", generator::VolumeType::UInt8 },
      { "uint16", generator::VolumeType::UInt16 } },
    "Of generated volumes (--table1: uint8)");
  app.add_option("--seed", settings.seed, "Of generated volumes");
  app.add_option("--opacity", settings.opacity, "--gate: of the surface; below 1 rays go on behind it")
    ->check(CLI::Range(0.0, 1.0));
  addCount(app, "--size", settings.size, "Image N x N", 1);
  CLI::Option* views = addCount(app, "--views", settings.views, "(--gate: 72; --table1: 36)", 1);
  CLI::Option* repeats =
    addCount(app, "--repeats", settings.repeats, "Of all views, in random order (--gate: 5; --table1: 3)", 1);
  app.add_option(
    "--hits", settings.hits, "--gate: zoom until views show so many hits on average, for 1024 x 1024");
  CLI::Option* zoom = app.add_option(
    "--zoom", settings.zoom, "Closer than VTK's ResetCamera (--gate: as --hits says; --table1: 1.5)");
  addCount(
    app, "--reference", settings.reference, "--gate: rays checked in double precision, per column; 0: none");
  addCount(app, "--threads", settings.threads, "Threads of the CPU; 0: all");
  app.add_flag("--stages", settings.stages,
    "--table1: where the multi-kernel pipeline's time goes, for each isovalue and method");
  app.add_option("--pictures", settings.pictures, "A folder for a PPM picture of each surface");
  CLI11_PARSE(app, argc, argv);

  if (table && std::any_of(settings.columns.begin(), settings.columns.end(), [](const std::string& column) {
        return column == "steps" || column == "leaves";
      }))
  {
    throw std::invalid_argument(
      "Pictures by steps are not those of the other columns: see them with --gate.");
  }
  // Options that were not given depend on the measurement.
  for (const std::string& loop : loops)
  {
    settings.loops.push_back(loop == "host" ? Loop::Host : Loop::Device);
  }
  if (loops.empty())
  {
    settings.loops = gate ? std::vector<Loop>{ Loop::Device } : std::vector<Loop>{ Loop::Host, Loop::Device };
  }
  if (settings.volumes.empty())
  {
    settings.volumes = gate ? std::vector<std::string>{ "sphere", "gyroid" }
                            : std::vector<std::string>{ "vessels", "tree", "head", "mixing" };
  }
  if (table && !*type)
  {
    settings.type = generator::VolumeType::UInt8;
  }
  settings.views = *views ? settings.views : gate ? 72 : 36;
  settings.repeats = *repeats ? settings.repeats : gate ? 5 : 3;
  settings.zoom = *zoom ? settings.zoom : gate ? 0 : 1.5;
  const auto threads = limitThreads(settings.threads);
  return gate ? runGate(settings) : runTable1(settings);
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_isosurface: %s\n", error.what());
  return EXIT_FAILURE;
}
