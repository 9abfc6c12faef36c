// SPDX-License-Identifier: BSD-3-Clause
// bench_grid_volume: volumes of images. It measures what a frame costs, what a new transfer function costs,
// the memory, and how far pictures are off many samples in each voxel in double precision.
#include "BenchOptions.h"
#include "Oracles/Grid/BruteForceGridCaster.h"
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <random>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings : IsosurfaceSettings
{
  std::vector<std::string> functions = { "ramp", "peaks" }, media = { "plain" };
  bool areCells = false;
};

/// A volume as the settings want it: with values of its points, or with constant cells that have them.
VolumeInput inputOf(const BenchVolume& volume, bool areCells)
{
  VolumeInput input = volume.input();
  if (areCells)
  {
    for (std::int64_t& n : input.dimensions)
    {
      ++n;
    }
    input.scalars.association = Association::Cells;
    input.areCellsConstant = true;
  }
  return input;
}

/// A function of bench_tets over the values of a volume. `density`: factor of the attenuation.
TransferFunction functionOver(const std::string& name, const double range[2], double density)
{
  TransferFunction function = transferFunction(name);
  for (TransferFunctionKnot& knot : function.knots)
  {
    knot.scalar = range[0] + knot.scalar * (range[1] - range[0]);
    knot.attenuation *= static_cast<float>(density);
  }
  return function;
}

/// The features of a frame beside the transfer function.
void addMedium(const std::string& medium, const double range[2], MeshLook& look, FrameOptions& options)
{
  look.style.lights = std::vector<SurfaceLight>(1);
  options.shade = medium == "lit" || medium == "lit-gradients";
  if (medium == "gradients" || medium == "lit-gradients")
  {
    GradientOpacity opacity;
    const double step = range[1] - range[0];
    opacity.knots = { { 0.0, 0.0f }, { 2.0 * step, 1.0f } };
    look.style.gradientOpacity = opacity;
  }
  if (medium == "maximum")
  {
    options.blend = BlendMode::Maximum;
  }
  if (medium == "additive")
  {
    options.blend = BlendMode::Additive;
  }
  options.methods.generalMedium = medium == "any";
}

/// Root of the mean square and largest error of random pixels, against 400 samples in each voxel.
Accuracy checkPicture(const BenchVolume& volume, bool areCells, const MeshLook& look,
  const FrameOptions& options, const Camera& camera, const float* image, int count)
{
  testing::GridVolumeScene scene;
  testing::TestVolume& grid = scene.volume;
  const VolumeInput input = inputOf(volume, areCells);
  std::copy_n(input.dimensions, 3, grid.dimensions.begin());
  grid.scalars.association = input.scalars.association;
  grid.areCellsConstant = areCells;
  std::copy_n(input.indexToMesh, 16, grid.indexToMesh.begin());
  grid.scalars.bytes.assign(volume.bytes.begin(), volume.bytes.end());
  grid.scalars.type = volume.type;
  scene.function = look.style.function.get();
  scene.gradientOpacity = look.style.gradientOpacity.get();
  scene.lights = look.style.lights.get();
  const testing::BruteForceGridCaster reference(scene, camera, options);
  std::mt19937_64 random(1);
  Accuracy found;
  double squares = 0;
  for (int attempt = 0; attempt < 100 * count && found.rays < count; ++attempt)
  {
    const auto pixel = static_cast<int>(random() % (std::uint64_t(camera.width) * camera.height));
    const float* const drawn = image + 4 * static_cast<std::size_t>(pixel);
    if (!(drawn[3] > 0.0f))
    {
      continue;
    }
    ++found.rays;
    const std::array<double, 4> wanted = reference.pixel(pixel % camera.width, pixel / camera.width, 400);
    double worst = 0;
    for (std::size_t c = 0; c < 4; ++c)
    {
      const double difference = std::abs(double(drawn[c]) - wanted[c]);
      squares += difference * difference;
      worst = std::max(worst, difference);
    }
    found.maximum = std::max(found.maximum, worst);
    found.shareOverOneLevel += worst > 1.0 / 255;
  }
  found.rmse = std::sqrt(squares / std::max(1, 4 * found.rays));
  found.shareOverOneLevel /= std::max(1, found.rays);
  return found;
}

/// The least time of a frame in each view, and the mean over the views, in milliseconds.
double castTime(
  GridRayCaster& caster, const std::vector<Camera>& cameras, const FrameOptions& options, int repeats)
{
  double sum = 0;
  for (const Camera& camera : cameras)
  {
    std::vector<double> times;
    for (int k = 0; k < repeats; ++k)
    {
      caster.renderOnDevice(camera, options);
      times.push_back(caster.timings().cast);
    }
    sum += median(times);
  }
  return sum / double(cameras.size());
}

