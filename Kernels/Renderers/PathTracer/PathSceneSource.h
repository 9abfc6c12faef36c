// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Renderers/PathTracer/PathGeometry.h"
#include "Renderers/PathTracer/PathMesh.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/PathTriangleSet.h"
#include "Renderers/PathTracer/PathVolume.h"
#include "View/DistantEye.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// The scene of the path tracer on one backend: surfaces, media, materials and lights. Setters take the
/// caller's input, update() rebuilds everything that depends on changed input, and then describe() fills the
/// scene for kernels.
template <class Backend>
class PathSceneSource
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  PathSceneSource()
    : materials_(1)
  {
  }

  void clear()
  {
    isOld_ = true;
    volumes_.clear();
    meshes_.clear();
    triangles_.clear();
  }
  int addVolume(Backend& backend, const VolumeInput& volume);
  /// `mark` is a free mark of the backend.
  int addMesh(Backend& backend, const TetMeshInput& mesh, int mark);
  /// Both throw InvalidInput if no volume or mesh has this number.
  PathVolume<Backend>& volume(int number) const { return numbered(volumes_, "volume", number); }
  PathMesh<Backend>& mesh(int number) const { return numbered(meshes_, "mesh", number); }
  /// The volume or the mesh whose surfaces or medium the caller is about to change.
  PathVolume<Backend>& changedVolume(int number)
  {
    isOld_ = true;
    return this->volume(number);
  }
  PathMesh<Backend>& changedMesh(int number)
  {
    isOld_ = true;
    return this->mesh(number);
  }
  void setMeshValues(Backend& backend, int number, const Field& values)
  {
    PathMesh<Backend>& mesh = this->mesh(number);
    isOld_ = isOld_ || !mesh.isSeen(); // if the mesh has a transfer function, first values make it visible
    mesh.setValues(backend, values);
  }
  void addTriangles(const PathTriangles& triangles)
  {
    triangles_.add(triangles);
    isOld_ = true;
  }
  void setMaterials(const std::vector<PathMaterial>& materials);
  void setLights(const std::vector<SurfaceLight>& lights)
  {
    lights_.assign(lights.begin(),
      lights.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(lights.size(), maxLights)));
  }
  void setEnvironment(Backend& backend, const Environment& environment);

  /// Whether update() would change anything.
  bool isOld() const { return isOld_; }
  /// Rebuild the trees of surfaces and media that have changed.
  void update(Backend& backend);
  /// Fill the scene for kernels, except camera.stops. Returns false if the camera shows nothing.
  bool describe(Backend& backend, const Camera& camera, const PathFrameOptions& options, PathScene& scene);

  PathSceneContents contents() const;

  /// The number of triangles that are degenerate or not finite.
  std::int64_t leftOut() const { return triangles_.leftOut(); }
  /// The radius of the lens that was described last, in world units.
  double lensRadius() const { return lensRadius_; }
  double uploadMilliseconds() const { return volumes_.empty() ? 0.0 : volumes_.back()->uploadMilliseconds(); }
  double bricksMilliseconds() const { return volumes_.empty() ? 0.0 : volumes_.back()->bricksMilliseconds(); }

private:
  template <class Parts>
  static auto& numbered(const Parts& parts, const char* name, int number)
  {
    if (number < 0 || number >= static_cast<int>(parts.size()))
      throw InvalidInput("there is no " + std::string(name) + " " + std::to_string(number) +
        " in the scene; it has " + std::to_string(parts.size()));
    return *parts[static_cast<std::size_t>(number)];
  }
  void place();
  void describeLens(const Camera& camera, const PathFrameOptions& options, PathScene& scene);
  void describeLights(const Camera& camera, PathScene& scene) const;

  std::vector<std::unique_ptr<PathVolume<Backend>>> volumes_;
  std::vector<std::unique_ptr<PathMesh<Backend>>> meshes_;
  PathTriangleSet<Backend> triangles_;
  std::vector<PathMaterial> materials_;
  std::vector<SurfaceLight> lights_;
  EnvironmentView environment_ = makeEnvironmentView({});
  Array<EnvironmentPixel> environmentPixels_;
  Array<AliasEntry> environmentAliases_;
  Array<PathMaterial> materialArray_;

  double scale_ = 1.0, origin_[3] = { 0, 0, 0 }; ///< scale and origin of the scene's coordinates in the world
  double lensRadius_ = 0.0;
  bool isOld_ = true;
};

template <class Backend>
int PathSceneSource<Backend>::addVolume(Backend& backend, const VolumeInput& volume)
{
  if (volumes_.size() >= maxPathVolumes)
    throw InvalidInput(
      "the scene has " + std::to_string(maxPathVolumes) + " volumes already, as many as it can");
  auto added = std::make_unique<PathVolume<Backend>>();
  added->setVolume(backend, volume);
  isOld_ = true;
  volumes_.push_back(std::move(added));
  return static_cast<int>(volumes_.size()) - 1;
}

