// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PathTracer/PathTestMeshes.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "View/Camera.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray::bench
{

/// A scene for bench_path_tracer, with what it holds on the host.
struct PathBenchScene
{
  struct Volume
  {
    std::int64_t points = 0;
    std::vector<float> values;
    double origin[3] = { 0, 0, 0 }, spacing = 1; ///< of the grid
    std::vector<PathSurface> surfaces;
    TransferFunction medium; ///< without knots: none
  };
  struct Mesh
  {
    std::vector<float> points, colors;
    std::vector<std::int64_t> corners;
    std::int32_t material = 0;
  };

  /// An unstructured grid.
  struct Grid
  {
    testing::PathTestMesh mesh;
    std::vector<PathSurface> surfaces;
    TransferFunction medium; ///< without knots: none
  };

  std::string name;
  std::vector<std::shared_ptr<Volume>> volumes;
  std::vector<std::shared_ptr<Grid>> grids;
  std::vector<Mesh> meshes;
  std::vector<PathMaterial> materials = { {} };
  Environment environment;
  Camera camera;
  float lensRadius = 0, focalDepth = 1;

  /// Whether the loops that the path tracer leaves out trace it (ComparedPathLoop).
  bool isCompared() const;

  /// Everything to the path tracer, in place of what it had.
  void give(PathTracer& tracer) const;
};

/// The scenes of these names, or all of six. Three are open (gyroid: an isosurface in the sky; blobs:
/// metaballs on a floor; knots: 174 thousand triangles on a floor), two are closed but for an opening (room:
/// the knots in a box, seen from inside; cave: within a gyroid that fills its volume); `materials` has all
/// four, and is open. All but that are diffuse, of 0.7, as in the paper; light comes from an image with a sun
/// in it, and all are seen through a lens. More are there by name only: `cloud`, the blobs as a medium over
/// the floor, and `clouds`, the same within a second medium that fills the volume; `paint`, four balls of car
/// paint over a floor of it; `jewels`, the room with knots of all five materials in turn; `mesh`, the gyroid
/// in a ball as an isosurface of 6 (points / 4)^3 tetrahedra over the floor, and `mesh-cloud`, these as a
/// medium. Throws std::invalid_argument for an unknown name.
std::vector<PathBenchScene> pathBenchScenes(
  const std::vector<std::string>& names, std::int64_t points, int width, int height);

/// The picture in sRGB's brightness, as a binary PPM file. Throws std::runtime_error naming the file when it
/// cannot be written.
void savePathPicture(const std::string& path, const float* image, int width, int height);

} // namespace inkray::bench
