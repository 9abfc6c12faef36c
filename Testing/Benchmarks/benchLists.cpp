// SPDX-License-Identifier: BSD-3-Clause
// bench_lists: how long a CPU takes to build the intersection lists of pixels as linked lists and as arrays
// (Gu and Kim 2020, section 4.1), beside the two builders of the ray caster on CPU threads. All lists must be
// equal, or the exit status is 1.
#include "BenchOptions.h"
#include "BenchSupport.h"
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "HostLists.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::bench;
using namespace inkray::laboratory;

namespace
{

struct Settings
{
  generator::MeshOptions mesh;
  int size = 1024, views = 72, repeats = 3, plate = 0, threads = 0;
  double zoom = 1.07;
};

/// The builders of the ray caster.
class CasterLists
{
public:
  CasterLists(HostBackend& backend, ListBuilder builder)
    : backend_(backend)
    , builder_(builder)
  {
  }

  void build(const FaceProjection& projection, std::int64_t numFaces)
  {
    numPixels_ = std::int64_t(projection.camera.width) * projection.camera.height;
    do
    {
      lists_.reserve(backend_, numPixels_, numFaces, capacity_);
      lists_.build(backend_, builder_, projection.camera, projection.faces, numFaces, projection.projected);
      capacity_ = std::max(capacity_, static_cast<std::int64_t>(*lists_.fragmentCount()));
    } while (capacity_ > lists_.capacity());
  }

  PixelLists lists() const
  {
    return { { lists_.starts(), lists_.starts() + numPixels_ + 1 },
      { lists_.intersections(), lists_.intersections() + *lists_.fragmentCount() } };
  }

private:
  HostBackend& backend_;
  ListBuilder builder_;
  PixelIntersectionLists<HostBackend> lists_;
  std::int64_t numPixels_ = 0, capacity_ = 1024;
};

bool run(const Settings& settings)
{
  const auto limit = limitThreads(settings.threads);
  const generator::TetMesh mesh =
    settings.plate > 0 ? plateMesh(settings.mesh, settings.plate) : generator::generateMesh(settings.mesh);
  HostBackend backend;
  TetAdjacency<HostBackend> adjacency;
  adjacency.build(backend, meshInput(mesh), 0);
  Buffer<ProjectedVertex, HostBackend> projected;
  projected.reset(backend, adjacency.vertices.size());

  LinkedLists linked;
  SortedArrays arrays;
  CasterLists filled(backend, ListBuilder::CountScanFill), sorted(backend, ListBuilder::SortByPixel);
  const std::array<const char*, 4> names = { "linked lists, one thread", "arrays, one thread",
    "count, scan, fill, all threads", "sort by pixel, all threads" };
  std::array<std::vector<double>, 4> times;
  double entries = 0;
  bool same = true;
  std::mt19937 random(1);
  for (const Camera& camera : orbitCameras(mesh, settings.views, settings.size, settings.zoom))
  {
    MeshCamera meshCamera;
    if (!makeMeshCamera(camera, adjacency.center, adjacency.scale, meshCamera))
      throw std::runtime_error("a view is singular");
    backend.forEach(
      adjacency.vertices.size(), ProjectVertices{ meshCamera, adjacency.vertices.data(), projected.data() });
    const FaceProjection projection{ meshCamera, adjacency.boundaryFaces.data(), projected.data(), nullptr };
    const auto timed = [&](auto& builder) {
      const Stopwatch watch;
      builder.build(projection, adjacency.numBoundaryFaces);
      return watch.milliseconds();
    };
    for (int repeat = -1; repeat < settings.repeats; ++repeat) // the first does not count
    {
      std::array<std::size_t, 4> turn = { 0, 1, 2, 3 };
      std::shuffle(turn.begin(), turn.end(), random);
      for (const std::size_t i : turn)
      {
        const double time = i == 0 ? timed(linked) : i == 1 ? timed(arrays) : timed(i == 2 ? filled : sorted);
        if (repeat >= 0)
          times[i].push_back(time);
      }
    }
    const PixelLists wanted = filled.lists();
    entries += double(wanted.entries.size()) / settings.views;
    same = same && areEqual(linked.lists(), wanted) && areEqual(arrays.lists(), wanted) &&
      areEqual(sorted.lists(), wanted);
  }
  std::printf("%lld tets, %lld boundary faces, %d x %d, %.0f entries, medians over %d views and %d repeats\n",
    static_cast<long long>(adjacency.numTets), static_cast<long long>(adjacency.numBoundaryFaces),
    settings.size, settings.size, entries, settings.views, settings.repeats);
  for (std::size_t i = 0; i < names.size(); ++i)
  {
    const double more = 100 * (median(times[i]) / median(times[0]) - 1);
    std::printf("  %-32s %10.3f ms %+8.1f %%\n", names[i], median(times[i]), more);
    record("lists", median(times[i]), "ms", { { "builder", names[i] } });
  }
  record("arrays, more than linked lists", 100 * (median(times[1]) / median(times[0]) - 1), "%");
  record("boundary faces", double(adjacency.numBoundaryFaces), "");
  std::printf("%s\n", same ? "equal lists" : "LISTS DIFFER");
  return same;
}

} // namespace

int main(int argc, char** argv)
try
{
  generator::CommandLine app(
    "What a CPU takes to build the intersection lists of pixels: as linked lists and as arrays (Gu and Kim "
    "2020, section 4.1), on one thread, and by the builders of the ray caster, on all.");
  Settings settings;
  settings.mesh.tets = 3800000;
  addJson(app);
  addMeshOptions(app, settings.mesh);
  generator::addCount(app, "--size", settings.size, "Image N x N", 1);
  generator::addCount(app, "--views", settings.views, "Views around the mesh; 72 are five degrees apart", 1);
  app.add_option("--zoom", settings.zoom, "Closer than VTK's ResetCamera");
  generator::addCount(app, "--repeats", settings.repeats, "Times that each view's lists are built", 1);
  generator::addCount(app, "--plate", settings.plate,
    "Instead of --shape: a plate of N x N lattice cells with as many layers as --tets gives, which has many "
    "boundary faces");
  generator::addCount(app, "--threads", settings.threads, "Threads of the CPU; 0: all");
  CLI11_PARSE(app, argc, argv);
  return run(settings) ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const std::exception& error)
{
  std::fprintf(stderr, "bench_lists: %s\n", error.what());
  return EXIT_FAILURE;
}