template <class Backend>
int PathSceneSource<Backend>::addMesh(Backend& backend, const TetMeshInput& mesh, int mark)
{
  if (meshes_.size() >= maxPathMeshes)
    throw InvalidInput(
      "the scene has " + std::to_string(maxPathMeshes) + " meshes already, as many as it can");
  auto added = std::make_unique<PathMesh<Backend>>();
  added->setMesh(backend, mesh, mark);
  meshes_.push_back(std::move(added));
  return static_cast<int>(meshes_.size()) - 1;
}

template <class Backend>
void PathSceneSource<Backend>::setMaterials(const std::vector<PathMaterial>& materials)
{
  if (materials.empty())
    throw InvalidInput("there has to be a material");
  const auto isBetween = [](float x, float low, float high) { return x >= low && x <= high; };
  for (const PathMaterial& m : materials)
    if (!isBetween(m.shininess, 1, 10000) || !isBetween(m.reflectance, 0, 1) ||
      !isBetween(m.refractiveIndex, 1, 4))
      throw InvalidInput(
        "a material's shininess has to be from 1 to 10000, its reflectance from 0 to 1 and its "
        "refractive index from 1 to 4");
  materials_ = materials;
}

template <class Backend>
void PathSceneSource<Backend>::setEnvironment(Backend& backend, const Environment& environment)
{
  checkEnvironment(environment);
  const EnvironmentTables tables = makeEnvironmentTables(environment);
  environmentPixels_.release();
  environmentAliases_.release();
  environment_ = makeEnvironmentView({});
  if (!tables.pixels.empty())
  {
    environmentPixels_.reset(backend, static_cast<std::int64_t>(tables.pixels.size()));
    environmentAliases_.reset(backend, static_cast<std::int64_t>(tables.aliases.size()));
    backend.copyFromHost(environmentPixels_.data(), tables.pixels.data(), environmentPixels_.bytes());
    backend.copyFromHost(environmentAliases_.data(), tables.aliases.data(), environmentAliases_.bytes());
  }
  environment_ = makeEnvironmentView(environment);
  environment_.pixels = environmentPixels_.data();
  environment_.aliases = environmentAliases_.data();
}

/// Find the cube that contains all surfaces and media: its origin and its side.
template <class Backend>
void PathSceneSource<Backend>::place()
{
  double low[3], high[3];
  std::fill_n(low, 3, HUGE_VAL);
  std::fill_n(high, 3, -HUGE_VAL);
  for (const auto& volume : volumes_)
    for (int i = 0; i < 8 && volume->isSeen(); ++i)
    {
      double p[3];
      volume->corner(i, p);
      for (int axis = 0; axis < 3; ++axis)
      {
        low[axis] = std::min(low[axis], p[axis]);
        high[axis] = std::max(high[axis], p[axis]);
      }
    }
  for (const auto& mesh : meshes_)
    if (mesh->isSeen())
      mesh->extend(low, high);
  triangles_.extend(low, high);
  scale_ = 0.0;
  for (int axis = 0; axis < 3; ++axis)
    scale_ = std::max(scale_, high[axis] - low[axis]);
  if (!(scale_ > 0.0) || !std::isfinite(scale_))
    scale_ = 1.0;
  for (int axis = 0; axis < 3; ++axis)
    origin_[axis] = low[axis] <= high[axis] ? 0.5 * (low[axis] + high[axis] - scale_) : 0.0;
}

template <class Backend>
void PathSceneSource<Backend>::update(Backend& backend)
{
  this->place();
  triangles_.build(backend, scale_, origin_);
  for (const auto& volume : volumes_)
    volume->update(backend);
  isOld_ = false;
}

template <class Backend>
void PathSceneSource<Backend>::describeLights(const Camera& camera, PathScene& scene) const
{
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  const auto turn = [&](const float(&v)[3], double of, int axis) {
    const double* const row = eyeToMesh + 4 * axis;
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + of * row[3];
  };
  scene.numLights = 0;
  for (const SurfaceLight& light : lights_)
  {
    double place[3], along[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      place[axis] = (turn(light.position, 1.0, axis) - origin_[axis]) / scale_;
      along[axis] = turn(light.direction, 0.0, axis);
    }
    const auto three = [](const double(&v)[3]) {
      return Float3{ static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]) };
    };
    const auto s = static_cast<float>(scale_);
    const Float3 color = scaled({ light.diffuse[0], light.diffuse[1], light.diffuse[2] }, pi);
    if (!(color.x >= 0.0f && color.y >= 0.0f && color.z >= 0.0f) || !(color.x + color.y + color.z > 0.0f))
      continue; // a light that is black, or has a color below 0 or NaN
    scene.lights[scene.numLights++] = { color, normalized(three(along)), three(place),
      { light.attenuation[0], light.attenuation[1] * s, light.attenuation[2] * s * s }, light.coneCosine,
      light.exponent, light.positional ? 1 : 0 };
  }
}

