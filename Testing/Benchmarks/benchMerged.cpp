// SPDX-License-Identifier: BSD-3-Clause
// bench_merged: what two meshes cost in one picture, compared with the sum of what each costs alone in its
// place. Rays meet the segments of both in the order of depth; in another blend mode their films are
// combined. The second mesh is the first one again, turned and moved: into the first, or beside it.
#include "Picture/RayPicture.h"
#include "TetCases.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using namespace inkray;
using namespace inkray::bench;
using namespace inkray::bench::tets;

namespace
{

/// Where the second mesh is: turned about the vertical axis through its center, and moved by shares of its
/// size.
struct Place
{
  const char* name;
  double degrees, moved;
};

/// The times of a view: of each mesh alone, and of both.
struct ViewSamples
{
  std::vector<double> cast[3], wall[3];
};

class Measurement
{
public:
  explicit Measurement(const Settings& settings)
    : Settings_(settings)
  {
    for (auto& c : this->Cases)
    {
      c = makeCase(this->Settings_, this->Settings_.orders.front(), this->Cameras);
    }
    this->Picture = RayPicture::create({ this->Cases[0]->caster->device(), 0 });
    this->measureMesh();
  }

  /// Measures a place. Returns whether pictures are the same in both orders and no ray failed.
  bool run(const Place& place, const std::string& function);

private:
  void measureMesh();
  Camera placed(const Camera& camera, const Place& place) const;
  /// Draws mesh 0 or 1 alone, or both with 2.
  void draw(int what, const Camera& first, const Camera& second);
  bool isRight(const Camera& first, const Camera& second);
  /// Draws both; `isSwapped` makes the second the first. The picture is valid until the next one.
  const float* drawBoth(const Camera& first, const Camera& second, bool isSwapped, bool present);

  Settings Settings_;
  std::unique_ptr<RayPicture> Picture;
  std::unique_ptr<Case> Cases[2];
  std::vector<Camera> Cameras;
  double Center[3], Size = 0; ///< the center of the mesh's box, and the longest edge of the box
};

void Measurement::measureMesh()
{
  const std::vector<double> points(this->Cases[0]->mesh.points.begin(), this->Cases[0]->mesh.points.end());
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    double low = points[axis], high = low;
    for (std::size_t i = axis; i < points.size(); i += 3)
    {
      low = std::min(low, points[i]);
      high = std::max(high, points[i]);
    }
    this->Center[axis] = 0.5 * (low + high);
    this->Size = std::max(this->Size, high - low);
  }
}

/// Returns a camera in the coordinates of the second mesh.
Camera Measurement::placed(const Camera& camera, const Place& place) const
{
  const double angle = place.degrees * std::acos(-1.0) / 180.0, c = std::cos(angle), s = std::sin(angle);
  double world[16] = { c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0, 0, 0, 0, 1 };
  for (int row = 0; row < 3; ++row)
  {
    const double turned = world[4 * row] * this->Center[0] + world[4 * row + 1] * this->Center[1] +
      world[4 * row + 2] * this->Center[2];
    world[4 * row + 3] = this->Center[row] - turned + (row == 0 ? place.moved * this->Size : 0.0);
  }
  Camera result = camera;
  for (int row = 0; row < 4; ++row)
  {
    for (int column = 0; column < 4; ++column)
    {
      double sum = 0;
      for (int k = 0; k < 4; ++k)
      {
        sum += camera.meshToEye[4 * row + k] * world[4 * k + column];
      }
      result.meshToEye[4 * row + column] = sum;
    }
  }
  return result;
}

const float* Measurement::drawBoth(const Camera& first, const Camera& second, bool isSwapped, bool present)
{
  const FrameOptions& frame = this->Settings_.frame;
  const auto a = this->Cases[0]->caster->source(first, frame),
             b = this->Cases[1]->caster->source(second, frame);
  RayPicture::Sources sources = { a.get(), b.get() };
  if (isSwapped)
  {
    std::swap(sources[0], sources[1]);
  }
  PictureOptions options;
  options.pairWalks = this->Settings_.pairWalks;
  options.countSteps = frame.methods.countSteps;
  frame.blend == BlendMode::Composite ? this->Picture->draw(sources, options, !present)
                                      : this->Picture->drawFilms(sources, options, !present);
  return this->Picture->view().image;
}

void Measurement::draw(int what, const Camera& first, const Camera& second)
{
  LookedCaster &a = *this->Cases[0]->caster, &b = *this->Cases[1]->caster;
  const FrameOptions& frame = this->Settings_.frame;
  if (what == 2)
  {
    this->drawBoth(first, second, false, this->Settings_.present);
  }
  else
  {
    LookedCaster& caster = what == 0 ? a : b;
    this->Settings_.present ? caster.render(what == 0 ? first : second, frame)
                            : caster.renderOnDevice(what == 0 ? first : second, frame);
  }
}

