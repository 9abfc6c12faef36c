// SPDX-License-Identifier: BSD-3-Clause
// bench_pieces: what a frame of a mesh costs when it is drawn in pieces, in less memory than it takes as a
// whole, and what picks cost.
//
// Views around the mesh take turns. In each, the mesh is drawn as a whole and in pieces; medians are taken
// over all.
#include "MeshFrames.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

using namespace inkray;
using namespace inkray::bench;

namespace
{

struct Settings : MeshFrames
{
  double memory = 1e9;
  double within = 33;
  int moving = 60, starts = 3;
};

/// Returns the greatest difference of two pictures over all channels.
double distance(const LookedCaster& a, const LookedCaster& b, const Camera& camera)
{
  double greatest = 0;
  for (std::int64_t i = 0; i < std::int64_t(4) * camera.width * camera.height; ++i)
    greatest = std::max(greatest, double(std::abs(a.image()[i] - b.image()[i])));
  return greatest;
}

/// Prints what the first picture of the pieces took, step by step. Values store pieces as well.
void printSetUp(const char* when, double first, const PiecesSetUp& setUp)
{
  const std::pair<const char*, double> steps[] = { { "partition", setUp.partition },
    { "upload", setUp.upload }, { "adjacency", setUp.adjacency }, { "host memory", setUp.hostMemory },
    { "storing", setUp.storing }, { "values", setUp.values } };
  std::printf("  %s %.1f ms:", when, first);
  record(when, first, "ms");
  const char* separator = "";
  for (const auto& [name, milliseconds] : steps)
  {
    std::printf("%s %s %.0f ms", separator, name, milliseconds);
    record(std::string(when) + ": " + name, milliseconds, "ms");
    separator = ",";
  }
  std::printf("\n");
}

/// Measures the first picture of a mesh, and the first ones after the mesh has changed, whose median counts.
void measureStarts(
  LookedCaster& pieces, const Settings& settings, const generator::TetMesh& mesh, const Camera& camera)
{
  const double first = settings.start(pieces, mesh, camera);
  printSetUp("first picture of pieces", first, pieces.piecesReport().setUp);
  std::vector<std::pair<double, PiecesSetUp>> others;
  for (int i = 1; i < settings.starts; ++i)
  {
    const double other = settings.start(pieces, mesh, camera);
    others.emplace_back(other, pieces.piecesReport().setUp);
  }
  if (others.empty())
    return;
  std::sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto& [time, setUp] = others[(others.size() - 1) / 2];
  printSetUp("first picture of pieces of a changed mesh", time, setUp);
}

/// Measures the frames of a camera that moves by two degrees each; they have the pieces that are there in
/// time.
void measureMoving(LookedCaster& pieces, const Settings& settings, const generator::TetMesh& mesh)
{
  constexpr int views = 180;
  const std::vector<Camera> cameras = orbitCameras(mesh, views, settings.size, settings.zoom);
  FrameOptions options = settings.frame;
  options.piecesWithin = settings.within;
  std::vector<double> times, shares, sent;
  for (int frame = 0; frame < settings.moving; ++frame)
  {
    const Stopwatch watch;
    pieces.renderOnDevice(cameras[static_cast<std::size_t>(frame % views)], options);
    times.push_back(watch.milliseconds());
    const PiecesReport report = pieces.piecesReport();
    shares.push_back(double(report.cast) / std::max(1, report.cast + report.leftOut));
    sent.push_back(double(report.bytesSent));
  }
  if (times.empty())
    return;
  const Summary all = summarize(times), drawn = summarize(shares);
  std::printf(
    "  moving, pieces within %.0f ms: frame %.2f ms, 95 %% of them %.2f ms: %.1f frames/s; %.0f %% of the "
    "pieces are drawn, %.1f MB sent\n",
    settings.within, all.median, all.high, 1e3 / all.median, 100 * drawn.mean, median(sent) * 1e-6);
  record("moving frame", all.median, "ms");
  record("moving frame, 95 %", all.high, "ms");
  record("pieces drawn while moving", 100 * drawn.mean, "%");
}

/// Measures picks of all pixels, and of all that is seen in a ninth of them. Returns whether they are those
/// of the whole; rounding may decide in one of 10,000 pixels at most.
bool measurePicks(
  LookedCaster& whole, LookedCaster& pieces, const Settings& settings, const std::vector<Camera>& cameras)
{
  std::vector<double> ofWhole, ofPieces, visibleInWhole, visibleInPieces;
  std::int64_t others = 0, number = 0;
  constexpr float opacity = 0.1f, share = 0.001f;
  std::vector<std::uint8_t> asked(std::size_t(settings.size) * settings.size);
  for (std::size_t i = 0; i < asked.size(); ++i)
    asked[i] = 3 * i / asked.size() == 1 && 3 * (i % settings.size) / settings.size == 1;
  const auto timed = [](std::vector<double>& times, const auto& work) {
    const Stopwatch watch;
    work();
    times.push_back(watch.milliseconds());
  };
  for (const Camera& camera : cameras)
  {
    timed(ofWhole, [&] { whole.pick(camera, settings.frame, opacity); });
    timed(visibleInWhole, [&] { whole.pickVisible(camera, settings.frame, opacity, share, asked.data()); });
  }
  std::printf("  picks: whole %.2f ms, all of a box %.2f ms\n", median(ofWhole), median(visibleInWhole));
  for (const Camera& camera : cameras)
  {
    timed(ofPieces, [&] { pieces.pick(camera, settings.frame, opacity); });
    timed(visibleInPieces, [&] { pieces.pickVisible(camera, settings.frame, opacity, share, asked.data()); });
    whole.pick(camera, settings.frame, opacity);
    whole.pickVisible(camera, settings.frame, opacity, share, asked.data());
    for (std::int64_t i = 0; i < std::int64_t(camera.width) * camera.height; ++i)
      others += whole.pickedTets()[i] != pieces.pickedTets()[i];
    number += std::int64_t(camera.width) * camera.height;
    std::vector<std::uint32_t> different;
    const std::vector<std::uint32_t>&a = whole.visibleTets(), &b = pieces.visibleTets();
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(different));
    others += std::int64_t(different.size());
  }
  std::printf("  pieces %.2f ms, all of a box %.2f ms; %lld picks of %lld are others\n", median(ofPieces),
    median(visibleInPieces), static_cast<long long>(others), static_cast<long long>(number));
  record("picks of the whole", median(ofWhole), "ms");
  record("picks of pieces", median(ofPieces), "ms");
  record("all of a box of the whole", median(visibleInWhole), "ms");
  record("all of a box of pieces", median(visibleInPieces), "ms");
  record("picks that are others", double(others), "");
  return others <= number / 10000;
}

