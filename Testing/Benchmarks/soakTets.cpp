// SPDX-License-Identifier: BSD-3-Clause
// soak_tets: many frames, image sizes and meshes on one ray caster. Does memory grow? Prints what is held at
// the beginning and at the end of each tenth.
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "MeshGenerator.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <random>
#include <unistd.h>

namespace
{

double residentMiB()
{
  long pages = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

} // namespace

int main(int argc, char** argv)
try
{
  using namespace inkray;
  generator::CommandLine app("Draws many frames, with other meshes and image sizes again and again, and "
                             "prints the memory that is held.");
  int renders = 10000;
  std::int64_t tets = 20000;
  DeviceKind kind = DeviceKind::Auto;
  generator::addCount(app, "--renders", renders, "Frames", 1);
  generator::addCount(app, "--tets", tets, "Of the smallest mesh", 1);
  bench::addDevice(app, kind);
  CLI11_PARSE(app, argc, argv);

  // Three meshes of different sizes; a new one every 20 frames, a new image size every 5, so that everything
  // is made anew again and again.
  generator::TetMesh meshes[3];
  for (int k = 0; k < 3; ++k)
  {
    generator::MeshOptions options;
    options.tets = tets * (k + 1);
    options.seed = k + 1;
    meshes[k] = generator::generateMesh(options);
  }
  TransferFunction function;
  function.knots = { { 0, 0, 0, 1, 0.1f }, { 0.5, 0, 1, 0, 0.5f }, { 1, 1, 0, 0, 2 } };
  const std::vector<Camera> cameras = bench::orbitCameras(meshes[0], 72, 256, 1.0);
  std::mt19937 random(1);
  std::unique_ptr<TetRayCaster> caster = TetRayCaster::create(kind);
  std::printf("%s, %d renders\n%8s %14s %14s %14s\n", caster->deviceName().c_str(), renders, "renders",
    "GPU free MiB", "process MiB", "caster MiB");
  int width = 64;
  int height = 64;
  for (int i = 0; i < renders; ++i)
  {
    if (i % (renders / 2 + 1) == 0 && i > 0)
      caster = TetRayCaster::create(kind); // and once a new ray caster
    if (i % 20 == 0 || i % (renders / 2 + 1) == 0)
    {
      const generator::TetMesh& mesh = meshes[random() % 3];
      caster->setMesh(bench::meshInput(mesh));
      caster->setScalars(bench::scalarInput(mesh));
      caster->setTransferFunction(function);
    }
    if (i % 5 == 0)
    {
      width = 16 + static_cast<int>(random() % 400);
      height = 16 + static_cast<int>(random() % 400);
    }
    Camera camera = cameras[i % cameras.size()];
    camera.width = width;
    camera.height = height;
    FrameOptions options;
    options.methods.listBuilder = i % 10 == 9 ? ListBuilder::SortByPixel : ListBuilder::CountScanFill;
    caster->render(camera, options);
    if (i == 99 || (i + 1) % (renders / 10 > 0 ? renders / 10 : 1) == 0)
      std::printf("%8d %14.1f %14.1f %14.1f\n", i + 1, double(cudaFreeBytes()) / (1 << 20), residentMiB(),
        double(caster->memory().resident + caster->memory().frame) / (1 << 20));
  }
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "soak_tets: %s\n", error.what());
  return EXIT_FAILURE;
}
