// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Picture/CastWalks.h"
#include "Picture/CompositePicture.h"
#include "Picture/RayPicture.h"
#include "Picture/RayStops.h"
#include "View/SurfaceLayers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// RayPicture in the memory of a backend.
template <class Backend>
class RayPictureImpl : public RayPicture
{
public:
  explicit RayPictureImpl(const DeviceInfo& device)
    : backend_(device.id, MemoryBudget::noLimit)
    , id_(device.id)
  {
  }

  DeviceKind device() const override { return id_.kind; }
  void draw(const Sources& sources, const PictureOptions& options, bool onDevice) override;
  void drawFilms(const Sources& sources, const PictureOptions& options, bool onDevice) override;

  DrawnImage view() const override { return inHost_; }
  DrawnImage deviceView() const override { return Backend::isDevice ? drawn_ : DrawnImage(); }
  PictureTimings timings() const override { return timings_; }
  PictureStatistics statistics() const override { return statistics_; }

private:
  using Boxes = std::vector<BoxInView>;

  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Cast
  };

  void begin(const Sources& sources);
  void checkMerged(const Sources& sources) const;
  /// The options, with opaque depths in the memory of the backend.
  PictureOptions onBackend(const PictureOptions& options);
  /// Draw composited sources, as far as they lie within boxes. `level`: how many sources in blocks enclose
  /// this call.
  DrawnImage drawTogether(
    const Sources& sources, const PictureOptions& options, const Boxes& within, std::size_t level);
  DrawnImage drawInBlocks(RaySource& source, const Sources& others, const PictureOptions& options,
    const Boxes& within, std::size_t level);
  DrawnImage drawWalks(const Sources& sources, const PictureOptions& options, const Boxes& within);
  /// Draw the surfaces that lie over the films of these sources. Returns false if there are no surfaces.
  bool drawSurfaces(const Sources& sources, const PictureOptions& options);
  void count(const RaySource& source);
  void present(const DrawnImage& drawn, bool onDevice);

  static float earlyTermination(const Sources& sources)
  {
    float least = std::numeric_limits<float>::infinity();
    for (const RaySource* source : sources)
      least = std::min(least, source->earlyTermination());
    return least;
  }
  /// The options for a part of the work: its progress is a `share` of the whole, from `begin` on.
  static PictureOptions part(const PictureOptions& whole, double begin, double share)
  {
    PictureOptions own = whole;
    if (whole.progress)
      own.progress = [&whole, begin, share](double done) { whole.progress(begin + share * done); };
    return own;
  }

  Backend backend_;
  const DeviceId id_;
  std::int64_t numPixels_ = 0;
  Buffer<Float4, Backend> image_;
  Buffer<float, Backend> depth_, stops_;
  Buffer<RayCounters, Backend> counters_;
  Buffer<unsigned char, Backend> workspace_;
  /// One picture for each level of sources in blocks. The first is also the picture of films.
  std::deque<CompositePicture<Backend>> composites_;
  typename Backend::HostImage hostImage_, hostDepth_;
  DrawnImage drawn_, inHost_;
  PictureTimings timings_;
  PictureStatistics statistics_;
};

template <class Backend>
void RayPictureImpl<Backend>::begin(const Sources& sources)
{
  drawn_ = inHost_ = {};
  timings_ = {};
  statistics_ = {};
  if (sources.empty() || std::count(sources.begin(), sources.end(), nullptr) > 0)
    throw InvalidInput("a picture needs at least one source, and no source may be null");
  const Camera& first = sources.front()->camera();
  for (const RaySource* source : sources)
  {
    if (source->camera().width != first.width || source->camera().height != first.height || first.width < 1 ||
      first.height < 1)
      throw InvalidInput("the cameras of a picture's sources need the same width and height, of 1 or more");
    if (source->device().kind != id_.kind || source->device().ordinal != id_.ordinal)
      throw InvalidInput("a picture and its sources have to be on the same device");
    const auto isOfThem = [source](const RaySource* other) { return other->data() == source->data(); };
    if (std::count_if(sources.begin(), sources.end(), isOfThem) > 1)
      throw InvalidInput("the same data were given twice to a picture");
  }
  numPixels_ = std::int64_t(first.width) * first.height;
}

template <class Backend>
void RayPictureImpl<Backend>::checkMerged(const Sources& sources) const
{
  if (sources.size() > static_cast<std::size_t>(mostSources))
    throw InvalidInput(std::to_string(sources.size()) + " sources cannot be merged; at most " +
      std::to_string(mostSources) + " are possible");
  if (!std::all_of(
        sources.begin(), sources.end(), [](const RaySource* source) { return source->canBeWalked(); }))
    throw InvalidInput("the frame of a source cannot be merged with others; draw this source by itself");
}

