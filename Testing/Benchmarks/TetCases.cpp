// SPDX-License-Identifier: BSD-3-Clause
#include "TetCases.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace inkray::bench::tets
{

namespace
{
/// Makes a function categorical, with the colors of eight values.
TransferFunction categories(TransferFunction function)
{
  function.isCategorical = true;
  for (int i = 0; i < 8; ++i)
    function.categories.push_back({ 0.125 * i, 0.1f * static_cast<float>(i), 0.5f, 0.9f });
  return function;
}

/// Leaves out a random share of the lattice cells. The cells of a mesh in lattice order are its runs of 12 or
/// 6 tets.
void punchHoles(generator::TetMesh& mesh, double share, std::uint64_t seed, generator::Cut cut)
{
  const std::size_t numbers = 4u * (cut == generator::Cut::Center ? 12u : 6u);
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

/// Sets a function of the magnitude of the gradient with four intervals up to the largest, or a table over
/// both.
void prepareGradients(LookedCaster& caster, const Settings& settings, const double range[2])
{
  caster.setGradientOpacity({ { { 0.0, 1.0f } } });
  FrameOptions frame;
  frame.gradients = settings.frame.gradients;
  Camera camera;
  camera.width = camera.height = 1;
  caster.setTransferFunction(transferFunction(settings.functions.front()));
  caster.render(camera, frame); // finds the largest magnitude
  const double largest = caster.largestGradient();
  if (settings.feature != Feature::Transfer2D && settings.feature != Feature::Transfer2DOfCells)
    return caster.setGradientOpacity({ { { 0.0, 0.1f }, { 0.15 * largest, 0.4f }, { 0.3 * largest, 1.0f },
      { 0.6 * largest, 0.7f }, { largest, 1.0f } } });
  const bool hasSteps = settings.tableSize == 0;
  TransferFunction2D table;
  table.columns = table.rows = hasSteps ? 32 : settings.tableSize;
  std::copy_n(range, 2, table.values);
  table.magnitudes[1] = largest;
  const TransferFunction colors = transferFunction(settings.functions.front());
  for (int row = 0; row < table.rows; ++row)
    for (int column = 0; column < table.columns; ++column)
    {
      const double value = range[0] + (range[1] - range[0]) * column / std::max(1, table.columns - 1);
      std::size_t k = 0;
      while (k + 1 < colors.knots.size() && colors.knots[k + 1].scalar < value)
        ++k;
      const TransferFunctionKnot &knot = colors.knots[k],
                                 &next = colors.knots[std::min(k + 1, colors.knots.size() - 1)];
      const double way = next.scalar - knot.scalar;
      const float share = hasSteps || !(way > 0.0)
        ? 0.0f
        : static_cast<float>(std::clamp((value - knot.scalar) / way, 0.0, 1.0));
      const auto mixed = [&](float a, float b) { return a + share * (b - a); };
      const float factor = hasSteps ? 0.3f + 0.02f * static_cast<float>(row)
                                    : 0.3f + 0.62f * static_cast<float>(row) / static_cast<float>(table.rows);
      table.entries.push_back({ mixed(knot.red, next.red), mixed(knot.green, next.green),
        mixed(knot.blue, next.blue), factor * mixed(knot.attenuation, next.attenuation) });
    }
  caster.setTransferFunction2D(table);
}

/// The values of a mesh, in the form in which they are drawn.
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

/// Sets what a feature needs in addition to the mesh, its values and colors.
void prepareFeature(LookedCaster& caster, const Settings& settings, const generator::TetMesh& mesh)
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

/// Places planes through the middle of the mesh, perpendicular to no axis.
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
} // namespace

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
    ->check(isTransferFunction());
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
    "an array of its own, times a function of smooth gradients or each cell's, also in the light, or color "
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
      { "eight", RaysAtATime::Eight }, { "sixteen", RaysAtATime::Sixteen } },
    "Rays that a thread of the CPU takes through the mesh at a time");
  app
    .add_option(
      "--knots", s.knots, "So many knots, evenly spaced, in place of a transfer function's own; 0: its own")
    ->check(CLI::Range(0, 4096));
  app.add_option("--general", s.frame.methods.generalMedium,
    "1: by the integrator of any picture, where there is a faster one, too");
  addChoice<SegmentRule>(app, "--segment-rule", s.frame.methods.segmentRule,
    { { "auto", SegmentRule::Auto }, { "exact", SegmentRule::Exact },
      { "two-points", SegmentRule::TwoPoints } },
    "Segments of gradient-opacity and transfer-2d: by two points where a sample of them says that this does, "
    "exactly, or always by two points");
  app.add_option("--each-knot", s.frame.methods.fromKnotToKnot,
    "1: a segment ends at each knot, where there is a table of colors, too");
  app
    .add_option("--table", s.tableSize,
      "Entries along each axis of the table of transfer-2d and transfer-2d-cells, linear between the knots "
      "of "
      "the transfer function; 0: 32, with a step at each knot")
    ->check(CLI::Range(0, 4096));
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

TransferFunction functionNamed(const Settings& settings, const std::string& name)
{
  TransferFunction function = transferFunction(name);
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
  c->caster = LookedCaster::create(settings.device);
  c->report = c->caster->setMesh(meshInput(c->mesh));
  const Values values(settings, c->mesh);
  settings.feature == Feature::Colors ? c->caster->setColors(values.field, 1.0)
                                      : c->caster->setScalars(values.field);
  c->caster->setTransferFunction(functionNamed(settings, settings.functions.front()));
  prepareFeature(*c->caster, settings, c->mesh);
  c->caster->render(cameras.front(), settings.frame);
  c->firstPicture = watch.milliseconds();
  c->firstTimings = c->caster->timings();
  return c;
}

} // namespace inkray::bench::tets
