// SPDX-License-Identifier: BSD-3-Clause
// bench_tets: what one frame of the tetrahedral ray caster costs, stage by stage, over views in random order;
// and the way from a mesh in memory to the first picture.
//
// Measurements are ratios between cases over many views: all cases take turns view by view, views come in
// random order, and medians are taken per view. Google Benchmark repeats one case until its mean is steady,
// which is another question, so it is not used here (bench_compaction does use it).
#include "BenchOptions.h"
#include "BenchSupport.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <numeric>
#include <random>

using namespace inkray;
using namespace inkray::bench;

namespace
{

/// What is drawn of the values.
enum class Feature
{
  Volume,
  ShadedVolume,
  FlatShadedVolume,
  Surfaces,
  VolumeAndSurfaces,
  Maximum,
  Average,
  SeparateOpacity,
  Clipped,
  Slices,
  Threshold,
  LitSurfaces,
  Colors,
  Categories,
  Missing,
  GradientOpacity,
  GradientOpacityOfCells,
  LitGradientOpacity,
  Transfer2D,
  Transfer2DOfCells
};

struct Settings
{
  Feature feature = Feature::Volume;
  DeviceKind device = DeviceKind::Auto;
  generator::MeshOptions mesh;
  std::vector<std::string> orders = { "lattice" }, functions = { "translucent", "opaque" };
  FrameOptions frame;
  int size = 1024, views = 72, repeats = 5, reference = 200, plate = 0, threads = 0, knots = 0;
  double zoom = 1.07, holes = 0;
  bool ofCells = false;
  bool present = true;
};

void addOptions(generator::CommandLine& app, Settings& s)
{
  using generator::addChoice;
  using generator::addCount;
  using generator::addList;
  s.mesh.tets = 3800000;
  s.frame.earlyTermination = 0;
  addDevice(app, s.device);
  addMeshOptions(app, s.mesh);
  addList(app, "--order", s.orders, "Orders of cells and points, lattice and random, measured in turn")
    ->check(CLI::IsMember({ "lattice", "random" }));
  addList(app, "--tf", s.functions,
    "Transfer functions, measured in turn: translucent and opaque have a handful of knots; ramp has two, and "
    "rainbow, rainbow-256 and peaks have 33, 256 and 200, which turn through the colors, the last over five "
    "peaks of opacity")
    ->check(CLI::IsMember({ "translucent", "opaque", "ramp", "rainbow", "rainbow-256", "peaks" }));
  addChoice<Feature>(app, "--feature", s.feature,
    { { "volume", Feature::Volume }, { "shaded", Feature::ShadedVolume },
      { "shaded-cells", Feature::FlatShadedVolume }, { "surfaces", Feature::Surfaces },
      { "volume-surfaces", Feature::VolumeAndSurfaces }, { "maximum", Feature::Maximum },
      { "average", Feature::Average }, { "separate-opacity", Feature::SeparateOpacity },
      { "clipped", Feature::Clipped }, { "slices", Feature::Slices }, { "threshold", Feature::Threshold },
      { "volume-surfaces-shaded", Feature::LitSurfaces }, { "colors", Feature::Colors },
      { "categories", Feature::Categories }, { "missing", Feature::Missing },
      { "gradient-opacity", Feature::GradientOpacity },
      { "gradient-opacity-cells", Feature::GradientOpacityOfCells },
      { "gradient-opacity-shaded", Feature::LitGradientOpacity }, { "transfer-2d", Feature::Transfer2D },
      { "transfer-2d-cells", Feature::Transfer2DOfCells } },
    "What is drawn: the volume, also in the light of a headlight by smooth gradients or each cell's own, "
    "with three translucent isosurfaces, or these alone; the maximum or average along each ray; opacity from "
    "an array of its own, times a function of smooth gradients or each cell's, also in the light, or colour "
    "and opacity from a table of 32 x 32 entries over both; half of the volume behind a clipping plane, with "
    "three slices, or with values in the upper half of their range; the volume and isosurfaces in the light; "
    "colors as they are, eight categories, or a color where one value of 64 is missing. Only the volume is "
    "checked against the reference");
  app.add_option("--of-cells", s.ofCells, "1: values of the cells, each that of one of its points");
  app.add_option(
    "--early", s.frame.earlyTermination, "Early-termination threshold; at 0 every segment is integrated");
  addChoice<FaceTest>(app, "--face-test", s.frame.faceTest,
    { { "edge", FaceTest::EdgeFunction }, { "vdfi", FaceTest::OnDemandVDFI } },
    "How a ray finds its exit face");
  addChoice<ListBuilder>(app, "--lists", s.frame.methods.listBuilder,
    { { "fill", ListBuilder::CountScanFill }, { "sort", ListBuilder::SortByPixel } }, "List builder");
  addChoice<RaysAtATime>(app, "--rays", s.frame.methods.raysAtATime,
    { { "most", RaysAtATime::Most }, { "one", RaysAtATime::One }, { "four", RaysAtATime::Four },
      { "eight", RaysAtATime::Eight } },
    "Rays that a thread of the CPU takes through the mesh at a time");
  app
    .add_option(
      "--knots", s.knots, "So many knots, evenly spaced, in place of a transfer function's own; 0: its own")
    ->check(CLI::Range(0, 4096));
  app.add_option("--general", s.frame.methods.generalMedium,
    "1: by the integrator of any picture, where there is a faster one, too");
  app.add_option("--each-knot", s.frame.methods.fromKnotToKnot,
    "1: a segment ends at each knot, where there is a table of colors, too");
  addCount(app, "--size", s.size, "Image N x N", 1);
  addCount(app, "--views", s.views, "Views around the mesh; 72 are five degrees apart", 1);
  app.add_option("--zoom", s.zoom,
    "Closer than VTK's ResetCamera; at 1.07, 3.8 M tets take about 93 M steps a frame at 1024 x 1024, 41 M "
    "about 206 M");
  addCount(app, "--repeats", s.repeats, "Times that all views are drawn, each time in random order", 1);
  app.add_option("--present", s.present, "1: the image travels to host memory in every frame");
  addCount(app, "--reference", s.reference, "Rays checked against double-precision brute force; 0: none");
  addCount(app, "--plate", s.plate,
    "Instead of --shape: a plate of N x N lattice cells with as many layers as --tets gives, which has many "
    "boundary faces");
  app.add_option("--holes", s.holes, "Share of the lattice cells that is left out, at random")
    ->check(CLI::Range(0.0, 0.9));
  addCount(app, "--threads", s.threads, "Threads of the CPU; 0: all");
  addJson(app);
}

/// Eight colours of values, between which there is none.
TransferFunction categories(TransferFunction function)
{
  function.isCategorical = true;
  for (int i = 0; i < 8; ++i)
    function.categories.push_back({ 0.125 * i, 0.1f * static_cast<float>(i), 0.5f, 0.9f });
  return function;
}

/// A transfer function of the settings: one of BenchSupport.h, or with so many knots, at equal distances, as
/// --knots wants: each has its colours, a little brighter and darker in turn.
TransferFunction functionNamed(const Settings& settings, const std::string& name)
{
  const TransferFunction function = transferFunction(name);
  if (settings.feature == Feature::Categories)
    return categories(function);
  if (settings.knots < 2)
    return function;
  TransferFunction resampled;
  std::size_t k = 0;
  for (int i = 0; i < settings.knots; ++i)
  {
    const double scalar = double(i) / (settings.knots - 1);
    while (k + 2 < function.knots.size() && function.knots[k + 1].scalar <= scalar)
      ++k;
    const TransferFunctionKnot &a = function.knots[k], &b = function.knots[k + 1];
    const auto t = static_cast<float>((scalar - a.scalar) / (b.scalar - a.scalar));
    const float light = i % 2 == 0 ? 1.0f : 0.9f;
    resampled.knots.push_back(
      { scalar, light * (a.red + t * (b.red - a.red)), light * (a.green + t * (b.green - a.green)),
        light * (a.blue + t * (b.blue - a.blue)), a.attenuation + t * (b.attenuation - a.attenuation) });
  }
  return resampled;
}

/// One mesh in one order, in its own ray caster.
struct Case
{
  std::string order;
  generator::TetMesh mesh;
  std::unique_ptr<TetRayCaster> caster;
  double firstPicture = 0;
  TetRayCastTimings firstTimings;
  TetMeshReport report;
};

/// What a view took: one number per repeat and stage.
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

/// Leaves out one lattice cell in so many. The cells of a mesh in lattice order are its runs of 12 or 6 tets.
void punchHoles(generator::TetMesh& mesh, double share, std::uint64_t seed, generator::Cut cut)
{
  const std::size_t numbers = 4u * (cut == generator::Cut::Centre ? 12u : 6u);
  std::mt19937_64 random(seed);
  std::bernoulli_distribution isHole(share);
  std::size_t kept = 0;
  for (std::size_t cell = 0; cell < mesh.tets.size(); cell += numbers)
  {
    if (!isHole(random))
    {
      std::copy_n(mesh.tets.begin() + static_cast<std::ptrdiff_t>(cell), numbers,
        mesh.tets.begin() + static_cast<std::ptrdiff_t>(kept));
      kept += numbers;
    }
  }
  mesh.tets.resize(kept);
}

generator::TetMesh makeMesh(const Settings& settings, const std::string& order)
{
  generator::MeshOptions options = settings.mesh;
  options.order = order == "random" ? generator::Order::Random : generator::Order::Lattice;
  generator::TetMesh mesh =
    settings.plate > 0 ? plateMesh(options, settings.plate) : generator::generateMesh(options);
  if (settings.holes > 0)
  {
    punchHoles(mesh, settings.holes, options.seed, options.cut);
  }
  return mesh;
}

bool isOfGradients(Feature feature)
{
  return feature >= Feature::GradientOpacity;
}

/// A function of the magnitude of the gradient with four pieces up to the largest, or a table over both.
void prepareGradients(TetRayCaster& caster, const Settings& settings, const double range[2])
{
  caster.setGradientOpacity({ { { 0.0, 1.0f } } });
  FrameOptions frame;
  frame.gradients = settings.frame.gradients;
  Camera camera;
  camera.width = camera.height = 1;
  caster.setTransferFunction(transferFunction(settings.functions.front()));
  caster.render(camera, frame); // finds the largest
  const double largest = caster.largestGradient();
  if (settings.feature != Feature::Transfer2D && settings.feature != Feature::Transfer2DOfCells)
    return caster.setGradientOpacity({ { { 0.0, 0.1f }, { 0.15 * largest, 0.4f }, { 0.3 * largest, 1.0f },
      { 0.6 * largest, 0.7f }, { largest, 1.0f } } });
  TransferFunction2D table;
  table.columns = table.rows = 32;
  std::copy_n(range, 2, table.values);
  table.magnitudes[1] = largest;
  const TransferFunction colours = transferFunction(settings.functions.front());
  for (int row = 0; row < table.rows; ++row)
    for (int column = 0; column < table.columns; ++column)
    {
      const double value = range[0] + (range[1] - range[0]) * column / (table.columns - 1);
      std::size_t k = 0;
      while (k + 1 < colours.knots.size() && colours.knots[k + 1].scalar < value)
        ++k;
      const TransferFunctionKnot& knot = colours.knots[k];
      table.entries.push_back(
        { knot.red, knot.green, knot.blue, knot.attenuation * (0.3f + 0.02f * static_cast<float>(row)) });
    }
  caster.setTransferFunction2D(table);
}

/// The values of a mesh, as they are drawn.
struct Values
{
  Values(const Settings& settings, const generator::TetMesh& mesh)
    : field(scalarInput(mesh))
  {
    const bool areMissing = settings.feature == Feature::Missing;
    if (!settings.ofCells && !areMissing && settings.feature != Feature::Colors)
      return;
    const std::int64_t n = settings.ofCells ? mesh.numTets() : mesh.numPoints();
    const std::int64_t numComponents = settings.feature == Feature::Colors ? 3 : 1;
    numbers.resize(static_cast<std::size_t>(n * numComponents));
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t k = 0; k < numComponents; ++k)
      {
        const std::int64_t point = settings.ofCells ? mesh.tets[static_cast<std::size_t>(4 * i + k)] : i;
        const float value = mesh.scalars[static_cast<std::size_t>(point)];
        numbers[static_cast<std::size_t>(i * numComponents + k)] = areMissing && i % 64 == 0 ? std::nanf("")
          : k == 1                                                                           ? 1.0f - value
                                                                                             : value;
      }
    field.values = numbers.data();
    field.numTuples = n;
    field.numComponents = static_cast<int>(numComponents);
    field.association = settings.ofCells ? Association::Cells : Association::Points;
  }