template <class Backend>
PictureOptions RayPictureImpl<Backend>::onBackend(const PictureOptions& options)
{
  PictureOptions own = options;
  own.opaqueDepth = { stopsOf(backend_, options, numPixels_, stops_), true };
  own.pictureBytes = backend_.budget().used();
  backend_.synchronize();
  return own;
}

template <class Backend>
void RayPictureImpl<Backend>::draw(const Sources& sources, const PictureOptions& options, bool onDevice)
{
  this->begin(sources);
  this->checkMerged(sources);
  this->present(this->drawTogether(sources, this->onBackend(options), {}, 0), onDevice);
}

template <class Backend>
DrawnImage RayPictureImpl<Backend>::drawTogether(
  const Sources& sources, const PictureOptions& options, const Boxes& within, std::size_t level)
{
  const auto inBlocks = std::find_if(
    sources.begin(), sources.end(), [](const RaySource* source) { return source->isInBlocks(); });
  if (inBlocks == sources.end())
    return this->drawWalks(sources, options, within);
  Sources others(sources.begin(), inBlocks);
  others.insert(others.end(), inBlocks + 1, sources.end());
  return this->drawInBlocks(**inBlocks, others, options, within, level);
}

template <class Backend>
DrawnImage RayPictureImpl<Backend>::drawInBlocks(RaySource& source, const Sources& others,
  const PictureOptions& options, const Boxes& within, std::size_t level)
{
  while (composites_.size() <= level)
    composites_.emplace_back(backend_);
  CompositePicture<Backend>& composite = composites_[level];
  composite.reserve(numPixels_);
  image_.reserve(backend_, numPixels_);
  composite.begin(options);
  backend_.synchronize();
  const Camera& camera = source.camera();
  const BoxPixels all = { 0, 0, camera.width, camera.height };
  Sources together = others;
  together.push_back(nullptr);
  const float earlyTermination =
    std::min(source.earlyTermination(), RayPictureImpl::earlyTermination(others));
  PictureOptions own = options;
  own.pictureBytes = backend_.budget().used();
  double passed =
    0; // share of the progress: each block takes half of the rest, because their number is not known
  DrawnImage drawn;
  BlockVisitor visitor;
  visitor.isOpen = [&] { return composite.isOpen(all, camera.width); };
  visitor.draw = [&](RaySource& block, const BoxInView& box) {
    own.opaqueDepth = { composite.ends(), true };
    if (options.progress)
      own.progress = [&](double share) { options.progress(passed + 0.5 * (1 - passed) * share); };
    together.back() = &block;
    Boxes boxes = within;
    boxes.push_back(box);
    drawn = this->drawTogether(together, own, boxes, level + 1);
  };
  visitor.add = [&] {
    passed += 0.5 * (1 - passed);
    if (drawn.depth)
      composite.reserveDepth();
    composite.add(reinterpret_cast<const Float4*>(drawn.image), drawn.depth, earlyTermination);
    backend_.synchronize();
  };
  source.visitBlocks(own, within, visitor);
  return composite.view();
}

template <class Backend>
DrawnImage RayPictureImpl<Backend>::drawWalks(
  const Sources& sources, const PictureOptions& options, const Boxes& within)
{
  // For a distant eye, depths of all sources begin at the nearest data, so that floats keep their digits.
  const Camera& first = sources.front()->camera();
  BoxDepths all = { std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity() };
  for (const RaySource* source : sources)
  {
    const BoxDepths own = source->depths();
    all = { std::min(all.least, own.least), std::max(all.greatest, own.greatest) };
  }
  const bool isAny = all.least <= all.greatest;
  const double begin = first.eyeDepth == 0 && isAny && isDistant(first, all) ? all.least : 0;
  PictureOptions own = options;
  own.progress = nullptr;
  std::vector<RayWalk> walks;
  bool hasDepth = false;
  WalkTarget target = { makeImagePlane(first), first.eyeDepth + begin, earlyTermination(sources), nullptr,
    nullptr, nullptr, options.pairWalks, options.countSteps };
  for (RaySource* source : sources)
  {
    const RayWalk walk = source->walk(own, begin, within);
    this->count(*source);
    hasDepth = hasDepth || walk.hasDepth();
    if (walk.kind() != RayWalk::Kind::Nothing)
      walks.push_back(walk);
    // Layers have depths of their own. If all sources are layers, depths begin at the nearest of them.
    if (!isAny && walk.kind() == RayWalk::Kind::Layers)
    {
      const double layers = walk.view<SurfaceLayers>().begin;
      target.begin = walks.size() == 1 ? layers : std::min(target.begin, layers);
    }
  }
  image_.reserve(backend_, numPixels_);
  if (hasDepth)
    depth_.reserve(backend_, numPixels_);
  const DrawnImage drawn = { reinterpret_cast<const float*>(image_.data()),
    hasDepth ? depth_.data() : nullptr };
  if (walks.empty())
  {
    backend_.zero(image_.data(), static_cast<std::size_t>(numPixels_) * sizeof(Float4));
    if (hasDepth)
      backend_.forEach(numPixels_, FillDepths{ depth_.data() });
    backend_.synchronize();
    return drawn;
  }

  counters_.reserve(backend_, 1);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  target.image = image_.data();
  target.depth = hasDepth ? depth_.data() : nullptr;
  // A ray ends at an opaque surface, because no light gets through the surface.
  if (hasDepth)
    target.earlyTermination = std::max(target.earlyTermination, std::numeric_limits<float>::min());
  target.counters = counters_.data();
  const Observed<Backend> observed(backend_, options);
  backend_.step(0.1, 1.0);
  backend_.mark(Begin);
  castWalks(backend_, walks, target, workspace_);
  backend_.mark(Cast);
  const RayCounters counted = backend_.read(counters_.data());
  backend_.synchronize();
  timings_.cast += backend_.elapsed(Begin, Cast);
  const auto add = [](std::int64_t& to, std::uint64_t n) { to += static_cast<std::int64_t>(n); };
  add(statistics_.steps, counted.steps);
  add(statistics_.failedRays, counted.failedRays);
  statistics_.coveredRays = std::max(statistics_.coveredRays, static_cast<std::int64_t>(counted.coveredRays));
  if (options.abortCheck && options.abortCheck())
    throw Aborted("the frame was abandoned");
  backend_.step(1.0, 1.0);
  return drawn;
}

