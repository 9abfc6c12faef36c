// SPDX-License-Identifier: BSD-3-Clause
// soak_tets: draws many frames, image sizes and meshes with one ray caster, to see whether memory grows. It
// prints what is held at the beginning and at the end of each tenth. It fails where more is held in the last
// three tenths than in the three before, by more than a share of it: by then the largest meshes and images
// have been there.
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "MeshGenerator.h"

#include <algorithm>
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

/// The most that has been held, in MiB, by the process and by all programs on the GPU.
struct Held
{
  double process = 0;
  double gpu = 0;
};

/// Returns whether an amount has grown by more than its usual fluctuations.
bool hasGrown(const char* what, double before, double after)
{
  constexpr double Share = 0.05;
  constexpr double Slack = 4; // MiB: the allocator's
  const bool grown = after > before * (1 + Share) + Slack;
  std::printf("%s: %.1f MiB, then %.1f MiB%s\n", what, before, after, grown ? ": it grows" : "");
  return grown;
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

  // Three meshes of different sizes: a new one every 20 frames, and a new image size every 5, so that
  // everything is made anew again and again.
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
  std::unique_ptr<bench::LookedCaster> caster = bench::LookedCaster::create(kind);
  std::printf("%s, %d renders\n%8s %14s %14s %14s\n", caster->deviceName().c_str(), renders, "renders",
    "GPU free MiB", "process MiB", "caster MiB");
  int width = 64;
  int height = 64;
  const double freeAtFirst = double(cudaFreeBytes()) / (1 << 20);
  Held before;
  Held after;
  for (int i = 0; i < renders; ++i)
  {
    if (i % (renders / 2 + 1) == 0 && i > 0)
      caster = bench::LookedCaster::create(kind); // and once a new ray caster
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
    const int tenth = static_cast<int>(10ll * i / renders);
    if (tenth >= 4)
    {
      Held& held = tenth < 7 ? before : after;
      held.process = std::max(held.process, residentMiB());
      held.gpu = std::max(held.gpu, freeAtFirst - double(cudaFreeBytes()) / (1 << 20));
    }
    if (i == 99 || (i + 1) % (renders / 10 > 0 ? renders / 10 : 1) == 0)
      std::printf("%8d %14.1f %14.1f %14.1f\n", i + 1, double(cudaFreeBytes()) / (1 << 20), residentMiB(),
        double(caster->memory().resident + caster->memory().frame) / (1 << 20));
  }
  const bool processGrows = hasGrown("process", before.process, after.process);
  const bool gpuGrows = hasGrown("GPU", before.gpu, after.gpu);
  return processGrows || gpuGrows ? EXIT_FAILURE : EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "soak_tets: %s\n", error.what());
  return EXIT_FAILURE;
}
