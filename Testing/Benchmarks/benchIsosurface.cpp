// SPDX-License-Identifier: BSD-3-Clause
// bench_isosurface: what a frame of the isosurface ray caster costs, and the paper's Table 1 made anew.
#include "benchIsosurfaceSupport.h"

#include <tbb/global_control.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>

using namespace inkray::bench;

namespace
{

constexpr const char* Help = R"(usage: bench_isosurface --gate|--table1 [options]

  --gate     device time of a frame over views five degrees apart, flags and tree rebuilt in every frame; bricks
             and upload; hits against a double-precision reference
  --table1   Table 1 of Hughes et al.: frames a second of every column over isovalues and views of four volumes
             (8 bits; vessels and mixing 512^3, tree and head 256^3), views spread over the sphere

  --device auto|cuda|cpu    default auto
  --columns LIST            ink-lookback,ink,collate,ofk,thrust,chag,cub,single,kdjump,auto (default all)
  --volumes LIST            sphere, gyroid, marschner-lobb, vessels, tree, head, mixing
                            (default --gate: sphere,gyroid; --table1: vessels,tree,head,mixing)
                            --table1 also takes files: NAME_XxYxZ_TYPE.raw as the Open SciVis Datasets name
                            theirs, or legacy binary .vtk of structured points
  --isovalues LIST          of all volumes, in the units of the data (--gate takes the first)
  --max-isovalues N         --table1: so many at most, spread evenly (default 0: all)
  --points N                --gate: of the volume, an axis (default 513)
  --scale S                 --table1: times the sizes of the generated volumes (default 1)
  --type float|uint8|uint16 of generated volumes (default --gate float, --table1 uint8)
  --seed S                  of generated volumes (default 1)
  --size S                  image S x S (default 1024)
  --views V                 default --gate 72, --table1 36
  --repeats R               of all views, in random order (default --gate 5, --table1 3)
  --hits N                  --gate: zoom until views show so many hits on average, for 1024 x 1024 (default 0.26e6)
  --zoom Z                  closer than VTK's ResetCamera (default --gate 0: as --hits says; --table1 1.5)
  --reference N             --gate: rays checked in double precision, per column (default 2000; 0: none)
  --threads T               of the CPU (default 0: all)
  --csv FILE                append a line per measured case
  --summary FILE            --table1: append a line per volume and column
  --pictures FOLDER         a PPM picture of each surface

Columns take turns in sweeps over all views. Milliseconds are medians over repeats, then means and so on over
views; wall clock is around a frame that stays on the device. The exit status tells whether pictures are right.
)";

int run(int argc, char** argv)
{
  // The mode has no value, so it is taken out before the options are read.
  bool gate = false, table = false;
  std::vector<char*> arguments;
  for (int i = 0; i < argc; ++i)
  {
    if (i > 0 && !std::strcmp(argv[i], "--gate"))
    {
      gate = true;
    }
    else if (i > 0 && !std::strcmp(argv[i], "--table1"))
    {
      table = true;
    }
    else
    {
      arguments.push_back(argv[i]);
    }
  }
  const Options options(static_cast<int>(arguments.size()), arguments.data(),
    { { "device", "auto" }, { "columns", "all" },
      { "volumes", table ? "vessels,tree,head,mixing" : "sphere,gyroid" }, { "isovalues", "" },
      { "max-isovalues", "0" }, { "points", "513" }, { "scale", "1" }, { "type", table ? "uint8" : "float" },
      { "seed", "1" }, { "size", "1024" }, { "views", table ? "36" : "72" }, { "repeats", table ? "3" : "5" },
      { "hits", "0.26e6" }, { "zoom", table ? "1.5" : "0" }, { "reference", "2000" }, { "threads", "0" },
      { "csv", "" }, { "summary", "" }, { "pictures", "" } });
  if (options.help())
  {
    std::fputs(Help, stdout);
    return EXIT_SUCCESS;
  }
  if (gate == table)
  {
    throw std::invalid_argument("Say --gate or --table1; --help tells what they do.");
  }
  std::unique_ptr<tbb::global_control> threads;
  if (options.integer("threads") > 0)
  {
    threads = std::make_unique<tbb::global_control>(
      tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(options.integer("threads")));
  }
  return gate ? runGate(options) : runTable1(options);
}

} // namespace

int main(int argc, char** argv)
try
{
  return run(argc, argv);
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_isosurface: %s\n", error.what());
  return EXIT_FAILURE;
}