template <class Backend>
void RayPictureImpl<Backend>::count(const RaySource& source)
{
  timings_ += source.timings();
  const PictureStatistics counted = source.statistics();
  statistics_.listEntries += counted.listEntries;
  statistics_.failedRays += counted.failedRays;
}

template <class Backend>
bool RayPictureImpl<Backend>::drawSurfaces(const Sources& sources, const PictureOptions& options)
{
  std::vector<std::unique_ptr<RaySource>> held;
  Sources surfaces;
  for (const RaySource* source : sources)
    if (std::unique_ptr<RaySource> own = source->surfaces())
    {
      surfaces.push_back(own.get());
      held.push_back(std::move(own));
    }
  if (surfaces.empty())
    return false;
  const PictureOptions own = part(options, 0.0, 0.5);
  DrawnImage drawn;
  if (surfaces.size() > 1)
    drawn = this->drawTogether(surfaces, own, {}, 1);
  else
  {
    drawn = surfaces.front()->cast(own, true);
    this->count(*surfaces.front());
  }
  CompositePicture<Backend>& picture = composites_.front();
  if (drawn.depth)
    picture.reserveDepth();
  picture.add(reinterpret_cast<const Float4*>(drawn.image), drawn.depth, 0.0f);
  return true;
}

template <class Backend>
void RayPictureImpl<Backend>::drawFilms(const Sources& sources, const PictureOptions& options, bool onDevice)
{
  this->begin(sources);
  if (!canDrawFilms(sources))
    throw InvalidInput("films need sources whose surfaces can be merged");
  if (composites_.empty())
    composites_.emplace_back(backend_);
  CompositePicture<Backend>& picture = composites_.front();
  picture.reserve(numPixels_);
  picture.reserveFilms();
  picture.begin({});
  const PictureOptions whole = this->onBackend(options);
  const bool hasSurfaces = this->drawSurfaces(sources, whole);

  // Objects behind opaque surfaces do not count.
  picture.beginFilms(whole);
  backend_.synchronize();
  std::vector<const Float4*> films;
  const double begin = hasSurfaces ? 0.5 : 0.0, share = (1.0 - begin) / static_cast<double>(sources.size());
  for (RaySource* source : sources)
  {
    PictureOptions own = part(whole, begin + share * static_cast<double>(films.size()), share);
    if (hasSurfaces || whole.opaqueDepth)
      own.opaqueDepth = { picture.ends(), true };
    films.push_back(reinterpret_cast<const Float4*>(source->castFilms(own, true)));
    this->count(*source);
  }
  const ElapsedTime time;
  RaySource& developing = *sources.front();
  picture.addFilms(films, false, developing.filmOrder());
  backend_.synchronize();
  developing.develop(reinterpret_cast<float*>(picture.films()));
  picture.add(picture.films(), nullptr, 0.0f);
  this->present(picture.view(), onDevice);
  timings_.present += time.milliseconds();
}

template <class Backend>
void RayPictureImpl<Backend>::present(const DrawnImage& drawn, bool onDevice)
{
  drawn_ = drawn;
  if (!onDevice || !Backend::isDevice)
  {
    inHost_.image = hostImage_.take(backend_, drawn.image, 4 * numPixels_);
    inHost_.depth = drawn.depth ? hostDepth_.take(backend_, drawn.depth, numPixels_) : nullptr;
  }
  backend_.synchronize();
}

} // namespace inkray