/// A point of the lens moves a ray at the depth of the scene's middle, and moves it further over the scene's
/// size by turning it. The lens's radius is limited so that neither offset exceeds mostSpread times that
/// size.
template <class Backend>
void PathSceneSource<Backend>::describeLens(
  const Camera& camera, const PathFrameOptions& options, PathScene& scene)
{
  constexpr double mostSpread = 8.0;
  lensRadius_ = 0.0;
  scene.hasLens = options.lensRadius > 0.0f && !camera.isParallel() ? 1 : 0;
  scene.focus = 0.0f;
  if (scene.hasLens)
  {
    const double focus = 1.0 / double(options.focalDepth);
    const double spread =
      std::max({ 1.0, std::abs(1.0 - double(scene.camera.depthOrigin) * focus), scale_ * focus });
    lensRadius_ = std::min(double(options.lensRadius), mostSpread * scale_ / spread);
    scene.focus = static_cast<float>(std::min(focus, 1e30));
  }
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  for (int k = 0; k < 2; ++k)
    for (int axis = 0; axis < 3; ++axis)
      scene.lens[k][axis] = static_cast<float>(eyeToMesh[4 * axis + k] * lensRadius_ / scale_);
}

template <class Backend>
bool PathSceneSource<Backend>::describe(
  Backend& backend, const Camera& camera, const PathFrameOptions& options, PathScene& scene)
{
  const std::int32_t size[3] = { 1, 1, 1 };
  double sceneToMesh[16] = { scale_, 0, 0, origin_[0], 0, scale_, 0, origin_[1], 0, 0, scale_, origin_[2], 0,
    0, 0, 1 };
  // With a lens, depths count from the eye.
  const double box[6] = { origin_[0], origin_[0] + scale_, origin_[1], origin_[1] + scale_, origin_[2],
    origin_[2] + scale_ };
  const bool hasLens = options.lensRadius > 0.0f && !camera.isParallel();
  if (!makeRayGenerator(hasLens ? camera : beginAtBox(camera, box), sceneToMesh, size, scene.camera))
    return false;
  this->describeLens(camera, options, scene);

  scene.numVolumes = scene.numGridMedia = 0;
  for (const auto& volume : volumes_)
  {
    if (volume->hasSurfaces())
      scene.volumes[scene.numVolumes++] = volume->describe(backend, scale_, origin_);
    if (volume->hasMedium())
      scene.gridMedia[scene.numGridMedia++] = volume->describeMedium(scale_, origin_);
  }
  scene.mediumLength = static_cast<float>(scale_ / std::log(2.0));
  scene.numMeshes = scene.numMeshMedia = 0;
  for (const auto& mesh : meshes_)
  {
    if (mesh->hasSurfaces())
      scene.meshes[scene.numMeshes++] = mesh->describe(backend, scale_, origin_, options.smoothNormals);
    if (mesh->hasMedium())
      scene.meshMedia[scene.numMeshMedia++] = mesh->describeMedium(backend, scale_, origin_);
  }
  scene.triangles = triangles_.view();
  scene.smoothNormals = options.smoothNormals ? 1 : 0;
  scene.showEnvironment = options.showEnvironment ? 1 : 0;
  scene.environment = environment_;
  scene.bounces = options.bounces;
  scene.seed = options.seed;
  this->describeLights(camera, scene);

  scene.numMaterials = static_cast<std::int32_t>(materials_.size());
  materialArray_.reserve(backend, scene.numMaterials);
  backend.copyFromHost(materialArray_.data(), materials_.data(), materials_.size() * sizeof(PathMaterial));
  scene.materials = materialArray_.data();

  return true;
}

template <class Backend>
PathSceneContents PathSceneSource<Backend>::contents() const
{
  PathSceneContents scene;
  for (const auto& volume : volumes_)
  {
    if (!volume->isSeen())
      continue;
    scene.grids = true;
    scene.rectilinear = scene.rectilinear || !volume->isEven();
    scene.media = scene.media || volume->hasMedium();
    scene.single = scene.single && (!volume->hasSurfaces() || volume->isSingle());
  }
  for (const auto& mesh : meshes_)
  {
    scene.meshes = scene.meshes || mesh->isSeen();
    scene.media = scene.media || mesh->hasMedium();
  }
  scene.triangles = !triangles_.empty();
  return scene;
}

} // namespace inkray