bool Measurement::isRight(const Camera& first, const Camera& second)
{
  const std::size_t numbers = 4 * static_cast<std::size_t>(first.width) * first.height;
  const float* const image = this->drawBoth(first, second, false, true);
  const std::vector<float> one(image, image + numbers);
  const float* const swapped = this->drawBoth(first, second, true, true);
  const bool isSeen = std::any_of(one.begin(), one.end(), [](float x) { return x > 0; });
  const bool isSame = std::equal(one.begin(), one.end(), swapped);
  const bool isLost = this->Picture->statistics().failedRays > 0;
  if (!isSeen || !isSame || isLost)
  {
    std::printf("  WRONG: %s\n",
      !isSeen     ? "nothing is seen"
        : !isSame ? "the order of the meshes changes the picture"
                  : "rays failed");
  }
  return isSeen && isSame && !isLost;
}

bool Measurement::run(const Place& place, const std::string& function)
{
  for (const auto& c : this->Cases)
  {
    c->caster->setTransferFunction(functionNamed(this->Settings_, function));
  }
  std::vector<Camera> seconds;
  for (const Camera& camera : this->Cameras)
  {
    seconds.push_back(this->placed(camera, place));
  }
  std::printf("\n%lld tets twice, %s, %s: turned by %g degrees, moved by %g of the size\n",
    static_cast<long long>(this->Cases[0]->report.numTets), function.c_str(), place.name, place.degrees,
    place.moved);
  const bool isRight =
    this->isRight(this->Cameras[this->Cameras.size() / 3], seconds[this->Cameras.size() / 3]);

  // All three take turns, view by view in random order.
  std::vector<ViewSamples> views(this->Cameras.size());
  std::mt19937 random(12345);
  std::vector<std::size_t> order(this->Cameras.size());
  std::iota(order.begin(), order.end(), std::size_t{ 0 });
  for (int repeat = 0; repeat < this->Settings_.repeats; ++repeat)
  {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t v : order)
    {
      for (int what = 0; what < 3; ++what)
      {
        const Stopwatch watch;
        this->draw(what, this->Cameras[v], seconds[v]);
        views[v].wall[what].push_back(watch.milliseconds());
        views[v].cast[what].push_back(what == 2
            ? this->Picture->timings().cast
            : this->Cases[static_cast<std::size_t>(what)]->caster->timings().cast);
      }
    }
  }

  const char* const names[3] = { "first alone", "second alone", "both" };
  std::printf("  %-14s %12s %12s\n", "ms, mean", "cast", "frame wall");
  const Of of = { { "tf", function }, { "place", place.name } };
  std::vector<double> castRatios, wallRatios;
  for (int what = 0; what < 3; ++what)
  {
    std::vector<double> cast, wall;
    for (const ViewSamples& view : views)
    {
      cast.push_back(median(view.cast[what]));
      wall.push_back(median(view.wall[what]));
    }
    const Summary casts = summarize(cast), walls = summarize(wall);
    std::printf("  %-14s %12.3f %12.3f\n", names[what], casts.mean, walls.mean);
    record(std::string("cast, ") + names[what], casts.mean, "ms", of);
    record(std::string("frame, ") + names[what], walls.mean, "ms", of);
  }
  for (const ViewSamples& view : views)
  {
    castRatios.push_back(median(view.cast[2]) / (median(view.cast[0]) + median(view.cast[1])));
    wallRatios.push_back(median(view.wall[2]) / (median(view.wall[0]) + median(view.wall[1])));
  }
  const Summary casts = summarize(castRatios), walls = summarize(wallRatios);
  std::printf("  both to the sum: cast %.3f (to %.3f), frame wall %.3f (to %.3f)\n", casts.median,
    casts.maximum, walls.median, walls.maximum);
  record("cast to the sum", casts.median, "", of);
  record("frame to the sum", walls.median, "", of);
  return isRight;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "What two meshes cost in one picture to the sum of what each costs alone in its place, where they "
    "overlap "
    "and where they are apart. The exit status tells whether the order of the meshes changes a picture.");
  Settings settings;
  settings.views = 12;
  settings.zoom = 0.6;
  addOptions(app, settings);
  Place overlapping = { "overlapping", 30.0, 0.3 }, apart = { "apart", 30.0, 1.5 };
  app.add_option("--turned", overlapping.degrees, "Degrees by which the second mesh is turned");
  app.add_option("--moved", overlapping.moved, "Shares of its size by which it is moved where both overlap");
  generator::addChoice<PairWalks>(app, "--walks", settings.pairWalks,
    { { "auto", PairWalks::Auto }, { "registers", PairWalks::InRegisters },
      { "queues", PairWalks::InQueues } },
    "How rays walk through two plain volumes");
  CLI11_PARSE(app, argc, argv);
  settings.frame.drawVolume = settings.feature != Feature::Surfaces;
  settings.frame.blend = settings.feature == Feature::Maximum ? BlendMode::Maximum
    : settings.feature == Feature::Average                    ? BlendMode::Average
                                                              : BlendMode::Composite;
  apart.degrees = overlapping.degrees;
  const auto threads = limitThreads(settings.threads);
  wakeDevice(settings.device);
  Measurement measurement(settings);
  bool isRight = true;
  for (const std::string& function : settings.functions)
  {
    for (const Place& place : { overlapping, apart })
    {
      isRight = measurement.run(place, function) && isRight;
    }
  }
  return isRight ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_merged: %s\n", error.what());
  return EXIT_FAILURE;
}
