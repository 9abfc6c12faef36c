// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Merged/CombinedFilms.h"

#include "Core/Errors.h"
#include "Core/Portable.h"
#include "Device/HostBackend.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace inkray
{

namespace
{
/// Sums of films in double precision, in which those of a few floats are exact: in any order the same.
struct FilmSums
{
  double red = 0.0, green = 0.0, blue = 0.0, length = 0.0;
};

/// Adds the films of one mesh.
struct AddFilms
{
  const Float4* films;
  FilmSums* sums;

  void operator()(std::int64_t i) const
  {
    sums[i].red += films[i].x;
    sums[i].green += films[i].y;
    sums[i].blue += films[i].z;
    sums[i].length += films[i].w;
  }
};

struct RoundSums
{
  const FilmSums* sums;
  Float4* films;

  void operator()(std::int64_t i) const
  {
    films[i] = { static_cast<float>(sums[i].red), static_cast<float>(sums[i].green),
      static_cast<float>(sums[i].blue), static_cast<float>(sums[i].length) };
  }
};

/// Keeps the films that are greater or less than those of the meshes before; of equal values those with the
/// greater opacity.
struct KeepExtremes
{
  const Float4* own;
  bool isGreatest;
  Float4* films;

  void operator()(std::int64_t i) const
  {
    const Float4 &a = own[i], &b = films[i];
    const bool isBeyond = isGreatest ? a.x > b.x : a.x < b.x;
    const bool isMore = a.x == b.x && std::pair(a.y, a.z) > std::pair(b.y, b.z);
    if (a.w > 0.0f && (b.w == 0.0f || isBeyond || isMore))
      films[i] = a;
  }
};

/// Puts surfaces over what is there.
struct PutOver
{
  const Float4* surfaces;
  Float4* image;

  void operator()(std::int64_t i) const
  {
    const Float4 &front = surfaces[i], behind = image[i];
    const float light = 1.0f - front.w;
    image[i] = { front.x + light * behind.x, front.y + light * behind.y, front.z + light * behind.z,
      front.w + light * behind.w };
  }
};

/// The frame of the surfaces alone.
FrameOptions surfacesOf(const FrameOptions& options)
{
  FrameOptions alone = options;
  alone.drawVolume = false;
  alone.blend = BlendMode::Composite;
  return alone;
}

/// Who waits for a part of the work, which has a share of it from `begin` on.
WorkObserver observerOf(const FrameOptions& whole, double begin, double share)
{
  WorkObserver observer = { whole.abortCheck, {} };
  if (whole.progress)
    observer.progress = [&whole, begin, share](double done) { whole.progress(begin + share * done); };
  return observer;
}

Float4* pixelsOf(std::vector<float>& image)
{
  return reinterpret_cast<Float4*>(image.data());
}
const Float4* pixelsOf(const float* image)
{
  return reinterpret_cast<const Float4*>(image);
}
} // namespace

bool CombinedFilms::canRender(const std::vector<Mesh>& meshes)
{
  const auto number =
    std::count_if(meshes.begin(), meshes.end(), [](const Mesh& mesh) { return mesh.hasSurfaces; });
  return number < 2 ||
    (number <= TetRayCaster::maxOthers + 1 && std::all_of(meshes.begin(), meshes.end(), [](const Mesh& mesh) {
      return !mesh.hasSurfaces || mesh.caster->canMerge(surfacesOf(mesh.options));
    }));
}

void CombinedFilms::addTimings(const TetRayCaster& caster)
{
  const TetRayCastTimings own = caster.timings();
  timings_.camera += own.camera;
  timings_.lists += own.lists;
  timings_.cast += own.cast;
  timings_.present += own.present;
}

/// Draws the surfaces of all meshes to image and depth; leaves both empty where there are none.
void CombinedFilms::castSurfaces(const std::vector<Mesh>& meshes, const FrameOptions& whole)
{
  image_.clear();
  depth_.clear();
  const Mesh* first = nullptr;
  std::vector<TetRayCaster::Other> others;
  for (const Mesh& mesh : meshes)
  {
    if (mesh.hasSurfaces && first)
      others.push_back({ mesh.caster, mesh.camera, surfacesOf(mesh.options) });
    else if (mesh.hasSurfaces)
      first = &mesh;
  }
  if (!first)
    return;
  FrameOptions alone = surfacesOf(first->options);
  static_cast<WorkObserver&>(alone) = observerOf(whole, 0.0, 0.5);
  alone.opaqueDepth = whole.opaqueDepth;
  for (const TetRayCaster::Other& other : others)
    alone.earlyTermination = std::min(alone.earlyTermination, other.options.earlyTermination);
  others.empty() ? first->caster->render(first->camera, alone)
                 : first->caster->renderMerged(first->camera, alone, others);
  this->addTimings(*first->caster);
  const auto numPixels = static_cast<std::size_t>(first->camera.width) * first->camera.height;
  image_.assign(first->caster->image(), first->caster->image() + 4 * numPixels);
  depth_.assign(numPixels, 1.0f);
  if (const float* const depth = first->caster->depth())
    std::copy_n(depth, numPixels, depth_.begin());
}

void CombinedFilms::render(const std::vector<Mesh>& meshes, const FrameOptions& whole)
{
  if (meshes.empty() || !canRender(meshes))
    throw InvalidInput("films of no mesh, or of meshes whose surfaces cannot be merged");
  timings_ = {};
  this->castSurfaces(meshes, whole);
  const std::vector<float> surfaces = std::move(image_);

  // Behind opaque surfaces nothing counts.
  HostBackend host;
  const std::int64_t numPixels =
    std::int64_t(meshes.front().camera.width) * std::int64_t(meshes.front().camera.height);
  const auto number = static_cast<std::size_t>(numPixels);
  std::vector<float> ends = depth_;
  if (!ends.empty() && whole.opaqueDepth)
    std::transform(ends.begin(), ends.end(), whole.opaqueDepth, ends.begin(),
      [](float surface, float opaque) { return std::min(surface, opaque); });

  const BlendMode mode = meshes.front().options.blend;
  const bool isExtreme = mode == BlendMode::Maximum || mode == BlendMode::Minimum;
  std::vector<float> films(isExtreme ? 4 * number : 0, 0.0f);
  std::vector<FilmSums> sums(isExtreme ? 0 : number);
  const double begin = surfaces.empty() ? 0.0 : 0.5;
  const double share = (1.0 - begin) / static_cast<double>(meshes.size());
  for (std::size_t k = 0; k < meshes.size(); ++k)
  {
    FrameOptions own = meshes[k].options;
    static_cast<WorkObserver&>(own) = observerOf(whole, begin + share * static_cast<double>(k), share);
    own.keepsFilms = true;
    own.opaqueDepth = ends.empty() ? whole.opaqueDepth : ends.data();
    meshes[k].caster->render(meshes[k].camera, own);
    this->addTimings(*meshes[k].caster);
    const Float4* const gathered = pixelsOf(meshes[k].caster->image());
    isExtreme ? host.forEach(numPixels, KeepExtremes{ gathered, mode == BlendMode::Maximum, pixelsOf(films) })
              : host.forEach(numPixels, AddFilms{ gathered, sums.data() });
  }
  if (!isExtreme)
  {
    films.resize(4 * number);
    host.forEach(numPixels, RoundSums{ sums.data(), pixelsOf(films) });
  }

  const Mesh& developing = meshes.front();
  developing.caster->developFilms(
    films.data(), developing.camera.width, developing.camera.height, developing.options);
  image_.assign(developing.caster->image(), developing.caster->image() + 4 * number);
  if (!surfaces.empty())
    host.forEach(numPixels, PutOver{ pixelsOf(surfaces.data()), pixelsOf(image_) });
}

} // namespace inkray
