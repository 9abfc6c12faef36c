// SPDX-License-Identifier: BSD-3-Clause
// Many frames, image sizes and meshes on one ray caster: does memory grow? Prints what is held at the
// beginning and at the end of each tenth.
//
//   soak_tets [renders=10000] [cuda|cpu|auto] [tets=20000]
#include "BenchSupport.h"
#include "MeshGenerator.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
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
{
  using namespace inkray;
  const int renders = argc > 1 ? std::atoi(argv[1]) : 10000;
  const char* const device = argc > 2 ? argv[2] : "auto";
  const std::int64_t tets = argc > 3 ? std::atoll(argv[3]) : 20000;
  const DeviceKind kind = !std::strcmp(device, "cuda") ? DeviceKind::CUDA
    : !std::strcmp(device, "cpu")                      ? DeviceKind::CPU
                                                       : DeviceKind::Auto;

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
    options.listBuilder = i % 10 == 9 ? ListBuilder::SortByPixel : ListBuilder::CountScanFill;
    caster->render(camera, options);
    if (i == 99 || (i + 1) % (renders / 10 > 0 ? renders / 10 : 1) == 0)
      std::printf("%8d %14.1f %14.1f %14.1f\n", i + 1, double(cudaFreeBytes()) / (1 << 20), residentMiB(),
        double(caster->memory().resident + caster->memory().frame) / (1 << 20));
  }
  return 0;
}
