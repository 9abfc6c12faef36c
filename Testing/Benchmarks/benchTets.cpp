// SPDX-License-Identifier: BSD-3-Clause
// bench_tets: what one frame of the tetrahedral ray caster costs, stage by stage, over views in random order;
// and the way from a mesh in memory to the first picture.
//
// Measurements are ratios between cases over many views. All cases take turns view by view, views come in
// random order, and medians are taken per view. Google Benchmark repeats one case until its mean is steady,
// which is another question, so it is not used here (bench_compaction does use it).
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "TetCases.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <numeric>
#include <random>

using namespace inkray;
using namespace inkray::bench;
using namespace inkray::bench::tets;

namespace
{

/// The times of a view: one number per repeat and stage.
struct ViewSamples
{
  std::vector<double> camera, lists, cast, present, wall;
};

struct Measured
{
  std::vector<ViewSamples> views;
  double steps = 0, entries = 0, covered = 0, recast = 0; // means over views
  std::int64_t failed = 0;                                // sum over views
};

void printStage(const char* name, const Summary& s)
{
  std::printf("  %-10s %10.4f %10.4f %10.4f %10.4f\n", name, s.mean, s.median, s.high, s.maximum);
}

Summary stage(const Measured& measured, std::vector<double> ViewSamples::*member)
{
  std::vector<double> medians;
  for (const ViewSamples& view : measured.views)
  {
    medians.push_back(median(view.*member));
  }
  return summarize(medians);
}

/// Every case with every transfer function: what was measured, and how to draw it.
class Measurement
{
public:
  explicit Measurement(const Settings& settings)
    : Settings_(settings)
  {
    for (const std::string& order : this->Settings_.orders)
    {
      this->Cases.push_back(makeCase(this->Settings_, order, this->Cameras));
    }
    this->Results.resize(this->Cases.size() * settings.functions.size());
    for (Measured& result : this->Results)
    {
      result.views.resize(this->Cameras.size());
    }
  }

  void run()
  {
    this->countSteps();
    this->time();
  }
  /// Prints the results. Returns whether pictures are right and no ray failed.
  bool report();

private:
  Case& caseOf(std::size_t i) { return *this->Cases[i / this->Settings_.functions.size()]; }
  const std::string& functionOf(std::size_t i) const
  {
    return this->Settings_.functions[i % this->Settings_.functions.size()];
  }
  LookedCaster& select(std::size_t i)
  {
    LookedCaster& caster = *this->caseOf(i).caster;
    caster.setTransferFunction(functionNamed(this->Settings_, this->functionOf(i)));
    return caster;
  }
  void countSteps();
  void time();
  Accuracy accuracyOf(std::size_t i);
  void printRatios();