/// Measures all frames and picks. Returns whether pictures and picks are those of the whole.
bool measure(const Settings& settings)
{
  const generator::TetMesh mesh = generator::generateMesh(settings.mesh);
  const std::vector<Camera> cameras = settings.cameras(mesh);
  const auto whole = LookedCaster::create(settings.device);
  const auto pieces = LookedCaster::inPieces(settings.device, static_cast<std::size_t>(settings.memory));
  const double firstOfWhole = settings.start(*whole, mesh, cameras.front());
  settings.printHead(*whole, mesh);
  std::printf("  first picture of the whole %.1f ms\n", firstOfWhole);
  measureStarts(*pieces, settings, mesh, cameras.front());
  PiecesReport report = pieces->piecesReport();
  std::printf("  whole: %.1f MB, %.1f MB at the peak of set-up; pieces: %d in %.1f MB, of which %d stay\n",
    double(whole->memory().resident) * 1e-6, double(whole->memory().setupPeak) * 1e-6, report.pieces,
    settings.memory * 1e-6, report.resident);

  std::vector<double> ofWhole, ofPieces, sent;
  double greatest = 0;
  for (int repeat = 0; repeat < settings.repeats; ++repeat)
    for (const Camera& camera : cameras)
    {
      const Stopwatch first;
      whole->render(camera, settings.frame);
      ofWhole.push_back(first.milliseconds());
      const Stopwatch second;
      pieces->render(camera, settings.frame);
      ofPieces.push_back(second.milliseconds());
      sent.push_back(double(pieces->piecesReport().bytesSent));
      if (repeat == 0)
        greatest = std::max(greatest, distance(*whole, *pieces, camera));
    }
  report = pieces->piecesReport();
  const double milliseconds = median(ofPieces), bytes = median(sent), rate = bytes / milliseconds * 1e-6;
  std::printf("  frame: whole %.2f ms, pieces %.2f ms, %.1f MB sent: %.2f GB/s\n", median(ofWhole),
    milliseconds, bytes * 1e-6, rate);
  std::printf("  cast %.2f ms of it; at most %.1f MB in use; the pictures differ by %.3f / 255 at most\n",
    pieces->timings().cast, double(report.peakBytes) * 1e-6, greatest * 255.0);
  record("frame of the whole", median(ofWhole), "ms");
  record("frame of pieces", milliseconds, "ms");
  record("pieces", report.pieces, "");
  record("sent", bytes * 1e-6, "MB");
  record("rate", rate, "GB/s");
  record("maximum difference", 255 * greatest, "1/255");
  record("first picture of the whole", firstOfWhole, "ms");
  measureMoving(*pieces, settings, mesh);
  const bool areSame = measurePicks(*whole, *pieces, settings, cameras);
  return areSame && report.pieces > 1 && double(report.peakBytes) <= settings.memory &&
    greatest <= 1.0 / 255.0;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app("What a frame of a mesh costs that is drawn in pieces, in less memory than it "
                             "takes as a whole, beside that "
                             "of the whole. The exit status tells whether there were pieces, in that memory, "
                             "in the picture of the whole "
                             "to 1/255, with its picks.");
  Settings settings;
  settings.addOptions(app);
  app.add_option("--memory", settings.memory, "Bytes that the pieces and their picture may take");
  app.add_option("--within", settings.within, "Milliseconds within which a moving frame has its pieces");
  generator::addCount(app, "--starts", settings.starts, "Times that the mesh is given and drawn first", 1);
  generator::addCount(app, "--moving", settings.moving, "Moving frames");
  CLI11_PARSE(app, argc, argv);
  const auto threads = limitThreads(settings.threads);
  wakeDevice(settings.device);
  return measure(settings) ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_pieces: %s\n", error.what());
  return EXIT_FAILURE;
}
