// SPDX-License-Identifier: BSD-3-Clause
// bench_havs: HAVS beside the ray caster of Gu and Kim on one mesh. It measures what a frame costs, how far
// the picture is from the ray caster's and from brute force in double precision, and how many fragments came
// too late.
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "Renderers/Havs/Havs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <numeric>
#include <random>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings
{
  DeviceKind device = DeviceKind::Auto;
  generator::MeshOptions mesh;
  std::vector<std::string> functions = { "translucent", "opaque" };
  std::vector<double> details = { 0.5, 0.25, 0.1 };
  float earlyTermination = 0;
  int size = 1024, views = 24, repeats = 3, reference = 200, threads = 0;
  double zoom = 1.07;
  std::string pictures;
};

void addOptions(generator::CommandLine& app, Settings& s)
{
  using generator::addCount;
  using generator::addList;
  s.mesh.tets = 3800000;
  addDevice(app, s.device);
  addMeshOptions(app, s.mesh);
  addList(app, "--tf", s.functions, "Transfer functions, translucent and opaque, measured in turn")
    ->check(CLI::IsMember({ "translucent", "opaque" }));
  addList(app, "--detail", s.details, "Shares of the inner faces that HAVS draws beside all of them");
  app.add_option(
    "--early", s.earlyTermination, "Early-termination threshold; at 0 every segment is integrated");
  addCount(app, "--size", s.size, "Image N x N", 1);
  addCount(app, "--views", s.views, "Views around the mesh, evenly apart", 1);
  app.add_option("--zoom", s.zoom, "Closer than VTK's ResetCamera");
  addCount(app, "--repeats", s.repeats, "Times that all views are drawn, each time in random order", 1);
  addCount(app, "--reference", s.reference, "Rays checked against double-precision brute force; 0: none");
  addCount(app, "--threads", s.threads, "Threads of the CPU; 0: all");
  app.add_option("--pictures", s.pictures,
    "A folder for PPM pictures of HAVS, and of 32 times how far they are off the ray caster's");
  addJson(app);
}

/// One way to draw: the ray caster, or HAVS with a k-buffer and a level of detail.
struct Method
{
  std::string name;
  int bufferSize; ///< 0: the ray caster
  float detail;
  std::vector<std::vector<double>> frames, sorts, lists, casts; ///< by view: one number a repeat
  HavsStatistics counted;                                       ///< over all views
  double squares = 0, maximum = 0, wrong = 0, pixels = 0;       ///< against the ray caster, over all views
  Accuracy accuracy;                                            ///< of one view
};

class Measurement
{
public:
  explicit Measurement(const Settings& settings)
    : Settings_(settings)
    , Mesh(generator::generateMesh(settings.mesh))
    , Cameras(orbitCameras(this->Mesh, settings.views, settings.size, settings.zoom))
    , Caster(LookedCaster::create(settings.device))
    , Renderer(Havs::create(settings.device))
  {
    this->Caster->setMesh(meshInput(this->Mesh));
    this->Caster->setScalars(scalarInput(this->Mesh));
    const Stopwatch watch;
    this->Report = this->Renderer->setMesh(meshInput(this->Mesh));
    this->Renderer->setScalars(scalarInput(this->Mesh));
    this->SetUp = watch.milliseconds();
  }

  /// Measures all methods. Returns whether all that is wrong was counted.
  bool run()
  {
    const HavsMemory memory = this->Renderer->memory();
    std::printf("%s, %d x %d, %d views, %d repeats, early termination %g\n%lld tets; set-up of HAVS %.1f ms, "
                "%.1f B a tet\n",
      this->Renderer->deviceName().c_str(), this->Settings_.size, this->Settings_.size, this->Settings_.views,
      this->Settings_.repeats, double(this->Settings_.earlyTermination),
      static_cast<long long>(this->Report.numTets), this->SetUp,
      double(memory.resident) / double(this->Report.numTets));
    recordDevice(this->Renderer->deviceName());
    bool good = true;
    for (const std::string& function : this->Settings_.functions)
    {
      this->Caster->setTransferFunction(transferFunction(function));
      this->Renderer->setTransferFunction(transferFunction(function));
      std::vector<Method> methods = this->makeMethods();
      this->compare(methods, function);
      this->time(methods);
      good = this->print(methods, function) && good;
    }
    return good;
  }

private:
  std::vector<Method> makeMethods() const
  {
    const auto make = [this](const std::string& name, int bufferSize, double detail) {
      Method m{ name, bufferSize, static_cast<float>(detail), {}, {}, {}, {}, {}, 0, 0, 0, 0, {} };
      for (auto* samples : { &m.frames, &m.sorts, &m.lists, &m.casts })
        samples->resize(this->Cameras.size());
      return m;
    };
    std::vector<Method> methods = { make("ray cast", 0, 1), make("HAVS 6", 6, 1), make("HAVS 2", 2, 1) };
    for (const double detail : this->Settings_.details)
      methods.push_back(make("HAVS 6", 6, detail));
    return methods;
  }

