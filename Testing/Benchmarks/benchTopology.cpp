// SPDX-License-Identifier: BSD-3-Clause
// bench_topology: what setting up a mesh costs in time and memory, over sizes and orders.
#include "BenchSupport.h"

#include <cstdio>
#include <exception>

using namespace inkray;
using namespace inkray::bench;

namespace
{

constexpr const char* Help = R"(usage: bench_topology [options]

  --device auto|cuda|cpu         default auto
  --tets N,N,...                 default 1e6,3.8e6,10e6
  --order lattice,random         default both
  --repeats R                    default 5
  --shape, --cut, --seed         of the mesh, as inkray-generate-tets

Milliseconds are medians over repeats, after one that is not counted; "first" is that one.
)";

int run(const Options& options)
{
  wakeDevice(options.device());
  std::printf("%12s %8s %10s %10s %10s %10s %10s %10s %10s %10s\n", "tets", "order", "faces", "first ms",
    "wall ms", "topology", "upload", "Mtets/s", "B/tet", "peak B/tet");
  for (const std::string& tets : options.list("tets"))
  {
    for (const std::string& order : options.list("order"))
    {
      generator::MeshOptions meshOptions = options.mesh();
      meshOptions.tets = static_cast<std::int64_t>(std::stod(tets));
      meshOptions.order = orderOf(order);
      const generator::TetMesh mesh = generator::generateMesh(meshOptions);
      const auto caster = TetRayCaster::create(options.device());
      std::vector<double> wall, topology, upload;
      double first = 0;
      TetMeshReport report;
      for (int repeat = 0; repeat <= options.integer("repeats"); ++repeat)
      {
        const Stopwatch watch;
        report = caster->setMesh(meshInput(mesh));
        caster->setScalars(scalarInput(mesh));
        if (repeat == 0)
        {
          first = watch.milliseconds();
          continue;
        }
        wall.push_back(watch.milliseconds());
        topology.push_back(caster->timings().topology);
        upload.push_back(caster->timings().upload);
      }
      const double count = double(report.numTets);
      std::printf("%12.0f %8s %10lld %10.2f %10.2f %10.2f %10.2f %10.1f %10.1f %10.1f\n", count,
        order.c_str(), static_cast<long long>(report.numBoundaryFaces), first, median(wall), median(topology),
        median(upload), count / median(wall) * 1e-3, double(caster->memory().resident) / count,
        double(caster->memory().setupPeak) / count);
    }
  }
  return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char** argv)
try
{
  const Options options(argc, argv,
    { { "device", "auto" }, { "tets", "1e6,3.8e6,10e6" }, { "order", "lattice,random" }, { "repeats", "5" },
      { "shape", "nonconvex" }, { "cut", "centre" }, { "seed", "1" } });
  if (options.help())
  {
    std::fputs(Help, stdout);
    return EXIT_SUCCESS;
  }
  return run(options);
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_topology: %s\n", error.what());
  return EXIT_FAILURE;
}