void measureVolume(const Settings& settings, const std::string& name)
{
  const BenchVolume volume = volumeNamed(name, settings, settings.points);
  const std::vector<Camera> cameras = orbitVolume(volume, settings.views, settings.size, settings.zoom);
  const std::unique_ptr<GridRayCaster> caster = GridRayCaster::create(settings.device);
  recordDevice(caster->deviceName());
  const VolumeInput input = inputOf(volume, settings.areCells);
  MeshLook look;
  ShownField values;
  static_cast<Field&>(values) = input.scalars;
  look.fields.values = values;
  caster->setGrid(input);
  const Stopwatch setUp;
  caster->update(look);
  const double setUpMilliseconds = setUp.milliseconds();
  const double numVoxels =
    double(volume.dimensions[0]) * double(volume.dimensions[1]) * double(volume.dimensions[2]);
  const double range[2] = { caster->valueRange().low, caster->valueRange().high };
  std::printf("%s %lld x %lld x %lld %s on %s: %.0f ms to set up\n", volume.name.c_str(),
    static_cast<long long>(volume.dimensions[0]), static_cast<long long>(volume.dimensions[1]),
    static_cast<long long>(volume.dimensions[2]), volume.typeName.c_str(), caster->deviceName().c_str(),
    setUpMilliseconds);
  for (const std::string& function : settings.functions)
  {
    for (const std::string& medium : settings.media)
    {
      MeshLook own = look;
      FrameOptions options;
      own.style.function = functionOver(function, range, settings.opacity);
      addMedium(medium, range, own, options);
      caster->update(own);
      caster->renderOnDevice(cameras.front(), options);
      own.style.function = own.style.function.get(); // a new revision
      const Stopwatch change;
      caster->update(own);
      caster->renderOnDevice(cameras.front(), options);
      const double changed = change.milliseconds();
      const Stopwatch again;
      caster->renderOnDevice(cameras.front(), options);
      const double functionMicroseconds = 1000.0 * (changed - again.milliseconds());
      FrameOptions counting = options;
      counting.methods.countSteps = true;
      caster->render(cameras.front(), counting);
      const TetRayCastStatistics counted = caster->statistics();
      const double milliseconds = castTime(*caster, cameras, options, settings.repeats);
      const double bytes = double(caster->memory().resident) / numVoxels;
      std::printf("  %-12s %-14s %8.3f ms, %lld spans of %lld rays, %.0f us for a new function, "
                  "%.2f bytes a voxel\n",
        function.c_str(), medium.c_str(), milliseconds, static_cast<long long>(counted.steps),
        static_cast<long long>(counted.coveredRays), functionMicroseconds, bytes);
      const Of of = { { "volume", volume.name }, { "type", volume.typeName },
        { "points", std::to_string(volume.dimensions[0]) }, { "function", function }, { "medium", medium },
        { "values", settings.areCells ? "constant cells" : "points" } };
      record("cast", milliseconds, "ms", of);
      record("new function", functionMicroseconds, "us", of);
      record("bytes a voxel", bytes, "", of);
      record("set-up", setUpMilliseconds, "ms", of);
      if (settings.reference > 0)
      {
        caster->render(cameras.front(), options);
        const Accuracy accuracy = checkPicture(
          volume, settings.areCells, own, options, cameras.front(), caster->image(), settings.reference);
        std::printf(
          "    against 400 samples a voxel in double precision, %d rays: RMSE %.1e, largest %.2f of "
          "255, %.2f %% above 1\n",
          accuracy.rays, accuracy.rmse, 255.0 * accuracy.maximum, 100.0 * accuracy.shareOverOneLevel);
        record("RMSE", accuracy.rmse, "", of);
        record("largest error", accuracy.maximum, "", of);
      }
      if (!settings.pictures.empty())
      {
        caster->render(cameras.front(), options);
        savePicture(settings.pictures + "/" + volume.name + "-" + function + "-" + medium + ".ppm",
          caster->image(), settings.size, settings.size);
      }
    }
  }
}
} // namespace

int main(int argc, char** argv)
try
{
  using generator::addCount;
  using generator::addList;
  generator::CommandLine app("Measures volumes of images. Milliseconds are of the rays alone: medians over "
                             "repeats, then the mean over "
                             "views.");
  Settings settings;
  settings.volumes = { "gyroid", "head" };
  settings.points = 512;
  settings.views = 72;
  settings.repeats = 3;
  settings.zoom = 1.0;
  settings.reference = 0;
  settings.type = generator::VolumeType::UInt8;
  addDevice(app, settings.device);
  addJson(app);
  addList(app, "--volumes", settings.volumes,
    "sphere, gyroid, marschner-lobb, vessels, tree, head, mixing; or files, as bench_isosurface takes them");
  addList(app, "--functions", settings.functions, "Transfer functions, as bench_tets names them")
    ->check(isTransferFunction());
  addList(app, "--media", settings.media, "What the volume has beside its function")
    ->check(CLI::IsMember({ "plain", "any", "lit", "gradients", "lit-gradients", "maximum", "additive" }));
  app.add_flag("--cells", settings.areCells, "The values are those of cells, and fill them");
  addCount(app, "--points", settings.points, "Of generated volumes, an axis", 2);
  generator::addChoice<generator::VolumeType>(app, "--type", settings.type,
    { { "float", generator::VolumeType::Float32 }, { "uint8", generator::VolumeType::UInt8 },
      { "uint16", generator::VolumeType::UInt16 } },
    "Of generated volumes");
  app.add_option("--seed", settings.seed, "Of generated volumes");
  app.add_option("--density", settings.opacity, "Factor of all attenuations");
  addCount(app, "--size", settings.size, "Image N x N", 1);
  addCount(app, "--views", settings.views, "Views around the volume, evenly apart", 1);
  app.add_option("--zoom", settings.zoom, "Closer than VTK's ResetCamera");
  addCount(app, "--repeats", settings.repeats, "Of each view", 1);
  addCount(app, "--reference", settings.reference,
    "Rays checked against 400 samples a voxel in double precision; 0: none. Takes 9 bytes a voxel");
  addCount(app, "--threads", settings.threads, "Threads of the CPU; 0: all");
  app.add_option("--pictures", settings.pictures, "A folder for PPM pictures");
  CLI11_PARSE(app, argc, argv);
  const auto threads = limitThreads(settings.threads);
  wakeDevice(settings.device);
  for (const std::string& name : settings.volumes)
  {
    measureVolume(settings, name);
  }
  return EXIT_SUCCESS;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_grid_volume: %s\n", error.what());
  return EXIT_FAILURE;
}