  std::vector<float> numbers;
  Field field;
};

/// What a feature needs beside the mesh, its values and colours.
void prepareFeature(TetRayCaster& caster, const Settings& settings, const generator::TetMesh& mesh)
{
  double range[2];
  caster.scalarRange(range);
  if (settings.feature == Feature::Surfaces || settings.feature == Feature::VolumeAndSurfaces ||
    settings.feature == Feature::LitSurfaces)
  {
    if (settings.ofCells)
      caster.setGradientScalars(scalarInput(mesh)); // isosurfaces are of values at the points
    std::vector<Isosurface> surfaces(3);
    for (int i = 0; i < 3; ++i)
    {
      surfaces[i].value = range[0] + 0.25 * (i + 1) * (range[1] - range[0]);
      surfaces[i].opacity = 0.4f;
    }
    caster.setIsosurfaces(surfaces);
  }
  if (settings.feature == Feature::SeparateOpacity || settings.feature == Feature::Colors)
  {
    caster.setOpacityScalars(scalarInput(mesh));
    caster.setOpacityFunction(transferFunction(settings.functions.front()));
  }
  if (settings.feature == Feature::Threshold)
  {
    caster.setThresholdScalars(scalarInput(mesh));
    caster.setThreshold(0.5 * (range[0] + range[1]), range[1]);
  }
  if (isOfGradients(settings.feature))
    prepareGradients(caster, settings, range);
  caster.setLights(std::vector<SurfaceLight>(1));
  caster.setMaterial({ 0.1f, 0.9f, 0.2f, 10.0f, { 1, 1, 1 } });
}

