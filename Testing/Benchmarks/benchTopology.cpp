// SPDX-License-Identifier: BSD-3-Clause
// bench_topology: what setting up a mesh costs in time and memory, over sizes and orders.
#include "BenchOptions.h"
#include "BenchSupport.h"

#include <cstdio>
#include <exception>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings
{
  DeviceKind device = DeviceKind::Auto;
  generator::MeshOptions mesh;
  std::vector<double> tets = { 1e6, 3.8e6, 10e6 };
  std::vector<std::string> orders = { "lattice", "random" };
  int repeats = 5;
};

void run(const Settings& settings)
{
  wakeDevice(settings.device);
  std::printf("%12s %8s %10s %10s %10s %10s %10s %10s %10s %10s\n", "tets", "order", "faces", "first ms",
    "wall ms", "adjacency", "upload", "Mtets/s", "B/tet", "peak B/tet");
  for (const double tets : settings.tets)
  {
    for (const std::string& order : settings.orders)
    {
      generator::MeshOptions meshOptions = settings.mesh;
      meshOptions.tets = static_cast<std::int64_t>(tets);
      meshOptions.order = order == "random" ? generator::Order::Random : generator::Order::Lattice;
      const generator::TetMesh mesh = generator::generateMesh(meshOptions);
      const auto caster = LookedCaster::create(settings.device);
      std::vector<double> wall, adjacency, upload;
      double first = 0;
      TetMeshReport report;
      for (int repeat = 0; repeat <= settings.repeats; ++repeat)
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
        adjacency.push_back(caster->timings().adjacency);
        upload.push_back(caster->timings().upload);
      }
      const double count = double(report.numTets);
      std::printf("%12.0f %8s %10lld %10.2f %10.2f %10.2f %10.2f %10.1f %10.1f %10.1f\n", count,
        order.c_str(), static_cast<long long>(report.numBoundaryFaces), first, median(wall),
        median(adjacency), median(upload), count / median(wall) * 1e-3,
        double(caster->memory().resident) / count, double(caster->memory().setupPeak) / count);
      const Of of = { { "tets", std::to_string(report.numTets) }, { "order", order } };
      record("mesh to device", median(wall), "ms", of);
      record("adjacency", median(adjacency), "ms", of);
    }
  }
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "What setting up a mesh costs in time and memory, over sizes and orders. Milliseconds are medians over "
    "repeats, after one that is not counted; \"first\" is that one.");
  Settings settings;
  addDevice(app, settings.device);
  addJson(app);
  addMeshOptions(app, settings.mesh);
  app.remove_option(app.get_option("--tets"));
  generator::addList(app, "--tets", settings.tets, "Wanted numbers of tetrahedra");
  generator::addList(app, "--order", settings.orders, "Orders of cells and points")
    ->check(CLI::IsMember({ "lattice", "random" }));
  generator::addCount(app, "--repeats", settings.repeats, "Times that each mesh is set up", 1);
  CLI11_PARSE(app, argc, argv);
  run(settings);
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_topology: %s\n", error.what());
  return EXIT_FAILURE;
}