  Settings Settings_;
  std::vector<std::unique_ptr<Case>> Cases;
  std::vector<Camera> Cameras;
  std::vector<Measured> Results; ///< transfer functions within cases
};

/// Counts steps and list entries, apart from the timed frames.
void Measurement::countSteps()
{
  const double views = double(this->Cameras.size());
  for (std::size_t i = 0; i < this->Results.size(); ++i)
  {
    Measured& result = this->Results[i];
    LookedCaster& caster = this->select(i);
    FrameOptions counting = this->Settings_.frame;
    counting.methods.countSteps = true;
    for (const Camera& camera : this->Cameras)
    {
      caster.render(camera, counting);
      const TetRayCastStatistics s = caster.statistics();
      result.steps += double(s.steps) / views;
      result.entries += double(s.listEntries) / views;
      result.covered += double(s.coveredRays) / views;
      result.recast += double(s.recastRays) / views;
      result.failed += s.failedRays;
    }
  }
}

/// Times every view in random order in each round, and for each view all cases one after the other, in
/// alternating order.
void Measurement::time()
{
  std::mt19937 random(12345);
  std::vector<std::size_t> viewOrder(this->Cameras.size());
  std::iota(viewOrder.begin(), viewOrder.end(), std::size_t{ 0 });
  for (int repeat = 0; repeat < this->Settings_.repeats; ++repeat)
  {
    std::shuffle(viewOrder.begin(), viewOrder.end(), random);
    for (std::size_t k = 0; k < viewOrder.size(); ++k)
    {
      const std::size_t v = viewOrder[k];
      for (std::size_t n = 0; n < this->Results.size(); ++n)
      {
        const std::size_t i = k % 2 ? this->Results.size() - 1 - n : n;
        LookedCaster& caster = this->select(i);
        const Stopwatch watch;
        if (this->Settings_.present)
        {
          caster.render(this->Cameras[v], this->Settings_.frame);
        }
        else
        {
          caster.renderOnDevice(this->Cameras[v], this->Settings_.frame);
        }
        const double wall = watch.milliseconds();
        const TetRayCastTimings t = caster.timings();
        ViewSamples& samples = this->Results[i].views[v];
        samples.camera.push_back(t.camera);
        samples.lists.push_back(t.lists);
        samples.cast.push_back(t.cast);
        samples.present.push_back(t.present);
        samples.wall.push_back(wall);
        this->Results[i].failed += caster.statistics().failedRays;
      }
    }
  }
}

Accuracy Measurement::accuracyOf(std::size_t i)
{
  LookedCaster& caster = this->select(i);
  const Camera& view = this->Cameras[this->Cameras.size() / 3];
  caster.render(view, this->Settings_.frame);
  const Accuracy accuracy = checkAccuracy(this->caseOf(i).mesh,
    functionNamed(this->Settings_, this->functionOf(i)), view, caster.image(), this->Settings_.reference, 7);
  std::printf(
    "  %d rays against double precision: RMSE %.2e, maximum %.2e (%.2f / 255), %.2f %% over 1/255\n",
    accuracy.rays, accuracy.rmse, accuracy.maximum, accuracy.maximum * 255.0,
    100.0 * accuracy.shareOverOneLevel);
  return accuracy;
}

bool Measurement::report()
{
  const FrameOptions& frame = this->Settings_.frame;
  const int size = this->Settings_.size, views = this->Settings_.views, repeats = this->Settings_.repeats;
  recordDevice(this->Cases.front()->caster->deviceName());
  std::printf("%s, %d x %d, %d views, %d repeats, early termination %g, %s, %s\n",
    this->Cases.front()->caster->deviceName().c_str(), size, size, views, repeats,
    double(frame.earlyTermination),
    frame.faceTest == FaceTest::EdgeFunction ? "edge functions" : "on-demand VDFI",
    frame.methods.listBuilder == ListBuilder::CountScanFill ? "count-scan-fill" : "sort by pixel");
  bool good = true;
  for (std::size_t i = 0; i < this->Results.size(); ++i)
  {
    const Case& c = this->caseOf(i);
    const Measured& m = this->Results[i];
    const double tets = double(c.report.numTets);
    const TetRayCastMemory memory = c.caster->memory();
    std::printf("\n%.0f tets, %lld boundary faces, %s order, %s\n", tets,
      static_cast<long long>(c.report.numBoundaryFaces), c.order.c_str(), this->functionOf(i).c_str());
    std::printf(
      "  first picture %.1f ms (adjacency %.2f, upload %.2f); memory per tet: %.1f B resident, %.1f "
      "B peak of set-up; frame %.1f MB\n",
      c.firstPicture, c.firstTimings.adjacency, c.firstTimings.upload, double(memory.resident) / tets,
      double(memory.setupPeak) / tets, double(memory.frame) / 1e6);
    // Two tets share each face that does not bound the mesh.
    const std::int64_t boundary = c.report.numBoundaryFaces, faces = (4 * c.report.numTets + boundary) / 2;
    std::printf(
      "  Table 1: %lld vertices, %lld faces, %lld tets, %lld boundary faces; %.1f MB resident for all\n",
      static_cast<long long>(c.mesh.numPoints()), static_cast<long long>(faces),
      static_cast<long long>(c.report.numTets), static_cast<long long>(boundary),
      double(memory.resident) / 1e6);
    std::printf("  %-10s %10s %10s %10s %10s\n", "ms", "mean", "median", "p95", "max");
    const Summary camera = stage(m, &ViewSamples::camera), lists = stage(m, &ViewSamples::lists),
                  cast = stage(m, &ViewSamples::cast), presented = stage(m, &ViewSamples::present),
                  wall = stage(m, &ViewSamples::wall);
    printStage("camera", camera);
    printStage("lists", lists);
    printStage("cast", cast);
    printStage("present", presented);
    printStage("frame wall", wall);
    const double stepsPerSecond = cast.mean > 0 ? m.steps / (cast.mean * 1e-3) : 0.0;
    std::printf(
      "  %.2f M steps a frame, %.2f G steps/s, %.0f covered rays, %.0f list entries, %lld failed rays\n",
      m.steps * 1e-6, stepsPerSecond * 1e-9, m.covered, m.entries, static_cast<long long>(m.failed));
    if (frame.faceTest == FaceTest::OnDemandVDFI)
    {
      std::printf("  %.1f rays a frame lost by the plane test and cast again: %.4f %% of the covered ones\n",
        m.recast, 100.0 * m.recast / std::max(1.0, m.covered));
    }
    const Accuracy accuracy = this->Settings_.reference > 0 ? this->accuracyOf(i) : Accuracy{};
    const Of of = { { "order", c.order }, { "tf", this->functionOf(i) } };
    for (const auto& [name, summary] :
      { std::pair{ "lists", lists }, { "cast", cast }, { "present", presented }, { "frame", wall } })
      record(name, summary.mean, "ms", of);
    record("first picture", c.firstPicture, "ms", of);
    record("adjacency", c.firstTimings.adjacency, "ms", of);
    record("memory a tet", double(memory.resident) / tets, "B", of);
    record("memory a tet, peak of set-up", double(memory.setupPeak) / tets, "B", of);
    for (const auto& [name, count] : { std::pair{ "vertices", c.mesh.numPoints() }, { "faces", faces },
           { "tets", c.report.numTets }, { "boundary faces", boundary } })
      record(name, double(count), "", of);
    record("memory", double(memory.resident) / 1e6, "MB", of);
    record("steps a second", stepsPerSecond * 1e-9, "G/s", of);
    if (frame.faceTest == FaceTest::OnDemandVDFI)
      record("rays cast again", 100.0 * m.recast / std::max(1.0, m.covered), "%", of);
    if (accuracy.rays > 0)
      record("maximum error", 255 * accuracy.maximum, "1/255", of);
    good = good && m.failed == 0 &&
      (this->Settings_.reference == 0 || frame.earlyTermination > 0.0f ||
        (accuracy.rays > 0 && accuracy.rmse < 2e-4 && accuracy.maximum < 2.0 / 255.0));
  }
  this->printRatios();
  return good;
}

/// Prints the price of an order: ratios to the first order, view by view.
void Measurement::printRatios()
{
  const std::size_t functions = this->Settings_.functions.size();
  for (std::size_t i = functions; i < this->Results.size(); ++i)
  {
    const Measured &a = this->Results[i % functions], &b = this->Results[i];
    const auto ratio = [&](std::vector<double> ViewSamples::*member) {
      std::vector<double> ratios;
      for (std::size_t v = 0; v < this->Cameras.size(); ++v)
      {
        ratios.push_back(median(b.views[v].*member) / std::max(1e-9, median(a.views[v].*member)));
      }
      return ratios;
    };
    const std::vector<double> castRatios = ratio(&ViewSamples::cast);
    std::printf("\n%s / %s, %s: cast %.3f (%.3f to %.3f), lists %.3f, frame wall %.3f, first picture %.3f\n",
      this->caseOf(i).order.c_str(), this->Cases.front()->order.c_str(), this->functionOf(i).c_str(),
      median(castRatios), *std::min_element(castRatios.begin(), castRatios.end()),
      *std::max_element(castRatios.begin(), castRatios.end()), median(ratio(&ViewSamples::lists)),
      median(ratio(&ViewSamples::wall)), this->caseOf(i).firstPicture / this->Cases.front()->firstPicture);
  }
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "What one frame of the tetrahedral ray caster costs, and the way from a mesh in memory to the first "
    "picture. Milliseconds are means over views of the median over repeats, then median, 95th percentile and "
    "maximum over views. The exit status tells whether pictures are right.");
  Settings settings;
  addOptions(app, settings);
  CLI11_PARSE(app, argc, argv);
  settings.frame.shade = settings.feature == Feature::ShadedVolume ||
    settings.feature == Feature::LitSurfaces || settings.feature == Feature::FlatShadedVolume ||
    settings.feature == Feature::LitGradientOpacity;
  settings.frame.gradients = settings.feature == Feature::FlatShadedVolume ||
      settings.feature == Feature::GradientOpacityOfCells || settings.feature == Feature::Transfer2DOfCells
    ? Gradients::PerCell
    : Gradients::Smooth;
  if (settings.feature == Feature::Missing)
    std::fill_n(settings.frame.missing, 4, 0.5f);
  settings.frame.drawVolume = settings.feature != Feature::Surfaces;
  settings.frame.blend = settings.feature == Feature::Maximum ? BlendMode::Maximum
    : settings.feature == Feature::Average                    ? BlendMode::Average
                                                              : BlendMode::Composite;
  settings.reference = settings.feature == Feature::Volume ? settings.reference : 0;
  const auto threads = limitThreads(settings.threads);
  wakeDevice(settings.device);
  Measurement measurement(settings);
  measurement.run();
  return measurement.report() ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_tets: %s\n", error.what());
  return EXIT_FAILURE;
}
