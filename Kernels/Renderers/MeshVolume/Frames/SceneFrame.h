// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Core/Errors.h"
#include "Core/WorkObserver.h"
#include "Picture/RayStops.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Frames/FrameChecks.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"
#include "Renderers/MeshVolume/Frames/FrameWorkspace.h"
#include "View/DistantEye.h"
#include "View/SparsePicture.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// The picture of a scene's last frame on one backend, with its depths, films and figures. Classes for each
/// kind of cells derive from this class and draw the frame.
template <class Backend, class Scene>
class SceneFrame
{
public:
  SceneFrame(FrameWorkspace<Backend>& workspace, Scene& scene)
    : workspace_(workspace)
    , scene_(scene)
  {
  }

  /// Convert films, in the memory of the backend, to colors in place.
  void develop(Float4* films, int width, int height, const FrameOptions& options)
  {
    scene_.check(options);
    Camera camera = {};
    camera.width = width;
    camera.height = height;
    checkFrame(camera, options);
    if (filmOf(options.blend).isComposite || !options.drawVolume)
      throw InvalidInput("only volumes in blend modes other than Composite have films");
    FrameOptions developed = options;
    developed.keepsFilms = false;
    DevelopFilms develop = scene_.developing(camera, developed);
    develop.image = films;
    backend_.forEach(std::int64_t(width) * height, develop);
  }
  /// Make the picture from films in host memory.
  void drawFilms(const float* films, int width, int height, const FrameOptions& options)
  {
    const std::int64_t numPixels = std::int64_t(std::max(width, 0)) * std::max(height, 0);
    image_.reserve(backend_, numPixels);
    backend_.copyFromHost(image_.data(), films, static_cast<std::size_t>(numPixels) * sizeof(Float4));
    this->develop(image_.data(), width, height, options);
    hasDepth_ = hasBands_ = false;
    this->present(numPixels, true);
    backend_.synchronize();
  }

  /// The last picture in the memory of the backend, and its depths or null. `present` copies them to host
  /// memory, or notes that they are not there.
  Float4* picture() { return image_.data(); }
  float* depth() { return hasDepth_ ? depth_.data() : nullptr; }
  void present(std::int64_t numPixels, bool isPresented)
  {
    ofHost_ = {};
    if (isPresented)
      ofHost_.image = hostImage_.take(backend_, image_.data(), numPixels);
    if (isPresented && hasDepth_)
      ofHost_.depth = hostDepth_.take(backend_, depth_.data(), numPixels);
  }
  MeshPictures pictures() const
  {
    MeshPictures all = ofHost_;
    if constexpr (Backend::isDevice)
    {
      all.deviceImage = reinterpret_cast<const float*>(image_.data());
      all.deviceDepth = hasDepth_ ? depth_.data() : nullptr;
    }
    return all;
  }
  /// Release memory that the next frame takes again.
  void releaseDepth() { depth_.release(); }
  /// Whether the last frame has bands of rows only; and the pixels of the last one that had.
  bool hasBands() const { return hasBands_; }
  const BandPixels<Backend>& bandPixels() const { return bandPixels_; }

  FrameReport report;

protected:
  template <class T>
  using Array = Buffer<T, Backend>;

  static void checkAbort(const FrameOptions& options)
  {
    if (options.abortCheck && options.abortCheck())
      throw Aborted("the frame was abandoned");
  }
  /// Where the rays of a frame stop, in the memory of the backend; null: nowhere.
  const float* stopsOf(const FrameOptions& options, std::int64_t numPixels)
  {
    return inkray::stopsOf(backend_, options, numPixels, stops_);
  }
  /// Begin the smaller picture of a sparse frame. Returns its camera.
  Camera beginSparse(const Camera& camera, const FrameOptions& options, const float* stops)
  {
    Camera small = camera;
    small.width = options.sparse.width;
    small.height = options.sparse.height;
    sparse_.begin(backend_, options.sparse, camera.width, camera.height, hasDepth_, stops);
    return small;
  }
  /// Interpolate the picture from the smaller one, which has been cast, and list the pixels that need rays.
  void enlarge(const Camera& camera, const FrameOptions& options, bool asksOwn)
  {
    const ElapsedTime time;
    sparse_.enlarge(backend_, { camera.width, camera.height, image_.data(), this->depth() },
      options.sparse.mostSingle, asksOwn);
    report.sparse = { true, sparse_.numWanted(), sparse_.numListed(), time.milliseconds() };
  }
  void clear(std::int64_t numPixels)
  {
    backend_.zero(image_.data(), static_cast<std::size_t>(numPixels) * sizeof(Float4));
    if (hasDepth_)
      backend_.forEach(numPixels, FillDepths{ depth_.data() });
  }
  /// Call count(number), whose kernels add to a number, and return it.
  template <class Count>
  std::int64_t counted(const Count& count) const
  {
    rayCount_.reserve(backend_, 1);
    backend_.zero(rayCount_.data(), rayCount_.bytes());
    count(rayCount_.data());
    return static_cast<std::int64_t>(backend_.read(rayCount_.data()));
  }

  FrameWorkspace<Backend>& workspace_;
  Backend& backend_ = workspace_.backend;
  Scene& scene_;
  Array<Float4>& image_ = workspace_.image;
  Array<RayCounters>& counters_ = workspace_.counters;
  SparsePicture<Backend> sparse_;
  BandPixels<Backend> bandPixels_;
  bool hasBands_ = false;
  Array<float> depth_;
  bool hasDepth_ = false; ///< the last frame has depths of surfaces

private:
  Array<float> stops_;
  mutable Array<std::uint64_t> rayCount_;
  typename Backend::HostImage hostImage_, hostDepth_;
  MeshPictures ofHost_; ///< the last picture in host memory
};

} // namespace inkray
