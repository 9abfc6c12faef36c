// SPDX-License-Identifier: BSD-3-Clause
// The path tracer survives if memory runs out, at each of its allocations in turn.
#include "Device/FailingAllocations.h"
#include "Isosurface/IsosurfaceTest.h"
#include "MeshVolume/RayCastTest.h"
#include "PathTracer/ComparedPathLoops.h"
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTestScenes.h"

namespace inkray
{
static std::size_t bytesOf(const PathTracer& tracer)
{
  return tracer.memory().scene + tracer.memory().frame;
}

} // namespace inkray

using namespace inkray;
using namespace inkray::testing;

namespace
{

class FailingPaths : public FailingAllocations
{
};

TEST_P(FailingPaths, PathTracer)
{
  const BallVolume ball(13);
  const PathTestMesh mesh = PathTestMesh::ball(3);
  QuadMesh floor;
  floor.add({ { { -2, -1, -2 }, { -2, -1, 2 }, { 2, -1, 2 }, { 2, -1, -2 } } }, { 1, 0.5f, 0.5f });
  using Tracer = inkray::PathTracer;
  const std::vector<float> ofVolume = ramp(13 * 13 * 13), ofMesh = ramp(mesh.points.size() / 3);
  ColorTable table;
  table.rgb = { 0, 0, 1, 1, 0, 0 };
  Environment sky;
  sky.kind = Environment::Kind::Image;
  const std::vector<float> stars = ramp(8 * 4 * 3);
  sky.width = 8;
  sky.height = 4;
  sky.rgb = stars;
  PathSurface surface;
  surface.opacity = 0.5f;
  // After an error in the middle, the scene is given again from the start, as the mapper does.
  Calls<Tracer> calls = {
    [&](Tracer& tracer, Picture&) {
      tracer.clearScene();
      tracer.setMaterials({ {} });
      tracer.setEnvironment(sky);
      const int volume = tracer.addVolume(ball.input({ 0.5, 0, 0 }, 0.7));
      tracer.setIsosurfaces(volume, { surface });
      tracer.setColorValues(volume, fieldOf(ofVolume, Association::Points));
      tracer.setColorTable(volume, table);
      tracer.setTransferFunction(volume, translucentFunction());
      const int grid = tracer.addMesh(mesh.input());
      tracer.setMeshValues(grid, mesh.field());
      tracer.setMeshIsosurfaces(grid, { surface });
      tracer.setMeshColorValues(grid, fieldOf(ofMesh, Association::Points));
      tracer.setMeshColorTable(grid, table);
      tracer.setMeshTransferFunction(grid, translucentFunction());
      tracer.addTriangles(floor.input());
    },
  };
  // Each kernel allocates its own memory.
  const auto trace = [](Tracer& tracer, Picture& picture, PathKernel kernel, const PathLoopFactory* loop) {
    PathFrameOptions options;
    options.kernel = kernel;
    options.methods.loop = loop;
    options.bounces = 1;
    tracer.restart();
    tracer.render(frontCamera(Edge, Edge), options);
    add(picture, tracer.image(), 4 * Pixels);
    add(picture, tracer.depth(), Pixels);
  };
  for (const PathKernel kernel : { PathKernel::Naive, PathKernel::WholeFrame, PathKernel::InKernel,
         PathKernel::Queued, PathKernel::Sorted })
    calls.push_back([=](Tracer& tracer, Picture& picture) { trace(tracer, picture, kernel, nullptr); });
  // The loops of the papers do not trace media.
  calls.push_back([&](Tracer& tracer, Picture&) {
    tracer.clearScene();
    tracer.addTriangles(floor.input());
  });
  for (const ComparedPathLoop loop : { ComparedPathLoop::Counted, ComparedPathLoop::Uncompacted,
         ComparedPathLoop::InPlace, ComparedPathLoop::TiledGlobal })
    calls.push_back([=](Tracer& tracer, Picture& picture) {
      trace(tracer, picture, PathKernel::Naive, comparedPathLoop(loop));
    });
  expectToSurvive<Tracer>(this->GetParam(), calls);
  expectToGoOn<Tracer>(this->GetParam(), calls);
  expectToKeepTheLimit<Tracer>(this->GetParam(), calls);
}

INKRAY_TEST_ON_DEVICES(FailingPaths);

} // namespace
