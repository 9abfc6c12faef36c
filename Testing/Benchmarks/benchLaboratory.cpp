// SPDX-License-Identifier: BSD-3-Clause
// bench_laboratory: the systems that Gu and Kim 2020 compare, side by side. It makes tables 2 and 3, figure
// 8, and the false holes of VF. All systems take turns, view by view; each picture is checked before its time
// counts.
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "Core/Errors.h"
#include "Laboratory.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::bench;
using laboratory::Laboratory;
using laboratory::Lists;
using laboratory::Options;
using laboratory::Statistics;
using laboratory::System;
using laboratory::Timings;

namespace
{

struct Settings
{
  generator::MeshOptions mesh;
  DeviceKind device = DeviceKind::Auto;
  std::vector<std::string> systems = { "ours-tile", "ours-pixel", "full-vdfi", "gbunyk-buffer",
    "visible-faces", "edge-functions" };
  std::vector<std::string> tiles = { "8x8" }, slots = { "64" }, precisions = { "double" },
                           lists = { "device" };
  std::string function = "translucent", pictures;
  int size = 1024, views = 72, repeats = 3, plate = 0, threads = 0, reference = 200, rayTile = 4;
  double zoom = 1.07;
  float earlyTermination = 0;
  bool isSearched = false;
};

/// One system with all its choices.
struct Case
{
  std::string name;
  Of of;
  Options options;
  std::vector<std::vector<Timings>> times; ///< of views
  Statistics statistics;                   ///< of all views' first pictures
  Accuracy accuracy;
  double unlike = 0, holes = 0; ///< shares of the covered pixels
};

System systemOf(const std::string& name)
{
  return name == "full-vdfi" || name == "bunyk-parallel"                   ? System::FullVDFI
    : name == "gbunyk-buffer"                                              ? System::GBunykBuffer
    : name == "visible-faces" || name == "vf-parallel" || name == "vf-gpu" ? System::VisibleFaces
    : name == "edge-functions"                                             ? System::EdgeFunctions
                                                                           : System::OnDemand;
}

std::vector<Case> casesOf(const Settings& settings)
{
  std::vector<Case> cases;
  for (const std::string& precision : settings.precisions)
    for (const std::string& list : settings.lists)
      for (const std::string& system : settings.systems)
      {
        const auto add = [&](const std::string& detail, const std::string& name, Options options) {
          options.system = systemOf(system);
          options.doubles = precision == "double";
          options.lists = list == "arrays" ? Lists::Arrays
            : list == "linked"             ? Lists::Linked
                                           : Lists::OnDevice;
          options.earlyTermination = settings.earlyTermination;
          options.isHashed = !settings.isSearched;
          const bool hasLists =
            options.system != System::VisibleFaces && options.system != System::EdgeFunctions;
          if (!hasLists && (options.lists != Lists::OnDevice || precision != settings.precisions.front()))
            return;
          cases.push_back({ system + detail + (hasLists ? ", " + precision : "") +
              (options.lists == Lists::OnDevice ? "" : ", CPU's " + list),
            { { "system", system }, { "detail", name }, { "precision", hasLists ? precision : "single" },
              { "lists", hasLists ? list : "none" } },
            options, {}, {}, {}, 0, 0 });
        };
        Options options;
        if (systemOf(system) == System::GBunykBuffer || systemOf(system) == System::VisibleFaces)
          for (const std::string& slots : settings.slots)
          {
            options.numSlots = std::stoi(slots);
            options.tileWidth = options.tileHeight = settings.rayTile;
            add(", " + slots + " slots", slots + " slots", options);
          }
        else if (system == "ours-pixel")
        {
          options.tileWidth = options.tileHeight = 0;
          add("", "", options);
        }
        else
          for (const std::string& tile : settings.tiles)
          {
            const std::size_t cross = tile.find('x');
            options.tileWidth = std::stoi(tile.substr(0, cross));
            options.tileHeight = std::stoi(tile.substr(cross + 1));
            add(" " + tile, tile, options);
          }
      }
  return cases;
}

/// Saves the picture of each system with its first choices, and how far it is off that of Ours-Tile in
/// double.
void savePictures(const Settings& settings, const std::vector<Case>& cases, const Case& c,
  const std::vector<float>& wanted, const float* image)
{
  const std::string& system = c.of.front().second;
  const auto first = std::find_if(
    cases.begin(), cases.end(), [&](const Case& other) { return other.of.front().second == system; });
  if (settings.pictures.empty() || &*first != &c)
    return;
  const std::string path = settings.pictures + "/systems_" + system;
  savePicture(path + ".ppm", image, settings.size, settings.size);
  saveDifference(path + "_difference.ppm", image, wanted.data(), settings.size, settings.size);
}

/// Finds how a picture differs from that of Ours-Tile in double: pixels off by more than 1/255, and those of
/// them that are less opaque.
void compare(Case& c, const std::vector<float>& wanted, const float* image)
{
  double covered = 0, unlike = 0, holes = 0;
  for (std::size_t i = 0; i < wanted.size(); i += 4)
  {
    if (!(wanted[i + 3] > 0))
      continue;
    float worst = 0;
    for (std::size_t k = 0; k < 4; ++k)
      worst = std::max(worst, std::abs(image[i + k] - wanted[i + k]));
    covered += 1;
    unlike += worst > 1.0f / 255;
    holes += wanted[i + 3] - image[i + 3] > 1.0f / 255;
  }
  c.unlike = std::max(c.unlike, unlike / std::max(1.0, covered));
  c.holes = std::max(c.holes, holes / std::max(1.0, covered));
}

double meanOf(const Case& c, double (*stage)(const Timings&))
{
  double sum = 0;
  for (const std::vector<Timings>& view : c.times)
  {
    std::vector<double> sample;
    for (const Timings& t : view)
      sample.push_back(stage(t));
    sum += median(sample) / double(c.times.size());
  }
  return sum;
}

void print(const Case& c, double views)
{
  const Statistics& s = c.statistics;
  const std::pair<const char*, double (*)(const Timings&)> stages[] = {
    { "project", [](const Timings& t) { return double(t.project); } },
    { "VDFI", [](const Timings& t) { return double(t.vdfi); } },
    { "lists", [](const Timings& t) { return double(t.lists); } },
    { "transfer", [](const Timings& t) { return double(t.transfer); } },
    { "cast", [](const Timings& t) { return double(t.cast); } },
    { "present", [](const Timings& t) { return double(t.present); } },
    { "frame", [](const Timings& t) { return double(t.total()); } }
  };
  std::printf("%-42s", c.name.c_str());
  for (const auto& [name, stage] : stages)
  {
    const double ms = meanOf(c, stage);
    std::printf(" %9.3f", ms);
    record(name, ms, "ms", c.of);
  }
  std::printf("\n");
  record("off by more than 1/255", 100 * c.unlike, "%", c.of);
  record("holes", 100 * c.holes, "%", c.of);
  if (c.accuracy.rays > 0)
    record("maximum error", 255 * c.accuracy.maximum, "1/255", c.of);
  record("memory of VDFI", double(s.vdfiBytes) * 1e-6, "MB", c.of);
  if (s.hits + s.misses > 0)
    record("found in buffers", 100 * double(s.hits) / double(s.hits + s.misses), "%", c.of);
  std::printf(
    "    %.2f M steps, %.1f lost rays a view; off by more than 1/255: %.4f %%, of these holes %.4f %%",
    double(s.steps) / views * 1e-6, double(s.lostRays) / views, 100 * c.unlike, 100 * c.holes);
  if (c.accuracy.rays > 0)
    std::printf("; %d rays against double precision: RMSE %.2e, maximum %.2e", c.accuracy.rays,
      c.accuracy.rmse, c.accuracy.maximum);
  std::printf("\n    mesh %.1f MB, VDFI %.1f MB", double(s.meshBytes) * 1e-6, double(s.vdfiBytes) * 1e-6);
  if (s.hits + s.misses > 0)
    std::printf(", buffers %.1f MB, %.1f %% hits", double(s.bufferBytes) * 1e-6,
      100 * double(s.hits) / double(s.hits + s.misses));
  std::printf("\n");
}

bool run(const Settings& settings)
{
  const generator::TetMesh mesh =
    settings.plate > 0 ? plateMesh(settings.mesh, settings.plate) : generator::generateMesh(settings.mesh);
  const std::vector<Camera> cameras = orbitCameras(mesh, settings.views, settings.size, settings.zoom);
  const auto systems = Laboratory::create(settings.device);
  systems->setMesh(meshInput(mesh), scalarInput(mesh));
  const TransferFunction function = transferFunction(settings.function);
  systems->setTransferFunction(function);
  std::vector<Case> cases = casesOf(settings);

  // Draw pictures first, which also wakes the device.
  bool good = !cases.empty();
  for (std::size_t view = 0; view < cameras.size(); ++view)
  {
    Options wanted;
    wanted.earlyTermination = settings.earlyTermination;
    systems->render(cameras[view], wanted);
    const std::vector<float> picture(
      systems->image(), systems->image() + 4 * std::size_t(settings.size) * std::size_t(settings.size));
    for (Case& c : cases)
    {
      c.times.resize(cameras.size());
      systems->render(cameras[view], c.options);
      compare(c, picture, systems->image());
      const Statistics s = systems->statistics();
      c.statistics.steps += s.steps;
      c.statistics.lostRays += s.lostRays;
      c.statistics.hits += s.hits;
      c.statistics.misses += s.misses;
      c.statistics.numFaces = s.numFaces;
      c.statistics.meshBytes = s.meshBytes;
      c.statistics.vdfiBytes = s.vdfiBytes;
      c.statistics.bufferBytes = s.bufferBytes;
      if (view == cameras.size() / 3)
        savePictures(settings, cases, c, picture, systems->image());
      if (view != cameras.size() / 3 || settings.reference == 0)
        continue;
      c.accuracy = checkAccuracy(mesh, function, cameras[view], systems->image(), settings.reference, 7);
      // False holes are counted, not forgiven elsewhere.
      good = good &&
        (c.options.system == System::VisibleFaces || settings.earlyTermination > 0 ||
          (c.accuracy.rays > 0 && c.accuracy.rmse < 2e-4 && c.accuracy.maximum < 2.0 / 255));
    }
  }

  // The timed part has as many threads as were asked for; setting up and checking have all.
  const auto limit = limitThreads(settings.threads);
  std::mt19937 random(1);
  std::vector<std::size_t> views(cameras.size()), turns(cases.size());
  for (std::size_t i = 0; i < views.size(); ++i)
    views[i] = i;
  for (std::size_t i = 0; i < turns.size(); ++i)
    turns[i] = i;
  for (int repeat = 0; repeat < settings.repeats; ++repeat)
  {
    std::shuffle(views.begin(), views.end(), random);
    for (const std::size_t view : views)
    {
      std::shuffle(turns.begin(), turns.end(), random);
      for (const std::size_t turn : turns)
      {
        systems->render(cameras[view], cases[turn].options);
        cases[turn].times[view].push_back(systems->timings());
      }
    }
  }

  recordDevice(systems->deviceName());
  record("tets", double(mesh.numTets()), "");
  const std::string timed = limit ? ", timed on " + std::to_string(settings.threads) + " of them" : "";
  std::printf("%s%s, %lld tets, %lld faces, %d x %d, %d views, %d repeats, %s, early termination %g\n",
    systems->deviceName().c_str(), timed.c_str(), static_cast<long long>(mesh.numTets()),
    static_cast<long long>(cases.empty() ? 0 : cases.front().statistics.numFaces), settings.size,
    settings.size, settings.views, settings.repeats, settings.function.c_str(),
    double(settings.earlyTermination));
  std::printf("%-42s %9s %9s %9s %9s %9s %9s %9s\n", "ms, means over views of medians", "project", "VDFI",
    "lists", "transfer", "cast", "present", "frame");
  for (const Case& c : cases)
    print(c, double(cameras.size()));
  std::printf("%s\n", good ? "pictures are right" : "PICTURES ARE WRONG");
  return good;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app("The systems that Gu and Kim 2020 compare, side by side. full-vdfi on a CPU is "
                             "bunyk-parallel, visible-faces "
                             "is vf-parallel on a CPU and vf-gpu on CUDA; edge-functions is the product's "
                             "march. The exit status tells "
                             "whether pictures are right; the false holes of visible-faces are counted.");
  Settings settings;
  using generator::addCount;
  using generator::addList;
  settings.mesh.tets = 3800000;
  addDevice(app, settings.device);
  addJson(app);
  addMeshOptions(app, settings.mesh);
  addList(app, "--system", settings.systems, "Systems, measured in turn")
    ->check(CLI::IsMember({ "ours-tile", "ours-pixel", "full-vdfi", "bunyk-parallel", "gbunyk-buffer",
      "visible-faces", "vf-parallel", "vf-gpu", "edge-functions" }));
  addList(app, "--tiles", settings.tiles, "Tiles of a block of threads, width x height")
    ->check(CLI::IsMember({ "8x4", "8x8", "16x8", "16x16", "32x16" }));
  addList(app, "--slots", settings.slots, "Slots of a thread's buffer")
    ->check(CLI::IsMember({ "4", "8", "16", "32", "64", "128", "256" }));
  addCount(app, "--ray-tile", settings.rayTile, "Side of a thread's tile of rays in gbunyk-buffer", 1);
  app.add_option("--searched", settings.isSearched, "1: buffers are searched, not hashed");
  addList(app, "--precision", settings.precisions, "Of VDFI and rays")
    ->check(CLI::IsMember({ "double", "single" }));
  addList(app, "--lists", settings.lists,
    "Who makes the intersection lists: the device, or one thread of the CPU, as arrays or as linked lists "
    "that "
    "are made arrays, which are sent with the vertices")
    ->check(CLI::IsMember({ "device", "arrays", "linked" }));
  app.add_option("--tf", settings.function, "Transfer function")
    ->check(CLI::IsMember({ "translucent", "opaque" }));
  app.add_option("--early", settings.earlyTermination, "Early-termination threshold; 0: never");
  addCount(app, "--size", settings.size, "Image N x N", 1);
  addCount(app, "--views", settings.views, "Views around the mesh; 72 are five degrees apart", 1);
  app.add_option("--zoom", settings.zoom, "Closer than VTK's ResetCamera");
  addCount(app, "--repeats", settings.repeats, "Times that each view is drawn", 1);
  addCount(
    app, "--reference", settings.reference, "Rays checked against double-precision brute force; 0: none");
  addCount(app, "--plate", settings.plate,
    "Instead of --shape: a plate of N x N lattice cells with as many layers as --tets gives, which has many "
    "boundary faces");
  addCount(app, "--threads", settings.threads, "Threads of the CPU while frames are timed; 0: all");
  app.add_option("--pictures", settings.pictures,
    "A folder for a PPM picture of each system, and of 32 times how far it is off the first one");
  CLI11_PARSE(app, argc, argv);
  return run(settings) ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_laboratory: %s\n", error.what());
  return EXIT_FAILURE;
}
