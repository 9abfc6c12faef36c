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

/// A scene for bench_path_tracer, with the data that it holds on the host.
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

  /// Returns whether the loops that the path tracer leaves out trace it (ComparedPathLoop).
  bool isCompared() const;

  /// Gives everything to the path tracer, in place of what it had.
  void give(PathTracer& tracer) const;
};

/// Returns the scenes of these names, or all of six. Three are open: gyroid (an isosurface in the sky), blobs
/// (metaballs on a floor) and knots (174 thousand triangles on a floor). Two are closed but for an opening:
/// room (the knots in a box, seen from inside) and cave (within a gyroid that fills its volume). `materials`
/// has all four, and is open. All but that are diffuse, of 0.7, as in the paper. Light comes from an image
/// with a sun in it, and all are seen through a lens.
///
/// More scenes are there by name only. `cloud` is the blobs as a medium over the floor; `clouds` is the same
/// within a second medium that fills the volume. `paint` is four balls of car paint over a floor of it.
/// `jewels` is the room with knots of all five materials in turn. `mesh` is the gyroid in a ball as an
/// isosurface of 6 (points / 4)^3 tetrahedra over the floor; `mesh-cloud` is these as a medium. Throws
/// std::invalid_argument for an unknown name.
std::vector<PathBenchScene> pathBenchScenes(
  const std::vector<std::string>& names, std::int64_t points, int width, int height);

/// Saves the picture in sRGB's brightness, as a binary PPM file. Throws std::runtime_error naming the file
/// when it cannot be written.
void savePathPicture(const std::string& path, const float* image, int width, int height);

} // namespace inkray::bench