/// Planes through the middle of the mesh, across no axis.
void placePlanes(Settings& settings, const generator::TetMesh& mesh)
{
  const double normal[3] = { 0.8, 0.48, 0.36 };
  double low = 1e30, high = -1e30;
  for (std::size_t i = 0; i + 2 < mesh.points.size(); i += 3)
  {
    const double along =
      normal[0] * mesh.points[i] + normal[1] * mesh.points[i + 1] + normal[2] * mesh.points[i + 2];
    low = std::min(low, along);
    high = std::max(high, along);
  }
  const auto at = [&](double share) {
    return ClippingPlane{ { normal[0], normal[1], normal[2] }, low + share * (high - low) };
  };
  if (settings.feature == Feature::Clipped)
    settings.frame.clippingPlanes = { at(0.5) };
  if (settings.feature == Feature::Slices)
    settings.frame.slices = { at(0.25), at(0.5), at(0.75) };
  settings.frame.sliceOpacity = 0.4f;
}

/// From a mesh in host memory to the first picture.
std::unique_ptr<Case> makeCase(Settings& settings, const std::string& order, std::vector<Camera>& cameras)
{
  auto c = std::make_unique<Case>();
  c->order = order;
  c->mesh = makeMesh(settings, order);
  placePlanes(settings, c->mesh);
  if (cameras.empty())
  {
    cameras = orbitCameras(c->mesh, settings.views, settings.size, settings.zoom);
  }
  const Stopwatch watch;
  c->caster = TetRayCaster::create(settings.device);
  c->report = c->caster->setMesh(meshInput(c->mesh));
  const Values values(settings, c->mesh);
  settings.feature == Feature::Colors ? c->caster->setColours(values.field, 1.0)
                                      : c->caster->setScalars(values.field);
  c->caster->setTransferFunction(functionNamed(settings, settings.functions.front()));
  prepareFeature(*c->caster, settings, c->mesh);
  c->caster->render(cameras.front(), settings.frame);
  c->firstPicture = watch.milliseconds();
  c->firstTimings = c->caster->timings();
  return c;
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
  /// Whether pictures are right and no ray failed.
  bool report();

private:
  Case& caseOf(std::size_t i) { return *this->Cases[i / this->Settings_.functions.size()]; }
  const std::string& functionOf(std::size_t i) const
  {
    return this->Settings_.functions[i % this->Settings_.functions.size()];
  }
  TetRayCaster& select(std::size_t i)
  {
    TetRayCaster& caster = *this->caseOf(i).caster;
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

/// Steps and list entries, apart from the timed frames.
void Measurement::countSteps()
{
  const double views = double(this->Cameras.size());
  for (std::size_t i = 0; i < this->Results.size(); ++i)
  {
    Measured& result = this->Results[i];
    TetRayCaster& caster = this->select(i);
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

/// In each round every view in random order, and for each view all cases one after the other, in alternating
/// order.
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
        TetRayCaster& caster = this->select(i);
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
  TetRayCaster& caster = this->select(i);
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

/// The price of an order: ratios to the first one, view by view.
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
