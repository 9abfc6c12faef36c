// SPDX-License-Identifier: BSD-3-Clause
// inkray-generate-tets: tetrahedral meshes of any size for demonstrations, tests and measurements.
#include "CommandLine.h"
#include "LegacyVtkWriter.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace inkray::generator;

int main(int argc, char** argv)
try
{
  CommandLine app("Writes a tetrahedral mesh with one scalar per point (\"scalar\": a smooth field plus five "
                  "octaves of noise, about 0 to 1) as a legacy binary VTK file, which ParaView opens. The "
                  "mesh is a jittered lattice of hexahedra cut into tetrahedra. Equal options give equal "
                  "files.");
  MeshOptions options;
  bool asDouble = false;
  std::string path;
  app.add_option("FILE.vtk", path, "The file to write")->required();
  addMeshOptions(app, options);
  addChoice<Order>(app, "--order", options.order,
    { { "lattice", Order::Lattice }, { "random", Order::Random } },
    "random: tetrahedra and points shuffled, the corners of each tetrahedron in random even order");
  app.add_option("--jitter", options.jitter,
    "Displacement of points in cells, 0 to 0.16 (kuhn: 0.15); negative takes the largest");
  addChoice<bool>(app, "--type", asDouble, { { "float", false }, { "double", true } },
    "Type of points and scalars in the file");
  CLI11_PARSE(app, argc, argv);

  auto seconds = [last = std::chrono::steady_clock::now()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - last).count();
    last = now;
    return passed;
  };
  const TetMesh mesh = generateMesh(options);
  std::printf("%lld tets, %lld points made in %.2f s\n", static_cast<long long>(mesh.numTets()),
    static_cast<long long>(mesh.numPoints()), seconds());
  writeLegacyVtk(mesh, path, asDouble);
  std::printf("%s written in %.2f s\n", path.c_str(), seconds());
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "inkray-generate-tets: %s\n", error.what());
  return EXIT_FAILURE;
}