  const float* draw(const Method& method, const Camera& camera, bool present)
  {
    if (method.bufferSize == 0)
    {
      FrameOptions options;
      options.earlyTermination = this->Settings_.earlyTermination;
      present ? this->Caster->render(camera, options) : this->Caster->renderOnDevice(camera, options);
      return this->Caster->image();
    }
    HavsOptions options;
    options.earlyTermination = this->Settings_.earlyTermination;
    options.bufferSize = method.bufferSize;
    options.levelOfDetail = method.detail;
    present ? this->Renderer->render(camera, options) : this->Renderer->renderOnDevice(camera, options);
    return this->Renderer->image();
  }

  /// Compares pictures of every view with those of the ray caster, apart from the timed frames.
  void compare(std::vector<Method>& methods, const std::string& function)
  {
    const std::size_t checked = this->Cameras.size() / 3;
    for (std::size_t v = 0; v < this->Cameras.size(); ++v)
    {
      const Camera& camera = this->Cameras[v];
      const std::size_t numbers = 4 * static_cast<std::size_t>(camera.width) * camera.height;
      std::vector<float> expected;
      for (Method& method : methods)
      {
        const float* const image = this->draw(method, camera, true);
        if (method.bufferSize == 0)
          expected.assign(image, image + numbers);
        for (std::size_t p = 0; p < numbers; p += 4)
        {
          double worst = 0;
          for (std::size_t c = p; c < p + 4; ++c)
          {
            const double error = std::abs(double(image[c]) - double(expected[c]));
            method.squares += 0.25 * error * error;
            worst = std::max(worst, error);
          }
          method.maximum = std::max(method.maximum, worst);
          method.wrong += worst > 2.0 / 255.0;
        }
        method.pixels += double(numbers / 4);
        if (v == checked && method.detail == 1.0f && function == this->Settings_.functions.front())
          this->save(method, camera, image, expected);
        if (v == checked && this->Settings_.reference > 0)
          method.accuracy = checkAccuracy(
            this->Mesh, transferFunction(function), camera, image, this->Settings_.reference, 7);
        if (method.bufferSize == 0)
          continue;
        const HavsStatistics s = this->Renderer->statistics();
        method.counted.faces = s.faces;
        method.counted.tileEntries += s.tileEntries;
        method.counted.coveredRays += s.coveredRays;
        method.counted.fragments += s.fragments;
        method.counted.unsortedFragments += s.unsortedFragments;
        method.counted.lateFragments += s.lateFragments;
        method.counted.lateRays += s.lateRays;
      }
    }
  }

  /// Saves a picture, and how far it is off the ray caster's.
  void save(
    const Method& method, const Camera& camera, const float* image, const std::vector<float>& expected) const
  {
    if (this->Settings_.pictures.empty() || method.bufferSize == 0)
      return;
    const std::string path = this->Settings_.pictures + "/systems_havs-" + std::to_string(method.bufferSize);
    savePicture(path + ".ppm", image, camera.width, camera.height);
    saveDifference(path + "_difference.ppm", image, expected.data(), camera.width, camera.height);
  }

  /// Times every view in random order in each round, and for each view all methods, in alternating order.
  void time(std::vector<Method>& methods)
  {
    std::mt19937 random(12345);
    std::vector<std::size_t> order(this->Cameras.size());
    std::iota(order.begin(), order.end(), std::size_t{ 0 });
    for (int repeat = 0; repeat < this->Settings_.repeats; ++repeat)
    {
      std::shuffle(order.begin(), order.end(), random);
      for (std::size_t k = 0; k < order.size(); ++k)
        for (std::size_t n = 0; n < methods.size(); ++n)
        {
          Method& method = methods[k % 2 ? methods.size() - 1 - n : n];
          const std::size_t v = order[k];
          const Stopwatch watch;
          this->draw(method, this->Cameras[v], false);
          method.frames[v].push_back(watch.milliseconds());
          const HavsTimings h = this->Renderer->timings();
          const TetRayCastTimings t = this->Caster->timings();
          const bool isCaster = method.bufferSize == 0;
          method.sorts[v].push_back(isCaster ? 0.0 : h.camera + h.sort);
          method.lists[v].push_back(isCaster ? t.camera + t.lists : h.tiles);
          method.casts[v].push_back(isCaster ? t.cast : h.cast);
        }
    }
  }

  static double overViews(const std::vector<std::vector<double>>& samples)
  {
    std::vector<double> medians;
    for (const std::vector<double>& view : samples)
      medians.push_back(median(view));
    return summarize(medians).mean;
  }

  bool print(const std::vector<Method>& methods, const std::string& function) const
  {
    std::printf("\n%s; ms a frame, means over views; error in 1/255 against the ray caster and, of %d rays, "
                "against double precision\n",
      function.c_str(), this->Settings_.reference);
    std::printf("%-9s %6s | %9s %8s %8s %8s | %8s %8s %9s | %9s %8s | %9s %9s %9s\n", "", "detail", "frame",
      "sort", "lists", "cast", "RMSE", "maximum", "wrong %", "RMSE ref", "max ref", "unsorted", "late",
      "late rays");
    bool good = true;
    for (const Method& m : methods)
    {
      const double rmse = std::sqrt(m.squares / m.pixels),
                   fragments = std::max(1.0, double(m.counted.fragments));
      std::printf(
        "%-9s %6.2f | %9.3f %8.3f %8.3f %8.3f | %8.4f %8.2f %8.4f%% | %9.4f %8.2f | %8.4f%% %8.4f%% "
        "%8.4f%%\n",
        m.name.c_str(), double(m.detail), overViews(m.frames), overViews(m.sorts), overViews(m.lists),
        overViews(m.casts), 255 * rmse, 255 * m.maximum, 100 * m.wrong / m.pixels, 255 * m.accuracy.rmse,
        255 * m.accuracy.maximum, 100 * double(m.counted.unsortedFragments) / fragments,
        100 * double(m.counted.lateFragments) / fragments,
        100 * double(m.counted.lateRays) / std::max(1.0, double(m.counted.coveredRays)));
      const Of of = { { "method", m.name }, { "detail", text(double(m.detail)) }, { "tf", function } };
      record("frame", overViews(m.frames), "ms", of);
      record("sort", overViews(m.sorts), "ms", of);
      record("lists", overViews(m.lists), "ms", of);
      record("cast", overViews(m.casts), "ms", of);
      record("RMSE", 255 * rmse, "1/255", of);
      record("maximum error", 255 * m.maximum, "1/255", of);
      record("off by more than 2/255", 100 * m.wrong / m.pixels, "%", of);
      record("late rays", 100 * double(m.counted.lateRays) / std::max(1.0, double(m.counted.coveredRays)),
        "%", of);
      // With all faces no more pixels are wrong than were counted.
      good = good && (m.detail < 1.0f || m.wrong <= double(m.counted.lateRays));
    }
    return good;
  }

  Settings Settings_;
  generator::TetMesh Mesh;
  std::vector<Camera> Cameras;
  std::unique_ptr<LookedCaster> Caster;
  std::unique_ptr<Havs> Renderer;
  TetMeshReport Report;
  double SetUp = 0;
};

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "HAVS beside the ray caster of Gu and Kim: milliseconds of a frame as means over views of the median "
    "over "
    "repeats, and errors. The exit status tells whether all that is wrong was counted.");
  Settings settings;
  addOptions(app, settings);
  CLI11_PARSE(app, argc, argv);
  const auto threads = limitThreads(settings.threads);
  wakeDevice(settings.device);
  return Measurement(settings).run() ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_havs: %s\n", error.what());
  return EXIT_FAILURE;
}
